//! What happens to, or is done by, the subject of an event (CR 603.2, 614.6).

use crate::english::phrase::event::Tense;
use crate::english::{Writer, discourse::Focus, noun::Subject, words};
use crate::ir::event::TappedFor;
use crate::ir::{Event, EventVerb, Noun};
use crate::vocab::Zone;

impl Writer<'_> {
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
            EventVerb::EntersTapped(tapped) => {
                let how = if *tapped { "tapped" } else { "untapped" };
                format!("{} {how}", plain("enter"))
            }
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
            EventVerb::LeavesGraveyard => {
                let from = self.zone(Zone::Graveyard, event.object.as_ref(), false);
                plain(&format!("leave {from}"))
            }
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
                    plain(if plural && event.subject != Some(Noun::You) {
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
            EventVerb::Transforms => match &event.object {
                Some(into) => {
                    let into = self.object(into);
                    plain(&format!("transform into {into}"))
                }
                None => plain("transform"),
            },
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
            EventVerb::BecomesDesignated(name) => plain(&format!("become {name}")),
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

pub(super) fn nobody() -> Subject {
    Subject {
        text: "a player".into(),
        plural: false,
        many: false,
    }
}

pub(super) fn with(verb: String, object: Option<String>) -> String {
    match object {
        Some(object) => format!("{verb} {object}"),
        None => verb,
    }
}

pub(super) fn with_by(verb: String, object: Option<String>) -> String {
    match object {
        Some(object) => format!("{verb} by {object}"),
        None => verb,
    }
}

pub(super) fn combat_word(combat: Option<bool>) -> &'static str {
    match combat {
        Some(true) => "combat ",
        Some(false) => "noncombat ",
        None => "",
    }
}

/// What a permanent is tapped for.
pub(super) fn tapped_for(what: TappedFor) -> String {
    match what {
        TappedFor::Mana => "mana".into(),
        TappedFor::AtLeast(n) => format!("{} or more mana", words::number(i64::from(n))),
        TappedFor::Kind(kind) => format!("{{{}}}", kind.letter()),
        TappedFor::ChosenColor => "mana of the chosen color".into(),
    }
}
