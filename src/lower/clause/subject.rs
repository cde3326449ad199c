//! Who or what a clause is about.

use crate::diag::Code;
use crate::ir::{Binding, Noun, Quantifier};
use crate::lower::{
    context::{Lower, Lowered, child},
    discourse::{Kind, Meant, Referent},
};
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    /// The subject of a clause, known to later words.
    pub(in crate::lower) fn clause_subject(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let noun = self.noun(node)?;
        if let Noun::Described { quantifier, filter } = &noun
            && !matches!(quantifier, Quantifier::Target(_))
        {
            let player = filter.head.is_player();
            self.said.push(Referent {
                meant: Meant::Binding(Binding::Each),
                kind: if player { Kind::Player } else { Kind::Object },
                plural: !player && !matches!(quantifier, Quantifier::Each),
                filter: Some(filter.clone()),
                done: None,
            });
        }
        if noun == Noun::This {
            self.said.push(Referent::this());
        }
        Ok(noun)
    }

    /// What refers to a target phrase that was read before.
    pub(in crate::lower) fn announced(&self, subject: Option<&Noun>) -> Option<Noun> {
        let Some(Noun::Described {
            quantifier: Quantifier::Target(_),
            filter,
        }) = subject
        else {
            return None;
        };
        self.said
            .referents
            .iter()
            .rev()
            .find_map(|r| match r.meant {
                Meant::Binding(to @ Binding::Target(_)) if r.filter.as_ref() == Some(filter) => {
                    Some(Noun::Ref {
                        to,
                        word: crate::ir::Word::Pronoun,
                    })
                }
                _ => None,
            })
    }

    /// What a static predicate is about.
    pub(in crate::lower) fn about(
        &mut self,
        predicate: Node<'_>,
        subject: Option<&Noun>,
    ) -> Lowered<Noun> {
        match predicate.rule() {
            Rule::vp_whose if predicate.says("activated abilities of") => {
                let noun = self.need(predicate, Rule::noun)?;
                self.anything(|w| w.noun(noun))
            }
            Rule::vp_whose => {
                let whose = self.need(predicate, Rule::possessor)?;
                self.possessor(whose)
            }
            Rule::vp_not_untap => {
                let noun = self.need(predicate, Rule::noun)?;
                self.noun(noun)
            }
            Rule::vp_double => match child(predicate, Rule::noun) {
                Some(noun) => self.noun(noun),
                None => {
                    let whose = self.need(predicate, Rule::possessor)?;
                    self.possessor(whose)
                }
            },
            Rule::vp_damage_prevented if predicate.says("reduces it to 1 instead") => Ok(Noun::You),
            Rule::vp_damage_prevented => self.damage_source(predicate),
            _ => Ok(subject.cloned().unwrap_or(Noun::You)),
        }
    }

    /// Who does it: the subject said, or the one before if the verb agrees with it, else you.
    pub(in crate::lower) fn actor(
        &self,
        predicate: Node<'_>,
        subject: Option<&Noun>,
        inherited: bool,
    ) -> Lowered<Noun> {
        let Some(subject) = subject else {
            return Ok(Noun::You);
        };
        if !inherited {
            return Ok(subject.clone());
        }
        let third = third_person(predicate);
        let plural_player = match subject {
            Noun::You => true,
            Noun::Described { filter, quantifier } => {
                filter.head.is_player()
                    && !matches!(quantifier, Quantifier::Target(_))
                    && *quantifier != Quantifier::Each
            }
            Noun::Ref {
                word: crate::ir::Word::Pronoun,
                ..
            } => subject.is_player(),
            _ => false,
        };
        Ok(if third || plural_player {
            subject.clone()
        } else {
            Noun::You
        })
    }

    /// A clause without a subject is an instruction to you (CR 608.2c): it has no "may", and its verb is not said of another.
    pub(in crate::lower) fn instruction(&self, predicate: Node<'_>, may: bool) -> Lowered<()> {
        if !may && !third_person(predicate) {
            return Ok(());
        }
        let verb = predicate.text().split(' ').next().unwrap_or("");
        let what = if may { "may" } else { verb };
        let message = format!("who or what does this? `{what}` needs a subject");
        Err(self.problem(Code::Agreement, predicate, message))
    }
}

/// The subject of a clause that does not say who has it done.
pub(super) fn subject_of(clause: Node<'_>) -> Option<Node<'_>> {
    child(clause, Rule::subject).filter(|_| !clause.says("have"))
}

/// Whether a predicate's verb is that of one other: "draws", not "draw".
fn third_person(predicate: Node<'_>) -> bool {
    let word = predicate.text().split(' ').next().unwrap_or("");
    let word = word.trim_end_matches(['.', ',']);
    word.ends_with('s') && !word.ends_with("ss") && !matches!(word, "its" | "this")
}
