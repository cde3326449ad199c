//! Answers to decisions: checked against the open decision exactly, refused with the rule.

use crate::bytecode::{AbilityKind, Program};
use crate::engine::{
    activation, attack, block, damage_step, events, illegal::Illegal, legal, payment,
};
use crate::game::{
    About, Action, Answer, Decision, Entity, Event, EventKind, Fault, Game, Task, decision::Choice,
};

/// Answers the open decision. The game is unchanged if the answer is refused; [`crate::engine::run()`] carries it on otherwise.
///
/// # Errors
/// Why the answer is not legal, with the rule.
pub fn answer(game: &mut Game, program: &Program, answer: Answer) -> Result<(), Illegal> {
    // A game that was just loaded knows no characteristics yet.
    crate::engine::layers::refresh(game, program);
    let Some(decision) = &game.decision else {
        return Err(Illegal::new("117.1", "nobody is asked anything"));
    };
    if answer == Answer::Act(Action::Concede) && decision.choice != Choice::Priority {
        return concede(game);
    }
    match check(game, program, decision, &answer) {
        Ok(None) => {}
        Ok(Some(illegal)) => return Err(illegal),
        // CR 101.3: what can't be evaluated can't be done; the fault is shown as the reason.
        Err(fault) => return Err(Illegal::new("101.3", fault.to_string())),
    }
    if is_optional(&decision.choice) {
        super::priority::acted(game);
    }
    game.decision = None;
    game.answer = Some(answer);
    Ok(())
}

/// Whether a question leaves a player the choice not to do something, so that no loop that goes through it is one of
/// mandatory actions (CR 104.4b).
const fn is_optional(choice: &Choice) -> bool {
    match choice {
        Choice::YesNo | Choice::PayMana { .. } => true,
        Choice::Some { min, max, .. } | Choice::Options { min, max, .. } => *min < *max,
        Choice::Number { min, max } => *min < *max,
        Choice::Priority | Choice::Order { .. } | Choice::Divide { .. } | Choice::Assign { .. } => {
            false
        }
    }
}

/// The player who is asked something concedes (CR 104.3a).
fn concede(game: &mut Game) -> Result<(), Illegal> {
    let Some(player) = game.decision.as_ref().map(|d| d.player) else {
        return Err(Illegal::new("104.3a", "nobody is asked anything"));
    };
    if crate::engine::seats::opponents(game, player).count() > 1 && game.teams.len() > 2 {
        return Err(Illegal::new(
            "104.3a",
            "in this game a player concedes when they have priority",
        ));
    }
    game.decision = None;
    game.tasks.clear();
    game.tasks.push(Task::Settle);
    events::propose(game, vec![Event::new(EventKind::LoseGame, player)]);
    Ok(())
}

/// The rule behind a decision, for answers of the wrong shape.
#[must_use]
pub const fn rule_of(about: About) -> &'static str {
    match about {
        About::Priority => "117.1",
        About::Targets(_) => "601.2c",
        About::Modes | About::ValueOfX | About::Costs => "601.2b",
        About::Division => "601.2d",
        About::Payment | About::Help => "601.2h",
        About::TriggerOrder => "603.3b",
        About::Shield => "615.7",
        About::ReplacementChoice => "616.1",
        About::Attackers => "508.1",
        About::Band => "702.22c",
        About::Blockers => "509.1",
        About::CombatDamage => "510.1",
        About::May | About::Effect => "608.2d",
        About::LegendRule => "704.5j",
        About::Untap => "502.3",
        About::CleanupDiscard => "514.1",
        About::Mulligan => "103.5",
        About::CardOrder => "401.4",
        About::CommanderZone => "903.9a",
        About::CommanderReturns => "903.9b",
        About::Merge => "702.140c",
        About::Protector => "310.11a",
        About::Enchanted => "303.4f",
        About::ManaChoice => "605.3b",
    }
}

