//! Files and places in them.
//!
//! **Gives** [`Span`], [`FileId`] and [`SourceMap`], which every later stage keeps to the end. Imports nothing.

use codespan_reporting::files::{Error, Files};
use std::ops::Range;

/// A file of a [`SourceMap`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FileId(pub u32);

/// A stretch of a file, in bytes; both ends are on character boundaries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// A span of byte offsets; offsets beyond 4 GB saturate.
    #[must_use]
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self {
            file,
            start: clip(start),
            end: clip(end.max(start)),
        }
    }

    /// The offsets as a range.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Whether another begins within this.
    #[must_use]
    pub fn holds(self, other: Self) -> bool {
        self.file == other.file && (self.start..=self.end).contains(&other.start)
    }

    /// From the beginning of this to the end of another of the same file.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self {
            file: self.file,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

/// A value with the place where it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it is written.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// A value at a place.
    pub const fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

/// A file with its line starts.
#[derive(Debug, Clone)]
struct Source {
    name: String,
    text: String,
    lines: Vec<usize>,
}

/// The files of a run, by [`FileId`].
#[derive(Debug, Clone, Default)]
pub struct SourceMap {
    sources: Vec<Source>,
}

impl SourceMap {
    /// Adds a file.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let text = text.into();
        let lines = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at + 1))
            .collect();
        self.sources.push(Source {
            name: name.into(),
            text,
            lines,
        });
        FileId(u32::try_from(self.sources.len() - 1).unwrap_or(u32::MAX))
    }

    fn source(&self, file: FileId) -> Option<&Source> {
        self.sources.get(file.0 as usize)
    }

    /// The text of a file, empty if there is none.
    #[must_use]
    pub fn text(&self, file: FileId) -> &str {
        self.source(file).map_or("", |source| &source.text)
    }

    /// The name of a file, as it was given.
    #[must_use]
    pub fn file_name(&self, file: FileId) -> &str {
        self.source(file).map_or("?", |source| &source.name)
    }

    /// What a span covers.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text(span.file).get(span.range()).unwrap_or("")
    }

    /// Line and column, both from 1; the column counts characters.
    #[must_use]
    pub fn line_column(&self, file: FileId, offset: usize) -> (usize, usize) {
        let Some(source) = self.source(file) else {
            return (1, 1);
        };
        let line = source
            .lines
            .partition_point(|start| *start <= offset)
            .max(1);
        let start = source.lines.get(line - 1).copied().unwrap_or(0);
        let column = source
            .text
            .get(start..offset.min(source.text.len()))
            .map_or(0, |part| part.chars().count());
        (line, column + 1)
    }
}

impl SourceMap {
    /// How many bytes the line has that a span begins in.
    #[must_use]
    pub fn line_length(&self, span: Span) -> usize {
        let Some(source) = self.source(span.file) else {
            return 0;
        };
        let next = source
            .lines
            .partition_point(|start| *start <= span.start as usize);
        let end = source.lines.get(next).copied().unwrap_or(source.text.len());
        let start = next.checked_sub(1).and_then(|line| source.lines.get(line));
        end.saturating_sub(start.copied().unwrap_or(0))
    }
}

impl<'a> Files<'a> for SourceMap {
    type FileId = FileId;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: FileId) -> Result<&'a str, Error> {
        self.source(id)
            .map(|source| source.name.as_str())
            .ok_or(Error::FileMissing)
    }

    fn source(&'a self, id: FileId) -> Result<&'a str, Error> {
        Self::source(self, id)
            .map(|source| source.text.as_str())
            .ok_or(Error::FileMissing)
    }

    fn line_index(&'a self, id: FileId, byte: usize) -> Result<usize, Error> {
        let source = Self::source(self, id).ok_or(Error::FileMissing)?;
        Ok(source
            .lines
            .partition_point(|start| *start <= byte)
            .saturating_sub(1))
    }

    fn line_range(&'a self, id: FileId, line: usize) -> Result<Range<usize>, Error> {
        let source = Self::source(self, id).ok_or(Error::FileMissing)?;
        let start = *source.lines.get(line).ok_or(Error::LineTooLarge {
            given: line,
            max: source.lines.len(),
        })?;
        let end = source
            .lines
            .get(line + 1)
            .copied()
            .unwrap_or(source.text.len());
        Ok(start..end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters() {
        let mut map = SourceMap::default();
        let file = map.add("a.rules", "card — A\n  “b” c\n");
        assert_eq!(map.line_column(file, 0), (1, 1));
        let c = map.text(file).find('c').unwrap_or(0);
        assert_eq!(map.line_column(file, c), (1, 1));
        let last = map.text(file).rfind('c').unwrap();
        assert_eq!(map.line_column(file, last), (2, 7));
    }
}
