//! Actions of more than one form: choices, casting, exchanges, designations, keyword actions without a rule of their own.

use crate::ir::{
    Action, Count, Effect, Filter, Head, Noun, Predicate, Quantifier, Quantity,
    noun::{Participle, Shared},
};
use crate::lower::clause::action::shape;
use crate::lower::{
    context::{Lower, Lowered, all, child, has},
    discourse::{Kind, Meant, Referent},
    phrase::noun::{Want, shared},
    words,
};
use crate::vocab::CardType;
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    /// Tapping and untapping (CR 701.26).
    pub(in crate::lower) fn tap_or_untap(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        let what = self.object_noun(node)?;
        let (plural, filter) = shape(&what);
        let chosen = matches!(
            &what,
            Noun::Described {
                quantifier: Quantifier::Choose(_),
                ..
            }
        );
        let tap = node.rule() == Rule::vp_tap;
        let what = self.kept(who, what);
        let effect = self.act(
            who,
            if tap {
                Action::Tap(what)
            } else {
                Action::Untap(what)
            },
        );
        if chosen {
            self.result(plural, filter, Some(Participle::Tapped));
        }
        Ok(effect)
    }

    /// What one player does something to, which later words may name again.
    pub(in crate::lower) fn kept(&mut self, who: &Noun, what: Noun) -> Noun {
        match who {
            Noun::Described { .. } => what,
            _ => self.said.keep(what),
        }
    }

    /// Doubling counters or life (CR 701.10).
    pub(in crate::lower) fn double(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        use crate::ir::action::Doubled;
        let Some(inner) = node.children().next() else {
            return self.not_understood(node);
        };
        Ok(match inner.rule() {
            Rule::db_counters => {
                let kind = child(inner, Rule::counter_kind)
                    .map(|k| self.counter_kind(k))
                    .transpose()?;
                if kind.is_none() && !inner.text().contains("each kind") {
                    return self.not_understood(inner);
                }
                let on = self.object_noun(inner)?;
                self.act(who, Action::Double(Doubled::Counters(kind), on))
            }
            Rule::db_life => {
                let whose = self.need(inner, Rule::possessor)?;
                let whose = self.whose(whose)?;
                self.act(who, Action::Double(Doubled::Life, whose))
            }
            _ => return self.not_understood(inner),
        })
    }

    /// The designations of players (CR 725, 726, 702.131).
    pub(in crate::lower) fn designation(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        let name = if has(node, Rule::bm_initiative) {
            "initiative"
        } else if has(node, Rule::bm_blessing) {
            "city's blessing"
        } else if has(node, Rule::bm_ring) {
            return self.not_understood(node);
        } else {
            "monarch"
        };
        Ok(self.act(who, Action::GetDesignation(name.into())))
    }

    /// Energy counters (CR 107.14).
    pub(in crate::lower) fn energy(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        let n = match (child(node, Rule::energy), child(node, Rule::num)) {
            (Some(e), _) => {
                Quantity::Number(i64::try_from(e.text().matches("{e}").count()).unwrap_or(0))
            }
            (None, Some(n)) => self.number(n)?,
            _ => return self.not_understood(node),
        };
        if has(node, Rule::q_for_each) {
            return self.not_understood(node);
        }
        Ok(self.player_counters(who, n, "energy".into()))
    }

    /// Exchanges (CR 701.12).
    pub(in crate::lower) fn exchange(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        Ok(match node.children().next() {
            Some(x) if x.rule() == Rule::xc_control => {
                let noun = self.object_noun(x)?;
                match noun {
                    Noun::All(mut two) if two.len() == 2 => {
                        let second = two.remove(1);
                        let first = two.remove(0);
                        self.act(who, Action::ExchangeControl(first, second))
                    }
                    _ => return self.not_understood(x),
                }
            }
            Some(x) if has(x, Rule::noun) => {
                let noun = self.need(x, Rule::noun)?;
                let with = self.noun(noun)?;
                self.act(who, Action::ExchangeLife(who.clone(), with))
            }
            _ => return self.not_understood(node),
        })
    }

    pub(in crate::lower) fn choose(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        if let Some(value) = child(node, Rule::ch_value) {
            if all(node, Rule::ch_value).count() != 1 {
                return self.not_understood(node);
            }
            let what = match child(value, Rule::ch_shared).and_then(|s| shared(s.text())) {
                Some(what) => what,
                None => match name_of(value.text()) {
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
        if has(node, Rule::duration) || has(node, Rule::cast_from_top) || has(node, Rule::cast_as) {
            return self.not_understood(node);
        }
        let free = match child(node, Rule::cast_free) {
            Some(free) if free.text().starts_with("without") => true,
            Some(free) => return self.not_understood(free),
            None => false,
        };
        let instead = match child(node, Rule::cast_for) {
            Some(paying) => {
                let cost = self.need(paying, Rule::cost)?;
                Some(self.cost(cost)?)
            }
            None => None,
        };
        let what = self.object_noun(node)?;
        let play = node.text().starts_with("play");
        Ok(self.act(
            who,
            Action::Cast {
                what,
                play,
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
        let name = words::text_of(node, Rule::kwa_name).unwrap_or("");
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
        if let Some(object) = child(node, Rule::kwa_object) {
            for part in object.children() {
                match part.rule() {
                    Rule::num => count = Some(self.number(part)?),
                    Rule::noun => what = Some(self.noun_wanting(part, Want::Object)?),
                    _ => return self.not_understood(part),
                }
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
