//! Reads the lines of a ruling: what is given, then steps. Names are those of players, of cards and tokens of the packs, and those
//! that the ruling gives with `named`; conditions of `expect` are read by the grammar of card text.

mod condition;
mod cursor;
mod expectation;
mod given;
mod happening;
pub mod lexicon;
mod mention;
mod moves;
mod replies;
mod steps;

use super::script::{Deed, Doing, Given, Ruling};
use super::why::{Asks, Question};
use crate::bytecode::FaceId;
use crate::codegen::Extension;
use crate::compile::Compiled;
use crate::diag::{Code, Diagnostic, Sink};
use crate::english;
use crate::ir;
use crate::lower::Vocabulary;
use crate::source::Span;
use crate::syntax::{Line, Mentions, RulingItem, RulingLine};
use crate::vocab::Name;
use cursor::Cursor;
use lexicon::Lexicon;
pub use lexicon::names_of;
use std::collections::BTreeSet;

/// Reads the rulings of compiled packs; the code that they need is added to the program. What cannot be read is reported
/// and left out.
pub fn read(compiled: &mut Compiled, sink: &mut Sink) -> Vec<Ruling> {
    let withheld = compiled.definitions.withheld.clone();
    let read = |reader: &mut Reader<'_, '_>, items: &[RulingItem]| {
        let mut read = Vec::new();
        for item in items {
            match refused(item, reader.cards, &withheld) {
                Some(problem) => reader.sink.push(problem),
                None => read.extend(reader.ruling(item)),
            }
        }
        read
    };
    reading(compiled, sink, read).unwrap_or_default()
}

/// What is wrong with a ruling that names a card that was refused.
fn refused(item: &RulingItem, cards: &Lexicon, withheld: &BTreeSet<Name>) -> Option<Diagnostic> {
    if withheld.is_empty() {
        return None;
    }
    let missing = withheld.iter().flat_map(|name| names_of(name));
    let found = Mentions::of([item]).take(cards.iter().chain(missing));
    let mut refused = withheld.iter();
    let card = refused.find(|name| names_of(name).any(|name| found.contains(name)))?;
    let message = format!("the ruling needs `{card}`, which is refused");
    Some(Diagnostic::error(
        Code::NotExecutable,
        item.title.span,
        message,
    ))
}

/// Reads a question about a ruling: its line, against the names that the ruling gives. What cannot be read is reported.
pub fn ask(
    compiled: &mut Compiled,
    title: &str,
    kind: Asks,
    line: &Line,
    sink: &mut Sink,
) -> Option<Question> {
    let read = |reader: &mut Reader<'_, '_>, items: &[RulingItem]| {
        let item = items.iter().find(|item| *item.title.value == *title)?;
        // For the names that it gives; what is wrong with it was reported when it was read.
        reader.ruling(item)?;
        reader.question(kind, line).ok()
    };
    reading(compiled, sink, read).flatten()
}

/// Reads something of the rulings of compiled packs; the code that it needs is added to the program.
fn reading<T>(
    compiled: &mut Compiled,
    sink: &mut Sink,
    read: impl FnOnce(&mut Reader<'_, '_>, &[RulingItem]) -> T,
) -> Option<T> {
    let describe = |ability: &ir::Ability| english::ability(ability, &english::Context::default());
    let program = std::mem::take(&mut compiled.program);
    let mut extension = Extension::new(program, &compiled.definitions, &describe);
    let cards = Lexicon::of(extension.program());
    let found = match extension.blank("unknown card") {
        Ok(blank) => {
            let mut reader = Reader {
                vocabulary: &compiled.vocabulary,
                extension: &mut extension,
                sink,
                cards: &cards,
                blank,
                own: Lexicon::default(),
                players: Vec::new(),
            };
            Some(read(&mut reader, &compiled.rulings))
        }
        Err(missing) => {
            let message = format!("the rulings cannot be read: {missing}");
            sink.push(Diagnostic::error(
                Code::NotExecutable,
                Span::default(),
                message,
            ));
            None
        }
    };
    compiled.program = extension.finish();
    found
}

