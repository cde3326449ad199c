//! IR and the text it prints, in tables: the text is what cards print today.

use super::*;
use crate::ir::{action::*, condition::TurnPart, effect::*, noun::*, quantity::*, statics::*, *};
use crate::vocab::*;

fn ty(t: CardType) -> Predicate {
    Predicate::Type(t)
}
fn sub(name: &str) -> Predicate {
    Predicate::Subtype(name.into())
}
fn not(p: Predicate) -> Predicate {
    Predicate::Not(Box::new(p))
}
fn yours() -> Predicate {
    Predicate::ControlledBy(Box::new(Noun::You))
}
fn opponents_control() -> Predicate {
    Predicate::ControlledBy(Box::new(described(
        Quantifier::Choose(Count::One),
        Head::Opponent,
        [],
    )))
}
fn other() -> Predicate {
    Predicate::OtherThan(Box::new(Noun::This))
}
fn kw(name: &str) -> Keyword {
    Keyword {
        name: name.into(),
        argument: KeywordArgument::None,
    }
}
fn keyword(name: &str) -> Ability {
    line(AbilityKind::Keyword(kw(name)))
}
fn with_argument(name: &str, argument: KeywordArgument) -> AbilityKind {
    AbilityKind::Keyword(Keyword {
        name: name.into(),
        argument,
    })
}
fn line(kind: AbilityKind) -> Ability {
    Ability {
        word: None,
        kind,
        zones: None,
    }
}
fn filter_of<const N: usize>(head: Head, predicates: [Predicate; N]) -> Filter {
    Filter {
        head,
        predicates: predicates.into(),
    }
}
fn described<const N: usize>(
    quantifier: Quantifier,
    head: Head,
    predicates: [Predicate; N],
) -> Noun {
    Noun::Described {
        quantifier,
        filter: filter_of(head, predicates),
    }
}
fn target<const N: usize>(head: Head, predicates: [Predicate; N]) -> Noun {
    described(Quantifier::Target(Count::One), head, predicates)
}
fn a<const N: usize>(head: Head, predicates: [Predicate; N]) -> Noun {
    described(Quantifier::Choose(Count::One), head, predicates)
}
fn any<const N: usize>(head: Head, predicates: [Predicate; N]) -> Noun {
    described(Quantifier::Any, head, predicates)
}
fn all<const N: usize>(head: Head, predicates: [Predicate; N]) -> Noun {
    described(Quantifier::All, head, predicates)
}
fn each<const N: usize>(head: Head, predicates: [Predicate; N]) -> Noun {
    described(Quantifier::Each, head, predicates)
}
fn creature() -> Predicate {
    ty(CardType::Creature)
}
fn it(to: Binding) -> Noun {
    Noun::Ref {
        to,
        word: Word::Pronoun,
    }
}
fn that<const N: usize>(to: Binding, head: Head, predicates: [Predicate; N]) -> Noun {
    Noun::Ref {
        to,
        word: Word::That(filter_of(head, predicates)),
    }
}
fn n(n: i64) -> Quantity {
    Quantity::Number(n)
}
fn act(who: Noun, action: Action) -> Effect {
    Effect::Act {
        who,
        action,
        bind: None,
    }
}
fn bound(who: Noun, action: Action, bind: u8) -> Effect {
    Effect::Act {
        who,
        action,
        bind: Some(bind),
    }
}
fn you(action: Action) -> Effect {
    act(Noun::You, action)
}
fn destroy(what: Noun) -> Effect {
    you(Action::Destroy {
        what,
        no_regeneration: false,
    })
}
fn exile(what: Noun) -> Action {
    Action::Exile {
        what,
        face_down: false,
        until: None,
        counters: None,
    }
}
fn deal(amount: Quantity, to: Noun) -> Effect {
    you(Action::DealDamage {
        source: Noun::This,
        amount,
        to,
        divided: false,
    })
}
fn holds<const N: usize>(subject: Noun, modifications: [Modification; N]) -> Statement {
    Statement {
        subject,
        modifications: modifications.into(),
        condition: None,
    }
}
fn holds_if<const N: usize>(
    subject: Noun,
    modifications: [Modification; N],
    condition: Condition,
) -> Statement {
    Statement {
        condition: Some(condition),
        ..holds(subject, modifications)
    }
}
fn until_end<const N: usize>(subject: Noun, modifications: [Modification; N]) -> Effect {
    Effect::Continuous {
        statements: vec![holds(subject, modifications)],
        duration: Duration::EndOfTurn,
    }
}
fn pump(power: i64, toughness: i64) -> Modification {
    Modification::Pump(n(power), n(toughness))
}
fn gain(name: &str) -> Modification {
    Modification::Gain(vec![keyword(name)])
}
fn happens(verb: EventVerb, subject: Noun) -> Event {
    Event {
        verb,
        subject: Some(subject),
        object: None,
        batch: false,
    }
}
fn happens_to(verb: EventVerb, subject: Noun, object: Noun) -> Event {
    Event {
        object: Some(object),
        ..happens(verb, subject)
    }
}
fn enters() -> EventVerb {
    EventVerb::Enters { from: None }
}
fn when(word: TriggerWord, event: Event, effect: Effect) -> AbilityKind {
    when_if(word, event, None, effect)
}
fn when_if(
    word: TriggerWord,
    event: Event,
    condition: Option<Condition>,
    effect: Effect,
) -> AbilityKind {
    AbilityKind::Triggered {
        trigger: Trigger { word, event },
        condition,
        effect,
        limit: None,
    }
}
fn begins(part: TurnPart, whose: Whose) -> Event {
    Event {
        verb: EventVerb::Begins(part, whose),
        subject: None,
        object: None,
        batch: false,
    }
}
fn mana(text: &str) -> CostPart {
    CostPart::Mana(ManaCost::parse(text).unwrap())
}
fn cost_of<const N: usize>(parts: [CostPart; N]) -> Cost {
    Cost(parts.into())
}
fn activated<const N: usize>(parts: [CostPart; N], effect: Effect) -> AbilityKind {
    AbilityKind::Activated {
        cost: cost_of(parts),
        effect,
        rules: Vec::new(),
    }
}
fn spell(effect: Effect) -> AbilityKind {
    AbilityKind::Spell(effect)
}
fn statics<const N: usize>(statements: [Statement; N]) -> AbilityKind {
    AbilityKind::Static(statements.into())
}
fn place(zone: Zone) -> Placement {
    Placement {
        zone,
        whose: None,
        position: Position::Unstated,
        tapped: false,
        attacking: false,
        face_down: false,
        transformed: false,
        counters: Vec::new(),
        attached_to: None,
    }
}
fn token(
    pt: (i64, i64),
    color: Option<Color>,
    subtype: &str,
    types: &[CardType],
    abilities: Vec<Ability>,
) -> TokenSpec {
    TokenSpec::Described {
        pt: Some((PtValue::Number(pt.0), PtValue::Number(pt.1))),
        colors: color.map_or(ColorSet::EMPTY, ColorSet::of),
        supertypes: SupertypeSet::EMPTY,
        types: types.iter().copied().collect(),
        subtypes: vec![subtype.into()],
        name: None,
        abilities,
    }
}
fn create(count: Quantity, token: TokenSpec) -> Effect {
    you(Action::Create {
        count,
        token,
        tapped: false,
        attacking: false,
    })
}
fn put_counters(count: i64, on: Noun) -> Action {
    Action::PutCounters {
        count: n(count),
        kind: "+1/+1".into(),
        on,
        distributed: false,
    }
}
fn of(attribute: Attribute, noun: Noun) -> Quantity {
    Quantity::Of(attribute, Box::new(noun))
}
fn exist(noun: Noun, least: i64) -> Condition {
    Condition::Exist(noun, Comparison::AtLeast, n(least))
}
fn may(effect: Effect, bind: u8) -> Effect {
    Effect::May {
        who: Noun::You,
        effect: Box::new(effect),
        bind: Some(bind),
    }
}
fn guarded(condition: Condition, then: Effect) -> Effect {
    Effect::If {
        condition,
        then: Box::new(then),
        otherwise: None,
    }
}
fn instead(event: Event, effect: Effect) -> AbilityKind {
    AbilityKind::Replacement(Replacement::Instead {
        event,
        condition: None,
        effect: Box::new(effect),
    })
}
fn entering<const N: usize>(
    what: Noun,
    condition: Option<Condition>,
    changes: [EntersChange; N],
) -> AbilityKind {
    AbilityKind::Replacement(Replacement::Entering {
        what,
        condition,
        changes: changes.into(),
    })
}
fn hand(whose: Noun) -> Predicate {
    Predicate::InZone(Zone::Hand, Some(Box::new(whose)))
}
fn graveyard(whose: Noun) -> Predicate {
    Predicate::InZone(Zone::Graveyard, Some(Box::new(whose)))
}

