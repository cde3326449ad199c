//! Programs that are not well formed are refused, each for its reason.

use super::*;
use crate::bytecode::{
    Ability, BodyPart, Change, ChangePart, Code, Compare, Face, Layer, Op, Static, StaticKind,
    StringId, Subject, SubtypeId, TargetSpec,
};
use crate::vocab::{Zone, ZoneSet};
use smallvec::smallvec;

fn with(code: Vec<Code>) -> Program {
    Program {
        code,
        strings: vec!["text".to_owned()],
        ..Program::default()
    }
}

fn code(result: CodeType, ops: Vec<Op>) -> Code {
    Code {
        result,
        ops,
        registers: 6,
    }
}

fn problem_of(result: CodeType, ops: Vec<Op>) -> Option<Problem> {
    let errors = program(&with(vec![code(result, ops)])).err()?;
    errors.first().map(|error| error.problem)
}

#[test]
fn well_formed_code_passes() {
    use CodeType::{Bool, Effect, Int, Set};
    let select = Op::Select(ZoneSet::of(Zone::Battlefield), CodeId(1));
    let program = with(vec![
        code(Int, vec![select, Op::Count, Op::Return]),
        code(
            Bool,
            vec![
                Op::IsPermanent,
                Op::AndThen(3),
                Op::IsTapped,
                Op::Not,
                Op::Return,
            ],
        ),
        code(Set, vec![Op::You, Op::Opponents, Op::Return]),
        code(
            Effect,
            vec![
                Op::Players,
                Op::Store(2),
                Op::Next(2, 7),
                Op::Load(4),
                Op::Int(1),
                Op::Draw,
                Op::Jump(2),
                Op::Return,
            ],
        ),
    ]);
    assert_eq!(super::program(&program), Ok(()));
}

#[test]
fn the_stack_is_followed_on_every_path() {
    use CodeType::{Bool, Effect, Int};
    let add = vec![Op::Int(1), Op::Add, Op::Return];
    assert_eq!(problem_of(Int, add), Some(Problem::Operands));
    let mixed = vec![Op::You, Op::Int(1), Op::Compare(Compare::Less), Op::Return];
    assert_eq!(problem_of(Bool, mixed), Some(Problem::Operands));
    let other = vec![Op::Int(1), Op::Return];
    assert_eq!(problem_of(Bool, other), Some(Problem::Result));
    assert_eq!(problem_of(Int, vec![Op::Int(1)]), Some(Problem::NoReturn));
    assert_eq!(problem_of(Int, vec![]), Some(Problem::NoReturn));
    let left = vec![Op::Int(1), Op::Return];
    assert_eq!(problem_of(Effect, left), Some(Problem::Result));
    let join = vec![
        Op::Bool(true),
        Op::JumpUnless(4),
        Op::Int(1),
        Op::Jump(5),
        Op::Bool(true),
        Op::Return,
    ];
    assert_eq!(problem_of(Int, join), Some(Problem::Join));
    let outside = vec![Op::Jump(9), Op::Return];
    assert_eq!(problem_of(Effect, outside), Some(Problem::NoReturn));
}

#[test]
fn pure_code_is_pure_and_ends() {
    use CodeType::{Bool, Effect, Int, Set};
    let draws = vec![Op::You, Op::Int(1), Op::Draw, Op::Int(1), Op::Return];
    assert_eq!(problem_of(Int, draws), Some(Problem::Impure));
    let stores = vec![Op::You, Op::Store(0), Op::You, Op::Return];
    assert_eq!(problem_of(Set, stores), Some(Problem::Impure));
    let may = vec![Op::You, Op::May, Op::Return];
    assert_eq!(problem_of(Bool, may), Some(Problem::Impure));
    assert_eq!(problem_of(Int, vec![Op::Jump(0)]), Some(Problem::Loop));
    // Effects may loop: frames have fuel.
    assert_eq!(problem_of(Effect, vec![Op::Jump(0)]), None);
}

#[test]
fn registers_are_those_of_the_code() {
    use CodeType::Effect;
    let outside = vec![Op::You, Op::Store(6), Op::Return];
    assert_eq!(problem_of(Effect, outside), Some(Problem::Registers));
    let parity = vec![Op::You, Op::Store(3), Op::Return];
    assert_eq!(problem_of(Effect, parity), Some(Problem::Operands));
    let odd = vec![Op::Next(3, 0), Op::Return];
    assert_eq!(problem_of(Effect, odd), Some(Problem::Registers));
    let last = vec![Op::Next(4, 1), Op::Return];
    assert_eq!(problem_of(Effect, last), Some(Problem::Registers));
}

