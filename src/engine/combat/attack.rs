//! Declaring attackers (CR 508.1).

use crate::bytecode::{InCombat, Primitive, Program};
use crate::engine::{
    bands,
    combat::{self, Assigned, combat_costs, has},
    events,
    illegal::Illegal,
    layers, priority, seats, statements, steps,
};
use crate::game::{
    About, Answer, Attack, Cause, Combat, Decision, Entity, Event, EventFlags, EventKind, Fault,
    Game, ObjectId, Status, StepStage,
    decision::{AssignItem, Choice},
};
use crate::vm;
use crate::vocab::CardType;

/// Asks the active player to declare attackers, then carries the declaration out.
pub(in crate::engine) fn declare(game: &mut Game, program: &Program) -> Result<(), Fault> {
    if game.combat.as_ref().is_some_and(|c| c.banding.is_some()) {
        return bands::declare(game, program);
    }
    let Some(answer) = game.answer.take() else {
        return ask(game, program);
    };
    let Answer::Assign(assigned) = answer else {
        return Err(combat::wrong_answer("the declaration of attackers"));
    };
    carry_out(game, program, &assigned)?;
    if !bands::begin(game, program) {
        steps::set_step_stage(game, StepStage::Priority);
    }
    Ok(())
}

/// Asks who attacks what; nobody is asked when no creature can attack.
fn ask(game: &mut Game, program: &Program) -> Result<(), Fault> {
    layers::refresh(game, program);
    let items = possible(game, program)?;
    if items.is_empty() {
        steps::set_stage(game, StepStage::Priority);
        return Ok(());
    }
    game.decision = Some(Decision {
        player: seats::first_active(game),
        choice: Choice::Assign { items },
        about: About::Attackers,
        source: None,
        ability: None,
    });
    Ok(())
}

/// Creatures that can be declared as attackers, with what each can attack.
///
/// # Errors
/// Faults of the code of restrictions.
pub fn possible(game: &Game, program: &Program) -> Result<Vec<AssignItem>, Fault> {
    let mut items = Vec::new();
    let mut targets: Option<Vec<Entity>> = None;
    for &id in &game.battlefield {
        if refusal(game, program, id).is_some() {
            continue;
        }
        let targets = targets.get_or_insert_with(|| vm::attackable(game, program));
        let mut options = Vec::with_capacity(targets.len());
        for target in targets.iter() {
            if !statements::cant_attack(game, program, id, *target)? {
                options.push(*target);
            }
        }
        if !options.is_empty() {
            items.push(AssignItem {
                item: id,
                options,
                max: 1,
            });
        }
    }
    Ok(items)
}

/// Why the rules of the declaration itself keep a permanent from attacking (CR 508.1a), apart from restrictions.
#[must_use]
pub fn refusal(game: &Game, program: &Program, id: ObjectId) -> Option<Illegal> {
    let Some(seen) = combat::permanent(game, program, id) else {
        return Some(Illegal::new("508.1a", "it isn't on the battlefield"));
    };
    if !seats::is_active(game, seen.controller) {
        return Some(Illegal::new(
            "508.1a",
            "the active player doesn't control it",
        ));
    }
    if !seen.types.contains(CardType::Creature) || seen.types.contains(CardType::Battle) {
        return Some(Illegal::new(
            "508.1a",
            "only a creature that isn't a battle can attack",
        ));
    }
    if game.has_status(id, Status::TAPPED) {
        return Some(Illegal::new(
            "508.1a",
            "a tapped creature can't be declared as an attacker",
        ));
    }
    if combat::is_sick(game, id, seen.controller) && !has(&seen, Primitive::Haste) {
        return Some(Illegal::new(
            "302.6",
            "it hasn't been under its controller's control continuously since their turn began",
        ));
    }
    None
}

