//! Effects that last or wait: continuous effects with their durations, delayed triggers.

use crate::english::{Writer, action::says_you};
use crate::ir::{
    Condition, Duration, Effect, Event, EventVerb, Modification, Noun, Predicate, Statement,
    Trigger, TriggerWord, Whose, condition::TurnPart,
};
use crate::vocab::Step;

impl Writer<'_> {
    /// A duration after its clause.
    pub(in crate::english) fn duration(&mut self, duration: &Duration) -> String {
        match duration {
            Duration::EndOfTurn => "until end of turn".into(),
            Duration::ThisTurn => "this turn".into(),
            Duration::EndOfCombat => "until end of combat".into(),
            Duration::YourNextTurn => "until your next turn".into(),
            Duration::EndOfYourNextTurn => "until the end of your next turn".into(),
            // It is said with the step itself.
            Duration::NextUntapStep => String::new(),
            Duration::Until(part, whose) => match part {
                TurnPart::SorceryTiming => "until you could cast a sorcery".into(),
                part => format!(
                    "until {} {}",
                    self.whose(whose),
                    crate::english::event::turn_part(*part)
                ),
            },
            Duration::AsLongAs(condition) => {
                format!("for as long as {}", self.condition(condition))
            }
            Duration::UntilLeaves(noun) => {
                format!("until {} leaves the battlefield", self.object(noun))
            }
            Duration::UntilEvent(event) => {
                format!(
                    "until {}",
                    self.event(event, crate::english::event::Tense::Present)
                )
            }
            Duration::RestOfGame => "for the rest of the game".into(),
            Duration::Permanent => String::new(),
            Duration::NextUse => "the next time this turn".into(),
        }
    }

    /// A duration where only "this turn" and "this combat" are said.
    pub(in crate::english) fn short_duration(&mut self, duration: &Duration) -> String {
        match duration {
            Duration::EndOfTurn | Duration::ThisTurn => "this turn".into(),
            Duration::EndOfCombat => "this combat".into(),
            other => self.duration(other),
        }
    }

    /// "When you do, ...", "sacrifice it at the beginning of the next end step".
    pub(in crate::english) fn delayed(
        &mut self,
        trigger: &Trigger,
        effect: &Effect,
        once: bool,
        duration: Option<&Duration>,
    ) -> String {
        let clause = self.trigger_clause(trigger);
        if let Some(duration @ (Duration::EndOfTurn | Duration::YourNextTurn)) = duration {
            // "Until end of turn, whenever a creature dies, ...".
            let duration = self.duration(duration);
            let text = self.clause(effect);
            return format!("{duration}, {clause}, {text}");
        }
        let duration = duration
            .map(|d| self.short_duration(d))
            .filter(|d| !d.is_empty());
        let clause = match duration {
            Some(duration) if duration.starts_with("until ") => format!("{duration}, {clause}"),
            Some(duration) => format!("{clause} {duration}"),
            None => clause,
        };
        let _ = once;
        let text = self.clause(effect);
        let text = self.settle_x(text);
        let trailing = trigger.word == TriggerWord::At
            && matches!(effect, Effect::Act { who: Noun::You, action, .. } if !says_you(action))
            && !text.contains(", where X is ");
        if trailing {
            format!("{text} {clause}")
        } else {
            format!("{clause}, {text}")
        }
    }

    /// "When this creature dies", "whenever you gain life", "at the beginning of your upkeep".
    pub(in crate::english) fn trigger_clause(&mut self, trigger: &Trigger) -> String {
        let word = match trigger.word {
            TriggerWord::When => "when",
            TriggerWord::Whenever => "whenever",
            TriggerWord::At => "at",
        };
        let event = self.trigger_event(&trigger.event);
        format!("{word} {event}")
    }

    fn trigger_event(&mut self, event: &Event) -> String {
        match (&event.verb, event.subject.as_ref()) {
            (EventVerb::Begins(TurnPart::Step(Step::EndOfCombat), Whose::Each), _) => {
                "end of combat".into()
            }
            // "Whenever this creature or another Elf you control enters": one verb, two subjects.
            (EventVerb::State(condition), _) => self.condition(condition),
            _ => self.event(event, crate::english::event::Tense::Present),
        }
    }

    /// A continuous effect with its duration.
    pub(in crate::english) fn continuous(
        &mut self,
        statements: &[Statement],
        duration: &Duration,
    ) -> String {
        let only = match statements {
            [one] => match one.modifications.as_slice() {
                [only] => Some((one, only)),
                _ => None,
            },
            _ => None,
        };
        // "Attacks this turn if able": the time stands before "if able".
        if let Some((statement, Modification::Must(restriction))) = only
            && statement.condition.is_none()
        {
            let when = self.short_duration(duration);
            return self.obligation(&statement.subject, restriction, &when);
        }
        let restricted = statements
            .iter()
            .flat_map(|s| &s.modifications)
            .all(|m| matches!(m, Modification::Cant(_) | Modification::Must(_)))
            || matches!(
                only,
                Some((_, Modification::May(crate::ir::Permission::ExtraLands(_))))
            );
        let quoted = statements
            .iter()
            .flat_map(|s| &s.modifications)
            .any(|m| match m {
                Modification::Gain(abilities) => abilities
                    .iter()
                    .any(|a| !matches!(a.kind, crate::ir::AbilityKind::Keyword(_))),
                Modification::May(crate::ir::Permission::ExtraLands(_)) => false,
                Modification::May(_) => *duration != Duration::ThisTurn,
                _ => false,
            });
        let made = statements
            .first()
            .is_some_and(|s| self.said.noun(&s.subject).done == "created");
        let while_tapped = matches!(
            duration,
            Duration::AsLongAs(Condition::Is(_, filter)) if filter.predicates == [Predicate::Tapped]
        );
        let it = matches!(duration, Duration::AsLongAs(_))
            && statements
                .first()
                .is_some_and(|s| matches!(s.subject, Noun::Ref { .. }));
        let has = while_tapped || it || made && *duration == Duration::Permanent;
        let outer = std::mem::replace(&mut self.has, has);
        let text = self.statements(statements, true);
        self.has = outer;
        if *duration == Duration::NextUntapStep {
            // What you control untaps in your untap step.
            let yours = |s: &Statement| match &s.subject {
                Noun::This => true,
                Noun::Described { filter, .. } => filter
                    .predicates
                    .contains(&Predicate::ControlledBy(Box::new(Noun::You))),
                _ => false,
            };
            let text = if statements.iter().all(yours) {
                text.replace("its controller's untap step", "your untap step")
                    .replace("their controllers' untap steps", "your untap step")
            } else {
                text
            };
            return text.replace("untap step", "next untap step");
        }
        let when = if restricted {
            self.short_duration(duration)
        } else {
            self.duration(duration)
        };
        if when.is_empty() {
            return text;
        }
        // "Gets +1/+1 for each creature you control and gains trample" would leave no place for it.
        let counted = text
            .split_once(" for each ")
            .is_some_and(|(_, rest)| rest.contains(" and gain"));
        let several = statements.len() > 1;
        if quoted
            || counted
            || (several && !restricted)
            || matches!(duration, Duration::EndOfYourNextTurn)
        {
            return format!("{when}, {text}");
        }
        // A definition of X and a further sentence come after the duration.
        let (head, tail) = match text.split_once(". ") {
            Some((head, tail)) => (head.to_owned(), format!(". {tail}")),
            None => (text, String::new()),
        };
        // "Gets +1/+0 until end of turn for each attacking creature" is printed in this order.
        if let Some((front, x)) = head.split_once(", where X is ") {
            return format!("{front} {when}, where X is {x}{tail}");
        }
        match head.split_once(" for each ") {
            Some((front, each)) if !restricted => format!("{front} {when} for each {each}{tail}"),
            _ => format!("{head} {when}{tail}"),
        }
    }
}
