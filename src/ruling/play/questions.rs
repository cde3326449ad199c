//! Open questions and their answers in words.

use super::Play;
use crate::diag::Code;
use crate::game::{Answer, Choice, Decision, Entity, decision::OptionLabel};
use crate::ruling::reply;
use crate::ruling::report::Failure;
use crate::ruling::trace::does;
use crate::source::Span;

impl Play<'_> {
    /// An open question in words.
    pub(in crate::ruling) fn question(&self, decision: &Decision) -> String {
        let who = self.called(Entity::Player(decision.player));
        let asked = does(&who, "is asked");
        let what = reply::kind_of(&decision.choice, decision.about);
        let source = decision.source.map_or_else(String::new, |s| {
            format!(" for {}", self.called(Entity::Object(s)))
        });
        let options = self.options(decision);
        format!("{asked} {what}{source}{options}")
    }

    pub(super) fn options(&self, decision: &Decision) -> String {
        /// More are not listed.
        const MOST: usize = 12;
        let list = |names: Vec<String>| {
            let more = names.len().saturating_sub(MOST);
            let mut text = names.into_iter().take(MOST).collect::<Vec<_>>().join(", ");
            if more > 0 {
                text.push_str(&format!(" and {more} more"));
            }
            text
        };
        let labels = |options: &[OptionLabel]| {
            let text =
                |option| reply::label_text(option, decision, &self.names, &self.game, self.program);
            list(options.iter().map(text).collect())
        };
        match &decision.choice {
            Choice::Some { from, min, max } => {
                let count = if min == max {
                    format!("{min}")
                } else {
                    format!("{min} to {max}")
                };
                format!(
                    ": {count} of {}",
                    list(from.iter().map(|e| self.called(*e)).collect())
                )
            }
            Choice::Options { options, .. } => format!(": {}", labels(options)),
            Choice::Order { items } => format!(": {}", labels(items)),
            Choice::Number { min, max } => format!(": {min} to {max}"),
            Choice::Divide { amount, among } => format!(
                ": {amount} among {}",
                list(among.iter().map(|(e, _)| self.called(*e)).collect())
            ),
            Choice::PayMana { cost, .. } => format!(": {cost}"),
            Choice::YesNo | Choice::Assign { .. } | Choice::Priority => String::new(),
        }
    }

    /// An answer in words, for the trace.
    pub(in crate::ruling) fn said(&self, decision: &Decision, answer: &Answer) -> String {
        let who = self.called(Entity::Player(decision.player));
        let label = |i: &u32| match &decision.choice {
            Choice::Options { options, .. } | Choice::Order { items: options } => options
                .get(*i as usize)
                .map(|o| reply::label_text(o, decision, &self.names, &self.game, self.program))
                .unwrap_or_default(),
            _ => i.to_string(),
        };
        let words = match answer {
            Answer::Some(things) => format!(
                "chooses {}",
                self.names.list(things, &self.game, self.program)
            ),
            Answer::Options(chosen) if chosen.is_empty() => "chooses nothing".to_owned(),
            Answer::Options(chosen) => format!(
                "chooses {}",
                chosen.iter().map(label).collect::<Vec<_>>().join(", ")
            ),
            Answer::Number(n) => format!("chooses {n}"),
            Answer::Order(order) => format!(
                "orders {}",
                order.iter().map(label).collect::<Vec<_>>().join(", then ")
            ),
            Answer::YesNo(yes) => format!("says {}", if *yes { "yes" } else { "no" }),
            Answer::Divide(amounts) => {
                let Choice::Divide { among, .. } = &decision.choice else {
                    return who;
                };
                let parts: Vec<String> = among
                    .iter()
                    .zip(amounts)
                    .filter(|(_, n)| **n != 0)
                    .map(|((e, _), n)| format!("{n} to {}", self.called(*e)))
                    .collect();
                format!("divides {}", parts.join(" and "))
            }
            Answer::Assign(_) => "declares".to_owned(),
            Answer::Act(_) => "acts".to_owned(),
            Answer::PayAutomatically => "pays".to_owned(),
        };
        does(&who, &words)
    }

    /// An answer as a step of a script, as `reply` reads it.
    pub(in crate::ruling) fn scripted(&self, decision: &Decision, answer: &Answer) -> String {
        let who = self.called(Entity::Player(decision.player));
        let option = |i: &u32| {
            let (Choice::Options { options, .. } | Choice::Order { items: options }) =
                &decision.choice
            else {
                return i.to_string();
            };
            match options.get(*i as usize) {
                Some(OptionLabel::Ability(_, source)) => self.called(Entity::Object(*source)),
                Some(OptionLabel::Entity(entity)) => self.called(*entity),
                Some(label @ (OptionLabel::Mode(_) | OptionLabel::Word(_))) => {
                    let text =
                        reply::label_text(label, decision, &self.names, &self.game, self.program);
                    format!("\"{text}\"")
                }
                Some(label) => {
                    reply::label_text(label, decision, &self.names, &self.game, self.program)
                }
                None => String::new(),
            }
        };
        let listed = |chosen: &[u32]| chosen.iter().map(option).collect::<Vec<_>>().join(", ");
        match answer {
            Answer::Options(chosen) if !chosen.is_empty() => {
                does(&who, &format!("chooses {}", listed(chosen)))
            }
            Answer::Order(order) => {
                let about = |i: &u32| {
                    let mine = self.game.waiting.iter().filter(|waiting| {
                        waiting.item.controller == decision.player && !waiting.on_trigger
                    });
                    // Triggers of one source are told apart by what they are about; cards are not.
                    let triggers = decision.about == crate::game::About::TriggerOrder;
                    let event = mine
                        .filter(|_| triggers)
                        .skip(*i as usize)
                        .map(|waiting| waiting.item.event.as_deref())
                        .next()
                        .flatten();
                    let other = event.and_then(|event| {
                        let source = event.source.map(Entity::Object);
                        [event.object, Some(event.subject)]
                            .into_iter()
                            .flatten()
                            .find(|entity| entity.object().is_some() && Some(*entity) != source)
                    });
                    match other {
                        Some(other) if self.called(other) != option(i) => {
                            format!("{} for {}", option(i), self.called(other))
                        }
                        _ => option(i),
                    }
                };
                let parts: Vec<String> = order.iter().map(about).collect();
                does(&who, &format!("orders {}", parts.join(", ")))
            }
            Answer::Assign(chosen) => {
                let (what, verb) = if decision.about == crate::game::About::Blockers {
                    ("blockers", "blocks")
                } else {
                    ("attackers", "attacks")
                };
                let parts: Vec<String> = chosen
                    .iter()
                    .flat_map(|(item, targets)| targets.iter().map(move |t| (item, t)))
                    .map(|(item, target)| {
                        let item = self.called(Entity::Object(*item));
                        format!("{item} {verb} {}", self.called(*target))
                    })
                    .collect();
                let parts = if parts.is_empty() {
                    "none".to_owned()
                } else {
                    parts.join(", ")
                };
                format!("declare {what}: {parts}")
            }
            other => self.said(decision, other),
        }
    }

    /// The failure of a question that the script does not answer.
    pub(in crate::ruling) fn unanswered(&self, decision: &Decision, span: Span) -> Box<Failure> {
        let who = self.called(Entity::Player(decision.player));
        let verb = if who == "you" { "" } else { "s" };
        let example = match &decision.choice {
            Choice::YesNo => format!("`{who} say{verb} yes`"),
            Choice::Order { .. } => format!("`{who} order{verb} ..., ...`"),
            Choice::Divide { .. } => format!("`{who} divide{verb} 1 to ... and 2 to ...`"),
            Choice::Assign { .. } => "`declare attackers: ...` or `declare blockers: ...`".into(),
            _ => format!("`{who} choose{verb} ...`"),
        };
        Box::new(
            Failure::new(
                Code::Unanswered,
                span,
                "a question before this step has no answer",
            )
            .found(self.question(decision))
            .note(format!(
                "answer it with {example}, or say `the rest is automatic`"
            )),
        )
    }
}
