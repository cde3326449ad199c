//! Tapping for mana, and the mana that is produced instead (CR 106.12).

use crate::ir::event::TappedFor;
use crate::ir::statics::{InsteadOf, OtherMana, OtherType};
use crate::ir::{Binding, EventRole, Noun, Quantity, Replacement};
use crate::lower::context::{Lower, Lowered, all, child, has, single};
use crate::vocab::{ManaKind, ManaSymbol};
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    /// "For mana", "for {C}", "for two or more mana", behind "is tapped" and "taps a land".
    pub(in crate::lower) fn tapped_for(&mut self, node: Node<'_>) -> Lowered<TappedFor> {
        let what = self.need(node, Rule::tapped_what)?;
        match (what.text(), what.children().next()) {
            ("mana", _) => Ok(TappedFor::Mana),
            ("mana of the chosen color", _) => Ok(TappedFor::ChosenColor),
            (_, Some(least)) if least.rule() == Rule::num => match self.number(least)? {
                Quantity::Number(n) => match u32::try_from(n) {
                    Ok(n) => Ok(TappedFor::AtLeast(n)),
                    Err(_) => self.not_understood(what),
                },
                _ => self.not_understood(what),
            },
            (_, Some(mana)) => match self.one_kind(mana)? {
                Some(kind) => Ok(TappedFor::Kind(kind)),
                None => self.not_understood(what),
            },
            _ => self.not_understood(what),
        }
    }

    /// The type of a single symbol.
    fn one_kind(&mut self, node: Node<'_>) -> Lowered<Option<ManaKind>> {
        Ok(match self.mana(node)?.0.as_slice() {
            [ManaSymbol::Mana(kind)] => Some(*kind),
            _ => None,
        })
    }
}

/// "If a land is tapped for mana, it produces {B} instead of any other type" (CR 106.12b), as a whole ability.
pub(in crate::lower) fn produces(
    lower: &mut Lower<'_>,
    effect: Node<'_>,
) -> Lowered<Option<Replacement>> {
    let Some(sentence) = single(effect) else {
        return Ok(None);
    };
    let mut leads = all(sentence, Rule::lead);
    let tapped = leads.next().and_then(|l| child(l, Rule::ld_if_tapped));
    let (Some(tapped), None, Some(chain)) = (tapped, leads.next(), child(sentence, Rule::chain))
    else {
        return Ok(None);
    };
    production(lower, tapped, chain).map(Some)
}

/// The replacement of an "if ... is tapped for mana" and what is produced.
pub(in crate::lower) fn production(
    lower: &mut Lower<'_>,
    tapped: Node<'_>,
    chain: Node<'_>,
) -> Lowered<Replacement> {
    let event_node = lower.need(tapped, Rule::event_tapped)?;
    let may_target = std::mem::replace(&mut lower.may_target, false);
    let subject_node = lower.need(event_node, Rule::subject)?;
    let subject = lower.any_of(subject_node);
    let verb = child(event_node, Rule::evp_tapped);
    let event = match (subject, verb) {
        (Ok(subject), Some(verb)) => lower.event_predicate(verb, &subject, false),
        (Err(problem), _) => Err(problem),
        _ => lower.not_understood(event_node),
    };
    lower.may_target = may_target;
    let event = event?;
    let mut clauses = chain.children();
    let (Some(clause), None) = (clauses.next(), clauses.next()) else {
        return lower.not_understood(chain);
    };
    let (Some(subject), Some(produce)) = (
        child(clause, Rule::subject),
        child(clause, Rule::vp_produce),
    ) else {
        return lower.not_understood(clause);
    };
    let it = lower.anything(|w| w.noun(subject))?;
    let permanent = Binding::Event(EventRole::Subject);
    let same = match &it {
        Noun::Ref { to, .. } => *to == permanent,
        other => event.subject.as_ref() == Some(other) && *other == Noun::This,
    };
    if !same || has(clause, Rule::cl_may) {
        return lower.not_understood(subject);
    }
    let Some(what) = produce.children().next() else {
        return lower.not_understood(produce);
    };
    let instead = all(clause, Rule::cl_suffix)
        .filter_map(|suffix| suffix.children().next())
        .map(|suffix| suffix.rule())
        .collect::<Vec<_>>();
    let output = if what.rule() == Rule::pr_times {
        if instead != [Rule::sx_instead] {
            return lower.not_understood(clause);
        }
        let times = match child(what, Rule::num) {
            None => 2,
            Some(n) => match lower.number(n)? {
                Quantity::Number(n) => n,
                _ => return lower.not_understood(what),
            },
        };
        match u32::try_from(times) {
            Ok(times) => OtherMana::Times(times),
            Err(_) => return lower.not_understood(what),
        }
    } else {
        if !instead.is_empty() {
            return lower.not_understood(clause);
        }
        other_type(lower, what)?
    };
    Ok(Replacement::Produces { event, output })
}

/// "{B} instead of any other type and amount".
fn other_type(lower: &mut Lower<'_>, node: Node<'_>) -> Lowered<OtherMana> {
    let mut parts = node.children();
    let (Some(what), Some(of)) = (parts.next(), parts.next()) else {
        return lower.not_understood(node);
    };
    let kind_of = |node: Node<'_>| {
        let color = child(node, Rule::color).and_then(|c| crate::lower::words::color(c));
        color.map(ManaKind::Colored)
    };
    let what = match what.rule() {
        Rule::mana => match lower.one_kind(what)? {
            Some(kind) => OtherType::Kind(kind),
            None => return lower.not_understood(what),
        },
        Rule::pr_colorless => OtherType::Kind(ManaKind::Colorless),
        Rule::pr_choice => OtherType::AnyColor,
        Rule::pr_chosen => OtherType::ChosenColor,
        _ => return lower.not_understood(what),
    };
    let instead_of = match of.rule() {
        Rule::pr_amount => InsteadOf::AnyTypeAndAmount,
        Rule::pr_any => InsteadOf::AnyType,
        Rule::pr_any_color => InsteadOf::AnyColor,
        Rule::pr_colorless => InsteadOf::Kind(ManaKind::Colorless),
        Rule::pr_color => match kind_of(of) {
            Some(kind) => InsteadOf::Kind(kind),
            None => return lower.not_understood(of),
        },
        _ => return lower.not_understood(of),
    };
    Ok(OtherMana::Of { what, instead_of })
}
