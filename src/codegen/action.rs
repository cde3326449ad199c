//! Actions as instructions.

use super::{Emitted, emitter::Emitter, filter::brief};
use crate::bytecode::{Manner, Op};
use crate::ir::action::Position;
use crate::ir::{
    Action, Binding, Filter, Head, ManaOutput, Noun, Placement, Predicate, Quantifier, Quantity,
    TokenSpec, Word,
};
use crate::vocab::{Color, ColorSet, ManaKind, ManaSymbol, Zone};

impl Emitter<'_, '_> {
    /// Emits an action of someone, and keeps its result if it is referred to later.
    pub fn act(&mut self, who: &Noun, action: &Action, bind: Option<u8>) -> Emitted {
        // Others who choose do so one after the other; everyone else acts at once.
        if !matches!(who, Noun::You) && chooses(action) {
            let register = self.loop_registers();
            self.noun(who)?;
            self.emit(Op::Store(register));
            let start = self.here();
            let next = self.jump(|end| Op::Next(register, end));
            let outer = (
                self.env.actor.replace(register + 2),
                self.env.each.replace(register + 2),
            );
            self.action(
                &Noun::Ref {
                    to: Binding::Each,
                    word: Word::Pronoun,
                },
                action,
            )?;
            (self.env.actor, self.env.each) = outer;
            self.keep(bind);
            self.emit(Op::Jump(start));
            self.land(next);
            return Ok(());
        }
        self.action(who, action)?;
        self.keep(bind);
        Ok(())
    }

    /// Keeps the result of the last action.
    pub fn keep(&mut self, bind: Option<u8>) {
        if let Some(bind) = bind {
            let register = self.result(bind);
            self.emit(Op::Load(0));
            self.emit(Op::Store(register));
            self.emit(Op::Load(1));
            self.emit(Op::Store(register + 1));
        }
    }

    /// The filter, of things that are the actor's.
    pub fn own(&mut self, filter: &Filter, relation: Option<Op>) -> Filter {
        let actor = match self.env.actor {
            Some(_) => Noun::Ref {
                to: Binding::Each,
                word: Word::Pronoun,
            },
            None => Noun::You,
        };
        let mut filter = filter.clone();
        match relation {
            Some(Op::Controllers) => filter
                .predicates
                .push(Predicate::ControlledBy(Box::new(actor))),
            Some(_) => {
                let zoned = filter
                    .predicates
                    .iter()
                    .any(|p| matches!(p, Predicate::InZone(..)));
                if !zoned {
                    filter
                        .predicates
                        .push(Predicate::InZone(Zone::Hand, Some(Box::new(actor))));
                }
                if filter.head == Head::Permanent {
                    filter.head = Head::Card;
                }
            }
            None => {}
        }
        filter
    }

    /// A noun restricted to what is the actor's, where the actor picks.
    fn own_noun(&mut self, what: &Noun, relation: Op) -> Emitted {
        match what {
            Noun::Described {
                quantifier:
                    quantifier @ (Quantifier::Choose(_) | Quantifier::All | Quantifier::Random(_)),
                filter,
            } => {
                let filter = self.own(filter, Some(relation));
                self.noun(&Noun::Described {
                    quantifier: quantifier.clone(),
                    filter,
                })
            }
            other => self.noun(other),
        }
    }

    fn counted(&mut self, who: &Noun, amount: &Quantity, op: Op) -> Emitted {
        self.noun(who)?;
        self.quantity(amount)?;
        self.emit(op);
        Ok(())
    }

    fn about(&mut self, what: &Noun, op: Op) -> Emitted {
        self.noun(what)?;
        self.emit(op);
        Ok(())
    }

