//! The layer table of an object in words.

use super::super::play::{Play, Ran};
use super::super::report::Failure;
use super::super::trace;
use crate::bytecode::{Layer, Program};
use crate::diag::Code;
use crate::engine::table::{self, Applied, Row};
use crate::game::continuous::EffectEnd;
use crate::game::{Characteristics, Entity, ObjectId, Status};
use crate::source::Span;
use crate::vocab::{CardType, Color, Zone};
use std::fmt::Write;

/// The table of an object.
///
/// # Errors
/// Faults of the code of effects.
pub fn text(play: &Play<'_>, id: ObjectId, span: Span) -> Ran<String> {
    let found = table::of(&play.game, play.program, id).map_err(|fault| {
        Box::new(
            Failure::new(Code::Stuck, span, "what it is cannot be computed")
                .found(fault.to_string()),
        )
    })?;
    let name = play.called(Entity::Object(id));
    let Some(found) = found else {
        return Ok(format!("{name} is no object\n"));
    };
    let mut out = String::new();
    let _ = writeln!(out, "{name}: {}", state(play, id));
    let _ = writeln!(out, "  printed (CR 109.3)");
    for line in whole(&found.printed, play) {
        let _ = writeln!(out, "    {line}");
    }
    let mut last = None;
    for row in &found.rows {
        if last != Some(row.layer) {
            let _ = writeln!(
                out,
                "  layer {} (CR {}): {}",
                table::name(row.layer),
                table::rule(row.layer),
                what(row.layer)
            );
        }
        last = Some(row.layer);
        let _ = writeln!(out, "    {}", cause(row, play, id));
        for change in changes(row, play) {
            let _ = writeln!(out, "      {change}");
        }
    }
    if found.rows.is_empty() {
        out.push_str("  no effect applies to it\n");
    }
    let _ = writeln!(out, "  now");
    for line in whole(&found.now, play) {
        let _ = writeln!(out, "    {line}");
    }
    Ok(out)
}

/// The lines of the table that say where power and toughness come from, for a failed expectation.
#[must_use]
pub fn size_notes(play: &Play<'_>, id: ObjectId) -> Vec<String> {
    /// More are not shown.
    const MOST: usize = 12;
    let Ok(Some(found)) = table::of(&play.game, play.program, id) else {
        return Vec::new();
    };
    let size = |seen: &Characteristics| format!("{}/{}", seen.power, seen.toughness);
    let mut notes = vec![format!("printed: {}", size(&found.printed))];
    for row in &found.rows {
        if size(&row.before) != size(&row.after) {
            notes.push(format!(
                "layer {} (CR {}), {}: {}",
                table::name(row.layer),
                table::rule(row.layer),
                cause(row, play, id),
                size(&row.after)
            ));
        }
    }
    let more = notes.len().saturating_sub(MOST);
    notes.truncate(MOST);
    if more > 0 {
        notes.push(format!("and {more} more effects"));
    }
    notes
}

const fn what(layer: Layer) -> &'static str {
    match layer {
        Layer::Copy => "copiable values",
        Layer::Control => "control",
        Layer::Text => "text",
        Layer::Type => "types",
        Layer::Color => "colors",
        Layer::Ability => "abilities",
        Layer::Define => "power and toughness that an ability defines",
        Layer::SetPt => "power and toughness set",
        Layer::ModifyPt => "power and toughness modified",
        Layer::SwitchPt => "power and toughness switched",
    }
}

