//! Mana (CR 106): what a player could produce, whether and how a cost can be paid with it, mana pools.

mod plan;

use crate::bytecode::{Ability, AbilityKind, CodeId, CostPart, Op, Primitive, Program};
use crate::engine::{combat, could_produce, layers, seats};
use crate::game::{
    Casting, Context, Entity, Event, EventKind, Fault, Game, ManaUnit, ObjectId, PlannedMana,
    PlayerId, StackKind, Status,
};
use crate::vm;
use crate::vocab::{CardType, ManaCost, ManaKind, ManaSymbol, Supertype};
use plan::{Search, choices};
use smallvec::SmallVec;
use std::cell::OnceCell;

/// A set of types of mana, as bits by [`ManaKind::index`].
pub type Kinds = u8;

/// The set of one type.
#[must_use]
pub const fn kind_bit(kind: ManaKind) -> Kinds {
    1 << kind.index()
}

/// Empties all pools (CR 500.5, 106.4) as a step or phase ends.
pub(in crate::engine) fn empty_pools(game: &mut Game) {
    for player in &mut game.players {
        player.mana.0.clear();
    }
}

/// What mana is spent on (CR 106.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// Casting this, which is a spell or about to be one.
    Cast(ObjectId),
    /// Activating an ability of this source.
    Activate(ObjectId),
    /// Anything else: what an effect asks for, a special action.
    Other,
}

impl Use {
    /// What the mana of a cost is for that is paid for a spell or ability on its way to the stack.
    #[must_use]
    pub fn of(casting: &Casting) -> Self {
        match casting.item.kind {
            _ if casting.face_up => Self::Other,
            StackKind::Spell => Self::Cast(casting.item.object),
            StackKind::Activated => Self::Activate(casting.item.source),
            StackKind::Triggered => Self::Other,
        }
    }
}

/// A piece of mana that a payment can use: in the pool, or from a source that can still be tapped for it.
#[derive(Debug, Clone)]
struct Piece {
    kinds: Kinds,
    snow: bool,
    rider: Option<CodeId>,
    /// What has produced it, or would.
    source: Option<ObjectId>,
    /// From the pool: its position there. From a source: which of `Available::sources`.
    from: From,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum From {
    Pool(usize),
    Source(usize),
}

/// A mana ability that can be activated now, at no cost but tapping or sacrificing its own source.
#[derive(Debug, Clone)]
struct Source {
    id: ObjectId,
    ability: u8,
    /// Costs more than tapping: used last.
    dear: bool,
}

/// All the mana that a player has or could produce at once.
#[derive(Debug, Clone, Default)]
pub struct Available {
    pieces: Vec<Piece>,
    sources: Vec<Source>,
    life: i64,
    /// Something changes what permanents are tapped for, or adds to it.
    altered: bool,
}

/// What a player has or could produce, found when it is first asked for.
pub struct Purse<'g> {
    game: &'g Game,
    program: &'g Program,
    player: PlayerId,
    known: OnceCell<Available>,
    total: OnceCell<u32>,
}

impl<'g> Purse<'g> {
    /// Of this player.
    #[must_use]
    pub const fn new(game: &'g Game, program: &'g Program, player: PlayerId) -> Self {
        Self {
            game,
            program,
            player,
            known: OnceCell::new(),
            total: OnceCell::new(),
        }
    }

    /// How much mana there is at most.
    ///
    /// # Errors
    /// Faults of the code of costs.
    pub fn total(&self) -> Result<u32, Fault> {
        if let Some(total) = self.total.get() {
            return Ok(*total);
        }
        let total = self.available()?.total();
        Ok(*self.total.get_or_init(|| total))
    }

    /// What is in it.
    ///
    /// # Errors
    /// Faults of the code of costs.
    pub fn available(&self) -> Result<&Available, Fault> {
        if let Some(known) = self.known.get() {
            return Ok(known);
        }
        let found = Available::of(self.game, self.program, self.player, None)?;
        Ok(self.known.get_or_init(|| found))
    }
}

/// How a cost is paid.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Plan {
    /// Mana abilities to activate.
    pub activate: Vec<PlannedMana>,
    /// Positions in the pool of units to spend, ascending.
    pub spend: SmallVec<[usize; 8]>,
    /// Life to pay for Phyrexian symbols (CR 107.4f).
    pub life: i64,
}

impl Available {
    /// What the player has in their pool only.
    #[must_use]
    pub fn pool(game: &Game, player: PlayerId) -> Self {
        let mut available = Self {
            life: game.life(player),
            ..Self::default()
        };
        let units = game.player(player).map(|p| p.mana.0.as_slice());
        for (at, unit) in units.unwrap_or_default().iter().enumerate() {
            available.pieces.push(Piece {
                kinds: kind_bit(unit.kind),
                snow: unit.snow,
                rider: unit.rider,
                source: unit.source,
                from: From::Pool(at),
            });
        }
        available
    }

