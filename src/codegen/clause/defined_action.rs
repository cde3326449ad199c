//! Keyword actions that a pack defines by the instructions they stand for (CR 701).

use crate::bytecode::Op;
use crate::codegen::{Emitted, emitter::Emitter, keyword::argument};
use crate::ir::{ACTION_RESULTS, KeywordArgument, Noun, Quantity};

impl Emitter<'_, '_> {
    /// Emits the instructions of a defined action, once for each thing that does it. `[] -> []`
    pub(in crate::codegen) fn defined_action(
        &mut self,
        who: &Noun,
        name: &str,
        what: Option<&Noun>,
        count: Option<&Quantity>,
    ) -> Emitted {
        let mut defined = self.compiler.definitions.actions.iter();
        let Some(action) =
            defined.find(|action| action.name == name && action.number == count.is_some())
        else {
            return Err(format!("the keyword action `{name}`"));
        };
        if *who != Noun::You {
            return Err(format!("another player who does `{name}`"));
        }
        // An action within one could be itself, and would take its results.
        if self.env.in_action.is_some() {
            return Err(format!("`{name}` within another keyword action"));
        }
        let outer = self.env.clone();
        if outer.local >> ACTION_RESULTS != 0 {
            return Err("more results to remember than an ability can have".to_owned());
        }
        self.env.in_action = Some(self.next_target()?);
        match count {
            None => self.env.argument = None,
            Some(n @ (Quantity::Number(_) | Quantity::X | Quantity::Parameter)) => {
                let number = KeywordArgument::Number(n.clone());
                self.env.argument = Some(argument(&number, &outer)?);
            }
            // Any other number is determined once, before anything is done.
            Some(n) => {
                let number = self.loop_registers().saturating_add(1);
                self.quantity(n)?;
                self.emit(Op::Store(number));
                self.env.argument = None;
                self.env.known.push((Quantity::Parameter, number));
            }
        }
        // CR 701.50d: one after the other.
        let each = match what {
            None => None,
            Some(what) => {
                let rest = self.loop_registers();
                self.noun(what)?;
                self.emit(Op::Store(rest));
                let start = self.here();
                let end = self.jump(|target| Op::Next(rest, target));
                self.env.this_is = Some(rest.saturating_add(2));
                Some((start, end))
            }
        };
        for effect in &action.means {
            self.effect(effect)?;
        }
        if let Some((start, end)) = each {
            self.emit(Op::Jump(start));
            self.land(end);
        }
        // What it did is nothing that words outside of it speak of.
        let targets = std::mem::take(&mut self.env.targets);
        self.env = crate::codegen::emitter::Env { targets, ..outer };
        Ok(())
    }
}
