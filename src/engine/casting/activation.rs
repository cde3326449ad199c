//! Rules on activating abilities (CR 602.5, 606.3): timing, limits, and the record of activations that limits look at.

use crate::bytecode::{
    Ability, AbilityId, AbilityKind, ActivationRule, CostPart, Primitive, Program,
};
use crate::engine::{
    casting, combat, costs,
    illegal::Illegal,
    legal,
    mana::{Available, Purse, Use},
    seats, statements, targets,
};
use crate::game::{Fault, Game, ObjectId, PlayerId, StackKind};
use crate::vm;
use crate::vocab::{CardType, Zone};

/// Why the ability's own instructions keep it from being activated now (CR 602.1b, 602.5).
pub(in crate::engine) fn rules_refuse(
    game: &Game,
    program: &Program,
    source: ObjectId,
    player: PlayerId,
    ability: &Ability,
) -> Result<Option<Illegal>, Fault> {
    let AbilityKind::Activated { rules, .. } = &ability.kind else {
        return Ok(Some(Illegal::new("602.1", "it isn't an activated ability")));
    };
    let is_this = |id: AbilityId| {
        program
            .ability(id)
            .is_some_and(|a| std::ptr::eq(a, ability))
    };
    for rule in rules {
        let refused = match rule {
            ActivationRule::Sorcery => (!seats::sorcery_time(game, player)).then(|| {
                Illegal::new(
                    "602.5d",
                    "it can be activated only when a sorcery could be cast",
                )
            }),
            ActivationRule::CouldCast => (!legal::could_begin(game, program, player, source)?)
                .then(|| Illegal::new("702.62a", "the card couldn't be cast now")),
            ActivationRule::Special => None,
            ActivationRule::TimesEachTurn(most) => {
                let count = game
                    .history
                    .activations
                    .iter()
                    .find(|(object, id, _)| *object == source && is_this(*id))
                    .map_or(0, |(_, _, n)| *n);
                (count >= *most).then(|| {
                    Illegal::new(
                        "602.5b",
                        "it has been activated as often as it can be this turn",
                    )
                })
            }
            ActivationRule::Once => game
                .history
                .used
                .iter()
                .any(|(object, id)| *object == source && is_this(*id))
                .then(|| Illegal::new("602.5b", "it can be activated only once")),
            ActivationRule::If(condition) => {
                let context = statements::context(source, player);
                (!vm::truth(game, program, *condition, &context, None)?)
                    .then(|| Illegal::new("602.5", "its condition isn't met"))
            }
            ActivationRule::AnyPlayer => None,
        };
        if refused.is_some() {
            return Ok(refused);
        }
    }
    Ok(None)
}

/// Counts an activation for limits, and for loyalty abilities (CR 606.3).
pub(in crate::engine) fn count(
    game: &mut Game,
    program: &Program,
    source: ObjectId,
    ability: Option<AbilityId>,
) {
    let Some((id, ability)) = ability.and_then(|id| Some((id, program.ability(id)?))) else {
        return;
    };
    let AbilityKind::Activated { rules, loyalty, .. } = &ability.kind else {
        return;
    };
    if *loyalty && let Some(object) = game.object_mut(source) {
        object.loyalty_uses = object.loyalty_uses.saturating_add(1);
    }
    for rule in rules {
        match rule {
            ActivationRule::TimesEachTurn(_) => {
                let all = &mut game.history.activations;
                match all.iter_mut().find(|(o, a, _)| *o == source && *a == id) {
                    Some((_, _, count)) => *count = count.saturating_add(1),
                    None => all.push((source, id, 1)),
                }
            }
            ActivationRule::Once => game.history.used.push((source, id)),
            ActivationRule::Sorcery
            | ActivationRule::CouldCast
            | ActivationRule::Special
            | ActivationRule::If(_)
            | ActivationRule::AnyPlayer => {}
        }
    }
}

