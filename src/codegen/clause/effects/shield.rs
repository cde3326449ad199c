//! Replacement and prevention effects that a resolving spell or ability makes (CR 614.1, 615.1): whom and what they are about is
//! found as they begin.

use crate::bytecode::{Afterward, CodeId, CodeType, Ending, Op};
use crate::codegen::{
    Emitted, Missing,
    clause::effects::lasting::ending,
    emitter::{Compiler, Emitter, Env},
};
use crate::ir::{
    Duration, Effect, Event, EventVerb, Noun, Predicate, Quantifier, Quantity, Replacement,
};

impl Emitter<'_, '_> {
    /// Begins a replacement effect with a duration, or one that applies the next time only. `[] -> []`
    pub fn replace(&mut self, replacement: &Replacement, duration: &Duration) -> Emitted {
        let ending = if *duration == Duration::NextUse {
            Ending::NextTime
        } else {
            match ending(duration)? {
                (ending, None) => ending,
                _ => return Err("a replacement for as long as something holds".to_owned()),
            }
        };
        let outer = self.env.clone();
        let mut nouns = Vec::new();
        if let Some(event) = event_of(replacement) {
            found_now(event, &mut nouns);
        }
        if let Replacement::Redirect { to, .. } = replacement {
            nouns.push(to.clone());
        }
        let found = self.find_each(nouns.into_iter().filter(picked))?;
        let mut env = self.env.later();
        env.found = found;
        let statement = self.compiler.replacement(replacement, &env)?;
        self.emit(Op::Begin(statement, ending));
        self.leave(outer);
        Ok(())
    }

    /// Finds the targets of an event that a delayed trigger waits for ("when target creature dies this turn"), each with its
    /// register.
    pub fn found_as_it_begins(&mut self, event: &Event) -> Result<Vec<(Noun, u8)>, Missing> {
        let mut nouns = Vec::new();
        found_now(event, &mut nouns);
        self.find_each(nouns.into_iter().filter(Noun::is_target))
    }

    /// Emits what nouns mean now, each once, into registers of their own.
    fn find_each(&mut self, nouns: impl Iterator<Item = Noun>) -> Result<Vec<(Noun, u8)>, Missing> {
        let mut found: Vec<(Noun, u8)> = Vec::new();
        for noun in nouns {
            if found.iter().any(|(known, _)| *known == noun) {
                continue;
            }
            let register = self.loop_registers();
            self.noun(&noun)?;
            self.emit(Op::Store(register));
            found.push((noun, register));
        }
        Ok(found)
    }

    /// Emits whether the set on the stack is what was found for a noun; what was chosen still has to fit it (CR 609.7b).
    /// `[Set] -> [Bool]`
    pub fn is_what_was_found(&mut self, noun: &Noun, register: u8) -> Emitted {
        let again = self.again()?;
        again.iter().for_each(|op| self.emit(*op));
        self.emit(Op::CapturedSet(register));
        self.emit(Op::Meets);
        if let Noun::Described {
            quantifier: Quantifier::Choose(_),
            filter,
        } = noun
        {
            let jump = self.jump(Op::AndThen);
            again.iter().for_each(|op| self.emit(*op));
            let code = self.filter_code(filter)?;
            self.emit(Op::Any(code));
            self.land(jump);
        }
        Ok(())
    }
}

impl Compiler<'_> {
    /// What is done once damage was prevented (CR 615.5).
    pub(in crate::codegen) fn afterward(
        &mut self,
        event: &Event,
        then: &Effect,
        env: &Env,
    ) -> Result<Afterward, Missing> {
        let code = self.code(CodeType::Effect, env, |emitter| emitter.effect(then))?;
        // "If damage would be dealt to it": by whatever, all of it together.
        let together =
            matches!(event.verb, EventVerb::IsDealtDamage { .. }) && event.object.is_none();
        Ok(Afterward {
            code,
            by_source: !together,
        })
    }

    /// Whom damage is dealt to instead (CR 614.9): one player or permanent.
    pub(in crate::codegen) fn redirected(
        &mut self,
        to: &Noun,
        env: &Env,
    ) -> Result<CodeId, Missing> {
        let one = match to {
            Noun::Described { .. } | Noun::Among(..) => {
                env.found.iter().any(|(known, _)| known == to)
            }
            Noun::All(_) | Noun::Either(_) => false,
            _ => true,
        };
        if !one {
            return Err("damage dealt to any of several instead".to_owned());
        }
        self.set(to, env)
    }
}

/// "That damage": all of it.
pub(in crate::codegen) fn all_of_it(amount: Option<&Quantity>) -> Option<&Quantity> {
    use crate::ir::{Binding, EventRole};
    amount.filter(|amount| **amount != Quantity::Amount(Binding::Event(EventRole::Amount)))
}

/// Whether an effect speaks of how much something that it does itself comes to, where it takes the place of damage.
pub(in crate::codegen) fn measures_itself(event: &Event, effect: &Effect) -> bool {
    let damage = matches!(
        event.verb,
        EventVerb::DealsDamage { .. } | EventVerb::IsDealtDamage { .. }
    );
    damage && crate::ir::parts::contains(effect, crate::ir::parts::Part::ResultAmount)
}

/// The event that an effect replaces.
const fn event_of(replacement: &Replacement) -> Option<&Event> {
    match replacement {
        Replacement::Instead { event, .. }
        | Replacement::Amount { event, .. }
        | Replacement::Elsewhere { event, .. }
        | Replacement::Prevent { event, .. }
        | Replacement::Redirect { event, .. }
        | Replacement::Produces { event, .. } => Some(event),
        Replacement::Entering { .. } | Replacement::Skip { .. } => None,
    }
}

/// The nouns of an event, in the order of the words.
fn found_now(event: &Event, nouns: &mut Vec<Noun>) {
    match &event.verb {
        EventVerb::AnyOf(events) => events.iter().for_each(|event| found_now(event, nouns)),
        EventVerb::During(inner, _) | EventVerb::While(inner, _) => found_now(inner, nouns),
        _ => {}
    }
    for noun in event.subject.iter().chain(&event.object) {
        nouns.push(noun.clone());
        if let Noun::Described { filter, .. } = noun {
            nouns.extend(filter.predicates.iter().filter_map(|p| match p {
                Predicate::ControlledBy(noun)
                | Predicate::OwnedBy(noun)
                | Predicate::ProtectedBy(noun) => Some((**noun).clone()),
                _ => None,
            }));
        }
    }
}

/// Whether a noun is a target, or chosen, as the effect begins.
fn picked(noun: &Noun) -> bool {
    matches!(
        noun,
        Noun::Described {
            quantifier: Quantifier::Target(_) | Quantifier::Choose(_),
            ..
        }
    )
}
