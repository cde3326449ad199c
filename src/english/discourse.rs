//! What a text has mentioned so far: it decides between "it", "they" and "this creature", and how verbs agree.

use crate::ir::{Action, Binding, Count, EventRole, Head, Noun, Quantifier, Quantity};

/// What is known of something that was mentioned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Referent {
    /// More than one, or perhaps more than one.
    pub plural: bool,
    /// A player: "they" although one.
    pub player: bool,
    /// "Exiled", "sacrificed": what the action did, for "this way".
    pub done: &'static str,
}

impl Referent {
    pub(super) const THING: Self = Self {
        plural: false,
        player: false,
        done: "chosen",
    };
}

/// What was mentioned last in the singular and is no player: what a bare "it" would be taken for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum Focus {
    /// Nothing yet.
    #[default]
    Nothing,
    /// The object with the ability.
    This,
    /// Something else.
    Other,
}

/// The record of a text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Discourse {
    targets: Vec<Referent>,
    pub(super) events: Vec<(EventRole, Referent)>,
    results: Vec<(u8, Referent)>,
    costs: Vec<(u8, Referent)>,
    each: Vec<Referent>,
    candidates: Vec<Referent>,
    /// Who was offered the action of a result: whether "if you do" or "if they do".
    offers: Vec<(u8, bool)>,
    /// Results of actions that were offered to any of several players.
    to_any: Vec<u8>,
    /// The clauses that are being written stand in one sentence.
    pub(super) one_sentence: bool,
    /// Results of what each of several players did in the sentence that is being written.
    of_each: Vec<u8>,
    /// Actions that were no one's choice, which fail only if they can't be done.
    orders: Vec<u8>,
    pub(super) focus: Focus,
    /// The subject of the clauses being written, for "their" and "of their choice".
    pub(super) actor_plural: bool,
    /// What is counted by "for each ... this way": "charge counter removed", "1 damage prevented".
    pub(super) this_way: Option<String>,
    /// Who pays in the clause being written: "they" in what they pay for.
    pub(super) payer: Option<Noun>,
}

impl Discourse {
    /// The record for the next line of a spell.
    pub(super) fn next_line(self) -> Self {
        Self {
            targets: self.targets,
            costs: self.costs,
            ..Self::default()
        }
    }

    pub(super) fn target(&mut self, referent: Referent) {
        self.targets.push(referent);
    }

    /// Targets announced so far.
    pub(super) fn announced(&self) -> usize {
        self.targets.len()
    }

    /// Nouns joined by "or" announce one target: what was announced beyond it goes.
    pub(super) fn announced_as_one(&mut self, before: usize) {
        self.targets.truncate(before + 1);
    }

    /// What was said before a list of modes. Targets are numbered through all of them.
    pub(super) fn go_back(&mut self, before: &Self) {
        *self = before.clone();
    }

    pub(super) fn event(&mut self, role: EventRole, referent: Referent) {
        self.events.retain(|(r, _)| *r != role);
        self.events.push((role, referent));
    }

    pub(super) fn result(&mut self, n: u8, referent: Referent) {
        self.results.retain(|(r, _)| *r != n);
        self.results.push((n, referent));
    }

    /// What was done once for each of several is done to many.
    pub(super) fn many(&mut self, n: u8) {
        let result = self.results.iter_mut().find(|(r, _)| *r == n);
        if let Some((_, known)) = result {
            known.plural = true;
        }
    }

    pub(super) fn cost(&mut self, referent: Referent) {
        if let Ok(n) = u8::try_from(self.costs.len()) {
            self.costs.push((n, referent));
        }
    }

    pub(super) fn offer(&mut self, n: u8, you: bool) {
        self.offers.retain(|(r, _)| *r != n);
        self.offers.push((n, you));
    }

    /// An action that is offered to any of several players.
    pub(super) fn offer_to_any(&mut self, n: u8) {
        self.to_any.push(n);
    }

