//! The interpreter of the grammar's tables.

use crate::{
    Rule,
    failure::{Failure, Listener},
    memo::{Memo, Seen},
    tables::{CLASSES, DISPATCH, LISTS, NODES, RULES},
    tree::{Entry, Tree},
};

/// A node of the tables. Numbers are nodes, rules or places in the dispatch table; bits are the classes of bytes that
/// the inner node can begin with.
#[derive(Debug, Clone, Copy)]
pub(crate) enum TableNode {
    Str(&'static str),
    #[allow(dead_code)]
    Insensitive(&'static str),
    Range(char, char),
    #[allow(dead_code)]
    Any,
    Rule(u16),
    Seq(&'static [u16]),
    Choice(&'static [u16], u32),
    Opt(u16, u128),
    Rep(u16, u128),
    #[allow(dead_code)]
    Positive(u16, u128),
    #[allow(dead_code)]
    Negative(u16, u128),
    #[allow(dead_code)]
    Soi,
    #[allow(dead_code)]
    Eoi,
}

/// How a rule shows in the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Normal,
    #[allow(dead_code)]
    Silent,
    #[allow(dead_code)]
    Atomic,
}

/// Bounds on the reading of one text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Longest text, in bytes; never more than 65,535.
    pub length: usize,
    /// Nodes visited.
    pub steps: u32,
    /// Nodes inside each other. The default needs less than 1 MB of stack.
    pub depth: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            length: 8192,
            steps: 4_000_000,
            depth: 2000,
        }
    }
}

/// A parser that keeps its memory from text to text.
#[derive(Debug, Default)]
pub struct Parser {
    memo: Memo,
    limits: Limits,
    entries: Vec<Entry>,
    steps: u32,
}

impl Parser {
    /// A parser with limits of its own.
    #[must_use]
    pub fn with_limits(limits: Limits) -> Self {
        Self {
            limits,
            ..Self::default()
        }
    }

    /// Reads the whole text as the rule.
    ///
    /// # Errors
    /// [`Failure`], with the furthest position and what was expected there.
    pub fn parse<'t>(&mut self, rule: Rule, text: &'t str) -> Result<Tree<'t>, Failure> {
        self.steps = 0;
        if text.len() > self.limits.length.min(usize::from(u16::MAX)) {
            return Err(Failure::limit(0));
        }
        let mut run: Run<'_, '_, false> = Run::new(text, self, Listener::default());
        let end = run.rule(rule as u16, 0);
        let (steps, exhausted, furthest) = (run.steps, run.exhausted, run.furthest);
        self.steps = steps;
        if exhausted {
            return Err(Failure::limit(0));
        }
        if end == Some(text.len()) {
            return Ok(Tree {
                text,
                entries: self.entries.clone(),
            });
        }
        // Only for texts that fail is it worth knowing how far reading got and what was expected there: read again and listen.
        let listener = Listener::new(text);
        let goal = listener.first_as_far_as(furthest);
        let mut run: Run<'_, '_, true> = Run::new(text, self, listener);
        run.furthest = goal;
        let end = run.rule(rule as u16, 0);
        if let Some(end) = end {
            run.listener.could_end(end);
        }
        let listener = run.listener;
        Err(if run.exhausted {
            Failure::limit(listener.at())
        } else {
            listener.failure()
        })
    }

    /// Whether the whole text can be read as the rule.
    pub fn accepts(&mut self, rule: Rule, text: &str) -> bool {
        self.steps = 0;
        if text.len() > self.limits.length.min(usize::from(u16::MAX)) {
            return false;
        }
        let mut run: Run<'_, '_, false> = Run::new(text, self, Listener::default());
        let end = run.rule(rule as u16, 0);
        let (steps, exhausted) = (run.steps, run.exhausted);
        self.steps = steps;
        !exhausted && end == Some(text.len())
    }

    /// How many nodes the last text took to read.
    #[must_use]
    pub const fn steps(&self) -> u32 {
        self.steps
    }
}

