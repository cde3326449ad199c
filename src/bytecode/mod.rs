//! Compiled programs: definitions of cards as data that the engine reads, and small typed code objects that the machine runs.
//!
//! **Gives** [`Program`] and its parts, made by `codegen`, checked by `verify`, run by `vm` and `engine`. May import `vocab`.
//! A program is immutable and shared by every game that is played with it; a game refers to it by the ids below.

pub mod ability;
pub mod listing;
pub mod op;
pub mod operand;
pub mod pack;
pub mod program;
pub mod references;
pub mod reserved;
mod signature;
pub mod statics;
pub mod verify;

pub use ability::{
    Ability, AbilityKind, ActivationRule, Body, BodyPart, Cost, CostPart, Modes, TargetSpec,
    Together, Trigger,
};
pub use op::{Code, CodeType, Op, Type};
pub use operand::{Compare, Ending, Fold, Kinds, Manner, Participant, Stat};
pub use program::{
    CardDefinition, CounterDefinition, Face, Keyword, Limits, Primitive, Program, Subtype,
    SubtypeKind,
};
pub use reserved::RESERVED;
pub use statics::{
    Afterward, Change, ChangePart, EntersChange, Exception, InCombat, Layer, ManaChange,
    Permission, Replacement, Restriction, Static, StaticKind, Subject,
};

use serde::{Deserialize, Serialize};

/// Declares an index into one of the program's pools.
macro_rules! id {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in its pool.
            #[must_use]
            pub const fn index(self) -> usize { self.0 as usize }
        }
    )+};
}

id! {
    /// A card: one or more faces.
    CardId,
    /// A face of a card, a token or an emblem: printed characteristics.
    FaceId,
    /// A compiled ability.
    AbilityId,
    /// A compiled statement of a static ability, or a replacement effect.
    StaticId,
    /// A code object.
    CodeId,
    /// A string.
    StringId,
}

impl FaceId {
    /// No face: of abilities without a source, and of copies of face-down objects (CR 707.2, 708.2).
    pub const NONE: Self = Self(u32::MAX);
}

/// Declares a small index.
macro_rules! small_id {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub u16);

        impl $name {
            /// The position in its pool.
            #[must_use]
            pub const fn index(self) -> usize { self.0 as usize }
        }
    )+};
}

small_id! {
    /// A declared subtype.
    SubtypeId,
    /// A declared keyword.
    KeywordId,
    /// A declared kind of counter.
    CounterId,
}
