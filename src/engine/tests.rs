//! Whole turns with vanilla creatures and lands of programs made by hand.

use super::{Status, answer, legal_actions, random_player, run, setup, why_illegal};
use crate::bytecode::{
    Ability, AbilityId, AbilityKind, Body, BodyPart, Code, CodeId, CodeType, Cost, CostPart, Face,
    FaceId, Op, Primitive, Program, StringId,
};
use crate::game::{
    About, Action, Answer, Choice, Entity, Format, Game, ObjectId, Outcome, PlayerId, Random,
};
use crate::vocab::{
    CardType, Color, ColorSet, ManaCost, ManaKind, Step, SupertypeSet, TypeSet, Zone, ZoneSet,
};

const LAND: FaceId = FaceId(0);
const BEAR: FaceId = FaceId(1);
const GIANT: FaceId = FaceId(2);
const KNIGHT: FaceId = FaceId(3);
const TRICK: FaceId = FaceId(4);
const ME: PlayerId = PlayerId(0);
const YOU: PlayerId = PlayerId(1);

fn face(name: &str, cost: Option<&str>, kind: CardType, size: Option<i64>) -> Face {
    Face {
        name: name.into(),
        cost: cost.and_then(ManaCost::parse),
        colors: ColorSet::EMPTY,
        supertypes: SupertypeSet::EMPTY,
        types: TypeSet::of(kind),
        subtypes: smallvec::SmallVec::new(),
        power: size,
        toughness: size,
        loyalty: None,
        defense: None,
        abilities: Vec::new(),
        card: None,
    }
}

fn primitive(program: &mut Program, primitive: Primitive) -> AbilityId {
    ability(
        program,
        AbilityKind::Primitive {
            primitive,
            argument: None,
            cost: None,
        },
        ZoneSet::of(Zone::Battlefield),
    )
}

fn ability(program: &mut Program, kind: AbilityKind, zones: ZoneSet) -> AbilityId {
    program.abilities.push(Ability {
        kind,
        zones,
        keyword: None,
        text: StringId(0),
        chapter: None,
    });
    AbilityId(program.abilities.len() as u32 - 1)
}

fn body(code: CodeId) -> Body {
    Body {
        modes: None,
        parts: vec![BodyPart {
            targets: Vec::new(),
            code,
            divided: None,
        }],
    }
}

/// A land, a 2/2, a 5/5 with trample, a 2/2 with first strike, and a sorcery that gains 3 life.
fn program() -> Program {
    let mut program = Program::default();
    let green = Op::AddMana(ManaKind::Colored(Color::Green));
    for op in [(Op::Int(1), green), (Op::Int(3), Op::GainLife)] {
        program.code.push(Code {
            result: CodeType::Effect,
            ops: vec![Op::You, op.0, op.1, Op::Return],
            registers: 2,
        });
    }
    let tap = ability(
        &mut program,
        AbilityKind::Activated {
            cost: Cost {
                mana: None,
                parts: vec![CostPart::Tap],
                x: false,
            },
            body: body(CodeId(0)),
            rules: Vec::new(),
            mana: true,
            loyalty: false,
        },
        ZoneSet::of(Zone::Battlefield),
    );
    let trample = primitive(&mut program, Primitive::Trample);
    let first = primitive(&mut program, Primitive::FirstStrike);
    let gain = ability(
        &mut program,
        AbilityKind::Spell(body(CodeId(1))),
        ZoneSet::of(Zone::Stack),
    );
    let with = |mut face: Face, id| {
        face.abilities.push(id);
        face
    };
    program.faces = vec![
        with(face("Land", None, CardType::Land, None), tap),
        face("Bear", Some("{1}{G}"), CardType::Creature, Some(2)),
        with(
            face("Giant", Some("{3}{G}"), CardType::Creature, Some(5)),
            trample,
        ),
        with(
            face("Knight", Some("{G}{G}"), CardType::Creature, Some(2)),
            first,
        ),
        with(face("Trick", Some("{G}"), CardType::Sorcery, None), gain),
    ];
    program
}

fn game() -> Game {
    setup::game(&["me", "you"], Format::FreeForAll, 7)
}

fn go(game: &mut Game, program: &Program) {
    assert_eq!(run(game, program), Status::Decision, "{:?}", game.tasks);
}

fn give(game: &mut Game, program: &Program, what: Answer) {
    answer(game, program, what).unwrap();
    let status = run(game, program);
    assert!(!matches!(status, Status::Fault(_)), "{status:?}");
}

/// Passes until a decision about this is open.
fn pass_to(game: &mut Game, program: &Program, about: About) {
    for _ in 0..100 {
        if game.decision.as_ref().unwrap().about == about {
            return;
        }
        give(game, program, Answer::Act(Action::Pass));
    }
    panic!("never asked about {about:?}");
}

