//! Priority (CR 117): who may act, passing, and what happens when everybody has passed.

use crate::bytecode::Program;
use crate::engine::{casting, events, run, seats, special};
use crate::game::{
    About, Action, Answer, Decision, Event, EventKind, Fault, Game, PlayerId, Task,
    decision::Choice,
};

/// Gives priority to the active player (CR 117.3a).
pub fn begin(game: &mut Game) {
    let holder = seats::first_active(game);
    game.tasks.push(Task::Priority { holder, passes: 0 });
}

/// Works on a priority task.
pub(in crate::engine) fn step(
    game: &mut Game,
    program: &Program,
    holder: PlayerId,
    passes: u8,
) -> Result<(), Fault> {
    // CR 117.5: another answer is one to a state-based action (the legend rule), which asked before priority was given.
    let action = match game.answer.take() {
        Some(Answer::Act(action)) => action,
        other => {
            game.answer = other;
            return give(game, program, holder, passes);
        }
    };
    match action {
        Action::Pass => {
            pass(game, program, holder, passes);
            Ok(())
        }
        Action::Concede => {
            // CR 104.3a: a player who concedes leaves the game at once.
            set(game, holder, 0);
            events::propose(game, vec![Event::new(EventKind::LoseGame, holder)]);
            Ok(())
        }
        Action::PlayLand { card, face } => {
            acted(game);
            set(game, holder, 0);
            special::play_land(game, program, holder, card, face)
        }
        Action::TurnFaceUp(object) => {
            acted(game);
            set(game, holder, 0);
            casting::face_up::begin(game, program, holder, object)
        }
        Action::Cast {
            card,
            face,
            alternative,
        } => {
            acted(game);
            set(game, holder, 0);
            casting::begin_spell(game, program, holder, card, face, alternative)
        }
        Action::Activate { object, ability } => {
            acted(game);
            set(game, holder, 0);
            casting::begin_ability(game, program, holder, object, ability)
        }
    }
}

/// An optional action was taken: no loop of mandatory actions goes through it (CR 104.4b).
pub fn acted(game: &mut Game) {
    game.watch.quiet = 0;
    game.watch.seen.clear();
}

/// Changes the nearest priority task. After an action, the same player gets priority again (CR 117.3c), and everybody
/// has to pass anew (CR 117.4).
fn set(game: &mut Game, to: PlayerId, count: u8) {
    let task = game.tasks.iter_mut().rev().find_map(|task| match task {
        Task::Priority { holder, passes } => Some((holder, passes)),
        _ => None,
    });
    if let Some((holder, passes)) = task {
        *holder = to;
        *passes = count;
    }
}

/// The holder is about to get priority.
fn give(game: &mut Game, program: &Program, holder: PlayerId, passes: u8) -> Result<(), Fault> {
    // CR 117.5: state-based actions and triggers come first. While players only pass, nothing has changed.
    if run::settle(game, program)? {
        // CR 117.3b: what has triggered or happened does not change who gets priority, but all have to pass anew.
        set(game, holder, 0);
        return Ok(());
    }
    if game.outcome.is_some() {
        return Ok(());
    }
    if game.answer.is_some() {
        return Err(Fault::State(
            "priority was answered with something else".into(),
        ));
    }
    // A player who has left the game can't have priority (CR 800.4a).
    let mut holder = holder;
    if !game.player(holder).is_some_and(|p| p.in_game) {
        holder = seats::next_priority(game, holder);
        set(game, holder, passes);
    }
    if passes == 0 && !game.stack.is_empty() {
        run::watch_for_loop(game);
        if game.outcome.is_some() {
            return Ok(());
        }
    }
    ask(game, holder);
    Ok(())
}

/// Asks the holder to act or pass.
fn ask(game: &mut Game, player: PlayerId) {
    game.decision = Some(Decision {
        player,
        choice: Choice::Priority,
        about: About::Priority,
        source: None,
        ability: None,
    });
}

/// The holder passes (CR 117.3d, 117.4).
fn pass(game: &mut Game, _program: &Program, holder: PlayerId, passes: u8) {
    let passes = passes.saturating_add(1);
    let players = seats::in_game(game).count();
    if usize::from(passes) < players {
        let next = seats::next_priority(game, holder);
        set(game, next, passes);
        // Passing changes nothing that state-based actions or triggers look at.
        ask(game, next);
        return;
    }
    match game.stack.last() {
        Some(item) => {
            // CR 117.4: the top of the stack resolves; then the active player gets priority (CR 117.3b).
            let item = Box::new(item.clone());
            let first = seats::first_active(game);
            set(game, first, 0);
            game.tasks.push(Task::Resolve { item, stage: 0 });
        }
        None => {
            game.tasks.pop();
        }
    }
}
