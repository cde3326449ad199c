//! Watches the events of a run for the triggered abilities of something, and says what came of each.

use super::super::names::{Names, Seek};
use super::super::script::Mention;
use super::super::trace;
use crate::bytecode::{AbilityId, Limits, Program};
use crate::engine::considered::{self, Otherwise, Verdict};
use crate::engine::{self, Status, layers};
use crate::game::{Entity, EventKind, Fault, Game};
use std::fmt::Write;

/// Events that are remembered for each ability.
const MOST: usize = 400;
/// Events that are shown for each ability.
const SHOWN: usize = 12;

/// Watches events.
#[derive(Debug, Clone)]
pub struct Probe {
    mention: Mention,
    /// What came of events, by ability.
    seen: Vec<Seen>,
}

/// An ability with the events that it might have triggered on.
#[derive(Debug, Clone)]
struct Seen {
    ability: AbilityId,
    source: String,
    times: usize,
    events: Vec<(String, String)>,
    left_out: usize,
}

impl Probe {
    /// Watches for the abilities of what is mentioned.
    #[must_use]
    pub fn new(mention: Mention) -> Self {
        Self {
            mention,
            seen: Vec::new(),
        }
    }

    /// Carries the game forward as [`engine::run()`] does, and looks at each event on the way.
    pub fn run(&mut self, game: &mut Game, names: &Names, program: &Program) -> Status {
        let limits = Limits::default();
        let one = Limits { steps: 1, ..limits };
        for _ in 0..limits.steps {
            let before = game.clone();
            let known = game.log.0.len();
            let status = engine::run_within(game, program, &one);
            if game.log.0.len() > known {
                self.look(&before, game, known, names, program);
            }
            if !matches!(status, Status::Fault(Fault::Steps)) {
                return status;
            }
        }
        Status::Fault(Fault::Steps)
    }

    /// Looks at the events that were logged between two states.
    fn look(
        &mut self,
        before: &Game,
        after: &Game,
        known: usize,
        names: &Names,
        program: &Program,
    ) {
        let (mut before, mut after) = (before.clone(), after.clone());
        layers::refresh(&mut before, program);
        layers::refresh(&mut after, program);
        let mut sources = Vec::new();
        for game in [&before, &after] {
            let found = names.resolve(&self.mention, Seek::InPlay, game, program);
            for id in found.into_iter().flatten().filter_map(Entity::object) {
                if !sources.contains(&id) {
                    sources.push(id);
                }
            }
        }
        let events: Vec<_> = after.log.0.get(known..).unwrap_or_default().to_vec();
        for event in events.iter().filter(|e| e.kind != EventKind::Trigger) {
            for source in &sources {
                for of in considered::abilities(&before, &after, program, *source) {
                    let found = considered::verdict(&before, &after, program, of, event);
                    let at = self.ability(of.ability, names.of((*source).into(), &after, program));
                    let Ok(Some(verdict)) = found else { continue };
                    let Some(seen) = self.seen.get_mut(at) else {
                        continue;
                    };
                    let what = trace::words(event, &after, names, program)
                        .unwrap_or_else(|| format!("{:?}", event.kind).to_lowercase());
                    if verdict == Verdict::Triggers {
                        seen.times = seen.times.saturating_add(1);
                    }
                    if seen.events.len() >= MOST {
                        seen.left_out = seen.left_out.saturating_add(1);
                        continue;
                    }
                    let said = said(&verdict, names, &after, program);
                    let when = super::step_of(&after, names, program);
                    seen.events.push((format!("{when}: {what}"), said));
                }
            }
        }
    }

    fn ability(&mut self, ability: AbilityId, source: String) -> usize {
        if let Some(at) = self.seen.iter().position(|s| s.ability == ability) {
            return at;
        }
        self.seen.push(Seen {
            ability,
            source,
            times: 0,
            events: Vec::new(),
            left_out: 0,
        });
        self.seen.len().saturating_sub(1)
    }

    /// What was seen, in words.
    #[must_use]
    pub fn text(&self, name: &str, program: &Program) -> String {
        if self.seen.is_empty() {
            return format!("{name} had no triggered ability while anything happened (CR 603.1)\n");
        }
        let mut out = String::new();
        for seen in &self.seen {
            let text = program
                .ability(seen.ability)
                .map_or("", |a| program.string(a.text));
            let looks = text.split_once(',').map_or(text, |(event, _)| event);
            let _ = writeln!(out, "{}: \"{text}\"", seen.source);
            let _ = writeln!(out, "  looks for: \"{looks}\" (CR 603.2)");
            let times = match seen.times {
                0 => "it has not triggered".to_owned(),
                1 => "it has triggered once".to_owned(),
                n => format!("it has triggered {n} times"),
            };
            let _ = writeln!(out, "  {times}");
            if seen.events.is_empty() {
                let _ = writeln!(out, "  no event of a kind that it looks for has happened");
            }
            let skipped = seen.events.len().saturating_sub(SHOWN);
            if skipped > 0 {
                let _ = writeln!(out, "  ({skipped} earlier events are left out)");
            }
            for (what, said) in seen.events.iter().skip(skipped) {
                let _ = writeln!(out, "  {what}\n    {said}");
            }
            if seen.left_out > 0 {
                let _ = writeln!(out, "  ({} later events are left out)", seen.left_out);
            }
            out.push('\n');
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
        out
    }
}

/// A verdict in words.
fn said(verdict: &Verdict, names: &Names, game: &Game, program: &Program) -> String {
    let name = |e: Entity| names.of(e, game, program);
    match verdict {
        Verdict::Triggers => "triggers".to_owned(),
        Verdict::Condition => {
            "does not trigger: what follows its `if` is not so (CR 603.4)".to_owned()
        }
        Verdict::Limit => "does not trigger: it has triggered as often as it may".to_owned(),
        Verdict::Elsewhere(zone) => format!(
            "does not trigger: the ability does not function in {} (CR 113.6)",
            trace::zone(*zone)
        ),
        Verdict::Other(None) => {
            "does not trigger: this is not what the ability describes (CR 603.2)".to_owned()
        }
        Verdict::Other(Some(otherwise)) => {
            let needed = match otherwise {
                Otherwise::Subject(e) => format!("if this were about {}", name(*e)),
                Otherwise::Object(e) => format!("if the other one were {}", name(*e)),
                Otherwise::Source(id) => format!("if its source were {}", name((*id).into())),
                Otherwise::To(zone) => format!("if it went to {}", trace::zone(*zone)),
                Otherwise::From(zone) => format!("if it came from {}", trace::zone(*zone)),
                Otherwise::Combat(true) => "if it were combat damage".to_owned(),
                Otherwise::Combat(false) => "if it were not combat damage".to_owned(),
            };
            format!("does not trigger: it would {needed} (CR 603.2)")
        }
    }
}
