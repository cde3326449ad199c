//! Why a line could not be read or understood, and what to write instead.
//!
//! A word that is neither in the grammar nor declared by a pack is misspelt, wherever reading stopped: an open name takes any
//! word, so reading often stops later. If every word is known, the furthest place that reading reached is the offending
//! word, unless a small change near it makes the whole line readable: then that change is what is wrong.

mod language;
mod phrases;
mod pieces;
mod repair;
mod words;

use super::context::Problem;
use super::{Bearer, Vocabulary};
use crate::diag::{Code, Diagnostic, Sink, nearest_of};
use crate::syntax::Line;
use language::Language;
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

/// Beyond so many errors, changes are not tried out any more: explaining must not take longer than reading.
const MOST_SEARCHES: usize = 64;
/// The longest text, in bytes, for which changes are tried out.
const LONGEST_SEARCHED: usize = 800;

/// Reports why a line has no meaning.
pub(super) fn report(
    line: &Line,
    cause: Cause,
    again: &dyn Again,
    bearer: &Bearer,
    vocab: &Vocabulary,
    sink: &mut Sink,
) {
    if sink.is_crowded() {
        sink.push(brief(line, &cause));
        return;
    }
    let search = sink.errors() < MOST_SEARCHES && line.text.len() < LONGEST_SEARCHED;
    let explainer = Explainer {
        line,
        name: &bearer.name,
        language: Language::new(vocab, &bearer.name),
        again,
        search,
    };
    for diagnostic in explainer.explain(&cause) {
        sink.push(diagnostic);
    }
}

/// Where a line stopped and what that is called, without looking for what could be written instead.
pub(super) fn brief(line: &Line, cause: &Cause) -> Diagnostic {
    match cause {
        Cause::Syntax(failure) => {
            let all = pieces(&line.text);
            stopped(line, &all, Piece::at(&all, failure.at))
        }
        Cause::Meaning(problem) => meaning(line, problem),
    }
}

struct Explainer<'l> {
    line: &'l Line,
    /// What has the ability is called.
    name: &'l str,
    language: Language<'l>,
    again: &'l dyn Again,
    search: bool,
}

impl<'l> Explainer<'l> {
    fn explain(&self, cause: &Cause) -> Vec<Diagnostic> {
        if let Cause::Syntax(failure) = cause
            && failure.reason == Reason::Limit
        {
            let message = "the line is too long or too involved to read";
            return vec![
                Diagnostic::error(Code::TooLong, self.line.span, message)
                    .label("split it into several lines or sentences"),
            ];
        }
        let all = pieces(&self.line.text);
        let mut out: Vec<Diagnostic> = all
            .iter()
            .filter(|piece| piece.is_symbol() && !language::is_symbol(piece.text))
            .map(|piece| self.symbol(*piece))
            .collect();
        let misspelt = self.misspelt(&all, cause);
        out.extend(misspelt.iter().map(|word| self.unknown(word, cause)));
        if !misspelt.is_empty() {
            out.extend(self.rest(&misspelt));
        } else if out.is_empty() {
            out.push(self.out_of_place(&all, cause));
        }
        out
    }

