//! The two laws of English over everything in `rules/`: what the English of a meaning is read as is that meaning again, and
//! the English has the words of the line that was read, up to the published table of synonyms.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use proptest::prelude::*;
use spellwright::diag::Sink;
use spellwright::english;
use spellwright::ir;
use spellwright::lower::{self, Bearer, Vocabulary};
use spellwright::source::{FileId, SourceMap};
use spellwright::syntax::{self, Item, Line, read_file};
use spellwright::{compile, pack};
use std::path::Path;
use std::sync::OnceLock;

struct Rules {
    sources: SourceMap,
    items: Vec<Item>,
    vocabulary: Vocabulary,
}

fn rules() -> &'static Rules {
    static RULES: OnceLock<Rules> = OnceLock::new();
    RULES.get_or_init(|| {
        let mut sources = SourceMap::default();
        let mut sink = Sink::default();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
        let packs = pack::load(&[folder], &mut sources, &mut sink);
        let vocabulary = compile::vocabulary(&packs, &mut sink);
        assert!(sink.is_clean());
        let items = packs.into_iter().flat_map(|pack| pack.items).collect();
        Rules {
            sources,
            items,
            vocabulary,
        }
    })
}

/// Keywords whose text does not keep the laws yet: the hand that ninjutsu comes from is not said again. Never to grow.
const NOT_YET: [&str; 0] = [];

/// Holds a line of a keyword or counter, whose bearer can be anything, to both laws.
fn law_of_definition(name: &str, line: &Line, bearer: &Bearer, failures: &mut Vec<String>) {
    let rules = rules();
    let written = rules.sources.slice(line.span);
    if lower::read_ability_line(line, bearer, &rules.vocabulary).is_err() {
        failures.push(format!("{name}: {written}: not read"));
    }
    if let Some(loss) = compile::definition_loss(line, bearer, &rules.vocabulary) {
        failures.push(format!(
            "{name}: {written} / {} ({:?})",
            loss.english, loss.word
        ));
    }
}

fn law_of_face(face: &syntax::FaceItem, failures: &mut Vec<String>) {
    let rules = rules();
    let mut sink = Sink::default();
    let Some(head) = lower::face_head(face, &rules.vocabulary, &mut sink) else {
        failures.push(format!("{}: {:?}", face.name.value, sink.all().first()));
        return;
    };
    let bearer = Bearer::new(head.name.clone(), head.types.types, &head.types.subtypes);
    for line in &face.lines {
        let written = rules.sources.slice(line.span);
        let bearer = bearer.clone().at(line, &face.lines);
        if lower::read_ability_line(line, &bearer, &rules.vocabulary).is_err() {
            failures.push(format!("{}: {written}: not read", face.name.value));
        }
        if let Some(loss) = compile::loss(line, &face.lines, &head, &rules.vocabulary) {
            failures.push(format!(
                "{}: {written} / {} ({:?})",
                face.name.value, loss.english, loss.word
            ));
        }
    }
}

#[test]
fn every_line_of_every_item_keeps_both_laws() {
    let rules = rules();
    let mut failures = Vec::new();
    let (mut faces, mut definitions, mut words) = (0, 0, 0);
    for item in &rules.items {
        match item {
            Item::Card(card) => card.faces.iter().for_each(|face| {
                faces += 1;
                law_of_face(face, &mut failures);
            }),
            Item::Token(token) => {
                faces += 1;
                law_of_face(&token.face, &mut failures);
            }
            Item::Keyword(keyword) => {
                definitions += 1;
                let name = keyword.name.value.as_str();
                for line in keyword.means.iter().filter(|_| !NOT_YET.contains(&name)) {
                    law_of_definition(name, line, &Bearer::of_keyword(name, line), &mut failures);
                }
            }
            Item::Action(action) => {
                definitions += 1;
                let name = action.name.value.as_str();
                for line in &action.means {
                    law_of_definition(name, line, &Bearer::of_action(name), &mut failures);
                }
            }
            Item::Counter(counter) => {
                definitions += 1;
                for line in &counter.means {
                    let name = counter.name.value.as_str();
                    law_of_definition(name, line, &Bearer::of_keyword(name, line), &mut failures);
                }
            }
            Item::Word(word) => {
                words += 1;
                if let Some(line) = &word.means {
                    law_of_word(&word.name.value, line, &mut failures);
                }
            }
            Item::Subtype(subtype) => {
                for line in &subtype.means {
                    definitions += 1;
                    let name = subtype.names.first().map_or("", |(name, _)| &name.value);
                    law_of_definition(name, line, &Bearer::of_keyword(name, line), &mut failures);
                }
            }
            Item::Ruling(_) => {}
        }
    }
    assert!(
        failures.is_empty(),
        "{} failures\n{}",
        failures.len(),
        failures.join("\n")
    );
    assert!(
        faces > 5 && definitions > 20 && words > 0,
        "{faces} faces, {definitions} definitions, {words} words"
    );
}

