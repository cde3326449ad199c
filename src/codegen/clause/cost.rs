//! Costs.

use crate::bytecode::{CodeType, Compare, Cost, CostPart, Fold, Op, Stat, StaticKind};
use crate::codegen::{
    Missing,
    emitter::{Compiler, Emitter, Env},
    phrase::filter::brief,
};
use crate::ir::{self, Action, Count, KeywordArgument, Noun, Quantifier, Quantity};
use crate::vocab::{ManaCost, Zone};

impl Compiler<'_> {
    /// Compiles a cost. Mana of several parts is added up (CR 601.2f).
    pub fn cost(&mut self, cost: &ir::Cost, env: &Env) -> Result<Cost, Missing> {
        let mut out = Cost::default();
        for part in &cost.0 {
            match part {
                ir::CostPart::Mana(mana) => {
                    out.mana
                        .get_or_insert_with(ManaCost::default)
                        .0
                        .extend(mana.0.iter().copied());
                }
                ir::CostPart::Tap => out.parts.push(CostPart::Tap),
                ir::CostPart::Untap => out.parts.push(CostPart::Untap),
                ir::CostPart::Loyalty(n) => out.parts.push(CostPart::Loyalty(*n)),
                ir::CostPart::Act(Action::Tap(what)) if total_of(what).is_some() => {
                    let acts = out
                        .parts
                        .iter()
                        .filter(|p| matches!(p, CostPart::Act { .. }));
                    let at = u8::try_from(acts.count()).map_err(|_| "too many costs")?;
                    let text = self.part_in_words(part);
                    out.parts.push(self.tap_total(what, at, text, env)?);
                }
                ir::CostPart::Act(action) => {
                    let action = &with_counters(action);
                    let can = self.code(CodeType::Bool, env, |emitter| emitter.payable(action))?;
                    let mut inner = env.clone();
                    inner.targets_allowed = false;
                    let code = self.code(CodeType::Effect, &inner, |emitter| {
                        emitter.act(&Noun::You, action, None)
                    })?;
                    out.x |= self.uses_x(code);
                    let text = self.part_in_words(part);
                    let acts = out
                        .parts
                        .iter()
                        .filter(|p| matches!(p, CostPart::Act { .. }));
                    let at = u8::try_from(acts.count()).map_err(|_| "too many costs")?;
                    let enough = match how_many(action) {
                        Some(count) => Some(self.code(CodeType::Bool, env, |emitter| {
                            emitter.emit(Op::Paid(at));
                            emitter.emit(Op::Count);
                            emitter.quantity(&count)?;
                            emitter.emit(Op::Compare(Compare::AtLeast));
                            Ok(())
                        })?),
                        None => None,
                    };
                    out.parts.push(CostPart::Act {
                        can,
                        code,
                        enough,
                        text,
                    });
                }
                ir::CostPart::Parameter => {
                    let argument = env.argument.clone();
                    let (KeywordArgument::Cost(inner)
                    | KeywordArgument::NumberCost(_, inner)
                    | KeywordArgument::QualityCost(_, inner)) =
                        argument.ok_or("a keyword without its cost")?
                    else {
                        return Err("a keyword without its cost".to_owned());
                    };
                    let plain = Env {
                        argument: None,
                        ..env.clone()
                    };
                    let inner = self.cost(&inner, &plain)?;
                    if let Some(mana) = inner.mana {
                        out.mana
                            .get_or_insert_with(ManaCost::default)
                            .0
                            .extend(mana.0);
                    }
                    out.parts.extend(inner.parts);
                    out.x |= inner.x;
                }
                ir::CostPart::ParameterTimes(_) => {
                    return Err("a cost many times over, to activate or cast something".to_owned());
                }
                ir::CostPart::ManaTimes(..) => {
                    return Err("a cost of mana that is counted".to_owned());
                }
                ir::CostPart::Either(_) => return Err("a choice between costs".to_owned()),
                ir::CostPart::If(..) => return Err("a cost under a condition".to_owned()),
            }
        }
        Ok(out)
    }

    /// "Sacrifice a creature or pay {3}": one of them, as it is announced (CR 601.2b).
    pub(in crate::codegen) fn either_cost(
        &mut self,
        costs: &[ir::Cost],
        env: &Env,
    ) -> Result<StaticKind, Missing> {
        let mut compiled = Vec::new();
        let mut words: Vec<crate::vocab::Name> = Vec::new();
        for cost in costs {
            let mut text = Vec::new();
            for part in &cost.0 {
                let part = self.part_in_words(part);
                text.push(self.program.string(part).to_lowercase());
            }
            words.push(text.join(" and ").into());
            compiled.push(self.cost(cost, env)?);
        }
        let pool = &mut self.program.options;
        pool.push(words);
        let options = u32::try_from(pool.len().saturating_sub(1))
            .map_err(|_| "too many lists of options".to_owned())?;
        Ok(StaticKind::EitherCost {
            costs: compiled,
            options,
        })
    }

    /// The English of a part of a cost: what stands before the colon of an ability with no other.
    fn part_in_words(&mut self, part: &ir::CostPart) -> crate::bytecode::StringId {
        let text = (self.describe)(&ir::Ability {
            word: None,
            kind: ir::AbilityKind::Activated {
                cost: ir::Cost(vec![part.clone()]),
                effect: ir::Effect::Sequence(Vec::new()),
                rules: Vec::new(),
            },
            zones: None,
        });
        let before = text
            .split_once(':')
            .map_or(text.as_str(), |(before, _)| before);
        self.string(before)
    }
}

