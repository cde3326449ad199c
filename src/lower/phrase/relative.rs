//! Relative clauses and participles: what things did, what they are.

use crate::diag::Code;
use crate::ir::{
    Filter, Head, Noun, Predicate,
    event::{Event, EventVerb},
};
use crate::lower::{
    context::{Lower, Lowered, child, find, has},
    phrase::{
        filter::{combat, none, window},
        noun::{Want, shared},
    },
    words,
};
use crate::vocab::Zone;
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    pub(in crate::lower) fn past_modifier(
        &mut self,
        node: Node<'_>,
        head: Head,
    ) -> Lowered<Vec<Predicate>> {
        if node.says("this way") {
            if let Some(zone) = child(node, Rule::zone_ref) {
                // Those of the cards just milled or put somewhere that went there.
                let binding = self
                    .said
                    .this_way("milled")
                    .or_else(|| self.said.this_way("put"));
                let (Some(binding), Head::Card) = (binding, head) else {
                    return self.dangling(node);
                };
                let (zone, whose) = self.zone_ref(zone)?;
                return Ok(vec![Predicate::InZone(zone, whose), Predicate::In(binding)]);
            }
            let done = words::text_of(node, Rule::pv_word).unwrap_or_default();
            return match self.said.this_way(done) {
                Some(binding) => Ok(vec![Predicate::In(binding)]),
                None => self.dangling(node),
            };
        }
        let window = child(node, Rule::window).and_then(|w| window(w.text()));
        let (Some(window), true) = (window, node.says("dealt")) else {
            return self.not_understood(node);
        };
        let mut others = node.children();
        let by = others.find(|n| !matches!(n.rule(), Rule::combat_kind | Rule::window));
        let by = match by {
            Some(by) => Some(self.anything(|w| w.item(by, Want::Object))?),
            None => None,
        };
        let combat = combat(node);
        Ok(vec![Predicate::Did(
            Box::new(Event {
                verb: EventVerb::IsDealtDamage { combat },
                subject: None,
                object: by,
                batch: false,
            }),
            window,
        )])
    }

    /// "That's a Goblin", "that was dealt damage this turn", "who controls".
    pub(in crate::lower) fn relative(
        &mut self,
        node: Node<'_>,
        _head: Head,
    ) -> Lowered<Vec<Predicate>> {
        let Some(what) = node.children().next() else {
            return self.not_understood(node);
        };
        if what.rule() == Rule::rel_clause {
            return self.relative_clause(what);
        }
        let filter = self.is_filter(what)?;
        let not = ["not", "isn't", "aren't"].iter().any(|not| node.says(not));
        if not && filter.predicates.len() != 1 {
            return self.not_understood(node);
        }
        Ok(if not {
            none(filter.predicates)
        } else {
            filter.predicates
        })
    }

    /// What a relative clause says by a verb of its own.
    fn relative_clause(&mut self, node: Node<'_>) -> Lowered<Vec<Predicate>> {
        let Some(what) = node.children().next() else {
            return self.not_understood(node);
        };
        let said = node.said();
        let out = match what.rule() {
            Rule::shared_word => {
                self.shares_one(node)?;
                let (Some(what), Some(noun)) = (shared(what.text()), node.children().nth(1)) else {
                    return self.not_understood(node);
                };
                let with = self.anything(|w| w.item(noun, Want::Object))?;
                vec![Predicate::Shares(what, Box::new(with))]
            }
            Rule::noun if matches!(said.as_str(), "target" | "targets") => {
                vec![Predicate::Targets(Box::new(self.any_of(what)?))]
            }
            Rule::past_pred => {
                let Some(window) = child(node, Rule::window).and_then(|w| window(w.text())) else {
                    return self.not_understood(node);
                };
                if said.starts_with("didn't") != super::predicate::is_base_form(what) {
                    return self.not_understood(what);
                }
                vec![Predicate::Did(
                    Box::new(self.past_event(what, None)?),
                    window,
                )]
            }
            Rule::with_counters => vec![self.counters(what)?],
            Rule::with_stat => self.stat(what)?,
            Rule::keyword_list => {
                let keywords = self.keywords_had(what)?;
                keywords.into_iter().map(Predicate::Has).collect()
            }
            _ => return self.not_understood(node),
        };
        let not = matches!(
            said.split(' ').next(),
            Some("doesn't" | "didn't" | "haven't" | "hasn't" | "wasn't" | "weren't")
        );
        Ok(if not { none(out) } else { out })
    }

    /// What "is" says of a thing, as a description.
    pub fn is_filter(&mut self, node: Node<'_>) -> Lowered<Filter> {
        let object = |predicates| Filter {
            head: Head::Object,
            predicates,
        };
        Ok(match node.rule() {
            Rule::is_state => {
                let mut alternatives = Vec::new();
                for word in node.text().split(" or ") {
                    alternatives.push(match word {
                        "attacking" => Predicate::Attacking(None),
                        "blocking" => Predicate::Blocking(None),
                        "blocked" => Predicate::Blocked(None),
                        "unblocked" => Predicate::Unblocked,
                        "tapped" => Predicate::Tapped,
                        "untapped" => Predicate::Not(Box::new(Predicate::Tapped)),
                        "enchanted" => Predicate::Enchanted,
                        "equipped" => Predicate::Equipped,
                        "face down" | "face-down" => Predicate::FaceDown,
                        "face up" => Predicate::Not(Box::new(Predicate::FaceDown)),
                        "modified" => Predicate::Modified,
                        "exiled" => Predicate::InZone(Zone::Exile, None),
                        "monstrous" | "renowned" => Predicate::Designated(word.into()),
                        _ => return self.not_understood(node),
                    });
                }
                if alternatives.len() == 1 {
                    object(alternatives)
                } else {
                    object(vec![Predicate::AnyOf(
                        alternatives.into_iter().map(|p| vec![p]).collect(),
                    )])
                }
            }
            Rule::is_color if node.text() == "one or more colors" => {
                object(vec![Predicate::Not(Box::new(Predicate::Colorless))])
            }
            Rule::is_color => {
                let mut predicates = Vec::new();
                for part in node.children() {
                    match part.rule() {
                        Rule::color => predicates.extend(words::color(part).map(Predicate::Color)),
                        _ => predicates.push(self.plain_adjective(part)?),
                    }
                }
                if predicates.len() > 1 && node.text().contains(" or ") {
                    predicates = vec![Predicate::AnyOf(
                        predicates.into_iter().map(|p| vec![p]).collect(),
                    )];
                }
                object(predicates)
            }
            Rule::is_zone => {
                let zone = self.need(node, Rule::zone_ref)?;
                let (zone, whose) = self.zone_ref(zone)?;
                object(vec![Predicate::InZone(zone, whose)])
            }
            Rule::pm_relation => object(vec![self.relation(node)?]),
            Rule::is_same => match find(node, Rule::shared_word).and_then(|w| shared(w.text())) {
                Some(what) if node.text().contains("chosen") => {
                    object(vec![Predicate::OfChosen(what)])
                }
                None if node.text() == "of the chosen type" => {
                    object(vec![Predicate::OfChosen(self.chosen_type(node)?)])
                }
                _ => return self.not_understood(node),
            },
            Rule::is_either => {
                let mut alternatives = Vec::new();
                let mut head = None;
                for item in node.children() {
                    let filter = match self.anything(|w| w.item(item, Want::Object))? {
                        Noun::Described { filter, .. } => filter,
                        _ => return self.not_understood(item),
                    };
                    if *head.get_or_insert(filter.head) != filter.head {
                        return self.not_understood(item);
                    }
                    alternatives.push(filter.predicates);
                }
                Filter {
                    head: head.unwrap_or(Head::Object),
                    predicates: vec![Predicate::AnyOf(alternatives)],
                }
            }
            Rule::noun => {
                let mut items = node.children();
                match (items.next(), items.next()) {
                    // "Is a Merfolk": the noun's one form does not say how many.
                    (Some(one), None) if self.is_bare(one) => {
                        let message = format!("`{}` does not say how many", one.text());
                        return Err(self.problem(Code::MissingDeterminer, one, message));
                    }
                    (Some(one), None) if one.rule() == Rule::np_desc => {
                        match self.anything(|w| w.described(one))? {
                            // One thing is a Plains, not all Plains.
                            Noun::Described { .. } if one.text().starts_with("all ") => {
                                return self.not_understood(node);
                            }
                            Noun::Described { filter, .. } => filter,
                            _ => return self.not_understood(node),
                        }
                    }
                    _ => return self.not_understood(node),
                }
            }
            _ => return self.not_understood(node),
        })
    }
}

impl Lower<'_> {
    /// Whether a description of one thing stands without a determiner, and its noun could be a plural.
    fn is_bare(&self, node: Node<'_>) -> bool {
        node.rule() == Rule::np_desc && !has(node, Rule::np_quant) && self.unchanging(node)
    }

    /// "Shares a color": one of them is enough, while there is only one name.
    pub(in crate::lower) fn shares_one(&self, node: Node<'_>) -> Lowered<()> {
        let Some(word) = find(node, Rule::shared_word) else {
            return Ok(());
        };
        let before = node.text().get(..word.start().saturating_sub(node.start()));
        if before.is_some_and(|before| before.ends_with("share ") || before.ends_with("shares ")) {
            let message = format!("`{}` does not say how many", word.text());
            return Err(self.problem(Code::MissingDeterminer, word, message));
        }
        Ok(())
    }
}
