//! Moving objects between zones: new ids (CR 400.7), last-known information (CR 608.2h), how permanents enter (CR 110, 614.1c).

use super::merge;
use crate::bytecode::{FaceId, Program, StaticKind, program::Layout};
use crate::engine::layers;
use crate::game::{
    Attack, Cause, Entity, Entry, Event, Fault, Game, Object, ObjectId, ObjectKind, PlayerId,
    Status, Value,
    object::CounterEntry,
    state::{ChosenValue, LastKnown},
};
use crate::vocab::{Step, Zone};
use std::sync::Arc;

/// Most objects that a game may have had.
const MOST_OBJECTS: usize = 250_000;

/// The list of objects of a zone; the stack has items instead.
pub(in crate::engine) fn list(
    game: &mut Game,
    zone: Zone,
    owner: PlayerId,
) -> Option<&mut Vec<ObjectId>> {
    match zone {
        Zone::Battlefield => Some(&mut game.battlefield),
        Zone::Exile => Some(&mut game.exile),
        Zone::Command => Some(&mut game.command),
        Zone::Hand => game.player_mut(owner).map(|p| &mut p.hand),
        Zone::Graveyard => game.player_mut(owner).map(|p| &mut p.graveyard),
        Zone::Library => game.player_mut(owner).map(|p| &mut p.library),
        Zone::Stack | Zone::Nowhere => None,
    }
}

/// Takes an object out of its zone for good or until it is added elsewhere, remembering what it was.
pub(in crate::engine) fn take_out(game: &mut Game, program: &Program, id: ObjectId) {
    let Some(object) = game.object(id).copied() else {
        return;
    };
    remember(game, program, id, &object);
    if let Some(list) = list(game, object.zone, object.owner) {
        list.retain(|other| *other != id);
    }
    if object.zone == Zone::Stack {
        game.stack.retain(|item| item.object != id);
    }
    remove_from_combat(game, id);
    // CR 122.2: counters cease to exist when what they are on changes zones.
    game.counters.retain(|entry| entry.on != Entity::Object(id));
    if let Some(old) = game.object_mut(id) {
        old.zone = Zone::Nowhere;
    }
}

/// CR 506.4: a permanent removed from combat stops attacking, blocking, and being attacked.
pub(in crate::engine) fn remove_from_combat(game: &mut Game, id: ObjectId) {
    let Some(combat) = &mut game.combat else {
        return;
    };
    combat.attacks.retain(|attack| attack.attacker != id);
    combat.blocks.retain(|block| block.blocker != id);
    for attack in &mut combat.attacks {
        attack.target = attack.target.filter(|target| *target != Entity::Object(id));
    }
}

/// Keeps last-known information of what leaves the battlefield or the stack (CR 113.7a, 608.2h).
fn remember(game: &mut Game, program: &Program, id: ObjectId, object: &Object) {
    if !matches!(object.zone, Zone::Battlefield | Zone::Stack) {
        return;
    }
    let Some(characteristics) = layers::characteristics(game, program, id) else {
        return;
    };
    let mut combat = game.combat.clone().unwrap_or_default();
    combat.attacks.retain(|attack| attack.attacker == id);
    combat
        .blocks
        .retain(|block| block.blocker == id || block.attackers.contains(&id));
    let known = LastKnown {
        characteristics: (*characteristics).clone(),
        object: *object,
        counters: game
            .counters
            .iter()
            .filter(|entry| entry.on == Entity::Object(id))
            .copied()
            .collect(),
        combat,
        item: game
            .stack
            .iter()
            .find(|item| item.object == id)
            .cloned()
            .map(Box::new),
    };
    Arc::make_mut(&mut game.last_known).push((id, Arc::new(known)));
}

