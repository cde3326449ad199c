//! Prevention and redirection of damage (CR 614.9, 615).

use super::replacement::{event_amount, only_clause};
use super::sentence::no_period;
use super::subject::subject_of;
use crate::ir::{Action, Effect, Event, EventVerb, Noun, Quantity, Replacement};
use crate::lower::context::{Lower, Lowered, all, child, has, single};
use crate::lower::phrase::noun::Want;
use spellwright_grammar::{Node, Rule};

/// "Prevent all damage that would be dealt to this creature" (CR 615): what holds without a duration.
pub(in crate::lower) fn prevention(
    lower: &mut Lower<'_>,
    effect: Node<'_>,
) -> Lowered<Option<Replacement>> {
    let Some(sentence) = single(effect) else {
        return Ok(None);
    };
    let Some((clause, prevent)) = only_clause(sentence, Rule::vp_prevent) else {
        return Ok(None);
    };
    if no_period(sentence).is_some() || has(clause, Rule::suffix) {
        return Ok(None);
    }
    let Some(inner) = child(prevent, Rule::would_be_dealt).filter(|all| all.says("all")) else {
        return Ok(None);
    };
    let source = source_of(inner);
    let scopes: Vec<Node<'_>> = all(inner, Rule::scope).collect();
    if scopes.is_empty() && source.is_none()
        || inner.says("damage that") && source.is_some()
        || scopes.iter().any(|scope| has(*scope, Rule::duration))
    {
        return Ok(None);
    }
    let leads = all(sentence, Rule::lead).collect::<Vec<_>>();
    let condition = match leads.as_slice() {
        [] => None,
        [lead] => match lower.held(*lead)? {
            Some(held) => Some(held),
            None => return Ok(None),
        },
        _ => return Ok(None),
    };
    let combat = crate::lower::phrase::filter::combat(inner);
    if let [both] = scopes.as_slice()
        && both.says("to and dealt by")
    {
        let event = lower.anything(|w| w.damage_of(*both, combat))?;
        return Ok(Some(Replacement::Prevent {
            event,
            amount: None,
            condition,
            then: None,
        }));
    }
    let (mut to, mut by) = (None, None);
    if let Some(source) = source {
        let source = lower.anything(|w| w.item(source, Want::Object))?;
        if source.is_player() {
            return Ok(None);
        }
        by = Some(crate::lower::phrase::quantity::set(source));
    }
    for scope in scopes {
        if scope.says("to and dealt by") {
            return lower.not_understood(scope);
        }
        let noun = lower.need(scope, Rule::noun)?;
        let noun = crate::lower::phrase::quantity::set(lower.anything(|w| w.noun(noun))?);
        let place = if scope.says("to") { &mut to } else { &mut by };
        if place.replace(noun).is_some() {
            return lower.not_understood(scope);
        }
    }
    Ok(Some(Replacement::Prevent {
        event: Event {
            verb: EventVerb::IsDealtDamage { combat },
            subject: to,
            object: by,
            batch: false,
        },
        amount: None,
        condition,
        then: None,
    }))
}

