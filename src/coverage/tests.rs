use super::*;
use crate::pack;

fn measured(rules: &str) -> Coverage {
    let mut sources = SourceMap::default();
    let mut sink = Sink::default();
    let core = pack::core(&mut sources, &mut sink);
    let file = sources.add("x.rules", rules);
    let items = crate::syntax::read_file(&sources, file, &mut sink);
    assert!(sink.is_clean(), "{sink:?}");
    let own = Pack {
        path: "x.rules".into(),
        manifest: None,
        items,
        requested: true,
        known: Vec::new(),
    };
    measure(&[core, own], &sources)
}

const CARDS: &str = "card Brook Elk {1}{G}\n  Creature — Elk 2/2\n\n  Trample\n\
    card Odd Lamp {2}\n  Artifact\n\n  {T}: Add {G}.\n  Wibble the frob.\n\
    card Even Lamp {2}\n  Artifact\n\n  Wibble the frob.\n  {T}: Add {R}.\n\
    card Plain Elk {G}\n  Creature — Elk 1/1\n";

#[test]
fn faces_and_lines_are_counted() {
    let coverage = measured(CARDS);
    assert_eq!((coverage.faces.total, coverage.faces.executable), (4, 2));
    assert_eq!(
        (
            coverage.lines.total,
            coverage.lines.read,
            coverage.lines.executable
        ),
        (5, 3, 3)
    );
    assert!(coverage.invalid.is_empty(), "{:?}", coverage.invalid);
    assert_eq!(coverage.slowest.len(), 5);
}

#[test]
fn what_stopped_lines_is_ranked_with_examples() {
    let coverage = measured(CARDS);
    let first = &coverage.stops[0];
    assert_eq!((first.alone, first.faces, first.lines), (2, 2, 2));
    assert_eq!(first.examples[0], "Odd Lamp: Wibble the frob.");
    assert!(first.construct.contains("wibble"), "{}", first.construct);
    let stopped = &coverage.stopped[1];
    assert_eq!(
        (stopped.face.as_str(), stopped.line.as_str()),
        ("Even Lamp", "Wibble the frob.")
    );
    assert!(!stopped.words.is_empty());
    let text = text(&coverage, 40);
    assert!(
        text.contains("faces        4   read       2  50.0 %"),
        "{text}"
    );
}

#[test]
fn a_wrong_type_line_stops_a_face_without_lines() {
    let mut sources = SourceMap::default();
    let mut sink = Sink::default();
    let file = sources.add("x.rules", "card Odd\n  Creatur — Elk 1/1\n");
    let items = crate::syntax::read_file(&sources, file, &mut sink);
    let own = Pack {
        path: "x.rules".into(),
        manifest: None,
        items,
        requested: true,
        known: Vec::new(),
    };
    let coverage = measure(&[own], &sources);
    assert_eq!((coverage.faces.total, coverage.faces.read), (1, 0));
}
