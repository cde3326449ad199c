//! What static abilities, effects and triggers there are, and what they look at: so that events that change nothing of
//! what objects are cost no computation of layers.

use super::copiable::{defines, zones_reached};
use super::layers::try_refresh;
use super::reads;
use crate::bytecode::{AbilityKind, Primitive, Program, StaticId, StaticKind};
use crate::game::{
    Characteristics, Event, EventKind, Fault, Game, ObjectId,
    object::derived::{InForce, Index},
};
use crate::vocab::Zone;
use smallvec::SmallVec;
use std::sync::Arc;

/// What there is of abilities, and what effects look at.
pub(super) fn in_force(game: &Game, program: &Program, index: &Index) -> InForce {
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
    if game.stale.0 || !only_new_objects(game) {
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
                let gone_spell = game.object(old).is_some_and(|object| {
                    event.from == Zone::Stack
                        && object.zone == Zone::Nowhere
                        && !defines(&index, object.face, Zone::Stack)
                });
                if gone_spell {
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
    gone.into_iter().for_each(|id| forget(game, id));
    true
}

/// Whether all that there is more than when the characteristics were computed is objects: each got a timestamp, and nothing
/// else did.
fn only_new_objects(game: &Game) -> bool {
    let force = &game.facts.0.force;
    let stamped = game.next_timestamp.0.saturating_sub(force.stamp.0) as usize;
    let new = game.objects.len().saturating_sub(game.cache.0.len());
    !force.sensitive && force.counts == counts(game) && stamped == new
}

/// Adds new objects that nothing needs to be computed for: cards in zones that no effect looks at, spells and abilities as
/// printed. Whether those are all that is new.
pub(super) fn caught_up(game: &mut Game, program: &Program) -> bool {
    let force = &game.facts.0.force;
    let Some(index) = game.facts.0.index.clone() else {
        return false;
    };
    let known = game.cache.0.len();
    if game.objects.len() <= known || !only_new_objects(game) {
        return false;
    }
    let mut added: SmallVec<[Option<Arc<Characteristics>>; 4]> = SmallVec::new();
    for object in game.objects.iter().skip(known) {
        let seen = match object.zone {
            Zone::Nowhere => None,
            zone if force.reached.contains(zone) || defines(&index, object.face, zone) => {
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
