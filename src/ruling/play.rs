//! Runs a ruling step by step: moves pass priority for everybody, actions and answers are those of the script.

mod act;
mod combat;
mod questions;

use super::names::{Names, newest};
use super::report::{Failure, Outcome, Report};
use super::script::{Reply, Resolve, Ruling, Said, ScriptStep, StepKind};
use super::trace::Trace;
use super::why::Probe;
use super::{expect, explore, reply, setup};
use crate::bytecode::Program;
use crate::diag::Code;
use crate::engine::{self, Status, canonical, layers, random_player, seats};
use crate::game::{About, Action, Answer, Choice, Decision, Entity, Game, ObjectId, PlayerId};
use crate::source::Span;
use crate::vocab::{Phase, Step};
use std::collections::VecDeque;

/// A failure, on the heap.
pub type Ran<T> = Result<T, Box<Failure>>;

/// How a ruling is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// In one go.
    #[default]
    Plain,
    /// The game is saved as JSON and loaded again at every decision, which must make no difference.
    Reloading,
}

/// Runs a ruling.
#[must_use]
pub fn run(ruling: &Ruling, program: &Program) -> Report {
    run_in(ruling, program, Mode::Plain)
}

/// Runs a ruling in a mode.
#[must_use]
pub fn run_in(ruling: &Ruling, program: &Program, mode: Mode) -> Report {
    let report = |outcome, trace: &Trace, lines| Report {
        title: ruling.title.clone(),
        span: ruling.span,
        outcome,
        trace: trace.text().to_owned(),
        lines,
    };
    let mut play = match Play::new(ruling, program) {
        Ok(play) => play,
        Err(failure) => return report(Outcome::Failed(failure), &Trace::default(), 0),
    };
    play.mode = mode;
    let outcome = match play.all(&ruling.steps) {
        Ok(()) => Outcome::Held,
        Err(failure) => Outcome::Failed(failure),
    };
    report(outcome, &play.trace, play.lines)
}

/// Runs the first steps of a ruling, as many as `count`. The state that it came to, and the failure that stopped it.
///
/// # Errors
/// The given state could not be set up.
pub fn until<'p>(
    ruling: &Ruling,
    program: &'p Program,
    count: usize,
    probe: Option<Probe>,
) -> Ran<(Play<'p>, Option<Box<Failure>>)> {
    let mut play = Play::new(ruling, program)?;
    play.probe = probe;
    let steps = ruling.steps.get(..count).unwrap_or(&ruling.steps);
    let mut failure = play.start(steps).err();
    for step in steps {
        if failure.is_some() {
            break;
        }
        failure = play.step(step).err();
    }
    Ok((play, failure))
}

/// Where the script is headed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Goal {
    /// The next time that somebody gets priority.
    Priority,
    /// The stack is empty.
    EmptyStack,
    /// These have left the stack.
    Gone(Vec<ObjectId>),
    /// Somebody gets priority in this step, of a turn of this player if one is said, after the turn with this number.
    Step(Option<PlayerId>, Step, u32),
    /// Attackers are declared.
    Attackers,
    /// Blockers are declared.
    Blockers,
    /// A combat damage step.
    Damage(Step),
}

/// Why a run stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    /// The goal is reached.
    Reached,
    /// A question is open.
    Asked,
    /// The game is over.
    Over,
}

/// A ruling that is being run.
#[derive(Debug, Clone)]
pub struct Play<'p> {
    /// The compiled cards.
    pub program: &'p Program,
    /// The state.
    pub game: Game,
    /// What names mean.
    pub names: Names,
    /// What happened.
    pub trace: Trace,
    /// Answers that the script gave before the question arose.
    pub queue: VecDeque<(PlayerId, Reply)>,
    /// Where it is headed.
    pub goal: Goal,
    /// Open questions are answered in the plainest way.
    pub automatic: bool,
    /// How it is run.
    pub mode: Mode,
    started: bool,
    /// A move waits for an answer to the open question.
    waiting: bool,
    /// The same actions were repeated.
    pub looped: bool,
    /// Hashes of states without life totals, since a player last acted.
    seen: Vec<u64>,
    /// Lines of play that were explored.
    pub lines: u64,
    /// Times that somebody passed on the way to the goal.
    passes: u32,
    /// What watches the events, for explanations.
    pub probe: Option<Probe>,
}

