//! Resolving spells and abilities (CR 608).

use crate::bytecode::{AbilityKind, Primitive, Program};
use crate::engine::{announce, blessing, casting, events, targets};
use crate::game::{
    About, Answer, Cause, Choice, Decision, Entity, Entry, Event, EventKind, Fault, Game,
    ObjectKind, StackItem, StackKind, Status, Task, decision::OptionLabel,
};
use crate::vm;
use crate::vocab::{Name, Zone};
use smallvec::SmallVec;

/// Targets by phrase.
type Targets = SmallVec<[SmallVec<[Entity; 1]>; 2]>;

/// The stage after the last part of the instructions.
const AFTERWARDS: u8 = u8::MAX - 1;
/// The stage in which nothing is left but to forget the task.
const OVER: u8 = u8::MAX;

/// Works on a resolution. Stage 0 looks at conditions and targets; stage n starts the n-th chosen part.
pub(in crate::engine) fn step(game: &mut Game, program: &Program) -> Result<(), Fault> {
    let Some(Task::Resolve { mut item, stage }) = game.tasks.pop() else {
        return Err(Fault::State("nothing is resolving".into()));
    };
    match stage {
        0 => {
            game.resolving_since = u32::try_from(game.objects.len()).unwrap_or(u32::MAX);
            if !begin(game, program, &mut item)? {
                return Ok(());
            }
            game.tasks.push(Task::Resolve { item, stage: 1 });
        }
        AFTERWARDS => {
            game.tasks.push(Task::Resolve {
                item: item.clone(),
                stage: OVER,
            });
            leave_stack(game, program, &item, Cause::Resolve);
        }
        OVER => {
            let mut event = Event::new(EventKind::Resolve, item.object);
            event.object = Some(item.controller.into());
            event.source = Some(item.source);
            events::propose(game, vec![event]);
        }
        n => {
            let body = casting::body(program, &item)?;
            if body.is_none() {
                return permanent(game, program, item, n);
            }
            let at = usize::from(n).saturating_sub(1);
            let before: usize = announce::chosen_parts(program, &item, body)
                .take(at)
                .map(|part| part.targets.len())
                .sum();
            let Some(part) = announce::chosen_parts(program, &item, body).nth(at) else {
                if is_permanent_spell(game, program, &item) {
                    return permanent(game, program, item, n);
                }
                game.tasks.push(Task::Resolve {
                    item,
                    stage: AFTERWARDS,
                });
                return Ok(());
            };
            // The code of a part numbers its own target phrases from 0.
            let mut context = casting::context_of(&item, true);
            context.targets = item
                .targets
                .iter()
                .skip(before)
                .take(part.targets.len())
                .cloned()
                .collect();
            let code = part.code;
            game.tasks.push(Task::Resolve {
                item,
                stage: n.saturating_add(1).min(AFTERWARDS),
            });
            vm::start(game, program, code, context)?;
        }
    }
    Ok(())
}

/// CR 702.131a: an instant or sorcery with ascend; its other instructions may look at what that did.
fn ascend(game: &mut Game, item: &StackItem) {
    let seen = game.cached(item.object);
    if item.kind == StackKind::Spell
        && seen.is_some_and(|seen| seen.has(Primitive::Ascend) && !seen.types.is_permanent())
    {
        blessing::bless(game, item.controller);
    }
}

/// The intervening "if" and the targets are looked at again (CR 608.2a–b); whether it goes on.
fn begin(game: &mut Game, program: &Program, item: &mut StackItem) -> Result<bool, Fault> {
    if let Some(id) = item.ability
        && let AbilityKind::Triggered {
            condition: Some(condition),
            ..
        } = &program.ability(id).ok_or(Fault::Ability(id))?.kind
    {
        let context = casting::context_of(item, true);
        if !vm::truth(game, program, *condition, &context, None)? {
            leave_stack(game, program, item, Cause::Other);
            return Ok(false);
        }
    }
    if item.targets.iter().all(SmallVec::is_empty) {
        ascend(game, item);
        return Ok(true);
    }
    let legal = still_legal(game, program, item)?;
    if legal.iter().all(SmallVec::is_empty) {
        // CR 702.103e: it goes on as a creature spell.
        if let Some(object) = game.object_mut(item.object).filter(|object| {
            object.status.has(Status::BESTOWED) || object.status.has(Status::MUTATING)
        }) {
            // CR 702.140b: so does a mutating creature spell.
            object.status.set(Status::BESTOWED, false);
            object.status.set(Status::MUTATING, false);
            game.stale.0 = true;
            item.targets.clear();
            return Ok(true);
        }
        // CR 608.2b: with every target illegal, it doesn't resolve.
        leave_stack(game, program, item, Cause::Other);
        return Ok(false);
    }
    if legal != item.targets {
        keep_division(item, &legal);
        item.targets = legal;
    }
    ascend(game, item);
    Ok(true)
}

/// The targets that are still legal, by phrase (CR 608.2b).
fn still_legal(game: &Game, program: &Program, item: &StackItem) -> Result<Targets, Fault> {
    let phrases = announce::phrases(game, program, item)?;
    let mut legal = Targets::new();
    for (at, chosen) in item.targets.iter().enumerate() {
        let mut kept = SmallVec::new();
        let context = announce::context_of_phrase(program, item, at)?;
        for target in chosen {
            if let Some(phrase) = phrases.get(at)
                && targets::fits(game, program, *phrase, &context, *target)?
            {
                kept.push(*target);
            }
        }
        legal.push(kept);
    }
    Ok(legal)
}

