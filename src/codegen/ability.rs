//! Abilities: spell, activated, triggered, static and keyword abilities.

use super::{
    Missing,
    clause::statics::Lasting,
    emitter::{Compiler, Env},
    phrase::event::{is_of_spell, looks_back, participants},
    zones::{
        asked_zone, caused, comes_there, cost_zones, discards_this, leaves_stack, puts_this,
        static_zones, trigger_zones,
    },
};
use crate::bytecode::{
    Ability, AbilityId, AbilityKind, ActivationRule, Body, BodyPart, CodeType, CostPart, KeywordId,
    Modes, Op, Together, Trigger,
};
use crate::game::EventKindSet;
use crate::ir::{self, Action, Effect, EventVerb, Noun, Quantity};
use crate::vocab::{Zone, ZoneSet};

/// Keywords whose definitions use keywords, and abilities that give abilities, at most.
pub const MAX_DEPTH: u32 = 16;

impl Compiler<'_> {
    /// Compiles an ability; a keyword is as many as its definition has.
    pub fn ability(
        &mut self,
        ability: &ir::Ability,
        env: &Env,
        keyword: Option<KeywordId>,
    ) -> Result<Vec<AbilityId>, Missing> {
        if self.depth >= MAX_DEPTH {
            return Err("abilities nested too deeply".to_owned());
        }
        self.depth += 1;
        let done = self.ability_inside(ability, env, keyword);
        self.depth -= 1;
        done
    }

    fn ability_inside(
        &mut self,
        ability: &ir::Ability,
        env: &Env,
        keyword: Option<KeywordId>,
    ) -> Result<Vec<AbilityId>, Missing> {
        // "{3}, {T} or {G}, {T}": what one ability does for either cost, two do, if nothing counts how often.
        if let ir::AbilityKind::Activated {
            cost: ir::Cost(parts),
            effect,
            rules,
        } = &ability.kind
            && let [ir::CostPart::Either(costs)] = parts.as_slice()
            && rules.iter().all(|rule| !counts(rule))
            && costs.iter().all(leaves_nothing)
        {
            let mut ids = Vec::new();
            for cost in costs {
                let one = ir::Ability {
                    kind: ir::AbilityKind::Activated {
                        cost: cost.clone(),
                        effect: effect.clone(),
                        rules: rules.clone(),
                    },
                    ..ability.clone()
                };
                ids.extend(self.ability_inside(&one, env, keyword)?);
            }
            return Ok(ids);
        }
        let said = ability
            .zones
            .filter(|zones| !comes_there(&ability.kind, *zones));
        let elsewhere = said.is_some_and(|zones| {
            !zones.contains(Zone::Battlefield) && !zones.contains(Zone::Stack)
        });
        let env = &Env {
            elsewhere,
            ..env.clone()
        };
        let (kind, zones) = match &ability.kind {
            ir::AbilityKind::Spell(effect) => (
                AbilityKind::Spell(self.body(effect, env)?),
                ZoneSet::of(Zone::Stack),
            ),
            ir::AbilityKind::Activated {
                cost,
                effect,
                rules,
            } => (self.activated(cost, effect, rules, env)?, cost_zones(cost)),
            ir::AbilityKind::Triggered {
                trigger,
                condition,
                effect,
                limit,
            } => {
                // CR 113.6k: what asks whether its card is somewhere functions there.
                let there = condition.as_ref().and_then(asked_zone);
                let env = &Env {
                    elsewhere: env.elsewhere || there.is_some(),
                    ..env.clone()
                };
                let limit = match limit {
                    None => None,
                    Some(Quantity::Number(n)) => {
                        Some(u32::try_from(*n).map_err(|_| "a limit below 0".to_owned())?)
                    }
                    Some(_) => return Err("a trigger limit that isn't a number".to_owned()),
                };
                (
                    self.triggered(trigger, condition.as_ref(), effect, limit, env)?,
                    there.unwrap_or_else(|| trigger_zones(&trigger.event)),
                )
            }
            ir::AbilityKind::Static(statements) => {
                let env = &without_giver(env);
                let mut ids = Vec::new();
                for statement in statements {
                    ids.extend(self.statement(statement, env, Lasting::default())?);
                }
                (AbilityKind::Static(ids), static_zones(statements))
            }
            ir::AbilityKind::Replacement(replacement) => {
                let draws = matches!(replacement, ir::Replacement::Instead { event, .. }
                    if matches!(event.verb, EventVerb::Draws { .. }));
                if ability.zones.is_some() && !draws {
                    return Err("a replacement by a card that is elsewhere".to_owned());
                }
                let id = self.replacement(replacement, &without_giver(env))?;
                // CR 614.12: an object's own entering is replaced from wherever it comes.
                let zones = match replacement {
                    ir::Replacement::Entering { .. } => ZoneSet::all(),
                    _ if leaves_stack(replacement) => ZoneSet::of(Zone::Stack),
                    _ if discards_this(replacement) => ZoneSet::of(Zone::Hand),
                    _ if puts_this(replacement) => ZoneSet::all(),
                    _ => ZoneSet::of(Zone::Battlefield),
                };
                (AbilityKind::Static(vec![id]), zones)
            }
            ir::AbilityKind::Keyword(keyword) => {
                return self.instance(keyword, ability, &without_giver(env));
            }
            ir::AbilityKind::Chapter(numbers, effect) => {
                let text = (self.describe)(ability);
                return self.chapters(numbers, effect, &text, env);
            }
            // Its abilities stand after it in a text box.
            ir::AbilityKind::Level(_) => return Err("a level outside of a text box".to_owned()),
            ir::AbilityKind::ExertAttack(then) => {
                let id = self.exert_attack(then.as_ref(), env)?;
                (
                    AbilityKind::Static(vec![id]),
                    ZoneSet::of(Zone::Battlefield),
                )
            }
            // CR 103.6a: an action before the first turn.
            ir::AbilityKind::OutsideTheGame(name) if name == "opening hand" => {
                let id = self.opening(env)?;
                (AbilityKind::Static(vec![id]), ZoneSet::of(Zone::Hand))
            }
            // It means something only before and after the game.
            ir::AbilityKind::OutsideTheGame(_) => return Ok(Vec::new()),
        };
        let zones = said.unwrap_or(zones);
        let text = (self.describe)(ability);
        Ok(vec![self.push_ability(kind, zones, keyword, &text)?])
    }

    /// "You may begin the game with it on the battlefield" (CR 103.6a).
    fn opening(&mut self, env: &Env) -> Result<crate::bytecode::StaticId, Missing> {
        let put = Effect::Act {
            who: Noun::You,
            action: Action::Move {
                what: Noun::This,
                to: ir::Placement::into_zone(Zone::Battlefield),
                verb: ir::action::MoveVerb::Put,
            },
            bind: None,
        };
        let env = Env {
            elsewhere: true,
            ..env.clone()
        };
        let code = self.code(CodeType::Effect, &env, |emitter| {
            emitter.effect(&Effect::May {
                who: Noun::You,
                effect: Box::new(put),
                bind: None,
            })
        })?;
        self.push(crate::bytecode::Static {
            subject: crate::bytecode::Subject::This,
            condition: None,
            kind: crate::bytecode::StaticKind::Opening(code),
            captured: Vec::new(),
        })
    }

    pub fn push_ability(
        &mut self,
        kind: AbilityKind,
        zones: ZoneSet,
        keyword: Option<KeywordId>,
        text: &str,
    ) -> Result<AbilityId, Missing> {
        let text = self.string(text);
        let id = u32::try_from(self.program.abilities.len())
            .map_err(|_| "too many abilities".to_owned())?;
        self.program.abilities.push(Ability {
            kind,
            zones,
            keyword,
            text,
            chapter: None,
        });
        Ok(AbilityId(id))
    }

    pub(super) fn activated(
        &mut self,
        cost: &ir::Cost,
        effect: &Effect,
        rules: &[ir::ActivationRule],
        env: &Env,
    ) -> Result<AbilityKind, Missing> {
        let cost = self.cost(cost, env)?;
        let body = self.body(effect, env)?;
        let loyalty = cost
            .parts
            .iter()
            .any(|part| matches!(part, CostPart::Loyalty(_)));
        // CR 605.1a.
        let mana =
            !loyalty && adds_mana(effect) && body.parts.iter().all(|part| part.targets.is_empty());
        let mut compiled = Vec::new();
        for rule in rules {
            use ir::ActivationRule as R;
            compiled.push(match rule {
                R::Sorcery => ActivationRule::Sorcery,
                R::CouldCast => ActivationRule::CouldCast,
                R::Special => ActivationRule::Special,
                R::TimesEachTurn(n) => ActivationRule::TimesEachTurn(*n),
                R::Once | R::Exhaust => ActivationRule::Once,
                R::AnyPlayer => ActivationRule::AnyPlayer,
                R::If(condition) => {
                    ActivationRule::If(self.condition(condition, &without_giver(env))?)
                }
                R::During(whose, part) => {
                    let condition = ir::Condition::During(whose.clone(), *part);
                    ActivationRule::If(self.condition(&condition, env)?)
                }
                R::Turn(whose) => {
                    ActivationRule::If(self.condition(&ir::Condition::Turn(whose.clone()), env)?)
                }
                R::Instant => return Err("activating only as an instant".to_owned()),
                R::OnlyBy(_) => return Err("activating only by certain players".to_owned()),
                R::XNotZero => return Err("an X that can't be 0".to_owned()),
            });
        }
        Ok(AbilityKind::Activated {
            cost,
            body,
            rules: compiled,
            mana,
            loyalty,
        })
    }

    pub(super) fn triggered(
        &mut self,
        trigger: &ir::Trigger,
        condition: Option<&ir::Condition>,
        effect: &Effect,
        limit: Option<u32>,
        env: &Env,
    ) -> Result<AbilityKind, Missing> {
        let once;
        let of_several = as_one(&trigger.event);
        let is_one = of_several.is_some();
        let trigger = match of_several {
            Some(event) => {
                // The trigger keeps what the first of them was, and the amounts of all.
                let object = ir::Binding::Event(ir::EventRole::Object);
                if ir::parts::contains(effect, ir::parts::Part::Of(object)) {
                    return Err("one event for several things, which are spoken of".to_owned());
                }
                once = ir::Trigger {
                    word: trigger.word,
                    event,
                };
                &once
            }
            None => trigger,
        };
        let mut env = env.clone();
        env.of_event = participants(&trigger.event, false);
        env.object_is_spell = is_of_spell(&trigger.event);
        env.arrived = caused(&trigger.event).verb == EventVerb::Discards;
        let state = matches!(trigger.event.verb, EventVerb::State(_));
        let mut kinds = EventKindSet::default();
        let filter = self.code(CodeType::Bool, &env, |emitter| {
            if let EventVerb::State(condition) = &trigger.event.verb {
                return emitter.condition(condition);
            }
            kinds = emitter.event(&trigger.event)?;
            Ok(())
        })?;
        let condition = condition
            .map(|condition| self.condition(condition, &env))
            .transpose()?;
        let body = self.body(effect, &env)?;
        // CR 605.1b.
        let mana = kinds == EventKindSet::of(crate::game::EventKind::TapForMana)
            && adds_mana(effect)
            && body.parts.iter().all(|part| part.targets.is_empty());
        let trigger = Trigger {
            kinds,
            filter,
            together: if is_one {
                Together::All
            } else {
                together(&trigger.event, effect)
            },
            looks_back: looks_back(&trigger.event),
            state,
        };
        Ok(AbilityKind::Triggered {
            trigger,
            condition,
            body,
            limit,
            mana,
        })
    }

    /// The delayed triggered ability that an effect makes (CR 603.7).
    pub fn delayed(
        &mut self,
        trigger: &ir::Trigger,
        effect: &Effect,
        env: &Env,
    ) -> Result<AbilityId, Missing> {
        let kind = self.triggered(trigger, None, effect, None, env)?;
        let ability = ir::Ability {
            word: None,
            kind: ir::AbilityKind::Triggered {
                trigger: trigger.clone(),
                condition: None,
                effect: effect.clone(),
                limit: None,
            },
            zones: None,
        };
        let text = (self.describe)(&ability);
        self.push_ability(kind, ZoneSet::all(), None, &text)
    }

    /// How many target phrases an ability has.
    pub fn targets_of(&self, ability: AbilityId) -> u8 {
        let body = match self.program.ability(ability).map(|ability| &ability.kind) {
            Some(AbilityKind::Triggered { body, .. }) => Some(body),
            _ => None,
        };
        let parts = body.into_iter().flat_map(|body| &body.parts);
        let count = parts.map(|part| part.targets.len()).max().unwrap_or(0);
        u8::try_from(count).unwrap_or(u8::MAX)
    }

    /// The instructions of a spell or ability with their targets.
    pub fn body(&mut self, effect: &Effect, env: &Env) -> Result<Body, Missing> {
        let env = Env {
            targets_allowed: true,
            ..env.clone()
        };
        let Effect::Modal(modes) = effect else {
            return Ok(Body {
                modes: None,
                parts: vec![self.body_part(&[effect], &env)?],
            });
        };
        if modes.chooser.is_some() {
            return Err("modes that another player chooses".to_owned());
        }
        if modes.both_if.is_some() {
            return Err("more modes under a condition".to_owned());
        }
        let min = self.code(CodeType::Int, &env, |emitter| emitter.quantity(&modes.min))?;
        let max = self.code(CodeType::Int, &env, |emitter| emitter.quantity(&modes.max))?;
        let parts = modes
            .modes
            .iter()
            .map(|(_, mode)| self.body_part(&[mode], &env))
            .collect::<Result<_, _>>()?;
        Ok(Body {
            modes: Some(Modes {
                min,
                max,
                repeats: modes.repeats,
            }),
            parts,
        })
    }

    /// One part of a body; the lines of a spell are one part, in order (CR 608.2c).
    pub fn body_part(&mut self, effects: &[&Effect], env: &Env) -> Result<BodyPart, Missing> {
        let (code, targets, divided) = self.part(CodeType::Effect, env, |emitter| {
            if emitter.env.elsewhere && effects.iter().any(|effect| effect.any(&moves_this)) {
                emitter.keep_this();
            }
            effects
                .iter()
                .try_for_each(|effect| emitter.effect(effect))?;
            let announced = emitter.targets.len();
            let referred = emitter.ops.iter().any(|op| match op {
                Op::Target(n) => usize::from(*n) >= announced,
                _ => false,
            });
            // Targets are numbered in the order of the words, which that of the instructions need not be.
            if emitter.hoisted && announced > 1 {
                return Err("a target within a description beside other targets".to_owned());
            }
            if referred && !emitter.env.captured {
                return Err("a target that is spoken of but never chosen".to_owned());
            }
            Ok(())
        })?;
        Ok(BodyPart {
            targets,
            code,
            divided,
        })
    }
}

