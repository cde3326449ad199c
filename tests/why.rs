//! `why`: layer tables, illegal actions and triggers in the middle of rulings.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "helpers of tests"
)]

use spellwright::compile;
use spellwright::diag::{Sink, Style, render};
use spellwright::pack::{self, Pack};
use spellwright::ruling::why::{self, Asks};
use spellwright::ruling::{self, Outcome};
use spellwright::source::{SourceMap, Span};
use spellwright::syntax::{Line, read_file};
use std::path::PathBuf;

const CARDS: &str = "\
card Bramble Colt {G}
  Creature — Horse 1/2

  Whenever this creature attacks, you gain 1 life.

card Valewide Standard {1}{W}
  Enchantment

  Creatures you control get +1/+1.

card Drought of Wonders {2}{U}
  Enchantment

  Creatures lose all abilities.

card Turn About {U}
  Instant

  Switch target creature's power and toughness until end of turn.

card Patient Keeper {2}{W}
  Creature — Human Cleric 1/4

  Whenever you gain life, if you control an enchantment, draw a card.
";

/// The answer to a question at the end of a ruling of these steps.
fn ask(given: &str, steps: &str, asks: Asks, question: &str) -> String {
    let mut sources = SourceMap::default();
    let mut sink = Sink::default();
    let core = pack::core(&mut sources, &mut sink);
    let text = format!("{CARDS}\nruling \"r\"\n  cites 613.1\n\n  given\n{given}\n\n{steps}\n");
    let file = sources.add("why.rules", text);
    let items = read_file(&sources, file, &mut sink);
    let own = Pack {
        path: PathBuf::from("own"),
        manifest: None,
        items,
        requested: true,
        known: Vec::new(),
    };
    let mut compiled = compile::packs(&[core, own], &mut sink);
    let rulings = ruling::read(&mut compiled, &mut sink);
    let file = sources.add("question", question.to_owned());
    let span = Span::new(file, 0, question.len());
    let line = Line::new(question, span, None, &mut sink).unwrap();
    let asked = ruling::ask(&mut compiled, "r", asks, &line, &mut sink);
    assert!(
        sink.is_clean(),
        "{}",
        render(&sink.sorted(), &sources, Style::Human)
    );
    let ruling = rulings.first().unwrap();
    why::answer(
        ruling,
        &compiled.program,
        ruling.steps.len(),
        &asked.unwrap(),
        span,
    )
    .unwrap()
}

const GIVEN: &str = "    you control Bramble Colt, Valewide Standard, and an Island
    you control a 1/1 white Soldier creature token with two +1/+1 counters named Veteran
    your hand: Turn About";

#[test]
fn a_layer_table_shows_each_effect_in_its_layer() {
    let text = ask(
        GIVEN,
        "  on your turn\n    you cast Turn About targeting Bramble Colt\n    resolve the stack",
        Asks::Permanent,
        "Bramble Colt",
    );
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let place = |start: &str| {
        let found = lines.iter().position(|line| line.starts_with(start));
        found.unwrap_or_else(|| panic!("no line `{start}` in\n{text}"))
    };
    let printed = place("Creature — Horse 1/2, green");
    let modified = place("layer 7c (CR 613.4c)");
    let switched = place("layer 7d (CR 613.4d)");
    assert!(printed < modified && modified < switched, "{text}");
    assert!(
        lines[modified + 1].starts_with(
            "Valewide Standard's ability \"Creatures you control get +1/+1.\", timestamp"
        ),
        "{text}"
    );
    assert_eq!(lines[modified + 2], "1/2 -> 2/3");
    assert!(
        lines[switched + 1].starts_with("an effect of Turn About until end of turn, timestamp"),
        "{text}"
    );
    assert_eq!(lines[switched + 2], "2/3 -> 3/2");
    assert_eq!(lines[place("now") + 1], "Creature — Horse 3/2, green");
}

