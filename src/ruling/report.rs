//! How a ruling ended.

use crate::diag::{Code, Diagnostic};
use crate::engine::Illegal;
use crate::source::{SourceMap, Span};
use crate::vocab::Name;

/// Why a ruling failed: the first step that was not as the script says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// What kind of failure it is.
    pub code: Code,
    /// The words of the script.
    pub span: Span,
    /// What is wrong, in a sentence.
    pub message: String,
    /// What was found instead, at the words.
    pub found: String,
    /// What helps to see why.
    pub notes: Vec<String>,
    /// The rule that says so.
    pub rule: Option<&'static str>,
    /// The rule of the keyword that forbids it.
    pub also: Option<Name>,
    /// The line of play that shows it, where the step explored several.
    pub line: Option<LineOfPlay>,
}

/// Answers that lead to a failure, as steps of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineOfPlay {
    /// The step that explored.
    pub at: Span,
    /// The answers, in order.
    pub answers: Vec<String>,
}

impl Failure {
    /// A failure at a place.
    #[must_use]
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            span,
            message: message.into(),
            found: String::new(),
            notes: Vec::new(),
            rule: None,
            also: None,
            line: None,
        }
    }

    /// The line of play that shows the failure as a ruling of its own: the script up to the step that explored, then the
    /// answers, then what was expected. `ruling` is where the ruling stands.
    #[must_use]
    pub fn counter_example(&self, ruling: Span, sources: &SourceMap) -> Option<String> {
        let line = self.line.as_ref()?;
        let text = sources.text(ruling.file);
        let start_of_line = |at: usize| {
            let before = text.get(..at)?;
            Some(before.rfind('\n').map_or(0, |end| end.saturating_add(1)))
        };
        let start = start_of_line(ruling.range().start)?;
        let end = start_of_line(line.at.range().start)?;
        let script = text.get(start..end)?;
        let indent: String = text
            .get(end..)?
            .chars()
            .take_while(|c| c.is_whitespace() && *c != '\n')
            .collect();
        // The title is in quotes on the first line.
        let (first, rest) = script.split_once('\n')?;
        let title = first.trim_end().strip_suffix('"')?;
        let mut ready = format!("{title}: a line of play\"\n{rest}");
        for answer in &line.answers {
            ready.push_str(&format!("{indent}{answer}\n"));
        }
        let expected = sources.slice(self.span);
        ready.push_str(&format!("{indent}expect {expected}\n"));
        Some(ready)
    }

    /// With what was found.
    #[must_use]
    pub fn found(mut self, found: impl Into<String>) -> Self {
        self.found = found.into();
        self
    }

    /// With something that helps.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// With the rule.
    #[must_use]
    pub const fn rule(mut self, rule: &'static str) -> Self {
        self.rule = Some(rule);
        self
    }

    /// A refusal of the engine.
    #[must_use]
    pub fn refused(span: Span, message: impl Into<String>, illegal: Illegal) -> Self {
        Self {
            also: illegal.also,
            ..Self::new(Code::Illegal, span, message)
                .found(illegal.reason)
                .rule(illegal.rule)
        }
    }

    /// As a diagnostic.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let mut diagnostic = Diagnostic::error(self.code, self.span, self.message.clone());
        if !self.found.is_empty() {
            diagnostic = diagnostic.label(self.found.clone());
        }
        for note in &self.notes {
            diagnostic = diagnostic.help(note.clone());
        }
        if let Some(rule) = self.rule {
            diagnostic = diagnostic.rule(rule);
        }
        if let Some(also) = &self.also {
            diagnostic = diagnostic.help(format!("see also rule {also}"));
        }
        diagnostic
    }
}

/// Whether a ruling held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Everything was as expected.
    Held,
    /// It was not.
    Failed(Box<Failure>),
}

/// A ruling that was run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Its title.
    pub title: Name,
    /// Where it stands.
    pub span: Span,
    /// Whether it held.
    pub outcome: Outcome,
    /// What happened, line by line.
    pub trace: String,
    /// Lines of play that were explored.
    pub lines: u64,
}
