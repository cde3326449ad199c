//! Copiable values (CR 613.2, 707.2): where every computation of characteristics begins.

use super::reads;
use crate::bytecode::{AbilityKind, FaceId, Program, StaticId, StaticKind, Subject};
use crate::game::{
    Characteristics, Game, ObjectId, ObjectKind, Status,
    derived::{Copiable, Index},
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
                ChosenValue::CopyOf(face) if *of == id => Some(*face),
                _ => None,
            });
        let from = Copiable {
            face: copied.unwrap_or(object.face),
            controller: object.base_controller,
            timestamp: object.timestamp,
            ability: matches!(object.kind, ObjectKind::Ability(_)),
            face_down: object.status.has(Status::FACE_DOWN),
        };
        let seen = match kept {
            Some((known, seen)) if *known == from => Arc::clone(seen),
            _ => {
                let mut record = *object;
                record.face = from.face;
                let seen = Arc::new(Characteristics::printed(program, &record));
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
    for id in game.battlefield.iter().chain(&game.command) {
        let face = game
            .object(*id)
            .and_then(|object| program.face(object.face));
        for ability in face.iter().flat_map(|face| &face.abilities) {
            if let Some(AbilityKind::Static(statics)) = program.ability(*ability).map(|a| &a.kind) {
                statics.iter().for_each(|id| add(*id));
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
