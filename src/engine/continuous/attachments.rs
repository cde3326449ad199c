//! What can be attached to what (CR 301.5c, 301.6, 303.4c): state-based actions undo what can't be, and nothing attaches it.

use super::{restrictions, statements};
use crate::bytecode::{AbilityKind, Primitive, Program, Restriction};
use crate::engine::targets;
use crate::game::{Characteristics, Entity, Fault, Game, ObjectId};
use crate::vm;
use crate::vocab::{CardType, Zone};

/// Whether a permanent can be attached to this.
///
/// # Errors
/// Faults of the code of what says so.
pub(in crate::engine) fn possible(
    game: &Game,
    program: &Program,
    id: ObjectId,
    host: Entity,
) -> Result<bool, Fault> {
    let Some(seen) = game.cached(id) else {
        return Ok(false);
    };
    let aura = seen.has(Primitive::Enchant);
    let there = match host {
        Entity::Player(player) => aura && game.player(player).is_some_and(|p| p.in_game),
        Entity::Object(on) => {
            on != id
                && game.zone(on) == Zone::Battlefield
                && !targets::protected_from(game, program, on, id)?
        }
    };
    // CR 301.5c, 303.4d: what is a creature is attached to nothing, but for Equipment with reconfigure.
    let reconfigured = program
        .keyword_named("reconfigure")
        .is_some_and(|keyword| seen.has_keyword(keyword));
    if !there || seen.types.contains(CardType::Creature) && !reconfigured {
        return Ok(false);
    }
    let refused = restrictions::forbidden(game, program, host, |restriction, context| {
        let Restriction::BeAttached(by) = restriction else {
            return Ok(false);
        };
        vm::truth(game, program, *by, context, Some(id.into()))
    })?;
    if refused.is_some() {
        return Ok(false);
    }
    if aura {
        return enchants(game, program, id, seen, host);
    }
    // CR 301.5c, 301.6, 704.5p: Equipment is attached to creatures only, Fortifications to lands.
    let is = |name: &str| {
        let subtype = program.subtype_named(name);
        subtype.is_some_and(|subtype| seen.subtypes.contains(&subtype))
    };
    let on = host.object().and_then(|on| game.cached(on));
    Ok(!seen.types.contains(CardType::Battle)
        && on.is_some_and(|on| {
            on.types.contains(CardType::Creature) && is("Equipment")
                || on.types.contains(CardType::Land) && is("Fortification")
        }))
}

/// Whether an Aura can enchant this (CR 303.4c, 702.5a).
fn enchants(
    game: &Game,
    program: &Program,
    id: ObjectId,
    seen: &Characteristics,
    host: Entity,
) -> Result<bool, Fault> {
    let context = statements::context(id, seen.controller);
    for instance in &seen.abilities {
        if let Some(AbilityKind::Primitive {
            primitive: Primitive::Enchant | Primitive::Bestow,
            argument: Some(quality),
            ..
        }) = program
            .ability(instance.ability)
            .map(|ability| &ability.kind)
            && !vm::truth(game, program, *quality, &context, Some(host))?
        {
            return Ok(false);
        }
    }
    Ok(true)
}
