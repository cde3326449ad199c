//! One change of a line: a word left out, or a phrase replaced by another of its kind.

use super::kinds::{DROPPED, Kind};
use std::collections::BTreeMap;
use std::ops::Range;

/// A change of a line's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The kind of words, or `None` for words that are left out.
    pub kind: Option<&'static str>,
    /// What is replaced.
    pub range: Range<usize>,
    /// What it is replaced by.
    pub by: String,
}

impl Edit {
    /// The text with the change made. What stood around a word that is left out is closed up.
    pub fn apply(&self, text: &str) -> String {
        let before = text.get(..self.range.start).unwrap_or("");
        let after = text.get(self.range.end..).unwrap_or("");
        if !self.by.is_empty() {
            let vowel = |next: &str| next.trim_start().starts_with(['a', 'e', 'i', 'o']);
            let by = match self.by.as_str() {
                "a" if vowel(after) => "an",
                by => by,
            };
            return format!("{before}{by}{after}");
        }
        let opens = before.is_empty() || before.ends_with([' ', '"', '\n']);
        let closes = after.is_empty() || after.starts_with([' ', '.', ',', ':', ';', '"', '\n']);
        match (opens, closes) {
            (true, true) if after.starts_with(' ') => {
                format!("{before}{}", after.trim_start_matches(' '))
            }
            (true, true) => format!("{}{after}", before.trim_end_matches(' ')),
            _ => format!("{before}{after}"),
        }
    }
}

/// The kinds of phrases by their first word, for finding them in a line.
pub struct Table<'k> {
    kinds: &'k [Kind],
    /// The kind and the place in it of each phrase that begins with a word.
    first: BTreeMap<&'k str, Vec<(usize, usize)>>,
}

impl<'k> Table<'k> {
    /// The table of some kinds.
    pub fn new(kinds: &'k [Kind]) -> Self {
        let mut first: BTreeMap<&str, Vec<(usize, usize)>> = BTreeMap::new();
        for (k, kind) in kinds.iter().enumerate() {
            for (p, phrase) in kind.phrases.iter().enumerate() {
                let word = phrase.split(' ').next().unwrap_or("");
                first.entry(word).or_default().push((k, p));
            }
        }
        Self { kinds, first }
    }

    /// Every change of a line, in the order of its words.
    pub fn edits(&self, text: &str) -> Vec<Edit> {
        let words = words(text);
        let mut edits = Vec::new();
        for (at, range) in words.iter().enumerate() {
            edits.push(Edit {
                kind: None,
                range: range.clone(),
                by: String::new(),
            });
            for phrase in DROPPED {
                if let Some(range) = phrase_at(text, &words, at, phrase) {
                    edits.push(Edit {
                        kind: None,
                        range,
                        by: String::new(),
                    });
                }
            }
            let word = text.get(range.clone()).unwrap_or("");
            for (k, p) in self.first.get(word).into_iter().flatten() {
                let Some(kind) = self.kinds.get(*k) else {
                    continue;
                };
                let Some(phrase) = kind.phrases.get(*p) else {
                    continue;
                };
                let Some(range) = phrase_at(text, &words, at, phrase) else {
                    continue;
                };
                let others = kind.phrases.iter().cycle().skip(p + 1);
                let tried = if kind.open {
                    1
                } else {
                    kind.phrases.len().saturating_sub(1)
                };
                edits.extend(others.take(tried).map(|other| Edit {
                    kind: Some(kind.name),
                    range: range.clone(),
                    by: other.clone(),
                }));
            }
            edits.extend(numbers(word).into_iter().map(|by| Edit {
                kind: Some("number"),
                range: range.clone(),
                by,
            }));
            edits.extend(symbols(word).into_iter().map(|by| Edit {
                kind: Some("symbol"),
                range: range.clone(),
                by,
            }));
        }
        edits
    }
}

