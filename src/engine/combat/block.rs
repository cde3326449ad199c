//! Declaring blockers (CR 509.1).

use crate::bytecode::{InCombat, Program};
use crate::engine::{
    bands, block_requirements,
    combat::{self, Assigned, combat_costs},
    events,
    illegal::Illegal,
    layers, priority, seats, statements, steps,
};
use crate::game::{
    About, Answer, Block, Decision, Entity, Event, EventKind, Fault, Game, ObjectId, PlayerId,
    Status, StepStage,
    decision::{AssignItem, Choice},
};
use crate::vocab::CardType;

/// Asks each defending player in turn to declare blockers; then blocks are complete.
pub(in crate::engine) fn declare(game: &mut Game, program: &Program) -> Result<(), Fault> {
    if let Some(answer) = game.answer.take() {
        let Answer::Assign(assigned) = answer else {
            return Err(combat::wrong_answer("the declaration of blockers"));
        };
        if assigned.iter().any(|(_, attackers)| !attackers.is_empty()) {
            priority::acted(game);
        }
        let prices = combat_costs::total(game, program, InCombat::Block, &blocks(&assigned))?;
        record(game, &assigned);
        combat_costs::pay(game, program, prices)?;
        // The player who declared is the first who had not.
        if let Some(player) = next_defender(game) {
            mark_declared(game, player);
        }
    }
    layers::refresh(game, program);
    while let Some(player) = next_defender(game) {
        let items = possible(game, program, player)?;
        if !items.is_empty() {
            game.decision = Some(Decision {
                player,
                choice: Choice::Assign { items },
                about: About::Blockers,
                source: None,
                ability: None,
            });
            return Ok(());
        }
        mark_declared(game, player);
    }
    steps::set_stage(game, StepStage::Priority);
    complete(game);
    Ok(())
}

/// Who blocks whom.
fn blocks(assigned: &Assigned) -> Vec<(ObjectId, Entity)> {
    assigned
        .iter()
        .flat_map(|(id, attackers)| attackers.iter().map(|attacker| (*id, *attacker)))
        .collect()
}

/// The first defending player who has not declared blockers yet (CR 509.1, 802.4b for several).
fn next_defender(game: &Game) -> Option<PlayerId> {
    let combat = game.combat.as_ref()?;
    combat::defenders(game)
        .into_iter()
        .find(|p| !combat.declared.contains(p))
}

/// A player has declared blockers; teammates declare together (CR 805.10d).
fn mark_declared(game: &mut Game, player: PlayerId) {
    let with: Vec<PlayerId> = seats::in_game(game)
        .filter(|p| {
            *p == player || (seats::shared_turns(game) && seats::same_team(game, *p, player))
        })
        .collect();
    if let Some(combat) = &mut game.combat {
        combat.declared.extend(with);
    }
}

/// Creatures of a defending player, or team, that can be declared as blockers, with the attackers each can block.
///
/// # Errors
/// Faults of the code of restrictions.
pub fn possible(
    game: &Game,
    program: &Program,
    player: PlayerId,
) -> Result<Vec<AssignItem>, Fault> {
    let mut items = Vec::new();
    let Some(combat) = &game.combat else {
        return Ok(items);
    };
    for &id in &game.battlefield {
        if refusal(game, program, id, player).is_some() {
            continue;
        }
        let mut options = Vec::new();
        for attack in &combat.attacks {
            if attacks_side(game, attack.defender, player)
                && !statements::cant_block(game, program, id, attack.attacker)?
            {
                options.push(Entity::Object(attack.attacker));
            }
        }
        if options.is_empty() {
            continue;
        }
        // CR 509.1a: one attacker, unless an effect allows more.
        let max = match statements::extra_blocks(game, program, id)? {
            Some(more) => more.saturating_add(1),
            None => u32::MAX,
        };
        items.push(AssignItem {
            item: id,
            options,
            max,
        });
    }
    Ok(items)
}

/// Whether an attack on this defending player can be blocked by this player's creatures.
fn attacks_side(game: &Game, defender: PlayerId, player: PlayerId) -> bool {
    defender == player || (seats::shared_turns(game) && seats::same_team(game, defender, player))
}

/// Why the rules of the declaration itself keep a permanent from blocking (CR 509.1a), apart from restrictions.
#[must_use]
pub fn refusal(game: &Game, program: &Program, id: ObjectId, player: PlayerId) -> Option<Illegal> {
    let Some(seen) = combat::permanent(game, program, id) else {
        return Some(Illegal::new("509.1a", "it isn't on the battlefield"));
    };
    if !attacks_side(game, seen.controller, player) {
        return Some(Illegal::new(
            "509.1a",
            "the defending player doesn't control it",
        ));
    }
    if !seen.types.contains(CardType::Creature) || seen.types.contains(CardType::Battle) {
        return Some(Illegal::new(
            "509.1a",
            "only a creature that isn't a battle can block",
        ));
    }
    if game.has_status(id, Status::TAPPED) {
        return Some(Illegal::new(
            "509.1a",
            "a tapped creature can't be declared as a blocker",
        ));
    }
    None
}

