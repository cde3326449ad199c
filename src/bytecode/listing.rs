//! The listing: a program as text for people, with names in the place of numbers.
//!
//! For each card its faces and abilities with what each part of them is for, then the code that they use, each code
//! object once.

use super::references::{self, Reference};
use super::{
    Ability, AbilityKind, CardDefinition, CodeId, CodeType, CostPart, Ending, FaceId, Op, Program,
    StaticId,
};
use crate::vocab::ZoneSet;
use std::collections::BTreeSet;
use std::fmt::{Debug, Write as _};

/// Every card of the program.
#[must_use]
pub fn program(program: &Program) -> String {
    let cards = program.cards.iter().map(|card| self::card(program, card));
    cards.collect::<Vec<_>>().join("\n")
}

/// One card with the code that it uses.
#[must_use]
pub fn card(program: &Program, card: &CardDefinition) -> String {
    let mut listing = Listing::new(program);
    for face in &card.faces {
        listing.face("card", *face);
    }
    listing.finish()
}

/// One token with the code that it uses.
#[must_use]
pub fn token(program: &Program, face: FaceId) -> String {
    let mut listing = Listing::new(program);
    listing.face("token", face);
    listing.finish()
}

/// One code object, without what it refers to.
#[must_use]
pub fn code(program: &Program, id: CodeId) -> String {
    let mut listing = Listing::new(program);
    listing.code_object(id);
    listing.text
}

struct Listing<'a> {
    program: &'a Program,
    text: String,
    /// Code that is still to be printed, and what was printed, so that each is printed once.
    open: BTreeSet<CodeId>,
    printed: BTreeSet<CodeId>,
    faces: BTreeSet<FaceId>,
    abilities: BTreeSet<u32>,
    statics: BTreeSet<StaticId>,
    waiting: Vec<Reference>,
}

impl<'a> Listing<'a> {
    const fn new(program: &'a Program) -> Self {
        Self {
            program,
            text: String::new(),
            open: BTreeSet::new(),
            printed: BTreeSet::new(),
            faces: BTreeSet::new(),
            abilities: BTreeSet::new(),
            statics: BTreeSet::new(),
            waiting: Vec::new(),
        }
    }

    fn line(&mut self, indent: usize, text: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{:indent$}{text}", "");
    }

    fn finish(mut self) -> String {
        loop {
            if let Some(id) = self.open.pop_first() {
                if self.printed.insert(id) {
                    self.code_object(id);
                }
            } else if let Some(reference) = self.waiting.pop() {
                match reference {
                    Reference::Face(id) => self.face("token", id),
                    Reference::Static(id) => self.statement(0, id),
                    Reference::Trigger(id) | Reference::Ability(id) => self.ability(0, id),
                    _ => {}
                }
            } else {
                return self.text;
            }
        }
    }

    fn face(&mut self, word: &str, id: FaceId) {
        let program = self.program;
        let Some(face) = program.face(id) else { return };
        if !self.faces.insert(id) {
            return;
        }
        let cost = face
            .cost
            .as_ref()
            .map_or_else(String::new, |cost| format!(" {cost}"));
        self.line(0, &format!("{word} {}{cost}", face.name));
        let mut types: Vec<String> = face.supertypes.iter().map(|t| t.to_string()).collect();
        types.extend(face.types.iter().map(|t| t.to_string()));
        types.extend(
            face.subtypes
                .iter()
                .filter_map(|s| program.subtypes.get(s.index()))
                .map(|s| s.name.to_string()),
        );
        if let (Some(power), Some(toughness)) = (face.power, face.toughness) {
            types.push(format!("{power}/{toughness}"));
        }
        types.extend(face.loyalty.map(|n| format!("[{n}]")));
        types.extend(face.defense.map(|n| format!("[{n}]")));
        self.line(2, &types.join(" "));
        for ability in &face.abilities {
            self.ability(2, *ability);
        }
    }

