//! Sentences that only add to the one before: new targets for a copy, where a countered spell goes, that it is still a land.

use crate::ir::{Action, Duration, Effect, Modification, Noun, Predicate, Replacement, Statement};
use crate::lower::clause::effect::Part;
use crate::lower::context::{Lower, Lowered, child};
use crate::lower::words::card_type;
use crate::vocab::TypeSet;
use spellwright_grammar::{Node, Rule};

/// Gives an optional or conditional lasting effect its duration; whether it is one that had none.
pub(in crate::lower) fn lasts(effect: &mut Effect, until: &Duration) -> bool {
    match effect {
        Effect::Continuous { duration, .. } if *duration == Duration::Permanent => {
            *duration = until.clone();
            true
        }
        Effect::May { effect, .. } => lasts(effect, until),
        Effect::If {
            then,
            otherwise: None,
            ..
        } => lasts(then, until),
        _ => false,
    }
}

/// What an optional or conditional effect makes of a thing.
fn becoming(effect: &mut Effect) -> Option<&mut Statement> {
    match effect {
        Effect::Continuous { statements, .. } => statements.last_mut(),
        Effect::May { effect, .. } => becoming(effect),
        Effect::If {
            then,
            otherwise: None,
            ..
        } => becoming(then),
        _ => None,
    }
}

impl Lower<'_> {
    /// "It's still a land": what it becomes is in addition to what it is (CR 205.1b).
    pub(in crate::lower) fn still(&mut self, node: Node<'_>, parts: &mut [Part]) -> Lowered<()> {
        self.was_before(node, parts)?;
        let mut told = false;
        for part in parts {
            let modifications = match part {
                Part::Holds(statement, _) => Some(&mut statement.modifications),
                Part::Act(effect) => becoming(effect).map(|last| &mut last.modifications),
            };
            for modification in modifications.into_iter().flatten() {
                if let Modification::Become { additional, .. } = modification {
                    *additional = true;
                    told = true;
                }
            }
        }
        if told {
            Ok(())
        } else {
            self.not_understood(node)
        }
    }

    /// A thing can't be still what it was not.
    pub(in crate::lower) fn was_before(
        &mut self,
        node: Node<'_>,
        parts: &mut [Part],
    ) -> Lowered<()> {
        let Some(kind) = child(node, Rule::card_type).and_then(card_type) else {
            return Ok(());
        };
        for part in parts {
            let subject = match part {
                Part::Holds(statement, _) => Some(&statement.subject),
                Part::Act(effect) => becoming(effect).map(|last| &last.subject),
            };
            if let Some(subject) = subject
                && self
                    .types_of(&subject.clone())
                    .is_some_and(|types| !types.contains(kind))
            {
                return self.not_understood(node);
            }
        }
        Ok(())
    }

    /// The card types that a thing has, as far as its words tell.
    fn types_of(&mut self, noun: &Noun) -> Option<TypeSet> {
        let filter = match noun {
            Noun::This => {
                let types = self.bearer.types.as_ref().filter(|_| self.depth == 0);
                return types.map(|(types, _)| *types);
            }
            Noun::Again(noun, _) => return self.types_of(noun),
            Noun::Described { filter, .. } | Noun::Attached(filter) | Noun::Among(_, filter, _) => {
                filter.clone()
            }
            Noun::Ref { to, .. } => {
                // Looking for what a word means must not number what nothing refers to.
                let mut said = self.said.clone();
                let referents = self.said.referents.iter().rev();
                referents
                    .filter(|referent| said.binding(&referent.meant) == Some(*to))
                    .find_map(|referent| referent.filter.clone())?
            }
            _ => return None,
        };
        let types: TypeSet = filter
            .predicates
            .iter()
            .filter_map(|predicate| match predicate {
                Predicate::Type(kind) => Some(*kind),
                Predicate::Subtype(name) => self.vocab.subtype(name)?.1,
                _ => None,
            })
            .collect();
        (!types.is_empty()).then_some(types)
    }
}

