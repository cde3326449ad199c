//! Noun phrases with their determiners, pronouns and possessives.

use crate::english::phrase::possession::is_player_word;
use crate::english::phrase::possession::part_word;
use crate::english::phrase::possession::participle_word;
use crate::english::phrase::possession::role_word;
use crate::english::phrase::possession::same_owner;
use crate::english::{
    SelfName, Writer,
    discourse::{Focus, Referent, many, plural},
    filter::{Form, has_other},
    words,
};
use crate::ir::{Binding, Count, Filter, Head, Noun, Predicate, Quantifier, Quantity, Role, Word};

/// A noun phrase as the subject of a verb.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::english) struct Subject {
    /// Its text.
    pub text: String,
    /// Takes a plural verb ("you", "they", "creatures").
    pub plural: bool,
    /// Is more than one thing, whatever the form of the verb.
    pub many: bool,
}

/// What a noun phrase is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::english) enum Case {
    /// "They", "it".
    Nominative,
    /// "Them", "it".
    Accusative,
}

/// Where a phrase stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::english) struct Slot {
    case: Case,
    /// Sets as a bare plural ("creatures you control") instead of "all creatures you control".
    bare: bool,
    /// Taken from a zone.
    from: bool,
    /// "Choose" and its kin: say "no" for "any".
    without_zone: bool,
}

pub(in crate::english) const ACTOR: Slot = Slot {
    case: Case::Nominative,
    bare: false,
    from: false,
    without_zone: false,
};
const OBJECT: Slot = Slot {
    case: Case::Accusative,
    ..ACTOR
};

