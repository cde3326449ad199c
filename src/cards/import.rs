//! Cards of a card file as a `.rules` file of a designer's own.

use crate::compile;
use crate::diag::Sink;
use crate::lower::{self, Bearer, Vocabulary};
use crate::pack::Pack;
use crate::source::{SourceMap, Span};
use crate::syntax::{FaceItem, Item};
use std::fmt::Write;

/// The `.rules` text of a loaded card file, with every line that cannot be used as comments, followed by what is wrong with it;
/// and how many lines those are.
#[must_use]
pub fn with_comments(pack: &Pack, vocabulary: &Vocabulary, sources: &SourceMap) -> (String, usize) {
    let faces = pack.items.iter().filter_map(|item| match item {
        Item::Card(card) => Some(&card.faces),
        _ => None,
    });
    let mut wrong: Vec<(Span, String)> = faces
        .flatten()
        .flat_map(|face| unusable(face, vocabulary))
        .collect();
    wrong.sort_by_key(|(span, _)| *span);
    let file = wrong.first().map(|(span, _)| span.file).or_else(|| {
        pack.items.iter().find_map(|item| match item {
            Item::Card(card) => card.faces.first().map(|face| face.name.span.file),
            _ => None,
        })
    });
    let text = file.map_or("", |file| sources.text(file));
    let mut out = String::with_capacity(text.len());
    for item in &pack.items {
        if let Item::Word(word) = item {
            let _ = writeln!(out, "word {}", word.name.value);
        }
    }
    if !out.is_empty() {
        out.push('\n');
    }
    let mut at = 0;
    for (span, message) in &wrong {
        let range = span.range();
        out.push_str(text.get(at..range.start).unwrap_or_default());
        let line = text.get(range.clone()).unwrap_or_default();
        for (n, part) in line.lines().enumerate() {
            let indent = if n == 0 { "" } else { "\n  " };
            let _ = write!(out, "{indent}// {}", part.trim_start());
        }
        let _ = write!(out, "\n  //   {message}");
        at = range.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    (out, wrong.len())
}

/// The lines of a face that cannot be used, with why.
fn unusable(face: &FaceItem, vocabulary: &Vocabulary) -> Vec<(Span, String)> {
    let Some(head) = lower::face_head(face, vocabulary, &mut Sink::default()) else {
        return Vec::new();
    };
    let bearer = Bearer::new(head.name.clone(), head.types.types, &head.types.subtypes);
    let why = |line| match lower::read_ability_line(
        line,
        &bearer.clone().at(line, &face.lines),
        vocabulary,
    ) {
        Err(stop) => Some(format!(
            "{}: {}",
            stop.diagnostic.code, stop.diagnostic.message
        )),
        Ok(abilities) => compile::loss_of(line, &face.lines, &abilities, &head, vocabulary).map(
            |loss| match loss.word {
                Some(word) => format!("E0503: `{word}` is lost"),
                None => "E0503: the meaning does not read back as the same".to_owned(),
            },
        ),
    };
    let lines = face.lines.iter();
    lines
        .filter_map(|line| why(line).map(|why| (line.span, why.replace('\n', " "))))
        .collect()
}
