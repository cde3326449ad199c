//! Rulings: scenarios that are run against the engine, with every question answered by the script.
//!
//! **Takes** compiled packs; **gives** a [`Report`] for each ruling, and its trace. May import every stage above it. A ruling is
//! read against the names that it declares (`parse`), set up (`setup`), and run step by step (`play`); what it leaves
//! open can be explored (`explore`).

mod expect;
mod explore;
mod names;
mod parse;
mod play;
pub mod playout;
mod reply;
mod report;
pub mod script;
mod setup;
pub mod snapshot;
mod trace;
pub mod why;

pub use parse::{ask, read};
pub use play::{Mode, run, run_in};
/// Runs rulings, and reports those whose script is wrong: a question without an answer, an answer without a question, an
/// action that the rules do not allow, a name of nothing. What merely is not as expected is for `test` to tell.
pub fn mistakes(
    rulings: &[Ruling],
    program: &crate::bytecode::Program,
    sink: &mut crate::diag::Sink,
) {
    use crate::diag::Code;
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

pub use report::{Failure, Outcome, Report};
pub use script::Ruling;
