//! What comes of all rulings of packs.

use super::play::{Mode, run, run_in};
use super::report::{Outcome, Report};
use super::script::Ruling;
use crate::bytecode::Program;
use crate::compile::Compiled;
use crate::diag::{Code, Sink};

/// Reads and runs every ruling of compiled packs. What cannot be read is reported and left out.
pub fn outcomes(compiled: &mut Compiled, sink: &mut Sink, mode: Mode) -> Vec<Report> {
    super::read(compiled, sink)
        .iter()
        .map(|ruling| run_in(ruling, &compiled.program, mode))
        .collect()
}

/// Runs rulings, and reports those whose script is wrong: a question without an answer, an answer without a question, an
/// action that the rules do not allow, a name of nothing. What merely is not as expected is for `test` to tell.
pub fn mistakes(rulings: &[Ruling], program: &Program, sink: &mut Sink) {
    for ruling in rulings {
        if let Outcome::Failed(failure) = run(ruling, program).outcome
            && matches!(
                failure.code,
                Code::Unanswered
                    | Code::LeftOver
                    | Code::Illegal
                    | Code::UnknownName
                    | Code::AmbiguousName
                    | Code::RulingSyntax
            )
        {
            sink.push(failure.diagnostic());
        }
    }
}
