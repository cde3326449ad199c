//! `--emit`: the stages of the compilation as text.

use crate::pack::Pack;
use crate::syntax::{Item, Line};
use clap::ValueEnum;
use std::fmt::Write;

/// A stage that can be printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Stage {
    /// The items and parse trees.
    Ast,
}

/// The stage of every card of the packs that were asked for.
pub fn packs(packs: &[Pack], stage: Stage) -> String {
    let mut out = String::new();
    for item in packs
        .iter()
        .filter(|pack| pack.requested)
        .flat_map(|pack| &pack.items)
    {
        match stage {
            Stage::Ast => ast(item, &mut out),
        }
    }
    out
}

fn ast(item: &Item, out: &mut String) {
    let Item::Card(card) = item else { return };
    for face in &card.faces {
        let cost = face
            .cost
            .as_ref()
            .map_or_else(String::new, |cost| format!(" {}", cost.value));
        let _ = writeln!(out, "card {}{cost}", face.name.value);
        if let Some(types) = &face.types {
            let words = types
                .supertypes
                .iter()
                .map(|s| s.word())
                .chain(types.types.iter().map(|t| t.word()));
            let subtypes = types.subtypes.iter().map(|s| s.value.as_str());
            let _ = writeln!(
                out,
                "  types {} - {}",
                words.collect::<Vec<_>>().join(" "),
                subtypes.collect::<Vec<_>>().join(" ")
            );
        }
        for Line { text, .. } in &face.lines {
            let _ = writeln!(out, "  line {text}");
        }
    }
}
