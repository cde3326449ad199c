//! Wordings that say one thing in several ways, and words that must not be lost between them.

use super::{CREATURE, executable, faithful, refused};

/// What something becomes beside what it is: colors are replaced unless it is said of them too (CR 105.3).
#[test]
fn colors_are_added_only_where_that_is_said() {
    executable(
        "Instant",
        &[
            "Target creature becomes red and gains haste until end of turn.",
            "Target creature becomes black and gains fear until end of turn.",
            "Target creature becomes a 4/4 red Dragon creature and gains flying until end of turn.",
            "Return target creature card from your graveyard to the battlefield. That creature is a black Zombie in addition to its other colors and types.",
            "Target creature becomes a black Zombie in addition to its other types until end of turn.",
        ],
    );
    refused(
        "Instant",
        &[
            "Target creature becomes a black Zombie in addition to its other colors and until end of turn.",
        ],
    );
}

/// Two statements about one thing may hold for different times.
#[test]
fn statements_of_one_subject_have_their_own_times() {
    executable(
        "Instant",
        &[
            "Untap target creature. It gets +2/+2 until end of turn and can block an additional creature this turn.",
            "Choose target creature. That creature gains haste until end of turn and can't be blocked by Walls this turn.",
            "Each creature you control gets +3/+3 until end of turn and must be blocked this turn if able.",
        ],
    );
    executable(
        CREATURE,
        &[
            "{1}{G}: ~ can block an additional creature this turn.",
            "~ can block an additional creature each combat.",
            "{1}, {T}: Until your next turn, target creature can't attack or block and its activated abilities can't be activated.",
        ],
    );
}

/// Lands may be played besides, this turn or on each of someone's turns.
#[test]
fn additional_lands_are_for_a_time() {
    executable(
        "Sorcery",
        &[
            "Draw a card. You may play an additional land this turn.",
            "You may play up to three additional lands this turn.",
        ],
    );
    executable(
        "Enchantment",
        &[
            "Each player may play an additional land on each of their turns.",
            "Each player may play an additional land during each of their turns.",
        ],
    );
    refused(
        "Sorcery",
        &["You may play an additional land on each of their turns."],
    );
}

/// One condition of two statements is said once.
#[test]
fn a_condition_is_said_once_for_several_statements() {
    executable(
        CREATURE,
        &[
            "As long as you control your commander, ~ gets +2/+2 and other creatures you control have vigilance.",
            "~ attacks each combat if able unless you control another Elf.",
            "As long as it's not your turn, spells you cast cost {1} less to cast.",
        ],
    );
    executable(
        "Artifact",
        &[
            "As long as ~ is untapped, if a creature would deal combat damage to you, prevent 1 of that damage.",
        ],
    );
}

/// A description of one thing that is either of two kinds is one description.
#[test]
fn a_thing_is_either_of_two_kinds() {
    executable(
        CREATURE,
        &[
            "Each other creature you control that's a Wolf or a Werewolf gets +1/+1.",
            "Each creature you control that's a Soldier or Knight has vigilance.",
            "Whenever you cast a spell that's both red and white, ~ has base power and toughness 4/2 until end of turn.",
            "Creatures you control with power or toughness 1 or less can't be blocked.",
            "~ can't be blocked by Knights or Walls.",
            "{T}: ~ deals 2 damage to each attacking or blocking creature target player controls.",
            "~ gets +1/+1 for each artifact and/or enchantment you control.",
            "Creatures you control that are enchanted or equipped have double strike.",
            "{3}: ~ deals 1 damage to target creature without flying that's attacking you.",
        ],
    );
    refused(
        CREATURE,
        &["Each other creature you control that's a Wolf or a gets +1/+1."],
    );
}

/// Any of several costs is paid, before a colon and behind "unless".
#[test]
fn costs_are_chosen_from() {
    executable(
        CREATURE,
        &[
            "{3}, {T} or {R}, {T}: ~ deals 1 damage to any target.",
            "Pay 2 life or {2}: Draw a card.",
            "{1}{B}: Counter target black spell unless that spell's controller pays {B} or {3}.",
        ],
    );
    // One ability with a limit is not two abilities with a limit each.
    let coverage = faithful(
        CREATURE,
        &["Pay 2 life or {2}: Draw a card. Activate only once each turn."],
    );
    assert_eq!(coverage.lines.executable, 0, "{:?}", coverage.stopped);
}

/// Two payments for one offer are one payment.
#[test]
fn mana_and_more_is_one_payment() {
    faithful(
        CREATURE,
        &[
            "At the beginning of your end step, you may pay {2} and sacrifice a land. If you do, draw a card.",
        ],
    );
}

/// Where a card goes, and from where, in the orders that cards say it.
#[test]
fn cards_go_from_and_to_zones() {
    executable(
        "Sorcery",
        &[
            "Look at the top six cards of your library. Put up to two creature cards from among them onto the battlefield. Put the rest on the bottom of your library in a random order.",
            "Counter target spell. If that spell is countered this way, put it on top of its owner's library instead of into that player's graveyard.",
        ],
    );
    executable(
        CREATURE,
        &[
            "At the beginning of your upkeep or whenever you cast a green spell, put a charge counter on ~.",
            "Whenever you become the target of a spell, you may untap ~.",
        ],
    );
    faithful(
        CREATURE,
        &[
            "Whenever a Dragon you control dies while ~ is in your graveyard, you may pay {1}{B}. If you do, return ~ from your graveyard to the battlefield.",
        ],
    );
    faithful(
        "Sorcery",
        &[
            "Exile the top seven cards of your library. Until end of turn, you may cast spells from among them.",
            "Counter target spell, activated ability, or triggered ability.",
        ],
    );
}
