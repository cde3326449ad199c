//! Face-down cards (CR 702.37, 708): casting one, and the special action of turning one face up (CR 116.2b), which is paid
//! for like a spell but doesn't use the stack.

use super::{Flow, announce, costs, item};
use crate::bytecode::{AbilityId, AbilityKind, Cost, Primitive, Program};
use crate::engine::{
    combat, events,
    illegal::Illegal,
    layers,
    mana::{Available, Use},
    priority, seats, statements,
};
use crate::game::{
    About, Answer, CastStage, Casting, Event, EventKind, Fault, Game, ObjectId, PlayerId,
    StackKind, Status, Task,
    decision::{Choice, OptionLabel},
};
use crate::vocab::{CardType, Name, Zone};
use smallvec::SmallVec;
use std::sync::Arc;

/// What turning a permanent face up can cost: the ability that says so, or none for the mana cost of a manifested
/// permanent.
type Ways = SmallVec<[Option<AbilityId>; 2]>;

/// Why a card can't be cast face down now (CR 702.37c). What matters is what it is face down.
pub(in crate::engine) fn cast_refusal(
    game: &Game,
    program: &Program,
    player: PlayerId,
    card: ObjectId,
    morph: AbilityId,
) -> Result<Option<Illegal>, Fault> {
    let refuse = |rule, reason: &str| Ok(Some(Illegal::new(rule, reason)));
    let Some(object) = game.object(card) else {
        return refuse("601.3", "the card isn't in the game");
    };
    let printed = program
        .face(object.face)
        .is_some_and(|face| face.abilities.contains(&morph));
    if !printed {
        return refuse("702.37d", "nothing allows it to be cast face down");
    }
    let own = object.owner == player;
    let place = match object.zone {
        Zone::Hand => own,
        Zone::Command => own && object.status.has(Status::COMMANDER),
        _ => false,
    };
    let mut turned = game.clone();
    if let Some(object) = turned.object_mut(card) {
        object.status.set(Status::FACE_DOWN, true);
    }
    turned.stale.0 = true;
    layers::try_refresh(&mut turned, program)?;
    let game = &turned;
    if !place && statements::play_allowed(game, program, player, card, false)?.is_none() {
        return refuse("601.3", "nothing allows the player to cast it from there");
    }
    if !seats::sorcery_time(game, player)
        && !statements::flash_allowed(game, program, player, card)?
    {
        return refuse(
            "302.1",
            "it can be cast only in a main phase of one's own turn with an empty stack",
        );
    }
    if statements::cant_cast(game, program, player, card)? {
        return refuse("601.3", "an effect keeps it from being cast");
    }
    let item = item(card, StackKind::Spell, player, card, None);
    let total = costs::expected(game, program, item.clone(), Some(morph), false, None)?;
    if let Some(illegal) = costs::parts_refused(game, program, &item, &total)? {
        return Ok(Some(illegal));
    }
    let payable = Available::of(game, program, player, None)?.can_pay(
        game,
        program,
        &total.mana,
        Use::Cast(card),
    )?;
    Ok((!payable).then(|| Illegal::new("601.2h", format!("{} can't be paid", total.mana))))
}

/// The ways in which a face-down permanent can be turned face up by its controller (CR 701.40c).
fn ways(game: &Game, program: &Program, object: ObjectId) -> Result<Ways, Fault> {
    let mut ways = Ways::new();
    let Some(record) = game.object(object).copied() else {
        return Ok(ways);
    };
    // CR 702.37e: the morph cost that it would have if it were face up.
    let mut turned = game.clone();
    if let Some(object) = turned.object_mut(object) {
        object.status.set(Status::FACE_DOWN, false);
    }
    turned.stale.0 = true;
    layers::try_refresh(&mut turned, program)?;
    if let Some(seen) = turned.cached(object) {
        let abilities = seen.abilities.iter().map(|instance| instance.ability);
        let morphs = abilities.filter(|id| costs::casts_face_down(program, *id));
        ways.extend(morphs.map(Some));
    }
    // CR 701.40b: a creature card with a mana cost.
    let card = program.face(record.face);
    let creature =
        card.is_some_and(|face| face.types.contains(CardType::Creature) && face.cost.is_some());
    if record.status.has(Status::MANIFESTED) && creature {
        ways.push(None);
    }
    Ok(ways)
}

/// What turning a permanent face up costs.
pub(in crate::engine) fn cost(
    game: &Game,
    program: &Program,
    object: ObjectId,
    way: Option<AbilityId>,
) -> Option<Cost> {
    match way {
        Some(id) => match &program.ability(id)?.kind {
            AbilityKind::Primitive { cost, .. } => cost.clone(),
            _ => None,
        },
        None => Some(Cost {
            mana: Some(costs::mana_cost(game, program, object)?),
            ..Cost::default()
        }),
    }
}

