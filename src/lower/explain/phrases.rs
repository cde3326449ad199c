//! What could stand at a place, in a designer's words.

use spellwright_grammar::{Failure, Rule};

const NOUN: &str = "who or what, such as `target creature`";
const HEAD: &str = "a noun such as `creature` or `card`";
const ADJECTIVE: &str = "an adjective such as `tapped` or `red`";
const MANY: &str = "how many, such as `target`, `a` or `each`";
const TYPE: &str = "a card type";
const SUBTYPE: &str = "a subtype";
const COLOR: &str = "a color";
const SIZE: &str = "power and toughness such as `2/2`";
/// What nouns can begin with.
const IN_NOUNS: [&str; 7] = [HEAD, ADJECTIVE, MANY, TYPE, SUBTYPE, COLOR, SIZE];

/// The most things that are listed.
const MOST: usize = 5;

/// What could have stood where reading stopped: the kinds of things first, then single words.
pub(super) fn expected(failure: &Failure) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut add = |phrase: String| {
        if !phrase.is_empty() && out.len() < MOST && !out.contains(&phrase) {
            out.push(phrase);
        }
    };
    let mut words: Vec<&str> = failure.literals.clone();
    words.sort_unstable();
    words.dedup();
    // A handful of words says more than the kinds of things they stand for.
    if !words.is_empty() && words.len() <= MOST {
        words.iter().for_each(|word| add(quoted(word)));
        return out;
    }
    if failure.could_end {
        add("the end of the sentence".to_owned());
    }
    let kinds: Vec<&str> = failure.expected.iter().map(|rule| kind(*rule)).collect();
    let noun = kinds.contains(&NOUN);
    for kind in kinds {
        // What a noun can begin with is said by the noun.
        if !noun || !IN_NOUNS.contains(&kind) {
            add(kind.to_owned());
        }
    }
    for word in failure.literals.iter().filter(|word| word.len() > 1) {
        add(quoted(word));
    }
    out
}

/// A word in backticks, a sign by its name.
pub(super) fn quoted(word: &str) -> String {
    match word {
        "." => "a period".to_owned(),
        "," => "a comma".to_owned(),
        ":" => "a colon".to_owned(),
        "\"" => "a quote".to_owned(),
        _ => format!("`{word}`"),
    }
}

/// Whether what could stand somewhere is a sign, not a word.
pub(super) fn is_sign(word: &str) -> bool {
    matches!(word, "." | "," | ":" | ";" | "\"")
}

/// "A, b or c".
pub(super) fn either(all: &[String]) -> String {
    match all {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// What a rule is called. Rules go by the first part of their name, which says their category; what has no name that a
/// designer would use is not mentioned.
fn kind(rule: Rule) -> &'static str {
    let name = rule.name();
    match name {
        "card_type" => return TYPE,
        "name_word" | "name" | "head_name" => return SUBTYPE,
        "sentence_end" => return "a period",
        "counter_kind" => return "a kind of counter",
        "pt" | "pt_value" => return SIZE,
        "pt_mod" | "pt_sign" => return "a change such as `+1/+1`",
        "possessor" => return "whose it is, such as `your` or `its owner's`",
        "quoted" => return "an ability in quotes",
        "zone_ref" | "zone_word" => return "a zone",
        "mana" | "tap_symbol" | "untap_symbol" | "energy" => return "a symbol such as {T} or {2}",
        "duration" | "sx_duration" => return "a duration such as `until end of turn`",
        "cost" => return "a cost",
        "joiner" => return "`and`, `then` or a comma",
        "np_quant" => return MANY,
        _ => {}
    }
    match name.split('_').next().unwrap_or(name) {
        "np" | "noun" | "subject" | "poss" | "part" => NOUN,
        "head" => HEAD,
        "adj" => ADJECTIVE,
        "num" | "amount" | "am" | "count" | "q" => "a number",
        "vp" | "predicate" | "st" => "a verb such as `destroy` or `gains`",
        "ev" | "evp" | "event" | "trigger" => "an event such as `a creature dies`",
        "effect" | "sentence" | "chain" | "clause" | "lead" => "an effect such as `draw a card.`",
        "cond" | "cp" | "condition" => "a condition such as `you control a Goblin`",
        "dest" => "where it goes",
        "pm" => "a description such as `you control`",
        "du" => "a duration such as `until end of turn`",
        "color" => COLOR,
        "keyword" | "kw" => "a keyword",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::either;

    #[test]
    fn lists_read_well() {
        let list =
            |words: &[&str]| either(&words.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>());
        assert_eq!(list(&["a"]), "a");
        assert_eq!(list(&["a", "b", "c"]), "a, b or c");
    }
}