fn pass_to_step(game: &mut Game, program: &Program, step: Step) {
    for _ in 0..100 {
        if game.turn.step == step {
            return;
        }
        give(game, program, Answer::Act(Action::Pass));
    }
    panic!("never came to {step:?}");
}

fn entity(id: ObjectId) -> Entity {
    Entity::Object(id)
}

#[test]
fn trample_divides_between_two_blockers_and_the_player() {
    let program = program();
    let mut game = game();
    let giant = setup::permanent(&mut game, GIANT, ME, ME);
    let one = setup::permanent(&mut game, BEAR, YOU, YOU);
    let two = setup::permanent(&mut game, BEAR, YOU, YOU);
    setup::start_at(&mut game, ME, Step::BeginningOfCombat, 3);
    go(&mut game, &program);
    pass_to(&mut game, &program, About::Attackers);
    let attack = Answer::Assign(vec![(giant, vec![Entity::Player(YOU)])]);
    let wrong = Answer::Assign(vec![(one, vec![Entity::Player(YOU)])]);
    assert_eq!(
        answer(&mut game, &program, wrong).unwrap_err().rule,
        "508.1a"
    );
    give(&mut game, &program, attack);
    pass_to(&mut game, &program, About::Blockers);
    let blocks = vec![(one, vec![entity(giant)]), (two, vec![entity(giant)])];
    give(&mut game, &program, Answer::Assign(blocks));
    pass_to(&mut game, &program, About::CombatDamage);
    let refused = answer(&mut game, &program, Answer::Divide(vec![1, 2, 2]));
    assert_eq!(refused.unwrap_err().rule, "702.19b");
    let refused = answer(&mut game, &program, Answer::Divide(vec![2, 2, 2]));
    assert_eq!(refused.unwrap_err().rule, "510.1");
    give(&mut game, &program, Answer::Divide(vec![2, 2, 1]));
    assert_eq!(game.life(YOU), 19);
    assert_eq!(game.battlefield, [giant]);
    assert_eq!(game.object(giant).unwrap().damage, 4);
    pass_to_step(&mut game, &program, Step::Upkeep);
    assert_eq!(game.object(giant).unwrap().damage, 0);
    assert!(game.combat.is_none());
    assert_eq!(game.turn.active, YOU);
}

#[test]
fn first_strike_kills_before_damage_is_dealt_back() {
    let program = program();
    let mut game = game();
    let bear = setup::permanent(&mut game, BEAR, ME, ME);
    let knight = setup::permanent(&mut game, KNIGHT, YOU, YOU);
    setup::start_at(&mut game, ME, Step::BeginningOfCombat, 3);
    go(&mut game, &program);
    pass_to(&mut game, &program, About::Attackers);
    give(
        &mut game,
        &program,
        Answer::Assign(vec![(bear, vec![Entity::Player(YOU)])]),
    );
    pass_to(&mut game, &program, About::Blockers);
    give(
        &mut game,
        &program,
        Answer::Assign(vec![(knight, vec![entity(bear)])]),
    );
    pass_to_step(&mut game, &program, Step::FirstStrikeDamage);
    assert_eq!(game.battlefield, [knight]);
    assert_eq!(game.object(knight).unwrap().damage, 0);
}

#[test]
fn a_creature_is_cast_with_lands_tapped_automatically() {
    let program = program();
    let mut game = game();
    let lands: Vec<_> = (0..3)
        .map(|_| setup::permanent(&mut game, LAND, ME, ME))
        .collect();
    let bear = setup::card(&mut game, BEAR, ME, Zone::Hand);
    setup::start_at(&mut game, ME, Step::PrecombatMain, 3);
    go(&mut game, &program);
    let cast = Action::Cast {
        card: bear,
        face: 0,
        alternative: None,
    };
    assert!(legal_actions(&game, &program).contains(&cast));
    give(&mut game, &program, Answer::Act(cast));
    assert!(matches!(
        game.decision.as_ref().unwrap().choice,
        Choice::PayMana { .. }
    ));
    give(&mut game, &program, Answer::PayAutomatically);
    assert_eq!(game.stack.len(), 1);
    let tapped = lands
        .iter()
        .filter(|l| game.has_status(**l, crate::game::Status::TAPPED))
        .count();
    assert_eq!(tapped, 2);
    give(&mut game, &program, Answer::Act(Action::Pass));
    give(&mut game, &program, Answer::Act(Action::Pass));
    assert!(game.stack.is_empty());
    assert_eq!(game.battlefield.len(), 4);
    assert!(game.players[0].mana.0.is_empty());
}

