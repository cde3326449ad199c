//! Copiable values (CR 613.2, 707.2): where every computation of characteristics begins.

use super::{changes, reads};
use crate::bytecode::{
    AbilityId, AbilityKind, Exception, FaceId, Layer, Primitive, Program, StaticId, StaticKind,
    Subject,
};
use crate::game::{
    Characteristics, CopiableValues, Game, Object, ObjectId, ObjectKind, Status, Timestamp,
    object::derived::{Copiable, Index},
    state::ChosenValue,
};
use crate::vocab::{Zone, ZoneSet};
use std::sync::Arc;

/// Starts with copiable values (CR 613.2). Objects that no effect looks at are left out; they are as printed.
pub(super) fn begin(game: &mut Game, program: &Program) {
    let index = reads::index(game, program);
    let old = std::mem::take(&mut game.cache.0);
    // The list is used again unless a clone of the game still looks at it.
    let mut cache = Arc::try_unwrap(old).unwrap_or_default();
    cache.clear();
    cache.reserve(game.objects.len());
    let zones = zones_reached(game, program);
    let mut facts = std::mem::take(&mut game.facts.0);
    let printed = Arc::make_mut(&mut facts.printed);
    printed.resize(game.objects.len(), None);
    let list = Arc::make_mut(&mut facts.known);
    list.clear();
    for ((at, object), kept) in game.objects.iter().enumerate().zip(printed.iter_mut()) {
        let known = match object.zone {
            Zone::Nowhere => false,
            Zone::Battlefield | Zone::Stack | Zone::Command => true,
            zone => zones.contains(zone) || defines(&index, object.face, zone),
        };
        if !known {
            *kept = None;
            cache.push(None);
            continue;
        }
        let id = ObjectId(u32::try_from(at).unwrap_or(u32::MAX));
        let copied = game
            .chosen
            .iter()
            .rev()
            .find_map(|(of, value)| match value {
                ChosenValue::CopyOf(values) if *of == id => Some(values),
                _ => None,
            });
        let from = Copiable {
            face: copied.map_or(object.face, |values| values.face),
            copied: copied.filter(|values| !values.is_plain()).cloned(),
            controller: object.base_controller,
            timestamp: object.timestamp,
            ability: matches!(object.kind, ObjectKind::Ability(_)),
            face_down: object.status.has(Status::FACE_DOWN),
            flipped: object.status.has(Status::FLIPPED),
            bestowed: object.status.has(Status::BESTOWED),
        };
        let seen = match kept {
            Some((known, seen)) if *known == from => Arc::clone(seen),
            _ => {
                let seen = Arc::new(match copied {
                    Some(values) => copy_of(program, object, values),
                    None => Characteristics::printed(program, object),
                });
                *kept = Some((from, Arc::clone(&seen)));
                seen
            }
        };
        cache.push(Some(seen));
        list.push(id);
    }
    game.facts.0 = facts;
    game.cache.0 = Arc::new(cache);
}

/// What an object is that has copiable values from elsewhere (CR 707.2, 707.9).
pub(in crate::engine) fn copy_of(
    program: &Program,
    object: &Object,
    values: &CopiableValues,
) -> Characteristics {
    let mut record = *object;
    record.face = values.face;
    let mut seen = Characteristics::printed(program, &record);
    // CR 708.10: a face-down permanent stays what it is.
    if object.status.has(Status::FACE_DOWN) {
        return seen;
    }
    if let Some((power, toughness)) = values.pt {
        (seen.power, seen.toughness) = (power, toughness);
        seen.base = (power, toughness);
    }
    merge(program, &mut seen, values, 0, object.timestamp);
    for (at, id) in (1_u8..).zip(&values.except) {
        for exception in program.exceptions(*id) {
            except(program, &mut seen, exception, object.timestamp);
        }
        merge(program, &mut seen, values, at, object.timestamp);
    }
    for ability in &values.kept {
        seen.add_ability(program, *ability, None, object.timestamp);
    }
    seen.except.clone_from(&values.except);
    seen.kept.clone_from(&values.kept);
    seen.merged.clone_from(&values.merged);
    seen.pt = values.pt;
    seen
}

/// Adds the abilities that came by merging after so many exceptions (CR 702.140e).
fn merge(
    program: &Program,
    seen: &mut Characteristics,
    values: &CopiableValues,
    after: u8,
    at: Timestamp,
) {
    for (_, ability) in values.merged.iter().filter(|(when, _)| *when == after) {
        seen.add_ability(program, *ability, None, at);
    }
}

