//! `check`.

use super::{Exit, emit, report};
use crate::diag::{Sink, Style};
use crate::pack;
use crate::source::SourceMap;
use crate::syntax::Item;
use std::path::PathBuf;

/// Reads packs and reports what is wrong.
pub fn run(paths: &[PathBuf], stage: Option<emit::Stage>, style: Style) -> Exit {
    let mut sources = SourceMap::default();
    let mut sink = Sink::default();
    let packs = pack::load(paths, &mut sources, &mut sink);
    if let Some(stage) = stage {
        print!("{}", emit::packs(&packs, stage));
    }
    report(&sink, &sources, style);
    if !sink.is_clean() {
        return Exit::Diagnostic;
    }
    if style == Style::Human && stage.is_none() {
        let requested = packs.iter().filter(|pack| pack.requested);
        let items = requested
            .clone()
            .map(|pack| pack.items.len())
            .sum::<usize>();
        let cards = requested
            .flat_map(|pack| &pack.items)
            .filter(|item| matches!(item, Item::Card(_)))
            .count();
        eprintln!("{items} items, {cards} of them cards: nothing wrong");
    }
    Exit::Fine
}
