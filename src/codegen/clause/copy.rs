//! Copies (CR 707): what is different about them, and how they are made.

use crate::bytecode::{
    CodeId, CodeType, Exception, Manner, Op, Static, StaticId, StaticKind, Subject,
};
use crate::codegen::{
    Emitted, Missing,
    emitter::{Compiler, Emitter, Env},
    phrase::filter::brief,
};
use crate::ir::{self, Binding, Head, Modification, Noun, PtValue, Quantifier, Quantity, Word};

impl Compiler<'_> {
    /// What is different about copies (CR 707.9), as a statement that copies refer to.
    pub(in crate::codegen) fn exceptions(
        &mut self,
        except: &[Modification],
        env: &Env,
    ) -> Result<StaticId, Missing> {
        let mut out = Vec::new();
        for modification in except {
            self.exception(modification, env, &mut out)?;
        }
        self.push(Static {
            subject: Subject::Game,
            condition: None,
            kind: StaticKind::Exceptions(out),
            captured: Vec::new(),
        })
    }

    fn exception(
        &mut self,
        modification: &Modification,
        env: &Env,
        out: &mut Vec<Exception>,
    ) -> Result<(), Missing> {
        match modification {
            Modification::Become {
                pt,
                colors,
                supertypes,
                types,
                subtypes,
                additional,
                more_colors,
                name,
                chosen: None,
            } => {
                if let Some(name) = name {
                    out.push(Exception::Name(self.string(name)));
                }
                if let Some(pt) = pt {
                    match pt {
                        (PtValue::Number(power), PtValue::Number(toughness)) => {
                            out.push(Exception::Pt(*power, *toughness));
                        }
                        _ => return Err("a copy with a counted power or toughness".to_owned()),
                    }
                }
                if !supertypes.is_empty() || !types.is_empty() || !subtypes.is_empty() {
                    let subtypes = subtypes.iter().map(|name| self.subtype(name));
                    out.push(Exception::Types {
                        supertypes: *supertypes,
                        types: *types,
                        subtypes: subtypes.collect::<Result<_, _>>()?,
                        additional: *additional,
                    });
                }
                if let Some(colors) = colors {
                    out.push(Exception::Colors {
                        colors: *colors,
                        additional: *more_colors,
                    });
                }
            }
            Modification::SetBase(
                Some(Quantity::Number(power)),
                Some(Quantity::Number(toughness)),
            ) => out.push(Exception::Pt(*power, *toughness)),
            Modification::NotSupertypes(supertypes) => {
                out.push(Exception::NotSupertypes(*supertypes));
            }
            Modification::NoManaCost => out.push(Exception::NoManaCost),
            Modification::GainThis => out.push(Exception::ThisAbility),
            Modification::Gain(abilities) => {
                out.push(Exception::Abilities(self.given(abilities, env)?));
            }
            other => return Err(format!("a copy except for {}", brief(other))),
        }
        Ok(())
    }

    /// The code that runs as something may enter as a copy (CR 614.1c, 614.12a).
    pub(in crate::codegen) fn enters_as_copy(
        &mut self,
        what: &Noun,
        optional: bool,
        except: &[Modification],
        counters: &[(Quantity, ir::action::CounterKind)],
        env: &Env,
    ) -> Result<CodeId, Missing> {
        let terms = self.exceptions(except, env)?;
        let mut kinds = Vec::new();
        for (count, kind) in counters {
            kinds.push((count, self.counter(kind)?));
        }
        self.code(CodeType::Effect, env, |emitter| {
            match what {
                Noun::Described {
                    quantifier: Quantifier::Any | Quantifier::Choose(ir::Count::One),
                    filter,
                } => {
                    emitter.actor();
                    emitter.select(filter)?;
                    // What enters is no choice for itself.
                    emitter.emit(Op::This);
                    emitter.emit(Op::Minus);
                    emitter.emit(Op::Int(i32::from(!optional)));
                    emitter.emit(Op::Int(1));
                    emitter.emit(Op::Choose);
                }
                one if !optional => emitter.noun(one)?,
                other => return Err(format!("entering as a copy of {}", brief(other))),
            }
            let chosen = emitter.loop_registers();
            emitter.emit(Op::Store(chosen));
            emitter.emit(Op::Load(chosen));
            emitter.emit(Op::EnterAsCopy(terms));
            for (count, kind) in kinds {
                emitter.emit(Op::Load(chosen));
                emitter.quantity(count)?;
                emitter.emit(Op::EnterWith(kind));
            }
            Ok(())
        })
    }
}

impl Emitter<'_, '_> {
    /// Emits making tokens that are copies. `[] -> []`
    pub(in crate::codegen) fn copy_tokens(
        &mut self,
        who: &Noun,
        what: &Noun,
        count: &Quantity,
        manner: Manner,
        except: &[Modification],
    ) -> Emitted {
        let env = self.env.clone();
        let terms = self.compiler.exceptions(except, &env)?;
        self.player(who)?;
        if manner.has(Manner::ATTACKING) {
            if *who != Noun::You {
                return Err("attacking tokens of another player".to_owned());
            }
            self.attack_target(who)?;
        }
        if *who != Noun::You && crate::codegen::clause::action::chooses(what) {
            return Err("copies of what each player chooses".to_owned());
        }
        self.noun(what)?;
        self.quantity(count)?;
        self.emit(Op::CopyToken(manner, terms));
        Ok(())
    }

    /// Emits copying spells and abilities. `[] -> []`
    pub(in crate::codegen) fn copy_spells(
        &mut self,
        who: &Noun,
        what: &Noun,
        count: &Quantity,
        new_targets: bool,
        except: &[Modification],
    ) -> Emitted {
        let env = self.env.clone();
        if !on_stack(what, &env) {
            return Err("a copy of a card".to_owned());
        }
        let terms = self.compiler.exceptions(except, &env)?;
        self.player(who)?;
        self.noun(what)?;
        self.quantity(count)?;
        self.emit(Op::CopySpell(terms));
        self.emit(Op::Load(0));
        self.emit(Op::Copied(new_targets));
        Ok(())
    }
}

/// Whether a noun means spells or abilities on the stack, rather than cards.
fn on_stack(what: &Noun, env: &Env) -> bool {
    let fits = |filter: &ir::Filter| {
        matches!(
            filter.head,
            Head::Spell | Head::Ability | Head::SpellOrAbility
        )
    };
    match what {
        Noun::Described { filter, .. } => fits(filter),
        Noun::Ref { to, word } => match word {
            Word::That(filter) | Word::The(_, filter) => fits(filter),
            Word::Pronoun => *to == Binding::Event(ir::EventRole::Object) && env.object_is_spell,
        },
        // The spell that says so, while it resolves or as it is cast.
        Noun::This => true,
        Noun::All(parts) => parts.iter().all(|part| on_stack(part, env)),
        _ => false,
    }
}
