//! Casting spells (CR 601.2) and activating abilities (CR 602.2), step by step.

pub mod activation;
pub(in crate::engine) mod added;
pub mod announce;
pub(in crate::engine) mod conditions;
pub mod costs;
pub(in crate::engine) mod could_produce;
pub(in crate::engine) mod face_up;
pub(in crate::engine) mod help;
pub mod mana;
pub(in crate::engine) mod mana_output;
pub(in crate::engine) mod now;
pub mod payment;
pub(in crate::engine) mod retarget;
pub mod targets;

use crate::bytecode::{AbilityId, AbilityKind, ActivationRule, Body, CostPart, Primitive, Program};
use crate::engine::{events, priority, special, statements};
use crate::game::{
    CastStage, Casting, Cause, Context, Entity, Entry, Event, EventFlags, EventKind, Fault, Game,
    Object, ObjectId, ObjectKind, PlayerId, Produced, StackItem, StackKind, Status, Task,
    state::{ChosenValue, HowCast},
};
use crate::vm;
use crate::vocab::{ManaCost, Zone};
use smallvec::SmallVec;
use std::sync::Arc;

/// What became of a step of casting.
pub(in crate::engine) enum Flow {
    /// It goes on, at once or when what was asked or started is done.
    On,
    /// It is complete.
    Done,
    /// It turned out illegal and is taken back whole (CR 733.1).
    TakeBack,
}

/// Begins to cast a spell (CR 601.2). Its legality as far as it can be known has been checked.
pub(in crate::engine) fn begin_spell(
    game: &mut Game,
    program: &Program,
    player: PlayerId,
    card: ObjectId,
    face: u8,
    alternative: Option<AbilityId>,
) -> Result<(), Fault> {
    let before = Some(Arc::new(game.clone()));
    special::show_face(game, program, card, face)?;
    let face_down = alternative.is_some_and(|id| costs::casts_face_down(program, id));
    if let Some(object) = game.object_mut(card).filter(|_| face_down) {
        // CR 702.37c: it is turned face down before it is put onto the stack.
        object.status.set(Status::FACE_DOWN, true);
        game.stale.0 = true;
    }
    let bestowed = alternative.is_some_and(|id| is_primitive(program, id, Primitive::Bestow));
    if let Some(object) = game.object_mut(card).filter(|_| bestowed) {
        // CR 702.103b.
        object.status.set(Status::BESTOWED, true);
        game.stale.0 = true;
    }
    let mutates = alternative.is_some_and(|id| is_primitive(program, id, Primitive::Mutate));
    if let Some(object) = game.object_mut(card).filter(|_| mutates) {
        // CR 702.140a.
        object.status.set(Status::MUTATING, true);
    }
    start_spell(game, program, player, card, alternative, before, None)
}

pub(super) fn start_spell(
    game: &mut Game,
    program: &Program,
    player: PlayerId,
    card: ObjectId,
    alternative: Option<AbilityId>,
    before: Option<Arc<Game>>,
    instead: Option<ManaCost>,
) -> Result<(), Fault> {
    let object = game
        .object(card)
        .ok_or_else(|| Fault::State("the card to cast does not exist".into()))?;
    let from = object.zone;
    // CR 702.143a: a foretold card is turned face up as it is cast.
    if from == Zone::Exile
        && let Some(object) = game.object_mut(card)
    {
        object.status.set(Status::FACE_DOWN, false);
    }
    let object = game
        .object(card)
        .ok_or_else(|| Fault::State("the card to cast does not exist".into()))?;
    let face = program.face(object.face).ok_or(Fault::Face(object.face))?;
    // CR 708.2: a face-down spell has no text.
    let ability = (!object.status.has(Status::FACE_DOWN))
        .then(|| {
            let instead = added::text_instead(program, &face.abilities, alternative);
            instead.or_else(|| added::text_of(program, &face.abilities))
        })
        .flatten();
    let item = item(card, StackKind::Spell, player, card, ability);
    game.tasks.push(Task::Cast(Box::new(Casting {
        item,
        stage: CastStage::Propose,
        cost: None,
        next_part: 0,
        before,
        mana_ability: false,
        alternative,
        additional: SmallVec::new(),
        free: instead.as_ref().is_some_and(|cost| cost.0.is_empty()),
        instead,
        from,
        face_up: false,
        produced: Produced::default(),
        spent: Default::default(),
        besides: Default::default(),
        either: None,
    })));
    // CR 601.2a: the card moves to the stack.
    let mut event = Event::new(EventKind::ZoneChange, card);
    event.cause = Cause::Cast;
    event.from = from;
    event.to = Zone::Stack;
    event.entry = Some(Box::new(Entry {
        controller: Some(player),
        ..Entry::default()
    }));
    events::propose(game, vec![event]);
    Ok(())
}

