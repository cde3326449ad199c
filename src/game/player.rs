//! Players, teams and mana pools (CR 102, 106.4, 119, 808, 810).

use super::ids::{ObjectId, TeamId};
use crate::vocab::ManaKind;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A player.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Player {
    /// What scripts and traces call them.
    pub name: crate::vocab::Name,
    /// Their team. Life and poison are the team's (CR 810.9, 810.10); a player without teammates is a team of one.
    pub team: TeamId,
    /// Still in the game (CR 104.3).
    pub in_game: bool,
    /// Top of the library is the last element.
    pub library: Vec<ObjectId>,
    /// Cards in hand, in the order in which they came.
    pub hand: Vec<ObjectId>,
    /// The newest card is last (CR 404.2).
    pub graveyard: Vec<ObjectId>,
    /// Unspent mana.
    pub mana: ManaPool,
    /// Lands played this turn (CR 305.2).
    pub lands_played: u8,
    /// Tried to draw from an empty library since state-based actions were last checked (CR 704.5b).
    pub drew_from_empty: bool,
    /// Turns begun, for "your next turn".
    pub turns: u32,
    /// The turn count when their most recent turn began (CR 302.6).
    pub last_turn_began: u32,
    /// The number of the turn of theirs before that.
    pub turn_before_began: u32,
    /// What they have for the rest of the game: the city's blessing (CR 702.131c).
    pub designations: SmallVec<[crate::vocab::Name; 1]>,
}

/// A team with its shared life total. Every player has one, alone or not.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Team {
    /// CR 119.1, 810.4.
    pub life: i64,
    /// CR 104.3d, 810.8d.
    pub poison: u32,
    /// Starting life total.
    pub starting_life: i64,
}

/// A unit of mana in a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ManaUnit {
    /// Its type.
    pub kind: ManaKind,
    /// Produced by a snow source (CR 107.4h).
    pub snow: bool,
    /// What it may be spent on, or does when spent (CR 106.6): the code pool entry of its rider.
    pub rider: Option<crate::bytecode::CodeId>,
    /// The source that produced it.
    pub source: Option<ObjectId>,
}

/// Unspent mana, sorted.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct ManaPool(pub SmallVec<[ManaUnit; 4]>);
