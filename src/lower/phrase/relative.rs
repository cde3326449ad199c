//! Relative clauses and participles: what things did, what they are.

use crate::diag::Code;
use crate::ir::{
    Binding, Filter, Head, Noun, Predicate,
    event::{Event, EventVerb},
};
use crate::lower::{
    context::{Lower, Lowered, child, find, has},
    phrase::{
        filter::{combat, window},
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
        let Some(inner) = node.children().next() else {
            return self.not_understood(node);
        };
        match inner.rule() {
            Rule::pv_this_way => {
                if let Some(zone) = child(inner, Rule::zone_ref) {
                    // Those of the cards just milled or put somewhere that went there.
                    let binding = self
                        .said
                        .this_way("milled")
                        .or_else(|| self.said.this_way("put"));
                    let (Some(binding), Head::Card) = (binding, head) else {
                        return self.dangling(inner);
                    };
                    let (zone, whose) = self.zone_ref(zone)?;
                    return Ok(vec![Predicate::InZone(zone, whose), Predicate::In(binding)]);
                }
                let done = words::text_of(inner, Rule::pv_word).unwrap_or_default();
                match self.said.this_way(done) {
                    Some(binding) => Ok(vec![Predicate::In(binding)]),
                    None => self.dangling(inner),
                }
            }
            Rule::pv_with if inner.text().starts_with("exiled") => {
                match inner.children().next().map(Node::rule) {
                    Some(Rule::np_self | Rule::np_pronoun) => {
                        Ok(vec![Predicate::In(Binding::Linked)])
                    }
                    _ => self.not_understood(inner),
                }
            }
            Rule::pv_damaged => {
                let by = match inner
                    .children()
                    .find(|n| !matches!(n.rule(), Rule::combat_kind | Rule::window))
                {
                    Some(by) => Some(self.anything(|w| w.item(by, Want::Object))?),
                    None => None,
                };
                let Some(window) = child(inner, Rule::window).and_then(|w| window(w.text())) else {
                    return self.not_understood(inner);
                };
                let combat = combat(inner);
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
            _ => self.not_understood(inner),
        }
    }

    /// "That's a Goblin", "that was dealt damage this turn", "who controls".
    pub(in crate::lower) fn relative(
        &mut self,
        node: Node<'_>,
        _head: Head,
    ) -> Lowered<Vec<Predicate>> {
        let negative = has(node, Rule::rel_not)
            || node.text().starts_with("that isn't")
            || node.text().starts_with("that aren't");
        if let Some(is) = child(node, Rule::that_is) {
            let Some(what) = is.children().next() else {
                return self.not_understood(is);
            };
            let filter = self.is_filter(what)?;
            return Ok(if negative {
                if filter.predicates.len() != 1 {
                    return self.not_understood(node);
                }
                filter
                    .predicates
                    .into_iter()
                    .map(|p| Predicate::Not(Box::new(p)))
                    .collect()
            } else {
                filter.predicates
            });
        }
        let clause = self.need(node, Rule::rel_clause)?;
        let Some(inner) = clause.children().next() else {
            return self.not_understood(clause);
        };
        Ok(match inner.rule() {
            Rule::rc_shares => {
                self.shares_one(inner)?;
                let Some(what) = find(inner, Rule::shared_word).and_then(|w| shared(w.text()))
                else {
                    return self.not_understood(inner);
                };
                let noun = inner.children().last();
                let with = match noun {
                    Some(noun) => self.anything(|w| w.item(noun, Want::Object))?,
                    None => return self.not_understood(inner),
                };
                let shares = Predicate::Shares(what, Box::new(with));
                vec![if has(inner, Rule::rel_not) {
                    Predicate::Not(Box::new(shares))
                } else {
                    shares
                }]
            }
            Rule::rc_targets
                if !inner.text().starts_with("could") && !has(inner, Rule::only_word) =>
            {
                let noun = self.need(inner, Rule::noun)?;
                vec![Predicate::Targets(Box::new(self.any_of(noun)?))]
            }
            Rule::rc_past | Rule::rc_not_past => {
                let past = self.need(inner, Rule::past_pred)?;
                let Some(window) = child(inner, Rule::window).and_then(|w| window(w.text())) else {
                    return self.not_understood(inner);
                };
                let event = self.past_event(past, None)?;
                let did = Predicate::Did(Box::new(event), window);
                vec![if inner.rule() == Rule::rc_not_past {
                    Predicate::Not(Box::new(did))
                } else {
                    did
                }]
            }
            Rule::rc_has => {
                let negative = inner.text().starts_with("doesn't");
                let out = match inner.children().next() {
                    Some(what) if what.rule() == Rule::with_counters => {
                        vec![self.with_counters(what)?]
                    }
                    Some(what) if what.rule() == Rule::with_stat => self.stat(what)?,
                    Some(what) if what.rule() == Rule::with_keywords => {
                        let list = self.need(what, Rule::keyword_list)?;
                        self.keyword_list(list)?
                            .into_iter()
                            .map(Predicate::Has)
                            .collect()
                    }
                    _ => return self.not_understood(inner),
                };
                if negative {
                    out.into_iter()
                        .map(|p| Predicate::Not(Box::new(p)))
                        .collect()
                } else {
                    out
                }
            }
            _ => return self.not_understood(inner),
        })
    }

    /// What "is" says of a thing, as a description: an `is_*` node.
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
            Rule::is_color => {
                let mut predicates = Vec::new();
                for part in node.children() {
                    match part.rule() {
                        Rule::color => predicates.extend(words::color(part).map(Predicate::Color)),
                        Rule::is_both => {}
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
            Rule::is_relation => match node.children().next() {
                Some(inner) => object(vec![self.relation(inner)?]),
                None => return self.not_understood(node),
            },
            Rule::is_same => match find(node, Rule::shared_word).and_then(|w| shared(w.text())) {
                Some(what) if node.text().contains("chosen") => {
                    object(vec![Predicate::OfChosen(what)])
                }
                None if node.text() == "of the chosen type" => {
                    object(vec![Predicate::OfChosen(self.chosen_type(node)?)])
                }
                _ => return self.not_understood(node),
            },
            Rule::is_noun => {
                let noun = self.need(node, Rule::noun)?;
                let mut items = noun.children();
                match (items.next(), items.next()) {
                    // "Is a Merfolk": the noun's one form does not say how many.
                    (Some(one), None) if self.is_bare(one) => {
                        let message = format!("`{}` does not say how many", one.text());
                        return Err(self.problem(Code::MissingDeterminer, one, message));
                    }
                    (Some(one), None) if one.rule() == Rule::np_desc => {
                        match self.anything(|w| w.described(one))? {
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