/// Where an object is and in which state.
pub fn state(play: &Play<'_>, id: ObjectId) -> String {
    let Some(object) = play.game.object(id) else {
        return "it does not exist".to_owned();
    };
    let mut parts = Vec::new();
    parts.push(match object.zone {
        Zone::Battlefield => "on the battlefield".to_owned(),
        Zone::Stack => "on the stack".to_owned(),
        Zone::Nowhere => "it has left; this is what it was".to_owned(),
        zone => format!("in {}", trace::zone(zone)),
    });
    let seen = crate::engine::layers::characteristics(&play.game, play.program, id);
    if let Some(seen) = seen.filter(|_| matches!(object.zone, Zone::Battlefield | Zone::Stack)) {
        let who = play.called(Entity::Player(seen.controller));
        parts.push(format!("controlled by {who}"));
    }
    if object.zone == Zone::Battlefield {
        for (status, word) in [
            (Status::TAPPED, "tapped"),
            (Status::FACE_DOWN, "face down"),
            (Status::PHASED_OUT, "phased out"),
        ] {
            if object.status.has(status) {
                parts.push(word.to_owned());
            }
        }
        for entry in &play.game.counters {
            if entry.on == Entity::Object(id)
                && let Some(kind) = play.program.counters.get(entry.kind.index())
            {
                let plural = if entry.count == 1 { "" } else { "s" };
                parts.push(format!("{} {} counter{plural}", entry.count, kind.name));
            }
        }
        if object.damage > 0 {
            parts.push(format!("{} damage", object.damage));
        }
        if let Some(to) = object.attached_to {
            parts.push(format!("attached to {}", play.called(to)));
        }
        // CR 302.6.
        if object.since_turn == play.game.turn.number {
            parts.push("under its controller's control only since this turn".to_owned());
        }
    }
    parts.join(", ")
}

/// What was applied: the source, its text or duration, and the timestamp.
fn cause(row: &Row, play: &Play<'_>, id: ObjectId) -> String {
    let text = |ability: crate::bytecode::AbilityId| {
        play.program
            .ability(ability)
            .map_or("", |a| play.program.string(a.text))
            .to_owned()
    };
    let mut words = match row.cause {
        Applied::Rules => match row.layer {
            Layer::Copy => "the rules: a copy, or face down (CR 707.2, 708.2)".to_owned(),
            Layer::Type => "changeling (CR 702.73a)".to_owned(),
            Layer::Color => "devoid (CR 702.114a)".to_owned(),
            Layer::Ability => "keyword counters (CR 122.1b)".to_owned(),
            _ => "counters (CR 122.1a)".to_owned(),
        },
        Applied::Ability(source, ability) => {
            let whose = if source == id {
                "its own ability".to_owned()
            } else {
                format!("{}'s ability", play.called(Entity::Object(source)))
            };
            format!("{whose} \"{}\"", text(ability))
        }
        Applied::Idle(ability) => {
            return format!("its own ability \"{}\" does not apply now", text(ability));
        }
        Applied::Effect(source, at) => {
            let end = play.game.effects.get(at).map(|effect| &effect.end);
            let end = end.map_or_else(String::new, |end| duration(end, play));
            format!("an effect of {}{end}", play.called(Entity::Object(source)))
        }
    };
    if let Some(timestamp) = row.timestamp {
        let _ = write!(words, ", timestamp {}", timestamp.0);
    }
    if row.waited {
        words.push_str(", after others it depends on (CR 613.8b)");
    }
    words
}

fn duration(end: &EffectEnd, play: &Play<'_>) -> String {
    match end {
        EffectEnd::EndOfTurn => " until end of turn".to_owned(),
        EffectEnd::EndOfCombat => " until end of combat".to_owned(),
        EffectEnd::NextTurnOf(player, _) => format!(
            " until the next turn of {}",
            play.called(Entity::Player(*player))
        ),
        EffectEnd::EndOfNextTurnOf(player, _) => format!(
            " until the end of the next turn of {}",
            play.called(Entity::Player(*player))
        ),
        EffectEnd::Step(step, _) => format!(" until the next {}", step.words()),
        EffectEnd::While(_) => " for as long as its condition holds".to_owned(),
        EffectEnd::Leaves(object) => {
            format!(" until {} leaves", play.called(Entity::Object(*object)))
        }
        EffectEnd::Never => " that lasts".to_owned(),
    }
}

