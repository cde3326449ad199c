//! What stands before a sentence: durations, delays, conditions that hold on (CR 603.7, 611.2).

use crate::ir::{
    Condition, Duration, Event, EventVerb, Trigger, TriggerWord, Whose, condition::TurnPart,
};
use crate::lower::{
    clause::effect::{Part, and},
    context::{Lower, Lowered, child, has},
    phrase::noun::Want,
};
use crate::vocab::Step;
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    /// What a clause in front says must hold all the while: "as long as ...", "during your turn"; `None` if it says something
    /// else.
    pub(in crate::lower) fn held(&mut self, lead: Node<'_>) -> Lowered<Option<Condition>> {
        let Some(inner) = lead.children().next() else {
            return self.not_understood(lead);
        };
        let long = match inner.rule() {
            Rule::ld_as_long => Some(inner),
            Rule::ld_duration => {
                child(inner, Rule::duration).and_then(|d| child(d, Rule::du_as_long))
            }
            Rule::ld_during if has(inner, Rule::turn_part_of) => {
                let part = self.need(inner, Rule::turn_part_of)?;
                let (whose, part) = self.part_of_turn(part)?;
                return Ok(Some(match part {
                    Some(part) => Condition::During(whose, part),
                    None => Condition::Turn(whose.unwrap_or(Whose::Each)),
                }));
            }
            _ => None,
        };
        match long {
            Some(long) if long.text().starts_with("as long") => {
                let condition = self.need(long, Rule::condition)?;
                Ok(Some(self.condition(condition)?))
            }
            _ => Ok(None),
        }
    }

    /// What holds only while a condition does.
    pub(in crate::lower) fn as_long(
        &mut self,
        condition: Condition,
        lead: Node<'_>,
        rest: &[Node<'_>],
        chain: Node<'_>,
        out: &mut Vec<Part>,
    ) -> Lowered<()> {
        let mut new = Vec::new();
        self.led(rest, chain, &mut new)?;
        for part in new {
            match part {
                Part::Holds(mut statement, None) => {
                    statement.condition = Some(and(condition.clone(), statement.condition.take()));
                    out.push(Part::Holds(statement, None));
                }
                _ => return self.not_understood(lead),
            }
        }
        Ok(())
    }

    /// "At the beginning of the next end step" (CR 603.7).
    pub(in crate::lower) fn delay(&mut self, node: Node<'_>) -> Lowered<Trigger> {
        let Some(inner) = node.children().next() else {
            return self.not_understood(node);
        };
        let (part, whose) = match inner.rule() {
            Rule::dl_end_combat => (TurnPart::Step(Step::EndOfCombat), Whose::Each),
            Rule::dl_next_step => {
                let part = self.need(inner, Rule::turn_part)?;
                let part = self.turn_part(part)?;
                let whose = if has(inner, Rule::dl_your_nx) {
                    Whose::YourNext
                } else if has(inner, Rule::dl_next) && inner.text().contains("turn's") {
                    Whose::NextTurn
                } else if has(inner, Rule::dl_next) {
                    Whose::Next
                } else {
                    return self.not_understood(inner);
                };
                (part, whose)
            }
            _ => return self.not_understood(inner),
        };
        Ok(Trigger {
            word: TriggerWord::At,
            event: Event {
                verb: EventVerb::Begins(part, whose),
                subject: None,
                object: None,
                batch: false,
            },
        })
    }

    /// A duration (CR 611.2a).
    pub fn duration(&mut self, node: Node<'_>) -> Lowered<Duration> {
        let Some(inner) = node.children().next() else {
            return self.not_understood(node);
        };
        Ok(match inner.rule() {
            Rule::du_eot => Duration::EndOfTurn,
            Rule::du_this_turn => Duration::ThisTurn,
            Rule::du_combat => Duration::EndOfCombat,
            Rule::du_your_next => Duration::YourNextTurn,
            Rule::du_end_your_next => Duration::EndOfYourNextTurn,
            Rule::du_until_step => {
                let part = self.need(inner, Rule::turn_part)?;
                let part = self.turn_part(part)?;
                Duration::Until(
                    part,
                    if has(inner, Rule::du_your) {
                        Whose::YourNext
                    } else {
                        Whose::Next
                    },
                )
            }
            Rule::du_leaves => match inner.children().next() {
                Some(noun) => Duration::UntilLeaves(Box::new(self.item(noun, Want::Object)?)),
                None => return self.not_understood(inner),
            },
            Rule::du_rest_game => Duration::RestOfGame,
            Rule::du_as_long => {
                let condition = self.need(inner, Rule::condition)?;
                Duration::AsLongAs(self.condition(condition)?)
            }
            _ => return self.not_understood(inner),
        })
    }
}
