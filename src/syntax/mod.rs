//! The outer shape of packs: items by indentation, headers, type lines, and lines of card text made ready for the grammar.
//!
//! **Takes** files of a [`crate::source::SourceMap`]; **gives** the typed items of [`ast`] with spans, nothing decided yet, and a
//! [`Line`] for each ability or ruling line. May import `source`, `diag`, `vocab`. It never fails as a whole: an item that
//! cannot be read is a diagnostic, and reading goes on with the next.

pub mod ast;
mod header;
mod items;
mod layout;
mod lexer;
mod line;
mod manifest;
mod mentions;
mod type_line;

pub use ast::{
    CardItem, CounterItem, FaceItem, Item, KeywordItem, Mark, RulingItem, RulingLine, SubtypeItem,
    TokenItem, TypeLine, WordItem,
};
pub use items::{is_level_symbol, is_pt, is_result_row, read_file};
pub use lexer::{Token, tokens};
pub use line::{Bearer, Line, MAX_LINE};
pub use manifest::{Manifest, read_manifest};
pub use mentions::Mentions;
pub use type_line::read_type_line;
