//! Counters that are put and removed (CR 122).

use crate::ir::{Action, Binding, Effect, Noun, Quantifier, Quantity, Word};
use crate::lower::{
    context::{Lower, Lowered, all, child},
    phrase::noun::Want,
};
use crate::vocab::Name;
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    pub(in crate::lower) fn player_counters(
        &mut self,
        who: &Noun,
        count: Quantity,
        kind: Name,
    ) -> Effect {
        self.act(
            &Noun::You,
            Action::PutCounters {
                count,
                kind,
                on: who.clone(),
                distributed: false,
            },
        )
    }

    pub(in crate::lower) fn some_counters(&mut self, node: Node<'_>) -> Lowered<(Quantity, Name)> {
        let amount = self.need(node, Rule::counter_amount)?;
        let (_, n) = self.counter_amount(amount)?;
        let kind = self.need(node, Rule::counter_kind)?;
        Ok((n, self.counter_kind(kind)?))
    }

    pub(in crate::lower) fn removed(
        &mut self,
        node: Node<'_>,
    ) -> Lowered<(Option<Quantity>, Option<Name>)> {
        let (counted, all_of) = (child(node, Rule::rc_count), child(node, Rule::rc_all));
        let Some(inner) = counted.or(all_of) else {
            return self.not_understood(node);
        };
        let kind = child(inner, Rule::counter_kind)
            .map(|k| self.counter_kind(k))
            .transpose()?;
        self.said.removed.clone_from(&kind);
        let count = match child(inner, Rule::amount) {
            Some(amount) => Some(self.amount(amount)?),
            None => None,
        };
        Ok((count, kind))
    }

    pub(in crate::lower) fn put_counters(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        let on_node = self.need(node, Rule::pc_on)?;
        let noun = self.need(on_node, Rule::noun)?;
        let mut counts = Vec::new();
        for pc in all(node, Rule::pc_count) {
            if pc.text().contains(" from ") {
                return self.not_understood(pc);
            }
            let base = match child(pc, Rule::amount) {
                Some(amount) => Some(self.amount(amount)?),
                None if pc.text().starts_with("another") => Some(Quantity::Number(1)),
                None => None,
            };
            let n = match child(pc, Rule::q_equal) {
                // "A number of counters equal to its power": the object is named before.
                Some(equal) => self.quantity(equal)?,
                None => match base {
                    Some(n) => n,
                    None => return self.not_understood(pc),
                },
            };
            let kind = self.need(pc, Rule::counter_kind)?;
            counts.push((n, self.counter_kind(kind)?));
        }
        let on = self.noun_wanting(noun, Want::Any)?;
        let on = match counts.len() {
            1 => self.kept(who, on),
            _ => on,
        };
        let each = child(node, Rule::q_for_each);
        let mut effects = Vec::new();
        let several = counts.len() > 1;
        for (n, kind) in counts {
            let count = match (n, each) {
                (Quantity::Number(unit), Some(each)) => self.for_each(each, unit)?,
                (n, None) => n,
                _ => return self.not_understood(node),
            };
            // What is chosen for the first kind gets the others too.
            let on = match &on {
                on if on.is_target() && !effects.is_empty() => Noun::Ref {
                    to: Binding::Target(self.said.targets.saturating_sub(1)),
                    word: Word::Pronoun,
                },
                Noun::Described {
                    quantifier: Quantifier::Choose(_) | Quantifier::Random(_),
                    ..
                }
                | Noun::Either(_)
                | Noun::Among(..)
                    if several =>
                {
                    return self.not_understood(node);
                }
                on => on.clone(),
            };
            effects.push(self.act(
                who,
                Action::PutCounters {
                    count,
                    kind,
                    on,
                    distributed: false,
                },
            ));
        }
        Ok(if effects.len() == 1 {
            effects.remove(0)
        } else {
            Effect::Together(effects)
        })
    }
}
