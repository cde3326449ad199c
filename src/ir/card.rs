//! Whole cards and the other definitions of a pack.

use super::{ability::Ability, effect::Effect, noun::Filter, quantity::Quantity};
use crate::vocab::{ColorSet, ManaCost, Name, SupertypeSet, TypeSet};

/// A card with one or more faces.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Card {
    /// How the faces belong together.
    pub layout: Layout,
    /// The faces; the first is the front.
    pub faces: Vec<Face>,
}

/// How the faces of a card belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Layout {
    /// One face.
    Normal,
    /// CR 709.
    Split,
    /// CR 710.
    Flip,
    /// CR 712, transforming.
    Transform,
    /// CR 712, modal.
    ModalDoubleFaced,
    /// CR 715.
    Adventure,
}

/// One face of a card.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Face {
    /// CR 201.
    pub name: Name,
    /// CR 202; `None` for lands and others without a mana cost.
    pub cost: Option<ManaCost>,
    /// CR 204: a color indicator.
    pub indicator: Option<ColorSet>,
    /// CR 205.
    pub types: TypeLine,
    /// CR 208.
    pub pt: Option<(PtValue, PtValue)>,
    /// CR 209.
    pub loyalty: Option<PtValue>,
    /// CR 210.
    pub defense: Option<PtValue>,
    /// CR 207: one for each line or keyword, in printed order.
    pub abilities: Vec<Ability>,
    /// With overload: what its spell abilities say with "each" for "target" (CR 702.96a), in the same order.
    pub overloaded: Vec<Ability>,
}

/// A type line (CR 205).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct TypeLine {
    /// Supertypes.
    pub supertypes: SupertypeSet,
    /// Card types.
    pub types: TypeSet,
    /// Subtypes in printed order.
    pub subtypes: Vec<Name>,
}

/// A printed power, toughness, loyalty or defense.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum PtValue {
    /// A number.
    Number(i64),
    /// `*`: defined by an ability, 0 until then (CR 208.2a).
    Star,
    /// `1+*`, `*+1`.
    StarPlus(i64),
    /// `X` on tokens and effects.
    Quantity(Box<Quantity>),
}

/// What a keyword takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Parameter {
    /// Nothing.
    None,
    /// `N`.
    Number,
    /// `COST`.
    Cost,
    /// `QUALITY`: a noun.
    Quality,
    /// `SUBTYPE`.
    Subtype,
    /// `N COST`.
    NumberCost,
    /// `QUALITY COST`.
    QualityCost,
}

/// A keyword that a pack declares.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct KeywordDefinition {
    /// Its name, lower case.
    pub name: Name,
    /// What it takes.
    pub parameter: Parameter,
    /// The abilities it stands for, with `Quantity::Parameter` and `CostPart::Parameter` as holes; empty for a primitive.
    pub means: Vec<Ability>,
    /// The rule that defines it (CR 702), if the pack cites one.
    pub rule: Option<Name>,
    /// The name of the engine's primitive, for keywords that change the turn, combat or damage rules.
    pub primitive: Option<Name>,
}

/// The number of the first result of a keyword action: an effect that it is a part of has so many of its own before it.
pub const ACTION_RESULTS: u8 = 4;

/// A keyword action that other instructions make up (CR 701).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ActionDefinition {
    /// Its verb, lower case, in the imperative.
    pub name: Name,
    /// Whether a number belongs to it: "blight 1".
    pub number: bool,
    /// What is done, one after the other, with `Noun::This` for what does it and `Quantity::Parameter` as a hole.
    pub means: Vec<Effect>,
}

/// A subtype that comes with abilities.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SubtypeDefinition {
    /// Its name.
    pub name: Name,
    /// The intrinsic abilities of what has it.
    pub means: Vec<Ability>,
}

/// A counter that a pack declares.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CounterDefinition {
    /// Its name.
    pub name: Name,
    /// What it does to what it is on.
    pub means: Vec<Ability>,
}

/// A token that a pack declares.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TokenDefinition {
    /// Its name.
    pub name: Name,
    /// Its characteristics.
    pub face: Face,
}

/// An adjective that a pack declares ("historic").
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct WordDefinition {
    /// The word.
    pub name: Name,
    /// The filters of which one must fit.
    pub means: Vec<Filter>,
}
