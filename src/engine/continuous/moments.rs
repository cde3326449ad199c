//! Statements about when things happen: when a spell can be cast at all, which steps are skipped, the maximum hand size.

use super::statements::{context, each};
use crate::bytecode::{AbilityKind, Program, Static, StaticKind};
use crate::engine::seats;
use crate::game::{Entity, Fault, Game, ObjectId, PlayerId};
use crate::vm;

/// CR 601.3: whether the card itself says that it can't be cast now.
pub fn wrong_moment(
    game: &Game,
    program: &Program,
    player: PlayerId,
    card: ObjectId,
) -> Result<bool, Fault> {
    let object = game.object(card);
    let Some(face) = object.and_then(|object| program.face(object.face)) else {
        return Ok(false);
    };
    for id in &face.abilities {
        let Some(AbilityKind::Static(statements)) = program.ability(*id).map(|a| &a.kind) else {
            continue;
        };
        for id in statements {
            if let Some(StaticKind::CastOnly(code)) =
                program.statics.get(id.index()).map(|what| &what.kind)
                && !vm::truth(
                    game,
                    program,
                    *code,
                    &context(card, player),
                    Some(card.into()),
                )?
            {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// The maximum hand size (CR 402.2); `None` is no maximum.
pub fn hand_size(game: &Game, program: &Program, player: PlayerId) -> Result<Option<i64>, Fault> {
    /// CR 402.2.
    const NORMAL: i64 = 7;
    enum Change {
        Unlimited,
        Set(i64),
        By(i64),
    }
    let wanted = |kind: &_| {
        matches!(
            kind,
            StaticKind::HandSize(_) | StaticKind::HandSizeBy { .. }
        )
    };
    let mut said = Vec::new();
    each(game, program, None, wanted, |statement| {
        if statement.applies(game, program, player.into())? {
            let number = |code| vm::number(game, program, code, &statement.context, None);
            let change = match &statement.what.kind {
                StaticKind::HandSize(None) => Change::Unlimited,
                StaticKind::HandSize(Some(code)) => Change::Set(number(*code)?.max(0)),
                StaticKind::HandSizeBy { less: true, by } => {
                    Change::By(number(*by)?.saturating_neg())
                }
                StaticKind::HandSizeBy { less: false, by } => Change::By(number(*by)?),
                _ => return Ok(false),
            };
            said.push((statement.timestamp, change));
        }
        Ok(false)
    })?;
    // CR 613.11: in the order of their timestamps.
    said.sort_by_key(|(timestamp, _)| *timestamp);
    let mut size = Some(NORMAL);
    for (_, change) in said {
        size = match change {
            Change::Unlimited => None,
            Change::Set(new) => Some(new),
            Change::By(more) => size.map(|size| size.saturating_add(more)),
        };
    }
    Ok(size.map(|size| size.max(0)))
}

/// An effect by which a player skips only the next such step is used up; of several, one (CR 614.10a).
pub fn skipped_once(game: &mut Game, program: &Program, step: crate::vocab::Step) {
    use crate::bytecode::Replacement;
    let player = Entity::Player(seats::first_active(game));
    let of_step = |what: &Static| matches!(what.kind, StaticKind::Replacement(Replacement::Skip(s)) if s == step);
    let used = game.effects.iter().position(|effect| {
        effect.remaining.is_some()
            && effect.affected.iter().flatten().any(|to| *to == player)
            && program
                .statics
                .get(effect.what.index())
                .is_some_and(of_step)
    });
    if let Some(at) = used {
        game.effects.remove(at);
        game.stale.0 = true;
    }
}

/// The players whose opponents or selves a statement about skipping names: whether this step is skipped by all active
/// players (CR 500.11, 614.10).
pub fn skips_step(game: &Game, program: &Program, step: crate::vocab::Step) -> Result<bool, Fault> {
    use crate::bytecode::Replacement;
    let player = seats::first_active(game);
    each(
        game,
        program,
        None,
        |kind| matches!(kind, StaticKind::Replacement(Replacement::Skip(s)) if *s == step),
        |statement| statement.applies(game, program, player.into()),
    )
}