/// One reading of a text. A run that does not `LISTEN` may skip what cannot match and remember look-aheads; one that does
/// may skip before the place that a run before it has reached, where failures are no news.
struct Run<'t, 'm, const LISTEN: bool> {
    text: &'t str,
    memo: &'m mut Memo,
    limits: Limits,
    entries: &'m mut Vec<Entry>,
    /// Nesting of atomic rules and look-aheads, in which no entries are made.
    quiet: u32,
    /// Nesting of look-aheads, in which failures are not news.
    ahead: u32,
    /// Where the outermost atomic rule began that is being read.
    atom: Option<usize>,
    depth: u32,
    steps: u32,
    exhausted: bool,
    /// The furthest place where a rule began; of a listening run, the place from which on it must hear everything.
    furthest: usize,
    listener: Listener<'t>,
}

impl<'t, 'm, const LISTEN: bool> Run<'t, 'm, LISTEN> {
    fn new(text: &'t str, parser: &'m mut Parser, listener: Listener<'t>) -> Self {
        parser.memo.clear(text.len());
        parser.entries.clear();
        Self {
            text,
            memo: &mut parser.memo,
            limits: parser.limits,
            entries: &mut parser.entries,
            quiet: 0,
            ahead: 0,
            atom: None,
            depth: 0,
            steps: 0,
            exhausted: false,
            furthest: 0,
            listener,
        }
    }

    fn missed(&mut self, at: usize, literal: Option<&'static str>) {
        if LISTEN && self.ahead == 0 {
            self.listener.missed(at, literal, self.atom);
        }
    }

    /// Whether failures at the position are news, so that nothing may be skipped there.
    fn hears(&self, at: usize) -> bool {
        LISTEN && at >= self.furthest
    }

    /// Whether something with these first classes can stand at the position.
    fn can_begin(&self, at: usize, bits: u128) -> bool {
        self.hears(at) || bits >> (self.class(at) & 127) & 1 == 1
    }

    fn class(&self, at: usize) -> u8 {
        let byte = self
            .text
            .as_bytes()
            .get(at)
            .map_or(256, |byte| usize::from(*byte));
        CLASSES.get(byte).copied().unwrap_or_default()
    }

    fn rule(&mut self, rule: u16, at: usize) -> Option<usize> {
        let (kind, body, bits) = *RULES.get(usize::from(rule))?;
        if !self.can_begin(at, bits) {
            return None;
        }
        let key = u32::from(rule) << 16 | at as u32;
        // A listening run must hear every failure outside look-aheads once, so it remembers nothing inside them.
        let remember = if LISTEN {
            self.quiet == 0 && self.ahead == 0
        } else {
            true
        };
        if remember && let Some(seen) = self.memo.get(key) {
            match seen {
                Seen::Failed => return None,
                Seen::Ahead { end } if self.quiet > 0 => return Some(end as usize),
                Seen::Matched { end, .. } if self.quiet > 0 => return Some(end as usize),
                Seen::Matched { end, from, count } => {
                    self.entries
                        .extend_from_slice(self.memo.entries(from, count));
                    return Some(end as usize);
                }
                Seen::Ahead { .. } => {}
            }
        }
        let first = self.entries.len();
        let shows = kind != Kind::Silent && self.quiet == 0;
        if shows {
            self.entries.push(Entry {
                rule,
                start: at as u32,
                end: 0,
                inside: 0,
            });
            if !LISTEN {
                self.furthest = self.furthest.max(at);
            } else if let Some(named) = Rule::ALL.get(usize::from(rule)) {
                self.listener.began(at, *named);
            }
        }
        let atomic = u32::from(kind == Kind::Atomic);
        let outer = self.atom;
        if LISTEN && kind == Kind::Atomic {
            self.atom = outer.or(Some(at));
        }
        self.quiet += atomic;
        let end = self.node(body, at);
        self.quiet -= atomic;
        self.atom = outer;
        match end {
            Some(end) if shows => {
                let inside = self.entries.len().saturating_sub(first + 1) as u32;
                if let Some(entry) = self.entries.get_mut(first) {
                    entry.end = end as u32;
                    entry.inside = inside;
                }
            }
            Some(_) => {}
            None => self.entries.truncate(first),
        }
        if remember && !self.exhausted {
            match end {
                None => self.memo.put(key, Seen::Failed),
                Some(end) if self.quiet > 0 => self.memo.put(key, Seen::Ahead { end: end as u32 }),
                Some(end) => self.memo.put_match(
                    key,
                    end as u32,
                    self.entries.get(first..).unwrap_or_default(),
                ),
            }
        }
        end
    }

