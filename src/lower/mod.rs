//! From parse trees to the IR: names, determiners, referents, durations, kinds of abilities.
//!
//! **Takes** normalised lines and items of `syntax` with a [`Vocabulary`]; **gives** `ir` values or diagnostics. May import
//! `syntax`, `ir`, `vocab`, `diag`, `source`. A rule of the grammar that has no meaning here is an error, never dropped.

mod ability;
mod action;
mod condition;
mod context;
mod cost;
mod creation;
mod discourse;
mod effect;
mod event;
mod expect;
mod filter;
mod item;
mod keyword;
mod noun;
mod quantity;
mod replacement;
mod statics;
#[cfg(test)]
mod tests;
mod vocabulary;
mod words;

pub use item::{card, counter, face_head, keyword_definition, layout, parameter, token, word};
pub use vocabulary::Vocabulary;

use crate::diag::{Code, Diagnostic, Sink};
use crate::ir::{Ability, Condition, Noun};
use crate::syntax::Line;
use crate::vocab::{CardType, Name, TypeSet};
use context::{Lower, Problem};
use spellwright_grammar::{Failure, Node, Reason, Rule, parse};

/// What has the abilities of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bearer {
    /// Its name.
    pub name: Name,
    /// Whether its lines are those of a permanent, rather than instructions of an instant or sorcery.
    pub permanent: bool,
    /// Whether it can be attached, so that "enchanted creature" means something.
    attached: bool,
}

static TOKEN: Bearer = Bearer {
    name: Name::new_static("~"),
    permanent: true,
    attached: true,
};

impl Bearer {
    /// A face of a card or token.
    #[must_use]
    pub fn new(name: impl Into<Name>, types: TypeSet, subtypes: &[Name]) -> Self {
        let spell = types.contains(CardType::Instant) || types.contains(CardType::Sorcery);
        let attached = subtypes
            .iter()
            .any(|s| matches!(s.as_str(), "Aura" | "Equipment" | "Fortification" | "Role"));
        Self {
            name: name.into(),
            permanent: !spell,
            attached,
        }
    }

    /// An object whose card types are not known: in keyword, counter and quoted abilities.
    #[must_use]
    pub fn any(name: impl Into<Name>) -> Self {
        Self {
            name: name.into(),
            permanent: true,
            attached: true,
        }
    }

    fn token() -> &'static Self {
        &TOKEN
    }

    fn emblem() -> &'static Self {
        &TOKEN
    }

    const fn attachable(&self) -> bool {
        self.attached
    }
}

/// Why a line was not read.
#[derive(Debug, Clone)]
pub struct Stop {
    /// What is told to the designer.
    pub diagnostic: Diagnostic,
    /// The construction that is missing, for counting: a rule of the grammar that has no meaning yet, or the words around the
    /// place where reading stopped.
    pub construct: String,
}

/// The abilities of a line, or `None` after reporting why not.
pub fn ability_line(
    line: &Line,
    bearer: &Bearer,
    vocab: &Vocabulary,
    sink: &mut Sink,
) -> Option<Vec<Ability>> {
    read_ability_line(line, bearer, vocab)
        .map_err(|stop| sink.push(stop.diagnostic))
        .ok()
}

/// The abilities of a line, or why it has none.
pub fn read_ability_line(
    line: &Line,
    bearer: &Bearer,
    vocab: &Vocabulary,
) -> Result<Vec<Ability>, Box<Stop>> {
    attempt(Rule::ability_line, line, bearer, vocab, |lower, root| {
        lower.line(root)
    })
}

/// A condition in a ruling or elsewhere (rule `condition`).
pub fn condition(
    line: &Line,
    bearer: &Bearer,
    vocab: &Vocabulary,
    sink: &mut Sink,
) -> Option<Condition> {
    entry(
        Rule::condition_line,
        line,
        bearer,
        vocab,
        sink,
        |lower, root| {
            let node = lower.need(root, Rule::condition)?;
            lower.condition(node)
        },
    )
}

/// A noun in a ruling or elsewhere (rule `noun`).
pub fn noun(line: &Line, bearer: &Bearer, vocab: &Vocabulary, sink: &mut Sink) -> Option<Noun> {
    entry(Rule::noun_line, line, bearer, vocab, sink, |lower, root| {
        let node = lower.need(root, Rule::noun)?;
        lower.anything(|w| w.noun(node))
    })
}

fn entry<T>(
    rule: Rule,
    line: &Line,
    bearer: &Bearer,
    vocab: &Vocabulary,
    sink: &mut Sink,
    f: impl FnOnce(&mut Lower<'_>, Node<'_>) -> Result<T, Box<Problem>>,
) -> Option<T> {
    attempt(rule, line, bearer, vocab, f)
        .map_err(|stop| sink.push(stop.diagnostic))
        .ok()
}

