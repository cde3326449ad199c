//! Quantities: numbers that a card reads or computes (CR 107, 107.3).

use super::{
    action::CounterKind,
    event::{Event, Window},
    noun::{Binding, Extreme, Filter, Noun},
};
use crate::vocab::Color;

/// A number. Counts are 64-bit and saturate.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// A printed number.
    Number(i64),
    /// X, as announced or defined by the ability (CR 107.3).
    X,
    /// The number of targets beyond the first, of a spell that is being cast (CR 207.2c, strive).
    TargetsBeyondFirst,
    /// "Any number of": as many as the player who does it chooses.
    AnyNumber,
    /// "Up to three": as many as that player chooses, within the limit.
    UpTo(Box<Quantity>),
    /// "The number of creatures you control".
    CountOf(Box<Noun>),
    /// "Its power", "that card's mana value".
    Of(Attribute, Box<Noun>),
    /// "The greatest power among creatures you control", "the total power of".
    Over(Aggregate, Attribute, Box<Noun>),
    /// "That much", "that many": the amount of an event or result.
    Amount(Binding),
    /// "The number of charge counters on it"; without a kind, all counters.
    Counters(Option<CounterKind>, Box<Noun>),
    /// "Your devotion to black" (CR 700.5).
    Devotion(Vec<Color>),
    /// "The number of colors among", "basic land types among", "card types among".
    Different(Variety, Box<Noun>),
    /// How often or how much an event happened in a window: "life you lost this turn".
    History(Box<Event>, Window, Tally),
    /// "Twice", "X plus 1".
    Sum(Box<Quantity>, Box<Quantity>),
    /// "Minus".
    Difference(Box<Quantity>, Box<Quantity>),
    /// "Three times".
    Times(i64, Box<Quantity>),
    /// "Half, rounded up".
    Half(Box<Quantity>, Rounding),
    /// "For each": so many for every thing.
    ForEach(i64, Box<Noun>),
    /// "For each" of a number: so many times another quantity.
    Each(i64, Box<Quantity>),
    /// One number for each of another: "N +1/+1 counters for each creature".
    Product(Box<Quantity>, Box<Quantity>),
    /// "Beyond the first": all but one, if there are any.
    BeyondFirst(Box<Quantity>),
    /// "The number of cards in your party" (CR 700.8).
    Party,
    /// "The number of times it was kicked": how often costs of a keyword were paid for it.
    TimesPaid(crate::vocab::Name, Box<Noun>),
    /// "Each spell cast before it this turn".
    CastBefore(Box<Noun>),
    /// "For each death vote": how many players voted for the word (CR 701.38).
    Votes(crate::vocab::Name),
    /// "The result" of the die that was rolled last (CR 706.2).
    Rolled,
    /// The parameter N of the keyword definition that is being read; replaced when it is instantiated.
    Parameter,
    /// The greatest or least of quantities over players: "the highest life total among players".
    AmongPlayers(Extreme, Attribute, Box<Filter>),
}

/// A number that an object or player has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Attribute {
    /// CR 208.
    Power,
    /// CR 208.
    Toughness,
    /// CR 202.3.
    ManaValue,
    /// CR 306.5.
    Loyalty,
    /// CR 310.4.
    Defense,
    /// CR 119.
    LifeTotal,
    /// CR 103.4.
    StartingLifeTotal,
    /// The number of cards in hand.
    HandSize,
    /// The damage marked (CR 120.6).
    Damage,
    /// Poison counters of a player.
    Poison,
    /// Power and toughness together.
    TotalPowerAndToughness,
    /// "Base power".
    BasePower,
    /// "Base toughness".
    BaseToughness,
    /// The amount of mana spent to cast it.
    ManaSpent,
    /// The number of colors.
    Colors,
    /// The number of colors of mana spent to cast it.
    ColorsSpent,
}

/// How the numbers of a set become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Aggregate {
    /// "The greatest".
    Greatest,
    /// "The least".
    Least,
    /// "The total".
    Total,
}

/// What different things are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Variety {
    /// Colors.
    Colors,
    /// Card types.
    CardTypes,
    /// Basic land types.
    BasicLandTypes,
    /// Creature types.
    CreatureTypes,
    /// Names.
    Names,
    /// Mana values.
    ManaValues,
    /// Powers.
    Powers,
}

/// Which way a half is rounded (CR 107.1a).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// Up.
    Up,
    /// Down.
    Down,
}

/// What is added up over past events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tally {
    /// How often.
    Times,
    /// How much.
    Amount,
    /// How many different players or objects took part.
    Participants,
}