/// Begins to activate the n-th ability of an object (CR 602.2). Its legality has been checked.
pub(in crate::engine) fn begin_ability(
    game: &mut Game,
    program: &Program,
    player: PlayerId,
    source: ObjectId,
    index: u8,
) -> Result<(), Fault> {
    let instance = crate::engine::layers::characteristics(game, program, source)
        .and_then(|seen| seen.abilities.get(usize::from(index)).copied())
        .ok_or_else(|| Fault::State("the object has no such ability".into()))?;
    let id = instance.ability;
    let ability = program.ability(id).ok_or(Fault::Ability(id))?;
    let AbilityKind::Activated { mana, rules, .. } = &ability.kind else {
        return Err(Fault::Ability(id));
    };
    // CR 116.1: a special action doesn't use the stack either.
    let mana = &(*mana || rules.contains(&ActivationRule::Special));
    let mut casting = Casting {
        item: item(source, StackKind::Activated, player, source, Some(id)),
        stage: CastStage::Modes,
        cost: None,
        next_part: 0,
        before: None,
        mana_ability: *mana,
        alternative: None,
        additional: SmallVec::new(),
        free: false,
        instead: None,
        from: game.zone(source),
        face_up: false,
        produced: Produced::default(),
        spent: Default::default(),
        besides: Default::default(),
        either: None,
    };
    casting.item.giver = instance.granted_by;
    // CR 605.3b: a mana ability doesn't go on the stack.
    if !*mana {
        casting.before = Some(Arc::new(game.clone()));
        // CR 602.2a: the ability is created on the stack as an object that's not a card.
        let object = ability_object(game, player, source, id);
        casting.item.object = object;
        game.stack.push(casting.item.clone());
    }
    game.tasks.push(Task::Cast(Box::new(casting)));
    Ok(())
}

/// A new object for an ability on the stack (CR 113.7a, 602.2a, 603.3).
pub fn ability_object(
    game: &mut Game,
    controller: PlayerId,
    source: ObjectId,
    ability: AbilityId,
) -> ObjectId {
    let face = game
        .object(source)
        .map_or(crate::bytecode::FaceId(u32::MAX), |o| o.face);
    let id = ObjectId(u32::try_from(game.objects.len()).unwrap_or(u32::MAX));
    let timestamp = game.stamp();
    let kind = ObjectKind::Ability(ability);
    game.objects.push(Object {
        zone: Zone::Stack,
        since_turn: game.turn.number,
        ..Object::new(kind, face, controller, controller, timestamp)
    });
    id
}

/// A stack item without choices yet.
#[must_use]
pub fn item(
    object: ObjectId,
    kind: StackKind,
    controller: PlayerId,
    source: ObjectId,
    ability: Option<AbilityId>,
) -> StackItem {
    StackItem {
        object,
        kind,
        controller,
        source,
        ability,
        giver: None,
        activated: None,
        added: SmallVec::new(),
        modes: SmallVec::new(),
        targets: SmallVec::new(),
        division: SmallVec::new(),
        x: 0,
        event: None,
        paid: SmallVec::new(),
        paid_amounts: SmallVec::new(),
        captured: Vec::new(),
    }
}

