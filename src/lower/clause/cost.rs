//! Costs (CR 118).

use crate::ir::{Action, Binding, Cost, CostPart, Effect, Noun, Quantity};
use crate::lower::{
    context::{Lower, Lowered, child, has},
    discourse::{Kind, Meant, Referent},
};
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    /// A `cost` or a part of one. Targets are no part of costs (CR 601.2c).
    pub fn cost(&mut self, node: Node<'_>) -> Lowered<Cost> {
        let may_target = std::mem::replace(&mut self.may_target, false);
        let any = std::mem::replace(&mut self.any, false);
        let result = self.cost_parts(node);
        self.may_target = may_target;
        self.any = any;
        result
    }

    fn cost_parts(&mut self, node: Node<'_>) -> Lowered<Cost> {
        if !matches!(node.rule(), Rule::cost | Rule::cost_or) {
            return Ok(Cost(vec![self.cost_part(node)?]));
        }
        let mut parts = Vec::new();
        for part in node.children() {
            if part.rule() == Rule::cost_or {
                let other = self.cost_parts(part)?;
                let first = Cost(std::mem::take(&mut parts));
                return Ok(Cost(vec![CostPart::Either(vec![first, other])]));
            }
            parts.push(self.cost_part(part)?);
        }
        Ok(Cost(parts))
    }

    fn cost_part(&mut self, node: Node<'_>) -> Lowered<CostPart> {
        Ok(match node.rule() {
            Rule::mana => CostPart::Mana(self.mana(node)?),
            Rule::cost_mana => {
                let mana = self.need(node, Rule::mana)?;
                let mana = self.mana(mana)?;
                match child(node, Rule::q_for_each) {
                    Some(each) => {
                        let each = self.need(each, Rule::fe_other)?;
                        let noun = self.for_each_noun(each)?;
                        CostPart::ManaTimes(mana, Quantity::ForEach(1, Box::new(noun)))
                    }
                    None if has(node, Rule::q_where) => return self.not_understood(node),
                    None => CostPart::Mana(mana),
                }
            }
            Rule::tap_symbol => CostPart::Tap,
            Rule::untap_symbol => CostPart::Untap,
            Rule::cost_param => CostPart::Parameter,
            Rule::cost_loyalty => {
                let change = self.need(node, Rule::loyalty)?.text();
                let (sign, number) = match change.strip_prefix('+') {
                    Some(more) => (1, more),
                    None => (-1, change.trim_start_matches(['−', '-', '–'])),
                };
                match number.parse::<i32>() {
                    Ok(n) => CostPart::Loyalty(Some(n.saturating_mul(sign))),
                    Err(_) if number == "x" => CostPart::Loyalty(None),
                    Err(_) => return self.not_understood(node),
                }
            }
            Rule::cost_energy => {
                let symbols = child(node, Rule::energy).map(|e| e.text().matches("{e}").count());
                let Some(n) = symbols.and_then(|n| i64::try_from(n).ok()) else {
                    return self.not_understood(node);
                };
                CostPart::Act(Action::RemoveCounters {
                    count: Some(Quantity::Number(n)),
                    kind: Some("energy".into()),
                    from: Noun::You,
                })
            }
            Rule::cost_act => {
                let Some(verb) = node.children().next() else {
                    return self.not_understood(node);
                };
                let number = self.said.costs;
                let noted = self.said.noted();
                let before = self.said.referents.len();
                let effect = self.choosing(|w| w.predicate(verb, &Noun::You))?;
                let Effect::Act { action, .. } = effect else {
                    return self.not_understood(verb);
                };
                if !is_payment(&action) {
                    return self.not_understood(verb);
                }
                // What the cost used is referred to as such.
                for referent in self.said.referents.iter_mut().skip(before) {
                    referent.meant = match &referent.meant {
                        Meant::Result(_) => Meant::Binding(Binding::Cost(number)),
                        other => other.clone(),
                    };
                }
                if self.said.referents.len() == before && cost_object(&action) {
                    self.said.push(Referent {
                        meant: Meant::Binding(Binding::Cost(number)),
                        kind: Kind::Object,
                        plural: false,
                        filter: None,
                        done: None,
                    });
                }
                self.said.costs = number.saturating_add(1);
                // It has been noted as an action, which it is not.
                self.said.forget_since(noted);
                if let Some(done) = super::action::done(&action) {
                    self.said.note_cost(number, done);
                }
                self.said
                    .amounts
                    .push(Meant::Binding(Binding::Cost(number)));
                CostPart::Act(action)
            }
            _ => return self.not_understood(node),
        })
    }
}

/// Whether a cost uses an object that is not the one with the ability.
fn cost_object(action: &Action) -> bool {
    match action {
        Action::Tap(noun) | Action::Untap(noun) => *noun != Noun::This,
        _ => false,
    }
}

/// Whether an action is one that costs consist of.
pub(in crate::lower) const fn is_payment(action: &Action) -> bool {
    matches!(
        action,
        Action::Sacrifice(_)
            | Action::Discard(_)
            | Action::Mill(_)
            | Action::PayLife(_)
            | Action::Tap(_)
            | Action::Untap(_)
            | Action::Exert(_)
            | Action::Unattach(_)
            | Action::Exile { .. }
            | Action::Move { .. }
            | Action::Reveal(_)
            | Action::PutCounters { .. }
            | Action::RemoveCounters { .. }
            | Action::Heal(_)
            | Action::DealDamage { .. }
    )
}