/// Whether an instruction moves the card with the ability.
/// An event of one thing or player with "one or more" others, as what happens to any of them once for all that happen at the
/// same time (CR 603.2c). What several do would have to be told apart by who does it.
fn as_one(event: &ir::Event) -> Option<ir::Event> {
    if let EventVerb::AnyOf(events) = &event.verb {
        let events = events.iter().map(as_one).collect::<Option<_>>()?;
        return Some(ir::Event {
            verb: EventVerb::AnyOf(events),
            batch: true,
            ..event.clone()
        });
    }
    let single = matches!(
        event.subject,
        Some(Noun::This | Noun::You | Noun::Attached(_) | Noun::Part(_))
    );
    match &event.object {
        Some(Noun::Described {
            quantifier: ir::Quantifier::Choose(ir::Count::OneOrMore),
            filter,
        }) if single => Some(ir::Event {
            object: Some(Noun::Described {
                quantifier: ir::Quantifier::Any,
                filter: filter.clone(),
            }),
            batch: true,
            ..event.clone()
        }),
        _ => None,
    }
}

/// Whether a rule on activating is about how often that has been done.
const fn counts(rule: &ir::ability::ActivationRule) -> bool {
    matches!(
        rule,
        ir::ability::ActivationRule::TimesEachTurn(_)
            | ir::ability::ActivationRule::Once
            | ir::ability::ActivationRule::Exhaust
    )
}

