//! What holds of a subject: characteristics, restrictions, permissions (CR 604, 611, 613).

use crate::diag::Code;
use crate::ir::quantity::Attribute;
use crate::ir::{
    Ability, AbilityKind, Keyword, Modification, Noun, Permission, Predicate, Quantity,
    Restriction,
    noun::Shared,
    statics::{AsThough, CostAmount},
};
use crate::lower::{
    Bearer,
    context::{Lower, Lowered, child, has},
    phrase::{noun::Want, quantity::set},
};
use crate::vocab::{CardType, ColorSet, ManaCost, ManaSymbol, SupertypeSet, TypeSet};
use spellwright_grammar::{Node, Rule};

/// Whether a predicate says what holds rather than what to do.
pub(in crate::lower) fn is_static(node: Node<'_>) -> bool {
    matches!(
        node.rule(),
        Rule::vp_get
            | Rule::vp_have
            | Rule::vp_gain_ability
            | Rule::vp_lose_ability
            | Rule::vp_cant
            | Rule::vp_must
            | Rule::vp_doesnt_untap
            | Rule::vp_cost_change
            | Rule::vp_become
            | Rule::vp_be
            | Rule::vp_can
            | Rule::vp_attack_able
            | Rule::vp_block_able
            | Rule::vp_assign
            | Rule::vp_switch
            | Rule::vp_change_base
            | Rule::vp_not_untap
            | Rule::vp_spend_any
            | Rule::vp_play_revealed
            | Rule::vp_additional_lands
            | Rule::vp_assign_unblocked
            | Rule::vp_gain_control
            | Rule::vp_abilities_off
            | Rule::vp_damage_prevented
    ) && !has(node, Rule::bm_prepared)
        || node.rule() == Rule::vp_double && has(node, Rule::db_power)
}

