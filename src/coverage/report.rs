//! Coverage as text.

use super::tally::{Coverage, Stage, Tally};
use std::fmt::Write;

/// Figures, the ranked list of what stopped the rest, and the slowest lines.
#[must_use]
pub fn text(coverage: &Coverage, limit: usize) -> String {
    let mut out = String::new();
    let row = |name: &str, tally: Tally| {
        let part = |n: usize| format!("{n:>7} {:>5.1} %", share(n, tally.total));
        format!(
            "{name:<6} {:>7}   read {}   faithful {}   executable {}",
            tally.total,
            part(tally.read),
            part(tally.faithful),
            part(tally.executable)
        )
    };
    let _ = writeln!(out, "{}", row("faces", coverage.faces));
    let _ = writeln!(out, "{}", row("lines", coverage.lines));
    let times = &coverage.times;
    let ms = |time: std::time::Duration| time.as_secs_f64() * 1e3;
    let _ = writeln!(
        out,
        "time   {:.0} ms: reading {:.0} ms, proving {:.0} ms, code {:.0} ms",
        ms(times.all),
        ms(times.read),
        ms(times.proof),
        ms(times.code)
    );
    for error in &coverage.invalid {
        let _ = writeln!(out, "the program is not valid: {error}");
    }
    if !coverage.stops.is_empty() {
        let _ = writeln!(
            out,
            "\nwhat stopped the rest: faces stopped by it alone, faces, lines"
        );
    }
    for stop in coverage.stops.iter().take(limit) {
        let stage = match stop.stage {
            Stage::Read => "not read",
            Stage::Faithful => "not faithful",
            Stage::Executable => "no code",
        };
        let _ = writeln!(
            out,
            "{:>6} {:>6} {:>6}  {stage}: {}",
            stop.alone, stop.faces, stop.lines, stop.construct
        );
        for example in &stop.examples {
            let _ = writeln!(out, "{:>22}  {}", "", example.replace('\n', " "));
        }
    }
    if coverage.stops.len() > limit {
        let _ = writeln!(out, "... and {} more", coverage.stops.len() - limit);
    }
    if !coverage.slowest.is_empty() {
        let _ = writeln!(out, "\nslowest lines");
    }
    for slow in &coverage.slowest {
        let _ = writeln!(out, "{:>8.3} ms  {}", slow.ms, slow.line.replace('\n', " "));
    }
    out
}

fn share(part: usize, total: usize) -> f64 {
    if total == 0 {
        return 0.0;
    }
    // Shares are for people: a rounding error beyond 2^52 faces does not matter.
    100.0 * part as f64 / total as f64
}