    /// Every word is known, but the line is not.
    fn out_of_place(&self, all: &[Piece<'_>], cause: &Cause) -> Diagnostic {
        let text = &self.line.text;
        if let Some(diagnostic) = self.half_named(all) {
            return diagnostic;
        }
        let repair = match cause {
            _ if !self.search => None,
            Cause::Syntax(failure) => {
                let at = Piece::at(all, failure.at);
                repair::of_syntax(text, all, at, failure, self.again)
            }
            Cause::Meaning(problem)
                if matches!(problem.code, Code::NotUnderstood | Code::Syntax) =>
            {
                let from = Piece::at(all, problem.start);
                let to = Piece::at(all, problem.end.saturating_sub(1));
                repair::of_meaning(text, all, from, to, self.again)
            }
            Cause::Meaning(problem) => {
                return self
                    .undeclared(problem)
                    .unwrap_or_else(|| meaning(self.line, problem));
            }
        };
        match (repair, cause) {
            (Some(repair), _) => self.mended(all, &repair),
            (None, Cause::Syntax(failure)) => {
                stuck(self.line, all, Piece::at(all, failure.at), failure)
            }
            (None, Cause::Meaning(problem)) => meaning(self.line, problem),
        }
    }

    /// How a piece is written.
    fn written(&self, piece: &Piece<'_>) -> &'l str {
        self.line.written(piece.start, piece.end)
    }

    /// The place of a change that makes the line readable.
    fn mended(&self, all: &[Piece<'_>], repair: &Repair<'_>) -> Diagnostic {
        let line = self.line;
        let piece = all
            .get(repair.at)
            .copied()
            .unwrap_or_else(|| Piece::end(&line.text));
        let before = repair.at.checked_sub(1).and_then(|before| all.get(before));
        let span = line.span_of(piece.start, piece.end);
        let shown = self.written(&piece);
        let words: Vec<String> = repair
            .words
            .iter()
            .map(|word| phrases::quoted(word))
            .collect();
        match repair.change {
            Change::Insert => self.missing(all, repair, &words),
            Change::Replace => {
                let message = format!("`{shown}` cannot stand here");
                let label = format!("write {}", phrases::either(&words));
                let diagnostic = Diagnostic::error(Code::Syntax, span, message).label(label);
                match repair.words.as_slice() {
                    [one] => diagnostic.fix(span, in_case_of(shown, one)),
                    _ => diagnostic,
                }
            }
            Change::Delete => {
                let message = if before.is_some_and(|before| before.text == piece.text) {
                    format!("`{shown}` stands here twice")
                } else {
                    format!("`{shown}` is one word too many")
                };
                Diagnostic::error(Code::Syntax, span, message)
                    .label("leave it out, and the line can be read")
            }
            Change::Swap => {
                let next = all.get(repair.at.saturating_add(1)).copied();
                let next = next.unwrap_or_else(|| Piece::end(&line.text));
                let span = line.span_of(piece.start, next.end);
                let second = self.written(&next);
                let message = format!("`{shown} {second}` is the wrong way round");
                let first = in_case_of(shown, second);
                let last = if piece.opens {
                    shown.to_lowercase()
                } else {
                    shown.to_owned()
                };
                Diagnostic::error(Code::Syntax, span, message)
                    .label("change the two words")
                    .fix(span, format!("{first} {last}"))
            }
        }
    }

    /// A word or sign that is missing before a piece.
    fn missing(&self, all: &[Piece<'_>], repair: &Repair<'_>, words: &[String]) -> Diagnostic {
        let line = self.line;
        let piece = all
            .get(repair.at)
            .copied()
            .unwrap_or_else(|| Piece::end(&line.text));
        let before = repair.at.checked_sub(1).and_then(|before| all.get(before));
        let shown = self.written(&piece);
        if let Some(before) = before
            && repair.words.iter().all(|word| phrases::is_sign(word))
        {
            let span = line.span_of(before.start, before.end);
            let code = match repair.words.as_slice() {
                ["."] => Code::MissingPeriod,
                _ => Code::Syntax,
            };
            let last = self.written(before);
            let what = phrases::either(words);
            let message = format!("{what} is missing after `{last}`");
            let diagnostic = Diagnostic::error(code, span, message);
            return match repair.words.as_slice() {
                [one] => diagnostic.fix(span, format!("{last}{one}")),
                _ => diagnostic,
            };
        }
        let span = line.span_of(piece.start, piece.end);
        let determiner = |word: &&str| matches!(*word, "target" | "a" | "an" | "each" | "all");
        let code = if repair.words.iter().any(determiner) {
            Code::MissingDeterminer
        } else {
            Code::Syntax
        };
        let what = phrases::either(words);
        let message = match (before, shown) {
            (Some(before), "") => format!("a word is missing after `{}`", self.written(before)),
            (Some(before), _) => {
                format!(
                    "a word is missing between `{}` and `{shown}`",
                    self.written(before)
                )
            }
            (None, _) => format!("a word is missing before `{shown}`"),
        };
        let diagnostic =
            Diagnostic::error(code, span, message).label(format!("write {what} before it"));
        match repair.words.as_slice() {
            [one] if piece.opens => {
                let first = in_case_of(shown, one);
                diagnostic.fix(span, format!("{first} {}", shown.to_lowercase()))
            }
            [one] => diagnostic.fix(span, format!("{one} {shown}")),
            _ => diagnostic,
        }
    }
}

/// What lowering has to say.
fn meaning(line: &Line, problem: &Problem) -> Diagnostic {
    let span = line.span_of(problem.start, problem.end);
    let mut diagnostic = Diagnostic::error(problem.code, span, problem.message.clone());
    for help in &problem.help {
        diagnostic = diagnostic.help(help.clone());
    }
    match problem.code {
        Code::BadTarget => diagnostic
            .help("only a spell, or an ability with a cost or a trigger condition, has targets; others say `a`, `each` or `all`")
            .rule("115.1"),
        Code::DanglingReference => diagnostic.label("nothing before it in this ability fits"),
        Code::NotUnderstood if problem.message.ends_with("not understood yet") => {
            diagnostic.label("every word is known, but not this meaning")
        }
        Code::UnexpectedArgument => diagnostic.label("leave it out"),
        _ => diagnostic,
    }
}

/// The place where reading stopped.
fn stopped(line: &Line, all: &[Piece<'_>], at: usize) -> Diagnostic {
    let (start, end) = match (all.get(at), all.last()) {
        (Some(piece), _) | (None, Some(piece)) => (piece.start, piece.end),
        (None, None) => (0, 0),
    };
    let shown = line.written(start, end);
    let message = match (all.get(at), all.last()) {
        (Some(_), _) => format!("`{shown}` cannot stand here"),
        (None, Some(_)) => format!("the line ends too early, after `{shown}`"),
        (None, None) => "the line is empty".to_owned(),
    };
    Diagnostic::error(Code::Syntax, line.span_of(start, end), message)
}

/// The place where reading stopped, with what could stand there.
fn stuck(line: &Line, all: &[Piece<'_>], at: usize, failure: &Failure) -> Diagnostic {
    let expected = phrases::expected(failure);
    let diagnostic = stopped(line, all, at);
    let what = match expected.as_slice() {
        [] => None,
        _ => Some(format!("expected {}", phrases::either(&expected))),
    };
    let Some(piece) = all.get(at) else {
        return diagnostic.label(match (all.last().map(|last| last.text), what) {
            (Some(":"), _) => "the effect is missing".to_owned(),
            (Some("—"), _) => "the ability is missing".to_owned(),
            (_, what) => what.unwrap_or_else(|| "the rest is missing".to_owned()),
        });
    };
    let diagnostic = diagnostic.label(what.unwrap_or_else(|| "a word is missing before it".into()));
    let literals = failure.literals.iter();
    let words = literals.flat_map(|literal| literal.split(' '));
    match nearest_of(piece.text, words, 1).first() {
        Some(near) if piece.is_word() => {
            let shown = line.written(piece.start, piece.end);
            diagnostic.help(format!("did you mean `{near}`?")).fix(
                line.span_of(piece.start, piece.end),
                in_case_of(shown, near),
            )
        }
        _ => diagnostic,
    }
}

/// A word with a capital if the one that it stands for has one.
fn in_case_of(written: &str, word: &str) -> String {
    if written.starts_with(char::is_uppercase) {
        let mut letters = word.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(letters).collect()
    } else {
        word.to_owned()
    }
}
