//! Answers to questions.

use super::cursor::Cursor;
use super::mention::tell_apart;
use super::{Read, Reader};
use crate::ruling::script::{Mention, Reply, Said};
use crate::vocab::{Color, ManaCost, Name};

impl Reader<'_, '_> {
    /// An answer, after the player; `None` if no word of an answer stands here.
    pub fn reply(&mut self, cursor: &mut Cursor<'_>) -> Read<Option<Reply>> {
        let start = cursor.offset();
        let what = if cursor.eat_any(&["doesn't", "don't", "does not", "do not"]) {
            Said::Yes(false)
        } else if cursor.eat_any(&["says yes", "say yes", "accepts", "accept", "does", "do"]) {
            Said::Yes(true)
        } else if cursor.eat_any(&["says no", "say no", "declines", "decline"]) {
            Said::Yes(false)
        } else if cursor.eat_any(&["chooses", "choose", "targets", "target"]) {
            self.chosen(cursor)?
        } else if cursor.eat_any(&[
            "sacrifices",
            "sacrifice",
            "discards",
            "discard",
            "keeps",
            "keep",
            "returns",
            "return",
        ]) {
            Said::Things(self.mentions(cursor)?)
        } else if cursor.eat_any(&["orders", "order", "puts", "put"]) {
            cursor.eat(":");
            if cursor.eat_any(&["them in any order", "in any order"]) {
                Said::Order(Vec::new())
            } else {
                Said::Order(self.ordered(cursor)?)
            }
        } else if cursor.eat_any(&["divides", "divide", "assigns", "assign"]) {
            Said::Divide(self.amounts(cursor)?)
        } else if cursor.eat_any(&["pays with", "pay with"]) {
            Said::Pay(self.mentions(cursor)?)
        } else if cursor.eat_any(&["pays", "pay"]) {
            Said::Yes(true)
        } else {
            return Ok(None);
        };
        Ok(Some(Reply {
            span: cursor.since(start),
            what,
        }))
    }

    /// What is chosen: nothing, a number, a color, mana, things, or words.
    pub fn chosen(&mut self, cursor: &mut Cursor<'_>) -> Read<Said> {
        if cursor.eat_any(&["nothing", "no targets", "none"]) {
            return Ok(Said::Nothing);
        }
        if let Some(text) = cursor.quoted() {
            let mut words = vec![Name::new(text)];
            while cursor.eat(", and") || cursor.eat(",") || cursor.eat("and") {
                match cursor.quoted() {
                    Some(text) => words.push(Name::new(text)),
                    None => break,
                }
            }
            return Ok(Said::Words(words));
        }
        if let Some(run) = symbols(cursor) {
            let mut runs = vec![run];
            while cursor.eat_any(&[", and", ",", "and"]) {
                runs.extend(symbols(cursor));
            }
            return Ok(Said::Words(runs));
        }
        if self.try_mention(&mut cursor.clone()).is_some() {
            return Ok(Said::Things(self.mentions(cursor)?));
        }
        cursor.eat("X =");
        let mut copy = *cursor;
        if let Some(word) = copy.word()
            && let Some(color) = Color::from_word(&word.to_lowercase())
            && copy.is_done()
        {
            *cursor = copy;
            return Ok(Said::Color(color));
        }
        if let Some(n) = cursor.number() {
            return Ok(Said::Number(n));
        }
        if let Some(word) = cursor.word() {
            return Ok(Said::Words(vec![Name::new(word)]));
        }
        self.refuse(
            cursor.word_span(),
            "it is not said what is chosen",
            "a player, an object, a number, a color, or a mode in quotes",
        )
    }

    /// Things in order; "A for B" tells triggers of the same source apart by what they are about.
    fn ordered(&mut self, cursor: &mut Cursor<'_>) -> Read<Vec<(Mention, Option<Mention>)>> {
        let mut all = Vec::new();
        loop {
            let mention = self.mention(cursor)?;
            let about = if cursor.eat("for") {
                Some(self.mention(cursor)?)
            } else {
                None
            };
            all.push((mention, about));
            if !cursor.eat_any(&[", then", ", and", ",", "then", "and"]) {
                let plain = all.iter_mut().filter(|(_, about)| about.is_none());
                tell_apart(plain.map(|(mention, _)| mention));
                return Ok(all);
            }
        }
    }
}

/// A run of symbols of mana.
fn symbols(cursor: &mut Cursor<'_>) -> Option<Name> {
    let rest = cursor.rest();
    let length = rest
        .find(|c: char| c == ',' || c.is_whitespace())
        .unwrap_or(rest.len());
    let run = rest.get(..length).filter(|run| run.starts_with('{'))?;
    let cost = ManaCost::parse(run)?;
    cursor.skip(length);
    Some(Name::new(cost.to_string()))
}