/// Moves an object as a zone change says. The new object, if it still is one; `None` if it could not move or ceased.
pub(in crate::engine) fn change(
    game: &mut Game,
    program: &Program,
    event: &Event,
) -> Result<Option<ObjectId>, Fault> {
    let entry = event.entry.as_deref();
    if let Some(face) = entry.and_then(|entry| entry.token) {
        let Some(player) = event.subject.player() else {
            return Err(Fault::State("a token is created for no player".into()));
        };
        let kind = if event.to == Zone::Command {
            ObjectKind::Emblem
        } else {
            ObjectKind::Token
        };
        let created = Object::new(kind, face, player, player, crate::game::Timestamp(0));
        return arrive(game, program, created, None, event).map(Some);
    }
    let Some(id) = event.subject.object() else {
        return Err(Fault::State("a player can't change zones".into()));
    };
    let Some(old) = game.object(id).copied() else {
        return Err(Fault::State("what moves does not exist".into()));
    };
    // CR 400.7: an effect that looks for the object it knew does not find the new one.
    if old.zone == Zone::Nowhere {
        return Ok(None);
    }
    // CR 111.8: a token that has left the battlefield stays where it is until it ceases to exist.
    if old.kind == ObjectKind::Token && !matches!(old.zone, Zone::Battlefield | Zone::Stack) {
        return Ok(None);
    }
    // What is no permanent card stays where it is.
    if event.to == Zone::Battlefield
        && old.kind == ObjectKind::Card
        && !enters(program, &old, entry)
    {
        return Ok(None);
    }
    let parts = merge::apart(game, id, event);
    take_out(game, program, id);
    // CR 112.1, 113.1c: an ability leaves no object behind.
    if matches!(old.kind, ObjectKind::Ability(_)) || event.to == Zone::Nowhere {
        return Ok(None);
    }
    if let Some(parts) = parts {
        return come_apart(game, program, id, parts, event);
    }
    arrive(game, program, old, Some(id), event).map(Some)
}

/// CR 730.3: each component of a merged permanent becomes an object of its own. The first of them.
fn come_apart(
    game: &mut Game,
    program: &Program,
    id: ObjectId,
    parts: Vec<(Object, Event)>,
    event: &Event,
) -> Result<Option<ObjectId>, Fault> {
    let mut before: Option<ObjectId> = None;
    let mut first = None;
    // In a library the first is nearest to the top: of cards that go to the bottom each goes below those before it.
    let bottom = event.entry.as_ref().is_some_and(|e| e.depth == u32::MAX);
    let reversed = event.to != Zone::Library || !bottom;
    let mut parts = parts;
    if reversed {
        parts.reverse();
    }
    for (part, event) in parts {
        let new = arrive(game, program, part, Some(id), &event)?;
        first = first.or(Some(new));
        if let Some(object) = before.and_then(|before| game.object_mut(before)) {
            object.beside = Some(new);
        }
        before = Some(new);
    }
    if let Some(object) = game.object_mut(id) {
        object.became = first;
    }
    Ok(first)
}

/// The face that is up where the object arrives (CR 712.8): the front face except for what resolves or says otherwise.
fn face_up(program: &Program, old: &Object, to: Zone, transformed: bool) -> FaceId {
    let faces = program
        .face(old.face)
        .and_then(|face| face.card)
        .and_then(|(card, _)| program.cards.get(card.index()))
        .map(|card| card.faces.as_slice());
    let Some(faces) = faces else {
        return old.face;
    };
    let wanted = if transformed {
        faces.get(1)
    } else if to == Zone::Stack || old.zone == Zone::Stack && to == Zone::Battlefield {
        None
    } else {
        faces.first()
    };
    wanted.copied().unwrap_or(old.face)
}

/// The face that something will have as it enters the battlefield, and under whose control; `None` for what is face down.
pub(in crate::engine) fn face_to_be(
    game: &Game,
    program: &Program,
    event: &Event,
) -> Option<(FaceId, PlayerId)> {
    let entry = event.entry.as_deref();
    let controller = entry.and_then(|entry| entry.controller);
    let copied = entry.and_then(|entry| entry.copy.as_ref());
    let (face, player) = match (entry.and_then(|entry| entry.token), event.subject) {
        (Some(token), Entity::Player(player)) => (token, player),
        (None, Entity::Object(id)) => {
            let old = game.object(id)?;
            let resolving = old.zone == Zone::Stack;
            let hidden = entry.is_some_and(|entry| entry.face_down)
                || resolving && old.status.has(Status::FACE_DOWN);
            if hidden {
                return None;
            }
            let transformed = entry.is_some_and(|entry| entry.transformed);
            let player = if resolving {
                old.base_controller
            } else {
                old.owner
            };
            (face_up(program, old, event.to, transformed), player)
        }
        _ => return None,
    };
    let face = copied.map_or(face, |values| values.face);
    Some((face, controller.unwrap_or(player)))
}

