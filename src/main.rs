//! The `spellwright` command.
fn main() {}
