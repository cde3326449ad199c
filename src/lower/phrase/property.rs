//! Properties with numbers, counters and keywords behind "with".

use crate::diag::Code;
use crate::ir::{Comparison, Predicate, Quantity, noun::Extreme, quantity::Attribute};
use crate::lower::{
    context::{Lower, Lowered, all, child, has},
    phrase::noun::Want,
    words,
};
use crate::vocab::Name;
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    pub(in crate::lower) fn with(&mut self, node: Node<'_>) -> Lowered<Vec<Predicate>> {
        let without = child(node, Rule::with_word).is_some_and(|w| w.text() == "without");
        let Some(what) = node.children().find(|n| n.rule() != Rule::with_word) else {
            return self.not_understood(node);
        };
        let mut out = match what.rule() {
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
            Rule::with_counters => vec![self.with_counters(what)?],
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
            Rule::with_name => vec![Predicate::OfChosen(crate::ir::noun::Shared::Name)],
            Rule::with_target => vec![Predicate::SingleTarget],
            Rule::with_keywords => {
                let list = self.need(what, Rule::keyword_list)?;
                let or = list.text().contains(" or ");
                let keywords = self.keyword_list(list)?;
                let has = keywords.into_iter().map(Predicate::Has);
                if or {
                    vec![Predicate::AnyOf(has.map(|k| vec![k]).collect())]
                } else {
                    has.collect()
                }
            }
            _ => return self.not_understood(what),
        };
        if without {
            out = out
                .into_iter()
                .map(|p| Predicate::Not(Box::new(p)))
                .collect();
        }
        Ok(out)
    }

    /// "The greatest power among creatures you control".
    pub fn with_extreme(&mut self, node: Node<'_>) -> Lowered<Predicate> {
        let inner = self.need(node, Rule::with_extreme)?;
        let extreme = self.extreme(inner)?;
        let attribute = self.attribute(inner)?;
        if let Some(among) = child(inner, Rule::noun) {
            // The set is repeated in the noun itself: "a creature you control with the greatest power among creatures you control".
            self.anything(|w| w.noun(among))?;
        }
        Ok(Predicate::Extreme(attribute, extreme))
    }

    pub fn extreme(&self, node: Node<'_>) -> Lowered<Extreme> {
        Ok(match words::text_of(node, Rule::extreme) {
            Some("greatest" | "highest" | "most") => Extreme::Greatest,
            Some(_) => Extreme::Least,
            None => return self.not_understood(node),
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
        let attr = self.need(node, Rule::stat_attr)?;
        let compare = self.need(node, Rule::stat_compare)?;
        let (comparison, quantity) = self.compare(compare)?;
        if node.text().starts_with("total") {
            let attribute = self.attribute(attr)?;
            return Ok(vec![Predicate::Total(attribute, comparison, quantity)]);
        }
        if let Some(both) = child(attr, Rule::at_pt) {
            let power = Predicate::Stat(Attribute::Power, comparison, quantity.clone());
            let toughness = Predicate::Stat(Attribute::Toughness, comparison, quantity);
            return Ok(if both.text().contains(" or ") {
                vec![Predicate::AnyOf(vec![vec![power], vec![toughness]])]
            } else {
                vec![power, toughness]
            });
        }
        Ok(vec![Predicate::Stat(
            self.attribute(attr)?,
            comparison,
            quantity,
        )])
    }

    /// A `stat_compare` or `compare`.
    pub fn compare(&mut self, node: Node<'_>) -> Lowered<(Comparison, Quantity)> {
        if node.rule() == Rule::compare {
            return match node.children().next() {
                Some(inner) if inner.rule() == Rule::stat_compare => self.compare(inner),
                Some(inner) => {
                    let comparison = if node.text().starts_with("equal") {
                        Comparison::Equal
                    } else {
                        Comparison::Greater
                    };
                    Ok((comparison, self.quantity(inner)?))
                }
                None => self.not_understood(node),
            };
        }
        let Some(inner) = node.children().next() else {
            return self.not_understood(node);
        };
        let number = |w: &mut Self| match inner
            .children()
            .find(|n| matches!(n.rule(), Rule::num | Rule::q_that | Rule::q_expr))
        {
            Some(n) if n.rule() == Rule::num => w.number(n),
            Some(n) => w.quantity(n),
            None => w.not_understood(inner),
        };
        Ok(match inner.rule() {
            Rule::cmp_or_less => (Comparison::AtMost, number(self)?),
            Rule::cmp_or_greater => (Comparison::AtLeast, number(self)?),
            Rule::cmp_than => {
                let word = words::text_of(inner, Rule::cmp_word).unwrap_or("");
                let or_equal = has(inner, Rule::cmp_or_equal);
                let comparison = match (word, or_equal) {
                    ("less" | "lower", false) => Comparison::Less,
                    ("less" | "lower", true) => Comparison::AtMost,
                    (_, false) => Comparison::Greater,
                    (_, true) => Comparison::AtLeast,
                };
                (comparison, number(self)?)
            }
            Rule::cmp_equal if has(inner, Rule::cmp_le) => (Comparison::AtMost, number(self)?),
            Rule::cmp_equal => (Comparison::Equal, number(self)?),
            Rule::cmp_parity => {
                let comparison = if inner.text() == "odd" {
                    Comparison::Odd
                } else {
                    Comparison::Even
                };
                (comparison, Quantity::Number(0))
            }
            _ => return self.not_understood(inner),
        })
    }

    /// "A +1/+1 counter on it", as a property.
    pub fn with_counters(&mut self, node: Node<'_>) -> Lowered<Predicate> {
        let amount = self.need(node, Rule::counter_amount)?;
        let (comparison, quantity) = self.counter_amount(amount)?;
        let kind = match child(node, Rule::counter_kind) {
            Some(kind) => Some(self.counter_kind(kind)?),
            None => None,
        };
        Ok(Predicate::Counters(kind, comparison, quantity))
    }

    pub fn counter_amount(&mut self, node: Node<'_>) -> Lowered<(Comparison, Quantity)> {
        let text = node.text();
        Ok(match child(node, Rule::num) {
            Some(n) if text.contains("or fewer") => (Comparison::AtMost, self.number(n)?),
            Some(n) if text.contains("or more") => (Comparison::AtLeast, self.number(n)?),
            Some(n) => (Comparison::Equal, self.number(n)?),
            None if text == "no" => (Comparison::Equal, Quantity::Number(0)),
            None if text == "a" || text == "an" => (Comparison::AtLeast, Quantity::Number(1)),
            None => return self.not_understood(node),
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
