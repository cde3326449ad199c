//! The steps of a turn (CR 501–514): what happens as each begins, its turn-based actions, priority, its end.

use super::untap;
use crate::bytecode::Program;
use crate::engine::{
    attack, block, combat, damage_step, durations, events, mana, moments, priority, run, sagas,
    seats, turn,
};
use crate::game::{
    About, Answer, Cause, Decision, Entity, Event, EventKind, Fault, Game, ObjectId, PlayerId,
    Status, StepStage, Task, decision::Choice,
};
use crate::vocab::{Phase, Step, Zone};

/// Works on a step task.
pub(in crate::engine) fn step(
    game: &mut Game,
    program: &Program,
    step: Step,
    stage: StepStage,
) -> Result<(), Fault> {
    match stage {
        StepStage::Begin => begin(game, program, step),
        StepStage::Choosing => turn_based(game, program, step),
        StepStage::Untapping(player) => untap::untap(game, program, player),
        StepStage::Cleaning => clean(game, program),
        StepStage::Priority => {
            set_stage(game, StepStage::End);
            priority::begin(game);
            Ok(())
        }
        StepStage::End => end(game, program, step),
        StepStage::Again => {
            // CR 514.3a: once the stack is empty and all pass, another cleanup step begins.
            leave(game, program, Step::Cleanup)?;
            turn::begin_step(game, Step::Cleanup);
            Ok(())
        }
    }
}

/// Changes the stage of the step task on top.
pub(in crate::engine) fn set_stage(game: &mut Game, to: StepStage) {
    if let Some(Task::Step { stage, .. }) = game.tasks.last_mut() {
        *stage = to;
    }
}

/// The same below what the step has just proposed.
pub(in crate::engine) fn set_step_stage(game: &mut Game, to: StepStage) {
    let steps = game.tasks.iter_mut().rev();
    let mut stages = steps.filter_map(|task| match task {
        Task::Step { stage, .. } => Some(stage),
        _ => None,
    });
    if let Some(stage) = stages.next() {
        *stage = to;
    }
}

/// The step begins.
fn begin(game: &mut Game, program: &Program, step: Step) -> Result<(), Fault> {
    game.turn.step = step;
    // CR 500.11: a skipped step is passed over as though it didn't exist.
    if moments::skips_step(game, program, step)? {
        moments::skipped_once(game, program, step);
        game.tasks.pop();
        return follow(game, program, step);
    }
    // CR 500.4.
    durations::step_begins(game, program, step)?;
    if step == Step::BeginningOfCombat {
        game.combat = Some(crate::game::Combat::default());
        game.history.before_combat = game.history.this_turn.len();
    }
    set_stage(game, StepStage::Choosing);
    // CR 500.6: abilities that trigger at the beginning; they wait until a player would get priority.
    let mut event = Event::new(EventKind::BeginStep, game.turn.active);
    event.step = Some(step);
    events::propose(game, vec![event]);
    Ok(())
}

/// Turn-based actions (CR 703.4) of a step that has begun.
fn turn_based(game: &mut Game, program: &Program, step: Step) -> Result<(), Fault> {
    match step {
        Step::Untap => {
            untap::phase(game);
            Ok(())
        }
        Step::Draw => {
            set_stage(game, StepStage::Priority);
            draw(game);
            Ok(())
        }
        Step::DeclareAttackers => attack::declare(game, program),
        Step::DeclareBlockers => block::declare(game, program),
        Step::FirstStrikeDamage | Step::CombatDamage => {
            set_stage(game, StepStage::Priority);
            damage_step::begin(game, step == Step::FirstStrikeDamage);
            Ok(())
        }
        Step::Cleanup => discard(game, program),
        Step::PrecombatMain => {
            set_stage(game, StepStage::Priority);
            sagas::next_chapters(game, program);
            Ok(())
        }
        Step::Upkeep
        | Step::BeginningOfCombat
        | Step::EndOfCombat
        | Step::PostcombatMain
        | Step::End => {
            set_stage(game, StepStage::Priority);
            Ok(())
        }
    }
}

/// The draw step (CR 504.1): the active player draws; with shared turns, each player of the active team (CR 805.4b).
fn draw(game: &mut Game) {
    // CR 103.8a, 103.8b: in a two-player or two-team game, whoever plays first skips their first draw step.
    if game.turn.number == 1 && game.teams.len() == 2 {
        return;
    }
    let draws = seats::active_players(game)
        .iter()
        .map(|player| {
            let mut event = Event::new(EventKind::Draw, *player);
            event.cause = Cause::TurnBased;
            event.amount = 1;
            event
        })
        .collect();
    events::propose(game, draws);
}

