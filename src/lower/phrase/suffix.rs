//! What stands behind a clause: durations, conditions, "unless", prevention (CR 118.12, 615).

use super::noun::Want;
use crate::ir::{Action, Effect, Modification, Noun};
use crate::lower::clause::cost::is_payment;
use crate::lower::clause::effect::{Part, and, delayed, not, to_effect};
use crate::lower::clause::instead::collect;
use crate::lower::clause::lead::as_long_as;
use crate::lower::context::{Lower, Lowered, child, has};
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    pub(in crate::lower) fn suffix(
        &mut self,
        node: Node<'_>,
        new: &mut Vec<Part>,
        out: &mut [Part],
    ) -> Lowered<()> {
        if let Some(duration) = child(node, Rule::duration) {
            return self.until(node, duration, new, out);
        }
        if let Some(conditional) = child(node, Rule::conditional) {
            if conditional.says("only if") {
                return self.not_understood(conditional);
            }
            let condition = self.need(conditional, Rule::condition)?;
            let mut condition = self.guard(condition)?;
            if conditional.says("unless") {
                condition = not(condition);
            }
            let parts = std::mem::take(new);
            self.conditioned(parts, condition, new);
            return Ok(());
        }
        if node.says("unless") {
            // It is paid, or not, before anything is done.
            let mut undone = Vec::new();
            for part in new.iter() {
                if let Part::Act(effect) = part {
                    collect(effect, &mut undone);
                }
            }
            let (who, cost) = self.undone(&undone, |w| w.unless_cost(node))?;
            if let [Part::Holds(statement, _)] = new.as_mut_slice()
                && taxed(statement, &who, &cost)
            {
                return Ok(());
            }
            let effect = Box::new(to_effect(std::mem::take(new)));
            new.push(Part::Act(Effect::Unless { who, cost, effect }));
            return Ok(());
        }
        if let Some(delay) = child(node, Rule::delay) {
            let trigger = self.delay(delay)?;
            let effect = to_effect(std::mem::take(new));
            new.push(Part::Act(delayed(trigger, effect)));
            return Ok(());
        }
        // "Players can't cast spells during combat".
        if let Some(part) = child(node, Rule::turn_part_of)
            && node.says("during")
            && !node.says("only")
            && let [Part::Holds(statement, None)] = new.as_mut_slice()
            && self.bearer.permanent
            && !self.resolving
            && statement.condition.is_none()
            && statement
                .modifications
                .iter()
                .all(|m| matches!(m, Modification::Cant(_)))
        {
            let (whose, part) = self.anything(|w| w.part_of_turn(part))?;
            statement.condition = Some(match (whose, part) {
                (Some(whose), None) => crate::ir::Condition::Turn(whose),
                (whose, Some(part)) => crate::ir::Condition::During(whose, part),
                (None, None) => return self.not_understood(node),
            });
            return Ok(());
        }
        if has(node, Rule::copy_except) {
            // "Becomes a copy of it until end of turn, except it has haste".
            let values = self.copy_values(node)?;
            let copied = match new.as_mut_slice() {
                [Part::Holds(statement, _)] => statement.modifications.last_mut(),
                _ => None,
            };
            return match copied {
                Some(Modification::CopyOf(_, except)) if except.is_empty() => {
                    *except = values;
                    Ok(())
                }
                _ => self.not_understood(node),
            };
        }
        let known = match node.text() {
            "instead" | "in any order" | "in a random order" => true,
            // Of a discarded card that goes elsewhere: where else it would go is known (CR 701.9a).
            text if node.says("instead of") => self.replacing && text.ends_with("your graveyard"),
            _ => has(node, Rule::q_for_each),
        };
        if known {
            Ok(())
        } else {
            self.not_understood(node)
        }
    }

    /// "Until end of turn" behind a clause.
    fn until(
        &mut self,
        node: Node<'_>,
        duration: Node<'_>,
        new: &mut [Part],
        out: &mut [Part],
    ) -> Lowered<()> {
        if let [Part::Holds(statement, None)] = new {
            // A permanent's own "as long as" is a condition of its static ability.
            if let Some(condition) = as_long_as(duration)
                && self.bearer.permanent
                && !self.resolving
            {
                let condition = self.condition(condition)?;
                statement.condition = Some(and(condition, statement.condition.take()));
                return Ok(());
            }
        }
        let duration = self.duration(duration)?;
        let [Part::Holds(_, own @ None)] = new else {
            return self.not_understood(node);
        };
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
        if inner.rule() == Rule::unless_pays {
            let costs: Vec<Node<'_>> = crate::lower::context::all(inner, Rule::paid_cost).collect();
            let [cost] = costs.as_slice() else {
                let mut either = Vec::new();
                for cost in costs {
                    either.push(Cost(vec![self.unless_part(cost)?]));
                }
                return Ok((who, Cost(vec![CostPart::Either(either)])));
            };
            return Ok((who, Cost(vec![self.unless_part(*cost)?])));
        }
        let Some(act) = inner.children().last() else {
            return self.not_understood(inner);
        };
        // "Unless that player has ~ deal 5 damage to them".
        let actor = match child(inner, Rule::subject) {
            Some(subject) => self.noun(subject)?,
            None => Noun::You,
        };
        match self.choosing(|w| w.predicate(act, &actor))? {
            Effect::Act { action, .. } if is_payment(&action) => {
                Ok((who, Cost(vec![CostPart::Act(action)])))
            }
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
