//! `new`, `fmt`, `build` and `run`, as they are used.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "helpers of tests"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn spellwright(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_spellwright"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or(-1)
}

fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// An empty folder of the test's own.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

#[test]
fn a_new_pack_is_whole() {
    let pack = shown(&folder("new").join("my first pack"));
    assert_eq!(code(&spellwright(&["new", &pack])), 0);
    let check = spellwright(&["check", &pack]);
    assert_eq!(code(&check), 0, "{}", told(&check));
    let test = spellwright(&["test", &pack]);
    assert_eq!(code(&test), 0, "{}", printed(&test));
    assert!(printed(&test).contains("1 rulings held, 0 failed"));
    assert_eq!(code(&spellwright(&["fmt", "--check", &pack])), 0);
    // The core pack of a folder takes the place of the one that comes along.
    let both = spellwright(&["check", &pack, "rules"]);
    assert_eq!(code(&both), 0, "{}", told(&both));
    let both = spellwright(&["check", "rules", &pack]);
    assert_eq!(code(&both), 0, "{}", told(&both));
    // Nothing is overwritten.
    assert_eq!(code(&spellwright(&["new", &pack])), 3);
}

#[test]
fn the_ruling_of_a_new_pack_fails_when_the_card_is_changed() {
    let pack = folder("changed").join("pack");
    assert_eq!(code(&spellwright(&["new", &shown(&pack)])), 0);
    let cards = pack.join("cards.rules");
    let text = fs::read_to_string(&cards).unwrap();
    fs::write(
        &cards,
        text.replace("a +1/+1 counter", "two +1/+1 counters"),
    )
    .unwrap();
    let test = spellwright(&["test", &shown(&pack)]);
    assert_eq!(code(&test), 1);
    let text = printed(&test);
    assert!(text.contains("it is 4/4"), "{text}");
    assert!(
        text.contains("layer 7c (CR 613.4c), counters (CR 122.1a): 4/4"),
        "{text}"
    );
}

#[test]
fn a_state_is_looked_at_after_a_line() {
    let pack = folder("line").join("pack");
    assert_eq!(code(&spellwright(&["new", &shown(&pack)])), 0);
    let text = fs::read_to_string(pack.join("rulings.rules")).unwrap();
    let line = |words: &str| {
        let at = text.lines().position(|line| line.trim() == words).unwrap() + 1;
        at.to_string()
    };
    let ask = |line: &str| {
        let pack = shown(&pack);
        let head = ["why", &pack, "--ruling", "keeper grows", "--line", line];
        spellwright(&[&head[..], &["--permanent", "Lanternlight Keeper"]].concat())
    };
    let before = printed(&ask(&line("combat damage")));
    assert!(before.contains("no effect applies to it"), "{before}");
    let after = printed(&ask(&line("resolve the stack")));
    assert!(
        after.contains("counters (CR 122.1a)\n      2/2 -> 3/3"),
        "{after}"
    );
    let above = ask("1");
    assert_eq!(code(&above), 3);
    assert!(
        told(&above).contains("above the first step"),
        "{}",
        told(&above)
    );
    let unknown = spellwright(&[
        "why",
        &shown(&pack),
        "--ruling",
        "keeper",
        "--trigger",
        "Keper",
    ]);
    assert_eq!(code(&unknown), 2);
    assert!(
        told(&unknown).contains("`Keper` is the name of nothing here"),
        "{}",
        told(&unknown)
    );
}

#[test]
fn a_card_file_stands_in_the_way_only_with_cards_that_are_played() {
    let folder = folder("cards");
    let cards = folder.join("cards.jsonl");
    let card = |name: &str, text: &str| {
        format!(
            "{{\"name\": \"{name}\", \"mana_cost\": \"{{W}}\", \"type_line\": \"Creature — Ox\", \
             \"oracle_text\": \"{text}\", \"power\": \"2\", \"toughness\": \"2\"}}\n"
        )
    };
    // The basic lands of the rules are used, whatever the file says about them.
    let file = card("Plains", "") + &card("Plain Ox", "") + &card("Odd Ox", "Flurbs the wurble.");
    fs::write(&cards, file).unwrap();
    let deck = folder.join("deck.txt");
    let run = || {
        let decks = format!("{0},{0}", shown(&deck));
        spellwright(&["run", "--cards", &shown(&cards), "--decks", &decks])
    };
    fs::write(&deck, "20 Plains\n20 Plain Ox\n").unwrap();
    let played = run();
    assert_eq!(code(&played), 0, "{}", told(&played));
    assert!(printed(&played).contains("deck 2 begins with"));
    fs::write(&deck, "20 Plains\n20 Odd Ox\n").unwrap();
    let refused = run();
    assert_ne!(code(&refused), 0);
    assert!(told(&refused).contains("Flurbs"), "{}", told(&refused));
}

