//! Sets of objects and players, and the numbers that are read from them.

use super::{
    Set, characteristics, combat,
    eval::{Operands, Scope, int, members},
    insert, values,
};
use crate::bytecode::{CodeId, Fold, Kinds, Op, Program, Stat, program::Layout};
use crate::game::{
    Characteristics, Context, Entity, EventKind, Fault, Game, ObjectId, ObjectKind, PlayerId, Value,
};
use crate::vocab::{ColorSet, ManaSymbol, Zone, ZoneSet};

/// The objects of some zones that fit a filter.
pub fn select(scope: &Scope<'_>, zones: ZoneSet, filter: CodeId) -> Result<Set, Fault> {
    let mut found = Set::new();
    for zone in zones.iter() {
        for id in in_zone(scope.game, zone) {
            if scope.fits(filter, Entity::Object(id))? {
                insert(&mut found, Entity::Object(id));
            }
        }
    }
    Ok(found)
}

/// The objects in a zone, of all players in turn order; phased-out permanents are treated as though they were not there
/// (CR 702.26b).
pub fn in_zone(game: &Game, zone: Zone) -> Vec<ObjectId> {
    match zone {
        Zone::Battlefield => {
            let here = |id: &&ObjectId| !game.has_status(**id, crate::game::Status::PHASED_OUT);
            game.battlefield.iter().filter(here).copied().collect()
        }
        Zone::Exile => game.exile.clone(),
        Zone::Command => game.command.clone(),
        Zone::Stack => game.stack.iter().map(|item| item.object).collect(),
        Zone::Hand | Zone::Library | Zone::Graveyard => (0..game.players.len())
            .flat_map(|seat| cards_of(game, PlayerId(seat as u8), zone))
            .collect(),
        Zone::Nowhere => Vec::new(),
    }
}

/// A player's cards in a zone, top of the library first.
fn cards_of(game: &Game, player: PlayerId, zone: Zone) -> Vec<ObjectId> {
    let Some(player_record) = game.player(player) else {
        return Vec::new();
    };
    let owned = |ids: &[ObjectId]| {
        ids.iter()
            .copied()
            .filter(|id| game.object(*id).is_some_and(|o| o.owner == player))
            .collect()
    };
    match zone {
        Zone::Hand => player_record.hand.clone(),
        Zone::Graveyard => player_record.graveyard.clone(),
        Zone::Library => player_record.library.iter().rev().copied().collect(),
        Zone::Exile => owned(&game.exile),
        Zone::Command => owned(&game.command),
        Zone::Battlefield => owned(&game.battlefield),
        Zone::Stack | Zone::Nowhere => Vec::new(),
    }
}

/// The players still in the game, in turn order from the active one (CR 101.4).
pub fn players(game: &Game) -> impl Iterator<Item = PlayerId> + '_ {
    let count = game.players.len().max(1);
    let first = usize::from(game.turn.active.0);
    (0..game.players.len())
        .map(move |n| PlayerId(((first + n) % count) as u8))
        .filter(|id| game.player(*id).is_some_and(|player| player.in_game))
}

