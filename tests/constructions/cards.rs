//! Text boxes with parts, permanents that grow and turn, and what is asked and paid as a spell is cast.

use super::{CREATURE, executable, faithful, refused};

#[test]
fn parts_of_text_boxes() {
    executable(
        CREATURE,
        &[
            "LEVEL 1-2 3/3",
            "LEVEL 3+\n  4/4\n  Flying",
            "LEVEL 5+ 6/6\n  {T}: Add {G}{G}.",
        ],
    );
    executable(
        "Enchantment — Class",
        &["{1}{R}: Level 2\n  Creatures you control have haste."],
    );
    executable(
        "Enchantment — Saga",
        &[
            "I, II — Draw a card.",
            "III — Exile target opponent's graveyard.",
            "IV — Create a 3/3 green Beast creature token.",
        ],
    );
    refused(CREATURE, &["LEVEL 3-2 4/4", "LEVEL 0+ 4/4", "{1}: Level 1"]);
    refused("Instant", &["LEVEL 1+ 4/4"]);
}

#[test]
fn battles_and_who_protects_them() {
    executable(
        "Battle — Siege [4]",
        &[
            "When this Siege enters, it deals 2 damage to any other target.",
            "When the last defense counter is removed from this permanent, exile it, then you may cast it transformed without paying its mana cost.",
        ],
    );
    executable(
        CREATURE,
        &[
            "Whenever this creature attacks a battle, it gets +1/+1 until end of turn.",
            "Whenever this creature deals combat damage to a player or battle, put a +1/+1 counter on it.",
            "Whenever a creature you control attacks a player or battle, put a +1/+1 counter on it.",
            "{1}{R}: This creature deals 2 damage to each opponent and each battle they protect.",
            "Battles you protect have hexproof.",
        ],
    );
    executable(
        "Sorcery",
        &[
            "Choose target battle. If an opponent protects it, remove three defense counters from it. Otherwise, put three defense counters on it.",
        ],
    );
    refused(
        "Sorcery",
        &["Choose target battle. If each opponent protects it, draw a card."],
    );
}

#[test]
fn what_enters_attached() {
    executable(
        CREATURE,
        &[
            "When this creature enters, you may put an Aura card from your hand onto the battlefield attached to this creature.",
            "{W}, {T}: Put target Aura card from a graveyard onto the battlefield under your control attached to a creature you control.",
            "When this creature dies, you may search your library for a Curse card, put it onto the battlefield attached to target player, then shuffle.",
        ],
    );
    refused(
        CREATURE,
        &[
            "When this creature enters, put an Aura card from your hand onto the battlefield with a charge counter on it attached to this creature.",
        ],
    );
}

#[test]
fn how_a_spell_was_cast_is_asked() {
    executable(
        CREATURE,
        &[
            "When this creature enters, sacrifice it unless {U} was spent to cast it.",
            "This creature enters with a +1/+1 counter on it for each color of mana spent to cast it.",
            "Whenever an opponent casts their second spell each turn, draw a card.",
            "Whenever you cast your first spell during each opponent's turn, you gain 1 life.",
            "Cast this spell only during combat.",
        ],
    );
    executable(
        "Instant",
        &[
            "If {B}{B} was spent to cast this spell, target creature gets -2/-2 until end of turn.",
            "This spell costs {1}{W} more to cast for each target beyond the first.",
            "Counter target spell. If that spell is countered this way, put it into its owner's hand instead of into that player's graveyard.",
            "Create an X/X green Ooze creature token, where X is the number of creatures you control.",
            "You gain 2 life for each creature in your party.",
        ],
    );
}

