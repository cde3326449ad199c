//! The command line: arguments, reports and exit codes. It holds no logic of its own.

mod bench;
mod build;
mod check;
mod coverage;
mod emit;
mod explain;
mod fmt;
mod import;
mod new;
mod run;
mod test;
mod why;

use crate::cards;
use crate::compile::{self, Compiled};
use crate::coverage::mutation::Request;
use crate::diag::{Code, Severity, Sink, Style, render};
use crate::ruling::why::Asks;
use crate::ruling::{self, Ruling};
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
        /// Folders of packs, `.rules` files, or one `.swpack` file.
        #[arg(required_unless_present = "cards")]
        paths: Vec<PathBuf>,
        /// Cards from a Scryfall-shaped JSON or JSON Lines file; may be given several times.
        #[arg(long, value_name = "FILE")]
        cards: Vec<PathBuf>,
        /// Print a stage of the compilation for every card instead.
        #[arg(long, value_enum)]
        emit: Option<emit::Stage>,
    },
    /// Report how much of cards is read, faithful and executable, and what stopped the rest.
    Coverage {
        /// Card files (`.json`, `.jsonl`) and packs. Cards of files use the names of the packs, or of the rules.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// How many of the constructions that stopped lines are listed.
        #[arg(long, default_value_t = 40)]
        limit: usize,
        /// Change so many words of lines that are accepted, and list the changes that make no difference.
        #[arg(long, value_name = "N")]
        mutate: Option<usize>,
        /// The same seed chooses the same changes.
        #[arg(long, default_value_t = 1, requires = "mutate")]
        seed: u64,
        /// List changes too that make a difference in meaning but none in the code.
        #[arg(long, requires = "mutate")]
        code: bool,
    },
    /// Write the cards of a card file as `.rules`; lines that cannot be read are kept as comments.
    Import {
        /// A Scryfall-shaped JSON or JSON Lines file.
        file: PathBuf,
        /// The folder to write to.
        #[arg(long)]
        out: PathBuf,
        /// Packs that declare names the cards use; without one, the rules that come with the program do.
        #[arg(long = "pack", value_name = "FOLDER")]
        packs: Vec<PathBuf>,
    },
    /// Begin a pack: a folder with a card and a ruling that holds.
    New {
        /// A new or empty folder.
        folder: PathBuf,
    },
    /// Write the ability lines of cards in the template of today, with typographic quotes and dashes.
    Fmt {
        /// Folders of packs, or `.rules` files.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// Write nothing; print what would change, and end with 2 if anything would.
        #[arg(long)]
        check: bool,
        /// The template to write.
        #[arg(long, value_enum, default_value_t = fmt::Template::Of2026)]
        template: fmt::Template,
    },
    /// Compile packs to a `.swpack` file, or verify one.
    Build {
        /// Folders of packs, or `.rules` files.
        #[arg(required_unless_present_any = ["cards", "verify"])]
        paths: Vec<PathBuf>,
        /// Card files (`.json`, `.jsonl`).
        #[arg(long, value_name = "FILE")]
        cards: Vec<PathBuf>,
        /// The file to write.
        #[arg(short, long, value_name = "FILE", required_unless_present = "verify")]
        output: Option<PathBuf>,
        /// Read a compiled pack, verify it, and say what it holds.
        #[arg(long, value_name = "FILE", conflicts_with_all = ["paths", "cards", "output"])]
        verify: Option<PathBuf>,
    },
    /// Play a random game between decks and print what happens.
    Run {
        /// Folders of packs, `.rules` files, card files, or one `.swpack` file.
        #[arg(required_unless_present = "cards")]
        paths: Vec<PathBuf>,
        /// Card files (`.json`, `.jsonl`).
        #[arg(long, value_name = "FILE")]
        cards: Vec<PathBuf>,
        /// Deck lists, one for each player: a count and the name of a card on each line.
        #[arg(long, value_name = "FILE,FILE", value_delimiter = ',', required = true)]
        decks: Vec<PathBuf>,
        /// The same seed gives the same game.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Leave the game after so many turns.
        #[arg(long, default_value_t = 200)]
        turns: u32,
    },
    /// Run the rulings of packs.
    Test {
        /// Folders of packs, or `.rules` files.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// Card files (`.json`, `.jsonl`) whose cards the rulings can use.
        #[arg(long, value_name = "FILE")]
        cards: Vec<PathBuf>,
        /// Only rulings whose title holds this text.
        #[arg(long)]
        filter: Option<String>,
        /// Write no files.
        #[arg(long)]
        ci: bool,
        /// Propose snapshots of the traces for files of rulings that have none.
        #[arg(long)]
        snapshots: bool,
        /// Print what happened, step by step.
        #[arg(long)]
        trace: bool,
    },
    /// Show traces that differ from the reviewed ones.
    Review {
        /// Folders to look in.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// Accept all of them.
        #[arg(long, conflicts_with = "reject")]
        accept: bool,
        /// Reject all of them.
        #[arg(long)]
        reject: bool,
    },
    /// Measure how fast packs are read and compiled, and games and rulings are played.
    Bench {
        /// Folders of packs, `.rules` files, card files; without one, the duel that comes with the program.
        paths: Vec<PathBuf>,
        /// Seconds for each measurement.
        #[arg(long, default_value_t = 1.0)]
        seconds: f64,
    },
    /// Explain a state in the middle of a ruling: a permanent, an illegal action, or a trigger.
    Why {
        /// Folders of packs, or `.rules` files.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// Card files (`.json`, `.jsonl`) whose cards the rulings can use.
        #[arg(long, value_name = "FILE")]
        cards: Vec<PathBuf>,
        /// The title of the ruling, or words of it.
        #[arg(long, value_name = "TITLE")]
        ruling: String,
        /// Look at the state after the step on this line of its file; without it, at the end.
        #[arg(long, value_name = "N")]
        line: Option<usize>,
        /// Why is this what it is? Prints its layer table.
        #[arg(long, value_name = "NAME", required_unless_present_any = ["action", "trigger"])]
        permanent: Option<String>,
        /// Is this legal now, and if not, why? Such as "you activate the ability of ...".
        #[arg(long, value_name = "ACTION", conflicts_with = "permanent")]
        action: Option<String>,
        /// Why did abilities of this trigger, or not?
        #[arg(long, value_name = "NAME", conflicts_with_all = ["permanent", "action"])]
        trigger: Option<String>,
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
        Command::Check { paths, cards, emit } => check::run(&paths, &cards, emit, style),
        Command::Coverage {
            paths,
            limit,
            mutate: None,
            ..
        } => coverage::run(&paths, limit, style),
        Command::Coverage {
            paths,
            limit,
            mutate: Some(count),
            seed,
            code,
        } => coverage::mutate(&paths, limit, Request { count, seed, code }, style),
        Command::Import { file, out, packs } => import::run(&file, &out, &packs, style),
        Command::New { folder } => new::run(&folder),
        Command::Fmt {
            paths,
            check,
            template,
        } => fmt::run(&paths, check, template, style),
        Command::Build {
            paths,
            cards,
            output,
            verify,
        } => match (verify, output) {
            (Some(file), _) => build::verify(&file),
            (None, Some(output)) => build::run(&paths, &cards, &output, style),
            (None, None) => Exit::Usage,
        },
        Command::Run {
            paths,
            cards,
            decks,
            seed,
            turns,
        } => run::run(
            &run::Options {
                paths,
                cards,
                decks,
                seed,
                turns,
            },
            style,
        ),
        Command::Test {
            paths,
            cards,
            filter,
            ci,
            snapshots,
            trace,
        } => test::run(
            &test::Options {
                paths,
                cards,
                filter,
                ci,
                snapshots,
                trace,
            },
            style,
        ),
        Command::Review {
            paths,
            accept,
            reject,
        } => test::review(&paths, accept, reject),
        Command::Bench { paths, seconds } => bench::run(&paths, seconds, style),
        Command::Why {
            paths,
            cards,
            ruling,
            line,
            permanent,
            action,
            trigger,
        } => {
            let (asks, question) = match (permanent, action, trigger) {
                (_, Some(action), _) => (Asks::Action, action),
                (_, _, Some(name)) => (Asks::Trigger, name),
                (name, None, None) => (Asks::Permanent, name.unwrap_or_default()),
            };
            why::run(
                &why::Options {
                    paths,
                    cards,
                    ruling,
                    line,
                    asks,
                    question,
                },
                style,
            )
        }
        Command::Explain { code } => explain::run(code.as_deref()),
    }
    .into()
}

