//! Single changes to characteristics, each as its layer applies it (CR 613.1, 613.4).

use super::copiable;
use crate::bytecode::{
    Change, KeywordId, Layer, Program, Static, StaticKind, SubtypeId, SubtypeKind,
};
use crate::game::{
    AbilityInstance, Characteristics, Context, CopiableValues, Entity, Fault, Game, ObjectId,
    PlayerId, Timestamp, Value, state::ChosenValue,
};
use crate::vm;
use crate::vocab::{CardType, Color, ColorSet, SupertypeSet, TypeSet};
use std::sync::Arc;

/// Keywords that objects can't have or gain.
pub(in crate::engine) type Banned = Vec<(ObjectId, KeywordId)>;

/// What a change is applied to, and for which effect.
pub(in crate::engine) struct Affected<'a> {
    pub id: ObjectId,
    pub context: &'a Context,
    pub timestamp: Timestamp,
    /// For a copy effect: what it was found to copy as it began (CR 707.2b).
    pub copies: Option<&'a CopiableValues>,
}

/// The characteristics that are being computed.
pub(in crate::engine) fn seen_mut(game: &mut Game, id: ObjectId) -> Option<&mut Characteristics> {
    Arc::make_mut(&mut game.cache.0)
        .get_mut(id.0 as usize)?
        .as_mut()
        .map(Arc::make_mut)
}

/// The values with which an effect would change what it applies to, to compare trials (CR 613.8a).
pub(in crate::engine) fn outcome(
    game: &Game,
    program: &Program,
    what: &Static,
    layer: Layer,
    context: &Context,
    affected: &[ObjectId],
) -> Result<Vec<Value>, Fault> {
    let mut values = Vec::new();
    let StaticKind::Continuous(parts) = &what.kind else {
        return Ok(values);
    };
    for part in parts.iter().filter(|part| part.layer == layer) {
        for id in affected {
            let candidate = Some(Entity::Object(*id));
            let mut number = |code| -> Result<(), Fault> {
                values.push(Value::Int(vm::number(
                    game, program, code, context, candidate,
                )?));
                Ok(())
            };
            match &part.change {
                Change::Pump(power, toughness) => {
                    number(*power)?;
                    number(*toughness)?;
                }
                Change::SetBase(power, toughness) => {
                    power
                        .iter()
                        .chain(toughness)
                        .try_for_each(|code| number(*code))?;
                }
                Change::Control(code) => {
                    values.push(Value::Set(vm::set(
                        game, program, *code, context, candidate,
                    )?));
                }
                _ => {}
            }
        }
    }
    Ok(values)
}

