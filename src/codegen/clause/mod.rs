//! Code of clauses: actions, costs, choices, replacements, static statements.

pub(super) mod action;
pub(super) mod choice;
pub(super) mod combat_cost;
pub(super) mod copy;
pub(super) mod cost;
mod defined_action;
pub(super) mod dice;
pub(super) mod effect;
pub(super) mod effects;
pub(super) mod keyword_action;
pub(super) mod mana;
pub(super) mod movement;
pub(super) mod permission;
pub(super) mod replacement;
pub(super) mod search;
pub(super) mod statics;
pub(super) mod votes;
