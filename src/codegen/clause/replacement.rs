//! Replacement and prevention effects (CR 614, 615).

use crate::bytecode::{
    CodeId, CodeType, EntersChange, Op, Replacement, Static, StaticId, StaticKind, Subject,
};
use crate::codegen::{
    Missing,
    emitter::{Compiler, Env},
    phrase::{event::participants, filter::brief},
};
use crate::ir::action::Position;
use crate::ir::{self, Condition, Filter, Head, Noun, Quantity};
use crate::vocab::Zone;

impl Compiler<'_> {
    /// Compiles a replacement or prevention effect.
    pub fn replacement(
        &mut self,
        replacement: &ir::Replacement,
        env: &Env,
    ) -> Result<StaticId, Missing> {
        use ir::Replacement as R;
        let mut subject = Subject::Game;
        let mut held = None;
        let elsewhere = exiled_instead(replacement);
        let replacement = elsewhere.as_ref().unwrap_or(replacement);
        let kind = match replacement {
            R::Instead {
                event,
                condition,
                effect,
            } => {
                if super::effects::shield::measures_itself(event, effect) {
                    return Err("the amount of damage that was dealt instead".to_owned());
                }
                let (kinds, filter, env) = self.would(event, condition.as_ref(), env)?;
                let first = match &**effect {
                    ir::Effect::Sequence(parts) => parts.first(),
                    other => Some(other),
                };
                let env = Env {
                    may_instead: matches!(
                        first,
                        Some(ir::Effect::May { .. } | ir::Effect::MayPay { .. })
                    ),
                    ..env
                };
                let code = self.code(CodeType::Effect, &env, |emitter| emitter.effect(effect))?;
                Replacement::Instead {
                    kinds,
                    filter,
                    code,
                }
            }
            R::Amount {
                event,
                condition,
                amount,
            } => {
                let (kinds, filter, env) = self.would(event, condition.as_ref(), env)?;
                Replacement::Amount {
                    kinds,
                    filter,
                    amount: self.number(amount, &env)?,
                }
            }
            R::Elsewhere {
                event,
                condition,
                to,
            } => {
                let (_, filter, _) = self.would(event, condition.as_ref(), env)?;
                if to.tapped
                    || to.attacking != ir::action::Attacking::No
                    || to.face_down
                    || to.transformed
                    || !to.counters.is_empty()
                    || to.attached_to.is_some()
                {
                    return Err("a replacement with details of where it goes".to_owned());
                }
                let depth = match to.position {
                    Position::Bottom => u32::MAX,
                    Position::Unstated if to.zone != Zone::Library => 0,
                    Position::Top => 0,
                    _ => return Err("a place within a library".to_owned()),
                };
                Replacement::Elsewhere {
                    filter,
                    to: to.zone,
                    depth,
                    shuffle: false,
                }
            }
            R::Entering {
                what,
                condition,
                changes,
            } => {
                held = condition
                    .as_ref()
                    .map(|condition| self.condition(condition, env))
                    .transpose()?;
                let filter = self.code(CodeType::Bool, env, |emitter| match what {
                    // CR 614.12: what enters is looked at as it would be on the battlefield, whatever zone it is in now.
                    Noun::Described { filter, .. }
                        if filter.head == Head::Permanent && !what.is_target() =>
                    {
                        let predicates = filter.predicates.clone();
                        emitter.fits(&Filter {
                            head: Head::Object,
                            predicates,
                        })
                    }
                    other => emitter.candidate_is(other),
                })?;
                let changes = changes
                    .iter()
                    .map(|change| self.entering(change, env))
                    .collect::<Result<_, _>>()?;
                Replacement::Entering { filter, changes }
            }
            R::Prevent {
                event,
                amount,
                condition,
                then,
            } => {
                let (_, filter, env) = self.would(event, condition.as_ref(), env)?;
                let amount = super::effects::shield::all_of_it(amount.as_ref());
                Replacement::Prevent {
                    filter,
                    amount: amount.map(|n| self.number(n, &env)).transpose()?,
                    then: then
                        .as_ref()
                        .map(|then| self.afterward(event, then, &env))
                        .transpose()?,
                }
            }
            R::Redirect {
                event,
                amount,
                condition,
                to,
            } => {
                let (_, filter, env) = self.would(event, condition.as_ref(), env)?;
                let amount = super::effects::shield::all_of_it(amount.as_ref());
                Replacement::Redirect {
                    filter,
                    amount: amount.map(|n| self.number(n, &env)).transpose()?,
                    to: self.redirected(to, &env)?,
                }
            }
            R::Produces { event, output } => {
                let (_, filter, _) = self.would(event, None, env)?;
                let change = crate::codegen::clause::mana::change(output)?;
                Replacement::Mana { filter, change }
            }
            R::Skip { step, whose } => {
                subject = Subject::Set(self.set(whose, env)?);
                Replacement::Skip(*step)
            }
        };
        self.push(Static {
            subject,
            condition: held,
            kind: StaticKind::Replacement(kind),
            captured: Vec::new(),
        })
    }

    /// A prevention effect that a resolving spell or ability makes.
    pub fn prevention(
        &mut self,
        filter: CodeId,
        amount: Option<&Quantity>,
        env: &Env,
    ) -> Result<StaticId, Missing> {
        let amount = amount.map(|n| self.number(n, env)).transpose()?;
        self.push(Static {
            subject: Subject::Game,
            condition: None,
            kind: StaticKind::Replacement(Replacement::Prevent {
                filter,
                amount,
                then: None,
            }),
            captured: Vec::new(),
        })
    }

    /// The kinds and filter of an event that would happen under a condition, and the environment of what happens instead.
    pub(in crate::codegen) fn would(
        &mut self,
        event: &ir::Event,
        condition: Option<&Condition>,
        env: &Env,
    ) -> Result<(crate::game::EventKindSet, CodeId, Env), Missing> {
        let mut env = env.clone();
        env.of_event = participants(event, true);
        env.proposed = true;
        let mut kinds = crate::game::EventKindSet::default();
        let event = &not_drawn_yet(event)?;
        let filter = self.code(CodeType::Bool, &env, |emitter| {
            kinds = emitter.event(event)?;
            emitter.env.proposed = false;
            if let Some(condition) = condition {
                let jump = emitter.jump(Op::AndThen);
                emitter.condition(condition)?;
                emitter.land(jump);
            }
            Ok(())
        })?;
        env.proposed = false;
        Ok((kinds, filter, env))
    }

    pub(in crate::codegen) fn entering(
        &mut self,
        change: &ir::statics::EntersChange,
        env: &Env,
    ) -> Result<EntersChange, Missing> {
        use ir::statics::EntersChange as E;
        Ok(match change {
            E::Tapped => EntersChange::Tapped,
            E::Counters(n, kind) => {
                EntersChange::Counters(self.number(n, env)?, self.counter(kind)?)
            }
            E::Copy {
                what,
                optional,
                except,
                counters,
            } => EntersChange::Copy(self.enters_as_copy(what, *optional, except, counters, env)?),
            E::As(effect) => {
                let env = &Env {
                    entering: true,
                    ..env.clone()
                };
                EntersChange::As(
                    self.code(CodeType::Effect, env, |emitter| emitter.effect(effect))?,
                )
            }
            E::Unless(cost, then) if **then == E::Tapped => {
                let cost = self.cost(cost, env)?;
                if cost.mana.is_some()
                    || !matches!(
                        cost.parts.as_slice(),
                        [crate::bytecode::CostPart::Act { .. }]
                    )
                {
                    return Err("this payment as it enters".to_owned());
                }
                EntersChange::TappedUnless(cost)
            }
            E::Act(action) => EntersChange::As(self.code(CodeType::Effect, env, |emitter| {
                emitter.act(&Noun::You, action, None)
            })?),
            other => return Err(format!("entering with {}", brief(other))),
        })
    }
}

