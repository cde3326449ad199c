//! What the rules themselves do in the layers, without an effect: keywords that define characteristics, counters.

use super::changes;
use crate::bytecode::{Layer, Primitive, Program};
use crate::game::{Characteristics, Entity, Game, Timestamp};
use crate::vocab::ColorSet;
use std::sync::Arc;

/// Changes every object that has computed characteristics and needs the change.
pub(super) fn each(
    game: &mut Game,
    needs: impl Fn(&Characteristics) -> bool,
    mut change: impl FnMut(&mut Characteristics),
) {
    let known = Arc::clone(&game.facts.0.known);
    for id in known.iter() {
        if game.cached(*id).is_some_and(&needs)
            && let Some(seen) = changes::seen_mut(game, *id)
        {
            change(seen);
        }
    }
}

/// What the rules themselves do in a layer: keywords that define characteristics, counters.
pub(super) fn apply(game: &mut Game, program: &Program, layer: Layer) {
    match layer {
        // CR 702.73a, 604.3: changeling defines.
        Layer::Type => each(
            game,
            |seen| seen.has(Primitive::Changeling) && !seen.every_creature_type,
            |seen| seen.every_creature_type = true,
        ),
        // CR 702.114a.
        Layer::Color => each(
            game,
            |seen| seen.has(Primitive::Devoid) && !seen.colors.is_empty(),
            |seen| seen.colors = ColorSet::EMPTY,
        ),
        // CR 613.4c, 122.1a.
        Layer::ModifyPt => {
            for entry in game.counters.clone() {
                let (Entity::Object(id), Some((power, toughness))) = (
                    entry.on,
                    program
                        .counters
                        .get(entry.kind.index())
                        .and_then(|kind| kind.pt),
                ) else {
                    continue;
                };
                let Some(seen) = changes::seen_mut(game, id) else {
                    continue;
                };
                let count = i64::from(entry.count);
                let add = |to: i64, by: i32| to.saturating_add(i64::from(by) * count);
                seen.power = add(seen.power, power);
                seen.toughness = add(seen.toughness, toughness);
            }
        }
        _ => {}
    }
}

/// Gives the abilities of counters that were put on from one timestamp to before another (CR 122.1b, 613.1f, 613.7c), so
/// that an effect that removes abilities doesn't reach those that came after it. Whether there were any.
pub(super) fn counter_abilities(
    game: &mut Game,
    program: &Program,
    banned: &changes::Banned,
    from: Timestamp,
    before: Option<Timestamp>,
) -> bool {
    let mut any = false;
    for entry in game.counters.clone() {
        let (Entity::Object(id), Some(kind)) = (entry.on, program.counters.get(entry.kind.index()))
        else {
            continue;
        };
        if entry.timestamp < from || before.is_some_and(|before| entry.timestamp >= before) {
            continue;
        }
        for ability in kind.keyword.iter().chain(&kind.abilities) {
            let keyword = program.ability(*ability).and_then(|known| known.keyword);
            if keyword.is_some_and(|keyword| banned.contains(&(id, keyword))) {
                continue;
            }
            if let Some(seen) = changes::seen_mut(game, id) {
                seen.add_ability(program, *ability, Some(id), entry.timestamp);
                any = true;
            }
        }
    }
    any
}