    fn ability(&mut self, indent: usize, id: super::AbilityId) {
        let program = self.program;
        let Some(ability) = program.ability(id) else {
            return;
        };
        if !self.abilities.insert(id.0) {
            return;
        }
        let keyword = ability
            .keyword
            .and_then(|id| program.keywords.get(id.index()));
        let keyword = keyword.map_or_else(String::new, |keyword| format!(", {}", keyword.name));
        let head = format!(
            "ability {} {} from {}{keyword}: {}",
            id.0,
            kind(ability),
            zones(ability.zones),
            program.string(ability.text)
        );
        self.line(indent, &head);
        if let AbilityKind::Activated { cost, .. } = &ability.kind {
            let mut parts: Vec<String> = cost.mana.iter().map(|mana| mana.to_string()).collect();
            parts.extend(cost.parts.iter().map(|part| match part {
                CostPart::Tap => "{T}".to_owned(),
                CostPart::Untap => "{Q}".to_owned(),
                CostPart::Loyalty(Some(n)) => format!("[{n:+}]"),
                CostPart::Loyalty(None) => "[-X]".to_owned(),
                CostPart::Act { code, .. } => format!("code {}", code.0),
            }));
            self.line(indent + 2, &format!("cost {}", parts.join(", ")));
        }
        let mut found = Vec::new();
        references::of_ability(ability, &mut |reference| found.push(reference));
        self.references(indent + 2, &found);
    }

    fn statement(&mut self, indent: usize, id: StaticId) {
        let Some(statement) = self.program.statics.get(id.index()) else {
            return;
        };
        if !self.statics.insert(id) {
            return;
        }
        self.line(
            indent,
            &format!("statement {} {}", id.0, words(&statement.kind)),
        );
        let mut found = Vec::new();
        references::of_static(statement, &mut |reference| found.push(reference));
        self.references(indent + 2, &found);
    }

    fn references(&mut self, indent: usize, found: &[Reference]) {
        for reference in found {
            match reference {
                Reference::Code(code, _, role) => {
                    self.line(indent, &format!("{role}: code {}", code.0));
                    self.open.insert(*code);
                }
                Reference::Static(id) => self.statement(indent, *id),
                Reference::Ability(id) => {
                    self.line(indent, &format!("gives: ability {}", id.0));
                    self.waiting.push(*reference);
                }
                _ => {}
            }
        }
    }

    fn code_object(&mut self, id: CodeId) {
        let Some(code) = self.program.code(id) else {
            return;
        };
        let result = match code.result {
            CodeType::Int => "a number",
            CodeType::Bool => "a truth value",
            CodeType::Set => "a set",
            CodeType::Effect => "an effect",
        };
        let registers = if code.registers > 2 {
            format!(", {} registers", code.registers)
        } else {
            String::new()
        };
        self.line(0, &format!("code {}: {result}{registers}", id.0));
        for (at, op) in code.ops.iter().enumerate() {
            let text = instruction(self.program, *op);
            self.line(2, &format!("{at:>3}  {text}"));
            references::of_op(*op, &mut |reference| match reference {
                Reference::Code(code, ..) => {
                    self.open.insert(code);
                }
                Reference::Face(_) | Reference::Static(_) | Reference::Trigger(_) => {
                    self.waiting.push(reference);
                }
                _ => {}
            });
        }
    }
}

fn kind(ability: &Ability) -> &'static str {
    match &ability.kind {
        AbilityKind::Spell(_) => "spell",
        AbilityKind::Activated { mana: true, .. } => "activated mana",
        AbilityKind::Activated { loyalty: true, .. } => "activated loyalty",
        AbilityKind::Activated { .. } => "activated",
        AbilityKind::Triggered { .. } => "triggered",
        AbilityKind::Static(_) => "static",
        AbilityKind::Primitive { .. } => "primitive",
    }
}

fn zones(set: ZoneSet) -> String {
    let words: Vec<_> = set.iter().map(|zone| zone.to_string()).collect();
    words.join(" or ")
}

