//! `coverage`.

use super::{Exit, report};
use crate::coverage::mutation::{self, Request};
use crate::diag::{Sink, Style};
use crate::source::SourceMap;
use crate::{cards, coverage};
use std::path::PathBuf;

/// Measures the cards of packs and card files.
pub fn run(paths: &[PathBuf], limit: usize, style: Style) -> Exit {
    let mut sources = SourceMap::default();
    let mut sink = Sink::default();
    let packs = cards::load(paths, &[], &mut sources, &mut sink);
    let measured = coverage::measure(&packs, &sources);
    match style {
        Style::Human => print!("{}", coverage::text(&measured, limit)),
        Style::Short => {
            for stopped in &measured.stopped {
                let line = stopped.line.replace('\n', " ");
                println!(
                    "{:?}: {}: {}: {line}",
                    stopped.stage, stopped.construct, stopped.face
                );
            }
        }
        Style::Json => match serde_json::to_string(&measured) {
            Ok(text) => println!("{text}"),
            Err(error) => {
                eprintln!("{error}");
                return Exit::Usage;
            }
        },
    }
    if measured.lines.total == 0 || !sink.is_clean() {
        report(
            &sink,
            &sources,
            if style == Style::Json {
                Style::Short
            } else {
                style
            },
        );
        return Exit::Diagnostic;
    }
    Exit::Fine
}

/// Mutates the lines of packs and card files; ends with 2 if a change makes no difference and nothing explains it.
pub fn mutate(paths: &[PathBuf], limit: usize, request: Request, style: Style) -> Exit {
    let mut sources = SourceMap::default();
    let mut sink = Sink::default();
    let packs = cards::load(paths, &[], &mut sources, &mut sink);
    let found = mutation::mutate(&packs, request);
    match style {
        Style::Human => print!("{}", mutation::text(&found, limit)),
        Style::Short => {
            for survivor in &found.survivors {
                println!(
                    "{}: {}: {}",
                    survivor.of,
                    survivor.edit,
                    survivor.line.replace('\n', " ")
                );
            }
        }
        Style::Json => match serde_json::to_string(&found) {
            Ok(text) => println!("{text}"),
            Err(error) => {
                eprintln!("{error}");
                return Exit::Usage;
            }
        },
    }
    if found.survivors.is_empty() {
        Exit::Fine
    } else {
        Exit::Diagnostic
    }
}
