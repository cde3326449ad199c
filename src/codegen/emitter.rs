//! The emitter: one code object while it is being written, and the program that it goes into.

use super::{Definitions, Describe, Missing, phrase::event::Participants};
use crate::bytecode::op::FRAME_REGISTERS;
use crate::bytecode::{
    Code, CodeId, CodeType, CounterId, KeywordId, Op, Program, StringId, SubtypeId, TargetSpec,
    references::{self, Reference},
};
use crate::ir::{
    self, Binding, EventRole, EventVerb, Whose,
    parts::{Part, contains},
};
use crate::vocab::Name;

/// The program that is being compiled.
pub struct Compiler<'a> {
    pub definitions: &'a Definitions,
    pub describe: Describe<'a>,
    pub program: Program,
    /// Abilities that are being compiled inside one another.
    pub depth: u32,
    /// Counters that have no code: what puts them on something has none either.
    pub broken: Vec<Name>,
}

/// A code object, its target phrases, and the one that an amount is divided among.
pub type CodePart = (CodeId, Vec<TargetSpec>, Option<(u8, CodeId)>);

impl Compiler<'_> {
    pub fn string(&mut self, text: &str) -> StringId {
        let index = self
            .program
            .strings
            .iter()
            .position(|known| known == text)
            .unwrap_or_else(|| {
                self.program.strings.push(text.to_owned());
                self.program.strings.len() - 1
            });
        StringId(index as u32)
    }

    /// Whether code reads X, itself or in what it calls.
    pub fn uses_x(&self, code: CodeId) -> bool {
        let mut open = vec![code];
        let mut seen = Vec::new();
        while let Some(id) = open.pop() {
            let Some(code) = self.program.code.get(id.index()) else {
                continue;
            };
            if seen.contains(&id) {
                continue;
            }
            seen.push(id);
            for op in &code.ops {
                if *op == Op::X {
                    return true;
                }
                references::of_op(*op, &mut |reference| {
                    if let Reference::Code(id, ..) = reference {
                        open.push(id);
                    }
                });
            }
        }
        false
    }

    /// The place of a cost of mana in the pool.
    pub fn mana(&mut self, cost: crate::vocab::ManaCost) -> Result<u32, Missing> {
        let known = self.program.mana.iter().position(|other| *other == cost);
        let index = known.unwrap_or_else(|| {
            self.program.mana.push(cost);
            self.program.mana.len() - 1
        });
        u32::try_from(index).map_err(|_| "too many costs".to_owned())
    }

    /// The place of the first of several runs of mana that stand one after the other in the pool.
    pub fn mana_runs(&mut self, runs: &[crate::vocab::ManaCost]) -> Result<u32, Missing> {
        let known = (!runs.is_empty())
            .then(|| {
                self.program
                    .mana
                    .windows(runs.len())
                    .position(|w| w == runs)
            })
            .flatten();
        let index = known.unwrap_or_else(|| {
            self.program.mana.extend_from_slice(runs);
            self.program.mana.len().saturating_sub(runs.len())
        });
        u32::try_from(index).map_err(|_| "too many costs".to_owned())
    }

    pub fn subtype(&self, name: &str) -> Result<SubtypeId, Missing> {
        self.program
            .subtype_named(name)
            .ok_or_else(|| format!("the undeclared subtype `{name}`"))
    }

    pub fn keyword(&self, name: &str) -> Result<KeywordId, Missing> {
        self.program
            .keyword_named(name)
            .ok_or_else(|| format!("the undeclared keyword `{name}`"))
    }

    pub fn counter(&self, name: &str) -> Result<CounterId, Missing> {
        if self.broken.iter().any(|broken| broken == name) {
            return Err(format!("{name} counters, which have no code"));
        }
        self.program
            .counter_named(name)
            .ok_or_else(|| format!("the undeclared counter `{name}`"))
    }

    /// The kind of counters that a text names, if it names one.
    pub fn counter_if_named(&self, kind: Option<&Name>) -> Result<Option<CounterId>, Missing> {
        kind.map(|kind| self.counter(kind)).transpose()
    }

    /// Compiles a code object in an environment.
    pub fn code(
        &mut self,
        result: CodeType,
        env: &Env,
        write: impl FnOnce(&mut Emitter<'_, '_>) -> Result<(), Missing>,
    ) -> Result<CodeId, Missing> {
        let (code, targets, _) = self.part(result, env, write)?;
        // Targets are chosen for the whole effect: one within a number or condition would be chosen by nobody.
        if !targets.is_empty() {
            return Err("a target within a number or condition".to_owned());
        }
        Ok(code)
    }

    /// Compiles a code object, and gives the target phrases that it found, and which of them an amount is divided among.
    pub fn part(
        &mut self,
        result: CodeType,
        env: &Env,
        write: impl FnOnce(&mut Emitter<'_, '_>) -> Result<(), Missing>,
    ) -> Result<CodePart, Missing> {
        let mut emitter = Emitter {
            compiler: self,
            ops: Vec::new(),
            // Other code has registers of its own.
            env: Env {
                known: Vec::new(),
                ..env.clone()
            },
            targets: Vec::new(),
            divided: None,
            hoisted: false,
            counted: 0,
            pure: result != CodeType::Effect,
            registers: 2,
        };
        write(&mut emitter)?;
        emitter.ops.push(Op::Return);
        let Emitter {
            ops,
            targets,
            divided,
            registers,
            ..
        } = emitter;
        let registers = registers.max(u16::from(env.first_register));
        if usize::from(registers) > FRAME_REGISTERS {
            return Err("more results to remember than an ability can have".to_owned());
        }
        if result == CodeType::Effect && super::registers::reads_what_never_was(&ops) {
            return Err("a word for what has not happened by then".to_owned());
        }
        let code = Code {
            result,
            ops,
            registers,
        };
        // Equal code is shared: most filters of a pack are alike.
        let known = self
            .program
            .code
            .iter()
            .rev()
            .take(400)
            .position(|other| *other == code);
        let index = known.map_or(self.program.code.len(), |back| {
            self.program.code.len() - 1 - back
        });
        if known.is_none() {
            self.program.code.push(code);
        }
        Ok((CodeId(index as u32), targets, divided))
    }
}

