//! Replacement and prevention effects (CR 614, 615).

use crate::english::{Writer, action::Actor, discourse::Focus, event::Tense, words};
use crate::ir::{
    Binding, Condition, Event, EventRole, EventVerb, Noun, Placement, Quantity, Replacement,
    action::MoveVerb, noun::Word, statics::EntersChange,
};
use crate::vocab::Zone;

impl Writer<'_> {
    /// A replacement effect as a sentence, without capital letter and period.
    pub(in crate::english) fn replacement(&mut self, replacement: &Replacement) -> String {
        self.replacement_for(replacement, "")
    }

    /// A replacement effect that lasts: "if a creature would die this turn, exile it instead".
    pub(in crate::english) fn replacement_for(
        &mut self,
        replacement: &Replacement,
        duration: &str,
    ) -> String {
        let text = self.deeper(|w| w.replacement_inner(replacement, duration));
        self.settle_x(text)
    }

    fn replacement_inner(&mut self, replacement: &Replacement, duration: &str) -> String {
        match replacement {
            Replacement::Instead {
                event,
                condition,
                effect,
            } => {
                let when = self.would(event, condition.as_ref(), duration);
                let sentences = self.sentences(effect);
                if let EventVerb::Caused(inner, _) = &event.verb
                    && inner.verb == EventVerb::Discards
                    && let [one] = sentences.as_slice()
                {
                    return format!("{when}, {one} instead of putting it into your graveyard");
                }
                match sentences.as_slice() {
                    [one] => format!("{when}, {}", instead(one)),
                    // Of a static ability, further sentences go on with what happens instead.
                    [first, rest @ ..] if duration.is_empty() => {
                        let rest: Vec<String> = rest.iter().map(|s| words::sentence(s)).collect();
                        let rest = rest.join(" ");
                        let rest = rest.trim_end_matches('.');
                        format!("{when}, {}. {rest}", instead(first))
                    }
                    several => format!("{when}, instead {}", words::list(several, "and")),
                }
            }
            Replacement::Amount {
                event,
                condition,
                amount,
            } => {
                let when = self.would(event, condition.as_ref(), duration);
                let result = self.other_amount(event, amount);
                format!("{when}, {result} instead")
            }
            Replacement::Elsewhere {
                event,
                condition,
                to,
            } => {
                let when = self.would(event, condition.as_ref(), duration);
                let result = self.elsewhere(to);
                format!("{when}, {result} instead")
            }
            Replacement::Entering {
                what,
                condition,
                changes,
            } => self.entering(what, condition.as_ref(), changes),
            Replacement::Prevent {
                event,
                amount,
                condition,
                then,
            } => {
                let text = self.prevention(event, amount.as_ref(), condition.as_ref(), duration);
                match then {
                    None => text,
                    Some(then) => {
                        self.said.this_way = Some("1 damage prevented".into());
                        self.prevented = true;
                        let sentences = self.sentences(then);
                        let sentences: Vec<String> =
                            sentences.iter().map(|s| words::capital(s)).collect();
                        self.prevented = false;
                        format!("{text}. {}", sentences.join(". "))
                    }
                }
            }
            Replacement::Redirect {
                event,
                amount,
                condition,
                to,
            } => self.redirection(event, amount.as_ref(), condition.as_ref(), to, duration),
            Replacement::Produces { event, output } => {
                let when = self.event(event, Tense::Present);
                let text = format!("if {when}, it produces {}", super::mana::instead(*output));
                match duration {
                    "" => text,
                    duration => format!("{duration}, {text}"),
                }
            }
            Replacement::Skip { step, whose } => match whose {
                Noun::You => format!("skip your {}", step.words()),
                other => {
                    let who = self.theme(other);
                    let skip = self.agree("skip", &who);
                    let step = if who.plural {
                        words::plural(step.words())
                    } else {
                        step.words().to_owned()
                    };
                    format!("{} {skip} their {step}", who.text)
                }
            },
        }
    }

    /// "If a creature would die this turn".
    fn would(&mut self, event: &Event, condition: Option<&Condition>, duration: &str) -> String {
        let clause = self.event(event, Tense::Would);
        let when = if std::mem::take(&mut self.next_time) {
            "the next time"
        } else {
            "if"
        };
        let duration = if duration.is_empty() {
            String::new()
        } else {
            format!(" {duration}")
        };
        match condition {
            Some(Condition::Turn(whose)) => {
                let turn = self.turn_of(whose);
                format!("{when} {clause} during {turn}{duration}")
            }
            Some(Condition::Not(inner)) if !matches!(**inner, Condition::Done(_)) => {
                let condition = self.condition(inner);
                format!("{when} {clause}{duration} unless {condition}")
            }
            // What has been done with a spell does not go on while something happens to it.
            Some(
                condition @ (Condition::Paid(..)
                | Condition::KickedWith(..)
                | Condition::WasCast(..)),
            ) => {
                let condition = self.condition(condition);
                format!("{when} {clause}{duration} and {condition}")
            }
            Some(condition) => {
                let condition = self.condition(condition);
                format!("{when} {clause}{duration} while {condition}")
            }
            None => format!("{when} {clause}{duration}"),
        }
    }

    /// The event with another amount: "you gain twice that much life".
    fn other_amount(&mut self, event: &Event, amount: &Quantity) -> String {
        let subject = Noun::Ref {
            to: Binding::Event(EventRole::Subject),
            word: Word::Pronoun,
        };
        let who = match &event.subject {
            Some(Noun::You) => crate::english::effect::subject("you", true),
            _ => self.actor(&subject),
        };
        let verb = |w: &Self, base: &str| w.agree(base, &who);
        match &event.verb {
            EventVerb::GainsLife => {
                let gain = verb(self, "gain");
                format!("{} {gain} {}", who.text, self.amount(amount, "life"))
            }
            EventVerb::LosesLife => {
                let lose = verb(self, "lose");
                format!("{} {lose} {}", who.text, self.amount(amount, "life"))
            }
            EventVerb::DealsDamage { .. } => {
                let deal = verb(self, "deal");
                let damage = self.amount(amount, "damage");
                let to = event
                    .object
                    .as_ref()
                    .map(|o| format!(" to {}", self.that_again(o)));
                format!("{} {deal} {damage}{}", who.text, to.unwrap_or_default())
            }
            EventVerb::IsDealtDamage { .. } => format!(
                "{} {} {}",
                who.text,
                verb(self, "be dealt").replace("be ", "are "),
                self.amount(amount, "damage")
            ),
            EventVerb::Draws { .. } => {
                let draw = verb(self, "draw");
                format!("{} {draw} {}", who.text, self.counted(amount, "card"))
            }
            EventVerb::Mills => {
                let mill = verb(self, "mill");
                format!("{} {mill} {}", who.text, self.counted(amount, "card"))
            }
            EventVerb::CountersPut(kind) => {
                let kind = kind.as_ref().map_or_else(String::new, |k| format!("{k} "));
                let n = self.many_of(amount);
                format!("{n} {kind}counters are put on it")
            }
            EventVerb::Creates => format!("{} of those tokens are created", self.many_of(amount)),
            _ => format!("it happens {} times", self.number_word(amount)),
        }
    }

    /// "That many plus one", "twice that many" before a noun.
    fn many_of(&mut self, amount: &Quantity) -> String {
        match amount {
            Quantity::Sum(a, b) => match (&**a, &**b) {
                (Quantity::Amount(_), Quantity::Number(n)) => {
                    format!("that many plus {}", words::number(*n))
                }
                _ => self.value(amount),
            },
            Quantity::Difference(a, b) => match (&**a, &**b) {
                (Quantity::Amount(_), Quantity::Number(n)) => {
                    format!("that many minus {}", words::number(*n))
                }
                _ => self.value(amount),
            },
            other => self.number_word(other),
        }
    }

    /// A participant of an event once more: "that permanent or player".
    fn that_again(&mut self, noun: &Noun) -> String {
        match noun {
            Noun::Described { filter, .. } => {
                let head = crate::ir::Filter {
                    head: filter.head,
                    predicates: filter
                        .predicates
                        .iter()
                        .filter(|p| {
                            matches!(
                                p,
                                crate::ir::Predicate::Type(_) | crate::ir::Predicate::Subtype(_)
                            )
                        })
                        .cloned()
                        .collect(),
                };
                let text = self.filter(&head, crate::english::filter::Form::one());
                format!("that {text}")
            }
            Noun::Either(nouns) => {
                let items: Vec<String> = nouns
                    .iter()
                    .map(|n| {
                        let text = self.that_again(n);
                        text.strip_prefix("that ")
                            .map_or(text.clone(), str::to_owned)
                    })
                    .collect();
                format!("that {}", words::list(&items, "or"))
            }
            other => self.object(other),
        }
    }

    fn elsewhere(&mut self, to: &Placement) -> String {
        let it = Noun::Ref {
            to: Binding::Event(EventRole::Subject),
            word: Word::Pronoun,
        };
        if to.zone == Zone::Exile && to.counters.is_empty() {
            return "exile it".into();
        }
        if to.zone == Zone::Exile {
            let counters: Vec<String> = to
                .counters
                .iter()
                .map(|(n, kind)| self.counted(n, &format!("{kind} counter")))
                .collect();
            return format!("exile it with {} on it", words::list(&counters, "and"));
        }
        if to.zone == Zone::Library && to.position == crate::ir::action::Position::Unstated {
            return "shuffle it into its owner's library".into();
        }
        let back = if matches!(to.zone, Zone::Hand | Zone::Battlefield) {
            MoveVerb::Return
        } else {
            MoveVerb::Put
        };
        self.movement(&Actor::YOU, &it, to, back)
    }

    /// "This land enters tapped", "as this creature enters, choose a color" (CR 614.1c, 614.1d).
    fn entering(
        &mut self,
        what: &Noun,
        condition: Option<&Condition>,
        changes: &[EntersChange],
    ) -> String {
        match changes {
            [EntersChange::As(effect)] => {
                let who = self.theme(what);
                let enters = self.agree("enter", &who);
                let text = self.continued(effect);
                return format!("as {} {enters}, {text}", who.text);
            }
            [
                EntersChange::Copy {
                    what: of,
                    optional,
                    except,
                    counters,
                },
            ] => {
                let who = self.theme(what);
                let of = self.copied(of);
                let except = self.exceptions(except, counters, false);
                return if *optional {
                    let text = format!("you may have {} enter as a copy of {of}{except}", who.text);
                    match condition {
                        Some(condition) => format!("if {}, {text}", self.condition(condition)),
                        None => text,
                    }
                } else {
                    let enters = self.agree("enter", &who);
                    format!("{} {enters} as a copy of {of}{except}", who.text)
                };
            }
            [EntersChange::Unless(cost, change)] => {
                let who = self.theme(what);
                let enters = self.agree("enter", &who);
                let cost = self.cost_clause(cost);
                let change = self.enters_with(what, std::slice::from_ref(change));
                return format!(
                    "as {} {enters}, you may {cost}. If you don't, it enters {change}",
                    who.text
                );
            }
            _ => {}
        }
        let who = self.theme(what);
        // CR 702.138c.
        let (enters, condition) = match condition {
            Some(Condition::Paid(name, _)) if name == "escape" => ("escapes".to_owned(), None),
            condition => (self.agree("enter", &who), condition),
        };
        let change = self.enters_with(what, changes);
        let text = self.settle_x(format!("{} {enters} {change}", who.text));
        match condition {
            None => text,
            // "If it isn't a creature": what it is itself is a condition; "unless" asks about others.
            Some(Condition::Not(inner)) if !matches!(**inner, Condition::Is(..)) => {
                let condition = self.condition(inner);
                format!("{text} unless {condition}")
            }
            Some(
                condition @ (Condition::Paid(..)
                | Condition::KickedWith(..)
                | Condition::WasCast(..)),
            ) => {
                self.said.focus = Focus::Nothing;
                let condition = self.condition(condition);
                // "If this creature was kicked, it enters with ..." is about the spell: the condition stands first.
                let change = text
                    .split_once(' ')
                    .map_or(String::new(), |_| change_of(&text, &who.text));
                let it = if who.plural { "they" } else { "it" };
                format!("if {condition}, {it}{change}")
            }
            Some(condition) => {
                let condition = self.condition(condition);
                format!("{text} if {condition}")
            }
        }
    }

    /// What is copied: "any creature on the battlefield" where the choice is open.
    fn copied(&mut self, of: &Noun) -> String {
        let text = self.object(of);
        let any = matches!(
            of,
            Noun::Described {
                quantifier: crate::ir::Quantifier::Any,
                ..
            }
        );
        match text.split_once(' ') {
            Some(("a" | "an", rest)) if any => format!("any {rest}"),
            _ => text,
        }
    }

    fn enters_with(&mut self, what: &Noun, changes: &[EntersChange]) -> String {
        let on = if self.said.noun(what).plural {
            "them"
        } else {
            "it"
        };
        let mut parts: Vec<String> = Vec::new();
        let mut counters: Vec<String> = Vec::new();
        let mut each = String::new();
        for change in changes {
            match change {
                EntersChange::Tapped => parts.push("tapped".into()),
                EntersChange::Counters(n, kind) => {
                    let additional = if *what == Noun::This || matches!(what, Noun::Ref { .. }) {
                        ""
                    } else {
                        "additional "
                    };
                    let text = self.counted(n, &format!("{additional}{kind} counter"));
                    match text.split_once(" for each ") {
                        Some((head, of)) => {
                            counters.push(head.to_owned());
                            each = format!(" for each {of}");
                        }
                        None => match text.split_once(" equal to ") {
                            Some((head, value)) => {
                                counters.push(head.to_owned());
                                each = format!(" equal to {value}");
                            }
                            None => counters.push(text),
                        },
                    }
                }
                EntersChange::Copy {
                    what: of,
                    except,
                    counters,
                    ..
                } => {
                    let of = self.copied(of);
                    let except = self.exceptions(except, counters, false);
                    parts.push(format!("as a copy of {of}{except}"));
                }
                EntersChange::As(effect) => parts.push(self.clause(effect)),
                EntersChange::Unless(cost, change) => {
                    let change = self.deeper(|w| w.enters_with(what, std::slice::from_ref(change)));
                    parts.push(format!("{change} unless you {}", self.cost_clause(cost)));
                }
                EntersChange::Gains(modification) => {
                    let it = crate::english::effect::subject("it", false);
                    let text = self.modifications(&it, std::slice::from_ref(modification), false);
                    parts.push(format!("and {text}"));
                }
                EntersChange::Act(action) => {
                    let text = self.deeper(|w| w.action(&Actor::YOU, action));
                    parts.push(format!("and {text}"));
                }
            }
        }
        if !counters.is_empty() {
            parts.push(format!(
                "with {} on {on}{each}",
                words::list(&counters, "and")
            ));
        }
        parts.join(" ")
    }

    /// "That damage is dealt to this creature instead", "all damage that would be dealt to you is dealt to this creature instead".
    fn redirection(
        &mut self,
        event: &Event,
        amount: Option<&Quantity>,
        condition: Option<&Condition>,
        to: &Noun,
        duration: &str,
    ) -> String {
        if self.next_time || !matches!(event.verb, EventVerb::IsDealtDamage { .. }) {
            let when = self.would(event, condition, duration);
            let to = self.object(to);
            return format!("{when}, that damage is dealt to {to} instead");
        }
        let combat = match event.verb {
            EventVerb::IsDealtDamage { combat: Some(true) } => "combat ",
            EventVerb::IsDealtDamage {
                combat: Some(false),
            } => "noncombat ",
            _ => "",
        };
        let amount = match amount {
            None => "all".to_owned(),
            Some(n) => format!("the next {}", self.value(n)),
        };
        let held = condition.map(|c| format!("as long as {}, ", self.condition(c)));
        let mut text = format!(
            "{}{amount} {combat}damage that would be dealt",
            held.unwrap_or_default()
        );
        if let Some(subject) = &event.subject {
            text.push_str(&format!(" to {}", self.bare(subject)));
        }
        if !duration.is_empty() {
            text.push_str(&format!(" {duration}"));
        }
        if let Some(by) = &event.object {
            text.push_str(&format!(" by {}", self.bare(by)));
        }
        format!("{text} is dealt to {} instead", self.object(to))
    }

    /// "Prevent all combat damage that would be dealt to you", "if a source would deal damage to you, prevent 1 of it".
    fn prevention(
        &mut self,
        event: &Event,
        amount: Option<&Quantity>,
        condition: Option<&Condition>,
        duration: &str,
    ) -> String {
        if let Some(amount) = amount {
            let when = self.would(event, condition, duration);
            return match amount {
                Quantity::Amount(_) => format!("{when}, prevent that damage"),
                Quantity::Difference(whole, rest) if matches!(**whole, Quantity::Amount(_)) => {
                    let rest = self.value(rest);
                    format!("{when}, prevent all but {rest} of that damage")
                }
                amount => {
                    let amount = match amount {
                        Quantity::Number(_) | Quantity::X | Quantity::Parameter => {
                            self.value(amount)
                        }
                        long => self.owe_x(long),
                    };
                    format!("{when}, prevent {amount} of that damage")
                }
            };
        }
        let held = match condition {
            Some(Condition::Turn(_) | Condition::During(..)) | None => String::new(),
            Some(condition) => format!("as long as {}, ", self.condition(condition)),
        };
        if let EventVerb::AnyOf(both) = &event.verb
            && let [to, by] = both.as_slice()
            && let (EventVerb::IsDealtDamage { combat }, EventVerb::DealsDamage { .. }) =
                (&to.verb, &by.verb)
            && let Some(noun) = &to.subject
        {
            let kind = damage_kind(*combat);
            let noun = self.bare(noun);
            let duration = if duration.is_empty() {
                String::new()
            } else {
                format!(" {duration}")
            };
            return format!(
                "{held}prevent all {kind} that would be dealt to and dealt by {noun}{duration}"
            );
        }
        let (combat, to, by) = match &event.verb {
            EventVerb::DealsDamage { combat } => {
                (*combat, event.object.as_ref(), event.subject.as_ref())
            }
            EventVerb::IsDealtDamage { combat } => {
                (*combat, event.subject.as_ref(), event.object.as_ref())
            }
            _ => {
                let when = self.would(event, condition, duration);
                return format!("{when}, prevent that");
            }
        };
        let kind = damage_kind(combat);
        let mut text = format!("{held}prevent all {kind} that would be dealt");
        if let Some(to) = to {
            text.push_str(&format!(" to {}", self.bare(to)));
        }
        if !duration.is_empty() {
            text.push_str(&format!(" {duration}"));
        }
        if let Some(by) = by {
            text.push_str(&format!(" by {}", self.bare(by)));
        }
        match condition {
            Some(Condition::Turn(whose)) => {
                let turn = self.turn_of(whose);
                format!("during {turn}, {text}")
            }
            Some(Condition::During(whose, part)) => {
                let time = self.time(whose.as_ref(), *part);
                format!("during {time}, {text}")
            }
            _ => text,
        }
    }
}

fn damage_kind(combat: Option<bool>) -> &'static str {
    match combat {
        Some(true) => "combat damage",
        Some(false) => "noncombat damage",
        None => "damage",
    }
}

/// The clause behind its subject: " enters with ...".
fn change_of(text: &str, who: &str) -> String {
    text.strip_prefix(who).unwrap_or(text).to_owned()
}

/// "Instead" at the end of a sentence, or in front when it ends in a quote or a further sentence.
fn instead(text: &str) -> String {
    if text.contains(". ") || text.ends_with('\u{201d}') || text.contains(", then ") {
        format!("instead {text}")
    } else {
        format!("{text} instead")
    }
}
