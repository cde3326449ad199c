//! When effects end (CR 611.2a, 500.4, 500.5, 514.2).

use crate::bytecode::Program;
use crate::game::{Fault, Game};
use crate::vocab::Step;

/// Effects that last are not ended yet, so that a game with one does not go on.
fn none_last(game: &Game) -> Result<(), Fault> {
    if game.effects.is_empty() && game.delayed.is_empty() {
        return Ok(());
    }
    Err(Fault::Unsupported("effects that last".into()))
}

/// A turn begins: effects until then end.
pub(super) fn turn_begins(game: &mut Game, _program: &Program) -> Result<(), Fault> {
    none_last(game)
}

/// A step begins (CR 500.4).
pub(super) fn step_begins(game: &mut Game, _program: &Program, _step: Step) -> Result<(), Fault> {
    none_last(game)
}

/// The cleanup step (CR 514.2).
pub(super) fn cleanup(game: &mut Game, _program: &Program) -> Result<(), Fault> {
    none_last(game)
}

/// The combat phase ends (CR 500.5a).
pub(super) fn combat_ends(game: &mut Game, _program: &Program) -> Result<(), Fault> {
    none_last(game)
}
