//! Actions: the events that an instruction proposes, and the few things it does to the game at once.

use super::copy;
use super::lasting::{begin, copied_values, end_of};
use super::proposal::{
    MAX_CARDS, MAX_TOKENS, bounded, damage, divided, each, entry_of, existing, fight,
    members_of_players, move_counters, moves, on_battlefield, simple, take_attacked, zone_change,
};
use super::{
    Set,
    eval::{Operands, int, members},
};
use crate::bytecode::{Ending, Op, Program};
use crate::game::{
    Cause, CopiableValues, DelayedTrigger, EffectEnd, Entity, Entry, Event, EventFlags, EventKind,
    Fault, Frame, Game, ObjectId, PlayerId, Value,
};
use crate::vocab::{ColorSet, ManaKind, Phase, Zone};

/// Performs an instruction: gives the events that it proposes. `None` if it is no action or its operands are not there.
pub fn perform(
    game: &mut Game,
    program: &Program,
    frame: &mut Frame,
    op: Op,
    stack: &mut Operands,
) -> Option<Result<Vec<Event>, Fault>> {
    // An action that does nothing leaves no older result for "that much" to find.
    frame
        .registers
        .iter_mut()
        .take(2)
        .enumerate()
        .for_each(|(n, register)| {
            *register = if n == 0 {
                Value::Set(Set::new())
            } else {
                Value::Int(0)
            };
        });
    let source = frame.context.this;
    let events = match op {
        Op::GainLife | Op::LoseLife | Op::PayLife => {
            let amount = int(stack)?.max(0);
            let kind = if op == Op::GainLife {
                EventKind::GainLife
            } else {
                EventKind::LoseLife
            };
            let flags = if op == Op::PayLife {
                EventFlags::COST
            } else {
                EventFlags::default()
            };
            // CR 119.9: gaining or losing 0 life is no event.
            let who = if amount == 0 {
                Set::new()
            } else {
                members_of_players(stack)?
            };
            each(&who, |event| Event {
                amount,
                flags,
                source: Some(source),
                ..Event::new(kind, event)
            })
        }
        Op::SetLife => {
            let target = int(stack)?;
            let change = |who: PlayerId| {
                let difference = target.saturating_sub(game.life(who));
                let kind = if difference > 0 {
                    EventKind::GainLife
                } else {
                    EventKind::LoseLife
                };
                let amount = difference.saturating_abs();
                Event {
                    amount,
                    source: Some(source),
                    ..Event::new(kind, who)
                }
            };
            let players = members(stack)?;
            let events = players
                .iter()
                .filter_map(|entity| entity.player())
                .map(change);
            events.filter(|event| event.amount != 0).collect()
        }
        Op::Draw | Op::Mill => {
            let count = bounded(int(stack)?, MAX_CARDS);
            let players = members(stack)?;
            let mut events = Vec::new();
            for player in players.iter().filter_map(|entity| entity.player()) {
                if op == Op::Draw {
                    // CR 121.2: cards are drawn one at a time.
                    let draw = || Event {
                        amount: 1,
                        source: Some(source),
                        ..Event::new(EventKind::Draw, player)
                    };
                    events.extend((0..count).map(|_| draw()));
                } else {
                    let top = game
                        .player(player)
                        .into_iter()
                        .flat_map(|p| p.library.iter().rev().take(count));
                    events.extend(top.map(|card| {
                        zone_change(game, *card, Zone::Graveyard, Cause::Mill, source)
                    }));
                }
            }
            events
        }
        Op::Discard | Op::Sacrifice => {
            let what = members(stack)?;
            let _players = members(stack)?;
            let cause = if op == Op::Discard {
                Cause::Discard
            } else {
                Cause::Sacrifice
            };
            moves(game, &what, Zone::Graveyard, cause, source)
        }
        Op::Damage => {
            let amount = int(stack)?.max(0);
            let (to, from) = (members(stack)?, members(stack)?);
            let from = from
                .iter()
                .find_map(|entity| entity.object())
                .unwrap_or(source);
            // CR 120.8: 0 damage is not dealt.
            let to = if amount == 0 { Set::new() } else { to };
            each(&to, |entity| damage(from, entity, amount))
        }
        Op::DamageDivided => {
            let (to, from) = (members(stack)?, members(stack)?);
            let from = from
                .iter()
                .find_map(|entity| entity.object())
                .unwrap_or(source);
            let amounts = divided(&frame.context);
            let amount_for = |entity: Entity| {
                amounts
                    .iter()
                    .find(|(e, _)| *e == entity)
                    .map_or(0, |(_, n)| *n)
            };
            each(&to, |entity| damage(from, entity, amount_for(entity)))
                .into_iter()
                .filter(|e| e.amount > 0)
                .collect()
        }
        Op::Fight => {
            let (right, left) = (members(stack)?, members(stack)?);
            fight(game, program, &left, &right)
        }
        Op::Happens(kind) => {
            let (what, who) = (members(stack)?, members(stack)?);
            let mut events = Vec::new();
            for one in &who {
                for other in &what {
                    let mut event = Event::new(kind, *one);
                    event.object = Some(*other);
                    event.source = Some(source);
                    events.push(event);
                }
            }
            events
        }
        Op::Destroy(no_regeneration) => {
            let flags = if no_regeneration {
                EventFlags::NO_REGENERATION
            } else {
                EventFlags::default()
            };
            let what = on_battlefield(game, members(stack)?);
            let change = |entity| Event {
                flags,
                source: Some(source),
                ..Event::new(EventKind::Destroy, entity)
            };
            each(&what, change)
        }
        Op::Proliferate => {
            // CR 701.34a: one more of each kind that is already there.
            let on = members(stack)?;
            let entries: Vec<(Entity, crate::bytecode::CounterId)> = game
                .counters
                .iter()
                .filter(|entry| entry.count > 0 && on.contains(&entry.on))
                .map(|entry| (entry.on, entry.kind))
                .collect();
            entries
                .into_iter()
                .map(|(entity, kind)| Event {
                    amount: 1,
                    counter: Some(kind),
                    source: Some(source),
                    ..Event::new(EventKind::AddCounters, entity)
                })
                .collect()
        }
        Op::MoveWith(zone, manner, kind) => {
            let count = int(stack)?.max(0);
            let control = members(stack)?;
            let what = members(stack)?;
            let attacked = control.get(1).copied();
            let control = control.iter().find_map(|entity| entity.player());
            let mut entry = entry_of(zone, manner, control, attacked).unwrap_or_default();
            if let Ok(count) = u32::try_from(count)
                && count > 0
            {
                entry.counters.push((kind, count));
            }
            let mut events = moves(game, &what, zone, Cause::Other, source);
            for event in &mut events {
                event.entry = Some(entry.clone());
            }
            events
        }
        Op::MoveAttached(manner) => {
            let host = members(stack)?.first().copied();
            let control = members(stack)?;
            let what = members(stack)?;
            let control = control.iter().find_map(|entity| entity.player());
            let zone = Zone::Battlefield;
            let mut entry = entry_of(zone, manner, control, None).unwrap_or_default();
            (entry.attaches, entry.attached_to) = (true, host);
            let mut events = moves(game, &what, zone, Cause::Other, source);
            for event in &mut events {
                event.entry = Some(entry.clone());
            }
            events
        }
        Op::Move(zone, manner) => {
            let control = members(stack)?;
            let what = members(stack)?;
            // CR 508.4: what it attacks was chosen or said, and follows its controller.
            let attacked = control.get(1).copied();
            let control = control.iter().find_map(|entity| entity.player());
            let entry = entry_of(zone, manner, control, attacked);
            let mut events = moves(game, &what, zone, Cause::Other, source);
            for event in &mut events {
                event.entry.clone_from(&entry);
            }
            events
        }
        Op::Tap | Op::Untap => {
            let kind = if op == Op::Tap {
                EventKind::Tap
            } else {
                EventKind::Untap
            };
            let what = on_battlefield(game, members(stack)?);
            let already = |entity: &Entity| {
                let tapped = entity
                    .object()
                    .is_some_and(|id| game.has_status(id, crate::game::Status::TAPPED));
                tapped == (op == Op::Tap)
            };
            let what: Set = what.into_iter().filter(|entity| !already(entity)).collect();
            each(&what, |entity| Event {
                source: Some(source),
                ..Event::new(kind, entity)
            })
        }
        Op::AddCounters(kind) | Op::RemoveCounters(kind) => {
            let amount = int(stack)?.max(0);
            let adds = matches!(op, Op::AddCounters(_));
            let event = if adds {
                EventKind::AddCounters
            } else {
                EventKind::RemoveCounters
            };
            let on = if amount == 0 {
                Set::new()
            } else {
                existing(game, members(stack)?)
            };
            each(&on, |e| Event {
                amount,
                counter: Some(kind),
                source: Some(source),
                ..Event::new(event, e)
            })
        }
        Op::MoveCounters(kind) => {
            let most = int(stack)?;
            let (to, from) = (members(stack)?, members(stack)?);
            move_counters(game, kind, most, &from, &to, source)
        }
        Op::CreateToken(face, manner) | Op::CreateTokenOf(face, manner) => {
            let pt = match op {
                Op::CreateTokenOf(..) => {
                    let toughness = int(stack)?;
                    Some((int(stack)?, toughness))
                }
                _ => None,
            };
            let count = bounded(int(stack)?, MAX_TOKENS + 1);
            if count > MAX_TOKENS {
                return Some(Err(Fault::Objects));
            }
            let mut who = members(stack)?;
            if count == 0 {
                who.clear();
            }
            let attacked = take_attacked(&mut who, manner);
            each(&who, |entity| {
                let mut event = Event::new(EventKind::CreateToken, entity);
                event.amount = count as i64;
                event.source = Some(source);
                event.to = Zone::Battlefield;
                let mut entry = entry_of(Zone::Battlefield, manner, entity.player(), attacked)
                    .unwrap_or_default();
                entry.token = Some(face);
                entry.copy = pt.map(|pt| CopiableValues {
                    pt: Some(pt),
                    ..CopiableValues::plain(face)
                });
                event.entry = Some(entry);
                event
            })
        }
        Op::CopyToken(manner, except) => copy::tokens(game, program, frame, manner, except, stack)?,
        Op::CopySpell(except) => copy::spells(game, frame, except, stack)?,
        Op::EnterAsCopy(except) => {
            let of = members(stack)?;
            let values = copied_values(game, program, &of, except);
            if let (Some(values), Some(entry)) = (values, copy::entering(game)) {
                entry.copy = Some(values);
            }
            Vec::new()
        }
        Op::EnterWith(kind) => {
            let count = bounded(int(stack)?, u32::MAX as usize);
            let of = members(stack)?;
            if let Some(entry) = copy::entering(game).filter(|_| count > 0 && !of.is_empty()) {
                let count = u32::try_from(count).unwrap_or(u32::MAX);
                entry.counters.push((kind, count));
            }
            Vec::new()
        }
        Op::AddMana(kind) => {
            let count = int(stack)?.max(0);
            let who = if count == 0 {
                Set::new()
            } else {
                members(stack)?
            };
            each(&who, |entity| add_mana(entity, kind, count, source))
        }
        Op::AddManaOf(colors, colorless, same) => {
            let count = int(stack)?.max(0);
            let who = members(stack)?;
            let any = super::mana::types(colors, colorless);
            each(&who, |entity| Event {
                mana: any,
                flags: if same {
                    EventFlags::ONE_COLOR
                } else {
                    EventFlags::default()
                },
                amount: count,
                source: Some(source),
                ..Event::new(EventKind::AddMana, entity)
            })
        }
        Op::CounterTo(zone, bottom) => {
            let what = members(stack)?;
            each(&what, |entity| Event {
                source: Some(source),
                to: zone,
                entry: bottom.then(|| {
                    Box::new(Entry {
                        depth: u32::MAX,
                        ..Entry::default()
                    })
                }),
                ..Event::new(EventKind::Counter, entity)
            })
        }
        Op::Counter => {
            let what = members(stack)?;
            each(&what, |entity| Event {
                source: Some(source),
                ..Event::new(EventKind::Counter, entity)
            })
        }
        Op::Attach => {
            let (to, what) = (members(stack)?, members(stack)?);
            let to = to.first().copied();
            let change = |e| Event {
                object: to,
                source: Some(source),
                ..Event::new(EventKind::Attach, e)
            };
            if to.is_some() {
                each(&on_battlefield(game, what), change)
            } else {
                Vec::new()
            }
        }
        Op::Unattach => simple(EventKind::Unattach, &members(stack)?, source),
        Op::Regenerate => simple(
            EventKind::Regenerate,
            &on_battlefield(game, members(stack)?),
            source,
        ),
        Op::Transform => simple(
            EventKind::Transform,
            &on_battlefield(game, members(stack)?),
            source,
        ),
        Op::Flip | Op::Heal => {
            for id in on_battlefield(game, members(stack)?)
                .iter()
                .filter_map(|entity| entity.object())
            {
                if let Some(object) = game.object_mut(id) {
                    if op == Op::Flip {
                        // CR 710.4: it never becomes unflipped.
                        object.status.set(crate::game::Status::FLIPPED, true);
                    } else {
                        object.damage = 0;
                        object.status.set(crate::game::Status::DEATHTOUCHED, false);
                    }
                }
            }
            game.stale.0 = true;
            Vec::new()
        }
        Op::RemoveFromCombat => simple(EventKind::RemoveFromCombat, &members(stack)?, source),
        Op::Search => simple(EventKind::Search, &members(stack)?, source),
        Op::Shuffle => simple(EventKind::Shuffle, &members(stack)?, source),
        Op::Scry | Op::Surveil => {
            let amount = int(stack)?.max(0);
            let kind = if op == Op::Scry {
                EventKind::Scry
            } else {
                EventKind::Surveil
            };
            // CR 701.22b, 701.25c: scrying or surveilling 0 is no event.
            let who = if amount == 0 {
                Set::new()
            } else {
                members(stack)?
            };
            each(&who, |entity| Event {
                amount,
                source: Some(source),
                ..Event::new(kind, entity)
            })
        }
        Op::Reveal => {
            let what = members(stack)?;
            frame
                .registers
                .iter_mut()
                .take(1)
                .for_each(|register| *register = Value::Set(what.clone()));
            let you = frame.context.you;
            each(&what, |entity| Event {
                object: Some(entity),
                source: Some(source),
                ..Event::new(EventKind::Reveal, you)
            })
        }
        Op::Begin(what, ending) => match begin(game, program, frame, what, ending) {
            Ok(()) => Vec::new(),
            Err(fault) => return Some(Err(fault)),
        },
        Op::Delay(ability, once, until) => {
            let end = match until {
                // CR 611.2: a condition belongs to a continuous effect.
                Ending::While => EffectEnd::Never,
                other => end_of(game, &frame.context, other),
            };
            let mut context = frame.context.clone();
            context.captured.clone_from(&frame.registers);
            game.delayed.push(DelayedTrigger {
                ability,
                context,
                once,
                end,
            });
            Vec::new()
        }
        Op::Emblem(face) => {
            let who = members(stack)?;
            each(&who, |entity| {
                let mut event = Event::new(EventKind::CreateToken, entity);
                event.amount = 1;
                event.source = Some(source);
                event.to = Zone::Command;
                event.entry = Some(Box::new(Entry {
                    token: Some(face),
                    controller: entity.player(),
                    ..Entry::default()
                }));
                event
            })
        }
        Op::MoveDeep(depth) => {
            let what = members(stack)?;
            let mut events = moves(game, &what, Zone::Library, Cause::Other, source);
            for event in &mut events {
                event.entry = Some(Box::new(Entry {
                    depth,
                    ..Entry::default()
                }));
            }
            events
        }
        Op::ExtraPhase { combat, main } => {
            // The next one is last.
            if main {
                game.turn.upcoming.push(Phase::PostcombatMain);
            }
            if combat {
                game.turn.upcoming.push(Phase::Combat);
            }
            Vec::new()
        }
        Op::ExtraTurn => {
            let who = members(stack)?;
            game.turn
                .extra
                .extend(who.iter().filter_map(|entity| entity.player()));
            Vec::new()
        }
        Op::Win => simple(EventKind::WinGame, &members(stack)?, source),
        Op::Lose => simple(EventKind::LoseGame, &members(stack)?, source),
        _ => super::values::perform(game, program, frame, op, stack)?,
    };
    Some(Ok(events))
}

fn add_mana(to: Entity, kind: ManaKind, count: i64, source: ObjectId) -> Event {
    let colors = match kind {
        ManaKind::Colored(color) => ColorSet::of(color),
        ManaKind::Colorless => ColorSet::EMPTY,
    };
    let mana = super::mana::types(colors, kind == ManaKind::Colorless);
    Event {
        mana,
        amount: count,
        source: Some(source),
        ..Event::new(EventKind::AddMana, to)
    }
}
