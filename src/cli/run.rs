//! `run`.

use super::{Exit, build, report};
use crate::bytecode::Program;
use crate::diag::{Sink, Style};
use crate::ruling::playout::{self, Deck};
use crate::source::SourceMap;
use crate::{cards, compile};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What `run` is asked for.
#[derive(Debug, Clone)]
pub struct Options {
    /// Packs, or one compiled pack.
    pub paths: Vec<PathBuf>,
    /// Card files.
    pub cards: Vec<PathBuf>,
    /// Deck lists, by seat.
    pub decks: Vec<PathBuf>,
    /// For the shuffles and choices.
    pub seed: u64,
    /// Turns after which the game is left.
    pub turns: u32,
}

/// Plays a random game and prints what happens.
pub fn run(options: &Options, style: Style) -> Exit {
    if options.decks.len() < 2 {
        eprintln!("a game needs two decks or more: --decks FIRST,SECOND");
        return Exit::Usage;
    }
    let mut lists = Vec::new();
    for path in &options.decks {
        match fs::read_to_string(path) {
            Ok(text) => lists.push((path, text)),
            Err(error) => {
                eprintln!("`{}` could not be read: {error}", path.display());
                return Exit::Usage;
            }
        }
    }
    let wanted: BTreeSet<&str> = lists
        .iter()
        .flat_map(|(_, text)| playout::names(text))
        .collect();
    let program = match program(options, &wanted, style) {
        Ok(program) => program,
        Err(exit) => return exit,
    };
    let mut decks: Vec<Deck> = Vec::new();
    let mut wrong = false;
    for (path, text) in &lists {
        let player = player_name(path, &decks);
        match playout::deck(&player, text, &program) {
            Ok(deck) => decks.push(deck),
            Err(messages) => {
                wrong = true;
                for message in messages {
                    eprintln!("{}: {message}", path.display());
                }
            }
        }
    }
    if wrong {
        return Exit::Diagnostic;
    }
    let played = playout::play(&decks, &program, options.seed, options.turns);
    print!("{}", played.trace);
    println!("{} (seed {})", played.end, options.seed);
    if played.whole {
        Exit::Fine
    } else {
        Exit::NotExecutable
    }
}

/// The file's name, with a number if another player has it.
fn player_name(path: &Path, decks: &[Deck]) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let taken = decks.iter().filter(|d| {
        d.player
            .strip_prefix(&*stem)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    });
    match taken.count() {
        0 => stem.into_owned(),
        n => format!("{stem} {}", n.saturating_add(1)),
    }
}

/// The compiled packs; of card files only the cards that decks hold, so that others can't stand in their way.
fn program(options: &Options, wanted: &BTreeSet<&str>, style: Style) -> Result<Program, Exit> {
    if let [only] = options.paths.as_slice()
        && build::is_compiled(only)
        && options.cards.is_empty()
    {
        return build::load(only).map_err(|(message, exit)| {
            eprintln!("{message}");
            exit
        });
    }
    if let Some(path) = options.paths.iter().find(|path| build::is_compiled(path)) {
        eprintln!(
            "`{}` is a compiled pack, which holds all that it needs: it stands alone",
            path.display()
        );
        return Err(Exit::Usage);
    }
    let mut sources = SourceMap::default();
    let mut sink = Sink::default();
    let mut packs = cards::load(&options.paths, &options.cards, &mut sources, &mut sink);
    cards::serve(&mut packs, &mut sink, |name| wanted.contains(name));
    let compiled = compile::packs(&packs, &mut sink);
    report(&sink, &sources, style);
    if !sink.is_clean() {
        return Err(super::exit_of(&sink));
    }
    Ok(compiled.program)
}
