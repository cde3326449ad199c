//! The parser answers any text quickly, and says where it stopped.

use spellwright_grammar::{Failure, Limits, Parser, Reason, Rule, parse};
use std::time::{Duration, Instant};

/// Where reading an ability line stopped, from there on.
fn stopped(line: &str) -> (&str, Failure) {
    let failure = parse(Rule::ability_line, line).unwrap_err();
    (line.get(failure.at..).unwrap(), failure)
}

#[test]
fn a_failure_is_at_the_wrong_word() {
    let (rest, failure) = stopped("whenever you gain life, target opponent draw that much lief.");
    assert_eq!(rest, "lief.", "{failure:?}");
    let (rest, failure) = stopped("prevent all combat damage that would be delt this turn.");
    assert_eq!(rest, "delt this turn.", "{failure:?}");
    assert!(failure.literals.contains(&"dealt"), "{failure:?}");
}

#[test]
fn a_text_that_ends_too_early_fails_at_its_end() {
    let (rest, failure) = stopped("draw two");
    assert_eq!(rest, "");
    assert_eq!(failure.reason, Reason::Unexpected);
}

#[test]
fn offsets_are_of_whole_characters() {
    for line in ["é — “curly” • −1", "draw two cards — é", "—", "•••", "~ é"]
    {
        let failure = parse(Rule::ability_line, line).unwrap_err();
        assert!(line.is_char_boundary(failure.at), "{line}: {failure:?}");
    }
}

#[test]
fn hostile_lines_are_answered_quickly() {
    let start = Instant::now();
    for line in [
        "(".repeat(8000),
        "\"".repeat(8000),
        "{".repeat(8000),
        "a".repeat(8000),
        "destroy target creature and ".repeat(280),
        "target creature's controller's ".repeat(250),
        "if you control a creature, ".repeat(290),
        "red and blue or green and ".repeat(300),
    ] {
        let _ = parse(Rule::ability_line, &line).is_ok();
    }
    assert!(
        start.elapsed() < Duration::from_secs(20),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn limits_are_errors() {
    let too_long = parse(Rule::ability_line, &"a".repeat(70_000)).unwrap_err();
    assert_eq!(too_long.reason, Reason::Limit);
    for (steps, depth) in [(10, 1000), (100_000, 3)] {
        let mut tight = Parser::with_limits(Limits {
            length: 100,
            steps,
            depth,
        });
        let failure = tight.parse(Rule::ability_line, "draw a card.").unwrap_err();
        assert_eq!(failure.reason, Reason::Limit);
    }
}

#[test]
fn a_parser_forgets_the_text_before() {
    let mut parser = Parser::default();
    for _ in 0..3 {
        assert!(parser.parse(Rule::ability_line, "draw a card.").is_ok());
        assert!(parser.parse(Rule::ability_line, "draw a crad.").is_err());
    }
}

#[test]
fn reading_takes_steps_in_proportion_to_length() {
    let mut parser = Parser::default();
    let mut steps = |times: usize| {
        let line = vec!["draw a card, then discard a card."; times].join(" ");
        assert!(parser.parse(Rule::ability_line, &line).is_ok());
        parser.steps()
    };
    let (short, long) = (steps(10), steps(100));
    assert!(long < short * 15, "{short} steps, then {long}");
}

#[test]
fn trees_are_walked_and_printed() {
    let line = "draw a card.";
    let tree = parse(Rule::ability_line, line).unwrap();
    let root = tree.root().unwrap();
    assert_eq!(
        (root.rule(), root.text(), root.start(), root.end()),
        (Rule::ability_line, line, 0, line.len())
    );
    let child = root.children().next().unwrap();
    assert_eq!(
        root.child(child.rule()).map(|node| node.text()),
        Some(child.text())
    );
    assert!(
        root.find(Rule::ability_line).is_none(),
        "a node is not inside itself"
    );
    assert!(tree.to_string().starts_with("(ability_line ("), "{tree}");
}