#[test]
fn a_payment_that_is_given_up_takes_the_spell_back() {
    let program = program();
    let mut game = game();
    for _ in 0..2 {
        setup::permanent(&mut game, LAND, ME, ME);
    }
    let bear = setup::card(&mut game, BEAR, ME, Zone::Hand);
    setup::start_at(&mut game, ME, Step::PrecombatMain, 3);
    go(&mut game, &program);
    let before = game.clone();
    let cast = Action::Cast {
        card: bear,
        face: 0,
        alternative: None,
    };
    give(&mut game, &program, Answer::Act(cast));
    give(&mut game, &program, Answer::Act(Action::Pass));
    assert_eq!(game, before);
}

/// A sorcery for {G}: "You may pay {1}{G}. If you do, you gain 3 life" (CR 118.12).
fn program_with_an_offer() -> Program {
    let mut program = program();
    program.mana.push(ManaCost::parse("{1}{G}").unwrap());
    program.code[1].ops = vec![
        Op::You,
        Op::Pay(0),
        Op::Load(1),
        Op::Int(1),
        Op::Compare(crate::bytecode::Compare::AtLeast),
        Op::JumpUnless(9),
        Op::You,
        Op::Int(3),
        Op::GainLife,
        Op::Return,
    ];
    program
}

/// The offer with so many lands, up to the question whether it is paid if it is asked.
fn offered(lands: usize) -> (Program, Game) {
    let program = program_with_an_offer();
    let mut game = game();
    for _ in 0..lands {
        setup::permanent(&mut game, LAND, ME, ME);
    }
    let trick = setup::card(&mut game, TRICK, ME, Zone::Hand);
    setup::start_at(&mut game, ME, Step::PrecombatMain, 3);
    go(&mut game, &program);
    let cast = Action::Cast {
        card: trick,
        face: 0,
        alternative: None,
    };
    give(&mut game, &program, Answer::Act(cast));
    give(&mut game, &program, Answer::PayAutomatically);
    give(&mut game, &program, Answer::Act(Action::Pass));
    give(&mut game, &program, Answer::Act(Action::Pass));
    (program, game)
}

#[test]
fn an_effect_asks_for_mana_and_knows_whether_it_was_paid() {
    let (program, mut game) = offered(3);
    assert!(matches!(
        game.decision.as_ref().unwrap().choice,
        Choice::PayMana { .. }
    ));
    let mut declined = game.clone();
    give(&mut game, &program, Answer::PayAutomatically);
    assert_eq!(game.life(ME), 23);
    give(&mut declined, &program, Answer::Act(Action::Pass));
    assert_eq!(declined.life(ME), 20);
    assert!(declined.stack.is_empty());
    // With one land left over, no one is asked for two mana.
    let (_, game) = offered(2);
    assert!(!matches!(
        game.decision.as_ref().unwrap().choice,
        Choice::PayMana { .. }
    ));
    assert_eq!(game.life(ME), 20);
}

/// Where a sorcery with this keyword for {G} goes as it resolves, cast from the zone with the keyword's cost paid.
fn resolved_with(keyword: Primitive, from: Zone) -> Zone {
    let mut program = program();
    let id = ability(
        &mut program,
        AbilityKind::Primitive {
            primitive: keyword,
            argument: None,
            cost: Some(Cost {
                mana: ManaCost::parse("{G}"),
                ..Cost::default()
            }),
        },
        ZoneSet::all(),
    );
    program.faces[4].abilities.push(id);
    let mut game = game();
    for _ in 0..3 {
        setup::permanent(&mut game, LAND, ME, ME);
    }
    let trick = setup::card(&mut game, TRICK, ME, from);
    setup::start_at(&mut game, ME, Step::PrecombatMain, 3);
    go(&mut game, &program);
    let cast = Action::Cast {
        card: trick,
        face: 0,
        alternative: (keyword == Primitive::Flashback).then_some(id),
    };
    give(&mut game, &program, Answer::Act(cast));
    if keyword != Primitive::Flashback {
        give(&mut game, &program, Answer::Options(vec![0]));
    }
    give(&mut game, &program, Answer::PayAutomatically);
    give(&mut game, &program, Answer::Act(Action::Pass));
    give(&mut game, &program, Answer::Act(Action::Pass));
    assert_eq!(game.life(ME), 23);
    let mut id = trick;
    while let Some(next) = game.object(id).and_then(|object| object.became) {
        id = next;
    }
    game.zone(id)
}

