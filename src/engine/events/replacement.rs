//! Replacement and prevention effects (CR 614–616), applied one after the other to an event of a batch.

use crate::bytecode::{
    AbilityId, AbilityKind, Change, Cost, CostPart, EntersChange, FaceId, ManaChange, Program,
    Replacement, Restriction, Static, StaticId, StaticKind,
};
use crate::engine::{
    events::{
        Prepared, REPLACED,
        commander::{commander_returns, to_command_zone},
        shields::{afterward, at_most, can_be_dealt, take_the_rest, this_time, unpreventable},
    },
    layers, restrictions, zones,
};
use crate::game::decision::OptionLabel;
use crate::game::{
    About, Answer, Choice, Context, Decision, Entity, Event, EventFlags, EventKind, Fault, Game,
    ObjectId, PlayerId, Status,
    state::ChosenValue,
    task::{Batch, ReplacementKey},
};
use crate::vm;
use crate::vocab::{Zone, ZoneSet};
use smallvec::SmallVec;

/// A replacement effect that could apply to the event.
pub(super) struct Candidate<'p> {
    pub(super) key: ReplacementKey,
    pub(super) what: &'p Static,
    pub(super) replacement: &'p Replacement,
    pub(super) context: Context,
    pub(super) ability: Option<AbilityId>,
    /// Of an active effect: its place, and how much is left of it.
    pub(super) active: Option<(usize, Option<i64>)>,
}

/// Applies the next replacement effect to an event, if there is any.
pub(in crate::engine) fn apply(
    game: &mut Game,
    program: &Program,
    batch: &mut Batch,
    at: usize,
) -> Result<Prepared, Fault> {
    let Some((event, keys)) = batch.events.get_mut(at) else {
        return Ok(Prepared::Dropped);
    };
    if event.kind == EventKind::Destroy && regenerate(game, program, event)? {
        return Ok(Prepared::Dropped);
    }
    if keys.last() == Some(&ASKED) {
        return paid_or_tapped(game, program, batch, at);
    }
    let mut found = applicable(game, program, event, keys)?;
    if found.is_empty() && commander_returns(game, event, keys) {
        return to_command_zone(game, event, keys);
    }
    // CR 616.1c: what makes it a copy comes first.
    let copies = |c: &Candidate<'_>| {
        matches!(c.replacement, Replacement::Entering { changes, .. }
            if changes.iter().any(|change| matches!(change, EntersChange::Copy(_))))
    };
    if found.iter().any(copies) {
        found.retain(copies);
    }
    let (true, Some(player)) = (!found.is_empty(), chooser(game, program, event)) else {
        return Ok(Prepared::Ready);
    };
    let Some(candidate) = first_to_apply(game, player, found)? else {
        return Ok(Prepared::Wait(None));
    };
    keys.push(candidate.key);
    perform(game, program, batch, at, &candidate)
}

/// A player is asked whether to pay as something enters; the effect that asks is the key before.
const ASKED: ReplacementKey = ReplacementKey::Rule(5);

/// The answer for "you may pay 2 life. If you don't, it enters tapped": what is paid, or else it enters tapped.
fn paid_or_tapped(
    game: &mut Game,
    program: &Program,
    batch: &mut Batch,
    at: usize,
) -> Result<Prepared, Fault> {
    let Some(Answer::YesNo(yes)) = game.answer.take() else {
        return Err(Fault::State(
            "a payment as something enters was answered otherwise".into(),
        ));
    };
    let Some((event, keys)) = batch.events.get_mut(at) else {
        return Ok(Prepared::Dropped);
    };
    keys.pop();
    // What has been applied is not found again, so it is looked for without its key.
    let key = keys.pop();
    let found = applicable(game, program, event, keys)?;
    keys.extend(key);
    let Some(candidate) = found.into_iter().find(|c| Some(c.key) == key) else {
        return Ok(Prepared::Again);
    };
    let Replacement::Entering { changes, .. } = candidate.replacement else {
        return Ok(Prepared::Again);
    };
    let cost = changes.iter().find_map(|change| match change {
        EntersChange::TappedUnless(cost) => Some(cost),
        _ => None,
    });
    if !yes {
        event.entry.get_or_insert_default().tapped = true;
        return Ok(Prepared::Again);
    }
    if let Some(CostPart::Act { code, .. }) = cost.and_then(|cost| cost.parts.first()) {
        vm::start(game, program, *code, candidate.context)?;
        return Ok(Prepared::Wait(game.tasks.pop()));
    }
    Ok(Prepared::Again)
}