/// The body of the spell or ability; `None` for a permanent spell.
///
/// # Errors
/// The ability does not exist or can't be on the stack.
pub fn body<'p>(program: &'p Program, item: &StackItem) -> Result<Option<&'p Body>, Fault> {
    let Some(id) = item.ability else {
        return Ok(None);
    };
    match &program.ability(id).ok_or(Fault::Ability(id))?.kind {
        AbilityKind::Spell(body)
        | AbilityKind::Activated { body, .. }
        | AbilityKind::Triggered { body, .. } => Ok(Some(body)),
        AbilityKind::Static(_) | AbilityKind::Primitive { .. } => Err(Fault::Ability(id)),
    }
}

/// The context in which the code of a spell or ability on the stack runs.
#[must_use]
pub fn context_of(item: &StackItem, on_stack: bool) -> Context {
    Context {
        x: i64::from(item.x),
        event: item.event.clone(),
        targets: item.targets.clone(),
        division: item.division.clone(),
        stack_object: on_stack.then_some(item.object),
        paid: item.paid.clone(),
        paid_amounts: item.paid_amounts.clone(),
        captured: item.captured.clone(),
        giver: item.giver,
        activated: item.activated,
        ..statements::context(item.source, item.controller)
    }
}

/// Works on a spell being cast or ability being activated.
pub(in crate::engine) fn step(game: &mut Game, program: &Program) -> Result<(), Fault> {
    let Some(Task::Cast(mut casting)) = game.tasks.pop() else {
        return Err(Fault::State("nothing is being cast".into()));
    };
    let at = game.tasks.len();
    match advance(game, program, &mut casting)? {
        Flow::On => {
            // Below whatever it has started.
            game.tasks
                .insert(at.min(game.tasks.len()), Task::Cast(casting));
            Ok(())
        }
        Flow::Done => Ok(()),
        Flow::TakeBack => take_back(game, *casting),
    }
}

/// Takes back what is being cast or activated because its payment is given up (CR 733.1).
pub(in crate::engine) fn give_up(game: &mut Game) -> Result<(), Fault> {
    match game.tasks.pop() {
        Some(Task::Cast(casting)) => take_back(game, *casting),
        _ => Err(Fault::State("this payment can't be given up".into())),
    }
}

/// The game returns to the moment before (CR 733.1).
fn take_back(game: &mut Game, casting: Casting) -> Result<(), Fault> {
    match casting.before {
        Some(before) => {
            *game = Arc::unwrap_or_clone(before);
            game.answer = None;
            game.decision = None;
            Ok(())
        }
        None => Err(Fault::State(
            "what can't be completed has no earlier state to return to".into(),
        )),
    }
}

/// Does the next step.
fn advance(game: &mut Game, program: &Program, casting: &mut Casting) -> Result<Flow, Fault> {
    match casting.stage {
        CastStage::Propose => arrive(game, program, casting),
        CastStage::Modes => announce::modes(game, program, casting),
        CastStage::AnnounceCosts if casting.face_up => face_up::choose_cost(game, program, casting),
        CastStage::AnnounceCosts => announce::optional_costs(game, program, casting),
        CastStage::Splice => added::step(game, program, casting),
        CastStage::AnnounceX => announce::x(game, program, casting),
        CastStage::Targets => announce::targets(game, program, casting),
        CastStage::Divide => announce::divide(game, program, casting),
        CastStage::TotalCost => {
            sync(game, program, casting);
            let cost = costs::total(game, program, casting)?;
            casting.stage = CastStage::Help;
            casting.cost = Some(cost);
            Ok(Flow::On)
        }
        CastStage::Help => help::step(game, program, casting),
        CastStage::Assist => help::assist(game, program, casting),
        CastStage::ManaAbilities => {
            casting.stage = CastStage::Pay;
            let cost = casting.cost.get_or_insert_default();
            if !cost.mana.0.is_empty() {
                let taps = cost.parts.iter().any(|p| matches!(p, CostPart::Tap));
                let spared = taps.then_some(casting.item.source);
                let (mana, on) = (cost.mana.clone(), casting.item.object);
                payment::begin(game, casting.item.controller, mana, on, spared);
            }
            Ok(Flow::On)
        }
        CastStage::Pay => pay_part(game, program, casting),
        CastStage::Finish => finish(game, program, casting),
        CastStage::Produced => produced(game, program, casting),
    }
}

