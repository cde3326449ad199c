//! The packs of this repository compile without a diagnostic, and broken ones say what is wrong.

use spellwright::diag::{Code, Sink, Style, render};
use spellwright::ruling::{Mode, Outcome};
use spellwright::source::SourceMap;
use spellwright::{compile, pack};
use std::path::{Path, PathBuf};

fn compiled(path: &Path) -> (compile::Compiled, Sink, SourceMap) {
    let mut sources = SourceMap::default();
    let mut sink = Sink::default();
    let packs = pack::load(&[path.to_owned()], &mut sources, &mut sink);
    let compiled = compile::packs(&packs, &mut sink);
    (compiled, sink, sources)
}

fn rules() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("rules")
}

#[test]
fn the_packs_compile() {
    let (compiled, sink, sources) = compiled(&rules());
    assert!(
        sink.is_clean(),
        "{}",
        render(&sink.sorted(), &sources, Style::Human)
    );
    assert_eq!(compiled.requested.len(), compiled.program.cards.len());
    assert!(compiled.program.card_named("Forest").is_some());
}

#[test]
fn every_ruling_holds() {
    let (mut compiled, mut sink, sources) = compiled(&rules());
    let reports = spellwright::ruling::outcomes(&mut compiled, &mut sink, Mode::Plain);
    assert!(
        sink.is_clean(),
        "{}",
        render(&sink.sorted(), &sources, Style::Human)
    );
    for report in &reports {
        if let Outcome::Failed(failure) = &report.outcome {
            let diagnostic = failure.diagnostic();
            panic!("{}", render(&[&diagnostic], &sources, Style::Human));
        }
    }
    assert!(reports.len() >= 36, "{} rulings", reports.len());
}

/// A game that is saved and loaded at every decision, in the middle of resolutions too, goes on as if it had not been.
#[test]
fn every_ruling_survives_saving_and_loading() {
    let (mut plain, mut sink, _) = compiled(&rules());
    let (mut reloading, mut other, sources) = compiled(&rules());
    let expected = spellwright::ruling::outcomes(&mut plain, &mut sink, Mode::Plain);
    let found = spellwright::ruling::outcomes(&mut reloading, &mut other, Mode::Reloading);
    assert_eq!(expected.len(), found.len());
    for (expected, found) in expected.iter().zip(&found) {
        if let Outcome::Failed(failure) = &found.outcome {
            let diagnostic = failure.diagnostic();
            panic!("{}", render(&[&diagnostic], &sources, Style::Human));
        }
        assert_eq!(expected.trace, found.trace, "{}", expected.title);
    }
}

/// Rulings that must fail, with the code of the failure: a runner that accepts everything proves nothing.
#[test]
fn wrong_rulings_fail() {
    const CASES: &[(&str, Code)] = &[
        (
            "you activate the ability of Springwell Acolyte\n    resolve the stack\n    expect you have 22 life",
            Code::NotExpected,
        ),
        (
            "you activate the ability of Vito\n    resolve the stack",
            Code::Illegal,
        ),
        (
            "you activate the ability of Springwell Acolyte\n    resolve the stack\n    you choose opponent\n    you choose opponent",
            Code::LeftOver,
        ),
        (
            "you activate the ability of Springwell Acolyte\n    you say yes\n    resolve the stack",
            Code::Illegal,
        ),
        (
            "declare attackers: Vito attacks opponent\n    declare attackers: none",
            Code::Illegal,
        ),
        ("you cast Vito", Code::Illegal),
        (
            "you activate the ability of Springwell Acolyte\n    expect the stack is empty",
            Code::NotExpected,
        ),
        (
            "expect you can't activate the ability of Springwell Acolyte because 302.6",
            Code::NotExpected,
        ),
        ("expect Vito is tapped", Code::NotExpected),
        ("go to the untap step", Code::RulingSyntax),
    ];
    let folder = std::env::temp_dir().join(format!("spellwright-wrong-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let sources_pack = rules().join("sources");
    let manifest =
        format!("name = \"wrong\"\nversion = \"1\"\n[dependencies]\nsources = {sources_pack:?}\n");
    std::fs::write(folder.join("pack.toml"), manifest).unwrap();
    let mut text = String::new();
    for (number, (steps, _)) in CASES.iter().enumerate() {
        text.push_str(&format!(
            "ruling \"case {number}\"\n  cites 119.9\n  given\n    you control Vito, and Springwell Acolyte\n  on your turn\n    {steps}\n\n"
        ));
    }
    std::fs::write(folder.join("a.rules"), text).unwrap();
    let (mut compiled, mut sink, sources) = compiled(&folder);
    let reports = spellwright::ruling::outcomes(&mut compiled, &mut sink, Mode::Plain);
    let _ = std::fs::remove_dir_all(&folder);
    assert!(
        sink.is_clean(),
        "{}",
        render(&sink.sorted(), &sources, Style::Human)
    );
    for (report, (steps, code)) in reports.iter().zip(CASES) {
        match &report.outcome {
            Outcome::Held => panic!("held: {steps}"),
            Outcome::Failed(failure) => assert_eq!(failure.code, *code, "{steps}: {failure:?}"),
        }
    }
    assert_eq!(reports.len(), CASES.len());
}

#[test]
fn a_compiled_pack_is_read_back() {
    let (compiled, _, _) = compiled(&rules());
    let bytes = spellwright::bytecode::pack::write(&compiled.program).unwrap();
    assert_eq!(
        spellwright::bytecode::pack::read(&bytes).unwrap(),
        compiled.program
    );
}

#[test]
fn every_error_of_a_pack_is_told() {
    let folder = std::env::temp_dir().join(format!("spellwright-packs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let core = rules().join("core");
    let manifest = format!("name = \"broken\"\nversion = \"1\"\n[dependencies]\ncore = {core:?}\n");
    std::fs::write(folder.join("pack.toml"), manifest).unwrap();
    let text = "card One {1}{Y/Z}\n  Creature — Elff 1/1\n\ncard Two {G}\n  Sorcery\n\n  Destroy creature.\n\ncard Two {G}\n  Instant\n";
    std::fs::write(folder.join("a.rules"), text).unwrap();
    let (_, sink, _) = compiled(&folder);
    let _ = std::fs::remove_dir_all(&folder);
    let codes: Vec<Code> = sink.sorted().iter().map(|d| d.code).collect();
    for code in [
        Code::BadSymbol,
        Code::UnknownSubtype,
        Code::Duplicate,
        Code::MissingDeterminer,
    ] {
        assert!(codes.contains(&code), "{code} is missing in {codes:?}");
    }
}
