//! Effect frames: run until they are done, propose events or ask a decision.

use super::{
    Set, actions,
    eval::{Flow, Operands, Scope, int, members},
    invalid, mana,
};
use crate::bytecode::operand::Instead;
use crate::bytecode::{CodeId, Limits, Op, Program};
use crate::game::state::ChosenValue;
use crate::game::task::{Batch, CastNow};
use crate::game::{
    About, Answer, Choice, Context, Decision, Entity, Event, Fault, Frame, Game, ObjectId, Payment,
    PlayerId, Task, Value, decision::OptionLabel,
};
use crate::vocab::ManaCost;
use std::cell::Cell;

/// What a frame waits for.
mod progress {
    /// Nothing: the next instruction can run.
    pub const READY: u32 = 0;
    /// The results of the events that it proposed.
    pub const EVENTS: u32 = 1;
    /// The answer to the decision of the instruction at `pc`.
    pub const ANSWER: u32 = 2;
}

/// Begins an effect: its frame is put on top of the task stack.
///
/// # Errors
/// [`Fault::Code`] if there is no such code.
pub fn start(
    game: &mut Game,
    program: &Program,
    code: CodeId,
    context: Context,
) -> Result<(), Fault> {
    let registers = program
        .code(code)
        .ok_or_else(|| invalid(0, code))?
        .registers;
    let empty = |n: u16| {
        if n.is_multiple_of(2) {
            Value::Set(Set::new())
        } else {
            Value::Int(0)
        }
    };
    game.tasks.push(Task::Frame(Box::new(Frame {
        code,
        pc: 0,
        stack: Vec::new(),
        registers: (0..registers.max(2)).map(empty).collect(),
        context,
        held: None,
        progress: progress::READY,
        fuel: 0,
    })));
    Ok(())
}

/// Continues the frame on top of the task stack until it is done, has proposed events or asks a decision.
///
/// # Errors
/// A [`Fault`] if a limit is reached or the program is not valid; the frame is then gone.
pub fn step(game: &mut Game, program: &Program) -> Result<(), Fault> {
    let Some(Task::Frame(mut frame)) = game.tasks.pop() else {
        return Err(Fault::State(
            "no frame is on top of the task stack".to_owned(),
        ));
    };
    if frame.progress == progress::EVENTS {
        let mut results = std::mem::take(&mut game.results).into_iter();
        for register in frame.registers.iter_mut().take(2) {
            if let Some(value) = results.next() {
                *register = value;
            }
        }
        // What a cost was paid with, as it was before (CR 608.2h): "the sacrificed creature".
        if let (Some(Value::Set(used)), Some(Task::Cast(casting))) =
            (results.next(), game.tasks.last_mut())
        {
            casting.item.paid.push(used.into_iter().collect());
            let amount = match frame.registers.get(1) {
                Some(Value::Int(amount)) => *amount,
                _ => 0,
            };
            casting.item.paid_amounts.push(amount);
        }
        frame.progress = progress::READY;
    }
    loop {
        match one(game, program, &mut frame)? {
            After::Go => {}
            After::Done => return Ok(()),
            After::Wait(batch) => {
                game.tasks.push(Task::Frame(frame));
                if let Some(batch) = batch {
                    game.tasks.push(batch);
                }
                return Ok(());
            }
        }
    }
}

/// The most events that one frame holds back; hostile code could hold without end.
const MOST_HELD: usize = 10_000;

enum After {
    Go,
    Done,
    /// The frame goes back on the task stack, below the batch if there is one.
    Wait(Option<Task>),
}

