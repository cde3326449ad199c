//! Flavor words of printed cards (CR 207.2d): each belongs to one ability and means nothing, so no pack declares them.

use super::is_card_file;
use crate::lower::Vocabulary;
use crate::pack::Pack;
use crate::source::Spanned;
use crate::syntax::{Item, Line, WordItem};
use crate::vocab::Name;
use std::collections::BTreeMap;

/// Words in front of abilities that the rules give a meaning, though no keyword has them as its name.
const OF_RULES: &[&str] = &["boast", "exhaust", "forecast", "max speed", "visit"];

/// The flavor words of the cards of files, as items that declare them.
pub(super) fn words(packs: &[Pack], vocabulary: &Vocabulary) -> Vec<WordItem> {
    let mut found: BTreeMap<Name, WordItem> = BTreeMap::new();
    let from_files = packs.iter().filter(|pack| is_card_file(&pack.path));
    let cards = from_files
        .flat_map(|pack| &pack.items)
        .filter_map(|item| match item {
            Item::Card(card) => Some(card),
            _ => None,
        });
    let lines = cards
        .flat_map(|card| &card.faces)
        .flat_map(|face| &face.lines);
    for line in lines {
        let Some(length) = flavor_word(line) else {
            continue;
        };
        let word = line.text.get(..length).unwrap_or("");
        let declared = vocabulary.has_ability_word(word) || vocabulary.keyword(word).is_some();
        if declared || OF_RULES.contains(&word) {
            continue;
        }
        let span = line.span_of(0, length);
        found.entry(Name::new(word)).or_insert_with(|| WordItem {
            name: Spanned::new(Name::new(word), span),
            means: None,
        });
    }
    found.into_values().collect()
}

/// How many bytes at the start of a line look like a flavor word: a title before a dash, with capitals as titles have, while an
/// ability word has one at its beginning.
fn flavor_word(line: &Line) -> Option<usize> {
    let (word, _) = line.text.split_once(" — ")?;
    let letters = |c: char| c.is_ascii_lowercase() || matches!(c, ' ' | '\'' | '-' | ',' | '!');
    if word.is_empty() || !word.chars().all(letters) {
        return None;
    }
    let written = line.written(0, word.len());
    let small = |word: &str| {
        matches!(
            word,
            "a" | "an"
                | "and"
                | "at"
                | "by"
                | "for"
                | "from"
                | "in"
                | "into"
                | "of"
                | "on"
                | "or"
                | "the"
                | "to"
                | "with"
                | "your"
        )
    };
    let roman = |word: &str| word.chars().all(|c| matches!(c, 'I' | 'V' | 'X'));
    let mut words = written.split(' ').map(|word| word.trim_end_matches(','));
    let titled = words
        .clone()
        .all(|word| word.starts_with(char::is_uppercase) || small(word));
    let numbered = words.next().is_none_or(roman);
    (titled && !numbered).then_some(word.len())
}
