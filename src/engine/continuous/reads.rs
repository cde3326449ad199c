//! What statements look at and what they change, as far as their code tells without running it: with that, most events and
//! most pairs of effects need no second look.

use crate::bytecode::{
    AbilityKind, Change, CodeId, Layer, Op, Primitive, Program, Stat, Static, StaticKind, Subject,
};
use crate::game::{Game, object::derived::Index};
use crate::vocab::{Zone, ZoneSet};
use std::sync::Arc;

/// Power and toughness.
pub(in crate::engine) const POWER: u16 = 1;
/// Abilities.
pub(in crate::engine) const ABILITIES: u16 = 1 << 1;
/// Colors.
pub(in crate::engine) const COLORS: u16 = 1 << 2;
/// Types of all sorts.
pub(in crate::engine) const TYPES: u16 = 1 << 3;
/// Control.
pub(in crate::engine) const CONTROL: u16 = 1 << 4;
/// Name and mana cost.
pub(in crate::engine) const FACE: u16 = 1 << 5;
/// Anything else than what objects are and in which zone: life, hands, combat, the turn, history.
pub(in crate::engine) const OTHER: u16 = 1 << 6;

/// Code inside code, at most; deeper code counts as looking at anything.
const DEPTH: u32 = 8;

/// Looks up what the program says, unless that has been done. A program that has grown is looked at again.
pub(in crate::engine) fn index(game: &mut Game, program: &Program) -> Arc<Index> {
    let size = [
        program.abilities.len(),
        program.statics.len(),
        program.code.len(),
        program.faces.len(),
    ];
    if let Some(index) = game.facts.0.index.as_ref().filter(|i| i.size == size) {
        return Arc::clone(index);
    }
    let elsewhere = [Zone::Hand, Zone::Graveyard, Zone::Exile];
    let index = Arc::new(Index {
        size,
        triggers_elsewhere: (0_u32..)
            .zip(&program.abilities)
            .filter(|(_, ability)| {
                matches!(ability.kind, AbilityKind::Triggered { .. })
                    && elsewhere.iter().any(|zone| ability.zones.contains(*zone))
            })
            .map(|(id, _)| crate::bytecode::AbilityId(id))
            .collect(),
        defines: program
            .faces
            .iter()
            .map(|face| {
                let own = face.abilities.iter().filter_map(|id| program.ability(*id));
                own.filter(|ability| match &ability.kind {
                    AbilityKind::Static(_) => true,
                    AbilityKind::Primitive { primitive, .. } => {
                        matches!(primitive, Primitive::Changeling | Primitive::Devoid)
                    }
                    _ => false,
                })
                .fold(ZoneSet::EMPTY, |zones, ability| zones.union(ability.zones))
            })
            .collect(),
        reads: program
            .statics
            .iter()
            .map(|what| statement(program, what))
            .collect(),
    });
    game.facts.0.index = Some(Arc::clone(&index));
    index
}

/// What a continuous statement looks at.
fn statement(program: &Program, what: &Static) -> u16 {
    let mut bits = 0;
    let mut add = |code: CodeId| bits |= code_reads(program, code, 0);
    what.condition.iter().for_each(|code| add(*code));
    match &what.subject {
        Subject::Matching { filter, .. } => add(*filter),
        Subject::Set(code) => add(*code),
        Subject::This | Subject::Game => {}
    }
    if let StaticKind::Continuous(parts) = &what.kind {
        for part in parts {
            match &part.change {
                Change::Pump(power, toughness) => {
                    add(*power);
                    add(*toughness);
                }
                Change::SetBase(power, toughness) => {
                    power.iter().chain(toughness).for_each(|code| add(*code));
                }
                Change::Control(code) | Change::Copy(code, _) => add(*code),
                _ => {}
            }
        }
    }
    bits
}

fn code_reads(program: &Program, id: CodeId, depth: u32) -> u16 {
    let Some(code) = program.code(id).filter(|_| depth < DEPTH) else {
        return OTHER;
    };
    code.ops.iter().fold(0, |bits, op| {
        bits | match op {
            Op::Int(_)
            | Op::Bool(_)
            | Op::This
            | Op::You
            | Op::Candidate
            | Op::Affected
            | Op::Target(_)
            | Op::X
            | Op::Captured(_)
            | Op::CapturedSet(_)
            | Op::Load(_)
            | Op::Empty
            | Op::Players
            | Op::InTurnOrder
            | Op::Opponents
            | Op::Teammates
            | Op::Union
            | Op::Intersect
            | Op::Minus
            | Op::Giver
            | Op::Owners
            | Op::Hosts
            | Op::Count
            | Op::Counters(_)
            | Op::Add
            | Op::Subtract
            | Op::Multiply
            | Op::Half(_)
            | Op::Natural
            | Op::Compare(_)
            | Op::Not
            | Op::Meets
            | Op::IsPlayer
            | Op::IsPermanent
            | Op::IsCard
            | Op::IsToken
            | Op::IsFaceDown
            | Op::IsCommander
            | Op::InZone(_)
            | Op::Jump(_)
            | Op::JumpUnless(_)
            | Op::AndThen(_)
            | Op::OrElse(_)
            | Op::Drop
            | Op::Return => 0,
            Op::Controllers => CONTROL,
            Op::Filter(code) | Op::Any(code) | Op::All(code) => {
                code_reads(program, *code, depth + 1)
            }
            Op::Select(zones, code) if zones.iter().all(|zone| zone == Zone::Battlefield) => {
                code_reads(program, *code, depth + 1)
            }
            Op::IsType(_) | Op::IsPermanentType | Op::IsSubtype(_) | Op::IsSupertype(_) => TYPES,
            Op::IsColor(_) | Op::Stat(Stat::Colors, _) => COLORS,
            Op::HasKeyword(_) => ABILITIES,
            Op::IsNamed(_) | Op::Stat(Stat::ManaValue, _) => FACE,
            Op::Stat(Stat::Power | Stat::Toughness | Stat::BasePower | Stat::BaseToughness, _) => {
                POWER
            }
            _ => OTHER,
        }
    })
}

/// What a statement changes in a layer.
pub(in crate::engine) fn writes(what: &Static, layer: Layer) -> u16 {
    let StaticKind::Continuous(parts) = &what.kind else {
        return 0;
    };
    parts
        .iter()
        .filter(|part| part.layer == layer)
        .fold(0, |bits, part| {
            bits | match &part.change {
                Change::Pump(..) | Change::SetBase(..) | Change::Switch => POWER,
                Change::Gain(_) | Change::Lose(_) | Change::LoseAll | Change::CantHave(_) => {
                    ABILITIES
                }
                // CR 305.7: land types bring abilities along.
                Change::Types { .. }
                | Change::RemoveTypes(_)
                | Change::ChosenSubtype
                | Change::EveryCreatureType => TYPES | ABILITIES,
                Change::Colors { .. } | Change::ChosenColor => COLORS,
                Change::Picked(..) if part.layer == Layer::Color => COLORS,
                Change::Picked(..) => TYPES | ABILITIES,
                Change::Control(_) => CONTROL,
                Change::Copy(..) => POWER | ABILITIES | COLORS | TYPES | CONTROL | FACE,
            }
        })
}

/// The layers in which a statement has parts, as bits.
pub(in crate::engine) fn layers(what: &Static) -> u16 {
    match &what.kind {
        StaticKind::Continuous(parts) => parts
            .iter()
            .fold(0, |bits, part| bits | 1 << part.layer as u16),
        _ => 0,
    }
}
