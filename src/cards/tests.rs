use super::*;

const FILE: &str = r#"{"name":"Brook Elk","mana_cost":"{1}{G}","type_line":"Creature — Elk","oracle_text":"Trample\nWhen Brook Elk enters, draw a card.","power":"2","toughness":"3"}
{"name":"Odd Lamp","mana_cost":"{2}","type_line":"Artifact — Lampkin","oracle_text":"{T}: Add {G}.\nWibble the frob.\nFlying"}
"#;

fn loaded(text: &str) -> (Vec<Pack>, SourceMap, Sink) {
    let mut sources = SourceMap::default();
    let mut sink = Sink::default();
    let name = format!(
        "spellwright-cards-{}-{}.jsonl",
        std::process::id(),
        text.len()
    );
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, text).unwrap();
    let packs = load(&[], std::slice::from_ref(&path), &mut sources, &mut sink);
    let _ = std::fs::remove_file(path);
    (packs, sources, sink)
}

#[test]
fn cards_come_with_the_rules_and_their_own_subtypes() {
    let (packs, _, sink) = loaded(FILE);
    assert!(sink.is_clean(), "{sink:?}");
    assert_eq!(packs.len(), 2);
    assert!(!packs[0].requested && packs[1].requested);
    let vocabulary = crate::lower::Vocabulary::of(packs.iter().flat_map(|pack| &pack.items));
    assert!(vocabulary.subtype("Elk").is_some());
    assert_eq!(
        vocabulary.subtype("lampkin").map(|found| found.1),
        Some(Some(CardType::Artifact))
    );
}

#[test]
fn unreadable_lines_become_comments_with_the_reason() {
    let (packs, sources, _) = loaded(FILE);
    let vocabulary = crate::lower::Vocabulary::of(packs.iter().flat_map(|pack| &pack.items));
    let (text, kept) = with_comments(&packs[1], &vocabulary, &sources);
    assert_eq!(kept, 1);
    assert!(text.contains("  // Wibble the frob.\n  //   E01"), "{text}");
    assert!(text.contains("\n  When Brook Elk enters, draw a card.\n"));
    // What was written is a pack of its own without an error.
    let mut again = SourceMap::default();
    let file = again.add("x.rules", text);
    let mut sink = Sink::default();
    let items = read_file(&again, file, &mut sink);
    assert!(sink.is_clean(), "{sink:?}");
    assert_eq!(items.len(), 2);
}

#[test]
fn modes_stand_below_their_ability() {
    let text = r#"[{"name":"Fork","type_line":"Sorcery","oracle_text":"Choose one —\n• Draw a card.\n• You gain 3 life."}]"#;
    let (packs, _, sink) = loaded(text);
    assert!(sink.is_clean(), "{sink:?}");
    let Some(Item::Card(card)) = packs[1].items.first() else {
        panic!()
    };
    let lines = &card.faces[0].lines;
    assert_eq!(lines.len(), 1);
    assert_eq!(
        lines[0].text,
        "choose one — • draw a card. • you gain 3 life."
    );
}

#[test]
fn a_missing_or_empty_file_is_told() {
    let mut sink = Sink::default();
    load(
        &[],
        &[PathBuf::from("no/such/file.json")],
        &mut SourceMap::default(),
        &mut sink,
    );
    assert_eq!(sink.all().first().map(|d| d.code), Some(Code::Io));
    let (_, _, sink) = loaded("");
    assert_eq!(sink.all().first().map(|d| d.code), Some(Code::CardFile));
}
