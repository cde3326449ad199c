//! Costs: before a colon, and as the words after "pay", "unless" and "additional cost".

use crate::english::{Writer, action::Actor, words};
use crate::ir::{Cost, CostPart, Quantity};

impl Writer<'_> {
    /// A cost as it stands before a colon: parts with commas, each with a capital letter.
    pub(in crate::english) fn cost(&mut self, cost: &Cost) -> String {
        let parts: Vec<String> = cost
            .0
            .iter()
            .map(|part| {
                let text = match part {
                    CostPart::Either(costs) => self.alternatives(costs),
                    part => self.cost_part(part),
                };
                self.record_cost(part);
                words::capital(&text)
            })
            .collect();
        parts.join(", ")
    }

    /// A cost as the object of "you may", "unless you": a verb phrase in the base form.
    pub(in crate::english) fn cost_clause(&mut self, cost: &Cost) -> String {
        let mut parts: Vec<String> = Vec::new();
        for part in &cost.0 {
            let text = self.cost_part(part);
            self.record_cost(part);
            parts.push(match part {
                CostPart::Mana(_)
                | CostPart::ManaTimes(..)
                | CostPart::ParameterTimes(_)
                | CostPart::Tap
                | CostPart::Untap
                | CostPart::Loyalty(_)
                | CostPart::Parameter => {
                    // "Pay {2} and 3 life": one verb for payments.
                    format!("pay {text}")
                }
                CostPart::Act(action) if crate::english::action::has_own_subject(action) => {
                    format!("have {}", text.replacen(" deals ", " deal ", 1))
                }
                _ => text,
            });
        }
        let mut shared: Vec<String> = Vec::new();
        for part in parts {
            match (shared.last(), part.strip_prefix("pay ")) {
                (Some(previous), Some(rest))
                    if previous.starts_with("pay ") || !previous.contains(' ') =>
                {
                    shared.push(rest.to_owned());
                }
                _ => shared.push(part),
            }
        }
        words::list(&shared, "and")
    }

    /// "{3}, {T} or {G}, {T}": costs before a colon, any of which is paid.
    fn alternatives(&mut self, costs: &[Cost]) -> String {
        let items: Vec<String> = costs
            .iter()
            .map(|cost| {
                let parts: Vec<String> = cost.0.iter().map(|part| self.cost_part(part)).collect();
                parts.join(", ")
            })
            .collect();
        words::list(&items, "or")
    }

    fn cost_part(&mut self, part: &CostPart) -> String {
        match part {
            CostPart::Mana(mana) => mana.to_string(),
            CostPart::ManaTimes(mana, Quantity::ForEach(1, noun)) => {
                format!("{mana} for {}", self.each(noun))
            }
            CostPart::ManaTimes(mana, Quantity::Each(1, of)) => {
                format!("{mana} for {}", self.for_each_of(of))
            }
            CostPart::ParameterTimes(Quantity::Each(1, of)) => {
                format!("COST for {}", self.for_each_of(of))
            }
            CostPart::ParameterTimes(times) => format!("COST, {} times", self.value(times)),
            CostPart::ManaTimes(_, times) => format!("{{X}}, where X is {}", self.value(times)),
            CostPart::Tap => "{T}".into(),
            CostPart::Untap => "{Q}".into(),
            CostPart::Loyalty(None) => "−X".into(),
            CostPart::Loyalty(Some(n)) if *n < 0 => format!("−{}", n.unsigned_abs()),
            CostPart::Loyalty(Some(0)) => "0".into(),
            CostPart::Loyalty(Some(n)) => format!("+{n}"),
            CostPart::Act(action) => self.deeper(|w| w.action(&Actor::YOU, action)),
            CostPart::Parameter => "COST".into(),
            CostPart::Either(costs) => {
                let items: Vec<String> = costs.iter().map(|c| self.cost_clause(c)).collect();
                // "Pay {B} or {3}": the first verb serves all payments.
                let paid: Option<Vec<&str>> =
                    items.iter().map(|i| i.strip_prefix("pay ")).collect();
                match paid {
                    Some(paid) => {
                        let paid: Vec<String> = paid.into_iter().map(str::to_owned).collect();
                        format!("pay {}", words::list(&paid, "or"))
                    }
                    None => words::list(&items, "or"),
                }
            }
            CostPart::If(condition, cost) => {
                let condition = self.condition(condition);
                let cost = self.deeper(|w| w.cost_clause(cost));
                format!("if {condition}, {cost}")
            }
        }
    }

    /// Parts that are actions are numbered.
    fn record_cost(&mut self, part: &CostPart) {
        if let CostPart::Act(action) = part {
            let known = self.said.action(action);
            self.said.cost(known);
        }
    }

    /// Whether a cost is mana alone and stands right after a keyword.
    pub(in crate::english) fn is_mana(cost: &Cost) -> bool {
        cost.0
            .iter()
            .all(|p| matches!(p, CostPart::Mana(_) | CostPart::Parameter))
    }
}
