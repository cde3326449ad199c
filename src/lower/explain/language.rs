//! Every word that may stand in card text: those of the grammar, and those of the names that packs declare.

use super::super::Vocabulary;
use crate::diag::nearest_of;
use spellwright_grammar::words;
use std::collections::BTreeSet;

/// The words of the grammar and of the declared names.
pub(in super::super) struct Language<'v> {
    vocab: &'v Vocabulary,
    grammar: &'static BTreeSet<String>,
}

/// The most words that are near another.
const MOST: usize = 6;

impl<'v> Language<'v> {
    pub fn new(vocab: &'v Vocabulary) -> Self {
        Self {
            vocab,
            grammar: words(),
        }
    }

    /// Whether a word, in lower case, is known.
    pub fn knows(&self, word: &str) -> bool {
        let bare = bare(word);
        if bare.chars().count() < 2 || self.grammar.contains(word) || self.knows_bare(bare) {
            return true;
        }
        bare.contains(['-', '/']) && bare.split(['-', '/']).all(|part| self.knows_bare(part))
    }

    fn knows_bare(&self, word: &str) -> bool {
        self.grammar.contains(word)
            || self.vocab.speaks(word)
            || self.vocab.subtype(word).is_some()
            || word.chars().all(|c| !c.is_alphabetic())
            || compound(word)
                .is_some_and(|stem| self.vocab.subtype(stem).is_some() || stem == "land")
    }

    /// Whether a word is one of the grammar's own.
    pub fn is_grammar(&self, word: &str) -> bool {
        self.grammar.contains(word)
    }

    /// The known words near a word that is not known, the nearest first.
    pub fn near(&self, word: &str) -> Vec<String> {
        let bare = bare(word);
        let ending = word.get(bare.len()..).unwrap_or("");
        let known = self.grammar.iter().map(String::as_str);
        let names = self.vocab.spoken();
        nearest_of(bare, known.chain(names), MOST)
            .into_iter()
            .map(|near| format!("{near}{ending}"))
            .collect()
    }
}

/// A word without the ending of a possessive.
fn bare(word: &str) -> &str {
    word.strip_suffix("'s")
        .or_else(|| word.strip_suffix('\''))
        .unwrap_or(word)
}

/// What "swampwalk" and "islandcycling" are made of (CR 702.14a, 702.29e).
fn compound(word: &str) -> Option<&str> {
    word.strip_suffix("walk")
        .or_else(|| word.strip_suffix("cycling"))
}
