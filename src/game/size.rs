//! How much memory a game takes for itself: what a clone of it copies.

use super::{
    combat::Combat, continuous::ActiveEffect, decision::Choice, event::Event, stack::StackItem,
    state::Game, task::Task,
};
use std::mem::{size_of, size_of_val};

/// The bytes of a list itself, without what its items point to.
fn list<T>(items: &[T]) -> usize {
    size_of_val(items)
}

fn events(items: &[Event]) -> usize {
    let entries = items.iter().filter(|event| event.entry.is_some()).count();
    list(items) + entries * size_of::<super::event::Entry>()
}

fn item(item: &StackItem) -> usize {
    let event = item.event.as_deref();
    list(&item.captured) + event.map_or(0, |event| events(std::slice::from_ref(event)))
}

fn combat(combat: &Combat) -> usize {
    list(&combat.attacks) + list(&combat.blocks)
}

fn effect(effect: &ActiveEffect) -> usize {
    effect.affected.as_deref().map_or(0, list)
        + list(&effect.values)
        + list(&effect.context.captured)
}

fn task(task: &Task) -> usize {
    match task {
        Task::Resolve { item: on, .. } | Task::PutTrigger { item: on, .. } => {
            size_of::<StackItem>() + item(on)
        }
        Task::Frame(frame) => {
            size_of_val(&**frame)
                + list(&frame.stack)
                + list(&frame.registers)
                + frame.held.as_ref().map_or(0, |held| list(held))
                + list(&frame.context.captured)
        }
        Task::Batch(batch) => size_of_val(&**batch) + list(&batch.events),
        Task::Cast(casting) => size_of_val(&**casting) + item(&casting.item),
        Task::CouldProduce(of) => list(of),
        Task::Miracle(of) => item(of),
        Task::Results(results) => list(results),
        Task::Trial(trial) => size_of_val(&**trial) + list(&trial.could),
        Task::CastNow(now) => size_of_val(&**now) + list(&now.cards) + list(&now.done),
        Task::Payment(payment) => size_of_val(&**payment) + list(&payment.planned),
        Task::Retarget(retarget) => {
            size_of_val(&**retarget) + list(&retarget.copies) + list(&retarget.targeted)
        }
        Task::PutTriggers { order, .. } => list(order),
        Task::CombatDamage { assigned, .. } => {
            list(assigned) + assigned.iter().map(|a| list(&a.to)).sum::<usize>()
        }
        Task::Step { .. } | Task::Priority { .. } | Task::Settle | Task::Opening => 0,
    }
}

impl Game {
    /// The bytes that a clone of the game copies: its lists and what they hold, without what clones share and without the
    /// little that lies in short lists which have outgrown their place.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let players = self.players.iter();
        let decision = self.decision.as_ref().map_or(0, |d| match &d.choice {
            Choice::Some { from, .. } => list(from),
            Choice::Options { options, .. } | Choice::Order { items: options } => list(options),
            Choice::Divide { among, .. } => list(among),
            Choice::Assign { items } => {
                list(items) + items.iter().map(|i| list(&i.options)).sum::<usize>()
            }
            Choice::Priority | Choice::Number { .. } | Choice::YesNo | Choice::PayMana { .. } => 0,
        });
        size_of::<Self>()
            + list(&self.players)
            + players
                .map(|p| list(&p.library) + list(&p.hand) + list(&p.graveyard))
                .sum::<usize>()
            + list(&self.teams)
            + list(&self.objects)
            + list(&self.battlefield)
            + list(&self.exile)
            + list(&self.command)
            + list(&self.stack)
            + self.stack.iter().map(item).sum::<usize>()
            + list(&self.counters)
            + self.combat.as_ref().map_or(0, combat)
            + list(&self.effects)
            + self.effects.iter().map(effect).sum::<usize>()
            + list(&self.delayed)
            + list(&self.waiting)
            + self.waiting.iter().map(|w| item(&w.item)).sum::<usize>()
            + list(&self.history.spells_cast)
            + list(&self.history.cards_drawn)
            + list(&self.history.hits)
            + list(&self.history.activations)
            + list(&self.history.used)
            + list(&self.linked)
            + list(&self.chosen)
            + list(&self.tasks)
            + self.tasks.iter().map(task).sum::<usize>()
            + decision
            + list(&self.results)
            + list(&self.watch.seen)
            + events(&self.log.0)
    }
}
