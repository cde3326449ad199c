//! The mana that abilities would produce, found by letting them resolve in copies of the game: the types that a permanent
//! could produce (CR 106.7), and what a payment can expect where something changes or adds to what is produced.

use crate::bytecode::{
    AbilityId, AbilityKind, CodeId, Limits, Op, Program, Replacement, StaticKind,
};
use crate::engine::{casting, in_force, layers, mana::Kinds, run::step as next};
use crate::game::{
    Answer, CastStage, Casting, Choice, Decision, EventKind, Fault, Game, ObjectId, PlayerId,
    Produced, StackKind, Task, TotalCost, Trial, Value,
};
use crate::vocab::ManaKind;
use smallvec::SmallVec;

/// Branches of one ability that are followed; more decisions than that make no sense while mana is produced.
const BRANCHES: usize = 2_000;

/// Works on finding what permanents could produce.
pub(in crate::engine) fn step(game: &mut Game, program: &Program) -> Result<(), Fault> {
    let Some(Task::CouldProduce(of)) = game.tasks.pop() else {
        return Err(Fault::State("nothing is asked about mana".into()));
    };
    let ids: Vec<ObjectId> = of.iter().filter_map(|entity| entity.object()).collect();
    let trial = game.tasks.iter_mut().find_map(|task| match task {
        Task::Trial(trial) => Some(trial),
        _ => None,
    });
    let kinds = match trial {
        // A permanent that is asked about while another is: what is known of it so far.
        Some(trial) => ids.iter().fold(0, |kinds, id| {
            match trial.could.iter().find(|(known, _)| known == id) {
                Some((_, known)) => kinds | known,
                None => {
                    trial.could.push((*id, 0));
                    kinds
                }
            }
        }),
        None => of_permanents(game, program, &ids)?,
    };
    game.results = vec![Value::Set(SmallVec::new()), Value::Int(i64::from(kinds))];
    Ok(())
}

/// The types of mana that any of these permanents could produce (CR 106.7). Those that look at each other are found together:
/// at first none is known to produce anything, then each in turn is tried with what is known of the others, until nothing
/// new comes out.
///
/// # Errors
/// Faults of the code of abilities, or more decisions than can be followed.
pub fn of_permanents(game: &Game, program: &Program, ids: &[ObjectId]) -> Result<Kinds, Fault> {
    let mut known: Vec<(ObjectId, Kinds)> = Vec::new();
    for id in ids {
        if !known.iter().any(|(other, _)| other == id) {
            known.push((*id, 0));
        }
    }
    // Every round but the last finds a type or a permanent.
    for _ in 0..=game.objects.len().saturating_mul(ManaKind::ALL.len()) {
        let before = known.clone();
        let mut at = 0;
        while let Some((id, _)) = known.get(at).copied() {
            let found = of_permanent(game, program, id, &mut known)?;
            if let Some((_, kinds)) = known.get_mut(at) {
                *kinds |= found;
            }
            at = at.saturating_add(1);
        }
        if known == before {
            break;
        }
    }
    Ok(known
        .iter()
        .filter(|(id, _)| ids.contains(id))
        .fold(0, |all, (_, kinds)| all | kinds))
}

/// The types that the abilities of one permanent would produce if they resolved now, with what is known of others.
fn of_permanent(
    game: &Game,
    program: &Program,
    id: ObjectId,
    known: &mut Vec<(ObjectId, Kinds)>,
) -> Result<Kinds, Fault> {
    let Some(seen) = layers::seen(game, program, id) else {
        return Ok(0);
    };
    let mut kinds = 0;
    for instance in &seen.abilities {
        let Some(ability) = program.ability(instance.ability) else {
            continue;
        };
        let (body, cost) = match &ability.kind {
            AbilityKind::Activated { body, cost, .. } => (body, Some(cost)),
            AbilityKind::Triggered { body, .. } => (body, None),
            _ => continue,
        };
        let x = cost.is_some_and(crate::bytecode::Cost::announces_x);
        for part in body.parts.iter().filter(|part| adds(program, part.code)) {
            let cost = cost.map(|cost| TotalCost {
                mana: crate::vocab::ManaCost::default(),
                sacrifice: None,
                parts: cost.parts.clone(),
            });
            let casting = resolving(game, id, seen.controller, instance.ability, x, cost);
            let trial = Trial {
                could: known.clone(),
            };
            let start = begin(game, program, casting, part.code, trial)?;
            explore(start, program, &mut |game| {
                // The ability has resolved when its activation is what there is to work on.
                let Some(Task::Cast(casting)) = game.tasks.last() else {
                    return false;
                };
                if game.tasks.len() > 2 {
                    return false;
                }
                kinds |= casting.produced.kinds;
                if let Some(Task::Trial(trial)) = game.tasks.first() {
                    for (id, _) in &trial.could {
                        if !known.iter().any(|(other, _)| other == id) {
                            known.push((*id, 0));
                        }
                    }
                }
                true
            })?;
        }
    }
    Ok(kinds)
}

