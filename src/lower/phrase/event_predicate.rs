//! What happens to, or is done by, the subject of an event (CR 603.2, 614.6).

use crate::ir::{Event, EventRole, EventVerb, Filter, Head, Noun, Quantifier};
use crate::lower::{
    context::{Lower, Lowered, child, has, single},
    discourse::of_role,
    phrase::{filter::combat, noun::Want},
    words,
};
use crate::vocab::Name;
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    /// The predicate of an event, with a subject that has been read.
    pub fn event_predicate(
        &mut self,
        node: Node<'_>,
        subject: &Noun,
        batch: bool,
    ) -> Lowered<Event> {
        let mut subject = Some(subject.clone());
        let mut object = None;
        let verb = match node.rule() {
            Rule::evp_enters => {
                let from = child(node, Rule::zone_ref)
                    .map(|z| self.zone_ref(z))
                    .transpose()?;
                let entered = match (node.says("tapped"), node.says("untapped")) {
                    (false, false) => None,
                    (tapped, _) => Some(tapped),
                };
                if let Some(possessor) = child(node, Rule::possessor) {
                    let who = self.whose(possessor)?;
                    // CR 603.6a: "enters under your control" is what "you control" says now.
                    subject = subject.map(|s| controlled(s, &who));
                }
                // Whose zone it was has no place in the event yet.
                if from.as_ref().is_some_and(|(_, whose)| whose.is_some()) {
                    return self.not_understood(node);
                }
                match (entered, from) {
                    (None, from) => EventVerb::Enters {
                        from: from.map(|(zone, _)| zone),
                    },
                    (Some(tapped), None) => EventVerb::EntersTapped(tapped),
                    (Some(_), Some(_)) => return self.not_understood(node),
                }
            }
            Rule::evp_put_into if node.says("returned to") => return self.not_understood(node),
            Rule::evp_put_into => {
                let mut zones = Vec::new();
                for zone in node.children().filter(|n| n.rule() == Rule::zone_ref) {
                    zones.push(self.zone_ref(zone)?);
                }
                let mut zones = zones.into_iter();
                let Some((to, whose)) = zones.next() else {
                    return self.not_understood(node);
                };
                let from = zones.next().map(|(zone, _)| zone);
                if child(node, Rule::anywhere).is_some_and(|a| a.text() != "anywhere") {
                    return self.not_understood(node);
                }
                object = whose.map(|w| *w);
                match (node.says("as it resolves"), from) {
                    (false, from) => EventVerb::PutInto { to, from },
                    (true, None) => EventVerb::ResolvesInto(to),
                    (true, Some(_)) => return self.not_understood(node),
                }
            }
            Rule::evp_damage => {
                if has(node, Rule::num) {
                    return self.not_understood(node);
                }
                object = self.object_of(node)?;
                let combat = combat(node);
                if node.says("dealt") {
                    EventVerb::IsDealtDamage { combat }
                } else {
                    EventVerb::DealsDamage { combat }
                }
            }
            Rule::evp_tapped => {
                if has(node, Rule::noun) {
                    // The permanent is the subject of the IR's event, the player its object.
                    object = subject.take();
                    subject = self.object_of(node)?;
                }
                EventVerb::TappedForMana(self.tapped_for(node)?)
            }
            Rule::evp_cast => {
                let or_copy = node.says("or copies") || node.says("or copy");
                if has(node, Rule::ordinal) {
                    if node.says("from") {
                        return self.not_understood(node);
                    }
                    return self.nth_cast(node, subject, or_copy);
                }
                object = self.object_of(node)?;
                if node.says("from anywhere other than your hand") {
                    // A spell that is cast has just been where it was cast from.
                    let hand = crate::ir::Predicate::InZone(
                        crate::vocab::Zone::Hand,
                        Some(Box::new(Noun::You)),
                    );
                    match (&subject, &mut object) {
                        (Some(Noun::You), Some(Noun::Described { filter, .. })) => {
                            let not = crate::ir::Predicate::Not(Box::new(hand));
                            filter.predicates.push(not);
                        }
                        _ => return self.not_understood(node),
                    }
                } else if has(node, Rule::zone_ref) {
                    return self.not_understood(node);
                }
                if or_copy {
                    self.participant(EventRole::Subject, subject.as_ref(), batch);
                    self.participant(EventRole::Object, object.as_ref(), false);
                    let verbs = [EventVerb::Casts, EventVerb::Copies];
                    return Ok(either(verbs, &subject, &object, batch));
                }
                EventVerb::Casts
            }
            Rule::evp_causes => {
                let mut inner = node.children();
                let (Some(who), Some(pred), Some(cause)) = (inner.next(), inner.next(), subject)
                else {
                    return self.not_understood(node);
                };
                self.participant(EventRole::Source, Some(&cause), false);
                let who = self.anything(|w| w.noun(who))?;
                let event = self.event_predicate(pred, &who, false)?;
                return Ok(Event {
                    verb: EventVerb::Caused(Box::new(event), cause),
                    subject: None,
                    object: None,
                    batch: false,
                });
            }
            Rule::evp_keyword => {
                object = self.object_of(node)?;
                let frame = words::frame(node);
                let action = frame.strip_suffix(" _").unwrap_or(&frame);
                if action.contains(' ') {
                    return self.not_understood(node);
                }
                EventVerb::KeywordAction(action.into())
            }
            Rule::evp_verb => {
                let frame = words::frame(node);
                if frame == "copy _" {
                    self.said.copied = true;
                }
                match frame.as_str() {
                    "cycle or discard _" | "cycle or discards _" => {
                        object = self.object_of(node)?;
                        self.participant(EventRole::Object, object.as_ref(), false);
                        let verbs = [EventVerb::Cycles, EventVerb::Discards];
                        return Ok(either(verbs, &subject, &object, batch));
                    }
                    "draw _ _ card each turn" => EventVerb::Draws {
                        nth: child(node, Rule::ordinal).and_then(|o| words::ordinal(o.text())),
                    },
                    "leave your graveyard" => {
                        object = Some(Noun::You);
                        EventVerb::LeavesGraveyard
                    }
                    "become level _" => EventVerb::BecomesDesignated(designation(node)),
                    "become monstrous" | "become renowned" => {
                        EventVerb::BecomesDesignated(designation(node))
                    }
                    // A library is its owner's, not another player's.
                    "search _" | "shuffle _"
                        if node.text().contains("your ") != (subject == Some(Noun::You)) =>
                    {
                        return self.not_understood(node);
                    }
                    "search _" if node.text().ends_with("library") => EventVerb::SearchesLibrary,
                    "shuffle _" => EventVerb::Shuffles,
                    _ => match simple_verb(&frame) {
                        Some(verb) => {
                            object = match (&verb, single(node)) {
                                (
                                    EventVerb::BecomesAttached | EventVerb::BecomesUnattached,
                                    Some(item),
                                ) => Some(self.item(item, Want::Object)?),
                                _ => self.object_of(node)?,
                            };
                            verb
                        }
                        None => return self.not_understood(node),
                    },
                }
            }
            _ => return self.not_understood(node),
        };
        // "Transforms into" says the name of the face that then is up, whose ability it is.
        if verb == EventVerb::Transforms && object.as_ref().is_some_and(|into| *into != Noun::This)
        {
            return self.not_understood(node);
        }
        // "Attacks a battle, it gets": what attacks, and not what has no power or is a player, is spoken of first.
        let mixed = |noun: &Noun| match noun {
            Noun::Either(nouns) => nouns.iter().any(Noun::is_player),
            _ => matches!(verb, EventVerb::Attacks { .. }) && !noun.is_player(),
        };
        let passive = object.as_ref().is_some_and(mixed);
        if passive {
            self.participant(EventRole::Object, object.as_ref(), false);
        }
        self.participant(EventRole::Subject, subject.as_ref(), batch);
        if !passive {
            self.participant(EventRole::Object, object.as_ref(), false);
        }
        if batch || is_of_an_amount(&verb) {
            self.said.amounts.push(of_role(EventRole::Amount));
        }
        Ok(Event {
            verb,
            subject,
            object,
            batch,
        })
    }

    /// To whom or what something is done, if the predicate says so.
    fn object_of(&mut self, node: Node<'_>) -> Lowered<Option<Noun>> {
        if let Some(whom) = child(node, Rule::attack_whom) {
            return self.attack_whom(whom).map(Some);
        }
        let Some(object) = child(node, Rule::noun) else {
            return Ok(None);
        };
        let mut noun = self.any_of(object)?;
        // One event for all of them.
        if let Noun::Described {
            quantifier: quantifier @ Quantifier::Any,
            ..
        } = &mut noun
            && object.text().starts_with("one or more ")
        {
            *quantifier = Quantifier::Choose(crate::ir::Count::OneOrMore);
        }
        Ok(Some(noun))
    }

    /// Who is attacked.
    pub fn attack_whom(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let Some(first) = node.children().next() else {
            return self.not_understood(node);
        };
        let noun = self.anything(|w| w.item(first, Want::Any))?;
        if first.rule() == Rule::np_you && node.text().contains("planeswalker") {
            let filter = Filter {
                head: Head::Permanent,
                predicates: vec![
                    crate::ir::Predicate::Type(crate::vocab::CardType::Planeswalker),
                    crate::ir::Predicate::ControlledBy(Box::new(Noun::You)),
                ],
            };
            let quantifier = if node.text().contains("planeswalkers") {
                Quantifier::All
            } else {
                Quantifier::Any
            };
            return Ok(Noun::Either(vec![
                noun,
                Noun::Described { quantifier, filter },
            ]));
        }
        Ok(noun)
    }
}