/// Executes an instruction on sets. `None`: it is none, or its operands are not there.
pub fn operation(scope: &Scope<'_>, op: Op, stack: &mut Operands) -> Option<Value> {
    let game = scope.game;
    let set = |entities: &mut dyn Iterator<Item = Entity>| {
        let mut out = Set::new();
        entities.for_each(|entity| insert(&mut out, entity));
        Value::Set(out)
    };
    let context = scope.context;
    let value = match op {
        Op::This => set(&mut std::iter::once(context.this.into())),
        Op::You => set(&mut std::iter::once(context.you.into())),
        Op::Candidate => set(&mut scope.candidate.into_iter()),
        Op::ChosenPlayer => set(&mut values::player(game, context.this)
            .map(Entity::Player)
            .into_iter()),
        Op::Affected => set(&mut scope.affected.into_iter()),
        Op::Target(n) => set(&mut context
            .targets
            .get(usize::from(n))
            .into_iter()
            .flatten()
            .copied()),
        Op::Paid(n) => set(&mut context
            .paid
            .get(usize::from(n))
            .into_iter()
            .flatten()
            .copied()),
        Op::Empty => Value::Set(Set::new()),
        Op::Players => set(&mut players(game).map(Entity::Player)),
        Op::InTurnOrder => {
            let first = members(stack)?.iter().find_map(|entity| entity.player());
            let (before, after): (Vec<_>, Vec<_>) =
                players(game).partition(|player| first.is_some_and(|first| *player < first));
            set(&mut after.into_iter().chain(before).map(Entity::Player))
        }
        Op::Seats => set(&mut (0..game.players.len())
            .filter_map(|seat| u8::try_from(seat).ok())
            .map(|seat| PlayerId(seat).into())),
        Op::ActivePlayer => set(&mut std::iter::once(game.turn.active.into())),
        Op::Opponents | Op::Teammates => {
            let of = members(stack)?;
            let team = |id: PlayerId| game.player(id).map(|player| player.team);
            let wanted = |id: &PlayerId| {
                of.iter()
                    .filter_map(|entity| entity.player())
                    .any(|one| match op {
                        Op::Opponents => team(one) != team(*id),
                        _ => team(one) == team(*id) && one != *id,
                    })
            };
            set(&mut players(game).filter(wanted).map(Entity::Player))
        }
        Op::Union => {
            let (right, left) = (members(stack)?, members(stack)?);
            set(&mut left.into_iter().chain(right))
        }
        Op::Intersect => {
            let (right, left) = (members(stack)?, members(stack)?);
            set(&mut left.into_iter().filter(|entity| right.contains(entity)))
        }
        Op::Minus => {
            let (right, left) = (members(stack)?, members(stack)?);
            set(&mut left.into_iter().filter(|entity| !right.contains(entity)))
        }
        Op::Controllers => set(&mut members(stack)?
            .into_iter()
            .filter_map(|e| controller(scope, e))
            .map(Entity::Player)),
        Op::Giver => set(&mut context.giver.into_iter().map(Entity::Object)),
        Op::Owners => set(&mut members(stack)?
            .into_iter()
            .filter_map(|entity| match entity {
                Entity::Player(_) => Some(entity),
                Entity::Object(id) => game.object(id).map(|object| Entity::Player(object.owner)),
            })),
        Op::Protectors => set(&mut objects(&members(stack)?)
            .filter_map(|id| game.protector(id))
            .map(Entity::Player)),
        Op::Hosts => set(&mut objects(&members(stack)?).filter_map(|id| host(game, id))),
        Op::TargetsOf => {
            let of = members(stack)?;
            set(&mut game
                .stack
                .iter()
                .filter(|item| of.contains(&item.object.into()))
                .flat_map(|item| item.targets.iter().flatten().copied()))
        }
        Op::Share(kinds) => {
            let (right, left) = (members(stack)?, members(stack)?);
            let right = kinds_of(scope, &right, kinds);
            let shared = kinds_of(scope, &left, kinds)
                .iter()
                .any(|kind| right.contains(kind));
            Value::Bool(shared)
        }
        Op::Attachments => {
            let of = members(stack)?;
            let attached = |id: &ObjectId| {
                game.object(*id)
                    .and_then(|o| o.attached_to)
                    .is_some_and(|to| of.contains(&to))
            };
            set(&mut game
                .battlefield
                .iter()
                .copied()
                .filter(attached)
                .map(Entity::Object))
        }
        Op::Defenders => {
            let of = members(stack)?;
            let attacks = game.combat.iter().flat_map(|combat| &combat.attacks);
            set(&mut attacks
                .filter(|a| of.contains(&a.attacker.into()))
                .map(|attack| attack.defender.into()))
        }
        Op::Attacked => {
            let of = members(stack)?;
            set(&mut of
                .iter()
                .filter_map(|e| e.object())
                .filter_map(|id| combat::attacked(game, id)))
        }
        Op::Fewest(stat) => {
            let wanted = int(stack)?;
            let mut values: Vec<i64> = members(stack)?
                .into_iter()
                .map(|entity| number_of(scope, stat, entity))
                .collect();
            values.sort_unstable_by(|a, b| b.cmp(a));
            let mut sum = 0_i64;
            let mut count = 0_i64;
            for value in values {
                if sum >= wanted {
                    break;
                }
                sum = sum.saturating_add(value);
                count = count.saturating_add(1);
            }
            Value::Int(count)
        }
        Op::Blocking | Op::Blockers => {
            let of = members(stack)?;
            set(&mut of
                .iter()
                .filter_map(|e| e.object())
                .flat_map(|id| combat::opposite(game, id, op == Op::Blocking))
                .map(Entity::Object))
        }
        Op::Attackable if game.combat.is_none() => Value::Set(Set::new()),
        Op::Attackable => set(&mut combat::attackable(game, scope.program).into_iter()),
        Op::Top => {
            let count = usize::try_from(int(stack)?.max(0)).unwrap_or(usize::MAX);
            let of = members(stack)?;
            set(&mut of
                .iter()
                .filter_map(|e| e.player())
                .flat_map(|p| cards_of(game, p, Zone::Library).into_iter().take(count))
                .map(Entity::Object))
        }
        Op::Cards(zone) => {
            let of = members(stack)?;
            set(&mut of
                .iter()
                .filter_map(|e| e.player())
                .flat_map(|p| cards_of(game, p, zone))
                .map(Entity::Object))
        }
        Op::Became => set(&mut members(stack)?
            .into_iter()
            .flat_map(|entity| became(game, context, entity))),
        Op::Former => set(&mut members(stack)?
            .into_iter()
            .map(|entity| former(game, entity))),
        Op::Linked => set(&mut game
            .linked
            .iter()
            .filter(|(by, what)| *by == context.this && game.zone(*what) == Zone::Exile)
            .map(|(_, what)| (*what).into())),
        Op::Count => Value::Int(members(stack)?.len() as i64),
        Op::ControlledByEach(fold) => {
            let players = members(stack)?;
            let controllers: Vec<Entity> = members(stack)?
                .into_iter()
                .filter_map(|e| controller(scope, e))
                .map(Entity::Player)
                .collect();
            let counts = players.iter().map(|player| {
                let of = controllers.iter().filter(|known| *known == player);
                i64::try_from(of.count()).unwrap_or(i64::MAX)
            });
            Value::Int(folded(fold, counts))
        }
        Op::Stat(stat, fold) => {
            let of = members(stack)?.into_iter();
            Value::Int(folded(
                fold,
                of.map(|entity| number_of(scope, stat, entity)),
            ))
        }
        Op::Counters(kind) => {
            let of = members(stack)?;
            let total = of.iter().fold(0_i64, |sum, entity| {
                sum.saturating_add(counters(game, *entity, kind))
            });
            Value::Int(total)
        }
        Op::TimesPaid(keyword) => {
            let of = members(stack)?;
            let times = objects(&of).map(|id| super::times_paid(game, scope.program, id, keyword));
            Value::Int(times.fold(0, i64::saturating_add))
        }
        Op::CastAfter => {
            let of = members(stack)?;
            let counts = objects(&of)
                .map(|id| super::how_cast(game, id).map_or(0, |how| i64::from(how.after)));
            Value::Int(counts.fold(0, i64::saturating_add))
        }
        Op::Different(kinds) => Value::Int(different(scope, kinds, &members(stack)?)),
        Op::ColorsAsMana => {
            let colors = members(stack)?
                .iter()
                .filter_map(|entity| entity.object())
                .filter_map(|id| characteristics(game, scope.program, id, |seen| seen.colors))
                .fold(ColorSet::EMPTY, ColorSet::union);
            Value::Int(i64::from(super::mana::types(colors, false)))
        }
        Op::Sources => super::sources::all(scope),
        Op::Party => Value::Int(super::party::size(scope, &members(stack)?)),
        Op::Spent(what) => {
            let of = members(stack)?;
            let total = objects(&of).fold(0_i64, |sum, id| {
                sum.saturating_add(super::values::spent(game, id, what))
            });
            Value::Int(total)
        }
        Op::Devotion(colors) => {
            let of = members(stack)?;
            let mut total = 0_i64;
            for id in &game.battlefield {
                if controller(scope, (*id).into()).is_some_and(|p| of.contains(&p.into())) {
                    let cost =
                        characteristics(game, scope.program, *id, |c| c.mana_cost(scope.program));
                    let cost = cost.flatten();
                    let counts =
                        |symbol: &&ManaSymbol| !symbol.colors().intersection(colors).is_empty();
                    total = total.saturating_add(
                        cost.map_or(0, |cost| cost.0.iter().filter(counts).count()) as i64,
                    );
                }
            }
            Value::Int(total)
        }
        Op::Meets => {
            let (right, left) = (members(stack)?, members(stack)?);
            Value::Bool(left.iter().any(|entity| right.contains(entity)))
        }
        Op::IsActive => Value::Bool(
            members(stack)?
                .iter()
                .any(|e| e.player().is_some_and(|p| is_active(game, p))),
        ),
        Op::InStep(step) => Value::Bool(game.turn.step == step),
        _ => return None,
    };
    Some(value)
}

