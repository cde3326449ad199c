//! Conditions of card text in a ruling: the names in them are replaced by numbers, which the compiled condition reads as
//! captured values.

use super::cursor::Cursor;
use super::{Read, Reader, card_text};
use crate::diag::{Code, Diagnostic};
use crate::lower;
use crate::ruling::script::{Expected, Mention, Named, Which};

/// The most things that one condition can name: each takes a pair of a frame's registers.
const MOST: usize = 14;

impl Reader<'_, '_> {
    /// A condition that fills the cursor.
    pub fn condition(&mut self, cursor: &mut Cursor<'_>) -> Read<Expected> {
        let whole = *cursor;
        let mut mentions: Vec<Mention> = Vec::new();
        let mut runs: Vec<(String, u32)> = Vec::new();
        let mut boundary = true;
        while !cursor.rest().is_empty() {
            let here = cursor.place(cursor.offset());
            if boundary && let Some(text) = self.kind(cursor, &runs) {
                runs.push((text, here));
                continue;
            }
            if boundary {
                let before = *cursor;
                if count_said(&runs).is_none()
                    && let Some((mention, text)) = self.named(cursor)
                {
                    let number = mentions
                        .iter()
                        .position(|m| m.what == mention.what && m.which == mention.which)
                        .unwrap_or_else(|| {
                            mentions.push(mention);
                            mentions.len().saturating_sub(1)
                        });
                    if number >= MOST {
                        return self.refuse(
                            whole.span(),
                            "the condition names too many things",
                            "",
                        );
                    }
                    runs.push((format!("@{number}{text}"), here));
                    // The cursor has gone over blanks, which the grammar wants to see.
                    let gap = cursor.offset().saturating_sub(before.offset());
                    let taken = before.rest().get(..gap).unwrap_or("");
                    if taken.ends_with(' ') {
                        runs.push((" ".to_owned(), here));
                    }
                    continue;
                }
            }
            let Some(c) = cursor.rest().chars().next() else {
                break;
            };
            let mut text = String::new();
            text.extend(c.to_lowercase());
            boundary = !(c.is_alphanumeric() || c == '\'');
            let blanks = cursor.rest().len();
            cursor.skip(c.len_utf8());
            if c != ' ' && blanks.saturating_sub(cursor.rest().len()) > c.len_utf8() {
                text.push(' ');
                boundary = true;
            }
            runs.push((text, here));
        }
        let line = card_text(&whole, &runs);
        let Some(condition) =
            lower::condition(&line, &lower::Bearer::ruling(), self.vocabulary, self.sink)
        else {
            return Err(super::Reported);
        };
        match self.extension.condition(&condition) {
            Ok(code) => Ok(Expected::Condition(code, mentions)),
            Err(missing) => {
                let message = format!("the condition needs {missing}, which has no code yet");
                self.sink.push(
                    Diagnostic::error(Code::NotExecutable, whole.span(), message)
                        .label("understood, but not executable yet"),
                );
                Err(super::Reported)
            }
        }
    }

    /// "Two Ash Runners", "a Wren token": things with a name, where a kind of things is counted and the name is no subtype.
    fn kind(&mut self, cursor: &mut Cursor<'_>, runs: &[(String, u32)]) -> Option<String> {
        let first = cursor.clone().word()?;
        if !self.starts_upper(cursor) || self.vocabulary.subtype(first).is_some() {
            return None;
        }
        let count = count_said(runs)?;
        let mut copy = *cursor;
        let (name, _) = self.name(&mut copy)?;
        let head = if copy.eat_any(&["tokens", "token"]) {
            "token"
        } else {
            "permanent"
        };
        let gap = copy
            .rest()
            .chars()
            .next()
            .is_some_and(char::is_alphanumeric);
        *cursor = copy;
        let one = matches!(count.as_str(), "a" | "an" | "one" | "1" | "another");
        let plural = if one { "" } else { "s" };
        let blank = if gap { " " } else { "" };
        Some(format!(
            "{head}{plural} named {}{blank}",
            name.to_lowercase()
        ))
    }

    /// A name that stands here, with the possessive ending after it. "You" is left to card text.
    fn named(&mut self, cursor: &mut Cursor<'_>) -> Option<(Mention, &'static str)> {
        if cursor.sees("you") || cursor.sees("your") {
            return None;
        }
        let mut copy = *cursor;
        if let Some(player) = self.whose(&mut copy) {
            // "opponent's graveyard"; "opponent's Bear" is one name.
            let mut object = *cursor;
            if self.starts_upper(&copy)
                && let Some(mention) = self.try_mention(&mut object)
            {
                return Some(self.finish(cursor, object, mention));
            }
            let mention = Mention {
                span: cursor.word_span(),
                what: Named::Player(player),
                which: Which::Only,
            };
            *cursor = copy;
            return Some((mention, "'s"));
        }
        let mut object = *cursor;
        let lower = cursor
            .rest()
            .chars()
            .next()
            .is_some_and(|c| c.is_lowercase());
        let determined = ["the ", "each ", "all ", "both "]
            .iter()
            .any(|d| cursor.rest().starts_with(d));
        let player_here = self.player(&mut cursor.clone()).is_some();
        if lower && !determined && !player_here {
            return None;
        }
        let mention = self.try_mention(&mut object)?;
        Some(self.finish(cursor, object, mention))
    }

    fn starts_upper(&self, cursor: &Cursor<'_>) -> bool {
        cursor
            .rest()
            .chars()
            .next()
            .is_some_and(|c| c.is_uppercase())
    }

    fn finish<'l>(
        &self,
        cursor: &mut Cursor<'l>,
        after: Cursor<'l>,
        mention: Mention,
    ) -> (Mention, &'static str) {
        *cursor = after;
        if cursor.eat("'s") {
            return (mention, "'s");
        }
        (mention, "")
    }
}

/// The number or article that the words so far end with, but for adjectives: then a kind of things follows, not the name of one.
fn count_said(runs: &[(String, u32)]) -> Option<String> {
    const COUNTS: &[&str] = &[
        "a", "an", "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
        "ten", "another", "more", "fewer", "other",
    ];
    const ADJECTIVES: &[&str] = &[
        "tapped",
        "untapped",
        "attacking",
        "blocking",
        "blocked",
        "unblocked",
        "enchanted",
        "equipped",
        "white",
        "blue",
        "black",
        "red",
        "green",
        "colorless",
        "multicolored",
        "monocolored",
        "legendary",
        "basic",
        "snow",
        "nontoken",
        "and",
        "exactly",
    ];
    let text: String = runs.iter().map(|(text, _)| text.as_str()).collect();
    let mut words = text.trim_end().rsplit(' ');
    let word = words.find(|word| !ADJECTIVES.contains(word) && !word.contains('/'))?;
    let digits = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    (COUNTS.contains(&word) || digits).then(|| word.to_owned())
}
