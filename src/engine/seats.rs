//! Seats, teams and turn order (CR 101.4, 102, 805).

use crate::bytecode::Program;
use crate::game::{Game, ObjectId, PlayerId, state::Format};
use crate::vocab::Zone;
use smallvec::SmallVec;

/// A few players.
pub type Players = SmallVec<[PlayerId; 4]>;

/// Every player by seat, in the game or not.
pub fn all(game: &Game) -> impl Iterator<Item = PlayerId> + use<> {
    let count = u8::try_from(game.players.len()).unwrap_or(u8::MAX);
    (0..count).map(PlayerId)
}

/// Players still in the game, by seat.
pub fn in_game(game: &Game) -> impl Iterator<Item = PlayerId> + '_ {
    all(game).filter(|p| game.player(*p).is_some_and(|p| p.in_game))
}

/// Whether two players are on the same team; a player is on their own team (CR 102.3).
#[must_use]
pub fn same_team(game: &Game, a: PlayerId, b: PlayerId) -> bool {
    a == b || matches!((game.player(a), game.player(b)), (Some(a), Some(b)) if a.team == b.team)
}

/// Whether teams take their turns together (CR 805).
#[must_use]
pub const fn shared_turns(game: &Game) -> bool {
    matches!(game.format, Format::TwoHeadedGiant)
}

/// Whether it is this player's turn, or their team's (CR 102.1, 805.4).
#[must_use]
pub fn is_active(game: &Game, player: PlayerId) -> bool {
    player == game.turn.active || (shared_turns(game) && same_team(game, player, game.turn.active))
}

/// The active player, or the players of the active team (CR 805.4a), by seat.
#[must_use]
pub fn active_players(game: &Game) -> Players {
    in_game(game).filter(|p| is_active(game, *p)).collect()
}

/// Players still in the game in APNAP order (CR 101.4, 805.7...): the active ones first, then the others in turn order.
#[must_use]
pub fn apnap(game: &Game) -> Players {
    let mut order: Players = active_players(game);
    let mut player = game.turn.active;
    for _ in 0..game.players.len() {
        if game.player(player).is_some_and(|p| p.in_game) && !order.contains(&player) {
            order.push(player);
        }
        player = after(game, player);
    }
    order
}

/// The seat to the left (CR 103.1), in the game or not.
#[must_use]
pub fn after(game: &Game, player: PlayerId) -> PlayerId {
    let next = player.0.saturating_add(1);
    if usize::from(next) < game.players.len() {
        PlayerId(next)
    } else {
        PlayerId(0)
    }
}

/// The next player in turn order who is still in the game; the same one if there is no other.
#[must_use]
pub fn next_in_game(game: &Game, player: PlayerId) -> PlayerId {
    let mut next = after(game, player);
    for _ in 0..game.players.len() {
        if game.player(next).is_some_and(|p| p.in_game) {
            return next;
        }
        next = after(game, next);
    }
    player
}

/// Who gets priority after this player passes (CR 117.3d; for teams, one player after another, CR 805.5b).
#[must_use]
pub fn next_priority(game: &Game, player: PlayerId) -> PlayerId {
    if !shared_turns(game) {
        return next_in_game(game, player);
    }
    let order = apnap(game);
    let at = order.iter().position(|p| *p == player).unwrap_or(0);
    order
        .get(at.saturating_add(1))
        .or_else(|| order.first())
        .copied()
        .unwrap_or(player)
}

/// The first active player still in the game, who gets priority first (CR 117.3a).
#[must_use]
pub fn first_active(game: &Game) -> PlayerId {
    active_players(game)
        .first()
        .copied()
        .unwrap_or_else(|| next_in_game(game, game.turn.active))
}

/// Opponents still in the game (CR 102.2, 102.3), by seat.
pub fn opponents(game: &Game, player: PlayerId) -> impl Iterator<Item = PlayerId> + '_ {
    in_game(game).filter(move |p| !same_team(game, *p, player))
}

/// Whether a sorcery could be cast by this player as far as time goes (CR 307.1): their main phase, with an empty stack.
#[must_use]
pub fn sorcery_time(game: &Game, player: PlayerId) -> bool {
    use crate::vocab::Step::{PostcombatMain, PrecombatMain};
    game.stack.is_empty()
        && is_active(game, player)
        && matches!(game.turn.step, PrecombatMain | PostcombatMain)
}

/// The controller of an object, or its owner in zones where nobody controls it (CR 108.4, 108.4a).
#[must_use]
pub fn controller(game: &Game, program: &Program, id: ObjectId) -> Option<PlayerId> {
    let object = game.object(id)?;
    Some(match object.zone {
        Zone::Battlefield => crate::engine::layers::characteristics(game, program, id)?.controller,
        Zone::Stack => object.base_controller,
        _ => object.owner,
    })
}
