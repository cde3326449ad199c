//! Statements in force that combat, casting and the turn structure look at: what can't, must or may happen (CR 101.2,
//! 508.1c–d, 509.1b–c, 601.3, 602.5).

use crate::bytecode::{
    AbilityKind, Permission, Program, Restriction, Static, StaticId, StaticKind, Subject,
};
use crate::engine::{combat, layers, restrictions};
use crate::game::{Context, Entity, Fault, Game, ObjectId, PlayerId, Timestamp};
use crate::vm;
use crate::vocab::Zone;

/// A context with nothing but an object and its controller.
#[must_use]
pub fn context(this: ObjectId, you: PlayerId) -> Context {
    Context::new(this, you)
}

/// A statement in force.
pub struct Statement<'a> {
    /// What it says.
    pub what: &'a Static,
    /// The context of the ability or effect that says it.
    pub context: Context,
    /// When it began to apply (CR 613.7).
    pub timestamp: Timestamp,
    /// The objects that a resolved effect was found to affect (CR 611.2c).
    affected: Option<&'a [Entity]>,
}

impl Statement<'_> {
    /// Whether it is about this object or player.
    ///
    /// # Errors
    /// Faults of its code.
    pub fn applies(&self, game: &Game, program: &Program, to: Entity) -> Result<bool, Fault> {
        if let Some(condition) = self.what.condition
            && !vm::truth(game, program, condition, &self.context, Some(to))?
        {
            return Ok(false);
        }
        if let Some(affected) = self.affected {
            return Ok(affected.contains(&to));
        }
        match &self.what.subject {
            Subject::This => Ok(to == Entity::Object(self.context.this)),
            Subject::Game => Ok(true),
            Subject::Matching { zones, filter } => {
                let there = match to {
                    Entity::Player(_) => true,
                    Entity::Object(id) => zones.contains(game.zone(id)),
                };
                Ok(there && vm::truth(game, program, *filter, &self.context, Some(to))?)
            }
            Subject::Set(code) => {
                Ok(vm::set(game, program, *code, &self.context, Some(to))?.contains(&to))
            }
        }
    }
}

/// Looks at the wanted statements in force, and at those of one more object wherever it is, until `look` says stop.
/// Whether it did.
///
/// # Errors
/// What `look` reports.
pub fn each<'a>(
    game: &'a Game,
    program: &'a Program,
    also: Option<ObjectId>,
    wanted: impl Fn(&StaticKind) -> bool,
    mut look: impl FnMut(&Statement<'a>) -> Result<bool, Fault>,
) -> Result<bool, Fault> {
    // What is looked at anyway is not looked at twice.
    let also = also.filter(|id| !matches!(game.zone(*id), Zone::Battlefield | Zone::Command));
    // What no effect looks at is as printed.
    let also = also.filter(|id| game.cached(*id).is_some() || prints(game, program, *id, &wanted));
    // Mostly no object says anything of the kind.
    let none = super::in_force::force(game).is_some_and(|force| {
        !force
            .statics
            .iter()
            .any(|id| of(program, *id, &wanted).is_some())
    });
    let skipped = if none { usize::MAX } else { 0 };
    let permanents = game.battlefield.iter().chain(&game.command).skip(skipped);
    for &id in permanents.chain(&also) {
        let zone = game.zone(id);
        // CR 702.26b: what is phased out is treated as though it doesn't exist.
        if game.has_status(id, crate::game::Status::PHASED_OUT) {
            continue;
        }
        let Some(seen) = layers::seen(game, program, id) else {
            continue;
        };
        for instance in &seen.abilities {
            let Some(ability) = program.ability(instance.ability) else {
                continue;
            };
            let AbilityKind::Static(statements) = &ability.kind else {
                continue;
            };
            // CR 113.6: abilities of a card being cast function as it is on the stack.
            if !(ability.zones.contains(zone)
                || also == Some(id) && ability.zones.contains(Zone::Stack))
            {
                continue;
            }
            for statement in statements {
                let Some(what) = of(program, *statement, &wanted) else {
                    continue;
                };
                let statement = Statement {
                    what,
                    context: context(id, seen.controller),
                    timestamp: game
                        .object(id)
                        .map_or(Timestamp(0), |object| object.timestamp),
                    affected: None,
                };
                if look(&statement)? {
                    return Ok(true);
                }
            }
        }
    }
    for effect in &game.effects {
        let Some(what) = of(program, effect.what, &wanted) else {
            continue;
        };
        let statement = Statement {
            what,
            context: effect.context.clone(),
            timestamp: effect.timestamp,
            affected: effect.affected.as_deref(),
        };
        if look(&statement)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether an object's face has a wanted statement; one that has left its zone may have had others.
fn prints(
    game: &Game,
    program: &Program,
    id: ObjectId,
    wanted: &impl Fn(&StaticKind) -> bool,
) -> bool {
    let Some(object) = game.object(id).filter(|o| o.zone != Zone::Nowhere) else {
        return true;
    };
    let Some(face) = program.face(object.face) else {
        return true;
    };
    face.abilities.iter().any(|ability| {
        matches!(program.ability(*ability).map(|a| &a.kind), Some(AbilityKind::Static(statics))
            if statics.iter().any(|id| of(program, *id, wanted).is_some()))
    })
}

/// The statement, if it is wanted.
fn of<'p>(
    program: &'p Program,
    id: StaticId,
    wanted: &impl Fn(&StaticKind) -> bool,
) -> Option<&'p Static> {
    program.statics.get(id.index()).filter(|s| wanted(&s.kind))
}

