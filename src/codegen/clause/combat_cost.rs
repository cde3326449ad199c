//! Costs to attack and to block, mandatory and optional (CR 508.1g–h, 509.1d).

use crate::bytecode::{CodeType, InCombat, Static, StaticId, StaticKind, Subject};
use crate::codegen::{
    Missing,
    emitter::{Compiler, Env},
};
use crate::ir::{
    self, Action, Binding, Condition, Cost, CostPart, Effect, Event, EventVerb, Filter, Head, Noun,
    Predicate, Quantity, Restriction, Role, Trigger,
};

/// The result of having exerted, where an effect has no other.
const EXERTED: u8 = 7;

impl Compiler<'_> {
    /// "Can't attack unless its controller pays": what is paid for each creature.
    pub(super) fn combat_cost(
        &mut self,
        subject: &Noun,
        restriction: &Restriction,
        who: &Noun,
        cost: &Cost,
        env: &Env,
    ) -> Result<StaticKind, Missing> {
        let (what, whom) = match restriction {
            Restriction::Attack(whom) => (InCombat::Attack, whom.as_ref()),
            Restriction::Block(which) => (InCombat::Block, which.as_ref()),
            Restriction::BeBlocked {
                by: None,
                except: None,
            } => (InCombat::BeBlocked, None),
            _ => return Err("something else in combat, at a cost".to_owned()),
        };
        // Whoever controls the creature pays.
        let pays = match who {
            Noun::Related(Role::Controller, of) => {
                let its = match &**of {
                    Noun::Ref { to, .. } => *to == Binding::Each,
                    of => of == subject,
                };
                its && what != InCombat::BeBlocked
            }
            Noun::You => *subject == Noun::This && what != InCombat::BeBlocked,
            Noun::Part(Role::DefendingPlayer) => what == InCombat::BeBlocked,
            _ => false,
        };
        if !pays {
            return Err("a cost of combat that another player pays".to_owned());
        }
        let attacked = whom;
        let whom = whom
            .map(|noun| self.fitting(noun, false, env))
            .transpose()?;
        let each = Env {
            each_affected: true,
            ..env.clone()
        };
        let (cost, times) = match cost.0.as_slice() {
            [CostPart::ManaTimes(mana, quantity)] => {
                let times = if one_for_each(quantity, subject, who, what, attacked) {
                    None
                } else if ir::parts::contains(quantity, ir::parts::Part::Combat) {
                    // It is not so yet when the cost is found.
                    return Err("a cost of combat that counts other creatures".to_owned());
                } else {
                    Some(self.number(quantity, &each)?)
                };
                (Cost(vec![CostPart::Mana(mana.clone())]), times)
            }
            [CostPart::Mana(_)] => (cost.clone(), None),
            [CostPart::Act(Action::Sacrifice(_) | Action::Discard(_) | Action::PayLife(_))]
                if !ir::parts::contains(cost, ir::parts::Part::Each) =>
            {
                (cost.clone(), None)
            }
            _ => return Err("such a cost of combat".to_owned()),
        };
        Ok(StaticKind::CombatCost {
            what,
            whom,
            cost: self.cost(&cost, env)?,
            times,
        })
    }

    /// "You may exert this as it attacks. When you do, ..." (CR 701.43d).
    pub(in crate::codegen) fn exert_attack(
        &mut self,
        then: Option<&Effect>,
        env: &Env,
    ) -> Result<StaticId, Missing> {
        let exert = Effect::May {
            who: Noun::You,
            effect: Box::new(Effect::Act {
                who: Noun::You,
                action: Action::Exert(Noun::This),
                bind: None,
            }),
            bind: Some(EXERTED),
        };
        let mut parts = vec![exert];
        parts.extend(then.map(|then| Effect::Delayed {
            trigger: Trigger {
                word: ir::TriggerWord::When,
                event: Event {
                    verb: EventVerb::State(Box::new(Condition::Done(Binding::Result(EXERTED)))),
                    subject: None,
                    object: None,
                    batch: false,
                },
            },
            effect: Box::new(then.clone()),
            once: true,
            duration: None,
        }));
        let effect = Effect::Sequence(parts);
        let code = self.code(CodeType::Effect, env, |emitter| emitter.effect(&effect))?;
        self.push(Static {
            subject: Subject::This,
            condition: None,
            kind: StaticKind::AsAttacks(code),
            captured: Vec::new(),
        })
    }
}

/// "For each of those creatures", "for each creature they control that's attacking you": one for each that it is paid for.
fn one_for_each(
    quantity: &Quantity,
    subject: &Noun,
    payer: &Noun,
    what: InCombat,
    whom: Option<&Noun>,
) -> bool {
    let Quantity::ForEach(1, noun) = quantity else {
        return false;
    };
    match &**noun {
        Noun::Ref {
            to: Binding::Each, ..
        } => true,
        Noun::Described { filter, .. } => {
            let in_combat = |p: &Predicate| match what {
                InCombat::Attack => {
                    matches!(p, Predicate::Attacking(of) if of.as_deref() == whom)
                }
                InCombat::Block => matches!(p, Predicate::Blocking(_)),
                InCombat::BeBlocked => matches!(p, Predicate::Blocking(Some(_))),
            };
            let mut rest = filter.predicates.clone();
            let before = rest.len();
            let pays = |player: &Noun| match player {
                Noun::Again(player, _) => **player == *payer,
                player => player == payer,
            };
            rest.retain(|p| {
                !in_combat(p) && !matches!(p, Predicate::ControlledBy(player) if pays(player))
            });
            let same = match subject {
                Noun::Described {
                    filter: Filter { head, predicates },
                    ..
                } => *head == filter.head && *predicates == rest,
                // Whatever blocks it.
                _ => {
                    what == InCombat::BeBlocked
                        && filter.head == Head::Permanent
                        && rest
                            .iter()
                            .all(|p| *p == Predicate::Type(crate::vocab::CardType::Creature))
                }
            };
            before == rest.len().saturating_add(2) && same
        }
        _ => false,
    }
}
