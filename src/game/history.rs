//! What happened this turn and before, as far as cards can ask (life lost this turn, spells cast, creatures that died).

use super::{
    event::Event,
    ids::{ObjectId, PlayerId},
};
use crate::bytecode::AbilityId;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Committed events of this and the last turn, in order; conditions of "this turn" search them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct History {
    /// Events of the current turn. Kinds that no card of the program asks for are not recorded.
    ///
    /// Both lists are shared between clones of a game until one of them adds to its own.
    pub this_turn: Arc<Vec<Event>>,
    /// How many of them there were when the last combat phase of this turn began.
    pub before_combat: usize,
    /// Events of the turn before.
    pub last_turn: Arc<Vec<Event>>,
    /// Spells cast this turn by each player.
    pub spells_cast: Vec<(PlayerId, u32)>,
    /// Cards drawn this turn by each player.
    pub cards_drawn: Vec<(PlayerId, u32)>,
    /// What dealt combat damage to players this turn, as it was then.
    pub hits: Vec<Hit>,
    /// How often abilities with a limit were activated this turn (CR 602.5b).
    pub activations: Vec<(ObjectId, AbilityId, u32)>,
    /// Abilities that may be activated only once and were.
    pub used: Vec<(ObjectId, AbilityId)>,
}

/// What dealt combat damage to a player, as it was at that time (CR 702.76a).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hit {
    /// Who controlled it.
    pub controller: PlayerId,
    /// Its creature types.
    pub types: smallvec::SmallVec<[crate::bytecode::SubtypeId; 4]>,
    /// It had every creature type.
    pub every_type: bool,
}