/// Whether a code over a candidate holds; without code it does.
fn holds(
    game: &Game,
    program: &Program,
    code: Option<crate::bytecode::CodeId>,
    context: &Context,
    candidate: Entity,
) -> Result<bool, Fault> {
    match code {
        None => Ok(true),
        Some(code) => vm::truth(game, program, code, context, Some(candidate)),
    }
}

/// Whether a restriction about `to` fits.
fn cant(
    game: &Game,
    program: &Program,
    to: Entity,
    fits: impl Fn(&Restriction, &Context) -> Result<bool, Fault>,
) -> Result<bool, Fault> {
    Ok(restrictions::forbidden(game, program, to, fits)?.is_some())
}

/// How many requirements about `to` fit.
fn must(
    game: &Game,
    program: &Program,
    to: Entity,
    fits: impl Fn(&Restriction, &Context) -> Result<bool, Fault>,
) -> Result<u32, Fault> {
    let mut count = 0_u32;
    each(
        game,
        program,
        None,
        |kind| matches!(kind, StaticKind::Must(_)),
        |statement| {
            if let StaticKind::Must(requirement) = &statement.what.kind
                && fits(requirement, &statement.context)?
                && statement.applies(game, program, to)?
            {
                count = count.saturating_add(1);
            }
            Ok(false)
        },
    )?;
    Ok(count)
}

/// Looks at permissions about `to`.
fn may(
    game: &Game,
    program: &Program,
    to: Entity,
    look: impl FnMut(&Permission, &Context) -> Result<bool, Fault>,
) -> Result<bool, Fault> {
    may_beside(game, program, to, to.object(), look)
}

/// As [`may`], looking at what another object says too.
fn may_beside(
    game: &Game,
    program: &Program,
    to: Entity,
    also: Option<ObjectId>,
    mut look: impl FnMut(&Permission, &Context) -> Result<bool, Fault>,
) -> Result<bool, Fault> {
    each(
        game,
        program,
        also.filter(|id| game.zone(*id) != Zone::Battlefield),
        |kind| matches!(kind, StaticKind::May(_)),
        |statement| match &statement.what.kind {
            StaticKind::May(permission) => {
                Ok(statement.applies(game, program, to)? && look(permission, &statement.context)?)
            }
            _ => Ok(false),
        },
    )
}

/// CR 508.1c: whether a restriction keeps a creature from attacking this.
pub fn cant_attack(
    game: &Game,
    program: &Program,
    creature: ObjectId,
    target: Entity,
) -> Result<bool, Fault> {
    let forbidden =
        restrictions::forbidden(game, program, creature.into(), |restriction, context| {
            match restriction {
                Restriction::Attack(filter) => holds(game, program, *filter, context, target),
                _ => Ok(false),
            }
        })?;
    Ok(forbidden.is_some()
        && !may(game, program, creature.into(), |permission, _| {
            Ok(*permission == Permission::AttackDespiteDefender)
        })?)
}

/// CR 508.1c.
pub fn cant_attack_alone(game: &Game, program: &Program, id: ObjectId) -> Result<bool, Fault> {
    cant(game, program, id.into(), |r, _| {
        Ok(*r == Restriction::AttackAlone)
    })
}

