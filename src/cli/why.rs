//! `why`.

use super::{Exit, Rulings, report};
use crate::diag::{Sink, Style, nearest, render};
use crate::ruling;
use crate::ruling::Ruling;
use crate::ruling::why::{self, Asks};
use crate::source::{SourceMap, Span};
use crate::syntax::Line;
use std::path::PathBuf;

/// What is asked.
#[derive(Debug, Clone)]
pub struct Options {
    /// Packs.
    pub paths: Vec<PathBuf>,
    /// Card files.
    pub cards: Vec<PathBuf>,
    /// The title of the ruling, or a part of it.
    pub ruling: String,
    /// The line of its file after which the state is looked at; the end without one.
    pub line: Option<usize>,
    /// What kind of question it is.
    pub asks: Asks,
    /// The question.
    pub question: String,
}

/// Explains a state of a ruling.
pub fn run(options: &Options, style: Style) -> Exit {
    let mut sources = SourceMap::default();
    let loaded = Rulings::load(&options.paths, &options.cards, &mut sources, style);
    let (mut compiled, rulings) = match loaded {
        Ok(loaded) => (loaded.compiled, loaded.rulings),
        Err(exit) => return exit,
    };
    let found = match one(&rulings, &options.ruling) {
        Ok(found) => found,
        Err(message) => {
            eprintln!("{message}");
            return Exit::Usage;
        }
    };
    let steps = options.line.map_or(found.steps.len(), |line| {
        let until = found.steps.iter();
        until
            .take_while(|step| line_of(&sources, step.span) <= line)
            .count()
    });
    if let Some(line) = options.line.filter(|_| steps == 0) {
        let first = found
            .steps
            .first()
            .map_or(0, |step| line_of(&sources, step.span));
        eprintln!(
            "line {line} is above the first step of the ruling, which is on line {first} of {}",
            sources.file_name(found.span.file)
        );
        return Exit::Usage;
    }
    let file = sources.add("the question", options.question.clone());
    let span = Span::new(file, 0, options.question.len());
    let mut sink = Sink::default();
    let question = Line::new(&options.question, span, None, &mut sink)
        .and_then(|line| ruling::ask(&mut compiled, &found.title, options.asks, &line, &mut sink));
    let Some(question) = question else {
        report(&sink, &sources, style);
        return Exit::Diagnostic;
    };
    match why::answer(found, &compiled.program, steps, &question, span) {
        Ok(text) => {
            let after = steps.checked_sub(1).and_then(|at| found.steps.get(at));
            if let Some(step) = after {
                println!(
                    "{}:{}, after `{}`",
                    sources.file_name(step.span.file),
                    line_of(&sources, step.span),
                    step.text
                );
            }
            print!("{text}");
            Exit::Fine
        }
        Err(failure) => {
            let diagnostic = failure.diagnostic();
            eprint!("{}", render(&[&diagnostic], &sources, style));
            Exit::Diagnostic
        }
    }
}

/// The line of its file on which something stands.
fn line_of(sources: &SourceMap, span: Span) -> usize {
    sources.line_column(span.file, span.start as usize).0
}

/// The ruling with this title, or the only one whose title holds these words.
fn one<'r>(rulings: &'r [Ruling], wanted: &str) -> Result<&'r Ruling, String> {
    if let Some(exact) = rulings.iter().find(|r| *r.title == *wanted) {
        return Ok(exact);
    }
    let found: Vec<&Ruling> = rulings
        .iter()
        .filter(|r| crate::ruling::is_titled(&r.title, wanted))
        .collect();
    match found.as_slice() {
        [only] => Ok(only),
        [] => {
            let near = nearest(wanted, rulings.iter().map(|r| r.title.as_str()));
            let hint = near.map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
            Err(format!("no ruling has the title \"{wanted}\"{hint}"))
        }
        several => {
            let titles: Vec<String> = several
                .iter()
                .take(12)
                .map(|r| format!("  {}", r.title))
                .collect();
            Err(format!(
                "{} rulings have \"{wanted}\" in their title; say which:\n{}",
                several.len(),
                titles.join("\n")
            ))
        }
    }
}
