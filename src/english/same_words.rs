//! The comparison of a source line with the English of its IR, word by word, up to the table in [`synonyms`](super::synonyms).

use super::synonyms::{CLAUSE_STARTS, EACH, IDLE, JOINTS, PHRASES};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The first word of the source that the English lost, or a word that the English has and the source has not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LostWord {
    /// Byte offset in the source; the length of the source when the English has a word too many.
    pub offset: usize,
    /// The word.
    pub word: String,
}

/// Compares the words of a source line with those of its English.
///
/// # Errors
/// The first source word that the English lacks, or an English word that the source lacks.
pub fn same_words(source: &str, english: &str) -> Result<(), LostWord> {
    let wanted = tokens(source);
    let mut given = tokens(english);
    let mut lost: Vec<&Token<'_>> = Vec::new();
    for token in &wanted {
        match given.iter().position(|g| g.word == token.word) {
            Some(at) => {
                given.swap_remove(at);
            }
            None => lost.push(token),
        }
    }
    // "It" on one side may stand for the bearer on the other, and the reverse.
    lost.retain(|token| match referring(&token.word) {
        Some(kind) => match given.iter().position(|g| referring(&g.word) == Some(kind)) {
            Some(at) => {
                given.swap_remove(at);
                false
            }
            None => true,
        },
        None => true,
    });
    // "And/or" lists what any number of may be meant of: today's "and" of sets, and "or" of each member.
    lost.retain(|token| {
        let listed = |word: &str| matches!(word, "and" | "or" | "and/or");
        let other = |word: &str| listed(word) && (token.word == "and/or") != (word == "and/or");
        match given.iter().position(|g| other(&g.word)) {
            Some(at) if listed(&token.word) => {
                given.swap_remove(at);
                false
            }
            _ => true,
        }
    });
    // What holds "as long as" something does, or "if" it does: one condition, asked all the while (CR 611.3a).
    {
        let long = ["as", "long", "as"];
        let found = |tokens: &[&str]| long.iter().all(|w| tokens.contains(w));
        let words: Vec<&str> = lost.iter().map(|t| t.word.as_ref()).collect();
        let other: Vec<&str> = given.iter().map(|t| t.word.as_ref()).collect();
        if found(&words) && other.contains(&"if") {
            lost.retain(|t| !long.contains(&t.word.as_ref()));
            given.retain(|t| t.word != "if");
        } else if found(&other) && words.contains(&"if") {
            given.retain(|t| !long.contains(&t.word.as_ref()));
            lost.retain(|t| t.word != "if");
        }
    }
    // What a thing becomes is what it is from then on, and what it becomes "with" an ability gains it.
    for (mine, other) in [
        ("is", "becomes"),
        ("are", "become"),
        ("gains", "with"),
        ("gain", "with"),
        ("with", "has"),
    ] {
        lost.retain(|token| {
            let Some(at) = given
                .iter()
                .position(|g| g.word == other)
                .filter(|_| token.word == mine)
            else {
                return true;
            };
            given.swap_remove(at);
            false
        });
    }
    // A repeated subject pronoun is part of a joint.
    lost.retain(|t| !is_repeated_subject(&t.word));
    given.retain(|t| !is_repeated_subject(&t.word));
    if let Some(token) = lost.first() {
        return Err(LostWord {
            offset: token.offset,
            word: token.word.clone().into_owned(),
        });
    }
    match given.first() {
        Some(token) => Err(LostWord {
            offset: source.len(),
            word: token.word.clone().into_owned(),
        }),
        None => Ok(()),
    }
}

fn is_repeated_subject(word: &str) -> bool {
    matches!(word, "you" | "they" | "it" | "~")
}

/// The class of words that may stand for each other as references to the bearer.
fn referring(word: &str) -> Option<u8> {
    match word {
        "~" | "it" | "itself" => Some(0),
        "~'s" | "its" => Some(1),
        _ => None,
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Token<'t> {
    word: Cow<'t, str>,
    offset: usize,
}

/// The meaningful words of a text.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let words = split(text);
    let words = defined_x(additional(had_enter(words)));
    let words = replace_phrases(one_or_more_counters(words));
    let words = shared_duration(shared_control(shared_head(words)));
    possessive(drop_joints(shared_protection(be(each_either(words)))))
}

