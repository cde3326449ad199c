//! Refusals: why an answer or action is not legal, with the rule that says so.

use std::fmt;

/// Something a player may not do, and why.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Illegal {
    /// The number of the rule.
    pub rule: &'static str,
    /// What is wrong, as a sentence without a period.
    pub reason: String,
}

impl Illegal {
    /// A refusal.
    #[must_use]
    pub fn new(rule: &'static str, reason: impl Into<String>) -> Self {
        Self {
            rule,
            reason: reason.into(),
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (CR {})", self.reason, self.rule)
    }
}

impl std::error::Error for Illegal {}
