//! Damage that is prevented or dealt to another (CR 614.9, 615): how much of it, and what follows.

use super::applicable::Candidate;
use crate::bytecode::{Afterward, CodeId, Program, Restriction};
use crate::engine::{events::REPLACED, layers, restrictions};
use crate::game::{
    Entity, Event, EventFlags, EventKind, Fault, Game,
    task::{After, Batch},
};
use crate::vm;
use crate::vocab::{CardType, Zone};

/// How much of an event an effect can prevent or redirect.
pub(super) fn at_most(
    game: &Game,
    program: &Program,
    amount: Option<CodeId>,
    event: &Event,
    candidate: &Candidate<'_>,
) -> Result<i64, Fault> {
    match (amount, candidate.active) {
        (Some(_), Some((_, Some(left)))) => Ok(left),
        (Some(code), _) => vm::number(game, program, code, &candidate.context, Some(event.subject)),
        (None, _) => Ok(i64::MAX),
    }
}

/// The timestamp of an effect that applies the next time only: it applies to all damage of the batch.
pub(super) fn this_time(game: &Game, candidate: &Candidate<'_>) -> Option<u32> {
    let (place, left) = candidate.active?;
    left?;
    game.effects.get(place).map(|effect| effect.timestamp.0)
}

/// Takes the other damage of a batch that an effect applies to out of it, and says how much that is.
pub(super) fn take_the_rest(
    game: &Game,
    program: &Program,
    batch: &mut Batch,
    at: usize,
    filter: CodeId,
    candidate: &Candidate<'_>,
) -> Result<i64, Fault> {
    let mut total = 0_i64;
    let mut context = candidate.context.clone();
    for (event, keys) in batch.events.iter_mut().skip(at.saturating_add(1)) {
        if event.kind != EventKind::Damage || keys.contains(&REPLACED) {
            continue;
        }
        context.event = Some(Box::new(event.clone()));
        if vm::truth(game, program, filter, &context, Some(event.subject))? {
            total = total.saturating_add(event.amount);
            keys.push(REPLACED);
        }
    }
    Ok(total)
}

/// Notes what is done once the damage of the batch has been dealt (CR 615.5, 615.13).
pub(super) fn afterward(
    batch: &mut Batch,
    candidate: &Candidate<'_>,
    then: Afterward,
    prevented: i64,
) {
    let Some(event) = candidate.context.event.as_deref() else {
        return;
    };
    let known = batch.after.iter_mut().find(|after| {
        after.by == candidate.key
            && after.context.event.as_ref().is_some_and(|other| {
                other.subject == event.subject && (!then.by_source || other.source == event.source)
            })
    });
    if let Some(event) = known.and_then(|after| after.context.event.as_mut()) {
        event.amount = event.amount.saturating_add(prevented);
        return;
    }
    let mut context = candidate.context.clone();
    if let Some(event) = &mut context.event {
        event.amount = prevented;
    }
    batch.after.push(After {
        by: candidate.key,
        code: then.code,
        context,
    });
}

/// Whether damage can't be prevented (CR 615.12).
pub(super) fn unpreventable(game: &Game, program: &Program, event: &Event) -> Result<bool, Fault> {
    if event.flags.has(EventFlags::UNPREVENTABLE) {
        return Ok(true);
    }
    let Some(source) = event.source else {
        return Ok(false);
    };
    let forbids = restrictions::forbidden(game, program, source.into(), |r, _| {
        Ok(*r == Restriction::DamagePrevented)
    })?;
    Ok(forbids.is_some())
}

/// Whether damage can be dealt to a player or permanent (CR 120.1, 614.9).
pub(super) fn can_be_dealt(game: &Game, program: &Program, to: Entity) -> bool {
    match to {
        Entity::Player(player) => game.player(player).is_some_and(|player| player.in_game),
        Entity::Object(id) => {
            let wanted = [CardType::Creature, CardType::Planeswalker, CardType::Battle];
            game.zone(id) == Zone::Battlefield
                && layers::characteristics(game, program, id)
                    .is_some_and(|seen| wanted.iter().any(|kind| seen.types.contains(*kind)))
        }
    }
}
