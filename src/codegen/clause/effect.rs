//! Effects: instructions one after the other, with choices, conditions and repetitions.

use crate::bytecode::{Compare, Ending, Op};
use crate::codegen::{
    Emitted, Missing,
    clause::effects::{
        belated::with_belated,
        lasting::{doubled, doubles, ending},
    },
    emitter::Emitter,
    phrase::filter::brief,
};
use crate::ir::{
    Action, Binding, Condition, Cost, CostPart, Count, Effect, Noun, Quantifier, Quantity,
    effect::shared_amount, parts::results_named,
};
use crate::vocab::{ManaCost, ManaSymbol};

impl Emitter<'_, '_> {
    /// Emits an effect. `[] -> []`
    pub fn effect(&mut self, effect: &Effect) -> Emitted {
        if self.of_choice(effect)? {
            return Ok(());
        }
        // "Any player may": each of them, and "if a player does" asks whether anyone did.
        if let Effect::May { who, effect, bind } = effect
            && let Some(each) = super::effects::several::each_of_any(who)
        {
            let effect = super::effects::several::by_each(effect, who, &each)?;
            return self.effect(&Effect::May {
                who: each,
                effect: Box::new(effect),
                bind: *bind,
            });
        }
        match effect {
            Effect::Act { who, action, bind } => self.act(who, action, *bind),
            Effect::Sequence(parts) => self.one_after_the_other(parts),
            Effect::Together(parts) => {
                self.emit(Op::Hold);
                for part in parts {
                    match part {
                        Effect::Act {
                            who,
                            action:
                                action @ (Action::DealDamage { .. }
                                | Action::Create { .. }
                                | Action::PutCounters { .. }),
                            bind: None,
                        } => self.act(who, action, None)?,
                        // What was held has no result yet.
                        _ => return Err("a word for one of several things done at once".to_owned()),
                    }
                }
                self.emit(Op::Release);
                Ok(())
            }
            Effect::May { who, effect, bind } if self.several(who) => {
                let instead = std::mem::take(&mut self.env.may_instead);
                let outer = self.env.clone();
                let none = self.may_each(who, &super::effects::several::carried_on(effect))?;
                self.leave(outer);
                self.done(*bind, none, instead)
            }
            Effect::May { who, effect, bind } => {
                let effect = &super::effects::several::carried_on(effect);
                let instead = std::mem::take(&mut self.env.may_instead);
                let possible = self.possible(who, effect)?;
                self.may(who)?;
                if let Some(jump) = possible {
                    self.land(jump);
                }
                let no = self.jump(Op::JumpUnless);
                self.effect(effect)?;
                self.done(*bind, no, instead)
            }
            Effect::MayPay { who, cost, bind } => {
                let instead = std::mem::take(&mut self.env.may_instead);
                let no = self.may_pay(who, cost)?;
                self.env.may_instead = false;
                self.done(*bind, no, instead)
            }
            Effect::Unless { who, cost, effect }
                if self.env.each.is_none()
                    && matches!(
                        who,
                        Noun::Ref {
                            to: Binding::Each,
                            ..
                        }
                    )
                    && matches!(&**effect, Effect::Act { who, .. } if self.several(who)) =>
            {
                let Effect::Act { who, .. } = &**effect else {
                    return Err("a payment by each of several players".to_owned());
                };
                let outer = self.env.clone();
                let none = self.unless_each_pays(who, cost, effect)?;
                self.land(none);
                self.leave(outer);
                Ok(())
            }
            Effect::Unless { who, cost, effect } => {
                // Any of several payments: each is offered in turn.
                let offers = match cost.0.as_slice() {
                    [crate::ir::CostPart::Either(offers)] => offers.as_slice(),
                    _ => std::slice::from_ref(cost),
                };
                let mut paid = Vec::new();
                for offer in offers {
                    let no = self.may_pay(who, offer)?;
                    paid.push(self.jump(Op::Jump));
                    self.land(no);
                }
                self.effect(effect)?;
                for jump in paid {
                    self.land(jump);
                }
                Ok(())
            }
            Effect::If {
                condition,
                then,
                otherwise: Some(otherwise),
                instead: true,
            } if matches!(**then, Effect::May { .. }) => {
                self.may_instead(condition, then, otherwise)
            }
            Effect::If {
                otherwise: None,
                instead: true,
                ..
            } => Err("a line that is said instead of another".to_owned()),
            Effect::If {
                condition,
                then,
                otherwise,
                ..
            } => {
                self.condition(condition)?;
                let no = self.jump(Op::JumpUnless);
                self.effect(then)?;
                match otherwise {
                    None => self.land(no),
                    Some(otherwise) => {
                        let end = self.jump(Op::Jump);
                        self.land(no);
                        self.effect(otherwise)?;
                        self.land(end);
                    }
                }
                Ok(())
            }
            Effect::ForEach { over, effect } => {
                let env = self.env.clone();
                let rest = self.loop_registers();
                self.noun(over)?;
                self.emit(Op::Store(rest));
                let results = self.gather(effect);
                let start = self.here();
                let end = self.jump(|target| Op::Next(rest, target));
                self.env.each = Some(rest + 2);
                self.env.each_local = true;
                self.fresh(&results);
                self.effect(effect)?;
                self.gathered(&results);
                self.emit(Op::Jump(start));
                self.land(end);
                self.leave(env);
                self.give_out(&results);
                Ok(())
            }
            Effect::Repeat { times, effect } => {
                let env = self.env.clone();
                let left = self.loop_registers() + 1;
                self.quantity(times)?;
                self.emit(Op::Store(left));
                let results = self.gather(effect);
                let start = self.here();
                self.emit(Op::Load(left));
                self.emit(Op::Int(1));
                self.emit(Op::Compare(Compare::AtLeast));
                let end = self.jump(Op::JumpUnless);
                self.emit(Op::Load(left));
                self.emit(Op::Int(1));
                self.emit(Op::Subtract);
                self.emit(Op::Store(left));
                self.fresh(&results);
                self.effect(effect)?;
                self.gathered(&results);
                self.emit(Op::Jump(start));
                self.land(end);
                self.leave(env);
                self.give_out(&results);
                Ok(())
            }
            Effect::Delayed {
                trigger,
                effect,
                once,
                duration,
            } => {
                let until = match duration {
                    None => Ending::Never,
                    Some(duration) => match ending(duration)? {
                        (ending, None) => ending,
                        _ => return Err("a delayed trigger under a condition".to_owned()),
                    },
                };
                let outer = self.env.clone();
                let found = self.found_as_it_begins(&trigger.event)?;
                let before = self.keep_before(trigger, effect, *once)?;
                let mut env = self.env.later();
                if !found.is_empty() {
                    env.found = found;
                }
                env.announced = self.next_target()?;
                env.targets.clear();
                env.before = before;
                let ability = self.compiler.delayed(trigger, effect, &env)?;
                self.counted = self
                    .counted
                    .saturating_add(self.compiler.targets_of(ability));
                self.emit(Op::Delay(ability, *once, until));
                self.leave(outer);
                Ok(())
            }
            Effect::Continuous {
                statements,
                duration,
            } if statements.iter().any(doubles) => {
                let [statement] = statements.as_slice() else {
                    return Err("a doubled power, and more".to_owned());
                };
                self.effect(&doubled(statement, duration)?)
            }
            Effect::Continuous {
                statements,
                duration,
            } => statements
                .iter()
                .try_for_each(|statement| self.begin(statement, duration)),
            Effect::Replace {
                replacement,
                duration,
            } => self.replace(replacement, duration),
            Effect::Where { x, effect } => {
                let before = self.env.x.replace(Box::new(x.clone()));
                let done = self.effect(effect);
                self.env.x = before;
                done
            }
            Effect::Table(rows) => self.table(rows),
            Effect::Modal(_) => Err("a choice of modes within an effect".to_owned()),
            Effect::Either(parts) => self.either_effect(parts),
            Effect::Named(name) => Err(format!("the choice `{name}`")),
        }
    }

