//! What a condition says of its subject (CR 603.4): what it is, has, controls or has done.

use crate::ir::{
    Comparison, Condition, Event, EventVerb, Filter, Head, Noun, Predicate, Quantifier, Quantity,
    event::Window, quantity::Attribute,
};
use crate::lower::phrase::condition::negate;
use crate::lower::{
    context::{Lower, Lowered, child, has},
    phrase::{filter::window, noun::Want},
};
use crate::vocab::Zone;
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    pub(in crate::lower) fn predicate_condition(
        &mut self,
        node: Node<'_>,
        subject: &Noun,
    ) -> Lowered<Condition> {
        Ok(match node.rule() {
            Rule::cp_control => {
                if has(node, Rule::with_different) || node.text().contains("controlled") {
                    return self.not_understood(node);
                }
                let noun = self.need(node, Rule::noun)?;
                let controls = self.controls(subject.clone(), noun, has(node, Rule::exactly))?;
                negate(controls, has(node, Rule::cp_neg))
            }
            Rule::cp_foretold => {
                let name = node.text().split(' ').nth(1).unwrap_or_default();
                Condition::DesignatedEarlier(subject.clone(), name.into())
            }
            Rule::cp_came => Condition::CameUnderControl(subject.clone()),
            Rule::cp_have_more => self.more_than(node, subject)?,
            Rule::cp_have => {
                let condition = self.have(node, subject)?;
                negate(condition, has(node, Rule::cp_neg))
            }
            Rule::cp_is => {
                let not = has(node, Rule::cond_not);
                let Some(what) = node
                    .children()
                    .find(|n| !matches!(n.rule(), Rule::cond_not | Rule::cp_past))
                else {
                    return self.not_understood(node);
                };
                if has(node, Rule::cp_past) {
                    // What is no longer there is looked at as it last was (CR 608.2h).
                    return match what.rule() {
                        _ if *subject == Noun::This && !self.gone => self.not_understood(node),
                        Rule::is_noun if self.single_thing(what) => self.not_understood(node),
                        Rule::is_noun | Rule::is_color | Rule::is_state | Rule::is_relation => {
                            let was = Condition::Was(subject.clone(), self.is_filter(what)?);
                            Ok(negate(was, not))
                        }
                        _ => self.not_understood(node),
                    };
                }
                let condition = match what.rule() {
                    Rule::is_monarch if what.text() == "the monarch" => {
                        Condition::Designated(subject.clone(), "monarch".into())
                    }
                    // CR 122.1f.
                    Rule::is_monarch if what.text() == "poisoned" => {
                        Condition::Designated(subject.clone(), "poisoned".into())
                    }
                    Rule::is_noun if self.single_thing(what) => {
                        let noun = self.need(what, Rule::noun)?;
                        Condition::Same(subject.clone(), self.noun(noun)?)
                    }
                    Rule::is_zone if matches!(subject, Noun::Described { .. }) => {
                        let filter = self.is_filter(what)?;
                        let (comparison, n) = match subject {
                            Noun::Described {
                                quantifier: Quantifier::No,
                                ..
                            } => (Comparison::Equal, 0),
                            _ => (Comparison::AtLeast, 1),
                        };
                        match subject.clone() {
                            Noun::Described {
                                filter: mut described,
                                ..
                            } => {
                                described.predicates.extend(filter.predicates);
                                let noun = Noun::Described {
                                    quantifier: Quantifier::All,
                                    filter: described,
                                };
                                Condition::Exist(noun, comparison, Quantity::Number(n))
                            }
                            _ => return self.not_understood(node),
                        }
                    }
                    _ => Condition::Is(subject.clone(), self.is_filter(what)?),
                };
                negate(condition, not)
            }
            // "You gained 4 or more life this turn".
            Rule::cp_event_past
                if child(node, Rule::past_pred).is_some_and(|past| {
                    past.children().next().is_some_and(|p| has(p, Rule::num))
                        && matches!(
                            past.children().next().map(Node::rule),
                            Some(Rule::pp_gained | Rule::pp_lost)
                        )
                }) =>
            {
                let past = self.need(node, Rule::past_pred)?;
                let Some(inner) = past.children().next() else {
                    return self.not_understood(past);
                };
                let n = self.need(inner, Rule::num)?;
                let n = self.number(n)?;
                let Some(window) = child(node, Rule::window).and_then(|w| window(w.text())) else {
                    return self.not_understood(node);
                };
                let verb = if inner.rule() == Rule::pp_gained {
                    EventVerb::GainsLife
                } else {
                    EventVerb::LosesLife
                };
                let event = Event {
                    verb,
                    subject: Some(subject.clone()),
                    object: None,
                    batch: false,
                };
                Condition::Compare(
                    Quantity::History(Box::new(event), window, crate::ir::quantity::Tally::Amount),
                    Comparison::AtLeast,
                    n,
                )
            }
            Rule::cp_event_past => self.happened(node, subject)?,
            Rule::cp_attacking => return self.not_understood(node),
            Rule::cp_cast_it => {
                if node.text().starts_with("cast them") {
                    return self.not_understood(node);
                }
                if has(node, Rule::ci_main) {
                    if *subject != Noun::You {
                        return self.not_understood(node);
                    }
                    return Ok(Condition::CastDuring(
                        Noun::This,
                        Some(crate::ir::Whose::Yours),
                        crate::ir::condition::TurnPart::MainPhase,
                    ));
                }
                let from = match child(node, Rule::ci_from) {
                    Some(from) => {
                        let zone = self.need(from, Rule::zone_ref)?;
                        match self.zone_ref(zone)? {
                            (zone, Some(whose)) if *whose == *subject => Some(zone),
                            _ => return self.not_understood(from),
                        }
                    }
                    None => None,
                };
                Condition::WasCast(Noun::This, Some(Box::new(subject.clone())), from)
            }
            Rule::cp_targets => {
                let noun = self.need(node, Rule::noun)?;
                let what = self.anything(|w| w.noun(noun))?;
                let filter = Filter {
                    head: Head::Object,
                    predicates: vec![Predicate::Targets(Box::new(what))],
                };
                negate(
                    Condition::Is(subject.clone(), filter),
                    has(node, Rule::cp_neg),
                )
            }
            Rule::cp_was_cast => {
                let from = match child(node, Rule::ci_from) {
                    Some(from) => {
                        let zone = self.need(from, Rule::zone_ref)?;
                        match self.zone_ref(zone)? {
                            (zone, Some(whose)) if *whose == Noun::You => Some(zone),
                            (zone @ Zone::Exile, None) => Some(zone),
                            _ => return self.not_understood(from),
                        }
                    }
                    None => None,
                };
                Condition::WasCast(subject.clone(), None, from)
            }
            Rule::cp_remains => {
                let Some(state) = node.children().next() else {
                    let filter = if node.text().ends_with("battlefield") {
                        vec![Predicate::InZone(Zone::Battlefield, None)]
                    } else {
                        vec![Predicate::ControlledBy(Box::new(Noun::You))]
                    };
                    return Ok(Condition::Is(
                        subject.clone(),
                        Filter {
                            head: Head::Object,
                            predicates: filter,
                        },
                    ));
                };
                Condition::Is(subject.clone(), self.is_filter(state)?)
            }
            // "It shares a creature type with that card".
            Rule::cp_share if node.text().starts_with("shares a ") => {
                let shared = self.need(node, Rule::shared_word)?;
                let Some(shared) = crate::lower::phrase::noun::shared(shared.text()) else {
                    return self.not_understood(shared);
                };
                let Some(other) = node.children().find(|n| n.rule() != Rule::shared_word) else {
                    return self.not_understood(node);
                };
                let other = self.item(other, Want::Object)?;
                let filter = Filter {
                    head: Head::Object,
                    predicates: vec![Predicate::Shares(shared, Box::new(other))],
                };
                Condition::Is(subject.clone(), filter)
            }
            _ => return self.not_understood(node),
        })
    }

    /// "A creature card is discarded this way": whether what the action before acted on includes one.
    pub(in crate::lower) fn done_this_way(
        &mut self,
        node: Node<'_>,
        subject: Node<'_>,
    ) -> Lowered<Condition> {
        let done = self.need(node, Rule::pv_word)?;
        let known = matches!(
            done.text(),
            "exiled" | "revealed" | "discarded" | "sacrificed" | "destroyed" | "milled"
        );
        if !known {
            return self.not_understood(node);
        }
        let Some(binding) = self.said.this_way(done.text()) else {
            return self.dangling(done);
        };
        if !node.text().ends_with("this way") {
            return self.not_understood(node);
        }
        let (comparison, n, noun) = self.counted(subject)?;
        let Noun::Described {
            quantifier,
            mut filter,
        } = noun
        else {
            return self.not_understood(node);
        };
        filter.predicates.push(Predicate::In(binding));
        crate::lower::phrase::filter::order(&mut filter.predicates);
        let noun = Noun::Described { quantifier, filter };
        Ok(Condition::Exist(noun, comparison, n))
    }

    pub(in crate::lower) fn single_thing(&self, node: Node<'_>) -> bool {
        child(node, Rule::noun)
            .and_then(|n| n.children().next())
            .is_some_and(|n| !matches!(n.rule(), Rule::np_desc))
    }

    pub(in crate::lower) fn happened(
        &mut self,
        node: Node<'_>,
        subject: &Noun,
    ) -> Lowered<Condition> {
        let text = node.text();
        let Some(window) = child(node, Rule::window).and_then(|w| window(w.text())) else {
            return self.not_understood(node);
        };
        let event = match child(node, Rule::past_pred) {
            Some(past) => self.past_event(past, Some(subject.clone()))?,
            None if text.starts_with("entered") => Event {
                verb: EventVerb::Enters { from: None },
                subject: Some(subject.clone()),
                object: None,
                batch: false,
            },
            None => return self.not_understood(node),
        };
        if has(node, Rule::anywhere) || has(node, Rule::zone_ref) {
            return self.not_understood(node);
        }
        Ok(Condition::Happened(event, window))
    }

    pub(in crate::lower) fn have(&mut self, node: Node<'_>, subject: &Noun) -> Lowered<Condition> {
        let Some(what) = node
            .children()
            .find(|n| !matches!(n.rule(), Rule::cp_neg | Rule::exactly))
        else {
            return self.not_understood(node);
        };
        let exactly = has(node, Rule::exactly);
        let of = |attribute, subject: &Noun| Quantity::Of(attribute, Box::new(subject.clone()));
        let compare = |w: &mut Self, n: Node<'_>| -> Lowered<(Comparison, Quantity)> {
            let num = w.need(n, Rule::num)?;
            let value = w.number(num)?;
            let text = n.text();
            Ok(if text.contains("or more") || text.contains("or greater") {
                (Comparison::AtLeast, value)
            } else if text.contains(" or ") {
                (Comparison::AtMost, value)
            } else {
                (Comparison::Equal, value)
            })
        };
        Ok(match what.rule() {
            Rule::ch_life => match child(what, Rule::q_cmp_num) {
                Some(n) => {
                    let (c, n) = compare(self, n)?;
                    Condition::Compare(of(Attribute::LifeTotal, subject), c, n)
                }
                None => return self.not_understood(what),
            },
            Rule::ch_hand => match child(what, Rule::q_cmp_num) {
                Some(n) => {
                    let (c, n) = compare(self, n)?;
                    Condition::Compare(of(Attribute::HandSize, subject), c, n)
                }
                None if has(what, Rule::hand_no) => Condition::Compare(
                    of(Attribute::HandSize, subject),
                    Comparison::Equal,
                    Quantity::Number(0),
                ),
                None => Condition::Compare(
                    of(Attribute::HandSize, subject),
                    Comparison::AtLeast,
                    Quantity::Number(1),
                ),
            },
            Rule::ch_counters => {
                if exactly {
                    return self.not_understood(node);
                }
                let filter = Filter {
                    head: Head::Object,
                    predicates: vec![self.with_counters(what)?],
                };
                Condition::Is(subject.clone(), filter)
            }
            Rule::ch_stat if what.text().starts_with("total ") => {
                let attr = self.need(what, Rule::stat_attr)?;
                let attribute = self.attribute(attr)?;
                let compare = self.need(what, Rule::stat_compare)?;
                let (comparison, n) = self.compare(compare)?;
                Condition::Compare(
                    Quantity::Over(
                        crate::ir::Aggregate::Total,
                        attribute,
                        Box::new(super::quantity::set(subject.clone())),
                    ),
                    comparison,
                    n,
                )
            }
            Rule::ch_stat if has(what, Rule::stat_attr) => Condition::Is(
                subject.clone(),
                Filter {
                    head: Head::Object,
                    predicates: self.stat(what)?,
                },
            ),
            Rule::ch_designation if what.text() == "the city's blessing" => {
                Condition::Designated(subject.clone(), "city's blessing".into())
            }
            Rule::keyword_list => {
                let keywords = self.keyword_list(what)?;
                Condition::Is(
                    subject.clone(),
                    Filter {
                        head: Head::Object,
                        predicates: keywords.into_iter().map(Predicate::Has).collect(),
                    },
                )
            }
            Rule::ch_past => {
                let past = self.need(what, Rule::past_pred)?;
                let window = child(what, Rule::window)
                    .and_then(|w| window(w.text()))
                    .unwrap_or(Window::ThisTurn);
                if !has(what, Rule::window) {
                    return self.not_understood(what);
                }
                Condition::Happened(self.past_event(past, Some(subject.clone()))?, window)
            }
            Rule::ch_enter => {
                // "You had a land enter the battlefield under your control this turn".
                let (noun, whose) = (
                    self.need(what, Rule::noun)?,
                    self.need(what, Rule::possessor)?,
                );
                let window = child(what, Rule::window).and_then(|w| window(w.text()));
                let (Some(window), true, "your") = (window, *subject == Noun::You, whose.text())
                else {
                    return self.not_understood(what);
                };
                let entered = self.noun(noun)?;
                let event = Event {
                    verb: EventVerb::Enters { from: None },
                    subject: Some(super::event_predicate::controlled(entered, &Noun::You)),
                    object: None,
                    batch: false,
                };
                Condition::Happened(event, window)
            }
            Rule::ch_cards => {
                // "An opponent has eight or more cards in their graveyard".
                let (amount, zone) = (
                    self.need(what, Rule::q_cmp_num)?,
                    self.need(what, Rule::zone_word)?,
                );
                let (c, n) = compare(self, amount)?;
                let Some(zone) = crate::lower::words::zone_word(zone.text()) else {
                    return self.not_understood(what);
                };
                let whose = self.need(what, Rule::possessor)?;
                let own = match whose.text() {
                    "your" => *subject == Noun::You,
                    "their" | "his or her" => *subject != Noun::You,
                    _ => false,
                };
                if !own {
                    return self.not_understood(whose);
                }
                Condition::HasCards(subject.clone(), zone, c, n)
            }
            Rule::noun => {
                // "You have three or more opponents".
                let (c, n, counted) = self.counted(what)?;
                let c = if c == Comparison::Equal && n != Quantity::Number(0) && !exactly {
                    Comparison::AtLeast
                } else {
                    c
                };
                match &counted {
                    Noun::Described { filter, .. }
                        if *subject == Noun::You && filter.head == Head::Opponent =>
                    {
                        Condition::Exist(counted, c, n)
                    }
                    _ => return self.not_understood(what),
                }
            }
            _ => return self.not_understood(what),
        })
    }

    pub(in crate::lower) fn more_than(
        &mut self,
        node: Node<'_>,
        subject: &Noun,
    ) -> Lowered<Condition> {
        if has(node, Rule::more_than_n) {
            return self.not_understood(node);
        }
        let fewer = node.text().contains(" fewer ");
        let other = if let Some(each) = child(node, Rule::than_each) {
            let head = if each.text().contains("opponent") {
                Head::Opponent
            } else {
                Head::Player
            };
            let mut predicates = Vec::new();
            if each.text().contains("other") {
                predicates.push(Predicate::OtherThan(Box::new(Noun::You)));
            }
            Noun::Described {
                quantifier: Quantifier::Each,
                filter: Filter { head, predicates },
            }
        } else if has(node, Rule::than_any) {
            Noun::Described {
                quantifier: Quantifier::Any,
                filter: Filter {
                    head: Head::Opponent,
                    predicates: Vec::new(),
                },
            }
        } else {
            let last = node
                .children()
                .filter(|n| !matches!(n.rule(), Rule::np_core_zone | Rule::more_life))
                .last();
            match last {
                Some(noun) => self.item(noun, Want::Player)?,
                None => return self.not_understood(node),
            }
        };
        let compare = |attribute, other| {
            let of = |who| Quantity::Of(attribute, Box::new(who));
            let comparison = if fewer {
                Comparison::Less
            } else {
                Comparison::Greater
            };
            Condition::Compare(of(subject.clone()), comparison, of(other))
        };
        if has(node, Rule::more_life) {
            return Ok(compare(Attribute::LifeTotal, other));
        }
        let what = self.need(node, Rule::np_core_zone)?;
        let core = self.need(what, Rule::np_core)?;
        let (filter, _) = self.bare_filter(core)?;
        if has(what, Rule::in_hand) && filter.head == Head::Card && filter.predicates.is_empty() {
            return Ok(compare(Attribute::HandSize, other));
        }
        if has(what, Rule::in_hand) || has(what, Rule::zone_word) {
            return self.not_understood(what);
        }
        let (left, right) = (Box::new(subject.clone()), Box::new(other));
        Ok(if fewer {
            Condition::MoreThan(right, filter, left)
        } else {
            Condition::MoreThan(left, filter, right)
        })
    }
}
