//! Every line of play: all answers to the questions that a script leaves open, walked depth first over copies of the game.

use super::expect;
use super::play::{Halt, Play, Ran};
use super::report::{Failure, LineOfPlay};
use super::script::Expectation;
use crate::diag::Code;
use crate::engine;
use crate::game::{Answer, Choice, Decision, Entity};
use crate::source::Span;
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

/// States that one exploration may visit.
const BUDGET: u64 = 20_000;
/// Answers to one question that are tried; more make the exploration undecided.
const MOST_ANSWERS: usize = 512;

/// Explores from the open question until the step before is done, and checks the expectations at the end of each line.
pub fn all(play: &mut Play<'_>, every: bool, expected: &[Expectation], span: Span) -> Ran<()> {
    let mut search = Search {
        expected,
        span,
        every,
        visited: BTreeSet::new(),
        states: 0,
        lines: 0,
        cut: false,
        found: None,
        failure: None,
    };
    let mut path = Vec::new();
    search.walk(&mut play.clone(), &mut path, 0)?;
    play.lines = play.lines.saturating_add(search.lines);
    play.queue.clear();
    let Search {
        lines,
        cut,
        found,
        failure,
        ..
    } = search;
    if every {
        if let Some((path, mut failure)) = failure {
            for (said, _) in &path {
                failure = Box::new(failure.note(format!("in the line of play in which {said}")));
            }
            failure.line = Some(LineOfPlay {
                at: span,
                answers: path.into_iter().map(|(_, scripted)| scripted).collect(),
            });
            return Err(failure);
        }
        if !cut {
            play.trace
                .note(&format!("it holds in all {lines} lines of play"));
            return Ok(());
        }
    } else if let Some(path) = found {
        let how = if path.is_empty() {
            String::new()
        } else {
            let said: Vec<&str> = path.iter().map(|(said, _)| said.as_str()).collect();
            format!(": {}", said.join("; "))
        };
        play.trace.note(&format!("it holds in a line of play{how}"));
        return Ok(());
    }
    if cut {
        return Err(Box::new(
            Failure::new(
                Code::Undecided,
                span,
                "there are too many lines of play to tell",
            )
            .found(format!(
                "{lines} lines were explored within the budget of {BUDGET} states"
            )),
        ));
    }
    Err(Box::new(
        Failure::new(
            Code::NotExpected,
            span,
            "in no line of play is it as the ruling expects",
        )
        .found(format!("{lines} lines of play were explored")),
    ))
}

/// An answer in words, and as a step of a script.
type Said = (String, String);

struct Search<'e> {
    expected: &'e [Expectation],
    span: Span,
    every: bool,
    visited: BTreeSet<u64>,
    states: u64,
    lines: u64,
    cut: bool,
    /// The answers of a line in which the expectations hold.
    found: Option<Vec<Said>>,
    /// The answers of the shortest line in which they don't, and why.
    failure: Option<(Vec<Said>, Box<Failure>)>,
}

/// The deepest line of play, in questions.
const DEEPEST: usize = 200;

impl Search<'_> {
    fn walk(&mut self, play: &mut Play<'_>, path: &mut Vec<Said>, depth: usize) -> Ran<()> {
        if self.found.is_some() {
            return Ok(());
        }
        self.states = self.states.saturating_add(1);
        if self.states > BUDGET || depth > DEEPEST {
            self.cut = true;
            return Ok(());
        }
        let halt = play.advance(self.span)?;
        let mut hasher = rustc_hash::FxHasher::default();
        play.game.hash(&mut hasher);
        // Queued answers are part of where a line is.
        play.queue.len().hash(&mut hasher);
        if !self.visited.insert(hasher.finish()) {
            return Ok(());
        }
        if halt != Halt::Asked {
            self.lines = self.lines.saturating_add(1);
            match expect::all(play, self.expected) {
                Ok(()) if !self.every => self.found = Some(path.clone()),
                Ok(()) => {}
                Err(failure) if self.every => {
                    let shorter = self
                        .failure
                        .as_ref()
                        .is_none_or(|(known, _)| path.len() < known.len());
                    if shorter {
                        self.failure = Some((path.clone(), failure));
                    }
                }
                Err(_) => {}
            }
            return Ok(());
        }
        let Some(decision) = play.open_question() else {
            return Ok(());
        };
        let Some(answers) = answers(&decision) else {
            self.cut = true;
            return Ok(());
        };
        for answer in answers {
            let mut next = play.clone();
            if engine::answer(&mut next.game, next.program, answer.clone()).is_err() {
                continue;
            }
            path.push((
                play.said(&decision, &answer),
                play.scripted(&decision, &answer),
            ));
            self.walk(&mut next, path, depth.saturating_add(1))?;
            path.pop();
        }
        Ok(())
    }
}

