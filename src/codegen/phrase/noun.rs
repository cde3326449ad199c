//! Nouns as sets.

use crate::bytecode::{CodeType, Op, TargetSpec};
use crate::codegen::{Emitted, Missing, emitter::Emitter};
use crate::ir::{
    Binding, Count, EventRole, Filter, Head, Noun, Predicate, Quantifier, Quantity, Role,
};
use crate::vocab::{Zone, ZoneSet};

impl Emitter<'_, '_> {
    /// Emits the set that a noun means. `[] -> [Set]`
    pub fn noun(&mut self, noun: &Noun) -> Emitted {
        let known = self.env.found.iter().find(|(found, _)| found == noun);
        if let (true, Some((_, register))) = (self.env.captured, known) {
            self.emit(Op::CapturedSet(*register));
            return Ok(());
        }
        match noun {
            Noun::This => match self.env.this_is {
                Some(register) if self.env.captured => self.emit(Op::CapturedSet(register)),
                Some(register) => self.emit(Op::Load(register)),
                None => {
                    self.emit(Op::This);
                    if self.env.this_became {
                        self.emit(Op::Became);
                    }
                }
            },
            Noun::Giver if self.env.giver => self.emit(Op::Giver),
            Noun::Giver => return Err("the name of what gives an ability like that".to_owned()),
            Noun::You => self.emit(Op::You),
            Noun::Described { quantifier, filter } => return self.described(quantifier, filter),
            Noun::Ref { to, .. } => return self.binding(*to),
            Noun::Again(noun, _) => return self.noun(noun),
            Noun::Related(role, of) => {
                self.as_it_was(of)?;
                match role {
                    Role::Controller | Role::Caster => self.emit(Op::Controllers),
                    Role::Owner => self.emit(Op::Owners),
                    Role::DefendingPlayer => self.emit(Op::Defenders),
                    other => return Err(format!("a player as {other:?} of an object")),
                }
            }
            // CR 506.2: the active player is the attacking player.
            Noun::Part(Role::ActivePlayer | Role::AttackingPlayer) => self.emit(Op::ActivePlayer),
            Noun::Part(Role::DefendingPlayer) => {
                self.emit(Op::This);
                self.emit(Op::Defenders);
            }
            Noun::Part(Role::EnchantedPlayer) => {
                self.emit(Op::This);
                self.emit(Op::Hosts);
            }
            Noun::Part(Role::ChosenPlayer) => {
                if self.env.granted {
                    return Err("a player chosen for another object".to_owned());
                }
                self.emit(Op::ChosenPlayer);
            }
            Noun::Part(Role::Monarch) => {
                let name = self.name(&"monarch".into());
                let crowned = self.inner(CodeType::Bool, |emitter| {
                    emitter.emit(Op::IsDesignated(name));
                    Ok(())
                })?;
                self.emit(Op::Players);
                self.emit(Op::Filter(crowned));
            }
            Noun::Part(role) => return Err(format!("a player as {role:?}")),
            Noun::Attached(_) => {
                self.emit(Op::This);
                self.emit(Op::Hosts);
            }
            Noun::Top {
                count,
                of,
                bottom: false,
            } => {
                self.noun(of)?;
                self.quantity(count)?;
                self.emit(Op::Top);
            }
            Noun::Top { .. } => return Err("the bottom of a library".to_owned()),
            Noun::All(parts) => {
                let mut parts = parts.iter();
                match parts.next() {
                    Some(first) => self.noun(first)?,
                    None => self.emit(Op::Empty),
                }
                for part in parts {
                    self.noun(part)?;
                    self.emit(Op::Union);
                }
            }
            Noun::Either(parts) => return self.either(parts),
            Noun::Zone(zone, of) => {
                self.noun(of)?;
                self.emit(Op::Cards(*zone));
            }
            Noun::Rest(binding) => {
                let taken = |n: u8| {
                    let mut all = self.env.taken_from.iter().rev();
                    all.find(|(of, _)| *of == n).map(|(_, from)| *from)
                };
                let binding = &match binding {
                    Binding::Result(n) => Binding::Result(taken(*n).unwrap_or(*n)),
                    other => *other,
                };
                let others = match binding {
                    Binding::Result(n) => {
                        let mut all = self.env.others.iter().rev();
                        all.find(|(of, _)| of == n).map(|(_, register)| *register)
                    }
                    _ => None,
                };
                if let Some(register) = others.filter(|_| !self.env.captured) {
                    self.emit(Op::Load(register));
                    return self.still_there();
                }
                let shown = matches!(binding, Binding::Result(n) if *n < 64 && self.env.shown & (1 << n) != 0);
                if !shown {
                    return Err("`the rest`".to_owned());
                }
                self.binding(*binding)?;
                self.still_there()?;
            }
            Noun::Kept(noun, kept) => {
                self.noun(noun)?;
                let register = self.bind(*kept);
                self.emit(Op::Store(register));
                self.emit(Op::Load(register));
            }
            Noun::Among(quantifier, filter, of) => {
                let filter = self.filter_code(filter)?;
                let pick = |emitter: &mut Self| {
                    emitter.noun(of)?;
                    emitter.emit(Op::Filter(filter));
                    Ok(())
                };
                return self.quantified(quantifier, pick);
            }
        }
        Ok(())
    }

