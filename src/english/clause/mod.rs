//! Clauses and sentences: actions, effects, statements of continuous effects, replacement effects.

pub(super) mod action;
pub(super) mod becoming;
pub(super) mod cost;
pub(super) mod creation;
pub(super) mod effect;
pub(super) mod lasting;
pub(super) mod mana;
pub(super) mod modal;
pub(super) mod modification;
pub(super) mod offer;
pub(super) mod replacement;
pub(super) mod restriction;
pub(super) mod sequence;
pub(super) mod statics;
