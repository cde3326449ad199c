//! Properties with numbers, counters and keywords behind "with".

use crate::diag::Code;
use crate::ir::{Comparison, Noun, Predicate, Quantity, noun::Extreme, quantity::Attribute};
use crate::lower::{
    context::{Lower, Lowered, all, child},
    phrase::{filter::none, noun::Want},
    words,
};
use crate::vocab::Name;
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    pub(in crate::lower) fn with(&mut self, node: Node<'_>) -> Lowered<Vec<Predicate>> {
        let Some(what) = node.children().next() else {
            return self.not_understood(node);
        };
        let out = match what.rule() {
            Rule::with_stat => {
                let mut alternatives = Vec::new();
                for stat in all(node, Rule::with_stat) {
                    alternatives.push(self.stat(stat)?);
                }
                match alternatives.len() {
                    1 => alternatives.remove(0),
                    _ => vec![Predicate::AnyOf(alternatives)],
                }
            }
            Rule::with_counters => vec![self.counters(what)?],
            Rule::with_same => match what.children().next() {
                Some(noun) if what.text().starts_with("the same name") => {
                    vec![Predicate::Shares(
                        crate::ir::noun::Shared::Name,
                        Box::new(self.item(noun, Want::Object)?),
                    )]
                }
                Some(noun) if what.text().starts_with("the same mana value") => {
                    vec![Predicate::Shares(
                        crate::ir::noun::Shared::ManaValue,
                        Box::new(self.anything(|w| w.item(noun, Want::Object))?),
                    )]
                }
                None if what.text() == "a single target" => vec![Predicate::SingleTarget],
                None if what.text() == "different names" => {
                    vec![Predicate::AllDifferent(crate::ir::noun::Shared::Name)]
                }
                None if what.text() == "different mana values" => {
                    vec![Predicate::AllDifferent(crate::ir::noun::Shared::ManaValue)]
                }
                None if what.text() == "the chosen name"
                    || what.text() == "that name"
                        && self.said.valued.contains(&crate::ir::noun::Shared::Name) =>
                {
                    vec![Predicate::OfChosen(crate::ir::noun::Shared::Name)]
                }
                _ => return self.not_understood(what),
            },
            Rule::keyword_list => {
                let or = what.text().contains(" or ");
                let keywords = self.keywords_had(what)?;
                let has = keywords.into_iter().map(Predicate::Has);
                if or {
                    vec![Predicate::AnyOf(has.map(|k| vec![k]).collect())]
                } else {
                    has.collect()
                }
            }
            _ => return self.not_understood(what),
        };
        Ok(if node.says("without") { none(out) } else { out })
    }

    /// "The greatest power among creatures you control".
    ///
    /// Also whose the set is, if it is said to be yours: then the one thing is yours as well.
    pub fn with_extreme(&mut self, node: Node<'_>) -> Lowered<(Predicate, Option<Predicate>)> {
        let inner = self.need(node, Rule::with_extreme)?;
        let extreme = self.extreme(inner)?;
        let attribute = self.attribute(inner)?;
        let yours = Predicate::ControlledBy(Box::new(Noun::You));
        let mut of_yours = None;
        if let Some(among) = child(inner, Rule::noun) {
            // The set is repeated in the noun itself: "a creature you control with the greatest power among creatures you control".
            let set = self.anything(|w| w.noun(among))?;
            let parts = match &set {
                Noun::Either(parts) | Noun::All(parts) => parts.as_slice(),
                one => std::slice::from_ref(one),
            };
            let is_yours = |part: &Noun| matches!(part, Noun::Described { filter, .. } if filter.predicates.contains(&yours));
            if parts.iter().any(is_yours) {
                of_yours = Some(yours);
            }
        }
        Ok((Predicate::Extreme(attribute, extreme), of_yours))
    }

    pub fn extreme(&self, node: Node<'_>) -> Lowered<Extreme> {
        Ok(match words::text_of(node, Rule::extreme) {
            Some("greatest" | "highest" | "most") => Extreme::Greatest,
            Some("least" | "lowest") => Extreme::Least,
            _ => return self.not_understood(node),
        })
    }

    pub fn attribute(&self, node: Node<'_>) -> Lowered<Attribute> {
        let Some(text) = words::text_of(node, Rule::attr) else {
            return self.not_understood(node);
        };
        Ok(match text {
            "power" => Attribute::Power,
            "toughness" => Attribute::Toughness,
            "mana value" | "converted mana cost" => Attribute::ManaValue,
            "loyalty" => Attribute::Loyalty,
            "defense" => Attribute::Defense,
            "life total" | "life" => Attribute::LifeTotal,
            "starting life total" => Attribute::StartingLifeTotal,
            "base power" => Attribute::BasePower,
            "base toughness" => Attribute::BaseToughness,
            _ => return self.not_understood(node),
        })
    }

    /// "Power 3 or less".
    pub fn stat(&mut self, node: Node<'_>) -> Lowered<Vec<Predicate>> {
        let compare = self.need(node, Rule::stat_compare)?;
        let (comparison, quantity) = self.compare(compare)?;
        if node.text().starts_with("total") {
            let attribute = self.attribute(node)?;
            return Ok(vec![Predicate::Total(attribute, comparison, quantity)]);
        }
        let attributes = match node.own().next() {
            Some("power or toughness" | "power and toughness") => {
                vec![Attribute::Power, Attribute::Toughness]
            }
            _ => vec![self.attribute(node)?],
        };
        let stat = |attribute| Predicate::Stat(attribute, comparison, quantity.clone());
        let stats: Vec<Predicate> = attributes.into_iter().map(stat).collect();
        Ok(if node.says("power or toughness") {
            let either = stats.into_iter().map(|stat| vec![stat]);
            vec![Predicate::AnyOf(either.collect())]
        } else {
            stats
        })
    }

    /// "3 or less", "greater than its power", "odd".
    pub fn compare(&mut self, node: Node<'_>) -> Lowered<(Comparison, Quantity)> {
        let comparison = match node.said().as_str() {
            "or less" | "or fewer" => Comparison::AtMost,
            "or greater" | "or more" => Comparison::AtLeast,
            "less than" | "lower than" => Comparison::Less,
            "less than or equal to" | "lower than or equal to" => Comparison::AtMost,
            "greater than" | "higher than" | "more than" => Comparison::Greater,
            "greater than or equal to" | "higher than or equal to" | "more than or equal to" => {
                Comparison::AtLeast
            }
            "equal to" | "" => Comparison::Equal,
            "odd" => return Ok((Comparison::Odd, Quantity::Number(0))),
            "even" => return Ok((Comparison::Even, Quantity::Number(0))),
            // "2 or 3".
            _ => return self.not_understood(node),
        };
        match node.children().next() {
            Some(value) => Ok((comparison, self.quantity(value)?)),
            None => self.not_understood(node),
        }
    }

    /// "A +1/+1 counter", as a property of what it is on.
    pub fn counters(&mut self, node: Node<'_>) -> Lowered<Predicate> {
        let amount = self.need(node, Rule::counter_amount)?;
        let (comparison, quantity) = self.counter_amount(amount)?;
        let kind = match child(node, Rule::counter_kind) {
            Some(kind) => Some(self.counter_kind(kind)?),
            None => None,
        };
        Ok(Predicate::Counters(kind, comparison, quantity))
    }

    pub fn counter_amount(&mut self, node: Node<'_>) -> Lowered<(Comparison, Quantity)> {
        Ok(match (node.said().as_str(), child(node, Rule::num)) {
            ("fewer than" | "less than", Some(n)) => (Comparison::Less, self.number(n)?),
            ("or fewer" | "or less", Some(n)) => (Comparison::AtMost, self.number(n)?),
            ("or more" | "or greater", Some(n)) => (Comparison::AtLeast, self.number(n)?),
            (_, Some(n)) => (Comparison::Equal, self.number(n)?),
            ("no", None) => (Comparison::Equal, Quantity::Number(0)),
            ("a" | "an", None) => (Comparison::AtLeast, Quantity::Number(1)),
            _ => return self.not_understood(node),
        })
    }

    /// A kind of counter (CR 122.1).
    pub fn counter_kind(&self, node: Node<'_>) -> Lowered<Name> {
        let text = node.text().replace('−', "-");
        if self.vocab.has_counter(&text) {
            return Ok(Name::from(text));
        }
        let problem = self.problem(
            Code::UnknownCounter,
            node,
            format!("unknown kind of counter `{text}`"),
        );
        Err(problem)
    }
}
