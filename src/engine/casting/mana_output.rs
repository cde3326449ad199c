//! What a mana ability gives, read from its instructions, for the automatic payment.

use crate::bytecode::{CodeId, Op, Program};
use crate::engine::mana::Kinds;
use crate::vocab::{Color, ManaCost, ManaKind, ManaSymbol};
use smallvec::SmallVec;

/// Mana from one activation that is looked at; more is possible, but no payment needs to know.
const MOST: i32 = 64;

/// One set of types for each mana that the instructions add for their controller. `None` if that depends on anything: then
/// the automatic payment leaves the ability to the player.
pub(in crate::engine) fn of(program: &Program, code: CodeId) -> Option<SmallVec<[Kinds; 2]>> {
    let mut kinds = SmallVec::new();
    let mut before = [None, None];
    for op in &program.code(code)?.ops {
        let adds = match op {
            Op::AddMana(kind) => Some(crate::engine::mana::kind_bit(*kind)),
            Op::AddManaOf(colors, colorless, _) => {
                let colors = Color::ALL
                    .iter()
                    .filter(|c| colors.contains(**c))
                    .fold(0, |bits, c| {
                        bits | crate::engine::mana::kind_bit(ManaKind::Colored(*c))
                    });
                let colorless = if *colorless {
                    crate::engine::mana::kind_bit(ManaKind::Colorless)
                } else {
                    0
                };
                Some(colors | colorless)
            }
            // Where it goes on depends on something.
            Op::AddSymbols(cost) | Op::AddOneOf(cost, _) => {
                let count = if let Op::AddOneOf(_, count) = op {
                    usize::from(*count)
                } else {
                    1
                };
                let runs = program.mana.get(*cost as usize..)?.get(..count)?;
                if before[1] != Some(Op::You) {
                    return None;
                }
                kinds.extend(of_runs(runs)?);
                None
            }
            Op::CouldProduce
            | Op::AddManaOfTypes { .. }
            | Op::Jump(_)
            | Op::JumpUnless(_)
            | Op::AndThen(_)
            | Op::OrElse(_)
            | Op::Next(..)
            | Op::Choose
            | Op::May
            | Op::Random => return None,
            _ => None,
        };
        if let Some(adds) = adds {
            let [Some(Op::You), Some(Op::Int(count))] = before else {
                return None;
            };
            for _ in 0..count.clamp(0, MOST) {
                kinds.push(adds);
            }
        }
        before = [before[1], Some(*op)];
    }
    Some(kinds)
}

/// One set of types for each mana of a run of symbols that is chosen out of several: if every combination of some types is
/// among them, each mana can be of any of these.
fn of_runs(runs: &[ManaCost]) -> Option<SmallVec<[Kinds; 2]>> {
    let mut all: Vec<SmallVec<[Kinds; 4]>> = Vec::new();
    for run in runs {
        let mut kinds = SmallVec::new();
        for symbol in &run.0 {
            let ManaSymbol::Mana(kind) = symbol else {
                return None;
            };
            kinds.push(crate::engine::mana::kind_bit(*kind));
        }
        kinds.sort_unstable();
        if !all.contains(&kinds) {
            all.push(kinds);
        }
    }
    let first = all.first()?;
    if all.len() == 1 {
        return Some(first.iter().copied().collect());
    }
    let length = first.len();
    let union = all.iter().flatten().fold(0, |all, kind| all | kind);
    // Multisets of `length` out of so many types.
    let types = union.count_ones() as usize;
    let mut combinations = 1_usize;
    for n in 0..length {
        combinations = combinations.checked_mul(types.checked_add(n)?)? / (n + 1);
    }
    (all.iter().all(|kinds| kinds.len() == length) && all.len() == combinations)
        .then(|| SmallVec::from_iter(std::iter::repeat_n(union, length)))
}
