//! Who attacks what.

use super::{characteristics, sets::in_zone};
use crate::bytecode::Program;
use crate::game::{Combat, Entity, Game, ObjectId, PlayerId};
use crate::vocab::{CardType, Zone};

/// What a creature is attacking, or was as it left the battlefield (CR 608.2h).
pub(super) fn attacked(game: &Game, id: ObjectId) -> Option<Entity> {
    let of = |combat: &Combat| {
        combat
            .attacks
            .iter()
            .find(|attack| attack.attacker == id)
            .and_then(|attack| attack.target)
    };
    game.combat.as_ref().and_then(of).or_else(|| {
        let (_, last) = game
            .last_known
            .iter()
            .rev()
            .find(|(known, _)| *known == id)?;
        of(&last.combat)
    })
}

/// The attackers that a creature blocks, or else the creatures that block it; of one that has left, those it was in combat
/// with (CR 608.2h).
pub(super) fn opposite(game: &Game, id: ObjectId, blocks: bool) -> Vec<ObjectId> {
    let of = |combat: &Combat| -> Vec<ObjectId> {
        let all = combat.blocks.iter();
        if blocks {
            all.filter(|block| block.blocker == id)
                .flat_map(|block| block.attackers.iter().copied())
                .collect()
        } else {
            all.filter(|block| block.attackers.contains(&id))
                .map(|block| block.blocker)
                .collect()
        }
    };
    let now = game.combat.as_ref().map(of).unwrap_or_default();
    if !now.is_empty() {
        return now;
    }
    let last = game.last_known.iter().rev().find(|(known, _)| *known == id);
    last.map(|(_, last)| of(&last.combat)).unwrap_or_default()
}

/// What the active team can attack (CR 506.2, 508.1b): defending players, their planeswalkers, battles that they protect.
#[must_use]
pub fn attackable(game: &Game, program: &Program) -> Vec<Entity> {
    let team = |id: PlayerId| game.player(id).map(|player| player.team);
    let defends = |id: PlayerId| team(id) != team(game.turn.active);
    let mut found: Vec<Entity> = (0..game.players.len())
        .filter_map(|seat| u8::try_from(seat).ok().map(PlayerId))
        .filter(|id| defends(*id) && game.player(*id).is_some_and(|p| p.in_game))
        .map(Entity::Player)
        .collect();
    for id in in_zone(game, Zone::Battlefield) {
        let defender = characteristics(game, program, id, |seen| {
            if seen.types.contains(CardType::Planeswalker) {
                Some(seen.controller)
            } else if seen.types.contains(CardType::Battle) {
                game.protector(id)
            } else {
                None
            }
        });
        if defender.flatten().is_some_and(defends) {
            found.push(id.into());
        }
    }
    found
}