#[test]
fn counters_and_lost_abilities_have_rows() {
    let text = ask(GIVEN, "  on your turn", Asks::Permanent, "Veteran");
    assert!(
        text.contains("counters (CR 122.1a)\n      1/1 -> 3/3"),
        "{text}"
    );
    let given = format!("{GIVEN}\n    opponent controls Drought of Wonders");
    let text = ask(&given, "  on your turn", Asks::Permanent, "Bramble Colt");
    assert!(text.contains("layer 6 (CR 613.1f)"), "{text}");
    assert!(text.contains("loses: Whenever this"), "{text}");
    // What nothing changes has no row.
    assert!(!text.contains("nothing changes"), "{text}");
}

#[test]
fn an_illegal_action_names_its_rule() {
    let illegal = ask(
        "    you control a tapped Island\n    your hand: Turn About\n    opponent controls Bramble Colt",
        "  on your turn",
        Asks::Action,
        "you cast Turn About targeting Bramble Colt",
    );
    assert!(illegal.contains("it is illegal (CR "), "{illegal}");
    let legal = ask(
        GIVEN,
        "  on your turn",
        Asks::Action,
        "you cast Turn About targeting Bramble Colt",
    );
    assert!(legal.contains("it is legal"), "{legal}");
    let attack = ask(
        "    you control a tapped Bramble Colt",
        "  on your turn",
        Asks::Action,
        "Bramble Colt attacks opponent",
    );
    assert!(attack.contains("(CR 508.1a)"), "{attack}");
}

#[test]
fn a_trigger_says_what_each_event_lacked() {
    let steps = "  on your turn\n    declare attackers: Bramble Colt attacks opponent\n    resolve the stack";
    let keeper = "    you control Bramble Colt, and Patient Keeper";
    let condition = ask(keeper, steps, Asks::Trigger, "Patient Keeper");
    assert!(condition.contains("it has not triggered"), "{condition}");
    assert!(
        condition.contains("you gain 1 life (Bramble Colt)"),
        "{condition}"
    );
    assert!(condition.contains("(CR 603.4)"), "{condition}");
    let with = format!("{keeper}, and Valewide Standard").replace("Colt, and", "Colt,");
    let triggers = ask(&with, steps, Asks::Trigger, "Patient Keeper");
    assert!(triggers.contains("it has triggered once"), "{triggers}");
    let theirs = "    you control Bramble Colt\n    opponent controls Patient Keeper";
    let other = ask(theirs, steps, Asks::Trigger, "Patient Keeper");
    assert!(
        other.contains("it would if this were about opponent"),
        "{other}"
    );
    let nothing = ask(keeper, "  on your turn", Asks::Trigger, "Patient Keeper");
    assert!(
        nothing.contains("no event of a kind that it looks for"),
        "{nothing}"
    );
}

#[test]
fn a_wrong_size_shows_where_the_size_comes_from() {
    let mut sources = SourceMap::default();
    let mut sink = Sink::default();
    let core = pack::core(&mut sources, &mut sink);
    let text = format!(
        "{CARDS}\nruling \"r\"\n  cites 613.1\n\n  given\n{GIVEN}\n\n  on your turn\n    expect Bramble Colt is a 1/2\n"
    );
    let file = sources.add("why.rules", text);
    let items = read_file(&sources, file, &mut sink);
    let own = Pack {
        path: PathBuf::from("own"),
        manifest: None,
        items,
        requested: true,
        known: Vec::new(),
    };
    let mut compiled = compile::packs(&[core, own], &mut sink);
    let rulings = ruling::read(&mut compiled, &mut sink);
    let report = ruling::run(rulings.first().unwrap(), &compiled.program);
    let Outcome::Failed(failure) = report.outcome else {
        panic!("it held");
    };
    assert_eq!(
        failure.notes.first().map(String::as_str),
        Some("printed: 1/2")
    );
    assert!(failure.notes[1].starts_with("layer 7c (CR 613.4c), Valewide Standard's ability"));
    assert!(failure.notes[1].ends_with(": 2/3"), "{:?}", failure.notes);
}

