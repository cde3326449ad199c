//! What a ruling expects.

use super::cursor::Cursor;
use super::mention::zone_word;
use super::{Read, Reader};
use crate::game::PlayerId;
use crate::ruling::script::{Count, Deed, Doing, Expectation, Expected, Happening, Mention, Named};
use crate::vocab::{ManaCost, Name, Zone};

impl Reader<'_, '_> {
    /// Expectations joined by commas.
    pub fn expectations(&mut self, cursor: &mut Cursor<'_>) -> Read<Vec<Expectation>> {
        let mut all = Vec::new();
        loop {
            let start = cursor.offset();
            let length = part_length(cursor.rest(), |text| self.name_length(text));
            let mut part = cursor.part(length);
            let what = self.expected(&mut part)?;
            self.end(part, "`,` and another expectation, or the end of the line")?;
            cursor.skip(length);
            all.push(Expectation {
                span: cursor.since(start),
                what,
            });
            if !(cursor.eat(", and") || cursor.eat(",")) {
                return Ok(all);
            }
        }
    }

    /// How long the name of a card or of the ruling is that a text begins with.
    fn name_length(&self, text: &str) -> usize {
        let lexicons = [self.cards, &self.own];
        let found = lexicons.iter().filter_map(|lexicon| lexicon.find(text));
        found.map(|(_, length, _)| length).max().unwrap_or(0)
    }

    fn expected(&mut self, cursor: &mut Cursor<'_>) -> Read<Expected> {
        let start = *cursor;
        let forms: [Form<Self>; 6] = [
            Self::illegal,
            Self::about_game,
            Self::about_stack,
            Self::about_zone,
            Self::about_player,
            Self::about_object,
        ];
        for form in forms {
            *cursor = start;
            if let Some(found) = form(self, cursor)? {
                return Ok(found);
            }
        }
        *cursor = start;
        self.condition(cursor)
    }

    /// "you cast A is illegal because 601.3", "A can't attack opponent because 508.1c", "you can activate ...".
    fn illegal(&mut self, cursor: &mut Cursor<'_>) -> Read<Option<Expected>> {
        let text = cursor.rest();
        if let Some(at) = text.find(" is illegal") {
            let mut part = cursor.part(at);
            let Some(player) = self.player(&mut part) else {
                return self.refuse(part.word_span(), "it is not said who acts", "a player");
            };
            let Some(doing) = self.doing(&mut part, player)? else {
                return self.refuse(
                    part.word_span(),
                    "this is no action",
                    "`cast`, `play`, `activate` ...",
                );
            };
            self.end(part, "` is illegal`")?;
            cursor.skip(at);
            cursor.eat("is illegal");
            let rule = self.because(cursor)?;
            return Ok(Some(Expected::Illegal(doing, rule)));
        }
        // "PLAYER can('t) ACT", "OBJECT can('t) attack|block".
        let (can, at) = match (find_word(text, " can't "), find_word(text, " can ")) {
            (Some(at), _) => (false, at),
            (None, Some(at)) => (true, at),
            (None, None) => return Ok(None),
        };
        let mut before = cursor.part(at);
        let mut after = *cursor;
        after.skip(at);
        after.eat_any(&["can't", "can"]);
        let mut doing = None;
        if let Some(player) = self.player(&mut before)
            && before.is_done()
        {
            if after.sees("attack") || after.sees("block") {
                let block = after.eat("block");
                if !block {
                    after.eat("attack");
                }
                let target = self.mention(&mut after)?;
                if !after.eat("with") {
                    return self.refuse(after.word_span(), "it is not said with what", "`with`");
                }
                let creature = self.mention(&mut after)?;
                let deed = if block {
                    Deed::Block(creature, target)
                } else {
                    Deed::Attack(creature, Some(target))
                };
                doing = Some(Doing {
                    player,
                    deed,
                    replies: Vec::new(),
                });
            } else {
                doing = self.doing(&mut after, player)?;
            }
        } else if let Some(creature) = self.try_mention(&mut cursor.part(at)) {
            if after.eat("attack") {
                let target = self.try_mention(&mut after);
                doing = Some(Doing {
                    player: PlayerId(0),
                    deed: Deed::Attack(creature, target),
                    replies: Vec::new(),
                });
            } else if after.eat("block") {
                let attacker = self.mention(&mut after)?;
                doing = Some(Doing {
                    player: PlayerId(0),
                    deed: Deed::Block(creature, attacker),
                    replies: Vec::new(),
                });
            }
        }
        let Some(doing) = doing else {
            return Ok(None);
        };
        *cursor = after;
        if can {
            return Ok(Some(Expected::Legal(doing)));
        }
        let rule = self.because(cursor)?;
        Ok(Some(Expected::Illegal(doing, rule)))
    }

