//! What happened, in words.

use super::names::Names;
use crate::bytecode::Program;
use crate::game::{Cause, Entity, Event, EventFlags, EventKind, Game, Outcome, state::DrawReason};
use crate::vocab::Zone;
use std::fmt::Write;

/// The trace of a run.
#[derive(Debug, Clone, Default)]
pub struct Trace {
    text: String,
    /// Everything that was logged, to count.
    pub events: Vec<Event>,
    /// Steps in which nothing happens are left out.
    brief: bool,
    /// The heading of a step, until something happens in it.
    heading: Option<String>,
}

/// A verb in the third person, as its subject wants it.
pub fn does(subject: &str, verb: &str) -> String {
    if subject != "you" {
        return format!("{subject} {verb}");
    }
    let (first, rest) = verb.split_once(' ').unwrap_or((verb, ""));
    let plain = match first {
        "is" => "are".to_owned(),
        _ => match first.strip_suffix("ies") {
            Some(stem) => format!("{stem}y"),
            None => first.strip_suffix('s').unwrap_or(first).to_owned(),
        },
    };
    format!("{subject} {plain} {rest}").trim_end().to_owned()
}

/// The longest trace that is kept, in bytes.
const LONGEST: usize = 200_000;

impl Trace {
    /// A trace that leaves out steps in which nothing happens.
    #[must_use]
    pub fn brief() -> Self {
        Self {
            brief: true,
            ..Self::default()
        }
    }

    /// The text so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A line of the script.
    pub fn script(&mut self, line: &str) {
        self.line(0, &format!("> {line}"));
    }

    /// A line of what happens.
    pub fn note(&mut self, line: &str) {
        self.line(1, line);
    }

    fn line(&mut self, depth: usize, text: &str) {
        if self.text.len() > LONGEST {
            return;
        }
        let _ = writeln!(
            self.text,
            "{:width$}{text}",
            "",
            width = depth.saturating_mul(2)
        );
        if self.text.len() > LONGEST {
            self.text
                .push_str("  ... the rest of the trace is left out\n");
        }
    }

    /// Takes what the game has logged.
    pub fn take(&mut self, game: &mut Game, names: &Names, program: &Program) {
        let events = std::mem::take(&mut game.log.0);
        for event in events {
            if let Some(words) = words(&event, game, names, program) {
                if self.brief && event.kind == EventKind::BeginStep {
                    self.heading = Some(words);
                } else {
                    if let Some(heading) = self.heading.take() {
                        self.note(&heading);
                    }
                    self.note(&words);
                }
            }
            if self.events.len() < 100_000 {
                self.events.push(event);
            }
        }
    }

    /// How the game ended.
    pub fn outcome(&mut self, game: &Game, names: &Names, program: &Program) {
        match &game.outcome {
            Some(Outcome::Won(players)) => {
                let players: Vec<Entity> = players.iter().map(|p| Entity::Player(*p)).collect();
                let who = names.list(&players, game, program);
                self.note(&format!("the game is over: won by {who}"));
            }
            Some(Outcome::Draw(reason)) => {
                let why = match reason {
                    DrawReason::AllLost => "everybody lost at once (CR 104.4a)",
                    DrawReason::MandatoryLoop => "a loop of mandatory actions (CR 104.4b)",
                    DrawReason::Effect => "an effect says so (CR 104.4c)",
                };
                self.note(&format!("the game is a draw: {why}"));
            }
            None => {}
        }
    }
}

/// What a zone is called.
pub const fn zone(zone: Zone) -> &'static str {
    match zone {
        Zone::Battlefield => "the battlefield",
        Zone::Library => "the library",
        Zone::Hand => "the hand",
        Zone::Graveyard => "the graveyard",
        Zone::Exile => "exile",
        Zone::Command => "the command zone",
        Zone::Stack => "the stack",
        Zone::Nowhere => "nowhere",
    }
}

