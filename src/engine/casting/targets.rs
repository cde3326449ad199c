//! Targets (CR 115, 601.2c): what can be chosen, and what is still legal on resolution.

use super::mana::Available;
use crate::bytecode::{AbilityKind, Body, CodeId, Primitive, Program, TargetSpec};
use crate::engine::{combat, illegal::Illegal, seats, statements};
use crate::game::{Context, Entity, Fault, Game, ObjectId, Status};
use crate::vm;
use crate::vocab::{Zone, ZoneSet};

/// What a target phrase looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Phrase {
    /// Zones in which objects are looked for.
    pub zones: ZoneSet,
    /// Whether players are looked at.
    pub players: bool,
    /// Whether a candidate fits.
    pub filter: CodeId,
}

impl Phrase {
    /// What a compiled target phrase looks for.
    #[must_use]
    pub const fn of(spec: &TargetSpec) -> Self {
        Self {
            zones: spec.zones,
            players: spec.players,
            filter: spec.filter,
        }
    }

    /// What an Aura spell targets: whatever fits its enchant ability (CR 303.4a, 702.5a).
    #[must_use]
    pub const fn enchant(filter: CodeId) -> Self {
        Self {
            zones: ZoneSet::of(Zone::Battlefield),
            players: true,
            filter,
        }
    }
}

/// Everything that can be chosen for a target phrase, players first, then objects by zone.
///
/// # Errors
/// Faults of the code of the phrase and of restrictions.
pub fn candidates(
    game: &Game,
    program: &Program,
    phrase: Phrase,
    context: &Context,
) -> Result<Vec<Entity>, Fault> {
    some(game, program, phrase, context, usize::MAX)
}

/// The first so many of the candidates.
fn some(
    game: &Game,
    program: &Program,
    phrase: Phrase,
    context: &Context,
    most: usize,
) -> Result<Vec<Entity>, Fault> {
    let mut found = Vec::new();
    if phrase.players {
        for player in seats::in_game(game) {
            let entity = Entity::Player(player);
            if found.len() < most && fits(game, program, phrase, context, entity)? {
                found.push(entity);
            }
        }
    }
    for zone in phrase.zones.iter() {
        let mut look = |id: ObjectId| -> Result<(), Fault> {
            let entity = Entity::Object(id);
            if found.len() < most && fits(game, program, phrase, context, entity)? {
                found.push(entity);
            }
            Ok(())
        };
        match zone {
            Zone::Battlefield => game.battlefield.iter().try_for_each(|id| look(*id))?,
            Zone::Exile => game.exile.iter().try_for_each(|id| look(*id))?,
            Zone::Command => game.command.iter().try_for_each(|id| look(*id))?,
            Zone::Stack => game.stack.iter().try_for_each(|item| look(item.object))?,
            Zone::Graveyard | Zone::Hand | Zone::Library => {
                for player in &game.players {
                    let cards = match zone {
                        Zone::Graveyard => &player.graveyard,
                        Zone::Hand => &player.hand,
                        _ => &player.library,
                    };
                    cards.iter().try_for_each(|id| look(*id))?;
                }
            }
            Zone::Nowhere => {}
        }
    }
    Ok(found)
}

