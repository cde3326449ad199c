//! Merging with permanents (CR 730): what a permanent is that several cards or tokens represent, and how they part.

use super::{commit, zones};
use crate::bytecode::Program;
use crate::engine::continuous::copiable;
use crate::game::{
    Component, CopiableValues, Event, Game, Merged, Object, ObjectId, ObjectKind, Status,
    state::ChosenValue,
};
use crate::vocab::Zone;

/// CR 702.140c, 730.2: the object of the event merges with its subject, which stays the object that it was. `None` if they
/// are not where they must be.
pub(super) fn merge(game: &mut Game, program: &Program, event: &Event) -> Option<()> {
    let target = event.subject.object()?;
    let spell = event.object?.object()?;
    if game.zone(target) != Zone::Battlefield || game.zone(spell) != Zone::Stack {
        return None;
    }
    let added = component(game, spell)?;
    let mut components = match game.merged(target) {
        Some(merged) => merged.components.clone(),
        None => vec![component(game, target)?],
    };
    let at = if event.amount == 0 {
        components.len()
    } else {
        0
    };
    components.insert(at, added);
    zones::take_out(game, program, spell);
    if let Some(object) = game.object_mut(spell) {
        object.became = Some(target);
    }
    // CR 702.140f.
    zones::follow(game, program, spell, target, true);
    let at = game.stamp();
    let old = |(of, value): &(ObjectId, ChosenValue)| {
        *of == target && matches!(value, ChosenValue::Merged(_))
    };
    game.chosen.retain(|entry| !old(entry));
    let merged = Box::new(Merged { components, at });
    game.chosen.push((target, ChosenValue::Merged(merged)));
    settle(game, program, target);
    Some(())
}

/// What an object is as a part of a merged permanent.
fn component(game: &Game, id: ObjectId) -> Option<Component> {
    /// What is kept of what was done to it; the rest is that of the permanent.
    const OWN: u32 = Status::COMMANDER.0
        | Status::FACE_DOWN.0
        | Status::MANIFESTED.0
        | Status::TRANSFORMED.0
        | Status::FLIPPED.0;
    let mut object = *game.object(id)?;
    object.status = Status(object.status.0 & OWN);
    // CR 608.3f: what represents a permanent is no copy of a spell any longer.
    if object.kind == ObjectKind::Copy {
        object.kind = ObjectKind::Token;
    }
    object.zone = Zone::Battlefield;
    object.damage = 0;
    object.attached_to = None;
    (object.became, object.beside) = (None, None);
    let copied = game
        .chosen
        .iter()
        .rev()
        .find_map(|(of, value)| match value {
            ChosenValue::CopyOf(values) if *of == id => Some(values.clone()),
            _ => None,
        });
    Some(Component {
        id,
        object,
        values: copied.unwrap_or_else(|| CopiableValues::plain(object.face)),
    })
}

/// CR 702.140e, 730.2a: the characteristics of the topmost component and the abilities of all.
fn values(program: &Program, components: &[Component]) -> Option<CopiableValues> {
    let (top, others) = components.split_first()?;
    let mut values = top.values.clone();
    let after = u8::try_from(values.except.len()).unwrap_or(u8::MAX);
    for other in others {
        // CR 708.2a: a face-down component has no abilities.
        if other.object.status.has(Status::FACE_DOWN) {
            continue;
        }
        let seen = copiable::copy_of(program, &other.object, &other.values);
        let abilities = seen.abilities.iter().map(|had| (after, had.ability));
        values.merged.extend(abilities);
    }
    Some(values)
}

/// Makes a merged permanent what its components make it.
fn settle(game: &mut Game, program: &Program, id: ObjectId) {
    let Some(merged) = game.merged(id) else {
        return;
    };
    let Some(values) = values(program, &merged.components) else {
        return;
    };
    let parts = merged.components.iter().map(|part| part.object);
    // CR 903.3c: it is a commander if one of them is.
    let commander = parts.clone().any(|part| part.status.has(Status::COMMANDER));
    let Some(top) = parts.clone().next() else {
        return;
    };
    if let Some(object) = game.object_mut(id) {
        // CR 730.2d.
        object.kind = top.kind;
        object.face = top.face;
        // CR 730.2e.
        for status in [Status::FACE_DOWN, Status::MANIFESTED, Status::TRANSFORMED] {
            object.status.set(status, top.status.has(status));
        }
        object.status.set(Status::COMMANDER, commander);
    }
    let copies = |(of, value): &(ObjectId, ChosenValue)| {
        *of == id && matches!(value, ChosenValue::CopyOf(_))
    };
    game.chosen.retain(|entry| !copies(entry));
    game.chosen.push((id, ChosenValue::CopyOf(values)));
    game.stale.0 = true;
}

/// CR 730.2f: each face-down component of what was turned face up is turned face up.
pub(super) fn turn_up(game: &mut Game, program: &Program, id: ObjectId) {
    let Some(merged) = game.merged_mut(id) else {
        return;
    };
    for part in &mut merged.components {
        part.object.status.set(Status::FACE_DOWN, false);
        part.object.status.set(Status::MANIFESTED, false);
    }
    settle(game, program, id);
}

/// Whether no component of a permanent is an instant or sorcery card (CR 730.2g).
pub(super) fn all_are_permanents(game: &Game, program: &Program, id: ObjectId) -> bool {
    let is_permanent = |part: &Component| {
        let face = program.face(part.object.face);
        face.is_none_or(|face| face.types.is_permanent())
    };
    game.merged(id)
        .is_none_or(|merged| merged.components.iter().all(is_permanent))
}

/// CR 730.2i: each component that can transform is turned over. Whether any was.
pub(super) fn transform(game: &mut Game, program: &Program, id: ObjectId) -> bool {
    if game.zone(id) != Zone::Battlefield {
        return false;
    }
    let stamp = game.stamp();
    let Some(merged) = game.merged_mut(id) else {
        return false;
    };
    let mut any = false;
    for part in &mut merged.components {
        let Some(face) = commit::other_face(program, part.object.face) else {
            continue;
        };
        if part.values.face == part.object.face {
            part.values.face = face;
        }
        part.object.face = face;
        let back = part.object.status.has(Status::TRANSFORMED);
        part.object.status.set(Status::TRANSFORMED, !back);
        any = true;
    }
    if any {
        if let Some(object) = game.object_mut(id) {
            object.timestamp = stamp;
        }
        settle(game, program, id);
    }
    any
}

/// The objects that a merged permanent becomes as it leaves the battlefield (CR 730.3), each with its own move.
pub(super) fn apart(game: &Game, id: ObjectId, event: &Event) -> Option<Vec<(Object, Event)>> {
    if game.zone(id) != Zone::Battlefield {
        return None;
    }
    let commander = event.entry.as_ref().is_some_and(|e| e.commander_apart);
    let parts = game.merged(id)?.components.iter().map(|part| {
        let mut own = event.clone();
        // CR 903.9c: only the card that is a commander goes to the command zone.
        if commander && part.object.status.has(Status::COMMANDER) {
            own.to = Zone::Command;
        }
        (part.object, own)
    });
    Some(parts.collect())
}
