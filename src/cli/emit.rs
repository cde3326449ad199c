//! `--emit`: the stages of the compilation as text.

use crate::compile::{self, Compiled};
use crate::english;
use crate::pack::Pack;
use crate::syntax::{CardItem, Item};
use clap::ValueEnum;
use spellwright_grammar::{Rule, parse};
use std::fmt::Write;

/// A stage that can be printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Stage {
    /// The lines as the grammar reads them, and their parse trees.
    Ast,
    /// The intermediate representation.
    Ir,
    /// The English of the intermediate representation.
    English,
    /// The disassembly.
    Bytecode,
}

/// A stage of every card of the packs that were asked for. Cards with an error have only the stages before it.
pub fn packs(packs: &[Pack], compiled: &Compiled, stage: Stage) -> String {
    let mut out = String::new();
    let cards = packs
        .iter()
        .filter(|pack| pack.requested)
        .flat_map(|pack| &pack.items)
        .filter_map(|item| match item {
            Item::Card(card) => Some(card),
            _ => None,
        });
    for card in cards {
        let Some(name) = card.faces.first().map(|face| &face.name.value) else {
            continue;
        };
        let lowered = compiled
            .definitions
            .cards
            .iter()
            .find(|c| c.faces.first().is_some_and(|face| face.name == *name));
        match (stage, lowered) {
            (Stage::Ast, _) => ast(card, &mut out),
            (Stage::Ir, Some(lowered)) => {
                let _ = writeln!(out, "{lowered:#?}");
            }
            (Stage::English, Some(lowered)) => {
                let _ = writeln!(out, "{}", english::card(lowered).trim_end());
                out.push('\n');
            }
            (Stage::Bytecode, Some(_)) => {
                out.push_str(&compile::listing(&compiled.program, name).unwrap_or_default())
            }
            (_, None) => {}
        }
    }
    out
}

fn ast(card: &CardItem, out: &mut String) {
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
                "  types {} / {}",
                words.collect::<Vec<_>>().join(" "),
                subtypes.collect::<Vec<_>>().join(" ")
            );
        }
        for line in &face.lines {
            let _ = writeln!(out, "  line {}", line.text);
            if let Ok(tree) = parse(Rule::ability_line, &line.text)
                && let Some(root) = tree.root()
            {
                let _ = writeln!(out, "    {root:?}");
            }
        }
    }
}
