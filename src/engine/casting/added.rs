//! What else is chosen as a spell is cast (CR 601.2b): the permanent that its emerge cost takes (CR 702.119c), cards that are
//! spliced onto it (CR 702.47a), and the spell abilities that it has only because a cost was paid (CR 702.113b).

use crate::bytecode::{AbilityId, AbilityKind, Body, Primitive, Program, Restriction};
use crate::engine::{
    announce,
    casting::{self, Flow, is_primitive, sync},
    layers, restrictions, statements, targets,
};
use crate::game::{
    About, Answer, CastStage, Casting, Choice, Entity, Event, EventKind, Fault, Game, ObjectId,
    PlayerId, StackItem, StackKind, Status,
};
use crate::vocab::{CardType, Zone};
use smallvec::SmallVec;

/// Asks for these choices, one after the other.
pub(in crate::engine) fn step(
    game: &mut Game,
    program: &Program,
    casting: &mut Casting,
) -> Result<Flow, Fault> {
    casting.stage = CastStage::AnnounceX;
    if casting.item.kind != StackKind::Spell || casting.face_up {
        return Ok(Flow::On);
    }
    let player = casting.item.controller;
    let emerges = emerge(program, casting.alternative);
    if emerges && casting.besides.sacrificed.is_none() {
        let from = sacrifices(game, program, player)?;
        let Some(answer) = game.answer.take() else {
            if from.is_empty() {
                return Ok(Flow::TakeBack);
            }
            casting.stage = CastStage::Splice;
            let from = from.into_iter().map(Entity::Object).collect();
            let (min, max) = (1, 1);
            let choice = Choice::Some { from, min, max };
            announce::ask(game, &casting.item, choice, About::Costs);
            return Ok(Flow::On);
        };
        let chosen = things(answer)?;
        casting.besides.sacrificed = chosen.first().and_then(|entity| entity.object());
    }
    let cards = splices(game, program, &casting.item)?;
    if !cards.is_empty() {
        let Some(answer) = game.answer.take() else {
            casting.stage = CastStage::Splice;
            let choice = Choice::Some {
                min: 0,
                max: u32::try_from(cards.len()).unwrap_or(u32::MAX),
                from: cards.iter().map(|(card, ..)| (*card).into()).collect(),
            };
            announce::ask(game, &casting.item, choice, About::Costs);
            return Ok(Flow::On);
        };
        // CR 702.47b: in the order in which they are named.
        let mut revealed = Vec::new();
        for card in things(answer)? {
            let known = cards.iter().find(|(id, ..)| card == Entity::Object(*id));
            if let Some((id, splice, text)) = known {
                casting.besides.spliced.push((*id, *splice));
                casting.item.added.push(*text);
                let mut event = Event::new(EventKind::Reveal, player);
                event.object = Some(card);
                event.source = Some(casting.item.source);
                revealed.push(event);
            }
        }
        if !revealed.is_empty() {
            crate::engine::events::propose(game, revealed);
        }
    }
    let paid = of_paid(game, program, casting);
    for id in paid {
        if !casting.item.added.contains(&id) {
            casting.item.added.insert(0, id);
        }
    }
    sync(game, program, casting);
    Ok(Flow::On)
}

/// The chosen things of an answer.
fn things(answer: Answer) -> Result<Vec<Entity>, Fault> {
    match answer {
        Answer::Some(chosen) => Ok(chosen),
        _ => Err(Fault::State(
            "a choice of objects was answered with something else".into(),
        )),
    }
}

/// Whether a way to cast a spell is its emerge cost.
pub(in crate::engine) fn emerge(program: &Program, way: Option<AbilityId>) -> bool {
    way.is_some_and(|id| is_primitive(program, id, Primitive::Emerge))
}

/// The creatures that a player could sacrifice for an emerge cost (CR 702.119a).
pub(in crate::engine) fn sacrifices(
    game: &Game,
    program: &Program,
    player: PlayerId,
) -> Result<Vec<ObjectId>, Fault> {
    let mut found = Vec::new();
    for &id in &game.battlefield {
        let fits = layers::seen(game, program, id).is_some_and(|seen| {
            seen.controller == player && seen.types.contains(CardType::Creature)
        });
        if !fits || game.has_status(id, Status::PHASED_OUT) {
            continue;
        }
        let entity = Entity::Object(id);
        let kept = restrictions::forbidden(game, program, entity, |restriction, _| {
            Ok(*restriction == Restriction::BeSacrificed)
        })?;
        if kept.is_none() {
            found.push(id);
        }
    }
    Ok(found)
}

