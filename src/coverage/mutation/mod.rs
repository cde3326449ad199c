//! The metamorphic law: a line with one word left out, or with a word swapped for another of its kind, is refused or means
//! something else.
//!
//! Lines that are accepted are mutated with a fixed seed. A *survivor* is a mutated line that the whole pipeline accepts with
//! the meaning of the original, or, if code is compared, with another meaning but the same code. Survivors that differ in
//! words of [`english::MEANINGLESS`] or [`english::INDIFFERENT`] are explained by it.

mod edit;
mod kinds;
mod report;
mod subject;

pub use edit::Edit;
pub use report::text;

use crate::codegen::{self, Definitions};
use crate::compile;
use crate::diag::Sink;
use crate::english;
use crate::game::Random;
use crate::lower::Vocabulary;
use crate::pack::Pack;
use crate::syntax::Item;
use edit::Table;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use subject::{Subject, Verdict, subjects};

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Request {
    /// How many mutations are tried; all if there are no more.
    pub count: usize,
    /// Which are tried.
    pub seed: u64,
    /// Whether the code of meanings that differ is compared too.
    pub code: bool,
}

/// What survived.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Sameness {
    /// The same meaning.
    Meaning,
    /// Another meaning with the same code.
    Code,
}

/// A mutated line that is accepted and is the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Survivor {
    /// What the line is of.
    pub of: String,
    /// The line, as the grammar reads it.
    pub line: String,
    /// The line after the change.
    pub mutated: String,
    /// What was done: "without `then`", "`all` for `each`".
    pub edit: String,
    /// What is the same.
    pub same: Sameness,
}

/// The result of mutating lines.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Mutations {
    /// Lines that are accepted, and so are mutated.
    pub lines: usize,
    /// Mutations that there are of them.
    pub possible: usize,
    /// How many were tried.
    pub tried: usize,
    /// Of these, not read.
    pub refused: usize,
    /// Read with the same meaning, but refused as a word got lost.
    pub lost: usize,
    /// Read with another meaning.
    pub changed: usize,
    /// Of these, refused as a word got lost or as there is no code; counted only if code is compared.
    pub not_executable: usize,
    /// Survivors that the published list explains, by the reason.
    pub explained: BTreeMap<&'static str, usize>,
    /// Survivors that nothing explains, in the order of the lines.
    pub survivors: Vec<Survivor>,
}

/// Mutates the lines of the packs that were asked for.
#[must_use]
pub fn mutate(packs: &[Pack], request: Request) -> Mutations {
    let mut sink = Sink::default();
    let vocabulary = compile::vocabulary(packs, &mut sink);
    let mut definitions = Definitions::default();
    for item in packs.iter().flat_map(|pack| &pack.items) {
        if !matches!(item, Item::Card(_)) {
            compile::define(item, &vocabulary, &mut definitions, &mut sink);
        }
    }
    let describe = |_: &crate::ir::Ability| String::new();
    let (base, _) = codegen::program(&definitions, &describe);
    let judge = subject::Judge {
        vocabulary: &vocabulary,
        definitions: &definitions,
        base: &base,
    };
    let subjects = subjects(packs, &vocabulary);
    run(&subjects, &judge, &vocabulary, request)
}

fn run(
    subjects: &[Subject],
    judge: &subject::Judge<'_>,
    vocabulary: &Vocabulary,
    request: Request,
) -> Mutations {
    let kinds = kinds::all(vocabulary);
    let table = Table::new(&kinds);
    let possible = subjects
        .iter()
        .map(|subject| table.edits(subject.text()).len())
        .sum();
    let chosen = choose(possible, request);
    let mut found = Mutations {
        lines: subjects.len(),
        possible,
        tried: chosen.as_ref().map_or(possible, BTreeSet::len),
        ..Mutations::default()
    };
    let mut number = 0;
    for subject in subjects {
        let edits = table.edits(subject.text());
        let first = number;
        number += edits.len();
        let mut original = None;
        for (_, edit) in (first..number)
            .zip(&edits)
            .filter(|(n, _)| chosen.as_ref().is_none_or(|set| set.contains(n)))
        {
            let mutated = edit.apply(subject.text());
            // A swap can change nothing, as of "+" for "+".
            if mutated == subject.text() {
                continue;
            }
            let same = match subject.judge(&mutated, judge, request.code, &mut original) {
                Verdict::Refused => {
                    found.refused += 1;
                    continue;
                }
                Verdict::Lost => {
                    found.lost += 1;
                    continue;
                }
                Verdict::Changed => {
                    found.changed += 1;
                    continue;
                }
                Verdict::NotExecutable => {
                    found.changed += 1;
                    found.not_executable += 1;
                    continue;
                }
                Verdict::Same(same) => same,
            };
            let list = match same {
                Sameness::Meaning => english::MEANINGLESS,
                Sameness::Code => english::INDIFFERENT,
            };
            let reason = english::meaningless(subject.text(), &mutated, list);
            if let Some(reason) = reason {
                *found.explained.entry(reason).or_default() += 1;
                continue;
            }
            found.survivors.push(Survivor {
                of: subject.name().to_owned(),
                line: subject.text().to_owned(),
                edit: described(edit, subject.text()),
                mutated,
                same,
            });
        }
    }
    found
}

fn described(edit: &Edit, text: &str) -> String {
    let word = text.get(edit.range.clone()).unwrap_or("");
    match edit.kind {
        None => format!("without `{word}`"),
        Some(kind) => format!("{kind}: `{}` for `{word}`", edit.by),
    }
}

/// Which mutations are tried; `None` for all of them.
fn choose(possible: usize, request: Request) -> Option<BTreeSet<usize>> {
    if request.count >= possible {
        return None;
    }
    // Floyd's algorithm: every set of this size is as likely.
    let mut random = Random(request.seed);
    let mut chosen = BTreeSet::new();
    for last in possible - request.count..possible {
        let bound = u32::try_from(last + 1).unwrap_or(u32::MAX);
        let at = random.below(bound) as usize;
        if !chosen.insert(at) {
            chosen.insert(last);
        }
    }
    Some(chosen)
}
