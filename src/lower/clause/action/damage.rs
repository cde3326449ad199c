//! Damage and mana that effects produce (CR 106, 120).

use crate::ir::{Action, Binding, Count, Effect, ManaOutput, Noun, Quantifier, Quantity, Word};
use crate::lower::context::{Lower, Lowered, all, child, has};
use crate::lower::discourse::{Kind, Meant, Referent};
use crate::vocab::{ColorSet, ManaSymbol};
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    /// An amount with what is added or taken away behind its noun: "that much damage plus 1".
    pub(in crate::lower) fn plus(&mut self, node: Node<'_>, n: Quantity) -> Lowered<Quantity> {
        let (more, less) = (child(node, Rule::da_plus), child(node, Rule::da_minus));
        let Some(by) = more.or(less) else {
            return Ok(n);
        };
        let by = self.need(by, Rule::num)?;
        let by = Box::new(self.number(by)?);
        Ok(if more.is_some() {
            Quantity::Sum(Box::new(n), by)
        } else {
            Quantity::Difference(Box::new(n), by)
        })
    }

    /// "Damage would be dealt to target creature": the damage of an effect that waits for it.
    pub(in crate::lower) fn damage_event(&mut self, node: Node<'_>) -> Lowered<crate::ir::Event> {
        let noun = self.need(node, Rule::noun)?;
        let subject = self.anything(|w| w.noun(noun))?;
        Ok(crate::ir::Event {
            verb: crate::ir::EventVerb::IsDealtDamage {
                combat: crate::lower::phrase::filter::combat(node),
            },
            subject: Some(subject),
            object: None,
            batch: false,
        })
    }

    /// Whose damage "can't be prevented".
    pub(in crate::lower) fn damage_source(&mut self, node: Node<'_>) -> Lowered<Noun> {
        if has(node, Rule::combat_kind) {
            return self.not_understood(node);
        }
        let mut source = None;
        for scope in all(node, Rule::pv_scope).filter_map(|s| s.children().next()) {
            match scope.rule() {
                Rule::pv_by if source.is_none() => {
                    let noun = self.need(scope, Rule::noun)?;
                    let noun = self.anything(|w| w.noun(noun))?;
                    source = Some(crate::lower::phrase::quantity::set(noun));
                }
                _ => return self.not_understood(scope),
            }
        }
        Ok(source.unwrap_or(Noun::Described {
            quantifier: crate::ir::Quantifier::All,
            filter: crate::ir::Filter {
                head: crate::ir::Head::Source,
                predicates: Vec::new(),
            },
        }))
    }

    /// Makes known to later words what damage is dealt to, and how much.
    pub(in crate::lower) fn damaged(&mut self, event: &crate::ir::Event) {
        use crate::ir::{EventRole, EventVerb};
        use crate::lower::discourse::of_role;
        if !matches!(event.verb, EventVerb::IsDealtDamage { .. }) {
            return;
        }
        self.said.amounts.push(of_role(EventRole::Amount));
        if let Some(Noun::Described { filter, .. } | Noun::Attached(filter)) = &event.subject {
            let player = filter.head.is_player();
            self.said.push(Referent {
                meant: of_role(EventRole::Subject),
                kind: if player { Kind::Player } else { Kind::Object },
                plural: false,
                filter: Some(filter.clone()),
                done: None,
            });
        }
    }

    pub(in crate::lower) fn deal(&mut self, node: Node<'_>, source: &Noun) -> Lowered<Effect> {
        if has(node, Rule::q_for_each) && node.children().any(|n| n.rule() == Rule::deal_more) {
            return self.not_understood(node);
        }
        let mut effects = Vec::new();
        for part in node.children() {
            let what = match part.rule() {
                Rule::deal_what => part,
                Rule::deal_more => self.need(part, Rule::deal_what)?,
                _ => continue,
            };
            let Some(inner) = what.children().next() else {
                return self.not_understood(what);
            };
            let each = child(node, Rule::q_for_each);
            let amount_node = child(inner, Rule::deal_amount);
            let mut amount = match amount_node {
                Some(a) if has(a, Rule::q_equal) => {
                    let equal = self.need(a, Rule::q_equal)?;
                    Some(self.quantity(equal)?)
                }
                Some(a) => {
                    let n = self.need(a, Rule::amount)?;
                    let n = self.amount(n)?;
                    Some(self.plus(a, n)?)
                }
                None => None,
            };
            if let (Some(Quantity::Number(unit)), Some(each)) = (&amount, each) {
                amount = Some(self.for_each(each, *unit)?);
            } else if each.is_some() {
                return self.not_understood(node);
            }
            let divided = inner.rule() == Rule::deal_divided;
            let to = if divided {
                if has(inner, Rule::dd_even) {
                    return self.not_understood(inner);
                }
                let among = self.need(inner, Rule::divided_among)?;
                self.each_of_noun(among)?
            } else {
                match (child(inner, Rule::deal_target), self.said.hit.clone()) {
                    (Some(target), _) if target.text() == "itself" => {
                        self.itself(target, source)?
                    }
                    (Some(target), _) => self.each_of_noun(target)?,
                    // "Deals 5 damage instead": to whom it would have dealt the other amount.
                    (None, Some(hit)) if inner.rule() == Rule::deal_only => hit,
                    _ => return self.not_understood(inner),
                }
            };
            if let Some(equal) = child(inner, Rule::q_equal) {
                let said = self.said.referents.len();
                self.each_damaged(source, &to);
                amount = Some(self.quantity(equal)?);
                if self.said.referents.len() > said {
                    self.said.referents.remove(said);
                }
            }
            let Some(amount) = amount else {
                return self.not_understood(inner);
            };
            let either = matches!(&to, Noun::Either(kinds) if kinds.iter().all(Noun::is_target));
            self.said.hit = Some(if either {
                // One target of any of the kinds.
                Noun::Ref {
                    to: Binding::Target(self.said.targets.saturating_sub(1)),
                    word: crate::ir::Word::Pronoun,
                }
            } else {
                self.announced(Some(&to)).unwrap_or_else(|| to.clone())
            });
            effects.push(self.act(
                &Noun::You,
                Action::DealDamage {
                    source: source.clone(),
                    amount,
                    to,
                    divided,
                },
            ));
            self.amount_result();
        }
        Ok(if effects.len() == 1 {
            effects.remove(0)
        } else {
            Effect::Together(effects)
        })
    }

    /// "Damage to each player equal to the number of lands they control": each of those to whom one thing deals damage.
    fn each_damaged(&mut self, source: &Noun, to: &Noun) {
        if let Noun::Described {
            quantifier: Quantifier::Each,
            filter,
        } = to
            && filter.head.is_player()
            && !matches!(source, Noun::Described { .. })
        {
            self.said.push(Referent {
                meant: Meant::Binding(Binding::Each),
                kind: Kind::Player,
                plural: false,
                filter: Some(filter.clone()),
                done: None,
            });
        }
    }

    /// "Itself": what deals the damage.
    fn itself(&self, node: Node<'_>, source: &Noun) -> Lowered<Noun> {
        let to = match source {
            Noun::This | Noun::Again(..) => return Ok(source.clone()),
            Noun::Ref { to, .. } => *to,
            Noun::Described {
                quantifier: Quantifier::Each,
                ..
            } => Binding::Each,
            Noun::Described {
                quantifier: Quantifier::Target(Count::One),
                ..
            } => Binding::Target(self.said.targets.saturating_sub(1)),
            _ => return self.not_understood(node),
        };
        Ok(Noun::Ref {
            to,
            word: Word::Pronoun,
        })
    }

    pub(in crate::lower) fn add_mana(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        let Some(inner) = node.children().next() else {
            return self.not_understood(node);
        };
        let output = match inner.rule() {
            Rule::add_symbols => {
                let mut options = Vec::new();
                for one in all(inner, Rule::add_one) {
                    let mana = self.need(one, Rule::mana)?;
                    let symbols = self.mana(mana)?.0.to_vec();
                    if let Some(q) = child(one, Rule::q_expr) {
                        let [symbol] = symbols.as_slice() else {
                            return self.not_understood(one);
                        };
                        let amount = self.quantity(q)?;
                        return Ok(
                            self.act(who, Action::AddMana(ManaOutput::Repeated(*symbol, amount)))
                        );
                    }
                    options.push(symbols);
                }
                match (options.len(), child(inner, Rule::q_for_each)) {
                    (1, None) => ManaOutput::Symbols(options.remove(0)),
                    (1, Some(each)) => {
                        let symbols = options.remove(0);
                        match symbols.as_slice() {
                            [symbol] => ManaOutput::Repeated(*symbol, self.for_each(each, 1)?),
                            _ => return self.not_understood(inner),
                        }
                    }
                    (_, None) => ManaOutput::OneOf(options),
                    _ => return self.not_understood(inner),
                }
            }
            Rule::add_any => {
                let count_node = self.need(inner, Rule::add_count)?;
                let mut count = match (
                    child(count_node, Rule::num),
                    child(count_node, Rule::q_that),
                ) {
                    (Some(n), _) => self.number(n)?,
                    (None, Some(that)) => self.that_amount(that)?,
                    _ if count_node.text() == "an additional" => Quantity::Number(1),
                    _ => return self.not_understood(count_node),
                };
                if let Some(each) = child(inner, Rule::q_for_each) {
                    let Quantity::Number(unit) = count else {
                        return self.not_understood(inner);
                    };
                    count = self.for_each(each, unit)?;
                }
                if has(inner, Rule::aa_chosen) {
                    if inner.text().contains("that color") {
                        return self.not_understood(inner);
                    }
                    ManaOutput::Chosen(count, crate::ir::noun::Shared::Color)
                } else if has(inner, Rule::aa_commander) {
                    return self.not_understood(inner);
                } else {
                    let among = match child(inner, Rule::aa_among) {
                        Some(among) => {
                            let mut set = ColorSet::EMPTY;
                            for mana in all(among, Rule::mana) {
                                for symbol in self.mana(mana)?.0 {
                                    if let ManaSymbol::Mana(crate::vocab::ManaKind::Colored(
                                        color,
                                    )) = symbol
                                    {
                                        set.insert(color);
                                    }
                                }
                            }
                            Some(set)
                        }
                        None => None,
                    };
                    let same = has(inner, Rule::aa_same)
                        || (count == Quantity::Number(1) && among.is_none());
                    ManaOutput::AnyColor { count, same, among }
                }
            }
            Rule::add_produced => self.produced_mana(inner)?,
            _ => return self.not_understood(inner),
        };
        Ok(self.act(who, Action::AddMana(output)))
    }

    /// "One mana of any type that land produced", "that a land you control could produce", "of any of its colors".
    fn produced_mana(&mut self, node: Node<'_>) -> Lowered<ManaOutput> {
        let mut count = match child(node, Rule::add_count).and_then(|c| child(c, Rule::num)) {
            Some(n) => self.number(n)?,
            None => return self.not_understood(node),
        };
        if let Some(each) = child(node, Rule::q_for_each) {
            let Quantity::Number(unit) = count else {
                return self.not_understood(node);
            };
            count = self.for_each(each, unit)?;
        }
        if let Some(could) = child(node, Rule::ap_could) {
            let noun = child(could, Rule::noun).or_else(|| child(could, Rule::np_the));
            let Some(noun) = noun else {
                return self.not_understood(could);
            };
            if could.text().starts_with("one color") {
                return self.not_understood(could);
            }
            let of = self.anything(|w| w.noun(noun))?;
            return Ok(ManaOutput::CouldProduce {
                count,
                colors_only: has(could, Rule::ap_color),
                of: Box::new(of),
            });
        }
        if let Some(did) = child(node, Rule::ap_did) {
            let noun = self.need(did, Rule::noun)?;
            let by = self.noun_wanting(noun, crate::lower::phrase::noun::Want::Object)?;
            let by = Box::new(by);
            return Ok(ManaOutput::Produced { count, by });
        }
        self.not_understood(node)
    }
}
