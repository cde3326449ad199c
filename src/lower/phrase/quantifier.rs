//! How many of a noun are meant, and who picks them (CR 115, 608.2).

use crate::diag::Code;
use crate::ir::{Comparison, Count, Quantifier, Quantity};
use crate::lower::context::{Lower, Lowered, all, child};
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    pub(in crate::lower) fn target_count(&mut self, node: Node<'_>) -> Lowered<Count> {
        match node.own().last() {
            Some("one or more") => return Ok(Count::OneOrMore),
            Some("any number of") => return Ok(Count::AnyNumber),
            Some("or" | ", or") => return self.range(node),
            _ => {}
        }
        let n = match (child(node, Rule::num), child(node, Rule::q_that)) {
            (Some(n), _) => self.number(n)?,
            (None, Some(that)) => self.that_amount(that)?,
            _ => return self.not_understood(node),
        };
        Ok(match (node.says("up to"), n) {
            (true, n) => Count::UpTo(n),
            (false, Quantity::Number(1)) => Count::One,
            (false, n) => Count::Exactly(n),
        })
    }

    pub(in crate::lower) fn range(&mut self, node: Node<'_>) -> Lowered<Count> {
        let mut numbers = Vec::new();
        for n in all(node, Rule::num) {
            numbers.push(self.plain_number(n)?);
        }
        match (numbers.first(), numbers.last()) {
            (Some(low), Some(high)) => Ok(Count::Range(*low, *high)),
            _ => self.not_understood(node),
        }
    }

    pub(in crate::lower) fn quantifier(
        &mut self,
        node: Node<'_>,
        quant: Option<Node<'_>>,
        plural: bool,
        random: bool,
    ) -> Lowered<Quantifier> {
        let one = |w: &Self| {
            if w.any {
                Quantifier::Any
            } else {
                Quantifier::Choose(Count::One)
            }
        };
        let Some(quant) = quant else {
            return if plural && !random {
                Ok(Quantifier::All)
            } else if node.rule() == Rule::fe_other
                || self.bare
                || self.any && self.unchanging(node)
            {
                Ok(Quantifier::Any)
            } else {
                let words = node.text();
                let article = if words.starts_with(['a', 'e', 'i', 'o', 'u']) {
                    "an"
                } else {
                    "a"
                };
                let mut problem = self.problem(
                    Code::MissingDeterminer,
                    node,
                    format!("`{words}` does not say which or how many"),
                );
                problem
                    .help
                    .push(format!("write `{article} {words}` or `target {words}`"));
                Err(problem)
            };
        };
        if quant.says("target") {
            let count = match child(quant, Rule::target_count) {
                Some(count) => self.target_count(count)?,
                None => Count::One,
            };
            let single = matches!(count, Count::One | Count::UpTo(Quantity::Number(1)));
            self.agree(node, single, plural)?;
            return Ok(Quantifier::Target(count));
        }
        let num = child(quant, Rule::num);
        let count = match (determiner(quant), num) {
            ("each" | "every", _) => {
                self.agree(node, true, plural)?;
                return Ok(Quantifier::Each);
            }
            ("all", _) => {
                if !self.bare {
                    self.agree(node, false, plural)?;
                }
                return Ok(Quantifier::All);
            }
            ("no", _) => return Ok(Quantifier::No),
            ("any", _) => return Ok(Quantifier::Any),
            ("the", _) => return Ok(Quantifier::The),
            ("your", _) if node.text().starts_with("your opponents") => {
                return Ok(Quantifier::All);
            }
            // "Your commander": the one that its owner has (CR 903.3).
            ("your", _) => return Ok(Quantifier::The),
            ("or more", Some(one)) if one.text() == "one" => {
                if self.any {
                    return Ok(Quantifier::Any);
                }
                Count::OneOrMore
            }
            // "Two or more creatures" of which no one chooses any: so many there are.
            (words @ ("or more" | "or fewer" | "at least"), Some(n)) if self.any => {
                let comparison = if words == "or fewer" {
                    Comparison::AtMost
                } else {
                    Comparison::AtLeast
                };
                return Ok(Quantifier::Counted(comparison, self.number(n)?));
            }
            ("other", None) => {
                // "Other Merfolk": some plurals look like their singulars.
                return Ok(if plural || node.rule() != Rule::fe_other {
                    Quantifier::All
                } else {
                    Quantifier::Any
                });
            }
            ("a" | "an" | "another" | "one", _) => {
                self.agree(node, true, plural)?;
                if random {
                    return Ok(Quantifier::Random(Count::One));
                }
                return Ok(one(self));
            }
            ("any number of", _) => Count::AnyNumber,
            ("up to", Some(n)) => Count::UpTo(self.number(n)?),
            ("up to", None) => {
                let that = self.need(quant, Rule::q_that)?;
                Count::UpTo(self.that_amount(that)?)
            }
            ("or", _) => self.range(quant)?,
            ("that many", _) => Count::Exactly(self.last_amount(quant)?),
            ("twice that many", _) => {
                let amount = self.last_amount(quant)?;
                Count::Exactly(Quantity::Times(2, Box::new(amount)))
            }
            ("" | "other" | "additional", Some(n)) => match self.number(n)? {
                Quantity::Number(1) => {
                    self.agree(node, true, plural)?;
                    Count::One
                }
                n => {
                    self.agree(node, false, plural)?;
                    Count::Exactly(n)
                }
            },
            _ => return self.not_understood(quant),
        };
        Ok(if random {
            Quantifier::Random(count)
        } else {
            Quantifier::Choose(count)
        })
    }

    /// A number and its noun agree.
    pub(in crate::lower) fn agree(
        &self,
        node: Node<'_>,
        single: bool,
        plural: bool,
    ) -> Lowered<()> {
        if single == plural && single {
            return Err(self.problem(
                Code::Agreement,
                node,
                format!("`{}`: the noun should be singular", node.text()),
            ));
        }
        if !single
            && !plural
            && !self.unchanging(node)
            && !node.text().contains("target")
            && !node.text().contains('x')
            && !node.text().starts_with("n ")
        {
            return Err(self.problem(
                Code::Agreement,
                node,
                format!("`{}`: the noun should be plural", node.text()),
            ));
        }
        Ok(())
    }

    /// Whether the noun of a description has one form for one and many: "Merfolk".
    pub(in crate::lower) fn unchanging(&self, node: Node<'_>) -> bool {
        let core = child(node, Rule::np_core).map_or("", Node::text);
        let last = core.rsplit(' ').next().unwrap_or("");
        self.vocab.unchanging(core) || self.vocab.unchanging(last)
    }
}

/// What an `np_quant` says beside its numbers, and beside "other": "each", "or more", "up to".
pub(in crate::lower) fn determiner(quant: Node<'_>) -> &str {
    let words = quant.own().next().unwrap_or("");
    let more = words
        .strip_suffix(" other")
        .or_else(|| words.strip_suffix(" additional"));
    more.unwrap_or(words)
}

/// Whether an `np_quant` leaves something out: "another", "each other".
pub(in crate::lower) fn excepts(quant: Node<'_>) -> bool {
    quant.says("other") || quant.says("another")
}
