//! Code objects: abstract interpretation of the operand stack along every path.

use super::{Place, Problem, VerifyError};
use crate::bytecode::op::FRAME_REGISTERS;
use crate::bytecode::{Code, CodeId, CodeType, Op, Type};
use smallvec::SmallVec;

/// Operands on the stack at most.
const MAX_OPERANDS: usize = 64;
/// Instructions in a code object at most.
const MAX_OPS: usize = 65_536;

/// Types of the operands, the top last.
type Shape = SmallVec<[Type; 8]>;

/// Checks one code object: types, jumps, registers, purity.
pub fn check(id: CodeId, code: &Code) -> Result<(), VerifyError> {
    let at = |pc: usize, problem| VerifyError {
        place: Place::Code(id, pc as u32),
        problem,
    };
    let registers = usize::from(code.registers);
    if !registers.is_multiple_of(2) || registers > FRAME_REGISTERS {
        return Err(at(0, Problem::Registers));
    }
    if code.ops.len() > MAX_OPS {
        return Err(at(0, Problem::TooLarge));
    }
    // The shape of the stack before each instruction that can be reached; paths that meet must agree on it.
    let mut shapes: Vec<Option<Shape>> = vec![None; code.ops.len()];
    let mut open: Vec<(usize, Shape)> = vec![(0, Shape::new())];
    while let Some((pc, shape)) = open.pop() {
        let (Some(op), Some(known)) = (code.ops.get(pc), shapes.get_mut(pc)) else {
            return Err(at(pc, Problem::NoReturn));
        };
        match known {
            Some(known) if *known == shape => continue,
            Some(_) => return Err(at(pc, Problem::Join)),
            None => *known = Some(shape.clone()),
        }
        let (next, target) = execute(code, *op, shape).map_err(|problem| at(pc, problem))?;
        if let Some((target, shape)) = target {
            let target = target as usize;
            // Pure code has no loops, so that it ends without counting.
            if target <= pc && code.result != CodeType::Effect {
                return Err(at(pc, Problem::Loop));
            }
            open.push((target, shape));
        }
        if let Some(shape) = next {
            open.push((pc + 1, shape));
        }
    }
    Ok(())
}

/// The shapes after an instruction: for the next one, and for the target of a jump.
type After = (Option<Shape>, Option<(u32, Shape)>);

fn execute(code: &Code, op: Op, mut shape: Shape) -> Result<After, Problem> {
    let effect = code.result == CodeType::Effect;
    if !effect && (op.is_effect() || matches!(op, Op::Store(_) | Op::Next(..))) {
        return Err(Problem::Impure);
    }
    let register = |n: u8, pairs: usize| {
        // Pure code reads the registers of the frame that it is part of, or nothing.
        let limit = if effect {
            usize::from(code.registers)
        } else {
            FRAME_REGISTERS
        };
        if usize::from(n) + pairs < limit {
            Ok(if n.is_multiple_of(2) {
                Type::Set
            } else {
                Type::Int
            })
        } else {
            Err(Problem::Registers)
        }
    };
    match op {
        Op::Return => {
            let left: Shape = code.result.result().into_iter().collect();
            return if shape == left {
                Ok((None, None))
            } else {
                Err(Problem::Result)
            };
        }
        Op::Jump(target) => return Ok((None, Some((target, shape)))),
        Op::JumpUnless(target) => {
            take(&mut shape, &[Type::Bool])?;
            return Ok((Some(shape.clone()), Some((target, shape))));
        }
        Op::AndThen(target) | Op::OrElse(target) => {
            let kept = shape.clone();
            take(&mut shape, &[Type::Bool])?;
            return Ok((Some(shape), Some((target, kept))));
        }
        Op::Next(n, target) => {
            if register(n, 2)? != Type::Set {
                return Err(Problem::Registers);
            }
            return Ok((Some(shape.clone()), Some((target, shape))));
        }
        Op::Load(n) => shape.push(register(n, 0)?),
        Op::Store(n) => take(&mut shape, &[register(n, 0)?])?,
        Op::Drop => {
            shape.pop().ok_or(Problem::Operands)?;
        }
        _ => {
            let (takes, leaves) = op.signature();
            take(&mut shape, takes)?;
            shape.extend_from_slice(leaves);
        }
    }
    if shape.len() > MAX_OPERANDS {
        return Err(Problem::TooLarge);
    }
    Ok((Some(shape), None))
}

/// Takes operands of these types, the top last.
fn take(shape: &mut Shape, types: &[Type]) -> Result<(), Problem> {
    for wanted in types.iter().rev() {
        if shape.pop() != Some(*wanted) {
            return Err(Problem::Operands);
        }
    }
    Ok(())
}
