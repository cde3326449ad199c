//! Records of cards written as `.rules` items.

use super::record::{Indicator, Record};
use crate::syntax::{is_level_symbol, is_pt, is_result_row};
use crate::vocab::Color;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// What is no card: it is never put into a deck, and its text stands on the card that makes it.
const NO_CARDS: &[&str] = &["token", "double_faced_token", "emblem", "art_series"];

/// A card with the faces that a `.rules` item has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Printed {
    /// The word after `layout`; `None` for a card with one face.
    pub layout: Option<String>,
    /// The faces, front first.
    pub faces: Vec<Record>,
}

/// Puts faces together to cards, in the order of the file.
#[must_use]
pub fn cards(records: Vec<Record>) -> Vec<Printed> {
    let places: BTreeMap<String, usize> = records
        .iter()
        .enumerate()
        .map(|(at, record)| (record.name.clone(), at))
        .collect();
    let mut done: BTreeSet<usize> = BTreeSet::new();
    let mut out = Vec::new();
    for (at, record) in records.iter().enumerate() {
        if NO_CARDS.contains(&record.layout.as_str()) || !done.insert(at) {
            continue;
        }
        let faces = if record.layout == "reversible_card" {
            record.card_faces.iter().take(1).cloned().collect()
        } else if !record.card_faces.is_empty() {
            record.card_faces.clone()
        } else {
            let other = record
                .other_face
                .as_ref()
                .and_then(|name| places.get(name))
                .filter(|other| record.layout != "meld" && done.insert(**other))
                .and_then(|other| records.get(*other));
            match other {
                Some(other) if other.front == Some(true) => vec![other.clone(), record.clone()],
                Some(other) => vec![record.clone(), other.clone()],
                None => vec![record.clone()],
            }
        };
        let back = record.front == Some(false);
        out.push(Printed {
            layout: layout(&record.layout, faces.len(), back),
            faces,
        });
    }
    out
}

/// The layout word of a `.rules` item. A layout that the language does not have keeps its name, and is refused later on.
fn layout(name: &str, faces: usize, back: bool) -> Option<String> {
    match name {
        "modal_dfc" | "mdfc" if faces > 1 => Some("modal".to_owned()),
        "split" | "aftermath" | "room" if faces > 1 => Some("split".to_owned()),
        "transform" | "flip" | "adventure" if faces > 1 => Some(name.to_owned()),
        "meld" if !back => None,
        _ if faces > 1 || back => Some(name.replace(char::is_whitespace, "_")),
        _ => None,
    }
}

/// Writes cards as items.
#[must_use]
pub fn write(cards: &[Printed]) -> String {
    let mut out = String::new();
    for card in cards {
        for (n, record) in card.faces.iter().enumerate() {
            let indent = if n == 0 { "card" } else { "\n  face" };
            let cost = record.mana_cost.as_deref().unwrap_or_default();
            let cost = one_line(cost);
            let blank = if cost.is_empty() { "" } else { " " };
            let _ = writeln!(out, "{indent} {}{blank}{cost}", name(&record.name));
            if let Some(layout) = card.layout.as_deref().filter(|_| n == 0) {
                let _ = writeln!(out, "  layout {layout}");
            }
            face(record, &mut out);
        }
        out.push('\n');
    }
    out
}

fn face(record: &Record, out: &mut String) {
    let indicator = record.color_indicator.as_ref().map(Indicator::colors);
    let colors: Vec<&str> = indicator
        .iter()
        .flat_map(|set| set.iter())
        .map(Color::word)
        .collect();
    if !colors.is_empty() {
        let _ = writeln!(out, "  color indicator {}", colors.join(" "));
    }
    let mark = match (&record.power, &record.toughness) {
        (Some(power), Some(toughness)) => format!(" {}/{}", one_line(power), one_line(toughness)),
        _ => record
            .loyalty
            .as_ref()
            .or(record.defense.as_ref())
            .map(|n| format!(" [{}]", one_line(n)))
            .unwrap_or_default(),
    };
    let _ = writeln!(out, "  {}{mark}", one_line(&record.type_line));
    let text = record.oracle_text.as_deref().unwrap_or_default();
    let mut lines = text
        .lines()
        .map(one_line)
        .filter(|line| !line.is_empty())
        .peekable();
    if lines.peek().is_some() {
        out.push('\n');
    }
    // What stands under a level symbol or a class level bar is indented (CR 711.2, 716.2).
    let mut depth = "  ";
    while let Some(line) = lines.next() {
        if is_level(&line, &record.type_line) {
            let pt = lines.next_if(|next| is_level_symbol(&line) && is_pt(next));
            let blank = if pt.is_some() { " " } else { "" };
            let _ = writeln!(out, "  {line}{blank}{}", pt.unwrap_or_default());
            depth = "    ";
            continue;
        }
        let belongs = line.starts_with('•') || is_result_row(&line);
        let indent = if belongs { "  " } else { "" };
        let _ = writeln!(out, "{depth}{indent}{line}");
    }
}

