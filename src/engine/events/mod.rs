//! Events (CR 700.1): proposed as batches, replaced one by one (CR 614, 616), committed at once, looked at by triggers
//! (CR 603.2).

mod applicable;
mod arrange;
mod attached;
mod commander;
pub(in crate::engine) mod commit;
pub mod considered;
pub(in crate::engine) mod damage;
pub(in crate::engine) mod leave;
mod merge;
mod production;
pub(in crate::engine) mod replacement;
mod shields;
pub(in crate::engine) mod triggers;
pub(in crate::engine) mod zones;

use crate::bytecode::Program;
use crate::engine::{layers, restrictions};
use crate::game::{
    Cause, Entity, Event, EventKind, Fault, Game, Task, Value,
    task::{Batch, ReplacementKey},
};
use crate::vocab::Zone;
use smallvec::SmallVec;

/// The event is part of what another event in the batch leads to; it doesn't count for the results.
pub(in crate::engine) const PART: ReplacementKey = ReplacementKey::Rule(0);
/// The event has already been found possible and its parts were added.
pub(in crate::engine) const BEGUN: ReplacementKey = ReplacementKey::Rule(1);
/// Another effect runs instead of the event; the event is dropped once that is done.
pub(in crate::engine) const REPLACED: ReplacementKey = ReplacementKey::REPLACED;
/// Its results were added.
const RESULTS: ReplacementKey = ReplacementKey::Rule(3);

/// Proposes simultaneous events; they happen when the task loop comes to them, before what is below on the stack.
pub fn propose(game: &mut Game, events: Vec<Event>) {
    game.tasks.push(Task::Batch(Box::new(Batch {
        events: events.into_iter().map(|e| (e, SmallVec::new())).collect(),
        next: 0,
        report: false,
        used: SmallVec::new(),
        after: Vec::new(),
    })));
}

/// What became of an event that was looked at.
pub(in crate::engine) enum Prepared {
    /// It can happen as it now is.
    Ready,
    /// It changed; look at it again.
    Again,
    /// It doesn't happen.
    Dropped,
    /// A decision is open, or a frame was pushed, before it can go on.
    Wait(Option<Task>),
}

/// Works on the batch on top of the task stack until a decision is needed or its events have happened.
///
/// # Errors
/// Faults of the code of replacement effects and triggers, and of states that contradict themselves.
pub fn step(game: &mut Game, program: &Program) -> Result<(), Fault> {
    let Some(Task::Batch(mut batch)) = game.tasks.pop() else {
        return Err(Fault::State("no events are proposed".into()));
    };
    layers::try_refresh(game, program)?;
    inherit(game, &mut batch);
    let mut rounds = 0_u32;
    while let Some(at) = current(&batch) {
        rounds = rounds.saturating_add(1);
        if rounds > 100_000 {
            return Err(Fault::Steps);
        }
        match prepare(game, program, &mut batch, at)? {
            Prepared::Ready => batch.next = batch.next.saturating_add(1),
            Prepared::Again => {}
            Prepared::Dropped => {
                batch.events.remove(at);
            }
            Prepared::Wait(task) => {
                game.tasks.push(Task::Batch(batch));
                game.tasks.extend(task);
                return Ok(());
            }
        }
        if current(&batch).is_none() {
            add_results(game, program, &mut batch)?;
        }
    }
    if crate::engine::battles::choose_as_they_enter(game, program, &mut batch)?
        || attached::settle(game, program, &mut batch)?
        || arrange::arrange(game, &mut batch)
    {
        game.tasks.push(Task::Batch(batch));
        return Ok(());
    }
    happen(game, program, *batch)
}

/// The index of the event to look at next.
fn current(batch: &Batch) -> Option<usize> {
    let at = batch.next as usize;
    (at < batch.events.len()).then_some(at)
}

/// CR 614.5: an effect gets one opportunity to affect an event or what modifies it, so what happens instead of an event
/// has been affected by what affected that event.
fn inherit(game: &Game, batch: &mut Batch) {
    if batch.next != 0 || batch.events.iter().any(|(_, keys)| !keys.is_empty()) {
        return;
    }
    let mut below = game.tasks.iter().rev();
    let (Some(Task::Frame(_)), Some(Task::Batch(outer))) = (below.next(), below.next()) else {
        return;
    };
    let Some((_, keys)) = outer.events.get(outer.next as usize) else {
        return;
    };
    for (_, own) in &mut batch.events {
        own.extend(
            keys.iter()
                .filter(|key| !matches!(key, ReplacementKey::Rule(_)))
                .copied(),
        );
    }
}

