//! What is mutated: a line that is accepted, with what is needed to judge it again.

use super::Sameness;
use crate::bytecode::Program;
use crate::codegen::{Definitions, Extension};
use crate::compile;
use crate::diag::Sink;
use crate::ir;
use crate::lower::{self, Bearer, Vocabulary};
use crate::pack::Pack;
use crate::source::FileId;
use crate::syntax::{self, FaceItem, Item, Line};
use crate::vocab::Name;

/// What a line is of.
enum Place {
    /// A face of a card or a token.
    Face(ir::Face),
    /// A keyword or a counter.
    Definition,
    /// An adjective.
    Word,
}

/// What a line means.
#[derive(Debug, Clone, PartialEq)]
enum Meaning {
    Abilities(Vec<ir::Ability>),
    Noun(ir::Noun),
}

/// A line that is accepted.
pub struct Subject {
    name: String,
    text: String,
    place: Place,
    own: syntax::Bearer,
    bearer: Bearer,
    meaning: Meaning,
}

/// What lines are judged by.
pub struct Judge<'a> {
    pub vocabulary: &'a Vocabulary,
    pub definitions: &'a Definitions,
    /// The program of the definitions, without cards.
    pub base: &'a Program,
}

/// What became of a mutated line.
pub enum Verdict {
    /// It is not read.
    Refused,
    /// It is read as the same, but a word of it got lost, and so it is refused.
    Lost,
    /// It means something else.
    Changed,
    /// It means something else, and is refused by a later stage.
    NotExecutable,
    /// It is accepted and the same.
    Same(Sameness),
}

impl Subject {
    /// What the line is of.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The line, as the grammar reads it.
    pub fn text(&self) -> &str {
        &self.text
    }

    fn line(&self, text: &str) -> Option<Line> {
        let mut sink = Sink::default();
        Line::detached(text, FileId(0), &self.own, &mut sink).filter(|_| sink.is_clean())
    }

    fn read(&self, line: &Line, vocabulary: &Vocabulary) -> Option<Meaning> {
        match self.place {
            Place::Word => {
                lower::noun(line, &self.bearer, vocabulary, &mut Sink::default()).map(Meaning::Noun)
            }
            _ => lower::read_ability_line(line, &self.bearer, vocabulary)
                .ok()
                .map(Meaning::Abilities),
        }
    }

    fn loses(&self, line: &Line, vocabulary: &Vocabulary) -> bool {
        let loss = match &self.place {
            Place::Face(face) => compile::loss(line, &[], face, vocabulary),
            Place::Definition => compile::definition_loss(line, &self.bearer, vocabulary),
            Place::Word => compile::word_loss(line, &self.name, vocabulary),
        };
        loss.is_some()
    }

    /// The program with nothing but this line; `None` without code.
    fn code(&self, meaning: &Meaning, judge: &Judge<'_>) -> Option<Program> {
        let Meaning::Abilities(abilities) = meaning else {
            return None;
        };
        let face = match &self.place {
            Place::Face(face) => ir::Face {
                abilities: abilities.clone(),
                ..face.clone()
            },
            _ => ir::Face {
                name: self.name.as_str().into(),
                cost: None,
                indicator: None,
                types: ir::TypeLine::default(),
                pt: None,
                loyalty: None,
                defense: None,
                abilities: abilities.clone(),
                overloaded: Vec::new(),
            },
        };
        // English is no part of what is done.
        let describe = |_: &ir::Ability| String::new();
        let mut extension = Extension::new(judge.base.clone(), judge.definitions, &describe);
        extension.face(&face).ok()?;
        Some(extension.finish())
    }