    fn action(&mut self, who: &Noun, action: &Action) -> Emitted {
        match action {
            Action::GainLife(amount) => self.counted(who, amount, Op::GainLife),
            Action::LoseLife(amount) => self.counted(who, amount, Op::LoseLife),
            Action::PayLife(amount) => self.counted(who, amount, Op::PayLife),
            Action::SetLife(amount) => self.counted(who, amount, Op::SetLife),
            Action::Draw(amount) => self.counted(who, amount, Op::Draw),
            Action::Mill(amount) => self.counted(who, amount, Op::Mill),
            Action::Scry(amount) => self.counted(who, amount, Op::Scry),
            Action::Surveil(amount) => self.counted(who, amount, Op::Surveil),
            Action::Discard(what) => {
                self.noun(who)?;
                self.own_noun(what, Op::Owners)?;
                self.emit(Op::Discard);
                Ok(())
            }
            Action::Sacrifice(what) => {
                self.noun(who)?;
                self.own_noun(what, Op::Controllers)?;
                self.emit(Op::Sacrifice);
                Ok(())
            }
            Action::DealDamage {
                source,
                amount,
                to,
                divided,
            } => {
                self.noun(source)?;
                self.noun(to)?;
                if *divided {
                    self.emit(Op::DamageDivided);
                } else {
                    self.quantity(amount)?;
                    self.emit(Op::Damage);
                }
                Ok(())
            }
            Action::Fight(left, right) => {
                self.noun(left)?;
                self.about(right, Op::Fight)
            }
            Action::Destroy {
                what,
                no_regeneration,
            } => self.about(what, Op::Destroy(*no_regeneration)),
            Action::Exile {
                what,
                face_down,
                until: None,
                counters: None,
            } => {
                self.moved(what)?;
                self.emit(Op::Empty);
                self.emit(Op::Move(
                    Zone::Exile,
                    if *face_down {
                        Manner::FACE_DOWN
                    } else {
                        Manner::default()
                    },
                ));
                Ok(())
            }
            Action::Exile { until: Some(_), .. } => Err("exile until something happens".to_owned()),
            Action::Exile { .. } => Err("exile with counters".to_owned()),
            Action::Move { what, to, .. } => self.put(what, to),
            Action::Tap(what) => self.about(what, Op::Tap),
            Action::Untap(what) => self.about(what, Op::Untap),
            Action::PutCounters {
                count,
                kind,
                on,
                distributed: false,
            } => {
                let kind = self.compiler.counter(kind)?;
                self.counted(on, count, Op::AddCounters(kind))
            }
            Action::RemoveCounters {
                count: Some(count),
                kind: Some(kind),
                from,
            } => {
                let kind = self.compiler.counter(kind)?;
                self.counted(from, count, Op::RemoveCounters(kind))
            }
            Action::Create {
                count,
                token,
                tapped,
                attacking,
            } => {
                let face = self.compiler.token(token)?;
                let mut manner = Manner::default();
                if *tapped {
                    manner = manner.with(Manner::TAPPED);
                }
                if *attacking {
                    manner = manner.with(Manner::ATTACKING);
                }
                self.counted(who, count, Op::CreateToken(face, manner))
            }
            Action::AddMana(output) => self.mana(who, output),
            Action::Counter(what) => self.about(what, Op::Counter),
            Action::Attach { what, to } => {
                self.noun(what)?;
                self.about(to, Op::Attach)
            }
            Action::Unattach(what) => self.about(what, Op::Unattach),
            Action::Regenerate(what) => self.about(what, Op::Regenerate),
            Action::Transform(what) => self.about(what, Op::Transform),
            Action::RemoveFromCombat(what) => self.about(what, Op::RemoveFromCombat),
            Action::Reveal(what) => self.about(what, Op::Reveal),
            Action::Shuffle(None) => self.about(who, Op::Shuffle),
            Action::Choose(what) => {
                self.noun(what)?;
                self.emit(Op::Store(0));
                self.emit(Op::Int(1));
                self.emit(Op::Store(1));
                Ok(())
            }
            Action::ExtraTurn => self.about(who, Op::ExtraTurn),
            Action::WinGame => self.about(who, Op::Win),
            Action::LoseGame => self.about(who, Op::Lose),
            Action::Emblem(abilities) => {
                let face = self.compiler.emblem(abilities)?;
                self.about(who, Op::Emblem(face))
            }
            Action::Nothing => Ok(()),
            other => Err(format!("the action {}", brief(other))),
        }
    }

    /// Emits what an action moves: a card that "it" stands for is looked for where it went (CR 400.7).
    fn moved(&mut self, what: &Noun) -> Emitted {
        self.noun(what)?;
        if matches!(what, Noun::Ref { .. } | Noun::This) {
            self.emit(Op::Became);
        }
        Ok(())
    }

