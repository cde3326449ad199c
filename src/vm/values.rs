//! Values that are chosen for objects (CR 607.2d), coins, and counters of every kind.

use super::eval::{Operands, Scope, int, members};
use crate::bytecode::operand::{Chosen, Spent};
use crate::bytecode::{CounterId, Op, Program};
use crate::game::{
    Characteristics, Entity, Event, EventKind, Frame, Game, ObjectId, PlayerId, Task, Value,
    state::ChosenValue, task::ReplacementKey,
};
use crate::vocab::{CardType, Color, ManaKind, Zone};

/// What was chosen last for an object, of those values that are wanted.
fn chosen<T>(game: &Game, this: ObjectId, wanted: impl Fn(&ChosenValue) -> Option<T>) -> Option<T> {
    let mut values = game.chosen.iter().rev().filter(|(of, _)| *of == this);
    values.find_map(|(_, value)| wanted(value))
}

/// The player chosen for an object.
pub(super) fn player(game: &Game, this: ObjectId) -> Option<PlayerId> {
    chosen(game, this, |value| match value {
        ChosenValue::Player(player) => Some(*player),
        _ => None,
    })
}

/// Whether something with these characteristics has the value chosen for the object with the ability.
pub(super) fn has_chosen(scope: &Scope<'_>, seen: &Characteristics, what: Chosen) -> bool {
    let has = |value: &ChosenValue| match (what, value) {
        (Chosen::Color, ChosenValue::Color(color)) => Some(seen.colors.contains(*color)),
        (Chosen::Subtype, ChosenValue::Subtype(subtype)) => {
            Some(seen.has_subtype(scope.program, *subtype))
        }
        (Chosen::Type, ChosenValue::Type(kind)) => Some(seen.types.contains(*kind)),
        (Chosen::Name, ChosenValue::Name(name)) => {
            let face = scope.program.face(seen.face);
            Some(face.is_some_and(|face| face.name == *name))
        }
        _ => None,
    };
    chosen(scope.game, scope.context.this, has).unwrap_or(false)
}

/// Whether the candidate has the color or type that is at this place of a list of options; `None` if there is no such place.
pub(super) fn has_option(scope: &Scope<'_>, list: u32, at: i64) -> Option<bool> {
    let options = scope.program.options.get(list as usize)?;
    let word = options.get(usize::try_from(at).ok()?)?;
    let Some(id) = scope.candidate.and_then(Entity::object) else {
        return Some(false);
    };
    let has = |seen: &Characteristics| {
        if let Some(color) = Color::from_word(word) {
            seen.colors.contains(color)
        } else if let Some(subtype) = scope.program.subtype_named(word) {
            seen.has_subtype(scope.program, subtype)
        } else {
            CardType::from_word(word).is_some_and(|kind| seen.types.contains(kind))
        }
    };
    Some(super::characteristics(scope.game, scope.program, id, has).unwrap_or(false))
}

/// The color that was chosen for the object as a type of mana.
pub(super) fn chosen_as_mana(scope: &Scope<'_>) -> i64 {
    let color = chosen(scope.game, scope.context.this, |value| match value {
        ChosenValue::Color(color) => Some(*color),
        _ => None,
    });
    color.map_or(0, |color| 1 << ManaKind::Colored(color).index())
}

/// The place of the color or type that was chosen for the object in a list of options; -1 without one.
pub(super) fn chosen_at(scope: &Scope<'_>, list: u32) -> Option<i64> {
    let options = scope.program.options.get(list as usize)?;
    let place = |word: &str| {
        let at = options.iter().position(|option| option == word);
        at.and_then(|at| i64::try_from(at).ok())
    };
    let found = chosen(scope.game, scope.context.this, |value| match value {
        ChosenValue::Color(color) => place(color.word()),
        ChosenValue::Subtype(id) => {
            let subtype = scope.program.subtypes.get(id.index())?;
            place(&subtype.name)
        }
        ChosenValue::Type(kind) => place(kind.word()),
        _ => None,
    });
    Some(found.unwrap_or(-1))
}

/// How much mana was spent to cast something.
pub(super) fn spent(game: &Game, id: ObjectId, what: Spent) -> i64 {
    let Some(spent) = super::how_cast(game, id).map(|how| how.spent) else {
        return 0;
    };
    let of = |kind: ManaKind| {
        let at = kind.index();
        i64::from(spent.kinds.get(at).copied().unwrap_or(0))
    };
    match what {
        Spent::All => ManaKind::ALL
            .iter()
            .fold(0, |sum, kind| sum.saturating_add(of(*kind))),
        Spent::Of(kind) => of(kind),
        Spent::Snow => i64::from(spent.snow),
        Spent::Colors => Color::ALL
            .iter()
            .map(|color| i64::from(of(ManaKind::Colored(*color)) > 0))
            .sum(),
    }
}

