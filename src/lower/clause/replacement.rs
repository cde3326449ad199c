//! Replacement abilities (CR 614): how things enter, and "would ... instead".

use super::prevention::{other_damage, prevented, redirected};
use super::sentence::no_period;
use super::subject::subject_of;
use crate::ir::{Event, EventVerb, Quantity, Replacement, statics::EntersChange};
use crate::lower::context::{Lower, Lowered, all, child, has, single};
use spellwright_grammar::{Node, Rule};

/// "Enters tapped", "enters with counters", "enters as a copy" (CR 614.1c, 614.1d): one sentence, one clause.
pub(in crate::lower) fn entering(
    lower: &mut Lower<'_>,
    effect: Node<'_>,
) -> Lowered<Option<Replacement>> {
    if single_led(effect, Rule::vp_enter).is_none() {
        return Ok(None);
    }
    let x = effect
        .children()
        .next()
        .and_then(|sentence| child(sentence, Rule::q_where));
    lower.defining(x, |lower| entering_with(lower, effect))
}

fn entering_with(lower: &mut Lower<'_>, effect: Node<'_>) -> Lowered<Option<Replacement>> {
    let (lead, Some((clause, enter))) = (led_by_if(effect), single_led(effect, Rule::vp_enter))
    else {
        return Ok(None);
    };
    if let Some(mut copied) = optional_copy(lower, clause, enter)? {
        if let (Some(lead), Replacement::Entering { condition, .. }) = (lead, &mut copied) {
            *condition = Some(lower.condition(lead)?);
        }
        return Ok(Some(copied));
    }
    let Some(subject) = subject_of(clause) else {
        return Ok(None);
    };
    let what = lower.anything(|w| w.noun(subject))?;
    let mut condition = match lead {
        Some(condition) => Some(lower.condition(condition)?),
        None => None,
    };
    if enter.says("escapes") {
        // CR 702.138c: it enters so if it escaped.
        let counters = all(enter, Rule::enters_how).all(|how| has(how, Rule::counters));
        if what != crate::ir::Noun::This || condition.is_some() || !counters {
            return lower.not_understood(enter);
        }
        condition = Some(crate::ir::Condition::Paid("escape".into(), what.clone()));
    }
    if clause.says("may") {
        return lower.not_understood(enter);
    }
    for suffix in all(clause, Rule::suffix) {
        match child(suffix, Rule::conditional) {
            Some(conditional) if conditional.says("if") && !conditional.says("only if") => {
                let c = lower.need(conditional, Rule::condition)?;
                condition = Some(lower.condition(c)?);
            }
            _ => return lower.not_understood(suffix),
        }
    }
    let mut changes = Vec::new();
    for how in all(enter, Rule::enters_how) {
        if has(how, Rule::counters) {
            let counters = lower.entering_counters(how)?;
            changes.extend(
                counters
                    .into_iter()
                    .map(|(n, kind)| EntersChange::Counters(n, kind)),
            );
        } else if copies(how) {
            changes.push(lower.enters_as_copy(how, false)?);
        } else if how.text() == " tapped" {
            changes.push(EntersChange::Tapped);
        } else {
            return lower.not_understood(how);
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

impl Lower<'_> {
    /// The counters that something enters with.
    pub(in crate::lower) fn entering_counters(
        &mut self,
        how: Node<'_>,
    ) -> Lowered<Vec<(Quantity, crate::ir::CounterKind)>> {
        let mut counters = Vec::new();
        for some in all(how, Rule::counters) {
            if has(some, Rule::q_equal) || some.says("another") {
                return self.not_understood(some);
            }
            let kind = self.kind_of(some)?;
            let base = self.how_many(some)?;
            counters.push((self.anything(|w| w.with_suffix(how, base))?, kind));
        }
        Ok(counters)
    }
}

/// Whether something enters "as a copy of" something.
fn copies(how: Node<'_>) -> bool {
    how.says("as a copy of") || how.says("as copies of")
}

/// "You may have this creature enter as a copy of any creature on the battlefield" (CR 707.9).
fn optional_copy(
    lower: &mut Lower<'_>,
    clause: Node<'_>,
    enter: Node<'_>,
) -> Lowered<Option<Replacement>> {
    if !clause.says("may have") {
        return Ok(None);
    }
    let (mut two, mut hows) = (all(clause, Rule::subject), all(enter, Rule::enters_how));
    let (Some(who), Some(what), Some(how), None) =
        (two.next(), two.next(), hows.next(), hows.next())
    else {
        return Ok(None);
    };
    if !copies(how) {
        return Ok(None);
    }
    if lower.anything(|w| w.noun(who))? != crate::ir::Noun::You {
        return lower.not_understood(who);
    }
    let what = lower.anything(|w| w.noun(what))?;
    Ok(Some(Replacement::Entering {
        what,
        condition: None,
        changes: vec![lower.enters_as_copy(how, true)?],
    }))
}

/// "You may pay 2 life. If you don't, it enters tapped", behind "as it enters" (CR 614.12).
pub(in crate::lower) fn unless_paid(
    lower: &mut Lower<'_>,
    effect: Node<'_>,
) -> Lowered<Option<EntersChange>> {
    let sentences: Vec<Node<'_>> = effect.children().collect();
    let [offer, otherwise] = sentences.as_slice() else {
        return Ok(None);
    };
    let neg = child(*otherwise, Rule::lead).is_some_and(|lead| lead.text() == "if you don't");
    let (Some(offer), Some(enters)) = (lone_clause(*offer), lone_clause(*otherwise)) else {
        return Ok(None);
    };
    let tapped = child(enters, Rule::vp_enter).is_some_and(|enter| {
        let mut hows = all(enter, Rule::enters_how);
        let only = hows.next();
        hows.next().is_none() && only.is_some_and(|how| how.text() == " tapped")
    });
    if !neg || !tapped || !offer.says("may") || has(offer, Rule::suffix) {
        return Ok(None);
    }
    let (Some(subject), Some(enterer)) = (subject_of(offer), subject_of(enters)) else {
        return Ok(None);
    };
    if lower.anything(|w| w.noun(enterer))? != crate::ir::Noun::This {
        return lower.not_understood(enterer);
    }
    if lower.anything(|w| w.noun(subject))? != crate::ir::Noun::You {
        return lower.not_understood(subject);
    }
    let Some(predicate) = offer.children().find(|n| n.rule() != Rule::subject) else {
        return Ok(None);
    };
    let effect = lower.choosing(|w| w.predicate(predicate, &crate::ir::Noun::You))?;
    let crate::ir::Effect::Act { action, .. } = effect else {
        return lower.not_understood(predicate);
    };
    let cost = crate::ir::Cost(vec![crate::ir::CostPart::Act(action)]);
    Ok(Some(EntersChange::Unless(
        cost,
        Box::new(EntersChange::Tapped),
    )))
}

/// "If ... would ..., ... instead" (CR 614.1a): one sentence, and those that go on with what happens instead.
pub(in crate::lower) fn instead(
    lower: &mut Lower<'_>,
    effect: Node<'_>,
) -> Lowered<Option<Replacement>> {
    let mut sentences = effect.children();
    let Some(sentence) = sentences.next() else {
        return Ok(None);
    };
    let more: Vec<Node<'_>> = sentences.collect();
    let leads: Vec<Node<'_>> = all(sentence, Rule::lead).collect();
    let would = |lead: &Node<'_>| {
        lead.says("if") && (has(*lead, Rule::event_would) || has(*lead, Rule::event_caused))
    };
    let (held, leads) = match leads.as_slice() {
        [first, rest @ ..] if !rest.is_empty() && !would(first) => (Some(*first), rest.to_vec()),
        _ => (None, leads),
    };
    let Some(would) = leads.first().copied().filter(would) else {
        return Ok(None);
    };
    let chain = lower.need(sentence, Rule::chain)?;
    if leads.len() > 2 || leads.get(1).is_some_and(|l| l.text() != "instead") {
        return lower.not_understood(sentence);
    }
    let held = match held {
        Some(lead) => match lower.held(lead)? {
            Some(held) => Some(held),
            None => return Ok(None),
        },
        None => None,
    };
    let x = child(sentence, Rule::q_where);
    let replaced = lower.defining(x, |lower| {
        would_be(lower, would, chain, leads.len() == 2, &more)
    })?;
    match replaced {
        (mut replacement, None) => {
            if let Some(held) = held {
                let (Replacement::Instead { condition, .. }
                | Replacement::Amount { condition, .. }
                | Replacement::Elsewhere { condition, .. }
                | Replacement::Prevent { condition, .. }
                | Replacement::Redirect { condition, .. }) = &mut replacement
                else {
                    return lower.not_understood(sentence);
                };
                if condition.replace(held).is_some() {
                    return lower.not_understood(sentence);
                }
            }
            Ok(Some(replacement))
        }
        _ => lower.not_understood(would),
    }
}

/// An event that would happen, with the time for which it is waited for and the condition under which it is replaced.
struct Would {
    event: Event,
    condition: Option<crate::ir::Condition>,
    duration: Option<crate::ir::Duration>,
}

fn would_event(lower: &mut Lower<'_>, event_node: Node<'_>, targets: bool) -> Lowered<Would> {
    if has(event_node, Rule::noun) {
        return lower.not_understood(event_node);
    }
    let mut condition = child(event_node, Rule::condition);
    let mut duration = None;
    if let Some(when) = child(event_node, Rule::ev_when) {
        match (child(when, Rule::condition), when.text()) {
            (Some(held), _) if condition.is_none() => condition = Some(held),
            (None, "this turn") => duration = Some(crate::ir::Duration::ThisTurn),
            _ => return lower.not_understood(when),
        }
    }
    let event = match child(event_node, Rule::subject) {
        Some(subject_node) => {
            let may_target = lower.may_target;
            lower.may_target = targets;
            let subject = lower.any_of(subject_node);
            let preds: Vec<Node<'_>> = event_node
                .children()
                .filter(|n| !matches!(n.rule(), Rule::subject | Rule::condition | Rule::ev_when))
                .collect();
            let batch = subject_node.text().starts_with("one or more");
            let result = match (subject, preds.as_slice()) {
                (Ok(subject), [pred]) => lower.event_predicate(*pred, &subject, batch),
                (Err(problem), _) => Err(problem),
                _ => lower.not_understood(event_node),
            };
            lower.may_target = may_target;
            result?
        }
        None => match event_node.children().next() {
            Some(inner) if inner.rule() == Rule::ev_damage_would && targets => {
                lower.damage_event(inner)?
            }
            Some(inner) => {
                let event = lower.event_inner(inner)?;
                lower.damaged(&event);
                event
            }
            None => return lower.not_understood(event_node),
        },
    };
    let condition = match condition {
        Some(condition) => Some(lower.condition(condition)?),
        None => None,
    };
    Ok(Would {
        event,
        condition,
        duration,
    })
}

/// The replacement of an "if ... would ..." and what happens instead, with the time for which it waits if that is said. `more`
/// are the sentences behind it.
pub(in crate::lower) fn would_be(
    lower: &mut Lower<'_>,
    would: Node<'_>,
    chain: Node<'_>,
    mut instead: bool,
    more: &[Node<'_>],
) -> Lowered<(Replacement, Option<crate::ir::Duration>)> {
    let next = would.says("the next time");
    let Would {
        event,
        condition,
        mut duration,
    } = match child(would, Rule::event_caused) {
        Some(caused) => Would {
            event: lower.anything(|w| w.subject_event(caused))?,
            condition: None,
            duration: None,
        },
        None => {
            let event_node = lower.need(would, Rule::event_would)?;
            would_event(lower, event_node, next && lower.may_target)?
        }
    };
    if next {
        if duration.is_none() {
            return lower.not_understood(would);
        }
        duration = Some(crate::ir::Duration::NextUse);
    }
    let first = chain.children().next();
    if let Some(amount) = first.map(|c| prevented(lower, c)).transpose()?.flatten() {
        lower.said.amounts.push(event_amount());
        let resolving = std::mem::replace(&mut lower.resolving, true);
        let mut parts = Vec::new();
        let done = lower.clauses(chain, 1, &mut parts);
        let done = done.and_then(|()| {
            more.iter()
                .try_for_each(|sentence| lower.sentence(*sentence, &mut parts))
        });
        lower.resolving = resolving;
        done?;
        let then = if parts.is_empty() {
            None
        } else {
            let mut effect = super::effect::to_effect(parts);
            if duration.is_none() {
                lower.said.number(&mut effect);
            }
            Some(Box::new(effect))
        };
        return Ok((
            Replacement::Prevent {
                event,
                amount: Some(amount),
                condition,
                then,
            },
            duration,
        ));
    }
    instead |= chain.text().contains("instead");
    if !instead {
        return lower.not_understood(chain);
    }
    if more.is_empty()
        && let Some(to) = redirected(lower, chain)?
    {
        return Ok((
            Replacement::Redirect {
                event,
                amount: None,
                condition,
                to,
            },
            duration,
        ));
    }
    if more.is_empty()
        && let Some(amount) = other_damage(lower, chain, &event)?
    {
        return Ok((
            Replacement::Amount {
                event,
                condition,
                amount,
            },
            duration,
        ));
    }
    let discards = match &event.verb {
        EventVerb::Caused(inner, _) => inner.verb == EventVerb::Discards,
        verb => *verb == EventVerb::Discards,
    };
    lower.replacing = discards;
    let resolving = std::mem::replace(&mut lower.resolving, true);
    let parts = lower.chain_parts(chain).and_then(|mut parts| {
        more.iter()
            .try_for_each(|sentence| lower.sentence(*sentence, &mut parts))?;
        Ok(parts)
    });
    lower.resolving = resolving;
    lower.replacing = false;
    let mut effect = super::effect::to_effect(parts?);
    if duration.is_none() {
        lower.said.number(&mut effect);
    }
    Ok((
        Replacement::Instead {
            event,
            condition,
            effect: Box::new(effect),
        },
        duration,
    ))
}

pub(super) fn event_amount() -> crate::lower::discourse::Meant {
    crate::lower::discourse::of_role(crate::ir::EventRole::Amount)
}

/// "Skip your draw step", "players skip their upkeep steps" (CR 614.1b, 614.10).
pub(in crate::lower) fn skipping(
    lower: &mut Lower<'_>,
    effect: Node<'_>,
) -> Lowered<Option<Replacement>> {
    let Some(sentence) = single(effect) else {
        return Ok(None);
    };
    if has(sentence, Rule::lead) {
        return Ok(None);
    }
    let Some((clause, skip)) = only_clause(sentence, Rule::vp_skip) else {
        return Ok(None);
    };
    if skip.says("next") || has(clause, Rule::suffix) || clause.says("may") {
        return Ok(None);
    }
    let whose = match subject_of(clause) {
        Some(subject) => crate::lower::phrase::quantity::set(lower.anything(|w| w.noun(subject))?),
        None => crate::ir::Noun::You,
    };
    let part = lower.need(skip, Rule::turn_part)?;
    match lower.turn_part(part)? {
        crate::ir::condition::TurnPart::Step(step) => Ok(Some(Replacement::Skip { step, whose })),
        _ => Ok(None),
    }
}

/// The condition of an "if" before the first sentence of an effect.
fn led_by_if(effect: Node<'_>) -> Option<Node<'_>> {
    let sentence = effect.children().next()?;
    let lead = child(sentence, Rule::lead)?;
    // What holds "as long as" something does is asked as it enters.
    if let Some(held) = child(lead, Rule::duration).and_then(super::lead::as_long_as) {
        return Some(held);
    }
    let conditional = child(lead, Rule::conditional)?;
    child(conditional, Rule::condition).filter(|_| conditional.text().starts_with("if "))
}

/// The only clause of an effect, if its predicate is of a rule; perhaps with an "if" before it.
fn single_led<'t>(effect: Node<'t>, rule: Rule) -> Option<(Node<'t>, Node<'t>)> {
    let mut sentences = effect.children();
    let (sentence, None) = (sentences.next()?, sentences.next()) else {
        return None;
    };
    let leads = all(sentence, Rule::lead).count();
    let conditions = usize::from(led_by_if(effect).is_some());
    if leads != conditions || no_period(sentence).is_some() {
        return None;
    }
    only_clause(sentence, rule)
}

/// The clause of a sentence that has only one.
fn lone_clause(sentence: Node<'_>) -> Option<Node<'_>> {
    let chain = child(sentence, Rule::chain)?;
    let mut clauses = chain.children();
    match (clauses.next(), clauses.next()) {
        (clause, None) => clause,
        _ => None,
    }
}

pub(super) fn only_clause(sentence: Node<'_>, rule: Rule) -> Option<(Node<'_>, Node<'_>)> {
    let clause = lone_clause(sentence)?;
    child(clause, rule).map(|p| (clause, p))
}