/// Words and symbols in lower case; reminder text and punctuation left out.
fn split(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut start: Option<usize> = None;
    let mut parentheses = 0_u32;
    let mut braces = false;
    let mut flush = |from: Option<usize>, end: usize| {
        let Some((offset, written)) = from.and_then(|from| Some((from, text.get(from..end)?)))
        else {
            return;
        };
        let word = plain(written);
        if !word.is_empty() {
            tokens.push(Token { word, offset });
        }
    };
    for (i, c) in text.char_indices() {
        match c {
            '(' => {
                flush(start.take(), i);
                parentheses = parentheses.saturating_add(1);
            }
            ')' => parentheses = parentheses.saturating_sub(1),
            _ if parentheses > 0 => {}
            '{' if !braces => {
                flush(start.replace(i), i);
                braces = true;
            }
            '}' => {
                braces = false;
                flush(start.take(), i + 1);
            }
            _ if braces => {}
            c if c.is_alphanumeric()
                || matches!(c, '\'' | '’' | '~' | '/' | '*' | '+' | '−' | '-') =>
            {
                start.get_or_insert(i);
            }
            _ => flush(start.take(), i),
        }
    }
    flush(start.take(), text.len());
    tokens
}

/// A word without signs at its ends, in lower case and in the signs of a keyboard.
fn plain(written: &str) -> Cow<'_, str> {
    let ends = ['\'', '’', '-', '−', '/'];
    let word = written.trim_matches(ends);
    if word
        .chars()
        .any(|c| c.is_uppercase() || matches!(c, '’' | '−'))
    {
        word.to_lowercase()
            .replace('’', "'")
            .replace('−', "-")
            .into()
    } else {
        word.into()
    }
}

/// "Draw an additional card", "add an additional {G}", "with an additional +1/+1 counter on it": one more than what would be
/// without the effect is what the effect gives. And "you and target opponent each draw a card".
fn additional(mut tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let gives = |at: usize| {
        let word = |k: usize| tokens.get(at + k).map_or("", |t| t.word.as_ref());
        matches!(word(1), "card" | "cards")
            || word(1).starts_with('{')
            || matches!(word(2), "counter" | "counters")
    };
    let verb = |at: usize| {
        tokens
            .get(at + 1)
            .is_some_and(|t| EACH.contains(&t.word.as_ref()))
    };
    let idle: Vec<bool> = tokens
        .iter()
        .enumerate()
        .map(|(at, token)| match token.word.as_ref() {
            "additional" => gives(at),
            // "Each draw step" is said of steps.
            "each" => verb(at) && tokens.get(at + 2).is_none_or(|t| t.word != "step"),
            _ => false,
        })
        .collect();
    let mut idle = idle.iter();
    tokens.retain(|_| !idle.next().is_some_and(|idle| *idle));
    tokens
}

/// "You had another creature enter the battlefield under your control" is "another creature you control entered".
fn had_enter(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    /// The longest description of what entered, in words.
    const LONGEST: usize = 8;
    let word = |at: usize| tokens.get(at).map_or("", |t| t.word.as_ref());
    let mut out: Vec<Token<'_>> = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let entered = (at + 2..at + 2 + LONGEST).find(|k| word(*k) == "enter");
        let under = entered.map(|k| k + if word(k + 1) == "the" { 3 } else { 1 });
        if let (true, Some(entered), Some(under)) =
            (token.word == "you" && word(at + 1) == "had", entered, under)
            && (word(under), word(under + 1), word(under + 2)) == ("under", "your", "control")
        {
            out.extend(tokens.iter().take(entered).skip(at + 2).cloned());
            for word in ["you", "control", "entered"] {
                out.push(Token {
                    word: word.into(),
                    offset: token.offset,
                });
            }
            at = under + 3;
            continue;
        }
        out.push(token.clone());
        at += 1;
    }
    out
}

