//! How the clauses of a sequence are joined: full stop, "then", "and", a comma.

use crate::english::{
    Writer,
    action::{has_own_subject, is_search_tail},
};
use crate::ir::action::Position;
use crate::ir::{
    Action, Binding, Effect, Modification, Noun, Permission, Quantifier, Restriction, Word,
    effect::shared_amount,
};
use crate::vocab::Zone;

impl Writer<'_> {
    pub(in crate::english) fn sequence(&mut self, effect: &Effect) -> Vec<String> {
        let mut steps = Vec::new();
        flatten(effect, &mut steps, 0);
        let mut sentences: Vec<String> = Vec::new();
        let mut previous: Option<&Effect> = None;
        let mut depth_of_join = 0_u32;
        for (i, step) in steps.iter().enumerate() {
            if shuffled_in(previous, step) {
                continue;
            }
            let goes_on = self.shared_x.is_some();
            let next = steps.get(i + 1).copied();
            let join = match previous {
                // What X is, is said once for both.
                Some(before) if goes_on => joined_by_amount(before, step),
                Some(before) => join(before, step, next, depth_of_join),
                None => Join::Sentence,
            };
            self.shared_x = next.and_then(|next| shared_amount(step, next)).cloned();
            let last_of_shared = goes_on && self.shared_x.is_none();
            if last_of_shared {
                self.shared_x = previous
                    .and_then(|before| shared_amount(before, step))
                    .cloned();
            }
            depth_of_join = if join == Join::Sentence {
                0
            } else {
                depth_of_join + 1
            };
            let shared = if join == Join::Sentence {
                None
            } else {
                previous
            };
            if join == Join::Sentence {
                // What X is belongs to the sentence before.
                self.settle_last(&mut sentences);
                self.said.sentence();
            }
            if join == Join::Sentence && !is_simple(step) {
                sentences.extend(self.sentences(step));
                previous = Some(step);
                continue;
            }
            // "Gains haste until end of turn and can't be blocked this turn".
            self.unsaid = goes_on_about(previous, step).cloned();
            let join = match &self.unsaid {
                Some(_) => Join::And,
                None => join,
            };
            let mut text = self.single(step, shared).trim_start().to_owned();
            self.unsaid = None;
            if last_of_shared {
                self.shared_x = None;
            }
            // "You draw a card and you lose 1 life": the first clause says "you" when the second must.
            if join == Join::Sentence && next_says_you(step, steps.get(i + 1).copied()) {
                text = format!("you {text}");
            }
            match (join, sentences.last_mut()) {
                (Join::Then, Some(sentence)) => sentence.push_str(&format!(", then {text}")),
                (Join::And, Some(sentence)) => sentence.push_str(&format!(" and {text}")),
                (Join::Comma, Some(sentence)) => sentence.push_str(&format!(", {text}")),
                _ => sentences.push(text),
            }
            previous = Some(step);
        }
        self.settle_last(&mut sentences);
        sentences
    }

    fn settle_last(&mut self, sentences: &mut [String]) {
        if let Some(last) = sentences.last_mut() {
            let text = std::mem::take(last);
            *last = self.settle_x(text);
        }
    }
}

/// What two statements in a row are about, if they are about the same and last for different times.
fn goes_on_about<'e>(before: Option<&Effect>, step: &'e Effect) -> Option<&'e Noun> {
    let (
        Some(Effect::Continuous {
            statements: before,
            duration: until,
        }),
        Effect::Continuous {
            statements,
            duration,
        },
    ) = (before, step)
    else {
        return None;
    };
    let ([before], [statement]) = (before.as_slice(), statements.as_slice()) else {
        return None;
    };
    let plain = |modification: &Modification| {
        matches!(
            modification,
            Modification::Pump(..)
                | Modification::Gain(_)
                | Modification::Cant(_)
                | Modification::May(Permission::BlockMore(_))
        ) || matches!(modification, Modification::Must(must) if *must != Restriction::AbleToBlockDoSo)
    };
    let said = matches!(
        statement.subject,
        Noun::Described { .. }
            | Noun::Ref {
                word: Word::That(_),
                ..
            }
    );
    let same = before.subject.plain() == statement.subject.plain()
        && before.condition.is_none()
        && statement.condition.is_none();
    (said
        && same
        && until != duration
        && before.modifications.iter().all(plain)
        && statement.modifications.iter().all(plain))
    .then_some(&statement.subject)
}

/// How a clause is joined to the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Join {
    /// A new sentence.
    Sentence,
    /// ", then".
    Then,
    /// "And".
    And,
    /// ",", inside a search.
    Comma,
}

pub(in crate::english) fn flatten<'e>(effect: &'e Effect, into: &mut Vec<&'e Effect>, depth: u32) {
    match effect {
        Effect::Sequence(effects) if depth < crate::english::MAX_DEPTH => {
            for effect in effects {
                flatten(effect, into, depth + 1);
            }
        }
        other => into.push(other),
    }
}

/// How two clauses with one amount are joined.
fn joined_by_amount(before: &Effect, step: &Effect) -> Join {
    match (before, step) {
        (
            Effect::Act {
                who: a, action: x, ..
            },
            Effect::Act {
                who: b, action: y, ..
            },
        ) if same_actor(a, b) && is_then(x, y) => Join::Then,
        _ => Join::And,
    }
}

