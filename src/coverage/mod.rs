//! How much of given cards the language reads, proves and executes, and what stopped the rest.
//!
//! **Takes** packs (card files are packs too); **gives** a [`Coverage`]. May import every stage of compiling. A line is *read*
//! if every word of it was consumed and has a meaning; *faithful* if the English of that meaning has the words of the line
//! and reads back as the same; *executable* if it is faithful and every part of it has code. A face is what all its lines are.

pub mod mutation;
mod report;
mod tally;

pub use report::text;
pub use tally::{Coverage, SlowLine, Stage, StopGroup, Stopped, Tally, Times};

use crate::codegen::{self, Definitions, Unsupported};
use crate::compile;
use crate::diag::Sink;
use crate::lower::{self, Bearer, Vocabulary};
use crate::pack::Pack;
use crate::source::{SourceMap, Span};
use crate::syntax::{CardItem, FaceItem, Item};
use crate::vocab::Name;
use crate::{bytecode, english, ir};
use std::collections::BTreeMap;
use std::time::Instant;
use tally::Fate;

/// A face on its way: what each line came to, and which line an ability is of.
struct Measured<'a> {
    item: &'a FaceItem,
    /// What is wrong with the face itself, such as its type line.
    header: Option<(String, Span)>,
    lines: Vec<Fate>,
    /// The line of each ability.
    owners: Vec<usize>,
}

/// Measures the cards of the packs that were asked for.
#[must_use]
pub fn measure(packs: &[Pack], sources: &SourceMap) -> Coverage {
    let begun = Instant::now();
    let mut sink = Sink::default();
    let vocabulary = compile::vocabulary(packs, &mut sink);
    let mut definitions = Definitions::default();
    let mut cards: Vec<Vec<Measured<'_>>> = Vec::new();
    let mut times = Times::default();
    let mut slow = Vec::new();
    let mut places: BTreeMap<Name, usize> = BTreeMap::new();
    for pack in packs {
        for item in &pack.items {
            match item {
                Item::Card(card) if pack.requested => {
                    let (faces, lowered) = read(card, &vocabulary, &mut times, &mut slow);
                    if let Some(first) = lowered.faces.first() {
                        places.insert(first.name.clone(), cards.len());
                    }
                    definitions.cards.push(lowered);
                    cards.push(faces);
                }
                Item::Card(_) => {}
                other => compile::define(other, &vocabulary, &mut definitions, &mut sink),
            }
        }
    }
    let coding = Instant::now();
    let describe = |ability: &ir::Ability| english::ability(ability, &english::Context::default());
    let (program, unsupported) = codegen::program(&definitions, &describe);
    let invalid = bytecode::verify::program(&program)
        .err()
        .unwrap_or_default();
    times.code = coding.elapsed();
    for missing in unsupported {
        mark(&mut cards, &places, missing);
    }
    times.all = begun.elapsed();
    let mut coverage = tally::count(&cards, slow, times, sources);
    coverage.invalid = invalid.iter().map(ToString::to_string).collect();
    coverage
}

/// Reads every line of a card by itself, so that one that stops hides no other.
fn read<'a>(
    card: &'a CardItem,
    vocabulary: &Vocabulary,
    times: &mut Times,
    slow: &mut Vec<(Span, std::time::Duration)>,
) -> (Vec<Measured<'a>>, ir::Card) {
    let mut sink = Sink::default();
    let layout = lower::layout(card, &mut sink);
    let mut measured = Vec::new();
    let mut faces = Vec::new();
    for item in &card.faces {
        let head = lower::face_head(item, vocabulary, &mut sink);
        let wrong = |sink: &Sink| {
            let first = sink.all().first();
            first.map(|d| (d.message.clone(), d.primary.span))
        };
        let mut face = Measured {
            item,
            header: wrong(&sink),
            lines: Vec::new(),
            owners: Vec::new(),
        };
        let Some(mut lowered) = head else {
            face.header
                .get_or_insert_with(|| ("no type line".to_owned(), item.name.span));
            measured.push(face);
            continue;
        };
        let bearer = Bearer::new(
            lowered.name.clone(),
            lowered.types.types,
            &lowered.types.subtypes,
        );
        for (n, line) in item.lines.iter().enumerate() {
            let start = Instant::now();
            let at = bearer.clone().at(line, &item.lines);
            let result = lower::read_ability_line(line, &at, vocabulary);
            let took = start.elapsed();
            times.read += took;
            slow.push((line.span, took));
            let fate = match result {
                Err(stop) => Fate::stopped(Stage::Read, stop.construct, &stop.diagnostic.message)
                    .at(stop.diagnostic.primary.span),
                Ok(abilities) => {
                    let start = Instant::now();
                    let loss =
                        compile::loss_of(line, &item.lines, &abilities, &lowered, vocabulary);
                    times.proof += start.elapsed();
                    face.owners.extend(abilities.iter().map(|_| n));
                    lowered.abilities.extend(abilities);
                    match loss {
                        None => Fate::Executable,
                        Some(loss) => {
                            let construct = match &loss.word {
                                Some(word) => format!("`{word}` is lost"),
                                None => "the meaning does not read back as the same".to_owned(),
                            };
                            let message = format!("understood as: {}", loss.english);
                            Fate::stopped(Stage::Faithful, construct, &message).at(loss.span)
                        }
                    }
                }
            };
            face.lines.push(fate);
        }
        lowered.overloaded =
            lower::overloaded(&item.lines, &lowered.abilities, &bearer, vocabulary);
        faces.push(lowered);
        measured.push(face);
    }
    let layout = layout.unwrap_or(ir::Layout::Normal);
    (measured, ir::Card { layout, faces })
}

/// Puts a part without code down to the line that it is of.
fn mark(cards: &mut [Vec<Measured<'_>>], places: &BTreeMap<Name, usize>, missing: Unsupported) {
    let card = places.get(&missing.on).and_then(|at| cards.get_mut(*at));
    let Some(face) = card.and_then(|faces| faces.get_mut(missing.face)) else {
        return;
    };
    let owner = face.owners.get(missing.ability).copied();
    match owner.and_then(|line| face.lines.get_mut(line)) {
        Some(fate @ Fate::Executable) => {
            *fate = Fate::stopped(Stage::Executable, missing.what.clone(), &missing.what);
        }
        Some(Fate::Stopped { .. }) => {}
        None => {
            face.header
                .get_or_insert((missing.what, face.item.name.span));
        }
    }
}

#[cfg(test)]
mod tests;
