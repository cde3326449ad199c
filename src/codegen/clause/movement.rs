//! Code for what moves cards: searching, revealing until, putting, giving up (CR 400, 701).

use crate::bytecode::{CodeType, Ending, Manner, Op};
use crate::codegen::{Emitted, Missing, emitter::Emitter};
use crate::ir::action::{Arrangement, Attacking, Position};
use crate::ir::{
    Action, Binding, Count, Duration, Filter, Head, Noun, Placement, Predicate, Quantifier,
    Quantity, Word,
};
use crate::vocab::Zone;

impl Emitter<'_, '_> {
    /// On the top or the bottom of its owner's library, as the acting player chooses: one of two instructions for the thing on
    /// the stack. `[Set] -> []`
    fn top_or_bottom(&mut self, on_top: Op, on_the_bottom: Op) -> Emitted {
        let outer = self.env.clone();
        let thing = self.loop_registers();
        self.emit(Op::Store(thing));
        let list = self.options(vec!["top".into(), "bottom".into()])?;
        self.actor();
        self.emit(Op::Pick(list));
        self.emit(Op::Int(1));
        self.emit(Op::Compare(crate::bytecode::Compare::Equal));
        let top = self.jump(Op::JumpUnless);
        self.emit(Op::Load(thing));
        self.emit(on_the_bottom);
        let end = self.jump(Op::Jump);
        self.land(top);
        self.emit(Op::Load(thing));
        self.emit(on_top);
        self.land(end);
        self.leave(outer);
        Ok(())
    }

    /// A countered spell is put somewhere else than into its owner's graveyard.
    pub(in crate::codegen) fn counter_to(
        &mut self,
        who: &Noun,
        what: &Noun,
        to: &Placement,
    ) -> Emitted {
        let plain = Placement {
            position: to.position.clone(),
            ..Placement::into_zone(to.zone)
        };
        if *to != plain {
            return Err("a countered spell that is put somewhere in some way".to_owned());
        }
        match (to.zone, &to.position) {
            (Zone::Exile | Zone::Hand, Position::Unstated) => {
                self.on(who, what, Op::CounterTo(to.zone, false))
            }
            (Zone::Library, Position::Top | Position::Bottom) => {
                let bottom = to.position == Position::Bottom;
                self.on(who, what, Op::CounterTo(Zone::Library, bottom))
            }
            (Zone::Library, Position::TopOrBottom) => {
                self.things(who, what)?;
                self.top_or_bottom(
                    Op::CounterTo(Zone::Library, false),
                    Op::CounterTo(Zone::Library, true),
                )
            }
            _ => Err("a countered spell that is put elsewhere".to_owned()),
        }
    }

    /// Cards are revealed or exiled from the top of a library until one fits; that one is the result, and the rest of it are
    /// the others.
    pub(in crate::codegen) fn reveal_until(
        &mut self,
        who: &Noun,
        from: &Noun,
        until: &Noun,
        exile: bool,
    ) -> Emitted {
        let (
            Noun::Zone(Zone::Library, of),
            Noun::Described {
                quantifier: Quantifier::Choose(Count::One),
                filter,
            },
        ) = (from, until)
        else {
            return Err("cards revealed until something else".to_owned());
        };
        if *who != Noun::You {
            return Err("cards revealed by another player".to_owned());
        }
        let filter = self.filter_code(filter)?;
        let player = self.loop_registers();
        let all = player.saturating_add(2);
        let card = self.loop_registers();
        self.noun(of)?;
        self.emit(Op::Store(player));
        self.emit(Op::Empty);
        self.emit(Op::Store(all));
        self.emit(Op::Empty);
        self.emit(Op::Store(card));
        let start = self.here();
        self.emit(Op::Load(player));
        // Exiled cards are gone from the library, revealed ones are still there.
        if exile {
            self.emit(Op::Int(1));
        } else {
            self.emit(Op::Load(all));
            self.emit(Op::Count);
            self.emit(Op::Int(1));
            self.emit(Op::Add);
        }
        self.emit(Op::Top);
        self.emit(Op::Load(all));
        self.emit(Op::Minus);
        self.emit(Op::Store(card));
        self.emit(Op::Load(card));
        self.emit(Op::Count);
        self.emit(Op::Int(1));
        self.emit(Op::Compare(crate::bytecode::Compare::AtLeast));
        let empty = self.jump(Op::JumpUnless);
        if exile {
            self.emit(Op::Load(card));
            self.emit(Op::Empty);
            self.emit(Op::Move(Zone::Exile, Manner::default()));
            self.emit(Op::Load(0));
            self.emit(Op::Store(card));
        } else {
            self.emit(Op::Load(card));
            self.emit(Op::Reveal);
        }
        self.emit(Op::Load(all));
        self.emit(Op::Load(card));
        self.emit(Op::Union);
        self.emit(Op::Store(all));
        self.emit(Op::Load(card));
        self.emit(Op::Any(filter));
        self.emit(Op::Not);
        let found = self.jump(Op::JumpUnless);
        self.emit(Op::Empty);
        self.emit(Op::Store(card));
        self.emit(Op::Jump(start));
        self.land(found);
        self.land(empty);
        self.env.found_among = Some(all);
        self.emit(Op::Load(card));
        self.keep();
        Ok(())
    }

