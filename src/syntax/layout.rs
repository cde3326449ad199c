//! Items and their bodies by indentation.

use super::line::MAX_LINE;
use crate::diag::{Code, Diagnostic, Sink};
use crate::source::{FileId, SourceMap, Span};

/// A line with its indentation, without comment and trailing blanks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RawLine {
    /// Blanks before it.
    pub indent: usize,
    /// The rest of it.
    pub span: Span,
}

/// An item: its header in the first column, and the indented lines below.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawItem {
    /// The header.
    pub header: RawLine,
    /// The body; comment and blank lines are left out.
    pub body: Vec<RawLine>,
}

/// Splits a file into items.
pub fn items(sources: &SourceMap, file: FileId, sink: &mut Sink) -> Vec<RawItem> {
    let text = sources.text(file);
    let mut items: Vec<RawItem> = Vec::new();
    let mut offset = 0;
    let mut orphaned = false;
    let mut skipped = false;
    for whole in text.split_inclusive('\n') {
        let start = offset;
        offset += whole.len();
        let content = without_comment(whole.trim_end());
        let trimmed = content.trim_start_matches([' ', '\t']);
        if trimmed.is_empty() {
            continue;
        }
        let indent = content.len() - trimmed.len();
        let line = RawLine {
            indent,
            span: Span::new(file, start + indent, start + content.len()),
        };
        if trimmed.len() > MAX_LINE {
            sink.push(too_long(line));
            // What stands below a header that is not read belongs to nothing.
            skipped |= indent == 0;
            continue;
        }
        if indent == 0 {
            skipped = false;
        } else if skipped {
            continue;
        }
        let blanks = content.get(..indent).unwrap_or("");
        if blanks.contains('\t') {
            let message = "indentation with a tab";
            sink.push(
                Diagnostic::error(
                    Code::StrayIndentation,
                    Span::new(file, start, start + indent),
                    message,
                )
                .label("indent with two spaces"),
            );
        }
        if indent == 0 {
            orphaned = false;
            items.push(RawItem {
                header: line,
                body: Vec::new(),
            });
        } else if let Some(item) = items.last_mut() {
            item.body.push(line);
        } else if !orphaned {
            // One report for a whole run of lines that belong to nothing.
            orphaned = true;
            let first = Span::new(file, start + indent, start + content.len());
            sink.push(
                Diagnostic::error(
                    Code::StrayIndentation,
                    first,
                    "indented line without an item above it",
                )
                .label("an item such as `card` begins in the first column"),
            );
        }
    }
    items
}

/// The report of a line that is too long to be read; only its beginning is shown.
pub(super) fn too_long(line: RawLine) -> Diagnostic {
    let span = line.span;
    let length = span.end.saturating_sub(span.start);
    let start = Span {
        end: span.start.saturating_add(1).min(span.end),
        ..span
    };
    let message = format!("line of {length} bytes is too long");
    Diagnostic::error(Code::TooLong, start, message)
        .label(format!("at most {MAX_LINE} bytes are read"))
}

/// The line without a `//` comment. Within quotes, and as a part of a name (`A//B`), two slashes are no comment.
fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        match c {
            '"' | '“' | '”' => quoted = !quoted,
            '/' if !quoted
                && before.is_whitespace()
                && line.get(at..).is_some_and(|rest| rest.starts_with("//")) =>
            {
                return line.get(..at).unwrap_or("").trim_end();
            }
            _ => {}
        }
        before = c;
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_have_bodies() {
        let mut sources = SourceMap::default();
        let file = sources.add(
            "x",
            "  stray\ncard A // note\n\n  // all comment\n  Creature 1/1\nword b\n",
        );
        let mut sink = Sink::default();
        let found = items(&sources, file, &mut sink);
        assert_eq!(found.len(), 2);
        assert_eq!(sources.slice(found[0].header.span), "card A");
        assert_eq!(found[0].body.len(), 1);
        assert_eq!(sink.all().len(), 1);
    }
}
