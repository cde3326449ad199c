//! Words and symbols that nothing knows.

use super::pieces::{Piece, pieces};
use super::{Cause, Explainer, in_case_of, meaning, phrases, stuck};
use crate::diag::{Code, Diagnostic};
use crate::lower::{context::Problem, title};
use spellwright_grammar::Rule;

/// Misspelt words that are reported of one line.
const MOST_WORDS: usize = 8;
/// Words that are suggested for one.
const MOST_SUGGESTIONS: usize = 3;

/// A word that is not known, with what it may be a slip of; the likeliest first.
pub(super) struct Misspelt<'t> {
    piece: Piece<'t>,
    near: Vec<String>,
}

impl Explainer<'_> {
    /// A symbol that the rules do not have.
    pub(super) fn symbol(&self, piece: Piece<'_>) -> Diagnostic {
        let span = self.line.span_of(piece.start, piece.end);
        let message = format!("`{}` is not a symbol", self.written(&piece));
        Diagnostic::error(Code::BadSymbol, span, message)
            .help("symbols are {T} and {Q}, {E}, and those of mana: {W} {U} {B} {R} {G} {C} {S} {X}, numbers, hybrids such as {W/U}")
            .rule("107.4")
    }

    /// The words that nothing knows.
    pub(super) fn misspelt<'t>(&self, all: &[Piece<'t>], cause: &Cause) -> Vec<Misspelt<'t>> {
        let unknown = all
            .iter()
            .filter(|piece| piece.is_word() && !piece.title && !self.language.knows(piece.text))
            .take(MOST_WORDS);
        let mut found: Vec<Misspelt<'t>> = unknown
            .map(|piece| Misspelt {
                piece: *piece,
                near: self.language.near(piece.text),
            })
            .collect();
        if self.search {
            // Each in turn, with the others read as the words that they are nearest to.
            for index in 0..found.len() {
                let fitting = self.fitting(&found, index, cause);
                if let (Some(word), Some(fitting)) = (found.get_mut(index), fitting) {
                    word.near = fitting;
                }
            }
        }
        found
    }

    /// The line with the misspelt words replaced: one by a certain word, the others by those that they are nearest to.
    fn with(&self, found: &[Misspelt<'_>], index: usize, instead: &str) -> String {
        let mut text = self.line.text.clone();
        for (at, word) in found.iter().enumerate().rev() {
            let near = word.near.first().map_or(word.piece.text, String::as_str);
            let near = if at == index { instead } else { near };
            text.replace_range(word.piece.start..word.piece.end, &near.to_lowercase());
        }
        text
    }

    /// Of the words near a misspelt one, those with which the line can be read, if there are any.
    fn fitting(&self, found: &[Misspelt<'_>], index: usize, cause: &Cause) -> Option<Vec<String>> {
        let word = found.get(index)?;
        let piece = word.piece;
        let mut ranked: Vec<(u8, usize, &String)> = word
            .near
            .iter()
            .enumerate()
            .map(|(order, near)| {
                let rank = match self.again.read(&self.with(found, index, near)) {
                    Ok(()) => 0,
                    Err(Cause::Meaning(problem)) if problem.start > piece.start => 1,
                    Err(next) if next.at() > cause.at().max(piece.end) => 2,
                    Err(_) => 3,
                };
                (rank, order, near)
            })
            .collect();
        ranked.sort();
        let reads = ranked.first().is_some_and(|(rank, _, _)| *rank == 0);
        let fitting = ranked
            .into_iter()
            .filter(|(rank, _, _)| !reads || *rank == 0);
        Some(fitting.map(|(_, _, near)| near.clone()).collect())
    }

    /// The report of a misspelt word.
    pub(super) fn unknown(&self, word: &Misspelt<'_>, cause: &Cause) -> Diagnostic {
        let piece = word.piece;
        let span = self.line.span_of(piece.start, piece.end);
        let shown = self.written(&piece);
        if let Some(single) = piece.text.strip_suffix('s')
            && self.language.is_grammar(single)
            && word.near.first().is_some_and(|near| near == single)
        {
            let message = format!("`{shown}` has no plural in card text");
            return Diagnostic::error(Code::Agreement, span, message)
                .fix(span, in_case_of(shown, single));
        }
        // What lowering looked for here says more than that the word is unknown.
        let sought = match cause {
            Cause::Meaning(problem) if problem.start < piece.end && piece.start < problem.end => {
                Some(problem.code)
            }
            _ => None,
        };
        let after = self.line.text.get(piece.end..).unwrap_or("");
        let before = self.line.text.get(..piece.start).unwrap_or("");
        // "Create a Tresure token": what stands alone before "token" is its name.
        let sought = if after.starts_with(" token") && before.ends_with("create a ") {
            Some(Code::UnknownToken)
        } else {
            sought
        };
        let near_is_grammar = word
            .near
            .first()
            .is_some_and(|near| self.language.is_grammar(near));
        let (code, what) = match sought {
            Some(Code::UnknownSubtype) if !near_is_grammar => (Code::UnknownSubtype, "subtype"),
            Some(Code::UnknownKeyword) if !near_is_grammar => (Code::UnknownKeyword, "keyword"),
            Some(Code::UnknownCounter) => (Code::UnknownCounter, "kind of counter"),
            Some(Code::UnknownToken) if !near_is_grammar => (Code::UnknownToken, "token"),
            _ => (Code::MisspeltWord, "word"),
        };
        let diagnostic = Diagnostic::error(code, span, format!("unknown {what} `{shown}`"));
        let near: Vec<String> = word
            .near
            .iter()
            .take(MOST_SUGGESTIONS)
            .map(|near| in_case_of(shown, near))
            .collect();
        match near.as_slice() {
            [] => {
                let name = title(piece.text);
                let declaration = match code {
                    Code::UnknownSubtype => format!("subtype creature: {name}"),
                    Code::UnknownKeyword => format!("keyword {name}"),
                    Code::UnknownCounter => format!("counter {}", piece.text),
                    Code::UnknownToken => format!("token {name}"),
                    _ => {
                        return diagnostic
                            .label("not a word of card text, and no pack declares it");
                    }
                };
                diagnostic
                    .label("no pack declares it")
                    .help(format!("declare it: `{declaration}`"))
            }
            [one] => diagnostic
                .label(format!("did you mean `{one}`?"))
                .fix(span, one.as_str()),
            several => {
                let quoted: Vec<String> = several.iter().map(|near| format!("`{near}`")).collect();
                diagnostic.label(format!("did you mean {}?", phrases::either(&quoted)))
            }
        }
    }

    /// A part of the name of what has the ability, where only the whole name means it.
    pub(super) fn half_named(&self, all: &[Piece<'_>]) -> Option<Diagnostic> {
        let own = |piece: &Piece<'_>| self.language.is_own(piece.text) && !piece.title;
        let found = all.iter().position(own)?;
        let of_name = |piece: &&Piece<'_>| self.language.names(piece.text);
        let before = all.get(..found)?.iter().rev().take_while(of_name).count();
        let first = found.saturating_sub(before);
        let last = all.get(first..)?.iter().take_while(of_name).last()?;
        let span = self.line.span_of(all.get(first)?.start, last.end);
        let shown = self.line.written(all.get(first)?.start, last.end);
        let message = format!("`{shown}` is not the whole name");
        let code = Code::MisspeltWord;
        Some(
            Diagnostic::error(code, span, message)
                .label(format!("write `{}`", self.name))
                .fix(span, self.name),
        )
    }

    /// A name that no pack declares, though each of its words is known.
    pub(super) fn undeclared(&self, problem: &Problem) -> Option<Diagnostic> {
        let shown = self.line.written(problem.start, problem.end);
        let (item, kinds) = match problem.code {
            Code::UnknownKeyword if problem.rule == Rule::ability_word => ("word", "ability word"),
            Code::UnknownKeyword => ("keyword", "keyword"),
            Code::UnknownCounter => ("counter", "kind of counter"),
            Code::UnknownToken => ("token", "token"),
            Code::UnknownSubtype => ("subtype creature:", "subtype"),
            _ => return None,
        };
        let diagnostic = meaning(self.line, problem);
        // Words of the grammar are no slips of a name, but they can be a part of one.
        let mut words = shown.split(' ');
        if words.all(|word| self.language.is_grammar(&word.to_lowercase())) {
            let span = self.line.span_of(problem.start, problem.end);
            let message = format!("`{shown}` is not a {kinds}");
            let diagnostic = Diagnostic::error(problem.code, span, message);
            let whole = match problem.code {
                Code::UnknownKeyword => self.language.keywords_with(shown),
                _ => Vec::new(),
            };
            let whole: Vec<String> = whole.iter().map(|name| format!("`{name}`")).collect();
            return Some(if whole.is_empty() {
                diagnostic.label(format!("a {kinds} is expected here"))
            } else {
                diagnostic.label(format!("did you mean {}?", phrases::either(&whole)))
            });
        }
        let near = self.language.near_name(shown);
        Some(match near {
            Some(near) => {
                let near = in_case_of(shown, &near);
                let span = self.line.span_of(problem.start, problem.end);
                diagnostic
                    .label(format!("did you mean `{near}`?"))
                    .fix(span, near)
            }
            None => diagnostic
                .label(format!("no pack declares it as a {kinds}"))
                .help(format!("declare it: `{item} {}`", title(shown))),
        })
    }

    /// What else is wrong with the line, once every misspelt word is read as the word it is nearest to.
    pub(super) fn rest(&self, misspelt: &[Misspelt<'_>]) -> Option<Diagnostic> {
        if misspelt.iter().any(|word| word.near.is_empty()) {
            return None;
        }
        let text = self.with(misspelt, misspelt.len(), "");
        let cause = self.again.read(&text).err()?;
        let (start, end) = match &cause {
            Cause::Syntax(failure) => (failure.at, failure.at.saturating_add(1)),
            Cause::Meaning(problem) => (problem.start, problem.end),
        };
        let (start, end) = (back(misspelt, start)?, back(misspelt, end)?);
        let touches = misspelt
            .iter()
            .any(|word| start <= word.piece.end.saturating_add(1) && word.piece.start < end);
        if touches {
            return None;
        }
        Some(match cause {
            Cause::Meaning(problem) => meaning(
                self.line,
                &Problem {
                    start,
                    end,
                    ..*problem
                },
            ),
            Cause::Syntax(failure) => {
                let all = pieces(&self.line.text);
                stuck(self.line, &all, Piece::at(&all, start), &failure)
            }
        })
    }
}

/// An offset into the mended text as one into the line as it is written; nothing within a misspelt word.
fn back(misspelt: &[Misspelt<'_>], at: usize) -> Option<usize> {
    let mut shift = 0_isize;
    for word in misspelt {
        let length = word.near.first().map_or(0, String::len);
        let begin = word.piece.start.checked_add_signed(shift)?;
        if at >= begin.saturating_add(length) {
            let before = word.piece.end.saturating_sub(word.piece.start);
            shift += isize::try_from(length).ok()? - isize::try_from(before).ok()?;
        } else if at > begin {
            return None;
        }
    }
    at.checked_add_signed(-shift)
}
