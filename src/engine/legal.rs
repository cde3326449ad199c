//! What a player may do with priority (CR 117.1), and why not.

use crate::bytecode::{
    AbilityId, AbilityKind, ActivationRule, CostPart, Primitive, Program, StaticKind,
    program::Layout,
};
use crate::engine::{
    activation, casting,
    casting::face_up,
    combat, costs,
    illegal::Illegal,
    layers,
    mana::{Available, Purse, Use},
    moments, seats, special, statements, targets,
};
use crate::game::{
    Action, Fault, Game, ObjectId, PlayerId, StackKind, Status, decision::Choice,
    state::ChosenValue,
};
use crate::vm;
use crate::vocab::{CardType, ManaCost, ManaSymbol, TypeSet, Zone};

/// The legal actions of the player who has priority; empty if no such decision is open. Mana abilities are among them.
#[must_use]
pub fn legal_actions(game: &Game, program: &Program) -> Vec<Action> {
    actions(game, program, true)
}

/// The legal actions but for mana abilities, for players who leave those to the automatic payment.
#[must_use]
pub fn actions_besides_mana(game: &Game, program: &Program) -> Vec<Action> {
    actions(game, program, false)
}

fn actions(game: &Game, program: &Program, mana: bool) -> Vec<Action> {
    // A game that was just loaded knows no characteristics yet.
    if game.stale.0 {
        let mut known = game.clone();
        crate::engine::layers::refresh(&mut known, program);
        return actions_known(&known, program, mana);
    }
    actions_known(game, program, mana)
}

/// The legal actions of a game whose characteristics are known.
fn actions_known(game: &Game, program: &Program, mana: bool) -> Vec<Action> {
    let Some(decision) = &game.decision else {
        return Vec::new();
    };
    if decision.choice != Choice::Priority {
        return Vec::new();
    }
    let mut actions = vec![Action::Pass];
    // A fault of the code of a card is reported when the action is tried.
    let _ = collect(game, program, decision.player, mana, &mut actions);
    actions
}

/// Adds everything that is legal.
fn collect(
    game: &Game,
    program: &Program,
    player: PlayerId,
    mana: bool,
    actions: &mut Vec<Action>,
) -> Result<(), Fault> {
    let available = Purse::new(game, program, player);
    let elsewhere = statements::plays_from_elsewhere(game, program)?;
    let Some(seat) = game.player(player) else {
        return Ok(());
    };
    for &card in &seat.hand {
        cards(game, program, player, card, &available, actions)?;
        abilities(game, program, player, card, &available, mana, actions)?;
    }
    for &card in &game.command {
        if game.object(card).is_some_and(|o| o.owner == player) {
            cards(game, program, player, card, &available, actions)?;
            abilities(game, program, player, card, &available, mana, actions)?;
        }
    }
    for &card in &seat.graveyard {
        if elsewhere
            || functions_in(game, program, card, Zone::Graveyard)
            || halves(game, program, card)
        {
            cards(game, program, player, card, &available, actions)?;
            abilities(game, program, player, card, &available, mana, actions)?;
        }
    }
    for &card in &game.exile {
        if elsewhere
            || functions_in(game, program, card, Zone::Exile)
            || game.has_status(card, Status::ON_ADVENTURE)
        {
            cards(game, program, player, card, &available, actions)?;
            abilities(game, program, player, card, &available, mana, actions)?;
        }
    }
    if elsewhere && let Some(&top) = seat.library.last() {
        cards(game, program, player, top, &available, actions)?;
    }
    for &id in &game.battlefield {
        abilities(game, program, player, id, &available, mana, actions)?;
        if game.has_status(id, Status::FACE_DOWN) {
            let action = Action::TurnFaceUp(id);
            if refusal(game, program, player, &action, Some(&available))?.is_none() {
                actions.push(action);
            }
        }
    }
    Ok(())
}

