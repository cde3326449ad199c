//! Building a game: seats, libraries, objects put directly into zones, a turn and step to start at.
//!
//! Nothing here happens in the sense of the rules: no event, no trigger, no replacement. That is what a scenario's "given"
//! needs, and the state before the first turn.

use crate::bytecode::CounterId;
use crate::bytecode::FaceId;
use crate::engine::{seats, turn, zones};
use crate::game::{
    Entity, Event, EventKind, Format, Game, History, ManaPool, ManaUnit, Object, ObjectId,
    ObjectKind, Player, PlayerId, Random, Status, StepStage, Task, Team, TeamId, Timestamp, Turn,
    state::{Derived, LoopWatch},
};
use crate::vocab::{Name, Step, Zone};
use std::sync::Arc;

/// A game of these players, before its first turn, with nothing in any zone.
///
/// In [`Format::TwoHeadedGiant`] players sit next to their teammates: seats 0 and 1, 2 and 3, and so on (CR 810.2).
#[must_use]
pub fn game(names: &[&str], format: Format, seed: u64) -> Game {
    let count = names.len().clamp(1, 64);
    let team_size = match format {
        Format::TwoHeadedGiant => 2,
        Format::FreeForAll | Format::Commander => 1,
    };
    // CR 103.4: 20 life, 30 for a team of two, 40 with commanders.
    let life = match format {
        Format::FreeForAll => 20,
        Format::TwoHeadedGiant => 30,
        Format::Commander => 40,
    };
    let teams = count.div_ceil(team_size);
    Game {
        format,
        players: names
            .iter()
            .take(count)
            .enumerate()
            .map(|(seat, name)| player(name, seat.checked_div(team_size).unwrap_or(seat)))
            .collect(),
        teams: (0..teams)
            .map(|_| Team {
                life,
                poison: 0,
                starting_life: life,
            })
            .collect(),
        objects: Vec::new(),
        battlefield: Vec::new(),
        exile: Vec::new(),
        command: Vec::new(),
        stack: Vec::new(),
        counters: Vec::new(),
        turn: Turn {
            number: 0,
            active: PlayerId(0),
            step: Step::Untap,
            extra: Vec::new(),
            upcoming: smallvec::SmallVec::new(),
        },
        combat: None,
        effects: Vec::new(),
        delayed: Vec::new(),
        waiting: Vec::new(),
        history: History::default(),
        linked: Vec::new(),
        chosen: Vec::new(),
        tasks: Vec::new(),
        decision: None,
        answer: None,
        only_for: None,
        results: Vec::new(),
        resolving_since: 0,
        watch: LoopWatch::default(),
        outcome: None,
        next_timestamp: Timestamp(1),
        random: Random(seed),
        log: Derived::default(),
        tracing: Derived::default(),
        cache: Derived::default(),
        facts: Derived::default(),
        strays: Derived(true),
        stale: Derived(true),
        last_known: std::sync::Arc::default(),
    }
}

/// A player with nothing.
fn player(name: &str, team: usize) -> Player {
    Player {
        name: Name::new(name),
        team: TeamId(u8::try_from(team).unwrap_or(u8::MAX)),
        in_game: true,
        library: Vec::new(),
        hand: Vec::new(),
        graveyard: Vec::new(),
        mana: ManaPool::default(),
        lands_played: 0,
        drew_from_empty: false,
        designations: Default::default(),
        turns: 0,
        last_turn_began: 0,
        turn_before_began: 0,
    }
}

/// Puts a new object into a zone: the last place of it, which is the top of a library. It has always been there; a
/// permanent isn't summoning sick.
///
/// On the stack an object also needs its item; that is the caller's to push.
pub fn object(
    game: &mut Game,
    kind: ObjectKind,
    face: FaceId,
    owner: PlayerId,
    controller: PlayerId,
    zone: Zone,
) -> ObjectId {
    let id = ObjectId(u32::try_from(game.objects.len()).unwrap_or(u32::MAX));
    let timestamp = game.stamp();
    game.objects.push(Object {
        zone,
        ..Object::new(kind, face, owner, controller, timestamp)
    });
    if let Some(list) = zones::list(game, zone, owner) {
        list.push(id);
    }
    game.stale.0 = true;
    game.strays.0 = true;
    id
}

