//! Code of phrases: nouns and what they are filtered by, numbers, conditions, events.

pub(super) mod condition;
pub(super) mod event;
pub(super) mod filter;
pub(super) mod noun;
pub(super) mod quantity;
