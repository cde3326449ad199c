//! Sentences, what stands before their first clause, and durations (CR 608.2c, 611.2a).

use crate::diag::Code;
use crate::ir::{
    Action, Binding, Condition, Duration, Effect, Event, EventVerb, Noun, Trigger, TriggerWord,
    Whose,
};
use crate::lower::clause::addition::copied_by_you;
use crate::lower::clause::addition::countered_elsewhere;
use crate::lower::clause::addition::last_copy;
use crate::lower::clause::addition::last_counter;
use crate::lower::clause::addition::lasts;
use crate::lower::clause::addition::new_targets_for_the_copy;
use crate::lower::clause::addition::of_one_thing;
use crate::lower::{
    clause::effect::{Part, and, cannot_be_regenerated, delayed, not, to_effect},
    context::{Lower, Lowered, child, find, has},
    discourse::{Kind, Meant, Referent},
};
use spellwright_grammar::{Node, Rule};

/// Whether a statement is about what the object itself costs: on a spell it holds while it is cast (CR 601.2f).
fn is_about_cost(statement: &crate::ir::Statement) -> bool {
    statement.subject == crate::ir::Noun::This
        && statement
            .modifications
            .iter()
            .all(|m| matches!(m, crate::ir::Modification::CostChange { .. }))
}

/// Where the sentences of a chain begin that "Then" joins to a first one which is conditional, optional or repeated.
fn then_sentences(leads: &[Node<'_>], chain: Node<'_>) -> Vec<usize> {
    let of_first = |lead: &Node<'_>| {
        matches!(
            lead.rule(),
            Rule::ld_if | Rule::ld_unless | Rule::ld_for_each | Rule::ld_otherwise
        )
    };
    let others = |lead: &Node<'_>| of_first(lead) || lead.rule() == Rule::ld_then;
    let next: Vec<usize> = chain
        .children()
        .enumerate()
        .filter(|(_, n)| n.rule() == Rule::joiner && n.text().starts_with(". then"))
        .map(|(at, _)| at + 1)
        .collect();
    let Some(first) = next.first() else {
        return next;
    };
    let optional = chain
        .children()
        .take(*first)
        .any(|clause| clause.children().any(|n| n.rule() == Rule::cl_may));
    if leads.iter().all(others) && (optional || leads.iter().any(of_first)) {
        next
    } else {
        Vec::new()
    }
}

