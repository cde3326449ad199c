//! Which triggered abilities trigger (CR 603.2, 603.7, 603.8, 603.10); they wait in `Game::waiting`.

use crate::bytecode::{AbilityId, AbilityKind, Program, Together, Trigger};
use crate::engine::{casting, casting::conditions, layers, zones};
use crate::game::{
    Context, Event, EventKind, Fault, Game, ObjectId, PlayerId, StackItem, StackKind, Status, Task,
    state::Waiting,
};
use crate::vm;
use crate::vocab::Zone;
use smallvec::SmallVec;

/// An ability that would trigger more often on what happens at one time is more than a game can hold.
const MOST_AT_ONCE: usize = 10_000;

/// A triggered ability of an object.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Held {
    source: ObjectId,
    controller: PlayerId,
    ability: AbilityId,
    giver: Option<ObjectId>,
}

impl Held {
    /// The context of the ability before it triggers.
    fn context(&self) -> Context {
        Context {
            giver: self.giver,
            ..Context::new(self.source, self.controller)
        }
    }
}

/// The trigger of an ability.
pub(super) fn trigger_of(program: &Program, id: AbilityId) -> Option<&Trigger> {
    match &program.ability(id)?.kind {
        AbilityKind::Triggered { trigger, .. } => Some(trigger),
        _ => None,
    }
}

/// The triggered abilities that function where their object is (CR 113.6, 603.6) and are wanted.
fn held(game: &Game, program: &Program, wanted: impl Fn(&Trigger) -> bool) -> Vec<Held> {
    let mut found = Vec::new();
    let mut look = |id: ObjectId, zone: Zone| {
        if game.has_status(id, Status::PHASED_OUT) {
            return;
        }
        let mut add = |ability: AbilityId, controller: PlayerId, giver: Option<ObjectId>| {
            if program
                .ability(ability)
                .is_some_and(|a| a.zones.contains(zone))
                && trigger_of(program, ability).is_some_and(&wanted)
            {
                found.push(Held {
                    source: id,
                    controller,
                    ability,
                    giver,
                });
            }
        };
        if let Some(seen) = game.cached(id) {
            for instance in &seen.abilities {
                add(instance.ability, seen.controller, instance.granted_by);
            }
        } else if let Some(object) = game.object(id)
            && let Some(face) = program.face(object.face)
        {
            for ability in &face.abilities {
                add(*ability, object.owner, None);
            }
        }
    };
    let (here, elsewhere) = possible(game, program, &wanted);
    if here {
        game.battlefield
            .iter()
            .for_each(|id| look(*id, Zone::Battlefield));
        game.command.iter().for_each(|id| look(*id, Zone::Command));
    }
    if elsewhere {
        game.exile.iter().for_each(|id| look(*id, Zone::Exile));
    }
    if here {
        game.stack
            .iter()
            .for_each(|item| look(item.object, Zone::Stack));
    }
    for player in game.players.iter().filter(|_| elsewhere) {
        player.hand.iter().for_each(|id| look(*id, Zone::Hand));
        player
            .graveyard
            .iter()
            .for_each(|id| look(*id, Zone::Graveyard));
    }
    found
}

/// Whether anything wanted can be found among what is on the battlefield, the stack and in the command zone; and whether
/// elsewhere. Mostly nothing can.
fn possible(game: &Game, program: &Program, wanted: impl Fn(&Trigger) -> bool) -> (bool, bool) {
    /// With more, looking at the cards themselves is faster.
    const MANY: usize = 64;
    let (Some(force), Some(index)) = (
        crate::engine::in_force::force(game),
        game.facts.0.index.as_ref(),
    ) else {
        return (true, true);
    };
    let any = |ids: &[AbilityId]| {
        ids.iter()
            .any(|id| trigger_of(program, *id).is_some_and(&wanted))
    };
    let elsewhere =
        force.elsewhere || index.triggers_elsewhere.len() > MANY || any(&index.triggers_elsewhere);
    (any(&force.triggers), elsewhere)
}

fn kind_fits(trigger: &Trigger, event: &Event) -> bool {
    trigger.kinds.contains(event.kind)
        || event.kind == EventKind::ZoneChange
            && zones::action_of(event.cause).is_some_and(|kind| trigger.kinds.contains(kind))
        || event.kind == EventKind::Damage && trigger.kinds.contains(EventKind::DamageDealtBySource)
}

