//! Layers (CR 613): what every object is now, from its copiable values and all continuous effects.
//!
//! The cache of the game is rebuilt layer by layer, so that code that runs for a later layer sees what earlier ones did.

use crate::bytecode::{
    AbilityId, AbilityKind, FaceId, Layer, Primitive, Program, Static, StaticId, StaticKind,
    Subject,
};
use crate::engine::changes;
use crate::game::{
    Characteristics, Context, Entity, Fault, Game, ObjectId, ObjectKind, Status, Timestamp,
    state::ChosenValue,
};
use crate::vm;
use crate::vocab::{CardType, ColorSet, Zone, ZoneSet};
use std::sync::Arc;

/// The layers in order (CR 613.1, 613.4).
const LAYERS: [Layer; 10] = [
    Layer::Copy,
    Layer::Control,
    Layer::Text,
    Layer::Type,
    Layer::Color,
    Layer::Ability,
    Layer::Define,
    Layer::SetPt,
    Layer::ModifyPt,
    Layer::SwitchPt,
];
/// So many effects of one layer are tried for dependency; with more, timestamps alone decide.
const MOST_TRIED: usize = 48;
/// Effects applied in one layer.
const MOST_APPLIED: usize = 10_000;

/// Which effect: of an ability of an object, or the n-th active effect.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    Ability(ObjectId, AbilityId, StaticId, Timestamp),
    Active(usize),
}

/// A continuous effect with a part in the layer that is being applied.
#[derive(Clone)]
pub(super) struct Effect<'p> {
    pub key: Key,
    what: &'p Static,
    pub context: Context,
    fixed: Option<Vec<Entity>>,
    pub timestamp: Timestamp,
}

/// What was just done in a layer, for explanations.
pub(super) enum Done<'a, 'p> {
    /// What the rules themselves do in it.
    Rules,
    /// An effect was applied to these objects.
    Effect(&'a Effect<'p>, &'a [ObjectId]),
}

/// Effects that have begun to apply, with what they apply to (CR 613.6).
type Begun<'p> = Vec<(Effect<'p>, Vec<ObjectId>)>;

/// Brings the characteristics of all objects up to date, if anything changed. A fault of the code leaves the cache marked
/// as out of date, so that the next batch of events or check of state-based actions reports it.
pub fn refresh(game: &mut Game, program: &Program) {
    let _reported_later = try_refresh(game, program);
}

/// Brings the characteristics of all objects up to date, if anything changed.
///
/// # Errors
/// Faults of the code of effects.
pub fn try_refresh(game: &mut Game, program: &Program) -> Result<(), Fault> {
    if !game.stale.0 && game.cache.0.len() == game.objects.len() {
        return Ok(());
    }
    game.stale.0 = true;
    let before = Arc::clone(&game.cache.0);
    begin(game, program);
    layer_by_layer(game, program, |_, _, _| {})?;
    game.stale.0 = false;
    changed_control(game, &before);
    Ok(())
}

/// Applies every layer to the characteristics that [`begin`] has started; `watch` sees the game after each thing that was
/// done.
pub(super) fn layer_by_layer<'p>(
    game: &mut Game,
    program: &'p Program,
    mut watch: impl FnMut(&Game, Layer, Done<'_, 'p>),
) -> Result<(), Fault> {
    let mut begun: Begun<'_> = Vec::new();
    let mut banned = changes::Banned::new();
    for layer in LAYERS {
        rules_of(game, program, layer);
        watch(game, layer, Done::Rules);
        apply_layer(game, program, layer, &mut begun, &mut banned, &mut watch)?;
        if layer == Layer::SetPt {
            each(game, |seen| seen.base = (seen.power, seen.toughness));
        }
    }
    Ok(())
}

/// What an object is: as it is now; if it has left, as it last was (CR 608.2h); else as printed.
#[must_use]
pub fn characteristics(
    game: &Game,
    program: &Program,
    id: ObjectId,
) -> Option<Arc<Characteristics>> {
    let object = game.object(id)?;
    if object.zone != Zone::Nowhere
        && let Some(Some(seen)) = game.cache.0.get(id.0 as usize)
    {
        return Some(Arc::clone(seen));
    }
    if object.zone == Zone::Nowhere
        && let Some((_, last)) = game.last_known.iter().rev().find(|(of, _)| *of == id)
    {
        return Some(Arc::new(last.characteristics.clone()));
    }
    Some(Arc::new(Characteristics::printed(program, object)))
}