    /// What becomes of the line after a change; `original` keeps the code of the line itself.
    pub fn judge(
        &self,
        mutated: &str,
        judge: &Judge<'_>,
        code: bool,
        original: &mut Option<Option<Program>>,
    ) -> Verdict {
        let Some(line) = self.line(mutated) else {
            return Verdict::Refused;
        };
        let Some(meaning) = self.read(&line, judge.vocabulary) else {
            return Verdict::Refused;
        };
        if meaning == self.meaning {
            return if self.loses(&line, judge.vocabulary) {
                Verdict::Lost
            } else {
                Verdict::Same(Sameness::Meaning)
            };
        }
        if !code {
            return Verdict::Changed;
        }
        let original = original.get_or_insert_with(|| self.code(&self.meaning, judge));
        let Some(original) = original else {
            return Verdict::Changed;
        };
        match self.code(&meaning, judge) {
            None => Verdict::NotExecutable,
            Some(other) if other != *original => Verdict::Changed,
            Some(_) if self.loses(&line, judge.vocabulary) => Verdict::NotExecutable,
            Some(_) => Verdict::Same(Sameness::Code),
        }
    }
}

/// The accepted lines of the packs that were asked for.
pub fn subjects(packs: &[Pack], vocabulary: &Vocabulary) -> Vec<Subject> {
    let mut found = Vec::new();
    for item in packs
        .iter()
        .filter(|pack| pack.requested)
        .flat_map(|pack| &pack.items)
    {
        let defined = |bearer: &Bearer, lines: &[Line], found: &mut Vec<Subject>| {
            for line in lines {
                let subject = Subject {
                    name: bearer.name.to_string(),
                    text: line.text.clone(),
                    place: Place::Definition,
                    own: syntax::Bearer::default(),
                    bearer: bearer.clone(),
                    meaning: Meaning::Abilities(Vec::new()),
                };
                found.extend(subject.settled(vocabulary));
            }
        };
        let definition = |name: &Name, lines: &[Line], found: &mut Vec<Subject>| {
            defined(&Bearer::any(name.clone()), lines, found);
        };
        match item {
            Item::Card(card) => card
                .faces
                .iter()
                .for_each(|face| faces(face, vocabulary, &mut found)),
            Item::Token(token) => faces(&token.face, vocabulary, &mut found),
            Item::Keyword(keyword) => definition(&keyword.name.value, &keyword.means, &mut found),
            Item::Action(action) => {
                let bearer = Bearer::of_action(action.name.value.clone());
                defined(&bearer, &action.means, &mut found);
            }
            Item::Counter(counter) => definition(&counter.name.value, &counter.means, &mut found),
            Item::Word(word) => {
                if let Some(line) = &word.means {
                    let subject = Subject {
                        name: word.name.value.to_string(),
                        text: line.text.clone(),
                        place: Place::Word,
                        own: syntax::Bearer::default(),
                        bearer: Bearer::any(word.name.value.clone()),
                        meaning: Meaning::Abilities(Vec::new()),
                    };
                    found.extend(subject.settled(vocabulary));
                }
            }
            Item::Subtype(subtype) => {
                if let Some((name, _)) = subtype.names.first() {
                    definition(&name.value, &subtype.means, &mut found);
                }
            }
            Item::Ruling(_) => {}
        }
    }
    found
}

impl Subject {
    /// The line with its meaning, if it is accepted.
    fn settled(self, vocabulary: &Vocabulary) -> Option<Self> {
        let line = self.line(&self.text)?;
        let meaning = self.read(&line, vocabulary)?;
        (line.text == self.text && !self.loses(&line, vocabulary))
            .then_some(Self { meaning, ..self })
    }
}

fn faces(face: &FaceItem, vocabulary: &Vocabulary, found: &mut Vec<Subject>) {
    let Some(head) = lower::face_head(face, vocabulary, &mut Sink::default()) else {
        return;
    };
    let legendary = head
        .types
        .supertypes
        .contains(crate::vocab::Supertype::Legendary);
    for line in &face.lines {
        let subject = Subject {
            name: face.name.value.to_string(),
            text: line.text.clone(),
            place: Place::Face(head.clone()),
            own: syntax::Bearer::new(&face.name.value, legendary),
            bearer: Bearer::new(head.name.clone(), head.types.types, &head.types.subtypes),
            meaning: Meaning::Abilities(Vec::new()),
        };
        found.extend(subject.settled(vocabulary));
    }
}
