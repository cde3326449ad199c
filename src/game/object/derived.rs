//! What is derived from the rest of a game and kept so that it need not be found again: nothing here says anything that the
//! rest doesn't. A loaded game has none of it.

use super::characteristics::{Characteristics, CopiableValues};
use crate::bytecode::{AbilityId, FaceId, StaticId};
use crate::game::ids::{ObjectId, PlayerId, Timestamp};
use crate::vocab::ZoneSet;
use smallvec::SmallVec;
use std::sync::Arc;

/// What the copiable values of an object (CR 707.2) come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Copiable {
    /// The face, after copy effects.
    pub face: FaceId,
    /// What it entered or was made as a copy of, if that is more than a face.
    pub copied: Option<CopiableValues>,
    /// Who put it there.
    pub controller: PlayerId,
    /// When.
    pub timestamp: Timestamp,
    /// An ability on the stack.
    pub ability: bool,
    /// CR 708.2a.
    pub face_down: bool,
    /// CR 710.2.
    pub flipped: bool,
    /// CR 702.103b.
    pub bestowed: bool,
}

/// What the abilities of objects are, to know at once what need not be looked for; and the state in which that was so.
#[derive(Debug, Clone, Default)]
pub struct InForce {
    /// Statements of static abilities, each once, in whatever zone they function.
    pub statics: SmallVec<[StaticId; 8]>,
    /// Triggered abilities, each once, in whatever zone they function.
    pub triggers: SmallVec<[AbilityId; 8]>,
    /// Objects outside the battlefield, the stack and the command zone are among those looked at.
    pub elsewhere: bool,
    /// Some effect looks at more than what objects are and in which zone, so that any event may change what it does.
    pub sensitive: bool,
    /// Zones outside the battlefield whose objects some effect may change.
    pub reached: ZoneSet,
    /// How many active effects, choices and counters there were.
    pub counts: [usize; 3],
    /// The next timestamp then.
    pub stamp: Timestamp,
}

/// What is looked up in a program all the time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Index {
    /// How large the program was.
    pub size: [usize; 4],
    /// Triggered abilities that function in a hand, graveyard or exile.
    pub triggers_elsewhere: Vec<AbilityId>,
    /// By face: the zones in which it defines its own characteristics (CR 604.3).
    pub defines: Vec<ZoneSet>,
    /// By statement: what it looks at, as bits of the engine's own.
    pub reads: Vec<u16>,
}

/// Copiable values by object id, with what they come from.
pub type Printed = Vec<Option<(Copiable, Arc<Characteristics>)>>;

/// Everything derived besides the computed characteristics themselves.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// The objects whose characteristics were computed last, by id.
    pub known: Arc<Vec<ObjectId>>,
    /// Copiable values.
    pub printed: Arc<Printed>,
    /// Abilities in force.
    pub force: Arc<InForce>,
    /// Of the program.
    pub index: Option<Arc<Index>>,
}
