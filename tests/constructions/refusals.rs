//! What looks like something that is played and is not: it is refused, not guessed.

use super::{CREATURE, executable, refused, without_code};

/// What any or each of several players lost is not added up over them.
#[test]
fn amounts_of_several_are_not_added_up() {
    executable(
        CREATURE,
        &["At the beginning of your end step, if you lost 4 or more life this turn, draw a card."],
    );
    without_code(
        CREATURE,
        &[
            "At the beginning of your end step, if a player lost 4 or more life this turn, draw a card.",
            "At the beginning of your end step, if an opponent lost 3 or more life this turn, draw a card.",
        ],
    );
}

/// Cards are drawn one at a time (CR 121.2): no event is the drawing of several.
#[test]
fn no_event_is_of_several_draws() {
    executable(
        CREATURE,
        &["If an opponent would draw a card, instead you draw a card."],
    );
    without_code(
        CREATURE,
        &[
            "If an opponent would draw two or more cards, instead you draw a card.",
            "Whenever an opponent draws two or more cards, you gain 1 life.",
        ],
    );
}

/// It is still what it was, and nothing else (CR 205.1b).
#[test]
fn nothing_is_still_what_it_was_not() {
    executable(
        "Land",
        &["{2}: Until end of turn, this land becomes a 2/2 Elemental creature. It's still a land."],
    );
    refused(
        "Land",
        &[
            "{2}: Until end of turn, this land becomes a 2/2 Elemental creature. It's still a planeswalker.",
        ],
    );
    refused(
        CREATURE,
        &[
            "{2}: Untap target Mountain. It becomes a 2/2 Elemental creature until end of turn. It's still a planeswalker.",
        ],
    );
}

/// What is there is not spoken of as if it were gone (CR 608.2h).
#[test]
fn what_is_there_is_not_what_it_was() {
    executable(
        CREATURE,
        &[
            "As long as this creature is equipped, it gets +0/+2.",
            "When this creature dies, if it was equipped, draw a card.",
        ],
    );
    refused(
        CREATURE,
        &[
            "As long as this creature was equipped, it gets +0/+2.",
            "{2}: Draw a card. Activate only if this creature was attacking.",
        ],
    );
}

/// All creatures are meant, and only creatures.
#[test]
fn who_is_able_to_block_is_said() {
    executable(
        CREATURE,
        &["All creatures able to block this creature do so."],
    );
    refused(
        CREATURE,
        &[
            "A creatures able to block this creature do so.",
            "All Walls able to block this creature do so.",
        ],
    );
}

/// A cost to attack counts what it is paid for, of who pays it.
#[test]
fn a_cost_to_attack_counts_what_attacks() {
    executable(
        "Enchantment",
        &[
            "Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you.",
        ],
    );
    refused(
        "Enchantment",
        &[
            "Creatures can't attack you unless their controller pays {2} for each creature you control that's attacking you.",
            "Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking an opponent.",
        ],
    );
}

/// "The chosen type" is one that the object lets a player choose (CR 607.2d).
#[test]
fn what_nothing_chose_is_not_the_chosen_type() {
    refused(
        "Enchantment",
        &["Creatures you control of the chosen type get +1/+1."],
    );
}

/// In a quoted ability that something else gets, a name is that of the object that gives it (CR 201.5a).
#[test]
fn a_name_in_an_ability_given_to_another_is_not_that_others() {
    executable(
        CREATURE,
        &["As long as you control a Goblin, Probe0 has \"When Probe0 dies, draw a card.\""],
    );
    refused(
        CREATURE,
        &[
            "Other creatures you control have \"{T}: Put a +1/+1 counter on Probe0.\"",
            "When this creature enters, create a 1/1 white Soldier creature token with \"Whenever this creature attacks, tap Probe1.\"",
        ],
    );
}
