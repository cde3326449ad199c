//! The pest grammar of card English.
