//! Traces as snapshots, in insta's format, in a folder `snapshots` beside the file of the ruling.

use super::report::Report;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What a trace was compared with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Comparison {
    /// It is as it was reviewed.
    Same,
    /// There is no reviewed one.
    New,
    /// It differs from the reviewed one, which is given.
    Changed(String),
}

/// Where the reviewed trace of a ruling is kept.
#[must_use]
pub fn path(file: &Path, title: &str) -> PathBuf {
    let stem = file
        .file_stem()
        .map_or_else(|| "ruling".to_owned(), |s| s.to_string_lossy().into_owned());
    let mut name = String::new();
    for c in title.chars() {
        if c.is_alphanumeric() {
            name.extend(c.to_lowercase());
        } else if !name.ends_with('_') && !name.is_empty() {
            name.push('_');
        }
    }
    let name: String = name.trim_end_matches('_').chars().take(100).collect();
    let folder = file.parent().unwrap_or(Path::new(".")).join("snapshots");
    folder.join(format!("{stem}__{name}.snap"))
}

/// Compares a trace with the reviewed one.
///
/// # Errors
/// The reviewed one is there but could not be read.
pub fn compare(path: &Path, report: &Report) -> io::Result<Comparison> {
    match fs::read_to_string(path) {
        Ok(text) => {
            let known = body(&text);
            if known == report.trace.trim_end() {
                Ok(Comparison::Same)
            } else {
                Ok(Comparison::Changed(known.to_owned()))
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Comparison::New),
        Err(error) => Err(error),
    }
}

/// Writes a trace for review, beside the reviewed one.
///
/// # Errors
/// It could not be written.
pub fn propose(path: &Path, report: &Report) -> io::Result<()> {
    write(&path.with_extension("snap.new"), report)
}

/// Accepts every trace that waits for review under a folder; how many there were.
///
/// # Errors
/// A file could not be read or renamed.
pub fn accept(folder: &Path) -> io::Result<usize> {
    let mut accepted = 0;
    for proposed in pending(folder)? {
        fs::rename(&proposed, proposed.with_extension(""))?;
        accepted += 1;
    }
    Ok(accepted)
}

/// The traces that wait for review under a folder, in the order of their paths.
///
/// # Errors
/// A folder could not be read.
pub fn pending(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    collect(folder, 6, &mut found)?;
    found.sort();
    Ok(found)
}

fn collect(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            if depth > 0 {
                collect(&path, depth - 1, found)?;
            }
        } else if path.to_string_lossy().ends_with(".snap.new") {
            found.push(path);
        }
    }
    Ok(())
}

fn write(path: &Path, report: &Report) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let title = report.title.replace('"', "'");
    let text = format!(
        "---\nsource: spellwright test\ndescription: \"{title}\"\nexpression: trace\n---\n{}\n",
        report.trace.trim_end()
    );
    fs::write(path, text)
}

/// The text of a snapshot without its head.
#[must_use]
pub fn body(text: &str) -> &str {
    let rest = text.strip_prefix("---\n").unwrap_or(text);
    rest.split_once("\n---\n")
        .map_or(rest, |(_, body)| body)
        .trim_end()
}
