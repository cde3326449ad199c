//! The discourse record: what an ability has introduced, for "it", "that creature", "that much" (CR 608.2c, 608.2k).

use crate::ir::{Binding, Effect, EventRole, Filter, Head, Noun, Quantifier, noun::Participle};

/// What a referring word can stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Meant {
    /// A noun that means the same wherever it stands.
    Noun(Noun),
    /// A target, participant, cost.
    Binding(Binding),
    /// The result of an action, by the order in which actions were lowered; numbered when first referred to.
    Result(u8),
}

/// Object or player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Object,
    Player,
}

impl Kind {
    /// What a description with this head is of.
    pub const fn of(head: Head) -> Self {
        if head.is_player() {
            Self::Player
        } else {
            Self::Object
        }
    }
}

/// Something introduced.
#[derive(Debug, Clone)]
pub(super) struct Referent {
    pub meant: Meant,
    pub kind: Kind,
    pub plural: bool,
    /// How it was described.
    pub filter: Option<Filter>,
    /// What was done to it.
    pub done: Option<Participle>,
}

impl Referent {
    /// The object with the ability.
    pub const fn this() -> Self {
        Self {
            meant: Meant::Noun(Noun::This),
            kind: Kind::Object,
            plural: false,
            filter: None,
            done: None,
        }
    }
}