/// Whether a sentence says "you may choose new targets for the copy" and nothing else.
pub(in crate::lower) fn new_targets_for_the_copy(sentence: Node<'_>) -> bool {
    matches!(
        sentence.text(),
        "you may choose new targets for the copy."
            | "you may choose new targets for the copies."
            | "you may choose new targets for that copy."
            | "you may choose new targets for those copies."
            | "that player may choose new targets for the copy."
            | "they may choose new targets for the copy."
    )
}

/// Whether it is you who makes the copy that an effect ends with, and so chooses its targets (CR 707.10c).
pub(in crate::lower) fn copied_by_you(effect: &Effect) -> bool {
    match effect {
        Effect::Act { who, .. } => *who == crate::ir::Noun::You,
        Effect::May { effect, .. }
        | Effect::If {
            then: effect,
            otherwise: None,
            ..
        } => copied_by_you(effect),
        Effect::Sequence(effects) => effects.last().is_some_and(copied_by_you),
        _ => false,
    }
}

/// Whether the copy that an effect ends with may get new targets, if you make it.
pub(in crate::lower) fn last_copy(effect: &mut Effect) -> Option<&mut bool> {
    match effect {
        Effect::Act {
            action:
                Action::Copy {
                    as_token: false,
                    new_targets,
                    ..
                },
            ..
        } => Some(new_targets),
        Effect::May { effect, .. } => last_copy(effect),
        Effect::If {
            then,
            otherwise: None,
            ..
        } => last_copy(then),
        Effect::Sequence(effects) => last_copy(effects.last_mut()?),
        _ => None,
    }
}

/// Whether the last search of an effect shuffles only a library that it searched, to be set.
pub(in crate::lower) fn last_search(effect: &mut Effect) -> Option<&mut bool> {
    match effect {
        Effect::Act {
            action: Action::Search {
                zones, shuffles_if, ..
            },
            ..
        } => {
            let library = |zone: &Noun| matches!(zone, Noun::Zone(crate::vocab::Zone::Library, _));
            (zones.len() > 1 && zones.iter().any(library)).then_some(shuffles_if)
        }
        Effect::May { effect, .. } => last_search(effect),
        Effect::Sequence(effects) => effects.iter_mut().rev().find_map(last_search),
        _ => None,
    }
}

/// What a spell that was just countered is done to instead of being put into a graveyard: the predicate that says it, if the
/// sentence says nothing else.
pub(in crate::lower) fn countered_elsewhere(sentence: Node<'_>) -> Option<Node<'_>> {
    let mut leads = sentence.children().filter(|n| n.rule() == Rule::lead);
    let (lead, None) = (leads.next()?, leads.next()) else {
        return None;
    };
    if lead.text() != "if that spell is countered this way" {
        return None;
    }
    let chain = child(sentence, Rule::chain)?;
    let mut clauses = chain.children();
    let (clause, None) = (clauses.next()?, clauses.next()) else {
        return None;
    };
    let mut parts = clause.children();
    let (put, Some(suffix), None) = (parts.next()?, parts.next(), parts.next()) else {
        return None;
    };
    let graveyard = suffix.says("instead of") && suffix.text().ends_with("graveyard");
    let known = match put.rule() {
        Rule::vp_exile => put.text() == "exile it",
        Rule::vp_put => {
            put.text().starts_with("put it ") || put.text().starts_with("put that card ")
        }
        _ => false,
    };
    (known && graveyard).then_some(put)
}

/// Where the spell that an effect counters last goes.
pub(in crate::lower) fn last_counter(
    effect: &mut Effect,
) -> Option<&mut Option<Box<crate::ir::Placement>>> {
    match effect {
        Effect::Act {
            action: Action::Counter { to, .. },
            ..
        } => Some(to),
        Effect::Unless { effect, .. } => last_counter(effect),
        Effect::Sequence(effects) => last_counter(effects.last_mut()?),
        _ => None,
    }
}

/// Whether a replacement effect is about one particular thing that was spoken of.
pub(in crate::lower) fn of_one_thing(replacement: &Replacement) -> bool {
    let (Replacement::Elsewhere {
        event,
        condition: None,
        ..
    }
    | Replacement::Instead {
        event,
        condition: None,
        ..
    }) = replacement
    else {
        return false;
    };
    matches!(event.subject, Some(Noun::Ref { .. } | Noun::This))
}
