//! What a condition says of its subject (CR 603.4): what it is, has, controls or has done.

use crate::ir::{
    Comparison, Condition, Event, EventVerb, Filter, Head, Noun, Predicate, Quantifier, Quantity,
    quantity::Attribute,
};
use crate::lower::phrase::condition::negate;
use crate::lower::{
    context::{Lower, Lowered, child, has},
    phrase::{filter::window, noun::Want},
};
use crate::vocab::Zone;
use spellwright_grammar::{Node, Rule};

/// Whether a verb has the form that stands behind "didn't".
pub(in crate::lower) fn is_base_form(past: Node<'_>) -> bool {
    matches!(past.text(), "attack" | "block")
}

impl Lower<'_> {
    /// "It attacked or blocked this turn": one stretch of time is said of all.
    pub(in crate::lower) fn any_happened(
        &mut self,
        predicates: &[Node<'_>],
        subject: &Noun,
    ) -> Lowered<Option<Condition>> {
        let [before @ .., last] = predicates else {
            return Ok(None);
        };
        let past = |n: &Node<'_>| n.rule() == Rule::cp_event_past;
        let Some(when) = child(*last, Rule::window).and_then(|w| window(w.text())) else {
            return Ok(None);
        };
        if before.is_empty()
            || !predicates.iter().all(past)
            || before.iter().any(|n| has(*n, Rule::window))
        {
            return Ok(None);
        }
        let mut events = Vec::new();
        for predicate in predicates {
            let done = self.need(*predicate, Rule::past_pred)?;
            if predicate.says("didn't") || predicate.children().count() > 2 || is_base_form(done) {
                return self.not_understood(*predicate);
            }
            events.push(self.past_event(done, Some(subject.clone()))?);
        }
        let event = Event {
            verb: EventVerb::AnyOf(events),
            subject: None,
            object: None,
            batch: false,
        };
        Ok(Some(Condition::Happened(event, when)))
    }

    pub(in crate::lower) fn predicate_condition(
        &mut self,
        node: Node<'_>,
        subject: &Noun,
    ) -> Lowered<Condition> {
        Ok(match node.rule() {
            Rule::cp_control => {
                let said = node.said();
                let (not, said) = negated(&said);
                let noun = self.need(node, Rule::noun)?;
                let exactly = match said {
                    "control" | "controls" => false,
                    "control exactly" | "controls exactly" => true,
                    "protect" | "protects" => {
                        return Ok(negate(self.protects(subject.clone(), noun)?, not));
                    }
                    _ => return self.not_understood(node),
                };
                negate(self.controls(subject.clone(), noun, exactly)?, not)
            }
            Rule::cp_words => match node.text().split(' ').nth(1) {
                Some(name @ ("foretold" | "plotted")) => {
                    Condition::DesignatedEarlier(subject.clone(), name.into())
                }
                Some("under") => Condition::CameUnderControl(subject.clone()),
                _ => return self.not_understood(node),
            },
            Rule::cp_have_more => self.more_than(node, subject)?,
            Rule::cp_have => {
                let condition = self.have(node, subject)?;
                negate(condition, negated(&node.said()).0)
            }
            Rule::cp_is => {
                let Some(what) = node.children().next() else {
                    return self.not_understood(node);
                };
                let said = node.said();
                let not = said.ends_with("n't") || said.ends_with("not");
                if said.starts_with("was") || said.starts_with("were") {
                    // What is no longer there is looked at as it last was (CR 608.2h).
                    return match what.rule() {
                        _ if *subject == Noun::This && !self.gone => self.not_understood(node),
                        Rule::noun if self.single_thing(what) => self.not_understood(node),
                        Rule::noun | Rule::is_color | Rule::is_state | Rule::pm_relation => {
                            let was = Condition::Was(subject.clone(), self.is_filter(what)?);
                            Ok(negate(was, not))
                        }
                        _ => self.not_understood(node),
                    };
                }
                let condition = match what.rule() {
                    Rule::is_state if what.text() == "the monarch" => {
                        Condition::Designated(subject.clone(), "monarch".into())
                    }
                    // CR 122.1f.
                    Rule::is_state if what.text() == "poisoned" => {
                        Condition::Designated(subject.clone(), "poisoned".into())
                    }
                    Rule::noun if self.single_thing(what) => {
                        Condition::Same(subject.clone(), self.noun(what)?)
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
                if child(node, Rule::past_pred).is_some_and(|past| has(past, Rule::num)) =>
            {
                let past = self.need(node, Rule::past_pred)?;
                let n = self.need(past, Rule::num)?;
                let n = self.number(n)?;
                let Some(window) = child(node, Rule::window).and_then(|w| window(w.text())) else {
                    return self.not_understood(node);
                };
                let verb = if past.says("gained") {
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
            Rule::cp_cast if node.says("was cast") || node.says("were cast") => {
                let from = match child(node, Rule::zone_ref) {
                    Some(from) => match self.zone_ref(from)? {
                        // From a graveyard that may be another's (CR 601.3): whose it was is not asked.
                        (zone, Some(whose)) if *whose == Noun::You && zone != Zone::Graveyard => {
                            Some(zone)
                        }
                        (zone @ Zone::Exile, None) => Some(zone),
                        // A spell is cast from its owner's graveyard, whoever casts it.
                        (zone @ Zone::Graveyard, _) if from.text() == "a graveyard" => Some(zone),
                        _ => return self.not_understood(from),
                    },
                    None => None,
                };
                Condition::WasCast(subject.clone(), None, from)
            }
            Rule::cp_cast => {
                if node.says("cast them") {
                    return self.not_understood(node);
                }
                if node.says("during your main phase") {
                    if *subject != Noun::You {
                        return self.not_understood(node);
                    }
                    return Ok(Condition::CastDuring(
                        Noun::This,
                        Some(crate::ir::Whose::Yours),
                        crate::ir::condition::TurnPart::MainPhase,
                    ));
                }
                let from = match child(node, Rule::zone_ref) {
                    Some(from) => match self.zone_ref(from)? {
                        (zone, Some(whose)) if *whose == *subject => Some(zone),
                        _ => return self.not_understood(from),
                    },
                    None => None,
                };
                Condition::WasCast(Noun::This, Some(Box::new(subject.clone())), from)
            }
            Rule::cp_targets => {
                let noun = self.need(node, Rule::noun)?;
                let what = self.anything(|w| w.noun(noun))?;
                // One such target is enough.
                if takes_all(&what) {
                    return self.not_understood(noun);
                }
                let filter = Filter {
                    head: Head::Object,
                    predicates: vec![Predicate::Targets(Box::new(what))],
                };
                negate(
                    Condition::Is(subject.clone(), filter),
                    negated(&node.said()).0,
                )
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
        node.children()
            .next()
            .is_some_and(|n| n.rule() != Rule::np_desc)
    }

    pub(in crate::lower) fn happened(
        &mut self,
        node: Node<'_>,
        subject: &Noun,
    ) -> Lowered<Condition> {
        let Some(window) = child(node, Rule::window).and_then(|w| window(w.text())) else {
            return self.not_understood(node);
        };
        let past = self.need(node, Rule::past_pred)?;
        let not = node.says("didn't");
        if not != is_base_form(past) {
            return self.not_understood(past);
        }
        let event = self.past_event(past, Some(subject.clone()))?;
        if has(node, Rule::anywhere) || has(node, Rule::zone_ref) {
            return self.not_understood(node);
        }
        Ok(negate(Condition::Happened(event, window), not))
    }

    pub(in crate::lower) fn have(&mut self, node: Node<'_>, subject: &Noun) -> Lowered<Condition> {
        let Some(what) = node.children().next() else {
            return match node.says("the city's blessing") {
                true => Ok(Condition::Designated(
                    subject.clone(),
                    "city's blessing".into(),
                )),
                false => self.not_understood(node),
            };
        };
        let exactly = node.says("exactly");
        Ok(match what.rule() {
            Rule::ch_cards => self.has_cards(what, subject)?,
            Rule::with_counters => {
                // "On it" says nothing more; what else they are on is not the subject.
                let on = node.children().nth(1);
                if exactly || on.is_some_and(|on| on.rule() != Rule::np_pronoun) {
                    return self.not_understood(node);
                }
                let filter = Filter {
                    head: Head::Object,
                    predicates: vec![self.counters(what)?],
                };
                Condition::Is(subject.clone(), filter)
            }
            Rule::with_stat if what.text().starts_with("total ") => {
                let attribute = self.attribute(what)?;
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
            Rule::with_stat => Condition::Is(
                subject.clone(),
                Filter {
                    head: Head::Object,
                    predicates: self.stat(what)?,
                },
            ),
            Rule::keyword_list => {
                let keywords = self.keywords_had(what)?;
                Condition::Is(
                    subject.clone(),
                    Filter {
                        head: Head::Object,
                        predicates: keywords.into_iter().map(Predicate::Has).collect(),
                    },
                )
            }
            Rule::past_pred => {
                let Some(window) = child(node, Rule::window).and_then(|w| window(w.text())) else {
                    return self.not_understood(node);
                };
                Condition::Happened(self.past_event(what, Some(subject.clone()))?, window)
            }
            Rule::noun if node.says("enter") => {
                // "You had a land enter the battlefield under your control this turn".
                let whose = self.need(node, Rule::possessor)?;
                let window = child(node, Rule::window).and_then(|w| window(w.text()));
                let (Some(window), true, "your") = (window, *subject == Noun::You, whose.text())
                else {
                    return self.not_understood(node);
                };
                let entered = self.noun(what)?;
                let event = Event {
                    verb: EventVerb::Enters { from: None },
                    subject: Some(super::event_predicate::controlled(entered, &Noun::You)),
                    object: None,
                    batch: false,
                };
                Condition::Happened(event, window)
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

    /// "An opponent has eight or more cards in their graveyard", "you have no cards in hand".
    fn has_cards(&mut self, node: Node<'_>, subject: &Noun) -> Lowered<Condition> {
        let amount = self.need(node, Rule::counter_amount)?;
        let (comparison, n) = self.counter_amount(amount)?;
        let compare = |attribute, subject: &Noun| {
            let of = Quantity::Of(attribute, Box::new(subject.clone()));
            Ok(Condition::Compare(of, comparison, n.clone()))
        };
        if node.says("life") {
            return compare(Attribute::LifeTotal, subject);
        }
        if node.says("in hand") {
            return compare(Attribute::HandSize, subject);
        }
        let zone = self.need(node, Rule::zone_word)?;
        let Some(zone) = crate::lower::words::zone_word(zone.text()) else {
            return self.not_understood(node);
        };
        let whose = self.need(node, Rule::possessor)?;
        let own = match whose.text() {
            "your" => *subject == Noun::You,
            "their" | "his or her" => *subject != Noun::You,
            _ => false,
        };
        if !own {
            return self.not_understood(whose);
        }
        if zone == Zone::Hand && !has(amount, Rule::num) {
            return compare(Attribute::HandSize, subject);
        }
        Ok(Condition::HasCards(subject.clone(), zone, comparison, n))
    }

    pub(in crate::lower) fn more_than(
        &mut self,
        node: Node<'_>,
        subject: &Noun,
    ) -> Lowered<Condition> {
        if has(node, Rule::num) {
            return self.not_understood(node);
        }
        let fewer = node.says("fewer");
        let other = match node.children().last() {
            Some(noun) => self.item(noun, Want::Player)?,
            None => return self.not_understood(node),
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
        if node.says("life") {
            return Ok(compare(Attribute::LifeTotal, other));
        }
        let core = self.need(node, Rule::np_core)?;
        let (filter, _) = self.bare_filter(core)?;
        let hand = node.says("in hand");
        if hand && filter.head == Head::Card && filter.predicates.is_empty() {
            return Ok(compare(Attribute::HandSize, other));
        }
        if hand || has(node, Rule::zone_word) {
            return self.not_understood(node);
        }
        let (left, right) = (Box::new(subject.clone()), Box::new(other));
        Ok(if fewer {
            Condition::MoreThan(right, filter, left)
        } else {
            Condition::MoreThan(left, filter, right)
        })
    }
}

/// Whether words begin with a negation, and the rest of them: "don't control".
fn negated(said: &str) -> (bool, &str) {
    match said.split_once(' ') {
        Some(("don't" | "doesn't" | "didn't", rest)) => (true, rest),
        _ => (false, said),
    }
}

/// Whether a noun takes in each of what it describes.
fn takes_all(noun: &Noun) -> bool {
    matches!(
        noun,
        Noun::Described {
            quantifier: crate::ir::Quantifier::All | crate::ir::Quantifier::Each,
            ..
        }
    )
}
