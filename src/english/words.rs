//! The morphology of card English: number words, articles, plurals, verb forms and lists.

pub(super) use crate::vocab::numbers::{cardinal as number, ordinal};
use crate::vocab::{Color, ColorSet};

/// "a" or "an" before `next`, by sound.
pub(super) fn article(next: &str) -> &'static str {
    let lower = next.to_ascii_lowercase();
    let word: &str = lower
        .split(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap_or("");
    // Numbers are read aloud: "an 8/8", "an 11/11", "an X/X".
    if word.starts_with('8') || matches!(word, "11" | "18" | "x") {
        return "an";
    }
    if word.is_empty()
        || ["uni", "use", "eur", "one", "u"].iter().any(|p| match *p {
            "u" | "one" => word == *p,
            _ => word.starts_with(p),
        })
    {
        return "a";
    }
    if word.starts_with(['a', 'e', 'i', 'o', 'u'])
        || ["hour", "honor", "heir"]
            .iter()
            .any(|p| word.starts_with(p))
    {
        "an"
    } else {
        "a"
    }
}

/// `text` with its article in front.
pub(super) fn with_article(text: &str) -> String {
    // "Your commander" says whose it is instead.
    if text.starts_with("your ") {
        return text.to_owned();
    }
    format!("{} {text}", article(text))
}

/// The plural of a noun; of a compound, the plural of its last word.
pub(super) fn plural(noun: &str) -> String {
    let (front, last) = match noun.rfind(' ') {
        Some(i) => noun.split_at(i + 1),
        None => ("", noun),
    };
    format!("{front}{}", plural_word(last))
}

fn plural_word(word: &str) -> String {
    // Subtypes and words whose plural no rule gives.
    const IRREGULAR: &[(&str, &str)] = &[
        ("Elf", "Elves"),
        ("Dwarf", "Dwarves"),
        ("Wolf", "Wolves"),
        ("Werewolf", "Werewolves"),
        ("Mouse", "Mice"),
        ("Ox", "Oxen"),
        ("Fish", "Fish"),
        ("Jellyfish", "Jellyfish"),
        ("Starfish", "Starfish"),
        ("Sheep", "Sheep"),
        ("Eldrazi", "Eldrazi"),
        ("Kithkin", "Kithkin"),
        ("Samurai", "Samurai"),
        ("Viashino", "Viashino"),
        ("Merfolk", "Merfolk"),
        ("Rebel", "Rebels"),
        ("Moonfolk", "Moonfolk"),
        ("Treefolk", "Treefolk"),
        ("Myr", "Myr"),
        ("Vedalken", "Vedalken"),
        ("Homarid", "Homarids"),
        ("Kor", "Kor"),
        ("Nephilim", "Nephilim"),
        ("Thrull", "Thrulls"),
        ("Thalakos", "Thalakos"),
        ("Ninja", "Ninjas"),
        ("Loxodon", "Loxodons"),
        ("Sphinx", "Sphinxes"),
        ("Cyclops", "Cyclopes"),
        ("Gremlin", "Gremlins"),
        ("Pegasus", "Pegasi"),
        ("Phoenix", "Phoenixes"),
        ("Lammasu", "Lammasu"),
        ("Fungus", "Fungi"),
        ("Octopus", "Octopuses"),
        ("Hippo", "Hippos"),
        ("Mercenary", "Mercenaries"),
        ("Djinn", "Djinn"),
        ("Efreet", "Efreet"),
        ("Naga", "Naga"),
        ("Aetherborn", "Aetherborn"),
        ("Azra", "Azra"),
        ("Child", "Children"),
        ("Equipment", "Equipment"),
        ("Plains", "Plains"),
        ("Urza's", "Urza's"),
        ("Serpent", "Serpents"),
        ("Cephalid", "Cephalids"),
        ("Homunculus", "Homunculi"),
        ("Incubus", "Incubi"),
        ("Bringer", "Bringers"),
        ("Leech", "Leeches"),
        ("Half", "Halves"),
        ("Knife", "Knives"),
        ("Leaf", "Leaves"),
        ("half", "halves"),
        ("life", "life"),
        ("Moose", "Moose"),
        ("Skulk", "Skulks"),
        ("Spawn", "Spawn"),
        ("Scion", "Scions"),
        ("Cyberman", "Cybermen"),
        ("Goose", "Geese"),
        ("Noggle", "Noggles"),
        ("Chimera", "Chimeras"),
        ("Offspring", "Offspring"),
        ("mercenary", "mercenaries"),
        ("Deer", "Deer"),
        ("Squid", "Squids"),
    ];
    if let Some((_, plural)) = IRREGULAR.iter().find(|(one, _)| *one == word) {
        return (*plural).to_owned();
    }
    let lower = word.to_ascii_lowercase();
    if let Some(stem) = word.strip_suffix('y')
        && !lower.ends_with("ay")
        && !lower.ends_with("ey")
        && !lower.ends_with("oy")
    {
        return format!("{stem}ies");
    }
    if lower.ends_with('s')
        || lower.ends_with('x')
        || lower.ends_with("ch")
        || lower.ends_with("sh")
        || lower.ends_with('z')
    {
        return format!("{word}es");
    }
    if lower == "hero" || lower == "echo" {
        return format!("{word}es");
    }
    format!("{word}s")
}

