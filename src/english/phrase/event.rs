//! Events as clauses: what triggers, would happen, or happened.

use crate::english::{
    Writer,
    discourse::{Focus, Referent},
    noun::Subject,
    words,
};
use crate::ir::event::TappedFor;
use crate::ir::{Event, EventRole, EventVerb, Noun, Whose, Window, condition::TurnPart};
use crate::vocab::{Phase, Step, Zone};

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
                    _ => "you were attacked".into(),
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
            let items: Vec<String> = events.iter().map(|e| self.event(e, tense)).collect();
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

    /// The verb of an event with its object, in agreement.
    pub(in crate::english) fn event_predicate(
        &mut self,
        event: &Event,
        tense: Tense,
        plural: bool,
    ) -> String {
        let object = |w: &mut Self| event.object.as_ref().map(|o| w.object(o));
        let plain = |verb: &str| inflect(verb, tense, plural);
        match &event.verb {
            EventVerb::Enters { from } => {
                let from = match from {
                    Some(Zone::Exile) => " from exile".to_owned(),
                    Some(Zone::Graveyard) => " from a graveyard".to_owned(),
                    Some(zone) => format!(" from {}", self.zone(*zone, None, false)),
                    None => String::new(),
                };
                let under = event
                    .object
                    .as_ref()
                    .map(|o| format!(" under {} control", self.possessive(o)));
                format!("{}{from}{}", plain("enter"), under.unwrap_or_default())
            }
            EventVerb::Leaves => plain("leave the battlefield"),
            EventVerb::LeavesStack => plain("leave the stack"),
            EventVerb::Dies => plain("die"),
            EventVerb::ResolvesInto(to) => {
                let to = self.zone(*to, event.object.as_ref(), false);
                plain(&format!("be put into {to} as it resolves"))
            }
            EventVerb::PutInto { to, from } => {
                let to_text = match &event.object {
                    Some(who) => self.zone(*to, Some(who), false),
                    None => self.zone(*to, None, false),
                };
                let from = match from {
                    None if *to != Zone::Graveyard => {
                        return plain(&format!("be put into {to_text}"));
                    }
                    Some(zone @ (Zone::Library | Zone::Hand | Zone::Graveyard)) => {
                        let whose = event.object.clone();
                        self.zone(*zone, whose.as_ref(), false)
                    }
                    Some(zone) => self.zone(*zone, None, false),
                    None => "anywhere".into(),
                };
                plain(&format!("be put into {to_text} from {from}"))
            }
            EventVerb::Attacks { alone } => {
                let mut text = plain("attack");
                if let Some(whom) = object(self) {
                    text = format!("{text} {whom}");
                }
                if *alone {
                    format!("{text} alone")
                } else {
                    text
                }
            }
            EventVerb::Blocks => with(plain("block"), object(self)),
            EventVerb::BecomesBlocked => with_by(plain("become blocked"), object(self)),
            EventVerb::BlocksOrBecomesBlocked => {
                let text = match tense {
                    Tense::Would => "would block or become blocked".into(),
                    Tense::NegatedPast => "didn't block or become blocked".into(),
                    _ => format!("{} or {}", plain("block"), plain("become blocked")),
                };
                with_by(text, object(self))
            }
            EventVerb::AttacksUnblocked => {
                let be = if plural { "aren't" } else { "isn't" };
                match object(self) {
                    Some(whom) => format!("{} {whom} and {be} blocked", plain("attack")),
                    None => format!("{} and {be} blocked", plain("attack")),
                }
            }
            EventVerb::DealsDamage { combat } => {
                let text = plain(&format!("deal {}damage", combat_word(*combat)));
                match object(self) {
                    Some(to) => format!("{text} to {to}"),
                    None => text,
                }
            }
            EventVerb::IsDealtDamage { combat } => {
                let text = plain(&format!("be dealt {}damage", combat_word(*combat)));
                with_by(text, object(self))
            }
            EventVerb::Casts => {
                let Some(what) = &event.object else {
                    return plain("cast a spell");
                };
                let verb = plain("cast");
                match (what, tense) {
                    (Noun::This, _) => {
                        self.said.focus = Focus::This;
                        format!("{verb} this spell")
                    }
                    _ => format!("{verb} {}", self.object(what)),
                }
            }
            EventVerb::Plays => with(plain("play"), object(self)),
            EventVerb::Activates => with(
                plain("activate"),
                object(self).or_else(|| Some("an ability".into())),
            ),
            EventVerb::Copies => with(plain("copy"), object(self)),
            EventVerb::GainsLife => plain("gain life"),
            EventVerb::LosesLife => plain("lose life"),
            EventVerb::Draws { nth: Some(nth) } => {
                let whose = match (&event.subject, plural) {
                    (Some(Noun::You), _) => "your",
                    _ => "their",
                };
                plain(&format!(
                    "draw {whose} {} card each turn",
                    words::ordinal(*nth)
                ))
            }
            EventVerb::Draws { nth: None } => with(
                plain("draw"),
                object(self).or_else(|| Some("a card".into())),
            ),
            EventVerb::Discards => match &event.object {
                Some(what) => {
                    let what = self.card_object(what);
                    with(plain("discard"), Some(what))
                }
                None => plain("discard a card"),
            },
            EventVerb::Sacrifices => with(plain("sacrifice"), object(self)),
            EventVerb::Cycles => match &event.object {
                Some(what) => {
                    let what = self.card_object(what);
                    with(plain("cycle"), Some(what))
                }
                None => plain("cycle a card"),
            },
            EventVerb::BecomesTapped => plain("become tapped"),
            EventVerb::BecomesUntapped => plain("become untapped"),
            EventVerb::TappedForMana(what) => {
                plain(&format!("be tapped for {}", tapped_for(*what)))
            }
            EventVerb::BecomesTarget => {
                let of = object(self).unwrap_or_else(|| "a spell or ability".into());
                format!(
                    "{} of {of}",
                    plain(if plural {
                        "become the targets"
                    } else {
                        "become the target"
                    })
                )
            }
            EventVerb::CountersPut(_) => plain("have a counter put on it"),
            EventVerb::CountersRemoved(_) | EventVerb::LastCounterRemoved(_) => {
                plain("have a counter removed from it")
            }
            EventVerb::Begins(..) => plain("begin"),
            EventVerb::BecomesAttached => match object(self) {
                Some(to) => format!("{} to {to}", plain("become attached")),
                None => plain("become attached"),
            },
            EventVerb::BecomesUnattached => match object(self) {
                Some(from) => format!("{} from {from}", plain("become unattached")),
                None => plain("become unattached"),
            },
            EventVerb::Transforms => plain("transform"),
            EventVerb::TurnedFaceUp => plain("be turned face up"),
            EventVerb::LosesGame => plain("lose the game"),
            EventVerb::SearchesLibrary => match object(self) {
                Some(library) => format!("{} {library}", plain("search")),
                None if event.subject == Some(Noun::You) => plain("search your library"),
                None => plain("search their library"),
            },
            EventVerb::Shuffles => match (&event.subject, plural) {
                (Some(Noun::You), _) => plain("shuffle your library"),
                _ => plain("shuffle their library"),
            },
            EventVerb::Scries => plain("scry"),
            EventVerb::Surveils => plain("surveil"),
            EventVerb::Mills => with(
                plain("mill"),
                object(self).or_else(|| Some("a card".into())),
            ),
            EventVerb::Creates => with(
                plain("create"),
                object(self).or_else(|| Some("a token".into())),
            ),
            EventVerb::Proliferates => plain("proliferate"),
            EventVerb::Explores => plain("explore"),
            EventVerb::Fights => with(plain("fight"), object(self)),
            EventVerb::BecomesMonarch => plain("become the monarch"),
            EventVerb::PhasesIn => plain("phase in"),
            EventVerb::PhasesOut => plain("phase out"),
            EventVerb::IsDestroyed => plain("be destroyed"),
            EventVerb::IsExiled => plain("be exiled"),
            EventVerb::Untaps => plain("untap"),
            EventVerb::AddsMana => plain("add mana"),
            EventVerb::KeywordAction(name) => with(plain(name), object(self)),
            EventVerb::AnyOf(events) => {
                let items: Vec<String> = events
                    .iter()
                    .map(|e| self.event_predicate(e, tense, plural))
                    .collect();
                words::list(&items, "or")
            }
            EventVerb::State(condition) => self.condition(condition),
            EventVerb::During(inner, _)
            | EventVerb::FirstEachTurn(inner)
            | EventVerb::NthEachTurn(_, inner)
            | EventVerb::While(inner, _)
            | EventVerb::Caused(inner, _) => {
                self.deeper(|w| w.event_predicate(inner, tense, plural))
            }
        }
    }

    /// An object in a zone where the bearer is "this card".
    pub(in crate::english) fn card_object(&mut self, noun: &Noun) -> String {
        match noun {
            Noun::This => {
                self.said.focus = Focus::This;
                "this card".into()
            }
            other => self.unplaced(other),
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

/// The verb phrase `base` in a tense, in agreement.
pub(in crate::english) fn inflect(base: &str, tense: Tense, plural: bool) -> String {
    match tense {
        Tense::Present => match base.strip_prefix("be ") {
            Some(rest) if plural => format!("are {rest}"),
            _ if plural => base.to_owned(),
            _ => words::third(base),
        },
        Tense::Would => format!("would {base}"),
        Tense::Past => words::past(base, plural),
        Tense::NegatedPast => match base.strip_prefix("be ") {
            Some(rest) if plural => format!("weren't {rest}"),
            Some(rest) => format!("wasn't {rest}"),
            None => format!("didn't {base}"),
        },
    }
}

fn nobody() -> Subject {
    Subject {
        text: "a player".into(),
        plural: false,
    }
}

fn with(verb: String, object: Option<String>) -> String {
    match object {
        Some(object) => format!("{verb} {object}"),
        None => verb,
    }
}

fn with_by(verb: String, object: Option<String>) -> String {
    match object {
        Some(object) => format!("{verb} by {object}"),
        None => verb,
    }
}

fn combat_word(combat: Option<bool>) -> &'static str {
    match combat {
        Some(true) => "combat ",
        Some(false) => "noncombat ",
        None => "",
    }
}

/// What a permanent is tapped for.
fn tapped_for(what: TappedFor) -> String {
    match what {
        TappedFor::Mana => "mana".into(),
        TappedFor::AtLeast(n) => format!("{} or more mana", words::number(i64::from(n))),
        TappedFor::Kind(kind) => format!("{{{}}}", kind.letter()),
        TappedFor::ChosenColor => "mana of the chosen color".into(),
    }
}