/// The spell ability of a card as it is printed, without those of keywords.
pub(in crate::engine) fn text_of(program: &Program, abilities: &[AbilityId]) -> Option<AbilityId> {
    abilities.iter().copied().find(|id| {
        program
            .ability(*id)
            .is_some_and(|a| matches!(a.kind, AbilityKind::Spell(_)) && a.keyword.is_none())
    })
}

/// The spell ability that takes the place of a spell's own text because it was cast this way (CR 702.96a).
pub(in crate::engine) fn text_instead(
    program: &Program,
    abilities: &[AbilityId],
    way: Option<AbilityId>,
) -> Option<AbilityId> {
    let keyword = program.ability(way?)?.keyword?;
    let overload = program.keywords.get(keyword.index())?.primitive == Some(Primitive::Overload);
    abilities.iter().copied().find(|id| {
        overload
            && program.ability(*id).is_some_and(|a| {
                matches!(a.kind, AbilityKind::Spell(_)) && a.keyword == Some(keyword)
            })
    })
}

/// The spell abilities of keywords whose costs were paid (CR 702.113b).
fn of_paid(game: &Game, program: &Program, casting: &Casting) -> SmallVec<[AbilityId; 1]> {
    let Some(face) = game
        .object(casting.item.object)
        .filter(|object| !object.status.has(Status::FACE_DOWN))
        .and_then(|object| program.face(object.face))
    else {
        return SmallVec::new();
    };
    let keyword = |id: &AbilityId| program.ability(*id).and_then(|ability| ability.keyword);
    let paid: SmallVec<[_; 2]> = casting
        .additional
        .iter()
        .chain(&casting.alternative)
        .filter_map(keyword)
        .filter(|keyword| {
            let known = program.keywords.get(keyword.index());
            known.is_some_and(|known| known.primitive.is_none())
        })
        .collect();
    face.abilities
        .iter()
        .copied()
        .filter(|id| {
            program.ability(*id).is_some_and(|ability| {
                matches!(ability.kind, AbilityKind::Spell(_))
                    && ability
                        .keyword
                        .is_some_and(|keyword| paid.contains(&keyword))
            })
        })
        .collect()
}

/// Cards in hand that can be spliced onto a spell, each with its splice ability and the text that is added.
fn splices(
    game: &Game,
    program: &Program,
    item: &StackItem,
) -> Result<Vec<(ObjectId, AbilityId, AbilityId)>, Fault> {
    let mut found = Vec::new();
    let Some(seat) = game.player(item.controller) else {
        return Ok(found);
    };
    // What divides an amount is one text only.
    let divided = casting::body(program, item)?.is_some_and(divides);
    for &card in &seat.hand {
        let Some(face) = game
            .object(card)
            .and_then(|object| program.face(object.face))
        else {
            continue;
        };
        let Some(id) = casting::printed_primitive(game, program, card, Primitive::Splice) else {
            continue;
        };
        let (Some(text), Some(ability)) = (text_of(program, &face.abilities), program.ability(id))
        else {
            continue;
        };
        let (AbilityKind::Primitive { argument, .. }, Some(AbilityKind::Spell(body))) =
            (&ability.kind, program.ability(text).map(|text| &text.kind))
        else {
            continue;
        };
        let Some(quality) = argument else {
            continue;
        };
        let context = statements::context(card, item.controller);
        let onto = Some(Entity::Object(item.object));
        if body.modes.is_some()
            || divided && divides(body)
            || !crate::vm::truth(game, program, *quality, &context, onto)?
        {
            continue;
        }
        // CR 702.47b: what it says must be possible to choose.
        let mut added = item.clone();
        added.targets.clear();
        let context = casting::context_of(&added, true);
        if targets::none_for(game, program, body, &context)?.is_none() {
            found.push((card, id, text));
        }
    }
    Ok(found)
}

/// Whether an amount is divided among targets.
fn divides(body: &Body) -> bool {
    body.parts.iter().any(|part| part.divided.is_some())
}

/// Whether a spell that players can't respond to is on the stack (CR 702.61a).
pub(in crate::engine) fn split_second(game: &Game, program: &Program) -> bool {
    game.stack.iter().any(|item| {
        item.kind == StackKind::Spell
            && game.zone(item.object) == Zone::Stack
            && layers::seen(game, program, item.object)
                .is_some_and(|seen| crate::engine::combat::has(&seen, Primitive::SplitSecond))
    })
}
