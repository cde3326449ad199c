//! What an event changes in the game when it happens, and what is remembered of it.

use super::merge;
use crate::bytecode::{FaceId, Program};
use crate::engine::{damage, leave, monarch, zones};
use crate::game::{
    Characteristics, Entity, Event, EventKind, Fault, Game, ManaUnit, ObjectKind, PlayerId, Status,
    state::ChosenValue,
};
use crate::vm;
use crate::vocab::{ManaKind, Zone};
use std::sync::Arc;

/// Changes the game as the event says. The event as it happened; `None` if nothing did.
pub(in crate::engine) fn commit(
    game: &mut Game,
    program: &Program,
    mut event: Event,
) -> Result<Option<Event>, Fault> {
    let player = event.subject.player();
    let object = event.subject.object();
    match event.kind {
        EventKind::ZoneChange => {
            let exists = object.is_none_or(|id| game.zone(id) != Zone::Nowhere);
            let new = zones::change(game, program, &event)?;
            if new.is_none() && !(exists && object.is_some_and(|id| game.zone(id) == Zone::Nowhere))
            {
                return Ok(None);
            }
            if let (None, Some(new)) = (object, new) {
                event.subject = new.into();
            }
            event.object = new.map(Entity::Object);
        }
        EventKind::Draw => {
            let Some(seat) = player.and_then(|p| game.player_mut(p)) else {
                return Ok(None);
            };
            let Some(card) = seat.library.last().copied() else {
                // CR 704.5b.
                seat.drew_from_empty = true;
                return Ok(None);
            };
            let mut moved = Event::new(EventKind::ZoneChange, card);
            (moved.from, moved.to) = (Zone::Library, Zone::Hand);
            event.object = zones::change(game, program, &moved)?.map(Entity::Object);
            event.amount = 1;
        }
        EventKind::Tap | EventKind::Untap => {
            let tap = event.kind == EventKind::Tap;
            let Some(object) = object.and_then(|id| game.object_mut(id)) else {
                return Ok(None);
            };
            if object.status.has(Status::TAPPED) == tap {
                return Ok(None);
            }
            object.status.set(Status::TAPPED, tap);
        }
        EventKind::Damage => {
            if event.amount <= 0 {
                return Ok(None);
            }
            damage::mark(game, program, &event);
            crate::engine::casting::conditions::note_hit(game, program, &event);
        }
        EventKind::LoseLife | EventKind::GainLife => {
            if event.amount <= 0 {
                return Ok(None);
            }
            let gain = event.kind == EventKind::GainLife;
            if let Some(team) = player.and_then(|p| game.team_of_mut(p)) {
                team.life = if gain {
                    team.life.saturating_add(event.amount)
                } else {
                    team.life.saturating_sub(event.amount)
                };
            }
        }
        EventKind::AddCounters | EventKind::RemoveCounters => {
            let Some(kind) = event.counter else {
                return Err(Fault::State("counters of no kind".into()));
            };
            let count = zones::clamp(event.amount);
            if count == 0 || object.is_some_and(|id| game.zone(id) == Zone::Nowhere) {
                return Ok(None);
            }
            if event.kind == EventKind::AddCounters {
                zones::add_counters(game, event.subject, kind, count);
            } else {
                let removed = zones::remove_counters(game, event.subject, kind, count);
                if removed == 0 {
                    return Ok(None);
                }
                event.amount = i64::from(removed);
            }
            // CR 104.3d, 810.8d: a team's poison counters are counted together.
            let poison = program
                .counters
                .get(kind.index())
                .is_some_and(|c| c.name == "poison");
            if poison && let Some(team) = player.and_then(|p| game.team_of_mut(p)) {
                let amount = zones::clamp(event.amount);
                team.poison = if event.kind == EventKind::AddCounters {
                    team.poison.saturating_add(amount)
                } else {
                    team.poison.saturating_sub(amount)
                };
            }
        }
        EventKind::AddMana => add_mana(game, &event),
        EventKind::Attach => {
            let stamp = game.stamp();
            let Some(object) = object.and_then(|id| game.object_mut(id)) else {
                return Ok(None);
            };
            // CR 701.3b: attaching to what it is attached to already does nothing.
            if object.zone != Zone::Battlefield || object.attached_to == event.object {
                return Ok(None);
            }
            object.attached_to = event.object;
            object.timestamp = stamp;
        }
        EventKind::Unattach => {
            let Some(object) = object.and_then(|id| game.object_mut(id)) else {
                return Ok(None);
            };
            // CR 702.103f.
            let bestowed = object.status.has(Status::BESTOWED);
            object.status.set(Status::BESTOWED, false);
            game.stale.0 |= bestowed;
            let Some(object) = event.subject.object().and_then(|id| game.object_mut(id)) else {
                return Ok(None);
            };
            if object.attached_to.take().is_none() && !bestowed {
                return Ok(None);
            }
        }
        EventKind::Mutate if merge::merge(game, program, &event).is_none() => return Ok(None),
        EventKind::Transform if !transform(game, program, &event) => return Ok(None),
        EventKind::Transform => {}
        EventKind::TurnFaceUp => {
            let stamp = game.stamp();
            let known = object
                .and_then(|id| game.object(id))
                .and_then(|object| program.face(object.face));
            // CR 701.40g: an instant or sorcery card stays face down.
            let permanent = known.is_none_or(|face| face.types.is_permanent());
            // CR 730.2g: nor does what has such a card among others.
            let permanent =
                permanent && object.is_none_or(|id| merge::all_are_permanents(game, program, id));
            let Some(object) = object
                .and_then(|id| game.object_mut(id))
                .filter(|object| permanent && object.status.has(Status::FACE_DOWN))
            else {
                return Ok(None);
            };
            object.status.set(Status::FACE_DOWN, false);
            object.status.set(Status::MANIFESTED, false);
            object.timestamp = stamp;
            if let Some(id) = event.subject.object() {
                merge::turn_up(game, program, id);
            }
        }
        EventKind::Phase => {
            if let Some(id) = object {
                phase(game, id, event.amount == 0);
            }
        }
        EventKind::Regenerate => {
            // CR 701.19a: the next time it would be destroyed this turn.
            if let Some(id) = object {
                game.chosen.push((id, ChosenValue::RegenerationShield));
            }
        }
        EventKind::RemoveFromCombat => {
            if let Some(id) = object {
                zones::remove_from_combat(game, id);
            }
        }
        EventKind::Shuffle => {
            let Game {
                players, random, ..
            } = game;
            if let Some(seat) = player.and_then(|p| players.get_mut(usize::from(p.0))) {
                random.shuffle(&mut seat.library);
            }
        }
        EventKind::LoseGame => {
            if let Some(player) = player {
                leave::lose(game, program, player);
            }
        }
        EventKind::WinGame => {
            if let Some(player) = player {
                leave::win(game, player);
            }
        }
        EventKind::Designate if !designate(game, program, &event) => return Ok(None),
        EventKind::CopySpell => return Ok(copy_spell(game, program, event)),
        // What the events say was done by who proposed them, or is only looked at.
        _ => {}
    }
    Ok(Some(event))
}

