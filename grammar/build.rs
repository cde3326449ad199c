//! Turns the grammar, `pest/*.pest`, into the tables of the parser.
//!
//! `pest_meta` reads and checks the grammar; this script flattens its rules into arrays of nodes, computes which bytes each
//! node can begin with, and gives each choice a dispatch on the next byte. The parser in `src/` interprets the tables with
//! exactly pest's meaning (a test holds it to that), so an edit of the grammar rebuilds in seconds.

#[path = "build/check.rs"]
mod check;
#[path = "build/first.rs"]
mod first;
#[path = "build/flatten.rs"]
mod flatten;
#[path = "build/write.rs"]
mod write;

use pest::{error::LineColLocation, iterators::Pairs};
use std::{env, error::Error, fs, path::Path};

/// The files of the grammar, in reading order: one linguistic category each. A category without a file is not written yet.
const FILES: [&str; 15] = [
    "lexicon.pest",
    "nouns.pest",
    "players.pest",
    "quantities.pest",
    "conditions.pest",
    "costs.pest",
    "events.pest",
    "effects.pest",
    "durations.pest",
    "statics.pest",
    "replacements.pest",
    "keywords.pest",
    "abilities.pest",
    "items.pest",
    "rulings.pest",
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut source = String::new();
    let mut starts = Vec::new();
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=pest");
    for file in &FILES {
        let path = Path::new("pest").join(file);
        if path.exists() {
            starts.push((source.lines().count(), *file));
            source.push_str(&fs::read_to_string(path)?);
            source.push('\n');
        }
    }
    for entry in fs::read_dir("pest")? {
        let name = entry?.file_name();
        if !FILES.iter().any(|file| name.to_str() == Some(file)) {
            return Err(format!(
                "grammar/pest/{} is not in the list of grammar/build.rs",
                name.display()
            )
            .into());
        }
    }
    let located = |line: usize| {
        let (first, file) = starts
            .iter()
            .rev()
            .find(|(first, _)| *first < line)
            .copied()
            .unwrap_or((0, "?"));
        format!("grammar/pest/{file}:{}", line - first)
    };
    let listed = |errors: &[pest::error::Error<pest_meta::parser::Rule>]| {
        let lines = errors.iter().map(|error| {
            let line = match error.line_col {
                LineColLocation::Pos((line, _)) | LineColLocation::Span((line, _), _) => line,
            };
            format!("{}: {error}", located(line))
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    let pairs = parse(&source).map_err(|error| listed(&[error]))?;
    pest_meta::validator::validate_pairs(pairs.clone()).map_err(|errors| listed(&errors))?;
    // Rule by rule: pest's checks across rules take exponential time here, and `check` makes the ones that matter.
    let mut rules = Vec::new();
    for pair in pairs.filter(|pair| pair.as_rule() == pest_meta::parser::Rule::grammar_rule) {
        let place = located(pair.line_col().0);
        let one = parse(pair.as_str()).and_then(|pairs| {
            pest_meta::parser::consume_rules(pairs).map_err(|mut errors| errors.swap_remove(0))
        });
        rules.extend(one.map_err(|error| format!("{place}: {error}"))?);
    }
    let grammar = flatten::flatten(&rules)?;
    let firsts = first::compute(&grammar);
    check::check(&grammar, &firsts)?;
    let out = env::var("OUT_DIR")?;
    let out = Path::new(&out);
    // The grammar as pest reads it, for the test that holds the parser to pest's meaning.
    fs::write(out.join("joined.pest"), &source)?;
    fs::write(out.join("tables.rs"), write::tables(&grammar, &firsts)?)?;
    Ok(())
}

fn parse(
    text: &str,
) -> Result<Pairs<'_, pest_meta::parser::Rule>, pest::error::Error<pest_meta::parser::Rule>> {
    pest_meta::parser::parse(pest_meta::parser::Rule::grammar_rules, text)
}