/// Whether an effect is written as one clause.
fn is_simple(effect: &Effect) -> bool {
    !matches!(
        effect,
        Effect::If { .. }
            | Effect::Modal(_)
            | Effect::Table(_)
            | Effect::ForEach { .. }
            | Effect::Repeat { .. }
            | Effect::Where { .. }
    )
}

/// Whether the second clause's subject is the first's: the same noun, or a pronoun for it.
pub(in crate::english) fn same_actor(before: &Noun, who: &Noun) -> bool {
    if before == who {
        return true;
    }
    match (before, who) {
        (
            Noun::Described {
                quantifier: Quantifier::Target(_),
                ..
            },
            Noun::Ref {
                to: Binding::Target(_),
                word: Word::Pronoun,
            },
        ) => true,
        (
            Noun::Described {
                quantifier: Quantifier::Each,
                ..
            },
            Noun::Ref {
                to: Binding::Each,
                word: Word::Pronoun,
            },
        ) => true,
        (
            Noun::Ref { to: a, .. },
            Noun::Ref {
                to: b,
                word: Word::Pronoun,
            },
        ) => a == b,
        _ => false,
    }
}

/// Whether a first "draw" must say "you", because the next clause is "you lose 1 life".
fn next_says_you(step: &Effect, next: Option<&Effect>) -> bool {
    match (step, next) {
        (
            Effect::Act {
                who: Noun::You,
                action: Action::Draw(_),
                ..
            },
            Some(Effect::Act {
                who: Noun::You,
                action: b,
                ..
            }),
        ) => matches!(b, Action::GainLife(_) | Action::LoseLife(_)),
        _ => false,
    }
}

fn join(before: &Effect, step: &Effect, after: Option<&Effect>, joined: u32) -> Join {
    let (
        Effect::Act {
            who: who_a,
            action: a,
            ..
        },
        Effect::Act {
            who: who_b,
            action: b,
            ..
        },
    ) = (before, step)
    else {
        return Join::Sentence;
    };
    let same = who_a == who_b || same_actor(who_a, who_b);
    // The parts of a search are one sentence up to the shuffle.
    if same
        && !matches!((a, b), (Action::Search { .. }, Action::Reveal(_)))
        && (matches!(a, Action::Search { .. }) || (joined > 0 && is_search_tail(a)))
        && is_search_tail(b)
    {
        if matches!(b, Action::Shuffle(_)) {
            return Join::Then;
        }
        let more = matches!(after, Some(Effect::Act { action, .. }) if is_search_tail(action));
        if more || matches!(a, Action::Search { .. }) {
            return Join::Comma;
        }
    }
    let all_do = same && *who_a != Noun::You && !has_own_subject(a) && !has_own_subject(b);
    // What each player does is one list.
    let most = if all_do { 4 } else { 1 };
    if joined > most {
        return Join::Sentence;
    }
    match (a, b) {
        (Action::LoseLife(_) | Action::DealDamage { .. }, Action::GainLife(_))
            if *who_b == Noun::You && *who_a != *who_b
                || matches!(
                    (a, who_b, b),
                    (Action::DealDamage { .. }, Noun::You, Action::GainLife(_))
                ) =>
        {
            Join::And
        }
        (Action::Draw(_), Action::GainLife(_) | Action::LoseLife(_))
            if same && *who_a == Noun::You =>
        {
            Join::And
        }
        (
            _,
            Action::Move {
                what: Noun::Rest(_),
                ..
            },
        ) if same && matches!(a, Action::Move { .. }) => Join::And,
        _ if same && is_then(a, b) => Join::Then,
        (
            Action::Tap(_),
            Action::PutCounters {
                on: Noun::Ref { .. },
                ..
            },
        ) if same => Join::And,
        _ if all_do => Join::And,
        _ => Join::Sentence,
    }
}

/// Whether a shuffle is said by the "shuffle into" before it.
fn shuffled_in(before: Option<&Effect>, step: &Effect) -> bool {
    let (
        Some(Effect::Act {
            action: Action::Move { to, .. },
            ..
        }),
        Effect::Act {
            action: Action::Shuffle(_),
            ..
        },
    ) = (before, step)
    else {
        return false;
    };
    to.zone == Zone::Library && to.position == Position::Unstated
}

/// Whether cards print ", then" between two actions of one player.
pub(in crate::english) fn is_then(a: &Action, b: &Action) -> bool {
    match (a, b) {
        (Action::Draw(_), Action::Discard(_))
        | (Action::Discard(_), Action::Draw(_))
        | (Action::Scry(_) | Action::Surveil(_), Action::Draw(_))
        | (Action::Shuffle(_), Action::Draw(_) | Action::Reveal(_)) => true,
        (Action::Draw(_), Action::Move { what, to, .. }) => {
            to.zone == Zone::Library && !matches!(what, Noun::Ref { .. } | Noun::This)
        }
        (
            Action::Exile { .. },
            Action::Move {
                what: Noun::Ref { .. },
                to,
                ..
            },
        ) => to.zone == Zone::Battlefield,
        (Action::Mill(_), Action::Move { .. }) => true,
        _ => false,
    }
}