/// Applies a change to one object.
pub(in crate::engine) fn apply(
    game: &mut Game,
    program: &Program,
    change: &Change,
    to: &Affected<'_>,
    banned: &mut Banned,
) -> Result<(), Fault> {
    let candidate = Some(Entity::Object(to.id));
    let number = |game: &Game, code| vm::number(game, program, code, to.context, candidate);
    let optional = |game: &Game, code: &Option<_>| code.map(|code| number(game, code)).transpose();
    match change {
        Change::Pump(power, toughness) => {
            let by = (number(game, *power)?, number(game, *toughness)?);
            if let Some(seen) = seen_mut(game, to.id) {
                seen.power = seen.power.saturating_add(by.0);
                seen.toughness = seen.toughness.saturating_add(by.1);
            }
        }
        Change::SetBase(power, toughness) => {
            let (power, toughness) = (optional(game, power)?, optional(game, toughness)?);
            if let Some(seen) = seen_mut(game, to.id) {
                seen.power = power.unwrap_or(seen.power);
                seen.toughness = toughness.unwrap_or(seen.toughness);
            }
        }
        Change::Control(code) => {
            let who = vm::set(game, program, *code, to.context, candidate)?;
            if let (Some(player), Some(seen)) = (
                who.iter().find_map(|entity| entity.player()),
                seen_mut(game, to.id),
            ) {
                seen.controller = player;
            }
        }
        Change::Copy(..) => copy(game, program, to),
        Change::Picked(code, list) => {
            let at = usize::try_from(number(game, *code)?).ok();
            let word = program
                .options
                .get(*list as usize)
                .and_then(|options| options.get(at?));
            let Some((word, seen)) = word.zip(seen_mut(game, to.id)) else {
                return Ok(());
            };
            if let Some(color) = Color::from_word(word) {
                seen.colors = ColorSet::of(color);
            } else if let Some(subtype) = program.subtype_named(word) {
                set_subtypes(program, seen, &[subtype]);
            }
        }
        Change::ChosenSubtype | Change::ChosenColor => {
            let chosen = chosen(game, to.context.this, change);
            let Some(seen) = seen_mut(game, to.id) else {
                return Ok(());
            };
            match chosen {
                Some(ChosenValue::Subtype(subtype)) => set_subtypes(program, seen, &[subtype]),
                Some(ChosenValue::Color(color)) => seen.colors = ColorSet::of(color),
                _ => {}
            }
        }
        _ => {
            let Some(seen) = seen_mut(game, to.id) else {
                return Ok(());
            };
            simple(program, seen, change, to, banned);
        }
    }
    Ok(())
}

/// Changes that need nothing of the rest of the game.
fn simple(
    program: &Program,
    seen: &mut Characteristics,
    change: &Change,
    to: &Affected<'_>,
    banned: &mut Banned,
) {
    match change {
        // CR 613.4d.
        Change::Switch => std::mem::swap(&mut seen.power, &mut seen.toughness),
        Change::Gain(abilities) => {
            for ability in abilities {
                let keyword = program.ability(*ability).and_then(|a| a.keyword);
                let may = keyword.is_none_or(|keyword| !banned.contains(&(to.id, keyword)));
                if may {
                    seen.add_ability(program, *ability, Some(to.context.this), to.timestamp);
                }
            }
        }
        Change::Lose(keywords) => lose(program, seen, keywords),
        Change::LoseAll => seen.retain_abilities(program, |_| false),
        Change::CantHave(keywords) => {
            lose(program, seen, keywords);
            banned.extend(keywords.iter().map(|keyword| (to.id, *keyword)));
        }
        Change::Types {
            supertypes,
            types,
            subtypes,
            additional,
        } => set_types(program, seen, *supertypes, *types, subtypes, *additional),
        Change::RemoveTypes(types) => {
            for kind in types.iter() {
                seen.types = seen.types.without(kind);
            }
            keep_correlated(program, seen);
        }
        Change::EveryCreatureType => seen.every_creature_type = true,
        Change::Colors { colors, additional } => {
            seen.colors = if *additional {
                seen.colors.union(*colors)
            } else {
                *colors
            };
        }
        Change::Pump(..)
        | Change::SetBase(..)
        | Change::Control(_)
        | Change::Copy(..)
        | Change::Picked(..)
        | Change::ChosenSubtype
        | Change::ChosenColor => {}
    }
}

/// New types, instead of the old ones or besides them.
pub(super) fn set_types(
    program: &Program,
    seen: &mut Characteristics,
    supertypes: SupertypeSet,
    types: TypeSet,
    subtypes: &[SubtypeId],
    additional: bool,
) {
    seen.supertypes = seen.supertypes.union(supertypes);
    if additional {
        // CR 205.1b.
        seen.types = seen.types.union(types);
        for subtype in subtypes {
            add_subtype(seen, *subtype);
            intrinsic(program, seen, *subtype);
        }
        return;
    }
    if !types.is_empty() {
        // CR 205.1a: a new set of card types replaces the old ones.
        seen.types = types;
        keep_correlated(program, seen);
    }
    if !subtypes.is_empty() {
        set_subtypes(program, seen, subtypes);
    }
}