/// Every answer that has the right shape; `None` if there are too many.
fn answers(decision: &Decision) -> Option<Vec<Answer>> {
    let all: Vec<Answer> = match &decision.choice {
        Choice::Priority | Choice::PayMana { .. } => return None,
        Choice::YesNo => vec![Answer::YesNo(true), Answer::YesNo(false)],
        Choice::Number { min, max } => {
            if max.saturating_sub(*min) > i64::try_from(MOST_ANSWERS).unwrap_or(i64::MAX) {
                return None;
            }
            (*min..=*max).map(Answer::Number).collect()
        }
        Choice::Some { from, min, max } => subsets(from, *min, *max)?
            .into_iter()
            .map(Answer::Some)
            .collect(),
        Choice::Options {
            options,
            min,
            max,
            repeats,
        } => {
            let count = u32::try_from(options.len()).ok()?;
            let indices: Vec<u32> = (0..count).collect();
            let chosen = if *repeats {
                multisets(&indices, *min, *max)?
            } else {
                subsets(&indices, *min, *max)?
            };
            chosen.into_iter().map(Answer::Options).collect()
        }
        Choice::Order { items } => {
            let count = u32::try_from(items.len()).ok()?;
            permutations((0..count).collect())?
                .into_iter()
                .map(Answer::Order)
                .collect()
        }
        Choice::Divide { amount, among } => divisions(*amount, among)?
            .into_iter()
            .map(Answer::Divide)
            .collect(),
        Choice::Assign { items } => {
            let mut all: Vec<Vec<(crate::game::ObjectId, Vec<Entity>)>> = vec![Vec::new()];
            for item in items {
                let mut next = Vec::new();
                for chosen in subsets(&item.options, 0, item.max)? {
                    for before in &all {
                        let mut with = before.clone();
                        if !chosen.is_empty() {
                            with.push((item.item, chosen.clone()));
                        }
                        next.push(with);
                        if next.len() > MOST_ANSWERS {
                            return None;
                        }
                    }
                }
                all = next;
            }
            all.into_iter().map(Answer::Assign).collect()
        }
    };
    (all.len() <= MOST_ANSWERS).then_some(all)
}

fn subsets<T: Clone>(items: &[T], min: u32, max: u32) -> Option<Vec<Vec<T>>> {
    let mut all: Vec<Vec<T>> = vec![Vec::new()];
    for item in items {
        for at in 0..all.len() {
            let Some(mut with) = all.get(at).cloned() else {
                break;
            };
            if with.len() < max as usize {
                with.push(item.clone());
                all.push(with);
            }
            if all.len() > MOST_ANSWERS.saturating_mul(4) {
                return None;
            }
        }
    }
    all.retain(|chosen| chosen.len() >= min as usize);
    Some(all)
}

fn multisets(items: &[u32], min: u32, max: u32) -> Option<Vec<Vec<u32>>> {
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    let mut frontier = all.clone();
    for _ in 0..max.min(8) {
        let mut next = Vec::new();
        for chosen in &frontier {
            for item in items {
                if chosen.last().is_none_or(|last| last <= item) {
                    let mut with = chosen.clone();
                    with.push(*item);
                    next.push(with);
                }
            }
            if next.len() > MOST_ANSWERS {
                return None;
            }
        }
        all.extend(next.iter().cloned());
        frontier = next;
    }
    all.retain(|chosen| chosen.len() >= min as usize);
    Some(all)
}

fn permutations(items: Vec<u32>) -> Option<Vec<Vec<u32>>> {
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    for _ in 0..items.len() {
        let mut next = Vec::new();
        for start in &all {
            for item in &items {
                if !start.contains(item) {
                    let mut with = start.clone();
                    with.push(*item);
                    next.push(with);
                }
            }
        }
        if next.len() > MOST_ANSWERS {
            return None;
        }
        all = next;
    }
    Some(all)
}

fn divisions(amount: i64, among: &[(Entity, i64)]) -> Option<Vec<Vec<i64>>> {
    let mut all: Vec<(Vec<i64>, i64)> = vec![(Vec::new(), amount)];
    for (at, (_, least)) in among.iter().enumerate() {
        let last = at.saturating_add(1) == among.len();
        let mut next = Vec::new();
        for (given, left) in &all {
            let from = if last { *left } else { *least };
            for share in from..=*left {
                if share < *least {
                    continue;
                }
                let mut with = given.clone();
                with.push(share);
                next.push((with, left.saturating_sub(share)));
                if next.len() > MOST_ANSWERS {
                    return None;
                }
            }
        }
        all = next;
    }
    Some(
        all.into_iter()
            .filter(|(_, left)| *left == 0)
            .map(|(given, _)| given)
            .collect(),
    )
}
