//! `fmt`: rewrites the ability lines of cards to the template that cards are printed with today.
//!
//! **Takes** loaded packs; **gives** the new text of each file. May import every stage of compiling. Only what is certain is
//! rewritten: a line that is not read, or whose English would lose a word, stays as it is written, and so do comments, blank
//! lines, indentation, rulings and definitions. A line that has the words of today's template already keeps their order, and
//! gets only its quotes and dashes. Formatting a second time changes nothing.

mod typography;

use crate::compile;
use crate::diag::Sink;
use crate::lower::{self, Vocabulary};
use crate::pack::Pack;
use crate::source::{FileId, SourceMap, Span};
use crate::syntax::{Bearer, CardItem, FaceItem, Item, Line};
use crate::vocab::Supertype;
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

/// Whether a line has the words of its canonical text already, whatever their order and the joints between its clauses.
fn has_words_of_today(line: &Line, english: &str, face: &FaceItem) -> bool {
    /// Joints between clauses, and "X ..., where X is" for "equal to".
    const JOINTS: &[&str] = &[
        "and", "then", "it", "they", "you", "that", "x", "where", "is", "equal", "to",
    ];
    fn words(text: &str) -> Vec<&str> {
        let mut words: Vec<&str> = text
            .split(|c: char| {
                c.is_whitespace() || matches!(c, '.' | ',' | ':' | ';' | '"' | '—' | '•')
            })
            .filter(|word| !word.is_empty() && *word != "--" && !JOINTS.contains(word))
            .collect();
        words.sort_unstable();
        words
    }
    // Printed cards say "he" and "she" of characters; the canonical text has only "it".
    let neutral = line.text.replace("his or her", "").replace("he or she", "");
    let of_character = |word: &str| matches!(word, "he" | "he's" | "him" | "she" | "she's");
    if neutral.split([' ', ',', '.']).any(of_character) {
        return true;
    }
    let legendary = face
        .types
        .as_ref()
        .is_some_and(|types| types.supertypes.contains(Supertype::Legendary));
    let own = Bearer::new(&face.name.value, legendary);
    let again = Line::detached(english, line.span.file, &own, &mut Sink::default());
    let minus = |text: &str| text.replace('−', "-");
    again.is_some_and(|again| words(&minus(&line.text)) == words(&minus(&again.text)))
}

/// Canonical text with its modes in lines of their own, indented as they are written, or as the first line is.
fn indented(english: &str, written: &str, before: &str) -> String {
    let first = before.rsplit('\n').next().unwrap_or("");
    let mut indents = written.lines().skip(1).map(|line| {
        let end = line.len() - line.trim_start().len();
        line.get(..end).unwrap_or("")
    });
    let mut out = String::new();
    for (at, line) in english.lines().enumerate() {
        if at > 0 {
            out.push('\n');
            out.push_str(indents.next().unwrap_or(first));
        }
        out.push_str(line);
    }
    out
}

/// The canonical text of a line; `None` if it is better kept.
fn of_line(
    line: &Line,
    face: &FaceItem,
    vocabulary: &Vocabulary,
    sources: &SourceMap,
) -> Option<String> {
    let written = sources.slice(line.span);
    // Reminder text that ends the line, or its last sentence, is kept there; elsewhere its place would be a guess.
    let (kept, reminder, period) = match written.find('(') {
        None => (written, "", ""),
        Some(at) => {
            let (kept, rest) = written.split_at_checked(at)?;
            let (rest, period) = match rest.strip_suffix('.') {
                Some(rest) => (rest, "."),
                None => (rest, ""),
            };
            let whole = rest.ends_with(')') && rest.matches('(').count() == 1;
            if !whole || rest.find(')') != Some(rest.len() - 1) {
                return None;
            }
            (kept.trim_end(), rest, period)
        }
    };
    let kept = format!("{kept}{period}");
    let head = lower::face_head(face, vocabulary, &mut Sink::default())?;
    let bearer = lower::Bearer::new(head.name.clone(), head.types.types, &head.types.subtypes);
    let before = compile::spell_before(line, &face.lines, &bearer, vocabulary);
    let bearer = bearer.at(line, &face.lines);
    let abilities = lower::read_ability_line(line, &bearer, vocabulary).ok()?;
    if compile::loss_of(line, &face.lines, &abilities, &head, vocabulary).is_some() {
        return None;
    }
    let english = compile::english_of(&abilities, &before, &head);
    let mut text = if has_words_of_today(line, &english, face) {
        typography::text(&kept)
    } else {
        let before = sources
            .text(line.span.file)
            .get(..line.span.start as usize)?;
        typography::text(&indented(&english, &kept, before))
    };
    if !reminder.is_empty() {
        text.truncate(text.strip_suffix(period)?.len());
        text.push(' ');
        text.push_str(&typography::text(reminder));
        text.push_str(period);
    }
    Some(text)
}