    /// What the player has or could produce, except by the spared permanent.
    ///
    /// # Errors
    /// Faults of the code of costs.
    pub fn of(
        game: &Game,
        program: &Program,
        player: PlayerId,
        spared: Option<ObjectId>,
    ) -> Result<Self, Fault> {
        let mut available = Self::pool(game, player);
        available.altered = could_produce::altered(game, program);
        for &id in &game.battlefield {
            if Some(id) != spared {
                available.add_permanent(game, program, player, id)?;
            }
        }
        Ok(available)
    }

    /// Adds what a permanent could produce: by its first usable ability, or by any one of several.
    fn add_permanent(
        &mut self,
        game: &Game,
        program: &Program,
        player: PlayerId,
        id: ObjectId,
    ) -> Result<(), Fault> {
        let Some(object) = game.object(id) else {
            return Ok(());
        };
        if object.status.has(Status::PHASED_OUT) {
            return Ok(());
        }
        let Some(seen) = layers::seen(game, program, id) else {
            return Ok(());
        };
        if seen.controller != player {
            return Ok(());
        }
        let snow = seen.supertypes.contains(Supertype::Snow);
        for (at, instance) in seen.abilities.iter().enumerate() {
            let Some(ability) = program.ability(instance.ability) else {
                continue;
            };
            let AbilityKind::Activated {
                cost, mana: true, ..
            } = &ability.kind
            else {
                continue;
            };
            // What is tapped already is the most common case.
            let taps = cost.parts.iter().any(|p| matches!(p, CostPart::Tap));
            if taps && object.status.has(Status::TAPPED) {
                continue;
            }
            let Some(dear) = usable(game, program, &seen, id, player, ability)? else {
                continue;
            };
            let mut kinds = output(program, ability);
            let rider = rider(program, ability);
            if kinds.is_none() || self.altered {
                let expected =
                    could_produce::expected(game, program, player, id, instance.ability)?;
                kinds = expected.or(kinds);
            }
            let Some(kinds) = kinds.filter(|kinds| !kinds.is_empty()) else {
                continue;
            };
            let Ok(ability) = u8::try_from(at) else {
                continue;
            };
            let source = self.sources.len();
            self.sources.push(Source { id, ability, dear });
            for kinds in kinds {
                self.pieces.push(Piece {
                    kinds,
                    snow,
                    rider,
                    source: Some(id),
                    from: From::Source(source),
                });
            }
        }
        Ok(())
    }

    /// Without the mana that may not be spent on this (CR 106.6).
    ///
    /// # Errors
    /// Faults of the code of riders.
    pub fn only(mut self, game: &Game, program: &Program, on: Use) -> Result<Self, Fault> {
        let mut usable = Vec::with_capacity(self.pieces.len());
        for piece in &self.pieces {
            usable.push(may_be_spent(game, program, piece, on)?);
        }
        let mut usable = usable.into_iter();
        self.pieces.retain(|_| usable.next().unwrap_or(false));
        Ok(self)
    }

    /// How a cost is paid with this mana, if it can be. `on` is what it is spent on, for mana that may be spent only on
    /// some things (CR 106.6).
    ///
    /// # Errors
    /// Faults of the code of riders.
    pub fn plan(
        &self,
        game: &Game,
        program: &Program,
        cost: &ManaCost,
        on: Use,
    ) -> Result<Option<Plan>, Fault> {
        let mut usable = Vec::with_capacity(self.pieces.len());
        for piece in &self.pieces {
            usable.push(may_be_spent(game, program, piece, on)?);
        }
        let mut need = SmallVec::<[ManaSymbol; 8]>::new();
        let mut generic = 0_u32;
        for symbol in &cost.0 {
            match symbol {
                ManaSymbol::Generic(n) => generic = generic.saturating_add(*n),
                ManaSymbol::X => {}
                other => need.push(*other),
            }
        }
        let room = usable.iter().filter(|u| **u).count();
        let least = need
            .iter()
            .filter(|s| {
                !matches!(
                    s,
                    ManaSymbol::Phyrexian(_) | ManaSymbol::HybridPhyrexian(..)
                )
            })
            .count();
        if least.saturating_add(generic as usize) > room {
            return Ok(None);
        }
        // The most constrained symbols first, so that the search seldom has to go back.
        need.sort_by_key(|symbol| choices(*symbol));
        let mut search = Search {
            available: self,
            usable: &mut usable,
            chosen: Vec::new(),
            committed: vec![0; self.sources.len()],
            life: 0,
            left: 20_000,
        };
        if !search.pay(&need, generic) {
            return Ok(None);
        }
        Ok(Some(search.into_plan()))
    }

    /// Whether a cost can be paid.
    ///
    /// # Errors
    /// Faults of the code of riders.
    pub fn can_pay(
        &self,
        game: &Game,
        program: &Program,
        cost: &ManaCost,
        on: Use,
    ) -> Result<bool, Fault> {
        if cost.0.is_empty() {
            return Ok(true);
        }
        Ok(self.plan(game, program, cost, on)?.is_some())
    }

