//! `check`.

use super::{Exit, build, emit, report};
use crate::diag::{Sink, Style};
use crate::source::SourceMap;
use crate::{cards, compile, ruling};
use std::path::PathBuf;

/// Compiles packs and reports what is wrong.
pub fn run(paths: &[PathBuf], files: &[PathBuf], stage: Option<emit::Stage>, style: Style) -> Exit {
    if let ([only], [], None) = (paths, files, stage)
        && build::is_compiled(only)
    {
        return build::verify(only);
    }
    let mut sources = SourceMap::default();
    let mut sink = Sink::default();
    let mut packs = cards::load(paths, files, &mut sources, &mut sink);
    cards::serve_named(&mut packs, paths, &mut sink);
    let mut compiled = compile::packs(&packs, &mut sink);
    let rulings = ruling::read(&mut compiled, &mut sink);
    if compiled.sound {
        ruling::mistakes(&rulings, &compiled.program, &mut sink);
    }
    if let Some(stage) = stage {
        print!("{}", emit::packs(&packs, &compiled, stage));
    }
    report(&sink, &sources, style);
    let exit = super::exit_of(&sink);
    if exit != Exit::Fine {
        return exit;
    }
    if style == Style::Human && stage.is_none() {
        let items = packs
            .iter()
            .filter(|pack| pack.requested)
            .map(|pack| pack.items.len())
            .sum::<usize>();
        eprintln!(
            "{items} items, {} of them cards: nothing wrong",
            compiled.requested.len()
        );
    }
    Exit::Fine
}