fn prepare(
    game: &mut Game,
    program: &Program,
    batch: &mut Batch,
    at: usize,
) -> Result<Prepared, Fault> {
    let Some((event, keys)) = batch.events.get_mut(at) else {
        return Ok(Prepared::Dropped);
    };
    if keys.contains(&REPLACED) {
        return Ok(Prepared::Dropped);
    }
    if !keys.contains(&BEGUN) {
        normalize(game, event);
        // CR 101.2: what can't happen doesn't, and nothing replaces it (CR 614.17).
        if !restrictions::possible(game, program, event)? {
            return Ok(Prepared::Dropped);
        }
        keys.push(BEGUN);
    }
    if event.kind == EventKind::AddMana {
        // CR 106.5: mana of an undefined type is not produced.
        if event.mana == 0 || event.amount <= 0 {
            return Ok(Prepared::Dropped);
        }
        return production::prepare(game, program, batch, at);
    }
    let prepared = replacement::apply(game, program, batch, at)?;
    if !matches!(prepared, Prepared::Ready) {
        return Ok(prepared);
    }
    let Some((event, keys)) = batch.events.get_mut(at) else {
        return Ok(Prepared::Dropped);
    };
    if event.kind == EventKind::Destroy {
        // CR 701.8a: to destroy is to move to the owner's graveyard; what replaces that move has its turn.
        event.kind = EventKind::ZoneChange;
        event.cause = Cause::Destroy;
        event.from = Zone::Battlefield;
        event.to = Zone::Graveyard;
        return Ok(Prepared::Again);
    }
    if event.kind == EventKind::CreateToken && !keys.contains(&RESULTS) {
        keys.push(RESULTS);
        let mut token = event.clone();
        token.kind = EventKind::ZoneChange;
        // CR 114.1: an emblem is put into the command zone.
        if event.to != Zone::Command {
            token.to = Zone::Battlefield;
        }
        let count = usize::try_from(event.amount.clamp(0, 100_000)).unwrap_or(0);
        token.amount = 0;
        let parts = std::iter::repeat_n((token, SmallVec::new()), count);
        batch.events.extend(parts);
    }
    Ok(Prepared::Ready)
}

/// Gives keyword actions that move a card the form of the move.
fn normalize(game: &Game, event: &mut Event) {
    let cause = match event.kind {
        EventKind::Discard => Cause::Discard,
        EventKind::Sacrifice => Cause::Sacrifice,
        EventKind::Mill => Cause::Mill,
        EventKind::Counter => Cause::Countered,
        _ => {
            if event.kind == EventKind::ZoneChange
                && event.from == Zone::Nowhere
                && let Some(id) = event.subject.object()
            {
                event.from = game.zone(id);
            }
            flashed_back(game, event);
            return;
        }
    };
    if let Some(card) = event.object.take().or(Some(event.subject))
        && let Some(id) = card.object()
    {
        event.subject = card;
        event.from = game.zone(id);
    }
    event.kind = EventKind::ZoneChange;
    event.cause = cause;
    // A countered spell may be put elsewhere by what counters it.
    if cause != Cause::Countered || event.to == Zone::Nowhere {
        event.to = Zone::Graveyard;
    }
    flashed_back(game, event);
}

/// CR 702.34a: a card cast for its flashback cost is exiled instead of going anywhere else from the stack.
fn flashed_back(game: &Game, event: &mut Event) {
    let leaves =
        event.kind == EventKind::ZoneChange && event.from == Zone::Stack && event.to != Zone::Exile;
    let flashback = |id| game.has_status(id, crate::game::Status::FLASHBACK);
    if leaves && event.subject.object().is_some_and(flashback) {
        event.to = Zone::Exile;
    }
}

/// Adds the results of damage once all damage of the batch is as it will be dealt (CR 120.4c).
fn add_results(game: &Game, program: &Program, batch: &mut Batch) -> Result<(), Fault> {
    let mut dealt = Vec::new();
    for (event, keys) in &mut batch.events {
        if event.kind == EventKind::Damage && !keys.contains(&RESULTS) {
            keys.push(RESULTS);
            dealt.push(&*event);
        }
    }
    if dealt.is_empty() {
        return Ok(());
    }
    let results = damage::results(game, program, &dealt)?;
    batch.events.extend(
        results
            .into_iter()
            .map(|event| (event, SmallVec::from_iter([PART]))),
    );
    Ok(())
}