/// Whether a card has an ability that functions in this zone.
fn functions_in(game: &Game, program: &Program, card: ObjectId, zone: Zone) -> bool {
    game.object(card)
        .and_then(|o| program.face(o.face))
        .is_some_and(|face| {
            face.abilities
                .iter()
                .any(|id| program.ability(*id).is_some_and(|a| a.zones.contains(zone)))
        })
}

/// Whether it is a split card, one half of which may be cast from a graveyard (CR 702.127a).
fn halves(game: &Game, program: &Program, card: ObjectId) -> bool {
    layout(game, program, card) == Some(Layout::Split)
}

/// How the faces of an object's card belong together.
fn layout(game: &Game, program: &Program, card: ObjectId) -> Option<Layout> {
    let (id, _) = program.face(game.object(card)?.face)?.card?;
    program.cards.get(id.index()).map(|card| card.layout)
}

/// Adds casting or playing each face of a card.
fn cards(
    game: &Game,
    program: &Program,
    player: PlayerId,
    card: ObjectId,
    available: &Purse<'_>,
    actions: &mut Vec<Action>,
) -> Result<(), Fault> {
    for face in 0..faces(game, program, card) {
        let Some(shown) = special::face_of(game, program, card, face).and_then(|f| program.face(f))
        else {
            continue;
        };
        if shown.types.contains(CardType::Land) {
            let action = Action::PlayLand { card, face };
            if refusal(game, program, player, &action, Some(available))?.is_none() {
                actions.push(action);
            }
        }
        let alternatives = shown
            .abilities
            .iter()
            .copied()
            .filter(|id| costs::way(program, *id).is_some());
        // CR 305.9: a land is not cast, except face down.
        let as_printed = (!shown.types.contains(CardType::Land)).then_some(None);
        for alternative in as_printed.into_iter().chain(alternatives.map(Some)) {
            let action = Action::Cast {
                card,
                face,
                alternative,
            };
            if refusal(game, program, player, &action, Some(available))?.is_none() {
                actions.push(action);
            }
        }
    }
    Ok(())
}

/// How many faces of a card can be cast or played: those of split, modal double-faced and adventure cards.
fn faces(game: &Game, program: &Program, card: ObjectId) -> u8 {
    let definition = game
        .object(card)
        .and_then(|o| program.face(o.face)?.card)
        .and_then(|(id, _)| program.cards.get(id.index()));
    match definition {
        Some(definition) => match definition.layout {
            Layout::Split | Layout::ModalDoubleFaced | Layout::Adventure => {
                u8::try_from(definition.faces.len()).unwrap_or(1)
            }
            Layout::Normal | Layout::Flip | Layout::Transform => 1,
        },
        None => 1,
    }
}

/// Adds activating each ability of an object.
fn abilities(
    game: &Game,
    program: &Program,
    player: PlayerId,
    object: ObjectId,
    available: &Purse<'_>,
    with_mana: bool,
    actions: &mut Vec<Action>,
) -> Result<(), Fault> {
    let zone = game.zone(object);
    // What no effect looks at is as printed, and mostly does nothing there.
    if game.cached(object).is_none() && !functions_in(game, program, object, zone) {
        return Ok(());
    }
    let Some(seen) = layers::seen(game, program, object) else {
        return Ok(());
    };
    let tapped = game.has_status(object, Status::TAPPED);
    let mine = zone != Zone::Battlefield || seen.controller == player;
    for (at, instance) in seen.abilities.iter().enumerate() {
        let Ok(ability) = u8::try_from(at) else {
            break;
        };
        // What is refused most often needs no closer look: somebody else's, and what is tapped already (CR 107.5, 602.2).
        let likely = program
            .ability(instance.ability)
            .is_some_and(|a| match &a.kind {
                AbilityKind::Activated {
                    cost, rules, mana, ..
                } => {
                    (with_mana || !mana)
                        && a.zones.contains(zone)
                        && (mine || rules.contains(&ActivationRule::AnyPlayer))
                        && !(tapped && cost.parts.iter().any(|p| matches!(p, CostPart::Tap)))
                }
                _ => false,
            });
        if likely
            && activation::refusal(game, program, player, object, ability, Some(available))?
                .is_none()
        {
            actions.push(Action::Activate { object, ability });
        }
    }
    Ok(())
}

