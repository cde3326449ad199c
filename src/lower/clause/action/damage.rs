//! Damage and mana that effects produce (CR 106, 120).

use crate::ir::{Action, Binding, Count, Effect, ManaOutput, Noun, Quantifier, Quantity, Word};
use crate::lower::context::{Lower, Lowered, all, child, has};
use crate::lower::discourse::{Kind, Meant, Referent};
use crate::lower::phrase::noun::Want;
use crate::vocab::{ColorSet, ManaSymbol};
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    /// An amount with what is added or taken away behind its noun: "that much damage plus 1".
    pub(in crate::lower) fn plus(&mut self, node: Node<'_>, n: Quantity) -> Lowered<Quantity> {
        let Some(by) = child(node, Rule::num) else {
            return Ok(n);
        };
        let (n, by) = (Box::new(n), Box::new(self.number(by)?));
        Ok(if node.says("minus") {
            Quantity::Difference(n, by)
        } else {
            Quantity::Sum(n, by)
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
        for scope in all(node, Rule::scope) {
            if !scope.says("by") || scope.says("to and dealt by") {
                return self.not_understood(scope);
            }
            let noun = self.need(scope, Rule::noun)?;
            let noun = self.anything(|w| w.noun(noun))?;
            if source
                .replace(crate::lower::phrase::quantity::set(noun))
                .is_some()
            {
                return self.not_understood(scope);
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
        if has(node, Rule::q_for_each) && all(node, Rule::deal_what).count() > 1 {
            return self.not_understood(node);
        }
        let mut effects = Vec::new();
        for what in all(node, Rule::deal_what) {
            let each = child(node, Rule::q_for_each);
            let amount_node = child(what, Rule::deal_amount);
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
            let divided = what.says("divided");
            let to = match (child(what, Rule::noun), self.said.hit.clone()) {
                _ if divided && what.says("evenly") => return self.not_understood(what),
                (Some(target), _) if target.text() == "itself" => self.itself(target, source)?,
                (Some(target), _) => self.noun_wanting(target, Want::Any)?,
                // "Deals 5 damage instead": to whom it would have dealt the other amount.
                (None, Some(hit)) => hit,
                _ => return self.not_understood(what),
            };
            if let Some(equal) = child(what, Rule::q_equal) {
                let said = self.said.referents.len();
                self.each_damaged(source, &to);
                amount = Some(self.quantity(equal)?);
                if self.said.referents.len() > said {
                    self.said.referents.remove(said);
                }
            }
            let Some(amount) = amount else {
                return self.not_understood(what);
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
        let each = child(node, Rule::q_for_each);
        let output = match child(node, Rule::mana_of) {
            Some(of) => self.mana_of(of, each)?,
            None => self.mana_symbols(node, each)?,
        };
        Ok(self.act(who, Action::AddMana(output)))
    }

    /// "{R}", "{R} or {G}", "an amount of {G} equal to its power".
    fn mana_symbols(&mut self, node: Node<'_>, each: Option<Node<'_>>) -> Lowered<ManaOutput> {
        let mut options = Vec::new();
        for one in all(node, Rule::mana_added) {
            let mana = self.need(one, Rule::mana)?;
            let symbols = self.mana(mana)?.0.to_vec();
            if let Some(q) = child(one, Rule::q_expr) {
                let [symbol] = symbols.as_slice() else {
                    return self.not_understood(one);
                };
                return Ok(ManaOutput::Repeated(*symbol, self.quantity(q)?));
            }
            options.push(symbols);
        }
        match (options.len(), each) {
            (1, None) => Ok(ManaOutput::Symbols(options.remove(0))),
            (1, Some(each)) => match options.remove(0).as_slice() {
                [symbol] => Ok(ManaOutput::Repeated(*symbol, self.for_each(each, 1)?)),
                _ => self.not_understood(node),
            },
            (_, None) => Ok(ManaOutput::OneOf(options)),
            _ => self.not_understood(node),
        }
    }

    /// "Two mana of any one color", "one mana of any type that a land you control could produce".
    fn mana_of(&mut self, node: Node<'_>, each: Option<Node<'_>>) -> Lowered<ManaOutput> {
        let mut count = match (child(node, Rule::num), child(node, Rule::q_that)) {
            (Some(n), _) => self.number(n)?,
            (None, Some(that)) => self.that_amount(that)?,
            _ if node.says("an additional") => Quantity::Number(1),
            _ => return self.not_understood(node),
        };
        if let Some(each) = each {
            let Quantity::Number(unit) = count else {
                return self.not_understood(node);
            };
            count = self.for_each(each, unit)?;
        }
        if node.says("could produce") {
            let noun = child(node, Rule::noun).or_else(|| child(node, Rule::np_the));
            let Some(noun) = noun.filter(|_| has(node, Rule::num)) else {
                return self.not_understood(node);
            };
            if node.says("of any one color") {
                return self.not_understood(node);
            }
            let of = self.anything(|w| w.noun(noun))?;
            return Ok(ManaOutput::CouldProduce {
                count,
                colors_only: node.says("of any color"),
                of: Box::new(of),
            });
        }
        if node.says("produced") {
            let noun = self.need(node, Rule::noun)?;
            if !has(node, Rule::num) {
                return self.not_understood(node);
            }
            let by = Box::new(self.noun_wanting(noun, Want::Object)?);
            return Ok(ManaOutput::Produced { count, by });
        }
        if node.says("of the chosen color") {
            return Ok(ManaOutput::Chosen(count, crate::ir::noun::Shared::Color));
        }
        let among = if has(node, Rule::mana) {
            let mut set = ColorSet::EMPTY;
            for mana in all(node, Rule::mana) {
                for symbol in self.mana(mana)?.0 {
                    if let ManaSymbol::Mana(crate::vocab::ManaKind::Colored(color)) = symbol {
                        set.insert(color);
                    }
                }
            }
            Some(set)
        } else if node.says("of any one color")
            || node.says("of any color")
            || node.says("in any combination of colors")
        {
            None
        } else {
            return self.not_understood(node);
        };
        let same = node.says("of any one color") || count == Quantity::Number(1) && among.is_none();
        Ok(ManaOutput::AnyColor { count, same, among })
    }
}