/// Makes a copy different (CR 707.9). A value that is given takes the place of what would define it (CR 707.9d).
fn except(program: &Program, seen: &mut Characteristics, exception: &Exception, at: Timestamp) {
    match exception {
        Exception::Pt(power, toughness) => {
            seen.retain_abilities(program, |instance| !defines_pt(program, instance.ability));
            (seen.power, seen.toughness) = (*power, *toughness);
            seen.base = (*power, *toughness);
        }
        Exception::Types {
            supertypes,
            types,
            subtypes,
            additional,
        } => {
            if !additional && !subtypes.is_empty() {
                without(program, seen, Primitive::Changeling);
            }
            changes::set_types(program, seen, *supertypes, *types, subtypes, *additional);
        }
        Exception::NotSupertypes(supertypes) => {
            for supertype in supertypes.iter() {
                seen.supertypes = seen.supertypes.without(supertype);
            }
        }
        Exception::Colors { colors, additional } => {
            if *additional {
                seen.colors = seen.colors.union(*colors);
            } else {
                without(program, seen, Primitive::Devoid);
                seen.colors = *colors;
            }
        }
        Exception::Abilities(abilities) => {
            for ability in abilities {
                seen.add_ability(program, *ability, None, at);
            }
        }
        // These are looked up, or were noted as the copy was made.
        Exception::Name(_) | Exception::NoManaCost | Exception::ThisAbility => {}
    }
}

fn without(program: &Program, seen: &mut Characteristics, primitive: Primitive) {
    seen.retain_abilities(program, |instance| {
        !matches!(
            program.ability(instance.ability).map(|ability| &ability.kind),
            Some(AbilityKind::Primitive { primitive: of, .. }) if *of == primitive
        )
    });
}

/// Whether an ability defines power or toughness (CR 604.3).
fn defines_pt(program: &Program, id: AbilityId) -> bool {
    let Some(AbilityKind::Static(statics)) = program.ability(id).map(|ability| &ability.kind)
    else {
        return false;
    };
    let kinds = statics
        .iter()
        .filter_map(|id| program.statics.get(id.index()))
        .map(|statement| &statement.kind);
    kinds.into_iter().any(|kind| {
        matches!(kind, StaticKind::Continuous(parts)
            if parts.iter().any(|part| part.layer == Layer::Define))
    })
}

/// Zones outside the battlefield whose cards some effect may change.
pub(super) fn zones_reached(game: &Game, program: &Program) -> ZoneSet {
    let mut zones = ZoneSet::EMPTY;
    let mut add = |id: StaticId| {
        if let Some(what) = program.statics.get(id.index())
            && let (StaticKind::Continuous(_), Subject::Matching { zones: reached, .. }) =
                (&what.kind, &what.subject)
        {
            zones = zones.union(*reached);
        }
    };
    let mut gives = |ability: AbilityId| {
        if let Some(AbilityKind::Static(statics)) = program.ability(ability).map(|a| &a.kind) {
            statics.iter().for_each(|id| add(*id));
        }
    };
    for id in game.battlefield.iter().chain(&game.command) {
        let own = game.object(*id).map(|object| object.face);
        let flipped = own.and_then(|face| program.flipped(face));
        for face in own
            .into_iter()
            .chain(flipped)
            .filter_map(|face| program.face(face))
        {
            face.abilities.iter().for_each(|ability| gives(*ability));
        }
    }
    // What is a copy may have abilities that its own face doesn't have.
    let entered = game.chosen.iter().filter_map(|(_, value)| match value {
        ChosenValue::CopyOf(values) => Some(values),
        _ => None,
    });
    let lasting = game.effects.iter().filter_map(|e| e.copies.as_ref());
    for values in entered.chain(lasting) {
        let face = program.face(values.face);
        for ability in face.iter().flat_map(|face| &face.abilities) {
            gives(*ability);
        }
        values.kept.iter().for_each(|ability| gives(*ability));
        let merged = values.merged.iter();
        merged.for_each(|(_, ability)| gives(*ability));
        for exception in values.except.iter().flat_map(|id| program.exceptions(*id)) {
            if let Exception::Abilities(abilities) = exception {
                abilities.iter().for_each(|ability| gives(*ability));
            }
        }
    }
    game.effects.iter().for_each(|effect| add(effect.what));
    zones
}

/// Whether a face has abilities that define what it is in a zone (CR 604.3).
pub(super) fn defines(index: &Index, face: FaceId, zone: Zone) -> bool {
    let zones = index.defines.get(face.index());
    zones.is_some_and(|zones| zones.contains(zone))
}
