//! Static lines whose verb is not one of the clause grammar (CR 604): each is a frame of its own.

use super::{
    context::{Lower, Lowered, all, child, has},
    phrase::{noun::Want, quantity::set},
};
use crate::ir::{
    AbilityKind, Action, ActivationRule, Condition, Cost, CostPart, Modification, Noun, Permission,
    Quantity, Replacement, Statement, statics::EntersChange,
};
use crate::vocab::{CardType, TypeSet};
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    /// A static line in a frame of its own.
    pub(super) fn static_line(&mut self, node: Node<'_>) -> Lowered<AbilityKind> {
        let frame = node.frame();
        let number = child(node, Rule::num);
        let outside = |what: &str| Ok(AbilityKind::OutsideTheGame(what.into()));
        let (subject, modification, condition) = match frame.as_str() {
            _ if node.says("opening hand") => return outside("opening hand"),
            "a deck can have any number of cards named _" => {
                return outside("any number in a deck");
            }
            _ if node.says("can be your commander") => return outside("commander"),
            _ if node.says("ante") => return outside("ante"),
            "_ power and toughness are each equal to _"
            | "_ power is equal to _"
            | "_ toughness is equal to _" => {
                let whose = self.need(node, Rule::possessor)?;
                let subject = self.possessor(whose)?;
                let value = self.need(node, Rule::q_expr)?;
                let value = self.anything(|w| w.quantity(value))?;
                let of = |what: &str| frame.contains(what).then(|| value.clone());
                let (power, toughness) = (of("power"), of("toughness"));
                let modification = if subject == Noun::This {
                    Modification::Define(power, toughness)
                } else {
                    Modification::SetBase(power, toughness)
                };
                (subject, modification, None)
            }
            "_ enters tapped unless _" | "_ enters the battlefield tapped unless _" => {
                let what = self.what_enters(node)?;
                let condition = self.need(node, Rule::condition)?;
                let condition = self.condition(condition)?;
                return Ok(AbilityKind::Replacement(Replacement::Entering {
                    what,
                    condition: Some(Condition::Not(Box::new(condition))),
                    changes: vec![EntersChange::Tapped],
                }));
            }
            _ if frame.ends_with(" tapped") && frame.starts_with("as _ enters") => {
                let what = self.what_enters(node)?;
                let n = self.need(node, Rule::num)?;
                let n = self.number(n)?;
                let cost = Cost(vec![CostPart::Act(Action::PayLife(n))]);
                return Ok(AbilityKind::Replacement(Replacement::Entering {
                    what,
                    condition: None,
                    changes: vec![EntersChange::Unless(cost, Box::new(EntersChange::Tapped))],
                }));
            }
            "_ maximum hand size is _"
            | "_ maximum hand size is equal to _"
            | "_ maximum hand size is increased by _"
            | "_ maximum hand size is reduced by _" => {
                let whose = self.need(node, Rule::possessor)?;
                let whose = set(self.anything(|w| w.whose(whose))?);
                let Some(n) = node.children().nth(1) else {
                    return self.not_understood(node);
                };
                let amount = self.anything(|w| w.quantity(n))?;
                let less = node.says("reduced by");
                let modification = if less || node.says("increased by") {
                    Modification::HandSizeBy { less, amount }
                } else {
                    Modification::HandSize(Some(amount))
                };
                (whose, modification, None)
            }
            _ if has(node, Rule::only_when) => {
                let mut rules = Vec::new();
                for when in all(node, Rule::only_when) {
                    rules.push(match self.only_when(when)? {
                        rule @ (ActivationRule::If(_)
                        | ActivationRule::During(..)
                        | ActivationRule::Turn(_)) => rule,
                        _ => return self.not_understood(when),
                    });
                }
                (Noun::This, Modification::CastOnly(rules), None)
            }
            _ if frame.ends_with(" on each of your turns") => {
                let n = match number {
                    Some(n) => self.number(n)?,
                    None => Quantity::Number(1),
                };
                let more = Modification::May(Permission::ExtraLands(n));
                (Noun::You, more, None)
            }
            "you control _" => {
                let attached = self.need(node, Rule::np_attached)?;
                let subject = self.item(attached, Want::Object)?;
                (subject, Modification::Control(Box::new(Noun::You)), None)
            }
            "as long as _ _ isn't a creature" => {
                let condition = self.need(node, Rule::condition)?;
                let condition = self.condition(condition)?;
                let subject = self.need(node, Rule::subject)?;
                let subject = self.noun(subject)?;
                let creature = TypeSet::of(CardType::Creature);
                (subject, Modification::NotType(creature), Some(condition))
            }
            _ => return self.not_understood(node),
        };
        Ok(AbilityKind::Static(vec![Statement {
            subject,
            modifications: vec![modification],
            condition,
        }]))
    }

    /// What enters, of those that a line speaks of.
    fn what_enters(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let subject = self.need(node, Rule::subject)?;
        self.anything(|w| w.noun(subject))
    }
}
