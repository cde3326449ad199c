//! Banding (CR 702.22): attacking bands, and who divides combat damage.

use crate::bytecode::{Primitive, Program};
use crate::engine::{
    combat::{self, has},
    layers, steps,
};
use crate::game::{
    About, Answer, Block, Combat, Decision, Entity, Fault, Game, ObjectId, PlayerId, StepStage,
    combat::Banding, decision::Choice,
};

fn bands(game: &Game, program: &Program, id: ObjectId) -> bool {
    combat::permanent(game, program, id).is_some_and(|seen| has(&seen, Primitive::Banding))
}

/// Begins to declare bands, if any could be declared. Whether it did.
pub(in crate::engine) fn begin(game: &mut Game, program: &Program) -> bool {
    let Some(combat) = &game.combat else {
        return false;
    };
    let several = combat.attacks.len() > 1;
    let any = several
        && combat
            .attacks
            .iter()
            .any(|attack| bands(game, program, attack.attacker));
    if let Some(combat) = game.combat.as_mut().filter(|_| any) {
        combat.banding = Some(Banding::default());
    }
    any
}

/// Asks for the bands one after the other: for each attacker with banding, first who else with banding is in its band, then
/// which one without (CR 702.22c).
pub(in crate::engine) fn declare(game: &mut Game, program: &Program) -> Result<(), Fault> {
    layers::refresh(game, program);
    let mut answer = game.answer.take();
    while let Some((at, single)) = game
        .combat
        .as_ref()
        .and_then(|combat| combat.banding)
        .map(|banding| (banding.at, banding.single))
    {
        let Some((leader, from)) = candidates(game, program, at, single) else {
            if let Some(combat) = &mut game.combat {
                combat.banding = None;
            }
            break;
        };
        if !from.is_empty() {
            match answer.take() {
                Some(Answer::Some(chosen)) => join(game, leader, &chosen),
                Some(_) => return Err(combat::wrong_answer("the declaration of a band")),
                None => {
                    let max = if single { 1 } else { from.len() };
                    game.decision = Some(Decision {
                        player: combat::permanent(game, program, leader)
                            .map_or(game.turn.active, |seen| seen.controller),
                        choice: Choice::Some {
                            from,
                            min: 0,
                            max: u32::try_from(max).unwrap_or(u32::MAX),
                        },
                        about: About::Band,
                        source: Some(leader),
                        ability: None,
                    });
                    return Ok(());
                }
            }
        }
        if let Some(banding) = game.combat.as_mut().and_then(|c| c.banding.as_mut()) {
            *banding = Banding {
                at: if single { at.saturating_add(1) } else { at },
                single: !single,
            };
        }
    }
    steps::set_step_stage(game, StepStage::Priority);
    Ok(())
}

/// The attacker at a position, and who could be in a band with it; `None` behind the last one.
fn candidates(
    game: &Game,
    program: &Program,
    at: u8,
    single: bool,
) -> Option<(ObjectId, Vec<Entity>)> {
    let combat = game.combat.as_ref()?;
    let leader = combat.attacks.get(usize::from(at))?;
    let mine = |id: ObjectId| combat::permanent(game, program, id).map(|seen| seen.controller);
    // A band that an earlier attacker leads is complete.
    let led = |combat: &Combat| {
        let mut before = combat.attacks.iter().take(usize::from(at));
        leader.band != 0 && before.any(|attack| attack.band == leader.band)
    };
    if at == u8::MAX || !bands(game, program, leader.attacker) || led(combat) {
        return Some((leader.attacker, Vec::new()));
    }
    let others = combat.attacks.iter().filter(|attack| {
        attack.attacker != leader.attacker
            && attack.band == 0
            // CR 702.22d.
            && attack.target == leader.target
            && mine(attack.attacker) == mine(leader.attacker)
            && bands(game, program, attack.attacker) != single
    });
    let from = others
        .map(|attack| Entity::Object(attack.attacker))
        .collect();
    Some((leader.attacker, from))
}

/// Those chosen are in a band with the leader.
fn join(game: &mut Game, leader: ObjectId, chosen: &[Entity]) {
    let Some(combat) = game.combat.as_mut().filter(|_| !chosen.is_empty()) else {
        return;
    };
    let known = combat.attacks.iter().find(|a| a.attacker == leader);
    let own = known.map_or(0, |attack| attack.band);
    let highest = combat.attacks.iter().map(|attack| attack.band).max();
    let band = if own == 0 {
        highest.unwrap_or(0).saturating_add(1)
    } else {
        own
    };
    for attack in &mut combat.attacks {
        if attack.attacker == leader || chosen.contains(&Entity::Object(attack.attacker)) {
            attack.band = band;
        }
    }
}

/// CR 702.22h: what blocks one creature of a band blocks all of it.
pub(in crate::engine) fn block_together(combat: &mut Combat) {
    let Combat {
        attacks, blocks, ..
    } = combat;
    let band_of = |id: ObjectId| {
        let attack = attacks.iter().find(|attack| attack.attacker == id);
        attack.map_or(0, |attack| attack.band)
    };
    for Block {
        attackers: blocked, ..
    } in blocks
    {
        let of: Vec<u8> = blocked.iter().map(|id| band_of(*id)).collect();
        for attack in attacks.iter() {
            if attack.band != 0 && of.contains(&attack.band) && !blocked.contains(&attack.attacker)
            {
                blocked.push(attack.attacker);
            }
        }
    }
}

/// Who divides the damage of an attacking creature that a creature with banding blocks (CR 702.22j), or of a blocking creature
/// that blocks one (CR 702.22k); `None` is its controller.
pub(in crate::engine) fn divides(game: &Game, program: &Program, id: ObjectId) -> Option<PlayerId> {
    if let Some(attack) = combat::attack_of(game, id) {
        let by_band = combat::blockers_of(game, id).any(|other| bands(game, program, other));
        return (by_band && attack.blocked == Some(true)).then_some(attack.defender);
    }
    let combat = game.combat.as_ref()?;
    let mut blocked = combat
        .blocks
        .iter()
        .filter(|block| block.blocker == id)
        .flat_map(|block| block.attackers.iter().copied());
    let banding = blocked.find(|attacker| bands(game, program, *attacker))?;
    combat::permanent(game, program, banding).map(|seen| seen.controller)
}
