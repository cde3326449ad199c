//! "If ..., ... instead": which of the instructions before is replaced (CR 608.2c).

use super::{Action, Condition, Effect};

/// The instructions of a sentence with the one, or the last few, replaced that a later instruction is said instead of; `None` if it
/// is not clear which.
#[must_use]
pub fn replaced(before: Vec<Effect>, condition: Condition, new: Effect) -> Option<Vec<Effect>> {
    let mut before = flat(before);
    let last = before.last_mut()?;
    // "If you do, put a counter on it. If it's a Unicorn, put two counters on it instead": within what was bought.
    if let Effect::If {
        then,
        otherwise: None,
        ..
    }
    | Effect::Delayed { effect: then, .. } = last
        && !matches!(new, Effect::If { .. })
        && verb(then) == verb(&new)
    {
        let inner = std::mem::replace(&mut **then, Effect::Sequence(Vec::new()));
        **then = one(replaced(vec![inner], condition, new)?);
        return Some(before);
    }
    let steps = match &new {
        Effect::Sequence(steps) => steps.len(),
        _ => 1,
    };
    let from = if before.len() == 1 {
        0
    } else {
        // The same verbs again, up to the end of the sentence.
        let first = verb(&new)?;
        let from = before.iter().position(|b| verb(b) == Some(first))?;
        (before.len() - from == steps).then_some(from)?
    };
    let otherwise = one(before.split_off(from));
    before.push(Effect::If {
        condition,
        then: Box::new(new),
        otherwise: Some(Box::new(otherwise)),
        instead: true,
    });
    Some(before)
}

fn one(mut effects: Vec<Effect>) -> Effect {
    if effects.len() == 1 {
        effects.remove(0)
    } else {
        Effect::Sequence(effects)
    }
}

fn flat(effects: Vec<Effect>) -> Vec<Effect> {
    let mut out = Vec::new();
    for effect in effects {
        match effect {
            Effect::Sequence(inner) => out.extend(inner),
            other => out.push(other),
        }
    }
    out
}

/// What is done first.
fn verb(effect: &Effect) -> Option<std::mem::Discriminant<Action>> {
    match effect {
        Effect::Act { action, .. } => Some(std::mem::discriminant(action)),
        Effect::May { effect, .. } | Effect::Unless { effect, .. } => verb(effect),
        Effect::If { then, .. } => verb(then),
        Effect::Sequence(effects) | Effect::Together(effects) => verb(effects.first()?),
        _ => None,
    }
}
