//! Keywords on objects (CR 702): names are looked up, arguments must be of the declared shape.

use super::context::{Lower, Lowered, all, child, has};
use crate::diag::Code;
use crate::ir::{Filter, Head, Keyword, KeywordArgument, Noun, Parameter, Predicate, Quantifier};
use crate::vocab::{CardType, Name};
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    /// The keywords of a list.
    pub fn keyword_list(&mut self, node: Node<'_>) -> Lowered<Vec<Keyword>> {
        let mut out = Vec::new();
        for keyword in node
            .children()
            .filter(|n| matches!(n.rule(), Rule::keyword | Rule::keyword_long))
        {
            out.extend(self.keyword(keyword)?);
        }
        Ok(out)
    }

    /// The keywords of a list that says what something has: of those that take a cost, whichever it is ("with mutate").
    pub fn keywords_had(&mut self, node: Node<'_>) -> Lowered<Vec<Keyword>> {
        /// Those with variants that count as the keyword too (CR 702.29f, 702.33c, 702.37b).
        const VARIED: &[&str] = &["cycling", "kicker", "morph"];
        let mut out = Vec::new();
        for keyword in all(node, Rule::keyword) {
            let mut parts = keyword.children();
            let name = parts.next().filter(|first| first.rule() == Rule::kw_name);
            let bare = name.filter(|name| {
                parts.next().is_none()
                    && self.vocab.keyword(name.text()) == Some(Parameter::Cost)
                    && !VARIED.contains(&name.text())
            });
            match bare {
                Some(name) => out.push(Keyword {
                    name: name.text().into(),
                    argument: KeywordArgument::None,
                }),
                None => out.extend(self.keyword(keyword)?),
            }
        }
        Ok(out)
    }

    fn declared(&self, node: Node<'_>, name: &str) -> Lowered<Parameter> {
        match self.vocab.keyword(name) {
            Some(parameter) => Ok(parameter),
            None => {
                let problem = self.problem(
                    Code::UnknownKeyword,
                    node,
                    format!("unknown keyword `{name}`"),
                );
                Err(problem)
            }
        }
    }

    /// One `keyword`; "protection from red and from blue" is two.
    pub fn keyword(&mut self, node: Node<'_>) -> Lowered<Vec<Keyword>> {
        let Some(first) = node.children().next() else {
            return self.not_understood(node);
        };
        let one = |name: &str, argument| {
            vec![Keyword {
                name: Name::from(name),
                argument,
            }]
        };
        match first.rule() {
            Rule::kw_from => {
                let name = if first.says("protection from") {
                    "protection"
                } else {
                    "hexproof"
                };
                self.declared(first, name)?;
                let mut out = Vec::new();
                for quality in all(first, Rule::quality) {
                    let quality = self.quality(quality)?;
                    out.extend(one(name, KeywordArgument::Quality(Box::new(quality))));
                }
                Ok(out)
            }
            Rule::kw_partner => {
                let Some(card) = child(first, Rule::partner_name) else {
                    return self.not_understood(first);
                };
                self.declared(first, "partner with")?;
                let card = self
                    .vocab
                    .card(card.text())
                    .unwrap_or_else(|| super::title(card.text()));
                Ok(one("partner with", KeywordArgument::Card(card)))
            }
            Rule::kw_object => {
                let noun = self.need(first, Rule::noun)?;
                let name = first.own().next().unwrap_or("");
                let name = name.strip_suffix(" for").unwrap_or(name);
                self.declared(first, name)?;
                // CR 702.72a: one permanent is championed, of its controller's choice.
                let words = noun.text();
                if name == "champion" && !(words.starts_with("a ") || words.starts_with("an ")) {
                    return self.not_understood(noun);
                }
                let of = match name {
                    "affinity" => super::phrase::quantity::set(self.quality_of(|w| w.noun(noun))?),
                    "enchant" => self.quality_of(|w| w.noun(noun))?,
                    _ => self.anything(|w| w.noun(noun))?,
                };
                Ok(one(name, KeywordArgument::Quality(Box::new(of))))
            }
            Rule::kw_equip => {
                let name = first.text().split([' ', '—', '-']).next().unwrap_or("");
                self.declared(first, name)?;
                let cost = match first.children().last() {
                    Some(cost) if matches!(cost.rule(), Rule::cost_mana | Rule::cost) => {
                        self.cost(cost)?
                    }
                    _ => return self.not_understood(first),
                };
                match child(first, Rule::np_desc) {
                    Some(quality) => {
                        let quality = self.quality_of(|w| w.described(quality))?;
                        Ok(one(
                            name,
                            KeywordArgument::QualityCost(Box::new(quality), cost),
                        ))
                    }
                    None => Ok(one(name, KeywordArgument::Cost(cost))),
                }
            }
            Rule::kw_number_cost => {
                let name = first.text().split(' ').next().unwrap_or("");
                self.declared(first, name)?;
                let n = self.need(first, Rule::num)?;
                let n = self.number(n)?;
                let cost = self.need(first, Rule::cost)?;
                Ok(one(name, KeywordArgument::NumberCost(n, self.cost(cost)?)))
            }
            Rule::kw_splice => {
                self.declared(first, "splice")?;
                let core = self.need(first, Rule::np_core)?;
                let (filter, _) = self.bare_filter(core)?;
                let cost = match first.children().last() {
                    Some(cost) if matches!(cost.rule(), Rule::mana | Rule::cost) => {
                        self.cost(cost)?
                    }
                    _ => return self.not_understood(first),
                };
                let onto = Noun::Described {
                    quantifier: Quantifier::Any,
                    filter,
                };
                Ok(one(
                    "splice",
                    KeywordArgument::QualityCost(Box::new(onto), cost),
                ))
            }
            Rule::kw_landwalk => self.landwalk(first),
            Rule::kw_name => self.plain_keyword(node, first),
            _ => self.not_understood(first),
        }
    }

    fn plain_keyword(&mut self, node: Node<'_>, name_node: Node<'_>) -> Lowered<Vec<Keyword>> {
        let name = name_node.text();
        if self.vocab.keyword(name).is_none()
            && let Some(keywords) = self.walk_or_cycling(node, name)?
        {
            return Ok(keywords);
        }
        let parameter = self.declared(name_node, name)?;
        if has(node, Rule::q_where) {
            return self.not_understood(node);
        }
        let mut costs = Vec::new();
        for cost in node
            .children()
            .filter(|n| matches!(n.rule(), Rule::mana | Rule::cost_mana | Rule::cost))
        {
            costs.push(self.cost(cost)?);
        }
        // CR 702.33b: two costs are two kicker abilities.
        if name == "kicker" && costs.len() == 2 && node.says("and/or") {
            let kicker = |cost| Keyword {
                name: Name::from(name),
                argument: KeywordArgument::Cost(cost),
            };
            return Ok(costs.into_iter().map(kicker).collect());
        }
        let number = child(node, Rule::num);
        let argument = match (parameter, number, costs.len()) {
            (Parameter::None | Parameter::Quality, None, 0) => KeywordArgument::None,
            (Parameter::Number, Some(n), 0) => KeywordArgument::Number(self.number(n)?),
            (Parameter::Cost | Parameter::QualityCost, None, 1) => {
                KeywordArgument::Cost(costs.remove(0))
            }
            (
                Parameter::Number
                | Parameter::Cost
                | Parameter::NumberCost
                | Parameter::QualityCost
                | Parameter::Subtype,
                None,
                0,
            ) => {
                let (what, example) = match parameter {
                    Parameter::Number => ("a number", "2"),
                    Parameter::NumberCost => ("a number and a cost", "2—{1}{G}"),
                    Parameter::Subtype => ("a subtype", "Goblin"),
                    Parameter::None
                    | Parameter::Cost
                    | Parameter::Quality
                    | Parameter::QualityCost => ("a cost", "{2}"),
                };
                let message = format!("`{name}` needs {what}");
                let mut problem = self.problem(Code::MissingArgument, name_node, message);
                problem.help.push(format!(
                    "write {what} after it, as in `{} {example}`",
                    super::title(name)
                ));
                return Err(problem);
            }
            _ => {
                let argument = node.children().find(|n| n.start() > name_node.start());
                let takes = match parameter {
                    Parameter::None => "nothing after it",
                    Parameter::Number => "a number",
                    Parameter::Cost => "a cost",
                    Parameter::Quality => "a quality, as in `from red`",
                    Parameter::Subtype => "a subtype",
                    Parameter::NumberCost => "a number and a cost",
                    Parameter::QualityCost => "a quality and a cost",
                };
                return Err(self.problem(
                    Code::UnexpectedArgument,
                    argument.unwrap_or(node),
                    format!("`{name}` takes {takes}"),
                ));
            }
        };
        Ok(vec![Keyword {
            name: Name::from(name),
            argument,
        }])
    }

    /// "Swampwalk", "islandcycling {2}" (CR 702.14, 702.29e).
    fn walk_or_cycling(&mut self, node: Node<'_>, name: &str) -> Lowered<Option<Vec<Keyword>>> {
        if let Some(stem) = name.strip_suffix("walk") {
            return Ok(match self.vocab.subtype(stem) {
                Some((subtype, Some(CardType::Land), _)) => Some(vec![Keyword {
                    name: "landwalk".into(),
                    argument: KeywordArgument::Subtype(subtype),
                }]),
                _ => None,
            });
        }
        if let Some(stem) = name.strip_suffix("cycling") {
            // "Basic landcycling" and the like are of a quality (CR 702.29e).
            let predicates = match stem {
                "basic land" => vec![
                    Predicate::Supertype(crate::vocab::Supertype::Basic),
                    Predicate::Type(CardType::Land),
                ],
                _ => match CardType::from_word(stem) {
                    Some(kind) => vec![Predicate::Type(kind)],
                    None => match self.vocab.subtype(stem) {
                        Some((subtype, _, _)) => vec![Predicate::Subtype(subtype)],
                        None => return Ok(None),
                    },
                },
            };
            let Some(cost) = node
                .children()
                .find(|n| matches!(n.rule(), Rule::mana | Rule::cost_mana | Rule::cost))
            else {
                return Ok(None);
            };
            let cost = self.cost(cost)?;
            let card = Noun::Described {
                quantifier: Quantifier::Any,
                filter: Filter {
                    head: Head::Card,
                    predicates,
                },
            };
            return Ok(Some(vec![Keyword {
                name: "typecycling".into(),
                argument: KeywordArgument::QualityCost(Box::new(card), cost),
            }]));
        }
        Ok(None)
    }

    fn landwalk(&mut self, node: Node<'_>) -> Lowered<Vec<Keyword>> {
        let word = super::words::text_of(node, Rule::landwalk_word).unwrap_or("");
        if word != "landwalk" {
            return match self.walk_or_cycling(node, word)? {
                Some(keywords) if node.text() == word => Ok(keywords),
                _ => self
                    .declared(node, node.text())
                    .and_then(|_| self.not_understood(node)),
            };
        }
        let predicate = if node.says("nonbasic") {
            Predicate::Not(Box::new(Predicate::Supertype(
                crate::vocab::Supertype::Basic,
            )))
        } else if let Some(s) = child(node, Rule::supertype).and_then(super::words::supertype) {
            Predicate::Supertype(s)
        } else {
            return self.not_understood(node);
        };
        Ok(vec![walk(vec![predicate, Predicate::Type(CardType::Land)])])
    }

    /// A quality that "protection from" or "hexproof from" names (CR 702.11d, 702.16).
    fn quality(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let source = |predicates| Noun::Described {
            quantifier: Quantifier::All,
            filter: Filter {
                head: Head::Object,
                predicates,
            },
        };
        if let Some(noun) = child(node, Rule::noun) {
            return Ok(super::phrase::quantity::set(
                self.quality_of(|w| w.noun(noun))?,
            ));
        }
        if let Some(color) = child(node, Rule::color).and_then(super::words::color) {
            return Ok(source(vec![Predicate::Color(color)]));
        }
        Ok(source(match node.text() {
            "everything" => Vec::new(),
            "all colors" | "each color" => vec![Predicate::Not(Box::new(Predicate::Colorless))],
            "colorless" => vec![Predicate::Colorless],
            "multicolored" => vec![Predicate::Multicolored],
            "monocolored" => vec![Predicate::Monocolored],
            "the chosen color" => vec![Predicate::OfChosen(crate::ir::noun::Shared::Color)],
            "the color of your choice" => vec![Predicate::OfChoice(crate::ir::noun::Shared::Color)],
            "your opponents" => {
                return Ok(Noun::Described {
                    quantifier: Quantifier::All,
                    filter: Filter {
                        head: Head::Opponent,
                        predicates: Vec::new(),
                    },
                });
            }
            _ => return self.not_understood(node),
        }))
    }
}

/// Landwalk of lands that fit (CR 702.14a).
fn walk(predicates: Vec<Predicate>) -> Keyword {
    Keyword {
        name: "landwalk".into(),
        argument: KeywordArgument::Quality(Box::new(Noun::Described {
            quantifier: Quantifier::Any,
            filter: Filter {
                head: Head::Permanent,
                predicates,
            },
        })),
    }
}
