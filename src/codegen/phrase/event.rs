//! Events: which kinds to look at, and whether one fits.

use crate::bytecode::{CodeId, CodeType, Op, Participant};
use crate::codegen::{Emitted, Missing, emitter::Emitter, phrase::filter::brief};
use crate::game::{Cause, EventKind, EventKindSet};
use crate::ir::condition::TurnPart;
use crate::ir::event::TappedFor;
use crate::ir::{Count, Event, EventVerb, Head, Noun, Quantifier, Whose};
use crate::vocab::{Step, Zone};

/// How an event of the IR shows in the record of the game.
struct Shape {
    /// The kinds of events.
    kinds: EventKindSet,
    /// What else must hold: pure questions about the event, all of them.
    tests: Vec<Op>,
    /// Which participant the subject and the object of the sentence are.
    subject: Participant,
    object: Participant,
    subject_is: Option<Op>,
    object_is: Option<Op>,
}

impl Shape {
    fn new(kinds: &[EventKind], tests: Vec<Op>) -> Self {
        let kinds = kinds.iter().fold(EventKindSet::default(), |set, kind| {
            set.union(EventKindSet::of(*kind))
        });
        Self {
            kinds,
            tests,
            subject: Participant::Subject,
            object: Participant::Object,
            subject_is: None,
            object_is: None,
        }
    }

    fn with(self, subject: Participant, object: Participant) -> Self {
        Self {
            subject,
            object,
            ..self
        }
    }
}

/// Which participants of a recorded event the subject and the object of a sentence are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Participants {
    /// The subject of the sentence is this participant,
    pub subject: Participant,
    /// or in this relation to it: the event of discarding a card is recorded as what happens to the card.
    pub subject_is: Option<Op>,
    /// The object of the sentence is this participant,
    pub object: Participant,
    /// or in this relation to it.
    pub object_is: Option<Op>,
    /// All of several events that one sentence tells of agree in this.
    pub same_subject: bool,
    /// They agree in that.
    pub same_object: bool,
}

/// Which participants of the recorded event the subject and the object of the sentence are.
///
/// An event that is only proposed has no new object yet. Several events that are told of by one sentence must agree if it speaks of
/// what took part in them.
pub fn participants(event: &Event, proposed: bool) -> Participants {
    let verb = match &event.verb {
        EventVerb::AnyOf(events) => {
            let mut all = events.iter().map(|event| participants(event, proposed));
            let first = all.next().unwrap_or(Participants::PLAIN);
            return all.fold(first, |first, other| Participants {
                same_subject: first.same_subject
                    && (first.subject, first.subject_is) == (other.subject, other.subject_is),
                same_object: first.same_object
                    && (first.object, first.object_is) == (other.object, other.object_is),
                ..first
            });
        }
        EventVerb::During(inner, _)
        | EventVerb::FirstEachTurn(inner)
        | EventVerb::NthEachTurn(_, inner)
        | EventVerb::While(inner, _)
        | EventVerb::Caused(inner, _) => {
            return participants(inner, proposed);
        }
        verb => verb,
    };
    let (subject, object) = match verb {
        EventVerb::Discards | EventVerb::Mills | EventVerb::Sacrifices => {
            (Participant::Subject, Participant::Subject)
        }
        // The new object is what enters, and what arrives anywhere else if nothing looks back (CR 603.10).
        EventVerb::Enters { .. } | EventVerb::EntersTapped(_) => {
            (Participant::Object, Participant::Subject)
        }
        _ if arrives(event) && !proposed => (Participant::Object, Participant::Subject),
        EventVerb::PutInto { .. } | EventVerb::ResolvesInto(_) => {
            (Participant::Subject, Participant::Subject)
        }
        EventVerb::DealsDamage { .. } => (Participant::Source, Participant::Subject),
        EventVerb::IsDealtDamage { .. } => (Participant::Subject, Participant::Source),
        _ => (Participant::Subject, Participant::Object),
    };
    Participants {
        subject,
        subject_is: match verb {
            EventVerb::Discards | EventVerb::Mills => Some(Op::Owners),
            EventVerb::Sacrifices => Some(Op::Controllers),
            _ => None,
        },
        object,
        object_is: match verb {
            // Whose zone it is: its owner's (CR 400.3).
            EventVerb::PutInto { .. } | EventVerb::ResolvesInto(_) => Some(Op::Owners),
            _ => None,
        },
        same_subject: true,
        same_object: true,
    }
}

