//! Battles (CR 310): who protects them, and when they are put into the graveyard.

use crate::bytecode::Program;
use crate::engine::{events, seats};
use crate::game::{
    About, Answer, Characteristics, Choice, Decision, Entity, Event, EventKind, Fault, Game,
    ObjectId, PlayerId, StackItem, StackKind, Status, state::ChosenValue, task::Batch,
};
use crate::vocab::{CardType, Zone};

/// Players who can protect a battle with these subtypes under this control: of a Siege the opponents (CR 310.11a), of one
/// without a battle type its controller (CR 310.8a).
fn possible(
    game: &Game,
    program: &Program,
    subtypes: &[crate::bytecode::SubtypeId],
    controller: PlayerId,
) -> Vec<PlayerId> {
    let siege = program.subtype_named("Siege");
    if siege.is_some_and(|siege| subtypes.contains(&siege)) {
        seats::opponents(game, controller).collect()
    } else {
        vec![controller]
    }
}

/// The one who will protect a battle, whom its controller chooses if there are several; `None` while they are asked.
fn chosen(
    game: &mut Game,
    controller: PlayerId,
    possible: &[PlayerId],
    battle: Option<ObjectId>,
) -> Result<Option<PlayerId>, Fault> {
    if let [only] = possible {
        return Ok(Some(*only));
    }
    match game.answer.take() {
        Some(Answer::Some(chosen)) => match chosen.first().and_then(|entity| entity.player()) {
            Some(player) => Ok(Some(player)),
            None => Err(Fault::State("no player was chosen".into())),
        },
        Some(_) => Err(Fault::State(
            "the protector of a battle was answered otherwise".into(),
        )),
        None => {
            game.decision = Some(Decision {
                player: controller,
                choice: Choice::Some {
                    from: possible.iter().map(|p| Entity::Player(*p)).collect(),
                    min: 1,
                    max: 1,
                },
                about: About::Protector,
                source: battle,
                ability: None,
            });
            Ok(None)
        }
    }
}

/// CR 310.8a: as battles enter, their controllers choose who protects them. Whether one is being asked.
pub(in crate::engine) fn choose_as_they_enter(
    game: &mut Game,
    program: &Program,
    batch: &mut Batch,
) -> Result<bool, Fault> {
    for (event, _) in &mut batch.events {
        let settled = |event: &Event| {
            let entry = event.entry.as_ref();
            entry.is_some_and(|entry| entry.protector.is_some())
        };
        if event.kind != EventKind::ZoneChange || event.to != Zone::Battlefield || settled(event) {
            continue;
        }
        let Some((face, controller)) = events::zones::face_to_be(game, program, event) else {
            continue;
        };
        let Some(face) = program.face(face) else {
            continue;
        };
        if !face.types.contains(CardType::Battle) {
            continue;
        }
        let possible = possible(game, program, &face.subtypes, controller);
        if possible.is_empty() {
            // CR 310.10: it won't stay.
            continue;
        }
        let Some(player) = chosen(game, controller, &possible, event.subject.object())? else {
            return Ok(true);
        };
        event.entry.get_or_insert_default().protector = Some(player);
    }
    Ok(false)
}

/// Makes a player the protector of a battle. It has only one at a time (CR 310.8f).
pub fn protect(game: &mut Game, battle: ObjectId, player: PlayerId) {
    game.chosen
        .retain(|(of, value)| *of != battle || !matches!(value, ChosenValue::Protector(_)));
    game.chosen.push((battle, ChosenValue::Protector(player)));
    game.stale.0 = true;
}

/// CR 310.10, 704.5w, 704.5x: a battle without a protector who can be that gets one, or is put into its owner's graveyard.
/// Whether a player became a protector or is asked about it.
pub(in crate::engine) fn protectors(
    game: &mut Game,
    program: &Program,
    gone: &mut Vec<ObjectId>,
) -> Result<bool, Fault> {
    let lacking = |id: ObjectId| {
        let seen = game.cached(id)?;
        if !seen.types.contains(CardType::Battle) || game.has_status(id, Status::PHASED_OUT) {
            return None;
        }
        let attacked = game.combat.as_ref().is_some_and(|combat| {
            let target = Some(Entity::Object(id));
            combat.attacks.iter().any(|attack| attack.target == target)
        });
        let possible = possible(game, program, &seen.subtypes, seen.controller);
        let protected = game.protector(id).is_some_and(|p| possible.contains(&p));
        // CR 704.5x: what its controller protects changes hands even while it is attacked.
        let own = game.protector(id) == Some(seen.controller);
        (!protected && (own || !attacked)).then_some((id, seen.controller, possible))
    };
    let lacking: Vec<_> = game
        .battlefield
        .iter()
        .copied()
        .filter_map(lacking)
        .collect();
    let mut changed = false;
    for (id, controller, possible) in lacking {
        if possible.is_empty() {
            gone.push(id);
            continue;
        }
        match chosen(game, controller, &possible, Some(id))? {
            Some(player) => protect(game, id, player),
            None => return Ok(true),
        }
        changed = true;
    }
    Ok(changed)
}

/// CR 704.5v: whether a battle without defense has no ability left that has triggered and not yet left the stack.
pub(in crate::engine) fn is_over(game: &Game, id: ObjectId, seen: &Characteristics) -> bool {
    let of_it = |item: &StackItem| item.source == id && item.kind == StackKind::Triggered;
    seen.types.contains(CardType::Battle)
        && !game.stack.iter().any(of_it)
        && !game.waiting.iter().any(|waiting| of_it(&waiting.item))
}
