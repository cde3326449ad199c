//! Paying mana (CR 601.2g–h): mana abilities are activated, then the mana is taken from the pool.

use crate::bytecode::Program;
use crate::engine::{
    casting, events,
    illegal::Illegal,
    mana::{self, Available},
};
use crate::game::{
    About, Action, Answer, Cause, Decision, Event, EventFlags, EventKind, Fault, Game, ObjectId,
    Payment, PlayerId, Task, Value, decision::Choice,
};
use crate::vocab::ManaCost;
use smallvec::SmallVec;

/// Asks a player to pay mana, because of a spell, ability or effect; the task is done when it is paid.
pub fn begin(
    game: &mut Game,
    player: PlayerId,
    cost: ManaCost,
    on: ObjectId,
    spared: Option<ObjectId>,
) {
    game.tasks.push(Task::Payment(Box::new(Payment {
        player,
        cost,
        on,
        spared,
        planned: Vec::new(),
        optional: false,
    })));
}

/// Works on a payment.
pub(in crate::engine) fn step(game: &mut Game, program: &Program) -> Result<(), Fault> {
    match game.answer.take() {
        Some(Answer::PayAutomatically) => return pay(game, program),
        Some(Answer::Act(Action::Activate { object, ability })) => {
            let Some(Task::Payment(payment)) = game.tasks.last() else {
                return Err(Fault::State("no payment is being made".into()));
            };
            let player = payment.player;
            return casting::begin_ability(game, program, player, object, ability);
        }
        Some(Answer::Act(Action::Pass)) => {
            let asked = game.tasks.pop();
            if matches!(asked, Some(Task::Payment(payment)) if payment.optional) {
                report(game, false);
                return Ok(());
            }
            // CR 733.1: what can't be completed is taken back.
            return casting::give_up(game);
        }
        Some(Answer::Number(x)) => return announced(game, x),
        Some(_) => {
            return Err(Fault::State(
                "a payment was answered with something else".into(),
            ));
        }
        None => {}
    }
    let Some(Task::Payment(payment)) = game.tasks.last_mut() else {
        return Err(Fault::State("no payment is being made".into()));
    };
    if let Some(planned) = payment.planned.last_mut() {
        let player = payment.player;
        if !planned.started {
            planned.started = true;
            let (source, ability) = (planned.source, planned.ability);
            return casting::begin_ability(game, program, player, source, ability);
        }
        payment.planned.pop();
        if payment.planned.is_empty() {
            return pay(game, program);
        }
        return Ok(());
    }
    if payment.cost.count_x() > 0 {
        return choose_x(game, program);
    }
    let Some(Task::Payment(payment)) = game.tasks.last_mut() else {
        return Err(Fault::State("no payment is being made".into()));
    };
    if payment.cost.0.is_empty() {
        // CR 118.3a: players can always pay 0 mana.
        let optional = payment.optional;
        game.tasks.pop();
        if optional {
            report(game, true);
        }
        return Ok(());
    }
    // CR 118.3: a player who can't pay isn't asked whether to.
    if payment.optional && check(game, program)?.is_some() {
        game.tasks.pop();
        report(game, false);
        return Ok(());
    }
    ask(game);
    Ok(())
}

/// Asks for X of a cost that is offered as an ability resolves: it is chosen with the payment (CR 107.3f).
fn choose_x(game: &mut Game, program: &Program) -> Result<(), Fault> {
    let Some(Task::Payment(payment)) = game.tasks.last() else {
        return Err(Fault::State("no payment is being made".into()));
    };
    let available = Available::of(game, program, payment.player, payment.spared)?;
    let total = available.only(game, program, purpose(game))?.total();
    let rest = payment.cost.with_x(0).mana_value(0);
    let max = total
        .saturating_sub(rest)
        .checked_div(payment.cost.count_x())
        .unwrap_or(0);
    game.decision = Some(Decision {
        player: payment.player,
        choice: Choice::Number {
            min: 0,
            max: i64::from(max),
        },
        about: About::ValueOfX,
        source: Some(payment.on),
        ability: None,
    });
    Ok(())
}