/// Starts with copiable values (CR 613.2). Objects that no effect looks at are left out; they are as printed.
pub(super) fn begin(game: &mut Game, program: &Program) {
    let mut cache: Vec<Option<Arc<Characteristics>>> = Vec::with_capacity(game.objects.len());
    let zones = zones_reached(game, program);
    for (at, object) in game.objects.iter().enumerate() {
        let known = match object.zone {
            Zone::Nowhere => false,
            Zone::Battlefield | Zone::Stack | Zone::Command => true,
            zone => zones.contains(zone) || defines_itself(program, object.face, zone),
        };
        cache.push(known.then(|| {
            let id = ObjectId(u32::try_from(at).unwrap_or(u32::MAX));
            let copied = game
                .chosen
                .iter()
                .rev()
                .find_map(|(of, value)| match value {
                    ChosenValue::CopyOf(face) if *of == id => Some(*face),
                    _ => None,
                });
            let mut record = *object;
            record.face = copied.unwrap_or(object.face);
            let mut seen = Characteristics::printed(program, &record);
            if object.status.has(Status::FACE_DOWN) && object.zone == Zone::Battlefield {
                face_down(&mut seen);
            }
            Arc::new(seen)
        }));
    }
    game.cache.0 = Arc::new(cache);
}

/// CR 708.2a: a 2/2 creature with no text, no name, no subtypes and no mana cost.
fn face_down(seen: &mut Characteristics) {
    let controller = seen.controller;
    seen.face = FaceId(u32::MAX);
    seen.controller = controller;
    seen.colors = ColorSet::EMPTY;
    seen.types = crate::vocab::TypeSet::of(CardType::Creature);
    seen.supertypes = crate::vocab::SupertypeSet::EMPTY;
    seen.subtypes.clear();
    seen.abilities.clear();
    seen.primitives = 0;
    (seen.power, seen.toughness) = (2, 2);
    seen.base = (2, 2);
}

/// Zones outside the battlefield whose cards some effect may change.
fn zones_reached(game: &Game, program: &Program) -> ZoneSet {
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

fn defines_itself(program: &Program, face: FaceId, zone: Zone) -> bool {
    program.face(face).is_some_and(|face| {
        face.abilities.iter().any(|id| {
            program.ability(*id).is_some_and(|ability| {
                ability.zones.contains(zone)
                    && match &ability.kind {
                        AbilityKind::Static(_) => true,
                        AbilityKind::Primitive { primitive, .. } => {
                            matches!(primitive, Primitive::Changeling | Primitive::Devoid)
                        }
                        _ => false,
                    }
            })
        })
    })
}

/// Changes every object that has computed characteristics.
fn each(game: &mut Game, mut change: impl FnMut(&mut Characteristics)) {
    for seen in Arc::make_mut(&mut game.cache.0).iter_mut().flatten() {
        change(Arc::make_mut(seen));
    }
}

/// What the rules themselves do in a layer: keywords that define characteristics, counters.
fn rules_of(game: &mut Game, program: &Program, layer: Layer) {
    match layer {
        // CR 702.73a, 604.3: changeling defines.
        Layer::Type => each(game, |seen| {
            if seen.has(Primitive::Changeling) {
                seen.every_creature_type = true;
            }
        }),
        // CR 702.114a.
        Layer::Color => each(game, |seen| {
            if seen.has(Primitive::Devoid) {
                seen.colors = ColorSet::EMPTY;
            }
        }),
        Layer::Ability | Layer::ModifyPt => {
            for entry in game.counters.clone() {
                let (Entity::Object(id), Some(kind)) =
                    (entry.on, program.counters.get(entry.kind.index()))
                else {
                    continue;
                };
                let Some(seen) = changes::seen_mut(game, id) else {
                    continue;
                };
                if layer == Layer::ModifyPt {
                    // CR 613.4c, 122.1a.
                    if let Some((power, toughness)) = kind.pt {
                        let count = i64::from(entry.count);
                        let add = |to: i64, by: i32| to.saturating_add(i64::from(by) * count);
                        seen.power = add(seen.power, power);
                        seen.toughness = add(seen.toughness, toughness);
                    }
                } else {
                    // CR 122.1b, 613.1f.
                    for ability in kind.keyword.iter().chain(&kind.abilities) {
                        seen.add_ability(program, *ability, Some(id), entry.timestamp);
                    }
                }
            }
        }
        _ => {}
    }
}

/// The effects with a part in the layer that exist now, besides those that have begun before (CR 613.6).
fn effects_in<'p>(
    game: &Game,
    program: &'p Program,
    layer: Layer,
    begun: &Begun<'p>,
) -> Vec<Effect<'p>> {
    let has_part = |what: &Static| match &what.kind {
        StaticKind::Continuous(parts) => parts.iter().any(|part| part.layer == layer),
        _ => false,
    };
    let mut found: Vec<Effect<'p>> = begun
        .iter()
        .filter(|(effect, _)| has_part(effect.what))
        .map(|(effect, _)| effect.clone())
        .collect();
    let old = found.len();
    for (at, seen) in game.cache.0.iter().enumerate() {
        let Some(seen) = seen else { continue };
        let id = ObjectId(u32::try_from(at).unwrap_or(u32::MAX));
        let Some(object) = game.object(id) else {
            continue;
        };
        // CR 702.26b: what is phased out is treated as though it did not exist.
        if object.status.has(Status::PHASED_OUT) || matches!(object.kind, ObjectKind::Ability(_)) {
            continue;
        }
        for instance in &seen.abilities {
            let Some(ability) = program.ability(instance.ability) else {
                continue;
            };
            let AbilityKind::Static(statics) = &ability.kind else {
                continue;
            };
            if !ability.zones.contains(object.zone) {
                continue;
            }
            for id_of in statics {
                let Some(what) = program.statics.get(id_of.index()) else {
                    continue;
                };
                let key = Key::Ability(id, instance.ability, *id_of, instance.timestamp);
                if !has_part(what) || found.iter().take(old).any(|effect| effect.key == key) {
                    continue;
                }
                found.push(Effect {
                    key,
                    what,
                    context: Context::new(id, seen.controller),
                    fixed: None,
                    // CR 613.7a: that of the object, or of what gave the ability, whichever is later.
                    timestamp: object.timestamp.max(instance.timestamp),
                });
            }
        }
    }
    for (at, active) in game.effects.iter().enumerate() {
        let key = Key::Active(at);
        if let Some(what) = program.statics.get(active.what.index())
            && has_part(what)
            && !found.iter().take(old).any(|effect| effect.key == key)
        {
            found.push(Effect {
                key,
                what,
                context: active.context.clone(),
                fixed: active.affected.clone(),
                timestamp: active.timestamp,
            });
        }
    }
    found.sort_by_key(|effect| (effect.timestamp, effect.key));
    found
}

