//! Conditions (CR 603.4, 611.3a, 118.12).

use super::{
    context::{Lower, Lowered, child, find, has},
    filter::window,
    noun::Want,
    quantity::set,
};
use crate::ir::{
    Binding, Comparison, Condition, Event, EventVerb, Filter, Head, Noun, Predicate, Quantifier,
    Quantity, Whose, condition::TurnPart, event::Window, quantity::Attribute,
};
use crate::vocab::{ManaKind, ManaSymbol, Phase, Zone};
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    /// A `condition`. Nothing in it is chosen or targeted.
    pub fn condition(&mut self, node: Node<'_>) -> Lowered<Condition> {
        let may_target = std::mem::replace(&mut self.may_target, false);
        let result = self.anything(|w| w.conditions(node));
        self.may_target = may_target;
        result
    }

    fn conditions(&mut self, node: Node<'_>) -> Lowered<Condition> {
        let mut parts = Vec::new();
        let mut or = None;
        for part in node.children() {
            match part.rule() {
                Rule::cj_and if or == Some(true) => return self.not_understood(node),
                Rule::cj_or if or == Some(false) => return self.not_understood(node),
                Rule::cj_and => or = Some(false),
                Rule::cj_or => or = Some(true),
                _ => parts.push(self.condition_one(part)?),
            }
        }
        Ok(match (parts.len(), or) {
            (0, _) => return self.not_understood(node),
            (1, _) => parts.remove(0),
            (_, Some(true)) => Condition::Any(parts),
            _ => Condition::All(parts),
        })
    }

    fn condition_one(&mut self, node: Node<'_>) -> Lowered<Condition> {
        Ok(match node.rule() {
            Rule::cond_turn => {
                let whose = self.need(node, Rule::turn_whose)?;
                let whose = match child(whose, Rule::possessor) {
                    Some(possessor) => whose_turn(self.whose(possessor)?),
                    None => return self.not_understood(node),
                };
                negate(Condition::Turn(whose), has(node, Rule::cond_not))
            }
            Rule::cond_during => {
                let part = self.need(node, Rule::turn_part_of)?;
                let (whose, part) = self.part_of_turn(part)?;
                match part {
                    Some(part) => Condition::During(whose, part),
                    None => Condition::Turn(whose.unwrap_or(Whose::Each)),
                }
            }
            Rule::cond_done => {
                let done = match self.said.optional {
                    Some(action) => Condition::Done(Binding::Result(self.said.slot(action))),
                    None => return self.dangling(node),
                };
                negate(done, !has(node, Rule::done_you_do))
            }
            Rule::cond_flip => negate(Condition::WonFlip, has(node, Rule::flip_lose)),
            Rule::cond_day => Condition::DayNight(has(node, Rule::day)),
            // "At least three white mana" (CR 107.4a): so many symbols of the color.
            Rule::cond_spent if has(node, Rule::color) => {
                let (Some(num), Some(color), Some(noun)) = (
                    child(node, Rule::num),
                    child(node, Rule::color).and_then(super::words::color),
                    node.children().last(),
                ) else {
                    return self.not_understood(node);
                };
                let Quantity::Number(n @ 3..=20) = self.number(num)? else {
                    return self.not_understood(num);
                };
                let symbol = ManaSymbol::Mana(ManaKind::Colored(color));
                let n = usize::try_from(n).unwrap_or_default();
                Condition::Spent(vec![symbol; n], self.item(noun, Want::Object)?)
            }
            Rule::cond_spent => match (child(node, Rule::mana), node.children().last()) {
                (Some(mana), Some(noun)) if !node.text().starts_with("you") => {
                    let cost = self.mana(mana)?;
                    Condition::Spent(cost.0.to_vec(), self.item(noun, Want::Object)?)
                }
                _ => return self.not_understood(node),
            },
            Rule::cond_there => self.there(node)?,
            Rule::cond_x if node.text().starts_with('x') => {
                let compare = self.need(node, Rule::compare)?;
                let (comparison, right) = self.compare(compare)?;
                Condition::Compare(Quantity::X, comparison, right)
            }
            Rule::cond_quantity => {
                if has(node, Rule::q_was) {
                    return self.not_understood(node);
                }
                let Some(left) = node.children().next() else {
                    return self.not_understood(node);
                };
                let left = self.quantity(left)?;
                let compare = self.need(node, Rule::compare)?;
                let (comparison, right) = self.compare(compare)?;
                negate(
                    Condition::Compare(left, comparison, right),
                    has(node, Rule::is_not),
                )
            }
            Rule::cond_paid => {
                let Some(word) = child(node, Rule::paid_word) else {
                    return self.not_understood(node);
                };
                let Some(noun) = node.children().next() else {
                    return self.not_understood(node);
                };
                if has(node, Rule::mana) || has(node, Rule::ordinal) {
                    return self.not_understood(node);
                }
                let keyword = match word.text() {
                    "kicked" => "kicker",
                    "bargained" => "bargain",
                    _ => return self.not_understood(word),
                };
                let of = self.item(noun, Want::Object)?;
                negate(
                    Condition::Paid(keyword.into(), of),
                    has(node, Rule::cond_not),
                )
            }
            Rule::cond_subject if has(node, Rule::cond_it) => {
                let it = self.need(node, Rule::cond_it)?;
                let subject = if it.text() == "they" {
                    self.they(it, Want::Any)?
                } else {
                    self.it(it)?
                };
                let is = self.need(node, Rule::cp_is)?;
                self.predicate_condition(is, &subject)?
            }
            Rule::cond_subject => {
                let subject_node = self.need(node, Rule::subject)?;
                // "Seven or more cards are in your graveyard": so many there are.
                let is_zone = child(node, Rule::cp_is).and_then(|is| child(is, Rule::is_zone));
                let counted = child(subject_node, Rule::np_desc)
                    .and_then(|desc| child(desc, Rule::np_quant))
                    .is_some_and(|quant| has(quant, Rule::qt_one_or_more));
                if let Some(zone) = is_zone.filter(|_| counted) {
                    let (comparison, n, noun) = self.counted(subject_node)?;
                    let place = self.is_filter(zone)?;
                    let Noun::Described {
                        quantifier,
                        mut filter,
                    } = noun
                    else {
                        return self.not_understood(node);
                    };
                    filter.predicates.extend(place.predicates);
                    let noun = Noun::Described { quantifier, filter };
                    return Ok(Condition::Exist(noun, comparison, n));
                }
                if let Some(done) = child(node, Rule::cp_was) {
                    return self.done_this_way(done, subject_node);
                }
                let subject = self.noun(subject_node)?;
                if subject == Noun::This {
                    self.said.push(super::discourse::Referent {
                        meant: super::discourse::Meant::Noun(Noun::This),
                        kind: super::discourse::Kind::Object,
                        plural: false,
                        filter: None,
                        done: None,
                    });
                }
                let mut any = Vec::new();
                for pred in node
                    .children()
                    .filter(|n| !matches!(n.rule(), Rule::subject | Rule::cj_or))
                {
                    any.push(self.predicate_condition(pred, &subject)?);
                }
                match any.len() {
                    1 => any.remove(0),
                    _ => Condition::Any(any),
                }
            }
            _ => return self.not_understood(node),
        })
    }

    fn there(&mut self, node: Node<'_>) -> Lowered<Condition> {
        if has(node, Rule::there_neg)
            || has(node, Rule::exactly)
            || node.text().starts_with("there w")
        {
            return self.not_understood(node);
        }
        if let Some(counters) = child(node, Rule::there_counters) {
            let amount = self.need(counters, Rule::counter_amount)?;
            let (comparison, right) = self.counter_amount(amount)?;
            let kind = child(counters, Rule::counter_kind)
                .map(|k| self.counter_kind(k))
                .transpose()?;
            let on = self.need(counters, Rule::noun)?;
            let on = self.noun(on)?;
            return Ok(Condition::Compare(
                Quantity::Counters(kind, Box::new(on)),
                comparison,
                right,
            ));
        }
        if let Some(variety) = child(node, Rule::there_variety) {
            if has(variety, Rule::cv_names) {
                return self.not_understood(variety);
            }
            let n = self.need(variety, Rule::num)?;
            let n = self.number(n)?;
            let different = self.variety_of(variety)?;
            return Ok(Condition::Compare(different, Comparison::AtLeast, n));
        }
        let noun = self.need(node, Rule::noun)?;
        let (comparison, n, noun) = self.counted(noun)?;
        Ok(Condition::Exist(noun, comparison, n))
    }

    fn variety_of(&mut self, node: Node<'_>) -> Lowered<Quantity> {
        use crate::ir::quantity::Variety;
        let variety = match super::words::text_of(node, Rule::variety) {
            Some("card types" | "card type") => Variety::CardTypes,
            Some("colors" | "color") => Variety::Colors,
            Some("basic land types" | "basic land type") => Variety::BasicLandTypes,
            Some("mana values") => Variety::ManaValues,
            _ => return self.not_understood(node),
        };
        let noun = self.need(node, Rule::noun)?;
        Ok(Quantity::Different(
            variety,
            Box::new(set(self.noun(noun)?)),
        ))
    }

    /// How many of a noun there are to be: "three or more creatures", "no cards", "a Forest".
    fn counted(&mut self, node: Node<'_>) -> Lowered<(Comparison, Quantity, Noun)> {
        let quant = child(node, Rule::np_desc).and_then(|d| child(d, Rule::np_quant));
        let Some(quant) = quant else {
            return self.not_understood(node);
        };
        let text = quant.text();
        let n = find(quant, Rule::num);
        let (comparison, n) = match n {
            Some(n) if text.contains("or more") || text.starts_with("at least") => {
                (Comparison::AtLeast, self.number(n)?)
            }
            Some(n) if text.contains("or fewer") => (Comparison::AtMost, self.number(n)?),
            Some(n) => (Comparison::Equal, self.number(n)?),
            None if has(quant, Rule::qt_no) => (Comparison::Equal, Quantity::Number(0)),
            None if has(quant, Rule::qt_a) || has(quant, Rule::qt_another) => {
                (Comparison::AtLeast, Quantity::Number(1))
            }
            None => return self.not_understood(quant),
        };
        let noun = self.noun_uncounted(node)?;
        Ok((comparison, n, set(noun)))
    }

    /// A noun whose number has been read already.
    fn noun_uncounted(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let all_of = |noun| match noun {
            Noun::Described { filter, .. } => Noun::Described {
                quantifier: Quantifier::All,
                filter,
            },
            other => other,
        };
        let Some(desc) = child(node, Rule::np_desc) else {
            return self.not_understood(node);
        };
        if node.children().count() != 1 {
            return self.one_of(node);
        }
        let core = self.need(desc, Rule::np_core)?;
        let (mut filters, _) = self.filters(core)?;
        if filters.len() != 1 {
            return self.not_understood(node);
        }
        let mut filter = filters.remove(0);
        for modifier in desc
            .children()
            .skip_while(|n| n.rule() != Rule::np_core)
            .skip(1)
        {
            let new = self.modifier(modifier, filter.head)?;
            filter.predicates.extend(new);
        }
        let quant = child(desc, Rule::np_quant);
        if quant.is_some_and(|q| has(q, Rule::qt_other) || has(q, Rule::qt_another)) {
            filter
                .predicates
                .insert(0, Predicate::OtherThan(Box::new(Noun::This)));
        }
        super::filter::order(&mut filter.predicates);
        Ok(all_of(Noun::Described {
            quantifier: Quantifier::All,
            filter,
        }))
    }

    /// "A Mountain or a Plains": one description of either.
    fn one_of(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let mut alternatives = Vec::new();
        let mut head = None;
        for part in node.children() {
            match part.rule() {
                Rule::conj if part.text() == "or" => {}
                Rule::np_desc
                    if child(part, Rule::np_quant)
                        .is_some_and(|q| q.text() == "a" || q.text() == "an") =>
                {
                    let Noun::Described { filter, .. } = self.described(part)? else {
                        return self.not_understood(part);
                    };
                    if *head.get_or_insert(filter.head) != filter.head {
                        return self.not_understood(part);
                    }
                    alternatives.push(filter.predicates);
                }
                _ => return self.not_understood(node),
            }
        }
        let Some(head) = head else {
            return self.not_understood(node);
        };
        Ok(Noun::Described {
            quantifier: Quantifier::All,
            filter: Filter {
                head,
                predicates: vec![Predicate::AnyOf(alternatives)],
            },
        })
    }

    /// "You control no Islands": so many exist under a player's control.
    pub fn controls(&mut self, who: Noun, noun: Node<'_>, exactly: bool) -> Lowered<Condition> {
        // "You control that creature": one particular thing.
        if let Some(first) = noun.children().next()
            && first.rule() != Rule::np_desc
        {
            let thing = self.noun(noun)?;
            let filter = Filter {
                head: Head::Object,
                predicates: vec![Predicate::ControlledBy(Box::new(who))],
            };
            return Ok(Condition::Is(thing, filter));
        }
        let (comparison, n, counted) = self.counted(noun)?;
        let comparison = match (comparison, exactly) {
            (Comparison::Equal, false) if n != Quantity::Number(0) => Comparison::AtLeast,
            (c, _) => c,
        };
        let counted = match counted {
            Noun::Described {
                quantifier,
                mut filter,
            } => {
                filter
                    .predicates
                    .push(Predicate::ControlledBy(Box::new(who)));
                Noun::Described { quantifier, filter }
            }
            _ => return self.not_understood(noun),
        };
        Ok(Condition::Exist(counted, comparison, n))
    }

    fn predicate_condition(&mut self, node: Node<'_>, subject: &Noun) -> Lowered<Condition> {
        Ok(match node.rule() {
            Rule::cp_control => {
                if has(node, Rule::with_different) || node.text().contains("controlled") {
                    return self.not_understood(node);
                }
                let noun = self.need(node, Rule::noun)?;
                let controls = self.controls(subject.clone(), noun, has(node, Rule::exactly))?;
                negate(controls, has(node, Rule::cp_neg))
            }
            Rule::cp_have_more => self.more_than(node, subject)?,
            Rule::cp_have => {
                let condition = self.have(node, subject)?;
                negate(condition, has(node, Rule::cp_neg))
            }
            Rule::cp_is => {
                if has(node, Rule::q_was) {
                    return self.not_understood(node);
                }
                let not = has(node, Rule::cond_not);
                let Some(what) = node
                    .children()
                    .find(|n| !matches!(n.rule(), Rule::cond_not | Rule::q_was))
                else {
                    return self.not_understood(node);
                };
                let condition = match what.rule() {
                    Rule::is_monarch if what.text() == "the monarch" => {
                        Condition::Designated(subject.clone(), "monarch".into())
                    }
                    Rule::is_noun if self.single_thing(what) => {
                        let noun = self.need(what, Rule::noun)?;
                        Condition::Same(subject.clone(), self.noun(noun)?)
                    }
                    Rule::is_zone if matches!(subject, Noun::Described { .. }) => {
                        let filter = self.is_filter(what)?;
                        let (comparison, n) = match subject {
                            Noun::Described {
                                quantifier: Quantifier::No,
                                ..
                            } => (Comparison::Equal, 0),
                            _ => (Comparison::AtLeast, 1),
                        };
                        match subject.clone() {
                            Noun::Described {
                                filter: mut described,
                                ..
                            } => {
                                described.predicates.extend(filter.predicates);
                                let noun = Noun::Described {
                                    quantifier: Quantifier::All,
                                    filter: described,
                                };
                                Condition::Exist(noun, comparison, Quantity::Number(n))
                            }
                            _ => return self.not_understood(node),
                        }
                    }
                    _ => Condition::Is(subject.clone(), self.is_filter(what)?),
                };
                negate(condition, not)
            }
            Rule::cp_event_past => self.happened(node, subject)?,
            Rule::cp_attacking => return self.not_understood(node),
            Rule::cp_cast_it => {
                if has(node, Rule::ci_main) || node.text().starts_with("cast them") {
                    return self.not_understood(node);
                }
                let from = match child(node, Rule::ci_from) {
                    Some(from) => {
                        let zone = self.need(from, Rule::zone_ref)?;
                        match self.zone_ref(zone)? {
                            (zone, Some(whose)) if *whose == *subject => Some(zone),
                            _ => return self.not_understood(from),
                        }
                    }
                    None => None,
                };
                let what = if node.text().starts_with("cast it") {
                    self.newest_object()
                } else {
                    Noun::This
                };
                Condition::WasCast(what, Some(Box::new(subject.clone())), from)
            }
            Rule::cp_remains => {
                let Some(state) = node.children().next() else {
                    let filter = if node.text().ends_with("battlefield") {
                        vec![Predicate::InZone(Zone::Battlefield, None)]
                    } else {
                        vec![Predicate::ControlledBy(Box::new(Noun::You))]
                    };
                    return Ok(Condition::Is(
                        subject.clone(),
                        Filter {
                            head: Head::Object,
                            predicates: filter,
                        },
                    ));
                };
                Condition::Is(subject.clone(), self.is_filter(state)?)
            }
            // "It shares a creature type with that card".
            Rule::cp_share if node.text().starts_with("shares a ") => {
                let shared = self.need(node, Rule::shared_word)?;
                let Some(shared) = super::noun::shared(shared.text()) else {
                    return self.not_understood(shared);
                };
                let Some(other) = node.children().find(|n| n.rule() != Rule::shared_word) else {
                    return self.not_understood(node);
                };
                let other = self.item(other, Want::Object)?;
                let filter = Filter {
                    head: Head::Object,
                    predicates: vec![Predicate::Shares(shared, Box::new(other))],
                };
                Condition::Is(subject.clone(), filter)
            }
            _ => return self.not_understood(node),
        })
    }

    /// "A creature card is discarded this way": whether what the action before acted on includes one.
    fn done_this_way(&mut self, node: Node<'_>, subject: Node<'_>) -> Lowered<Condition> {
        let done = self.need(node, Rule::pv_word)?;
        let known = matches!(
            done.text(),
            "exiled" | "revealed" | "discarded" | "sacrificed" | "destroyed" | "milled"
        );
        let (Some(action), true) = (self.said.actions.checked_sub(1), known) else {
            return self.not_understood(node);
        };
        if !node.text().ends_with("this way") {
            return self.not_understood(node);
        }
        let (comparison, n, noun) = self.counted(subject)?;
        let Noun::Described {
            quantifier,
            mut filter,
        } = noun
        else {
            return self.not_understood(node);
        };
        let binding = Binding::Result(self.said.slot(action));
        filter.predicates.push(Predicate::In(binding));
        super::filter::order(&mut filter.predicates);
        let noun = Noun::Described { quantifier, filter };
        Ok(Condition::Exist(noun, comparison, n))
    }

    fn single_thing(&self, node: Node<'_>) -> bool {
        child(node, Rule::noun)
            .and_then(|n| n.children().next())
            .is_some_and(|n| !matches!(n.rule(), Rule::np_desc))
    }

    fn newest_object(&mut self) -> Noun {
        Noun::This
    }

    fn happened(&mut self, node: Node<'_>, subject: &Noun) -> Lowered<Condition> {
        let text = node.text();
        let Some(window) = child(node, Rule::window).and_then(|w| window(w.text())) else {
            return self.not_understood(node);
        };
        let event = match child(node, Rule::past_pred) {
            Some(past) => self.past_event(past, Some(subject.clone()))?,
            None if text.starts_with("entered") => Event {
                verb: EventVerb::Enters { from: None },
                subject: Some(subject.clone()),
                object: None,
                batch: false,
            },
            None => return self.not_understood(node),
        };
        if has(node, Rule::anywhere) || has(node, Rule::zone_ref) {
            return self.not_understood(node);
        }
        Ok(Condition::Happened(event, window))
    }

    fn have(&mut self, node: Node<'_>, subject: &Noun) -> Lowered<Condition> {
        let Some(what) = node
            .children()
            .find(|n| !matches!(n.rule(), Rule::cp_neg | Rule::exactly))
        else {
            return self.not_understood(node);
        };
        let exactly = has(node, Rule::exactly);
        let of = |attribute, subject: &Noun| Quantity::Of(attribute, Box::new(subject.clone()));
        let compare = |w: &mut Self, n: Node<'_>| -> Lowered<(Comparison, Quantity)> {
            let num = w.need(n, Rule::num)?;
            let value = w.number(num)?;
            let text = n.text();
            Ok(if text.contains("or more") || text.contains("or greater") {
                (Comparison::AtLeast, value)
            } else if text.contains(" or ") {
                (Comparison::AtMost, value)
            } else {
                (Comparison::Equal, value)
            })
        };
        Ok(match what.rule() {
            Rule::ch_life => match child(what, Rule::q_cmp_num) {
                Some(n) => {
                    let (c, n) = compare(self, n)?;
                    Condition::Compare(of(Attribute::LifeTotal, subject), c, n)
                }
                None => return self.not_understood(what),
            },
            Rule::ch_hand => match child(what, Rule::q_cmp_num) {
                Some(n) => {
                    let (c, n) = compare(self, n)?;
                    Condition::Compare(of(Attribute::HandSize, subject), c, n)
                }
                None if has(what, Rule::hand_no) => Condition::Compare(
                    of(Attribute::HandSize, subject),
                    Comparison::Equal,
                    Quantity::Number(0),
                ),
                None => Condition::Compare(
                    of(Attribute::HandSize, subject),
                    Comparison::AtLeast,
                    Quantity::Number(1),
                ),
            },
            Rule::ch_counters => {
                if exactly {
                    return self.not_understood(node);
                }
                let filter = Filter {
                    head: Head::Object,
                    predicates: vec![self.with_counters(what)?],
                };
                Condition::Is(subject.clone(), filter)
            }
            Rule::ch_stat if has(what, Rule::stat_attr) => Condition::Is(
                subject.clone(),
                Filter {
                    head: Head::Object,
                    predicates: self.stat(what)?,
                },
            ),
            Rule::ch_designation if what.text() == "the city's blessing" => {
                Condition::Designated(subject.clone(), "city's blessing".into())
            }
            Rule::keyword_list => {
                let keywords = self.keyword_list(what)?;
                Condition::Is(
                    subject.clone(),
                    Filter {
                        head: Head::Object,
                        predicates: keywords.into_iter().map(Predicate::Has).collect(),
                    },
                )
            }
            Rule::ch_past => {
                let past = self.need(what, Rule::past_pred)?;
                let window = child(what, Rule::window)
                    .and_then(|w| window(w.text()))
                    .unwrap_or(Window::ThisTurn);
                if !has(what, Rule::window) {
                    return self.not_understood(what);
                }
                Condition::Happened(self.past_event(past, Some(subject.clone()))?, window)
            }
            Rule::noun => {
                // "You have three or more opponents".
                let (c, n, counted) = self.counted(what)?;
                let c = if c == Comparison::Equal && n != Quantity::Number(0) && !exactly {
                    Comparison::AtLeast
                } else {
                    c
                };
                match &counted {
                    Noun::Described { filter, .. }
                        if *subject == Noun::You && filter.head == Head::Opponent =>
                    {
                        Condition::Exist(counted, c, n)
                    }
                    _ => return self.not_understood(what),
                }
            }
            _ => return self.not_understood(what),
        })
    }

    fn more_than(&mut self, node: Node<'_>, subject: &Noun) -> Lowered<Condition> {
        if has(node, Rule::more_than_n) || has(node, Rule::than_each) {
            return self.not_understood(node);
        }
        let fewer = node.text().contains(" fewer ");
        let other = if has(node, Rule::than_any) {
            Noun::Described {
                quantifier: Quantifier::Any,
                filter: Filter {
                    head: Head::Opponent,
                    predicates: Vec::new(),
                },
            }
        } else {
            let last = node
                .children()
                .filter(|n| !matches!(n.rule(), Rule::np_core_zone | Rule::more_life))
                .last();
            match last {
                Some(noun) => self.item(noun, Want::Player)?,
                None => return self.not_understood(node),
            }
        };
        let compare = |attribute, other| {
            let of = |who| Quantity::Of(attribute, Box::new(who));
            let comparison = if fewer {
                Comparison::Less
            } else {
                Comparison::Greater
            };
            Condition::Compare(of(subject.clone()), comparison, of(other))
        };
        if has(node, Rule::more_life) {
            return Ok(compare(Attribute::LifeTotal, other));
        }
        let what = self.need(node, Rule::np_core_zone)?;
        let core = self.need(what, Rule::np_core)?;
        let (filter, _) = self.bare_filter(core)?;
        if has(what, Rule::in_hand) && filter.head == Head::Card && filter.predicates.is_empty() {
            return Ok(compare(Attribute::HandSize, other));
        }
        if has(what, Rule::in_hand) || has(what, Rule::zone_word) {
            return self.not_understood(what);
        }
        let (left, right) = (Box::new(subject.clone()), Box::new(other));
        Ok(if fewer {
            Condition::MoreThan(right, filter, left)
        } else {
            Condition::MoreThan(left, filter, right)
        })
    }

    /// A part of a turn and whose; `None` for the whole turn.
    pub fn part_of_turn(&mut self, node: Node<'_>) -> Lowered<(Option<Whose>, Option<TurnPart>)> {
        let part = self.need(node, Rule::turn_part)?;
        let mut whose = match child(node, Rule::possessor) {
            Some(possessor) => Some(whose_turn(self.whose(possessor)?)),
            None if node.text().starts_with("each of your") => Some(Whose::Yours),
            None => None,
        };
        if node.text().starts_with("the next") {
            whose = Some(Whose::Next);
        }
        if has(part, Rule::tp_turn) {
            return match whose {
                Some(whose) => Ok((Some(whose), None)),
                None => self.not_understood(node),
            };
        }
        if let Some(on) = child(part, Rule::tp_combat_on) {
            whose = Some(if on.text().contains("opponent") {
                Whose::Opponents
            } else {
                Whose::Yours
            });
            return Ok((whose, Some(TurnPart::Phase(Phase::Combat))));
        }
        Ok((whose, Some(self.turn_part(part)?)))
    }
}

/// Whose turn a player noun says.
pub(super) fn whose_turn(noun: Noun) -> Whose {
    match noun {
        Noun::You => Whose::Yours,
        Noun::Described {
            quantifier: Quantifier::Each | Quantifier::Any,
            filter,
        } if filter.head == Head::Opponent && filter.predicates.is_empty() => Whose::Opponents,
        Noun::Described {
            quantifier: Quantifier::Each,
            filter,
        } if filter.predicates.is_empty() => Whose::Each,
        other => Whose::Of(Box::new(other)),
    }
}

/// A condition, or that it is not so.
fn negate(condition: Condition, not: bool) -> Condition {
    if not {
        super::effect::not(condition)
    } else {
        condition
    }
}
