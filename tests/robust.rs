//! Huge, deep and senseless input: an error or an answer within seconds, never a crash.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use spellwright::diag::{Code, Sink, Style, render};
use spellwright::source::SourceMap;
use spellwright::syntax::read_file;
use spellwright::{compile, pack};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Compiles a text with the rules that come with the program, and renders what is wrong in every style.
fn check(text: &str) -> Sink {
    let begun = Instant::now();
    let mut sources = SourceMap::default();
    let mut sink = Sink::default();
    let core = pack::core(&mut sources, &mut sink);
    let file = sources.add("big.rules", text);
    let items = read_file(&sources, file, &mut sink);
    let given = pack::Pack {
        path: PathBuf::from("big.rules"),
        manifest: None,
        items,
        requested: true,
        known: Vec::new(),
    };
    compile::packs(&[core, given], &mut sink);
    for style in [Style::Human, Style::Short, Style::Json] {
        let rendered = render(&sink.sorted(), &sources, style);
        assert!(sink.is_clean() || !rendered.is_empty());
    }
    let took = begun.elapsed();
    // Generous, for slow machines that do other things: what is quadratic takes minutes.
    assert!(took < Duration::from_secs(60), "took {took:?}");
    sink
}

fn codes(sink: &Sink) -> Vec<Code> {
    let mut codes: Vec<Code> = sink.all().iter().map(|d| d.code).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

fn in_card(line: &str) -> String {
    format!("card Big Thing {{2}}\n  Artifact\n\n  {line}\n")
}

#[test]
fn ten_megabytes_of_cards() {
    let mut text = String::new();
    let mut n = 0;
    // Every card is read and compiled; most of the bytes are reminder text and comments, as in a pack with much to say.
    let reminder = "It can't be blocked except by creatures with flying or reach. ".repeat(30);
    let note = format!("// {}\n", "what the designer thought of it ".repeat(120));
    while text.len() < 10 << 20 {
        n += 1;
        let _ = write!(
            text,
            "{note}card Cloud Number {n} {{2}}{{U}}\n  Creature — Bird 2/{}\n\n  Flying ({reminder})\n\n",
            n % 7 + 1
        );
    }
    let sink = check(&text);
    assert!(sink.is_clean(), "{:?}", sink.all().first());
}

#[test]
fn ten_thousand_errors() {
    let mut text = String::new();
    while text.len() < 400_000 {
        text.push_str("card Wrong Thing {2}\n  Creature — Brid 2/2\n\n  Whenevr the moon weeps, all sing.\n  Destroy the.\n");
    }
    let sink = check(&text);
    assert!(sink.dropped() > 0);
    assert!(sink.errors() > 10_000);
}

#[test]
fn a_line_of_a_megabyte() {
    let long = "draw a card, then ".repeat(60_000);
    for text in [
        in_card(&long),
        format!("card {long}\n  Artifact\n"),
        format!("card A {}\n  Artifact\n", "{2}".repeat(350_000)),
        format!("card A {{2}}\n  Creature {long} 2/2\n"),
        format!("subtype creature: {}\n", "Goblin, ".repeat(130_000)),
        long.clone(),
        format!("{}card A\n", " ".repeat(1 << 20)),
    ] {
        let found = codes(&check(&text));
        assert!(
            found.contains(&Code::TooLong) || found.contains(&Code::StrayIndentation),
            "{found:?}"
        );
    }
}

#[test]
fn ten_thousand_nested_signs() {
    for (open, close) in [("(", ")"), ("\"", "\""), ("“", "”"), ("{", "}"), ("[", "]")] {
        let deep = format!("{}x{}", open.repeat(10_000), close.repeat(10_000));
        assert!(!check(&in_card(&deep)).is_clean());
        // As deep as a line can be that is not too long.
        let deep = format!("{}x{}", open.repeat(600), close.repeat(600));
        assert!(!check(&in_card(&deep)).is_clean());
    }
    let quoted = "creatures you control have \"".repeat(100);
    assert!(!check(&in_card(&format!("{quoted}flying{}", "\"".repeat(100)))).is_clean());
    let twice = "the number of cards in hand plus twice ".repeat(90);
    assert!(!check(&in_card(&format!("Draw cards equal to {twice} 2."))).is_clean());
}

/// Actions that do themselves, or each other, have no end; a number that nobody gives is none.
#[test]
fn actions_within_actions() {
    let card = in_card("{T}: Draw a card. Forage.");
    for means in [
        "Draw a card. Forage.",
        "Forage. Forage. Draw a card.",
        "Draw a card. Blight N.",
        "Draw a card. Blight 1.",
    ] {
        let text = format!("action Forage\n  cites 701.61\n  means\n    {means}\n\n{card}");
        assert_eq!(codes(&check(&text)), [Code::NotExecutable], "{means}");
    }
}

#[test]
fn a_hundred_thousand_tokens() {
    let mut text = String::from("card Long Story {2}\n  Sorcery\n\n");
    for _ in 0..10_000 {
        text.push_str("  Draw a card, then discard a card.\n");
    }
    // A spell of ten thousand lines is odd, but it is one.
    check(&text);
    let mut text = String::new();
    for n in 0..10_000 {
        let _ = writeln!(text, "counter c{n}\nword w{n}\nkeyword K{n} N\n");
    }
    check(&text);
}

#[test]
fn lines_at_the_limit() {
    for part in [
        "draw a card, then ",
        "target creature or ",
        "whenever a creature dies or ",
        "if you control a creature, ",
        "flying, ",
        "{t}, sacrifice a creature, ",
        "• draw a card. ",
        "a ",
        "creature you control with ",
        "~ ",
    ] {
        let line = part.repeat(3900 / part.len());
        assert!(!check(&in_card(&line)).is_clean(), "{part}");
        check(&in_card(&format!("{line}draw a card.")));
        check(&in_card(&format!("{{T}}: {line}draw a card.")));
    }
}

#[test]
fn huge_numbers() {
    let nines = "9".repeat(40);
    for line in [
        format!("Draw {nines} cards."),
        format!("You gain {nines} life."),
        format!("{{{nines}}}: Draw a card."),
        format!("{{T}}: Big Thing deals {nines} damage to any target."),
        format!("{{T}}: Create {nines} 1/1 white Soldier creature tokens."),
        format!("{{T}}: Create a {nines}/{nines} white Soldier creature token."),
        format!("{{T}}: Target creature gets +{nines}/-{nines} until end of turn."),
        format!("{{T}}: Put {nines} +1/+1 counters on target creature."),
        "Draw 18446744073709551616 cards.".to_owned(),
        "Draw 9223372036854775807 cards.".to_owned(),
        "{4294967296}: Draw a card.".to_owned(),
    ] {
        check(&in_card(&line));
    }
    for header in [
        format!("card A {{{nines}}}\n  Artifact\n"),
        format!("card A\n  Creature — Bear {nines}/1\n"),
        format!("card A\n  Planeswalker [{nines}]\n"),
    ] {
        assert!(!check(&header).is_clean(), "{header}");
    }
    check("card A\n  Creature — Bear 9223372036854775807/9223372036854775807\n");
    check("card A\n  Creature — Bear -9223372036854775808/1\n");
}

#[test]
fn random_text() {
    let alphabet = [
        "card",
        "keyword",
        "means",
        "\n",
        "\n  ",
        "\n\t",
        " ",
        "{",
        "}",
        "(",
        ")",
        "\"",
        "—",
        "/",
        "//",
        ":",
        ".",
        ",",
        "'",
        "’",
        "~",
        "2",
        "+1/+1",
        "{T}",
        "é",
        "\u{0}",
        "\u{feff}",
        "🂡",
        "\r\n",
        "target",
        "creature",
        "until",
        "Bushido",
        "N",
        "[",
        "]",
        "ruling",
        "given",
        "subtype",
        "creature:",
        "cites",
        "token",
        "\u{202e}",
        "\\",
    ];
    let mut state = 0x0dd_ba11_u64;
    let mut next = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % n as u64).unwrap()
    };
    for _ in 0..150 {
        let mut text = String::new();
        for _ in 0..next(80) {
            text.push_str(alphabet.get(next(alphabet.len())).unwrap());
            if next(2) == 0 {
                text.push(' ');
            }
        }
        check(&text);
    }
}

#[test]
fn files_that_are_no_text() {
    let folder = std::env::temp_dir().join(format!("spellwright-robust-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("pack.toml"), [0xff, 0xfe, 0, 1]).unwrap();
    std::fs::write(folder.join("a.rules"), [b'c', 0xc3, 0x28]).unwrap();
    let mut sources = SourceMap::default();
    let mut sink = Sink::default();
    let packs = pack::load(
        &[folder.clone(), folder.join("a.rules"), folder.join("none")],
        &mut sources,
        &mut sink,
    );
    compile::packs(&packs, &mut sink);
    let text = render(&sink.sorted(), &sources, Style::Human);
    let _ = std::fs::remove_dir_all(&folder);
    assert!(sink.errors() >= 3, "{text}");
}
