//! Traces as snapshots, in insta's format: one sheet for each file of rulings, in a folder `snapshots` beside it, with a section
//! for each ruling.

use super::report::Report;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The reviewed traces of a file of rulings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// Where it is kept.
    pub path: PathBuf,
    /// Whether it is there.
    pub exists: bool,
    /// Titles and traces, in the order of the file.
    sections: Vec<(String, String)>,
    /// Something differs from what was read.
    changed: bool,
}

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

/// What begins a section.
const SECTION: &str = "ruling ";

impl Sheet {
    /// Reads the sheet of a file of rulings.
    ///
    /// # Errors
    /// It is there but could not be read.
    pub fn of(file: &Path) -> io::Result<Self> {
        let stem = file
            .file_stem()
            .map_or_else(|| "rulings".into(), |s| s.to_string_lossy().into_owned());
        let folder = file.parent().unwrap_or(Path::new(".")).join("snapshots");
        let path = folder.join(format!("{stem}.snap"));
        let (exists, sections) = match fs::read_to_string(&path) {
            Ok(text) => (true, sections(body(&text))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => (false, Vec::new()),
            Err(error) => return Err(error),
        };
        Ok(Self {
            path,
            exists,
            sections,
            changed: false,
        })
    }

    /// Compares the trace of a ruling with the reviewed one, and takes it over.
    pub fn compare(&mut self, report: &Report) -> Comparison {
        let now = report.trace.trim_end().to_owned();
        let known = self
            .sections
            .iter_mut()
            .find(|(title, _)| *title == report.title.as_str());
        match known {
            Some((_, trace)) if *trace == now => Comparison::Same,
            Some((_, trace)) => {
                self.changed = true;
                Comparison::Changed(std::mem::replace(trace, now))
            }
            None => {
                self.changed = true;
                self.sections.push((report.title.to_string(), now));
                Comparison::New
            }
        }
    }

    /// Puts the sections into the order of the file, and leaves out those of rulings that are gone.
    pub fn arrange(&mut self, titles: &[&str]) {
        let before = self.sections.clone();
        self.sections
            .retain(|(title, _)| titles.contains(&title.as_str()));
        self.sections
            .sort_by_key(|(title, _)| titles.iter().position(|t| t == title));
        self.changed |= self.sections != before;
    }

    /// Writes what differs for review, beside the reviewed sheet; whether there was anything.
    ///
    /// # Errors
    /// It could not be written.
    pub fn propose(&self) -> io::Result<bool> {
        if !self.changed {
            return Ok(false);
        }
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut text = String::from("---\nsource: spellwright test\nexpression: traces\n---\n");
        for (title, trace) in &self.sections {
            text.push_str(&format!("{SECTION}\"{title}\"\n{trace}\n\n"));
        }
        let end = text.trim_end().len();
        text.truncate(end);
        text.push('\n');
        fs::write(self.path.with_extension("snap.new"), text)?;
        Ok(true)
    }
}

fn sections(text: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        let title = line
            .strip_prefix(SECTION)
            .and_then(|rest| rest.strip_prefix('"')?.strip_suffix('"'));
        match (title, found.last_mut()) {
            (Some(title), _) => found.push((title.to_owned(), String::new())),
            (None, Some((_, trace))) => {
                trace.push_str(line);
                trace.push('\n');
            }
            (None, None) => {}
        }
    }
    for (_, trace) in &mut found {
        let end = trace.trim_end().len();
        trace.truncate(end);
    }
    found
}

/// The sheets that wait for review under a folder, in the order of their paths.
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

/// The text of a snapshot without its head.
#[must_use]
pub fn body(text: &str) -> &str {
    let rest = text.strip_prefix("---\n").unwrap_or(text);
    rest.split_once("\n---\n")
        .map_or(rest, |(_, body)| body)
        .trim_end()
}
