//! Events (CR 700.1): proposed as batches, committed at once.
//!
//! This commits the events of the turn structure, combat, casting and mana. A program with triggered abilities, replacement
//! effects or continuous effects is refused with [`Fault::Unsupported`], as is every other kind of event: nothing is
//! passed over.

use super::seats;
use crate::bytecode::{AbilityKind, Primitive, Program, StaticKind};
use crate::game::{
    Entity, Event, EventKind, Fault, Game, ManaUnit, ObjectId, ObjectKind, Outcome, PlayerId,
    Status, Task, Value, task::Batch,
};
use crate::vocab::{ManaKind, Zone};
use smallvec::SmallVec;

/// Proposes simultaneous events; they happen when the task loop comes to them, before what is below on the stack.
pub fn propose(game: &mut Game, events: Vec<Event>) {
    game.tasks.push(Task::Batch(Box::new(Batch {
        events: events.into_iter().map(|e| (e, SmallVec::new())).collect(),
        next: 0,
        report: false,
    })));
}

/// Commits the batch on top of the task stack.
///
/// # Errors
/// [`Fault::Unsupported`] for what is not done yet.
pub fn step(game: &mut Game, program: &Program) -> Result<(), Fault> {
    let Some(Task::Batch(batch)) = game.tasks.pop() else {
        return Err(Fault::State("no events are proposed".into()));
    };
    supported(program)?;
    let mut done: SmallVec<[Entity; 2]> = SmallVec::new();
    let mut total = 0_i64;
    for (event, _) in batch.events {
        commit(game, &event)?;
        if batch.report {
            // CR 400.7: what has moved is the object that it became.
            let became = event
                .subject
                .object()
                .and_then(|id| game.object(id)?.became)
                .map_or(event.subject, Entity::Object);
            if !done.contains(&became) {
                done.push(became);
            }
            total = total.saturating_add(event.amount);
        }
        if game.tracing.0 {
            game.log.0.push(event);
        }
    }
    if batch.report {
        game.results = vec![Value::Set(done), Value::Int(total)];
    }
    game.stale.0 = true;
    Ok(())
}

/// Refuses programs whose abilities look at events or change objects.
fn supported(program: &Program) -> Result<(), Fault> {
    if program
        .abilities
        .iter()
        .any(|a| matches!(a.kind, AbilityKind::Triggered { .. }))
    {
        return Err(Fault::Unsupported("triggered abilities".into()));
    }
    for statement in &program.statics {
        match &statement.kind {
            StaticKind::Replacement(_) => {
                return Err(Fault::Unsupported("replacement effects".into()));
            }
            StaticKind::Continuous(_) => {
                return Err(Fault::Unsupported("continuous effects".into()));
            }
            _ => {}
        }
    }
    Ok(())
}

