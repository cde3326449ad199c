//! Whether something can happen at all (CR 101.2).

use crate::bytecode::{AbilityKind, Primitive, Program, Restriction, Static, StaticId, StaticKind};
use crate::engine::{layers, statements};
use crate::game::{Cause, Context, Entity, Event, EventFlags, EventKind, Fault, Game, ObjectId};
use crate::vm;
use crate::vocab::{Name, Zone};

/// A statement that forbids something.
#[derive(Debug, Clone, Copy)]
pub struct Forbidden<'a> {
    what: &'a Static,
    /// The object whose ability or effect says so.
    pub source: ObjectId,
}

impl Forbidden<'_> {
    /// The rule of the keyword that the statement is part of, if it is part of one.
    #[must_use]
    pub fn rule(&self, game: &Game, program: &Program) -> Option<Name> {
        let is_it = |id: &StaticId| {
            program
                .statics
                .get(id.index())
                .is_some_and(|known| std::ptr::eq(known, self.what))
        };
        let seen = layers::characteristics(game, program, self.source)?;
        let keyword = seen.abilities.iter().find_map(|instance| {
            let ability = program.ability(instance.ability)?;
            match &ability.kind {
                AbilityKind::Static(ids) if ids.iter().any(is_it) => {
                    instance.keyword.or(ability.keyword)
                }
                _ => None,
            }
        })?;
        program.keywords.get(keyword.index())?.rule.clone()
    }
}

/// The first restriction about `to` that fits.
///
/// # Errors
/// Faults of the code of restrictions.
pub(in crate::engine) fn forbidden<'a>(
    game: &'a Game,
    program: &'a Program,
    to: Entity,
    fits: impl Fn(&Restriction, &Context) -> Result<bool, Fault>,
) -> Result<Option<Forbidden<'a>>, Fault> {
    let mut found = None;
    statements::each(
        game,
        program,
        // What a spell says of itself holds on the stack (CR 113.6g).
        to.object(),
        |kind| matches!(kind, StaticKind::Cant(_)),
        |statement| match &statement.what.kind {
            StaticKind::Cant(restriction) => {
                if fits(restriction, &statement.context)? && statement.applies(game, program, to)? {
                    found = Some(Forbidden {
                        what: statement.what,
                        source: statement.context.this,
                    });
                }
                Ok(found.is_some())
            }
            _ => Ok(false),
        },
    )?;
    Ok(found)
}

/// Whether the event can happen.
pub(in crate::engine) fn possible(
    game: &Game,
    program: &Program,
    event: &Event,
) -> Result<bool, Fault> {
    let to = event.subject;
    let simple = |wanted: Restriction| {
        Ok(forbidden(game, program, to, |restriction, _| {
            Ok(*restriction == wanted)
        })?
        .is_none())
    };
    let primitive = |primitive: Primitive| {
        to.object()
            .and_then(|id| game.cached(id))
            .is_some_and(|seen| seen.has(primitive))
    };
    match event.kind {
        // CR 119.7, 119.8.
        EventKind::GainLife => simple(Restriction::GainLife),
        EventKind::LoseLife => simple(Restriction::LoseLife),
        // CR 702.16e: damage from sources of the quality is prevented, if it can be (CR 615.12).
        EventKind::Damage if !event.flags.has(EventFlags::UNPREVENTABLE) => {
            let (Some(id), Some(source)) = (to.object(), event.source) else {
                return Ok(true);
            };
            let unpreventable = forbidden(game, program, source.into(), |restriction, _| {
                Ok(*restriction == Restriction::DamagePrevented)
            })?;
            Ok(unpreventable.is_some()
                || !crate::engine::targets::protected_from(game, program, id, source)?)
        }
        // CR 702.12b.
        EventKind::Destroy => Ok(!primitive(Primitive::Indestructible)),
        EventKind::Regenerate => simple(Restriction::BeRegenerated),
        // CR 701.3b.
        EventKind::Attach => match (to.object(), event.object) {
            (Some(id), Some(host)) => crate::engine::attachments::possible(game, program, id, host),
            _ => Ok(true),
        },
        EventKind::Untap => simple(Restriction::Untap),
        EventKind::Transform => simple(Restriction::Transform),
        EventKind::Search => simple(Restriction::Search),
        EventKind::LoseGame => simple(Restriction::LoseGame),
        EventKind::WinGame => simple(Restriction::WinGame),
        EventKind::AddCounters => {
            let refused = forbidden(game, program, to, |restriction, _| {
                Ok(match restriction {
                    Restriction::GetCounters(None) => true,
                    Restriction::GetCounters(kind) => *kind == event.counter,
                    _ => false,
                })
            })?;
            Ok(refused.is_none())
        }
        EventKind::Draw => {
            let drawn = |who| {
                let counts = game.history.cards_drawn.iter();
                counts
                    .filter(|(p, _)| Entity::Player(*p) == who)
                    .map(|(_, n)| i64::from(*n))
                    .sum::<i64>()
            };
            let refused = forbidden(
                game,
                program,
                to,
                |restriction, context| match restriction {
                    Restriction::Draw(most) => {
                        Ok(drawn(to) >= vm::number(game, program, *most, context, Some(to))?)
                    }
                    _ => Ok(false),
                },
            )?;
            Ok(refused.is_none())
        }
        EventKind::ZoneChange => match event.cause {
            Cause::Sacrifice => simple(Restriction::BeSacrificed),
            Cause::Countered => simple(Restriction::BeCountered),
            _ if event.to == Zone::Battlefield => simple(Restriction::Enter),
            _ => Ok(true),
        },
        _ => Ok(true),
    }
}
