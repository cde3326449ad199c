//! What holds of a subject: characteristics, restrictions, permissions (CR 604, 611, 613).

use crate::diag::Code;
use crate::ir::quantity::Attribute;
use crate::ir::{
    Ability, AbilityKind, Keyword, Modification, Noun, Permission, Quantity, Restriction,
    noun::Shared, statics::CostAmount,
};
use crate::lower::{
    Bearer,
    clause::action::frames::gains_control,
    context::{Lower, Lowered, all, child, has, single},
    phrase::noun::Want,
    words,
};
use crate::vocab::{ManaCost, ManaSymbol, SupertypeSet, TypeSet};
use spellwright_grammar::{Node, Rule};

/// Whether a predicate says what holds rather than what to do.
pub(in crate::lower) fn is_static(node: Node<'_>) -> bool {
    matches!(
        node.rule(),
        Rule::vp_get
            | Rule::vp_have
            | Rule::vp_cant
            | Rule::vp_must
            | Rule::vp_doesnt_untap
            | Rule::vp_cost_change
            | Rule::vp_become
            | Rule::vp_be
            | Rule::vp_can
            | Rule::vp_assign
            | Rule::vp_whose
            | Rule::vp_not_untap
            | Rule::vp_spend_any
            | Rule::vp_play_revealed
            | Rule::vp_additional_lands
            | Rule::vp_damage_prevented
    ) && !has(node, Rule::bm_prepared)
        || node.rule() == Rule::vp_double && node.says("power")
        || gains_control(node)
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
            Rule::vp_have => vec![self.having(node)?],
            Rule::vp_cant => {
                let mut out = Vec::new();
                for what in node.children() {
                    out.extend(self.cant(what)?);
                }
                out
            }
            Rule::vp_must => vec![Modification::Must(self.must(node)?)],
            Rule::vp_doesnt_untap => {
                let part = self.need(node, Rule::turn_part_of)?;
                if has(node, Rule::window) || !part.text().contains("untap step") {
                    return self.not_understood(part);
                }
                if part.text().contains("next") && !crate::lower::phrase::condition::is_next(part) {
                    return self.not_understood(part);
                }
                vec![Modification::DoesntUntap]
            }
            Rule::vp_cost_change => vec![self.cost_change(node, subject, each)?],
            Rule::vp_become | Rule::vp_be => self.being(node)?,
            Rule::vp_can => vec![self.can(node)?],
            Rule::vp_assign if node.says("no combat damage") => vec![Modification::AssignsNone],
            Rule::vp_assign => vec![Modification::AssignsByToughness],
            Rule::vp_whose => vec![self.whose_it_is(node)?],
            Rule::vp_double => vec![Modification::DoublePower {
                toughness: node.says("toughness"),
            }],
            Rule::vp_damage_prevented if node.says("reduces it to 1 instead") => {
                vec![Modification::KeepsOneLife]
            }
            Rule::vp_damage_prevented => vec![Modification::Cant(Restriction::DamagePrevented)],
            Rule::vp_not_untap => vec![Modification::May(Permission::NotUntap)],
            Rule::vp_spend_any => vec![Modification::May(self.spend_any(node)?)],
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
                if let Some(whose) = child(node, Rule::possessor)
                    && (self.resolving || (whose.text() == "your") != (*subject == Noun::You))
                {
                    return self.not_understood(whose);
                }
                let n = match child(node, Rule::num) {
                    Some(n) => self.number(n)?,
                    None if node.says("any number of") => return self.not_understood(node),
                    None => Quantity::Number(1),
                };
                vec![Modification::May(Permission::ExtraLands(n))]
            }
            _ => return self.not_understood(node),
        })
    }

    /// "Spend mana as though it were mana of any color to cast that spell" (CR 609.4b).
    fn spend_any(&mut self, node: Node<'_>) -> Lowered<Permission> {
        let types = node.says("type");
        let on = match child(node, Rule::noun) {
            None => None,
            Some(noun) => match (noun.text(), self.said.castable.clone()) {
                ("that spell" | "it" | "those spells", Some(on @ Noun::Ref { .. })) => Some(on),
                ("that spell" | "it" | "those spells" | "them", _) => {
                    return self.dangling(noun);
                }
                _ => Some(crate::lower::phrase::quantity::set(
                    self.quality_of(|w| w.noun(noun))?,
                )),
            },
        };
        Ok(Permission::SpendAny { types, on })
    }

    /// What a subject has, gains or loses.
    fn having(&mut self, node: Node<'_>) -> Lowered<Modification> {
        let list = child(node, Rule::ability_list);
        Ok(match (words::frame(node).as_str(), list) {
            ("gain _", _) if self.bearer.permanent && !self.resolving => {
                let mut problem = self.problem(
                    Code::Agreement,
                    node,
                    "what an ability gives for as long as it is there is said with `has`",
                );
                let help = "write `has` or `have`, or say until when";
                problem.help.push(help.into());
                return Err(problem);
            }
            ("have _" | "gain _", Some(list)) => {
                Modification::Gain(self.ability_list(list, self.bearer)?)
            }
            ("have no maximum hand size", _) => Modification::HandSize(None),
            ("have base power and toughness _", _) => {
                let pt = self.need(node, Rule::pt)?;
                let (power, toughness) = self.base_pt(pt)?;
                Modification::SetBase(Some(power), Some(toughness))
            }
            (
                "have base power and toughness equal to _"
                | "have base power and toughness each equal to _",
                _,
            ) => {
                let value = self.need(node, Rule::q_expr)?;
                let value = self.quantity(value)?;
                Modification::SetBase(Some(value.clone()), Some(value))
            }
            ("have base power _" | "have base power equal to _", _) => {
                Modification::SetBase(Some(self.only_quantity(node)?), None)
            }
            ("have base toughness _" | "have base toughness equal to _", _) => {
                Modification::SetBase(None, Some(self.only_quantity(node)?))
            }
            ("lose all abilities", _) => Modification::LoseAll,
            ("lose _", _) => {
                let list = self.need(node, Rule::keyword_list)?;
                Modification::Lose(self.keyword_list(list)?)
            }
            _ => return self.not_understood(node),
        })
    }

    /// The number or quantity that is the only phrase of a node.
    fn only_quantity(&mut self, node: Node<'_>) -> Lowered<Quantity> {
        match single(node) {
            Some(number) if number.rule() == Rule::num => self.number(number),
            Some(quantity) => self.quantity(quantity),
            None => self.not_understood(node),
        }
    }

    /// What a subject is or becomes.
    fn being(&mut self, node: Node<'_>) -> Lowered<Vec<Modification>> {
        let frame = words::frame(node);
        if ["isn't", "aren't", "is not"]
            .iter()
            .any(|not| node.says(not))
        {
            return self.not_being(node);
        }
        let (_, what) = frame.split_once(' ').unwrap_or_default();
        let what = what.strip_prefix("also ").unwrap_or(what);
        let (kind, additional) = match what.strip_suffix(" in addition to its other types") {
            Some(kind) => (kind, true),
            None => (what, false),
        };
        let modification = match kind {
            "_" => {
                let what = self.need(node, Rule::become_what)?;
                let mut mods = self.become_what(what)?;
                if node.says("also") {
                    // "Is also a Cleric": whatever else it is (CR 205.1b).
                    match mods.as_mut_slice() {
                        [
                            Modification::Become {
                                additional,
                                colors: None,
                                pt: None,
                                ..
                            },
                        ] if !*additional => *additional = true,
                        _ => return self.not_understood(node),
                    }
                }
                let verb = node.text().split(' ').next().unwrap_or("");
                self.one_of_a_kind(verb, what, &mods)?;
                return Ok(mods);
            }
            "a copy of _" | "a copy of _ _" | "copies of _" | "copies of _ _" => {
                let Some(of) = node.children().next() else {
                    return self.not_understood(node);
                };
                let of = self.item(of, Want::Object)?;
                Modification::CopyOf(Box::new(of), self.copy_values(node)?)
            }
            "the chosen color" | "that color" => become_chosen(Shared::Color, additional),
            "that type" => become_chosen(self.chosen_type(node)?, additional),
            "the chosen type" | "the chosen creature type" => {
                become_chosen(Shared::CreatureType, additional)
            }
            "the color of your choice" => Modification::BecomeChoice(Shared::Color),
            "the creature type of your choice" => Modification::BecomeChoice(Shared::CreatureType),
            "the basic land type of your choice" => Modification::BecomeChoice(Shared::LandType),
            "the color or colors of your choice" => Modification::BecomeColors,
            "goaded" => Modification::Goaded,
            "every creature type" => Modification::EveryCreatureType,
            _ => return self.not_understood(node),
        };
        Ok(vec![modification])
    }

    /// What a subject is not: of no card type but those alone.
    fn not_being(&mut self, node: Node<'_>) -> Lowered<Vec<Modification>> {
        let what = self.need(node, Rule::become_what)?;
        match self.become_what(what)?.as_slice() {
            [
                Modification::Become {
                    types,
                    supertypes,
                    subtypes,
                    pt: None,
                    colors: None,
                    ..
                },
            ] if !types.is_empty() && supertypes.is_empty() && subtypes.is_empty() => {
                Ok(vec![Modification::NotType(*types)])
            }
            _ => self.not_understood(node),
        }
    }

    /// What is said of something that a possessive names: of its power and toughness, its damage, its abilities.
    fn whose_it_is(&mut self, node: Node<'_>) -> Lowered<Modification> {
        Ok(if node.says("switch") {
            Modification::Switch
        } else if let Some(pt) = child(node, Rule::pt) {
            let (power, toughness) = self.base_pt(pt)?;
            Modification::SetBase(Some(power), Some(toughness))
        } else if node.says("change") {
            let Some(whose) = all(node, Rule::possessor).nth(1) else {
                return self.not_understood(node);
            };
            let whose = self.possessor(whose)?;
            let stat = |attribute| Some(Quantity::Of(attribute, Box::new(whose.clone())));
            Modification::SetBase(stat(Attribute::Power), stat(Attribute::Toughness))
        } else if node.says("assign") {
            Modification::May(Permission::AssignAsUnblocked)
        } else {
            Modification::Cant(Restriction::Activate {
                except_mana: node.says("unless they're mana abilities"),
            })
        })
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

    fn cost_change(
        &mut self,
        node: Node<'_>,
        _subject: &Noun,
        each: Option<Node<'_>>,
    ) -> Lowered<Modification> {
        let less = node.says("less");
        if node.says("to equip") {
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
        more_colors: false,
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