/// How often players pass on the way to one goal.
const MOST_PASSES: u32 = 20_000;

impl<'p> Play<'p> {
    /// A ruling with what is given in place.
    fn new(ruling: &Ruling, program: &'p Program) -> Ran<Self> {
        let (game, names) = setup::game(ruling, program)?;
        Ok(Self {
            program,
            automatic: false,
            mode: Mode::Plain,
            game,
            names,
            trace: Trace::default(),
            queue: VecDeque::new(),
            goal: Goal::Priority,
            started: false,
            waiting: false,
            looped: false,
            seen: Vec::new(),
            lines: 0,
            passes: 0,
            probe: None,
        })
    }

    /// Begins the first turn, unless the script does.
    fn start(&mut self, steps: &[ScriptStep]) -> Ran<()> {
        let first_turn = matches!(steps.first().map(|s| &s.kind), Some(StepKind::Turn { .. }));
        if !first_turn {
            self.begin(PlayerId(0), Step::PrecombatMain);
            let span = steps.first().map(|s| s.span).unwrap_or_default();
            self.advance(span)?;
        }
        Ok(())
    }

    fn all(&mut self, steps: &[ScriptStep]) -> Ran<()> {
        self.start(steps)?;
        for step in steps {
            self.trace.script(&step.text);
            self.step(step)?;
        }
        let span = steps.last().map(|s| s.span).unwrap_or_default();
        let explored = matches!(
            steps.last().map(|s| &s.kind),
            Some(StepKind::Explore { .. })
        );
        if !explored && let Some(decision) = self.open_question() {
            return Err(self.unanswered(&decision, span));
        }
        self.leftover()
    }

    /// Answers that no question took.
    fn leftover(&self) -> Ran<()> {
        match self.queue.front() {
            Some((_, reply)) => Err(Box::new(
                Failure::new(
                    Code::LeftOver,
                    reply.span,
                    "this answers a question that was never asked",
                )
                .note("leave the answer out, or go on until the question is asked"),
            )),
            None => Ok(()),
        }
    }

    /// The open decision, if it is not just priority.
    pub fn open_question(&self) -> Option<Decision> {
        self.game
            .decision
            .clone()
            .filter(|d| d.choice != Choice::Priority)
    }

    fn begin(&mut self, player: PlayerId, step: Step) {
        self.started = true;
        setup::start(&mut self.game, self.program, player, step);
        self.goal = Goal::Priority;
    }

    fn step(&mut self, step: &ScriptStep) -> Ran<()> {
        if let Some(decision) = self.open_question() {
            let waits = matches!(
                step.kind,
                StepKind::Answer(..) | StepKind::Automatic | StepKind::Explore { .. }
            ) || (
                // A move that waits for the answer has not got anywhere yet.
                matches!(step.kind, StepKind::Expect(_)) && !self.waiting
            ) || matches!(
                (&step.kind, decision.about),
                (StepKind::Attack(_), About::Attackers)
                    | (StepKind::Block(_), About::Blockers)
                    | (StepKind::Damage { .. }, About::CombatDamage)
            );
            // Where the script goes once the question is answered.
            let goal = match &step.kind {
                StepKind::Resolve(Resolve::All) => Some(Goal::EmptyStack),
                StepKind::Go(at) => Some(Goal::Step(None, *at, 0)),
                StepKind::Turn { player, step, next } if self.started => {
                    Some(self.turn_goal(*player, *step, *next))
                }
                _ => None,
            };
            if let Some(goal) = goal.filter(|_| !self.waiting) {
                self.goal = goal;
                self.passes = 0;
                self.waiting = true;
                return Ok(());
            }
            if !waits {
                return Err(self.unanswered(&decision, step.span));
            }
        }
        match &step.kind {
            StepKind::Turn {
                player,
                step: at,
                next,
            } => self.turn(*player, *at, *next, step.span),
            StepKind::Go(at) => self.go(Goal::Step(None, *at, 0), step.span),
            StepKind::Act(doing) => self.act(doing, step.span),
            StepKind::Pass(player) => self.pass(*player, step.span),
            StepKind::Resolve(Resolve::All) => self.go(Goal::EmptyStack, step.span),
            StepKind::Resolve(Resolve::Top(count)) => {
                let top = self.game.stack.iter().rev().take(*count as usize);
                let items = top.map(|item| item.object).collect();
                self.go(Goal::Gone(items), step.span)
            }
            StepKind::Attack(declared) => self.attack(declared, step.span),
            StepKind::Block(declared) => self.block(declared, step.span),
            StepKind::Damage { first, assigned } => self.damage(*first, assigned, step.span),
            StepKind::Answer(player, reply) => {
                let asked = self.open_question().is_some_and(|d| d.player == *player);
                self.queue.push_back((*player, reply.clone()));
                if asked {
                    self.waiting = false;
                    self.advance(step.span)?;
                }
                Ok(())
            }
            StepKind::Automatic => {
                self.automatic = true;
                if self.open_question().is_some() {
                    self.advance(step.span)?;
                }
                Ok(())
            }
            StepKind::Expect(expected) => expect::all(self, expected),
            StepKind::Explore { every, expect } => explore::all(self, *every, expect, step.span),
        }
    }