impl Lower<'_> {
    /// "Casts their second spell" (each turn).
    fn nth_cast(&mut self, node: Node<'_>, subject: Option<Noun>, or_copy: bool) -> Lowered<Event> {
        let whose = self.need(node, Rule::possessor)?;
        let own = match whose.text() {
            "your" => subject == Some(Noun::You),
            "their" | "his or her" => subject != Some(Noun::You),
            _ => false,
        };
        let n = child(node, Rule::ordinal).and_then(|o| words::ordinal(o.text()));
        let (Some(n), true, false) = (n, own, or_copy) else {
            return self.not_understood(node);
        };
        let core = self.need(node, Rule::np_core)?;
        let (filter, plural) = self.bare_filter(core)?;
        if plural {
            return self.not_understood(core);
        }
        let object = Some(Noun::Described {
            quantifier: Quantifier::Any,
            filter,
        });
        self.participant(EventRole::Subject, subject.as_ref(), false);
        self.participant(EventRole::Object, object.as_ref(), false);
        let event = Event {
            verb: EventVerb::Casts,
            subject,
            object,
            batch: false,
        };
        Ok(Event {
            verb: EventVerb::NthEachTurn(n, Box::new(event)),
            subject: None,
            object: None,
            batch: false,
        })
    }
}

/// The verb of a frame that needs no more than a subject and perhaps an object.
fn simple_verb(frame: &str) -> Option<EventVerb> {
    Some(match frame {
        "attack" | "attack _" => EventVerb::Attacks { alone: false },
        "attack alone" => EventVerb::Attacks { alone: true },
        "attack and isn't blocked" => EventVerb::AttacksUnblocked,
        "block" | "block _" => EventVerb::Blocks,
        "block or becomes blocked"
        | "block or become blocked"
        | "block or becomes blocked by _"
        | "block or become blocked by _" => EventVerb::BlocksOrBecomesBlocked,
        "become blocked" | "become blocked by _" => EventVerb::BecomesBlocked,
        "become tapped" => EventVerb::BecomesTapped,
        "become untapped" => EventVerb::BecomesUntapped,
        "become the target of _" => EventVerb::BecomesTarget,
        "become attached to _" => EventVerb::BecomesAttached,
        "become unattached" | "become unattached from _" => EventVerb::BecomesUnattached,
        "become the monarch" => EventVerb::BecomesMonarch,
        "die" => EventVerb::Dies,
        "leave the battlefield" => EventVerb::Leaves,
        "leave the stack" => EventVerb::LeavesStack,
        "be turned face up" => EventVerb::TurnedFaceUp,
        "be destroyed" => EventVerb::IsDestroyed,
        "be exiled" => EventVerb::IsExiled,
        "transform" | "transform into _" => EventVerb::Transforms,
        "untap" => EventVerb::Untaps,
        "phase in" => EventVerb::PhasesIn,
        "phase out" => EventVerb::PhasesOut,
        "explore" => EventVerb::Explores,
        "fight" => EventVerb::Fights,
        "gain life" => EventVerb::GainsLife,
        "lose life" => EventVerb::LosesLife,
        "lose the game" => EventVerb::LosesGame,
        "draw _" => EventVerb::Draws { nth: None },
        "discard _" => EventVerb::Discards,
        "cycle _" => EventVerb::Cycles,
        "sacrifice _" => EventVerb::Sacrifices,
        "play _" => EventVerb::Plays,
        "activate _" => EventVerb::Activates,
        "mill _" => EventVerb::Mills,
        "create _" => EventVerb::Creates,
        "copy _" => EventVerb::Copies,
        "scry" => EventVerb::Scries,
        "surveil" => EventVerb::Surveils,
        "proliferate" => EventVerb::Proliferates,
        _ => return None,
    })
}