    fn node(&mut self, index: u16, at: usize) -> Option<usize> {
        self.steps += 1;
        if self.steps > self.limits.steps || self.depth >= self.limits.depth {
            self.exhausted = true;
        }
        if self.exhausted {
            return None;
        }
        self.depth += 1;
        let end = self.visit(index, at);
        self.depth -= 1;
        end
    }

    fn visit(&mut self, index: u16, at: usize) -> Option<usize> {
        match *NODES.get(usize::from(index))? {
            TableNode::Str(literal) => {
                if self.stands(at, literal) {
                    return Some(at + literal.len());
                }
                self.missed(at, Some(literal));
                None
            }
            TableNode::Insensitive(literal) => {
                let end = at + literal.len();
                let part = self.text.as_bytes().get(at..end);
                if part.is_some_and(|part| part.eq_ignore_ascii_case(literal.as_bytes())) {
                    return Some(end);
                }
                self.missed(at, Some(literal));
                None
            }
            TableNode::Range(from, to) => self.character(at, |c| (from..=to).contains(&c)),
            TableNode::Any => self.character(at, |_| true),
            TableNode::Rule(rule) => self.rule(rule, at),
            TableNode::Seq(parts) => {
                let first = self.entries.len();
                let mut end = at;
                for part in parts {
                    match self.node(*part, end) {
                        Some(next) => end = next,
                        None => {
                            self.entries.truncate(first);
                            return None;
                        }
                    }
                }
                Some(end)
            }
            TableNode::Choice(all, row) => {
                let list = if self.hears(at) {
                    all
                } else {
                    let list = *DISPATCH.get(row as usize + usize::from(self.class(at)))?;
                    LISTS.get(usize::from(list)).copied()?
                };
                for alternative in list {
                    // Most alternatives are words that are not there: no need to go down for them.
                    if !LISTEN
                        && let Some(TableNode::Str(literal)) = NODES.get(usize::from(*alternative))
                    {
                        self.steps += 1;
                        if self.stands(at, literal) {
                            return Some(at + literal.len());
                        }
                        continue;
                    }
                    if let Some(end) = self.node(*alternative, at) {
                        return Some(end);
                    }
                }
                None
            }
            TableNode::Opt(inner, bits) => {
                if !self.can_begin(at, bits) {
                    return Some(at);
                }
                Some(self.node(inner, at).unwrap_or(at))
            }
            TableNode::Rep(inner, bits) => {
                let mut end = at;
                while self.can_begin(end, bits)
                    && let Some(next) = self.node(inner, end)
                    && next > end
                {
                    end = next;
                }
                Some(end)
            }
            TableNode::Positive(inner, bits) => {
                let matched = self.look_ahead(inner, bits, at);
                if !matched {
                    self.missed(at, None);
                }
                matched.then_some(at)
            }
            TableNode::Negative(inner, bits) => {
                let matched = self.look_ahead(inner, bits, at);
                if matched {
                    self.missed(at, None);
                }
                (!matched).then_some(at)
            }
            TableNode::Soi => (at == 0).then_some(at),
            TableNode::Eoi => {
                if at == self.text.len() {
                    return Some(at);
                }
                if LISTEN && self.ahead == 0 {
                    self.listener.could_end(at);
                }
                None
            }
        }
    }

    /// Whether a literal stands at the position. Its last byte is looked at first: most that begin alike end differently.
    fn stands(&self, at: usize, literal: &str) -> bool {
        let text = self.text.as_bytes();
        let last = (at + literal.len()).wrapping_sub(1);
        literal.is_empty()
            || text.get(last) == literal.as_bytes().last()
                && text
                    .get(at..=last)
                    .is_some_and(|part| part == literal.as_bytes())
    }

    fn look_ahead(&mut self, inner: u16, bits: u128, at: usize) -> bool {
        if !self.can_begin(at, bits) {
            return false;
        }
        self.quiet += 1;
        self.ahead += 1;
        let matched = self.node(inner, at).is_some();
        self.ahead -= 1;
        self.quiet -= 1;
        matched
    }

    fn character(&mut self, at: usize, fits: impl Fn(char) -> bool) -> Option<usize> {
        let c = self
            .text
            .get(at..)
            .and_then(|rest| rest.chars().next())
            .filter(|c| fits(*c));
        if c.is_none() {
            self.missed(at, None);
        }
        c.map(|c| at + c.len_utf8())
    }
}
