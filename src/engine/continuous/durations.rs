//! When effects end (CR 611.2a, 500.4, 500.5, 514.2).

use crate::bytecode::{Program, StaticKind};
use crate::engine::{events, seats};
use crate::game::{Context, EffectEnd, Event, EventKind, Fault, Game, Status, state::ChosenValue};
use crate::vm;
use crate::vocab::{Step, Zone};

/// Ends the effects and delayed triggers for which this holds.
fn end(
    game: &mut Game,
    program: &Program,
    mut over: impl FnMut(&Game, &EffectEnd, &Context) -> Result<bool, Fault>,
) -> Result<bool, Fault> {
    let mut keep_effects = Vec::with_capacity(game.effects.len());
    for effect in &game.effects {
        keep_effects.push(!over(game, &effect.end, &effect.context)?);
    }
    let mut keep_delayed = Vec::with_capacity(game.delayed.len());
    for delayed in &game.delayed {
        keep_delayed.push(!over(game, &delayed.end, &delayed.context)?);
    }
    // CR 610.3: what an effect exiled until then returns.
    let mut returning = Vec::new();
    for (effect, _) in game
        .effects
        .iter()
        .zip(&keep_effects)
        .filter(|(_, keep)| !**keep)
    {
        let held = program
            .statics
            .get(effect.what.index())
            .is_some_and(|what| what.kind == StaticKind::HeldInExile);
        if !held {
            continue;
        }
        for id in effect.affected.iter().flatten().filter_map(|e| e.object()) {
            if game.zone(id) == Zone::Exile {
                let mut event = Event::new(EventKind::ZoneChange, id);
                (event.from, event.to) = (Zone::Exile, Zone::Battlefield);
                event.source = Some(effect.context.this);
                returning.push(event);
            }
        }
    }
    let ended = keep_effects.iter().chain(&keep_delayed).any(|keep| !keep);
    let mut keep = keep_effects.into_iter();
    game.effects.retain(|_| keep.next().unwrap_or(true));
    let mut keep = keep_delayed.into_iter();
    game.delayed.retain(|_| keep.next().unwrap_or(true));
    if ended {
        game.stale.0 = true;
    }
    if !returning.is_empty() {
        events::propose(game, returning);
    }
    Ok(ended)
}

/// A turn begins: effects until then end.
pub(in crate::engine) fn turn_begins(game: &mut Game, program: &Program) -> Result<(), Fault> {
    end(game, program, |game, end, _| {
        Ok(match end {
            EffectEnd::NextTurnOf(player, begun) => {
                game.player(*player).is_some_and(|seat| seat.turns > *begun)
            }
            _ => false,
        })
    })
    .map(drop)
}

/// A step begins (CR 500.4).
pub(in crate::engine) fn step_begins(
    game: &mut Game,
    program: &Program,
    step: Step,
) -> Result<(), Fault> {
    end(game, program, |game, end, _| {
        Ok(match end {
            EffectEnd::Step(at, who) => {
                *at == step && who.is_none_or(|player| seats::is_active(game, player))
            }
            _ => false,
        })
    })
    .map(drop)
}

/// The cleanup step: damage is removed and effects until end of turn end, at once (CR 514.2).
pub(in crate::engine) fn cleanup(game: &mut Game, program: &Program) -> Result<(), Fault> {
    for id in game.battlefield.clone() {
        if let Some(object) = game.object_mut(id) {
            object.damage = 0;
            object.status.set(Status::DEATHTOUCHED, false);
        }
    }
    game.chosen
        .retain(|(_, value)| *value != ChosenValue::RegenerationShield);
    let exiled: Vec<bool> = game
        .linked
        .iter()
        .map(|(_, what)| game.zone(*what) == Zone::Exile)
        .collect();
    let mut exiled = exiled.into_iter();
    game.linked.retain(|_| exiled.next().unwrap_or(false));
    // How something was cast is asked of it a little after it has left, not for the rest of the game.
    let gone: Vec<bool> = game
        .chosen
        .iter()
        .map(|(of, value)| value.is_about_casting() && game.zone(*of) == Zone::Nowhere)
        .collect();
    let mut gone = gone.into_iter();
    game.chosen.retain(|_| !gone.next().unwrap_or(false));
    end(game, program, |game, end, _| {
        Ok(match end {
            EffectEnd::EndOfTurn => true,
            EffectEnd::EndOfNextTurnOf(player, begun) => {
                seats::is_active(game, *player)
                    && game.player(*player).is_some_and(|seat| seat.turns > *begun)
            }
            _ => false,
        })
    })
    .map(drop)
}

/// The combat phase ends (CR 500.5a).
pub(in crate::engine) fn combat_ends(game: &mut Game, program: &Program) -> Result<(), Fault> {
    end(
        game,
        program,
        |_, end, _| Ok(*end == EffectEnd::EndOfCombat),
    )
    .map(drop)
}

/// Something has left its zone: what was exiled until then returns at once (CR 610.3b).
pub(in crate::engine) fn objects_left(game: &mut Game, program: &Program) -> Result<(), Fault> {
    let waits = |effect: &crate::game::ActiveEffect| matches!(effect.end, EffectEnd::Leaves(_));
    if !game.effects.iter().any(waits) {
        return Ok(());
    }
    end(game, program, |game, end, _| {
        Ok(matches!(end, EffectEnd::Leaves(id) if game.zone(*id) == Zone::Nowhere))
    })
    .map(drop)
}

/// Effects that last while something holds or while an object is where it is. Whether any ended.
pub(in crate::engine) fn conditions(game: &mut Game, program: &Program) -> Result<bool, Fault> {
    if game.effects.is_empty() && game.delayed.is_empty() {
        return Ok(false);
    }
    end(game, program, |game, end, context| match end {
        EffectEnd::While(code) => Ok(!vm::truth(game, program, *code, context, None)?),
        EffectEnd::Leaves(id) => Ok(game.zone(*id) == Zone::Nowhere),
        _ => Ok(false),
    })
}
