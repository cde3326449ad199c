//! The game: everything there is to know about it.

use super::{
    combat::Combat,
    continuous::{ActiveEffect, DelayedTrigger},
    decision::{Answer, Decision},
    event::Event,
    frame::Value,
    history::History,
    ids::{ObjectId, PlayerId, Timestamp},
    object::characteristics::{Characteristics, CopiableValues},
    object::{CounterEntry, Object},
    player::{Player, Team},
    random::Random,
    stack::StackItem,
    task::Task,
};
use crate::vocab::{Phase, Step};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;

/// The variant of the game (CR 800, 903).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Format {
    /// Each player for themselves; two players is the ordinary game.
    FreeForAll,
    /// CR 810.
    TwoHeadedGiant,
    /// CR 903.
    Commander,
}

/// How a game ended (CR 104).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// These players won.
    Won(Vec<PlayerId>),
    /// CR 104.4.
    Draw(DrawReason),
}

/// Why a game is a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DrawReason {
    /// CR 104.4a.
    AllLost,
    /// CR 104.4b.
    MandatoryLoop,
    /// CR 104.4c.
    Effect,
}

/// Whose turn it is and how far it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turn {
    /// Counted from 1.
    pub number: u32,
    /// CR 102.1; with shared turns, the first player of the active team.
    pub active: PlayerId,
    /// The current step.
    pub step: Step,
    /// Extra turns to take, the next one last (CR 500.7).
    pub extra: Vec<PlayerId>,
    /// Phases of this turn that are still to come, the next one last. An effect that adds a phase directly after the
    /// current one (CR 500.8) pushes it here.
    pub upcoming: SmallVec<[Phase; 6]>,
}

/// A triggered ability that has triggered and waits to be put on the stack (CR 603.2, 603.3).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Waiting {
    /// The item as it will be put.
    pub item: StackItem,
    /// Its condition is another ability triggering (CR 603.3b): it is put after the others.
    pub on_trigger: bool,
}

/// What an object was when it left its zone (CR 113.7a, 400.7, 608.2h).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LastKnown {
    /// Its characteristics.
    pub characteristics: Characteristics,
    /// Its record.
    pub object: Object,
    /// Its counters.
    pub counters: Vec<CounterEntry>,
    /// What it was attacking or blocking.
    pub combat: Combat,
    /// What was chosen for it, of a spell: it can be copied once it has left the stack.
    pub item: Option<Box<StackItem>>,
}

/// Data that is derived from the rest of the game or only watches it: equal to every other and without a hash, so that
/// two games are equal exactly when they are in the same state.
#[derive(Debug, Clone, Default)]
pub struct Derived<T>(pub T);

impl<T> PartialEq for Derived<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Derived<T> {}

impl<T> std::hash::Hash for Derived<T> {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

/// What has been seen since a player last took an optional action, to find loops of mandatory actions (CR 104.4b).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct LoopWatch {
    /// How often a player got priority with something on the stack since then.
    pub quiet: u32,
    /// Hashes of the states in which that was so.
    pub seen: Vec<u64>,
}

/// A loaded game has no cache yet, so nothing in it is up to date.
const fn unknown() -> Derived<bool> {
    Derived(true)
}

