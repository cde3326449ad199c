//! Combat in the script: attackers, blockers, damage.

use super::cursor::Cursor;
use super::{Read, Reader};
use crate::ruling::script::{Mention, StepKind};

impl Reader<'_, '_> {
    /// "A attacks opponent, B and C attack Ann".
    pub fn attackers(&mut self, cursor: &mut Cursor<'_>) -> Read<StepKind> {
        let mut declared = Vec::new();
        if !cursor.eat_any(&["none", "nobody"]) {
            loop {
                let attackers = self.mentions(cursor)?;
                if !cursor.eat_any(&["attacks", "attack"]) {
                    return self.refuse(
                        cursor.word_span(),
                        "it is not said what is attacked",
                        "`attacks` and a player, planeswalker or battle",
                    );
                }
                let target = self.mention(cursor)?;
                declared.extend(attackers.into_iter().map(|a| (a, target.clone())));
                if !(cursor.eat(", and") || cursor.eat(",") || cursor.eat("and")) {
                    break;
                }
            }
        }
        self.end(*cursor, "`,` or the end of the line")?;
        Ok(StepKind::Attack(declared))
    }

    /// "A blocks B, C and D block E".
    pub fn blockers(&mut self, cursor: &mut Cursor<'_>) -> Read<StepKind> {
        let mut declared = Vec::new();
        if !cursor.eat_any(&["none", "nobody"]) {
            loop {
                let blockers = self.mentions(cursor)?;
                if !cursor.eat_any(&["blocks", "block"]) {
                    return self.refuse(
                        cursor.word_span(),
                        "it is not said what is blocked",
                        "`blocks` and an attacking creature",
                    );
                }
                let mut blocked: Vec<Mention> = vec![self.mention(cursor)?];
                loop {
                    // "and C blocks D" begins the next block; "and D" is blocked too.
                    let mut copy = *cursor;
                    if !(copy.eat(", and") || copy.eat(",") || copy.eat("and")) {
                        break;
                    }
                    let Some(more) = self.try_mention(&mut copy) else {
                        break;
                    };
                    let next = copy.sees("blocks") || copy.sees("block");
                    if next || copy.sees("and") && copy.rest().contains(" block") {
                        break;
                    }
                    blocked.push(more);
                    *cursor = copy;
                }
                declared.extend(blockers.into_iter().map(|b| (b, blocked.clone())));
                if !(cursor.eat(", and") || cursor.eat(",") || cursor.eat("and")) {
                    break;
                }
            }
        }
        self.end(*cursor, "`,` or the end of the line")?;
        Ok(StepKind::Block(declared))
    }

    /// "A assigns 1 damage to B and 3 damage to opponent, C assigns ...".
    pub fn damage(&mut self, cursor: &mut Cursor<'_>, first: bool) -> Read<StepKind> {
        let mut assigned = Vec::new();
        if !cursor.is_done() {
            loop {
                let source = self.mention(cursor)?;
                if !cursor.eat_any(&["assigns", "assign"]) {
                    return self.refuse(
                        cursor.word_span(),
                        "it is not said what is assigned",
                        "`assigns 2 damage to ...`",
                    );
                }
                assigned.push((source, self.amounts(cursor)?));
                if !(cursor.eat(", and") || cursor.eat(",") || cursor.eat("and")) {
                    break;
                }
            }
        }
        self.end(*cursor, "`,` or the end of the line")?;
        Ok(StepKind::Damage { first, assigned })
    }

    /// "1 damage to A and 3 to B".
    pub fn amounts(&mut self, cursor: &mut Cursor<'_>) -> Read<Vec<(i64, Mention)>> {
        let mut amounts = Vec::new();
        loop {
            let Some(amount) = cursor.number() else {
                return self.refuse(
                    cursor.word_span(),
                    "an amount is missing",
                    "`2 damage to ...`",
                );
            };
            cursor.eat_any(&["damage", "counters", "counter"]);
            cursor.eat_any(&["to", "on", "among"]);
            amounts.push((amount, self.mention(cursor)?));
            let mut copy = *cursor;
            let more = copy.eat(", and") || copy.eat(",") || copy.eat("and");
            if !more || copy.number().is_none() {
                return Ok(amounts);
            }
            if !(cursor.eat(", and") || cursor.eat(",") || cursor.eat("and")) {
                return Ok(amounts);
            }
        }
    }
}