    /// Emits a set of which something is asked: what the effect has moved is asked about as it was before (CR 608.2h).
    /// `[] -> [Set]`
    pub fn as_it_was(&mut self, noun: &Noun) -> Emitted {
        self.noun(noun)?;
        if crate::codegen::clause::movement::is_result(noun) {
            self.emit(Op::Former);
        }
        Ok(())
    }

    /// Nouns of which whichever fits is meant: one description with alternatives.
    fn either(&mut self, parts: &[Noun]) -> Emitted {
        // "That player or that planeswalker's controller": the one that was targeted, or who controls what was.
        if let [
            player @ Noun::Ref { to, .. },
            Noun::Related(Role::Controller, of),
        ]
        | [
            Noun::Related(Role::Controller, of),
            player @ Noun::Ref { to, .. },
        ] = parts
            && let Noun::Ref { to: other, .. } = &**of
            && to == other
            && player.is_player()
        {
            let players = self.filter_code(&Filter {
                head: Head::Player,
                predicates: Vec::new(),
            })?;
            self.noun(player)?;
            self.emit(Op::Filter(players));
            self.noun(of)?;
            self.emit(Op::Controllers);
            self.emit(Op::Union);
            return Ok(());
        }
        let mut common: Option<&Quantifier> = None;
        let mut filters = Vec::new();
        for part in parts {
            let Noun::Described { quantifier, filter } = part else {
                return Err("a choice between nouns".to_owned());
            };
            if *common.get_or_insert(quantifier) != quantifier {
                return Err("a choice between nouns".to_owned());
            }
            filters.push(filter);
        }
        match common {
            Some(Quantifier::Target(count)) => self.target(&count.clone(), &filters),
            Some(quantifier) => self.quantified(&quantifier.clone(), |emitter| {
                emitter.emit(Op::Empty);
                for filter in filters {
                    emitter.select(filter)?;
                    emitter.emit(Op::Union);
                }
                Ok(())
            }),
            None => Err("a choice between nouns".to_owned()),
        }
    }

    fn described(&mut self, quantifier: &Quantifier, filter: &Filter) -> Emitted {
        if let Quantifier::Target(count) = quantifier {
            return self.target(count, &[filter]);
        }
        self.quantified(quantifier, |emitter| emitter.select(filter))
    }

