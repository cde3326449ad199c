//! Ability lines (CR 113.3): which kind of ability a line is.

use super::{
    Bearer,
    clause::{
        effect::{Part, sequence},
        prevention, replacement,
    },
    context::{Lower, Lowered, all, child, find, has},
};
use crate::diag::Code;
use crate::ir::{
    Ability, AbilityKind, ActivationRule, Condition, Effect, Event, EventVerb, Level, Modes, Noun,
    PtValue, Quantity, Replacement, Statement, Trigger, TriggerWord,
};
use crate::vocab::Name;
use spellwright_grammar::{Node, Reason, Rule, parse};

impl Lower<'_> {
    /// An `ability_line` or `quoted_line`.
    pub fn line(&mut self, node: Node<'_>) -> Lowered<Vec<Ability>> {
        let word = match child(node, Rule::ability_word) {
            Some(word) => {
                let name = word.text().trim();
                if keyword_of_abilities(name).is_none() && !self.vocab.has_ability_word(name) {
                    return Err(self.problem(
                        Code::UnknownKeyword,
                        word,
                        format!("unknown ability word `{name}`"),
                    ));
                }
                Some(Name::from(name))
            }
            None => None,
        };
        let Some(body) = node.children().find(|n| n.rule() != Rule::ability_word) else {
            return self.not_understood(node);
        };
        let mut kinds = self.body(body)?;
        if let Some(keyword) = word.as_deref().and_then(keyword_of_abilities) {
            let [AbilityKind::Activated { rules, .. }] = kinds.as_mut_slice() else {
                return self.not_understood(node);
            };
            rules.extend(keyword_rules(keyword));
            if keyword == AbilityKeyword::Forecast {
                self.functions = Some(crate::vocab::Zone::Hand);
            }
        }
        let zones = self.functions.map(crate::vocab::ZoneSet::of);
        Ok(kinds
            .into_iter()
            .map(|kind| Ability {
                word: word.clone(),
                zones: match kind {
                    AbilityKind::Activated { .. }
                    | AbilityKind::Triggered { .. }
                    | AbilityKind::Replacement(_) => zones,
                    _ => None,
                },
                kind,
            })
            .collect())
    }

    fn body(&mut self, node: Node<'_>) -> Lowered<Vec<AbilityKind>> {
        Ok(match node.rule() {
            Rule::ab_keywords => {
                let line = self.need(node, Rule::keyword_line)?;
                self.keyword_list(line)?
                    .into_iter()
                    .map(AbilityKind::Keyword)
                    .collect()
            }
            Rule::ab_triggered => vec![self.triggered(node)?],
            Rule::ab_activated => vec![self.activated(node)?],
            Rule::ab_modal => {
                self.resolving = true;
                let effect = self.modal(node)?;
                vec![self.spell(node, effect)?]
            }
            Rule::ab_effect => self.plain(node)?,
            Rule::ab_as_enters => {
                let subject = self.need(node, Rule::subject)?;
                let effect_node = self.need(node, Rule::effect)?;
                let what = self.anything(|w| w.noun(subject))?;
                if let Some(change) = replacement::unless_paid(self, effect_node)? {
                    return Ok(vec![AbilityKind::Replacement(Replacement::Entering {
                        what,
                        condition: None,
                        changes: vec![change],
                    })]);
                }
                self.entering = what == Noun::This;
                self.resolving |= self.entering;
                let mut effect = self.effect(effect_node)?;
                self.entering = false;
                self.said.number(&mut effect);
                vec![AbilityKind::Replacement(Replacement::Entering {
                    what,
                    condition: None,
                    changes: vec![crate::ir::statics::EntersChange::As(Box::new(effect))],
                })]
            }
            Rule::ab_exert => {
                self.resolving = true;
                self.said.push(super::discourse::Referent::this());
                let effect = match child(node, Rule::effect) {
                    Some(effect) => {
                        let mut effect = self.effect(effect)?;
                        self.said.number(&mut effect);
                        Some(effect)
                    }
                    None => None,
                };
                vec![AbilityKind::ExertAttack(effect)]
            }
            Rule::ab_outside => {
                let name = match node.children().next().map(Node::rule) {
                    Some(Rule::og_leyline) => "opening hand",
                    Some(Rule::og_deck) => "any number in a deck",
                    _ => "ante",
                };
                vec![AbilityKind::OutsideTheGame(name.into())]
            }
            Rule::ab_level => vec![AbilityKind::Level(self.level_symbol(node)?)],
            Rule::ab_chapter => {
                self.resolving = true;
                let numbers = all(node, Rule::chapter_number)
                    .filter_map(|n| roman(n.text()))
                    .collect();
                let mut effect = self.effect_or_modal(node)?;
                self.said.number(&mut effect);
                vec![AbilityKind::Chapter(numbers, effect)]
            }
            Rule::ab_additional_cost => self.additional_cost(node)?,
            Rule::ab_alternative_cost => self.alternative_cost(node)?,
            Rule::ab_special_static => self.special(node)?,
            _ => return self.not_understood(node),
        })
    }

    fn effect_or_modal(&mut self, node: Node<'_>) -> Lowered<Effect> {
        let gone = std::mem::replace(&mut self.gone, true);
        let effect = self.effect_or_modes(node);
        self.gone = gone;
        effect
    }

    fn effect_or_modes(&mut self, node: Node<'_>) -> Lowered<Effect> {
        for part in node.children() {
            match part.rule() {
                Rule::ab_modal => return self.modal(part),
                Rule::effect | Rule::effect_a => return self.effect(part),
                _ => {}
            }
        }
        self.not_understood(node)
    }

    fn triggered(&mut self, node: Node<'_>) -> Lowered<AbilityKind> {
        self.resolving = true;
        let word_node = self.need(node, Rule::trigger_word)?;
        let word = match word_node.text() {
            "when" => TriggerWord::When,
            "whenever" => TriggerWord::Whenever,
            _ => TriggerWord::At,
        };
        let trigger = self.need(node, Rule::trigger)?;
        let mut events = Vec::new();
        for event in all(trigger, Rule::event) {
            events.push(self.event(event)?);
        }
        let event = match events.len() {
            1 => events.remove(0),
            _ => Event {
                verb: EventVerb::AnyOf(events),
                subject: None,
                object: None,
                batch: false,
            },
        };
        self.gone = leaves(&event);
        let condition = match child(node, Rule::if_condition) {
            Some(condition) => {
                let condition = self.need(condition, Rule::condition)?;
                Some(self.condition(condition)?)
            }
            None => None,
        };
        let mut effect = self.effect_or_modal(node)?;
        self.said.number(&mut effect);
        let limit = match child(node, Rule::trigger_limit) {
            Some(limit) if limit.text() == "this ability triggers only once each turn." => {
                Some(Quantity::Number(1))
            }
            Some(limit) => return self.not_understood(limit),
            None => None,
        };
        Ok(AbilityKind::Triggered {
            trigger: Trigger { word, event },
            condition,
            effect,
            limit,
        })
    }

    fn activated(&mut self, node: Node<'_>) -> Lowered<AbilityKind> {
        self.resolving = true;
        let cost = self.need(node, Rule::cost)?;
        let cost = self.cost(cost)?;
        if let Some(level) = child(node, Rule::class_level) {
            // CR 716.2d: a permanent without a level is level 1.
            return match child(level, Rule::num_int).and_then(|n| n.text().parse().ok()) {
                Some(level) if level > 1 && self.bearer.permanent => {
                    Ok(AbilityKind::Level(Level::Class { cost, level }))
                }
                _ => self.not_understood(level),
            };
        }
        let mut effect = self.effect_or_modal(node)?;
        self.said.number(&mut effect);
        let mut rules = Vec::new();
        for rule in all(node, Rule::activate_rule) {
            self.activation_rules(rule, &mut rules)?;
        }
        Ok(AbilityKind::Activated {
            cost,
            effect,
            rules,
        })
    }

    /// "LEVEL 1-4 2/2" (CR 711.2).
    fn level_symbol(&mut self, node: Node<'_>) -> Lowered<Level> {
        let mut numbers = all(node, Rule::num_int).map(|n| n.text().parse::<u32>().ok());
        let (Some(Some(from)), true) = (numbers.next(), self.bearer.permanent) else {
            return self.not_understood(node);
        };
        let to = match numbers.next() {
            Some(None) => return self.not_understood(node),
            Some(to) => to,
            None => None,
        };
        let pt = match child(node, Rule::pt) {
            Some(pt) => match self.pt(pt)? {
                (PtValue::Number(power), PtValue::Number(toughness)) => Some((power, toughness)),
                _ => return self.not_understood(pt),
            },
            None => None,
        };
        if from == 0 || to.is_some_and(|to| to < from) {
            return self.not_understood(node);
        }
        Ok(Level::Counters { from, to, pt })
    }

    fn activation_rules(&mut self, node: Node<'_>, out: &mut Vec<ActivationRule>) -> Lowered<()> {
        for rule in node.children() {
            out.push(match rule.rule() {
                Rule::ar_sorcery => ActivationRule::Sorcery,
                Rule::ar_could_cast => ActivationRule::CouldCast,
                Rule::ar_instant => ActivationRule::Instant,
                Rule::ar_once_turn => ActivationRule::TimesEachTurn(1),
                Rule::ar_once => ActivationRule::Once,
                Rule::ar_times => match find(rule, Rule::num) {
                    Some(n) => ActivationRule::TimesEachTurn(self.plain_number(n)?),
                    None if rule.text().contains("twice") => ActivationRule::TimesEachTurn(2),
                    None => return self.not_understood(rule),
                },
                Rule::ar_if => {
                    let condition = self.need(rule, Rule::condition)?;
                    ActivationRule::If(self.condition(condition)?)
                }
                Rule::ar_during => {
                    let part = self.need(rule, Rule::turn_part_of)?;
                    match self.part_of_turn(part)? {
                        (whose, Some(part)) => ActivationRule::During(whose, part),
                        (Some(whose), None) => ActivationRule::Turn(whose),
                        _ => return self.not_understood(rule),
                    }
                }
                Rule::ar_before => match child(rule, Rule::tp_before) {
                    Some(before) if has(before, Rule::tp_blockers) => {
                        ActivationRule::During(None, crate::ir::condition::TurnPart::BeforeBlockers)
                    }
                    Some(before) if before.text().contains("attackers") => ActivationRule::During(
                        None,
                        crate::ir::condition::TurnPart::BeforeAttackers,
                    ),
                    _ => return self.not_understood(rule),
                },
                Rule::ar_any => ActivationRule::AnyPlayer,
                Rule::ar_x => ActivationRule::XNotZero,
                Rule::ar_special => ActivationRule::Special,
                _ => return self.not_understood(rule),
            });
        }
        Ok(())
    }

    /// When a spell can be cast.
    fn cast_rule(&mut self, rule: Node<'_>) -> Lowered<ActivationRule> {
        use crate::ir::condition::TurnPart;
        Ok(match rule.rule() {
            Rule::co_if => {
                let condition = self.need(rule, Rule::condition)?;
                ActivationRule::If(self.condition(condition)?)
            }
            Rule::co_during => {
                let part = self.need(rule, Rule::turn_part_of)?;
                match self.part_of_turn(part)? {
                    (whose, Some(part)) => ActivationRule::During(whose, part),
                    (Some(whose), None) => ActivationRule::Turn(whose),
                    _ => return self.not_understood(rule),
                }
            }
            Rule::co_before => match rule.children().next() {
                Some(after) if after.rule() == Rule::tp_after_blockers => {
                    ActivationRule::During(None, TurnPart::AfterBlockers)
                }
                Some(before) if has(before, Rule::tp_blockers) => {
                    ActivationRule::During(None, TurnPart::BeforeBlockers)
                }
                Some(before) if before.text().contains("attackers") => {
                    ActivationRule::During(None, TurnPart::BeforeAttackers)
                }
                _ => return self.not_understood(rule),
            },
            _ => return self.not_understood(rule),
        })
    }

    /// A modal choice (CR 700.2).
    fn modal(&mut self, node: Node<'_>) -> Lowered<Effect> {
        if has(node, Rule::md_if) || has(node, Rule::md_more) || has(node, Rule::md_random) {
            return self.not_understood(node);
        }
        let chooser = match child(node, Rule::md_chooser) {
            Some(chooser) => {
                let subject = self.need(chooser, Rule::subject)?;
                Some(self.noun(subject)?)
            }
            None => None,
        };
        let count = self.need(node, Rule::md_count)?;
        let modes_count = i64::try_from(all(node, Rule::mode).count()).unwrap_or(i64::MAX);
        let one = Quantity::Number(1);
        let (min, max) = match count.children().next() {
            Some(c) if c.rule() == Rule::md_one_or_both => (one, Quantity::Number(2)),
            Some(c) if c.rule() == Rule::md_one_or_more => (one, Quantity::Number(modes_count)),
            Some(c) if c.rule() == Rule::md_up_to => {
                let n = self.need(c, Rule::num)?;
                (Quantity::Number(0), self.number(n)?)
            }
            Some(c) if c.rule() == Rule::num => {
                let n = self.number(c)?;
                (n.clone(), n)
            }
            _ => return self.not_understood(count),
        };
        // Each mode continues what stands before the modes, not what another mode introduced.
        let before = self.said.referents.len();
        let amounts = self.said.amounts.len();
        // CR 700.2c: modes that are not chosen have no targets, so that each counts its own.
        let targets = self.said.targets;
        let mut modes = Vec::new();
        for mode in all(node, Rule::mode) {
            let effect = self.need(mode, Rule::effect)?;
            let name = child(mode, Rule::mode_name).map(|n| Name::from(n.text().trim()));
            modes.push((name, self.effect(effect)?));
            self.said.referents.truncate(before);
            self.said.amounts.truncate(amounts);
            self.said.targets = targets;
        }
        Ok(Effect::Modal(Modes {
            chooser,
            min,
            max,
            repeats: has(node, Rule::md_repeat),
            both_if: None,
            modes,
        }))
    }

    fn spell(&mut self, node: Node<'_>, mut effect: Effect) -> Lowered<AbilityKind> {
        if self.bearer.permanent {
            return Err(self.problem(
                Code::NotUnderstood,
                node,
                "an instruction alone is an ability of an instant or sorcery; a permanent's has a cost or a trigger condition",
            ));
        }
        self.said.number(&mut effect);
        Ok(AbilityKind::Spell(effect))
    }

    /// A line without cost or trigger: instructions of a spell, or what holds of a permanent.
    fn plain(&mut self, node: Node<'_>) -> Lowered<Vec<AbilityKind>> {
        if has(node, Rule::activate_rule) {
            return self.not_understood(node);
        }
        let effect = self.need(node, Rule::effect)?;
        if let Some(replacement) = replacement::entering(self, effect)? {
            return Ok(vec![AbilityKind::Replacement(replacement)]);
        }
        if self.bearer.permanent
            && let Some(replacement) = prevention::prevention(self, effect)?
        {
            return Ok(vec![AbilityKind::Replacement(replacement)]);
        }
        if self.bearer.permanent
            && let Some(replacement) = prevention::redirecting(self, effect)?
        {
            return Ok(vec![AbilityKind::Replacement(replacement)]);
        }
        if let Some(replacement) = replacement::instead(self, effect)? {
            return Ok(vec![AbilityKind::Replacement(replacement)]);
        }
        if self.bearer.permanent
            && let Some(replacement) = super::clause::action::mana::produces(self, effect)?
        {
            return Ok(vec![AbilityKind::Replacement(replacement)]);
        }
        if self.bearer.permanent
            && let Some(skip) = replacement::skipping(self, effect)?
        {
            return Ok(vec![AbilityKind::Replacement(skip)]);
        }
        // CR 113.6, 604.1: on a spell, what is said of the spell itself holds while it is cast.
        let about_spell = !self.bearer.permanent
            && (effect.text().starts_with("this spell ")
                || effect.text().starts_with("as long as ")
                    && effect.text().contains(", this spell costs "))
            && find(effect, Rule::vp_deal).is_none();
        self.resolving = !self.bearer.permanent && !about_spell;
        let may_target = self.may_target;
        self.may_target = self.resolving;
        self.gone = self.resolving;
        let parts = self.parts(effect);
        self.may_target = may_target;
        let parts = parts?;
        if self.bearer.permanent || about_spell {
            let statements: Option<Vec<Statement>> = parts
                .iter()
                .map(|part| match part {
                    Part::Holds(statement, None) => Some(statement.clone()),
                    _ => None,
                })
                .collect();
            if let Some(statements) = statements {
                return Ok(vec![AbilityKind::Static(statements)]);
            }
        }
        let effect = sequence(parts.into_iter().map(Part::effect).collect());
        Ok(vec![self.spell(node, effect)?])
    }

    fn special(&mut self, node: Node<'_>) -> Lowered<Vec<AbilityKind>> {
        use crate::ir::{Modification, statics::EntersChange};
        let Some(inner) = node.children().next() else {
            return self.not_understood(node);
        };
        let statement = |subject, modification, condition| {
            vec![AbilityKind::Static(vec![Statement {
                subject,
                modifications: vec![modification],
                condition,
            }])]
        };
        Ok(match inner.rule() {
            Rule::sp_define => {
                let whose = self.need(inner, Rule::possessor)?;
                let subject = self.possessor(whose)?;
                let values: Vec<Node<'_>> = all(inner, Rule::q_expr).collect();
                let [value] = values.as_slice() else {
                    return self.not_understood(inner);
                };
                let value = self.anything(|w| w.quantity(*value))?;
                let (power, toughness) =
                    match (has(inner, Rule::df_both), has(inner, Rule::df_power)) {
                        (true, _) => (Some(value.clone()), Some(value)),
                        (false, true) => (Some(value), None),
                        _ => (None, Some(value)),
                    };
                let modification = if subject == Noun::This {
                    Modification::Define(power, toughness)
                } else {
                    Modification::SetBase(power, toughness)
                };
                statement(subject, modification, None)
            }
            Rule::sp_enters_tapped_unless => {
                let subject = self.need(inner, Rule::subject)?;
                let what = self.anything(|w| w.noun(subject))?;
                let condition = self.need(inner, Rule::condition)?;
                let condition = self.condition(condition)?;
                vec![AbilityKind::Replacement(Replacement::Entering {
                    what,
                    condition: Some(Condition::Not(Box::new(condition))),
                    changes: vec![EntersChange::Tapped],
                })]
            }
            Rule::sp_pay_or_tapped => {
                let subject = self.need(inner, Rule::subject)?;
                let what = self.anything(|w| w.noun(subject))?;
                let n = self.need(inner, Rule::num)?;
                let n = self.number(n)?;
                let cost = crate::ir::Cost(vec![crate::ir::CostPart::Act(
                    crate::ir::Action::PayLife(n),
                )]);
                vec![AbilityKind::Replacement(Replacement::Entering {
                    what,
                    condition: None,
                    changes: vec![EntersChange::Unless(cost, Box::new(EntersChange::Tapped))],
                })]
            }
            Rule::sp_hand => {
                let whose = self.need(inner, Rule::possessor)?;
                let whose = super::phrase::quantity::set(self.anything(|w| w.whose(whose))?);
                let Some(how) = inner.children().nth(1) else {
                    return self.not_understood(inner);
                };
                let Some(n) = how.children().next() else {
                    return self.not_understood(how);
                };
                let amount = self.anything(|w| w.quantity(n))?;
                let modification = match how.rule() {
                    Rule::hs_plus => crate::ir::Modification::HandSizeBy {
                        less: false,
                        amount,
                    },
                    Rule::hs_minus => crate::ir::Modification::HandSizeBy { less: true, amount },
                    _ => crate::ir::Modification::HandSize(Some(amount)),
                };
                statement(whose, modification, None)
            }
            Rule::sp_cast_only => {
                let mut rules = Vec::new();
                for rule in inner.children() {
                    rules.push(self.cast_rule(rule)?);
                }
                statement(Noun::This, crate::ir::Modification::CastOnly(rules), None)
            }
            Rule::sp_each_additional => {
                let n = match child(inner, Rule::num) {
                    Some(n) => self.number(n)?,
                    None => Quantity::Number(1),
                };
                statement(
                    Noun::You,
                    Modification::May(crate::ir::Permission::ExtraLands(n)),
                    None,
                )
            }
            Rule::sp_control_attached => {
                let attached = self.need(inner, Rule::np_attached)?;
                let subject = self.item(attached, super::phrase::noun::Want::Object)?;
                statement(subject, Modification::Control(Box::new(Noun::You)), None)
            }
            Rule::sp_devotion => {
                let condition = self.need(inner, Rule::condition)?;
                let condition = self.condition(condition)?;
                let subject = self.need(inner, Rule::subject)?;
                let subject = self.noun(subject)?;
                let creature = crate::vocab::TypeSet::of(crate::vocab::CardType::Creature);
                statement(subject, Modification::NotType(creature), Some(condition))
            }
            _ => return self.not_understood(inner),
        })
    }

    /// A quoted ability: read as a line of its own, of the thing that gets it.
    pub fn quoted(&mut self, node: Node<'_>, bearer: &Bearer) -> Lowered<Vec<Ability>> {
        let inner = self.need(node, Rule::quoted_ability)?;
        if self.depth > 3 {
            return Err(self.problem(
                Code::TooDeep,
                inner,
                "quoted abilities are nested too deeply",
            ));
        }
        match parse(Rule::quoted_line, inner.text()) {
            Ok(tree) => {
                let Some(root) = tree.root() else {
                    return self.not_understood(inner);
                };
                let mut nested = Lower::new(self.vocab, bearer);
                nested.depth = self.depth.saturating_add(1);
                nested.given = self.given;
                nested.base = self.base.saturating_add(inner.start());
                nested.line(root)
            }
            Err(failure) => {
                let code = if failure.reason == Reason::Limit {
                    Code::TooLong
                } else {
                    Code::Syntax
                };
                let message = "the quoted ability cannot be read from here on";
                let mut problem = self.problem(code, inner, message);
                let at = self
                    .base
                    .saturating_add(inner.start())
                    .saturating_add(failure.at);
                (problem.start, problem.end) = (
                    at,
                    at.saturating_add(1)
                        .min(self.base.saturating_add(inner.end())),
                );
                Err(problem)
            }
        }
    }
}

