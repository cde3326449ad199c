//! Where abilities function (CR 113.6).

use super::phrase::event::looks_back;
use crate::ir::{self, Action, EventVerb, Modification, Noun, Restriction};
use crate::vocab::{Zone, ZoneSet};

/// Whether the zone that a triggered ability takes its card from is where its event puts the card, so that it functions before that
/// (CR 113.6m).
pub(super) fn comes_there(kind: &ir::AbilityKind, zones: ZoneSet) -> bool {
    let ir::AbilityKind::Triggered { trigger, .. } = kind else {
        return false;
    };
    let event = caused(&trigger.event);
    let moved = matches!(event.subject, Some(Noun::This | Noun::Attached(_)));
    let to = match event.verb {
        EventVerb::PutInto { to, .. } if event.subject == Some(Noun::This) => to,
        EventVerb::IsExiled if event.subject == Some(Noun::This) => Zone::Exile,
        // What leaves otherwise may come anywhere.
        EventVerb::Leaves => return moved && looks_back(event),
        _ => Zone::Graveyard,
    };
    moved
        && zones.contains(to)
        && looks_back(event)
        && trigger_zones(event).contains(Zone::Battlefield)
}

/// Where a triggered ability functions (CR 113.6).
pub(super) fn trigger_zones(event: &ir::Event) -> ZoneSet {
    let event = caused(event);
    let this = |noun: &Option<Noun>| matches!(noun, Some(Noun::This));
    match &event.verb {
        // CR 113.6k: it can't trigger from anywhere else.
        EventVerb::Casts if this(&event.object) => ZoneSet::of(Zone::Stack),
        // CR 702.29c, 702.35a: from wherever it is once it has been cycled or discarded.
        EventVerb::Cycles | EventVerb::Discards if this(&event.object) => {
            ZoneSet::of(Zone::Graveyard).union(ZoneSet::of(Zone::Exile))
        }
        EventVerb::PutInto { to, from } if this(&event.subject) => {
            ZoneSet::of(if looks_back(event) {
                from.unwrap_or(Zone::Battlefield)
            } else {
                *to
            })
        }
        EventVerb::AnyOf(events) => events.iter().fold(ZoneSet::EMPTY, |zones, event| {
            zones.union(trigger_zones(event))
        }),
        _ => ZoneSet::of(Zone::Battlefield),
    }
}

/// The zone that a condition asks the object itself to be in, if it is none where permanents and spells are.
pub(super) fn asked_zone(condition: &ir::Condition) -> Option<ZoneSet> {
    match condition {
        ir::Condition::Is(Noun::This, filter) => filter.predicates.iter().find_map(|p| match p {
            ir::Predicate::InZone(zone @ (Zone::Exile | Zone::Graveyard | Zone::Hand), _) => {
                Some(ZoneSet::of(*zone))
            }
            _ => None,
        }),
        ir::Condition::All(parts) => parts.iter().find_map(asked_zone),
        _ => None,
    }
}

/// Where a static ability functions (CR 113.6, 604.3).
pub(super) fn static_zones(statements: &[ir::Statement]) -> ZoneSet {
    let everywhere = |modification: &Modification| {
        matches!(
            modification,
            Modification::Define(..)
                | Modification::CostChange { .. }
                | Modification::AdditionalCost { .. }
                | Modification::AlternativeCost { .. }
        )
    };
    let about_this = |test: &dyn Fn(&Modification) -> bool| {
        statements
            .iter()
            .any(|s| s.subject == Noun::This && s.modifications.iter().any(test))
    };
    let own_zone = statements
        .iter()
        .flat_map(|s| &s.modifications)
        .find_map(|m| match m {
            Modification::May(ir::Permission::Play {
                what: Noun::This,
                from,
                ..
            }) => *from,
            _ => None,
        });
    if let Some(zone) = own_zone {
        // CR 113.6b: it says where it functions.
        ZoneSet::of(zone)
    } else if about_this(&everywhere) {
        ZoneSet::all()
    } else if about_this(&|m| matches!(m, Modification::Cant(Restriction::BeCountered))) {
        // CR 113.6g.
        ZoneSet::of(Zone::Stack)
    } else {
        ZoneSet::of(Zone::Battlefield)
    }
}

/// Whether a replacement effect is about its own spell leaving the stack.
pub(super) fn leaves_stack(replacement: &ir::Replacement) -> bool {
    let (ir::Replacement::Elsewhere { event, .. } | ir::Replacement::Instead { event, .. }) =
        replacement
    else {
        return false;
    };
    matches!(
        event.verb,
        EventVerb::LeavesStack | EventVerb::ResolvesInto(_)
    ) && event.subject == Some(Noun::This)
}

/// Whether a replacement effect is about its own card being discarded.
pub(super) fn discards_this(replacement: &ir::Replacement) -> bool {
    let (ir::Replacement::Elsewhere { event, .. } | ir::Replacement::Instead { event, .. }) =
        replacement
    else {
        return false;
    };
    let event = caused(event);
    event.verb == EventVerb::Discards && event.object == Some(Noun::This)
}

/// Whether a replacement effect is about its own card being put somewhere from anywhere, so that it functions everywhere.
pub(super) fn puts_this(replacement: &ir::Replacement) -> bool {
    let (ir::Replacement::Elsewhere { event, .. } | ir::Replacement::Instead { event, .. }) =
        replacement
    else {
        return false;
    };
    matches!(event.verb, EventVerb::PutInto { from: None, .. }) && event.subject == Some(Noun::This)
}

/// The event that something causes, or the event itself.
pub(super) fn caused(event: &ir::Event) -> &ir::Event {
    match &event.verb {
        EventVerb::Caused(inner, _) => inner,
        _ => event,
    }
}

/// Where an ability with this cost is activated: where the cost says that the object is (CR 113.6m).
pub(super) fn cost_zones(cost: &ir::Cost) -> ZoneSet {
    let discards =
        |part: &ir::CostPart| matches!(part, ir::CostPart::Act(Action::Discard(Noun::This)));
    ZoneSet::of(if cost.0.iter().any(discards) {
        Zone::Hand
    } else {
        Zone::Battlefield
    })
}