impl Participants {
    /// As events are recorded.
    pub const PLAIN: Self = Self {
        subject: Participant::Subject,
        subject_is: None,
        object: Participant::Object,
        object_is: None,
        same_subject: true,
        same_object: true,
    };
}

/// Whether what the event is about besides its subject is a spell on the stack.
pub fn is_of_spell(event: &Event) -> bool {
    match &event.verb {
        EventVerb::AnyOf(events) => events.iter().all(is_of_spell),
        EventVerb::During(inner, _)
        | EventVerb::FirstEachTurn(inner)
        | EventVerb::Caused(inner, _)
        | EventVerb::NthEachTurn(_, inner) => is_of_spell(inner),
        EventVerb::Casts | EventVerb::Copies => true,
        _ => false,
    }
}

impl Emitter<'_, '_> {
    /// The kinds of an event and the code that says whether one fits. `Bool`
    pub fn event_filter(&mut self, event: &Event) -> Result<(EventKindSet, CodeId), Missing> {
        let mut kinds = EventKindSet::default();
        let code = self.inner(CodeType::Bool, |emitter| {
            kinds = emitter.event(event)?;
            Ok(())
        })?;
        Ok((kinds, code))
    }

    /// Emits whether the event in the context fits. `[] -> [Bool]`
    pub fn event(&mut self, event: &Event) -> Result<EventKindSet, Missing> {
        if let Some(Noun::Described {
            quantifier: crate::ir::Quantifier::Choose(crate::ir::Count::OneOrMore),
            ..
        }) = &event.object
        {
            return Err("one event for several things".to_owned());
        }
        // What is exploited is a creature (CR 702.110a), and has left.
        if event.verb == EventVerb::KeywordAction("exploit".into())
            && let Some(object) = &event.object
        {
            let any = matches!(object, Noun::Described { quantifier: crate::ir::Quantifier::Any, filter }
                if filter.predicates == [crate::ir::Predicate::Type(crate::vocab::CardType::Creature)]);
            if !any {
                return Err("what is exploited, of some creatures".to_owned());
            }
            return self.event(&Event {
                object: None,
                ..event.clone()
            });
        }
        if let EventVerb::AnyOf(events) = &event.verb {
            // CR 702.29d: what is cycled is discarded, and such an ability triggers only once.
            let discards = |e: &Event| e.verb == EventVerb::Discards;
            let once: Vec<Event>;
            let events = if events.iter().any(discards) {
                once = events
                    .iter()
                    .filter(|e| e.verb != EventVerb::Cycles)
                    .cloned()
                    .collect();
                &once
            } else {
                events
            };
            let mut kinds = EventKindSet::default();
            let mut jumps = Vec::new();
            for (index, one) in events.iter().enumerate() {
                kinds = kinds.union(self.event(one)?);
                if index + 1 < events.len() {
                    jumps.push(self.jump(Op::OrElse));
                }
            }
            jumps.into_iter().for_each(|jump| self.land(jump));
            return Ok(kinds);
        }
        let first = match &event.verb {
            EventVerb::FirstEachTurn(inner) => Some((1, (**inner).clone())),
            EventVerb::Draws { nth: Some(n) } => Some((
                *n,
                Event {
                    verb: EventVerb::Draws { nth: None },
                    ..event.clone()
                },
            )),
            _ => None,
        };
        if let Some((n, inner)) = first {
            let (kinds, filter) = self.event_filter(&inner)?;
            let n = i32::try_from(n).map_err(|_| format!("the number {n}"))?;
            self.event(&inner)?;
            let jump = self.jump(Op::AndThen);
            self.emit(Op::HappenedBefore(filter));
            self.emit(Op::Int(n - 1));
            self.emit(Op::Compare(crate::bytecode::Compare::Equal));
            self.land(jump);
            return Ok(kinds);
        }
        if let EventVerb::NthEachTurn(n, inner) = &event.verb {
            return self.nth_by_the_same(*n, inner);
        }
        if let (EventVerb::Attacks { alone: false }, Some(Noun::All(parts))) =
            (&event.verb, &event.subject)
        {
            return self.attack_together(event, parts);
        }
        if let EventVerb::During(inner, whose) = &event.verb {
            let kinds = self.event(inner)?;
            let jump = self.jump(Op::AndThen);
            self.turn(whose)?;
            self.land(jump);
            return Ok(kinds);
        }
        if let EventVerb::Caused(inner, by) = &event.verb {
            let kinds = self.event(inner)?;
            let jump = self.jump(Op::AndThen);
            self.emit(Op::Event(Participant::Source));
            let causes = self.causing(by)?;
            self.emit(Op::Any(causes));
            self.land(jump);
            return Ok(kinds);
        }
        if let EventVerb::While(inner, held) = &event.verb {
            if looks_back(inner) {
                return Err("what held just before something left".to_owned());
            }
            let kinds = self.event(inner)?;
            let jump = self.jump(Op::AndThen);
            self.condition(held)?;
            self.land(jump);
            return Ok(kinds);
        }
        let arrived = self.env.arrived && event.object == Some(Noun::This)
            || arrives(event) && !self.env.proposed;
        let shape = shape(event, arrived)?;
        let mut jumps = Vec::new();
        self.emit_kinds(shape.kinds);
        for test in &shape.tests {
            jumps.push(self.jump(Op::AndThen));
            self.emit(*test);
        }
        match &event.verb {
            // A delayed trigger waits for the next one anyway (CR 603.7b).
            EventVerb::Begins(_, Whose::Next) => {}
            // A turn has one upkeep, and nothing is done before it: the next one is that of the next turn (CR 502.4, 503.1).
            EventVerb::Begins(TurnPart::Step(Step::Upkeep), Whose::NextTurn) => {}
            EventVerb::Begins(_, Whose::NextTurn) => {
                return Err("a step of the next turn that this turn has too".to_owned());
            }
            EventVerb::Begins(_, Whose::YourNext) => {
                jumps.push(self.jump(Op::AndThen));
                self.turn(&Whose::Yours)?;
            }
            EventVerb::Begins(_, whose) => {
                jumps.push(self.jump(Op::AndThen));
                self.turn(whose)?;
            }
            _ => {}
        }
        if let EventVerb::TappedForMana(TappedFor::AtLeast(least)) = &event.verb {
            jumps.push(self.jump(Op::AndThen));
            self.emit(Op::EventAmount);
            self.emit(Op::Int(i32::try_from(*least).unwrap_or(i32::MAX)));
            self.emit(Op::Compare(crate::bytecode::Compare::AtLeast));
        }
        if let EventVerb::EntersTapped(tapped) = &event.verb {
            let is = self.inner(crate::bytecode::CodeType::Bool, |emitter| {
                emitter.emit(Op::IsTapped);
                Ok(())
            })?;
            jumps.push(self.jump(Op::AndThen));
            self.emit(Op::Event(Participant::Object));
            self.emit(Op::Any(is));
            if !*tapped {
                self.emit(Op::Not);
            }
        }
        let designation = match &event.verb {
            EventVerb::BecomesDesignated(name) => Some(name.clone()),
            EventVerb::BecomesMonarch => Some("monarch".into()),
            _ => None,
        };
        if let Some(name) = designation {
            let name = self.name(&name);
            jumps.push(self.jump(Op::AndThen));
            self.emit(Op::EventDesignation(name));
        }
        if let EventVerb::CountersPut(Some(kind))
        | EventVerb::CountersRemoved(Some(kind))
        | EventVerb::LastCounterRemoved(kind) = &event.verb
        {
            let kind = self.compiler.counter(kind)?;
            jumps.push(self.jump(Op::AndThen));
            self.emit(Op::EventCounter(kind));
            if matches!(event.verb, EventVerb::LastCounterRemoved(_)) {
                jumps.push(self.jump(Op::AndThen));
                self.emit(Op::Event(Participant::Subject));
                self.emit(Op::Counters(Some(kind)));
                self.emit(Op::Int(0));
                self.emit(Op::Compare(crate::bytecode::Compare::Equal));
            }
        }
        // What it transforms into is the face that has the ability, and that is up once it has.
        let named = event.verb == EventVerb::Transforms && event.object == Some(Noun::This);
        let object = if named { &None } else { &event.object };
        for (noun, participant, relation) in [
            (&event.subject, shape.subject, shape.subject_is),
            (object, shape.object, shape.object_is),
        ] {
            if let Some(noun) = noun {
                jumps.push(self.jump(Op::AndThen));
                self.emit(Op::Event(participant));
                if let Some(relation) = relation {
                    self.emit(relation);
                }
                self.is_one_of(noun)?;
            }
        }
        jumps.into_iter().for_each(|jump| self.land(jump));
        Ok(shape.kinds)
    }