    /// Emits effects in order. What X is for two in a row is determined before the first (CR 608.2h).
    fn one_after_the_other(&mut self, parts: &[Effect]) -> Emitted {
        let moved = with_belated(parts)?;
        let parts = moved.as_deref().unwrap_or(parts);
        let outer = self.env.known.len();
        // What each part and those behind it name.
        let later = self.env.named_later;
        let mut named = vec![later; parts.len()];
        let mut behind = later;
        for (names, part) in named.iter_mut().zip(parts).skip(1).rev() {
            behind |= results_named(part);
            *names = behind;
        }
        let mut shared = false;
        for (at, part) in parts.iter().enumerate() {
            let next = parts.get(at + 1).and_then(|next| shared_amount(part, next));
            match next {
                Some(_) if shared => {}
                Some(amount) => {
                    let number = self.loop_registers().saturating_add(1);
                    self.quantity(amount)?;
                    self.emit(Op::Store(number));
                    self.env.known.push((amount.clone(), number));
                }
                None => {}
            }
            self.env.named_later = named.get(at + 1).copied().unwrap_or(later);
            self.effect(part)?;
            shared = next.is_some();
            if !shared {
                self.env.known.truncate(outer);
            }
        }
        self.env.named_later = later;
        Ok(())
    }

    /// Begins to gather what a repeated effect leaves for words behind it: each result with the register of all there was.
    fn gather(&mut self, effect: &Effect) -> Vec<(u8, u8)> {
        let mut gathered = Vec::new();
        for result in effect.results() {
            if result >= 64 || self.env.named_later & (1 << result) == 0 {
                continue;
            }
            let all = self.loop_registers();
            self.emit(Op::Empty);
            self.emit(Op::Store(all));
            self.emit(Op::Int(0));
            self.emit(Op::Store(all.saturating_add(1)));
            gathered.push((result, all));
        }
        gathered
    }

