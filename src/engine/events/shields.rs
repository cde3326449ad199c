//! Damage that is prevented or dealt to another (CR 614.9, 615): how much of it, and what follows.

use super::{Prepared, applicable::Candidate};
use crate::bytecode::{Afterward, CodeId, Program, Replacement, Restriction};
use crate::engine::{events::REPLACED, layers, restrictions};
use crate::game::{
    About, Answer, Choice, Decision, Entity, Event, EventFlags, EventKind, Fault, Game, PlayerId,
    task::{After, Batch, ReplacementKey},
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

/// It is asked which damage a shield is for first.
const ASKED: ReplacementKey = ReplacementKey::Rule(10);
/// The damage that a shield is for first has been chosen.
const FIRST: ReplacementKey = ReplacementKey::Rule(11);

/// If several sources would deal more damage at the same time than a shield is for, the player who is dealt it, or the controller
/// of the permanent that is, chooses for which of it the shield is first (CR 615.7): whether that is asked now.
pub(super) fn asks(
    game: &mut Game,
    program: &Program,
    batch: &mut Batch,
    at: usize,
    candidate: &Candidate<'_>,
    player: PlayerId,
) -> Result<bool, Fault> {
    let (
        Some((_, Some(left))),
        Replacement::Prevent {
            filter,
            amount: Some(_),
            ..
        }
        | Replacement::Redirect {
            filter,
            amount: Some(_),
            ..
        },
    ) = (candidate.active, candidate.replacement)
    else {
        return Ok(false);
    };
    let Some((event, keys)) = batch.events.get_mut(at) else {
        return Ok(false);
    };
    if keys.contains(&FIRST) || event.amount <= 0 {
        return Ok(false);
    }
    let subject = event.subject;
    let mut total = event.amount;
    let mut from: Vec<Entity> = event.source.map(Entity::Object).into_iter().collect();
    let mut context = candidate.context.clone();
    for (other, keys) in batch.events.iter().skip(at.saturating_add(1)) {
        if other.kind != EventKind::Damage
            || other.subject != subject
            || keys.contains(&REPLACED)
            || keys.contains(&candidate.key)
        {
            continue;
        }
        context.event = Some(Box::new(other.clone()));
        if vm::truth(game, program, *filter, &context, Some(subject))? {
            total = total.saturating_add(other.amount);
            let source = other.source.map(Entity::Object);
            from.extend(source.filter(|source| !from.contains(source)));
        }
    }
    if from.len() < 2 || total <= left {
        return Ok(false);
    }
    if let Some((_, keys)) = batch.events.get_mut(at) {
        keys.push(ASKED);
    }
    game.decision = Some(Decision {
        player,
        choice: Choice::Some {
            from,
            min: 1,
            max: 1,
        },
        about: About::Shield,
        source: Some(candidate.context.this),
        ability: candidate.ability,
    });
    Ok(true)
}

/// The damage that was chosen takes the place of the one that it was asked for; `None` if nothing was asked.
pub(super) fn chosen_first(
    game: &mut Game,
    batch: &mut Batch,
    at: usize,
) -> Result<Option<Prepared>, Fault> {
    let Some((event, keys)) = batch.events.get_mut(at) else {
        return Ok(None);
    };
    if keys.last() != Some(&ASKED) {
        return Ok(None);
    }
    keys.pop();
    let subject = event.subject;
    let Some(Answer::Some(chosen)) = game.answer.take() else {
        return Err(Fault::State(
            "a choice of damage was answered otherwise".into(),
        ));
    };
    let source = chosen.first().and_then(|source| source.object());
    let place = batch.events.iter().skip(at).position(|(event, _)| {
        event.kind == EventKind::Damage && event.subject == subject && event.source == source
    });
    let place = at.saturating_add(place.unwrap_or(0));
    batch.events.swap(at, place);
    if let Some((_, keys)) = batch.events.get_mut(at) {
        keys.push(FIRST);
    }
    Ok(Some(Prepared::Again))
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
