//! Quantities: by themselves, before a noun that is counted, with a noun of amount, and as changes of power and toughness.

use crate::english::{Writer, event::Tense, filter::attribute_word, words};
use crate::ir::{
    Aggregate, Attribute, Event, EventVerb, Noun, Quantity, Rounding, Window,
    noun::Extreme,
    quantity::{Tally, Variety},
};

impl Writer<'_> {
    /// A quantity by itself: "3", "X", "the number of creatures you control", "twice its power".
    pub(in crate::english) fn value(&mut self, quantity: &Quantity) -> String {
        self.deeper(|w| w.value_inner(quantity))
    }

    fn value_inner(&mut self, quantity: &Quantity) -> String {
        match quantity {
            Quantity::Number(n) => n.to_string(),
            Quantity::X => "X".into(),
            Quantity::Parameter => "N".into(),
            Quantity::TargetsBeyondFirst => "the number of targets beyond the first".into(),
            Quantity::Product(one, other) => {
                let one = self.value(one);
                let each = self.for_each_in(other);
                format!("{one} for {each}")
            }
            Quantity::BeyondFirst(of) => format!("{} beyond the first", self.value(of)),
            Quantity::AnyNumber => "any number".into(),
            Quantity::UpTo(n) => format!("up to {}", self.number_word(n)),
            Quantity::CountOf(noun) => match &**noun {
                Noun::Zone(..) => format!("the number of cards in {}", self.object(noun)),
                Noun::Described { filter, .. }
                    if filter.head == crate::ir::Head::Opponent && filter.predicates.is_empty() =>
                {
                    "the number of opponents you have".into()
                }
                _ => format!("the number of {}", self.bare(noun)),
            },
            Quantity::Of(attribute, noun) => self.attribute(*attribute, noun),
            Quantity::Over(aggregate, attribute, noun) => {
                let (how, preposition) = match aggregate {
                    Aggregate::Greatest => ("greatest", "among"),
                    Aggregate::Least => ("least", "among"),
                    Aggregate::Total => ("total", "of"),
                };
                let of = self.bare(noun);
                format!(
                    "the {how} {} {preposition} {of}",
                    attribute_word(*attribute)
                )
            }
            Quantity::Amount(_) => "that much".into(),
            Quantity::Counters(kind, noun) => {
                let counters = kind
                    .as_ref()
                    .map_or_else(|| "counters".into(), |k| format!("{k} counters"));
                let on = self.object(noun);
                if *noun.as_ref() == Noun::You {
                    return format!("the number of {counters} you have");
                }
                format!("the number of {counters} on {on}")
            }
            Quantity::Devotion(colors) => {
                let colors: Vec<String> = colors.iter().map(|c| c.word().to_owned()).collect();
                format!("your devotion to {}", words::list(&colors, "and"))
            }
            Quantity::Different(variety, noun) => {
                format!(
                    "the number of {} among {}",
                    variety_word(*variety, true),
                    self.bare(noun)
                )
            }
            Quantity::History(event, window, tally) => self.history(event, *window, *tally),
            Quantity::Sum(a, b) => match (&**a, &**b) {
                (Quantity::Number(n), b) => {
                    let b = self.value(b);
                    format!("{n} plus {b}")
                }
                (a, b) => {
                    let a = self.value(a);
                    let b = self.addend(b);
                    format!("{a} plus {b}")
                }
            },
            Quantity::Difference(a, b) => {
                let a = self.value(a);
                let b = self.addend(b);
                format!("{a} minus {b}")
            }
            Quantity::Times(-1, of) => format!("-{}", self.value(of)),
            Quantity::Times(n, of) => format!("{} {}", times(*n), self.value(of)),
            Quantity::Half(of, rounding) => {
                format!("half {}, {}", self.value(of), rounded(*rounding))
            }
            Quantity::ForEach(n, noun) => {
                let each = self.each(noun);
                format!("{n} for {each}")
            }
            Quantity::Each(n, of) => {
                let each = self.for_each_of(of);
                format!("{n} for {each}")
            }
            Quantity::Party => "the number of creatures in your party".into(),
            Quantity::Rolled => "the result".into(),
            Quantity::Votes(word) => format!("the number of {word} votes"),
            Quantity::TimesPaid(keyword, noun) => {
                format!("the number of times {}", self.paid_often(keyword, noun))
            }
            Quantity::CastBefore(noun) => {
                format!(
                    "the number of spells cast before {} this turn",
                    self.object(noun)
                )
            }
            Quantity::AmongPlayers(extreme, attribute, filter) => {
                let end = match extreme {
                    Extreme::Greatest => "highest",
                    Extreme::Least => "lowest",
                };
                let players = self.filter(filter, crate::english::filter::Form::many());
                format!("the {end} {} among {players}", attribute_word(*attribute))
            }
        }
    }

    /// The second part of a sum: small numbers are words ("plus one") except beside X.
    fn addend(&mut self, quantity: &Quantity) -> String {
        match quantity {
            Quantity::Number(n) => n.to_string(),
            other => self.value(other),
        }
    }

    /// "It was kicked", "its replicate cost was paid".
    fn paid_often(&mut self, keyword: &str, noun: &Noun) -> String {
        if keyword == "kicker" {
            let object = self.object(noun);
            let object = self.spell_name(noun, &object);
            format!("{object} was kicked")
        } else if keyword == "mutate" {
            format!("{} has mutated", self.object(noun))
        } else {
            format!("{} {keyword} cost was paid", self.possessive(noun))
        }
    }

    /// "Its power", "the number of cards in your hand", "your life total".
    fn attribute(&mut self, attribute: Attribute, noun: &Noun) -> String {
        match attribute {
            Attribute::HandSize => format!("the number of cards in {} hand", self.possessive(noun)),
            Attribute::Colors => format!("the number of colors {} is", self.object(noun)),
            Attribute::ColorsSpent => {
                let object = self.object(noun);
                let object = self.spell_name(noun, &object);
                format!("the number of colors of mana spent to cast {object}")
            }
            Attribute::ManaSpent => {
                let object = self.object(noun);
                let object = self.spell_name(noun, &object);
                format!("the amount of mana spent to cast {object}")
            }
            Attribute::Poison => {
                let who = self.actor(noun);
                let have = self.agree("have", &who);
                format!("the number of poison counters {} {have}", who.text)
            }
            _ => format!("{} {}", self.possessive(noun), attribute_word(attribute)),
        }
    }

    /// A number word before a noun: "two", "X", "that many".
    pub(in crate::english) fn number_word(&mut self, quantity: &Quantity) -> String {
        match quantity {
            Quantity::Number(n) => words::number(*n),
            Quantity::Amount(_) => "that many".into(),
            Quantity::Times(n, of) if matches!(**of, Quantity::Amount(_)) => {
                format!("{} that many", times(*n))
            }
            Quantity::X | Quantity::Parameter => self.value(quantity),
            Quantity::Sum(a, b) if matches!((&**a, &**b), (Quantity::X, Quantity::Number(_))) => {
                self.value(quantity)
            }
            Quantity::Times(_, of) if matches!(**of, Quantity::X) => self.value(quantity),
            other => {
                // Anything longer is defined behind the clause: "where X is the number of ...".
                self.owe_x(other)
            }
        }
    }

    /// Uses X for a quantity that is too long where it stands, and defines it at the end of the sentence.
    pub(in crate::english) fn owe_x(&mut self, quantity: &Quantity) -> String {
        self.where_x = Some(quantity.clone());
        "X".into()
    }

    /// Counted things: "a card", "two cards", "that many cards", "cards equal to its power", "a card for each ...".
    pub(in crate::english) fn counted(&mut self, quantity: &Quantity, noun: &str) -> String {
        let many = words::plural(noun);
        if self.shared_x.as_ref() == Some(quantity) {
            return format!("{} {many}", self.owe_x(quantity));
        }
        match quantity {
            Quantity::Number(1) => words::with_article(noun),
            Quantity::Number(n) => format!("{} {many}", words::number(*n)),
            Quantity::AnyNumber => format!("any number of {many}"),
            Quantity::UpTo(n) => {
                let counted = self.counted(n, noun);
                let counted = counted.replacen("a ", "one ", 1);
                format!("up to {counted}")
            }
            Quantity::Amount(_) if self.prevented && noun == "card" => {
                "cards equal to the damage prevented this way".into()
            }
            Quantity::X | Quantity::Parameter | Quantity::Amount(_) => {
                format!("{} {many}", self.number_word(quantity))
            }
            Quantity::Times(n, of) if matches!(**of, Quantity::Amount(_) | Quantity::X) => {
                let of = self.number_word(of);
                format!("{} {of} {many}", times(*n))
            }
            Quantity::Sum(a, b) => match (&**a, &**b) {
                (Quantity::Amount(_), Quantity::Number(n)) => {
                    format!("that many {many} plus {}", words::number(*n))
                }
                (Quantity::X, Quantity::Number(n)) => {
                    format!("X plus {} {many}", words::number(*n))
                }
                _ => {
                    let value = self.value(quantity);
                    format!("{many} equal to {value}")
                }
            },
            Quantity::Difference(a, b) => match (&**a, &**b) {
                (Quantity::Amount(_), Quantity::Number(n)) => {
                    format!("that many {many} minus {}", words::number(*n))
                }
                _ => {
                    let x = self.owe_x(quantity);
                    format!("{x} {many}")
                }
            },
            Quantity::ForEach(n, over) => {
                let head = self.counted(&Quantity::Number(*n), noun);
                let each = self.each(over);
                format!("{head} for {each}")
            }
            Quantity::Each(n, of) => {
                let head = self.counted(&Quantity::Number(*n), noun);
                let each = self.for_each_of(of);
                format!("{head} for {each}")
            }
            Quantity::Product(n, of) => {
                let head = self.counted(n, noun);
                let each = self.for_each_in(of);
                format!("{head} for {each}")
            }
            Quantity::Half(of, rounding) => match &**of {
                // "Half their library", of cards.
                Quantity::CountOf(zone) if matches!(**zone, Noun::Zone(..)) => {
                    format!("half {}, {}", self.object(zone), rounded(*rounding))
                }
                _ => {
                    let value = self.value(quantity);
                    format!("a number of {many} equal to {value}")
                }
            },
            other => {
                if noun.contains("token") {
                    let x = self.owe_x(other);
                    return format!("{x} {many}");
                }
                let value = self.value(other);
                if noun.contains("counter") {
                    return format!("a number of {many} equal to {value}");
                }
                format!("{many} equal to {value}")
            }
        }
    }

    /// An amount of life, damage or mana: "3 life", "that much life", "life equal to its power".
    pub(in crate::english) fn amount(&mut self, quantity: &Quantity, noun: &str) -> String {
        if self.shared_x.as_ref() == Some(quantity) {
            return format!("{} {noun}", self.owe_x(quantity));
        }
        match quantity {
            Quantity::Number(_) | Quantity::X | Quantity::Parameter => {
                format!("{} {noun}", self.value(quantity))
            }
            Quantity::Amount(_) if self.prevented && noun == "life" => {
                "life equal to the damage prevented this way".into()
            }
            Quantity::Amount(_) => format!("that much {noun}"),
            Quantity::Times(n, of) => match &**of {
                Quantity::Amount(_) => format!("{} that much {noun}", times(*n)),
                Quantity::X => format!("{} X {noun}", times(*n)),
                _ => format!("{noun} equal to {}", self.value(quantity)),
            },
            Quantity::Sum(a, b) => match (&**a, &**b) {
                (Quantity::Amount(_), Quantity::Number(n)) => format!("that much {noun} plus {n}"),
                (Quantity::X, Quantity::Number(n)) => format!("X plus {n} {noun}"),
                _ => format!("{noun} equal to {}", self.value(quantity)),
            },
            Quantity::Difference(a, b) => match (&**a, &**b) {
                (Quantity::Amount(_), Quantity::Number(n)) => format!("that much {noun} minus {n}"),
                _ => format!("{noun} equal to {}", self.value(quantity)),
            },
            Quantity::ForEach(n, over) => {
                let each = self.each(over);
                format!("{n} {noun} for {each}")
            }
            Quantity::Each(n, of) => {
                let each = self.for_each_of(of);
                format!("{n} {noun} for {each}")
            }
            Quantity::Half(of, rounding) => match &**of {
                Quantity::Amount(_) => format!("half that much {noun}, {}", rounded(*rounding)),
                Quantity::Of(Attribute::LifeTotal, who) if noun == "life" => {
                    format!("half {} life, {}", self.possessive(who), rounded(*rounding))
                }
                _ => format!("{noun} equal to {}", self.value(quantity)),
            },
            other => format!("{noun} equal to {}", self.value(other)),
        }
    }

    /// The second part of a product, after "for".
    fn for_each_in(&mut self, of: &Quantity) -> String {
        match of {
            Quantity::ForEach(1, noun) => self.each(noun),
            Quantity::Each(1, of) => self.for_each_of(of),
            of => self.for_each_of(of),
        }
    }

    /// "Each charge counter on it", "each spell you've cast this turn": after "for".
    pub(in crate::english) fn for_each_of(&mut self, quantity: &Quantity) -> String {
        match quantity {
            Quantity::CountOf(noun) => self.each(noun),
            Quantity::Counters(kind, noun) => {
                let counter = kind
                    .as_ref()
                    .map_or_else(|| "counter".into(), |k| format!("{k} counter"));
                if **noun == Noun::You {
                    return format!("each {counter} you have");
                }
                let on = self.object(noun);
                format!("each {counter} on {on}")
            }
            Quantity::Different(variety, noun) => {
                format!(
                    "each {} among {}",
                    variety_word(*variety, false),
                    self.bare(noun)
                )
            }
            Quantity::Party => "each creature in your party".into(),
            Quantity::Votes(word) => format!("each {word} vote"),
            Quantity::TimesPaid(keyword, noun) => {
                format!("each time {}", self.paid_often(keyword, noun))
            }
            Quantity::CastBefore(noun) => {
                let object = self.object(noun);
                let object = self.spell_name(noun, &object);
                format!("each spell cast before {object} this turn")
            }
            Quantity::Of(Attribute::ColorsSpent, noun) => {
                let object = self.object(noun);
                let object = self.spell_name(noun, &object);
                format!("each color of mana spent to cast {object}")
            }
            Quantity::Of(Attribute::Colors, noun) => {
                format!("each of {} colors", self.possessive(noun))
            }
            Quantity::Of(Attribute::HandSize, noun) => {
                format!("each card in {} hand", self.possessive(noun))
            }
            Quantity::History(event, window, Tally::Amount) => {
                let what = match event.verb {
                    EventVerb::GainsLife | EventVerb::LosesLife => "each 1 life",
                    _ => "each 1 damage",
                };
                let clause = self.history_clause(event, *window);
                format!("{what} {clause}")
            }
            Quantity::History(event, window, Tally::Times) => {
                let clause = self.event(event, Tense::Past);
                format!(
                    "each time {clause} {}",
                    crate::english::event::window(*window)
                )
            }
            Quantity::History(event, window, Tally::Participants) => {
                self.participants(event, *window, false)
            }
            Quantity::TargetsBeyondFirst => "each target beyond the first".into(),
            Quantity::BeyondFirst(of) => format!("{} beyond the first", self.for_each_of(of)),
            Quantity::Amount(_) if self.said.this_way.is_some() => {
                let counted = self.said.this_way.clone().unwrap_or_default();
                format!("each {counted} this way")
            }
            other => format!("each of {}", self.value(other)),
        }
    }

    fn history(&mut self, event: &Event, window: Window, tally: Tally) -> String {
        match tally {
            Tally::Amount => {
                let what = match event.verb {
                    EventVerb::GainsLife | EventVerb::LosesLife => "life",
                    _ => "damage",
                };
                let clause = self.history_clause(event, window);
                format!("the amount of {what} {clause}")
            }
            Tally::Times => {
                let clause = self.event(event, Tense::Past);
                format!(
                    "the number of times {clause} {}",
                    crate::english::event::window(window)
                )
            }
            Tally::Participants => {
                format!("the number of {}", self.participants(event, window, true))
            }
        }
    }

    /// "You gained this turn": the event without its measure.
    fn history_clause(&mut self, event: &Event, window: Window) -> String {
        let who = match &event.subject {
            Some(noun) => self.actor(noun),
            None => crate::english::noun::Subject {
                text: "players".into(),
                plural: true,
                many: true,
            },
        };
        let verb = match event.verb {
            EventVerb::GainsLife => "gained",
            EventVerb::LosesLife => "lost",
            EventVerb::DealsDamage { .. } => "dealt",
            _ => {
                let clause = self.event_predicate(event, Tense::Past, who.plural);
                return format!(
                    "{} {clause} {}",
                    who.text,
                    crate::english::event::window(window)
                );
            }
        };
        format!(
            "{} {verb} {}",
            who.text,
            crate::english::event::window(window)
        )
    }

    /// "Spells you've cast this turn", "creatures that died this turn".
    fn participants(&mut self, event: &Event, window: Window, many: bool) -> String {
        let window_words = crate::english::event::window(window);
        let form = crate::english::filter::Form::number(many);
        let each = if many { "" } else { "each " };
        match (&event.subject, &event.object) {
            (Some(who), Some(Noun::Described { filter, .. })) => {
                let verb = match event.verb {
                    EventVerb::Casts => "cast",
                    EventVerb::Draws { .. } => "drawn",
                    EventVerb::Discards => "discarded",
                    EventVerb::Sacrifices => "sacrificed",
                    EventVerb::Plays => "played",
                    EventVerb::Creates => "created",
                    EventVerb::Cycles => "cycled",
                    _ => "done",
                };
                // Those of each kind: "instant and sorcery spells".
                let form = crate::english::filter::Form { and: true, ..form };
                let things = self.filter(filter, form);
                let other = if crate::english::filter::has_other(filter) {
                    "other "
                } else {
                    ""
                };
                match who {
                    Noun::You => format!("{each}{other}{things} you've {verb} {window_words}"),
                    who => {
                        let who = self.actor(who);
                        format!("{each}{other}{things} {} {verb} {window_words}", who.text)
                    }
                }
            }
            (Some(Noun::Described { filter, .. }), _) => {
                let things = self.filter(filter, form);
                let that = if filter.head.is_player() {
                    "who"
                } else {
                    "that"
                };
                let verb = self.event_predicate(event, Tense::Past, many);
                format!("{each}{things} {that} {verb} {window_words}")
            }
            _ => {
                let clause = self.event(event, Tense::Past);
                format!(
                    "{each}time{} {clause} {window_words}",
                    if many { "s" } else { "" }
                )
            }
        }
    }

    /// A change of power and toughness with what follows it: "+1/+1", "-X/-X, where X is", "+1/+1 for each Elf".
    pub(in crate::english) fn pump(
        &mut self,
        power: &Quantity,
        toughness: &Quantity,
    ) -> (String, String) {
        let each = match (power, toughness) {
            (Quantity::ForEach(_, noun), _) | (_, Quantity::ForEach(_, noun)) => {
                Some(self.each(noun))
            }
            (Quantity::Each(_, of), _) | (_, Quantity::Each(_, of)) => Some(self.for_each_of(of)),
            (Quantity::Product(_, of), _) | (_, Quantity::Product(_, of)) => {
                Some(self.for_each_in(of))
            }
            _ => None,
        };
        let unit = |quantity: &Quantity| match quantity {
            Quantity::Product(unit, _) => (**unit).clone(),
            other => other.clone(),
        };
        let (power, toughness) = (&unit(power), &unit(toughness));
        let part = |w: &mut Self, quantity: &Quantity| match quantity {
            Quantity::Number(n) | Quantity::ForEach(n, _) | Quantity::Each(n, _) => {
                (n.signum(), n.unsigned_abs().to_string())
            }
            Quantity::X => (1, "X".to_owned()),
            Quantity::Parameter => (1, "N".to_owned()),
            Quantity::Times(-1, of) => match &**of {
                Quantity::X => (-1, "X".to_owned()),
                Quantity::Parameter => (-1, "N".to_owned()),
                of => (-1, w.owe_x(of)),
            },
            other => (1, w.owe_x(other)),
        };
        let (power_sign, power) = part(self, power);
        let (toughness_sign, toughness) = part(self, toughness);
        // A zero takes the sign of the other number: "-2/-0".
        let sign = |own: i64, other: i64| match (own, other) {
            (0, -1) | (-1, _) => '-',
            _ => '+',
        };
        let change = format!(
            "{}{power}/{}{toughness}",
            sign(power_sign, toughness_sign),
            sign(toughness_sign, power_sign)
        );
        let after = each.map(|e| format!(" for {e}")).unwrap_or_default();
        (change, after)
    }

    /// ", where X is ..." if the sentence owes it.
    pub(in crate::english) fn settle_x(&mut self, text: String) -> String {
        match self.where_x.take() {
            Some(x) => {
                let value = self.value(&x);
                format!("{text}, where X is {value}")
            }
            None => text,
        }
    }
}

fn times(n: i64) -> String {
    match n {
        2 => "twice".into(),
        n => format!("{} times", words::number(n)),
    }
}

fn rounded(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::Up => "rounded up",
        Rounding::Down => "rounded down",
    }
}

fn variety_word(variety: Variety, many: bool) -> &'static str {
    match (variety, many) {
        (Variety::Colors, true) => "colors",
        (Variety::Colors, false) => "color",
        (Variety::CardTypes, true) => "card types",
        (Variety::CardTypes, false) => "card type",
        (Variety::BasicLandTypes, true) => "basic land types",
        (Variety::BasicLandTypes, false) => "basic land type",
        (Variety::CreatureTypes, true) => "creature types",
        (Variety::CreatureTypes, false) => "creature type",
        (Variety::Names, true) => "different names",
        (Variety::Names, false) => "different name",
        (Variety::ManaValues, true) => "different mana values",
        (Variety::ManaValues, false) => "different mana value",
        (Variety::Powers, true) => "different powers",
        (Variety::Powers, false) => "different power",
    }
}
