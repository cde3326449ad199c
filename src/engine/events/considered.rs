//! Why an ability triggers on an event or not, for explanations; nothing here changes a game.

use super::triggers::trigger_of;
use crate::bytecode::{AbilityId, AbilityKind, Program};
use crate::engine::layers;
use crate::game::{
    Context, Entity, Event, EventFlags, EventKind, Fault, Game, ObjectId, PlayerId, Status,
};
use crate::vm;
use crate::vocab::Zone;

/// What came of an ability and an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It triggers.
    Triggers,
    /// Its intervening if is not so (CR 603.4).
    Condition,
    /// It has triggered as often as it may this turn.
    Limit,
    /// It does not function where its source is (CR 113.6).
    Elsewhere(Zone),
    /// The event is not the one that it describes; with what would have to be otherwise, if one thing is enough.
    Other(Option<Otherwise>),
}

/// One thing that would have to be otherwise for an event to be the one that an ability describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Otherwise {
    /// It happened to this, or was done by this.
    Subject(Entity),
    /// The other participant were this.
    Object(Entity),
    /// The source were this.
    Source(ObjectId),
    /// The move ended in this zone.
    To(Zone),
    /// The move began in this zone.
    From(Zone),
    /// The damage were combat damage, or not.
    Combat(bool),
}

/// A triggered ability of an object, as it is looked at for an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Considered {
    /// The object with the ability.
    pub source: ObjectId,
    /// The ability.
    pub ability: AbilityId,
    /// Its controller.
    pub controller: PlayerId,
}

/// The triggered abilities of an object that are looked at for something that happens between two states: those that look
/// back in time (CR 603.10) as they were before.
#[must_use]
pub fn abilities(
    before: &Game,
    after: &Game,
    program: &Program,
    source: ObjectId,
) -> Vec<Considered> {
    let mut found = Vec::new();
    for (game, back) in [(before, true), (after, false)] {
        let Some(seen) = layers::characteristics(game, program, source) else {
            continue;
        };
        found.extend(seen.abilities.iter().filter_map(|instance| {
            let trigger = trigger_of(program, instance.ability)?;
            (trigger.looks_back == back && !trigger.state).then_some(Considered {
                source,
                ability: instance.ability,
                controller: seen.controller,
            })
        }));
    }
    found
}

/// What comes of an ability and an event; `None` if the event is of no kind that it looks for.
///
/// # Errors
/// Faults of the code of the trigger.
pub fn verdict(
    before: &Game,
    after: &Game,
    program: &Program,
    of: Considered,
    event: &Event,
) -> Result<Option<Verdict>, Fault> {
    let Some(compiled) = program.ability(of.ability) else {
        return Ok(None);
    };
    let AbilityKind::Triggered {
        trigger,
        condition,
        limit,
        ..
    } = &compiled.kind
    else {
        return Ok(None);
    };
    if !trigger.kinds.contains(event.kind) {
        return Ok(None);
    }
    let mut context = Context::new(of.source, of.controller);
    let mut fits = |event: &Event| {
        context.event = Some(Box::new(event.clone()));
        vm::truth(
            after,
            program,
            trigger.filter,
            &context,
            Some(event.subject),
        )
    };
    if !fits(event)? {
        for (other, otherwise) in variants(after, of.source, event) {
            if fits(&other)? {
                return Ok(Some(Verdict::Other(Some(otherwise))));
            }
        }
        return Ok(Some(Verdict::Other(None)));
    }
    let there = if trigger.looks_back { before } else { after };
    let zone = there.zone(of.source);
    if !compiled.zones.contains(zone) || there.has_status(of.source, Status::PHASED_OUT) {
        return Ok(Some(Verdict::Elsewhere(zone)));
    }
    context.event = Some(Box::new(event.clone()));
    if let Some(condition) = condition
        && !vm::truth(after, program, *condition, &context, None)?
    {
        return Ok(Some(Verdict::Condition));
    }
    let counts = &before.history.activations;
    let used = counts
        .iter()
        .find(|(source, ability, _)| *source == of.source && *ability == of.ability)
        .map_or(0, |(_, _, count)| *count);
    if limit.is_some_and(|limit| used >= limit) {
        return Ok(Some(Verdict::Limit));
    }
    Ok(Some(Verdict::Triggers))
}

/// The event with one thing changed, the likeliest first.
fn variants(game: &Game, source: ObjectId, event: &Event) -> Vec<(Event, Otherwise)> {
    let mut found = Vec::new();
    let mut add = |otherwise: Otherwise| {
        let mut other = event.clone();
        match otherwise {
            Otherwise::Subject(entity) => other.subject = entity,
            Otherwise::Object(entity) => other.object = Some(entity),
            Otherwise::Source(id) => other.source = Some(id),
            Otherwise::To(zone) => other.to = zone,
            Otherwise::From(zone) => other.from = zone,
            Otherwise::Combat(true) => other.flags = other.flags.with(EventFlags::COMBAT),
            Otherwise::Combat(false) => other.flags.0 &= !EventFlags::COMBAT.0,
        }
        if other != *event {
            found.push((other, otherwise));
        }
    };
    let players: Vec<Entity> = (0..game.players.len())
        .filter_map(|seat| u8::try_from(seat).ok())
        .map(|seat| Entity::Player(PlayerId(seat)))
        .collect();
    if event.kind == EventKind::ZoneChange {
        for zone in [Zone::Graveyard, Zone::Exile, Zone::Hand, Zone::Battlefield] {
            add(Otherwise::To(zone));
        }
        for zone in [
            Zone::Battlefield,
            Zone::Hand,
            Zone::Graveyard,
            Zone::Library,
        ] {
            add(Otherwise::From(zone));
        }
    }
    if event.subject.player().is_some() || event.kind == EventKind::Damage {
        players.iter().for_each(|p| add(Otherwise::Subject(*p)));
    }
    if event.subject.object().is_some() {
        add(Otherwise::Subject(source.into()));
        let attached = game.object(source).and_then(|o| o.attached_to);
        attached
            .into_iter()
            .for_each(|to| add(Otherwise::Subject(to)));
    }
    if event.object.is_some_and(|o| o.player().is_some()) {
        players.iter().for_each(|p| add(Otherwise::Object(*p)));
    }
    if event.source.is_some() {
        add(Otherwise::Source(source));
    }
    if event.kind == EventKind::Damage {
        add(Otherwise::Combat(!event.flags.has(EventFlags::COMBAT)));
    }
    found
}
