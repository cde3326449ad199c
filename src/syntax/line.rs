//! A line of card text made ready for the grammar: lower case, plain quotes, no reminder text, own names replaced by `~`, and a
//! map back to the source.

use super::layout::{RawLine, too_long};
use super::lexer::{Token, tokens};
use crate::diag::{Code, Diagnostic, Sink};
use crate::source::{FileId, Span};

/// The longest line that is read, in bytes.
pub const MAX_LINE: usize = 4000;

/// The deepest nesting of parentheses that is read.
const MAX_NESTING: usize = 16;

/// What a line's own name is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bearer {
    names: Vec<String>,
}

impl Bearer {
    /// The names that a face may call itself by: the full name; before the comma; for a legend the first word too (CR 201.5c).
    #[must_use]
    pub fn new(name: &str, legendary: bool) -> Self {
        let mut names = vec![name.to_owned()];
        if let Some((short, _)) = name.split_once(',') {
            names.push(short.to_owned());
        }
        if legendary {
            let words: Vec<&str> = name.split(' ').collect();
            let ends = |word: &&str| matches!(*word, "of" | "the" | "von" | "de" | "and");
            // "Name of the Place" is short for itself before the preposition; a title or surname is dropped.
            if let Some(end) = words.iter().position(ends).filter(|end| *end > 0) {
                names.push(words.get(..end).unwrap_or_default().join(" "));
            }
            if let Some(first) = words
                .first()
                .filter(|word| word.len() > 2 && !ends(word) && **word != "The")
            {
                names.push((*first).trim_end_matches(',').to_owned());
            }
        }
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        names.dedup();
        Self { names }
    }

    /// How many bytes of `rest` are one of the names and end at a word's end.
    fn matched(&self, rest: &str) -> Option<usize> {
        self.names.iter().find_map(|name| {
            let mut source = rest.char_indices();
            for wanted in name.chars() {
                let (_, found) = source.next()?;
                if plain(found) != plain(wanted) {
                    return None;
                }
            }
            let end = source.next().map_or(rest.len(), |(at, _)| at);
            let after = rest.get(end..)?.chars().next();
            (!after.is_some_and(|c| c.is_alphanumeric())).then_some(end)
        })
    }
}

/// The plain form of a typographic character.
const fn plain(c: char) -> char {
    match c {
        '’' | '‘' => '\'',
        '“' | '”' => '"',
        '\u{a0}' | '\t' => ' ',
        _ => c,
    }
}

/// Whether what follows a closing quote is the end of the line, or a sentence or mode of its own.
fn begins_sentence(rest: Option<&str>) -> bool {
    let next = rest.and_then(|rest| rest.trim_start().chars().next());
    next.is_none_or(|c| c.is_uppercase() || matches!(c, '•' | '('))
}

/// Whether a stretch of the source is part of a longer name, as of "a card named Keeper of ...".
fn within_name(source: &str, start: usize, end: usize) -> bool {
    let small = |word: &str| {
        matches!(
            word,
            "of" | "the" | "and" | "in" | "to" | "a" | "for" | "from"
        )
    };
    let capital = |word: &str| word.starts_with(char::is_uppercase);
    let before = source.get(..start).unwrap_or("");
    let Some((_, said)) = before.rsplit_once("named ") else {
        return false;
    };
    if !said.is_empty() {
        return said.split_whitespace().all(|w| {
            let plain = !w.ends_with(['.', ',', ':', ';', '"', '”']);
            plain && (capital(w) || small(w))
        });
    }
    let after = source.get(end..).unwrap_or("");
    let after = after
        .strip_prefix("'s")
        .or(after.strip_prefix("’s"))
        .unwrap_or(after);
    let Some(after) = after.strip_prefix(' ') else {
        return false;
    };
    let next = after.split(' ').find(|word| !small(word));
    next.is_some_and(capital)
}

/// A line ready for the grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// What the grammar reads.
    pub text: String,
    /// The line in the source, without indentation.
    pub span: Span,
    /// Where runs of `text` come from: offset in `text`, offset in the source, in rising order.
    map: Vec<(u32, u32)>,
    /// The line as it is written.
    written: Box<str>,
}

