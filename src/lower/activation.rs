//! When an ability can be activated or a spell can be cast (CR 601.3, 602.5).

use super::context::{Lower, Lowered, all, child, find};
use crate::ir::{
    ActivationRule, Condition, Event, EventVerb, Noun, condition::TurnPart, event::Window,
};
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    /// The rules on activating that one sentence says.
    pub(super) fn activation_rules(
        &mut self,
        node: Node<'_>,
        out: &mut Vec<ActivationRule>,
    ) -> Lowered<()> {
        if node.says("any player may activate") {
            out.push(ActivationRule::AnyPlayer);
        } else if node.says("x can't be 0") {
            out.push(ActivationRule::XNotZero);
        } else if node.says("this is a special action") {
            out.push(ActivationRule::Special);
        }
        for when in all(node, Rule::only_when) {
            out.push(self.only_when(when)?);
        }
        Ok(())
    }

    /// When an ability can be activated or a spell can be cast.
    pub(super) fn only_when(&mut self, node: Node<'_>) -> Lowered<ActivationRule> {
        let frame = node.frame();
        Ok(match frame.strip_prefix("only ").unwrap_or(&frame) {
            "as a sorcery" | "any time you could cast a sorcery" => ActivationRule::Sorcery,
            "as an instant" | "any time you could cast an instant" => ActivationRule::Instant,
            "if you could begin to cast this card" => ActivationRule::CouldCast,
            "once" => ActivationRule::Once,
            "once each turn" => ActivationRule::TimesEachTurn(1),
            "no more than _ each turn" => match (find(node, Rule::num), child(node, Rule::times)) {
                (Some(n), _) => ActivationRule::TimesEachTurn(self.plain_number(n)?),
                (None, Some(times)) if times.text() == "twice" => ActivationRule::TimesEachTurn(2),
                _ => return self.not_understood(node),
            },
            "if _" => {
                let condition = self.need(node, Rule::condition)?;
                ActivationRule::If(self.condition(condition)?)
            }
            "during _" => {
                let part = self.need(node, Rule::turn_part_of)?;
                match self.part_of_turn(part)? {
                    (whose, Some(part)) => ActivationRule::During(whose, part),
                    (Some(whose), None) => ActivationRule::Turn(whose),
                    _ => return self.not_understood(node),
                }
            }
            _ => {
                let part = match node.children().next().map(Node::text) {
                    Some("before attackers are declared") => TurnPart::BeforeAttackers,
                    Some("before blockers are declared") => TurnPart::BeforeBlockers,
                    Some("after blockers are declared") => TurnPart::AfterBlockers,
                    _ => return self.not_understood(node),
                };
                ActivationRule::During(None, part)
            }
        })
    }
}

/// Keywords that stand before an activated ability and say when it can be activated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AbilityKeyword {
    /// CR 702.142.
    Boast,
    /// CR 702.57.
    Forecast,
    /// CR 702.177.
    Exhaust,
}

pub(super) fn keyword_of_abilities(name: &str) -> Option<AbilityKeyword> {
    Some(match name {
        "boast" => AbilityKeyword::Boast,
        "forecast" => AbilityKeyword::Forecast,
        "exhaust" => AbilityKeyword::Exhaust,
        _ => return None,
    })
}

/// The rules on activating that a keyword stands for.
pub(super) fn keyword_rules(keyword: AbilityKeyword) -> Vec<ActivationRule> {
    match keyword {
        AbilityKeyword::Boast => vec![
            ActivationRule::If(Condition::Happened(
                Event {
                    verb: EventVerb::Attacks { alone: false },
                    subject: Some(Noun::This),
                    object: None,
                    batch: false,
                },
                Window::ThisTurn,
            )),
            ActivationRule::TimesEachTurn(1),
        ],
        AbilityKeyword::Forecast => vec![
            ActivationRule::During(
                Some(crate::ir::Whose::Yours),
                TurnPart::Step(crate::vocab::Step::Upkeep),
            ),
            ActivationRule::TimesEachTurn(1),
        ],
        AbilityKeyword::Exhaust => vec![ActivationRule::Once],
    }
}
