//! What clauses are made of: nouns, filters, quantities, conditions and events.

mod agreement;
pub(in crate::lower) mod condition;
pub(in crate::lower) mod event;
pub(in crate::lower) mod event_predicate;
pub(in crate::lower) mod filter;
pub(in crate::lower) mod noun;
pub(in crate::lower) mod possession;
pub(in crate::lower) mod predicate;
pub(in crate::lower) mod property;
pub(in crate::lower) mod quantifier;
pub(in crate::lower) mod quantity;
pub(in crate::lower) mod reference;
pub(in crate::lower) mod relative;
pub(in crate::lower) mod suffix;
