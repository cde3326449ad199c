//! The nearest known word.

/// The known word nearest to a misspelt one, if it is near enough to be meant: at most one edit in three letters.
/// Of equally near words the first is taken, so the order of the vocabulary decides.
#[must_use]
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_lowercase();
    let length = lower.chars().count();
    let allowed = (length.max(3) / 3).min(4);
    let mut best: Option<(usize, &str)> = None;
    for candidate in known {
        let other = candidate.to_lowercase();
        if other.chars().count().abs_diff(length) > allowed || other == lower && candidate == word {
            continue;
        }
        let distance = strsim::osa_distance(&lower, &other);
        if distance <= allowed && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        let known = ["goblin", "golem", "destroy", "target"];
        assert_eq!(nearest("goblim", known), Some("goblin"));
        assert_eq!(nearest("destory", known), Some("destroy"));
        assert_eq!(nearest("elephant", known), None);
        assert_eq!(nearest("Tarqet", known), Some("target"));
    }
}
