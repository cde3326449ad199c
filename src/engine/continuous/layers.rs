//! Layers (CR 613): what every object is now, from its copiable values and all continuous effects.
//!
//! The cache of the game is rebuilt layer by layer, so that code that runs for a later layer sees what earlier ones did.

use crate::bytecode::{
    AbilityId, AbilityKind, FaceId, Layer, Primitive, Program, Static, StaticId, StaticKind,
    Subject,
};
use crate::engine::{changes, reads};
use crate::game::{
    Characteristics, Context, Entity, Event, EventKind, Fault, Game, ObjectId, ObjectKind,
    PlayerId, Status, Timestamp,
    derived::{Copiable, InForce, Index},
    state::ChosenValue,
};
use crate::vm;
use crate::vocab::{CardType, ColorSet, Zone, ZoneSet};
use smallvec::SmallVec;
use std::borrow::Cow;
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
    if !game.stale.0 && (game.cache.0.len() == game.objects.len() || caught_up(game, program)) {
        return Ok(());
    }
    game.stale.0 = true;
    let before: SmallVec<[(ObjectId, PlayerId); 32]> = game
        .battlefield
        .iter()
        .filter_map(|id| Some((*id, game.cached(*id)?.controller)))
        .collect();
    begin(game, program);
    layer_by_layer(game, program, |_, _, _| {})?;
    let index = reads::index(game, program);
    game.facts.0.force = Arc::new(in_force(game, program, &index));
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
    let mut carriers = Carriers::of(game, program);
    for layer in LAYERS {
        let ruled = rules_of(game, program, layer);
        watch(game, layer, Done::Rules);
        // CR 613.6: an effect that has begun goes on in later layers, even if the ability is gone.
        let later = begun.iter().map(|(effect, _)| reads::layers(effect.what));
        let any = later.fold(carriers.layers, std::ops::BitOr::bitor) & 1 << layer as u16 != 0;
        let counted = layer == Layer::Ability && !game.counters.is_empty();
        let applied = (any || counted)
            && apply_layer(
                game,
                program,
                layer,
                &carriers,
                &mut begun,
                &mut banned,
                &mut watch,
            )?;
        if (ruled || applied)
            && matches!(
                layer,
                Layer::Copy | Layer::Text | Layer::Type | Layer::Ability
            )
        {
            // Only in these layers are abilities gained and lost.
            carriers = Carriers::of(game, program);
        }
        if layer == Layer::SetPt {
            each(
                game,
                |seen| seen.base != (seen.power, seen.toughness),
                |seen| seen.base = (seen.power, seen.toughness),
            );
        }
    }
    Ok(())
}

/// The objects with static abilities that have a part in a layer, and the layers in which there is anything to do.
struct Carriers {
    objects: Vec<ObjectId>,
    layers: u16,
}

impl Carriers {
    fn of(game: &Game, program: &Program) -> Self {
        let mut objects = Vec::new();
        let mut layers = 0;
        let parts = |id: StaticId| program.statics.get(id.index()).map_or(0, reads::layers);
        for id in game.facts.0.known.iter() {
            let Some(seen) = game.cached(*id) else {
                continue;
            };
            let mut own = 0;
            for instance in &seen.abilities {
                if let Some(AbilityKind::Static(statics)) =
                    program.ability(instance.ability).map(|a| &a.kind)
                {
                    own |= statics.iter().fold(0, |bits, id| bits | parts(*id));
                }
            }
            if own != 0 {
                objects.push(*id);
                layers |= own;
            }
        }
        for effect in &game.effects {
            layers |= parts(effect.what);
        }
        Self { objects, layers }
    }
}

/// What there is of abilities, and what effects look at.
fn in_force(game: &Game, program: &Program, index: &Index) -> InForce {
    let mut force = InForce {
        reached: zones_reached(game, program),
        counts: counts(game),
        stamp: game.next_timestamp,
        ..InForce::default()
    };
    for id in game.facts.0.known.iter() {
        let (Some(seen), Some(object)) = (game.cached(*id), game.object(*id)) else {
            continue;
        };
        force.elsewhere |= !matches!(object.zone, Zone::Battlefield | Zone::Stack | Zone::Command);
        note(&mut force, program, index, seen);
    }
    let mut effects = game.effects.iter();
    force.sensitive |= effects.any(|effect| sensitive(program, index, effect.what));
    force
}

/// Adds the abilities of an object.
fn note(force: &mut InForce, program: &Program, index: &Index, seen: &Characteristics) {
    for instance in &seen.abilities {
        match program.ability(instance.ability).map(|a| &a.kind) {
            Some(AbilityKind::Static(statics)) => {
                for id in statics {
                    if !force.statics.contains(id) {
                        force.statics.push(*id);
                        force.sensitive |= sensitive(program, index, *id);
                    }
                }
            }
            Some(AbilityKind::Triggered { .. }) if !force.triggers.contains(&instance.ability) => {
                force.triggers.push(instance.ability);
            }
            _ => {}
        }
    }
}

