//! Figures as text.

use super::{Figures, Rate};
use std::fmt::Write;

/// A row: what, how many in a second, how long one takes.
fn row(out: &mut String, what: &str, rate: Rate) {
    let each = 1e6 / rate.per_second();
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "{what:<28} {:>12.0} /s {each:>12.2} µs each",
        rate.per_second()
    );
}

/// Figures as a table.
#[must_use]
pub fn text(figures: &Figures) -> String {
    let mut out = String::new();
    if let Some(lines) = &figures.lines {
        row(&mut out, "ability lines read, cold", lines.cold);
        row(&mut out, "ability lines read, warm", lines.warm);
    }
    if let Some(packs) = figures.packs {
        row(&mut out, "packs compiled", packs);
    }
    row(&mut out, "decisions of random play", figures.decisions);
    if let Some(rulings) = figures.rulings {
        row(&mut out, "rulings run", rulings);
    }
    let cloning = figures.cloning;
    let _ = writeln!(
        out,
        "{:<28} {:>12.0} ns   {:>12} bytes ({} permanents, {} objects)",
        "a mid-game state cloned", cloning.ns, cloning.bytes, cloning.permanents, cloning.objects
    );
    if let Some(lines) = &figures.lines {
        let _ = writeln!(out, "\nslowest lines");
        for slow in &lines.slowest {
            let _ = writeln!(out, "{:>10.1} µs  {}", slow.us, shortened(&slow.line));
        }
    }
    out
}

/// The beginning of a long line.
fn shortened(line: &str) -> String {
    const WIDTH: usize = 100;
    if line.chars().count() <= WIDTH {
        return line.to_owned();
    }
    let start: String = line.chars().take(WIDTH).collect();
    format!("{start}…")
}
