//! Actions as instructions.

use super::{Emitted, Missing, emitter::Emitter, filter::brief};
use crate::bytecode::{CodeType, Manner, Op};
use crate::ir::action::{Attacking, Position};
use crate::ir::{
    Action, Binding, Count, Filter, Noun, Placement, Predicate, Quantifier, Quantity, Word,
};
use crate::vocab::Zone;

impl Emitter<'_, '_> {
    /// Emits an action by players, and keeps its result where later words refer to it. `[] -> []`
    pub fn act(&mut self, who: &Noun, action: &Action, bind: Option<u8>) -> Emitted {
        // CR 601.2c: who acts is a target, whether or not the action itself asks who acts.
        if let Noun::Described {
            quantifier: Quantifier::Target(count),
            filter,
        } = who
        {
            let number = self.announce(count, &[filter])?;
            let who = Noun::Ref {
                to: Binding::Target(number),
                word: Word::Pronoun,
            };
            return self.act(&who, action, bind);
        }
        self.action(who, action)?;
        if let Some(bind) = bind {
            let register = self.bind(bind);
            if bind < 64 && shows(action) {
                self.env.shown |= 1 << bind;
            }
            for n in 0..2 {
                self.emit(Op::Load(n));
                self.emit(Op::Store(register + n));
            }
        }
        Ok(())
    }

