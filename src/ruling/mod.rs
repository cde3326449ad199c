//! Rulings: scenarios that are run against the engine, with every question answered by the script.
//!
//! **Takes** compiled packs; **gives** a [`Report`] for each ruling, and its trace. May import every stage above it. A ruling is
//! read against the names that it declares (`parse`), set up (`setup`), and run step by step (`play`); what it leaves
//! open can be explored (`explore`).

mod expect;
mod explore;
mod happened;
mod names;
mod outcomes;
mod parse;
mod play;
pub mod playout;
mod reply;
mod report;
pub mod script;
mod setup;
pub mod snapshot;
mod trace;
pub mod why;

pub use outcomes::{mistakes, outcomes};
pub use parse::{ask, read};
pub use play::{Mode, run, run_in};
pub use report::{Failure, LineOfPlay, Outcome, Report};
pub use script::{Ruling, is_titled};
