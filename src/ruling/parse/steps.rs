//! Steps of the script.

use super::cursor::{Cursor, ordinal};
use super::{Read, Reader};
use crate::game::PlayerId;
use crate::ruling::script::{Deed, Doing, Pick, Reply, Resolve, Said, ScriptStep, StepKind};
use crate::syntax::Line;
use crate::vocab::{Name, Step};

/// What a step can be, for messages.
const STEPS: &str = "a step such as `you cast ...`, `you activate ...`, `you choose ...`, `declare attackers: ...`, `resolve the stack`, `go to the end step`, `expect ...`";

impl Reader<'_, '_> {
    /// Reads a line of the script.
    pub fn step(&mut self, line: &Line, steps: &mut Vec<ScriptStep>) -> Read<()> {
        let mut cursor = Cursor::new(line);
        let span = cursor.span();
        let kind = self.step_kind(&mut cursor)?;
        let text = Name::new(line.text.trim());
        steps.push(ScriptStep { span, text, kind });
        Ok(())
    }

    fn step_kind(&mut self, cursor: &mut Cursor<'_>) -> Read<StepKind> {
        if cursor.eat("the rest is automatic") {
            self.end(*cursor, "the end of the line")?;
            return Ok(StepKind::Automatic);
        }
        if cursor.eat("on") {
            return self.turn(cursor);
        }
        if cursor.eat("go to") {
            cursor.eat("the");
            let step = self.step_name(cursor)?;
            self.end(*cursor, "the end of the line")?;
            return Ok(StepKind::Go(step));
        }
        for (head, every) in [
            ("in every line of play,", true),
            ("in some line of play,", false),
        ] {
            if cursor.eat(head) {
                cursor.eat("expect");
                let expect = self.expectations(cursor)?;
                return Ok(StepKind::Explore { every, expect });
            }
        }
        if cursor.eat("expect") {
            return Ok(StepKind::Expect(self.expectations(cursor)?));
        }
        if cursor.eat("resolve") {
            return self.resolve(cursor);
        }
        if cursor.eat("declare attackers:") {
            return self.attackers(cursor);
        }
        if cursor.eat("declare blockers:") {
            return self.blockers(cursor);
        }
        for (head, first) in [
            ("first-strike damage", true),
            ("first combat damage", true),
            ("combat damage", false),
        ] {
            if cursor.eat(head) {
                cursor.eat(":");
                return self.damage(cursor, first);
            }
        }
        if let Some(player) = self.player(cursor) {
            return self.player_step(cursor, player);
        }
        let word = cursor.rest().split(' ').next().unwrap_or("").to_owned();
        self.refuse(
            cursor.word_span(),
            format!("`{word}` does not begin a step"),
            STEPS,
        )
    }

    /// "on your turn", "on Ann's turn, in the end step".
    fn turn(&mut self, cursor: &mut Cursor<'_>) -> Read<StepKind> {
        let Some(player) = self.whose(cursor) else {
            return self.refuse(
                cursor.word_span(),
                "it is not said whose turn it is",
                "`your turn` or `opponent's turn`",
            );
        };
        let next = cursor.eat("next");
        if !cursor.eat("turn") {
            return self.refuse(cursor.word_span(), "`turn` is missing", "`turn`");
        }
        let mut step = Step::PrecombatMain;
        if cursor.eat(",") {
            cursor.eat_any(&["in", "during", "at"]);
            cursor.eat_any(&["the", "your", "their"]);
            step = self.step_name(cursor)?;
        }
        cursor.eat(":");
        self.end(
            *cursor,
            "`, in the ...` with a step, or the end of the line",
        )?;
        Ok(StepKind::Turn { player, step, next })
    }

