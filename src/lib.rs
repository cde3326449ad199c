//! spellwright: a compiler, bytecode machine and ruling test runner for card abilities written as they are printed.
//!
//! The stages, in the order in which a pack goes through them; each imports only what stands above it here or is named in its
//! own first paragraph:
//!
//! - [`source`], [`diag`]: files, places, messages
//! - [`vocab`]: the closed vocabulary of the rules
//! - [`syntax`]: items and lines as they are written
//! - [`ir`]: what a card means
//! - [`english`]: the text of any IR, as cards print it; imports `ir` and `vocab` only
//! - [`bytecode`]: compiled programs
//! - [`game`]: the state of a game
//! - [`vm`]: the machine that runs code objects
//! - [`pack`]: packs on disk
//! - [`cards`]: cards of card databases
//! - [`coverage`]: how much of cards is read, proved and executed
//! - [`engine`]: the rules of the game
//! - [`ruling`]: scenarios that are run and explored
//! - [`mod@bench`]: how fast all of it is
//! - [`format`](mod@format): cards in the template of today
//! - [`cli`]: the command line

pub mod bench;
pub mod bytecode;
pub mod cards;
pub mod cli;
pub mod codegen;
pub mod compile;
pub mod coverage;
pub mod diag;
pub mod engine;
pub mod english;
pub mod format;
pub mod game;
pub mod ir;
pub mod lower;
pub mod pack;
pub mod ruling;
pub mod source;
pub mod syntax;
pub mod vm;
pub mod vocab;