/// A color or type that a player has chosen for what an effect says (CR 608.2d).
#[derive(Debug, Clone, Copy)]
pub struct OfChoice {
    /// What it is.
    pub what: crate::ir::noun::Shared,
    /// The list that it was chosen from.
    pub list: u32,
    /// The odd register with its place there.
    pub register: u8,
    /// It is a register of this frame, not captured.
    pub local: bool,
}

/// What code that is being written can refer to.
#[derive(Debug, Clone)]
pub struct Env {
    /// Results are read from the values captured by the frame that made a lasting effect or delayed trigger.
    pub captured: bool,
    /// Targets are read as of the frame that made it; the same as in the frame itself.
    pub targets_allowed: bool,
    /// Which participants of the event the words of its sentence stand for.
    pub of_event: Participants,
    /// The other participant is a spell: the event is one of casting, copying or countering.
    pub object_is_spell: bool,
    /// Results that are sets of cards that were shown, as bits: the rest of them are those that were not moved.
    pub shown: u64,
    /// The register that holds everything that was looked through last.
    pub found_among: Option<u8>,
    /// Results of what each of several players did, and by what their part of it is told, if it can be.
    pub shares: Vec<(u8, Option<Op>)>,
    /// The player whose part of such a result is meant: the register of one of them.
    pub sharer: Option<u8>,
    /// Results that are one card found among others, and the register that holds all of them.
    pub others: Vec<(u8, u8)>,
    /// Quantities that were determined before the clauses that use them, and their registers.
    pub known: Vec<(crate::ir::Quantity, u8)>,
    /// What a result was taken out of: the rest of it is what was not moved.
    pub taken_from: Vec<(u8, u8)>,
    /// The card with the ability has been moved by it: what it became is in this register (CR 400.7).
    pub this_is: Option<u8>,
    /// The number in the text of each target phrase so far.
    pub targets: Vec<u8>,
    /// Where the instructions of a keyword action are written: the number of its first target phrase.
    pub in_action: Option<u8>,
    /// How many targets were announced before those of a delayed trigger, which words may still speak of.
    pub announced: u8,
    /// What a delayed trigger speaks of that was there when it was made, its targets and what took part in the event, each with its
    /// pair of registers.
    pub before: Vec<(Binding, u8)>,
    /// It may have been cast: it is what it has become.
    pub this_became: bool,
    /// It runs instead of an event if a player wants it to.
    pub may_instead: bool,
    /// It runs as the object itself enters: later it is what it became.
    pub entering: bool,
    /// The event is one that a triggered ability of the card has seen from where it went.
    pub arrived: bool,
    /// The event is one that would happen: what it makes of an object isn't there yet.
    pub proposed: bool,
    /// The ability is one that another object gives.
    pub granted: bool,
    /// As the code runs, it is known which object gives the ability.
    pub giver: bool,
    /// `Each` is what the code as a whole is asked about.
    pub each_affected: bool,
    /// Nouns that were found as the effect began, and the register that was captured for each.
    pub found: Vec<(ir::Noun, u8)>,
    /// The color or type of a player's choice.
    pub choice: Option<OfChoice>,
    /// Whether the last clash was won is in this odd register.
    pub clash: Option<u8>,
    /// The number of coin flips that were won last is in the odd register after this one.
    pub flip: Option<u8>,
    /// What players voted for last, each with the register of how often.
    pub votes: Vec<(Name, u8)>,
    /// The result of the die that was rolled last is in the odd register after this one.
    pub rolled: Option<u8>,
    /// The argument of the keyword whose definition is compiled.
    pub argument: Option<ir::KeywordArgument>,
    /// The register that holds the current thing of the innermost loop.
    pub each: Option<u8>,
    /// That thing is of this frame, not captured.
    pub each_local: bool,
    /// `Each` is all the players who do something together.
    pub those: bool,
    /// Results of this frame by number, as bits; others are captured if any are.
    pub local: u64,
    /// Results that are named by words behind the effect that is being written, as bits.
    pub named_later: u64,
    /// The register that holds who acts, if it is not "you".
    pub actor: Option<u8>,
    /// Registers from here on are free for loops.
    pub first_register: u8,
    /// The ability functions in a zone other than the battlefield and the stack.
    pub elsewhere: bool,
    /// A spell without an additional cost that "the sacrificed creature" could have been paid with.
    pub unpaid: bool,
    /// X is defined by the ability itself ("where X is").
    pub x: Option<Box<ir::Quantity>>,
}

