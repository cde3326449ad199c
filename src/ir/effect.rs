//! Effects: actions and how they are put together (CR 609, 610, 611, 608.2c).

use super::{
    ability::Trigger,
    action::{Action, Cost},
    condition::Condition,
    event::Whose,
    noun::{Binding, Count, Noun, Quantifier},
    quantity::Quantity,
    statics::{Replacement, Statement},
};
use crate::vocab::Name;

/// An instruction of a spell or ability.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Effect {
    /// Someone does something; its result is kept under `bind` when a later word refers to it.
    Act {
        /// Who acts: `Noun::You` in the imperative. For actions of objects ("it fights") the object is in the action.
        who: Noun,
        /// What is done.
        action: Action,
        /// The number of `Binding::Result` that later words use; `None` if none does.
        bind: Option<u8>,
    },
    /// One after the other.
    Sequence(Vec<Effect>),
    /// One instruction with several parts, which happen at once: "deals 2 damage to any target and 3 damage to you",
    /// "create a Food token and a Treasure token" (CR 608.2f). Each part is an action of the same verb.
    Together(Vec<Effect>),
    /// "You may": the player chooses whether to do it; remembered under `bind` for "if you do".
    May {
        who: Noun,
        effect: Box<Effect>,
        bind: Option<u8>,
    },
    /// "You may pay COST. If you do, ..." and "unless": the payment is offered.
    MayPay {
        who: Noun,
        cost: Cost,
        bind: Option<u8>,
    },
    /// "Unless that player pays": done if the payment isn't made (CR 118.12a).
    Unless {
        who: Noun,
        cost: Cost,
        effect: Box<Effect>,
    },
    /// "If ..., ...; otherwise, ...".
    If {
        condition: Condition,
        then: Box<Effect>,
        otherwise: Option<Box<Effect>>,
        /// "If ..., ... instead": the first is said behind the other, which it replaces (CR 608.2c).
        instead: bool,
    },
    /// Modal choice (CR 700.2).
    Modal(Modes),
    /// "For each ..., ...": once for each thing, which is `Binding::Each`.
    ForEach { over: Noun, effect: Box<Effect> },
    /// "Each opponent may", "do this three times".
    Repeat {
        times: Quantity,
        effect: Box<Effect>,
    },
    /// "When you do, ..." (CR 603.12) and "At the beginning of the next end step, ..." (CR 603.7).
    Delayed {
        trigger: Trigger,
        effect: Box<Effect>,
        once: bool,
        duration: Option<Duration>,
    },
    /// A continuous effect with a duration (CR 611.2).
    Continuous {
        statements: Vec<Statement>,
        duration: Duration,
    },
    /// A replacement or prevention effect with a duration (CR 614.1).
    Replace {
        replacement: Box<Replacement>,
        duration: Duration,
    },
    /// A results table: what happens for the result of the die rolled before (CR 706.3).
    Table(Vec<ResultRow>),
    /// Choice between effects: "draw a card or gain 3 life".
    Either(Vec<Effect>),
    /// "where X is ...": defines X for the sentence.
    Where { x: Quantity, effect: Box<Effect> },
    /// A vote or another multi-player choice by name that has no other form.
    Named(Name),
}

impl Effect {
    /// The effects that are done as parts of this one. Modes and replacement effects are none: they are chosen, or happen, by
    /// themselves.
    #[must_use]
    pub fn inside(&self) -> Vec<&Self> {
        match self {
            Self::Sequence(parts) | Self::Together(parts) | Self::Either(parts) => {
                parts.iter().collect()
            }
            Self::May { effect, .. }
            | Self::Unless { effect, .. }
            | Self::ForEach { effect, .. }
            | Self::Repeat { effect, .. }
            | Self::Delayed { effect, .. }
            | Self::Where { effect, .. } => vec![effect],
            Self::If {
                then, otherwise, ..
            } => std::iter::once(then)
                .chain(otherwise)
                .map(|effect| &**effect)
                .collect(),
            Self::Table(rows) => rows.iter().map(|row| &row.effect).collect(),
            Self::Act { .. }
            | Self::MayPay { .. }
            | Self::Modal(_)
            | Self::Continuous { .. }
            | Self::Replace { .. }
            | Self::Named(_) => Vec::new(),
        }
    }

    /// Whether more than so many effects are inside each other; found without recursion, so that those who do recur can ask first.
    #[must_use]
    pub fn deeper_than(&self, most: usize) -> bool {
        let mut open = vec![(self, 0_usize)];
        while let Some((effect, depth)) = open.pop() {
            if depth > most {
                return true;
            }
            let inside = effect.inside().into_iter();
            open.extend(inside.map(|part| (part, depth.saturating_add(1))));
        }
        false
    }