fn one(game: &mut Game, program: &Program, frame: &mut Frame) -> Result<After, Fault> {
    let id = frame.code;
    let pc = frame.pc as usize;
    let broken = || invalid(pc, id);
    let op = *program
        .code(id)
        .and_then(|code| code.ops.get(pc))
        .ok_or_else(broken)?;
    frame.fuel = frame.fuel.saturating_add(1);
    if frame.fuel > Limits::default().fuel {
        return Err(Fault::Fuel(id));
    }
    match op {
        Op::Return => return Ok(After::Done),
        Op::Hold => frame.held = Some(Vec::new()),
        Op::Release => {
            frame.pc = frame.pc.saturating_add(1);
            let events = frame.held.take().unwrap_or_default();
            return Ok(proposed(frame, events));
        }
        Op::Store(register) => {
            let value = frame.stack.pop().ok_or_else(broken)?;
            *frame
                .registers
                .get_mut(usize::from(register))
                .ok_or_else(broken)? = value;
        }
        Op::Next(register, end) => {
            let first = match frame.registers.get_mut(usize::from(register)) {
                Some(Value::Set(rest)) if !rest.is_empty() => Some(rest.remove(0)),
                Some(Value::Set(_)) => None,
                _ => return Err(broken()),
            };
            match first {
                None => {
                    frame.pc = end;
                    return Ok(After::Go);
                }
                Some(entity) => {
                    let slot = frame
                        .registers
                        .get_mut(usize::from(register) + 2)
                        .ok_or_else(broken)?;
                    *slot = Value::Set(Set::from_iter([entity]));
                }
            }
        }
        Op::Arrange(bottom) => {
            if !arrange(game, frame, bottom).ok_or_else(broken)? {
                return Ok(After::Wait(None));
            }
            frame.progress = progress::READY;
        }
        Op::ChooseName(with, without) => {
            let Some(value) = decide(game, program, frame, op).ok_or_else(broken)? else {
                return Ok(After::Wait(None));
            };
            if let Value::Int(at) = value {
                let names = program.card_names(with, without);
                let name = usize::try_from(at).ok().and_then(|at| names.get(at));
                let name = name.map(|name| ChosenValue::Name((*name).clone()));
                game.chosen
                    .extend(name.map(|name| (frame.context.this, name)));
                game.stale.0 = true;
            }
            frame.progress = progress::READY;
        }
        Op::Choose | Op::Random | Op::May | Op::Pick(_) | Op::ChooseNumber | Op::PickCounter => {
            let Some(value) = decide(game, program, frame, op).ok_or_else(broken)? else {
                return Ok(After::Wait(None));
            };
            frame.stack.push(value);
            frame.progress = progress::READY;
        }
        Op::Pay(cost) | Op::PayX(cost) | Op::PayTimes(cost) => {
            let mut operands: Operands = std::mem::take(&mut frame.stack).into();
            let times = match op {
                Op::PayTimes(_) => int(&mut operands).ok_or_else(broken)?,
                _ => 1,
            };
            let who = members(&mut operands).ok_or_else(broken)?;
            frame.stack = operands.into_vec();
            let mut cost = program.mana.get(cost as usize).ok_or_else(broken)?.clone();
            cost = cost.times(u32::try_from(times.max(0)).unwrap_or(u32::MAX));
            if matches!(op, Op::PayX(_)) {
                let x = u32::try_from(frame.context.x.max(0)).unwrap_or(u32::MAX);
                cost = cost.with_x(x);
            }
            frame.pc = frame.pc.saturating_add(1);
            frame.progress = progress::EVENTS;
            let player = decider(game, &frame.context, &who);
            return Ok(After::Wait(Some(Task::Payment(Box::new(Payment {
                player,
                cost,
                on: frame.context.this,
                spared: None,
                planned: Vec::new(),
                optional: true,
            })))));
        }
        Op::CouldProduce => {
            let mut operands: Operands = std::mem::take(&mut frame.stack).into();
            let of = members(&mut operands).ok_or_else(broken)?;
            frame.stack = operands.into_vec();
            frame.pc = frame.pc.saturating_add(1);
            frame.progress = progress::EVENTS;
            return Ok(After::Wait(Some(Task::CouldProduce(of))));
        }
        Op::AddOneOf(first, count) => {
            let runs = program
                .mana
                .get(first as usize..)
                .and_then(|runs| runs.get(..usize::from(count)))
                .ok_or_else(broken)?;
            let mut operands: Operands = frame.stack.clone().into();
            let who = members(&mut operands).ok_or_else(broken)?;
            let chosen = match game.answer.take() {
                Some(Answer::Options(chosen)) if frame.progress == progress::ANSWER => chosen
                    .first()
                    .and_then(|at| runs.get(*at as usize))
                    .ok_or_else(broken)?,
                _ => {
                    frame.progress = progress::ANSWER;
                    let options = runs.iter().cloned().map(OptionLabel::Symbols);
                    game.decision = Some(Decision {
                        player: decider(game, &frame.context, &who),
                        choice: Choice::Options {
                            options: options.collect(),
                            min: 1,
                            max: 1,
                            repeats: false,
                        },
                        about: About::ManaChoice,
                        source: Some(frame.context.this),
                        ability: None,
                    });
                    return Ok(After::Wait(None));
                }
            };
            frame.stack = operands.into_vec();
            let mut events: Vec<_> = who
                .iter()
                .flat_map(|to| mana::of_symbols(*to, chosen, frame))
                .collect();
            mana::mark_tapped_for(game, &mut events);
            frame.pc = frame.pc.saturating_add(1);
            frame.progress = progress::EVENTS;
            return Ok(After::Wait(Some(batch(events))));
        }
        Op::ChangeTargets(may) => {
            let mut operands: Operands = std::mem::take(&mut frame.stack).into();
            let of = members(&mut operands).ok_or_else(broken)?;
            let who = members(&mut operands).ok_or_else(broken)?;
            frame.stack = operands.into_vec();
            frame.pc = frame.pc.saturating_add(1);
            let player = decider(game, &frame.context, &who);
            return Ok(After::Wait(Some(super::copy::retargeted(of, player, may))));
        }
        Op::Copied(may) => {
            let mut operands: Operands = std::mem::take(&mut frame.stack).into();
            let copies = members(&mut operands).ok_or_else(broken)?;
            frame.stack = operands.into_vec();
            frame.pc = frame.pc.saturating_add(1);
            return Ok(After::Wait(Some(super::copy::made(copies, may))));
        }
        Op::Cast {
            play,
            transformed,
            instead,
        } => {
            let mut operands: Operands = std::mem::take(&mut frame.stack).into();
            let cards = members(&mut operands).ok_or_else(broken)?;
            let who = members(&mut operands).ok_or_else(broken)?;
            frame.stack = operands.into_vec();
            let instead = match instead {
                None => None,
                Some(Instead::Nothing) => Some(ManaCost::default()),
                Some(Instead::Mana(at)) => {
                    Some(program.mana.get(at as usize).ok_or_else(broken)?.clone())
                }
            };
            frame.pc = frame.pc.saturating_add(1);
            frame.progress = progress::EVENTS;
            let player = decider(game, &frame.context, &who);
            return Ok(After::Wait(Some(Task::CastNow(Box::new(CastNow {
                player,
                cards: cards.iter().filter_map(|entity| entity.object()).collect(),
                play,
                transformed,
                instead,
                done: Vec::new(),
            })))));
        }
        _ if op.is_effect() => {
            let mut operands: Operands = std::mem::take(&mut frame.stack).into();
            let mut events = match mana::events(program, frame, op, &mut operands) {
                Some(events) => events,
                None => actions::perform(game, program, frame, op, &mut operands)
                    .ok_or_else(broken)??,
            };
            mana::mark_tapped_for(game, &mut events);
            frame.stack = operands.into_vec();
            frame.pc = frame.pc.saturating_add(1);
            if let Some(held) = &mut frame.held {
                if held.len().saturating_add(events.len()) > MOST_HELD {
                    return Err(Fault::Objects);
                }
                held.extend(events);
                return Ok(After::Go);
            }
            return Ok(proposed(frame, events));
        }
        _ => {
            let fuel = Cell::new(Limits::default().fuel);
            let mut operands: Operands = std::mem::take(&mut frame.stack).into();
            let scope = Scope {
                game,
                program,
                context: &frame.context,
                candidate: None,
                affected: None,
                event: None,
                registers: &frame.registers,
                depth: 0,
                fuel: &fuel,
            };
            let flow = scope.pure(op, &mut operands).ok_or_else(broken)??;
            frame.stack = operands.into_vec();
            match flow {
                Flow::Next => {}
                Flow::To(target) => {
                    frame.pc = target;
                    return Ok(After::Go);
                }
                Flow::Return => return Ok(After::Done),
            }
        }
    }
    frame.pc = frame.pc.saturating_add(1);
    Ok(After::Go)
}

