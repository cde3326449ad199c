//! Packs on disk: a folder with `pack.toml` and `.rules` files, and the packs it depends on.
//!
//! **Takes** paths; **gives** a [`Pack`] with the items of every file, dependencies first. May import `source`, `diag`,
//! `syntax`. This is the only stage of the library that reads files.

use crate::diag::{Code, Diagnostic, Sink};
use crate::source::{FileId, SourceMap, Span};
use crate::syntax::{Item, Manifest, read_file, read_manifest};
use crate::vocab::Name;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// A pack with its items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pack {
    /// The folder.
    pub path: PathBuf,
    /// What its `pack.toml` says; `None` for a single file given by itself.
    pub manifest: Option<Manifest>,
    /// Its items in the order of files (by name) and lines.
    pub items: Vec<Item>,
    /// Names of more cards, which texts may mention; their items are left out.
    pub known: Vec<Name>,
    /// It was asked for, and is not only a dependency.
    pub requested: bool,
}

/// The longest file that is read, in bytes.
const MAX_FILE: u64 = 256 << 20;

/// How deep folders are looked into.
const FOLDER_DEPTH: usize = 4;

/// Loads packs with their dependencies. Each pack comes once, after what it depends on.
///
/// A path is a pack's folder, a folder of packs, or a `.rules` file, which is read as a part of the pack around it. The
/// dependency `core = "@core"` is the core pack that comes with the program; if a pack named `core` is loaded from a folder
/// too, that one is used.
pub fn load(paths: &[PathBuf], sources: &mut SourceMap, sink: &mut Sink) -> Vec<Pack> {
    let mut loader = Loader {
        sources,
        sink,
        packs: Vec::new(),
        open: Vec::new(),
    };
    for path in paths {
        loader.path(path);
    }
    let mut packs = loader.packs;
    let of_folder = packs
        .iter()
        .position(|p| p.manifest.as_ref().is_some_and(|m| m.name == "core"));
    let embedded = packs.iter().position(|p| p.path == Path::new(EMBEDDED));
    match (of_folder, embedded) {
        (Some(at), Some(embedded)) if at > embedded => {
            // It takes the place of the other, before what depends on it.
            let found = packs.remove(at);
            if let Some(place) = packs.get_mut(embedded) {
                *place = found;
            }
        }
        (Some(_), Some(embedded)) => {
            packs.remove(embedded);
        }
        _ => {}
    }
    packs
}

/// The path of the core pack that comes with the program, as a dependency.
const EMBEDDED: &str = "@core";

/// The files of the core pack, which comes with the program.
const CORE: &[(&str, &str)] = &[
    (
        "ability_words.rules",
        include_str!("../../rules/core/ability_words.rules"),
    ),
    (
        "actions.rules",
        include_str!("../../rules/core/actions.rules"),
    ),
    (
        "counters.rules",
        include_str!("../../rules/core/counters.rules"),
    ),
    (
        "evergreen.rules",
        include_str!("../../rules/core/evergreen.rules"),
    ),
    (
        "keywords.rules",
        include_str!("../../rules/core/keywords.rules"),
    ),
    ("lands.rules", include_str!("../../rules/core/lands.rules")),
    (
        "primitives.rules",
        include_str!("../../rules/core/primitives.rules"),
    ),
    (
        "subtypes.rules",
        include_str!("../../rules/core/subtypes.rules"),
    ),
    (
        "tokens.rules",
        include_str!("../../rules/core/tokens.rules"),
    ),
    ("words.rules", include_str!("../../rules/core/words.rules")),
];

/// The core pack as it comes with the program, for cards that stand in no pack.
pub fn core(sources: &mut SourceMap, sink: &mut Sink) -> Pack {
    let mut items = Vec::new();
    for (name, text) in CORE {
        let file = sources.add(format!("core/{name}"), *text);
        items.extend(read_file(sources, file, sink));
    }
    Pack {
        path: PathBuf::from(EMBEDDED),
        manifest: None,
        items,
        requested: false,
        known: Vec::new(),
    }
}

/// The text of a file; that it cannot be read is reported.
pub fn read_text(path: &Path, sources: &mut SourceMap, sink: &mut Sink) -> Option<String> {
    let name = path.display().to_string();
    text_of(path)
        .map_err(|reason| {
            let span = Span::new(sources.add(name.clone(), ""), 0, 0);
            let message = format!("`{name}` could not be read: {reason}");
            sink.push(Diagnostic::error(Code::Io, span, message));
        })
        .ok()
}

fn text_of(path: &Path) -> Result<String, String> {
    if fs::metadata(path).is_ok_and(|meta| meta.len() > MAX_FILE) {
        return Err("it is longer than 256 MB".to_owned());
    }
    fs::read_to_string(path).map_err(|e| e.to_string())
}

/// A path without detours: `a/../b` is `b`. Links are not followed, so this is for showing it only.
fn tidy(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir if out.file_name().is_some() => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}

/// Folders under a path, itself included, that hold a `pack.toml`; in the order of their names.
fn pack_folders(path: &Path, depth: usize, out: &mut Vec<PathBuf>) {
    if path.join("pack.toml").is_file() {
        out.push(path.to_owned());
        return;
    }
    if depth == 0 {
        return;
    }
    let Ok(entries) = fs::read_dir(path) else {
        return;
    };
    let mut folders: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|p| p.is_dir())
        .collect();
    folders.sort();
    for folder in folders {
        pack_folders(&folder, depth - 1, out);
    }
}