    /// How much mana there is at most, for the greatest X.
    #[must_use]
    pub fn total(&self) -> u32 {
        let mut best = vec![0_u32; self.sources.len()];
        let mut pool = 0_u32;
        for piece in &self.pieces {
            match piece.from {
                From::Pool(_) => pool = pool.saturating_add(1),
                From::Source(at) => {
                    if let Some(count) = best.get_mut(at) {
                        *count = count.saturating_add(1);
                    }
                }
            }
        }
        // Abilities of one permanent exclude each other: the best of them.
        let mut by_id: Vec<(ObjectId, u32)> = Vec::new();
        for (source, count) in self.sources.iter().zip(best) {
            match by_id.last_mut() {
                Some((id, most)) if *id == source.id => *most = count.max(*most),
                _ => by_id.push((source.id, count)),
            }
        }
        by_id
            .iter()
            .fold(pool, |sum, (_, n)| sum.saturating_add(*n))
    }
}

/// One set of types for each mana that a mana ability gives, as far as its instructions tell; `None` for other abilities.
fn output(program: &Program, ability: &Ability) -> Option<SmallVec<[Kinds; 2]>> {
    let AbilityKind::Activated {
        body, mana: true, ..
    } = &ability.kind
    else {
        return None;
    };
    let [part] = body.parts.as_slice() else {
        return None;
    };
    if body.modes.is_some() {
        return None;
    }
    crate::engine::mana_output::of(program, part.code).filter(|kinds| !kinds.is_empty())
}

/// Whether a mana ability can be activated now for nothing but its own permanent; if so, whether that costs more than
/// tapping it.
fn usable(
    game: &Game,
    program: &Program,
    seen: &crate::game::Characteristics,
    id: ObjectId,
    player: PlayerId,
    ability: &Ability,
) -> Result<Option<bool>, Fault> {
    let AbilityKind::Activated { cost, rules, .. } = &ability.kind else {
        return Ok(None);
    };
    if cost.mana.as_ref().is_some_and(|m| !m.0.is_empty()) {
        return Ok(None);
    }
    let mut dear = false;
    for part in &cost.parts {
        match part {
            CostPart::Tap => {
                if game.has_status(id, Status::TAPPED) || tap_sick(game, seen, id) {
                    return Ok(None);
                }
            }
            CostPart::Untap | CostPart::Loyalty(_) => return Ok(None),
            CostPart::Act { can, .. } => {
                dear = true;
                let context = crate::engine::statements::context(id, player);
                if !vm::truth(game, program, *can, &context, None)? {
                    return Ok(None);
                }
            }
        }
    }
    if !rules.is_empty()
        && crate::engine::activation::rules_refuse(game, program, id, player, ability)?.is_some()
    {
        return Ok(None);
    }
    if crate::engine::statements::cant_activate(game, program, id, true)? {
        return Ok(None);
    }
    Ok(Some(dear))
}

/// Whether summoning sickness keeps a permanent from paying {T} or {Q} (CR 302.6, 602.5a).
#[must_use]
pub fn tap_sick(game: &Game, seen: &crate::game::Characteristics, id: ObjectId) -> bool {
    seen.types.contains(CardType::Creature)
        && !combat::has(seen, Primitive::Haste)
        && combat::is_sick(game, id, seen.controller)
}

/// Whether a piece of mana may be spent on this (CR 106.6).
fn may_be_spent(game: &Game, program: &Program, piece: &Piece, on: Use) -> Result<bool, Fault> {
    let Some(rider) = piece.rider else {
        return Ok(true);
    };
    let (kind, what) = match on {
        Use::Cast(spell) => (EventKind::Cast, spell),
        Use::Activate(source) => (EventKind::Activate, source),
        Use::Other => return Ok(false),
    };
    let this = piece.source.unwrap_or(what);
    let you = seats::controller(game, program, this).unwrap_or(game.turn.active);
    let mut context: Context = crate::engine::statements::context(this, you);
    context.event = Some(Box::new(Event::new(kind, you)));
    vm::truth(game, program, rider, &context, Some(Entity::Object(what)))
}

/// What the mana of an ability may be spent on, if that is limited.
fn rider(program: &Program, ability: &Ability) -> Option<CodeId> {
    let AbilityKind::Activated { body, .. } = &ability.kind else {
        return None;
    };
    let mut ops = body
        .parts
        .iter()
        .filter_map(|part| program.code(part.code))
        .flat_map(|code| &code.ops);
    ops.find_map(|op| match op {
        Op::OnlyFor(rider) => Some(*rider),
        _ => None,
    })
}

/// Spends units of a pool; the life is the caller's to take.
pub(in crate::engine) fn spend(
    game: &mut Game,
    player: PlayerId,
    units: &[usize],
) -> Vec<ManaUnit> {
    let Some(player) = game.player_mut(player) else {
        return Vec::new();
    };
    let mut spent = Vec::with_capacity(units.len());
    for at in units.iter().rev() {
        if *at < player.mana.0.len() {
            spent.push(player.mana.0.remove(*at));
        }
    }
    spent
}