fn add_mana(game: &mut Game, event: &Event) {
    let kind = ManaKind::ALL
        .into_iter()
        .find(|kind| event.mana & (1 << kind.index()) != 0);
    let snow = event
        .source
        .and_then(|id| game.cached(id))
        .is_some_and(|seen| seen.supertypes.contains(crate::vocab::Supertype::Snow));
    let rider = game.only_for;
    let seat = event.subject.player().and_then(|p| game.player_mut(p));
    if let (Some(kind), Some(seat)) = (kind, seat) {
        for _ in 0..event.amount.clamp(0, 10_000) {
            seat.mana.0.push(ManaUnit {
                kind,
                snow,
                rider,
                source: event.source,
            });
        }
        seat.mana.0.sort();
    }
}

/// CR 702.26g: what is attached to a permanent phases out and in with it.
fn phase(game: &mut Game, id: crate::game::ObjectId, out: bool) {
    let mut next = vec![(id, false)];
    while let Some((id, indirectly)) = next.pop() {
        if let Some(object) = game.object_mut(id) {
            object.status.set(Status::PHASED_OUT, out);
            object
                .status
                .set(Status::PHASED_WITH_HOST, out && indirectly);
        }
        if out {
            zones::remove_from_combat(game, id);
        }
        let attached = game.battlefield.iter().copied().filter(|other| {
            game.object(*other).is_some_and(|object| {
                let phases = if out {
                    !object.status.has(Status::PHASED_OUT)
                } else {
                    object.status.has(Status::PHASED_WITH_HOST)
                };
                object.attached_to == Some(Entity::Object(id)) && phases
            })
        });
        next.extend(attached.map(|other| (other, true)).collect::<Vec<_>>());
    }
}

/// Gives a designation to what doesn't have it yet. Whether it got it.
fn designate(game: &mut Game, program: &Program, event: &Event) -> bool {
    let Some(name) = event.designation.map(|name| program.string(name)) else {
        return false;
    };
    let name = crate::vocab::Name::new(name);
    match event.subject {
        Entity::Player(id) if name == monarch::MONARCH => monarch::crown(game, program, id),
        Entity::Player(id) => game.player_mut(id).is_some_and(|seat| {
            let new = !seat.designations.contains(&name);
            if new {
                seat.designations.push(name);
            }
            new
        }),
        Entity::Object(id) => {
            let value = (id, ChosenValue::Designation(name));
            let new = game.zone(id) != Zone::Nowhere && !game.chosen.contains(&value);
            if new {
                game.chosen.push(value);
            }
            new
        }
    }
}

