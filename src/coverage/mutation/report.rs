//! Mutations as text.

use super::{Mutations, Sameness, Survivor};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Survivors shown of each kind.
const EXAMPLES: usize = 3;

/// Figures, and the survivors by what was done to them.
#[must_use]
pub fn text(found: &Mutations, limit: usize) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "lines      {:>8} accepted, with {} mutations; {} tried",
        found.lines, found.possible, found.tried
    );
    let _ = writeln!(
        out,
        "refused    {:>8} not read, {} read as the same but refused for a lost word",
        found.refused, found.lost
    );
    let _ = writeln!(out, "changed    {:>8} mean something else", found.changed);
    let explained: usize = found.explained.values().sum();
    let _ = writeln!(
        out,
        "explained  {explained:>8} by words without a meaning of their own"
    );
    for (reason, count) in &found.explained {
        let _ = writeln!(out, "{count:>19}  {reason}");
    }
    let _ = writeln!(out, "survivors  {:>8}", found.survivors.len());
    let mut groups: BTreeMap<(Sameness, &str), Vec<&Survivor>> = BTreeMap::new();
    for survivor in &found.survivors {
        groups
            .entry((survivor.same, &survivor.edit))
            .or_default()
            .push(survivor);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, survivors)| std::cmp::Reverse(survivors.len()));
    for ((same, edit), survivors) in groups.iter().take(limit) {
        let what = match same {
            Sameness::Meaning => "same meaning",
            Sameness::Code => "same code",
        };
        let _ = writeln!(out, "\n{:>6}  {what}, {edit}", survivors.len());
        for survivor in survivors.iter().take(EXAMPLES) {
            let _ = writeln!(
                out,
                "        {}: {}",
                survivor.of,
                survivor.line.replace('\n', " / ")
            );
            let _ = writeln!(
                out,
                "        {:>w$}  {}",
                "",
                survivor.mutated.replace('\n', " / "),
                w = survivor.of.chars().count()
            );
        }
    }
    if groups.len() > limit {
        let _ = writeln!(out, "... and {} more", groups.len() - limit);
    }
    out
}