fn attempt<T>(
    rule: Rule,
    line: &Line,
    bearer: &Bearer,
    vocab: &Vocabulary,
    f: impl FnOnce(&mut Lower<'_>, Node<'_>) -> Result<T, Box<Problem>>,
) -> Result<T, Box<Stop>> {
    let tree = parse(rule, &line.text).map_err(|failure| {
        Box::new(Stop {
            diagnostic: syntax_error(line, &failure, vocab),
            construct: around(&line.text, failure.at),
        })
    })?;
    let Some(root) = tree.root() else {
        let message = "the line has no words";
        return Err(Box::new(Stop {
            diagnostic: Diagnostic::error(Code::Syntax, line.span, message),
            construct: message.to_owned(),
        }));
    };
    let mut lower = Lower::new(vocab, bearer);
    f(&mut lower, root).map_err(|problem| {
        let span = line.span_of(problem.start, problem.end);
        let construct = match problem.code {
            Code::NotUnderstood => format!("{} without a meaning", problem.rule.name()),
            _ => problem.message.clone(),
        };
        let mut diagnostic = Diagnostic::error(problem.code, span, problem.message);
        for help in problem.help {
            diagnostic = diagnostic.help(help);
        }
        Box::new(Stop {
            diagnostic,
            construct,
        })
    })
}

/// The two words before a place and the one at it.
fn around(text: &str, at: usize) -> String {
    let start = text
        .get(..at)
        .and_then(|before| before.rfind(' '))
        .filter(|_| !text.get(..at).unwrap_or("").ends_with(' '))
        .map_or(
            if text.get(..at).is_some_and(|t| t.ends_with(' ')) {
                at
            } else {
                0
            },
            |n| n + 1,
        );
    let before = text.get(..start).unwrap_or("");
    let mut words: Vec<&str> = before.split_whitespace().rev().take(2).collect();
    words.reverse();
    let word = text.get(start..).unwrap_or("").split_whitespace().next();
    format!("{} >{}", words.join(" "), word.unwrap_or("(end)"))
        .trim()
        .to_owned()
}

/// The furthest position that was reached, widened to its word, with what could have stood there.
fn syntax_error(line: &Line, failure: &Failure, vocab: &Vocabulary) -> Diagnostic {
    let text = line.text.as_str();
    if failure.reason == Reason::Limit {
        return Diagnostic::error(
            Code::TooLong,
            line.span,
            "the line is too long or too involved to read",
        );
    }
    let is_word =
        |c: char| c.is_alphanumeric() || matches!(c, '\'' | '-' | '~' | '{' | '}' | '/' | '+');
    let before = text.get(..failure.at).unwrap_or("");
    let start = before
        .char_indices()
        .rev()
        .take_while(|(_, c)| is_word(*c))
        .last()
        .map_or(failure.at, |(i, _)| i);
    let rest = text.get(start..).unwrap_or("");
    let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
    let length = if length == 0 {
        rest.chars().next().map_or(0, char::len_utf8)
    } else {
        length
    };
    let end = start.saturating_add(length);
    let word = text.get(start..end).unwrap_or("");
    let span = line.span_of(start, end);
    let expected = expect::phrases(&failure.expected);
    if word.is_empty() {
        let mut diagnostic = Diagnostic::error(
            Code::MissingPeriod,
            line.span_of(text.len(), text.len()),
            "the line ends too early",
        );
        if !expected.is_empty() {
            diagnostic = diagnostic.label(format!("expected {}", expected.join(", ")));
        }
        return diagnostic;
    }
    let mut diagnostic =
        Diagnostic::error(Code::Syntax, span, format!("`{word}` cannot stand here"));
    if !expected.is_empty() {
        diagnostic = diagnostic.label(format!("expected {}", expected.join(", ")));
    }
    if let Some(near) = expect::nearest_word(word)
        .or_else(|| vocab.nearest(word))
        .filter(|near| near.to_lowercase() != word)
    {
        diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
    }
    diagnostic
}

/// A name with the capitals that names have.
fn title(text: &str) -> Name {
    let mut out = String::new();
    for (i, word) in text.split(' ').enumerate() {
        if i > 0 {
            out.push(' ');
        }
        if i > 0
            && matches!(
                word,
                "of" | "the" | "and" | "in" | "to" | "a" | "for" | "from"
            )
        {
            out.push_str(word);
        } else {
            let mut letters = word.chars();
            out.extend(letters.next().into_iter().flat_map(char::to_uppercase));
            out.push_str(letters.as_str());
        }
    }
    out.into()
}
