//! What must have happened before a card may be cast in a special way: prowl (CR 702.76a), miracle (CR 702.94a).

use crate::bytecode::{AbilityId, AbilityKind, Primitive, Program, SubtypeId, SubtypeKind};
use crate::engine::{events, layers};
use crate::game::{
    About, Answer, Characteristics, Choice, Decision, Entity, Event, EventFlags, EventKind, Fault,
    Game, Hit, ObjectId, PlayerId, StackItem, Task, state::Waiting,
};
use crate::vocab::CardType;
use smallvec::SmallVec;

/// The creature types among subtypes.
fn creature_types(program: &Program, seen: &Characteristics) -> SmallVec<[SubtypeId; 4]> {
    let of_creatures = |id: &SubtypeId| {
        program
            .subtypes
            .get(id.index())
            .is_some_and(|subtype| subtype.kind == SubtypeKind::Of(CardType::Creature))
    };
    seen.subtypes.iter().copied().filter(of_creatures).collect()
}

/// Remembers what has dealt combat damage to a player: who controlled it, and its creature types at that time.
pub(in crate::engine) fn note_hit(game: &mut Game, program: &Program, damage: &Event) {
    if damage.subject.player().is_none() || !damage.flags.has(EventFlags::COMBAT) {
        return;
    }
    let Some(seen) = damage
        .source
        .and_then(|id| layers::characteristics(game, program, id))
    else {
        return;
    };
    let hit = Hit {
        controller: seen.controller,
        types: creature_types(program, &seen),
        every_type: seen.every_creature_type,
    };
    if !game.history.hits.contains(&hit) {
        game.history.hits.push(hit);
    }
}

/// Whether a card may be cast for its prowl cost now; other ways are not held back (CR 702.76a).
pub(in crate::engine) fn prowls(
    game: &Game,
    program: &Program,
    player: PlayerId,
    card: ObjectId,
    way: Option<AbilityId>,
) -> bool {
    if !way.is_some_and(|id| super::is_primitive(program, id, Primitive::Prowl)) {
        return true;
    }
    let Some(seen) = layers::seen(game, program, card) else {
        return false;
    };
    let types = creature_types(program, &seen);
    let every = seen.every_creature_type;
    game.history.hits.iter().any(|hit| {
        let shared = match (every, hit.every_type) {
            (true, true) => true,
            (true, false) => !hit.types.is_empty(),
            (false, true) => !types.is_empty(),
            (false, false) => hit.types.iter().any(|id| types.contains(id)),
        };
        hit.controller == player && shared
    })
}

/// Whether an ability is the trigger of miracle, which is asked about as its card is drawn.
pub(in crate::engine) fn is_miracle(program: &Program, id: AbilityId) -> bool {
    let keyword = program.ability(id).and_then(|ability| ability.keyword);
    let known = keyword.and_then(|keyword| program.keywords.get(keyword.index()));
    known.is_some_and(|known| known.primitive == Some(Primitive::Miracle))
        && program
            .ability(id)
            .is_some_and(|ability| matches!(ability.kind, AbilityKind::Triggered { .. }))
}

/// Whether this draw is the first of its player in the turn; `happened` has been counted by now.
pub(in crate::engine) fn drawn_first(game: &Game, draw: &Event, happened: &[Event]) -> bool {
    let Some(player) = draw.subject.player() else {
        return false;
    };
    let mut own = happened
        .iter()
        .filter(|event| event.kind == EventKind::Draw && event.subject == draw.subject);
    let first = own.next().is_some_and(|event| event.object == draw.object);
    let here = 1_usize.saturating_add(own.count());
    let counts = game.history.cards_drawn.iter();
    let all = counts
        .filter(|(who, _)| *who == player)
        .map(|(_, count)| *count as usize)
        .fold(0, usize::saturating_add);
    first && all == here
}

/// Asks whether a card is revealed as it is drawn; its ability triggers then (CR 702.94a).
pub(in crate::engine) fn reveal(game: &mut Game) -> Result<(), Fault> {
    let Some(Task::Miracle(item)) = game.tasks.pop() else {
        return Err(Fault::State("no card has been drawn to reveal".into()));
    };
    match game.answer.take() {
        Some(Answer::YesNo(true)) => revealed(game, *item),
        Some(Answer::YesNo(false)) => {}
        Some(_) => {
            return Err(Fault::State(
                "whether a card is revealed was answered otherwise".into(),
            ));
        }
        None => {
            game.decision = Some(Decision {
                player: item.controller,
                choice: Choice::YesNo,
                about: About::May,
                source: Some(item.source),
                ability: item.ability,
            });
            game.tasks.push(Task::Miracle(item));
        }
    }
    Ok(())
}

fn revealed(game: &mut Game, item: StackItem) {
    let mut event = Event::new(EventKind::Reveal, item.controller);
    event.object = Some(Entity::Object(item.source));
    event.source = Some(item.source);
    game.waiting.push(Waiting {
        item,
        on_trigger: false,
    });
    events::propose(game, vec![event]);
}
