//! Verbs that do something (CR 701 and the actions the rules name elsewhere).

pub(in crate::lower) mod cards;
pub(in crate::lower) mod copy;
pub(in crate::lower) mod counters;
pub(in crate::lower) mod creation;
pub(in crate::lower) mod damage;
pub(in crate::lower) mod dice;
pub(in crate::lower) mod frames;
pub(in crate::lower) mod mana;
pub(in crate::lower) mod movement;
pub(in crate::lower) mod other;
pub(in crate::lower) mod votes;

use crate::diag::Code;
use crate::ir::{
    Action, Count, Effect, Filter, Head, Noun, Predicate, Quantifier, Quantity, action::MoveVerb,
    noun::Participle, quantity::Rounding,
};
use crate::lower::{
    context::{Lower, Lowered, Problem, all, child, has},
    discourse::{Kind, Meant, Referent},
    phrase::noun::{Want, mentions},
};
use crate::vocab::Zone;
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    /// An action by `who`, counted so that later words can refer to its result.
    pub fn act(&mut self, who: &Noun, action: Action) -> Effect {
        let id = self.said.action();
        self.said.optional = Some(id);
        if let Some(done) = done(&action) {
            self.said.note(id, done);
        }
        self.said.by_several = several_players(who);
        Effect::Act {
            who: who.clone(),
            action,
            bind: Some(id),
        }
    }

    /// Makes the last action's result known.
    pub(in crate::lower) fn result(
        &mut self,
        plural: bool,
        filter: Option<Filter>,
        done: Option<Participle>,
    ) {
        let Some(id) = self.said.actions.checked_sub(1) else {
            return;
        };
        let result = Referent {
            meant: Meant::Result(id),
            kind: Kind::Object,
            plural,
            filter,
            done,
        };
        // "Each player reveals a card": to each of them it is "that card", to others it is "those cards".
        if self.said.by_several && !plural {
            self.said.push(Referent {
                plural: true,
                ..result.clone()
            });
        }
        self.said.push(result);
    }

    pub(in crate::lower) fn amount_result(&mut self) {
        if let Some(id) = self.said.actions.checked_sub(1) {
            self.said.amounts.push(Meant::Result(id));
        }
    }

    /// An action on objects that are then in another zone, or newly known.
    pub(in crate::lower) fn moving(
        &mut self,
        who: &Noun,
        what: &Noun,
        action: Action,
        done: Option<Participle>,
    ) -> Effect {
        let (plural, filter) = match &action {
            Action::Move { to, .. } if to.zone == Zone::Battlefield => self.shape_of(what),
            _ => shape(what),
        };
        let effect = self.act(who, action);
        if *what != Noun::This {
            self.result(plural, filter, done);
        }
        self.amount_result();
        effect
    }

    /// Whether there are several of it, and how it was described. A card that is named again and put onto the battlefield is
    /// all that it was before: "that creature" is then the permanent (CR 400.7).
    fn shape_of(&self, what: &Noun) -> (bool, Option<Filter>) {
        let (plural, said) = shape(what);
        let Noun::Ref { to, .. } = what else {
            return (plural, said);
        };
        let Some(known) = self.said.bound(*to) else {
            return (plural, said);
        };
        let filter = match (known.filter.clone(), said) {
            (Some(mut filter), Some(said)) => {
                let new = said.predicates.into_iter();
                let new: Vec<_> = new.filter(|p| !mentions(&filter.predicates, p)).collect();
                filter.predicates.extend(new);
                Some(filter)
            }
            (known, said) => known.or(said),
        };
        // Whose it was and where is over.
        let filter = filter.map(|mut filter| {
            filter.predicates.retain(|p| {
                !matches!(
                    p,
                    Predicate::ControlledBy(_) | Predicate::OwnedBy(_) | Predicate::InZone(..)
                )
            });
            filter
        });
        (known.plural, filter)
    }

    pub(in crate::lower) fn object_noun(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let noun = self.need(node, Rule::noun)?;
        let what = self.noun_wanting(noun, Want::Object)?;
        self.which(noun)?;
        Ok(what)
    }

    /// What is acted on says which: "all creatures", not "creatures".
    fn which(&self, noun: Node<'_>) -> Lowered<()> {
        let first = noun.children().next().filter(|n| n.rule() == Rule::np_desc);
        let Some(bare) = first.filter(|n| !self.any && !has(*n, Rule::np_quant)) else {
            return Ok(());
        };
        let words = bare.text();
        let message = format!("`{words}` does not say which or how many");
        let mut problem = self.problem(Code::MissingDeterminer, bare, message);
        let help = format!("write `all {words}` if none is left out");
        problem.help.push(help);
        Err(problem)
    }

    /// A number of cards: "two cards", "that many cards", "cards equal to its power".
    pub(in crate::lower) fn cards(&mut self, node: Node<'_>) -> Lowered<Quantity> {
        let base = child(node, Rule::amount)
            .map(|a| self.amount(a))
            .transpose()?;
        let after = child(node, Rule::amount)
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
    pub(in crate::lower) fn cards_agree(
        &self,
        node: Node<'_>,
        wrong: &str,
        right: &str,
    ) -> Box<Problem> {
        let amount = child(node, Rule::amount).unwrap_or(node);
        let words = amount.text();
        let message = format!("`{words} {wrong}` should be `{words} {right}`");
        let mut problem = self.problem(crate::diag::Code::Agreement, amount, message);
        problem.end = problem.end.saturating_add(1 + wrong.len());
        problem
    }

    pub(in crate::lower) fn life(&mut self, node: Node<'_>) -> Lowered<Quantity> {
        let inner = self.need(node, Rule::life_amount)?;
        if let Some(whose) = child(inner, Rule::possessor) {
            let whose = self.whose(whose)?;
            let rounding = match child(inner, Rule::rounding) {
                Some(r) if r.text().contains("up") => Rounding::Up,
                Some(_) => Rounding::Down,
                None => return self.not_understood(inner),
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
        let n = self.with_suffix(inner, base)?;
        self.plus(inner, n)
    }

    /// A predicate that does something. `who` is its subject: a player, or the object that acts.
    pub fn predicate(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        Ok(match node.rule() {
            Rule::vp_object => self.with_object(node, who)?,
            Rule::vp_plain => self.said_in_full(node, who)?,
            Rule::vp_number => self.with_number(node, who)?,
            Rule::vp_life => self.with_life(node, who)?,
            Rule::vp_cards => match frames::verb(node) {
                "draw" | "draws" => self.draw(node, who)?,
                "mill" | "mills" => self.mill(node, who)?,
                _ => self.discard(node, who)?,
            },
            Rule::vp_exile => self.exile(node, who)?,
            Rule::vp_return => {
                self.moved(node, who, MoveVerb::Return, Some(Participle::Returned))?
            }
            Rule::vp_put => self.put(node, who)?,
            Rule::vp_put_counters => self.put_counters(node, who)?,
            Rule::vp_shuffle if has(node, Rule::noun) => self.shuffle_into(node, who)?,
            Rule::vp_shuffle => self.shuffle(node, who)?,
            Rule::vp_search => self.search(node, who)?,
            Rule::vp_reveal if frames::verb(node).starts_with("look") => self.look_at(node, who)?,
            Rule::vp_reveal => self.reveal(node, who)?,
            Rule::vp_until => self.cards_until(node, who)?,
            Rule::vp_deal => self.deal(node, who)?,
            Rule::vp_add => self.add_mana(node, who)?,
            Rule::vp_create => self.create(node, who)?,
            Rule::vp_copy => {
                self.said.copied = true;
                let what = self.object_noun(node)?;
                let count = match child(node, Rule::times) {
                    Some(times) => match (times.text(), child(times, Rule::num)) {
                        ("once", _) => Quantity::Number(1),
                        ("twice", _) => Quantity::Number(2),
                        (_, Some(number)) => self.number(number)?,
                        _ => return self.not_understood(times),
                    },
                    None => Quantity::Number(1),
                };
                let action = Action::Copy {
                    what: what.clone(),
                    count,
                    as_token: false,
                    new_targets: false,
                    except: self.copy_values(node)?,
                    tapped: false,
                    attacking: false,
                };
                self.moving(who, &what, action, Some(Participle::Copied))
            }
            Rule::vp_enter if self.entering && *who == Noun::This => {
                let mut counters = Vec::new();
                for how in all(node, Rule::enters_how) {
                    if !has(how, Rule::counters) {
                        return self.not_understood(how);
                    }
                    counters.extend(self.entering_counters(how)?);
                }
                if counters.is_empty() {
                    return self.not_understood(node);
                }
                self.act(&Noun::You, Action::EnterWith(counters))
            }
            Rule::vp_become if has(node, Rule::bm_prepared) => {
                let word = self.need(node, Rule::bm_prepared)?;
                match word.text() {
                    "monstrous" | "renowned" | "foretold" | "plotted" => {
                        let designation = word.text().into();
                        self.act(&Noun::You, Action::Designate(who.clone(), designation))
                    }
                    _ => return self.not_understood(word),
                }
            }
            Rule::vp_remove => self.remove(node, who)?,
            Rule::vp_attach => {
                let mut parts = node.children();
                let (Some(what), Some(to)) = (parts.next(), parts.next()) else {
                    return self.not_understood(node);
                };
                let before = self.said.referents.clone();
                let what = self.item(what, Want::Object)?;
                let to = if to.text() == "it" {
                    // Nothing is attached to itself (CR 701.3b): "it" was spoken of before.
                    let now = std::mem::replace(&mut self.said.referents, before);
                    let to = self.noun_wanting(to, Want::Any)?;
                    self.said.referents = now;
                    to
                } else {
                    self.noun_wanting(to, Want::Any)?
                };
                self.act(who, Action::Attach { what, to })
            }
            Rule::vp_transform => {
                let what = match node.children().next() {
                    Some(noun) => self.item(noun, Want::Object)?,
                    None => who.clone(),
                };
                self.act(&Noun::You, Action::Transform(what))
            }
            Rule::vp_double => self.double(node, who)?,
            Rule::vp_turn_face => {
                let what = self.object_noun(node)?;
                self.act(
                    who,
                    Action::TurnFace {
                        what,
                        up: node.says("up"),
                    },
                )
            }
            Rule::vp_extra_turn => {
                if child(node, Rule::num).is_some_and(|n| n.text() != "one") {
                    return self.not_understood(node);
                }
                self.act(who, Action::ExtraTurn)
            }
            Rule::vp_flip if node.text().ends_with(" a coin") => self.act(who, Action::FlipCoin),
            Rule::vp_flip => match node.children().next() {
                Some(noun) if noun.rule() != Rule::num => {
                    let what = self.item(noun, Want::Object)?;
                    self.act(who, Action::Flip(what))
                }
                _ => return self.not_understood(node),
            },
            Rule::vp_roll => self.roll(node, who)?,
            Rule::vp_get_emblem => {
                let mut abilities = Vec::new();
                for quoted in all(node, Rule::quoted) {
                    let emblem = crate::lower::Bearer::emblem();
                    abilities.extend(self.giving(true, |w| w.quoted(quoted, emblem))?);
                }
                self.act(who, Action::Emblem(abilities))
            }
            Rule::vp_get_counters => self.get_counters(node, who)?,
            Rule::vp_skip => {
                let part = self.need(node, Rule::turn_part)?;
                match self.turn_part(part)? {
                    crate::ir::condition::TurnPart::Step(step) => self.act(
                        who,
                        Action::Skip {
                            step,
                            next: node.says("next"),
                        },
                    ),
                    _ => return self.not_understood(node),
                }
            }
            Rule::vp_set_life if has(node, Rule::possessor) => {
                let whose = self.need(node, Rule::possessor)?;
                let whose = self.whose(whose)?;
                let n = self.need(node, Rule::q_expr)?;
                let n = self.quantity(n)?;
                self.act(&whose, Action::SetLife(n))
            }
            Rule::vp_set_life => {
                let Some(n) = node.children().next() else {
                    return self.not_understood(node);
                };
                let n = self.quantity(n)?;
                self.act(who, Action::SetLife(n))
            }
            Rule::vp_choose => self.choose(node, who)?,
            Rule::vp_cast => self.cast(node, who)?,
            Rule::vp_keyword => self.keyword_action(node, who)?,
            Rule::vp_move_counters => self.move_counters(node, who)?,
            Rule::vp_exchange => self.exchange(node, who)?,
            _ => return self.not_understood(node),
        })
    }
}

/// Whether each of several players acts.
fn several_players(who: &Noun) -> bool {
    matches!(who, Noun::Described { quantifier: Quantifier::All | Quantifier::Each, filter } if filter.head.is_player())
}

/// Whether many, and how described.
pub(in crate::lower) fn shape(noun: &Noun) -> (bool, Option<Filter>) {
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
pub(in crate::lower) const fn cards() -> Filter {
    Filter {
        head: Head::Card,
        predicates: Vec::new(),
    }
}

/// What an action did to the things that are its result, as "this way" says it.
pub(in crate::lower) fn done(action: &Action) -> Option<&'static str> {
    Some(match action {
        Action::Destroy { .. } => "destroyed",
        Action::Exile { .. } => "exiled",
        Action::Sacrifice(_) => "sacrificed",
        Action::Discard(_) => "discarded",
        Action::Reveal(_) | Action::RevealUntil { exile: false, .. } => "revealed",
        Action::RevealUntil { exile: true, .. } => "exiled",
        Action::Tap(_) => "tapped",
        Action::Untap(_) => "untapped",
        Action::Search { .. } => "found",
        Action::Choose(_) => "chosen",
        Action::Counter { .. } => "countered",
        Action::Cast { .. } => "cast",
        Action::Mill(_) => "milled",
        Action::Draw(_) => "drawn",
        Action::Create { .. } => "created",
        Action::RemoveCounters { .. } => "removed",
        Action::DealDamage { .. } => "dealt damage",
        Action::Move { verb, to, .. } => match verb {
            crate::ir::action::MoveVerb::Return => "returned",
            crate::ir::action::MoveVerb::Put if to.zone == crate::vocab::Zone::Battlefield => {
                "put onto the battlefield"
            }
            crate::ir::action::MoveVerb::Put => "put",
        },
        _ => return None,
    })
}
