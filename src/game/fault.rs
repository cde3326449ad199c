//! Why a run stopped without an answer: a bound was reached, or code that no verified program has.

use crate::bytecode::{AbilityId, CodeId, FaceId, StaticId};
use serde::{Deserialize, Serialize};

/// A run that cannot go on. The game stays as it was when the fault was found.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Fault {
    /// A code object executed more instructions than a frame may.
    Fuel(CodeId),
    /// More tasks, or nested evaluations, than the limits allow.
    Depth,
    /// More objects than the limits allow.
    Objects,
    /// More steps between two decisions than the limits allow.
    Steps,
    /// A code object that does not exist, or whose instruction at this place finds other operands than it needs.
    Code(CodeId, u32),
    /// An ability that does not exist or is of another kind than is needed.
    Ability(AbilityId),
    /// A statement that does not exist.
    Static(StaticId),
    /// A face that does not exist.
    Face(FaceId),
    /// The state contradicts itself: what was found.
    State(String),
    /// The engine does not do this yet: what it is.
    Unsupported(String),
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Fuel(code) => write!(f, "code {} ran out of fuel", code.0),
            Self::Depth => f.write_str("too deeply nested"),
            Self::Objects => f.write_str("too many objects"),
            Self::Steps => f.write_str("too many steps without a decision"),
            Self::Code(code, at) => write!(f, "code {} is not valid at {at}", code.0),
            Self::Ability(id) => write!(f, "ability {} is not valid here", id.0),
            Self::Static(id) => write!(f, "statement {} does not exist", id.0),
            Self::Face(id) => write!(f, "face {} does not exist", id.0),
            Self::State(what) => write!(f, "the state of the game contradicts itself: {what}"),
            Self::Unsupported(what) => write!(f, "not supported yet: {what}"),
        }
    }
}

impl std::error::Error for Fault {}