/// The answer to a question at the end of a ruling about the source cards.
fn ask_of(title: &str, asks: Asks, question: &str) -> String {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut sources = SourceMap::default();
    let mut sink = Sink::default();
    let packs = pack::load(&[root.join("rules/sources")], &mut sources, &mut sink);
    let mut compiled = compile::packs(&packs, &mut sink);
    let rulings = ruling::read(&mut compiled, &mut sink);
    let file = sources.add("question", question.to_owned());
    let span = Span::new(file, 0, question.len());
    let line = Line::new(question, span, None, &mut sink).unwrap();
    let asked = ruling::ask(&mut compiled, title, asks, &line, &mut sink);
    assert!(
        sink.is_clean(),
        "{}",
        render(&sink.sorted(), &sources, Style::Human)
    );
    let ruling = rulings.iter().find(|r| r.title == title).unwrap();
    why::answer(
        ruling,
        &compiled.program,
        ruling.steps.len(),
        &asked.unwrap(),
        span,
    )
    .unwrap()
}

#[test]
fn ghostform_says_why_it_did_not_trigger() {
    let ask = |title| ask_of(title, Asks::Trigger, "Kaya's Ghostform");
    let to_hand = ask("A creature that goes to its owner's hand does not trigger Kaya's Ghostform");
    assert!(to_hand.contains("it has not triggered"), "{to_hand}");
    let left = to_hand
        .split_once("Lone Ronin goes from the battlefield to the hand")
        .unwrap()
        .1;
    assert!(
        left.trim_start()
            .starts_with("does not trigger: it would if it went to the graveyard (CR 603.2)"),
        "{to_hand}"
    );
    // Its own move is no move of what it enchanted.
    let taken = ask(
        "Another player gaining control of the creature puts Kaya's Ghostform into its owner's graveyard",
    );
    assert!(taken.contains("it has not triggered"), "{taken}");
    assert!(
        taken.contains("it would if this were about Lone Ronin"),
        "{taken}"
    );
    let died = ask(
        "Kaya's Ghostform returns the creature it enchants when that dies, and is put into the graveyard itself",
    );
    assert!(died.contains("it has triggered once"), "{died}");
}

#[test]
fn kaito_has_another_layer_table_on_each_turn() {
    let ask = |title| ask_of(title, Asks::Permanent, "Kaito");
    let own = ask(
        "On your turn Kaito is a creature and no planeswalker: damage removes no loyalty counters",
    );
    for row in [
        "layer 4 (CR 613.1d): types",
        "types: Legendary Planeswalker — Kaito -> Legendary Creature — Ninja",
        "layer 6 (CR 613.1f): abilities",
        "gains: Hexproof",
        "layer 7b (CR 613.4b): power and toughness set",
        "0/0 -> 3/4",
        "timestamp",
    ] {
        assert!(own.contains(row), "no `{row}` in\n{own}");
    }
    let other = ask("On other turns Kaito is a planeswalker, and damage removes loyalty counters");
    assert!(other.contains("does not apply now"), "{other}");
    assert!(!other.contains("3/4,"), "{other}");
}

#[test]
fn ninjutsu_says_which_part_of_its_cost_stands_in_the_way() {
    let action = |title| ask_of(title, Asks::Action, "you activate ninjutsu of Kaito");
    let blocked = action(
        "A blocked creature stays blocked when its blocker leaves, so ninjutsu cannot return it",
    );
    assert!(blocked.contains("it is illegal (CR 118.3)"), "{blocked}");
    assert!(
        blocked.contains("unblocked attacking creature you control"),
        "{blocked}"
    );
    let legal = action(
        "An unblocked creature stays unblocked, although a creature that could have blocked it enters later",
    );
    assert!(legal.contains("it is legal"), "{legal}");
}
