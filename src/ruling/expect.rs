//! Whether what a ruling expects is so.

use super::happened::happened;
use super::names::Seek;
use super::play::{Goal, Halt, Play, Ran};
use super::report::Failure;
use super::script::{Count, Deed, Doing, Expectation, Expected, Mention, Named};
use super::why;
use crate::bytecode::op::FRAME_REGISTERS;
use crate::diag::Code;
use crate::engine::{self, Illegal, attack, block, layers, seats};
use crate::game::{
    About, Answer, Choice, Context, Entity, Game, ObjectId, Outcome, PlayerId, StackKind, Task,
    Value,
};
use crate::source::Span;
use crate::vm;
use crate::vocab::{ManaCost, ManaKind, ManaSymbol, Name, Zone};

/// Checks expectations in order.
pub fn all(play: &mut Play<'_>, expected: &[Expectation]) -> Ran<()> {
    layers::refresh(&mut play.game, play.program);
    for expectation in expected {
        if let Some(found) = differs(play, &expectation.what, expectation.span)? {
            let mut failure = Failure::new(
                Code::NotExpected,
                expectation.span,
                "it is not as the ruling expects",
            )
            .found(found);
            if let Expected::Size(mention, ..) = &expectation.what
                && let Ok(id) = object(play, mention)
            {
                failure.notes.extend(why::size_notes(play, id));
            }
            if let Some(decision) = play.open_question() {
                failure = failure.note(play.question(&decision));
            }
            return Err(Box::new(failure));
        }
    }
    Ok(())
}

/// What is so instead, if an expectation does not hold.
fn differs(play: &Play<'_>, expected: &Expected, span: Span) -> Ran<Option<String>> {
    let game = &play.game;
    let found = match expected {
        Expected::Condition(code, mentions) => condition(play, *code, mentions, span)?,
        Expected::Size(mention, power, toughness) => {
            let size = |id: ObjectId| {
                layers::characteristics(game, play.program, id)
                    .map(|c| (c.power, c.toughness))
                    .filter(|_| game.zone(id) != Zone::Nowhere)
            };
            first_of(play, mention, |id| match size(id) {
                Some(size) if size == (*power, *toughness) => None,
                Some((p, t)) => Some(format!("it is {p}/{t}")),
                None => Some("it has left".to_owned()),
            })?
        }
        Expected::Life(player, life) => {
            let now = game.life(*player);
            (now != *life).then(|| format!("the life total is {now}"))
        }
        Expected::Cards(player, zone, count) => {
            let now = cards_in(game, *player, *zone);
            (now != *count as usize).then(|| format!("there are {now}"))
        }
        Expected::Counters(mention, count, kind) => first_of(play, mention, |id| {
            let now = game.counter_count(id, *kind);
            (now != *count).then(|| format!("there are {now}"))
        })?,
        Expected::Damage(mention, amount) => first_of(play, mention, |id| {
            let now = game.object(id).map_or(0, |o| o.damage);
            (now != *amount).then(|| format!("it has {now} damage"))
        })?,
        Expected::Where(mention, zone, player) => place(play, mention, *zone, *player)?,
        Expected::Gone(mention) => {
            match play
                .names
                .resolve(mention, Seek::InPlay, game, play.program)
            {
                Err(_) => None,
                Ok(found) => found
                    .iter()
                    .filter_map(|e| e.object())
                    .find(|id| game.zone(*id) != Zone::Nowhere)
                    .map(|id| format!("it is in zone {:?}", game.zone(id)).to_lowercase()),
            }
        }
        Expected::OnStack(mention, count) => on_stack(play, mention.as_ref(), *count)?,
        Expected::Times(happening, count) => {
            let now = happened(play, happening)?.len();
            (!fits(now, *count)).then(|| format!("it happened {now} times"))
        }
        Expected::Total(happening, amount) => {
            let events = happened(play, happening)?;
            let now = events
                .iter()
                .fold(0_i64, |sum, event| sum.saturating_add(event.amount));
            (now != i64::from(*amount)).then(|| format!("it was {now}"))
        }
        Expected::Attached(what, to) => {
            let hosts = things(play, to)?;
            first_of(play, what, |id| {
                let host = game.object(id).and_then(|object| object.attached_to);
                match host {
                    Some(host) if hosts.contains(&host) => None,
                    Some(host) => Some(format!("it is attached to {}", play.called(host))),
                    None => Some("it is attached to nothing".to_owned()),
                }
            })?
        }
        Expected::Won(player) => match &game.outcome {
            Some(Outcome::Won(players)) if players.contains(player) => None,
            other => Some(outcome(play, other.as_ref())),
        },
        Expected::Lost(player) => {
            let lost = game.player(*player).is_some_and(|p| !p.in_game)
                || matches!(&game.outcome, Some(Outcome::Won(players)) if !players.contains(player));
            (!lost).then(|| "they are still in the game".to_owned())
        }
        Expected::Draw => match &game.outcome {
            Some(Outcome::Draw(_)) => None,
            other => Some(outcome(play, other.as_ref())),
        },
        Expected::GoesOn => game
            .outcome
            .as_ref()
            .map(|found| outcome(play, Some(found))),
        Expected::Loop => (!play.looped).then(|| "no actions were repeated without end".to_owned()),
        Expected::Asked(player, things) => asked(play, *player, things)?,
        Expected::Legal(doing) => legality(play, doing, span)?.map(|why| why.to_string()),
        Expected::Illegal(doing, rule) => match (legality(play, doing, span)?, rule) {
            (None, _) => Some("it is legal".to_owned()),
            (Some(why), Some(rule))
                if !because(why.rule, rule)
                    && !why.also.as_ref().is_some_and(|also| because(also, rule)) =>
            {
                Some(why.to_string())
            }
            (Some(_), _) => None,
        },
        Expected::Step(step) => {
            let now = game.turn.step;
            (now != *step).then(|| format!("it is the {}", now.words()))
        }
        Expected::Mana(player, cost) => mana(play, *player, cost),
        Expected::Not(inner) => match differs(play, inner, span)? {
            Some(_) => None,
            None => Some("it is so".to_owned()),
        },
    };
    Ok(found)
}