fn lose(program: &Program, seen: &mut Characteristics, keywords: &[KeywordId]) {
    seen.retain_abilities(program, |instance| {
        instance
            .keyword
            .is_none_or(|keyword| !keywords.contains(&keyword))
    });
}

fn chosen(game: &Game, this: ObjectId, change: &Change) -> Option<ChosenValue> {
    let fits = |value: &ChosenValue| match change {
        Change::ChosenSubtype => matches!(value, ChosenValue::Subtype(_)),
        _ => matches!(value, ChosenValue::Color(_)),
    };
    let mut values = game.chosen.iter().rev();
    values
        .find(|(of, value)| *of == this && fits(value))
        .map(|(_, value)| value.clone())
}

fn add_subtype(seen: &mut Characteristics, subtype: SubtypeId) {
    if let Err(at) = seen.subtypes.binary_search(&subtype) {
        seen.subtypes.insert(at, subtype);
    }
}

fn kind_of(program: &Program, subtype: SubtypeId) -> Option<SubtypeKind> {
    program
        .subtypes
        .get(subtype.index())
        .map(|subtype| subtype.kind)
}

/// CR 205.1a: subtypes of card types that it no longer has go.
fn keep_correlated(program: &Program, seen: &mut Characteristics) {
    let types: TypeSet = seen.types;
    seen.subtypes
        .retain(|subtype| match kind_of(program, *subtype) {
            // CR 205.3m: creatures and kindreds share their subtypes.
            Some(SubtypeKind::Of(CardType::Creature)) => {
                types.contains(CardType::Creature) || types.contains(CardType::Kindred)
            }
            Some(SubtypeKind::Of(kind)) => types.contains(kind),
            Some(SubtypeKind::Spell) => {
                types.contains(CardType::Instant) || types.contains(CardType::Sorcery)
            }
            None => true,
        });
}

/// CR 205.1a: new subtypes replace those of the same set; for land types also the abilities (CR 305.7).
fn set_subtypes(program: &Program, seen: &mut Characteristics, subtypes: &[SubtypeId]) {
    let kinds: Vec<_> = subtypes
        .iter()
        .filter_map(|s| kind_of(program, *s))
        .collect();
    seen.subtypes
        .retain(|old| kind_of(program, *old).is_none_or(|kind| !kinds.contains(&kind)));
    if kinds.contains(&SubtypeKind::Of(CardType::Creature)) {
        seen.every_creature_type = false;
    }
    for subtype in subtypes {
        add_subtype(seen, *subtype);
    }
    if !kinds.contains(&SubtypeKind::Of(CardType::Land)) {
        return;
    }
    // CR 305.7: it loses what its rules text and old land types gave, not what other effects gave.
    seen.retain_abilities(program, |instance| instance.granted_by.is_some());
    for subtype in subtypes {
        intrinsic(program, seen, *subtype);
    }
}

/// CR 305.6, 310.11b: what has a subtype has its intrinsic abilities.
fn intrinsic(program: &Program, seen: &mut Characteristics, subtype: SubtypeId) {
    for ability in program.intrinsic_abilities(subtype, seen.types) {
        let has = |instance: &AbilityInstance| {
            instance.ability == *ability && instance.granted_by.is_none()
        };
        if !seen.abilities.iter().any(has) {
            seen.add_ability(program, *ability, None, Timestamp::default());
        }
    }
}

/// CR 707.2: the copy takes the copiable values; who controls it is no such value.
fn copy(game: &mut Game, program: &Program, to: &Affected<'_>) {
    let (Some(values), Some(record)) = (to.copies, game.object(to.id).copied()) else {
        return;
    };
    let controller: Option<PlayerId> = game.cached(to.id).map(|seen| seen.controller);
    if let Some(seen) = seen_mut(game, to.id) {
        *seen = copiable::copy_of(program, &record, values);
        seen.controller = controller.unwrap_or(record.base_controller);
    }
}
