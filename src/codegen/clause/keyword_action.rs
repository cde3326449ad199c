//! Keyword actions that other instructions make up (CR 701).

use crate::bytecode::{CodeType, Compare, Fold, Manner, Op, Stat};
use crate::codegen::{Emitted, emitter::Emitter};
use crate::ir::{
    Action, Count, Duration, Effect, Filter, Head, Modification, Noun, Predicate, PtValue,
    Quantifier, Quantity, Restriction, Statement, TokenSpec,
};
use crate::vocab::{CardType, Color, ColorSet, SupertypeSet, TypeSet, Zone};

/// What is required of a goaded creature (CR 701.15b).
pub(in crate::codegen) fn goaded() -> Vec<Modification> {
    let others = Noun::Described {
        quantifier: Quantifier::Any,
        filter: Filter {
            head: Head::Player,
            predicates: vec![Predicate::OtherThan(Box::new(Noun::You))],
        },
    };
    vec![
        Modification::Must(Restriction::Attack(None)),
        Modification::Must(Restriction::Attack(Some(others))),
    ]
}

impl Emitter<'_, '_> {
    /// Keyword actions that other instructions make up (CR 701).
    pub fn keyword_action(
        &mut self,
        who: &Noun,
        name: &str,
        what: Option<&Noun>,
        count: Option<&Quantity>,
    ) -> Emitted {
        match (name, what, count) {
            // CR 701.16a.
            ("investigate", None, None) => self.action(
                who,
                &Action::Create {
                    count: Quantity::Number(1),
                    token: TokenSpec::Named("Clue".into()),
                    tapped: false,
                    attacking: false,
                },
            ),
            // "Investigates for each": one time after the other.
            ("investigate", None, Some(times)) => {
                let investigate = Action::KeywordAction {
                    name: "investigate".into(),
                    what: None,
                    count: None,
                };
                self.effect(&Effect::Repeat {
                    times: times.clone(),
                    effect: Box::new(Effect::Act {
                        who: who.clone(),
                        action: investigate,
                        bind: None,
                    }),
                })
            }
            // CR 701.39a.
            ("bolster", None, Some(n)) if *who == Noun::You => {
                let filter = Filter {
                    head: Head::Permanent,
                    predicates: vec![
                        Predicate::Type(CardType::Creature),
                        Predicate::ControlledBy(Box::new(Noun::You)),
                        Predicate::Extreme(
                            crate::ir::Attribute::Toughness,
                            crate::ir::noun::Extreme::Least,
                        ),
                    ],
                };
                let on = Noun::Described {
                    quantifier: Quantifier::Choose(Count::One),
                    filter,
                };
                let put = Action::PutCounters {
                    count: n.clone(),
                    kind: "+1/+1".into(),
                    on,
                    distributed: false,
                };
                self.action(&Noun::You, &put)
            }
            // CR 701.40a: face down, under the control of who manifests it.
            ("manifest", Some(what), None) => {
                self.moved(who, what)?;
                self.player(who)?;
                let manner = Manner::FACE_DOWN.with(Manner::MANIFESTED);
                self.emit(Op::Move(Zone::Battlefield, manner));
                Ok(())
            }
            // CR 701.35a.
            ("detain", Some(what), None) => self.until_your_next_turn(
                what,
                vec![
                    Modification::Cant(Restriction::Attack(None)),
                    Modification::Cant(Restriction::Block(None)),
                    Modification::Cant(Restriction::Activate { except_mana: false }),
                ],
            ),
            // CR 701.47a.
            ("amass", None, Some(n)) if *who == Noun::You => self.amass(n),
            // CR 701.44a.
            ("explore" | "explores", Some(what), None) => self.explore(what),
            ("clash with an opponent", None, None) if *who == Noun::You => self.clash(),
            _ => self.defined_action(who, name, what, count),
        }
    }

    /// Restrictions and requirements that last until your next turn.
    fn until_your_next_turn(&mut self, what: &Noun, modifications: Vec<Modification>) -> Emitted {
        self.effect(&Effect::Continuous {
            statements: vec![Statement {
                subject: what.clone(),
                modifications,
                condition: None,
            }],
            duration: Duration::YourNextTurn,
        })
    }