    /// CR 610.3: exiled until this leaves the battlefield; nothing happens if it already has.
    pub(in crate::codegen) fn exile_until(
        &mut self,
        who: &Noun,
        what: &Noun,
        until: &Duration,
    ) -> Emitted {
        if *until != Duration::UntilLeaves(Box::new(Noun::This)) {
            return Err("exile until something else happens".to_owned());
        }
        // What returns goes where it was: the battlefield.
        let permanents = match what {
            Noun::Described { filter, .. } => {
                matches!(filter.head, Head::Permanent | Head::Token)
                    && !filter
                        .predicates
                        .iter()
                        .any(|p| matches!(p, Predicate::InZone(..)))
            }
            Noun::Attached(_) => true,
            _ => false,
        };
        if !permanents {
            return Err(
                "exile of something else than permanents, until something happens".to_owned(),
            );
        }
        let here = self.inner(CodeType::Bool, |emitter| {
            emitter.emit(Op::InZone(Zone::Battlefield));
            Ok(())
        })?;
        let outer = self.env.clone();
        let exiled = self.loop_registers();
        // Chosen and targeted all the same.
        self.moved(who, what)?;
        self.emit(Op::Store(exiled));
        self.emit(Op::This);
        self.emit(Op::Any(here));
        let gone = self.jump(Op::JumpUnless);
        self.emit(Op::Load(exiled));
        self.emit(Op::Empty);
        self.emit(Op::Move(Zone::Exile, Manner::default()));
        self.emit(Op::Load(0));
        self.emit(Op::Store(exiled));
        let mut env = self.env.later();
        env.first_register = self.env.first_register;
        let id = self.compiler.held_in_exile(exiled, &env)?;
        self.emit(Op::Begin(id, Ending::ThisLeaves));
        self.emit(Op::Load(exiled));
        self.keep();
        self.land(gone);
        self.leave(outer);
        Ok(())
    }

    /// Scrying and surveilling (CR 701.22a, 701.25a): any number of the top cards go to the bottom or into the graveyard, the
    /// rest back on top, in any order.
    pub(in crate::codegen) fn look_and_sort(
        &mut self,
        who: &Noun,
        amount: &Quantity,
        op: Op,
    ) -> Emitted {
        if self.several(who) {
            // Each their own cards, in turn order (CR 101.4).
            return self.each_player(who, |emitter| {
                emitter.env.those = false;
                emitter.look_and_sort(&Noun::You, amount, op)
            });
        }
        self.by(who, amount, op)?;
        let outer = self.env.clone();
        let seen = self.loop_registers();
        let chosen = seen.saturating_add(2);
        // As many as the event came to, replacement effects applied.
        self.player(who)?;
        self.emit(Op::Load(1));
        self.emit(Op::Top);
        self.emit(Op::Store(seen));
        self.player(who)?;
        self.emit(Op::Load(seen));
        self.emit(Op::Int(0));
        self.emit(Op::Load(1));
        self.emit(Op::Choose);
        self.emit(Op::Store(chosen));
        if op == Op::Surveil {
            self.emit(Op::Load(chosen));
            self.emit(Op::Empty);
            self.emit(Op::Move(Zone::Graveyard, Manner::default()));
        } else {
            self.player(who)?;
            self.emit(Op::Load(chosen));
            self.emit(Op::Arrange(true));
        }
        self.player(who)?;
        self.emit(Op::Load(seen));
        self.emit(Op::Load(chosen));
        self.emit(Op::Minus);
        self.emit(Op::Arrange(false));
        self.leave(outer);
        Ok(())
    }