    /// The name of a step or main phase.
    pub fn step_name(&mut self, cursor: &mut Cursor<'_>) -> Read<Step> {
        const OTHER: &[(&str, Step)] = &[
            ("upkeep step", Step::Upkeep),
            ("main phase", Step::PrecombatMain),
            ("first main phase", Step::PrecombatMain),
            ("second main phase", Step::PostcombatMain),
            ("beginning of combat", Step::BeginningOfCombat),
            ("first-strike combat damage step", Step::FirstStrikeDamage),
            ("first-strike damage step", Step::FirstStrikeDamage),
            ("end of combat", Step::EndOfCombat),
            ("ending step", Step::End),
        ];
        let by_words = Step::ALL.iter().map(|step| (step.words(), *step));
        let mut names: Vec<(&str, Step)> = OTHER.iter().copied().chain(by_words).collect();
        names.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
        for (words, step) in names {
            if cursor.eat(words) {
                return Ok(step);
            }
        }
        let found = cursor.rest().trim_end_matches('.').to_owned();
        let known = Step::ALL.iter().map(|step| step.words());
        if let Some(near) = crate::diag::nearest(&found, known) {
            let message = format!("`{found}` is no step or phase; did you mean `{near}`?");
            return self.refuse(cursor.span(), message, "");
        }
        self.refuse(
            cursor.word_span(),
            "this is no step or phase",
            "`upkeep`, `draw step`, `precombat main phase`, `declare attackers step`, `end step` ...",
        )
    }

    fn resolve(&mut self, cursor: &mut Cursor<'_>) -> Read<StepKind> {
        if cursor.eat("the stack") || cursor.eat("everything") {
            self.end(*cursor, "the end of the line")?;
            return Ok(StepKind::Resolve(Resolve::All));
        }
        if cursor.eat("the top") {
            let count = cursor.number().unwrap_or(1);
            cursor.eat_any(&["of the stack", "items", "item", "objects", "object"]);
            cursor.eat("of the stack");
            self.end(*cursor, "the end of the line")?;
            let count = u32::try_from(count).unwrap_or(1);
            return Ok(StepKind::Resolve(Resolve::Top(count)));
        }
        self.refuse(
            cursor.word_span(),
            "it is not said what resolves",
            "`the stack` or `the top of the stack`",
        )
    }

    /// A step that begins with a player.
    fn player_step(&mut self, cursor: &mut Cursor<'_>, player: PlayerId) -> Read<StepKind> {
        if cursor.eat_any(&["passes priority", "pass priority", "passes", "pass"]) {
            self.end(*cursor, "the end of the line")?;
            return Ok(StepKind::Pass(player));
        }
        if let Some(doing) = self.doing(cursor, player)? {
            self.end(
                *cursor,
                "`targeting ...`, `choosing ...`, `with X = ...` or the end of the line",
            )?;
            return Ok(StepKind::Act(doing));
        }
        if let Some(reply) = self.reply(cursor)? {
            self.end(*cursor, "the end of the line")?;
            return Ok(StepKind::Answer(player, reply));
        }
        let word = cursor.rest().split(' ').next().unwrap_or("").to_owned();
        const VERBS: &[&str] = &[
            "cast",
            "casts",
            "play",
            "plays",
            "activate",
            "activates",
            "choose",
            "chooses",
            "say",
            "says",
            "order",
            "orders",
            "divide",
            "divides",
            "pay",
            "pays",
            "pass",
            "passes",
            "concede",
            "concedes",
        ];
        let span = cursor.word_span();
        let near = crate::diag::nearest(&word, VERBS.iter().copied())
            .map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        self.refuse(
            span,
            format!("`{word}` is nothing that a player does in a ruling{near}"),
            "`cast`, `play`, `activate`, `choose`, `say yes`, `order`, `divide`, `pay`, `pass`, `concede`",
        )
    }

