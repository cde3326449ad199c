//! `fmt`: rewrites the ability lines of cards to the template that cards are printed with today.
//!
//! **Takes** loaded packs; **gives** the new text of each file. May import every stage of compiling. Only what is certain is
//! rewritten: a line that is not read, or whose English would lose a word, stays as it is written, and so do comments, blank
//! lines, indentation, rulings and definitions. Formatting a second time changes nothing.

mod typography;

use crate::compile;
use crate::diag::Sink;
use crate::lower::{self, Vocabulary};
use crate::pack::Pack;
use crate::source::{FileId, SourceMap, Span};
use crate::syntax::{CardItem, FaceItem, Item, Line};
use std::collections::BTreeMap;

/// A file and what it becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formatted {
    /// The file.
    pub file: FileId,
    /// Its text, formatted.
    pub text: String,
    /// Lines that changed.
    pub changed: usize,
    /// Ability lines that were kept as they are, as they are not read, lose a word, or hold reminder text inside.
    pub kept: usize,
}

/// What is done to a file.
#[derive(Debug, Default)]
struct Edits {
    edits: Vec<(Span, String)>,
    kept: usize,
}

/// Formats the files of the packs that were asked for; files without cards are left out.
pub fn packs(packs: &[Pack], sources: &SourceMap) -> Vec<Formatted> {
    let vocabulary = compile::vocabulary(packs, &mut Sink::default());
    let mut files: BTreeMap<FileId, Edits> = BTreeMap::new();
    for item in packs
        .iter()
        .filter(|pack| pack.requested)
        .flat_map(|pack| &pack.items)
    {
        if let Item::Card(card) = item
            && let Some(front) = card.faces.first()
        {
            let edits = files.entry(front.name.span.file).or_default();
            of_card(card, &vocabulary, sources, edits);
        }
    }
    files
        .into_iter()
        .map(|(file, mut edits)| {
            edits.edits.sort_by_key(|(span, _)| span.start);
            let (text, changed) = rewritten(sources.text(file), &edits.edits);
            Formatted {
                file,
                text,
                changed,
                kept: edits.kept,
            }
        })
        .collect()
}

/// A text with parts replaced; the parts are in order and do not overlap.
fn rewritten(text: &str, edits: &[(Span, String)]) -> (String, usize) {
    let mut out = String::with_capacity(text.len());
    let (mut at, mut changed) = (0, 0);
    for (span, new) in edits {
        let range = span.range();
        let (Some(before), Some(old)) = (text.get(at..range.start), text.get(range.clone())) else {
            continue;
        };
        out.push_str(before);
        out.push_str(new);
        changed += usize::from(old != new);
        at = range.end;
    }
    out.push_str(text.get(at..).unwrap_or(""));
    (out, changed)
}

fn of_card(card: &CardItem, vocabulary: &Vocabulary, sources: &SourceMap, edits: &mut Edits) {
    for face in &card.faces {
        if let Some(types) = &face.types {
            let written = sources.slice(types.span);
            edits
                .edits
                .push((types.span, typography::type_line(written)));
        }
        for line in &face.lines {
            match of_line(line, face, vocabulary, sources) {
                Some(new) => edits.edits.push((line.span, new)),
                None => edits.kept += 1,
            }
        }
    }
}

/// The canonical text of a line; `None` if it is better kept.
fn of_line(
    line: &Line,
    face: &FaceItem,
    vocabulary: &Vocabulary,
    sources: &SourceMap,
) -> Option<String> {
    let written = sources.slice(line.span);
    let reminder = match written.find('(') {
        None => "",
        Some(at) => {
            // Reminder text that ends the line is kept behind it; elsewhere its place would be a guess.
            let rest = written.get(at..)?;
            let whole = rest.ends_with(')') && rest.matches('(').count() == 1;
            if !whole || rest.find(')') != Some(rest.len() - 1) {
                return None;
            }
            rest
        }
    };
    let head = lower::face_head(face, vocabulary, &mut Sink::default())?;
    let bearer = lower::Bearer::new(head.name.clone(), head.types.types, &head.types.subtypes);
    let abilities = lower::read_ability_line(line, &bearer, vocabulary).ok()?;
    if compile::loss(line, &head, vocabulary).is_some() {
        return None;
    }
    let english = compile::english_of(&abilities, &head);
    // Modes stand in lines of their own, indented as the line is.
    let before = sources
        .text(line.span.file)
        .get(..line.span.start as usize)?;
    let indent = before.rsplit('\n').next().unwrap_or("");
    let mut text = typography::text(&english).replace('\n', &format!("\n{indent}"));
    if !reminder.is_empty() {
        text.push(' ');
        text.push_str(&typography::text(reminder));
    }
    Some(text)
}