/// Asks whether to pay as something enters; what can't be paid is not asked about (CR 118.3).
fn ask_to_pay(
    game: &mut Game,
    program: &Program,
    event: &mut Event,
    keys: &mut SmallVec<[ReplacementKey; 1]>,
    cost: &Cost,
    context: &Context,
) -> Result<Prepared, Fault> {
    let (None, [CostPart::Act { can, .. }]) = (&cost.mana, cost.parts.as_slice()) else {
        return Err(Fault::Unsupported("this payment as it enters".into()));
    };
    if !vm::truth(game, program, *can, context, None)? {
        event.entry.get_or_insert_default().tapped = true;
        return Ok(Prepared::Again);
    }
    keys.push(ASKED);
    game.decision = Some(Decision {
        player: context.you,
        choice: Choice::YesNo,
        about: About::May,
        source: Some(context.this),
        ability: None,
    });
    Ok(Prepared::Wait(None))
}

/// What becomes of a production of mana (CR 106.12b).
pub(super) enum Production {
    /// Nothing replaces it, or nothing any more.
    AsIs,
    /// It is asked which effect applies first.
    Ask,
    /// An effect changes it.
    Changed(ManaChange),
}

/// Finds the next effect that changes what a permanent is tapped for; `tapped` says what it would produce now.
pub(super) fn of_production(
    game: &mut Game,
    program: &Program,
    tapped: &Event,
    keys: &mut SmallVec<[ReplacementKey; 1]>,
) -> Result<Production, Fault> {
    let found = applicable(game, program, tapped, keys)?;
    let (true, Some(player)) = (!found.is_empty(), chooser(game, program, tapped)) else {
        return Ok(Production::AsIs);
    };
    let Some(candidate) = first_to_apply(game, player, found)? else {
        return Ok(Production::Ask);
    };
    keys.push(candidate.key);
    match candidate.replacement {
        Replacement::Mana { change, .. } => Ok(Production::Changed(*change)),
        _ => Ok(Production::AsIs),
    }
}

/// The effect of several that a player lets apply first (CR 616.1); `None` once they are asked.
fn first_to_apply<'p>(
    game: &mut Game,
    player: PlayerId,
    mut found: Vec<Candidate<'p>>,
) -> Result<Option<Candidate<'p>>, Fault> {
    let chosen = if found.len() == 1 {
        0
    } else {
        match game.answer.take() {
            Some(Answer::Options(options)) => options.first().map_or(0, |i| *i as usize),
            Some(_) => {
                return Err(Fault::State(
                    "a choice of replacement was answered otherwise".into(),
                ));
            }
            None => {
                ask(game, player, &found);
                return Ok(None);
            }
        }
    };
    if chosen >= found.len() {
        return Err(Fault::State(
            "a replacement effect that is no option was chosen".into(),
        ));
    }
    Ok(Some(found.swap_remove(chosen)))
}

fn ask(game: &mut Game, player: PlayerId, found: &[Candidate<'_>]) {
    let label = |candidate: &Candidate<'_>| match candidate.ability {
        Some(ability) => OptionLabel::Ability(ability, candidate.context.this),
        None => OptionLabel::Entity(candidate.context.this.into()),
    };
    game.decision = Some(Decision {
        player,
        choice: Choice::Options {
            options: found.iter().map(label).collect(),
            min: 1,
            max: 1,
            repeats: false,
        },
        about: About::ReplacementChoice,
        source: None,
        ability: None,
    });
}

/// CR 616.1: the affected player, or the controller of the affected object, or its owner if it has none.
fn chooser(game: &Game, program: &Program, event: &Event) -> Option<PlayerId> {
    match event.subject {
        Entity::Player(player) => Some(player),
        Entity::Object(id) => {
            let entering = event.entry.as_ref().and_then(|entry| entry.controller);
            entering
                .or_else(|| layers::characteristics(game, program, id).map(|seen| seen.controller))
        }
    }
}