fn apply_layer<'p>(
    game: &mut Game,
    program: &'p Program,
    layer: Layer,
    begun: &mut Begun<'p>,
    banned: &mut changes::Banned,
    watch: &mut impl FnMut(&Game, Layer, Done<'_, 'p>),
) -> Result<(), Fault> {
    let mut done: Vec<Key> = Vec::new();
    while done.len() < MOST_APPLIED {
        let mut open = effects_in(game, program, layer, begun);
        open.retain(|effect| !done.contains(&effect.key));
        let Some(at) = next(game, program, layer, &open, begun)? else {
            return Ok(());
        };
        let effect = open.swap_remove(at);
        done.push(effect.key);
        let known = begun.iter().find(|(other, _)| other.key == effect.key);
        let affected = match known {
            Some((_, affected)) => affected.clone(),
            None => {
                let affected = affected(game, program, &effect)?;
                begun.push((effect.clone(), affected.clone()));
                affected
            }
        };
        apply(game, program, layer, &effect, &affected, banned)?;
        watch(game, layer, Done::Effect(&effect, &affected));
    }
    Err(Fault::Steps)
}

fn apply(
    game: &mut Game,
    program: &Program,
    layer: Layer,
    effect: &Effect<'_>,
    affected: &[ObjectId],
    banned: &mut changes::Banned,
) -> Result<(), Fault> {
    let StaticKind::Continuous(parts) = &effect.what.kind else {
        return Ok(());
    };
    for part in parts.iter().filter(|part| part.layer == layer) {
        for id in affected {
            let to = changes::Affected {
                id: *id,
                context: &effect.context,
                timestamp: effect.timestamp,
            };
            changes::apply(game, program, &part.change, &to, banned)?;
        }
    }
    Ok(())
}

