//! A small change near the place where reading stopped that makes the whole line readable.

use super::Again;
use super::pieces::Piece;
use crate::diag::nearest_of;
use spellwright_grammar::Failure;

/// What has to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    /// A word is missing before the piece.
    Insert,
    /// Another word should stand there.
    Replace,
    /// The piece is too much.
    Delete,
    /// The piece and the next should change places.
    Swap,
}

/// A change that makes the line readable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Repair<'w> {
    pub change: Change,
    /// The piece at which it is.
    pub at: usize,
    /// The words that can be inserted, or stand instead.
    pub words: Vec<&'w str>,
}

/// Words that say which and how many.
const DETERMINERS: &str = "target a an each all the";

/// Small words whose absence is the commonest slip.
const SMALL: &str = "target a an the each all of to your you that this from in on with and or until end turn control controls \
    it its is are card cards creature creatures player may for into onto then can tapped counter token have life opponent \
    hand graveyard library damage";

/// Those of them that are tried everywhere in a line.
const SMALLEST: &str = "target a an the of to your until on is";

/// Words that open an instruction, or follow the subject of a clause.
const VERBS: &str = "destroy draw discard put create sacrifice return exile counter gain lose add choose tap untap search \
    reveal prevent regenerate switch gets get gains loses draws discards sacrifices deals enters becomes become has have \
    can't attacks dies shuffle look is";

/// Nouns that a description follows.
const NOUNS: &str = "creatures creature permanents cards players spells lands artifacts";

/// Words that open an ability.
const LEADS: &str = "whenever when if";
/// Rarer ones.
const RARE_LEADS: &str = "as at";

/// The most bytes of texts that are tried for one line; it takes about a tenth of a second.
const MOST_TRIED: usize = 80_000;
/// The most words that are offered.
const MOST_WORDS: usize = 5;

struct Search<'s, 't> {
    text: &'s str,
    all: &'s [Piece<'t>],
    again: &'s dyn Again,
    tried: usize,
}

/// The likeliest change near a piece that makes the line readable.
pub(super) fn of_syntax<'w>(
    text: &str,
    all: &[Piece<'_>],
    at: usize,
    failure: &'w Failure,
    again: &dyn Again,
) -> Option<Repair<'w>> {
    let mut search = Search {
        text,
        all,
        again,
        tried: 0,
    };
    let expected: Vec<&'w str> = failure.literals.clone();
    let known: Vec<&'w str> = expected.iter().copied().chain(SMALL.split(' ')).collect();
    let near = |index: usize| {
        all.get(index)
            .filter(|piece| piece.is_word())
            .map_or_else(Vec::new, |piece| {
                nearest_of(piece.text, known.iter().copied(), MOST_WORDS)
            })
    };
    if let Some(found) = search.period(at) {
        return Some(found);
    }
    let back = |steps: usize| at.checked_sub(steps);
    // From the likeliest to the least likely; the first that helps is taken.
    let repeated = back(1).is_some_and(|before| {
        all.get(before).map(|piece| piece.text) == all.get(at).map(|piece| piece.text)
    });
    if repeated && let Some(found) = search.delete(at) {
        return Some(found);
    }
    let clause = clause_start(all, at);
    search
        .replace(at, &near(at))
        .or_else(|| search.swap(back(1)?))
        .or_else(|| search.swap(at))
        .or_else(|| search.swap(back(2)?))
        .or_else(|| search.insert(back(1)?, DETERMINERS.split(' ')))
        .or_else(|| search.opening(clause))
        .or_else(|| {
            let usual = SMALL.split(' ').chain(expected.iter().copied());
            search.insert(at, usual.chain(VERBS.split(' ')))
        })
        .or_else(|| search.replace(back(1)?, &near(back(1)?)))
        .or_else(|| search.insert(back(1)?, SMALL.split(' ')))
        .or_else(|| search.insert(back(1)?, VERBS.split(' ')))
        .or_else(|| search.insert(back(2)?, VERBS.split(' ')))
        .or_else(|| search.delete(at))
        .or_else(|| search.delete(back(1)?))
        .or_else(|| search.anywhere(at))
        .or_else(|| search.replace(at, &expected))
}

/// Where the clause around a piece begins: after the last sign before it.
fn clause_start(all: &[Piece<'_>], at: usize) -> usize {
    let before = all.get(..at).unwrap_or(all);
    let sign = |piece: &Piece<'_>| {
        matches!(
            piece.text,
            "," | ":" | "." | "\"" | "—" | "•" | "then" | "and" | "may"
        )
    };
    before.iter().rposition(sign).map_or(0, |last| last + 1)
}

/// The likeliest change at or around pieces that are read but mean nothing, so that the whole line does.
pub(super) fn of_meaning(
    text: &str,
    all: &[Piece<'_>],
    from: usize,
    to: usize,
    again: &dyn Again,
) -> Option<Repair<'static>> {
    const SIGNS: [&str; 2] = [",", ":"];
    let mut search = Search {
        text,
        all,
        again,
        tried: 0,
    };
    let places = from..=to.saturating_add(1);
    let signs = places.clone().rev().find_map(|at| search.insert(at, SIGNS));
    signs
        .or_else(|| places.clone().find_map(|at| search.swap(at)))
        .or_else(|| search.opening(clause_start(all, from)))
        .or_else(|| search.insert(from, VERBS.split(' ')))
        .or_else(|| search.insert(to.saturating_add(1), SMALL.split(' ')))
        .or_else(|| search.insert(from, SMALL.split(' ')))
        .or_else(|| search.insert(to, SMALL.split(' ')))
        .or_else(|| places.clone().find_map(|at| search.delete(at)))
        .or_else(|| search.anywhere(from))
}

