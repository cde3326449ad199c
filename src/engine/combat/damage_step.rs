//! Combat damage (CR 510): each creature's damage is assigned, then all of it is dealt at once.

use crate::bytecode::{Primitive, Program};
use crate::engine::{
    bands,
    combat::{self, has},
    events,
    illegal::Illegal,
    layers, seats, statements,
};
use crate::game::{
    About, Answer, Decision, Entity, Event, EventFlags, EventKind, Fault, Game, ObjectId, PlayerId,
    Task, decision::Choice, task::Assignment,
};
use crate::vocab::CardType;

/// Begins a combat damage step.
pub(in crate::engine) fn begin(game: &mut Game, first_strike: bool) {
    if let Some(combat) = &mut game.combat
        && first_strike
    {
        combat.first_strike_step = true;
    }
    game.tasks.push(Task::CombatDamage {
        first_strike,
        assigned: Vec::new(),
        next: 0,
    });
}

/// Works on the task: the next creature assigns its damage, or all of it is dealt.
pub(in crate::engine) fn step(game: &mut Game, program: &Program) -> Result<(), Fault> {
    layers::refresh(game, program);
    let Some(Task::CombatDamage {
        first_strike,
        mut assigned,
        mut next,
    }) = game.tasks.pop()
    else {
        return Err(Fault::State("no combat damage is being dealt".into()));
    };
    let dealers = dealers(game, program, first_strike);
    if let Some(answer) = game.answer.take() {
        let Answer::Divide(amounts) = answer else {
            return Err(combat::wrong_answer("the assignment of combat damage"));
        };
        let dealer = dealers
            .get(next as usize)
            .ok_or_else(|| Fault::State("nobody assigns combat damage".into()))?;
        let recipients = recipients(game, program, dealer.id)?;
        assigned.push(Assignment {
            source: dealer.id,
            to: recipients
                .entities()
                .zip(amounts)
                .filter(|(_, amount)| *amount > 0)
                .collect(),
        });
        next = next.saturating_add(1);
    }
    while let Some(dealer) = dealers.get(next as usize) {
        let amount = statements::combat_damage(game, program, dealer.id)?;
        let to = recipients(game, program, dealer.id)?;
        // CR 510.1a: 0 or less is not assigned.
        if amount > 0 {
            let mut entities = to.entities();
            match (entities.next(), entities.next()) {
                (None, _) => {}
                (Some(only), None) => assigned.push(Assignment {
                    source: dealer.id,
                    to: vec![(only, amount)],
                }),
                (Some(_), Some(_)) => {
                    game.decision = Some(Decision {
                        player: bands::divides(game, program, dealer.id)
                            .unwrap_or(dealer.controller),
                        choice: Choice::Divide {
                            amount,
                            among: to.entities().map(|e| (e, 0)).collect(),
                        },
                        about: About::CombatDamage,
                        source: Some(dealer.id),
                        ability: None,
                    });
                    game.tasks.push(Task::CombatDamage {
                        first_strike,
                        assigned,
                        next,
                    });
                    return Ok(());
                }
            }
        }
        next = next.saturating_add(1);
    }
    deal(game, program, first_strike, assigned);
    Ok(())
}

/// A creature that deals damage in this step.
struct Dealer {
    id: ObjectId,
    controller: PlayerId,
}

/// The creatures that deal damage in this step, in the order in which they assign it: the active team's, then the
/// defending players' (CR 510.1, 805.10f); attackers with trample after the others, as they count what those assign.
fn dealers(game: &Game, program: &Program, first_strike: bool) -> Vec<Dealer> {
    let Some(combat) = &game.combat else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut trampling = Vec::new();
    for attack in &combat.attacks {
        let Some(seen) = striker(
            game,
            program,
            attack.attacker,
            first_strike,
            attack.struck_first,
        ) else {
            continue;
        };
        let dealer = Dealer {
            id: attack.attacker,
            controller: seen.controller,
        };
        if has(&seen, Primitive::Trample) {
            trampling.push(dealer);
        } else {
            found.push(dealer);
        }
    }
    found.append(&mut trampling);
    let attackers = found.len();
    for block in &combat.blocks {
        if let Some(seen) = striker(
            game,
            program,
            block.blocker,
            first_strike,
            block.struck_first,
        ) {
            found.push(Dealer {
                id: block.blocker,
                controller: seen.controller,
            });
        }
    }
    if combat.declared.len() > 1 {
        let order = seats::apnap(game);
        let place = |p: PlayerId| order.iter().position(|o| *o == p);
        if let Some(blockers) = found.get_mut(attackers..) {
            blockers.sort_by_key(|d| place(d.controller));
        }
    }
    found
}

/// The characteristics of a creature if it deals damage in this step (CR 510.4, 702.4b, 702.7c).
fn striker(
    game: &Game,
    program: &Program,
    id: ObjectId,
    first_strike: bool,
    struck_first: bool,
) -> Option<std::sync::Arc<crate::game::Characteristics>> {
    let seen = combat::permanent(game, program, id)?;
    if !seen.types.contains(CardType::Creature) {
        return None;
    }
    let double = has(&seen, Primitive::DoubleStrike);
    let strikes = if first_strike {
        double || has(&seen, Primitive::FirstStrike)
    } else {
        double || !struck_first
    };
    strikes.then_some(seen)
}

/// Whom a creature can assign its combat damage to.
struct Recipients {
    creatures: Vec<ObjectId>,
    /// What it attacks, if it can assign damage there: unblocked or as though it were, or with trample.
    attacked: Option<Entity>,
}

