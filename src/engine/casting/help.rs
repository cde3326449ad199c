//! Paying for mana in a spell's total cost by tapping creatures or artifacts, or by exiling cards from a graveyard
//! (CR 702.51, 702.66, 702.126): what can help, and what is left to pay.

use crate::bytecode::{Primitive, Program};
use crate::engine::{
    casting::{Flow, announce, payment},
    combat, events, layers,
    mana::{Kinds, Use, kind_bit},
    seats,
};
use crate::game::{
    About, Answer, CastStage, Casting, Cause, Choice, Decision, Entity, Event, EventFlags,
    EventKind, Fault, Game, ObjectId, PlayerId, StackKind, Status,
};
use crate::vocab::{CardType, ManaCost, ManaKind, ManaSymbol, Zone};

/// Something that can be used instead of one mana.
#[derive(Debug, Clone, Copy)]
pub struct Helper {
    /// What.
    pub id: ObjectId,
    /// Colors of mana that it can stand for, besides generic mana.
    pub kinds: Kinds,
}

/// What can help to pay for a spell.
pub fn helpers(game: &Game, program: &Program, player: PlayerId, spell: ObjectId) -> Vec<Helper> {
    let Some(seen) = layers::seen(game, program, spell) else {
        return Vec::new();
    };
    let has = |primitive| combat::has(&seen, primitive);
    let (convoke, improvise) = (has(Primitive::Convoke), has(Primitive::Improvise));
    let mut found = Vec::new();
    for &id in &game.battlefield {
        if !convoke && !improvise {
            break;
        }
        let Some(seen) = layers::seen(game, program, id) else {
            continue;
        };
        if seen.controller != player
            || game.has_status(id, Status::TAPPED)
            || game.has_status(id, Status::PHASED_OUT)
        {
            continue;
        }
        if convoke && seen.types.contains(CardType::Creature) {
            let kinds = seen
                .colors
                .iter()
                .fold(0, |bits, color| bits | kind_bit(ManaKind::Colored(color)));
            found.push(Helper { id, kinds });
        } else if improvise && seen.types.contains(CardType::Artifact) {
            found.push(Helper { id, kinds: 0 });
        }
    }
    if has(Primitive::Delve)
        && let Some(seat) = game.player(player)
    {
        let cards = seat.graveyard.iter().filter(|id| **id != spell);
        found.extend(cards.map(|id| Helper { id: *id, kinds: 0 }));
    }
    found
}

/// Whether a symbol of a cost is one mana of a color that the helper has.
fn fits(symbol: ManaSymbol, helper: Helper) -> bool {
    let colors = symbol.colors();
    !matches!(
        symbol,
        ManaSymbol::Generic(_) | ManaSymbol::X | ManaSymbol::Snow
    ) && colors
        .iter()
        .any(|color| helper.kinds & kind_bit(ManaKind::Colored(color)) != 0)
}

/// What is left of a cost that these helpers pay for, each one mana: colored mana first, as that leaves the most choice.
/// `None` if one of them has nothing to pay for.
fn left(cost: &ManaCost, helpers: &[Helper]) -> Option<ManaCost> {
    let mut symbols = cost.0.clone();
    let mut rest: Vec<Helper> = helpers.to_vec();
    // Those with the fewest colors choose first.
    rest.sort_by_key(|helper| helper.kinds.count_ones());
    let mut generic_by = 0_u32;
    for helper in rest {
        match symbols.iter().position(|symbol| fits(*symbol, helper)) {
            Some(at) => {
                symbols.remove(at);
            }
            None => generic_by = generic_by.saturating_add(1),
        }
    }
    for symbol in &mut symbols {
        if let ManaSymbol::Generic(n) = symbol {
            let paid = generic_by.min(*n);
            *n = n.saturating_sub(paid);
            generic_by = generic_by.saturating_sub(paid);
        }
    }
    symbols.retain(|symbol| *symbol != ManaSymbol::Generic(0));
    (generic_by == 0).then_some(ManaCost(symbols))
}

/// The cost with as much help as there is, to see whether it can be paid at all. Helpers that would be tapped for mana too
/// are counted once, since mana of their own is asked for only where help does not reach.
pub(in crate::engine) fn with_all(
    game: &Game,
    program: &Program,
    player: PlayerId,
    spell: ObjectId,
    cost: &ManaCost,
) -> ManaCost {
    let mut best = cost.clone();
    if assisted(game, program, spell) {
        // CR 702.132a: whoever of the others has the most mana could pay all of it for the generic part.
        let others = others(game, player);
        let most =
            others.filter_map(|other| payment::most(game, program, other, Use::Cast(spell)).ok());
        best = without(&best, most.max().unwrap_or(0));
    }
    let cost = &best.clone();
    let mut used: Vec<Helper> = Vec::new();
    for helper in helpers(game, program, player, spell) {
        used.push(helper);
        match left(cost, &used) {
            Some(rest) => best = rest,
            None => {
                used.pop();
            }
        }
    }
    best
}

/// Whether another player can help to pay for a spell (CR 702.132a).
fn assisted(game: &Game, program: &Program, spell: ObjectId) -> bool {
    layers::seen(game, program, spell).is_some_and(|seen| combat::has(&seen, Primitive::Assist))
}

