//! Dice: rolls, and the tables of what follows from their results (CR 706).

use crate::ir::{Action, Effect, Noun, Quantity, ResultRow, action::RollModifier};
use crate::lower::{
    clause::effect::{Part, sequence},
    context::{Lower, Lowered, all, child},
};
use crate::vocab::Name;
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    /// "Roll a d20", "roll a d20 and add the number of cards in your hand" (CR 706.2).
    pub(in crate::lower) fn roll(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        let sides = match child(node, Rule::num_int) {
            Some(number) => match number.text().parse() {
                Ok(sides @ 1..) => sides,
                _ => return self.not_understood(number),
            },
            None if node.says("a twenty-sided die") => 20,
            None => 6,
        };
        let modifier = match child(node, Rule::q_expr) {
            Some(amount) => Some(RollModifier {
                subtract: node.says("and subtract"),
                amount: self.anything(|w| w.quantity(amount))?,
            }),
            None => None,
        };
        self.said.rolled = true;
        Ok(self.act(who, Action::RollDie { sides, modifier }))
    }

    /// The rows of a results table, if there are any: their ranges rise and do not meet.
    pub(in crate::lower) fn results(&mut self, node: Node<'_>) -> Lowered<Option<Effect>> {
        let mut rows: Vec<ResultRow> = Vec::new();
        // Each row continues what stands before the table, not what another row introduced.
        let before = self.said.referents.len();
        let amounts = self.said.amounts.len();
        for row in all(node, Rule::result_row) {
            let mut numbers = all(row, Rule::num_int).map(|n| n.text().parse::<u32>().ok());
            let from = numbers.next().flatten();
            let to = match numbers.next() {
                Some(to) => to,
                None if row.says("+") => None,
                None => from,
            };
            let last = rows.last().map_or(Some(0), |row| row.to);
            let (Some(from), Some(last)) = (from, last) else {
                return self.not_understood(row);
            };
            let rises = from > last && to.is_none_or(|to| from <= to);
            if !rises || !self.said.rolled || (to.is_none() && !row.says("+")) {
                return self.not_understood(row);
            }
            let name = child(row, Rule::mode_name).map(|n| Name::from(n.text().trim()));
            let parts = self.parts(row)?;
            let effect = sequence(parts.into_iter().map(Part::effect).collect());
            rows.push(ResultRow {
                from,
                to,
                name,
                effect,
            });
            self.said.referents.truncate(before);
            self.said.amounts.truncate(amounts);
        }
        Ok((!rows.is_empty()).then_some(Effect::Table(rows)))
    }

    /// "The result" of a roll that was spoken of.
    pub(in crate::lower) fn rolled(&mut self, node: Node<'_>) -> Lowered<Quantity> {
        if self.said.rolled {
            Ok(Quantity::Rolled)
        } else {
            self.dangling(node)
        }
    }
}