fn object(play: &Play<'_>, mention: &Mention) -> Ran<ObjectId> {
    play.names
        .object(mention, Seek::InPlay, &play.game, play.program)
        .map_err(|why| Box::new(Failure::new(Code::UnknownName, mention.span, why)))
}

/// What is wrong with the first of the objects of a mention with which something is.
fn first_of(
    play: &Play<'_>,
    mention: &Mention,
    wrong: impl Fn(ObjectId) -> Option<String>,
) -> Ran<Option<String>> {
    let found = things(play, mention)?;
    if found.iter().any(|thing| thing.object().is_none()) {
        return Err(Box::new(Failure::new(
            Code::UnknownName,
            mention.span,
            "a player is named where an object is needed",
        )));
    }
    Ok(found
        .iter()
        .filter_map(|thing| thing.object())
        .find_map(wrong))
}

pub(super) fn things(play: &Play<'_>, mention: &Mention) -> Ran<Vec<Entity>> {
    play.names
        .resolve(mention, Seek::InPlay, &play.game, play.program)
        .map_err(|why| Box::new(Failure::new(Code::UnknownName, mention.span, why)))
}

/// Whether the rule that forbids something is the one expected, or a part of it; a keyword is known by its whole rule.
fn because(found: &str, expected: &str) -> bool {
    let whole = expected.trim_end_matches(|c: char| c.is_ascii_lowercase());
    found == expected
        || found.starts_with("702.") && found == whole
        || found
            .strip_prefix(expected)
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase() || c == '.'))
}

