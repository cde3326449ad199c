//! What a ruling expects to have happened: how often, or how much of it.

use super::cursor::Cursor;
use super::{Read, Reader};
use crate::game::PlayerId;
use crate::ruling::script::{Count, Expected, Happening, Mention, Named, Which};

impl Reader<'_, '_> {
    /// "gained life twice", "gained 3 life", "drew two cards", "was dealt 3 damage".
    pub(super) fn happened_to_player(
        &mut self,
        cursor: &mut Cursor<'_>,
        player: PlayerId,
    ) -> Option<Expected> {
        let who = Mention {
            span: cursor.word_span(),
            what: Named::Player(player),
            which: Which::Only,
        };
        let forms: [(&[&str], &str, Happening); 3] = [
            (&["gained", "gains"], "life", Happening::GainedLife(player)),
            (&["lost", "loses"], "life", Happening::LostLife(player)),
            (
                &["was dealt", "were dealt"],
                "damage",
                Happening::WasDealtDamage(who),
            ),
        ];
        for (verbs, what, happening) in forms {
            let mut copy = *cursor;
            if copy.eat_any(verbs)
                && let Some(found) = self.so_much(&mut copy, what, &happening)
            {
                *cursor = copy;
                return Some(found);
            }
        }
        for (verb, happening) in [
            ("drew", Happening::Drew(player)),
            ("discarded", Happening::Discarded(player)),
        ] {
            let mut copy = *cursor;
            if !copy.eat(verb) {
                continue;
            }
            let found = if copy.eat_any(&["cards", "a card"]) {
                self.times_or_once(&mut copy)
            } else {
                let number = copy.number();
                let number = number.filter(|_| copy.eat_any(&["cards", "card"]));
                number.map(|n| Count::Exactly(u32::try_from(n).unwrap_or(u32::MAX)))
            };
            if let Some(count) = found {
                *cursor = copy;
                return Some(Expected::Times(happening, count));
            }
        }
        None
    }

    /// "died", "left the battlefield", "was dealt 3 damage", "dealt 3 damage to opponent".
    pub(super) fn happened_to_object(
        &mut self,
        cursor: &mut Cursor<'_>,
        what: &Mention,
    ) -> Read<Option<Expected>> {
        let start = *cursor;
        let times = |happening, count| Ok(Some(Expected::Times(happening, count)));
        if cursor.eat_any(&["didn't die", "did not die", "never died"]) {
            return times(Happening::Died(what.clone()), Count::Exactly(0));
        }
        if cursor.eat_any(&["didn't leave the battlefield", "never left the battlefield"]) {
            return times(Happening::Left(what.clone()), Count::Exactly(0));
        }
        for (words, happening) in [
            ("died", Happening::Died(what.clone())),
            ("left the battlefield", Happening::Left(what.clone())),
        ] {
            if cursor.eat(words) {
                return Ok(self
                    .times_or_once(cursor)
                    .map(|n| Expected::Times(happening, n)));
            }
        }
        if cursor.eat("was dealt") {
            let happening = Happening::WasDealtDamage(what.clone());
            if let Some(found) = self.so_much(cursor, "damage", &happening) {
                return Ok(Some(found));
            }
        }
        *cursor = start;
        if cursor.eat("dealt") {
            let amount = cursor.number();
            if cursor.eat("damage") {
                let to = if cursor.eat("to") {
                    Some(self.mention(cursor)?)
                } else {
                    None
                };
                let happening = Happening::DealtDamage(what.clone(), to);
                return Ok(match amount {
                    Some(amount) => Some(Expected::Total(
                        happening,
                        u32::try_from(amount).unwrap_or(u32::MAX),
                    )),
                    None => self
                        .times_or_once(cursor)
                        .map(|n| Expected::Times(happening, n)),
                });
            }
        }
        *cursor = start;
        Ok(None)
    }

    /// "3 life": so much in all; "life twice": so often.
    fn so_much(
        &mut self,
        cursor: &mut Cursor<'_>,
        what: &str,
        happening: &Happening,
    ) -> Option<Expected> {
        if cursor.eat(what) {
            let times = self.times_or_once(cursor)?;
            return Some(Expected::Times(happening.clone(), times));
        }
        let amount = cursor.number()?;
        cursor
            .eat(what)
            .then(|| Expected::Total(happening.clone(), u32::try_from(amount).unwrap_or(u32::MAX)))
    }

    /// How often; nothing more said means at least once.
    fn times_or_once(&mut self, cursor: &mut Cursor<'_>) -> Option<Count> {
        if cursor.is_done() {
            return Some(Count::AtLeast(1));
        }
        self.times(cursor)
    }
}