/// Whether instructions may add mana.
fn adds(program: &Program, code: CodeId) -> bool {
    program.code(code).is_some_and(|code| {
        code.ops.iter().any(|op| {
            matches!(
                op,
                Op::AddMana(_)
                    | Op::AddManaOf(..)
                    | Op::AddManaOfTypes { .. }
                    | Op::AddSymbols(_)
                    | Op::AddOneOf(..)
            )
        })
    })
}

/// An activation whose ability is resolving, whatever it costs and whether that could be paid (CR 106.7).
fn resolving(
    game: &Game,
    id: ObjectId,
    controller: PlayerId,
    ability: AbilityId,
    x: bool,
    cost: Option<TotalCost>,
) -> Casting {
    let mut item = casting::item(id, StackKind::Activated, controller, id, Some(ability));
    // An X that is announced can be anything; one mana shows the type.
    item.x = u32::from(x);
    Casting {
        item,
        stage: CastStage::Produced,
        cost,
        next_part: 0,
        before: None,
        mana_ability: true,
        alternative: None,
        additional: SmallVec::new(),
        free: false,
        instead: None,
        from: game.zone(id),
        face_up: false,
        produced: Produced::default(),
        spent: Default::default(),
        besides: Default::default(),
        either: None,
    }
}

/// A copy of the game in which the ability begins to resolve.
fn begin(
    game: &Game,
    program: &Program,
    casting: Casting,
    code: CodeId,
    trial: Trial,
) -> Result<Game, Fault> {
    let mut copy = game.clone();
    copy.decision = None;
    copy.answer = None;
    copy.tracing.0 = false;
    copy.waiting.clear();
    let context = casting::context_of(&casting.item, false);
    copy.tasks = vec![Task::Trial(Box::new(trial)), Task::Cast(Box::new(casting))];
    crate::vm::start(&mut copy, program, code, context)?;
    Ok(copy)
}

/// Follows every decision until `done` says so of a state, or it comes to an end otherwise.
fn explore(
    start: Game,
    program: &Program,
    done: &mut dyn FnMut(&Game) -> bool,
) -> Result<(), Fault> {
    let mut open = vec![start];
    let mut followed = 0_usize;
    while let Some(mut game) = open.pop() {
        followed = followed.saturating_add(1);
        if followed > BRANCHES {
            return Err(Fault::Steps);
        }
        let mut steps = 0_u32;
        loop {
            if game.outcome.is_some() || done(&game) {
                break;
            }
            if let Some(decision) = game.decision.take() {
                for answer in answers(&decision) {
                    let mut branch = game.clone();
                    branch.answer = Some(answer);
                    open.push(branch);
                }
                break;
            }
            steps = steps.saturating_add(1);
            if steps > Limits::default().steps {
                return Err(Fault::Steps);
            }
            next(&mut game, program)?;
        }
    }
    Ok(())
}

/// The answers that can lead to different types of mana.
fn answers(decision: &Decision) -> Vec<Answer> {
    let index = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    match &decision.choice {
        Choice::YesNo => vec![Answer::YesNo(true), Answer::YesNo(false)],
        Choice::Options {
            options,
            min,
            repeats,
            ..
        } => {
            let count = (*min).max(1) as usize;
            (0..options.len())
                .map(|first| {
                    // Each option is among what is chosen once.
                    let others = (0..options.len()).filter(|n| *n != first);
                    let rest: Vec<u32> = if *repeats {
                        std::iter::repeat_n(first, count.saturating_sub(1))
                            .map(index)
                            .collect()
                    } else {
                        others.take(count.saturating_sub(1)).map(index).collect()
                    };
                    let mut chosen = vec![index(first)];
                    chosen.extend(rest);
                    Answer::Options(chosen)
                })
                .collect()
        }
        Choice::Some { from, min, .. } => {
            let least = *min as usize;
            let mut all: Vec<Answer> = from
                .iter()
                .map(|first| {
                    let others = from.iter().filter(|e| *e != first).copied();
                    let mut chosen = vec![*first];
                    chosen.extend(others.take(least.saturating_sub(1)));
                    Answer::Some(chosen)
                })
                .collect();
            if least == 0 {
                all.push(Answer::Some(Vec::new()));
            }
            all
        }
        Choice::Number { min, max } => vec![Answer::Number(*min), Answer::Number(*max)],
        Choice::Order { items } => {
            vec![Answer::Order((0..items.len()).map(index).collect())]
        }
        Choice::PayMana { .. } => vec![Answer::Act(crate::game::Action::Pass)],
        Choice::Divide { .. } | Choice::Assign { .. } | Choice::Priority => Vec::new(),
    }
}

