//! Whole items of a pack: cards, keywords, tokens, counters, words.

use super::{Context, Writer, ability::is_bare, words};
use crate::ir::{Ability, Card, Face, KeywordDefinition, Layout, Parameter, PtValue, TypeLine};

/// The lines of a text box. Consecutive bare keywords share one: "Flying, vigilance".
pub(super) fn face_lines(face: &Face) -> Vec<String> {
    let context = Context::of(face);
    let mut lines: Vec<String> = Vec::new();
    let mut sharing = false;
    let mut before: Vec<Ability> = Vec::new();
    for ability in &face.abilities {
        let bare = is_bare(ability);
        let text = if context.spell && ability.leads_on() {
            let text = crate::english::ability_after(&before, ability, &context);
            before.push(ability.clone());
            text
        } else {
            Writer::new(&context).ability(ability)
        };
        match lines.last_mut() {
            Some(line) if sharing && bare => {
                line.push_str(", ");
                line.push_str(&words::lower_first(&text));
            }
            _ => lines.extend(text.lines().map(str::to_owned)),
        }
        sharing = bare;
    }
    lines
}

/// The `card` item.
pub(super) fn card(card: &Card) -> String {
    let mut text = String::new();
    for (i, face) in card.faces.iter().enumerate() {
        if i == 0 {
            text.push_str(&heading("card", face));
            if let Some(word) = layout_word(card.layout) {
                text.push_str(&format!("  layout {word}\n"));
            }
        } else {
            text.push_str(&format!("\n{}", heading("  face", face)));
        }
        text.push_str(&body(face));
    }
    text
}

/// The word for how the faces of a card belong together.
const fn layout_word(layout: Layout) -> Option<&'static str> {
    match layout {
        Layout::Normal => None,
        Layout::Split => Some("split"),
        Layout::Flip => Some("flip"),
        Layout::Transform => Some("transform"),
        Layout::ModalDoubleFaced => Some("modal"),
        Layout::Adventure => Some("adventure"),
    }
}

fn heading(word: &str, face: &Face) -> String {
    match &face.cost {
        Some(cost) if !cost.0.is_empty() => format!("{word} {} {cost}\n", face.name),
        _ => format!("{word} {}\n", face.name),
    }
}

fn body(face: &Face) -> String {
    let mut line = type_line(&face.types);
    if let Some((power, toughness)) = &face.pt {
        line.push_str(&format!(" {}/{}", printed(power), printed(toughness)));
    }
    for value in [&face.loyalty, &face.defense].into_iter().flatten() {
        line.push_str(&format!(" [{}]", printed(value)));
    }
    let mut text = String::new();
    if let Some(colors) = face.indicator {
        text.push_str(&format!(
            "  color indicator {}\n",
            words::colors(colors, "and")
        ));
    }
    text.push_str(&format!("  {line}\n"));
    let lines = face_lines(face);
    if !lines.is_empty() {
        text.push('\n');
        for line in lines {
            text.push_str(&format!("  {line}\n"));
        }
    }
    text
}

fn printed(value: &PtValue) -> String {
    match value {
        PtValue::Number(n) => n.to_string(),
        PtValue::Star => "*".into(),
        PtValue::StarPlus(n) => format!("{n}+*"),
        PtValue::Quantity(_) => "X".into(),
    }
}

/// A type line: "Legendary Creature — Vampire Cleric".
pub(super) fn type_line(types: &TypeLine) -> String {
    let mut parts: Vec<String> = types
        .supertypes
        .iter()
        .map(|s| words::capital(s.word()))
        .collect();
    parts.extend(types.types.iter().map(|t| words::capital(t.word())));
    let mut line = parts.join(" ");
    if !types.subtypes.is_empty() {
        let subtypes: Vec<&str> = types.subtypes.iter().map(AsRef::as_ref).collect();
        line.push_str(&format!(" — {}", subtypes.join(" ")));
    }
    line
}

/// The `keyword` item.
pub(super) fn keyword_definition(definition: &KeywordDefinition) -> String {
    let parameter = match definition.parameter {
        Parameter::None => "",
        Parameter::Number => " N",
        Parameter::Cost => " COST",
        Parameter::Quality => " QUALITY",
        Parameter::Subtype => " SUBTYPE",
        Parameter::NumberCost => " N COST",
        Parameter::QualityCost => " QUALITY COST",
    };
    let mut text = format!("keyword {}{parameter}\n", words::capital(&definition.name));
    if let Some(primitive) = &definition.primitive {
        text.push_str(&format!("  primitive {primitive}\n"));
    }
    if !definition.means.is_empty() {
        text.push_str("  means\n");
        let context = Context::this("creature");
        for ability in &definition.means {
            for line in Writer::new(&context).ability(ability).lines() {
                text.push_str(&format!("    {line}\n"));
            }
        }
    }
    text
}