/// Whether it is the player's turn; with shared team turns, every member of the active team is active (CR 805.4a).
fn is_active(game: &Game, player: PlayerId) -> bool {
    let team = |id| {
        game.player(id)
            .map(|player: &crate::game::Player| player.team)
    };
    player == game.turn.active
        || game.format == crate::game::Format::TwoHeadedGiant
            && team(player) == team(game.turn.active)
}

fn objects(set: &Set) -> impl Iterator<Item = ObjectId> + '_ {
    set.iter().filter_map(|entity| entity.object())
}

/// What an object is, or was when it left, attached to.
fn host(game: &Game, id: ObjectId) -> Option<Entity> {
    let now = game.object(id)?;
    if now.zone != Zone::Nowhere {
        return now.attached_to;
    }
    game.last_known
        .iter()
        .rev()
        .find(|(object, _)| *object == id)
        .and_then(|(_, last)| last.object.attached_to)
}

/// What an object became when it left its zone; the object itself if it is still there. Only one step is followed: what has
/// moved on from there is not found (CR 400.7).
///
/// What left the battlefield in response to an ability isn't found either; but what moved as its cost is, and what it triggered
/// on (CR 400.7e, 400.7j).
///
/// Of a merged permanent, all the objects that it became are found (CR 730.3c).
fn became(game: &Game, context: &Context, entity: Entity) -> Set {
    let old = entity.object();
    match old.and_then(|id| game.object(id)?.became) {
        Some(first)
            if first.0 < game.resolving_since
                && context.captured.is_empty()
                && match (&context.event, context.activated) {
                    (Some(event), _) => !moves(event.kind),
                    (None, Some(next)) => first >= next,
                    (None, None) => false,
                }
                && old.is_some_and(|old| left_battlefield(game, old)) =>
        {
            Set::from_iter([entity])
        }
        Some(first) => game.with_those_beside(first).collect(),
        None => Set::from_iter([entity]),
    }
}

