//! The published list of words without a meaning of their own: a line with one of them and the same line without it, or with
//! its other wording, mean the same. `coverage --mutate` and the metamorphic law know no other.

/// Two wordings that mean the same, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meaningless {
    /// One wording; `_` stands for any one word.
    pub one: &'static str,
    /// The other.
    pub other: &'static str,
    /// Why they mean the same.
    pub reason: &'static str,
}

/// The list.
pub const MEANINGLESS: &[Meaningless] = &[];

/// Why two texts that differ in one place mean the same, if the list says so.
#[must_use]
pub fn reason(one: &str, other: &str) -> Option<&'static str> {
    let (one, other) = (words(one), words(other));
    MEANINGLESS.iter().find_map(|entry| {
        let same = leads(&one, &other, entry.one, entry.other)
            || leads(&one, &other, entry.other, entry.one);
        same.then_some(entry.reason)
    })
}

/// Whether a text becomes another by one replacement.
fn leads(text: &[&str], wanted: &[&str], from: &str, to: &str) -> bool {
    let from: Vec<&str> = from.split_whitespace().collect();
    let to: Vec<&str> = to.split_whitespace().collect();
    if text.len() + to.len() != wanted.len() + from.len() {
        return false;
    }
    let fits = |word: &&str, pattern: &&str| *pattern == "_" || word == pattern;
    (0..=text.len().saturating_sub(from.len())).any(|at| {
        let found = text.iter().skip(at).take(from.len());
        if !found
            .clone()
            .zip(&from)
            .all(|(word, pattern)| fits(word, pattern))
            || found.count() < from.len()
        {
            return false;
        }
        let middle = wanted.iter().skip(at).take(to.len());
        // Any words stand for themselves, in their order.
        let holes = |words: &mut dyn Iterator<Item = &&str>, pattern: &[&str]| -> Vec<String> {
            words
                .zip(pattern)
                .filter(|(_, p)| **p == "_")
                .map(|(word, _)| (*word).to_owned())
                .collect()
        };
        text.get(..at) == wanted.get(..at)
            && text.get(at + from.len()..) == wanted.get(at + to.len()..)
            && middle
                .clone()
                .zip(&to)
                .all(|(word, pattern)| fits(word, pattern))
            && holes(&mut text.iter().skip(at).take(from.len()), &from)
                == holes(&mut middle.clone(), &to)
    })
}

/// Words and symbols, without signs.
fn words(text: &str) -> Vec<&str> {
    text.split([' ', '.', ',', ':', ';', '"', '\n', '—', '•'])
        .filter(|word| !word.is_empty())
        .collect()
}