impl Lower<'_> {
    /// The modifications of a predicate, and for "can't" and the like a duration inside it.
    pub fn modifications(
        &mut self,
        node: Node<'_>,
        subject: &Noun,
        each: Option<Node<'_>>,
    ) -> Lowered<Vec<Modification>> {
        Ok(match node.rule() {
            Rule::vp_get => {
                let pump = self.need(node, Rule::pt_mod)?;
                let (power, toughness) = self.pump(pump)?;
                match child(node, Rule::q_for_each).or(each) {
                    Some(each) => {
                        let scaled = |w: &mut Self, q: Quantity| match q {
                            Quantity::Number(0) => Ok(q),
                            Quantity::Number(unit) => w.for_each(each, unit),
                            Quantity::Parameter => w.so_many_for_each(each),
                            _ => w.not_understood(node),
                        };
                        let power = scaled(self, power)?;
                        let toughness = scaled(self, toughness)?;
                        vec![Modification::Pump(power, toughness)]
                    }
                    None => vec![Modification::Pump(power, toughness)],
                }
            }
            Rule::vp_have => {
                let Some(inner) = node.children().next() else {
                    return self.not_understood(node);
                };
                match inner.rule() {
                    Rule::have_base => {
                        let (p, t) = match (child(inner, Rule::pt), child(inner, Rule::q_expr)) {
                            (Some(pt), _) => self.base_pt(pt)?,
                            (None, Some(q)) => {
                                let q = self.quantity(q)?;
                                (q.clone(), q)
                            }
                            _ => return self.not_understood(inner),
                        };
                        vec![Modification::SetBase(Some(p), Some(t))]
                    }
                    Rule::have_base_one => {
                        let n = match (child(inner, Rule::num), child(inner, Rule::q_expr)) {
                            (Some(n), _) => self.number(n)?,
                            (None, Some(q)) => self.quantity(q)?,
                            _ => return self.not_understood(inner),
                        };
                        vec![if inner.text().starts_with("base power") {
                            Modification::SetBase(Some(n), None)
                        } else {
                            Modification::SetBase(None, Some(n))
                        }]
                    }
                    Rule::have_no_max => vec![Modification::HandSize(None)],
                    Rule::have_abilities => {
                        let list = self.need(inner, Rule::ability_list)?;
                        vec![Modification::Gain(self.ability_list(list, self.bearer)?)]
                    }
                    _ => return self.not_understood(inner),
                }
            }
            Rule::vp_gain_ability => {
                if self.bearer.permanent && !self.resolving {
                    let mut problem = self.problem(
                        Code::Agreement,
                        node,
                        "what an ability gives for as long as it is there is said with `has`",
                    );
                    let help = "write `has` or `have`, or say until when";
                    problem.help.push(help.into());
                    return Err(problem);
                }
                let list = self.need(node, Rule::ability_list)?;
                vec![Modification::Gain(self.ability_list(list, self.bearer)?)]
            }
            Rule::vp_lose_ability => match node.children().next() {
                Some(la) if la.rule() == Rule::la_all && la.text() == "all abilities" => {
                    vec![Modification::LoseAll]
                }
                Some(la) if la.rule() == Rule::keyword_list => {
                    vec![Modification::Lose(self.keyword_list(la)?)]
                }
                _ => return self.not_understood(node),
            },
            Rule::vp_cant => {
                let mut out = Vec::new();
                for what in node.children() {
                    out.extend(self.cant(what)?);
                }
                out
            }
            Rule::vp_must => {
                let Some(inner) = node.children().next() else {
                    return self.not_understood(node);
                };
                let restriction = match inner.rule() {
                    Rule::mu_blocked => Restriction::BeBlocked {
                        by: None,
                        except: None,
                    },
                    Rule::mu_attack => Restriction::Attack(self.optional_whom(inner)?),
                    _ => Restriction::Block(self.optional_any(inner)?),
                };
                vec![Modification::Must(restriction)]
            }
            Rule::vp_attack_able => vec![Modification::Must(Restriction::Attack(
                self.optional_whom(node)?,
            ))],
            Rule::vp_block_able => {
                if has(node, Rule::mu_do_so) {
                    vec![Modification::Must(Restriction::AbleToBlockDoSo)]
                } else {
                    vec![Modification::Must(Restriction::Block(
                        self.optional_any(node)?,
                    ))]
                }
            }
            Rule::vp_doesnt_untap => {
                let part = self.need(node, Rule::turn_part_of)?;
                if has(node, Rule::window) || !part.text().contains("untap step") {
                    return self.not_understood(part);
                }
                if part.text().contains("next") && !has(part, Rule::tp_next) {
                    return self.not_understood(part);
                }
                vec![Modification::DoesntUntap]
            }
            Rule::vp_cost_change => vec![self.cost_change(node, subject, each)?],
            Rule::vp_become | Rule::vp_be => {
                let Some(inner) = node.children().find(|n| n.rule() != Rule::be_not) else {
                    return self.not_understood(node);
                };
                if has(node, Rule::be_not) {
                    return match (inner.rule(), self.become_what(inner)) {
                        (Rule::become_what, Ok(mods)) => match mods.as_slice() {
                            [
                                Modification::Become {
                                    types,
                                    supertypes,
                                    subtypes,
                                    pt: None,
                                    colors: None,
                                    ..
                                },
                            ] if !types.is_empty()
                                && supertypes.is_empty()
                                && subtypes.is_empty() =>
                            {
                                Ok(vec![Modification::NotType(*types)])
                            }
                            _ => self.not_understood(node),
                        },
                        (_, Err(problem)) => Err(problem),
                        _ => self.not_understood(node),
                    };
                }
                match inner.rule() {
                    Rule::become_what => {
                        let mods = self.become_what(inner)?;
                        self.one_of_a_kind(
                            node.text().split(' ').next().unwrap_or(""),
                            inner,
                            &mods,
                        )?;
                        mods
                    }
                    Rule::bm_copy | Rule::be_copy => {
                        let Some(of) = inner.children().next() else {
                            return self.not_understood(inner);
                        };
                        let of = self.item(of, Want::Object)?;
                        vec![Modification::CopyOf(Box::new(of), self.copy_values(inner)?)]
                    }
                    Rule::be_chosen | Rule::bm_types_of => {
                        let text = inner.text();
                        let chosen = if text.contains("color") {
                            Shared::Color
                        } else {
                            Shared::CreatureType
                        };
                        if text.contains("of your choice") {
                            let what = if text.contains("basic land type") {
                                Shared::LandType
                            } else if text.contains("colors") {
                                return Ok(vec![Modification::BecomeColors]);
                            } else {
                                chosen
                            };
                            return Ok(vec![Modification::BecomeChoice(what)]);
                        }
                        if !text.starts_with("the chosen") {
                            return self.not_understood(inner);
                        }
                        vec![become_chosen(chosen, text.contains("in addition"))]
                    }
                    Rule::be_goaded => vec![Modification::Goaded],
                    Rule::be_all_colors if inner.text() == "all colors" => {
                        vec![Modification::Become {
                            pt: None,
                            colors: Some(ColorSet::all()),
                            supertypes: SupertypeSet::EMPTY,
                            types: TypeSet::EMPTY,
                            subtypes: Vec::new(),
                            additional: false,
                            name: None,
                            chosen: None,
                        }]
                    }
                    Rule::be_all_colors if inner.text() == "every creature type" => {
                        vec![Modification::EveryCreatureType]
                    }
                    _ => return self.not_understood(inner),
                }
            }
            Rule::vp_can => {
                let Some(inner) = node.children().next() else {
                    return self.not_understood(node);
                };
                match inner.rule() {
                    Rule::cn_block_only => {
                        // CR 509.1b: the others can't be blocked by it.
                        let noun = self.need(inner, Rule::noun)?;
                        let others = match self.anything(|w| w.noun(noun))? {
                            Noun::Described {
                                quantifier,
                                mut filter,
                            } => match filter.predicates.pop() {
                                Some(Predicate::Has(keyword))
                                    if filter.predicates
                                        == [Predicate::Type(CardType::Creature)] =>
                                {
                                    let has = Predicate::Has(keyword);
                                    filter.predicates.push(Predicate::Not(Box::new(has)));
                                    Noun::Described { quantifier, filter }
                                }
                                _ => return self.not_understood(inner),
                            },
                            _ => return self.not_understood(inner),
                        };
                        vec![Modification::Cant(Restriction::Block(Some(others)))]
                    }
                    Rule::cn_block_additional => {
                        let n = match child(inner, Rule::num) {
                            Some(n) => self.number(n)?,
                            None => Quantity::Number(1),
                        };
                        vec![Modification::May(Permission::BlockMore(Some(n)))]
                    }
                    Rule::cn_block_any => vec![Modification::May(Permission::BlockMore(None))],
                    Rule::cn_attack_defender => vec![Modification::AsThough(AsThough::NoDefender)],
                    Rule::cn_blocked_as => {
                        let word = crate::lower::words::text_of(inner, Rule::landwalk_word);
                        let land = word
                            .and_then(|w| w.strip_suffix("walk"))
                            .and_then(|stem| self.vocab.subtype(stem));
                        match land {
                            Some((land, ..)) => {
                                vec![Modification::AsThough(AsThough::NoLandwalk(land))]
                            }
                            None => return self.not_understood(inner),
                        }
                    }
                    Rule::cn_block_as => return self.not_understood(inner),
                    _ => return self.not_understood(inner),
                }
            }
            Rule::vp_assign if has(node, Rule::as_none) => vec![Modification::AssignsNone],
            Rule::vp_assign => vec![Modification::AssignsByToughness],
            Rule::vp_switch => {
                vec![Modification::Switch]
            }
            Rule::vp_change_base => {
                let (p, t) = match child(node, Rule::cb_whose) {
                    Some(of) => {
                        let whose = self.need(of, Rule::possessor)?;
                        let whose = self.possessor(whose)?;
                        let stat = |attribute| Quantity::Of(attribute, Box::new(whose.clone()));
                        (stat(Attribute::Power), stat(Attribute::Toughness))
                    }
                    None => {
                        let pt = self.need(node, Rule::pt)?;
                        self.base_pt(pt)?
                    }
                };
                vec![Modification::SetBase(Some(p), Some(t))]
            }
            Rule::vp_double => vec![Modification::DoublePower {
                toughness: node.text().contains("toughness"),
            }],
            Rule::vp_damage_prevented => vec![Modification::Cant(Restriction::DamagePrevented)],
            Rule::vp_abilities_off => vec![Modification::Cant(Restriction::Activate {
                except_mana: has(node, Rule::cb_unless_mana),
            })],
            Rule::vp_not_untap => vec![Modification::May(Permission::NotUntap)],
            Rule::vp_spend_any if node.text().ends_with("any color") => {
                vec![Modification::May(Permission::SpendAny)]
            }
            Rule::vp_play_revealed => {
                let cards = self.need(node, Rule::noun)?;
                let zone = match cards.text() {
                    "the top card of your library"
                    | "the top card of their library"
                    | "the top card of their libraries" => crate::vocab::Zone::Library,
                    "your hand" | "their hand" | "their hands" => crate::vocab::Zone::Hand,
                    _ => return self.not_understood(cards),
                };
                if cards.text().contains("your") != (*subject == Noun::You) {
                    return self.not_understood(cards);
                }
                vec![Modification::PlayRevealed(zone)]
            }
            Rule::vp_additional_lands => {
                let n = match child(node, Rule::num) {
                    Some(n) => self.number(n)?,
                    None if has(node, Rule::al_any) => return self.not_understood(node),
                    None => Quantity::Number(1),
                };
                vec![Modification::May(Permission::ExtraLands(n))]
            }
            Rule::vp_assign_unblocked => vec![Modification::May(Permission::AssignAsUnblocked)],
            _ => return self.not_understood(node),
        })
    }

    fn optional_any(&mut self, node: Node<'_>) -> Lowered<Option<Noun>> {
        child(node, Rule::noun)
            .map(|n| self.anything(|w| w.noun(n)))
            .transpose()
    }

    fn optional_whom(&mut self, node: Node<'_>) -> Lowered<Option<Noun>> {
        child(node, Rule::attack_whom)
            .map(|n| self.attack_whom(n))
            .transpose()
    }

    fn base_pt(&mut self, node: Node<'_>) -> Lowered<(Quantity, Quantity)> {
        use crate::ir::PtValue;
        let (p, t) = self.pt(node)?;
        let quantity = |v| match v {
            PtValue::Number(n) => Some(Quantity::Number(n)),
            PtValue::Quantity(q) => Some(*q),
            PtValue::Star | PtValue::StarPlus(_) => None,
        };
        match (quantity(p), quantity(t)) {
            (Some(p), Some(t)) => Ok((p, t)),
            _ => self.not_understood(node),
        }
    }

    fn pump(&mut self, node: Node<'_>) -> Lowered<(Quantity, Quantity)> {
        let side = |side: &str| {
            let size = side.trim_start_matches(['+', '−', '-', '–']);
            let size = match size {
                "x" | "y" => self.x.clone().unwrap_or(Quantity::X),
                "n" => Quantity::Parameter,
                digits => Quantity::Number(digits.parse().ok()?),
            };
            Some(match size {
                size if side.starts_with('+') => size,
                Quantity::Number(n) => Quantity::Number(n.saturating_neg()),
                size => Quantity::Times(-1, Box::new(size)),
            })
        };
        let sides = node.text().split_once('/');
        match sides.and_then(|(power, toughness)| Some((side(power)?, side(toughness)?))) {
            Some(pump) => Ok(pump),
            None => self.not_understood(node),
        }
    }

    /// Abilities given: keywords and quoted ones.
    /// The abilities that something else than the object itself gets.
    pub fn given_abilities(&mut self, node: Node<'_>, bearer: &Bearer) -> Lowered<Vec<Ability>> {
        let outer = std::mem::replace(&mut self.given, true);
        let abilities = self.ability_list(node, bearer);
        self.given = outer;
        abilities
    }

    pub fn ability_list(&mut self, node: Node<'_>, bearer: &Bearer) -> Lowered<Vec<Ability>> {
        let mut out = Vec::new();
        for item in node.children() {
            match item.rule() {
                Rule::keyword => out.extend(self.keyword(item)?.into_iter().map(keyword_ability)),
                Rule::quoted => out.extend(self.quoted(item, bearer)?),
                _ => return self.not_understood(item),
            }
        }
        Ok(out)
    }

    fn cant(&mut self, node: Node<'_>) -> Lowered<Vec<Modification>> {
        let cant = |r| vec![Modification::Cant(r)];
        Ok(match node.rule() {
            Rule::ca_alone => cant(Restriction::Alone {
                attack: node.text().contains("attack"),
                block: node.text().contains("block"),
            }),
            Rule::ca_attack_block => {
                if node.text().contains("crew") {
                    return self.not_understood(node);
                }
                vec![
                    Modification::Cant(Restriction::Attack(None)),
                    Modification::Cant(Restriction::Block(None)),
                ]
            }
            Rule::ca_attack => cant(Restriction::Attack(self.optional_whom(node)?)),
            Rule::ca_block => cant(Restriction::Block(self.optional_any(node)?)),
            Rule::ca_be => {
                let Some(inner) = node.children().next() else {
                    return self.not_understood(node);
                };
                match inner.rule() {
                    Rule::cb_blocked => cant(Restriction::BeBlocked {
                        by: None,
                        except: None,
                    }),
                    Rule::cb_blocked_by => cant(Restriction::BeBlocked {
                        by: self.optional_any(inner)?,
                        except: None,
                    }),
                    Rule::cb_blocked_except => cant(Restriction::BeBlocked {
                        by: None,
                        except: self.optional_any(inner)?,
                    }),
                    Rule::cb_blocked_count => {
                        let n = self.need(inner, Rule::num)?;
                        let n = self.plain_number(n)?;
                        cant(if has(inner, Rule::cb_least) {
                            Restriction::BlockedByCount {
                                at_least: Some(n),
                                at_most: None,
                            }
                        } else {
                            Restriction::BlockedByCount {
                                at_least: None,
                                at_most: Some(n),
                            }
                        })
                    }
                    Rule::cb_targeted => {
                        cant(Restriction::BeTargeted(self.optional_any(inner)?.map(set)))
                    }
                    Rule::cb_countered if !has(inner, Rule::noun) => cant(Restriction::BeCountered),
                    Rule::cb_regenerated => cant(Restriction::BeRegenerated),
                    Rule::cb_sacrificed => cant(Restriction::BeSacrificed),
                    Rule::cb_enchanted if has(inner, Rule::noun) => {
                        let noun = self.need(inner, Rule::noun)?;
                        cant(Restriction::BeAttached(self.anything(|w| w.noun(noun))?))
                    }
                    Rule::cb_activated => cant(Restriction::Activate {
                        except_mana: has(inner, Rule::cb_unless_mana),
                    }),
                    Rule::cb_prevented => cant(Restriction::DamagePrevented),
                    Rule::cb_dealt => cant(Restriction::BeDealtDamage),
                    _ => return self.not_understood(inner),
                }
            }
            Rule::ca_gain => cant(Restriction::GainLife),
            Rule::ca_lose => cant(if has(node, Rule::ca_game) {
                Restriction::LoseGame
            } else {
                Restriction::LoseLife
            }),
            Rule::ca_win => cant(Restriction::WinGame),
            Rule::ca_cast => {
                let noun = self.need(node, Rule::noun)?;
                // "More than one spell": the number is the determiner.
                let what = if has(node, Rule::ca_more_than) {
                    self.quality_of(|w| w.noun(noun))?
                } else {
                    self.anything(|w| w.noun(noun))?
                };
                let limit = match child(node, Rule::ca_more_than) {
                    Some(n) => {
                        let n = self.need(n, Rule::num)?;
                        Some(self.number(n)?)
                    }
                    None => None,
                };
                if limit.is_some() != node.text().ends_with("each turn") {
                    return self.not_understood(node);
                }
                cant(Restriction::Cast {
                    what: set(what),
                    limit,
                })
            }
            Rule::ca_play => {
                let noun = self.need(node, Rule::noun)?;
                cant(Restriction::Play(set(self.anything(|w| w.noun(noun))?)))
            }
            Rule::ca_draw => {
                let limit = match child(node, Rule::ca_more_than) {
                    Some(n) => {
                        let n = self.need(n, Rule::num)?;
                        Some(self.number(n)?)
                    }
                    None => None,
                };
                cant(Restriction::Draw(limit))
            }
            Rule::ca_search => cant(Restriction::Search),
            Rule::ca_untap => cant(Restriction::Untap),
            Rule::ca_have => {
                let list = self.need(node, Rule::keyword_list)?;
                if !node.text().starts_with("have or gain") {
                    return self.not_understood(node);
                }
                vec![Modification::CantHave(self.keyword_list(list)?)]
            }
            Rule::ca_enter => cant(Restriction::Enter),
            Rule::ca_get_counters => cant(Restriction::GetCounters(None)),
            _ => return self.not_understood(node),
        })
    }

    fn cost_change(
        &mut self,
        node: Node<'_>,
        _subject: &Noun,
        each: Option<Node<'_>>,
    ) -> Lowered<Modification> {
        let less = has(node, Rule::cc_less);
        if has(node, Rule::q_for_each_pre) || node.text().contains("to equip") {
            return self.not_understood(node);
        }
        let each = child(node, Rule::q_for_each).or(each);
        let mana = match child(node, Rule::mana) {
            Some(mana) => self.mana(mana)?,
            None => return self.not_understood(node),
        };
        let amount = match (each, mana.0.as_slice()) {
            (None, [ManaSymbol::X]) => CostAmount::Generic(self.x.clone().unwrap_or(Quantity::X)),
            (None, _) => CostAmount::Mana(mana),
            (Some(each), [ManaSymbol::Generic(n)]) => {
                CostAmount::Generic(self.for_each(each, i64::from(*n))?)
            }
            (Some(each), _) => {
                CostAmount::ManaForEach(ManaCost(mana.0.clone()), self.for_each(each, 1)?)
            }
        };
        Ok(Modification::CostChange { less, amount })
    }
}