/// What would deal the damage: "all damage that would be dealt" does not say it.
fn source_of(dealt: Node<'_>) -> Option<Node<'_>> {
    let other = |n: &Node<'_>| !matches!(n.rule(), Rule::num | Rule::combat_kind | Rule::scope);
    dealt.children().find(other)
}

/// "Prevent that damage", "prevent 2 of that damage", "prevent all but 1 of that damage": the amount.
pub(in crate::lower) fn prevented(
    lower: &mut Lower<'_>,
    clause: Node<'_>,
) -> Lowered<Option<Quantity>> {
    let Some(that) = child(clause, Rule::vp_prevent).filter(|prevent| {
        !has(*prevent, Rule::would_be_dealt) && !prevent.says("half that damage")
    }) else {
        return Ok(None);
    };
    if clause.says("may") || has(clause, Rule::suffix) {
        return Ok(None);
    }
    let whole = Quantity::Amount(crate::ir::Binding::Event(crate::ir::EventRole::Amount));
    Ok(Some(match child(that, Rule::num) {
        None => whole,
        Some(n) if that.says("all but") => {
            Quantity::Difference(Box::new(whole), Box::new(lower.number(n)?))
        }
        Some(n) => lower.number(n)?,
    }))
}

/// "That damage is dealt to this creature instead", "it deals that damage to you instead" (CR 614.9): to whom.
pub(in crate::lower) fn redirected(
    lower: &mut Lower<'_>,
    chain: Node<'_>,
) -> Lowered<Option<crate::ir::Noun>> {
    let mut clauses = chain.children();
    let (Some(clause), None) = (clauses.next(), clauses.next()) else {
        return Ok(None);
    };
    let may_target = std::mem::replace(&mut lower.may_target, lower.resolving);
    let to = if let Some(redirect) = child(clause, Rule::vp_redirect) {
        if has(redirect, Rule::would_be_dealt) {
            return Ok(None);
        }
        let noun = lower.need(redirect, Rule::noun)?;
        lower.choosing(|w| w.noun(noun)).map(Some)
    } else if let Some(what) = dealt(lower, clause).filter(|what| what.says("that damage to")) {
        let target = lower.need(what, Rule::noun)?;
        lower
            .choosing(|w| w.noun_wanting(target, Want::Any))
            .map(Some)
    } else {
        Ok(None)
    };
    lower.may_target = may_target;
    to
}

/// What a clause deals, if its subject is the source that the event speaks of.
pub(in crate::lower) fn dealt<'n>(lower: &mut Lower<'_>, clause: Node<'n>) -> Option<Node<'n>> {
    let source = subject_of(clause)?.children().next()?;
    match source.rule() {
        Rule::np_pronoun => {}
        // The noun has to agree with what the event says of the source.
        Rule::np_that => {
            lower.that(source).ok()?;
        }
        _ => return None,
    }
    let deal = child(clause, Rule::vp_deal)?;
    let mut whats = deal.children();
    match (whats.next(), whats.next()) {
        (Some(what), None) if what.rule() == Rule::deal_what => Some(what),
        _ => None,
    }
}

/// "It deals double that damage instead", "it deals that much damage plus 1 to that permanent or player instead".
pub(in crate::lower) fn other_damage(
    lower: &mut Lower<'_>,
    chain: Node<'_>,
    event: &Event,
) -> Lowered<Option<Quantity>> {
    use crate::ir::{Binding, EventRole};
    if !matches!(event.verb, EventVerb::DealsDamage { .. }) {
        return Ok(None);
    }
    let mut clauses = chain.children();
    let (Some(clause), None) = (clauses.next(), clauses.next()) else {
        return Ok(None);
    };
    let Some(what) = dealt(lower, clause).filter(|what| !what.says("divided")) else {
        return Ok(None);
    };
    let Some(amount) = child(what, Rule::deal_amount) else {
        return Ok(None);
    };
    match (child(what, Rule::noun), &event.object) {
        (None, None) => {}
        (Some(target), Some(object)) => {
            // The one that would be dealt the damage is dealt it: "that permanent or player".
            let that = crate::lower::context::find(target, Rule::np_that);
            let Some(core) = that.and_then(|that| child(that, Rule::np_core)) else {
                return Ok(None);
            };
            let (filters, _) = lower.filters(core)?;
            let heads = heads_of(object);
            if !filters.iter().all(|f| heads.contains(&f.head)) {
                return lower.not_understood(target);
            }
        }
        _ => return Ok(None),
    }
    let whole = || Box::new(Quantity::Amount(Binding::Event(EventRole::Amount)));
    lower.said.amounts.push(event_amount());
    Ok(Some(
        if let Some(rounding) = child(amount, Rule::rounding) {
            let rounding = if rounding.text().contains("up") {
                crate::ir::Rounding::Up
            } else {
                crate::ir::Rounding::Down
            };
            Quantity::Half(whole(), rounding)
        } else {
            let n = lower.need(amount, Rule::amount)?;
            let n = lower.amount(n)?;
            lower.plus(amount, n)?
        },
    ))
}

pub(in crate::lower) fn heads_of(noun: &crate::ir::Noun) -> Vec<crate::ir::Head> {
    use crate::ir::Noun;
    match noun {
        Noun::Described { filter, .. } => vec![filter.head],
        Noun::Either(nouns) | Noun::All(nouns) => nouns.iter().flat_map(heads_of).collect(),
        Noun::You => vec![crate::ir::Head::Player],
        _ => Vec::new(),
    }
}

/// "All damage that would be dealt to you this turn is dealt to this creature instead", "the next 1 damage that would be ..."
/// (CR 614.9). Without a duration it is a static ability.
pub(in crate::lower) fn redirection(
    lower: &mut Lower<'_>,
    redirect: Node<'_>,
) -> Lowered<(Replacement, Option<crate::ir::Duration>)> {
    let Some(inner) =
        child(redirect, Rule::would_be_dealt).filter(|dealt| dealt.says("that would be dealt"))
    else {
        return lower.not_understood(redirect);
    };
    let amount = match child(inner, Rule::num) {
        Some(n) => Some(lower.number(n)?),
        None => None,
    };
    let (mut subject, mut object, mut duration) = (None, None, None);
    for scope in all(inner, Rule::scope) {
        if let Some(d) = child(scope, Rule::duration) {
            duration = Some(lower.duration(d)?);
            continue;
        }
        if scope.says("to and dealt by") {
            return lower.not_understood(scope);
        }
        let noun = lower.need(scope, Rule::noun)?;
        let noun = crate::lower::phrase::quantity::set(lower.anything(|w| w.noun(noun))?);
        let place = if scope.says("to") {
            &mut subject
        } else {
            &mut object
        };
        if place.replace(noun).is_some() {
            return lower.not_understood(scope);
        }
    }
    let to = lower.need(redirect, Rule::noun)?;
    let to = lower.choosing(|w| w.noun(to))?;
    let event = Event {
        verb: EventVerb::IsDealtDamage {
            combat: crate::lower::phrase::filter::combat(inner),
        },
        subject,
        object,
        batch: false,
    };
    let redirect = Replacement::Redirect {
        event,
        amount,
        condition: None,
        to,
    };
    Ok((redirect, duration))
}

/// A static redirection.
pub(in crate::lower) fn redirecting(
    lower: &mut Lower<'_>,
    effect: Node<'_>,
) -> Lowered<Option<Replacement>> {
    let Some(sentence) = single(effect) else {
        return Ok(None);
    };
    let Some((clause, redirect)) = only_clause(sentence, Rule::vp_redirect) else {
        return Ok(None);
    };
    if !has(redirect, Rule::would_be_dealt) || !clause.text().ends_with(" instead") {
        return Ok(None);
    }
    let mut held = None;
    for lead in all(sentence, Rule::lead) {
        held = match lower.held(lead)? {
            Some(condition) if held.is_none() => Some(condition),
            _ => return Ok(None),
        };
    }
    match redirection(lower, redirect)? {
        (
            Replacement::Redirect {
                event, amount, to, ..
            },
            None,
        ) => Ok(Some(Replacement::Redirect {
            event,
            amount,
            condition: held,
            to,
        })),
        _ => lower.not_understood(redirect),
    }
}

impl Lower<'_> {
    /// "Prevent the next 3 damage that would be dealt to any target this turn" (CR 615).
    pub(super) fn prevent(&mut self, node: Node<'_>) -> Lowered<Effect> {
        let inner = self.need(node, Rule::would_be_dealt)?;
        let amount = match child(inner, Rule::num) {
            Some(n) => Some(self.number(n)?),
            None => None,
        };
        let (mut to, mut by, mut duration, mut both) = (None, None, None, None);
        for scope in all(inner, Rule::scope) {
            if let Some(d) = child(scope, Rule::duration) {
                duration = Some(self.duration(d)?);
            } else if scope.says("to and dealt by") {
                both = Some(scope);
            } else {
                let noun = self.need(scope, Rule::noun)?;
                let noun = Some(self.noun(noun)?);
                if scope.says("to") {
                    to = noun;
                } else {
                    by = noun;
                }
            }
        }
        let combat = crate::lower::phrase::filter::combat(inner);
        if let Some(both) = both {
            let (None, None, None, Some(duration)) = (&amount, &to, &by, duration) else {
                return self.not_understood(both);
            };
            let event = self.damage_of(both, combat)?;
            return Ok(Effect::Replace {
                replacement: Box::new(Replacement::Prevent {
                    event,
                    amount: None,
                    condition: None,
                    then: None,
                }),
                duration,
            });
        }
        if let Some(source) = source_of(inner) {
            if by.is_some() || amount.is_some() || inner.says("damage that") {
                return self.not_understood(inner);
            }
            let source = self.item(source, Want::Object)?;
            if source.is_player() {
                return self.not_understood(inner);
            }
            by = Some(source);
        }
        let Some(duration) = duration else {
            return self.not_understood(node);
        };
        if combat == Some(false) {
            return self.not_understood(inner);
        }
        Ok(self.act(
            &Noun::You,
            Action::Prevent {
                amount,
                to,
                by,
                combat: combat == Some(true),
                duration,
            },
        ))
    }
}