/// Why a player may not take an action now; `None` if they may.
///
/// # Errors
/// Faults of the code that costs, targets and restrictions run.
pub fn why_illegal(
    game: &Game,
    program: &Program,
    player: PlayerId,
    action: &Action,
) -> Result<Option<Illegal>, Fault> {
    if *action == Action::Concede {
        // CR 104.3a: at any time.
        return Ok(None);
    }
    let holds = game
        .decision
        .as_ref()
        .is_some_and(|d| d.choice == Choice::Priority && same_priority(game, d.player, player));
    if game.stale.0 {
        let mut known = game.clone();
        crate::engine::layers::refresh(&mut known, program);
        if !known.stale.0 {
            return why_illegal(&known, program, player, action);
        }
    }
    if !holds {
        return Ok(Some(Illegal::new(
            "117.1",
            "the player doesn't have priority",
        )));
    }
    refusal(game, program, player, action, None)
}

/// Whether a player has priority when this one has; teams have it together (CR 805.5a).
fn same_priority(game: &Game, holder: PlayerId, player: PlayerId) -> bool {
    holder == player || (seats::shared_turns(game) && seats::same_team(game, holder, player))
}

/// Why an action of the player with priority is illegal.
pub(in crate::engine) fn refusal(
    game: &Game,
    program: &Program,
    player: PlayerId,
    action: &Action,
    available: Option<&Purse<'_>>,
) -> Result<Option<Illegal>, Fault> {
    match action {
        Action::Pass | Action::Concede => Ok(None),
        Action::PlayLand { card, face } => land_refusal(game, program, player, *card, *face),
        Action::Cast {
            card,
            face,
            alternative,
        } => {
            let how = How {
                face: *face,
                alternative: *alternative,
                during: None,
            };
            cast_refusal(game, program, player, *card, &how, available)
        }
        Action::Activate { object, ability } => {
            activation::refusal(game, program, player, *object, *ability, available)
        }
        Action::TurnFaceUp(object) => face_up::refusal(game, program, player, *object),
    }
}

/// Why a land can't be played (CR 305).
fn land_refusal(
    game: &Game,
    program: &Program,
    player: PlayerId,
    card: ObjectId,
    face: u8,
) -> Result<Option<Illegal>, Fault> {
    let refuse = |rule, reason: &str| Ok(Some(Illegal::new(rule, reason)));
    let Some(shown) = special::face_of(game, program, card, face).and_then(|f| program.face(f))
    else {
        return refuse("305.1", "the card has no such face");
    };
    if !shown.types.contains(CardType::Land) {
        return refuse("305.1", "only a land can be played as a land");
    }
    let in_hand = game
        .object(card)
        .is_some_and(|o| o.zone == Zone::Hand && o.owner == player);
    if !in_hand && statements::play_allowed(game, program, player, card, true)?.is_none() {
        return refuse("305.1", "a land is played from its owner's hand");
    }
    if !seats::is_active(game, player) {
        return refuse("305.3", "a land can be played only on one's own turn");
    }
    if !seats::sorcery_time(game, player) {
        return refuse(
            "305.1",
            "a land is played in a main phase while the stack is empty",
        );
    }
    let played = game.player(player).map_or(0, |p| i64::from(p.lands_played));
    if played >= statements::land_limit(game, program, player)? {
        return refuse(
            "305.2",
            "as many lands as possible have been played this turn",
        );
    }
    if statements::cant_play_land(game, program, player, card)? {
        return refuse("101.2", "an effect keeps that land from being played");
    }
    Ok(None)
}

/// The rule about when a spell of this kind is cast.
const fn timing_rule(types: TypeSet) -> &'static str {
    if types.contains(CardType::Creature) {
        "302.1"
    } else if types.contains(CardType::Planeswalker) {
        "306.1"
    } else if types.contains(CardType::Battle) {
        "310.1"
    } else if types.contains(CardType::Artifact) {
        "301.1"
    } else if types.contains(CardType::Enchantment) {
        "303.1"
    } else {
        "307.1"
    }
}

