//! The verifier: what a program must satisfy before anything runs it.
//!
//! **Takes** a [`Program`], from `codegen` or from disk; **gives** every place where it is not well formed. A program that
//! passes leads the machine and the engine to no missing pool entry, no operand of another type, no write outside a frame,
//! no endless pure code and no ability that gives itself. Untrusted packs are run only after this.

mod code;
mod graph;

use super::references::{self, Reference};
use super::{
    AbilityId, AbilityKind, Body, CardId, CodeId, CodeType, CounterId, FaceId, Program, StaticId,
    SubtypeId,
};
use std::fmt;

/// Errors after which the verifier stops looking.
const MAX_ERRORS: usize = 100;

/// Where a program is not well formed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// An instruction of a code object.
    Code(CodeId, u32),
    /// An ability.
    Ability(AbilityId),
    /// A statement.
    Static(StaticId),
    /// A face.
    Face(FaceId),
    /// A card.
    Card(CardId),
    /// A counter.
    Counter(CounterId),
    /// A subtype with intrinsic abilities.
    Subtype(SubtypeId),
    /// A token.
    Token(u32),
    /// The program as a whole.
    Program,
}

/// What is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Problem {
    /// A reference to an entry that does not exist.
    Missing(Reference),
    /// A reference to code that has another type.
    Type(Reference, CodeType),
    /// A reference to an ability that is no triggered ability.
    NotTriggered(AbilityId),
    /// An instruction finds other operands than it takes.
    Operands,
    /// Paths that meet leave different operands.
    Join,
    /// What is left at the end is not what the code object says.
    Result,
    /// A path runs past the last instruction.
    NoReturn,
    /// A register that the code object does not have, or of the other kind.
    Registers,
    /// An instruction that changes the game in pure code.
    Impure,
    /// A jump backwards in pure code.
    Loop,
    /// Code that asks itself, or through too many others.
    Nesting,
    /// An ability that gives itself, or through too many others.
    Gift,
    /// More than the format allows.
    TooLarge,
    /// A spell or ability with another number of parts than it can have.
    Parts,
    /// A division among a target phrase that does not exist.
    Division,
    /// A card without a face, or a face that belongs to another card.
    Faces,
}

/// A place and what is wrong there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct VerifyError {
    /// Where.
    pub place: Place,
    /// What.
    pub problem: Problem,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code(id, at) => write!(f, "code {} at {at}", id.0),
            Self::Ability(id) => write!(f, "ability {}", id.0),
            Self::Static(id) => write!(f, "statement {}", id.0),
            Self::Face(id) => write!(f, "face {}", id.0),
            Self::Card(id) => write!(f, "card {}", id.0),
            Self::Counter(id) => write!(f, "counter {}", id.0),
            Self::Subtype(id) => write!(f, "subtype {}", id.0),
            Self::Token(n) => write!(f, "token {n}"),
            Self::Program => f.write_str("the program"),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Missing(reference) => {
                return write!(f, "refers to {reference:?}, which does not exist");
            }
            Self::Type(reference, found) => {
                return write!(f, "refers to {reference:?}, which is {found:?} code");
            }
            Self::NotTriggered(id) => {
                return write!(f, "delays ability {}, which has no trigger", id.0);
            }
            Self::Operands => "an instruction finds other operands than it takes",
            Self::Join => "paths that meet leave different operands",
            Self::Result => "what is left at the end is not of the type that it has",
            Self::NoReturn => "a path runs past the last instruction",
            Self::Registers => "a register that it does not have",
            Self::Impure => "pure code would change the game",
            Self::Loop => "pure code jumps backwards",
            Self::Nesting => "asks itself, or is nested too deeply",
            Self::Gift => "gives itself, or is nested too deeply",
            Self::TooLarge => "is larger than the format allows",
            Self::Parts => "has another number of parts than it can have",
            Self::Division => "divides among a target phrase that it does not have",
            Self::Faces => "has no faces, or faces of another card",
        };
        f.write_str(text)
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.problem)
    }
}

impl std::error::Error for VerifyError {}

/// Checks a program.
///
/// # Errors
/// What is not well formed, in the order of the pools; the first hundred.
pub fn program(program: &Program) -> Result<(), Vec<VerifyError>> {
    let mut verifier = Verifier {
        program,
        errors: Vec::new(),
    };
    verifier.pools();
    if verifier.errors.is_empty() {
        // Only references that exist can be followed.
        graph::check(program, &mut verifier.errors);
    }
    verifier.errors.truncate(MAX_ERRORS);
    if verifier.errors.is_empty() {
        Ok(())
    } else {
        Err(verifier.errors)
    }
}

struct Verifier<'a> {
    program: &'a Program,
    errors: Vec<VerifyError>,
}

