//! The events that actions propose: for each of a set, moves, damage.

use super::{
    Set,
    eval::{Operands, members},
};
use crate::bytecode::{Manner, Program};
use crate::game::{Cause, Context, Entity, Entry, Event, EventKind, Game, ObjectId, PlayerId};
use crate::vocab::Zone;

/// More cards than a library can sensibly hold; drawing on is losing anyway.
pub(super) const MAX_CARDS: usize = 100_000;
/// More tokens at once than a run allows.
pub(super) const MAX_TOKENS: usize = 100_000;

pub(super) fn bounded(count: i64, most: usize) -> usize {
    usize::try_from(count.max(0)).unwrap_or(most).min(most)
}

pub(super) fn members_of_players(stack: &mut Operands) -> Option<Set> {
    Some(
        members(stack)?
            .into_iter()
            .filter(|entity| entity.player().is_some())
            .collect(),
    )
}

pub(super) fn each(set: &Set, event: impl Fn(Entity) -> Event) -> Vec<Event> {
    set.iter().map(|entity| event(*entity)).collect()
}

pub(super) fn simple(kind: EventKind, set: &Set, source: ObjectId) -> Vec<Event> {
    each(set, |entity| Event {
        source: Some(source),
        ..Event::new(kind, entity)
    })
}

pub(super) fn damage(source: ObjectId, to: Entity, amount: i64) -> Event {
    Event {
        amount,
        source: Some(source),
        ..Event::new(EventKind::Damage, to)
    }
}

pub(super) fn on_battlefield(game: &Game, set: Set) -> Set {
    set.into_iter()
        .filter(|e| {
            e.object()
                .is_some_and(|id| game.zone(id) == Zone::Battlefield)
        })
        .collect()
}

/// Those that are still there: players in the game, objects in a zone.
pub(super) fn existing(game: &Game, set: Set) -> Set {
    let there = |entity: &Entity| match entity {
        Entity::Player(id) => game.player(*id).is_some_and(|player| player.in_game),
        Entity::Object(id) => game.zone(*id) != Zone::Nowhere,
    };
    set.into_iter().filter(there).collect()
}

pub(super) fn zone_change(
    game: &Game,
    id: ObjectId,
    to: Zone,
    cause: Cause,
    source: ObjectId,
) -> Event {
    let from = game.zone(id);
    Event {
        cause,
        from,
        to,
        source: Some(source),
        ..Event::new(EventKind::ZoneChange, id)
    }
}

pub(super) fn moves(
    game: &Game,
    what: &Set,
    to: Zone,
    cause: Cause,
    source: ObjectId,
) -> Vec<Event> {
    let objects = what.iter().filter_map(|entity| entity.object());
    let there = objects.filter(|id| !matches!(game.zone(*id), Zone::Nowhere));
    there
        .map(|id| zone_change(game, id, to, cause, source))
        .collect()
}

pub(super) fn entry_of(
    zone: Zone,
    manner: Manner,
    control: Option<PlayerId>,
    attacked: Option<Entity>,
) -> Option<Box<Entry>> {
    if manner == Manner::default() && control.is_none() {
        return None;
    }
    Some(Box::new(Entry {
        controller: control.filter(|_| zone == Zone::Battlefield),
        tapped: manner.has(Manner::TAPPED),
        attacking: attacked.filter(|_| manner.has(Manner::ATTACKING)),
        face_down: manner.has(Manner::FACE_DOWN),
        manifested: manner.has(Manner::MANIFESTED),
        transformed: manner.has(Manner::TRANSFORMED),
        depth: if manner.has(Manner::BOTTOM) {
            u32::MAX
        } else {
            0
        },
        random: manner.has(Manner::RANDOM),
        arranger: control.filter(|_| zone == Zone::Library),
        ..Entry::default()
    }))
}

/// The chosen targets with the amounts divided among them (CR 601.2d).
pub(super) fn divided(context: &Context) -> Vec<(Entity, i64)> {
    let targets = context.targets.iter().flatten().copied();
    targets
        .zip(context.division.iter().map(|n| i64::from(*n)))
        .collect()
}

pub(super) fn fight(game: &Game, program: &Program, left: &Set, right: &Set) -> Vec<Event> {
    let pair = left
        .first()
        .and_then(|e| e.object())
        .zip(right.first().and_then(|e| e.object()));
    let creature = |id: ObjectId| {
        let is = super::characteristics(game, program, id, |c| {
            c.types.contains(crate::vocab::CardType::Creature)
        });
        game.zone(id) == Zone::Battlefield && is == Some(true)
    };
    // CR 701.14b: if either is gone or no creature any more, neither deals damage.
    let Some((one, other)) = pair.filter(|(one, other)| creature(*one) && creature(*other)) else {
        return Vec::new();
    };
    let power = |id| {
        super::characteristics(game, program, id, |c| c.power)
            .unwrap_or(0)
            .max(0)
    };
    let mut events = vec![Event {
        object: Some(other.into()),
        ..Event::new(EventKind::Fight, one)
    }];
    events.push(damage(one, other.into(), power(one)));
    events.push(damage(other, one.into(), power(other)));
    events.retain(|event| event.kind != EventKind::Damage || event.amount > 0);
    events
}

/// CR 122.5: counters move from one permanent onto another that is not the same; from nowhere and to nowhere none do.
pub(super) fn move_counters(
    game: &Game,
    kind: Option<crate::bytecode::CounterId>,
    most: i64,
    from: &Set,
    to: &Set,
    source: ObjectId,
) -> Vec<Event> {
    let there = |set: &Set| {
        let one = set.first().and_then(|entity| entity.object());
        one.filter(|id| game.zone(*id) == Zone::Battlefield)
    };
    let (Some(from), Some(to)) = (there(from), there(to)) else {
        return Vec::new();
    };
    let moved = game.counters.iter().filter(|entry| {
        entry.on == Entity::Object(from) && kind.is_none_or(|kind| kind == entry.kind)
    });
    let mut events = Vec::new();
    for entry in moved.filter(|_| from != to && most > 0) {
        for (event, on) in [
            (EventKind::RemoveCounters, from),
            (EventKind::AddCounters, to),
        ] {
            events.push(Event {
                amount: i64::from(entry.count).min(most),
                counter: Some(entry.kind),
                source: Some(source),
                ..Event::new(event, on)
            });
        }
    }
    events
}

/// What tokens attack, which follows their controller in a set (CR 508.4); the controller is left.
pub(super) fn take_attacked(who: &mut Set, manner: Manner) -> Option<Entity> {
    if !manner.has(Manner::ATTACKING) {
        return None;
    }
    let attacked = who.get(1).copied();
    who.truncate(1);
    attacked
}
