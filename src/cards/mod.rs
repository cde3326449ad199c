//! Cards from card databases: Scryfall-shaped JSON or JSON Lines.
//!
//! **Takes** paths; **gives** packs whose items are those of the cards written as `.rules` text, so that every later stage is the
//! same for them. May import every stage of compiling.

mod flavor;
mod import;
mod record;
mod rules_text;
mod serve;

pub use import::with_comments;
pub use serve::{serve, serve_named};

use crate::diag::{Code, Diagnostic, Sink};
use crate::pack::{self, Pack};
use crate::source::{FileId, SourceMap, Span, Spanned};
use crate::syntax::{Item, SubtypeItem, read_file};
use crate::vocab::{CardType, Name};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The `.rules` text of a card file.
#[must_use]
pub fn rules_text(text: &str, file: FileId, sink: &mut Sink) -> String {
    rules_text::write(&rules_text::cards(record::read(text, file, sink)))
}

/// Whether a path is that of a card file rather than of a pack.
#[must_use]
pub fn is_card_file(path: &Path) -> bool {
    path.extension().is_some_and(|e| {
        ["json", "jsonl", "ndjson"]
            .iter()
            .any(|known| e.eq_ignore_ascii_case(known))
    })
}

/// Loads packs and card files, dependencies first. A path of a card file may stand among the packs too. If there are only
/// card files, the rules that come with the program are what they depend on. Subtypes that no pack declares are declared by
/// the type lines of the cards, and flavor words by the abilities that they stand before.
pub fn load(
    packs: &[PathBuf],
    files: &[PathBuf],
    sources: &mut SourceMap,
    sink: &mut Sink,
) -> Vec<Pack> {
    let (cards, folders): (Vec<PathBuf>, Vec<PathBuf>) =
        packs.iter().cloned().partition(|path| is_card_file(path));
    let mut loaded = pack::load(&folders, sources, sink);
    if folders.is_empty() {
        loaded.push(pack::core(sources, sink));
    }
    for path in cards.iter().chain(files) {
        if let Some(text) = pack::read_text(path, sources, sink) {
            let name = path.display().to_string();
            let original = sources.add(name.clone(), text.clone());
            let items = items(&text, &name, original, sources, sink);
            loaded.push(Pack {
                path: path.clone(),
                manifest: None,
                items,
                requested: true,
                known: Vec::new(),
            });
        }
    }
    let vocabulary = crate::lower::Vocabulary::of(loaded.iter().flat_map(|pack| &pack.items));
    let subtypes = undeclared(&loaded, &vocabulary);
    let words = flavor::words(&loaded, &vocabulary);
    if let Some(last) = loaded.last_mut() {
        last.items.extend(subtypes.into_iter().map(Item::Subtype));
        last.items.extend(words.into_iter().map(Item::Word));
    }
    loaded
}

fn items(
    text: &str,
    name: &str,
    original: FileId,
    sources: &mut SourceMap,
    sink: &mut Sink,
) -> Vec<Item> {
    let rules = rules_text(text, original, sink);
    if rules.is_empty() && sink.is_clean() {
        let message = format!("`{name}` holds no cards");
        sink.push(Diagnostic::error(
            Code::CardFile,
            Span::new(original, 0, 0),
            message,
        ));
    }
    let file = sources.add(format!("{name} (as rules)"), rules);
    read_file(sources, file, sink)
}

/// Subtypes on the type lines of card files that nothing declares, by the first card type of their line.
fn undeclared(packs: &[Pack], vocabulary: &crate::lower::Vocabulary) -> Vec<SubtypeItem> {
    let mut found: BTreeMap<(&'static str, Name), Spanned<Name>> = BTreeMap::new();
    let from_files = packs.iter().filter(|pack| is_card_file(&pack.path));
    for item in from_files.flat_map(|pack| &pack.items) {
        let Item::Card(card) = item else { continue };
        for types in card.faces.iter().filter_map(|face| face.types.as_ref()) {
            let kind = types.types.iter().find(|kind| *kind != CardType::Kindred);
            let word = match kind {
                Some(CardType::Instant | CardType::Sorcery) => "spell",
                // CR 205.3e: kindreds share their subtypes with creatures.
                None => "creature",
                Some(kind) => kind.word(),
            };
            for subtype in &types.subtypes {
                if vocabulary.subtype(&subtype.value).is_none() {
                    found
                        .entry((word, subtype.value.clone()))
                        .or_insert_with(|| subtype.clone());
                }
            }
        }
    }
    let mut out: Vec<SubtypeItem> = Vec::new();
    for ((kind, _), name) in found {
        match out.last_mut().filter(|last| last.kind.value == kind) {
            Some(last) => last.names.push((name, None)),
            None => out.push(SubtypeItem {
                kind: Spanned::new(Name::new(kind), name.span),
                names: vec![(name, None)],
                means: Vec::new(),
                cites: Vec::new(),
            }),
        }
    }
    out
}

#[cfg(test)]
mod tests;
