//! A hash of what matters of a state, to find that it recurs (CR 104.4b, 732).

use crate::bytecode::Program;
use crate::game::Game;
use std::hash::{Hash, Hasher};

/// The hash of a state. Objects count by their ids, so that only a state with the very same objects is found again.
#[must_use]
pub fn hash(game: &Game, _program: &Program) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    for player in &game.players {
        (&player.library, &player.hand, &player.graveyard).hash(&mut hasher);
        (&player.mana, player.in_game, player.lands_played).hash(&mut hasher);
    }
    (&game.teams, &game.battlefield, &game.exile, &game.command).hash(&mut hasher);
    (&game.stack, &game.counters, &game.turn, &game.combat).hash(&mut hasher);
    (&game.effects, &game.delayed, &game.waiting).hash(&mut hasher);
    (&game.linked, &game.chosen, &game.random).hash(&mut hasher);
    for id in &game.battlefield {
        game.object(*id).hash(&mut hasher);
    }
    hasher.finish()
}