/// Whether a player could begin to cast a card now by its timing and what forbids it, whatever it costs (CR 702.62a).
pub(in crate::engine) fn could_begin(
    game: &Game,
    program: &Program,
    player: PlayerId,
    card: ObjectId,
) -> Result<bool, Fault> {
    let face = game.object(card).and_then(|o| program.face(o.face));
    let Some(face) = face else {
        return Ok(false);
    };
    let timely = face.types.contains(CardType::Instant)
        || has_flash(program, &face.abilities)
        || seats::sorcery_time(game, player)
        || statements::flash_allowed(game, program, player, card)?;
    Ok(timely
        && !statements::cant_cast(game, program, player, card)?
        && !moments::wrong_moment(game, program, player, card)?)
}

/// How a card would be cast.
struct How {
    face: u8,
    alternative: Option<AbilityId>,
    /// While something resolves, which says that it may be cast, from where it is and at that time (CR 608.2g); with what is
    /// paid instead of its mana cost.
    during: Option<Option<ManaCost>>,
}

/// Why a card can't be cast while something resolves that says so (CR 608.2g).
pub(in crate::engine) fn refusal_during_resolution(
    game: &Game,
    program: &Program,
    player: PlayerId,
    card: ObjectId,
    face: u8,
    instead: Option<ManaCost>,
) -> Result<Option<Illegal>, Fault> {
    let how = How {
        face,
        alternative: None,
        during: Some(instead),
    };
    cast_refusal(game, program, player, card, &how, None)
}

