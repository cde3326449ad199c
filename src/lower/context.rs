//! What lowering carries along: the vocabulary, the bearer, the discourse record, and problems with their places.

use super::{Bearer, Vocabulary, discourse::Discourse};
use crate::diag::Code;
use spellwright_grammar::{Node, Rule};

/// Why a line has no meaning: the first thing that was wrong, with offsets into the line's text.
#[derive(Debug, Clone)]
pub(super) struct Problem {
    pub code: Code,
    pub start: usize,
    pub end: usize,
    pub message: String,
    /// The rule of the grammar at fault.
    pub rule: Rule,
    pub help: Vec<String>,
}

/// A lowered part, or the problem.
pub(super) type Lowered<T> = Result<T, Box<Problem>>;

/// The state of lowering one ability.
pub(super) struct Lower<'v> {
    pub vocab: &'v Vocabulary,
    pub bearer: &'v Bearer,
    pub said: Discourse,
    /// Offset of a quoted ability in the line.
    pub base: usize,
    /// How deep quoted abilities are nested.
    pub depth: u32,
    /// Whether targets may be announced here (CR 115.1).
    pub may_target: bool,
    /// Whether a description means anything that fits, without choice: events, conditions, restrictions.
    pub any: bool,
    /// Whether a description may stand without a determiner: the quality of a keyword, the meaning of a word, and all but
    /// the last of joined descriptions, which share one.
    pub bare: bool,
    /// What X is in the sentence, if it says so (CR 107.3i).
    pub x: Option<crate::ir::Quantity>,
    /// The zone that the object with the ability is said to be in, so that the ability functions there (CR 113.6).
    pub functions: Option<crate::vocab::Zone>,
    /// Whether what is read happens instead of a card's being discarded.
    pub replacing: bool,
    /// Whether what is read is done as the bearer enters (CR 614.1c).
    pub entering: bool,
    /// Whether players act in turn order, "starting with you".
    pub from_you: bool,
    /// The chain of clauses that is read only up to the next ". Then": where it begins and ends.
    pub cut: Option<(usize, usize)>,
    /// Whether a duration was said before the clause.
    pub lasting: bool,
    /// How many lines of the same spell stand before this one.
    pub line: usize,
    /// Where the clauses of the sentence before begin, among those of the effect.
    pub sentence: usize,
    /// Whether the words are instructions of a spell, activated or triggered ability.
    pub resolving: bool,
    /// Whether the object with the ability may have left where it was, so that it is spoken of as it last was (CR 608.2h).
    pub gone: bool,
    /// The event of the triggered ability whose effect is read.
    pub event: Option<crate::ir::Event>,
    /// Whether a quoted ability here is given to another object; inside of one, whether it was.
    pub given: bool,
    /// Whether a name in it is known to be that of the object that gives it: of what effects give, not of new tokens and emblems.
    pub named: bool,
}

impl<'v> Lower<'v> {
    pub fn new(vocab: &'v Vocabulary, bearer: &'v Bearer) -> Self {
        Self {
            vocab,
            bearer,
            said: Discourse::counting_from(bearer.results_from),
            base: 0,
            depth: 0,
            given: false,
            named: false,
            event: None,
            may_target: true,
            any: false,
            bare: false,
            x: None,
            functions: None,
            replacing: false,
            entering: false,
            from_you: false,
            cut: None,
            lasting: false,
            line: 0,
            sentence: 0,
            resolving: false,
            gone: false,
        }
    }

    /// A problem with a node's words.
    pub fn problem(&self, code: Code, node: Node<'_>, message: impl Into<String>) -> Box<Problem> {
        Box::new(Problem {
            code,
            start: self.base.saturating_add(node.start()),
            end: self.base.saturating_add(node.end()),
            message: message.into(),
            rule: node.rule(),
            help: Vec::new(),
        })
    }

    /// The words are grammatical, but their meaning is not known here.
    pub fn not_understood<T>(&self, node: Node<'_>) -> Lowered<T> {
        Err(self.problem(
            Code::NotUnderstood,
            node,
            format!("`{}` is read but not understood yet", shorten(node.text())),
        ))
    }

    /// Runs with descriptions meaning "any that fits".
    pub fn anything<T>(&mut self, f: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        let (any, may_target) = (self.any, self.may_target);
        self.any = true;
        let result = f(self);
        (self.any, self.may_target) = (any, may_target);
        result
    }

    /// Runs with descriptions meaning "any that fits", and needing no determiner.
    pub fn quality_of<T>(&mut self, f: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        let bare = std::mem::replace(&mut self.bare, true);
        let result = self.anything(f);
        self.bare = bare;
        result
    }

    /// Runs with descriptions meaning a choice.
    pub fn choosing<T>(&mut self, f: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        let any = self.any;
        self.any = false;
        let result = f(self);
        self.any = any;
        result
    }

    /// Reads what happens only if some actions are not done: it does not speak of what they left behind.
    pub fn undone<T>(
        &mut self,
        actions: &[u8],
        f: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<T> {
        if actions.is_empty() {
            return f(self);
        }
        let aside = self.said.put_aside(actions);
        let result = f(self);
        self.said.take_up(aside);
        result
    }

    /// Reads what something gets, another object than this or not: a name in a quoted ability is that of the giver.
    pub fn giving<T>(
        &mut self,
        to_another: bool,
        f: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<T> {
        let given = self.given;
        self.given |= to_another;
        let result = f(self);
        self.given = given;
        result
    }

    /// The child that the grammar promises.
    pub fn need<'t>(&self, node: Node<'t>, rule: Rule) -> Lowered<Node<'t>> {
        match child(node, rule) {
            Some(found) => Ok(found),
            None => self.not_understood(node),
        }
    }
}

/// The first child of a rule.
pub(super) fn child(node: Node<'_>, rule: Rule) -> Option<Node<'_>> {
    node.children().find(|n| n.rule() == rule)
}

/// Whether there is a child of a rule.
pub(super) fn has(node: Node<'_>, rule: Rule) -> bool {
    child(node, rule).is_some()
}

/// The children of a rule.
pub(super) fn all(node: Node<'_>, rule: Rule) -> impl Iterator<Item = Node<'_>> {
    node.children().filter(move |n| n.rule() == rule)
}

/// The child of a node that has no other.
pub(super) fn single(node: Node<'_>) -> Option<Node<'_>> {
    let mut children = node.children();
    match (children.next(), children.next()) {
        (only, None) => only,
        _ => None,
    }
}

/// The first descendant of a rule, in reading order.
pub(super) fn find(node: Node<'_>, rule: Rule) -> Option<Node<'_>> {
    node.children().find_map(|n| {
        if n.rule() == rule {
            Some(n)
        } else {
            find(n, rule)
        }
    })
}

fn shorten(text: &str) -> String {
    let short: String = text.chars().take(60).collect();
    if short.len() < text.len() {
        format!("{short}...")
    } else {
        short
    }
}