impl Recipients {
    /// All of them, in the order of the decision.
    fn entities(&self) -> impl Iterator<Item = Entity> + '_ {
        self.creatures
            .iter()
            .map(|id| Entity::Object(*id))
            .chain(self.attacked)
    }
}

/// Whom the creature can assign combat damage to (CR 510.1b–d, 702.19b).
fn recipients(game: &Game, program: &Program, id: ObjectId) -> Result<Recipients, Fault> {
    let on_battlefield = |id: &ObjectId| {
        combat::permanent(game, program, *id).is_some_and(|c| c.types.contains(CardType::Creature))
    };
    if let Some(attack) = combat::attack_of(game, id) {
        if attack.blocked != Some(true) {
            return Ok(Recipients {
                creatures: Vec::new(),
                attacked: attack.target,
            });
        }
        // CR 702.19e: with no creature left that blocks it, a creature with trample assigns all to what it attacks.
        let tramples =
            combat::permanent(game, program, id).is_some_and(|c| has(&c, Primitive::Trample));
        // CR 702.22j: with banding, it is divided among the creatures that block it.
        let through = tramples && bands::divides(game, program, id).is_none()
            || statements::assigns_as_unblocked(game, program, id)?;
        return Ok(Recipients {
            creatures: combat::blockers_of(game, id)
                .filter(on_battlefield)
                .collect(),
            attacked: attack.target.filter(|_| through),
        });
    }
    let creatures = game
        .combat
        .iter()
        .flat_map(|c| c.blocks.iter())
        .filter(|b| b.blocker == id)
        .flat_map(|b| b.attackers.iter().copied())
        .filter(on_battlefield)
        .collect();
    Ok(Recipients {
        creatures,
        attacked: None,
    })
}

/// Whether a division of combat damage is legal (CR 510.1c–e, 702.19b–c), for the open decision.
pub(in crate::engine) fn check(
    game: &Game,
    program: &Program,
    source: ObjectId,
    among: &[(Entity, i64)],
    amounts: &[i64],
) -> Option<Illegal> {
    let attacked = combat::attack_of(game, source)?.target?;
    let through = among
        .iter()
        .zip(amounts)
        .any(|((entity, _), amount)| *entity == attacked && *amount > 0);
    if !through {
        return None;
    }
    let whole = among
        .iter()
        .zip(amounts)
        .all(|((entity, _), amount)| *entity == attacked || *amount == 0);
    if whole && statements::assigns_as_unblocked(game, program, source).unwrap_or(false) {
        return None;
    }
    let seen = combat::permanent(game, program, source)?;
    if !has(&seen, Primitive::Trample) {
        return Some(Illegal::new(
            "510.1c",
            "all of it is assigned as though it weren't blocked, or all of it to what blocks it",
        ));
    }
    let deathtouch = has(&seen, Primitive::Deathtouch);
    for ((entity, _), amount) in among.iter().zip(amounts) {
        let Some(id) = entity.object().filter(|_| *entity != attacked) else {
            continue;
        };
        if *amount < lethal(game, program, id, deathtouch) {
            return Some(Illegal::new(
                "702.19b",
                "all creatures that block it must be assigned lethal damage first",
            ));
        }
    }
    None
}

/// The damage that is lethal for a creature (CR 702.19b), counting what is marked on it and assigned to it in this step.
fn lethal(game: &Game, program: &Program, id: ObjectId, deathtouch: bool) -> i64 {
    let Some(seen) = combat::permanent(game, program, id) else {
        return 0;
    };
    let marked = game.object(id).map_or(0, |o| i64::from(o.damage));
    let mut assigned = 0_i64;
    let mut touched = false;
    if let Some(Task::CombatDamage { assigned: all, .. }) = game.tasks.last() {
        for assignment in all {
            for (_, amount) in assignment
                .to
                .iter()
                .filter(|(e, _)| *e == Entity::Object(id))
            {
                assigned = assigned.saturating_add(*amount);
                touched |= *amount > 0
                    && combat::permanent(game, program, assignment.source)
                        .is_some_and(|c| has(&c, Primitive::Deathtouch));
            }
        }
    }
    // CR 702.2c: any nonzero damage from a source with deathtouch is lethal.
    if touched {
        return 0;
    }
    let left = seen
        .toughness
        .saturating_sub(marked)
        .saturating_sub(assigned)
        .max(0);
    if deathtouch { left.min(1) } else { left }
}

/// All combat damage is dealt simultaneously (CR 510.2).
fn deal(game: &mut Game, program: &Program, first_strike: bool, assigned: Vec<Assignment>) {
    if first_strike {
        // CR 510.4: those that had first strike or double strike as this step began don't deal regular damage, except
        // with double strike.
        let strikes = |game: &Game, id| striker(game, program, id, true, false).is_some();
        let mut combat = game.combat.take();
        if let Some(combat) = &mut combat {
            for attack in &mut combat.attacks {
                attack.struck_first = strikes(game, attack.attacker);
            }
            for block in &mut combat.blocks {
                block.struck_first = strikes(game, block.blocker);
            }
        }
        game.combat = combat;
    }
    let mut dealt = Vec::with_capacity(assigned.len());
    for assignment in assigned {
        for (to, amount) in assignment.to {
            let mut event = Event::new(EventKind::Damage, to);
            event.source = Some(assignment.source);
            event.amount = amount;
            event.flags = EventFlags::COMBAT;
            dealt.push(event);
        }
    }
    if !dealt.is_empty() {
        events::propose(game, dealt);
    }
}