/// Whether a cost has no part that the effect could speak of.
fn leaves_nothing(cost: &ir::Cost) -> bool {
    cost.0.iter().all(|part| {
        matches!(
            part,
            ir::CostPart::Mana(_)
                | ir::CostPart::Tap
                | ir::CostPart::Untap
                | ir::CostPart::Act(Action::PayLife(_))
        )
    })
}

fn moves_this(effect: &Effect) -> bool {
    let Effect::Act { action, .. } = effect else {
        return false;
    };
    let (Action::Move { what, .. } | Action::Exile { what, .. }) = action else {
        return false;
    };
    *what == Noun::This
}

/// Whether an effect could add mana.
fn adds_mana(effect: &Effect) -> bool {
    match effect {
        Effect::Act { action, .. } => matches!(action, Action::AddMana(_)),
        Effect::Sequence(parts) | Effect::Either(parts) => parts.iter().any(adds_mana),
        Effect::May { effect, .. }
        | Effect::Unless { effect, .. }
        | Effect::ForEach { effect, .. }
        | Effect::Repeat { effect, .. }
        | Effect::Where { effect, .. } => adds_mana(effect),
        Effect::If {
            then, otherwise, ..
        } => adds_mana(then) || otherwise.as_deref().is_some_and(adds_mana),
        Effect::Modal(modes) => modes.modes.iter().any(|(_, mode)| adds_mana(mode)),
        Effect::Table(rows) => rows.iter().any(|row| adds_mana(&row.effect)),
        _ => false,
    }
}

