//! What instructions are told beside what is on the stack: which number, which comparison, how something moves, when it ends.

use crate::vocab::ManaKind;
use serde::{Deserialize, Serialize};

/// A number that an object or player has (CR 109.3, 119).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Stat {
    /// CR 208.
    Power,
    /// CR 208.
    Toughness,
    /// After layer 7b (CR 613.4b).
    BasePower,
    /// After layer 7b.
    BaseToughness,
    /// CR 202.3.
    ManaValue,
    /// Loyalty counters (CR 306.5c).
    Loyalty,
    /// Defense counters (CR 310.4c).
    Defense,
    /// Damage marked (CR 120.6).
    Damage,
    /// Number of colors.
    Colors,
    /// CR 119.
    Life,
    /// CR 103.4.
    StartingLife,
    /// Cards in hand.
    HandSize,
    /// CR 122.1f.
    Poison,
}

/// How numbers of a set become one; an empty set gives 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Fold {
    /// The total.
    Sum,
    /// The greatest.
    Max,
    /// The least.
    Min,
}

/// What different things are counted in a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Kinds {
    /// Colors.
    Colors,
    /// Card types.
    CardTypes,
    /// Creature types (CR 205.3m).
    CreatureTypes,
    /// Basic land types (CR 205.3i).
    BasicLandTypes,
    /// Names.
    Names,
    /// Mana values.
    ManaValues,
    /// Powers.
    Powers,
}

/// What is paid for a spell instead of its mana cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Instead {
    /// Nothing.
    Nothing,
    /// This cost of the program's pool.
    Mana(u32),
}

/// A kind of value that is chosen for an object (CR 607.2d).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Chosen {
    /// A color.
    Color,
    /// A creature or land type.
    Subtype,
    /// A card type.
    Type,
    /// A name.
    Name,
}

/// What is counted of the mana that was spent to cast something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Spent {
    /// All of it.
    All,
    /// That of one type.
    Of(ManaKind),
    /// That from snow sources (CR 107.4h).
    Snow,
    /// Its different colors.
    Colors,
}

/// A comparison of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Compare {
    /// =
    Equal,
    /// ≠
    NotEqual,
    /// <
    Less,
    /// ≤
    AtMost,
    /// >
    Greater,
    /// ≥
    AtLeast,
}

impl Compare {
    /// Whether `left` compares so with `right`.
    #[must_use]
    pub const fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::Greater => left > right,
            Self::AtLeast => left >= right,
        }
    }
}

/// A participant of the event in the context.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Participant {
    /// Who or what it happens to.
    Subject,
    /// The other one.
    Object,
    /// The source.
    Source,
}

/// When a continuous effect ends (CR 611.2a).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Ending {
    /// CR 514.2.
    EndOfTurn,
    /// When the controller's next untap step is over (CR 502.3).
    NextUntapStep,
    /// CR 511.3.
    EndOfCombat,
    /// As your next turn begins.
    YourNextTurn,
    /// At the end of your next turn.
    EndOfYourNextTurn,
    /// When the object with the ability leaves the battlefield.
    ThisLeaves,
    /// When it has applied once, or else at the end of the turn.
    NextTime,
    /// When it has applied once.
    Once,
    /// When the condition of the statement is first false (CR 611.2b).
    While,
    /// Never.
    Never,
}

/// How something is put into a zone.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct Manner(pub u8);

impl Manner {
    /// Tapped.
    pub const TAPPED: Self = Self(1);
    /// Attacking.
    pub const ATTACKING: Self = Self(1 << 1);
    /// Face down.
    pub const FACE_DOWN: Self = Self(1 << 2);
    /// With its back face up.
    pub const TRANSFORMED: Self = Self(1 << 3);
    /// On the bottom of a library.
    pub const BOTTOM: Self = Self(1 << 4);
    /// In a random order.
    pub const RANDOM: Self = Self(1 << 5);
    /// Manifested (CR 701.40a).
    pub const MANIFESTED: Self = Self(1 << 6);

    /// Whether every bit of `bits` is set.
    #[must_use]
    pub const fn has(self, bits: Self) -> bool {
        self.0 & bits.0 == bits.0
    }
    /// With the bits of `bits` too.
    #[must_use]
    pub const fn with(self, bits: Self) -> Self {
        Self(self.0 | bits.0)
    }
}
