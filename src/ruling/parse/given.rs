//! What is given: seats, objects in zones, life, mana.

use super::cursor::Cursor;
use super::mention::zone_word;
use super::{Read, Reader, card_text};
use crate::bytecode::FaceId;
use crate::diag::{Code, Diagnostic};
use crate::game::{Format, ManaUnit, PlayerId};
use crate::ir;
use crate::lower;
use crate::ruling::script::{Given, Part, Placed, Property};
use crate::syntax::Line;
use crate::vocab::{CardType, ManaCost, ManaKind, ManaSymbol, Name, TypeSet, Zone};

/// The most objects that one phrase may place.
const MOST: i64 = 200;

impl Reader<'_, '_> {
    /// A line about the seats, if it is one: it comes before everything else.
    pub fn seats(&mut self, line: &Line, given: &mut Given) {
        let mut cursor = Cursor::new(line);
        if cursor.eat("Two-Headed Giant:") {
            given.format = Format::TwoHeadedGiant;
            let text = cursor.rest().trim_end_matches('.');
            given.players = text
                .split(" against ")
                .flat_map(|side| side.split(" and "))
                .map(|name| Name::new(name.trim()))
                .collect();
            if given.players.len() != 4 {
                let _ = self.refuse::<()>(
                    cursor.span(),
                    "Two-Headed Giant has two teams of two players",
                    "`you and Pat against Ann and Bob`",
                );
            }
            return;
        }
        let commander = cursor.eat("Commander:");
        if commander {
            given.format = Format::Commander;
        }
        if commander || cursor.eat("players:") {
            given.players = cursor
                .rest()
                .trim_end_matches('.')
                .split([','])
                .flat_map(|part| part.split(" and "))
                .map(|name| Name::new(name.trim()))
                .filter(|name| !name.is_empty())
                .collect();
            if given.players.len() < 2 || given.players.len() > 16 {
                let _ = self.refuse::<()>(
                    cursor.span(),
                    "a game has 2 to 16 players here",
                    "`you, Ann, Bob`",
                );
            }
        }
    }

    /// Notes the names that a line gives with `named`.
    pub fn labels(&mut self, line: &Line) {
        for (at, _) in line.text.match_indices(" named ") {
            let rest = line.text.get(at.saturating_add(7)..).unwrap_or("");
            let label = label_of(rest);
            if !label.is_empty() {
                self.own.add(label);
            }
        }
    }

    /// A line under `given`.
    pub fn given(&mut self, line: &Line, parts: &mut Vec<Part>) -> Read<()> {
        let mut cursor = Cursor::new(line);
        if ["players:", "Two-Headed Giant:", "Commander:"]
            .iter()
            .any(|head| cursor.sees(head))
        {
            return Ok(());
        }
        let start = cursor;
        if let Some(player) = self.whose(&mut cursor) {
            if let Some(zone) = zone_word(&mut cursor)
                && cursor.eat(":")
            {
                if zone == Zone::Library {
                    parts.push(Part::ListedLibrary(player));
                }
                if cursor.eat_any(&["empty", "nothing"]) {
                    return self.end(cursor, "the end of the line");
                }
                return self.objects(&mut cursor, player, zone, parts);
            }
            cursor = start;
        }
        if let Some(player) = self.player(&mut cursor) {
            if cursor.eat_any(&["controls", "control"]) {
                return self.objects(&mut cursor, player, Zone::Battlefield, parts);
            }
            if cursor.eat_any(&["has", "have"]) {
                return self.player_has(&mut cursor, player, parts);
            }
            cursor = start;
        }
        let mention = self.mention(&mut cursor)?;
        loop {
            let property = self.property(&mut cursor)?;
            parts.push(Part::About(mention.clone(), property));
            if !cursor.eat("and") {
                break;
            }
        }
        self.end(cursor, "the end of the line")
    }

