//! Combat (CR 506): who attacks what, who blocks whom.

use super::ids::{Entity, ObjectId, PlayerId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// An attacking creature.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attack {
    /// The attacker.
    pub attacker: ObjectId,
    /// What it attacks; `None` once that has left (CR 506.4c).
    pub target: Option<Entity>,
    /// The defending player (CR 508.5), kept if the target leaves.
    pub defender: PlayerId,
    /// `None` until blockers have been declared; then blocked or not (CR 509.1h), which stays.
    pub blocked: Option<bool>,
    /// It dealt first-strike damage (CR 510.4).
    pub struck_first: bool,
    /// The attacking band that it is in (CR 702.22c); 0 is none.
    pub band: u8,
}

/// A blocking creature.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Block {
    /// The blocker.
    pub blocker: ObjectId,
    /// What it blocks.
    pub attackers: SmallVec<[ObjectId; 1]>,
    /// It dealt first-strike damage.
    pub struck_first: bool,
}

/// The combat phase that is going on.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Combat {
    /// Attacking creatures in the order of declaration.
    pub attacks: Vec<Attack>,
    /// Blocking creatures in the order of declaration.
    pub blocks: Vec<Block>,
    /// Defending players who have declared blockers.
    pub declared: SmallVec<[PlayerId; 1]>,
    /// There was a first-strike damage step (CR 510.4).
    pub first_strike_step: bool,
    /// Bands are being declared.
    pub banding: Option<Banding>,
}

/// How far the declaration of attacking bands is (CR 702.22c).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Banding {
    /// The attacker, by position, whose band is being declared.
    pub at: u8,
    /// Those with banding have been declared; the one without is next.
    pub single: bool,
}