/// CR 701.27: turns a double-faced permanent over. Whether it did.
fn transform(game: &mut Game, program: &Program, event: &Event) -> bool {
    let Some(id) = event.subject.object() else {
        return false;
    };
    let Some(object) = game.object(id).copied() else {
        return false;
    };
    if game.merged(id).is_some() {
        return merge::transform(game, program, id);
    }
    // CR 712.10: nothing turns into an instant or sorcery.
    let other = other_face(program, object.face).filter(|face| {
        let face = program.face(*face);
        face.is_some_and(|face| face.types.is_permanent())
    });
    let (Some(face), Zone::Battlefield) = (other, object.zone) else {
        return false;
    };
    let stamp = game.stamp();
    if let Some(object) = game.object_mut(id) {
        object.face = face;
        let back = object.status.has(Status::TRANSFORMED);
        object.status.set(Status::TRANSFORMED, !back);
        object.timestamp = stamp;
    }
    true
}

/// The other face of a card that can transform (CR 712).
pub(super) fn other_face(program: &Program, face: FaceId) -> Option<FaceId> {
    let (card, side) = program.face(face)?.card?;
    let card = program.cards.get(card.index())?;
    let transforming = card.layout == crate::bytecode::program::Layout::Transform;
    card.faces
        .get(usize::from(1 - side.min(1)))
        .copied()
        .filter(|_| transforming)
}

/// CR 707.10: the copy is put on the stack with the same choices. `None` if there is nothing to copy.
fn copy_spell(game: &mut Game, program: &Program, mut event: Event) -> Option<Event> {
    let original = event.object.and_then(Entity::object);
    let item = game.stack.iter().find(|item| Some(item.object) == original);
    // A spell that has left the stack is copied as it last was there.
    let left = game.last_known.iter().rev();
    let mut left = left.filter(|(id, _)| Some(*id) == original);
    let (mut item, mut object) = match item {
        Some(item) => (item.clone(), game.object(item.object).copied()?),
        None => {
            let (_, last) = left.next()?;
            (last.item.as_deref()?.clone(), last.object)
        }
    };
    let player = event.subject.player()?;
    let values = vm::characteristics(game, program, item.object, Characteristics::copiable)?;
    let id = u32::try_from(game.objects.len()).ok()?;
    let id = crate::game::ObjectId(id);
    if matches!(object.kind, ObjectKind::Card | ObjectKind::Copy) {
        object.kind = ObjectKind::Copy;
        item.source = id;
        let mut values = values;
        values.except.extend(
            event
                .except
                .filter(|except| !program.exceptions(*except).is_empty()),
        );
        object.face = values.face;
        if !values.is_plain() {
            game.chosen.push((id, ChosenValue::CopyOf(values)));
        }
        // CR 707.2: the copy of a face-down spell is what that is, but not face down.
        object.status.set(Status::FACE_DOWN, false);
    }
    object.owner = player;
    object.base_controller = player;
    // CR 707.10: a copy of a spell isn't cast.
    object.status.set(Status::CAST, false);
    object.status.set(Status::COMMANDER, false);
    object.timestamp = game.stamp();
    object.became = None;
    game.objects.push(object);
    // CR 707.10: which costs were paid is among what is copied.
    let paid: Vec<ChosenValue> = game
        .chosen
        .iter()
        .filter(|(of, value)| Some(*of) == original && matches!(value, ChosenValue::Paid(..)))
        .map(|(_, value)| value.clone())
        .collect();
    game.chosen
        .extend(paid.into_iter().map(|value| (id, value)));
    item.object = id;
    item.controller = player;
    game.stack.push(item);
    event.object = Some(id.into());
    Some(event)
}

/// Remembers what happened for conditions that look back, and for traces.
pub(in crate::engine) fn record(game: &mut Game, happened: &[Event]) {
    let recorded = Arc::make_mut(&mut game.history.this_turn);
    recorded.reserve(happened.len());
    for event in happened {
        if event.kind == EventKind::Draw
            && let Some(player) = event.subject.player()
        {
            count(&mut game.history.cards_drawn, player);
        }
        recorded.push(event.clone());
        if game.tracing.0 {
            game.log.0.push(event.clone());
        }
    }
}

fn count(counts: &mut Vec<(PlayerId, u32)>, player: PlayerId) {
    match counts.iter_mut().find(|(who, _)| *who == player) {
        Some((_, count)) => *count = count.saturating_add(1),
        None => counts.push((player, 1)),
    }
}
