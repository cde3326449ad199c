//! Combat as a whole (CR 506): what can be attacked, who is attacking and blocking, which damage steps there are.

pub mod attack;
pub(in crate::engine) mod bands;
pub mod block;
pub(in crate::engine) mod block_requirements;
pub(in crate::engine) mod combat_costs;
pub mod damage_step;

use crate::bytecode::{Primitive, Program};
use crate::engine::{layers, seats};
use crate::game::{Attack, Characteristics, Entity, Fault, Game, ObjectId, PlayerId, Status};
use crate::vocab::{CardType, Step, Zone};
use smallvec::SmallVec;
use std::sync::Arc;

/// Whether no creature is attacking.
#[must_use]
pub fn is_empty(game: &Game) -> bool {
    game.combat.as_ref().is_none_or(|c| c.attacks.is_empty())
}

/// The attack of a creature, if it is attacking (CR 508.1k).
#[must_use]
pub fn attack_of(game: &Game, id: ObjectId) -> Option<&Attack> {
    game.combat
        .as_ref()?
        .attacks
        .iter()
        .find(|a| a.attacker == id)
}

/// Whether a creature is blocking (CR 509.1g).
#[must_use]
pub fn is_blocking(game: &Game, id: ObjectId) -> bool {
    game.combat
        .as_ref()
        .is_some_and(|c| c.blocks.iter().any(|b| b.blocker == id))
}

/// Creatures that block this attacker, in the order of declaration.
pub fn blockers_of(game: &Game, attacker: ObjectId) -> impl Iterator<Item = ObjectId> + '_ {
    game.combat
        .iter()
        .flat_map(|c| c.blocks.iter())
        .filter(move |b| b.attackers.contains(&attacker))
        .map(|b| b.blocker)
}

/// Characteristics of a permanent that is phased in; `None` for anything else.
#[must_use]
pub fn permanent(game: &Game, program: &Program, id: ObjectId) -> Option<Arc<Characteristics>> {
    let object = game.object(id)?;
    if object.zone != Zone::Battlefield || object.status.has(Status::PHASED_OUT) {
        return None;
    }
    layers::characteristics(game, program, id)
}

/// Whether the permanent has the primitive keyword.
#[must_use]
pub fn has(seen: &Characteristics, primitive: Primitive) -> bool {
    seen.primitives & primitive.bit() != 0
}

/// Whether a creature is summoning sick (CR 302.6): not under its controller's control continuously since their most
/// recent turn began. Haste is not looked at.
#[must_use]
pub fn is_sick(game: &Game, id: ObjectId, controller: PlayerId) -> bool {
    match (game.object(id), game.player(controller)) {
        (Some(object), Some(player)) => object.since_turn >= player.last_turn_began,
        _ => true,
    }
}

/// The defending player for what is attacked (CR 508.5).
#[must_use]
pub fn defender_of(game: &Game, program: &Program, target: Entity) -> Option<PlayerId> {
    match target {
        Entity::Player(player) => Some(player),
        Entity::Object(id) => {
            let seen = permanent(game, program, id)?;
            if seen.types.contains(CardType::Battle) && !seen.types.contains(CardType::Planeswalker)
            {
                game.protector(id)
            } else {
                Some(seen.controller)
            }
        }
    }
}

/// Defending players in APNAP order, of those who are attacked or whose permanents are (CR 802.4 for several).
#[must_use]
pub fn defenders(game: &Game) -> SmallVec<[PlayerId; 4]> {
    let Some(combat) = &game.combat else {
        return SmallVec::new();
    };
    seats::apnap(game)
        .into_iter()
        .filter(|p| {
            combat.attacks.iter().any(|a| {
                a.defender == *p
                    || (seats::shared_turns(game) && seats::same_team(game, a.defender, *p))
            })
        })
        .collect()
}

/// Whether first-strike damage is dealt, or only regular damage (CR 510.4, 702.7b): a damage step of its own comes first
/// if an attacking or blocking creature has first strike or double strike.
pub(in crate::engine) fn first_damage_step(game: &mut Game, program: &Program) -> Step {
    layers::refresh(game, program);
    let strikes_first = |id: ObjectId| {
        game.cached(id)
            .is_some_and(|c| has(c, Primitive::FirstStrike) || has(c, Primitive::DoubleStrike))
    };
    let first = game.combat.as_ref().is_some_and(|combat| {
        combat.attacks.iter().any(|a| strikes_first(a.attacker))
            || combat.blocks.iter().any(|b| strikes_first(b.blocker))
    });
    if first {
        Step::FirstStrikeDamage
    } else {
        Step::CombatDamage
    }
}

/// The options of an assignment decision that were chosen for an item.
pub(in crate::engine) type Assigned = [(ObjectId, Vec<Entity>)];

/// Reports that a decision was answered with another kind of answer.
pub(in crate::engine) fn wrong_answer(what: &str) -> Fault {
    Fault::State(format!("{what} was answered with something else"))
}