    /// Whether the candidate, the source of an event, is the spell that causes it, or has the ability that does.
    fn causing(&mut self, by: &Noun) -> Result<CodeId, Missing> {
        let parts = match by {
            Noun::Either(parts) => parts.as_slice(),
            one => std::slice::from_ref(one),
        };
        self.inner(CodeType::Bool, |emitter| {
            for (at, part) in parts.iter().enumerate() {
                let Noun::Described {
                    quantifier: Quantifier::Any | Quantifier::Choose(crate::ir::Count::One),
                    filter,
                } = part
                else {
                    return Err("what causes something".to_owned());
                };
                let mut filter = filter.clone();
                match filter.head {
                    Head::Spell => {}
                    // The ability itself is never the source (CR 113.7); no spell is the source of an ability.
                    Head::Ability | Head::SpellOrAbility => filter.head = Head::Object,
                    _ => return Err("what causes something".to_owned()),
                }
                let jump = (at > 0).then(|| emitter.jump(Op::OrElse));
                emitter.fits(&filter)?;
                jump.into_iter().for_each(|jump| emitter.land(jump));
            }
            Ok(())
        })
    }

    /// "An opponent casts their second spell each turn": the events before it are those of the same player.
    fn nth_by_the_same(&mut self, n: u32, inner: &Event) -> Result<EventKindSet, Missing> {
        let n = i32::try_from(n).map_err(|_| format!("the number {n}"))?;
        let by = participants(inner, self.env.proposed);
        let (subject, relation) = (by.subject, by.subject_is);
        let filter = self.inner(CodeType::Bool, |emitter| {
            emitter.event(inner)?;
            let jump = emitter.jump(Op::AndThen);
            emitter.emit(Op::Event(subject));
            relation.into_iter().for_each(|op| emitter.emit(op));
            emitter.emit(Op::Candidate);
            emitter.emit(Op::Meets);
            emitter.land(jump);
            Ok(())
        })?;
        let so_many = self.inner(CodeType::Bool, |emitter| {
            emitter.emit(Op::HappenedBefore(filter));
            emitter.emit(Op::Int(n - 1));
            emitter.emit(Op::Compare(crate::bytecode::Compare::Equal));
            Ok(())
        })?;
        let kinds = self.event(inner)?;
        let jump = self.jump(Op::AndThen);
        self.emit(Op::Event(subject));
        relation.into_iter().for_each(|op| self.emit(op));
        self.emit(Op::Any(so_many));
        self.land(jump);
        Ok(kinds)
    }

