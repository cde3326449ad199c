//! The house rules that a reader relies on: imports point up the pipeline, and no card is known to the program.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What each stage may import, besides itself. A stage stands below what it imports.
const MAY_IMPORT: &[(&str, &[&str])] = &[
    ("source", &[]),
    ("vocab", &[]),
    ("diag", &["source"]),
    ("syntax", &["source", "diag", "vocab"]),
    ("pack", &["source", "diag", "vocab", "syntax"]),
    ("ir", &["vocab"]),
    ("lower", &["source", "diag", "vocab", "syntax", "ir"]),
    ("english", &["vocab", "ir"]),
    ("bytecode", &["vocab", "game"]),
    ("game", &["vocab", "bytecode"]),
    ("codegen", &["vocab", "ir", "bytecode", "game"]),
    (
        "compile",
        &[
            "source", "diag", "vocab", "syntax", "pack", "ir", "lower", "english", "codegen",
            "bytecode",
        ],
    ),
    (
        "cards",
        &[
            "source", "diag", "vocab", "syntax", "pack", "lower", "compile",
        ],
    ),
    (
        "coverage",
        &[
            "source", "diag", "vocab", "syntax", "pack", "ir", "lower", "english", "codegen",
            "bytecode", "game", "compile",
        ],
    ),
    (
        "format",
        &[
            "source", "diag", "vocab", "syntax", "pack", "lower", "compile",
        ],
    ),
    ("vm", &["vocab", "bytecode", "game"]),
    ("engine", &["vocab", "bytecode", "game", "vm"]),
    (
        "ruling",
        &[
            "source", "diag", "vocab", "syntax", "ir", "lower", "english", "codegen", "compile",
            "bytecode", "game", "vm", "engine",
        ],
    ),
    (
        "bench",
        &[
            "source", "diag", "vocab", "syntax", "pack", "lower", "compile", "bytecode", "game",
            "engine", "ruling",
        ],
    ),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// The files with an ending under a folder, in order.
fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(path);
        }
    }
}

#[test]
fn imports_point_up_the_pipeline() {
    let allowed: BTreeMap<&str, &[&str]> = MAY_IMPORT.iter().copied().collect();
    let src = root().join("src");
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(&src).unwrap() {
        let folder = entry.unwrap().path();
        let stage = folder.file_name().unwrap().to_string_lossy().into_owned();
        // The command line stands on top and may import everything.
        if !folder.is_dir() || stage == "cli" {
            continue;
        }
        let may = allowed
            .get(stage.as_str())
            .unwrap_or_else(|| panic!("the stage `{stage}` is not in the list"));
        let mut sources = Vec::new();
        files(&folder, "rs", &mut sources);
        for file in sources {
            let text = std::fs::read_to_string(&file).unwrap();
            for (at, _) in text.match_indices("crate::") {
                let rest = &text[at + 7..];
                let end = rest
                    .find(|c: char| !(c.is_ascii_lowercase() || c == '_'))
                    .unwrap_or(rest.len());
                let module = &rest[..end];
                let is_stage = allowed.contains_key(module) || module == "cli";
                if is_stage && module != stage && !may.contains(&module) {
                    wrong.push(format!("{} imports {module}", file.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// No card-specific code: a name of a card of the packs stands in no source file of the program or its grammar.
#[test]
fn the_program_knows_no_card() {
    let mut packs = Vec::new();
    files(&root().join("rules"), "rules", &mut packs);
    let mut names = Vec::new();
    for pack in packs {
        let text = std::fs::read_to_string(pack).unwrap();
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix("card ") {
                let name = rest.split('{').next().unwrap().trim();
                names.push(name.to_owned());
                if let Some((short, _)) = name.split_once(',') {
                    names.push(short.to_owned());
                }
            }
        }
    }
    // The names of the basic lands are also the names of their subtypes, which are words of the rules.
    let basics = ["Plains", "Island", "Swamp", "Mountain", "Forest", "Wastes"];
    names.retain(|name| !basics.contains(&name.as_str()));
    assert!(names.len() > 50);
    let mut sources = Vec::new();
    files(&root().join("src"), "rs", &mut sources);
    files(&root().join("grammar"), "rs", &mut sources);
    files(&root().join("grammar"), "pest", &mut sources);
    let mut wrong = Vec::new();
    // Tests of the program may read cards as everybody does.
    sources.retain(|file| !file.to_string_lossy().contains("tests"));
    for file in sources {
        let text = std::fs::read_to_string(&file).unwrap();
        for name in &names {
            if text.contains(&format!(" {name} ")) || text.contains(&format!("\"{name}")) {
                wrong.push(format!("{} names {name}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
