//! Headers of items: the item word, a name, a cost.

use crate::diag::{Code, Diagnostic, Sink};
use crate::source::{Span, Spanned};
use crate::vocab::{ManaCost, ManaSymbol, Name};

/// A text with its place.
#[derive(Debug, Clone, Copy)]
pub struct Part<'a> {
    /// The text.
    pub text: &'a str,
    /// Where it is.
    pub span: Span,
}

impl<'a> Part<'a> {
    /// The part from byte `from` to byte `to`, without blanks around it.
    #[must_use]
    pub fn slice(self, from: usize, to: usize) -> Self {
        let text = self.text.get(from..to).unwrap_or("");
        let start = from + text.len() - text.trim_start().len();
        let trimmed = text.trim();
        let at = self.span.start as usize + start;
        Part {
            text: trimmed,
            span: Span::new(self.span.file, at, at + trimmed.len()),
        }
    }

    /// The first word and the rest.
    #[must_use]
    pub fn first_word(self) -> (Self, Self) {
        let end = self
            .text
            .find(char::is_whitespace)
            .unwrap_or(self.text.len());
        (self.slice(0, end), self.slice(end, self.text.len()))
    }

    /// The words, each with its place.
    #[must_use]
    pub fn words(self) -> Vec<Self> {
        let mut out = Vec::new();
        let mut rest = self;
        while !rest.text.is_empty() {
            let (word, after) = rest.first_word();
            out.push(word);
            rest = after;
        }
        out
    }

    /// The text as a name.
    #[must_use]
    pub fn name(self) -> Spanned<Name> {
        Spanned::new(Name::new(self.text), self.span)
    }

    /// The parts between separators.
    #[must_use]
    pub fn split(self, separator: char) -> Vec<Self> {
        let mut out = Vec::new();
        let mut from = 0;
        for (at, _) in self.text.match_indices(separator) {
            out.push(self.slice(from, at));
            from = at + separator.len_utf8();
        }
        out.push(self.slice(from, self.text.len()));
        out
    }
}

/// Reads `NAME {COST}`. Without a name, or with a wrong symbol, that is reported; the name is kept if there is one.
pub fn name_and_cost(
    part: Part<'_>,
    sink: &mut Sink,
) -> Option<(Spanned<Name>, Option<Spanned<ManaCost>>)> {
    let cost_at = part.text.find('{').unwrap_or(part.text.len());
    let name = part.slice(0, cost_at);
    if name.text.is_empty() {
        sink.push(
            Diagnostic::error(Code::BadHeader, part.span, "a name is expected")
                .label("the name stands before the cost"),
        );
        return None;
    }
    let cost = part.slice(cost_at, part.text.len());
    if cost.text.is_empty() {
        return Some((name.name(), None));
    }
    Some((name.name(), mana_cost(cost, sink)))
}

/// Reads a run of mana symbols; each wrong one is reported.
pub fn mana_cost(part: Part<'_>, sink: &mut Sink) -> Option<Spanned<ManaCost>> {
    let mut cost = ManaCost::default();
    let mut at = 0;
    let mut good = true;
    while let Some(rest) = part.text.get(at..).filter(|rest| !rest.is_empty()) {
        let end = rest.find('}').map_or(rest.len(), |end| end + 1);
        let symbol = part.slice(at, at + end);
        at += end;
        if symbol.text.is_empty() {
            continue;
        }
        let inside = symbol
            .text
            .strip_prefix('{')
            .and_then(|s| s.strip_suffix('}'));
        match inside.and_then(ManaSymbol::parse) {
            Some(read) => cost.0.push(read),
            None => {
                good = false;
                let (code, message) = if inside.is_some() {
                    (
                        Code::BadSymbol,
                        format!("`{}` is not a mana symbol", symbol.text),
                    )
                } else {
                    (
                        Code::UnclosedSymbol,
                        format!("`{}` is not a symbol in braces", symbol.text),
                    )
                };
                let help = "mana symbols are {W} {U} {B} {R} {G} {C} {S} {X}, numbers, and hybrids such as {W/U} or {B/P}";
                sink.push(
                    Diagnostic::error(code, symbol.span, message)
                        .help(help)
                        .rule("107.4"),
                );
            }
        }
    }
    good.then(|| Spanned::new(cost, part.span))
}
