//! Replacement and prevention effects (CR 614–616), applied one after the other to an event of a batch.

use super::applicable::{Candidate, applicable};
use crate::bytecode::{
    Cost, CostPart, EntersChange, ManaChange, Program, Replacement, Restriction,
};
use crate::engine::{
    events::{
        Prepared, REPLACED,
        commander::{commander_returns, to_command_zone},
        shields::{
            self, afterward, at_most, can_be_dealt, take_the_rest, this_time, unpreventable,
        },
    },
    layers, restrictions, zones,
};
use crate::game::decision::OptionLabel;
use crate::game::{
    About, Answer, Choice, Context, Decision, Entity, Event, EventFlags, EventKind, Fault, Game,
    PlayerId, Status,
    state::ChosenValue,
    task::{Batch, ReplacementKey},
};
use crate::vm;
use smallvec::SmallVec;

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
    if let Some(done) = shields::chosen_first(game, batch, at)? {
        return Ok(done);
    }
    let Some((event, keys)) = batch.events.get_mut(at) else {
        return Ok(Prepared::Dropped);
    };
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
    if shields::asks(game, program, batch, at, &candidate, player)? {
        return Ok(Prepared::Wait(None));
    }
    let Some((_, keys)) = batch.events.get_mut(at) else {
        return Ok(Prepared::Dropped);
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