#[test]
fn references_exist_and_have_their_type() {
    let subtype = vec![Op::IsSubtype(SubtypeId(0)), Op::Return];
    let missing = Problem::Missing(Reference::Subtype(SubtypeId(0)));
    assert_eq!(problem_of(CodeType::Bool, subtype), Some(missing));
    let itself = vec![Op::You, Op::Any(CodeId(0)), Op::Return];
    assert_eq!(problem_of(CodeType::Bool, itself), Some(Problem::Nesting));
    let number = vec![Op::You, Op::Filter(CodeId(0)), Op::Count, Op::Return];
    assert!(matches!(
        problem_of(CodeType::Int, number),
        Some(Problem::Type(_, CodeType::Int))
    ));
}

#[test]
fn filters_nest_only_so_deep() {
    let mut chain = vec![code(CodeType::Bool, vec![Op::IsTapped, Op::Return])];
    for n in 0..40 {
        let ops = vec![Op::You, Op::Any(CodeId(n)), Op::Return];
        chain.push(code(CodeType::Bool, ops));
    }
    let errors = program(&with(chain)).unwrap_err();
    let first = VerifyError {
        place: Place::Code(CodeId(33), 0),
        problem: Problem::Nesting,
    };
    assert_eq!(errors.first(), Some(&first));
    assert_eq!(errors.len(), 8);
}

fn ability(kind: AbilityKind) -> Ability {
    Ability {
        kind,
        zones: ZoneSet::of(Zone::Battlefield),
        keyword: None,
        text: StringId(0),
        chapter: None,
    }
}

#[test]
fn no_ability_gives_itself() {
    let mut program = with(vec![]);
    program
        .abilities
        .push(ability(AbilityKind::Static(vec![StaticId(0)])));
    let gain = ChangePart {
        layer: Layer::Ability,
        change: Change::Gain(vec![AbilityId(0)]),
    };
    program.statics.push(Static {
        subject: Subject::This,
        condition: None,
        kind: StaticKind::Continuous(vec![gain]),
        captured: Vec::new(),
    });
    let error = VerifyError {
        place: Place::Ability(AbilityId(0)),
        problem: Problem::Gift,
    };
    assert_eq!(super::program(&program), Err(vec![error]));
}

#[test]
fn bodies_have_the_parts_they_need() {
    let mut program = with(vec![
        code(CodeType::Effect, vec![Op::Return]),
        code(CodeType::Int, vec![Op::Int(1), Op::Return]),
        code(CodeType::Bool, vec![Op::IsPlayer, Op::Return]),
    ]);
    let target = TargetSpec {
        min: CodeId(1),
        max: CodeId(1),
        zones: ZoneSet::EMPTY,
        players: true,
        filter: CodeId(2),
        of_x: false,
        text: StringId(0),
    };
    let mut part = BodyPart {
        targets: vec![target],
        code: CodeId(0),
        divided: Some((0, CodeId(1))),
    };
    let body = |part: &BodyPart| Body {
        modes: None,
        parts: vec![part.clone()],
    };
    program
        .abilities
        .push(ability(AbilityKind::Spell(body(&part))));
    assert_eq!(super::program(&program), Ok(()));
    part.divided = Some((1, CodeId(1)));
    program
        .abilities
        .push(ability(AbilityKind::Spell(body(&part))));
    let none = Body {
        parts: Vec::new(),
        ..body(&part)
    };
    program.abilities.push(ability(AbilityKind::Spell(none)));
    let problems: Vec<_> = super::program(&program)
        .unwrap_err()
        .iter()
        .map(|error| error.problem)
        .collect();
    assert_eq!(problems, [Problem::Division, Problem::Parts]);
}

#[test]
fn faces_belong_to_their_cards() {
    let mut program = with(vec![]);
    program.faces.push(Face {
        name: "Test".into(),
        cost: None,
        colors: Default::default(),
        supertypes: Default::default(),
        types: Default::default(),
        subtypes: smallvec![SubtypeId(7)],
        power: None,
        toughness: None,
        loyalty: None,
        defense: None,
        abilities: Vec::new(),
        card: Some((CardId(0), 0)),
    });
    let problems: Vec<_> = super::program(&program)
        .unwrap_err()
        .iter()
        .map(|error| error.problem)
        .collect();
    let missing = Problem::Missing(Reference::Subtype(SubtypeId(7)));
    assert_eq!(problems, [missing, Problem::Faces]);
}
