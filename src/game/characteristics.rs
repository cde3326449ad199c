//! Characteristics (CR 109.3) as computed by the layers (CR 613), cached by the game.

use super::ids::{ObjectId, PlayerId, Timestamp};
use crate::bytecode::{AbilityId, FaceId, KeywordId, SubtypeId};
use crate::vocab::{ColorSet, SupertypeSet, TypeSet};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// An ability that an object has now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AbilityInstance {
    /// The compiled ability.
    pub ability: AbilityId,
    /// Its keyword, if it is part of one: "loses flying" takes it away.
    pub keyword: Option<KeywordId>,
    /// The object whose effect gave it, for granted abilities with values of their own; `None` if printed.
    pub granted_by: Option<ObjectId>,
    /// When it was printed or granted.
    pub timestamp: Timestamp,
}

/// What an object is now.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Characteristics {
    /// The face with its name and mana cost, after copy effects.
    pub face: FaceId,
    /// CR 108.4.
    pub controller: PlayerId,
    /// CR 105.2.
    pub colors: ColorSet,
    /// CR 205.2.
    pub types: TypeSet,
    /// CR 205.4.
    pub supertypes: SupertypeSet,
    /// CR 205.3, sorted.
    pub subtypes: SmallVec<[SubtypeId; 4]>,
    /// It is every creature type (CR 702.73).
    pub every_creature_type: bool,
    /// CR 208; meaningful for creatures (and vehicles).
    pub power: i64,
    /// CR 208.
    pub toughness: i64,
    /// Power and toughness after layer 7b, for "base power".
    pub base: (i64, i64),
    /// Abilities in order: printed, then granted by timestamp.
    pub abilities: SmallVec<[AbilityInstance; 4]>,
    /// Primitive keywords that it has, as bits by the program's primitive index.
    pub primitives: u64,
}
