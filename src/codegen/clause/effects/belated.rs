//! What a sentence says of what is done in one before it: it is put there before the code is made (CR 608.2c).

use crate::ir::{
    Action, Binding, Condition, Duration, Effect, Modification, Noun, Predicate, Statement, statics,
};

/// The instructions of a sequence with what is said of another of them put into it, if there is such.
pub(in crate::codegen) fn with_belated(parts: &[Effect]) -> Option<Vec<Effect>> {
    let mut changed = false;
    let mut out: Vec<Effect> = Vec::new();
    for part in parts {
        let belongs = match part {
            Effect::Continuous {
                statements,
                duration: Duration::Permanent,
            } if matches!(statements.as_slice(), [one] if unregenerable(one)) => out
                .iter_mut()
                .rev()
                .find_map(last_destroyed)
                .map(|no_regeneration| *no_regeneration = true),
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
    changed.then_some(out)
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

/// Whether the last thing that an effect destroys can be regenerated.
fn last_destroyed(effect: &mut Effect) -> Option<&mut bool> {
    if let Effect::Act {
        action: Action::Destroy {
            no_regeneration, ..
        },
        ..
    } = effect
    {
        return Some(no_regeneration);
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
