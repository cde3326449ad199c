//! Diagnostics as text for people, as one line each, or as JSON.

use super::excerpt::{Excerpt, LONGEST};
use super::{Diagnostic, Severity};
use crate::source::SourceMap;
use codespan_reporting::{
    diagnostic::{Diagnostic as Report, Label},
    term,
};
use serde_json::json;
use std::fmt::Write as _;

/// How diagnostics are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// With the source line and a caret.
    Human,
    /// `file:line:column: severity[code]: message`.
    Short,
    /// A JSON object each, on a line of its own.
    Json,
}

/// Writes diagnostics in a style.
#[must_use]
pub fn render(diagnostics: &[&Diagnostic], sources: &SourceMap, style: Style) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics {
        match style {
            Style::Human => human(diagnostic, sources, &mut out),
            Style::Short => short(diagnostic, sources, &mut out),
            Style::Json => {
                let _ = writeln!(out, "{}", json(diagnostic, sources));
            }
        }
    }
    out
}

const fn severity(diagnostic: &Diagnostic) -> &'static str {
    match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

fn short(diagnostic: &Diagnostic, sources: &SourceMap, out: &mut String) {
    let span = diagnostic.primary.span;
    let (line, column) = sources.line_column(span.file, span.start as usize);
    let name = sources.file_name(span.file);
    let _ = writeln!(
        out,
        "{name}:{line}:{column}: {}[{}]: {}",
        severity(diagnostic),
        diagnostic.code,
        diagnostic.message
    );
}

fn human(diagnostic: &Diagnostic, sources: &SourceMap, out: &mut String) {
    let span = diagnostic.primary.span;
    let mut notes: Vec<String> = diagnostic
        .help
        .iter()
        .map(|help| format!("help: {help}"))
        .collect();
    if let Some(fix) = &diagnostic.fix
        && !diagnostic
            .primary
            .text
            .contains(&format!("`{}`", fix.replacement))
    {
        notes.push(format!("help: write `{}`", fix.replacement));
    }
    if !diagnostic.rules.is_empty() {
        notes.push(format!("rules: {}", diagnostic.rules.join(", ")));
    }
    let report = match diagnostic.severity {
        Severity::Error => Report::error(),
        Severity::Warning => Report::warning(),
    };
    let report = report
        .with_code(diagnostic.code.to_string())
        .with_message(&diagnostic.message)
        .with_notes(notes);
    let config = term::Config::default();
    let text = if sources.line_length(span) > LONGEST {
        let excerpt = Excerpt::new(sources, span);
        let label = Label::primary((), excerpt.span()).with_message(&diagnostic.primary.text);
        term::emit_into_string(&config, &excerpt, &report.with_labels(vec![label]))
    } else {
        let secondary = diagnostic.secondary.iter().map(|label| {
            Label::secondary(label.span.file, label.span.range()).with_message(&label.text)
        });
        let primary = Label::primary(span.file, span.range());
        let labels = std::iter::once(primary.with_message(&diagnostic.primary.text));
        let report = Report::new(report.severity)
            .with_code(diagnostic.code.to_string())
            .with_message(&diagnostic.message)
            .with_notes(report.notes)
            .with_labels(labels.chain(secondary).collect());
        term::emit_into_string(&config, sources, &report)
    };
    match text {
        Ok(text) => out.push_str(&text),
        // A span outside its file is a fault of ours, but the message must still be seen.
        Err(_) => short(diagnostic, sources, out),
    }
}

fn json(diagnostic: &Diagnostic, sources: &SourceMap) -> serde_json::Value {
    let place = |span: crate::source::Span| {
        let (line, column) = sources.line_column(span.file, span.start as usize);
        let (end_line, end_column) = sources.line_column(span.file, span.end as usize);
        json!({
            "file": sources.file_name(span.file),
            "line": line, "column": column, "end_line": end_line, "end_column": end_column,
            "start": span.start, "end": span.end,
            "text": sources.slice(span),
        })
    };
    json!({
        "code": diagnostic.code.to_string(),
        "severity": severity(diagnostic),
        "message": diagnostic.message,
        "at": place(diagnostic.primary.span),
        "label": diagnostic.primary.text,
        "related": diagnostic.secondary.iter().map(|label| json!({ "at": place(label.span), "label": label.text })).collect::<Vec<_>>(),
        "help": diagnostic.help,
        "fix": diagnostic.fix.as_ref().map(|fix| json!({ "at": place(fix.span), "replacement": fix.replacement })),
        "rules": diagnostic.rules,
    })
}