/// Holds the description that a word means to both laws.
fn law_of_word(name: &str, line: &Line, failures: &mut Vec<String>) {
    let rules = rules();
    let written = rules.sources.slice(line.span);
    let mut sink = Sink::default();
    if lower::noun(line, &Bearer::any(name), &rules.vocabulary, &mut sink).is_none() {
        failures.push(format!("{name}: {written}: not read"));
    }
    if let Some(loss) = compile::word_loss(line, name, &rules.vocabulary) {
        failures.push(format!(
            "{name}: {written} / {} ({:?})",
            loss.english, loss.word
        ));
    }
}

/// A card written anew from its meaning is the same card.
#[test]
fn whole_cards_are_read_again() {
    let rules = rules();
    for item in &rules.items {
        let Item::Card(card) = item else { continue };
        let mut sink = Sink::default();
        let meaning = lower::card(card, &rules.vocabulary, &mut sink).unwrap();
        let text = english::card(&meaning);
        let mut sources = SourceMap::default();
        let file = sources.add("again", text.clone());
        let items = read_file(&sources, file, &mut sink);
        let [Item::Card(again)] = items.as_slice() else {
            panic!("{text}\n{sink:?}")
        };
        assert_eq!(
            lower::card(again, &rules.vocabulary, &mut sink).as_ref(),
            Some(&meaning),
            "{text}\n{sink:?}"
        );
    }
}

/// Groups of words that may stand for each other, so that a line with one changed is often a line again.
const KINDS: [&[&str]; 8] = [
    &["two", "three", "four", "seven"],
    &["white", "blue", "black", "red", "green"],
    &["creature", "artifact", "enchantment", "land", "permanent"],
    &[
        "creatures",
        "artifacts",
        "enchantments",
        "lands",
        "permanents",
    ],
    &["graveyard", "hand", "library"],
    &[
        "flying",
        "haste",
        "lifelink",
        "trample",
        "vigilance",
        "reach",
    ],
    &["gain", "lose"],
    &["gains", "loses"],
];

/// The lines of the faces in `rules/`, with their heads.
fn lines() -> &'static [(String, ir::Face)] {
    static LINES: OnceLock<Vec<(String, ir::Face)>> = OnceLock::new();
    LINES.get_or_init(|| {
        let rules = rules();
        let mut out = Vec::new();
        for item in &rules.items {
            let faces = match item {
                Item::Card(card) => card.faces.as_slice(),
                Item::Token(token) => std::slice::from_ref(&token.face),
                _ => continue,
            };
            for face in faces {
                let mut sink = Sink::default();
                let head = lower::face_head(face, &rules.vocabulary, &mut sink).unwrap();
                for line in &face.lines {
                    out.push((rules.sources.slice(line.span).to_owned(), head.clone()));
                }
            }
        }
        out
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 400, ..ProptestConfig::default() })]

    /// A line with words swapped for others of their kind is refused, or keeps both laws, or is caught by them; and what
    /// keeps them is written the same way again.
    #[test]
    fn english_is_settled(at in any::<prop::sample::Index>(), swaps in proptest::collection::vec(any::<prop::sample::Index>(), 1..4)) {
        let rules = rules();
        let (text, face) = at.get(lines());
        let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        for swap in swaps {
            let place = swap.index(words.len());
            let bare = words[place].trim_end_matches(['.', ',', ':']).to_owned();
            if let Some(kind) = KINDS.iter().find(|kind| kind.contains(&bare.as_str())) {
                let other = swap.get(kind);
                words[place] = words[place].replacen(bare.as_str(), other, 1);
            }
        }
        let changed = words.join(" ");
        let own = syntax::Bearer::new(&face.name, false);
        let mut sink = Sink::default();
        let line = Line::detached(&changed, FileId(0), &own, &mut sink).unwrap();
        let bearer = Bearer::new(face.name.clone(), face.types.types, &face.types.subtypes);
        if let Ok(meaning) = lower::read_ability_line(&line, &bearer, &rules.vocabulary)
            && compile::loss(&line, &[], face, &rules.vocabulary).is_none()
        {
            let english = compile::english_of(&meaning, &[], face);
            let again = Line::detached(&english, FileId(0), &own, &mut sink).unwrap();
            let read = lower::read_ability_line(&again, &bearer, &rules.vocabulary);
            prop_assert!(read.is_ok(), "{} / {}", changed, english);
            if let Ok(read) = read {
                prop_assert_eq!(compile::english_of(&read, &[], face), english);
                prop_assert_eq!(read, meaning);
            }
        }
    }
}