/// CR 509.1b.
pub fn cant_block_alone(game: &Game, program: &Program, id: ObjectId) -> Result<bool, Fault> {
    cant(game, program, id.into(), |r, _| {
        Ok(*r == Restriction::BlockAlone)
    })
}

/// CR 508.1d: how many requirements a creature obeys by attacking this.
pub fn attack_requirements(
    game: &Game,
    program: &Program,
    creature: ObjectId,
    target: Entity,
) -> Result<u32, Fault> {
    must(
        game,
        program,
        creature.into(),
        |requirement, context| match requirement {
            Restriction::Attack(filter) => holds(game, program, *filter, context, target),
            _ => Ok(false),
        },
    )
}

/// CR 509.1b: whether a restriction, evasion abilities among them, keeps a creature from blocking this attacker.
pub fn cant_block(
    game: &Game,
    program: &Program,
    blocker: ObjectId,
    attacker: ObjectId,
) -> Result<bool, Fault> {
    Ok(forbids_block(game, program, blocker, attacker)?.is_some()
        || crate::engine::targets::protected_from(game, program, attacker, blocker)?)
}

/// What says that a creature can't block this attacker, if anything does.
pub fn forbids_block<'a>(
    game: &'a Game,
    program: &'a Program,
    blocker: ObjectId,
    attacker: ObjectId,
) -> Result<Option<restrictions::Forbidden<'a>>, Fault> {
    let of_blocker =
        restrictions::forbidden(game, program, blocker.into(), |restriction, context| {
            match restriction {
                Restriction::Block(filter) => {
                    holds(game, program, *filter, context, attacker.into())
                }
                _ => Ok(false),
            }
        })?;
    if of_blocker.is_some() {
        return Ok(of_blocker);
    }
    restrictions::forbidden(
        game,
        program,
        attacker.into(),
        |restriction, context| match restriction {
            Restriction::BeBlocked(filter) => {
                holds(game, program, *filter, context, blocker.into())
            }
            _ => Ok(false),
        },
    )
}

/// CR 509.1c: how many requirements a creature obeys by blocking this attacker.
pub fn block_requirements(
    game: &Game,
    program: &Program,
    blocker: ObjectId,
    attacker: ObjectId,
) -> Result<u32, Fault> {
    let of_blocker = must(
        game,
        program,
        blocker.into(),
        |requirement, context| match requirement {
            Restriction::Block(filter) => holds(game, program, *filter, context, attacker.into()),
            _ => Ok(false),
        },
    )?;
    let of_attacker = must(game, program, attacker.into(), |requirement, _| {
        Ok(*requirement == Restriction::BeBlockedByAll)
    })?;
    Ok(of_blocker.saturating_add(of_attacker))
}

/// CR 509.1c: how many requirements there are that this attacker be blocked.
pub fn requirements_to_be_blocked(
    game: &Game,
    program: &Program,
    attacker: ObjectId,
) -> Result<u32, Fault> {
    must(game, program, attacker.into(), |requirement, _| {
        Ok(matches!(requirement, Restriction::BeBlocked(_)))
    })
}

/// CR 509.1b: the fewest and the most creatures that can block this attacker.
pub fn blockers_allowed(
    game: &Game,
    program: &Program,
    attacker: ObjectId,
) -> Result<(u32, u32), Fault> {
    let (mut least, mut most) = (0, u32::MAX);
    each(
        game,
        program,
        None,
        |kind| {
            matches!(
                kind,
                StaticKind::Cant(Restriction::BlockedByFewer(_) | Restriction::BlockedByMore(_))
            )
        },
        |statement| {
            if statement.applies(game, program, attacker.into())? {
                match &statement.what.kind {
                    StaticKind::Cant(Restriction::BlockedByFewer(n)) => least = least.max(*n),
                    StaticKind::Cant(Restriction::BlockedByMore(n)) => most = most.min(*n),
                    _ => {}
                }
            }
            Ok(false)
        },
    )?;
    Ok((least, most))
}