/// Whether a declaration is legal (CR 508.1a–d).
pub(in crate::engine) fn check(
    game: &Game,
    program: &Program,
    items: &[AssignItem],
    assigned: &Assigned,
) -> Result<Option<Illegal>, Fault> {
    let mut attackers = Vec::with_capacity(assigned.len());
    for (id, targets) in assigned {
        let Some(target) = targets.first() else {
            continue;
        };
        let Some(item) = items.iter().find(|i| i.item == *id) else {
            return Ok(Some(refusal(game, program, *id).unwrap_or_else(|| {
                Illegal::new("508.1c", "a restriction keeps it from attacking")
            })));
        };
        if targets.len() > 1 || attackers.iter().any(|(a, _)| a == id) {
            return Ok(Some(Illegal::new(
                "508.1b",
                "a creature attacks one player or permanent",
            )));
        }
        if !item.options.contains(target) {
            return Ok(Some(not_attackable(game, program, *target)));
        }
        attackers.push((*id, *target));
    }
    // CR 508.1c: restrictions that look at the whole declaration.
    if let [(only, _)] = attackers.as_slice()
        && statements::cant_attack_alone(game, program, *only)?
    {
        return Ok(Some(Illegal::new("508.1c", "it can't attack alone")));
    }
    // CR 508.1d: as many requirements as possible. Each is about one creature, and those that can't attack alone can
    // if anything else can, so that the maximum is the sum over creatures.
    // What would cost something need not be done.
    let mut obeyed = 0_u32;
    let mut possible = 0_u32;
    for item in items {
        if items.len() == 1 && statements::cant_attack_alone(game, program, item.item)? {
            continue;
        }
        let mut best = 0;
        let mut done = 0;
        for option in &item.options {
            let count = statements::attack_requirements(game, program, item.item, *option)?;
            if count > best
                && !combat_costs::costs(game, program, InCombat::Attack, item.item, *option)?
            {
                best = count;
            }
            if attackers.contains(&(item.item, *option)) {
                done = count;
            }
        }
        obeyed = obeyed.saturating_add(done.min(best));
        possible = possible.saturating_add(best);
    }
    if obeyed < possible {
        return Ok(Some(Illegal::new(
            "508.1d",
            "fewer creatures than possible attack as they are required to",
        )));
    }
    let prices = combat_costs::total(game, program, InCombat::Attack, &attackers)?;
    let creatures: Vec<ObjectId> = attackers.iter().map(|(id, _)| *id).collect();
    combat_costs::refused(game, program, &prices, &creatures, "508.1j")
}

/// Why a creature that can attack can't attack this: nothing could attack it now, or a restriction keeps this creature from
/// it.
fn not_attackable(game: &Game, program: &Program, target: Entity) -> Illegal {
    if vm::attackable(game, program).contains(&target) {
        return Illegal::new("508.1c", "it can't attack that player or permanent");
    }
    let seen = target
        .object()
        .and_then(|id| combat::permanent(game, program, id));
    let types = seen.map(|seen| seen.types);
    match types {
        Some(types) if types.contains(CardType::Battle) => Illegal::new(
            "310.8b",
            "a battle is attacked only while a defending player protects it, and never by its protector",
        ),
        Some(types) if !types.contains(CardType::Planeswalker) => Illegal::new(
            "506.3",
            "only players, planeswalkers and battles can be attacked",
        ),
        _ => Illegal::new(
            "508.1b",
            "only defending players, planeswalkers that they control and battles that they protect can be attacked",
        ),
    }
}

/// Attackers are declared: they are tapped, become attacking, and abilities trigger (CR 508.1f–m).
fn carry_out(game: &mut Game, program: &Program, assigned: &Assigned) -> Result<(), Fault> {
    let attackers: Vec<(ObjectId, Entity)> = assigned
        .iter()
        .filter_map(|(id, targets)| Some((*id, *targets.first()?)))
        .collect();
    if attackers.is_empty() {
        return Ok(());
    }
    priority::acted(game);
    let alone = attackers.len() == 1;
    let mut taps = Vec::new();
    let mut declared = Vec::with_capacity(attackers.len().saturating_add(1));
    let mut attacks = Vec::with_capacity(attackers.len());
    for (id, target) in &attackers {
        let seen = combat::permanent(game, program, *id)
            .ok_or_else(|| Fault::State("an attacker is not on the battlefield".into()))?;
        let defender = combat::defender_of(game, program, *target)
            .ok_or_else(|| Fault::State("nobody defends what is attacked".into()))?;
        // CR 702.20b: attacking doesn't cause creatures with vigilance to tap.
        if !has(&seen, Primitive::Vigilance) {
            let mut tap = Event::new(EventKind::Tap, *id);
            tap.cause = Cause::TurnBased;
            taps.push(tap);
        }
        attacks.push(Attack {
            attacker: *id,
            target: Some(*target),
            defender,
            blocked: None,
            struck_first: false,
            band: 0,
        });
        let mut attack = Event::new(EventKind::Attack, *id);
        attack.object = Some(*target);
        if alone {
            attack.flags = attack.flags.with(EventFlags::ALONE);
        }
        declared.push(attack);
    }
    for player in seats::active_players(game) {
        let count = attackers
            .iter()
            .filter(|(id, _)| game.cached(*id).is_some_and(|c| c.controller == player))
            .count();
        if count > 0 {
            let mut with = Event::new(EventKind::AttackWith, player);
            with.amount = i64::try_from(count).unwrap_or(i64::MAX);
            declared.push(with);
        }
    }
    let prices = combat_costs::total(game, program, InCombat::Attack, &attackers)?;
    let creatures: Vec<ObjectId> = attackers.iter().map(|(id, _)| *id).collect();
    game.combat.get_or_insert_with(Combat::default).attacks = attacks;
    crate::engine::in_force::touched(game);
    // The one proposed last happens first: the creatures are tapped, costs are paid, then the declaration is seen.
    events::propose(game, declared);
    combat_costs::pay(game, program, prices)?;
    combat_costs::as_it_attacks(game, program, &creatures)?;
    if !taps.is_empty() {
        events::propose(game, taps);
    }
    Ok(())
}
