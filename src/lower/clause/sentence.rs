//! Sentences, what stands before their first clause, and durations (CR 608.2c, 611.2a).

use crate::diag::Code;
use crate::ir::{Action, Condition, Effect, ManaOutput};
use crate::lower::clause::action::votes::votes;
use crate::lower::clause::addition::copied_by_you;
use crate::lower::clause::addition::countered_elsewhere;
use crate::lower::clause::addition::last_copy;
use crate::lower::clause::addition::last_counter;
use crate::lower::clause::addition::last_search;
use crate::lower::clause::addition::new_targets_for_the_copy;
use crate::lower::{
    clause::effect::{Part, and, cannot_be_regenerated, delayed, to_effect},
    context::{Lower, Lowered, child, find, has},
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
        has(*lead, Rule::conditional)
            || has(*lead, Rule::q_for_each)
            || matches!(lead.text(), "otherwise" | "if not" | "if you don't")
    };
    let others = |lead: &Node<'_>| of_first(lead) || lead.text() == "then";
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
        .any(|clause| clause.says("may"));
    if leads.iter().all(others) && (optional || leads.iter().any(of_first)) {
        next
    } else {
        Vec::new()
    }
}

/// The end of a sentence that has no period.
pub(in crate::lower) fn no_period(sentence: Node<'_>) -> Option<Node<'_>> {
    child(sentence, Rule::sentence_end).filter(|end| end.text().is_empty())
}

/// "Spend this mana only to ...", if a sentence says that and nothing else.
fn spent_only(sentence: Node<'_>) -> Option<Node<'_>> {
    let only = find(sentence, Rule::vp_spend_only)?;
    let end = only.end().saturating_add(1);
    (only.start() == sentence.start() && end >= sentence.end()).then_some(only)
}

impl Lower<'_> {
    pub(in crate::lower) fn sentence(
        &mut self,
        node: Node<'_>,
        out: &mut Vec<Part>,
    ) -> Lowered<()> {
        // A sentence that ends with a quoted one has that one's period.
        if let Some(end) = no_period(node)
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
        if matches!(
            node.text(),
            "if you search your library this way, shuffle."
                | "if you searched your library this way, shuffle."
                | "if you search your library this way, shuffle your library."
        ) && let Some(shuffles_if) = out.iter_mut().rev().find_map(|part| match part {
            Part::Act(effect) => last_search(effect),
            Part::Holds(..) => None,
        }) && !*shuffles_if
        {
            *shuffles_if = true;
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
                    let Some(dest) = find(put, Rule::dest) else {
                        return self.not_understood(put);
                    };
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
        if let Some(only) = spent_only(node) {
            let uses = self.spending(only)?;
            return match out.last_mut() {
                Some(Part::Act(Effect::Act {
                    action: Action::AddMana(output),
                    ..
                })) if !matches!(output, ManaOutput::Only(..)) => {
                    *output = ManaOutput::Only(Box::new(output.clone()), uses);
                    Ok(())
                }
                _ => self.dangling(only),
            };
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
        let leads: Vec<Node<'_>> = node.children().filter(|n| n.rule() == Rule::lead).collect();
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
        let Some(inner) = lead.children().next() else {
            return match lead.text() {
                // "Instead" is looked for by what it belongs to.
                "then" | "instead" => self.led(rest, chain, out),
                // Only votes are known to go around from a player.
                "starting with you" if find(chain, Rule::vp_choose).is_some_and(votes) => {
                    let before = std::mem::replace(&mut self.from_you, true);
                    let led = self.led(rest, chain, out);
                    self.from_you = before;
                    led
                }
                "otherwise" | "if not" => self.otherwise(*lead, rest, chain, out),
                "if you don't" => self.left_undone(*lead, rest, chain, out),
                _ => self.not_understood(*lead),
            };
        };
        match inner.rule() {
            Rule::conditional => self.led_by_condition(inner, rest, chain, out),
            Rule::duration => self.led_by_duration(inner, rest, chain, out),
            Rule::turn_part_of => match self.held(*lead)? {
                Some(condition) => self.as_long(condition, *lead, rest, chain, out),
                None => self.not_understood(*lead),
            },
            Rule::q_for_each => self.led_by_each(inner, rest, chain, out),
            Rule::delay => {
                let trigger = self.delay(inner)?;
                let mut new = Vec::new();
                self.led(rest, chain, &mut new)?;
                out.push(Part::Act(delayed(trigger, to_effect(new))));
                Ok(())
            }
            Rule::event_tapped if rest.is_empty() && self.lasting => {
                let replacement =
                    crate::lower::clause::action::mana::production(self, inner, chain)?;
                out.push(Part::Act(Effect::Replace {
                    replacement: Box::new(replacement),
                    duration: crate::ir::Duration::Permanent,
                }));
                Ok(())
            }
            Rule::event_would | Rule::event_caused => self.led_by_would(*lead, rest, chain, out),
            Rule::event => self.led_by_event(*lead, inner, rest, chain, out),
            Rule::event_tapped => self.not_understood(*lead),
            _ => self.when_done(*lead, rest, chain, out),
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
