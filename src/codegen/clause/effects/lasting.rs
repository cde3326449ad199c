//! Effects that last (CR 611.2), and prevention (CR 615): what they are about is found as they begin.

use crate::bytecode::{CodeType, Ending, Op, Participant, Subject};
use crate::codegen::{
    Emitted, Missing, clause::statics::Lasting, emitter::Emitter, phrase::filter::brief,
};
use crate::ir::{
    Action, Binding, Count, Duration, Effect, Head, Modification, Noun, Predicate, Quantifier,
    Quantity, Statement, Word,
};

impl Emitter<'_, '_> {
    /// Prevents damage to and by what the nouns mean, for a time (CR 615).
    pub fn prevent(
        &mut self,
        amount: Option<&Quantity>,
        participants: [Option<&Noun>; 2],
        combat: bool,
        duration: &Duration,
    ) -> Emitted {
        // CR 615.11: a shield for each of them.
        if let ([Some(to), by], Some(amount)) = (participants, amount)
            && is_each(to)
        {
            return self.effect(&Effect::ForEach {
                over: to.clone(),
                effect: Box::new(Effect::Act {
                    who: Noun::You,
                    action: Action::Prevent {
                        amount: Some(amount.clone()),
                        to: Some(Noun::Ref {
                            to: Binding::Each,
                            word: Word::Pronoun,
                        }),
                        by: by.cloned(),
                        combat,
                        duration: duration.clone(),
                    },
                    bind: None,
                }),
            });
        }
        let (ending, None) = ending(duration)? else {
            return Err("prevention for as long as something holds".to_owned());
        };
        let outer = self.env.clone();
        let mut env = outer.later();
        // Particular things are found now; a description is asked when damage would be dealt.
        let mut fixed = [None, None];
        for (noun, register) in participants.iter().zip(&mut fixed) {
            let Some(noun) = noun else { continue };
            if let Noun::Described { filter, .. } = noun {
                for predicate in &filter.predicates {
                    if let Predicate::ControlledBy(who) = predicate
                        && who.is_target()
                    {
                        let register = self.loop_registers();
                        self.noun(who)?;
                        self.emit(Op::Store(register));
                        env.found.push(((**who).clone(), register));
                    }
                }
            }
            if !asked_later(noun) {
                let free = self.loop_registers();
                self.noun(noun)?;
                self.emit(Op::Store(free));
                *register = Some(free);
            }
        }
        let filter = self.compiler.code(CodeType::Bool, &env, |emitter| {
            emitter.emit(Op::EventIs(crate::game::EventKind::Damage));
            let mut jumps = Vec::new();
            if combat {
                jumps.push(emitter.jump(Op::AndThen));
                emitter.emit(Op::EventCombat);
            }
            let places = [Participant::Subject, Participant::Source];
            for ((noun, register), place) in participants.iter().zip(fixed).zip(places) {
                let Some(noun) = noun else { continue };
                jumps.push(emitter.jump(Op::AndThen));
                emitter.emit(Op::Event(place));
                match register {
                    Some(register) => {
                        emitter.emit(Op::CapturedSet(register));
                        emitter.emit(Op::Meets);
                    }
                    None => emitter.is_one_of(noun)?,
                }
            }
            jumps.into_iter().for_each(|jump| emitter.land(jump));
            Ok(())
        })?;
        env.first_register = self.env.first_register;
        let id = self.compiler.prevention(filter, amount, &env)?;
        self.emit(Op::Begin(id, ending));
        self.leave(outer);
        Ok(())
    }

    /// Begins an effect that gives a color or type of a player's choice (CR 608.2d).
    pub(in crate::codegen) fn begin_choice(
        &mut self,
        statement: &Statement,
        choices: &[crate::ir::noun::Shared],
        ending: Ending,
        outer: crate::codegen::emitter::Env,
        env: &crate::codegen::emitter::Env,
    ) -> Emitted {
        let [what] = choices else {
            return Err("two choices of what something becomes".to_owned());
        };
        if statement.modifications.len() > 1 || statement.condition.is_some() {
            return Err("a choice of what something becomes, and more".to_owned());
        }
        let thing = self.loop_registers();
        self.noun(&statement.subject)?;
        self.emit(Op::Store(thing));
        let (_, part) = self.becoming_of_choice(*what)?;
        let mut env = env.clone();
        env.first_register = self.env.first_register;
        let id = self
            .compiler
            .changed(thing, part.layer, part.change, &env)?;
        self.emit(Op::Begin(id, ending));
        self.leave(outer);
        Ok(())
    }

