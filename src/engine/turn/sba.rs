//! State-based actions (CR 704.5), all that apply at once.

use crate::bytecode::{Primitive, Program, Restriction};
use crate::engine::{
    attachments, battles, blessing, durations, events, layers, restrictions, sagas, seats, triggers,
};
use crate::game::{
    About, Answer, Cause, Characteristics, Choice, Decision, Entity, Event, EventKind, Fault,
    Format, Game, Object, ObjectId, PlayerId, Status, state::ChosenValue,
};
use crate::vocab::{CardType, Supertype, Zone};

/// Performs all applicable state-based actions at once (CR 704.3); whether there were any, or a player is asked something.
/// Effects whose condition no longer holds end first; state triggers are looked for last (CR 603.8).
///
/// # Errors
/// Faults of the code of effects and triggers.
pub fn check(game: &mut Game, program: &Program) -> Result<bool, Fault> {
    layers::try_refresh(game, program)?;
    if durations::conditions(game, program)? {
        layers::try_refresh(game, program)?;
    }
    blessing::of_permanents(game);
    let mut actions = Vec::new();
    for player in seats::in_game(game) {
        // CR 101.2, 704.3: what can't happen is no state-based action that is performed.
        if loses(game, player) && !kept_in_game(game, program, player)? {
            actions.push(caused(Event::new(EventKind::LoseGame, player)));
        }
    }
    for &id in &game.battlefield {
        if let (Some(seen), Some(object)) = (game.cached(id), game.object(id))
            && !object.status.has(Status::PHASED_OUT)
        {
            permanent(game, program, id, seen, object, &mut actions)?;
        }
    }
    let mut gone = Vec::new();
    if battles::protectors(game, program, &mut gone)? {
        return Ok(true);
    }
    actions.extend(gone.into_iter().map(to_graveyard));
    let Some(commanders) = commanders(game) else {
        return Ok(true);
    };
    actions.extend(commanders);
    // CR 704.5j.
    let Some(rest) = legends(game, program)? else {
        return Ok(true);
    };
    actions.extend(rest);
    cease(game);
    for id in game.battlefield.clone() {
        if let Some(object) = game.object_mut(id) {
            object.status.set(Status::DEATHTOUCHED, false);
        }
    }
    for player in &mut game.players {
        player.drew_from_empty = false;
    }
    if actions.is_empty() {
        return triggers::states(game, program);
    }
    events::propose(game, actions);
    Ok(true)
}

fn caused(mut event: Event) -> Event {
    event.cause = Cause::StateBased;
    event
}

fn to_graveyard(id: ObjectId) -> Event {
    let mut event = caused(Event::new(EventKind::ZoneChange, id));
    (event.from, event.to) = (Zone::Battlefield, Zone::Graveyard);
    event
}

/// CR 704.5a–c, 810.8c–d.
fn loses(game: &Game, player: PlayerId) -> bool {
    let poison = if game.format == Format::TwoHeadedGiant {
        15
    } else {
        10
    };
    game.life(player) <= 0
        || game.player(player).is_some_and(|seat| seat.drew_from_empty)
        || game
            .team_of(player)
            .is_some_and(|team| team.poison >= poison)
}

/// Whether an effect says that the player can't lose the game (CR 101.2).
fn kept_in_game(game: &Game, program: &Program, player: PlayerId) -> Result<bool, Fault> {
    let forbidden = restrictions::forbidden(game, program, player.into(), |restriction, _| {
        Ok(*restriction == Restriction::LoseGame)
    })?;
    Ok(forbidden.is_some())
}

fn permanent(
    game: &Game,
    program: &Program,
    id: ObjectId,
    seen: &Characteristics,
    object: &Object,
    actions: &mut Vec<Event>,
) -> Result<(), Fault> {
    let none_of = |name: &str| {
        game.counters.is_empty()
            || program
                .counter_named(name)
                .is_none_or(|kind| game.counter_count(id, kind) == 0)
    };
    let is = |kind| seen.types.contains(kind);
    // CR 704.5f, 704.5i, 704.5v.
    if is(CardType::Creature) && seen.toughness <= 0
        || is(CardType::Planeswalker) && none_of("loyalty")
        || battles::is_over(game, id, seen) && none_of("defense")
    {
        actions.push(to_graveyard(id));
        return Ok(());
    }
    // CR 704.5g, 704.5h; what is indestructible isn't destroyed (CR 702.12b), so nothing is done.
    if is(CardType::Creature)
        && !seen.has(Primitive::Indestructible)
        && (object.damage > 0 && i64::from(object.damage) >= seen.toughness
            || object.status.has(Status::DEATHTOUCHED))
    {
        actions.push(caused(Event::new(EventKind::Destroy, id)));
        return Ok(());
    }
    attachment(game, program, id, seen, object, actions)?;
    if game.counters.is_empty() {
        return Ok(());
    }
    actions.extend(sagas::finished(game, program, id, seen));
    // CR 704.5q.
    if let (Some(plus), Some(minus)) = (
        program.counter_named("+1/+1"),
        program.counter_named("-1/-1"),
    ) {
        let both = game
            .counter_count(id, plus)
            .min(game.counter_count(id, minus));
        for kind in [plus, minus].into_iter().filter(|_| both > 0) {
            let mut event = caused(Event::new(EventKind::RemoveCounters, id));
            (event.counter, event.amount) = (Some(kind), i64::from(both));
            actions.push(event);
        }
    }
    Ok(())
}