    fn turn(&mut self, player: PlayerId, step: Step, next: bool, span: Span) -> Ran<()> {
        if !self.started {
            self.begin(player, step);
            self.advance(span)?;
            return Ok(());
        }
        self.go(self.turn_goal(player, step, next), span)
    }

    /// A step of a turn of a player; of "your next turn" not in the present one.
    fn turn_goal(&self, player: PlayerId, step: Step, next: bool) -> Goal {
        let present = if next { self.game.turn.number } else { 0 };
        Goal::Step(Some(player), step, present)
    }

    /// Moves on until a goal is reached or a question is open.
    pub fn go(&mut self, goal: Goal, span: Span) -> Ran<()> {
        if let Goal::Step(_, step @ (Step::Untap | Step::Cleanup), _) = goal {
            return Err(Box::new(
                Failure::new(
                    Code::RulingSyntax,
                    span,
                    format!("nobody gets priority in the {}", step.words()),
                )
                .rule("117.3a"),
            ));
        }
        self.goal = goal;
        self.passes = 0;
        self.advance(span)?;
        Ok(())
    }

    /// Runs until the goal is reached, a question is open that nothing answers, or the game is over.
    pub fn advance(&mut self, span: Span) -> Ran<Halt> {
        loop {
            let status = match self.probe.take() {
                Some(mut probe) => {
                    let status = probe.run(&mut self.game, &self.names, self.program);
                    self.probe = Some(probe);
                    status
                }
                None => engine::run(&mut self.game, self.program),
            };
            if self.mode == Mode::Reloading {
                self.reload(span)?;
            }
            self.trace.take(&mut self.game, &self.names, self.program);
            match status {
                Status::Decision => {}
                Status::Over => {
                    self.trace.outcome(&self.game, &self.names, self.program);
                    return Ok(Halt::Over);
                }
                Status::Fault(fault) => {
                    return Err(Box::new(
                        Failure::new(Code::Stuck, span, "the run cannot go on from here")
                            .found(fault.to_string()),
                    ));
                }
            }
            let Some(decision) = self.game.decision.clone() else {
                return Ok(Halt::Over);
            };
            if decision.choice == Choice::Priority {
                self.watch();
                if self.reached() {
                    return Ok(Halt::Reached);
                }
                self.passes = self.passes.saturating_add(1);
                if self.passes > MOST_PASSES {
                    let failure =
                        Failure::new(Code::Stuck, span, "this is never reached").note(format!(
                            "priority was passed {MOST_PASSES} times on the way{}",
                            if self.looped { ", in a loop" } else { "" }
                        ));
                    return Err(Box::new(failure));
                }
                self.give(Answer::Act(Action::Pass), span)?;
                continue;
            }
            let declares = matches!(
                (&self.goal, decision.about),
                (Goal::Attackers, About::Attackers) | (Goal::Blockers, About::Blockers)
            );
            if declares {
                return Ok(Halt::Reached);
            }
            match self.prepared(&decision, span)? {
                // The answer's own words are to blame if it is illegal.
                Some((answer, span)) => self.give(answer, span)?,
                None => return Ok(Halt::Asked),
            }
        }
    }

