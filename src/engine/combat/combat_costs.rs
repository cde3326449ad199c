//! Costs to attack and to block (CR 508.1g–j, 509.1d–f): what they come to, whether they can be paid, paying them.

use crate::bytecode::{AbilityKind, CodeId, CostPart, InCombat, Program, StaticKind};
use crate::engine::{
    combat::{self, has},
    illegal::Illegal,
    layers,
    mana::{Available, Use},
    payment, statements,
};
use crate::game::{Context, Entity, Fault, Game, ObjectId, PlayerId, Status};
use crate::vm;
use crate::vocab::{ManaCost, ManaSymbol};
use smallvec::SmallVec;

/// What a player pays for a declaration.
#[derive(Debug, Clone)]
pub(in crate::engine) struct Price {
    /// Who.
    player: PlayerId,
    /// One of the creatures that it is paid for.
    on: ObjectId,
    /// Mana.
    mana: SmallVec<[ManaSymbol; 4]>,
    /// Everything else: whether it can be paid, and what pays it.
    parts: Vec<(CodeId, CodeId, Context)>,
}

/// Whether anything has to be paid for one creature to attack this, or to block this attacker (CR 508.1d, 509.1c).
pub(in crate::engine) fn costs(
    game: &Game,
    program: &Program,
    what: InCombat,
    creature: ObjectId,
    other: Entity,
) -> Result<bool, Fault> {
    let mut prices = Vec::new();
    add(game, program, what, creature, other, &mut prices)?;
    Ok(prices
        .iter()
        .any(|price| !price.mana.is_empty() || !price.parts.is_empty()))
}

/// What a declaration costs, for each player who pays.
pub(in crate::engine) fn total(
    game: &Game,
    program: &Program,
    what: InCombat,
    declared: &[(ObjectId, Entity)],
) -> Result<Vec<Price>, Fault> {
    let mut prices = Vec::new();
    for (creature, other) in declared {
        add(game, program, what, *creature, *other, &mut prices)?;
    }
    prices.retain(|price| !price.mana.is_empty() || !price.parts.is_empty());
    Ok(prices)
}

/// Adds what one creature costs.
fn add(
    game: &Game,
    program: &Program,
    what: InCombat,
    creature: ObjectId,
    other: Entity,
    prices: &mut Vec<Price>,
) -> Result<(), Fault> {
    let wanted = |kind: &StaticKind| matches!(kind, StaticKind::CombatCost { .. });
    // Mostly nothing says anything of the kind.
    let Some(player) = combat::permanent(game, program, creature).map(|seen| seen.controller)
    else {
        return Ok(());
    };
    statements::each(game, program, None, wanted, |statement| {
        let StaticKind::CombatCost {
            what: of,
            whom,
            cost,
            times,
        } = &statement.what.kind
        else {
            return Ok(false);
        };
        let (about, counterpart) = match (of, what) {
            (InCombat::Attack, InCombat::Attack) | (InCombat::Block, InCombat::Block) => {
                (Entity::Object(creature), other)
            }
            (InCombat::BeBlocked, InCombat::Block) => (other, Entity::Object(creature)),
            _ => return Ok(false),
        };
        let context = &statement.context;
        let fits = match whom {
            None => true,
            Some(code) => vm::truth(game, program, *code, context, Some(counterpart))?,
        };
        if !fits || !statement.applies(game, program, about)? {
            return Ok(false);
        }
        let times = match times {
            None => 1,
            Some(code) => vm::number(game, program, *code, context, Some(about))?,
        };
        let at = match prices.iter().position(|price| price.player == player) {
            Some(at) => at,
            None => {
                prices.push(Price {
                    player,
                    on: creature,
                    mana: SmallVec::new(),
                    parts: Vec::new(),
                });
                prices.len().saturating_sub(1)
            }
        };
        let Some(price) = prices.get_mut(at) else {
            return Ok(false);
        };
        let x = u32::try_from(context.x.max(0)).unwrap_or(u32::MAX);
        let mana = cost.mana.as_ref().map(|mana| mana.with_x(x));
        // More than that many can't be paid anyway.
        for _ in 0..times.clamp(0, 1000) {
            let symbols = mana.iter().flat_map(|mana| mana.0.iter().copied());
            price
                .mana
                .extend(symbols.filter(|symbol| *symbol != ManaSymbol::Generic(0)));
            for part in &cost.parts {
                if let CostPart::Act { can, code, .. } = part {
                    let mut context = context.clone();
                    context.you = player;
                    price.parts.push((*can, *code, context));
                }
            }
        }
        Ok(false)
    })?;
    Ok(())
}

/// Why the costs of a declaration can't be paid, if they can't. Creatures that attack are tapped by then (CR 508.1f).
pub(in crate::engine) fn refused(
    game: &Game,
    program: &Program,
    prices: &[Price],
    attackers: &[ObjectId],
    rule: &'static str,
) -> Result<Option<Illegal>, Fault> {
    if prices.is_empty() {
        return Ok(None);
    }
    let mut then = game.clone();
    for id in attackers {
        let watchful = combat::permanent(game, program, *id)
            .is_some_and(|seen| has(&seen, crate::bytecode::Primitive::Vigilance));
        if !watchful && let Some(object) = then.object_mut(*id) {
            object.status.set(Status::TAPPED, true);
        }
    }
    then.stale.0 = true;
    layers::try_refresh(&mut then, program)?;
    for price in prices {
        let available = Available::of(&then, program, price.player, None)?;
        let mana = ManaCost(price.mana.iter().copied().collect());
        if !available.can_pay(&then, program, &mana, Use::Other)? {
            return Ok(Some(Illegal::new(
                rule,
                format!("{mana} has to be paid and can't be"),
            )));
        }
        for (can, _, context) in &price.parts {
            if !vm::truth(&then, program, *can, context, None)? {
                return Ok(Some(Illegal::new(
                    rule,
                    "a cost has to be paid and can't be",
                )));
            }
        }
    }
    Ok(None)
}

/// Lets the players pay, before what is on the task stack goes on.
pub(in crate::engine) fn pay(
    game: &mut Game,
    program: &Program,
    prices: Vec<Price>,
) -> Result<(), Fault> {
    for price in prices.into_iter().rev() {
        for (_, code, context) in price.parts.into_iter().rev() {
            vm::start(game, program, code, context)?;
        }
        if !price.mana.is_empty() {
            let mana = ManaCost(price.mana.into_iter().collect());
            payment::begin(game, price.player, mana, price.on, None);
        }
    }
    Ok(())
}

/// What may be done as a creature attacks (CR 508.1g), for each of its abilities that say so.
pub(in crate::engine) fn as_it_attacks(
    game: &mut Game,
    program: &Program,
    attackers: &[ObjectId],
) -> Result<(), Fault> {
    let mut codes = Vec::new();
    for id in attackers {
        let Some(seen) = combat::permanent(game, program, *id) else {
            continue;
        };
        for instance in &seen.abilities {
            let ability = program.ability(instance.ability).map(|a| &a.kind);
            let Some(AbilityKind::Static(statics)) = ability else {
                continue;
            };
            for statement in statics {
                if let Some(StaticKind::AsAttacks(code)) =
                    program.statics.get(statement.index()).map(|s| &s.kind)
                {
                    codes.push((*code, statements::context(*id, seen.controller)));
                }
            }
        }
    }
    for (code, context) in codes.into_iter().rev() {
        vm::start(game, program, code, context)?;
    }
    Ok(())
}
