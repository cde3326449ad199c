//! Layers (CR 613): what every object is now, from its copiable values and all continuous effects.
//!
//! The cache of the game is rebuilt layer by layer, so that code that runs for a later layer sees what earlier ones did.

use super::{by_rules, changes, copiable, dependency, in_force, reads};
use crate::bytecode::{
    AbilityId, AbilityKind, Layer, Program, Static, StaticId, StaticKind, Subject,
};
use crate::game::{
    Attack, Characteristics, Context, Entity, Fault, Game, Merged, ObjectId, ObjectKind, PlayerId,
    Status, Timestamp,
};
use crate::vm;
use crate::vocab::{CardType, Zone};
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
/// Effects applied in one layer.
const MOST_APPLIED: usize = 10_000;

/// Whether abilities are gained and lost in a layer.
const fn moves_abilities(layer: Layer) -> bool {
    matches!(
        layer,
        Layer::Copy | Layer::Text | Layer::Type | Layer::Ability
    )
}

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
    pub what: &'p Static,
    pub context: Context,
    pub fixed: Option<Vec<Entity>>,
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
pub(super) type Begun<'p> = Vec<(Effect<'p>, Vec<ObjectId>)>;

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
    if !game.stale.0
        && (game.cache.0.len() == game.objects.len() || in_force::caught_up(game, program))
    {
        return Ok(());
    }
    game.stale.0 = true;
    let before: SmallVec<[(ObjectId, PlayerId); 32]> = game
        .battlefield
        .iter()
        .filter_map(|id| Some((*id, game.cached(*id)?.controller)))
        .collect();
    copiable::begin(game, program);
    layer_by_layer(game, program, |_, _, _| {})?;
    let index = reads::index(game, program);
    game.facts.0.force = Arc::new(in_force::in_force(game, program, &index));
    game.stale.0 = false;
    changed_control(game, &before);
    changed_types(game);
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
        by_rules::apply(game, program, layer);
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
        if applied && moves_abilities(layer) {
            carriers = Carriers::of(game, program);
        }
        if layer == Layer::SetPt {
            by_rules::each(
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
    // Who has effects changes on the way.
    let moving = moves_abilities(layer);
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
        let Some(at) = dependency::next(game, program, layer, &open, begun)? else {
            if let Some(from) = counted.take()
                && by_rules::counter_abilities(game, program, banned, from, None)
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
            if by_rules::counter_abilities(game, program, banned, from, counted) {
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

pub(super) fn apply(
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
    let copies = match effect.key {
        Key::Active(at) if layer == Layer::Copy => game
            .effects
            .get(at)
            .and_then(|active| active.copies.clone()),
        _ => None,
    };
    for part in parts.iter().filter(|part| part.layer == layer) {
        for id in affected {
            // CR 730.2a: what merged later is what the topmost of its components is, whatever it copied before.
            let later = |merged: &Merged| merged.at > effect.timestamp;
            let to = changes::Affected {
                id: *id,
                context: &effect.context,
                timestamp: effect.timestamp,
                copies: copies
                    .as_ref()
                    .filter(|_| !game.merged(*id).is_some_and(later)),
            };
            changes::apply(game, program, &part.change, &to, banned)?;
        }
    }
    Ok(())
}

/// What the effect applies to now.
pub(super) fn affected(
    game: &Game,
    program: &Program,
    effect: &Effect<'_>,
) -> Result<Vec<ObjectId>, Fault> {
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

/// CR 506.4: what is no creature any more, or has become a battle, leaves combat; what is neither a planeswalker nor a battle
/// any more is not attacked.
fn changed_types(game: &mut Game) {
    let Some(combat) = &game.combat else {
        return;
    };
    let fights = |id: ObjectId| {
        game.cached(id).is_none_or(|seen| {
            seen.types.contains(CardType::Creature) && !seen.types.contains(CardType::Battle)
        })
    };
    let attacked = |attack: &Attack| match attack.target {
        Some(Entity::Object(id)) => game.cached(id).is_none_or(|seen| {
            // CR 506.4e: a planeswalker that was a battle too is attacked on if the protector controls it.
            seen.types.contains(CardType::Battle)
                || seen.types.contains(CardType::Planeswalker) && seen.controller == attack.defender
        }),
        _ => true,
    };
    let attackers = combat.attacks.iter().map(|attack| attack.attacker);
    let blockers = combat.blocks.iter().map(|block| block.blocker);
    let gone: SmallVec<[ObjectId; 2]> = attackers
        .chain(blockers)
        .filter(|id| !fights(*id))
        .collect();
    let free: SmallVec<[ObjectId; 2]> = combat
        .attacks
        .iter()
        .filter(|attack| !attacked(attack))
        .map(|attack| attack.attacker)
        .collect();
    if gone.is_empty() && free.is_empty() {
        return;
    }
    if let Some(combat) = &mut game.combat {
        combat
            .attacks
            .retain(|attack| !gone.contains(&attack.attacker));
        combat.blocks.retain(|block| !gone.contains(&block.blocker));
        let released = |attack: &&mut Attack| free.contains(&attack.attacker);
        for attack in combat.attacks.iter_mut().filter(released) {
            attack.target = None;
        }
    }
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