    /// Emits those of a set that a quantifier picks.
    fn quantified(
        &mut self,
        quantifier: &Quantifier,
        set: impl FnOnce(&mut Self) -> Emitted,
    ) -> Emitted {
        if self.pure && matches!(quantifier, Quantifier::Choose(_) | Quantifier::Random(_)) {
            return Err("a choice within a condition or number".to_owned());
        }
        match quantifier {
            Quantifier::All
            | Quantifier::Each
            | Quantifier::Any
            | Quantifier::The
            | Quantifier::No => set(self),
            Quantifier::Choose(count) => {
                self.actor();
                set(self)?;
                self.bounds(count)?;
                self.emit(Op::Choose);
                Ok(())
            }
            Quantifier::Random(count) => {
                set(self)?;
                match count {
                    Count::One => self.emit(Op::Int(1)),
                    Count::Exactly(n) => self.quantity(n)?,
                    other => return Err(format!("a random choice of {other:?}")),
                }
                self.emit(Op::Random);
                Ok(())
            }
            Quantifier::Target(_) => Err("targets out of a set".to_owned()),
            Quantifier::Counted(..) => Err("so many or more of something".to_owned()),
        }
    }

    /// Leaves out what has moved, which is another object now (CR 400.7). `[Set] -> [Set]`
    fn still_there(&mut self) -> Emitted {
        let here = self.inner(CodeType::Bool, |emitter| {
            emitter.emit(Op::InZone(Zone::Nowhere));
            emitter.emit(Op::Not);
            Ok(())
        })?;
        self.emit(Op::Filter(here));
        Ok(())
    }

    /// Emits who acts and chooses.
    pub fn actor(&mut self) {
        match self.env.actor {
            Some(register) => self.emit(Op::Load(register)),
            None => self.emit(Op::You),
        }
    }

    /// Emits the least and greatest number of a count. `[] -> [Int Int]`
    pub(in crate::codegen) fn bounds(&mut self, count: &Count) -> Emitted {
        match count {
            Count::One => {
                self.emit(Op::Int(1));
                self.emit(Op::Int(1));
            }
            Count::Exactly(n) => {
                self.quantity(n)?;
                self.quantity(n)?;
            }
            Count::UpTo(n) => {
                self.emit(Op::Int(0));
                self.quantity(n)?;
            }
            Count::Range(least, most) => {
                self.emit(Op::Int(i32::try_from(*least).unwrap_or(i32::MAX)));
                self.emit(Op::Int(i32::try_from(*most).unwrap_or(i32::MAX)));
            }
            Count::AnyNumber => {
                self.emit(Op::Int(0));
                self.emit(Op::Int(i32::MAX));
            }
            Count::OneOrMore => {
                self.emit(Op::Int(1));
                self.emit(Op::Int(i32::MAX));
            }
        }
        Ok(())
    }

    fn target(&mut self, count: &Count, filters: &[&Filter]) -> Emitted {
        let number = self.announce(count, filters)?;
        self.binding(self.said_target(number))
    }

    /// A target phrase, which gets the next number; what fits one of the descriptions is a legal target.
    pub fn announce(&mut self, count: &Count, filters: &[&Filter]) -> Result<u8, Missing> {
        if !self.env.targets_allowed {
            return Err("a target where none can be chosen".to_owned());
        }
        // Targets are chosen before anything of a player's choice is.
        let choice = self.env.choice.take();
        let number = self.announced(count, filters);
        self.env.choice = choice;
        number
    }

