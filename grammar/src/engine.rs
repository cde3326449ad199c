//! Walks the tables over a text.

use crate::{
    EXPRS, Kind, LISTS, Op, RULES, Rule,
    tree::{Entry, Tree},
};
use rustc_hash::FxHashSet;
use std::sync::LazyLock;

/// Why a text could not be parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The furthest offset that any rule reached.
    pub at: usize,
    /// The rules that could have begun there.
    pub expected: Vec<Rule>,
    /// What stopped the parser.
    pub reason: Reason,
}

/// What stopped the parser.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// No rule fits.
    Unexpected,
    /// The text is too long, too deep, or takes too many steps.
    Limit,
}

const MAX_LENGTH: usize = 8192;
const MAX_DEPTH: u32 = 600;
const MAX_STEPS: u32 = 4_000_000;
const MAX_EXPECTED: usize = 64;

/// Parses the whole or a prefix of `text` (a rule that ends in EOI takes the whole).
///
/// # Errors
/// The furthest position reached, and the rules that could have begun there.
pub fn parse(rule: Rule, text: &str) -> Result<Tree, Failure> {
    let fail = |at, expected, reason| Err(Failure { at, expected, reason });
    if text.len() > MAX_LENGTH {
        return fail(0, Vec::new(), Reason::Limit);
    }
    let mut machine = Machine {
        text,
        entries: Vec::with_capacity(64),
        failed: FxHashSet::default(),
        furthest: 0,
        expected: Vec::new(),
        quiet: 0,
        leaf: 0,
        depth: 0,
        steps: 0,
    };
    match machine.call(rule as u16, 0) {
        Ok(_) => Ok(Tree { text: text.to_owned(), entries: machine.entries }),
        Err(Stop::Fail) => {
            machine.expected.dedup();
            fail(machine.furthest, machine.expected, Reason::Unexpected)
        }
        Err(Stop::Limit) => fail(machine.furthest, Vec::new(), Reason::Limit),
    }
}

/// For each expression, the bytes it can begin with, and whether it can match without consuming.
struct First {
    bytes: [u64; 4],
    empty: bool,
}

static FIRST: LazyLock<Vec<First>> = LazyLock::new(|| {
    let mut first: Vec<First> =
        EXPRS.iter().map(|_| First { bytes: [0; 4], empty: false }).collect();
    loop {
        let mut changed = false;
        for (index, op) in EXPRS.iter().enumerate() {
            let (bytes, empty) = first_of(op, &first);
            if let Some(entry) = first.get_mut(index)
                && (entry.bytes != bytes || entry.empty != empty)
            {
                *entry = First { bytes, empty };
                changed = true;
            }
        }
        if !changed {
            return first;
        }
    }
});

fn first_of(op: &Op, first: &[First]) -> ([u64; 4], bool) {
    const ALL: [u64; 4] = [u64::MAX; 4];
    let set = |bytes: &mut [u64; 4], byte: u8| {
        if let Some(word) = bytes.get_mut(usize::from(byte >> 6)) {
            *word |= 1 << (byte & 63);
        }
    };
    let of = |index: u32| {
        first.get(index as usize).map_or((ALL, true), |f| (f.bytes, f.empty))
    };
    let union = |a: [u64; 4], b: [u64; 4]| [a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]];
    let mut bytes = [0; 4];
    match *op {
        Op::Str(s) => match s.as_bytes().first() {
            Some(&byte) => {
                set(&mut bytes, byte);
                (bytes, false)
            }
            None => (bytes, true),
        },
        Op::Insens(_) | Op::Any => (ALL, false),
        Op::Range(a, b) if a.is_ascii() && b.is_ascii() => {
            for byte in (a as u8)..=(b as u8) {
                set(&mut bytes, byte);
            }
            (bytes, false)
        }
        Op::Range(..) => (ALL, false),
        Op::Alphanumeric => {
            for byte in (0..128u8).filter(u8::is_ascii_alphanumeric) {
                set(&mut bytes, byte);
            }
            (bytes, false)
        }
        Op::Newline => {
            set(&mut bytes, b'\n');
            set(&mut bytes, b'\r');
            (bytes, false)
        }
        Op::Start | Op::End | Op::And(_) | Op::Not(_) => (bytes, true),
        Op::Call(rule) => RULES.get(usize::from(rule)).map_or((ALL, true), |(_, e)| of(*e)),
        Op::Seq(start, len) => {
            for &part in list(start, len) {
                let (b, empty) = of(part);
                bytes = union(bytes, b);
                if !empty {
                    return (bytes, false);
                }
            }
            (bytes, true)
        }
        Op::Choice(start, len) => {
            let mut any_empty = false;
            for &part in list(start, len) {
                let (b, empty) = of(part);
                bytes = union(bytes, b);
                any_empty |= empty;
            }
            (bytes, any_empty)
        }
        Op::Optional(e) | Op::Repeat(e, 0) => (of(e).0, true),
        Op::Repeat(e, _) => of(e),
    }
}

