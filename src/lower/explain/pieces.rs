//! The words and signs of a line, for pointing at them.

/// A word, a symbol, a number or a sign of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Piece<'t> {
    pub start: usize,
    pub end: usize,
    pub text: &'t str,
    /// It opens a sentence or an ability, and so begins with a capital.
    pub opens: bool,
    /// It belongs to a name that anybody may choose: an ability word, the name of a mode or of a card.
    pub title: bool,
}

impl<'t> Piece<'t> {
    /// Whether it is a word of letters.
    pub fn is_word(&self) -> bool {
        self.text.starts_with(char::is_alphabetic)
    }

    /// Whether it is a symbol in braces.
    pub fn is_symbol(&self) -> bool {
        self.text.starts_with('{')
    }

    /// What follows the last piece: nothing.
    pub fn end(text: &str) -> Self {
        Self {
            start: text.len(),
            end: text.len(),
            ..Self::default()
        }
    }

    /// Which piece an offset is at: the one it is in, or the next; the number of pieces if there is none.
    pub fn at(all: &[Piece<'t>], offset: usize) -> usize {
        all.partition_point(|piece| piece.end <= offset)
    }
}

fn continues(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '\'' | '-' | '/' | '+' | '−' | '*' | '~')
}

/// The pieces of a line's text.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut out: Vec<Piece<'_>> = Vec::new();
    let mut at = 0;
    let mut opens = true;
    let mut named = false;
    // Where the words before a dash began that may be a name.
    let mut title = Some(0);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let first = rest.chars().next().unwrap_or(' ');
        let length = if first == ' ' {
            at += 1;
            continue;
        } else if first == '{' {
            rest.find('}').map_or(rest.len(), |end| end + 1)
        } else if continues(first) {
            rest.find(|c| !continues(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let end = at.saturating_add(length.max(1));
        let word = text.get(at..end).unwrap_or("");
        if word == "—" {
            let from = title.take().unwrap_or(out.len());
            out.iter_mut()
                .skip(from)
                .for_each(|piece| piece.title = true);
        }
        named = match word {
            "named" => true,
            "with" if out.last().is_some_and(|last| last.text == "partner") => true,
            "." | ";" | ":" | "\"" | "and" | "or" | "with" | "from" | "in" | "on" | "onto"
            | "that" | "you" | "then" | "has" | "have" | "is" => false,
            _ => named,
        };
        out.push(Piece {
            start: at,
            end,
            text: word,
            opens,
            title: named && word != "named",
        });
        opens = matches!(word, "." | ":" | "\"" | "—" | "•" | "!") || opens && word == "•";
        match word {
            "•" | "\"" => title = Some(out.len()),
            _ if word
                .chars()
                .all(|c| c.is_alphabetic() || matches!(c, '\'' | '-' | '!')) => {}
            _ => title = None,
        }
        at = end;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Piece, pieces};

    #[test]
    fn words_symbols_and_signs() {
        let all = pieces("oak's gift — {2}{r}, {t}: ~ gets +1/+1. draw.");
        let texts: Vec<&str> = all.iter().map(|piece| piece.text).collect();
        assert_eq!(
            texts,
            [
                "oak's", "gift", "—", "{2}", "{r}", ",", "{t}", ":", "~", "gets", "+1/+1", ".",
                "draw", "."
            ]
        );
        assert!(all[1].title && !all[9].title);
        assert!(all[0].opens && all[8].opens && all[12].opens && !all[9].opens);
        let named = pieces("a card named storm of ash and exile it");
        let titles: Vec<&str> = named.iter().filter(|p| p.title).map(|p| p.text).collect();
        assert_eq!(titles, ["storm", "of", "ash"]);
        assert_eq!(Piece::at(&all, 3), 0);
        assert_eq!(Piece::at(&all, 5), 1);
        assert_eq!(Piece::at(&all, 500), all.len());
    }
}