/// The list of objects of a zone.
fn list(game: &mut Game, zone: Zone, owner: PlayerId) -> Option<&mut Vec<ObjectId>> {
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

/// Moves an object to another zone, where it is a new object (CR 400.7).
fn shift(
    game: &mut Game,
    id: ObjectId,
    to: Zone,
    controller: Option<PlayerId>,
) -> Result<(), Fault> {
    let mut object = *game
        .object(id)
        .ok_or_else(|| Fault::State("what moves does not exist".into()))?;
    let owner = object.owner;
    if let Some(list) = list(game, object.zone, owner) {
        list.retain(|other| *other != id);
    }
    if object.zone == Zone::Stack {
        game.stack.retain(|item| item.object != id);
    }
    // CR 506.4: what leaves the battlefield is removed from combat.
    if let Some(combat) = &mut game.combat {
        combat.attacks.retain(|a| a.attacker != id);
        combat.blocks.retain(|b| b.blocker != id);
        for attack in &mut combat.attacks {
            attack.target = attack.target.filter(|t| *t != Entity::Object(id));
        }
    }
    let new = ObjectId(u32::try_from(game.objects.len()).unwrap_or(u32::MAX));
    if let Some(old) = game.object_mut(id) {
        old.zone = Zone::Nowhere;
        old.became = Some(new);
    }
    // CR 111.7: a token that has left the battlefield ceases to exist.
    if object.kind == ObjectKind::Token && to != Zone::Battlefield {
        return Ok(());
    }
    object.zone = to;
    object.damage = 0;
    object.attached_to = None;
    object.status = Status(object.status.0 & Status::COMMANDER.0);
    object.since_turn = game.turn.number;
    object.base_controller = controller.unwrap_or(owner);
    object.timestamp = game.stamp();
    object.loyalty_uses = 0;
    game.objects.push(object);
    if let Some(list) = list(game, to, owner) {
        list.push(new);
    }
    Ok(())
}

/// Changes the game as the event says.
fn commit(game: &mut Game, event: &Event) -> Result<(), Fault> {
    let player = event.subject.player();
    match event.kind {
        EventKind::ZoneChange => {
            let special = event.entry.as_ref().is_some_and(|entry| {
                entry.tapped
                    || entry.attacking.is_some()
                    || entry.face_down
                    || entry.transformed
                    || entry.attached_to.is_some()
                    || !entry.counters.is_empty()
                    || entry.copy_of.is_some()
                    || entry.depth != 0
            });
            if special {
                return Err(Fault::Unsupported("entering in a special way".into()));
            }
            let controller = event.entry.as_ref().and_then(|entry| entry.controller);
            if let Some(id) = event.subject.object() {
                shift(game, id, event.to, controller)?;
            }
        }
        EventKind::Discard => {
            if let Some(id) = event.object.and_then(Entity::object) {
                shift(game, id, Zone::Graveyard, None)?;
            }
        }
        EventKind::Draw => {
            let top = player
                .and_then(|p| game.player(p))
                .map(|p| p.library.last().copied());
            match top {
                Some(Some(card)) => shift(game, card, Zone::Hand, None)?,
                Some(None) => {
                    if let Some(player) = player.and_then(|p| game.player_mut(p)) {
                        player.drew_from_empty = true;
                    }
                }
                None => {}
            }
        }
        EventKind::Tap | EventKind::Untap => {
            if let Some(object) = event.subject.object().and_then(|o| game.object_mut(o)) {
                object
                    .status
                    .set(Status::TAPPED, event.kind == EventKind::Tap);
            }
        }
        EventKind::Damage => {
            // CR 120.3: what else damage by such sources does is not done yet.
            let special = Primitive::Deathtouch.bit()
                | Primitive::Lifelink.bit()
                | Primitive::Infect.bit()
                | Primitive::Wither.bit();
            if event
                .source
                .and_then(|id| game.cached(id))
                .is_some_and(|seen| seen.primitives & special != 0)
            {
                return Err(Fault::Unsupported("damage with further results".into()));
            }
            match event.subject {
                Entity::Object(id) => {
                    if let Some(object) = game.object_mut(id) {
                        let amount = u32::try_from(event.amount.max(0)).unwrap_or(u32::MAX);
                        object.damage = object.damage.saturating_add(amount);
                    }
                }
                Entity::Player(player) => change_life(game, player, event.amount.saturating_neg()),
            }
        }
        EventKind::LoseLife | EventKind::GainLife => {
            if let Some(player) = player {
                let gain = event.kind == EventKind::GainLife;
                let amount = event.amount.max(0);
                change_life(game, player, if gain { amount } else { -amount });
            }
        }
        EventKind::AddMana => {
            let mut kinds = ManaKind::ALL
                .into_iter()
                .filter(|kind| event.mana & (1 << kind.index()) != 0);
            let (Some(kind), None) = (kinds.next(), kinds.next()) else {
                return Err(Fault::Unsupported("mana of a chosen type".into()));
            };
            if let Some(player) = player.and_then(|p| game.player_mut(p)) {
                for _ in 0..event.amount.clamp(0, 10_000) {
                    player.mana.0.push(ManaUnit {
                        kind,
                        snow: false,
                        rider: None,
                        source: event.source,
                    });
                }
                player.mana.0.sort();
            }
        }
        EventKind::LoseGame => {
            if let Some(seat) = player.and_then(|p| game.player_mut(p)) {
                seat.in_game = false;
            }
            finish(game);
        }
        EventKind::BeginTurn
        | EventKind::BeginStep
        | EventKind::Cast
        | EventKind::PlayLand
        | EventKind::Activate
        | EventKind::Attack
        | EventKind::AttackWith
        | EventKind::Block
        | EventKind::BlockCreature
        | EventKind::BecomeBlocked
        | EventKind::BecomeBlockedBy
        | EventKind::Unblocked
        | EventKind::BecomeTarget
        | EventKind::TapForMana
        | EventKind::Resolve => {}
        other => return Err(Fault::Unsupported(format!("events of the kind {other:?}"))),
    }
    Ok(())
}

/// Changes a life total.
fn change_life(game: &mut Game, player: PlayerId, by: i64) {
    if let Some(team) = game.team_of_mut(player) {
        team.life = team.life.saturating_add(by);
    }
}

/// Ends the game if one team, or none, is left (CR 104.2a, 104.4a).
fn finish(game: &mut Game) {
    let left: Vec<PlayerId> = seats::in_game(game).collect();
    game.outcome = match left.split_first() {
        None => Some(Outcome::Draw(crate::game::state::DrawReason::AllLost)),
        Some((first, rest)) if rest.iter().all(|p| seats::same_team(game, *first, *p)) => {
            Some(Outcome::Won(left))
        }
        Some(_) => None,
    };
}
