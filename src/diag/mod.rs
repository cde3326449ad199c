//! Diagnostics: what is wrong with a pack, where, and what to write instead.
//!
//! **Takes** spans; **gives** [`Diagnostic`] values and their rendering. May import `source`. Messages are lower case without
//! a final period, put the designer's own words in backticks, and use the words of the game.

mod codes;
mod excerpt;
mod render;
mod suggest;

pub use codes::{Code, Explanation};
pub use render::{Style, render};
pub use suggest::{nearest, nearest_of};

use crate::source::Span;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// It works, but something is odd.
    Warning,
    /// It does not work.
    Error,
}

/// A place with a remark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What about it; may be empty.
    pub text: String,
}

/// A change that would mend it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What to replace.
    pub span: Span,
    /// By what.
    pub replacement: String,
}

/// Something wrong in a pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its stable code.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in a sentence.
    pub message: String,
    /// The exact words that are wrong.
    pub primary: Label,
    /// Places that say why.
    pub secondary: Vec<Label>,
    /// What to do.
    pub help: Vec<String>,
    /// A change that would mend it.
    pub fix: Option<Fix>,
    /// Numbers of the Comprehensive Rules that say so.
    pub rules: Vec<&'static str>,
}

impl Diagnostic {
    /// An error at a place.
    #[must_use]
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            primary: Label {
                span,
                text: String::new(),
            },
            secondary: Vec::new(),
            help: Vec::new(),
            fix: None,
            rules: Vec::new(),
        }
    }

    /// A warning at a place.
    #[must_use]
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(code, span, message)
        }
    }

    /// With a remark at the underlined words.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// With another place.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// With advice.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// With a change that would mend it.
    #[must_use]
    pub fn fix(mut self, span: Span, replacement: impl Into<String>) -> Self {
        self.fix = Some(Fix {
            span,
            replacement: replacement.into(),
        });
        self
    }

    /// With a rule that says so.
    #[must_use]
    pub fn rule(mut self, number: &'static str) -> Self {
        self.rules.push(number);
        self
    }
}

/// Where diagnostics are collected. Beyond the cap they are only counted.
#[derive(Debug, Clone)]
pub struct Sink {
    found: Vec<Diagnostic>,
    dropped: usize,
    cap: usize,
    errors: usize,
}

impl Default for Sink {
    fn default() -> Self {
        Self {
            found: Vec::new(),
            dropped: 0,
            cap: 10_000,
            errors: 0,
        }
    }
}

impl Sink {
    /// Errors beyond which no more words are looked for to suggest: that would take longer than all the reading.
    const CROWD: usize = 500;

    /// Whether there are so many errors that a further one only says where it is.
    #[must_use]
    pub const fn is_crowded(&self) -> bool {
        self.errors > Self::CROWD
    }

    /// Adds a diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.errors = self
            .errors
            .saturating_add(usize::from(diagnostic.severity == Severity::Error));
        if self.found.len() < self.cap {
            self.found.push(diagnostic);
        } else {
            self.dropped = self.dropped.saturating_add(1);
        }
    }

    /// Adds all of another.
    pub fn extend(&mut self, other: Self) {
        self.dropped = self.dropped.saturating_add(other.dropped);
        other
            .found
            .into_iter()
            .for_each(|diagnostic| self.push(diagnostic));
    }

    /// Keeps only what is said of places of some kind.
    pub fn retain(&mut self, keep: impl Fn(Span) -> bool) {
        self.found
            .retain(|diagnostic| keep(diagnostic.primary.span));
        let errors = self.found.iter();
        self.errors = errors
            .filter(|found| found.severity == Severity::Error)
            .count();
    }

    /// What was collected, by place.
    #[must_use]
    pub fn sorted(&self) -> Vec<&Diagnostic> {
        let mut all: Vec<&Diagnostic> = self.found.iter().collect();
        all.sort_by_key(|d| (d.primary.span, d.code));
        all
    }

    /// What was collected, in the order in which it was found.
    #[must_use]
    pub fn all(&self) -> &[Diagnostic] {
        &self.found
    }

    /// How many were not kept.
    #[must_use]
    pub const fn dropped(&self) -> usize {
        self.dropped
    }

    /// How many errors there were.
    #[must_use]
    pub const fn errors(&self) -> usize {
        self.errors
    }

    /// Whether nothing is wrong.
    #[must_use]
    pub const fn is_clean(&self) -> bool {
        self.errors == 0
    }
}