/// Which of several events at the same time are one occurrence for a trigger (CR 603.2c).
fn together(event: &ir::Event, effect: &Effect) -> Together {
    use ir::{EventRole, parts::Part};
    let speaks_of = |role| ir::parts::contains(effect, Part::Of(ir::Binding::Event(role)));
    match &caused(event).verb {
        // Whoever deals it, what is dealt damage at one time is dealt damage once.
        EventVerb::IsDealtDamage { .. } if !event.batch => {
            if event.object.is_some()
                || speaks_of(EventRole::Source)
                || speaks_of(EventRole::Object)
            {
                Together::Each
            } else {
                Together::BySubject
            }
        }
        // "One or more creatures deal damage to a player", "one or more counters are put on a creature": for each of these.
        EventVerb::DealsDamage { .. }
        | EventVerb::CountersPut(_)
        | EventVerb::CountersRemoved(_)
            if event.batch =>
        {
            Together::BySubject
        }
        EventVerb::CountersPut(_) | EventVerb::CountersRemoved(_) => Together::EachCounter,
        _ if event.batch => Together::All,
        _ => Together::Each,
    }
}

/// Where what gives the ability is not known as the code runs: it is for things that are activated and that trigger.
fn without_giver(env: &Env) -> Env {
    Env {
        giver: false,
        ..env.clone()
    }
}