    /// "This and at least two other creatures attack": one of them is declared, and there are as many of the others.
    fn attack_together(&mut self, event: &Event, parts: &[Noun]) -> Result<EventKindSet, Missing> {
        let [
            one,
            Noun::Described {
                quantifier: Quantifier::Counted(comparison, count),
                filter,
            },
        ] = parts
        else {
            return Err("several attackers in an event".to_owned());
        };
        let kinds = self.event(&Event {
            subject: Some(one.clone()),
            ..event.clone()
        })?;
        let mut others = filter.clone();
        others
            .predicates
            .push(crate::ir::Predicate::Attacking(None));
        let jump = self.jump(Op::AndThen);
        self.select(&others)?;
        self.emit(Op::Count);
        self.compare(*comparison, count)?;
        self.land(jump);
        Ok(kinds)
    }

    fn emit_kinds(&mut self, kinds: EventKindSet) {
        let all = EventKind::ALL.iter().filter(|kind| kinds.contains(**kind));
        let mut jumps = Vec::new();
        for (index, kind) in all.enumerate() {
            if index > 0 {
                jumps.push(self.jump(Op::OrElse));
            }
            self.emit(Op::EventIs(*kind));
        }
        jumps.into_iter().for_each(|jump| self.land(jump));
    }

    /// Emits whether the set on the stack is what a noun of an event describes. `[Set] -> [Bool]`
    pub fn is_one_of(&mut self, noun: &Noun) -> Emitted {
        let known = self.env.found.iter().find(|(found, _)| found == noun);
        if let (true, Some((_, register))) = (self.env.captured, known) {
            let register = *register;
            return self.is_what_was_found(noun, register);
        }
        match noun {
            Noun::Described { quantifier, filter } => {
                if matches!(
                    quantifier,
                    Quantifier::Target(_)
                        | Quantifier::Counted(..)
                        | Quantifier::No
                        | Quantifier::Each
                        | Quantifier::Choose(Count::Exactly(_) | Count::UpTo(_) | Count::Range(..))
                ) {
                    return Err("a target or number of things in an event".to_owned());
                }
                let code = self.filter_code(filter)?;
                self.emit(Op::Any(code));
                Ok(())
            }
            Noun::Either(parts) | Noun::All(parts) => {
                let mut jumps = Vec::new();
                let again = self.again()?;
                for (index, part) in parts.iter().enumerate() {
                    again.iter().for_each(|op| self.emit(*op));
                    self.is_one_of(part)?;
                    if index + 1 < parts.len() {
                        jumps.push(self.jump(Op::OrElse));
                    }
                }
                jumps.into_iter().for_each(|jump| self.land(jump));
                Ok(())
            }
            other => {
                self.noun(other)?;
                self.emit(Op::Meets);
                Ok(())
            }
        }
    }
}

