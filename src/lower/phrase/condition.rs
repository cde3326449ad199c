//! Conditions (CR 603.4, 611.3a, 118.12).

use crate::ir::{
    Binding, Comparison, Condition, Filter, Head, Noun, Predicate, Quantifier, Quantity, Whose,
    condition::TurnPart,
};
use crate::lower::{
    context::{Lower, Lowered, child, find, has},
    phrase::{
        noun::Want,
        quantifier::{determiner, excepts},
        quantity::set,
    },
};
use crate::vocab::{ManaKind, ManaSymbol};
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
        for part in node.children() {
            parts.push(self.condition_one(part)?);
        }
        Ok(match (parts.len(), node.says("and"), node.says("or")) {
            (1, ..) => parts.remove(0),
            (_, false, true) => Condition::Any(parts),
            (_, true, false) => Condition::All(parts),
            _ => return self.not_understood(node),
        })
    }

    fn condition_one(&mut self, node: Node<'_>) -> Lowered<Condition> {
        Ok(match node.rule() {
            Rule::cond_turn => {
                let whose = self.need(node, Rule::possessor)?;
                let whose = whose_turn(self.whose(whose)?);
                let not = node.says("it's not") || node.says("it isn't");
                negate(Condition::Turn(whose), not)
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
                // Only what is offered can be left undone: "if you can't" is of what must be done.
                let none = node.text().starts_with("no ");
                let left = none || node.says("don't") || node.says("doesn't");
                let offered = self.said.offered.filter(|_| left);
                let done = match offered.or(self.said.optional) {
                    Some(action) => Condition::Done(Binding::Result(self.said.slot(action))),
                    None => return self.dangling(node),
                };
                negate(done, none || !matches!(node.said().as_str(), "do" | "does"))
            }
            Rule::cond_words if has(node, Rule::name_word) => self.more_votes(node)?,
            Rule::cond_words => match node.text() {
                "you win" | "you won" => Condition::WonClash,
                "you win the flip" => Condition::WonFlip,
                "you lose the flip" => negate(Condition::WonFlip, true),
                "it's day" => Condition::DayNight(true),
                "it's night" => Condition::DayNight(false),
                _ => return self.not_understood(node),
            },
            // "At least three white mana" (CR 107.4a): so many symbols of the color.
            Rule::cond_spent if has(node, Rule::color) => {
                let (Some(num), Some(color), Some(noun)) = (
                    child(node, Rule::num),
                    child(node, Rule::color).and_then(crate::lower::words::color),
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
                // "No mana was spent to cast it", "at least three mana was spent to cast this spell".
                (None, Some(noun))
                    if node.text().starts_with("no mana was") || has(node, Rule::num) =>
                {
                    let (comparison, n) = match child(node, Rule::num) {
                        Some(n) => (Comparison::AtLeast, self.number(n)?),
                        None => (Comparison::Equal, Quantity::Number(0)),
                    };
                    let of = self.item(noun, Want::Object)?;
                    let spent =
                        Quantity::Of(crate::ir::quantity::Attribute::ManaSpent, Box::new(of));
                    Condition::Compare(spent, comparison, n)
                }
                _ => return self.not_understood(node),
            },
            Rule::cond_there => self.there(node)?,
            Rule::cond_quantity => {
                let left = match node.children().next() {
                    _ if node.says("was") => return self.not_understood(node),
                    Some(left) if left.rule() != Rule::stat_compare => self.quantity(left)?,
                    _ if node.says("x") => Quantity::X,
                    _ if node.says("the result") => self.rolled(node)?,
                    _ => return self.not_understood(node),
                };
                let compare = self.need(node, Rule::stat_compare)?;
                let (comparison, right) = self.compare(compare)?;
                negate(
                    Condition::Compare(left, comparison, right),
                    node.says("isn't") || node.says("is not"),
                )
            }
            Rule::cond_paid => {
                if has(node, Rule::name_word) {
                    return self.keyword_cost_paid(node);
                }
                let Some(noun) = node.children().next() else {
                    return self.not_understood(node);
                };
                if has(node, Rule::ordinal) {
                    return self.not_understood(node);
                }
                let said = node.said();
                let said = said.replace(" with its kicker", "");
                let (not, word) = match said.split_once(' ') {
                    Some((was, word)) => (was == "wasn't", word),
                    None => return self.not_understood(node),
                };
                // CR 702.33f: one of two kicker costs.
                if let Some(cost) = child(node, Rule::mana) {
                    if word != "kicked" {
                        return self.not_understood(node);
                    }
                    let cost = self.mana(cost)?;
                    let of = self.item(noun, Want::Object)?;
                    return Ok(negate(Condition::KickedWith(of, cost), not));
                }
                if word == "foretold" {
                    // CR 702.143c: a spell was foretold if it was a foretold card.
                    let of = self.item(noun, Want::Object)?;
                    let filter = crate::ir::Filter {
                        head: crate::ir::Head::Object,
                        predicates: vec![crate::ir::Predicate::Designated("foretold".into())],
                    };
                    return Ok(negate(Condition::Was(of, filter), not));
                }
                let keyword = match word {
                    "kicked" => "kicker",
                    "bargained" => "bargain",
                    _ => return self.not_understood(node),
                };
                let of = self.item(noun, Want::Object)?;
                negate(Condition::Paid(keyword.into(), of), not)
            }
            Rule::cond_have => {
                if !node.says("you've") {
                    return self.not_understood(node);
                }
                let past = self.need(node, Rule::past_pred)?;
                let window =
                    child(node, Rule::window).and_then(|w| super::filter::window(w.text()));
                let Some(window) = window else {
                    return self.not_understood(node);
                };
                Condition::Happened(self.past_event(past, Some(Noun::You))?, window)
            }
            Rule::cond_subject if has(node, Rule::np_pronoun) => {
                let it = self.need(node, Rule::np_pronoun)?;
                let subject = self.item(it, Want::Any)?;
                let is = self.need(node, Rule::cp_is)?;
                self.predicate_condition(is, &subject)?
            }
            Rule::cond_subject if has(node, Rule::np_you) => {
                let is = self.need(node, Rule::cp_is)?;
                self.predicate_condition(is, &Noun::You)?
            }
            Rule::cond_subject => {
                let subject_node = self.need(node, Rule::subject)?;
                // "Seven or more cards are in your graveyard": so many there are.
                let is_zone = child(node, Rule::cp_is).and_then(|is| child(is, Rule::is_zone));
                let counted = child(subject_node, Rule::np_desc)
                    .and_then(|desc| child(desc, Rule::np_quant))
                    .is_some_and(|quant| matches!(determiner(quant), "or more" | "or fewer"));
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
                    self.said.push(crate::lower::discourse::Referent::this());
                }
                let predicates: Vec<Node<'_>> = node
                    .children()
                    .filter(|n| n.rule() != Rule::subject)
                    .collect();
                if let Some(any) = self.any_happened(&predicates, &subject)? {
                    return Ok(any);
                }
                let mut any = Vec::new();
                for pred in predicates {
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
        let said = node.said();
        let is = said.starts_with("there are") || said.starts_with("there is");
        if !is || node.says("not") || node.says("exactly") {
            return self.not_understood(node);
        }
        if let Some(counters) = child(node, Rule::with_counters) {
            let amount = self.need(counters, Rule::counter_amount)?;
            let (comparison, right) = self.counter_amount(amount)?;
            let kind = child(counters, Rule::counter_kind)
                .map(|k| self.counter_kind(k))
                .transpose()?;
            let on = self.need(node, Rule::noun)?;
            let on = self.noun(on)?;
            return Ok(Condition::Compare(
                Quantity::Counters(kind, Box::new(on)),
                comparison,
                right,
            ));
        }
        if let Some(n) = child(node, Rule::num) {
            let n = self.number(n)?;
            let different = self.variety_of(node)?;
            return Ok(Condition::Compare(different, Comparison::AtLeast, n));
        }
        let noun = self.need(node, Rule::noun)?;
        let (comparison, n, noun) = self.counted(noun)?;
        Ok(Condition::Exist(noun, comparison, n))
    }

    fn variety_of(&mut self, node: Node<'_>) -> Lowered<Quantity> {
        use crate::ir::quantity::Variety;
        let variety = match crate::lower::words::text_of(node, Rule::variety) {
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
    pub(in crate::lower) fn counted(
        &mut self,
        node: Node<'_>,
    ) -> Lowered<(Comparison, Quantity, Noun)> {
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
            None => match determiner(quant) {
                "no" => (Comparison::Equal, Quantity::Number(0)),
                "your" | "a" | "an" | "another" | "one" => {
                    (Comparison::AtLeast, Quantity::Number(1))
                }
                _ => return self.not_understood(quant),
            },
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
        if quant.is_some_and(|q| q.text() == "your") {
            filter
                .predicates
                .push(Predicate::OwnedBy(Box::new(Noun::You)));
        }
        if quant.is_some_and(excepts) {
            filter
                .predicates
                .insert(0, Predicate::OtherThan(Box::new(Noun::This)));
        }
        crate::lower::phrase::filter::order(&mut filter.predicates);
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

    /// "An opponent protects it": one particular battle (CR 310.8e).
    pub fn protects(&mut self, who: Noun, noun: Node<'_>) -> Lowered<Condition> {
        // CR 310.8f: only one player does.
        let several = matches!(
            &who,
            Noun::Described {
                quantifier: Quantifier::Each | Quantifier::All,
                ..
            }
        );
        match noun.children().next() {
            Some(first) if first.rule() != Rule::np_desc && !several => {
                let filter = Filter {
                    head: Head::Object,
                    predicates: vec![Predicate::ProtectedBy(Box::new(who))],
                };
                Ok(Condition::Is(self.noun(noun)?, filter))
            }
            _ => self.not_understood(noun),
        }
    }

    /// A part of a turn and whose; `None` for the whole turn.
    pub fn part_of_turn(&mut self, node: Node<'_>) -> Lowered<(Option<Whose>, Option<TurnPart>)> {
        let part = self.need(node, Rule::turn_part)?;
        let mut whose = match child(node, Rule::possessor) {
            Some(possessor) => Some(whose_turn(self.whose(possessor)?)),
            None if node.text().starts_with("each of your") => Some(Whose::Yours),
            None => None,
        };
        if node.says("the next") {
            whose = Some(Whose::Next);
        }
        if matches!(part.text(), "turn" | "turns") {
            return match whose {
                Some(whose) => Ok((Some(whose), None)),
                None => self.not_understood(node),
            };
        }
        let whose = whose_combat(part).or(whose);
        Ok((whose, Some(self.turn_part(part)?)))
    }
}

/// Whose turn a `turn_part` says: "combat on your turn".
pub(in crate::lower) fn whose_combat(part: Node<'_>) -> Option<Whose> {
    match part.text() {
        "combat on your turn" | "combat on each of your turns" => Some(Whose::Yours),
        "combat on each opponent's turn" => Some(Whose::Opponents),
        _ => None,
    }
}

/// Whether it is the next of someone's turns: "your next untap step".
pub(in crate::lower) fn is_next(part_of_turn: Node<'_>) -> bool {
    has(part_of_turn, Rule::possessor) && part_of_turn.says("next")
}

/// Whose turn a player noun says.
pub(in crate::lower) fn whose_turn(noun: Noun) -> Whose {
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
pub(in crate::lower) fn negate(condition: Condition, not: bool) -> Condition {
    if not {
        crate::lower::clause::effect::not(condition)
    } else {
        condition
    }
}

impl Lower<'_> {
    /// "Its evoke cost was paid": by the name of the keyword.
    pub(in crate::lower) fn keyword_cost_paid(&mut self, node: Node<'_>) -> Lowered<Condition> {
        let whose = self.need(node, Rule::possessor)?;
        let name = self.need(node, Rule::name_word)?;
        let of = self.possessor(whose)?;
        if self.vocab.keyword(name.text()).is_none() {
            return self.not_understood(name);
        }
        Ok(Condition::Paid(name.text().into(), of))
    }
}
