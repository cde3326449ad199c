//! Costs (CR 118).

use crate::ir::{Action, Binding, Cost, CostPart, Effect, Noun, Quantity};
use crate::lower::{
    context::{Lower, Lowered, child, has},
    discourse::{Kind, Meant, Referent},
};
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    /// A `cost`, `kw_cost` or a part of one. Targets are no part of costs (CR 601.2c).
    pub fn cost(&mut self, node: Node<'_>) -> Lowered<Cost> {
        let may_target = std::mem::replace(&mut self.may_target, false);
        let any = std::mem::replace(&mut self.any, false);
        let result = self.cost_parts(node);
        self.may_target = may_target;
        self.any = any;
        result
    }

    fn cost_parts(&mut self, node: Node<'_>) -> Lowered<Cost> {
        match node.rule() {
            Rule::kw_cost => {
                let inner = self.need(node, Rule::cost)?;
                return self.cost_parts(inner);
            }
            Rule::cost | Rule::cost_or => {}
            _ => return Ok(Cost(vec![self.cost_part(node)?])),
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
                if let Some(each) = child(node, Rule::fe_other) {
                    let noun = self.for_each_noun(each)?;
                    CostPart::ManaTimes(mana, Quantity::ForEach(1, Box::new(noun)))
                } else if has(node, Rule::cost_where) {
                    return self.not_understood(node);
                } else {
                    CostPart::Mana(mana)
                }
            }
            Rule::tap_symbol => CostPart::Tap,
            Rule::untap_symbol => CostPart::Untap,
            Rule::cost_param => CostPart::Parameter,
            Rule::cost_loyalty => {
                let text = node.text().trim_matches(['[', ']']);
                if text.ends_with('x') {
                    CostPart::Loyalty(None)
                } else {
                    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
                    let Ok(n) = digits.parse::<i32>() else {
                        return self.not_understood(node);
                    };
                    CostPart::Loyalty(Some(if has(node, Rule::loy_minus) {
                        n.saturating_neg()
                    } else {
                        n
                    }))
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
