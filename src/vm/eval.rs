//! Pure evaluation: conditions, filters, quantities and nouns.

use super::{Set, invalid, sets};
use crate::bytecode::op::MAX_NESTING;
use crate::bytecode::{Code, CodeId, Op, Participant, Program};
use crate::game::{Context, Entity, Event, Fault, Game, Value};
use smallvec::SmallVec;
use std::cell::Cell;

/// What pure code looks at.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    pub game: &'a Game,
    pub program: &'a Program,
    pub context: &'a Context,
    /// What a filter is being asked about.
    pub candidate: Option<Entity>,
    /// What the code as a whole is asked about.
    pub affected: Option<Entity>,
    /// The event, if it is another than the context's.
    pub event: Option<&'a Event>,
    /// Registers of the frame that evaluates.
    pub registers: &'a [Value],
    pub depth: u32,
    pub fuel: &'a Cell<u32>,
}

/// The operand stack of a pure evaluation.
pub type Operands = SmallVec<[Value; 8]>;

/// Evaluates `Bool` code; `candidate` is what a filter is asked about.
///
/// # Errors
/// A [`Fault`] if a limit is reached or the program is not valid.
pub fn truth(
    game: &Game,
    program: &Program,
    code: CodeId,
    context: &Context,
    candidate: Option<Entity>,
) -> Result<bool, Fault> {
    match run(game, program, code, context, candidate)? {
        Value::Bool(value) => Ok(value),
        Value::Int(_) | Value::Set(_) => Err(invalid(0, code)),
    }
}

/// Evaluates `Int` code.
///
/// # Errors
/// A [`Fault`] if a limit is reached or the program is not valid.
pub fn number(
    game: &Game,
    program: &Program,
    code: CodeId,
    context: &Context,
    candidate: Option<Entity>,
) -> Result<i64, Fault> {
    match run(game, program, code, context, candidate)? {
        Value::Int(value) => Ok(value),
        Value::Bool(_) | Value::Set(_) => Err(invalid(0, code)),
    }
}

/// Evaluates `Set` code.
///
/// # Errors
/// A [`Fault`] if a limit is reached or the program is not valid.
pub fn set(
    game: &Game,
    program: &Program,
    code: CodeId,
    context: &Context,
    candidate: Option<Entity>,
) -> Result<Set, Fault> {
    match run(game, program, code, context, candidate)? {
        Value::Set(value) => Ok(value),
        Value::Bool(_) | Value::Int(_) => Err(invalid(0, code)),
    }
}

fn run(
    game: &Game,
    program: &Program,
    code: CodeId,
    context: &Context,
    candidate: Option<Entity>,
) -> Result<Value, Fault> {
    let fuel = Cell::new(crate::bytecode::Limits::default().fuel);
    Scope {
        game,
        program,
        context,
        candidate,
        affected: candidate,
        event: None,
        registers: &[],
        depth: 0,
        fuel: &fuel,
    }
    .call(code)
}

/// Where pure code goes on after an instruction.
pub enum Flow {
    Next,
    To(u32),
    Return,
}

