//! Replacement abilities (CR 614): how things enter, and "would ... instead".

use crate::ir::{Event, EventVerb, Quantity, Replacement, statics::EntersChange};
use crate::lower::{
    context::{Lower, Lowered, all, child, has},
    phrase::noun::Want,
};
use spellwright_grammar::{Node, Rule};

/// "Enters tapped", "enters with counters", "enters as a copy" (CR 614.1c, 614.1d): one sentence, one clause.
pub(in crate::lower) fn entering(
    lower: &mut Lower<'_>,
    effect: Node<'_>,
) -> Lowered<Option<Replacement>> {
    let (lead, Some((clause, enter))) = (led_by_if(effect), single_led(effect, Rule::vp_enter))
    else {
        return Ok(None);
    };
    let copied = optional_copy(lower, clause, enter)?;
    if copied.is_some() {
        return Ok(copied);
    }
    let Some(subject) = child(clause, Rule::subject) else {
        return Ok(None);
    };
    let what = lower.anything(|w| w.noun(subject))?;
    let mut condition = match lead {
        Some(lead) => {
            let c = lower.need(lead, Rule::condition)?;
            Some(lower.condition(c)?)
        }
        None => None,
    };
    let optional = has(clause, Rule::cl_may) || has(clause, Rule::cl_may_have);
    if optional || has(enter, Rule::enters_under) {
        return lower.not_understood(enter);
    }
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

/// "You may have this creature enter as a copy of any creature on the battlefield" (CR 707.9).
fn optional_copy(
    lower: &mut Lower<'_>,
    clause: Node<'_>,
    enter: Node<'_>,
) -> Lowered<Option<Replacement>> {
    let Some(have) = child(clause, Rule::cl_may_have) else {
        return Ok(None);
    };
    let (mut two, mut hows) = (have.children(), all(enter, Rule::enters_how));
    let (Some(who), Some(what), Some(how), None) =
        (two.next(), two.next(), hows.next(), hows.next())
    else {
        return Ok(None);
    };
    let Some(copy) = child(how, Rule::en_copy).filter(|copy| !has(*copy, Rule::copy_except)) else {
        return Ok(None);
    };
    if lower.anything(|w| w.noun(who))? != crate::ir::Noun::You {
        return lower.not_understood(who);
    }
    let what = lower.anything(|w| w.noun(what))?;
    let of = lower.need(copy, Rule::noun)?;
    let of = lower.anything(|w| w.noun_wanting(of, Want::Object))?;
    Ok(Some(Replacement::Entering {
        what,
        condition: None,
        changes: vec![EntersChange::Copy {
            what: of,
            optional: true,
            except: Vec::new(),
        }],
    }))
}

/// "Prevent all damage that would be dealt to this creature" (CR 615): what holds without a duration.
pub(in crate::lower) fn prevention(
    lower: &mut Lower<'_>,
    effect: Node<'_>,
) -> Lowered<Option<Replacement>> {
    let Some((_, prevent)) = single(effect, Rule::vp_prevent) else {
        return Ok(None);
    };
    let Some(all) = child(prevent, Rule::pv_all) else {
        return Ok(None);
    };
    let scopes: Vec<Node<'_>> = all_scopes(all).collect();
    if scopes.is_empty()
        || all.text().contains("would deal")
        || scopes
            .iter()
            .any(|s| !matches!(s.rule(), Rule::pv_to | Rule::pv_by))
    {
        return Ok(None);
    }
    let (mut to, mut by) = (None, None);
    for scope in scopes {
        let noun = lower.need(scope, Rule::noun)?;
        let noun = crate::lower::phrase::quantity::set(lower.anything(|w| w.noun(noun))?);
        let place = if scope.rule() == Rule::pv_to {
            &mut to
        } else {
            &mut by
        };
        if place.replace(noun).is_some() {
            return lower.not_understood(scope);
        }
    }
    Ok(Some(Replacement::Prevent {
        event: Event {
            verb: EventVerb::IsDealtDamage {
                combat: crate::lower::phrase::filter::combat(all),
            },
            subject: to,
            object: by,
            batch: false,
        },
        amount: None,
        condition: None,
    }))
}

fn all_scopes(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    all(node, Rule::pv_scope).filter_map(|scope| scope.children().next())
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
    let neg = child(*otherwise, Rule::lead)
        .and_then(|lead| child(lead, Rule::ld_otherwise))
        .is_some_and(|lead| has(lead, Rule::ld_neg));
    let (Some(offer), Some(enters)) = (lone_clause(*offer), lone_clause(*otherwise)) else {
        return Ok(None);
    };
    let tapped = child(enters, Rule::vp_enter).is_some_and(|enter| {
        let mut hows = all(enter, Rule::enters_how);
        let only = hows.next().and_then(|how| how.children().next());
        hows.next().is_none() && only.is_some_and(|how| how.rule() == Rule::en_tapped)
    });
    if !neg || !tapped || !has(offer, Rule::cl_may) || has(offer, Rule::cl_suffix) {
        return Ok(None);
    }
    let Some(subject) = child(offer, Rule::subject) else {
        return Ok(None);
    };
    if lower.anything(|w| w.noun(subject))? != crate::ir::Noun::You {
        return lower.not_understood(subject);
    }
    let Some(predicate) = offer
        .children()
        .find(|n| !matches!(n.rule(), Rule::subject | Rule::cl_may))
    else {
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

/// "If ... would ..., ... instead" (CR 614.1a).
pub(in crate::lower) fn instead(
    lower: &mut Lower<'_>,
    effect: Node<'_>,
) -> Lowered<Option<Replacement>> {
    let mut sentences = effect.children();
    let (Some(sentence), None) = (sentences.next(), sentences.next()) else {
        return Ok(None);
    };
    let Some(would) = child(sentence, Rule::lead).and_then(|l| child(l, Rule::ld_if_would)) else {
        return Ok(None);
    };
    let chain = lower.need(sentence, Rule::chain)?;
    let leads: Vec<Node<'_>> = all(sentence, Rule::lead).collect();
    if leads.len() > 2 || leads.get(1).is_some_and(|l| !has(*l, Rule::ld_instead)) {
        return lower.not_understood(sentence);
    }
    match would_be(lower, would, chain, leads.len() == 2)? {
        (replacement, None) => Ok(Some(replacement)),
        _ => lower.not_understood(would),
    }
}

/// The replacement of an "if ... would ..." and what happens instead, with the time for which it waits if that is said.
pub(in crate::lower) fn would_be(
    lower: &mut Lower<'_>,
    would: Node<'_>,
    chain: Node<'_>,
    mut instead: bool,
) -> Lowered<(Replacement, Option<crate::ir::Duration>)> {
    let event_node = lower.need(would, Rule::event_would)?;
    if has(event_node, Rule::ew_amount) || has(event_node, Rule::ew_while) {
        return lower.not_understood(event_node);
    }
    let duration = match child(event_node, Rule::ev_when) {
        None => None,
        Some(when) if when.text() == "this turn" => Some(crate::ir::Duration::ThisTurn),
        Some(when) => return lower.not_understood(when),
    };
    let event = match child(event_node, Rule::subject) {
        Some(subject_node) => {
            let may_target = std::mem::replace(&mut lower.may_target, false);
            let subject = lower.anything(|w| w.noun(subject_node));
            let preds: Vec<Node<'_>> = event_node
                .children()
                .filter(|n| !matches!(n.rule(), Rule::subject | Rule::condition | Rule::ev_when))
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
    if let Some(amount) = prevented(lower, chain)? {
        return Ok((
            Replacement::Prevent {
                event,
                amount: Some(amount),
                condition,
            },
            duration,
        ));
    }
    instead |= chain.text().contains("instead");
    if !instead {
        return lower.not_understood(chain);
    }
    let resolving = std::mem::replace(&mut lower.resolving, true);
    let parts = lower.chain_parts(chain);
    lower.resolving = resolving;
    let mut effect = crate::lower::clause::effect::sequence(
        parts?
            .into_iter()
            .map(crate::lower::clause::effect::Part::effect)
            .collect(),
    );
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

/// "Prevent 2 of that damage": the amount.
fn prevented(lower: &mut Lower<'_>, chain: Node<'_>) -> Lowered<Option<Quantity>> {
    let mut clauses = chain.children();
    let (Some(clause), None) = (clauses.next(), clauses.next()) else {
        return Ok(None);
    };
    let Some(that) = child(clause, Rule::vp_prevent).and_then(|p| child(p, Rule::pv_that)) else {
        return Ok(None);
    };
    if has(clause, Rule::cl_may) || has(clause, Rule::cl_suffix) {
        return Ok(None);
    }
    child(that, Rule::num).map(|n| lower.number(n)).transpose()
}

/// The "if" before the only sentence of an effect.
fn led_by_if(effect: Node<'_>) -> Option<Node<'_>> {
    let sentence = effect.children().next()?;
    child(child(sentence, Rule::lead)?, Rule::ld_if)
}

/// The only clause of an effect, if its predicate is of a rule; perhaps with an "if" before it.
fn single_led<'t>(effect: Node<'t>, rule: Rule) -> Option<(Node<'t>, Node<'t>)> {
    let mut sentences = effect.children();
    let (sentence, None) = (sentences.next()?, sentences.next()) else {
        return None;
    };
    let leads = all(sentence, Rule::lead).count();
    let conditions = usize::from(led_by_if(effect).is_some());
    if leads != conditions || has(sentence, Rule::no_period) {
        return None;
    }
    only_clause(sentence, rule)
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

fn only_clause(sentence: Node<'_>, rule: Rule) -> Option<(Node<'_>, Node<'_>)> {
    let clause = lone_clause(sentence)?;
    child(clause, rule).map(|p| (clause, p))
}
