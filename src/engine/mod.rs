//! The rules of the game: turns and steps, priority, casting and activating, resolving, combat, and what happens as events.
//!
//! **Takes** a verified [`Program`](crate::bytecode::Program) and a [`Game`](crate::game::Game). [`run()`] carries the game
//! forward until a player is asked something; [`answer()`] answers. May import `vm`, `game`, `bytecode`, `vocab`; knows no
//! grammar and no intermediate representation.

pub mod activation;
pub mod announce;
pub mod answer;
pub mod attack;
pub mod block;
mod block_requirements;
pub mod canonical;
pub mod casting;
mod changes;
pub mod combat;
mod commit;
pub mod costs;
mod damage;
pub mod damage_step;
pub mod durations;
pub mod events;
pub mod illegal;
pub mod layers;
mod leave;
pub mod legal;
pub mod mana;
mod mana_output;
pub mod payment;
pub mod priority;
pub mod put_triggers;
pub mod random_player;
mod replacement;
pub mod resolve;
pub mod restrictions;
pub mod run;
pub mod sba;
pub mod seats;
pub mod setup;
pub mod special;
pub mod statements;
pub mod steps;
pub mod targets;
#[cfg(test)]
mod tests;
mod triggers;
pub mod turn;
mod zones;

pub use answer::answer;
pub use illegal::Illegal;
pub use legal::{legal_actions, why_illegal};
pub use run::{Status, run, run_within};
