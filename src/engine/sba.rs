//! State-based actions (CR 704): so far losing the game and creatures without toughness or with lethal damage.

use super::{layers, seats};
use crate::bytecode::{Primitive, Program};
use crate::game::{Cause, Event, EventKind, Fault, Game};
use crate::vocab::{CardType, Zone};

/// Performs all applicable state-based actions at once (CR 704.3); whether there were any.
///
/// # Errors
/// [`Fault::Unsupported`] for permanents with state-based actions of their own.
pub fn check(game: &mut Game, program: &Program) -> Result<bool, Fault> {
    layers::refresh(game, program);
    let mut actions = Vec::new();
    for player in seats::in_game(game) {
        // CR 704.5a, 704.5b.
        let drew = game.player(player).is_some_and(|p| p.drew_from_empty);
        if game.life(player) <= 0 || drew {
            let mut event = Event::new(EventKind::LoseGame, player);
            event.cause = Cause::StateBased;
            actions.push(event);
        }
    }
    for &id in &game.battlefield {
        let (Some(seen), Some(object)) = (game.cached(id), game.object(id)) else {
            continue;
        };
        if seen.types.contains(CardType::Planeswalker)
            || seen.types.contains(CardType::Battle)
            || seen.has(Primitive::Enchant)
            || object.attached_to.is_some()
        {
            return Err(Fault::Unsupported(
                "state-based actions of planeswalkers, battles and attachments".into(),
            ));
        }
        // CR 704.5f, 704.5g.
        let dies = seen.types.contains(CardType::Creature)
            && (seen.toughness <= 0
                || i64::from(object.damage) >= seen.toughness
                    && !seen.has(Primitive::Indestructible));
        if dies {
            let mut event = Event::new(EventKind::ZoneChange, id);
            event.cause = if seen.toughness <= 0 {
                Cause::StateBased
            } else {
                Cause::Destroy
            };
            event.from = Zone::Battlefield;
            event.to = Zone::Graveyard;
            actions.push(event);
        }
    }
    if actions.is_empty() {
        return Ok(false);
    }
    super::events::propose(game, actions);
    Ok(true)
}