impl Lower<'_> {
    pub(in crate::lower) fn sentence(
        &mut self,
        node: Node<'_>,
        out: &mut Vec<Part>,
    ) -> Lowered<()> {
        // A sentence that ends with a quoted one has that one's period.
        if let Some(end) = find(node, Rule::no_period)
            && !node.text().ends_with(".\"")
            // A quoted ability may go without, where the sentence around it goes on.
            && self.depth == 0
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
        if new_targets_for_the_copy(node)
            && let Some(Part::Act(effect)) = out.last_mut()
            && copied_by_you(effect) == node.text().starts_with("you ")
            && let Some(new_targets) = last_copy(effect)
        {
            // CR 707.10c: said of the copy that has just been made.
            *new_targets = true;
            return Ok(());
        }
        if let Some(Part::Act(effect)) = out.last_mut()
            && let Some(place) = last_counter(effect)
            && let Some(put) = countered_elsewhere(node)
        {
            // CR 701.6a: what becomes of the countered spell.
            let to = match put.rule() {
                Rule::vp_exile => crate::ir::Placement::into_zone(crate::vocab::Zone::Exile),
                _ => {
                    let dest = self.need(put, Rule::dest)?;
                    let said = self.said.clone();
                    let to = self.placement(dest);
                    self.said = said;
                    let mut to = to?;
                    to.whose = None;
                    to
                }
            };
            *place = Some(Box::new(to));
            return Ok(());
        }
        let before = out.len();
        self.sentence_rest(node, out)?;
        let new = out.get_mut(before..).unwrap_or_default();
        if let Some(still) = child(node, Rule::still) {
            return self.still(still, new);
        }
        match find(node, Rule::bw_still) {
            Some(still) => self.was_before(still, new),
            None => Ok(()),
        }
    }

    pub(in crate::lower) fn sentence_rest(
        &mut self,
        node: Node<'_>,
        out: &mut Vec<Part>,
    ) -> Lowered<()> {
        let before = out.clone();
        let new = self.defining(child(node, Rule::q_where), |w| {
            let mut out = before.clone();
            w.sentence_body(node, &mut out)?;
            Ok(out)
        })?;
        *out = new;
        Ok(())
    }

    /// Reads something in which X is what "where X is ..." says.
    pub(in crate::lower) fn defining<T>(
        &mut self,
        where_x: Option<Node<'_>>,
        mut read: impl FnMut(&mut Self) -> Lowered<T>,
    ) -> Lowered<T> {
        let Some(where_x) = where_x else {
            return read(self);
        };
        // The value of X may speak of what the sentence introduces: read the sentence, then X, then it again.
        let saved = self.said.clone();
        read(self)?;
        let x = self.anything(|w| w.quantity(where_x))?;
        let slots = std::mem::replace(&mut self.said, saved);
        self.said.adopt(&slots);
        let outer = self.x.replace(x);
        let result = read(self);
        self.x = outer;
        result
    }

    pub(in crate::lower) fn sentence_body(
        &mut self,
        node: Node<'_>,
        out: &mut Vec<Part>,
    ) -> Lowered<()> {
        let chain = self.need(node, Rule::chain)?;
        let leads: Vec<Node<'_>> = node
            .children()
            .filter(|n| n.rule() == Rule::lead)
            .filter_map(|n| n.children().next())
            .collect();
        let next = then_sentences(&leads, chain);
        if !next.is_empty() && !self.instead(&leads, chain) {
            return self.first_and_then(&leads, chain, &next, out);
        }
        if !self.instead(&leads, chain) {
            return self.led(&leads, chain, out);
        }
        let (said, all) = (self.said.clone(), out.clone());
        self.led_instead(&leads, chain, out)?;
        let replaced = super::instead::actions_replaced(out);
        let speaks = |now: &crate::lower::discourse::Discourse| {
            replaced
                .iter()
                .any(|id| said.number_of(*id).is_none() && now.number_of(*id).is_some())
        };
        if !speaks(&self.said) {
            return Ok(());
        }
        // What is replaced doesn't happen: "that creature" is what it was to happen to.
        let again = said.without(&replaced);
        let said_before = std::mem::replace(&mut self.said, again);
        *out = all;
        self.led_instead(&leads, chain, out)?;
        if speaks(&self.said) {
            self.said = said_before;
            return self.dangling(chain);
        }
        Ok(())
    }

    /// What stands before the first sentence is not said of those that "Then" begins.
    fn first_and_then(
        &mut self,
        leads: &[Node<'_>],
        chain: Node<'_>,
        next: &[usize],
        out: &mut Vec<Part>,
    ) -> Lowered<()> {
        let before = self.cut.replace((chain.start(), chain.end()));
        let mut done = self.led(leads, chain, out);
        for at in next {
            done = done.and_then(|()| self.clauses(chain, *at, out));
        }
        self.cut = before;
        done
    }

    fn led_instead(
        &mut self,
        leads: &[Node<'_>],
        chain: Node<'_>,
        out: &mut Vec<Part>,
    ) -> Lowered<()> {
        let before = out.len();
        self.led(leads, chain, out)?;
        // "It deals 5 damage instead if ...".
        if leads.is_empty()
            && self.instead(&[], chain)
            && out.len() == before + 1
            && let Some(Part::Act(Effect::If {
                otherwise: None, ..
            })) = out.last()
            && let Some(Part::Act(Effect::If {
                condition, then, ..
            })) = out.pop()
        {
            return self.replacing(chain, condition, *then, out);
        }
        Ok(())
    }

    /// What stands before the first clause, outermost first.
    pub(in crate::lower) fn led(
        &mut self,
        leads: &[Node<'_>],
        chain: Node<'_>,
        out: &mut Vec<Part>,
    ) -> Lowered<()> {
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
                    // Only what is offered can be left undone.
                    let left = ["don't", "doesn't"].iter().any(|w| lead.text().contains(w));
                    let offered = self.said.offered.filter(|_| left);
                    let Some(action) = offered.or(self.said.optional) else {
                        return self.dangling(*lead);
                    };
                    let done = Condition::Done(Binding::Result(self.said.slot(action)));
                    let mut new = Vec::new();
                    let aside = self.said.put_aside(&[action]);
                    self.led(rest, chain, &mut new)?;
                    self.said.take_up(aside);
                    self.conditioned(new, Condition::Not(Box::new(done)), out);
                    return Ok(());
                }
                let mut undone = Vec::new();
                if let Some(Part::Act(Effect::If { then, .. })) = out.last() {
                    super::instead::collect(then, &mut undone);
                }
                let mut new = Vec::new();
                let aside = self.said.put_aside(&undone);
                self.led(rest, chain, &mut new)?;
                self.said.take_up(aside);
                if let (Some(Part::Holds(before, None)), [Part::Holds(after, None)]) =
                    (out.last(), new.as_mut_slice())
                    && let (Some(condition), None) = (&before.condition, &after.condition)
                {
                    after.condition = Some(not(condition.clone()));
                    out.append(&mut new);
                    return Ok(());
                }
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
                // "If it's a creature card, ... If it's a land card, ...": it is the same thing in both, whatever was done.
                let same = match out.last() {
                    Some(Part::Act(Effect::If {
                        condition: Condition::Is(Noun::Ref { .. }, _),
                        then,
                        ..
                    })) if condition_node.text().starts_with("it") => Some(then),
                    _ => None,
                };
                let mut done = Vec::new();
                if let Some(then) = same {
                    super::instead::collect(then, &mut done);
                }
                let aside = self.said.put_aside(&done);
                let mut condition = self.condition(condition_node)?;
                if lead.rule() == Rule::ld_unless {
                    condition = not(condition);
                }
                let mut new = Vec::new();
                let instead = self.instead(rest, chain);
                self.led(rest, chain, &mut new)?;
                self.said.take_up(aside);
                if instead {
                    return self.replacing(*lead, condition, to_effect(new), out);
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
                        Part::Act(Effect::Replace {
                            replacement,
                            duration: crate::ir::Duration::Permanent,
                        }) => out.push(Part::Act(Effect::Replace {
                            replacement,
                            duration: duration.clone(),
                        })),
                        Part::Act(mut effect) => {
                            if !lasts(&mut effect, &duration) {
                                return self.not_understood(*lead);
                            }
                            out.push(Part::Act(effect));
                        }
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
                let player = filter.as_ref().is_some_and(|f| f.head.is_player());
                self.said.push(Referent {
                    meant: Meant::Binding(Binding::Each),
                    kind: if player { Kind::Player } else { Kind::Object },
                    plural: false,
                    filter,
                    done: None,
                });
                let mut new = Vec::new();
                let said = self.said.referents.len();
                self.led(rest, chain, &mut new)?;
                // What is done once for each is done to many.
                let results = self.said.referents.iter_mut().skip(said);
                results
                    .filter(|r| matches!(r.meant, Meant::Result(_)))
                    .for_each(|r| r.plural = true);
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
            Rule::ld_if_tapped if rest.is_empty() && self.lasting => {
                let replacement =
                    crate::lower::clause::action::mana::production(self, *lead, chain)?;
                out.push(Part::Act(Effect::Replace {
                    replacement: Box::new(replacement),
                    duration: crate::ir::Duration::Permanent,
                }));
                Ok(())
            }
            Rule::ld_if_would | Rule::ld_next_time => {
                let instead = rest.iter().any(|l| l.rule() == Rule::ld_instead);
                if rest.len() > usize::from(instead) {
                    return self.not_understood(*lead);
                }
                match super::replacement::would_be(self, *lead, chain, instead, &[])? {
                    (replacement, Some(duration)) => {
                        out.push(Part::Act(Effect::Replace {
                            replacement: Box::new(replacement),
                            duration,
                        }));
                        Ok(())
                    }
                    // CR 611.2a: without a duration it lasts, for the one thing that it is about.
                    (replacement, None) if of_one_thing(&replacement) => {
                        out.push(Part::Act(Effect::Replace {
                            replacement: Box::new(replacement),
                            duration: Duration::Permanent,
                        }));
                        Ok(())
                    }
                    _ => self.not_understood(*lead),
                }
            }
            Rule::ld_delayed_trigger => {
                let trigger_event = self.need(*lead, Rule::event)?;
                let (event, limits) = self.limited_event(trigger_event)?;
                let once = lead.says("when");
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

    pub(in crate::lower) fn conditioned(
        &mut self,
        new: Vec<Part>,
        condition: Condition,
        out: &mut Vec<Part>,
    ) {
        if let [Part::Holds(statement, None)] = new.as_slice()
            && !self.resolving
            && (self.bearer.permanent || is_about_cost(statement))
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
            instead: false,
        }));
    }
}