/// The card has moved to the stack and is a spell (CR 601.2a).
fn arrive(game: &mut Game, program: &Program, casting: &mut Casting) -> Result<Flow, Fault> {
    let card = casting.item.object;
    let spell = game.object(card).and_then(|o| o.became).unwrap_or(card);
    if game.zone(spell) != Zone::Stack {
        return Ok(Flow::TakeBack);
    }
    let controller = casting.item.controller;
    if let Some(object) = game.object_mut(spell) {
        let other = object.base_controller != controller;
        object.base_controller = controller;
        object.status.set(Status::CAST, true);
        let flashback = casting
            .alternative
            .is_some_and(|id| is_primitive(program, id, Primitive::Flashback));
        // CR 702.127a: the same holds for a half with aftermath.
        let aftermath = casting.from == Zone::Graveyard
            && program.face(object.face).is_some_and(|face| {
                let mut abilities = face.abilities.iter();
                abilities.any(|id| is_primitive(program, *id, Primitive::Aftermath))
            });
        let flashback = flashback || aftermath;
        object.status.set(Status::FLASHBACK, flashback);
        game.stale.0 |= other;
    }
    casting.item.object = spell;
    casting.item.source = spell;
    casting.stage = CastStage::Modes;
    match game.stack.iter_mut().find(|i| i.object == spell) {
        Some(item) => *item = casting.item.clone(),
        None => game.stack.push(casting.item.clone()),
    }
    crate::engine::in_force::touched(game);
    Ok(Flow::On)
}

/// Whether an ability is a keyword of the engine's own.
pub(in crate::engine) fn is_primitive(program: &Program, id: AbilityId, wanted: Primitive) -> bool {
    matches!(
        program.ability(id).map(|ability| &ability.kind),
        Some(AbilityKind::Primitive { primitive, .. }) if *primitive == wanted
    )
}

/// Writes the choices made so far to the item on the stack, where effects look at them.
pub(in crate::engine) fn sync(game: &mut Game, program: &Program, casting: &Casting) {
    if let Some(item) = game
        .stack
        .iter_mut()
        .rev()
        .find(|i| i.object == casting.item.object)
    {
        item.clone_from(&casting.item);
    }
    let x = casting.item.x;
    if casting.item.kind == StackKind::Spell
        && let Some(object) = game.object_mut(casting.item.object)
    {
        object.x = x;
        let bought_back = |id: &AbilityId| is_primitive(program, *id, Primitive::Buyback);
        let bought = casting.additional.iter().any(bought_back);
        object.status.set(Status::BUYBACK, bought);
        // CR 702.33d: other costs of the text are told from kicker only by their keyword.
        let other = |id: &AbilityId| {
            let keyword = program.ability(*id).and_then(|ability| ability.keyword);
            let known = keyword.and_then(|id| program.keywords.get(id.index()));
            known.is_some_and(|known| !matches!(known.name.as_str(), "kicker" | "multikicker"))
        };
        let kicked = !casting.additional.iter().all(other);
        object.status.set(Status::KICKED, kicked);
        let spell = casting.item.object;
        game.chosen
            .retain(|(of, value)| *of != spell || !matches!(value, ChosenValue::Paid(..)));
        for id in casting.additional.iter().chain(&casting.alternative) {
            let times = casting
                .additional
                .iter()
                .filter(|a| *a == id)
                .count()
                .max(1);
            let paid = ChosenValue::Paid(*id, u32::try_from(times).unwrap_or(u32::MAX));
            if !game
                .chosen
                .iter()
                .any(|(of, value)| *of == spell && *value == paid)
            {
                game.chosen.push((spell, paid));
            }
        }
    }
}

