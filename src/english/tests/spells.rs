//! Instructions of spells.

use super::*;

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
            (
                "Shuffle target creature into its owner's library.",
                spell(Effect::Sequence(vec![
                    you(Action::Move {
                        what: target(Head::Permanent, [creature()]),
                        to: Placement {
                            whose: Some(Box::new(Noun::Related(
                                Role::Owner,
                                Box::new(it(Binding::Target(0))),
                            ))),
                            ..Placement::into_zone(Zone::Library)
                        },
                        verb: MoveVerb::Put,
                    }),
                    you(Action::Shuffle(Some(Noun::Related(
                        Role::Owner,
                        Box::new(it(Binding::Target(0))),
                    )))),
                ])),
            ),
            (
                "Return all creatures to their owners' hands.",
                spell(you(Action::Move {
                    what: all(Head::Permanent, [creature()]),
                    to: Placement {
                        whose: Some(Box::new(Noun::Related(
                            Role::Owner,
                            Box::new(all(Head::Permanent, [creature()])),
                        ))),
                        ..Placement::into_zone(Zone::Hand)
                    },
                    verb: MoveVerb::Return,
                })),
            ),
            (
                "You get {E}{E}.",
                spell(you(Action::PutCounters {
                    count: n(2),
                    kind: "energy".into(),
                    on: Noun::You,
                    distributed: false,
                })),
            ),
            (
                "Each opponent gets a poison counter.",
                spell(you(Action::PutCounters {
                    count: n(1),
                    kind: "poison".into(),
                    on: each(Head::Opponent, []),
                    distributed: false,
                })),
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
                    to: Placement::into_zone(Zone::Hand),
                    verb: MoveVerb::Return,
                })),
            ),
            (
                "Return target creature card from your graveyard to your hand.",
                spell(you(Action::Move {
                    what: target(Head::Card, [creature(), graveyard(Noun::You)]),
                    to: Placement::into_zone(Zone::Hand),
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
                    to: Placement::into_zone(Zone::Hand),
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
                        ..Placement::into_zone(Zone::Battlefield)
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
                            ..Placement::into_zone(Zone::Battlefield)
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
                            shuffles_if: false,
                        },
                        0,
                    ),
                    you(Action::Move {
                        what: it(Binding::Result(0)),
                        to: Placement {
                            tapped: true,
                            ..Placement::into_zone(Zone::Battlefield)
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
                            shuffles_if: false,
                        },
                        0,
                    ),
                    you(Action::Move {
                        what: it(Binding::Result(0)),
                        to: Placement {
                            whose: Some(Box::new(Noun::You)),
                            ..Placement::into_zone(Zone::Hand)
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
                            ..Placement::into_zone(Zone::Hand)
                        },
                        verb: MoveVerb::Put,
                    }),
                    you(Action::Move {
                        what: Noun::Rest(Binding::Result(0)),
                        to: Placement {
                            whose: Some(Box::new(Noun::You)),
                            position: Position::Bottom,
                            order: crate::ir::action::Arrangement::Any,
                            ..Placement::into_zone(Zone::Library)
                        },
                        verb: MoveVerb::Put,
                    }),
                ])),
            ),
            (
                "Counter target spell.",
                spell(you(counters(target(Head::Spell, [])))),
            ),
            (
                "Counter target spell unless its controller pays {3}.",
                spell(Effect::Unless {
                    who: Noun::Related(Role::Controller, Box::new(it(Binding::Target(0)))),
                    cost: cost_of([mana("{3}")]),
                    effect: Box::new(you(counters(target(Head::Spell, [])))),
                }),
            ),
            (
                "Counter target noncreature spell.",
                spell(you(counters(target(Head::Spell, [not(creature())])))),
            ),
            (
                "Counter target activated or triggered ability.",
                spell(you(counters(target(
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
                        more_colors: false,
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
                    instead: true,
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
