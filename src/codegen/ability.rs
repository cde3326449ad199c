//! Abilities, and the faces that tokens and emblems have.

use super::{
    Missing,
    action::token_name,
    emitter::{Compiler, Env},
    event,
    filter::brief,
};
use crate::bytecode::{
    Ability, AbilityId, AbilityKind, ActivationRule, CodeType, Face, FaceId, KeywordId, Primitive,
    Trigger,
};
use crate::ir::{self, Action, CostPart, Effect, Keyword, KeywordArgument, TokenSpec};
use crate::vocab::{ColorSet, Name, SupertypeSet, TypeSet, Zone, ZoneSet};
use smallvec::SmallVec;

impl Compiler<'_> {
    /// Compiles abilities in order; a keyword gives one for each ability of its definition.
    pub fn abilities(
        &mut self,
        abilities: &[ir::Ability],
        env: &Env,
    ) -> Result<Vec<AbilityId>, Missing> {
        let mut out = Vec::new();
        for ability in abilities {
            out.extend(self.ability(ability, env, None)?);
        }
        Ok(out)
    }

    fn push(&mut self, ability: Ability) -> AbilityId {
        self.program.abilities.push(ability);
        AbilityId((self.program.abilities.len() - 1) as u32)
    }

    fn add(
        &mut self,
        ability: &ir::Ability,
        kind: AbilityKind,
        zones: ZoneSet,
        keyword: Option<KeywordId>,
    ) -> AbilityId {
        let text = (self.describe)(ability);
        let text = self.string(&text);
        self.push(Ability {
            kind,
            zones: ability.zones.unwrap_or(zones),
            keyword,
            text,
        })
    }

    /// Compiles an ability.
    pub fn ability(
        &mut self,
        ability: &ir::Ability,
        env: &Env,
        keyword: Option<KeywordId>,
    ) -> Result<Vec<AbilityId>, Missing> {
        let battlefield = ZoneSet::of(Zone::Battlefield);
        let id = match &ability.kind {
            ir::AbilityKind::Spell(effect) => {
                let body = self.body(effect, env)?;
                self.add(
                    ability,
                    AbilityKind::Spell(body),
                    ZoneSet::of(Zone::Stack),
                    keyword,
                )
            }
            ir::AbilityKind::Activated {
                cost,
                effect,
                rules,
            } => {
                let mut body = self.body(effect, env)?;
                let loyalty = cost
                    .0
                    .iter()
                    .any(|part| matches!(part, CostPart::Loyalty(_)));
                let compiled = self.cost(cost, env)?;
                let in_mana = compiled
                    .mana
                    .as_ref()
                    .is_some_and(|mana| mana.count_x() > 0);
                body.x = in_mana || cost.0.contains(&CostPart::Loyalty(None));
                let rules = rules
                    .iter()
                    .map(|rule| self.rule(rule, env))
                    .collect::<Result<Vec<_>, _>>()?;
                // CR 605.1a: it could add mana, has no target and is no loyalty ability.
                let mana = adds_mana(effect)
                    && !loyalty
                    && body.parts.iter().all(|part| part.targets.is_empty());
                let kind = AbilityKind::Activated {
                    cost: compiled,
                    body,
                    rules,
                    mana,
                    loyalty,
                };
                self.add(ability, kind, zones_of_cost(cost), keyword)
            }
            ir::AbilityKind::Triggered {
                trigger,
                condition,
                effect,
                limit,
            } => {
                let id =
                    self.triggered(trigger, condition.as_ref(), effect, limit.as_ref(), env)?;
                let text = (self.describe)(ability);
                let text = self.string(&text);
                let zones = ability.zones;
                if let Some(compiled) = self.program.abilities.get_mut(id.index()) {
                    compiled.text = text;
                    compiled.keyword = keyword;
                    compiled.zones = zones.unwrap_or(compiled.zones);
                }
                id
            }
            ir::AbilityKind::Static(statements) => {
                let mut ids = Vec::new();
                let mut zones = battlefield;
                for statement in statements {
                    if changes_own_cost(statement) {
                        // CR 113.6e: it functions on the stack, and where it is cast from.
                        zones = ZoneSet::all();
                    } else if defines(statement) {
                        // CR 604.3: characteristic-defining abilities function everywhere.
                        zones = ZoneSet::all();
                    }
                    ids.extend(self.statement(statement, env)?);
                }
                self.add(ability, AbilityKind::Static(ids), zones, keyword)
            }
            ir::AbilityKind::Replacement(replacement) => {
                let id = self.replacement(replacement, env)?;
                // CR 614.12: an object's own entering is replaced from wherever it comes.
                let entering = matches!(replacement, ir::Replacement::Entering { .. });
                let zones = if entering {
                    ZoneSet::all()
                } else {
                    battlefield
                };
                self.add(ability, AbilityKind::Static(vec![id]), zones, keyword)
            }
            ir::AbilityKind::Keyword(word) => return self.keyword_ability(ability, word),
            other => return Err(format!("the ability {}", brief(other))),
        };
        Ok(vec![id])
    }

    /// Compiles a triggered ability; its text and keyword are set by the caller.
    pub fn triggered(
        &mut self,
        trigger: &ir::Trigger,
        condition: Option<&ir::Condition>,
        effect: &Effect,
        limit: Option<&ir::Quantity>,
        env: &Env,
    ) -> Result<AbilityId, Missing> {
        if let ir::EventVerb::State(_) = trigger.event.verb {
            return Err("a state trigger".to_owned());
        }
        let mut inner = env.clone();
        (inner.subject, inner.object) = event::participants(&trigger.event);
        let mut kinds = crate::game::EventKindSet::default();
        let filter = self.code(CodeType::Bool, &inner, |emitter| {
            kinds = emitter.event(&trigger.event)?;
            Ok(())
        })?;
        let condition = condition
            .map(|condition| self.condition_code(condition, &inner))
            .transpose()?;
        let limit = match limit {
            None => None,
            Some(ir::Quantity::Number(n)) => {
                Some(u32::try_from(*n).map_err(|_| format!("a limit of {n}"))?)
            }
            Some(_) => return Err("a limit on triggering that is counted".to_owned()),
        };
        let body = self.body(effect, &inner)?;
        let looks_back = event::looks_back(&trigger.event);
        let trigger = Trigger {
            kinds,
            filter,
            batch: trigger.event.batch,
            looks_back,
            state: false,
        };
        // CR 605.1b: it triggers on mana being produced, could add mana and has no target.
        let on_mana = kinds.contains(crate::game::EventKind::TapForMana);
        let mana =
            on_mana && adds_mana(effect) && body.parts.iter().all(|part| part.targets.is_empty());
        let kind = AbilityKind::Triggered {
            trigger,
            condition,
            body,
            limit,
            mana,
        };
        let text = self.string("");
        // CR 113.6k: one that triggers on the object itself going to a zone looks back at where it was.
        let zones = ZoneSet::of(Zone::Battlefield);
        Ok(self.push(Ability {
            kind,
            zones,
            keyword: None,
            text,
        }))
    }

    fn rule(&mut self, rule: &ir::ActivationRule, env: &Env) -> Result<ActivationRule, Missing> {
        Ok(match rule {
            ir::ActivationRule::Sorcery => ActivationRule::Sorcery,
            ir::ActivationRule::TimesEachTurn(n) => ActivationRule::TimesEachTurn(*n),
            ir::ActivationRule::Once => ActivationRule::Once,
            ir::ActivationRule::AnyPlayer => ActivationRule::AnyPlayer,
            ir::ActivationRule::If(condition) => {
                ActivationRule::If(self.condition_code(condition, env)?)
            }
            ir::ActivationRule::During(whose, part) => {
                let condition = ir::Condition::During(whose.clone(), *part);
                ActivationRule::If(self.condition_code(&condition, env)?)
            }
            ir::ActivationRule::Turn(whose) => {
                ActivationRule::If(self.condition_code(&ir::Condition::Turn(whose.clone()), env)?)
            }
            other => return Err(format!("the rule on activating {}", brief(other))),
        })
    }

    fn keyword_ability(
        &mut self,
        ability: &ir::Ability,
        word: &Keyword,
    ) -> Result<Vec<AbilityId>, Missing> {
        let id = self.keyword(&word.name)?;
        let definitions = self.definitions;
        let Some(definition) = definitions
            .keywords
            .iter()
            .find(|definition| definition.name == word.name)
        else {
            return Err(format!("the undeclared keyword `{}`", word.name));
        };
        if let Some(primitive) = &definition.primitive {
            let Some(primitive) = Primitive::named(primitive) else {
                return Err(format!("the primitive `{primitive}`"));
            };
            return self
                .primitive(ability, word, primitive, id)
                .map(|id| vec![id]);
        }
        if definition.means.is_empty() {
            // A marker such as reach: other texts ask whether it is there, and that is all it does.
            return Ok(vec![self.add(
                ability,
                AbilityKind::Static(Vec::new()),
                ZoneSet::of(Zone::Battlefield),
                Some(id),
            )]);
        }
        let env = Env {
            argument: Some(word.argument.clone()),
            ..Env::default()
        };
        let mut out = Vec::new();
        for meant in &definition.means {
            out.extend(self.ability(meant, &env, Some(id))?);
        }
        Ok(out)
    }

    fn primitive(
        &mut self,
        ability: &ir::Ability,
        word: &Keyword,
        primitive: Primitive,
        id: KeywordId,
    ) -> Result<AbilityId, Missing> {
        let env = Env::default();
        let (argument, cost) = match &word.argument {
            KeywordArgument::None => (None, None),
            KeywordArgument::Quality(noun) => (Some(self.test(noun, &env)?), None),
            KeywordArgument::Cost(cost) => (None, Some(self.cost(cost, &env)?)),
            other => return Err(format!("the argument {} of a keyword", brief(other))),
        };
        let kind = AbilityKind::Primitive {
            primitive,
            argument,
            cost,
        };
        Ok(self.add(ability, kind, ZoneSet::all(), Some(id)))
    }

    /// The face of a token (CR 111.3).
    pub fn token(&mut self, spec: &TokenSpec) -> Result<FaceId, Missing> {
        match spec {
            TokenSpec::Named(name) => {
                let known = self.program.tokens.iter().find(|(known, _)| known == name);
                known
                    .map(|(_, face)| *face)
                    .ok_or_else(|| format!("the undeclared token `{name}`"))
            }
            TokenSpec::Described {
                pt,
                colors,
                supertypes,
                types,
                subtypes,
                abilities,
                ..
            } => {
                let side = |value: &ir::PtValue| match value {
                    ir::PtValue::Number(n) => Ok(Some(*n)),
                    _ => Err("a token with power and toughness that are counted".to_owned()),
                };
                let (power, toughness) = match pt {
                    Some((power, toughness)) => (side(power)?, side(toughness)?),
                    None => (None, None),
                };
                let mut ids = subtypes
                    .iter()
                    .map(|s| self.subtype(s))
                    .collect::<Result<SmallVec<[_; 4]>, _>>()?;
                ids.sort_unstable();
                let abilities = self.abilities(abilities, &Env::default())?;
                let face = Face {
                    name: Name::new(token_name(spec)),
                    cost: None,
                    colors: *colors,
                    supertypes: *supertypes,
                    types: *types,
                    subtypes: ids,
                    power,
                    toughness,
                    loyalty: None,
                    defense: None,
                    abilities,
                    card: None,
                };
                Ok(self.face(face))
            }
        }
    }

    /// The face of an emblem (CR 114.2): nothing but abilities, which function in the command zone.
    pub fn emblem(&mut self, abilities: &[ir::Ability]) -> Result<FaceId, Missing> {
        let abilities = self.abilities(abilities, &Env::default())?;
        for id in &abilities {
            if let Some(ability) = self.program.abilities.get_mut(id.index()) {
                ability.zones.insert(Zone::Command);
            }
        }
        Ok(self.face(Face {
            name: Name::new("Emblem"),
            cost: None,
            colors: ColorSet::EMPTY,
            supertypes: SupertypeSet::EMPTY,
            types: TypeSet::EMPTY,
            subtypes: SmallVec::new(),
            power: None,
            toughness: None,
            loyalty: None,
            defense: None,
            abilities,
            card: None,
        }))
    }

    pub fn face(&mut self, face: Face) -> FaceId {
        self.program.faces.push(face);
        FaceId((self.program.faces.len() - 1) as u32)
    }
}

