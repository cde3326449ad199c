//! Mana that instructions add (CR 106.3, 106.8–106.11): its types, and the choice between them.

use super::{
    Set,
    eval::{Operands, int, members},
};
use crate::bytecode::CostPart;
use crate::bytecode::{Op, Program};
use crate::game::{CastStage, Entity, Event, EventFlags, EventKind, Frame, Game, Task};
use crate::vocab::{Color, ColorSet, ManaCost, ManaKind, ManaSymbol};

/// Types of mana as bits by [`ManaKind::index`].
pub fn types(colors: ColorSet, colorless: bool) -> u8 {
    let bit = |kind: &ManaKind| match kind {
        ManaKind::Colored(color) => colors.contains(*color),
        ManaKind::Colorless => colorless,
    };
    ManaKind::ALL
        .iter()
        .filter(|kind| bit(kind))
        .fold(0, |bits, kind| bits | 1 << kind.index())
}

/// The events of an instruction that adds mana of several types, or of types that are found as it is carried out. `None` if
/// it is no such instruction or its operands are not there.
pub fn events(
    program: &Program,
    frame: &Frame,
    op: Op,
    stack: &mut Operands,
) -> Option<Vec<Event>> {
    let source = Some(frame.context.this);
    match op {
        Op::AddManaOfTypes { colors_only } => {
            let (found, count) = (int(stack)?, int(stack)?);
            let who = members(stack)?;
            let wanted = types(ColorSet::all(), !colors_only);
            let mana = u8::try_from(found).unwrap_or(0) & wanted;
            // CR 106.5: mana of an undefined type is not produced.
            if mana == 0 || count <= 0 {
                return Some(Vec::new());
            }
            Some(each(&who, |entity| Event {
                mana,
                amount: count,
                flags: EventFlags::ONE_COLOR,
                source,
                ..Event::new(EventKind::AddMana, entity)
            }))
        }
        Op::AddSymbols(cost) => {
            let who = members(stack)?;
            let cost = program.mana.get(cost as usize)?;
            Some(
                who.iter()
                    .flat_map(|to| of_symbols(*to, cost, frame))
                    .collect(),
            )
        }
        _ => None,
    }
}

fn each(set: &Set, event: impl Fn(Entity) -> Event) -> Vec<Event> {
    set.iter().map(|entity| event(*entity)).collect()
}

/// The events of adding mana represented by symbols, all at once: one for each type or choice between types.
pub fn of_symbols(to: Entity, cost: &ManaCost, frame: &Frame) -> Vec<Event> {
    let mut events: Vec<Event> = Vec::new();
    for symbol in &cost.0 {
        let (mana, amount) = of_symbol(*symbol);
        // One choice for each hybrid symbol (CR 106.8); what is of one type is counted together.
        let same = events
            .iter_mut()
            .find(|event| event.mana == mana && mana.count_ones() == 1);
        match same {
            Some(event) => event.amount = event.amount.saturating_add(amount),
            None => events.push(Event {
                mana,
                amount,
                source: Some(frame.context.this),
                ..Event::new(EventKind::AddMana, to)
            }),
        }
    }
    events.retain(|event| event.amount > 0);
    events
}

/// The types of mana that a symbol may stand for when it is added, and how much.
fn of_symbol(symbol: ManaSymbol) -> (u8, i64) {
    let bit = |kind: ManaKind| 1 << kind.index();
    let color = |color: Color| bit(ManaKind::Colored(color));
    match symbol {
        ManaSymbol::Mana(kind) => (bit(kind), 1),
        ManaSymbol::Hybrid(a, b) => (bit(a) | bit(b), 1),
        // CR 106.9.
        ManaSymbol::Phyrexian(c) => (color(c), 1),
        ManaSymbol::HybridPhyrexian(a, b) => (color(a) | color(b), 1),
        // CR 106.10, 106.11.
        ManaSymbol::Generic(n) => (bit(ManaKind::Colorless), i64::from(n)),
        ManaSymbol::Snow => (bit(ManaKind::Colorless), 1),
        // Nothing says how much; code generation refuses them.
        ManaSymbol::X | ManaSymbol::GenericHybrid(..) => (0, 0),
    }
}

/// Marks the mana that a permanent is being tapped for (CR 106.12): what a mana ability with {T} in its cost produces while
/// it resolves. `game` has the frame's task taken off.
pub fn mark_tapped_for(game: &Game, events: &mut [Event]) {
    let Some(Task::Cast(casting)) = game.tasks.last() else {
        return;
    };
    let taps = casting
        .cost
        .iter()
        .flat_map(|cost| &cost.parts)
        .any(|part| matches!(part, CostPart::Tap));
    if casting.stage != CastStage::Produced || !taps {
        return;
    }
    for event in events {
        if event.kind == EventKind::AddMana {
            event.flags = event.flags.with(EventFlags::TAPPED_FOR);
        }
    }
}
