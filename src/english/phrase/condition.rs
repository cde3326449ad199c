//! Conditions as clauses, without the "if", "as long as" or "unless" that a caller writes.

use crate::english::description::hand_of;
use crate::english::{
    Writer,
    event::{Tense, window},
    filter::Form,
    words,
};
use crate::ir::{
    Attribute, Comparison, Condition, EventVerb, Filter, Head, Noun, Quantity, Whose,
    condition::TurnPart, quantity::Tally,
};
use crate::vocab::{Color, ManaKind, ManaSymbol, Zone};

impl Writer<'_> {
    /// A condition as a clause.
    pub(in crate::english) fn condition(&mut self, condition: &Condition) -> String {
        self.deeper(|w| w.condition_of(condition, false))
    }

    /// The opposite of a condition as a clause.
    fn negated(&mut self, condition: &Condition) -> String {
        self.deeper(|w| w.condition_of(condition, true))
    }

    fn condition_of(&mut self, condition: &Condition, not: bool) -> String {
        match condition {
            Condition::Not(inner) => {
                if not {
                    self.condition(inner)
                } else {
                    self.negated(inner)
                }
            }
            Condition::All(conditions) => {
                let items: Vec<String> = conditions
                    .iter()
                    .map(|c| self.deeper(|w| w.condition_of(c, not)))
                    .collect();
                words::list(&items, if not { "or" } else { "and" })
            }
            Condition::Any(conditions) => {
                let items: Vec<String> = conditions
                    .iter()
                    .map(|c| self.deeper(|w| w.condition_of(c, not)))
                    .collect();
                words::list(&items, if not { "and" } else { "or" })
            }
            Condition::Compare(left, comparison, right) => {
                self.comparison(left, *comparison, right, not)
            }
            Condition::Exist(noun, comparison, quantity) => {
                self.existence(noun, *comparison, quantity, not)
            }
            Condition::HasCards(noun, zone, comparison, n) => {
                let who = self.actor(noun);
                let have = if not { "don't have" } else { "have" };
                let have = self.agree(have, &who);
                let cards = self.how_many(*comparison, n, "card", "cards");
                let whose = if *noun == Noun::You { "your" } else { "their" };
                format!("{} {have} {cards} in {whose} {}", who.text, zone.word())
            }
            Condition::MoreThan(more, filter, less) => {
                let who = self.actor(more);
                let than = self.actor(less);
                let hand = hand_of(filter);
                let things = self.filter(
                    filter,
                    Form {
                        without_controller: true,
                        without_zone: hand.is_some(),
                        ..Form::many()
                    },
                );
                let verb = if hand.is_some() || is_life(filter) {
                    "have"
                } else {
                    "control"
                };
                let verb = if not {
                    self.agree(&format!("don't {verb}"), &who)
                } else {
                    self.agree(verb, &who)
                };
                let zone = if hand.is_some() { " in hand" } else { "" };
                format!("{} {verb} more {things}{zone} than {}", who.text, than.text)
            }
            Condition::Is(noun, filter) => self.description(noun, filter, not),
            Condition::Same(a, b) => {
                let a = self.actor(a);
                let be = be(a.plural, not);
                let b = self.object(b);
                contract(&a.text, be, &b)
            }
            Condition::Turn(whose) => {
                let turn = self.turn_of(whose);
                if not {
                    format!("it's not {turn}")
                } else {
                    format!("it's {turn}")
                }
            }
            Condition::During(whose, part) => {
                let time = self.time(whose.as_ref(), *part);
                let be = if not { "it's not" } else { "it's" };
                match part {
                    TurnPart::SorceryTiming
                    | TurnPart::BeforeAttackers
                    | TurnPart::BeforeBlockers
                    | TurnPart::AfterBlockers => {
                        format!("{be} {time}")
                    }
                    _ if whose.is_some() => format!("{be} {time}"),
                    _ => format!("{be} {time}"),
                }
            }
            Condition::Happened(event, when) => {
                let tense = if not { Tense::NegatedPast } else { Tense::Past };
                // Who took part in it is not who takes part in the event that triggers.
                let known = self.said.events.clone();
                let clause = self.event(event, tense);
                self.said.events = known;
                format!("{clause} {}", window(*when))
            }
            Condition::Done(binding) if self.said.offered_to_any(*binding) => {
                if not { "no one does" } else { "a player does" }.to_owned()
            }
            Condition::Done(binding) => {
                let you = self.said.offered_to_you(*binding);
                let who = if you { "you" } else { "they" };
                if not && self.said.ordered(*binding) {
                    format!("{who} can't")
                } else if not {
                    format!("{who} don't")
                } else {
                    format!("{who} do")
                }
            }
            Condition::DesignatedEarlier(noun, name) => {
                let who = self.actor(noun);
                let verb = if name == "foretold" { "was" } else { "became" };
                format!("{} {verb} {name} on an earlier turn", who.text)
            }
            Condition::CameUnderControl(noun) => {
                let who = self.actor(noun);
                format!(
                    "{} came under your control since the beginning of your last upkeep",
                    who.text
                )
            }
            Condition::Paid(name, noun) => {
                let who = self.actor(noun);
                let word = crate::english::filter::paid_word(name);
                let be = match (who.plural, not) {
                    (false, false) => "was",
                    (true, false) => "were",
                    (false, true) => "wasn't",
                    (true, true) => "weren't",
                };
                if word == name.as_str() {
                    let whose = words::possessive(&who.text, who.plural);
                    let whose = if who.text == "it" {
                        "its".to_owned()
                    } else {
                        whose
                    };
                    return format!("{whose} {name} cost {be} paid");
                }
                format!("{} {be} {word}", self.spell_name(noun, &who.text))
            }
            Condition::KickedWith(noun, cost) => {
                let who = self.actor(noun);
                let was = if not { "wasn't" } else { "was" };
                let it = self.spell_name(noun, &who.text);
                format!("{it} {was} kicked with its {cost} kicker")
            }
            Condition::WasCast(noun, by, from) => {
                let object = self.object(noun);
                match by.as_deref() {
                    Some(by) => {
                        let by = self.actor(by);
                        let from = match from {
                            Some(zone) => format!(" from your {}", zone.word()),
                            None => String::new(),
                        };
                        if not {
                            format!("{} didn't cast {object}{from}", by.text)
                        } else {
                            format!("{} cast {object}{from}", by.text)
                        }
                    }
                    None => {
                        let from = match from {
                            Some(Zone::Exile) => " from exile".to_owned(),
                            Some(Zone::Graveyard) => " from a graveyard".to_owned(),
                            Some(zone) => format!(" from your {}", zone.word()),
                            None => String::new(),
                        };
                        let was = if not { "wasn't" } else { "was" };
                        format!("{} {was} cast{from}", self.spell_name(noun, &object))
                    }
                }
            }
            Condition::CastDuring(noun, whose, part) => {
                let object = self.object(noun);
                let object = self.spell_name(noun, &object);
                let time = self.time(whose.as_ref(), *part);
                let cast = if not { "didn't cast" } else { "cast" };
                format!("you {cast} {object} during {time}")
            }
            Condition::Was(noun, filter) => {
                let text = self.description(noun, filter, not);
                in_the_past(&text)
            }
            Condition::Spent(symbols, noun) => {
                let object = self.object(noun);
                let object = self.spell_name(noun, &object);
                if let Some((n, color)) = many_of_a_color(symbols).filter(|_| !not) {
                    let n = words::number(n);
                    return format!("at least {n} {color} mana was spent to cast {object}");
                }
                let symbols: String = symbols.iter().map(ToString::to_string).collect();
                let be = if not { "wasn't" } else { "was" };
                format!("{symbols} {be} spent to cast {object}")
            }
            Condition::PlayerHas(noun, keyword) => {
                let who = self.actor(noun);
                let have = if not {
                    self.agree("don't have", &who)
                } else {
                    self.agree("have", &who)
                };
                format!("{} {have} {}", who.text, self.keyword_mention(keyword))
            }
            Condition::Pays(noun, cost) => {
                let text = self.payment(noun, cost);
                if not { format!("not {text}") } else { text }
            }
            Condition::Designated(noun, name) => {
                let who = self.actor(noun);
                match name.as_str() {
                    "city's blessing" | "blessing" => {
                        let have = if not {
                            self.agree("don't have", &who)
                        } else {
                            self.agree("have", &who)
                        };
                        format!("{} {have} the city's blessing", who.text)
                    }
                    "initiative" => {
                        let have = if not {
                            self.agree("don't have", &who)
                        } else {
                            self.agree("have", &who)
                        };
                        format!("{} {have} the initiative", who.text)
                    }
                    "monarch" => contract(&who.text, be(who.plural, not), "the monarch"),
                    other => contract(&who.text, be(who.plural, not), other),
                }
            }
            Condition::WonClash => {
                if not {
                    "you don't win".into()
                } else {
                    "you win".into()
                }
            }
            Condition::MoreVotes(word, tied) => {
                let tied = if *tied { " or the vote is tied" } else { "" };
                let not = if not { "not " } else { "" };
                format!("{not}{word} gets more votes{tied}")
            }
            Condition::WonFlip => {
                if not {
                    "you lose the flip".into()
                } else {
                    "you win the flip".into()
                }
            }
            Condition::DayNight(day) => {
                let word = if *day { "day" } else { "night" };
                if not {
                    format!("it's not {word}")
                } else {
                    format!("it's {word}")
                }
            }
        }
    }

    /// A spell asked about its own casting is "this spell".
    pub(in crate::english) fn spell_name(&mut self, noun: &Noun, text: &str) -> String {
        match noun {
            Noun::This if text != "it" && self.cx.spell => "this spell".into(),
            _ => text.to_owned(),
        }
    }

    /// "Your turn", "an opponent's turn".
    pub(in crate::english) fn turn_of(&mut self, whose: &Whose) -> String {
        match whose {
            Whose::Yours => "your turn".into(),
            Whose::Opponents => "an opponent's turn".into(),
            Whose::Each => "a player's turn".into(),
            Whose::Of(noun) => format!("{} turn", self.possessive(noun)),
            Whose::YourNext => "your next turn".into(),
            Whose::Next | Whose::NextTurn => "the next turn".into(),
        }
    }

    fn comparison(
        &mut self,
        left: &Quantity,
        comparison: Comparison,
        right: &Quantity,
        not: bool,
    ) -> String {
        let comparison = if not {
            opposite(comparison)
        } else {
            comparison
        };
        let plain = matches!(
            right,
            Quantity::Number(_) | Quantity::X | Quantity::Parameter
        );
        // "An opponent has more cards in hand than you".
        if let (Quantity::Of(attribute, a), Quantity::Of(other, b)) = (left, right)
            && attribute == other
            && let Some(more) = more_word(*attribute, comparison)
        {
            let a = self.actor(a);
            let have = self.agree("have", &a);
            let b = self.actor(b);
            return format!("{} {have} {more} than {}", a.text, b.text);
        }
        // "No mana was spent to cast it".
        if let (Quantity::Of(Attribute::ManaSpent, noun), true) = (left, plain) {
            let object = self.object(noun);
            let object = self.spell_name(noun, &object);
            let n = self.number_word(right);
            match (comparison, right) {
                (Comparison::Equal, Quantity::Number(0)) => {
                    return format!("no mana was spent to cast {object}");
                }
                (Comparison::AtLeast, _) => {
                    return format!("at least {n} mana was spent to cast {object}");
                }
                _ => {}
            }
        }
        // "You gained 4 or more life this turn".
        if let Quantity::History(event, when, Tally::Amount) = left
            && (comparison, plain) == (Comparison::AtLeast, true)
            && matches!(event.verb, EventVerb::GainsLife | EventVerb::LosesLife)
            && let Some(who) = &event.subject
        {
            let who = self.actor(who);
            let verb = if event.verb == EventVerb::GainsLife {
                "gained"
            } else {
                "lost"
            };
            let n = self.value(right);
            return format!("{} {verb} {n} or more life {}", who.text, window(*when));
        }
        // "Creatures you control have total power 8 or greater".
        if let (Quantity::Over(crate::ir::Aggregate::Total, attribute, noun), true) = (left, plain)
        {
            let who = self.theme(noun);
            let have = self.agree("have", &who);
            let stat = self.stat(*attribute, comparison, right);
            return format!("{} {have} total {stat}", who.text);
        }
        // "You have 10 or more life".
        if let (Quantity::Of(Attribute::LifeTotal, who), true) = (left, plain) {
            let who = self.actor(who);
            let have = self.agree("have", &who);
            let n = self.value(right);
            let amount = match comparison {
                Comparison::AtLeast => format!("{n} or more life"),
                Comparison::AtMost => format!("{n} or less life"),
                Comparison::Equal => format!("exactly {n} life"),
                Comparison::Less => format!("less than {n} life"),
                Comparison::Greater => format!("more than {n} life"),
                Comparison::NotEqual => format!("an amount of life other than {n}"),
                Comparison::Odd => "an odd amount of life".into(),
                Comparison::Even => "an even amount of life".into(),
            };
            return format!("{} {have} {amount}", who.text);
        }
        if let Quantity::CountOf(noun) = left {
            return self.existence(noun, comparison, right, false);
        }
        if let Quantity::Of(Attribute::HandSize, who) = left {
            let who = self.actor(who);
            let have = self.agree("have", &who);
            let cards = self.how_many(comparison, right, "card", "cards");
            return format!("{} {have} {cards} in hand", who.text);
        }
        if let Quantity::Counters(kind, on) = left {
            let counters = self.counters_at_least(kind.as_ref(), comparison, right);
            if matches!(**on, Noun::You | Noun::Described { .. })
                && crate::english::discourse::Discourse::default()
                    .noun(on)
                    .player
            {
                let who = self.actor(on);
                let have = self.agree("have", &who);
                return format!("{} {have} {counters}", who.text);
            }
            let on = self.object(on);
            let be = if counters.starts_with("a ")
                || counters.starts_with("an ")
                || counters.starts_with("exactly one")
            {
                "is"
            } else {
                "are"
            };
            return format!("there {be} {counters} on {on}");
        }
        if let Quantity::Different(variety, among) = left {
            let _ = variety;
            let number = self.value(&Quantity::Different(*variety, among.clone()));
            let things = number
                .strip_prefix("the number of ")
                .unwrap_or(&number)
                .to_owned();
            let n = self.number_word(right);
            return match comparison {
                Comparison::AtLeast => format!("there are {n} or more {things}"),
                Comparison::AtMost => format!("there are {n} or fewer {things}"),
                Comparison::Less => format!("there are fewer than {n} {things}"),
                Comparison::Greater => format!("there are more than {n} {things}"),
                Comparison::NotEqual => format!("there are other than {n} {things}"),
                Comparison::Odd => format!("there are an odd number of {things}"),
                Comparison::Even => format!("there are an even number of {things}"),
                Comparison::Equal => format!("there are {n} {things}"),
            };
        }
        let value = self.value(left);
        // Devotion is counted in words.
        let right_value = match (left, right) {
            (Quantity::Devotion(_), Quantity::Number(n)) => words::number(*n),
            _ => self.value(right),
        };
        let rest = match comparison {
            Comparison::Equal if plain => right_value,
            Comparison::Equal => format!("equal to {right_value}"),
            Comparison::NotEqual => format!("not equal to {right_value}"),
            Comparison::AtLeast if plain => format!(
                "{right_value} or {}",
                if is_count(left) { "more" } else { "greater" }
            ),
            Comparison::AtLeast => format!("greater than or equal to {right_value}"),
            Comparison::AtMost if plain => format!("{right_value} or less"),
            Comparison::AtMost => format!("less than or equal to {right_value}"),
            Comparison::Less => format!("less than {right_value}"),
            Comparison::Greater => format!("greater than {right_value}"),
            Comparison::Odd => "odd".into(),
            Comparison::Even => "even".into(),
        };
        format!("{value} is {rest}")
    }
}

