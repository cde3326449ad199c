//! Words that refer: pronouns, demonstratives, "the sacrificed creature" (CR 608.2c, 608.2k).

use crate::diag::Code;
use crate::ir::{
    Binding, EventRole, EventVerb, Filter, Head, Noun, Predicate, Word,
    noun::{Participle, Role},
};
use crate::lower::{
    context::{Lower, Lowered, Problem, child},
    discourse::{Kind, Meant, Referent},
    phrase::{
        agreement::agrees,
        noun::{Want, mentions},
    },
};
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    /// A thing that a ruling names: what was captured under its number. Card text has no such words.
    pub(in crate::lower) fn given(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let number = node.text().trim_start_matches('@').parse::<u8>().ok();
        match number.filter(|_| self.bearer.scenario) {
            Some(number) => Ok(Noun::Ref {
                to: Binding::Result(number),
                word: Word::Pronoun,
            }),
            None => self.not_understood(node),
        }
    }

    pub(in crate::lower) fn dangling<T>(&self, node: Node<'_>) -> Lowered<T> {
        Err(self.problem(
            Code::DanglingReference,
            node,
            format!("nothing before `{}` is what it could mean", node.text()),
        ))
    }

    pub(in crate::lower) fn refer(
        &mut self,
        node: Node<'_>,
        referent: &Referent,
        word: Word,
    ) -> Lowered<Noun> {
        if let Meant::Noun(noun) = &referent.meant {
            return Ok(match noun {
                Noun::Attached(_) | Noun::Related(..) | Noun::Part(_) | Noun::Described { .. } => {
                    Noun::Again(Box::new(noun.clone()), word)
                }
                other => other.clone(),
            });
        }
        match self.said.binding(&referent.meant) {
            Some(to) => Ok(Noun::Ref { to, word }),
            None => self.dangling(node),
        }
    }

    /// "It": the newest single object, else the object with the ability.
    pub(in crate::lower) fn it(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let objects = || {
            self.said
                .referents
                .iter()
                .enumerate()
                .rev()
                .filter(|(_, r)| r.kind == Kind::Object)
        };
        let found = objects()
            .find(|(_, r)| !r.plural)
            .or_else(|| objects().find(|(_, r)| !self.said.is_kept(&r.meant)))
            .map(|(index, found)| (index, found.clone()));
        if let Some((index, _)) = &found
            && self.said.rivals(*index).is_some()
        {
            return Err(self.ambiguous(node, *index));
        }
        match found {
            Some((_, found)) => self.refer(node, &found, Word::Pronoun),
            None => Ok(Noun::This),
        }
    }

    /// The problem of a word that can mean several things that were introduced side by side.
    pub(in crate::lower) fn ambiguous(&self, node: Node<'_>, index: usize) -> Box<Problem> {
        let rivals = self.said.rivals(index).unwrap_or_default();
        let rivals: Vec<String> = rivals.iter().map(|words| format!("`{words}`")).collect();
        let message = format!(
            "`{}` can mean {} equally well",
            node.text(),
            rivals.join(" or ")
        );
        let mut problem = self.problem(Code::AmbiguousReference, node, message);
        let help = "say it in a way that fits only one, such as `that land`";
        problem.help.push(help.into());
        problem
    }

    /// "They", "them", "their": the newest set of objects, or the newest player.
    pub(in crate::lower) fn they(&mut self, node: Node<'_>, want: Want) -> Lowered<Noun> {
        let fits = |r: &&Referent| match want {
            Want::Object => r.kind == Kind::Object && r.plural,
            Want::Player => r.kind == Kind::Player,
            Want::Any => r.kind == Kind::Player || r.plural,
        };
        let found = self
            .said
            .referents
            .iter()
            .rev()
            .find(fits)
            .or_else(|| {
                self.said
                    .referents
                    .iter()
                    .rev()
                    .find(|r| r.kind == Kind::Player || r.plural)
            })
            .or_else(|| self.said.referents.last())
            .cloned();
        match found {
            Some(found) => self.refer(node, &found, Word::Pronoun),
            None => self.dangling(node),
        }
    }

    pub(in crate::lower) fn that(&mut self, node: Node<'_>) -> Lowered<Noun> {
        if node.says("this way") || node.says("other") || node.says("new") {
            return self.not_understood(node);
        }
        let (filter, plural) = match child(node, Rule::np_core) {
            Some(core) => self.bare_filter(core)?,
            None => {
                let head = if node.text().contains("opponent") {
                    Head::Opponent
                } else {
                    Head::Player
                };
                (
                    Filter {
                        head,
                        predicates: Vec::new(),
                    },
                    node.text().starts_with("those"),
                )
            }
        };
        let plural = plural || node.text().starts_with("those");
        self.lookup(node, &filter, plural, None, Word::That(filter.clone()))
    }

    pub(in crate::lower) fn the(&mut self, node: Node<'_>) -> Lowered<Noun> {
        if node.says("this way") {
            return self.not_understood(node);
        }
        let said = node.said();
        let text = said.strip_prefix("the ").unwrap_or(&said);
        let Some(core) = child(node, Rule::np_core) else {
            let head = match text.trim_end_matches('s') {
                "player" => Head::Player,
                "card" => Head::Card,
                "spell" => Head::Spell,
                "token" => Head::Token,
                "creature" | "permanent" => Head::Permanent,
                _ => Head::Object,
            };
            let mut predicates = Vec::new();
            if text.starts_with("creature") {
                predicates.push(Predicate::Type(crate::vocab::CardType::Creature));
            }
            let filter = Filter { head, predicates };
            if head == Head::Object && !self.said.copied {
                return self.dangling(node);
            }
            let plural = text.ends_with('s') || text == "copies";
            return self.lookup(node, &filter, plural, None, Word::That(filter.clone()));
        };
        let done = match text {
            "sacrificed" => Participle::Sacrificed,
            "discarded" => Participle::Discarded,
            "exiled" => Participle::Exiled,
            "revealed" => Participle::Revealed,
            "milled" => Participle::Milled,
            "tapped" => Participle::Tapped,
            "returned" => Participle::Returned,
            "chosen" => Participle::Chosen,
            "created" => Participle::Created,
            "destroyed" => Participle::Destroyed,
            "copied" => Participle::Copied,
            _ => return self.not_understood(node),
        };
        let (filter, plural) = self.bare_filter(core)?;
        self.lookup(
            node,
            &filter,
            plural,
            Some(done),
            Word::The(done, filter.clone()),
        )
    }

    /// "That player" where no player was named but by what they control: "target creature an opponent controls".
    fn controller_said(&mut self, node: Node<'_>, word: Word) -> Lowered<Noun> {
        let controlled = |r: &Referent| {
            r.filter.as_ref().is_some_and(|f| {
                f.predicates.iter().any(|p| match p {
                    Predicate::ControlledBy(who) => matches!(**who, Noun::Described { .. }),
                    _ => false,
                })
            })
        };
        let found = self
            .said
            .referents
            .iter()
            .rev()
            .find(|r| r.kind == Kind::Object && !r.plural && controlled(r))
            .map(|r| r.meant.clone());
        match found.and_then(|meant| self.said.binding(&meant)) {
            Some(to) => Ok(Noun::Related(
                Role::Controller,
                Box::new(Noun::Ref { to, word }),
            )),
            None => self.dangling(node),
        }
    }

    /// "The blocking creature", "the creature you control": one that was spoken of, by its part in the event or as it was described.
    pub(in crate::lower) fn the_one(&mut self, node: Node<'_>, filter: &Filter) -> Lowered<Noun> {
        let word = Word::The(Participle::None, filter.clone());
        let creature = Predicate::Type(crate::vocab::CardType::Creature);
        let in_combat = |state| filter.predicates == [state, creature.clone()];
        let blocks = in_combat(Predicate::Blocking(None));
        if !blocks && !in_combat(Predicate::Attacking(None)) {
            let said = self.said.referents.iter().any(|referent| {
                referent.filter.as_ref().is_some_and(|known| {
                    known.head == filter.head
                        && filter
                            .predicates
                            .iter()
                            .all(|wanted| mentions(&known.predicates, wanted))
                })
            });
            if !said {
                return self.dangling(node);
            }
            return self.lookup(node, filter, false, None, word);
        }
        let other = self.event.as_ref().is_some_and(|e| e.object.is_some());
        let role = match self.event.as_ref().map(|event| &event.verb) {
            Some(EventVerb::Blocks) if blocks => EventRole::Subject,
            Some(EventVerb::BecomesBlocked) if blocks && other => EventRole::Object,
            Some(EventVerb::Blocks) if other => EventRole::Object,
            Some(
                EventVerb::BecomesBlocked | EventVerb::Attacks { .. } | EventVerb::AttacksUnblocked,
            ) if !blocks => EventRole::Subject,
            _ => return self.dangling(node),
        };
        Ok(Noun::Ref {
            to: Binding::Event(role),
            word,
        })
    }

    /// The newest thing introduced that fits a noun, preferring one that was described so.
    pub(in crate::lower) fn lookup(
        &mut self,
        node: Node<'_>,
        filter: &Filter,
        plural: bool,
        done: Option<Participle>,
        word: Word,
    ) -> Lowered<Noun> {
        let kind = Kind::of(filter.head);
        let described = |r: &Referent| {
            r.filter.as_ref().is_some_and(|f| {
                (f.head == filter.head
                    || filter.head == Head::Object
                    || filter.head == Head::Permanent)
                    && filter.predicates.iter().all(|p| mentions(&f.predicates, p))
            })
        };
        let score = |r: &Referent| {
            u8::from(r.plural == plural) * 4
                + u8::from(done.is_some() && r.done == done) * 8
                + u8::from(described(r)) * 2
        };
        // "The sacrificed creature" is one that was sacrificed, and nothing else.
        let strict = done.filter(|done| {
            matches!(
                done,
                Participle::Sacrificed
                    | Participle::Discarded
                    | Participle::Exiled
                    | Participle::Tapped
            )
        });
        let mut best: Option<(u8, usize)> = None;
        for (index, referent) in self.said.referents.iter().enumerate() {
            let fits = referent.kind == kind
                && (strict.is_none() || referent.done == strict)
                && referent
                    .filter
                    .as_ref()
                    .is_none_or(|described| agrees(described, filter))
                && !(filter.head == Head::Spell
                    && self.bearer.permanent
                    && referent.meant == Meant::Noun(Noun::This));
            if fits && best.is_none_or(|(s, _)| score(referent) >= s) {
                best = Some((score(referent), index));
            }
        }
        if let Some((most, index)) = best
            && self.said.rivals(index).is_some()
        {
            let rivals = self.said.beside(index);
            if rivals
                .filter(|r| r.kind == kind && score(r) == most)
                .count()
                > 1
                && !plural
            {
                return Err(self.ambiguous(node, index));
            }
        }
        let found = best.and_then(|(_, index)| self.said.referents.get(index).cloned());
        match found {
            Some(found) => self.refer(node, &found, word),
            None if kind == Kind::Player && !plural => self.controller_said(node, word),
            // CR 607.2a: what another ability of the same object exiled.
            None if strict == Some(Participle::Exiled) && self.bearer.permanent => Ok(Noun::Ref {
                to: Binding::Linked,
                word,
            }),
            // CR 601.2b: what the spell's additional cost, which is said in another line, was paid with.
            None if strict.is_some() && !self.bearer.permanent => Ok(Noun::Ref {
                to: Binding::Cost(0),
                word,
            }),
            None => self.dangling(node),
        }
    }
}