fn condition(
    play: &Play<'_>,
    code: crate::bytecode::CodeId,
    mentions: &[Mention],
    span: Span,
) -> Ran<Option<String>> {
    let mut captured = vec![Value::Set(smallvec::SmallVec::new()); FRAME_REGISTERS];
    let mut named = Vec::new();
    for (number, mention) in mentions.iter().enumerate() {
        let found = things(play, mention)?;
        named.extend(found.iter().map(|thing| state_of(play, *thing)));
        let slot = number.saturating_mul(2).saturating_add(2);
        if let Some(slot) = captured.get_mut(slot) {
            *slot = Value::Set(found.into_iter().collect());
        }
    }
    // The thing that has the condition is the first one that is named, so that "it" can mean it.
    let this = mentions
        .first()
        .and_then(|m| things(play, m).ok())
        .and_then(|found| found.iter().find_map(|e| e.object()))
        .unwrap_or(ObjectId(0));
    let mut context = Context::new(this, PlayerId(0));
    context.captured = captured;
    match vm::truth(&play.game, play.program, code, &context, None) {
        Ok(true) => Ok(None),
        Ok(false) if named.is_empty() => Ok(Some("it is not so".to_owned())),
        Ok(false) => Ok(Some(format!("it is not so ({})", named.join("; ")))),
        Err(fault) => Err(Box::new(
            Failure::new(Code::Stuck, span, "the condition cannot be evaluated")
                .found(fault.to_string()),
        )),
    }
}

/// What something is now, briefly.
fn state_of(play: &Play<'_>, thing: Entity) -> String {
    let name = play.called(thing);
    let Entity::Object(id) = thing else {
        return name;
    };
    let game = &play.game;
    if game.zone(id) != Zone::Battlefield {
        return format!("{name} is not on the battlefield");
    }
    let status = if game.has_status(id, crate::game::Status::TAPPED) {
        "tapped"
    } else {
        "untapped"
    };
    let size = layers::characteristics(game, play.program, id)
        .filter(|c| c.types.contains(crate::vocab::CardType::Creature))
        .map_or_else(String::new, |c| format!(" {}/{}", c.power, c.toughness));
    format!("{name} is {status}{size}")
}

fn cards_in(game: &Game, player: PlayerId, zone: Zone) -> usize {
    let owned = |list: &[ObjectId]| {
        list.iter()
            .filter(|id| game.object(**id).is_some_and(|o| o.owner == player))
            .count()
    };
    match (zone, game.player(player)) {
        (Zone::Hand, Some(p)) => p.hand.len(),
        (Zone::Library, Some(p)) => p.library.len(),
        (Zone::Graveyard, Some(p)) => p.graveyard.len(),
        (Zone::Exile, _) => owned(&game.exile),
        (Zone::Command, _) => owned(&game.command),
        _ => 0,
    }
}

fn place(
    play: &Play<'_>,
    mention: &Mention,
    zone: Zone,
    player: Option<PlayerId>,
) -> Ran<Option<String>> {
    let mut mention = mention.clone();
    if let Named::Object { zone: wanted, .. } = &mut mention.what {
        *wanted = None;
    }
    let game = &play.game;
    // Of several with the name, one in the zone is meant.
    let mut there = mention.clone();
    if let Named::Object { zone: wanted, .. } = &mut there.what {
        *wanted = Some(zone);
    }
    if let Ok(found) = play.names.resolve(&there, Seek::InPlay, game, play.program) {
        let whose = |id: ObjectId| super::names::whose(game, play.program, id);
        let elsewhere = found
            .iter()
            .filter_map(|e| e.object())
            .find(|id| player.is_some_and(|p| whose(*id) != Some(p)));
        return Ok(elsewhere.map(|id| {
            let who =
                whose(id).map_or_else(|| "nobody".to_owned(), |p| play.called(Entity::Player(p)));
            format!("it is there, but it is {who}'s")
        }));
    }
    match play
        .names
        .resolve(&mention, Seek::InPlay, game, play.program)
    {
        Ok(found) => {
            let zones: Vec<String> = found
                .iter()
                .filter_map(|e| e.object())
                .map(|id| match game.zone(id) {
                    Zone::Nowhere => "it has ceased to exist".to_owned(),
                    zone => format!("it is in zone {zone:?}").to_lowercase(),
                })
                .collect();
            Ok(Some(zones.join(", ")))
        }
        Err(why) => Ok(Some(why)),
    }
}