struct Loader<'a> {
    sources: &'a mut SourceMap,
    sink: &'a mut Sink,
    packs: Vec<Pack>,
    /// Packs whose dependencies are being loaded, with the canonical path and where they were asked for.
    open: Vec<(PathBuf, Name)>,
}

impl Loader<'_> {
    fn path(&mut self, path: &Path) {
        if path.is_file() {
            let manifest = self.around(path);
            if let Some(file) = self.read(path, None) {
                let items = read_file(self.sources, file, self.sink);
                self.packs.push(Pack {
                    path: path.to_owned(),
                    manifest,
                    items,
                    requested: true,
                    known: Vec::new(),
                });
            }
            return;
        }
        let mut folders = Vec::new();
        pack_folders(path, FOLDER_DEPTH, &mut folders);
        if folders.is_empty() {
            let file = self.sources.add(path.display().to_string(), "");
            let message = format!("`{}` has no pack.toml", path.display());
            self.sink.push(Diagnostic::error(
                Code::MissingPack,
                Span::new(file, 0, 0),
                message,
            ));
        }
        for folder in folders {
            self.pack(&folder, true, None);
        }
    }

    /// The manifest of the pack around a file, with the packs that it depends on loaded.
    fn around(&mut self, path: &Path) -> Option<Manifest> {
        let folder = path
            .ancestors()
            .skip(1)
            .take(FOLDER_DEPTH + 1)
            .find(|folder| folder.join("pack.toml").is_file())?;
        let file = self.read(&folder.join("pack.toml"), None)?;
        let manifest = read_manifest(self.sources, file, self.sink)?;
        self.dependencies(folder, &manifest);
        Some(manifest)
    }

    /// Loads what a pack depends on.
    fn dependencies(&mut self, folder: &Path, manifest: &Manifest) {
        for (_, path) in &manifest.dependencies {
            if path.value != EMBEDDED {
                self.pack(&folder.join(&path.value), false, Some(path.span));
            } else if !self.packs.iter().any(|p| p.path == Path::new(EMBEDDED)) {
                let core = core(self.sources, self.sink);
                self.packs.push(core);
            }
        }
    }

    /// Loads a pack unless it already is; `from` is where it is asked for.
    fn pack(&mut self, folder: &Path, requested: bool, from: Option<Span>) {
        let canonical = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        if let Some(known) = self
            .packs
            .iter_mut()
            .find(|p| fs::canonicalize(&p.path).is_ok_and(|c| c == canonical))
        {
            known.requested |= requested;
            return;
        }
        if let Some(at) = self.open.iter().position(|(path, _)| *path == canonical) {
            let names: Vec<&str> = self
                .open
                .iter()
                .skip(at)
                .map(|(_, name)| name.as_str())
                .collect();
            let chain = format!(
                "{} -> {}",
                names.join(" -> "),
                names.first().copied().unwrap_or("")
            );
            let message = format!("packs depend on each other in a circle: {chain}");
            self.sink.push(
                Diagnostic::error(Code::Cycle, from.unwrap_or_default(), message)
                    .label("this closes the circle"),
            );
            return;
        }
        let Some(file) = self.read(&folder.join("pack.toml"), from) else {
            return;
        };
        let Some(manifest) = read_manifest(self.sources, file, self.sink) else {
            return;
        };
        self.open.push((canonical, manifest.name.clone()));
        self.dependencies(folder, &manifest);
        self.open.pop();
        let mut files = Vec::new();
        rules_files(folder, FOLDER_DEPTH, &mut files);
        let mut items = Vec::new();
        for path in files {
            if let Some(file) = self.read(&path, None) {
                items.extend(read_file(self.sources, file, self.sink));
            }
        }
        self.packs.push(Pack {
            path: folder.to_owned(),
            manifest: Some(manifest),
            items,
            requested,
            known: Vec::new(),
        });
    }

    fn read(&mut self, path: &Path, from: Option<Span>) -> Option<FileId> {
        let name = tidy(path).display().to_string();
        match text_of(path) {
            Ok(text) => Some(self.sources.add(name, text)),
            Err(reason) => {
                let diagnostic = match from {
                    Some(span) if !path.exists() => Diagnostic::error(
                        Code::MissingPack,
                        span,
                        format!("there is no pack at {}", self.sources.slice(span)),
                    )
                    .label(format!("`{name}` does not exist"))
                    .help("the path leads from the folder of this pack.toml to that of another"),
                    from => {
                        let nowhere = || Span::new(self.sources.add(name.clone(), ""), 0, 0);
                        let message = format!("`{name}` could not be read: {reason}");
                        Diagnostic::error(Code::Io, from.unwrap_or_else(nowhere), message)
                    }
                };
                self.sink.push(diagnostic);
                None
            }
        }
    }
}

/// The `.rules` files of a pack, in the order of their paths; folders that are packs themselves are left out.
fn rules_files(folder: &Path, depth: usize, out: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            if depth > 0 && !path.join("pack.toml").is_file() {
                rules_files(&path, depth - 1, out);
            }
        } else if path.extension().is_some_and(|e| e == "rules") {
            out.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_core_that_comes_along_is_that_of_the_folder() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/core");
        let mut paths = Vec::new();
        rules_files(&folder, 4, &mut paths);
        let names: Vec<String> = paths
            .iter()
            .filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
            .collect();
        assert_eq!(
            names,
            CORE.iter().map(|(name, _)| *name).collect::<Vec<_>>()
        );
    }
}
