//! Costs to cast: additional and alternative ones (CR 118.8, 118.9).

use crate::ir::{AbilityKind, Noun, Statement};
use crate::lower::context::{Lower, Lowered, all, child, has};
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    pub(in crate::lower) fn additional_cost(
        &mut self,
        node: Node<'_>,
    ) -> Lowered<Vec<AbilityKind>> {
        let noun = self.need(node, Rule::noun)?;
        let subject = self.anything(|w| w.noun(noun))?;
        let costs: Vec<Node<'_>> = all(node, Rule::cost).collect();
        let [cost] = costs.as_slice() else {
            return self.not_understood(node);
        };
        if has(node, Rule::effect) {
            return self.not_understood(node);
        }
        let optional = has(node, Rule::ac_may);
        let repeated = has(node, Rule::ac_often);
        if repeated && !optional {
            return self.not_understood(node);
        }
        let cost = self.cost(*cost)?;
        Ok(vec![AbilityKind::Static(vec![Statement {
            subject,
            modifications: vec![crate::ir::Modification::AdditionalCost {
                cost,
                optional,
                repeated,
            }],
            condition: None,
        }])])
    }

    /// "You may ... rather than pay this spell's mana cost" (CR 118.9).
    pub(in crate::lower) fn alternative_cost(
        &mut self,
        node: Node<'_>,
    ) -> Lowered<Vec<AbilityKind>> {
        let condition = match child(node, Rule::ld_if) {
            Some(lead) => {
                let condition = self.need(lead, Rule::condition)?;
                Some(self.condition(condition)?)
            }
            None => None,
        };
        if let Some(whose) = child(node, Rule::possessor)
            && self.possessor(whose)? != Noun::This
        {
            return self.not_understood(whose);
        }
        if has(node, Rule::noun) {
            return self.not_understood(node);
        }
        let who = node.children().find(|n| {
            !matches!(
                n.rule(),
                Rule::ld_if
                    | Rule::cost
                    | Rule::alt_cast_free
                    | Rule::alt_cast_from
                    | Rule::possessor
            )
        });
        if who.is_some_and(|who| who.rule() != Rule::np_you) {
            return self.not_understood(node);
        }
        let way = child(node, Rule::alt_cast_from);
        let paying = way
            .and_then(|way| child(way, Rule::acf_paying))
            .unwrap_or(node);
        let besides = way.and_then(|way| child(way, Rule::acf_besides));
        let cost = match (child(paying, Rule::cost), besides) {
            (_, Some(discards)) => {
                let noun = self.need(discards, Rule::noun)?;
                let what = self.choosing(|w| w.noun(noun))?;
                crate::ir::Cost(vec![crate::ir::CostPart::Act(crate::ir::Action::Discard(
                    what,
                ))])
            }
            (Some(cost), None) => self.cost(cost)?,
            (None, None) => crate::ir::Cost(Vec::new()),
        };
        let from = way.and_then(|way| child(way, Rule::acf_yard)).map(|from| {
            if from.text() == "from exile" {
                crate::vocab::Zone::Exile
            } else {
                crate::vocab::Zone::Graveyard
            }
        });
        Ok(vec![AbilityKind::Static(vec![Statement {
            subject: Noun::This,
            modifications: vec![crate::ir::Modification::AlternativeCost {
                cost,
                from,
                besides: besides.is_some(),
            }],
            condition,
        }])])
    }
}