/// Whether a continuous effect looks at more than what objects are and where.
fn sensitive(program: &Program, index: &Index, id: StaticId) -> bool {
    let continuous = program
        .statics
        .get(id.index())
        .is_some_and(|what| matches!(what.kind, StaticKind::Continuous(_)));
    let looks_at = index.reads.get(id.index());
    continuous && looks_at.is_none_or(|bits| bits & reads::OTHER != 0)
}

fn counts(game: &Game) -> [usize; 3] {
    [game.effects.len(), game.chosen.len(), game.counters.len()]
}

/// What is in force, if that is up to date.
#[must_use]
pub fn force(game: &Game) -> Option<&InForce> {
    (!game.stale.0 && game.cache.0.len() == game.objects.len()).then_some(&*game.facts.0.force)
}

/// Something has changed that is neither what objects are nor where: combat, how a spell was cast. Only effects that look
/// at more than those can see it.
pub(in crate::engine) fn touched(game: &mut Game) {
    if force(game).is_none_or(|force| force.sensitive) {
        game.stale.0 = true;
    }
}

/// An object has ceased to exist without an event: nothing is known of what it is now.
pub(in crate::engine) fn forget(game: &mut Game, id: ObjectId) {
    if game.cached(id).is_some()
        && let Some(seen) = Arc::make_mut(&mut game.cache.0).get_mut(id.0 as usize)
    {
        *seen = None;
    }
}

/// Brings the characteristics up to date after events. Most events change nothing of what objects are: then nothing is
/// computed again.
///
/// # Errors
/// Faults of the code of effects.
pub fn after(game: &mut Game, program: &Program, happened: &[Event]) -> Result<(), Fault> {
    if !unchanged(game, program, happened) {
        game.stale.0 = true;
    }
    try_refresh(game, program)
}

/// Whether what happened leaves every object what it was. Cards may have moved between zones that no effect looks at.
fn unchanged(game: &mut Game, program: &Program, happened: &[Event]) -> bool {
    use EventKind as E;
    let force = &game.facts.0.force;
    // What else got a timestamp may be something else.
    let stamped = game.next_timestamp.0.saturating_sub(force.stamp.0) as usize;
    let new = game.objects.len().saturating_sub(game.cache.0.len());
    if game.stale.0 || force.sensitive || force.counts != counts(game) || stamped != new {
        return false;
    }
    let Some(index) = game.facts.0.index.clone() else {
        return false;
    };
    let mut gone: SmallVec<[ObjectId; 2]> = SmallVec::new();
    for event in happened {
        match event.kind {
            E::BeginStep
            | E::BeginTurn
            | E::Tap
            | E::Untap
            | E::Damage
            | E::DamageDealtBySource
            | E::GainLife
            | E::LoseLife
            | E::AddMana
            | E::TapForMana
            | E::Activate
            | E::Cast
            | E::PlayLand
            | E::Attack
            | E::AttackWith
            | E::Block
            | E::BlockCreature
            | E::BecomeBlocked
            | E::BecomeBlockedBy
            | E::Unblocked
            | E::BecomeTarget
            | E::Resolve => {}
            // The move of the card is an event of its own.
            E::Draw | E::Discard | E::Mill => {}
            E::ZoneChange => {
                let Some(old) = event.subject.object() else {
                    return false;
                };
                let spell = event.from == Zone::Stack
                    && game.zone(old) == Zone::Nowhere
                    && !defines(game, &index, old, Zone::Stack);
                if spell {
                    gone.push(old);
                } else if game.cached(old).is_some() {
                    return false;
                }
            }
            _ => return false,
        }
    }
    if game.cache.0.len() != game.objects.len() && !caught_up(game, program) {
        return false;
    }
    for id in gone {
        if let Some(seen) = Arc::make_mut(&mut game.cache.0).get_mut(id.0 as usize) {
            *seen = None;
        }
    }
    true
}

/// Whether an object has abilities that define what it is in a zone.
fn defines(game: &Game, index: &Index, id: ObjectId, zone: Zone) -> bool {
    game.object(id)
        .and_then(|object| index.defines.get(object.face.index()))
        .is_some_and(|zones| zones.contains(zone))
}

