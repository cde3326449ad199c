//! Checks on the whole grammar that need each node's first set: pest's own take half a minute on a grammar of this size.

use crate::{
    first::First,
    flatten::{Grammar, Node},
};

/// Refuses rules that would never end: repetitions of what can match nothing, and left recursion.
pub fn check(grammar: &Grammar, firsts: &[First]) -> Result<(), String> {
    let mut state = vec![State::New; grammar.nodes.len()];
    for (name, _, body) in &grammar.rules {
        descend(grammar, firsts, *body, &mut state)
            .map_err(|reason| format!("rule {name}: {reason}"))?;
    }
    for (index, node) in grammar.nodes.iter().enumerate() {
        if let Node::Rep(inner) = node
            && firsts[*inner].nullable
        {
            return Err(format!(
                "rule {}: a repetition of what can match nothing never ends",
                owner(grammar, index)
            ));
        }
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

/// Walks what can stand first in a node; coming back to an open node is left recursion.
fn descend(
    grammar: &Grammar,
    firsts: &[First],
    index: usize,
    state: &mut [State],
) -> Result<(), String> {
    match state[index] {
        State::Done => return Ok(()),
        State::Open => return Err(format!("left recursion through {}", owner(grammar, index))),
        State::New => state[index] = State::Open,
    }
    match &grammar.nodes[index] {
        Node::Rule(rule) => descend(grammar, firsts, grammar.rules[*rule].2, state)?,
        Node::Seq(parts) => {
            for part in parts {
                descend(grammar, firsts, *part, state)?;
                if !firsts[*part].nullable {
                    break;
                }
            }
        }
        Node::Choice(parts) => {
            for part in parts {
                descend(grammar, firsts, *part, state)?;
            }
        }
        Node::Opt(inner) | Node::Rep(inner) | Node::Positive(inner) | Node::Negative(inner) => {
            descend(grammar, firsts, *inner, state)?;
        }
        Node::Str(_)
        | Node::Insensitive(_)
        | Node::Range(..)
        | Node::Any
        | Node::Soi
        | Node::Eoi => {}
    }
    state[index] = State::Done;
    Ok(())
}

/// The rule in whose body a node stands. The nodes of a rule come before its body, which is its last node.
fn owner(grammar: &Grammar, index: usize) -> &str {
    grammar
        .rules
        .iter()
        .find(|(_, _, body)| *body >= index)
        .map_or("?", |(name, _, _)| name)
}