    /// Finds the targets that a statement with a duration names besides its subject, in the order of the words: they are what
    /// they are as it begins. Each with its register.
    fn find_targets(&mut self, statement: &Statement) -> Result<Vec<(Noun, u8)>, Missing> {
        let mut nouns = Vec::new();
        let control = |m: &Modification| match m {
            Modification::Control(noun) => Some((**noun).clone()),
            _ => None,
        };
        if let Noun::Described { filter, .. } = &statement.subject {
            nouns.extend(filter.predicates.iter().filter_map(|p| match p {
                Predicate::ControlledBy(noun)
                | Predicate::OwnedBy(noun)
                | Predicate::ProtectedBy(noun) => Some((**noun).clone()),
                _ => None,
            }));
        }
        let others = statement.modifications.iter().filter_map(control);
        // Who gains control may be chosen too ("an opponent gains control of it").
        let chosen = |noun: &Noun| {
            matches!(
                noun,
                Noun::Described {
                    quantifier: Quantifier::Choose(Count::One),
                    filter,
                } if filter.head == Head::Opponent || filter.head == Head::Player
            )
        };
        let others: Vec<Noun> = others.collect();
        let mut found = Vec::new();
        for noun in nouns.into_iter().filter(Noun::is_target).chain(
            others
                .into_iter()
                .filter(|noun| noun.is_target() || chosen(noun)),
        ) {
            let register = self.loop_registers();
            self.noun(&noun)?;
            self.emit(Op::Store(register));
            found.push((noun, register));
        }
        Ok(found)
    }

    /// Begins a statement with a duration. Its subject and quantities are evaluated now (CR 611.2c, 608.2h).
    pub(in crate::codegen) fn begin(
        &mut self,
        statement: &Statement,
        duration: &Duration,
    ) -> Emitted {
        let (ending, condition) = ending(duration)?;
        if matches!(statement.subject, Noun::Kept(..))
            && (condition.is_some() || statement.condition.is_some())
        {
            return Err("a word for a set that an effect is about under a condition".to_owned());
        }
        if statement
            .modifications
            .iter()
            .any(|m| matches!(m, Modification::Control(_)))
            && on_the_stack(&statement.subject)
        {
            return Err("control of a spell".to_owned());
        }
        let mut statement = statement.clone();
        if let Some(condition) = condition {
            if statement.condition.is_some() {
                return Err("an effect with two conditions".to_owned());
            }
            statement.condition = Some(condition);
        }
        let outer = self.env.clone();
        let mut env = outer.later();
        env.found = self.find_targets(&statement)?;
        env.first_register = self.env.first_register;
        let choices: Vec<_> = statement
            .modifications
            .iter()
            .filter_map(|modification| match modification {
                Modification::BecomeChoice(what) => Some(*what),
                _ => None,
            })
            .collect();
        if !choices.is_empty() {
            return self.begin_choice(&statement, &choices, ending, outer, &env);
        }
        let subject = match &statement.subject {
            Noun::This if self.env.this_is.is_none() && !self.env.this_became => Subject::This,
            Noun::Described { quantifier, filter }
                if !matches!(
                    quantifier,
                    Quantifier::Target(_) | Quantifier::Choose(_) | Quantifier::Random(_)
                ) && !matches!(filter.head, Head::Player | Head::Opponent | Head::Teammate) =>
            {
                self.compiler.matching(filter, &env)?
            }
            other => {
                let known = env.found.iter().find(|(noun, _)| noun == other);
                let register = match known {
                    Some((_, register)) => *register,
                    None => {
                        let register = self.loop_registers();
                        self.noun(other)?;
                        self.emit(Op::Store(register));
                        register
                    }
                };
                env.first_register = self.env.first_register;
                Subject::Set(self.compiler.code(CodeType::Set, &env, |emitter| {
                    emitter.emit(Op::CapturedSet(register));
                    Ok(())
                })?)
            }
        };
        let copied = statement.modifications.iter().find_map(|m| match m {
            crate::ir::Modification::CopyOf(what, _) => Some(what),
            _ => None,
        });
        let copied = match copied {
            Some(what) => {
                let register = self.loop_registers();
                self.noun(what)?;
                self.emit(Op::Store(register));
                env.first_register = self.env.first_register;
                Some(register)
            }
            None => None,
        };
        // A loop's current thing is a register of this frame like any other.
        let lasting = Lasting {
            subject: Some(subject),
            copied,
            fixed: true,
        };
        for id in self.compiler.statement(&statement, &env, lasting)? {
            self.emit(Op::Begin(id, ending));
        }
        self.leave(outer);
        Ok(())
    }
}

