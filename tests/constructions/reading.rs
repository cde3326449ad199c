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