    /// Players sacrifice or discard their own (CR 701.21a, 701.9a).
    pub(in crate::codegen) fn give_up(
        &mut self,
        who: &Noun,
        what: &Noun,
        relation: Op,
        op: Op,
    ) -> Emitted {
        let env = self.env.clone();
        let all = self.loop_registers();
        let pick = |emitter: &mut Self| match what {
            // Whichever fits one of the descriptions.
            Noun::Either(parts) => {
                let mut own = Vec::new();
                for part in parts {
                    let Noun::Described { quantifier, filter } = part else {
                        return Err("a choice between nouns".to_owned());
                    };
                    own.push(Noun::Described {
                        quantifier: quantifier.clone(),
                        filter: emitter.own(filter, Some(relation))?,
                    });
                }
                emitter.noun(&Noun::Either(own))
            }
            Noun::All(parts) => emitter.all_different_things(parts, relation),
            Noun::Described { quantifier, filter }
                if !matches!(quantifier, Quantifier::Target(_)) =>
            {
                let filter = emitter.own(filter, Some(relation))?;
                emitter.noun(&Noun::Described {
                    quantifier: quantifier.clone(),
                    filter,
                })
            }
            other => {
                emitter.noun(other)?;
                if *other == Noun::This && emitter.env.entering && emitter.env.captured {
                    emitter.emit(Op::Became);
                } else if relation == Op::Controllers {
                    // CR 701.21a: what someone else controls by then is not sacrificed.
                    let permanent = Filter {
                        head: Head::Permanent,
                        predicates: Vec::new(),
                    };
                    let own = emitter.own(&permanent, Some(relation))?;
                    let code = emitter.filter_code(&own)?;
                    emitter.emit(Op::Filter(code));
                }
                Ok(())
            }
        };
        if *who == Noun::You {
            pick(self)?;
            self.emit(Op::Store(all));
        } else {
            self.of_each_player(who, all, pick)?;
        }
        self.leave(env);
        self.emit(Op::Load(all));
        self.emit(relation);
        self.emit(Op::Load(all));
        self.emit(op);
        Ok(())
    }

    /// Emits several things that are given up together, each of which is another. `[] -> [Set]`
    fn all_different_things(&mut self, parts: &[Noun], relation: Op) -> Emitted {
        let chosen = self.loop_registers();
        self.emit(Op::Empty);
        self.emit(Op::Store(chosen));
        for part in parts {
            match part {
                Noun::Described {
                    quantifier: Quantifier::Choose(count),
                    filter,
                } => {
                    let filter = self.own(filter, Some(relation))?;
                    self.actor();
                    self.select(&filter)?;
                    self.emit(Op::Load(chosen));
                    self.emit(Op::Minus);
                    // What is named later is not chosen before.
                    if parts.contains(&Noun::This) {
                        self.emit(Op::This);
                        self.emit(Op::Minus);
                    }
                    if !matches!(count, Count::One | Count::Exactly(_)) {
                        return Err("several things, one of them in any number".to_owned());
                    }
                    self.bounds(count)?;
                    self.emit(Op::Choose);
                }
                other => self.noun(other)?,
            }
            self.emit(Op::Load(chosen));
            self.emit(Op::Union);
            self.emit(Op::Store(chosen));
        }
        self.emit(Op::Load(chosen));
        Ok(())
    }

    /// A description limited to what the acting player has: controls, or has in hand.
    pub fn own(&mut self, filter: &Filter, relation: Option<Op>) -> Result<Filter, Missing> {
        let mut filter = filter.clone();
        if relation.is_none() {
            return Ok(filter);
        }
        let actor = match (self.env.actor, self.env.each) {
            (None, _) => Noun::You,
            (actor, each) if actor == each => Noun::Ref {
                to: Binding::Each,
                word: Word::Pronoun,
            },
            _ => return Err("a choice by a player inside of a repetition".to_owned()),
        };
        let own = if relation == Some(Op::Owners) {
            Predicate::InZone(Zone::Hand, Some(Box::new(actor)))
        } else {
            Predicate::ControlledBy(Box::new(actor))
        };
        filter.predicates.push(own);
        Ok(filter)
    }

    /// Emits what an action moves: a card that a word stands for is looked for where it went (CR 400.7).
    pub(in crate::codegen) fn moved(&mut self, who: &Noun, what: &Noun) -> Emitted {
        self.things(who, what)?;
        // CR 113.6m: an ability that functions in a hand or graveyard is about the card there; one that has left is another.
        let there = *what == Noun::This && self.env.elsewhere;
        if matches!(what, Noun::Ref { .. } | Noun::This | Noun::Giver) && !there {
            self.emit(Op::Became);
        }
        Ok(())
    }

