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
        &[
            "As long as you control a Goblin, Probe0 has \"When Probe0 dies, draw a card.\"",
            "Other creatures you control have \"{T}: Put a +1/+1 counter on Probe1.\"",
            "Other creatures have \"Whenever this creature attacks, you may have it fight Probe2.\"",
        ],
    );
    refused(
        CREATURE,
        &[
            "Other creatures you control have \"This creature gets +1/+1 as long as Probe0 is tapped.\"",
            "When this creature enters, create a 1/1 white Soldier creature token with \"Whenever this creature attacks, tap Probe1.\"",
        ],
    );
}

/// What a word with another noun names is something else: "that spell" is no creature on the battlefield (CR 109.2).
#[test]
fn a_noun_that_refers_agrees_with_what_it_refers_to() {
    executable(
        "Sorcery",
        &[
            "Tap target creature. Destroy that creature.",
            "Tap target artifact or creature. Destroy that permanent.",
            "Search your library for a creature card, reveal it, then shuffle and put the card on top.",
        ],
    );
    refused(
        "Sorcery",
        &[
            "Tap target creature. Destroy that artifact.",
            "Tap target creature. Counter that spell.",
            "Tap target creature. Destroy the spell.",
            "Search your library for a creature card, reveal it, then shuffle and put the spell on top.",
        ],
    );
    refused(
        CREATURE,
        &[
            "{1}: The next time an instant or sorcery spell would deal damage to you this turn, that creature deals that damage to its controller instead.",
        ],
    );
}

/// One event is of one thing; shared with each of several is more than with one of them.
#[test]
fn each_is_not_any() {
    executable(
        CREATURE,
        &[
            "Whenever one or more +1/+1 counters are put on a creature you control, draw a card.",
            "{1}: Target creature that shares a color with a creature you control gains haste until end of turn.",
        ],
    );
    without_code(
        CREATURE,
        &[
            "Whenever one or more +1/+1 counters are put on each creature you control, draw a card.",
            "Whenever two creatures you control become blocked, draw a card.",
            "{1}: Target creature that shares a color with each creature you control gains haste until end of turn.",
            "{1}: Target creature blocks an attacking creature this turn if able.",
        ],
    );
}

/// A card goes to its owner's zone (CR 400.3): a player who would have to be chosen for it is not left out.
#[test]
fn nobody_is_chosen_as_whose_zone_it_is() {
    executable(
        "Sorcery",
        &[
            "Look at the top card of target player's library. You may put that card on the bottom of that player's library.",
        ],
    );
    without_code(
        "Sorcery",
        &[
            "Look at the top card of target player's library. You may put that card on the bottom of target player's library.",
            "Put target creature into target player's hand.",
        ],
    );
    without_code(
        "Enchantment",
        &["Target planeswalker you control enters with an additional loyalty counter on it."],
    );
}

/// What is added to types is of the kind that is named (CR 205.1b).
#[test]
fn types_are_added_to_types_of_their_kind() {
    executable(
        CREATURE,
        &["Other creatures you control are Goblins in addition to their other creature types."],
    );
    refused(
        CREATURE,
        &[
            "Other creatures you control are Goblins in addition to their other land types.",
            "Whenever an opponent shuffles your library, draw a card.",
        ],
    );
}
