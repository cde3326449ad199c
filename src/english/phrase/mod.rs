//! Phrases: nouns and their descriptions, quantities, conditions, events.

pub(super) mod condition;
pub(super) mod description;
pub(super) mod event;
pub(super) mod event_predicate;
pub(super) mod filter;
pub(super) mod modifier;
pub(super) mod noun;
pub(in crate::english) mod possession;
pub(super) mod quantity;