/// An event in words; `None` for events that say nothing that another one doesn't.
pub fn words(event: &Event, game: &Game, names: &Names, program: &Program) -> Option<String> {
    let name = |e: Entity| names.of(e, game, program);
    let subject = name(event.subject);
    let object = event.object.map(name);
    let object = object.as_deref().unwrap_or("something");
    let source = event.source.map(|s| name(Entity::Object(s)));
    let from_source = source
        .as_deref()
        .map_or_else(String::new, |s| format!(" ({s})"));
    let amount = event.amount;
    let counter = event
        .counter
        .and_then(|c| program.counters.get(c.index()))
        .map_or("", |c| c.name.as_str());
    let plain = |verb: &str| Some(does(&subject, verb));
    match event.kind {
        EventKind::ZoneChange => Some(moved(event, &subject)),
        EventKind::Damage => {
            let combat = if event.flags.has(EventFlags::COMBAT) {
                " combat"
            } else {
                ""
            };
            let by = source.as_deref().unwrap_or("something");
            Some(format!("{by} deals {amount}{combat} damage to {subject}"))
        }
        EventKind::GainLife => Some(does(&subject, &format!("gains {amount} life{from_source}"))),
        EventKind::LoseLife => Some(does(&subject, &format!("loses {amount} life{from_source}"))),
        EventKind::Tap => plain("becomes tapped"),
        EventKind::Untap => plain("becomes untapped"),
        EventKind::AddCounters => Some(format!(
            "{amount} {counter} {} put on {subject}",
            if amount == 1 {
                "counter is"
            } else {
                "counters are"
            }
        )),
        EventKind::RemoveCounters => Some(format!(
            "{amount} {counter} {} removed from {subject}",
            if amount == 1 {
                "counter is"
            } else {
                "counters are"
            }
        )),
        EventKind::Cast => Some(does(&subject, &format!("casts {object}"))),
        EventKind::CopySpell => Some(does(&subject, &format!("copies {object}"))),
        EventKind::PlayLand => Some(does(&subject, &format!("plays {object}"))),
        EventKind::Activate => Some(does(&subject, &format!("activates {object}"))),
        EventKind::Attack => Some(format!("{subject} attacks {object}")),
        EventKind::BlockCreature => Some(format!("{subject} blocks {object}")),
        EventKind::BeginStep => event.step.map(|s| format!("-- {subject}: {}", s.words())),
        EventKind::BecomeTarget => Some(format!("{object} targets {subject}")),
        EventKind::Attach => Some(format!("{subject} becomes attached to {object}")),
        EventKind::Unattach => Some(format!("{subject} becomes unattached")),
        EventKind::Transform => plain("transforms"),
        EventKind::TurnFaceUp => plain("is turned face up"),
        EventKind::ChangeControl => Some(format!("{object} gains control of {subject}")),
        EventKind::Counter => plain("is countered"),
        EventKind::LoseGame => plain("loses the game"),
        EventKind::WinGame => plain("wins the game"),
        EventKind::Shuffle => plain("shuffles"),
        EventKind::Scry => Some(does(&subject, &format!("scries {amount}"))),
        EventKind::Surveil => Some(does(&subject, &format!("surveils {amount}"))),
        EventKind::Reveal => Some(does(&subject, &format!("reveals {object}"))),
        EventKind::Phase => plain(if amount == 0 {
            "phases out"
        } else {
            "phases in"
        }),
        EventKind::BeginTurn => Some(format!("-- {subject}'s turn begins")),
        EventKind::Mutate => plain("mutates"),
        EventKind::Exploit => Some(format!("{subject} exploits {object}")),
        EventKind::Exert => Some(does(&subject, &format!("exerts {object}"))),
        EventKind::Fight => Some(format!("{subject} fights {object}")),
        EventKind::Regenerate => plain("regenerates"),
        EventKind::RemoveFromCombat => plain("is removed from combat"),
        EventKind::FlipCoin => Some(format!(
            "{subject} {} a coin flip",
            if amount == 0 { "loses" } else { "wins" }
        )),
        EventKind::RollDie => Some(does(&subject, &format!("rolls {amount}"))),
        EventKind::Trigger => Some(format!("{object}'s ability triggers")),
        EventKind::Resolve => Some(match &source {
            Some(source) if event.source.map(Entity::Object) != Some(event.subject) => {
                format!("{source}'s ability resolves")
            }
            _ => format!("{subject} resolves"),
        }),
        EventKind::AddMana => Some(does(&subject, &format!("adds mana{from_source}"))),
        EventKind::DamageDealtBySource
        | EventKind::Draw
        | EventKind::CreateToken
        | EventKind::AttackWith
        | EventKind::Block
        | EventKind::BecomeBlocked
        | EventKind::BecomeBlockedBy
        | EventKind::Unblocked
        | EventKind::TapForMana
        | EventKind::Destroy
        | EventKind::Discard
        | EventKind::Sacrifice
        | EventKind::Mill
        | EventKind::Search
        | EventKind::Designate
        | EventKind::Cycle
        | EventKind::Proliferate => None,
    }
}

/// A zone change in words.
fn moved(event: &Event, subject: &str) -> String {
    match (event.cause, event.from, event.to) {
        (Cause::Draw, _, _) => format!("{subject} is drawn"),
        (Cause::Destroy, Zone::Battlefield, Zone::Graveyard) => {
            format!("{subject} is destroyed and goes to the graveyard")
        }
        (Cause::Sacrifice, ..) => format!("{subject} is sacrificed"),
        (Cause::Discard, ..) => format!("{subject} is discarded"),
        (Cause::Mill, ..) => format!("{subject} is milled"),
        (Cause::StateBased, Zone::Battlefield, Zone::Graveyard) => {
            format!("{subject} goes to the graveyard (state-based action)")
        }
        (_, Zone::Nowhere, Zone::Battlefield) => format!("{subject} is created"),
        (_, from, Zone::Nowhere) => format!("{subject} ceases to exist in {}", zone(from)),
        (_, from, to) => format!("{subject} goes from {} to {}", zone(from), zone(to)),
    }
}
