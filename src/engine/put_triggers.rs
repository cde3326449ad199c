//! Putting triggered abilities on the stack (CR 603.3).

use crate::bytecode::Program;
use crate::game::{Fault, Game};

/// Works on putting waiting triggers on the stack.
pub(super) fn step(_game: &mut Game, _program: &Program) -> Result<(), Fault> {
    Err(Fault::Unsupported("triggered abilities".into()))
}