/// X of the payment is known: from here on it is that of the effect that asked too.
fn announced(game: &mut Game, x: i64) -> Result<(), Fault> {
    let Some(Task::Payment(payment)) = game.tasks.last_mut() else {
        return Err(Fault::State("no payment is being made".into()));
    };
    payment.cost = payment
        .cost
        .with_x(u32::try_from(x.max(0)).unwrap_or(u32::MAX));
    let asked = game.tasks.iter_mut().rev().nth(1);
    if let Some(Task::Frame(frame)) = asked {
        frame.context.x = x;
    }
    Ok(())
}

/// The most mana that a player has or could produce.
pub(in crate::engine) fn most(
    game: &Game,
    program: &Program,
    player: PlayerId,
    on: mana::Use,
) -> Result<u32, Fault> {
    let available = Available::of(game, program, player, None)?;
    Ok(available.only(game, program, on)?.total())
}

/// What the payment on top is for.
fn purpose(game: &Game) -> mana::Use {
    match game.tasks.iter().rev().nth(1) {
        Some(Task::Cast(casting)) => mana::Use::of(casting),
        _ => mana::Use::Other,
    }
}

/// Tells the effect that asked whether its cost was paid.
fn report(game: &mut Game, paid: bool) {
    game.results = vec![Value::Set(SmallVec::new()), Value::Int(i64::from(paid))];
}

/// Asks for the payment.
fn ask(game: &mut Game) {
    let Some(Task::Payment(payment)) = game.tasks.last() else {
        return;
    };
    game.decision = Some(Decision {
        player: payment.player,
        choice: Choice::PayMana {
            cost: payment.cost.clone(),
            x: 0,
        },
        about: About::Payment,
        source: Some(payment.on),
        ability: None,
    });
}

/// Whether the payment on top can be made now, for the open decision.
pub(in crate::engine) fn check(game: &Game, program: &Program) -> Result<Option<Illegal>, Fault> {
    let Some(Task::Payment(payment)) = game.tasks.last() else {
        return Ok(Some(Illegal::new("601.2h", "no payment is being made")));
    };
    let available = Available::of(game, program, payment.player, payment.spared)?;
    if available.can_pay(game, program, &payment.cost, purpose(game))? {
        return Ok(None);
    }
    Ok(Some(Illegal::new(
        "601.2h",
        format!("{} can't be paid", payment.cost),
    )))
}

/// Makes the payment from the pool, or plans which mana abilities to activate first.
fn pay(game: &mut Game, program: &Program) -> Result<(), Fault> {
    let Some(Task::Payment(payment)) = game.tasks.last() else {
        return Err(Fault::State("no payment is being made".into()));
    };
    let (player, optional) = (payment.player, payment.optional);
    let from_pool =
        Available::pool(game, player).plan(game, program, &payment.cost, purpose(game))?;
    // Life is paid only if no mana can be produced instead.
    if let Some(plan) = from_pool.filter(|plan| plan.life == 0) {
        finish(game, player, &plan, optional);
        return Ok(());
    }
    let available = Available::of(game, program, player, payment.spared)?;
    let Some(mut plan) = available.plan(game, program, &payment.cost, purpose(game))? else {
        // Mana abilities gave less than they were expected to.
        ask(game);
        return Ok(());
    };
    if plan.activate.is_empty() {
        finish(game, player, &plan, optional);
        return Ok(());
    }
    plan.activate.reverse();
    if let Some(Task::Payment(payment)) = game.tasks.last_mut() {
        payment.planned = plan.activate;
    }
    Ok(())
}

/// Takes the mana and life; the payment is done.
fn finish(game: &mut Game, player: PlayerId, plan: &mana::Plan, optional: bool) {
    game.tasks.pop();
    if optional {
        report(game, true);
    }
    let spent = mana::spend(game, player, &plan.spend);
    if let Some(Task::Cast(casting)) = game.tasks.last_mut() {
        casting.spent.add(&spent);
    }
    if plan.life > 0 {
        let mut event = Event::new(EventKind::LoseLife, player);
        event.amount = plan.life;
        event.cause = Cause::Cost;
        event.flags = EventFlags::COST;
        events::propose(game, vec![event]);
    }
}
