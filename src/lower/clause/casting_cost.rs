//! Costs to cast: additional and alternative ones (CR 118.8, 118.9).

use crate::ir::{AbilityKind, Noun, Statement};
use crate::lower::context::{Lower, Lowered, all, child, has};
use crate::vocab::Zone;
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
        let optional = node.says("may");
        let repeated = node.says("any number of times");
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
        let condition = match child(node, Rule::condition) {
            Some(condition) => Some(self.condition(condition)?),
            None => None,
        };
        if let Some(whose) = child(node, Rule::possessor)
            && self.possessor(whose)? != Noun::This
        {
            return self.not_understood(whose);
        }
        let who = node.children().find(|n| n.rule() != Rule::condition);
        if who.is_some_and(|who| who.rule() != Rule::np_you) {
            return self.not_understood(node);
        }
        let besides = node.says("as an additional cost to cast it");
        let cost = match (child(node, Rule::noun), child(node, Rule::cost)) {
            (Some(noun), _) if besides => {
                let what = self.choosing(|w| w.noun(noun))?;
                let discard = crate::ir::Action::Discard(what);
                crate::ir::Cost(vec![crate::ir::CostPart::Act(discard)])
            }
            (Some(_), _) => return self.not_understood(node),
            (None, Some(cost)) => self.cost(cost)?,
            (None, None) => crate::ir::Cost(Vec::new()),
        };
        let from = if node.says("from exile") {
            Some(Zone::Exile)
        } else {
            node.says("from your graveyard").then_some(Zone::Graveyard)
        };
        Ok(vec![AbilityKind::Static(vec![Statement {
            subject: Noun::This,
            modifications: vec![crate::ir::Modification::AlternativeCost {
                cost,
                from,
                besides,
            }],
            condition,
        }])])
    }
}
