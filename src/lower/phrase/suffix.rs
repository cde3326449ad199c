//! What stands behind a clause: durations, conditions, "unless", prevention (CR 118.12, 615).

use crate::ir::{Action, Effect, Noun};
use crate::lower::{
    clause::effect::{Part, and, delayed, not, to_effect},
    context::{Lower, Lowered, child, has},
    phrase::noun::Want,
};
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
            Rule::sx_for_each | Rule::sx_instead | Rule::sx_order => Ok(()),
            Rule::sx_if | Rule::sx_unless if has(node, Rule::condition) => {
                let condition = self.need(node, Rule::condition)?;
                let mut condition = self.condition(condition)?;
                if node.rule() == Rule::sx_unless {
                    condition = not(condition);
                }
                let parts = std::mem::take(new);
                self.conditioned(parts, condition, new);
                Ok(())
            }
            Rule::sx_unless => {
                let (who, cost) = self.unless_cost(node)?;
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
        if inner.text().starts_with("any player")
            || has(inner, Rule::q_for_each)
            || has(inner, Rule::q_where)
        {
            return self.not_understood(inner);
        }
        let who = self.item(who_node, Want::Player)?;
        if inner.rule() == Rule::un_pays {
            if has(inner, Rule::cost_param) {
                return Ok((who, Cost(vec![CostPart::Parameter])));
            }
            let part = match (child(inner, Rule::mana), child(inner, Rule::num)) {
                (Some(mana), _) => CostPart::Mana(self.mana(mana)?),
                (None, Some(n)) => CostPart::Act(Action::PayLife(self.number(n)?)),
                _ => return self.not_understood(inner),
            };
            return Ok((who, Cost(vec![part])));
        }
        let Some(act) = inner.children().nth(1) else {
            return self.not_understood(inner);
        };
        match self.choosing(|w| w.predicate(act, &Noun::You))? {
            Effect::Act { action, .. } => Ok((who, Cost(vec![CostPart::Act(action)]))),
            _ => self.not_understood(act),
        }
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
        let (mut to, mut by, mut duration) = (None, None, None);
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
                _ => return self.not_understood(scope),
            }
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
