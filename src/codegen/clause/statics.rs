//! Statements of static abilities and lasting effects, by layer; restrictions, permissions, replacement effects.

use crate::bytecode::op::FRAME_REGISTERS;
use crate::bytecode::{
    Change, ChangePart, CodeId, CodeType, Layer, Op, Permission, Replacement, Restriction, Static,
    StaticId, StaticKind, Subject,
};
use crate::codegen::{
    Missing,
    clause::keyword_action::goaded,
    emitter::{Compiler, Emitter, Env},
    phrase::{filter::brief, noun::zones_of},
};
use crate::ir::noun::Shared;
use crate::ir::statics::{AsThough, CostAmount};
use crate::ir::{
    self, Condition, Filter, Head, Modification, Noun, PtValue, Quantifier, Quantity, Statement,
};
use crate::vocab::{ManaCost, ManaSymbol, ZoneSet};

/// What a lasting effect of a resolving spell or ability fixes; nothing for a static ability.
#[derive(Default)]
pub struct Lasting {
    /// Its subject, if it was found already.
    pub subject: Option<Subject>,
    /// The register with what its copy effect copies (CR 707.2b).
    pub copied: Option<u8>,
    /// Its quantities are fixed as it begins (CR 608.2h).
    pub fixed: bool,
}

impl Compiler<'_> {
    /// Compiles a statement: the changes to characteristics are one effect, everything else is one each.
    pub fn statement(
        &mut self,
        statement: &Statement,
        env: &Env,
        lasting: Lasting,
    ) -> Result<Vec<StaticId>, Missing> {
        let subject = match lasting.subject {
            Some(subject) => subject,
            None => self.subject(&statement.subject, env)?,
        };
        // "Each land gets +2/+2 as long as it's a creature": of each by itself.
        let of_each = |condition: &Condition| ir::parts::contains(condition, ir::parts::Part::Each);
        let (subject, condition) = match (&statement.condition, &statement.subject) {
            (Some(condition), Noun::Described { filter, .. })
                if !lasting.fixed && env.each.is_none() && of_each(condition) =>
            {
                let env = Env {
                    each_affected: true,
                    ..env.clone()
                };
                let filter_code = self.code(CodeType::Bool, &env, |emitter| {
                    emitter.fits(filter)?;
                    let jump = emitter.jump(Op::AndThen);
                    emitter.condition(condition)?;
                    emitter.land(jump);
                    Ok(())
                })?;
                let zones = zones_of(filter)?;
                let filter = filter_code;
                (Subject::Matching { zones, filter }, None)
            }
            (Some(condition), _) => (subject, Some(self.condition(condition, env)?)),
            (None, _) => (subject, None),
        };
        let of_affected = Env {
            each_affected: !lasting.fixed,
            ..env.clone()
        };
        let mut parts = Vec::new();
        let mut kinds = Vec::new();
        let mut values = Values {
            codes: Vec::new(),
            copied: lasting.copied,
            fixed: lasting.fixed,
            of_itself: statement.subject == Noun::This && !lasting.fixed,
        };
        if let ([Modification::AsThough(AsThough::HadFlash)], Noun::Described { filter, .. }) =
            (statement.modifications.as_slice(), &statement.subject)
        {
            return self.flash(filter, condition, env);
        }
        for modification in &statement.modifications {
            // CR 701.15b: two requirements.
            if *modification == Modification::Goaded {
                for modification in goaded() {
                    kinds.push(self.kind(&statement.subject, &modification, env)?);
                }
                continue;
            }
            // What is revealed all the time does nothing, and who knows what is no part of the game's state.
            if matches!(modification, Modification::PlayRevealed(_)) {
                continue;
            }
            // Two restrictions in one breath.
            if let Modification::Cant(ir::Restriction::Alone {
                attack: true,
                block: true,
            }) = modification
            {
                kinds.push(StaticKind::Cant(Restriction::AttackAlone));
                kinds.push(StaticKind::Cant(Restriction::BlockAlone));
                continue;
            }
            match self.changes(modification, &of_affected, &mut values)? {
                Some(changes) => parts.extend(changes),
                None => kinds.push(self.kind(&statement.subject, modification, env)?),
            }
        }
        if !parts.is_empty() {
            parts.sort_by_key(|part| part.layer);
            kinds.insert(0, StaticKind::Continuous(parts));
        }
        let mut ids = Vec::new();
        for kind in kinds {
            let captured = if matches!(kind, StaticKind::Continuous(_)) {
                values.codes.clone()
            } else {
                Vec::new()
            };
            ids.push(self.push(Static {
                subject: subject.clone(),
                condition,
                kind,
                captured,
            })?);
        }
        Ok(ids)
    }

    /// "You may cast creature spells as though they had flash" (CR 702.8).
    fn flash(
        &mut self,
        filter: &Filter,
        condition: Option<CodeId>,
        env: &Env,
    ) -> Result<Vec<StaticId>, Missing> {
        // A card in a hand is no spell yet.
        let spells = Filter {
            head: Head::Object,
            predicates: filter.predicates.clone(),
        };
        let filter = self.code(CodeType::Bool, env, |emitter| emitter.fits(&spells))?;
        let you = self.set(&Noun::You, env)?;
        let id = self.push(Static {
            subject: Subject::Set(you),
            condition,
            kind: StaticKind::May(Permission::Flash(filter)),
            captured: Vec::new(),
        })?;
        Ok(vec![id])
    }

    /// What a register holds becomes controlled by the player that another register holds.
    pub fn control(&mut self, thing: u8, player: u8, env: &Env) -> Result<StaticId, Missing> {
        let player = self.captured_set(player, env)?;
        self.changed(thing, Layer::Control, Change::Control(player), env)
    }

    /// The player that a register holds skips a step.
    pub(in crate::codegen) fn skip(
        &mut self,
        player: u8,
        step: crate::vocab::Step,
        env: &Env,
    ) -> Result<StaticId, Missing> {
        let subject = Subject::Set(self.captured_set(player, env)?);
        self.push(Static {
            subject,
            condition: None,
            kind: StaticKind::Replacement(Replacement::Skip(step)),
            captured: Vec::new(),
        })
    }

    /// What a register holds is in exile until the effect ends (CR 610.3).
    pub fn held_in_exile(&mut self, thing: u8, env: &Env) -> Result<StaticId, Missing> {
        let subject = Subject::Set(self.captured_set(thing, env)?);
        self.push(Static {
            subject,
            condition: None,
            kind: StaticKind::HeldInExile,
            captured: Vec::new(),
        })
    }

    /// What a register holds becomes this subtype too.
    pub fn subtype_added(&mut self, thing: u8, name: &str, env: &Env) -> Result<StaticId, Missing> {
        let change = Change::Types {
            supertypes: crate::vocab::SupertypeSet::default(),
            types: crate::vocab::TypeSet::default(),
            subtypes: vec![self.subtype(name)?],
            additional: true,
        };
        self.changed(thing, Layer::Type, change, env)
    }

    pub fn changed(
        &mut self,
        thing: u8,
        layer: Layer,
        change: Change,
        env: &Env,
    ) -> Result<StaticId, Missing> {
        let subject = Subject::Set(self.captured_set(thing, env)?);
        self.push(Static {
            subject,
            condition: None,
            kind: StaticKind::Continuous(vec![ChangePart { layer, change }]),
            captured: Vec::new(),
        })
    }

    fn captured_set(&mut self, register: u8, env: &Env) -> Result<CodeId, Missing> {
        self.code(CodeType::Set, env, |emitter| {
            emitter.emit(Op::CapturedSet(register));
            Ok(())
        })
    }

    pub(in crate::codegen) fn push(&mut self, statement: Static) -> Result<StaticId, Missing> {
        let id = u32::try_from(self.program.statics.len())
            .map_err(|_| "too many statements".to_owned())?;
        self.program.statics.push(statement);
        Ok(StaticId(id))
    }

    pub fn condition(&mut self, condition: &Condition, env: &Env) -> Result<CodeId, Missing> {
        self.code(CodeType::Bool, env, |emitter| emitter.condition(condition))
    }

    pub(in crate::codegen) fn number(
        &mut self,
        quantity: &Quantity,
        env: &Env,
    ) -> Result<CodeId, Missing> {
        self.code(CodeType::Int, env, |emitter| emitter.quantity(quantity))
    }

    pub(in crate::codegen) fn set(&mut self, noun: &Noun, env: &Env) -> Result<CodeId, Missing> {
        self.code(CodeType::Set, env, |emitter| emitter.noun(noun))
    }

    /// Everything that fits a description.
    pub fn matching(&mut self, filter: &Filter, env: &Env) -> Result<Subject, Missing> {
        // "Damage can't be prevented": from whatever source.
        if filter.head == Head::Source && filter.predicates.is_empty() {
            return Ok(Subject::Game);
        }
        let zones = zones_of(filter)?;
        let filter = self.code(CodeType::Bool, env, |emitter| emitter.fits(filter))?;
        Ok(Subject::Matching { zones, filter })
    }

    fn subject(&mut self, noun: &Noun, env: &Env) -> Result<Subject, Missing> {
        match noun {
            Noun::This => Ok(Subject::This),
            Noun::Described { quantifier, filter } => match quantifier {
                Quantifier::Choose(_) | Quantifier::Target(_) | Quantifier::Random(_) => {
                    Err("a static ability about something that is chosen".to_owned())
                }
                _ if matches!(filter.head, Head::Player | Head::Opponent | Head::Teammate) => {
                    Ok(Subject::Set(self.set(noun, env)?))
                }
                _ => self.matching(filter, env),
            },
            Noun::Either(_) => Err("a statement about one thing or another".to_owned()),
            // "Artifacts and Humans you control": whatever fits one of the descriptions, whenever it does.
            Noun::All(nouns) if !noun.is_player() => {
                let mut zones = ZoneSet::EMPTY;
                for one in nouns {
                    match one {
                        Noun::Described {
                            quantifier: Quantifier::All | Quantifier::Each,
                            filter,
                        } => zones = zones.union(zones_of(filter)?),
                        _ => return Ok(Subject::Set(self.set(noun, env)?)),
                    }
                }
                let filter =
                    self.code(CodeType::Bool, env, |emitter| emitter.candidate_is(noun))?;
                Ok(Subject::Matching { zones, filter })
            }
            other => Ok(Subject::Set(self.set(other, env)?)),
        }
    }

    /// The changes to characteristics and control that a modification makes; `None` if it makes none.
    fn changes(
        &mut self,
        modification: &Modification,
        env: &Env,
        values: &mut Values,
    ) -> Result<Option<Vec<ChangePart>>, Missing> {
        let one = |layer, change| Ok(Some(vec![ChangePart { layer, change }]));
        match modification {
            Modification::Pump(power, toughness) => {
                let power = values.number(self, power, env)?;
                let toughness = values.number(self, toughness, env)?;
                one(Layer::ModifyPt, Change::Pump(power, toughness))
            }
            Modification::SetBase(power, toughness) | Modification::Define(power, toughness) => {
                let defines = matches!(modification, Modification::Define(..));
                let mut number = |n: &Option<Quantity>, compiler: &mut Self| match n {
                    None => Ok(None),
                    Some(n) if defines => compiler.number(n, env).map(Some),
                    Some(n) => values.number(compiler, n, env).map(Some),
                };
                let power = number(power, self)?;
                let toughness = number(toughness, self)?;
                one(
                    if defines { Layer::Define } else { Layer::SetPt },
                    Change::SetBase(power, toughness),
                )
            }
            Modification::Switch => one(Layer::SwitchPt, Change::Switch),
            Modification::Gain(abilities) => {
                let plain = Env {
                    captured: env.captured,
                    argument: env.argument.clone(),
                    first_register: env.first_register,
                    // What an object gives itself is about what was chosen for it.
                    granted: !values.of_itself,
                    giver: !values.of_itself,
                    ..Env::default()
                };
                let mut ids = Vec::new();
                for ability in abilities {
                    ids.extend(self.ability(ability, &plain, None)?);
                }
                one(Layer::Ability, Change::Gain(ids))
            }
            Modification::Lose(keywords) => {
                one(Layer::Ability, Change::Lose(self.keywords(keywords)?))
            }
            Modification::CantHave(keywords) => {
                one(Layer::Ability, Change::CantHave(self.keywords(keywords)?))
            }
            Modification::LoseAll => one(Layer::Ability, Change::LoseAll),
            Modification::Become {
                pt,
                colors,
                supertypes,
                types,
                subtypes,
                additional,
                more_colors,
                name: None,
                chosen,
            } => {
                let mut parts = Vec::new();
                if !supertypes.is_empty() || !types.is_empty() || !subtypes.is_empty() {
                    let subtypes = subtypes
                        .iter()
                        .map(|name| self.subtype(name))
                        .collect::<Result<_, _>>()?;
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
                    parts.push(ChangePart {
                        layer: Layer::Color,
                        change: Change::Colors {
                            colors: *colors,
                            additional: *more_colors,
                        },
                    });
                }
                match chosen {
                    None => {}
                    Some(Shared::Color) => parts.push(ChangePart {
                        layer: Layer::Color,
                        change: Change::ChosenColor,
                    }),
                    Some(Shared::CreatureType | Shared::LandType) => {
                        parts.push(ChangePart {
                            layer: Layer::Type,
                            change: Change::ChosenSubtype,
                        });
                    }
                    Some(other) => return Err(format!("becoming the chosen {}", brief(other))),
                }
                if let Some((power, toughness)) = pt {
                    let power = values.printed(self, power, env)?;
                    let toughness = values.printed(self, toughness, env)?;
                    parts.push(ChangePart {
                        layer: Layer::SetPt,
                        change: Change::SetBase(Some(power), Some(toughness)),
                    });
                }
                Ok(Some(parts))
            }
            Modification::NotType(types) => one(Layer::Type, Change::RemoveTypes(*types)),
            Modification::EveryCreatureType => one(Layer::Type, Change::EveryCreatureType),
            Modification::Control(who) => one(Layer::Control, Change::Control(self.set(who, env)?)),
            Modification::CopyOf(_, except) => {
                // CR 707.2c: it would copy what there is when it first applies.
                let register = values
                    .copied
                    .ok_or_else(|| "a copy effect of a static ability".to_owned())?;
                let what = self.code(CodeType::Set, env, |emitter| {
                    emitter.emit(Op::CapturedSet(register));
                    Ok(())
                })?;
                one(
                    Layer::Copy,
                    Change::Copy(what, self.exceptions(except, env)?),
                )
            }
            _ => Ok(None),
        }
    }

    fn keywords(
        &self,
        keywords: &[ir::Keyword],
    ) -> Result<Vec<crate::bytecode::KeywordId>, Missing> {
        let plain = |keyword: &ir::Keyword| match keyword.argument {
            ir::KeywordArgument::None => self.keyword(&keyword.name),
            _ => Err("losing a keyword with a certain argument".to_owned()),
        };
        keywords.iter().map(plain).collect()
    }

    /// When a spell can be cast at all (CR 601.3).
    fn cast_only(&mut self, rules: &[ir::ActivationRule], env: &Env) -> Result<CodeId, Missing> {
        use ir::ActivationRule as R;
        let mut conditions = Vec::new();
        for rule in rules {
            conditions.push(match rule {
                R::If(condition) => condition.clone(),
                R::During(whose, part) => Condition::During(whose.clone(), *part),
                R::Turn(whose) => Condition::Turn(whose.clone()),
                other => return Err(format!("casting only {}", brief(other))),
            });
        }
        self.condition(&Condition::All(conditions), env)
    }

    /// A modification that changes no characteristics.
    fn kind(
        &mut self,
        subject: &Noun,
        modification: &Modification,
        env: &Env,
    ) -> Result<StaticKind, Missing> {
        Ok(match modification {
            Modification::Cant(ir::Restriction::Unless(inner, Condition::Pays(who, cost))) => {
                self.combat_cost(subject, inner, who, cost, env)?
            }
            Modification::Cant(restriction) => {
                StaticKind::Cant(self.restriction(restriction, env)?)
            }
            // CR 509.1c: each creature to block is a requirement; "a creature" is one for all of them.
            Modification::Must(ir::Restriction::Block(Some(Noun::Described {
                quantifier: Quantifier::Any | Quantifier::Choose(_),
                ..
            }))) => return Err("a requirement to block any one of several".to_owned()),
            Modification::Must(restriction) => {
                StaticKind::Must(self.restriction(restriction, env)?)
            }
            Modification::May(permission) => StaticKind::May(self.permission(permission, env)?),
            Modification::DoesntUntap => StaticKind::Cant(Restriction::UntapInStep),
            Modification::CostChange { less, amount } => {
                let (mana, times) = match amount {
                    CostAmount::Mana(mana) => (mana.clone(), None),
                    CostAmount::Generic(n) => (
                        ManaCost([ManaSymbol::Generic(1)].into_iter().collect()),
                        Some(n),
                    ),
                    CostAmount::ManaForEach(mana, n) => (mana.clone(), Some(n)),
                    CostAmount::Other(_) => {
                        return Err("a cost that isn't mana, more or less".to_owned());
                    }
                };
                let env = &Env {
                    each_affected: true,
                    ..env.clone()
                };
                let times = times.map(|n| self.number(n, env)).transpose()?;
                StaticKind::CostChange {
                    less: *less,
                    mana,
                    times,
                    abilities: None,
                }
            }
            Modification::AdditionalCost {
                cost: ir::Cost(parts),
                optional: false,
                ..
            } if matches!(parts.as_slice(), [ir::CostPart::Either(_)]) => {
                let [ir::CostPart::Either(costs)] = parts.as_slice() else {
                    return Err("a choice between costs".to_owned());
                };
                if *subject != Noun::This {
                    return Err("a choice between costs of something else".to_owned());
                }
                self.either_cost(costs, env)?
            }
            Modification::AdditionalCost {
                cost,
                optional,
                repeated,
            } => StaticKind::AdditionalCost {
                cost: self.cost(cost, env)?,
                optional: *optional,
                repeated: *repeated,
            },
            Modification::AlternativeCost {
                cost,
                from,
                besides,
            } => StaticKind::AlternativeCost {
                cost: self.cost(cost, env)?,
                from: *from,
                besides: *besides,
            },
            Modification::HandSize(size) => StaticKind::HandSize(
                size.as_ref()
                    .map(|size| self.number(size, env))
                    .transpose()?,
            ),
            Modification::AssignsByToughness => StaticKind::AssignsByToughness,
            Modification::AssignsNone => StaticKind::AssignsNone,
            Modification::HandSizeBy { less, amount } => StaticKind::HandSizeBy {
                less: *less,
                by: self.number(amount, env)?,
            },
            Modification::CastOnly(rules) => StaticKind::CastOnly(self.cast_only(rules, env)?),
            Modification::Skips(step) => StaticKind::Replacement(Replacement::Skip(*step)),
            Modification::AsThough(AsThough::HadFlash) => {
                return Err("flash for what is cast".to_owned());
            }
            Modification::AsThough(AsThough::NoDefender) => {
                StaticKind::May(Permission::AttackDespiteDefender)
            }
            Modification::AsThough(AsThough::Unblocked) => {
                StaticKind::May(Permission::AssignAsUnblocked)
            }
            Modification::AsThough(AsThough::HadReach) => {
                return Err("blocking as though with reach".to_owned());
            }
            Modification::AsThough(AsThough::HadHaste) => {
                StaticKind::May(Permission::HasteForAbilities)
            }
            Modification::KeepsOneLife => StaticKind::Cant(Restriction::LessThanOneLife),
            other => return Err(format!("the statement {}", brief(other))),
        })
    }
}