/// Pays the next part of the cost other than mana (CR 601.2h).
fn pay_part(game: &mut Game, program: &Program, casting: &mut Casting) -> Result<Flow, Fault> {
    if let Some(id) = casting.cost.as_mut().and_then(|cost| cost.sacrifice.take()) {
        // CR 702.119c; what has gone in the meantime can't be sacrificed.
        if game.zone(id) != Zone::Battlefield {
            return Ok(Flow::TakeBack);
        }
        let mut event = Event::new(EventKind::Sacrifice, id);
        event.cause = Cause::Sacrifice;
        event.flags = EventFlags::COST;
        event.source = Some(casting.item.source);
        events::propose(game, vec![event]);
        return Ok(Flow::On);
    }
    let next = casting.next_part as usize;
    let part = casting
        .cost
        .as_ref()
        .and_then(|c| c.parts.get(next))
        .cloned();
    // What was used for the part before may turn out not to be enough (CR 733.1).
    let last = next.checked_sub(1);
    let enough = last
        .and_then(|at| casting.cost.as_ref()?.parts.get(at))
        .and_then(|part| match part {
            CostPart::Act { enough, .. } => *enough,
            _ => None,
        });
    if let Some(enough) = enough {
        let context = context_of(&casting.item, !casting.mana_ability);
        if !vm::truth(game, program, enough, &context, None)? {
            return Ok(Flow::TakeBack);
        }
    }
    let Some(part) = part else {
        casting.stage = CastStage::Finish;
        return Ok(Flow::On);
    };
    casting.next_part = casting.next_part.saturating_add(1);
    let source = casting.item.source;
    let pay = |kind| {
        let mut event = Event::new(kind, source);
        event.cause = Cause::Cost;
        event.flags = EventFlags::COST;
        event
    };
    match part {
        CostPart::Tap | CostPart::Untap => {
            let untap = matches!(part, CostPart::Untap);
            // CR 107.5, 107.6.
            if game.has_status(source, Status::TAPPED) != untap {
                return Ok(Flow::TakeBack);
            }
            let kind = if untap {
                EventKind::Untap
            } else {
                EventKind::Tap
            };
            events::propose(game, vec![pay(kind)]);
        }
        CostPart::Loyalty(amount) => {
            // CR 606.4: counters are put on or removed.
            let change = match amount {
                Some(n) => i64::from(n),
                None => i64::from(casting.item.x).saturating_neg(),
            };
            let Some(counter) = program.counter_named("loyalty") else {
                return Err(Fault::Unsupported(
                    "loyalty abilities without a loyalty counter in the pack".into(),
                ));
            };
            if change != 0 {
                let mut event = pay(if change > 0 {
                    EventKind::AddCounters
                } else {
                    EventKind::RemoveCounters
                });
                event.amount = change.saturating_abs();
                event.counter = Some(counter);
                event.source = Some(source);
                events::propose(game, vec![event]);
            }
        }
        CostPart::Act { can, code, .. } => {
            // A part that did nothing used nothing.
            let before = casting.cost.iter().flat_map(|c| c.parts.iter().take(next));
            let acts = before.filter(|p| matches!(p, CostPart::Act { .. })).count();
            casting.item.paid.resize_with(acts, SmallVec::new);
            casting.item.paid_amounts.resize(acts, 0);
            let context = context_of(&casting.item, !casting.mana_ability);
            if !vm::truth(game, program, can, &context, None)? {
                return Ok(Flow::TakeBack);
            }
            vm::start(game, program, code, context)?;
        }
    }
    Ok(Flow::On)
}

