//! The state of a game: plain data that can be cloned, compared, hashed, saved and resumed at every decision.
//!
//! **Gives** the types that `vm` and `engine` work on. May import `vocab` and the identifiers of `bytecode`. It decides
//! nothing: functions here keep the data consistent, the rules are in `engine`.
//!
//! Cloning a mid-game state is meant to cost about a microsecond, so objects are flat and `Copy`, everything
//! about them that only few have (counters, attachments, stack data) is in side tables, and computed characteristics
//! are shared.

pub mod access;
pub mod combat;
pub mod continuous;
pub mod decision;
pub mod event;
pub mod fault;
pub mod frame;
pub mod history;
pub mod ids;
pub mod object;
pub mod player;
pub mod random;
pub mod size;
pub mod stack;
pub mod state;
pub mod task;

pub use combat::{Attack, Block, Combat};
pub use continuous::{ActiveEffect, DelayedTrigger, EffectEnd};
pub use decision::{About, Action, Answer, Choice, Decision};
pub use event::{Cause, Entry, Event, EventFlags, EventKind, EventKindSet};
pub use fault::Fault;
pub use frame::{Context, Frame, Value};
pub use history::{History, Hit};
pub use ids::{Entity, ObjectId, PlayerId, TeamId, Timestamp};
pub use object::characteristics::{AbilityInstance, Characteristics, CopiableValues};
pub use object::merged::{Component, Merged};
pub use object::{CounterEntry, Object, ObjectKind, Status};
pub use player::{ManaPool, ManaUnit, Player, Team};
pub use random::Random;
pub use stack::{StackItem, StackKind};
pub use state::{Format, Game, Outcome, Turn};
pub use task::{
    Besides, CastStage, Casting, ManaSpent, Payment, PlannedMana, Produced, Retarget, StepStage,
    Task, TotalCost, Trial,
};
