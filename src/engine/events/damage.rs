//! The results of damage (CR 120.3): events of their own, so that what replaces life loss, life gain or counters sees them
//! (CR 120.4c).

use crate::bytecode::{AbilityKind, Primitive, Program, Restriction};
use crate::engine::{layers, restrictions, statements};
use crate::game::{
    Characteristics, Entity, Event, EventFlags, EventKind, Fault, Game, ObjectId, PlayerId,
};
use crate::vm;
use crate::vocab::CardType;
use std::collections::BTreeMap;

/// The further events that these damage events, as replaced and prevented, lead to.
pub(in crate::engine) fn results(
    game: &Game,
    program: &Program,
    dealt: &[&Event],
) -> Result<Vec<Event>, Fault> {
    let mut events = Vec::new();
    let mut lost_by: BTreeMap<PlayerId, i64> = BTreeMap::new();
    let mut by_source: BTreeMap<ObjectId, (i64, EventFlags)> = BTreeMap::new();
    for damage in dealt.iter().filter(|damage| damage.amount > 0) {
        let Some(source) = damage.source else {
            continue;
        };
        let seen = layers::characteristics(game, program, source);
        let has = |primitive| seen.as_ref().is_some_and(|seen| seen.has(primitive));
        let sum = by_source.entry(source).or_insert((0, damage.flags));
        sum.0 = sum.0.saturating_add(damage.amount);
        let counters = |kind, counter| Event {
            amount: damage.amount,
            counter: Some(counter),
            source: Some(source),
            ..Event::new(kind, damage.subject)
        };
        let named = |name: &str| {
            program
                .counter_named(name)
                .ok_or_else(|| Fault::Unsupported(format!("a program without {name} counters")))
        };
        // CR 120.3g, 702.164c.
        if damage.subject.player().is_some()
            && damage.flags.has(EventFlags::COMBAT)
            && let Some(seen) = &seen
            && has(Primitive::Toxic)
        {
            let value = toxic(game, program, source, seen)?;
            events.push(Event {
                amount: value,
                ..counters(EventKind::AddCounters, named("poison")?)
            });
        }
        match damage.subject {
            // CR 120.3b.
            Entity::Player(_) if has(Primitive::Infect) => {
                events.push(counters(EventKind::AddCounters, named("poison")?));
            }
            // CR 120.3a.
            Entity::Player(player) => {
                let lost = lost_by.entry(player).or_insert(0);
                let amount = life_lost(game, program, player, *lost, damage.amount)?;
                *lost = lost.saturating_add(amount);
                if amount > 0 {
                    events.push(Event {
                        amount,
                        flags: damage.flags,
                        source: Some(source),
                        ..Event::new(EventKind::LoseLife, damage.subject)
                    });
                }
            }
            Entity::Object(id) => {
                let Some(hit) = layers::characteristics(game, program, id) else {
                    continue;
                };
                // CR 120.3c, 120.3h.
                if hit.types.contains(CardType::Planeswalker) {
                    events.push(counters(EventKind::RemoveCounters, named("loyalty")?));
                }
                if hit.types.contains(CardType::Battle) {
                    events.push(counters(EventKind::RemoveCounters, named("defense")?));
                }
                // CR 120.3d.
                if hit.types.contains(CardType::Creature)
                    && (has(Primitive::Infect) || has(Primitive::Wither))
                {
                    events.push(counters(EventKind::AddCounters, named("-1/-1")?));
                }
            }
        }
    }
    for (source, (amount, flags)) in by_source {
        let Some(seen) = layers::characteristics(game, program, source) else {
            continue;
        };
        // CR 120.3f, 119.9: one life-gain event for each source, however much and to however many it dealt damage.
        if seen.has(Primitive::Lifelink) {
            events.push(Event {
                amount,
                source: Some(source),
                ..Event::new(EventKind::GainLife, seen.controller)
            });
        }
        events.push(Event {
            amount,
            flags,
            source: Some(source),
            ..Event::new(EventKind::DamageDealtBySource, source)
        });
    }
    Ok(events)
}

/// The total toxic value of a creature (CR 702.164b).
fn toxic(
    game: &Game,
    program: &Program,
    source: ObjectId,
    seen: &Characteristics,
) -> Result<i64, Fault> {
    let context = statements::context(source, seen.controller);
    let mut sum = 0_i64;
    for instance in &seen.abilities {
        if let Some(AbilityKind::Primitive {
            primitive: Primitive::Toxic,
            argument: Some(number),
            ..
        }) = program
            .ability(instance.ability)
            .map(|ability| &ability.kind)
        {
            sum = sum.saturating_add(vm::number(game, program, *number, &context, None)?);
        }
    }
    Ok(sum)
}

/// How much life a player loses for damage, behind what is lost for other damage at the same time: where an effect says so, damage
/// leaves at least 1 life (CR 614.1a).
fn life_lost(
    game: &Game,
    program: &Program,
    player: PlayerId,
    lost: i64,
    amount: i64,
) -> Result<i64, Fault> {
    let life = game.team_of(player).map_or(0, |team| team.life);
    let spare = life.saturating_sub(1).saturating_sub(lost).max(0);
    if amount <= spare {
        return Ok(amount);
    }
    let kept = restrictions::forbidden(game, program, player.into(), |restriction, _| {
        Ok(*restriction == Restriction::LessThanOneLife)
    })?;
    Ok(if kept.is_some() { spare } else { amount })
}

/// Marks damage (CR 120.3e) and remembers deathtouch (CR 704.5h).
pub(in crate::engine) fn mark(game: &mut Game, program: &Program, event: &Event) {
    let Entity::Object(id) = event.subject else {
        return;
    };
    let source = event
        .source
        .and_then(|source| layers::characteristics(game, program, source));
    let has = |primitive| source.as_ref().is_some_and(|seen| seen.has(primitive));
    let creature = layers::characteristics(game, program, id)
        .is_some_and(|seen| seen.types.contains(CardType::Creature));
    let (deadly, counters) = (
        has(Primitive::Deathtouch),
        has(Primitive::Infect) || has(Primitive::Wither),
    );
    if !creature {
        return;
    }
    if let Some(object) = game.object_mut(id) {
        if !counters {
            object.damage = object
                .damage
                .saturating_add(crate::engine::zones::clamp(event.amount));
        }
        if deadly && event.amount > 0 {
            object.status.set(crate::game::Status::DEATHTOUCHED, true);
        }
    }
}
