//! Whether something stands anywhere in a value of the IR.

use super::noun::{Binding, Shared};
use std::fmt::Debug;

/// What can be looked for in any value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A word that stands for each of several things or players in turn.
    Each,
    /// The parameter of a keyword's definition.
    Parameter,
    /// How much something came to that was done before.
    ResultAmount,
    /// A description by combat: attacking, blocking, blocked.
    Combat,
    /// Something of a player's choice, of any kind.
    OfChoice,
    /// Something of a player's choice, of this kind.
    Chosen(Shared),
    /// What has been chosen for the object.
    OfChosen,
    /// A word that stands for this.
    Of(Binding),
}

/// Whether the part stands anywhere in the value.
///
/// Every type of the IR is plain data with the derived `Debug`, which writes all that is in a value and quotes names: so one search
/// looks through all of them, and none is forgotten when a type grows. A name with such words in it would only be refused.
#[must_use]
pub fn contains(value: &impl Debug, part: Part) -> bool {
    let text = format!("{value:?}");
    match part {
        Part::Each => text.contains("to: Each"),
        Part::Parameter => text.contains("Parameter"),
        Part::ResultAmount => text.contains("Amount(Result"),
        Part::Combat => ["Attacking(", "Blocking(", "Blocked("]
            .iter()
            .any(|word| text.contains(word)),
        Part::OfChoice => text.contains("OfChoice("),
        Part::Chosen(what) => text.contains(&format!("OfChoice({what:?})")),
        Part::OfChosen => text.contains("OfChosen("),
        Part::Of(binding) => text.contains(&format!("{binding:?}")),
    }
}

/// The results that a value names, as bits: found in its `Debug` text as well.
#[must_use]
pub fn results_named(value: &impl Debug) -> u64 {
    let text = format!("{value:?}");
    let numbers = text.split("Result(").skip(1);
    let numbers = numbers.filter_map(|rest| rest.split(')').next()?.parse::<u32>().ok());
    numbers.fold(0, |named, n| named | 1_u64.checked_shl(n).unwrap_or(0))
}
