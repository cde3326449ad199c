//! What codegen makes of small definitions: it verifies, and what has no code is named.

use super::*;
use crate::bytecode::{AbilityKind, Op, Program, verify};
use crate::ir::statics::EntersChange;
use crate::ir::{
    Ability, Action, Card, Count, Effect, Event, EventVerb, Face, Filter, Head, Keyword,
    KeywordArgument, KeywordDefinition, Layout, Noun, Parameter, Predicate, Quantifier, Quantity,
    Replacement, Trigger, TriggerWord, TypeLine,
};
use crate::vocab::{CardType, Step, TypeSet, Zone};

fn compile(abilities: Vec<ir::AbilityKind>) -> (Program, Vec<Unsupported>) {
    compile_with(abilities, Vec::new(), Vec::new())
}

fn compile_with(
    abilities: Vec<ir::AbilityKind>,
    keywords: Vec<KeywordDefinition>,
    words: Vec<ir::WordDefinition>,
) -> (Program, Vec<Unsupported>) {
    let abilities = abilities.into_iter().map(ability).collect();
    let face = Face {
        name: "Test".into(),
        cost: None,
        indicator: None,
        types: TypeLine {
            types: TypeSet::of(CardType::Sorcery),
            ..TypeLine::default()
        },
        pt: None,
        loyalty: None,
        defense: None,
        abilities,
        overloaded: Vec::new(),
    };
    let definitions = Definitions {
        cards: vec![Card {
            layout: Layout::Normal,
            faces: vec![face],
        }],
        keywords,
        words,
        ..Definitions::default()
    };
    let (program, unsupported) = program(&definitions, &|_| "text".to_owned());
    assert_eq!(verify::program(&program), Ok(()));
    (program, unsupported)
}

const fn ability(kind: ir::AbilityKind) -> Ability {
    Ability {
        word: None,
        kind,
        zones: None,
    }
}

fn creatures(quantifier: Quantifier) -> Noun {
    let filter = Filter {
        head: Head::Permanent,
        predicates: vec![Predicate::Type(CardType::Creature)],
    };
    Noun::Described { quantifier, filter }
}

fn players(quantifier: Quantifier, head: Head) -> Noun {
    let filter = Filter {
        head,
        predicates: Vec::new(),
    };
    Noun::Described { quantifier, filter }
}

fn act(who: Noun, action: Action) -> Effect {
    Effect::Act {
        who,
        action,
        bind: None,
    }
}

/// The instructions of the only part of the n-th ability.
fn instructions(program: &Program, n: usize) -> Vec<Op> {
    let (AbilityKind::Spell(body)
    | AbilityKind::Triggered { body, .. }
    | AbilityKind::Activated { body, .. }) = &program.abilities[n].kind
    else {
        panic!("no body");
    };
    program.code(body.parts[0].code).unwrap().ops.clone()
}

#[test]
fn each_opponent_loses_life_at_once() {
    let who = players(Quantifier::Each, Head::Opponent);
    let effect = act(who, Action::LoseLife(Quantity::Number(1)));
    let (program, unsupported) = compile(vec![ir::AbilityKind::Spell(effect)]);
    assert_eq!(unsupported, []);
    let ops = instructions(&program, 0);
    assert!(
        matches!(
            ops.as_slice(),
            [
                Op::Players,
                Op::Filter(_),
                Op::Int(1),
                Op::LoseLife,
                Op::Return
            ]
        ),
        "{ops:?}"
    );
}

#[test]
fn each_player_chooses_before_anything_is_sacrificed() {
    let who = players(Quantifier::Each, Head::Player);
    let effect = act(
        who,
        Action::Sacrifice(creatures(Quantifier::Choose(Count::One))),
    );
    let (program, unsupported) = compile(vec![ir::AbilityKind::Spell(effect)]);
    assert_eq!(unsupported, []);
    let ops = instructions(&program, 0);
    let count = |wanted: fn(&Op) -> bool| ops.iter().filter(|op| wanted(op)).count();
    assert_eq!(count(|op| *op == Op::Choose), 1);
    let back = ops.iter().position(|op| matches!(op, Op::Jump(_))).unwrap();
    let sacrifice = ops.iter().position(|op| *op == Op::Sacrifice).unwrap();
    assert!(back < sacrifice, "{ops:?}");
}

#[test]
fn the_lines_of_a_spell_are_one_ability() {
    let draw = || ir::AbilityKind::Spell(act(Noun::You, Action::Draw(Quantity::Number(1))));
    let (program, unsupported) = compile(vec![draw(), draw()]);
    assert_eq!(unsupported, []);
    assert_eq!(program.faces[0].abilities.len(), 1);
    let draws = instructions(&program, 0);
    assert_eq!(draws.iter().filter(|op| **op == Op::Draw).count(), 2);
}