    /// "because 302.6".
    fn because(&mut self, cursor: &mut Cursor<'_>) -> Read<Option<Name>> {
        if !cursor.eat("because") {
            return Ok(None);
        }
        cursor.eat_any(&["of rule", "of", "rule"]);
        match cursor.word() {
            Some(rule) if super::is_rule_number(rule.trim_end_matches('.')) => {
                Ok(Some(Name::new(rule.trim_end_matches('.'))))
            }
            _ => self.refuse(
                cursor.word_span(),
                "the number of a rule is missing",
                "a number such as 302.6",
            ),
        }
    }

    /// About the game as a whole.
    fn about_game(&mut self, cursor: &mut Cursor<'_>) -> Read<Option<Expected>> {
        if cursor.eat("the game is a draw") {
            return Ok(Some(Expected::Draw));
        }
        if cursor.eat_any(&["the game goes on", "the game is not over"]) {
            return Ok(Some(Expected::GoesOn));
        }
        if cursor.eat("the game is over") {
            return Ok(Some(Expected::Not(Box::new(Expected::GoesOn))));
        }
        if cursor.eat_any(&["a loop", "that it was a loop", "it was a loop"]) {
            return Ok(Some(Expected::Loop));
        }
        if cursor.eat_any(&["no loop", "it was no loop"]) {
            return Ok(Some(Expected::Not(Box::new(Expected::Loop))));
        }
        if cursor.eat("it is the") {
            return Ok(Some(Expected::Step(self.step_name(cursor)?)));
        }
        Ok(None)
    }

    /// About the stack.
    fn about_stack(&mut self, cursor: &mut Cursor<'_>) -> Read<Option<Expected>> {
        if cursor.eat("the stack is empty") {
            return Ok(Some(Expected::OnStack(None, Count::Exactly(0))));
        }
        if !cursor.rest().contains("on the stack") {
            return Ok(None);
        }
        cursor.eat_any(&["there is", "there are", "there's"]);
        cursor.eat("exactly");
        let Some(number) = cursor.number() else {
            return Ok(None);
        };
        let more = cursor.eat("or more");
        cursor.eat_any(&["triggered", "activated"]);
        if !cursor.eat_any(&["abilities", "ability", "objects", "object"]) {
            return Ok(None);
        }
        let of = if cursor.eat("of") {
            Some(self.mention(cursor)?)
        } else {
            None
        };
        cursor.eat_any(&["are", "is"]);
        if !cursor.eat("on the stack") {
            return Ok(None);
        }
        Ok(Some(Expected::OnStack(of, count(number, more))))
    }

    /// About a zone of a player: "your graveyard is empty", "opponent's hand has three cards", "your graveyard contains A".
    fn about_zone(&mut self, cursor: &mut Cursor<'_>) -> Read<Option<Expected>> {
        let Some(player) = self.whose(cursor) else {
            return Ok(None);
        };
        if cursor.eat("mana pool is empty") {
            return Ok(Some(Expected::Mana(player, ManaCost::default())));
        }
        let Some(zone) = zone_word(cursor) else {
            return Ok(None);
        };
        if cursor.eat("is empty") {
            return Ok(Some(Expected::Cards(player, zone, 0)));
        }
        if cursor.eat_any(&["is not empty", "isn't empty"]) {
            let empty = Expected::Cards(player, zone, 0);
            return Ok(Some(Expected::Not(Box::new(empty))));
        }
        if cursor.eat_any(&["contains", "holds"]) {
            let what = self.mention(cursor)?;
            return Ok(Some(Expected::Where(what, zone, Some(player))));
        }
        if cursor.eat("has")
            && let Some(number) = cursor.number()
            && cursor.eat_any(&["cards", "card"])
        {
            cursor.eat("in it");
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            return Ok(Some(Expected::Cards(player, zone, number)));
        }
        Ok(None)
    }

