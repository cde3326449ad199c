//! Actions as instructions.

use crate::bytecode::operand::Instead;
use crate::bytecode::{CodeType, Fold, Manner, Op, Stat};
use crate::codegen::{
    Emitted,
    clause::{effects::several::whose_part, movement::taken_out_of},
    emitter::Emitter,
    phrase::filter::brief,
};
use crate::ir::action::Doubled;
use crate::ir::{
    Action, Filter, Head, Noun, Predicate, PtValue, Quantifier, Quantity, TokenSpec, Word,
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
                to: self.said_target(number),
                word: Word::Pronoun,
            };
            return self.act(&who, action, bind);
        }
        if let Some(result) = self.shared_result(who, action) {
            return self.each_by_their_share(who, action, bind, result);
        }
        if self.of_each(who, action) && !matches!(action, Action::Choose(_) | Action::Search { .. })
        {
            self.each_at_once(who, action)?;
        } else {
            self.action(who, action)?;
        }
        // A card that is cast from there is a spell then, if it is cast.
        if let Action::Cast {
            what: Noun::This, ..
        } = action
            && self.env.elsewhere
        {
            self.env.this_became = true;
        }
        if let Action::Move {
            what: Noun::This, ..
        }
        | Action::Exile {
            what: Noun::This, ..
        } = action
            && self.env.elsewhere
        {
            let register = match self.env.this_is {
                Some(register) if !self.env.captured => register,
                _ => self.loop_registers(),
            };
            self.emit(Op::Load(0));
            self.emit(Op::Store(register));
            self.env.this_is = Some(register);
        }
        if let Some(bind) = bind {
            let register = self.bind(bind);
            if self.several(who) {
                self.env.shares.push((bind, whose_part(action)));
            }
            if bind < 64 && shows(action) {
                self.env.shown |= 1 << bind;
            }
            if let Some(all) = self.env.found_among.take() {
                self.env.others.push((bind, all));
            }
            if let Some(from) = taken_out_of(action) {
                self.env.taken_from.push((bind, from));
            }
            for n in 0..2 {
                self.emit(Op::Load(n));
                self.emit(Op::Store(register + n));
            }
        }
        Ok(())
    }

    pub fn action(&mut self, who: &Noun, action: &Action) -> Emitted {
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
            Action::Exile {
                what,
                face_down: false,
                until: Some(until),
                counters: None,
            } => self.exile_until(who, what, until)?,
            Action::Exile { until: Some(_), .. } => {
                return Err("exile until something happens".to_owned());
            }
            Action::Exile {
                what,
                face_down,
                until: None,
                counters: Some((count, kind)),
            } => {
                let manner = if *face_down {
                    Manner::FACE_DOWN
                } else {
                    Manner::default()
                };
                let kind = self.compiler.counter(kind)?;
                self.moved(who, what)?;
                self.emit(Op::Empty);
                self.quantity(count)?;
                self.emit(Op::MoveWith(Zone::Exile, manner, kind));
            }
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
                shuffles_if: true,
            } => self.search_some(who, zones, what, *reveal)?,
            Action::Search {
                zones,
                what,
                reveal,
                ..
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
            Action::Exploit(one, what) => {
                self.things(who, one)?;
                self.noun(what)?;
                self.emit(Op::Happens(crate::game::EventKind::Exploit));
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
                // "An X/X token": it has that power and toughness as long as it is what it was created as (CR 111.3).
                if let TokenSpec::Described {
                    pt: Some((power, toughness)),
                    ..
                } = token
                    && [power, toughness]
                        .iter()
                        .any(|value| matches!(value, PtValue::Quantity(_)))
                {
                    self.printed(power)?;
                    self.printed(toughness)?;
                    self.emit(Op::CreateTokenOf(face, manner));
                } else {
                    self.emit(Op::CreateToken(face, manner));
                }
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
            Action::Counter { what, to: Some(to) } => self.counter_to(who, what, to)?,
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
                count: Some(count @ (Quantity::AnyNumber | Quantity::UpTo(_))),
                kind: Some(kind),
                from,
            } => self.remove_some(who, count, kind, from)?,
            Action::RemoveCounters {
                count: Some(Quantity::Number(1)),
                kind: None,
                from,
            } => self.remove_any(who, from)?,
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
            Action::RemoveCounters {
                count: None,
                kind,
                from,
            } => {
                let kind = self.compiler.counter_if_named(kind.as_ref())?;
                self.things(who, from)?;
                self.emit(Op::RemoveAll(kind));
            }
            Action::Double(Doubled::Counters(kind), on) => {
                let kind = self.compiler.counter_if_named(kind.as_ref())?;
                self.things(who, on)?;
                self.emit(Op::DoubleCounters(kind));
            }
            // CR 701.10d: as much life as there is, gained, or lost of a total below 0.
            Action::Double(Doubled::Life, of) => {
                let outer = self.env.clone();
                let player = self.loop_registers();
                self.noun(of)?;
                self.emit(Op::Store(player));
                self.emit(Op::Load(player));
                self.emit(Op::Load(player));
                self.emit(Op::Stat(Stat::Life, Fold::Sum));
                self.emit(Op::Int(2));
                self.emit(Op::Multiply);
                self.emit(Op::SetLife);
                self.leave(outer);
            }
            Action::Cast {
                what,
                play,
                transformed,
                free,
                instead,
            } => {
                let instead = self.instead(*free, instead.as_ref())?;
                self.cast(who, what)?;
                self.emit(Op::Cast {
                    play: *play,
                    transformed: *transformed,
                    instead,
                });
            }
            Action::RevealUntil { from, until, exile } => {
                self.reveal_until(who, from, until, *exile)?;
            }
            Action::ChooseValue(what, among) => {
                self.choose_value(who, *what, among.as_ref())?;
            }
            Action::Designate(what, name) => {
                let name = self.name(name);
                self.things(who, what)?;
                self.emit(Op::Designate(name));
            }
            Action::GetDesignation(name) if name == "monarch" => {
                self.compiler.monarch()?;
                let name = self.name(name);
                self.players(who, Op::Crown(name))?;
            }
            Action::Vote(words) => self.vote(words)?,
            Action::FlipCoin => self.flip(who)?,
            Action::RollDie { sides, modifier } => self.roll(who, *sides, modifier.as_ref())?,
            Action::Goad(what) => self.goad(what)?,
            Action::MoveCounters {
                count,
                kind,
                from,
                to,
            } => {
                if kind.is_none() && count.is_some() {
                    return Err("moving some counters of any kind".to_owned());
                }
                let kind = self.compiler.counter_if_named(kind.as_ref())?;
                self.things(who, from)?;
                self.things(who, to)?;
                match count {
                    Some(Quantity::AnyNumber | Quantity::UpTo(_)) => {
                        return Err("moving as many counters as one likes".to_owned());
                    }
                    Some(count) => self.quantity(count)?,
                    None => self.emit(Op::Int(i32::MAX)),
                }
                self.emit(Op::MoveCounters(kind));
            }
            Action::Flip(what) => self.on(who, what, Op::Flip)?,
            Action::Heal(what) => self.on(who, what, Op::Heal)?,
            Action::EnterWith(counters) => {
                for (count, kind) in counters {
                    let kind = self.compiler.counter(kind)?;
                    self.emit(Op::This);
                    self.quantity(count)?;
                    self.emit(Op::EnterWith(kind));
                }
            }
            Action::Exert(what) => self.exert(what)?,
            Action::PhaseOut(what) => self.on(who, what, Op::PhaseOut)?,
            Action::ExchangeControl(one, other) => self.exchange_control(one, other)?,
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
            Action::ChangeTargets { of, all } => {
                self.player(who)?;
                self.noun(of)?;
                self.emit(Op::ChangeTargets(*all));
            }
            Action::ExtraTurn => self.players(who, Op::ExtraTurn)?,
            Action::ExtraPhase { combat, main } => self.emit(Op::ExtraPhase {
                combat: *combat,
                main: *main,
            }),
            Action::Skip { step, next: true } => self.skip_next(who, *step)?,
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

    /// A number that a token has from where it is created. `[] -> [Int]`
    fn printed(&mut self, value: &PtValue) -> Emitted {
        match value {
            PtValue::Number(n) => self.quantity(&Quantity::Number(*n)),
            PtValue::Quantity(quantity) => self.quantity(quantity),
            PtValue::Star | PtValue::StarPlus(_) => {
                Err("a counted and a defined number".to_owned())
            }
        }
    }

    /// What is paid instead of a mana cost.
    fn instead(
        &mut self,
        free: bool,
        instead: Option<&crate::ir::Cost>,
    ) -> Result<Option<Instead>, String> {
        let Some(cost) = instead else {
            return Ok(free.then_some(Instead::Nothing));
        };
        let cost = self.filled(cost)?;
        let [crate::ir::CostPart::Mana(mana)] = cost.0.as_slice() else {
            return Err("casting for something else than mana".to_owned());
        };
        Ok(Some(Instead::Mana(self.compiler.mana(mana.clone())?)))
    }

    /// Casting while something resolves (CR 608.2g): who does and what, for `Op::Cast`.
    fn cast(&mut self, who: &Noun, what: &Noun) -> Emitted {
        // What is cast is a card where it is now, and no land (CR 305.9).
        let card = |filter: &Filter| {
            let mut filter = filter.clone();
            if filter.head == Head::Spell {
                filter.head = Head::Card;
                filter
                    .predicates
                    .push(Predicate::Not(Box::new(Predicate::Type(
                        crate::vocab::CardType::Land,
                    ))));
            }
            filter
        };
        let what = match what {
            Noun::Described {
                quantifier: quantifier @ (Quantifier::Choose(_) | Quantifier::Target(_)),
                filter,
            } => Noun::Described {
                quantifier: quantifier.clone(),
                filter: card(filter),
            },
            Noun::Among(quantifier, filter, of) => {
                Noun::Among(quantifier.clone(), card(filter), of.clone())
            }
            Noun::Ref { .. } | Noun::This => what.clone(),
            _ => return Err("casting something else than cards that are named".to_owned()),
        };
        self.player(who)?;
        self.moved(who, &what)
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

    pub(in crate::codegen) fn on(&mut self, who: &Noun, what: &Noun, op: Op) -> Emitted {
        self.things(who, what)?;
        self.emit(op);
        Ok(())
    }

    /// Takes the set on the stack as the result of what was done last. `[Set] -> []`
    pub fn keep(&mut self) {
        self.emit(Op::Store(0));
        self.emit(Op::Load(0));
        self.emit(Op::Count);
        self.emit(Op::Store(1));
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
pub(in crate::codegen) fn chooses(noun: &Noun) -> bool {
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
