//! Mana as it is produced: which type, and what is produced instead when a permanent is tapped for it (CR 106.12b).

use crate::bytecode::{ManaChange, Program};
use crate::engine::{
    casting,
    events::{Prepared, replacement},
};
use crate::game::decision::OptionLabel;
use crate::game::{
    About, Answer, CastStage, Choice, Decision, Event, EventFlags, EventKind, Fault, Game,
    ObjectId, PlayerId, Produced, Task,
    task::{Batch, ReplacementKey},
};
use crate::vocab::ManaKind;
use smallvec::SmallVec;

/// Nothing more replaces this production.
const SETTLED: ReplacementKey = ReplacementKey::Rule(4);
/// More mana at once than a run allows.
const MOST: i64 = 10_000;

/// Prepares mana to be added: its type is chosen, then what replaces the production has its turn.
pub(super) fn prepare(
    game: &mut Game,
    program: &Program,
    batch: &mut Batch,
    at: usize,
) -> Result<Prepared, Fault> {
    if let Some(prepared) = choose(game, batch, at)? {
        return Ok(prepared);
    }
    let Some((event, keys)) = batch.events.get(at) else {
        return Ok(Prepared::Dropped);
    };
    if keys.contains(&SETTLED) || !event.flags.has(EventFlags::TAPPED_FOR) {
        return replacement::apply(game, program, batch, at);
    }
    // What one ability produces is one event, whatever the number of its types.
    let of = |other: &Event| {
        other.kind == EventKind::AddMana
            && other.flags.has(EventFlags::TAPPED_FOR)
            && other.subject == event.subject
            && other.source == event.source
    };
    let group: SmallVec<[usize; 4]> = (at..batch.events.len())
        .filter(|n| batch.events.get(*n).is_some_and(|(other, _)| of(other)))
        .collect();
    let Some((permanent, player)) = producing(game, event) else {
        return replacement::apply(game, program, batch, at);
    };
    let mut produced = Produced::default();
    for n in &group {
        // The types of the others are chosen before anything looks at the whole.
        if let Some(prepared) = choose(game, batch, *n)? {
            return Ok(prepared);
        }
        if let Some((event, _)) = batch.events.get(*n) {
            produced.kinds |= event.mana;
            produced.amount = produced.amount.saturating_add(event.amount);
        }
    }
    // What it would be if nothing more replaced it.
    let mut tapped = casting::tapped_for(permanent, player, produced);
    tapped.flags = EventFlags::TAPPED_FOR;
    let mut keys = batch
        .events
        .get(at)
        .map(|(_, keys)| keys.clone())
        .unwrap_or_default();
    match replacement::of_production(game, program, &tapped, &mut keys)? {
        replacement::Production::Ask => Ok(Prepared::Wait(None)),
        replacement::Production::AsIs => {
            for n in group {
                if let Some((_, keys)) = batch.events.get_mut(n) {
                    keys.push(SETTLED);
                }
            }
            Ok(Prepared::Again)
        }
        replacement::Production::Changed(change) => {
            replace(batch, &group, change, &keys);
            Ok(Prepared::Again)
        }
    }
}

/// The permanent whose mana ability is producing this, and who activated that.
fn producing(game: &Game, event: &Event) -> Option<(ObjectId, PlayerId)> {
    game.tasks.iter().rev().find_map(|task| match task {
        Task::Cast(casting)
            if casting.stage == CastStage::Produced
                && Some(casting.item.source) == event.source =>
        {
            Some((casting.item.source, casting.item.controller))
        }
        _ => None,
    })
}

/// Changes what is produced.
fn replace(
    batch: &mut Batch,
    group: &[usize],
    change: ManaChange,
    keys: &SmallVec<[ReplacementKey; 1]>,
) {
    let mut made: Option<Event> = None;
    let mut gone: SmallVec<[usize; 4]> = SmallVec::new();
    for n in group {
        let Some((event, own)) = batch.events.get_mut(*n) else {
            continue;
        };
        own.clone_from(keys);
        match change {
            ManaChange::Times(times) => {
                event.amount = event.amount.saturating_mul(i64::from(times)).min(MOST);
            }
            ManaChange::Types { into, of, amount } => {
                if event.mana & of == 0 {
                    continue;
                }
                gone.push(*n);
                let sum = made.as_ref().map_or(0, |made| made.amount);
                let mut event = event.clone();
                event.mana = into;
                event.amount = if amount {
                    1
                } else {
                    event.amount.saturating_add(sum)
                };
                event.flags = event.flags.with(EventFlags::ONE_COLOR);
                made = Some(event);
            }
        }
    }
    for n in gone.iter().rev() {
        if *n < batch.events.len() {
            batch.events.remove(*n);
        }
    }
    if let (Some(made), Some(first)) = (made, group.first()) {
        let at = (*first).min(batch.events.len());
        batch.events.insert(at, (made, keys.clone()));
    }
}

/// Remembers what the mana ability that is resolving has produced (CR 106.12a).
pub(super) fn note(game: &mut Game, event: &Event) {
    if event.kind != EventKind::AddMana {
        return;
    }
    let ability = game.tasks.iter_mut().rev().find_map(|task| match task {
        Task::Cast(casting) if casting.stage == CastStage::Produced => Some(casting),
        _ => None,
    });
    if let Some(casting) = ability.filter(|c| Some(c.item.source) == event.source) {
        casting.produced.kinds |= event.mana;
        casting.produced.amount = casting.produced.amount.saturating_add(event.amount);
    }
}

/// CR 605.3: of several types of mana, the player chooses.
fn choose(game: &mut Game, batch: &mut Batch, at: usize) -> Result<Option<Prepared>, Fault> {
    let Some((event, keys)) = batch.events.get(at) else {
        return Ok(None);
    };
    let kinds: Vec<ManaKind> = ManaKind::ALL
        .into_iter()
        .filter(|kind| event.mana & (1 << kind.index()) != 0)
        .collect();
    if kinds.len() < 2 || event.amount <= 0 {
        return Ok(None);
    }
    let Some(player) = event.subject.player() else {
        return Ok(Some(Prepared::Dropped));
    };
    let one = event.flags.has(crate::game::EventFlags::ONE_COLOR);
    let count = if one { 1 } else { event.amount.min(10_000) };
    if let Some(answer) = game.answer.take() {
        let Answer::Options(chosen) = answer else {
            return Err(Fault::State(
                "a choice of mana was answered with something else".into(),
            ));
        };
        let each = if one { event.amount } else { 1 };
        let mut split = Vec::new();
        for index in chosen {
            let kind = kinds.get(index as usize).ok_or_else(|| {
                Fault::State("a type of mana that is no option was chosen".into())
            })?;
            let mut part = event.clone();
            part.mana = 1 << kind.index();
            part.amount = each;
            split.push((part, keys.clone()));
        }
        batch.events.splice(at..=at, split);
        return Ok(Some(Prepared::Again));
    }
    let count = u32::try_from(count).unwrap_or(1);
    game.decision = Some(Decision {
        player,
        choice: Choice::Options {
            options: kinds.into_iter().map(OptionLabel::Mana).collect(),
            min: count,
            max: count,
            repeats: true,
        },
        about: About::ManaChoice,
        source: event.source,
        ability: None,
    });
    Ok(Some(Prepared::Wait(None)))
}
