//! Clauses and sentences: what is done, said to be so, paid or replaced.

pub(in crate::lower) mod action;
pub(in crate::lower) mod cards;
pub(in crate::lower) mod chain;
pub(in crate::lower) mod copy;
mod cost;
pub(in crate::lower) mod counters;
pub(in crate::lower) mod creation;
pub(in crate::lower) mod damage;
pub(in crate::lower) mod effect;
pub(in crate::lower) mod mana;
pub(in crate::lower) mod movement;
pub(in crate::lower) mod other_action;
pub(in crate::lower) mod prevention;
pub(in crate::lower) mod replacement;
pub(in crate::lower) mod sentence;
pub(in crate::lower) mod statics;
pub(in crate::lower) mod subject;
