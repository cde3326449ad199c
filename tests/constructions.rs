//! Constructions of card text, each on a card of its own: what is read keeps every word, and what is said to be executable is.

use spellwright::coverage::{Coverage, measure};
use spellwright::diag::Sink;
use spellwright::pack::{self, Pack};
use spellwright::source::SourceMap;
use spellwright::syntax::read_file;

fn measured(header: &str, lines: &[&str]) -> Coverage {
    let mut sources = SourceMap::default();
    let mut sink = Sink::default();
    let core = pack::core(&mut sources, &mut sink);
    let mut text = String::new();
    for (n, line) in lines.iter().enumerate() {
        text.push_str(&format!(
            "card Probe{n} {{2}}{{G}}\n  {header}\n\n  {line}\n\n"
        ));
    }
    let file = sources.add("probe.rules", text);
    let items = read_file(&sources, file, &mut sink);
    assert!(sink.is_clean(), "{sink:?}");
    let own = Pack {
        path: "probe.rules".into(),
        manifest: None,
        items,
        requested: true,
        known: Vec::new(),
    };
    measure(&[core, own], &sources)
}

/// Every line is read, keeps its words, and reads back as the same.
#[track_caller]
fn faithful(header: &str, lines: &[&str]) -> Coverage {
    let coverage = measured(header, lines);
    assert!(coverage.invalid.is_empty(), "{:?}", coverage.invalid);
    let lost: Vec<String> = coverage
        .stopped
        .iter()
        .filter(|s| !matches!(s.stage, spellwright::coverage::Stage::Executable))
        .map(|s| format!("{}: {} ({})", s.line, s.construct, s.message))
        .collect();
    assert!(lost.is_empty(), "{}", lost.join("\n"));
    coverage
}

