//! What could stand at a place, in plain words.

use crate::vocab::Name;
use spellwright_grammar::Rule;

/// At most five phrases for the rules that were expected.
pub(super) fn phrases(rules: &[Rule]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for rule in rules {
        let phrase = phrase(*rule).to_owned();
        if !phrase.is_empty() && !out.contains(&phrase) {
            out.push(phrase);
        }
        if out.len() == 5 {
            break;
        }
    }
    out
}

/// What a rule is called; rules go by the first part of their name, which says their category.
fn phrase(rule: Rule) -> &'static str {
    let name = rule.name();
    let category = name.split('_').next().unwrap_or(name);
    match name {
        "card_type" | "head_type" => return "a card type",
        "name_word" | "name" | "head_name" => return "a subtype or another declared name",
        "duration" | "sx_duration" => return "a duration such as `until end of turn`",
        "sentence_end" => return "a period",
        "counter_kind" => return "a kind of counter",
        "condition" => return "a condition",
        "pt" | "pt_mod" => return "power and toughness",
        "possessor" => return "`your`, `its` or whose it is",
        "keyword" | "keyword_list" | "kw_name" | "kw_word" => return "a keyword",
        "quoted" => return "a quoted ability",
        "zone_ref" | "zone_word" => return "a zone",
        "cost" => return "a cost",
        _ => {}
    }
    match category {
        "np" | "noun" | "subject" | "poss" | "part" => "a noun",
        "head" => "a noun such as `creature` or `card`",
        "adj" => "an adjective",
        "num" | "amount" | "am" | "count" => "a number",
        "mana" | "tap" | "untap" => "a symbol in braces",
        "vp" | "predicate" => "a verb",
        "ev" | "evp" | "event" => "an event",
        "cond" | "cp" => "a condition",
        "q" => "a quantity",
        "dest" => "where it goes",
        "pm" => "a description such as `you control`",
        "du" => "a duration",
        "color" => "a color",
        _ => "",
    }
}

/// The word of the rules' own language nearest to a misspelt one.
pub(super) fn nearest_word(word: &str) -> Option<Name> {
    const WORDS: &[&str] = &[
        "target",
        "creature",
        "destroy",
        "exile",
        "sacrifice",
        "discard",
        "return",
        "battlefield",
        "graveyard",
        "library",
        "whenever",
        "when",
        "beginning",
        "upkeep",
        "opponent",
        "player",
        "control",
        "controls",
        "counter",
        "damage",
        "deals",
        "until",
        "until",
        "turn",
        "gains",
        "gain",
        "gets",
        "enchanted",
        "equipped",
        "permanent",
        "artifact",
        "enchantment",
        "planeswalker",
        "instant",
        "sorcery",
        "search",
        "shuffle",
        "reveal",
        "create",
        "token",
        "draw",
        "card",
        "cards",
        "life",
        "lose",
        "loses",
        "untap",
        "tapped",
        "attacks",
        "blocks",
        "combat",
        "mana",
        "color",
        "each",
        "other",
        "another",
    ];
    WORDS
        .iter()
        .map(|known| (strsim::damerau_levenshtein(known, word), *known))
        .filter(|(distance, known)| *distance > 0 && *distance <= known.len() / 3)
        .min()
        .map(|(_, known)| Name::from(known))
}
