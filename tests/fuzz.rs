//! The fuzz targets over seeds: every `.rules` file of the repository and pieces of them, and compiled packs with bytes changed.
//! `fuzz/` has the same targets for cargo-fuzz. With `SPELLWRIGHT_CARDS=FILE` the program is that of a file of cards, and
//! `SPELLWRIGHT_ROUNDS=N` makes N times as many rounds.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod fuzzing;

use spellwright::bytecode::{self, Program};
use spellwright::diag::Sink;
use spellwright::source::SourceMap;
use spellwright::{cards, compile, pack};
use std::path::{Path, PathBuf};

struct Bytes(u64);

impl Bytes {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(n.max(1)).unwrap()).unwrap()
    }

    /// Changes a few bytes: other ones, ones cut out, ones doubled.
    fn mutate(&mut self, bytes: &mut Vec<u8>, most: usize) {
        for _ in 0..=self.below(most) {
            let at = self.below(bytes.len());
            match self.below(5) {
                0 => bytes[at] = u8::try_from(self.below(256)).unwrap(),
                1 => bytes[at] ^= 1 << self.below(8),
                2 => bytes[at] = bytes[at].wrapping_add(1),
                3 => {
                    bytes.remove(at);
                }
                _ => bytes.insert(at, bytes[at]),
            }
        }
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn rules_files(folder: &Path, out: &mut Vec<PathBuf>) {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            rules_files(&path, out);
        } else if path.extension().is_some_and(|e| e == "rules") {
            out.push(path);
        }
    }
}

fn rounds(least: u64) -> u64 {
    let times = std::env::var("SPELLWRIGHT_ROUNDS").ok();
    least * times.and_then(|times| times.parse().ok()).unwrap_or(1)
}

/// The program of the packs in `rules/`, and the body of its file.
fn program() -> (Program, Vec<u8>) {
    let mut sources = SourceMap::default();
    let mut sink = Sink::default();
    let packs = match std::env::var_os("SPELLWRIGHT_CARDS") {
        Some(file) => cards::load(&[], &[PathBuf::from(file)], &mut sources, &mut sink),
        None => pack::load(&[root().join("rules")], &mut sources, &mut sink),
    };
    let program = compile::packs(&packs, &mut sink).program;
    let written = bytecode::pack::write(&program).unwrap();
    let header = fuzzing::sealed(&[]).len();
    (program, written[header..].to_vec())
}

#[test]
fn parser_over_seeds() {
    let mut files = Vec::new();
    rules_files(&root().join("tests/broken"), &mut files);
    rules_files(&root().join("rules"), &mut files);
    let mut random = Bytes(0xf022_0001);
    for path in files {
        let whole = std::fs::read(&path).unwrap();
        fuzzing::parser(&whole);
        // Pieces of some hundred bytes: large files would take their time again and again.
        for _ in 0..3 {
            let from = random.below(whole.len());
            let to = (from + 300).min(whole.len());
            let mut piece = b"card Seed {1}\n  Creature - Bear 1/1\n\n  ".to_vec();
            piece.extend(&whole[from..to]);
            random.mutate(&mut piece, 6);
            fuzzing::parser(&piece);
        }
    }
    for _ in 0..rounds(200) {
        let bytes: Vec<u8> = (0..random.below(200))
            .map(|_| u8::try_from(random.below(256)).unwrap())
            .collect();
        fuzzing::parser(&bytes);
    }
}

#[test]
fn verifier_over_seeds() {
    let (_, body) = program();
    assert!(fuzzing::verifier(&body));
    let mut random = Bytes(0xf022_0002);
    let mut through = 0;
    for _ in 0..rounds(300) {
        let mut bytes = body.clone();
        random.mutate(&mut bytes, 2);
        through += usize::from(fuzzing::verifier(&bytes));
    }
    assert!(
        through > 10,
        "only {through} changed packs were let through"
    );
    for _ in 0..500 {
        let bytes: Vec<u8> = (0..random.below(400))
            .map(|_| u8::try_from(random.below(256)).unwrap())
            .collect();
        fuzzing::verifier(&bytes);
    }
    let cut = random.below(body.len());
    assert!(!fuzzing::verifier(&body[..cut]));
}

#[test]
fn machine_over_seeds() {
    let (program, body) = program();
    for seed in 0..rounds(10) {
        fuzzing::play(&program, seed);
    }
    let mut random = Bytes(0xf022_0003);
    let mut played = 0;
    for _ in 0..rounds(400) {
        let mut bytes = body.clone();
        random.mutate(&mut bytes, 2);
        let mut data = u64::try_from(random.below(1 << 30))
            .unwrap()
            .to_le_bytes()
            .to_vec();
        data.extend(bytes);
        played += usize::from(fuzzing::machine(&data));
    }
    assert!(played > 10, "only {played} changed programs were played");
}
