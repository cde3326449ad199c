//! The words that the grammar itself knows, for telling a misspelt word from one that only stands in the wrong place.

use crate::{
    parser::TableNode,
    tables::{NODES, RULES},
};
use std::{collections::BTreeSet, sync::OnceLock};

/// Most spellings that a part of a rule may have to be spelled out.
const MOST_SPELLINGS: usize = 200;
/// Parts inside each other that are spelled out.
const DEEPEST: u32 = 8;

/// Every word that some rule of the grammar spells out, in lower case; sorted.
#[must_use]
pub fn words() -> &'static BTreeSet<String> {
    static WORDS: OnceLock<BTreeSet<String>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let mut found = BTreeSet::new();
        for (_, body, _) in &RULES {
            collect(*body, &mut found);
        }
        found
    })
}

/// Takes the words of a node: those of all its spellings, if there are few, else those of its parts.
fn collect(node: u16, found: &mut BTreeSet<String>) {
    if let Some(spellings) = spellings(node, DEEPEST) {
        spellings.iter().for_each(|text| take(text, found));
        return;
    }
    match NODES.get(usize::from(node)) {
        // "Creature" and its ending are two parts of a sequence but one word.
        Some(TableNode::Seq(_)) => {
            let mut parts = Vec::new();
            flat(node, &mut parts);
            let mut open = vec![String::new()];
            for part in &parts {
                match spellings(*part, DEEPEST) {
                    Some(next) if next.len().saturating_mul(open.len()) <= MOST_SPELLINGS => {
                        open = join(&open, &next);
                    }
                    _ => {
                        open.iter().for_each(|text| take(text, found));
                        open = vec![String::new()];
                        collect(*part, found);
                    }
                }
            }
            open.iter().for_each(|text| take(text, found));
        }
        Some(TableNode::Choice(parts, _)) => parts.iter().for_each(|part| collect(*part, found)),
        Some(
            TableNode::Opt(inner, _)
            | TableNode::Rep(inner, _)
            | TableNode::Positive(inner, _)
            | TableNode::Negative(inner, _),
        ) => collect(*inner, found),
        // A rule's words are taken where it is defined.
        _ => {}
    }
}

/// The parts of a sequence, and of the sequences in it.
fn flat(node: u16, out: &mut Vec<u16>) {
    match NODES.get(usize::from(node)) {
        Some(TableNode::Seq(parts)) => parts.iter().for_each(|part| flat(*part, out)),
        _ => out.push(node),
    }
}

fn join(before: &[String], after: &[String]) -> Vec<String> {
    before
        .iter()
        .flat_map(|start| after.iter().map(move |end| format!("{start}{end}")))
        .collect()
}

/// Every text that a node can match, unless there are too many.
fn spellings(node: u16, depth: u32) -> Option<Vec<String>> {
    let depth = depth.checked_sub(1)?;
    let found = match NODES.get(usize::from(node))? {
        TableNode::Str(text) | TableNode::Insensitive(text) => vec![text.to_lowercase()],
        TableNode::Seq(parts) => {
            let mut open = vec![String::new()];
            for part in *parts {
                let next = spellings(*part, depth)?;
                if next.len().saturating_mul(open.len()) > MOST_SPELLINGS {
                    return None;
                }
                open = join(&open, &next);
            }
            open
        }
        TableNode::Choice(parts, _) => {
            let mut all = Vec::new();
            for part in *parts {
                all.extend(spellings(*part, depth)?);
                if all.len() > MOST_SPELLINGS {
                    return None;
                }
            }
            all
        }
        TableNode::Opt(inner, _) => {
            let mut all = spellings(*inner, depth)?;
            all.push(String::new());
            all
        }
        TableNode::Rule(rule) => spellings(RULES.get(usize::from(*rule))?.1, depth)?,
        TableNode::Positive(..) | TableNode::Negative(..) | TableNode::Soi | TableNode::Eoi => {
            vec![String::new()]
        }
        TableNode::Range(..) | TableNode::Any | TableNode::Rep(..) => return None,
    };
    (found.len() <= MOST_SPELLINGS).then_some(found)
}

/// Endings that are rules of their own.
const ENDINGS: [&str; 4] = ["s", "es", "ies", "led"];

fn take(text: &str, found: &mut BTreeSet<String>) {
    for word in text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '-'))) {
        let word = word.trim_matches(['\'', '-']);
        if word.starts_with(|c: char| c.is_alphabetic()) && !ENDINGS.contains(&word) {
            found.insert(word.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_are_whole() {
        for word in [
            "destroy",
            "creatures",
            "controls",
            "library",
            "libraries",
            "until",
            "a",
        ] {
            assert!(words().contains(word), "{word}");
        }
        for part in ["librar", "destory", "es"] {
            assert!(!words().contains(part), "{part}");
        }
    }
}