    /// What a player has: life, poison, mana.
    fn player_has(
        &mut self,
        cursor: &mut Cursor<'_>,
        player: PlayerId,
        parts: &mut Vec<Part>,
    ) -> Read<()> {
        if let Some(units) = mana_units(cursor) {
            cursor.eat_any(&[
                "in your mana pool",
                "in their mana pool",
                "in the mana pool",
            ]);
            parts.push(Part::Mana(player, units));
            return self.end(*cursor, "the end of the line");
        }
        let Some(number) = cursor.number() else {
            return self.refuse(
                cursor.word_span(),
                "it is not said what the player has",
                "`10 life`, `3 poison counters` or mana such as `{B}{B}`",
            );
        };
        if cursor.eat("life") {
            parts.push(Part::Life(player, number));
        } else if cursor.eat_any(&["poison counters", "poison counter"]) {
            parts.push(Part::Poison(player, u32::try_from(number).unwrap_or(0)));
        } else {
            return self.refuse(
                cursor.word_span(),
                "this is nothing that a player has",
                "`life` or `poison counters`",
            );
        }
        if cursor.eat("and") {
            return self.player_has(cursor, player, parts);
        }
        self.end(*cursor, "the end of the line")
    }

    /// A list of objects.
    fn objects(
        &mut self,
        cursor: &mut Cursor<'_>,
        player: PlayerId,
        zone: Zone,
        parts: &mut Vec<Part>,
    ) -> Read<()> {
        loop {
            let placed = self.placed(cursor, player, zone)?;
            parts.push(Part::Objects(placed));
            if !(cursor.eat(", and") || cursor.eat(",") || cursor.eat("and")) {
                return self.end(*cursor, "`,`, `and` or the end of the line");
            }
        }
    }

    /// One phrase of such a list: "two tapped Swamps", "a 2/2 green Bear creature token named Bruno".
    fn placed(&mut self, cursor: &mut Cursor<'_>, player: PlayerId, zone: Zone) -> Read<Placed> {
        let start = *cursor;
        let counted = match self.name(&mut cursor.clone()) {
            // A name may begin with a number word.
            Some(_) => None,
            None => cursor.number(),
        };
        let count = counted.unwrap_or(1);
        if !(1..=MOST).contains(&count) {
            return self.refuse(
                start.word_span(),
                format!("1 to {MOST} objects can be placed at once"),
                "",
            );
        }
        let mut properties = Vec::new();
        loop {
            let property = if cursor.eat("tapped") {
                Property::Tapped
            } else if cursor.eat_any(&["face-down", "face down"]) {
                Property::FaceDown
            } else if cursor.eat("transformed") {
                Property::Transformed
            } else {
                break;
            };
            properties.push(property);
            cursor.eat(",");
        }
        let is_token;
        let face = match self.name(cursor) {
            Some((name, _)) => {
                cursor.eat_any(&["tokens", "token", "cards", "card"]);
                match self.face_named(&name) {
                    Some((face, token)) => {
                        is_token = token;
                        face
                    }
                    None => {
                        let message = format!("no card is named `{name}`");
                        self.sink
                            .push(Diagnostic::error(Code::UnknownCard, start.span(), message));
                        return Err(super::Reported);
                    }
                }
            }
            None if cursor.rest().contains(" token") => {
                is_token = true;
                self.token(cursor)?
            }
            None => return self.mention(cursor).and(Err(super::Reported)),
        };
        let mut placed = Placed {
            face,
            token: is_token,
            count: u32::try_from(count).unwrap_or(1),
            player,
            owner: player,
            zone,
            label: None,
            properties,
        };
        loop {
            if cursor.eat("named") {
                let label = label_of(cursor.rest());
                placed.label = Some(Name::new(label));
                cursor.skip(label.len());
            } else if cursor.eat("owned by") {
                match self.player(cursor) {
                    Some(owner) => placed.owner = owner,
                    None => {
                        return self.refuse(cursor.word_span(), "this is no player", "a player");
                    }
                }
            } else if cursor.eat("protected by") {
                placed.properties.push(self.protector(cursor)?);
            } else if cursor.eat_any(&["attached to", "enchanting", "equipping"]) {
                let to = self.mention(cursor)?;
                placed.properties.push(Property::AttachedTo(to));
            } else if cursor.eat_any(&[
                "that came under your control this turn",
                "that came under their control this turn",
            ]) {
                placed.properties.push(Property::Sick);
            } else if cursor.eat("that entered this turn") {
                placed.properties.push(Property::Entered);
            } else if cursor.sees("with") {
                let mut copy = *cursor;
                copy.eat("with");
                let property = self.amount_on(&mut copy)?;
                placed.properties.push(property);
                *cursor = copy;
            } else {
                return Ok(placed);
            }
        }
    }