/// CR 701.19: a regeneration shield replaces the destruction. Whether there was one.
fn regenerate(game: &mut Game, program: &Program, event: &Event) -> Result<bool, Fault> {
    let Some(id) = event.subject.object() else {
        return Ok(false);
    };
    let shield = (id, ChosenValue::RegenerationShield);
    let Some(place) = game.chosen.iter().position(|value| *value == shield) else {
        return Ok(false);
    };
    if event.flags.has(EventFlags::NO_REGENERATION)
        || restrictions::forbidden(game, program, id.into(), |r, _| {
            Ok(*r == Restriction::BeRegenerated)
        })?
        .is_some()
    {
        return Ok(false);
    }
    game.chosen.remove(place);
    if let Some(object) = game.object_mut(id) {
        object.damage = 0;
        object.status.set(Status::TAPPED, true);
        object.status.set(Status::DEATHTOUCHED, false);
    }
    zones::remove_from_combat(game, id);
    game.stale.0 = true;
    Ok(true)
}

/// Cards in the graveyard of the player who would draw that say something of it there (CR 702.52a).
fn in_graveyard(
    game: &Game,
    program: &Program,
    event: &Event,
) -> impl Iterator<Item = crate::game::ObjectId> {
    let player = event.subject.player().and_then(|p| game.player(p));
    let cards = player.filter(|_| event.kind == EventKind::Draw);
    cards
        .into_iter()
        .flat_map(|seat| seat.graveyard.iter().copied())
        .filter(move |id| {
            let face = game
                .object(*id)
                .and_then(|object| program.face(object.face));
            let mut abilities = face.into_iter().flat_map(|face| &face.abilities);
            abilities.any(|id| {
                program.ability(*id).is_some_and(|ability| {
                    matches!(ability.kind, AbilityKind::Static(_))
                        && ability.zones == ZoneSet::of(Zone::Graveyard)
                })
            })
        })
}

/// Every effect that applies to the event and has not yet.
fn applicable<'p>(
    game: &Game,
    program: &'p Program,
    event: &Event,
    keys: &[ReplacementKey],
) -> Result<Vec<Candidate<'p>>, Fault> {
    let mut found = Vec::new();
    let entering = event.kind == EventKind::ZoneChange && event.to == Zone::Battlefield;
    let mover = event
        .subject
        .object()
        .filter(|id| game.zone(*id) != Zone::Battlefield);
    let mut trial: Option<Trial> = None;
    // CR 614.12, 707.5: what is created, turned face down or becomes a copy as it enters has the abilities that it will
    // have on the battlefield, not those that it has where it is.
    let other = event.entry.as_deref().filter(|entry| {
        entering
            && (entry.face_down
                || entry.copy.is_some()
                || entry.token.is_some_and(|face| prints(program, face)))
    });
    // What it would get there from other effects counts as well.
    let blank = crate::game::Entry::default();
    let other = other.or_else(|| (entering && given(game, program)).then_some(&blank));
    let made = match other {
        Some(_) => {
            let (world, new) = tried(game, program, event, &mut trial)?;
            new.and_then(|new| Some((new, layers::characteristics(world, program, new)?)))
        }
        None => None,
    };
    let created = made
        .as_ref()
        .map(|(new, _)| *new)
        .filter(|_| mover.is_none());
    let replaces = |id: &StaticId| {
        program
            .statics
            .get(id.index())
            .is_some_and(|what| matches!(what.kind, StaticKind::Replacement(_)))
    };
    // Mostly no permanent replaces anything.
    let none = crate::engine::in_force::force(game)
        .is_some_and(|force| !force.statics.iter().any(replaces));
    let holders = game
        .battlefield
        .iter()
        .chain(&game.command)
        .skip(if none { usize::MAX } else { 0 })
        .copied()
        .chain(mover)
        .chain(created)
        .chain(in_graveyard(game, program, event));
    for id in holders {
        // CR 614.12: an entering permanent's own abilities count as on the battlefield.
        let own = entering && (Some(id) == mover || Some(id) == created);
        let seen = match &made {
            Some((_, made)) if own => Some(std::borrow::Cow::Borrowed(&**made)),
            _ => layers::seen(game, program, id),
        };
        let Some(seen) = seen else {
            continue;
        };
        let zone = if own {
            Zone::Battlefield
        } else {
            game.zone(id)
        };
        if game.has_status(id, Status::PHASED_OUT) {
            continue;
        }
        for instance in &seen.abilities {
            let Some(ability) = program.ability(instance.ability) else {
                continue;
            };
            let AbilityKind::Static(statics) = &ability.kind else {
                continue;
            };
            if !ability.zones.contains(zone) {
                continue;
            }
            for (n, statement) in statics.iter().enumerate() {
                let Some(what) = program.statics.get(statement.index()) else {
                    continue;
                };
                let StaticKind::Replacement(replacement) = &what.kind else {
                    continue;
                };
                let n = u16::try_from(n).unwrap_or(u16::MAX);
                let candidate = Candidate {
                    // What is created has no lasting number yet.
                    key: ReplacementKey::Ability(
                        if Some(id) == created {
                            ObjectId(u32::MAX)
                        } else {
                            id
                        },
                        instance.ability,
                        n,
                    ),
                    what,
                    replacement,
                    context: as_it_enters(game, id, seen.controller),
                    ability: Some(instance.ability),
                    active: None,
                };
                consider(
                    game, program, event, keys, candidate, &mut trial, &mut found,
                )?;
            }
        }
    }
    for (place, effect) in game.effects.iter().enumerate() {
        let Some(what) = program.statics.get(effect.what.index()) else {
            continue;
        };
        let StaticKind::Replacement(replacement) = &what.kind else {
            continue;
        };
        if effect.remaining.is_some_and(|left| left <= 0)
            || effect
                .affected
                .as_ref()
                .is_some_and(|set| !set.contains(&event.subject))
        {
            continue;
        }
        let candidate = Candidate {
            key: ReplacementKey::Effect(effect.timestamp.0),
            what,
            replacement,
            context: effect.context.clone(),
            ability: None,
            active: Some((place, effect.remaining)),
        };
        consider(
            game, program, event, keys, candidate, &mut trial, &mut found,
        )?;
    }
    Ok(found)
}

