//! Phrases by themselves, items, and bounds.

use super::*;

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
        (
            "an opponent has more cards in hand than you",
            Condition::Compare(
                of(Attribute::HandSize, any(Head::Opponent, [])),
                Comparison::Greater,
                of(Attribute::HandSize, Noun::You),
            ),
        ),
        (
            "this creature is in your graveyard",
            Condition::Is(Noun::This, filter_of(Head::Object, [graveyard(Noun::You)])),
        ),
        (
            "this creature is attacking",
            Condition::Is(
                Noun::This,
                filter_of(Head::Object, [Predicate::Attacking(None)]),
            ),
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
        overloaded: Vec::new(),
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
        rule: None,
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