    /// The player who protects a battle.
    fn protector(&mut self, cursor: &mut Cursor<'_>) -> Read<Property> {
        match self.player(cursor) {
            Some(player) => Ok(Property::Protector(player)),
            None => self.refuse(cursor.word_span(), "this is no player", "a player"),
        }
    }

    /// "two +1/+1 counters on it", "3 damage marked on it".
    fn amount_on(&mut self, cursor: &mut Cursor<'_>) -> Read<Property> {
        let Some(count) = cursor.number().and_then(|n| u32::try_from(n).ok()) else {
            return self.refuse(
                cursor.word_span(),
                "a number of counters or of damage is missing",
                "`two +1/+1 counters` or `3 damage`",
            );
        };
        if cursor.eat("damage") {
            cursor.eat("marked");
            cursor.eat("on it");
            return Ok(Property::Damage(count));
        }
        let kind = self.counter_kind(cursor)?;
        cursor.eat("on it");
        Ok(Property::Counters(count, kind))
    }

    /// A kind of counter with the word "counter".
    pub fn counter_kind(&mut self, cursor: &mut Cursor<'_>) -> Read<crate::bytecode::CounterId> {
        let span = cursor.word_span();
        let kind = cursor.until(&[" counter"]).to_owned();
        cursor.eat_any(&["counters", "counter"]);
        match self.extension.program().counter_named(&kind) {
            Some(id) => Ok(id),
            None => {
                let known = &self.extension.program().counters;
                let near = crate::diag::nearest(&kind, known.iter().map(|c| c.name.as_str()));
                let near = near.map(str::to_owned);
                let message = format!("no pack declares a counter `{kind}`");
                let mut diagnostic = Diagnostic::error(Code::UnknownCounter, span, message);
                if let Some(near) = near {
                    diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
                }
                self.sink.push(diagnostic);
                Err(super::Reported)
            }
        }
    }

    /// A property said in a sentence of its own.
    fn property(&mut self, cursor: &mut Cursor<'_>) -> Read<Property> {
        if cursor.eat_any(&["is tapped", "are tapped"]) {
            return Ok(Property::Tapped);
        }
        if cursor.eat_any(&["is transformed", "are transformed"]) {
            return Ok(Property::Transformed);
        }
        if cursor.eat_any(&["is face down", "are face down"]) {
            return Ok(Property::FaceDown);
        }
        if cursor.eat_any(&["came under", "come under"]) {
            let _ = self.whose(cursor);
            cursor.eat_any(&["its", "their"]);
            cursor.eat("controller's");
            if cursor.eat("control this turn") {
                return Ok(Property::Sick);
            }
        }
        if cursor.eat("is protected by") {
            return self.protector(cursor);
        }
        if cursor.eat_any(&["is attached to", "enchants", "equips"]) {
            return Ok(Property::AttachedTo(self.mention(cursor)?));
        }
        if cursor.sees("is") {
            let mut copy = *cursor;
            copy.eat("is");
            if self.whose(&mut copy).is_some() && copy.eat("commander") {
                *cursor = copy;
                return Ok(Property::Commander);
            }
        }
        if cursor.eat_any(&["has", "have"]) {
            return self.amount_on(cursor);
        }
        self.refuse(
            cursor.word_span(),
            "this is nothing that can be given of an object",
            "`is tapped`, `is attached to ...`, `has two +1/+1 counters`, `has 3 damage`, `came under your control this turn`",
        )
    }

    /// The face of a card, or of a token that a pack declares.
    fn face_named(&self, name: &str) -> Option<(FaceId, bool)> {
        let program = self.extension.program();
        let fits = |full: &str| super::lexicon::names_of(full).any(|n| n == name);
        let card = program.cards.iter().find_map(|card| {
            let front = *card.faces.first()?;
            program
                .face(front)
                .is_some_and(|f| f.name == name)
                .then_some(front)
        });
        let short = || {
            program.cards.iter().find_map(|card| {
                let mut faces = card.faces.iter();
                let named = faces.find(|f| program.face(**f).is_some_and(|f| fits(&f.name)))?;
                // CR 709.2: one half of a split card is no card.
                let split = card.layout == crate::bytecode::program::Layout::Split;
                card.faces
                    .first()
                    .filter(|_| split)
                    .or(Some(named))
                    .copied()
            })
        };
        let token = || {
            program
                .tokens
                .iter()
                .find(|(known, _)| fits(known))
                .map(|(_, face)| (*face, true))
        };
        card.or_else(short).map(|face| (face, false)).or_else(token)
    }