/// The events of the batch happen at once.
fn happen(game: &mut Game, program: &Program, batch: Batch) -> Result<(), Fault> {
    if !batch.used.is_empty() {
        game.effects
            .retain(|effect| !batch.used.contains(&effect.timestamp.0));
    }
    let before = triggers::looking_back(game, program, batch.events.iter().map(|(event, _)| event));
    let mut happened = Vec::with_capacity(batch.events.len());
    let mut affected: SmallVec<[Entity; 2]> = SmallVec::new();
    let mut used: SmallVec<[Entity; 2]> = SmallVec::new();
    let mut total = 0_i64;
    for (event, keys) in batch.events {
        let creates = event.kind == EventKind::CreateToken;
        let Some(done) = commit::commit(game, program, event)? else {
            continue;
        };
        production::note(game, &done);
        if !keys.contains(&PART) && !used.contains(&done.subject) {
            used.push(done.subject);
        }
        if !creates && !keys.contains(&PART) {
            let one = match (done.kind, done.object) {
                (
                    EventKind::ZoneChange
                    | EventKind::Draw
                    | EventKind::CopySpell
                    | EventKind::Reveal,
                    Some(new),
                ) => new,
                _ => done.subject,
            };
            let moved = done.kind == EventKind::ZoneChange;
            if !affected.contains(&one) {
                affected.push(one);
            }
            // CR 730.3c: all that a merged permanent became.
            if let Some(first) = one.object().filter(|_| moved) {
                affected.extend(game.with_those_beside(first).skip(1));
            }
            let amount = match done.kind {
                EventKind::ZoneChange
                | EventKind::Draw
                | EventKind::CopySpell
                | EventKind::Reveal => 1,
                _ => done.amount,
            };
            total = total.saturating_add(amount);
        }
        let further = further(game, program, &done);
        let with = entered_with(game, &done);
        happened.push(done);
        happened.extend(further);
        happened.extend(with);
    }
    crate::engine::in_force::after(game, program, &happened)?;
    // CR 702.131d: before anything is looked at that triggers.
    crate::engine::blessing::of_permanents(game);
    layers::try_refresh(game, program)?;
    commit::record(game, &happened);
    triggers::collect(game, program, &happened, &before)?;
    crate::engine::durations::objects_left(game, program)?;
    if batch.report {
        game.results = vec![Value::Set(affected), Value::Int(total), Value::Set(used)];
    }
    if !batch.after.is_empty() {
        // CR 615.5: immediately afterward, in the order in which the damage was prevented.
        let results = std::mem::take(&mut game.results);
        game.tasks.push(Task::Results(results));
        for after in batch.after.into_iter().rev() {
            crate::vm::start(game, program, after.code, after.context)?;
        }
    }
    Ok(())
}

/// CR 122.6: counters that something enters the battlefield with are put on it.
fn entered_with(game: &Game, event: &Event) -> Vec<Event> {
    let (EventKind::ZoneChange, Zone::Battlefield, Some(new)) =
        (event.kind, event.to, event.object)
    else {
        return Vec::new();
    };
    let on = game.counters.iter().filter(|entry| entry.on == new);
    on.map(|entry| Event {
        amount: entry.count.into(),
        counter: Some(entry.kind),
        source: new.object(),
        ..Event::new(EventKind::AddCounters, new)
    })
    .collect()
}

/// A move that is also a discard, a sacrifice, a destruction...; a draw that is also a move.
fn further(game: &Game, program: &Program, event: &Event) -> Option<Event> {
    if event.kind == EventKind::Draw {
        let card = event.object?;
        let mut moved = Event::new(EventKind::ZoneChange, card);
        (moved.from, moved.to) = (Zone::Library, Zone::Hand);
        (moved.object, moved.cause, moved.source) = (event.object, Cause::Draw, event.source);
        return Some(moved);
    }
    if event.kind != EventKind::ZoneChange {
        return None;
    }
    let kind = zones::action_of(event.cause)?;
    let old = event.subject.object()?;
    let mut action = event.clone();
    action.kind = kind;
    if !matches!(kind, EventKind::Destroy | EventKind::Counter) {
        // The player who discards, sacrifices or mills is who had the card.
        let player = if event.from == Zone::Battlefield {
            layers::characteristics(game, program, old)?.controller
        } else {
            game.object(old)?.owner
        };
        action.subject = player.into();
        action.object = Some(
            event
                .object
                .filter(|_| event.from != Zone::Battlefield)
                .unwrap_or(event.subject),
        );
    }
    Some(action)
}