/// Whether anything changes what permanents are tapped for, or adds to it.
pub(in crate::engine) fn altered(game: &Game, program: &Program) -> bool {
    let changes = |id: crate::bytecode::StaticId| {
        program.statics.get(id.index()).is_some_and(|what| {
            matches!(what.kind, StaticKind::Replacement(Replacement::Mana { .. }))
        })
    };
    let adds = |id: AbilityId| {
        program.ability(id).is_some_and(|ability| {
            matches!(&ability.kind, AbilityKind::Triggered { trigger, mana: true, .. }
                if trigger.kinds.contains(EventKind::TapForMana))
        })
    };
    in_force::force(game).is_none_or(|force| {
        force.statics.iter().any(|id| changes(*id)) || force.triggers.iter().any(|id| adds(*id))
    }) || game.effects.iter().any(|effect| changes(effect.what))
        || game.delayed.iter().any(|delayed| adds(delayed.ability))
}

/// One set of types for each mana that a player has more after activating the mana ability; `None` if that depends on
/// decisions in a way that can't be told like this.
pub(in crate::engine) fn expected(
    game: &Game,
    program: &Program,
    player: PlayerId,
    id: ObjectId,
    ability: AbilityId,
) -> Result<Option<SmallVec<[Kinds; 2]>>, Fault> {
    let Some(AbilityKind::Activated { body, cost, .. }) = program.ability(ability).map(|a| &a.kind)
    else {
        return Ok(None);
    };
    let [part] = body.parts.as_slice() else {
        return Ok(None);
    };
    if cost.announces_x() || body.modes.is_some() {
        return Ok(None);
    }
    let total = TotalCost {
        mana: crate::vocab::ManaCost::default(),
        parts: cost.parts.clone(),
        sacrifice: None,
    };
    let casting = resolving(game, id, player, ability, false, Some(total));
    let start = begin(game, program, casting, part.code, Trial::default())?;
    let count = |game: &Game| {
        let mut counts = [0_u32; 6];
        for unit in game.player(player).iter().flat_map(|p| p.mana.0.iter()) {
            if let Some(count) = counts.get_mut(unit.kind.index()) {
                *count = count.saturating_add(1);
            }
        }
        counts
    };
    let had = count(game);
    let mut outcomes: Vec<[u32; 6]> = Vec::new();
    let explored = explore(start, program, &mut |game| {
        if !matches!(game.tasks.as_slice(), [Task::Trial(_)]) {
            return false;
        }
        let mut more = count(game);
        for (more, had) in more.iter_mut().zip(had) {
            *more = more.saturating_sub(had);
        }
        if !outcomes.contains(&more) {
            outcomes.push(more);
        }
        true
    });
    if explored.is_err() {
        return Ok(None);
    }
    let amount = |outcome: &[u32; 6]| outcome.iter().fold(0_u32, |sum, n| sum.saturating_add(*n));
    let all_of = |outcome: &[u32; 6]| {
        let mut kinds = SmallVec::new();
        for (n, count) in outcome.iter().enumerate() {
            for _ in 0..(*count).min(64) {
                kinds.push(1 << n);
            }
        }
        kinds
    };
    Ok(match outcomes.as_slice() {
        [one] => Some(all_of(one)),
        several if !several.is_empty() && several.iter().all(|o| amount(o) == 1) => {
            let union = several
                .iter()
                .flat_map(all_of)
                .fold(0, |all, kinds: Kinds| all | kinds);
            Some(SmallVec::from_iter([union]))
        }
        _ => None,
    })
}
