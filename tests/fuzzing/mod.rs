//! What the fuzz targets do with bytes. `tests/fuzz.rs` runs them over seeds, `fuzz/` under cargo-fuzz.

use spellwright::bytecode::{self, Limits, Program, verify};
use spellwright::codegen::{self, Definitions};
use spellwright::diag::{Sink, Style, render};
use spellwright::engine::{Status, random_player, run_within, setup};
use spellwright::game::{Format, Game, PlayerId, Random};
use spellwright::ir;
use spellwright::lower::Vocabulary;
use spellwright::source::SourceMap;
use spellwright::syntax::read_file;
use spellwright::vocab::Zone;
use spellwright::{compile, english, pack};
use std::sync::OnceLock;

/// The names that the rules which come with the program declare.
fn core() -> &'static pack::Pack {
    static CORE: OnceLock<pack::Pack> = OnceLock::new();
    CORE.get_or_init(|| pack::core(&mut SourceMap::default(), &mut Sink::default()))
}

/// Reads bytes as a `.rules` file and takes it through every stage.
pub fn parser(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut sources = SourceMap::default();
    let mut sink = Sink::default();
    let file = sources.add("fuzz.rules", text);
    let items = read_file(&sources, file, &mut sink);
    let vocabulary = Vocabulary::of(core().items.iter().chain(&items));
    let mut definitions = Definitions::default();
    for item in &items {
        compile::define(item, &vocabulary, &mut definitions, &mut sink);
    }
    for card in &definitions.cards {
        let _ = english::card(card);
    }
    let describe = |ability: &ir::Ability| english::ability(ability, &english::Context::default());
    let (program, _) = codegen::program(&definitions, &describe);
    let _ = verify::program(&program);
    for style in [Style::Human, Style::Short, Style::Json] {
        let _ = render(&sink.sorted(), &sources, style);
    }
    for diagnostic in sink.all() {
        let span = diagnostic.primary.span;
        assert!(
            sources.text(span.file).get(span.range()).is_some(),
            "{diagnostic:?} is about no text"
        );
    }
}

/// A compiled pack with this body: the header fits, so that the body is what is looked at.
pub fn sealed(body: &[u8]) -> Vec<u8> {
    // FNV-1a, as `bytecode::pack` documents it.
    let hash = body.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mut bytes = bytecode::pack::MAGIC.to_vec();
    bytes.extend(bytecode::pack::VERSION.to_le_bytes());
    bytes.extend(hash.to_le_bytes());
    bytes.extend(body);
    bytes
}

/// The program of a body, if the loader and its verifier let it through.
fn loaded(body: &[u8]) -> Option<Program> {
    bytecode::pack::read(&sealed(body)).ok()
}

/// Loads bytes as a compiled pack, as they are and with a header that fits. What is let through can be listed, and written
/// and read again.
pub fn verifier(data: &[u8]) -> bool {
    let _ = bytecode::pack::read(data);
    let Some(program) = loaded(data) else {
        return false;
    };
    for card in &program.cards {
        let _ = bytecode::listing::card(&program, card);
    }
    let written = bytecode::pack::write(&program).expect("what was read can be written");
    assert_eq!(bytecode::pack::read(&written).as_ref(), Ok(&program));
    true
}

/// Plays a random game with a program: eight bytes choose the answers, the rest is the body of a compiled pack.
pub fn machine(data: &[u8]) -> bool {
    let Some((seed, body)) = data.split_first_chunk() else {
        return false;
    };
    let Some(program) = loaded(body) else {
        return false;
    };
    play(&program, u64::from_le_bytes(*seed));
    true
}

/// A game with the faces of a program everywhere, and random answers. It may end or stop with a fault, but not crash, and a
/// game that is saved and loaded is the same game.
pub fn play(program: &Program, seed: u64) {
    const DECISIONS: usize = 60;
    let limits = Limits {
        fuel: 5_000,
        depth: 128,
        objects: 3_000,
        steps: 20_000,
    };
    let mut random = Random(seed);
    let mut game = setup::game(&["Ada", "Ben"], Format::FreeForAll, seed);
    let faces = u32::try_from(program.faces.len()).unwrap_or(u32::MAX);
    for n in 0..60_u32 {
        let face = bytecode::FaceId(random.below(faces.max(1)));
        let player = PlayerId(u8::try_from(n % 2).unwrap_or(0));
        match n % 5 {
            0 => setup::permanent(&mut game, face, player, player),
            1 => setup::card(&mut game, face, player, Zone::Hand),
            2 => setup::card(&mut game, face, player, Zone::Graveyard),
            _ => setup::card(&mut game, face, player, Zone::Library),
        };
    }
    setup::start(&mut game, PlayerId(0));
    for _ in 0..DECISIONS {
        if run_within(&mut game, program, &limits) != Status::Decision {
            break;
        }
        if !matches!(
            random_player::play(&mut game, program, &mut random),
            Ok(Some(_))
        ) {
            break;
        }
    }
    let saved = serde_json::to_string(&game).expect("a game can be saved");
    let loaded: Game = serde_json::from_str(&saved).expect("a saved game can be loaded");
    assert_eq!(loaded, game);
}
