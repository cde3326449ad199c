//! Verbs that do something (CR 701 and the actions the rules name elsewhere).

use super::{
    context::{Lower, Lowered, Problem, all, child, has},
    discourse::{Kind, Meant, Referent},
    noun::{Want, shared},
    words,
};
use crate::ir::{
    Action, Count, Duration, Effect, Filter, Head, Noun, Placement, Quantifier, Quantity,
    action::{Attacking, MoveVerb, Position},
    noun::Participle,
    quantity::Rounding,
};
use crate::vocab::Zone;
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    /// An action by `who`, counted so that later words can refer to its result.
    pub fn act(&mut self, who: &Noun, action: Action) -> Effect {
        let id = self.said.action();
        self.said.optional = Some(id);
        Effect::Act {
            who: who.clone(),
            action,
            bind: Some(id),
        }
    }

    /// Makes the last action's result known.
    pub(super) fn result(
        &mut self,
        plural: bool,
        filter: Option<Filter>,
        done: Option<Participle>,
    ) {
        if let Some(id) = self.said.actions.checked_sub(1) {
            self.said.push(Referent {
                meant: Meant::Result(id),
                kind: Kind::Object,
                plural,
                filter,
                done,
            });
        }
    }

    pub(super) fn amount_result(&mut self) {
        if let Some(id) = self.said.actions.checked_sub(1) {
            self.said.amounts.push(Meant::Result(id));
        }
    }

    /// An action on objects that are then in another zone, or newly known.
    pub(super) fn moving(
        &mut self,
        who: &Noun,
        what: &Noun,
        action: Action,
        done: Option<Participle>,
    ) -> Effect {
        let (plural, filter) = shape(what);
        let effect = self.act(who, action);
        if *what != Noun::This {
            self.result(plural, filter, done);
        }
        self.amount_result();
        effect
    }

    pub(super) fn object_noun(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let noun = self.need(node, Rule::noun)?;
        self.noun_wanting(noun, Want::Object)
    }

    /// The `each of` before targets adds nothing to what is affected.
    pub(super) fn each_of_noun(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let noun = self.need(node, Rule::noun)?;
        self.noun_wanting(noun, Want::Any)
    }

    /// A number of cards: "two cards", "that many cards", "cards equal to its power".
    pub(super) fn cards(&mut self, node: Node<'_>) -> Lowered<Quantity> {
        let base = child(node, Rule::card_amount)
            .map(|a| self.amount(a))
            .transpose()?;
        let after = child(node, Rule::card_amount)
            .and_then(|amount| node.text().get(amount.end().saturating_sub(node.start())..))
            .unwrap_or("");
        let noun = after.trim_start_matches(" additional").trim_start();
        if base == Some(Quantity::Number(1))
            && noun.starts_with("cards")
            && !has(node, Rule::q_equal)
        {
            return Err(self.cards_agree(node, "cards", "card"));
        }
        if let Some(Quantity::Number(n)) = &base
            && *n != 1
            && !noun.starts_with("cards")
        {
            return Err(self.cards_agree(node, "card", "cards"));
        }
        self.with_suffix(node, base)
    }

    /// The problem of a number of cards whose noun does not agree with it.
    pub(super) fn cards_agree(&self, node: Node<'_>, wrong: &str, right: &str) -> Box<Problem> {
        let amount = child(node, Rule::card_amount).unwrap_or(node);
        let words = amount.text();
        let message = format!("`{words} {wrong}` should be `{words} {right}`");
        let mut problem = self.problem(crate::diag::Code::Agreement, amount, message);
        problem.end = problem.end.saturating_add(1 + wrong.len());
        problem
    }

    pub(super) fn life(&mut self, node: Node<'_>) -> Lowered<Quantity> {
        let inner = self.need(node, Rule::life_amount)?;
        if let Some(half) = child(inner, Rule::half_life) {
            let whose = self.need(half, Rule::possessor)?;
            let whose = self.whose(whose)?;
            let rounding = match child(half, Rule::rounding) {
                Some(r) if r.text().contains("up") => Rounding::Up,
                Some(_) => Rounding::Down,
                None => return self.not_understood(half),
            };
            return Ok(Quantity::Half(
                Box::new(Quantity::Of(
                    crate::ir::quantity::Attribute::LifeTotal,
                    Box::new(whose),
                )),
                rounding,
            ));
        }
        let base = child(inner, Rule::amount)
            .map(|a| self.amount(a))
            .transpose()?;
        self.with_suffix(inner, base)
    }

    /// A predicate that does something. `who` is its subject: a player, or the object that acts.
    pub fn predicate(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        Ok(match node.rule() {
            Rule::vp_draw => {
                let n = if node.text().contains("half ") {
                    return self.not_understood(node);
                } else {
                    self.cards(node)?
                };
                let effect = self.act(who, Action::Draw(n.clone()));
                self.result(n != Quantity::Number(1), Some(cards()), None);
                self.amount_result();
                effect
            }
            Rule::vp_destroy => {
                let what = self.object_noun(node)?;
                let effect = self.act(
                    who,
                    Action::Destroy {
                        what: what.clone(),
                        no_regeneration: false,
                    },
                );
                self.amount_result();
                effect
            }
            Rule::vp_exile => {
                let what = self.object_noun(node)?;
                let what = self.taken_from(node, what)?;
                let until = if has(node, Rule::until_leaves) {
                    let Some(until) = node.children().find(|n| {
                        !matches!(
                            n.rule(),
                            Rule::noun | Rule::face_down | Rule::until_leaves | Rule::ex_counters
                        )
                    }) else {
                        return self.not_understood(node);
                    };
                    Some(Duration::UntilLeaves(Box::new(
                        self.item(until, Want::Object)?,
                    )))
                } else {
                    None
                };
                let counters = match child(node, Rule::ex_counters) {
                    Some(c) => Some(self.some_counters(c)?),
                    None => None,
                };
                let face_down = has(node, Rule::face_down);
                let action = Action::Exile {
                    what: what.clone(),
                    face_down,
                    until,
                    counters,
                };
                self.moving(who, &what, action, Some(Participle::Exiled))
            }
            Rule::vp_sacrifice => {
                let what = self.object_noun(node)?;
                self.moving(
                    who,
                    &what,
                    Action::Sacrifice(what.clone()),
                    Some(Participle::Sacrificed),
                )
            }
            Rule::vp_return => {
                let what = self.object_noun(node)?;
                let dest = self.need(node, Rule::dest)?;
                let what = self.taken_from(dest, what)?;
                let to = self.placement_of(dest, &what)?;
                let action = Action::Move {
                    what: what.clone(),
                    to,
                    verb: MoveVerb::Return,
                };
                self.moving(who, &what, action, Some(Participle::Returned))
            }
            Rule::vp_put => self.put(node, who)?,
            Rule::vp_put_counters => self.put_counters(node, who)?,
            Rule::vp_shuffle_into => {
                let what = self.object_noun(node)?;
                let whose = self.need(node, Rule::possessor)?;
                let whose = self.whose(whose)?;
                let to = Placement {
                    whose: Some(Box::new(whose.clone())),
                    ..place(Zone::Library)
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
                Effect::Sequence(vec![moved, shuffle])
            }
            Rule::vp_shuffle => {
                let whose = match child(node, Rule::possessor) {
                    Some(p) => {
                        let whose = self.whose(p)?;
                        if whose == *who || p.text() == "their" {
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
                self.act(who, Action::Shuffle(whose))
            }
            Rule::vp_discard => {
                let random = has(node, Rule::dc_random);
                let what = match child(node, Rule::noun) {
                    Some(noun) => self.noun_wanting(noun, Want::Object)?,
                    None => {
                        let n = self.cards(node)?;
                        let count = if n == Quantity::Number(1) {
                            Count::One
                        } else {
                            Count::Exactly(n)
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
                self.moving(
                    who,
                    &what,
                    Action::Discard(what.clone()),
                    Some(Participle::Discarded),
                )
            }
            Rule::vp_mill => {
                if node.text().contains("half ") {
                    return self.not_understood(node);
                }
                let n = self.cards(node)?;
                let effect = self.act(who, Action::Mill(n.clone()));
                self.result(
                    n != Quantity::Number(1),
                    Some(cards()),
                    Some(Participle::Milled),
                );
                effect
            }
            Rule::vp_scry | Rule::vp_surveil => {
                let Some(n) = node.children().next() else {
                    return self.not_understood(node);
                };
                let n = self.quantity(n)?;
                self.act(
                    who,
                    if node.rule() == Rule::vp_scry {
                        Action::Scry(n)
                    } else {
                        Action::Surveil(n)
                    },
                )
            }
            Rule::vp_search => self.search(node, who)?,
            Rule::vp_reveal => {
                let what = self.object_noun(node)?;
                let what = self.taken_from(node, what)?;
                let plain = matches!(what, Noun::Described { .. } | Noun::Top { .. });
                let action = Action::Reveal(what.clone());
                if plain {
                    self.moving(who, &what, action, Some(Participle::Revealed))
                } else if let Noun::Zone(zone, of) = &what {
                    self.zone_shown(*zone, of);
                    self.act(who, action)
                } else {
                    self.act(who, action)
                }
            }
            Rule::vp_look => {
                if has(node, Rule::any_time) {
                    return self.not_understood(node);
                }
                let what = self.object_noun(node)?;
                if let Noun::Zone(zone, of) = &what {
                    self.zone_shown(*zone, of);
                    return Ok(self.act(who, Action::LookAt(what)));
                }
                self.moving(who, &what, Action::LookAt(what.clone()), None)
            }
            Rule::vp_reveal_until | Rule::vp_exile_until => {
                let whose = self.need(node, Rule::possessor)?;
                let from = self.whose(whose)?;
                let noun = self.need(node, Rule::noun)?;
                let until = self.noun(noun)?;
                let exile = node.rule() == Rule::vp_exile_until;
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
                effect
            }
            Rule::vp_deal => self.deal(node, who)?,
            Rule::vp_gain_life | Rule::vp_lose_life => {
                let n = self.life(node)?;
                let action = if node.rule() == Rule::vp_gain_life {
                    Action::GainLife(n)
                } else {
                    Action::LoseLife(n)
                };
                let effect = self.act(who, action);
                self.amount_result();
                effect
            }
            Rule::vp_pay_life | Rule::vp_pay
                if has(node, Rule::life_amount) && !has(node, Rule::cost_mana) =>
            {
                let n = self.life(node)?;
                let effect = self.act(who, Action::PayLife(n));
                self.amount_result();
                effect
            }
            Rule::vp_add => self.add_mana(node, who)?,
            Rule::vp_create => self.create(node, who)?,
            Rule::vp_copy => {
                if has(node, Rule::times) || has(node, Rule::copy_except) {
                    return self.not_understood(node);
                }
                let what = self.object_noun(node)?;
                let action = Action::Copy {
                    what: what.clone(),
                    count: Quantity::Number(1),
                    as_token: false,
                    new_targets: false,
                    except: Vec::new(),
                };
                self.moving(who, &what, action, Some(Participle::Copied))
            }
            Rule::vp_counter => {
                let what = self.object_noun(node)?;
                self.act(who, Action::Counter(what))
            }
            Rule::vp_tap | Rule::vp_untap => {
                let noun = self.need(node, Rule::noun)?;
                let what = self.noun_wanting(noun, Want::Object)?;
                let (plural, filter) = shape(&what);
                let chosen = matches!(
                    &what,
                    Noun::Described {
                        quantifier: Quantifier::Choose(_),
                        ..
                    }
                );
                let tap = node.rule() == Rule::vp_tap;
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
                effect
            }
            Rule::vp_remove_counters => {
                if has(node, Rule::rc_among) {
                    return self.not_understood(node);
                }
                let (count, kind) = self.removed(node)?;
                let from = self.each_of_noun(node)?;
                let effect = self.act(who, Action::RemoveCounters { count, kind, from });
                self.amount_result();
                effect
            }
            Rule::vp_attach => {
                let mut parts = node.children();
                let (Some(what), Some(to)) = (parts.next(), parts.next()) else {
                    return self.not_understood(node);
                };
                let what = self.item(what, Want::Object)?;
                let to = self.noun_wanting(to, Want::Any)?;
                self.act(who, Action::Attach { what, to })
            }
            Rule::vp_unattach => {
                let what = self.object_noun(node)?;
                self.act(who, Action::Unattach(what))
            }
            Rule::vp_transform => {
                let what = match node.children().next() {
                    Some(noun) => self.item(noun, Want::Object)?,
                    None => who.clone(),
                };
                self.act(&Noun::You, Action::Transform(what))
            }
            Rule::vp_regenerate => {
                let what = self.object_noun(node)?;
                self.act(who, Action::Regenerate(what))
            }
            Rule::vp_double => {
                use crate::ir::action::Doubled;
                let Some(inner) = node.children().next() else {
                    return self.not_understood(node);
                };
                match inner.rule() {
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
                }
            }
            Rule::vp_proliferate => self.act(who, Action::Proliferate),
            Rule::vp_fight => {
                if has(node, Rule::each_other) {
                    return self.not_understood(node);
                }
                let other = self.object_noun(node)?;
                self.act(&Noun::You, Action::Fight(who.clone(), other))
            }
            Rule::vp_remove_combat => {
                let Some(what) = node.children().next() else {
                    return self.not_understood(node);
                };
                let what = self.item(what, Want::Object)?;
                self.act(who, Action::RemoveFromCombat(what))
            }
            Rule::vp_goad => {
                let what = self.object_noun(node)?;
                self.act(who, Action::Goad(what))
            }
            Rule::vp_exert => {
                let what = self.object_noun(node)?;
                self.act(who, Action::Exert(what))
            }
            Rule::vp_phase => self.act(&Noun::You, Action::PhaseOut(who.clone())),
            Rule::vp_turn_face => {
                let what = self.object_noun(node)?;
                self.act(
                    who,
                    Action::TurnFace {
                        what,
                        up: has(node, Rule::tf_up),
                    },
                )
            }
            Rule::vp_win => self.act(who, Action::WinGame),
            Rule::vp_lose_game => self.act(who, Action::LoseGame),
            Rule::vp_draw_game => self.act(who, Action::DrawGame),
            Rule::vp_end_turn => self.act(who, Action::EndTurn),
            Rule::vp_extra_turn => {
                if child(node, Rule::num).is_some_and(|n| n.text() != "one") {
                    return self.not_understood(node);
                }
                self.act(who, Action::ExtraTurn)
            }
            Rule::vp_flip if node.text().ends_with("coin") => self.act(who, Action::FlipCoin),
            Rule::vp_roll => match child(node, Rule::num_int).and_then(|n| n.text().parse().ok()) {
                Some(sides) => self.act(who, Action::RollDie { sides }),
                None => self.act(who, Action::RollDie { sides: 6 }),
            },
            Rule::vp_become_monarch => {
                let name = if has(node, Rule::bm_initiative) {
                    "initiative"
                } else if has(node, Rule::bm_blessing) {
                    "city's blessing"
                } else if has(node, Rule::bm_ring) {
                    return self.not_understood(node);
                } else {
                    "monarch"
                };
                self.act(who, Action::GetDesignation(name.into()))
            }
            Rule::vp_get_emblem => {
                let mut abilities = Vec::new();
                for quoted in all(node, Rule::quoted) {
                    abilities.extend(self.quoted(quoted, super::Bearer::emblem())?);
                }
                self.act(who, Action::Emblem(abilities))
            }
            Rule::vp_get_energy => {
                let n = match (child(node, Rule::energy), child(node, Rule::num)) {
                    (Some(e), _) => Quantity::Number(
                        i64::try_from(e.text().matches("{e}").count()).unwrap_or(0),
                    ),
                    (None, Some(n)) => self.number(n)?,
                    _ => return self.not_understood(node),
                };
                if has(node, Rule::q_for_each) {
                    return self.not_understood(node);
                }
                self.player_counters(who, n, "energy".into())
            }
            Rule::vp_get_counters => {
                let amount = self.need(node, Rule::amount)?;
                let n = self.amount(amount)?;
                let kind = self.need(node, Rule::counter_kind)?;
                let kind = self.counter_kind(kind)?;
                self.player_counters(who, n, kind)
            }
            Rule::vp_skip => {
                let part = self.need(node, Rule::turn_part)?;
                match self.turn_part(part)? {
                    crate::ir::condition::TurnPart::Step(step) => self.act(
                        who,
                        Action::Skip {
                            step,
                            next: has(node, Rule::sk_next),
                        },
                    ),
                    _ => return self.not_understood(node),
                }
            }
            Rule::vp_set_life => {
                let inner = self.need(node, Rule::sl_become)?;
                let Some(n) = inner.children().next() else {
                    return self.not_understood(node);
                };
                let n = self.quantity(n)?;
                self.act(who, Action::SetLife(n))
            }
            Rule::vp_choose => self.choose(node, who)?,
            Rule::vp_cast => self.cast(node, who)?,
            Rule::vp_keyword => self.keyword_action(node, who)?,
            Rule::vp_change_target if !node.text().contains(" to ") => {
                let of = self.object_noun(node)?;
                self.act(
                    who,
                    Action::ChangeTargets {
                        of,
                        all: node.text().contains("or targets"),
                    },
                )
            }
            Rule::vp_exchange => match node.children().next() {
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
            },
            _ => return self.not_understood(node),
        })
    }

    pub(super) fn choose(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        if let Some(value) = child(node, Rule::ch_value) {
            if all(node, Rule::ch_value).count() != 1 {
                return self.not_understood(node);
            }
            let what = match child(value, Rule::ch_shared).and_then(|s| shared(s.text())) {
                Some(what) => what,
                None => return self.not_understood(value),
            };
            if what == crate::ir::noun::Shared::Player && self.resolving {
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
                self.said.push(super::discourse::Referent {
                    meant: super::discourse::Meant::Result(action),
                    kind: super::discourse::Kind::Player,
                    plural: false,
                    filter: Some(filter),
                    done: Some(Participle::Chosen),
                });
                return Ok(effect);
            }
            return Ok(self.act(who, Action::ChooseValue(what, None)));
        }
        let what = self.object_noun(node)?;
        Ok(self.moving(
            who,
            &what,
            Action::Choose(what.clone()),
            Some(Participle::Chosen),
        ))
    }

    pub(super) fn cast(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        if has(node, Rule::duration) || has(node, Rule::cast_from_top) || has(node, Rule::cast_as) {
            return self.not_understood(node);
        }
        let free = match child(node, Rule::cast_free) {
            Some(free) if free.text().starts_with("without") => true,
            Some(free) => return self.not_understood(free),
            None => false,
        };
        let what = self.object_noun(node)?;
        let play = node.text().starts_with("play");
        Ok(self.act(who, Action::Cast { what, play, free }))
    }

    pub(super) fn keyword_action(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
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
            "explore" | "connive" | "detain" | "manifest" | "suspect" | "endure" | "cloak"
        );
        let who = if objects && what.is_none() && *who != Noun::You {
            what = Some(who.clone());
            &Noun::You
        } else {
            who
        };
        Ok(self.act(
            who,
            Action::KeywordAction {
                name: base.into(),
                what,
                count,
            },
        ))
    }
}

/// Whether many, and how described.
pub(super) fn shape(noun: &Noun) -> (bool, Option<Filter>) {
    match noun {
        Noun::Described { quantifier, filter } => {
            let plural = match quantifier {
                Quantifier::All | Quantifier::Each => true,
                Quantifier::Choose(count)
                | Quantifier::Target(count)
                | Quantifier::Random(count) => {
                    !matches!(count, Count::One | Count::UpTo(Quantity::Number(1)))
                }
                Quantifier::Counted(..) => true,
                Quantifier::Any | Quantifier::The | Quantifier::No => false,
            };
            (plural, Some(filter.clone()))
        }
        Noun::Top { count, .. } => (*count != Quantity::Number(1), Some(cards())),
        Noun::All(nouns) => (true, nouns.iter().find_map(|n| shape(n).1)),
        Noun::Either(nouns) => (false, nouns.last().and_then(|n| shape(n).1)),
        Noun::Among(quantifier, filter, _) => {
            let described = Noun::Described {
                quantifier: quantifier.clone(),
                filter: filter.clone(),
            };
            shape(&described)
        }
        Noun::Ref {
            word: crate::ir::Word::That(filter) | crate::ir::Word::The(_, filter),
            ..
        } => (false, Some(filter.clone())),
        Noun::Zone(..) | Noun::Rest(_) => (true, Some(cards())),
        _ => (false, None),
    }
}

/// Any cards.
pub(super) const fn cards() -> Filter {
    Filter {
        head: Head::Card,
        predicates: Vec::new(),
    }
}

/// A zone with nothing more said.
pub(super) const fn place(zone: Zone) -> Placement {
    Placement {
        zone,
        whose: None,
        position: Position::Unstated,
        tapped: false,
        attacking: Attacking::No,
        face_down: false,
        transformed: false,
        counters: Vec::new(),
        attached_to: None,
    }
}