    fn announced(&mut self, count: &Count, filters: &[&Filter]) -> Result<u8, Missing> {
        let number = self.next_target()?;
        let (least, most) = match count {
            Count::One => (Quantity::Number(1), Quantity::Number(1)),
            Count::Exactly(n) => (n.clone(), n.clone()),
            Count::UpTo(n) => (Quantity::Number(0), n.clone()),
            Count::Range(least, most) => (
                Quantity::Number(i64::from(*least)),
                Quantity::Number(i64::from(*most)),
            ),
            Count::AnyNumber => (Quantity::Number(0), Quantity::Number(i64::from(i32::MAX))),
            Count::OneOrMore => (Quantity::Number(1), Quantity::Number(i64::from(i32::MAX))),
        };
        let min = self.inner(CodeType::Int, |emitter| emitter.quantity(&least))?;
        let max = self.inner(CodeType::Int, |emitter| emitter.quantity(&most))?;
        let code = self.inner(CodeType::Bool, |emitter| {
            let mut jumps = Vec::new();
            for (index, filter) in filters.iter().enumerate() {
                emitter.fits(filter)?;
                if index + 1 < filters.len() {
                    jumps.push(emitter.jump(Op::OrElse));
                }
            }
            jumps.into_iter().for_each(|jump| emitter.land(jump));
            Ok(())
        })?;
        // Cards out of "an opponent's graveyard" are all out of the same one.
        let of_one = |filter: &&Filter| {
            filter.predicates.iter().any(|predicate| {
                matches!(predicate, Predicate::InZone(_, Some(whose))
                    if matches!(**whose, Noun::Described { quantifier: Quantifier::Choose(_), .. }))
            })
        };
        if *count != Count::One
            && *count != Count::UpTo(Quantity::Number(1))
            && filters.iter().any(of_one)
        {
            return Err("several targets in a zone of one player".to_owned());
        }
        let player =
            |filter: &Filter| matches!(filter.head, Head::Player | Head::Opponent | Head::Teammate);
        let players = filters
            .iter()
            .any(|filter| player(filter) || filter.head == Head::AnyTarget);
        let mut zones = ZoneSet::EMPTY;
        for filter in filters.iter().filter(|filter| !player(filter)) {
            zones = zones.union(zones_of(filter)?);
        }
        let text = self.compiler.string("target");
        self.env.targets.push(number);
        self.counted = self.counted.saturating_add(1);
        self.targets.push(TargetSpec {
            min,
            max,
            zones,
            players,
            filter: code,
            of_x: self.compiler.uses_x(code),
            text,
        });
        Ok(number)
    }

    /// Emits everything that fits a description. `[] -> [Set]`
    pub fn select(&mut self, filter: &Filter) -> Emitted {
        match filter.head {
            Head::Player | Head::Opponent | Head::Teammate => {
                let code = self.filter_code(filter)?;
                // CR 608.2i: one who did something this turn and then left the game did it all the same.
                let back = filter
                    .predicates
                    .iter()
                    .any(|p| matches!(p, Predicate::Did(..)));
                self.emit(if back { Op::Seats } else { Op::Players });
                self.emit(Op::Filter(code));
            }
            // CR 609.7a.
            Head::Source => {
                let code = self.filter_code(filter)?;
                self.emit(Op::Sources);
                self.emit(Op::Filter(code));
            }
            _ => {
                // Things that something was done to are looked for where they are now.
                let done = filter
                    .predicates
                    .iter()
                    .find_map(|predicate| match predicate {
                        Predicate::In(binding) => Some(*binding),
                        _ => None,
                    });
                let Some(binding) = done else {
                    let code = self.filter_code(filter)?;
                    self.emit(Op::Select(zones_of(filter)?, code));
                    return Ok(());
                };
                let mut rest = filter.without(|p| *p == Predicate::In(binding));
                if rest.head == Head::Permanent {
                    // What was destroyed or sacrificed is no permanent any longer.
                    rest.head = Head::Object;
                }
                let code = self.filter_code(&rest)?;
                match self.all_shown(binding) {
                    // Of cards revealed until one was found, all were revealed.
                    Some(register) => self.emit(Op::Load(register)),
                    None => self.binding(binding)?,
                }
                if filter.head == Head::Permanent {
                    // "Each creature destroyed this way": as it last was on the battlefield.
                    self.emit(Op::Former);
                }
                self.emit(Op::Filter(code));
            }
        }
        Ok(())
    }

    /// The register of all cards that were shown, where the result is only the one that was looked for.
    pub(in crate::codegen) fn all_shown(&self, binding: Binding) -> Option<u8> {
        let Binding::Result(n) = binding else {
            return None;
        };
        let mut all = self.env.others.iter().rev();
        all.find(|(of, _)| *of == n).map(|(_, register)| *register)
    }

    /// Emits what a reference stands for.
    /// The register in which something is that was there when a delayed trigger was made.
    pub fn kept_before(&self, binding: Binding) -> Option<u8> {
        let mut kept = self.env.before.iter();
        let found = kept.find(|(known, _)| *known == binding);
        found.map(|(_, register)| *register)
    }