fn on_stack(play: &Play<'_>, mention: Option<&Mention>, count: Count) -> Ran<Option<String>> {
    let sources = match mention {
        Some(mention) => Some(things(play, mention)?),
        None => None,
    };
    let game = &play.game;
    // CR 603.3c–d: an ability whose modes or targets are being chosen is on the stack already.
    let being_put = game.tasks.iter().filter_map(|task| match task {
        Task::PutTrigger { item, .. } => Some(item.as_ref()),
        _ => None,
    });
    let found = game
        .stack
        .iter()
        .chain(being_put)
        .filter(|item| match &sources {
            None => true,
            Some(sources) => {
                item.kind != StackKind::Spell
                    && sources
                        .iter()
                        .any(|s| play.same(*s, Entity::Object(item.source)))
            }
        })
        .count();
    Ok((!fits(found, count)).then(|| format!("there are {found}")))
}

fn fits(found: usize, count: Count) -> bool {
    match count {
        Count::Exactly(n) => found == n as usize,
        Count::AtLeast(n) => found >= n as usize,
    }
}

fn outcome(play: &Play<'_>, outcome: Option<&Outcome>) -> String {
    match outcome {
        None => "the game goes on".to_owned(),
        Some(Outcome::Draw(_)) => "the game is a draw".to_owned(),
        Some(Outcome::Won(players)) => {
            let players: Vec<Entity> = players.iter().map(|p| Entity::Player(*p)).collect();
            format!(
                "won by {}",
                play.names.list(&players, &play.game, play.program)
            )
        }
    }
}

fn asked(play: &Play<'_>, player: PlayerId, wanted: &[Mention]) -> Ran<Option<String>> {
    let Some(decision) = play.open_question() else {
        return Ok(Some("nobody is asked anything".to_owned()));
    };
    if decision.player != player {
        return Ok(Some(play.question(&decision)));
    }
    if wanted.is_empty() {
        return Ok(None);
    }
    let Choice::Some { from, .. } = &decision.choice else {
        return Ok(Some(play.question(&decision)));
    };
    let mut left = from.clone();
    for mention in wanted {
        for entity in things(play, mention)? {
            match left.iter().position(|e| *e == entity) {
                Some(at) => {
                    left.remove(at);
                }
                None => return Ok(Some(play.question(&decision))),
            }
        }
    }
    Ok((!left.is_empty()).then(|| play.question(&decision)))
}

/// Why an action is illegal now; `None` if it is legal. It is tried on a copy of the game.
pub fn legality(play: &Play<'_>, doing: &Doing, span: Span) -> Ran<Option<Illegal>> {
    let mut copy = play.clone();
    copy.queue.clear();
    copy.automatic = true;
    match &doing.deed {
        Deed::Attack(creature, target) => attack(&mut copy, creature, target.as_ref(), span),
        Deed::Block(creature, attacker) => block(&mut copy, creature, attacker, span),
        _ => match copy.act(doing, span) {
            Ok(()) => Ok(None),
            Err(failure) if failure.code == Code::Illegal => {
                let rule = failure.rule.unwrap_or("101.3");
                let reason = if failure.found.is_empty() {
                    failure.message.clone()
                } else {
                    failure.found.clone()
                };
                Ok(Some(Illegal::new(rule, reason).also(failure.also.clone())))
            }
            Err(failure) => Err(failure),
        },
    }
}

