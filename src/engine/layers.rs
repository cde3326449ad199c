//! Characteristics (CR 613), cached until something changes. Programs with continuous effects are refused by
//! [`events`](super::events), so that the printed ones are the current ones.

use crate::bytecode::Program;
use crate::game::{Characteristics, Game, ObjectId};
use std::sync::Arc;

/// Computes the characteristics of every object again if anything has changed.
pub fn refresh(game: &mut Game, program: &Program) {
    if game.stale.0 || game.cache.0.len() != game.objects.len() {
        let all = game
            .objects
            .iter()
            .map(|object| Some(Arc::new(Characteristics::printed(program, object))));
        game.cache.0 = Arc::new(all.collect());
        game.stale.0 = false;
    }
}

/// What an object is now.
#[must_use]
pub fn characteristics(
    game: &Game,
    program: &Program,
    id: ObjectId,
) -> Option<Arc<Characteristics>> {
    if !game.stale.0
        && let Some(Some(known)) = game.cache.0.get(id.0 as usize)
    {
        return Some(known.clone());
    }
    let object = game.object(id)?;
    Some(Arc::new(Characteristics::printed(program, object)))
}
