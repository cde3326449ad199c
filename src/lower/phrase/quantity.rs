//! Quantities (CR 107).

use crate::ir::{
    Aggregate, Binding, Head, Noun, Predicate, Quantifier, Quantity, Rounding,
    event::{Event, EventVerb},
    quantity::{Attribute, Tally, Variety},
};
use crate::lower::{
    context::{Lower, Lowered, all, child, has},
    discourse::Meant,
    phrase::{filter::window, noun::Want},
    words,
};
use spellwright_grammar::{Node, Rule};

/// Whether a description is of what you have done: "spells you've cast this turn".
fn has_done(desc: Node<'_>) -> bool {
    child(desc, Rule::pm_past).is_some_and(|past| past.text().starts_with("you've "))
}

impl Lower<'_> {
    /// Any quantity node.
    pub fn quantity(&mut self, node: Node<'_>) -> Lowered<Quantity> {
        match node.rule() {
            Rule::num => self.number(node),
            Rule::q_expr => self.expression(node),
            Rule::q_equal | Rule::q_where => match node.children().next() {
                Some(inner) => self.quantity(inner),
                None => self.not_understood(node),
            },
            Rule::q_scaled => {
                let Some(of) = node.children().last() else {
                    return self.not_understood(node);
                };
                let of = Box::new(self.quantity(of)?);
                Ok(match (node.said().as_str(), child(node, Rule::num)) {
                    ("twice" | "double", _) => Quantity::Times(2, of),
                    // The rounding is read by the expression around it.
                    ("half", _) => Quantity::Half(of, Rounding::Down),
                    (_, Some(n)) => Quantity::Times(i64::from(self.plain_number(n)?), of),
                    (_, None) => return self.not_understood(node),
                })
            }
            Rule::q_count if has(node, Rule::paid_often) => self.paid_often(node),
            Rule::q_count => {
                let Some(noun) = child(node, Rule::noun) else {
                    return Ok(Quantity::Party);
                };
                if let Some(done) = child(noun, Rule::np_desc).filter(|desc| has_done(*desc)) {
                    return self.done_by_you(done);
                }
                let kind = self.maybe_kind(node)?;
                let counted = self.anything(|w| w.noun(noun))?;
                Ok(if node.says("counters on") {
                    Quantity::Counters(kind, Box::new(counted))
                } else {
                    Quantity::CountOf(Box::new(set(counted)))
                })
            }
            Rule::q_variety => self.variety(node),
            Rule::q_devotion => {
                if child(node, Rule::possessor).is_none_or(|p| p.text() != "your") {
                    return self.not_understood(node);
                }
                Ok(Quantity::Devotion(
                    all(node, Rule::color).filter_map(words::color).collect(),
                ))
            }
            Rule::q_among => {
                let aggregate = match words::text_of(node, Rule::extreme) {
                    Some("greatest" | "highest" | "most") => Aggregate::Greatest,
                    Some("least" | "lowest") => Aggregate::Least,
                    _ => Aggregate::Total,
                };
                let attribute = self.attribute(node)?;
                let noun = self.need(node, Rule::noun)?;
                Ok(Quantity::Over(
                    aggregate,
                    attribute,
                    Box::new(set(self.anything(|w| w.noun(noun))?)),
                ))
            }
            Rule::q_spent => self.mana_spent(node),
            Rule::q_attr => {
                let attribute = self.attribute(node)?;
                let of = match child(node, Rule::possessor) {
                    Some(possessor) if attribute == Attribute::LifeTotal => {
                        self.whose(possessor)?
                    }
                    Some(possessor) => self.possessor(possessor)?,
                    None => match node.children().find(|n| n.rule() != Rule::attr) {
                        Some(noun) => self.anything(|w| w.item(noun, Want::Object))?,
                        None => return self.not_understood(node),
                    },
                };
                Ok(Quantity::Of(attribute, Box::new(of)))
            }
            Rule::q_that => self.that_amount(node),
            Rule::q_way => {
                if node.children().next().is_some() {
                    return self.not_understood(node);
                }
                self.last_amount(node)
            }
            Rule::q_history => self.history(node),
            _ => self.not_understood(node),
        }
    }

    /// "The amount of mana spent to cast it", "the number of colors of mana spent to cast this spell".
    fn mana_spent(&mut self, node: Node<'_>) -> Lowered<Quantity> {
        let attribute = if node.says("color") || node.says("colors") {
            Attribute::ColorsSpent
        } else {
            Attribute::ManaSpent
        };
        match node.children().next() {
            Some(noun) => {
                let of = self.anything(|w| w.item(noun, Want::Object))?;
                Ok(Quantity::Of(attribute, Box::new(of)))
            }
            None => self.not_understood(node),
        }
    }

    fn maybe_kind(&mut self, node: Node<'_>) -> Lowered<Option<crate::vocab::Name>> {
        child(node, Rule::counter_kind)
            .map(|k| self.counter_kind(k))
            .transpose()
    }

    fn expression(&mut self, node: Node<'_>) -> Lowered<Quantity> {
        let mut value: Option<Quantity> = None;
        let mut signs = node.own();
        for part in node.children() {
            match part.rule() {
                Rule::rounding => {
                    let rounding = if part.text().contains("up") {
                        Rounding::Up
                    } else {
                        Rounding::Down
                    };
                    match &mut value {
                        Some(Quantity::Half(_, r)) => *r = rounding,
                        _ => return self.not_understood(part),
                    }
                }
                _ => {
                    let next = self.quantity(part)?;
                    value = Some(match value {
                        None => next,
                        Some(v) if signs.next() == Some("minus") => {
                            Quantity::Difference(Box::new(v), Box::new(next))
                        }
                        Some(v) => Quantity::Sum(Box::new(v), Box::new(next)),
                    });
                }
            }
        }
        match value {
            Some(value) => Ok(value),
            None => self.not_understood(node),
        }
    }

    /// "That much", "that many", "twice that many".
    pub fn that_amount(&mut self, node: Node<'_>) -> Lowered<Quantity> {
        if node.text() == "the result" {
            return self.rolled(node);
        }
        if matches!(node.text(), "the difference" | "that number") {
            return self.not_understood(node);
        }
        let amount = self.last_amount(node)?;
        Ok(if node.text().starts_with("twice") {
            Quantity::Times(2, Box::new(amount))
        } else if node.text().starts_with("half") {
            Quantity::Half(Box::new(amount), Rounding::Down)
        } else {
            amount
        })
    }

    /// The newest amount: of the trigger event, a cost, or the last action.
    pub fn last_amount(&mut self, node: Node<'_>) -> Lowered<Quantity> {
        match self.said.amounts.last().cloned() {
            Some(Meant::Noun(_)) | None => self.dangling(node),
            Some(meant) => match self.said.binding(&meant) {
                Some(binding) => Ok(Quantity::Amount(binding)),
                None => self.dangling(node),
            },
        }
    }

    fn variety(&mut self, node: Node<'_>) -> Lowered<Quantity> {
        let Some(text) = words::text_of(node, Rule::variety) else {
            return self.not_understood(node);
        };
        let variety = match text.trim_end_matches('s') {
            "color" => Variety::Colors,
            "card type" => Variety::CardTypes,
            "basic land type" => Variety::BasicLandTypes,
            "creature type" => Variety::CreatureTypes,
            "name" => Variety::Names,
            "mana value" => Variety::ManaValues,
            "power" => Variety::Powers,
            _ => return self.not_understood(node),
        };
        let noun = self.need(node, Rule::noun)?;
        Ok(Quantity::Different(
            variety,
            Box::new(set(self.anything(|w| w.noun(noun))?)),
        ))
    }

    fn history(&mut self, node: Node<'_>) -> Lowered<Quantity> {
        let text = node.text();
        let (Some(window), true) = (
            child(node, Rule::window).and_then(|w| window(w.text())),
            text.contains("life "),
        ) else {
            return self.not_understood(node);
        };
        let verb = if text.contains("gained") {
            EventVerb::GainsLife
        } else {
            EventVerb::LosesLife
        };
        let who = match node.children().find(|n| n.rule() != Rule::window) {
            Some(who) => self.item(who, Want::Player)?,
            None if text.contains("you've") => Noun::You,
            None => return self.not_understood(node),
        };
        let event = Event {
            verb,
            subject: Some(who),
            object: None,
            batch: false,
        };
        Ok(Quantity::History(Box::new(event), window, Tally::Amount))
    }

    /// "Instant and sorcery spells you've cast this turn": how many there were (CR 700.1).
    fn done_by_you(&mut self, desc: Node<'_>) -> Lowered<Quantity> {
        let (Some(core), Some(past)) = (child(desc, Rule::np_core), child(desc, Rule::pm_past))
        else {
            return self.not_understood(desc);
        };
        let plain = |n: &Node<'_>| {
            matches!(n.rule(), Rule::np_core | Rule::pm_past)
                || n.rule() == Rule::np_quant && n.text() == "other"
        };
        let Some(window) = child(past, Rule::window).and_then(|w| window(w.text())) else {
            return self.not_understood(past);
        };
        if !desc.children().all(|n| plain(&n)) {
            return self.not_understood(desc);
        }
        let (mut filters, _) = self.filters(core)?;
        let (Some(mut filter), true) = (filters.pop(), filters.is_empty()) else {
            return self.not_understood(core);
        };
        if desc.says("other") || child(desc, Rule::np_quant).is_some() {
            let this = Predicate::OtherThan(Box::new(Noun::This));
            filter.predicates.insert(0, this);
        }
        let (verb, head) = match past.said().as_str() {
            "you've cast" => (EventVerb::Casts, Head::Spell),
            "you've drawn" => (EventVerb::Draws { nth: None }, Head::Card),
            "you've discarded" => (EventVerb::Discards, Head::Card),
            "you've sacrificed" => (EventVerb::Sacrifices, Head::Permanent),
            _ => return self.not_understood(past),
        };
        if filter.head != head {
            return self.not_understood(core);
        }
        let event = Event {
            verb,
            subject: Some(Noun::You),
            object: Some(Noun::Described {
                quantifier: Quantifier::Any,
                filter,
            }),
            batch: false,
        };
        Ok(Quantity::History(
            Box::new(event),
            window,
            crate::ir::quantity::Tally::Participants,
        ))
    }

    /// "For each ...": so many times `unit`.
    pub fn for_each(&mut self, node: Node<'_>, unit: i64) -> Lowered<Quantity> {
        let said = node.said();
        let each = |quantity| Ok(Quantity::Each(unit, Box::new(quantity)));
        match (said.as_str(), node.children().next()) {
            ("for each", Some(inner)) => match inner.rule() {
                Rule::fe_other if has_done(inner) => each(self.done_by_you(inner)?),
                Rule::fe_other => {
                    let noun = self.for_each_noun(inner)?;
                    Ok(Quantity::ForEach(unit, Box::new(noun)))
                }
                Rule::fe_counters => each(self.each_counter(inner)?),
                Rule::fe_variety if has(inner, Rule::variety) => each(self.variety(inner)?),
                Rule::fe_variety => each(self.mana_spent(inner)?),
                _ => self.not_understood(node),
            },
            ("for each vote", Some(_)) => each(self.each_vote(node)?),
            ("for each of", Some(those)) => {
                let those = self.item(those, Want::Object)?;
                Ok(Quantity::ForEach(unit, Box::new(those)))
            }
            ("for each target beyond the first", None) => each(Quantity::TargetsBeyondFirst),
            ("for each beyond the first", Some(noun)) => {
                let counted = Quantity::CountOf(Box::new(set(self.quality_of(|w| w.noun(noun))?)));
                each(Quantity::BeyondFirst(Box::new(counted)))
            }
            ("for each creature in your party", None) => each(Quantity::Party),
            ("for each time", Some(_)) => each(self.paid_often(node)?),
            (said, Some(spell)) if said.ends_with("cast before this turn") => {
                let spell = self.anything(|w| w.item(spell, Want::Object))?;
                each(Quantity::CastBefore(Box::new(spell)))
            }
            (said, Some(one)) if said.ends_with("this way") && one.text() == "1" => {
                each(self.last_amount(node)?)
            }
            _ => self.not_understood(node),
        }
    }

    /// "Charge counter on it", "counter removed this way": how many there are.
    fn each_counter(&mut self, node: Node<'_>) -> Lowered<Quantity> {
        let kind = self.maybe_kind(node)?;
        if node.says("removed this way") {
            let amount = self.last_amount(node)?;
            return if kind == self.said.removed {
                Ok(amount)
            } else {
                self.dangling(node)
            };
        }
        let noun = self.need(node, Rule::noun)?;
        let on = self.anything(|w| w.noun(noun))?;
        Ok(Quantity::Counters(kind, Box::new(on)))
    }

    /// "N for each ...", in the definition of a keyword.
    pub fn so_many_for_each(&mut self, each: Node<'_>) -> Lowered<Quantity> {
        let each = self.for_each(each, 1)?;
        Ok(Quantity::Product(
            Box::new(Quantity::Parameter),
            Box::new(each),
        ))
    }

    /// "Time it was kicked", "times its replicate cost was paid".
    fn paid_often(&mut self, node: Node<'_>) -> Lowered<Quantity> {
        let node = self.need(node, Rule::paid_often)?;
        let (keyword, of) = match child(node, Rule::name_word) {
            Some(_) => match self.keyword_cost_paid(node)? {
                crate::ir::Condition::Paid(keyword, of) => (keyword, of),
                _ => return self.not_understood(node),
            },
            None => match node.children().next() {
                Some(noun) => {
                    let it = noun.text() == "it";
                    let of = self.anything(|w| w.item(noun, Want::Object))?;
                    // What is targeted or made was not cast for a kicker cost: "it" is the spell itself.
                    let chosen = matches!(
                        of,
                        crate::ir::Noun::Ref {
                            to: Binding::Target(_) | Binding::Result(_),
                            ..
                        }
                    );
                    let of = if it && chosen {
                        crate::ir::Noun::This
                    } else {
                        of
                    };
                    let keyword = if node.says("mutated") {
                        "mutate"
                    } else {
                        "kicker"
                    };
                    (keyword.into(), of)
                }
                None => return self.not_understood(node),
            },
        };
        Ok(Quantity::TimesPaid(keyword, Box::new(of)))
    }

    /// The things that "for each" runs over.
    pub fn for_each_noun(&mut self, node: Node<'_>) -> Lowered<Noun> {
        Ok(set(self.anything(|w| w.described(node))?))
    }

    /// An `amount` before a noun. "A" is one.
    pub fn amount(&mut self, node: Node<'_>) -> Lowered<Quantity> {
        match node.text() {
            "a" | "an" => return Ok(Quantity::Number(1)),
            "any number of" => return Ok(Quantity::AnyNumber),
            "twice that many" | "twice that much" | "double that" => {
                return Ok(Quantity::Times(2, Box::new(self.last_amount(node)?)));
            }
            "half that many" | "half that much" => {
                let amount = Box::new(self.last_amount(node)?);
                return Ok(Quantity::Half(amount, Rounding::Down));
            }
            _ => {}
        }
        match (child(node, Rule::num), child(node, Rule::q_that)) {
            (Some(n), _) if node.says("up to") => Ok(Quantity::UpTo(Box::new(self.number(n)?))),
            (Some(n), _) => self.number(n),
            (None, Some(that)) => self.that_amount(that),
            _ => self.not_understood(node),
        }
    }

    /// A number with what may follow its noun: "2 life for each", "cards equal to".
    pub fn with_suffix(&mut self, node: Node<'_>, base: Option<Quantity>) -> Lowered<Quantity> {
        let equal = child(node, Rule::q_equal);
        let each = child(node, Rule::q_for_each);
        match (base, equal, each) {
            (None, Some(equal), None) => self.quantity(equal),
            (Some(base), None, None) => Ok(base),
            (Some(Quantity::Number(unit)), None, Some(each)) => self.for_each(each, unit),
            (Some(Quantity::Parameter), None, Some(each)) => self.so_many_for_each(each),
            _ => self.not_understood(node),
        }
    }
}

/// A counted description means all that fit.
pub(in crate::lower) fn set(noun: Noun) -> Noun {
    match noun {
        Noun::Described {
            quantifier: Quantifier::Any | Quantifier::Each,
            filter,
        } => Noun::Described {
            quantifier: Quantifier::All,
            filter,
        },
        Noun::Either(nouns) => Noun::All(nouns.into_iter().map(set).collect()),
        other => other,
    }
}
