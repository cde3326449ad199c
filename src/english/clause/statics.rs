//! Statements of continuous effects: subject, modifications, condition.

use crate::english::becoming::insert_with;
use crate::english::{Context, Writer, discourse::Focus, noun::Subject, words};
use crate::ir::{
    Condition, Modification, Noun, Quantity, Restriction, Statement, Whose, statics::AsThough,
};

impl Writer<'_> {
    /// Statements as one sentence, without capital letter and period. `temporary` is an effect with a duration: things
    /// "gain" and "become" rather than "have" and "are".
    pub(in crate::english) fn statements(
        &mut self,
        statements: &[Statement],
        temporary: bool,
    ) -> String {
        // "Otherwise": what holds while the condition of the statement before does not.
        if let [first, second] = statements
            && let (Some(condition), Some(Condition::Not(other))) =
                (&first.condition, &second.condition)
            && condition == &**other
        {
            let text = self.statement(first, temporary);
            let text = self.settle_x(text);
            let other = self.assertion(&second.subject, &second.modifications, temporary);
            return format!("{text}. Otherwise, {other}");
        }
        // "As long as you control your commander, this gets +2/+2 and creatures you control have vigilance".
        if let [first, rest @ ..] = statements
            && let Some(condition) = &first.condition
            && !rest.is_empty()
            && !rates_turn(condition)
            && rest.iter().all(|s| s.condition == first.condition)
        {
            let condition = self.condition(condition);
            let items: Vec<String> = statements
                .iter()
                .map(|s| {
                    let text = self.assertion(&s.subject, &s.modifications, temporary);
                    self.settle_x(text)
                })
                .collect();
            return format!("as long as {condition}, {}", words::list(&items, "and"));
        }
        let items: Vec<String> = statements
            .iter()
            .map(|s| {
                let text = self.statement(s, temporary);
                self.settle_x(text)
            })
            .collect();
        match items.as_slice() {
            [a, b] if !temporary => format!("{a}, and {b}"),
            _ => words::list(&items, "and"),
        }
    }

    fn statement(&mut self, statement: &Statement, temporary: bool) -> String {
        let Some(condition) = &statement.condition else {
            return self.assertion(&statement.subject, &statement.modifications, temporary);
        };
        let rates_cost = statement.modifications.iter().all(|m| {
            matches!(
                m,
                Modification::CostChange { .. }
                    | Modification::AlternativeCost { .. }
                    | Modification::AdditionalCost { .. }
            )
        });
        let permits = statement.modifications.iter().all(|m| {
            matches!(
                m,
                Modification::AsThough(AsThough::HadFlash)
                    | Modification::AlternativeCost { .. }
                    | Modification::KeepsOneLife
            )
        });
        let out_of_turn =
            matches!(condition, Condition::Not(inner) if **inner == Condition::Turn(Whose::Yours));
        if permits {
            let condition = self.condition(condition);
            let text = self.assertion(&statement.subject, &statement.modifications, temporary);
            return format!("if {condition}, {text}");
        }
        if rates_cost && !out_of_turn {
            let text = self.assertion(&statement.subject, &statement.modifications, temporary);
            let condition = self.condition(condition);
            return format!("{text} if {condition}");
        }
        match condition {
            Condition::Turn(Whose::Yours) => {
                let text = self.assertion(&statement.subject, &statement.modifications, temporary);
                format!("during your turn, {text}")
            }
            Condition::Turn(whose) => {
                let turn = self.turn_of(whose);
                let turn = turn
                    .replace("an opponent's turn", "each opponent's turn")
                    .replace("a player's turn", "each player's turn");
                let text = self.assertion(&statement.subject, &statement.modifications, temporary);
                format!("during {turn}, {text}")
            }
            Condition::Not(inner) if **inner == Condition::Turn(Whose::Yours) => {
                let text = self.assertion(&statement.subject, &statement.modifications, temporary);
                format!("as long as it's not your turn, {text}")
            }
            Condition::Not(inner)
                if statement.modifications.iter().all(|m| {
                    matches!(
                        m,
                        Modification::Cant(_) | Modification::Must(_) | Modification::DoesntUntap
                    )
                }) =>
            {
                let text = self.assertion(&statement.subject, &statement.modifications, temporary);
                let condition = self.condition(inner);
                format!("{text} unless {condition}")
            }
            Condition::All(parts)
                if parts.len() > 1 && parts.first() == Some(&Condition::Turn(Whose::Yours)) =>
            {
                let mut rest: Vec<Condition> = parts.iter().skip(1).cloned().collect();
                let rest = if rest.len() == 1 {
                    rest.remove(0)
                } else {
                    Condition::All(rest)
                };
                let condition = self.condition(&rest);
                let text = self.assertion(&statement.subject, &statement.modifications, temporary);
                format!("during your turn, as long as {condition}, {text}")
            }
            // "You may cast this card from your graveyard if you gained life this turn".
            Condition::Happened(..)
                if statement.modifications.iter().all(|m| {
                    matches!(m, Modification::May(crate::ir::Permission::Play { .. }))
                }) =>
            {
                let text = self.assertion(&statement.subject, &statement.modifications, temporary);
                let condition = self.condition(condition);
                format!("{text} if {condition}")
            }
            Condition::During(whose, part) => {
                let time = self.time(whose.as_ref(), *part);
                let text = self.assertion(&statement.subject, &statement.modifications, temporary);
                format!("during {time}, {text}")
            }
            // "Doesn't untap during your untap step if ...", "can't attack if ...".
            _ if statement.modifications.iter().all(|m| {
                matches!(
                    m,
                    Modification::DoesntUntap
                        | Modification::Cant(Restriction::Attack(_) | Restriction::Block(_))
                )
            }) =>
            {
                let text = self.assertion(&statement.subject, &statement.modifications, temporary);
                let condition = self.condition(condition);
                format!("{text} if {condition}")
            }
            _ if speaks_of_this(condition) || matches!(statement.subject, Noun::Again(..)) => {
                let condition = self.condition(condition);
                let text = self.assertion(&statement.subject, &statement.modifications, temporary);
                format!("as long as {condition}, {text}")
            }
            _ => {
                let text = self.assertion(&statement.subject, &statement.modifications, temporary);
                let text = self.settle_x(text);
                let condition = self.condition(condition);
                format!("{text} as long as {condition}")
            }
        }
    }

    /// A subject and what holds of it.
    fn assertion(
        &mut self,
        subject: &Noun,
        modifications: &[Modification],
        temporary: bool,
    ) -> String {
        if let [only] = modifications
            && let Some(text) = self.whole_clause(subject, only, temporary)
        {
            return text;
        }
        // A clause with an order of its own among others stands first.
        if let [first, rest @ ..] = modifications
            && !rest.is_empty()
            && let Some(text) = self.whole_clause(subject, first, temporary)
        {
            let subject = Noun::clone(subject);
            let known = self.said.noun(&subject);
            let pronoun = if known.plural { "they" } else { "it" };
            let rest = self.modifications(
                &crate::english::effect::subject(pronoun, known.plural),
                rest,
                temporary,
            );
            return format!("{text} and {pronoun} {rest}");
        }
        let spell = matches!(subject, Noun::This)
            && modifications
                .iter()
                .all(|m| matches!(m, Modification::Cant(Restriction::BeCountered)));
        let who = if spell {
            self.said.focus = Focus::This;
            crate::english::effect::subject("this spell", false)
        } else {
            self.theme(subject)
        };
        let text = self.modifications(&who, modifications, temporary);
        format!("{} {text}", who.text)
    }

    /// Verb phrases of several modifications, joined.
    pub(in crate::english) fn modifications(
        &mut self,
        who: &Subject,
        modifications: &[Modification],
        temporary: bool,
    ) -> String {
        let mut items: Vec<String> = Vec::new();
        let mut after = String::new();
        let mut i = 0;
        while let Some(modification) = modifications.get(i) {
            i += 1;
            match modification {
                Modification::Pump(power, toughness) => {
                    let (change, each) = self.pump(power, toughness);
                    let verb = self.agree("get", who);
                    items.push(format!("{verb} {change}"));
                    // "Gets +1/+1 for each Elf and has reach" would attach wrongly only for a reader, not for the grammar.
                    match items.last_mut() {
                        Some(last) if !each.is_empty() => last.push_str(&each),
                        _ => after.push_str(&each),
                    }
                }
                Modification::Cant(Restriction::Unless(first, condition)) => {
                    let mut restrictions = vec![&**first];
                    while let Some(Modification::Cant(Restriction::Unless(next, other))) =
                        modifications.get(i)
                    {
                        if other != condition {
                            break;
                        }
                        restrictions.push(next);
                        i += 1;
                    }
                    let text = self.restrictions(who, &restrictions);
                    // "Their controller pays {1} for each of those creatures": of each thing that the statement is about.
                    self.said.enter_each(crate::english::discourse::Referent {
                        plural: who.plural,
                        ..crate::english::discourse::Referent::THING
                    });
                    let unless = self.condition(condition);
                    self.said.leave_each();
                    items.push(format!("{text} unless {unless}"));
                }
                Modification::Cant(Restriction::Activate { except_mana }) => {
                    let unless = if *except_mana {
                        " unless they're mana abilities"
                    } else {
                        ""
                    };
                    let whose = if who.plural { "their" } else { "its" };
                    items.push(format!(
                        "{whose} activated abilities can't be activated{unless}"
                    ));
                }
                Modification::Cant(first) => {
                    let mut restrictions = vec![first];
                    while let Some(Modification::Cant(next)) = modifications.get(i) {
                        if !is_verbal(next) || !is_verbal(first) {
                            break;
                        }
                        restrictions.push(next);
                        i += 1;
                    }
                    items.push(self.restrictions(who, &restrictions));
                }
                Modification::Become { .. } => {
                    let mut text = self.become_clause(who, modification, temporary);
                    // "Becomes a 3/3 Elemental creature with haste".
                    let only_color = matches!(
                        modification,
                        Modification::Become { pt: None, types, subtypes, chosen: None, .. }
                            if types.is_empty() && subtypes.is_empty()
                    );
                    if let Some(Modification::Gain(abilities)) = modifications.get(i)
                        && !only_color
                        && (temporary
                            || matches!(
                                modification,
                                Modification::Become {
                                    pt: Some(_),
                                    additional: true,
                                    ..
                                }
                            ))
                    {
                        i += 1;
                        let granted = self.granted(abilities, &Context::this("creature"));
                        text = insert_with(&text, &granted);
                    }
                    items.push(text);
                }
                other => items.push(self.modification(who, other, temporary)),
            }
        }
        let text = words::list(&items, "and");
        format!("{text}{after}")
    }
}

/// Whether a condition is of whose turn it is, or what part of it.
const fn rates_turn(condition: &Condition) -> bool {
    matches!(
        condition,
        Condition::Turn(_) | Condition::During(..) | Condition::Not(_) | Condition::All(_)
    )
}

/// Whether a condition is about the bearer: then it stands in front, so that the clause goes on with "it".
fn speaks_of_this(condition: &Condition) -> bool {
    match condition {
        Condition::Is(noun, _) | Condition::Designated(noun, _) => *noun == Noun::This,
        Condition::Compare(Quantity::Of(_, noun) | Quantity::Counters(_, noun), ..) => {
            **noun == Noun::This
        }
        Condition::Not(inner) => speaks_of_this(inner),
        Condition::All(conditions) | Condition::Any(conditions) => {
            conditions.iter().any(speaks_of_this)
        }
        _ => false,
    }
}

/// Whether a restriction continues "can't" with a verb of the same subject.
fn is_verbal(restriction: &Restriction) -> bool {
    !matches!(
        restriction,
        Restriction::Activate { .. }
            | Restriction::DamagePrevented
            | Restriction::AbleToBlockDoSo
            | Restriction::Unless(..)
    )
}
