//! What has happened since a ruling began: the events of its trace that an expectation speaks of.

use super::expect::things;
use super::play::{Play, Ran};
use super::script::{Happening, Mention};
use crate::game::{Cause, Entity, Event, EventKind, PlayerId};
use crate::vocab::Zone;

/// A participant of an event.
#[derive(Debug, Clone, Copy)]
enum Part {
    Subject,
    Object,
    Source,
}

/// The events of a kind in which some things take this part.
fn of<'p>(play: &'p Play<'_>, kind: EventKind, wanted: &[Entity], part: Part) -> Vec<&'p Event> {
    let takes_part = |event: &&Event| {
        let who = match part {
            Part::Subject => Some(event.subject),
            Part::Object => event.object,
            Part::Source => event.source.map(Entity::Object),
        };
        event.kind == kind && who.is_some_and(|who| wanted.iter().any(|w| play.same(*w, who)))
    };
    play.trace.events.iter().filter(takes_part).collect()
}

/// The events that a happening is about, in the order in which they happened.
pub fn happened<'p>(play: &'p Play<'_>, happening: &Happening) -> Ran<Vec<&'p Event>> {
    let of_player =
        |kind, player: &PlayerId| of(play, kind, &[Entity::Player(*player)], Part::Subject);
    let left = |mention: &Mention| -> Ran<Vec<&'p Event>> {
        let mut events = of(
            play,
            EventKind::ZoneChange,
            &things(play, mention)?,
            Part::Subject,
        );
        events.retain(|event| event.from == Zone::Battlefield);
        Ok(events)
    };
    Ok(match happening {
        Happening::Triggered(mention) => of(
            play,
            EventKind::Trigger,
            &things(play, mention)?,
            Part::Source,
        ),
        Happening::GainedLife(player) => of_player(EventKind::GainLife, player),
        Happening::LostLife(player) => of_player(EventKind::LoseLife, player),
        Happening::Drew(player) => of_player(EventKind::Draw, player),
        Happening::Discarded(player) => {
            let mut events: Vec<&Event> = play.trace.events.iter().collect();
            events.retain(|event| {
                let owner = |id| play.game.object(id).map(|object| object.owner);
                event.kind == EventKind::ZoneChange
                    && matches!(event.cause, Cause::Discard | Cause::Cycling)
                    && event.subject.object().and_then(owner) == Some(*player)
            });
            events
        }
        Happening::WasDealtDamage(mention) => of(
            play,
            EventKind::Damage,
            &things(play, mention)?,
            Part::Subject,
        ),
        Happening::DealtDamage(mention, to) => {
            let mut events = of(
                play,
                EventKind::Damage,
                &things(play, mention)?,
                Part::Source,
            );
            if let Some(to) = to {
                let to = things(play, to)?;
                events.retain(|event| to.iter().any(|w| play.same(*w, event.subject)));
            }
            events
        }
        Happening::WasRevealed(mention) => of(
            play,
            EventKind::Reveal,
            &things(play, mention)?,
            Part::Object,
        ),
        Happening::Died(mention) => {
            let mut events = left(mention)?;
            events.retain(|event| event.to == Zone::Graveyard);
            events
        }
        Happening::Left(mention) => left(mention)?,
    })
}
