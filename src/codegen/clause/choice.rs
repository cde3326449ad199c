//! What players choose while an effect happens: between effects, a color, a type, a player; coins that are flipped.

use crate::bytecode::{Change, ChangePart, CodeType, Compare, Ending, Layer, Op, SubtypeKind};
use crate::codegen::{Emitted, Missing, emitter::Emitter, phrase::filter::brief};
use crate::ir::noun::Shared;
use crate::ir::{Action, Count, Effect, Filter, Noun, Predicate, Quantifier, Quantity};
use crate::vocab::{CardType, Color, Name, TypeSet};

/// The card types that a card has and has not, whose name is chosen.
fn name_of(among: Option<&Filter>) -> Result<(TypeSet, TypeSet), Missing> {
    let (mut with, mut without) = (TypeSet::EMPTY, TypeSet::EMPTY);
    for predicate in among.iter().flat_map(|filter| &filter.predicates) {
        match predicate {
            Predicate::Type(kind) => with.insert(*kind),
            Predicate::Not(inner) => match &**inner {
                Predicate::Type(kind) => without.insert(*kind),
                other => return Err(format!("the name of a card that is not {}", brief(other))),
            },
            other => return Err(format!("the name of a card that is {}", brief(other))),
        }
    }
    Ok((with, without))
}

/// Whether a noun certainly means no more than one object.
const fn is_one(noun: &Noun) -> bool {
    match noun {
        Noun::This | Noun::Attached(_) => true,
        Noun::Described { quantifier, .. } => matches!(
            quantifier,
            Quantifier::Choose(Count::One) | Quantifier::Target(Count::One)
        ),
        _ => false,
    }
}

impl Emitter<'_, '_> {
    /// One of several effects, as the acting player chooses (CR 608.2d).
    pub fn either_effect(&mut self, parts: &[Effect]) -> Emitted {
        let words = parts.iter().map(verb).collect::<Result<Vec<_>, _>>()?;
        let twice = |(at, word): (usize, &Name)| words.iter().take(at).any(|other| other == word);
        if words.iter().enumerate().any(twice) {
            return Err("a choice between two effects of one kind".to_owned());
        }
        let list = self.options(words)?;
        let outer = self.env.clone();
        let picked = self.loop_registers().saturating_add(1);
        // Targets are announced whichever is chosen.
        self.actor();
        self.emit(Op::Pick(list));
        self.emit(Op::Store(picked));
        for (at, part) in parts.iter().enumerate() {
            self.emit(Op::Load(picked));
            self.emit(Op::Int(i32::try_from(at).unwrap_or(i32::MAX)));
            self.emit(Op::Compare(Compare::Equal));
            let no = self.jump(Op::JumpUnless);
            self.effect(part)?;
            self.land(no);
        }
        self.leave(outer);
        Ok(())
    }

    /// Emits the choice of a value that the object remembers (CR 607.2d).
    pub fn choose_value(&mut self, who: &Noun, what: Shared, among: Option<&Filter>) -> Emitted {
        if what == Shared::Player {
            if *who != Noun::You {
                return Err("a player chosen by another player".to_owned());
            }
            self.actor();
            match among {
                Some(filter) => self.select(filter)?,
                None => self.emit(Op::Players),
            }
            self.emit(Op::Int(1));
            self.emit(Op::Int(1));
            self.emit(Op::Choose);
            self.emit(Op::NotePlayer);
            return Ok(());
        }
        if what == Shared::Name {
            let (with, without) = name_of(among)?;
            match who {
                Noun::You => self.actor(),
                who => self.noun(who)?,
            }
            self.emit(Op::ChooseName(with, without));
            return Ok(());
        }
        if among.is_some() {
            return Err("a choice among certain values".to_owned());
        }
        let list = self.values(what)?;
        match who {
            Noun::You => self.actor(),
            // "An opponent chooses": you choose which one does.
            who => self.noun(who)?,
        }
        self.emit(Op::Pick(list));
        self.emit(Op::Note(list));
        Ok(())
    }

    /// Emits the one object that a player takes chosen counters from, and the player; with the register of the object.
    /// `[] -> [Set Set]`
    fn one_with_counters(&mut self, who: &Noun, from: &Noun, what: &str) -> Result<u8, Missing> {
        if !is_one(from) {
            return Err(format!("{what} from several things"));
        }
        let thing = self.loop_registers();
        self.things(who, from)?;
        self.emit(Op::Store(thing));
        self.emit(Op::Load(thing));
        match who {
            Noun::You => self.actor(),
            who => self.noun(who)?,
        }
        Ok(thing)
    }

    /// As many counters of a kind as the player likes, from one object.
    pub fn remove_some(
        &mut self,
        who: &Noun,
        count: &Quantity,
        kind: &Name,
        from: &Noun,
    ) -> Emitted {
        let kind = self.compiler.counter(kind)?;
        let outer = self.env.clone();
        let thing = self.one_with_counters(who, from, "some counters")?;
        self.emit(Op::Int(0));
        self.emit(Op::Load(thing));
        self.emit(Op::Counters(Some(kind)));
        if let Quantity::UpTo(most) = count {
            // What there is, less what of it is beyond the most.
            self.emit(Op::Load(thing));
            self.emit(Op::Counters(Some(kind)));
            self.quantity(most)?;
            self.emit(Op::Subtract);
            self.emit(Op::Natural);
            self.emit(Op::Subtract);
        }
        self.emit(Op::ChooseNumber);
        self.emit(Op::RemoveCounters(kind));
        self.leave(outer);
        Ok(())
    }

