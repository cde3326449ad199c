//! A game between decks with random legal play, and its trace.

use super::names::Names;
use super::trace::Trace;
use crate::bytecode::{FaceId, Program};
use crate::diag::nearest;
use crate::engine::{self, Status, random_player, setup};
use crate::game::{Format, Game, PlayerId, Random};
use crate::vocab::{Name, Zone};

/// The most cards of a deck.
const MOST_CARDS: usize = 2000;
/// The cards of an opening hand (CR 103.5).
const OPENING_HAND: usize = 7;

/// A deck: whose it is, and its cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deck {
    /// What its player is called.
    pub player: Name,
    /// The front face of each card.
    pub cards: Vec<FaceId>,
}

/// How a random game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Playout {
    /// What happened, line by line.
    pub trace: String,
    /// How it ended, in a line.
    pub end: String,
    /// It ended, or was left after the turns that were wanted; otherwise it could not go on.
    pub whole: bool,
}

/// The lines of a deck list: number, count, name.
fn lines(text: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    text.lines().enumerate().filter_map(|(at, line)| {
        let line = match line.split_once("//") {
            // A split card has the slashes in its name.
            Some((before, _)) if before.is_empty() || before.ends_with(' ') => before,
            _ => line,
        };
        let line = line.trim();
        let (count, name) = match line.split_once(' ') {
            Some((count, name)) if count.bytes().all(|b| b.is_ascii_digit()) => {
                (count.parse().unwrap_or(usize::MAX), name.trim())
            }
            _ => (1, line),
        };
        (!line.is_empty()).then_some((at.saturating_add(1), count, name))
    })
}

/// The names of the cards of a deck list.
pub fn names(text: &str) -> impl Iterator<Item = &str> {
    lines(text).map(|(_, _, name)| name)
}

/// Reads a deck: a count and the name of a card on each line; `//` begins a comment.
///
/// # Errors
/// What is wrong with a line, one message for each.
pub fn deck(player: &str, text: &str, program: &Program) -> Result<Deck, Vec<String>> {
    let mut cards = Vec::new();
    let mut wrong = Vec::new();
    for (number, count, name) in lines(text) {
        let Some(face) = program
            .card_named(name)
            .and_then(|card| card.faces.first().copied())
        else {
            let names = program.faces.iter().map(|face| face.name.as_str());
            let near = nearest(name, names);
            let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            wrong.push(format!("line {number}: there is no card `{name}`{hint}"));
            continue;
        };
        if count > MOST_CARDS.saturating_sub(cards.len()) {
            wrong.push(format!(
                "line {number}: a deck has at most {MOST_CARDS} cards"
            ));
            break;
        }
        cards.extend(std::iter::repeat_n(face, count));
    }
    if cards.is_empty() && wrong.is_empty() {
        wrong.push("the deck is empty".to_owned());
    }
    if wrong.is_empty() {
        Ok(Deck {
            player: Name::new(player),
            cards,
        })
    } else {
        Err(wrong)
    }
}

/// Plays a game: libraries are shuffled and the first seven cards drawn, nobody takes a mulligan, the first player begins, and
/// every decision is answered at random with something legal. The same seed gives the same game.
#[must_use]
pub fn play(decks: &[Deck], program: &Program, seed: u64, turns: u32) -> Playout {
    let players: Vec<&str> = decks.iter().map(|deck| deck.player.as_str()).collect();
    let mut game = setup::game(&players, Format::FreeForAll, seed);
    let mut random = Random(seed);
    for (seat, deck) in decks.iter().enumerate() {
        let Ok(seat) = u8::try_from(seat) else { break };
        let mut cards = deck.cards.clone();
        random.shuffle(&mut cards);
        for (at, face) in cards.into_iter().enumerate() {
            let zone = if at < OPENING_HAND {
                Zone::Hand
            } else {
                Zone::Library
            };
            setup::card(&mut game, face, PlayerId(seat), zone);
        }
    }
    game.tracing.0 = true;
    setup::start(&mut game, PlayerId(0));
    let names = Names::default();
    let mut trace = Trace::brief();
    for player in 0..decks.len() {
        let Ok(seat) = u8::try_from(player) else {
            break;
        };
        opening(&game, program, &names, PlayerId(seat), &mut trace);
    }
    let (end, whole) = carry_on(&mut game, program, &names, &mut trace, &mut random, turns);
    Playout {
        trace: trace.text().to_owned(),
        end,
        whole,
    }
}

fn opening(game: &Game, program: &Program, names: &Names, player: PlayerId, trace: &mut Trace) {
    let who = names.of(player.into(), game, program);
    let mut held: Vec<&str> = game
        .player(player)
        .map(|p| p.hand.as_slice())
        .unwrap_or_default()
        .iter()
        .filter_map(|id| program.face(game.object(*id)?.face))
        .map(|face| face.name.as_str())
        .collect();
    held.sort_unstable();
    trace.script(&format!("{who} begins with {}", held.join("; ")));
}

fn carry_on(
    game: &mut Game,
    program: &Program,
    names: &Names,
    trace: &mut Trace,
    random: &mut Random,
    turns: u32,
) -> (String, bool) {
    loop {
        let status = engine::run(game, program);
        trace.take(game, names, program);
        match status {
            Status::Over => {
                trace.outcome(game, names, program);
                return (format!("the game ended on turn {}", game.turn.number), true);
            }
            Status::Fault(fault) => {
                let turn = game.turn.number;
                return (format!("the game stopped on turn {turn}: {fault}"), false);
            }
            Status::Decision if game.turn.number > turns => {
                return (format!("the game was left after {turns} turns"), true);
            }
            Status::Decision => {}
        }
        if let Err(illegal) = random_player::play(game, program, random) {
            return (format!("no legal answer was found: {illegal}"), false);
        }
    }
}
