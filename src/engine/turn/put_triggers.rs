//! Putting triggered abilities on the stack (CR 603.3): order, then modes and targets of each.

use crate::bytecode::{Body, Program};
use crate::engine::{announce, casting, events, targets};
use crate::game::decision::OptionLabel;
use crate::game::{About, Answer, Choice, Decision, Fault, Game, PlayerId, StackItem, Task};
use crate::vm;
use smallvec::SmallVec;

/// Works on putting waiting triggers on the stack.
pub(in crate::engine) fn step(game: &mut Game, program: &Program) -> Result<(), Fault> {
    match game.tasks.pop() {
        Some(Task::PutTriggers { order, next }) => all(game, order, next),
        Some(Task::PutTrigger { item, stage }) => one(game, program, item, stage),
        _ => Err(Fault::State("no trigger is put on the stack".into())),
    }
}

/// CR 603.3b: each player in turn order puts theirs, in an order of their choice.
fn all(game: &mut Game, order: Vec<PlayerId>, next: u8) -> Result<(), Fault> {
    let Some(player) = order.get(usize::from(next)).copied() else {
        return Ok(());
    };
    let mine: Vec<usize> = game
        .waiting
        .iter()
        .enumerate()
        .filter(|(_, waiting)| waiting.item.controller == player && !waiting.on_trigger)
        .map(|(at, _)| at)
        .collect();
    let mut sorted: Vec<usize> = mine.clone();
    if mine.len() > 1 {
        match game.answer.take() {
            Some(Answer::Order(chosen)) => {
                sorted = chosen
                    .iter()
                    .filter_map(|i| mine.get(*i as usize).copied())
                    .collect();
            }
            Some(_) => {
                return Err(Fault::State(
                    "the order of triggers was answered otherwise".into(),
                ));
            }
            None => {
                let label = |at: &usize| {
                    let item = &game.waiting.get(*at)?.item;
                    Some(OptionLabel::Ability(item.ability?, item.source))
                };
                game.decision = Some(Decision {
                    player,
                    choice: Choice::Order {
                        items: mine.iter().filter_map(label).collect(),
                    },
                    about: About::TriggerOrder,
                    source: None,
                    ability: None,
                });
                game.tasks.push(Task::PutTriggers { order, next });
                return Ok(());
            }
        }
    }
    let items: Vec<StackItem> = sorted
        .iter()
        .filter_map(|at| game.waiting.get(*at).map(|waiting| waiting.item.clone()))
        .collect();
    let mut at = 0;
    game.waiting.retain(|_| {
        at += 1;
        !mine.contains(&(at - 1))
    });
    let next = next.saturating_add(1);
    game.tasks.push(Task::PutTriggers { order, next });
    for item in items.into_iter().rev() {
        let item = Box::new(item);
        game.tasks.push(Task::PutTrigger { item, stage: 0 });
    }
    Ok(())
}

/// The stages of putting one trigger.
const MODES: u8 = 0;
const TARGETS: u8 = 1;

/// CR 603.3c–d: modes and targets are chosen as for an activated ability; without legal choices the ability is removed.
fn one(
    game: &mut Game,
    program: &Program,
    mut item: Box<StackItem>,
    mut stage: u8,
) -> Result<(), Fault> {
    crate::engine::layers::try_refresh(game, program)?;
    let Some(ability) = item.ability else {
        return Err(Fault::State("a trigger without an ability".into()));
    };
    if item.object == item.source {
        item.object = casting::ability_object(game, item.controller, item.source, ability);
    }
    let Some(body) = casting::body(program, &item)? else {
        return Err(Fault::Ability(ability));
    };
    if stage == MODES {
        match modes(game, program, &mut item, body)? {
            Chosen::All => stage = TARGETS,
            Chosen::Asked => {
                game.tasks.push(Task::PutTrigger { item, stage });
                return Ok(());
            }
            Chosen::Impossible => return Ok(()),
        }
    }
    match choose_targets(game, program, &mut item, body)? {
        Chosen::All => {}
        Chosen::Asked => {
            game.tasks.push(Task::PutTrigger { item, stage });
            return Ok(());
        }
        Chosen::Impossible => return Ok(()),
    }
    let parts = announce::chosen_parts(&item, body);
    if parts.into_iter().any(|part| part.divided.is_some()) {
        return Err(Fault::Unsupported("triggers that divide an amount".into()));
    }
    let happened: Vec<_> = casting::became_targets(&item).collect();
    game.stack.push(*item);
    if !happened.is_empty() {
        events::propose(game, happened);
    }
    Ok(())
}

enum Chosen {
    All,
    Asked,
    Impossible,
}

fn modes(
    game: &mut Game,
    program: &Program,
    item: &mut StackItem,
    body: &Body,
) -> Result<Chosen, Fault> {
    let Some(modes) = &body.modes else {
        return Ok(Chosen::All);
    };
    let context = casting::context_of(item, true);
    let possible = announce::possible_modes(game, program, body, &context)?;
    if let Some(answer) = game.answer.take() {
        let Answer::Options(chosen) = answer else {
            return Err(Fault::State(
                "the choice of modes was answered otherwise".into(),
            ));
        };
        item.modes = chosen
            .iter()
            .filter_map(|i| possible.get(*i as usize).copied())
            .collect();
        item.modes.sort_unstable();
        return Ok(Chosen::All);
    }
    let count = |n: i64| u32::try_from(n.max(0)).unwrap_or(u32::MAX);
    let min = count(vm::number(game, program, modes.min, &context, None)?);
    let max = count(vm::number(game, program, modes.max, &context, None)?);
    let available = if modes.repeats && !possible.is_empty() {
        u32::MAX
    } else {
        u32::try_from(possible.len()).unwrap_or(u32::MAX)
    };
    if min > available {
        return Ok(Chosen::Impossible);
    }
    let choice = Choice::Options {
        options: possible
            .iter()
            .map(|mode| OptionLabel::Mode(*mode))
            .collect(),
        min,
        max: max.min(available),
        repeats: modes.repeats,
    };
    announce::ask(game, item, choice, About::Modes);
    Ok(Chosen::Asked)
}

fn choose_targets(
    game: &mut Game,
    program: &Program,
    item: &mut StackItem,
    body: &Body,
) -> Result<Chosen, Fault> {
    let specs: Vec<_> = announce::chosen_parts(item, body)
        .flat_map(|part| part.targets.iter())
        .collect();
    if let Some(answer) = game.answer.take() {
        let Answer::Some(chosen) = answer else {
            return Err(Fault::State(
                "the choice of targets was answered otherwise".into(),
            ));
        };
        item.targets.push(chosen.into_iter().collect());
    }
    while let Some(spec) = specs.get(item.targets.len()) {
        let context = casting::context_of(item, true);
        let from = targets::candidates(game, program, targets::Phrase::of(spec), &context)?;
        let count = |n: i64| u32::try_from(n.max(0)).unwrap_or(u32::MAX);
        let min = count(vm::number(game, program, spec.min, &context, None)?);
        let max = count(vm::number(game, program, spec.max, &context, None)?);
        let available = u32::try_from(from.len()).unwrap_or(u32::MAX);
        // CR 603.3d.
        if min > available {
            return Ok(Chosen::Impossible);
        }
        if max.min(available) == 0 {
            item.targets.push(SmallVec::new());
            continue;
        }
        let about = About::Targets(u8::try_from(item.targets.len()).unwrap_or(u8::MAX));
        let choice = Choice::Some {
            from,
            min,
            max: max.min(available),
        };
        announce::ask(game, item, choice, about);
        return Ok(Chosen::Asked);
    }
    Ok(Chosen::All)
}
