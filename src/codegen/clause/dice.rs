//! Dice and the tables of their results (CR 706).

use crate::bytecode::{Compare, Op};
use crate::codegen::{Emitted, emitter::Emitter};
use crate::ir::{Noun, ResultRow, action::RollModifier};

impl Emitter<'_, '_> {
    /// A die is rolled: later words ask for the result, which is what came of all modifiers (CR 706.2).
    pub fn roll(&mut self, who: &Noun, sides: u32, modifier: Option<&RollModifier>) -> Emitted {
        if self.several(who) {
            return Err("a die that several players roll".to_owned());
        }
        if *who == Noun::You {
            self.actor();
        } else {
            self.noun(who)?;
        }
        match modifier {
            None => self.emit(Op::Int(0)),
            Some(RollModifier { subtract, amount }) => {
                if *subtract {
                    self.emit(Op::Int(0));
                }
                self.quantity(amount)?;
                if *subtract {
                    self.emit(Op::Subtract);
                }
            }
        }
        self.emit(Op::RollDie(sides));
        let register = self.loop_registers();
        self.emit(Op::Load(1));
        self.emit(Op::Store(register.saturating_add(1)));
        self.env.rolled = Some(register);
        Ok(())
    }

    /// The result of the die that was rolled last. `[] -> [Int]`
    pub fn die_result(&mut self) -> Emitted {
        let Some(register) = self.env.rolled else {
            return Err("the result of a die of another effect".to_owned());
        };
        let register = register.saturating_add(1);
        self.emit(if self.env.captured {
            Op::Captured(register)
        } else {
            Op::Load(register)
        });
        Ok(())
    }

    /// The row that the result is in happens, if it is in any (CR 706.3a).
    pub fn table(&mut self, rows: &[ResultRow]) -> Emitted {
        let mut ends = Vec::new();
        for row in rows {
            let mut next = Vec::new();
            self.within(Compare::AtLeast, row.from)?;
            next.push(self.jump(Op::JumpUnless));
            if let Some(to) = row.to {
                self.within(Compare::AtMost, to)?;
                next.push(self.jump(Op::JumpUnless));
            }
            let rolled = self.env.rolled;
            self.effect(&row.effect)?;
            self.env.rolled = rolled;
            ends.push(self.jump(Op::Jump));
            next.into_iter().for_each(|jump| self.land(jump));
        }
        ends.into_iter().for_each(|jump| self.land(jump));
        Ok(())
    }

    /// Compares the result with a bound. `[] -> [Bool]`
    fn within(&mut self, compare: Compare, bound: u32) -> Emitted {
        self.die_result()?;
        self.constant(i64::from(bound))?;
        self.emit(Op::Compare(compare));
        Ok(())
    }
}
