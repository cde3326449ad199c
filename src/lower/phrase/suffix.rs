//! What stands behind a clause: durations, conditions, "unless", prevention (CR 118.12, 615).

use super::noun::Want;
use crate::ir::{Action, Effect, Modification, Noun, Replacement};
use crate::lower::clause::effect::{Part, and, delayed, not, to_effect};
use crate::lower::clause::instead::collect;
use crate::lower::context::{Lower, Lowered, child, has};
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    pub(in crate::lower) fn suffix(
        &mut self,
        node: Node<'_>,
        new: &mut Vec<Part>,
        out: &mut [Part],
    ) -> Lowered<()> {
        match node.rule() {
            Rule::sx_duration => {
                let duration_node = self.need(node, Rule::duration)?;
                if let [Part::Holds(statement, None)] = new.as_mut_slice() {
                    // A permanent's own "as long as" is a condition of its static ability.
                    if let Some(long) = child(duration_node, Rule::du_as_long)
                        && long.text().starts_with("as long")
                        && self.bearer.permanent
                        && !self.resolving
                    {
                        let condition = self.need(long, Rule::condition)?;
                        let condition = self.condition(condition)?;
                        statement.condition = Some(and(condition, statement.condition.take()));
                        return Ok(());
                    }
                }
                let duration = self.duration(duration_node)?;
                match new.as_mut_slice() {
                    [Part::Holds(_, own @ None)] => {
                        *own = Some(duration.clone());
                        // The duration is that of the clauses before it too, unless they have their own.
                        for part in out.iter_mut().rev() {
                            match part {
                                Part::Holds(_, own @ None) => *own = Some(duration.clone()),
                                _ => break,
                            }
                        }
                        Ok(())
                    }
                    _ => self.not_understood(node),
                }
            }
            Rule::sx_except => {
                // "Becomes a copy of it until end of turn, except it has haste".
                let values = self.copy_values(node)?;
                let copied = match new.as_mut_slice() {
                    [Part::Holds(statement, _)] => statement.modifications.last_mut(),
                    _ => None,
                };
                match copied {
                    Some(Modification::CopyOf(_, except)) if except.is_empty() => {
                        *except = values;
                        Ok(())
                    }
                    _ => self.not_understood(node),
                }
            }
            Rule::sx_for_each | Rule::sx_instead | Rule::sx_order => Ok(()),
            // Of a discarded card that goes elsewhere: where else it would go is known (CR 701.9a).
            Rule::sx_instead_of if self.replacing && node.text().ends_with("your graveyard") => {
                Ok(())
            }
            Rule::sx_if | Rule::sx_unless if has(node, Rule::condition) => {
                let condition = self.need(node, Rule::condition)?;
                let mut condition = self.guard(condition)?;
                if node.rule() == Rule::sx_unless {
                    condition = not(condition);
                }
                let parts = std::mem::take(new);
                self.conditioned(parts, condition, new);
                Ok(())
            }
            Rule::sx_unless => {
                // It is paid, or not, before anything is done.
                let mut undone = Vec::new();
                for part in new.iter() {
                    if let Part::Act(effect) = part {
                        collect(effect, &mut undone);
                    }
                }
                let aside = self.said.put_aside(&undone);
                let cost = self.unless_cost(node);
                self.said.take_up(aside);
                let (who, cost) = cost?;
                if let [Part::Holds(statement, _)] = new.as_mut_slice()
                    && taxed(statement, &who, &cost)
                {
                    return Ok(());
                }
                let effect = Box::new(to_effect(std::mem::take(new)));
                new.push(Part::Act(Effect::Unless { who, cost, effect }));
                Ok(())
            }
            Rule::sx_delay => {
                let delay = self.need(node, Rule::delay)?;
                let trigger = self.delay(delay)?;
                let effect = to_effect(std::mem::take(new));
                new.push(Part::Act(delayed(trigger, effect)));
                Ok(())
            }
            _ => self.not_understood(node),
        }
    }

    /// A condition behind the action that it guards is asked before it: "it" is the target, not what the action made of it.
    fn guard(&mut self, node: Node<'_>) -> Lowered<crate::ir::Condition> {
        use crate::lower::discourse::{Meant, Referent};
        let made = self.said.actions.checked_sub(1).map(Meant::Result);
        let (results, said): (Vec<Referent>, Vec<Referent>) =
            std::mem::take(&mut self.said.referents)
                .into_iter()
                .partition(|r| Some(&r.meant) == made.as_ref());
        self.said.referents = said;
        let condition = self.condition(node);
        self.said.referents.extend(results);
        condition
    }

    /// "Unless its controller pays {2}" (CR 118.12a).
    pub(in crate::lower) fn unless_cost(
        &mut self,
        node: Node<'_>,
    ) -> Lowered<(Noun, crate::ir::Cost)> {
        use crate::ir::{Cost, CostPart};
        let Some(inner) = node.children().next() else {
            return self.not_understood(node);
        };
        let Some(who_node) = inner.children().next() else {
            return self.not_understood(inner);
        };
        let who = self.item(who_node, Want::Player)?;
        if inner.rule() == Rule::un_pays {
            let costs: Vec<Node<'_>> = crate::lower::context::all(inner, Rule::un_cost).collect();
            let [cost] = costs.as_slice() else {
                let mut either = Vec::new();
                for cost in costs {
                    either.push(Cost(vec![self.unless_part(cost)?]));
                }
                return Ok((who, Cost(vec![CostPart::Either(either)])));
            };
            return Ok((who, Cost(vec![self.unless_part(*cost)?])));
        }
        let Some(act) = inner.children().nth(1) else {
            return self.not_understood(inner);
        };
        if act.rule() == Rule::un_deal {
            let subject = self.need(act, Rule::subject)?;
            let source = self.noun(subject)?;
            let deal = self.need(act, Rule::vp_deal)?;
            return match self.choosing(|w| w.predicate(deal, &source))? {
                Effect::Act { action, .. } => Ok((who, Cost(vec![CostPart::Act(action)]))),
                _ => self.not_understood(deal),
            };
        }
        match self.choosing(|w| w.predicate(act, &Noun::You))? {
            Effect::Act { action, .. } => Ok((who, Cost(vec![CostPart::Act(action)]))),
            _ => self.not_understood(act),
        }
    }

    /// Damage "to and dealt by" something: either of the two.
    pub(in crate::lower) fn damage_of(
        &mut self,
        node: Node<'_>,
        combat: Option<bool>,
    ) -> Lowered<crate::ir::Event> {
        use crate::ir::{Event, EventVerb};
        let noun = self.need(node, Rule::noun)?;
        let noun = super::quantity::set(self.noun(noun)?);
        let event = |verb, subject| Event {
            verb,
            subject,
            object: None,
            batch: false,
        };
        let by = match self.announced(Some(&noun)) {
            Some(again) => again,
            None => noun.clone(),
        };
        Ok(event(
            EventVerb::AnyOf(vec![
                event(EventVerb::IsDealtDamage { combat }, Some(noun)),
                event(EventVerb::DealsDamage { combat }, Some(by)),
            ]),
            None,
        ))
    }

    /// What is paid: "{2}", "{1} for each card in your hand", "{X}, where X is its power", "3 life".
    fn unless_part(&mut self, node: Node<'_>) -> Lowered<crate::ir::CostPart> {
        use crate::ir::{CostPart, Quantity};
        let each = child(node, Rule::q_for_each);
        if has(node, Rule::cost_param) {
            return Ok(match each {
                Some(each) => CostPart::ParameterTimes(self.for_each(each, 1)?),
                None => CostPart::Parameter,
            });
        }
        if let Some(mana) = child(node, Rule::mana) {
            let mana = self.mana(mana)?;
            let generic = || {
                crate::vocab::ManaCost([crate::vocab::ManaSymbol::Generic(1)].into_iter().collect())
            };
            let x = mana.0.as_slice() == [crate::vocab::ManaSymbol::X];
            return Ok(match (each, child(node, Rule::q_where)) {
                (Some(each), None) => CostPart::ManaTimes(mana, self.for_each(each, 1)?),
                (None, Some(value)) if x => {
                    CostPart::ManaTimes(generic(), self.anything(|w| w.quantity(value))?)
                }
                (None, None) => match self.x.clone() {
                    Some(value) if x => CostPart::ManaTimes(generic(), value),
                    _ => CostPart::Mana(mana),
                },
                _ => return self.not_understood(node),
            });
        }
        let amount = match (child(node, Rule::num), child(node, Rule::q_expr)) {
            (Some(n), _) => match (self.number(n)?, each) {
                (n, None) => n,
                (Quantity::Number(n), Some(each)) => self.for_each(each, n)?,
                _ => return self.not_understood(node),
            },
            (None, Some(value)) => self.anything(|w| w.quantity(value))?,
            _ => return self.not_understood(node),
        };
        Ok(CostPart::Act(Action::PayLife(amount)))
    }

    /// "Prevent the next 3 damage that would be dealt to any target this turn" (CR 615).
    pub(in crate::lower) fn prevent(&mut self, node: Node<'_>) -> Lowered<Effect> {
        let Some(inner) = node.children().next() else {
            return self.not_understood(node);
        };
        let amount = match inner.rule() {
            Rule::pv_next => {
                let n = self.need(inner, Rule::num)?;
                Some(self.number(n)?)
            }
            Rule::pv_all => None,
            _ => return self.not_understood(inner),
        };
        let (mut to, mut by, mut duration, mut both) = (None, None, None, None);
        for scope in inner.children().filter(|n| n.rule() == Rule::pv_scope) {
            let Some(scope) = scope.children().next() else {
                return self.not_understood(scope);
            };
            match scope.rule() {
                Rule::pv_to => {
                    let noun = self.need(scope, Rule::noun)?;
                    to = Some(self.noun(noun)?);
                }
                Rule::pv_by => {
                    let noun = self.need(scope, Rule::noun)?;
                    by = Some(self.noun(noun)?);
                }
                Rule::pv_dur => {
                    let d = self.need(scope, Rule::duration)?;
                    duration = Some(self.duration(d)?);
                }
                Rule::pv_to_by => both = Some(scope),
                _ => return self.not_understood(scope),
            }
        }
        if let Some(both) = both {
            let (None, None, None, Some(duration)) = (&amount, &to, &by, duration) else {
                return self.not_understood(both);
            };
            let event = self.damage_of(both, super::filter::combat(inner))?;
            return Ok(Effect::Replace {
                replacement: Box::new(Replacement::Prevent {
                    event,
                    amount: None,
                    condition: None,
                    then: None,
                }),
                duration,
            });
        }
        if let Some(source) = child(inner, Rule::pv_source) {
            if by.is_some() {
                return self.not_understood(inner);
            }
            let Some(source) = source.children().next() else {
                return self.not_understood(inner);
            };
            by = Some(self.item(source, Want::Object)?);
        } else if inner.text().contains("would deal") {
            return self.not_understood(inner);
        }
        let Some(duration) = duration else {
            return self.not_understood(node);
        };
        let combat = crate::lower::phrase::filter::combat(inner) == Some(true);
        if crate::lower::phrase::filter::combat(inner) == Some(false) {
            return self.not_understood(inner);
        }
        Ok(self.act(
            &Noun::You,
            Action::Prevent {
                amount,
                to,
                by,
                combat,
                duration,
            },
        ))
    }
}

/// "Creatures can't attack you unless their controller pays {2}": a cost to attack or block (CR 508.1d, 509.1c), not a payment as
/// something resolves. Whether the statement is one of those.
fn taxed(statement: &mut crate::ir::Statement, who: &Noun, cost: &crate::ir::Cost) -> bool {
    use crate::ir::{Condition, Modification, Restriction};
    let combat = statement.modifications.iter().all(|m| {
        matches!(
            m,
            Modification::Cant(
                Restriction::Attack(_) | Restriction::Block(_) | Restriction::BeBlocked { .. }
            )
        )
    });
    if combat {
        for modification in &mut statement.modifications {
            if let Modification::Cant(restriction) = modification {
                let inner = Box::new(restriction.clone());
                let pays = Condition::Pays(who.clone(), cost.clone());
                *restriction = Restriction::Unless(inner, pays);
            }
        }
    }
    combat
}
