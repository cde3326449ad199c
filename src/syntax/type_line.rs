//! Type lines (CR 205): supertypes, card types, a dash, subtypes, and the number at the end.

use super::ast::{Mark, TypeLine};
use crate::diag::{Code, Diagnostic, Sink, nearest};
use crate::source::{Span, Spanned};
use crate::vocab::{CardType, Color, ColorSet, Name, Supertype, SupertypeSet, TypeSet};

/// Reads a type line. Subtypes are kept as written; whether they are declared is for `lower` to say.
pub fn read_type_line(text: &str, span: Span, sink: &mut Sink) -> Option<TypeLine> {
    let place = |from: usize, to: usize| {
        Span::new(
            span.file,
            span.start as usize + from,
            span.start as usize + to,
        )
    };
    let mut line = TypeLine {
        span,
        supertypes: SupertypeSet::EMPTY,
        types: TypeSet::EMPTY,
        colors: None,
        subtypes: Vec::new(),
        mark: None,
    };
    let mut words = words(text);
    if let Some((at, last)) = words.last().copied()
        && let Some(mark) = mark(last)
    {
        line.mark = Some(Spanned::new(mark, place(at, at + last.len())));
        words.pop();
    }
    let mut after_dash = false;
    let mut failed = false;
    for (at, word) in words {
        let here = place(at, at + word.len());
        if matches!(word, "—" | "--" | "–" | "-") {
            after_dash = true;
            continue;
        }
        if after_dash {
            line.subtypes.push(Spanned::new(Name::new(word), here));
            continue;
        }
        let lower = word.to_ascii_lowercase();
        if let Some(supertype) = Supertype::from_word(&lower) {
            line.supertypes.insert(supertype);
        } else if let Some(kind) =
            CardType::from_word(&lower).or((lower == "tribal").then_some(CardType::Kindred))
        {
            line.types.insert(kind);
        } else if let Some(color) = Color::from_word(&lower) {
            line.colors = Some(line.colors.unwrap_or(ColorSet::EMPTY).with(color));
        } else if lower == "colorless" {
            line.colors = Some(ColorSet::EMPTY);
        } else if lower == "and" && line.colors.is_some() {
        } else {
            failed = true;
            sink.push(unknown_word(word, here, !line.types.is_empty()));
        }
    }
    if line.types.is_empty() && !failed {
        sink.push(
            Diagnostic::error(Code::TypeLine, span, "type line without a card type")
                .label("a card type is expected here, such as Creature or Instant")
                .rule("205.2a"),
        );
        failed = true;
    }
    (!failed).then_some(line)
}

fn unknown_word(word: &str, here: Span, after_type: bool) -> Diagnostic {
    let known = CardType::ALL
        .iter()
        .map(|t| t.word())
        .chain(Supertype::ALL.iter().map(|s| s.word()));
    let diagnostic = Diagnostic::error(
        Code::TypeLine,
        here,
        format!("`{word}` is not a card type or supertype"),
    );
    match nearest(word, known) {
        Some(near) => {
            let mut letters = near.chars();
            let proper: String = letters
                .next()
                .map(|c| c.to_ascii_uppercase())
                .into_iter()
                .chain(letters)
                .collect();
            diagnostic
                .label(format!("did you mean `{proper}`?"))
                .fix(here, proper)
        }
        None if after_type => diagnostic
            .label(format!("a subtype stands after a dash: `— {word}`"))
            .rule("205.3a"),
        None => diagnostic
            .label("the line below the name is the type line, such as `Creature — Bear 2/2`")
            .rule("205.1"),
    }
}

fn words(text: &str) -> Vec<(usize, &str)> {
    let mut out = Vec::new();
    let mut rest = text;
    let mut at = 0;
    while let Some(start) = rest.find(|c: char| !c.is_whitespace()) {
        let from = rest.get(start..).unwrap_or("");
        let length = from.find(char::is_whitespace).unwrap_or(from.len());
        out.push((at + start, from.get(..length).unwrap_or("")));
        rest = from.get(length..).unwrap_or("");
        at += start + length;
    }
    out
}

fn mark(word: &str) -> Option<Mark> {
    if let Some(inside) = word.strip_prefix('[').and_then(|w| w.strip_suffix(']')) {
        return (!inside.is_empty()).then(|| Mark::Bracket(Name::new(inside)));
    }
    let (power, toughness) = word.split_once('/')?;
    let side = |s: &str| {
        !s.is_empty()
            && s.chars()
                .all(|c| c.is_ascii_digit() || matches!(c, '*' | '+' | '-' | '−' | 'X' | 'x'))
    };
    (side(power) && side(toughness))
        .then(|| Mark::PowerToughness(Name::new(power), Name::new(toughness)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;

    fn read(text: &str) -> (Option<TypeLine>, Sink) {
        let mut sink = Sink::default();
        (
            read_type_line(text, Span::new(FileId(0), 0, text.len()), &mut sink),
            sink,
        )
    }

    #[test]
    fn all_parts() {
        let line = read("Legendary Artifact Creature — Vampire Cleric 1/*")
            .0
            .unwrap();
        assert!(line.supertypes.contains(Supertype::Legendary));
        assert_eq!(line.types.len(), 2);
        assert_eq!(
            line.subtypes
                .iter()
                .map(|s| s.value.as_str())
                .collect::<Vec<_>>(),
            ["Vampire", "Cleric"]
        );
        assert_eq!(
            line.mark.map(|m| m.value),
            Some(Mark::PowerToughness("1".into(), "*".into()))
        );
        let walker = read("Planeswalker -- Jace [4]").0.unwrap();
        assert_eq!(
            walker.mark.map(|m| m.value),
            Some(Mark::Bracket("4".into()))
        );
    }

    #[test]
    fn a_misspelt_type_is_suggested() {
        let (line, sink) = read("Creatur — Bear 2/2");
        assert!(line.is_none());
        assert_eq!(sink.all()[0].fix.as_ref().unwrap().replacement, "Creature");
    }
}