    /// What words stand for that speak of a target phrase, by its number in the whole ability: within a keyword action they count
    /// those of the action alone.
    pub fn said_target(&self, number: u8) -> Binding {
        Binding::Target(number.saturating_sub(self.env.first_target()))
    }

    /// Where the targets of a phrase are, by its number in the text.
    fn target_numbered(&self, n: u8) -> Result<Op, Missing> {
        let own = self.env.targets.iter().position(|number| *number == n);
        // Code inside of other code speaks of the targets of that.
        let own = own.map_or(n.checked_sub(self.env.announced), |at| {
            u8::try_from(at).ok()
        });
        own.map(Op::Target)
            .ok_or_else(|| "a target of what came before".to_owned())
    }

    /// Emits what a word stands for. `[] -> [Set]`
    pub fn binding(&mut self, to: Binding) -> Emitted {
        if let Some(register) = self.kept_before(to) {
            self.emit(Op::CapturedSet(register));
            return Ok(());
        }
        let op = match to {
            Binding::Target(n) => {
                self.target_numbered(n.saturating_add(self.env.first_target()))?
            }
            Binding::Event(role @ (EventRole::Subject | EventRole::Object)) => {
                let of = self.env.of_event;
                let (participant, relation, same) = match role {
                    EventRole::Object => (of.object, of.object_is, of.same_object),
                    _ => (of.subject, of.subject_is, of.same_subject),
                };
                if !same {
                    return Err("what took part in one of several events".to_owned());
                }
                self.emit(Op::Event(participant));
                relation.into_iter().for_each(|op| self.emit(op));
                return Ok(());
            }
            Binding::Event(EventRole::Source) => Op::Event(crate::bytecode::Participant::Source),
            Binding::Event(EventRole::Amount) => {
                return Err("an amount where things are meant".to_owned());
            }
            Binding::Result(n) => {
                let register = self.result(n);
                if self.env.is_captured(n) {
                    Op::CapturedSet(register)
                } else {
                    Op::Load(register)
                }
            }
            Binding::Cost(_) if self.env.unpaid => {
                return Err("what a cost was paid with, without just one such cost".to_owned());
            }
            Binding::Cost(n) => Op::Paid(n),
            Binding::Each => match self.env.each {
                Some(register) if self.env.captured && !self.env.each_local => {
                    Op::CapturedSet(register)
                }
                Some(register) => Op::Load(register),
                None if self.env.each_affected => Op::Affected,
                None => return Err("`each` outside of a repetition".to_owned()),
            },
            Binding::Candidate => Op::Candidate,
            Binding::Linked => Op::Linked,
            Binding::Chosen(_) => return Err("what was chosen for the object".to_owned()),
        };
        self.emit(op);
        Ok(())
    }
}

/// The zones in which the things of a description are.
pub fn zones_of(filter: &Filter) -> Result<ZoneSet, Missing> {
    let mut named = ZoneSet::EMPTY;
    collect(&filter.predicates, &mut named);
    if !named.is_empty() {
        return Ok(named);
    }
    match filter.head {
        Head::Permanent | Head::Token | Head::AnyTarget => Ok(ZoneSet::of(Zone::Battlefield)),
        Head::Spell | Head::Ability | Head::SpellOrAbility => Ok(ZoneSet::of(Zone::Stack)),
        Head::Emblem => Ok(ZoneSet::of(Zone::Command)),
        Head::Card => Err("a card without a zone".to_owned()),
        Head::Source | Head::Object => Err("an object of any kind".to_owned()),
        Head::Player | Head::Opponent | Head::Teammate => Ok(ZoneSet::EMPTY),
    }
}

fn collect(predicates: &[Predicate], zones: &mut ZoneSet) {
    for predicate in predicates {
        match predicate {
            Predicate::InZone(zone, _) => zones.insert(*zone),
            Predicate::AnyOf(branches) => branches.iter().for_each(|branch| collect(branch, zones)),
            _ => {}
        }
    }
}
