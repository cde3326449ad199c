//! The characters that cards are printed with: curly quotes, long dashes, true minus signs.

/// Card text with typographic quotes, dashes and minus signs.
pub fn text(plain: &str) -> String {
    let mut out = String::with_capacity(plain.len() + 8);
    let mut before = ' ';
    let mut chars = plain.chars().peekable();
    let mut quoted = false;
    while let Some(c) = chars.next() {
        let next = chars.peek().copied();
        match c {
            '"' => {
                out.push(if quoted { '”' } else { '“' });
                quoted = !quoted;
            }
            '“' | '”' => {
                quoted = c == '“';
                out.push(c);
            }
            '\'' => out.push('’'),
            '-' if next == Some('-') => {
                chars.next();
                out.push('—');
            }
            '-' if next == Some(' ') && before == ' ' => out.push('—'),
            // A number less than zero, not a range or a word.
            '-' if next.is_some_and(|n| n.is_ascii_digit() || n == 'X')
                && !before.is_alphanumeric() =>
            {
                out.push('−');
            }
            c => out.push(c),
        }
        before = c;
    }
    out
}

/// A type line with a long dash between types and subtypes, and single blanks.
pub fn type_line(written: &str) -> String {
    let words: Vec<&str> = written
        .split_whitespace()
        .map(|word| match word {
            "-" | "--" | "–" => "—",
            word => word,
        })
        .collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_dashes_and_signs() {
        let plain = "It has \"{T}: Draw a card.\" -- Mira's -1/-1 and -X: well-known";
        let typographic = "It has “{T}: Draw a card.” — Mira’s −1/−1 and −X: well-known";
        assert_eq!(text(plain), typographic);
        assert_eq!(text(typographic), typographic);
    }

    #[test]
    fn type_lines() {
        assert_eq!(type_line("Creature  -- Bear 2/2"), "Creature — Bear 2/2");
        assert_eq!(type_line("Creature — Bear 2/2"), "Creature — Bear 2/2");
    }
}
