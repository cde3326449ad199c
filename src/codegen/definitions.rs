//! Whole packs: every definition, in an order in which each finds what it refers to.

use super::{
    Definitions, Describe, Missing, Unsupported,
    emitter::{Compiler, Env},
};
use crate::bytecode::program::Layout;
use crate::bytecode::{
    CardDefinition, CardId, CounterDefinition, Face, FaceId, Keyword, Primitive, Program, Subtype,
};
use crate::ir;
use crate::vocab::{Name, TypeSet};
use smallvec::SmallVec;

/// Compiles definitions to a program. What has no code is reported with the card it is on; the rest of that card is compiled,
/// so that the caller can say everything at once, but the card must not be played.
pub fn program(definitions: &Definitions, describe: Describe<'_>) -> (Program, Vec<Unsupported>) {
    let mut compiler = Compiler {
        definitions,
        describe,
        program: Program::default(),
    };
    let mut unsupported = Vec::new();
    let program = &mut compiler.program;
    program.subtypes = definitions
        .subtypes
        .iter()
        .map(|(name, kind)| Subtype {
            name: name.clone(),
            kind: *kind,
        })
        .collect();
    program.keywords = definitions
        .keywords
        .iter()
        .map(|keyword| Keyword {
            name: keyword.name.clone(),
            primitive: keyword.primitive.as_deref().and_then(Primitive::named),
        })
        .collect();
    program.counters = definitions
        .counters
        .iter()
        .map(|counter| CounterDefinition {
            name: counter.name.clone(),
            pt: pt_counter(&counter.name),
            keyword: None,
            abilities: Vec::new(),
        })
        .collect();
    // Tokens may create each other, so their names are known before their abilities are compiled.
    for token in &definitions.tokens {
        let face = compiler.face(blank(&token.face));
        compiler.program.tokens.push((token.name.clone(), face));
    }
    for (index, counter) in definitions.counters.iter().enumerate() {
        let abilities = compile(
            &mut compiler,
            &counter.name,
            &counter.means,
            &mut unsupported,
        );
        if let Some(defined) = compiler.program.counters.get_mut(index) {
            defined.abilities = abilities;
        }
    }
    for (index, token) in definitions.tokens.iter().enumerate() {
        let face = compiler.program.tokens.get(index).map(|(_, face)| *face);
        let compiled = compile_face(&mut compiler, &token.face, None, &mut unsupported);
        if let Some(slot) = face.and_then(|face| compiler.program.faces.get_mut(face.index())) {
            *slot = compiled;
        }
    }
    for card in &definitions.cards {
        let id = CardId(compiler.program.cards.len() as u32);
        let mut faces: SmallVec<[FaceId; 2]> = SmallVec::new();
        for (index, face) in card.faces.iter().enumerate() {
            let number = u8::try_from(index).unwrap_or(u8::MAX);
            let compiled = compile_face(&mut compiler, face, Some((id, number)), &mut unsupported);
            faces.push(compiler.face(compiled));
        }
        compiler.program.cards.push(CardDefinition {
            layout: layout(card.layout),
            faces,
        });
    }
    (compiler.program, unsupported)
}

const fn layout(layout: ir::Layout) -> Layout {
    match layout {
        ir::Layout::Normal => Layout::Normal,
        ir::Layout::Split => Layout::Split,
        ir::Layout::Flip => Layout::Flip,
        ir::Layout::Transform => Layout::Transform,
        ir::Layout::ModalDoubleFaced => Layout::ModalDoubleFaced,
        ir::Layout::Adventure => Layout::Adventure,
    }
}

/// What a +X/+Y counter adds, by its name (CR 122.1a).
fn pt_counter(name: &str) -> Option<(i32, i32)> {
    let (power, toughness) = name.split_once('/')?;
    let signed = |side: &str| {
        side.starts_with(['+', '-'])
            .then(|| side.parse().ok())
            .flatten()
    };
    Some((signed(power)?, signed(toughness)?))
}

fn blank(face: &ir::Face) -> Face {
    let fixed = |value: &ir::PtValue| match value {
        ir::PtValue::Number(n) => Some(*n),
        // CR 208.2a: 0 until the ability that defines it is applied.
        ir::PtValue::Star | ir::PtValue::StarPlus(_) | ir::PtValue::Quantity(_) => Some(0),
    };
    Face {
        name: face.name.clone(),
        cost: face.cost.clone(),
        colors: face.indicator.unwrap_or_else(|| {
            face.cost
                .as_ref()
                .map(crate::vocab::ManaCost::colors)
                .unwrap_or_default()
        }),
        supertypes: face.types.supertypes,
        types: face.types.types,
        subtypes: SmallVec::new(),
        power: face.pt.as_ref().and_then(|(power, _)| fixed(power)),
        toughness: face.pt.as_ref().and_then(|(_, toughness)| fixed(toughness)),
        loyalty: face.loyalty.as_ref().and_then(fixed),
        defense: face.defense.as_ref().and_then(fixed),
        abilities: Vec::new(),
        card: None,
    }
}

fn compile_face(
    compiler: &mut Compiler<'_>,
    face: &ir::Face,
    card: Option<(CardId, u8)>,
    unsupported: &mut Vec<Unsupported>,
) -> Face {
    let mut out = blank(face);
    out.card = card;
    for subtype in &face.types.subtypes {
        match compiler.subtype(subtype) {
            Ok(id) => out.subtypes.push(id),
            Err(what) => unsupported.push(Unsupported {
                on: face.name.clone(),
                ability: 0,
                what,
            }),
        }
    }
    out.subtypes.sort_unstable();
    if face.types.types == TypeSet::EMPTY {
        let what = "a face without a card type".to_owned();
        unsupported.push(Unsupported {
            on: face.name.clone(),
            ability: 0,
            what,
        });
    }
    out.abilities = compile(compiler, &face.name, &face.abilities, unsupported);
    out
}

fn compile(
    compiler: &mut Compiler<'_>,
    on: &Name,
    abilities: &[ir::Ability],
    unsupported: &mut Vec<Unsupported>,
) -> Vec<crate::bytecode::AbilityId> {
    let mut out = Vec::new();
    for (index, ability) in abilities.iter().enumerate() {
        let compiled: Result<Vec<_>, Missing> = compiler.ability(ability, &Env::default(), None);
        match compiled {
            Ok(ids) => out.extend(ids),
            Err(what) => unsupported.push(Unsupported {
                on: on.clone(),
                ability: index,
                what,
            }),
        }
    }
    out
}