impl Emitter<'_, '_> {
    /// Takes back the instructions that put a participant of an event on the stack: they are asked again for each of several
    /// questions, which costs nothing.
    pub fn again(&mut self) -> Result<Vec<Op>, Missing> {
        let mut again = Vec::new();
        while let Some(op) = self.ops.pop() {
            again.insert(0, op);
            match op {
                Op::Event(_) => break,
                Op::Owners | Op::Controllers => {}
                _ => return Err("nouns joined in an event".to_owned()),
            }
        }
        Ok(again)
    }
}

fn shape(event: &Event, arrived: bool) -> Result<Shape, Missing> {
    let zone = |tests| Shape::new(&[EventKind::ZoneChange], tests);
    let with_object = event.object.is_some();
    let moved = if arrived {
        Participant::Object
    } else {
        Participant::Subject
    };
    let combat = |combat: Option<bool>| match combat {
        Some(true) => vec![Op::EventCombat],
        Some(false) => vec![Op::EventNoncombat],
        None => Vec::new(),
    };
    Ok(match &event.verb {
        EventVerb::Enters { from } => {
            let mut tests = vec![Op::EventTo(Zone::Battlefield)];
            tests.extend(from.map(Op::EventFrom));
            zone(tests).with(Participant::Object, Participant::Subject)
        }
        EventVerb::EntersTapped(_) => zone(vec![Op::EventTo(Zone::Battlefield)])
            .with(Participant::Object, Participant::Subject),
        EventVerb::Leaves => zone(vec![Op::EventFrom(Zone::Battlefield)]),
        // Whose graveyard it is: its owner's (CR 404.2).
        EventVerb::LeavesGraveyard => Shape {
            object_is: with_object.then_some(Op::Owners),
            ..zone(vec![Op::EventFrom(Zone::Graveyard)])
                .with(Participant::Subject, Participant::Subject)
        },
        EventVerb::LeavesStack => zone(vec![Op::EventFrom(Zone::Stack)]),
        // CR 700.4.
        EventVerb::Dies => zone(vec![
            Op::EventFrom(Zone::Battlefield),
            Op::EventTo(Zone::Graveyard),
        ]),
        EventVerb::PutInto { to, from } => {
            let mut tests = vec![Op::EventTo(*to)];
            tests.extend(from.map(Op::EventFrom));
            let object = if with_object {
                Participant::Subject
            } else {
                Participant::Object
            };
            Shape {
                // Whose zone it is: its owner's (CR 400.3).
                object_is: with_object.then_some(Op::Owners),
                ..zone(tests).with(moved, object)
            }
        }
        EventVerb::ResolvesInto(to) => Shape {
            object_is: with_object.then_some(Op::Owners),
            ..zone(vec![Op::EventTo(*to), Op::EventCause(Cause::Resolve)])
                .with(Participant::Subject, Participant::Subject)
        },
        EventVerb::Discards | EventVerb::Mills | EventVerb::Sacrifices => {
            let (cause, relation) = match event.verb {
                EventVerb::Discards => (Cause::Discard, Op::Owners),
                EventVerb::Mills => (Cause::Mill, Op::Owners),
                _ => (Cause::Sacrifice, Op::Controllers),
            };
            Shape {
                subject_is: Some(relation),
                ..zone(vec![Op::EventCause(cause)]).with(
                    Participant::Subject,
                    // What this has become, where its ability triggers from then.
                    moved,
                )
            }
        }
        EventVerb::IsExiled => {
            zone(vec![Op::EventTo(Zone::Exile)]).with(moved, Participant::Object)
        }
        EventVerb::Attacks { alone } => {
            let tests = if *alone {
                vec![Op::EventAlone]
            } else {
                Vec::new()
            };
            // CR 508.3: a player attacks when creatures of theirs are declared as attackers.
            let player = event
                .subject
                .as_ref()
                .is_some_and(crate::ir::Noun::is_player);
            if player && (*alone || with_object) {
                return Err("whom or how a player attacks, in an event".to_owned());
            }
            let kind = if player {
                EventKind::AttackWith
            } else {
                EventKind::Attack
            };
            Shape::new(&[kind], tests)
        }
        EventVerb::Blocks => Shape::new(
            &[if with_object {
                EventKind::BlockCreature
            } else {
                EventKind::Block
            }],
            Vec::new(),
        ),
        EventVerb::BecomesBlocked => Shape::new(
            &[if with_object {
                EventKind::BecomeBlockedBy
            } else {
                EventKind::BecomeBlocked
            }],
            Vec::new(),
        ),
        EventVerb::BlocksOrBecomesBlocked => {
            let kinds = if with_object {
                [EventKind::BlockCreature, EventKind::BecomeBlockedBy]
            } else {
                [EventKind::Block, EventKind::BecomeBlocked]
            };
            Shape::new(&kinds, Vec::new())
        }
        EventVerb::AttacksUnblocked => Shape::new(&[EventKind::Unblocked], Vec::new()),
        EventVerb::DealsDamage { combat: is } => Shape::new(&[EventKind::Damage], combat(*is))
            .with(Participant::Source, Participant::Subject),
        EventVerb::IsDealtDamage { combat: is } => Shape::new(&[EventKind::Damage], combat(*is))
            .with(Participant::Subject, Participant::Source),
        EventVerb::Casts => Shape::new(&[EventKind::Cast], Vec::new()),
        EventVerb::Copies => Shape::new(&[EventKind::CopySpell], Vec::new()),
        EventVerb::Plays => Shape::new(&[EventKind::Cast, EventKind::PlayLand], Vec::new()),
        EventVerb::Activates => Shape::new(&[EventKind::Activate], Vec::new()),
        EventVerb::GainsLife => Shape::new(&[EventKind::GainLife], Vec::new()),
        EventVerb::LosesLife => Shape::new(&[EventKind::LoseLife], Vec::new()),
        EventVerb::Draws { nth: None } => Shape::new(&[EventKind::Draw], Vec::new()),
        EventVerb::BecomesTapped => Shape::new(&[EventKind::Tap], Vec::new()),
        EventVerb::BecomesUntapped | EventVerb::Untaps => {
            Shape::new(&[EventKind::Untap], Vec::new())
        }
        EventVerb::TappedForMana(what) => {
            let tests = match what {
                TappedFor::Mana | TappedFor::AtLeast(_) => Vec::new(),
                TappedFor::Kind(kind) => vec![Op::EventMana(1 << kind.index())],
                TappedFor::ChosenColor => return Err("tapping for a chosen color".to_owned()),
            };
            Shape::new(&[EventKind::TapForMana], tests)
        }
        EventVerb::BecomesTarget => Shape::new(&[EventKind::BecomeTarget], Vec::new()),
        EventVerb::CountersPut(_) => Shape::new(&[EventKind::AddCounters], Vec::new()),
        EventVerb::CountersRemoved(_) | EventVerb::LastCounterRemoved(_) => {
            Shape::new(&[EventKind::RemoveCounters], Vec::new())
        }
        EventVerb::Begins(TurnPart::Step(step), _) => {
            Shape::new(&[EventKind::BeginStep], vec![Op::EventStep(*step)])
        }
        EventVerb::BecomesAttached => Shape::new(&[EventKind::Attach], Vec::new()),
        EventVerb::BecomesUnattached => Shape::new(&[EventKind::Unattach], Vec::new()),
        EventVerb::BecomesDesignated(_) | EventVerb::BecomesMonarch => {
            Shape::new(&[EventKind::Designate], Vec::new())
        }
        EventVerb::Transforms => Shape::new(&[EventKind::Transform], Vec::new()),
        EventVerb::TurnedFaceUp => Shape::new(&[EventKind::TurnFaceUp], Vec::new()),
        EventVerb::LosesGame => Shape::new(&[EventKind::LoseGame], Vec::new()),
        EventVerb::Shuffles => Shape::new(&[EventKind::Shuffle], Vec::new()),
        EventVerb::SearchesLibrary => Shape::new(&[EventKind::Search], Vec::new()),
        EventVerb::Scries => Shape::new(&[EventKind::Scry], Vec::new()),
        EventVerb::Surveils => Shape::new(&[EventKind::Surveil], Vec::new()),
        EventVerb::Cycles => Shape::new(&[EventKind::Cycle], Vec::new()),
        EventVerb::KeywordAction(name) if name == "mutate" && !with_object => {
            Shape::new(&[EventKind::Mutate], Vec::new())
        }
        EventVerb::KeywordAction(name) if name == "exploit" => {
            Shape::new(&[EventKind::Exploit], Vec::new())
        }
        EventVerb::KeywordAction(name) if name == "exert" => {
            Shape::new(&[EventKind::Exert], Vec::new())
        }
        EventVerb::Fights => Shape::new(&[EventKind::Fight], Vec::new()),
        EventVerb::IsDestroyed => zone(vec![Op::EventCause(Cause::Destroy)]),
        other => return Err(format!("the event {}", brief(other))),
    })
}