fn roman(text: &str) -> Option<u32> {
    Some(match text {
        "i" => 1,
        "ii" => 2,
        "iii" => 3,
        "iv" => 4,
        "v" => 5,
        "vi" => 6,
        _ => return None,
    })
}

/// Keywords that stand before an activated ability and say when it can be activated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AbilityKeyword {
    /// CR 702.142.
    Boast,
    /// CR 702.57.
    Forecast,
    /// CR 702.177.
    Exhaust,
}

fn keyword_of_abilities(name: &str) -> Option<AbilityKeyword> {
    Some(match name {
        "boast" => AbilityKeyword::Boast,
        "forecast" => AbilityKeyword::Forecast,
        "exhaust" => AbilityKeyword::Exhaust,
        _ => return None,
    })
}

/// The rules on activating that a keyword stands for.
fn keyword_rules(keyword: AbilityKeyword) -> Vec<ActivationRule> {
    use crate::ir::{condition::TurnPart, event::Window};
    match keyword {
        AbilityKeyword::Boast => vec![
            ActivationRule::If(Condition::Happened(
                Event {
                    verb: EventVerb::Attacks { alone: false },
                    subject: Some(Noun::This),
                    object: None,
                    batch: false,
                },
                Window::ThisTurn,
            )),
            ActivationRule::TimesEachTurn(1),
        ],
        AbilityKeyword::Forecast => vec![
            ActivationRule::During(
                Some(crate::ir::Whose::Yours),
                TurnPart::Step(crate::vocab::Step::Upkeep),
            ),
            ActivationRule::TimesEachTurn(1),
        ],
        AbilityKeyword::Exhaust => vec![ActivationRule::Once],
    }
}

/// Whether an object that an event is about is no longer where it was.
fn leaves(event: &Event) -> bool {
    match &event.verb {
        EventVerb::AnyOf(events) => events.iter().any(leaves),
        EventVerb::Leaves
        | EventVerb::LeavesStack
        | EventVerb::Dies
        | EventVerb::PutInto { .. }
        | EventVerb::ResolvesInto(_) => true,
        _ => false,
    }
}
