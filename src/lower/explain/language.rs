//! Every word that may stand in card text: those of the grammar, and those of the names that packs declare.

use super::super::Vocabulary;
use crate::diag::nearest_of;
use crate::vocab::ManaSymbol;
use spellwright_grammar::words;
use std::collections::BTreeSet;

/// The words of the grammar and of the declared names.
pub(super) struct Language<'v> {
    vocab: &'v Vocabulary,
    grammar: &'static BTreeSet<String>,
    /// The name of what has the ability, in lower case.
    own: String,
}

/// The most words that are near another.
const MOST: usize = 6;

impl<'v> Language<'v> {
    pub fn new(vocab: &'v Vocabulary, own: &str) -> Self {
        Self {
            vocab,
            grammar: words(),
            own: own.to_lowercase().replace('’', "'"),
        }
    }

    fn own(&self) -> impl Iterator<Item = &str> {
        self.own.split([' ', ',']).filter(|word| word.len() > 1)
    }

    /// Whether a word is one of the name of what has the ability.
    pub fn names(&self, word: &str) -> bool {
        self.own().any(|own| own == bare(word))
    }

    /// Whether a word is known only as one of the name of what has the ability.
    pub fn is_own(&self, word: &str) -> bool {
        self.names(word) && !self.declares(bare(word))
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
        self.own().any(|own| own == word) || self.declares(word)
    }

    fn declares(&self, word: &str) -> bool {
        self.grammar.contains(word)
            || self.vocab.speaks(word)
            || self.vocab.subtype(word).is_some()
            || word.contains(|c: char| c.is_ascii_digit())
            || word.chars().all(|c| !c.is_alphabetic())
            || word
                .strip_prefix("non")
                .is_some_and(|rest| self.declares(rest))
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
        nearest_of(bare, known.chain(names).chain(self.own()), MOST)
            .into_iter()
            .map(|near| format!("{}{ending}", self.capital(near)))
            .collect()
    }

    /// The keywords of several words that have these among them.
    pub fn keywords_with(&self, words: &str) -> Vec<String> {
        let words = words.to_lowercase();
        let has = |name: &&str| name.split(' ').any(|word| word == words) && name.contains(' ');
        self.vocab
            .keyword_names()
            .filter(has)
            .take(MOST)
            .map(str::to_owned)
            .collect()
    }

    /// The declared name nearest to one of several words.
    pub fn near_name(&self, name: &str) -> Option<String> {
        let near = self.vocab.nearest(&name.to_lowercase())?;
        (!near.eq_ignore_ascii_case(name)).then(|| near.to_string())
    }

    /// A word as card text writes it in the middle of a sentence: subtypes have a capital.
    fn capital(&self, word: &str) -> String {
        let name = self.vocab.subtype(word).is_some() || self.own().any(|own| own == word);
        if !self.grammar.contains(word) && name {
            super::in_case_of("A", word)
        } else {
            word.to_owned()
        }
    }
}

/// Whether a symbol in braces is one that the rules have (CR 107.4-107.6).
pub(super) fn is_symbol(text: &str) -> bool {
    let inside = text
        .strip_prefix('{')
        .and_then(|rest| rest.strip_suffix('}'));
    inside.is_some_and(|inside| {
        matches!(inside, "t" | "q" | "e" | "tk" | "chaos") || ManaSymbol::parse(inside).is_some()
    })
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
