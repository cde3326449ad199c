//! Records of cards as card databases publish them: one JSON object for a card, or for each of its faces.

use crate::diag::{Code, Diagnostic, Sink};
use crate::source::{FileId, Span};
use crate::vocab::{Color, ColorSet};
use serde::Deserialize;

/// A card, or a face of one, in the shape of Scryfall. Fields that are not card text are ignored.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct Record {
    /// Its name; `Front // Back` if it has several faces.
    pub name: String,
    /// How its faces belong together.
    pub layout: String,
    /// Symbols in braces.
    pub mana_cost: Option<String>,
    /// Supertypes, types, a dash, subtypes.
    pub type_line: String,
    /// The lines of its text.
    pub oracle_text: Option<String>,
    /// As printed.
    pub power: Option<String>,
    /// As printed.
    pub toughness: Option<String>,
    /// As printed.
    pub loyalty: Option<String>,
    /// As printed.
    pub defense: Option<String>,
    /// Letters or words of colors.
    pub color_indicator: Option<Indicator>,
    /// Its faces, if it has several.
    pub card_faces: Vec<Record>,
    /// The name of the other face, in files that hold each face as a record of its own.
    pub other_face: Option<String>,
    /// Whether it is the front, in such files.
    pub front: Option<bool>,
}

/// A color indicator (CR 204): a list of letters, or words with commas.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Indicator {
    /// `["U", "R"]`.
    Letters(Vec<String>),
    /// `"Blue, Red"`.
    Words(String),
}

impl Indicator {
    /// The colors; what is none is left out.
    #[must_use]
    pub fn colors(&self) -> ColorSet {
        let color = |word: &str| {
            let mut letters = word.chars();
            match (letters.next(), letters.next()) {
                (Some(letter), None) => Color::from_letter(letter.to_ascii_uppercase()),
                _ => Color::from_word(&word.to_lowercase()),
            }
        };
        match self {
            Self::Letters(words) => words.iter().filter_map(|word| color(word)).collect(),
            Self::Words(text) => text
                .split(|c: char| !c.is_alphabetic())
                .filter_map(color)
                .collect(),
        }
    }
}

/// A list as Scryfall's interface answers with.
#[derive(Deserialize)]
struct List {
    data: Vec<Record>,
}

/// Reads a JSON array, a list object with `data`, a single object, or JSON Lines. A line that is no record is reported, and
/// reading goes on with the next.
pub fn read(text: &str, file: FileId, sink: &mut Sink) -> Vec<Record> {
    let trimmed = text.trim_start_matches('\u{feff}').trim_start();
    let whole: Result<Vec<Record>, serde_json::Error> = if trimmed.starts_with('[') {
        serde_json::from_str(trimmed)
    } else if let Ok(list) = serde_json::from_str::<List>(trimmed) {
        Ok(list.data)
    } else if let Ok(one) = serde_json::from_str::<Record>(trimmed) {
        Ok(vec![one])
    } else {
        return lines(text, file, sink);
    };
    match whole {
        Ok(records) => records,
        Err(error) => {
            let skipped = text.len() - trimmed.len();
            let before: usize = trimmed
                .split_inclusive('\n')
                .take(error.line().saturating_sub(1))
                .map(str::len)
                .sum();
            let at = skipped + before + error.column().saturating_sub(1);
            sink.push(broken(Span::new(file, at, at), &error));
            Vec::new()
        }
    }
}

fn lines(text: &str, file: FileId, sink: &mut Sink) -> Vec<Record> {
    let mut records = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let start = offset;
        offset += line.len();
        if line.trim().trim_matches('\u{feff}').is_empty() {
            continue;
        }
        match serde_json::from_str(line.trim_start_matches('\u{feff}')) {
            Ok(record) => records.push(record),
            Err(error) => {
                let at = start + error.column().saturating_sub(1);
                sink.push(broken(Span::new(file, at, at), &error));
            }
        }
    }
    records
}

fn broken(span: Span, error: &serde_json::Error) -> Diagnostic {
    Diagnostic::error(
        Code::CardFile,
        span,
        format!("not a record of a card: {error}"),
    )
    .help("a record has `name`, `mana_cost`, `type_line`, `oracle_text`, `power`, `toughness`, `loyalty`, `card_faces`")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> (Vec<String>, usize) {
        let mut sink = Sink::default();
        let records = read(text, FileId(0), &mut sink);
        (records.into_iter().map(|r| r.name).collect(), sink.errors())
    }

    #[test]
    fn every_container_is_read() {
        assert_eq!(names(r#"[{"name":"A"},{"name":"B"}]"#).0, ["A", "B"]);
        assert_eq!(names(r#"{"object":"list","data":[{"name":"A"}]}"#).0, ["A"]);
        assert_eq!(names("{\"name\":\"A\",\n \"cmc\": 2.0}").0, ["A"]);
        assert_eq!(
            names("{\"name\":\"A\"}\n\n{\"name\":\"B\"}\n").0,
            ["A", "B"]
        );
    }

    #[test]
    fn indicators_are_letters_or_words() {
        let both = [Color::Blue, Color::Red].into_iter().collect::<ColorSet>();
        let letters = Indicator::Letters(vec!["U".to_owned(), "R".to_owned()]);
        assert_eq!(letters.colors(), both);
        assert_eq!(Indicator::Words("Blue, Red".to_owned()).colors(), both);
    }

    #[test]
    fn a_broken_line_hides_no_other() {
        assert_eq!(
            names("{\"name\":\"A\"}\n{\"name\":}\n{\"name\":\"C\"}\n"),
            (vec!["A".to_owned(), "C".to_owned()], 1)
        );
        assert_eq!(names("[{\"name\":3}]").1, 1);
        assert_eq!(names("").1, 0);
    }
}
