//! Open questions and their answers in words.

use super::Play;
use crate::diag::Code;
use crate::game::{Answer, Choice, Decision, Entity};
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
            Choice::Options { options, .. } => format!(
                ": {}",
                list(
                    options
                        .iter()
                        .map(|o| reply::label_text(
                            o,
                            decision,
                            &self.names,
                            &self.game,
                            self.program
                        ))
                        .collect()
                )
            ),
            Choice::Order { items } => format!(
                ": {}",
                list(
                    items
                        .iter()
                        .map(|o| reply::label_text(
                            o,
                            decision,
                            &self.names,
                            &self.game,
                            self.program
                        ))
                        .collect()
                )
            ),
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