    /// A token that is described: read as what an effect that creates it would say.
    fn token(&mut self, cursor: &mut Cursor<'_>) -> Read<FaceId> {
        let rest = cursor.rest();
        let length = token_length(rest);
        let part = cursor.part(length);
        let text = rest.get(..length).unwrap_or("");
        let at = cursor.place(cursor.offset());
        let singular = text.replacen(" tokens", " token", 1).to_lowercase();
        let runs = [
            ("create a ".to_owned(), at),
            (singular, at),
            (".".to_owned(), at),
        ];
        let line = card_text(&part, &runs);
        let bearer = lower::Bearer::new("~", TypeSet::of(CardType::Sorcery), &[]);
        let abilities = lower::ability_line(&line, &bearer, self.vocabulary, self.sink);
        let Some(spec) = abilities.as_deref().and_then(created) else {
            return Err(super::Reported);
        };
        match self.extension.token(spec) {
            Ok(face) => {
                cursor.skip(length);
                // Tokens of the same description go by the names of its subtypes.
                if let Some(face) = self.extension.program().face(face) {
                    for name in super::lexicon::names_of(&face.name) {
                        self.own.add(name);
                    }
                }
                Ok(face)
            }
            Err(missing) => {
                let message = format!("the token needs {missing}, which has no code yet");
                self.sink
                    .push(Diagnostic::error(Code::NotExecutable, part.span(), message));
                Err(super::Reported)
            }
        }
    }
}

/// The token that the only ability of a line creates.
fn created(abilities: &[ir::Ability]) -> Option<&ir::TokenSpec> {
    let [only] = abilities else { return None };
    match &only.kind {
        ir::AbilityKind::Spell(ir::Effect::Act {
            action: ir::Action::Create { token, .. },
            ..
        }) => Some(token),
        _ => None,
    }
}

/// How much of the text describes a token: up to the word "token", with the abilities after "with".
fn token_length(text: &str) -> usize {
    let Some(at) = text.find(" token") else {
        return text.len();
    };
    let mut end = at.saturating_add(6);
    if text.get(end..).is_some_and(|r| r.starts_with('s')) {
        end = end.saturating_add(1);
    }
    let rest = text.get(end..).unwrap_or("");
    let Some(with) = rest.strip_prefix(" with ") else {
        return end;
    };
    // "With two +1/+1 counters on it" and "with 3 damage" are no abilities.
    if with.contains(" counter") || with.contains(" damage") {
        return end;
    }
    let ends = [
        " named ",
        " attached to ",
        " that came under",
        " owned by ",
        ", a ",
        ", an ",
        ", two ",
        ", three ",
        ", four ",
        " and a ",
        " and an ",
        " and two ",
        " and three ",
    ];
    let mut quoted = false;
    for (i, c) in with.char_indices() {
        if c == '"' {
            quoted = !quoted;
        }
        let here = with.get(i..).unwrap_or("");
        if !quoted && ends.iter().any(|e| here.starts_with(e)) {
            return end.saturating_add(6).saturating_add(i);
        }
    }
    text.trim_end_matches('.').len()
}

/// The name that stands after `named`.
fn label_of(rest: &str) -> &str {
    let length = [
        ",",
        ".",
        " and ",
        " with ",
        " attached ",
        " that ",
        " owned ",
    ]
    .iter()
    .filter_map(|end| rest.find(end))
    .min()
    .unwrap_or(rest.len());
    rest.get(..length).unwrap_or("").trim_end()
}

/// Mana written as symbols.
fn mana_units(cursor: &mut Cursor<'_>) -> Option<Vec<ManaUnit>> {
    let rest = cursor.rest();
    if !rest.starts_with('{') {
        return None;
    }
    let length = rest.find(' ').unwrap_or(rest.len());
    let cost = ManaCost::parse(rest.get(..length)?)?;
    let mut units = Vec::new();
    for symbol in &cost.0 {
        let (kind, count) = match symbol {
            ManaSymbol::Mana(kind) => (*kind, 1),
            ManaSymbol::Generic(n) => (ManaKind::Colorless, *n),
            _ => return None,
        };
        for _ in 0..count.min(100) {
            units.push(ManaUnit {
                kind,
                snow: false,
                rider: None,
                source: None,
            });
        }
    }
    cursor.skip(length);
    Some(units)
}
