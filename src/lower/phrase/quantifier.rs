//! How many of a noun are meant, and who picks them (CR 115, 608.2).

use crate::diag::Code;
use crate::ir::{Count, Quantifier, Quantity};
use crate::lower::context::{Lower, Lowered, all, child, find, has};
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    pub(in crate::lower) fn target_count(&mut self, node: Node<'_>) -> Lowered<Count> {
        if has(node, Rule::tc_more) {
            return Ok(Count::OneOrMore);
        }
        if has(node, Rule::tc_any) {
            return Ok(Count::AnyNumber);
        }
        if let Some(range) = child(node, Rule::tc_range) {
            return self.range(range);
        }
        let n = match (child(node, Rule::num), child(node, Rule::q_that)) {
            (Some(n), _) => self.number(n)?,
            (None, Some(that)) => self.that_amount(that)?,
            _ => return self.not_understood(node),
        };
        Ok(match (has(node, Rule::up_to), n) {
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
        if has(quant, Rule::qt_target) || has(quant, Rule::qt_other_target) {
            let count = match child(quant, Rule::target_count) {
                Some(count) => self.target_count(count)?,
                None => Count::One,
            };
            let single = matches!(count, Count::One | Count::UpTo(Quantity::Number(1)));
            self.agree(node, single, plural)?;
            return Ok(Quantifier::Target(count));
        }
        let Some(first) = quant.children().next() else {
            return self.not_understood(quant);
        };
        let count = match first.rule() {
            Rule::qt_each => {
                self.agree(node, true, plural)?;
                return Ok(Quantifier::Each);
            }
            Rule::qt_all => {
                if !self.bare {
                    self.agree(node, false, plural)?;
                }
                return Ok(Quantifier::All);
            }
            Rule::qt_no => return Ok(Quantifier::No),
            Rule::qt_any => return Ok(Quantifier::Any),
            Rule::qt_the => return Ok(Quantifier::The),
            Rule::qt_possessive if node.text().starts_with("your opponents") => {
                return Ok(Quantifier::All);
            }
            // "Two or more creatures" of which no one chooses any: so many there are.
            Rule::qt_one_or_more | Rule::qt_at_least
                if self.any && !quant.text().starts_with("one or more") =>
            {
                let n = match find(first, Rule::num) {
                    Some(n) => self.number(n)?,
                    None => return self.not_understood(quant),
                };
                let comparison = if quant.text().contains("or fewer") {
                    crate::ir::Comparison::AtMost
                } else {
                    crate::ir::Comparison::AtLeast
                };
                return Ok(Quantifier::Counted(comparison, n));
            }
            // "Your commander": the one that its owner has (CR 903.3).
            Rule::qt_possessive if has(first, Rule::poss_your) => return Ok(Quantifier::The),
            Rule::qt_other => {
                // "Other Merfolk": some plurals look like their singulars.
                return Ok(if plural || node.rule() != Rule::fe_other {
                    Quantifier::All
                } else {
                    Quantifier::Any
                });
            }
            Rule::qt_a | Rule::qt_another => {
                self.agree(node, true, plural)?;
                if random {
                    return Ok(Quantifier::Random(Count::One));
                }
                return Ok(one(self));
            }
            Rule::qt_any_number => Count::AnyNumber,
            Rule::qt_one_or_more if quant.text().starts_with("one or more") => {
                if self.any {
                    return Ok(Quantifier::Any);
                }
                Count::OneOrMore
            }
            Rule::qt_up_to => match (find(first, Rule::num), find(first, Rule::q_that)) {
                (Some(n), _) => Count::UpTo(self.number(n)?),
                (None, Some(that)) => Count::UpTo(self.that_amount(that)?),
                _ => return self.not_understood(quant),
            },
            Rule::qt_range => self.range(first)?,
            Rule::qt_that_many => {
                let amount = self.last_amount(first)?;
                Count::Exactly(if first.text().starts_with("twice") {
                    Quantity::Times(2, Box::new(amount))
                } else {
                    amount
                })
            }
            Rule::qt_num => {
                let n = self.need(first, Rule::num)?;
                match self.number(n)? {
                    Quantity::Number(1) => {
                        self.agree(node, true, plural)?;
                        Count::One
                    }
                    n => {
                        self.agree(node, false, plural)?;
                        Count::Exactly(n)
                    }
                }
            }
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
