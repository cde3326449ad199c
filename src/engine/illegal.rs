//! Refusals: why an answer or action is not legal, with the rule that says so.

use crate::vocab::Name;
use std::fmt;

/// Something a player may not do, and why.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Illegal {
    /// The number of the rule.
    pub rule: &'static str,
    /// The number of the rule of the keyword that forbids it, if one does.
    pub also: Option<Name>,
    /// What is wrong, as a sentence without a period.
    pub reason: String,
}

impl Illegal {
    /// A refusal.
    #[must_use]
    pub fn new(rule: &'static str, reason: impl Into<String>) -> Self {
        Self {
            rule,
            also: None,
            reason: reason.into(),
        }
    }

    /// With the rule of the keyword that forbids it.
    #[must_use]
    pub fn also(mut self, rule: Option<Name>) -> Self {
        self.also = rule;
        self
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.also {
            Some(also) => write!(f, "{} (CR {}, {also})", self.reason, self.rule),
            None => write!(f, "{} (CR {})", self.reason, self.rule),
        }
    }
}

impl std::error::Error for Illegal {}
