//! What follows the head of a description: "you control", "with flying", "that attacked this turn".

use crate::english::event::Tense;
use crate::english::filter::{Form, attribute_word};
use crate::english::{Writer, words};
use crate::ir::{
    Comparison, EventVerb, Filter, Head, Noun, Place, Predicate, Quantity,
    noun::{Extreme, Shared},
    quantity::Attribute,
};
use crate::vocab::Zone;

impl Writer<'_> {
    /// What follows the head.
    pub(in crate::english) fn modifier(
        &mut self,
        predicate: &Predicate,
        filter: &Filter,
        form: Form,
    ) -> String {
        let player = filter.head.is_player();
        let that = if player { "who" } else { "that" };
        let it = if form.plural { "them" } else { "it" };
        match predicate {
            Predicate::Attacking(Some(whom)) => format!("attacking {}", self.object(whom)),
            Predicate::Blocking(Some(whom)) => format!("blocking {}", self.object(whom)),
            Predicate::Blocked(Some(by)) => format!("blocked by {}", self.object(by)),
            Predicate::AttachedTo(to) => format!("attached to {}", self.object(to)),
            Predicate::OtherThan(noun) => format!("other than {}", self.object(noun)),
            Predicate::ControlledBy(who) => self.by(who, "control", false),
            Predicate::OwnedBy(who) => self.by(who, "own", false),
            Predicate::ProtectedBy(who) => self.by(who, "protect", false),
            Predicate::CastBy(who) => self.by(who, "cast", false),
            Predicate::InZone(zone, whose) => {
                let preposition = if form.from
                    || *zone == Zone::Nowhere
                    || (filter.head == Head::Spell && *zone != Zone::Stack)
                {
                    "from"
                } else if *zone == Zone::Battlefield || *zone == Zone::Stack {
                    "on"
                } else {
                    "in"
                };
                format!(
                    "{preposition} {}",
                    self.zone(*zone, whose.as_deref(), form.plural)
                )
            }
            Predicate::Has(keyword) => format!("with {}", self.keyword_mention(keyword)),
            Predicate::Stat(attribute, comparison, quantity) => {
                format!("with {}", self.stat(*attribute, *comparison, quantity))
            }
            Predicate::Extreme(attribute, extreme) => {
                let end = if *extreme == Extreme::Greatest {
                    "greatest"
                } else {
                    "least"
                };
                format!("with the {end} {}", attribute_word(*attribute))
            }
            Predicate::Counters(kind, comparison, quantity) => {
                let counters = self.counters_at_least(kind.as_ref(), *comparison, quantity);
                format!("with {counters} on {it}")
            }
            Predicate::Named(name) => format!("named {name}"),
            Predicate::Shares(Shared::ManaValue, with) => {
                format!("with the same mana value as {}", self.object(with))
            }
            Predicate::Shares(Shared::Name, with) => {
                format!("with the same name as {}", self.object(with))
            }
            Predicate::Shares(what, with) => {
                let verb = if form.plural { "share" } else { "shares" };
                format!(
                    "{that} {verb} {} with {}",
                    words::with_article(shared_word(*what)),
                    self.object(with)
                )
            }
            Predicate::Total(attribute, comparison, n) => {
                format!("with total {}", self.stat(*attribute, *comparison, n))
            }
            Predicate::AllDifferent(what) => format!("with different {}s", shared_word(*what)),
            Predicate::OfChoice(what) => format!("of the {} of your choice", shared_word(*what)),
            Predicate::OfChosen(Shared::Name) => "with the chosen name".into(),
            Predicate::OfChosen(what) => format!("of the chosen {}", chosen_word(*what)),
            Predicate::Did(event, window) => {
                if matches!(event.verb, EventVerb::IsDealtDamage { .. }) && !player {
                    let by = event
                        .object
                        .as_ref()
                        .map(|o| format!(" by {}", self.object(o)));
                    return format!(
                        "dealt damage{} {}",
                        by.unwrap_or_default(),
                        crate::english::event::window(*window)
                    );
                }
                let verb = self.event_predicate(event, Tense::Past, form.plural);
                format!("{that} {verb} {}", crate::english::event::window(*window))
            }
            Predicate::Targets(what) => {
                let verb = if form.plural { "target" } else { "targets" };
                format!("that {verb} {}", self.object(what))
            }
            Predicate::Enchanted | Predicate::Equipped => {
                let that = if form.plural { "that are" } else { "that's" };
                format!("{that} {}", self.adjective(predicate, form))
            }
            Predicate::SingleTarget => "with a single target".into(),
            Predicate::In(binding) => match binding {
                crate::ir::Binding::Linked => {
                    let this = self.this();
                    format!("exiled with {this}")
                }
                other => format!("{} this way", self.said.of(*other).done),
            },
            Predicate::AnyOf(alternatives)
                if let [
                    [Predicate::Blocking(Some(one))],
                    [Predicate::Blocked(Some(other))],
                ] = alternatives
                    .iter()
                    .map(Vec::as_slice)
                    .collect::<Vec<_>>()
                    .as_slice()
                    && one == other =>
            {
                format!("blocking or blocked by {}", self.object(one))
            }
            // "With power or toughness 1 or less".
            Predicate::AnyOf(alternatives)
                if let [
                    [Predicate::Stat(one, c, n)],
                    [second @ Predicate::Stat(_, d, m)],
                ] = alternatives
                    .iter()
                    .map(Vec::as_slice)
                    .collect::<Vec<_>>()
                    .as_slice()
                    && (c, n) == (d, m) =>
            {
                let second = self.modifier(second, filter, form);
                let rest = second.strip_prefix("with ").unwrap_or(&second);
                format!("with {} or {rest}", attribute_word(*one))
            }
            Predicate::AnyOf(alternatives) => {
                let items: Vec<String> = alternatives
                    .iter()
                    .map(|alternative| {
                        let parts: Vec<String> = alternative
                            .iter()
                            .map(|p| self.modifier(p, filter, form))
                            .collect();
                        parts.join(" ")
                    })
                    .collect();
                // "With flying or reach", "you own or control": the shared first word is said once.
                let first = items.first().map_or("", String::as_str);
                let shared = ["that are ", "that's "]
                    .into_iter()
                    .find(|shared| first.starts_with(shared))
                    .map(str::to_owned)
                    .or_else(|| first.split_once(' ').map(|(f, _)| format!("{f} ")));
                match shared {
                    Some(shared) if items.iter().all(|i| i.starts_with(&shared)) => {
                        let rest: Vec<String> = items
                            .iter()
                            .map(|i| i.strip_prefix(&shared).unwrap_or(i).to_owned())
                            .collect();
                        format!("{shared}{}", words::list(&rest, "or"))
                    }
                    _ => words::list(&items, "or"),
                }
            }
            Predicate::Not(inner) => match &**inner {
                Predicate::Has(keyword) => format!("without {}", self.keyword_mention(keyword)),
                Predicate::Colorless => {
                    let be = if form.plural { "that are" } else { "that's" };
                    format!("{be} one or more colors")
                }
                // "Without flying or reach".
                Predicate::AnyOf(alternatives)
                    if alternatives
                        .iter()
                        .all(|one| matches!(one.as_slice(), [Predicate::Has(_)])) =>
                {
                    let text = self.modifier(inner, filter, form);
                    format!("without {}", text.strip_prefix("with ").unwrap_or(&text))
                }
                Predicate::Shares(what, with)
                    if !matches!(what, Shared::ManaValue | Shared::Name) =>
                {
                    let verb = if form.plural {
                        "don't share"
                    } else {
                        "doesn't share"
                    };
                    format!(
                        "{that} {verb} {} with {}",
                        words::with_article(shared_word(*what)),
                        self.object(with)
                    )
                }
                Predicate::ControlledBy(who) => self.by(who, "control", true),
                Predicate::OwnedBy(who) => self.by(who, "own", true),
                Predicate::ProtectedBy(who) => self.by(who, "protect", true),
                Predicate::CastBy(who) => self.by(who, "cast", true),
                Predicate::Counters(kind, _, _) => {
                    let kind = kind.as_ref().map(|k| format!("{k} counter"));
                    let counter = kind.unwrap_or_else(|| "counter".into());
                    format!("without {} on {it}", words::with_article(&counter))
                }
                Predicate::Did(event, window) => {
                    let verb = self.event_predicate(event, Tense::NegatedPast, form.plural);
                    format!("{that} {verb} {}", crate::english::event::window(*window))
                }
                Predicate::Named(name) => format!("not named {name}"),
                Predicate::InZone(Zone::Hand, Some(who))
                    if filter.head == Head::Spell && **who == Noun::You =>
                {
                    "from anywhere other than your hand".into()
                }
                Predicate::OfChosen(_) | Predicate::In(_) | Predicate::InZone(..) => {
                    let text = self.modifier(inner, filter, form);
                    let be = if form.plural { "aren't" } else { "isn't" };
                    format!("that {be} {text}")
                }
                Predicate::AbilityKind(_) => {
                    let kind = self.adjective(inner, form);
                    if form.plural {
                        format!("that aren't {kind} abilities")
                    } else {
                        format!("that isn't {} ability", words::with_article(&kind))
                    }
                }
                other => {
                    let be = if form.plural { "aren't" } else { "isn't" };
                    let text = match other.place() {
                        Place::After
                            if !matches!(other, Predicate::Enchanted | Predicate::Equipped) =>
                        {
                            self.modifier(other, filter, form)
                        }
                        Place::Type => {
                            let one = self.type_words(
                                other,
                                Form {
                                    plural: form.plural,
                                    ..form
                                },
                            );
                            if form.plural {
                                one
                            } else {
                                words::with_article(&one)
                            }
                        }
                        _ => self.adjective(other, form),
                    };
                    format!("that {be} {text}")
                }
            },
            _ => self.adjective(predicate, form),
        }
    }

    /// "You control", "your opponents don't own".
    fn by(&mut self, who: &Noun, verb: &str, negated: bool) -> String {
        let subject = if self.said.payer.as_ref() == Some(who) && *who != Noun::You {
            crate::english::effect::subject("they", true)
        } else {
            self.actor(who)
        };
        let verb = if negated {
            format!("don't {verb}")
        } else {
            verb.to_owned()
        };
        let verb = self.agree(&verb, &subject);
        format!("{} {verb}", subject.text)
    }

    /// "Power 3 or less", "mana value equal to the number of ...".
    pub(in crate::english) fn stat(
        &mut self,
        attribute: Attribute,
        comparison: Comparison,
        quantity: &Quantity,
    ) -> String {
        let word = attribute_word(attribute);
        let plain = matches!(
            quantity,
            Quantity::Number(_) | Quantity::X | Quantity::Parameter
        );
        let value = self.value(quantity);
        match comparison {
            Comparison::Equal if plain => format!("{word} {value}"),
            Comparison::Equal => format!("{word} equal to {value}"),
            Comparison::NotEqual => format!("{word} not equal to {value}"),
            Comparison::AtMost if plain => format!("{word} {value} or less"),
            Comparison::AtMost => format!("{word} less than or equal to {value}"),
            Comparison::AtLeast if plain => format!("{word} {value} or greater"),
            Comparison::AtLeast => format!("{word} greater than or equal to {value}"),
            Comparison::Less => format!("{word} less than {value}"),
            Comparison::Greater => format!("{word} greater than {value}"),
            Comparison::Odd => format!("odd {word}"),
            Comparison::Even => format!("even {word}"),
        }
    }

    /// "A +1/+1 counter", "three or more charge counters", "no counters".
    pub(in crate::english) fn counters_at_least(
        &mut self,
        kind: Option<&crate::ir::CounterKind>,
        comparison: Comparison,
        quantity: &Quantity,
    ) -> String {
        let noun = kind.map_or_else(|| "counter".to_owned(), |k| format!("{k} counter"));
        let many = words::plural(&noun);
        match (comparison, quantity) {
            (Comparison::AtLeast, Quantity::Number(1))
            | (Comparison::Greater, Quantity::Number(0)) => words::with_article(&noun),
            (Comparison::Equal, Quantity::Number(0)) => format!("no {many}"),
            (Comparison::Equal, Quantity::Number(1)) => format!("exactly one {noun}"),
            _ => {
                let n = self.number_word(quantity);
                match comparison {
                    Comparison::AtLeast => format!("{n} or more {many}"),
                    Comparison::AtMost => format!("{n} or fewer {many}"),
                    Comparison::Less => format!("fewer than {n} {many}"),
                    Comparison::Greater => format!("more than {n} {many}"),
                    Comparison::NotEqual => format!("other than {n} {many}"),
                    Comparison::Equal => format!("exactly {n} {many}"),
                    Comparison::Odd => format!("an odd number of {many}"),
                    Comparison::Even => format!("an even number of {many}"),
                }
            }
        }
    }
}

fn shared_word(shared: Shared) -> &'static str {
    match shared {
        Shared::Color => "color",
        Shared::CreatureType => "creature type",
        Shared::CardType => "card type",
        Shared::LandType => "land type",
        Shared::Name => "name",
        Shared::Player => "player",
        Shared::Number => "number",
        Shared::Option => "option",
        Shared::ManaValue => "mana value",
    }
}

/// The word after "the chosen": types are told apart by their noun ("creatures of the chosen type").
pub(in crate::english) fn chosen_word(shared: Shared) -> &'static str {
    match shared {
        Shared::CreatureType | Shared::CardType | Shared::LandType => "type",
        other => shared_word(other),
    }
}

/// The words of what is chosen: "choose a creature type".
pub(in crate::english) fn choice_word(shared: Shared) -> &'static str {
    match shared {
        Shared::Name => "card name",
        Shared::LandType => "basic land type",
        other => shared_word(other),
    }
}