    /// An action with its choices, after the player.
    pub fn doing(&mut self, cursor: &mut Cursor<'_>, player: PlayerId) -> Read<Option<Doing>> {
        let deed = if cursor.eat_any(&["casts", "cast"]) {
            let card = self.mention(cursor)?;
            let keyword = if cursor.eat("face down") {
                Some(Name::new("face down"))
            } else if cursor.eat("fused") {
                Some(Name::new("fused"))
            } else {
                self.for_keyword(cursor)
            };
            Deed::Cast(card, keyword)
        } else if cursor.eat_any(&["plays", "play"]) {
            Deed::Play(self.mention(cursor)?)
        } else if cursor.eat_any(&["activates", "activate"]) {
            self.activation(cursor)?
        } else if cursor.eat_any(&["turns", "turn"]) {
            let what = self.mention(cursor)?;
            cursor.eat("face up");
            Deed::TurnUp(what)
        } else if cursor.eat_any(&["concedes", "concede"]) {
            Deed::Concede
        } else if let Some(deed) = self.keyword_deed(cursor) {
            deed
        } else {
            return Ok(None);
        };
        let replies = self.choices(&deed, cursor)?;
        Ok(Some(Doing {
            player,
            deed,
            replies,
        }))
    }

    /// "You foretell A", "you equip A to B", "you cycle A": the ability of a keyword is activated, or its special action taken.
    fn keyword_deed(&mut self, cursor: &mut Cursor<'_>) -> Option<Deed> {
        let keywords = self.extension.program().keywords.iter();
        let names: Vec<Name> = keywords.map(|keyword| keyword.name.clone()).collect();
        for name in names {
            let lower = name.to_lowercase();
            let stem = lower.strip_suffix("ing").map_or_else(
                || lower.clone(),
                |stem| match stem {
                    "cycl" => "cycle".to_owned(),
                    stem => stem.to_owned(),
                },
            );
            let mut copy = *cursor;
            if !copy.eat_any(&[&format!("{stem}s"), &format!("{stem}es"), &stem]) {
                continue;
            }
            if let Some(what) = self.try_mention(&mut copy) {
                *cursor = copy;
                return Some(Deed::Activate(what, Pick::Keyword(name)));
            }
        }
        None
    }

    /// "for its flashback cost".
    fn for_keyword(&mut self, cursor: &mut Cursor<'_>) -> Option<Name> {
        let mut copy = *cursor;
        if cursor.eat("without paying its mana cost") {
            return Some(Name::new("alternative"));
        }
        if !(copy.eat("for its") || copy.eat("for")) {
            return None;
        }
        let name = copy.until(&[" cost", ","]).to_owned();
        if !copy.eat("cost") || name.is_empty() {
            return None;
        }
        *cursor = copy;
        Some(Name::new(name))
    }

    /// Which ability of what is activated.
    fn activation(&mut self, cursor: &mut Cursor<'_>) -> Read<Deed> {
        cursor.eat("the");
        if let Some(text) = cursor.quoted() {
            let pick = Pick::Quoted(Name::new(text));
            cursor.eat("of");
            return Ok(Deed::Activate(self.mention(cursor)?, pick));
        }
        let mut copy = *cursor;
        if let Some(word) = copy.word() {
            if let Some(n) = ordinal(word)
                && copy.eat("ability of")
            {
                *cursor = copy;
                return Ok(Deed::Activate(self.mention(cursor)?, Pick::Nth(n)));
            }
            if word == "ability" && copy.eat("of") {
                *cursor = copy;
                return Ok(Deed::Activate(self.mention(cursor)?, Pick::Only));
            }
        }
        let mut copy = *cursor;
        let words = copy.until(&[" of "]).to_owned();
        let keyword = words.trim_end_matches(" ability");
        let known = self.extension.program().keywords.iter();
        let found = known
            .map(|k| k.name.clone())
            .find(|name| name.eq_ignore_ascii_case(keyword));
        if let Some(name) = found
            && copy.eat("of")
        {
            *cursor = copy;
            return Ok(Deed::Activate(self.mention(cursor)?, Pick::Keyword(name)));
        }
        // "the forestcycling ability of": the words that the ability begins with.
        if keyword.len() < words.len() && copy.eat("of") {
            *cursor = copy;
            let pick = Pick::Quoted(Name::new(keyword));
            return Ok(Deed::Activate(self.mention(cursor)?, pick));
        }
        Ok(Deed::Activate(self.mention(cursor)?, Pick::Only))
    }