impl Search<'_, '_> {
    /// Whether a text is read and understood.
    fn reads(&mut self, text: &str) -> bool {
        self.tried = self.tried.saturating_add(text.len());
        self.tried <= MOST_TRIED && self.again.accepts(text) && self.again.read(text).is_ok()
    }

    /// A word at the beginning of a clause.
    fn opening<'w>(&mut self, clause: usize) -> Option<Repair<'w>> {
        let before = clause
            .checked_sub(1)
            .and_then(|before| self.all.get(before));
        let ability = before.is_none_or(|sign| matches!(sign.text, "—" | "\"" | "."));
        let leads = if ability {
            self.insert(clause, LEADS.split(' '))
                .or_else(|| self.insert(clause, RARE_LEADS.split(' ')))
        } else {
            None
        };
        leads
            .or_else(|| self.insert(clause, VERBS.split(' ')))
            .or_else(|| self.insert(clause, NOUNS.split(' ')))
    }

    /// A change anywhere in the line, from a piece backwards and then forwards.
    fn anywhere<'w>(&mut self, at: usize) -> Option<Repair<'w>> {
        let after = at.saturating_add(1)..self.all.len();
        let places: Vec<usize> = (0..=at).rev().chain(after).collect();
        let swapped = places.iter().find_map(|at| self.swap(*at));
        swapped.or_else(|| {
            let mut places = places.iter();
            places.find_map(|at| self.insert(*at, SMALLEST.split(' ')))
        })
    }

    fn cut(&self, from: usize, to: usize) -> (&str, &str) {
        let before = self.text.get(..from).unwrap_or("");
        let after = self.text.get(to..).unwrap_or("");
        (before, after)
    }

    fn found<'w>(change: Change, at: usize, words: Vec<&'w str>) -> Option<Repair<'w>> {
        Some(Repair { change, at, words })
    }

    /// A period at the end of the line.
    fn period<'w>(&mut self, at: usize) -> Option<Repair<'w>> {
        if at < self.all.len() {
            return None;
        }
        let text = format!("{}.", self.text);
        if self.reads(&text) {
            return Self::found(Change::Insert, at, vec!["."]);
        }
        None
    }

    fn insert<'w>(
        &mut self,
        at: usize,
        words: impl IntoIterator<Item = &'w str>,
    ) -> Option<Repair<'w>> {
        if at > self.all.len() {
            return None;
        }
        let place = self
            .all
            .get(at)
            .map_or(self.text.len(), |piece| piece.start);
        let mut fit = Vec::new();
        for word in words {
            let (before, after) = self.cut(place, place);
            let text = if after.starts_with(['.', ',', ':', ';']) {
                format!("{} {word}{after}", before.trim_end())
            } else if matches!(word, "." | "," | ":" | ";") {
                format!("{}{word} {after}", before.trim_end())
            } else if after.is_empty() {
                format!("{before} {word}")
            } else {
                format!("{before}{word} {after}")
            };
            if !fit.contains(&word) && self.reads(&text) {
                fit.push(word);
                if fit.len() == MOST_WORDS {
                    break;
                }
            }
        }
        if fit.is_empty() {
            return None;
        }
        Self::found(Change::Insert, at, fit)
    }

    fn replace<'w>(&mut self, at: usize, words: &[&'w str]) -> Option<Repair<'w>> {
        let piece = *self.all.get(at)?;
        let mut fit = Vec::new();
        for word in words {
            if *word == piece.text || fit.contains(word) {
                continue;
            }
            let (before, after) = self.cut(piece.start, piece.end);
            if self.reads(&format!("{before}{word}{after}")) {
                fit.push(*word);
                if fit.len() == MOST_WORDS {
                    break;
                }
            }
        }
        if fit.is_empty() {
            return None;
        }
        Self::found(Change::Replace, at, fit)
    }

    fn delete<'w>(&mut self, at: usize) -> Option<Repair<'w>> {
        let piece = *self.all.get(at)?;
        let (before, after) = self.cut(piece.start, piece.end);
        let text = format!("{}{after}", before.trim_end());
        if self.reads(text.trim_start()) {
            return Self::found(Change::Delete, at, Vec::new());
        }
        None
    }

    fn swap<'w>(&mut self, at: usize) -> Option<Repair<'w>> {
        let (first, second) = (*self.all.get(at)?, *self.all.get(at.checked_add(1)?)?);
        let between = self.text.get(first.end..second.start).unwrap_or("");
        let (before, after) = self.cut(first.start, second.end);
        let text = format!("{before}{}{between}{}{after}", second.text, first.text);
        if first.text != second.text && self.reads(&text) {
            return Self::found(Change::Swap, at, Vec::new());
        }
        None
    }
}
