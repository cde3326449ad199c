//! Why a line could not be read or understood, and what to write instead.
//!
//! A word that is neither in the grammar nor declared by a pack is misspelt, wherever reading stopped: an open name takes any
//! word, so reading often stops later. If every word is known, the furthest place that reading reached is the offending
//! word, unless a small change near it makes the whole line readable: then that change is what is wrong.

mod language;
mod phrases;
mod pieces;
mod repair;

pub(super) use language::Language;

use super::Vocabulary;
use super::context::Problem;
use crate::diag::{Code, Diagnostic, Sink, nearest_of};
use crate::syntax::Line;
use pieces::{Piece, pieces};
use repair::{Change, Repair};
use spellwright_grammar::{Failure, Reason};

/// What stopped the reading of a line.
#[derive(Debug, Clone)]
pub(super) enum Cause {
    /// The grammar does not go on.
    Syntax(Failure),
    /// It is read, but means nothing.
    Meaning(Box<Problem>),
}

impl Cause {
    /// Where, as an offset into the text.
    const fn at(&self) -> usize {
        match self {
            Self::Syntax(failure) => failure.at,
            Self::Meaning(problem) => problem.start,
        }
    }
}

/// Reads a text again, to see whether a change mends it.
pub(super) trait Again {
    /// Whether the grammar reads the whole text; quick.
    fn accepts(&self, text: &str) -> bool;
    /// Whether it is read and understood.
    fn read(&self, text: &str) -> Result<(), Cause>;
}

/// Misspelt words that are reported of one line.
const MOST_WORDS: usize = 8;
/// Beyond so many errors, changes are not tried out any more: explaining must not take longer than reading.
const MOST_SEARCHES: usize = 200;
/// Words that are suggested for one.
const MOST_SUGGESTIONS: usize = 3;

/// Reports why a line has no meaning.
pub(super) fn report(
    line: &Line,
    stop: Cause,
    again: &dyn Again,
    vocab: &Vocabulary,
    sink: &mut Sink,
) {
    let search = sink.errors() < MOST_SEARCHES;
    let explainer = Explainer {
        line,
        language: Language::new(vocab),
        again,
        search,
    };
    for diagnostic in explainer.explain(stop) {
        sink.push(diagnostic);
    }
}

/// Where a line stopped and what that is called, without looking for what could be written instead.
pub(super) fn brief(line: &Line, cause: &Cause) -> Diagnostic {
    match cause {
        Cause::Syntax(failure) => {
            let all = pieces(&line.text);
            stuck(line, &all, Piece::at(&all, failure.at), failure)
        }
        Cause::Meaning(problem) => meaning(line, problem),
    }
}

struct Explainer<'l> {
    line: &'l Line,
    language: Language<'l>,
    again: &'l dyn Again,
    search: bool,
}

/// A word that is not known, with what it may be a slip of; the likeliest first.
struct Misspelt<'t> {
    piece: Piece<'t>,
    near: Vec<String>,
}

impl<'l> Explainer<'l> {
    fn explain(&self, stop: Cause) -> Vec<Diagnostic> {
        if let Cause::Syntax(failure) = &stop
            && failure.reason == Reason::Limit
        {
            let message = "the line is too long or too involved to read";
            return vec![
                Diagnostic::error(Code::TooLong, self.line.span, message)
                    .label("split it into several lines or sentences"),
            ];
        }
        let all = pieces(&self.line.text);
        let misspelt = self.misspelt(&all, &stop);
        if misspelt.is_empty() {
            return vec![match stop {
                Cause::Syntax(failure) => self.syntax(&self.line.text, &all, &failure),
                Cause::Meaning(problem) => meaning(self.line, &problem),
            }];
        }
        let mut out: Vec<Diagnostic> = misspelt
            .iter()
            .map(|word| self.unknown(word, &stop))
            .collect();
        out.extend(self.rest(&misspelt));
        out
    }

