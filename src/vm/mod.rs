//! The machine: runs code objects, pure ones at once and effects as resumable frames of the game.
//!
//! **Takes** a verified [`Program`] and a [`Game`]; pure code gives a value, effect code proposes events (as a
//! [`Task::Batch`](crate::game::Task) for the engine to replace and commit) and asks decisions. May import `game`, `bytecode`,
//! `vocab`. A frame is plain data on the game's task stack, so a game can be saved in the middle of an instruction's work.

mod actions;
mod candidate;
mod combat;
mod copy;
mod eval;
mod lasting;
mod mana;
mod party;
mod proposal;
mod sets;
mod sources;
mod step;
mod values;

pub use combat::attackable;
pub use eval::{number, set, truth};
pub use step::{start, step};

use crate::bytecode::{KeywordId, Program};
use crate::game::{
    Characteristics, Entity, Fault, Game, ObjectId,
    state::{ChosenValue, HowCast},
};
use smallvec::SmallVec;

/// A set of objects and players, in order, without duplicates.
pub type Set = SmallVec<[Entity; 2]>;

/// Lets a function look at what an object is: as last computed; if it has left, as it last was (CR 608.2h); else as printed.
pub fn characteristics<R>(
    game: &Game,
    program: &Program,
    id: ObjectId,
    look: impl FnOnce(&Characteristics) -> R,
) -> Option<R> {
    if let Some(known) = game.cached(id) {
        return Some(look(known));
    }
    if let Some((_, last)) = game
        .last_known
        .iter()
        .rev()
        .find(|(object, _)| *object == id)
    {
        return Some(look(&last.characteristics));
    }
    game.object(id)
        .map(|object| look(&Characteristics::printed(program, object)))
}

/// The mana value of an object (CR 202.3).
#[must_use]
pub fn mana_value(game: &Game, program: &Program, id: ObjectId) -> u32 {
    let value = |seen: &Characteristics| sets::mana_value(game, program, id, seen);
    characteristics(game, program, id, value).unwrap_or(0)
}

/// How often costs of a keyword were paid as an object was cast (CR 702.33c, 702.56a). Kicker is multikicker too.
fn times_paid(game: &Game, program: &Program, id: ObjectId, keyword: KeywordId) -> i64 {
    let name = |id: KeywordId| program.keywords.get(id.index()).map(|k| k.name.as_str());
    if name(keyword) == Some("mutate") {
        // Each time something was added to what represents it (CR 702.140c).
        let parts = game.merged(id).map_or(0, |merged| merged.components.len());
        return i64::try_from(parts.saturating_sub(1)).unwrap_or(i64::MAX);
    }
    let of = |paid: Option<KeywordId>| {
        paid == Some(keyword)
            || name(keyword) == Some("kicker")
                && paid.is_none_or(|paid| name(paid) == Some("multikicker"))
    };
    let paid = game.chosen.iter().filter(|(object, _)| *object == id);
    paid.filter_map(|(_, value)| match value {
        ChosenValue::Paid(ability, times) => {
            let keyword = program.ability(*ability)?.keyword;
            of(keyword).then_some(i64::from(*times))
        }
        _ => None,
    })
    .fold(0, i64::saturating_add)
}

/// How an object was cast, if it was; what was said of it last counts.
fn how_cast(game: &Game, id: ObjectId) -> Option<&HowCast> {
    let mut known = game.chosen.iter().rev().filter(|(of, _)| *of == id);
    known.find_map(|(_, value)| match value {
        ChosenValue::Cast(how) => Some(how),
        _ => None,
    })
}

/// Adds without a duplicate.
fn insert(set: &mut Set, entity: Entity) {
    if !set.contains(&entity) {
        set.push(entity);
    }
}

/// What a code object that is not valid leads to; a verified program never gets there.
const fn invalid(at: usize, code: crate::bytecode::CodeId) -> Fault {
    Fault::Code(code, at as u32)
}