/// Whether the event is a card coming to a zone, wherever from: it is looked at as what it is there, even if it comes from the
/// battlefield (CR 603.6c), unless it can't be seen there (CR 603.10a).
fn arrives(event: &Event) -> bool {
    let from = match &event.verb {
        EventVerb::PutInto {
            to: Zone::Hand | Zone::Library,
            ..
        } => return false,
        EventVerb::PutInto { from, .. } => *from,
        EventVerb::IsExiled => None,
        _ => return false,
    };
    match from {
        Some(Zone::Battlefield | Zone::Graveyard) => false,
        Some(_) => true,
        // A permanent comes from the battlefield, even if that is not said (CR 109.2).
        None => match &event.subject {
            Some(Noun::This) => true,
            Some(Noun::Described { filter, .. }) => filter.head == Head::Card,
            _ => false,
        },
    }
}

/// Whether a trigger on the event looks back in time (CR 603.10a).
pub fn looks_back(event: &Event) -> bool {
    match &event.verb {
        EventVerb::Dies
        | EventVerb::Leaves
        | EventVerb::LeavesGraveyard
        | EventVerb::IsDestroyed
        | EventVerb::Sacrifices
        | EventVerb::PhasesOut
        | EventVerb::LosesGame
        | EventVerb::BecomesUnattached => true,
        EventVerb::PutInto { .. } | EventVerb::IsExiled => !arrives(event),
        EventVerb::AnyOf(events) => events.iter().any(looks_back),
        EventVerb::During(inner, _)
        | EventVerb::FirstEachTurn(inner)
        | EventVerb::NthEachTurn(_, inner)
        | EventVerb::While(inner, _)
        | EventVerb::Caused(inner, _) => looks_back(inner),
        _ => false,
    }
}