/// The characteristics in lines.
fn whole(seen: &Characteristics, play: &Play<'_>) -> Vec<String> {
    let mut lines = vec![type_line(seen, play.program)];
    if let Some(first) = lines.first_mut() {
        if seen.types.contains(CardType::Creature) || (seen.power, seen.toughness) != (0, 0) {
            let _ = write!(first, " {}/{}", seen.power, seen.toughness);
        }
        let _ = write!(first, ", {}", colors(seen));
    }
    lines.extend(abilities(seen, play.program));
    lines
}

fn type_line(seen: &Characteristics, program: &Program) -> String {
    let supertypes = seen.supertypes.iter().map(|s| s.word());
    let words: Vec<String> = supertypes
        .chain(seen.types.iter().map(|t| t.word()))
        .map(capitalised)
        .collect();
    let mut text = words.join(" ");
    let mut subtypes: Vec<&str> = seen
        .subtypes
        .iter()
        .filter_map(|s| program.subtypes.get(s.index()))
        .map(|s| s.name.as_str())
        .collect();
    if seen.every_creature_type {
        subtypes.push("(every creature type)");
    }
    if !subtypes.is_empty() {
        let _ = write!(text, " — {}", subtypes.join(" "));
    }
    if text.is_empty() {
        text.push_str("no types");
    }
    text
}

/// With a capital, as on a type line.
fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}

fn colors(seen: &Characteristics) -> String {
    let words: Vec<&str> = Color::ALL
        .iter()
        .filter(|color| seen.colors.contains(**color))
        .map(|color| color.word())
        .collect();
    if words.is_empty() {
        "colorless".to_owned()
    } else {
        words.join(" and ")
    }
}

fn abilities(seen: &Characteristics, program: &Program) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut last = None;
    for instance in &seen.abilities {
        let keyword = instance
            .keyword
            .and_then(|k| program.keywords.get(k.index()));
        match keyword {
            // Abilities of one keyword come together.
            Some(keyword) => {
                let key = (instance.keyword, instance.granted_by, instance.timestamp);
                if last != Some(key) {
                    out.push(capitalised(&keyword.name));
                }
                last = Some(key);
            }
            None => {
                last = None;
                let text = program.ability(instance.ability).map(|a| a.text);
                out.extend(text.map(|text| program.string(text).to_owned()));
            }
        }
    }
    out
}

/// What a row changed, a line for each kind of thing.
fn changes(row: &Row, play: &Play<'_>) -> Vec<String> {
    let (before, after) = (&row.before, &row.after);
    let mut out = Vec::new();
    if before.face != after.face {
        let name = |seen: &Characteristics| {
            play.program
                .face(seen.face)
                .map_or_else(|| "(no name)".to_owned(), |face| face.name.to_string())
        };
        out.push(format!("name: {} -> {}", name(before), name(after)));
    }
    if before.controller != after.controller {
        let who = |seen: &Characteristics| play.called(Entity::Player(seen.controller));
        out.push(format!("controller: {} -> {}", who(before), who(after)));
    }
    let types = |seen: &Characteristics| type_line(seen, play.program);
    if types(before) != types(after) {
        out.push(format!("types: {} -> {}", types(before), types(after)));
    }
    if before.colors != after.colors {
        out.push(format!("colors: {} -> {}", colors(before), colors(after)));
    }
    let (had, has) = (
        abilities(before, play.program),
        abilities(after, play.program),
    );
    out.extend(missing(&had, &has).map(|text| format!("loses: {text}")));
    out.extend(missing(&has, &had).map(|text| format!("gains: {text}")));
    if (before.power, before.toughness) != (after.power, after.toughness) {
        out.push(format!(
            "{}/{} -> {}/{}",
            before.power, before.toughness, after.power, after.toughness
        ));
    }
    if out.is_empty() && !matches!(row.cause, Applied::Idle(_)) {
        out.push("nothing changes".to_owned());
    }
    out
}

/// Those of `all` that are not in `known`, each as often as it is missing.
fn missing<'a>(all: &'a [String], known: &[String]) -> impl Iterator<Item = &'a String> {
    let mut left = known.to_vec();
    all.iter().filter(move |text| {
        let at = left.iter().position(|other| other == *text);
        at.map(|at| left.remove(at)).is_none()
    })
}
