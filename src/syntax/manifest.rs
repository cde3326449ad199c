//! `pack.toml`.

use crate::diag::{Code, Diagnostic, Sink, nearest};
use crate::source::{FileId, SourceMap, Span, Spanned};
use crate::vocab::Name;
use serde::Deserialize;
use std::collections::BTreeMap;

/// What a `pack.toml` says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manifest {
    /// The pack's name.
    pub name: Name,
    /// Its version.
    pub version: String,
    /// The edition of the Comprehensive Rules it is written for, as a date.
    pub rules: Option<String>,
    /// Other packs: name and path relative to the folder of the `pack.toml`.
    pub dependencies: Vec<(Name, Spanned<String>)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: String,
    version: String,
    rules: Option<String>,
    #[serde(default)]
    dependencies: BTreeMap<String, toml::Spanned<String>>,
}

const FIELDS: [&str; 4] = ["name", "version", "rules", "dependencies"];

/// Reads a `pack.toml`.
pub fn read_manifest(sources: &SourceMap, file: FileId, sink: &mut Sink) -> Option<Manifest> {
    let written: Written = match toml::from_str(sources.text(file)) {
        Ok(written) => written,
        Err(error) => {
            let range = error.span().unwrap_or(0..0);
            let message = error
                .message()
                .lines()
                .next()
                .unwrap_or("not understood")
                .to_owned();
            let span = Span::new(file, range.start, range.end);
            let mut diagnostic = Diagnostic::error(Code::Manifest, span, message).help(
                "a pack.toml has `name`, `version`, `rules` and a table `[dependencies]` of paths",
            );
            if let Some(near) = nearest(sources.slice(span), FIELDS) {
                diagnostic = diagnostic
                    .label(format!("did you mean `{near}`?"))
                    .fix(span, near);
            }
            sink.push(diagnostic);
            return None;
        }
    };
    let dependencies = written.dependencies.into_iter().map(|(name, path)| {
        let span = Span::new(file, path.span().start, path.span().end);
        (Name::new(name), Spanned::new(path.into_inner(), span))
    });
    Some(Manifest {
        name: Name::new(written.name),
        version: written.version,
        rules: written.rules,
        dependencies: dependencies.collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests() {
        let mut sources = SourceMap::default();
        let good = sources.add(
            "pack.toml",
            "name = \"a\"\nversion = \"1\"\n[dependencies]\ncore = \"../core\"\n",
        );
        let bad = sources.add("pack.toml", "name = 3\n");
        let mut sink = Sink::default();
        assert_eq!(
            read_manifest(&sources, good, &mut sink)
                .unwrap()
                .dependencies
                .len(),
            1
        );
        assert!(read_manifest(&sources, bad, &mut sink).is_none());
        assert_eq!(sink.errors(), 1);
    }
}
