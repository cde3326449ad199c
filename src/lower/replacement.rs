//! Replacement abilities (CR 614): how things enter, and "would ... instead".

use super::{
    context::{Lower, Lowered, all, child, has},
    noun::Want,
};
use crate::ir::{Quantity, Replacement, statics::EntersChange};
use spellwright_grammar::{Node, Rule};

/// "Enters tapped", "enters with counters", "enters as a copy" (CR 614.1c, 614.1d): one sentence, one clause.
pub(super) fn entering(lower: &mut Lower<'_>, effect: Node<'_>) -> Lowered<Option<Replacement>> {
    let Some((clause, enter)) = single(effect, Rule::vp_enter) else {
        return Ok(None);
    };
    let Some(subject) = child(clause, Rule::subject) else {
        return Ok(None);
    };
    let what = lower.anything(|w| w.noun(subject))?;
    let optional = has(clause, Rule::cl_may) || has(clause, Rule::cl_may_have);
    if optional || has(enter, Rule::enters_under) {
        return lower.not_understood(enter);
    }
    let mut condition = None;
    for suffix in all(clause, Rule::cl_suffix) {
        match suffix.children().next() {
            Some(s) if s.rule() == Rule::sx_if && has(s, Rule::condition) => {
                let c = lower.need(s, Rule::condition)?;
                condition = Some(lower.condition(c)?);
            }
            Some(s) => return lower.not_understood(s),
            None => {}
        }
    }
    let mut changes = Vec::new();
    for how in all(enter, Rule::enters_how) {
        let Some(how) = how.children().next() else {
            return lower.not_understood(enter);
        };
        match how.rule() {
            Rule::en_tapped => changes.push(EntersChange::Tapped),
            Rule::en_counters => {
                for count in all(how, Rule::en_count) {
                    let kind = lower.need(count, Rule::counter_kind)?;
                    let kind = lower.counter_kind(kind)?;
                    let base = match child(count, Rule::amount) {
                        Some(amount) => Some(lower.amount(amount)?),
                        None if count.text().starts_with("an additional") => {
                            Some(Quantity::Number(1))
                        }
                        None => None,
                    };
                    let quantity = lower.anything(|w| w.with_suffix(how, base))?;
                    changes.push(EntersChange::Counters(quantity, kind));
                }
            }
            Rule::en_copy if !has(how, Rule::copy_except) => {
                let noun = lower.need(how, Rule::noun)?;
                let what = lower.noun_wanting(noun, Want::Object)?;
                changes.push(EntersChange::Copy {
                    what,
                    optional: false,
                    except: Vec::new(),
                });
            }
            _ => return lower.not_understood(how),
        }
    }
    if changes.is_empty() {
        return lower.not_understood(enter);
    }
    Ok(Some(Replacement::Entering {
        what,
        condition,
        changes,
    }))
}

/// "If ... would ..., ... instead" (CR 614.1a).
pub(super) fn instead(lower: &mut Lower<'_>, effect: Node<'_>) -> Lowered<Option<Replacement>> {
    let mut sentences = effect.children();
    let (Some(sentence), None) = (sentences.next(), sentences.next()) else {
        return Ok(None);
    };
    let Some(would) = child(sentence, Rule::lead).and_then(|l| child(l, Rule::ld_if_would)) else {
        return Ok(None);
    };
    let event_node = lower.need(would, Rule::event_would)?;
    if has(event_node, Rule::ew_amount)
        || has(event_node, Rule::ew_while)
        || has(event_node, Rule::ev_when)
    {
        return lower.not_understood(event_node);
    }
    let event = match child(event_node, Rule::subject) {
        Some(subject_node) => {
            let may_target = std::mem::replace(&mut lower.may_target, false);
            let subject = lower.anything(|w| w.noun(subject_node));
            let preds: Vec<Node<'_>> = event_node
                .children()
                .filter(|n| !matches!(n.rule(), Rule::subject | Rule::condition))
                .collect();
            let result = match (subject, preds.as_slice()) {
                (Ok(subject), [pred]) => lower.event_predicate(*pred, &subject, false),
                (Err(problem), _) => Err(problem),
                _ => lower.not_understood(event_node),
            };
            lower.may_target = may_target;
            result?
        }
        None => match event_node.children().next() {
            Some(inner) => lower.event_inner(inner)?,
            None => return lower.not_understood(event_node),
        },
    };
    let condition = match child(event_node, Rule::condition) {
        Some(condition) => Some(lower.condition(condition)?),
        None => None,
    };
    let chain = lower.need(sentence, Rule::chain)?;
    let text = chain.text();
    if !(text.contains("instead") || sentence.text().contains(", instead ")) {
        return lower.not_understood(chain);
    }
    let leads: Vec<Node<'_>> = all(sentence, Rule::lead).collect();
    if leads.len() > 2 || leads.get(1).is_some_and(|l| !has(*l, Rule::ld_instead)) {
        return lower.not_understood(sentence);
    }
    let resolving = std::mem::replace(&mut lower.resolving, true);
    let parts = lower.chain_parts(chain);
    lower.resolving = resolving;
    let mut effect = super::effect::sequence(
        parts?
            .into_iter()
            .map(super::effect::Part::effect)
            .collect(),
    );
    lower.said.number(&mut effect);
    Ok(Some(Replacement::Instead {
        event,
        condition,
        effect: Box::new(effect),
    }))
}

/// The only clause of an effect, if its predicate is of a rule.
fn single<'t>(effect: Node<'t>, rule: Rule) -> Option<(Node<'t>, Node<'t>)> {
    let mut sentences = effect.children();
    let (sentence, None) = (sentences.next()?, sentences.next()) else {
        return None;
    };
    if has(sentence, Rule::lead) || has(sentence, Rule::no_period) {
        return None;
    }
    let chain = child(sentence, Rule::chain)?;
    let mut clauses = chain.children();
    let (clause, None) = (clauses.next()?, clauses.next()) else {
        return None;
    };
    child(clause, rule).map(|p| (clause, p))
}
