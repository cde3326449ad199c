//! Actions with cards in opening hands, before the first turn (CR 103.6).

use crate::bytecode::{AbilityKind, CodeId, Program, StaticKind};
use crate::engine::seats;
use crate::game::{Fault, Game, ObjectId, PlayerId, frame::Context};
use crate::vm;
use crate::vocab::Zone;

/// The players do what their cards allow, the starting player first, then the others in turn order.
pub(in crate::engine) fn step(game: &mut Game, program: &Program) -> Result<(), Fault> {
    game.tasks.pop();
    let mut actions: Vec<(ObjectId, PlayerId, CodeId)> = Vec::new();
    for player in seats::apnap(game) {
        for id in game.player(player).map_or(&[][..], |seat| &seat.hand) {
            let face = game
                .object(*id)
                .and_then(|object| program.face(object.face));
            let abilities = face.map_or(&[][..], |face| &face.abilities);
            let codes = abilities.iter().filter_map(|ability| {
                let AbilityKind::Static(statements) = &program.ability(*ability)?.kind else {
                    return None;
                };
                statements
                    .iter()
                    .find_map(|id| match program.statics.get(id.index())?.kind {
                        StaticKind::Opening(code) => Some(code),
                        _ => None,
                    })
            });
            actions.extend(codes.map(|code| (*id, player, code)));
        }
    }
    // The task on top is the first.
    for (id, player, code) in actions.into_iter().rev() {
        if game.zone(id) == Zone::Hand {
            vm::start(game, program, code, Context::new(id, player))?;
        }
    }
    Ok(())
}
