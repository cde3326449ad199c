//! Sagas (CR 714): their next chapters, and their end.

use crate::bytecode::Program;
use crate::engine::{events, layers, seats};
use crate::game::{Cause, Characteristics, Event, EventKind, Game, ObjectId, StackItem, Status};

/// The final chapter number (CR 714.2d); `None` for what is no Saga with chapter abilities.
fn final_chapter(program: &Program, seen: &Characteristics) -> Option<u32> {
    let saga = program.subtype_named("Saga")?;
    if !seen.subtypes.contains(&saga) {
        return None;
    }
    let abilities = seen.abilities.iter();
    abilities
        .filter_map(|instance| program.ability(instance.ability)?.chapter)
        .max()
}

/// CR 714.3c: the active player puts a lore counter on each of their Sagas as their precombat main phase begins.
pub(in crate::engine) fn next_chapters(game: &mut Game, program: &Program) {
    let Some(lore) = program.counter_named("lore") else {
        return;
    };
    layers::refresh(game, program);
    let mut put = Vec::new();
    for &id in &game.battlefield {
        let Some(seen) = game.cached(id) else {
            continue;
        };
        if seats::is_active(game, seen.controller)
            && !game.has_status(id, Status::PHASED_OUT)
            && final_chapter(program, seen).is_some()
        {
            let mut event = Event::new(EventKind::AddCounters, id);
            (event.counter, event.amount) = (Some(lore), 1);
            event.cause = Cause::TurnBased;
            put.push(event);
        }
    }
    if !put.is_empty() {
        events::propose(game, put);
    }
}

/// CR 714.4: a Saga whose story has been told is sacrificed, once its last chapter ability has left the stack.
pub(in crate::engine) fn finished(
    game: &Game,
    program: &Program,
    id: ObjectId,
    seen: &Characteristics,
) -> Option<Event> {
    let last = final_chapter(program, seen)?;
    let lore = program.counter_named("lore")?;
    let told = |item: &StackItem| {
        item.source == id
            && item
                .ability
                .and_then(|ability| program.ability(ability))
                .is_some_and(|ability| ability.chapter.is_some())
    };
    if game.counter_count(id, lore) < last
        || game.stack.iter().any(told)
        || game.waiting.iter().any(|waiting| told(&waiting.item))
    {
        return None;
    }
    let mut event = Event::new(EventKind::Sacrifice, seen.controller);
    event.object = Some(id.into());
    Some(event)
}
