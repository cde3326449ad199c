//! The monarch (CR 725): a designation that one player has at a time. Its inherent abilities are those of an object in the command
//! zone, which whoever is the monarch owns.

use crate::bytecode::Program;
use crate::engine::seats;
use crate::game::{Game, ObjectId, PlayerId};
use crate::vocab::Name;

/// What the monarch has.
pub(in crate::engine) const MONARCH: Name = Name::new_static("monarch");

/// A player becomes the monarch, and no one else is (CR 725.3). Whether the player was not before.
pub(in crate::engine) fn crown(game: &mut Game, program: &Program, player: PlayerId) -> bool {
    let is = |game: &Game, id| {
        let seat = game.player(id);
        seat.is_some_and(|seat| seat.designations.contains(&MONARCH))
    };
    let here = game.player(player).is_some_and(|seat| seat.in_game);
    if !here || is(game, player) {
        return false;
    }
    for id in seats::all(game) {
        if let Some(seat) = game.player_mut(id) {
            seat.designations.retain(|name| *name != MONARCH);
            if id == player {
                seat.designations.push(MONARCH);
            }
        }
    }
    let face = program.monarch();
    let crowns: Vec<ObjectId> = game
        .command
        .iter()
        .copied()
        .filter(|id| game.object(*id).map(|object| object.face) == face)
        .collect();
    for id in crowns {
        if let Some(object) = game.object_mut(id) {
            object.owner = player;
            object.base_controller = player;
        }
    }
    game.stale.0 = true;
    true
}

/// CR 725.4: if the monarch leaves the game, the active player becomes the monarch, or else the next player in turn order.
pub(in crate::engine) fn abdicate(game: &mut Game, program: &Program, player: PlayerId) {
    let was = game.player_mut(player).is_some_and(|seat| {
        let was = seat.designations.contains(&MONARCH);
        seat.designations.retain(|name| *name != MONARCH);
        was
    });
    let next = if was {
        seats::apnap(game)
            .into_iter()
            .find(|other| *other != player)
    } else {
        None
    };
    if let Some(next) = next {
        crown(game, program, next);
    }
}