/// The kinds of counters on something, in order.
pub(super) fn counters_on(game: &Game, on: Option<Entity>) -> Vec<CounterId> {
    let there = game.counters.iter();
    let there = there.filter(|entry| Some(entry.on) == on && entry.count > 0);
    let mut kinds: Vec<CounterId> = there.map(|entry| entry.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// Performs an instruction of this kind; `None` if it is none or its operands are not there.
pub(super) fn perform(
    game: &mut Game,
    program: &Program,
    frame: &mut Frame,
    op: Op,
    stack: &mut Operands,
) -> Option<Vec<Event>> {
    let this = frame.context.this;
    Some(match op {
        Op::Note(list) => {
            let at = usize::try_from(int(stack)?).ok()?;
            let word = program.options.get(list as usize)?.get(at)?;
            let value = if let Some(color) = Color::from_word(word) {
                ChosenValue::Color(color)
            } else if let Some(subtype) = program.subtype_named(word) {
                ChosenValue::Subtype(subtype)
            } else if let Some(kind) = CardType::from_word(word) {
                ChosenValue::Type(kind)
            } else {
                ChosenValue::Name(word.clone())
            };
            game.chosen.push((this, value));
            game.stale.0 = true;
            Vec::new()
        }
        Op::OnlyFor(code) => {
            game.only_for = Some(code);
            Vec::new()
        }
        Op::ForAnything => {
            game.only_for = None;
            Vec::new()
        }
        Op::RemovePicked => {
            let at = usize::try_from(int(stack)?).ok()?;
            let on = members(stack)?.first().copied();
            let kind = counters_on(game, on).get(at).copied();
            let removed = on.zip(kind).map(|(on, kind)| Event {
                amount: 1,
                counter: Some(kind),
                source: Some(this),
                ..Event::new(EventKind::RemoveCounters, on)
            });
            removed.into_iter().collect()
        }
        Op::NotReplaced => {
            let batch = game.tasks.iter_mut().rev().find_map(|task| match task {
                Task::Batch(batch) => Some(batch),
                _ => None,
            })?;
            let at = batch.next as usize;
            if let Some((_, keys)) = batch.events.get_mut(at) {
                keys.retain(|key| *key != ReplacementKey::REPLACED);
            }
            Vec::new()
        }
        Op::NotePlayer => {
            let player = members(stack)?.iter().find_map(|entity| entity.player());
            let value = player.map(|player| (this, ChosenValue::Player(player)));
            game.chosen.extend(value);
            game.stale.0 = true;
            Vec::new()
        }
        Op::Designate(name) => {
            let get = |entity: &Entity| Event {
                designation: Some(name),
                source: Some(this),
                ..Event::new(EventKind::Designate, *entity)
            };
            super::proposal::existing(game, members(stack)?)
                .iter()
                .map(get)
                .collect()
        }
        Op::Crown(name) => {
            let who = members(stack)?;
            let player = who.iter().find_map(|entity| entity.player());
            crowned(game, program, player, name, this)
        }
        Op::FlipCoin => {
            let who = members(stack)?;
            let mut won = 0_i64;
            let mut events = Vec::new();
            for player in who.iter().filter_map(|entity| entity.player()) {
                // CR 705.2: whoever calls it, either side is as likely.
                let mut sides = [0_i64, 1];
                game.random.shuffle(&mut sides);
                let side = sides.first().copied().unwrap_or(0);
                won = won.saturating_add(side);
                events.push(Event {
                    amount: side,
                    source: Some(this),
                    ..Event::new(EventKind::FlipCoin, player)
                });
            }
            if let Some(register) = frame.registers.get_mut(1) {
                *register = Value::Int(won);
            }
            events
        }
        Op::RollDie(sides) => {
            let added = int(stack)?;
            let who = members(stack)?;
            let mut sum = 0_i64;
            let mut events = Vec::new();
            for player in who.iter().filter_map(|entity| entity.player()) {
                let face = i64::from(game.random.below(sides).saturating_add(1));
                let result = face.saturating_add(added);
                sum = sum.saturating_add(result);
                events.push(Event {
                    amount: result,
                    source: Some(this),
                    ..Event::new(EventKind::RollDie, player)
                });
            }
            if let Some(register) = frame.registers.get_mut(1) {
                *register = Value::Int(sum);
            }
            events
        }
        Op::RemoveAll(kind) | Op::DoubleCounters(kind) => {
            let on = members(stack)?;
            let event = if matches!(op, Op::RemoveAll(_)) {
                EventKind::RemoveCounters
            } else {
                EventKind::AddCounters
            };
            let entries = game.counters.iter().filter(|entry| {
                on.contains(&entry.on) && kind.is_none_or(|kind| kind == entry.kind)
            });
            entries
                .map(|entry| Event {
                    amount: i64::from(entry.count),
                    counter: Some(entry.kind),
                    source: Some(this),
                    ..Event::new(event, entry.on)
                })
                .collect()
        }
        Op::PhaseOut => {
            let here = |entity: &&Entity| {
                entity
                    .object()
                    .is_some_and(|id| game.zone(id) == Zone::Battlefield)
            };
            members(stack)?
                .iter()
                .filter(here)
                .map(|entity| Event {
                    source: Some(this),
                    ..Event::new(EventKind::Phase, *entity)
                })
                .collect()
        }
        _ => return None,
    })
}

/// A player becomes the monarch (CR 725.1); the first one ever brings the abilities of the designation with it.
fn crowned(
    game: &Game,
    program: &Program,
    player: Option<PlayerId>,
    name: crate::bytecode::StringId,
    this: ObjectId,
) -> Vec<Event> {
    let Some(player) = player else {
        return Vec::new();
    };
    let mut become_it = Event::new(EventKind::Designate, player);
    become_it.designation = Some(name);
    become_it.source = Some(this);
    let mut events = vec![become_it];
    let face = program.monarch();
    let mut there = game.command.iter().filter_map(|id| game.object(*id));
    if !there.any(|object| Some(object.face) == face) {
        let mut bring = Event::new(EventKind::CreateToken, player);
        bring.amount = 1;
        bring.source = Some(this);
        bring.to = Zone::Command;
        bring.entry = Some(Box::new(crate::game::Entry {
            token: face,
            controller: Some(player),
            ..crate::game::Entry::default()
        }));
        events.push(bring);
    }
    events
}