/// Why a spell can't be cast (CR 601.3).
fn cast_refusal(
    game: &Game,
    program: &Program,
    player: PlayerId,
    card: ObjectId,
    how: &How,
    available: Option<&Purse<'_>>,
) -> Result<Option<Illegal>, Fault> {
    let (face, alternative) = (how.face, how.alternative);
    let refuse = |rule, reason: &str| Ok(Some(Illegal::new(rule, reason)));
    let Some(shown) = special::face_of(game, program, card, face).and_then(|f| program.face(f))
    else {
        return refuse("601.3", "the card has no such face");
    };
    if let Some(id) = alternative.filter(|id| costs::casts_face_down(program, *id)) {
        return face_up::cast_refusal(game, program, player, card, id);
    }
    if shown.types.contains(CardType::Land) {
        return refuse("305.9", "a land can't be cast");
    }
    if let Some(illegal) = statements::split_second(game, program) {
        return Ok(Some(illegal));
    }
    let Some(object) = game.object(card) else {
        return refuse("601.3", "the card isn't in the game");
    };
    let becomes = |primitive, status| {
        alternative.is_some_and(|id| casting::is_primitive(program, id, primitive))
            && !object.status.has(status)
    };
    let bestows = becomes(Primitive::Bestow, Status::BESTOWED);
    let mutates = becomes(Primitive::Mutate, Status::MUTATING);
    if bestows || mutates {
        let status = if bestows {
            Status::BESTOWED
        } else {
            Status::MUTATING
        };
        // CR 702.103d: only what it will be is looked at.
        return cast_refusal(
            &with_status(game, program, card, status)?,
            program,
            player,
            card,
            how,
            None,
        );
    }
    if let Some(illegal) = half_refusal(game, program, card, face, &shown.abilities) {
        return Ok(Some(illegal));
    }
    if face > 0 {
        if let (Some(purse), Some(cost), None) = (available, &shown.cost, alternative)
            && too_dear(game, program, card, cost, purse)?
        {
            return refuse("601.2h", "its mana cost is more than there is mana");
        }
        // CR 709.3a, 712.11a, 715.3a: only the chosen face is looked at.
        let mut turned = game.clone();
        if let Some(object) = turned.object_mut(card) {
            object.face = special::face_of(game, program, card, face).unwrap_or(object.face);
        }
        turned.stale.0 |= game.cached(card).is_some();
        layers::try_refresh(&mut turned, program)?;
        let how = How {
            face: 0,
            alternative,
            during: how.during.clone(),
        };
        return cast_refusal(&turned, program, player, card, &how, None);
    }
    let aftermath = has_primitive(program, &shown.abilities, Primitive::Aftermath)
        && !special::is_combined(program, object);
    let adventurous = object.status.has(Status::ON_ADVENTURE)
        && game.chosen.contains(&(card, ChosenValue::Player(player)));
    let way = alternative.and_then(|id| costs::way(program, id));
    let from = way.as_ref().and_then(|way| way.from);
    let place = match object.zone {
        Zone::Hand => object.owner == player && from.is_none(),
        Zone::Graveyard if aftermath => object.owner == player,
        Zone::Exile if adventurous => true,
        Zone::Graveyard | Zone::Exile => object.owner == player && from == Some(object.zone),
        Zone::Command => object.owner == player && object.status.has(Status::COMMANDER),
        _ => false,
    };
    if !place
        && how.during.is_none()
        && statements::play_allowed(game, program, player, card, false)?.is_none()
    {
        return refuse("601.3", "nothing allows the player to cast it from there");
    }
    if let Some(condition) = way.and_then(|way| way.condition) {
        let context = statements::context(card, player);
        if !vm::truth(game, program, condition, &context, Some(card.into()))? {
            return refuse("118.9", "nothing allows the player to pay that cost now");
        }
    }
    if !casting::conditions::prowls(game, program, player, card, alternative) {
        return refuse(
            "702.76a",
            "no source with one of its creature types has hit",
        );
    }
    let flash = shown.types.contains(CardType::Instant)
        || has_flash(program, &shown.abilities)
        || seats::sorcery_time(game, player)
        || statements::flash_allowed(game, program, player, card)?;
    if !flash && how.during.is_none() {
        return refuse(
            timing_rule(shown.types),
            "it can be cast only in a main phase of one's own turn with an empty stack",
        );
    }
    if statements::cant_cast(game, program, player, card)? {
        return refuse("601.3", "an effect keeps it from being cast");
    }
    // CR 708.2: a face-down spell has no text.
    let hidden = alternative.is_some_and(|id| costs::casts_face_down(program, id));
    if !hidden && moments::wrong_moment(game, program, player, card)? {
        return refuse("601.3", "it says that it can't be cast now");
    }
    if let (Some(purse), Some(cost), None, 0) = (available, &shown.cost, alternative, face)
        && too_dear(game, program, card, cost, purse)?
    {
        return refuse("601.2h", "its mana cost is more than there is mana");
    }
    let ability = casting::added::text_instead(program, &shown.abilities, alternative)
        .or_else(|| casting::added::text_of(program, &shown.abilities));
    let item = casting::item(card, StackKind::Spell, player, card, ability);
    let context = casting::context_of(&item, false);
    if let Some(body) = casting::body(program, &item)? {
        if let Some(illegal) = targets::none_for(game, program, body, &context)? {
            return Ok(Some(illegal));
        }
    } else if let Some(phrase) = crate::engine::announce::of_permanent(game, program, &item)
        && targets::candidates(game, program, phrase, &context)?.is_empty()
    {
        let why = if object.status.has(Status::MUTATING) {
            "there is no creature that it could mutate"
        } else {
            "there is nothing it could enchant"
        };
        return refuse("601.2c", why);
    }
    let instead = how.during.clone().flatten();
    if alternative.is_none() && instead.is_none() && shown.cost.is_none() {
        return refuse("118.6", "it has no mana cost, which can't be paid");
    }
    let emerges = casting::added::emerge(program, alternative);
    if emerges && casting::added::sacrifices(game, program, player)?.is_empty() {
        return refuse("118.3", "there is no creature to sacrifice");
    }
    let total = costs::expected(game, program, item.clone(), alternative, false, instead)?;
    if let Some(illegal) = costs::parts_refused(game, program, &item, &total)? {
        return Ok(Some(illegal));
    }
    let mut total = total;
    total.mana = casting::help::with_all(game, program, player, card, &total.mana);
    let payable = match available {
        Some(purse) => purse
            .available()?
            .can_pay(game, program, &total.mana, Use::Cast(card))?,
        None => Available::of(game, program, player, None)?.can_pay(
            game,
            program,
            &total.mana,
            Use::Cast(card),
        )?,
    };
    Ok((!payable).then(|| Illegal::new("601.2h", format!("{} can't be paid", total.mana))))
}