/// The spell becomes cast, the ability activated (CR 601.2i).
fn finish(game: &mut Game, program: &Program, casting: &mut Casting) -> Result<Flow, Fault> {
    if casting.face_up {
        face_up::finish(game, program, casting);
        return Ok(Flow::Done);
    }
    let item = &casting.item;
    if item.kind == StackKind::Activated {
        crate::engine::activation::count(game, program, item.source, item.ability);
    }
    if casting.mana_ability {
        // CR 605.3b: it resolves immediately.
        casting.stage = CastStage::Produced;
        let part = body(program, item)?.and_then(|b| b.parts.first());
        if let Some(part) = part {
            vm::start(game, program, part.code, context_of(item, false))?;
        }
        return Ok(Flow::On);
    }
    if casting.item.kind == StackKind::Activated {
        let next = u32::try_from(game.objects.len()).unwrap_or(u32::MAX);
        casting.item.activated = Some(ObjectId(next));
    }
    sync(game, program, casting);
    priority::acted(game);
    let item = &casting.item;
    let spell = item.kind == StackKind::Spell;
    let kind = if spell {
        EventKind::Cast
    } else {
        EventKind::Activate
    };
    let mut announced = Event::new(kind, item.controller);
    announced.object = Some(item.object.into());
    announced.source = Some(item.source);
    announced.amount = i64::from(item.x);
    if spell {
        announced.from = casting.from;
        let controller = item.controller;
        let before = game.history.spells_cast.iter().map(|(_, count)| *count);
        let cast = ChosenValue::Cast(HowCast {
            by: controller,
            from: casting.from,
            spent: casting.spent,
            after: before.fold(0_u32, u32::saturating_add),
        });
        game.chosen.push((item.object, cast));
        let casts = &mut game.history.spells_cast;
        match casts.iter_mut().find(|(p, _)| *p == controller) {
            Some((_, count)) => *count = count.saturating_add(1),
            None => casts.push((controller, 1)),
        }
    }
    let mut happened = vec![announced];
    // CR 702.29c: the card was discarded for a cycling ability; it is looked for where it is now.
    let cycling = item
        .ability
        .and_then(|id| program.ability(id)?.keyword)
        .and_then(|id| program.keywords.get(id.index()))
        .is_some_and(|keyword| matches!(keyword.name.as_str(), "cycling" | "typecycling"));
    if cycling {
        let card = game.object(item.source).and_then(|o| o.became);
        let mut cycled = Event::new(EventKind::Cycle, item.controller);
        cycled.object = Some(card.unwrap_or(item.source).into());
        cycled.source = Some(item.source);
        happened.push(cycled);
    }
    happened.extend(became_targets(item));
    events::propose(game, happened);
    Ok(Flow::Done)
}

/// An event for everything that becomes a target (CR 115.1, 603.2...).
pub fn became_targets(item: &StackItem) -> impl Iterator<Item = Event> + '_ {
    let mut seen: SmallVec<[Entity; 2]> = SmallVec::new();
    item.targets.iter().flatten().filter_map(move |target| {
        if seen.contains(target) {
            return None;
        }
        seen.push(*target);
        let mut event = Event::new(EventKind::BecomeTarget, *target);
        event.object = Some(item.object.into());
        event.source = Some(item.source);
        Some(event)
    })
}

/// The event of a permanent being tapped for mana (CR 106.12a).
pub(in crate::engine) fn tapped_for(
    permanent: ObjectId,
    player: PlayerId,
    produced: Produced,
) -> Event {
    Event {
        object: Some(player.into()),
        source: Some(permanent),
        amount: produced.amount,
        mana: produced.kinds,
        ..Event::new(EventKind::TapForMana, permanent)
    }
}

/// A mana ability has resolved: its permanent was tapped for mana if {T} is in its cost (CR 106.12).
fn produced(game: &mut Game, _program: &Program, casting: &Casting) -> Result<Flow, Fault> {
    let item = &casting.item;
    let mut happened = Vec::new();
    let taps = casting
        .cost
        .as_ref()
        .is_some_and(|c| c.parts.iter().any(|p| matches!(p, CostPart::Tap)));
    // CR 106.12a: only if it produced any.
    if taps && casting.produced.amount > 0 {
        happened.push(tapped_for(item.source, item.controller, casting.produced));
    }
    let mut event = Event::new(EventKind::Activate, item.controller);
    event.object = Some(item.source.into());
    event.source = Some(item.source);
    happened.push(event);
    events::propose(game, happened);
    Ok(Flow::Done)
}

/// Whether an object has the primitive among its printed abilities, with that ability.
pub(in crate::engine) fn printed_primitive(
    game: &Game,
    program: &Program,
    object: ObjectId,
    wanted: Primitive,
) -> Option<AbilityId> {
    let object = game.object(object)?;
    // CR 708.2.
    if object.status.has(Status::FACE_DOWN) {
        return None;
    }
    let face = program.face(object.face)?;
    face.abilities.iter().copied().find(|id| {
        program.ability(*id).is_some_and(
            |a| matches!(a.kind, AbilityKind::Primitive { primitive, .. } if primitive == wanted),
        )
    })
}
