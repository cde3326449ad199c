//! Whose a thing is, and the words of roles, parts and zones.

use crate::english::phrase::noun::ACTOR;
use crate::english::{Writer, discourse::Focus, words};
use crate::ir::{
    Binding, Filter, Head, Noun, Quantifier, Role, Word,
    noun::{Participle, Shared},
};
use crate::vocab::Zone;

impl Writer<'_> {
    /// A zone and whose it is: "your hand", "all graveyards", "a graveyard", "exile".
    pub(in crate::english) fn zone(
        &mut self,
        zone: Zone,
        whose: Option<&Noun>,
        plural: bool,
    ) -> String {
        match (zone, whose) {
            (Zone::Exile, _) => "exile".into(),
            (Zone::Battlefield, _) => "the battlefield".into(),
            (Zone::Stack, _) => "the stack".into(),
            (Zone::Command, _) => "the command zone".into(),
            (Zone::Nowhere, _) => "outside the game".into(),
            (_, Some(whose)) if *whose == crate::ir::noun::one_player() => {
                format!("a single {}", zone.word())
            }
            (_, None) if plural => words::plural(zone.word()),
            (_, None) => words::with_article(zone.word()),
            (
                _,
                Some(Noun::Described {
                    quantifier: Quantifier::All,
                    filter:
                        Filter {
                            head: Head::Player,
                            predicates,
                        },
                }),
            ) if predicates.is_empty() => format!("all {}", words::plural(zone.word())),
            (
                _,
                Some(
                    noun @ Noun::Described {
                        quantifier: Quantifier::All,
                        ..
                    },
                ),
            ) => {
                format!("{} {}", self.possessive(noun), words::plural(zone.word()))
            }
            (_, Some(noun)) => format!("{} {}", self.possessive(noun), zone.word()),
        }
    }

    /// "Your", "its", "their", "that creature's", "each opponent's".
    pub(in crate::english) fn possessive(&mut self, noun: &Noun) -> String {
        let infinitive = std::mem::take(&mut self.infinitive);
        let text = self.possessive_of(noun);
        self.infinitive = infinitive;
        text
    }

    pub(super) fn possessive_of(&mut self, noun: &Noun) -> String {
        match noun {
            Noun::You => "your".into(),
            Noun::Ref {
                to,
                word: Word::Pronoun,
            } => {
                let known = self.said.of(*to);
                if known.plural || known.player {
                    "their".into()
                } else {
                    "its".into()
                }
            }
            Noun::Again(noun, Word::Pronoun) => {
                let known = self.said.noun(noun);
                if known.plural || known.player {
                    "their".into()
                } else {
                    "its".into()
                }
            }
            Noun::This if self.said.focus == Focus::This => "its".into(),
            Noun::Related(..) if self.said.payer.as_ref() == Some(noun) => "their".into(),
            other => {
                let subject = self.subject_in(other, ACTOR);
                words::possessive(&subject.text, subject.plural)
            }
        }
    }
}

pub(in crate::english) fn role_word(role: Role) -> &'static str {
    match role {
        Role::Controller => "controller",
        Role::Owner => "owner",
        Role::Caster => "caster",
        other => part_word(other),
    }
}

pub(super) fn part_word(role: Role) -> &'static str {
    match role {
        Role::Controller => "its controller",
        Role::Owner => "its owner",
        Role::DefendingPlayer => "defending player",
        Role::ActivePlayer => "the active player",
        Role::AttackingPlayer => "the attacking player",
        Role::EnchantedPlayer => "enchanted player",
        Role::ChosenPlayer => "the chosen player",
        Role::Caster => "its caster",
        Role::StartingPlayer => "the starting player",
        Role::Monarch => "the monarch",
    }
}

pub(super) fn participle_word(participle: Participle) -> &'static str {
    match participle {
        Participle::None => "",
        Participle::Sacrificed => "sacrificed",
        Participle::Discarded => "discarded",
        Participle::Exiled => "exiled",
        Participle::Revealed => "revealed",
        Participle::Milled => "milled",
        Participle::Tapped => "tapped",
        Participle::Returned => "returned",
        Participle::Chosen => "chosen",
        Participle::Created => "created",
        Participle::Destroyed => "destroyed",
        Participle::Enchanted => "enchanted",
        Participle::Copied => "copied",
    }
}

/// The binding of a choice, for callers that print "the chosen".
pub(in crate::english) fn chosen(shared: Shared) -> String {
    format!(
        "the chosen {}",
        crate::english::modifier::chosen_word(shared)
    )
}

/// Whether the words for an object are those for a player: the one who controls it.
pub(super) fn is_player_word(of: &Noun) -> bool {
    match of {
        Noun::Ref {
            word: Word::That(filter),
            ..
        } => filter.head.is_player(),
        _ => false,
    }
}

/// Whose zones nouns are, if they are all zones of one player: "your hand and graveyard".
pub(in crate::english) fn same_owner(nouns: &[Noun]) -> Option<&Noun> {
    let mut owner: Option<&Noun> = None;
    for noun in nouns {
        let Noun::Zone(_, of) = noun else {
            return None;
        };
        // A target is announced once.
        let again = |first: &Noun| {
            first.is_target()
                && matches!(
                    &**of,
                    Noun::Ref {
                        to: Binding::Target(_),
                        word: Word::Pronoun
                    }
                )
        };
        let first: &Noun = owner.get_or_insert(of);
        if *first != **of && !again(first) {
            return None;
        }
    }
    owner
}