/// What the frame waits for once it has proposed events.
fn proposed(frame: &mut Frame, events: Vec<Event>) -> After {
    if events.is_empty() {
        return After::Go;
    }
    frame.progress = progress::EVENTS;
    After::Wait(Some(batch(events)))
}

/// The events as a batch whose results this frame gets.
fn batch(events: Vec<crate::game::Event>) -> Task {
    let events = events
        .into_iter()
        .map(|event| (event, Default::default()))
        .collect();
    Task::Batch(Box::new(Batch {
        events,
        next: 0,
        report: true,
        used: Default::default(),
        after: Vec::new(),
    }))
}

/// The choice of one of some words.
fn one_word(words: impl Iterator<Item = crate::vocab::Name>) -> Choice {
    Choice::Options {
        options: words.map(OptionLabel::Word).collect(),
        min: 1,
        max: 1,
        repeats: false,
    }
}

/// The value of a decision; `Some(None)` if it was asked just now, `None` if the operands are not there.
///
/// The operands stay on the stack until the answer has come, so that a saved game asks the same again.
fn decide(game: &mut Game, program: &Program, frame: &mut Frame, op: Op) -> Option<Option<Value>> {
    let answered = frame.progress == progress::ANSWER;
    let mut operands: Operands = frame.stack.clone().into();
    let (player, choice, about, forced) = match op {
        Op::Random => {
            let count = usize::try_from(int(&mut operands)?.max(0)).unwrap_or(usize::MAX);
            let mut from = members(&mut operands)?;
            game.random.shuffle(&mut from);
            from.truncate(count);
            frame.stack = operands.into_vec();
            return Some(Some(Value::Set(from)));
        }
        Op::May => {
            let who = members(&mut operands)?;
            (
                decider(game, &frame.context, &who),
                Choice::YesNo,
                About::May,
                None,
            )
        }
        Op::Pick(list) => {
            let who = members(&mut operands)?;
            let options = program.options.get(list as usize)?;
            (
                decider(game, &frame.context, &who),
                one_word(options.iter().cloned()),
                About::Effect,
                None,
            )
        }
        // CR 201.4: of the cards that there are.
        Op::ChooseName(with, without) => {
            let who = members(&mut operands)?;
            let names = program.card_names(with, without);
            (
                decider(game, &frame.context, &who),
                one_word(names.into_iter().cloned()),
                About::Effect,
                None,
            )
        }
        Op::PickCounter => {
            let on = members(&mut operands)?;
            let who = members(&mut operands)?;
            let kinds = super::values::counters_on(game, on.first().copied());
            let words = kinds
                .iter()
                .filter_map(|kind| program.counters.get(kind.index()));
            (
                decider(game, &frame.context, &who),
                one_word(words.map(|counter| counter.name.clone())),
                About::Effect,
                (kinds.len() < 2).then_some(Value::Int(0)),
            )
        }
        Op::ChooseNumber => {
            let (max, min) = (int(&mut operands)?, int(&mut operands)?);
            let who = members(&mut operands)?;
            let max = max.max(min);
            (
                decider(game, &frame.context, &who),
                Choice::Number { min, max },
                About::Effect,
                (min == max).then_some(Value::Int(min)),
            )
        }
        _ => {
            let (max, min) = (int(&mut operands)?, int(&mut operands)?);
            let from = members(&mut operands)?;
            let who = members(&mut operands)?;
            // As many as possible, if there are not enough (CR 609.3).
            let bound = |n: i64| u32::try_from(n.clamp(0, from.len() as i64)).unwrap_or(0);
            let (min, max) = (bound(min), bound(max));
            let forced = (max == 0 || min as usize == from.len())
                .then(|| Value::Set(if max == 0 { Set::new() } else { from.clone() }));
            let choice = Choice::Some {
                from: from.to_vec(),
                min,
                max,
            };
            (
                decider(game, &frame.context, &who),
                choice,
                About::Effect,
                forced,
            )
        }
    };
    if let Some(value) = forced {
        frame.stack = operands.into_vec();
        return Some(Some(value));
    }
    if answered {
        let value = match (op, game.answer.take()) {
            (Op::May, Some(Answer::YesNo(yes))) => Some(Value::Bool(yes)),
            (Op::ChooseNumber, Some(Answer::Number(n))) => Some(Value::Int(n)),
            (Op::Pick(_) | Op::PickCounter | Op::ChooseName(..), Some(Answer::Options(chosen))) => {
                Some(Value::Int(chosen.first().map_or(0, |at| i64::from(*at))))
            }
            (Op::Choose, Some(Answer::Some(chosen))) => {
                Some(Value::Set(chosen.into_iter().collect()))
            }
            _ => None,
        };
        if let Some(value) = value {
            frame.stack = operands.into_vec();
            return Some(Some(value));
        }
    }
    frame.progress = progress::ANSWER;
    let source = Some(frame.context.this);
    game.decision = Some(Decision {
        player,
        choice,
        about,
        source,
        ability: None,
    });
    Some(None)
}

