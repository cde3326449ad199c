//! "The color of your choice", "the creature type of your choice": chosen as the instruction is followed (CR 608.2d); and
//! keywords that are given for a color that was chosen.

use crate::bytecode::{Compare, Op};
use crate::codegen::{
    Emitted, Missing,
    emitter::{Emitter, OfChoice},
};
use crate::ir::noun::Shared;
use crate::ir::parts::{Part, contains};
use crate::ir::{
    AbilityKind, Action, Binding, Duration, Effect, KeywordArgument, Modification, Noun, Predicate,
    Quantifier, Statement, Word,
};
use crate::vocab::Color;

/// What can be of a player's choice.
const KINDS: [Shared; 4] = [
    Shared::Color,
    Shared::CreatureType,
    Shared::CardType,
    Shared::LandType,
];

impl Emitter<'_, '_> {
    /// Emits an instruction that says something of a player's choice. Whether it was one.
    pub(in crate::codegen) fn of_choice(&mut self, effect: &Effect) -> Result<bool, Missing> {
        if self.env.choice.is_some() {
            return Ok(false);
        }
        if let Effect::Continuous {
            statements,
            duration,
        } = effect
            && let [statement] = statements.as_slice()
            && gives(statement, &Predicate::OfChosen(Shared::Color))
        {
            let outer = self.env.clone();
            let list = self.values(Shared::Color)?;
            let place = self.loop_registers().saturating_add(1);
            self.emit(Op::ChosenAt(list));
            self.emit(Op::Store(place));
            self.given_for_each(statement, duration, place, Shared::Color)?;
            self.leave(outer);
            return Ok(true);
        }
        let who = match effect {
            Effect::Act { who, action, .. } if !matches!(action, Action::ChooseValue(..)) => who,
            Effect::Continuous { .. } | Effect::Replace { .. } => &Noun::You,
            _ => return Ok(false),
        };
        let named = |what: &&Shared| contains(effect, Part::Chosen(**what));
        let mut kinds = KINDS.iter().filter(named);
        let (Some(what), None) = (kinds.next(), kinds.next()) else {
            return Ok(false);
        };
        if *who != Noun::You {
            return Err("something of another player's choice".to_owned());
        }
        let outer = self.env.clone();
        let list = self.values(*what)?;
        let register = self.loop_registers().saturating_add(1);
        self.actor();
        self.emit(Op::Pick(list));
        self.emit(Op::Store(register));
        match effect {
            Effect::Continuous {
                statements,
                duration,
            } if statements
                .iter()
                .any(|s| gives(s, &Predicate::OfChoice(*what))) =>
            {
                let ([statement], Shared::Color) = (statements.as_slice(), *what) else {
                    return Err("a keyword of a player's choice".to_owned());
                };
                self.given_for_each(statement, duration, register, *what)?;
            }
            effect => {
                self.env.choice = Some(OfChoice {
                    what: *what,
                    list,
                    register,
                    local: true,
                });
                self.effect(effect)?;
            }
        }
        self.leave(outer);
        Ok(true)
    }

    /// Begins a statement that gives a keyword of a color, for the color whose place is in a register.
    fn given_for_each(
        &mut self,
        statement: &Statement,
        duration: &Duration,
        place: u8,
        what: Shared,
    ) -> Emitted {
        let mut statement = statement.clone();
        let open = match &statement.subject {
            Noun::This => true,
            Noun::Described { quantifier, .. } => matches!(
                quantifier,
                Quantifier::All | Quantifier::Each | Quantifier::Any
            ),
            _ => false,
        };
        if !open {
            // It is found once, whatever the color.
            if contains(&statement, Part::Each) {
                return Err("a keyword of a player's choice for each of several".to_owned());
            }
            let register = self.loop_registers();
            self.noun(&statement.subject)?;
            self.emit(Op::Store(register));
            self.env.each = Some(register);
            self.env.each_local = true;
            statement.subject = Noun::Ref {
                to: Binding::Each,
                word: Word::Pronoun,
            };
        } else if format!("{:?}", statement.subject).contains("Target(") {
            return Err("a keyword of a player's choice for what a target controls".to_owned());
        }
        for (at, color) in Color::ALL.iter().enumerate() {
            self.emit(Op::Load(place));
            self.emit(Op::Int(i32::try_from(at).unwrap_or(i32::MAX)));
            self.emit(Op::Compare(Compare::Equal));
            let no = self.jump(Op::JumpUnless);
            let statement = of_color(&statement, *color, what)?;
            self.effect(&Effect::Continuous {
                statements: vec![statement],
                duration: duration.clone(),
            })?;
            self.land(no);
        }
        Ok(())
    }
}

/// The qualities of keywords that a statement gives.
fn gives(statement: &Statement, wanted: &Predicate) -> bool {
    statement.modifications.iter().any(|modification| {
        matches!(modification, Modification::Gain(abilities)
        if abilities.iter().any(|ability| {
            matches!(&ability.kind, AbilityKind::Keyword(keyword)
            if matches!(&keyword.argument, KeywordArgument::Quality(noun)
                if matches!(&**noun, Noun::Described { filter, .. }
                    if filter.predicates.contains(wanted))))
        }))
    })
}

/// The statement with a color in place of the one that was chosen.
fn of_color(statement: &Statement, color: Color, what: Shared) -> Result<Statement, Missing> {
    let mut statement = statement.clone();
    for modification in &mut statement.modifications {
        let Modification::Gain(abilities) = modification else {
            continue;
        };
        for ability in abilities {
            if let AbilityKind::Keyword(keyword) = &mut ability.kind
                && let KeywordArgument::Quality(noun) = &mut keyword.argument
                && let Noun::Described { filter, .. } = &mut **noun
            {
                for predicate in &mut filter.predicates {
                    if matches!(predicate, Predicate::OfChoice(w) | Predicate::OfChosen(w) if *w == what)
                    {
                        *predicate = Predicate::Color(color);
                    }
                }
            }
        }
    }
    if contains(&statement, Part::OfChoice) || contains(&statement, Part::OfChosen) {
        return Err("what was chosen for another object".to_owned());
    }
    Ok(statement)
}
