//! Tapping for mana, and the mana that is produced instead (CR 106.12).

use crate::ir::action::Spending;
use crate::ir::event::TappedFor;
use crate::ir::statics::{InsteadOf, OtherMana, OtherType};
use crate::ir::{Binding, EventRole, Noun, Quantifier, Quantity, Replacement};
use crate::lower::context::{Lower, Lowered, all, child, single};
use crate::lower::phrase::noun::Want;
use crate::vocab::{ManaKind, ManaSymbol};
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    /// What mana may be spent on (CR 106.6).
    pub(in crate::lower) fn spending(&mut self, node: Node<'_>) -> Lowered<Vec<Spending>> {
        let may_target = std::mem::replace(&mut self.may_target, false);
        let uses = self.spent_on(node);
        self.may_target = may_target;
        uses
    }

    fn spent_on(&mut self, node: Node<'_>) -> Lowered<Vec<Spending>> {
        let mut uses = Vec::new();
        for one in all(node, Rule::spent_on) {
            let of = match child(one, Rule::noun) {
                // "Abilities of Myr": many, by a noun with one form.
                Some(noun) if one.says("abilities of") => {
                    let mut of = self.quality_of(|w| w.noun_wanting(noun, Want::Object))?;
                    if let Noun::Described { quantifier, .. } = &mut of {
                        *quantifier = Quantifier::All;
                    }
                    Some(of)
                }
                Some(noun) => Some(self.anything(|w| w.noun_wanting(noun, Want::Object))?),
                None => None,
            };
            if of.as_ref().is_some_and(|of| !any_or_all(of)) {
                return self.not_understood(one);
            }
            uses.push(match of {
                Some(spells) if one.says("cast") => Spending::Cast(spells),
                of => Spending::Activate(of),
            });
        }
        Ok(uses)
    }

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
    let tapped = leads.next().and_then(|l| child(l, Rule::event_tapped));
    let (Some(tapped), None, Some(chain)) = (tapped, leads.next(), child(sentence, Rule::chain))
    else {
        return Ok(None);
    };
    production(lower, tapped, chain).map(Some)
}

/// The replacement of an "if ... is tapped for mana" and what is produced.
pub(in crate::lower) fn production(
    lower: &mut Lower<'_>,
    event_node: Node<'_>,
    chain: Node<'_>,
) -> Lowered<Replacement> {
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
    if !same || clause.says("may") {
        return lower.not_understood(subject);
    }
    let suffixes = all(clause, Rule::suffix)
        .map(Node::text)
        .collect::<Vec<_>>();
    let output = if produce.says("as much of that mana") {
        if suffixes != ["instead"] {
            return lower.not_understood(clause);
        }
        let times = match child(produce, Rule::num) {
            None => 2,
            Some(n) => match lower.number(n)? {
                Quantity::Number(n) => n,
                _ => return lower.not_understood(produce),
            },
        };
        match u32::try_from(times) {
            Ok(times) => OtherMana::Times(times),
            Err(_) => return lower.not_understood(produce),
        }
    } else {
        if !suffixes.is_empty() {
            return lower.not_understood(clause);
        }
        other_type(lower, produce)?
    };
    Ok(Replacement::Produces { event, output })
}

/// "{B} instead of any other type and amount".
fn other_type(lower: &mut Lower<'_>, node: Node<'_>) -> Lowered<OtherMana> {
    let mut parts = node.children();
    let (Some(what), Some(of)) = (parts.next(), parts.next()) else {
        return lower.not_understood(node);
    };
    let one = match child(what, Rule::mana) {
        Some(mana) => lower.one_kind(mana)?.map(OtherType::Kind),
        None => match what.text() {
            "colorless mana" => Some(OtherType::Kind(ManaKind::Colorless)),
            "mana of a color of your choice" | "one mana of a color of your choice" => {
                Some(OtherType::AnyColor)
            }
            "mana of the chosen color" => Some(OtherType::ChosenColor),
            _ => None,
        },
    };
    let Some(what) = one else {
        return lower.not_understood(what);
    };
    let color = child(of, Rule::color).and_then(crate::lower::words::color);
    let instead_of = match (of.text(), color) {
        ("any other type and amount", _) => InsteadOf::AnyTypeAndAmount,
        ("any other type", _) => InsteadOf::AnyType,
        ("any other color", _) => InsteadOf::AnyColor,
        ("colorless mana", _) => InsteadOf::Kind(ManaKind::Colorless),
        (_, Some(color)) => InsteadOf::Kind(ManaKind::Colored(color)),
        _ => return lower.not_understood(of),
    };
    Ok(OtherMana::Of { what, instead_of })
}

/// Whether a noun means whatever fits a description.
fn any_or_all(noun: &Noun) -> bool {
    match noun {
        Noun::Described { quantifier, .. } => {
            matches!(quantifier, Quantifier::Any | Quantifier::All)
        }
        Noun::Either(nouns) => nouns.iter().all(any_or_all),
        _ => false,
    }
}