/// The number that all of a description have together.
fn total_of(what: &Noun) -> Option<(ir::Filter, Stat, Quantity)> {
    let Noun::Described {
        quantifier: Quantifier::Choose(Count::AnyNumber),
        filter,
    } = what
    else {
        return None;
    };
    let total = filter.predicates.iter().find_map(|p| match p {
        ir::Predicate::Total(attribute, ir::Comparison::AtLeast, n) => Some((
            crate::codegen::phrase::filter::stat_of(*attribute).ok()?,
            n.clone(),
        )),
        _ => None,
    })?;
    let mut rest = filter.clone();
    rest.predicates
        .retain(|p| !matches!(p, ir::Predicate::Total(..)));
    Some((rest, total.0, total.1))
}

/// How many different things a cost takes that names several: "sacrifice a Swamp and a Forest".
fn how_many(action: &Action) -> Option<Quantity> {
    let (Action::Sacrifice(what) | Action::Discard(what) | Action::Exile { what, .. }) = action
    else {
        return None;
    };
    let Noun::All(parts) = what else {
        return None;
    };
    parts.iter().try_fold(Quantity::Number(0), |sum, part| {
        let count = match part {
            Noun::Described {
                quantifier: Quantifier::Choose(Count::Exactly(n)),
                ..
            } => n.clone(),
            Noun::Described {
                quantifier: Quantifier::Choose(Count::One),
                ..
            }
            | Noun::This => Quantity::Number(1),
            _ => return None,
        };
        Some(Quantity::Sum(Box::new(sum), Box::new(count)))
    })
}

/// Counters are removed as a cost from something that has as many (CR 118.3).
fn with_counters(action: &Action) -> Action {
    let Action::RemoveCounters {
        count: Some(count),
        kind,
        from:
            Noun::Described {
                quantifier: Quantifier::Choose(Count::One),
                filter,
            },
    } = action
    else {
        return action.clone();
    };
    let mut filter = filter.clone();
    filter.predicates.push(ir::Predicate::Counters(
        kind.clone(),
        ir::Comparison::AtLeast,
        count.clone(),
    ));
    Action::RemoveCounters {
        count: Some(count.clone()),
        kind: kind.clone(),
        from: Noun::Described {
            quantifier: Quantifier::Choose(Count::One),
            filter,
        },
    }
}

impl Compiler<'_> {
    /// "Tap any number of untapped creatures with total power 3 or greater" (CR 702.122a).
    fn tap_total(
        &mut self,
        what: &Noun,
        at: u8,
        text: crate::bytecode::StringId,
        env: &Env,
    ) -> Result<CostPart, Missing> {
        let (filter, stat, least) = total_of(what).ok_or("a cost without a total")?;
        let reaches = |emitter: &mut Emitter<'_, '_>| {
            emitter.emit(Op::Stat(stat, Fold::Sum));
            emitter.quantity(&least)?;
            emitter.emit(Op::Compare(Compare::AtLeast));
            Ok(())
        };
        let mut helpful = filter.clone();
        helpful.predicates.push(ir::Predicate::Stat(
            ir::Attribute::Power,
            ir::Comparison::AtLeast,
            Quantity::Number(1),
        ));
        let filter = with_own(&filter);
        let helpful = with_own(&helpful);
        let can = self.code(CodeType::Bool, env, |emitter| {
            emitter.select(&helpful)?;
            reaches(emitter)
        })?;
        let code = self.code(CodeType::Effect, env, |emitter| {
            emitter.actor();
            emitter.select(&filter)?;
            emitter.select(&filter)?;
            emitter.quantity(&least)?;
            emitter.emit(Op::Fewest(stat));
            emitter.emit(Op::Int(i32::MAX));
            emitter.emit(Op::Choose);
            emitter.emit(Op::Tap);
            Ok(())
        })?;
        let enough = self.code(CodeType::Bool, env, |emitter| {
            emitter.emit(Op::Paid(at));
            reaches(emitter)
        })?;
        Ok(CostPart::Act {
            can,
            code,
            enough: Some(enough),
            text,
        })
    }
}

/// A cost is paid with what you control.
fn with_own(filter: &ir::Filter) -> ir::Filter {
    let mut filter = filter.clone();
    let own = ir::Predicate::ControlledBy(Box::new(Noun::You));
    if !filter.predicates.contains(&own) {
        filter.predicates.push(own);
    }
    filter
}

