//! The packs of this repository compile without a diagnostic, and broken ones say what is wrong.

use spellwright::diag::{Code, Sink, Style, render};
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
