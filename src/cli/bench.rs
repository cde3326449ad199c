//! `bench`.

use super::{Exit, report};
use crate::bench::{self, Duel, Figures};
use crate::diag::{Sink, Style};
use crate::source::SourceMap;
use crate::{cards, compile};
use std::path::PathBuf;
use std::time::Duration;

/// The longest time for each measurement, in seconds.
const MOST_SECONDS: f64 = 600.0;

/// Measures how fast packs, or the duel that comes with the program, are read, compiled and played.
pub fn run(paths: &[PathBuf], seconds: f64, style: Style) -> Exit {
    let budget = Duration::from_secs_f64(if seconds.is_finite() {
        seconds.clamp(0.0, MOST_SECONDS)
    } else {
        1.0
    });
    let load = |sources: &mut SourceMap, sink: &mut Sink| {
        if paths.is_empty() {
            let (packs, from, found) = Duel::packs();
            *sources = from;
            *sink = found;
            packs
        } else {
            cards::load(paths, &[], sources, sink)
        }
    };
    let mut sources = SourceMap::default();
    let mut sink = Sink::default();
    let packs = load(&mut sources, &mut sink);
    let lines = bench::lines(&packs, &sources, budget);
    let mut compiled = compile::packs(&packs, &mut sink);
    // Cards of card files that cannot be executed take time too; packs are to be right.
    let from_files = paths.iter().any(|path| cards::is_card_file(path));
    if !from_files && !sink.is_clean() {
        report(&sink, &sources, style);
        return super::exit_of(&sink);
    }
    let compiling = bench::compiling(budget, |sink| load(&mut SourceMap::default(), sink));
    let rulings = sink
        .is_clean()
        .then(|| bench::rulings(&mut compiled, budget))
        .flatten();
    let played = Duel::new().and_then(|duel| bench::state(&duel, budget));
    let (cloning, decisions) = match played {
        Ok(measured) => measured,
        Err(fault) => {
            eprintln!("the duel could not be played: {fault}");
            return Exit::Usage;
        }
    };
    let figures = Figures {
        lines,
        packs: Some(compiling),
        cloning,
        decisions,
        rulings,
    };
    if style == Style::Json {
        match serde_json::to_string(&figures) {
            Ok(text) => println!("{text}"),
            Err(error) => {
                eprintln!("{error}");
                return Exit::Usage;
            }
        }
    } else {
        print!("{}", bench::text(&figures));
    }
    Exit::Fine
}
