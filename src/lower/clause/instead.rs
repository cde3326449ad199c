//! "If ..., ... instead": which of the instructions before is replaced (CR 608.2c).

use crate::ir::{Condition, Effect, Noun, replaced::replaced};
use crate::lower::{
    clause::effect::Part,
    context::{Lower, Lowered, all, has},
};
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    /// Whether a chain says "instead", alone or before what follows.
    pub(in crate::lower) fn instead(&self, leads: &[Node<'_>], chain: Node<'_>) -> bool {
        // What would happen is replaced by its own clause.
        if leads
            .iter()
            .any(|l| has(*l, Rule::event_would) || has(*l, Rule::event_caused))
        {
            return false;
        }
        leads.iter().any(|l| l.text() == "instead")
            || chain.children().any(|clause| {
                clause.says("instead")
                    || all(clause, Rule::suffix).any(|suffix| suffix.text() == "instead")
            })
    }

    /// A later instruction replaces one of the sentence before it if a condition holds.
    pub(in crate::lower) fn replacing(
        &mut self,
        node: Node<'_>,
        condition: Condition,
        new: Effect,
        out: &mut Vec<Part>,
    ) -> Lowered<()> {
        if out.is_empty() && self.line > 0 {
            // Of a spell it is said instead of what the line before says.
            out.push(Part::Act(Effect::If {
                condition,
                then: Box::new(new),
                otherwise: None,
                instead: true,
            }));
            return Ok(());
        }
        let from = self.sentence.min(out.len());
        let before: Vec<Effect> = out.drain(from..).map(Part::effect).collect();
        match replaced(before, condition, new) {
            Some(effects) => {
                out.extend(effects.into_iter().map(Part::Act));
                Ok(())
            }
            None => self.dangling(node),
        }
    }
}

/// The actions that the last clause is said instead of, by their places in the record.
pub(in crate::lower) fn actions_replaced(parts: &[Part]) -> Vec<u8> {
    let mut actions = Vec::new();
    let last = parts.last().and_then(|part| match part {
        Part::Act(effect) => within(effect),
        Part::Holds(..) => None,
    });
    if let Some(effect) = last {
        collect(effect, &mut actions);
        kept(&mut effect.clone(), &mut actions);
    }
    actions
}

/// What an effect replaces, itself or at its end.
fn within(effect: &Effect) -> Option<&Effect> {
    match effect {
        Effect::If {
            otherwise: Some(otherwise),
            instead: true,
            ..
        } => Some(otherwise),
        Effect::If { then, .. } | Effect::Delayed { effect: then, .. } => within(then),
        Effect::Sequence(effects) => within(effects.last()?),
        _ => None,
    }
}

/// The sets that an effect is about, by their places in the record.
fn kept(effect: &mut Effect, places: &mut Vec<u8>) {
    places.extend(effect.sets_mut().into_iter().filter_map(|set| match set {
        Noun::Kept(_, place) => Some(*place),
        _ => None,
    }));
    effect
        .parts_mut()
        .into_iter()
        .for_each(|part| kept(part, places));
}

/// The actions inside of an effect, by their places in the record. What happens later leaves nothing behind yet.
pub(in crate::lower) fn collect(effect: &Effect, actions: &mut Vec<u8>) {
    actions.extend(effect.bound());
    if !matches!(effect, Effect::Delayed { .. }) {
        effect.inside().iter().for_each(|e| collect(e, actions));
    }
}
