//! What a game keeps so that it need not be found again is what would be found: characteristics, what is in force, what is
//! legal. Random games with every card of the packs, compared at every decision with a game that knows nothing yet.

use spellwright::bytecode::{Layer, Program, StaticKind};
use spellwright::diag::Sink;
use spellwright::engine::{Status, layers, legal_actions, random_player, run, setup};
use spellwright::game::{Format, Game, ObjectId, PlayerId, Random};
use spellwright::source::SourceMap;
use spellwright::vocab::Zone;
use spellwright::{compile, pack};
use std::path::Path;

fn program() -> Program {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    let (mut sources, mut sink) = (SourceMap::default(), Sink::default());
    let packs = pack::load(&[rules], &mut sources, &mut sink);
    let program = compile::packs(&packs, &mut sink).program;
    assert!(sink.is_clean());
    program
}

/// Two decks with every card in them and enough lands, shuffled; some cards begin on the battlefield.
fn game(program: &Program, seed: u64) -> Game {
    let mut game = setup::game(&["one", "two"], Format::FreeForAll, seed);
    for seat in [PlayerId(0), PlayerId(1)] {
        let mut deck = Vec::new();
        for card in &program.cards {
            let Some(face) = card.faces.first() else {
                continue;
            };
            let land = program.face(*face).is_some_and(|face| face.cost.is_none());
            deck.extend(std::iter::repeat_n(*face, if land { 8 } else { 1 }));
        }
        game.random.shuffle(&mut deck);
        for (at, face) in deck.into_iter().enumerate() {
            let permanent = program.face(face).is_some_and(|f| f.types.is_permanent());
            match at {
                0..7 => setup::card(&mut game, face, seat, Zone::Hand),
                7..22 if permanent => setup::permanent(&mut game, face, seat, seat),
                22..26 => setup::card(&mut game, face, seat, Zone::Graveyard),
                _ => setup::card(&mut game, face, seat, Zone::Library),
            };
        }
    }
    setup::start(&mut game, PlayerId(0));
    game
}

/// The same game, knowing nothing but what it is.
fn forgetful(game: &Game) -> Game {
    let mut copy = game.clone();
    copy.cache = Default::default();
    copy.facts = Default::default();
    copy.strays.0 = true;
    copy.stale.0 = true;
    copy
}

fn compare(game: &Game, program: &Program, when: &str) {
    let mut fresh = forgetful(game);
    layers::refresh(&mut fresh, program);
    for at in 0..game.objects.len() {
        let id = ObjectId(at as u32);
        if game.zone(id) != Zone::Nowhere {
            assert_eq!(
                layers::characteristics(game, program, id),
                layers::characteristics(&fresh, program, id),
                "{when}: {:?}",
                game.object(id)
            );
        }
    }
    assert_eq!(
        legal_actions(game, program),
        legal_actions(&fresh, program),
        "{when}"
    );
}

#[test]
fn what_is_kept_is_what_would_be_found() {
    let program = program();
    let (mut decisions, mut faults) = (0_u32, 0_u32);
    for seed in 0..12 {
        let mut game = game(&program, seed);
        let mut random = Random(seed ^ 0x5eed);
        for n in 0..250 {
            match run(&mut game, &program) {
                Status::Decision => {}
                Status::Over => break,
                Status::Fault(_) => {
                    faults += 1;
                    break;
                }
            }
            decisions += 1;
            compare(&game, &program, &format!("game {seed}, decision {n}"));
            if random_player::play(&mut game, &program, &mut random).is_err() {
                break;
            }
        }
    }
    assert!(decisions > 1_000, "{decisions} decisions, {faults} faults");
}

/// A game that goes on from what it keeps and one that forgets it at every decision are the same game.
#[test]
fn forgetting_changes_nothing() {
    let program = program();
    for seed in 20..26 {
        let mut kept = game(&program, seed);
        let mut other = forgetful(&kept);
        let mut random = Random(seed);
        for n in 0..250 {
            let status = run(&mut kept, &program);
            assert_eq!(run(&mut other, &program), status);
            // Not `assert_eq`: a game in full is no message.
            assert!(kept == other, "game {seed}, decision {n}");
            if status != Status::Decision {
                break;
            }
            other = forgetful(&other);
            let mut same = random;
            let answered = random_player::play(&mut kept, &program, &mut random);
            assert_eq!(
                random_player::play(&mut other, &program, &mut same).is_ok(),
                answered.is_ok()
            );
            if answered.is_err() {
                break;
            }
        }
    }
}

/// The cards of the packs change power, abilities and more, so that there is something to be wrong about.
#[test]
fn the_packs_have_continuous_effects() {
    let program = program();
    for layer in [Layer::Ability, Layer::ModifyPt, Layer::SetPt] {
        assert!(
            program.statics.iter().any(|what| matches!(&what.kind,
                StaticKind::Continuous(parts) if parts.iter().any(|part| part.layer == layer))),
            "{layer:?}"
        );
    }
}
