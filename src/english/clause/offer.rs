//! What players may do, pay or fail to do, and what follows from it (CR 118.12, 608.2d).

use crate::english::clause::effect::is_any;
use crate::english::clause::effect::is_each;
use crate::english::clause::effect::names_another;
use crate::english::clause::effect::replaces_within;
use crate::english::clause::effect::speaks_of_target;
use crate::english::clause::effect::subject;
use crate::english::{Writer, action::has_own_subject, discourse::Referent};
use crate::ir::{Action, Binding, Condition, Effect, Noun, Quantifier, Word};

impl Writer<'_> {
    /// "Its controller pays {1} for each card in their hand", "any player pays {2}".
    pub(in crate::english) fn payment(&mut self, who: &Noun, cost: &crate::ir::Cost) -> String {
        // Of each thing its own controller pays: "their controller pays".
        let subject = match who {
            Noun::Related(role, of)
                if matches!(
                    &**of,
                    Noun::Ref {
                        to: Binding::Each,
                        ..
                    }
                ) =>
            {
                let whose = self.possessive(of);
                subject(
                    &format!(
                        "{whose} {}",
                        crate::english::phrase::possession::role_word(*role)
                    ),
                    false,
                )
            }
            _ => self.actor(who),
        };
        let text = match who {
            Noun::Described {
                quantifier: Quantifier::Any,
                ..
            } => subject
                .text
                .split_once(' ')
                .map_or(subject.text.clone(), |(_, rest)| format!("any {rest}")),
            _ => subject.text.clone(),
        };
        let outer = self.said.payer.replace(who.clone());
        let cost = self.cost_clause(cost);
        self.said.payer = outer;
        format!("{text} {}", self.agree(&cost, &subject))
    }

    /// "You may draw a card", "its controller may search their library".
    pub(super) fn offered(&mut self, who: &Noun, effect: &Effect) -> String {
        let subject = self.actor(who);
        let any = is_any(who);
        let each = is_each(who) || any;
        if each {
            self.said.enter_each(Referent {
                player: true,
                ..Referent::THING
            });
        }
        // "You may return it if it's red": what may be done comes before its condition.
        self.trailing_if = true;
        // "You may have this creature deal 1 damage": what acts or changes is not the player.
        let have = names_another(who, effect);
        self.infinitive = have;
        let outer = self.offered_to.replace(who.clone());
        let text = self.clause(effect);
        self.offered_to = outer;
        self.trailing_if = false;
        self.infinitive = false;
        // "Any opponent may have you draw a card".
        let you = matches!(effect, Effect::Act { who: Noun::You, action, .. } if !has_own_subject(action))
            && !text.starts_with("you ");
        let text = match (have, you) {
            (true, true) => format!("have you {text}"),
            (true, false) => format!("have {text}"),
            _ => text,
        };
        if each {
            self.said.leave_each();
        }
        match subject.text.split_once(' ') {
            Some((_, player)) if any => format!("any {player} may {text}"),
            _ => format!("{} may {text}", subject.text),
        }
    }

    /// "If C, A", "B. If C, A instead", "if C, A. Otherwise, B".
    pub(super) fn guarded(
        &mut self,
        condition: &Condition,
        then: &Effect,
        otherwise: Option<&Effect>,
    ) -> Vec<String> {
        let trailing = std::mem::take(&mut self.trailing_if);
        match otherwise {
            // In front it would be an intervening "if".
            Some(otherwise) if trailing => {
                let then = self.clause(then);
                let condition = self.condition(condition);
                let otherwise = self.clause(otherwise);
                vec![
                    format!("{then} if {condition}"),
                    format!("otherwise, {otherwise}"),
                ]
            }
            None if trailing
                || speaks_of_target(condition, self.said.announced())
                || matches!(condition, Condition::Not(inner) if matches!(**inner, Condition::Happened(..))) =>
            {
                let then = self.clause(then);
                // "You lose 4 life unless you attacked this turn".
                if let Condition::Not(inner) = condition {
                    let condition = self.condition(inner);
                    return vec![format!("{then} unless {condition}")];
                }
                let condition = self.condition(condition);
                vec![format!("{then} if {condition}")]
            }
            _ => {
                let condition = self.condition(condition);
                let mut sentences = if replaces_within(then) {
                    self.sentences(then)
                } else {
                    vec![self.clause(then)]
                };
                if let Some(first) = sentences.first_mut() {
                    *first = format!("if {condition}, {first}");
                }
                if let Some(otherwise) = otherwise {
                    let otherwise = self.clause(otherwise);
                    sentences.push(format!("otherwise, {otherwise}"));
                }
                sentences
            }
        }
    }

    /// "A. If C, B instead."
    pub(super) fn instead(
        &mut self,
        condition: &Condition,
        then: &Effect,
        otherwise: Option<&Effect>,
    ) -> Vec<String> {
        self.trailing_if = false;
        let mut sentences = otherwise.map_or_else(Vec::new, |effect| self.sentences(effect));
        let condition = self.condition(condition);
        let then = match self.other_damage(then, otherwise) {
            Some(text) => text,
            None => {
                self.trailing_if = matches!(then, Effect::If { .. });
                self.clause(then)
            }
        };
        sentences.push(format!("if {condition}, {then} instead"));
        sentences
    }

    /// "It deals 5 damage" where it would have dealt another amount to the same.
    pub(super) fn other_damage(
        &mut self,
        then: &Effect,
        otherwise: Option<&Effect>,
    ) -> Option<String> {
        let Effect::Act {
            action:
                Action::DealDamage {
                    source,
                    amount,
                    to,
                    divided: false,
                },
            ..
        } = then
        else {
            return None;
        };
        let before = match otherwise {
            Some(Effect::Act {
                action: Action::DealDamage { to, .. },
                ..
            }) => Some(to),
            Some(_) => return None,
            // The line before deals the other amount.
            None => None,
        };
        let set = matches!(
            to,
            Noun::All(_)
                | Noun::Described {
                    quantifier: Quantifier::Each | Quantifier::All,
                    ..
                }
        );
        let again = (Some(to) == before && !set)
            || matches!(
                (to, before),
                (
                    Noun::Ref {
                        to: Binding::Target(_),
                        word: Word::Pronoun
                    },
                    None | Some(Noun::Described {
                        quantifier: Quantifier::Target(_),
                        ..
                    })
                )
            );
        if !again {
            return None;
        }
        let source = self.actor(source);
        let deals = self.agree("deal", &source);
        Some(format!(
            "{} {deals} {}",
            source.text,
            self.amount(amount, "damage")
        ))
    }
}
