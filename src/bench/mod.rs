//! How fast things are: lines read, packs compiled, states cloned, games and rulings played.
//!
//! **Takes** packs, or the duel that comes with the program; **gives** [`Figures`]. May import every stage above it. Both
//! `spellwright bench` and `cargo bench` measure what is here.

mod duel;
mod measure;
mod report;
#[cfg(test)]
mod tests;

pub use duel::Duel;
pub use measure::{
    Cloning, Figures, Lines, Rate, SlowLine, compiling, lines, rulings, state, timed,
};
pub use report::text;