/// Prints each ability in `context` and compares; all differences are shown at once.
fn check(context: &Context, table: Vec<(&str, AbilityKind)>) {
    let mut wrong = String::new();
    for (expected, kind) in table {
        let printed = ability(&line(kind), context);
        if printed != expected {
            wrong.push_str(&format!("\nexpected {expected}\nprinted  {printed}\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn spells() {
    let opponent = || target(Head::Opponent, []);
    check(
        &Context {
            spell: true,
            ..Context::named("Bolt")
        },
        vec![
            (
                "Destroy target creature.",
                spell(destroy(target(Head::Permanent, [creature()]))),
            ),
            (
                "Destroy target nonartifact, nonblack creature.",
                spell(destroy(target(
                    Head::Permanent,
                    [
                        not(ty(CardType::Artifact)),
                        not(Predicate::Color(Color::Black)),
                        creature(),
                    ],
                ))),
            ),
            (
                "Destroy target artifact or enchantment.",
                spell(destroy(target(
                    Head::Permanent,
                    [Predicate::AnyOf(vec![
                        vec![ty(CardType::Artifact)],
                        vec![ty(CardType::Enchantment)],
                    ])],
                ))),
            ),
            (
                "Destroy all artifacts and enchantments.",
                spell(destroy(all(
                    Head::Permanent,
                    [Predicate::AnyOf(vec![
                        vec![ty(CardType::Artifact)],
                        vec![ty(CardType::Enchantment)],
                    ])],
                ))),
            ),
            (
                "Destroy all creatures.",
                spell(destroy(all(Head::Permanent, [creature()]))),
            ),
            (
                "Destroy target nonland permanent.",
                spell(destroy(target(Head::Permanent, [not(ty(CardType::Land))]))),
            ),
            (
                "Bolt deals 3 damage to any target.",
                spell(deal(n(3), target(Head::AnyTarget, []))),
            ),
            (
                "Bolt deals 2 damage to each creature and each player.",
                spell(deal(
                    n(2),
                    Noun::All(vec![
                        each(Head::Permanent, [creature()]),
                        each(Head::Player, []),
                    ]),
                )),
            ),
            (
                "Bolt deals 3 damage to any target and you gain 3 life.",
                spell(Effect::Sequence(vec![
                    deal(n(3), target(Head::AnyTarget, [])),
                    you(Action::GainLife(n(3))),
                ])),
            ),
            (
                "Bolt deals 4 damage to target creature or planeswalker.",
                spell(deal(
                    n(4),
                    target(
                        Head::Permanent,
                        [Predicate::AnyOf(vec![
                            vec![creature()],
                            vec![ty(CardType::Planeswalker)],
                        ])],
                    ),
                )),
            ),
            (
                "Bolt deals 3 damage to target player or planeswalker.",
                spell(deal(
                    n(3),
                    Noun::Either(vec![
                        target(Head::Player, []),
                        target(Head::Permanent, [ty(CardType::Planeswalker)]),
                    ]),
                )),
            ),
            ("Draw three cards.", spell(you(Action::Draw(n(3))))),
            (
                "Target player draws two cards and loses 2 life.",
                spell(Effect::Sequence(vec![
                    act(target(Head::Player, []), Action::Draw(n(2))),
                    act(it(Binding::Target(0)), Action::LoseLife(n(2))),
                ])),
            ),
            (
                "You draw two cards and you lose 2 life.",
                spell(Effect::Sequence(vec![
                    you(Action::Draw(n(2))),
                    you(Action::LoseLife(n(2))),
                ])),
            ),
            (
                "Draw two cards, then discard a card.",
                spell(Effect::Sequence(vec![
                    you(Action::Draw(n(2))),
                    you(Action::Discard(a(Head::Card, [hand(Noun::You)]))),
                ])),
            ),
            (
                "Target opponent sacrifices a creature of their choice.",
                spell(act(
                    opponent(),
                    Action::Sacrifice(a(Head::Permanent, [creature()])),
                )),
            ),
            (
                "Each player discards their hand, then draws seven cards.",
                spell(Effect::ForEach {
                    over: all(Head::Player, []),
                    effect: Box::new(Effect::Sequence(vec![
                        act(
                            it(Binding::Each),
                            Action::Discard(Noun::Zone(Zone::Hand, Box::new(it(Binding::Each)))),
                        ),
                        act(it(Binding::Each), Action::Draw(n(7))),
                    ])),
                }),
            ),
            (
                "Return target creature to its owner's hand.",
                spell(you(Action::Move {
                    what: target(Head::Permanent, [creature()]),
                    to: place(Zone::Hand),
                    verb: MoveVerb::Return,
                })),
            ),
            (
                "Return target creature card from your graveyard to your hand.",
                spell(you(Action::Move {
                    what: target(Head::Card, [creature(), graveyard(Noun::You)]),
                    to: place(Zone::Hand),
                    verb: MoveVerb::Return,
                })),
            ),
            (
                "Return up to two target creatures to their owners' hands.",
                spell(you(Action::Move {
                    what: described(
                        Quantifier::Target(Count::UpTo(n(2))),
                        Head::Permanent,
                        [creature()],
                    ),
                    to: place(Zone::Hand),
                    verb: MoveVerb::Return,
                })),
            ),
            (
                "Put target creature card from a graveyard onto the battlefield under your control.",
                spell(you(Action::Move {
                    what: target(
                        Head::Card,
                        [creature(), Predicate::InZone(Zone::Graveyard, None)],
                    ),
                    to: Placement {
                        whose: Some(Box::new(Noun::You)),
                        ..place(Zone::Battlefield)
                    },
                    verb: MoveVerb::Put,
                })),
            ),
            (
                "Exile target creature you control, then return it to the battlefield under its owner's control.",
                spell(Effect::Sequence(vec![
                    bound(
                        Noun::You,
                        exile(target(Head::Permanent, [creature(), yours()])),
                        0,
                    ),
                    you(Action::Move {
                        what: it(Binding::Result(0)),
                        to: Placement {
                            whose: Some(Box::new(Noun::Related(
                                Role::Owner,
                                Box::new(it(Binding::Result(0))),
                            ))),
                            ..place(Zone::Battlefield)
                        },
                        verb: MoveVerb::Return,
                    }),
                ])),
            ),
            (
                "Search your library for a basic land card, put it onto the battlefield tapped, then shuffle.",
                spell(Effect::Sequence(vec![
                    bound(
                        Noun::You,
                        Action::Search {
                            zones: vec![Noun::Zone(Zone::Library, Box::new(Noun::You))],
                            what: a(
                                Head::Card,
                                [Predicate::Supertype(Supertype::Basic), ty(CardType::Land)],
                            ),
                            reveal: false,
                        },
                        0,
                    ),
                    you(Action::Move {
                        what: it(Binding::Result(0)),
                        to: Placement {
                            tapped: true,
                            ..place(Zone::Battlefield)
                        },
                        verb: MoveVerb::Put,
                    }),
                    you(Action::Shuffle(None)),
                ])),
            ),
            (
                "Search your library for a creature card, reveal it, put it into your hand, then shuffle.",
                spell(Effect::Sequence(vec![
                    bound(
                        Noun::You,
                        Action::Search {
                            zones: vec![Noun::Zone(Zone::Library, Box::new(Noun::You))],
                            what: a(Head::Card, [creature()]),
                            reveal: true,
                        },
                        0,
                    ),
                    you(Action::Move {
                        what: it(Binding::Result(0)),
                        to: Placement {
                            whose: Some(Box::new(Noun::You)),
                            ..place(Zone::Hand)
                        },
                        verb: MoveVerb::Put,
                    }),
                    you(Action::Shuffle(None)),
                ])),
            ),
            (
                "Look at the top three cards of your library. Put one of them into your hand and the rest on the bottom of your library in any order.",
                spell(Effect::Sequence(vec![
                    bound(
                        Noun::You,
                        Action::LookAt(Noun::Top {
                            count: n(3),
                            of: Box::new(Noun::You),
                            bottom: false,
                        }),
                        0,
                    ),
                    you(Action::Move {
                        what: Noun::Among(
                            Quantifier::Choose(Count::One),
                            filter_of(Head::Object, []),
                            Box::new(it(Binding::Result(0))),
                        ),
                        to: Placement {
                            whose: Some(Box::new(Noun::You)),
                            ..place(Zone::Hand)
                        },
                        verb: MoveVerb::Put,
                    }),
                    you(Action::Move {
                        what: Noun::Rest(Binding::Result(0)),
                        to: Placement {
                            whose: Some(Box::new(Noun::You)),
                            position: Position::Bottom,
                            ..place(Zone::Library)
                        },
                        verb: MoveVerb::Put,
                    }),
                ])),
            ),
            (
                "Counter target spell.",
                spell(you(Action::Counter(target(Head::Spell, [])))),
            ),
            (
                "Counter target spell unless its controller pays {3}.",
                spell(Effect::Unless {
                    who: Noun::Related(Role::Controller, Box::new(it(Binding::Target(0)))),
                    cost: cost_of([mana("{3}")]),
                    effect: Box::new(you(Action::Counter(target(Head::Spell, [])))),
                }),
            ),
            (
                "Counter target noncreature spell.",
                spell(you(Action::Counter(target(Head::Spell, [not(creature())])))),
            ),
            (
                "Counter target activated or triggered ability.",
                spell(you(Action::Counter(target(
                    Head::Ability,
                    [Predicate::AnyOf(vec![
                        vec![Predicate::AbilityKind(AbilityClass::Activated)],
                        vec![Predicate::AbilityKind(AbilityClass::Triggered)],
                    ])],
                )))),
            ),
            (
                "Target creature gets +3/+3 until end of turn.",
                spell(until_end(
                    target(Head::Permanent, [creature()]),
                    [pump(3, 3)],
                )),
            ),
            (
                "Target creature gets -2/-0 until end of turn.",
                spell(until_end(
                    target(Head::Permanent, [creature()]),
                    [pump(-2, 0)],
                )),
            ),
            (
                "Creatures you control get +1/+1 and gain trample until end of turn.",
                spell(until_end(
                    all(Head::Permanent, [creature(), yours()]),
                    [pump(1, 1), gain("trample")],
                )),
            ),
            (
                "All creatures get -1/-1 until end of turn.",
                spell(until_end(
                    all(Head::Permanent, [creature()]),
                    [pump(-1, -1)],
                )),
            ),
            (
                "Target creature can't block this turn.",
                spell(until_end(
                    target(Head::Permanent, [creature()]),
                    [Modification::Cant(Restriction::Block(None))],
                )),
            ),
            (
                "Gain control of target creature until end of turn. Untap that creature. It gains haste until end of turn.",
                spell(Effect::Sequence(vec![
                    until_end(
                        target(Head::Permanent, [creature()]),
                        [Modification::Control(Box::new(Noun::You))],
                    ),
                    you(Action::Untap(that(
                        Binding::Target(0),
                        Head::Permanent,
                        [creature()],
                    ))),
                    until_end(it(Binding::Target(0)), [gain("haste")]),
                ])),
            ),
            (
                "Target creature becomes a 0/1 blue Frog creature until end of turn.",
                spell(until_end(
                    target(Head::Permanent, [creature()]),
                    [Modification::Become {
                        pt: Some((PtValue::Number(0), PtValue::Number(1))),
                        colors: Some(ColorSet::of(Color::Blue)),
                        supertypes: SupertypeSet::EMPTY,
                        types: TypeSet::of(CardType::Creature),
                        subtypes: vec!["Frog".into()],
                        additional: false,
                        name: None,
                        chosen: None,
                    }],
                )),
            ),
            (
                "Until end of turn, target creature gains “{T}: Add {G}.”",
                spell(until_end(
                    target(Head::Permanent, [creature()]),
                    [Modification::Gain(vec![line(activated(
                        [CostPart::Tap],
                        you(Action::AddMana(ManaOutput::Symbols(vec![
                            ManaSymbol::Mana(ManaKind::Colored(Color::Green)),
                        ]))),
                    ))])],
                )),
            ),
            (
                "Prevent all combat damage that would be dealt this turn.",
                spell(you(Action::Prevent {
                    amount: None,
                    to: None,
                    by: None,
                    combat: true,
                    duration: Duration::ThisTurn,
                })),
            ),
            (
                "Create two 1/1 white Soldier creature tokens.",
                spell(create(
                    n(2),
                    token(
                        (1, 1),
                        Some(Color::White),
                        "Soldier",
                        &[CardType::Creature],
                        vec![],
                    ),
                )),
            ),
            (
                "Create a 1/1 colorless Thopter artifact creature token with flying.",
                spell(create(
                    n(1),
                    token(
                        (1, 1),
                        None,
                        "Thopter",
                        &[CardType::Artifact, CardType::Creature],
                        vec![keyword("flying")],
                    ),
                )),
            ),
            (
                "Create a 0/1 colorless Spawn creature token with “Sacrifice this token: Add {C}.”",
                spell(create(
                    n(1),
                    token(
                        (0, 1),
                        None,
                        "Spawn",
                        &[CardType::Creature],
                        vec![line(activated(
                            [CostPart::Act(Action::Sacrifice(Noun::This))],
                            you(Action::AddMana(ManaOutput::Symbols(vec![
                                ManaSymbol::Mana(ManaKind::Colorless),
                            ]))),
                        ))],
                    ),
                )),
            ),
            (
                "Create a Treasure token.",
                spell(create(n(1), TokenSpec::Named("Treasure".into()))),
            ),
            (
                "Create a 1/1 green Elf creature token for each Forest you control.",
                spell(create(
                    Quantity::ForEach(1, Box::new(all(Head::Permanent, [sub("Forest"), yours()]))),
                    token(
                        (1, 1),
                        Some(Color::Green),
                        "Elf",
                        &[CardType::Creature],
                        vec![],
                    ),
                )),
            ),
            (
                "Choose one —\n• Destroy target artifact.\n• You gain 4 life.",
                spell(Effect::Modal(Modes {
                    chooser: None,
                    min: n(1),
                    max: n(1),
                    repeats: false,
                    both_if: None,
                    modes: vec![
                        (
                            None,
                            destroy(target(Head::Permanent, [ty(CardType::Artifact)])),
                        ),
                        (None, you(Action::GainLife(n(4)))),
                    ],
                })),
            ),
            (
                "Bolt deals 2 damage to any target. If this spell was kicked, it deals 4 damage to that target instead.",
                spell(Effect::If {
                    condition: Condition::Paid("kicker".into(), Noun::This),
                    then: Box::new(deal(n(4), that(Binding::Target(0), Head::AnyTarget, []))),
                    otherwise: Some(Box::new(deal(n(2), target(Head::AnyTarget, [])))),
                }),
            ),
            (
                "Bolt deals damage equal to its power to target creature.",
                spell(deal(
                    of(Attribute::Power, Noun::This),
                    target(Head::Permanent, [creature()]),
                )),
            ),
            (
                "Bolt deals X damage to any target, where X is the number of Goblins you control.",
                spell(Effect::Where {
                    x: Quantity::CountOf(Box::new(all(Head::Permanent, [sub("Goblin"), yours()]))),
                    effect: Box::new(deal(Quantity::X, target(Head::AnyTarget, []))),
                }),
            ),
            (
                "Each opponent loses X life, where X is the number of Elves you control.",
                spell(Effect::Where {
                    x: Quantity::CountOf(Box::new(all(Head::Permanent, [sub("Elf"), yours()]))),
                    effect: Box::new(act(each(Head::Opponent, []), Action::LoseLife(Quantity::X))),
                }),
            ),
            (
                "You gain 2 life for each creature you control.",
                spell(you(Action::GainLife(Quantity::ForEach(
                    2,
                    Box::new(all(Head::Permanent, [creature(), yours()])),
                )))),
            ),
            (
                "Target player mills half their library, rounded down.",
                spell(act(
                    target(Head::Player, []),
                    Action::Mill(Quantity::Half(
                        Box::new(Quantity::CountOf(Box::new(Noun::Zone(
                            Zone::Library,
                            Box::new(it(Binding::Target(0))),
                        )))),
                        Rounding::Down,
                    )),
                )),
            ),
            (
                "Tap target creature and put a stun counter on it.",
                spell(Effect::Sequence(vec![
                    you(Action::Tap(target(Head::Permanent, [creature()]))),
                    you(Action::PutCounters {
                        count: n(1),
                        kind: "stun".into(),
                        on: it(Binding::Target(0)),
                        distributed: false,
                    }),
                ])),
            ),
            (
                "Take an extra turn after this one.",
                spell(you(Action::ExtraTurn)),
            ),
            (
                "Scry 2, then draw a card.",
                spell(Effect::Sequence(vec![
                    you(Action::Scry(n(2))),
                    you(Action::Draw(n(1))),
                ])),
            ),
        ],
    );
}

#[test]
fn triggers() {
    let this_creature = Context::this("creature");
    check(
        &this_creature,
        vec![
            (
                "When this creature enters, draw a card.",
                when(
                    TriggerWord::When,
                    happens(enters(), Noun::This),
                    you(Action::Draw(n(1))),
                ),
            ),
            (
                "Whenever you gain life, target opponent loses that much life.",
                when(
                    TriggerWord::Whenever,
                    happens(EventVerb::GainsLife, Noun::You),
                    act(
                        target(Head::Opponent, []),
                        Action::LoseLife(Quantity::Amount(Binding::Event(EventRole::Amount))),
                    ),
                ),
            ),
            (
                "Whenever an opponent loses life, you gain that much life.",
                when(
                    TriggerWord::Whenever,
                    happens(EventVerb::LosesLife, any(Head::Opponent, [])),
                    you(Action::GainLife(Quantity::Amount(Binding::Event(
                        EventRole::Amount,
                    )))),
                ),
            ),
            (
                "Whenever this creature blocks or becomes blocked by a creature, change this creature's base power and toughness to that creature's power and toughness until end of turn.",
                when(
                    TriggerWord::Whenever,
                    happens_to(
                        EventVerb::BlocksOrBecomesBlocked,
                        Noun::This,
                        any(Head::Permanent, [creature()]),
                    ),
                    until_end(
                        Noun::This,
                        [Modification::SetBase(
                            Some(of(
                                Attribute::Power,
                                that(
                                    Binding::Event(EventRole::Object),
                                    Head::Permanent,
                                    [creature()],
                                ),
                            )),
                            Some(of(
                                Attribute::Toughness,
                                that(
                                    Binding::Event(EventRole::Object),
                                    Head::Permanent,
                                    [creature()],
                                ),
                            )),
                        )],
                    ),
                ),
            ),
            (
                "Whenever this creature blocks or becomes blocked, it gets +N/+N until end of turn.",
                when(
                    TriggerWord::Whenever,
                    happens(EventVerb::BlocksOrBecomesBlocked, Noun::This),
                    until_end(
                        Noun::This,
                        [Modification::Pump(Quantity::Parameter, Quantity::Parameter)],
                    ),
                ),
            ),
            (
                "When this creature dies, return it to its owner's hand.",
                when(
                    TriggerWord::When,
                    happens(EventVerb::Dies, Noun::This),
                    you(Action::Move {
                        what: Noun::This,
                        to: place(Zone::Hand),
                        verb: MoveVerb::Return,
                    }),
                ),
            ),
            (
                "Whenever another creature you control dies, put a +1/+1 counter on this creature.",
                when(
                    TriggerWord::Whenever,
                    happens(
                        EventVerb::Dies,
                        any(Head::Permanent, [other(), creature(), yours()]),
                    ),
                    you(put_counters(1, Noun::This)),
                ),
            ),
            (
                "Whenever this creature or another Elf you control enters, you gain 1 life.",
                when(
                    TriggerWord::Whenever,
                    happens(
                        enters(),
                        Noun::Either(vec![
                            Noun::This,
                            any(Head::Permanent, [other(), sub("Elf"), yours()]),
                        ]),
                    ),
                    you(Action::GainLife(n(1))),
                ),
            ),
            (
                "Whenever one or more creatures you control deal combat damage to a player, draw a card.",
                when(
                    TriggerWord::Whenever,
                    Event {
                        batch: true,
                        ..happens_to(
                            EventVerb::DealsDamage { combat: Some(true) },
                            any(Head::Permanent, [creature(), yours()]),
                            any(Head::Player, []),
                        )
                    },
                    you(Action::Draw(n(1))),
                ),
            ),
            (
                "Whenever this creature deals combat damage to a player, that player discards a card.",
                when(
                    TriggerWord::Whenever,
                    happens_to(
                        EventVerb::DealsDamage { combat: Some(true) },
                        Noun::This,
                        any(Head::Player, []),
                    ),
                    act(
                        that(Binding::Event(EventRole::Object), Head::Player, []),
                        Action::Discard(a(Head::Card, [])),
                    ),
                ),
            ),
            (
                "Whenever this creature attacks, it gets +2/+0 until end of turn.",
                when(
                    TriggerWord::Whenever,
                    happens(EventVerb::Attacks { alone: false }, Noun::This),
                    until_end(Noun::This, [pump(2, 0)]),
                ),
            ),
            (
                "At the beginning of your upkeep, sacrifice this creature unless you pay {U}.",
                when(
                    TriggerWord::At,
                    begins(TurnPart::Step(Step::Upkeep), Whose::Yours),
                    Effect::Unless {
                        who: Noun::You,
                        cost: cost_of([mana("{U}")]),
                        effect: Box::new(you(Action::Sacrifice(Noun::This))),
                    },
                ),
            ),
            (
                "At the beginning of combat on your turn, target creature you control gains haste until end of turn.",
                when(
                    TriggerWord::At,
                    begins(TurnPart::Phase(Phase::Combat), Whose::Yours),
                    until_end(
                        target(Head::Permanent, [creature(), yours()]),
                        [gain("haste")],
                    ),
                ),
            ),
            (
                "At the beginning of each opponent's upkeep, that player loses 1 life.",
                when(
                    TriggerWord::At,
                    begins(TurnPart::Step(Step::Upkeep), Whose::Opponents),
                    act(
                        that(Binding::Event(EventRole::Subject), Head::Player, []),
                        Action::LoseLife(n(1)),
                    ),
                ),
            ),
            (
                "At the beginning of your end step, if you gained life this turn, draw a card.",
                when_if(
                    TriggerWord::At,
                    begins(TurnPart::Step(Step::End), Whose::Yours),
                    Some(Condition::Happened(
                        happens(EventVerb::GainsLife, Noun::You),
                        Window::ThisTurn,
                    )),
                    you(Action::Draw(n(1))),
                ),
            ),
            (
                "When this creature enters, if you control another Goblin, each opponent loses 1 life and you gain 1 life.",
                when_if(
                    TriggerWord::When,
                    happens(enters(), Noun::This),
                    Some(exist(
                        any(Head::Permanent, [other(), sub("Goblin"), yours()]),
                        1,
                    )),
                    Effect::Sequence(vec![
                        act(each(Head::Opponent, []), Action::LoseLife(n(1))),
                        you(Action::GainLife(n(1))),
                    ]),
                ),
            ),
            (
                "Whenever you cast a noncreature spell, this creature gets +1/+1 until end of turn.",
                when(
                    TriggerWord::Whenever,
                    happens_to(
                        EventVerb::Casts,
                        Noun::You,
                        any(Head::Spell, [not(creature())]),
                    ),
                    until_end(Noun::This, [pump(1, 1)]),
                ),
            ),
            (
                "When you cast this spell, draw a card.",
                when(
                    TriggerWord::When,
                    happens_to(EventVerb::Casts, Noun::You, Noun::This),
                    you(Action::Draw(n(1))),
                ),
            ),
            (
                "When you cycle this card, you may draw a card.",
                when(
                    TriggerWord::When,
                    happens_to(EventVerb::Cycles, Noun::You, Noun::This),
                    may(you(Action::Draw(n(1))), 0),
                ),
            ),
            (
                "When this creature enters, you may sacrifice another creature. If you do, draw two cards.",
                when(
                    TriggerWord::When,
                    happens(enters(), Noun::This),
                    Effect::Sequence(vec![
                        may(
                            you(Action::Sacrifice(a(Head::Permanent, [other(), creature()]))),
                            0,
                        ),
                        guarded(Condition::Done(Binding::Result(0)), you(Action::Draw(n(2)))),
                    ]),
                ),
            ),
            (
                "Whenever this creature attacks, you may pay {1}. When you do, tap target creature defending player controls.",
                when(
                    TriggerWord::Whenever,
                    happens(EventVerb::Attacks { alone: false }, Noun::This),
                    Effect::Sequence(vec![
                        Effect::MayPay {
                            who: Noun::You,
                            cost: cost_of([mana("{1}")]),
                            bind: Some(0),
                        },
                        Effect::Delayed {
                            trigger: Trigger {
                                word: TriggerWord::When,
                                event: Event {
                                    verb: EventVerb::State(Box::new(Condition::Done(
                                        Binding::Result(0),
                                    ))),
                                    subject: None,
                                    object: None,
                                    batch: false,
                                },
                            },
                            effect: Box::new(you(Action::Tap(target(
                                Head::Permanent,
                                [
                                    creature(),
                                    Predicate::ControlledBy(Box::new(Noun::Part(
                                        Role::DefendingPlayer,
                                    ))),
                                ],
                            )))),
                            once: true,
                            duration: None,
                        },
                    ]),
                ),
            ),
            (
                "Whenever this creature becomes the target of a spell or ability an opponent controls, counter it.",
                when(
                    TriggerWord::Whenever,
                    happens_to(
                        EventVerb::BecomesTarget,
                        Noun::This,
                        Noun::Either(vec![
                            any(Head::Spell, []),
                            any(Head::Ability, [opponents_control()]),
                        ]),
                    ),
                    you(Action::Counter(it(Binding::Event(EventRole::Object)))),
                ),
            ),
            (
                "When this creature enters, target creature fights another target creature.",
                when(
                    TriggerWord::When,
                    happens(enters(), Noun::This),
                    you(Action::Fight(
                        target(Head::Permanent, [creature()]),
                        target(
                            Head::Permanent,
                            [
                                Predicate::OtherThan(Box::new(it(Binding::Target(0)))),
                                creature(),
                            ],
                        ),
                    )),
                ),
            ),
            (
                "When this creature enters, create a 3/1 red Elemental creature token with haste. Sacrifice it at the beginning of the next end step.",
                when(
                    TriggerWord::When,
                    happens(enters(), Noun::This),
                    Effect::Sequence(vec![
                        Effect::Act {
                            who: Noun::You,
                            action: Action::Create {
                                count: n(1),
                                token: token(
                                    (3, 1),
                                    Some(Color::Red),
                                    "Elemental",
                                    &[CardType::Creature],
                                    vec![keyword("haste")],
                                ),
                                tapped: false,
                                attacking: false,
                            },
                            bind: Some(0),
                        },
                        Effect::Delayed {
                            trigger: Trigger {
                                word: TriggerWord::At,
                                event: begins(TurnPart::Step(Step::End), Whose::Next),
                            },
                            effect: Box::new(you(Action::Sacrifice(it(Binding::Result(0))))),
                            once: true,
                            duration: None,
                        },
                    ]),
                ),
            ),
            (
                "When this creature enters, exile target nonland permanent an opponent controls until this creature leaves the battlefield.",
                when(
                    TriggerWord::When,
                    happens(enters(), Noun::This),
                    you(Action::Exile {
                        what: target(
                            Head::Permanent,
                            [not(ty(CardType::Land)), opponents_control()],
                        ),
                        face_down: false,
                        until: Some(Duration::UntilLeaves(Box::new(Noun::This))),
                        counters: None,
                    }),
                ),
            ),
        ],
    );
}

#[test]
fn activations_and_keywords() {
    check(
        &Context::this("creature"),
        vec![
            (
                "{3}{B}{B}: Creatures you control gain lifelink until end of turn.",
                activated(
                    [mana("{3}{B}{B}")],
                    until_end(
                        all(Head::Permanent, [creature(), yours()]),
                        [gain("lifelink")],
                    ),
                ),
            ),
            (
                "{T}: Add {G}.",
                activated(
                    [CostPart::Tap],
                    you(Action::AddMana(ManaOutput::Symbols(vec![
                        ManaSymbol::Mana(ManaKind::Colored(Color::Green)),
                    ]))),
                ),
            ),
            (
                "{T}, Sacrifice this creature: Add one mana of any color.",
                activated(
                    [CostPart::Tap, CostPart::Act(Action::Sacrifice(Noun::This))],
                    you(Action::AddMana(ManaOutput::AnyColor {
                        count: n(1),
                        same: true,
                        among: None,
                    })),
                ),
            ),
            (
                "{R}: This creature gets +1/+0 until end of turn.",
                activated([mana("{R}")], until_end(Noun::This, [pump(1, 0)])),
            ),
            (
                "{1}, Sacrifice this creature: It deals 2 damage to any target.",
                activated(
                    [mana("{1}"), CostPart::Act(Action::Sacrifice(Noun::This))],
                    deal(n(2), target(Head::AnyTarget, [])),
                ),
            ),
            (
                "{T}, Discard a card: Draw a card.",
                activated(
                    [
                        CostPart::Tap,
                        CostPart::Act(Action::Discard(a(Head::Card, []))),
                    ],
                    you(Action::Draw(n(1))),
                ),
            ),
            (
                "Pay 2 life: Scry 1.",
                activated(
                    [CostPart::Act(Action::PayLife(n(2)))],
                    you(Action::Scry(n(1))),
                ),
            ),
            (
                "+1: Draw a card.",
                activated([CostPart::Loyalty(Some(1))], you(Action::Draw(n(1)))),
            ),
            (
                "−2: Draw two cards.",
                activated([CostPart::Loyalty(Some(-2))], you(Action::Draw(n(2)))),
            ),
            (
                "−7: You get an emblem with “Creatures you control get +1/+1.”",
                activated(
                    [CostPart::Loyalty(Some(-7))],
                    you(Action::Emblem(vec![line(statics([holds(
                        all(Head::Permanent, [creature(), yours()]),
                        [pump(1, 1)],
                    )]))])),
                ),
            ),
            (
                "{2}: Draw a card. Activate only as a sorcery and only once each turn.",
                AbilityKind::Activated {
                    cost: cost_of([mana("{2}")]),
                    effect: you(Action::Draw(n(1))),
                    rules: vec![ActivationRule::Sorcery, ActivationRule::TimesEachTurn(1)],
                },
            ),
            (
                "{0}: Draw a card. Activate only if you control three or more artifacts.",
                AbilityKind::Activated {
                    cost: cost_of([mana("{0}")]),
                    effect: you(Action::Draw(n(1))),
                    rules: vec![ActivationRule::If(exist(
                        any(Head::Permanent, [ty(CardType::Artifact), yours()]),
                        3,
                    ))],
                },
            ),
            ("Flying", AbilityKind::Keyword(kw("flying"))),
            (
                "Ward {2}",
                with_argument("ward", KeywordArgument::Cost(cost_of([mana("{2}")]))),
            ),
            (
                "Ward—Pay 2 life.",
                with_argument(
                    "ward",
                    KeywordArgument::Cost(cost_of([CostPart::Act(Action::PayLife(n(2)))])),
                ),
            ),
            (
                "Bushido 2",
                with_argument("bushido", KeywordArgument::Number(n(2))),
            ),
            (
                "Protection from red",
                with_argument(
                    "protection",
                    KeywordArgument::Quality(Box::new(all(
                        Head::Source,
                        [Predicate::Color(Color::Red)],
                    ))),
                ),
            ),
            (
                "Protection from black and from red",
                with_argument(
                    "protection",
                    KeywordArgument::Quality(Box::new(all(
                        Head::Object,
                        [Predicate::AnyOf(vec![
                            vec![Predicate::Color(Color::Black)],
                            vec![Predicate::Color(Color::Red)],
                        ])],
                    ))),
                ),
            ),
            (
                "Protection from Dragons",
                with_argument(
                    "protection",
                    KeywordArgument::Quality(Box::new(all(Head::Permanent, [sub("Dragon")]))),
                ),
            ),
            (
                "Equip {3}",
                with_argument("equip", KeywordArgument::Cost(cost_of([mana("{3}")]))),
            ),
            (
                "Islandwalk",
                with_argument("landwalk", KeywordArgument::Subtype("Island".into())),
            ),
            (
                "Swampcycling {2}",
                with_argument(
                    "typecycling",
                    KeywordArgument::QualityCost(
                        Box::new(a(Head::Card, [sub("Swamp")])),
                        cost_of([mana("{2}")]),
                    ),
                ),
            ),
            (
                "Basic landcycling {1}",
                with_argument(
                    "typecycling",
                    KeywordArgument::QualityCost(
                        Box::new(a(
                            Head::Card,
                            [Predicate::Supertype(Supertype::Basic), ty(CardType::Land)],
                        )),
                        cost_of([mana("{1}")]),
                    ),
                ),
            ),
            (
                "Affinity for artifacts",
                with_argument(
                    "affinity",
                    KeywordArgument::Quality(Box::new(all(
                        Head::Permanent,
                        [ty(CardType::Artifact)],
                    ))),
                ),
            ),
            (
                "Suspend 3—{U}",
                with_argument(
                    "suspend",
                    KeywordArgument::NumberCost(n(3), cost_of([mana("{U}")])),
                ),
            ),
            (
                "Enchant creature you control",
                with_argument(
                    "enchant",
                    KeywordArgument::Quality(Box::new(all(Head::Permanent, [creature(), yours()]))),
                ),
            ),
            (
                "Equip legendary creature {3}",
                with_argument(
                    "equip",
                    KeywordArgument::QualityCost(
                        Box::new(all(
                            Head::Permanent,
                            [Predicate::Supertype(Supertype::Legendary), creature()],
                        )),
                        cost_of([mana("{3}")]),
                    ),
                ),
            ),
        ],
    );
    let from_graveyard = Ability {
        zones: Some(ZoneSet::of(Zone::Graveyard)),
        ..line(activated(
            [mana("{2}{B}")],
            you(Action::Move {
                what: Noun::This,
                to: place(Zone::Hand),
                verb: MoveVerb::Return,
            }),
        ))
    };
    assert_eq!(
        ability(&from_graveyard, &Context::this("creature")),
        "{2}{B}: Return this card from your graveyard to your hand."
    );
}

#[test]
fn static_abilities() {
    let equipped = Context {
        attached: "equipped",
        ..Context::this("Equipment")
    };
    check(
        &equipped,
        vec![(
            "Equipped creature gets +2/+2 and has first strike.",
            statics([holds(
                Noun::Attached(filter_of(Head::Permanent, [creature()])),
                [pump(2, 2), gain("first strike")],
            )]),
        )],
    );
    check(
        &Context::this("creature"),
        vec![
            (
                "Other Goblins you control get +1/+1 and have haste.",
                statics([holds(
                    all(Head::Permanent, [other(), sub("Goblin"), yours()]),
                    [pump(1, 1), gain("haste")],
                )]),
            ),
            (
                "White creatures get +1/+1.",
                statics([holds(
                    all(
                        Head::Permanent,
                        [Predicate::Color(Color::White), creature()],
                    ),
                    [pump(1, 1)],
                )]),
            ),
            (
                "All creatures have haste.",
                statics([holds(all(Head::Permanent, [creature()]), [gain("haste")])]),
            ),
            (
                "Enchanted creature can't attack or block.",
                statics([holds(
                    Noun::Attached(filter_of(Head::Permanent, [creature()])),
                    [
                        Modification::Cant(Restriction::Attack(None)),
                        Modification::Cant(Restriction::Block(None)),
                    ],
                )]),
            ),
            (
                "You control enchanted creature.",
                statics([holds(
                    Noun::Attached(filter_of(Head::Permanent, [creature()])),
                    [Modification::Control(Box::new(Noun::You))],
                )]),
            ),
            (
                "This creature can't be blocked except by creatures with flying.",
                statics([holds(
                    Noun::This,
                    [Modification::Cant(Restriction::BeBlocked {
                        by: None,
                        except: Some(all(
                            Head::Permanent,
                            [creature(), Predicate::Has(kw("flying"))],
                        )),
                    })],
                )]),
            ),
            (
                "This creature can't be blocked by creatures with power 2 or less.",
                statics([holds(
                    Noun::This,
                    [Modification::Cant(Restriction::BeBlocked {
                        by: Some(all(
                            Head::Permanent,
                            [
                                creature(),
                                Predicate::Stat(Attribute::Power, Comparison::AtMost, n(2)),
                            ],
                        )),
                        except: None,
                    })],
                )]),
            ),
            (
                "This creature gets +1/+1 for each other Elf you control.",
                statics([holds(
                    Noun::This,
                    [{
                        let elves = || {
                            Quantity::ForEach(
                                1,
                                Box::new(all(Head::Permanent, [other(), sub("Elf"), yours()])),
                            )
                        };
                        Modification::Pump(elves(), elves())
                    }],
                )]),
            ),
            (
                "This creature has flying as long as you control an artifact.",
                statics([holds_if(
                    Noun::This,
                    [gain("flying")],
                    exist(any(Head::Permanent, [ty(CardType::Artifact), yours()]), 1),
                )]),
            ),
            (
                "As long as this creature is untapped, it has hexproof.",
                statics([holds_if(
                    Noun::This,
                    [gain("hexproof")],
                    Condition::Is(
                        Noun::This,
                        filter_of(Head::Permanent, [not(Predicate::Tapped)]),
                    ),
                )]),
            ),
            (
                "During your turn, this creature has first strike.",
                statics([holds_if(
                    Noun::This,
                    [gain("first strike")],
                    Condition::Turn(Whose::Yours),
                )]),
            ),
            (
                "This creature can't attack unless defending player controls an Island.",
                statics([holds_if(
                    Noun::This,
                    [Modification::Cant(Restriction::Attack(None))],
                    Condition::Not(Box::new(exist(
                        any(
                            Head::Permanent,
                            [
                                sub("Island"),
                                Predicate::ControlledBy(Box::new(Noun::Part(
                                    Role::DefendingPlayer,
                                ))),
                            ],
                        ),
                        1,
                    ))),
                )]),
            ),
            (
                "This creature attacks each combat if able.",
                statics([holds(
                    Noun::This,
                    [Modification::Must(Restriction::Attack(None))],
                )]),
            ),
            (
                "All creatures able to block this creature do so.",
                statics([holds(
                    Noun::This,
                    [Modification::Must(Restriction::AbleToBlockDoSo)],
                )]),
            ),
            (
                "This creature's power and toughness are each equal to the number of lands you control.",
                statics([holds(
                    Noun::This,
                    [{
                        let lands = || {
                            Some(Quantity::CountOf(Box::new(all(
                                Head::Permanent,
                                [ty(CardType::Land), yours()],
                            ))))
                        };
                        Modification::Define(lands(), lands())
                    }],
                )]),
            ),
            (
                "This spell costs {1} less to cast for each creature card in your graveyard.",
                statics([holds(
                    Noun::This,
                    [Modification::CostChange {
                        less: true,
                        amount: CostAmount::Generic(Quantity::ForEach(
                            1,
                            Box::new(all(Head::Card, [creature(), graveyard(Noun::You)])),
                        )),
                    }],
                )]),
            ),
            (
                "Instant and sorcery spells you cast cost {1} less to cast.",
                statics([holds(
                    all(
                        Head::Spell,
                        [
                            Predicate::AnyOf(vec![
                                vec![ty(CardType::Instant)],
                                vec![ty(CardType::Sorcery)],
                            ]),
                            Predicate::CastBy(Box::new(Noun::You)),
                        ],
                    ),
                    [Modification::CostChange {
                        less: true,
                        amount: CostAmount::Mana(ManaCost::parse("{1}").unwrap()),
                    }],
                )]),
            ),
            (
                "This spell can't be countered.",
                statics([holds(
                    Noun::This,
                    [Modification::Cant(Restriction::BeCountered)],
                )]),
            ),
            (
                "As an additional cost to cast this spell, sacrifice a creature.",
                statics([holds(
                    Noun::This,
                    [Modification::AdditionalCost {
                        cost: cost_of([CostPart::Act(Action::Sacrifice(a(
                            Head::Permanent,
                            [creature()],
                        )))]),
                        optional: false,
                    }],
                )]),
            ),
            (
                "You have no maximum hand size.",
                statics([holds(Noun::You, [Modification::HandSize(None)])]),
            ),
            (
                "You may play an additional land on each of your turns.",
                statics([holds(
                    Noun::You,
                    [Modification::May(Permission::ExtraLands(n(1)))],
                )]),
            ),
            (
                "Your opponents can't gain life.",
                statics([holds(
                    all(Head::Opponent, []),
                    [Modification::Cant(Restriction::GainLife)],
                )]),
            ),
            (
                "Each player can't cast more than one spell each turn.",
                statics([holds(
                    each(Head::Player, []),
                    [Modification::Cant(Restriction::Cast {
                        what: all(Head::Spell, []),
                        limit: Some(n(1)),
                    })],
                )]),
            ),
            (
                "This creature doesn't untap during your untap step.",
                statics([holds(Noun::This, [Modification::DoesntUntap])]),
            ),
        ],
    );
}

#[test]
fn replacements() {
    check(
        &Context::this("land"),
        vec![
            (
                "This land enters tapped.",
                entering(Noun::This, None, [EntersChange::Tapped]),
            ),
            (
                "This land enters tapped unless you control two or more other lands.",
                entering(
                    Noun::This,
                    Some(Condition::Not(Box::new(exist(
                        any(Head::Permanent, [other(), ty(CardType::Land), yours()]),
                        2,
                    )))),
                    [EntersChange::Tapped],
                ),
            ),
            (
                "As this land enters, you may pay 2 life. If you don't, it enters tapped.",
                entering(
                    Noun::This,
                    None,
                    [EntersChange::Unless(
                        cost_of([CostPart::Act(Action::PayLife(n(2)))]),
                        Box::new(EntersChange::Tapped),
                    )],
                ),
            ),
        ],
    );
    check(
        &Context::this("creature"),
        vec![
            (
                "This creature enters with two +1/+1 counters on it.",
                entering(
                    Noun::This,
                    None,
                    [EntersChange::Counters(n(2), "+1/+1".into())],
                ),
            ),
            (
                "Creatures your opponents control enter tapped.",
                entering(
                    all(
                        Head::Permanent,
                        [
                            creature(),
                            Predicate::ControlledBy(Box::new(all(Head::Opponent, []))),
                        ],
                    ),
                    None,
                    [EntersChange::Tapped],
                ),
            ),
            (
                "As this creature enters, choose a color.",
                entering(
                    Noun::This,
                    None,
                    [EntersChange::As(Box::new(you(Action::ChooseValue(
                        Shared::Color,
                        None,
                    ))))],
                ),
            ),
            (
                "You may have this creature enter as a copy of any creature on the battlefield.",
                entering(
                    Noun::This,
                    None,
                    [EntersChange::Copy {
                        what: any(
                            Head::Permanent,
                            [creature(), Predicate::InZone(Zone::Battlefield, None)],
                        ),
                        optional: true,
                        except: vec![],
                    }],
                ),
            ),
            (
                "If a creature an opponent controls would die, exile it instead.",
                AbilityKind::Replacement(Replacement::Elsewhere {
                    event: happens(
                        EventVerb::Dies,
                        any(Head::Permanent, [creature(), opponents_control()]),
                    ),
                    condition: None,
                    to: place(Zone::Exile),
                }),
            ),
            (
                "If you would gain life, you gain twice that much life instead.",
                AbilityKind::Replacement(Replacement::Amount {
                    event: happens(EventVerb::GainsLife, Noun::You),
                    condition: None,
                    amount: Quantity::Times(
                        2,
                        Box::new(Quantity::Amount(Binding::Event(EventRole::Amount))),
                    ),
                }),
            ),
            (
                "If one or more +1/+1 counters would be put on a creature you control, that many plus one +1/+1 counters are put on it instead.",
                AbilityKind::Replacement(Replacement::Amount {
                    event: Event {
                        batch: true,
                        ..happens(
                            EventVerb::CountersPut(Some("+1/+1".into())),
                            any(Head::Permanent, [creature(), yours()]),
                        )
                    },
                    condition: None,
                    amount: Quantity::Sum(
                        Box::new(Quantity::Amount(Binding::Event(EventRole::Amount))),
                        Box::new(n(1)),
                    ),
                }),
            ),
            (
                "If a permanent with a stun counter on it would become untapped, remove a stun counter from it instead.",
                instead(
                    happens(
                        EventVerb::BecomesUntapped,
                        any(
                            Head::Permanent,
                            [Predicate::Counters(
                                Some("stun".into()),
                                Comparison::AtLeast,
                                n(1),
                            )],
                        ),
                    ),
                    you(Action::RemoveCounters {
                        count: Some(n(1)),
                        kind: Some("stun".into()),
                        from: it(Binding::Event(EventRole::Subject)),
                    }),
                ),
            ),
            (
                "Prevent all damage that would be dealt to this creature.",
                AbilityKind::Replacement(Replacement::Prevent {
                    event: Event {
                        subject: None,
                        ..happens_to(
                            EventVerb::DealsDamage { combat: None },
                            Noun::You,
                            Noun::This,
                        )
                    },
                    amount: None,
                    condition: None,
                }),
            ),
        ],
    );
}

#[test]
fn conditions_by_themselves() {
    let context = Context::this("creature");
    for (expected, given) in [
        (
            "you have 10 or more life",
            Condition::Compare(
                of(Attribute::LifeTotal, Noun::You),
                Comparison::AtLeast,
                n(10),
            ),
        ),
        (
            "you have no cards in hand",
            Condition::Exist(any(Head::Card, [hand(Noun::You)]), Comparison::Equal, n(0)),
        ),
        (
            "there are seven or more cards in your graveyard",
            exist(any(Head::Card, [graveyard(Noun::You)]), 7),
        ),
        ("it's your turn", Condition::Turn(Whose::Yours)),
        (
            "it's not your turn",
            Condition::Not(Box::new(Condition::Turn(Whose::Yours))),
        ),
        (
            "you don't control a creature",
            Condition::Not(Box::new(exist(
                any(Head::Permanent, [creature(), yours()]),
                1,
            ))),
        ),
        (
            "a creature died this turn",
            Condition::Happened(
                happens(EventVerb::Dies, any(Head::Permanent, [creature()])),
                Window::ThisTurn,
            ),
        ),
        (
            "this creature's power is 4 or greater",
            Condition::Compare(of(Attribute::Power, Noun::This), Comparison::AtLeast, n(4)),
        ),
        (
            "an opponent controls more lands than you",
            Condition::MoreThan(
                Box::new(a(Head::Opponent, [])),
                filter_of(Head::Permanent, [ty(CardType::Land)]),
                Box::new(Noun::You),
            ),
        ),
        (
            "it's a creature",
            Condition::Is(
                it(Binding::Target(0)),
                filter_of(Head::Permanent, [creature()]),
            ),
        ),
        (
            "it has flying",
            Condition::Is(
                it(Binding::Target(0)),
                filter_of(Head::Permanent, [Predicate::Has(kw("flying"))]),
            ),
        ),
        (
            "you're the monarch",
            Condition::Designated(Noun::You, "monarch".into()),
        ),
    ] {
        assert_eq!(condition(&given, &context), expected);
    }
}

#[test]
fn nouns_by_themselves() {
    let context = Context::this("creature");
    for (expected, given) in [
        (
            "target creature with the greatest power among creatures you control",
            target(
                Head::Permanent,
                [
                    creature(),
                    yours(),
                    Predicate::Extreme(Attribute::Power, Extreme::Greatest),
                ],
            ),
        ),
        (
            "two other target creatures",
            described(
                Quantifier::Target(Count::Exactly(n(2))),
                Head::Permanent,
                [other(), creature()],
            ),
        ),
        (
            "up to one target creature",
            described(
                Quantifier::Target(Count::UpTo(n(1))),
                Head::Permanent,
                [creature()],
            ),
        ),
        (
            "any number of target creatures",
            described(
                Quantifier::Target(Count::AnyNumber),
                Head::Permanent,
                [creature()],
            ),
        ),
        (
            "target attacking or blocking creature",
            target(
                Head::Permanent,
                [
                    Predicate::AnyOf(vec![
                        vec![Predicate::Attacking(None)],
                        vec![Predicate::Blocking(None)],
                    ]),
                    creature(),
                ],
            ),
        ),
        (
            "target instant or sorcery card in your graveyard",
            target(
                Head::Card,
                [
                    Predicate::AnyOf(vec![
                        vec![ty(CardType::Instant)],
                        vec![ty(CardType::Sorcery)],
                    ]),
                    graveyard(Noun::You),
                ],
            ),
        ),
        (
            "target creature with flying",
            target(Head::Permanent, [creature(), Predicate::Has(kw("flying"))]),
        ),
        (
            "target creature without flying",
            target(
                Head::Permanent,
                [creature(), not(Predicate::Has(kw("flying")))],
            ),
        ),
        (
            "target creature you don't control",
            target(Head::Permanent, [creature(), not(yours())]),
        ),
        (
            "target creature that attacked this turn",
            target(
                Head::Permanent,
                [
                    creature(),
                    Predicate::Did(
                        Box::new(Event {
                            subject: None,
                            ..happens(EventVerb::Attacks { alone: false }, Noun::You)
                        }),
                        Window::ThisTurn,
                    ),
                ],
            ),
        ),
        (
            "target creature dealt damage this turn",
            target(
                Head::Permanent,
                [
                    creature(),
                    Predicate::Did(
                        Box::new(Event {
                            subject: None,
                            ..happens(EventVerb::IsDealtDamage { combat: None }, Noun::You)
                        }),
                        Window::ThisTurn,
                    ),
                ],
            ),
        ),
        (
            "each nontoken Mouse you control",
            each(
                Head::Permanent,
                [not(Predicate::IsToken), sub("Mouse"), yours()],
            ),
        ),
        ("all Mice", all(Head::Permanent, [sub("Mouse")])),
        (
            "target tapped creature",
            target(Head::Permanent, [Predicate::Tapped, creature()]),
        ),
        (
            "target untapped creature",
            target(Head::Permanent, [not(Predicate::Tapped), creature()]),
        ),
        (
            "target Elf or Dwarf you control",
            target(
                Head::Permanent,
                [
                    Predicate::AnyOf(vec![vec![sub("Elf")], vec![sub("Dwarf")]]),
                    yours(),
                ],
            ),
        ),
        (
            "a spell with mana value 3 or less",
            a(
                Head::Spell,
                [Predicate::Stat(
                    Attribute::ManaValue,
                    Comparison::AtMost,
                    n(3),
                )],
            ),
        ),
        (
            "a creature with a +1/+1 counter on it",
            a(
                Head::Permanent,
                [
                    creature(),
                    Predicate::Counters(Some("+1/+1".into()), Comparison::AtLeast, n(1)),
                ],
            ),
        ),
        (
            "the top card of your library",
            Noun::Top {
                count: n(1),
                of: Box::new(Noun::You),
                bottom: false,
            },
        ),
        (
            "all graveyards",
            Noun::Zone(Zone::Graveyard, Box::new(all(Head::Player, []))),
        ),
        (
            "each opponent's hand",
            Noun::Zone(Zone::Hand, Box::new(each(Head::Opponent, []))),
        ),
        (
            "a card at random",
            described(Quantifier::Random(Count::One), Head::Card, []),
        ),
        ("a source of your choice", a(Head::Source, [])),
    ] {
        assert_eq!(noun(&given, &context), expected);
    }
}

#[test]
fn items() {
    let face = Face {
        name: "Test, Thorn of Proofs".into(),
        cost: ManaCost::parse("{2}{B}"),
        indicator: None,
        types: TypeLine {
            supertypes: SupertypeSet::of(Supertype::Legendary),
            types: TypeSet::of(CardType::Creature),
            subtypes: vec!["Vampire".into(), "Cleric".into()],
        },
        pt: Some((PtValue::Number(1), PtValue::Number(3))),
        loyalty: None,
        defense: None,
        abilities: vec![
            keyword("flying"),
            keyword("vigilance"),
            line(when(
                TriggerWord::When,
                happens(enters(), Noun::This),
                deal(n(1), target(Head::AnyTarget, [])),
            )),
        ],
    };
    let whole = Card {
        layout: Layout::Normal,
        faces: vec![face],
    };
    assert_eq!(
        card(&whole),
        "card Test, Thorn of Proofs {2}{B}\n  Legendary Creature — Vampire Cleric 1/3\n\n  Flying, vigilance\n  When Test enters, it deals 1 damage to any target.\n"
    );
    let bushido = KeywordDefinition {
        name: "bushido".into(),
        parameter: Parameter::Number,
        means: vec![line(when(
            TriggerWord::Whenever,
            happens(EventVerb::BlocksOrBecomesBlocked, Noun::This),
            until_end(
                Noun::This,
                [Modification::Pump(Quantity::Parameter, Quantity::Parameter)],
            ),
        ))],
        primitive: None,
    };
    assert_eq!(
        keyword_definition(&bushido),
        "keyword Bushido N\n  means\n    Whenever this creature blocks or becomes blocked, it gets +N/+N until end of turn.\n"
    );
}

#[test]
fn hostile_depth_ends() {
    let mut condition_of = Condition::WonFlip;
    let mut effect_of = you(Action::Proliferate);
    for _ in 0..2_000 {
        condition_of = Condition::All(vec![condition_of, Condition::WonFlip]);
        effect_of = Effect::May {
            who: Noun::You,
            effect: Box::new(Effect::Sequence(vec![effect_of])),
            bind: None,
        };
    }
    assert!(condition(&condition_of, &Context::default()).contains('…'));
    assert!(effect(&effect_of, &Context::default()).contains('…'));
}
