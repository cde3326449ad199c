//! Random legal answers, for benchmarks, fuzzing and playouts.

use crate::bytecode::Program;
use crate::engine::{answer, illegal::Illegal, legal};
use crate::game::{
    Action, Answer, Entity, Game, ObjectId, Random,
    decision::{AssignItem, Choice},
};

/// Answers the open decision at random, legally; `None` if no decision is open.
///
/// An answer that turns out illegal (attacks that break a requirement, a payment that can't be made) is replaced by the
/// next guess, at last by the plainest one.
///
/// # Errors
/// No guess was legal: the last refusal.
pub fn play(
    game: &mut Game,
    program: &Program,
    random: &mut Random,
) -> Result<Option<Answer>, Illegal> {
    /// Guesses before the plainest answers are tried.
    const GUESSES: u32 = 8;
    let Some(decision) = &game.decision else {
        return Ok(None);
    };
    let choice = decision.choice.clone();
    let mut refusal = Illegal::new("117.1", "no answer was found");
    for attempt in 0..GUESSES.saturating_add(PLAIN) {
        let guess = if attempt < GUESSES {
            guess(game, program, &choice, random)
        } else {
            plain(&choice, attempt.saturating_sub(GUESSES))
        };
        match answer::answer(game, program, guess.clone()) {
            Ok(()) => return Ok(Some(guess)),
            Err(illegal) => refusal = illegal,
        }
    }
    Err(refusal)
}

/// How many plain answers there are to try.
pub const PLAIN: u32 = 3;

/// A random answer.
fn guess(game: &Game, program: &Program, choice: &Choice, random: &mut Random) -> Answer {
    match choice {
        Choice::Priority => Answer::Act(action(game, program, random)),
        Choice::Some { from, min, max } => {
            let count = between(random, *min, *max);
            Answer::Some(sample(random, from, count))
        }
        Choice::Options {
            options,
            min,
            max,
            repeats,
        } => {
            let count = between(random, *min, *max);
            let indices: Vec<u32> = (0..length(options)).collect();
            Answer::Options(if *repeats {
                (0..count).map(|_| random.below(length(options))).collect()
            } else {
                sample(random, &indices, count)
            })
        }
        Choice::Number { min, max } => {
            let span = u32::try_from(max.saturating_sub(*min)).unwrap_or(u32::MAX);
            let offset = random.below(span.saturating_add(1).max(1));
            Answer::Number(min.saturating_add(i64::from(offset)))
        }
        Choice::Order { items } => {
            let mut order: Vec<u32> = (0..length(items)).collect();
            random.shuffle(&mut order);
            Answer::Order(order)
        }
        Choice::Divide { amount, among } => Answer::Divide(divide(random, *amount, among)),
        Choice::YesNo => Answer::YesNo(random.below(2) == 1),
        Choice::Assign { items } => Answer::Assign(assign(random, items)),
        Choice::PayMana { .. } => Answer::PayAutomatically,
    }
}

/// A plain answer: nothing chosen, or the first; which, depends on the attempt.
#[must_use]
pub fn plain(choice: &Choice, attempt: u32) -> Answer {
    match choice {
        Choice::Priority => Answer::Act(Action::Pass),
        Choice::Some { from, min, max } => {
            let count = if attempt == 0 { *min } else { *max };
            Answer::Some(from.iter().take(count as usize).copied().collect())
        }
        Choice::Options { min, .. } => Answer::Options((0..*min).collect()),
        Choice::Number { min, .. } => Answer::Number(*min),
        Choice::Order { items } => Answer::Order((0..length(items)).collect()),
        Choice::Divide { amount, among } => {
            let least: i64 = among.iter().fold(0, |s, (_, n)| s.saturating_add(*n));
            let mut amounts: Vec<i64> = among.iter().map(|(_, n)| *n).collect();
            if let Some(first) = amounts.first_mut() {
                *first = first.saturating_add(amount.saturating_sub(least));
            }
            Answer::Divide(amounts)
        }
        Choice::YesNo => Answer::YesNo(attempt == 1),
        // Nobody; or everybody, for requirements.
        Choice::Assign { items } => Answer::Assign(if attempt == 0 {
            Vec::new()
        } else {
            items
                .iter()
                .filter_map(|i| Some((i.item, vec![*i.options.first()?])))
                .collect()
        }),
        Choice::PayMana { .. } if attempt == 0 => Answer::PayAutomatically,
        Choice::PayMana { .. } => Answer::Act(Action::Pass),
    }
}

/// A legal action besides mana abilities, as automatic payment activates those.
fn action(game: &Game, program: &Program, random: &mut Random) -> Action {
    let actions = legal::actions_besides_mana(game, program);
    let count = length(&actions);
    let chosen = random.below(count.max(1)) as usize;
    actions.into_iter().nth(chosen).unwrap_or(Action::Pass)
}

/// How many items there are.
fn length<T>(items: &[T]) -> u32 {
    u32::try_from(items.len()).unwrap_or(u32::MAX)
}

/// A number from `min` to `max`.
const fn between(random: &mut Random, min: u32, max: u32) -> u32 {
    let span = max.saturating_sub(min);
    min.saturating_add(random.below(span.saturating_add(1)))
}

/// So many different items.
fn sample<T: Copy>(random: &mut Random, from: &[T], count: u32) -> Vec<T> {
    let mut items = from.to_vec();
    random.shuffle(&mut items);
    items.truncate(count as usize);
    items
}

/// A division with the minima kept.
fn divide(random: &mut Random, amount: i64, among: &[(Entity, i64)]) -> Vec<i64> {
    let mut amounts: Vec<i64> = among.iter().map(|(_, least)| *least).collect();
    let least = amounts.iter().fold(0_i64, |s, n| s.saturating_add(*n));
    // In one lump or in small pieces; large amounts are not divided one by one.
    let mut left = amount.saturating_sub(least).max(0);
    let piece = (left / 16).max(1);
    while left > 0 {
        let at = random.below(length(&amounts)) as usize;
        let share = piece.min(left);
        match amounts.get_mut(at) {
            Some(amount) => *amount = amount.saturating_add(share),
            None => break,
        }
        left = left.saturating_sub(share);
    }
    amounts
}

/// A random assignment: each item half of the time.
fn assign(random: &mut Random, items: &[AssignItem]) -> Vec<(ObjectId, Vec<Entity>)> {
    let mut assigned = Vec::new();
    for item in items {
        if random.below(2) == 0 {
            continue;
        }
        let at = random.below(length(&item.options)) as usize;
        if let Some(option) = item.options.get(at) {
            assigned.push((item.item, vec![*option]));
        }
    }
    assigned
}