    /// Nothing is left of the repetition before.
    fn fresh(&mut self, results: &[(u8, u8)]) {
        for (result, _) in results {
            let register = self.result(*result);
            self.emit(Op::Empty);
            self.emit(Op::Store(register));
            self.emit(Op::Int(0));
            self.emit(Op::Store(register.saturating_add(1)));
        }
    }

    /// Adds what one repetition did.
    fn gathered(&mut self, results: &[(u8, u8)]) {
        for (result, all) in results {
            let register = self.result(*result);
            for (n, op) in [(0, Op::Union), (1, Op::Add)] {
                self.emit(Op::Load(all.saturating_add(n)));
                self.emit(Op::Load(register.saturating_add(n)));
                self.emit(op);
                self.emit(Op::Store(all.saturating_add(n)));
            }
        }
    }

    /// Later words mean all that was gathered.
    fn give_out(&mut self, results: &[(u8, u8)]) {
        for (result, all) in results {
            let register = self.bind(*result);
            for n in 0..2 {
                self.emit(Op::Load(all.saturating_add(n)));
                self.emit(Op::Store(register.saturating_add(n)));
            }
        }
    }

    /// Emits whether the first thing that a player may do can be done at all: an option that is impossible can't be chosen
    /// (CR 608.2d). The jump past the question, if it is known what is needed.
    fn possible(&mut self, who: &Noun, effect: &Effect) -> Result<Option<(usize, Op)>, Missing> {
        let first = match effect {
            Effect::Sequence(parts) => parts.first(),
            other => Some(other),
        };
        let Some(Effect::Act {
            who: actor, action, ..
        }) = first
        else {
            return Ok(None);
        };
        let chosen = |what: &Noun| {
            matches!(
                what,
                Noun::Described {
                    quantifier: Quantifier::Choose(_),
                    ..
                }
            )
        };
        let known = match action {
            Action::Sacrifice(what) | Action::Discard(what) => chosen(what),
            Action::PayLife(_) => true,
            _ => false,
        };
        // Another player is asked about what that player has; a target is found once only.
        let again = matches!(
            who,
            Noun::You | Noun::Ref { .. } | Noun::Related(..) | Noun::Part(_)
        );
        if who != actor || !again || !known {
            return Ok(None);
        }
        let outer = self.env.clone();
        self.payer(who)?;
        self.payable(action)?;
        self.leave(outer);
        Ok(Some(self.jump(Op::AndThen)))
    }

