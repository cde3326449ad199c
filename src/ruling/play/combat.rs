//! Attackers, blockers and combat damage as the script declares them.

use super::{Goal, Play, Ran};
use crate::diag::Code;
use crate::engine::{self, block, seats};
use crate::game::{About, Answer, Entity, EventKind, ObjectId};
use crate::ruling::names::{Seek, newest};
use crate::ruling::report::Failure;
use crate::ruling::script::{Mention, Reply, Said};
use crate::source::Span;
use crate::vocab::Step;

impl Play<'_> {
    pub(super) fn resolve(&self, mention: &Mention) -> Ran<Vec<Entity>> {
        self.names
            .resolve(mention, Seek::InPlay, &self.game, self.program)
            .map_err(|why| Box::new(Failure::new(Code::UnknownName, mention.span, why)))
    }

    pub(super) fn attack(&mut self, declared: &[(Mention, Mention)], span: Span) -> Ran<()> {
        if self.open_question().is_none() {
            self.go(Goal::Attackers, span)?;
        }
        let mut assigned: Vec<(ObjectId, Vec<Entity>)> = Vec::new();
        for (attacker, target) in declared {
            let targets = self.resolve(target)?;
            for entity in self.resolve(attacker)? {
                if let Entity::Object(id) = entity {
                    assigned.push((id, targets.clone()));
                }
            }
        }
        let asked = self
            .open_question()
            .is_some_and(|d| d.about == About::Attackers);
        if !asked {
            if let Some(decision) = self.open_question() {
                return Err(self.unanswered(&decision, span));
            }
            let refused = assigned.iter().find_map(|(id, _)| {
                engine::attack::refusal(&self.game, self.program, *id).map(|why| (*id, why))
            });
            return Err(match refused {
                Some((id, why)) => {
                    let who = self.called(Entity::Object(id));
                    Box::new(Failure::refused(span, format!("{who} can't attack"), why))
                }
                // Nobody was asked, as nothing could attack; attackers were not declared before.
                None if assigned.is_empty()
                    && self
                        .game
                        .combat
                        .as_ref()
                        .is_none_or(|c| c.attacks.is_empty()) =>
                {
                    return Ok(());
                }
                None => Box::new(
                    Failure::new(Code::Illegal, span, "no attackers can be declared here")
                        .rule("508.1"),
                ),
            });
        }
        self.trace.take(&mut self.game, &self.names, self.program);
        self.goal = Goal::Priority;
        self.seen.clear();
        self.give(Answer::Assign(assigned), span)?;
        self.advance(span)?;
        Ok(())
    }

    pub(super) fn block(&mut self, declared: &[(Mention, Vec<Mention>)], span: Span) -> Ran<()> {
        let mut assigned: Vec<(ObjectId, Vec<Entity>)> = Vec::new();
        if self.open_question().is_none() {
            self.go(Goal::Blockers, span)?;
        }
        for (blocker, attackers) in declared {
            let mut blocked = Vec::new();
            for attacker in attackers {
                blocked.extend(self.resolve(attacker)?);
            }
            for entity in self.resolve(blocker)? {
                if let Entity::Object(id) = entity {
                    assigned.push((id, blocked.clone()));
                }
            }
        }
        let mut asked = false;
        // CR 509.1, 802.4b: each defending player declares, one after the other.
        while let Some(decision) = self.open_question() {
            if decision.about != About::Blockers {
                break;
            }
            asked = true;
            let theirs = |id: ObjectId| {
                seats::controller(&self.game, self.program, id).is_some_and(|p| {
                    p == decision.player
                        || seats::shared_turns(&self.game)
                            && seats::same_team(&self.game, p, decision.player)
                })
            };
            let (mine, others): (Vec<_>, Vec<_>) =
                assigned.into_iter().partition(|(id, _)| theirs(*id));
            assigned = others;
            self.goal = Goal::Blockers;
            self.seen.clear();
            self.give(Answer::Assign(mine), span)?;
            self.advance(span)?;
        }
        self.goal = Goal::Priority;
        match assigned.first() {
            None if asked || declared.is_empty() => Ok(()),
            None => Ok(()),
            Some((id, _)) => {
                let who = self.called(Entity::Object(*id));
                let defender = seats::controller(&self.game, self.program, *id);
                let why = defender
                    .and_then(|p| block::refusal(&self.game, self.program, *id, p))
                    .unwrap_or_else(|| {
                        engine::Illegal::new("509.1b", "it can't block what attacks")
                    });
                Err(Box::new(Failure::refused(
                    span,
                    format!("{who} can't block"),
                    why,
                )))
            }
        }
    }

    pub(super) fn damage(
        &mut self,
        first: bool,
        assigned: &[(Mention, Vec<(i64, Mention)>)],
        span: Span,
    ) -> Ran<()> {
        let step = if first {
            Step::FirstStrikeDamage
        } else {
            Step::CombatDamage
        };
        let from = self.trace.events.len();
        if self.open_question().is_none() {
            self.go(Goal::Damage(step), span)?;
        } else {
            self.goal = Goal::Damage(step);
        }
        let mut left: Vec<&(Mention, Vec<(i64, Mention)>)> = assigned.iter().collect();
        while let Some(decision) = self.open_question() {
            if decision.about != About::CombatDamage {
                break;
            }
            let Some(source) = decision.source else { break };
            let mut at = None;
            for (i, (who, _)) in left.iter().enumerate() {
                if self.resolve(who)?.contains(&Entity::Object(source)) {
                    at = Some(i);
                    break;
                }
            }
            let Some(at) = at else {
                return Ok(());
            };
            let (_, amounts) = left.remove(at);
            let reply = Reply {
                span,
                what: Said::Divide(amounts.clone()),
            };
            self.queue.push_front((decision.player, reply));
            self.advance(span)?;
        }
        // What had no choice must at least be true.
        for (who, amounts) in left {
            let sources = self.resolve(who)?;
            for (amount, to) in amounts {
                let to = self.resolve(to)?;
                let dealt = self.trace.events.iter().skip(from).any(|event| {
                    event.kind == EventKind::Damage
                        && event.amount == *amount
                        && event.source.is_some_and(|s| {
                            sources.contains(&Entity::Object(newest(&self.game, s)))
                        })
                        && to.iter().any(|e| self.same(*e, event.subject))
                });
                if !dealt {
                    return Err(Box::new(
                        Failure::new(Code::LeftOver, who.span, "damage was not assigned so")
                            .found("there was no choice, and this was not dealt"),
                    ));
                }
            }
        }
        Ok(())
    }
}
