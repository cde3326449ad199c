//! Continuous effects: layers, durations, and the statements and restrictions that static abilities and effects make
//! (CR 604, 611, 613).

pub mod attachments;
mod by_rules;
pub(in crate::engine) mod changes;
pub(in crate::engine) mod copiable;
mod dependency;
pub mod durations;
pub(in crate::engine) mod in_force;
pub mod layers;
pub mod moments;
pub(in crate::engine) mod reads;
pub mod restrictions;
pub mod statements;
pub mod table;
