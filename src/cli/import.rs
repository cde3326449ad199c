//! `import`.

use super::{Exit, report};
use crate::cards;
use crate::compile;
use crate::diag::{Sink, Style};
use crate::source::SourceMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Writes the cards of a card file as `.rules`.
pub fn run(file: &Path, out: &Path, packs: &[PathBuf], style: Style) -> Exit {
    let mut sources = SourceMap::default();
    let mut sink = Sink::default();
    let loaded = cards::load(packs, &[file.to_owned()], &mut sources, &mut sink);
    let Some(cards) = loaded.last() else {
        report(&sink, &sources, style);
        return Exit::Usage;
    };
    let vocabulary = compile::vocabulary(&loaded, &mut Sink::default());
    let (text, kept) = cards::with_comments(cards, &vocabulary, &sources);
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let target = out.join(format!("{name}.rules"));
    let written = fs::create_dir_all(out).and_then(|()| fs::write(&target, text));
    if let Err(error) = written {
        eprintln!("`{}` could not be written: {error}", target.display());
        return Exit::Usage;
    }
    report(&sink, &sources, style);
    eprintln!(
        "{}: {} cards, {kept} lines kept as comments",
        target.display(),
        cards.items.len()
    );
    if sink.is_clean() {
        Exit::Fine
    } else {
        Exit::Diagnostic
    }
}
