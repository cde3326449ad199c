//! Dependencies between continuous effects of one layer (CR 613.8): which of them is applied next.

use super::layers::{Begun, Effect, Key, affected, apply};
use super::{changes, reads};
use crate::bytecode::{Layer, Program};
use crate::game::{Fault, Game};
use std::sync::Arc;
/// So many effects of one layer are tried for dependency; with more, timestamps alone decide.
const MOST_TRIED: usize = 48;

/// The effect to apply next: the first by timestamp that depends on no other (CR 613.7, 613.8b); of a loop of
/// dependencies, the first by timestamp.
pub(super) fn next(
    game: &mut Game,
    program: &Program,
    layer: Layer,
    open: &[Effect<'_>],
    begun: &Begun<'_>,
) -> Result<Option<usize>, Fault> {
    if open.len() < 2 || open.len() > MOST_TRIED {
        return Ok((!open.is_empty()).then_some(0));
    }
    for (at, effect) in open.iter().enumerate() {
        // What an effect of a resolved spell or ability applies to, and how, was fixed when it began.
        if effect.fixed.is_some() {
            return Ok(Some(at));
        }
        let mut independent = true;
        for (other_at, other) in open.iter().enumerate() {
            if other_at != at && depends(game, program, layer, effect, other, begun)? {
                independent = false;
                break;
            }
        }
        if independent {
            return Ok(Some(at));
        }
    }
    Ok(Some(0))
}

/// CR 613.8a, by trial: whether applying `other` first would change whether `effect` exists, what it applies to or what it
/// does to that.
fn depends(
    game: &mut Game,
    program: &Program,
    layer: Layer,
    effect: &Effect<'_>,
    other: &Effect<'_>,
    begun: &Begun<'_>,
) -> Result<bool, Fault> {
    if cant_depend(game, layer, effect, other, begun) {
        return Ok(false);
    }
    let set_of = |effect: &Effect<'_>, game: &Game| {
        begun
            .iter()
            .find(|(known, _)| known.key == effect.key)
            .map_or_else(
                || affected(game, program, effect),
                |(_, set)| Ok(set.clone()),
            )
    };
    let mut banned = changes::Banned::new();
    let without = set_of(effect, game)?;
    let what_without =
        changes::outcome(game, program, effect.what, layer, &effect.context, &without)?;
    let saved = Arc::clone(&game.cache.0);
    let others = set_of(other, game)?;
    let tried = apply(game, program, layer, other, &others, &mut banned);
    let trial = tried.and_then(|()| {
        let exists = match effect.key {
            Key::Active(_) => true,
            Key::Ability(id, ability, _, timestamp) => {
                begun.iter().any(|(known, _)| known.key == effect.key)
                    || game.cached(id).is_some_and(|seen| {
                        seen.abilities
                            .iter()
                            .any(|has| has.ability == ability && has.timestamp == timestamp)
                    })
            }
        };
        if !exists {
            return Ok(true);
        }
        let with = set_of(effect, game)?;
        if with != without {
            return Ok(true);
        }
        let what = changes::outcome(game, program, effect.what, layer, &effect.context, &with)?;
        Ok(what != what_without)
    });
    game.cache.0 = saved;
    trial
}

/// Whether the codes tell without a trial that an effect can't depend on another: it looks at nothing that the other changes,
/// and the other can't end it.
fn cant_depend(
    game: &Game,
    layer: Layer,
    effect: &Effect<'_>,
    other: &Effect<'_>,
    begun: &Begun<'_>,
) -> bool {
    let statement = match effect.key {
        Key::Ability(_, _, id, _) => Some(id),
        Key::Active(at) => game.effects.get(at).map(|active| active.what),
    };
    let index = game.facts.0.index.as_ref();
    let Some(looks_at) = statement.and_then(|id| index?.reads.get(id.index()).copied()) else {
        return false;
    };
    let changes = reads::writes(other.what, layer);
    let may_end = changes & reads::ABILITIES != 0
        && matches!(effect.key, Key::Ability(..))
        && !begun.iter().any(|(known, _)| known.key == effect.key);
    looks_at & reads::OTHER == 0 && looks_at & changes == 0 && !may_end
}
