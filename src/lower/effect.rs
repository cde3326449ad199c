//! Instructions: sentences, flat chains of clauses, and what modifies them (CR 608.2c, 609, 610, 611).
//!
//! The grammar reads a line as a flat chain. Here subjects, durations and "may" are shared among its clauses.

use super::{
    context::{Lower, Lowered, child, find, has},
    discourse::{Kind, Meant, Referent, is_player},
    noun::Want,
    statics::is_static,
};
use crate::diag::Code;
use crate::ir::{
    Action, Binding, Condition, Duration, Effect, Event, EventVerb, Modification, Noun, Quantifier,
    Statement, Trigger, TriggerWord, Whose, condition::TurnPart,
};
use crate::vocab::Step;
use spellwright_grammar::{Node, Rule};

/// A clause: something done, or something that holds.
#[derive(Debug, Clone)]
pub(super) enum Part {
    Act(Effect),
    Holds(Statement, Option<Duration>),
}

impl Part {
    pub fn effect(self) -> Effect {
        match self {
            Self::Act(effect) => effect,
            Self::Holds(statement, duration) => Effect::Continuous {
                statements: vec![statement],
                duration: duration.unwrap_or(Duration::Permanent),
            },
        }
    }
}

impl Lower<'_> {
    /// The instructions of an ability.
    pub fn effect(&mut self, node: Node<'_>) -> Lowered<Effect> {
        let parts = self.parts(node)?;
        Ok(sequence(parts.into_iter().map(Part::effect).collect()))
    }

    /// The sentences of an `effect` as clauses.
    pub fn parts(&mut self, node: Node<'_>) -> Lowered<Vec<Part>> {
        let mut parts = Vec::new();
        for sentence in node.children().filter(|n| n.rule() == Rule::sentence) {
            self.sentence(sentence, &mut parts)?;
        }
        Ok(parts)
    }

    fn sentence(&mut self, node: Node<'_>, out: &mut Vec<Part>) -> Lowered<()> {
        // A sentence that ends with a quoted one has that one's period.
        if let Some(end) = find(node, Rule::no_period)
            && !node.text().ends_with(".\"")
        {
            let mut problem = self.problem(Code::MissingPeriod, end, "the sentence has no period");
            problem
                .help
                .push("end every sentence of an ability with `.`".into());
            return Err(problem);
        }
        if let Some(last) = out.last_mut()
            && cannot_be_regenerated(node)
            && let Part::Act(Effect::Act {
                action: Action::Destroy {
                    no_regeneration, ..
                },
                ..
            }) = last
        {
            // CR 701.8c: said of what has just been destroyed.
            *no_regeneration = true;
            return Ok(());
        }
        if let Some(still) = child(node, Rule::still) {
            let before = out.len();
            self.sentence_rest(node, out)?;
            return self.still(still, out.get_mut(before..).unwrap_or_default());
        }
        self.sentence_rest(node, out)
    }

    /// "It's still a land": what it becomes is in addition to what it is (CR 205.1b).
    fn still(&self, node: Node<'_>, parts: &mut [Part]) -> Lowered<()> {
        let modifications = parts.iter_mut().filter_map(|part| match part {
            Part::Holds(statement, _) => Some(&mut statement.modifications),
            Part::Act(_) => None,
        });
        let mut told = false;
        for modification in modifications.flatten() {
            if let Modification::Become { additional, .. } = modification {
                *additional = true;
                told = true;
            }
        }
        if told {
            Ok(())
        } else {
            self.not_understood(node)
        }
    }

    fn sentence_rest(&mut self, node: Node<'_>, out: &mut Vec<Part>) -> Lowered<()> {
        match child(node, Rule::q_where) {
            None => self.sentence_body(node, out),
            Some(where_x) => {
                // The value of X may speak of what the sentence introduces: read the sentence, then X, then it again.
                let saved = self.said.clone();
                self.sentence_body(node, &mut out.clone())?;
                let x = self.anything(|w| w.quantity(where_x))?;
                let slots = std::mem::replace(&mut self.said, saved);
                self.said.adopt(&slots);
                let outer = self.x.replace(x);
                let result = self.sentence_body(node, out);
                self.x = outer;
                result
            }
        }
    }

    fn sentence_body(&mut self, node: Node<'_>, out: &mut Vec<Part>) -> Lowered<()> {
        let chain = self.need(node, Rule::chain)?;
        let leads: Vec<Node<'_>> = node
            .children()
            .filter(|n| n.rule() == Rule::lead)
            .filter_map(|n| n.children().next())
            .collect();
        self.led(&leads, chain, out)
    }

    /// What stands before the first clause, outermost first.
    fn led(&mut self, leads: &[Node<'_>], chain: Node<'_>, out: &mut Vec<Part>) -> Lowered<()> {
        /// Conditions and times before one clause; each is one nesting of what the line means.
        const MOST_LEADS: usize = 8;
        let Some((lead, rest)) = leads.split_first() else {
            return self.chain(chain, out);
        };
        if rest.len() >= MOST_LEADS {
            return Err(self.problem(
                Code::TooDeep,
                *lead,
                "too many conditions stand before one clause",
            ));
        }
        match lead.rule() {
            // "Instead" is looked for by what it belongs to.
            Rule::ld_then | Rule::ld_instead => self.led(rest, chain, out),
            Rule::ld_otherwise => {
                if has(*lead, Rule::ld_neg) {
                    let Some(action) = self.said.optional else {
                        return self.dangling(*lead);
                    };
                    let done = Condition::Done(Binding::Result(self.said.slot(action)));
                    let mut new = Vec::new();
                    self.led(rest, chain, &mut new)?;
                    self.conditioned(new, Condition::Not(Box::new(done)), out);
                    return Ok(());
                }
                let mut new = Vec::new();
                self.led(rest, chain, &mut new)?;
                match out.last_mut() {
                    Some(Part::Act(Effect::If {
                        otherwise: otherwise @ None,
                        ..
                    })) => {
                        *otherwise = Some(Box::new(to_effect(new)));
                        Ok(())
                    }
                    _ => self.dangling(*lead),
                }
            }
            Rule::ld_if | Rule::ld_unless => {
                let condition_node = self.need(*lead, Rule::condition)?;
                let mut condition = self.condition(condition_node)?;
                if lead.rule() == Rule::ld_unless {
                    condition = not(condition);
                }
                let mut new = Vec::new();
                let instead = self.instead(rest, chain);
                self.led(rest, chain, &mut new)?;
                if instead {
                    // CR 608.2c: the later instruction replaces the earlier one if the condition holds.
                    let Some(Part::Act(before)) = out.pop() else {
                        return self.dangling(*lead);
                    };
                    out.push(Part::Act(Effect::If {
                        condition,
                        then: Box::new(to_effect(new)),
                        otherwise: Some(Box::new(before)),
                    }));
                    return Ok(());
                }
                self.conditioned(new, condition, out);
                Ok(())
            }
            Rule::ld_as_long => {
                let condition_node = self.need(*lead, Rule::condition)?;
                let condition = self.condition(condition_node)?;
                self.as_long(condition, *lead, rest, chain, out)
            }
            Rule::ld_during => {
                let part = self.need(*lead, Rule::turn_part_of)?;
                let (whose, part) = self.part_of_turn(part)?;
                let condition = match part {
                    Some(part) => Condition::During(whose, part),
                    None => Condition::Turn(whose.unwrap_or(Whose::Each)),
                };
                self.as_long(condition, *lead, rest, chain, out)
            }
            Rule::ld_duration => {
                let duration = self.need(*lead, Rule::duration)?;
                // A permanent's own "as long as" is a condition of its static ability.
                if let Some(long) = child(duration, Rule::du_as_long)
                    && long.text().starts_with("as long")
                    && self.bearer.permanent
                    && !self.resolving
                {
                    let condition = self.need(long, Rule::condition)?;
                    let condition = self.condition(condition)?;
                    return self.as_long(condition, *lead, rest, chain, out);
                }
                let duration = self.duration(duration)?;
                let mut new = Vec::new();
                let lasting = std::mem::replace(&mut self.lasting, true);
                let led = self.led(rest, chain, &mut new);
                self.lasting = lasting;
                led?;
                for part in new {
                    match part {
                        Part::Holds(statement, None) => {
                            out.push(Part::Holds(statement, Some(duration.clone())))
                        }
                        Part::Holds(statement, own) => out.push(Part::Holds(statement, own)),
                        Part::Act(Effect::Delayed {
                            trigger,
                            effect,
                            once,
                            duration: None,
                        }) => out.push(Part::Act(Effect::Delayed {
                            trigger,
                            effect,
                            once,
                            duration: Some(duration.clone()),
                        })),
                        Part::Act(_) => return self.not_understood(*lead),
                    }
                }
                Ok(())
            }
            Rule::ld_for_each => {
                let Some(inner) = lead.children().next() else {
                    return self.not_understood(*lead);
                };
                if inner.rule() != Rule::fe_other {
                    return self.not_understood(*lead);
                }
                let over = self.for_each_noun(inner)?;
                let filter = match &over {
                    Noun::Described { filter, .. } => Some(filter.clone()),
                    _ => None,
                };
                let player = filter.as_ref().is_some_and(|f| is_player(f.head));
                self.said.push(Referent {
                    meant: Meant::Binding(Binding::Each),
                    kind: if player { Kind::Player } else { Kind::Object },
                    plural: false,
                    filter,
                    done: None,
                });
                let mut new = Vec::new();
                self.led(rest, chain, &mut new)?;
                out.push(Part::Act(Effect::ForEach {
                    over,
                    effect: Box::new(to_effect(new)),
                }));
                Ok(())
            }
            Rule::ld_delay => {
                let delay = self.need(*lead, Rule::delay)?;
                let trigger = self.delay(delay)?;
                let mut new = Vec::new();
                self.led(rest, chain, &mut new)?;
                out.push(Part::Act(delayed(trigger, to_effect(new))));
                Ok(())
            }
            Rule::ld_if_would => {
                let instead = rest.iter().any(|l| l.rule() == Rule::ld_instead);
                if rest.len() > usize::from(instead) {
                    return self.not_understood(*lead);
                }
                match super::replacement::would_be(self, *lead, chain, instead)? {
                    (replacement, Some(duration)) => {
                        out.push(Part::Act(Effect::Replace {
                            replacement: Box::new(replacement),
                            duration,
                        }));
                        Ok(())
                    }
                    _ => self.not_understood(*lead),
                }
            }
            Rule::ld_delayed_trigger => {
                let trigger_event = self.need(*lead, Rule::event)?;
                if has(*lead, Rule::tw_the_next) {
                    return self.not_understood(*lead);
                }
                let (event, limits) = self.limited_event(trigger_event)?;
                let once = has(*lead, Rule::tw_when);
                let duration = match limits {
                    None if once || rest.is_empty() => None,
                    None => None,
                    Some(window) => Some(window),
                };
                let word = if once {
                    TriggerWord::When
                } else {
                    TriggerWord::Whenever
                };
                let mut new = Vec::new();
                self.led(rest, chain, &mut new)?;
                out.push(Part::Act(Effect::Delayed {
                    trigger: Trigger { word, event },
                    effect: Box::new(to_effect(new)),
                    once,
                    duration,
                }));
                Ok(())
            }
            Rule::ld_when_do => {
                if has(*lead, Rule::noun) {
                    return self.not_understood(*lead);
                }
                let Some(action) = self.said.optional else {
                    return self.dangling(*lead);
                };
                let done = Condition::Done(Binding::Result(self.said.slot(action)));
                let trigger = Trigger {
                    word: TriggerWord::When,
                    event: Event {
                        verb: EventVerb::State(Box::new(done)),
                        subject: None,
                        object: None,
                        batch: false,
                    },
                };
                let mut new = Vec::new();
                self.led(rest, chain, &mut new)?;
                out.push(Part::Act(delayed(trigger, to_effect(new))));
                Ok(())
            }
            _ => self.not_understood(*lead),
        }
    }

    /// What holds only while a condition does.
    fn as_long(
        &mut self,
        condition: Condition,
        lead: Node<'_>,
        rest: &[Node<'_>],
        chain: Node<'_>,
        out: &mut Vec<Part>,
    ) -> Lowered<()> {
        let mut new = Vec::new();
        self.led(rest, chain, &mut new)?;
        for part in new {
            match part {
                Part::Holds(mut statement, None) => {
                    statement.condition = Some(and(condition.clone(), statement.condition.take()));
                    out.push(Part::Holds(statement, None));
                }
                _ => return self.not_understood(lead),
            }
        }
        Ok(())
    }

    /// Whether a chain says "instead", alone or before what follows.
    fn instead(&self, leads: &[Node<'_>], chain: Node<'_>) -> bool {
        leads.iter().any(|l| l.rule() == Rule::ld_instead)
            || chain.children().any(|clause| {
                has(clause, Rule::cl_instead)
                    || clause
                        .children()
                        .any(|s| s.rule() == Rule::cl_suffix && has(s, Rule::sx_instead))
            })
    }

    fn conditioned(&mut self, new: Vec<Part>, condition: Condition, out: &mut Vec<Part>) {
        if let [Part::Holds(statement, None)] = new.as_slice()
            && self.bearer.permanent
        {
            let mut statement = statement.clone();
            statement.condition = Some(and(condition, statement.condition.take()));
            out.push(Part::Holds(statement, None));
            return;
        }
        out.push(Part::Act(Effect::If {
            condition,
            then: Box::new(to_effect(new)),
            otherwise: None,
        }));
    }

    /// "At the beginning of the next end step" (CR 603.7).
    fn delay(&mut self, node: Node<'_>) -> Lowered<Trigger> {
        let Some(inner) = node.children().next() else {
            return self.not_understood(node);
        };
        let (part, whose) = match inner.rule() {
            Rule::dl_end_combat => (TurnPart::Step(Step::EndOfCombat), Whose::Each),
            Rule::dl_next_step => {
                let part = self.need(inner, Rule::turn_part)?;
                let part = self.turn_part(part)?;
                let whose = if has(inner, Rule::dl_your_nx) {
                    Whose::YourNext
                } else if has(inner, Rule::dl_next) && inner.text().contains("turn's") {
                    Whose::NextTurn
                } else if has(inner, Rule::dl_next) {
                    Whose::Next
                } else {
                    return self.not_understood(inner);
                };
                (part, whose)
            }
            _ => return self.not_understood(inner),
        };
        Ok(Trigger {
            word: TriggerWord::At,
            event: Event {
                verb: EventVerb::Begins(part, whose),
                subject: None,
                object: None,
                batch: false,
            },
        })
    }

    /// A duration (CR 611.2a).
    pub fn duration(&mut self, node: Node<'_>) -> Lowered<Duration> {
        let Some(inner) = node.children().next() else {
            return self.not_understood(node);
        };
        Ok(match inner.rule() {
            Rule::du_eot => Duration::EndOfTurn,
            Rule::du_this_turn => Duration::ThisTurn,
            Rule::du_combat => Duration::EndOfCombat,
            Rule::du_your_next => Duration::YourNextTurn,
            Rule::du_end_your_next => Duration::EndOfYourNextTurn,
            Rule::du_until_step => {
                let part = self.need(inner, Rule::turn_part)?;
                let part = self.turn_part(part)?;
                Duration::Until(
                    part,
                    if has(inner, Rule::du_your) {
                        Whose::YourNext
                    } else {
                        Whose::Next
                    },
                )
            }
            Rule::du_leaves => match inner.children().next() {
                Some(noun) => Duration::UntilLeaves(Box::new(self.item(noun, Want::Object)?)),
                None => return self.not_understood(inner),
            },
            Rule::du_as_long => {
                let condition = self.need(inner, Rule::condition)?;
                Duration::AsLongAs(self.condition(condition)?)
            }
            _ => return self.not_understood(inner),
        })
    }

    /// The clauses of a chain alone.
    pub fn chain_parts(&mut self, node: Node<'_>) -> Lowered<Vec<Part>> {
        let mut parts = Vec::new();
        self.chain(node, &mut parts)?;
        Ok(parts)
    }

    /// A flat chain of clauses.
    fn chain(&mut self, node: Node<'_>, out: &mut Vec<Part>) -> Lowered<()> {
        let mut subject: Option<Noun> = None;
        let mut mine: Vec<Part> = Vec::new();
        // From where on the player may choose not to.
        let mut optional: Option<(Noun, usize)> = None;
        for clause in node.children() {
            if clause.rule() == Rule::joiner {
                if has(clause, Rule::jn_or) {
                    return self.not_understood(clause);
                }
                continue;
            }
            self.clause(clause, &mut subject, &mut mine, &mut optional)?;
        }
        if let Some((who, from)) = optional {
            let rest = mine.split_off(from.min(mine.len()));
            let id = self.said.action();
            self.said.optional = Some(id);
            // "You may have this deal 2 damage" and permissions are not actions to be undone.
            if let [Part::Holds(statement, duration)] = rest.as_slice() {
                mine.push(Part::Holds(statement.clone(), duration.clone()));
            } else {
                let effect = to_effect(rest);
                mine.push(Part::Act(match effect {
                    Effect::MayPay { who, cost, .. } => Effect::MayPay {
                        who,
                        cost,
                        bind: Some(id),
                    },
                    effect => Effect::May {
                        who,
                        effect: Box::new(effect),
                        bind: Some(id),
                    },
                }));
            }
        }
        out.append(&mut mine);
        Ok(())
    }

    fn clause(
        &mut self,
        node: Node<'_>,
        subject: &mut Option<Noun>,
        out: &mut Vec<Part>,
        optional: &mut Option<(Noun, usize)>,
    ) -> Lowered<()> {
        let mut own_subject = None;
        let mut player = None;
        let mut predicate = None;
        let mut suffixes = Vec::new();
        let mut condition = None;
        let mut may = false;
        for part in node.children() {
            match part.rule() {
                Rule::cl_if => {
                    let c = self.need(part, Rule::condition)?;
                    condition = Some(self.condition(c)?);
                }
                Rule::cl_instead => {}
                // What is able to block something is described by that thing alone.
                Rule::subject if find(part, Rule::pm_could).is_some() => {}
                Rule::subject => own_subject = Some(self.clause_subject(part)?),
                Rule::cl_contracted if part.text() == "they" => {
                    own_subject = Some(self.they(part, Want::Object)?);
                }
                Rule::cl_contracted => own_subject = Some(self.it(part)?),
                Rule::cl_may_have => {
                    let mut two = part.children();
                    let (Some(who), Some(acts)) = (two.next(), two.next()) else {
                        return self.not_understood(part);
                    };
                    player = Some(self.clause_subject(who)?);
                    own_subject = Some(self.clause_subject(acts)?);
                    may = true;
                }
                Rule::cl_may => may = true,
                Rule::cl_have => {
                    let s = self.need(part, Rule::subject)?;
                    player = own_subject.take();
                    own_subject = Some(self.clause_subject(s)?);
                }
                Rule::cl_each => {}
                Rule::cl_suffix => suffixes.extend(part.children().next()),
                Rule::cl_subject_tail | Rule::cl_perp => return self.not_understood(part),
                _ => predicate = Some(part),
            }
        }
        let Some(predicate) = predicate else {
            return self.not_understood(node);
        };
        let inherited = own_subject.is_none();
        if own_subject.is_some() {
            *subject = own_subject;
        }
        // A target that a clause takes over from the one before is announced only once.
        let again = if inherited {
            self.announced(subject.as_ref())
        } else {
            None
        };
        if may {
            let who = player.or_else(|| subject.clone()).unwrap_or(Noun::You);
            if optional.is_none() {
                *optional = Some((who, out.len()));
            }
        }
        let each = suffixes
            .iter()
            .find(|s| s.rule() == Rule::sx_for_each)
            .and_then(|s| child(*s, Rule::q_for_each));
        let mut new = Vec::new();
        if predicate.rule() == Rule::vp_block_able && has(predicate, Rule::mu_do_so) {
            // "All creatures able to block it do so" is said of what they block.
            let of = node
                .children()
                .find(|n| n.rule() == Rule::subject)
                .and_then(|subject| find(subject, Rule::pm_could))
                .and_then(|could| could.children().next());
            let Some(of) = of else {
                return self.not_understood(node);
            };
            *subject = Some(self.item(of, Want::Object)?);
        }
        let permitted = may
            && predicate.rule() == Rule::vp_cast
            && (self.lasting
                || has(predicate, Rule::duration)
                || has(predicate, Rule::cast_as)
                || has(predicate, Rule::cast_from_top)
                || suffixes.iter().any(|s| s.rule() == Rule::sx_duration)
                || (self.bearer.permanent && !self.resolving));
        if permitted {
            let who = subject.clone().unwrap_or(Noun::You);
            new.push(self.permission(predicate, who)?);
        } else if is_static(predicate) {
            let about = self.about(predicate, subject.as_ref())?;
            if predicate.rule() == Rule::vp_gain_control {
                let what = self.need(predicate, Rule::noun)?;
                let what = self.noun_wanting(what, Want::Object)?;
                let who = if inherited {
                    subject.clone().filter(is_player_noun).unwrap_or(Noun::You)
                } else {
                    about
                };
                let statement = Statement {
                    subject: what,
                    modifications: vec![Modification::Control(Box::new(who))],
                    condition: None,
                };
                new.push(Part::Holds(statement, None));
            } else {
                let modifications = self.modifications(predicate, &about, each)?;
                let inner = find(predicate, Rule::duration).filter(|d| {
                    d.text() != "each combat"
                        && d.text() != "each turn"
                        && !within_quote(predicate, *d)
                });
                let next_untap = predicate.rule() == Rule::vp_doesnt_untap
                    && find(predicate, Rule::tp_next).is_some();
                let duration = if next_untap {
                    Some(Duration::NextUntapStep)
                } else {
                    inner.map(|d| self.duration(d)).transpose()?
                };
                // "Gets +1/+1 and has flying": one statement about one subject (CR 613.6).
                let joined = match (out.last_mut(), inherited, may) {
                    (Some(Part::Holds(before, None)), true, false) if before.subject == about => {
                        before.modifications.extend(modifications.iter().cloned());
                        if let Some(duration) = &duration
                            && let Some(Part::Holds(statement, _)) = out.pop()
                        {
                            out.push(Part::Holds(statement, Some(duration.clone())));
                        }
                        true
                    }
                    _ => false,
                };
                if joined {
                    let Some(last) = out.pop() else {
                        return self.not_understood(node);
                    };
                    new.push(last);
                } else {
                    let statement = Statement {
                        subject: again.unwrap_or(about),
                        modifications,
                        condition: None,
                    };
                    new.push(Part::Holds(statement, duration));
                }
            }
        } else {
            let who = self.actor(predicate, subject.as_ref(), inherited, may);
            let who = match again {
                Some(again) if subject.as_ref() == Some(&who) => again,
                _ => who,
            };
            if each.is_some() {
                return self.not_understood(node);
            }
            new.push(Part::Act(self.verb(predicate, &who)?));
        }
        for suffix in suffixes {
            self.suffix(suffix, &mut new, out)?;
        }
        if let Some(condition) = condition {
            let mut wrapped = Vec::new();
            self.conditioned(new, condition, &mut wrapped);
            new = wrapped;
        }
        out.append(&mut new);
        Ok(())
    }

    /// "You may play that card this turn", "you may cast creature spells as though they had flash".
    fn permission(&mut self, node: Node<'_>, who: Noun) -> Lowered<Part> {
        use crate::ir::{Permission, statics::AsThough};
        let noun = self.need(node, Rule::noun)?;
        let what = super::quantity::set(self.anything(|w| w.noun_wanting(noun, Want::Object))?);
        let duration = match child(node, Rule::duration) {
            Some(duration) => Some(self.duration(duration)?),
            None => None,
        };
        if node.text().contains("mana of any type") {
            return self.not_understood(node);
        }
        let free = match child(node, Rule::cast_free) {
            Some(free) if free.text().starts_with("without") => true,
            Some(free) => return self.not_understood(free),
            None => false,
        };
        if has(node, Rule::cast_as) {
            if free || who != Noun::You {
                return self.not_understood(node);
            }
            let statement = Statement {
                subject: what,
                modifications: vec![Modification::AsThough(AsThough::HadFlash)],
                condition: None,
            };
            return Ok(Part::Holds(statement, duration));
        }
        let from = match child(node, Rule::cast_from_top) {
            Some(top) if top.text().starts_with("from the top") => {
                Some(crate::vocab::Zone::Library)
            }
            Some(other) => return self.not_understood(other),
            None => None,
        };
        let statement = Statement {
            subject: who,
            modifications: vec![Modification::May(Permission::Play {
                what,
                from,
                play: node.text().starts_with("play"),
                free,
            })],
            condition: None,
        };
        Ok(Part::Holds(statement, duration))
    }

    /// An action, or one of the clauses that are offers rather than actions.
    fn verb(&mut self, predicate: Node<'_>, who: &Noun) -> Lowered<Effect> {
        match predicate.rule() {
            Rule::vp_pay if has(predicate, Rule::cost_param) => Ok(Effect::MayPay {
                who: who.clone(),
                cost: crate::ir::Cost(vec![crate::ir::CostPart::Parameter]),
                bind: None,
            }),
            Rule::vp_pay if has(predicate, Rule::cost_mana) => {
                let cost = predicate
                    .children()
                    .filter(|n| n.rule() == Rule::cost_mana)
                    .collect::<Vec<_>>();
                let [cost] = cost.as_slice() else {
                    return self.not_understood(predicate);
                };
                if has(predicate, Rule::life_amount) {
                    return self.not_understood(predicate);
                }
                let cost = self.cost(*cost)?;
                Ok(Effect::MayPay {
                    who: who.clone(),
                    cost,
                    bind: None,
                })
            }
            Rule::vp_pay if has(predicate, Rule::energy) => {
                let energy = self.need(predicate, Rule::energy)?;
                let n = i64::try_from(energy.text().matches("{e}").count()).unwrap_or(0);
                Ok(self.act(
                    who,
                    Action::RemoveCounters {
                        count: Some(crate::ir::Quantity::Number(n)),
                        kind: Some("energy".into()),
                        from: who.clone(),
                    },
                ))
            }
            Rule::vp_prevent => self.prevent(predicate),
            Rule::vp_tap_untap => {
                let noun = self.need(predicate, Rule::noun)?;
                let what = self.noun_wanting(noun, Want::Object)?;
                let tap = self.act(who, Action::Tap(what.clone()));
                let again = match self.said.referents.last().map(|r| r.meant.clone()) {
                    Some(meant) => match self.said.binding(&meant) {
                        Some(to) => Noun::Ref {
                            to,
                            word: crate::ir::Word::Pronoun,
                        },
                        None => what,
                    },
                    None => what,
                };
                let untap = self.act(who, Action::Untap(again));
                Ok(Effect::Either(vec![tap, untap]))
            }
            _ => self.choosing(|w| w.predicate(predicate, who)),
        }
    }

    /// The subject of a clause, known to later words.
    fn clause_subject(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let noun = self.noun(node)?;
        if let Noun::Described { quantifier, filter } = &noun
            && !matches!(quantifier, Quantifier::Target(_))
        {
            let player = is_player(filter.head);
            self.said.push(Referent {
                meant: Meant::Binding(Binding::Each),
                kind: if player { Kind::Player } else { Kind::Object },
                plural: !player && !matches!(quantifier, Quantifier::Each),
                filter: Some(filter.clone()),
                done: None,
            });
        }
        if noun == Noun::This {
            self.said.push(Referent {
                meant: Meant::Noun(Noun::This),
                kind: Kind::Object,
                plural: false,
                filter: None,
                done: None,
            });
        }
        Ok(noun)
    }

    /// What refers to a target phrase that was read before.
    fn announced(&self, subject: Option<&Noun>) -> Option<Noun> {
        let Some(Noun::Described {
            quantifier: Quantifier::Target(_),
            filter,
        }) = subject
        else {
            return None;
        };
        self.said
            .referents
            .iter()
            .rev()
            .find_map(|r| match r.meant {
                Meant::Binding(to @ Binding::Target(_)) if r.filter.as_ref() == Some(filter) => {
                    Some(Noun::Ref {
                        to,
                        word: crate::ir::Word::Pronoun,
                    })
                }
                _ => None,
            })
    }

    /// What a static predicate is about.
    fn about(&mut self, predicate: Node<'_>, subject: Option<&Noun>) -> Lowered<Noun> {
        match predicate.rule() {
            Rule::vp_switch | Rule::vp_change_base => {
                let whose = self.need(predicate, Rule::possessor)?;
                self.possessor(whose)
            }
            Rule::vp_not_untap => {
                let noun = self.need(predicate, Rule::noun)?;
                self.noun(noun)
            }
            Rule::vp_assign_unblocked | Rule::vp_abilities_off => {
                let whose = self.need(predicate, Rule::possessor)?;
                self.possessor(whose)
            }
            Rule::vp_play_revealed => Ok(Noun::You),
            _ => Ok(subject.cloned().unwrap_or(Noun::You)),
        }
    }

    /// Who does it: the subject said, or the one before if the verb agrees with it, else you.
    fn actor(
        &self,
        predicate: Node<'_>,
        subject: Option<&Noun>,
        inherited: bool,
        _may: bool,
    ) -> Noun {
        let Some(subject) = subject else {
            return Noun::You;
        };
        if !inherited {
            return subject.clone();
        }
        let word = predicate
            .text()
            .split(' ')
            .next()
            .unwrap_or("")
            .trim_end_matches(['.', ',']);
        let third = word.ends_with('s') && !matches!(word, "discuss");
        let plural_player = match subject {
            Noun::You => true,
            Noun::Described { filter, quantifier } => {
                is_player(filter.head)
                    && !matches!(quantifier, Quantifier::Target(_))
                    && *quantifier != Quantifier::Each
            }
            Noun::Ref {
                word: crate::ir::Word::Pronoun,
                ..
            } => is_player_noun(subject),
            _ => false,
        };
        if third || plural_player {
            subject.clone()
        } else {
            Noun::You
        }
    }

    fn suffix(&mut self, node: Node<'_>, new: &mut Vec<Part>, out: &mut [Part]) -> Lowered<()> {
        match node.rule() {
            Rule::sx_duration => {
                let duration_node = self.need(node, Rule::duration)?;
                if let [Part::Holds(statement, None)] = new.as_mut_slice() {
                    // A permanent's own "as long as" is a condition of its static ability.
                    if let Some(long) = child(duration_node, Rule::du_as_long)
                        && long.text().starts_with("as long")
                        && self.bearer.permanent
                        && !self.resolving
                    {
                        let condition = self.need(long, Rule::condition)?;
                        let condition = self.condition(condition)?;
                        statement.condition = Some(and(condition, statement.condition.take()));
                        return Ok(());
                    }
                }
                let duration = self.duration(duration_node)?;
                match new.as_mut_slice() {
                    [Part::Holds(_, own @ None)] => {
                        *own = Some(duration.clone());
                        // The duration is that of the clauses before it too, unless they have their own.
                        for part in out.iter_mut().rev() {
                            match part {
                                Part::Holds(_, own @ None) => *own = Some(duration.clone()),
                                _ => break,
                            }
                        }
                        Ok(())
                    }
                    _ => self.not_understood(node),
                }
            }
            Rule::sx_for_each | Rule::sx_instead | Rule::sx_order => Ok(()),
            Rule::sx_if | Rule::sx_unless if has(node, Rule::condition) => {
                let condition = self.need(node, Rule::condition)?;
                let mut condition = self.condition(condition)?;
                if node.rule() == Rule::sx_unless {
                    condition = not(condition);
                }
                let parts = std::mem::take(new);
                self.conditioned(parts, condition, new);
                Ok(())
            }
            Rule::sx_unless => {
                let (who, cost) = self.unless_cost(node)?;
                let effect = Box::new(to_effect(std::mem::take(new)));
                new.push(Part::Act(Effect::Unless { who, cost, effect }));
                Ok(())
            }
            Rule::sx_delay => {
                let delay = self.need(node, Rule::delay)?;
                let trigger = self.delay(delay)?;
                let effect = to_effect(std::mem::take(new));
                new.push(Part::Act(delayed(trigger, effect)));
                Ok(())
            }
            _ => self.not_understood(node),
        }
    }

    /// "Unless its controller pays {2}" (CR 118.12a).
    fn unless_cost(&mut self, node: Node<'_>) -> Lowered<(Noun, crate::ir::Cost)> {
        use crate::ir::{Cost, CostPart};
        let Some(inner) = node.children().next() else {
            return self.not_understood(node);
        };
        let Some(who_node) = inner.children().next() else {
            return self.not_understood(inner);
        };
        if inner.text().starts_with("any player")
            || has(inner, Rule::q_for_each)
            || has(inner, Rule::q_where)
        {
            return self.not_understood(inner);
        }
        let who = self.item(who_node, Want::Player)?;
        if inner.rule() == Rule::un_pays {
            if has(inner, Rule::cost_param) {
                return Ok((who, Cost(vec![CostPart::Parameter])));
            }
            let part = match (child(inner, Rule::mana), child(inner, Rule::num)) {
                (Some(mana), _) => CostPart::Mana(self.mana(mana)?),
                (None, Some(n)) => CostPart::Act(Action::PayLife(self.number(n)?)),
                _ => return self.not_understood(inner),
            };
            return Ok((who, Cost(vec![part])));
        }
        let Some(act) = inner.children().nth(1) else {
            return self.not_understood(inner);
        };
        match self.choosing(|w| w.predicate(act, &Noun::You))? {
            Effect::Act { action, .. } => Ok((who, Cost(vec![CostPart::Act(action)]))),
            _ => self.not_understood(act),
        }
    }

    /// "Prevent the next 3 damage that would be dealt to any target this turn" (CR 615).
    fn prevent(&mut self, node: Node<'_>) -> Lowered<Effect> {
        let Some(inner) = node.children().next() else {
            return self.not_understood(node);
        };
        let amount = match inner.rule() {
            Rule::pv_next => {
                let n = self.need(inner, Rule::num)?;
                Some(self.number(n)?)
            }
            Rule::pv_all => None,
            _ => return self.not_understood(inner),
        };
        let (mut to, mut by, mut duration) = (None, None, None);
        for scope in inner.children().filter(|n| n.rule() == Rule::pv_scope) {
            let Some(scope) = scope.children().next() else {
                return self.not_understood(scope);
            };
            match scope.rule() {
                Rule::pv_to => {
                    let noun = self.need(scope, Rule::noun)?;
                    to = Some(self.noun(noun)?);
                }
                Rule::pv_by => {
                    let noun = self.need(scope, Rule::noun)?;
                    by = Some(self.noun(noun)?);
                }
                Rule::pv_dur => {
                    let d = self.need(scope, Rule::duration)?;
                    duration = Some(self.duration(d)?);
                }
                _ => return self.not_understood(scope),
            }
        }
        if inner.text().contains("would deal") {
            return self.not_understood(inner);
        }
        let Some(duration) = duration else {
            return self.not_understood(node);
        };
        let combat = super::filter::combat(inner) == Some(true);
        if super::filter::combat(inner) == Some(false) {
            return self.not_understood(inner);
        }
        Ok(self.act(
            &Noun::You,
            Action::Prevent {
                amount,
                to,
                by,
                combat,
                duration,
            },
        ))
    }
}

/// Whether a sentence says "it can't be regenerated" and nothing else.
fn cannot_be_regenerated(sentence: Node<'_>) -> bool {
    matches!(
        sentence.text(),
        "it can't be regenerated."
            | "they can't be regenerated."
            | "that creature can't be regenerated."
            | "those creatures can't be regenerated."
            | "that permanent can't be regenerated."
    )
}

/// Whether a node is inside a quoted ability of another.
fn within_quote(node: Node<'_>, inner: Node<'_>) -> bool {
    node.children().any(|n| {
        n.start() <= inner.start()
            && inner.end() <= n.end()
            && (n.rule() == Rule::quoted || within_quote(n, inner))
    })
}

/// Whether a noun is a player.
pub(super) fn is_player_noun(noun: &Noun) -> bool {
    match noun {
        Noun::You | Noun::Part(_) | Noun::Related(..) => true,
        Noun::Described { filter, .. } => is_player(filter.head),
        Noun::Ref {
            word: crate::ir::Word::That(filter),
            ..
        } => is_player(filter.head),
        Noun::Ref {
            to: Binding::Each, ..
        } => true,
        Noun::Either(nouns) | Noun::All(nouns) => nouns.iter().all(is_player_noun),
        _ => false,
    }
}

/// Several effects in order; one stands for itself.
pub(super) fn sequence(effects: Vec<Effect>) -> Effect {
    let mut flat = Vec::new();
    for effect in effects {
        match effect {
            Effect::Sequence(inner) => flat.extend(inner),
            other => flat.push(other),
        }
    }
    if flat.len() == 1 {
        flat.remove(0)
    } else {
        Effect::Sequence(flat)
    }
}

fn to_effect(parts: Vec<Part>) -> Effect {
    sequence(parts.into_iter().map(Part::effect).collect())
}

fn not(condition: Condition) -> Condition {
    match condition {
        Condition::Not(inner) => *inner,
        other => Condition::Not(Box::new(other)),
    }
}

fn and(first: Condition, second: Option<Condition>) -> Condition {
    match second {
        None => first,
        Some(second) => Condition::All(vec![first, second]),
    }
}

fn delayed(trigger: Trigger, effect: Effect) -> Effect {
    Effect::Delayed {
        trigger,
        effect: Box::new(effect),
        once: true,
        duration: None,
    }
}