/// The abilities that look back, as they are before the events happen (CR 603.10).
pub(in crate::engine) fn looking_back<'e>(
    game: &Game,
    program: &Program,
    events: impl Iterator<Item = &'e Event> + Clone,
) -> Vec<Held> {
    if !events.clone().any(|event| {
        matches!(
            event.kind,
            EventKind::ZoneChange
                | EventKind::Unattach
                | EventKind::Phase
                | EventKind::LoseGame
                | EventKind::ChangeControl
        )
    }) {
        return Vec::new();
    }
    held(game, program, |trigger| {
        trigger.looks_back
            && !trigger.state
            && events.clone().any(|event| kind_fits(trigger, event))
    })
}

/// Finds what triggers on these events.
///
/// # Errors
/// Faults of the code of triggers.
pub(in crate::engine) fn collect(
    game: &mut Game,
    program: &Program,
    happened: &[Event],
    before: &[Held],
) -> Result<(), Fault> {
    if happened.is_empty() {
        return Ok(());
    }
    let mut all: Vec<Held> = before.to_vec();
    all.extend(held(game, program, |trigger| {
        !trigger.looks_back
            && !trigger.state
            && happened
                .iter()
                .any(|event| trigger.kinds.contains(event.kind))
    }));
    for held in all {
        let Some(trigger) = trigger_of(program, held.ability) else {
            continue;
        };
        let context = held.context();
        let miracle = conditions::is_miracle(program, held.ability);
        for event in matching(game, program, trigger, &context, happened)? {
            if miracle && !conditions::drawn_first(game, &event, happened) {
                continue;
            }
            let triggered = trigger_now(game, program, held, Some(event), &context)?;
            if miracle && triggered {
                // CR 702.94a: only if it is revealed.
                let asked = game.waiting.pop();
                game.tasks
                    .extend(asked.map(|waiting| Task::Miracle(Box::new(waiting.item))));
            }
        }
    }
    delayed(game, program, happened)
}

/// The events that trigger it; of those that are one occurrence the first, with the amounts of all (CR 603.2c).
fn matching(
    game: &Game,
    program: &Program,
    trigger: &Trigger,
    context: &Context,
    happened: &[Event],
) -> Result<Vec<Event>, Fault> {
    let mut found: Vec<Event> = Vec::new();
    for event in happened {
        if !trigger.kinds.contains(event.kind) {
            continue;
        }
        let mut context = context.clone();
        context.event = Some(Box::new(event.clone()));
        if !vm::truth(game, program, trigger.filter, &context, Some(event.subject))? {
            continue;
        }
        let same = found.iter_mut().find(|first| match trigger.together {
            Together::Each | Together::EachCounter => false,
            Together::BySubject => first.subject == event.subject,
            Together::All => true,
        });
        match same {
            Some(first) => first.amount = first.amount.saturating_add(event.amount),
            None if trigger.together == Together::EachCounter => {
                let so_many = usize::try_from(event.amount).unwrap_or(0);
                if found.len().saturating_add(so_many) > MOST_AT_ONCE {
                    return Err(Fault::Objects);
                }
                let one = Event {
                    amount: 1,
                    ..event.clone()
                };
                found.extend(std::iter::repeat_n(one, so_many));
            }
            None => found.push(event.clone()),
        }
    }
    Ok(found)
}