/// Discarding down to the maximum hand size (CR 514.1): a decision for each active player who has to.
fn discard(game: &mut Game, program: &Program) -> Result<(), Fault> {
    if let Some(answer) = game.answer.take() {
        let Answer::Some(cards) = answer else {
            return Err(Fault::State(
                "a discard was answered with something else".into(),
            ));
        };
        let events = cards
            .iter()
            .filter_map(|card| card.object())
            .filter_map(|card| {
                let owner = game.object(card)?.owner;
                Some(discard_event(owner, card))
            })
            .collect();
        events::propose(game, events);
        return Ok(());
    }
    for player in seats::active_players(game) {
        let hand = game.player(player).map_or(0, |p| p.hand.len());
        let Some(most) = moments::hand_size(game, program, player)? else {
            continue;
        };
        let most = usize::try_from(most).unwrap_or(0);
        let excess = hand.saturating_sub(most);
        if excess == 0 {
            continue;
        }
        let count = u32::try_from(excess).unwrap_or(u32::MAX);
        let from = game
            .player(player)
            .map(|p| p.hand.iter().map(|c| Entity::Object(*c)).collect())
            .unwrap_or_default();
        game.decision = Some(Decision {
            player,
            choice: Choice::Some {
                from,
                min: count,
                max: count,
            },
            about: About::CleanupDiscard,
            source: None,
            ability: None,
        });
        return Ok(());
    }
    set_stage(game, StepStage::Cleaning);
    Ok(())
}

/// A player discards a card as a turn-based action (CR 514.1).
fn discard_event(player: PlayerId, card: ObjectId) -> Event {
    let mut event = Event::new(EventKind::Discard, player);
    event.object = Some(card.into());
    event.cause = Cause::TurnBased;
    event.from = Zone::Hand;
    event.to = Zone::Graveyard;
    event
}

/// The rest of the cleanup step (CR 514.2, 514.3).
fn clean(game: &mut Game, program: &Program) -> Result<(), Fault> {
    // CR 514.2: damage is removed and "until end of turn" effects end, at the same time.
    for id in &game.battlefield {
        if let Some(object) = game.objects.get_mut(id.0 as usize) {
            object.damage = 0;
            object.status.set(Status::DEATHTOUCHED, false);
        }
    }
    durations::cleanup(game, program)?;
    // CR 514.3a: only if state-based actions are performed or triggers wait do players get priority.
    set_stage(game, StepStage::Again);
    priority::begin(game);
    if !run::settle(game, program)? {
        game.tasks.pop();
        set_stage(game, StepStage::End);
    }
    Ok(())
}

/// The step ends (CR 500.5).
fn end(game: &mut Game, program: &Program, step: Step) -> Result<(), Fault> {
    leave(game, program, step)?;
    follow(game, program, step)
}

/// What happens as a step ends: effects end, mana empties. The step task is done.
fn leave(game: &mut Game, program: &Program, step: Step) -> Result<(), Fault> {
    game.tasks.pop();
    // CR 500.5a, 511.3: effects end, and all are removed from combat, at the end of the combat phase.
    if step == Step::EndOfCombat {
        durations::combat_ends(game, program)?;
        game.combat = None;
    }
    mana::empty_pools(game);
    Ok(())
}

/// Begins what follows the step.
fn follow(game: &mut Game, program: &Program, step: Step) -> Result<(), Fault> {
    let next = match step {
        Step::Untap => Step::Upkeep,
        Step::Upkeep => Step::Draw,
        Step::BeginningOfCombat => Step::DeclareAttackers,
        // CR 508.8: without attackers, the blocks and damage are skipped.
        Step::DeclareAttackers if combat::is_empty(game) => Step::EndOfCombat,
        Step::DeclareAttackers => Step::DeclareBlockers,
        Step::DeclareBlockers if combat::is_empty(game) => Step::CombatDamage,
        Step::DeclareBlockers => combat::first_damage_step(game, program),
        Step::FirstStrikeDamage => Step::CombatDamage,
        Step::CombatDamage => Step::EndOfCombat,
        Step::End => Step::Cleanup,
        Step::Draw
        | Step::PrecombatMain
        | Step::EndOfCombat
        | Step::PostcombatMain
        | Step::Cleanup => {
            debug_assert!(step.phase() != Phase::Ending || step == Step::Cleanup);
            return turn::next_phase(game, program);
        }
    };
    turn::begin_step(game, next);
    Ok(())
}
