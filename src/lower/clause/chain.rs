//! Flat chains of clauses: shared subjects, "may", offers and permissions.

use crate::ir::{
    Action, Count, Duration, Effect, Modification, Noun, Quantifier, Quantity, Statement,
};
use crate::lower::{
    clause::{
        action::frames::gains_control,
        effect::{Part, to_effect, within_quote},
        statics::is_static,
    },
    context::{Lower, Lowered, all, child, find, has},
    discourse::Meant,
    phrase::noun::Want,
};
use spellwright_grammar::{Node, Rule};

/// Whether a modification says that something may be done: its own "may".
fn is_permission(modification: &Modification) -> bool {
    matches!(
        modification,
        Modification::May(_) | Modification::AsThough(_) | Modification::AsThoughHad(_)
    )
}

/// Whether a modification changes what objects are, so that the set of them is fixed as the effect begins (CR 611.2c).
const fn changes_objects(modification: &Modification) -> bool {
    matches!(
        modification,
        Modification::Pump(..)
            | Modification::SetBase(..)
            | Modification::Switch
            | Modification::Gain(_)
            | Modification::Lose(_)
            | Modification::LoseAll
            | Modification::Become { .. }
            | Modification::Control(_)
            | Modification::DoublePower { .. }
    )
}

/// "You may pay {2} and sacrifice a creature": one payment, if all that may be done is paid and some of it is mana.
fn one_payment(parts: &[Part]) -> Option<Effect> {
    let mut payer = None;
    let mut costs = Vec::new();
    for part in parts {
        match part {
            Part::Act(Effect::MayPay { who, cost, .. }) if payer.is_none() => {
                payer = Some(who);
                costs.extend(cost.0.iter().cloned());
            }
            Part::Act(Effect::Act {
                who: Noun::You,
                action: action @ (Action::Sacrifice(_) | Action::Discard(_) | Action::PayLife(_)),
                ..
            }) => costs.push(crate::ir::CostPart::Act(action.clone())),
            _ => return None,
        }
    }
    (parts.len() > 1 && payer == Some(&Noun::You)).then(|| Effect::MayPay {
        who: Noun::You,
        cost: crate::ir::Cost(costs),
        bind: None,
    })
}

