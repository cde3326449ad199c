//! Instructions and code objects of the machine.

use serde::{Deserialize, Serialize};

/// An instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Op {
    /// Ends the code object; its result is on the stack.
    Return,
}

/// What a code object leaves on the stack, and whether it may change the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CodeType {
    /// Pure, a number.
    Int,
    /// Pure, a truth value.
    Bool,
    /// Pure, a set of objects and players.
    Set,
    /// Instructions: may change the game and ask decisions; leaves nothing.
    Effect,
}

/// A code object.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Code {
    /// What it leaves.
    pub result: CodeType,
    /// Its instructions.
    pub ops: Vec<Op>,
    /// How many registers it uses.
    pub registers: u16,
}