    /// Saves the game and loads it again.
    fn reload(&mut self, span: Span) -> Ran<()> {
        let log = std::mem::take(&mut self.game.log);
        let loaded = serde_json::to_string(&self.game)
            .and_then(|text| serde_json::from_str::<Game>(&text))
            .map_err(|error| {
                Box::new(
                    Failure::new(Code::Stuck, span, "the game could not be saved and loaded")
                        .found(error.to_string()),
                )
            })?;
        if loaded != self.game {
            return Err(Box::new(Failure::new(
                Code::Stuck,
                span,
                "the loaded game is not the saved one",
            )));
        }
        self.game = loaded;
        self.game.log = log;
        self.game.tracing.0 = true;
        layers::refresh(&mut self.game, self.program);
        Ok(())
    }

    /// Looks for repeated actions while something is on the stack.
    fn watch(&mut self) {
        /// States that are remembered.
        const MOST: usize = 4096;
        if self.game.stack.is_empty() {
            self.seen.clear();
            return;
        }
        // While players only pass, nothing has changed.
        let fresh = matches!(
            self.game.tasks.last(),
            Some(crate::game::Task::Priority { passes: 0, .. })
        );
        if !fresh || self.looped || self.seen.len() > MOST {
            return;
        }
        let hash = canonical::hash(&self.game, canonical::Totals::Ignore);
        // Once again could be chance; three times is a loop that a player can name (CR 732.2a).
        if self.seen.iter().filter(|known| **known == hash).count() >= 2 {
            self.looped = true;
            self.trace
                .note("this is a loop: the same actions repeat, with other life totals (CR 732.1)");
        } else {
            self.seen.push(hash);
        }
    }

    fn reached(&self) -> bool {
        let turn = &self.game.turn;
        match &self.goal {
            Goal::Priority => true,
            Goal::EmptyStack => self.game.stack.is_empty(),
            Goal::Gone(items) => !self
                .game
                .stack
                .iter()
                .any(|item| items.contains(&item.object)),
            Goal::Step(player, step, after) => {
                turn.step == *step
                    && turn.number > *after
                    && player.is_none_or(|p| seats::is_active(&self.game, p))
                    && self.game.stack.is_empty()
            }
            // Priority after the declaration: it was not asked for, or it is past.
            Goal::Attackers => {
                turn.step >= Step::DeclareAttackers
                    && (turn.step.phase() == Phase::Combat
                        || !turn.upcoming.contains(&Phase::Combat))
            }
            Goal::Blockers => turn.step >= Step::DeclareBlockers,
            Goal::Damage(step) => turn.step >= *step,
        }
    }

    /// Gives an answer to the engine.
    pub fn give(&mut self, answer: Answer, span: Span) -> Ran<()> {
        let program = self.program;
        engine::answer(&mut self.game, program, answer).map_err(|illegal| {
            Box::new(Failure::refused(
                span,
                "the rules do not allow this",
                illegal,
            ))
        })
    }