    /// The words that nothing knows.
    fn misspelt<'t>(&self, all: &[Piece<'t>], stop: &Cause) -> Vec<Misspelt<'t>> {
        let unknown: Vec<Piece<'t>> = all
            .iter()
            .filter(|piece| piece.is_word() && !piece.title && !self.language.knows(piece.text))
            .take(MOST_WORDS)
            .copied()
            .collect();
        let several = unknown.len() > 1;
        unknown
            .into_iter()
            .map(|piece| {
                let near = self.language.near(piece.text);
                let near = if several {
                    near
                } else {
                    self.fitting(piece, near, stop)
                };
                Misspelt { piece, near }
            })
            .collect()
    }

    /// Of the words near a misspelt one, those with which the line can be read, if there are any.
    fn fitting(&self, piece: Piece<'_>, near: Vec<String>, stop: &Cause) -> Vec<String> {
        if !self.search {
            return near;
        }
        let mut ranked: Vec<(u8, usize, String)> = near
            .into_iter()
            .enumerate()
            .map(|(order, word)| {
                let text = self.with(piece, &word.to_lowercase());
                let rank = match self.again.read(&text) {
                    Ok(()) => 0,
                    Err(Cause::Meaning(problem)) if problem.start > piece.start => 1,
                    Err(next) if next.at() > stop.at().max(piece.end) => 2,
                    Err(_) => 3,
                };
                (rank, order, word)
            })
            .collect();
        ranked.sort();
        let best = ranked.first().map_or(3, |(rank, _, _)| *rank);
        ranked
            .into_iter()
            .filter(|(rank, _, _)| best > 0 || *rank == 0)
            .map(|(_, _, word)| word)
            .collect()
    }

    fn with(&self, piece: Piece<'_>, word: &str) -> String {
        let text = &self.line.text;
        let before = text.get(..piece.start).unwrap_or("");
        let after = text.get(piece.end..).unwrap_or("");
        format!("{before}{word}{after}")
    }

    /// The report of a misspelt word.
    fn unknown(&self, word: &Misspelt<'_>, stop: &Cause) -> Diagnostic {
        let piece = word.piece;
        // What lowering looked for here says more than that the word is unknown.
        let sought = match stop {
            Cause::Meaning(problem) if problem.start < piece.end && piece.start < problem.end => {
                Some(problem.code)
            }
            _ => None,
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
        let span = self.line.span_of(piece.start, piece.end);
        let message = format!("unknown {what} `{}`", piece.text);
        let mut diagnostic = Diagnostic::error(code, span, message);
        let near: Vec<&String> = word.near.iter().take(MOST_SUGGESTIONS).collect();
        match near.as_slice() {
            [] => {
                let declare = match code {
                    Code::UnknownSubtype => Some(format!(
                        "declare it: `subtype creature: {}`",
                        super::title(piece.text)
                    )),
                    Code::UnknownKeyword => Some(format!(
                        "declare it: `keyword {}`",
                        super::title(piece.text)
                    )),
                    Code::UnknownCounter => Some(format!("declare it: `counter {}`", piece.text)),
                    Code::UnknownToken => {
                        Some(format!("declare it: `token {}`", super::title(piece.text)))
                    }
                    _ => None,
                };
                diagnostic = diagnostic.label(match code {
                    Code::MisspeltWord => "not a word of card text, and no pack declares it",
                    _ => "no pack declares it",
                });
                if let Some(declare) = declare {
                    diagnostic = diagnostic.help(declare);
                }
            }
            [one] => {
                let one = as_written(piece, one);
                diagnostic = diagnostic
                    .label(format!("did you mean `{one}`?"))
                    .fix(span, one);
            }
            several => {
                let written: Vec<String> = several
                    .iter()
                    .map(|near| format!("`{}`", as_written(piece, near)))
                    .collect();
                diagnostic =
                    diagnostic.label(format!("did you mean {}?", phrases::either(&written)));
            }
        }
        diagnostic
    }

    /// What else is wrong with the line, once every misspelt word is read as the word it is nearest to.
    fn rest(&self, misspelt: &[Misspelt<'_>]) -> Option<Diagnostic> {
        if !self.search || misspelt.iter().any(|word| word.near.is_empty()) {
            return None;
        }
        let mut text = self.line.text.clone();
        // From the back, so that the places before stay right.
        let mut moved: Vec<(usize, usize, usize)> = Vec::new();
        for word in misspelt.iter().rev() {
            let near = word.near.first()?.to_lowercase();
            text.replace_range(word.piece.start..word.piece.end, &near);
            moved.push((word.piece.start, word.piece.end, near.len()));
        }
        moved.reverse();
        let stop = self.again.read(&text).err()?;
        let (start, end) = match &stop {
            Cause::Syntax(failure) => (failure.at, failure.at.saturating_add(1)),
            Cause::Meaning(problem) => (problem.start, problem.end),
        };
        // Back to the places of the line as it is written.
        let back = |at: usize| {
            let mut shift = 0_isize;
            for (from, to, length) in &moved {
                let begin = from.checked_add_signed(shift)?;
                if at >= begin.saturating_add(*length) {
                    shift += isize::try_from(*length).ok()? - isize::try_from(to - from).ok()?;
                } else if at > begin {
                    return None;
                }
            }
            at.checked_add_signed(-shift)
        };
        let touches = misspelt.iter().any(|word| {
            back(start).is_none_or(|start| start <= word.piece.end.saturating_add(1))
                && back(end).is_none_or(|end| word.piece.start < end)
        });
        if touches {
            return None;
        }
        let (start, end) = (back(start)?, back(end)?);
        match stop {
            Cause::Meaning(problem) => Some(meaning(
                self.line,
                &Problem {
                    start,
                    end,
                    ..*problem
                },
            )),
            Cause::Syntax(failure) => {
                let all = pieces(&self.line.text);
                Some(stuck(self.line, &all, Piece::at(&all, start), &failure))
            }
        }
    }

    /// Every word is known, but the sentence is not.
    fn syntax(&self, text: &str, all: &[Piece<'_>], failure: &Failure) -> Diagnostic {
        let at = Piece::at(all, failure.at);
        let repair = if self.search {
            repair::find(text, all, at, failure, self.again)
        } else {
            None
        };
        match repair {
            Some(repair) => self.mended(all, &repair),
            None => stuck(self.line, all, at, failure),
        }
    }

    /// The place of a change that makes the line readable.
    fn mended(&self, all: &[Piece<'_>], repair: &Repair<'_>) -> Diagnostic {
        let end = Piece {
            start: self.line.text.len(),
            end: self.line.text.len(),
            ..Piece::default()
        };
        let piece = all.get(repair.at).copied().unwrap_or(end);
        let span = self.line.span_of(piece.start, piece.end);
        let words: Vec<String> = repair
            .words
            .iter()
            .map(|word| format!("`{word}`"))
            .collect();
        let before = repair.at.checked_sub(1).and_then(|before| all.get(before));
        match repair.change {
            Change::Insert => {
                if repair.words.iter().any(|word| *word == ".") {
                    let last = before.map_or(0, |last| last.start);
                    let span = self.line.span_of(last, end.end);
                    return Diagnostic::error(
                        Code::MissingPeriod,
                        span,
                        "the sentence has no period",
                    )
                    .label("end it with `.`");
                }
                let determiners = ["target", "a", "an", "each", "all"];
                let code = if repair.words.iter().any(|word| determiners.contains(word)) {
                    Code::MissingDeterminer
                } else {
                    Code::Syntax
                };
                let message = match (before, all.get(repair.at)) {
                    (Some(before), Some(_)) => format!(
                        "a word is missing between `{}` and `{}`",
                        before.text, piece.text
                    ),
                    (None, _) => format!("a word is missing before `{}`", piece.text),
                    (Some(before), None) => format!("a word is missing after `{}`", before.text),
                };
                let diagnostic = Diagnostic::error(code, span, message)
                    .label(format!("write {} before it", phrases::either(&words)));
                match repair.words.as_slice() {
                    [one] => diagnostic.fix(span, format!("{one} {}", piece.text)),
                    _ => diagnostic,
                }
            }
            Change::Replace => {
                let diagnostic = Diagnostic::error(
                    Code::Syntax,
                    span,
                    format!("`{}` cannot stand here", piece.text),
                )
                .label(format!("write {}", phrases::either(&words)));
                match repair.words.as_slice() {
                    [one] => diagnostic.fix(span, as_written(piece, one)),
                    _ => diagnostic,
                }
            }
            Change::Delete => {
                let message = if before.is_some_and(|before| before.text == piece.text) {
                    format!("`{}` stands here twice", piece.text)
                } else {
                    format!("`{}` is one word too many", piece.text)
                };
                Diagnostic::error(Code::Syntax, span, message)
                    .label("leave it out, and the line can be read")
            }
            Change::Swap => {
                let next = all.get(repair.at.saturating_add(1)).copied().unwrap_or(end);
                let span = self.line.span_of(piece.start, next.end);
                let message = format!("`{} {}` is the wrong way round", piece.text, next.text);
                let written = format!("{} {}", next.text, piece.text);
                let written = if piece.opens {
                    super::title(&written).to_string()
                } else {
                    written
                };
                Diagnostic::error(Code::Syntax, span, message)
                    .label(format!("write `{written}`"))
                    .fix(span, written)
            }
        }
    }
}

fn meaning(line: &Line, problem: &Problem) -> Diagnostic {
    let span = line.span_of(problem.start, problem.end);
    let mut diagnostic = Diagnostic::error(problem.code, span, problem.message.clone());
    for help in &problem.help {
        diagnostic = diagnostic.help(help.clone());
    }
    diagnostic
}

/// The place where reading stopped, with what could stand there.
fn stuck(line: &Line, all: &[Piece<'_>], at: usize, failure: &Failure) -> Diagnostic {
    let expected = phrases::expected(failure);
    let label = |diagnostic: Diagnostic| match expected.as_slice() {
        [] => diagnostic,
        _ => diagnostic.label(format!("expected {}", phrases::either(&expected))),
    };
    let Some(piece) = all.get(at) else {
        let last = all.last().map_or(0, |piece| piece.start);
        let span = line.span_of(last, line.text.len());
        let message = match all.last() {
            Some(last) => format!("the line ends too early, after `{}`", last.text),
            None => "the line is empty".to_owned(),
        };
        return label(Diagnostic::error(Code::Syntax, span, message));
    };
    let span = line.span_of(piece.start, piece.end);
    let mut diagnostic = label(Diagnostic::error(
        Code::Syntax,
        span,
        format!("`{}` cannot stand here", piece.text),
    ));
    let words = failure
        .literals
        .iter()
        .flat_map(|literal| literal.split(' '));
    if piece.is_word()
        && let Some(near) = nearest_of(piece.text, words, 1).first()
    {
        diagnostic = diagnostic
            .help(format!("did you mean `{near}`?"))
            .fix(span, as_written(*piece, near));
    }
    diagnostic
}

/// A word with the capital that the place asks for.
fn as_written(piece: Piece<'_>, word: &str) -> String {
    if piece.opens {
        super::title(word).to_string()
    } else {
        word.to_owned()
    }
}