/// Whether "that much" and "that many" can speak of what happened.
fn is_of_an_amount(verb: &EventVerb) -> bool {
    matches!(
        verb,
        EventVerb::DealsDamage { .. }
            | EventVerb::IsDealtDamage { .. }
            | EventVerb::GainsLife
            | EventVerb::LosesLife
            | EventVerb::Draws { .. }
            | EventVerb::Discards
    )
}

/// What something becomes, as words.
fn designation(node: Node<'_>) -> Name {
    let text = node.text();
    text.split_once(' ').map_or(text, |(_, what)| what).into()
}

/// A noun with its controller.
pub(in crate::lower) fn controlled(noun: Noun, who: &Noun) -> Noun {
    match noun {
        Noun::Described {
            quantifier,
            mut filter,
        } => {
            filter
                .predicates
                .push(crate::ir::Predicate::ControlledBy(Box::new(who.clone())));
            Noun::Described { quantifier, filter }
        }
        Noun::Either(nouns) => {
            Noun::Either(nouns.into_iter().map(|n| controlled(n, who)).collect())
        }
        other => other,
    }
}

/// Two things that can happen to the same participants, of which either is meant: "casts or copies".
fn either(
    verbs: [EventVerb; 2],
    subject: &Option<Noun>,
    object: &Option<Noun>,
    batch: bool,
) -> Event {
    let event = |verb| Event {
        verb,
        subject: subject.clone(),
        object: object.clone(),
        batch,
    };
    Event {
        verb: EventVerb::AnyOf(verbs.map(event).into()),
        subject: None,
        object: None,
        batch: false,
    }
}
