//! Triggered abilities.

use super::*;

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
                        to: Placement::into_zone(Zone::Hand),
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
                "Whenever you cast or copy an instant or sorcery spell, scry 1.",
                {
                    let spells = || {
                        any(
                            Head::Spell,
                            [Predicate::AnyOf(vec![
                                vec![ty(CardType::Instant)],
                                vec![ty(CardType::Sorcery)],
                            ])],
                        )
                    };
                    when(
                        TriggerWord::Whenever,
                        Event {
                            verb: EventVerb::AnyOf(vec![
                                happens_to(EventVerb::Casts, Noun::You, spells()),
                                happens_to(EventVerb::Copies, Noun::You, spells()),
                            ]),
                            subject: None,
                            object: None,
                            batch: false,
                        },
                        you(Action::Scry(n(1))),
                    )
                },
            ),
            (
                "Whenever this creature attacks or blocks, it explores.",
                when(
                    TriggerWord::Whenever,
                    Event {
                        verb: EventVerb::AnyOf(vec![
                            happens(EventVerb::Attacks { alone: false }, Noun::This),
                            happens(EventVerb::Blocks, Noun::This),
                        ]),
                        subject: None,
                        object: None,
                        batch: false,
                    },
                    you(Action::KeywordAction {
                        name: "explore".into(),
                        what: Some(Noun::This),
                        count: None,
                    }),
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
                            any(Head::Spell, [opponents_control()]),
                            any(Head::Ability, [opponents_control()]),
                        ]),
                    ),
                    you(counters(it(Binding::Event(EventRole::Object)))),
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