impl Line {
    /// Normalises a line of the source. `own` names are replaced by `~`; with `None`, as in rulings, case and names are kept.
    pub fn new(source: &str, span: Span, own: Option<&Bearer>, sink: &mut Sink) -> Option<Self> {
        if source.len() > MAX_LINE {
            sink.push(too_long(RawLine { indent: 0, span }));
            return None;
        }
        let mut line = Self {
            text: String::with_capacity(source.len()),
            span,
            map: Vec::with_capacity(8),
            written: source.into(),
        };
        let place = |from: usize, to: usize| {
            Span::new(
                span.file,
                span.start as usize + from,
                span.start as usize + to,
            )
        };
        let mut open: Vec<usize> = Vec::new();
        let mut quote: Option<usize> = None;
        let mut skip_to = 0;
        for (token, range) in tokens(source) {
            if range.end <= skip_to {
                continue;
            }
            // What follows an own name within a token, as the "'s" of a possessive.
            let range = range.start.max(skip_to)..range.end;
            match token {
                Ok(Token::Open) => {
                    open.push(range.start);
                    if open.len() > MAX_NESTING {
                        sink.push(Diagnostic::error(
                            Code::TooDeep,
                            place(range.start, range.end),
                            "parentheses are nested too deeply",
                        ));
                        return None;
                    }
                    continue;
                }
                Ok(Token::Close) if !open.is_empty() => {
                    open.pop();
                    continue;
                }
                _ if !open.is_empty() && own.is_some() => continue,
                _ => {}
            }
            let part = source.get(range.clone()).unwrap_or("");
            if let (Some(own), Ok(Token::Word)) = (own, token)
                && let Some(length) = source.get(range.start..).and_then(|rest| own.matched(rest))
                && !within_name(source, range.start, range.start + length)
            {
                line.push(range.start, "~");
                skip_to = range.start + length;
                line.map
                    .push((line.text.len() as u32, span.start + skip_to as u32));
                if skip_to >= range.end {
                    continue;
                }
                let rest = source.get(skip_to..range.end).unwrap_or("");
                let rest: String = rest
                    .chars()
                    .map(|c| plain(c).to_ascii_lowercase())
                    .collect();
                line.push(skip_to, &rest);
                skip_to = range.end;
                continue;
            }
            match token {
                Ok(Token::Blank) => line.blank(range.start),
                Ok(Token::Quote) => {
                    quote = if quote.is_some() {
                        None
                    } else {
                        Some(range.start)
                    };
                    line.push(range.start, "\"");
                    // A quoted ability ends with its own period, which is printed for the sentence around it too.
                    let ends = quote.is_none() && line.text.ends_with(".\"");
                    if own.is_some() && ends && begins_sentence(source.get(range.end..)) {
                        line.push(range.end, ".");
                    }
                }
                Ok(Token::OpenSymbol) => {
                    let end = source
                        .get(range.start..)
                        .and_then(|r| r.find(' '))
                        .map_or(source.len(), |n| range.start + n);
                    sink.push(
                        Diagnostic::error(
                            Code::UnclosedSymbol,
                            place(range.start, end),
                            "symbol without its closing brace",
                        )
                        .label("a symbol looks like {T} or {2}"),
                    );
                    return None;
                }
                Ok(_) | Err(()) => {
                    let keep = own.is_none();
                    let text: String = part
                        .chars()
                        .map(|c| {
                            if keep {
                                plain(c)
                            } else {
                                plain(c).to_ascii_lowercase()
                            }
                        })
                        .collect();
                    // Reminder text in front of the mark that ends a sentence or clause leaves no blank.
                    if !keep && text.starts_with(['.', ',']) && line.text.ends_with(' ') {
                        line.text.pop();
                    }
                    line.push(range.start, &text);
                }
            }
        }
        if let Some(at) = open.first() {
            sink.push(
                Diagnostic::error(
                    Code::UnclosedParenthesis,
                    place(*at, *at + 1),
                    "parenthesis is not closed",
                )
                .label("reminder text ends with `)` on the same line"),
            );
            return None;
        }
        if let Some(at) = quote {
            let width = source
                .get(at..)
                .and_then(|rest| rest.chars().next())
                .map_or(1, char::len_utf8);
            sink.push(
                Diagnostic::error(
                    Code::UnclosedQuote,
                    place(at, at + width),
                    "quote is not closed",
                )
                .label("a quoted ability ends with a quote on the same line"),
            );
            return None;
        }
        let kept = line.text.trim_end().len();
        line.text.truncate(kept);
        Some(line)
    }

    fn blank(&mut self, at: usize) {
        // Blanks around removed reminder text become one; none at the start.
        if !self.text.is_empty() && !self.text.ends_with(' ') {
            self.push(at, " ");
        }
    }

    fn push(&mut self, at: usize, text: &str) {
        let source = self.span.start + at as u32;
        let here = self.text.len() as u32;
        let continues = self
            .map
            .last()
            .is_some_and(|(to, from)| source.wrapping_sub(*from) == here.wrapping_sub(*to));
        if !continues {
            self.map.push((here, source));
        }
        self.text.push_str(text);
        // Plain forms can be shorter than what they stand for: later text starts a new run where the lengths differ.
    }

    /// The place in the source of a byte of the text.
    #[must_use]
    pub fn offset(&self, at: usize) -> u32 {
        let at = at as u32;
        let index = self.map.partition_point(|(to, _)| *to <= at);
        let (to, from) = index
            .checked_sub(1)
            .and_then(|i| self.map.get(i))
            .copied()
            .unwrap_or((0, self.span.start));
        (from + (at - to)).min(self.span.end)
    }