/// CR 704.5m, 704.5n, 704.5p.
fn attachment(
    game: &Game,
    program: &Program,
    id: ObjectId,
    seen: &Characteristics,
    object: &Object,
    actions: &mut Vec<Event>,
) -> Result<(), Fault> {
    let aura = seen.has(Primitive::Enchant);
    let host = object.attached_to;
    if !aura && host.is_none() {
        return Ok(());
    }
    if let Some(host) = host
        && attachments::possible(game, program, id, host)?
    {
        return Ok(());
    }
    // CR 702.103f: a bestowed Aura becomes unattached instead, and is a creature again.
    let bestowed = object.status.has(Status::BESTOWED);
    if aura && !bestowed {
        actions.push(to_graveyard(id));
    } else if let Some(host) = host.or(bestowed.then_some(Entity::Object(id))) {
        let mut event = caused(Event::new(EventKind::Unattach, id));
        event.object = Some(host);
        actions.push(event);
    }
    Ok(())
}

/// CR 704.5j: the legend rule; `None` while its player is asked which one stays.
fn legends(game: &mut Game, program: &Program) -> Result<Option<Vec<Event>>, Fault> {
    let name = |id: ObjectId| {
        let seen = game.cached(id)?;
        if !seen.supertypes.contains(Supertype::Legendary) {
            return None;
        }
        // CR 201.2: what has no name has no name in common with anything.
        let name = Some(seen.name(program)).filter(|name| !name.is_empty())?;
        Some((seen.controller, name.to_owned()))
    };
    let mut groups: Vec<((PlayerId, String), Vec<ObjectId>)> = Vec::new();
    for id in &game.battlefield {
        let Some(of) = name(*id) else { continue };
        match groups.iter_mut().find(|(known, _)| *known == of) {
            Some((_, all)) => all.push(*id),
            None => groups.push((of, vec![*id])),
        }
    }
    groups.retain(|(_, all)| all.len() > 1);
    let order = seats::apnap(game);
    groups.sort_by_key(|((player, _), _)| order.iter().position(|p| p == player));
    if groups.is_empty() {
        return Ok(Some(Vec::new()));
    }
    match game.answer.take() {
        Some(Answer::Some(kept)) => {
            let kept = kept.iter().filter_map(|e| e.object());
            game.chosen.extend(kept.map(|id| (id, ChosenValue::Kept)));
        }
        Some(_) => {
            return Err(Fault::State(
                "the legend rule was answered with something else".into(),
            ));
        }
        None => {}
    }
    let kept = |game: &Game, id: ObjectId| game.chosen.contains(&(id, ChosenValue::Kept));
    // CR 704.3, 101.4: everybody chooses, then all of them go at once.
    let open = groups
        .iter()
        .find(|(_, all)| !all.iter().any(|id| kept(game, *id)));
    if let Some(((player, _), all)) = open {
        game.decision = Some(Decision {
            player: *player,
            choice: Choice::Some {
                from: all.iter().copied().map(Entity::Object).collect(),
                min: 1,
                max: 1,
            },
            about: About::LegendRule,
            source: None,
            ability: None,
        });
        return Ok(None);
    }
    let gone = groups.iter().flat_map(|(_, all)| all);
    let gone = gone
        .filter(|id| !kept(game, **id))
        .map(|id| to_graveyard(*id));
    let gone: Vec<Event> = gone.collect();
    game.chosen.retain(|(_, value)| *value != ChosenValue::Kept);
    Ok(Some(gone))
}

/// CR 903.9a: its owner may put a commander that came to a graveyard or to exile into the command zone. `None` if a player
/// is asked.
fn commanders(game: &mut Game) -> Option<Vec<Event>> {
    if game.format != Format::Commander {
        return Some(Vec::new());
    }
    let mut moved = Vec::new();
    loop {
        let fresh = game
            .players
            .iter()
            .flat_map(|player| &player.graveyard)
            .chain(&game.exile)
            .copied()
            .find(|id| game.has_status(*id, Status::ARRIVED));
        let Some(id) = fresh else {
            return Some(moved);
        };
        let owner = game.object(id)?.owner;
        if !moved.is_empty() {
            // What was decided happens; the next is asked about as state-based actions are checked again.
            return Some(moved);
        }
        let Some(Answer::YesNo(yes)) = game.answer else {
            game.decision = Some(Decision {
                player: owner,
                choice: Choice::YesNo,
                about: About::CommanderZone,
                source: Some(id),
                ability: None,
            });
            return None;
        };
        game.answer = None;
        let from = game.zone(id);
        if let Some(object) = game.object_mut(id) {
            object.status.set(Status::ARRIVED, false);
        }
        if yes {
            let mut event = caused(Event::new(EventKind::ZoneChange, id));
            (event.from, event.to) = (from, Zone::Command);
            moved.push(event);
        }
    }
}

/// CR 704.5d, 704.5e: tokens and copies outside of where they can be cease to exist.
fn cease(game: &mut Game) {
    use crate::game::ObjectKind::{Copy, Token};
    if !std::mem::take(&mut game.strays.0) {
        return;
    }
    let mut gone = Vec::new();
    for list in game
        .players
        .iter()
        .flat_map(|p| [&p.hand, &p.graveyard, &p.library])
        .chain([&game.exile, &game.command])
    {
        let ceases = |id: &&ObjectId| {
            game.object(**id)
                .is_some_and(|o| matches!(o.kind, Token | Copy))
        };
        gone.extend(list.iter().filter(ceases).copied());
    }
    for id in gone {
        let Some(object) = game.object(id).copied() else {
            continue;
        };
        if let Some(list) = crate::engine::zones::list(game, object.zone, object.owner) {
            list.retain(|other| *other != id);
        }
        if let Some(object) = game.object_mut(id) {
            object.zone = Zone::Nowhere;
        }
        crate::engine::in_force::forget(game, id);
    }
}
