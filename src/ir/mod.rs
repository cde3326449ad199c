//! The intermediate representation: what a card means, with every name and every "it" resolved, and no source text.
//!
//! **Takes** nothing; **gives** the types that `lower` makes, `english` prints and `codegen` compiles. May import `vocab`.
//!
//! The IR is compositional. Underneath, nearly everything is one [`Noun`] (which objects or players), one [`Action`] (do
//! something to them) and one [`Binding`] (what that was or did, for "it", "that much", "this way"). A construct is
//! added by extending one axis: a new [`Predicate`] of a noun, [`Quantity`], [`Condition`], [`Event`], [`Action`],
//! [`Modification`] or [`Duration`], never by a variant for a combination.
//!
//! Two values are equal exactly when they mean the same, so that `read(english(ir)) == ir` is a law that can be tested.

pub mod ability;
pub mod action;
pub mod card;
pub mod condition;
pub mod effect;
pub mod event;
pub mod noun;
pub mod parts;
mod place;
pub mod quantity;
pub mod replaced;
pub mod statics;

pub use ability::{
    Ability, AbilityKind, ActivationRule, Keyword, KeywordArgument, Level, Trigger, TriggerWord,
};
pub use action::{Action, Cost, CostPart, CounterKind, ManaOutput, Placement, TokenSpec};
pub use card::{
    ACTION_RESULTS, ActionDefinition, Card, CounterDefinition, Face, KeywordDefinition, Layout,
    Parameter, PtValue, SubtypeDefinition, TokenDefinition, TypeLine, WordDefinition,
};
pub use condition::{Comparison, Condition};
pub use effect::{Duration, Effect, Modes, ResultRow};
pub use event::{Event, EventVerb, Whose, Window};
pub use noun::{Binding, Count, EventRole, Filter, Head, Noun, Predicate, Quantifier, Role, Word};
pub use place::Place;
pub use quantity::{Aggregate, Attribute, Quantity, Rounding};
pub use statics::{Modification, Permission, Replacement, Restriction, Statement};