/// Whether at least so many legal targets exist; stops looking as soon as they do.
///
/// # Errors
/// Faults of the code of the phrase and of restrictions.
pub fn enough(
    game: &Game,
    program: &Program,
    spec: &TargetSpec,
    context: &Context,
) -> Result<bool, Fault> {
    let least = vm::number(game, program, spec.min, context, None)?;
    if least <= 0 {
        return Ok(true);
    }
    let most = usize::try_from(least).unwrap_or(usize::MAX);
    let phrase = Phrase::of(spec);
    let has = |context: &Context| Ok(some(game, program, phrase, context, most)?.len() >= most);
    if !spec.of_x || context.x != 0 {
        return has(context);
    }
    // X has not been announced: any that can be will do.
    for x in 0..=largest_x(game, program, context)? {
        let announced = Context {
            x,
            ..context.clone()
        };
        if has(&announced)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// More than what X can be, for what it costs: mana, or loyalty counters.
fn largest_x(game: &Game, program: &Program, context: &Context) -> Result<i64, Fault> {
    /// Nothing that is looked for by a number has a greater one.
    const ENOUGH: u32 = 40;
    let mana = Available::of(game, program, context.you, None)?.total();
    let loyalty = program
        .counter_named("loyalty")
        .map_or(0, |kind| game.counter_count(context.this, kind));
    Ok(i64::from(mana.max(loyalty).min(ENOUGH)))
}

/// Whether an object or player is a legal target for a phrase now (CR 115.4..., 608.2b).
///
/// # Errors
/// Faults of the code of the phrase and of restrictions.
pub fn fits(
    game: &Game,
    program: &Program,
    phrase: Phrase,
    context: &Context,
    entity: Entity,
) -> Result<bool, Fault> {
    match entity {
        Entity::Player(player) => {
            if !phrase.players || !game.player(player).is_some_and(|p| p.in_game) {
                return Ok(false);
            }
        }
        Entity::Object(id) => {
            // CR 115.5: a spell or ability on the stack is an illegal target for itself.
            if Some(id) == context.stack_object {
                return Ok(false);
            }
            let Some(object) = game.object(id) else {
                return Ok(false);
            };
            if !phrase.zones.contains(object.zone) || object.status.has(Status::PHASED_OUT) {
                return Ok(false);
            }
        }
    }
    if !vm::truth(game, program, phrase.filter, context, Some(entity))? {
        return Ok(false);
    }
    can_be_targeted(game, program, entity, context)
}

/// Whether nothing forbids that this is targeted (hexproof, shroud as restrictions; CR 702.16b protection).
fn can_be_targeted(
    game: &Game,
    program: &Program,
    entity: Entity,
    context: &Context,
) -> Result<bool, Fault> {
    let by = context.stack_object.unwrap_or(context.this);
    if statements::forbids_target(game, program, entity, by)?.is_some() {
        return Ok(false);
    }
    let Entity::Object(id) = entity else {
        return Ok(true);
    };
    Ok(!protected_from(game, program, id, context.this)?)
}

/// Why something can't be chosen as a target for what is asking, if it is not just the wrong kind of thing.
///
/// # Errors
/// Faults of the code of restrictions.
pub fn why_not(
    game: &Game,
    program: &Program,
    source: ObjectId,
    entity: Entity,
) -> Result<Option<Illegal>, Fault> {
    let on_stack = game.stack.iter().rev().find(|item| item.source == source);
    let by = on_stack.map_or(source, |item| item.object);
    if let Some(forbidden) = statements::forbids_target(game, program, entity, by)? {
        let rule = forbidden.rule(game, program);
        let why = Illegal::new("601.2c", "an ability keeps it from being targeted");
        return Ok(Some(why.also(rule)));
    }
    if let Entity::Object(id) = entity
        && protected_from(game, program, id, source)?
    {
        let why = Illegal::new("601.2c", "it has protection from this");
        return Ok(Some(why.also(Some("702.16b".into()))));
    }
    Ok(None)
}

/// Whether a permanent has protection from a quality of this source (CR 702.16a).
///
/// # Errors
/// Faults of the code of the quality.
pub fn protected_from(
    game: &Game,
    program: &Program,
    id: ObjectId,
    source: ObjectId,
) -> Result<bool, Fault> {
    let Some(seen) = combat::permanent(game, program, id) else {
        return Ok(false);
    };
    if !combat::has(&seen, Primitive::Protection) {
        return Ok(false);
    }
    let context = statements::context(id, seen.controller);
    for instance in &seen.abilities {
        let Some(ability) = program.ability(instance.ability) else {
            continue;
        };
        if let AbilityKind::Primitive {
            primitive: Primitive::Protection,
            argument: Some(quality),
            ..
        } = &ability.kind
            && vm::truth(
                game,
                program,
                *quality,
                &context,
                Some(Entity::Object(source)),
            )?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Why nothing can be chosen for what a body targets (CR 601.2c): no mode, or not enough legal targets.
///
/// # Errors
/// Faults of the code of the phrases.
pub fn none_for(
    game: &Game,
    program: &Program,
    body: &Body,
    context: &Context,
) -> Result<Option<Illegal>, Fault> {
    if body.modes.is_some() {
        let possible = crate::engine::announce::possible_modes(game, program, body, context)?;
        return Ok(possible
            .is_empty()
            .then(|| Illegal::new("700.2a", "no mode has enough legal targets")));
    }
    for spec in body.parts.iter().flat_map(|p| &p.targets) {
        if !enough(game, program, spec, context)? {
            let text = program.string(spec.text);
            return Ok(Some(Illegal::new(
                "601.2c",
                if text.is_empty() {
                    "there is no legal target".to_owned()
                } else {
                    format!("there is no legal choice for \u{201c}{text}\u{201d}")
                },
            )));
        }
    }
    Ok(None)
}
