//! Compiles the intermediate representation to a program: definitions as data, everything that is computed as code objects.
//!
//! **Takes** [`Definitions`]; **gives** a [`Program`](crate::bytecode::Program) and, for every construct that has no code yet, an [`Unsupported`] with the
//! card it is on. May import `ir`, `bytecode`, `vocab`. Nothing is dropped: what is not supported is reported, and the card
//! is then not executable.

mod ability;
mod clause;
mod definitions;
mod emitter;
mod extend;
mod keyword;
mod level;
mod phrase;
mod registers;
mod split;

pub use definitions::program;
pub use extend::Extension;

use crate::bytecode::SubtypeKind;
use crate::ir;
use crate::vocab::Name;
use std::collections::BTreeSet;

/// Everything that packs define, ready to be compiled.
#[derive(Debug, Clone, Default)]
pub struct Definitions {
    /// Cards.
    pub cards: Vec<ir::Card>,
    /// Keywords.
    pub keywords: Vec<ir::KeywordDefinition>,
    /// Keyword actions.
    pub actions: Vec<ir::ActionDefinition>,
    /// Counters.
    pub counters: Vec<ir::CounterDefinition>,
    /// Tokens that are created by name.
    pub tokens: Vec<ir::TokenDefinition>,
    /// Adjectives.
    pub words: Vec<ir::WordDefinition>,
    /// Subtypes.
    pub subtypes: Vec<(Name, SubtypeKind)>,
    /// Those that come with abilities.
    pub intrinsic: Vec<ir::SubtypeDefinition>,
    /// Faces of cards that are refused, which get no code.
    pub withheld: BTreeSet<Name>,
}

/// A construct that is understood but has no code yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsupported {
    /// The card or other definition that needs it.
    pub on: Name,
    /// The number of its face, from 0.
    pub face: usize,
    /// The number of the ability of that face, from 0.
    pub ability: usize,
    /// What it is, in the words of the game.
    pub what: String,
}

impl Unsupported {
    /// Of an ability of the first or only face.
    fn of(on: Name, ability: usize, what: Missing) -> Self {
        Self {
            on,
            face: 0,
            ability,
            what,
        }
    }
}

/// How English is made of abilities, for traces: given by the caller, since that stage stands beside this one.
pub type Describe<'a> = &'a dyn Fn(&ir::Ability) -> String;

/// A construct without code.
type Missing = String;
/// What an emitting function gives.
type Emitted = Result<(), Missing>;

mod zones;

#[cfg(test)]
mod tests;