/// The game with a card as it is when it is cast bestowed (CR 702.103d) or for its mutate cost (CR 702.140a).
fn with_status(
    game: &Game,
    program: &Program,
    card: ObjectId,
    status: Status,
) -> Result<Game, Fault> {
    let mut turned = game.clone();
    if let Some(object) = turned.object_mut(card) {
        object.status.set(status, true);
    }
    turned.stale.0 |= game.cached(card).is_some();
    layers::try_refresh(&mut turned, program)?;
    Ok(turned)
}

/// Why this face of a card with several can't be cast from where the card is.
fn half_refusal(
    game: &Game,
    program: &Program,
    card: ObjectId,
    face: u8,
    abilities: &[AbilityId],
) -> Option<Illegal> {
    let zone = game.zone(card);
    let object = game.object(card)?;
    match layout(game, program, card)? {
        Layout::Split if face == 0 && special::is_combined(program, object) => {
            let fuse = has_primitive(program, abilities, Primitive::Fuse);
            (!fuse || zone != Zone::Hand).then(|| {
                let rule = if fuse { "702.102a" } else { "709.3" };
                Illegal::new(rule, "one of its halves is cast")
            })
        }
        Layout::Split
            if zone != Zone::Graveyard
                && has_primitive(program, abilities, Primitive::Aftermath) =>
        {
            Some(Illegal::new(
                "702.127a",
                "that half is cast only from a graveyard",
            ))
        }
        Layout::Adventure if face > 0 && object.status.has(Status::ON_ADVENTURE) => Some(
            Illegal::new("715.3d", "it can't be cast as an Adventure again"),
        ),
        _ => None,
    }
}

/// Whether a cost is more than all the mana that there is, to know it before targets are looked for.
fn too_dear(
    game: &Game,
    program: &Program,
    card: ObjectId,
    cost: &ManaCost,
    purse: &Purse<'_>,
) -> Result<bool, Fault> {
    use ManaSymbol::{Generic, Hybrid, Mana, Snow, X};
    let plain =
        |symbol: &ManaSymbol| matches!(symbol, Generic(_) | Mana(_) | Hybrid(..) | Snow | X);
    if !cost.0.iter().all(plain) || cost.mana_value(0) <= purse.total()? {
        return Ok(false);
    }
    let helped = [Primitive::Convoke, Primitive::Improvise, Primitive::Delve];
    if layers::seen(game, program, card).is_some_and(|seen| {
        helped
            .iter()
            .any(|primitive| combat::has(&seen, *primitive))
    }) {
        return Ok(false);
    }
    let reduces = |kind: &StaticKind| matches!(kind, StaticKind::CostChange { less: true, .. });
    Ok(!statements::each(
        game,
        program,
        Some(card),
        reduces,
        |_| Ok(true),
    )?)
}

/// Whether a printed ability is flash (CR 702.8a).
fn has_flash(program: &Program, abilities: &[AbilityId]) -> bool {
    has_primitive(program, abilities, Primitive::Flash)
}

/// Whether one of the abilities is a keyword of the engine's own.
fn has_primitive(program: &Program, abilities: &[AbilityId], wanted: Primitive) -> bool {
    abilities.iter().any(|id| {
        matches!(
            program.ability(*id).map(|ability| &ability.kind),
            Some(AbilityKind::Primitive { primitive, .. }) if *primitive == wanted
        )
    })
}