    /// About a player.
    fn about_player(&mut self, cursor: &mut Cursor<'_>) -> Read<Option<Expected>> {
        let Some(player) = self.player(cursor) else {
            return Ok(None);
        };
        let mut ended = *cursor;
        let won = ended.eat_any(&["has won", "have won", "won", "wins", "win"]);
        if (won || ended.eat_any(&["has lost", "have lost", "lost", "loses", "lose"]))
            && (ended.is_done() || ended.eat("the game"))
        {
            *cursor = ended;
            let lost_or_won = if won { Expected::Won } else { Expected::Lost };
            return Ok(Some(lost_or_won(player)));
        }
        if cursor.eat_any(&["is asked", "are asked"]) {
            let mut things = Vec::new();
            if cursor.eat_any(&["to choose among", "to choose between"]) {
                things = self.mentions(cursor)?;
            }
            return Ok(Some(Expected::Asked(player, things)));
        }
        if let Some(happened) = self.happened_to_player(cursor, player) {
            return Ok(Some(happened));
        }
        let not = cursor.eat_any(&["doesn't have", "don't have", "does not have", "do not have"]);
        if !not && !cursor.eat_any(&["has", "have"]) || not && !cursor.rest().starts_with('{') {
            return Ok(None);
        }
        if cursor.rest().starts_with('{') {
            let length = cursor.rest().find(' ').unwrap_or(cursor.rest().len());
            let text = cursor.rest().get(..length).unwrap_or("");
            if let Some(cost) = ManaCost::parse(text) {
                cursor.skip(length);
                cursor.eat_any(&["in your mana pool", "in their mana pool"]);
                let mana = Expected::Mana(player, cost);
                return Ok(Some(if not {
                    Expected::Not(Box::new(mana))
                } else {
                    mana
                }));
            }
            return Ok(None);
        }
        if cursor.eat("no mana") {
            cursor.eat_any(&["in your mana pool", "in their mana pool"]);
            return Ok(Some(Expected::Mana(player, ManaCost::default())));
        }
        let Some(number) = cursor.number() else {
            return Ok(None);
        };
        if cursor.eat("life") && cursor.is_done() {
            return Ok(Some(Expected::Life(player, number)));
        }
        if cursor.eat_any(&["cards in", "card in"]) {
            cursor.eat_any(&["your", "their"]);
            if let Some(zone) = zone_word(cursor)
                && cursor.is_done()
            {
                let number = u32::try_from(number).unwrap_or(u32::MAX);
                return Ok(Some(Expected::Cards(player, zone, number)));
            }
        }
        Ok(None)
    }

    /// "twice", "3 times", "once", "two or more times".
    pub(super) fn times(&mut self, cursor: &mut Cursor<'_>) -> Option<Count> {
        cursor.eat("exactly");
        if cursor.eat("never") {
            return Some(Count::Exactly(0));
        }
        let number = cursor.number()?;
        let more = cursor.eat("or more");
        cursor.eat_any(&["times", "time"]);
        Some(count(number, more))
    }

    /// About an object: size, zone, counters, damage, how often it triggered.
    fn about_object(&mut self, cursor: &mut Cursor<'_>) -> Read<Option<Expected>> {
        let Some(mention) = self.try_mention(cursor) else {
            return Ok(None);
        };
        let Named::Object { .. } = mention.what else {
            return Ok(None);
        };
        if cursor.eat_any(&["triggered", "triggers"]) {
            return Ok(self
                .times(cursor)
                .map(|n| Expected::Times(Happening::Triggered(mention), n)));
        }
        if cursor.eat_any(&["never triggered"]) {
            return Ok(Some(Expected::Times(
                Happening::Triggered(mention),
                Count::Exactly(0),
            )));
        }
        if let Some(happened) = self.happened_to_object(cursor, &mention)? {
            return Ok(Some(happened));
        }
        if cursor.eat_any(&["was revealed", "were revealed"]) {
            let times = if cursor.is_done() {
                Some(Count::AtLeast(1))
            } else {
                self.times(cursor)
            };
            return Ok(times.map(|n| Expected::Times(Happening::WasRevealed(mention), n)));
        }
        if cursor.eat_any(&["has ceased to exist", "no longer exists", "does not exist"]) {
            return Ok(Some(Expected::Gone(mention)));
        }
        if cursor.eat_any(&["has", "have"]) {
            return self.has(cursor, mention);
        }
        if !cursor.eat_any(&["is", "are"]) {
            return Ok(None);
        }
        let not = cursor.eat("not");
        let negate = |e: Expected| {
            if not { Expected::Not(Box::new(e)) } else { e }
        };
        if cursor.eat_any(&["enchanted by", "equipped by", "equipped with"]) {
            let by = self.mention(cursor)?;
            return Ok(Some(negate(Expected::Attached(by, mention))));
        }
        if cursor.eat("controlled by") {
            let Some(player) = self.player(cursor) else {
                return self.refuse(cursor.word_span(), "it is not said by whom", "a player");
            };
            return Ok(Some(negate(Expected::Where(
                mention,
                Zone::Battlefield,
                Some(player),
            ))));
        }
        if let Some(found) = self.place(cursor, &mention) {
            return Ok(Some(negate(found)));
        }
        cursor.eat_any(&["a", "an"]);
        let mut copy = *cursor;
        if let Some(word) = copy.word()
            && let Some((power, toughness)) = word.split_once('/')
            && let (Ok(power), Ok(toughness)) = (power.parse(), toughness.parse())
            && (copy.is_done() || copy.eat("creature") && copy.is_done())
        {
            *cursor = copy;
            return Ok(Some(negate(Expected::Size(mention, power, toughness))));
        }
        Ok(None)
    }