/// Why a creature that can block can't block this: it attacks somebody else or what others defend, or a restriction keeps
/// this creature from it.
#[must_use]
pub fn not_blockable(game: &Game, player: PlayerId, attacker: Entity) -> Illegal {
    let attack = attacker
        .object()
        .and_then(|id| combat::attack_of(game, id))
        .filter(|attack| !attacks_side(game, attack.defender, player));
    match attack.map(|attack| attack.target) {
        None => Illegal::new("509.1b", "it can't block that attacker"),
        Some(Some(Entity::Object(id))) if game.protector(id).is_some() => Illegal::new(
            "310.8c",
            "only creatures of a battle's protector can block what attacks it",
        ),
        Some(_) => Illegal::new(
            "509.1a",
            "it can block only what attacks its controller, their planeswalkers or the battles that they protect",
        ),
    }
}

/// Whether a declaration is legal (CR 509.1a–c).
pub(in crate::engine) fn check(
    game: &Game,
    program: &Program,
    items: &[AssignItem],
    player: PlayerId,
    assigned: &Assigned,
) -> Result<Option<Illegal>, Fault> {
    let mut pairs: Vec<(ObjectId, ObjectId)> = Vec::new();
    for (id, attackers) in assigned {
        if attackers.is_empty() {
            continue;
        }
        let Some(item) = items.iter().find(|i| i.item == *id) else {
            return Ok(Some(refusal(game, program, *id, player).unwrap_or_else(
                || Illegal::new("509.1b", "a restriction keeps it from blocking"),
            )));
        };
        if u32::try_from(attackers.len()).unwrap_or(u32::MAX) > item.max {
            return Ok(Some(Illegal::new(
                "509.1a",
                "it can't block so many attackers",
            )));
        }
        for attacker in attackers {
            let Some(attacker_id) = attacker
                .object()
                .filter(|_| item.options.contains(attacker))
            else {
                return Ok(Some(not_blockable(game, player, *attacker)));
            };
            if pairs.contains(&(*id, attacker_id)) {
                return Ok(Some(Illegal::new(
                    "509.1a",
                    "it can block an attacker only once",
                )));
            }
            pairs.push((*id, attacker_id));
        }
    }
    let rules = block_requirements::Rules::collect(game, program, items)?;
    if let Some(illegal) = rules.restriction_broken(&pairs) {
        return Ok(Some(illegal));
    }
    let prices = combat_costs::total(game, program, InCombat::Block, &blocks(assigned))?;
    let refused = combat_costs::refused(game, program, &prices, &[], "509.1f")?;
    if refused.is_some() {
        return Ok(refused);
    }
    // CR 509.1c: what would cost something need not be done.
    if rules.has_requirements()
        && rules.more_is_possible(&without_costs(game, program, items)?, &pairs)?
    {
        return Ok(Some(Illegal::new(
            "509.1c",
            "fewer requirements to block are obeyed than possible",
        )));
    }
    Ok(None)
}

/// What can be blocked for nothing.
fn without_costs(
    game: &Game,
    program: &Program,
    items: &[AssignItem],
) -> Result<Vec<AssignItem>, Fault> {
    let mut free = items.to_vec();
    for item in &mut free {
        let mut options = Vec::with_capacity(item.options.len());
        for option in &item.options {
            if !combat_costs::costs(game, program, InCombat::Block, item.item, *option)? {
                options.push(*option);
            }
        }
        item.options = options;
    }
    Ok(free)
}

/// Records the declared blocks (CR 509.1g).
fn record(game: &mut Game, assigned: &Assigned) {
    let Some(combat) = &mut game.combat else {
        return;
    };
    for (id, attackers) in assigned {
        let attackers: smallvec::SmallVec<[ObjectId; 1]> =
            attackers.iter().filter_map(|a| a.object()).collect();
        if !attackers.is_empty() {
            combat.blocks.push(Block {
                blocker: *id,
                attackers,
                struck_first: false,
            });
        }
    }
    crate::engine::in_force::touched(game);
}

/// All blockers are declared: attackers become blocked or unblocked (CR 509.1h), and abilities trigger (CR 509.1i).
fn complete(game: &mut Game) {
    let Some(combat) = &mut game.combat else {
        return;
    };
    let mut declared = Vec::new();
    for block in &combat.blocks {
        let mut event = Event::new(EventKind::Block, block.blocker);
        event.amount = i64::try_from(block.attackers.len()).unwrap_or(i64::MAX);
        event.object = block.attackers.first().map(|a| Entity::Object(*a));
        declared.push(event);
        for attacker in &block.attackers {
            let mut event = Event::new(EventKind::BlockCreature, block.blocker);
            event.object = Some(Entity::Object(*attacker));
            declared.push(event);
        }
    }
    bands::block_together(combat);
    for attack in &mut combat.attacks {
        let mut count = 0_i64;
        for block in combat
            .blocks
            .iter()
            .filter(|b| b.attackers.contains(&attack.attacker))
        {
            count = count.saturating_add(1);
            let mut event = Event::new(EventKind::BecomeBlockedBy, attack.attacker);
            event.object = Some(Entity::Object(block.blocker));
            declared.push(event);
        }
        // An effect may have made it blocked before any blocker was declared.
        if attack.blocked == Some(true) {
            continue;
        }
        attack.blocked = Some(count > 0);
        let kind = if count > 0 {
            EventKind::BecomeBlocked
        } else {
            EventKind::Unblocked
        };
        let mut event = Event::new(kind, attack.attacker);
        event.amount = count;
        event.object = attack.target;
        declared.push(event);
    }
    crate::engine::in_force::touched(game);
    if !declared.is_empty() {
        events::propose(game, declared);
    }
}
