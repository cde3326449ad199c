//! Words and signs of a line, for normalising, highlighting and reading headers.

use logos::Logos;
use std::ops::Range;

/// A word or sign.
#[derive(Logos, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token {
    /// Blanks, and the end of a line between the modes of an ability.
    #[regex(r"[ \t\r\n\u{a0}]+")]
    Blank,
    /// A word, with apostrophes and hyphens inside.
    #[regex(r"[\p{L}][\p{L}\p{M}0-9]*(['’\-][\p{L}0-9]+)*['’]?")]
    Word,
    /// A number.
    #[regex(r"[0-9]+")]
    Number,
    /// A symbol in braces.
    #[regex(r"\{[^{}\n]*\}")]
    Symbol,
    /// An opening brace without its closing one.
    #[token("{")]
    OpenSymbol,
    /// A dash between parts.
    #[regex("—|--|–")]
    Dash,
    /// A minus sign or hyphen.
    #[regex("−|-")]
    Minus,
    /// A double quote.
    #[regex("[\"“”]")]
    Quote,
    /// An apostrophe on its own.
    #[regex("['’‘]")]
    Apostrophe,
    /// The bullet of a mode.
    #[token("•")]
    Bullet,
    /// `(`
    #[token("(")]
    Open,
    /// `)`
    #[token(")")]
    Close,
    /// Other punctuation: `. , : ; / + * [ ]` and the like.
    #[regex(r"[.,:;/+*\[\]!?&|~%=<>#@$^_\\`]")]
    Sign,
}

/// The tokens of a text with their places; what is no token at all is an `Err`, one for each run.
pub fn tokens(text: &str) -> impl Iterator<Item = (Result<Token, ()>, Range<usize>)> + '_ {
    Token::lexer(text).spanned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_words_and_signs() {
        let text = "{3}{b}: it’s +1/+1 — “x”";
        let found: Vec<(Token, &str)> = tokens(text)
            .filter_map(|(t, r)| Some((t.ok()?, text.get(r)?)))
            .collect();
        assert_eq!(found.first(), Some(&(Token::Symbol, "{3}")));
        assert!(found.contains(&(Token::Word, "it’s")));
        assert!(found.contains(&(Token::Dash, "—")));
        assert_eq!(found.iter().filter(|(t, _)| *t == Token::Quote).count(), 2);
    }
}