    fn put(&mut self, what: &Noun, to: &Placement) -> Emitted {
        if !to.counters.is_empty() || to.attached_to.is_some() {
            return Err("putting something with counters or attached".to_owned());
        }
        self.moved(what)?;
        match (&to.whose, to.zone) {
            (Some(whose), Zone::Battlefield) => self.noun(whose)?,
            _ => self.emit(Op::Empty),
        }
        let mut manner = Manner::default();
        let flags = [
            (to.tapped, Manner::TAPPED),
            (to.attacking, Manner::ATTACKING),
            (to.face_down, Manner::FACE_DOWN),
            (to.transformed, Manner::TRANSFORMED),
        ];
        for (_, flag) in flags.into_iter().filter(|(set, _)| *set) {
            manner = manner.with(flag);
        }
        match to.position {
            Position::Unstated | Position::Top => {}
            Position::Bottom => manner = manner.with(Manner::BOTTOM),
            Position::BottomRandom => manner = manner.with(Manner::BOTTOM).with(Manner::RANDOM),
            Position::FromTop(_) => return Err("a place within a library".to_owned()),
            Position::TopOrBottom => {
                return Err("the top or bottom of a library, as a player chooses".to_owned());
            }
        }
        self.emit(Op::Move(to.zone, manner));
        Ok(())
    }

    fn mana(&mut self, who: &Noun, output: &ManaOutput) -> Emitted {
        match output {
            ManaOutput::Symbols(symbols) => {
                for (kind, count) in runs(symbols)? {
                    self.noun(who)?;
                    self.emit(Op::Int(count));
                    self.emit(Op::AddMana(kind));
                }
                Ok(())
            }
            // A choice of single symbols is a choice of a type of mana.
            ManaOutput::OneOf(options) => {
                let mut colors = ColorSet::EMPTY;
                let mut colorless = false;
                for option in options {
                    match option.as_slice() {
                        [ManaSymbol::Mana(ManaKind::Colored(color))] => colors.insert(*color),
                        [ManaSymbol::Mana(ManaKind::Colorless)] => colorless = true,
                        _ => return Err("a choice between several symbols of mana".to_owned()),
                    }
                }
                self.noun(who)?;
                self.emit(Op::Int(1));
                self.emit(Op::AddManaOf(colors, colorless, true));
                Ok(())
            }
            ManaOutput::AnyColor { count, same, among } => {
                let colors = among.unwrap_or_else(|| Color::ALL.iter().copied().collect());
                self.counted(who, count, Op::AddManaOf(colors, false, *same))
            }
            ManaOutput::Repeated(ManaSymbol::Mana(kind), count) => {
                self.counted(who, count, Op::AddMana(*kind))
            }
            other => Err(format!("mana of {}", brief(other))),
        }
    }
}

/// Runs of equal symbols with their lengths.
fn runs(symbols: &[ManaSymbol]) -> Result<Vec<(ManaKind, i32)>, String> {
    let mut out: Vec<(ManaKind, i32)> = Vec::new();
    for symbol in symbols {
        let ManaSymbol::Mana(kind) = symbol else {
            return Err(format!("mana of the symbol {symbol}"));
        };
        match out.iter_mut().find(|(known, _)| known == kind) {
            Some((_, count)) => *count = count.saturating_add(1),
            None => out.push((*kind, 1)),
        }
    }
    Ok(out)
}

/// Whether the one who acts picks something while doing so.
fn chooses(action: &Action) -> bool {
    let picks = |noun: &Noun| {
        matches!(
            noun,
            Noun::Described {
                quantifier: Quantifier::Choose(_) | Quantifier::All | Quantifier::Random(_),
                ..
            } | Noun::Among(..)
        )
    };
    match action {
        Action::Sacrifice(what)
        | Action::Discard(what)
        | Action::Choose(what)
        | Action::Reveal(what)
        | Action::Exile { what, .. }
        | Action::Move { what, .. }
        | Action::Tap(what)
        | Action::Untap(what) => picks(what),
        _ => false,
    }
}

/// A token that is described in place has the name of its subtypes (CR 111.4).
pub fn token_name(spec: &TokenSpec) -> String {
    match spec {
        TokenSpec::Named(name) => name.to_string(),
        TokenSpec::Described {
            name: Some(name), ..
        } => name.to_string(),
        TokenSpec::Described { subtypes, .. } => {
            let words: Vec<&str> = subtypes.iter().map(|subtype| subtype.as_str()).collect();
            format!("{} Token", words.join(" ")).trim_start().to_owned()
        }
    }
}
