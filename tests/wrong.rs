//! Rulings with a mistake in them: each says what is wrong, where, and what to write instead.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests")]

use spellwright::diag::{Sink, Style, render};
use spellwright::ruling::{Mode, Outcome};
use spellwright::source::SourceMap;
use spellwright::{compile, pack};
use std::fmt::Write;
use std::path::Path;

/// A folder of wrong rulings, checked at once: none hides another, and each script that is wrong in itself is told.
#[test]
fn check_tells_all_of_them() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_spellwright"))
        .args(["check", "tests/wrong", "--format", "short"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stderr).unwrap();
    for file in [
        "unanswered_question",
        "left_over_answer",
        "answer_of_the_wrong_kind",
        "illegal_action",
        "illegal_target",
        "cannot_pay",
        "unknown_name",
        "several_of_the_name",
        "misspelt_verb",
        "misspelt_step",
        "misspelt_condition",
        "no_such_ability",
        "no_citation",
        "given_an_unknown_card",
        "attack_that_is_not_possible",
    ] {
        assert!(text.contains(&format!("{file}.rules")), "{file}: {text}");
    }
}

#[test]
fn wrong_rulings_say_what_is_wrong() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wrong");
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/sources");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "rules"))
        .collect();
    files.sort();
    let mut all = String::new();
    for file in files {
        let mut sources = SourceMap::default();
        let mut sink = Sink::default();
        let packs = pack::load(&[core.clone(), file.clone()], &mut sources, &mut sink);
        let mut compiled = compile::packs(&packs, &mut sink);
        compiled
            .rulings
            .retain(|r| Path::new(sources.file_name(r.title.span.file)) == file);
        let reports = spellwright::ruling::outcomes(&mut compiled, &mut sink, Mode::Plain);
        let mut text = render(&sink.sorted(), &sources, Style::Human);
        for report in &reports {
            match &report.outcome {
                Outcome::Held => panic!("{} holds", report.title),
                Outcome::Failed(failure) => {
                    let diagnostic = failure.diagnostic();
                    text.push_str(&render(&[&diagnostic], &sources, Style::Human));
                }
            }
        }
        assert!(!text.is_empty(), "{}: nothing is said", file.display());
        let name = file.file_stem().unwrap().to_string_lossy();
        let shown = text.replace(&format!("{}/", folder.display()), "");
        writeln!(all, "== {name}\n{shown}").unwrap();
    }
    insta::assert_snapshot!("wrong_rulings", all);
}

/// The counter-example of a ruling about every line of play is itself a ruling, which fails at what was expected.
#[test]
fn a_counter_example_is_a_ready_ruling() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let core = root.join("rules/sources");
    let scripts = [
        "tests/wrong/not_in_every_line_of_play.rules",
        "tests/wrong/not_in_every_order.rules",
    ];
    for script in scripts {
        let file = root.join(script);
        let text = std::fs::read_to_string(&file).unwrap();
        let (failure, ready) = first_failure(&core, &file);
        let ready = ready.unwrap_or_else(|| panic!("no counter-example for {script}"));
        assert!(!ready.contains("in every line of play, expect"), "{ready}");
        assert!(ready.lines().count() > text.lines().count(), "{ready}");
        let folder = std::env::temp_dir().join(format!("counter-example-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let written = folder.join("ready.rules");
        std::fs::write(&written, &ready).unwrap();
        let (again, none) = first_failure(&core, &written);
        assert_eq!(again.code, failure.code, "{ready}");
        assert_eq!(again.found, failure.found, "{ready}");
        assert_eq!(none, None);
    }
}

fn first_failure(core: &Path, file: &Path) -> (Box<spellwright::ruling::Failure>, Option<String>) {
    let mut sources = SourceMap::default();
    let mut sink = Sink::default();
    let packs = pack::load(&[core.to_owned(), file.to_owned()], &mut sources, &mut sink);
    let mut compiled = compile::packs(&packs, &mut sink);
    compiled
        .rulings
        .retain(|r| Path::new(sources.file_name(r.title.span.file)) == file);
    let reports = spellwright::ruling::outcomes(&mut compiled, &mut sink, Mode::Plain);
    assert!(
        sink.is_clean(),
        "{}",
        render(&sink.sorted(), &sources, Style::Human)
    );
    let report = reports.into_iter().next().unwrap();
    match report.outcome {
        Outcome::Held => panic!("{} holds", report.title),
        Outcome::Failed(failure) => {
            let ready = failure.counter_example(report.span, &sources);
            (failure, ready)
        }
    }
}