/// Why a line could not be read; it has been reported.
#[derive(Debug, Clone, Copy)]
struct Reported;

/// A part that was read, or not.
type Read<T> = Result<T, Reported>;

/// Reads rulings, one after the other.
struct Reader<'a, 'c> {
    vocabulary: &'a Vocabulary,
    extension: &'a mut Extension<'c>,
    sink: &'a mut Sink,
    /// Names of cards and tokens.
    cards: &'a Lexicon,
    /// The face of cards that rulings say nothing about.
    blank: FaceId,
    /// Names that the ruling being read gives.
    own: Lexicon,
    /// Its players by seat.
    players: Vec<Name>,
}

impl Reader<'_, '_> {
    /// Reads a question about a state of the ruling that was read before.
    fn question(&mut self, kind: Asks, line: &Line) -> Read<Question> {
        let mut cursor = Cursor::new(line);
        let question = match kind {
            Asks::Permanent => Question::Permanent(self.mention(&mut cursor)?),
            Asks::Trigger => Question::Trigger(self.mention(&mut cursor)?),
            Asks::Action => {
                if let Some(doing) = self.combat_question(&mut cursor)? {
                    doing
                } else {
                    let Some(player) = self.player(&mut cursor) else {
                        return self.refuse(
                            cursor.word_span(),
                            "it is not said who acts",
                            "an action such as `you cast ...` or `Ann activates ...`",
                        );
                    };
                    match self.doing(&mut cursor, player)? {
                        Some(doing) => Question::Action(doing),
                        None => {
                            return self.refuse(
                                cursor.word_span(),
                                "this is no action",
                                "`cast`, `play`, `activate`, `turn ... face up` or `concede`",
                            );
                        }
                    }
                }
            }
        };
        self.end(cursor, "the end of the question")?;
        Ok(question)
    }

    /// "Bear attacks you", "Wall blocks Bear".
    fn combat_question(&mut self, cursor: &mut Cursor<'_>) -> Read<Option<Question>> {
        let mut copy = *cursor;
        let Some(creature) = self.try_mention(&mut copy) else {
            return Ok(None);
        };
        let deed = if copy.eat_any(&["attacks", "attack"]) {
            let target = if copy.is_done() {
                None
            } else {
                Some(self.mention(&mut copy)?)
            };
            Deed::Attack(creature, target)
        } else if copy.eat_any(&["blocks", "block"]) {
            Deed::Block(creature, self.mention(&mut copy)?)
        } else {
            return Ok(None);
        };
        *cursor = copy;
        Ok(Some(Question::Action(Doing {
            player: crate::game::PlayerId(0),
            deed,
            replies: Vec::new(),
        })))
    }

    fn ruling(&mut self, item: &RulingItem) -> Option<Ruling> {
        let errors = self.sink.errors();
        self.own = Lexicon::default();
        if item.cites.is_empty() {
            self.sink.push(
                Diagnostic::error(Code::Uncited, item.title.span, "the ruling cites no rule")
                    .help("add a line such as `cites 119.9, 510.2` under the title"),
            );
        }
        let cites = item
            .cites
            .iter()
            .map(|cite| {
                if !is_rule_number(&cite.value) {
                    let message = format!("`{}` is not the number of a rule", cite.value);
                    self.sink.push(
                        Diagnostic::error(Code::Uncited, cite.span, message)
                            .label("numbers look like 119.9 or 702.15e"),
                    );
                }
                cite.value.clone()
            })
            .collect();
        let mut given = Given {
            format: crate::game::Format::FreeForAll,
            players: Vec::new(),
            blank: self.blank,
            parts: Vec::new(),
        };
        let heads = item.lines.iter().filter(|line| is_given(line));
        let heads: Vec<&RulingLine> = heads.collect();
        for line in heads.iter().flat_map(|head| &head.children) {
            self.seats(&line.line, &mut given);
        }
        if given.players.is_empty() {
            given.players = vec![Name::new("you"), Name::new("opponent")];
        }
        self.players.clone_from(&given.players);
        for line in heads.iter().flat_map(|head| &head.children) {
            self.labels(&line.line);
        }
        for line in heads.iter().flat_map(|head| &head.children) {
            let _ = self.given(&line.line, &mut given.parts);
        }
        let mut steps = Vec::new();
        for line in &item.lines {
            if !is_given(line) {
                self.block(line, &mut steps);
            }
        }
        (self.sink.errors() == errors).then(|| Ruling {
            title: item.title.value.clone(),
            span: item.title.span,
            cites,
            given,
            steps,
        })
    }

