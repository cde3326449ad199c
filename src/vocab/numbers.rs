//! Numbers as cards write them in words, in both directions.

const SMALL: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 10] = [
    "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
];
const ORDINALS: [&str; 12] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
];

/// A cardinal number as a word ("seven"), in digits from one hundred on.
#[must_use]
pub fn cardinal(n: i64) -> String {
    let small = |n: i64| usize::try_from(n).ok().and_then(|n| SMALL.get(n));
    if let Some(word) = small(n) {
        return (*word).to_owned();
    }
    let tens = usize::try_from(n / 10)
        .ok()
        .filter(|tens| *tens > 1)
        .and_then(|tens| TENS.get(tens));
    match tens {
        Some(tens) if n % 10 == 0 => (*tens).to_owned(),
        Some(tens) => format!("{tens}-{}", small(n % 10).unwrap_or(&"")),
        None => n.to_string(),
    }
}

/// The value of a cardinal number in words or digits, in lower case.
#[must_use]
pub fn cardinal_value(text: &str) -> Option<i64> {
    let place = |words: &[&str], word: &str| {
        let at = words.iter().position(|w| *w == word)?;
        i64::try_from(at).ok()
    };
    if let Some(n) = place(&SMALL, text) {
        return Some(n);
    }
    let (tens, ones) = text.split_once('-').unwrap_or((text, "zero"));
    match (place(&TENS, tens), place(&SMALL, ones)) {
        (Some(tens), Some(ones)) if tens > 1 && ones < 10 => Some(tens * 10 + ones),
        _ => text.parse().ok(),
    }
}

/// An ordinal number as a word ("third").
#[must_use]
pub fn ordinal(n: u32) -> String {
    let at = usize::try_from(n).ok().and_then(|n| n.checked_sub(1));
    if let Some(word) = at.and_then(|at| ORDINALS.get(at)) {
        return (*word).to_owned();
    }
    let word = cardinal(i64::from(n));
    match word.strip_suffix('y') {
        Some(stem) => format!("{stem}ieth"),
        None => format!("{word}th"),
    }
}

/// The value of an ordinal number in words, in lower case: "first" is 1.
#[must_use]
pub fn ordinal_value(text: &str) -> Option<u32> {
    let at = ORDINALS.iter().position(|word| *word == text)?;
    u32::try_from(at.saturating_add(1)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_back() {
        for n in 0..=120 {
            assert_eq!(cardinal_value(&cardinal(n)), Some(n));
        }
        for n in 1..=12 {
            assert_eq!(ordinal_value(&ordinal(n)), Some(n));
        }
        assert_eq!(ordinal(20), "twentieth");
        for wrong in ["", "-", "ten-one", "twenty-ten", "twenty-", "none"] {
            assert_eq!(cardinal_value(wrong), None, "{wrong}");
        }
    }
}
