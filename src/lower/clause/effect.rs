//! Instructions: sentences, flat chains of clauses, and what modifies them (CR 608.2c, 609, 610, 611).
//!
//! The grammar reads a line as a flat chain. Here subjects, durations and "may" are shared among its clauses.

use crate::ir::{Condition, Duration, Effect, Statement, Trigger};
use crate::lower::context::{Lower, Lowered};
use spellwright_grammar::{Node, Rule};

/// A clause: something done, or something that holds.
#[derive(Debug, Clone)]
pub(in crate::lower) enum Part {
    Act(Effect),
    Holds(Statement, Option<Duration>),
}

impl Part {
    pub fn effect(self) -> Effect {
        match self {
            Self::Act(effect) => effect,
            Self::Holds(statement, duration) => Effect::Continuous {
                statements: vec![statement],
                duration: duration.unwrap_or(Duration::Permanent),
            },
        }
    }
}

impl Lower<'_> {
    /// The instructions of an ability.
    pub fn effect(&mut self, node: Node<'_>) -> Lowered<Effect> {
        let parts = self.parts(node)?;
        Ok(sequence(parts.into_iter().map(Part::effect).collect()))
    }

    /// The sentences of an `effect` as clauses.
    pub fn parts(&mut self, node: Node<'_>) -> Lowered<Vec<Part>> {
        let mut parts = Vec::new();
        let outer = std::mem::replace(&mut self.sentence, 0);
        for sentence in node.children().filter(|n| n.rule() == Rule::sentence) {
            let begin = parts.len();
            self.sentence(sentence, &mut parts)?;
            self.sentence = begin.min(parts.len());
        }
        self.sentence = outer;
        if let Some(table) = self.results(node)? {
            parts.push(Part::Act(table));
        }
        Ok(parts)
    }
}

/// Whether a sentence says "it can't be regenerated" and nothing else.
pub(in crate::lower) fn cannot_be_regenerated(sentence: Node<'_>) -> bool {
    matches!(
        sentence.text(),
        "it can't be regenerated."
            | "they can't be regenerated."
            | "that creature can't be regenerated."
            | "the creature can't be regenerated."
            | "those creatures can't be regenerated."
            | "that permanent can't be regenerated."
    )
}

/// Whether a node is inside a quoted ability of another.
pub(in crate::lower) fn within_quote(node: Node<'_>, inner: Node<'_>) -> bool {
    node.children().any(|n| {
        n.start() <= inner.start()
            && inner.end() <= n.end()
            && (n.rule() == Rule::quoted || within_quote(n, inner))
    })
}

/// Several effects in order; one stands for itself.
pub(in crate::lower) fn sequence(effects: Vec<Effect>) -> Effect {
    let mut flat = Vec::new();
    for effect in effects {
        match effect {
            Effect::Sequence(inner) => flat.extend(inner),
            other => flat.push(other),
        }
    }
    if flat.len() == 1 {
        flat.remove(0)
    } else {
        Effect::Sequence(flat)
    }
}

pub(in crate::lower) fn to_effect(parts: Vec<Part>) -> Effect {
    sequence(parts.into_iter().map(Part::effect).collect())
}

pub(in crate::lower) fn not(condition: Condition) -> Condition {
    match condition {
        Condition::Not(inner) => *inner,
        other => Condition::Not(Box::new(other)),
    }
}

pub(in crate::lower) fn and(first: Condition, second: Option<Condition>) -> Condition {
    match second {
        None => first,
        Some(second) => Condition::All(vec![first, second]),
    }
}

pub(in crate::lower) fn delayed(trigger: Trigger, effect: Effect) -> Effect {
    Effect::Delayed {
        trigger,
        effect: Box::new(effect),
        once: true,
        duration: None,
    }
}