    /// Emits the offer of a payment and the payment, and the jump past it if it is not made.
    fn may_pay(&mut self, who: &Noun, cost: &Cost) -> Result<(usize, Op), Missing> {
        let outer = self.env.clone();
        self.payer(who)?;
        self.offer(cost)?;
        let no = self.jump(Op::JumpUnless);
        self.pay(cost)?;
        self.leave(outer);
        Ok(no)
    }

    /// Emits whether a player does what they may. `[] -> [Bool]`
    pub(in crate::codegen) fn may(&mut self, who: &Noun) -> Emitted {
        if let Noun::Described { quantifier, .. } = who
            && !matches!(quantifier, Quantifier::Target(_))
        {
            return Err("an option for several players".to_owned());
        }
        self.noun(who)?;
        self.emit(Op::May);
        Ok(())
    }

    /// "If ..., you may ... instead": the other thing is done if the condition doesn't hold, and if the player declines.
    fn may_instead(&mut self, condition: &Condition, then: &Effect, otherwise: &Effect) -> Emitted {
        let Effect::May { who, effect, bind } = then else {
            return Err("an option instead of something".to_owned());
        };
        if bind.is_some() {
            return Err("a word for an option instead of something".to_owned());
        }
        self.condition(condition)?;
        let no = self.jump(Op::JumpUnless);
        self.may(who)?;
        let declined = self.jump(Op::JumpUnless);
        self.effect(effect)?;
        let end = self.jump(Op::Jump);
        self.land(no);
        self.land(declined);
        self.effect(otherwise)?;
        self.land(end);
        Ok(())
    }

    /// Lands the jump of an optional action that wasn't done, and notes under `bind` whether it was. What was not replaced
    /// happens as it would have.
    fn done(&mut self, bind: Option<u8>, no: (usize, Op), instead: bool) -> Emitted {
        let Some(bind) = bind else {
            if instead {
                let end = self.jump(Op::Jump);
                self.land(no);
                self.emit(Op::NotReplaced);
                self.land(end);
            } else {
                self.land(no);
            }
            return Ok(());
        };
        let register = self.bind(bind);
        self.emit(Op::Int(1));
        self.emit(Op::Store(register + 1));
        let end = self.jump(Op::Jump);
        self.land(no);
        self.emit(Op::Empty);
        self.emit(Op::Store(register));
        self.emit(Op::Int(0));
        self.emit(Op::Store(register + 1));
        if instead {
            self.emit(Op::NotReplaced);
        }
        self.land(end);
        Ok(())
    }

    /// Lets the player act who pays a cost. `[] -> []`
    fn payer(&mut self, who: &Noun) -> Emitted {
        if *who == Noun::You {
            return Ok(());
        }
        if matches!(who, Noun::Described { quantifier, .. } if !matches!(quantifier, Quantifier::Target(_)))
            || matches!(who, Noun::All(_) | Noun::Either(_))
        {
            return Err("a payment by any of several players".to_owned());
        }
        let register = self.loop_registers();
        self.noun(who)?;
        self.emit(Op::Store(register));
        self.env.actor = Some(register);
        self.env.each = Some(register);
        self.env.each_local = true;
        Ok(())
    }

