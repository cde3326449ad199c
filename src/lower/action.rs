//! Verbs that do something (CR 701 and the actions the rules name elsewhere).

use super::{
    context::{Lower, Lowered, Problem, all, child, has},
    discourse::{Kind, Meant, Referent},
    noun::{Want, shared},
    words,
};
use crate::ir::{
    Action, Count, Duration, Effect, Filter, Head, ManaOutput, Noun, Placement, Quantifier,
    Quantity,
    action::{Attacking, MoveVerb, Position},
    noun::Participle,
    quantity::Rounding,
};
use crate::vocab::{ColorSet, ManaSymbol, Name, Zone};
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
    fn result(&mut self, plural: bool, filter: Option<Filter>, done: Option<Participle>) {
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

    fn amount_result(&mut self) {
        if let Some(id) = self.said.actions.checked_sub(1) {
            self.said.amounts.push(Meant::Result(id));
        }
    }

    /// An action on objects that are then in another zone, or newly known.
    fn moving(
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

    fn object_noun(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let noun = self.need(node, Rule::noun)?;
        self.noun_wanting(noun, Want::Object)
    }

    /// The `each of` before targets adds nothing to what is affected.
    fn each_of_noun(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let noun = self.need(node, Rule::noun)?;
        self.noun_wanting(noun, Want::Any)
    }

    /// A number of cards: "two cards", "that many cards", "cards equal to its power".
    fn cards(&mut self, node: Node<'_>) -> Lowered<Quantity> {
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
    fn cards_agree(&self, node: Node<'_>, wrong: &str, right: &str) -> Box<Problem> {
        let amount = child(node, Rule::card_amount).unwrap_or(node);
        let words = amount.text();
        let message = format!("`{words} {wrong}` should be `{words} {right}`");
        let mut problem = self.problem(crate::diag::Code::Agreement, amount, message);
        problem.end = problem.end.saturating_add(1 + wrong.len());
        problem
    }

    fn life(&mut self, node: Node<'_>) -> Lowered<Quantity> {
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

    fn player_counters(&mut self, who: &Noun, count: Quantity, kind: Name) -> Effect {
        self.act(
            &Noun::You,
            Action::PutCounters {
                count,
                kind,
                on: who.clone(),
                distributed: false,
            },
        )
    }

    fn some_counters(&mut self, node: Node<'_>) -> Lowered<(Quantity, Name)> {
        let amount = self.need(node, Rule::counter_amount)?;
        let (_, n) = self.counter_amount(amount)?;
        let kind = self.need(node, Rule::counter_kind)?;
        Ok((n, self.counter_kind(kind)?))
    }

    fn removed(&mut self, node: Node<'_>) -> Lowered<(Option<Quantity>, Option<Name>)> {
        let (counted, all_of) = (child(node, Rule::rc_count), child(node, Rule::rc_all));
        let Some(inner) = counted.or(all_of) else {
            return self.not_understood(node);
        };
        let kind = child(inner, Rule::counter_kind)
            .map(|k| self.counter_kind(k))
            .transpose()?;
        let count = match child(inner, Rule::amount) {
            Some(amount) => Some(self.amount(amount)?),
            None => None,
        };
        Ok((count, kind))
    }

    fn put_counters(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        let on_node = self.need(node, Rule::pc_on)?;
        let noun = self.need(on_node, Rule::noun)?;
        let mut counts = Vec::new();
        for pc in all(node, Rule::pc_count) {
            if pc.text().contains(" from ") {
                return self.not_understood(pc);
            }
            let base = match child(pc, Rule::amount) {
                Some(amount) => Some(self.amount(amount)?),
                None if pc.text().starts_with("another") => Some(Quantity::Number(1)),
                None => None,
            };
            let n = match child(pc, Rule::q_equal) {
                // "A number of counters equal to its power": the object is named before.
                Some(equal) => self.quantity(equal)?,
                None => match base {
                    Some(n) => n,
                    None => return self.not_understood(pc),
                },
            };
            let kind = self.need(pc, Rule::counter_kind)?;
            counts.push((n, self.counter_kind(kind)?));
        }
        let on = self.noun_wanting(noun, Want::Any)?;
        let each = child(node, Rule::q_for_each);
        let mut effects = Vec::new();
        for (n, kind) in counts {
            let count = match (n, each) {
                (Quantity::Number(unit), Some(each)) => self.for_each(each, unit)?,
                (n, None) => n,
                _ => return self.not_understood(node),
            };
            effects.push(self.act(
                who,
                Action::PutCounters {
                    count,
                    kind,
                    on: on.clone(),
                    distributed: false,
                },
            ));
        }
        Ok(if effects.len() == 1 {
            effects.remove(0)
        } else {
            Effect::Sequence(effects)
        })
    }

    fn put(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        let mut effects = Vec::new();
        for part in all(node, Rule::put_part) {
            effects.push(self.put_one(part, who)?);
        }
        if !effects.is_empty() {
            return Ok(Effect::Sequence(effects));
        }
        if let Some(back) = child(node, Rule::put_back) {
            let Some(noun) = back.children().next() else {
                return self.not_understood(back);
            };
            let what = self.item(noun, Want::Object)?;
            let to = Placement {
                position: Position::Top,
                ..place(Zone::Library)
            };
            return Ok(self.act(
                who,
                Action::Move {
                    what,
                    to,
                    verb: MoveVerb::Put,
                },
            ));
        }
        self.put_one(node, who)
    }

    fn put_one(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        let what = self.object_noun(node)?;
        let dest = self.need(node, Rule::dest)?;
        let what = self.taken_from(dest, what)?;
        let to = self.placement_of(dest, &what)?;
        let action = Action::Move {
            what: what.clone(),
            to,
            verb: MoveVerb::Put,
        };
        Ok(self.moving(who, &what, action, None))
    }

    /// "A card from it": the hand or library that was revealed or looked at.
    fn zone_shown(&mut self, zone: Zone, of: &Noun) {
        let of = match of {
            // The target is announced once; from here on it is referred to.
            Noun::Described {
                quantifier: Quantifier::Target(_),
                ..
            } => Noun::Ref {
                to: crate::ir::Binding::Target(self.said.targets.saturating_sub(1)),
                word: crate::ir::Word::Pronoun,
            },
            other => other.clone(),
        };
        self.said.push(super::discourse::Referent {
            meant: super::discourse::Meant::Noun(Noun::Zone(zone, Box::new(of))),
            kind: super::discourse::Kind::Object,
            plural: false,
            filter: None,
            done: None,
        });
    }

    /// A thing with the zone that it is taken from, which stands behind it.
    fn taken_from(&mut self, node: Node<'_>, what: Noun) -> Lowered<Noun> {
        let Some(from) = child(node, Rule::zone_ref) else {
            return Ok(what);
        };
        let (zone, whose) = self.zone_ref(from)?;
        match what {
            // CR 113.6m: an ability that moves its own card from a zone functions there.
            Noun::This if whose.as_deref().is_none_or(|whose| *whose == Noun::You) => {
                if self.functions.is_some_and(|known| known != zone) {
                    return self.not_understood(from);
                }
                self.functions = Some(zone);
                Ok(Noun::This)
            }
            Noun::Described {
                quantifier,
                mut filter,
            } if !matches!(quantifier, Quantifier::Target(_)) => {
                filter
                    .predicates
                    .push(crate::ir::Predicate::InZone(zone, whose));
                super::filter::order(&mut filter.predicates);
                Ok(Noun::Described { quantifier, filter })
            }
            _ => self.not_understood(from),
        }
    }

    /// A destination of something that is chosen as it is moved: "its owner's hand" is that thing's owner's (CR 400.3).
    fn placement_of(&mut self, node: Node<'_>, what: &Noun) -> Lowered<Placement> {
        let chosen = match what {
            Noun::Described { quantifier, .. } => !matches!(quantifier, Quantifier::Target(_)),
            Noun::All(nouns) | Noun::Either(nouns) => nouns.iter().all(|noun| {
                matches!(noun, Noun::Described { quantifier, .. } if !matches!(quantifier, Quantifier::Target(_)))
            }),
            _ => false,
        };
        let (_, filter) = shape(what);
        if chosen {
            self.said.push(super::discourse::Referent {
                meant: super::discourse::Meant::Noun(what.clone()),
                kind: super::discourse::Kind::Object,
                plural: false,
                filter,
                done: None,
            });
        }
        let mut to = self.placement(node)?;
        if chosen {
            let own = |whose: &Noun| matches!(whose, Noun::Related(crate::ir::Role::Owner, of) if **of == *what);
            // The owner was introduced only for this.
            self.said.referents.retain(|r| match &r.meant {
                super::discourse::Meant::Noun(noun) => noun != what && !own(noun),
                _ => true,
            });
            if to.zone != Zone::Battlefield && to.whose.as_deref().is_some_and(own) {
                to.whose = None;
            }
        }
        Ok(to)
    }

    /// A destination.
    fn placement(&mut self, node: Node<'_>) -> Lowered<Placement> {
        let mut to: Option<Placement> = None;
        for part in node.children() {
            match part.rule() {
                // Where it comes from is said of the noun.
                Rule::zone_ref => {}
                Rule::dest_onto => to = Some(place(Zone::Battlefield)),
                Rule::dest_to | Rule::dest_into => {
                    if let Some(zone) = child(part, Rule::zone_ref) {
                        let (zone, whose) = self.zone_ref(zone)?;
                        to = Some(Placement {
                            whose,
                            ..place(zone)
                        });
                    } else {
                        let whose = self.need(part, Rule::possessor)?;
                        let whose = self.whose(whose)?;
                        to = Some(Placement {
                            whose: Some(Box::new(whose)),
                            ..place(Zone::Hand)
                        });
                    }
                }
                Rule::dest_top | Rule::dest_bottom | Rule::dest_bottom_top | Rule::dest_nth => {
                    let whose = child(part, Rule::possessor)
                        .map(|p| self.whose(p))
                        .transpose()?;
                    let position = match part.rule() {
                        Rule::dest_top => Position::Top,
                        Rule::dest_bottom => Position::Bottom,
                        Rule::dest_bottom_top => Position::TopOrBottom,
                        _ => {
                            match child(part, Rule::ordinal).and_then(|o| words::ordinal(o.text()))
                            {
                                Some(n) => Position::FromTop(n),
                                None => return self.not_understood(part),
                            }
                        }
                    };
                    to = Some(Placement {
                        whose: whose.map(Box::new),
                        position,
                        ..place(Zone::Library)
                    });
                }
                Rule::dest_mod => {
                    let (Some(to), Some(inner)) = (&mut to, part.children().next()) else {
                        return self.not_understood(part);
                    };
                    match inner.rule() {
                        Rule::dm_tapped => to.tapped = true,
                        Rule::dm_attacking | Rule::dm_tapped_attacking => {
                            to.tapped = inner.rule() == Rule::dm_tapped_attacking;
                            to.attacking = match child(inner, Rule::dm_same) {
                                None => Attacking::Chosen,
                                Some(same) => {
                                    let Some(noun) = same.children().next() else {
                                        return self.not_understood(inner);
                                    };
                                    let noun = self.item(noun, Want::Object)?;
                                    Attacking::SameAs(Box::new(noun))
                                }
                            };
                        }
                        Rule::dm_face_down => to.face_down = true,
                        Rule::dm_transformed => to.transformed = true,
                        Rule::dm_any_order => {}
                        Rule::dm_random => to.position = Position::BottomRandom,
                        Rule::dm_under => {
                            let Some(whose) = inner.children().next() else {
                                return self.not_understood(inner);
                            };
                            let whose = if whose.rule() == Rule::possessor {
                                self.whose(whose)?
                            } else {
                                self.item(whose, Want::Player)?
                            };
                            to.whose = Some(Box::new(whose));
                        }
                        Rule::dm_counters => {
                            let counters = self.some_counters(inner)?;
                            to.counters.push(counters);
                        }
                        Rule::dm_attached => match inner.children().next() {
                            Some(noun) => {
                                to.attached_to = Some(Box::new(self.item(noun, Want::Any)?))
                            }
                            None => return self.not_understood(inner),
                        },
                        _ => return self.not_understood(inner),
                    }
                }
                _ => return self.not_understood(part),
            }
        }
        match to {
            Some(to) => Ok(to),
            None => self.not_understood(node),
        }
    }

    fn search(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        let zones_node = self.need(node, Rule::search_zones)?;
        let mut zones = Vec::new();
        let mut whose = None;
        for part in zones_node.children() {
            match part.rule() {
                Rule::possessor => whose = Some(self.whose(part)?),
                Rule::zone_word => match (words::zone_word(part.text()), &whose) {
                    (Some(zone), Some(whose)) => {
                        zones.push(Noun::Zone(zone, Box::new(whose.clone())))
                    }
                    _ => return self.not_understood(part),
                },
                _ => return self.not_understood(part),
            }
        }
        let what = self.object_noun(node)?;
        let reveal = child(node, Rule::found_reveal).is_some();
        let (plural, filter) = shape(&what);
        let effect = self.act(
            who,
            Action::Search {
                zones,
                what,
                reveal,
            },
        );
        self.result(plural, filter, None);
        Ok(effect)
    }

    fn deal(&mut self, node: Node<'_>, source: &Noun) -> Lowered<Effect> {
        if has(node, Rule::q_for_each) && node.children().any(|n| n.rule() == Rule::deal_more) {
            return self.not_understood(node);
        }
        let mut effects = Vec::new();
        for part in node.children() {
            let what = match part.rule() {
                Rule::deal_what => part,
                Rule::deal_more => self.need(part, Rule::deal_what)?,
                _ => continue,
            };
            let Some(inner) = what.children().next() else {
                return self.not_understood(what);
            };
            let each = child(node, Rule::q_for_each);
            let amount_node = child(inner, Rule::deal_amount);
            let mut amount = match amount_node {
                Some(a) if has(a, Rule::q_equal) => {
                    let equal = self.need(a, Rule::q_equal)?;
                    Some(self.quantity(equal)?)
                }
                Some(a) => {
                    let n = self.need(a, Rule::amount)?;
                    Some(self.amount(n)?)
                }
                None => None,
            };
            if let (Some(Quantity::Number(unit)), Some(each)) = (&amount, each) {
                amount = Some(self.for_each(each, *unit)?);
            } else if each.is_some() {
                return self.not_understood(node);
            }
            let divided = inner.rule() == Rule::deal_divided;
            let to = if divided {
                if has(inner, Rule::dd_even) {
                    return self.not_understood(inner);
                }
                let among = self.need(inner, Rule::divided_among)?;
                self.each_of_noun(among)?
            } else {
                match child(inner, Rule::deal_target) {
                    Some(target) => self.each_of_noun(target)?,
                    None => return self.not_understood(inner),
                }
            };
            if let Some(equal) = child(inner, Rule::q_equal) {
                amount = Some(self.quantity(equal)?);
            }
            let Some(amount) = amount else {
                return self.not_understood(inner);
            };
            effects.push(self.act(
                &Noun::You,
                Action::DealDamage {
                    source: source.clone(),
                    amount,
                    to,
                    divided,
                },
            ));
            self.amount_result();
        }
        Ok(if effects.len() == 1 {
            effects.remove(0)
        } else {
            Effect::Sequence(effects)
        })
    }

    fn add_mana(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        let Some(inner) = node.children().next() else {
            return self.not_understood(node);
        };
        let output = match inner.rule() {
            Rule::add_symbols => {
                let mut options = Vec::new();
                for one in all(inner, Rule::add_one) {
                    let mana = self.need(one, Rule::mana)?;
                    let symbols = self.mana(mana)?.0.to_vec();
                    if let Some(q) = child(one, Rule::q_expr) {
                        let [symbol] = symbols.as_slice() else {
                            return self.not_understood(one);
                        };
                        let amount = self.quantity(q)?;
                        return Ok(
                            self.act(who, Action::AddMana(ManaOutput::Repeated(*symbol, amount)))
                        );
                    }
                    options.push(symbols);
                }
                match (options.len(), child(inner, Rule::q_for_each)) {
                    (1, None) => ManaOutput::Symbols(options.remove(0)),
                    (1, Some(each)) => {
                        let symbols = options.remove(0);
                        match symbols.as_slice() {
                            [symbol] => ManaOutput::Repeated(*symbol, self.for_each(each, 1)?),
                            _ => return self.not_understood(inner),
                        }
                    }
                    (_, None) => ManaOutput::OneOf(options),
                    _ => return self.not_understood(inner),
                }
            }
            Rule::add_any => {
                let count_node = self.need(inner, Rule::add_count)?;
                let mut count = match (
                    child(count_node, Rule::num),
                    child(count_node, Rule::q_that),
                ) {
                    (Some(n), _) => self.number(n)?,
                    (None, Some(that)) => self.that_amount(that)?,
                    _ if count_node.text() == "an additional" => Quantity::Number(1),
                    _ => return self.not_understood(count_node),
                };
                if let Some(each) = child(inner, Rule::q_for_each) {
                    let Quantity::Number(unit) = count else {
                        return self.not_understood(inner);
                    };
                    count = self.for_each(each, unit)?;
                }
                if has(inner, Rule::aa_chosen) {
                    if inner.text().contains("that color") {
                        return self.not_understood(inner);
                    }
                    ManaOutput::Chosen(count, crate::ir::noun::Shared::Color)
                } else if has(inner, Rule::aa_commander) {
                    return self.not_understood(inner);
                } else {
                    let among = match child(inner, Rule::aa_among) {
                        Some(among) => {
                            let mut set = ColorSet::EMPTY;
                            for mana in all(among, Rule::mana) {
                                for symbol in self.mana(mana)?.0 {
                                    if let ManaSymbol::Mana(crate::vocab::ManaKind::Colored(
                                        color,
                                    )) = symbol
                                    {
                                        set.insert(color);
                                    }
                                }
                            }
                            Some(set)
                        }
                        None => None,
                    };
                    let same = has(inner, Rule::aa_same)
                        || (count == Quantity::Number(1) && among.is_none());
                    ManaOutput::AnyColor { count, same, among }
                }
            }
            Rule::add_produced => {
                let text = inner.text();
                if has(inner, Rule::ap_that)
                    || !text.ends_with("could produce")
                    || text.contains("one color")
                {
                    return self.not_understood(inner);
                }
                let noun = self.need(inner, Rule::noun)?;
                let of = self.anything(|w| w.noun(noun))?;
                let count = match child(inner, Rule::add_count).and_then(|c| child(c, Rule::num)) {
                    Some(n) => self.number(n)?,
                    None => return self.not_understood(inner),
                };
                ManaOutput::CouldProduce {
                    count,
                    colors_only: text.contains("any color"),
                    of: Box::new(of),
                }
            }
            _ => return self.not_understood(inner),
        };
        Ok(self.act(who, Action::AddMana(output)))
    }

    fn choose(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
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

    fn cast(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
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

    fn keyword_action(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
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
