//! The command line: arguments, reports and exit codes. It holds no logic of its own.

mod check;
mod emit;
mod explain;

use crate::diag::{Sink, Style, render};
use crate::source::SourceMap;
use clap::{Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;

/// How a command ended; the numbers are stable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Everything is fine.
    Fine,
    /// A ruling failed.
    RulingFailed,
    /// There was a diagnostic.
    Diagnostic,
    /// The command was used wrongly, or a file could not be read or written.
    Usage,
    /// Something was read but cannot be executed yet.
    NotExecutable,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Fine => 0,
            Exit::RulingFailed => 1,
            Exit::Diagnostic => 2,
            Exit::Usage => 3,
            Exit::NotExecutable => 4,
        })
    }
}

/// Compile card abilities written as they are printed, and prove their rulings.
#[derive(Debug, Parser)]
#[command(name = "spellwright", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// How diagnostics are written.
    #[arg(long, global = true, value_enum, default_value_t = Format::Human)]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// With the source line and a caret.
    Human,
    /// One line each.
    Short,
    /// One JSON object each.
    Json,
}

impl From<Format> for Style {
    fn from(format: Format) -> Self {
        match format {
            Format::Human => Self::Human,
            Format::Short => Self::Short,
            Format::Json => Self::Json,
        }
    }
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Read packs and report what is wrong with them.
    Check {
        /// Folders of packs, or `.rules` files.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// Print a stage of the compilation for every card instead.
        #[arg(long, value_enum)]
        emit: Option<emit::Stage>,
    },
    /// Say what a code of a diagnostic means.
    Explain {
        /// Such as E0201; without a code, all are listed.
        code: Option<String>,
    },
}

/// Runs the command line.
#[must_use]
pub fn run() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let wrong = error.use_stderr();
            // Nothing can be done if the terminal is gone.
            let _ = error.print();
            return if wrong { Exit::Usage } else { Exit::Fine }.into();
        }
    };
    let style = arguments.format.into();
    match arguments.command {
        Command::Check { paths, emit } => check::run(&paths, emit, style),
        Command::Explain { code } => explain::run(code.as_deref()),
    }
    .into()
}

/// Prints what was found: to standard output as JSON, else to standard error.
fn report(sink: &Sink, sources: &SourceMap, style: Style) {
    let text = render(&sink.sorted(), sources, style);
    if style == Style::Json {
        print!("{text}");
    } else {
        eprint!("{text}");
        if sink.dropped() > 0 {
            eprintln!("... and {} more", sink.dropped());
        }
    }
}
