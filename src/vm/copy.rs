//! Copies (CR 707): tokens, spells and abilities on the stack, and what enters as a copy.

use super::Set;
use super::eval::{Operands, int, members};
use super::lasting::copied_values;
use super::proposal::{MAX_TOKENS, bounded, each, entry_of, take_attacked};
use crate::bytecode::{Manner, Program, StaticId};
use crate::game::{Entity, Entry, Event, EventKind, Frame, Game, Task, state::LastKnown};
use crate::vocab::Zone;
use std::sync::Arc;

/// Most copies of spells that one instruction makes.
const MAX_COPIES: usize = 10_000;

/// Tokens that are copies of each of some objects (CR 707.2). `None` if the operands are not there.
pub(super) fn tokens(
    game: &Game,
    program: &Program,
    frame: &Frame,
    manner: Manner,
    except: StaticId,
    stack: &mut Operands,
) -> Option<Vec<Event>> {
    let count = bounded(int(stack)?, MAX_TOKENS);
    let of = members(stack)?;
    let mut who = members(stack)?;
    let attacked = take_attacked(&mut who, manner);
    let mut events = Vec::new();
    for one in of.iter().filter(|_| count > 0) {
        let Some(values) = copied_values(game, program, &Set::from_iter([*one]), except) else {
            continue;
        };
        events.extend(each(&who, |player| {
            let mut event = Event::new(EventKind::CreateToken, player);
            event.amount = i64::try_from(count).unwrap_or(i64::MAX);
            event.source = Some(frame.context.this);
            event.to = Zone::Battlefield;
            let mut entry =
                entry_of(Zone::Battlefield, manner, player.player(), attacked).unwrap_or_default();
            entry.token = Some(values.face);
            entry.copy = (!values.is_plain()).then(|| values.clone());
            event.entry = Some(entry);
            event
        }));
    }
    Some(events)
}

/// Copies of spells and abilities on the stack (CR 707.10). `None` if the operands are not there.
pub(super) fn spells(
    game: &Game,
    frame: &Frame,
    except: StaticId,
    stack: &mut Operands,
) -> Option<Vec<Event>> {
    let count = bounded(int(stack)?, MAX_COPIES);
    let of = members(stack)?;
    let who = members(stack)?;
    let mut events = Vec::new();
    for player in who.iter().filter(|player| player.player().is_some()) {
        for spell in &of {
            // A spell that has left the stack is copied as it last was there.
            let there = |id| {
                let left = |(of, last): &(_, Arc<LastKnown>)| *of == id && last.item.is_some();
                game.stack.iter().any(|item| item.object == id) || game.last_known.iter().any(left)
            };
            if !spell.object().is_some_and(there) {
                continue;
            }
            let mut event = Event::new(EventKind::CopySpell, *player);
            event.object = Some(*spell);
            event.source = Some(frame.context.this);
            event.except = Some(except);
            events.extend(std::iter::repeat_n(event, count));
        }
    }
    Some(events)
}

/// How what is about to enter the battlefield enters, while an effect runs for that (CR 614.12a).
pub(super) fn entering(game: &mut Game) -> Option<&mut Entry> {
    let batch = game.tasks.iter_mut().rev().find_map(|task| match task {
        Task::Batch(batch) => Some(batch),
        _ => None,
    })?;
    let at = batch.next as usize;
    let (event, _) = batch.events.get_mut(at)?;
    let enters = event.kind == EventKind::ZoneChange && event.to == Zone::Battlefield;
    enters.then(|| &mut **event.entry.get_or_insert_default())
}

/// Copies that have been made, for the task in which they may get new targets.
pub(super) fn made(of: Set, may: bool) -> Task {
    let mut copies: Vec<_> = of
        .iter()
        .filter_map(|entity: &Entity| entity.object())
        .collect();
    copies.reverse();
    Task::Retarget(Box::new(crate::game::Retarget {
        copies,
        may,
        chosen: smallvec::SmallVec::new(),
        targeted: Vec::new(),
        changed_by: None,
    }))
}

/// Spells and abilities whose targets a player changes.
pub(super) fn retargeted(of: Set, player: crate::game::PlayerId, may: bool) -> Task {
    let mut task = made(of, true);
    if let Task::Retarget(task) = &mut task {
        task.changed_by = Some((player, !may));
    }
    task
}
