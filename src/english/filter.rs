//! Descriptions: adjectives, head noun and what follows it. Determiners are `noun`'s.

use super::{
    Writer,
    discourse::{Referent, is_player},
    event::Tense,
    words,
};
use crate::ir::{
    Comparison, EventVerb, Filter, Head, Noun, Predicate, Quantity,
    noun::{AbilityClass, Extreme, Shared},
    quantity::Attribute,
};
use crate::vocab::Zone;

/// How a description is to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Form {
    /// Plural.
    pub plural: bool,
    /// "From your graveyard" rather than "in": the description says where something is taken.
    pub from: bool,
    /// "And" between alternatives, where all of them are meant ("artifacts and enchantments").
    pub and: bool,
    /// Leave out whose it is: a verb says it ("you control two creatures").
    pub without_controller: bool,
    /// Leave out the zone: a verb says it ("you have no cards in hand").
    pub without_zone: bool,
}

impl Form {
    pub(super) const fn one() -> Self {
        Self {
            plural: false,
            from: false,
            and: false,
            without_controller: false,
            without_zone: false,
        }
    }

    pub(super) const fn many() -> Self {
        Self {
            plural: true,
            ..Self::one()
        }
    }

    pub(super) const fn number(plural: bool) -> Self {
        Self {
            plural,
            ..Self::one()
        }
    }
}

/// Where a predicate stands: adjectives of state, other adjectives, the types, and after the head.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Determiner,
    State,
    Adjective,
    Type,
    After,
}

fn place(predicate: &Predicate) -> Place {
    match predicate {
        Predicate::OtherThan(noun) if is_other(noun) => Place::Determiner,
        Predicate::Tapped
        | Predicate::Attacking(None)
        | Predicate::Blocking(None)
        | Predicate::Blocked(None)
        | Predicate::Unblocked
        | Predicate::FaceDown
        | Predicate::Enchanted
        | Predicate::Equipped
        | Predicate::Modified
        | Predicate::Paid(_) => Place::State,
        Predicate::Supertype(_)
        | Predicate::Color(_)
        | Predicate::Colorless
        | Predicate::Monocolored
        | Predicate::Multicolored
        | Predicate::Word(_)
        | Predicate::IsToken
        | Predicate::Commander
        | Predicate::AbilityKind(_) => Place::Adjective,
        Predicate::Type(_) | Predicate::Subtype(_) => Place::Type,
        Predicate::AnyOf(alternatives) => alternatives
            .iter()
            .flatten()
            .map(place)
            .filter(|p| *p != Place::After)
            .max()
            .unwrap_or(Place::After),
        Predicate::Not(inner) => match (&**inner, place(inner)) {
            (Predicate::AnyOf(_) | Predicate::Not(_) | Predicate::Paid(_), _) => Place::After,
            (_, Place::State) => Place::State,
            (_, Place::Adjective | Place::Type) => Place::Adjective,
            _ => Place::After,
        },
        _ => Place::After,
    }
}

/// Whether "other" or "another" says it: the excepted thing is the one being spoken of.
pub(super) fn is_other(noun: &Noun) -> bool {
    match noun {
        Noun::This | Noun::You => true,
        Noun::Ref { word, .. } => *word == crate::ir::Word::Pronoun,
        _ => false,
    }
}

/// Whether a description contains "other" before its head.
pub(super) fn has_other(filter: &Filter) -> bool {
    filter
        .predicates
        .iter()
        .any(|p| place(p) == Place::Determiner)
}

