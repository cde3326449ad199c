//! spellwright.
