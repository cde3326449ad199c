//! The pest grammar of card English, and the engine that parses with it.
//!
//! `pest/*.pest` is compiled by `build.rs` into tables; [`parse`] walks them with the semantics of pest (ordered choice,
//! greedy repetition, no backtracking into what succeeded). Compared with the parser that `pest_derive` generates it adds
//! dispatch on the first byte, remembers where a rule has failed, and gives the furthest position that any rule reached.
//! The parser never panics and stops at a limit of steps and depth.

mod engine;
mod tree;

pub use engine::{Failure, Reason, parse};
pub use tree::{Children, Node, Tree};

/// What a rule leaves in the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A node with the nodes of its parts.
    Node,
    /// A node without parts (atomic).
    Leaf,
    /// Nothing of its own.
    Silent,
}

/// A parsing expression. Numbers are positions in the tables.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Op {
    Str(&'static str),
    #[allow(dead_code)]
    Insens(&'static str),
    Range(char, char),
    #[allow(dead_code)]
    Any,
    Alphanumeric,
    Newline,
    Start,
    End,
    Call(u16),
    Seq(u32, u32),
    Choice(u32, u32),
    Optional(u32),
    Repeat(u32, u32),
    And(u32),
    Not(u32),
}

include!(concat!(env!("OUT_DIR"), "/tables.rs"));
