//! Mana symbols and mana costs (CR 107.4, 202).

use super::types::{Color, ColorSet};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::fmt;

/// A type of mana (CR 106.1b).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ManaKind {
    /// Mana of a color.
    Colored(Color),
    /// Colorless mana.
    Colorless,
}

impl ManaKind {
    /// The six types of mana, in the order of the color wheel, colorless last.
    pub const ALL: [Self; 6] = [
        Self::Colored(Color::White),
        Self::Colored(Color::Blue),
        Self::Colored(Color::Black),
        Self::Colored(Color::Red),
        Self::Colored(Color::Green),
        Self::Colorless,
    ];

    /// The position in [`ManaKind::ALL`], for tables by type of mana.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::Colored(color) => color as usize,
            Self::Colorless => 5,
        }
    }

    /// The letter of the symbol.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Colored(color) => color.letter(),
            Self::Colorless => 'C',
        }
    }
}

/// A symbol of a mana cost (CR 107.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ManaSymbol {
    /// `{3}`: generic mana.
    Generic(u32),
    /// `{X}` (also `{Y}`, `{Z}` on a few old cards, which are not told apart).
    X,
    /// `{W}`, `{C}`.
    Mana(ManaKind),
    /// `{W/U}` (CR 107.4e).
    Hybrid(ManaKind, ManaKind),
    /// `{2/W}` (CR 107.4e).
    GenericHybrid(u32, ManaKind),
    /// `{W/P}` (CR 107.4f).
    Phyrexian(Color),
    /// `{W/U/P}` (CR 107.4f).
    HybridPhyrexian(Color, Color),
    /// `{S}` (CR 107.4h).
    Snow,
}

impl ManaSymbol {
    /// What the symbol adds to a mana value (CR 202.3), with X as given.
    #[must_use]
    pub const fn mana_value(self, x: u32) -> u32 {
        match self {
            Self::Generic(n) | Self::GenericHybrid(n, _) => n,
            Self::X => x,
            Self::Mana(_)
            | Self::Hybrid(..)
            | Self::Phyrexian(_)
            | Self::HybridPhyrexian(..)
            | Self::Snow => 1,
        }
    }

    /// The colors of the symbol (CR 105.2, 202.2).
    #[must_use]
    pub fn colors(self) -> ColorSet {
        let of = |kind: ManaKind| match kind {
            ManaKind::Colored(color) => ColorSet::of(color),
            ManaKind::Colorless => ColorSet::EMPTY,
        };
        match self {
            Self::Generic(_) | Self::X | Self::Snow => ColorSet::EMPTY,
            Self::Mana(kind) | Self::GenericHybrid(_, kind) => of(kind),
            Self::Hybrid(a, b) => of(a).union(of(b)),
            Self::Phyrexian(color) => ColorSet::of(color),
            Self::HybridPhyrexian(a, b) => ColorSet::of(a).with(b),
        }
    }

    /// Reads the inside of a symbol's braces, such as `3`, `W`, `2/U`, `B/P`.
    #[must_use]
    pub fn parse(inside: &str) -> Option<Self> {
        let kind = |s: &str| match s {
            "C" | "c" => Some(ManaKind::Colorless),
            _ => {
                let mut letters = s.chars();
                let color = Color::from_letter(letters.next()?)?;
                letters.next().is_none().then_some(ManaKind::Colored(color))
            }
        };
        let color = |s: &str| match kind(s)? {
            ManaKind::Colored(color) => Some(color),
            ManaKind::Colorless => None,
        };
        let mut parts = inside.split('/');
        let (first, second, third) = (parts.next()?, parts.next(), parts.next());
        if parts.next().is_some() {
            return None;
        }
        match (first, second, third) {
            ("X" | "x" | "Y" | "y" | "Z" | "z", None, None) => Some(Self::X),
            ("S" | "s", None, None) => Some(Self::Snow),
            (n, None, None) if n.bytes().all(|b| b.is_ascii_digit()) => {
                n.parse().ok().map(Self::Generic)
            }
            (one, None, None) => kind(one).map(Self::Mana),
            (one, Some("P" | "p"), None) => color(one).map(Self::Phyrexian),
            (n, Some(two), None) if n.bytes().all(|b| b.is_ascii_digit()) => {
                Some(Self::GenericHybrid(n.parse().ok()?, kind(two)?))
            }
            (one, Some(two), None) => Some(Self::Hybrid(kind(one)?, kind(two)?)),
            (one, Some(two), Some("P" | "p")) => {
                Some(Self::HybridPhyrexian(color(one)?, color(two)?))
            }
            _ => None,
        }
    }
}

