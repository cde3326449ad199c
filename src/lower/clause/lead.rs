//! What stands before a sentence: durations, delays, conditions that hold on (CR 603.7, 611.2).

use crate::ir::{
    Binding, Condition, Duration, Effect, Event, EventVerb, Noun, Trigger, TriggerWord, Whose,
    condition::TurnPart,
};
use crate::lower::{
    clause::{
        addition::{lasts, of_one_thing},
        effect::{Part, and, delayed, not, to_effect},
        instead::collect,
    },
    context::{Lower, Lowered, child, has},
    discourse::{Kind, Meant, Referent},
    phrase::noun::Want,
};
use crate::vocab::Step;
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    /// What a clause in front says must hold all the while: "as long as ...", "during your turn"; `None` if it says something
    /// else.
    pub(in crate::lower) fn held(&mut self, lead: Node<'_>) -> Lowered<Option<Condition>> {
        let Some(inner) = lead.children().next() else {
            return Ok(None);
        };
        match inner.rule() {
            Rule::duration => match as_long_as(inner) {
                Some(condition) => Ok(Some(self.condition(condition)?)),
                None => Ok(None),
            },
            Rule::turn_part_of => {
                let (whose, part) = self.part_of_turn(inner)?;
                Ok(Some(match part {
                    Some(part) => Condition::During(whose, part),
                    None => Condition::Turn(whose.unwrap_or(Whose::Each)),
                }))
            }
            _ => Ok(None),
        }
    }

    /// What holds only while a condition does.
    pub(in crate::lower) fn as_long(
        &mut self,
        condition: Condition,
        lead: Node<'_>,
        rest: &[Node<'_>],
        chain: Node<'_>,
        out: &mut Vec<Part>,
    ) -> Lowered<()> {
        let mut new = Vec::new();
        self.led(rest, chain, &mut new)?;
        for part in new {
            match part {
                Part::Holds(mut statement, None) => {
                    statement.condition = Some(and(condition.clone(), statement.condition.take()));
                    out.push(Part::Holds(statement, None));
                }
                _ => return self.not_understood(lead),
            }
        }
        Ok(())
    }

    /// "Otherwise": what is done or holds if the condition of what stands before does not.
    pub(super) fn otherwise(
        &mut self,
        lead: Node<'_>,
        rest: &[Node<'_>],
        chain: Node<'_>,
        out: &mut Vec<Part>,
    ) -> Lowered<()> {
        let mut undone = Vec::new();
        if let Some(Part::Act(Effect::If { then, .. })) = out.last() {
            collect(then, &mut undone);
        }
        let mut new = Vec::new();
        self.undone(&undone, |w| w.led(rest, chain, &mut new))?;
        if let (Some(Part::Holds(before, None)), [Part::Holds(after, None)]) =
            (out.last(), new.as_mut_slice())
            && let (Some(condition), None) = (&before.condition, &after.condition)
        {
            after.condition = Some(not(condition.clone()));
            out.append(&mut new);
            return Ok(());
        }
        match out.last_mut() {
            Some(Part::Act(Effect::If {
                otherwise: otherwise @ None,
                ..
            })) => {
                *otherwise = Some(Box::new(to_effect(new)));
                Ok(())
            }
            _ => self.dangling(lead),
        }
    }

    /// "If you don't": only what is offered can be left undone.
    pub(super) fn left_undone(
        &mut self,
        lead: Node<'_>,
        rest: &[Node<'_>],
        chain: Node<'_>,
        out: &mut Vec<Part>,
    ) -> Lowered<()> {
        let Some(action) = self.said.offered.or(self.said.optional) else {
            return self.dangling(lead);
        };
        let done = Condition::Done(Binding::Result(self.said.slot(action)));
        let mut new = Vec::new();
        self.undone(&[action], |w| w.led(rest, chain, &mut new))?;
        self.conditioned(new, Condition::Not(Box::new(done)), out);
        Ok(())
    }

    /// "When you do" (CR 603.12).
    pub(super) fn when_done(
        &mut self,
        lead: Node<'_>,
        rest: &[Node<'_>],
        chain: Node<'_>,
        out: &mut Vec<Part>,
    ) -> Lowered<()> {
        if has(lead, Rule::noun) {
            return self.not_understood(lead);
        }
        let Some(action) = self.said.optional else {
            return self.dangling(lead);
        };
        let done = Condition::Done(Binding::Result(self.said.slot(action)));
        let trigger = Trigger {
            word: TriggerWord::When,
            event: Event {
                verb: EventVerb::State(Box::new(done)),
                subject: None,
                object: None,
                batch: false,
            },
        };
        let mut new = Vec::new();
        self.led(rest, chain, &mut new)?;
        out.push(Part::Act(delayed(trigger, to_effect(new))));
        Ok(())
    }

    /// "If ..." and "unless ...": a condition for what is done or holds.
    pub(super) fn led_by_condition(
        &mut self,
        conditional: Node<'_>,
        rest: &[Node<'_>],
        chain: Node<'_>,
        out: &mut Vec<Part>,
    ) -> Lowered<()> {
        if conditional.says("only if") {
            return self.not_understood(conditional);
        }
        let condition_node = self.need(conditional, Rule::condition)?;
        // "If it's a creature card, ... If it's a land card, ...": it is the same thing in both, whatever was done.
        let same = match out.last() {
            Some(Part::Act(Effect::If {
                condition: Condition::Is(Noun::Ref { .. }, _),
                then,
                ..
            })) if condition_node.text().starts_with("it") => Some(then),
            _ => None,
        };
        let mut done = Vec::new();
        if let Some(then) = same {
            collect(then, &mut done);
        }
        let mut new = Vec::new();
        let mut condition = self.undone(&done, |w| {
            let condition = w.condition(condition_node)?;
            w.led(rest, chain, &mut new)?;
            Ok(condition)
        })?;
        if conditional.says("unless") {
            condition = not(condition);
        }
        if self.instead(rest, chain) {
            return self.replacing(conditional, condition, to_effect(new), out);
        }
        self.conditioned(new, condition, out);
        Ok(())
    }

    /// "Until end of turn": how long what follows lasts.
    pub(super) fn led_by_duration(
        &mut self,
        duration: Node<'_>,
        rest: &[Node<'_>],
        chain: Node<'_>,
        out: &mut Vec<Part>,
    ) -> Lowered<()> {
        // A permanent's own "as long as" is a condition of its static ability.
        if let Some(condition) = as_long_as(duration)
            && self.bearer.permanent
            && !self.resolving
        {
            let condition = self.condition(condition)?;
            return self.as_long(condition, duration, rest, chain, out);
        }
        let lasts_for = self.duration(duration)?;
        let mut new = Vec::new();
        let lasting = std::mem::replace(&mut self.lasting, true);
        let led = self.led(rest, chain, &mut new);
        self.lasting = lasting;
        led?;
        // Two permissions with one duration are one effect.
        let permits = |part: &Part| match part {
            Part::Holds(statement, None) => {
                let mut all = statement.modifications.iter();
                all.all(|m| matches!(m, crate::ir::Modification::May(_)))
            }
            _ => false,
        };
        if self.resolving && new.len() > 1 && new.iter().all(permits) {
            let statements = new.into_iter().filter_map(|part| match part {
                Part::Holds(statement, _) => Some(statement),
                Part::Act(_) => None,
            });
            out.push(Part::Act(Effect::Continuous {
                statements: statements.collect(),
                duration: lasts_for,
            }));
            return Ok(());
        }
        for mut part in new {
            match &mut part {
                Part::Holds(_, own) => {
                    own.get_or_insert_with(|| lasts_for.clone());
                }
                Part::Act(Effect::Delayed {
                    duration: own @ None,
                    ..
                }) => *own = Some(lasts_for.clone()),
                Part::Act(Effect::Replace {
                    duration: own @ Duration::Permanent,
                    ..
                }) => *own = lasts_for.clone(),
                Part::Act(effect) => {
                    if !lasts(effect, &lasts_for) {
                        return self.not_understood(duration);
                    }
                }
            }
            out.push(part);
        }
        Ok(())
    }

    /// "For each opponent": what is done again for each of some things.
    pub(super) fn led_by_each(
        &mut self,
        each: Node<'_>,
        rest: &[Node<'_>],
        chain: Node<'_>,
        out: &mut Vec<Part>,
    ) -> Lowered<()> {
        let noun = self.need(each, Rule::fe_other)?;
        let over = self.for_each_noun(noun)?;
        let filter = match &over {
            Noun::Described { filter, .. } => Some(filter.clone()),
            _ => None,
        };
        let player = filter.as_ref().is_some_and(|f| f.head.is_player());
        self.said.push(Referent {
            meant: Meant::Binding(Binding::Each),
            kind: if player { Kind::Player } else { Kind::Object },
            plural: false,
            filter,
            done: None,
        });
        let mut new = Vec::new();
        let said = self.said.referents.len();
        self.led(rest, chain, &mut new)?;
        // What is done once for each is done to many.
        let results = self.said.referents.iter_mut().skip(said);
        results
            .filter(|r| matches!(r.meant, Meant::Result(_)))
            .for_each(|r| r.plural = true);
        out.push(Part::Act(Effect::ForEach {
            over,
            effect: Box::new(to_effect(new)),
        }));
        Ok(())
    }

    /// "If it would die this turn", "the next time it would deal damage": what happens instead (CR 614).
    pub(super) fn led_by_would(
        &mut self,
        lead: Node<'_>,
        rest: &[Node<'_>],
        chain: Node<'_>,
        out: &mut Vec<Part>,
    ) -> Lowered<()> {
        let instead = rest.iter().any(|l| l.text() == "instead");
        if rest.len() > usize::from(instead) {
            return self.not_understood(lead);
        }
        let (replacement, duration) =
            match super::replacement::would_be(self, lead, chain, instead, &[])? {
                (replacement, Some(duration)) => (replacement, duration),
                // CR 611.2a: without a duration it lasts, for the one thing that it is about.
                (replacement, None) if of_one_thing(&replacement) => {
                    (replacement, Duration::Permanent)
                }
                _ => return self.not_understood(lead),
            };
        out.push(Part::Act(Effect::Replace {
            replacement: Box::new(replacement),
            duration,
        }));
        Ok(())
    }

    /// "Whenever a creature dies this turn": a delayed triggered ability (CR 603.7).
    pub(super) fn led_by_event(
        &mut self,
        lead: Node<'_>,
        event: Node<'_>,
        rest: &[Node<'_>],
        chain: Node<'_>,
        out: &mut Vec<Part>,
    ) -> Lowered<()> {
        let (event, duration) = self.limited_event(event)?;
        let once = lead.says("when");
        let word = if once {
            TriggerWord::When
        } else {
            TriggerWord::Whenever
        };
        let mut new = Vec::new();
        self.led(rest, chain, &mut new)?;
        out.push(Part::Act(Effect::Delayed {
            trigger: Trigger { word, event },
            effect: Box::new(to_effect(new)),
            once,
            duration,
        }));
        Ok(())
    }

    /// "At the beginning of the next end step" (CR 603.7).
    pub(in crate::lower) fn delay(&mut self, node: Node<'_>) -> Lowered<Trigger> {
        let (part, whose) = match child(node, Rule::turn_part) {
            None => (TurnPart::Step(Step::EndOfCombat), Whose::Each),
            Some(part) => {
                let whose = if has(node, Rule::possessor) {
                    return self.not_understood(node);
                } else if node.says("your next") {
                    Whose::YourNext
                } else if node.says("the next turn's") {
                    Whose::NextTurn
                } else {
                    Whose::Next
                };
                (self.turn_part(part)?, whose)
            }
        };
        Ok(Trigger {
            word: TriggerWord::At,
            event: Event {
                verb: EventVerb::Begins(part, whose),
                subject: None,
                object: None,
                batch: false,
            },
        })
    }

    /// A duration (CR 611.2a).
    pub fn duration(&mut self, node: Node<'_>) -> Lowered<Duration> {
        let Some(inner) = node.children().next() else {
            return Ok(match node.text() {
                "until end of turn" => Duration::EndOfTurn,
                "this turn" => Duration::ThisTurn,
                "until end of combat" | "this combat" => Duration::EndOfCombat,
                "until your next turn" => Duration::YourNextTurn,
                "until the end of your next turn" => Duration::EndOfYourNextTurn,
                "for the rest of the game" => Duration::RestOfGame,
                _ => return self.not_understood(node),
            });
        };
        Ok(match inner.rule() {
            Rule::turn_part => Duration::Until(
                self.turn_part(inner)?,
                if node.says("your next") {
                    Whose::YourNext
                } else {
                    Whose::Next
                },
            ),
            Rule::condition => Duration::AsLongAs(self.condition(inner)?),
            Rule::event => return self.not_understood(node),
            _ => Duration::UntilLeaves(Box::new(self.item(inner, Want::Object)?)),
        })
    }
}

/// The condition of an "as long as ..." that a permanent's own ability may begin or end with.
pub(in crate::lower) fn as_long_as(duration: Node<'_>) -> Option<Node<'_>> {
    child(duration, Rule::condition).filter(|_| duration.text().starts_with("as long as "))
}