/// Whether an event of this kind is, or comes with, a change of zones.
const fn moves(kind: EventKind) -> bool {
    matches!(
        kind,
        EventKind::ZoneChange
            | EventKind::Destroy
            | EventKind::Sacrifice
            | EventKind::Discard
            | EventKind::Mill
            | EventKind::Draw
            | EventKind::Counter
            | EventKind::Cycle
            | EventKind::Cast
            | EventKind::PlayLand
    )
}

/// Whether what is gone was a permanent.
fn left_battlefield(game: &Game, old: ObjectId) -> bool {
    let known = game.last_known.iter().rev().find(|(id, _)| *id == old);
    known.is_some_and(|(_, last)| last.object.zone == Zone::Battlefield)
}

/// What a card was on the battlefield or the stack, if that is where it came from; else the card itself.
fn former(game: &Game, entity: Entity) -> Entity {
    let Some(id) = entity.object() else {
        return entity;
    };
    if matches!(
        game.zone(id),
        Zone::Battlefield | Zone::Stack | Zone::Nowhere
    ) {
        return entity;
    }
    // What a merged permanent became are several objects, of which it knows the first.
    let mut first = id;
    while let Some(before) = first.0.checked_sub(1).map(ObjectId)
        && game
            .object(before)
            .is_some_and(|object| object.beside == Some(first))
    {
        first = before;
    }
    let was_there = |old: &ObjectId| {
        game.last_known.iter().rev().any(|(known, last)| {
            known == old && matches!(last.object.zone, Zone::Battlefield | Zone::Stack)
        })
    };
    game.objects
        .iter()
        .rposition(|object| object.became == Some(first))
        .and_then(|at| u32::try_from(at).ok())
        .map(ObjectId)
        .filter(was_there)
        .map_or(entity, Entity::Object)
}