#[test]
fn a_divided_amount_belongs_to_its_own_phrase() {
    let tap = act(
        Noun::You,
        Action::Tap(creatures(Quantifier::Target(Count::One))),
    );
    let damage = act(
        Noun::You,
        Action::DealDamage {
            source: Noun::This,
            amount: Quantity::Number(4),
            to: creatures(Quantifier::Target(Count::UpTo(Quantity::Number(2)))),
            divided: true,
        },
    );
    let (program, unsupported) = compile(vec![ir::AbilityKind::Spell(Effect::Sequence(vec![
        tap, damage,
    ]))]);
    assert_eq!(unsupported, []);
    let AbilityKind::Spell(body) = &program.abilities[0].kind else {
        panic!("no spell");
    };
    assert_eq!(body.parts[0].targets.len(), 2);
    assert_eq!(body.parts[0].divided.map(|(phrase, _)| phrase), Some(1));
}

#[test]
fn what_has_no_code_is_named_and_its_card_left_out() {
    let (program, unsupported) = compile(vec![ir::AbilityKind::Spell(act(
        Noun::You,
        Action::EndTurn,
    ))]);
    assert!(program.cards.is_empty());
    let what: Vec<&str> = unsupported.iter().map(|u| u.what.as_str()).collect();
    assert_eq!(what, ["the action `EndTurn`"]);
}

#[test]
fn definitions_in_a_circle_are_refused() {
    let keyword = |name: &str| Keyword {
        name: name.into(),
        argument: KeywordArgument::None,
    };
    let definition = KeywordDefinition {
        rule: None,
        name: "looping".into(),
        parameter: Parameter::None,
        means: vec![ability(ir::AbilityKind::Keyword(keyword("looping")))],
        primitive: None,
    };
    let has = ir::AbilityKind::Keyword(keyword("looping"));
    let (_, unsupported) = compile_with(vec![has], vec![definition], Vec::new());
    assert_eq!(unsupported.len(), 1);
    let filter = Filter {
        head: Head::Permanent,
        predicates: vec![Predicate::Word("odd".into())],
    };
    let word = ir::WordDefinition {
        name: "odd".into(),
        means: vec![filter.clone()],
    };
    let all = Noun::Described {
        quantifier: Quantifier::All,
        filter,
    };
    let spell = ir::AbilityKind::Spell(act(Noun::You, Action::Tap(all)));
    let (_, unsupported) = compile_with(vec![spell], Vec::new(), vec![word]);
    assert_eq!(unsupported.len(), 1);
}

#[test]
fn a_parameter_within_a_parameter_is_filled_in() {
    let number = |quantity| KeywordArgument::Number(quantity);
    let inner = KeywordDefinition {
        rule: None,
        name: "inner".into(),
        parameter: Parameter::Number,
        means: vec![ability(ir::AbilityKind::Triggered {
            trigger: upkeep(),
            condition: None,
            effect: act(Noun::You, Action::GainLife(Quantity::Parameter)),
            limit: None,
        })],
        primitive: None,
    };
    let outer = KeywordDefinition {
        rule: None,
        name: "outer".into(),
        parameter: Parameter::Number,
        means: vec![ability(ir::AbilityKind::Keyword(Keyword {
            name: "inner".into(),
            argument: number(Quantity::Parameter),
        }))],
        primitive: None,
    };
    let has = ir::AbilityKind::Keyword(Keyword {
        name: "outer".into(),
        argument: number(Quantity::Number(3)),
    });
    let (program, unsupported) = compile_with(vec![has], vec![inner, outer], Vec::new());
    assert_eq!(unsupported, []);
    let expected = [Op::You, Op::Int(3), Op::GainLife, Op::Return];
    assert_eq!(instructions(&program, 0), expected);
}

fn upkeep() -> Trigger {
    let part = ir::condition::TurnPart::Step(Step::Upkeep);
    Trigger {
        word: TriggerWord::At,
        event: Event {
            verb: EventVerb::Begins(part, ir::Whose::Yours),
            subject: None,
            object: None,
            batch: false,
        },
    }
}

#[test]
fn entering_is_replaced_from_every_zone() {
    let replacement = Replacement::Entering {
        what: Noun::This,
        condition: None,
        changes: vec![EntersChange::Tapped],
    };
    let (program, unsupported) = compile(vec![ir::AbilityKind::Replacement(replacement)]);
    assert_eq!(unsupported, []);
    assert!(program.abilities[0].zones.contains(Zone::Hand));
}