#[test]
fn a_card_that_is_refused_stands_only_in_the_way_of_rulings_that_name_it() {
    let folder = folder("served");
    let line = |name: &str, text: &str| {
        format!(
            "{{\"name\": \"{name}\", \"mana_cost\": \"{{W}}\", \"type_line\": \"Creature — Ox\", \
             \"oracle_text\": \"{text}\", \"power\": \"2\", \"toughness\": \"2\"}}\n"
        )
    };
    let cards = folder.join("cards.jsonl");
    let file = line("Plain Ox", "Vigilance")
        + &line("Odd Ox", "Flurbs the wurble.")
        + &line("Ox", "Whatever this may be.");
    fs::write(&cards, file).unwrap();
    let ruling = |title: &str, card: &str| {
        format!(
            "ruling \"{title}\"\n  cites 702.20b\n  given\n    you control {card}\n  on your turn\n    \
             declare attackers: {card} attacks opponent\n    expect {card} is untapped\n\n"
        )
    };
    fs::write(folder.join("pack.toml"), "name = \"served\"\nversion = \"1\"\nrules = \"2026-04-17\"\n[dependencies]\ncore = \"@core\"\n").unwrap();
    let rules = folder.join("rulings.rules");
    let test = || spellwright(&["test", &shown(&folder), "--cards", &shown(&cards), "--ci"]);

    fs::write(&rules, ruling("A plain one", "Plain Ox")).unwrap();
    let held = test();
    assert_eq!(code(&held), 0, "{}{}", told(&held), printed(&held));

    let both = ruling("A plain one", "Plain Ox") + &ruling("An odd one", "Odd Ox");
    fs::write(&rules, both).unwrap();
    let some = test();
    assert_eq!(code(&some), 2, "{}{}", told(&some), printed(&some));
    assert!(told(&some).contains("Flurbs"), "{}", told(&some));
    assert!(
        told(&some).contains("the ruling needs `Odd Ox`"),
        "{}",
        told(&some)
    );
    assert!(!told(&some).contains("Whatever"), "{}", told(&some));
    assert!(
        printed(&some).contains("1 rulings held, 0 failed, 1 could not be run"),
        "{}",
        printed(&some)
    );
}

const WRITTEN: &str = "\
// A comment above.
card Mira, Oak Sage {1}{G}
  Legendary Creature -- Elf Druid 2/2

  When Mira, Oak Sage enters the battlefield, you may draw a card. // why not
  Sacrifice Mira: Return target creature to its owner's hand.
  During your turn, as long as Mira has one or more charge counters on her, she's a 3/4 Elf creature.

