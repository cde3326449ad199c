//! The metamorphic law over everything in `rules/`: a line with a word left out, or with a word swapped for another of its kind,
//! is refused, or means something else, or differs in words that the published list explains.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use spellwright::coverage::mutation::{Mutations, Request, mutate};
use spellwright::diag::Sink;
use spellwright::pack::{self, Pack};
use spellwright::source::SourceMap;
use spellwright::syntax::read_file;
use std::path::Path;

/// Every mutation of every line.
const ALL: Request = Request {
    count: usize::MAX,
    seed: 1,
    code: true,
};

/// Known gap, never to grow: cards in the graveyards of "an opponent" and of "each opponent" are counted together.
const KNOWN: [&str; 1] = ["has two or more cards in their graveyard"];

fn of_rules(request: Request) -> Mutations {
    let mut sources = SourceMap::default();
    let mut sink = Sink::default();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    let packs = pack::load(&[folder], &mut sources, &mut sink);
    assert!(sink.is_clean(), "{sink:?}");
    mutate(&packs, request)
}

fn of_card(lines: &str) -> Mutations {
    let mut sources = SourceMap::default();
    let mut sink = Sink::default();
    let core = pack::core(&mut sources, &mut sink);
    let text = format!("card Mutable Probe {{1}}{{G}}\n  Creature — Elf 2/2\n\n  {lines}\n");
    let file = sources.add("probe.rules", text);
    let items = read_file(&sources, file, &mut sink);
    assert!(sink.is_clean(), "{sink:?}");
    let own = Pack {
        path: "probe.rules".into(),
        manifest: None,
        items,
        requested: true,
        known: Vec::new(),
    };
    mutate(&[core, own], ALL)
}

#[test]
fn nothing_in_the_rules_can_be_left_out_or_swapped_unseen() {
    let found = of_rules(ALL);
    let survivors: Vec<String> = found
        .survivors
        .iter()
        .filter(|s| !KNOWN.iter().any(|gap| s.line.contains(gap)))
        .map(|s| {
            format!(
                "{}: {} ({:?})\n    {}\n    {}",
                s.of, s.edit, s.same, s.line, s.mutated
            )
        })
        .collect();
    assert!(
        survivors.is_empty(),
        "{} survive\n{}",
        survivors.len(),
        survivors.join("\n")
    );
    assert!(
        found.lines > 250 && found.tried == found.possible && found.tried > 10_000,
        "{found:?}"
    );
    assert!(found.refused > 4_000 && found.changed > 4_000, "{found:?}");
}

#[test]
fn a_seed_chooses_the_same_mutations() {
    let request = Request {
        count: 300,
        seed: 7,
        code: false,
    };
    let (one, other) = (of_rules(request), of_rules(request));
    assert_eq!(one, other);
    assert_eq!(one.tried, 300);
    let another = of_rules(Request { seed: 8, ..request });
    assert_ne!(one, another);
}

/// What was accepted once: each of these says nothing that means something.
#[test]
fn slips_are_refused() {
    for line in [
        "Whenever creature you control dies, draw a card.",
        "Whenever each creature you control dies, draw a card.",
        "Whenever an opponent loses life, may draw a card.",
        "{T}: Target creature becomes 3/3 Elf creature until end of turn.",
        "{T}: Destroy artifacts.",
        "{T}: Return target creature to its hand.",
        "Creatures you control gain trample.",
        "This artifact can't attack.",
        "If a land you control would be destroyed, enters tapped.",
    ] {
        assert_eq!(of_card(line).lines, 0, "{line}");
    }
    for line in [
        "Whenever a creature you control dies, draw a card.",
        "Whenever an opponent loses life, you may draw a card.",
        "{T}: Target creature becomes a 3/3 Elf creature until end of turn.",
        "{T}: Destroy all artifacts.",
        "{T}: Return target creature to its owner's hand.",
        "Creatures you control have trample.",
        "This creature can't attack.",
    ] {
        let found = of_card(line);
        assert_eq!(found.lines, 1, "{line}");
        assert!(found.survivors.is_empty(), "{:?}", found.survivors);
    }
}