/// Whether a noun certainly means a spell or ability on the stack.
pub(in crate::codegen) fn on_the_stack(noun: &Noun) -> bool {
    let filter = match noun {
        Noun::Described { filter, .. } => filter,
        Noun::Ref {
            word: crate::ir::Word::That(filter) | crate::ir::Word::The(_, filter),
            ..
        } => filter,
        _ => return false,
    };
    matches!(
        filter.head,
        Head::Spell | Head::Ability | Head::SpellOrAbility
    )
}

/// Whether a statement doubles power.
pub(in crate::codegen) fn doubles(statement: &Statement) -> bool {
    statement
        .modifications
        .iter()
        .any(|m| matches!(m, Modification::DoublePower { .. }))
}

/// CR 701.10a–b: each gets as much more as its power, and its toughness, is.
pub(in crate::codegen) fn doubled(
    statement: &Statement,
    duration: &Duration,
) -> Result<Effect, Missing> {
    let [Modification::DoublePower { toughness }] = statement.modifications.as_slice() else {
        return Err("a doubled power, and more".to_owned());
    };
    if statement.condition.is_some() {
        return Err("a power that is doubled while something holds".to_owned());
    }
    let each = Noun::Ref {
        to: Binding::Each,
        word: crate::ir::Word::Pronoun,
    };
    let of = |attribute| Quantity::Of(attribute, Box::new(each.clone()));
    let more = if *toughness {
        of(crate::ir::Attribute::Toughness)
    } else {
        Quantity::Number(0)
    };
    Ok(Effect::ForEach {
        over: statement.subject.clone(),
        effect: Box::new(Effect::Continuous {
            statements: vec![Statement {
                subject: each.clone(),
                modifications: vec![Modification::Pump(of(crate::ir::Attribute::Power), more)],
                condition: None,
            }],
            duration: duration.clone(),
        }),
    })
}

/// Whether a noun is several things of which each is meant.
fn is_each(noun: &Noun) -> bool {
    match noun {
        Noun::All(parts) => parts.iter().any(is_each),
        one => one.is_each(),
    }
}

/// Whether a noun describes whatever fits when it is asked, rather than particular things.
fn asked_later(noun: &Noun) -> bool {
    match noun {
        Noun::Described { quantifier, .. } => !matches!(
            quantifier,
            Quantifier::Target(_) | Quantifier::Choose(_) | Quantifier::Random(_)
        ),
        Noun::All(parts) | Noun::Either(parts) => parts.iter().all(asked_later),
        Noun::You | Noun::This | Noun::Attached(_) => true,
        Noun::Again(noun, _) => asked_later(noun),
        _ => false,
    }
}

/// When an effect with a duration ends, and the condition that it lasts for.
pub(in crate::codegen) fn ending(
    duration: &Duration,
) -> Result<(Ending, Option<crate::ir::Condition>), Missing> {
    let ending = match duration {
        Duration::EndOfTurn | Duration::ThisTurn => Ending::EndOfTurn,
        Duration::EndOfCombat => Ending::EndOfCombat,
        Duration::YourNextTurn => Ending::YourNextTurn,
        Duration::NextUntapStep => Ending::NextUntapStep,
        Duration::EndOfYourNextTurn => Ending::EndOfYourNextTurn,
        Duration::AsLongAs(condition) => return Ok((Ending::While, Some(condition.clone()))),
        Duration::UntilLeaves(noun) if **noun == Noun::This => Ending::ThisLeaves,
        Duration::Permanent | Duration::RestOfGame => Ending::Never,
        other => return Err(format!("the duration {}", brief(other))),
    };
    Ok((ending, None))
}
