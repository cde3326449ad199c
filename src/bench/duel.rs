//! A duel of two simple decks of 60 cards, played at random: what states and games are measured with.

use crate::bytecode::{FaceId, Program};
use crate::compile;
use crate::diag::{Sink, Style, render};
use crate::engine::{Status, random_player, run, setup};
use crate::game::{Choice, Format, Game, Outcome, PlayerId, Random};
use crate::pack::{self, Pack};
use crate::source::SourceMap;
use crate::syntax::read_file;
use crate::vocab::Zone;
use std::path::PathBuf;

/// The cards of the decks.
const CARDS: &[(&str, &str)] = &[
    ("red.rules", include_str!("../../rules/duel/red.rules")),
    ("green.rules", include_str!("../../rules/duel/green.rules")),
];
/// How many of each card are in the decks.
const DECKS: [&str; 2] = [
    include_str!("../../rules/duel/red.deck"),
    include_str!("../../rules/duel/green.deck"),
];
/// CR 103.5.
const HAND: usize = 7;
/// A game is given up after so many decisions.
const MOST_DECISIONS: u64 = 100_000;
/// Permanents of a state in the middle of a game.
const PERMANENTS: usize = 20;

/// Two decks and the program with their cards.
#[derive(Debug, Clone)]
pub struct Duel {
    /// The compiled cards.
    pub program: Program,
    decks: [Vec<FaceId>; 2],
}

/// A game that was played to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// How many questions were answered.
    pub decisions: u64,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The game as it ended.
    pub game: Game,
}

impl Duel {
    /// Compiles the cards and builds the decks.
    ///
    /// # Errors
    /// What is wrong with the cards or decks; they come with the program, so only a fault of its own.
    pub fn new() -> Result<Self, String> {
        let (packs, sources, mut sink) = Self::packs();
        let program = compile::packs(&packs, &mut sink).program;
        if !sink.is_clean() {
            return Err(render(&sink.sorted(), &sources, Style::Short));
        }
        let [red, green] = DECKS.map(|list| deck(list, &program));
        Ok(Self {
            decks: [red?, green?],
            program,
        })
    }

    /// The packs of the cards, read but not compiled.
    #[must_use]
    pub fn packs() -> (Vec<Pack>, SourceMap, Sink) {
        let mut sources = SourceMap::default();
        let mut sink = Sink::default();
        let mut packs = vec![pack::core(&mut sources, &mut sink)];
        let mut items = Vec::new();
        for (name, text) in CARDS {
            let file = sources.add(format!("duel/{name}"), *text);
            items.extend(read_file(&sources, file, &mut sink));
        }
        packs.push(Pack {
            path: PathBuf::from("duel"),
            manifest: None,
            items,
            requested: true,
            known: Vec::new(),
        });
        (packs, sources, sink)
    }

    /// A game with shuffled libraries and hands, at its first decision.
    #[must_use]
    pub fn game(&self, seed: u64) -> Game {
        let mut game = setup::game(&["red", "green"], Format::FreeForAll, seed);
        for (seat, deck) in (0_u8..).zip(&self.decks) {
            let mut deck = deck.clone();
            game.random.shuffle(&mut deck);
            let hand = deck.len().saturating_sub(HAND);
            for (at, face) in deck.into_iter().enumerate() {
                let zone = if at < hand { Zone::Library } else { Zone::Hand };
                setup::card(&mut game, face, PlayerId(seat), zone);
            }
        }
        setup::start(&mut game, PlayerId(0));
        run(&mut game, &self.program);
        game
    }

    /// Answers the open decision at random and carries the game on. Whether there was one.
    ///
    /// # Errors
    /// A fault of the engine.
    pub fn step(&self, game: &mut Game, random: &mut Random) -> Result<bool, String> {
        match random_player::play(game, &self.program, random) {
            Ok(None) => return Ok(false),
            Ok(Some(_)) => {}
            Err(illegal) => return Err(illegal.to_string()),
        }
        match run(game, &self.program) {
            Status::Decision | Status::Over => Ok(true),
            Status::Fault(fault) => Err(fault.to_string()),
        }
    }

    /// Plays a game at random to its end.
    ///
    /// # Errors
    /// A fault of the engine.
    pub fn play(&self, seed: u64) -> Result<Played, String> {
        let mut game = self.game(seed);
        let mut random = Random(!seed);
        let mut decisions = 0;
        while decisions < MOST_DECISIONS
            && game.outcome.is_none()
            && self.step(&mut game, &mut random)?
        {
            decisions += 1;
        }
        Ok(Played {
            decisions,
            outcome: game.outcome.clone(),
            game,
        })
    }

    /// A state in the middle of a game: a player has priority and there are 20 permanents.
    ///
    /// # Errors
    /// A fault of the engine, or no game gets there.
    pub fn mid_game(&self) -> Result<Game, String> {
        for seed in 0..1_000 {
            let mut game = self.game(seed);
            let mut random = Random(!seed);
            for _ in 0..MOST_DECISIONS {
                let priority = game
                    .decision
                    .as_ref()
                    .is_some_and(|d| d.choice == Choice::Priority);
                if priority && game.battlefield.len() == PERMANENTS {
                    return Ok(game);
                }
                if game.outcome.is_some() || !self.step(&mut game, &mut random)? {
                    break;
                }
            }
        }
        Err(format!("no game had {PERMANENTS} permanents"))
    }
}

/// The faces of a deck list: a number and a name on each line.
fn deck(list: &str, program: &Program) -> Result<Vec<FaceId>, String> {
    let mut deck = Vec::new();
    for line in list.lines().filter(|line| !line.trim().is_empty()) {
        let wrong = || format!("`{line}` is no line of a deck list");
        let (count, name) = line.split_once(' ').ok_or_else(wrong)?;
        let count: usize = count.parse().map_err(|_| wrong())?;
        let face = program
            .card_named(name)
            .and_then(|card| card.faces.first())
            .ok_or_else(wrong)?;
        deck.extend(std::iter::repeat_n(*face, count));
    }
    Ok(deck)
}
