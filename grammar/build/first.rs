//! First sets: with which bytes a node can begin, and whether it can match nothing.

use crate::flatten::{Grammar, Node};

/// A set of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Bytes(pub [u64; 4]);

impl Bytes {
    fn insert(&mut self, byte: u8) {
        self.0[usize::from(byte >> 6)] |= 1 << (byte & 63);
    }

    fn union(&mut self, other: Self) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }

    /// Whether the byte is in the set.
    pub fn contains(&self, byte: u8) -> bool {
        self.0[usize::from(byte >> 6)] & 1 << (byte & 63) != 0
    }
}

/// What a node can begin with.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct First {
    /// The bytes that it reads first.
    pub bytes: Bytes,
    /// It can match without reading a byte.
    pub nullable: bool,
}

/// What each node can begin with.
pub fn compute(grammar: &Grammar) -> Vec<First> {
    let mut known = vec![First::default(); grammar.nodes.len()];
    // The sets only grow, so this ends; a node may stand before those it uses (rules are recursive).
    loop {
        let mut changed = false;
        for index in 0..grammar.nodes.len() {
            let next = one(grammar, &known, &grammar.nodes[index]);
            if next != known[index] {
                known[index] = next;
                changed = true;
            }
        }
        if !changed {
            return known;
        }
    }
}

fn one(grammar: &Grammar, known: &[First], node: &Node) -> First {
    let mut bytes = Bytes::default();
    let nullable = match node {
        Node::Str(text) => text
            .bytes()
            .next()
            .map(|first| bytes.insert(first))
            .is_none(),
        Node::Insensitive(text) => text
            .bytes()
            .next()
            .map(|first| {
                bytes.insert(first.to_ascii_lowercase());
                bytes.insert(first.to_ascii_uppercase());
            })
            .is_none(),
        Node::Range(from, to) => {
            for c in *from..=*to {
                let mut buffer = [0; 4];
                bytes.insert(c.encode_utf8(&mut buffer).as_bytes()[0]);
            }
            false
        }
        Node::Any => {
            bytes = Bytes([u64::MAX; 4]);
            false
        }
        Node::Rule(rule) => return known[grammar.rules[*rule].2],
        Node::Seq(parts) => parts.iter().all(|part| {
            bytes.union(known[*part].bytes);
            known[*part].nullable
        }),
        Node::Choice(parts) => {
            for part in parts {
                bytes.union(known[*part].bytes);
            }
            parts.iter().any(|part| known[*part].nullable)
        }
        Node::Opt(inner) | Node::Rep(inner) => {
            bytes = known[*inner].bytes;
            true
        }
        // A look-ahead reads nothing; what follows it decides.
        Node::Positive(_) | Node::Negative(_) | Node::Soi | Node::Eoi => true,
    };
    First { bytes, nullable }
}
