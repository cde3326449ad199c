//! Effects: how actions are put together.

use super::{Emitted, emitter::Emitter, filter::brief};
use crate::bytecode::{Body, BodyPart, CodeType, Ending, Op};
use crate::ir::{Action, Duration, Effect, Statement};

impl Emitter<'_, '_> {
    /// Emits the instructions of an effect. `[] -> []`
    pub fn effect(&mut self, effect: &Effect) -> Emitted {
        match effect {
            Effect::Act { who, action, bind } => self.act(who, action, *bind),
            Effect::Sequence(parts) => parts.iter().try_for_each(|part| self.effect(part)),
            Effect::May { who, effect, bind } => {
                self.noun(who)?;
                self.emit(Op::May);
                let skip = self.jump(Op::JumpUnless);
                self.effect(effect)?;
                self.done(*bind, 1);
                let end = self.jump(Op::Jump);
                self.land(skip);
                self.done(*bind, 0);
                self.land(end);
                Ok(())
            }
            Effect::If {
                condition,
                then,
                otherwise,
            } => {
                self.condition(condition)?;
                let skip = self.jump(Op::JumpUnless);
                self.effect(then)?;
                match otherwise {
                    None => self.land(skip),
                    Some(otherwise) => {
                        let end = self.jump(Op::Jump);
                        self.land(skip);
                        self.effect(otherwise)?;
                        self.land(end);
                    }
                }
                Ok(())
            }
            Effect::ForEach { over, effect } => {
                let register = self.loop_registers();
                self.noun(over)?;
                self.emit(Op::Store(register));
                let start = self.here();
                let next = self.jump(|end| Op::Next(register, end));
                let outer = self.env.each.replace(register + 2);
                self.effect(effect)?;
                self.env.each = outer;
                self.emit(Op::Jump(start));
                self.land(next);
                Ok(())
            }
            Effect::Continuous {
                statements,
                duration,
            } => statements
                .iter()
                .try_for_each(|statement| self.begin(statement, duration)),
            Effect::Delayed {
                trigger,
                effect,
                once,
                duration: None,
            } => {
                let mut env = self.env.clone();
                env.captured = true;
                env.targets_allowed = false;
                let id = self.compiler.triggered(trigger, None, effect, None, &env)?;
                self.emit(Op::Delay(id, *once));
                Ok(())
            }
            Effect::Where { x, effect } => {
                let outer = self.env.x.replace(Box::new(x.clone()));
                let done = self.effect(effect);
                self.env.x = outer;
                done
            }
            Effect::Modal(_) => Err("a modal choice within an effect".to_owned()),
            other => Err(format!("the effect {}", brief(other))),
        }
    }

    /// Remembers whether an optional part was done.
    fn done(&mut self, bind: Option<u8>, done: i32) {
        if let Some(bind) = bind {
            let register = self.result(bind);
            self.emit(Op::Empty);
            self.emit(Op::Store(register));
            self.emit(Op::Int(done));
            self.emit(Op::Store(register + 1));
        }
    }

    /// Emits the beginning of a continuous effect with a duration.
    fn begin(&mut self, statement: &Statement, duration: &Duration) -> Emitted {
        let mut statement = statement.clone();
        let ending = match duration {
            Duration::EndOfTurn | Duration::ThisTurn => Ending::EndOfTurn,
            Duration::EndOfCombat => Ending::EndOfCombat,
            Duration::YourNextTurn => Ending::YourNextTurn,
            Duration::EndOfYourNextTurn => Ending::EndOfYourNextTurn,
            Duration::UntilLeaves(what) if matches!(**what, crate::ir::Noun::This) => {
                Ending::ThisLeaves
            }
            Duration::Permanent => Ending::Never,
            Duration::AsLongAs(condition) => {
                statement.condition = Some(condition.clone());
                Ending::While
            }
            other => return Err(format!("the duration {}", brief(other))),
        };
        // Target phrases of the statement's subject belong to the ability: they are found here, in order.
        let env = self.env.clone();
        let (statics, targets) = self
            .compiler
            .lasting(&statement, &env, self.targets.len())?;
        self.targets.extend(targets);
        for id in statics {
            self.emit(Op::Begin(id, ending));
        }
        Ok(())
    }
}

impl super::emitter::Compiler<'_> {
    /// Compiles what a spell or ability does, with its modes and targets.
    pub fn body(
        &mut self,
        effect: &Effect,
        env: &super::emitter::Env,
    ) -> Result<Body, super::Missing> {
        use crate::ir::Quantity;
        let mut env = env.clone();
        env.targets_allowed = true;
        let Effect::Modal(modes) = effect else {
            let part = self.part(effect, &env)?;
            return Ok(Body {
                modes: None,
                parts: vec![part],
                x: false,
            });
        };
        if modes.chooser.is_some() || modes.both_if.is_some() {
            return Err("modes that someone else or a condition chooses".to_owned());
        }
        let mut number = |quantity: &Quantity| {
            let env = env.clone();
            self.code(CodeType::Int, &env, |emitter| emitter.quantity(quantity))
        };
        let (min, max) = (number(&modes.min)?, number(&modes.max)?);
        let mut parts = Vec::new();
        for (_, mode) in &modes.modes {
            parts.push(self.part(mode, &env)?);
        }
        Ok(Body {
            modes: Some(crate::bytecode::Modes {
                min,
                max,
                repeats: modes.repeats,
            }),
            parts,
            x: false,
        })
    }

    fn part(
        &mut self,
        effect: &Effect,
        env: &super::emitter::Env,
    ) -> Result<BodyPart, super::Missing> {
        let (code, targets) =
            self.code_with_targets(CodeType::Effect, env, |emitter| emitter.effect(effect))?;
        let divided = match divided_amount(effect) {
            None => None,
            Some(amount) => Some((
                0,
                self.code(CodeType::Int, env, |emitter| emitter.quantity(amount))?,
            )),
        };
        Ok(BodyPart {
            targets,
            code,
            divided,
        })
    }
}

/// The amount that an effect divides among its targets (CR 601.2d).
fn divided_amount(effect: &Effect) -> Option<&crate::ir::Quantity> {
    match effect {
        Effect::Act {
            action:
                Action::DealDamage {
                    amount,
                    divided: true,
                    ..
                },
            ..
        } => Some(amount),
        Effect::Sequence(parts) => parts.iter().find_map(divided_amount),
        Effect::Where { effect, .. } | Effect::May { effect, .. } => divided_amount(effect),
        _ => None,
    }
}
