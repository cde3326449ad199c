//! `cargo bench`: the figures of `spellwright bench`, with what they allocate.

use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher, black_box};
use spellwright::bench::Duel;
use spellwright::diag::Sink;
use spellwright::lower::{Bearer, read_ability_line};
use spellwright::source::SourceMap;
use spellwright::syntax::Item;
use spellwright::{compile, lower, pack, ruling};
use std::path::PathBuf;

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

fn rules() -> Vec<pack::Pack> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/rules"));
    pack::load(&[folder], &mut SourceMap::default(), &mut Sink::default())
}

fn duel() -> Duel {
    match Duel::new() {
        Ok(duel) => duel,
        Err(reason) => unreachable!("the duel comes with the program: {reason}"),
    }
}

/// Reading every ability line of the packs of this repository.
#[divan::bench]
fn ability_lines(bencher: Bencher<'_, '_>) {
    let packs = rules();
    let mut sink = Sink::default();
    let vocabulary = compile::vocabulary(&packs, &mut sink);
    let mut lines = Vec::new();
    for item in packs.iter().flat_map(|pack| &pack.items) {
        let Item::Card(card) = item else { continue };
        for face in &card.faces {
            if let Some(head) = lower::face_head(face, &vocabulary, &mut sink) {
                let bearer = Bearer::new(head.name, head.types.types, &head.types.subtypes);
                lines.extend(face.lines.iter().map(|line| (bearer.clone(), line)));
            }
        }
    }
    bencher
        .counter(ItemsCount::new(lines.len()))
        .bench_local(|| {
            for (bearer, line) in &lines {
                let _ = black_box(read_ability_line(line, bearer, &vocabulary));
            }
        });
}

/// Compiling the packs of this repository from their text.
#[divan::bench]
fn packs(bencher: Bencher<'_, '_>) {
    bencher
        .counter(ItemsCount::new(rules().len()))
        .bench_local(|| compile::packs(&rules(), &mut Sink::default()));
}

/// Cloning a state with 20 permanents in the middle of a duel.
#[divan::bench]
fn clone_of_a_mid_game_state(bencher: Bencher<'_, '_>) {
    if let Ok(game) = duel().mid_game() {
        bencher.bench_local(|| black_box(&game).clone());
    }
}

/// Decisions of duels played at random, with enumerating the legal actions.
#[divan::bench]
fn decisions(bencher: Bencher<'_, '_>) {
    let duel = duel();
    let games: Vec<u64> = (1..=20).collect();
    let played = games.iter().filter_map(|seed| duel.play(*seed).ok());
    let decisions: u64 = played.map(|game| game.decisions).sum();
    bencher.counter(ItemsCount::new(decisions)).bench_local(|| {
        for seed in &games {
            let _ = black_box(duel.play(*seed));
        }
    });
}

/// Running every ruling of this repository.
#[divan::bench]
fn rulings(bencher: Bencher<'_, '_>) {
    let mut sink = Sink::default();
    let mut compiled = compile::packs(&rules(), &mut sink);
    let rulings = ruling::read(&mut compiled, &mut sink);
    bencher
        .counter(ItemsCount::new(rulings.len()))
        .bench_local(|| {
            for ruling in &rulings {
                black_box(ruling::run(ruling, &compiled.program));
            }
        });
}