/// What card would be drawn is not known before it is (CR 121.6).
fn not_drawn_yet(event: &ir::Event) -> Result<ir::Event, Missing> {
    let mut event = event.clone();
    match &mut event.verb {
        ir::EventVerb::Draws { .. } => match &event.object {
            Some(Noun::Described { quantifier, filter })
                if filter.head == Head::Card
                    && filter.predicates.is_empty()
                    && !matches!(quantifier, ir::Quantifier::Counted(..)) =>
            {
                event.object = None;
            }
            None => {}
            Some(_) => return Err("a certain card that would be drawn".to_owned()),
        },
        ir::EventVerb::During(inner, _)
        | ir::EventVerb::FirstEachTurn(inner)
        | ir::EventVerb::NthEachTurn(_, inner)
        | ir::EventVerb::While(inner, _) => **inner = not_drawn_yet(inner)?,
        ir::EventVerb::AnyOf(events) => {
            for event in events {
                *event = not_drawn_yet(event)?;
            }
        }
        _ => {}
    }
    Ok(event)
}

/// "Exile it instead" of something that would move: the same event, to another place (CR 614.6).
pub(in crate::codegen) fn exiled_instead(replacement: &ir::Replacement) -> Option<ir::Replacement> {
    let ir::Replacement::Instead {
        event,
        condition,
        effect,
    } = replacement
    else {
        return None;
    };
    let ir::Effect::Act {
        who: Noun::You,
        action:
            ir::Action::Exile {
                what,
                face_down: false,
                until: None,
                counters: None,
            },
        ..
    } = &**effect
    else {
        return None;
    };
    let moved = match event.verb {
        ir::EventVerb::Leaves
        | ir::EventVerb::LeavesStack
        | ir::EventVerb::LeavesGraveyard
        | ir::EventVerb::Dies
        | ir::EventVerb::PutInto { .. } => event.subject.as_ref(),
        ir::EventVerb::Discards => event.object.as_ref(),
        _ => None,
    }?;
    let same = what == moved
        || matches!(
            what,
            Noun::Ref {
                to: ir::Binding::Event(ir::EventRole::Subject),
                ..
            }
        ) && event.verb != ir::EventVerb::Discards;
    same.then(|| ir::Replacement::Elsewhere {
        event: event.clone(),
        condition: condition.clone(),
        to: ir::Placement::into_zone(Zone::Exile),
    })
}