/// "A land card or Elf card" is "a land or Elf card": the noun after the last of the alternatives serves all.
fn shared_head(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    /// The longest alternative, in words.
    const LONGEST: usize = 4;
    let word = |at: usize| tokens.get(at).map_or("", |t| t.word.as_ref());
    let shared = |at: usize| {
        matches!(word(at), "card" | "cards" | "spell" | "spells")
            && word(at + 1) == "or"
            && (at + 3..at + 3 + LONGEST).any(|k| word(k) == word(at))
    };
    let kept: Vec<bool> = (0..tokens.len()).map(|at| !shared(at)).collect();
    let kept = tokens.iter().zip(kept).filter(|(_, kept)| *kept);
    kept.map(|(token, _)| token.clone()).collect()
}

/// "Skeletons you control and other Zombies you control" is "Skeletons and other Zombies you control".
fn shared_control(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    /// The longest other description, in words.
    const LONGEST: usize = 5;
    let word = |at: usize| tokens.get(at).map_or("", |t| t.word.as_ref());
    let control = |at: usize| word(at) == "you" && word(at + 1) == "control";
    let again = |at: usize| {
        control(at)
            && matches!(word(at + 2), "and" | "or")
            && (at + 3..at + 4 + LONGEST).any(control)
    };
    let dropped: Vec<bool> = (0..tokens.len())
        .map(|at| again(at) || at > 0 && again(at - 1))
        .collect();
    let kept = tokens.iter().zip(dropped).filter(|(_, dropped)| !dropped);
    kept.map(|(token, _)| token.clone()).collect()
}

/// "It's" is "it is".
fn be(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let mut out = Vec::with_capacity(tokens.len());
    for token in tokens {
        let words: [&str; 2] = match token.word.as_ref() {
            "it's" => ["it", "is"],
            "they're" => ["they", "are"],
            _ => {
                out.push(token);
                continue;
            }
        };
        out.extend(words.map(|word| Token {
            word: word.into(),
            offset: token.offset,
        }));
    }
    out
}

/// "Each attacking or blocking creature" is each of both kinds.
fn each_either(mut tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    /// How far behind "each" its alternatives stand, in words.
    const FARTHEST: usize = 4;
    let mut last_each = None;
    for (at, token) in tokens.iter_mut().enumerate() {
        match token.word.as_ref() {
            "each" => last_each = Some(at),
            "or" if last_each.is_some_and(|each| at - each <= FARTHEST) => {
                token.word = "and".into();
            }
            _ => {}
        }
    }
    tokens
}

/// "The sacrificed creature's power" is "the power of the sacrificed creature".
fn possessive(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let mut out = Vec::with_capacity(tokens.len());
    for token in tokens {
        match token.word.strip_suffix("'s") {
            Some(owner) if !matches!(owner, "~" | "it" | "that") => {
                let owner = owner.to_owned().into();
                out.extend([owner, "of".into()].map(|word| Token {
                    word,
                    offset: token.offset,
                }));
            }
            _ => out.push(token),
        }
    }
    out
}

/// "With one or more charge counters on it" says the same as "with a charge counter on it".
fn one_or_more_counters(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    /// The longest name of a kind of counter, in words.
    const LONGEST_KIND: usize = 3;
    let mut out: Vec<Token<'_>> = Vec::with_capacity(tokens.len());
    let mut rest = tokens.as_slice();
    while let Some((first, after)) = rest.split_first() {
        let amount = rest.iter().take(3).map(|t| t.word.as_ref());
        let had = out
            .last()
            .is_some_and(|t| matches!(t.word.as_ref(), "has" | "have" | "had" | "with"));
        let kind = rest
            .iter()
            .skip(3)
            .take(LONGEST_KIND + 1)
            .position(|t| t.word == "counters");
        if let Some(kind) = kind.filter(|_| had && amount.eq(["one", "or", "more"])) {
            out.extend(rest.iter().skip(3).take(kind).cloned());
            if let Some(counters) = rest.get(3 + kind) {
                out.push(Token {
                    word: "counter".into(),
                    offset: counters.offset,
                });
            }
            rest = rest.get(4 + kind..).unwrap_or_default();
            continue;
        }
        out.push(first.clone());
        rest = after;
    }
    out
}

