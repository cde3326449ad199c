//! Lines that cards print, and slips that are refused.

use super::*;
use crate::ir::{AbilityKind, Parameter};
use crate::source::FileId;

fn vocabulary() -> Vocabulary {
    let mut vocab = Vocabulary::default();
    for keyword in ["flying", "lifelink", "haste", "first strike", "reach"] {
        vocab.add_keyword(keyword, Parameter::None);
    }
    vocab.add_keyword("bushido", Parameter::Number);
    vocab.add_subtype("Goblin", Some(CardType::Creature), None);
    vocab.add_counter("+1/+1");
    vocab.add_token("Treasure");
    vocab
}

fn read(text: &str, permanent: bool) -> Result<Vec<Ability>, Vec<String>> {
    let mut sink = Sink::default();
    let own = crate::syntax::Bearer::new("Vito, Thorn of the Dusk Rose", true);
    let line = Line::detached(text, FileId(0), &own, &mut sink).unwrap();
    let types = if permanent {
        TypeSet::of(CardType::Creature)
    } else {
        TypeSet::of(CardType::Instant)
    };
    let bearer = Bearer::new("Vito, Thorn of the Dusk Rose", types, &[]);
    ability_line(&line, &bearer, &vocabulary(), &mut sink).ok_or_else(|| {
        sink.all()
            .iter()
            .map(|d| format!("{} {}", d.code, d.message))
            .collect()
    })
}

#[test]
fn permanents() {
    for text in [
        "Flying, lifelink",
        "Bushido 2",
        "Whenever you gain life, target opponent loses that much life.",
        "{3}{B}{B}: Creatures you control gain lifelink until end of turn.",
        "Other Goblins you control get +1/+1 and have haste.",
        "{T}: Add {G}.",
        "When this creature dies, draw a card.",
    ] {
        let read = read(text, true);
        assert!(read.is_ok(), "{text}: {read:?}");
    }
    assert!(matches!(
        read(
            "Whenever you gain life, target opponent loses that much life.",
            true
        )
        .unwrap()[0]
            .kind,
        AbilityKind::Triggered { .. }
    ));
}

#[test]
fn spells() {
    for text in [
        "Destroy target creature.",
        "Draw two cards.",
        "Vito deals 3 damage to any target.",
        "Target creature gets +2/+2 until end of turn.",
        "You gain 2 life for each Goblin you control.",
        "Create two Treasure tokens.",
    ] {
        let read = read(text, false);
        assert!(read.is_ok(), "{text}: {read:?}");
    }
}

#[test]
fn slips_are_told() {
    for (text, code) in [
        ("Destroy creature.", "E0104"),
        ("Draw two card.", "E0105"),
        ("Destroy target creature", "E0103"),
        ("Destroy target Goblim.", "E0201"),
    ] {
        let problems = read(text, false).unwrap_err();
        assert!(problems[0].starts_with(code), "{text}: {problems:?}");
    }
}
