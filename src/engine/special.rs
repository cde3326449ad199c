//! Special actions (CR 116) without a cost: playing a land. Turning a permanent face up is in `casting/face_up.rs`.

use crate::bytecode::Program;
use crate::engine::events;
use crate::game::{Cause, Entry, Event, EventKind, Fault, Game, ObjectId, PlayerId};
use crate::vocab::Zone;

/// Plays a land (CR 305.1, 116.2a): it goes from where it is to the battlefield without the stack.
pub(in crate::engine) fn play_land(
    game: &mut Game,
    program: &Program,
    player: PlayerId,
    card: ObjectId,
    face: u8,
) -> Result<(), Fault> {
    show_face(game, program, card, face)?;
    if let Some(player) = game.player_mut(player) {
        player.lands_played = player.lands_played.saturating_add(1);
    }
    let from = game.zone(card);
    let mut enter = Event::new(EventKind::ZoneChange, card);
    enter.cause = Cause::PlayLand;
    enter.from = from;
    enter.to = Zone::Battlefield;
    enter.entry = Some(Box::new(Entry {
        controller: Some(player),
        ..Entry::default()
    }));
    let mut play = Event::new(EventKind::PlayLand, player);
    play.object = Some(card.into());
    play.from = from;
    events::propose(game, vec![play, enter]);
    Ok(())
}

/// Gives a card the characteristics of one of its faces, as it is cast or played as that face (CR 709.3a, 712.11a, 715.3a).
pub(in crate::engine) fn show_face(
    game: &mut Game,
    program: &Program,
    card: ObjectId,
    face: u8,
) -> Result<(), Fault> {
    if face == 0 {
        return Ok(());
    }
    let id = face_of(game, program, card, face)
        .ok_or_else(|| Fault::State("the card has no such face".into()))?;
    if let Some(object) = game.object_mut(card) {
        object.face = id;
        game.stale.0 = true;
    }
    Ok(())
}

/// The n-th face of an object's card; the face that it shows for 0.
#[must_use]
pub fn face_of(
    game: &Game,
    program: &Program,
    card: ObjectId,
    face: u8,
) -> Option<crate::bytecode::FaceId> {
    let shown = game.object(card)?.face;
    if face == 0 {
        return Some(shown);
    }
    let (id, _) = program.face(shown)?.card?;
    program
        .cards
        .get(id.index())?
        .faces
        .get(usize::from(face))
        .copied()
}

/// The side of an object's card that is up if it is cast transformed: the back of a double-faced card (CR 712.8c, 712.11a).
#[must_use]
pub fn back_face(game: &Game, program: &Program, card: ObjectId) -> Option<u8> {
    use crate::bytecode::program::Layout;
    let object = game.object(card)?;
    let (id, _) = program.face(object.face)?.card?;
    let layout = program.cards.get(id.index())?.layout;
    let double_faced = matches!(layout, Layout::Transform | Layout::ModalDoubleFaced);
    (double_faced && object.kind != crate::game::ObjectKind::Token).then_some(1)
}

/// Whether an object shows the Adventure of an adventurer card (CR 715.2).
#[must_use]
pub fn is_adventure(program: &Program, object: &crate::game::Object) -> bool {
    let side = program.face(object.face).and_then(|face| face.card);
    side.is_some_and(|(card, side)| {
        let layout = program.cards.get(card.index()).map(|card| card.layout);
        side > 0 && layout == Some(crate::bytecode::program::Layout::Adventure)
    })
}

/// Whether an object shows both halves of a split card combined (CR 709.4).
#[must_use]
pub fn is_combined(program: &Program, object: &crate::game::Object) -> bool {
    let side = program.face(object.face).and_then(|face| face.card);
    side.is_some_and(|(card, side)| {
        let layout = program.cards.get(card.index()).map(|card| card.layout);
        side == 0 && layout == Some(crate::bytecode::program::Layout::Split)
    })
}
