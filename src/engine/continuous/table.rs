//! The layer table of an object: which effects made it what it is, in the order in which they applied (CR 613).

use super::layers::{self, Done, Key};
use crate::bytecode::{AbilityId, Layer, Program};
use crate::game::{Characteristics, Fault, Game, ObjectId, Timestamp};

/// What an object is, and how it came to be so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// As printed.
    pub printed: Characteristics,
    /// What was applied to it, in order; and effects of its own abilities that do not apply to it now.
    pub rows: Vec<Row>,
    /// As it is now.
    pub now: Characteristics,
}

/// Something that was applied to an object in a layer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The layer.
    pub layer: Layer,
    /// What was applied.
    pub cause: Applied,
    /// When the effect began (CR 613.7).
    pub timestamp: Option<Timestamp>,
    /// An effect with a later timestamp applied before it in the layer, as this one depends on another (CR 613.8b).
    pub waited: bool,
    /// The object before.
    pub before: Characteristics,
    /// The object after.
    pub after: Characteristics,
}

/// What was applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Applied {
    /// What the rules do: a copy or face-down permanent, counters, keywords that define.
    Rules,
    /// A static ability of an object.
    Ability(ObjectId, AbilityId),
    /// The effect of a resolved spell or ability: the object that it came from, and its place in `Game::effects`.
    Effect(ObjectId, usize),
    /// A static ability of the object itself that does not apply to it now.
    Idle(AbilityId),
}

/// The layer table of an object.
///
/// # Errors
/// Faults of the code of effects.
pub fn of(game: &Game, program: &Program, id: ObjectId) -> Result<Option<Table>, Fault> {
    let Some(object) = game.object(id) else {
        return Ok(None);
    };
    let printed = Characteristics::printed(program, object);
    let mut copy = game.clone();
    super::copiable::begin(&mut copy, program);
    let Some(first) = copy.cached(id).cloned() else {
        // No effect looks at it: it has left, or is where none reaches.
        let now = layers::characteristics(game, program, id)
            .map_or_else(|| printed.clone(), |seen| (*seen).clone());
        return Ok(Some(Table {
            printed,
            rows: Vec::new(),
            now,
        }));
    };
    let mut rows = Vec::new();
    if first != printed {
        rows.push(Row {
            layer: Layer::Copy,
            cause: Applied::Rules,
            timestamp: None,
            waited: false,
            before: printed.clone(),
            after: first.clone(),
        });
    }
    let mut before = first;
    let mut latest: Option<(Layer, Timestamp)> = None;
    layers::layer_by_layer(&mut copy, program, |game, layer, done| {
        let Some(after) = game.cached(id) else {
            return;
        };
        // Base power and toughness are noted down between layers 7b and 7c; that changes nothing.
        before.base = after.base;
        let (cause, timestamp) = match done {
            Done::Rules if *after == before => return,
            Done::Rules => (Applied::Rules, None),
            Done::Effect(effect, affected) => {
                let source = effect.context.this;
                let cause = match effect.key {
                    Key::Ability(of, ability, ..) if affected.contains(&id) => {
                        Applied::Ability(of, ability)
                    }
                    Key::Active(at) if affected.contains(&id) => Applied::Effect(source, at),
                    // Said once, in the first layer that it would have a part in.
                    Key::Ability(of, ability, ..)
                        if of == id
                            && affected.is_empty()
                            && !rows
                                .iter()
                                .any(|row: &Row| row.cause == Applied::Idle(ability)) =>
                    {
                        Applied::Idle(ability)
                    }
                    _ => {
                        latest = latest.max(Some((layer, effect.timestamp)));
                        return;
                    }
                };
                (cause, Some(effect.timestamp))
            }
        };
        let waited = latest
            .zip(timestamp)
            .is_some_and(|((of, last), now)| of == layer && now < last);
        latest = latest.max(timestamp.map(|now| (layer, now)));
        rows.push(Row {
            layer,
            cause,
            timestamp,
            waited,
            before: before.clone(),
            after: after.clone(),
        });
        before = after.clone();
    })?;
    Ok(Some(Table {
        printed,
        rows,
        now: before,
    }))
}

/// The number of the rule of a layer or sublayer.
#[must_use]
pub const fn rule(layer: Layer) -> &'static str {
    match layer {
        Layer::Copy => "613.1a",
        Layer::Control => "613.1b",
        Layer::Text => "613.1c",
        Layer::Type => "613.1d",
        Layer::Color => "613.1e",
        Layer::Ability => "613.1f",
        Layer::Define => "613.4a",
        Layer::SetPt => "613.4b",
        Layer::ModifyPt => "613.4c",
        Layer::SwitchPt => "613.4d",
    }
}

/// What a layer or sublayer is called.
#[must_use]
pub const fn name(layer: Layer) -> &'static str {
    match layer {
        Layer::Copy => "1",
        Layer::Control => "2",
        Layer::Text => "3",
        Layer::Type => "4",
        Layer::Color => "5",
        Layer::Ability => "6",
        Layer::Define => "7a",
        Layer::SetPt => "7b",
        Layer::ModifyPt => "7c",
        Layer::SwitchPt => "7d",
    }
}
