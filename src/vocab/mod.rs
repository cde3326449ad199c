//! The closed vocabulary of the Comprehensive Rules: card types, supertypes, colors, zones, steps, mana.
//!
//! Everything here is fixed by the rules themselves. Open vocabularies (subtypes, keywords, counters, tokens, words)
//! are declared by packs and never appear in this module. Imports nothing.

mod mana;
pub mod numbers;
mod turn;
mod types;

/// The basic land types (CR 305.6).
pub const BASIC_LAND_TYPES: [&str; 5] = ["Plains", "Island", "Swamp", "Mountain", "Forest"];

pub use mana::{ManaCost, ManaKind, ManaSymbol};
pub use turn::{Phase, Step};
pub use types::{CardType, Color, ColorSet, Supertype, SupertypeSet, TypeSet, Zone, ZoneSet};

/// A name that a pack declares or uses: a card, subtype, keyword, counter, token or word. Cheap to clone.
pub type Name = smol_str::SmolStr;
