//! What happened this turn or this combat, events of several things, and how things enter.

use super::{CREATURE, executable, faithful, refused};

/// A spell may wait for events of this turn.
#[test]
fn spells_wait_for_events_of_the_turn() {
    executable(
        "Instant",
        &[
            "Whenever a creature blocks this turn, it gets +0/+1 until end of turn.",
            "Whenever you cast a creature spell this turn, draw a card.",
        ],
    );
    refused(
        "Instant",
        &[
            "Whenever a creature blocks this turn, if you control an Elf, it gets +0/+1 until end of turn.",
        ],
    );
}

/// What a thing did or did not do.
#[test]
fn conditions_ask_what_was_done() {
    executable(
        CREATURE,
        &[
            "At end of combat, if ~ attacked or blocked this combat, put a -1/-1 counter on it.",
            "At the beginning of your end step, if ~ didn't attack this turn, sacrifice it.",
            "At the beginning of each end step, if ~ attacked or blocked this turn, its owner shuffles it into their library.",
            "At the beginning of your end step, destroy all creatures that didn't attack this turn.",
            "Whenever you cast a spell, you gain 1 life for each spell you've cast this turn.",
            "{T}: Add {C} for each card you've drawn this turn.",
            "Whenever you're dealt damage, you gain that much life.",
        ],
    );
    refused(
        CREATURE,
        &[
            "At the beginning of your end step, if ~ attack this turn, sacrifice it.",
            "At the beginning of your end step, if ~ didn't attacked this turn, sacrifice it.",
            "At the beginning of your end step, destroy all creatures that attack this turn.",
            "You gain 1 life for each creature you've cast this turn.",
        ],
    );
}

/// "One or more" of what something is done to is one event (CR 603.2c), unless who does it could be several, or they are spoken of.
#[test]
fn one_event_is_of_several_things() {
    executable(
        CREATURE,
        &[
            "Whenever ~ blocks or becomes blocked by one or more black creatures, ~ gets +2/+0 until end of turn.",
            "Whenever ~ deals damage to one or more creatures, investigate.",
            "Whenever you put one or more +1/+1 counters on a creature, you gain 1 life.",
            "Whenever one or more creature cards leave your graveyard, you gain 1 life.",
        ],
    );
    for line in [
        "Whenever ~ blocks one or more creatures, destroy those creatures.",
        "Whenever a creature deals damage to one or more creatures, draw a card.",
    ] {
        let coverage = faithful(CREATURE, &[line]);
        assert_eq!(coverage.lines.executable, 0, "{:?}", coverage.stopped);
    }
}

/// How things enter, and what is asked as they do (CR 614.1c, 614.1d, 603.6a).
#[test]
fn things_enter_untapped_and_under_conditions() {
    executable(
        "Land",
        &["When ~ enters the battlefield untapped, you gain 1 life."],
    );
    executable(
        CREATURE,
        &[
            "As long as ~ is tapped, other permanents enter the battlefield tapped.",
            "As long as ~ is in your graveyard, each Human creature you control enters the battlefield with an additional +1/+1 counter on it.",
            "If you attacked this turn, you may have ~ enter the battlefield as a copy of any creature on the battlefield.",
            "Escape—{3}{G}, Exile two other cards from your graveyard.\n  ~ escapes with two +1/+1 counters on it.",
        ],
    );
    refused(
        "Land",
        &[
            "When a land enters the battlefield untapped, you gain 1 life.",
            "A creature you control escapes with two +1/+1 counters on it.",
        ],
    );
}

/// What has a color, and what may lead a deck.
#[test]
fn colors_and_commanders() {
    executable(
        "Sorcery",
        &["Destroy target permanent that's one or more colors."],
    );
    executable(
        "Legendary Creature — Elf 2/2",
        &["~ can be your commander."],
    );
}