/// Whether a face is the back of a transforming double-faced card.
fn shows_back(program: &Program, face: FaceId) -> bool {
    let side = program.face(face).and_then(|face| face.card);
    side.is_some_and(|(card, side)| {
        let layout = program.cards.get(card.index()).map(|card| card.layout);
        side > 0 && layout == Some(Layout::Transform)
    })
}

/// Whether an object can be put onto the battlefield as it would be there (CR 110.4b, 304.4, 307.4): face down as a creature
/// (CR 701.40a), transformed only if it is a double-faced card (CR 712.14a).
fn enters(program: &Program, object: &Object, entry: Option<&Entry>) -> bool {
    if entry.is_some_and(|entry| entry.face_down) {
        return true;
    }
    let Some(shown) = program.face(object.face) else {
        return true;
    };
    if !entry.is_some_and(|entry| entry.transformed) {
        return shown.types.is_permanent();
    }
    let card = shown.card.and_then(|(id, _)| program.cards.get(id.index()));
    let double_faced =
        card.filter(|card| matches!(card.layout, Layout::Transform | Layout::ModalDoubleFaced));
    double_faced
        .and_then(|card| program.face(*card.faces.get(1)?))
        .is_some_and(|back| back.types.is_permanent())
}

fn arrive(
    game: &mut Game,
    program: &Program,
    old: Object,
    old_id: Option<ObjectId>,
    event: &Event,
) -> Result<ObjectId, Fault> {
    let new = u32::try_from(game.objects.len()).map_err(|_| Fault::Objects)?;
    if game.objects.len() >= MOST_OBJECTS {
        return Err(Fault::Objects);
    }
    let new = ObjectId(new);
    let to = event.to;
    let blank = Entry::default();
    let entry = event.entry.as_deref().unwrap_or(&blank);
    let resolving = old.zone == Zone::Stack && to == Zone::Battlefield;
    // CR 400.7d: a permanent knows what was done as the spell that became it was cast.
    let kept = if resolving {
        Status::COMMANDER.0 | Status::CAST.0 | Status::KICKED.0
    } else {
        Status::COMMANDER.0
    };
    let mut object = Object {
        face: face_up(program, &old, to, entry.transformed),
        zone: to,
        status: Status(old.status.0 & kept),
        timestamp: game.stamp(),
        since_turn: game.turn.number,
        damage: 0,
        attached_to: None,
        x: if resolving { old.x } else { 0 },
        became: None,
        beside: None,
        loyalty_uses: 0,
        base_controller: match (entry.controller, to) {
            (Some(player), Zone::Battlefield | Zone::Stack) => player,
            (None, Zone::Battlefield) if resolving => old.base_controller,
            _ => old.owner,
        },
        ..old
    };
    // CR 708.4: what is cast face down is turned face down before it is a spell, and becomes a face-down permanent.
    let concealed = old.status.has(Status::FACE_DOWN) && (to == Zone::Stack || resolving);
    object.status.set(Status::FACE_DOWN, concealed);
    // CR 702.103b: a spell cast bestowed, and the permanent that it becomes.
    let bestowed = old.status.has(Status::BESTOWED) && (to == Zone::Stack || resolving);
    object.status.set(Status::BESTOWED, bestowed);
    let mutating = old.status.has(Status::MUTATING) && to == Zone::Stack;
    object.status.set(Status::MUTATING, mutating);
    if to == Zone::Battlefield {
        // CR 608.3f: a copy of a permanent spell becomes a token.
        if object.kind == ObjectKind::Copy {
            object.kind = ObjectKind::Token;
        }
        object.status.set(Status::TAPPED, entry.tapped);
        let face_down = entry.face_down || concealed;
        object.status.set(Status::FACE_DOWN, face_down);
        object.status.set(Status::MANIFESTED, entry.manifested);
        // CR 712.13: what was cast transformed is.
        let cast_so = resolving && shows_back(program, object.face);
        object
            .status
            .set(Status::TRANSFORMED, entry.transformed || cast_so);
        object.attached_to = entry.attached_to;
    }
    // CR 715.3d: the player who had the adventure may cast the card from exile.
    let adventure = old.zone == Zone::Stack
        && to == Zone::Exile
        && event.cause == Cause::Resolve
        && crate::engine::special::is_adventure(program, &old);
    object.status.set(Status::ON_ADVENTURE, adventure);
    if adventure {
        game.chosen
            .push((new, ChosenValue::Player(old.base_controller)));
    }
    let arrived =
        object.status.has(Status::COMMANDER) && matches!(to, Zone::Graveyard | Zone::Exile);
    object.status.set(Status::ARRIVED, arrived);
    // CR 704.5d, 704.5e: looked for when state-based actions are checked.
    game.strays.0 |= !matches!(to, Zone::Battlefield | Zone::Stack)
        && matches!(object.kind, ObjectKind::Token | ObjectKind::Copy);
    game.objects.push(object);
    if let Some(old) = old_id {
        if let Some(record) = game.object_mut(old) {
            record.became = Some(new);
        }
        carry_choices(game, old, new, to);
        if to == Zone::Battlefield {
            follow(game, program, old, new, resolving);
        }
    }
    if let Some(chosen_for) = entry.stands_for {
        carry_choices(game, chosen_for, new, to);
    }
    if let Some(list) = list(game, to, object.owner) {
        let depth = usize::try_from(entry.depth).unwrap_or(usize::MAX);
        let at = if to == Zone::Library {
            list.len().saturating_sub(depth)
        } else {
            list.len()
        };
        list.insert(at, new);
    }
    // CR 122.1: cards in other zones can have counters too.
    if to != Zone::Battlefield {
        for (kind, count) in &entry.counters {
            add_counters(game, new.into(), *kind, *count);
        }
    }
    // CR 607.2a: what an object has exiled is known to its other abilities.
    if let (Zone::Exile, Some(by)) = (to, event.source)
        && Some(by) != old_id
    {
        game.linked.push((by, new));
    }
    if to == Zone::Battlefield {
        enter(game, program, new, entry);
    }
    Ok(new)
}

