//! `build`.

use super::{Exit, report};
use crate::bytecode::{Program, pack};
use crate::diag::{Sink, Style};
use crate::source::SourceMap;
use crate::{cards, compile};
use std::fs;
use std::path::{Path, PathBuf};

/// Compiles packs and writes the program; what was written is read back.
pub fn run(paths: &[PathBuf], files: &[PathBuf], output: &Path, style: Style) -> Exit {
    let mut sources = SourceMap::default();
    let mut sink = Sink::default();
    let packs = cards::load(paths, files, &mut sources, &mut sink);
    let compiled = compile::packs(&packs, &mut sink);
    report(&sink, &sources, style);
    if !sink.is_clean() {
        return super::exit_of(&sink);
    }
    let bytes = match pack::write(&compiled.program) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("{error}");
            return Exit::Usage;
        }
    };
    if pack::read(&bytes).as_ref() != Ok(&compiled.program) {
        eprintln!("the compiled pack does not read back as the same program");
        return Exit::Usage;
    }
    if let Err(error) = fs::write(output, &bytes) {
        eprintln!("`{}` could not be written: {error}", output.display());
        return Exit::Usage;
    }
    println!(
        "{}: {} bytes, {}",
        output.display(),
        bytes.len(),
        contents(&compiled.program)
    );
    Exit::Fine
}

/// Reads a compiled pack, verifies it and says what it holds.
pub fn verify(file: &Path) -> Exit {
    match load(file) {
        Ok(program) => {
            println!("{}: verified, {}", file.display(), contents(&program));
            Exit::Fine
        }
        Err((message, exit)) => {
            eprintln!("{message}");
            exit
        }
    }
}

/// Whether a path is that of a compiled pack.
pub fn is_compiled(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "swpack")
}

/// The verified program of a compiled pack, or a message and how to end.
pub fn load(file: &Path) -> Result<Program, (String, Exit)> {
    let too_long = fs::metadata(file).is_ok_and(|meta| {
        usize::try_from(meta.len()).map_or(true, |length| length > pack::MAX_BYTES)
    });
    if too_long {
        let message = format!("`{}`: {}", file.display(), pack::ReadError::TooLarge);
        return Err((message, Exit::Diagnostic));
    }
    let bytes = fs::read(file).map_err(|error| {
        let message = format!("`{}` could not be read: {error}", file.display());
        (message, Exit::Usage)
    })?;
    pack::read(&bytes).map_err(|error| (format!("`{}`: {error}", file.display()), Exit::Diagnostic))
}

fn contents(program: &Program) -> String {
    format!(
        "{} cards, {} tokens, {} abilities, {} code objects",
        program.cards.len(),
        program.tokens.len(),
        program.abilities.len(),
        program.code.len()
    )
}
