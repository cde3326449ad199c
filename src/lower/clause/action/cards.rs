//! What players do with cards (CR 121, 400, 701).

use crate::ir::{
    Action, Count, Duration, Effect, Noun, Placement, Quantifier, Quantity, action::MoveVerb,
    noun::Participle,
};
use crate::lower::clause::action::{cards, frames, shape};
use crate::lower::{
    context::{Lower, Lowered, child, has},
    phrase::noun::Want,
};
use crate::vocab::Zone;
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    /// "draw a card" and the like (CR 121.1).
    pub(in crate::lower) fn draw(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        if node.says("half") {
            return self.not_understood(node);
        }
        let n = self.cards(node)?;
        let effect = self.act(who, Action::Draw(n.clone()));
        self.result(n != Quantity::Number(1), Some(cards()), None);
        self.amount_result();
        Ok(effect)
    }

    /// Exile, for good or until something leaves (CR 406, 610.3).
    pub(in crate::lower) fn exile(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        let what = self.object_noun(node)?;
        let what = self.taken_from(node, what)?;
        let until = if node.says("leaves the battlefield") {
            let Some(until) = node
                .children()
                .find(|n| !matches!(n.rule(), Rule::noun | Rule::zone_ref | Rule::counters))
            else {
                return self.not_understood(node);
            };
            Some(Duration::UntilLeaves(Box::new(
                self.item(until, Want::Object)?,
            )))
        } else {
            None
        };
        let counters = match child(node, Rule::counters) {
            Some(counters) => Some(self.some_counters(counters)?),
            None => None,
        };
        let face_down = node.says("face down") || node.says("face-down");
        let action = Action::Exile {
            what: what.clone(),
            face_down,
            until,
            counters,
        };
        Ok(self.moving(who, &what, action, Some(Participle::Exiled)))
    }

    /// "shuffle ... into a library" (CR 701.24).
    pub(in crate::lower) fn shuffle_into(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        let what = self.object_noun(node)?;
        let whose = self.need(node, Rule::possessor)?;
        let whose = self.whose(whose)?;
        let to = Placement {
            whose: Some(Box::new(whose.clone())),
            ..Placement::into_zone(Zone::Library)
        };
        let moved = self.moving(
            who,
            &what,
            Action::Move {
                what: what.clone(),
                to,
                verb: MoveVerb::Put,
            },
            None,
        );
        let shuffle = self.act(
            who,
            Action::Shuffle(if whose == *who { None } else { Some(whose) }),
        );
        Ok(Effect::Sequence(vec![moved, shuffle]))
    }

    /// Shuffling a library (CR 701.24).
    pub(in crate::lower) fn shuffle(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        let whose = match child(node, Rule::possessor) {
            Some(p) => {
                let whose = self.whose(p)?;
                if whose == *who || p.text() == "their" && *who != Noun::You {
                    None
                } else {
                    Some(whose)
                }
            }
            None if node.text().ends_with("that library") => {
                return self.not_understood(node);
            }
            None => None,
        };
        Ok(self.act(who, Action::Shuffle(whose)))
    }

    /// Discarding (CR 701.9).
    pub(in crate::lower) fn discard(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        let random = node.says("at random");
        let what = match child(node, Rule::noun) {
            Some(noun) => self.noun_wanting(noun, Want::Object)?,
            None => {
                let count = match self.cards(node)? {
                    Quantity::Number(1) => Count::One,
                    Quantity::AnyNumber => Count::AnyNumber,
                    Quantity::UpTo(n) => Count::UpTo(*n),
                    n => Count::Exactly(n),
                };
                Noun::Described {
                    quantifier: if random {
                        Quantifier::Random(count)
                    } else {
                        Quantifier::Choose(count)
                    },
                    filter: cards(),
                }
            }
        };
        Ok(self.moving(
            who,
            &what,
            Action::Discard(what.clone()),
            Some(Participle::Discarded),
        ))
    }

    /// Milling (CR 701.17).
    pub(in crate::lower) fn mill(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        if node.says("half") {
            return self.not_understood(node);
        }
        let n = self.cards(node)?;
        let effect = self.act(who, Action::Mill(n.clone()));
        self.result(
            n != Quantity::Number(1),
            Some(cards()),
            Some(Participle::Milled),
        );
        Ok(effect)
    }

    /// Revealing (CR 701.20).
    pub(in crate::lower) fn reveal(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        if node.says("any time") {
            return self.not_understood(node);
        }
        let what = self.object_noun(node)?;
        let what = self.taken_from(node, what)?;
        let plain = matches!(
            what,
            Noun::Described { .. } | Noun::Top { .. } | Noun::Among(..)
        );
        let action = Action::Reveal(what.clone());
        Ok(if plain {
            self.moving(who, &what, action, Some(Participle::Revealed))
        } else if let Noun::Zone(zone, of) = &what {
            self.zone_shown(*zone, of);
            self.act(who, action)
        } else {
            self.act(who, action)
        })
    }

    /// Looking at cards without revealing them (CR 701.20e).
    pub(in crate::lower) fn look_at(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        if node.says("any time") || has(node, Rule::zone_ref) {
            return self.not_understood(node);
        }
        let what = self.object_noun(node)?;
        if let Noun::Zone(zone, of) = &what {
            self.zone_shown(*zone, of);
            return Ok(self.act(who, Action::LookAt(what)));
        }
        Ok(self.moving(who, &what, Action::LookAt(what.clone()), None))
    }

    /// Cards from the top of a library until one of a kind (CR 701.20).
    pub(in crate::lower) fn cards_until(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        // The verb stands twice: "reveal cards ... until you reveal a land card".
        let exile = frames::verb(node).starts_with("exile");
        let verbs = if exile {
            ["reveal", "reveals"]
        } else {
            ["exile", "exiles"]
        };
        if verbs.iter().any(|other| node.says(other)) {
            return self.not_understood(node);
        }
        let whose = self.need(node, Rule::possessor)?;
        let from = self.whose(whose)?;
        let noun = self.need(node, Rule::noun)?;
        let until = self.noun(noun)?;
        let (_, filter) = shape(&until);
        let effect = self.act(
            who,
            Action::RevealUntil {
                from: Noun::Zone(Zone::Library, Box::new(from)),
                until,
                exile,
            },
        );
        self.result(
            true,
            Some(cards()),
            Some(if exile {
                Participle::Exiled
            } else {
                Participle::Revealed
            }),
        );
        self.result(false, filter, None);
        Ok(effect)
    }
}
