//! Card types (CR 205.2), supertypes (CR 205.4), colors (CR 105) and zones (CR 400.1), each with a bit set.

use serde::{Deserialize, Serialize};

/// Declares a fieldless enum with its printed words, and the bit set over it.
macro_rules! vocabulary {
    ($(#[$doc:meta])* $name:ident, $(#[$set_doc:meta])* $set:ident($bits:ty) { $($(#[$vdoc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[repr(u8)]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl $name {
            /// Every value, in the order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The printed word, in lower case.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// The value whose printed word (lower case) is `word`.
            #[must_use]
            pub fn from_word(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)+ _ => None }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.word()) }
        }

        $(#[$set_doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
        pub struct $set($bits);

        impl $set {
            /// The empty set.
            pub const EMPTY: Self = Self(0);

            /// The set of one value.
            #[must_use]
            pub const fn of(value: $name) -> Self { Self(1 << value as u8) }
            /// The set with every value.
            #[must_use]
            pub fn all() -> Self { $name::ALL.iter().copied().collect() }
            /// Whether `value` is in the set.
            #[must_use]
            pub const fn contains(self, value: $name) -> bool { self.0 & (1 << value as u8) != 0 }
            /// Whether the set has no value.
            #[must_use]
            pub const fn is_empty(self) -> bool { self.0 == 0 }
            /// How many values are in the set.
            #[must_use]
            pub const fn len(self) -> u32 { self.0.count_ones() }
            /// The set with `value` added.
            #[must_use]
            pub const fn with(self, value: $name) -> Self { Self(self.0 | 1 << value as u8) }
            /// The set with `value` removed.
            #[must_use]
            pub const fn without(self, value: $name) -> Self { Self(self.0 & !(1 << value as u8)) }
            /// The values in either set.
            #[must_use]
            pub const fn union(self, other: Self) -> Self { Self(self.0 | other.0) }
            /// The values in both sets.
            #[must_use]
            pub const fn intersection(self, other: Self) -> Self { Self(self.0 & other.0) }
            /// Adds `value`.
            pub fn insert(&mut self, value: $name) { *self = self.with(value); }
            /// Removes `value`.
            pub fn remove(&mut self, value: $name) { *self = self.without(value); }
            /// The values in the order of declaration.
            pub fn iter(self) -> impl Iterator<Item = $name> {
                $name::ALL.iter().copied().filter(move |v| self.contains(*v))
            }
        }

        impl FromIterator<$name> for $set {
            fn from_iter<I: IntoIterator<Item = $name>>(iter: I) -> Self {
                iter.into_iter().fold(Self::EMPTY, Self::with)
            }
        }
    };
}

vocabulary! {
    /// A card type (CR 205.2a).
    CardType,
    /// A set of card types.
    TypeSet(u16) {
        /// CR 301.
        Artifact = "artifact",
        /// CR 310.
        Battle = "battle",
        /// CR 302.
        Creature = "creature",
        /// CR 303.
        Enchantment = "enchantment",
        /// CR 304.
        Instant = "instant",
        /// CR 308; older cards print "tribal".
        Kindred = "kindred",
        /// CR 305.
        Land = "land",
        /// CR 306.
        Planeswalker = "planeswalker",
        /// CR 307.
        Sorcery = "sorcery",
        /// CR 309.
        Dungeon = "dungeon",
    }
}

impl TypeSet {
    /// Whether an object with these types is a permanent on the battlefield, a permanent spell or permanent card (CR 110.4).
    #[must_use]
    pub fn is_permanent(self) -> bool {
        use CardType::{Artifact, Battle, Creature, Enchantment, Land, Planeswalker};
        [Artifact, Battle, Creature, Enchantment, Land, Planeswalker]
            .into_iter()
            .any(|t| self.contains(t))
    }
}

vocabulary! {
    /// A supertype (CR 205.4a).
    Supertype,
    /// A set of supertypes.
    SupertypeSet(u8) {
        /// CR 205.4c.
        Basic = "basic",
        /// CR 205.4d.
        Legendary = "legendary",
        /// CR 205.4g.
        Snow = "snow",
        /// CR 205.4f.
        World = "world",
        /// CR 205.4h.
        Ongoing = "ongoing",
    }
}

vocabulary! {
    /// A color (CR 105.1).
    Color,
    /// A set of colors; empty is colorless (CR 105.2c).
    ColorSet(u8) {
        /// {W}
        White = "white",
        /// {U}
        Blue = "blue",
        /// {B}
        Black = "black",
        /// {R}
        Red = "red",
        /// {G}
        Green = "green",
    }
}

impl Color {
    /// The letter of the color's mana symbol.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'W',
            Self::Blue => 'U',
            Self::Black => 'B',
            Self::Red => 'R',
            Self::Green => 'G',
        }
    }

    /// The color of a mana symbol's letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'W' | 'w' => Some(Self::White),
            'U' | 'u' => Some(Self::Blue),
            'B' | 'b' => Some(Self::Black),
            'R' | 'r' => Some(Self::Red),
            'G' | 'g' => Some(Self::Green),
            _ => None,
        }
    }
}

vocabulary! {
    /// A zone (CR 400.1), and where an object is when it is in none of them (a copy that ceased to exist, CR 704.5e).
    Zone,
    /// A set of zones.
    ZoneSet(u8) {
        /// CR 401.
        Library = "library",
        /// CR 402.
        Hand = "hand",
        /// CR 403.
        Battlefield = "battlefield",
        /// CR 404.
        Graveyard = "graveyard",
        /// CR 405.
        Stack = "stack",
        /// CR 406.
        Exile = "exile",
        /// CR 408.
        Command = "command",
        /// No zone: outside the game, or an object that has ceased to exist.
        Nowhere = "nowhere",
    }
}
