//! What happens to, or is done by, the subject of an event (CR 603.2, 614.6).

use crate::ir::{Event, EventRole, EventVerb, Filter, Head, Noun, Quantifier};
use crate::lower::{
    context::{Lower, Lowered, child, find, has},
    discourse::of_role,
    phrase::{filter::combat, noun::Want},
    words,
};
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    /// The predicate of an event, with a subject that has been read.
    pub fn event_predicate(
        &mut self,
        node: Node<'_>,
        subject: &Noun,
        batch: bool,
    ) -> Lowered<Event> {
        let mut object = None;
        let mut subject = Some(subject.clone());
        let mut amount = false;
        let object_of = |w: &mut Self, n: Node<'_>| -> Lowered<Option<Noun>> {
            let Some(node) = child(n, Rule::noun) else {
                return Ok(None);
            };
            let mut noun = w.any_of(node)?;
            // One event for all of them.
            if let Noun::Described {
                quantifier: quantifier @ Quantifier::Any,
                ..
            } = &mut noun
                && node.text().starts_with("one or more ")
            {
                *quantifier = Quantifier::Choose(crate::ir::Count::OneOrMore);
            }
            Ok(Some(noun))
        };
        let verb = match node.rule() {
            Rule::evp_enters => {
                let from = child(node, Rule::zone_ref)
                    .map(|z| self.zone_ref(z))
                    .transpose()?;
                if has(node, Rule::enters_tapped) {
                    return self.not_understood(node);
                }
                if let Some(possessor) = child(node, Rule::possessor) {
                    let who = self.whose(possessor)?;
                    // CR 603.6a: "enters under your control" is what "you control" says now.
                    subject = subject.map(|s| controlled(s, &who));
                }
                // Whose zone it was has no place in the event yet.
                if from.as_ref().is_some_and(|(_, whose)| whose.is_some()) {
                    return self.not_understood(node);
                }
                EventVerb::Enters {
                    from: from.map(|(zone, _)| zone),
                }
            }
            Rule::evp_dies => EventVerb::Dies,
            Rule::evp_leaves if node.text().ends_with("battlefield") => EventVerb::Leaves,
            Rule::evp_leaves if node.text().ends_with("stack") => EventVerb::LeavesStack,
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
                match (child(node, Rule::pi_resolves), from) {
                    (None, from) => EventVerb::PutInto { to, from },
                    (Some(_), None) => EventVerb::ResolvesInto(to),
                    (Some(resolves), Some(_)) => return self.not_understood(resolves),
                }
            }
            Rule::evp_attack_unblocked => EventVerb::AttacksUnblocked,
            Rule::evp_attacks => {
                if let Some(whom) = child(node, Rule::attack_whom) {
                    object = Some(self.attack_whom(whom)?);
                } else if has(node, Rule::noun) {
                    return self.not_understood(node);
                }
                EventVerb::Attacks {
                    alone: has(node, Rule::attacks_alone),
                }
            }
            Rule::evp_blocks => {
                object = object_of(self, node)?;
                EventVerb::Blocks
            }
            Rule::evp_block_or => {
                object = object_of(self, node)?;
                EventVerb::BlocksOrBecomesBlocked
            }
            Rule::evp_becomes => {
                let Some(inner) = node.children().next() else {
                    return self.not_understood(node);
                };
                match inner.rule() {
                    Rule::bc_blocked => {
                        object = object_of(self, inner)?;
                        EventVerb::BecomesBlocked
                    }
                    Rule::bc_tapped => EventVerb::BecomesTapped,
                    Rule::bc_untapped => EventVerb::BecomesUntapped,
                    Rule::bc_target => {
                        object = object_of(self, inner)?;
                        EventVerb::BecomesTarget
                    }
                    Rule::bc_attached => {
                        if let Some(noun) = inner.children().next() {
                            object = Some(self.item(noun, Want::Object)?);
                        }
                        EventVerb::BecomesAttached
                    }
                    Rule::bc_unattached if inner.children().next().is_none() => {
                        EventVerb::BecomesUnattached
                    }
                    Rule::bc_unattached => {
                        if let Some(noun) = inner.children().next() {
                            object = Some(self.item(noun, Want::Object)?);
                        }
                        EventVerb::BecomesUnattached
                    }
                    Rule::bc_monarch => EventVerb::BecomesMonarch,
                    Rule::bc_named
                        if has(inner, Rule::num_int)
                            || matches!(inner.text(), "monstrous" | "renowned") =>
                    {
                        EventVerb::BecomesDesignated(inner.text().into())
                    }
                    _ => return self.not_understood(inner),
                }
            }
            Rule::evp_deals => {
                if has(node, Rule::num) {
                    return self.not_understood(node);
                }
                if let Some(to) = child(node, Rule::deal_to) {
                    object = object_of(self, to)?;
                }
                amount = true;
                EventVerb::DealsDamage {
                    combat: combat(node),
                }
            }
            Rule::evp_dealt => {
                if has(node, Rule::num) {
                    return self.not_understood(node);
                }
                object = object_of(self, node)?;
                amount = true;
                EventVerb::IsDealtDamage {
                    combat: combat(node),
                }
            }
            Rule::evp_is => match node.children().next().map(Node::rule) {
                Some(Rule::is_face_up) => EventVerb::TurnedFaceUp,
                Some(Rule::is_tapped_for) => EventVerb::TappedForMana(self.tapped_for(node)?),
                Some(Rule::is_destroyed) => EventVerb::IsDestroyed,
                Some(Rule::is_exiled) => EventVerb::IsExiled,
                _ => return self.not_understood(node),
            },
            Rule::evp_cast => {
                if let Some(nth) = child(node, Rule::cast_nth) {
                    return self.nth_cast(nth, subject, has(node, Rule::cast_or_copy));
                }
                object = object_of(self, node)?;
                if has(node, Rule::anywhere_hand) {
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
                if has(node, Rule::cast_or_copy) {
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
            Rule::evp_gain => {
                amount = true;
                EventVerb::GainsLife
            }
            Rule::evp_lose_life => {
                amount = true;
                EventVerb::LosesLife
            }
            Rule::evp_lose_game => EventVerb::LosesGame,
            Rule::evp_draw => {
                amount = true;
                match child(node, Rule::draw_nth) {
                    Some(nth) => EventVerb::Draws {
                        nth: find(nth, Rule::ordinal).and_then(|o| words::ordinal(o.text())),
                    },
                    None => {
                        if has(node, Rule::draw_except) {
                            return self.not_understood(node);
                        }
                        object = object_of(self, node)?;
                        EventVerb::Draws { nth: None }
                    }
                }
            }
            Rule::evp_discard => {
                object = object_of(self, node)?;
                amount = true;
                EventVerb::Discards
            }
            Rule::evp_cycle => {
                object = object_of(self, node)?;
                if node.text().contains(" or discard") {
                    self.participant(EventRole::Object, object.as_ref(), false);
                    let verbs = [EventVerb::Cycles, EventVerb::Discards];
                    return Ok(either(verbs, &subject, &object, batch));
                }
                EventVerb::Cycles
            }
            Rule::evp_sacrifice => {
                object = object_of(self, node)?;
                EventVerb::Sacrifices
            }
            Rule::evp_tap_for => {
                // The permanent is the subject of the IR's event, the player its object.
                object = subject.take();
                subject = object_of(self, node)?;
                EventVerb::TappedForMana(self.tapped_for(node)?)
            }
            Rule::evp_play => {
                object = object_of(self, node)?;
                EventVerb::Plays
            }
            Rule::evp_activate => {
                object = object_of(self, node)?;
                EventVerb::Activates
            }
            Rule::evp_search if node.text().ends_with("library") => EventVerb::SearchesLibrary,
            Rule::evp_shuffle => EventVerb::Shuffles,
            Rule::evp_scry => EventVerb::Scries,
            Rule::evp_surveil => EventVerb::Surveils,
            Rule::evp_mill => {
                object = object_of(self, node)?;
                EventVerb::Mills
            }
            Rule::evp_create => {
                object = object_of(self, node)?;
                EventVerb::Creates
            }
            Rule::evp_proliferate => EventVerb::Proliferates,
            Rule::evp_explore => EventVerb::Explores,
            Rule::evp_fight => EventVerb::Fights,
            Rule::evp_phase if has(node, Rule::phase_in) => EventVerb::PhasesIn,
            Rule::evp_phase => EventVerb::PhasesOut,
            Rule::evp_transform => {
                // "Transforms into" says the name of the face that then is up, whose ability it is.
                object = object_of(self, node)?;
                if object.as_ref().is_some_and(|into| *into != Noun::This) {
                    return self.not_understood(node);
                }
                EventVerb::Transforms
            }
            Rule::evp_untap if !has(node, Rule::turn_part_of) => EventVerb::Untaps,
            Rule::evp_copy => {
                self.said.copied = true;
                object = object_of(self, node)?;
                EventVerb::Copies
            }
            Rule::evp_keyword if !node.text().contains(' ') => {
                let word = node.text();
                let base = word.strip_suffix('s').unwrap_or(word);
                EventVerb::KeywordAction(base.into())
            }
            Rule::evp_keyword if has(node, Rule::noun) => {
                object = object_of(self, node)?;
                let word = node.text().split(' ').next().unwrap_or("");
                EventVerb::KeywordAction(word.strip_suffix('s').unwrap_or(word).into())
            }
            _ => return self.not_understood(node),
        };
        self.participant(EventRole::Subject, subject.as_ref(), batch);
        self.participant(EventRole::Object, object.as_ref(), false);
        if amount || batch {
            self.said.amounts.push(of_role(EventRole::Amount));
        }
        Ok(Event {
            verb,
            subject,
            object,
            batch,
        })
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
