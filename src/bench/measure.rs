//! The measurements.

use super::Duel;
use crate::compile::{self, Compiled};
use crate::diag::Sink;
use crate::lower::{self, Bearer, Vocabulary};
use crate::pack::Pack;
use crate::ruling;
use crate::source::{SourceMap, Span};
use crate::syntax::{Item, Line};
use serde::Serialize;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How many samples are taken; the fastest counts, as everything else on the machine only slows it down.
const SAMPLES: u32 = 5;
/// How many of the slowest lines are shown.
const SLOWEST: usize = 10;

/// So many things in so much time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Rate {
    /// Things.
    pub count: u64,
    /// Seconds.
    pub seconds: f64,
}

impl Rate {
    /// Things in a second.
    #[must_use]
    pub fn per_second(self) -> f64 {
        self.count as f64 / self.seconds.max(1e-12)
    }
}

/// What was measured; what there was nothing of is left out.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Figures {
    /// Reading ability lines.
    pub lines: Option<Lines>,
    /// Compiling packs from their text.
    pub packs: Option<Rate>,
    /// Cloning a state in the middle of a duel.
    pub cloning: Cloning,
    /// Decisions in duels played at random.
    pub decisions: Rate,
    /// Running rulings.
    pub rulings: Option<Rate>,
}

/// How fast lines are read.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Lines {
    /// Reading all of them once, nothing having been read before.
    pub cold: Rate,
    /// Reading all of them.
    pub warm: Rate,
    /// The slowest, slowest first.
    pub slowest: Vec<SlowLine>,
}

/// A line that takes long to read.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SlowLine {
    /// The line.
    pub line: String,
    /// Microseconds.
    pub us: f64,
}

/// What it costs to clone a state.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Cloning {
    /// Nanoseconds.
    pub ns: f64,
    /// Bytes that a clone has for itself.
    pub bytes: usize,
    /// Permanents of the state.
    pub permanents: usize,
    /// Objects of the state, those that have left their zones among them.
    pub objects: usize,
}

/// Does something again and again for about so long; what it returns is how many things it did.
pub fn timed(budget: Duration, mut work: impl FnMut() -> u64) -> Rate {
    let sample = budget / SAMPLES;
    let mut best: Option<Rate> = None;
    for _ in 0..SAMPLES {
        let begun = Instant::now();
        let mut count = 0;
        while count == 0 || begun.elapsed() < sample {
            count += work().max(1);
        }
        let rate = Rate {
            count,
            seconds: begun.elapsed().as_secs_f64(),
        };
        if best.is_none_or(|b| b.per_second() < rate.per_second()) {
            best = Some(rate);
        }
    }
    best.unwrap_or(Rate {
        count: 0,
        seconds: 0.0,
    })
}

/// The ability lines of cards that were asked for, with what has them.
fn ability_lines<'a>(packs: &'a [Pack], vocabulary: &Vocabulary) -> Vec<(Bearer, &'a Line)> {
    let mut sink = Sink::default();
    let mut found = Vec::new();
    for item in packs.iter().filter(|p| p.requested).flat_map(|p| &p.items) {
        let Item::Card(card) = item else { continue };
        for face in &card.faces {
            if let Some(head) = lower::face_head(face, vocabulary, &mut sink) {
                let bearer = Bearer::new(head.name, head.types.types, &head.types.subtypes);
                found.extend(face.lines.iter().map(|line| (bearer.clone(), line)));
            }
        }
    }
    found
}

/// Measures reading the ability lines of packs; `None` if they have none.
#[must_use]
pub fn lines(packs: &[Pack], sources: &SourceMap, budget: Duration) -> Option<Lines> {
    let vocabulary = compile::vocabulary(packs, &mut Sink::default());
    let lines = ability_lines(packs, &vocabulary);
    if lines.is_empty() {
        return None;
    }
    let read = |(bearer, line): &(Bearer, &Line)| {
        black_box(lower::read_ability_line(line, bearer, &vocabulary).is_ok());
    };
    let count = u64::try_from(lines.len()).unwrap_or(u64::MAX);
    let begun = Instant::now();
    let mut times: Vec<(Duration, usize, Span)> = Vec::with_capacity(lines.len());
    for (at, line) in lines.iter().enumerate() {
        let start = Instant::now();
        read(line);
        times.push((start.elapsed(), at, line.1.span));
    }
    let cold = Rate {
        count,
        seconds: begun.elapsed().as_secs_f64(),
    };
    let warm = timed(budget, || {
        lines.iter().for_each(read);
        count
    });
    // A line that was interrupted is read again before it counts as slow.
    times.sort_by_key(|(time, ..)| std::cmp::Reverse(*time));
    times.truncate(SLOWEST * 10);
    for (time, at, _) in &mut times {
        for _ in 0..SAMPLES {
            if let Some(line) = lines.get(*at) {
                let start = Instant::now();
                read(line);
                *time = (*time).min(start.elapsed());
            }
        }
    }
    times.sort_by_key(|(time, ..)| std::cmp::Reverse(*time));
    let slowest = times
        .iter()
        .take(SLOWEST)
        .map(|(time, _, span)| SlowLine {
            line: sources.slice(*span).replace('\n', " "),
            us: time.as_secs_f64() * 1e6,
        })
        .collect();
    Some(Lines {
        cold,
        warm,
        slowest,
    })
}

/// Measures compiling packs that `load` reads. How many there are is its to say.
pub fn compiling(budget: Duration, load: impl Fn(&mut Sink) -> Vec<Pack>) -> Rate {
    timed(budget, || {
        let mut sink = Sink::default();
        let packs = load(&mut sink);
        black_box(compile::packs(&packs, &mut sink));
        u64::try_from(packs.len()).unwrap_or(u64::MAX)
    })
}

/// Measures cloning a state in the middle of a duel, and decisions in duels played at random.
///
/// # Errors
/// A fault of the engine.
pub fn state(duel: &Duel, budget: Duration) -> Result<(Cloning, Rate), String> {
    let game = duel.mid_game()?;
    let clones = timed(budget, || {
        for _ in 0..100 {
            black_box(black_box(&game).clone());
        }
        100
    });
    let mut seed = 0;
    let mut fault = None;
    let decisions = timed(budget, || {
        seed += 1;
        match duel.play(seed) {
            Ok(played) => played.decisions,
            Err(found) => {
                fault = Some(found);
                1
            }
        }
    });
    match fault {
        Some(fault) => Err(fault),
        None => Ok((
            Cloning {
                ns: 1e9 / clones.per_second(),
                bytes: game.bytes(),
                permanents: game.battlefield.len(),
                objects: game.objects.len(),
            },
            decisions,
        )),
    }
}

/// Measures running the rulings of compiled packs; `None` if they have none.
pub fn rulings(compiled: &mut Compiled, budget: Duration) -> Option<Rate> {
    let rulings = ruling::read(compiled, &mut Sink::default());
    if rulings.is_empty() {
        return None;
    }
    Some(timed(budget, || {
        for ruling in &rulings {
            black_box(ruling::run(ruling, &compiled.program));
        }
        u64::try_from(rulings.len()).unwrap_or(u64::MAX)
    }))
}