/// The record. Newest last.
#[derive(Debug, Clone, Default)]
pub(super) struct Discourse {
    pub referents: Vec<Referent>,
    /// What "that much" is.
    pub amounts: Vec<Meant>,
    /// The optional action or cost that "if you do" asks about.
    pub optional: Option<u8>,
    /// Actions lowered so far.
    pub actions: u8,
    /// Whether each of several players did the last one.
    pub by_several: bool,
    /// What actions did, for "destroyed this way".
    did: Vec<(u8, &'static str)>,
    /// What costs were paid with, by the same words.
    paid: Vec<(u8, &'static str)>,
    /// For each action, its number once something refers to it.
    slots: Vec<Option<u8>>,
    used: u8,
    /// The sets that were kept, each with its place among the actions.
    kept: Vec<(u8, Noun)>,
    /// The kind of counters removed last.
    pub removed: Option<crate::vocab::Name>,
    /// What kinds of values have been chosen.
    pub valued: Vec<crate::ir::noun::Shared>,
    /// What damage was dealt to last, for "deals 5 damage instead".
    pub hit: Option<Noun>,
    /// Whether something has been copied, so that there is "the copy".
    pub copied: bool,
    /// The tokens that were described last, with whether they are tapped and attacking.
    pub tokens: Option<(crate::ir::TokenSpec, bool, bool)>,
    /// What may be cast or played.
    pub castable: Option<Noun>,
    /// What players voted for.
    pub votes: Vec<crate::vocab::Name>,
    /// Whether a die has been rolled, so that there is "the result".
    pub rolled: bool,
    /// Target phrases so far.
    pub targets: u8,
    /// The last thing that a player was offered: what "if you don't" asks about.
    pub offered: Option<u8>,
    /// The cards that some were picked from last, for "the rest".
    pub parted: Option<Binding>,
    /// Cost parts so far.
    pub costs: u8,
    /// Stretches of `referents` that were introduced side by side, with the words for each.
    beside: Vec<(std::ops::Range<usize>, Vec<String>)>,
}

impl Discourse {
    /// An empty record that numbers results from this one on.
    pub fn counting_from(first: u8) -> Self {
        Self {
            used: first,
            ..Self::default()
        }
    }

    /// Counts an action; its place in the record.
    pub fn action(&mut self) -> u8 {
        let id = self.actions;
        self.actions = self.actions.saturating_add(1);
        id
    }

    /// Takes note of what an action did.
    pub fn note(&mut self, action: u8, done: &'static str) {
        self.did.push((action, done));
    }

    /// How much has been noted of what actions did.
    pub const fn noted(&self) -> usize {
        self.did.len()
    }

    /// What has been noted since was no action of the effect.
    pub fn forget_since(&mut self, noted: usize) {
        self.did.truncate(noted);
    }

    /// Takes note of what a part of a cost was.
    pub fn note_cost(&mut self, part: u8, done: &'static str) {
        self.paid.push((part, done));
    }

    /// What was destroyed, exiled, discarded ... "this way": the newest such action, or a cost.
    pub fn this_way(&mut self, done: &str) -> Option<Binding> {
        if let Some((action, _)) = self.did.iter().rev().find(|(_, did)| *did == done) {
            let action = *action;
            return Some(Binding::Result(self.slot(action)));
        }
        let paid = self.paid.iter().rev().find(|(_, did)| *did == done);
        paid.map(|(part, _)| Binding::Cost(*part))
    }

    /// The number by which an action's result is referred to.
    pub fn slot(&mut self, action: u8) -> u8 {
        let index = usize::from(action);
        if self.slots.len() <= index {
            self.slots.resize(index + 1, None);
        }
        match self.slots.get_mut(index) {
            Some(Some(number)) => *number,
            Some(slot) => {
                let number = self.used;
                *slot = Some(number);
                self.used = self.used.saturating_add(1);
                number
            }
            None => 0,
        }
    }

    /// The number by which an action's result is referred to, if it has been.
    pub fn number_of(&self, action: u8) -> Option<u8> {
        self.slots.get(usize::from(action)).copied().flatten()
    }

    /// The record for the next line of a spell, which goes on with the targets of those before (CR 608.2c).
    pub fn next_line(self) -> Self {
        let mut referents = self.referents;
        referents.retain(|r| {
            matches!(
                r.meant,
                Meant::Binding(Binding::Target(_) | Binding::Cost(_))
            )
        });
        Self {
            referents,
            actions: self.actions,
            slots: self.slots,
            used: self.used,
            valued: self.valued,
            hit: self.hit,
            targets: self.targets,
            paid: self.paid,
            costs: self.costs,
            ..Self::default()
        }
    }

    /// The record without what some actions left behind.
    pub fn without(&self, actions: &[u8]) -> Self {
        Self {
            referents: self.referents_without(actions),
            ..self.clone()
        }
    }

    fn referents_without(&self, actions: &[u8]) -> Vec<Referent> {
        let mut rest = self.referents.clone();
        let left = |r: &Referent| matches!(r.meant, Meant::Result(id) if actions.contains(&id));
        // A set is there whether or not something is done to it.
        for referent in &mut rest {
            let kept = |id: &u8| self.kept.iter().find(|(kept, _)| kept == id);
            if let Meant::Result(id) = &referent.meant
                && actions.contains(id)
                && let Some((_, noun)) = kept(id)
            {
                referent.meant = Meant::Noun(noun.clone());
            }
        }
        // The stretches that were introduced side by side are counted by place.
        if self.beside.is_empty() {
            rest.retain(|r| !left(r));
        }
        rest
    }

    /// Puts aside what some actions left behind; with all there was, and how much of it is left.
    pub fn put_aside(&mut self, actions: &[u8]) -> (Vec<Referent>, usize) {
        let left = self.referents_without(actions);
        let kept = left.len();
        (std::mem::replace(&mut self.referents, left), kept)
    }

    /// Takes up again what was put aside, before what has been introduced since.
    pub fn take_up(&mut self, (all, kept): (Vec<Referent>, usize)) {
        let new = self.referents.split_off(kept.min(self.referents.len()));
        self.referents = all;
        self.referents.extend(new);
    }

    /// Takes over the numbers that a first reading of the same words gave.
    pub fn adopt(&mut self, other: &Self) {
        self.slots.clone_from(&other.slots);
        self.used = other.used;
    }

    /// The binding of what is meant.
    pub fn binding(&mut self, meant: &Meant) -> Option<Binding> {
        match meant {
            Meant::Binding(binding) => Some(*binding),
            Meant::Result(action) => Some(Binding::Result(self.slot(*action))),
            Meant::Noun(_) => None,
        }
    }

    /// The newest referent that a binding stands for.
    pub fn bound(&self, to: Binding) -> Option<&Referent> {
        self.referents.iter().rev().find(|r| match &r.meant {
            Meant::Noun(_) => false,
            Meant::Binding(binding) => *binding == to,
            Meant::Result(action) => self
                .number_of(*action)
                .is_some_and(|n| to == Binding::Result(n)),
        })
    }

    /// Takes note that the referents from a place on were introduced side by side: "target creature and target land".
    pub fn side_by_side(&mut self, from: usize, words: Vec<String>) {
        if self.referents.len() > from.saturating_add(1) {
            self.beside.push((from..self.referents.len(), words));
        }
    }

    /// The words for what was introduced side by side with a single object, if "it" can mean one as well as the other.
    pub fn rivals(&self, index: usize) -> Option<&[String]> {
        let (range, words) = self
            .beside
            .iter()
            .find(|(range, _)| range.contains(&index))?;
        let single = |r: &&Referent| r.kind == Kind::Object && !r.plural;
        let rivals = self.referents.get(range.clone())?.iter().filter(single);
        (rivals.count() > 1).then_some(words.as_slice())
    }

    /// What was introduced side by side with a referent, itself included.
    pub fn beside(&self, index: usize) -> impl Iterator<Item = &Referent> {
        let range = self
            .beside
            .iter()
            .find(|(range, _)| range.contains(&index))
            .map_or(0..0, |(range, _)| range.clone());
        self.referents.get(range).unwrap_or_default().iter()
    }

    /// Keeps a set of objects for later words: "creatures you control", before "those creatures".
    pub fn keep(&mut self, noun: Noun) -> Noun {
        let described = match &noun {
            Noun::Again(before, _) => before,
            noun => noun,
        };
        let Noun::Described {
            quantifier: Quantifier::All | Quantifier::Each,
            filter,
        } = described
        else {
            return noun;
        };
        if Kind::of(filter.head) == Kind::Player {
            return noun;
        }
        let id = self.action();
        self.push(Referent {
            meant: Meant::Result(id),
            kind: Kind::Object,
            plural: true,
            filter: Some(filter.clone()),
            done: None,
        });
        self.kept.push((id, described.clone()));
        Noun::Kept(Box::new(noun), id)
    }

    /// Whether what is meant is a set that was kept: many, and never "it".
    pub fn is_kept(&self, meant: &Meant) -> bool {
        matches!(meant, Meant::Result(id) if self.kept.iter().any(|(kept, _)| kept == id))
    }

    pub fn push(&mut self, referent: Referent) {
        if self.referents.len() < 200 {
            self.referents.push(referent);
        }
    }

    /// Replaces the places of actions by their numbers, and forgets results that nothing refers to.
    pub fn number(&self, effect: &mut Effect) {
        let renumber = |bind: &mut Option<u8>| {
            *bind = bind.and_then(|action| self.slots.get(usize::from(action)).copied().flatten());
        };
        match effect {
            Effect::Act { bind, .. } | Effect::MayPay { bind, .. } | Effect::May { bind, .. } => {
                renumber(bind);
            }
            _ => {}
        }
        for set in effect.sets_mut() {
            if let Noun::Kept(noun, kept) = set {
                *set = match self.number_of(*kept) {
                    Some(number) => Noun::Kept(noun.clone(), number),
                    None => (**noun).clone(),
                };
            }
        }
        for part in effect.parts_mut() {
            self.number(part);
        }
    }
}

/// The referent of an event's participant.
pub(super) fn of_role(role: EventRole) -> Meant {
    Meant::Binding(Binding::Event(role))
}