/// Adds new objects that nothing needs to be computed for: cards in zones that no effect looks at, spells and abilities as
/// printed. Whether those are all that is new.
fn caught_up(game: &mut Game, program: &Program) -> bool {
    let force = &game.facts.0.force;
    let Some(index) = game.facts.0.index.clone() else {
        return false;
    };
    let known = game.cache.0.len();
    let new = game.objects.len().saturating_sub(known);
    // Every object gets a timestamp; nothing else got one.
    let stamped = game.next_timestamp.0.saturating_sub(force.stamp.0) as usize;
    if force.sensitive || force.counts != counts(game) || new == 0 || stamped != new {
        return false;
    }
    let mut added: SmallVec<[Option<Arc<Characteristics>>; 4]> = SmallVec::new();
    for (at, object) in game.objects.iter().enumerate().skip(known) {
        let id = ObjectId(u32::try_from(at).unwrap_or(u32::MAX));
        let seen = match object.zone {
            Zone::Nowhere => None,
            zone if force.reached.contains(zone) || defines(game, &index, id, zone) => {
                return false;
            }
            Zone::Battlefield | Zone::Command => return false,
            Zone::Stack => {
                let seen = Characteristics::printed(program, object);
                if seen.has(Primitive::Changeling) || seen.has(Primitive::Devoid) {
                    return false;
                }
                Some(Arc::new(seen))
            }
            Zone::Hand | Zone::Library | Zone::Graveyard | Zone::Exile => None,
        };
        added.push(seen);
    }
    let facts = &mut game.facts.0;
    let force = Arc::make_mut(&mut facts.force);
    force.stamp = game.next_timestamp;
    for seen in added.iter().flatten() {
        note(force, program, &index, seen);
    }
    Arc::make_mut(&mut game.cache.0).extend(added);
    true
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

/// The same without sharing it, for a quick look.
#[must_use]
pub fn seen<'g>(
    game: &'g Game,
    program: &Program,
    id: ObjectId,
) -> Option<Cow<'g, Characteristics>> {
    let object = game.object(id)?;
    if object.zone != Zone::Nowhere {
        if let Some(seen) = game.cached(id) {
            return Some(Cow::Borrowed(seen));
        }
    } else if let Some((_, last)) = game.last_known.iter().rev().find(|(of, _)| *of == id) {
        return Some(Cow::Borrowed(&last.characteristics));
    }
    Some(Cow::Owned(Characteristics::printed(program, object)))
}

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
            zone => {
                zones.contains(zone)
                    || index
                        .defines
                        .get(object.face.index())
                        .is_some_and(|own| own.contains(zone))
            }
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
            face_down: object.status.has(Status::FACE_DOWN) && object.zone == Zone::Battlefield,
        };
        let seen = match kept {
            Some((known, seen)) if *known == from => Arc::clone(seen),
            _ => {
                let mut record = *object;
                record.face = from.face;
                let mut seen = Characteristics::printed(program, &record);
                if from.face_down {
                    face_down(&mut seen);
                }
                let seen = Arc::new(seen);
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

/// Changes every object that has computed characteristics and needs the change.
fn each(
    game: &mut Game,
    needs: impl Fn(&Characteristics) -> bool,
    mut change: impl FnMut(&mut Characteristics),
) {
    let known = Arc::clone(&game.facts.0.known);
    for id in known.iter() {
        if game.cached(*id).is_some_and(&needs)
            && let Some(seen) = changes::seen_mut(game, *id)
        {
            change(seen);
        }
    }
}

/// What the rules themselves do in a layer: keywords that define characteristics, counters. Whether that may have changed
/// abilities.
fn rules_of(game: &mut Game, program: &Program, layer: Layer) -> bool {
    match layer {
        // CR 702.73a, 604.3: changeling defines.
        Layer::Type => each(
            game,
            |seen| seen.has(Primitive::Changeling) && !seen.every_creature_type,
            |seen| seen.every_creature_type = true,
        ),
        // CR 702.114a.
        Layer::Color => each(
            game,
            |seen| seen.has(Primitive::Devoid) && !seen.colors.is_empty(),
            |seen| seen.colors = ColorSet::EMPTY,
        ),
        // CR 613.4c, 122.1a.
        Layer::ModifyPt => {
            for entry in game.counters.clone() {
                let (Entity::Object(id), Some((power, toughness))) = (
                    entry.on,
                    program
                        .counters
                        .get(entry.kind.index())
                        .and_then(|kind| kind.pt),
                ) else {
                    continue;
                };
                let Some(seen) = changes::seen_mut(game, id) else {
                    continue;
                };
                let count = i64::from(entry.count);
                let add = |to: i64, by: i32| to.saturating_add(i64::from(by) * count);
                seen.power = add(seen.power, power);
                seen.toughness = add(seen.toughness, toughness);
            }
        }
        _ => {}
    }
    false
}

/// Gives the abilities of counters that were put on from one timestamp to before another (CR 122.1b, 613.1f, 613.7c), so
/// that an effect that removes abilities doesn't reach those that came after it. Whether there were any.
fn counter_abilities(
    game: &mut Game,
    program: &Program,
    banned: &changes::Banned,
    from: Timestamp,
    before: Option<Timestamp>,
) -> bool {
    let mut any = false;
    for entry in game.counters.clone() {
        let (Entity::Object(id), Some(kind)) = (entry.on, program.counters.get(entry.kind.index()))
        else {
            continue;
        };
        if entry.timestamp < from || before.is_some_and(|before| entry.timestamp >= before) {
            continue;
        }
        for ability in kind.keyword.iter().chain(&kind.abilities) {
            let keyword = program.ability(*ability).and_then(|known| known.keyword);
            if keyword.is_some_and(|keyword| banned.contains(&(id, keyword))) {
                continue;
            }
            if let Some(seen) = changes::seen_mut(game, id) {
                seen.add_ability(program, *ability, Some(id), entry.timestamp);
                any = true;
            }
        }
    }
    any
}

/// The effects with a part in the layer that exist now, besides those that have begun before (CR 613.6).
fn effects_in<'p>(
    game: &Game,
    program: &'p Program,
    layer: Layer,
    carriers: &Carriers,
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
    for &id in &carriers.objects {
        let (Some(seen), Some(object)) = (game.cached(id), game.object(id)) else {
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
    carriers: &Carriers,
    begun: &mut Begun<'p>,
    banned: &mut changes::Banned,
    watch: &mut impl FnMut(&Game, Layer, Done<'_, 'p>),
) -> Result<bool, Fault> {
    let mut done: Vec<Key> = Vec::new();
    // In the layers in which abilities are gained and lost, who has effects changes on the way.
    let moving = matches!(
        layer,
        Layer::Copy | Layer::Text | Layer::Type | Layer::Ability
    );
    let mut now;
    let mut carriers = carriers;
    let mut changed = false;
    // Counters from this timestamp on have not given their abilities yet.
    let mut counted = (layer == Layer::Ability).then_some(Timestamp(0));
    while done.len() < MOST_APPLIED {
        if moving && changed {
            now = Carriers::of(game, program);
            carriers = &now;
        }
        let mut open = effects_in(game, program, layer, carriers, begun);
        open.retain(|effect| !done.contains(&effect.key));
        let Some(at) = next(game, program, layer, &open, begun)? else {
            if let Some(from) = counted.take()
                && counter_abilities(game, program, banned, from, None)
            {
                changed = true;
                watch(game, layer, Done::Rules);
                continue;
            }
            return Ok(changed);
        };
        let effect = open.swap_remove(at);
        if let Some(from) = counted.filter(|from| *from < effect.timestamp) {
            counted = Some(effect.timestamp);
            if counter_abilities(game, program, banned, from, counted) {
                changed = true;
                watch(game, layer, Done::Rules);
                continue;
            }
        }
        done.push(effect.key);
        changed = true;
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
            for &id in game.facts.0.known.iter() {
                if game.cached(id).is_some()
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
    if cant_depend(game, layer, effect, other, begun) {
        return Ok(false);
    }
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

/// Whether the codes tell without a trial that an effect can't depend on another: it looks at nothing that the other changes,
/// and the other can't end it.
fn cant_depend(
    game: &Game,
    layer: Layer,
    effect: &Effect<'_>,
    other: &Effect<'_>,
    begun: &Begun<'_>,
) -> bool {
    let statement = match effect.key {
        Key::Ability(_, _, id, _) => Some(id),
        Key::Active(at) => game.effects.get(at).map(|active| active.what),
    };
    let index = game.facts.0.index.as_ref();
    let Some(looks_at) = statement.and_then(|id| index?.reads.get(id.index()).copied()) else {
        return false;
    };
    let changes = reads::writes(other.what, layer);
    let may_end = changes & reads::ABILITIES != 0
        && matches!(effect.key, Key::Ability(..))
        && !begun.iter().any(|(known, _)| known.key == effect.key);
    looks_at & reads::OTHER == 0 && looks_at & changes == 0 && !may_end
}

/// What follows from a change of control: summoning sickness (CR 302.6), leaving combat (CR 506.4).
fn changed_control(game: &mut Game, before: &[(ObjectId, PlayerId)]) {
    let changed: SmallVec<[ObjectId; 2]> = before
        .iter()
        .filter(|(id, was)| game.cached(*id).is_some_and(|now| now.controller != *was))
        .map(|(id, _)| *id)
        .collect();
    for id in changed {
        let number = game.turn.number;
        if let Some(object) = game.object_mut(id) {
            object.since_turn = number;
        }
        crate::engine::zones::remove_from_combat(game, id);
    }
}
