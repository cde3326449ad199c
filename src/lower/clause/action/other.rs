//! Actions of more than one form: choices, casting, exchanges, designations, keyword actions without a rule of their own.

use crate::ir::{
    Action, Count, Effect, Filter, Head, Noun, Predicate, Quantifier,
    noun::{Participle, Shared},
};
use crate::lower::{
    context::{Lower, Lowered, all, child, has},
    discourse::{Kind, Meant, Referent},
    phrase::noun::{Want, shared},
};
use crate::vocab::CardType;
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    /// Exchanges (CR 701.12).
    pub(in crate::lower) fn exchange(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        if node.says("control of") {
            return match self.object_noun(node)? {
                Noun::All(mut two) if two.len() == 2 => {
                    let second = two.remove(1);
                    let first = two.remove(0);
                    Ok(self.act(who, Action::ExchangeControl(first, second)))
                }
                _ => self.not_understood(node),
            };
        }
        let noun = self.need(node, Rule::noun)?;
        let with = self.noun(noun)?;
        Ok(self.act(who, Action::ExchangeLife(who.clone(), with)))
    }

    pub(in crate::lower) fn choose(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        if super::votes::votes(node) {
            return self.vote(node, who);
        }
        if let Some(value) = child(node, Rule::value) {
            if all(node, Rule::value).count() != 1 {
                return self.not_understood(node);
            }
            let words = value.text();
            let plain = words.strip_prefix("an ").or(words.strip_prefix("a "));
            let what = match plain.and_then(shared) {
                Some(what) => what,
                None => match name_of(words) {
                    Some(kind) => {
                        self.said.valued.push(Shared::Name);
                        let filter = Filter {
                            head: Head::Card,
                            predicates: vec![kind],
                        };
                        let action = Action::ChooseValue(Shared::Name, Some(filter));
                        return Ok(self.act(who, action));
                    }
                    None => return self.not_understood(value),
                },
            };
            if what == Shared::Player && self.resolving {
                // A player who is spoken of later in the same instructions.
                let filter = Filter {
                    head: if value.text().ends_with("opponent") {
                        Head::Opponent
                    } else {
                        Head::Player
                    },
                    predicates: Vec::new(),
                };
                let chosen = Noun::Described {
                    quantifier: Quantifier::Choose(Count::One),
                    filter: filter.clone(),
                };
                let effect = self.act(who, Action::Choose(chosen));
                let action = self.said.actions.saturating_sub(1);
                self.said.push(Referent {
                    meant: Meant::Result(action),
                    kind: Kind::Player,
                    plural: false,
                    filter: Some(filter),
                    done: Some(Participle::Chosen),
                });
                return Ok(effect);
            }
            self.said.valued.push(what);
            let among =
                (what == Shared::Player && value.text().ends_with("opponent")).then(|| Filter {
                    head: Head::Opponent,
                    predicates: Vec::new(),
                });
            return Ok(self.act(who, Action::ChooseValue(what, among)));
        }
        let what = self.object_noun(node)?;
        Ok(self.moving(
            who,
            &what,
            Action::Choose(what.clone()),
            Some(Participle::Chosen),
        ))
    }

    pub(in crate::lower) fn cast(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        if has(node, Rule::duration)
            || node.says("from the top of your library")
            || node.says("from among")
            || node.says("had flash")
        {
            return self.not_understood(node);
        }
        let free = node.says("without paying");
        let instead = match child(node, Rule::cost) {
            Some(cost) => Some(self.cost(cost)?),
            None => None,
        };
        let what = self.object_noun(node)?;
        let play = node.text().starts_with("play");
        Ok(self.act(
            who,
            Action::Cast {
                what,
                play,
                transformed: node.says("transformed") || node.says("converted"),
                free,
                instead,
            },
        ))
    }

    pub(in crate::lower) fn keyword_action(
        &mut self,
        node: Node<'_>,
        who: &Noun,
    ) -> Lowered<Effect> {
        let name = node.own().next().unwrap_or("");
        let base = name.strip_suffix('s').unwrap_or(name);
        let base = if name.starts_with("amass") {
            "amass"
        } else if name.starts_with("venture") {
            "venture into the dungeon"
        } else {
            base
        };
        let mut what = None;
        let mut count = None;
        for part in node.children() {
            match part.rule() {
                Rule::num => count = Some(self.number(part)?),
                Rule::noun => what = Some(self.noun_wanting(part, Want::Object)?),
                _ => return self.not_understood(part),
            }
        }
        let objects = matches!(
            base,
            "explore" | "connive" | "detain" | "suspect" | "endure"
        );
        let who = if objects && what.is_none() && *who != Noun::You {
            what = Some(who.clone());
            &Noun::You
        } else {
            who
        };
        let targets = self.vocab.targets_of_action(base);
        self.said.targets = self.said.targets.saturating_add(targets);
        let action = Action::KeywordAction {
            name: base.into(),
            what: what.clone(),
            count,
        };
        match &what {
            // What is put onto the battlefield is there for later words.
            Some(cards) if base == "manifest" => Ok(self.moving(who, cards, action, None)),
            _ => Ok(self.act(who, action)),
        }
    }
}

/// What a card is whose name is chosen: "a nonland card name", "a creature card name".
fn name_of(text: &str) -> Option<Predicate> {
    let word = text.strip_prefix("a ")?.strip_suffix(" card name")?;
    match word.strip_prefix("non") {
        Some(kind) => {
            let kind = Predicate::Type(CardType::from_word(kind)?);
            Some(Predicate::Not(Box::new(kind)))
        }
        None => CardType::from_word(word).map(Predicate::Type),
    }
}
