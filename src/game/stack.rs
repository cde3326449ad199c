//! Spells and abilities on the stack (CR 405) and what was chosen for them (CR 601.2b–d).

use super::{
    event::Event,
    ids::{Entity, ObjectId, PlayerId},
};
use crate::bytecode::AbilityId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What is on the stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum StackKind {
    /// A spell (CR 112.1).
    Spell,
    /// An activated ability (CR 602.2a).
    Activated,
    /// A triggered ability (CR 603.3).
    Triggered,
}

/// A spell or ability on the stack. The last one of the stack is its top.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StackItem {
    /// The object on the stack.
    pub object: ObjectId,
    /// What it is.
    pub kind: StackKind,
    /// Its controller (CR 112.2, 113.8).
    pub controller: PlayerId,
    /// For abilities: their source (CR 113.7); for spells: the spell itself.
    pub source: ObjectId,
    /// The ability that resolves; `None` for a permanent spell without one.
    pub ability: Option<AbilityId>,
    /// The object that gives the ability to its source, if another does (CR 201.5a).
    #[serde(default)]
    pub giver: Option<ObjectId>,
    /// Spell abilities that it has besides: those spliced onto it (CR 702.47), and those of a keyword whose cost was paid
    /// (CR 702.113a). They are followed after its own.
    pub added: SmallVec<[AbilityId; 1]>,
    /// The chosen modes, by index in printed order.
    pub modes: SmallVec<[u8; 2]>,
    /// The chosen targets: for each target phrase in order, what was chosen for it.
    pub targets: SmallVec<[SmallVec<[Entity; 1]>; 2]>,
    /// How an amount is divided among the targets (CR 601.2d), parallel to the flattened targets.
    pub division: SmallVec<[u32; 2]>,
    /// X (CR 107.3).
    pub x: u32,
    /// The event that triggered it, as it was (CR 603.2e... and 603.10 for its look back).
    pub event: Option<Box<Event>>,
    /// The next object to come after an ability was activated: what moved earlier did so as its cost (CR 400.7j).
    #[serde(default)]
    pub activated: Option<ObjectId>,
    /// Objects used to pay each part of the cost, for "the sacrificed creature".
    pub paid: SmallVec<[SmallVec<[Entity; 1]>; 1]>,
    /// How much each part of the cost came to, for "removed this way".
    pub paid_amounts: SmallVec<[i64; 1]>,
    /// Values of registers captured when a delayed or reflexive trigger was made.
    pub captured: Vec<super::frame::Value>,
}
