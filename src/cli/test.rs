//! `test` and `review`.

use super::{Exit, Rulings};
use crate::diag::{Diagnostic, Style, render};
use crate::ruling::snapshot::{self, Comparison, Sheet};
use crate::ruling::{self, Outcome, Report};
use crate::source::SourceMap;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What `test` is asked for.
#[derive(Debug, Clone)]
pub struct Options {
    /// Packs.
    pub paths: Vec<PathBuf>,
    /// Card files.
    pub cards: Vec<PathBuf>,
    /// Only rulings whose title holds this.
    pub filter: Option<String>,
    /// Write nothing.
    pub ci: bool,
    /// Propose snapshots for files of rulings that have none.
    pub snapshots: bool,
    /// Print the traces.
    pub trace: bool,
}

/// Runs rulings, a line each, and says what is wrong with those that failed.
pub fn run(options: &Options, style: Style) -> Exit {
    let mut sources = SourceMap::default();
    let loaded = Rulings::load(&options.paths, &options.cards, &mut sources, style);
    let Rulings {
        compiled,
        rulings,
        exit,
    } = match loaded {
        Ok(loaded) => loaded,
        Err(exit) => return exit,
    };
    let asked_for = |title: &str| {
        let filter = options.filter.as_ref();
        filter.is_none_or(|words| ruling::is_titled(title, words))
    };
    let wanted: Vec<&ruling::Ruling> = rulings.iter().filter(|r| asked_for(&r.title)).collect();
    let all = compiled.rulings.iter();
    let all = all.filter(|item| asked_for(&item.title.value)).count();
    let unread = all.saturating_sub(wanted.len());
    let start = Instant::now();
    let bar = progress(wanted.len());
    let mut sheets = Sheets::default();
    let (mut held, mut failed, mut lines) = (0_usize, 0_usize, 0_u64);
    for ruling in &wanted {
        let result = ruling::run(ruling, &compiled.program);
        lines = lines.saturating_add(result.lines);
        let snapshot = sheets.compare(&result, &sources, options);
        let failure = match (&result.outcome, &snapshot) {
            (Outcome::Failed(failure), _) => Some(failure.diagnostic()),
            (Outcome::Held, Some(diagnostic)) => Some(diagnostic.clone()),
            (Outcome::Held, None) => None,
        };
        bar.inc(1);
        bar.suspend(|| {
            match &failure {
                None => {
                    held += 1;
                    if style == Style::Human {
                        println!("ok    {}", result.title);
                    }
                }
                Some(diagnostic) => {
                    failed += 1;
                    if style == Style::Human {
                        println!("FAIL  {}", result.title);
                    }
                    print!("{}", render(&[diagnostic], &sources, style));
                    if style == Style::Human {
                        if let Outcome::Failed(failure) = &result.outcome
                            && let Some(ready) = failure.counter_example(result.span, &sources)
                        {
                            println!("the line of play as a ruling:\n\n{ready}");
                        }
                        println!(
                            "look closer: spellwright test {} --filter \"{}\" --trace\n",
                            shown(&options.paths),
                            result.title
                        );
                    }
                }
            }
            if options.trace && style == Style::Human {
                println!("{}", result.trace);
            }
        });
    }
    bar.finish_and_clear();
    sheets.propose(&rulings, &sources, options);
    if style == Style::Human {
        let explored = if lines > 0 {
            format!(", {lines} lines of play explored")
        } else {
            String::new()
        };
        let unread = match unread {
            0 => String::new(),
            unread => format!(", {unread} could not be run"),
        };
        println!(
            "{held} rulings held, {failed} failed{unread}{explored} ({:.2} s)",
            start.elapsed().as_secs_f64()
        );
    }
    if failed > 0 { Exit::RulingFailed } else { exit }
}

/// A bar on a terminal, for runs over a second.
fn progress(count: usize) -> ProgressBar {
    let target = if std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(u64::try_from(count).unwrap_or(0)), target);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} rulings") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

fn shown(paths: &[PathBuf]) -> String {
    paths
        .iter()
        .map(|p| p.display().to_string())
        .collect::<Vec<_>>()
        .join(" ")
}

/// The sheets of the files of rulings, read when first needed.
#[derive(Default)]
struct Sheets {
    sheets: BTreeMap<String, Sheet>,
}

