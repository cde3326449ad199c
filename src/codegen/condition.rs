//! Conditions as truth values.

use super::{Emitted, emitter::Emitter, filter::brief};
use crate::bytecode::{CodeType, Compare, Op};
use crate::ir::condition::TurnPart;
use crate::ir::{Binding, Condition, Noun, Quantifier, Whose, Window};
use crate::vocab::{Phase, Step};

impl Emitter<'_, '_> {
    /// Emits whether a condition holds. `[] -> [Bool]`
    pub fn condition(&mut self, condition: &Condition) -> Emitted {
        match condition {
            Condition::Compare(left, comparison, right) => {
                self.quantity(left)?;
                return self.compare(*comparison, right);
            }
            Condition::Exist(noun, comparison, quantity) => {
                // "No creatures" is a number of 0; the noun's own "no" says nothing more.
                self.noun(noun)?;
                self.emit(Op::Count);
                return self.compare(*comparison, quantity);
            }
            Condition::MoreThan(left, filter, right) => {
                for side in [left, right] {
                    let mut of = filter.clone();
                    of.predicates
                        .push(crate::ir::Predicate::ControlledBy(side.clone()));
                    self.noun(&Noun::Described {
                        quantifier: Quantifier::All,
                        filter: of,
                    })?;
                    self.emit(Op::Count);
                }
                self.emit(Op::Compare(Compare::Greater));
            }
            Condition::Is(noun, filter) => {
                let code = self.filter_code(filter)?;
                self.noun(noun)?;
                self.emit(Op::All(code));
            }
            Condition::Same(left, right) => {
                self.noun(left)?;
                self.noun(right)?;
                self.emit(Op::Meets);
            }
            Condition::Turn(whose) => self.turn(whose)?,
            Condition::During(whose, part) => {
                let jump = match whose {
                    Some(whose) => {
                        self.turn(whose)?;
                        Some(self.jump(Op::AndThen))
                    }
                    None => None,
                };
                self.part(*part)?;
                jump.into_iter().for_each(|jump| self.land(jump));
            }
            Condition::Happened(event, Window::ThisTurn) => {
                let filter = self.event_filter(event)?.1;
                self.emit(Op::Happened(filter));
                self.emit(Op::Int(1));
                self.emit(Op::Compare(Compare::AtLeast));
            }
            Condition::Paid(keyword, noun) if keyword == "kicker" => {
                let kicked = self.inner(CodeType::Bool, |emitter| {
                    emitter.emit(Op::IsKicked);
                    Ok(())
                })?;
                self.noun(noun)?;
                self.emit(Op::Any(kicked));
            }
            Condition::Done(binding) => {
                let Binding::Result(n) = binding else {
                    return Err("whether something else was done".to_owned());
                };
                let register = self.result(*n);
                let (number, set) = if self.env.is_captured(*n) {
                    (Op::Captured(register + 1), Op::CapturedSet(register))
                } else {
                    (Op::Load(register + 1), Op::Load(register))
                };
                // Done: it had an amount, or something was affected.
                self.emit(number);
                self.emit(set);
                self.emit(Op::Count);
                self.emit(Op::Add);
                self.emit(Op::Int(1));
                self.emit(Op::Compare(Compare::AtLeast));
            }
            Condition::All(parts) | Condition::Any(parts) => {
                let all = matches!(condition, Condition::All(_));
                let mut jumps = Vec::new();
                if parts.is_empty() {
                    self.emit(Op::Bool(all));
                }
                for (index, part) in parts.iter().enumerate() {
                    self.condition(part)?;
                    if index + 1 < parts.len() {
                        jumps.push(self.jump(if all { Op::AndThen } else { Op::OrElse }));
                    }
                }
                jumps.into_iter().for_each(|jump| self.land(jump));
            }
            Condition::Not(inner) => {
                self.condition(inner)?;
                self.emit(Op::Not);
            }
            other => return Err(format!("the condition {}", brief(other))),
        }
        Ok(())
    }

    /// Emits whether it is the turn of someone.
    pub fn turn(&mut self, whose: &Whose) -> Emitted {
        match whose {
            Whose::Yours => self.emit(Op::You),
            Whose::Opponents => {
                self.emit(Op::You);
                self.emit(Op::Opponents);
            }
            Whose::Each => self.emit(Op::Players),
            Whose::Of(noun) => self.noun(noun)?,
            Whose::YourNext | Whose::Next | Whose::NextTurn => {
                return Err("the next turn as a condition".to_owned());
            }
        }
        self.emit(Op::IsActive);
        Ok(())
    }

    /// Emits whether it is a part of the turn.
    pub fn part(&mut self, part: TurnPart) -> Emitted {
        let steps: &[Step] = match part {
            TurnPart::Step(step) => &[step],
            TurnPart::MainPhase => &[Step::PrecombatMain, Step::PostcombatMain],
            TurnPart::Phase(Phase::Beginning) => &[Step::Untap, Step::Upkeep, Step::Draw],
            TurnPart::Phase(Phase::PrecombatMain) => &[Step::PrecombatMain],
            TurnPart::Phase(Phase::PostcombatMain) => &[Step::PostcombatMain],
            TurnPart::Phase(Phase::Ending) => &[Step::End, Step::Cleanup],
            TurnPart::Phase(Phase::Combat) => &[
                Step::BeginningOfCombat,
                Step::DeclareAttackers,
                Step::DeclareBlockers,
                Step::FirstStrikeDamage,
                Step::CombatDamage,
                Step::EndOfCombat,
            ],
            TurnPart::BeforeAttackers => &[
                Step::Untap,
                Step::Upkeep,
                Step::Draw,
                Step::PrecombatMain,
                Step::BeginningOfCombat,
            ],
            TurnPart::BeforeBlockers => &[
                Step::Untap,
                Step::Upkeep,
                Step::Draw,
                Step::PrecombatMain,
                Step::BeginningOfCombat,
                Step::DeclareAttackers,
            ],
            TurnPart::AfterBlockers => &[
                Step::DeclareBlockers,
                Step::FirstStrikeDamage,
                Step::CombatDamage,
                Step::EndOfCombat,
            ],
            TurnPart::SorceryTiming => return Err("sorcery timing as a condition".to_owned()),
        };
        let mut jumps = Vec::new();
        for (index, step) in steps.iter().enumerate() {
            self.emit(Op::InStep(*step));
            if index + 1 < steps.len() {
                jumps.push(self.jump(Op::OrElse));
            }
        }
        jumps.into_iter().for_each(|jump| self.land(jump));
        Ok(())
    }
}
