//! The nearest known words.

/// How many edits a slip of a word may be: one in three letters.
fn allowed(length: usize) -> usize {
    (length.max(3) / 3).min(4)
}

/// The known word nearest to a misspelt one, if it is near enough to be meant: at most one edit in three letters.
/// Of equally near words the first is taken, so the order of the vocabulary decides.
#[must_use]
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_of(word, known, 1).first().copied()
}

/// The known words nearest to a misspelt one, the nearest first, at most so many. Words that begin alike go before others.
#[must_use]
pub fn nearest_of<'a>(
    word: &str,
    known: impl IntoIterator<Item = &'a str>,
    most: usize,
) -> Vec<&'a str> {
    let lower = word.to_lowercase();
    let length = lower.chars().count();
    let allowed = allowed(length);
    let mut found: Vec<(usize, bool, usize, &str)> = Vec::new();
    for (order, candidate) in known.into_iter().enumerate() {
        // Letters are at least as many bytes: this spares most of the work.
        if candidate.len() > lower.len().saturating_add(allowed.saturating_mul(4)) {
            continue;
        }
        let other = candidate.to_lowercase();
        if other.chars().count().abs_diff(length) > allowed || other == lower && candidate == word {
            continue;
        }
        let distance = strsim::osa_distance(&lower, &other);
        // A word that shares nothing with the other is no slip of it.
        if distance <= allowed && distance < length {
            let elsewise = lower.chars().next() != other.chars().next();
            found.push((distance, elsewise, order, candidate));
        }
    }
    found.sort_unstable();
    // One slip is likelier than two.
    if found.first().is_some_and(|(distance, ..)| *distance == 1) {
        found.retain(|(distance, ..)| *distance == 1);
    }
    let mut out: Vec<&str> = Vec::new();
    for (_, _, _, candidate) in found {
        if out.len() < most && !out.contains(&candidate) {
            out.push(candidate);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        let known = ["goblin", "golem", "destroy", "target"];
        assert_eq!(nearest("goblim", known), Some("goblin"));
        assert_eq!(nearest("elephant", known), None);
        assert_eq!(nearest("Tarqet", known), Some("target"));
        assert_eq!(nearest("destory", known), Some("destroy"));
        assert_eq!(
            super::nearest_of("lie", ["die", "life", "lose"], 3),
            ["life", "die"]
        );
    }
}