fn list(start: u32, len: u32) -> &'static [u32] {
    LISTS.get(start as usize..(start as usize).saturating_add(len as usize)).unwrap_or(&[])
}

enum Stop {
    Fail,
    Limit,
}

struct Machine<'a> {
    text: &'a str,
    entries: Vec<Entry>,
    failed: FxHashSet<(u16, u32)>,
    furthest: usize,
    expected: Vec<Rule>,
    /// Inside a look-ahead nothing is reported or recorded.
    quiet: u32,
    /// Inside an atomic rule no nodes are made.
    leaf: u32,
    depth: u32,
    steps: u32,
}

impl Machine<'_> {
    fn reached(&mut self, at: usize) -> Stop {
        if self.quiet == 0 && at > self.furthest {
            self.furthest = at;
            self.expected.clear();
        }
        Stop::Fail
    }

    fn call(&mut self, rule: u16, at: usize) -> Result<usize, Stop> {
        let Some(&(kind, expr)) = RULES.get(usize::from(rule)) else {
            return Err(Stop::Fail);
        };
        let key = (rule, u32::try_from(at).unwrap_or(u32::MAX));
        if self.failed.contains(&key) {
            return Err(Stop::Fail);
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Stop::Limit);
        }
        let mark = self.entries.len();
        let named = Rule::ALL.get(usize::from(rule)).copied();
        let node = self.leaf == 0 && kind != Kind::Silent;
        if let (true, Some(named)) = (node, named) {
            self.entries.push(Entry { rule: named, start: key.1, end: key.1, next: 0 });
        }
        if kind == Kind::Leaf {
            self.leaf += 1;
        }
        let result = self.eval(expr, at);
        if kind == Kind::Leaf {
            self.leaf -= 1;
        }
        self.depth -= 1;
        match result {
            Ok(end) => {
                let next = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
                if node && let Some(entry) = self.entries.get_mut(mark) {
                    entry.end = u32::try_from(end).unwrap_or(u32::MAX);
                    entry.next = next;
                }
                Ok(end)
            }
            Err(stop) => {
                self.entries.truncate(mark);
                if matches!(stop, Stop::Fail) {
                    // A failure seen inside a look-ahead has not been reported, so it is not remembered there.
                    if self.quiet == 0 {
                        self.failed.insert(key);
                    }
                    if let (true, true, true, Some(named)) = (
                        self.quiet == 0,
                        at == self.furthest,
                        node && self.expected.len() < MAX_EXPECTED,
                        named,
                    ) {
                        self.expected.push(named);
                    }
                }
                Err(stop)
            }
        }
    }

    fn eval(&mut self, expr: u32, at: usize) -> Result<usize, Stop> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return Err(Stop::Limit);
        }
        let Some(op) = EXPRS.get(expr as usize) else {
            return Err(Stop::Fail);
        };
        let rest = self.text.get(at..).unwrap_or("");
        match *op {
            Op::Str(s) => {
                if rest.as_bytes().starts_with(s.as_bytes()) {
                    Ok(at + s.len())
                } else {
                    // The words that do match count as progress: "until end of trun" is wrong at its last word.
                    let same = rest.bytes().zip(s.bytes()).take_while(|(a, b)| a == b).count();
                    let word = s.get(..same).and_then(|t| t.rfind(' ')).map_or(0, |i| i + 1);
                    Err(self.reached(at + word))
                }
            }
            Op::Insens(s) => match rest.get(..s.len()) {
                Some(head) if head.eq_ignore_ascii_case(s) => Ok(at + s.len()),
                _ => Err(self.reached(at)),
            },
            Op::Range(a, b) => match rest.chars().next() {
                Some(c) if a <= c && c <= b => Ok(at + c.len_utf8()),
                _ => Err(self.reached(at)),
            },
            Op::Any => match rest.chars().next() {
                Some(c) => Ok(at + c.len_utf8()),
                None => Err(self.reached(at)),
            },
            Op::Alphanumeric => match rest.bytes().next() {
                Some(c) if c.is_ascii_alphanumeric() => Ok(at + 1),
                _ => Err(self.reached(at)),
            },
            Op::Newline => {
                if rest.starts_with("\r\n") {
                    Ok(at + 2)
                } else if rest.starts_with(['\n', '\r']) {
                    Ok(at + 1)
                } else {
                    Err(self.reached(at))
                }
            }
            Op::Start => if at == 0 { Ok(at) } else { Err(self.reached(at)) },
            Op::End => if rest.is_empty() { Ok(at) } else { Err(self.reached(at)) },
            Op::Call(rule) => self.call(rule, at),
            Op::Seq(start, len) => {
                let mut here = at;
                for &part in list(start, len) {
                    here = self.eval(part, here)?;
                }
                Ok(here)
            }
            Op::Choice(start, len) => {
                let byte = rest.bytes().next();
                let mark = self.entries.len();
                for &part in list(start, len) {
                    if !can_begin(part, byte) {
                        continue;
                    }
                    match self.eval(part, at) {
                        Ok(end) => return Ok(end),
                        Err(Stop::Limit) => return Err(Stop::Limit),
                        Err(Stop::Fail) => self.entries.truncate(mark),
                    }
                }
                Err(self.reached(at))
            }
            Op::Optional(e) => {
                let mark = self.entries.len();
                if !can_begin(e, rest.bytes().next()) {
                    self.reached(at);
                    return Ok(at);
                }
                match self.eval(e, at) {
                    Ok(end) => Ok(end),
                    Err(Stop::Limit) => Err(Stop::Limit),
                    Err(Stop::Fail) => {
                        self.entries.truncate(mark);
                        Ok(at)
                    }
                }
            }
            Op::Repeat(e, least) => {
                let mut here = at;
                let mut times = 0;
                loop {
                    let mark = self.entries.len();
                    match self.eval(e, here) {
                        Ok(end) if end > here => {
                            here = end;
                            times += 1;
                        }
                        Ok(_) => return Ok(here),
                        Err(Stop::Limit) => return Err(Stop::Limit),
                        Err(Stop::Fail) => {
                            self.entries.truncate(mark);
                            return if times >= least { Ok(here) } else { Err(Stop::Fail) };
                        }
                    }
                }
            }
            Op::And(e) | Op::Not(e) => {
                let mark = self.entries.len();
                self.quiet += 1;
                let result = self.eval(e, at);
                self.quiet -= 1;
                self.entries.truncate(mark);
                match (result, matches!(op, Op::And(_))) {
                    (Err(Stop::Limit), _) => Err(Stop::Limit),
                    (Ok(_), true) | (Err(Stop::Fail), false) => Ok(at),
                    _ => Err(self.reached(at)),
                }
            }
        }
    }
}

fn can_begin(expr: u32, byte: Option<u8>) -> bool {
    FIRST.get(expr as usize).is_none_or(|first| {
        first.empty
            || byte.is_some_and(|b| {
                first.bytes.get(usize::from(b >> 6)).is_some_and(|word| word >> (b & 63) & 1 == 1)
            })
    })
}
