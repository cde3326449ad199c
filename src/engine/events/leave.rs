//! Players lose, win and leave the game (CR 104, 800.4a, 810.8).

use crate::bytecode::{Change, Program, StaticKind};
use crate::engine::{monarch, seats, zones};
use crate::game::{Game, Outcome, PlayerId, continuous::ActiveEffect, state::DrawReason};
use crate::vm;
use crate::vocab::Zone;

/// A player loses, and their team with them (CR 810.8a); they leave the game (CR 104.5).
pub(in crate::engine) fn lose(game: &mut Game, program: &Program, player: PlayerId) {
    let team: Vec<PlayerId> = seats::in_game(game)
        .filter(|other| seats::same_team(game, *other, player))
        .collect();
    for player in &team {
        if let Some(seat) = game.player_mut(*player) {
            seat.in_game = false;
        }
    }
    finish(game);
    if game.outcome.is_none() {
        team.iter().for_each(|player| leave(game, program, *player));
    }
}

/// CR 104.2b, 810.8a: a player wins, and their team with them.
pub(in crate::engine) fn win(game: &mut Game, player: PlayerId) {
    let team = seats::in_game(game)
        .filter(|other| seats::same_team(game, *other, player))
        .collect();
    game.outcome = Some(Outcome::Won(team));
}

/// Ends the game if one team, or none, is left (CR 104.2a, 104.4a). Of players who lose at once, the last one that is
/// looked at makes it a draw.
fn finish(game: &mut Game) {
    let left: Vec<PlayerId> = seats::in_game(game).collect();
    game.outcome = match left.split_first() {
        None => Some(Outcome::Draw(DrawReason::AllLost)),
        Some((first, rest)) if rest.iter().all(|p| seats::same_team(game, *first, *p)) => {
            Some(Outcome::Won(left))
        }
        Some(_) => None,
    };
}

/// CR 800.4a: the objects that the player owns leave the game, effects that give them control end, what they control on
/// the stack that isn't represented by a card ceases to exist, and what else they control is exiled.
fn leave(game: &mut Game, program: &Program, player: PlayerId) {
    monarch::abdicate(game, program, player);
    for at in 0..game.objects.len() {
        let id = crate::game::ObjectId(u32::try_from(at).unwrap_or(u32::MAX));
        let Some(object) = game.object(id).copied() else {
            continue;
        };
        if object.owner == player && object.zone != Zone::Nowhere {
            zones::take_out(game, program, id);
        } else if matches!(object.zone, Zone::Battlefield | Zone::Stack)
            && object.base_controller == player
        {
            let mut exile = crate::game::Event::new(crate::game::EventKind::ZoneChange, id);
            exile.to = Zone::Exile;
            // What can't be moved is not there.
            let _moved = zones::change(game, program, &exile);
        }
    }
    // Other effects of what the player did go on, for as long as they last.
    let effects = std::mem::take(&mut game.effects);
    let (ended, kept): (Vec<_>, Vec<_>) = effects
        .into_iter()
        .partition(|effect| gives_control(game, program, effect, player));
    drop(ended);
    game.effects = kept;
    game.stale.0 = true;
    game.delayed.retain(|delayed| delayed.context.you != player);
    game.waiting
        .retain(|waiting| waiting.item.controller != player);
    game.turn.extra.retain(|extra| *extra != player);
}

/// Whether an effect gives a player control of objects.
fn gives_control(game: &Game, program: &Program, effect: &ActiveEffect, player: PlayerId) -> bool {
    let parts = match program.statics.get(effect.what.index()).map(|s| &s.kind) {
        Some(StaticKind::Continuous(parts)) => parts.as_slice(),
        _ => return false,
    };
    parts.iter().any(|part| {
        let Change::Control(code) = &part.change else {
            return false;
        };
        let candidate = effect.affected.iter().flatten().next().copied();
        vm::set(game, program, *code, &effect.context, candidate)
            .is_ok_and(|who| who.iter().any(|entity| *entity == player.into()))
    })
}