/// The third person singular of a verb phrase, whose first word is the verb ("search", "become the monarch").
pub(super) fn third(verb: &str) -> String {
    let (first, rest) = match verb.find(' ') {
        Some(i) => verb.split_at(i),
        None => (verb, ""),
    };
    let first = match first {
        "be" | "are" => "is".to_owned(),
        "have" => "has".to_owned(),
        "do" => "does".to_owned(),
        "don't" => "doesn't".to_owned(),
        "aren't" => "isn't".to_owned(),
        "haven't" => "hasn't".to_owned(),
        "can't" | "may" | "must" | "would" | "can" | "didn't" => first.to_owned(),
        "were" => "was".to_owned(),
        "weren't" => "wasn't".to_owned(),
        _ => match first.strip_suffix('y') {
            Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
            _ if first.ends_with(['s', 'x', 'z', 'o'])
                || first.ends_with("ch")
                || first.ends_with("sh") =>
            {
                format!("{first}es")
            }
            _ => format!("{first}s"),
        },
    };
    format!("{first}{rest}")
}

/// The past tense of a verb phrase, whose first word is the verb.
pub(super) fn past(verb: &str, plural: bool) -> String {
    let (first, rest) = match verb.find(' ') {
        Some(i) => verb.split_at(i),
        None => (verb, ""),
    };
    let first = match first {
        "be" | "are" | "is" if plural => "were",
        "be" | "are" | "is" => "was",
        "deal" => "dealt",
        "lose" => "lost",
        "draw" => "drew",
        "cast" | "put" | "set" => first,
        "leave" => "left",
        "become" => "became",
        "begin" => "began",
        "fight" => "fought",
        "have" => "had",
        "win" => "won",
        "tap" | "untap" | "scry" => return past_regular(first, rest),
        _ => return past_regular(first, rest),
    };
    format!("{first}{rest}")
}

fn past_regular(first: &str, rest: &str) -> String {
    let stem = if let Some(stem) = first
        .strip_suffix('y')
        .filter(|s| !s.ends_with(['a', 'e', 'o']))
    {
        format!("{stem}ied")
    } else if first.ends_with('e') {
        format!("{first}d")
    } else if first.ends_with("tap") || first == "commit" {
        format!("{first}{}ed", first.chars().last().unwrap_or('p'))
    } else {
        format!("{first}ed")
    };
    format!("{stem}{rest}")
}

/// "a, b, and c", with the given conjunction and the serial comma.
pub(super) fn list(items: &[String], conjunction: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [a, b] => format!("{a} {conjunction} {b}"),
        [front @ .., last] => format!("{}, {conjunction} {last}", front.join(", ")),
    }
}

/// `text` with its first letter in upper case; symbols and quotes are left alone.
pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// `text` with its first letter in lower case.
pub(super) fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// `text` as a sentence: capital letter and period, unless it ends with one inside a quote or with a bullet list.
pub(super) fn sentence(text: &str) -> String {
    let text = capital(text.trim_end());
    let ends = text.ends_with('.')
        || text.ends_with(".\u{201d}")
        || text.ends_with(".)")
        || text.ends_with('—');
    if ends || text.is_empty() {
        text
    } else {
        format!("{text}.")
    }
}

/// The possessive of a noun phrase's text.
pub(super) fn possessive(text: &str, plural: bool) -> String {
    if plural && text.ends_with('s') {
        format!("{text}'")
    } else {
        format!("{text}'s")
    }
}

/// The words of a color set, "white and blue"; "colorless" when empty.
pub(super) fn colors(set: ColorSet, conjunction: &str) -> String {
    if set.is_empty() {
        return "colorless".into();
    }
    let words: Vec<String> = set.iter().map(|c: Color| c.word().to_owned()).collect();
    list(&words, conjunction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_articles() {
        assert_eq!(number(0), "zero");
        assert_eq!(number(13), "thirteen");
        assert_eq!(number(20), "twenty");
        assert_eq!(number(21), "twenty-one");
        assert_eq!(number(100), "100");
        assert_eq!(number(-3), "-3");
        assert_eq!(ordinal(3), "third");
        assert_eq!(ordinal(20), "twentieth");
        for (word, expected) in [
            ("artifact", "an"),
            ("8/8 red Dragon", "an"),
            ("1/1 white Soldier", "a"),
            ("+1/+1 counter", "a"),
            ("Urza's land", "an"),
            ("Unicorn", "a"),
            ("untapped creature", "an"),
            ("hour counter", "an"),
            ("Elf", "an"),
            ("one-drop", "a"),
            ("X/X green Ooze", "an"),
        ] {
            assert_eq!(article(word), expected, "{word}");
        }
    }

    #[test]
    fn plurals_and_verbs() {
        for (one, many) in [
            ("Elf", "Elves"),
            ("sorcery", "sorceries"),
            ("Wolf", "Wolves"),
            ("Mouse", "Mice"),
            ("Zombie", "Zombies"),
            ("+1/+1 counter", "+1/+1 counters"),
            ("Merfolk", "Merfolk"),
            ("Leech", "Leeches"),
            ("Ally", "Allies"),
            ("Monkey", "Monkeys"),
            ("Plains", "Plains"),
            ("Sphinx", "Sphinxes"),
            ("artifact creature", "artifact creatures"),
        ] {
            assert_eq!(plural(one), many);
        }
        for (base, s) in [
            ("search", "searches"),
            ("scry 2", "scries 2"),
            ("be tapped", "is tapped"),
            ("lose 1 life", "loses 1 life"),
            ("play", "plays"),
            ("can't block", "can't block"),
            ("have flying", "has flying"),
            ("do so", "does so"),
        ] {
            assert_eq!(third(base), s);
        }
        assert_eq!(past("deal damage", false), "dealt damage");
        assert_eq!(past("be dealt damage", true), "were dealt damage");
        assert_eq!(past("die", false), "died");
        assert_eq!(past("tap", false), "tapped");
    }
}