/// CR 400.7a, 702.140f: what changed the permanent spell goes on changing the permanent, and so does what it did to itself as
/// it was about to enter (CR 614.12a).
pub(super) fn follow(
    game: &mut Game,
    program: &Program,
    old: ObjectId,
    new: ObjectId,
    resolving: bool,
) {
    for effect in &mut game.effects {
        if let Some(affected) = &mut effect.affected
            && affected.contains(&Entity::Object(old))
            && !affected.contains(&Entity::Object(new))
            && (resolving || effect.context.this == old)
        {
            affected.push(new.into());
        }
        // CR 609.7a: a permanent spell that was chosen as a source.
        let replaces = program
            .statics
            .get(effect.what.index())
            .is_some_and(|what| matches!(what.kind, StaticKind::Replacement(_)));
        for value in effect.context.captured.iter_mut().filter(|_| replaces) {
            if let Value::Set(set) = value
                && set.contains(&Entity::Object(old))
                && !set.contains(&Entity::Object(new))
            {
                set.push(new.into());
            }
        }
    }
}

/// An object that stands for a token which is about to be created, so that choices can be made for it.
pub(in crate::engine) fn stand_in(game: &mut Game, event: &mut Event) -> ObjectId {
    let owner = event.subject.player().unwrap_or(game.turn.active);
    let entry = event.entry.get_or_insert_default();
    if let Some(known) = entry.stands_for {
        return known;
    }
    let controller = entry.controller.unwrap_or(owner);
    let face = entry.token.unwrap_or(FaceId::NONE);
    let id = ObjectId(u32::try_from(game.objects.len()).unwrap_or(u32::MAX));
    entry.stands_for = Some(id);
    let timestamp = game.stamp();
    game.objects.push(Object::new(
        ObjectKind::Token,
        face,
        owner,
        controller,
        timestamp,
    ));
    id
}

/// Choices made as it was about to enter belong to the permanent (CR 607.2d, 614.12a); others end with the object.
fn carry_choices(game: &mut Game, old: ObjectId, new: ObjectId, to: Zone) {
    if to == Zone::Stack {
        // CR 702.143c: a spell was foretold if it was a foretold card before.
        let foretold = |value: &ChosenValue| matches!(value, ChosenValue::Designation(name) if name == "foretold");
        let known = game
            .chosen
            .iter()
            .find(|(of, value)| *of == old && foretold(value));
        let known = known.map(|(_, value)| (new, value.clone()));
        game.chosen.extend(known);
        return;
    }
    if to != Zone::Battlefield {
        return;
    }
    // CR 400.7d: how it was cast is known of the permanent, and still of the spell that it was.
    let cast = ChosenValue::is_about_casting;
    let mut kept = Vec::new();
    // CR 400.7: a designation ends with the object.
    let ends =
        |value: &ChosenValue| matches!(value, ChosenValue::Designation(name) if name != "foretold");
    for (object, value) in game.chosen.iter_mut().filter(|(_, value)| !ends(value)) {
        if *object == old {
            if cast(value) {
                kept.push((old, value.clone()));
            }
            *object = new;
        }
    }
    game.chosen.extend(kept);
}

