//! Activated and static abilities, keywords.

use super::*;

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
                to: Placement::into_zone(Zone::Hand),
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
                        repeated: false,
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
