//! Statements of static abilities and continuous effects, and replacement effects.

use super::{
    Missing,
    emitter::{Compiler, Emitter, Env},
    filter::brief,
    noun::zones_of,
};
use crate::bytecode::op::FRAME_REGISTERS;
use crate::bytecode::{
    Change, ChangePart, CodeId, CodeType, EntersChange, Layer, Op, Permission, Replacement,
    Restriction, Static, StaticId, StaticKind, Subject, TargetSpec,
};
use crate::ir::card::PtValue;
use crate::ir::{self, Condition, Head, Modification, Noun, Quantifier, Quantity, Statement};
use crate::vocab::{ManaCost, SupertypeSet, TypeSet};

/// A statement while it is compiled: values that are fixed when a lasting effect begins are collected.
struct Lasting {
    captured: Vec<CodeId>,
    /// Whether quantities are fixed at the beginning (CR 608.2h) or looked at again and again.
    fixed: bool,
}

impl Compiler<'_> {
    /// Compiles a statement of a static ability.
    pub fn statement(
        &mut self,
        statement: &Statement,
        env: &Env,
    ) -> Result<Vec<StaticId>, Missing> {
        Ok(self.compile_statement(statement, env, false, 0)?.0)
    }

    /// Compiles a statement of an effect with a duration; also gives its target phrases, the first of which has the number
    /// `first_target`.
    pub fn lasting(
        &mut self,
        statement: &Statement,
        env: &Env,
        first_target: usize,
    ) -> Result<(Vec<StaticId>, Vec<TargetSpec>), Missing> {
        self.compile_statement(statement, env, true, first_target)
    }

    fn compile_statement(
        &mut self,
        statement: &Statement,
        env: &Env,
        fixed: bool,
        first_target: usize,
    ) -> Result<(Vec<StaticId>, Vec<TargetSpec>), Missing> {
        let mut inner = env.clone();
        inner.captured |= fixed;
        let (subject, targets) = self.subject(&statement.subject, &inner, fixed, first_target)?;
        inner.targets_allowed = false;
        let condition = statement
            .condition
            .as_ref()
            .map(|c| self.condition_code(c, &inner))
            .transpose()?;
        let mut lasting = Lasting {
            captured: Vec::new(),
            fixed,
        };
        let mut parts = Vec::new();
        let mut others = Vec::new();
        for modification in &statement.modifications {
            match self.change(modification, &inner, &mut lasting)? {
                Some(changes) => parts.extend(changes),
                None => others.push(self.other(modification, &inner)?),
            }
        }
        if !parts.is_empty() {
            others.insert(0, StaticKind::Continuous(parts));
        }
        let mut ids = Vec::new();
        for kind in others {
            let captured = lasting.captured.clone();
            self.program.statics.push(Static {
                subject: subject.clone(),
                condition,
                kind,
                captured,
            });
            ids.push(StaticId((self.program.statics.len() - 1) as u32));
        }
        Ok((ids, targets))
    }

    pub fn condition_code(&mut self, condition: &Condition, env: &Env) -> Result<CodeId, Missing> {
        self.code(CodeType::Bool, env, |emitter| emitter.condition(condition))
    }

    fn subject(
        &mut self,
        noun: &Noun,
        env: &Env,
        fixed: bool,
        first_target: usize,
    ) -> Result<(Subject, Vec<TargetSpec>), Missing> {
        match noun {
            Noun::This => Ok((Subject::This, Vec::new())),
            Noun::Described {
                quantifier: Quantifier::All | Quantifier::Each | Quantifier::Any,
                filter,
            } if !matches!(filter.head, Head::Player | Head::Opponent | Head::Teammate) => {
                let zones = zones_of(filter)?;
                let filter = self.code(CodeType::Bool, env, |emitter| emitter.fits(filter))?;
                Ok((Subject::Matching { zones, filter }, Vec::new()))
            }
            // What a player picks is picked by a code object of the effect, not here.
            Noun::Described {
                quantifier: Quantifier::Choose(_) | Quantifier::Random(_),
                ..
            } => Err("a lasting effect on something chosen while it begins".to_owned()),
            other => {
                let mut env = env.clone();
                env.targets_allowed = fixed && env.targets_allowed;
                let mut targets = Vec::new();
                let code = self.code(CodeType::Set, &env, |emitter| {
                    // Numbers of target phrases go on from those of the ability before this statement.
                    let blank = || TargetSpec {
                        min: CodeId(0),
                        max: CodeId(0),
                        zones: crate::vocab::ZoneSet::EMPTY,
                        players: false,
                        filter: CodeId(0),
                        text: crate::bytecode::StringId(0),
                    };
                    emitter.targets = (0..first_target).map(|_| blank()).collect();
                    emitter.noun(other)?;
                    targets = emitter.targets.split_off(first_target);
                    emitter.targets.clear();
                    Ok(())
                })?;
                Ok((Subject::Set(code), targets))
            }
        }
    }

    /// A number of a statement: fixed as the effect begins, or looked at again whenever it applies.
    fn value(
        &mut self,
        quantity: &Quantity,
        env: &Env,
        lasting: &mut Lasting,
    ) -> Result<CodeId, Missing> {
        if !lasting.fixed || matches!(quantity, Quantity::Number(_)) {
            return self.code(CodeType::Int, env, |emitter| emitter.quantity(quantity));
        }
        let code = self.code(CodeType::Int, env, |emitter| emitter.quantity(quantity))?;
        let index = FRAME_REGISTERS + lasting.captured.len();
        lasting.captured.push(code);
        let index =
            u8::try_from(index).map_err(|_| "more than 200 values in a statement".to_owned())?;
        self.code(CodeType::Int, env, |emitter| {
            emitter.emit(Op::Captured(index));
            Ok(())
        })
    }

    /// The changes of a modification, each in its layer (CR 613.1); `None` if it changes no characteristics.
    fn change(
        &mut self,
        modification: &Modification,
        env: &Env,
        lasting: &mut Lasting,
    ) -> Result<Option<Vec<ChangePart>>, Missing> {
        let one = |layer, change| Ok(Some(vec![ChangePart { layer, change }]));
        match modification {
            Modification::Pump(power, toughness) => {
                let (power, toughness) = (
                    self.value(power, env, lasting)?,
                    self.value(toughness, env, lasting)?,
                );
                one(Layer::ModifyPt, Change::Pump(power, toughness))
            }
            Modification::SetBase(power, toughness) | Modification::Define(power, toughness) => {
                let defines = matches!(modification, Modification::Define(..));
                let power = power
                    .as_ref()
                    .map(|q| self.value(q, env, lasting))
                    .transpose()?;
                let toughness = toughness
                    .as_ref()
                    .map(|q| self.value(q, env, lasting))
                    .transpose()?;
                one(
                    if defines { Layer::Define } else { Layer::SetPt },
                    Change::SetBase(power, toughness),
                )
            }
            Modification::Switch => one(Layer::SwitchPt, Change::Switch),
            Modification::Gain(abilities) => {
                let abilities = self.abilities(
                    abilities,
                    &Env {
                        argument: None,
                        ..Env::default()
                    },
                )?;
                one(Layer::Ability, Change::Gain(abilities))
            }
            Modification::Lose(keywords) | Modification::CantHave(keywords) => {
                let ids = keywords
                    .iter()
                    .map(|k| self.keyword(&k.name))
                    .collect::<Result<Vec<_>, _>>()?;
                let loses = matches!(modification, Modification::Lose(_));
                one(
                    Layer::Ability,
                    if loses {
                        Change::Lose(ids)
                    } else {
                        Change::CantHave(ids)
                    },
                )
            }
            Modification::LoseAll => one(Layer::Ability, Change::LoseAll),
            Modification::NotType(types) => one(Layer::Type, Change::RemoveTypes(*types)),
            Modification::EveryCreatureType => one(Layer::Type, Change::EveryCreatureType),
            Modification::Control(who) => {
                let code = self.code(CodeType::Set, env, |emitter| emitter.noun(who))?;
                one(Layer::Control, Change::Control(code))
            }
            Modification::CopyOf(what, except) if except.is_empty() => {
                let code = self.code(CodeType::Set, env, |emitter| emitter.noun(what))?;
                one(Layer::Copy, Change::Copy(code))
            }
            Modification::Become {
                pt,
                colors,
                supertypes,
                types,
                subtypes,
                additional,
                name: None,
                chosen: None,
            } => {
                let mut parts = Vec::new();
                if *types != TypeSet::EMPTY
                    || *supertypes != SupertypeSet::EMPTY
                    || !subtypes.is_empty()
                {
                    let subtypes = subtypes
                        .iter()
                        .map(|s| self.subtype(s))
                        .collect::<Result<Vec<_>, _>>()?;
                    let change = Change::Types {
                        supertypes: *supertypes,
                        types: *types,
                        subtypes,
                        additional: *additional,
                    };
                    parts.push(ChangePart {
                        layer: Layer::Type,
                        change,
                    });
                }
                if let Some(colors) = colors {
                    let change = Change::Colors {
                        colors: *colors,
                        additional: false,
                    };
                    parts.push(ChangePart {
                        layer: Layer::Color,
                        change,
                    });
                }
                if let Some((power, toughness)) = pt {
                    let mut side = |value: &PtValue| match value {
                        PtValue::Number(n) => self.value(&Quantity::Number(*n), env, lasting),
                        PtValue::Quantity(q) => self.value(q, env, lasting),
                        PtValue::Star | PtValue::StarPlus(_) => {
                            Err("power or toughness `*` of an effect".to_owned())
                        }
                    };
                    let (power, toughness) = (side(power)?, side(toughness)?);
                    parts.push(ChangePart {
                        layer: Layer::SetPt,
                        change: Change::SetBase(Some(power), Some(toughness)),
                    });
                }
                Ok(Some(parts))
            }
            _ => Ok(None),
        }
    }

    /// A modification that changes no characteristics.
    fn other(&mut self, modification: &Modification, env: &Env) -> Result<StaticKind, Missing> {
        Ok(match modification {
            Modification::Cant(restriction) => {
                StaticKind::Cant(self.restriction(restriction, env)?)
            }
            Modification::Must(restriction) => {
                StaticKind::Must(self.restriction(restriction, env)?)
            }
            Modification::DoesntUntap => StaticKind::Cant(Restriction::UntapInStep),
            Modification::AssignsByToughness => StaticKind::AssignsByToughness,
            Modification::May(permission) => StaticKind::May(self.permission(permission, env)?),
            Modification::HandSize(size) => {
                let size = size
                    .as_ref()
                    .map(|q| self.code(CodeType::Int, env, |e| e.quantity(q)))
                    .transpose()?;
                StaticKind::HandSize(size)
            }
            Modification::Skips(step) => StaticKind::Replacement(Replacement::Skip(*step)),
            Modification::AdditionalCost { cost, optional } => StaticKind::AdditionalCost {
                cost: self.cost(cost, env)?,
                optional: *optional,
            },
            Modification::AlternativeCost { cost } => {
                StaticKind::AlternativeCost(self.cost(cost, env)?)
            }
            Modification::CostChange { less, amount } => {
                let (mana, times) = match amount {
                    ir::statics::CostAmount::Mana(mana) => (mana.clone(), None),
                    ir::statics::CostAmount::Generic(q) => (
                        ManaCost::parse("{1}").unwrap_or_default(),
                        Some(self.code(CodeType::Int, env, |e| e.quantity(q))?),
                    ),
                    ir::statics::CostAmount::ManaForEach(mana, q) => (
                        mana.clone(),
                        Some(self.code(CodeType::Int, env, |e| e.quantity(q))?),
                    ),
                    ir::statics::CostAmount::Other(_) => {
                        return Err("a change of a cost by another cost".to_owned());
                    }
                };
                StaticKind::CostChange {
                    less: *less,
                    mana,
                    times,
                    abilities: None,
                }
            }
            other => return Err(format!("the statement {}", brief(other))),
        })
    }

    fn restriction(
        &mut self,
        restriction: &ir::Restriction,
        env: &Env,
    ) -> Result<Restriction, Missing> {
        let mut code =
            |noun: &Option<Noun>| noun.as_ref().map(|noun| self.test(noun, env)).transpose();
        Ok(match restriction {
            ir::Restriction::Attack(whom) => Restriction::Attack(code(whom)?),
            ir::Restriction::Block(which) => Restriction::Block(code(which)?),
            ir::Restriction::BeBlocked { by, except: None } => Restriction::BeBlocked(code(by)?),
            ir::Restriction::BeBlocked {
                by: None,
                except: Some(except),
            } => {
                let code = self.code(CodeType::Bool, env, |emitter| {
                    emitter.candidate_is(except)?;
                    emitter.emit(Op::Not);
                    Ok(())
                })?;
                Restriction::BeBlocked(Some(code))
            }
            ir::Restriction::BlockedByCount {
                at_least: Some(n),
                at_most: None,
            } => Restriction::BlockedByFewer(*n),
            ir::Restriction::BlockedByCount {
                at_least: None,
                at_most: Some(n),
            } => Restriction::BlockedByMore(*n),
            ir::Restriction::Alone {
                attack: true,
                block: false,
            } => Restriction::AttackAlone,
            ir::Restriction::Alone {
                attack: false,
                block: true,
            } => Restriction::BlockAlone,
            ir::Restriction::BeTargeted(by) => Restriction::BeTargeted(code(by)?),
            ir::Restriction::BeCountered => Restriction::BeCountered,
            ir::Restriction::BeRegenerated => Restriction::BeRegenerated,
            ir::Restriction::BeSacrificed => Restriction::BeSacrificed,
            ir::Restriction::Untap => Restriction::Untap,
            ir::Restriction::GainLife => Restriction::GainLife,
            ir::Restriction::LoseLife => Restriction::LoseLife,
            ir::Restriction::LoseGame => Restriction::LoseGame,
            ir::Restriction::WinGame => Restriction::WinGame,
            ir::Restriction::Activate { except_mana } => Restriction::Activate {
                except_mana: *except_mana,
            },
            ir::Restriction::Cast { what, limit } => {
                let filter = self.test(what, env)?;
                let limit = limit
                    .as_ref()
                    .map(|q| self.code(CodeType::Int, env, |e| e.quantity(q)))
                    .transpose()?;
                Restriction::Cast { filter, limit }
            }
            other => return Err(format!("the restriction {}", brief(other))),
        })
    }

    fn permission(
        &mut self,
        permission: &ir::Permission,
        env: &Env,
    ) -> Result<Permission, Missing> {
        Ok(match permission {
            ir::Permission::ExtraLands(count) => {
                Permission::ExtraLands(
                    self.code(CodeType::Int, env, |emitter| emitter.quantity(count))?,
                )
            }
            ir::Permission::BlockMore(count) => {
                let count = count
                    .as_ref()
                    .map(|q| self.code(CodeType::Int, env, |e| e.quantity(q)))
                    .transpose()?;
                Permission::BlockMore(count)
            }
            ir::Permission::NotUntap => Permission::NotUntap,
            ir::Permission::AssignAsUnblocked => Permission::AssignAsUnblocked,
            other => return Err(format!("the permission {}", brief(other))),
        })
    }

    /// Code that says whether a candidate is what a noun describes.
    pub fn test(&mut self, noun: &Noun, env: &Env) -> Result<CodeId, Missing> {
        self.code(CodeType::Bool, env, |emitter| emitter.candidate_is(noun))
    }

    /// Compiles a replacement or prevention effect.
    pub fn replacement(
        &mut self,
        replacement: &ir::Replacement,
        env: &Env,
    ) -> Result<StaticId, Missing> {
        let mut subject = Subject::Game;
        let mut holds = None;
        let kind = match replacement {
            ir::Replacement::Instead {
                event,
                condition,
                effect,
            } => {
                holds.clone_from(condition);
                let mut inner = env.clone();
                (inner.subject, inner.object) = super::event::participants(event);
                let (kinds, filter) = self.event_code(event, env)?;
                let code = self.code(CodeType::Effect, &inner, |emitter| emitter.effect(effect))?;
                Replacement::Instead {
                    kinds,
                    filter,
                    code,
                }
            }
            ir::Replacement::Amount {
                event,
                condition,
                amount,
            } => {
                holds.clone_from(condition);
                let (kinds, filter) = self.event_code(event, env)?;
                let amount = self.code(CodeType::Int, env, |emitter| emitter.quantity(amount))?;
                Replacement::Amount {
                    kinds,
                    filter,
                    amount,
                }
            }
            ir::Replacement::Entering {
                what,
                condition,
                changes,
            } => {
                holds.clone_from(condition);
                let filter = self.test(what, env)?;
                let changes = changes
                    .iter()
                    .map(|change| self.enters(change, env))
                    .collect::<Result<Vec<_>, _>>()?;
                Replacement::Entering { filter, changes }
            }
            ir::Replacement::Prevent {
                event,
                amount,
                condition,
            } => {
                holds.clone_from(condition);
                let (_, filter) = self.event_code(event, env)?;
                let amount = amount
                    .as_ref()
                    .map(|q| self.code(CodeType::Int, env, |e| e.quantity(q)))
                    .transpose()?;
                Replacement::Prevent { filter, amount }
            }
            ir::Replacement::Skip { step, whose } => {
                subject =
                    Subject::Set(self.code(CodeType::Set, env, |emitter| emitter.noun(whose))?);
                Replacement::Skip(*step)
            }
            ir::Replacement::Elsewhere { .. } => {
                return Err("a card that goes elsewhere instead".to_owned());
            }
        };
        let condition = holds
            .as_ref()
            .map(|condition| self.condition_code(condition, env))
            .transpose()?;
        let kind = StaticKind::Replacement(kind);
        self.program.statics.push(Static {
            subject,
            condition,
            kind,
            captured: Vec::new(),
        });
        Ok(StaticId((self.program.statics.len() - 1) as u32))
    }

    fn event_code(
        &mut self,
        event: &ir::Event,
        env: &Env,
    ) -> Result<(crate::game::EventKindSet, CodeId), Missing> {
        let mut kinds = crate::game::EventKindSet::default();
        let code = self.code(CodeType::Bool, env, |emitter| {
            kinds = emitter.event(event)?;
            Ok(())
        })?;
        Ok((kinds, code))
    }

    fn enters(
        &mut self,
        change: &ir::statics::EntersChange,
        env: &Env,
    ) -> Result<EntersChange, Missing> {
        Ok(match change {
            ir::statics::EntersChange::Tapped => EntersChange::Tapped,
            ir::statics::EntersChange::Counters(count, kind) => {
                let kind = self.counter(kind)?;
                EntersChange::Counters(
                    self.code(CodeType::Int, env, |emitter| emitter.quantity(count))?,
                    kind,
                )
            }
            ir::statics::EntersChange::As(effect) => {
                EntersChange::As(
                    self.code(CodeType::Effect, env, |emitter| emitter.effect(effect))?,
                )
            }
            ir::statics::EntersChange::Unless(cost, inner)
                if matches!(**inner, ir::statics::EntersChange::Tapped) =>
            {
                EntersChange::TappedUnless(self.cost(cost, env)?)
            }
            other => return Err(format!("entering with {}", brief(other))),
        })
    }
}

impl Emitter<'_, '_> {
    /// Emits whether the candidate is what a noun describes. `[] -> [Bool]`
    fn candidate_is(&mut self, noun: &Noun) -> Result<(), Missing> {
        match noun {
            Noun::Described {
                quantifier: Quantifier::Target(_),
                ..
            } => Err("a target in a statement".to_owned()),
            Noun::Described { filter, .. } => self.fits(filter),
            Noun::Either(parts) | Noun::All(parts) => {
                let mut jumps = Vec::new();
                for (index, part) in parts.iter().enumerate() {
                    self.candidate_is(part)?;
                    if index + 1 < parts.len() {
                        jumps.push(self.jump(Op::OrElse));
                    }
                }
                jumps.into_iter().for_each(|jump| self.land(jump));
                Ok(())
            }
            other => {
                self.emit(Op::Candidate);
                self.noun(other)?;
                self.emit(Op::Meets);
                Ok(())
            }
        }
    }
}
