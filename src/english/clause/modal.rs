//! Modal choices: the header and its bullets (CR 700.2); results tables (CR 706.3).

use crate::english::{Writer, words};
use crate::ir::{Modes, Quantity, ResultRow};

impl Writer<'_> {
    pub(in crate::english) fn modal(&mut self, modes: &Modes) -> String {
        let count = i64::try_from(modes.modes.len()).unwrap_or(i64::MAX);
        let number = |n: &Quantity| match n {
            Quantity::Number(n) => Some(*n),
            _ => None,
        };
        let how_many = match (number(&modes.min), number(&modes.max)) {
            (Some(a), Some(b)) if a == b => words::number(a),
            (Some(1), Some(2)) if count == 2 => "one or both".into(),
            (Some(1), Some(b)) if b >= count => "one or more".into(),
            (Some(0), Some(b)) if b >= count => "any number".into(),
            (Some(0), Some(b)) => format!("up to {}", words::number(b)),
            (Some(a), Some(b)) => format!("{} or {}", words::number(a), words::number(b)),
            _ if modes.min == modes.max => self.number_word(&modes.max),
            _ => format!("up to {}", self.number_word(&modes.max)),
        };
        let mut text = match &modes.chooser {
            None => format!("choose {how_many}"),
            Some(who) => {
                let who = self.actor(who);
                let verb = self.agree("choose", &who);
                format!("{} {verb} {how_many}", who.text)
            }
        };
        if modes.repeats {
            text.push_str(". You may choose the same mode more than once.");
        } else if let Some(condition) = &modes.both_if {
            let condition = self.condition(condition);
            let all = if count == 2 { "both" } else { "any number" };
            text.push_str(&format!(". If {condition}, you may choose {all} instead."));
        } else {
            text.push_str(" —");
        }
        for (name, effect) in &modes.modes {
            // Modes don't know of each other: each goes on from what was said before the list.
            let before = self.said.clone();
            let paragraph = self.deeper(|w| w.paragraph(effect));
            self.said.go_back(&before);
            match name {
                Some(name) => text.push_str(&format!("\n• {name} — {paragraph}")),
                None => text.push_str(&format!("\n• {paragraph}")),
            }
        }
        text
    }

    /// The rows of a results table, each in a line of its own.
    pub(in crate::english) fn table(&mut self, rows: &[ResultRow]) -> String {
        let mut text = String::new();
        for row in rows {
            let range = match row.to {
                None => format!("{}+", row.from),
                Some(to) if to == row.from => to.to_string(),
                Some(to) => format!("{}—{to}", row.from),
            };
            // Rows don't know of each other, as modes don't.
            let before = self.said.clone();
            let paragraph = self.deeper(|w| w.paragraph(&row.effect));
            self.said.go_back(&before);
            match &row.name {
                Some(name) => text.push_str(&format!("\n{range} | {name} — {paragraph}")),
                None => text.push_str(&format!("\n{range} | {paragraph}")),
            }
        }
        text
    }
}
