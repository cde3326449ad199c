//! Words that refer: copies, what was done, picked or named before, and choices.

use super::{CREATURE, executable, faithful, measured, refused};

/// Copies with what is different about them, of permanents, cards and spells; a card in exile can't be copied as a spell yet.
#[test]
fn copies_are_made_and_differ() {
    executable(
        CREATURE,
        &[
            "You may have this creature enter as a copy of any creature on the battlefield, except it's an artifact in addition to its other types and it has flying.",
            "You may have this creature enter as a copy of a creature you control, except it enters with two additional +1/+1 counters on it.",
            "{T}: Create a token that's a copy of target creature you control, except it has haste. Sacrifice it at the beginning of the next end step.",
            "{T}: Create a tapped and attacking token that's a copy of this creature.",
            "{T}: Exile target creature card from a graveyard. Create a token that's a copy of that card, except it's a 4/4 black Zombie.",
            "{1}: This creature becomes a copy of another target creature, except it has this ability.",
            "{1}: This creature becomes a copy of target creature until end of turn, except it isn't legendary.",
            "Whenever you cast or copy an instant or sorcery spell, copy that spell twice. You may choose new targets for the copies.",
        ],
    );
    let coverage = faithful(CREATURE, &["{T}: Copy the exiled card."]);
    assert_eq!(coverage.lines.executable, 0);
}

/// "Copy" before a noun is a verb; a trigger that names no own name keeps its modes; "nonartifact, nonblack".
#[test]
fn verbs_and_lists_that_look_like_names() {
    faithful(
        "Creature — Elf 2/2",
        &[
            "Whenever you cast a noncreature spell, copy that spell.",
            "Whenever you gain life, choose one — • Draw a card. • You gain 3 life.",
            "When ~ enters the battlefield, destroy target nonartifact, nonblack creature.",
            "{T}: Add one mana of any color that a land an opponent controls could produce.",
            "When ~ enters the battlefield, you get {E}{E} (two energy counters).",
        ],
    );
}

/// New targets belong to the copy that was made just before.
#[test]
fn copies_get_new_targets() {
    faithful(
        "Instant",
        &["Copy target instant or sorcery spell. You may choose new targets for the copy."],
    );
    faithful(
        "Creature — Elf 2/2",
        &[
            "Whenever you cast an instant spell, you may pay {1}. If you do, copy that spell. You may choose new targets for the copy.",
        ],
    );
    refused(
        "Instant",
        &["Draw a card. You may choose new targets for the copy."],
    );
}

/// "It's" about the bearer and about what was revealed; "that player" of whom only the controlled thing was named.
#[test]
fn who_and_what_is_meant() {
    faithful(
        "Creature — Elf 2/2",
        &[
            "~ gets +1/+1 as long as it's untapped.",
            "{T}: Tap target creature an opponent controls. That player loses 2 life.",
            "{T}: Prevent all combat damage target creature would deal this turn.",
            "When ~ enters the battlefield, if at least three green mana was spent to cast it, draw a card.",
        ],
    );
    refused("Creature — Elf 2/2", &["{T}: That player loses 2 life."]);
}

/// "Is discarded this way" looks at what the action before it did.
#[test]
fn done_this_way() {
    faithful(
        "Sorcery",
        &[
            "Draw a card, then discard a card. If a creature card is discarded this way, you gain 3 life.",
            "Mill two cards. If a creature card was milled this way, draw a card.",
        ],
    );
    refused(
        "Sorcery",
        &["If a creature card is discarded this way, you gain 3 life."],
    );
}

#[test]
fn words_that_name_something_again_keep_their_words() {
    executable(
        "Instant",
        &[
            "Return target permanent to its owner's hand. Then that player discards a card.",
            "Destroy target land. Its controller draws two cards. That player loses 1 life.",
        ],
    );
    executable(
        "Enchantment — Aura",
        &[
            "At the beginning of the upkeep of enchanted creature's controller, put a -1/-1 counter on that creature.",
        ],
    );
    // "Its" is of what is moved, not of the enchantment.
    executable(
        "Enchantment",
        &[
            "When Probe0 leaves the battlefield, return the exiled card to the battlefield under its owner's control.",
        ],
    );
    // No cost of this spell was paid with a creature.
    refused(
        "Instant",
        &["Probe0 deals damage equal to the sacrificed creature's power to any target."],
    );
}