/// Why an answer doesn't fit a decision.
fn check(
    game: &Game,
    program: &Program,
    decision: &Decision,
    answer: &Answer,
) -> Result<Option<Illegal>, Fault> {
    let rule = rule_of(decision.about);
    let refuse = |reason: String| Ok(Some(Illegal::new(rule, reason)));
    match (&decision.choice, answer) {
        (Choice::Priority, Answer::Act(action)) => {
            legal::refusal(game, program, decision.player, action, None)
        }
        (Choice::Some { from, min, max }, Answer::Some(chosen)) => {
            if let (About::Targets(_), Some(source)) = (decision.about, decision.source) {
                for entity in chosen.iter().filter(|e| !from.contains(e)) {
                    let why = super::targets::why_not(game, program, source, *entity)?;
                    if why.is_some() {
                        return Ok(why);
                    }
                }
            }
            Ok(check_some(rule, from, *min, *max, chosen))
        }
        (
            Choice::Options {
                options,
                min,
                max,
                repeats,
            },
            Answer::Options(chosen),
        ) => {
            if let Some(wrong) = count_refused(rule, chosen.len(), *min, *max) {
                return Ok(Some(wrong));
            }
            if chosen.iter().any(|i| *i as usize >= options.len()) {
                return refuse(format!("there are {} options", options.len()));
            }
            if !*repeats && has_duplicates(chosen) {
                return refuse("each option can be chosen once".into());
            }
            Ok(None)
        }
        (Choice::Number { min, max }, Answer::Number(n)) => {
            if n < min || n > max {
                return refuse(format!("the number is between {min} and {max}"));
            }
            Ok(None)
        }
        (Choice::Order { items }, Answer::Order(order)) => {
            if order.len() != items.len()
                || order.iter().any(|i| *i as usize >= items.len())
                || has_duplicates(order)
            {
                return refuse(format!("each of the {} items is put once", items.len()));
            }
            Ok(None)
        }
        (Choice::Divide { amount, among }, Answer::Divide(amounts)) => {
            check_division(game, program, decision, *amount, among, amounts)
        }
        (Choice::YesNo, Answer::YesNo(_)) => Ok(None),
        (Choice::Assign { items }, Answer::Assign(assigned)) => {
            let mut seen = Vec::with_capacity(assigned.len());
            for (id, _) in assigned {
                if seen.contains(id) {
                    return refuse("each creature is named once".into());
                }
                seen.push(*id);
            }
            match decision.about {
                About::Attackers => attack::check(game, program, items, assigned),
                About::Blockers => block::check(game, program, items, decision.player, assigned),
                _ => Ok(assigned.iter().find_map(|(id, options)| {
                    let item = items.iter().find(|i| i.item == *id);
                    let fits = item.is_some_and(|i| {
                        options.iter().all(|o| i.options.contains(o))
                            && u32::try_from(options.len()).is_ok_and(|n| n <= i.max)
                    });
                    (!fits).then(|| Illegal::new(rule, "that can't be assigned so"))
                })),
            }
        }
        (Choice::PayMana { .. }, Answer::PayAutomatically) => payment::check(game, program),
        (Choice::PayMana { .. }, Answer::Act(Action::Pass)) => {
            if matches!(game.tasks.last(), Some(Task::Payment(payment)) if payment.optional) {
                return Ok(None);
            }
            let below = game.tasks.len().checked_sub(2);
            let cast = below.and_then(|i| game.tasks.get(i));
            match cast {
                Some(Task::Cast(casting)) if casting.before.is_some() => Ok(None),
                _ => refuse("what is being paid for can't be taken back".into()),
            }
        }
        (Choice::PayMana { .. }, Answer::Act(Action::Activate { object, ability })) => {
            let is_mana = crate::engine::layers::characteristics(game, program, *object)
                .and_then(|seen| seen.abilities.get(usize::from(*ability)).copied())
                .and_then(|a| program.ability(a.ability))
                .is_some_and(|a| matches!(a.kind, AbilityKind::Activated { mana: true, .. }));
            if !is_mana {
                return Ok(Some(Illegal::new(
                    "605.3a",
                    "only mana abilities can be activated while paying",
                )));
            }
            activation::refusal(game, program, decision.player, *object, *ability, None)
        }
        _ => refuse("this is not an answer to what is asked".into()),
    }
}

/// Whether the number of chosen things is wrong.
fn count_refused(rule: &'static str, count: usize, min: u32, max: u32) -> Option<Illegal> {
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    (count < min || count > max).then(|| {
        let wanted = if min == max {
            format!("{min}")
        } else {
            format!("{min} to {max}")
        };
        Illegal::new(rule, format!("{wanted} must be chosen, not {count}"))
    })
}

/// Whether a choice of objects and players is wrong.
fn check_some(
    rule: &'static str,
    from: &[Entity],
    min: u32,
    max: u32,
    chosen: &[Entity],
) -> Option<Illegal> {
    if let Some(wrong) = count_refused(rule, chosen.len(), min, max) {
        return Some(wrong);
    }
    if chosen.iter().any(|e| !from.contains(e)) {
        return Some(Illegal::new(rule, "that isn't among what can be chosen"));
    }
    // CR 601.2c: the same thing can't be chosen twice for one instance of the word.
    has_duplicates(chosen).then(|| Illegal::new(rule, "the same can't be chosen twice"))
}

/// Whether a division is wrong.
fn check_division(
    game: &Game,
    program: &Program,
    decision: &Decision,
    amount: i64,
    among: &[(Entity, i64)],
    amounts: &[i64],
) -> Result<Option<Illegal>, Fault> {
    let rule = rule_of(decision.about);
    if amounts.len() != among.len() {
        return Ok(Some(Illegal::new(rule, "there is one amount for each")));
    }
    let sum = amounts.iter().fold(0_i64, |sum, n| sum.saturating_add(*n));
    if sum != amount || amounts.iter().any(|n| *n < 0) {
        return Ok(Some(Illegal::new(
            rule,
            format!("exactly {amount} must be divided, not {sum}"),
        )));
    }
    if among.iter().zip(amounts).any(|((_, least), n)| n < least) {
        return Ok(Some(Illegal::new(rule, "one gets less than it must")));
    }
    if decision.about == About::CombatDamage
        && let Some(source) = decision.source
    {
        return Ok(damage_step::check(game, program, source, among, amounts));
    }
    Ok(None)
}

/// Whether a short list has an element twice.
fn has_duplicates<T: PartialEq>(items: &[T]) -> bool {
    items
        .iter()
        .enumerate()
        .any(|(at, item)| items.iter().take(at).any(|other| other == item))
}