/// "X cards, where X is the number of ..." says the same as "cards equal to the number of ...".
fn defined_x(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let defined = |at: usize| {
        ["where", "x", "is"]
            .iter()
            .enumerate()
            .all(|(k, word)| tokens.get(at + k).is_some_and(|token| token.word == *word))
    };
    let places: Vec<usize> = (0..tokens.len()).filter(|at| defined(*at)).collect();
    if places.is_empty() {
        return tokens;
    }
    let within = |at: usize| places.iter().any(|place| (*place..place + 3).contains(&at));
    tokens
        .iter()
        .enumerate()
        .filter(|(at, token)| !within(*at) && token.word != "x")
        .map(|(_, token)| token.clone())
        .collect()
}

/// The words of a phrase and of what it is replaced by.
type Phrase = (Vec<&'static str>, Vec<&'static str>);

/// The phrases by their first word, split into words once.
static BY_FIRST_WORD: LazyLock<BTreeMap<&'static str, Vec<Phrase>>> = LazyLock::new(|| {
    // Words lose apostrophes at their ends.
    let words = |text: &'static str| -> Vec<&'static str> {
        text.split(' ')
            .map(|word| word.trim_matches('\''))
            .filter(|word| !word.is_empty())
            .collect()
    };
    let mut table: BTreeMap<&'static str, Vec<Phrase>> = BTreeMap::new();
    for (from, to) in PHRASES {
        let from = words(from);
        if let Some(first) = from.first().copied() {
            table.entry(first).or_default().push((from, words(to)));
        }
    }
    table
});

/// The idle phrases by their first word, split into words once.
static IDLE_WORDS: LazyLock<BTreeMap<&'static str, Vec<Vec<&'static str>>>> = LazyLock::new(|| {
    let mut table: BTreeMap<&'static str, Vec<Vec<&'static str>>> = BTreeMap::new();
    for phrase in IDLE {
        let words: Vec<&str> = phrase.split(' ').collect();
        if let Some(first) = words.first().copied() {
            table.entry(first).or_default().push(words);
        }
    }
    table
});

fn replace_phrases(mut tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    // "This creature" and its kin are the bearer.
    const KINDS: &[&str] = &[
        "creature",
        "artifact",
        "enchantment",
        "land",
        "permanent",
        "planeswalker",
        "spell",
        "card",
        "token",
        "aura",
        "equipment",
        "vehicle",
        "saga",
        "class",
        "case",
        "battle",
        "siege",
        "fortification",
        "room",
        "spacecraft",
        "emblem",
    ];
    let mut out: Vec<Token<'_>> = Vec::new();
    let mut i = 0;
    while let Some(token) = tokens.get(i) {
        let next = tokens.get(i + 1).map(|t| t.word.trim_end_matches("'s"));
        if token.word == "this" && next.is_some_and(|n| KINDS.contains(&n)) {
            let possessive = tokens.get(i + 1).is_some_and(|t| t.word.ends_with("'s"));
            out.push(Token {
                word: if possessive { "~'s".into() } else { "~".into() },
                offset: token.offset,
            });
            i += 2;
        } else {
            out.push(token.clone());
            i += 1;
        }
    }
    tokens = out;
    // Twice: a replacement may complete another phrase.
    for _ in 0..2 {
        let mut out: Vec<Token<'_>> = Vec::new();
        let mut i = 0;
        while let Some(token) = tokens.get(i) {
            let here = |phrase: &[&str]| {
                phrase
                    .iter()
                    .enumerate()
                    .all(|(k, w)| tokens.get(i + k).is_some_and(|t| t.word == *w))
            };
            let best = BY_FIRST_WORD
                .get(token.word.as_ref())
                .into_iter()
                .flatten()
                .filter(|(from, _)| here(from))
                .max_by_key(|(from, _)| from.len());
            if let Some((from, to)) = best {
                out.extend(to.iter().map(|w| Token {
                    word: (*w).into(),
                    offset: token.offset,
                }));
                i += from.len();
                continue;
            }
            out.push(token.clone());
            i += 1;
        }
        tokens = out;
    }
    let mut out: Vec<Token<'_>> = Vec::new();
    let mut i = 0;
    while let Some(token) = tokens.get(i) {
        let best = IDLE_WORDS
            .get(token.word.as_ref())
            .into_iter()
            .flatten()
            .filter(|phrase| {
                phrase
                    .iter()
                    .enumerate()
                    .all(|(k, w)| tokens.get(i + k).is_some_and(|t| t.word == *w))
            })
            .map(Vec::len)
            .max();
        match best {
            Some(n) => i += n,
            None => {
                out.push(token.clone());
                i += 1;
            }
        }
    }
    out
}