impl Lower<'_> {
    /// The clauses of a chain alone.
    pub fn chain_parts(&mut self, node: Node<'_>) -> Lowered<Vec<Part>> {
        let mut parts = Vec::new();
        self.chain(node, &mut parts)?;
        Ok(parts)
    }

    /// A flat chain of clauses.
    pub(in crate::lower) fn chain(&mut self, node: Node<'_>, out: &mut Vec<Part>) -> Lowered<()> {
        self.clauses(node, 0, out)
    }

    /// The clauses of a chain but for the first few, which have been read otherwise.
    pub(in crate::lower) fn clauses(
        &mut self,
        node: Node<'_>,
        skip: usize,
        out: &mut Vec<Part>,
    ) -> Lowered<()> {
        let mut subject: Option<Noun> = None;
        let mut mine: Vec<Part> = Vec::new();
        // From where on the player may choose not to.
        let mut optional: Option<(Noun, usize)> = None;
        // Where alternatives begin, if there are any: "put a counter on it or remove a counter from it".
        let mut or: Vec<usize> = Vec::new();
        let joiners: Vec<&str> = all(node, Rule::joiner).map(|n| n.text().trim()).collect();
        let is_or = |joiner: &str| matches!(joiner, "or" | ", or");
        let choice = joiners.last().is_some_and(|joiner| is_or(joiner));
        let listed = joiners.iter().all(|joiner| is_or(joiner) || *joiner == ",");
        let cut = self.cut == Some((node.start(), node.end()));
        for clause in node.children().skip(skip) {
            if clause.rule() == Rule::joiner && cut && clause.text().starts_with(". then") {
                break;
            }
            if clause.rule() == Rule::joiner {
                if is_or(clause.text().trim()) && !(choice && listed) {
                    return self.not_understood(clause);
                }
                continue;
            }
            if let (Some(new), Some(Part::Act(effect))) =
                (child(clause, Rule::vp_object), mine.last_mut())
                && !has(clause, Rule::subject)
                && new.text().starts_with("choose ")
                && matches!(
                    new.text().rsplit(" for ").next(),
                    Some("the copy" | "that copy" | "the copies" | "those copies")
                )
                && let Some(new_targets) = crate::lower::clause::addition::last_copy(effect)
            {
                // CR 707.10c: said of the copy that has just been made.
                *new_targets = true;
                continue;
            }
            if choice {
                or.push(mine.len());
            }
            // "You may tap it, then you may untap another": the second is offered by itself.
            if clause.says("may")
                && has(clause, Rule::subject)
                && let Some((who, from)) = optional.take()
            {
                self.offer(who, from, &mut mine);
            }
            self.clause(clause, &mut subject, &mut mine, &mut optional)?;
        }
        if choice {
            // Each alternative must be one action, and something that can be referred to must not depend on the choice.
            if or.len() < 2 || or.iter().enumerate().any(|(n, at)| n != *at) {
                return self.not_understood(node);
            }
            let mut alternatives = Vec::new();
            for part in std::mem::take(&mut mine) {
                match part {
                    Part::Act(effect @ Effect::Act { .. }) => alternatives.push(effect),
                    _ => return self.not_understood(node),
                }
            }
            mine.push(Part::Act(Effect::Either(alternatives)));
        }
        if let Some((who, from)) = optional {
            self.offer(who, from, &mut mine);
        }
        out.append(&mut mine);
        Ok(())
    }

    /// What a player may do or leave undone, from some clause on.
    fn offer(&mut self, who: Noun, from: usize, mine: &mut Vec<Part>) {
        let rest = mine.split_off(from.min(mine.len()));
        let id = self.said.action();
        self.said.optional = Some(id);
        self.said.offered = Some(id);
        // A permission is not an action that could be left out.
        let one = rest.len() == 1 && !self.resolving;
        let permitted = rest.iter().all(|part| match part {
            Part::Holds(statement, _) => one || statement.modifications.iter().all(is_permission),
            Part::Act(_) => false,
        });
        if permitted {
            mine.extend(rest);
        } else {
            let effect = match one_payment(&rest) {
                Some(payment) => payment,
                None => to_effect(rest),
            };
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

    pub(in crate::lower) fn clause(
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
        if node.says("'d") || node.says("'ll") || node.says("perpetually") {
            return self.not_understood(node);
        }
        let may = node.says("may");
        for part in node.children() {
            match part.rule() {
                Rule::conditional => {
                    let c = self.need(part, Rule::condition)?;
                    condition = Some(self.condition(c)?);
                }
                // What is able to block something is described by that thing alone.
                Rule::subject if find(part, Rule::pm_could).is_some() => {}
                // "You have it deal damage": who has it done, and what does it.
                Rule::subject => {
                    let new = self.clause_subject(part)?;
                    player = own_subject.replace(new);
                }
                Rule::contracted if part.text() == "they" => {
                    own_subject = Some(self.they(part, Want::Object)?);
                }
                Rule::contracted => own_subject = Some(self.it(part)?),
                Rule::suffix => suffixes.push(part),
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
        if subject.is_none() && player.is_none() {
            self.instruction(predicate, may)?;
        }
        // A target that a clause takes over from the one before is announced only once.
        let again = if inherited || may && player.is_none() {
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
        let each = suffixes.iter().find_map(|s| child(*s, Rule::q_for_each));
        let mut new = Vec::new();
        let able = node
            .children()
            .find(|n| n.rule() == Rule::subject)
            .and_then(|subject| find(subject, Rule::pm_could));
        if matches!(predicate.text(), "do so" | "does so")
            && let Some(could) = able
        {
            // "All creatures able to block it do so" is said of what they block (CR 509.1c).
            let creatures = child(node, Rule::subject)
                .filter(|subject| subject.text().starts_with("all creatures able to block "));
            let (Some(of), Some(_)) = (could.children().next(), creatures) else {
                return self.not_understood(node);
            };
            let duration = has(could, Rule::window).then_some(Duration::ThisTurn);
            let statement = Statement {
                subject: self.item(of, Want::Object)?,
                modifications: vec![Modification::Must(crate::ir::Restriction::AbleToBlockDoSo)],
                condition: None,
            };
            let mut new = vec![Part::Holds(statement, duration)];
            for suffix in suffixes {
                self.suffix(suffix, &mut new, out)?;
            }
            out.append(&mut new);
            return Ok(());
        }
        let permitted = may
            && predicate.rule() == Rule::vp_cast
            && (self.lasting
                || has(predicate, Rule::duration)
                || predicate.says("had flash")
                || predicate.says("from the top of your library")
                || predicate.says("from among")
                || suffixes.iter().any(|s| has(*s, Rule::duration))
                || (self.bearer.permanent && !self.resolving));
        if permitted {
            let who = subject.clone().unwrap_or(Noun::You);
            new.push(self.permission(predicate, who)?);
        } else if is_static(predicate) {
            let about = self.about(predicate, subject.as_ref())?;
            if gains_control(predicate) {
                let what = self.need(predicate, Rule::noun)?;
                let what = self.noun_wanting(what, Want::Object)?;
                let who = if inherited {
                    subject.clone().filter(Noun::is_player).unwrap_or(Noun::You)
                } else {
                    about
                };
                let statement = Statement {
                    subject: self.said.keep(what),
                    modifications: vec![Modification::Control(Box::new(who))],
                    condition: None,
                };
                new.push(Part::Holds(statement, None));
            } else {
                let named = std::mem::replace(&mut self.named, about != Noun::This);
                let modifications = self.giving(about != Noun::This, |w| {
                    w.modifications(predicate, &about, each)
                });
                self.named = named;
                let modifications = modifications?;
                let inner = find(predicate, Rule::duration).filter(|d| {
                    d.text() != "each combat"
                        && d.text() != "each turn"
                        && !within_quote(predicate, *d)
                });
                let next_untap = predicate.rule() == Rule::vp_doesnt_untap
                    && find(predicate, Rule::turn_part_of)
                        .is_some_and(crate::lower::phrase::condition::is_next);
                let duration = if next_untap {
                    Some(Duration::NextUntapStep)
                } else {
                    inner.map(|d| self.duration(d)).transpose()?
                };
                // "Gets +1/+1 and has flying": one statement about one subject (CR 613.6).
                let joined = match (out.last_mut(), inherited, may) {
                    (Some(Part::Holds(before, None)), true, false)
                        if *before.subject.plain() == about =>
                    {
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
                    let mut subject = again.unwrap_or(about);
                    // CR 611.2c: what they are is changed for those that fit now.
                    if self.resolving && modifications.iter().all(changes_objects) {
                        subject = self.said.keep(subject);
                    }
                    let statement = Statement {
                        subject,
                        modifications,
                        condition: None,
                    };
                    new.push(Part::Holds(statement, duration));
                }
            }
        } else {
            let who = self.actor(predicate, subject.as_ref(), inherited)?;
            let who = match again {
                Some(again) if subject.as_ref() == Some(&who) => again,
                _ => who,
            };
            let mut effect = self.verb(predicate, &who)?;
            if let Some(each) = each {
                let count = self.for_each(each, 1)?;
                if !self.repeated(&mut effect, count) {
                    return self.not_understood(node);
                }
            }
            new.push(Part::Act(effect));
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

    /// "Copy it for each ...", "sacrifices a creature for each ...": so many at once. Whether that can be said of the action.
    fn repeated(&mut self, effect: &mut Effect, count: Quantity) -> bool {
        let Effect::Act { action, bind, .. } = effect else {
            return false;
        };
        let what = match action {
            Action::Copy {
                as_token: false,
                count: copies,
                ..
            } if *copies == Quantity::Number(1) => {
                *copies = count;
                return true;
            }
            Action::KeywordAction {
                name,
                what: None,
                count: times @ None,
            } if name == "investigate" => {
                *times = Some(count);
                return true;
            }
            Action::Sacrifice(what)
            | Action::Choose(what)
            | Action::Tap(what)
            | Action::Move { what, .. }
            | Action::Exile { what, .. } => what,
            _ => return false,
        };
        let Noun::Described {
            quantifier: Quantifier::Choose(number @ Count::One),
            ..
        } = what
        else {
            return false;
        };
        *number = Count::Exactly(count);
        for referent in &mut self.said.referents {
            referent.plural |= matches!(referent.meant, Meant::Result(id) if Some(id) == *bind);
        }
        true
    }

    /// "You may play that card this turn", "you may cast creature spells as though they had flash".
    pub(in crate::lower) fn permission(&mut self, node: Node<'_>, who: Noun) -> Lowered<Part> {
        use crate::ir::{Permission, statics::AsThough};
        let noun = self.need(node, Rule::noun)?;
        let what = crate::lower::phrase::quantity::set(
            self.anything(|w| w.noun_wanting(noun, Want::Object))?,
        );
        let duration = match child(node, Rule::duration) {
            Some(duration) => Some(self.duration(duration)?),
            None => None,
        };
        if node.says("mana of any type") || node.says("from among") || has(node, Rule::cost) {
            return self.not_understood(node);
        }
        let free = node.says("without paying");
        if node.says("had flash") {
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
        let top = node.says("from the top of your library");
        let from = match child(node, Rule::zone_ref) {
            // Only of the card itself is it said where it is.
            Some(zone) => match self.zone_ref(zone)? {
                (from @ crate::vocab::Zone::Graveyard, Some(whose))
                    if what == Noun::This && *whose == Noun::You && !self.resolving =>
                {
                    Some(from)
                }
                _ => return self.not_understood(zone),
            },
            None => top.then_some(crate::vocab::Zone::Library),
        };
        self.said.castable = Some(what.clone());
        // A permanent's own "as long as" is a condition of its static ability.
        let (condition, duration) = match duration {
            Some(crate::ir::Duration::AsLongAs(condition))
                if self.bearer.permanent && !self.resolving =>
            {
                (Some(condition), None)
            }
            duration => (None, duration),
        };
        let statement = Statement {
            subject: who,
            modifications: vec![Modification::May(Permission::Play {
                what,
                from,
                play: node.text().starts_with("play"),
                free,
            })],
            condition,
        };
        Ok(Part::Holds(statement, duration))
    }

    /// An action, or one of the clauses that are offers rather than actions.
    pub(in crate::lower) fn verb(&mut self, predicate: Node<'_>, who: &Noun) -> Lowered<Effect> {
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
            Rule::vp_redirect => match super::prevention::redirection(self, predicate)? {
                (replacement, Some(duration)) => Ok(Effect::Replace {
                    replacement: Box::new(replacement),
                    duration,
                }),
                _ => self.not_understood(predicate),
            },
            _ => self.choosing(|w| w.predicate(predicate, who)),
        }
    }
}