/// Quantities of a statement, which a lasting effect fixes as it begins.
struct Values {
    codes: Vec<CodeId>,
    copied: Option<u8>,
    fixed: bool,
    /// A static ability of an object about that object.
    of_itself: bool,
}

impl Values {
    fn number(
        &mut self,
        compiler: &mut Compiler<'_>,
        quantity: &Quantity,
        env: &Env,
    ) -> Result<CodeId, Missing> {
        let code = compiler.number(quantity, env)?;
        if !self.fixed || matches!(quantity, Quantity::Number(_)) {
            return Ok(code);
        }
        let slot = u8::try_from(FRAME_REGISTERS + self.codes.len())
            .map_err(|_| "too many quantities".to_owned())?;
        self.codes.push(code);
        compiler.code(CodeType::Int, env, |emitter| {
            emitter.emit(Op::Captured(slot));
            Ok(())
        })
    }

    fn printed(
        &mut self,
        compiler: &mut Compiler<'_>,
        value: &PtValue,
        env: &Env,
    ) -> Result<CodeId, Missing> {
        match value {
            PtValue::Number(n) => self.number(compiler, &Quantity::Number(*n), env),
            PtValue::Quantity(n) => self.number(compiler, n, env),
            PtValue::Star | PtValue::StarPlus(_) => Err("becoming a creature with `*`".to_owned()),
        }
    }
}

impl Emitter<'_, '_> {
    /// Emits whether the candidate is what a noun describes. `[] -> [Bool]`
    pub fn candidate_is(&mut self, noun: &Noun) -> Result<(), Missing> {
        match noun {
            noun if noun.is_target() => Err("a target in a statement".to_owned()),
            Noun::Described { filter, .. } => self.fits(filter),
            Noun::Either(parts) | Noun::All(parts) => {
                let mut jumps = Vec::new();
                if parts.is_empty() {
                    self.emit(Op::Bool(false));
                }
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