/// A description of nothing: used where life is compared.
fn is_life(filter: &Filter) -> bool {
    filter.head == Head::Object && filter.predicates.is_empty()
}

/// What one player has more or less of than another.
fn more_word(attribute: Attribute, comparison: Comparison) -> Option<&'static str> {
    match (attribute, comparison) {
        (Attribute::LifeTotal, Comparison::Greater) => Some("more life"),
        (Attribute::LifeTotal, Comparison::Less) => Some("less life"),
        (Attribute::HandSize, Comparison::Greater) => Some("more cards in hand"),
        (Attribute::HandSize, Comparison::Less) => Some("fewer cards in hand"),
        _ => None,
    }
}

/// "It's a Goblin" as it was: "it was a Goblin".
fn in_the_past(text: &str) -> String {
    for (now, then) in [
        ("it's ", "it was "),
        ("they're ", "they were "),
        (" isn't ", " wasn't "),
        (" aren't ", " weren't "),
        (" is ", " was "),
        (" are ", " were "),
    ] {
        if let Some((front, rest)) = text.split_once(now) {
            return format!("{front}{then}{rest}");
        }
    }
    text.to_owned()
}

fn is_count(quantity: &Quantity) -> bool {
    !matches!(quantity, Quantity::Of(..) | Quantity::Over(..))
}

