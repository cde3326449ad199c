//! A cursor over the words of a line, with places in the source.

use crate::source::Span;
use crate::syntax::Line;
use crate::vocab::numbers;

/// Where reading is in a line.
#[derive(Debug, Clone, Copy)]
pub struct Cursor<'a> {
    line: &'a Line,
    at: usize,
    end: usize,
}

impl<'a> Cursor<'a> {
    /// At the start of a line.
    pub fn new(line: &'a Line) -> Self {
        Self {
            line,
            at: 0,
            end: line.text.len(),
        }
    }

    /// What is left, without blanks around it.
    pub fn rest(&self) -> &'a str {
        self.line.text.get(self.at..self.end).unwrap_or("")
    }

    /// Whether nothing is left.
    pub fn is_done(&self) -> bool {
        self.rest().trim().is_empty()
    }

    /// The offset in the line.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// The place of what is left.
    pub fn span(&self) -> Span {
        let length = self.rest().trim_end().len();
        self.line.span_of(self.at, self.at.saturating_add(length))
    }

    /// The place of the next word.
    pub fn word_span(&self) -> Span {
        let length = self
            .rest()
            .find([' ', ',', ':'])
            .unwrap_or(self.rest().len());
        self.line.span_of(self.at, self.at.saturating_add(length))
    }

    /// The place from an earlier offset to here.
    pub fn since(&self, start: usize) -> Span {
        let text = self.line.text.get(start..self.at).unwrap_or("");
        let end = start.saturating_add(text.trim_end().len());
        self.line.span_of(start, end)
    }

    /// The place in the source of an offset of the line.
    pub fn place(&self, at: usize) -> u32 {
        self.line.offset(at)
    }

    /// Goes on by so many bytes, then over blanks.
    pub fn skip(&mut self, bytes: usize) {
        self.at = self.at.saturating_add(bytes).min(self.end);
        let rest = self.rest();
        self.at = self
            .at
            .saturating_add(rest.len().saturating_sub(rest.trim_start().len()));
    }

    /// Takes words if they stand here, in any case, and end at a word's end.
    pub fn eat(&mut self, words: &str) -> bool {
        let rest = self.rest();
        let Some(head) = rest.get(..words.len()) else {
            return false;
        };
        let ends = |c: char| !(c.is_alphanumeric() || c == '\'');
        let after = rest.get(words.len()..).and_then(|r| r.chars().next());
        let whole = words.ends_with(|c: char| !c.is_alphanumeric()) || after.is_none_or(ends);
        if head.eq_ignore_ascii_case(words) && whole {
            self.skip(words.len());
            return true;
        }
        false
    }

    /// Takes the first of several phrases that stands here.
    pub fn eat_any(&mut self, phrases: &[&str]) -> bool {
        phrases.iter().any(|words| self.eat(words))
    }

    /// Whether words stand here.
    pub fn sees(&self, words: &str) -> bool {
        let mut copy = *self;
        copy.eat(words)
    }

    /// Takes a whole word of letters.
    pub fn word(&mut self) -> Option<&'a str> {
        let rest = self.rest();
        let length = rest
            .find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '\'' | '/' | '+' | '.')))
            .unwrap_or(rest.len());
        let word = rest.get(..length).filter(|w| !w.is_empty())?;
        self.skip(length);
        Some(word)
    }

    /// Takes a number, in figures or words; "a" and "an" are 1.
    pub fn number(&mut self) -> Option<i64> {
        let mut copy = *self;
        let word = copy.word()?;
        let number = how_many(&word.to_ascii_lowercase())?;
        *self = copy;
        Some(number)
    }

    /// Takes text between quotes.
    pub fn quoted(&mut self) -> Option<&'a str> {
        let inner = self.rest().strip_prefix('"')?;
        let length = inner.find('"')?;
        self.skip(length.saturating_add(2));
        inner.get(..length)
    }

    /// Takes everything up to some words, or everything; what was found of the words stays.
    pub fn until(&mut self, words: &[&str]) -> &'a str {
        let rest = self.rest();
        let length = words
            .iter()
            .filter_map(|w| rest.find(w))
            .min()
            .unwrap_or(rest.len());
        let taken = rest.get(..length).unwrap_or(rest);
        self.skip(length);
        taken.trim_end()
    }

    /// What is left as a cursor of its own that ends before `length` more bytes.
    pub fn part(&self, length: usize) -> Self {
        Self {
            end: self.at.saturating_add(length).min(self.end),
            ..*self
        }
    }
}

/// The value of a word that says how many: a number, an article, "no", "once" or "twice".
fn how_many(word: &str) -> Option<i64> {
    match word {
        "no" => Some(0),
        "a" | "an" | "once" => Some(1),
        "twice" => Some(2),
        _ => numbers::cardinal_value(word),
    }
}

/// The value of an ordinal, in any case.
pub fn ordinal(word: &str) -> Option<usize> {
    let value = numbers::ordinal_value(&word.to_ascii_lowercase())?;
    usize::try_from(value).ok()
}