impl Sheets {
    /// What is wrong with the trace of a ruling, against the reviewed one.
    fn compare(
        &mut self,
        result: &Report,
        sources: &SourceMap,
        options: &Options,
    ) -> Option<Diagnostic> {
        let wrong = |message: String| {
            Some(Diagnostic::error(
                crate::diag::Code::Trace,
                result.span,
                message,
            ))
        };
        let file = sources.file_name(result.span.file);
        if !self.sheets.contains_key(file) {
            match Sheet::of(Path::new(file)) {
                Ok(sheet) => self.sheets.insert(file.to_owned(), sheet),
                Err(error) => return wrong(format!("the snapshots could not be read: {error}")),
            };
        }
        let sheet = self.sheets.get_mut(file)?;
        if !sheet.exists && !options.snapshots {
            return None;
        }
        match sheet.compare(result) {
            Comparison::Same => None,
            Comparison::New if options.snapshots => None,
            Comparison::New => wrong("the trace of this ruling was not reviewed yet".to_owned())
                .map(|d| d.help("`spellwright review` shows it, and accepts it if you do")),
            Comparison::Changed(known) => {
                let differs = first_difference(&known, result.trace.trim_end());
                wrong("the trace differs from the one that was reviewed".to_owned()).map(|d| {
                    d.help(differs)
                        .help("look at it with `spellwright review`, which accepts it if you do")
                })
            }
        }
    }

    /// Writes what differs for review.
    fn propose(&mut self, rulings: &[ruling::Ruling], sources: &SourceMap, options: &Options) {
        if options.ci {
            return;
        }
        for (file, sheet) in &mut self.sheets {
            if !sheet.exists && !options.snapshots {
                continue;
            }
            let titles: Vec<&str> = rulings
                .iter()
                .filter(|r| sources.file_name(r.span.file) == file)
                .map(|r| r.title.as_str())
                .collect();
            sheet.arrange(&titles);
            match sheet.propose() {
                Ok(true) => eprintln!("traces wait for review: {}", sheet.path.display()),
                Ok(false) => {}
                Err(error) => eprintln!("{}: {error}", sheet.path.display()),
            }
        }
    }
}

/// The first line that differs between two texts.
fn first_difference(known: &str, now: &str) -> String {
    let mut known = known.lines();
    let mut now = now.lines();
    loop {
        match (known.next(), now.next()) {
            (Some(a), Some(b)) if a == b => {}
            (a, b) => {
                return format!(
                    "reviewed: `{}`; now: `{}`",
                    a.unwrap_or("(the end)").trim(),
                    b.unwrap_or("(the end)").trim()
                );
            }
        }
    }
}

/// Shows the traces that wait for review, and accepts or rejects them.
pub fn review(paths: &[PathBuf], accept: bool, reject: bool) -> Exit {
    let mut pending = Vec::new();
    for path in paths {
        match snapshot::pending(path) {
            Ok(found) => pending.extend(found),
            Err(error) => {
                eprintln!("{}: {error}", path.display());
                return Exit::Usage;
            }
        }
    }
    for proposed in &pending {
        let text = std::fs::read_to_string(proposed).unwrap_or_default();
        let known = std::fs::read_to_string(proposed.with_extension("")).unwrap_or_default();
        println!("{}", proposed.display());
        let diff = similar::TextDiff::from_lines(snapshot::body(&known), snapshot::body(&text));
        for change in diff.iter_all_changes() {
            let sign = match change.tag() {
                similar::ChangeTag::Delete => "-",
                similar::ChangeTag::Insert => "+",
                similar::ChangeTag::Equal => " ",
            };
            print!("{sign} {}", change.to_string_lossy());
        }
        println!();
        let done = if accept {
            std::fs::rename(proposed, proposed.with_extension(""))
        } else if reject {
            std::fs::remove_file(proposed)
        } else {
            Ok(())
        };
        if let Err(error) = done {
            eprintln!("{}: {error}", proposed.display());
            return Exit::Usage;
        }
    }
    let what = match (accept, reject) {
        (true, _) => "accepted",
        (_, true) => "rejected",
        _ => "waiting; accept them with --accept, or reject them with --reject",
    };
    println!("{} traces {what}", pending.len());
    Exit::Fine
}