impl Writer<'_> {
    /// A description without a determiner and without "other".
    pub(super) fn filter(&mut self, filter: &Filter, form: Form) -> String {
        self.said.enter_candidate(Referent {
            plural: form.plural,
            player: is_player(filter),
            done: "chosen",
        });
        let text = self.deeper(|w| w.filter_inner(filter, form));
        self.said.leave_candidate();
        text
    }

    fn filter_inner(&mut self, filter: &Filter, form: Form) -> String {
        let mut ordered: Vec<&Predicate> = filter.predicates.iter().collect();
        ordered.sort_by_key(|p| place(p));
        let mut before: Vec<String> = Vec::new();
        let mut types: Vec<&Predicate> = Vec::new();
        let mut negated: Vec<String> = Vec::new();
        for predicate in &ordered {
            match place(predicate) {
                Place::Determiner | Place::After => {}
                Place::Type => types.push(predicate),
                Place::State | Place::Adjective => {
                    let text = self.adjective(predicate, form);
                    if text.starts_with("non") {
                        negated.push(text);
                    } else {
                        if !negated.is_empty() {
                            before.push(std::mem::take(&mut negated).join(", "));
                        }
                        before.push(text);
                    }
                }
            }
        }
        if !negated.is_empty() {
            before.push(negated.join(", "));
        }
        let commander = filter.head == Head::Permanent
            && types.is_empty()
            && before.last().is_some_and(|b| b == "commander");
        let head = match filter.head {
            Head::Permanent if commander => None,
            Head::Permanent if types.is_empty() => Some("permanent"),
            Head::Permanent => None,
            Head::Object if !types.is_empty() => None,
            Head::Card => Some("card"),
            Head::Spell => Some("spell"),
            Head::Ability => Some("ability"),
            Head::Source => Some("source"),
            Head::Token => Some("token"),
            Head::Object => Some("object"),
            Head::Player => Some("player"),
            Head::Opponent => Some("opponent"),
            Head::Teammate => Some("teammate"),
            Head::AnyTarget => Some("target"),
            Head::Emblem => Some("emblem"),
        };
        let last = types.len().saturating_sub(1);
        for (i, predicate) in types.iter().enumerate() {
            let plural = form.plural && head.is_none() && i == last;
            before.push(self.type_words(predicate, Form { plural, ..form }));
        }
        if commander && form.plural {
            before.pop();
            before.push("commanders".into());
        }
        if let Some(head) = head {
            before.push(if form.plural {
                words::plural(head)
            } else {
                head.to_owned()
            });
        }
        let mut text = before.join(" ");
        let extreme = ordered.iter().find_map(|p| match p {
            Predicate::Extreme(attribute, extreme) => Some((*attribute, *extreme)),
            _ => None,
        });
        let mut relatives: Vec<String> = Vec::new();
        for predicate in &ordered {
            if place(predicate) != Place::After {
                continue;
            }
            let skipped = match predicate {
                Predicate::ControlledBy(_) => form.without_controller || extreme.is_some(),
                Predicate::InZone(..) => form.without_zone,
                Predicate::Extreme(..) => true,
                _ => false,
            };
            if skipped {
                continue;
            }
            let after = self.modifier(predicate, filter, form);
            // Two properties after one "with" are joined: "with flying and power 3 or less".
            match relatives.last_mut() {
                Some(previous) if previous.starts_with("with ") && after.starts_with("with ") => {
                    previous.push_str(" and ");
                    previous.push_str(after.strip_prefix("with ").unwrap_or(&after));
                }
                _ => relatives.push(after),
            }
        }
        for relative in relatives {
            text.push(' ');
            text.push_str(&relative);
        }
        if let Some((attribute, extreme)) = extreme {
            let among = Filter {
                head: filter.head,
                predicates: filter
                    .predicates
                    .iter()
                    .filter(|p| !matches!(p, Predicate::Extreme(..)))
                    .cloned()
                    .collect(),
            };
            let end = match extreme {
                Extreme::Greatest => "greatest",
                Extreme::Least => "least",
            };
            let among = self.filter_inner(
                &among,
                Form {
                    from: false,
                    ..Form::many()
                },
            );
            text.push_str(&format!(
                " with the {end} {} among {among}",
                attribute_word(attribute)
            ));
        }
        text
    }

    /// Adjectives, and "non-" ones.
    fn adjective(&mut self, predicate: &Predicate, form: Form) -> String {
        match predicate {
            Predicate::Tapped => "tapped".into(),
            Predicate::Attacking(_) => "attacking".into(),
            Predicate::Blocking(_) => "blocking".into(),
            Predicate::Blocked(_) => "blocked".into(),
            Predicate::Unblocked => "unblocked".into(),
            Predicate::FaceDown => "face-down".into(),
            Predicate::Enchanted => "enchanted".into(),
            Predicate::Equipped => "equipped".into(),
            Predicate::Modified => "modified".into(),
            Predicate::Paid(name) => paid_word(name),
            Predicate::Supertype(s) => s.word().into(),
            Predicate::Color(c) => c.word().into(),
            Predicate::Colorless => "colorless".into(),
            Predicate::Monocolored => "monocolored".into(),
            Predicate::Multicolored => "multicolored".into(),
            Predicate::Word(word) => word.to_string(),
            Predicate::IsToken => "token".into(),
            Predicate::Commander => "commander".into(),
            Predicate::AbilityKind(class) => ability_class(*class).into(),
            Predicate::Type(_) | Predicate::Subtype(_) => self.type_words(
                predicate,
                Form {
                    plural: false,
                    ..form
                },
            ),
            Predicate::AnyOf(alternatives) => {
                let items: Vec<String> = alternatives
                    .iter()
                    .map(|alternative| {
                        let words: Vec<String> = alternative
                            .iter()
                            .map(|p| self.adjective(p, form))
                            .collect();
                        words.join(" ")
                    })
                    .collect();
                words::list(&items, conjunction(form))
            }
            Predicate::Not(inner) => match &**inner {
                Predicate::Tapped => "untapped".into(),
                Predicate::FaceDown => "face-up".into(),
                Predicate::Blocked(_) => "unblocked".into(),
                Predicate::Subtype(name) => format!("non-{name}"),
                other => format!("non{}", self.adjective(other, form)),
            },
            _ => self.modifier(
                predicate,
                &Filter {
                    head: Head::Object,
                    predicates: Vec::new(),
                },
                form,
            ),
        }
    }

    /// The words of types and subtypes, or of alternatives among them.
    fn type_words(&mut self, predicate: &Predicate, form: Form) -> String {
        let number = |word: &str| {
            if form.plural {
                words::plural(word)
            } else {
                word.to_owned()
            }
        };
        match predicate {
            Predicate::Type(card_type) => number(card_type.word()),
            Predicate::Subtype(name) => number(name),
            Predicate::AnyOf(alternatives) => {
                let items: Vec<String> = alternatives
                    .iter()
                    .map(|alternative| {
                        let mut sorted: Vec<&Predicate> = alternative.iter().collect();
                        sorted.sort_by_key(|p| place(p));
                        let last_type = sorted.iter().rposition(|p| place(p) == Place::Type);
                        let parts: Vec<String> = sorted
                            .iter()
                            .enumerate()
                            .map(|(i, p)| match place(p) {
                                Place::Type => {
                                    let plural = form.plural && Some(i) == last_type;
                                    self.type_words(p, Form { plural, ..form })
                                }
                                Place::After => {
                                    let none = Filter {
                                        head: Head::Object,
                                        predicates: Vec::new(),
                                    };
                                    self.modifier(p, &none, form)
                                }
                                _ => self.adjective(p, form),
                            })
                            .collect();
                        parts.join(" ")
                    })
                    .collect();
                words::list(&items, conjunction(form))
            }
            other => self.adjective(other, form),
        }
    }

    /// What follows the head.
    pub(super) fn modifier(
        &mut self,
        predicate: &Predicate,
        filter: &Filter,
        form: Form,
    ) -> String {
        let player = is_player(filter);
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
            Predicate::CastBy(who) => self.by(who, "cast", false),
            Predicate::InZone(zone, whose) => {
                let preposition =
                    if form.from || (filter.head == Head::Spell && *zone != Zone::Stack) {
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
                        super::event::window(*window)
                    );
                }
                let verb = self.event_predicate(event, Tense::Past, form.plural);
                format!("{that} {verb} {}", super::event::window(*window))
            }
            Predicate::Targets(what) => {
                let verb = if form.plural { "target" } else { "targets" };
                format!("that {verb} {}", self.object(what))
            }
            Predicate::SingleTarget => "with a single target".into(),
            Predicate::In(binding) => match binding {
                crate::ir::Binding::Linked => {
                    let this = self.this();
                    format!("exiled with {this}")
                }
                other => format!("{} this way", self.said.of(*other).done),
            },
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
                let shared = items
                    .first()
                    .and_then(|i| i.split_once(' '))
                    .map(|(f, _)| format!("{f} "));
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
                Predicate::ControlledBy(who) => self.by(who, "control", true),
                Predicate::OwnedBy(who) => self.by(who, "own", true),
                Predicate::CastBy(who) => self.by(who, "cast", true),
                Predicate::Counters(kind, _, _) => {
                    let kind = kind.as_ref().map(|k| format!("{k} counter"));
                    let counter = kind.unwrap_or_else(|| "counter".into());
                    format!("without {} on {it}", words::with_article(&counter))
                }
                Predicate::Did(event, window) => {
                    let verb = self.event_predicate(event, Tense::NegatedPast, form.plural);
                    format!("{that} {verb} {}", super::event::window(*window))
                }
                Predicate::Named(name) => format!("not named {name}"),
                Predicate::OfChosen(_) | Predicate::In(_) | Predicate::InZone(..) => {
                    let text = self.modifier(inner, filter, form);
                    let be = if form.plural { "aren't" } else { "isn't" };
                    format!("that {be} {text}")
                }
                other => {
                    let be = if form.plural { "aren't" } else { "isn't" };
                    let text = match place(other) {
                        Place::After => self.modifier(other, filter, form),
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
        let subject = self.actor(who);
        let verb = if negated {
            format!("don't {verb}")
        } else {
            verb.to_owned()
        };
        let verb = self.agree(&verb, &subject);
        format!("{} {verb}", subject.text)
    }

    /// "Power 3 or less", "mana value equal to the number of ...".
    pub(super) fn stat(
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
    pub(super) fn counters_at_least(
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

fn conjunction(form: Form) -> &'static str {
    if form.and { "and" } else { "or" }
}

/// "Kicked" for kicker: the adjective of a keyword that is paid for.
pub(super) fn paid_word(name: &str) -> String {
    match name {
        "kicker" | "multikicker" => "kicked".into(),
        "bargain" => "bargained".into(),
        "overload" => "overloaded".into(),
        other => other.to_owned(),
    }
}

fn ability_class(class: AbilityClass) -> &'static str {
    match class {
        AbilityClass::Activated => "activated",
        AbilityClass::Triggered => "triggered",
        AbilityClass::Mana => "mana",
        AbilityClass::Loyalty => "loyalty",
    }
}

/// The printed word of a number that things have.
pub(super) fn attribute_word(attribute: Attribute) -> &'static str {
    match attribute {
        Attribute::Power => "power",
        Attribute::Toughness => "toughness",
        Attribute::ManaValue => "mana value",
        Attribute::Loyalty => "loyalty",
        Attribute::Defense => "defense",
        Attribute::LifeTotal => "life total",
        Attribute::StartingLifeTotal => "starting life total",
        Attribute::HandSize => "hand size",
        Attribute::Damage => "damage",
        Attribute::Poison => "poison counters",
        Attribute::TotalPowerAndToughness => "total power and toughness",
        Attribute::BasePower => "base power",
        Attribute::BaseToughness => "base toughness",
        Attribute::ManaSpent => "amount of mana spent",
        Attribute::Colors => "colors",
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
    }
}

/// The word after "the chosen": types are told apart by their noun ("creatures of the chosen type").
pub(super) fn chosen_word(shared: Shared) -> &'static str {
    match shared {
        Shared::CreatureType | Shared::CardType | Shared::LandType => "type",
        other => shared_word(other),
    }
}

/// The words of what is chosen: "choose a creature type".
pub(super) fn choice_word(shared: Shared) -> &'static str {
    match shared {
        Shared::Name => "card name",
        Shared::LandType => "basic land type",
        other => shared_word(other),
    }
}