/// An ability triggers: its intervening if is looked at (CR 603.4), and how often it may trigger.
fn trigger_now(
    game: &mut Game,
    program: &Program,
    held: Held,
    event: Option<Event>,
    context: &Context,
) -> Result<bool, Fault> {
    let Some(AbilityKind::Triggered {
        condition,
        limit,
        mana,
        body,
        ..
    }) = program.ability(held.ability).map(|ability| &ability.kind)
    else {
        return Err(Fault::Ability(held.ability));
    };
    let mut context = context.clone();
    context.event = event.clone().map(Box::new);
    if let Some(condition) = condition
        && !vm::truth(game, program, *condition, &context, None)?
    {
        return Ok(false);
    }
    if let Some(limit) = limit {
        let counts = &mut game.history.activations;
        let known = counts
            .iter_mut()
            .find(|(of, ability, _)| *of == held.source && *ability == held.ability);
        match known {
            Some((_, _, count)) if *count >= *limit => return Ok(false),
            Some((_, _, count)) => *count = count.saturating_add(1),
            None => counts.push((held.source, held.ability, 1)),
        }
    }
    if game.tracing.0 {
        let mut triggered = Event::new(EventKind::Trigger, held.controller);
        triggered.source = Some(held.source);
        triggered.object = Some(held.source.into());
        game.log.0.push(triggered);
    }
    if *mana {
        // CR 605.4a: a triggered mana ability doesn't use the stack.
        for part in &body.parts {
            vm::start(game, program, part.code, context.clone())?;
        }
        return Ok(true);
    }
    let mut item: StackItem = casting::item(
        held.source,
        StackKind::Triggered,
        held.controller,
        held.source,
        Some(held.ability),
    );
    item.event = context.event;
    item.giver = context.giver;
    item.captured = context.captured;
    item.paid = context.paid;
    item.paid_amounts = context.paid_amounts;
    // CR 107.3m: X of a permanent's own trigger is that of the spell that became it.
    item.x = match context.x {
        0 => game.object(held.source).map_or(0, |object| object.x),
        x => zones::clamp(x),
    };
    game.waiting.push(Waiting {
        item,
        on_trigger: false,
    });
    Ok(true)
}

/// Delayed triggers (CR 603.7).
fn delayed(game: &mut Game, program: &Program, happened: &[Event]) -> Result<(), Fault> {
    let mut done: SmallVec<[usize; 2]> = SmallVec::new();
    for (at, delayed) in game.delayed.clone().into_iter().enumerate() {
        let Some(trigger) = trigger_of(program, delayed.ability) else {
            return Err(Fault::Ability(delayed.ability));
        };
        let context = delayed.context.clone();
        let held = Held {
            source: context.this,
            controller: context.you,
            ability: delayed.ability,
            giver: context.giver,
        };
        for event in matching(game, program, trigger, &context, happened)? {
            let triggered = trigger_now(game, program, held, Some(event), &context)?;
            if triggered && delayed.once {
                done.push(at);
                break;
            }
        }
    }
    let mut at = 0;
    game.delayed.retain(|_| {
        at += 1;
        !done.contains(&(at - 1))
    });
    Ok(())
}

/// Reflexive triggers (CR 603.12): what was to be done has been done by now, or was not. Whether any triggered.
fn reflexive(game: &mut Game, program: &Program) -> Result<bool, Fault> {
    let waits = |ability| trigger_of(program, ability).is_some_and(|trigger| trigger.state);
    if !game.delayed.iter().any(|delayed| waits(delayed.ability)) {
        return Ok(false);
    }
    let (now, later): (Vec<_>, Vec<_>) = std::mem::take(&mut game.delayed)
        .into_iter()
        .partition(|delayed| waits(delayed.ability));
    game.delayed = later;
    let mut any = false;
    for delayed in now {
        let Some(trigger) = trigger_of(program, delayed.ability) else {
            continue;
        };
        let context = delayed.context;
        if vm::truth(game, program, trigger.filter, &context, None)? {
            let held = Held {
                source: context.this,
                controller: context.you,
                ability: delayed.ability,
                giver: context.giver,
            };
            any |= trigger_now(game, program, held, None, &context)?;
        }
    }
    Ok(any)
}

/// State triggers (CR 603.8): once until the ability has left the stack. Whether any triggered.
///
/// # Errors
/// Faults of the code of triggers.
pub(in crate::engine) fn states(game: &mut Game, program: &Program) -> Result<bool, Fault> {
    layers::try_refresh(game, program)?;
    let mut any = reflexive(game, program)?;
    for held in held(game, program, |trigger| trigger.state) {
        let same =
            |item: &StackItem| item.source == held.source && item.ability == Some(held.ability);
        if game.stack.iter().any(same) || game.waiting.iter().any(|w| same(&w.item)) {
            continue;
        }
        let context = held.context();
        let Some(trigger) = trigger_of(program, held.ability) else {
            continue;
        };
        if vm::truth(game, program, trigger.filter, &context, None)? {
            any |= trigger_now(game, program, held, None, &context)?;
        }
    }
    Ok(any)
}
