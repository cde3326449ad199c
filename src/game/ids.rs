//! Identifiers of what is in a game.

use serde::{Deserialize, Serialize};

/// An object (CR 109.1). An object that changes zones becomes a new object with a new id (CR 400.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ObjectId(pub u32);

/// A player, by seat, counted from 0 in turn order (CR 103.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PlayerId(pub u8);

/// A team (CR 808); players without teammates are teams of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TeamId(pub u8);

/// A timestamp (CR 613.7): later is greater.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct Timestamp(pub u32);

/// An object or a player: what a noun can mean, and what can be a target (CR 115.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Entity {
    /// A player.
    Player(PlayerId),
    /// An object.
    Object(ObjectId),
}

impl Entity {
    /// The object, if it is one.
    #[must_use]
    pub const fn object(self) -> Option<ObjectId> {
        match self {
            Self::Object(id) => Some(id),
            Self::Player(_) => None,
        }
    }

    /// The player, if it is one.
    #[must_use]
    pub const fn player(self) -> Option<PlayerId> {
        match self {
            Self::Player(id) => Some(id),
            Self::Object(_) => None,
        }
    }
}

impl From<ObjectId> for Entity {
    fn from(id: ObjectId) -> Self {
        Self::Object(id)
    }
}

impl From<PlayerId> for Entity {
    fn from(id: PlayerId) -> Self {
        Self::Player(id)
    }
}
