//! Keywords on objects: primitives, and those that stand for the abilities of their definitions.

use super::{
    Missing,
    emitter::{Compiler, Env},
};
use crate::bytecode::{AbilityId, AbilityKind, Primitive};
use crate::ir::{self, KeywordArgument, Noun, Quantity};
use crate::vocab::{Zone, ZoneSet};

impl Compiler<'_> {
    /// A keyword on an object: the engine's primitive, or what its definition says with the argument filled in.
    pub(super) fn instance(
        &mut self,
        keyword: &ir::Keyword,
        ability: &ir::Ability,
        env: &Env,
    ) -> Result<Vec<AbilityId>, Missing> {
        let id = self.keyword(&keyword.name)?;
        let definitions = self.definitions;
        let Some(definition) = definitions
            .keywords
            .iter()
            .find(|known| known.name == keyword.name)
        else {
            return Err(format!("the undeclared keyword `{}`", keyword.name));
        };
        let argument = argument(&keyword.argument, env)?;
        let inner = Env {
            argument: Some(argument.clone()),
            ..env.clone()
        };
        let text = (self.describe)(ability);
        if let Some(name) = definition
            .primitive
            .as_ref()
            .filter(|_| definition.means.is_empty())
        {
            let primitive = Primitive::named(name)
                .filter(|primitive| primitive.is_played())
                .ok_or_else(|| format!("the keyword `{name}`"))?;
            let (quality, cost) = match &argument {
                KeywordArgument::None => (None, None),
                KeywordArgument::Quality(noun) => (Some(noun), None),
                KeywordArgument::Cost(cost) => (None, Some(cost)),
                KeywordArgument::QualityCost(noun, cost) => (Some(noun), Some(cost)),
                KeywordArgument::Number(_) if primitive == Primitive::Toxic => (None, None),
                _ => return Err(format!("{} with such an argument", keyword.name)),
            };
            // CR 702.103b: a bestowed Aura has enchant creature.
            let creature = Noun::Described {
                quantifier: ir::Quantifier::Any,
                filter: ir::Filter {
                    head: ir::Head::Permanent,
                    predicates: vec![ir::Predicate::Type(crate::vocab::CardType::Creature)],
                },
            };
            if primitive == Primitive::Disguise {
                self.disguised()?;
            }
            let mutated = mutated();
            let quality = match (quality, primitive) {
                (Some(noun), _) => Some(&**noun),
                (None, Primitive::Bestow) => Some(&creature),
                (None, Primitive::Mutate) => Some(&mutated),
                (None, _) => None,
            };
            // CR 702.47a: "splice onto Arcane" is about spells.
            let onto = quality.filter(|_| primitive == Primitive::Splice);
            let spells = onto.map(|noun| match noun {
                Noun::Described { quantifier, filter } => Noun::Described {
                    quantifier: quantifier.clone(),
                    filter: ir::Filter {
                        head: ir::Head::Object,
                        predicates: filter.predicates.clone(),
                    },
                },
                other => other.clone(),
            });
            let argument = match &argument {
                KeywordArgument::Number(n) => Some(self.number(n, env)?),
                _ => spells
                    .as_ref()
                    .or(quality)
                    .map(|noun| self.fitting(noun, false, env))
                    .transpose()?,
            };
            let cost = cost.map(|cost| self.cost(cost, env)).transpose()?;
            let zones = ability.zones.unwrap_or_else(ZoneSet::all);
            return Ok(vec![self.push_ability(
                AbilityKind::Primitive {
                    primitive,
                    argument,
                    cost,
                },
                zones,
                Some(id),
                &text,
            )?]);
        }
        if !takes(definition.parameter, &argument) {
            return Err(format!("{} of a quality", keyword.name));
        }
        if definition.means.is_empty() {
            // A marker such as reach: other texts ask whether it is there, and that is all it does.
            let kind = AbilityKind::Static(Vec::new());
            let zones = ability.zones.unwrap_or(ZoneSet::of(Zone::Battlefield));
            return Ok(vec![self.push_ability(kind, zones, Some(id), &text)?]);
        }
        let mut ids = Vec::new();
        for meaning in &definition.means {
            // Keywords within the meaning belong to themselves and to this one; the inner one is what is asked for.
            let of_meaning = self.ability(meaning, &inner, Some(id))?;
            if argument != KeywordArgument::None
                && !matches!(meaning.kind, ir::AbilityKind::Keyword(_))
            {
                // The definition says COST and the like; the keyword on the object says what it is.
                let text = self.string(&text);
                for ability in &of_meaning {
                    if let Some(known) = self.program.abilities.get_mut(ability.index()) {
                        known.text = text;
                    }
                }
            }
            ids.extend(of_meaning);
        }
        Ok(ids)
    }
}