    /// "Replicate cost twice": a cost of a keyword that is paid besides, and how often.
    fn costs(&mut self, cursor: &mut Cursor<'_>) -> Read<Said> {
        let start = cursor.offset();
        let mut keyword = String::new();
        while !cursor.eat("cost") {
            match cursor.word() {
                Some(word) => {
                    if !keyword.is_empty() {
                        keyword.push(' ');
                    }
                    keyword.push_str(word);
                }
                None => {
                    return self.refuse(
                        cursor.since(start),
                        "this is not a cost",
                        "a keyword and `cost`",
                    );
                }
            }
        }
        let mut copy = *cursor;
        let times = match (cursor.eat("twice"), copy.number()) {
            (true, _) => 2,
            (false, Some(n)) if copy.eat("times") => {
                *cursor = copy;
                usize::try_from(n.clamp(0, 100)).unwrap_or(0)
            }
            (false, _) => 1,
        };
        Ok(Said::Words(vec![Name::new(keyword); times]))
    }

    /// The choices that follow an action: targets, modes, X, payment.
    fn choices(&mut self, deed: &Deed, cursor: &mut Cursor<'_>) -> Read<Vec<Reply>> {
        let mut replies: Vec<Reply> = Vec::new();
        // Where the first things that pay a cost are said.
        let mut paid: Option<usize> = None;
        loop {
            cursor.eat(",");
            cursor.eat("and");
            let start = cursor.offset();
            let targets = cursor.sees("targeting") || cursor.sees("and targeting");
            let equips = replies.is_empty() && matches!(deed, Deed::Activate(_, Pick::Keyword(_)));
            let what =
                if cursor.eat_any(&["targeting", "and targeting"]) || equips && cursor.eat("to") {
                    Said::Things(self.mentions(cursor)?)
                } else if cursor.eat("with no targets") {
                    Said::Nothing
                } else if cursor.eat_any(&["with X =", "with X equal to"]) {
                    match cursor.number() {
                        Some(n) => Said::Number(n),
                        None => {
                            return self.refuse(cursor.word_span(), "X has no value", "a number");
                        }
                    }
                } else if cursor.eat("choosing") {
                    self.chosen(cursor)?
                } else if cursor.eat_any(&["kicked", "with kicker"]) {
                    Said::Words(vec![Name::new("kicker")])
                } else if cursor.eat_any(&["without kicker", "unkicked"]) {
                    Said::Nothing
                } else if cursor.eat_any(&["paying its", "paying their"]) {
                    self.costs(cursor)?
                } else if cursor.eat_any(&["paying no other cost", "splicing nothing"]) {
                    Said::Nothing
                } else if cursor.eat("splicing") {
                    Said::Things(self.mentions(cursor)?)
                } else if cursor.eat_any(&["dividing", "divided as"]) {
                    Said::Divide(self.amounts(cursor)?)
                } else if cursor.eat_any(&["paying with", "tapping"]) {
                    Said::Pay(self.mentions(cursor)?)
                } else if cursor.eat_any(&[
                    "sacrificing",
                    "discarding",
                    "exiling",
                    "returning",
                    "removing a counter from",
                ]) {
                    // The creature for an emerge cost is chosen as the cost is.
                    if !matches!(deed, Deed::Cast(_, Some(_))) {
                        paid = paid.or(Some(replies.len()));
                    }
                    Said::Things(self.mentions(cursor)?)
                } else {
                    return Ok(replies);
                };
            // X is announced before targets are chosen, and those before costs are paid (CR 601.2b-h), however it is said.
            let at = match what {
                Said::Number(_) => replies
                    .iter()
                    .position(|reply| matches!(reply.what, Said::Things(_) | Said::Divide(_))),
                Said::Things(_) if targets => paid,
                _ => None,
            };
            let reply = Reply {
                span: cursor.since(start),
                what,
            };
            replies.insert(at.unwrap_or(replies.len()), reply);
        }
    }
}
