//! Cards that are put into the same place of a library at the same time lie in an order that is random, or that somebody
//! chooses (CR 401.4).

use crate::engine::seats;
use crate::game::{
    Answer, Decision, Event, EventKind, Game, ObjectId, ObjectKind, PlayerId,
    task::{Batch, ReplacementKey},
};
use crate::vocab::Zone;

/// The order of the event among others has been settled.
const ARRANGED: ReplacementKey = ReplacementKey::Rule(4);

/// The order of what a merged permanent becomes has been settled.
const PARTED: ReplacementKey = ReplacementKey::Rule(8);

/// Cards of one owner that come to one place of the library.
struct Pile {
    owner: PlayerId,
    depth: u32,
    /// The places of their events in the batch.
    places: Vec<usize>,
}

/// Settles the order of cards that are put into libraries, player by player (CR 101.4); whether a decision is open.
pub(super) fn arrange(game: &mut Game, batch: &mut Batch) -> bool {
    if parts_in_order(game, batch) {
        return true;
    }
    let libraries = batch
        .events
        .iter()
        .filter(|(event, _)| joins_a_library(event));
    if libraries.count() < 2 {
        return false;
    }
    while let Some(pile) = next(game, batch) {
        let cards: Vec<ObjectId> = pile
            .places
            .iter()
            .filter_map(|at| batch.events.get(*at)?.0.subject.object())
            .collect();
        let entry = pile
            .places
            .first()
            .and_then(|at| batch.events.get(*at)?.0.entry.as_deref());
        let random = entry.is_some_and(|entry| entry.random);
        let arranger = entry.and_then(|entry| entry.arranger).unwrap_or(pile.owner);
        // The first in an order is nearest to the top.
        let mut order: Vec<usize> = (0..cards.len()).collect();
        if random {
            game.random.shuffle(&mut order);
        } else if cards.len() > 1 {
            match game.answer.take() {
                Some(Answer::Order(chosen)) => {
                    order = chosen.iter().map(|at| *at as usize).collect();
                }
                _ => {
                    let first = pile.places.first();
                    let source = first.and_then(|at| batch.events.get(*at)?.0.source);
                    game.decision = Some(Decision::card_order(arranger, &cards, source));
                    return true;
                }
            }
        }
        // Of cards that go to the bottom each goes below those before it; else each goes above them.
        if pile.depth != u32::MAX {
            order.reverse();
        }
        let events: Vec<_> = order
            .iter()
            .filter_map(|at| batch.events.get(*pile.places.get(*at)?).cloned())
            .collect();
        for (at, (event, mut keys)) in pile.places.iter().zip(events) {
            keys.push(ARRANGED);
            if let Some(place) = batch.events.get_mut(*at) {
                *place = (event, keys);
            }
        }
    }
    false
}

/// CR 730.3a: the owner of a merged permanent that is put into a library arranges what it becomes; whether a decision is
/// open.
fn parts_in_order(game: &mut Game, batch: &mut Batch) -> bool {
    for (event, keys) in &mut batch.events {
        let Some(id) = event.subject.object() else {
            continue;
        };
        if !joins_a_library(event) || keys.contains(&PARTED) || game.zone(id) != Zone::Battlefield {
            continue;
        }
        let (Some(merged), Some(object)) = (game.merged(id), game.object(id)) else {
            continue;
        };
        let owner = object.owner;
        let cards: Vec<ObjectId> = merged.components.iter().map(|part| part.id).collect();
        let order = if event.entry.as_ref().is_some_and(|entry| entry.random) {
            let mut order: Vec<usize> = (0..cards.len()).collect();
            game.random.shuffle(&mut order);
            order
        } else if let Some(Answer::Order(chosen)) = game.answer.take() {
            chosen.iter().map(|at| *at as usize).collect()
        } else {
            game.decision = Some(Decision::card_order(owner, &cards, event.source));
            return true;
        };
        keys.push(PARTED);
        if let Some(merged) = game.merged_mut(id) {
            let parts = order.iter().filter_map(|at| merged.components.get(*at));
            merged.components = parts.cloned().collect();
        }
    }
    false
}

fn joins_a_library(event: &Event) -> bool {
    event.kind == EventKind::ZoneChange && event.to == Zone::Library
}

/// The next cards whose order is open: those of the first player in turn order from the active player on.
fn next(game: &Game, batch: &Batch) -> Option<Pile> {
    let open = batch
        .events
        .iter()
        .enumerate()
        .filter_map(|(at, (event, keys))| {
            let card = event
                .subject
                .object()
                .and_then(|id| game.object(id))
                .filter(|object| object.kind == ObjectKind::Card)?;
            let depth = event.entry.as_ref().map_or(0, |entry| entry.depth);
            (joins_a_library(event) && !keys.contains(&ARRANGED)).then_some((at, card.owner, depth))
        });
    let turn: Vec<PlayerId> = seats::apnap(game).into_iter().collect();
    let seat = |owner: PlayerId| turn.iter().position(|player| *player == owner);
    let (_, owner, depth) = open
        .clone()
        .min_by_key(|(at, owner, _)| (seat(*owner), *at))?;
    let places = open
        .filter(|(_, of, at)| *of == owner && *at == depth)
        .map(|(at, _, _)| at)
        .collect();
    Some(Pile {
        owner,
        depth,
        places,
    })
}
