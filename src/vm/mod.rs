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

use crate::bytecode::Program;
use crate::game::{Characteristics, Entity, Fault, Game, ObjectId};
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