    fn action(&mut self, who: &Noun, action: &Action) -> Emitted {
        match action {
            Action::Destroy {
                what,
                no_regeneration,
            } => self.on(who, what, Op::Destroy(*no_regeneration))?,
            Action::Exile {
                what,
                face_down,
                until: None,
                counters: None,
            } => {
                let manner = if *face_down {
                    Manner::FACE_DOWN
                } else {
                    Manner::default()
                };
                self.moved(who, what)?;
                self.emit(Op::Empty);
                self.emit(Op::Move(Zone::Exile, manner));
            }
            Action::Exile { until: Some(_), .. } => {
                return Err("exile until something happens".to_owned());
            }
            Action::Exile { .. } => return Err("exile with counters".to_owned()),
            Action::Sacrifice(what) => self.give_up(who, what, Op::Controllers, Op::Sacrifice)?,
            Action::Discard(what) => self.give_up(who, what, Op::Owners, Op::Discard)?,
            Action::Move { what, to, .. } => self.put(who, what, to)?,
            Action::Draw(n) => self.by(who, n, Op::Draw)?,
            Action::Mill(n) => self.by(who, n, Op::Mill)?,
            Action::Scry(n) => self.look_and_sort(who, n, Op::Scry)?,
            Action::Surveil(n) => self.look_and_sort(who, n, Op::Surveil)?,
            Action::GainLife(n) => self.by(who, n, Op::GainLife)?,
            Action::LoseLife(n) => self.by(who, n, Op::LoseLife)?,
            Action::SetLife(n) => self.by(who, n, Op::SetLife)?,
            Action::PayLife(n) => self.by(who, n, Op::PayLife)?,
            Action::Search {
                zones,
                what,
                reveal,
            } => self.search(who, zones, what, *reveal)?,
            Action::Shuffle(None) => {
                self.player(who)?;
                self.emit(Op::Shuffle);
            }
            Action::Shuffle(Some(what)) => {
                self.noun(what)?;
                self.emit(Op::Owners);
                self.emit(Op::Shuffle);
            }
            Action::Reveal(what) => self.on(who, what, Op::Reveal)?,
            Action::DealDamage {
                source,
                amount,
                to,
                divided,
            } => {
                self.noun(source)?;
                self.things(who, to)?;
                if *divided {
                    self.divide(to, amount)?;
                    self.emit(Op::DamageDivided);
                } else {
                    self.quantity(amount)?;
                    self.emit(Op::Damage);
                }
            }
            Action::LookAt(what) => {
                self.things(who, what)?;
                self.keep();
            }
            Action::Prevent {
                amount,
                to,
                by,
                combat,
                duration,
            } => self.prevent(
                amount.as_ref(),
                [to.as_ref(), by.as_ref()],
                *combat,
                duration,
            )?,
            Action::Fight(one, other) => {
                self.things(who, one)?;
                self.things(who, other)?;
                self.emit(Op::Fight);
            }
            Action::AddMana(output) => self.mana(who, output)?,
            Action::Create {
                count,
                token,
                tapped,
                attacking,
            } => {
                let face = self.compiler.token(token, &self.env.clone())?;
                let mut manner = Manner::default();
                if *tapped {
                    manner = manner.with(Manner::TAPPED);
                }
                if *attacking {
                    manner = manner.with(Manner::ATTACKING);
                }
                self.player(who)?;
                if *attacking {
                    if *who != Noun::You {
                        return Err("attacking tokens of another player".to_owned());
                    }
                    // CR 508.4: their controller chooses what they attack; it follows their controller.
                    self.attack_target(who)?;
                }
                self.quantity(count)?;
                self.emit(Op::CreateToken(face, manner));
            }
            Action::Copy {
                what,
                count,
                as_token: true,
                except,
                tapped,
                attacking,
                new_targets: _,
            } => {
                let mut manner = Manner::default();
                if *tapped {
                    manner = manner.with(Manner::TAPPED);
                }
                if *attacking {
                    manner = manner.with(Manner::ATTACKING);
                }
                self.copy_tokens(who, what, count, manner, except)?;
            }
            Action::Copy {
                what,
                count,
                new_targets,
                except,
                ..
            } => {
                self.copy_spells(who, what, count, *new_targets, except)?;
            }
            Action::Counter { what, to: None } => self.on(who, what, Op::Counter)?,
            Action::Counter { .. } => {
                return Err("a countered spell that is put elsewhere".to_owned());
            }
            Action::Tap(what) => self.on(who, what, Op::Tap)?,
            Action::Untap(what) => self.on(who, what, Op::Untap)?,
            Action::PutCounters {
                count,
                kind,
                on,
                distributed: false,
            } => {
                let kind = self.compiler.counter(kind)?;
                self.things(who, on)?;
                self.quantity(count)?;
                self.emit(Op::AddCounters(kind));
            }
            Action::RemoveCounters {
                count: Some(count),
                kind: Some(kind),
                from,
            } => {
                let kind = self.compiler.counter(kind)?;
                self.things(who, from)?;
                self.quantity(count)?;
                self.emit(Op::RemoveCounters(kind));
            }
            Action::Attach { what, to } => {
                self.things(who, what)?;
                self.things(who, to)?;
                self.emit(Op::Attach);
            }
            Action::Unattach(what) => self.on(who, what, Op::Unattach)?,
            Action::Transform(what) => self.on(who, what, Op::Transform)?,
            Action::Regenerate(what) => self.on(who, what, Op::Regenerate)?,
            Action::RemoveFromCombat(what) => self.on(who, what, Op::RemoveFromCombat)?,
            Action::Choose(what) => {
                self.things(who, what)?;
                self.keep();
            }
            Action::ExtraTurn => self.players(who, Op::ExtraTurn)?,
            Action::WinGame => self.players(who, Op::Win)?,
            Action::LoseGame => self.players(who, Op::Lose)?,
            Action::Emblem(abilities) => {
                let face = self.compiler.emblem(abilities, &self.env.clone())?;
                self.players(who, Op::Emblem(face))?;
            }
            Action::Proliferate => self.proliferate()?,
            Action::KeywordAction { name, what, count } => {
                self.keyword_action(who, name, what.as_ref(), count.as_ref())?;
            }
            Action::Nothing => {}
            other => return Err(format!("the action {}", brief(other))),
        }
        Ok(())
    }

    /// Emits the players who act. `[] -> [Set]`
    pub fn player(&mut self, who: &Noun) -> Emitted {
        if *who == Noun::You {
            self.actor();
            Ok(())
        } else {
            self.noun(who)
        }
    }

    fn players(&mut self, who: &Noun, op: Op) -> Emitted {
        self.player(who)?;
        self.emit(op);
        Ok(())
    }

    pub fn by(&mut self, who: &Noun, amount: &Quantity, op: Op) -> Emitted {
        self.player(who)?;
        self.quantity(amount)?;
        self.emit(op);
        Ok(())
    }