    /// A counter from an object, of the kind that the player chooses.
    pub fn remove_any(&mut self, who: &Noun, from: &Noun) -> Emitted {
        let outer = self.env.clone();
        let thing = self.one_with_counters(who, from, "counters of any kind")?;
        self.emit(Op::Load(thing));
        self.emit(Op::PickCounter);
        self.emit(Op::RemovePicked);
        self.leave(outer);
        Ok(())
    }

    /// The values that can be chosen, as a list of options.
    pub(in crate::codegen) fn values(&mut self, what: Shared) -> Result<u32, Missing> {
        let words: Vec<Name> = match what {
            Shared::Color => Color::ALL.iter().map(|color| color.word().into()).collect(),
            Shared::LandType => crate::vocab::BASIC_LAND_TYPES
                .iter()
                .map(|name| (*name).into())
                .collect(),
            // CR 205.3m.
            Shared::CreatureType => {
                let all = self.compiler.program.subtypes.iter();
                all.filter(|subtype| subtype.kind == SubtypeKind::Of(CardType::Creature))
                    .map(|subtype| subtype.name.clone())
                    .collect()
            }
            Shared::CardType => CardType::ALL
                .iter()
                .map(|kind| kind.word().into())
                .collect(),
            Shared::Name | Shared::Player | Shared::Number | Shared::Option | Shared::ManaValue => {
                return Err(format!("the choice of a {}", brief(&what)));
            }
        };
        self.options(words)
    }

    /// Emits the choice of a color or type that an effect gives, and the change that gives it.
    pub fn becoming_of_choice(&mut self, what: Shared) -> Result<(u8, ChangePart), Missing> {
        let layer = match what {
            Shared::Color => Layer::Color,
            Shared::CreatureType | Shared::LandType => Layer::Type,
            other => return Err(format!("becoming the {} of a choice", brief(&other))),
        };
        let list = self.values(what)?;
        let register = self.loop_registers().saturating_add(1);
        self.actor();
        self.emit(Op::Pick(list));
        self.emit(Op::Store(register));
        let mut env = self.env.clone();
        env.captured = true;
        let code = self.compiler.code(CodeType::Int, &env, |emitter| {
            emitter.emit(Op::Captured(register));
            Ok(())
        })?;
        let change = Change::Picked(code, list);
        Ok((register, ChangePart { layer, change }))
    }

    /// A coin flip (CR 705): later words ask whether it was won.
    pub fn flip(&mut self, who: &Noun) -> Emitted {
        if *who == Noun::You {
            self.actor();
        } else {
            self.noun(who)?;
        }
        self.emit(Op::FlipCoin);
        let register = self.loop_registers();
        self.emit(Op::Load(1));
        self.emit(Op::Store(register.saturating_add(1)));
        self.env.flip = Some(register);
        Ok(())
    }

    /// Two permanents change controllers with each other (CR 701.12b).
    pub fn exchange_control(&mut self, one: &Noun, other: &Noun) -> Emitted {
        if [one, other]
            .into_iter()
            .any(super::effects::lasting::on_the_stack)
        {
            return Err("control of a spell".to_owned());
        }
        let here = self.inner(CodeType::Bool, |emitter| {
            emitter.emit(Op::IsPermanent);
            let jump = emitter.jump(Op::AndThen);
            emitter.emit(Op::InZone(crate::vocab::Zone::Battlefield));
            emitter.land(jump);
            Ok(())
        })?;
        let outer = self.env.clone();
        let mut pairs = Vec::new();
        for noun in [one, other] {
            let thing = self.loop_registers();
            let controller = thing.saturating_add(2);
            self.noun(noun)?;
            self.emit(Op::Filter(here));
            self.emit(Op::Store(thing));
            self.emit(Op::Load(thing));
            self.emit(Op::Controllers);
            self.emit(Op::Store(controller));
            pairs.push((thing, controller));
        }
        let [(one, of_one), (other, of_other)] = pairs[..] else {
            return Err("an exchange of more than two".to_owned());
        };
        // Nothing happens unless both are there, under different players' control.
        let mut no = Vec::new();
        for thing in [one, other] {
            self.emit(Op::Load(thing));
            self.emit(Op::Count);
            self.emit(Op::Int(1));
            self.emit(Op::Compare(Compare::Equal));
            no.push(self.jump(Op::JumpUnless));
        }
        self.emit(Op::Load(of_one));
        self.emit(Op::Load(of_other));
        self.emit(Op::Meets);
        self.emit(Op::Not);
        no.push(self.jump(Op::JumpUnless));
        let env = self.env.later();
        for (thing, player) in [(one, of_other), (other, of_one)] {
            let id = self.compiler.control(thing, player, &env)?;
            self.emit(Op::Begin(id, Ending::Never));
        }
        no.into_iter().for_each(|jump| self.land(jump));
        self.leave(outer);
        Ok(())
    }
}

/// The verb of an effect, by which it is chosen.
fn verb(effect: &Effect) -> Result<Name, Missing> {
    let Effect::Act { action, .. } = effect else {
        return Err("a choice between effects".to_owned());
    };
    Ok(match action {
        Action::Tap(_) => "tap".into(),
        Action::Untap(_) => "untap".into(),
        Action::Draw(_) => "draw".into(),
        Action::GainLife(_) => "gain life".into(),
        Action::LoseLife(_) => "lose life".into(),
        Action::Sacrifice(_) => "sacrifice".into(),
        Action::Discard(_) => "discard".into(),
        Action::Destroy { .. } => "destroy".into(),
        Action::Exile { .. } => "exile".into(),
        Action::PutCounters { .. } => "put counters".into(),
        Action::RemoveCounters { .. } => "remove counters".into(),
        Action::Create { .. } => "create a token".into(),
        Action::DealDamage { .. } => "deal damage".into(),
        _ => return Err("a choice between effects".to_owned()),
    })
}