    /// Whether an action was offered to any of several players.
    pub(super) fn offered_to_any(&self, binding: Binding) -> bool {
        matches!(binding, Binding::Result(n) if self.to_any.contains(&n))
    }

    /// An action that must be done, by you or another player.
    pub(super) fn order(&mut self, n: u8, you: bool) {
        if self.offers.iter().all(|(r, _)| *r != n) {
            self.offers.push((n, you));
            self.orders.push(n);
        }
    }

    /// Whether an action was no one's choice.
    pub(super) fn ordered(&self, binding: Binding) -> bool {
        matches!(binding, Binding::Result(n) if self.orders.contains(&n))
    }

    /// Whether the player who was offered the action is you.
    pub(super) fn offered_to_you(&self, binding: Binding) -> bool {
        let n = match binding {
            Binding::Result(n) => n,
            _ => return true,
        };
        self.offers
            .iter()
            .find(|(r, _)| *r == n)
            .is_none_or(|(_, you)| *you)
    }

    pub(super) fn enter_each(&mut self, referent: Referent) {
        self.each.push(referent);
    }

    pub(super) fn leave_each(&mut self) {
        self.each.pop();
    }

    pub(super) fn enter_candidate(&mut self, referent: Referent) {
        self.candidates.push(referent);
    }

    pub(super) fn leave_candidate(&mut self) {
        self.candidates.pop();
    }

    /// What is known of a binding; one thing if it was never introduced (a phrase printed on its own).
    pub(super) fn of(&self, binding: Binding) -> Referent {
        let found = match binding {
            Binding::Target(n) => self.targets.get(usize::from(n)).copied(),
            Binding::Event(role) => self
                .events
                .iter()
                .find(|(r, _)| *r == role)
                .map(|(_, x)| *x),
            Binding::Result(n) => self.results.iter().find(|(r, _)| *r == n).map(|(_, x)| *x),
            Binding::Cost(n) => self.costs.iter().find(|(r, _)| *r == n).map(|(_, x)| *x),
            Binding::Each => self.each.last().copied(),
            Binding::Candidate => self.candidates.last().copied(),
            Binding::Chosen(crate::ir::noun::Shared::Player) => Some(Referent {
                player: true,
                ..Referent::THING
            }),
            Binding::Chosen(_) | Binding::Linked => None,
        };
        found.unwrap_or(Referent::THING)
    }

    /// What is known of a noun, before it is written.
    pub(super) fn noun(&self, noun: &Noun) -> Referent {
        let one = Referent::THING;
        match noun {
            Noun::This | Noun::Giver | Noun::Attached(_) => one,
            Noun::You | Noun::Part(_) => Referent {
                player: true,
                ..one
            },
            Noun::Described { quantifier, filter } | Noun::Among(quantifier, filter, _) => {
                Referent {
                    plural: plural(quantifier),
                    player: filter.head.is_player(),
                    done: "chosen",
                }
            }
            Noun::Ref { to, word } => {
                let known = self.of(*to);
                match word {
                    crate::ir::Word::That(filter) | crate::ir::Word::The(_, filter) => Referent {
                        player: filter.head.is_player()
                            || (known.player && filter.head == Head::Object),
                        ..known
                    },
                    crate::ir::Word::Pronoun => known,
                }
            }
            Noun::Again(noun, _) | Noun::Kept(noun, _) => self.noun(noun),
            Noun::Related(_, of) => Referent {
                plural: self.noun(of).plural && !self.noun(of).player,
                player: true,
                done: "chosen",
            },
            Noun::Top { count, .. } => Referent {
                plural: !matches!(count, Quantity::Number(1)),
                ..one
            },
            Noun::All(_) => Referent {
                plural: true,
                ..one
            },
            Noun::Either(nouns) => nouns.first().map_or(one, |n| self.noun(n)),
            Noun::Zone(..) => one,
            Noun::Rest(_) => Referent {
                plural: true,
                ..one
            },
        }
    }

