//! Conditions about things: that they exist, how many, and what they are.

use crate::english::condition::{be, contract, opposite};
use crate::english::{
    Writer,
    event::{Tense, window},
    filter::{Form, has_other},
    words,
};
use crate::ir::{Binding, Comparison, Filter, Head, Noun, Predicate, Quantity};
use crate::vocab::Zone;

impl Writer<'_> {
    /// "Three or more cards", "no cards", "a card".
    pub(in crate::english) fn how_many(
        &mut self,
        comparison: Comparison,
        quantity: &Quantity,
        one: &str,
        many: &str,
    ) -> String {
        match (comparison, quantity) {
            (Comparison::AtLeast, Quantity::Number(1))
            | (Comparison::Greater, Quantity::Number(0)) => words::with_article(one),
            (Comparison::Equal | Comparison::AtMost, Quantity::Number(0))
            | (Comparison::Less, Quantity::Number(1)) => {
                format!("no {many}")
            }
            (Comparison::Equal, Quantity::Number(1)) => format!("exactly one {one}"),
            (Comparison::AtMost, Quantity::Number(1)) => format!("one or fewer {many}"),
            _ => {
                let n = self.number_word(quantity);
                match comparison {
                    Comparison::AtLeast => format!("{n} or more {many}"),
                    Comparison::AtMost => format!("{n} or fewer {many}"),
                    Comparison::Less => format!("fewer than {n} {many}"),
                    Comparison::Greater => format!("more than {n} {many}"),
                    Comparison::Equal => format!("exactly {n} {many}"),
                    Comparison::NotEqual => format!("any number of {many} but {n}"),
                    Comparison::Odd => format!("an odd number of {many}"),
                    Comparison::Even => format!("an even number of {many}"),
                }
            }
        }
    }

    /// "You control a creature", "there are seven or more cards in your graveyard", "you have no cards in hand".
    pub(in crate::english) fn existence(
        &mut self,
        noun: &Noun,
        comparison: Comparison,
        quantity: &Quantity,
        not: bool,
    ) -> String {
        let Noun::Described { filter, .. } = noun else {
            let subject = self.actor(noun);
            let n = self.how_many(comparison, quantity, "of them", "of them");
            return format!("there are {n} {}", subject.text);
        };
        let (comparison, quantity) = match (not, comparison, quantity) {
            (true, Comparison::AtLeast, Quantity::Number(1)) => {
                (Comparison::AtLeast, quantity.clone())
            }
            (true, ..) => (opposite(comparison), quantity.clone()),
            (false, ..) => (comparison, quantity.clone()),
        };
        let negate_verb =
            not && comparison == Comparison::AtLeast && quantity == Quantity::Number(1);
        if filter.head == Head::Opponent && filter.predicates.is_empty() {
            let things = self.how_many(comparison, &quantity, "opponent", "opponents");
            return format!("you have {things}");
        }
        if let (Comparison::AtLeast, Some(done)) = (comparison, self.done_this_way(filter)) {
            let rest = filter.without(|p| matches!(p, Predicate::In(_)));
            let one = self.filter(&rest, Form::one());
            let many = self.filter(&rest, Form::many());
            let things = self.how_many(comparison, &quantity, &one, &many);
            let single = quantity == Quantity::Number(1);
            return format!("{things} {} {done} this way", be(!single, negate_verb));
        }
        let controller = filter.predicates.iter().find_map(|p| match p {
            Predicate::ControlledBy(who) => Some((**who).clone()),
            _ => None,
        });
        let hand = hand_of(filter);
        let other = if has_other(filter) { "other " } else { "" };
        let form = Form {
            without_controller: controller.is_some(),
            without_zone: hand.is_some(),
            ..Form::one()
        };
        if let Some(who) = controller.clone().or_else(|| hand.clone()) {
            let who = self.actor(&who);
            let verb = if hand.is_some() { "have" } else { "control" };
            let verb = if negate_verb {
                format!("don't {verb}")
            } else {
                verb.to_owned()
            };
            let verb = self.agree(&verb, &who);
            let one = self.filter(filter, form);
            let many = self.filter(
                filter,
                Form {
                    plural: true,
                    ..form
                },
            );
            let things = match (comparison, &quantity) {
                (Comparison::AtLeast, Quantity::Number(1)) if !other.is_empty() => {
                    format!("another {one}")
                }
                _ => self.how_many(
                    comparison,
                    &quantity,
                    &format!("{other}{one}"),
                    &format!("{other}{many}"),
                ),
            };
            let zone = if hand.is_some() { " in hand" } else { "" };
            return format!("{} {verb} {things}{zone}", who.text);
        }
        let one = self.filter(filter, form);
        let many = self.filter(
            filter,
            Form {
                plural: true,
                ..form
            },
        );
        let things = self.how_many(
            comparison,
            &quantity,
            &format!("{other}{one}"),
            &format!("{other}{many}"),
        );
        let on = if filter
            .predicates
            .iter()
            .any(|p| matches!(p, Predicate::InZone(..)))
            || filter.head.is_player()
            || filter.head == Head::Card
        {
            ""
        } else {
            " on the battlefield"
        };
        let single = things.starts_with("a ")
            || things.starts_with("an ")
            || things.starts_with("exactly one ");
        let be = match (single, negate_verb) {
            (true, false) => "is",
            (true, true) => "isn't",
            (false, false) => "are",
            (false, true) => "aren't",
        };
        format!("there {be} {things}{on}")
    }

    /// What was done to the things of a description, if it says that they are what was just acted on.
    fn done_this_way(&self, filter: &Filter) -> Option<&'static str> {
        filter.predicates.iter().find_map(|p| match p {
            Predicate::In(binding @ (Binding::Result(_) | Binding::Cost(_))) => {
                Some(self.said.of(*binding).done)
            }
            _ => None,
        })
    }

    /// "It's a creature", "this creature is tapped", "it has flying", "you control it".
    pub(in crate::english) fn description(
        &mut self,
        noun: &Noun,
        filter: &Filter,
        not: bool,
    ) -> String {
        let who = self.actor(noun);
        let plain_head = matches!(
            filter.head,
            Head::Permanent | Head::Object | Head::Card | Head::Player
        );
        if let (true, [only]) = (plain_head, filter.predicates.as_slice()) {
            let negated_inner = if let Predicate::Not(inner) = only {
                Some(&**inner)
            } else {
                None
            };
            let (inner, not) = match negated_inner {
                Some(
                    inner @ (Predicate::Has(_)
                    | Predicate::Counters(..)
                    | Predicate::ControlledBy(_)
                    | Predicate::ProtectedBy(_)
                    | Predicate::Did(..)),
                ) => (inner, !not),
                _ => (only, not),
            };
            match inner {
                Predicate::Has(keyword) => {
                    let have = if not {
                        self.agree("don't have", &who)
                    } else {
                        self.agree("have", &who)
                    };
                    return format!("{} {have} {}", who.text, self.keyword_mention(keyword));
                }
                Predicate::Counters(kind, comparison, n) => {
                    let have = if not {
                        self.agree("don't have", &who)
                    } else {
                        self.agree("have", &who)
                    };
                    let counters = self.counters_at_least(kind.as_ref(), *comparison, n);
                    let it = if who.plural { "them" } else { "it" };
                    return format!("{} {have} {counters} on {it}", who.text);
                }
                Predicate::ControlledBy(by) | Predicate::ProtectedBy(by) => {
                    let by = self.actor(by);
                    let verb = match inner {
                        Predicate::ProtectedBy(_) => "protect",
                        _ => "control",
                    };
                    let verb = if not {
                        self.agree(&format!("don't {verb}"), &by)
                    } else {
                        self.agree(verb, &by)
                    };
                    return format!("{} {verb} {}", by.text, who.text);
                }
                Predicate::Stat(attribute, comparison, n) => {
                    let have = if not { "don't have" } else { "have" };
                    let have = self.agree(have, &who);
                    let stat = self.stat(*attribute, *comparison, n);
                    return format!("{} {have} {stat}", who.text);
                }
                Predicate::Did(event, when) => {
                    let tense = if not { Tense::NegatedPast } else { Tense::Past };
                    let verb = self.event_predicate(event, tense, who.plural);
                    return format!("{} {verb} {}", who.text, window(*when));
                }
                Predicate::Paid(name) => {
                    let word = crate::english::filter::paid_word(name);
                    let be = match (who.plural, not) {
                        (false, false) => "was",
                        (true, false) => "were",
                        (false, true) => "wasn't",
                        (true, true) => "weren't",
                    };
                    return format!("{} {be} {word}", who.text);
                }
                Predicate::Designated(name) => {
                    return format!("{} {} {name}", who.text, be(who.plural, not));
                }
                Predicate::Targets(what) => {
                    let target = if not {
                        self.agree("don't target", &who)
                    } else {
                        self.agree("target", &who)
                    };
                    return format!("{} {target} {}", who.text, self.object(what));
                }
                Predicate::Shares(..) => {
                    let text = self.modifier(inner, filter, Form::number(who.plural));
                    let text = text.strip_prefix("that ").unwrap_or(&text).to_owned();
                    return format!("{} {text}", who.text);
                }
                _ => {}
            }
        }
        let adjectives = plain_head
            && filter.head != Head::Card
            && !filter.predicates.is_empty()
            && filter.predicates.iter().all(is_adjective);
        let text = if adjectives {
            let text = self.filter(filter, Form::one());
            let head = match filter.head {
                Head::Player => "player",
                Head::Object => "object",
                _ => "permanent",
            };
            // The adjectives alone: their head is the subject.
            let words: Vec<&str> = text.split(' ').collect();
            let at = words.iter().position(|w| *w == head);
            let kept: Vec<&str> = words
                .into_iter()
                .enumerate()
                .filter(|(i, _)| Some(*i) != at)
                .map(|(_, w)| w)
                .collect();
            let kept = kept.join(" ");
            if let Some(kept) = kept.strip_prefix("that isn't ") {
                return contract(&who.text, be(who.plural, !not), kept);
            }
            kept.strip_prefix("that's ").unwrap_or(&kept).to_owned()
        } else {
            let text = self.filter(filter, Form::number(who.plural && who.text != "they"));
            let text = if has_other(filter) {
                format!("another {text}")
            } else {
                text
            };
            if who.plural && who.text != "they" || text.starts_with("another ") {
                text
            } else {
                words::with_article(&text)
            }
        };
        contract(&who.text, be(who.plural, not), &text)
    }
}

/// Predicates that can stand after "is" alone.
fn is_adjective(predicate: &Predicate) -> bool {
    match predicate {
        Predicate::Tapped
        | Predicate::Attacking(_)
        | Predicate::Blocking(_)
        | Predicate::Blocked(_)
        | Predicate::Unblocked
        | Predicate::FaceDown
        | Predicate::Enchanted
        | Predicate::Equipped
        | Predicate::Modified
        | Predicate::Designated(_)
        | Predicate::Color(_)
        | Predicate::Colorless
        | Predicate::Monocolored
        | Predicate::Multicolored
        | Predicate::Supertype(_)
        | Predicate::Word(_)
        | Predicate::AttachedTo(_)
        | Predicate::InZone(..)
        | Predicate::OfChosen(_) => true,
        Predicate::AnyOf(alternatives) => alternatives.iter().flatten().all(is_adjective),
        Predicate::Not(inner) => is_adjective(inner),
        _ => false,
    }
}

/// Whose hand a description of cards is about.
pub(in crate::english) fn hand_of(filter: &Filter) -> Option<Noun> {
    filter.predicates.iter().find_map(|p| match p {
        Predicate::InZone(Zone::Hand, Some(who)) => Some((**who).clone()),
        _ => None,
    })
}
