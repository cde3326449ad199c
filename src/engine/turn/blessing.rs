//! The city's blessing (CR 702.131): a designation that a player keeps for the rest of the game.

use crate::bytecode::Primitive;
use crate::game::{Game, PlayerId, Status};
use crate::vocab::Name;

/// What a player has who has it.
const BLESSING: Name = Name::new_static("city's blessing");
/// So many permanents are a city.
const CITY: usize = 10;

/// CR 702.131b: players with enough permanents, one of them with ascend, get it at any time, without an event.
pub(in crate::engine) fn of_permanents(game: &mut Game) {
    let ascending: Vec<PlayerId> = game
        .battlefield
        .iter()
        .filter(|id| !game.has_status(**id, Status::PHASED_OUT))
        .filter_map(|id| game.cached(*id))
        .filter(|seen| seen.has(Primitive::Ascend))
        .map(|seen| seen.controller)
        .collect();
    for player in ascending {
        bless(game, player);
    }
}

/// CR 702.131a: an instant or sorcery with ascend looks as it resolves.
pub(in crate::engine) fn bless(game: &mut Game, player: PlayerId) {
    let controls = |id: &&crate::game::ObjectId| {
        !game.has_status(**id, Status::PHASED_OUT)
            && game
                .cached(**id)
                .is_some_and(|seen| seen.controller == player)
    };
    if game.battlefield.iter().filter(controls).count() < CITY {
        return;
    }
    if let Some(seat) = game.player_mut(player)
        && !seat.designations.contains(&BLESSING)
    {
        seat.designations.push(BLESSING);
        game.stale.0 = true;
    }
}
