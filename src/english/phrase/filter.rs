//! Descriptions: adjectives, head noun and what follows it. Determiners are `noun`'s.

use crate::english::{Writer, discourse::Referent, words};
use crate::ir::{
    Binding, Filter, Head, Noun, Place, Predicate,
    noun::{AbilityClass, Extreme},
    quantity::Attribute,
};

/// How a description is to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::english) struct Form {
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
    pub(in crate::english) const fn one() -> Self {
        Self {
            plural: false,
            from: false,
            and: false,
            without_controller: false,
            without_zone: false,
        }
    }

    pub(in crate::english) const fn many() -> Self {
        Self {
            plural: true,
            ..Self::one()
        }
    }

    pub(in crate::english) const fn number(plural: bool) -> Self {
        Self {
            plural,
            ..Self::one()
        }
    }
}

/// Whether a description contains "other" before its head.
pub(in crate::english) fn has_other(filter: &Filter) -> bool {
    filter
        .predicates
        .iter()
        .any(|p| p.place() == Place::Determiner)
}

impl Writer<'_> {
    /// A description without a determiner and without "other".
    pub(in crate::english) fn filter(&mut self, filter: &Filter, form: Form) -> String {
        self.said.enter_candidate(Referent {
            plural: form.plural,
            player: filter.head.is_player(),
            done: "chosen",
        });
        let text = self.deeper(|w| w.filter_inner(filter, form));
        self.said.leave_candidate();
        text
    }

    fn filter_inner(&mut self, filter: &Filter, form: Form) -> String {
        if let Some(rest) = your_commander(filter) {
            // CR 903.3: a commander is called by whose it is.
            let text = self.filter_inner(&rest, form);
            return format!("your {text}");
        }
        let mut ordered: Vec<&Predicate> = filter.predicates.iter().collect();
        ordered.sort_by_key(|p| p.place());
        let mut before: Vec<String> = Vec::new();
        let mut types: Vec<&Predicate> = Vec::new();
        let mut negated: Vec<String> = Vec::new();
        let mut relatives: Vec<String> = Vec::new();
        let set_apart = apart(&ordered);
        if set_apart.both.len() > 1 {
            let colors: Vec<String> = set_apart.both.iter().map(|c| c.word().into()).collect();
            let that = if form.plural { "that are" } else { "that's" };
            relatives.push(format!("{that} both {}", words::list(&colors, "and")));
        }
        for predicate in &ordered {
            if set_apart.kinds == Some(*predicate)
                || set_apart.colors == Some(*predicate)
                || matches!(predicate, Predicate::Color(c) if set_apart.both.contains(c))
            {
                continue;
            }
            match predicate.place() {
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
            Head::SpellOrAbility => Some("spell or ability"),
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
        // "Creature cards put into your graveyard this way".
        let put = if ordered
            .iter()
            .any(|p| matches!(p, Predicate::In(Binding::Result(_))))
        {
            ordered.iter().find_map(|p| match p {
                Predicate::InZone(zone, whose) => Some((*zone, whose.clone())),
                _ => None,
            })
        } else {
            None
        };
        for predicate in &ordered {
            if predicate.place() != Place::After {
                continue;
            }
            match (predicate, &put) {
                (Predicate::InZone(..), Some(_)) => continue,
                (Predicate::In(_), Some((zone, whose))) => {
                    let zone = self.zone(*zone, whose.as_deref(), false);
                    relatives.push(format!("put into {zone} this way"));
                    continue;
                }
                _ => {}
            }
            // "A permanent you own and control".
            let owned = |by: &Noun| {
                ordered
                    .iter()
                    .any(|p| matches!(p, Predicate::OwnedBy(who) if **who == *by))
            };
            let skipped = match predicate {
                Predicate::ControlledBy(who) if owned(who) => true,
                Predicate::ControlledBy(_) => form.without_controller || extreme.is_some(),
                Predicate::InZone(..) => form.without_zone,
                Predicate::Extreme(..) => true,
                _ => false,
            };
            if skipped {
                continue;
            }
            let mut after = self.modifier(predicate, filter, form);
            if let Predicate::OwnedBy(who) = predicate
                && ordered.contains(&&Predicate::ControlledBy(who.clone()))
            {
                after = after.replace(" own", " own and control");
            }
            if matches!(predicate, Predicate::Attacking(_)) && !relatives.is_empty() {
                let that = if form.plural { "that are" } else { "that's" };
                after = format!("{that} {after}");
            }
            // Two properties after one "with" are joined: "with flying and power 3 or less".
            match relatives.last_mut() {
                Some(previous) if previous.starts_with("with ") && after.starts_with("with ") => {
                    previous.push_str(" and ");
                    previous.push_str(after.strip_prefix("with ").unwrap_or(&after));
                }
                _ => relatives.push(after),
            }
        }
        if let Some(colors) = set_apart.colors {
            let colors = self.adjective(colors, Form { and: false, ..form });
            let that = if form.plural { "that are" } else { "that's" };
            relatives.push(format!("{that} {colors}"));
        }
        if let Some(kinds) = set_apart.kinds {
            let kinds = self.type_words(kinds, Form { and: false, ..form });
            relatives.push(if form.plural {
                format!("that are {kinds}")
            } else {
                format!("that's {}", words::with_article(&kinds))
            });
        }
        for relative in relatives {
            text.push(' ');
            text.push_str(&relative);
        }
        if let Some((attribute, extreme)) = extreme {
            let among = filter.without(|p| matches!(p, Predicate::Extreme(..)));
            let end = match extreme {
                Extreme::Greatest => "greatest",
                Extreme::Least => "least",
            };
            let among = self.filter_inner(
                &among,
                Form {
                    from: false,
                    and: true,
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
    pub(in crate::english) fn adjective(&mut self, predicate: &Predicate, form: Form) -> String {
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
            Predicate::Designated(name) => name.to_string(),
            Predicate::Paid(name) => paid_word(name),
            Predicate::Supertype(s) => s.word().into(),
            Predicate::Color(c) => c.word().into(),
            Predicate::Colorless => "colorless".into(),
            Predicate::Monocolored => "monocolored".into(),
            Predicate::Multicolored => "multicolored".into(),
            Predicate::Word(word) => word.to_string(),
            Predicate::Parameter => "QUALITY".into(),
            Predicate::PowerToughness(p, t) => format!("{p}/{t}"),
            Predicate::PermanentType => "permanent".into(),
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
                // "White and blue" would be both at once.
                let colors = alternatives
                    .iter()
                    .flatten()
                    .all(|p| matches!(p, Predicate::Color(_)));
                // And of each creature only one of them needs to hold.
                let joined = match (form.and, form.plural) {
                    (true, true) if colors => "and/or",
                    (true, true) => "and",
                    _ => "or",
                };
                words::list(&items, joined)
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
    pub(in crate::english) fn type_words(&mut self, predicate: &Predicate, form: Form) -> String {
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
                        sorted.sort_by_key(|p| match p {
                            Predicate::Enchanted | Predicate::Equipped => Place::State,
                            p => p.place(),
                        });
                        let last_type = sorted.iter().rposition(|p| p.place() == Place::Type);
                        let parts: Vec<String> = sorted
                            .iter()
                            .enumerate()
                            .map(|(i, p)| match p.place() {
                                Place::Type => {
                                    let plural = form.plural && Some(i) == last_type;
                                    self.type_words(p, Form { plural, ..form })
                                }
                                Place::After
                                    if !matches!(p, Predicate::Enchanted | Predicate::Equipped) =>
                                {
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
}

/// A description of your commander, without whose it is.
fn your_commander(filter: &Filter) -> Option<Filter> {
    let own = |p: &Predicate| matches!(p, Predicate::OwnedBy(who) if **who == crate::ir::Noun::You);
    let commander = filter.predicates.contains(&Predicate::Commander);
    (commander && filter.predicates.iter().any(own)).then(|| Filter {
        head: filter.head,
        predicates: filter
            .predicates
            .iter()
            .filter(|p| !own(p))
            .cloned()
            .collect(),
    })
}

/// What is said of a thing behind its noun, as before it the words would say something else.
struct Apart<'p> {
    /// "That's both red and white".
    both: Vec<crate::vocab::Color>,
    /// "A creature that's a Wolf or Werewolf".
    kinds: Option<&'p Predicate>,
    /// "A creature or planeswalker that's white or blue".
    colors: Option<&'p Predicate>,
}

fn apart<'p>(predicates: &[&'p Predicate]) -> Apart<'p> {
    let mut both: Vec<crate::vocab::Color> = predicates
        .iter()
        .filter_map(|p| match p {
            Predicate::Color(color) => Some(*color),
            _ => None,
        })
        .collect();
    if both.len() < 2 {
        both.clear();
    }
    let typed = predicates.iter().any(|p| matches!(p, Predicate::Type(_)));
    let kinds = predicates.iter().copied().find(|p| match p {
        Predicate::AnyOf(kinds) => kinds
            .iter()
            .all(|kind| matches!(kind.as_slice(), [Predicate::Subtype(_)])),
        _ => false,
    });
    let any_color = predicates.iter().copied().find(|p| match p {
        Predicate::AnyOf(colors) => colors
            .iter()
            .all(|color| matches!(color.as_slice(), [Predicate::Color(_)])),
        _ => false,
    });
    let any_kind = predicates
        .iter()
        .any(|p| matches!(p, Predicate::AnyOf(_)) && p.place() == Place::Type);
    Apart {
        both,
        kinds: kinds.filter(|_| typed),
        colors: any_color.filter(|_| any_kind),
    }
}

fn conjunction(form: Form) -> &'static str {
    if form.and { "and" } else { "or" }
}

/// "Kicked" for kicker: the adjective of a keyword that is paid for.
pub(in crate::english) fn paid_word(name: &str) -> String {
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
pub(in crate::english) fn attribute_word(attribute: Attribute) -> &'static str {
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
        Attribute::ColorsSpent => "colors of mana spent",
    }
}
