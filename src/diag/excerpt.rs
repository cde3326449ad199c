//! The surroundings of a place in a long line, so that a message stays readable whatever the line is.

use crate::source::{SourceMap, Span};
use codespan_reporting::files::{Error, Files};
use std::ops::Range;

/// The longest line, in bytes, that is shown whole.
pub(super) const LONGEST: usize = 240;
/// How much is shown before and after the beginning of the place.
const AROUND: usize = 80;

/// A file of one line, which is a part of a long one, with the line's own number and columns.
pub(super) struct Excerpt<'a> {
    name: &'a str,
    text: String,
    span: Range<usize>,
    line: usize,
    /// The column of the place in the whole line, and in the part.
    columns: (usize, usize),
}

impl<'a> Excerpt<'a> {
    pub fn new(sources: &'a SourceMap, span: Span) -> Self {
        let whole = sources.text(span.file);
        let at = span.start as usize;
        let boundary = |mut offset: usize| {
            while !whole.is_char_boundary(offset) {
                offset = offset.saturating_sub(1);
            }
            offset
        };
        let start = whole.get(..at).and_then(|before| before.rfind('\n'));
        let start = start.map_or(0, |end| end.saturating_add(1));
        let rest = whole.get(at..).unwrap_or("");
        let end = rest.find('\n').map_or(whole.len(), |length| at + length);
        let from = boundary(at.saturating_sub(AROUND)).max(start);
        let to = boundary(at.saturating_add(AROUND).min(end)).max(from);
        let mut text = String::new();
        if from > start {
            text.push('…');
        }
        let shift = text.len();
        text.push_str(whole.get(from..to).unwrap_or(""));
        let place = at - from + shift;
        let last = (span.end as usize).clamp(at, to.max(at)) - from + shift;
        if to < end {
            text.push('…');
        }
        let (line, column) = sources.line_column(span.file, at);
        let before = text.get(..place).map_or(0, |part| part.chars().count());
        Self {
            name: sources.file_name(span.file),
            text,
            span: place..last.max(place),
            line,
            columns: (column, before + 1),
        }
    }

    /// The place in the excerpt.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }
}

impl<'a> Files<'a> for Excerpt<'_> {
    type FileId = ();
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, (): ()) -> Result<&'a str, Error> {
        Ok(self.name)
    }

    fn source(&'a self, (): ()) -> Result<&'a str, Error> {
        Ok(&self.text)
    }

    fn line_index(&'a self, (): (), _: usize) -> Result<usize, Error> {
        Ok(0)
    }

    fn line_number(&'a self, (): (), _: usize) -> Result<usize, Error> {
        Ok(self.line)
    }

    fn column_number(&'a self, (): (), _: usize, byte: usize) -> Result<usize, Error> {
        let here = self
            .text
            .get(..byte)
            .map_or(0, |part| part.chars().count() + 1);
        let (whole, part) = self.columns;
        Ok((whole + here).saturating_sub(part))
    }

    fn line_range(&'a self, (): (), line: usize) -> Result<Range<usize>, Error> {
        match line {
            0 => Ok(0..self.text.len()),
            _ => Err(Error::LineTooLarge {
                given: line,
                max: 0,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_in_a_long_line() {
        let mut sources = SourceMap::default();
        let text = format!("first\n{}wrong{}\nlast", "é ".repeat(500), " x".repeat(500));
        let at = text.find("wrong").unwrap();
        let file = sources.add("a", text);
        let span = Span::new(file, at, at + 5);
        let excerpt = Excerpt::new(&sources, span);
        assert_eq!(excerpt.text.get(excerpt.span()), Some("wrong"));
        assert!(
            excerpt.text.len() < 200
                && excerpt.text.starts_with('…')
                && excerpt.text.ends_with('…')
        );
        assert_eq!(excerpt.line_number((), 0).unwrap(), 2);
        assert_eq!(
            excerpt.column_number((), 0, excerpt.span().start).unwrap(),
            1001
        );
    }
}
