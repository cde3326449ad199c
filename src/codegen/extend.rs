//! Adds code to a program that is already compiled: what rulings need, which are no cards.

use super::{
    Definitions, Describe,
    emitter::{Compiler, Env},
};
use crate::bytecode::{CodeId, CodeType, Face, FaceId, Program};
use crate::ir::{self, Condition, TokenSpec};
use crate::vocab::{ColorSet, Name, SupertypeSet, TypeSet};

/// A program that is being added to.
pub struct Extension<'a> {
    compiler: Compiler<'a>,
}

impl<'a> Extension<'a> {
    /// Takes a program to add to, with the definitions that it was compiled from.
    #[must_use]
    pub fn new(program: Program, definitions: &'a Definitions, describe: Describe<'a>) -> Self {
        Self {
            compiler: Compiler {
                definitions,
                describe,
                program,
                depth: 0,
                broken: Vec::new(),
            },
        }
    }

    /// The program with what was added.
    #[must_use]
    pub fn finish(self) -> Program {
        self.compiler.program
    }

    /// The program as it is now.
    #[must_use]
    pub const fn program(&self) -> &Program {
        &self.compiler.program
    }

    /// A condition as pure `Bool` code. Results are read from the captured values of the context: the things of result `n`
    /// from slot `2n + 2`.
    ///
    /// # Errors
    /// What has no code yet.
    pub fn condition(&mut self, condition: &Condition) -> Result<CodeId, String> {
        let env = Env {
            captured: true,
            ..Env::default()
        };
        self.compiler
            .code(CodeType::Bool, &env, |emitter| emitter.condition(condition))
    }

    /// A token's face.
    ///
    /// # Errors
    /// What has no code yet.
    pub fn token(&mut self, token: &TokenSpec) -> Result<FaceId, String> {
        self.added(|compiler| compiler.token(token, &Env::default()))
    }

    /// A face with its abilities.
    ///
    /// # Errors
    /// What has no code yet.
    pub fn face(&mut self, face: &ir::Face) -> Result<FaceId, String> {
        self.added(|compiler| compiler.whole_face(face))
    }

    /// A face that is added, with what it has by its types.
    fn added(
        &mut self,
        add: impl FnOnce(&mut Compiler<'_>) -> Result<FaceId, String>,
    ) -> Result<FaceId, String> {
        let before = self.compiler.program.faces.len();
        let face = add(&mut self.compiler)?;
        self.compiler.intrinsic(before);
        Ok(face)
    }

    /// A face with a name and nothing else.
    ///
    /// # Errors
    /// The program has too many faces.
    pub fn blank(&mut self, name: &str) -> Result<FaceId, String> {
        self.compiler.push_face(Face {
            name: Name::new(name),
            cost: None,
            colors: ColorSet::EMPTY,
            supertypes: SupertypeSet::EMPTY,
            types: TypeSet::EMPTY,
            subtypes: smallvec::SmallVec::new(),
            power: None,
            toughness: None,
            loyalty: None,
            defense: None,
            abilities: Vec::new(),
            card: None,
        })
    }
}
