//! Events that abilities trigger on, replace or look back to (CR 603, 614).

use crate::diag::Code;
use crate::ir::{
    Event, EventRole, EventVerb, Filter, Head, Noun, Quantifier, Quantity, Whose,
    condition::TurnPart,
};
use crate::lower::{
    context::{Lower, Lowered, child, has},
    discourse::{Kind, Referent, of_role},
    phrase::{condition::whose_combat, filter::combat, noun::Want, quantifier::determiner},
    words,
};
use crate::vocab::Phase;
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    /// An event; its participants are introduced for later words.
    pub fn event(&mut self, node: Node<'_>) -> Lowered<Event> {
        let Some(inner) = node.children().next() else {
            return self.not_understood(node);
        };
        let event = self.event_inner(inner)?;
        let nth = matches!(event.verb, EventVerb::NthEachTurn(..));
        let Some(when) = child(node, Rule::ev_when) else {
            // "Your second spell" is counted over a time that must be said.
            return if nth {
                self.not_understood(node)
            } else {
                Ok(event)
            };
        };
        if nth && when.text() == "each turn" {
            return Ok(event);
        }
        let verb = if let Some(part) = child(when, Rule::turn_part_of) {
            match self.anything(|w| w.part_of_turn(part))? {
                (Some(whose), None) => EventVerb::During(Box::new(event), whose),
                _ => return self.not_understood(when),
            }
        } else if when.says("for the first time each turn") {
            EventVerb::FirstEachTurn(Box::new(event))
        } else if let Some(held) = child(when, Rule::condition) {
            EventVerb::While(Box::new(event), Box::new(self.condition(held)?))
        } else {
            return self.not_understood(when);
        };
        Ok(Event {
            verb,
            subject: None,
            object: None,
            batch: false,
        })
    }

    /// An event of a delayed trigger, with the time for which it is waited for.
    pub fn limited_event(
        &mut self,
        node: Node<'_>,
    ) -> Lowered<(Event, Option<crate::ir::Duration>)> {
        let until = match child(node, Rule::ev_when) {
            None => None,
            Some(when) => match child(when, Rule::window).map(Node::text) {
                Some("this turn") => Some(crate::ir::Duration::ThisTurn),
                Some("this combat") => Some(crate::ir::Duration::EndOfCombat),
                _ => return self.not_understood(when),
            },
        };
        let Some(inner) = node.children().next() else {
            return self.not_understood(node);
        };
        Ok((self.delayed_event(inner)?, until))
    }

    /// An event that is waited for: it may be of a target (CR 603.7c).
    fn delayed_event(&mut self, inner: Node<'_>) -> Lowered<Event> {
        if inner.rule() != Rule::ev_subject {
            return self.event_inner(inner);
        }
        let subject_node = self.need(inner, Rule::subject)?;
        if !subject_node.text().contains("target ") {
            return self.event_inner(inner);
        }
        let subject = self.choosing(|w| w.noun(subject_node))?;
        let preds: Vec<Node<'_>> = inner
            .children()
            .filter(|n| n.rule() != Rule::subject)
            .collect();
        match preds.as_slice() {
            [pred] => self.event_predicate(*pred, &subject, false),
            _ => self.not_understood(inner),
        }
    }

    pub fn event_inner(&mut self, inner: Node<'_>) -> Lowered<Event> {
        let may_target = std::mem::replace(&mut self.may_target, false);
        let result = self.anything(|w| match inner.rule() {
            Rule::ev_begins => w.begins(inner),
            Rule::ev_counters => w.counters_event(inner),
            Rule::ev_subject => w.subject_event(inner),
            Rule::ev_damage_would => {
                let noun = w.need(inner, Rule::noun)?;
                let subject = w.noun(noun)?;
                Ok(Event {
                    verb: EventVerb::IsDealtDamage {
                        combat: combat(inner),
                    },
                    subject: Some(subject),
                    object: None,
                    batch: false,
                })
            }
            Rule::ev_state => w.state_event(inner),
            _ => w.not_understood(inner),
        });
        self.may_target = may_target;
        result
    }

    fn state_event(&mut self, node: Node<'_>) -> Lowered<Event> {
        use crate::ir::{Comparison, Condition};
        let condition = match node.children().next() {
            Some(_) if node.says("there are no") => {
                let noun = self.need(node, Rule::noun)?;
                let noun = crate::lower::phrase::quantity::set(self.noun(noun)?);
                Condition::Exist(noun, Comparison::Equal, Quantity::Number(0))
            }
            Some(who) if node.says("control") || node.says("controls") => {
                let who = self.item(who, Want::Player)?;
                let noun = self.need(node, Rule::noun)?;
                self.controls(who, noun, false)?
            }
            Some(on) if has(node, Rule::with_counters) => {
                let counters = self.need(node, Rule::with_counters)?;
                let on = self.item(on, Want::Object)?;
                let filter = Filter {
                    head: Head::Object,
                    predicates: vec![self.counters(counters)?],
                };
                Condition::Is(on, filter)
            }
            _ => return self.not_understood(node),
        };
        Ok(Event {
            verb: EventVerb::State(Box::new(condition)),
            subject: None,
            object: None,
            batch: false,
        })
    }

    fn begins(&mut self, node: Node<'_>) -> Lowered<Event> {
        let mut whose = Whose::Each;
        // "At the beginning of combat on their turn" is a part of the turn of its own.
        if node.says("on") {
            return self.not_understood(node);
        }
        if let Some(possessor) = child(node, Rule::possessor) {
            whose = match self.whose(possessor)? {
                Noun::You => Whose::Yours,
                Noun::Described {
                    quantifier: Quantifier::Each,
                    filter,
                } if filter.predicates.is_empty() => {
                    self.introduce(EventRole::Subject, Kind::Player, false, None);
                    if filter.head == Head::Opponent {
                        Whose::Opponents
                    } else {
                        Whose::Each
                    }
                }
                noun => {
                    self.introduce(EventRole::Subject, Kind::Player, false, None);
                    Whose::Of(Box::new(noun))
                }
            };
        } else if node.says("your") {
            whose = Whose::Yours;
        } else if node.says("each") {
            self.introduce(EventRole::Subject, Kind::Player, false, None);
        }
        if node.text() == "end of combat" {
            return Ok(begins(
                TurnPart::Step(crate::vocab::Step::EndOfCombat),
                Whose::Each,
            ));
        }
        let of = node.children().last();
        if let Some(of) = of.filter(|of| of.rule() != Rule::turn_part) {
            let of = self.item(of, Want::Player)?;
            self.introduce(EventRole::Subject, Kind::Player, false, None);
            whose = Whose::Of(Box::new(of));
        }
        let part = match child(node, Rule::turn_part) {
            Some(part) => {
                whose = whose_combat(part).unwrap_or(whose);
                self.turn_part(part)?
            }
            None => TurnPart::Step(crate::vocab::Step::Upkeep),
        };
        let part = match part {
            // CR 507.1: "at the beginning of combat" is the beginning of combat step.
            TurnPart::Phase(Phase::Combat) => TurnPart::Step(crate::vocab::Step::BeginningOfCombat),
            other => other,
        };
        Ok(begins(part, whose))
    }

    /// A step or phase.
    pub fn turn_part(&mut self, node: Node<'_>) -> Lowered<TurnPart> {
        Ok(match node.text() {
            "combat" | "combat phase" => TurnPart::Phase(Phase::Combat),
            _ if whose_combat(node).is_some() => TurnPart::Phase(Phase::Combat),
            "main phase" | "main phases" => TurnPart::MainPhase,
            "before attackers are declared" => TurnPart::BeforeAttackers,
            "before blockers are declared" => TurnPart::BeforeBlockers,
            "after blockers are declared" => TurnPart::AfterBlockers,
            text => match words::step(text) {
                Some(step) => TurnPart::Step(step),
                None => return self.not_understood(node),
            },
        })
    }

    fn introduce(&mut self, role: EventRole, kind: Kind, plural: bool, filter: Option<Filter>) {
        self.said.push(Referent {
            meant: of_role(role),
            kind,
            plural,
            filter,
            done: None,
        });
    }

    /// Makes a participant known to later words; the object with the ability stays itself.
    pub(in crate::lower) fn participant(
        &mut self,
        role: EventRole,
        noun: Option<&Noun>,
        batch: bool,
    ) {
        let Some(noun) = noun else { return };
        let (kind, plural, filter) = match noun {
            Noun::This => {
                self.said.push(Referent::this());
                return;
            }
            Noun::You => return,
            Noun::Described { quantifier, filter } => {
                let kind = Kind::of(filter.head);
                (
                    kind,
                    batch
                        || matches!(
                            quantifier,
                            Quantifier::All | Quantifier::Choose(crate::ir::Count::OneOrMore)
                        ),
                    Some(filter.clone()),
                )
            }
            Noun::Either(nouns) => {
                let player = nouns.iter().any(|n| {
                    matches!(n, Noun::Described { filter, .. } if filter.head.is_player())
                        || *n == Noun::You
                });
                let object = nouns.iter().any(|n| {
                    !matches!(n, Noun::Described { filter, .. } if filter.head.is_player())
                        && *n != Noun::You
                });
                if player {
                    self.introduce(role, Kind::Player, false, None);
                }
                if !object {
                    return;
                }
                let filter = nouns.iter().rev().find_map(|n| match n {
                    Noun::Described { filter, .. } => Some(filter.clone()),
                    _ => None,
                });
                (Kind::Object, batch, filter)
            }
            Noun::Attached(filter) => (Kind::Object, false, Some(filter.clone())),
            Noun::Part(_) | Noun::Related(..) => (Kind::Player, false, None),
            _ => return,
        };
        self.introduce(role, kind, plural, filter);
    }

    fn counters_event(&mut self, node: Node<'_>) -> Lowered<Event> {
        let kind = child(node, Rule::counter_kind)
            .map(|k| self.counter_kind(k))
            .transpose()?;
        if has(node, Rule::ordinal) {
            return self.not_understood(node);
        }
        let last = node.says("the last");
        let batch = node.says("one or more");
        // "You put a +1/+1 counter on it".
        let mut who = None;
        if let (true, Some(player)) = (
            node.says("on") && !node.says("put on"),
            node.children().next(),
        ) {
            who = Some(self.item(player, Want::Player)?);
        }
        let put = node.says("put on") || who.is_some();
        let Some(on) = node.children().last() else {
            return self.not_understood(node);
        };
        let subject = self.item(on, Want::Any)?;
        let verb = if last {
            match kind {
                Some(kind) if !put => EventVerb::LastCounterRemoved(kind),
                _ => return self.not_understood(node),
            }
        } else if put {
            EventVerb::CountersPut(kind)
        } else {
            EventVerb::CountersRemoved(kind)
        };
        self.participant(EventRole::Subject, Some(&subject), false);
        self.said.amounts.push(of_role(EventRole::Amount));
        Ok(Event {
            verb,
            subject: Some(subject),
            object: who,
            batch,
        })
    }

    pub(in crate::lower) fn subject_event(&mut self, node: Node<'_>) -> Lowered<Event> {
        // "You're dealt damage".
        let (subject, batch) = match child(node, Rule::np_you) {
            Some(_) => (Noun::You, false),
            None => {
                let subject = self.need(node, Rule::subject)?;
                let batch = subject.text().starts_with("one or more");
                (self.subject_any(subject)?, batch)
            }
        };
        let mut events = Vec::new();
        let predicates = |n: &Node<'_>| !matches!(n.rule(), Rule::subject | Rule::np_you);
        for pred in node.children().filter(predicates) {
            events.push(self.event_predicate(pred, &subject, batch)?);
        }
        match events.len() {
            0 => self.not_understood(node),
            1 => Ok(events.remove(0)),
            _ => Ok(Event {
                verb: EventVerb::AnyOf(events),
                subject: None,
                object: None,
                batch: false,
            }),
        }
    }

    /// A subject of which any that fits is meant.
    fn subject_any(&mut self, node: Node<'_>) -> Lowered<Noun> {
        self.any_of(node)
    }

    /// A noun of which any that fits is meant: what happens to all of them together is no event of one.
    pub(in crate::lower) fn any_of(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let items = std::iter::once(node).chain(node.children());
        for quantifier in items.filter_map(|item| child(item, Rule::np_quant)) {
            const NOT_ONE: [&str; 6] = ["each", "every", "all", "up to", "any number of", "or"];
            if NOT_ONE.contains(&determiner(quantifier)) {
                let mut problem = self.problem(
                    Code::Agreement,
                    quantifier,
                    format!("an event is of one, not of `{}`", quantifier.text()),
                );
                problem.help.push("write `a` or `one or more`".into());
                return Err(problem);
            }
        }
        self.anything(|w| w.noun_wanting(node, Want::Any))
    }

    /// What a thing did or what happened to it, in the past: without its window.
    pub fn past_event(&mut self, node: Node<'_>, subject: Option<Noun>) -> Lowered<Event> {
        let mut object = None;
        let noun = node.children().find(|n| {
            !matches!(
                n.rule(),
                Rule::combat_kind | Rule::zone_ref | Rule::anywhere | Rule::num
            )
        });
        if let Some(noun) = noun {
            object = Some(self.anything(|w| w.item(noun, Want::Any))?);
        }
        // In the passive, what was attacked or cast is the object.
        let passive = |verb, object| {
            Ok(Event {
                verb,
                subject: None,
                object,
                batch: false,
            })
        };
        let verb = match node.said().as_str() {
            "attacked" | "attack" => EventVerb::Attacks { alone: false },
            "been attacked" => return passive(EventVerb::Attacks { alone: false }, subject),
            "blocked" | "block" => EventVerb::Blocks,
            "was dealt damage"
            | "were dealt damage"
            | "been dealt damage"
            | "was dealt damage by"
            | "were dealt damage by"
            | "been dealt damage by"
            | "dealt damage by" => EventVerb::IsDealtDamage {
                combat: combat(node),
            },
            "dealt damage" | "dealt damage to" => EventVerb::DealsDamage {
                combat: combat(node),
            },
            "entered" | "entered the battlefield" => EventVerb::Enters { from: None },
            "entered under your control" | "entered the battlefield under your control" => {
                // CR 603.6a: "under your control" is what "you control" says now.
                let Some(Noun::Described { .. }) = &subject else {
                    return self.not_understood(node);
                };
                return Ok(Event {
                    verb: EventVerb::Enters { from: None },
                    subject: subject.map(|s| super::event_predicate::controlled(s, &Noun::You)),
                    object: None,
                    batch: false,
                });
            }
            "died" => EventVerb::Dies,
            "left the battlefield" => EventVerb::Leaves,
            "lost life" => EventVerb::LosesLife,
            "gained life" => EventVerb::GainsLife,
            "sacrificed" => EventVerb::Sacrifices,
            "discarded" => EventVerb::Discards,
            "drew" | "drawn" => EventVerb::Draws { nth: None },
            "cast" => EventVerb::Casts,
            "was cast" | "were cast" => return passive(EventVerb::Casts, subject),
            "cycled" if !node.text().contains(" or ") => EventVerb::Cycles,
            _ if node.says("put") => {
                let mut zones = node.children().filter(|n| n.rule() == Rule::zone_ref);
                let Some(to) = zones.next() else {
                    return self.not_understood(node);
                };
                let (to, whose) = self.zone_ref(to)?;
                let from = zones
                    .next()
                    .map(|z| self.zone_ref(z))
                    .transpose()?
                    .map(|(z, _)| z);
                if child(node, Rule::anywhere).is_some_and(|a| a.text() != "anywhere") {
                    return self.not_understood(node);
                }
                object = whose.map(|w| *w);
                EventVerb::PutInto { to, from }
            }
            _ => return self.not_understood(node),
        };
        Ok(Event {
            verb,
            subject,
            object,
            batch: false,
        })
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
