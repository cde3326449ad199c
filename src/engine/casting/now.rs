//! Casting spells and playing lands while something resolves, because it says so (CR 608.2g).

use crate::bytecode::Program;
use crate::engine::{casting, layers, legal, seats, special, statements};
use crate::game::{Entity, Fault, Game, ObjectId, Task, Value, task::CastNow};
use crate::vocab::CardType;
use std::sync::Arc;

/// Works on the cards that an effect lets a player cast or play; what can't be is left where it is.
pub(in crate::engine) fn step(game: &mut Game, program: &Program) -> Result<(), Fault> {
    layers::try_refresh(game, program)?;
    let Some(Task::CastNow(mut now)) = game.tasks.pop() else {
        return Err(Fault::State("nothing is cast now".into()));
    };
    if now.cards.is_empty() {
        // What they have become: spells, or permanents.
        let became = |id: &ObjectId| game.object(*id).and_then(|o| o.became).unwrap_or(*id);
        let done: Vec<Entity> = now.done.iter().map(|id| became(id).into()).collect();
        let count = i64::try_from(done.len()).unwrap_or(i64::MAX);
        game.results = vec![Value::Set(done.into_iter().collect()), Value::Int(count)];
        return Ok(());
    }
    let card = now.cards.remove(0);
    let player = now.player;
    let face = if now.transformed {
        match special::back_face(game, program, card) {
            Some(side) => side,
            None => {
                // What has no back face isn't cast with it up.
                game.tasks.push(Task::CastNow(now));
                return Ok(());
            }
        }
    } else {
        0
    };
    let land = face == 0
        && layers::seen(game, program, card)
            .is_some_and(|seen| seen.types.contains(CardType::Land));
    if land {
        if now.play && land_allowed(game, program, &now, card)? {
            now.done.push(card);
            game.tasks.push(Task::CastNow(now));
            return special::play_land(game, program, player, card, 0);
        }
        game.tasks.push(Task::CastNow(now));
        return Ok(());
    }
    let instead = now.instead.clone();
    if legal::refusal_during_resolution(game, program, player, card, face, instead.clone())?
        .is_some()
    {
        game.tasks.push(Task::CastNow(now));
        return Ok(());
    }
    // CR 733.1: if it can't be completed, the game goes on as though it had not been tried.
    game.tasks.push(Task::CastNow(now.clone()));
    let before = Some(Arc::new(game.clone()));
    game.tasks.pop();
    now.done.push(card);
    game.tasks.push(Task::CastNow(now));
    special::show_face(game, program, card, face)?;
    casting::start_spell(game, program, player, card, None, before, instead)
}

/// CR 305.2, 305.3: a land is played only on one's own turn, while one may still be played.
fn land_allowed(
    game: &Game,
    program: &Program,
    now: &CastNow,
    card: ObjectId,
) -> Result<bool, Fault> {
    let played = game
        .player(now.player)
        .map_or(0, |seat| i64::from(seat.lands_played));
    Ok(seats::is_active(game, now.player)
        && played < statements::land_limit(game, program, now.player)?
        && !statements::cant_play_land(game, program, now.player, card)?)
}