/// What the effect applies to now.
fn affected(game: &Game, program: &Program, effect: &Effect<'_>) -> Result<Vec<ObjectId>, Fault> {
    if let Some(condition) = effect.what.condition
        && !vm::truth(game, program, condition, &effect.context, None)?
    {
        return Ok(Vec::new());
    }
    if let Some(fixed) = &effect.fixed {
        let known = |id: &ObjectId| game.cached(*id).is_some();
        return Ok(fixed
            .iter()
            .filter_map(|e| e.object())
            .filter(known)
            .collect());
    }
    match &effect.what.subject {
        Subject::This => Ok(vec![effect.context.this]),
        Subject::Game => Ok(Vec::new()),
        Subject::Set(code) => {
            let set = vm::set(game, program, *code, &effect.context, None)?;
            Ok(set.iter().filter_map(|entity| entity.object()).collect())
        }
        Subject::Matching { zones, filter } => {
            let mut found = Vec::new();
            for (at, seen) in game.cache.0.iter().enumerate() {
                let id = ObjectId(u32::try_from(at).unwrap_or(u32::MAX));
                if seen.is_some()
                    && zones.contains(game.zone(id))
                    && !game.has_status(id, Status::PHASED_OUT)
                    && vm::truth(game, program, *filter, &effect.context, Some(id.into()))?
                {
                    found.push(id);
                }
            }
            Ok(found)
        }
    }
}

/// The effect to apply next: the first by timestamp that depends on no other (CR 613.7, 613.8b); of a loop of
/// dependencies, the first by timestamp.
fn next(
    game: &mut Game,
    program: &Program,
    layer: Layer,
    open: &[Effect<'_>],
    begun: &Begun<'_>,
) -> Result<Option<usize>, Fault> {
    if open.len() < 2 || open.len() > MOST_TRIED {
        return Ok((!open.is_empty()).then_some(0));
    }
    for (at, effect) in open.iter().enumerate() {
        // What an effect of a resolved spell or ability applies to, and how, was fixed when it began.
        if effect.fixed.is_some() {
            return Ok(Some(at));
        }
        let mut independent = true;
        for (other_at, other) in open.iter().enumerate() {
            if other_at != at && depends(game, program, layer, effect, other, begun)? {
                independent = false;
                break;
            }
        }
        if independent {
            return Ok(Some(at));
        }
    }
    Ok(Some(0))
}

/// CR 613.8a, by trial: whether applying `other` first would change whether `effect` exists, what it applies to or what it
/// does to that.
fn depends(
    game: &mut Game,
    program: &Program,
    layer: Layer,
    effect: &Effect<'_>,
    other: &Effect<'_>,
    begun: &Begun<'_>,
) -> Result<bool, Fault> {
    let set_of = |effect: &Effect<'_>, game: &Game| {
        begun
            .iter()
            .find(|(known, _)| known.key == effect.key)
            .map_or_else(
                || affected(game, program, effect),
                |(_, set)| Ok(set.clone()),
            )
    };
    let mut banned = changes::Banned::new();
    let without = set_of(effect, game)?;
    let what_without =
        changes::outcome(game, program, effect.what, layer, &effect.context, &without)?;
    let saved = Arc::clone(&game.cache.0);
    let others = set_of(other, game)?;
    let tried = apply(game, program, layer, other, &others, &mut banned);
    let trial = tried.and_then(|()| {
        let exists = match effect.key {
            Key::Active(_) => true,
            Key::Ability(id, ability, _, timestamp) => {
                begun.iter().any(|(known, _)| known.key == effect.key)
                    || game.cached(id).is_some_and(|seen| {
                        seen.abilities
                            .iter()
                            .any(|has| has.ability == ability && has.timestamp == timestamp)
                    })
            }
        };
        if !exists {
            return Ok(true);
        }
        let with = set_of(effect, game)?;
        if with != without {
            return Ok(true);
        }
        let what = changes::outcome(game, program, effect.what, layer, &effect.context, &with)?;
        Ok(what != what_without)
    });
    game.cache.0 = saved;
    trial
}

/// What follows from a change of control: summoning sickness (CR 302.6), leaving combat (CR 506.4).
fn changed_control(game: &mut Game, before: &[Option<Arc<Characteristics>>]) {
    let mut changed = Vec::new();
    for id in &game.battlefield {
        let was = before.get(id.0 as usize).and_then(Option::as_ref);
        if let (Some(was), Some(now)) = (was, game.cached(*id))
            && was.controller != now.controller
        {
            changed.push(*id);
        }
    }
    for id in changed {
        let number = game.turn.number;
        if let Some(object) = game.object_mut(id) {
            object.since_turn = number;
        }
        crate::engine::zones::remove_from_combat(game, id);
    }
}
