//! Effects that last: continuous and replacement effects from resolved spells and abilities, delayed triggers.

use super::{
    frame::{Context, Value},
    ids::{Entity, ObjectId, PlayerId, Timestamp},
    object::characteristics::CopiableValues,
};
use crate::bytecode::{AbilityId, CodeId, StaticId};
use crate::vocab::Step;
use serde::{Deserialize, Serialize};

/// When an effect ends (CR 611.2a).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EffectEnd {
    /// At the cleanup step (CR 514.2).
    EndOfTurn,
    /// At the end of the combat phase (CR 511.3).
    EndOfCombat,
    /// As this player's next turn begins; the number of turns they had begun when it was made.
    NextTurnOf(PlayerId, u32),
    /// At the cleanup step of this player's next turn.
    EndOfNextTurnOf(PlayerId, u32),
    /// As the next such step begins, of this player if given.
    Step(Step, Option<PlayerId>),
    /// When the condition (code, in the effect's context) is first false.
    While(CodeId),
    /// When this object leaves its zone.
    Leaves(ObjectId),
    /// Never.
    Never,
}

/// A continuous, replacement or prevention effect made by a resolved spell or ability (CR 611.2, 614.1).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ActiveEffect {
    /// What it does: the compiled statement or replacement.
    pub what: StaticId,
    /// The objects it was found to affect as it began (CR 611.2c); `None` if it has an open set (players, rules, replacement).
    pub affected: Option<Vec<Entity>>,
    /// What it makes of what it affects: the copiable values of what is copied, as they were when it began (CR 707.2b).
    pub copies: Option<CopiableValues>,
    /// Values fixed when it began: quantities (CR 608.2h), in the order of the statement's captured code.
    pub values: Vec<Value>,
    /// Context of the ability that made it.
    pub context: Context,
    /// CR 613.7b.
    pub timestamp: Timestamp,
    /// When it ends.
    pub end: EffectEnd,
    /// How much of it is left, for "prevent the next 3 damage" and "the next time" effects.
    pub remaining: Option<i64>,
}

/// A delayed or reflexive triggered ability (CR 603.7, 603.12).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DelayedTrigger {
    /// The compiled trigger.
    pub ability: AbilityId,
    /// Context of the ability that made it.
    pub context: Context,
    /// Only once (CR 603.7b).
    pub once: bool,
    /// When it ends without having triggered.
    pub end: EffectEnd,
}