/// An instruction with the names of what it refers to.
#[must_use]
pub fn instruction(program: &Program, op: Op) -> String {
    let mut names = Vec::new();
    references::of_op(op, &mut |reference| {
        names.push(match reference {
            Reference::Code(id, ..) => format!("code {}", id.0),
            Reference::Ability(id) | Reference::Trigger(id) => format!("ability {}", id.0),
            Reference::Static(id) => format!("statement {}", id.0),
            Reference::Face(id) => program
                .face(id)
                .map_or_else(String::new, |face| face.name.to_string()),
            Reference::String(id) => program.string(id).to_owned(),
            Reference::Subtype(id) => program
                .subtypes
                .get(id.index())
                .map_or_else(String::new, |subtype| subtype.name.to_string()),
            Reference::Keyword(id) => program
                .keywords
                .get(id.index())
                .map_or_else(String::new, |keyword| keyword.name.to_string()),
            Reference::Counter(id) => program
                .counters
                .get(id.index())
                .map_or_else(String::new, |counter| counter.name.to_string()),
            Reference::Options(index) => program
                .options
                .get(index as usize)
                .map_or_else(String::new, |options| options.join(" / ")),
            Reference::Mana(index) => program
                .mana
                .get(index as usize)
                .map_or_else(String::new, |cost| cost.to_string()),
        });
    });
    let names = names.join(" ");
    match op {
        Op::Select(set, _) => format!("select {} {names}", zones(set)),
        Op::Begin(_, ending) => format!("begin {names} {}", words(&ending)),
        Op::Delay(_, once, until) => {
            let until = match until {
                Ending::Never => String::new(),
                other => format!(" until {other:?}"),
            };
            format!("delay {names}{}{until}", if once { " once" } else { "" })
        }
        Op::CreateToken(_, manner) | Op::Move(_, manner) if manner.0 != 0 => {
            let bits = [
                (super::Manner::TAPPED, "tapped"),
                (super::Manner::ATTACKING, "attacking"),
                (super::Manner::FACE_DOWN, "face-down"),
                (super::Manner::MANIFESTED, "manifested"),
                (super::Manner::TRANSFORMED, "transformed"),
                (super::Manner::BOTTOM, "bottom"),
                (super::Manner::RANDOM, "random"),
            ];
            let how = bits
                .iter()
                .filter(|(bit, _)| manner.has(*bit))
                .map(|(_, word)| *word)
                .collect::<Vec<_>>()
                .join(" ");
            match op {
                Op::Move(zone, _) => format!("move {zone} {how}"),
                _ => format!("create-token {names} {how}"),
            }
        }
        Op::Move(zone, _) => format!("move {zone}"),
        Op::Devotion(colors) | Op::AddManaOf(colors, ..) => {
            let colors: Vec<_> = colors.iter().map(|color| color.to_string()).collect();
            let (word, rest) = match op {
                Op::AddManaOf(_, colorless, same) => (
                    "add-mana-of",
                    [(colorless, " colorless"), (same, " one-color")]
                        .iter()
                        .filter(|(on, _)| *on)
                        .map(|(_, word)| *word)
                        .collect(),
                ),
                _ => ("devotion", String::new()),
            };
            format!("{word} {}{rest}", colors.join(" "))
        }
        _ if names.is_empty() => words(&op),
        _ => {
            let text = words(&op);
            let word = text.split(' ').next().unwrap_or_default();
            format!("{word} {names}")
        }
    }
}

/// The debug form of a value in lower-case words: `Stat(Power, Sum)` is `stat power sum`.
fn words(value: &impl Debug) -> String {
    let mut out = String::new();
    let mut before = ' ';
    for c in format!("{value:?}").chars() {
        if c.is_uppercase() && before.is_alphanumeric() {
            out.push('-');
        }
        if c.is_alphanumeric() || matches!(c, '-' | '+') {
            out.extend(c.to_lowercase());
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
        before = c;
    }
    out.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytecode::{Code, Compare, Fold, Manner, Stat, Subtype, SubtypeId, SubtypeKind};
    use crate::vocab::{CardType, Zone};

    #[test]
    fn names_stand_for_numbers() {
        let program = Program {
            subtypes: vec![Subtype {
                name: "Goblin".into(),
                kind: SubtypeKind::Of(CardType::Creature),
                abilities: Vec::new(),
            }],
            ..Program::default()
        };
        let shown = |op| instruction(&program, op);
        assert_eq!(shown(Op::IsSubtype(SubtypeId(0))), "is-subtype Goblin");
        assert_eq!(shown(Op::Stat(Stat::Power, Fold::Sum)), "stat power sum");
        assert_eq!(shown(Op::Compare(Compare::AtLeast)), "compare at-least");
        assert_eq!(
            shown(Op::Select(ZoneSet::of(Zone::Battlefield), CodeId(4))),
            "select battlefield code 4"
        );
        assert_eq!(
            shown(Op::Move(Zone::Library, Manner::BOTTOM)),
            "move library bottom"
        );
        assert_eq!(shown(Op::Int(-2)), "int -2");
    }

    #[test]
    fn a_code_object_is_numbered() {
        let code = Code {
            result: CodeType::Effect,
            ops: vec![Op::You, Op::Int(1), Op::Draw, Op::Return],
            registers: 2,
        };
        let program = Program {
            code: vec![code],
            ..Program::default()
        };
        assert_eq!(
            super::code(&program, CodeId(0)),
            "code 0: an effect\n    0  you\n    1  int 1\n    2  draw\n    3  return\n"
        );
    }
}
