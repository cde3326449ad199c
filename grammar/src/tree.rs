//! Parse trees: nodes in preorder, and a cursor over them.

use crate::Rule;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    pub rule: Rule,
    pub start: u32,
    pub end: u32,
    /// The entry after the last descendant.
    pub next: u32,
}

/// A parse tree with the text it was read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    pub(crate) text: String,
    pub(crate) entries: Vec<Entry>,
}

impl Tree {
    /// The node of the rule that was asked for.
    #[must_use]
    pub fn root(&self) -> Option<Node<'_>> {
        self.entries.first().map(|_| Node { tree: self, index: 0 })
    }
}

/// A node of a tree.
#[derive(Clone, Copy)]
pub struct Node<'t> {
    tree: &'t Tree,
    index: u32,
}

impl<'t> Node<'t> {
    fn entry(self) -> Entry {
        self.tree.entries.get(self.index as usize).copied().unwrap_or(Entry {
            rule: Rule::ability_line,
            start: 0,
            end: 0,
            next: u32::MAX,
        })
    }

    /// Its rule.
    #[must_use]
    pub fn rule(self) -> Rule {
        self.entry().rule
    }

    /// The text it covers.
    #[must_use]
    pub fn text(self) -> &'t str {
        let entry = self.entry();
        self.tree.text.get(entry.start as usize..entry.end as usize).unwrap_or("")
    }

    /// The offset of its first byte.
    #[must_use]
    pub fn start(self) -> usize {
        self.entry().start as usize
    }

    /// The offset after its last byte.
    #[must_use]
    pub fn end(self) -> usize {
        self.entry().end as usize
    }

    /// The nodes directly under it.
    #[must_use]
    pub fn children(self) -> Children<'t> {
        Children { tree: self.tree, index: self.index.saturating_add(1), end: self.entry().next }
    }
}

impl std::fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.rule().name())?;
        let mut children = self.children().peekable();
        if children.peek().is_none() {
            return write!(f, " {:?}", self.text());
        }
        f.write_str("(")?;
        for (i, child) in children.enumerate() {
            write!(f, "{}{child:?}", if i > 0 { ", " } else { "" })?;
        }
        f.write_str(")")
    }
}

/// The nodes under a node, in order.
#[derive(Clone, Copy)]
pub struct Children<'t> {
    tree: &'t Tree,
    index: u32,
    end: u32,
}

impl<'t> Iterator for Children<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        if self.index >= self.end {
            return None;
        }
        let node = Node { tree: self.tree, index: self.index };
        self.index = node.entry().next;
        Some(node)
    }
}