/// The game as it would be if something had entered, and what it would be there.
type Trial = (Game, Option<ObjectId>);

/// Lets something enter in a copy of the game, once.
fn tried<'t>(
    game: &Game,
    program: &Program,
    event: &Event,
    trial: &'t mut Option<Trial>,
) -> Result<(&'t Game, Option<ObjectId>), Fault> {
    if trial.is_none() {
        let mut copy = game.clone();
        let new = zones::change(&mut copy, program, event)?;
        copy.stale.0 = true;
        layers::try_refresh(&mut copy, program)?;
        *trial = Some((copy, new));
    }
    match trial {
        Some((copy, new)) => Ok((copy, *new)),
        None => Err(Fault::State("nothing was tried".into())),
    }
}

/// Whether a face says how the object enters.
fn prints(program: &Program, face: FaceId) -> bool {
    let abilities = program.face(face).map(|face| face.abilities.as_slice());
    enter(program, abilities.unwrap_or_default())
}

/// Whether one of these abilities says how its object enters.
fn enter(program: &Program, abilities: &[AbilityId]) -> bool {
    abilities.iter().any(|id| {
        matches!(program.ability(*id).map(|a| &a.kind), Some(AbilityKind::Static(statics))
        if statics.iter().any(|id| matches!(
            program.statics.get(id.index()).map(|s| &s.kind),
            Some(StaticKind::Replacement(Replacement::Entering { .. }))
        )))
    })
}

/// Whether some effect gives abilities that say how an object enters.
fn given(game: &Game, program: &Program) -> bool {
    let gives = |id: &StaticId| {
        let kind = program.statics.get(id.index()).map(|what| &what.kind);
        matches!(kind, Some(StaticKind::Continuous(parts)) if parts.iter().any(|part| {
            matches!(&part.change, Change::Gain(abilities) if enter(program, abilities))
        }))
    };
    let lasting = game.effects.iter().any(|effect| gives(&effect.what));
    lasting
        || crate::engine::in_force::force(game).is_none_or(|force| force.statics.iter().any(gives))
}

