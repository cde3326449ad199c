//! Lines whose meaning is told from how they are said: what was done "this way", amounts that several clauses share.

use super::{CREATURE, executable, faithful, refused};

/// "This way" is said of what the verb did, not of what was done last.
#[test]
fn this_way_goes_by_the_verb() {
    executable(
        "Sorcery",
        &[
            "Exile the top two cards of your library. For each land card exiled this way, create a Treasure token. For each red card exiled this way, draw a card.",
            "Mill three cards. If a Zombie card was milled this way, you gain 3 life.",
            "Destroy target artifact or land. If an artifact was destroyed this way, create a Treasure token.",
            "Mill three cards. You gain 1 life for each creature card put into your graveyard this way.",
        ],
    );
    executable(
        CREATURE,
        &[
            "{T}, Exile two cards from your graveyard: You gain 1 life for each creature card exiled this way.",
        ],
    );
    refused(
        "Sorcery",
        &["Mill three cards. You gain 1 life for each creature card discarded this way."],
    );
}

/// What X is, is said once for all clauses of the sentence.
#[test]
fn clauses_share_what_x_is() {
    executable(
        "Sorcery",
        &[
            "You gain X life and draw X cards, where X is the number of cards in your hand.",
            "Target player loses X life and you gain X life, where X is the number of Swamps you control.",
            "~ deals X damage to target creature and X damage to you, where X is the number of Goblins you control.",
        ],
    );
    executable(
        CREATURE,
        &[
            "~ enters the battlefield with X +1/+1 counters on it, where X is the number of other creatures you control.",
        ],
    );
}

/// Whoever is said to, and with whatever is shown.
#[test]
fn shown_cards_are_those_of_the_players_named() {
    faithful(
        "Enchantment",
        &[
            "Players play with the top card of their libraries revealed.",
            "Your opponents play with their hands revealed.",
            "Play with your hand revealed.",
        ],
    );
    executable(
        "Artifact",
        &["As ~ enters the battlefield, choose an opponent."],
    );
}

/// What is done instead replaces what the same sentence says with the same verb, where it says so.
#[test]
fn instead_replaces_what_has_its_verb() {
    executable(
        "Sorcery",
        &[
            "~ deals 2 damage to target creature. If you control a black permanent, destroy that creature instead.",
            "Discard a card, then draw a card. If you control a Wizard, instead discard two cards, then draw three cards.",
            "Draw a card. You gain 2 life. If you control a Wizard, you gain 4 life instead.",
            "Reveal the top card of your library. If it's a creature card, put it onto the battlefield. Otherwise, put it into your graveyard.",
            "~ deals 1 damage to each creature. If you control a Wizard, it deals 2 damage to each creature instead.",
            "~ deals 3 damage to target creature. ~ deals 5 damage instead if you control a Wizard.",
            "Return target creature to its owner's hand. If that creature is attacking, you may put it on top of its owner's library instead.",
        ],
    );
    executable(
        CREATURE,
        &[
            "Whenever another creature you control enters, you may pay {1}. If you do, put a +1/+1 counter on it. If it's a Wolf, put two +1/+1 counters on it instead.",
        ],
    );
    refused(
        "Sorcery",
        &[
            "Draw a card and you gain 2 life. If you control a Wizard, you lose 3 life instead.",
            "If you control a Wizard, you gain 4 life instead.",
        ],
    );
}

/// The lines of a spell are one text: a later line speaks of the targets of those before it.
#[test]
fn a_later_line_of_a_spell_goes_on() {
    executable(
        "Instant",
        &[
            "Target creature gets +2/+2 until end of turn.\n  Morbid — If a creature died this turn, that creature gains flying until end of turn.",
            "~ deals 3 damage to any target.\n  Morbid — ~ deals 5 damage instead if a creature died this turn.",
            "Target creature gets -2/-2 until end of turn.\n  Morbid — That creature gets -5/-5 until end of turn instead if a creature died this turn.",
            "Tap target creature.\n  Target player draws a card.\n  Morbid — If a creature died this turn, that player draws two cards.",
        ],
    );
    executable(
        "Sorcery",
        &[
            "As an additional cost to cast this spell, sacrifice any number of creatures.\n  Draw a card.\n  You gain 2 life for each Elf sacrificed this way.",
        ],
    );
    refused(
        "Instant",
        &["Morbid — If a creature died this turn, that creature gains flying until end of turn."],
    );
}

