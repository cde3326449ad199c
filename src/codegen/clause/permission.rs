//! Restrictions and permissions (CR 101.2, 601.3, 602.5, 604).

use crate::bytecode::{CodeId, CodeType, Op, Permission, Restriction};
use crate::codegen::{
    Missing,
    emitter::{Compiler, Env},
    phrase::{filter::brief, noun::zones_of},
};
use crate::ir::{self, Filter, Head, Noun, Quantity};
use crate::vocab::ZoneSet;

/// Whether a description names things by what was done to them.
const fn done_to(predicate: &ir::Predicate) -> bool {
    matches!(predicate, ir::Predicate::In(_))
}

impl Compiler<'_> {
    /// Whether the candidate is what a noun describes. `Bool`
    pub fn fitting(&mut self, noun: &Noun, not: bool, env: &Env) -> Result<CodeId, Missing> {
        self.code(CodeType::Bool, env, |emitter| {
            emitter.candidate_is(noun)?;
            if not {
                emitter.emit(Op::Not);
            }
            Ok(())
        })
    }

    pub(in crate::codegen) fn restriction(
        &mut self,
        restriction: &ir::Restriction,
        env: &Env,
    ) -> Result<Restriction, Missing> {
        use ir::Restriction as R;
        let mut by = |noun: &Option<Noun>| {
            noun.as_ref()
                .map(|noun| self.fitting(noun, false, env))
                .transpose()
        };
        Ok(match restriction {
            R::Attack(whom) => Restriction::Attack(by(whom)?),
            R::Block(which) => Restriction::Block(by(which)?),
            R::BeBlocked {
                by: who,
                except: None,
            } => Restriction::BeBlocked(by(who)?),
            R::BeBlocked {
                by: None,
                except: Some(except),
            } => Restriction::BeBlocked(Some(self.fitting(except, true, env)?)),
            R::BlockedByCount {
                at_least: Some(n),
                at_most: None,
            } => Restriction::BlockedByFewer(*n),
            R::BlockedByCount {
                at_least: None,
                at_most: Some(n),
            } => Restriction::BlockedByMore(*n),
            R::Alone {
                attack: true,
                block: false,
            } => Restriction::AttackAlone,
            R::Alone {
                attack: false,
                block: true,
            } => Restriction::BlockAlone,
            R::BeTargeted(who) => Restriction::BeTargeted(by(who)?),
            R::BeCountered => Restriction::BeCountered,
            R::BeRegenerated => Restriction::BeRegenerated,
            R::BeSacrificed => Restriction::BeSacrificed,
            R::BeAttached(what) => Restriction::BeAttached(self.fitting(what, false, env)?),
            R::GetCounters(kind) => {
                Restriction::GetCounters(kind.as_ref().map(|kind| self.counter(kind)).transpose()?)
            }
            R::Untap => Restriction::Untap,
            R::Transform => Restriction::Transform,
            R::GainLife => Restriction::GainLife,
            R::LoseLife => Restriction::LoseLife,
            R::Draw(limit) => {
                Restriction::Draw(self.number(limit.as_ref().unwrap_or(&Quantity::Number(0)), env)?)
            }
            R::Cast { what, limit } => Restriction::Cast {
                // CR 601.3: what would become the spell is a card yet.
                filter: match what {
                    Noun::Described { quantifier, filter } if filter.head == Head::Spell => {
                        let card = Noun::Described {
                            quantifier: quantifier.clone(),
                            filter: Filter {
                                head: Head::Object,
                                predicates: filter.predicates.clone(),
                            },
                        };
                        self.fitting(&card, false, env)?
                    }
                    what => self.fitting(what, false, env)?,
                },
                limit: limit
                    .as_ref()
                    .map(|limit| self.number(limit, env))
                    .transpose()?,
            },
            R::Play(Noun::Described { filter, .. })
                if filter
                    .predicates
                    .contains(&ir::Predicate::Type(crate::vocab::CardType::Land)) =>
            {
                // A land card in a hand is no permanent.
                let lands = Filter {
                    head: Head::Object,
                    predicates: filter.predicates.clone(),
                };
                let code = self.code(CodeType::Bool, env, |emitter| emitter.fits(&lands))?;
                Restriction::PlayLand(code)
            }
            R::Activate { except_mana } => Restriction::Activate {
                except_mana: *except_mana,
            },
            R::Search => Restriction::Search,
            R::LoseGame => Restriction::LoseGame,
            R::WinGame => Restriction::WinGame,
            R::DamagePrevented => Restriction::DamagePrevented,
            R::AbleToBlockDoSo => Restriction::BeBlockedByAll,
            R::Enter => Restriction::Enter,
            other => return Err(format!("the restriction {}", brief(other))),
        })
    }

    pub(in crate::codegen) fn permission(
        &mut self,
        permission: &ir::Permission,
        env: &Env,
    ) -> Result<Permission, Missing> {
        use ir::Permission as P;
        Ok(match permission {
            P::ExtraLands(n) => Permission::ExtraLands(self.number(n, env)?),
            P::BlockMore(n) => {
                Permission::BlockMore(n.as_ref().map(|n| self.number(n, env)).transpose()?)
            }
            P::NotUntap => Permission::NotUntap,
            P::AssignAsUnblocked => Permission::AssignAsUnblocked,
            P::Play {
                what: Noun::Described { filter, .. },
                from,
                play,
                free,
            } => Permission::Play {
                zones: match from {
                    Some(zone) => ZoneSet::of(*zone),
                    // Cards that something was done to are where they were put.
                    None if filter.predicates.iter().any(done_to) => ZoneSet::all(),
                    None => zones_of(filter)?,
                },
                filter: self.code(CodeType::Bool, env, |emitter| emitter.fits(filter))?,
                lands: *play,
                free: *free,
                top_only: *from == Some(crate::vocab::Zone::Library),
            },
            // The card itself, from where the ability functions.
            P::Play {
                what: Noun::This,
                from: Some(zone),
                play,
                free,
            } => Permission::Play {
                zones: ZoneSet::of(*zone),
                filter: self.fitting(&Noun::This, false, env)?,
                lands: *play,
                free: *free,
                top_only: false,
            },
            P::SpendAny { types, on } => {
                let mut on = on.clone();
                if let Some(Noun::Described { filter, .. }) = &mut on
                    && filter.head == Head::Spell
                {
                    // A card in a hand is no spell yet.
                    filter.head = Head::Object;
                }
                Permission::SpendAny {
                    types: *types,
                    filter: on
                        .as_ref()
                        .map(|on| self.fitting(on, false, env))
                        .transpose()?,
                }
            }
            // Particular cards, wherever they are now.
            P::Play {
                what: what @ Noun::Ref { .. },
                from: None,
                play,
                free,
            } => Permission::Play {
                zones: ZoneSet::all(),
                filter: self.fitting(what, false, env)?,
                lands: *play,
                free: *free,
                top_only: false,
            },
            other => return Err(format!("the permission {}", brief(other))),
        })
    }
}