/// One duration may be said of several clauses.
fn shared_duration(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    const LENGTH: usize = 4;
    const UNTIL: [[&str; LENGTH]; 2] = [
        ["until", "end", "of", "turn"],
        ["until", "your", "next", "turn"],
    ];
    let mut seen = [false; UNTIL.len()];
    let mut skip = 0;
    let mut out = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if skip > 0 {
            skip -= 1;
            continue;
        }
        let here = |until: &[&str]| {
            until
                .iter()
                .enumerate()
                .all(|(k, word)| tokens.get(at + k).is_some_and(|token| token.word == *word))
        };
        let again = UNTIL
            .iter()
            .zip(&mut seen)
            .find_map(|(until, seen)| here(until).then(|| std::mem::replace(seen, true)));
        if again == Some(true) {
            skip = LENGTH - 1;
            continue;
        }
        out.push(token.clone());
    }
    out
}

/// "Protection from black and from red" is protection from black and protection from red (CR 702.16g).
fn shared_protection(mut tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let mut seen = false;
    tokens.retain(|token| token.word != "protection" || !std::mem::replace(&mut seen, true));
    let mut seen = false;
    tokens.retain(|token| token.word != "hexproof" || !std::mem::replace(&mut seen, true));
    tokens
}

fn drop_joints(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let mut out = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        let next = tokens.get(i + 1).map(|t| t.word.as_ref());
        let begins = next.is_none_or(|n| CLAUSE_STARTS.contains(&n) || JOINTS.contains(&n));
        if JOINTS.contains(&token.word.as_ref()) && begins {
            continue;
        }
        out.push(token.clone());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_of_other_years_say_the_same() {
        for (source, english) in [
            (
                "When ~ enters the battlefield, draw a card.",
                "When this creature enters, draw a card.",
            ),
            (
                "Until end of turn, target creature gets +1/+1.",
                "Target creature gets +1/+1 until end of turn.",
            ),
            ("{T}: Add {G} to your mana pool.", "{T}: Add {G}."),
            (
                "Target player discards his or her hand, then draws two cards.",
                "Target player discards their hand, then draws two cards.",
            ),
            (
                "Flying (This creature can't be blocked except by fliers.)",
                "Flying",
            ),
            (
                "Draw a card. Then discard a card.",
                "Draw a card, then discard a card.",
            ),
            (
                "Sacrifice a creature with converted mana cost 3 or less.",
                "Sacrifice a creature with mana value 3 or less.",
            ),
        ] {
            assert_eq!(same_words(source, english), Ok(()), "{source}");
        }
    }

    #[test]
    fn a_lost_word_is_found() {
        let lost = same_words(
            "Destroy target nontoken creature.",
            "Destroy target creature.",
        );
        assert_eq!(
            lost,
            Err(LostWord {
                offset: 15,
                word: "nontoken".into()
            })
        );
        for (source, english) in [
            ("Draw two cards.", "Draw a card."),
            (
                "Destroy target creature.",
                "Destroy target tapped creature.",
            ),
            (
                "Destroy another target creature.",
                "Destroy target creature.",
            ),
            ("You gain 3 life.", "You gain 2 life."),
            (
                "Destroy target artifact and creature.",
                "Destroy target artifact creature.",
            ),
            (
                "Whenever you cast a spell, if you control an Elf, draw a card.",
                "Whenever you cast a spell, draw a card.",
            ),
            ("{2}{B}: Draw a card.", "{2}{U}: Draw a card."),
        ] {
            assert!(same_words(source, english).is_err(), "{source}");
        }
    }
}
