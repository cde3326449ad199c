//! Costs.

use super::{
    Missing,
    emitter::{Compiler, Emitter, Env},
    filter::brief,
};
use crate::bytecode::{CodeType, Compare, Cost, CostPart, Fold, Op, Stat};
use crate::ir::{self, Action, Count, KeywordArgument, Noun, Quantifier, Quantity};
use crate::vocab::ManaCost;

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
                ir::CostPart::Act(action) => {
                    let can = self.code(CodeType::Bool, env, |emitter| emitter.payable(action))?;
                    let mut inner = env.clone();
                    inner.targets_allowed = false;
                    let code = self.code(CodeType::Effect, &inner, |emitter| {
                        emitter.act(&Noun::You, action, None)
                    })?;
                    out.x |= self.uses_x(code);
                    out.parts.push(CostPart::Act { can, code });
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
                ir::CostPart::ManaTimes(..) => {
                    return Err("a cost of mana that is counted".to_owned());
                }
                ir::CostPart::Either(_) => return Err("a choice between costs".to_owned()),
                ir::CostPart::If(..) => return Err("a cost under a condition".to_owned()),
            }
        }
        Ok(out)
    }
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
            Action::RemoveCounters {
                count: Some(count),
                kind,
                from,
            } => {
                let kind = kind
                    .as_ref()
                    .map(|kind| self.compiler.counter(kind))
                    .transpose()?;
                self.noun(from)?;
                self.emit(Op::Counters(kind));
                self.quantity(count)?;
                self.emit(Op::Compare(Compare::AtLeast));
            }
            Action::PutCounters { .. } | Action::Mill(_) => self.emit(Op::Bool(true)),
            other => return Err(format!("the cost {}", brief(other))),
        }
        Ok(())
    }

    /// Emits whether there is as much of a noun as it says.
    fn enough(&mut self, what: &Noun, relation: Option<Op>) -> Result<(), Missing> {
        let Noun::Described {
            quantifier: Quantifier::Choose(count) | Quantifier::Random(count),
            filter,
        } = what
        else {
            self.noun(what)?;
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