pub(in crate::english) fn be(plural: bool, not: bool) -> &'static str {
    match (plural, not) {
        (false, false) => "is",
        (false, true) => "isn't",
        (true, false) => "are",
        (true, true) => "aren't",
    }
}

/// "It's a creature", "they're tapped", "you're the monarch": short forms as cards print them.
pub(in crate::english) fn contract(who: &str, be: &str, rest: &str) -> String {
    match (who, be) {
        ("it", "is") => format!("it's {rest}"),
        ("they", "are") => format!("they're {rest}"),
        ("you", "are") => format!("you're {rest}"),
        _ => format!("{who} {be} {rest}"),
    }
}

/// The comparison that holds when this one does not.
pub(in crate::english) fn opposite(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
        Comparison::Less => Comparison::AtLeast,
        Comparison::AtMost => Comparison::Greater,
        Comparison::Greater => Comparison::AtMost,
        Comparison::AtLeast => Comparison::Less,
        Comparison::Odd => Comparison::Even,
        Comparison::Even => Comparison::Odd,
    }
}

/// Three or more symbols of one color, which are said in words.
fn many_of_a_color(symbols: &[ManaSymbol]) -> Option<(i64, Color)> {
    let (first, rest) = symbols.split_first()?;
    let ManaSymbol::Mana(ManaKind::Colored(color)) = first else {
        return None;
    };
    let n = i64::try_from(symbols.len()).ok()?;
    (n >= 3 && rest.iter().all(|s| s == first)).then_some((n, *color))
}
