//! Code of what effects do besides single actions: what lasts, what is prevented or redirected, what is chosen, what several do.

pub(in crate::codegen) mod belated;
pub(in crate::codegen) mod lasting;
pub(in crate::codegen) mod of_choice;
pub(in crate::codegen) mod several;
pub(in crate::codegen) mod shield;
