//! Sets that are named again, and amounts that differ for each of several players.

use super::*;

/// What is said to all of a set makes it known to later words (CR 608.2c, 611.2c).
#[test]
fn a_set_is_named_again() {
    executable(
        "Sorcery",
        &[
            "Creatures you control get +1/+1 until end of turn. Untap those creatures.",
            "Untap all creatures you control. They gain flying until end of turn.",
            "Put a +1/+1 counter on each creature you control. Those creatures gain vigilance until end of turn.",
            "Exile each creature you control. Return those cards to the battlefield under their owner's control at the beginning of the next end step.",
            "Each opponent chooses a creature they control. You gain control of those creatures.",
            "For each land you control, create a 1/1 green Squirrel creature token. Those tokens gain haste until end of turn.",
            "Each player reveals the top card of their library. If all cards revealed this way are creature cards, put those cards onto the battlefield under their owners' control.",
            "Each player searches their library for a basic land card, puts it onto the battlefield, then shuffles.",
            "Creatures you control get +1/+1 until end of turn. If you control a Forest, those creatures get +2/+2 until end of turn instead.",
        ],
    );
}

/// Each player is dealt damage by what is theirs.
#[test]
fn an_amount_is_another_one_for_each() {
    executable(
        "Sorcery",
        &[
            "~ deals damage to each player equal to the number of lands they control.",
            "~ deals damage to each opponent equal to half that player's life total, rounded up.",
            "~ deals 2 damage to each opponent and each creature they control.",
        ],
    );
}

/// "A creature for each ..." is so many at once.
#[test]
fn one_for_each_is_so_many() {
    executable(
        "Sorcery",
        &[
            "Each opponent sacrifices a creature for each creature you control.",
            "Discard X cards, then return a card from your graveyard to your hand for each card discarded this way.",
        ],
    );
}

/// Names and numbers that are chosen (CR 201.4), searches for all cards with a name (CR 701.23b).
#[test]
fn names_and_numbers_are_chosen() {
    executable(
        "Sorcery",
        &[
            "Choose a nonland card name. Target player reveals their hand and discards all cards with that name.",
            "Choose a card name, then target player mills a card. If a card with the chosen name was milled this way, you draw a card.",
            "Exile target artifact. Search its controller's graveyard, hand, and library for all cards with the same name as that artifact and exile them. Then that player shuffles.",
            "Choose a creature card name. Search target opponent's graveyard, hand, and library for any number of cards with that name and exile them. Then that player shuffles.",
        ],
    );
    executable(
        "Land",
        &[
            "{T}, Remove any number of storage counters from ~: Add {C} for each storage counter removed this way.",
        ],
    );
    refused(
        "Sorcery",
        &["Target player discards all cards with that name."],
    );
}

/// Mana that may be spent on some things only (CR 106.6), and what any player may do.
#[test]
fn mana_for_some_things_and_offers_to_any_player() {
    executable(
        "Land",
        &[
            "{T}: Add one mana of any color. Spend this mana only to cast a creature spell.",
            "{T}: Add {C}{C}. Spend this mana only to cast artifact spells or activate abilities of artifacts.",
            "{T}: Add {R}. Spend this mana only to cast instant or sorcery spells.",
        ],
    );
    executable(
        CREATURE,
        &[
            "When ~ enters the battlefield, any player may sacrifice a land. If a player does, put ~ on top of its owner's library.",
            "When ~ enters the battlefield, any opponent may have it deal 4 damage to them. If a player does, sacrifice ~.",
            "Whenever ~ attacks, any player may discard three cards. If no one does, draw a card.",
        ],
    );
    refused("Land", &["{T}: Add {G}. Spend this mana only to cast."]);
}
