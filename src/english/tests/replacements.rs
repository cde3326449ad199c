//! Replacement and entering effects.

use super::*;

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
                        counters: Vec::new(),
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
                    to: Placement::into_zone(Zone::Exile),
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
                    then: None,
                }),
            ),
        ],
    );
}
