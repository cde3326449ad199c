//! The duel is a real one, and measures what it says.

use super::{Duel, lines, rulings, state, text, timed};
use crate::compile;
use crate::game::{Choice, Game, Random};
use std::time::Duration;

fn duel() -> Duel {
    Duel::new().unwrap()
}

#[test]
fn games_end_and_are_the_same_each_time() {
    let duel = duel();
    for seed in 0..8 {
        let game = duel.play(seed).unwrap();
        assert!(game.outcome.is_some(), "game {seed} did not end");
        assert!(game.decisions > 50, "{} decisions", game.decisions);
        assert_eq!(game, duel.play(seed).unwrap());
    }
}

#[test]
fn each_deck_has_sixty_cards() {
    let game = duel().game(1);
    for player in &game.players {
        assert_eq!(player.library.len() + player.hand.len(), 60);
        assert_eq!(player.hand.len(), 7);
    }
}

/// A saved game goes on exactly as the one that was saved.
#[test]
fn a_saved_game_goes_on_in_the_same_way() {
    let duel = duel();
    let mut game = duel.game(5);
    let mut random = Random(11);
    let mut loaded: Option<(Game, Random)> = None;
    for decision in 0..4_000 {
        if decision % 97 == 0 {
            let text = serde_json::to_string(&game).unwrap();
            let copy: Game = serde_json::from_str(&text).unwrap();
            assert_eq!(copy, game);
            loaded = Some((copy, random));
        }
        let more = duel.step(&mut game, &mut random).unwrap();
        if let Some((copy, random)) = &mut loaded {
            assert_eq!(duel.step(copy, random).unwrap(), more);
            assert_eq!(*copy, game, "after decision {decision}");
        }
        if !more || game.outcome.is_some() {
            return;
        }
    }
}

#[test]
fn the_state_in_the_middle_is_one() {
    let game = duel().mid_game().unwrap();
    assert_eq!(game.battlefield.len(), 20);
    assert!(game.objects.len() >= 120);
    assert_eq!(game.decision.as_ref().unwrap().choice, Choice::Priority);
    assert!(game.bytes() > game.objects.len() * 32);
}

#[test]
fn everything_is_measured() {
    let none = Duration::ZERO;
    let (packs, sources, mut sink) = Duel::packs();
    let read = lines(&packs, &sources, none).unwrap();
    assert_eq!(read.cold.count, 15);
    assert_eq!(read.slowest.len(), 10);
    assert!(read.slowest.first().unwrap().us > 0.0);
    let mut compiled = compile::packs(&packs, &mut sink);
    assert_eq!(rulings(&mut compiled, none), None);
    let (cloning, decisions) = state(&duel(), none).unwrap();
    assert!(cloning.ns > 0.0 && decisions.per_second() > 0.0);
    let figures = super::Figures {
        lines: Some(read),
        packs: None,
        cloning,
        decisions,
        rulings: None,
    };
    let shown = text(&figures);
    assert!(shown.contains("decisions of random play"), "{shown}");
    assert!(!shown.contains("rulings run"), "{shown}");
}

#[test]
fn work_is_counted() {
    let mut calls = 0;
    let rate = timed(Duration::ZERO, || {
        calls += 1;
        3
    });
    assert_eq!((calls, rate.count), (5, 3));
}