/// And every line has code.
#[track_caller]
fn executable(header: &str, lines: &[&str]) {
    let coverage = faithful(header, lines);
    let missing: Vec<String> = coverage
        .stopped
        .iter()
        .map(|s| format!("{}: {}", s.line, s.construct))
        .collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// Every line is understood, and none has code: what it would take is not there.
#[track_caller]
fn without_code(header: &str, lines: &[&str]) {
    let coverage = faithful(header, lines);
    assert_eq!(coverage.lines.executable, 0, "{:?}", coverage.stopped);
}

/// None of the lines is taken for something else.
#[track_caller]
fn refused(header: &str, lines: &[&str]) {
    let coverage = measured(header, lines);
    assert_eq!(coverage.lines.executable, 0, "{:?}", coverage.stopped);
}

#[path = "constructions/cards.rs"]
mod cards;
#[path = "constructions/past.rs"]
mod past;
#[path = "constructions/reading.rs"]
mod reading;
#[path = "constructions/referring.rs"]
mod referring;
#[path = "constructions/refusals.rs"]
mod refusals;
#[path = "constructions/sets.rs"]
mod sets;
#[path = "constructions/wording.rs"]
mod wording;

const CREATURE: &str = "Creature — Elf 2/2";

#[test]
fn quoted_abilities_end_sentences() {
    executable(
        "Instant",
        &[
            "Until end of turn, target creature gets +2/+0 and gains \"When this creature dies, draw a card.\"",
            "Create a 1/1 colorless Scion creature token. It has \"Sacrifice this creature: Add {C}.\" You gain 1 life.",
        ],
    );
    refused(
        "Instant",
        &["Target creature gains \"When this creature dies, draw a card\""],
    );
}

#[test]
fn static_abilities_hold_while_a_condition_does() {
    executable(
        CREATURE,
        &[
            "As long as it's your turn, this creature has first strike.",
            "As long as you control another multicolored permanent, this creature gets +1/+1 and has flying.",
            "This creature has trample as long as it has a +1/+1 counter on it.",
            "As long as seven or more cards are in your graveyard, this creature gets +2/+2.",
            "This creature can't attack unless you control a Mountain or a Plains.",
        ],
    );
}

#[test]
fn damage_that_would_be_dealt_is_dealt_otherwise() {
    executable(
        CREATURE,
        &[
            "{W}: The next time a red source of your choice would deal damage to you this turn, prevent that damage.",
            "{T}: The next time a source of your choice would deal damage to target creature this turn, that damage is dealt to this creature instead.",
            "{W}: The next 1 damage that would be dealt to target creature this turn is dealt to this creature instead.",
            "All damage that would be dealt to you is dealt to this creature instead.",
            "As long as this creature is untapped, all combat damage that would be dealt to you by unblocked creatures is dealt to this creature instead.",
            "If a source you control would deal damage to a permanent or player, it deals double that damage to that permanent or player instead.",
            "If a red source you control would deal damage to a player, it deals that much damage plus 1 to that player instead.",
            "If damage would be dealt to this creature, prevent that damage and remove a +1/+1 counter from it.",
            "Prevent all combat damage that would be dealt to and dealt by this creature.",
            "{2}: Prevent all combat damage that would be dealt to and dealt by target creature this turn.",
        ],
    );
}

#[test]
fn events_are_counted_caused_and_limited() {
    faithful(
        CREATURE,
        &[
            "Whenever you cast your second spell each turn, draw a card.",
            "Whenever you cast your first spell during each opponent's turn, scry 1.",
            "Whenever a time counter is removed from this creature while it's exiled, draw a card.",
            "When a spell or ability an opponent controls causes you to discard this card, you gain 4 life.",
            "When this creature has no +1/+1 counters on it, sacrifice it.",
        ],
    );
}

#[test]
fn conditions_look_back_and_count() {
    faithful(
        CREATURE,
        &[
            "As long as an opponent has eight or more cards in their graveyard, this creature gets +2/+1.",
            "At the beginning of your end step, if you gained 3 or more life this turn, draw a card.",
            "At the beginning of your end step, if you had a land enter the battlefield under your control this turn, draw a card.",
            "As long as you control your commander, this creature gets +2/+2.",
            "{3}{G}: This creature gets +4/+4 until end of turn. Activate only if creatures you control have total power 8 or greater.",
        ],
    );
    faithful(
        "Sorcery",
        &[
            "Destroy target creature. If that creature was a Human, you gain 2 life.",
            "If this spell was cast from your hand, draw two cards.",
            "You gain 2 life. If you cast this spell during your main phase, draw a card.",
            "Clash with an opponent. If you win, draw a card.",
            "This spell costs {2} less to cast if it targets an attacking creature.",
        ],
    );
    refused(
        "Sorcery",
        &["Destroy target creature. If that creature was a, you gain 2 life."],
    );
}

#[test]
fn spells_say_when_and_what_else() {
    faithful(
        "Instant",
        &[
            "Cast this spell only during combat.",
            "Strive — This spell costs {1}{G} more to cast for each target beyond the first.",
            "Counter target spell. If that spell is countered this way, exile it instead of putting it into its owner's graveyard.",
            "Target player discards two cards. That player may copy this spell and may choose a new target for that copy.",
            "Create a number of 1/1 white Soldier creature tokens equal to the number of colors of mana spent to cast this spell.",
            "Target creature gains protection from the color of your choice until end of turn.",
        ],
    );
}

#[test]
fn statements_of_rarer_kinds() {
    faithful(
        CREATURE,
        &[
            "You may exert this creature as it attacks. When you do, draw a card.",
            "Your maximum hand size is reduced by three.",
            "As long as you have more cards in hand than each opponent, this creature gets +1/+2.",
            "Players skip their untap steps.",
            "Whenever an opponent casts a spell, if no mana was spent to cast it, counter that spell.",
            "When this creature enters, double the power of target creature until end of turn.",
            "{U}: Target permanent becomes the color or colors of your choice until end of turn.",
        ],
    );
    faithful(
        "Sorcery",
        &[
            "Each player shuffles their hand and graveyard into their library, then draws seven cards.",
        ],
    );
    faithful(
        "Enchantment",
        &[
            "If this card is in your opening hand, you may begin the game with it on the battlefield.",
        ],
    );
    refused(CREATURE, &["You may exert this creature as it."]);
}

#[test]
fn keywords_say_when_abilities_can_be_activated() {
    executable(
        CREATURE,
        &[
            "Boast — {1}{W}: Draw a card.",
            "Exhaust — {2}: Draw a card.",
            "Forecast — {1}{W}, Reveal this card from your hand: You gain 2 life.",
        ],
    );
    refused(CREATURE, &["Boast — Draw a card."]);
}

#[test]
fn costs_are_counted_and_attacks_taxed() {
    faithful(
        CREATURE,
        &[
            "Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you.",
            "Creatures can't attack you or planeswalkers you control unless their controller pays {1} for each of those creatures.",
        ],
    );
    faithful(
        "Instant",
        &[
            "Counter target spell unless its controller pays {1} for each card in your graveyard.",
            "Counter target spell unless its controller pays {X}, where X is your devotion to blue.",
        ],
    );
    refused(
        CREATURE,
        &["Creatures can't attack you unless their controller pays {2} for each."],
    );
}

#[test]
fn abilities_work_where_they_say_their_card_is() {
    executable(
        CREATURE,
        &[
            "{2}{G}: Return this card from your graveyard to your hand.",
            "Whenever an artifact you control enters, you may return this card from your graveyard to your hand.",
            "Cycling {2}",
            "Basic landcycling {1}{G}",
        ],
    );
}

#[test]
fn x_is_defined_once() {
    executable(
        "Sorcery",
        &[
            "Target creature gets +X/+0 until end of turn, where X is the number of creatures you control.",
            "Draw X cards, where X is the number of Elves you control.",
            "Create X 1/1 green Elf creature tokens, where X is your life total.",
        ],
    );
    refused("Sorcery", &["Draw X cards, where X is the number of."]);
}

#[test]
fn permissions_and_costs() {
    executable(
        "Enchantment",
        &[
            "You may cast creature spells from the top of your library.",
            "You may play lands from your graveyard.",
        ],
    );
    executable(
        "Sorcery",
        &[
            "You may sacrifice two Mountains rather than pay this spell's mana cost.",
            "If you control a Swamp, you may pay 4 life rather than pay this spell's mana cost.",
            "Exile the top card of your library. You may play it this turn.",
        ],
    );
}

#[test]
fn delayed_triggers_wait_for_their_time() {
    executable(
        "Instant",
        &[
            "Target creature gets +1/+0 until end of turn. When that creature dies this turn, draw a card.",
            "Exile target creature. Return it to the battlefield under its owner's control at the beginning of the next end step.",
            "Draw a card at the beginning of the next turn's upkeep.",
        ],
    );
    executable(
        CREATURE,
        &[
            "Whenever this creature blocks or becomes blocked by a creature, destroy that creature at end of combat.",
            "When this creature attacks, sacrifice it at end of combat.",
        ],
    );
}

#[test]
fn damage_is_prevented() {
    executable(
        "Instant",
        &[
            "Prevent the next 3 damage that would be dealt to any target this turn.",
            "Prevent all combat damage that would be dealt this turn.",
            "Prevent all damage that would be dealt to target creature this turn.",
        ],
    );
    executable(
        CREATURE,
        &[
            "Prevent all combat damage that would be dealt to this creature.",
            "If a red source would deal damage to you, prevent 1 of that damage.",
        ],
    );
}

#[test]
fn one_target_may_be_of_several_kinds() {
    executable(
        "Instant",
        &[
            "This spell deals 2 damage to target opponent or planeswalker.",
            "Target creature gets +5/+5 until end of turn and must be blocked this turn if able.",
            "Counter target spell if it was kicked.",
        ],
    );
    faithful(
        "Instant",
        &["You may tap or untap target artifact, creature, or land."],
    );
}

#[test]
fn cards_that_were_shown_are_spoken_of() {
    executable(
        "Sorcery",
        &[
            "Look at the top three cards of your library. Put one of them into your hand and the rest on the bottom of your library in any order.",
            "Target opponent reveals their hand. You choose a nonland card from it. That player discards that card.",
        ],
    );
}

#[test]
fn events_of_players_who_discard_and_sacrifice() {
    executable(
        CREATURE,
        &[
            "Whenever you discard a card, this creature gets +1/+0 until end of turn.",
            "Whenever an opponent discards a card, that player loses 1 life.",
            "Whenever you sacrifice another permanent, put a +1/+1 counter on this creature.",
            "Whenever you cast a spell during an opponent's turn, draw a card.",
        ],
    );
    faithful(
        CREATURE,
        &["Whenever you gain life for the first time each turn, draw a card."],
    );
}

#[test]
fn effects_ask_for_payments() {
    executable(
        CREATURE,
        &[
            "Whenever this creature attacks, you may pay {2}. If you do, draw a card.",
            "At the beginning of your upkeep, sacrifice this creature unless you pay {G}.",
            "Whenever an opponent casts a spell, that player loses 1 life unless they pay {1}.",
        ],
    );
    executable(
        "Instant",
        &[
            "Counter target spell unless its controller pays {3}.",
            "Counter target spell unless its controller pays 3 life.",
        ],
    );
    refused(
        "Instant",
        &[
            "Counter target spell unless its controller pay {3}.",
            "Counter target spell unless pays {3}.",
        ],
    );
}

#[test]
fn descriptions_by_what_was_done_or_is_shared() {
    executable(
        CREATURE,
        &[
            "Whenever you cast a spell that targets this creature, put a +1/+1 counter on this creature.",
            "Whenever a creature dealt damage by this creature this turn dies, you gain 2 life.",
            "At the beginning of each upkeep, if no spells were cast last turn, draw a card.",
            "At the beginning of each upkeep, if a player cast two or more spells last turn, draw a card.",
            "Intimidate",
            "Persist",
            "Undying",
        ],
    );
    executable(
        "Instant",
        &[
            "Counter target spell that targets a permanent you control.",
            "Destroy target creature that was dealt damage this turn.",
            "Tap target creature. It doesn't untap during its controller's next untap step.",
            "Investigate. Proliferate. Bolster 2.",
            "Flashback {2}{R}",
            "Buyback {3}",
            "Rebound",
            "Madness {R}",
            "Jump-start",
            "Retrace",
            "Each opponent loses life equal to the number of cards in their graveyard.",
            "Exchange control of target artifact you control and target artifact an opponent controls.",
            "Gain control of all creatures target opponent controls.",
            "Remove all counters from target permanent.",
            "Double the number of +1/+1 counters on target creature.",
            "Counter target spell unless its controller pays {X}.",
            "You may cast a sorcery spell from your hand without paying its mana cost.",
        ],
    );
}

#[test]
fn things_return_to_their_owners() {
    executable(
        CREATURE,
        &["When this creature enters, return a land you control to its owner's hand."],
    );
    faithful(
        CREATURE,
        &["When this creature enters, if you cast it from your hand, untap all lands you control."],
    );
}

#[test]
fn keywords_of_the_rules() {
    executable(
        CREATURE,
        &[
            "Fear",
            "Shadow",
            "Exalted",
            "Flying, first strike, protection from black and from red",
            "Double strike; bushido 2",
            "Forestwalk",
            "Afterlife 1",
            "Annihilator 2",
            "Morph {2}{G}",
            "Echo {3}",
            "Cumulative upkeep {1}",
            "Fading 2",
            "Vanishing 3",
            "Unearth {1}{B}",
            "Evoke {1}{U}",
            "Dash {1}{R}",
            "Spectacle {B}",
            "Affinity for artifacts",
            "Convoke",
            "Delve",
            "Improvise",
            "Skulk",
            "Escape—{1}{G}, Exile two other cards from your graveyard.",
            "Cycling {2}",
            "When you cycle this card, draw a card.",
            "Whenever you cycle or discard another card, scry 1.",
            "When this creature enters, exile target creature until this creature leaves the battlefield.",
            "When this creature enters, if you cast it from your hand, draw a card.",
            "You may cast creature spells as though they had flash.",
            "Whenever you draw your second card each turn, you gain 1 life.",
            "Whenever you gain life for the first time each turn, draw a card.",
            "Whenever this creature and at least two other creatures attack, draw a card.",
            "As this creature enters, choose a color.",
            "When this creature enters, you may tap or untap target creature.",
            "{1}: Target creature becomes the color of your choice until end of turn.",
            "{T}: Flip a coin. If you win the flip, draw a card.",
            "Morph—Pay 3 life.",
            "Megamorph {5}{G}",
            "Disguise {2}{G}",
            "Toxic 1",
        ],
    );
    // Read and kept, but the engine does not play them yet.
    let coverage = faithful(CREATURE, &["Hexproof from black", "Cipher"]);
    assert_eq!(coverage.lines.executable, 0);
    refused(CREATURE, &["Bushido", "Flying 2", "Fearr"]);
}