/// Puts a card into a zone of its owner; into a library, on top.
pub fn card(game: &mut Game, face: FaceId, owner: PlayerId, zone: Zone) -> ObjectId {
    object(game, ObjectKind::Card, face, owner, owner, zone)
}

/// Puts a card onto the battlefield, untapped and not summoning sick.
pub fn permanent(game: &mut Game, face: FaceId, owner: PlayerId, controller: PlayerId) -> ObjectId {
    object(
        game,
        ObjectKind::Card,
        face,
        owner,
        controller,
        Zone::Battlefield,
    )
}

/// Puts a token onto the battlefield, untapped and not summoning sick.
pub fn token(game: &mut Game, face: FaceId, controller: PlayerId) -> ObjectId {
    object(
        game,
        ObjectKind::Token,
        face,
        controller,
        controller,
        Zone::Battlefield,
    )
}

/// Sets status bits of an object.
pub fn status(game: &mut Game, id: ObjectId, bits: Status) {
    if let Some(object) = game.object_mut(id) {
        object.status.set(bits, true);
        game.stale.0 = true;
    }
}

/// A permanent has come under its controller's control this turn (CR 302.6).
pub fn came_this_turn(game: &mut Game, id: ObjectId) {
    if let Some(object) = game.object_mut(id) {
        object.since_turn = 1;
    }
}

/// A permanent has entered this turn, from its owner's hand.
pub fn entered_this_turn(game: &mut Game, id: ObjectId) {
    let mut event = Event::new(EventKind::ZoneChange, id);
    (event.from, event.to) = (Zone::Hand, Zone::Battlefield);
    event.object = Some(id.into());
    Arc::make_mut(&mut game.history.this_turn).push(event);
}

/// Attaches an Aura, Equipment or Fortification to something.
pub fn attach(game: &mut Game, id: ObjectId, to: impl Into<Entity>) {
    let to = to.into();
    if let Some(object) = game.object_mut(id) {
        object.attached_to = Some(to);
        game.stale.0 = true;
    }
}

/// Puts counters on an object or player.
pub fn counters(game: &mut Game, on: impl Into<Entity>, kind: CounterId, count: u32) {
    zones::add_counters(game, on.into(), kind, count);
    game.stale.0 = true;
}

/// Puts mana into a player's pool.
pub fn mana(game: &mut Game, player: PlayerId, units: impl IntoIterator<Item = ManaUnit>) {
    if let Some(player) = game.player_mut(player) {
        player.mana.0.extend(units);
        player.mana.0.sort();
    }
}

/// Sets a life total: the team's (CR 810.9).
pub fn life(game: &mut Game, player: PlayerId, life: i64) {
    if let Some(team) = game.team_of_mut(player) {
        team.life = life;
    }
}

/// Begins the game with the first turn of this player (CR 103.8). Libraries and hands are as they were put; what cards in them
/// allow before that turn comes first (CR 103.6).
pub fn start(game: &mut Game, first: PlayerId) {
    start_at(game, first, Step::Untap, 1);
    game.tasks.push(Task::Opening);
}

/// Begins at a step of a turn of this player. The step begins: its triggers trigger and its turn-based actions happen.
/// The turn has this number, counted from 1; on turn 1 of two players nobody draws (CR 103.8a).
pub fn start_at(game: &mut Game, active: PlayerId, step: Step, number: u32) {
    game.turn.number = number.max(1);
    game.turn.active = active;
    if seats::shared_turns(game) {
        // CR 805.4a: the team's turn, named by its first player.
        let first = seats::in_game(game).find(|p| seats::same_team(game, *p, active));
        game.turn.active = first.unwrap_or(active);
    }
    game.turn.step = step;
    game.turn.upcoming = turn::phases_after(step.phase()).collect();
    let number = game.turn.number;
    for player in seats::active_players(game) {
        if let Some(player) = game.player_mut(player) {
            player.turns = player.turns.max(1);
            player.last_turn_began = number;
        }
    }
    game.tasks.clear();
    game.decision = None;
    game.answer = None;
    game.tasks.push(Task::Step {
        step,
        stage: StepStage::Begin,
    });
}