/// How many more attackers than one a creature can block; `None` for any number.
pub fn extra_blocks(game: &Game, program: &Program, id: ObjectId) -> Result<Option<u32>, Fault> {
    let mut more = 0_u32;
    let any = may(game, program, id.into(), |permission, context| {
        match permission {
            Permission::BlockMore(None) => return Ok(true),
            Permission::BlockMore(Some(count)) => {
                let count = vm::number(game, program, *count, context, Some(id.into()))?;
                more = more.saturating_add(u32::try_from(count.max(0)).unwrap_or(u32::MAX));
            }
            _ => {}
        }
        Ok(false)
    })?;
    Ok((!any).then_some(more))
}

/// The combat damage that a creature assigns (CR 510.1a): its power, or its toughness if an effect says so.
pub fn combat_damage(game: &Game, program: &Program, id: ObjectId) -> Result<i64, Fault> {
    let Some(seen) = combat::permanent(game, program, id) else {
        return Ok(0);
    };
    let none = each(
        game,
        program,
        None,
        |kind| matches!(kind, StaticKind::AssignsNone),
        |statement| statement.applies(game, program, id.into()),
    )?;
    if none {
        return Ok(0);
    }
    let by_toughness = each(
        game,
        program,
        None,
        |kind| matches!(kind, StaticKind::AssignsByToughness),
        |statement| statement.applies(game, program, id.into()),
    )?;
    Ok(if by_toughness {
        seen.toughness
    } else {
        seen.power
    })
}

/// CR 502.3: whether an effect keeps a permanent from untapping in the untap step.
pub fn cant_untap_in_step(game: &Game, program: &Program, id: ObjectId) -> Result<bool, Fault> {
    cant(game, program, id.into(), |r, _| {
        Ok(matches!(r, Restriction::UntapInStep | Restriction::Untap))
    })
}

/// CR 305.2: how many lands a player can play this turn.
pub fn land_limit(game: &Game, program: &Program, player: PlayerId) -> Result<i64, Fault> {
    let mut limit = 1_i64;
    may(game, program, player.into(), |permission, context| {
        if let Permission::ExtraLands(count) = permission {
            limit = limit.saturating_add(vm::number(game, program, *count, context, None)?);
        }
        Ok(false)
    })?;
    Ok(limit)
}

/// CR 601.3: whether an effect keeps the player from casting this.
pub fn cant_cast(
    game: &Game,
    program: &Program,
    player: PlayerId,
    card: ObjectId,
) -> Result<bool, Fault> {
    if split_second(game, program).is_some() {
        return Ok(true);
    }
    cant(game, program, player.into(), |restriction, context| {
        let Restriction::Cast { filter, limit } = restriction else {
            return Ok(false);
        };
        if !vm::truth(game, program, *filter, context, Some(card.into()))? {
            return Ok(false);
        }
        let Some(limit) = limit else {
            return Ok(true);
        };
        let cast = game
            .history
            .spells_cast
            .iter()
            .find(|(p, _)| *p == player)
            .map_or(0, |(_, n)| i64::from(*n));
        Ok(cast >= vm::number(game, program, *limit, context, None)?)
    })
}

/// What forbids casting while a spell with split second is on the stack (CR 702.61a).
#[must_use]
pub fn split_second(game: &Game, program: &Program) -> Option<crate::engine::Illegal> {
    crate::engine::casting::added::split_second(game, program).then(|| {
        let why = "a spell with split second is on the stack";
        crate::engine::Illegal::new("101.2", why).also(Some("702.61a".into()))
    })
}

/// CR 305.1: whether an effect keeps the player from playing this land.
pub fn cant_play_land(
    game: &Game,
    program: &Program,
    player: PlayerId,
    card: ObjectId,
) -> Result<bool, Fault> {
    cant(
        game,
        program,
        player.into(),
        |restriction, context| match restriction {
            Restriction::PlayLand(filter) => {
                vm::truth(game, program, *filter, context, Some(card.into()))
            }
            _ => Ok(false),
        },
    )
}

/// CR 602.5: whether an effect keeps the activated abilities of this object from being activated.
pub fn cant_activate(
    game: &Game,
    program: &Program,
    id: ObjectId,
    mana: bool,
) -> Result<bool, Fault> {
    cant(game, program, id.into(), |restriction, _| {
        Ok(matches!(restriction, Restriction::Activate { except_mana } if !(mana && *except_mana)))
    })
}

