//! Where a predicate stands in a description: the canonical order of English, which is also the order in which the IR keeps
//! predicates, so that a description has one form.

use super::noun::{Noun, Predicate, Word};

/// Where a predicate stands: as a determiner, among adjectives of state, other adjectives and the types, or after the head.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// "Other".
    Determiner,
    /// "Tapped", "attacking".
    State,
    /// "Legendary", "red".
    Adjective,
    /// "Creature", "Goblin".
    Type,
    /// "You control", "with flying".
    After,
}

impl Predicate {
    /// Whether it says whose something is: that holds for all nouns of a list that one determiner serves.
    #[must_use]
    pub const fn says_whose(&self) -> bool {
        matches!(
            self,
            Self::ControlledBy(_) | Self::OwnedBy(_) | Self::ProtectedBy(_) | Self::CastBy(_)
        )
    }

    /// Where it stands.
    #[must_use]
    pub fn place(&self) -> Place {
        match self {
            Self::OtherThan(noun) if noun.is_understood() => Place::Determiner,
            Self::Tapped
            | Self::Attacking(None)
            | Self::Blocking(None)
            | Self::Blocked(None)
            | Self::Unblocked
            | Self::FaceDown
            | Self::Modified
            | Self::Paid(_) => Place::State,
            Self::Supertype(_)
            | Self::Color(_)
            | Self::Colorless
            | Self::Monocolored
            | Self::Multicolored
            | Self::Word(_)
            | Self::Parameter
            | Self::PowerToughness(..)
            | Self::IsToken
            | Self::Commander
            | Self::AbilityKind(_) => Place::Adjective,
            Self::Type(_) | Self::Subtype(_) | Self::PermanentType => Place::Type,
            Self::AnyOf(alternatives) => alternatives
                .iter()
                .flatten()
                .map(Self::place)
                .filter(|place| *place != Place::After)
                .max()
                .unwrap_or(Place::After),
            Self::Not(inner) => match (&**inner, inner.place()) {
                (Self::AnyOf(_) | Self::Not(_) | Self::Paid(_), _) => Place::After,
                // "That isn't enchanted", "that isn't a mana ability".
                (
                    Self::Enchanted
                    | Self::Equipped
                    // "That's one or more colors".
                    | Self::Colorless
                    | Self::AbilityKind(super::noun::AbilityClass::Mana),
                    _,
                ) => Place::After,
                (_, Place::State) => Place::State,
                (_, Place::Adjective | Place::Type) => Place::Adjective,
                _ => Place::After,
            },
            _ => Place::After,
        }
    }
}

impl Noun {
    /// Whether "other" needs no word for what it is other than.
    #[must_use]
    pub fn is_understood(&self) -> bool {
        match self {
            Self::This | Self::You => true,
            Self::Ref { word, .. } => *word == Word::Pronoun,
            _ => false,
        }
    }
}