    /// The span in the source of a stretch of the text.
    #[must_use]
    pub fn span_of(&self, start: usize, end: usize) -> Span {
        let from = self.offset(start);
        let to = if end > start {
            self.offset_before(end)
        } else {
            from
        };
        Span {
            file: self.span.file,
            start: from,
            end: to.max(from),
        }
    }

    /// How a stretch of the text is written in the source.
    #[must_use]
    pub fn written(&self, start: usize, end: usize) -> &str {
        let span = self.span_of(start, end);
        let from = span.start.saturating_sub(self.span.start) as usize;
        let to = span.end.saturating_sub(self.span.start) as usize;
        self.written.get(from..to).unwrap_or("")
    }

    /// Where the byte before `end` ends in the source.
    fn offset_before(&self, end: usize) -> u32 {
        // A name replaced by `~` is covered whole: its end is the start of the next run.
        let end32 = end as u32;
        match self.map.iter().find(|(to, _)| *to == end32) {
            Some((_, from)) if self.text.get(..end).is_some_and(|t| t.ends_with('~')) => *from,
            _ => self
                .offset(end.saturating_sub(1))
                .saturating_add(1)
                .min(self.span.end),
        }
    }

    /// A line put together by a reader of its own: runs of the text with the place in the source that each comes from;
    /// `written` is what stands at the span.
    #[must_use]
    pub fn assembled<'a>(
        span: Span,
        written: &str,
        runs: impl IntoIterator<Item = (&'a str, u32)>,
    ) -> Self {
        let mut line = Self {
            text: String::new(),
            span,
            map: Vec::new(),
            written: written.into(),
        };
        for (text, from) in runs {
            let here = u32::try_from(line.text.len()).unwrap_or(u32::MAX);
            line.map.push((here, from));
            line.text.push_str(text);
        }
        line
    }

    /// A line that stands in no file, as card text from elsewhere.
    pub fn detached(text: &str, file: FileId, own: &Bearer, sink: &mut Sink) -> Option<Self> {
        Self::new(text, Span::new(file, 0, text.len()), Some(own), sink)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str, name: &str, legendary: bool) -> Line {
        let mut sink = Sink::default();
        let line = Line::detached(text, FileId(0), &Bearer::new(name, legendary), &mut sink);
        assert!(sink.is_clean(), "{sink:?}");
        line.unwrap()
    }

    #[test]
    fn names_reminders_and_quotes() {
        let source = "Flying (It can’t.) Mira, Oak Sage gains “{T}: Mira’s owner draws.”";
        let read = line(source, "Mira, Oak Sage", true);
        assert_eq!(read.text, "flying ~ gains \"{t}: ~'s owner draws.\".");
        let at = read.text.find("gains").unwrap();
        let span = read.span_of(at, at + 5);
        assert_eq!(source.get(span.range()), Some("gains"));
        let tilde = read.text.find('~').unwrap();
        assert_eq!(
            source.get(read.span_of(tilde, tilde + 1).range()),
            Some("Mira, Oak Sage")
        );
        let owner = read.text.find("owner").unwrap();
        assert_eq!(
            source.get(read.span_of(owner, owner + 5).range()),
            Some("owner")
        );
    }

    #[test]
    fn a_quote_at_the_end_of_a_sentence_ends_it() {
        let text = "It has “{T}: Draw.” It has \"Die.\" and \"Go.\"";
        assert_eq!(
            line(text, "", false).text,
            "it has \"{t}: draw.\". it has \"die.\" and \"go.\"."
        );
    }

    #[test]
    fn a_name_can_be_part_of_another() {
        for (source, read) in [
            (
                "a creature named Keeper of Oak.",
                "a creature named keeper of oak.",
            ),
            ("a card named Oak's Chosen.", "a card named oak's chosen."),
            ("a card named Oak, put it.", "a card named ~, put it."),
            (
                "a card named Elm, then Oak fights.",
                "a card named elm, then ~ fights.",
            ),
        ] {
            assert_eq!(line(source, "Oak", false).text, read);
        }
    }

    #[test]
    fn a_name_is_a_whole_word() {
        assert_eq!(
            line("Oakling and Oak fight.", "Oak", false).text,
            "oakling and ~ fight."
        );
    }

    #[test]
    fn unclosed_things_are_told() {
        for (text, code) in [
            ("a (b", Code::UnclosedParenthesis),
            ("say \"x", Code::UnclosedQuote),
            ("{T: tap", Code::UnclosedSymbol),
        ] {
            let mut sink = Sink::default();
            assert!(Line::detached(text, FileId(0), &Bearer::default(), &mut sink).is_none());
            assert_eq!(sink.all().first().map(|d| d.code), Some(code));
        }
    }
}