impl<'a> Scope<'a> {
    /// The event that code asks about.
    pub fn event(&self) -> Option<&'a Event> {
        self.event.or(self.context.event.as_deref())
    }

    /// Runs a code object to its value.
    pub fn call(self, id: CodeId) -> Result<Value, Fault> {
        let code: &Code = self.program.code(id).ok_or_else(|| invalid(0, id))?;
        if self.depth > MAX_NESTING {
            return Err(Fault::Depth);
        }
        let mut stack = Operands::new();
        let mut pc = 0_usize;
        loop {
            let op = *code.ops.get(pc).ok_or_else(|| invalid(pc, id))?;
            self.fuel
                .set(self.fuel.get().checked_sub(1).ok_or(Fault::Fuel(id))?);
            match self.pure(op, &mut stack).ok_or_else(|| invalid(pc, id))?? {
                Flow::Next => pc += 1,
                Flow::To(target) => pc = target as usize,
                Flow::Return => return stack.pop().ok_or_else(|| invalid(pc, id)),
            }
        }
    }

    /// Asks a filter about something.
    pub fn fits(&self, filter: CodeId, candidate: Entity) -> Result<bool, Fault> {
        let inner = Scope {
            candidate: Some(candidate),
            depth: self.depth + 1,
            ..*self
        };
        match inner.call(filter)? {
            Value::Bool(fits) => Ok(fits),
            Value::Int(_) | Value::Set(_) => Err(invalid(0, filter)),
        }
    }

    /// Executes a pure instruction. `None`: it is not pure, or its operands are not there.
    pub fn pure(&self, op: Op, stack: &mut Operands) -> Option<Result<Flow, Fault>> {
        let value = match op {
            Op::Int(n) => Value::Int(i64::from(n)),
            Op::Bool(b) => Value::Bool(b),
            Op::EventManaTypes => Value::Int(self.event().map_or(0, |event| i64::from(event.mana))),
            Op::EventAmount => Value::Int(self.event().map_or(0, |event| event.amount)),
            Op::X => Value::Int(self.context.x),
            Op::PaidAmount(n) => {
                let amount = self.context.paid_amounts.get(usize::from(n));
                Value::Int(amount.copied().unwrap_or(0))
            }
            Op::Captured(n) => match self.context.captured.get(usize::from(n)) {
                Some(Value::Int(value)) => Value::Int(*value),
                _ => Value::Int(0),
            },
            Op::CapturedSet(n) => match self.context.captured.get(usize::from(n)) {
                Some(Value::Set(value)) => Value::Set(value.clone()),
                _ => Value::Set(Set::new()),
            },
            Op::Load(n) => self
                .registers
                .get(usize::from(n))
                .cloned()
                .unwrap_or_else(|| {
                    if n % 2 == 0 {
                        Value::Set(Set::new())
                    } else {
                        Value::Int(0)
                    }
                }),
            Op::Add | Op::Subtract | Op::Multiply => {
                let (right, left) = (int(stack)?, int(stack)?);
                Value::Int(match op {
                    Op::Add => left.saturating_add(right),
                    Op::Subtract => left.saturating_sub(right),
                    _ => left.saturating_mul(right),
                })
            }
            Op::Half(up) => {
                let whole = int(stack)?;
                Value::Int(
                    whole
                        .div_euclid(2)
                        .saturating_add(i64::from(up && whole.rem_euclid(2) == 1)),
                )
            }
            Op::ChosenAsMana => Value::Int(super::values::chosen_as_mana(self)),
            Op::ChosenAt(list) => Value::Int(super::values::chosen_at(self, list)?),
            Op::HasOption(list) => {
                let at = int(stack)?;
                Value::Bool(super::values::has_option(self, list, at)?)
            }
            Op::Natural => Value::Int(int(stack)?.max(0)),
            Op::Compare(how) => {
                let (right, left) = (int(stack)?, int(stack)?);
                Value::Bool(how.holds(left, right))
            }
            Op::Not => Value::Bool(!truth_value(stack)?),
            Op::Happened(filter)
            | Op::HappenedLastTurn(filter)
            | Op::HappenedThisCombat(filter)
            | Op::HappenedAmount(filter)
            | Op::HappenedBefore(filter) => match self.happened(filter, op) {
                Ok(total) => Value::Int(total),
                Err(fault) => return Some(Err(fault)),
            },
            Op::Jump(target) => return Some(Ok(Flow::To(target))),
            Op::JumpUnless(target) => {
                return Some(Ok(if truth_value(stack)? {
                    Flow::Next
                } else {
                    Flow::To(target)
                }));
            }
            Op::AndThen(target) | Op::OrElse(target) => {
                let value = truth_value(stack)?;
                if value == matches!(op, Op::OrElse(_)) {
                    stack.push(Value::Bool(value));
                    return Some(Ok(Flow::To(target)));
                }
                return Some(Ok(Flow::Next));
            }
            Op::Drop => {
                stack.pop()?;
                return Some(Ok(Flow::Next));
            }
            Op::Return => return Some(Ok(Flow::Return)),
            Op::Any(filter) | Op::All(filter) => {
                let members = members(stack)?;
                let any = matches!(op, Op::Any(_));
                let mut answer = !any && !members.is_empty();
                for member in members {
                    match self.fits(filter, member) {
                        Ok(fits) if fits == any => {
                            answer = any;
                            break;
                        }
                        Ok(_) => {}
                        Err(fault) => return Some(Err(fault)),
                    }
                }
                Value::Bool(answer)
            }
            Op::Select(zones, filter) => match sets::select(self, zones, filter) {
                Ok(found) => Value::Set(found),
                Err(fault) => return Some(Err(fault)),
            },
            Op::Filter(filter) => {
                let mut kept = Set::new();
                for member in members(stack)? {
                    match self.fits(filter, member) {
                        Ok(true) => kept.push(member),
                        Ok(false) => {}
                        Err(fault) => return Some(Err(fault)),
                    }
                }
                Value::Set(kept)
            }
            Op::Event(who) => Value::Set(self.participant(who)),
            _ => match self.event_question(op) {
                Some(answer) => Value::Bool(answer),
                None => match super::candidate::question(self, op) {
                    Some(answer) => Value::Bool(answer),
                    None => sets::operation(self, op, stack)?,
                },
            },
        };
        stack.push(value);
        Some(Ok(Flow::Next))
    }

    fn participant(&self, who: Participant) -> Set {
        let Some(event) = self.event() else {
            return Set::new();
        };
        let entity = match who {
            Participant::Subject => Some(event.subject),
            Participant::Object => event.object,
            Participant::Source => event.source.map(Entity::Object),
        };
        entity.into_iter().collect()
    }

    fn event_question(&self, op: Op) -> Option<bool> {
        let event = self.event();
        let ask = |question: &dyn Fn(&Event) -> bool| Some(event.is_some_and(question));
        match op {
            Op::EventIs(kind) => ask(&|event| event.kind == kind),
            Op::EventFrom(zone) => ask(&|event| event.from == zone),
            Op::EventTo(zone) => ask(&|event| event.to == zone),
            Op::EventCause(cause) => ask(&|event| event.cause == cause),
            Op::EventCombat => ask(&|event| event.flags.has(crate::game::EventFlags::COMBAT)),
            Op::EventMana(kinds) => ask(&|event| event.mana & kinds != 0),
            Op::EventNoncombat => ask(&|event| {
                event.kind == crate::game::EventKind::Damage
                    && !event.flags.has(crate::game::EventFlags::COMBAT)
            }),
            Op::EventAlone => ask(&|event| event.flags.has(crate::game::EventFlags::ALONE)),
            Op::EventCounter(kind) => ask(&|event| event.counter == Some(kind)),
            Op::EventDesignation(name) => {
                let string = |name| self.program.string(name);
                ask(&|event| {
                    event
                        .designation
                        .is_some_and(|got| string(got) == string(name))
                })
            }
            Op::EventStep(step) => ask(&|event| event.step == Some(step)),
            _ => None,
        }
    }

    fn happened(&self, filter: CodeId, op: Op) -> Result<i64, Fault> {
        let mut total = 0_i64;
        let history = &self.game.history;
        let events = match op {
            Op::HappenedLastTurn(_) => &history.last_turn,
            _ => &history.this_turn,
        };
        let before = matches!(op, Op::HappenedBefore(_));
        let first = match op {
            Op::HappenedThisCombat(_) if self.game.combat.is_some() => history.before_combat,
            Op::HappenedThisCombat(_) => events.len(),
            _ => 0,
        };
        for event in events.iter().skip(first) {
            if before && self.event() == Some(event) {
                break;
            }
            let inner = Scope {
                event: Some(event),
                depth: self.depth + 1,
                ..*self
            };
            if inner.call(filter)? == Value::Bool(true) {
                total = total.saturating_add(if matches!(op, Op::HappenedAmount(_)) {
                    event.amount
                } else {
                    1
                });
            }
        }
        Ok(total)
    }
}

/// Takes a number.
pub fn int(stack: &mut Operands) -> Option<i64> {
    match stack.pop()? {
        Value::Int(value) => Some(value),
        Value::Bool(_) | Value::Set(_) => None,
    }
}

/// Takes a truth value.
pub fn truth_value(stack: &mut Operands) -> Option<bool> {
    match stack.pop()? {
        Value::Bool(value) => Some(value),
        Value::Int(_) | Value::Set(_) => None,
    }
}

/// Takes a set.
pub fn members(stack: &mut Operands) -> Option<Set> {
    match stack.pop()? {
        Value::Set(value) => Some(value),
        Value::Int(_) | Value::Bool(_) => None,
    }
}
