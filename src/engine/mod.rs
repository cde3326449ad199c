//! The rules of the game: turns and steps, priority, casting and activating, resolving, combat, and what happens as events.
//!
//! **Takes** a verified [`Program`](crate::bytecode::Program) and a [`Game`](crate::game::Game). [`run()`] carries the game
//! forward until a player is asked something; [`answer()`] answers. May import `vm`, `game`, `bytecode`, `vocab`; knows no
//! grammar and no intermediate representation.

pub mod answer;
pub mod canonical;
pub mod casting;
pub mod combat;
pub mod continuous;
pub mod events;
pub mod illegal;
pub mod legal;
pub mod random_player;
pub mod run;
pub mod seats;
pub mod setup;
pub mod special;
#[cfg(test)]
mod tests;
pub mod turn;

pub use casting::{activation, announce, costs, mana, payment, targets};
use casting::{could_produce, mana_output};
pub(in crate::engine) use combat::bands;
use combat::block_requirements;
pub use combat::{attack, block, damage_step};
use continuous::{attachments, in_force};
pub use continuous::{durations, layers, moments, restrictions, statements, table};
pub use events::considered;
use events::{damage, leave, triggers, zones};
pub use turn::{
    battles, blessing, monarch, opening, priority, put_triggers, resolve, sagas, sba, steps,
};

pub use answer::answer;
pub use illegal::Illegal;
pub use legal::{legal_actions, why_illegal};
pub use run::{Status, run, run_within};
