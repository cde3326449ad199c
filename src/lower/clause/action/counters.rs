//! Counters that are put and removed (CR 122).

use crate::ir::{Action, Binding, Effect, Noun, Quantifier, Quantity, Word};
use crate::lower::{
    context::{Lower, Lowered, all, child, has, single},
    phrase::noun::Want,
};
use crate::vocab::Name;
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    /// How many counters, if that is said: "two", "another".
    pub(in crate::lower) fn how_many(&mut self, counters: Node<'_>) -> Lowered<Option<Quantity>> {
        match child(counters, Rule::amount) {
            Some(amount) => Ok(Some(self.amount(amount)?)),
            None if counters.says("another") => Ok(Some(Quantity::Number(1))),
            None => Ok(None),
        }
    }

    /// The kind of counters, which is said.
    pub(in crate::lower) fn kind_of(&mut self, counters: Node<'_>) -> Lowered<Name> {
        let kind = self.need(counters, Rule::counter_kind)?;
        self.counter_kind(kind)
    }

    /// A plain number of counters that something comes with: "with two stun counters on it".
    pub(in crate::lower) fn some_counters(
        &mut self,
        counters: Node<'_>,
    ) -> Lowered<(Quantity, Name)> {
        let plain = child(counters, Rule::amount).filter(|amount| {
            has(*amount, Rule::num) && !amount.says("up to") || matches!(amount.text(), "a" | "an")
        });
        match plain {
            Some(amount) if !has(counters, Rule::q_equal) => {
                Ok((self.amount(amount)?, self.kind_of(counters)?))
            }
            _ => self.not_understood(counters),
        }
    }

    /// The counters that are removed or moved: how many, or all; of a kind, or of any.
    fn removed(&mut self, node: Node<'_>) -> Lowered<(Option<Quantity>, Option<Name>)> {
        let counters = self.need(node, Rule::counters)?;
        if counters.says("additional") || has(counters, Rule::q_equal) {
            return self.not_understood(counters);
        }
        let kind = child(counters, Rule::counter_kind)
            .map(|kind| self.counter_kind(kind))
            .transpose()?;
        self.said.removed.clone_from(&kind);
        let amount = self.need(counters, Rule::amount)?;
        let count = match amount.text() {
            "all" => None,
            _ => Some(self.amount(amount)?),
        };
        Ok((count, kind))
    }

    /// Removing counters, marked damage, or something from combat (CR 122, 120.3, 506.4).
    pub(in crate::lower) fn remove(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        if node.says("from combat") {
            let Some(what) = node.children().next() else {
                return self.not_understood(node);
            };
            let what = self.item(what, Want::Object)?;
            return Ok(self.act(who, Action::RemoveFromCombat(what)));
        }
        if node.says("all damage") {
            let what = self.object_noun(node)?;
            return Ok(self.act(who, Action::Heal(what)));
        }
        if node.says("among") {
            return self.not_understood(node);
        }
        let (count, kind) = self.removed(node)?;
        let noun = self.need(node, Rule::noun)?;
        let from = self.noun_wanting(noun, Want::Any)?;
        let effect = self.act(who, Action::RemoveCounters { count, kind, from });
        self.amount_result();
        Ok(effect)
    }

    /// Moving counters from one thing to another (CR 122.5).
    pub(in crate::lower) fn move_counters(
        &mut self,
        node: Node<'_>,
        who: &Noun,
    ) -> Lowered<Effect> {
        let (count, kind) = self.removed(node)?;
        let from = node
            .children()
            .find(|n| !matches!(n.rule(), Rule::counters | Rule::noun));
        let Some(from) = from else {
            return self.not_understood(node);
        };
        let from = self.item(from, Want::Object)?;
        let to = self.object_noun(node)?;
        Ok(self.act(
            who,
            Action::MoveCounters {
                count,
                kind,
                from,
                to,
            },
        ))
    }

    /// Counters that players get; energy counters are symbols (CR 107.14, 122.1).
    pub(in crate::lower) fn get_counters(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        if has(node, Rule::q_for_each) {
            return self.not_understood(node);
        }
        let (count, kind) = if let Some(counters) = child(node, Rule::counters) {
            let Some(count) = self.how_many(counters)? else {
                return self.not_understood(counters);
            };
            if has(counters, Rule::q_equal) || counters.says("another") {
                return self.not_understood(counters);
            }
            (count, self.kind_of(counters)?)
        } else if let Some(energy) = child(node, Rule::energy) {
            let n = i64::try_from(energy.text().matches("{e}").count()).unwrap_or(0);
            (Quantity::Number(n), "energy".into())
        } else {
            let amount = self.need(node, Rule::amount)?;
            let number = single(amount).filter(|n| n.rule() == Rule::num);
            match number {
                Some(number) if number.text() == amount.text() => {
                    (self.number(number)?, "energy".into())
                }
                _ => return self.not_understood(amount),
            }
        };
        Ok(self.act(
            &Noun::You,
            Action::PutCounters {
                count,
                kind,
                on: who.clone(),
                distributed: false,
            },
        ))
    }

    pub(in crate::lower) fn put_counters(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        let noun = self.need(node, Rule::noun)?;
        if node.says("among") || node.text().starts_with("distribute") {
            return self.not_understood(node);
        }
        let mut counts = Vec::new();
        for counters in all(node, Rule::counters) {
            let n = match (child(counters, Rule::q_equal), self.how_many(counters)?) {
                // "A number of counters equal to its power": the object is named before.
                (Some(equal), _) => self.quantity(equal)?,
                (None, Some(n)) => n,
                (None, None) => return self.not_understood(counters),
            };
            counts.push((n, self.kind_of(counters)?));
        }
        if counts.is_empty() {
            return self.not_understood(node);
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
