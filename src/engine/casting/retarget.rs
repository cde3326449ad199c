//! New targets for copies of spells and abilities (CR 707.10c).

use super::{announce, became_targets, targets};
use crate::bytecode::Program;
use crate::engine::events;
use crate::game::{About, Answer, Choice, Entity, Fault, Game, Retarget, StackItem, Task};
use smallvec::SmallVec;

/// Works on the next copy: a choice for each of its target phrases, then the next.
pub(in crate::engine) fn step(game: &mut Game, program: &Program) -> Result<(), Fault> {
    let Some(Task::Retarget(mut task)) = game.tasks.pop() else {
        return Err(Fault::State("no targets are being chosen".into()));
    };
    let Some(copy) = task.copies.last().copied() else {
        // CR 603.2: what has become a target does so once the copies are there.
        if !task.targeted.is_empty() {
            events::propose(game, task.targeted);
        }
        return Ok(());
    };
    let Some(item) = game.stack.iter().find(|item| item.object == copy).cloned() else {
        return next(game, *task);
    };
    if let Some(answer) = game.answer.take() {
        let Answer::Some(chosen) = answer else {
            return Err(Fault::State(
                "the choice of targets was answered with something else".into(),
            ));
        };
        let old = item.targets.get(task.chosen.len());
        task.chosen.push(in_place(old, &chosen));
    }
    while task.may && task.chosen.len() < item.targets.len() {
        if let Some(choice) = choice(game, program, &item, &task)? {
            let about = About::Targets(u8::try_from(task.chosen.len()).unwrap_or(u8::MAX));
            announce::ask(game, &item, choice, about);
            if let (Some((player, _)), Some(decision)) = (task.changed_by, &mut game.decision) {
                decision.player = player;
            }
            game.tasks.push(Task::Retarget(task));
            return Ok(());
        }
        let old = item.targets.get(task.chosen.len()).cloned();
        task.chosen.push(old.unwrap_or_default());
    }
    if let Some(item) = game.stack.iter_mut().find(|item| item.object == copy) {
        let mut old = Vec::new();
        if task.may {
            // What was a target before does not become one again.
            if task.changed_by.is_some() {
                old = item.targets.iter().flatten().copied().collect();
            }
            item.targets = std::mem::take(&mut task.chosen);
        }
        let new = became_targets(item).filter(|event| !old.contains(&event.subject));
        task.targeted.extend(new);
    }
    next(game, *task)
}

fn next(game: &mut Game, mut task: Retarget) -> Result<(), Fault> {
    task.copies.pop();
    task.chosen.clear();
    game.tasks.push(Task::Retarget(Box::new(task)));
    Ok(())
}

/// The targets that the next phrase may have: those it has, even if they would be illegal, and legal ones. `None` if there
/// is nothing to choose.
fn choice(
    game: &Game,
    program: &Program,
    item: &StackItem,
    task: &Retarget,
) -> Result<Option<Choice>, Fault> {
    let at = task.chosen.len();
    let Some(old) = item.targets.get(at).filter(|old| !old.is_empty()) else {
        return Ok(None);
    };
    let Some(phrase) = announce::phrases(game, program, item)?.get(at).copied() else {
        return Ok(None);
    };
    // Earlier phrases are looked at by later ones: "another target".
    let mut changed = item.clone();
    for (new, chosen) in changed.targets.iter_mut().zip(&task.chosen) {
        new.clone_from(chosen);
    }
    changed.targets.truncate(at);
    let context = announce::context_of_phrase(program, &changed, at)?;
    let mut from: Vec<Entity> = old.to_vec();
    for candidate in targets::candidates(game, program, phrase, &context)? {
        if !from.contains(&candidate) {
            from.push(candidate);
        }
    }
    let count = u32::try_from(old.len()).unwrap_or(u32::MAX);
    if let Some((_, true)) = task.changed_by {
        // CR 115.7a: to another legal target, if there is one.
        from.retain(|candidate| !old.contains(candidate));
        let enough = u32::try_from(from.len()).unwrap_or(u32::MAX) >= count;
        return Ok(enough.then_some(Choice::Some {
            from,
            min: count,
            max: count,
        }));
    }
    Ok((from.len() > old.len()).then_some(Choice::Some {
        from,
        min: count,
        max: count,
    }))
}

/// The chosen targets, those that are kept at their place, so that what is divided stays with them.
fn in_place(old: Option<&SmallVec<[Entity; 1]>>, chosen: &[Entity]) -> SmallVec<[Entity; 1]> {
    let Some(old) = old else {
        return chosen.iter().copied().collect();
    };
    let mut new = chosen.iter().filter(|target| !old.contains(target));
    old.iter()
        .filter_map(|target| {
            if chosen.contains(target) {
                Some(*target)
            } else {
                new.next().copied()
            }
        })
        .collect()
}