#[test]
fn what_is_of_a_players_choice_is_chosen_as_it_happens() {
    executable(
        CREATURE,
        &[
            "{1}: This creature gains protection from the color of your choice until end of turn.",
            "{1}: Untap all creatures of the creature type of your choice.",
            "This creature has protection from the chosen color.",
            "All creatures able to block this creature do so.",
            "Whenever this creature attacks and isn't blocked, it assigns no combat damage this turn.",
            "Your maximum hand size is reduced by two.",
            "When this creature enters, clash with an opponent. If you win, draw a card.",
            "{1}: Create a 1/1 white Soldier creature token, then populate.",
        ],
    );
    refused(
        "Instant",
        &[
            "Return two target creatures of the creature type of your choice to their owners' hands.",
        ],
    );
}

#[test]
fn permanents_that_grow_and_turn() {
    executable(
        CREATURE,
        &[
            "When Probe0 transforms into Probe0, draw a card.",
            "When this creature becomes monstrous, draw a card.",
            "{5}{G}: Monstrosity 3.",
            "As long as this creature is renowned, it has trample.",
            "Whenever this creature attacks, move a +1/+1 counter from this creature onto target creature.",
            "{T}: If you control ten or more lands, flip this creature.",
            "As long as you have the city's blessing, this creature gets +2/+2.",
            "Whenever this creature deals combat damage to a player, manifest the top card of your library.",
            "{T}: Manifest the top card of your library, then put two +1/+1 counters on it.",
            "As long as this creature is blocked, it has first strike.",
            "Banding",
            "Renown 2",
            "Riot",
            "Graft 3",
            "Devour 2",
            "Champion a Goblin",
            "Rampage 2",
        ],
    );
    executable(
        "Enchantment — Class",
        &["When this Class becomes level 3, draw a card."],
    );
    executable("Enchantment — Aura", &["Umbra armor", "Totem armor"]);
    refused(
        CREATURE,
        &["When this creature becomes saddled, draw a card.", "Riot 2"],
    );
}

#[test]
fn costs_that_are_paid_often_and_copies_as_a_spell_is_cast() {
    executable(
        "Sorcery",
        &[
            "As an additional cost to cast this spell, you may pay {2} any number of times.",
            "When you cast this spell, copy it for each spell cast before it this turn. You may choose new targets for the copies.",
            "When you cast this spell, copy it for each creature you control. You may choose new targets for the copies.",
            "Draw a card for each time it was kicked.",
            "This spell deals damage to any target equal to the number of times it was kicked.",
            "If this spell was foretold, draw a card.",
            "As an additional cost to cast this spell, sacrifice an artifact, enchantment, or token.",
            "Replicate {1}{U}",
            "Storm",
            "Conspire",
            "Awaken 3—{4}{U}",
            "Splice onto Arcane {1}{R}",
            "Assist",
            "Split second",
            "Miracle {1}{W}",
            "Foretell {1}{U}",
            "Demonstrate",
        ],
    );
    executable(
        CREATURE,
        &[
            "This creature enters with a +1/+1 counter on it for each time it was kicked.",
            "When this creature enters, create a token that's a copy of it for each time it was kicked.",
            "If you would draw a card, you may mill two cards instead. If you do, return this card from your graveyard to your hand.",
            "When this creature enters, target player may search their library for a card named Probe0, reveal it, put it into their hand, then shuffle.",
            "Multikicker {1}",
            "Emerge {5}{B}",
            "Prowl {1}{B}",
            "Dredge 3",
            "Embalm {3}{W}",
            "Eternalize {4}{B}",
            "Encore {3}{R}",
            "Sunburst",
        ],
    );
    executable("Enchantment Creature — Spirit 2/2", &["Bestow {3}{U}"]);
    // Without an instruction there is no text in which "target" could be "each".
    let coverage = faithful("Sorcery", &["Overload {4}{U}"]);
    assert_eq!(coverage.stopped.len(), 1);
    // A replacement by a card that is elsewhere is played for draws only.
    let coverage = faithful(
        CREATURE,
        &[
            "If you would gain life, you may return this card from your graveyard to your hand instead.",
        ],
    );
    assert_eq!(coverage.stopped.len(), 1);
    refused(
        "Sorcery",
        &["As an additional cost to cast this spell, pay {2} any number of times."],
    );
}
