//! Mentions of players and objects.

use super::cursor::{Cursor, ordinal};
use super::{Read, Reader};
use crate::diag::{Code, Diagnostic, nearest};
use crate::game::PlayerId;
use crate::ruling::script::{Mention, Named, Which};
use crate::vocab::Zone;

impl Reader<'_, '_> {
    /// A mention, which must stand here.
    pub fn mention(&mut self, cursor: &mut Cursor<'_>) -> Read<Mention> {
        if let Some(found) = self.try_mention(cursor) {
            return Ok(found);
        }
        let word = cursor.until(&[
            ",", " and ", " with ", " is ", " are ", " to ", " attack", " block", " assign",
            " target", " has ", " have ", " can", " trigger",
        ]);
        let span = cursor.word_span();
        let mut at = *cursor;
        at.skip(0);
        let known = self
            .own
            .iter()
            .chain(self.cards.iter())
            .chain(self.players.iter().map(|p| p.as_str()));
        let near = nearest(word, known).map(str::to_owned);
        let start = u32::try_from(word.len()).unwrap_or(0);
        let from = cursor.place(cursor.offset()).saturating_sub(start);
        let span = crate::source::Span {
            start: from.min(span.start),
            ..span
        };
        let message = format!("`{word}` is the name of nothing here");
        let mut diagnostic = Diagnostic::error(Code::UnknownName, span, message)
            .label("expected a player, a card or token, or a name given with `named`");
        if let Some(near) = near {
            diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
        }
        self.sink.push(diagnostic);
        Err(super::Reported)
    }

    /// A mention, if one stands here.
    pub fn try_mention(&mut self, cursor: &mut Cursor<'_>) -> Option<Mention> {
        let start = cursor.offset();
        let mut copy = *cursor;
        let ability = copy.eat_any(&[
            "the triggered ability of",
            "the activated ability of",
            "the ability of",
            "triggered ability of",
            "ability of",
        ]);
        // A name may begin with "The".
        if self.name(&mut copy.clone()).is_none() {
            copy.eat("the");
        }
        let mut which = Which::Only;
        if copy.eat_any(&["each", "every", "all", "both"]) {
            which = Which::Each;
            copy.eat("of");
        } else if (copy.sees("a") || copy.sees("an")) && self.name(&mut copy.clone()).is_none() {
            // "A Soldier": any will do, so the first.
            copy.eat_any(&["an", "a"]);
            which = Which::Nth(1);
        } else {
            let mut word = copy;
            if let Some(n) = word.word().and_then(ordinal) {
                copy = word;
                which = Which::Nth(n);
            }
        }
        let mut player = self.whose(&mut copy);
        if player.is_none()
            && let Some(player) = self.player_mention(&mut copy)
        {
            let what = Named::Player(player);
            *cursor = copy;
            return Some(Mention {
                span: cursor.since(start),
                what,
                which: Which::Only,
            });
        }
        let (name, plural) = self.name(&mut copy)?;
        if plural && which == Which::Only {
            which = Which::Each;
        }
        copy.eat_any(&["tokens", "token", "cards", "card", "spell"]);
        let mut number = copy;
        if which == Which::Only
            && let Some(n) = number
                .word()
                .filter(|w| w.bytes().all(|b| b.is_ascii_digit()))
                .and_then(|w| w.parse().ok())
        {
            copy = number;
            which = Which::Nth(n);
        }
        let mut zone = None;
        let mut place = copy;
        if place.eat("in") {
            if place.eat("exile") {
                zone = Some(Zone::Exile);
                copy = place;
            } else if let Some(owner) = self.whose(&mut place)
                && let Some(found) = zone_word(&mut place)
            {
                zone = Some(found);
                player = Some(owner);
                copy = place;
            }
        } else if place.eat("on the stack") {
            zone = Some(Zone::Stack);
            copy = place;
        }
        let suffix = copy.eat_any(&["'s triggered ability", "'s activated ability", "'s ability"]);
        *cursor = copy;
        Some(Mention {
            span: cursor.since(start),
            what: Named::Object {
                name: name.into(),
                player,
                zone,
                ability: ability || suffix,
            },
            which,
        })
    }

    fn player_mention(&self, cursor: &mut Cursor<'_>) -> Option<PlayerId> {
        let mut copy = *cursor;
        let found = self.player(&mut copy)?;
        *cursor = copy;
        Some(found)
    }

    /// A name of a card, token or thing of the ruling, and whether it is a plural.
    pub fn name(&self, cursor: &mut Cursor<'_>) -> Option<(String, bool)> {
        let rest = cursor.rest();
        let own = self.own.find(rest);
        let card = self.cards.find(rest);
        let (name, length, plural) = match (own, card) {
            (Some(own), Some(card)) if card.1 > own.1 => card,
            (Some(own), _) => own,
            (None, Some(card)) => card,
            (None, None) => return None,
        };
        let name = name.to_owned();
        cursor.skip(length);
        Some((name, plural))
    }

    /// Mentions joined by commas and "and".
    pub fn mentions(&mut self, cursor: &mut Cursor<'_>) -> Read<Vec<Mention>> {
        let mut all = vec![self.mention(cursor)?];
        loop {
            let mut copy = *cursor;
            if !(copy.eat(", and") || copy.eat(",") || copy.eat("and")) {
                break;
            }
            // "and" may begin what follows the list.
            match self.try_mention(&mut copy) {
                Some(more) => all.push(more),
                None => break,
            }
            *cursor = copy;
        }
        tell_apart(all.iter_mut());
        Ok(all)
    }
}

/// A name that a list says several times means one thing after the other.
pub fn tell_apart<'m>(list: impl Iterator<Item = &'m mut Mention>) {
    let mut list: Vec<&mut Mention> = list.collect();
    let said: Vec<Named> = list.iter().map(|mention| mention.what.clone()).collect();
    for (at, mention) in list.iter_mut().enumerate() {
        let same = |named: &&Named| **named == mention.what;
        let before = said.iter().take(at).filter(same).count();
        let object = matches!(mention.what, Named::Object { .. });
        if object && mention.which == Which::Only && said.iter().filter(same).count() > 1 {
            mention.which = Which::Again(before.saturating_add(1));
        }
    }
}

/// The zone of a player that a word names.
pub fn zone_word(cursor: &mut Cursor<'_>) -> Option<Zone> {
    for (word, zone) in [
        ("graveyard", Zone::Graveyard),
        ("hand", Zone::Hand),
        ("library", Zone::Library),
        ("exile", Zone::Exile),
        ("command zone", Zone::Command),
    ] {
        if cursor.eat(word) {
            return Some(zone);
        }
    }
    None
}
