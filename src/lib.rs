//! spellwright: a compiler, bytecode machine and ruling test runner for card abilities written as they are printed.

pub mod bytecode;
pub mod diag;
pub mod game;
pub mod ir;
pub mod source;
pub mod syntax;
pub mod vocab;