#[test]
fn flashback_exiles_and_buyback_returns() {
    assert_eq!(
        resolved_with(Primitive::Flashback, Zone::Graveyard),
        Zone::Exile
    );
    assert_eq!(resolved_with(Primitive::Buyback, Zone::Hand), Zone::Hand);
    assert_eq!(
        resolved_with(Primitive::Kicker, Zone::Hand),
        Zone::Graveyard
    );
}

#[test]
fn illegal_actions_name_the_rule() {
    let program = program();
    let mut game = game();
    let land = setup::permanent(&mut game, LAND, ME, ME);
    let in_hand = setup::card(&mut game, LAND, ME, Zone::Hand);
    let bear = setup::card(&mut game, BEAR, ME, Zone::Hand);
    let trick = setup::card(&mut game, TRICK, ME, Zone::Hand);
    setup::card(&mut game, BEAR, ME, Zone::Library);
    setup::start_at(&mut game, ME, Step::Upkeep, 3);
    go(&mut game, &program);
    let rule = |game: &Game, player, action: Action| {
        why_illegal(game, &program, player, &action)
            .unwrap()
            .map(|i| i.rule)
    };
    let cast = |card| Action::Cast {
        card,
        face: 0,
        alternative: None,
    };
    let play = Action::PlayLand {
        card: in_hand,
        face: 0,
    };
    let tap = Action::Activate {
        object: land,
        ability: 0,
    };
    assert_eq!(rule(&game, ME, cast(bear)), Some("302.1"));
    assert_eq!(rule(&game, ME, cast(trick)), Some("307.1"));
    assert_eq!(rule(&game, ME, play.clone()), Some("305.1"));
    assert_eq!(rule(&game, YOU, tap.clone()), Some("117.1"));
    pass_to_step(&mut game, &program, Step::PrecombatMain);
    assert_eq!(rule(&game, ME, cast(bear)), Some("601.2h"));
    assert_eq!(rule(&game, ME, cast(trick)), None);
    give(&mut game, &program, Answer::Act(tap.clone()));
    assert_eq!(rule(&game, ME, tap), Some("107.5"));
    give(&mut game, &program, Answer::Act(play.clone()));
    assert!(game.players[0].lands_played == 1);
    let again = setup::card(&mut game, LAND, ME, Zone::Hand);
    let play = Action::PlayLand {
        card: again,
        face: 0,
    };
    assert_eq!(rule(&game, ME, play), Some("305.2"));
}

/// Two players with the same library of lands and creatures and seven cards in hand.
fn playout(seed: u64) -> Game {
    let mut game = setup::game(&["me", "you"], Format::FreeForAll, seed);
    let mut random = Random(seed);
    for player in [ME, YOU] {
        let mut deck = Vec::new();
        for n in 0..40 {
            deck.push(match n % 5 {
                0 | 1 => LAND,
                2 => BEAR,
                3 => KNIGHT,
                _ => GIANT,
            });
        }
        random.shuffle(&mut deck);
        for (n, card) in deck.into_iter().enumerate() {
            let zone = if n < 7 { Zone::Hand } else { Zone::Library };
            setup::card(&mut game, card, player, zone);
        }
    }
    setup::start(&mut game, ME);
    game
}

#[test]
fn random_games_end_and_go_on_alike_after_loading() {
    let program = program();
    for seed in 0..4 {
        let mut game = playout(seed);
        let mut random = Random(seed);
        let mut decisions = 0;
        loop {
            match run(&mut game, &program) {
                Status::Decision => {}
                Status::Over => break,
                Status::Fault(fault) => panic!("seed {seed}: {fault}"),
            }
            let saved = serde_json::to_string(&game).unwrap();
            let mut loaded: Game = serde_json::from_str(&saved).unwrap();
            assert_eq!(loaded, game);
            let given = random_player::play(&mut game, &program, &mut random)
                .unwrap()
                .unwrap();
            answer(&mut loaded, &program, given).unwrap();
            run(&mut loaded, &program);
            let mut next = game.clone();
            run(&mut next, &program);
            assert_eq!(loaded, next);
            decisions += 1;
            assert!(decisions < 20_000, "the game does not end");
        }
        assert!(matches!(game.outcome, Some(Outcome::Won(_))));
        assert!(decisions > 100);
    }
}

#[test]
#[ignore = "a measurement: cargo test --release -- --ignored decisions_per_second --nocapture"]
fn decisions_per_second() {
    let program = program();
    let begun = std::time::Instant::now();
    let mut decisions = 0_u32;
    for seed in 0..200 {
        let mut game = playout(seed);
        let mut random = Random(seed);
        while run(&mut game, &program) == Status::Decision {
            random_player::play(&mut game, &program, &mut random).unwrap();
            decisions += 1;
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{decisions} decisions, {:.0}/s",
        f64::from(decisions) / seconds
    );
}