/// Conditions of restrictions, events of several things, and zones of one player are kept as they are said.
#[test]
fn what_is_said_of_restrictions_and_of_several_is_kept() {
    executable(
        CREATURE,
        &[
            "This creature doesn't untap during your untap step if it has a +1/+1 counter on it.",
            "This creature can't attack if defending player controls an untapped creature.",
            "As long as you control a Wolf, this creature can't block.",
            "As long as it's not your turn, this creature gets +0/+2.",
            "{2}: Target player discards a card. Any player may activate this ability but only as a sorcery.",
        ],
    );
    // One player's zone for all of them: there is no code for it yet.
    let coverage = faithful(
        CREATURE,
        &["{T}: Exile up to two target cards from a single graveyard."],
    );
    assert_eq!(coverage.lines.executable, 0);
}

/// A copy is called "the copy" again.
#[test]
fn a_copy_is_called_so_again() {
    faithful(
        CREATURE,
        &[
            "Whenever you cast a sorcery spell, flip a coin. If you win the flip, copy that spell, and you may choose new targets for the copy.",
        ],
    );
}

/// What has mutate is asked without its cost, and how often a creature has mutated is a number of its own.
#[test]
fn mutating_is_asked_about() {
    executable(
        CREATURE,
        &[
            "Mutate {1}{U}",
            "Whenever ~ mutates, each opponent loses X life and you gain X life, where X is the number of times ~ has mutated.",
            "Whenever a creature you control mutates, put a +1/+1 counter on that creature.",
            "Each creature spell you cast costs {1} less to cast if it has mutate.",
            "Whenever you cast a creature spell, if it has mutate, draw a card.",
            "{T}: Return target creature card with mutate from your graveyard to your hand.",
        ],
    );
}

/// Dice, the tables of their results, votes, and what only some cards say of mana and of graveyards.
#[test]
fn tables_votes_and_permissions() {
    executable(
        CREATURE,
        &[
            "When this creature enters, roll a d20.\n    1—9 | Draw a card.\n    10—19 | Draw two cards.\n    20 | You win the game.",
            "{2}, {T}: Roll a d20 and subtract the number of cards in your hand. Activate only as a sorcery.\n    1—9 | You gain 1 life.\n    10+ | You gain 5 life.",
            "At the beginning of your upkeep, roll a d4. Scry X, where X is the result.",
            "When this creature enters, starting with you, each player votes for grain or coin. Put a +1/+1 counter on this creature for each grain vote and draw a card for each coin vote.",
            "When this creature enters, you become the monarch.",
            "At the beginning of your upkeep, if you're the monarch, draw a card.",
            "You may cast ~ from your graveyard as long as you control a Swamp.",
            "You may spend mana as though it were mana of any type to cast creature spells.",
            "Play with the top card of your library revealed.",
            "If ~ is in your opening hand, you may begin the game with it on the battlefield.",
            "Damage that would reduce your life total to less than 1 reduces it to 1 instead.",
        ],
    );
}

/// A table needs a die, and rows that rise.
#[test]
fn tables_that_mean_nothing_are_refused() {
    refused(
        CREATURE,
        &[
            "When this creature enters, draw a card.\n    1—9 | Draw a card.",
            "When this creature enters, roll a d20.\n    10—19 | Draw two cards.\n    1—9 | Draw a card.",
            "When this creature enters, scry X, where X is the result.",
            "At the beginning of your upkeep, you gain 1 life for each grain vote.",
            "Create two of those tokens.",
        ],
    );
}
