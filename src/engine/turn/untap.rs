//! The untap step (CR 502): phasing, then untapping.

use super::steps::set_stage;
use crate::bytecode::{Primitive, Program};
use crate::engine::{events, layers, seats, statements};
use crate::game::{
    About, Answer, Cause, Choice, Decision, Entity, Event, EventKind, Fault, Game, ObjectId,
    PlayerId, Status, StepStage,
};

/// The step begins: what phases in or out does so at the same time, before anything untaps (CR 502.1).
pub(super) fn phase(game: &mut Game) {
    set_stage(game, StepStage::Untapping(0));
    let phasing = phasing(game);
    if !phasing.is_empty() {
        events::propose(game, phasing);
    }
}

/// The active players untap their permanents (CR 502.3), each those that neither effects nor they themselves keep tapped.
pub(super) fn untap(game: &mut Game, program: &Program, done: u8) -> Result<(), Fault> {
    layers::refresh(game, program);
    let Some(player) = seats::active_players(game).get(usize::from(done)).copied() else {
        // CR 502.4: no player receives priority.
        set_stage(game, StepStage::End);
        return Ok(());
    };
    let (untapping, optional) = tapped(game, program, player)?;
    let kept = match game.answer.take() {
        Some(Answer::Some(kept)) => kept,
        Some(_) => {
            return Err(Fault::State(
                "untapping was answered with something else".into(),
            ));
        }
        None if optional.is_empty() => Vec::new(),
        None => {
            game.decision = Some(Decision {
                player,
                choice: Choice::Some {
                    min: 0,
                    max: u32::try_from(optional.len()).unwrap_or(u32::MAX),
                    from: optional,
                },
                about: About::Untap,
                source: None,
                ability: None,
            });
            return Ok(());
        }
    };
    set_stage(game, StepStage::Untapping(done.saturating_add(1)));
    let changes: Vec<Event> = untapping
        .into_iter()
        .filter(|id| !kept.contains(&Entity::Object(*id)))
        .map(|id| {
            let mut event = Event::new(EventKind::Untap, id);
            event.cause = Cause::TurnBased;
            event
        })
        .collect();
    if !changes.is_empty() {
        events::propose(game, changes);
    }
    Ok(())
}

/// The tapped permanents of a player that no effect keeps from untapping, and those of them that may stay tapped.
fn tapped(
    game: &Game,
    program: &Program,
    player: PlayerId,
) -> Result<(Vec<ObjectId>, Vec<Entity>), Fault> {
    let (mut untapping, mut optional) = (Vec::new(), Vec::new());
    for &id in &game.battlefield {
        let mine = game
            .cached(id)
            .is_some_and(|seen| seen.controller == player);
        if !mine
            || !game.has_status(id, Status::TAPPED)
            || game.has_status(id, Status::PHASED_OUT)
            || statements::cant_untap_in_step(game, program, id)?
        {
            continue;
        }
        untapping.push(id);
        if statements::may_stay_tapped(game, program, id)? {
            optional.push(id.into());
        }
    }
    Ok((untapping, optional))
}

/// Permanents of the active player that phase in or out (CR 502.1, 702.26a).
fn phasing(game: &Game) -> Vec<Event> {
    let mut changes = Vec::new();
    for &id in &game.battlefield {
        let Some(object) = game.object(id) else {
            continue;
        };
        // CR 702.26g.
        if object.status.has(Status::PHASED_WITH_HOST) {
            continue;
        }
        let out = object.status.has(Status::PHASED_OUT);
        let controller = game
            .cached(id)
            .map_or(object.base_controller, |c| c.controller);
        if !seats::is_active(game, controller) {
            continue;
        }
        let has_phasing = game
            .cached(id)
            .is_some_and(|c| c.primitives & Primitive::Phasing.bit() != 0);
        if out || has_phasing {
            let mut event = Event::new(EventKind::Phase, id);
            event.amount = i64::from(out);
            event.cause = Cause::TurnBased;
            changes.push(event);
        }
    }
    // CR 702.26h: what would phase out with what it is attached to doesn't do so by itself.
    let directly: Vec<Entity> = changes
        .iter()
        .filter(|event| event.amount == 0)
        .map(|event| event.subject)
        .collect();
    changes.retain(|event| {
        let host = event
            .subject
            .object()
            .and_then(|id| game.object(id)?.attached_to);
        event.amount != 0 || host.is_none_or(|host| !directly.contains(&host))
    });
    changes
}