/// The controller of an object; of one in a zone without controllers, its owner (CR 108.4a).
pub fn controller(scope: &Scope<'_>, entity: Entity) -> Option<PlayerId> {
    match entity {
        Entity::Player(id) => Some(id),
        Entity::Object(id) => match scope.game.stack.iter().find(|item| item.object == id) {
            Some(item) => Some(item.controller),
            None => characteristics(scope.game, scope.program, id, |c| c.controller),
        },
    }
}

fn counters(game: &Game, on: Entity, kind: Option<crate::bytecode::CounterId>) -> i64 {
    let here: Vec<_> = game
        .counters
        .iter()
        .filter(|entry| entry.on == on)
        .collect();
    let last = on
        .object()
        .filter(|id| game.zone(*id) == Zone::Nowhere)
        .and_then(|id| {
            game.last_known
                .iter()
                .rev()
                .find(|(object, _)| *object == id)
                .map(|(_, last)| last.counters.iter().collect())
        });
    let entries = last.unwrap_or(here);
    entries
        .iter()
        .filter(|e| kind.is_none_or(|k| k == e.kind))
        .fold(0_i64, |sum, e| sum.saturating_add(i64::from(e.count)))
}

fn named_counter(scope: &Scope<'_>, on: Entity, name: &str) -> i64 {
    scope
        .program
        .counter_named(name)
        .map_or(0, |kind| counters(scope.game, on, Some(kind)))
}

fn number_of(scope: &Scope<'_>, stat: Stat, entity: Entity) -> i64 {
    let game = scope.game;
    match entity {
        Entity::Player(id) => match stat {
            Stat::Life => game.life(id),
            Stat::StartingLife => game.team_of(id).map_or(0, |team| team.starting_life),
            Stat::HandSize => game.player(id).map_or(0, |player| player.hand.len() as i64),
            Stat::Poison => game.team_of(id).map_or(0, |team| i64::from(team.poison)),
            _ => 0,
        },
        Entity::Object(id) => {
            let of = |read: &dyn Fn(&crate::game::Characteristics) -> i64| {
                characteristics(game, scope.program, id, |c| read(c)).unwrap_or(0)
            };
            match stat {
                Stat::Power => of(&|c| c.power),
                Stat::Toughness => of(&|c| c.toughness),
                Stat::BasePower => of(&|c| c.base.0),
                Stat::BaseToughness => of(&|c| c.base.1),
                Stat::Colors => of(&|c| i64::from(c.colors.len())),
                Stat::Damage => game.object(id).map_or(0, |object| i64::from(object.damage)),
                Stat::Loyalty => named_counter(scope, entity, "loyalty"),
                Stat::Defense => named_counter(scope, entity, "defense"),
                Stat::ManaValue => of(&|c| i64::from(mana_value(scope.game, scope.program, id, c))),
                Stat::Life | Stat::StartingLife | Stat::HandSize | Stat::Poison => 0,
            }
        }
    }
}

