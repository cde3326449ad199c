//! The kinds of words that stand for each other: what a line is mutated with.
//!
//! A kind is data: its name and its phrases. Each phrase that a line has is replaced by each other of its kind; the closed
//! vocabularies come from `vocab`, the open ones from what the packs declare.

use crate::lower::Vocabulary;
use crate::vocab::numbers::{cardinal, ordinal};
use crate::vocab::{CardType, Color, Step, Supertype};

/// Phrases of which each can stand where another does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// What they are.
    pub name: &'static str,
    /// The phrases, in lower case; the words of a phrase are separated by blanks. Longer ones stand first where one begins
    /// with another.
    pub phrases: Vec<String>,
    /// Whether only the next phrase of the kind is tried, as there are many.
    pub open: bool,
}

/// Kinds whose words no vocabulary lists: the players, what is compared, and what looks alike but is not.
const WORDS: &[(&str, &[&str])] = &[
    (
        "zone",
        &[
            "graveyard",
            "hand",
            "library",
            "exile",
            "the battlefield",
            "the stack",
        ],
    ),
    ("zone", &["graveyards", "hands", "libraries"]),
    (
        "zone",
        &["your graveyard", "a graveyard", "an opponent's graveyard"],
    ),
    (
        "zone",
        &[
            "from your hand",
            "from your graveyard",
            "from exile",
            "from your library",
        ],
    ),
    ("place in a library", &["top", "bottom"]),
    (
        "player",
        &[
            "each opponent",
            "each player",
            "each other player",
            "an opponent",
            "target opponent",
            "target player",
            "that player",
            "defending player",
            "a player",
            "you",
        ],
    ),
    ("player", &["your opponents", "opponents", "players"]),
    (
        "player",
        &[
            "an opponent's",
            "each player's",
            "that player's",
            "your",
            "their",
        ],
    ),
    (
        "player",
        &[
            "your opponents control",
            "an opponent controls",
            "each opponent controls",
            "that player controls",
            "you don't control",
            "you control",
            "they control",
            "you own",
        ],
    ),
    ("player", &["controller", "owner"]),
    (
        "comparison",
        &["or less", "or greater", "or more", "or fewer"],
    ),
    (
        "comparison",
        &[
            "less than",
            "greater than",
            "equal to",
            "more than",
            "fewer than",
        ],
    ),
    ("comparison", &["greatest", "least", "highest", "lowest"]),
    ("comparison", &["exactly", "at least", "at most"]),
    ("comparison", &["power", "toughness", "mana value"]),
    (
        "quantifier",
        &[
            "each", "all", "any", "another", "target", "that", "a", "other",
        ],
    ),
    (
        "number of choices",
        &[
            "up to one",
            "up to two",
            "one or more",
            "any number of",
            "one",
            "two",
            "one or two",
        ],
    ),
    ("joint", &["and/or", "and", "or"]),
    ("joint", &["if", "when", "whenever", "as long as", "unless"]),
    (
        "duration",
        &[
            "until end of turn",
            "this turn",
            "until your next turn",
            "until end of combat",
            "this combat",
        ],
    ),
    (
        "turn",
        &[
            "each turn",
            "your turn",
            "this turn",
            "each of your turns",
            "their turn",
        ],
    ),
    (
        "verb",
        &[
            "attacks",
            "blocks",
            "dies",
            "enters",
            "becomes tapped",
            "becomes blocked",
        ],
    ),
    (
        "verb",
        &["attack", "block", "attack or block", "be blocked"],
    ),
    (
        "verb",
        &[
            "attacking",
            "blocking",
            "tapped",
            "untapped",
            "enchanted",
            "equipped",
        ],
    ),
    (
        "verb",
        &[
            "dies",
            "is put into a graveyard",
            "leaves the battlefield",
            "is exiled",
        ],
    ),
    ("verb", &["enters", "leaves the battlefield"]),
    ("verb", &["tap", "untap", "destroy", "exile", "sacrifice"]),
    ("verb", &["gain", "lose"]),
    ("verb", &["gains", "loses", "has"]),
    ("verb", &["draw", "discard", "mill", "reveal"]),
    ("verb", &["draws", "discards", "mills", "reveals"]),
    ("verb", &["is", "isn't", "was"]),
    ("verb", &["may", "can't", "must"]),
    ("verb", &["casts", "plays", "activates"]),
    ("verb", &["cast", "play", "activate"]),
    ("damage", &["combat damage", "noncombat damage", "damage"]),
    ("order", &["first", "last", "next"]),
    ("frequency", &["once", "twice", "three times"]),
    (
        "status",
        &["tapped and attacking", "attacking", "tapped", "face down"],
    ),
    ("status", &["with", "without"]),
];

/// Words that are left out together, besides each word alone.
pub const DROPPED: &[&str] = &[
    "until end of turn",
    "this turn",
    "if able",
    "you may",
    "up to",
    "at random",
    "face down",
    "for each",
    "as though",
    "one or more",
    "or more",
    "or less",
    "combat damage",
    "to a player",
    "under your control",
    "under its owner's control",
    "in any order",
    "in a random order",
    "you control",
    "an opponent controls",
    "your opponents control",
    "for the first time",
    "each turn",
    "this way",
    "of your choice",
    "on it",
    "instead",
];

/// Every kind, with what the packs declare.
pub fn all(vocabulary: &Vocabulary) -> Vec<Kind> {
    let mut kinds = vec![
        closed("number", (1..=7).map(cardinal).chain(["x".to_owned()])),
        closed("order", (1..=4).map(ordinal)),
        closed(
            "color",
            Color::ALL.iter().map(|color| color.word().to_owned()),
        ),
        closed(
            "color",
            Color::ALL
                .iter()
                .map(|color| format!("non{}", color.word())),
        ),
        closed(
            "color",
            words(&["colorless", "multicolored", "monocolored"]),
        ),
        closed(
            "type",
            types()
                .map(|word| word.to_owned())
                .chain(words(&["permanent", "spell", "card"])),
        ),
        closed(
            "type",
            types()
                .map(plural)
                .chain(words(&["permanents", "spells", "cards"])),
        ),
        closed(
            "type",
            types().map(|word| format!("non{word}")).chain(words(&[
                "nontoken",
                "nonlegendary",
                "nonbasic",
            ])),
        ),
        closed(
            "type",
            Supertype::ALL.iter().map(|word| word.word().to_owned()),
        ),
        closed("step", Step::ALL.iter().map(|step| step.words().to_owned())),
    ];
    kinds.extend(
        WORDS
            .iter()
            .map(|(name, phrases)| closed(name, words(phrases))),
    );
    kinds.push(open("subtype", vocabulary.creature_types()));
    kinds.push(open("keyword", vocabulary.bare_keywords()));
    kinds
}

/// The card types that text names.
fn types() -> impl Iterator<Item = &'static str> {
    let printed = CardType::ALL
        .iter()
        .filter(|kind| **kind != CardType::Dungeon);
    printed.map(|kind| kind.word())
}

fn plural(word: &str) -> String {
    match word.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        None => format!("{word}s"),
    }
}

fn words<'a>(words: &'a [&'a str]) -> impl Iterator<Item = String> + 'a {
    words.iter().map(|word| (*word).to_owned())
}

fn closed(name: &'static str, phrases: impl Iterator<Item = String>) -> Kind {
    Kind {
        name,
        phrases: phrases.collect(),
        open: false,
    }
}

fn open<'a>(name: &'static str, phrases: impl Iterator<Item = &'a str>) -> Kind {
    Kind {
        name,
        phrases: phrases.map(str::to_lowercase).collect(),
        open: true,
    }
}