    /// Scrying and surveilling (CR 701.22a, 701.25a): any number of the top cards go to the bottom or into the graveyard, the
    /// rest back on top, in any order.
    fn look_and_sort(&mut self, who: &Noun, amount: &Quantity, op: Op) -> Emitted {
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

    fn on(&mut self, who: &Noun, what: &Noun, op: Op) -> Emitted {
        self.things(who, what)?;
        self.emit(op);
        Ok(())
    }

    /// Emits what an action is done to; what is chosen, each of the players chooses in turn order (CR 101.4). `[] -> [Set]`
    fn things(&mut self, who: &Noun, what: &Noun) -> Emitted {
        if *who == Noun::You || !chooses(what) {
            return self.noun(what);
        }
        let env = self.env.clone();
        let all = self.loop_registers();
        self.emit(Op::Empty);
        self.emit(Op::Store(all));
        self.each_player(who, |emitter| {
            emitter.emit(Op::Load(all));
            emitter.noun(what)?;
            emitter.emit(Op::Union);
            emitter.emit(Op::Store(all));
            Ok(())
        })?;
        self.leave(env);
        self.emit(Op::Load(all));
        Ok(())
    }

    /// Emits a loop over players, each of whom acts and chooses in it.
    fn each_player(&mut self, who: &Noun, body: impl FnOnce(&mut Self) -> Emitted) -> Emitted {
        let env = self.env.clone();
        let rest = self.loop_registers();
        self.noun(who)?;
        self.emit(Op::Store(rest));
        let start = self.here();
        let end = self.jump(|target| Op::Next(rest, target));
        self.env.actor = Some(rest + 2);
        self.env.each = Some(rest + 2);
        self.env.each_local = true;
        body(self)?;
        self.emit(Op::Jump(start));
        self.land(end);
        self.leave(env);
        Ok(())
    }

    /// Players sacrifice or discard their own (CR 701.21a, 701.9a).
    fn give_up(&mut self, who: &Noun, what: &Noun, relation: Op, op: Op) -> Emitted {
        let env = self.env.clone();
        let all = self.loop_registers();
        let pick = |emitter: &mut Self| match what {
            Noun::Described { quantifier, filter }
                if !matches!(quantifier, Quantifier::Target(_)) =>
            {
                let filter = emitter.own(filter, Some(relation))?;
                emitter.noun(&Noun::Described {
                    quantifier: quantifier.clone(),
                    filter,
                })
            }
            other => emitter.noun(other),
        };
        if *who == Noun::You {
            pick(self)?;
            self.emit(Op::Store(all));
        } else {
            self.emit(Op::Empty);
            self.emit(Op::Store(all));
            self.each_player(who, |emitter| {
                emitter.emit(Op::Load(all));
                pick(emitter)?;
                emitter.emit(Op::Union);
                emitter.emit(Op::Store(all));
                Ok(())
            })?;
        }
        self.leave(env);
        self.emit(Op::Load(all));
        self.emit(relation);
        self.emit(Op::Load(all));
        self.emit(op);
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

    /// Takes the set on the stack as the result of what was done last. `[Set] -> []`
    fn keep(&mut self) {
        self.emit(Op::Store(0));
        self.emit(Op::Load(0));
        self.emit(Op::Count);
        self.emit(Op::Store(1));
    }

    /// Emits what an action moves: a card that a word stands for is looked for where it went (CR 400.7).
    fn moved(&mut self, who: &Noun, what: &Noun) -> Emitted {
        self.things(who, what)?;
        // CR 113.6m: an ability that functions in a hand or graveyard is about the card there; one that has left is another.
        let there = *what == Noun::This && self.env.elsewhere;
        if matches!(what, Noun::Ref { .. } | Noun::This) && !there {
            self.emit(Op::Became);
        }
        Ok(())
    }

    fn put(&mut self, who: &Noun, what: &Noun, to: &Placement) -> Emitted {
        if to.counters.len() > 1 || to.attached_to.is_some() {
            return Err("putting something somewhere with several counters or attached".to_owned());
        }
        let mut manner = Manner::default();
        for (on, bit) in [
            (to.tapped, Manner::TAPPED),
            (to.attacking != Attacking::No, Manner::ATTACKING),
            (to.face_down, Manner::FACE_DOWN),
            (to.transformed, Manner::TRANSFORMED),
            (
                matches!(to.position, Position::Bottom | Position::BottomRandom),
                Manner::BOTTOM,
            ),
            (to.position == Position::BottomRandom, Manner::RANDOM),
        ] {
            if on {
                manner = manner.with(bit);
            }
        }
        match to.position {
            // Shuffling into a library puts it there and shuffles (CR 701.24).
            Position::FromTop(_) | Position::TopOrBottom => {
                return Err("a place within a library".to_owned());
            }
            Position::Unstated | Position::Top | Position::Bottom | Position::BottomRandom => {}
        }
        self.moved(who, what)?;
        match (&to.whose, to.zone) {
            // Each of several is under the control of its own owner.
            (Some(whose), Zone::Battlefield) if is_owner_of(whose, what) => self.emit(Op::Empty),
            (Some(whose), Zone::Battlefield) => self.noun(whose)?,
            // CR 110.2a: who is told to put something onto the battlefield controls it.
            (None, Zone::Battlefield) => self.player(who)?,
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
        match to.counters.first() {
            None => self.emit(Op::Move(to.zone, manner)),
            Some((count, kind)) => {
                let kind = self.compiler.counter(kind)?;
                self.quantity(count)?;
                self.emit(Op::MoveWith(to.zone, manner, kind));
            }
        }
        Ok(())
    }

    /// Adds what an entering creature attacks, as a player chooses, to the set on the stack. `[Set] -> [Set]`
    pub(super) fn attack_target(&mut self, who: &Noun) -> Emitted {
        self.player(who)?;
        self.emit(Op::Attackable);
        self.emit(Op::Int(1));
        self.emit(Op::Int(1));
        self.emit(Op::Choose);
        self.emit(Op::Union);
        Ok(())
    }

    fn search(&mut self, who: &Noun, zones: &[Noun], what: &Noun, reveal: bool) -> Emitted {
        let Noun::Described {
            quantifier: Quantifier::Choose(count),
            filter,
        } = what
        else {
            return Err("a search for something that isn't chosen".to_owned());
        };
        let most = match count {
            Count::One => Quantity::Number(1),
            Count::Exactly(n) | Count::UpTo(n) => n.clone(),
            Count::Range(_, most) => Quantity::Number(i64::from(*most)),
            Count::AnyNumber | Count::OneOrMore => Quantity::Number(i64::from(i32::MAX)),
        };
        if *who != Noun::You {
            return Err("a search by another player".to_owned());
        }
        // CR 701.23b: cards with a stated quality need not be found. CR 701.23d: a mere number of cards must be.
        let least = match count {
            Count::One | Count::Exactly(_) if filter.predicates.is_empty() => most.clone(),
            Count::OneOrMore if filter.predicates.is_empty() => Quantity::Number(1),
            _ => Quantity::Number(0),
        };
        let filter = self.filter_code(filter)?;
        self.actor();
        self.emit(Op::Search);
        self.actor();
        self.emit(Op::Empty);
        for zone in zones {
            self.noun(zone)?;
            self.emit(Op::Union);
        }
        self.emit(Op::Filter(filter));
        self.quantity(&least)?;
        self.quantity(&most)?;
        self.emit(Op::Choose);
        self.emit(Op::Store(0));
        if reveal {
            let env = self.env.clone();
            let found = self.loop_registers();
            self.emit(Op::Load(0));
            self.emit(Op::Store(found));
            self.emit(Op::Load(found));
            self.emit(Op::Reveal);
            self.emit(Op::Load(found));
            self.emit(Op::Store(0));
            self.env = env;
        }
        self.emit(Op::Load(0));
        self.keep();
        Ok(())
    }

    /// CR 701.34: any number of permanents and players with counters.
    fn proliferate(&mut self) -> Emitted {
        let with_counters = self.inner(CodeType::Bool, |emitter| {
            emitter.emit(Op::Candidate);
            emitter.emit(Op::Counters(None));
            emitter.emit(Op::Int(1));
            emitter.emit(Op::Compare(crate::bytecode::Compare::AtLeast));
            Ok(())
        })?;
        self.actor();
        self.emit(Op::Select(
            crate::vocab::ZoneSet::of(Zone::Battlefield),
            with_counters,
        ));
        self.emit(Op::Players);
        self.emit(Op::Filter(with_counters));
        self.emit(Op::Union);
        self.emit(Op::Int(0));
        self.emit(Op::Int(i32::MAX));
        self.emit(Op::Choose);
        self.emit(Op::Proliferate);
        Ok(())
    }

    /// Keyword actions that other instructions make up (CR 701).
    fn keyword_action(
        &mut self,
        who: &Noun,
        name: &str,
        what: Option<&Noun>,
        count: Option<&Quantity>,
    ) -> Emitted {
        let put = |count: &Quantity, on: Noun| Action::PutCounters {
            count: count.clone(),
            kind: "+1/+1".into(),
            on,
            distributed: false,
        };
        match (name, what, count) {
            // CR 701.16a.
            ("investigate", None, None) => self.action(
                who,
                &Action::Create {
                    count: Quantity::Number(1),
                    token: crate::ir::TokenSpec::Named("Clue".into()),
                    tapped: false,
                    attacking: false,
                },
            ),
            // CR 701.39a.
            ("bolster", None, Some(n)) if *who == Noun::You => {
                let filter = Filter {
                    head: crate::ir::Head::Permanent,
                    predicates: vec![
                        Predicate::Type(crate::vocab::CardType::Creature),
                        Predicate::ControlledBy(Box::new(Noun::You)),
                        Predicate::Extreme(
                            crate::ir::Attribute::Toughness,
                            crate::ir::noun::Extreme::Least,
                        ),
                    ],
                };
                let on = Noun::Described {
                    quantifier: Quantifier::Choose(Count::One),
                    filter,
                };
                self.action(&Noun::You, &put(n, on))
            }
            // CR 701.46a.
            ("adapt", None, Some(n)) => {
                let kind = self.compiler.counter("+1/+1")?;
                self.emit(Op::This);
                self.emit(Op::Counters(Some(kind)));
                self.emit(Op::Int(0));
                self.emit(Op::Compare(crate::bytecode::Compare::Equal));
                let no = self.jump(Op::JumpUnless);
                self.action(&Noun::You, &put(n, Noun::This))?;
                self.land(no);
                Ok(())
            }
            _ => Err(format!("the keyword action `{name}`")),
        }
    }

    /// Notes that an amount is divided among the targets of a phrase (CR 601.2d).
    fn divide(&mut self, among: &Noun, amount: &Quantity) -> Emitted {
        let phrase = match (among, self.ops.last()) {
            (
                Noun::Described {
                    quantifier: Quantifier::Target(_),
                    ..
                },
                Some(Op::Target(phrase)),
            ) => *phrase,
            _ => return Err("an amount divided among something else than targets".to_owned()),
        };
        if self.divided.is_some() {
            return Err("two divided amounts".to_owned());
        }
        let amount = self.inner(CodeType::Int, |emitter| emitter.quantity(amount))?;
        self.divided = Some((phrase, amount));
        Ok(())
    }
}

/// Whether the result of an action is cards that were shown where they are, or in exile.
fn shows(action: &Action) -> bool {
    matches!(
        action,
        Action::LookAt(_) | Action::Reveal(Noun::Top { .. }) | Action::RevealUntil { .. }
    )
}

/// Whether a player chooses among the things of a noun while the effect happens.
pub(super) fn chooses(noun: &Noun) -> bool {
    match noun {
        Noun::Described {
            quantifier: Quantifier::Choose(_),
            ..
        }
        | Noun::Among(Quantifier::Choose(_), ..) => true,
        Noun::All(parts) => parts.iter().any(chooses),
        _ => false,
    }
}

/// Whether a noun is the owner of another: "it", "that card" and the description that introduced them are the same.
fn is_owner_of(whose: &Noun, what: &Noun) -> bool {
    let Noun::Related(crate::ir::Role::Owner, of) = whose else {
        return false;
    };
    match (&**of, what) {
        (Noun::Ref { to: a, .. }, Noun::Ref { to: b, .. }) => a == b,
        (of, what) => of == what,
    }
}