/// Leaves out the shares of targets that have become illegal; the others keep theirs (CR 608.2b).
fn keep_division(item: &mut StackItem, legal: &Targets) {
    if item.division.is_empty() {
        return;
    }
    let divided: SmallVec<[Entity; 4]> = item
        .targets
        .iter()
        .find(|t| t.len() == item.division.len())
        .into_iter()
        .flatten()
        .copied()
        .collect();
    let kept: SmallVec<[u32; 2]> = divided
        .iter()
        .zip(&item.division)
        .filter(|(target, _)| legal.iter().flatten().any(|t| t == *target))
        .map(|(_, share)| *share)
        .collect();
    item.division = kept;
}

/// Whether it is a spell that becomes a permanent.
fn is_permanent_spell(game: &Game, program: &Program, item: &StackItem) -> bool {
    item.kind == StackKind::Spell
        && game
            .object(item.object)
            .and_then(|o| program.face(o.face))
            .is_some_and(|f| f.types.is_permanent())
}

/// A permanent spell enters the battlefield under its controller's control (CR 608.3a–c).
fn permanent(
    game: &mut Game,
    program: &Program,
    item: Box<StackItem>,
    stage: u8,
) -> Result<(), Fault> {
    if !is_permanent_spell(game, program, &item) {
        game.tasks.push(Task::Resolve {
            item,
            stage: AFTERWARDS,
        });
        return Ok(());
    }
    let target = item.targets.first().and_then(|t| t.first()).copied();
    if let Some(target) = target.filter(|_| game.has_status(item.object, Status::MUTATING)) {
        return mutate(game, item, stage, target);
    }
    let mut event = Event::new(EventKind::ZoneChange, item.object);
    event.cause = Cause::Resolve;
    event.from = Zone::Stack;
    event.to = Zone::Battlefield;
    event.entry = Some(Box::new(Entry {
        controller: Some(item.controller),
        // CR 608.3c: an Aura enters attached to what it targeted.
        attached_to: target,
        ..Entry::default()
    }));
    game.tasks.push(Task::Resolve { item, stage: OVER });
    events::propose(game, vec![event]);
    Ok(())
}

/// CR 702.140c: a mutating creature spell merges with its target; its controller chooses whether it goes over or under it.
fn mutate(game: &mut Game, item: Box<StackItem>, stage: u8, target: Entity) -> Result<(), Fault> {
    let over = match game.answer.take() {
        None => {
            game.decision = Some(Decision {
                player: item.controller,
                choice: Choice::Options {
                    options: ["over", "under"]
                        .map(|word| OptionLabel::Word(Name::new(word)))
                        .into(),
                    min: 1,
                    max: 1,
                    repeats: false,
                },
                about: About::Merge,
                source: Some(item.object),
                ability: None,
            });
            game.tasks.push(Task::Resolve { item, stage });
            return Ok(());
        }
        Some(Answer::Options(chosen)) => chosen.first() == Some(&0),
        Some(_) => {
            return Err(Fault::State(
                "over or under a creature was answered otherwise".into(),
            ));
        }
    };
    let mut event = Event::new(EventKind::Mutate, target);
    event.cause = Cause::Resolve;
    event.object = Some(item.object.into());
    event.source = Some(item.object);
    event.amount = i64::from(over);
    game.tasks.push(Task::Resolve { item, stage: OVER });
    events::propose(game, vec![event]);
    Ok(())
}

/// A spell goes to its owner's graveyard; an ability or a copy of a spell ceases to exist (CR 608.2n, 704.5e).
fn leave_stack(game: &mut Game, program: &Program, item: &StackItem, cause: Cause) {
    let Some(at) = game.stack.iter().rposition(|i| i.object == item.object) else {
        // It has left the stack while it resolved (CR 608.2m).
        return;
    };
    let kind = game.object(item.object).map(|o| o.kind);
    match kind {
        Some(ObjectKind::Card | ObjectKind::Token) => {
            let mut event = Event::new(EventKind::ZoneChange, item.object);
            event.cause = cause;
            event.from = Zone::Stack;
            // CR 702.27a: only as it resolves.
            let bought = cause == Cause::Resolve && game.has_status(item.object, Status::BUYBACK);
            // CR 715.3d: an Adventure is exiled as it resolves.
            let adventure = cause == Cause::Resolve
                && game
                    .object(item.object)
                    .is_some_and(|object| crate::engine::special::is_adventure(program, object));
            event.to = match (bought, adventure) {
                (true, _) => Zone::Hand,
                (false, true) => Zone::Exile,
                (false, false) => Zone::Graveyard,
            };
            events::propose(game, vec![event]);
        }
        Some(ObjectKind::Copy | ObjectKind::Ability(_) | ObjectKind::Emblem) | None => {
            game.stack.remove(at);
            if let Some(object) = game.object_mut(item.object) {
                object.zone = Zone::Nowhere;
            }
            crate::engine::in_force::forget(game, item.object);
        }
    }
}