    /// A line of a block, then the lines under it.
    fn block(&mut self, line: &RulingLine, steps: &mut Vec<super::script::ScriptStep>) {
        let _ = self.step(&line.line, steps);
        for child in &line.children {
            self.block(child, steps);
        }
    }

    /// Reports that something cannot be read at a place.
    fn refuse<T>(&mut self, span: Span, message: impl Into<String>, expected: &str) -> Read<T> {
        let mut diagnostic = Diagnostic::error(Code::RulingSyntax, span, message);
        if !expected.is_empty() {
            diagnostic = diagnostic.label(format!("expected {expected}"));
        }
        self.sink.push(diagnostic);
        Err(Reported)
    }

    /// Reports that a cursor is not at its end.
    fn end(&mut self, cursor: Cursor<'_>, expected: &str) -> Read<()> {
        let mut cursor = cursor;
        cursor.eat(".");
        if cursor.is_done() {
            return Ok(());
        }
        let word = cursor.rest().split(' ').next().unwrap_or("").to_owned();
        self.refuse(
            cursor.word_span(),
            format!("`{word}` cannot stand here"),
            expected,
        )
    }

    /// Takes a player: "you", "opponent", a name; the verb after it is the caller's.
    fn player(&self, cursor: &mut Cursor<'_>) -> Option<crate::game::PlayerId> {
        for (seat, name) in self.players.iter().enumerate() {
            if cursor.eat(name) {
                return u8::try_from(seat).ok().map(crate::game::PlayerId);
            }
        }
        None
    }

    /// Takes whose something is: "your", "opponent's", "Ann's".
    fn whose(&self, cursor: &mut Cursor<'_>) -> Option<crate::game::PlayerId> {
        if cursor.eat("your") {
            return Some(crate::game::PlayerId(0));
        }
        let mut copy = *cursor;
        for (seat, name) in self.players.iter().enumerate() {
            if copy.eat(&format!("{name}'s")) || copy.eat(&format!("{name}'")) {
                *cursor = copy;
                return u8::try_from(seat).ok().map(crate::game::PlayerId);
            }
        }
        None
    }
}

/// Whether a line begins what is given.
fn is_given(line: &RulingLine) -> bool {
    line.line.text.trim_end_matches(':') == "given"
}

/// Whether text looks like the number of a rule: `119`, `119.9`, `702.15e`.
fn is_rule_number(text: &str) -> bool {
    let (chapter, rest) = text.split_once('.').unwrap_or((text, ""));
    let digits = |t: &str| t.bytes().all(|b| b.is_ascii_digit());
    let rest = rest
        .strip_suffix(|c: char| c.is_ascii_lowercase())
        .unwrap_or(rest);
    chapter.len() == 3 && digits(chapter) && digits(rest)
}

/// A line for the grammar of card text, put together from pieces of a ruling's line.
fn card_text(cursor: &Cursor<'_>, runs: &[(String, u32)]) -> Line {
    Line::assembled(
        cursor.span(),
        cursor.rest(),
        runs.iter().map(|(text, from)| (text.as_str(), *from)),
    )
}
