//! What a mana ability gives, read from its instructions, for the automatic payment.

use crate::bytecode::{CodeId, Op, Program};
use crate::engine::mana::Kinds;
use crate::vocab::{Color, ManaKind};
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
            Op::Jump(_)
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
