//! The open vocabulary: what a pack and its dependencies declare.

use crate::ir::Parameter;
use crate::syntax::Item;
use crate::vocab::{CardType, Name};
use std::collections::{BTreeMap, BTreeSet};

/// Names that abilities may use. Keys are in lower case.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    subtypes: BTreeMap<Name, (Name, Option<CardType>)>,
    keywords: BTreeMap<Name, Parameter>,
    counters: BTreeMap<Name, ()>,
    /// How many target phrases the instructions of a keyword action have.
    actions: BTreeMap<Name, u8>,
    tokens: BTreeMap<Name, Name>,
    words: BTreeMap<Name, ()>,
    ability_words: BTreeMap<Name, ()>,
    cards: BTreeMap<Name, Name>,
    /// Subtypes whose plural is the singular.
    unchanging: BTreeSet<Name>,
    /// Every word of a declared name, in lower case, for telling misspelt words. Cards are left out: their names have all
    /// kinds of words, and stand in text only where it says so.
    spoken: BTreeSet<Name>,
}

impl Vocabulary {
    /// Declares what an item defines.
    pub fn declare(&mut self, item: &Item) {
        match item {
            Item::Card(card) => card
                .faces
                .iter()
                .for_each(|face| self.add_card(&face.name.value)),
            Item::Keyword(keyword) => {
                if let Some(parameter) = super::item::parameter(keyword) {
                    self.add_keyword(&keyword.name.value, parameter);
                }
            }
            // The verbs of keyword actions are words of the grammar.
            Item::Action(action) => self.add_action(action),
            Item::Counter(counter) => self.add_counter(&counter.name.value),
            Item::Token(token) => self.add_token(&token.face.name.value),
            Item::Word(word) if word.means.is_some() => self.add_word(&word.name.value),
            Item::Word(word) => self.add_ability_word(&word.name.value),
            Item::Subtype(subtypes) => {
                let kind = CardType::from_word(&subtypes.kind.value.to_lowercase());
                for (name, plural) in &subtypes.names {
                    self.add_subtype(&name.value, kind, plural.as_deref());
                }
            }
            Item::Ruling(_) => {}
        }
    }

    /// The vocabulary of items, whose order does not matter.
    #[must_use]
    pub fn of<'i>(items: impl IntoIterator<Item = &'i Item>) -> Self {
        let mut vocab = Self::default();
        items.into_iter().for_each(|item| vocab.declare(item));
        vocab
    }
}

fn key(name: &str) -> Name {
    Name::from(name.to_lowercase())
}

impl Vocabulary {
    /// Declares a subtype of a card type (`None`: a spell type), with its plural if that is irregular. A name may belong
    /// to several card types.
    pub fn add_subtype(&mut self, name: &str, kind: Option<CardType>, plural: Option<&str>) {
        let entry = (Name::from(name), kind);
        self.speak(name);
        match plural {
            Some(plural) => self.speak(plural),
            None => self.speak(&format!("{name}s")),
        }
        if plural == Some(name) {
            self.unchanging.insert(key(name));
        }
        if let Some(plural) = plural {
            self.subtypes.insert(key(plural), entry.clone());
        }
        self.subtypes.entry(key(name)).or_insert(entry);
    }

    /// Declares a keyword.
    pub fn add_keyword(&mut self, name: &str, parameter: Parameter) {
        self.speak(name);
        self.keywords.insert(key(name), parameter);
    }

    /// Declares a kind of counter.
    pub fn add_counter(&mut self, name: &str) {
        self.speak(name);
        self.counters.insert(key(name), ());
    }

    /// Declares a token that is created by name.
    pub fn add_token(&mut self, name: &str) {
        self.speak(name);
        self.tokens.insert(key(name), Name::from(name));
    }

    /// Declares an adjective.
    pub fn add_word(&mut self, name: &str) {
        self.speak(name);
        self.words.insert(key(name), ());
    }

    /// Declares an ability word.
    pub fn add_ability_word(&mut self, name: &str) {
        self.speak(name);
        self.ability_words.insert(key(name), ());
    }

    /// Declares a card, so that text may name it.
    pub fn add_card(&mut self, name: &str) {
        self.cards.insert(key(name), Name::from(name));
    }

    /// The subtype that a word names, in the singular or plural: its declared spelling, its card type, whether plural.
    #[must_use]
    pub fn subtype(&self, word: &str) -> Option<(Name, Option<CardType>, bool)> {
        let word = key(word);
        if let Some((name, kind)) = self.subtypes.get(&word) {
            let plural = key(name) != word;
            return Some((name.clone(), *kind, plural));
        }
        singulars(&word).into_iter().find_map(|singular| {
            self.subtypes
                .get(singular.as_str())
                .map(|(name, kind)| (name.clone(), *kind, true))
        })
    }

    /// Whether a subtype has one form for one and many.
    #[must_use]
    pub fn unchanging(&self, word: &str) -> bool {
        self.unchanging.contains(&key(word))
    }

    /// What a keyword takes.
    #[must_use]
    pub fn keyword(&self, name: &str) -> Option<Parameter> {
        self.keywords.get(&key(name)).copied()
    }

