//! What a sentence says of what is done in one before it: it is put there before the code is made (CR 608.2c).

use crate::codegen::Missing;
use crate::ir::{
    Action, Binding, Condition, Count, Duration, Effect, Filter, Head, Modification, Noun,
    Predicate, Quantifier, Statement, Word, statics,
};

/// The instructions of a sequence with what is said of another of them put into it, if there is such.
pub(in crate::codegen) fn with_belated(parts: &[Effect]) -> Result<Option<Vec<Effect>>, Missing> {
    if !parts.iter().skip(1).any(speaks_back) {
        return Ok(None);
    }
    let mut changed = false;
    let mut out: Vec<Effect> = Vec::new();
    for part in parts {
        let belongs = match part {
            Effect::Continuous {
                statements,
                duration: Duration::Permanent,
            } => match statements.as_slice() {
                [one] if unregenerable(one) => {
                    let destroyed = out.iter_mut().rev().find_map(last_destroyed);
                    destroyed
                        .map(|(what, bind, no_regeneration)| {
                            if !said_of(&one.subject, what, bind) {
                                return Err(
                                    "what can't be regenerated is not all of what is destroyed"
                                        .to_owned(),
                                );
                            }
                            *no_regeneration = true;
                            Ok(())
                        })
                        .transpose()?
                }
                _ => None,
            },
            Effect::If {
                condition: Condition::Done(Binding::Result(done)),
                otherwise: None,
                ..
            } => out
                .last_mut()
                .and_then(|last| later(last, *done))
                .map(|then| {
                    let first = std::mem::replace(then, Effect::Sequence(Vec::new()));
                    *then = Effect::Sequence(vec![first, part.clone()]);
                }),
            _ => None,
        };
        match belongs {
            Some(()) => changed = true,
            None => out.push(part.clone()),
        }
    }
    Ok(changed.then_some(out))
}

/// Whether a part can say something of one before it.
fn speaks_back(part: &Effect) -> bool {
    match part {
        Effect::Continuous { statements, .. } => statements.iter().any(unregenerable),
        Effect::If { condition, .. } => matches!(condition, Condition::Done(_)),
        _ => false,
    }
}

/// "It can't be regenerated": said of what is destroyed (CR 701.8c), not of what was.
fn unregenerable(statement: &Statement) -> bool {
    // Of what was spoken of, not of any other creature.
    let spoken_of = match &statement.subject {
        Noun::Ref { .. } | Noun::Again(..) => true,
        Noun::Described { filter, .. } => filter
            .predicates
            .iter()
            .any(|p| matches!(p, Predicate::In(_))),
        _ => false,
    };
    spoken_of
        && statement.condition.is_none()
        && statement.modifications == [Modification::Cant(statics::Restriction::BeRegenerated)]
}

/// Whether "a creature destroyed this way" is whatever is destroyed: of as many, of the same types.
fn said_of(subject: &Noun, destroyed: &Noun, bind: Option<u8>) -> bool {
    let Noun::Described { quantifier, filter } = subject else {
        return true;
    };
    let one = |quantifier: &Quantifier| {
        matches!(
            quantifier,
            Quantifier::Choose(Count::One) | Quantifier::Target(Count::One)
        )
    };
    let many = |quantifier: &Quantifier| matches!(quantifier, Quantifier::All);
    let types = |filter: &Filter| -> Vec<Predicate> {
        let types = filter.predicates.iter();
        types
            .filter(|p| matches!(p, Predicate::Type(_)))
            .cloned()
            .collect()
    };
    let of_it = |p: &Predicate| match p {
        Predicate::Type(_) => true,
        Predicate::In(Binding::Result(result)) => Some(*result) == bind,
        _ => false,
    };
    let (how_many, described) = match destroyed {
        Noun::Described { quantifier, filter } => (one(quantifier), Some(filter)),
        Noun::Ref { word, .. } => match word {
            Word::That(filter) => (true, Some(filter)),
            _ => (true, None),
        },
        _ => return false,
    };
    filter.head == Head::Permanent
        && filter.predicates.iter().all(of_it)
        && if how_many {
            matches!(quantifier, Quantifier::Choose(Count::One))
        } else {
            many(quantifier)
        }
        && described.is_none_or(|described| types(described) == types(filter))
}

/// The last thing that an effect destroys, what it is kept under, and whether it can be regenerated.
fn last_destroyed(effect: &mut Effect) -> Option<(&Noun, Option<u8>, &mut bool)> {
    if let Effect::Act {
        action: Action::Destroy {
            what,
            no_regeneration,
        },
        bind,
        ..
    } = effect
    {
        return Some((what, *bind, no_regeneration));
    }
    effect
        .parts_mut()
        .into_iter()
        .rev()
        .find_map(last_destroyed)
}

/// What is done later, if a thing is done in it: "sacrifice it at the beginning of the next end step. If you do, ...".
fn later(effect: &mut Effect, done: u8) -> Option<&mut Effect> {
    let Effect::Delayed { effect, .. } = effect else {
        return None;
    };
    effect
        .any(&|inner| inner.bound() == Some(done))
        .then_some(&mut **effect)
}
