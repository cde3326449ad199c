//! Clauses and sentences: what is done, said to be so, paid or replaced.

pub(in crate::lower) mod action;
pub(in crate::lower) mod addition;
pub(in crate::lower) mod casting_cost;
pub(in crate::lower) mod chain;
pub(in crate::lower) mod cost;
pub(in crate::lower) mod effect;
pub(in crate::lower) mod instead;
pub(in crate::lower) mod lead;
pub(in crate::lower) mod prevention;
pub(in crate::lower) mod replacement;
mod restriction;
pub(in crate::lower) mod sentence;
pub(in crate::lower) mod statics;
pub(in crate::lower) mod subject;
