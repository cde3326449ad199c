//! Conditions as truth values.

use crate::bytecode::operand::Spent;
use crate::bytecode::{CodeType, Compare, Fold, Kinds, Op};
use crate::codegen::{
    Emitted,
    emitter::Emitter,
    phrase::{
        filter::brief,
        filter::{compared, stat_of},
    },
};
use crate::ir::condition::TurnPart;
use crate::ir::{
    Binding, Comparison, Condition, Count, Event, Filter, Head, Noun, Predicate, Quantifier,
    Quantity, Whose, Window, noun::Shared,
};
use crate::vocab::{ManaSymbol, Phase, Step};

impl Emitter<'_, '_> {
    /// Emits whether a condition holds. `[] -> [Bool]`
    pub fn condition(&mut self, condition: &Condition) -> Emitted {
        match condition {
            // "Each player has 10 or less life" asks one after the other, not for the sum.
            Condition::Compare(Quantity::Of(attribute, of), comparison, right)
                if one_by_one(of).is_some() =>
            {
                let Some((filter, each)) = one_by_one(of) else {
                    return Err("a number of several".to_owned());
                };
                let fits = self.inner(CodeType::Bool, |emitter| {
                    emitter.emit(Op::Candidate);
                    emitter.attribute(*attribute)?;
                    emitter.compare(*comparison, right)
                })?;
                self.noun(&Noun::Described {
                    quantifier: Quantifier::All,
                    filter: filter.clone(),
                })?;
                self.emit(if each { Op::All(fits) } else { Op::Any(fits) });
            }
            Condition::Compare(left, comparison, right) => {
                // "Than each other creature's power": there may be none.
                let none = match right {
                    Quantity::Of(_, noun) if matches!(one_by_one(noun), Some((_, true))) => {
                        self.noun(noun)?;
                        self.emit(Op::Count);
                        self.emit(Op::Int(0));
                        self.emit(Op::Compare(Compare::Equal));
                        Some(self.jump(Op::OrElse))
                    }
                    _ => None,
                };
                self.quantity(left)?;
                // "More life than an opponent": than the one with the least; "than each opponent": with the most.
                if let Quantity::Of(attribute, noun) = right
                    && let Some((filter, each)) = one_by_one(noun)
                {
                    let fold = match (comparison, each) {
                        (Comparison::Greater | Comparison::AtLeast, false)
                        | (Comparison::Less | Comparison::AtMost, true) => Fold::Min,
                        (Comparison::Less | Comparison::AtMost, false)
                        | (Comparison::Greater | Comparison::AtLeast, true) => Fold::Max,
                        _ => return Err("a number that is that of any of several".to_owned()),
                    };
                    self.noun(&Noun::Described {
                        quantifier: Quantifier::All,
                        filter: filter.clone(),
                    })?;
                    self.emit(Op::Stat(stat_of(*attribute)?, fold));
                    self.emit(Op::Compare(compared(*comparison)?));
                    none.into_iter().for_each(|jump| self.land(jump));
                    return Ok(());
                }
                return self.compare(*comparison, right);
            }
            // "Seven or more lands with different names": so many names.
            Condition::Exist(Noun::Described { quantifier, filter }, comparison, quantity)
                if *comparison == Comparison::AtLeast
                    && filter
                        .predicates
                        .contains(&Predicate::AllDifferent(Shared::Name)) =>
            {
                let mut filter = filter.clone();
                filter
                    .predicates
                    .retain(|p| *p != Predicate::AllDifferent(Shared::Name));
                self.noun(&Noun::Described {
                    quantifier: quantifier.clone(),
                    filter,
                })?;
                self.emit(Op::Different(Kinds::Names));
                return self.compare(*comparison, quantity);
            }
            // "Each player controls a black permanent" asks more than whether there is one.
            Condition::Exist(Noun::Described { filter, .. }, ..)
                if filter
                    .predicates
                    .iter()
                    .any(|p| matches!(p, Predicate::ControlledBy(who) if who.is_each())) =>
            {
                return Err("what each of several players controls".to_owned());
            }
            Condition::Exist(noun, comparison, quantity) => {
                // "No creatures" is a number of 0; the noun's own "no" says nothing more.
                self.noun(noun)?;
                self.emit(Op::Count);
                return self.compare(*comparison, quantity);
            }
            Condition::HasCards(noun, zone, comparison, n) => {
                let code = self.inner(CodeType::Bool, |emitter| {
                    emitter.emit(Op::Candidate);
                    emitter.emit(Op::Cards(*zone));
                    emitter.emit(Op::Count);
                    emitter.compare(*comparison, n)
                })?;
                self.noun(noun)?;
                self.emit(if is_all(noun) {
                    Op::All(code)
                } else {
                    Op::Any(code)
                });
            }
            Condition::MoreThan(left, filter, right) => {
                for (side, any, all) in
                    [(left, Fold::Max, Fold::Min), (right, Fold::Min, Fold::Max)]
                {
                    // "An opponent controls more lands than you": the one with the most, or the least, decides.
                    if let Some((players, each)) = one_by_one(side) {
                        let fold = if each { all } else { any };
                        for filter in [filter, players] {
                            self.noun(&Noun::Described {
                                quantifier: Quantifier::All,
                                filter: filter.clone(),
                            })?;
                        }
                        self.emit(Op::ControlledByEach(fold));
                        continue;
                    }
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
            Condition::Is(noun, filter) | Condition::Was(noun, filter) => {
                let code = self.filter_code(filter)?;
                if matches!(condition, Condition::Was(..)) {
                    self.as_it_was(noun)?;
                } else {
                    self.noun(noun)?;
                }
                self.emit(if is_some(noun) {
                    Op::Any(code)
                } else {
                    Op::All(code)
                });
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
            Condition::Happened(event, window) => return self.happened(event, *window),
            Condition::Paid(keyword, noun) if keyword == "kicker" => {
                let kicked = self.inner(CodeType::Bool, |emitter| {
                    emitter.emit(Op::IsKicked);
                    Ok(())
                })?;
                self.noun(noun)?;
                self.emit(Op::Any(kicked));
            }
            Condition::KickedWith(noun, cost) => {
                let cost = self.name(&cost.to_string().into());
                let paid = self.inner(CodeType::Bool, |emitter| {
                    emitter.emit(Op::IsKickedWith(cost));
                    Ok(())
                })?;
                self.noun(noun)?;
                self.emit(Op::Any(paid));
            }
            Condition::Paid(keyword, noun) => {
                let id = self.compiler.keyword(keyword)?;
                let paid = self.inner(CodeType::Bool, |emitter| {
                    emitter.emit(Op::IsPaid(id));
                    Ok(())
                })?;
                self.noun(noun)?;
                self.emit(Op::Any(paid));
            }
            Condition::DesignatedEarlier(noun, name) => {
                let name = self.name(name);
                let foretold = self.inner(CodeType::Bool, |emitter| {
                    emitter.emit(Op::IsDesignated(name));
                    let jump = emitter.jump(Op::AndThen);
                    emitter.emit(Op::IsOlder);
                    emitter.land(jump);
                    Ok(())
                })?;
                self.noun(noun)?;
                self.emit(Op::Any(foretold));
            }
            Condition::Designated(noun, name)
                if matches!(name.as_str(), "city's blessing" | "monarch") =>
            {
                if is_all(noun) {
                    return Err("what each of several players is".to_owned());
                }
                let name = self.name(name);
                let blessed = self.inner(CodeType::Bool, |emitter| {
                    emitter.emit(Op::IsDesignated(name));
                    Ok(())
                })?;
                self.noun(noun)?;
                self.emit(Op::Any(blessed));
            }
            Condition::CameUnderControl(noun) => {
                let new = self.inner(CodeType::Bool, |emitter| {
                    emitter.emit(Op::IsNew);
                    Ok(())
                })?;
                self.noun(noun)?;
                self.emit(Op::Any(new));
            }
            // CR 400.7d.
            Condition::Spent(symbols, noun) => return self.was_spent(symbols, noun),
            // What is cast resolves in the phase in which it was cast; a copy was not cast (CR 707.10).
            Condition::CastDuring(noun @ Noun::This, whose, part) => {
                return self.condition(&Condition::All(vec![
                    Condition::WasCast(noun.clone(), Some(Box::new(Noun::You)), None),
                    Condition::During(whose.clone(), *part),
                ]));
            }
            // CR 701.30d.
            Condition::WonClash => {
                let Some(register) = self.env.clash else {
                    return Err("a clash of another effect".to_owned());
                };
                self.emit(if self.env.captured {
                    Op::Captured(register)
                } else {
                    Op::Load(register)
                });
                self.emit(Op::Int(1));
                self.emit(Op::Compare(Compare::AtLeast));
            }
            Condition::WasCast(noun, by, from) => {
                let by_you = match by.as_deref() {
                    None => false,
                    Some(Noun::You) => true,
                    Some(_) => return Err("something that another player cast".to_owned()),
                };
                let cast = self.inner(CodeType::Bool, |emitter| {
                    emitter.emit(Op::WasCast(by_you, *from));
                    Ok(())
                })?;
                self.noun(noun)?;
                self.emit(Op::Any(cast));
            }
            Condition::MoreVotes(word, tied) => {
                let other = self.other_votes(word)?;
                self.votes(word)?;
                self.votes(&other)?;
                let more = if *tied {
                    Compare::AtLeast
                } else {
                    Compare::Greater
                };
                self.emit(Op::Compare(more));
            }
            // CR 705.2.
            Condition::WonFlip => {
                let Some(register) = self.env.flip else {
                    return Err("a coin flip of another effect".to_owned());
                };
                self.emit(if self.env.captured {
                    Op::Captured(register.saturating_add(1))
                } else {
                    Op::Load(register.saturating_add(1))
                });
                self.emit(Op::Int(1));
                self.emit(Op::Compare(Compare::AtLeast));
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

    /// Emits whether this mana was spent to cast something: as much of each type as there are symbols of it.
    fn was_spent(&mut self, symbols: &[ManaSymbol], noun: &Noun) -> Emitted {
        let mut wanted: Vec<(Spent, i32)> = Vec::new();
        for symbol in symbols {
            let what = match symbol {
                ManaSymbol::Mana(kind) => Spent::Of(*kind),
                ManaSymbol::Snow => Spent::Snow,
                _ => return Err("mana of an open type that was spent".to_owned()),
            };
            match wanted.iter_mut().find(|(known, _)| *known == what) {
                Some((_, count)) => *count = count.saturating_add(1),
                None => wanted.push((what, 1)),
            }
        }
        let mut jumps = Vec::new();
        for (at, (what, count)) in wanted.iter().enumerate() {
            if at > 0 {
                jumps.push(self.jump(Op::AndThen));
            }
            self.noun(noun)?;
            self.emit(Op::Spent(*what));
            self.emit(Op::Int(*count));
            self.emit(Op::Compare(Compare::AtLeast));
        }
        jumps.into_iter().for_each(|jump| self.land(jump));
        Ok(())
    }

    /// Emits whether an event happened: of "no spells" none did, of "two or more" as many of one player.
    fn happened(&mut self, event: &Event, window: Window) -> Emitted {
        let mut plain = event.clone();
        let mut wanted = (Compare::AtLeast, Quantity::Number(1));
        for noun in [&mut plain.subject, &mut plain.object]
            .into_iter()
            .flatten()
        {
            if let Noun::Described { quantifier, .. } = noun {
                match quantifier {
                    Quantifier::No => wanted = (Compare::Equal, Quantity::Number(0)),
                    Quantifier::Counted(Comparison::AtLeast, n) => {
                        wanted = (Compare::AtLeast, n.clone());
                    }
                    Quantifier::Counted(..) => {
                        return Err("at most so many events".to_owned());
                    }
                    // One event is not an event of each of them.
                    Quantifier::Each => {
                        return Err("whether something happened to each of several".to_owned());
                    }
                    _ => continue,
                }
                *quantifier = Quantifier::Any;
            }
        }
        // "A player cast two or more spells": all by the same player.
        let players = match &plain.subject {
            Some(Noun::Described { filter, .. })
                if wanted != (Compare::AtLeast, Quantity::Number(1))
                    && wanted.0 == Compare::AtLeast
                    && matches!(filter.head, Head::Player | Head::Opponent) =>
            {
                Some(filter.clone())
            }
            _ => None,
        };
        let Some(players) = players else {
            let filter = self.event_filter(&plain)?.1;
            self.times(filter, window)?;
            self.quantity(&wanted.1)?;
            self.emit(Op::Compare(wanted.0));
            return Ok(());
        };
        let by = crate::codegen::phrase::event::participants(&plain, false);
        let (subject, relation) = (by.subject, by.subject_is);
        plain.subject = None;
        let by_one = self.inner(CodeType::Bool, |emitter| {
            let filter = emitter.inner(CodeType::Bool, |inside| {
                inside.event(&plain)?;
                let jump = inside.jump(Op::AndThen);
                inside.emit(Op::Event(subject));
                if let Some(relation) = relation {
                    inside.emit(relation);
                }
                inside.emit(Op::Candidate);
                inside.emit(Op::Meets);
                inside.land(jump);
                Ok(())
            })?;
            emitter.times(filter, window)?;
            emitter.quantity(&wanted.1)?;
            emitter.emit(Op::Compare(Compare::AtLeast));
            Ok(())
        })?;
        self.select(&players)?;
        self.emit(Op::Any(by_one));
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

/// Whether something holds of the things of a noun only if it does of each.
const fn is_all(noun: &Noun) -> bool {
    matches!(
        noun,
        Noun::Described {
            quantifier: Quantifier::Each | Quantifier::All,
            ..
        }
    )
}

/// Whether something holds of the things of a noun if it does of one: "as long as a creature has a counter on it".
const fn is_some(noun: &Noun) -> bool {
    matches!(
        noun,
        Noun::Described {
            quantifier: Quantifier::Any | Quantifier::Choose(Count::One),
            ..
        }
    )
}

/// The description of things of which each, or any one, is asked for its number.
fn one_by_one(noun: &Noun) -> Option<(&Filter, bool)> {
    match noun {
        Noun::Described {
            quantifier: Quantifier::Each,
            filter,
        } => Some((filter, true)),
        Noun::Described {
            quantifier: Quantifier::Any | Quantifier::Choose(Count::One),
            filter,
        } => Some((filter, false)),
        _ => None,
    }
}