    /// What an action leaves behind for later words.
    pub(super) fn action(&self, action: &Action) -> Referent {
        let (noun, done) = match action {
            Action::Destroy { what, .. } => (what, "destroyed"),
            Action::Exile { what, .. } => (what, "exiled"),
            Action::Sacrifice(what) => (what, "sacrificed"),
            Action::Discard(what) => (what, "discarded"),
            Action::Reveal(what) => (what, "revealed"),
            Action::LookAt(what) => (what, "looked at"),
            Action::Tap(what) => (what, "tapped"),
            Action::Untap(what) => (what, "untapped"),
            Action::Search { what, .. } => (what, "found"),
            Action::Choose(what) => (what, "chosen"),
            Action::Counter { what, .. } => (what, "countered"),
            Action::Cast { what, .. } => (what, "cast"),
            Action::Goad(what) => (what, "goaded"),
            Action::RevealUntil { until, .. } => (until, "revealed"),
            Action::Move { what, verb, .. } => (
                what,
                match verb {
                    crate::ir::action::MoveVerb::Return => "returned",
                    crate::ir::action::MoveVerb::Put => "put",
                },
            ),
            Action::DealDamage { to, .. } => (to, "dealt damage"),
            Action::Draw(n) => return counted(n, "drawn"),
            Action::Mill(n) => return counted(n, "milled"),
            Action::Create { count, .. } => return counted(count, "created"),
            Action::Copy { count, .. } => return counted(count, "copied"),
            Action::GainLife(_) => return counted(&Quantity::X, "gained"),
            Action::LoseLife(_) => return counted(&Quantity::X, "lost"),
            Action::RemoveCounters { .. } => return counted(&Quantity::X, "removed"),
            _ => return Referent::THING,
        };
        let each = |noun: &Noun| matches!(noun, Noun::Described { quantifier: Quantifier::Each, filter } if !filter.head.is_player());
        let known = self.noun(noun);
        Referent {
            done,
            plural: known.plural || each(noun),
            ..known
        }
    }

    /// Takes note of what an action by someone leaves behind. What each of several players does something to is one thing to
    /// each of them, and many to later sentences.
    pub(super) fn done_by(&mut self, who: &Noun, action: &Action, n: u8) {
        let known = self.action(action);
        let several = matches!(who, Noun::Described { quantifier: Quantifier::All | Quantifier::Each, filter } if filter.head.is_player());
        if several {
            self.of_each.push(n);
        }
        self.result(n, known);
    }

    /// A new sentence begins, if what is being written may be several.
    pub(super) fn sentence(&mut self) {
        if self.one_sentence {
            return;
        }
        for n in std::mem::take(&mut self.of_each) {
            self.many(n);
        }
    }
}

fn counted(n: &Quantity, done: &'static str) -> Referent {
    Referent {
        plural: !matches!(n, Quantity::Number(1)),
        player: false,
        done,
    }
}

/// Whether a description with this quantifier takes a plural noun.
pub(super) fn plural(quantifier: &Quantifier) -> bool {
    match quantifier {
        Quantifier::All | Quantifier::No => true,
        Quantifier::Counted(_, n) => *n != Quantity::Number(1),
        Quantifier::Each | Quantifier::Any | Quantifier::The => false,
        Quantifier::Choose(count) | Quantifier::Target(count) | Quantifier::Random(count) => {
            many(count)
        }
    }
}

/// Whether a count takes a plural noun.
pub(super) fn many(count: &Count) -> bool {
    match count {
        Count::One | Count::Exactly(Quantity::Number(1)) | Count::UpTo(Quantity::Number(1)) => {
            false
        }
        Count::Exactly(_)
        | Count::UpTo(_)
        | Count::Range(..)
        | Count::AnyNumber
        | Count::OneOrMore => true,
    }
}