/// Whether an effect could add mana when it resolves (CR 605.1a).
fn adds_mana(effect: &Effect) -> bool {
    match effect {
        Effect::Act { action, .. } => matches!(action, Action::AddMana(_)),
        Effect::Sequence(parts) => parts.iter().any(adds_mana),
        Effect::May { effect, .. }
        | Effect::Where { effect, .. }
        | Effect::ForEach { effect, .. } => adds_mana(effect),
        Effect::If {
            then, otherwise, ..
        } => adds_mana(then) || otherwise.as_deref().is_some_and(adds_mana),
        _ => false,
    }
}

/// The zones from which an ability with this cost is activated (CR 113.6m): where the cost says the object is.
fn zones_of_cost(cost: &ir::Cost) -> ZoneSet {
    for part in &cost.0 {
        match part {
            CostPart::Act(Action::Discard(ir::Noun::This)) => return ZoneSet::of(Zone::Hand),
            CostPart::Act(Action::Exile {
                what: ir::Noun::This,
                ..
            }) => return ZoneSet::of(Zone::Battlefield),
            _ => {}
        }
    }
    ZoneSet::of(Zone::Battlefield)
}

fn changes_own_cost(statement: &ir::Statement) -> bool {
    matches!(statement.subject, ir::Noun::This)
        && statement.modifications.iter().any(|modification| {
            matches!(
                modification,
                ir::Modification::CostChange { .. }
                    | ir::Modification::AdditionalCost { .. }
                    | ir::Modification::AlternativeCost { .. }
                    | ir::Modification::Cant(ir::Restriction::BeCountered)
            )
        })
}

fn defines(statement: &ir::Statement) -> bool {
    statement.modifications.iter().any(|m| {
        matches!(
            m,
            ir::Modification::Define(..) | ir::Modification::EveryCreatureType
        )
    })
}