/// The argument of a keyword; within the definition of another, with that one's parameters filled in.
pub(super) fn argument(argument: &KeywordArgument, env: &Env) -> Result<KeywordArgument, Missing> {
    let filled = match (argument, &env.argument) {
        (
            KeywordArgument::Number(Quantity::Parameter),
            Some(KeywordArgument::Number(n) | KeywordArgument::NumberCost(n, _)),
        ) => KeywordArgument::Number(n.clone()),
        (
            KeywordArgument::Cost(cost),
            Some(KeywordArgument::Cost(outer) | KeywordArgument::NumberCost(_, outer)),
        ) if cost.0 == [ir::CostPart::Parameter] => KeywordArgument::Cost(outer.clone()),
        // A card by its name is whatever is named so (CR 702.124j).
        (KeywordArgument::Card(name), _) => KeywordArgument::Quality(Box::new(Noun::Described {
            quantifier: ir::Quantifier::Any,
            filter: ir::Filter {
                head: ir::Head::Card,
                predicates: vec![ir::Predicate::Named(name.clone())],
            },
        })),
        _ => argument.clone(),
    };
    // A parameter that is left would stand for itself.
    if ir::parts::contains(&filled, ir::parts::Part::Parameter) {
        return Err("a keyword whose argument is part of another's".to_owned());
    }
    Ok(filled)
}

/// Whether a definition has a hole for all that a keyword is given: "equip legendary creature {3}" is more than "equip {3}".
pub(super) const fn takes(parameter: ir::Parameter, argument: &KeywordArgument) -> bool {
    use ir::Parameter;
    match argument {
        KeywordArgument::None => true,
        KeywordArgument::Quality(_) | KeywordArgument::Subtype(_) => matches!(
            parameter,
            Parameter::Quality | Parameter::Subtype | Parameter::QualityCost
        ),
        KeywordArgument::QualityCost(..) => matches!(parameter, Parameter::QualityCost),
        KeywordArgument::NumberCost(..) => matches!(parameter, Parameter::NumberCost),
        KeywordArgument::Number(_) => {
            matches!(parameter, Parameter::Number | Parameter::NumberCost)
        }
        KeywordArgument::Cost(_) => matches!(
            parameter,
            Parameter::Cost | Parameter::NumberCost | Parameter::QualityCost
        ),
        KeywordArgument::Keyword(_) | KeywordArgument::Card(_) => false,
    }
}

/// CR 702.140a: a non-Human creature with the same owner as the spell.
pub(super) fn mutated() -> Noun {
    use ir::Predicate;
    let owner = Noun::Related(ir::Role::Owner, Box::new(Noun::This));
    Noun::Described {
        quantifier: ir::Quantifier::Any,
        filter: ir::Filter {
            head: ir::Head::Permanent,
            predicates: vec![
                Predicate::Type(crate::vocab::CardType::Creature),
                Predicate::Not(Box::new(Predicate::Subtype("Human".into()))),
                Predicate::OwnedBy(Box::new(owner)),
            ],
        },
    }
}