/// A game.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Game {
    /// The variant.
    pub format: Format,
    /// What the mana may be spent on that the running instruction adds, if not on anything (CR 106.6).
    #[serde(default)]
    pub only_for: Option<crate::bytecode::CodeId>,
    /// Players by seat.
    pub players: Vec<Player>,
    /// Teams; `Player::team` points here.
    pub teams: Vec<Team>,
    /// All objects by id.
    pub objects: Vec<Object>,
    /// Permanents in the order in which they entered.
    pub battlefield: Vec<ObjectId>,
    /// Exile.
    pub exile: Vec<ObjectId>,
    /// The command zone.
    pub command: Vec<ObjectId>,
    /// The stack; the top is last.
    pub stack: Vec<StackItem>,
    /// Counters on objects and players.
    pub counters: Vec<CounterEntry>,
    /// Whose turn it is.
    pub turn: Turn,
    /// Combat, while there is one.
    pub combat: Option<Combat>,
    /// Continuous and replacement effects by timestamp.
    pub effects: Vec<ActiveEffect>,
    /// Delayed triggers.
    pub delayed: Vec<DelayedTrigger>,
    /// Triggers that wait to be put on the stack.
    pub waiting: Vec<Waiting>,
    /// What happened.
    pub history: History,
    /// Objects put away by linked abilities (CR 607): by whom, which.
    pub linked: Vec<(ObjectId, ObjectId)>,
    /// Values chosen for objects (CR 607.2d): for whom, what kind, what.
    pub chosen: Vec<(ObjectId, ChosenValue)>,
    /// What the game is in the middle of; the top is last.
    pub tasks: Vec<Task>,
    /// The open question.
    pub decision: Option<Decision>,
    /// Its answer, until the task that asked takes it.
    pub answer: Option<Answer>,
    /// Results of a finished batch, for the frame that asked for it.
    pub results: Vec<Value>,
    /// How many objects there had been as what resolves now began to: newer ones came to be by it.
    #[serde(default)]
    pub resolving_since: u32,
    /// To find loops.
    pub watch: LoopWatch,
    /// The end.
    pub outcome: Option<Outcome>,
    /// The next timestamp.
    pub next_timestamp: Timestamp,
    /// The random generator.
    pub random: Random,
    /// Events committed since the trace reader last took them; empty unless tracing is on.
    #[serde(skip)]
    pub log: Derived<Vec<Event>>,
    /// Whether events are logged.
    #[serde(skip)]
    pub tracing: Derived<bool>,
    /// Computed characteristics by object id, shared between clones; rebuilt when `stale`.
    #[serde(skip)]
    pub cache: Derived<Arc<Vec<Option<Arc<Characteristics>>>>>,
    /// What else is derived from the rest.
    #[serde(skip)]
    pub facts: Derived<super::object::derived::Facts>,
    /// Tokens or copies may be where they cease to exist (CR 704.5d, 704.5e).
    #[serde(skip, default = "unknown")]
    pub strays: Derived<bool>,
    /// The cache must be rebuilt.
    #[serde(skip, default = "unknown")]
    pub stale: Derived<bool>,
    /// Last-known information by object; shared between clones until one of them adds to it.
    pub last_known: Arc<Vec<(ObjectId, Arc<LastKnown>)>>,
}

/// A value chosen for an object.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChosenValue {
    /// How it was cast.
    Cast(HowCast),
    /// A cost that an ability of it gives was paid as it was cast, so often (CR 601.2b, 400.7d).
    Paid(crate::bytecode::AbilityId, u32),
    /// It has a designation: renowned, monstrous, foretold.
    Designation(crate::vocab::Name),
    /// It stays, while others of its name are to go (CR 704.5j).
    Kept,
    /// A regeneration shield, until the turn ends (CR 701.19a).
    RegenerationShield,
    /// What it copies since it entered or was made (CR 707.2, 614.1c).
    CopyOf(CopiableValues),
    /// What represents it since something merged with it (CR 730.2).
    Merged(Box<super::object::merged::Merged>),
    /// A color.
    Color(crate::vocab::Color),
    /// A subtype.
    Subtype(crate::bytecode::SubtypeId),
    /// A card type.
    Type(crate::vocab::CardType),
    /// A card name.
    Name(crate::vocab::Name),
    /// A player.
    Player(PlayerId),
    /// The player who protects it (CR 310.8).
    Protector(PlayerId),
    /// A number.
    Number(i64),
}

/// How a spell was cast, which the permanent that it becomes can be asked about too (CR 400.7d).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct HowCast {
    /// Who cast it (CR 601.2a).
    pub by: PlayerId,
    /// The zone that it was cast from.
    pub from: crate::vocab::Zone,
    /// The mana that was spent.
    pub spent: super::task::ManaSpent,
    /// How many other spells had been cast before it in the same turn (CR 702.40a).
    pub after: u32,
}

impl ChosenValue {
    /// Whether it tells how something was cast.
    #[must_use]
    pub const fn is_about_casting(&self) -> bool {
        matches!(self, Self::Cast(_) | Self::Paid(..))
    }
}