/// Packs with the rulings that can be run.
struct Rulings {
    compiled: Compiled,
    rulings: Vec<Ruling>,
    /// How to end if nothing worse comes: what is wrong with the rest has been reported.
    exit: Exit,
}

impl Rulings {
    /// Loads and compiles packs and card files with their rulings, and reports what is wrong with them. Cards that are refused
    /// only stand in the way of the rulings that name them.
    ///
    /// # Errors
    /// How to end, if no ruling can be run.
    fn load(
        paths: &[PathBuf],
        files: &[PathBuf],
        sources: &mut SourceMap,
        style: Style,
    ) -> Result<Self, Exit> {
        let mut sink = Sink::default();
        let mut packs = cards::load(paths, files, sources, &mut sink);
        cards::serve_named(&mut packs, paths, &mut sink);
        let mut compiled = compile::packs(&packs, &mut sink);
        let rulings = if compiled.sound {
            ruling::read(&mut compiled, &mut sink)
        } else {
            Vec::new()
        };
        report(&sink, sources, style);
        let exit = exit_of(&sink);
        if exit != Exit::Fine && rulings.is_empty() {
            return Err(exit);
        }
        Ok(Self {
            compiled,
            rulings,
            exit,
        })
    }
}

/// The exit code for what was found: 4 if everything was read and only some of it cannot be executed.
fn exit_of(sink: &Sink) -> Exit {
    let refused = |code: Code| {
        matches!(
            code,
            Code::NotExecutable | Code::NotUnderstood | Code::LostWord
        )
    };
    let mut errors = sink
        .all()
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .peekable();
    if errors.peek().is_none() {
        Exit::Fine
    } else if errors.all(|d| refused(d.code)) {
        Exit::NotExecutable
    } else {
        Exit::Diagnostic
    }
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
