//! Effects that last beyond the instruction that begins them (CR 611.2).

use super::sets;
use crate::bytecode::op::FRAME_REGISTERS;
use crate::bytecode::{
    Change, Ending, Exception, Program, Replacement, StaticId, StaticKind, Subject,
};
use crate::game::{
    ActiveEffect, Characteristics, CopiableValues, EffectEnd, Entity, Fault, Frame, Game, PlayerId,
    Task, Value,
};
use crate::vocab::Step;

/// When something that begins now ends.
pub(super) fn end_of(game: &Game, context: &crate::game::Context, ending: Ending) -> EffectEnd {
    let turns = game.player(context.you).map_or(0, |player| player.turns);
    match ending {
        Ending::EndOfTurn | Ending::NextTime => EffectEnd::EndOfTurn,
        Ending::EndOfCombat => EffectEnd::EndOfCombat,
        Ending::YourNextTurn => EffectEnd::NextTurnOf(context.you, turns),
        Ending::EndOfYourNextTurn => EffectEnd::EndOfNextTurnOf(context.you, turns),
        Ending::ThisLeaves => EffectEnd::Leaves(context.this),
        Ending::NextUntapStep | Ending::While | Ending::Once | Ending::Never => EffectEnd::Never,
    }
}

/// Begins a continuous effect. The set of objects whose characteristics or controller it changes is fixed now
/// (CR 611.2c), and so are its quantities (CR 608.2h); other effects go on to look for what they apply to.
pub(super) fn begin(
    game: &mut Game,
    program: &Program,
    frame: &Frame,
    id: StaticId,
    ending: Ending,
) -> Result<(), Fault> {
    let statement = program.statics.get(id.index()).ok_or(Fault::Static(id))?;
    let context = &frame.context;
    // Code of the statement reads registers of this frame as captured values.
    let mut inner = context.clone();
    inner.captured.clone_from(&frame.registers);
    inner.captured.resize(FRAME_REGISTERS, Value::Int(0));
    let mut values = inner.captured.clone();
    for code in &statement.captured {
        values.push(Value::Int(super::number(
            game, program, *code, &inner, None,
        )?));
    }
    let fixed = matches!(
        statement.kind,
        StaticKind::Continuous(_) | StaticKind::Cant(_) | StaticKind::Must(_)
    );
    // CR 707.2b: a copy keeps the values that it copied.
    let copied = match &statement.kind {
        StaticKind::Continuous(parts) => parts.iter().find_map(|part| match part.change {
            Change::Copy(code, except) => Some((code, except)),
            _ => None,
        }),
        _ => None,
    };
    let copies = match copied {
        Some((code, except)) => {
            let of = super::set(game, program, code, &inner, None)?;
            let values = copied_values(game, program, &of, except);
            if values.is_none() {
                return Ok(());
            }
            values
        }
        None => None,
    };
    let affected = match &statement.subject {
        Subject::This => Some(vec![Entity::Object(context.this)]),
        Subject::Set(code) => Some(
            super::set(game, program, *code, &inner, None)?
                .into_iter()
                .collect(),
        ),
        Subject::Matching { zones, filter } if fixed => {
            let mut found = Vec::new();
            for zone in zones.iter() {
                for object in sets::in_zone(game, zone) {
                    if super::truth(game, program, *filter, &inner, Some(object.into()))? {
                        found.push(object.into());
                    }
                }
            }
            Some(found)
        }
        Subject::Matching { .. } | Subject::Game => None,
    };
    inner.captured = values;
    let end = match ending {
        Ending::While => statement
            .condition
            .map_or(EffectEnd::Never, EffectEnd::While),
        other => end_of(game, context, other),
    };
    // "The next 3 damage": so much of it is left.
    let remaining = match statement.kind {
        StaticKind::Replacement(
            Replacement::Prevent {
                amount: Some(code), ..
            }
            | Replacement::Redirect {
                amount: Some(code), ..
            },
        ) => Some(super::number(game, program, code, &inner, None)?),
        _ if matches!(ending, Ending::NextTime | Ending::Once) => Some(1),
        _ => None,
    };
    let timestamp = game.stamp();
    if ending == Ending::NextUntapStep {
        // CR 502.3: it is over once its controller's upkeep begins after that; each controller has their own.
        let mut by_player: Vec<(PlayerId, Vec<Entity>)> = Vec::new();
        for entity in affected.into_iter().flatten() {
            let controller = entity
                .object()
                .and_then(|id| super::characteristics(game, program, id, |seen| seen.controller));
            let Some(player) = controller else { continue };
            match by_player.iter_mut().find(|(known, _)| *known == player) {
                Some((_, things)) => things.push(entity),
                None => by_player.push((player, vec![entity])),
            }
        }
        for (player, things) in by_player {
            game.effects.push(ActiveEffect {
                what: id,
                affected: Some(things),
                copies: copies.clone(),
                values: Vec::new(),
                context: inner.clone(),
                timestamp,
                end: EffectEnd::Step(Step::Upkeep, Some(player)),
                remaining,
            });
        }
        game.stale.0 = true;
        return Ok(());
    }
    game.effects.push(ActiveEffect {
        what: id,
        affected,
        copies,
        values: Vec::new(),
        context: inner,
        timestamp,
        end,
        remaining,
    });
    game.stale.0 = true;
    Ok(())
}

/// What a copy of the first of these is, with exceptions (CR 707.9b).
pub(super) fn copied_values(
    game: &Game,
    program: &Program,
    of: &super::Set,
    except: StaticId,
) -> Option<CopiableValues> {
    let id = of.iter().find_map(|entity| entity.object())?;
    let mut values = super::characteristics(game, program, id, Characteristics::copiable)?;
    values.face = program.unflipped(values.face);
    let exceptions = program.exceptions(except);
    if exceptions.iter().any(|e| *e != Exception::ThisAbility) {
        values.except.push(except);
    }
    if exceptions.contains(&Exception::ThisAbility) {
        // CR 707.9a.
        let resolving = game.tasks.iter().rev().find_map(|task| match task {
            Task::Resolve { item, .. } => Some(item.ability),
            _ => None,
        });
        values.kept.extend(resolving.flatten());
    }
    Some(values)
}