/// Whether a line begins a part of a text box that is of a level.
fn is_level(line: &str, types: &str) -> bool {
    let bar = line.rsplit_once(": Level ");
    let bar = bar.is_some_and(|(_, level)| level.chars().all(|c| c.is_ascii_digit()));
    is_level_symbol(line) || bar && types.contains("Class")
}

/// The name of a face: files that hold each face as a record of its own write `Face (Face/Other)`.
fn name(name: &str) -> String {
    let name = one_line(name);
    match name.split_once(" (") {
        Some((face, both)) if both.contains('/') && both.ends_with(')') => face.to_owned(),
        _ => name,
    }
}

/// A text on one line of an item: without control characters, and with nothing that would begin a comment.
fn one_line(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    text.trim().replace("//", "/ /")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(name: &str, types: &str, text: &str) -> Record {
        Record {
            name: name.to_owned(),
            type_line: types.to_owned(),
            oracle_text: Some(text.to_owned()),
            ..Record::default()
        }
    }

    #[test]
    fn a_card_becomes_an_item() {
        let elk = Record {
            mana_cost: Some("{1}{G}".to_owned()),
            power: Some("2".to_owned()),
            toughness: Some("*".to_owned()),
            color_indicator: Some(Indicator::Letters(vec!["G".to_owned()])),
            ..record(
                "Brook Elk",
                "Creature — Elk",
                "Choose one —\n• Draw a card.\n• Gain // x.",
            )
        };
        let text = write(&cards(vec![elk]));
        assert_eq!(
            text,
            "card Brook Elk {1}{G}\n  color indicator green\n  Creature — Elk 2/*\n\n  Choose one —\n    • Draw a card.\n    \
             • Gain / / x.\n\n"
        );
    }

    #[test]
    fn parts_of_text_boxes_are_indented() {
        let leveler = record(
            "Elk Rider",
            "Creature — Elf",
            "Level up {1}\nLEVEL 1-2\n2/2\nFlying\nLEVEL 3+\n4/4",
        );
        let class = record("Elk Class", "Enchantment — Class", "{G}: Level 2\nReach");
        let text = write(&cards(vec![leveler, class]));
        assert_eq!(
            text,
            "card Elk Rider\n  Creature — Elf\n\n  Level up {1}\n  LEVEL 1-2 2/2\n    Flying\n  LEVEL 3+ 4/4\n\n\
             card Elk Class\n  Enchantment — Class\n\n  {G}: Level 2\n    Reach\n\n"
        );
    }

    #[test]
    fn faces_are_put_together() {
        let face = |name: &str, other: &str, front: bool, layout: &str| Record {
            other_face: Some(other.to_owned()),
            front: Some(front),
            layout: layout.to_owned(),
            ..record(name, "Land", "")
        };
        let found = cards(vec![
            face("Dusk", "Dawn", false, "transform"),
            record("Alone", "Land", ""),
            face("Dawn", "Dusk", true, "transform"),
            face("Lost", "Nowhere", false, "meld"),
        ]);
        let names: Vec<Vec<&str>> = found
            .iter()
            .map(|card| card.faces.iter().map(|f| f.name.as_str()).collect())
            .collect();
        assert_eq!(names, [vec!["Dawn", "Dusk"], vec!["Alone"], vec!["Lost"]]);
        let layouts: Vec<Option<&str>> = found.iter().map(|c| c.layout.as_deref()).collect();
        assert_eq!(layouts, [Some("transform"), None, Some("meld")]);
        let scryfall = Record {
            layout: "modal_dfc".to_owned(),
            card_faces: vec![record("A", "Land", ""), record("B", "Land", "")],
            ..record("A // B", "Land // Land", "")
        };
        assert_eq!(
            write(&cards(vec![scryfall])),
            "card A\n  layout modal\n  Land\n\n  face B\n  Land\n\n"
        );
    }

    #[test]
    fn names_of_halves_lose_the_whole() {
        assert_eq!(name("Night (Night/Day)"), "Night");
        assert_eq!(
            name("Erase (Not the Urza's Legacy One)"),
            "Erase (Not the Urza's Legacy One)"
        );
    }
}