/// What keeps this from being the target of a spell or ability, if anything does.
pub fn forbids_target<'a>(
    game: &'a Game,
    program: &'a Program,
    entity: Entity,
    by: ObjectId,
) -> Result<Option<restrictions::Forbidden<'a>>, Fault> {
    restrictions::forbidden(
        game,
        program,
        entity,
        |restriction, context| match restriction {
            Restriction::BeTargeted(filter) => holds(game, program, *filter, context, by.into()),
            _ => Ok(false),
        },
    )
}

/// CR 702.8: whether an effect lets the player cast this as though it had flash.
pub fn flash_allowed(
    game: &Game,
    program: &Program,
    player: PlayerId,
    card: ObjectId,
) -> Result<bool, Fault> {
    may(
        game,
        program,
        player.into(),
        |permission, context| match permission {
            Permission::Flash(filter) => {
                vm::truth(game, program, *filter, context, Some(card.into()))
            }
            _ => Ok(false),
        },
    )
}

/// CR 502.3: whether its controller may choose not to untap it during the untap step.
pub fn may_stay_tapped(game: &Game, program: &Program, id: ObjectId) -> Result<bool, Fault> {
    may(game, program, id.into(), |permission, _| {
        Ok(*permission == Permission::NotUntap)
    })
}

/// Whether a blocked creature may assign its combat damage as though it weren't blocked (CR 510.1c).
pub fn assigns_as_unblocked(game: &Game, program: &Program, id: ObjectId) -> Result<bool, Fault> {
    may(game, program, id.into(), |permission, _| {
        Ok(*permission == Permission::AssignAsUnblocked)
    })
}

/// Whether an effect lets a creature use {T} and {Q} abilities as though it had haste.
pub fn hasty_abilities(game: &Game, program: &Program, id: ObjectId) -> Result<bool, Fault> {
    may(game, program, id.into(), |permission, _| {
        Ok(*permission == Permission::HasteForAbilities)
    })
}

/// Whether an effect lets the player cast this card, or play it as a land, from where it is; and whether for free.
pub fn play_allowed(
    game: &Game,
    program: &Program,
    player: PlayerId,
    card: ObjectId,
    land: bool,
) -> Result<Option<bool>, Fault> {
    let zone = game.zone(card);
    let on_top = game
        .object(card)
        .and_then(|o| game.player(o.owner))
        .is_some_and(|p| p.library.last() == Some(&card));
    let mut found = None;
    // CR 113.6b: the card may say itself that it can be cast from there.
    may_beside(
        game,
        program,
        player.into(),
        Some(card),
        |permission, context| {
            let Permission::Play {
                zones,
                filter,
                lands,
                free,
                top_only,
            } = permission
            else {
                return Ok(false);
            };
            if !zones.contains(zone) || (land && !lands) || (*top_only && !on_top) {
                return Ok(false);
            }
            if vm::truth(game, program, *filter, context, Some(card.into()))? {
                found = Some(*free || found == Some(true));
            }
            Ok(found == Some(true))
        },
    )?;
    Ok(found)
}

/// Whether a player may spend mana on this as though it were mana of any color, or of any type if so (CR 609.4b).
pub fn spends_any(
    game: &Game,
    program: &Program,
    player: PlayerId,
    what: ObjectId,
) -> Result<Option<bool>, Fault> {
    let mut found = None;
    // A spell is the card that it was before it was cast.
    let mut before = None;
    may(game, program, player.into(), |permission, context| {
        let Permission::SpendAny { types, filter } = permission else {
            return Ok(false);
        };
        let fits = |id: ObjectId| match filter {
            None => Ok(true),
            Some(filter) => vm::truth(game, program, *filter, context, Some(id.into())),
        };
        let card = *before.get_or_insert_with(|| was(game, what));
        if fits(what)? || card != what && fits(card)? {
            found = Some(*types || found == Some(true));
        }
        Ok(found == Some(true))
    })?;
    Ok(found)
}

/// What an object was in the zone that it came from, if it has moved.
fn was(game: &Game, id: ObjectId) -> ObjectId {
    let before = game
        .objects
        .iter()
        .rposition(|object| object.became == Some(id));
    before
        .and_then(|at| u32::try_from(at).ok())
        .map_or(id, ObjectId)
}

/// Whether any permission to play cards from other zones than the hand is in force.
pub fn plays_from_elsewhere(game: &Game, program: &Program) -> Result<bool, Fault> {
    each(
        game,
        program,
        None,
        |kind| matches!(kind, StaticKind::May(Permission::Play { .. })),
        |_| Ok(true),
    )
}
