//! The tables as Rust source.

use crate::{
    first::{Bytes, First},
    flatten::{Grammar, Kind, Node},
};
use std::{collections::BTreeMap, fmt::Write};

/// Past the last byte: the end of the text, as one more thing that can come next.
const END: usize = 256;

/// Bytes that no node tells apart share a class, so that a dispatch row has some fifty columns and not 257.
struct Classes {
    of: Vec<usize>,
    count: usize,
}

impl Classes {
    fn new(firsts: &[First]) -> Self {
        let mut distinct: Vec<Bytes> = firsts.iter().map(|first| first.bytes).collect();
        distinct.sort_unstable_by_key(|bytes| bytes.0);
        distinct.dedup();
        let mut known: BTreeMap<Vec<bool>, usize> = BTreeMap::new();
        let mut of: Vec<usize> = (0..=255_u8)
            .map(|byte| {
                let signature = distinct.iter().map(|bytes| bytes.contains(byte)).collect();
                let next = known.len();
                *known.entry(signature).or_insert(next)
            })
            .collect();
        of.push(known.len());
        Self {
            of,
            count: known.len() + 1,
        }
    }

    /// The classes that a node can begin with, as bits. What can match nothing can stand before anything.
    fn bits(&self, first: &First) -> u128 {
        let fits = |at: usize| {
            first.nullable || u8::try_from(at).is_ok_and(|byte| first.bytes.contains(byte))
        };
        (0..=END)
            .filter(|at| fits(*at))
            .fold(0, |bits, at| bits | 1 << self.of[at])
    }
}

/// Writes `enum Rule` and the static tables.
pub fn tables(grammar: &Grammar, firsts: &[First]) -> Result<String, String> {
    let classes = Classes::new(firsts);
    if classes.count > 128 || grammar.nodes.len() > usize::from(u16::MAX) {
        return Err(format!(
            "{} classes of bytes and {} nodes are too many for the tables",
            classes.count,
            grammar.nodes.len()
        ));
    }
    let bits: Vec<u128> = firsts.iter().map(|first| classes.bits(first)).collect();
    let mut out = String::new();
    rules(grammar, &bits, &mut out);
    let mut nodes = String::new();
    let mut dispatch: Vec<usize> = Vec::new();
    let mut lists: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
    for node in &grammar.nodes {
        let text = match node {
            Node::Str(text) => format!("Node::Str({text:?})"),
            Node::Insensitive(text) => format!("Node::Insensitive({text:?})"),
            Node::Range(from, to) => format!("Node::Range({from:?}, {to:?})"),
            Node::Any => "Node::Any".to_owned(),
            Node::Rule(rule) => format!("Node::Rule({rule})"),
            Node::Seq(parts) => format!("Node::Seq(&{parts:?})"),
            Node::Choice(parts) => {
                let row = dispatch.len();
                for class in 0..classes.count {
                    let list: Vec<usize> = parts
                        .iter()
                        .copied()
                        .filter(|part| bits[*part] >> class & 1 == 1)
                        .collect();
                    let next = lists.len();
                    dispatch.push(*lists.entry(list).or_insert(next));
                }
                format!("Node::Choice(&{parts:?}, {row})")
            }
            Node::Opt(inner) => format!("Node::Opt({inner}, {:#x})", bits[*inner]),
            Node::Rep(inner) => format!("Node::Rep({inner}, {:#x})", bits[*inner]),
            Node::Positive(inner) => format!("Node::Positive({inner}, {:#x})", bits[*inner]),
            Node::Negative(inner) => format!("Node::Negative({inner}, {:#x})", bits[*inner]),
            Node::Soi => "Node::Soi".to_owned(),
            Node::Eoi => "Node::Eoi".to_owned(),
        };
        let _ = writeln!(nodes, "    {text},");
    }
    let _ = writeln!(
        out,
        "pub(crate) static NODES: [Node; {}] = [\n{nodes}];",
        grammar.nodes.len()
    );
    let _ = writeln!(
        out,
        "/// The class of each byte, and of the end of the text."
    );
    let _ = writeln!(
        out,
        "pub(crate) static CLASSES: [u8; 257] = {:?};",
        classes.of
    );
    let _ = writeln!(
        out,
        "/// For each choice and class, the list of alternatives that can begin so."
    );
    let _ = writeln!(
        out,
        "pub(crate) static DISPATCH: [u16; {}] = {dispatch:?};",
        dispatch.len()
    );
    let mut ordered: Vec<(&Vec<usize>, &usize)> = lists.iter().collect();
    ordered.sort_by_key(|(_, index)| **index);
    let _ = writeln!(
        out,
        "pub(crate) static LISTS: [&[u16]; {}] = [",
        ordered.len()
    );
    for (list, _) in ordered {
        let _ = writeln!(out, "    &{list:?},");
    }
    out.push_str("];\n");
    Ok(out)
}

fn rules(grammar: &Grammar, bits: &[u128], out: &mut String) {
    out.push_str("/// A rule of the grammar; the name is the one in the `.pest` files.\n");
    out.push_str("#[allow(missing_docs, non_camel_case_types)]\n");
    out.push_str("#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]\n#[repr(u16)]\npub enum Rule {\n");
    for (name, _, _) in &grammar.rules {
        let _ = writeln!(out, "    r#{name},");
    }
    out.push_str("}\n\nimpl Rule {\n    /// Every rule in the order of the grammar.\n    pub const ALL: &'static [Self] = &[");
    for (name, _, _) in &grammar.rules {
        let _ = write!(out, "Self::r#{name}, ");
    }
    out.push_str("];\n    /// The name in the grammar.\n    #[must_use]\n    pub const fn name(self) -> &'static str {\n        NAMES[self as usize]\n    }\n}\n\n");
    let _ = writeln!(out, "static NAMES: [&str; {}] = [", grammar.rules.len());
    for (name, _, _) in &grammar.rules {
        let _ = writeln!(out, "    {name:?},");
    }
    let _ = writeln!(
        out,
        "];\n\npub(crate) static RULES: [(Kind, u16, u128); {}] = [",
        grammar.rules.len()
    );
    for (_, kind, body) in &grammar.rules {
        let kind = match kind {
            Kind::Normal => "Normal",
            Kind::Silent => "Silent",
            Kind::Atomic => "Atomic",
        };
        let _ = writeln!(out, "    (Kind::{kind}, {body}, {:#x}),", bits[*body]);
    }
    out.push_str("];\n\n");
}