/// The numbers in digits that a word is tried with instead: each of its numbers made greater, and its signs changed.
fn numbers(word: &str) -> Vec<String> {
    let mut out = Vec::new();
    let parts: Vec<&str> = word.split('/').collect();
    for (at, part) in parts.iter().enumerate() {
        let digits = part.trim_start_matches(['+', '-', '−']);
        let sign = part.get(..part.len() - digits.len()).unwrap_or("");
        let Ok(n) = digits.parse::<i64>() else {
            continue;
        };
        let mut other = |with: String| {
            let mut all: Vec<String> = parts.iter().map(|part| (*part).to_owned()).collect();
            if let Some(slot) = all.get_mut(at) {
                *slot = with;
            }
            out.push(all.join("/"));
        };
        other(format!("{sign}{}", n.saturating_add(1)));
        match sign {
            "+" => other(format!("-{digits}")),
            "-" | "−" => other(format!("+{digits}")),
            _ => {}
        }
    }
    out
}

/// The symbols that one is tried with instead (CR 107.4).
fn symbols(word: &str) -> Vec<String> {
    const MANA: [&str; 7] = ["{w}", "{u}", "{b}", "{r}", "{g}", "{c}", "{x}"];
    let inside = word
        .strip_prefix('{')
        .and_then(|rest| rest.strip_suffix('}'));
    let Some(inside) = inside else {
        return Vec::new();
    };
    if let Some(at) = MANA.iter().position(|symbol| *symbol == word) {
        let others = MANA.iter().cycle().skip(at + 1);
        return others.take(2).map(|symbol| (*symbol).to_owned()).collect();
    }
    match (inside, inside.parse::<u32>()) {
        ("t", _) => vec!["{q}".to_owned()],
        ("q", _) => vec!["{t}".to_owned()],
        (_, Ok(n)) => vec![format!("{{{}}}", n.saturating_add(1)), "{x}".to_owned()],
        _ => Vec::new(),
    }
}

/// Where a phrase is that begins with the word at `at`.
fn phrase_at(text: &str, words: &[Range<usize>], at: usize, phrase: &str) -> Option<Range<usize>> {
    let start = words.get(at)?.start;
    let rest = text.get(start..)?;
    rest.strip_prefix(phrase)?;
    let end = start + phrase.len();
    words
        .iter()
        .skip(at)
        .any(|word| word.end == end)
        .then_some(start..end)
}

/// The words, symbols and numbers of a line; signs are none.
fn words(text: &str) -> Vec<Range<usize>> {
    let part =
        |c: char| c.is_alphanumeric() || matches!(c, '\'' | '-' | '−' | '/' | '+' | '*' | '~');
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let first = rest.chars().next().unwrap_or(' ');
        let length = if first == '{' {
            rest.find('}').map_or(rest.len(), |end| end + 1)
        } else if part(first) {
            rest.find(|c| !part(c)).unwrap_or(rest.len())
        } else {
            at += first.len_utf8();
            continue;
        };
        let word = rest.get(..length).unwrap_or("");
        if word.contains(char::is_alphanumeric) || word.contains('~') {
            out.push(at..at + length);
        }
        at += length;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutated(text: &str, kind: Option<&str>) -> Vec<String> {
        let kinds = super::super::kinds::all(&crate::lower::Vocabulary::default());
        let edits = Table::new(&kinds).edits(text);
        edits
            .iter()
            .filter(|edit| edit.kind == kind)
            .map(|edit| edit.apply(text))
            .collect()
    }

    #[test]
    fn each_word_is_left_out() {
        assert_eq!(
            mutated("{t}: ~ gains \"flying.\", then draw.", None),
            [
                ": ~ gains \"flying.\", then draw.",
                "{t}: gains \"flying.\", then draw.",
                "{t}: ~ \"flying.\", then draw.",
                "{t}: ~ gains \".\", then draw.",
                "{t}: ~ gains \"flying.\", draw.",
                "{t}: ~ gains \"flying.\", then.",
            ]
        );
    }

    #[test]
    fn words_are_swapped_for_others_of_their_kind() {
        let colors = mutated("red.", Some("color"));
        assert_eq!(colors, ["green.", "white.", "blue.", "black."]);
        let numbers = mutated("+1/-2 {3}", Some("number"));
        assert_eq!(
            numbers,
            ["+2/-2", "-1/-2", "+1/-3", "+1/+2"].map(|n| format!("{n} {{3}}"))
        );
        assert_eq!(
            mutated("{3}{q}", Some("symbol")),
            ["{4}{q}", "{x}{q}", "{3}{t}"]
        );
        assert!(
            mutated("at the beginning of your upkeep", Some("step"))
                .contains(&"at the beginning of your end step".to_owned())
        );
    }
}