    /// The answer to a question that the script has given before, or that is given by default.
    fn prepared(&mut self, decision: &Decision, span: Span) -> Ran<Option<(Answer, Span)>> {
        let at = match &decision.choice {
            // One of several costs: the answer that names one, wherever it stands.
            Choice::Options { options, .. }
                if decision.about == About::Costs
                    && options
                        .iter()
                        .all(|o| matches!(o, crate::game::decision::OptionLabel::Word(_))) =>
            {
                self.queue.iter().position(|(player, reply)| {
                    *player == decision.player
                        && reply::answer(reply, decision, &self.names, &self.game, self.program)
                            .is_ok()
                })
            }
            _ => self
                .queue
                .iter()
                .position(|(player, _)| *player == decision.player),
        };
        let reply = at.and_then(|at| self.queue.get(at).map(|(_, r)| (at, r.clone())));
        if let Choice::PayMana { .. } = decision.choice {
            // What an effect lets a player pay is a question; what was chosen to be cast is paid for.
            let optional = matches!(
                self.game.tasks.last(),
                Some(crate::game::Task::Payment(payment)) if payment.optional
            );
            if optional && reply.is_none() {
                return Ok(self.automatic.then_some((Answer::Act(Action::Pass), span)));
            }
            return self.pay(decision, reply).map(|answer| Some((answer, span)));
        }
        if let Some((at, mut reply)) = reply {
            let rest = split_off(&mut reply, decision);
            let answer = reply::answer(&reply, decision, &self.names, &self.game, self.program);
            let answer = answer.map_err(|why| {
                let question = self.question(decision);
                Box::new(
                    Failure::new(
                        Code::Illegal,
                        reply.span,
                        "this does not answer what is asked",
                    )
                    .found(why)
                    .note(question),
                )
            })?;
            self.queue.remove(at);
            if let Some(rest) = rest {
                self.queue.insert(at, (decision.player, rest));
            }
            let said = self.said(decision, &answer);
            self.trace.note(&said);
            return Ok(Some((answer, reply.span)));
        }
        // On the way to a later step nobody attacks or blocks; the script says so otherwise.
        let idle = match decision.about {
            About::Attackers | About::Blockers => !matches!(
                (&self.goal, decision.about),
                (Goal::Priority, _)
                    | (Goal::Attackers, About::Attackers)
                    | (Goal::Blockers, About::Blockers)
            ),
            _ => false,
        };
        if idle {
            return Ok(Some((Answer::Assign(Vec::new()), span)));
        }
        if self.automatic {
            for attempt in 0..random_player::PLAIN {
                let plain = random_player::plain(&decision.choice, attempt);
                let mut copy = self.game.clone();
                if engine::answer(&mut copy, self.program, plain.clone()).is_ok() {
                    return Ok(Some((plain, span)));
                }
            }
        }
        Ok(None)
    }

    /// A payment: with the named mana abilities one by one, else automatically.
    fn pay(&mut self, decision: &Decision, reply: Option<(usize, Reply)>) -> Ran<Answer> {
        let Some((at, mut reply)) = reply else {
            return Ok(Answer::PayAutomatically);
        };
        match &mut reply.what {
            Said::Pay(with) if !with.is_empty() => {
                let answer = reply::answer(&reply, decision, &self.names, &self.game, self.program)
                    .map_err(|why| {
                        Box::new(
                            Failure::new(Code::Illegal, reply.span, "this cannot be paid with")
                                .found(why),
                        )
                    })?;
                if let Some((_, queued)) = self.queue.get_mut(at)
                    && let Said::Pay(with) = &mut queued.what
                {
                    with.remove(0);
                    if with.is_empty() {
                        self.queue.remove(at);
                    }
                }
                Ok(answer)
            }
            Said::Yes(yes) => {
                let yes = *yes;
                self.queue.remove(at);
                Ok(if yes {
                    Answer::PayAutomatically
                } else {
                    Answer::Act(Action::Pass)
                })
            }
            _ => Ok(Answer::PayAutomatically),
        }
    }

    /// Whether two things are the same, one of them perhaps as it was before it moved.
    pub fn same(&self, a: Entity, b: Entity) -> bool {
        match (a, b) {
            (Entity::Object(a), Entity::Object(b)) => {
                newest(&self.game, a) == newest(&self.game, b)
            }
            _ => a == b,
        }
    }

    /// What something is called.
    pub fn called(&self, entity: Entity) -> String {
        self.names.of(entity, &self.game, self.program)
    }
}

/// "Targeting A and B" names the targets of all phrases, one after the other: what is left when one has as many as it can.
fn split_off(reply: &mut Reply, decision: &Decision) -> Option<Reply> {
    let (About::Targets(_), Choice::Some { max, .. }) = (decision.about, &decision.choice) else {
        return None;
    };
    let Said::Things(things) = &mut reply.what else {
        return None;
    };
    let most = usize::try_from(*max).unwrap_or(usize::MAX);
    if things.len() <= most {
        return None;
    }
    let rest = things.split_off(most);
    Some(Reply {
        span: reply.span,
        what: Said::Things(rest),
    })
}