    pub(in crate::codegen) fn put(&mut self, who: &Noun, what: &Noun, to: &Placement) -> Emitted {
        if to.counters.len() > 1 {
            return Err("putting something somewhere with several kinds of counters".to_owned());
        }
        if to.attached_to.is_some()
            && (!to.counters.is_empty()
                || to.zone != Zone::Battlefield
                || to.attacking != Attacking::No)
        {
            return Err("putting something somewhere attached and more".to_owned());
        }
        // CR 400.3: a card goes to its owner's zone, so nobody is chosen as whose it is.
        let described = |whose: &Noun| matches!(whose.plain(), Noun::Described { .. });
        if to.zone != Zone::Battlefield && to.whose.as_deref().is_some_and(described) {
            return Err("the zone of another player than the owner".to_owned());
        }
        let mut manner = Manner::default();
        for (on, bit) in [
            (to.tapped, Manner::TAPPED),
            (to.attacking != Attacking::No, Manner::ATTACKING),
            (to.face_down, Manner::FACE_DOWN),
            (to.transformed, Manner::TRANSFORMED),
            (to.position == Position::Bottom, Manner::BOTTOM),
            // Cards that are shuffled into a library need no order of their own.
            (
                to.order == Arrangement::Random
                    || to.zone == Zone::Library && to.position == Position::Unstated,
                Manner::RANDOM,
            ),
        ] {
            if on {
                manner = manner.with(bit);
            }
        }
        match to.position {
            Position::FromTop(place) if to.zone == Zone::Library => {
                self.moved(who, what)?;
                self.emit(Op::MoveDeep(place.saturating_sub(1)));
                return Ok(());
            }
            Position::TopOrBottom if to.zone == Zone::Library && *who == Noun::You => {
                self.moved(&Noun::You, what)?;
                return self.top_or_bottom(Op::MoveDeep(0), Op::MoveDeep(u32::MAX));
            }
            // Shuffling into a library puts it there and shuffles (CR 701.24).
            Position::FromTop(_) | Position::TopOrBottom => {
                return Err("a place within a library".to_owned());
            }
            Position::Unstated | Position::Top | Position::Bottom => {}
        }
        self.moved(who, what)?;
        match (&to.whose, to.zone) {
            // Each of several is under the control of its own owner.
            (Some(whose), Zone::Battlefield) if is_owner_of(whose, what) => self.emit(Op::Empty),
            (Some(whose), Zone::Battlefield) => self.noun(whose)?,
            // Each of several players puts their own.
            (None, Zone::Battlefield) if self.several(who) => {
                if !self.of_their_own(what) {
                    return Err("what several players put onto the battlefield".to_owned());
                }
                self.emit(Op::Empty);
            }
            // CR 110.2a: who is told to put something onto the battlefield controls it.
            (None, Zone::Battlefield) => self.player(who)?,
            (_, Zone::Library) if to.order == Arrangement::Any => self.player(who)?,
            // CR 400.3: in other zones it is its owner's.
            _ => self.emit(Op::Empty),
        }
        match &to.attacking {
            Attacking::No => {}
            Attacking::Chosen => self.attack_target(who)?,
            Attacking::SameAs(creature) => {
                self.noun(creature)?;
                self.emit(Op::Attacked);
                self.emit(Op::Union);
            }
        }
        match (to.counters.first(), &to.attached_to) {
            (None, None) => self.emit(Op::Move(to.zone, manner)),
            (None, Some(host)) => {
                self.things(who, host)?;
                self.emit(Op::MoveAttached(manner));
            }
            (Some((count, kind)), _) => {
                let kind = self.compiler.counter(kind)?;
                self.quantity(count)?;
                self.emit(Op::MoveWith(to.zone, manner, kind));
            }
        }
        Ok(())
    }

    /// Adds what an entering creature attacks, as a player chooses, to the set on the stack. `[Set] -> [Set]`
    pub(in crate::codegen) fn attack_target(&mut self, who: &Noun) -> Emitted {
        self.player(who)?;
        self.emit(Op::Attackable);
        self.emit(Op::Int(1));
        self.emit(Op::Int(1));
        self.emit(Op::Choose);
        self.emit(Op::Union);
        Ok(())
    }
}

/// The result that the things an action is done to are taken out of.
pub(in crate::codegen) fn taken_out_of(action: &Action) -> Option<u8> {
    let what = match action {
        Action::Move { what, .. } | Action::Exile { what, .. } | Action::Choose(what) => what,
        _ => return None,
    };
    match what {
        Noun::Ref {
            to: Binding::Result(n),
            ..
        } => Some(*n),
        Noun::Among(_, _, of) => match **of {
            Noun::Ref {
                to: Binding::Result(n),
                ..
            } => Some(n),
            _ => None,
        },
        Noun::Described { filter, .. } => filter.predicates.iter().find_map(|p| match p {
            Predicate::In(Binding::Result(n)) => Some(*n),
            _ => None,
        }),
        _ => None,
    }
}

/// Whether a noun is what an action of the effect did.
pub(in crate::codegen) const fn is_result(noun: &Noun) -> bool {
    matches!(
        noun,
        Noun::Ref {
            to: Binding::Result(_),
            ..
        }
    )
}

/// Whether a noun is the owner of another: "it", "that card" and the description that introduced them are the same.
pub(in crate::codegen) fn is_owner_of(whose: &Noun, what: &Noun) -> bool {
    let Noun::Related(crate::ir::Role::Owner, of) = whose else {
        return false;
    };
    match (&**of, what) {
        (Noun::Ref { to: a, .. }, Noun::Ref { to: b, .. }) => a == b,
        (of, what) => of == what,
    }
}
