//! The grammar of card English, and its parser.
//!
//! The grammar is written for pest (`pest/*.pest`); the build script turns it into tables which [`Parser`] interprets with
//! pest's meaning, a first-byte dispatch at every choice and a memo of what was read where, so that a line is read in
//! time linear in its length. This crate knows nothing of the game.

use std::cell::RefCell;

mod failure;
mod memo;
mod parser;
mod tree;
mod words;

pub use failure::{Failure, Reason};
pub use parser::{Limits, Parser};
pub use tree::{Children, Node, Tree};
pub use words::words;

#[allow(clippy::all, clippy::pedantic)]
mod tables {
    use crate::parser::{Kind, TableNode as Node};
    include!(concat!(env!("OUT_DIR"), "/tables.rs"));
}

pub use tables::Rule;

thread_local! {
    static PARSER: RefCell<Parser> = RefCell::default();
}

/// Reads the whole text as the rule.
///
/// # Errors
/// [`Failure`] says how far the text could be read and what was expected there, or that a limit was reached.
pub fn parse(rule: Rule, text: &str) -> Result<Tree<'_>, Failure> {
    // One parser for each thread keeps its memory from line to line. Reading a text never reads another on the way.
    PARSER.with(|parser| match parser.try_borrow_mut() {
        Ok(mut parser) => parser.parse(rule, text),
        Err(_) => Parser::default().parse(rule, text),
    })
}

/// Whether the whole text can be read as the rule. Quicker than [`parse`], which finds out why not.
#[must_use]
pub fn accepts(rule: Rule, text: &str) -> bool {
    PARSER.with(|parser| match parser.try_borrow_mut() {
        Ok(mut parser) => parser.accepts(rule, text),
        Err(_) => Parser::default().accepts(rule, text),
    })
}
