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
        &["A creature you control escapes with two +1/+1 counters on it."],
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

/// The library may be left out of what is searched, and is shuffled only if it is not.
#[test]
fn a_search_may_leave_the_library_out() {
    executable(
        "Sorcery",
        &[
            "Search your library and/or graveyard for a card named Gale Thornheart, Warden of Ash, reveal it, and put it into your hand. If you search your library this way, shuffle.",
            "You may search your library and/or graveyard for a card named Gale Thornheart, reveal it, and put it into your hand. If you searched your library this way, shuffle.",
        ],
    );
    refused(
        "Sorcery",
        &[
            "Draw a card. If you search your library this way, shuffle.",
            "Search your library for an Elf card, reveal it, and put it into your hand. If you search your library this way, shuffle.",
        ],
    );
}

/// "That player or that planeswalker's controller" is one player.
#[test]
fn a_player_or_the_controller_of_what_was_targeted() {
    executable(
        "Sorcery",
        &[
            "~ deals 4 damage to target player or planeswalker and each creature that player or that planeswalker's controller controls.",
            "~ deals 1 damage to target player or planeswalker and 1 damage to target creature that player or that planeswalker's controller controls.",
        ],
    );
}

/// Restrictions for a time, life totals, and what things are besides.
#[test]
fn restrictions_hold_for_parts_of_turns() {
    executable(
        "Enchantment",
        &[
            "Players can't cast spells during combat.",
            "Activated abilities of artifacts can't be activated.",
            "Each land you control is also a Swamp.",
        ],
    );
    executable(
        "Sorcery",
        &[
            "Your life total becomes 10.",
            "Target player's life total becomes 20.",
            "Add {R} for each card named ~ in each graveyard.",
        ],
    );
    executable(
        CREATURE,
        &[
            "At the beginning of your upkeep, if you have fewer than three cards in hand, draw a card.",
        ],
    );
}