    /// The sets that it is about, any of which may be kept for later words ([`Noun::Kept`]).
    pub fn sets_mut(&mut self) -> Vec<&mut Noun> {
        match self {
            Self::Act { action, .. } => action.set_mut().into_iter().collect(),
            Self::Continuous { statements, .. } => {
                statements.iter_mut().map(|s| &mut s.subject).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The results that it leaves for later words, itself or by its parts.
    #[must_use]
    pub fn results(&self) -> Vec<u8> {
        fn collect(effect: &mut Effect, results: &mut Vec<u8>) {
            results.extend(effect.bound());
            let kept = effect.sets_mut().into_iter().filter_map(|set| match set {
                Noun::Kept(_, result) => Some(*result),
                _ => None,
            });
            results.extend(kept);
            for part in effect.parts_mut() {
                collect(part, results);
            }
        }
        let mut results = Vec::new();
        collect(&mut self.clone(), &mut results);
        results
    }

    /// The effects directly inside, whatever they are there for.
    pub fn parts_mut(&mut self) -> Vec<&mut Effect> {
        match self {
            Self::Sequence(parts) | Self::Together(parts) | Self::Either(parts) => {
                parts.iter_mut().collect()
            }
            Self::May { effect, .. }
            | Self::Unless { effect, .. }
            | Self::ForEach { effect, .. }
            | Self::Repeat { effect, .. }
            | Self::Delayed { effect, .. }
            | Self::Where { effect, .. } => vec![effect],
            Self::If {
                then, otherwise, ..
            } => {
                let otherwise = otherwise.as_deref_mut();
                std::iter::once(&mut **then).chain(otherwise).collect()
            }
            Self::Table(rows) => rows.iter_mut().map(|row| &mut row.effect).collect(),
            Self::Modal(modes) => modes.modes.iter_mut().map(|(_, effect)| effect).collect(),
            Self::Replace { replacement, .. } => match &mut **replacement {
                Replacement::Instead { effect, .. }
                | Replacement::Prevent {
                    then: Some(effect), ..
                } => vec![effect],
                _ => Vec::new(),
            },
            Self::Act { .. } | Self::MayPay { .. } | Self::Continuous { .. } | Self::Named(_) => {
                Vec::new()
            }
        }
    }

    /// Whether this effect or one inside of it is such a one.
    #[must_use]
    pub fn any(&self, is: &impl Fn(&Self) -> bool) -> bool {
        is(self) || self.inside().into_iter().any(|effect| effect.any(is))
    }

    /// What its result, or whether it was done, is kept under.
    #[must_use]
    pub const fn bound(&self) -> Option<u8> {
        match self {
            Self::Act { bind, .. } | Self::May { bind, .. } | Self::MayPay { bind, .. } => *bind,
            _ => None,
        }
    }
}

/// A row of a results table (CR 706.3a).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ResultRow {
    /// The least result.
    pub from: u32,
    /// The greatest; without one, any that is greater.
    pub to: Option<u32>,
    /// A name, as modes have.
    pub name: Option<Name>,
    /// What happens.
    pub effect: Effect,
}

/// The modes of a modal spell or ability.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Modes {
    /// Who chooses: `None` is you.
    pub chooser: Option<Noun>,
    /// At least so many.
    pub min: Quantity,
    /// At most so many.
    pub max: Quantity,
    /// "You may choose the same mode more than once".
    pub repeats: bool,
    /// A condition that changes `max` ("choose both instead").
    pub both_if: Option<Condition>,
    /// The modes in printed order, each with its ability word or name, if any.
    pub modes: Vec<(Option<Name>, Effect)>,
}

/// How long a continuous effect lasts (CR 611.2a).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Duration {
    /// "Until end of turn", and "this turn" (CR 514.2).
    EndOfTurn,
    /// "This turn": the same end, another template.
    ThisTurn,
    /// "Until end of combat", "this combat".
    EndOfCombat,
    /// "Until your next turn".
    YourNextTurn,
    /// "Until the end of your next turn".
    EndOfYourNextTurn,
    /// "During its controller's next untap step": until that has been.
    NextUntapStep,
    /// "Until the next end step", "until your next upkeep".
    Until(super::condition::TurnPart, Whose),
    /// "For as long as", "as long as".
    AsLongAs(Condition),
    /// "Until this leaves the battlefield".
    UntilLeaves(Box<Noun>),
    /// "Until it is ...": another event.
    UntilEvent(Box<super::Event>),
    /// "For the rest of the game".
    RestOfGame,
    /// No end stated (CR 611.2a).
    Permanent,
    /// Only the next time: "the next spell you cast this turn".
    NextUse,
}

/// A result slot, for builders.
pub type Bind = Option<Binding>;

/// The amount that two actions in a row have in common, where it takes more than a word: it is said once, as X, and determined
/// once (CR 608.2h).
#[must_use]
pub fn shared_amount<'e>(a: &'e Effect, b: &Effect) -> Option<&'e Quantity> {
    let (Effect::Act { action: a, .. }, Effect::Act { action: b, .. }) = (a, b) else {
        return None;
    };
    let amount = amount_of(a)?;
    let long = matches!(
        amount,
        Quantity::CountOf(_)
            | Quantity::Of(..)
            | Quantity::Over(..)
            | Quantity::Counters(..)
            | Quantity::Devotion(_)
            | Quantity::Different(..)
            | Quantity::History(..)
            | Quantity::Sum(..)
            | Quantity::Party
            | Quantity::TimesPaid(..)
    ) || matches!(amount, Quantity::Times(_, of) if !matches!(**of, Quantity::Amount(_) | Quantity::X));
    (long && Some(amount) == amount_of(b)).then_some(amount)
}

/// How much an action does.
fn amount_of(action: &Action) -> Option<&Quantity> {
    match action {
        Action::GainLife(n)
        | Action::LoseLife(n)
        | Action::Draw(n)
        | Action::Mill(n)
        | Action::Scry(n)
        | Action::Surveil(n)
        | Action::DealDamage { amount: n, .. }
        | Action::Create { count: n, .. }
        | Action::Discard(Noun::Described {
            quantifier: Quantifier::Choose(Count::Exactly(n)),
            ..
        }) => Some(n),
        _ => None,
    }
}
