//! Putting triggered abilities on the stack (CR 603.3): order, then modes and targets of each.

use crate::bytecode::Program;
use crate::engine::announce;
use crate::engine::{announce::Chosen, casting, events};
use crate::game::decision::OptionLabel;
use crate::game::{About, Answer, Choice, Decision, Fault, Game, PlayerId, StackItem, Task};

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
const DIVISION: u8 = 2;
const CHOSEN: u8 = 3;

/// CR 603.3c–d: modes, targets and division are chosen as for an activated ability; without legal choices the ability is
/// removed.
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
    while stage < CHOSEN {
        let chosen = match stage {
            MODES => announce::choose_modes(game, program, &mut item, false)?,
            TARGETS => announce::choose_targets(game, program, &mut item)?,
            DIVISION => announce::choose_division(game, program, &mut item)?,
            _ => Chosen::All,
        };
        match chosen {
            Chosen::All => stage = stage.saturating_add(1),
            Chosen::Asked => {
                game.tasks.push(Task::PutTrigger { item, stage });
                return Ok(());
            }
            Chosen::Impossible => return Ok(()),
        }
    }
    let happened: Vec<_> = casting::became_targets(&item).collect();
    game.stack.push(*item);
    if !happened.is_empty() {
        events::propose(game, happened);
    }
    Ok(())
}
