//! What `check` says about broken packs, snapshot by snapshot. Read them as the designer who made the slip.

use spellwright::diag::{Code, Sink, Style, render};
use spellwright::source::SourceMap;
use spellwright::{compile, pack};
use std::path::Path;

/// Checks a pack or a file as the command does, with paths as seen from the root of the repository.
fn check(path: &Path) -> (Sink, String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = path.strip_prefix(root).unwrap_or(path);
    let mut sources = SourceMap::default();
    let mut sink = Sink::default();
    let packs = pack::load(&[path.to_owned()], &mut sources, &mut sink);
    compile::packs(&packs, &mut sink);
    let text = render(&sink.sorted(), &sources, Style::Human);
    (sink, text)
}

#[test]
fn every_broken_file_is_explained() {
    insta::glob!("broken/*.rules", |path| {
        let (sink, text) = check(path);
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
    let mut single = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "rules") {
            single += check(&path).0.errors();
        }
    }
    assert!(single > 60, "only {single} errors");
    assert_eq!(whole.errors(), single);
}