    fn has(&mut self, cursor: &mut Cursor<'_>, mention: Mention) -> Read<Option<Expected>> {
        let Some(number) = cursor.number() else {
            return Ok(None);
        };
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        if cursor.eat("damage") {
            cursor.eat("marked");
            cursor.eat("on it");
            return Ok(Some(Expected::Damage(mention, number)));
        }
        if cursor.rest().contains(" counter") && !cursor.rest().starts_with("or ") {
            let kind = self.counter_kind(cursor)?;
            cursor.eat("on it");
            return Ok(Some(Expected::Counters(mention, number, kind)));
        }
        Ok(None)
    }

    /// "on the battlefield", "in your graveyard", "in exile".
    fn place(&mut self, cursor: &mut Cursor<'_>, mention: &Mention) -> Option<Expected> {
        let found = |zone, player| Some(Expected::Where(mention.clone(), zone, player));
        if cursor.eat("on the battlefield under") {
            let player = self.whose(cursor)?;
            cursor.eat("control");
            return found(Zone::Battlefield, Some(player));
        }
        if cursor.eat("on the battlefield") {
            return found(Zone::Battlefield, None);
        }
        if cursor.eat("on the stack") {
            return found(Zone::Stack, None);
        }
        if !cursor.eat("in") {
            return None;
        }
        if cursor.eat("exile") {
            return found(Zone::Exile, None);
        }
        if cursor.eat("the command zone") {
            return found(Zone::Command, None);
        }
        cursor.eat_any(&["its owner's", "a", "the"]);
        let player = self.whose(cursor);
        let zone = zone_word(cursor)?;
        found(zone, player)
    }
}

/// A form of expectations: what it reads, or nothing if the words are of another form.
type Form<R> = fn(&mut R, &mut Cursor<'_>) -> Read<Option<Expected>>;

/// How much of the text is one expectation: up to a comma that begins another. A comma inside a name is part of it; `name`
/// tells how long the name is that a text begins with, or 0.
fn part_length(text: &str, name: impl Fn(&str) -> usize) -> usize {
    let mut quoted = false;
    let mut named = 0;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        if c.is_uppercase() && !before.is_alphanumeric() {
            let length = text.get(at..).map_or(0, &name);
            named = named.max(at.saturating_add(length));
        }
        before = c;
        match c {
            _ if at < named => {}
            '"' => quoted = !quoted,
            ',' if !quoted => {
                let rest = text.get(at.saturating_add(1)..).unwrap_or("").trim_start();
                let rest = rest.strip_prefix("and ").unwrap_or(rest);
                if begins_another(rest, name(rest)) {
                    return at;
                }
            }
            _ => {}
        }
    }
    text.len()
}

/// Whether words after a comma have a verb of an expectation before the next comma.
fn begins_another(rest: &str, named: usize) -> bool {
    const VERBS: &[&str] = &[
        " has ",
        " have ",
        " is ",
        " are ",
        " can ",
        " can't ",
        " isn't ",
        " aren't ",
        " triggered",
        " gained ",
        " lost ",
        " was ",
        " controls ",
        " control ",
        " attacks",
        " don't ",
        " doesn't ",
        " didn't ",
        " never ",
        " goes on",
        " loop",
        " wins",
        " win",
        " drew ",
        " died",
        " left ",
        " dealt ",
        " discarded ",
        " contains ",
        " no longer",
    ];
    // "It's your turn", "there are two cards in exile".
    if ["it's ", "it isn't ", "there "]
        .iter()
        .any(|start| rest.starts_with(start))
    {
        return true;
    }
    // A comma inside the name that stands first ends nothing.
    let rest = rest.get(named..).unwrap_or("");
    let clause = rest.split(',').next().unwrap_or(rest);
    let padded = format!(" {clause} ");
    VERBS.iter().any(|verb| padded.contains(verb))
}

/// Where a word stands that is not inside quotes.
fn find_word(text: &str, word: &str) -> Option<usize> {
    let at = text.find(word)?;
    let before = text.get(..at)?;
    (before.matches('"').count() % 2 == 0).then_some(at)
}

fn count(number: i64, more: bool) -> Count {
    let number = u32::try_from(number).unwrap_or(u32::MAX);
    if more {
        Count::AtLeast(number)
    } else {
        Count::Exactly(number)
    }
}
