//! Ability lines (CR 113.3): which kind of ability a line is.

use super::{
    Bearer,
    activation::{AbilityKeyword, keyword_of_abilities, keyword_rules},
    clause::{
        effect::{Part, sequence},
        prevention, replacement,
    },
    context::{Lower, Lowered, all, child, find, has},
};
use crate::diag::Code;
use crate::ir::{
    Ability, AbilityKind, Effect, Event, EventVerb, Level, Modes, Noun, PtValue, Quantity,
    Replacement, Statement, Trigger, TriggerWord, statics::EntersChange,
};
use crate::vocab::Name;
use spellwright_grammar::{Node, Reason, Rule, parse};

impl Lower<'_> {
    /// An `ability_line`.
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
            Rule::keyword_line => {
                let keywords = self.keyword_list(node)?;
                keywords.into_iter().map(AbilityKind::Keyword).collect()
            }
            Rule::ab_triggered => match self.waiting(node)? {
                Some(effect) => vec![self.spell(node, effect)?],
                None => vec![self.triggered(node)?],
            },
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
                    changes: vec![EntersChange::As(Box::new(effect))],
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
            Rule::ab_static => vec![self.static_line(node)?],
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
                Rule::effect => return self.effect(part),
                _ => {}
            }
        }
        self.not_understood(node)
    }

    /// "Whenever a creature blocks this turn, ...", of a spell: what its delayed trigger does (CR 603.7).
    fn waiting(&mut self, node: Node<'_>) -> Lowered<Option<Effect>> {
        let trigger = self.need(node, Rule::trigger)?;
        let Some(event) = child(trigger, Rule::event) else {
            return Ok(None);
        };
        let limited = child(event, Rule::ev_when).is_some_and(|when| has(when, Rule::window));
        if self.bearer.permanent || !limited {
            return Ok(None);
        }
        if trigger.children().count() > 1 || has(node, Rule::condition) || has(node, Rule::times) {
            return self.not_understood(trigger);
        }
        self.resolving = true;
        let (event, duration) = self.limited_event(event)?;
        self.gone = leaves(&event);
        let once = node.own().next() == Some("when");
        let word = if once {
            TriggerWord::When
        } else {
            TriggerWord::Whenever
        };
        let effect = self.effect_or_modal(node)?;
        Ok(Some(Effect::Delayed {
            trigger: Trigger { word, event },
            effect: Box::new(effect),
            once,
            duration,
        }))
    }

    fn triggered(&mut self, node: Node<'_>) -> Lowered<AbilityKind> {
        self.resolving = true;
        let word = match node.own().next() {
            Some("when") => TriggerWord::When,
            Some("whenever") => TriggerWord::Whenever,
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
        self.event = Some(event.clone());
        let condition = match child(node, Rule::condition) {
            Some(condition) => Some(self.condition(condition)?),
            None => None,
        };
        let mut effect = self.effect_or_modal(node)?;
        self.said.number(&mut effect);
        let limit = match child(node, Rule::times) {
            Some(times) if times.text() == "once" => Some(Quantity::Number(1)),
            Some(times) => return self.not_understood(times),
            None if node.says("do this only once each turn") => return self.not_understood(node),
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
        if let Some(level) = child(node, Rule::num_int) {
            // CR 716.2d: a permanent without a level is level 1.
            return match level.text().parse() {
                Ok(number) if number > 1 && self.bearer.permanent => {
                    Ok(AbilityKind::Level(Level::Class {
                        cost,
                        level: number,
                    }))
                }
                _ => self.not_understood(level),
            };
        }
        let mut effect = self.effect_or_modal(node)?;
        // A table stands below all that is said of the ability, its rules too.
        if let Some(table) = self.results(node)? {
            effect = sequence(vec![effect, table]);
        }
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

    /// A modal choice (CR 700.2).
    fn modal(&mut self, node: Node<'_>) -> Lowered<Effect> {
        if has(node, Rule::condition) || node.says("at random") {
            return self.not_understood(node);
        }
        let chooser = match child(node, Rule::subject) {
            Some(chooser) => Some(self.noun(chooser)?),
            None => None,
        };
        let count = self.need(node, Rule::mode_count)?;
        let modes_count = i64::try_from(all(node, Rule::mode).count()).unwrap_or(i64::MAX);
        let one = Quantity::Number(1);
        let number = match child(count, Rule::num) {
            Some(number) => self.number(number)?,
            None => Quantity::Number(modes_count),
        };
        let (min, max) = match count.frame().as_str() {
            "one or both" => (one, Quantity::Number(2)),
            "one or more" => (one, number),
            "up to _" => (Quantity::Number(0), number),
            "_" => (number.clone(), number),
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
            repeats: node.says("the same mode more than once"),
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

    /// A quoted ability: read as a line of its own, of the thing that gets it.
    pub fn quoted(&mut self, node: Node<'_>, bearer: &Bearer) -> Lowered<Vec<Ability>> {
        let text = node.text().trim_matches('"');
        // Behind the quotation mark.
        let start = self.base.saturating_add(node.start()).saturating_add(1);
        if self.depth > 3 {
            return Err(self.problem(
                Code::TooDeep,
                node,
                "quoted abilities are nested too deeply",
            ));
        }
        match parse(Rule::ability_line, text) {
            Ok(tree) => {
                let Some(root) = tree.root() else {
                    return self.not_understood(node);
                };
                let mut nested = Lower::new(self.vocab, bearer);
                nested.depth = self.depth.saturating_add(1);
                nested.given = self.given;
                // In a quoted ability within a quoted one, what gives the inner one is something else.
                nested.named = self.named && self.depth == 0;
                nested.base = start;
                nested.line(root)
            }
            Err(failure) => {
                let code = if failure.reason == Reason::Limit {
                    Code::TooLong
                } else {
                    Code::Syntax
                };
                let message = "the quoted ability cannot be read from here on";
                let mut problem = self.problem(code, node, message);
                let (at, end) = (
                    start.saturating_add(failure.at),
                    start.saturating_add(text.len()),
                );
                (problem.start, problem.end) = (at, at.saturating_add(1).min(end));
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

/// Whether an object that an event is about is no longer where it was.
fn leaves(event: &Event) -> bool {
    match &event.verb {
        EventVerb::AnyOf(events) => events.iter().any(leaves),
        EventVerb::Leaves
        | EventVerb::LeavesStack
        | EventVerb::LeavesGraveyard
        | EventVerb::Dies
        | EventVerb::PutInto { .. }
        | EventVerb::ResolvesInto(_) => true,
        _ => false,
    }
}
