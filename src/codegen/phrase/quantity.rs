//! Quantities as numbers.

use crate::bytecode::{Fold, Kinds, Op};
use crate::codegen::{
    Emitted,
    emitter::Emitter,
    phrase::filter::{brief, stat_of},
};
use crate::ir::quantity::{Tally, Variety};
use crate::ir::{
    Aggregate, Binding, EventRole, KeywordArgument, Noun, Quantifier, Quantity, Rounding, Window,
};
use crate::vocab::ColorSet;

impl Emitter<'_, '_> {
    /// Emits a number. `[] -> [Int]`
    pub fn quantity(&mut self, quantity: &Quantity) -> Emitted {
        if let Some((_, register)) = self.env.known.iter().find(|(known, _)| known == quantity) {
            self.emit(Op::Load(*register));
            return Ok(());
        }
        match quantity {
            Quantity::Number(n) => self.constant(*n)?,
            Quantity::X => match self.env.x.take() {
                None => self.emit(Op::X),
                Some(defined) => {
                    let done = self.quantity(&defined);
                    self.env.x = Some(defined);
                    done?;
                }
            },
            Quantity::CountOf(noun) => {
                self.noun(noun)?;
                self.emit(Op::Count);
            }
            Quantity::Of(attribute, noun) => {
                self.as_it_was(noun)?;
                self.attribute(*attribute)?;
            }
            Quantity::Over(aggregate, attribute, noun) => {
                self.as_it_was(noun)?;
                let fold = match aggregate {
                    Aggregate::Greatest => Fold::Max,
                    Aggregate::Least => Fold::Min,
                    Aggregate::Total => Fold::Sum,
                };
                self.emit(Op::Stat(stat_of(*attribute)?, fold));
            }
            Quantity::Amount(binding) => self.amount(*binding)?,
            Quantity::Counters(kind, on) => {
                let kind = self.compiler.counter_if_named(kind.as_ref())?;
                self.as_it_was(on)?;
                self.emit(Op::Counters(kind));
            }
            Quantity::Party => {
                self.emit(Op::You);
                self.emit(Op::Party);
            }
            Quantity::TargetsBeyondFirst => {
                if !self.env.each_affected {
                    return Err("the targets of something else than what is cast".to_owned());
                }
                self.emit(Op::Affected);
                self.emit(Op::TargetsOf);
                self.emit(Op::Count);
                self.emit(Op::Int(1));
                self.emit(Op::Subtract);
                self.emit(Op::Natural);
            }
            Quantity::Devotion(colors) => {
                self.emit(Op::You);
                self.emit(Op::Devotion(colors.iter().copied().collect::<ColorSet>()));
            }
            Quantity::Different(variety, noun) => {
                self.noun(noun)?;
                self.emit(Op::Different(match variety {
                    Variety::Colors => Kinds::Colors,
                    Variety::CardTypes => Kinds::CardTypes,
                    Variety::BasicLandTypes => Kinds::BasicLandTypes,
                    Variety::Names => Kinds::Names,
                    Variety::ManaValues => Kinds::ManaValues,
                    Variety::Powers => Kinds::Powers,
                    Variety::CreatureTypes => Kinds::CreatureTypes,
                }));
            }
            Quantity::History(event, Window::ThisTurn, tally) => {
                // Amounts would be added up over all of them.
                let several = matches!(&event.subject, Some(Noun::Described { quantifier, .. })
                    if matches!(quantifier, Quantifier::Any | Quantifier::Each));
                if several && *tally == Tally::Amount {
                    return Err("how much happened to any or each of several".to_owned());
                }
                let filter = self.event_filter(event)?.1;
                match tally {
                    Tally::Times => self.emit(Op::Happened(filter)),
                    Tally::Amount => self.emit(Op::HappenedAmount(filter)),
                    // Each spell that was cast, each card that was drawn was so in an event of its own.
                    Tally::Participants
                        if matches!(
                            event.verb,
                            crate::ir::EventVerb::Casts
                                | crate::ir::EventVerb::Draws { nth: None }
                                | crate::ir::EventVerb::Discards
                                | crate::ir::EventVerb::Sacrifices
                        ) =>
                    {
                        self.emit(Op::Happened(filter));
                    }
                    Tally::Participants => {
                        return Err("the number of those who took part in an event".to_owned());
                    }
                }
            }
            Quantity::Sum(left, right) => self.binary(left, right, Op::Add)?,
            Quantity::Difference(left, right) => self.binary(left, right, Op::Subtract)?,
            Quantity::Times(factor, of) => {
                self.constant(*factor)?;
                self.quantity(of)?;
                self.emit(Op::Multiply);
            }
            Quantity::Product(one, other) => self.binary(one, other, Op::Multiply)?,
            Quantity::BeyondFirst(of) => {
                self.binary(of, &Quantity::Number(1), Op::Subtract)?;
                self.emit(Op::Natural);
            }
            Quantity::Half(of, rounding) => {
                self.quantity(of)?;
                self.emit(Op::Half(*rounding == Rounding::Up));
            }
            // A number of things "for each" is one number: the effect happens once, with all of it.
            Quantity::ForEach(factor, noun) => {
                self.constant(*factor)?;
                self.noun(noun)?;
                self.emit(Op::Count);
                self.emit(Op::Multiply);
            }
            Quantity::Each(factor, of) => {
                self.constant(*factor)?;
                self.quantity(of)?;
                self.emit(Op::Multiply);
            }
            Quantity::TimesPaid(keyword, noun) => {
                let id = self.compiler.keyword(keyword)?;
                self.noun(noun)?;
                self.emit(Op::TimesPaid(id));
            }
            Quantity::Votes(word) => self.votes(word)?,
            Quantity::Rolled => self.die_result()?,
            Quantity::CastBefore(noun) => {
                self.noun(noun)?;
                self.emit(Op::CastAfter);
            }
            Quantity::Parameter => {
                let argument = self.env.argument.clone();
                match argument {
                    Some(KeywordArgument::Number(n) | KeywordArgument::NumberCost(n, _)) => {
                        return self.quantity(&n);
                    }
                    _ => return Err("a keyword without its number".to_owned()),
                }
            }
            other => return Err(format!("the quantity {}", brief(other))),
        }
        Ok(())
    }

    pub fn constant(&mut self, n: i64) -> Emitted {
        let n = i32::try_from(n).map_err(|_| format!("the number {n}"))?;
        self.emit(Op::Int(n));
        Ok(())
    }

    fn binary(&mut self, left: &Quantity, right: &Quantity, op: Op) -> Emitted {
        self.quantity(left)?;
        self.quantity(right)?;
        self.emit(op);
        Ok(())
    }

    /// Emits how much a result or event came to. `[] -> [Int]`
    pub fn amount(&mut self, binding: Binding) -> Emitted {
        if let Some(register) = self.kept_before(binding) {
            self.emit(Op::Captured(register.saturating_add(1)));
            return Ok(());
        }
        if let (Binding::Result(n), Some(player)) = (binding, self.env.sharer)
            && self.share(n, player)?
        {
            return Ok(());
        }
        match binding {
            Binding::Event(EventRole::Amount) => self.emit(Op::EventAmount),
            Binding::Result(n) => {
                let register = self.result(n).saturating_add(1);
                self.emit(if self.env.is_captured(n) {
                    Op::Captured(register)
                } else {
                    Op::Load(register)
                });
            }
            Binding::Cost(n) => self.emit(Op::PaidAmount(n)),
            other => return Err(format!("the amount of {}", brief(&other))),
        }
        Ok(())
    }
}