fn attack(
    play: &mut Play<'_>,
    creature: &Mention,
    target: Option<&Mention>,
    span: Span,
) -> Ran<Option<Illegal>> {
    let id = object(play, creature)?;
    let target = match target {
        Some(target) => things(play, target)?.first().copied(),
        None => None,
    };
    if play.open_question().is_none() {
        play.go(Goal::Attackers, span)?;
    }
    if let Some(why) = attack::refusal(&play.game, play.program, id) {
        return Ok(Some(why));
    }
    let Some(decision) = play.open_question().filter(|d| d.about == About::Attackers) else {
        return Ok(Some(Illegal::new(
            "508.1c",
            "a restriction keeps it from attacking",
        )));
    };
    let Choice::Assign { items } = &decision.choice else {
        return Ok(None);
    };
    let Some(item) = items.iter().find(|i| i.item == id) else {
        return Ok(Some(Illegal::new(
            "508.1c",
            "a restriction keeps it from attacking",
        )));
    };
    let mut last = None;
    let options = target.map_or_else(|| item.options.clone(), |t| vec![t]);
    for option in options {
        let answer = Answer::Assign(vec![(id, vec![option])]);
        match engine::answer(&mut play.game.clone(), play.program, answer) {
            Ok(()) => return Ok(None),
            Err(illegal) => last = Some(illegal),
        }
    }
    Ok(last)
}

fn block(
    play: &mut Play<'_>,
    creature: &Mention,
    attacker: &Mention,
    span: Span,
) -> Ran<Option<Illegal>> {
    let id = object(play, creature)?;
    let attacker = object(play, attacker)?;
    if play.open_question().is_none() {
        play.go(Goal::Blockers, span)?;
    }
    let controller = seats::controller(&play.game, play.program, id).unwrap_or(PlayerId(0));
    if let Some(why) = block::refusal(&play.game, play.program, id, controller) {
        return Ok(Some(why));
    }
    let generic = block::not_blockable(&play.game, controller, Entity::Object(attacker));
    while let Some(decision) = play.open_question().filter(|d| d.about == About::Blockers) {
        if decision.player == controller || seats::shared_turns(&play.game) {
            let answer = Answer::Assign(vec![(id, vec![Entity::Object(attacker)])]);
            let refused = engine::answer(&mut play.game.clone(), play.program, answer).err();
            return Ok(refused.map(|why| why.also(keyword_against(play, id, attacker))));
        }
        play.give(Answer::Assign(Vec::new()), span)?;
        play.goal = Goal::Blockers;
        if play.advance(span)? == Halt::Over {
            break;
        }
    }
    Ok(Some(generic.also(keyword_against(play, id, attacker))))
}

/// The rule of the keyword that keeps a creature from blocking an attacker, if one does.
fn keyword_against(play: &Play<'_>, blocker: ObjectId, attacker: ObjectId) -> Option<Name> {
    let protected = engine::targets::protected_from(&play.game, play.program, attacker, blocker);
    if protected == Ok(true) {
        return Some("702.16f".into());
    }
    engine::statements::forbids_block(&play.game, play.program, blocker, attacker)
        .ok()
        .flatten()?
        .rule(&play.game, play.program)
}

fn mana(play: &Play<'_>, player: PlayerId, cost: &ManaCost) -> Option<String> {
    let mut now: Vec<ManaKind> = play
        .game
        .player(player)
        .map(|p| p.mana.0.iter().map(|u| u.kind).collect())
        .unwrap_or_default();
    let text = |kinds: &[ManaKind]| {
        if kinds.is_empty() {
            return "no mana".to_owned();
        }
        kinds
            .iter()
            .map(|k| format!("{{{}}}", k.letter()))
            .collect()
    };
    let all = text(&now);
    for symbol in &cost.0 {
        let kinds: Vec<ManaKind> = match symbol {
            ManaSymbol::Mana(kind) => vec![*kind],
            _ => return Some(format!("mana pools hold no {cost}")),
        };
        for kind in kinds {
            match now.iter().position(|k| *k == kind) {
                Some(at) => {
                    now.remove(at);
                }
                None => return Some(format!("there is {all}")),
            }
        }
    }
    (!now.is_empty()).then(|| format!("there is {all}"))
}
