//! How well mistakes are located: good lines are broken by one edit each, with a fixed seed, and what is said about each is
//! held to the place and to the word of the edit.
//!
//! The lines are those of `rules/`; with `SPELLWRIGHT_CARDS=FILE`, those of a file of cards. With `SPELLWRIGHT_SHOW=1` every
//! miss is printed, with `SPELLWRIGHT_SHOW=all` everything.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use spellwright::compile;
use spellwright::diag::{Diagnostic, Sink};
use spellwright::ir;
use spellwright::lower::{self, Bearer, Vocabulary};
use spellwright::source::{FileId, SourceMap, Span};
use spellwright::syntax::{self, Item, Line};
use spellwright::{cards, pack};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A good line with the face that it is on.
struct Good {
    text: String,
    face: ir::Face,
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        // xorshift64: the same numbers everywhere.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(n.max(1)).unwrap()).unwrap()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Dropped,
    Misspelt,
    Swapped,
    Keyword,
}

const KINDS: [Kind; 4] = [Kind::Dropped, Kind::Misspelt, Kind::Swapped, Kind::Keyword];

struct Edit {
    text: String,
    /// From the edited word to the end of the one after it.
    place: Range<usize>,
    /// The word that a misspelt one was.
    right: Option<String>,
}

fn read(line: &str, face: &ir::Face, vocabulary: &Vocabulary) -> Result<(), Vec<Diagnostic>> {
    let legendary = face
        .types
        .supertypes
        .contains(spellwright::vocab::Supertype::Legendary);
    let own = syntax::Bearer::new(&face.name, legendary);
    let mut sink = Sink::default();
    let span = Span::new(FileId(0), 0, line.len());
    let Some(line) = Line::new(line, span, Some(&own), &mut sink) else {
        return Err(sink.sorted().into_iter().cloned().collect());
    };
    let bearer = Bearer::new(face.name.clone(), face.types.types, &face.types.subtypes);
    if lower::ability_line(&line, &bearer, vocabulary, &mut sink).is_none() {
        return Err(sink.sorted().into_iter().cloned().collect());
    }
    match compile::loss(&line, &[], face, vocabulary) {
        Some(loss) => {
            let code = spellwright::diag::Code::LostWord;
            Err(vec![Diagnostic::error(code, loss.span, loss.english)])
        }
        None => Ok(()),
    }
}

/// Every line that is read and faithful.
fn good_lines() -> (Vec<Good>, Vocabulary) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = SourceMap::default();
    let mut sink = Sink::default();
    let packs = match std::env::var_os("SPELLWRIGHT_CARDS") {
        Some(file) => cards::load(&[], &[PathBuf::from(file)], &mut sources, &mut sink),
        None => pack::load(&[root.join("rules")], &mut sources, &mut sink),
    };
    let vocabulary = compile::vocabulary(&packs, &mut sink);
    let mut good = Vec::new();
    for item in packs.iter().flat_map(|pack| &pack.items) {
        let Item::Card(card) = item else { continue };
        for face in &card.faces {
            let Some(head) = lower::face_head(face, &vocabulary, &mut sink) else {
                continue;
            };
            for line in &face.lines {
                let text = sources.slice(line.span).to_owned();
                if text.split(' ').count() > 2 && read(&text, &head, &vocabulary).is_ok() {
                    good.push(Good {
                        text,
                        face: head.clone(),
                    });
                }
            }
        }
    }
    (good, vocabulary)
}

/// The words of a text outside reminder text, without the signs around them.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut depth = 0;
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        let inside = c.is_alphanumeric() || matches!(c, '\'' | '’' | '-' | '/' | '+' | '{' | '}');
        match (c, start) {
            ('(', _) => depth += 1,
            (')', _) => depth -= 1,
            _ if inside && depth == 0 && start.is_none() => start = Some(at),
            (_, Some(from)) if !inside => {
                out.push(from..at);
                start = None;
            }
            _ => {}
        }
    }
    out
}

fn misspell(word: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let at = random.below(letters.len() - 1);
    match random.below(4) {
        0 if letters[at] != letters[at + 1] => letters.swap(at, at + 1),
        1 => {
            letters.remove(at + 1);
        }
        2 => letters.insert(at, letters[at]),
        _ => letters[at + 1] = if letters[at + 1] == 'k' { 'p' } else { 'k' },
    }
    letters.into_iter().collect()
}

