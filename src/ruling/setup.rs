//! The game that a ruling begins with.

use super::names::{Names, Seek};
use super::report::Failure;
use super::script::{Part, Placed, Property, Ruling};
use crate::bytecode::Program;
use crate::diag::Code;
use crate::engine::{layers, setup};
use crate::game::{Entity, Game, ObjectId, ObjectKind, PlayerId, Status};
use crate::source::Span;
use crate::vocab::{CardType, Step, Zone};

/// Cards that a library holds if the ruling says nothing about it: enough for a few turns.
const CARDS_IN_LIBRARY: u32 = 12;
/// The turn on which a ruling begins: late enough that every player has had one.
const FIRST_TURN: u32 = 20;

/// Sets up what is given.
///
/// # Errors
/// A name that means nothing or several things.
pub fn game(ruling: &Ruling, program: &Program) -> Result<(Game, Names), Box<Failure>> {
    let given = &ruling.given;
    let players: Vec<&str> = given.players.iter().map(|p| p.as_str()).collect();
    let mut game = setup::game(&players, given.format, 1);
    game.tracing.0 = true;
    let mut names = Names::default();
    let listed = |player: PlayerId| given.parts.contains(&Part::ListedLibrary(player));
    for seat in 0..players.len() {
        let Ok(seat) = u8::try_from(seat) else { break };
        let player = PlayerId(seat);
        if !listed(player) {
            for _ in 0..CARDS_IN_LIBRARY {
                setup::card(&mut game, given.blank, player, Zone::Library);
            }
        }
    }
    for part in &given.parts {
        match part {
            Part::Objects(placed) => place(&mut game, program, &mut names, placed)?,
            Part::Life(player, life) => setup::life(&mut game, *player, *life),
            Part::Poison(player, count) => {
                if let Some(team) = game.team_of_mut(*player) {
                    team.poison = *count;
                }
            }
            Part::Mana(player, units) => setup::mana(&mut game, *player, units.iter().copied()),
            Part::ListedLibrary(_) => {}
            Part::About(mention, property) => {
                layers::refresh(&mut game, program);
                let found = names
                    .resolve(mention, Seek::InPlay, &game, program)
                    .map_err(|why| named(mention.span, why))?;
                for entity in found {
                    let Entity::Object(id) = entity else {
                        return Err(named(mention.span, "a player is named".to_owned()));
                    };
                    apply(&mut game, program, &names, id, property)?;
                }
            }
        }
    }
    // Libraries are listed from the top, and the last card is the top.
    for seat in 0..players.len() {
        let Ok(seat) = u8::try_from(seat) else { break };
        if listed(PlayerId(seat))
            && let Some(player) = game.player_mut(PlayerId(seat))
        {
            player.library.reverse();
        }
    }
    layers::refresh(&mut game, program);
    Ok((game, names))
}

/// Begins a turn of this player at this step.
pub fn start(game: &mut Game, program: &Program, player: PlayerId, step: Step) {
    for id in 0..game.objects.len() {
        let Ok(id) = u32::try_from(id) else { break };
        if let Some(object) = game.object_mut(ObjectId(id))
            && object.since_turn > 0
        {
            object.since_turn = FIRST_TURN;
        }
    }
    for player in &mut game.players {
        player.turns = 4;
        player.last_turn_began = FIRST_TURN.saturating_sub(1);
    }
    setup::start_at(game, player, step, FIRST_TURN);
    layers::refresh(game, program);
}

fn named(span: Span, why: String) -> Box<Failure> {
    Box::new(Failure::new(Code::UnknownName, span, why))
}

fn place(
    game: &mut Game,
    program: &Program,
    names: &mut Names,
    placed: &Placed,
) -> Result<(), Box<Failure>> {
    for _ in 0..placed.count {
        let kind = if placed.token {
            ObjectKind::Token
        } else {
            ObjectKind::Card
        };
        let controller = placed.player;
        let owner = if placed.zone == Zone::Battlefield {
            placed.owner
        } else {
            placed.player
        };
        let id = setup::object(game, kind, placed.face, owner, controller, placed.zone);
        if let Some(label) = &placed.label {
            names.give(label.clone(), id);
        }
        if placed.zone == Zone::Battlefield {
            enter(game, program, id, placed);
        }
        layers::refresh(game, program);
        for property in &placed.properties {
            apply(game, program, names, id, property)?;
        }
    }
    Ok(())
}

/// What a permanent has because it entered: loyalty or defense counters (CR 306.5b, 310.4b).
fn enter(game: &mut Game, program: &Program, id: ObjectId, placed: &Placed) {
    let Some(face) = program.face(placed.face) else {
        return;
    };
    let counters = [
        (CardType::Planeswalker, "loyalty", face.loyalty),
        (CardType::Battle, "defense", face.defense),
    ];
    for (kind, name, count) in counters {
        if face.types.contains(kind)
            && let Some(counter) = program.counter_named(name)
            && let Some(count) = count.and_then(|n| u32::try_from(n).ok())
        {
            let said = placed
                .properties
                .iter()
                .any(|p| matches!(p, Property::Counters(_, c) if *c == counter));
            if !said {
                setup::counters(game, id, counter, count);
            }
        }
    }
}

fn apply(
    game: &mut Game,
    program: &Program,
    names: &Names,
    id: ObjectId,
    property: &Property,
) -> Result<(), Box<Failure>> {
    match property {
        Property::Tapped => setup::status(game, id, Status::TAPPED),
        Property::Transformed => {
            let back = game.object(id).and_then(|o| {
                let (card, _) = program.face(o.face)?.card?;
                program.cards.get(card.index())?.faces.get(1).copied()
            });
            if let (Some(back), Some(object)) = (back, game.object_mut(id)) {
                object.face = back;
            }
            setup::status(game, id, Status::TRANSFORMED);
        }
        Property::FaceDown => setup::status(game, id, Status::FACE_DOWN),
        Property::Sick => setup::came_this_turn(game, id),
        Property::Entered => {
            setup::came_this_turn(game, id);
            setup::entered_this_turn(game, id);
        }
        Property::Counters(count, kind) => setup::counters(game, id, *kind, *count),
        Property::Damage(amount) => {
            if let Some(object) = game.object_mut(id) {
                object.damage = *amount;
            }
        }
        Property::AttachedTo(mention) => {
            let found = names
                .resolve(mention, Seek::InPlay, game, program)
                .map_err(|why| named(mention.span, why))?;
            match found.as_slice() {
                [to] => setup::attach(game, id, *to),
                _ => {
                    return Err(named(
                        mention.span,
                        "an object is attached to one thing".to_owned(),
                    ));
                }
            }
        }
        Property::Commander => setup::status(game, id, Status::COMMANDER),
        Property::Protector(player) => crate::engine::battles::protect(game, id, *player),
    }
    game.stale.0 = true;
    Ok(())
}