/// A keyword as an ability.
pub(in crate::lower) fn keyword_ability(keyword: Keyword) -> Ability {
    Ability {
        word: None,
        kind: AbilityKind::Keyword(keyword),
        zones: None,
    }
}

fn become_chosen(chosen: Shared, additional: bool) -> Modification {
    Modification::Become {
        pt: None,
        colors: None,
        supertypes: SupertypeSet::EMPTY,
        types: TypeSet::EMPTY,
        subtypes: Vec::new(),
        additional,
        name: None,
        chosen: Some(chosen),
    }
}

impl Lower<'_> {
    /// "Becomes a creature": one thing is one of its kind, while adjectives stand alone.
    pub(in crate::lower) fn one_of_a_kind(
        &self,
        verb: &str,
        what: Node<'_>,
        mods: &[Modification],
    ) -> Lowered<()> {
        let single = matches!(verb, "becomes" | "is" | "'s");
        let article = what.text().starts_with("a ") || what.text().starts_with("an ");
        let noun = mods.iter().any(|modification| match modification {
            Modification::Become {
                types, subtypes, ..
            } => !types.is_empty() || !subtypes.is_empty(),
            _ => false,
        });
        if !single || article || !noun {
            return Ok(());
        }
        let message = format!("`{}` does not say how many", what.text());
        Err(self.problem(Code::MissingDeterminer, what, message))
    }
}