/// One edit of a line; nothing if it has no place for it.
fn edit(text: &str, kind: Kind, keywords: &[&str], random: &mut Random) -> Option<Edit> {
    let words = words(text);
    let at = match kind {
        // Keywords are rare: any line that has one is edited there.
        Kind::Keyword => words.iter().position(|word| {
            let word = text.get(word.clone()).unwrap_or("").to_lowercase();
            keywords.contains(&word.as_str())
        })?,
        _ => random.below(words.len()),
    };
    let here = words.get(at)?.clone();
    let word = text.get(here.clone())?;
    let plain = |word: &str| word.chars().all(char::is_alphabetic);
    let next = |after: usize, new: &str| {
        let rest = new.get(after..)?;
        let from = rest.find(|c: char| c.is_alphanumeric() || c == '{')?;
        let rest = rest.get(from..)?;
        let to = rest.find([' ', '.', ',', ':']).unwrap_or(rest.len());
        Some(after + from + to)
    };
    match kind {
        Kind::Dropped => {
            if !plain(word) {
                return None;
            }
            let (before, after) = (text.get(..here.start)?, text.get(here.end..)?);
            let new = if after.starts_with(' ') {
                format!("{before}{}", after.get(1..)?)
            } else {
                format!("{}{after}", before.trim_end())
            };
            let gap = if after.starts_with(' ') {
                before.len()
            } else {
                before.trim_end().len()
            };
            let end = next(gap, &new).unwrap_or(new.len());
            // With nothing after it, the last word is as near as can be.
            let start = if end == new.len() {
                before.trim_end().rfind(' ').unwrap_or(0)
            } else {
                gap
            };
            Some(Edit {
                text: new,
                place: start..end,
                right: None,
            })
        }
        Kind::Misspelt | Kind::Keyword => {
            if !plain(word) || word.len() < 4 {
                return None;
            }
            let known = keywords.contains(&word.to_lowercase().as_str());
            let wrong = match kind {
                Kind::Keyword if known => "Skyborneish".to_owned(),
                Kind::Keyword => return None,
                _ => misspell(word, random),
            };
            let wrong = if word.starts_with(char::is_lowercase) {
                wrong.to_lowercase()
            } else {
                wrong
            };
            let new = format!(
                "{}{wrong}{}",
                text.get(..here.start)?,
                text.get(here.end..)?
            );
            let after = here.start + wrong.len();
            Some(Edit {
                place: here.start..next(after, &new).unwrap_or(new.len()),
                text: new,
                right: (kind == Kind::Misspelt).then(|| word.to_owned()),
            })
        }
        Kind::Swapped => {
            let second = words.get(at + 1)?.clone();
            let other = text.get(second.clone())?;
            if text.get(here.end..second.start)? != " "
                || other == word
                || !plain(word)
                || !plain(other)
            {
                return None;
            }
            let new = format!(
                "{}{other} {word}{}",
                text.get(..here.start)?,
                text.get(second.end..)?
            );
            Some(Edit {
                place: here.start..next(second.end, &new).unwrap_or(new.len()),
                text: new,
                right: None,
            })
        }
    }
}

/// Whether a word is among those that are suggested.
fn suggests(diagnostic: &Diagnostic, word: &str) -> bool {
    let word = format!("`{}`", word.to_lowercase());
    let texts = diagnostic.help.iter().chain([&diagnostic.primary.text]);
    texts
        .map(|text| text.to_lowercase())
        .any(|text| text.contains(&word))
        || diagnostic
            .fix
            .as_ref()
            .is_some_and(|fix| format!("`{}`", fix.replacement.to_lowercase()) == word)
}

#[test]
fn mistakes_are_found_where_they_are() {
    const CASES: usize = 300;
    let (good, vocabulary) = good_lines();
    assert!(!good.is_empty());
    let keywords = [
        "flying",
        "lifelink",
        "trample",
        "haste",
        "vigilance",
        "reach",
        "menace",
        "deathtouch",
        "defender",
    ];
    let show = std::env::var_os("SPELLWRIGHT_SHOW").is_some();
    let all_shown = std::env::var_os("SPELLWRIGHT_SHOW").is_some_and(|what| what == "all");
    let mut random = Random(0x5eed_cafe_f00d_0001);
    let mut tally = [(0_usize, 0_usize); 4];
    let (mut asked, mut suggested, mut accepted) = (0_usize, 0_usize, 0_usize);
    let has_keyword = |line: &&Good| {
        let mut words = words(&line.text).into_iter();
        words.any(|word| keywords.contains(&line.text[word].to_lowercase().as_str()))
    };
    let with_keyword: Vec<&Good> = good.iter().filter(has_keyword).collect();
    let mut tries = 0;
    while tally.iter().map(|(all, _)| all).sum::<usize>() < CASES && tries < 100 * CASES {
        tries += 1;
        // Half of the edits drop a word, which is the hardest to place.
        let kind = KINDS[[0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3][random.below(11)]];
        let line = match kind {
            Kind::Keyword if !with_keyword.is_empty() => {
                with_keyword[random.below(with_keyword.len())]
            }
            _ => &good[random.below(good.len())],
        };
        let Some(edit) = edit(&line.text, kind, &keywords, &mut random) else {
            continue;
        };
        let Err(told) = read(&edit.text, &line.face, &vocabulary) else {
            accepted += 1;
            continue;
        };
        let first = told.first().expect("a refused line says why");
        let at = first.primary.span.start as usize;
        let hit = edit.place.start <= at && at <= edit.place.end;
        let slot = &mut tally[KINDS.iter().position(|k| *k == kind).unwrap()];
        slot.0 += 1;
        slot.1 += usize::from(hit);
        let mut right = true;
        if let Some(word) = &edit.right {
            asked += 1;
            right = suggests(first, word);
            suggested += usize::from(right);
        }
        if show && (all_shown || !(hit && right)) {
            println!(
                "{kind:?} {} | {}\n      {}\n      {}^ {} {}: {} {:?} | {:?}\n",
                if hit { "" } else { "PLACE" },
                line.text,
                edit.text,
                " ".repeat(edit.text.get(..at).map_or(0, |t| t.chars().count())),
                first.code,
                first.message,
                first.primary.text,
                first.help,
                edit.right,
            );
        }
    }
    let (all, hits) = tally
        .iter()
        .fold((0, 0), |(a, h), (all, hit)| (a + all, h + hit));
    for (kind, (all, hit)) in KINDS.iter().zip(tally) {
        println!("{kind:?}: {hit} of {all} at the place");
    }
    println!(
        "{hits} of {all} at the place; {suggested} of {asked} right words suggested; {accepted} edits were lines too"
    );
    assert!(all >= CASES / 2, "only {all} lines could be broken");
    assert!(hits * 10 >= all * 9, "{hits} of {all} at the place");
    assert!(
        suggested * 10 >= asked * 9,
        "{suggested} of {asked} suggested"
    );
}
