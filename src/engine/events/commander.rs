//! Commanders that would go to a hand or a library (CR 903.9b).

use super::Prepared;
use crate::game::{
    About, Answer, Choice, Decision, Event, EventKind, Fault, Format, Game, Status,
    task::ReplacementKey,
};
use crate::vocab::Zone;
use smallvec::SmallVec;

/// The owner of a commander has left it to go to their hand (CR 903.9b).
const TO_HAND: ReplacementKey = ReplacementKey::Rule(6);
/// The owner of a commander has left it to go to their library.
const TO_LIBRARY: ReplacementKey = ReplacementKey::Rule(7);

/// Whether the event would put a commander into its owner's hand or library, and the owner hasn't been asked about that.
pub(super) fn commander_returns(game: &Game, event: &Event, keys: &[ReplacementKey]) -> bool {
    let asked = match event.to {
        Zone::Hand => TO_HAND,
        Zone::Library => TO_LIBRARY,
        _ => return false,
    };
    game.format == Format::Commander
        && event.kind == EventKind::ZoneChange
        && event.from != event.to
        && !keys.contains(&asked)
        && event
            .subject
            .object()
            .is_some_and(|id| game.has_status(id, Status::COMMANDER))
}

/// CR 903.9b: its owner may put it into the command zone instead.
pub(super) fn to_command_zone(
    game: &mut Game,
    event: &mut Event,
    keys: &mut SmallVec<[ReplacementKey; 1]>,
) -> Result<Prepared, Fault> {
    let owner = event
        .subject
        .object()
        .and_then(|id| game.object(id))
        .map(|object| object.owner);
    let Some(player) = owner else {
        return Ok(Prepared::Dropped);
    };
    let merged = event
        .subject
        .object()
        .is_some_and(|id| game.zone(id) == Zone::Battlefield && game.merged(id).is_some());
    match game.answer.take() {
        // CR 903.9c: the other components of a merged permanent go where it would.
        Some(Answer::YesNo(true)) if merged => {
            keys.extend([TO_HAND, TO_LIBRARY]);
            event.entry.get_or_insert_default().commander_apart = true;
        }
        Some(Answer::YesNo(true)) => event.to = Zone::Command,
        Some(Answer::YesNo(false)) => keys.push(if event.to == Zone::Hand {
            TO_HAND
        } else {
            TO_LIBRARY
        }),
        Some(_) => {
            return Err(Fault::State(
                "where a commander goes was answered otherwise".into(),
            ));
        }
        None => {
            game.decision = Some(Decision {
                player,
                choice: Choice::YesNo,
                about: About::CommanderReturns,
                source: event.subject.object(),
                ability: None,
            });
            return Ok(Prepared::Wait(None));
        }
    }
    Ok(Prepared::Again)
}
