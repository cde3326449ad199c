//! The loop that carries a game forward: the top task is worked on until a player is asked something or the game is over.

use crate::bytecode::{Limits, Program};
use crate::engine::{
    canonical, casting, could_produce, damage_step, events, layers, opening, payment, priority,
    put_triggers, resolve, sba, seats, steps,
};
use crate::game::{
    About, Answer, Fault, Game, Outcome, Task,
    decision::{Choice, OptionLabel},
    state::DrawReason,
};
use crate::vm;
use crate::vocab::ManaKind;

/// Where a run stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// A player is asked something: `Game::decision`.
    Decision,
    /// The game is over: `Game::outcome`.
    Over,
    /// The run cannot go on.
    Fault(Fault),
}

/// Carries the game forward until a decision is open or it is over, within the ordinary limits.
pub fn run(game: &mut Game, program: &Program) -> Status {
    run_within(game, program, &Limits::default())
}

/// Carries the game forward within these limits.
pub fn run_within(game: &mut Game, program: &Program, limits: &Limits) -> Status {
    for _ in 0..limits.steps {
        if game.outcome.is_some() {
            return Status::Over;
        }
        if game.decision.is_some() {
            match answered_by_plan(game) {
                Some(answer) => {
                    game.decision = None;
                    game.answer = Some(answer);
                }
                None => {
                    // Readers of an open decision (legal actions, explanations) look at computed characteristics.
                    layers::refresh(game, program);
                    return Status::Decision;
                }
            }
        }
        if game.tasks.len() > limits.depth as usize {
            return Status::Fault(Fault::Depth);
        }
        if game.objects.len() > limits.objects as usize {
            return Status::Fault(Fault::Objects);
        }
        if let Err(fault) = step(game, program) {
            return Status::Fault(fault);
        }
    }
    Status::Fault(Fault::Steps)
}

/// Works on the top task once.
pub(in crate::engine) fn step(game: &mut Game, program: &Program) -> Result<(), Fault> {
    match game.tasks.last() {
        None => Err(Fault::State("nothing is left to do".into())),
        Some(Task::Step { step, stage }) => {
            let (step, stage) = (*step, *stage);
            steps::step(game, program, step, stage)
        }
        Some(Task::Opening) => opening::step(game, program),
        Some(Task::Priority { holder, passes }) => {
            let (holder, passes) = (*holder, *passes);
            priority::step(game, program, holder, passes)
        }
        Some(Task::Retarget(_)) => casting::retarget::step(game, program),
        Some(Task::Settle) => {
            if !settle(game, program)? {
                game.tasks.pop();
            }
            Ok(())
        }
        Some(Task::Resolve { .. }) => resolve::step(game, program),
        Some(Task::Frame(_)) => vm::step(game, program),
        Some(Task::Batch(_)) => events::step(game, program),
        Some(Task::Cast(_)) => casting::step(game, program),
        Some(Task::CastNow(_)) => casting::now::step(game, program),
        Some(Task::Payment(_)) => payment::step(game, program),
        Some(Task::PutTriggers { .. } | Task::PutTrigger { .. }) => {
            put_triggers::step(game, program)
        }
        Some(Task::CouldProduce(_)) => could_produce::step(game, program),
        Some(Task::Miracle(_)) => casting::conditions::reveal(game),
        Some(Task::Results(_)) => {
            if let Some(Task::Results(results)) = game.tasks.pop() {
                game.results = results;
            }
            Ok(())
        }
        Some(Task::Trial(_)) => Err(Fault::State("a trial goes no further".into())),
        Some(Task::CombatDamage { .. }) => damage_step::step(game, program),
    }
}

/// State-based actions, then waiting triggers, once (CR 117.5, 704.3); whether there was anything to do.
///
/// # Errors
/// Faults of the code that conditions and state triggers run.
pub fn settle(game: &mut Game, program: &Program) -> Result<bool, Fault> {
    // CR 704.3: all applicable state-based actions at once, again until there are none; only then triggers.
    if sba::check(game, program)? {
        return Ok(true);
    }
    if game.waiting.is_empty() {
        return Ok(false);
    }
    let order = seats::apnap(game).to_vec();
    game.tasks.push(Task::PutTriggers { order, next: 0 });
    Ok(true)
}

/// The answer that an automatic payment has planned for the type of mana that one of its sources asks for.
fn answered_by_plan(game: &Game) -> Option<Answer> {
    let decision = game.decision.as_ref()?;
    if decision.about != About::ManaChoice {
        return None;
    }
    let planned = game.tasks.iter().rev().find_map(|task| match task {
        Task::Payment(payment) => Some(payment.planned.last()),
        _ => None,
    })??;
    if !planned.started {
        return None;
    }
    let Choice::Options { options, min, .. } = &decision.choice else {
        return None;
    };
    let choose = |kind: &ManaKind| {
        let at = options
            .iter()
            .position(|label| *label == OptionLabel::Mana(*kind))?;
        u32::try_from(at).ok()
    };
    let chosen: Option<Vec<u32>> = (0..usize::try_from(*min).ok()?.max(1))
        .map(|i| {
            planned
                .kinds
                .get(i)
                .or(planned.kinds.last())
                .and_then(choose)
        })
        .collect();
    chosen.map(Answer::Options)
}

/// Looks for a loop of mandatory actions as the active player is about to get priority (CR 104.4b, 732.4): the same
/// state again, with no optional action taken since, is a draw.
pub fn watch_for_loop(game: &mut Game) {
    /// Ordinary games have far fewer resolutions without anybody doing anything.
    const BEFORE_HASHING: u32 = 8;
    /// States to remember.
    const REMEMBERED: usize = 4096;
    game.watch.quiet = game.watch.quiet.saturating_add(1);
    if game.watch.quiet <= BEFORE_HASHING {
        return;
    }
    let hash = canonical::hash(game, canonical::Totals::Count);
    if game.watch.seen.contains(&hash) {
        game.outcome = Some(Outcome::Draw(DrawReason::MandatoryLoop));
        return;
    }
    if game.watch.seen.len() >= REMEMBERED {
        game.watch.seen.clear();
    }
    game.watch.seen.push(hash);
}