/// Adds the effect if it applies.
fn consider<'p>(
    game: &Game,
    program: &Program,
    event: &Event,
    keys: &[ReplacementKey],
    mut candidate: Candidate<'p>,
    trial: &mut Option<Trial>,
    found: &mut Vec<Candidate<'p>>,
) -> Result<(), Fault> {
    if keys.contains(&candidate.key) {
        return Ok(());
    }
    let moves = event.kind == EventKind::ZoneChange;
    let filter = match candidate.replacement {
        Replacement::Instead { kinds, filter, .. } | Replacement::Amount { kinds, filter, .. }
            if kinds.contains(event.kind)
                || moves && zones::action_of(event.cause).is_some_and(|k| kinds.contains(k)) =>
        {
            *filter
        }
        // Only while it is produced: the event of having been tapped for mana comes after that.
        Replacement::Mana { filter, .. } if event.flags.has(EventFlags::TAPPED_FOR) => *filter,
        Replacement::Elsewhere { filter, .. } if moves => *filter,
        Replacement::Entering { filter, .. } if moves && event.to == Zone::Battlefield => *filter,
        Replacement::Prevent { filter, .. } | Replacement::Redirect { filter, .. }
            if event.kind == EventKind::Damage && event.amount > 0 =>
        {
            *filter
        }
        _ => return Ok(()),
    };
    // CR 615.12: of what can't be prevented, only what else the effect does takes place.
    if matches!(
        candidate.replacement,
        Replacement::Prevent { then: None, .. }
    ) && unpreventable(game, program, event)?
    {
        return Ok(());
    }
    candidate.context.event = Some(Box::new(event.clone()));
    let mut looks_at = event.subject;
    let mut world = game;
    let mut context = candidate.context.clone();
    if matches!(candidate.replacement, Replacement::Entering { .. }) {
        // CR 614.12: the permanent is looked at as it would exist on the battlefield.
        if let (copy, Some(new)) = tried(game, program, event, trial)? {
            world = copy;
            looks_at = new.into();
            if Some(context.this) == event.subject.object() {
                context.this = new;
            }
            if let Some(event) = &mut context.event {
                event.object = Some(looks_at);
            }
        }
    }
    if let Some(condition) = candidate.what.condition
        && !vm::truth(world, program, condition, &context, Some(looks_at))?
    {
        return Ok(());
    }
    if vm::truth(world, program, filter, &context, Some(looks_at))? {
        found.push(candidate);
    }
    Ok(())
}