impl Emitter<'_, '_> {
    /// Emits whether an action can be performed as a cost (CR 118.3). `[] -> [Bool]`
    pub fn payable(&mut self, action: &Action) -> Result<(), Missing> {
        match action {
            // CR 119.4: life can be paid only by one who has as much.
            Action::PayLife(amount) => {
                self.actor();
                self.emit(Op::Stat(Stat::Life, Fold::Sum));
                self.quantity(amount)?;
                self.emit(Op::Compare(Compare::AtLeast));
            }
            Action::Sacrifice(what) => self.enough(what, Some(Op::Controllers))?,
            Action::Discard(what) => self.enough(what, Some(Op::Owners))?,
            Action::Exile { what, .. }
            | Action::Tap(what)
            | Action::Move { what, .. }
            | Action::Reveal(what) => {
                self.enough(what, None)?;
            }
            // None is as many as one likes.
            Action::RemoveCounters {
                count: Some(Quantity::AnyNumber | Quantity::UpTo(_)),
                from: Noun::This,
                ..
            } => {
                self.emit(Op::Bool(true));
            }
            Action::RemoveCounters {
                count: Some(count),
                kind,
                from,
            } => {
                let kind = self.compiler.counter_if_named(kind.as_ref())?;
                if let Noun::Described {
                    quantifier: Quantifier::Choose(Count::One),
                    filter,
                } = from
                {
                    // One of them that has as many.
                    self.select(filter)?;
                    self.emit(Op::Count);
                    self.emit(Op::Int(1));
                    self.emit(Op::Compare(Compare::AtLeast));
                    return Ok(());
                }
                self.noun(from)?;
                self.emit(Op::Counters(kind));
                self.quantity(count)?;
                self.emit(Op::Compare(Compare::AtLeast));
            }
            Action::PutCounters { on, .. } => self.enough(on, None)?,
            // CR 701.17b: no more cards than there are can be milled.
            Action::Mill(count) => {
                self.actor();
                self.emit(Op::Cards(Zone::Library));
                self.emit(Op::Count);
                self.quantity(count)?;
                self.emit(Op::Compare(Compare::AtLeast));
            }
            // CR 701.43c.
            Action::Exert(what) => self.enough(what, None)?,
            // CR 701.3d: only what is attached can be unattached.
            Action::Unattach(what) => {
                self.noun(what)?;
                self.emit(Op::Hosts);
                self.emit(Op::Count);
                self.emit(Op::Int(1));
                self.emit(Op::Compare(Compare::AtLeast));
            }
            // Having damage dealt to oneself can always be chosen.
            Action::DealDamage { divided: false, .. } => self.emit(Op::Bool(true)),
            other => return Err(format!("the cost {}", brief(other))),
        }
        Ok(())
    }

    /// Emits whether there is as much of a noun as it says.
    fn enough(&mut self, what: &Noun, relation: Option<Op>) -> Result<(), Missing> {
        match what {
            // Whichever fits.
            Noun::Either(parts) => {
                let mut jumps = Vec::new();
                for (at, part) in parts.iter().enumerate() {
                    if at > 0 {
                        jumps.push(self.jump(Op::OrElse));
                    }
                    self.enough(part, relation)?;
                }
                jumps.into_iter().for_each(|jump| self.land(jump));
                return Ok(());
            }
            // One of each; whether they are different things is seen once they are chosen.
            Noun::All(parts) => {
                let mut jumps = Vec::new();
                for (at, part) in parts.iter().enumerate() {
                    if at > 0 {
                        jumps.push(self.jump(Op::AndThen));
                    }
                    self.enough(part, relation)?;
                }
                jumps.into_iter().for_each(|jump| self.land(jump));
                return Ok(());
            }
            _ => {}
        }
        let Noun::Described {
            quantifier: Quantifier::Choose(count) | Quantifier::Random(count),
            filter,
        } = what
        else {
            self.noun(what)?;
            // CR 701.21a: what gives the ability may be somebody else's, or gone.
            if *what == Noun::Giver {
                let there = ir::Filter {
                    head: ir::Head::Permanent,
                    predicates: Vec::new(),
                };
                let there = self.own(&there, relation)?;
                let code = self.filter_code(&there)?;
                self.emit(Op::Filter(code));
            }
            self.emit(Op::Count);
            self.emit(Op::Int(1));
            self.emit(Op::Compare(Compare::AtLeast));
            return Ok(());
        };
        let least = match count {
            Count::One | Count::OneOrMore => Quantity::Number(1),
            Count::Exactly(n) => n.clone(),
            Count::UpTo(_) | Count::AnyNumber => Quantity::Number(0),
            Count::Range(least, _) => Quantity::Number(i64::from(*least)),
        };
        let filter = self.own(filter, relation)?;
        self.select(&filter)?;
        self.emit(Op::Count);
        self.quantity(&least)?;
        self.emit(Op::Compare(Compare::AtLeast));
        Ok(())
    }
}
