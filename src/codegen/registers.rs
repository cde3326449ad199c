//! What is read from a register was put there.

use crate::bytecode::{Op, op::FRAME_REGISTERS};

/// A set of registers, as bits.
type Registers = u64;

const _: () = assert!(FRAME_REGISTERS <= Registers::BITS as usize);

/// Whether an instruction reads the result of what cannot have happened before it, whichever way was taken: a word that
/// refers to it would find nothing, and the card would do less than it says.
pub(super) fn reads_what_never_was(ops: &[Op]) -> bool {
    // The result of the last action is always there.
    let at_first: Registers = 0b11;
    let bits = |first: u8, count: u8| {
        (first..first.saturating_add(count))
            .map(|n| 1u64.checked_shl(u32::from(n)).unwrap_or(0))
            .fold(0, |all, one| all | one)
    };
    let mut filled: Vec<Option<Registers>> = vec![None; ops.len()];
    let mut open = vec![(0, at_first)];
    while let Some((at, before)) = open.pop() {
        let (Some(op), Some(known)) = (ops.get(at), filled.get_mut(at)) else {
            continue;
        };
        let all = known.unwrap_or(0) | before;
        if *known == Some(all) {
            continue;
        }
        *known = Some(all);
        match *op {
            Op::Return => {}
            Op::Jump(target) => open.push((target as usize, all)),
            Op::JumpUnless(target) | Op::AndThen(target) | Op::OrElse(target) => {
                open.push((at + 1, all));
                open.push((target as usize, all));
            }
            // What is left to go through, and the thing that it is at.
            Op::Next(rest, target) => {
                open.push((at + 1, all | bits(rest, 4)));
                open.push((target as usize, all));
            }
            Op::Store(register) => open.push((at + 1, all | bits(register, 1))),
            _ => open.push((at + 1, all)),
        }
    }
    ops.iter()
        .zip(filled)
        .any(|(op, filled)| match (op, filled) {
            (Op::Load(register), Some(filled)) => filled & bits(*register, 1) == 0,
            _ => false,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_read_only_where_it_can_be() {
        let branches = |read: u8| {
            vec![
                Op::Bool(true),
                Op::JumpUnless(5),
                Op::Load(0),
                Op::Store(2),
                Op::Jump(7),
                Op::Load(read),
                Op::Untap,
                Op::Return,
            ]
        };
        assert!(reads_what_never_was(&branches(2)));
        assert!(!reads_what_never_was(&branches(0)));
        let after = vec![
            Op::Bool(true),
            Op::JumpUnless(4),
            Op::Load(0),
            Op::Store(2),
            Op::Load(2),
            Op::Untap,
            Op::Return,
        ];
        assert!(!reads_what_never_was(&after));
    }
}