/// Changes the event as the effect says.
fn perform(
    game: &mut Game,
    program: &Program,
    batch: &mut Batch,
    at: usize,
    candidate: &Candidate<'_>,
) -> Result<Prepared, Fault> {
    let Some((event, keys)) = batch.events.get_mut(at) else {
        return Ok(Prepared::Dropped);
    };
    let subject = Some(event.subject);
    let context = &candidate.context;
    match candidate.replacement {
        Replacement::Instead { filter, code, .. } => {
            use_up(game, candidate, 1);
            keys.push(REPLACED);
            let mut context = context.clone();
            if candidate.active.is_some_and(|(_, left)| left.is_some())
                && event.kind == EventKind::Damage
            {
                // "The next time damage would be dealt": all that would be dealt at once.
                let more = take_the_rest(game, program, batch, at, *filter, candidate)?;
                if let Some(event) = &mut context.event {
                    event.amount = event.amount.saturating_add(more);
                }
            }
            vm::start(game, program, *code, context)?;
            return Ok(Prepared::Wait(game.tasks.pop()));
        }
        Replacement::Amount { amount, .. } => {
            event.amount = vm::number(game, program, *amount, context, subject)?;
            use_up(game, candidate, 1);
            if event.amount <= 0 {
                return Ok(Prepared::Dropped);
            }
        }
        Replacement::Elsewhere {
            to, depth, shuffle, ..
        } => {
            event.to = *to;
            let entry = event.entry.get_or_insert_default();
            (entry.depth, entry.random, entry.arranger) = (*depth, *shuffle, None);
            use_up(game, candidate, 1);
            let owner = event
                .subject
                .object()
                .and_then(|id| game.object(id))
                .map(|o| o.owner);
            if let (true, Some(owner)) = (*shuffle, owner) {
                batch.events.push((
                    Event::new(EventKind::Shuffle, owner),
                    SmallVec::from_iter([crate::engine::events::PART]),
                ));
            }
        }
        Replacement::Prevent { amount, then, .. } => {
            let most = if unpreventable(game, program, event)? {
                0
            } else {
                at_most(game, program, *amount, event, candidate)?
            };
            let prevented = event.amount.min(most.max(0));
            event.amount = event.amount.saturating_sub(prevented);
            let none_left = event.amount == 0;
            let used = if amount.is_some() {
                use_up(game, candidate, prevented);
                None
            } else {
                this_time(game, candidate)
            };
            batch.used.extend(used);
            if let Some(then) = then {
                afterward(batch, candidate, *then, prevented);
            }
            if none_left {
                return Ok(Prepared::Dropped);
            }
        }
        Replacement::Redirect { amount, to, .. } => {
            let to = vm::set(game, program, *to, context, subject)?;
            let Some(to) = to.first().copied().filter(|to| {
                *to != event.subject
                    && can_be_dealt(game, program, *to)
                    && can_be_dealt(game, program, event.subject)
            }) else {
                // CR 614.9: then the effect does nothing, and is not used up (CR 609.7b).
                return Ok(Prepared::Again);
            };
            let most = at_most(game, program, *amount, event, candidate)?;
            let part = event.amount.min(most.max(0));
            if part == 0 {
                return Ok(Prepared::Again);
            }
            // Whether it can be dealt to the other is another question.
            let mut of_other = keys.clone();
            of_other.retain(|key| *key != crate::engine::events::BEGUN);
            if part < event.amount {
                event.amount = event.amount.saturating_sub(part);
                let mut other = event.clone();
                (other.amount, other.subject) = (part, to);
                batch.events.push((other, of_other));
            } else {
                event.subject = to;
                *keys = of_other;
            }
            let used = if amount.is_some() {
                use_up(game, candidate, part);
                None
            } else {
                this_time(game, candidate)
            };
            batch.used.extend(used);
        }
        Replacement::Entering { changes, .. } => {
            // What is chosen or done as it enters comes last, as it takes its time.
            let waits = |change: &&EntersChange| {
                matches!(change, EntersChange::As(_) | EntersChange::Copy(_))
            };
            let (late, early): (Vec<_>, Vec<_>) = changes.iter().partition(waits);
            if late.len() > 1 {
                return Err(Fault::Unsupported("two things done as one enters".into()));
            }
            for change in early.into_iter().chain(late) {
                match change {
                    EntersChange::Tapped => event.entry.get_or_insert_default().tapped = true,
                    EntersChange::Counters(count, kind) => {
                        let count = vm::number(game, program, *count, context, subject)?;
                        if count > 0 {
                            let entry = event.entry.get_or_insert_default();
                            entry.counters.push((*kind, zones::clamp(count)));
                        }
                    }
                    EntersChange::As(code) | EntersChange::Copy(code) => {
                        // CR 614.12a: choices are made before it enters.
                        let mut inside = context.clone();
                        inside.this = match event.subject.object() {
                            Some(id) => id,
                            None => zones::stand_in(game, event),
                        };
                        vm::start(game, program, *code, inside)?;
                        return Ok(Prepared::Wait(game.tasks.pop()));
                    }
                    EntersChange::TappedUnless(cost) => {
                        return ask_to_pay(game, program, event, keys, cost, context);
                    }
                }
            }
        }
        Replacement::Mana { .. } | Replacement::Skip(_) => {}
    }
    Ok(Prepared::Again)
}

/// An effect with a limit is used up by so much; one that is used up ends.
fn use_up(game: &mut Game, candidate: &Candidate<'_>, by: i64) {
    let Some((place, Some(_))) = candidate.active else {
        return;
    };
    let Some(effect) = game.effects.get_mut(place) else {
        return;
    };
    let left = effect.remaining.unwrap_or(0).saturating_sub(by);
    effect.remaining = Some(left);
    if left <= 0 {
        game.effects.remove(place);
    }
}

/// The context of an object's own replacement abilities. As it enters, X is that of the spell that becomes it (CR 107.3m).
fn as_it_enters(game: &Game, id: ObjectId, controller: crate::game::PlayerId) -> Context {
    let mut context = Context::new(id, controller);
    if let Some(object) = game.object(id).filter(|o| o.zone == Zone::Stack) {
        context.x = i64::from(object.x);
    }
    context
}