impl Verifier<'_> {
    fn error(&mut self, place: Place, problem: Problem) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(VerifyError { place, problem });
        }
    }

    fn pools(&mut self) {
        let program = self.program;
        let small = usize::from(u16::MAX) + 1;
        if program.subtypes.len() > small
            || program.keywords.len() > small
            || program.counters.len() > small
        {
            self.error(Place::Program, Problem::TooLarge);
        }
        for (id, code) in numbered(&program.code) {
            let id = CodeId(id);
            if let Err(error) = code::check(id, code) {
                self.error(error.place, error.problem);
            }
            for (at, op) in numbered(&code.ops) {
                references::of_op(*op, &mut |r| self.reference(Place::Code(id, at), r));
            }
        }
        for (id, ability) in numbered(&program.abilities) {
            let place = Place::Ability(AbilityId(id));
            references::of_ability(ability, &mut |r| self.reference(place, r));
            match &ability.kind {
                AbilityKind::Spell(body)
                | AbilityKind::Activated { body, .. }
                | AbilityKind::Triggered { body, .. } => self.body(place, body),
                AbilityKind::Static(_) | AbilityKind::Primitive { .. } => {}
            }
        }
        for (id, statement) in numbered(&program.statics) {
            let place = Place::Static(StaticId(id));
            references::of_static(statement, &mut |r| self.reference(place, r));
        }
        for (id, face) in numbered(&program.faces) {
            let place = Place::Face(FaceId(id));
            references::of_face(face, &mut |r| self.reference(place, r));
            if let Some((card, n)) = face.card {
                let listed = program
                    .cards
                    .get(card.index())
                    .and_then(|card| card.faces.get(usize::from(n)));
                if listed != Some(&FaceId(id)) {
                    self.error(place, Problem::Faces);
                }
            }
        }
        for (id, card) in numbered(&program.cards) {
            let place = Place::Card(CardId(id));
            if card.faces.is_empty() {
                self.error(place, Problem::Faces);
            }
            for face in &card.faces {
                self.reference(place, Reference::Face(*face));
            }
        }
        for (id, counter) in numbered(&program.counters) {
            let place = Place::Counter(CounterId(id as u16));
            for ability in counter.keyword.iter().chain(&counter.abilities) {
                self.reference(place, Reference::Ability(*ability));
            }
        }
        for (id, subtype) in numbered(&program.subtypes) {
            for ability in &subtype.abilities {
                self.reference(
                    Place::Subtype(SubtypeId(id as u16)),
                    Reference::Ability(*ability),
                );
            }
        }
        for (id, (_, face)) in numbered(&program.tokens) {
            self.reference(Place::Token(id), Reference::Face(*face));
        }
    }

    /// CR 700.2: without modes there is one part, with modes one for each mode.
    fn body(&mut self, place: Place, body: &Body) {
        let wrong = match body.modes {
            None => body.parts.len() != 1,
            Some(_) => body.parts.is_empty() || body.parts.len() > usize::from(u8::MAX),
        };
        if wrong {
            self.error(place, Problem::Parts);
        }
        for part in &body.parts {
            if part.targets.len() > usize::from(u8::MAX) {
                self.error(place, Problem::TooLarge);
            }
            if part
                .divided
                .is_some_and(|(phrase, _)| usize::from(phrase) >= part.targets.len())
            {
                self.error(place, Problem::Division);
            }
        }
    }

    fn reference(&mut self, place: Place, reference: Reference) {
        let program = self.program;
        let exists = match reference {
            Reference::Code(id, wanted, _) => match program.code(id) {
                Some(code) if code.result != wanted => {
                    return self.error(place, Problem::Type(reference, code.result));
                }
                code => code.is_some(),
            },
            Reference::Trigger(id) => match program.ability(id).map(|ability| &ability.kind) {
                Some(AbilityKind::Triggered { .. }) => true,
                Some(_) => return self.error(place, Problem::NotTriggered(id)),
                None => false,
            },
            Reference::Ability(id) => program.ability(id).is_some(),
            Reference::Static(id) => id.index() < program.statics.len(),
            Reference::Face(id) => program.face(id).is_some(),
            Reference::String(id) => id.index() < program.strings.len(),
            Reference::Subtype(id) => id.index() < program.subtypes.len(),
            Reference::Keyword(id) => id.index() < program.keywords.len(),
            Reference::Counter(id) => id.index() < program.counters.len(),
            Reference::Options(index) => program.options.get(index as usize).is_some(),
            Reference::Mana(index) => program.mana.get(index as usize).is_some(),
        };
        if !exists {
            self.error(place, Problem::Missing(reference));
        }
    }
}

fn numbered<T>(pool: &[T]) -> impl Iterator<Item = (u32, &T)> {
    (0_u32..).zip(pool)
}

#[cfg(test)]
mod tests;
