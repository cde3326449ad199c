//! Parse trees: one flat array in reading order.

use crate::Rule;
use std::fmt;

/// An entry of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    pub rule: u16,
    pub start: u32,
    pub end: u32,
    /// How many entries after this one are inside it.
    pub inside: u32,
}

/// The tree of a text that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree<'t> {
    pub(crate) text: &'t str,
    pub(crate) entries: Vec<Entry>,
}

impl Tree<'_> {
    /// The nodes at the top: one, unless the entry rule is silent.
    #[must_use]
    pub fn roots(&self) -> Children<'_> {
        Children {
            text: self.text,
            entries: &self.entries,
        }
    }

    /// How deep nodes are inside each other; found without recursion, so that those who do recur can ask first.
    #[must_use]
    pub fn depth(&self) -> usize {
        let mut open: Vec<usize> = Vec::new();
        let mut deepest = 0;
        for (index, entry) in self.entries.iter().enumerate() {
            while open.last().is_some_and(|end| *end < index) {
                open.pop();
            }
            open.push(index.saturating_add(entry.inside as usize));
            deepest = deepest.max(open.len());
        }
        deepest
    }

    /// The first node at the top.
    #[must_use]
    pub fn root(&self) -> Option<Node<'_>> {
        self.roots().next()
    }
}

impl fmt::Display for Tree<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, node) in self.roots().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            node.fmt(f)?;
        }
        Ok(())
    }
}

/// A node: the text that a rule matched, with the nodes inside it.
#[derive(Clone, Copy)]
pub struct Node<'t> {
    text: &'t str,
    /// The entry of the node and those inside it; never empty.
    entries: &'t [Entry],
}

impl<'t> Node<'t> {
    fn entry(self) -> Entry {
        // INVARIANT: only `Children::next` makes nodes, with at least one entry.
        self.entries.first().copied().unwrap_or(Entry {
            rule: 0,
            start: 0,
            end: 0,
            inside: 0,
        })
    }

    /// The rule that matched.
    #[must_use]
    pub fn rule(self) -> Rule {
        Rule::ALL
            .get(usize::from(self.entry().rule))
            .copied()
            .unwrap_or(Rule::ALL[0])
    }

    /// Where it begins, in bytes of the text.
    #[must_use]
    pub fn start(self) -> usize {
        self.entry().start as usize
    }

    /// Where it ends, in bytes of the text.
    #[must_use]
    pub fn end(self) -> usize {
        self.entry().end as usize
    }

    /// What it matched.
    #[must_use]
    pub fn text(self) -> &'t str {
        self.text.get(self.start()..self.end()).unwrap_or_default()
    }

    /// The nodes directly inside.
    #[must_use]
    pub fn children(self) -> Children<'t> {
        Children {
            text: self.text,
            entries: self.entries.get(1..).unwrap_or_default(),
        }
    }

    /// The words of the node itself: the pieces of its text that no node inside it matched, in reading order.
    pub fn own(self) -> impl Iterator<Item = &'t str> {
        let mut at = self.start();
        let ends = std::iter::once((self.end(), self.end()));
        let inside = self.children().map(|node| (node.start(), node.end()));
        inside.chain(ends).filter_map(move |(start, end)| {
            let piece = self.text.get(at..start).unwrap_or_default().trim();
            at = end;
            (!piece.is_empty()).then_some(piece)
        })
    }

    /// The words of the node itself, without those of the nodes inside it: "was dealt damage by".
    #[must_use]
    pub fn said(self) -> String {
        self.own().collect::<Vec<_>>().join(" ")
    }

    /// Whether the node itself has these whole words next to each other. What tells the forms of a rule apart is what it
    /// says besides the nodes inside it; a rule of its own for each such word would say no more.
    #[must_use]
    pub fn says(self, words: &str) -> bool {
        let inner = |c: char| c.is_ascii_alphanumeric() || c == '\'';
        self.own().any(|piece| {
            piece.match_indices(words).any(|(at, found)| {
                let (before, after) = (piece.get(..at), piece.get(at + found.len()..));
                !before.is_some_and(|text| text.ends_with(inner))
                    && !after.is_some_and(|text| text.starts_with(inner))
            })
        })
    }

    /// What the node itself says, with `_` for each node inside it: "becomes blocked by a creature" has the frame
    /// `becomes blocked by _`. Signs around the words are left out. Forms of a rule are told apart by it in one table.
    #[must_use]
    pub fn frame(self) -> String {
        let mut frame = String::new();
        let mut add = |part: &str| {
            if !part.is_empty() {
                if !frame.is_empty() {
                    frame.push(' ');
                }
                frame.push_str(part);
            }
        };
        let signs: &[char] = &[' ', '.', ',', ':'];
        let piece = |start, end| self.text.get(start..end).unwrap_or_default();
        let mut at = self.start();
        for node in self.children() {
            add(piece(at, node.start()).trim_matches(signs));
            add("_");
            at = node.end();
        }
        add(piece(at, self.end()).trim_matches(signs));
        frame
    }

    /// The first node of a rule directly inside.
    #[must_use]
    pub fn child(self, rule: Rule) -> Option<Node<'t>> {
        self.children().find(|node| node.rule() == rule)
    }

    /// Whether a node of a rule is directly inside.
    #[must_use]
    pub fn has(self, rule: Rule) -> bool {
        self.child(rule).is_some()
    }

    /// The first node of a rule anywhere inside, in reading order.
    #[must_use]
    pub fn find(self, rule: Rule) -> Option<Node<'t>> {
        self.children().find_map(|node| {
            if node.rule() == rule {
                Some(node)
            } else {
                node.find(rule)
            }
        })
    }
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// An S-expression: `(rule child child)`, `(rule "text")` for leaves.
impl fmt::Display for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}", self.rule().name())?;
        let mut leaf = true;
        for child in self.children() {
            leaf = false;
            write!(f, " {child}")?;
        }
        if leaf {
            write!(f, " {:?}", self.text())?;
        }
        f.write_str(")")
    }
}

/// The nodes next to each other at one level.
#[derive(Clone, Copy)]
pub struct Children<'t> {
    text: &'t str,
    entries: &'t [Entry],
}

impl<'t> Iterator for Children<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        let size = self.entries.first()?.inside as usize + 1;
        let (own, rest) = self.entries.split_at_checked(size)?;
        self.entries = rest;
        Some(Node {
            text: self.text,
            entries: own,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::{Rule, parse};

    #[test]
    fn a_frame_has_a_place_for_each_node_inside() {
        let frame = |text: &str| {
            let tree = parse(Rule::event, text).ok()?;
            let node = tree.root()?.find(Rule::evp_verb)?;
            Some(node.frame())
        };
        assert_eq!(frame("~ dies").as_deref(), Some("dies"));
        assert_eq!(
            frame("an opponent searches their library for a card").as_deref(),
            Some("searches _ for _")
        );
    }

    #[test]
    fn a_node_says_the_words_that_are_in_none_of_its_nodes() {
        let tree = parse(
            Rule::effect,
            "Search your library for a card, then shuffle your library."
                .to_lowercase()
                .as_str(),
        )
        .map(|tree| {
            let search = tree.root().and_then(|root| root.find(Rule::vp_search));
            search.map(|node| {
                (
                    node.own().map(str::to_owned).collect::<Vec<_>>(),
                    node.says("for"),
                    node.says("fo"),
                    node.says("card"),
                    node.said(),
                )
            })
        });
        assert_eq!(
            tree.ok().flatten(),
            Some((
                vec!["search".to_owned(), "for".to_owned()],
                true,
                false,
                false,
                "search for".to_owned()
            ))
        );
    }
}
