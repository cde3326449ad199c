//! Which replacement effects apply to an event (CR 614, 616.1): those of permanents, of active effects, and of what would enter.

use crate::bytecode::{
    AbilityId, AbilityKind, Change, FaceId, Program, Replacement, Static, StaticId, StaticKind,
};
use crate::engine::{events::shields::unpreventable, layers, zones};
use crate::game::{
    Context, Event, EventFlags, EventKind, Fault, Game, ObjectId, Status, task::ReplacementKey,
};
use crate::vm;
use crate::vocab::{Zone, ZoneSet};

/// A replacement effect that could apply to the event.
pub(in crate::engine::events) struct Candidate<'p> {
    pub(in crate::engine::events) key: ReplacementKey,
    pub(in crate::engine::events) what: &'p Static,
    pub(in crate::engine::events) replacement: &'p Replacement,
    pub(in crate::engine::events) context: Context,
    pub(in crate::engine::events) ability: Option<AbilityId>,
    /// Of an active effect: its place, and how much is left of it.
    pub(in crate::engine::events) active: Option<(usize, Option<i64>)>,
}

/// Cards in the graveyard of the player who would draw that say something of it there (CR 702.52a).
fn in_graveyard(
    game: &Game,
    program: &Program,
    event: &Event,
) -> impl Iterator<Item = crate::game::ObjectId> {
    let player = event.subject.player().and_then(|p| game.player(p));
    let cards = player.filter(|_| event.kind == EventKind::Draw);
    cards
        .into_iter()
        .flat_map(|seat| seat.graveyard.iter().copied())
        .filter(move |id| {
            let face = game
                .object(*id)
                .and_then(|object| program.face(object.face));
            let mut abilities = face.into_iter().flat_map(|face| &face.abilities);
            abilities.any(|id| {
                program.ability(*id).is_some_and(|ability| {
                    matches!(ability.kind, AbilityKind::Static(_))
                        && ability.zones == ZoneSet::of(Zone::Graveyard)
                })
            })
        })
}

/// Every effect that applies to the event and has not yet.
pub(in crate::engine::events) fn applicable<'p>(
    game: &Game,
    program: &'p Program,
    event: &Event,
    keys: &[ReplacementKey],
) -> Result<Vec<Candidate<'p>>, Fault> {
    let mut found = Vec::new();
    let entering = event.kind == EventKind::ZoneChange && event.to == Zone::Battlefield;
    let mover = event
        .subject
        .object()
        .filter(|id| game.zone(*id) != Zone::Battlefield);
    let mut trial: Option<Trial> = None;
    // CR 614.12, 707.5: what is created, turned face down or becomes a copy as it enters has the abilities that it will
    // have on the battlefield, not those that it has where it is.
    let other = event.entry.as_deref().filter(|entry| {
        entering
            && (entry.face_down
                || entry.copy.is_some()
                || entry.token.is_some_and(|face| prints(program, face)))
    });
    // What it would get there from other effects counts as well.
    let blank = crate::game::Entry::default();
    let other = other.or_else(|| (entering && given(game, program)).then_some(&blank));
    let made = match other {
        Some(_) => {
            let (world, new) = tried(game, program, event, &mut trial)?;
            new.and_then(|new| Some((new, layers::characteristics(world, program, new)?)))
        }
        None => None,
    };
    let created = made
        .as_ref()
        .map(|(new, _)| *new)
        .filter(|_| mover.is_none());
    let replaces = |id: &StaticId| {
        program
            .statics
            .get(id.index())
            .is_some_and(|what| matches!(what.kind, StaticKind::Replacement(_)))
    };
    // Mostly no permanent replaces anything.
    let none = crate::engine::in_force::force(game)
        .is_some_and(|force| !force.statics.iter().any(replaces));
    let holders = game
        .battlefield
        .iter()
        .chain(&game.command)
        .skip(if none { usize::MAX } else { 0 })
        .copied()
        .chain(mover)
        .chain(created)
        .chain(in_graveyard(game, program, event));
    for id in holders {
        // CR 614.12: an entering permanent's own abilities count as on the battlefield.
        let own = entering && (Some(id) == mover || Some(id) == created);
        let seen = match &made {
            Some((_, made)) if own => Some(std::borrow::Cow::Borrowed(&**made)),
            _ => layers::seen(game, program, id),
        };
        let Some(seen) = seen else {
            continue;
        };
        let zone = if own {
            Zone::Battlefield
        } else {
            game.zone(id)
        };
        if game.has_status(id, Status::PHASED_OUT) {
            continue;
        }
        for instance in &seen.abilities {
            let Some(ability) = program.ability(instance.ability) else {
                continue;
            };
            let AbilityKind::Static(statics) = &ability.kind else {
                continue;
            };
            if !ability.zones.contains(zone) {
                continue;
            }
            for (n, statement) in statics.iter().enumerate() {
                let Some(what) = program.statics.get(statement.index()) else {
                    continue;
                };
                let StaticKind::Replacement(replacement) = &what.kind else {
                    continue;
                };
                let n = u16::try_from(n).unwrap_or(u16::MAX);
                let candidate = Candidate {
                    // What is created has no lasting number yet.
                    key: ReplacementKey::Ability(
                        if Some(id) == created {
                            ObjectId(u32::MAX)
                        } else {
                            id
                        },
                        instance.ability,
                        n,
                    ),
                    what,
                    replacement,
                    context: as_it_enters(game, id, seen.controller),
                    ability: Some(instance.ability),
                    active: None,
                };
                consider(
                    game, program, event, keys, candidate, &mut trial, &mut found,
                )?;
            }
        }
    }
    for (place, effect) in game.effects.iter().enumerate() {
        let Some(what) = program.statics.get(effect.what.index()) else {
            continue;
        };
        let StaticKind::Replacement(replacement) = &what.kind else {
            continue;
        };
        if effect.remaining.is_some_and(|left| left <= 0)
            || effect
                .affected
                .as_ref()
                .is_some_and(|set| !set.contains(&event.subject))
        {
            continue;
        }
        let candidate = Candidate {
            key: ReplacementKey::Effect(effect.timestamp.0),
            what,
            replacement,
            context: effect.context.clone(),
            ability: None,
            active: Some((place, effect.remaining)),
        };
        consider(
            game, program, event, keys, candidate, &mut trial, &mut found,
        )?;
    }
    Ok(found)
}