/// The other players.
fn others(game: &Game, player: PlayerId) -> impl Iterator<Item = PlayerId> {
    seats::in_game(game).filter(move |other| *other != player)
}

/// A cost with so much less generic mana.
fn without(cost: &ManaCost, mut less: u32) -> ManaCost {
    let mut symbols = cost.0.clone();
    for symbol in &mut symbols {
        if let ManaSymbol::Generic(n) = symbol {
            let by = less.min(*n);
            *n = n.saturating_sub(by);
            less = less.saturating_sub(by);
        }
    }
    symbols.retain(|symbol| *symbol != ManaSymbol::Generic(0));
    ManaCost(symbols)
}

/// The generic part of a cost.
fn generic(cost: &ManaCost) -> u32 {
    let generic = cost.0.iter().map(|symbol| match symbol {
        ManaSymbol::Generic(n) => *n,
        _ => 0,
    });
    generic.fold(0, u32::saturating_add)
}

/// CR 702.132a: the caster may choose another player, who may pay for generic mana of the cost.
pub(in crate::engine) fn assist(
    game: &mut Game,
    program: &Program,
    casting: &mut Casting,
) -> Result<Flow, Fault> {
    casting.stage = CastStage::ManaAbilities;
    let amount = casting.cost.as_ref().map_or(0, |cost| generic(&cost.mana));
    let spell = casting.item.kind == StackKind::Spell && !casting.face_up;
    if !spell || amount == 0 || !assisted(game, program, casting.item.object) {
        return Ok(Flow::On);
    }
    let wrong = || Fault::State("assistance was answered with something else".into());
    let mut decision = Decision {
        player: casting.item.controller,
        choice: Choice::Some {
            from: others(game, casting.item.controller)
                .map(Entity::Player)
                .collect(),
            min: 0,
            max: 1,
        },
        about: About::Help,
        source: Some(casting.item.source),
        ability: casting.item.ability,
    };
    match (casting.besides.helper, game.answer.take()) {
        (None, None) => {}
        (None, Some(Answer::Some(chosen))) => {
            let Some(helper) = chosen.first().and_then(|entity| entity.player()) else {
                return Ok(Flow::On);
            };
            casting.besides.helper = Some(helper);
            decision.player = helper;
            let most = payment::most(game, program, helper, Use::of(casting))?.min(amount);
            decision.choice = Choice::Number {
                min: 0,
                max: i64::from(most),
            };
        }
        (Some(helper), Some(Answer::Number(n))) => {
            let n = u32::try_from(n.max(0)).unwrap_or(u32::MAX).min(amount);
            if let Some(cost) = &mut casting.cost {
                cost.mana = without(&cost.mana, n);
            }
            if n > 0 {
                let mana = ManaCost([ManaSymbol::Generic(n)].into_iter().collect());
                payment::begin(game, helper, mana, casting.item.object, None);
            }
            return Ok(Flow::On);
        }
        _ => return Err(wrong()),
    }
    casting.stage = CastStage::Assist;
    game.decision = Some(decision);
    Ok(Flow::On)
}

/// CR 601.2f, 702.51b: once the total cost is known, the player chooses what helps.
pub(in crate::engine) fn step(
    game: &mut Game,
    program: &Program,
    casting: &mut Casting,
) -> Result<Flow, Fault> {
    casting.stage = CastStage::Assist;
    if casting.item.kind != StackKind::Spell || casting.face_up {
        return Ok(Flow::On);
    }
    let player = casting.item.controller;
    let all = helpers(game, program, player, casting.item.object);
    let Some(cost) = &mut casting.cost else {
        return Ok(Flow::On);
    };
    if all.is_empty() || cost.mana.0.is_empty() {
        return Ok(Flow::On);
    }
    if let Some(answer) = game.answer.take() {
        let Answer::Some(chosen) = answer else {
            return Err(Fault::State("help was answered with something else".into()));
        };
        let chosen: Vec<Helper> = all
            .into_iter()
            .filter(|helper| chosen.contains(&Entity::Object(helper.id)))
            .collect();
        let Some(rest) = left(&cost.mana, &chosen) else {
            return Ok(Flow::TakeBack);
        };
        cost.mana = rest;
        let used = chosen.iter().map(|helper| {
            let zone = game.zone(helper.id);
            let mut event = if zone == Zone::Battlefield {
                Event::new(EventKind::Tap, helper.id)
            } else {
                let mut event = Event::new(EventKind::ZoneChange, helper.id);
                (event.from, event.to) = (zone, Zone::Exile);
                event
            };
            event.cause = Cause::Cost;
            event.flags = EventFlags::COST;
            event
        });
        let used: Vec<Event> = used.collect();
        if !used.is_empty() {
            events::propose(game, used);
        }
        return Ok(Flow::On);
    }
    let total = cost.mana.mana_value(0);
    let available = payment::most(game, program, player, Use::of(casting))?;
    let count = u32::try_from(all.len()).unwrap_or(u32::MAX);
    let choice = Choice::Some {
        from: all.iter().map(|helper| helper.id.into()).collect(),
        min: total.saturating_sub(available).min(count),
        max: total.min(count),
    };
    casting.stage = CastStage::Help;
    announce::ask(game, &casting.item, choice, About::Help);
    Ok(Flow::On)
}