impl Writer<'_> {
    /// A noun phrase that does something.
    pub(in crate::english) fn actor(&mut self, noun: &Noun) -> Subject {
        self.subject_in(noun, ACTOR)
    }

    /// A noun phrase of which something holds: sets are bare plurals.
    pub(in crate::english) fn theme(&mut self, noun: &Noun) -> Subject {
        if self.unsaid.take().as_ref() == Some(noun) {
            let known = self.said.noun(noun);
            return Subject {
                text: String::new(),
                plural: known.plural,
                many: known.plural,
            };
        }
        self.subject_in(
            noun,
            Slot {
                bare: true,
                ..ACTOR
            },
        )
    }

    pub(in crate::english) fn subject_in(&mut self, noun: &Noun, slot: Slot) -> Subject {
        let infinitive = std::mem::take(&mut self.infinitive);
        // Read before writing: a description that is just being introduced is known by its own number.
        let known = self.said.noun(noun);
        let text = self.noun_in(noun, slot);
        let many = match noun {
            Noun::Either(nouns) => nouns.last().is_some_and(|n| self.said.noun(n).plural),
            _ => known.plural,
        };
        let plural = infinitive || text == "you" || text == "they" || many;
        Subject { text, plural, many }
    }

    /// A noun phrase that something is done to.
    pub(in crate::english) fn object(&mut self, noun: &Noun) -> String {
        self.noun_in(noun, OBJECT)
    }

    /// A noun phrase that is taken from where it is: "a card from your hand".
    pub(in crate::english) fn taken(&mut self, noun: &Noun) -> String {
        self.noun_in(
            noun,
            Slot {
                from: true,
                ..OBJECT
            },
        )
    }

    /// A set by a bare plural, as after "the number of".
    pub(in crate::english) fn bare(&mut self, noun: &Noun) -> String {
        self.noun_in(
            noun,
            Slot {
                bare: true,
                ..OBJECT
            },
        )
    }

    /// A noun without its zone, where the verb implies it ("discards a card").
    pub(in crate::english) fn unplaced(&mut self, noun: &Noun) -> String {
        self.noun_in(
            noun,
            Slot {
                without_zone: true,
                ..OBJECT
            },
        )
    }

    /// "Each creature you control", whatever its quantifier: after "for".
    pub(in crate::english) fn each(&mut self, noun: &Noun) -> String {
        match noun {
            Noun::Described { filter, .. } => {
                // "For each artifact or enchantment": with "and" it would be something that is both.
                let filter_text = self.filter(
                    filter,
                    Form {
                        and: filter.head != Head::Permanent,
                        ..Form::one()
                    },
                );
                let other = if has_other(filter) { "other " } else { "" };
                self.said.focus = Focus::Other;
                format!("each {other}{filter_text}")
            }
            Noun::Among(_, filter, of) => {
                let filter_text = self.filter(filter, Form::one());
                let of = self.object(of);
                format!("each {filter_text} among {of}")
            }
            other => {
                let text = self.object(other);
                format!("each of {text}")
            }
        }
    }

    /// The verb in agreement with its subject.
    pub(in crate::english) fn agree(&self, verb: &str, subject: &Subject) -> String {
        if subject.plural {
            verb.to_owned()
        } else {
            words::third(verb)
        }
    }

    fn noun_in(&mut self, noun: &Noun, slot: Slot) -> String {
        // Only a subject has a verb: a noun within another noun, or an object, is none.
        let infinitive = std::mem::take(&mut self.infinitive);
        let text = self.deeper(|w| w.noun_at(noun, slot));
        self.infinitive = infinitive;
        text
    }

    fn noun_at(&mut self, noun: &Noun, slot: Slot) -> String {
        match noun {
            Noun::This => self.this(),
            Noun::Giver => {
                self.said.focus = Focus::Other;
                self.cx.giver.to_string()
            }
            Noun::You => "you".into(),
            Noun::Described { quantifier, filter } => {
                let text = self.described(quantifier, filter, slot);
                self.mention(noun);
                text
            }
            Noun::Ref { to, word } => self.reference(*to, word, slot),
            Noun::Again(noun, word) => {
                let known = self.said.noun(noun);
                self.referring_word(known, word, slot)
            }
            // A player whom only what they control has named.
            Noun::Related(Role::Controller, of) if is_player_word(of) => match &**of {
                Noun::Ref { to, word } => self.reference(*to, word, slot),
                _ => String::new(),
            },
            Noun::Related(role, of) => {
                let many = self.said.noun(of);
                let whose = self.possessive(of);
                let role = role_word(*role);
                if many.plural && !many.player {
                    format!("{whose} {}", words::plural(role))
                } else {
                    format!("{whose} {role}")
                }
            }
            Noun::Part(role) => part_word(*role).into(),
            Noun::Attached(filter) => {
                let attached = self.cx.attached;
                let head = self.filter(filter, Form::one());
                self.said.focus = Focus::Other;
                format!("{attached} {head}")
            }
            Noun::Top { count, of, bottom } => {
                let end = if *bottom { "bottom" } else { "top" };
                let library = self.possessive(of);
                match count {
                    Quantity::Number(1) => {
                        self.said.focus = Focus::Other;
                        format!("the {end} card of {library} library")
                    }
                    n => {
                        let n = self.number_word(n);
                        format!("the {end} {n} cards of {library} library")
                    }
                }
            }
            Noun::All(nouns) if same_owner(nouns).is_some() => {
                let whose = same_owner(nouns).cloned().unwrap_or(Noun::You);
                let whose = self.possessive(&whose);
                let zones: Vec<String> = nouns
                    .iter()
                    .filter_map(|n| match n {
                        Noun::Zone(zone, _) => Some(zone.word().to_owned()),
                        _ => None,
                    })
                    .collect();
                format!("{whose} {}", words::list(&zones, "and"))
            }
            Noun::All(nouns) => self.joined(nouns, slot, "and"),
            Noun::Either(nouns) => self.joined(nouns, slot, "or"),
            Noun::Zone(zone, whose) => self.zone(*zone, Some(whose), false),
            Noun::Rest(binding) => {
                if self.said.of(*binding).plural {
                    "the rest".into()
                } else {
                    "the other".into()
                }
            }
            Noun::Kept(noun, _) => self.noun_at(noun, slot),
            Noun::Among(quantifier, filter, of) => {
                // "A spell from among them".
                let spell = filter.head == Head::Spell;
                let plain = filter.predicates.is_empty() && !spell;
                let count = self.quantified_number(quantifier);
                // "A card from it": of a zone that was just shown.
                let shown = matches!(**of, Noun::Zone(..));
                let of = if shown {
                    "it".to_owned()
                } else {
                    self.object(of)
                };
                if plain && !shown {
                    return format!("{count} of {of}");
                }
                let text = self.described(
                    quantifier,
                    filter,
                    Slot {
                        without_zone: true,
                        bare: slot.bare || spell,
                        ..slot
                    },
                );
                self.said.focus = Focus::Other;
                if shown {
                    return format!("{text} from {of}");
                }
                format!("{text} from among {of}")
            }
        }
    }

    /// Nouns joined by "and" or "or". What holds of all is said behind the last. With "or" one determiner serves nouns that are
    /// picked out the same way; with "and" those of which the same holds.
    fn joined(&mut self, nouns: &[Noun], slot: Slot, word: &str) -> String {
        let either = word == "or";
        let mut items: Vec<String> = Vec::new();
        let announced = self.said.announced();
        let mut previous: Option<&Quantifier> = None;
        let mut shares = false;
        for (i, noun) in nouns.iter().enumerate() {
            // "A spell or ability an opponent controls": what holds of all is said behind the last.
            let headed = match (noun, nouns.get(i + 1)) {
                (
                    Noun::Described { quantifier, filter },
                    Some(Noun::Described {
                        quantifier: next_quantifier,
                        filter: next,
                    }),
                ) if quantifier == next_quantifier => {
                    let (own, tail) = split_tail(filter);
                    let shared = !tail.is_empty()
                        && split_tail(next).1 == tail
                        && (either || tail.iter().all(Predicate::says_whose));
                    shared.then(|| Noun::Described {
                        quantifier: quantifier.clone(),
                        filter: Filter {
                            head: filter.head,
                            predicates: own,
                        },
                    })
                }
                _ => None,
            };
            let noun = headed.as_ref().unwrap_or(noun);
            match noun {
                Noun::Described { quantifier, filter }
                    if previous == Some(quantifier)
                        && !has_other(filter)
                        && if either {
                            !matches!(
                                quantifier,
                                Quantifier::Each | Quantifier::All | Quantifier::Choose(_)
                            )
                        } else {
                            shares
                        } =>
                {
                    let form = Form {
                        from: slot.from,
                        ..Form::number(plural(quantifier))
                    };
                    items.push(self.filter(filter, form));
                }
                other => items.push(self.noun_in(other, slot)),
            }
            shares = headed.is_some();
            previous = match nouns.get(i) {
                Some(Noun::Described { quantifier, .. }) => Some(quantifier),
                _ => None,
            };
        }
        if either {
            self.said.announced_as_one(announced);
            if nouns.iter().any(|noun| !self.said.noun(noun).player) {
                self.said.focus = Focus::Other;
            }
        }
        words::list(&items, word)
    }

    /// Remembers that a described thing was mentioned.
    fn mention(&mut self, noun: &Noun) {
        let known = self.said.noun(noun);
        if let Noun::Described {
            quantifier: Quantifier::Target(_),
            filter,
        } = noun
        {
            self.said.target(Referent {
                player: filter.head.is_player(),
                ..known
            });
        }
        if !known.plural && !known.player {
            self.said.focus = Focus::Other;
        }
    }

    /// The object with the ability: "it" when nothing else could be meant, else by its name or kind.
    pub(in crate::english) fn this(&mut self) -> String {
        if self.said.focus == Focus::This {
            return "it".into();
        }
        self.said.focus = Focus::This;
        self.this_full()
    }

    /// The object with the ability by name or kind.
    pub(in crate::english) fn this_full(&self) -> String {
        match &self.cx.this {
            SelfName::Name(name) => name.to_string(),
            SelfName::This(kind) => format!("this {kind}"),
        }
    }

    fn reference(&mut self, to: Binding, word: &Word, slot: Slot) -> String {
        if let (Binding::Chosen(shared), Word::That(_)) = (to, word) {
            return format!(
                "the chosen {}",
                crate::english::modifier::chosen_word(shared)
            );
        }
        self.referring_word(self.said.of(to), word, slot)
    }

    /// A pronoun, or a demonstrative and a noun, for something that is known.
    fn referring_word(&mut self, known: Referent, word: &Word, slot: Slot) -> String {
        match word {
            Word::Pronoun => match (known.plural || known.player, slot.case) {
                (false, _) => "it".into(),
                (true, Case::Nominative) => "they".into(),
                (true, Case::Accusative) => "them".into(),
            },
            // A copy is called by no other noun.
            Word::That(filter)
                if filter.head == crate::ir::Head::Object && filter.predicates.is_empty() =>
            {
                self.said.focus = Focus::Other;
                if known.plural {
                    "the copies"
                } else {
                    "the copy"
                }
                .to_owned()
            }
            Word::That(filter) => {
                let text = self.filter(filter, Form::number(known.plural));
                if known.plural {
                    format!("those {text}")
                } else {
                    if !known.player && !filter.head.is_player() {
                        self.said.focus = Focus::Other;
                    }
                    format!("that {text}")
                }
            }
            Word::The(participle, filter) => {
                let text = self.filter(filter, Form::number(known.plural));
                match participle_word(*participle) {
                    "" => format!("the {text}"),
                    done => format!("the {done} {text}"),
                }
            }
        }
    }

    fn described(&mut self, quantifier: &Quantifier, filter: &Filter, slot: Slot) -> String {
        let other = has_other(filter);
        let all = matches!(quantifier, Quantifier::All | Quantifier::Each);
        let form = Form {
            plural: plural(quantifier) && !for_each(quantifier),
            from: slot.from,
            and: all,
            without_controller: false,
            without_zone: slot.without_zone,
        };
        if filter.head == Head::AnyTarget {
            return self.any_target(quantifier, other);
        }
        let text = self.filter(filter, form);
        let others = |text: &str| {
            if other {
                format!("other {text}")
            } else {
                text.to_owned()
            }
        };
        match quantifier {
            Quantifier::All if filter.head == Head::Opponent => format!("your {text}"),
            Quantifier::All if filter.head.is_player() && slot.bare => others(&text),
            Quantifier::All if slot.bare && (other || !is_lone_type(filter)) => others(&text),
            Quantifier::All => format!("all {}", others(&text)),
            Quantifier::Each => format!("each {}", others(&text)),
            Quantifier::No => format!("no {}", others(&text)),
            Quantifier::The if text.starts_with("your ") => text,
            Quantifier::The => format!("the {}", others(&text)),
            Quantifier::Any => {
                if other {
                    format!("another {text}")
                } else {
                    words::with_article(&text)
                }
            }
            Quantifier::Choose(count) => {
                let chosen = self.count(count, &text, other, "");
                if filter.head == Head::Source || self.next_time {
                    format!("{chosen} of your choice")
                } else {
                    chosen
                }
            }
            Quantifier::Target(count) => self.count(count, &text, other, "target "),
            Quantifier::Random(count) => {
                let text = self.count(count, &text, other, "");
                format!("{text} at random")
            }
            Quantifier::Counted(comparison, n) => {
                let one = *n == Quantity::Number(1);
                let n = self.number_word(n);
                let text = others(&text);
                match comparison {
                    crate::ir::Comparison::AtMost => format!("{n} or fewer {text}"),
                    _ if one => format!("at least one {text}"),
                    _ => format!("{n} or more {text}"),
                }
            }
        }
    }

    fn any_target(&mut self, quantifier: &Quantifier, other: bool) -> String {
        let other = if other { "other " } else { "" };
        match quantifier {
            Quantifier::Target(Count::One) => format!("any {other}target"),
            Quantifier::Target(count) => {
                let noun = if many(count) { "targets" } else { "target" };
                self.count(count, noun, !other.is_empty(), "")
            }
            _ => format!("any {other}target"),
        }
    }

    /// A counted noun: "two other target creatures".
    fn count(&mut self, count: &Count, text: &str, other: bool, target: &str) -> String {
        let others = if other { "other " } else { "" };
        match count {
            Count::One | Count::Exactly(Quantity::Number(1)) => match (other, target.is_empty()) {
                (true, _) => format!("another {target}{text}"),
                (false, true) => words::with_article(text),
                (false, false) => format!("{target}{text}"),
            },
            Count::Exactly(n @ (Quantity::Each(1, _) | Quantity::ForEach(1, _))) => {
                self.each_of = Some(n.clone());
                self.said.focus = Focus::Other;
                words::with_article(text)
            }
            Count::Exactly(n) => format!("{} {others}{target}{text}", self.number_word(n)),
            Count::UpTo(n) => format!("up to {} {others}{target}{text}", self.number_word(n)),
            Count::Range(1, 3) => format!("one, two, or three {others}{target}{text}"),
            Count::Range(low, high) => {
                let join = if high.saturating_sub(*low) == 1 {
                    "or"
                } else {
                    "to"
                };
                let (low, high) = (words::number((*low).into()), words::number((*high).into()));
                format!("{low} {join} {high} {others}{target}{text}")
            }
            Count::AnyNumber => format!("any number of {others}{target}{text}"),
            Count::OneOrMore => format!("one or more {others}{target}{text}"),
        }
    }

    /// "One", "two", "up to one" before "of them".
    fn quantified_number(&mut self, quantifier: &Quantifier) -> String {
        match quantifier {
            Quantifier::All => "all".into(),
            Quantifier::Each => "each".into(),
            Quantifier::Any => "any".into(),
            Quantifier::No => "none".into(),
            Quantifier::The => "the one".into(),
            Quantifier::Counted(_, n) => self.number_word(n),
            Quantifier::Choose(count) | Quantifier::Target(count) | Quantifier::Random(count) => {
                match count {
                    Count::One => "one".into(),
                    Count::Exactly(n) => self.number_word(n),
                    Count::UpTo(n) => format!("up to {}", self.number_word(n)),
                    Count::Range(low, high) => format!(
                        "{} or {}",
                        words::number((*low).into()),
                        words::number((*high).into())
                    ),
                    Count::AnyNumber => "any number".into(),
                    Count::OneOrMore => "one or more".into(),
                }
            }
        }
    }
}

/// The predicates before and behind the head of a description.
fn split_tail(filter: &Filter) -> (Vec<Predicate>, Vec<Predicate>) {
    filter
        .predicates
        .iter()
        .cloned()
        .partition(|p| p.place() != crate::ir::Place::After)
}

/// Whether there is one of it for each of something.
const fn for_each(quantifier: &Quantifier) -> bool {
    matches!(
        quantifier,
        Quantifier::Choose(Count::Exactly(
            Quantity::Each(1, _) | Quantity::ForEach(1, _)
        ))
    )
}

/// Whether a description is one type and nothing else: then sets are called "all creatures", never bare.
fn is_lone_type(filter: &Filter) -> bool {
    match filter.predicates.as_slice() {
        [] => true,
        [one] => matches!(
            one,
            Predicate::Type(_) | Predicate::Subtype(_) | Predicate::AnyOf(_)
        ),
        _ => false,
    }
}