/// The mana value (CR 202.3): X counts only on the stack (CR 202.3e).
pub(super) fn mana_value(
    game: &Game,
    program: &Program,
    id: ObjectId,
    seen: &Characteristics,
) -> u32 {
    let object = game.object(id);
    let x = object
        .filter(|object| object.zone == Zone::Stack)
        .map_or(0, |object| object.x);
    // CR 202.3b: that of the front face, for the back face of a nonmodal double-faced card; 0 for a copy of that.
    let own = object.filter(|object| object.kind == ObjectKind::Card && object.face == seen.face);
    let front = own.and_then(|object| {
        let (card, side) = program.face(object.face)?.card?;
        let card = program.cards.get(card.index())?;
        let back = card.layout == Layout::Transform && side > 0;
        program.face(*card.faces.first().filter(|_| back)?)
    });
    match front {
        Some(face) => face.cost.as_ref(),
        None => seen.mana_cost(program),
    }
    .map_or(0, |cost| cost.mana_value(x))
}

fn different(scope: &Scope<'_>, kinds: Kinds, set: &Set) -> i64 {
    kinds_of(scope, set, kinds).len() as i64
}

/// What there is of a kind among the members, each once.
fn kinds_of(scope: &Scope<'_>, set: &Set, kinds: Kinds) -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    let mut see = |what: String| {
        if !seen.contains(&what) {
            seen.push(what);
        }
    };
    for id in objects(set) {
        characteristics(scope.game, scope.program, id, |c| match kinds {
            Kinds::Colors => c.colors.iter().for_each(|color| see(color.to_string())),
            Kinds::CardTypes => c.types.iter().for_each(|kind| see(kind.to_string())),
            // CR 201.2: what has no name has none that differs from another.
            Kinds::Names if c.name(scope.program).is_empty() => {}
            Kinds::Names => see(c.name(scope.program).to_owned()),
            Kinds::ManaValues => see(mana_value(scope.game, scope.program, id, c).to_string()),
            Kinds::Powers => see(c.power.to_string()),
            Kinds::CreatureTypes => {
                let subtypes = scope.program.subtypes.iter().zip(0_u16..);
                for (subtype, index) in subtypes {
                    let of_creatures = subtype.kind
                        == crate::bytecode::SubtypeKind::Of(crate::vocab::CardType::Creature);
                    if of_creatures
                        && c.has_subtype(scope.program, crate::bytecode::SubtypeId(index))
                    {
                        see(subtype.name.to_string());
                    }
                }
            }
            Kinds::BasicLandTypes => {
                for name in crate::vocab::BASIC_LAND_TYPES {
                    if scope
                        .program
                        .subtype_named(name)
                        .is_some_and(|subtype| c.has_subtype(scope.program, subtype))
                    {
                        see((*name).to_owned());
                    }
                }
            }
        });
    }
    seen
}

/// Several numbers as one; 0 without any.
fn folded(fold: Fold, numbers: impl Iterator<Item = i64>) -> i64 {
    match fold {
        Fold::Sum => numbers.fold(0, i64::saturating_add),
        Fold::Max => numbers.max().unwrap_or(0),
        Fold::Min => numbers.min().unwrap_or(0),
    }
}
