//! How far a text could be read, and what was expected there.

use crate::Rule;

/// Why a text could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The start of the furthest word or sign that stood where something else was expected; the length of the text if
    /// it ends too early.
    pub at: usize,
    /// The rules that were tried there, outermost first, without repetition. Empty if a limit was reached.
    pub expected: Vec<Rule>,
    /// The literals that would have been read there, or the words of longer ones, without repetition.
    pub literals: Vec<&'static str>,
    /// The text could end at `at`, but goes on.
    pub could_end: bool,
    /// What stopped the parser.
    pub reason: Reason,
}

/// What stopped the parser.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Nothing in the grammar goes on like the text.
    Unexpected,
    /// A limit was reached: the text is too long, nested too deeply or took too many steps.
    Limit,
}

impl Failure {
    pub(crate) const fn limit(at: usize) -> Self {
        Self {
            at,
            expected: Vec::new(),
            literals: Vec::new(),
            could_end: false,
            reason: Reason::Limit,
        }
    }
}

const MOST_RULES: usize = 64;
const MOST_LITERALS: usize = 256;

/// Hears what a run of the parser misses, and keeps what it missed furthest on.
#[derive(Debug, Default)]
pub struct Listener<'t> {
    text: &'t [u8],
    /// For each byte, and the end: the start of the word that it is in, or that follows the blank it is.
    words: Vec<u32>,
    at: usize,
    rules: Vec<Rule>,
    literals: Vec<&'static str>,
    could_end: bool,
}

/// Characters that no word contains.
const fn separates(byte: u8) -> bool {
    matches!(
        byte,
        b'.' | b',' | b':' | b';' | b'"' | b'(' | b')' | b'~' | b'!' | b'?'
    ) || byte.is_ascii_whitespace()
}

impl<'t> Listener<'t> {
    pub fn new(text: &'t str) -> Self {
        let mut words = Vec::with_capacity(text.len() + 1);
        let mut start = 0;
        let mut before = b' ';
        for (at, c) in text.char_indices() {
            let byte = text.as_bytes().get(at).copied().unwrap_or_default();
            let dash = matches!(c, '—' | '•');
            if separates(byte)
                || dash
                || byte == b'{'
                || separates(before)
                || matches!(before, b'}' | b'\0')
            {
                start = at;
            }
            before = if dash { b'\0' } else { byte };
            words.extend(std::iter::repeat_n(start as u32, c.len_utf8()));
        }
        words.push(text.len() as u32);
        // A blank belongs to the word after it: there something else was expected, blank or not.
        for at in (0..text.len()).rev() {
            if text.as_bytes().get(at) == Some(&b' ')
                && let Some(next) = words.get(at + 1).copied()
                && let Some(word) = words.get_mut(at)
            {
                *word = next;
            }
        }
        Self {
            text: text.as_bytes(),
            words,
            at: 0,
            rules: Vec::new(),
            literals: Vec::new(),
            could_end: false,
        }
    }

    fn word(&self, at: usize) -> usize {
        self.words.get(at).map_or(at, |start| *start as usize)
    }

    /// The first position that counts as no nearer than another: what fails before it is no news once that one was reached.
    pub fn first_as_far_as(&self, at: usize) -> usize {
        let place = self.word(at);
        self.words
            .iter()
            .position(|word| *word as usize >= place)
            .unwrap_or(place)
    }

    /// Takes note of a position; whether it is the furthest.
    fn reached(&mut self, at: usize) -> bool {
        if at > self.at {
            self.at = at;
            self.rules.clear();
            self.literals.clear();
            self.could_end = false;
        }
        at == self.at
    }

    /// A rule begins at a position.
    pub fn began(&mut self, at: usize, rule: Rule) {
        let at = self.word(at);
        if self.reached(at) && self.rules.len() < MOST_RULES && !self.rules.contains(&rule) {
            self.rules.push(rule);
        }
    }

    /// Something was expected at a position and not found: a literal, or what has no name. An atomic rule is a word: what
    /// could make it longer is no news, unless it is one of several words that were there so far.
    pub fn missed(&mut self, at: usize, literal: Option<&'static str>, atom: Option<usize>) {
        let read = literal.map_or(0, |literal| self.read_of(at, literal));
        let place = self.word(at + read);
        if read == 0
            && (atom.is_some_and(|start| self.word(start) != place)
                || self.only_lengthens(at, literal))
        {
            return;
        }
        if self.reached(place)
            && let Some(rest) = literal
                .and_then(|literal| literal.get(read..))
                .map(str::trim)
            && self.literals.len() < MOST_LITERALS
            && !self.literals.contains(&rest)
        {
            self.literals.push(rest);
        }
    }

    /// Whether what was missed would only have made the word longer that ends here.
    fn only_lengthens(&self, at: usize, literal: Option<&'static str>) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.text.get(before));
        let ended = before.is_some_and(|byte| !separates(*byte))
            && self.text.get(at).is_none_or(|byte| separates(*byte));
        let first = literal.and_then(|literal| literal.bytes().next());
        ended
            && first.is_none_or(|byte| {
                byte.is_ascii_alphanumeric() || matches!(byte, b'\'' | b'-' | b'!')
            })
    }

    /// How much of a missed literal is there, in whole words. "Until end of trun" is wrong at its last word.
    fn read_of(&self, at: usize, literal: &'static str) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        let same = rest
            .iter()
            .zip(literal.as_bytes())
            .take_while(|(a, b)| a == b)
            .count();
        if literal.as_bytes().get(same) == Some(&b' ') {
            return same;
        }
        literal
            .get(..same)
            .and_then(|read| read.rfind(' '))
            .map_or(0, |blank| blank + 1)
    }

    pub const fn at(&self) -> usize {
        self.at
    }

    /// The text was read up to a position where it could end, but goes on.
    pub fn could_end(&mut self, at: usize) {
        let place = self.word(at);
        if self.reached(place) {
            self.could_end = true;
        }
    }

    /// What is to be told.
    pub fn failure(self) -> Failure {
        let mut literals = self.literals;
        literals.retain(|literal| !literal.is_empty());
        Failure {
            at: self.at,
            expected: self.rules,
            literals,
            could_end: self.could_end,
            reason: Reason::Unexpected,
        }
    }
}