impl fmt::Display for ManaSymbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Generic(n) => write!(f, "{{{n}}}"),
            Self::X => f.write_str("{X}"),
            Self::Mana(kind) => write!(f, "{{{}}}", kind.letter()),
            Self::Hybrid(a, b) => write!(f, "{{{}/{}}}", a.letter(), b.letter()),
            Self::GenericHybrid(n, kind) => write!(f, "{{{n}/{}}}", kind.letter()),
            Self::Phyrexian(color) => write!(f, "{{{}/P}}", color.letter()),
            Self::HybridPhyrexian(a, b) => write!(f, "{{{}/{}/P}}", a.letter(), b.letter()),
            Self::Snow => f.write_str("{S}"),
        }
    }
}

/// A mana cost: symbols in printed order (CR 202.1). An object without a mana cost has `Option::None`, not an empty cost.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct ManaCost(pub SmallVec<[ManaSymbol; 4]>);

impl ManaCost {
    /// The mana value (CR 202.3) with X as given; 0 unless on the stack (CR 202.3e).
    #[must_use]
    pub fn mana_value(&self, x: u32) -> u32 {
        self.0
            .iter()
            .fold(0, |sum, symbol| sum.saturating_add(symbol.mana_value(x)))
    }

    /// The colors of the symbols (CR 202.2).
    #[must_use]
    pub fn colors(&self) -> ColorSet {
        self.0
            .iter()
            .fold(ColorSet::EMPTY, |set, symbol| set.union(symbol.colors()))
    }

    /// How often X occurs.
    #[must_use]
    pub fn count_x(&self) -> u32 {
        self.0.iter().fold(0, |n, symbol| {
            n.saturating_add(u32::from(*symbol == ManaSymbol::X))
        })
    }

    /// The cost so many times over, at most a thousand symbols of it.
    #[must_use]
    pub fn times(&self, times: u32) -> Self {
        if times == 1 {
            return self.clone();
        }
        let mut symbols = SmallVec::new();
        let mut generic = 0_u32;
        for symbol in &self.0 {
            match symbol {
                ManaSymbol::Generic(n) => generic = generic.saturating_add(*n),
                other => symbols.extend(std::iter::repeat_n(*other, times.min(1000) as usize)),
            }
        }
        if generic > 0 && times > 0 {
            symbols.insert(0, ManaSymbol::Generic(generic.saturating_mul(times)));
        }
        Self(symbols)
    }

    /// The cost with X replaced by its value (CR 107.3a); symbols of nothing are left out.
    #[must_use]
    pub fn with_x(&self, x: u32) -> Self {
        let mut symbols = self.0.clone();
        for symbol in &mut symbols {
            if *symbol == ManaSymbol::X {
                *symbol = ManaSymbol::Generic(x);
            }
        }
        symbols.retain(|s| *s != ManaSymbol::Generic(0));
        Self(symbols)
    }

    /// Reads a run of symbols in braces, such as `{2}{W/U}`. `None` if anything else is in it.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut symbols = SmallVec::new();
        let mut rest = text.trim();
        while !rest.is_empty() {
            let (inside, after) = rest.strip_prefix('{')?.split_once('}')?;
            symbols.push(ManaSymbol::parse(inside)?);
            rest = after.trim_start();
        }
        Some(Self(symbols))
    }
}

impl fmt::Display for ManaCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|symbol| symbol.fmt(f))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_round_trip() {
        for text in [
            "{2}{B}",
            "{X}{X}{R}",
            "{2/U}{W/U}{B/P}{G/U/P}{S}{C}",
            "{0}",
            "",
        ] {
            assert_eq!(ManaCost::parse(text).unwrap().to_string(), text);
        }
        for bad in ["{T}", "{2}B", "{W/}", "{1/2}", "{", "{W/U/R}"] {
            assert_eq!(ManaCost::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn values_and_colors() {
        let cost = ManaCost::parse("{X}{2/U}{B/P}").unwrap();
        assert_eq!(cost.mana_value(0), 3);
        assert_eq!(cost.mana_value(4), 7);
        assert_eq!(cost.colors(), ColorSet::of(Color::Blue).with(Color::Black));
    }
}
