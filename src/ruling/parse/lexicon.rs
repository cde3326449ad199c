//! The names that a ruling can use.

use crate::bytecode::Program;
use std::collections::BTreeSet;

/// A set of names, in which the longest one that stands at a place is found.
#[derive(Debug, Clone, Default)]
pub struct Lexicon {
    names: BTreeSet<String>,
    longest: usize,
}

impl Lexicon {
    /// The names of the cards and tokens of a program, full and short.
    pub fn of(program: &Program) -> Self {
        let mut lexicon = Self::default();
        for face in &program.faces {
            for name in names_of(&face.name) {
                lexicon.add(name);
            }
        }
        lexicon
    }

    /// Adds a name.
    pub fn add(&mut self, name: &str) {
        self.longest = self.longest.max(name.len());
        self.names.insert(name.to_owned());
    }

    /// The longest name that the text begins with, and how many bytes of the text it takes; a plural counts as the name.
    pub fn find(&self, text: &str) -> Option<(&str, usize, bool)> {
        let limit = text.len().min(self.longest.saturating_add(2));
        let mut ends: Vec<usize> = Vec::new();
        for (at, c) in text.char_indices() {
            if at > limit {
                break;
            }
            if at > 0 && !c.is_alphanumeric() {
                ends.push(at);
            }
        }
        if text.len() <= limit {
            ends.push(text.len());
        }
        for end in ends.into_iter().rev() {
            let head = text.get(..end)?;
            if let Some(name) = self.names.get(head) {
                return Some((name, end, false));
            }
            for (ending, singular) in [("s", ""), ("es", ""), ("ies", "y"), ("ves", "f")] {
                if let Some(stem) = head.strip_suffix(ending)
                    && let Some(name) = self.names.get(&format!("{stem}{singular}"))
                {
                    return Some((name, end, true));
                }
            }
        }
        None
    }

    /// Every name, in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }
}

/// The names that a card or token goes by: its full name, before the comma or "of the", without "Token".
pub fn names_of(name: &str) -> impl Iterator<Item = &str> {
    let short = name.split_once(',').map(|(short, _)| short);
    let place = name.split_once(" of the ").map(|(short, _)| short);
    let token = name.strip_suffix(" Token");
    [Some(name), place, short, token].into_iter().flatten()
}
