//! What players do with priority: passing, casting, activating.

use super::{Goal, Halt, Play, Ran};
use crate::bytecode::AbilityKind;
use crate::diag::Code;
use crate::engine::{self, layers};
use crate::game::{Action, Answer, Choice, Entity, ObjectId, PlayerId};
use crate::ruling::names::Seek;
use crate::ruling::report::Failure;
use crate::ruling::script::{Deed, Doing, Mention, Named, Pick, Reply, Said};
use crate::source::Span;
use crate::vocab::Name;

impl Play<'_> {
    /// A player passes.
    pub(super) fn pass(&mut self, player: PlayerId, span: Span) -> Ran<()> {
        self.hold(player, span)?;
        self.give(Answer::Act(Action::Pass), span)?;
        self.goal = Goal::Priority;
        self.advance(span)?;
        Ok(())
    }

    /// Lets a player have priority: others pass before them, if nothing resolves or ends by that.
    pub(super) fn hold(&mut self, player: PlayerId, span: Span) -> Ran<()> {
        for _ in 0..=self.game.players.len() {
            let Some(decision) = self.game.decision.clone() else {
                break;
            };
            if decision.choice != Choice::Priority {
                return Err(self.unanswered(&decision, span));
            }
            // CR 805.5: a team has priority; its players are asked one after the other.
            if decision.player == player {
                return Ok(());
            }
            let before = (self.game.stack.len(), self.game.turn.clone());
            self.give(Answer::Act(Action::Pass), span)?;
            self.goal = Goal::Priority;
            self.advance(span)?;
            if before != (self.game.stack.len(), self.game.turn.clone()) {
                break;
            }
        }
        let who = self.called(Entity::Player(player));
        Err(Box::new(
            Failure::new(
                Code::Illegal,
                span,
                format!("{who} does not have priority here"),
            )
            .rule("117.1"),
        ))
    }

    /// A player acts; the choices that go with the action answer its questions.
    pub(in crate::ruling) fn act(&mut self, doing: &Doing, span: Span) -> Ran<()> {
        if doing.deed == Deed::Concede {
            let asked = self.game.decision.as_ref().map(|d| d.player);
            if asked != Some(doing.player) {
                self.hold(doing.player, span)?;
            }
            self.give(Answer::Act(Action::Concede), span)?;
            self.goal = Goal::Priority;
            self.advance(span)?;
            return Ok(());
        }
        self.hold(doing.player, span)?;
        let action = self.action(doing, span)?;
        let refused = engine::why_illegal(&self.game, self.program, doing.player, &action)
            .map_err(|fault| {
                Box::new(
                    Failure::new(Code::Stuck, span, "whether this is legal cannot be told")
                        .found(fault.to_string()),
                )
            })?;
        if let Some(illegal) = refused {
            return Err(Box::new(Failure::refused(
                span,
                "the rules do not allow this",
                illegal,
            )));
        }
        let before = self.queue.len();
        let from = self.trace.events.len();
        for reply in doing.replies.iter().rev() {
            self.queue.push_front((doing.player, reply.clone()));
        }
        self.seen.clear();
        self.give(Answer::Act(action), span)?;
        self.goal = Goal::Priority;
        let halt = self.advance(span)?;
        if halt != Halt::Asked {
            // What there was no choice about is not asked; that it was done is enough.
            while self.queue.len() > before {
                let Some((_, reply)) = self.queue.front() else {
                    break;
                };
                if !self.was_done(reply, from) {
                    return self.leftover();
                }
                self.queue.pop_front();
            }
        }
        Ok(())
    }

    /// Whether something happened since to everything that a reply names.
    pub(super) fn was_done(&self, reply: &Reply, from: usize) -> bool {
        let (Said::Things(mentions) | Said::Pay(mentions)) = &reply.what else {
            return false;
        };
        mentions.iter().all(|mention| {
            let found = self
                .names
                .resolve(mention, Seek::InPlay, &self.game, self.program);
            found.is_ok_and(|found| {
                found.iter().all(|thing| {
                    self.trace
                        .events
                        .iter()
                        .skip(from)
                        .any(|event| self.same(*thing, event.subject))
                })
            })
        })
    }

    /// The action that a deed is.
    pub(super) fn action(&self, doing: &Doing, span: Span) -> Ran<Action> {
        let unknown = |mention: &Mention, why: String| {
            Box::new(Failure::new(Code::UnknownName, mention.span, why))
        };
        let seek = |mention: &Mention, seek| {
            let mut own = mention.clone();
            // A card of the player who acts is meant, unless there is none.
            if seek == Seek::ToPlay
                && let Named::Object { player, .. } = &mut own.what
            {
                player.get_or_insert(doing.player);
            }
            let find = |mention| self.names.object(mention, seek, &self.game, self.program);
            find(&own)
                .or_else(|why| find(mention).map_err(|_| why))
                .map_err(|why| unknown(mention, why))
        };
        match &doing.deed {
            Deed::Cast(mention, keyword) => {
                let card = seek(mention, Seek::ToPlay)?;
                let fused = keyword
                    .as_ref()
                    .is_some_and(|word| word.as_str() == "fused");
                // CR 702.102a: the card as a whole.
                let face = if fused {
                    0
                } else {
                    self.face_meant(card, mention)
                };
                let cast = |alternative| Action::Cast {
                    card,
                    face,
                    alternative,
                };
                match keyword {
                    _ if fused => Ok(cast(None)),
                    Some(name) => Ok(cast(Some(self.alternative(card, name, span)?))),
                    None => Ok(self.only_way(doing.player, cast(None))),
                }
            }
            Deed::Play(mention) => {
                let card = seek(mention, Seek::ToPlay)?;
                Ok(Action::PlayLand {
                    card,
                    face: self.face_meant(card, mention),
                })
            }
            Deed::Activate(mention, pick) => {
                let object = seek(mention, Seek::InPlay)?;
                let picked = self.pick(object, pick, mention.span);
                // One with the name that is elsewhere may be the one with the ability, such as cycling.
                if picked.is_err()
                    && let Ok(object) = seek(mention, Seek::ToPlay)
                    && let Ok(ability) = self.pick(object, pick, mention.span)
                {
                    return Ok(Action::Activate { object, ability });
                }
                picked.map(|ability| Action::Activate { object, ability })
            }
            Deed::TurnUp(mention) => Ok(Action::TurnFaceUp(seek(mention, Seek::InPlay)?)),
            Deed::Concede => Ok(Action::Concede),
            Deed::Attack(mention, _) | Deed::Block(mention, _) => Err(unknown(
                mention,
                "attacks and blocks are declared, not done with priority".to_owned(),
            )),
        }
    }

    /// Casting a card as it is said, or in the only other way there is.
    fn only_way(&self, player: PlayerId, plain: Action) -> Action {
        let Action::Cast { card, face, .. } = plain else {
            return plain;
        };
        if engine::why_illegal(&self.game, self.program, player, &plain)
            .is_ok_and(|no| no.is_none())
        {
            return plain;
        }
        let legal = engine::legal_actions(&self.game, self.program).into_iter();
        let mut others = legal.filter(|action| {
            matches!(action, Action::Cast { card: of, face: as_face, .. } if *of == card && *as_face == face)
        });
        match (others.next(), others.next()) {
            (Some(only), None) => only,
            _ => plain,
        }
    }

    /// The face of a card that a mention names, if not the first.
    pub(super) fn face_meant(&self, card: ObjectId, mention: &Mention) -> u8 {
        let Named::Object { name, .. } = &mention.what else {
            return 0;
        };
        let faces = self
            .game
            .object(card)
            .and_then(|o| self.program.face(o.face)?.card)
            .and_then(|(id, _)| self.program.cards.get(id.index()))
            .map(|c| c.faces.to_vec())
            .unwrap_or_default();
        faces
            .iter()
            .position(|f| {
                self.program.face(*f).is_some_and(|f| {
                    crate::ruling::parse::names_of(&f.name).any(|n| n == name.as_str())
                })
            })
            .and_then(|at| u8::try_from(at).ok())
            .unwrap_or(0)
    }

    /// The ability of a keyword that gives an alternative cost.
    pub(super) fn alternative(
        &self,
        card: ObjectId,
        keyword: &Name,
        span: Span,
    ) -> Ran<crate::bytecode::AbilityId> {
        let wanted = self
            .program
            .keywords
            .iter()
            .position(|k| k.name.eq_ignore_ascii_case(keyword));
        let seen = layers::characteristics(&self.game, self.program, card);
        if keyword.as_str() == "face down" {
            let abilities = seen.iter().flat_map(|seen| seen.abilities.iter());
            let mut abilities = abilities.map(|instance| instance.ability);
            let morph = abilities.find(|id| engine::costs::casts_face_down(self.program, *id));
            return morph.ok_or_else(|| {
                Box::new(
                    Failure::new(Code::Illegal, span, "it can't be cast face down").rule("702.37d"),
                )
            });
        }
        // One that is printed without a keyword: "rather than pay this spell's mana cost".
        let plain = keyword.as_str() == "alternative";
        let found = seen.and_then(|seen| {
            seen.abilities
                .iter()
                .filter(|a| match (a.keyword, wanted) {
                    (Some(keyword), Some(wanted)) => keyword.index() == wanted,
                    (None, None) => plain,
                    _ => false,
                })
                .find(|a| engine::costs::way(self.program, a.ability).is_some())
                .map(|a| a.ability)
        });
        found.ok_or_else(|| {
            Box::new(Failure::new(
                Code::Illegal,
                span,
                format!("it has no {keyword} cost"),
            ))
        })
    }

    /// The place of an activated ability among the abilities of an object.
    pub(super) fn pick(&self, object: ObjectId, pick: &Pick, span: Span) -> Ran<u8> {
        let Some(seen) = layers::characteristics(&self.game, self.program, object) else {
            return Err(Box::new(Failure::new(
                Code::UnknownName,
                span,
                "the object is gone",
            )));
        };
        let activated: Vec<(usize, &str, Option<&str>)> = seen
            .abilities
            .iter()
            .enumerate()
            .filter_map(|(at, instance)| {
                let ability = self.program.ability(instance.ability)?;
                let keyword = instance
                    .keyword
                    .and_then(|k| self.program.keywords.get(k.index()))
                    .map(|k| k.name.as_str());
                let here = ability.zones.contains(self.game.zone(object));
                (here && matches!(ability.kind, AbilityKind::Activated { .. }))
                    .then(|| (at, self.program.string(ability.text), keyword))
            })
            .collect();
        let found: Vec<usize> = activated
            .iter()
            .enumerate()
            .filter(|(n, (_, text, keyword))| match pick {
                Pick::Only => true,
                Pick::Nth(wanted) => n.saturating_add(1) == *wanted,
                Pick::Quoted(start) => begins_with(text, start),
                Pick::Keyword(name) => keyword.is_some_and(|k| k.eq_ignore_ascii_case(name)),
            })
            .map(|(_, (at, ..))| *at)
            .collect();
        match found.as_slice() {
            [only] => u8::try_from(*only).map_err(|_| {
                Box::new(Failure::new(
                    Code::Illegal,
                    span,
                    "it has too many abilities",
                ))
            }),
            [] => {
                let mut failure =
                    Failure::new(Code::Illegal, span, "it has no such activated ability")
                        .rule("602.1");
                for (_, text, _) in &activated {
                    failure = failure.note(format!("it has \"{text}\""));
                }
                Err(Box::new(failure))
            }
            _ => {
                let mut failure = Failure::new(
                    Code::AmbiguousName,
                    span,
                    "it has several activated abilities; say which, as in `the first ability of`",
                );
                for (_, text, _) in &activated {
                    failure = failure.note(format!("it has \"{text}\""));
                }
                Err(Box::new(failure))
            }
        }
    }
}

/// Whether the text of an ability begins with words, in any case of the first letter.
fn begins_with(text: &str, words: &str) -> bool {
    let (mut text, mut words) = (text.chars(), words.chars());
    let first = |c: Option<char>| c.map(|c| c.to_lowercase().to_string());
    first(text.next()) == first(words.next()) && text.as_str().starts_with(words.as_str())
}