card Elder Bough {2}{G}
  Creature - Treefolk 3/3

  Reach (This creature can block creatures with flying.)
  When Elder Bough enters the battlefield, you gain 2 life (it's not much).
  Whenever Elder Bough attacks, flurbs the wurble.
    {T}: Target creature an opponent controls gets -1/-1 until end of turn.
  Flying (It's up there.), vigilance

card Tidings of Growth {2}{G}
  Sorcery

  Draw a card, then you gain 2 life.

card Verdant Choice {1}{G}
  Sorcery

  Choose one --
  • You gain 3 life.
  • Draw a card.
";

const FORMATTED: &str = "\
// A comment above.
card Mira, Oak Sage {1}{G}
  Legendary Creature — Elf Druid 2/2

  When Mira enters, you may draw a card. // why not
  Sacrifice Mira: Return target creature to its owner’s hand.
  During your turn, as long as Mira has one or more charge counters on her, she’s a 3/4 Elf creature.

card Elder Bough {2}{G}
  Creature — Treefolk 3/3

  Reach (This creature can block creatures with flying.)
  When this creature enters, you gain 2 life (it’s not much).
  Whenever Elder Bough attacks, flurbs the wurble.
    {T}: Target creature an opponent controls gets −1/−1 until end of turn.
  Flying (It's up there.), vigilance

card Tidings of Growth {2}{G}
  Sorcery

  Draw a card, then you gain 2 life.

card Verdant Choice {1}{G}
  Sorcery

  Choose one —
  • You gain 3 life.
  • Draw a card.
";

#[test]
fn lines_are_formatted_and_the_rest_is_kept() {
    let pack = folder("format");
    fs::write(
        pack.join("pack.toml"),
        "name = \"f\"\nversion = \"1\"\n[dependencies]\ncore = \"@core\"\n",
    )
    .unwrap();
    let file = pack.join("cards.rules");
    fs::write(&file, WRITTEN).unwrap();
    let check = spellwright(&["fmt", "--check", &shown(&pack)]);
    assert_eq!(code(&check), 2);
    assert!(printed(&check).contains("+  When Mira enters, you may draw a card. // why not"));
    assert_eq!(fs::read_to_string(&file).unwrap(), WRITTEN);
    let done = spellwright(&["fmt", "--template", "2026", &shown(&pack)]);
    assert_eq!(code(&done), 0, "{}", told(&done));
    assert!(
        told(&done).contains("2 ability lines kept as they are"),
        "{}",
        told(&done)
    );
    similar_asserts(&fs::read_to_string(&file).unwrap(), FORMATTED);
    // Once more changes nothing.
    assert_eq!(code(&spellwright(&["fmt", "--check", &shown(&pack)])), 0);
}

#[track_caller]
fn similar_asserts(found: &str, wanted: &str) {
    for (a, b) in found.lines().zip(wanted.lines()) {
        assert_eq!(a, b);
    }
    assert_eq!(found, wanted);
}

#[test]
fn the_packs_of_this_repository_mean_the_same_when_formatted() {
    use spellwright::{compile, diag::Sink, format, pack, source::SourceMap, syntax};
    let mut sources = SourceMap::default();
    let mut sink = Sink::default();
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    let packs = pack::load(&[rules], &mut sources, &mut sink);
    let before = compile::packs(&packs, &mut sink).definitions.cards;
    let formatted = format::packs(&packs, &sources);
    assert!(formatted.len() >= 3);
    let mut again = packs.clone();
    let texts: Vec<_> = formatted.iter().map(|f| (f.file, f.text.clone())).collect();
    for pack in &mut again {
        pack.items
            .retain(|item| !matches!(item, syntax::Item::Card(_)));
    }
    for (old, text) in texts {
        let name = sources.file_name(old).to_owned();
        let file = sources.add(name, text);
        let items = syntax::read_file(&sources, file, &mut sink);
        let cards = items
            .into_iter()
            .filter(|item| matches!(item, syntax::Item::Card(_)));
        again.last_mut().unwrap().items.extend(cards);
    }
    let mut after = compile::packs(&again, &mut sink).definitions.cards;
    assert!(sink.is_clean(), "{:?}", sink.all());
    let mut before = before;
    let name = |card: &spellwright::ir::Card| card.faces[0].name.clone();
    before.sort_by_key(name);
    after.sort_by_key(name);
    assert_eq!(before, after);
    for f in format::packs(&again, &sources) {
        assert_eq!(f.changed, 0, "{} is not stable", sources.file_name(f.file));
    }
}

#[test]
fn a_compiled_pack_is_verified_and_played() {
    let folder = folder("build");
    let file = shown(&folder.join("rules.swpack"));
    let built = spellwright(&["build", "rules", "-o", &file]);
    assert_eq!(code(&built), 0, "{}", told(&built));
    let verified = spellwright(&["build", "--verify", &file]);
    assert_eq!(code(&verified), 0);
    assert!(printed(&verified).contains("verified"));

    let (one, two) = (folder.join("Ann.txt"), folder.join("Bob.txt"));
    fs::write(
        &one,
        "// life\n20 Swamp\n4 Vito, Thorn of the Dusk Rose\n8 Plains\n8 Springwell Acolyte\n",
    )
    .unwrap();
    fs::write(
        &two,
        "16 Island\n8 Shape Stealer\n8 Mountain\n8 Searing Jab\n",
    )
    .unwrap();
    let decks = format!("{},{}", shown(&one), shown(&two));
    let play =
        |from: &str, seed: &str| spellwright(&["run", from, "--decks", &decks, "--seed", seed]);
    let mut ended = 0;
    let mut traces = Vec::new();
    for seed in 1..=6 {
        let seed = seed.to_string();
        let played = play(&file, &seed);
        let text = printed(&played);
        assert!(!text.contains("contradicts"), "{text}");
        ended += usize::from(text.contains("the game is over: won by"));
        assert_eq!(text, printed(&play("rules", &seed)), "seed {seed}");
        traces.push(text);
    }
    assert_eq!(ended, 6);
    assert_ne!(traces[0], traces[1]);
    assert!(traces.iter().any(|t| t.contains("deals 2 damage to")));

    let wrong = folder.join("wrong.txt");
    fs::write(&wrong, "4 Swanp\n").unwrap();
    let decks = format!("{},{}", shown(&one), shown(&wrong));
    let refused = spellwright(&["run", &file, "--decks", &decks]);
    assert_eq!(code(&refused), 2);
    assert!(
        told(&refused).contains("did you mean `Swamp`?"),
        "{}",
        told(&refused)
    );

    let mut bytes = fs::read(&file).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&file, bytes).unwrap();
    assert_eq!(code(&spellwright(&["check", &file])), 2);
    let damaged = spellwright(&["build", "--verify", &file]);
    assert_eq!(code(&damaged), 2);
    assert!(told(&damaged).contains("damaged"), "{}", told(&damaged));
}