/// The game as it would be if something had entered, and what it would be there.
type Trial = (Game, Option<ObjectId>);

/// Lets something enter in a copy of the game, once.
fn tried<'t>(
    game: &Game,
    program: &Program,
    event: &Event,
    trial: &'t mut Option<Trial>,
) -> Result<(&'t Game, Option<ObjectId>), Fault> {
    if trial.is_none() {
        let mut copy = game.clone();
        let new = zones::change(&mut copy, program, event)?;
        copy.stale.0 = true;
        layers::try_refresh(&mut copy, program)?;
        *trial = Some((copy, new));
    }
    match trial {
        Some((copy, new)) => Ok((copy, *new)),
        None => Err(Fault::State("nothing was tried".into())),
    }
}

/// Whether a face says how the object enters.
fn prints(program: &Program, face: FaceId) -> bool {
    let abilities = program.face(face).map(|face| face.abilities.as_slice());
    enter(program, abilities.unwrap_or_default())
}

/// Whether one of these abilities says how its object enters.
fn enter(program: &Program, abilities: &[AbilityId]) -> bool {
    abilities.iter().any(|id| {
        matches!(program.ability(*id).map(|a| &a.kind), Some(AbilityKind::Static(statics))
        if statics.iter().any(|id| matches!(
            program.statics.get(id.index()).map(|s| &s.kind),
            Some(StaticKind::Replacement(Replacement::Entering { .. }))
        )))
    })
}

/// Whether some effect gives abilities that say how an object enters.
fn given(game: &Game, program: &Program) -> bool {
    let gives = |id: &StaticId| {
        let kind = program.statics.get(id.index()).map(|what| &what.kind);
        matches!(kind, Some(StaticKind::Continuous(parts)) if parts.iter().any(|part| {
            matches!(&part.change, Change::Gain(abilities) if enter(program, abilities))
        }))
    };
    let lasting = game.effects.iter().any(|effect| gives(&effect.what));
    lasting
        || crate::engine::in_force::force(game).is_none_or(|force| force.statics.iter().any(gives))
}

/// Adds the effect if it applies.
fn consider<'p>(
    game: &Game,
    program: &Program,
    event: &Event,
    keys: &[ReplacementKey],
    mut candidate: Candidate<'p>,
    trial: &mut Option<Trial>,
    found: &mut Vec<Candidate<'p>>,
) -> Result<(), Fault> {
    if keys.contains(&candidate.key) {
        return Ok(());
    }
    let moves = event.kind == EventKind::ZoneChange;
    let filter = match candidate.replacement {
        Replacement::Instead { kinds, filter, .. } | Replacement::Amount { kinds, filter, .. }
            if kinds.contains(event.kind)
                || moves && zones::action_of(event.cause).is_some_and(|k| kinds.contains(k)) =>
        {
            *filter
        }
        // Only while it is produced: the event of having been tapped for mana comes after that.
        Replacement::Mana { filter, .. } if event.flags.has(EventFlags::TAPPED_FOR) => *filter,
        Replacement::Elsewhere { filter, .. } if moves => *filter,
        Replacement::Entering { filter, .. } if moves && event.to == Zone::Battlefield => *filter,
        Replacement::Prevent { filter, .. } | Replacement::Redirect { filter, .. }
            if event.kind == EventKind::Damage && event.amount > 0 =>
        {
            *filter
        }
        _ => return Ok(()),
    };
    // CR 615.12: of what can't be prevented, only what else the effect does takes place.
    if matches!(
        candidate.replacement,
        Replacement::Prevent { then: None, .. }
    ) && unpreventable(game, program, event)?
    {
        return Ok(());
    }
    candidate.context.event = Some(Box::new(event.clone()));
    let mut looks_at = event.subject;
    let mut world = game;
    let mut context = candidate.context.clone();
    if matches!(candidate.replacement, Replacement::Entering { .. }) {
        // CR 614.12: the permanent is looked at as it would exist on the battlefield.
        if let (copy, Some(new)) = tried(game, program, event, trial)? {
            world = copy;
            looks_at = new.into();
            if Some(context.this) == event.subject.object() {
                context.this = new;
            }
            if let Some(event) = &mut context.event {
                event.object = Some(looks_at);
            }
        }
    }
    if let Some(condition) = candidate.what.condition
        && !vm::truth(world, program, condition, &context, Some(looks_at))?
    {
        return Ok(());
    }
    if vm::truth(world, program, filter, &context, Some(looks_at))? {
        found.push(candidate);
    }
    Ok(())
}

/// The context of an object's own replacement abilities. As it enters, X is that of the spell that becomes it (CR 107.3m).
pub(in crate::engine::events) fn as_it_enters(
    game: &Game,
    id: ObjectId,
    controller: crate::game::PlayerId,
) -> Context {
    let mut context = Context::new(id, controller);
    if let Some(object) = game.object(id).filter(|o| o.zone == Zone::Stack) {
        context.x = i64::from(object.x);
    }
    context
}