/// Why a permanent can't be turned face up as a special action now (CR 116.2b, 702.37e, 701.40b).
pub(in crate::engine) fn refusal(
    game: &Game,
    program: &Program,
    player: PlayerId,
    object: ObjectId,
) -> Result<Option<Illegal>, Fault> {
    let seen = combat::permanent(game, program, object);
    if seen.is_none_or(|c| c.controller != player) || !game.has_status(object, Status::FACE_DOWN) {
        return Ok(Some(Illegal::new(
            "116.2b",
            "only one's own face-down permanent is turned face up",
        )));
    }
    let mut refused = Illegal::new("702.37e", "it would have no morph cost face up");
    for way in ways(game, program, object)? {
        match unpayable(game, program, player, object, way)? {
            None => return Ok(None),
            Some(why) => refused = why,
        }
    }
    Ok(Some(refused))
}

/// Why a cost for turning a permanent face up can't be paid.
fn unpayable(
    game: &Game,
    program: &Program,
    player: PlayerId,
    object: ObjectId,
    way: Option<AbilityId>,
) -> Result<Option<Illegal>, Fault> {
    let casting = special(game, player, object, way);
    let total = costs::total(game, program, &casting)?;
    if let Some(illegal) = costs::parts_refused(game, program, &casting.item, &total)? {
        return Ok(Some(illegal));
    }
    let payable = Available::of(game, program, player, None)?.can_pay(
        game,
        program,
        &total.mana,
        Use::Other,
    )?;
    Ok((!payable).then(|| Illegal::new("118.3", format!("{} can't be paid", total.mana))))
}

/// The special action, before anything was announced.
fn special(game: &Game, player: PlayerId, object: ObjectId, way: Option<AbilityId>) -> Casting {
    Casting {
        produced: Default::default(),
        spent: Default::default(),
        besides: Default::default(),
        either: None,
        item: item(object, StackKind::Activated, player, object, None),
        stage: CastStage::AnnounceX,
        cost: None,
        next_part: 0,
        before: None,
        mana_ability: false,
        alternative: way,
        additional: SmallVec::new(),
        free: false,
        instead: None,
        from: game.zone(object),
        face_up: true,
    }
}

/// Begins to turn a face-down permanent face up (CR 116.2b). Its legality has been checked.
pub(in crate::engine) fn begin(
    game: &mut Game,
    program: &Program,
    player: PlayerId,
    object: ObjectId,
) -> Result<(), Fault> {
    let ways = ways(game, program, object)?;
    let first = ways.first().copied().flatten();
    let mut casting = special(game, player, object, first);
    if ways.len() > 1 {
        casting.stage = CastStage::AnnounceCosts;
    }
    casting.before = Some(Arc::new(game.clone()));
    game.tasks.push(Task::Cast(Box::new(casting)));
    Ok(())
}

/// CR 701.40c: which of several costs is paid.
pub(in crate::engine) fn choose_cost(
    game: &mut Game,
    program: &Program,
    casting: &mut Casting,
) -> Result<Flow, Fault> {
    let ways = ways(game, program, casting.item.object)?;
    if let Some(answer) = game.answer.take() {
        let Answer::Options(chosen) = answer else {
            return Err(Fault::State(
                "the choice of a cost was answered with something else".into(),
            ));
        };
        let way = chosen.first().and_then(|at| ways.get(*at as usize));
        casting.alternative = way.copied().flatten();
        casting.stage = CastStage::AnnounceX;
        return Ok(Flow::On);
    }
    let object = casting.item.object;
    let label = |way: &Option<AbilityId>| match way {
        Some(id) => OptionLabel::Ability(*id, object),
        None => OptionLabel::Word(Name::new("mana cost")),
    };
    let choice = Choice::Options {
        options: ways.iter().map(label).collect(),
        min: 1,
        max: 1,
        repeats: false,
    };
    announce::ask(game, &casting.item, choice, About::Costs);
    Ok(Flow::On)
}

/// The cost is paid: the permanent is turned face up. With megamorph, a counter is put on it as that happens (CR 702.37b).
pub(in crate::engine) fn finish(game: &mut Game, program: &Program, casting: &Casting) {
    priority::acted(game);
    let object = casting.item.object;
    // CR 702.37f: abilities of the permanent know X.
    if let Some(object) = game.object_mut(object) {
        object.x = casting.item.x;
    }
    let mut happened = vec![Event::new(EventKind::TurnFaceUp, object)];
    let mega = casting.alternative.and_then(|id| program.ability(id));
    let mega = mega.is_some_and(|ability| {
        matches!(
            ability.kind,
            AbilityKind::Primitive {
                primitive: Primitive::Megamorph,
                ..
            }
        )
    });
    if let Some(kind) = program.counter_named("+1/+1").filter(|_| mega) {
        let mut counters = Event::new(EventKind::AddCounters, object);
        counters.amount = 1;
        counters.counter = Some(kind);
        counters.source = Some(object);
        happened.push(counters);
    }
    events::propose(game, happened);
}
