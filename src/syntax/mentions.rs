//! Which names rulings mention.

use super::{RulingItem, RulingLine};
use std::collections::BTreeSet;

/// The lines of rulings, in which names are looked for.
#[derive(Debug, Default)]
pub struct Mentions {
    lines: Vec<String>,
    words: BTreeSet<String>,
}

impl Mentions {
    /// The lines of rulings.
    #[must_use]
    pub fn of<'a>(rulings: impl IntoIterator<Item = &'a RulingItem>) -> Self {
        let mut mentions = Self::default();
        for line in rulings.into_iter().flat_map(|ruling| &ruling.lines) {
            mentions.add(line);
        }
        mentions
    }

    fn add(&mut self, line: &RulingLine) {
        let text = &line.line.text;
        self.words.extend(words(text).map(str::to_owned));
        self.lines.push(text.clone());
        line.children.iter().for_each(|child| self.add(child));
    }

    /// The names that stand in the lines, as words of their own or in the plural, and not as ones that the ruling gives. A
    /// part of a longer name is none. What is found is taken out of the lines, so that shorter names can be looked for after.
    pub fn take<'n>(&mut self, names: impl IntoIterator<Item = &'n str>) -> BTreeSet<&'n str> {
        let mut names: Vec<&str> = names
            .into_iter()
            .filter(|name| self.may_have(name))
            .collect();
        names.sort_by_key(|name| (std::cmp::Reverse(name.len()), *name));
        names.dedup();
        names.retain(|name| {
            let mut found = false;
            for line in &mut self.lines {
                while let Some((at, length)) = find(name, line) {
                    line.replace_range(at..at.saturating_add(length), "_");
                    found = true;
                }
            }
            found
        });
        names.into_iter().collect()
    }

    /// A quick look: in a name of several words the first one is never in the plural.
    fn may_have(&self, name: &str) -> bool {
        let mut words = words(name);
        let first = words.next().unwrap_or("");
        words.next().is_none() || self.words.contains(first)
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
}

/// Where a name stands in a line, and how long it is there.
fn find(name: &str, line: &str) -> Option<(usize, usize)> {
    let irregular = [("y", "ies"), ("f", "ves")];
    let irregular = irregular
        .into_iter()
        .filter_map(|(end, plural)| Some((name.strip_suffix(end)?, plural)));
    let mut forms = [(name, ""), (name, "s"), (name, "es")]
        .into_iter()
        .chain(irregular);
    forms.find_map(|(stem, ending)| {
        let mut places = line.match_indices(stem).map(|(at, _)| at);
        let at = places.find(|at| {
            let (before, rest) = line.split_at(*at);
            let after = rest
                .strip_prefix(stem)
                .and_then(|rest| rest.strip_prefix(ending));
            let Some(after) = after else { return false };
            // "Two-Headed Giant: ..." says who plays, not that a card of that name does.
            let heads = before.is_empty() && after.starts_with(':');
            let inside =
                before.ends_with(char::is_alphanumeric) || after.starts_with(char::is_alphanumeric);
            !(heads || inside || before.ends_with("named "))
        })?;
        Some((at, stem.len().saturating_add(ending.len())))
    })
}

#[cfg(test)]
mod tests {
    use super::Mentions;
    use std::collections::BTreeSet;

    fn found<'n>(line: &str, names: &[&'n str]) -> BTreeSet<&'n str> {
        let mut mentions = Mentions::default();
        mentions.lines.push(line.to_owned());
        mentions.words.extend(super::words(line).map(str::to_owned));
        mentions.take(names.iter().copied())
    }

    #[test]
    fn the_longest_name_at_a_place_is_meant() {
        let names = ["Oak", "Oak Walker", "Walker"];
        assert_eq!(
            found("you control two Oak Walkers", &names),
            ["Oak Walker"].into()
        );
        assert_eq!(
            found("Oak Walker attacks Oak", &names),
            ["Oak", "Oak Walker"].into()
        );
        assert_eq!(found("you control Oaken Wall", &names), BTreeSet::new());
    }

    #[test]
    fn a_name_that_the_ruling_gives_is_not_mentioned() {
        let line = "you control a 1/1 Wolf creature token named Hunter";
        assert_eq!(found(line, &["Hunter"]), BTreeSet::new());
        assert_eq!(
            found("Hunters, Elves", &["Hunter", "Elf"]),
            ["Elf", "Hunter"].into()
        );
    }
}
