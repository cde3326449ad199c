//! What `check` says about broken packs, snapshot by snapshot. Read them as the designer who made the slip.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use spellwright::diag::{Code, Sink, Style, render};
use spellwright::source::SourceMap;
use spellwright::{compile, pack};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Checks a pack or a file as the command does, with paths as seen from the root of the repository.
fn check(path: &Path) -> (Sink, String) {
    check_as(path, Style::Human)
}

fn check_as(path: &Path, style: Style) -> (Sink, String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = path.strip_prefix(root).unwrap_or(path);
    let mut sources = SourceMap::default();
    let mut sink = Sink::default();
    let packs = pack::load(&[path.to_owned()], &mut sources, &mut sink);
    compile::packs(&packs, &mut sink);
    let text = render(&sink.sorted(), &sources, style);
    (sink, text)
}

/// Every broken file and folder with what is said about it, checked once for all tests.
fn checked() -> &'static BTreeMap<PathBuf, (Sink, String)> {
    static CHECKED: OnceLock<BTreeMap<PathBuf, (Sink, String)>> = OnceLock::new();
    CHECKED.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken");
        let entries = std::fs::read_dir(root).unwrap();
        entries
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.is_dir() || path.extension().is_some_and(|e| e == "rules"))
            .map(|path| (path.clone(), check(&path)))
            .collect()
    })
}

#[test]
fn every_broken_file_is_explained() {
    insta::glob!("broken/*.rules", |path| {
        let (sink, text) = &checked()[path];
        assert!(!sink.is_clean(), "{} is not broken", path.display());
        let source = std::fs::read_to_string(path).unwrap();
        insta::with_settings!({ description => source, omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!("broken", text);
        });
    });
}

#[test]
fn every_broken_pack_is_explained() {
    insta::glob!("broken/*/pack.toml", |path| {
        let folder = path.parent().unwrap();
        let (sink, text) = check(folder);
        assert!(!sink.is_clean(), "{} is not broken", folder.display());
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(format!("broken_pack_{name}"), text);
        });
    });
}

#[test]
fn a_circle_of_packs_is_told_once() {
    let (sink, _) = check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken/cycle"));
    let codes: Vec<Code> = sink.all().iter().map(|d| d.code).collect();
    assert_eq!(codes, [Code::Cycle]);
}

/// A whole folder of broken files, checked at once, hides nothing.
#[test]
fn all_errors_of_a_pack_are_told() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken");
    let (whole, _) = check(&folder);
    let files = checked().iter().filter(|(path, _)| path.is_file());
    let single: usize = files.map(|(_, (sink, _))| sink.errors()).sum();
    assert!(single > 60, "only {single} errors");
    assert_eq!(whole.errors(), single);
}

/// What editors and scripts read: a line each, or an object each.
#[test]
fn the_other_styles_are_stable() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken/several_errors.rules");
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("broken_short", check_as(&path, Style::Short).1);
        insta::assert_snapshot!("broken_json", check_as(&path, Style::Json).1);
    });
}

/// Every code of cards and packs is shown by some broken input, so that none is dead and each message has been read.
#[test]
fn every_code_is_shown() {
    /// Those that other tests show: files that cannot be read, card files, names in rulings.
    const ELSEWHERE: [Code; 3] = [Code::Io, Code::CardFile, Code::UnknownCard];
    let shown: Vec<Code> = checked()
        .values()
        .flat_map(|(sink, _)| sink.all().iter().map(|d| d.code))
        .collect();
    let missing: Vec<&Code> = Code::ALL
        .iter()
        .filter(|code| !code.name().starts_with("E06") && !ELSEWHERE.contains(code))
        .filter(|code| !shown.contains(code))
        .collect();
    assert!(missing.is_empty(), "no broken input shows {missing:?}");
}
