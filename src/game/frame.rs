//! The machine's frames: where an interpreted code object is, as plain data, so that it can wait inside a game.

use super::{
    event::Event,
    ids::{Entity, ObjectId, PlayerId},
};
use crate::bytecode::CodeId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A value of the machine.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Value {
    /// A number; arithmetic saturates.
    Int(i64),
    /// A truth value.
    Bool(bool),
    /// Objects and players, in order, without duplicates.
    Set(SmallVec<[Entity; 2]>),
}

/// What a code object can look at while it runs.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Context {
    /// The object with the ability; for a spell, the spell. It may have left; then last-known information counts (CR 608.2h).
    pub this: ObjectId,
    /// "You": the controller of the ability.
    pub you: PlayerId,
    /// The object that gives the ability, if that is another (CR 201.5a).
    #[serde(default)]
    pub giver: Option<ObjectId>,
    /// X.
    pub x: i64,
    /// The event that triggered or is replaced.
    pub event: Option<Box<Event>>,
    /// Chosen targets by target phrase, the illegal ones left out (CR 608.2b).
    pub targets: SmallVec<[SmallVec<[Entity; 1]>; 2]>,
    /// The division among targets, flattened.
    pub division: SmallVec<[u32; 2]>,
    /// The object on the stack that is resolving, if any.
    pub stack_object: Option<ObjectId>,
    /// The next object to come after the ability was activated.
    #[serde(default)]
    pub activated: Option<ObjectId>,
    /// The objects used for each part of the cost.
    pub paid: SmallVec<[SmallVec<[Entity; 1]>; 1]>,
    /// How much each part of the cost came to.
    pub paid_amounts: SmallVec<[i64; 1]>,
    /// Values that were fixed when a lasting effect or delayed trigger was made.
    pub captured: Vec<Value>,
}

impl Context {
    /// The context of an ability of an object, with nothing chosen.
    #[must_use]
    pub fn new(this: ObjectId, you: PlayerId) -> Self {
        Self {
            this,
            you,
            giver: None,
            x: 0,
            event: None,
            targets: SmallVec::new(),
            division: SmallVec::new(),
            stack_object: None,
            activated: None,
            paid: SmallVec::new(),
            paid_amounts: SmallVec::new(),
            captured: Vec::new(),
        }
    }
}

/// A running code object.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Frame {
    /// The code.
    pub code: CodeId,
    /// The next instruction.
    pub pc: u32,
    /// The operand stack.
    pub stack: Vec<Value>,
    /// Registers, for results of actions ("that much", "it") and loop variables.
    pub registers: Vec<Value>,
    /// What it can look at.
    pub context: Context,
    /// Events that wait for others, to happen at once with them.
    pub held: Option<Vec<Event>>,
    /// Scratch of an instruction that waits for answers or for events to finish: how far it is.
    pub progress: u32,
    /// Instructions executed; bounded by the limits of the run.
    pub fuel: u32,
}
