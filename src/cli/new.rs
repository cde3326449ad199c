//! `new`.

use super::Exit;
use std::fs;
use std::path::Path;

const CARDS: &str = "\
// A card is written as it is printed. `spellwright check` says what is wrong with it, `spellwright fmt` writes it in the
// template of today.

card Lanternlight Keeper {1}{W}
  Creature — Human Cleric 2/2

  Lifelink
  Whenever you gain life, put a +1/+1 counter on this creature.
";

const RULINGS: &str = "\
// A ruling is a game in a few lines: what is given, what happens, what must be true then. `spellwright test` runs it.

ruling \"The keeper grows when its own combat damage gains you life\"
  cites 119.9, 510.2, 702.15b

  given
    you control Lanternlight Keeper

  on your turn
    declare attackers: Lanternlight Keeper attacks opponent
    combat damage
    expect you have 22 life, opponent has 18 life
    resolve the stack
    expect Lanternlight Keeper is a 3/3
";

/// Writes a starter pack into a new or empty folder.
pub fn run(folder: &Path) -> Exit {
    let name = folder
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .filter(|name| !name.is_empty());
    let Some(name) = name else {
        eprintln!("`{}` has no name for a pack", folder.display());
        return Exit::Usage;
    };
    let used = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    if used || folder.is_file() {
        eprintln!(
            "`{}` is not empty; a pack begins in a new folder",
            folder.display()
        );
        return Exit::Usage;
    }
    let quoted = toml::Value::String(name).to_string();
    let manifest = format!(
        "name = {quoted}\nversion = \"0.1.0\"\nrules = \"2026-04-17\"\n\n[dependencies]\n# The pack that comes with the program: \
         keywords, counters, tokens, subtypes and basic lands of the rules.\ncore = \"@core\"\n"
    );
    let files = [
        ("pack.toml", manifest.as_str()),
        ("cards.rules", CARDS),
        ("rulings.rules", RULINGS),
    ];
    let written = fs::create_dir_all(folder).and_then(|()| {
        files
            .iter()
            .try_for_each(|(file, text)| fs::write(folder.join(file), text))
    });
    if let Err(error) = written {
        eprintln!("`{}` could not be written: {error}", folder.display());
        return Exit::Usage;
    }
    println!(
        "{folder}: a pack with a card and a ruling\n\n  spellwright check {folder}\n  spellwright test {folder}",
        folder = folder.display()
    );
    Exit::Fine
}
