//! The `spellwright` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    spellwright::cli::run()
}
