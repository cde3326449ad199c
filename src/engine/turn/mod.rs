//! Turns and their order (CR 500, 102.1, 805.4): beginning a turn, its phases, whose turn is next.

pub mod battles;
pub mod blessing;
pub mod monarch;
pub mod opening;
pub mod priority;
pub mod put_triggers;
pub mod resolve;
pub mod sagas;
pub mod sba;
pub mod steps;
mod untap;

use crate::bytecode::Program;
use crate::engine::{durations, events, seats};
use crate::game::{Event, EventKind, Fault, Game, PlayerId, StepStage, Task};
use crate::vocab::{Phase, Step};

/// The phases of a turn in reverse order, as `Turn::upcoming` keeps them (CR 500.1).
const PHASES: [Phase; 5] = [
    Phase::Ending,
    Phase::PostcombatMain,
    Phase::Combat,
    Phase::PrecombatMain,
    Phase::Beginning,
];

/// Phases that come after this one in an ordinary turn, the next one last.
pub fn phases_after(phase: Phase) -> impl Iterator<Item = Phase> {
    PHASES.into_iter().filter(move |p| *p > phase)
}

/// Begins the next turn: an extra turn (CR 500.7) or that of the next player or team.
pub(in crate::engine) fn next(game: &mut Game, program: &Program) -> Result<(), Fault> {
    let mut next = None;
    while let Some(player) = game.turn.extra.pop() {
        // CR 800.4k: a player who has left takes no turn.
        if game.player(player).is_some_and(|p| p.in_game) {
            next = Some(player);
            break;
        }
    }
    let next = next.unwrap_or_else(|| natural_next(game));
    begin(game, program, next)
}

/// Whose turn it is next in turn order.
fn natural_next(game: &Game) -> PlayerId {
    let mut player = game.turn.active;
    for _ in 0..game.players.len() {
        player = seats::next_in_game(game, player);
        // CR 805.4: with shared turns, the next team's.
        if !seats::shared_turns(game) || !seats::is_active(game, player) {
            return player;
        }
    }
    player
}

/// Begins a turn of this player, or of their team.
pub(in crate::engine) fn begin(
    game: &mut Game,
    program: &Program,
    player: PlayerId,
) -> Result<(), Fault> {
    game.turn.number = game.turn.number.saturating_add(1);
    game.turn.active = player;
    if seats::shared_turns(game) {
        // CR 805.4a: the team's turn, named by its first player.
        let first = seats::in_game(game).find(|p| seats::same_team(game, *p, player));
        game.turn.active = first.unwrap_or(player);
    }
    game.turn.upcoming = PHASES.into_iter().collect();
    game.combat = None;
    let number = game.turn.number;
    let active = seats::active_players(game);
    for player in &active {
        if let Some(player) = game.player_mut(*player) {
            player.turns = player.turns.saturating_add(1);
            player.turn_before_began = player.last_turn_began;
            player.last_turn_began = number;
        }
    }
    for player in &mut game.players {
        player.lands_played = 0;
    }
    // CR 606.3: loyalty abilities are counted by the turn.
    for id in &game.battlefield {
        if let Some(object) = game.objects.get_mut(id.0 as usize) {
            object.loyalty_uses = 0;
        }
    }
    let history = &mut game.history;
    std::mem::swap(&mut history.this_turn, &mut history.last_turn);
    history.this_turn = std::sync::Arc::default();
    history.before_combat = 0;
    history.spells_cast.clear();
    history.cards_drawn.clear();
    history.hits.clear();
    history.activations.clear();
    durations::turn_begins(game, program)?;
    enter_phase(game);
    events::propose(
        game,
        active
            .iter()
            .map(|p| Event::new(EventKind::BeginTurn, *p))
            .collect(),
    );
    Ok(())
}

/// Begins the next phase of the turn, or the next turn if there is none; the step task of the ended phase is gone.
pub(in crate::engine) fn next_phase(game: &mut Game, program: &Program) -> Result<(), Fault> {
    if game.turn.upcoming.is_empty() {
        return next(game, program);
    }
    enter_phase(game);
    Ok(())
}

/// Takes the next phase and begins its first step.
fn enter_phase(game: &mut Game) {
    let first = match game.turn.upcoming.pop() {
        Some(Phase::Beginning) => Step::Untap,
        Some(Phase::PrecombatMain) => Step::PrecombatMain,
        Some(Phase::Combat) => Step::BeginningOfCombat,
        Some(Phase::PostcombatMain) => Step::PostcombatMain,
        Some(Phase::Ending) | None => Step::End,
    };
    begin_step(game, first);
}

/// Pushes the task of a step.
pub(in crate::engine) fn begin_step(game: &mut Game, step: Step) {
    game.tasks.push(Task::Step {
        step,
        stage: StepStage::Begin,
    });
}