    /// Goading (CR 701.15a–b): it attacks if able, and a player other than the one who goads if able.
    pub fn goad(&mut self, what: &Noun) -> Emitted {
        self.until_your_next_turn(what, goaded())
    }

    /// CR 701.43a: it doesn't untap in its controller's next untap step.
    pub fn exert(&mut self, what: &Noun) -> Emitted {
        // CR 701.43a: it is the player who exerts.
        if !matches!(what, Noun::This | Noun::Ref { .. }) {
            return Err("exerting one of several creatures".to_owned());
        }
        self.actor();
        self.noun(what)?;
        self.emit(Op::Happens(crate::game::EventKind::Exert));
        self.effect(&Effect::Continuous {
            statements: vec![Statement {
                subject: what.clone(),
                modifications: vec![Modification::DoesntUntap],
                condition: None,
            }],
            duration: Duration::NextUntapStep,
        })
    }

    /// CR 701.47a: counters on an Army; without one, a 0/0 black Zombie Army token is created first.
    fn amass(&mut self, count: &Quantity) -> Emitted {
        let army = Filter {
            head: Head::Permanent,
            predicates: vec![
                Predicate::Subtype("Army".into()),
                Predicate::Type(CardType::Creature),
                Predicate::ControlledBy(Box::new(Noun::You)),
            ],
        };
        let outer = self.env.clone();
        let chosen = self.loop_registers();
        self.select(&army)?;
        self.emit(Op::Count);
        self.emit(Op::Int(0));
        self.emit(Op::Compare(Compare::Equal));
        let any = self.jump(Op::JumpUnless);
        self.action(
            &Noun::You,
            &Action::Create {
                count: Quantity::Number(1),
                token: TokenSpec::Described {
                    pt: Some((PtValue::Number(0), PtValue::Number(0))),
                    colors: ColorSet::of(Color::Black),
                    supertypes: SupertypeSet::default(),
                    types: TypeSet::of(CardType::Creature),
                    subtypes: vec!["Zombie".into(), "Army".into()],
                    name: None,
                    abilities: Vec::new(),
                },
                tapped: false,
                attacking: false,
            },
        )?;
        self.land(any);
        self.actor();
        self.select(&army)?;
        self.emit(Op::Int(1));
        self.emit(Op::Int(1));
        self.emit(Op::Choose);
        self.emit(Op::Store(chosen));
        let kind = self.compiler.counter("+1/+1")?;
        self.emit(Op::Load(chosen));
        self.quantity(count)?;
        self.emit(Op::AddCounters(kind));
        // It becomes a Zombie too, if it is none.
        let mut env = self.env.later();
        env.first_register = self.env.first_register;
        let id = self.compiler.subtype_added(chosen, "Zombie", &env)?;
        self.emit(Op::Begin(id, crate::bytecode::Ending::Never));
        self.emit(Op::Load(chosen));
        self.keep();
        self.leave(outer);
        Ok(())
    }

    /// CR 701.44a: the top card is revealed; a land goes to hand, anything else stays or goes to the graveyard, with a counter
    /// for what explores.
    fn explore(&mut self, what: &Noun) -> Emitted {
        let land = self.inner(CodeType::Bool, |emitter| {
            emitter.emit(Op::IsType(CardType::Land));
            Ok(())
        })?;
        let kind = self.compiler.counter("+1/+1")?;
        let outer = self.env.clone();
        let explorer = self.loop_registers();
        let player = explorer.saturating_add(2);
        let card = self.loop_registers();
        self.noun(what)?;
        self.emit(Op::Store(explorer));
        self.emit(Op::Load(explorer));
        self.emit(Op::Controllers);
        self.emit(Op::Store(player));
        self.emit(Op::Load(player));
        self.emit(Op::Int(1));
        self.emit(Op::Top);
        self.emit(Op::Store(card));
        self.emit(Op::Load(card));
        self.emit(Op::Reveal);
        self.emit(Op::Load(card));
        self.emit(Op::Any(land));
        let other = self.jump(Op::JumpUnless);
        self.emit(Op::Load(card));
        self.emit(Op::Empty);
        self.emit(Op::Move(Zone::Hand, Manner::default()));
        let end = self.jump(Op::Jump);
        self.land(other);
        self.emit(Op::Load(explorer));
        self.emit(Op::Int(1));
        self.emit(Op::AddCounters(kind));
        self.emit(Op::Load(card));
        self.emit(Op::Count);
        self.emit(Op::Int(1));
        self.emit(Op::Compare(Compare::AtLeast));
        let nothing = self.jump(Op::JumpUnless);
        self.emit(Op::Load(player));
        self.emit(Op::May);
        let stays = self.jump(Op::JumpUnless);
        self.emit(Op::Load(card));
        self.emit(Op::Empty);
        self.emit(Op::Move(Zone::Graveyard, Manner::default()));
        self.land(stays);
        self.land(nothing);
        self.land(end);
        self.leave(outer);
        Ok(())
    }

