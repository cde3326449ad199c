//! What Auras enchant that enter without having been cast, and what else enters attached (CR 303.4f–i, 301.5e).

use super::zones;
use crate::bytecode::{AbilityKind, CodeId, Face, Primitive, Program};
use crate::engine::{layers, seats, targets};
use crate::game::{
    About, Answer, Choice, Context, Decision, Entity, Event, EventKind, Fault, Game, ObjectId,
    PlayerId, task::Batch, task::ReplacementKey,
};
use crate::vm;
use crate::vocab::{CardType, Zone};

/// What it is attached to has been settled.
const SETTLED: ReplacementKey = ReplacementKey::Rule(9);

/// Settles what enters attached to what, and leaves out Auras that can't enter; whether a decision is open.
pub(super) fn settle(game: &mut Game, program: &Program, batch: &mut Batch) -> Result<bool, Fault> {
    let mut at = 0;
    while let Some((event, keys)) = batch.events.get_mut(at) {
        at += 1;
        if event.kind != EventKind::ZoneChange
            || event.to != Zone::Battlefield
            || keys.contains(&SETTLED)
        {
            continue;
        }
        // CR 608.3c: an Aura spell enchants its target.
        let this = event.subject.object();
        if this.is_some_and(|id| game.zone(id) == Zone::Stack) {
            continue;
        }
        let Some((face, controller)) = zones::face_to_be(game, program, event) else {
            continue;
        };
        let Some(face) = program.face(face) else {
            continue;
        };
        let enchant = qualities(program, face);
        let entry = event.entry.as_deref();
        let said = entry.is_some_and(|entry| entry.attaches);
        let host = entry.and_then(|entry| entry.attached_to);
        if enchant.is_empty() {
            // CR 301.5e, 303.4h: it enters unattached.
            if let Some(entry) = event.entry.as_mut().filter(|_| said) {
                let fits = host.is_some_and(|host| equips(game, program, face, host));
                entry.attached_to = entry.attached_to.filter(|_| fits);
            }
            keys.push(SETTLED);
            continue;
        }
        let legal = |game: &Game, host| {
            let this = this.unwrap_or(ObjectId(u32::MAX));
            enchants(game, program, (this, controller), &enchant, host)
        };
        let host = if said {
            match host {
                Some(host) if legal(game, host)? => Some(host),
                _ => None,
            }
        } else {
            let mut possible = Vec::new();
            let players = seats::in_game(game).map(Entity::Player);
            let permanents = game.battlefield.iter().copied().map(Entity::Object);
            for host in players.chain(permanents) {
                if legal(game, host)? {
                    possible.push(host);
                }
            }
            match chosen(game, controller, possible, event) {
                Chosen::Asked => return Ok(true),
                Chosen::Host(host) => Some(host),
                Chosen::Nothing => None,
            }
        };
        if host.is_none() {
            // CR 303.4g, 303.4i: it stays where it is, and a token isn't created.
            at -= 1;
            batch.events.remove(at);
            continue;
        }
        keys.push(SETTLED);
        event.entry.get_or_insert_default().attached_to = host;
    }
    Ok(false)
}

enum Chosen {
    Asked,
    Nothing,
    Host(Entity),
}

/// CR 303.4f: who will control the Aura chooses what it will enchant.
fn chosen(game: &mut Game, player: PlayerId, possible: Vec<Entity>, event: &Event) -> Chosen {
    match possible.as_slice() {
        [] => return Chosen::Nothing,
        [only] => return Chosen::Host(*only),
        _ => {}
    }
    if let Some(Answer::Some(chosen)) = game.answer.take() {
        return match chosen.first() {
            Some(host) => Chosen::Host(*host),
            None => Chosen::Nothing,
        };
    }
    game.decision = Some(Decision {
        player,
        choice: Choice::Some {
            from: possible,
            min: 1,
            max: 1,
        },
        about: About::Enchanted,
        source: event.subject.object(),
        ability: None,
    });
    Chosen::Asked
}

/// What the enchant abilities of a face ask for (CR 702.5a).
fn qualities(program: &Program, face: &Face) -> Vec<CodeId> {
    let abilities = face.abilities.iter().filter_map(|id| program.ability(*id));
    abilities
        .filter_map(|ability| match &ability.kind {
            AbilityKind::Primitive {
                primitive: Primitive::Enchant,
                argument,
                ..
            } => *argument,
            _ => None,
        })
        .collect()
}

/// Whether an Aura that a player will control can enchant this (CR 303.4f).
fn enchants(
    game: &Game,
    program: &Program,
    (aura, controller): (ObjectId, PlayerId),
    qualities: &[CodeId],
    host: Entity,
) -> Result<bool, Fault> {
    match host {
        Entity::Player(player) => {
            if !game.player(player).is_some_and(|seat| seat.in_game) {
                return Ok(false);
            }
        }
        Entity::Object(id) => {
            if layers::characteristics(game, program, id).is_none()
                || game.zone(id) != Zone::Battlefield
                || game.has_status(id, crate::game::Status::PHASED_OUT)
                || targets::protected_from(game, program, id, aura)?
            {
                return Ok(false);
            }
        }
    }
    let context = Context::new(aura, controller);
    for quality in qualities {
        if !vm::truth(game, program, *quality, &context, Some(host))? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether what is no Aura can be attached to this: Equipment to creatures, Fortifications to lands (CR 301.5, 301.6).
fn equips(game: &Game, program: &Program, face: &Face, host: Entity) -> bool {
    let is = |name: &str| {
        program
            .subtype_named(name)
            .is_some_and(|subtype| face.subtypes.contains(&subtype))
    };
    let seen = host
        .object()
        .filter(|id| game.zone(*id) == Zone::Battlefield)
        .and_then(|id| game.cached(id));
    seen.is_some_and(|seen| {
        seen.types.contains(CardType::Creature) && is("Equipment")
            || seen.types.contains(CardType::Land) && is("Fortification")
    }) && !face.types.contains(CardType::Creature)
        && !face.types.contains(CardType::Battle)
}