impl Default for Env {
    fn default() -> Self {
        Self {
            captured: false,
            targets_allowed: false,
            of_event: Participants::PLAIN,
            object_is_spell: false,
            shown: 0,
            unpaid: false,
            found_among: None,
            others: Vec::new(),
            shares: Vec::new(),
            sharer: None,
            known: Vec::new(),
            taken_from: Vec::new(),
            this_is: None,
            targets: Vec::new(),
            in_action: None,
            announced: 0,
            before: Vec::new(),
            this_became: false,
            entering: false,
            may_instead: false,
            arrived: false,
            proposed: false,
            granted: false,
            giver: false,
            each_affected: false,
            found: Vec::new(),
            choice: None,
            clash: None,
            flip: None,
            rolled: None,
            votes: Vec::new(),
            argument: None,
            each: None,
            each_local: false,
            those: false,
            local: 0,
            named_later: 0,
            actor: None,
            first_register: 2,
            elsewhere: false,
            x: None,
        }
    }
}

impl Env {
    /// The environment of code that runs later, with the values of this frame captured.
    pub fn later(&self) -> Self {
        Self {
            captured: true,
            targets_allowed: false,
            actor: None,
            each_local: false,
            local: 0,
            choice: self.choice.map(|choice| OfChoice {
                local: false,
                ..choice
            }),
            ..self.clone()
        }
    }

    /// The number of the first target phrase that words here can speak of: a keyword action counts its own alone.
    pub fn first_target(&self) -> u8 {
        self.in_action.unwrap_or(0)
    }

    /// Whether a result is one of the frame that made the lasting effect or delayed trigger.
    pub fn is_captured(&self, result: u8) -> bool {
        self.captured && (result >= 64 || self.local & (1 << result) == 0)
    }
}

/// A code object while it is being written.
pub struct Emitter<'c, 'a> {
    pub compiler: &'c mut Compiler<'a>,
    pub ops: Vec<Op>,
    pub env: Env,
    pub targets: Vec<TargetSpec>,
    /// The target phrase that an amount is divided among, and the amount.
    pub divided: Option<(u8, CodeId)>,
    /// A target was announced for the description that it stands in.
    pub hoisted: bool,
    /// How many target phrases there have been so far, with those of delayed triggers.
    pub counted: u8,
    /// The code is only asked for a value: nothing can be chosen in it.
    pub pure: bool,
    registers: u16,
}

impl Emitter<'_, '_> {
    pub fn emit(&mut self, op: Op) {
        self.ops.push(op);
    }

    /// The position of the next instruction.
    pub fn here(&self) -> u32 {
        self.ops.len() as u32
    }

    /// Emits a jump whose target is set later by [`Emitter::land`].
    pub fn jump(&mut self, op: impl Fn(u32) -> Op) -> (usize, Op) {
        let at = self.ops.len();
        let op = op(0);
        self.ops.push(op);
        (at, op)
    }

    /// Lets a jump go to the next instruction.
    pub fn land(&mut self, (at, op): (usize, Op)) {
        let here = self.here();
        let landed = match op {
            Op::Jump(_) => Op::Jump(here),
            Op::JumpUnless(_) => Op::JumpUnless(here),
            Op::AndThen(_) => Op::AndThen(here),
            Op::OrElse(_) => Op::OrElse(here),
            Op::Next(register, _) => Op::Next(register, here),
            other => other,
        };
        if let Some(slot) = self.ops.get_mut(at) {
            *slot = landed;
        }
    }

