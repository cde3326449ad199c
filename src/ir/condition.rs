//! Conditions: what must be true for an ability to trigger, resolve, apply or be used.

use super::{
    ability::Keyword,
    action::Cost,
    event::{Event, Whose, Window},
    noun::{Binding, Filter, Noun},
    quantity::Quantity,
};
use crate::vocab::{ManaSymbol, Name, Phase, Step, Zone};

/// A condition.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Condition {
    /// "X is 5 or more", "your life total is less than", "its power is greater than".
    Compare(Quantity, Comparison, Quantity),
    /// "You control a creature", "there are three or more cards in your graveyard": so many things of a noun exist.
    Exist(Noun, Comparison, Quantity),
    /// "An opponent has eight or more cards in their graveyard": one player's zone.
    HasCards(Noun, Zone, Comparison, Quantity),
    /// "An opponent controls more creatures than you": each side counts.
    MoreThan(Box<Noun>, Filter, Box<Noun>),
    /// "It's a creature", "this creature is tapped", "enchanted creature is red": a noun satisfies a description.
    Is(Noun, Filter),
    /// "That player is you", "it is the same as".
    Same(Noun, Noun),
    /// "It's your turn", "during your turn", "it's not your turn".
    Turn(Whose),
    /// "During combat", "during your upkeep".
    During(Option<Whose>, TurnPart),
    /// "You gained life this turn", "a creature died this turn".
    Happened(Event, Window),
    /// "You do", "you can't", "no one does": whether the preceding optional action or cost was done.
    Done(Binding),
    /// "It was foretold on an earlier turn", "it became plotted on an earlier turn" (CR 702.143a, 702.170d).
    DesignatedEarlier(Noun, Name),
    /// "It came under your control since the beginning of your last upkeep".
    CameUnderControl(Noun),
    /// "It was kicked", "its bargain cost was paid".
    Paid(Name, Noun),
    /// "You cast it", "it was cast".
    /// "From your hand" if a zone is said.
    WasCast(Noun, Option<Box<Noun>>, Option<crate::vocab::Zone>),
    /// "You cast it during your main phase".
    CastDuring(Noun, Option<Whose>, TurnPart),
    /// "That creature was a Human": as it last was.
    Was(Noun, Filter),
    /// "{U} was spent to cast it".
    Spent(Vec<ManaSymbol>, Noun),
    /// "It has flying" where a filter would not do: players with a keyword.
    PlayerHas(Noun, Keyword),
    /// "Unless you pay": paying is possible and chosen. Only inside `Effect::Unless`.
    Pays(Noun, Cost),
    /// "You have the city's blessing", "you're the monarch", designations by name.
    Designated(Noun, Name),
    /// "Death gets more votes", with "or the vote is tied" if so (CR 701.38).
    MoreVotes(Name, bool),
    /// "It was kicked with its {1}{U} kicker" (CR 702.33f).
    KickedWith(Noun, crate::vocab::ManaCost),
    /// "You win the flip".
    WonFlip,
    /// "You win", of a clash (CR 701.30c).
    WonClash,
    /// "It's day", "it's night".
    DayNight(bool),
    /// All of them.
    All(Vec<Condition>),
    /// At least one of them.
    Any(Vec<Condition>),
    /// Not so.
    Not(Box<Condition>),
}

/// A part of a turn that a condition or restriction names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TurnPart {
    /// A step or a particular main phase.
    Step(Step),
    /// A phase.
    Phase(Phase),
    /// Either main phase.
    MainPhase,
    /// Before attackers are declared.
    BeforeAttackers,
    /// Before blockers are declared.
    BeforeBlockers,
    /// After blockers are declared.
    AfterBlockers,
    /// "Only any time you could cast a sorcery" (CR 307.5).
    SorceryTiming,
}

/// A comparison of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// =
    Equal,
    /// ≠
    NotEqual,
    /// <
    Less,
    /// ≤, "or less", "or fewer".
    AtMost,
    /// >
    Greater,
    /// ≥, "or more", "or greater".
    AtLeast,
    /// "Odd"; the right side is not looked at.
    Odd,
    /// "Even".
    Even,
}
