//! Continuous effects: layers, durations, and the statements and restrictions that static abilities and effects make
//! (CR 604, 611, 613).

pub(in crate::engine) mod changes;
pub mod durations;
pub mod layers;
pub(in crate::engine) mod reads;
pub mod restrictions;
pub mod statements;
pub mod table;
