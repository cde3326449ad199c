//! Events as clauses: what triggers, would happen, or happened.

use crate::english::phrase::event_predicate::combat_word;
use crate::english::phrase::event_predicate::inflect;
use crate::english::phrase::event_predicate::nobody;
use crate::english::phrase::event_predicate::tapped_for;
use crate::english::{Writer, discourse::Referent, noun::Subject, words};
use crate::ir::{Event, EventRole, EventVerb, Noun, Whose, Window, condition::TurnPart};
use crate::vocab::{Phase, Step};

/// The form of the verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::english) enum Tense {
    /// "Dies".
    Present,
    /// "Would die".
    Would,
    /// "Died".
    Past,
    /// "Didn't die".
    NegatedPast,
}

/// "This turn".
pub(in crate::english) fn window(window: Window) -> &'static str {
    match window {
        Window::ThisTurn => "this turn",
        Window::LastTurn => "last turn",
        Window::ThisCombat => "this combat",
        Window::ThisStep => "this step",
        Window::ThisGame => "this game",
        Window::SinceYourLastTurn => "since your last turn",
    }
}

impl Writer<'_> {
    /// An event as a clause, and the record of its participants for later words.
    pub(in crate::english) fn event(&mut self, event: &Event, tense: Tense) -> String {
        self.deeper(|w| w.event_inner(event, tense))
    }

    fn event_inner(&mut self, event: &Event, tense: Tense) -> String {
        match &event.verb {
            EventVerb::AnyOf(events) => return self.any_event(events, tense),
            EventVerb::During(event, whose)
                if let EventVerb::NthEachTurn(n, inner) = &event.verb =>
            {
                let text = self.nth_event(*n, inner, tense);
                let turn = match whose {
                    Whose::Opponents => "each opponent's turn".into(),
                    Whose::Yours => "each of your turns".into(),
                    whose => self.turn_of(whose),
                };
                return format!("{text} during {turn}");
            }
            EventVerb::During(event, whose) => {
                let text = self.event(event, tense);
                let turn = match whose {
                    Whose::Each => "each turn".into(),
                    whose => self.turn_of(whose),
                };
                return format!("{text} during {turn}");
            }
            EventVerb::NthEachTurn(n, event) => {
                return format!("{} each turn", self.nth_event(*n, event, tense));
            }
            EventVerb::While(event, condition) => {
                let text = self.event(event, tense);
                return format!("{text} while {}", self.condition(condition));
            }
            EventVerb::Caused(event, cause) => {
                let cause = self.actor(cause);
                let causes = inflect("cause", Tense::Present, cause.plural);
                let who = match &event.subject {
                    Some(who) => self.actor(who).text,
                    None => "a player".into(),
                };
                let done = self.event_predicate(event, Tense::Present, true);
                self.record(event);
                return format!("{} {causes} {who} to {done}", cause.text);
            }
            EventVerb::FirstEachTurn(event) => {
                let text = self.event(event, tense);
                return format!("{text} for the first time each turn");
            }
            EventVerb::State(condition) => return self.condition(condition),
            EventVerb::Begins(part, whose) => return self.beginning(*part, whose),
            EventVerb::CountersPut(kind) => {
                return self.counters_event(event, kind.as_deref(), "put on", tense);
            }
            EventVerb::LastCounterRemoved(kind) => {
                let subject = event.subject.as_ref().map(|s| self.object(s));
                self.record(event);
                return format!(
                    "the last {kind} counter is removed from {}",
                    subject.unwrap_or_default()
                );
            }
            EventVerb::CountersRemoved(kind) => {
                return self.counters_event(event, kind.as_deref(), "removed from", tense);
            }
            // What is dealt is said first, for all that it may be dealt to.
            EventVerb::IsDealtDamage { combat } if tense == Tense::Would => {
                let to = event
                    .subject
                    .as_ref()
                    .map(|to| format!(" to {}", self.object(to)));
                let by = event
                    .object
                    .as_ref()
                    .map(|by| format!(" by {}", self.object(by)));
                self.record(event);
                let (to, by) = (to.unwrap_or_default(), by.unwrap_or_default());
                return format!("{}damage would be dealt{to}{by}", combat_word(*combat));
            }
            EventVerb::Attacks { alone: false }
                if event.subject.is_none() && event.object == Some(Noun::You) =>
            {
                return match tense {
                    Tense::NegatedPast => "you weren't attacked".into(),
                    _ => "you've been attacked".into(),
                };
            }
            EventVerb::Casts if event.subject.is_none() && tense == Tense::Past => {
                let what = match &event.object {
                    Some(what) => self.actor(what),
                    None => nobody(),
                };
                self.record(event);
                let were = if what.plural { "were" } else { "was" };
                return format!("{} {were} cast", what.text);
            }
            EventVerb::TappedForMana(what_for) if event.object.is_some() => {
                // "Whenever you tap a land for mana": the player is the grammatical subject.
                let who = match &event.object {
                    Some(who) => self.actor(who),
                    None => nobody(),
                };
                let what = event
                    .subject
                    .as_ref()
                    .map_or_else(|| "a permanent".into(), |s| self.object(s));
                self.record(event);
                let verb = inflect("tap", tense, who.plural);
                return format!("{} {verb} {what} for {}", who.text, tapped_for(*what_for));
            }
            _ => {}
        }
        let subject = match &event.subject {
            Some(noun) if event.batch => self.batched(noun),
            Some(noun) => self.actor(noun),
            None => nobody(),
        };
        let predicate = self.event_predicate(event, tense, subject.plural);
        self.record(event);
        format!("{} {predicate}", subject.text)
    }

    /// "You cast your second spell".
    fn nth_event(&mut self, n: u32, event: &Event, tense: Tense) -> String {
        let who = match &event.subject {
            Some(noun) => self.actor(noun),
            None => nobody(),
        };
        let whose = if event.subject == Some(Noun::You) {
            "your"
        } else {
            "their"
        };
        let what = match &event.object {
            Some(Noun::Described { filter, .. }) => {
                self.filter(filter, crate::english::filter::Form::one())
            }
            Some(other) => self.object(other),
            None => "spell".into(),
        };
        self.record(event);
        let verb = inflect("cast", tense, who.plural);
        format!("{} {verb} {whose} {} {what}", who.text, words::ordinal(n))
    }

    /// "One or more creatures you control": a subject of simultaneous events.
    fn batched(&mut self, noun: &Noun) -> Subject {
        match noun {
            Noun::Described { filter, .. } => {
                let other = if crate::english::filter::has_other(filter) {
                    "other "
                } else {
                    ""
                };
                let text = self.filter(filter, crate::english::filter::Form::many());
                Subject {
                    text: format!("one or more {other}{text}"),
                    plural: true,
                    many: true,
                }
            }
            other => self.actor(other),
        }
    }

    /// Keeps the participants for "it", "that creature", "that player".
    fn record(&mut self, event: &Event) {
        let mut referents = Vec::new();
        for (role, noun) in [
            (EventRole::Subject, &event.subject),
            (EventRole::Object, &event.object),
        ] {
            if let Some(noun) = noun {
                let known = self.said.noun(noun);
                let plural =
                    known.plural || (event.batch && role == EventRole::Subject && !known.player);
                referents.push((role, Referent { plural, ..known }));
            }
        }
        for (role, referent) in referents {
            self.said.event(role, referent);
        }
    }

    fn any_event(&mut self, events: &[Event], tense: Tense) -> String {
        let same_subject = events.first().is_some_and(|first| {
            events
                .iter()
                .all(|e| e.subject == first.subject && e.batch == first.batch)
        });
        let spelled = |e: &Event| {
            matches!(
                e.verb,
                EventVerb::AnyOf(_)
                    | EventVerb::State(_)
                    | EventVerb::Begins(..)
                    | EventVerb::CountersPut(_)
                    | EventVerb::CountersRemoved(_)
                    | EventVerb::TappedForMana(_)
                    | EventVerb::LastCounterRemoved(_)
            )
        };
        let (Some(first), true, false) = (events.first(), same_subject, events.iter().any(spelled))
        else {
            let begins = |e: &Event| matches!(e.verb, EventVerb::Begins(..));
            let at = events.first().is_some_and(begins);
            let items: Vec<String> = events
                .iter()
                .map(|e| {
                    let text = self.event(e, tense);
                    // "At the beginning of your upkeep or whenever you cast a green spell".
                    match (at, begins(e)) {
                        (true, false) => format!("whenever {text}"),
                        (false, true) => format!("at {text}"),
                        _ => text,
                    }
                })
                .collect();
            // "When this creature enters and whenever you cast a spell" is two abilities; "or" is one.
            return words::list(&items, "or");
        };
        let subject = match &first.subject {
            Some(noun) if first.batch => self.batched(noun),
            Some(noun) => self.actor(noun),
            None => nobody(),
        };
        let items: Vec<String> = events
            .iter()
            .map(|e| {
                let text = self.event_predicate(e, tense, subject.plural);
                self.record(e);
                text
            })
            .collect();
        let items: Vec<String> = items
            .iter()
            .enumerate()
            .map(|(i, item)| match item.strip_prefix("would ") {
                Some(rest) if i > 0 => rest.to_owned(),
                _ => item.clone(),
            })
            .collect();
        // "Cast or copy an instant spell": an object that all share is said once.
        let shared = first
            .object
            .as_ref()
            .filter(|o| events.iter().all(|e| e.object.as_ref() == Some(o)));
        let items = match shared {
            Some(object) => {
                let object = format!(" {}", self.card_object(object));
                let last = items.len().saturating_sub(1);
                items
                    .iter()
                    .enumerate()
                    .map(|(i, item)| match item.strip_suffix(&object) {
                        Some(verb) if i < last => verb.to_owned(),
                        _ => item.clone(),
                    })
                    .collect()
            }
            None => items,
        };
        format!("{} {}", subject.text, words::list(&items, "or"))
    }

    fn counters_event(
        &mut self,
        event: &Event,
        kind: Option<&str>,
        verb: &str,
        tense: Tense,
    ) -> String {
        let counter = kind.map_or_else(|| "counter".to_owned(), |k| format!("{k} counter"));
        let (counters, plural) = if event.batch || tense == Tense::Would {
            (format!("one or more {}", words::plural(&counter)), true)
        } else {
            (words::with_article(&counter), false)
        };
        let on = event
            .subject
            .as_ref()
            .map_or_else(|| "a permanent".into(), |n| self.object(n));
        self.record(event);
        if let Some(who) = &event.object
            && verb == "put on"
        {
            let who = self.actor(who);
            let put = inflect("put", tense, who.plural);
            return format!("{} {put} {counters} on {on}", who.text);
        }
        let verb = inflect(&format!("be {verb}"), tense, plural);
        format!("{counters} {verb} {on}")
    }

    /// "The beginning of your upkeep", "combat on your turn".
    fn beginning(&mut self, part: TurnPart, whose: &Whose) -> String {
        let name = turn_part(part);
        if matches!(
            part,
            TurnPart::Phase(Phase::Combat) | TurnPart::Step(Step::BeginningOfCombat)
        ) {
            return match whose {
                Whose::Yours => "the beginning of combat on your turn".into(),
                Whose::Each => "the beginning of each combat".into(),
                Whose::Opponents => "the beginning of combat on each opponent's turn".into(),
                Whose::Of(noun) => {
                    format!("the beginning of combat on {} turn", self.possessive(noun))
                }
                Whose::YourNext => "the beginning of combat on your next turn".into(),
                Whose::Next => "the beginning of the next combat".into(),
                Whose::NextTurn => "the beginning of the next turn's combat".into(),
            };
        }
        // "The upkeep of enchanted creature's controller" is easier to say than two possessives.
        if let Whose::Of(noun) = whose
            && let Noun::Related(_, of) = &**noun
            && !matches!(&**of, Noun::This | Noun::Ref { .. })
        {
            self.said.event(
                EventRole::Subject,
                Referent {
                    player: true,
                    ..Referent::THING
                },
            );
            return format!("the beginning of the {name} of {}", self.object(noun));
        }
        let whose = self.whose(whose);
        format!("the beginning of {whose} {name}")
    }

    /// "Your", "each opponent's", "each", "the next".
    pub(in crate::english) fn whose(&mut self, whose: &Whose) -> String {
        match whose {
            Whose::Yours => "your".into(),
            Whose::NextTurn => "the next turn's".into(),
            Whose::Opponents => {
                self.said.event(
                    EventRole::Subject,
                    Referent {
                        player: true,
                        ..Referent::THING
                    },
                );
                "each opponent's".into()
            }
            Whose::Each => {
                self.said.event(
                    EventRole::Subject,
                    Referent {
                        player: true,
                        ..Referent::THING
                    },
                );
                "each".into()
            }
            Whose::Of(noun) => {
                self.said.event(
                    EventRole::Subject,
                    Referent {
                        player: true,
                        ..Referent::THING
                    },
                );
                // "Each player's upkeep" is "each upkeep" unless the player is spoken of again; both are read.
                self.possessive(noun)
            }
            Whose::YourNext => "your next".into(),
            Whose::Next => "the next".into(),
        }
    }

    /// A part of a turn as a place in time: "your upkeep", "combat", "the declare blockers step".
    pub(in crate::english) fn time(&mut self, whose: Option<&Whose>, part: TurnPart) -> String {
        let name = turn_part(part);
        let bare = matches!(
            part,
            TurnPart::Phase(Phase::Combat)
                | TurnPart::BeforeAttackers
                | TurnPart::BeforeBlockers
                | TurnPart::AfterBlockers
                | TurnPart::SorceryTiming
        );
        match whose {
            Some(whose) if bare => format!("{name} on {} turn", self.whose(whose)),
            Some(whose) => format!("{} {name}", self.whose(whose)),
            None if bare => name.into(),
            None => format!("the {name}"),
        }
    }
}

/// The words of a part of a turn.
pub(in crate::english) fn turn_part(part: TurnPart) -> &'static str {
    match part {
        TurnPart::Step(step) => step.words(),
        TurnPart::Phase(Phase::Beginning) => "beginning phase",
        TurnPart::Phase(Phase::PrecombatMain) => "precombat main phase",
        TurnPart::Phase(Phase::Combat) => "combat",
        TurnPart::Phase(Phase::PostcombatMain) => "postcombat main phase",
        TurnPart::Phase(Phase::Ending) => "ending phase",
        TurnPart::MainPhase => "main phase",
        TurnPart::BeforeAttackers => "before attackers are declared",
        TurnPart::BeforeBlockers => "before blockers are declared",
        TurnPart::AfterBlockers => "after blockers are declared",
        TurnPart::SorceryTiming => "any time you could cast a sorcery",
    }
}
