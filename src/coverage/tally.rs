//! Counting what became of lines and faces.

use super::Measured;
use crate::source::{SourceMap, Span};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The stages that a line can fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Not read.
    Read,
    /// Read, but something got lost.
    Faithful,
    /// Faithful, but without code.
    Executable,
}

/// What became of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fate {
    /// All of it works.
    Executable,
    /// It did not pass a stage.
    Stopped {
        stage: Stage,
        construct: String,
        message: String,
        span: Option<Span>,
    },
}

impl Fate {
    pub fn stopped(stage: Stage, construct: String, message: &str) -> Self {
        Self::Stopped {
            stage,
            construct,
            message: message.to_owned(),
            span: None,
        }
    }

    pub fn at(self, place: Span) -> Self {
        match self {
            Self::Stopped {
                stage,
                construct,
                message,
                ..
            } => Self::Stopped {
                stage,
                construct,
                message,
                span: Some(place),
            },
            Self::Executable => Self::Executable,
        }
    }

    const fn stage(&self) -> Option<Stage> {
        match self {
            Self::Executable => None,
            Self::Stopped { stage, .. } => Some(*stage),
        }
    }
}

/// How many passed each stage. Each number includes the ones below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Tally {
    /// All.
    pub total: usize,
    /// Every word has a meaning.
    pub read: usize,
    /// And the meaning is that of the words.
    pub faithful: usize,
    /// And all of it has code.
    pub executable: usize,
}

impl Tally {
    fn add(&mut self, failed: Option<Stage>) {
        self.total += 1;
        let passed = |stage| usize::from(failed.is_none_or(|at| at > stage));
        self.read += passed(Stage::Read);
        self.faithful += passed(Stage::Faithful);
        self.executable += passed(Stage::Executable);
    }
}

/// How long the parts took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Times {
    /// Reading and lowering the lines.
    pub read: Duration,
    /// Proving that nothing got lost.
    pub proof: Duration,
    /// Generating and verifying code.
    pub code: Duration,
    /// Everything.
    pub all: Duration,
}

impl Serialize for Times {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let parts = [
            ("read_ms", self.read),
            ("proof_ms", self.proof),
            ("code_ms", self.code),
            ("all_ms", self.all),
        ];
        serializer.collect_map(parts.map(|(name, time)| (name, time.as_secs_f64() * 1e3)))
    }
}

/// A line that took long to read.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SlowLine {
    /// Milliseconds.
    pub ms: f64,
    /// The line.
    pub line: String,
}

/// A line that did not pass a stage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Stopped {
    /// The face.
    pub face: String,
    /// The line.
    pub line: String,
    /// The stage it did not pass.
    pub stage: Stage,
    /// The construction that is missing.
    pub construct: String,
    /// What is told to the designer.
    pub message: String,
    /// The words at fault.
    pub words: String,
}

/// Lines that the same construction stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StopGroup {
    /// The stage they did not pass.
    pub stage: Stage,
    /// The construction.
    pub construct: String,
    /// How many lines.
    pub lines: usize,
    /// On how many faces.
    pub faces: usize,
    /// How many faces have nothing else that stops them.
    pub alone: usize,
    /// Some of the lines, with their faces.
    pub examples: Vec<String>,
}

/// The result of measuring.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Coverage {
    /// By faces of cards.
    pub faces: Tally,
    /// By ability lines.
    pub lines: Tally,
    /// How long it took.
    pub times: Times,
    /// What stopped the rest, by how many faces would gain most.
    pub stops: Vec<StopGroup>,
    /// The ten slowest lines.
    pub slowest: Vec<SlowLine>,
    /// What the verifier says about the program, which is nothing.
    pub invalid: Vec<String>,
    /// Every line that was stopped, in the order of the cards.
    pub stopped: Vec<Stopped>,
}

/// How many examples a construction is shown with.
const EXAMPLES: usize = 3;

#[derive(Default)]
struct Group {
    lines: usize,
    faces: usize,
    alone: usize,
    examples: Vec<String>,
}

pub(super) fn count(
    cards: &[Vec<Measured<'_>>],
    mut slow: Vec<(Span, Duration)>,
    times: Times,
    sources: &SourceMap,
) -> Coverage {
    let mut faces = Tally::default();
    let mut lines = Tally::default();
    let mut groups: BTreeMap<(Stage, String), Group> = BTreeMap::new();
    let mut stopped = Vec::new();
    for face in cards.iter().flatten() {
        let name = &face.item.name.value;
        let mut here: BTreeSet<(Stage, String)> = BTreeSet::new();
        let mut failed = None;
        if let Some((message, span)) = &face.header {
            let found = Stopped {
                face: name.to_string(),
                line: String::new(),
                stage: Stage::Read,
                construct: message.clone(),
                message: message.clone(),
                words: sources.slice(*span).to_owned(),
            };
            note(&mut groups, &mut here, &mut stopped, found);
            failed = Some(Stage::Read);
        }
        for (fate, line) in face.lines.iter().zip(&face.item.lines) {
            lines.add(fate.stage());
            let Fate::Stopped {
                stage,
                construct,
                message,
                span,
            } = fate
            else {
                continue;
            };
            failed = failed.min(Some(*stage)).or(failed).or(Some(*stage));
            let found = Stopped {
                face: name.to_string(),
                line: sources.slice(line.span).to_owned(),
                stage: *stage,
                construct: construct.clone(),
                message: message.clone(),
                words: span.map_or_else(String::new, |span| sources.slice(span).to_owned()),
            };
            note(&mut groups, &mut here, &mut stopped, found);
        }
        faces.add(failed);
        let alone = usize::from(here.len() == 1);
        for key in here {
            if let Some(group) = groups.get_mut(&key) {
                group.faces += 1;
                group.alone += alone;
            }
        }
    }
    let mut stops: Vec<StopGroup> = groups
        .into_iter()
        .map(|((stage, construct), group)| StopGroup {
            stage,
            construct,
            lines: group.lines,
            faces: group.faces,
            alone: group.alone,
            examples: group.examples,
        })
        .collect();
    stops.sort_by_key(|stop| std::cmp::Reverse((stop.alone, stop.lines)));
    slow.sort_by_key(|(span, took)| (std::cmp::Reverse(*took), *span));
    let slowest = slow
        .iter()
        .take(10)
        .map(|(span, took)| SlowLine {
            ms: took.as_secs_f64() * 1e3,
            line: sources.slice(*span).to_owned(),
        })
        .collect();
    Coverage {
        faces,
        lines,
        times,
        stops,
        slowest,
        invalid: Vec::new(),
        stopped,
    }
}

fn note(
    groups: &mut BTreeMap<(Stage, String), Group>,
    here: &mut BTreeSet<(Stage, String)>,
    stopped: &mut Vec<Stopped>,
    found: Stopped,
) {
    let key = (found.stage, found.construct.clone());
    let group = groups.entry(key.clone()).or_default();
    group.lines += 1;
    if here.insert(key) && group.examples.len() < EXAMPLES {
        group
            .examples
            .push(format!("{}: {}", found.face, found.line));
    }
    stopped.push(found);
}