    /// CR 701.30b–d: an opponent is chosen; both reveal the top card of their library, decide in turn order where it goes, and
    /// the one with the higher mana value wins.
    fn clash(&mut self) -> Emitted {
        let outer = self.env.clone();
        let clashing = self.loop_registers();
        let opponent = clashing.saturating_add(2);
        let bottom = self.loop_registers();
        let won = bottom.saturating_add(1);
        self.actor();
        self.actor();
        self.emit(Op::Opponents);
        self.emit(Op::Int(1));
        self.emit(Op::Int(1));
        self.emit(Op::Choose);
        self.emit(Op::Store(opponent));
        // In turn order, which is that of all players (CR 101.4).
        self.emit(Op::Players);
        self.actor();
        self.emit(Op::Load(opponent));
        self.emit(Op::Union);
        self.emit(Op::Intersect);
        self.emit(Op::Store(clashing));
        let card = |emitter: &mut Self, register: Option<u8>| {
            match register {
                Some(register) => emitter.emit(Op::Load(register)),
                None => emitter.actor(),
            }
            emitter.emit(Op::Int(1));
            emitter.emit(Op::Top);
        };
        card(self, Some(clashing));
        self.emit(Op::Reveal);
        // A card has a higher mana value than none.
        let value = |emitter: &mut Self, register: Option<u8>| {
            card(emitter, register);
            emitter.emit(Op::Stat(Stat::ManaValue, Fold::Sum));
            card(emitter, register);
            emitter.emit(Op::Count);
            emitter.emit(Op::Add);
        };
        value(self, None);
        value(self, Some(opponent));
        self.emit(Op::Compare(Compare::Greater));
        let lost = self.jump(Op::JumpUnless);
        self.emit(Op::Int(1));
        self.emit(Op::Store(won));
        let end = self.jump(Op::Jump);
        self.land(lost);
        self.emit(Op::Int(0));
        self.emit(Op::Store(won));
        self.land(end);
        self.emit(Op::Empty);
        self.emit(Op::Store(bottom));
        let both = self.loop_registers();
        for moves in [false, true] {
            self.emit(Op::Load(clashing));
            self.emit(Op::Store(both));
            let start = self.here();
            let end = self.jump(|target| Op::Next(both, target));
            let one = both.saturating_add(2);
            if moves {
                self.emit(Op::Load(one));
                self.emit(Op::Load(bottom));
                self.emit(Op::Meets);
                let stays = self.jump(Op::JumpUnless);
                self.emit(Op::Load(one));
                card(self, Some(one));
                self.emit(Op::Arrange(true));
                self.land(stays);
            } else {
                self.emit(Op::Load(one));
                self.emit(Op::May);
                let stays = self.jump(Op::JumpUnless);
                self.emit(Op::Load(bottom));
                self.emit(Op::Load(one));
                self.emit(Op::Union);
                self.emit(Op::Store(bottom));
                self.land(stays);
            }
            self.emit(Op::Jump(start));
            self.land(end);
        }
        let first_register = self.env.first_register;
        self.leave(outer);
        // Whether it was won is asked later.
        self.env.first_register = first_register;
        self.env.clash = Some(won);
        Ok(())
    }
}
