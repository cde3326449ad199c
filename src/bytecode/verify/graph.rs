//! What code asks and what abilities give: both must end.

use super::{Place, Problem, VerifyError};
use crate::bytecode::op::MAX_NESTING;
use crate::bytecode::references::{self, Reference};
use crate::bytecode::{AbilityId, AbilityKind, Change, CodeId, Program, StaticKind};

/// Abilities that give abilities that give abilities, at most.
const MAX_GIFTS: u32 = 32;

/// Checks that no code asks itself and no ability gives itself, and that chains of both are short.
pub fn check(program: &Program, errors: &mut Vec<VerifyError>) {
    let asks = |n: usize| {
        let mut out = Vec::new();
        for op in program.code.get(n).map_or(&[][..], |code| &code.ops) {
            references::of_op(*op, &mut |reference| {
                if let Reference::Code(id, ..) = reference {
                    out.push(id.index());
                }
            });
        }
        out
    };
    for n in too_deep(program.code.len(), MAX_NESTING, asks) {
        let place = Place::Code(CodeId(n as u32), 0);
        errors.push(VerifyError {
            place,
            problem: Problem::Nesting,
        });
    }
    let gives = |n: usize| {
        let mut out = Vec::new();
        if let Some(AbilityKind::Static(statements)) =
            program.abilities.get(n).map(|ability| &ability.kind)
        {
            let kinds = statements
                .iter()
                .filter_map(|id| program.statics.get(id.index()))
                .map(|statement| &statement.kind);
            for kind in kinds {
                let StaticKind::Continuous(parts) = kind else {
                    continue;
                };
                for part in parts {
                    if let Change::Gain(abilities) = &part.change {
                        out.extend(abilities.iter().map(|id| id.index()));
                    }
                }
            }
        }
        out
    };
    for n in too_deep(program.abilities.len(), MAX_GIFTS, gives) {
        let place = Place::Ability(AbilityId(n as u32));
        errors.push(VerifyError {
            place,
            problem: Problem::Gift,
        });
    }
}

/// The nodes that are on a cycle, lead to one, or begin a path of more than `limit` edges; without recursion.
fn too_deep(count: usize, limit: u32, edges: impl Fn(usize) -> Vec<usize>) -> Vec<usize> {
    /// How far a node is.
    #[derive(Clone, Copy, PartialEq)]
    enum Depth {
        Unknown,
        Open,
        Known(u32),
    }
    let mut depths = vec![Depth::Unknown; count];
    for root in 0..count {
        if depths.get(root) != Some(&Depth::Unknown) {
            continue;
        }
        // A path from the root: each node with its edges and how many of them are done.
        let mut path = vec![(root, edges(root), 0_usize, 0_u32)];
        set(&mut depths, root, Depth::Open);
        while let Some((node, successors, done, deepest)) = path.last_mut() {
            let Some(next) = successors.get(*done).copied() else {
                set(&mut depths, *node, Depth::Known(*deepest));
                path.pop();
                continue;
            };
            match depths.get(next).copied() {
                Some(Depth::Unknown) => {
                    let below = edges(next);
                    set(&mut depths, next, Depth::Open);
                    path.push((next, below, 0, 0));
                }
                Some(Depth::Known(depth)) => {
                    *deepest = (*deepest).max(depth.saturating_add(1));
                    *done += 1;
                }
                // Back to a node of the path: a cycle.
                Some(Depth::Open) => {
                    *deepest = u32::MAX;
                    *done += 1;
                }
                None => *done += 1,
            }
        }
    }
    let deep = |depth: &Depth| matches!(depth, Depth::Known(depth) if *depth > limit);
    depths
        .iter()
        .enumerate()
        .filter(|(_, depth)| deep(depth))
        .map(|(n, _)| n)
        .collect()
}

fn set<T>(slots: &mut [T], at: usize, value: T) {
    if let Some(slot) = slots.get_mut(at) {
        *slot = value;
    }
}