    /// Emits whether a cost can be paid (CR 118.3) and the acting player pays it; its mana is paid with that. `[] -> [Bool]`
    pub(in crate::codegen) fn offer(&mut self, cost: &Cost) -> Emitted {
        let cost = self.filled(cost)?;
        let mut jumps = Vec::new();
        let mut mana = ManaCost::default();
        let mut asked = false;
        for part in &cost.0 {
            match part {
                CostPart::Act(action) => {
                    self.payable(action)?;
                    jumps.push(self.jump(Op::AndThen));
                    asked = true;
                }
                CostPart::Mana(part) => mana.0.extend(part.0.iter().copied()),
                CostPart::ManaTimes(part, times) if cost.0.len() == 1 => {
                    if part.0.contains(&ManaSymbol::X) {
                        return Err("X mana many times over".to_owned());
                    }
                    let index = self.compiler.mana(part.clone())?;
                    self.actor();
                    self.quantity(times)?;
                    self.emit(Op::PayTimes(index));
                    self.emit(Op::Load(1));
                    self.emit(Op::Int(1));
                    self.emit(Op::Compare(Compare::AtLeast));
                    return Ok(());
                }
                other => return Err(format!("the payment {}", brief(other))),
            }
        }
        // X of a cost that you are offered is chosen as it is paid (CR 107.3f); another player pays as much as X is already.
        let known = mana.0.contains(&ManaSymbol::X) && self.env.actor.is_some();
        if mana.0.contains(&ManaSymbol::X) && self.env.x.is_some() {
            return Err("a payment of X mana that is counted".to_owned());
        }
        if asked && !mana.0.is_empty() {
            return Err("a payment of mana and more while an ability resolves".to_owned());
        }
        self.actor();
        if asked || mana.0.is_empty() {
            self.emit(Op::May);
        } else {
            let index = self.compiler.mana(mana)?;
            self.emit(if known {
                Op::PayX(index)
            } else {
                Op::Pay(index)
            });
            self.emit(Op::Load(1));
            self.emit(Op::Int(1));
            self.emit(Op::Compare(Compare::AtLeast));
        }
        jumps.into_iter().for_each(|jump| self.land(jump));
        Ok(())
    }

    /// A cost with that of the keyword whose definition it stands in.
    pub fn filled(&self, cost: &Cost) -> Result<Cost, Missing> {
        use crate::ir::KeywordArgument as Given;
        let mut parts = Vec::new();
        for part in &cost.0 {
            match (part, &self.env.argument) {
                (
                    CostPart::Parameter,
                    Some(
                        Given::Cost(given)
                        | Given::NumberCost(_, given)
                        | Given::QualityCost(_, given),
                    ),
                ) => parts.extend(given.0.iter().cloned()),
                (
                    CostPart::ParameterTimes(times),
                    Some(
                        Given::Cost(given)
                        | Given::NumberCost(_, given)
                        | Given::QualityCost(_, given),
                    ),
                ) => {
                    for part in &given.0 {
                        parts.push(many(part, times)?);
                    }
                }
                (CostPart::ParameterTimes(_), _) => {
                    return Err("a keyword without its cost".to_owned());
                }
                (CostPart::Parameter, _) => return Err("a keyword without its cost".to_owned()),
                (part, _) => parts.push(part.clone()),
            }
        }
        Ok(Cost(parts))
    }

    pub(in crate::codegen) fn pay(&mut self, cost: &Cost) -> Emitted {
        let cost = self.filled(cost)?;
        for part in &cost.0 {
            if let CostPart::Act(action) = part {
                self.act(&Noun::You, action, None)?;
            }
        }
        Ok(())
    }
}

/// A part of a cost so many times over (CR 702.24a).
fn many(part: &CostPart, times: &Quantity) -> Result<CostPart, Missing> {
    let Quantity::Each(1, each) = times else {
        return Err("a cost many times over".to_owned());
    };
    let choose = |what: &Noun| match what {
        Noun::Described {
            quantifier: Quantifier::Choose(Count::One),
            filter,
        } => Ok(Noun::Described {
            quantifier: Quantifier::Choose(Count::Exactly(times.clone())),
            filter: filter.clone(),
        }),
        _ => Err("a cost many times over".to_owned()),
    };
    Ok(match part {
        CostPart::Mana(mana) => CostPart::ManaTimes(mana.clone(), times.clone()),
        CostPart::Act(Action::PayLife(Quantity::Number(n))) => {
            CostPart::Act(Action::PayLife(Quantity::Each(*n, each.clone())))
        }
        CostPart::Act(Action::Sacrifice(what)) => CostPart::Act(Action::Sacrifice(choose(what)?)),
        CostPart::Act(Action::Discard(what)) => CostPart::Act(Action::Discard(choose(what)?)),
        other => return Err(format!("the payment {} many times over", brief(other))),
    })
}