    /// Notes that a result is of this frame, and gives its even register.
    pub fn bind(&mut self, bind: u8) -> u8 {
        if bind < 64 {
            self.env.local |= 1 << bind;
        }
        self.result(bind)
    }

    /// The even register of a result.
    pub fn result(&mut self, bind: u8) -> u8 {
        let register = bind.saturating_mul(2).saturating_add(2);
        self.registers = self.registers.max(u16::from(register) + 2);
        register
    }

    /// A pair of pairs of registers for a loop: what is left, and the current thing.
    pub fn loop_registers(&mut self) -> u8 {
        // Loops take registers from the top down, results from the bottom up; the limit is checked at the end.
        let register = self.env.first_register.max(18);
        self.env.first_register = register.saturating_add(4);
        self.registers = self.registers.max(u16::from(register) + 4);
        register
    }

    /// Keeps what a delayed trigger speaks of where it finds it: it has targets and an event of its own (CR 603.7).
    pub fn keep_before(
        &mut self,
        trigger: &ir::Trigger,
        effect: &ir::Effect,
        once: bool,
    ) -> Result<Vec<(Binding, u8)>, Missing> {
        let mut bindings: Vec<Binding> = (self.env.first_target()..self.next_target()?)
            .map(|number| self.said_target(number))
            .collect();
        // Nothing takes part in what a player did a moment ago, nor in the beginning of a step; whose that is, is said where it
        // is the step of each player.
        let alone = match &trigger.event.verb {
            EventVerb::State(_) => true,
            EventVerb::Begins(_, whose) => once || !matches!(whose, Whose::Each | Whose::Opponents),
            _ => false,
        };
        if alone {
            let roles = [
                EventRole::Subject,
                EventRole::Object,
                EventRole::Source,
                EventRole::Amount,
            ];
            bindings.extend(roles.map(Binding::Event));
        }
        let mut kept = Vec::new();
        for binding in bindings {
            if !contains(&(trigger, effect), Part::Of(binding)) {
                continue;
            }
            let register = self.loop_registers();
            if binding == Binding::Event(EventRole::Amount) {
                self.amount(binding)?;
                self.emit(Op::Store(register.saturating_add(1)));
            } else {
                self.binding(binding)?;
                self.emit(Op::Store(register));
            }
            kept.push((binding, register));
        }
        Ok(kept)
    }

    /// The number of the next target phrase of the text, in which delayed triggers around this and in it have theirs too.
    pub fn next_target(&self) -> Result<u8, Missing> {
        self.env
            .announced
            .checked_add(self.counted)
            .ok_or_else(|| "more than 255 target phrases".to_owned())
    }

    /// Keeps the card with the ability in a register of its own, for it is moved: whichever way is taken, what it is then is
    /// there (CR 400.7).
    pub fn keep_this(&mut self) {
        let register = self.loop_registers();
        self.emit(Op::This);
        self.emit(Op::Store(register));
        self.env.this_is = Some(register);
    }

    /// Goes back to the environment around a loop, keeping the results that the loop made.
    pub fn leave(&mut self, outer: Env) {
        let taken_from = std::mem::take(&mut self.env.taken_from);
        let (local, shown, flip) = (self.env.local, self.env.shown, self.env.flip);
        let (clash, rolled) = (self.env.clash, self.env.rolled);
        let (this_is, this_became) = (self.env.this_is, self.env.this_became);
        let others = std::mem::take(&mut self.env.others);
        let shares = std::mem::take(&mut self.env.shares);
        let targets = std::mem::take(&mut self.env.targets);
        let votes = std::mem::take(&mut self.env.votes);
        self.env = Env {
            votes,
            local,
            targets,
            shown,
            flip,
            clash,
            rolled,
            this_is,
            this_became,
            others,
            shares,
            taken_from,
            ..outer
        };
    }

    /// A list of options of the program's pool.
    pub fn options(&mut self, words: Vec<Name>) -> Result<u32, Missing> {
        let pool = &mut self.compiler.program.options;
        let known = pool.iter().position(|other| *other == words);
        let index = known.unwrap_or_else(|| {
            pool.push(words);
            pool.len() - 1
        });
        u32::try_from(index).map_err(|_| "too many lists of options".to_owned())
    }

    /// A code object in the same environment.
    pub fn inner(
        &mut self,
        result: CodeType,
        write: impl FnOnce(&mut Emitter<'_, '_>) -> Result<(), Missing>,
    ) -> Result<CodeId, Missing> {
        let env = self.env.clone();
        self.compiler.code(result, &env, write)
    }

    pub fn name(&mut self, name: &Name) -> StringId {
        self.compiler.string(name)
    }
}