fn enter(game: &mut Game, program: &Program, id: ObjectId, entry: &Entry) {
    if let Some(values) = &entry.copy {
        game.chosen.push((id, ChosenValue::CopyOf(values.clone())));
    }
    if let Some(player) = entry.protector {
        crate::engine::battles::protect(game, id, player);
    }
    let face = game.object(id).map(|object| object.face);
    let face = entry
        .copy
        .as_ref()
        .map(|values| values.face)
        .or(face)
        // CR 708.2a: a face-down permanent has neither.
        .filter(|_| !game.has_status(id, Status::FACE_DOWN))
        .and_then(|face| program.face(face));
    if let Some(face) = face {
        // CR 306.5b, 310.4b: planeswalkers and battles enter with their printed loyalty and defense.
        let printed = [(face.loyalty, "loyalty"), (face.defense, "defense")];
        for (amount, name) in printed {
            if let (Some(amount), Some(kind)) = (amount, program.counter_named(name)) {
                add_counters(game, id.into(), kind, clamp(amount));
            }
        }
    }
    for (kind, count) in &entry.counters {
        add_counters(game, id.into(), *kind, *count);
    }
    // Whether it is a creature is seen once it is there (CR 614.12); what is none stops attacking at once (CR 506.3a).
    if let Some(target) = entry.attacking {
        let defender = match target {
            Entity::Player(player) => Some(player),
            Entity::Object(object) => {
                crate::engine::combat::defender_of(game, program, Entity::Object(object))
            }
        };
        let unblocked = game.turn.step >= Step::DeclareBlockers;
        // CR 508.4: it attacks, though it was not declared as an attacker.
        if let (Some(combat), Some(defender)) = (&mut game.combat, defender) {
            combat.attacks.push(Attack {
                attacker: id,
                target: Some(target),
                defender,
                // CR 508.4d: once blockers have been declared, it is unblocked.
                blocked: unblocked.then_some(false),
                struck_first: false,
                band: 0,
            });
        }
    }
}

/// An amount as a number of counters or of damage.
pub(in crate::engine) fn clamp(amount: i64) -> u32 {
    u32::try_from(amount.max(0)).unwrap_or(u32::MAX)
}

/// Puts counters on an object or player; entries stay sorted.
pub(in crate::engine) fn add_counters(
    game: &mut Game,
    on: Entity,
    kind: crate::bytecode::CounterId,
    count: u32,
) {
    if count == 0 {
        return;
    }
    let timestamp = game.stamp();
    let at = game
        .counters
        .binary_search_by_key(&(on, kind), |entry| (entry.on, entry.kind));
    match at {
        Ok(at) => {
            if let Some(entry) = game.counters.get_mut(at) {
                entry.count = entry.count.saturating_add(count);
                entry.timestamp = timestamp;
            }
        }
        Err(at) => game.counters.insert(
            at,
            CounterEntry {
                on,
                kind,
                count,
                timestamp,
            },
        ),
    }
}

/// Removes counters; as many as there are. How many were removed.
pub(in crate::engine) fn remove_counters(
    game: &mut Game,
    on: Entity,
    kind: crate::bytecode::CounterId,
    count: u32,
) -> u32 {
    let found = game
        .counters
        .iter_mut()
        .find(|entry| entry.on == on && entry.kind == kind);
    let Some(entry) = found else {
        return 0;
    };
    let removed = count.min(entry.count);
    entry.count -= removed;
    game.counters.retain(|entry| entry.count > 0);
    removed
}

/// Whether the event moves a card because of this keyword action, so that it is an event of that kind too.
pub(in crate::engine) const fn action_of(cause: Cause) -> Option<crate::game::EventKind> {
    use crate::game::EventKind;
    match cause {
        Cause::Discard => Some(EventKind::Discard),
        Cause::Sacrifice => Some(EventKind::Sacrifice),
        Cause::Mill => Some(EventKind::Mill),
        Cause::Destroy => Some(EventKind::Destroy),
        Cause::Countered => Some(EventKind::Counter),
        _ => None,
    }
}