/// Why a player can't activate the n-th ability of an object now; mana abilities also while paying (CR 605.3a).
pub(in crate::engine) fn refusal(
    game: &Game,
    program: &Program,
    player: PlayerId,
    source: ObjectId,
    index: u8,
    available: Option<&Purse<'_>>,
) -> Result<Option<Illegal>, Fault> {
    let refuse = |rule, reason: &str| Ok(Some(Illegal::new(rule, reason)));
    let Some(seen) = crate::engine::layers::seen(game, program, source) else {
        return refuse("602.2", "the object isn't in the game");
    };
    let Some(instance) = seen.abilities.get(usize::from(index)) else {
        return refuse("602.2", "the object has no such ability");
    };
    let id = instance.ability;
    let Some(ability) = program.ability(id) else {
        return Err(Fault::Ability(id));
    };
    let AbilityKind::Activated {
        cost,
        body,
        rules,
        mana,
        loyalty,
    } = &ability.kind
    else {
        return refuse("602.1c", "only activated abilities can be activated");
    };
    let zone = game.zone(source);
    if !ability.zones.contains(zone) || game.has_status(source, crate::game::Status::PHASED_OUT) {
        return refuse("113.6", "the ability doesn't function there");
    }
    let any_player = rules.contains(&ActivationRule::AnyPlayer);
    let controller = if zone == Zone::Battlefield {
        Some(seen.controller)
    } else {
        seats::controller(game, program, source)
    };
    if !any_player && controller != Some(player) {
        return refuse("602.2", "only its controller can activate its abilities");
    }
    if *loyalty {
        // CR 606.3.
        if !seats::sorcery_time(game, player) {
            return refuse(
                "606.3",
                "loyalty abilities are activated in a main phase of one's own turn with an empty stack",
            );
        }
        if game.object(source).is_some_and(|o| o.loyalty_uses > 0) {
            return refuse(
                "606.3",
                "a loyalty ability of that permanent has been activated this turn",
            );
        }
    }
    // CR 302.6, 602.5a.
    let taps = cost
        .parts
        .iter()
        .any(|p| matches!(p, CostPart::Tap | CostPart::Untap));
    if taps
        && zone == Zone::Battlefield
        && seen.types.contains(CardType::Creature)
        && !combat::has(&seen, Primitive::Haste)
        && combat::is_sick(game, source, seen.controller)
        && !statements::hasty_abilities(game, program, source)?
    {
        return refuse(
            "302.6",
            "the creature hasn't been under its controller's control since their turn began",
        );
    }
    if !mana
        && !rules.contains(&ActivationRule::Special)
        && let Some(illegal) = statements::split_second(game, program)
    {
        return Ok(Some(illegal));
    }
    if statements::cant_activate(game, program, source, *mana)? {
        return refuse(
            "602.5",
            "an effect keeps its abilities from being activated",
        );
    }
    if let Some(illegal) = rules_refuse(game, program, source, player, ability)? {
        return Ok(Some(illegal));
    }
    // Tapping for mana is by far the most common of all: nothing is chosen, and nothing changes what it costs.
    let plain = *mana
        && cost.mana.is_none()
        && body.modes.is_none()
        && body.parts.iter().all(|part| part.targets.is_empty());
    let tapped = game.has_status(source, crate::game::Status::TAPPED);
    if plain
        && cost.parts.iter().all(|part| match part {
            CostPart::Tap => !tapped,
            CostPart::Untap => tapped,
            CostPart::Loyalty(_) | CostPart::Act { .. } => false,
        })
    {
        return Ok(None);
    }
    let mut item = casting::item(source, StackKind::Activated, player, source, Some(id));
    item.giver = instance.granted_by;
    let context = casting::context_of(&item, false);
    if let Some(illegal) = targets::none_for(game, program, body, &context)? {
        return Ok(Some(illegal));
    }
    let total = costs::expected(game, program, item.clone(), None, *mana, None)?;
    if let Some(illegal) = costs::parts_refused(game, program, &item, &total)? {
        return Ok(Some(illegal));
    }
    if total.mana.0.is_empty() {
        return Ok(None);
    }
    let spared = cost
        .parts
        .iter()
        .any(|p| matches!(p, CostPart::Tap))
        .then_some(source);
    let payable = match (available, spared) {
        (Some(purse), None) => {
            purse
                .available()?
                .can_pay(game, program, &total.mana, Use::Activate(source))?
        }
        _ => Available::of(game, program, player, spared)?.can_pay(
            game,
            program,
            &total.mana,
            Use::Activate(source),
        )?,
    };
    Ok((!payable).then(|| Illegal::new("601.2h", format!("{} can't be paid", total.mana))))
}