#[test]
fn a_choice_of_the_player_is_kept() {
    executable(
        CREATURE,
        &[
            "Whenever this creature attacks, you may have target creature get -1/-1 until end of turn.",
            "When this creature enters, you may have target opponent discard a card.",
            "When this creature enters, you may return target creature to its owner's hand if its power is 2 or less.",
            "At the beginning of your upkeep, you may have target creature you control gain haste until end of turn. If you do, it loses flying until end of turn.",
        ],
    );
}

#[test]
fn parts_of_one_instruction_are_one() {
    executable(
        "Sorcery",
        &[
            "Probe0 deals 2 damage to any target and 3 damage to you.",
            "Create a 1/1 green Squirrel creature token and a 2/2 green Wolf creature token with trample.",
            "Put a +1/+1 counter and a -1/-1 counter on target creature.",
        ],
    );
    executable(
        CREATURE,
        &["{T}: This creature deals 2 damage to any target and 3 damage to itself."],
    );
}

#[test]
fn conditions_behind_what_they_guard_stay_there() {
    faithful(
        "Sorcery",
        &[
            "Exile target creature if its power is less than or equal to the number of lands you control.",
            "Draw two cards. Then discard a card unless you attacked this turn.",
        ],
    );
    faithful(
        CREATURE,
        &[
            "At the beginning of your end step, you gain 3 life if this creature is untapped. Otherwise, each opponent loses 3 life.",
        ],
    );
}

#[test]
fn what_is_picked_from_cards_is_told_from_the_rest() {
    executable(
        "Sorcery",
        &[
            "Look at the top five cards of your library. You may reveal a creature card from among them and put it into your hand. Put the rest on the bottom of your library in any order.",
        ],
    );
    faithful(
        "Sorcery",
        &[
            "Probe0 deals 1 damage to each white and/or blue creature.",
            "Destroy up to two target artifacts and/or enchantments.",
        ],
    );
    // One of them, both, or neither: not both.
    refused(
        "Sorcery",
        &[
            "Search your library for an Aura card and/or an Equipment card, reveal them, put them into your hand, then shuffle.",
        ],
    );
}

/// A player in a description is a target (CR 601.2c), as is one whom an action asks nothing of; each mode has its own.
#[test]
fn targets_are_chosen_wherever_they_stand() {
    executable(
        "Sorcery",
        &[
            "Destroy all lands target player controls.",
            "You gain 2 life for each creature target opponent controls.",
            "Exile all creature cards from target player's graveyard.",
            "Target opponent reveals their hand. You choose a creature card from it. That player discards that card.",
            "Choose one —\n  • Destroy target artifact.\n  • Target player draws two cards, then discards a card.",
        ],
    );
    let none = |header: &str, line: &str| {
        let coverage = measured(header, &[line]);
        assert_eq!(coverage.lines.executable, 0, "{line}");
    };
    // Of several target phrases the order would be a guess.
    none(
        "Sorcery",
        "~ deals 2 damage to target creature. Tap all creatures target player controls.",
    );
    // A quality asked for is not left out by code.
    none("Artifact — Equipment", "Equip legendary creature {3}");
    none("Sorcery", "Destroy target creature with islandwalk.");
    none(
        "Sorcery",
        "If each opponent lost life this turn, draw a card.",
    );
}

/// What is said of one says so: nouns have determiners, verbs have subjects, zones have owners.
#[test]
fn nothing_is_read_into_a_slip() {
    refused(
        CREATURE,
        &[
            "Whenever creature you control dies, draw a card.",
            "Whenever up to two creatures you control die, draw a card.",
            "When ~ enters the battlefield, may draw a card.",
            "{T}: Return target creature to its hand.",
            "{T}: Tap creatures.",
            "{T}: Target land becomes 3/3 creature until end of turn.",
            "This land can't attack.",
            "As ~ enters the battlefield, you may pay 2 life. If you don't, enters tapped.",
            "You may have ~ enter as a copy of target creature.",
        ],
    );
    faithful(
        CREATURE,
        &[
            "Whenever a creature you control dies, draw a card.",
            "{T}: You gain 1 life for each Merfolk you control.",
            "{T}: Tap all creatures.",
            "{T}: Target land becomes a 3/3 creature until end of turn.",
            "This creature can't attack.",
            "As ~ enters the battlefield, you may pay 2 life. If you don't, it enters tapped.",
        ],
    );
}