    fn speak(&mut self, name: &str) {
        let lower = name.to_lowercase().replace('’', "'");
        let words = lower.split(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '-')));
        self.spoken
            .extend(words.filter(|word| word.len() > 1).map(Name::from));
    }

    /// Whether a word, in lower case, is part of a declared name.
    #[must_use]
    pub fn speaks(&self, word: &str) -> bool {
        self.spoken.contains(word)
    }

    /// The words of declared names, in lower case.
    pub fn spoken(&self) -> impl Iterator<Item = &str> {
        self.spoken.iter().map(Name::as_str)
    }

    /// The names of keywords, in lower case.
    pub fn keyword_names(&self) -> impl Iterator<Item = &str> {
        self.keywords.keys().map(Name::as_str)
    }

    /// The names of keywords that take nothing, in lower case.
    pub fn bare_keywords(&self) -> impl Iterator<Item = &str> {
        let bare = self
            .keywords
            .iter()
            .filter(|(_, takes)| **takes == Parameter::None);
        bare.map(|(name, _)| name.as_str())
    }

    /// Declares a keyword action.
    pub fn add_action(&mut self, action: &crate::syntax::ast::KeywordItem) {
        let words = action.means.iter().flat_map(|line| line.text.split(' '));
        let targets = words.filter(|word| *word == "target").count();
        let name = key(&action.name.value);
        self.actions
            .insert(name, u8::try_from(targets).unwrap_or(u8::MAX));
    }

    /// How many target phrases a keyword action has.
    #[must_use]
    pub fn targets_of_action(&self, name: &str) -> u8 {
        self.actions.get(&key(name)).copied().unwrap_or(0)
    }

    /// Which card type a declared subtype belongs to (CR 205.3).
    #[must_use]
    pub fn subtype_kind(&self, name: &str) -> Option<CardType> {
        self.subtypes.get(&key(name)).and_then(|(_, kind)| *kind)
    }

    /// The creature types, in lower case, irregular plurals among them.
    pub fn creature_types(&self) -> impl Iterator<Item = &str> {
        let creatures = self
            .subtypes
            .iter()
            .filter(|(_, (_, kind))| *kind == Some(CardType::Creature));
        creatures.map(|(name, _)| name.as_str())
    }

    /// Whether a kind of counter is declared.
    #[must_use]
    pub fn has_counter(&self, name: &str) -> bool {
        self.counters.contains_key(&key(name))
    }

    /// The declared spelling of a token.
    #[must_use]
    pub fn token(&self, name: &str) -> Option<Name> {
        self.tokens.get(&key(name)).cloned()
    }

    /// Whether an adjective is declared.
    #[must_use]
    pub fn has_word(&self, name: &str) -> bool {
        self.words.contains_key(&key(name))
    }

    /// Whether an ability word is declared.
    #[must_use]
    pub fn has_ability_word(&self, name: &str) -> bool {
        self.ability_words.contains_key(&key(name))
    }

    /// The declared spelling of a card's name.
    #[must_use]
    pub fn card(&self, name: &str) -> Option<Name> {
        self.cards.get(&key(name)).cloned()
    }

    /// The subtype nearest to a word that is none.
    #[must_use]
    pub fn nearest_subtype(&self, word: &str) -> Option<Name> {
        let names = self.subtypes.values().map(|(name, _)| name.as_str());
        crate::diag::nearest(word, names).map(Name::from)
    }

    /// The known name nearest to a word that is not known.
    #[must_use]
    pub fn nearest(&self, word: &str) -> Option<Name> {
        let all = self
            .subtypes
            .values()
            .map(|(name, _)| name)
            .chain(self.keywords.keys())
            .chain(self.tokens.values())
            .chain(self.words.keys())
            .chain(self.counters.keys());
        all.map(|name| (strsim::damerau_levenshtein(&key(name), word), name))
            .filter(|(distance, _)| *distance <= word.len() / 3)
            .min()
            .map(|(_, name)| name.clone())
    }
}

/// What a plural may be the plural of.
fn singulars(word: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut swap = |from: &str, to: &str| {
        if let Some(stem) = word.strip_suffix(from) {
            out.push(format!("{stem}{to}"));
        }
    };
    swap("ies", "y");
    swap("ves", "f");
    swap("ves", "fe");
    swap("men", "man");
    swap("es", "");
    swap("s", "");
    swap("i", "us");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_and_spelling() {
        let mut vocab = Vocabulary::default();
        vocab.add_subtype("Goblin", Some(CardType::Creature), None);
        vocab.add_subtype("Elf", Some(CardType::Creature), None);
        vocab.add_subtype("Mouse", Some(CardType::Creature), Some("Mice"));
        assert_eq!(
            vocab.subtype("goblins").map(|s| (s.0, s.2)),
            Some(("Goblin".into(), true))
        );
        assert_eq!(vocab.subtype("elves").map(|s| s.2), Some(true));
        assert_eq!(
            vocab.subtype("mice").map(|s| (s.0, s.2)),
            Some(("Mouse".into(), true))
        );
        assert_eq!(vocab.subtype("elf").map(|s| s.2), Some(false));
        assert_eq!(vocab.nearest("gobiln"), Some("Goblin".into()));
    }
}
