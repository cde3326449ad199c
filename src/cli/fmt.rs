//! `fmt`.

use super::{Exit, report};
use crate::diag::{Sink, Style};
use crate::source::SourceMap;
use crate::{cards, format};
use clap::ValueEnum;
use std::fs;
use std::path::{Path, PathBuf};

/// The templates that `fmt` can write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Template {
    /// "This creature", "enters", as cards are printed in 2026.
    #[value(name = "2026")]
    Of2026,
}

/// Formats files, or says which are not formatted.
pub fn run(paths: &[PathBuf], check: bool, template: Template, style: Style) -> Exit {
    let Template::Of2026 = template;
    let mut sources = SourceMap::default();
    let mut sink = Sink::default();
    let packs = cards::load(paths, &[], &mut sources, &mut sink);
    if !sink.is_clean() {
        // A file whose items can't be read can't be formatted either.
        report(&sink, &sources, style);
        return super::exit_of(&sink);
    }
    let (mut lines, mut files, mut kept) = (0, 0, 0);
    for formatted in format::packs(&packs, &sources) {
        kept += formatted.kept;
        let old = sources.text(formatted.file);
        if formatted.text == old {
            continue;
        }
        let name = sources.file_name(formatted.file);
        if !Path::new(name).is_file() {
            continue;
        }
        files += 1;
        lines += formatted.changed;
        if check {
            let diff = similar::TextDiff::from_lines(old, formatted.text.as_str());
            print!(
                "{}",
                diff.unified_diff().context_radius(0).header(name, name)
            );
        } else if let Err(error) = fs::write(name, &formatted.text) {
            eprintln!("`{name}` could not be written: {error}");
            return Exit::Usage;
        }
    }
    if style == Style::Human {
        let verb = if check { "would change" } else { "changed" };
        eprintln!("{lines} lines in {files} files {verb}, {kept} ability lines kept as they are");
    }
    if check && files > 0 {
        Exit::Diagnostic
    } else {
        Exit::Fine
    }
}