/// Puts cards back into a library; whether that is done, or its order was asked just now. `None` if the operands are not
/// there. The first in the order is nearest to the top (CR 401.4).
fn arrange(game: &mut Game, frame: &mut Frame, bottom: bool) -> Option<bool> {
    let answered = frame.progress == progress::ANSWER;
    let mut operands: Operands = frame.stack.clone().into();
    let cards = members(&mut operands)?;
    let who = members(&mut operands)?;
    let player = decider(game, &frame.context, &who);
    let library = &game.player(player)?.library;
    let mut cards: Vec<ObjectId> = cards
        .iter()
        .filter_map(|entity| entity.object())
        .filter(|id| library.contains(id))
        .collect();
    if cards.len() > 1 {
        match game.answer.take() {
            Some(Answer::Order(order)) if answered => {
                cards = order
                    .iter()
                    .filter_map(|at| cards.get(*at as usize).copied())
                    .collect();
            }
            _ => {
                frame.progress = progress::ANSWER;
                let source = Some(frame.context.this);
                game.decision = Some(Decision::card_order(player, &cards, source));
                return Some(false);
            }
        }
    }
    frame.stack = operands.into_vec();
    let library = &mut game.player_mut(player)?.library;
    library.retain(|id| !cards.contains(id));
    // The top of a library is its last element.
    if bottom {
        library.splice(0..0, cards.into_iter().rev());
    } else {
        library.extend(cards.into_iter().rev());
    }
    Some(true)
}

/// Who decides: the first of the players, or the controller of the ability if that is nobody.
fn decider(game: &Game, context: &Context, who: &Set) -> PlayerId {
    let first = who.iter().find_map(|entity| Entity::player(*entity));
    first
        .filter(|player| game.player(*player).is_some_and(|p| p.in_game))
        .unwrap_or(context.you)
}
