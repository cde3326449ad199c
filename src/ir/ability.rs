//! Abilities (CR 113, 602, 603, 604) and keywords on objects (CR 702).

use super::{
    action::Cost,
    condition::{Condition, TurnPart},
    effect::Effect,
    event::{Event, Whose},
    noun::Noun,
    quantity::Quantity,
    statics::{Replacement, Statement},
};
use crate::vocab::{Name, ZoneSet};

/// An ability of an object: one line of its text, or one keyword of a list.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Ability {
    /// An ability word or flavor word in front (CR 207.2c, 207.2d), which has no meaning.
    pub word: Option<Name>,
    /// What it is.
    pub kind: AbilityKind,
    /// Zones it functions in; `None` is what CR 113.6 says for its kind.
    pub zones: Option<ZoneSet>,
}

impl Ability {
    /// Whether it is a line of a spell that later lines speak of: instructions, and additional costs (CR 601.2b, 608.2c).
    #[must_use]
    pub fn leads_on(&self) -> bool {
        match &self.kind {
            AbilityKind::Spell(_) => true,
            AbilityKind::Static(statements) => statements.iter().all(|statement| {
                statement
                    .modifications
                    .iter()
                    .all(|m| matches!(m, super::Modification::AdditionalCost { .. }))
            }),
            _ => false,
        }
    }
}

/// The kind of an ability (CR 113.3).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum AbilityKind {
    /// The instructions of an instant or sorcery (CR 113.3a).
    Spell(Effect),
    /// CR 602.
    Activated {
        /// Before the colon.
        cost: Cost,
        /// After it.
        effect: Effect,
        /// "Activate only ...".
        rules: Vec<ActivationRule>,
    },
    /// CR 603.
    Triggered {
        /// When, whenever or at.
        trigger: Trigger,
        /// The intervening if (CR 603.4).
        condition: Option<Condition>,
        /// What happens.
        effect: Effect,
        /// "This ability triggers only once each turn".
        limit: Option<Quantity>,
    },
    /// CR 604: statements that hold.
    Static(Vec<Statement>),
    /// CR 614: a replacement or prevention ability.
    Replacement(Replacement),
    /// A keyword ability, with its argument (CR 702).
    Keyword(Keyword),
    /// "You may exert this creature as it attacks. When you do, ..." (CR 701.43d).
    ExertAttack(Option<Effect>),
    /// A saga's chapter (CR 714.2).
    Chapter(Vec<u32>, Effect),
    /// A level symbol of a leveler (CR 711.2) or a class level bar (CR 716.2). The abilities printed after it, up to the next
    /// one, are of it.
    Level(Level),
    /// A definition that a keyword or counter makes of a static line with no other kind: deck construction and the like.
    OutsideTheGame(Name),
}

/// From when on, or how long, an object has the abilities of a part of its text box.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Level {
    /// "LEVEL 2-4", "LEVEL 5+": while it has so many level counters (CR 711.2a, 711.2b).
    Counters {
        /// At least.
        from: u32,
        /// At most, if that is said.
        to: Option<u32>,
        /// Its base power and toughness then.
        pt: Option<(i64, i64)>,
    },
    /// "{1}{R}: Level 2": the cost to gain that level, from which on it has them (CR 716.2a).
    Class {
        /// What gaining the level costs.
        cost: Cost,
        /// The level.
        level: u32,
    },
}

/// A trigger condition (CR 603.1).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Trigger {
    /// When, whenever, at.
    pub word: TriggerWord,
    /// The event.
    pub event: Event,
}

/// The word that begins a trigger condition; it follows from the event but for when and whenever.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TriggerWord {
    /// "When".
    When,
    /// "Whenever".
    Whenever,
    /// "At".
    At,
}

/// A rule on activating (CR 602.5).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ActivationRule {
    /// "Only as a sorcery".
    Sorcery,
    /// "Only if you could begin to cast this card" (CR 702.62a).
    CouldCast,
    /// "This is a special action": it doesn't use the stack (CR 116.1).
    Special,
    /// "Only as an instant".
    Instant,
    /// "Only once each turn", "no more than twice each turn".
    TimesEachTurn(u32),
    /// "Only once".
    Once,
    /// "Only if".
    If(Condition),
    /// "Only during your upkeep".
    During(Option<Whose>, TurnPart),
    /// "Any player may activate this ability".
    AnyPlayer,
    /// "Only your opponents", "only a player ...".
    OnlyBy(Noun),
    /// "Only during your turn".
    Turn(Whose),
    /// "X can't be 0".
    XNotZero,
    /// "Spend only black mana on X" and the like is not understood yet and never stands here.
    Exhaust,
}

/// A keyword on an object: its declared name and what it takes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Keyword {
    /// The declared name, lower case: "flying", "bushido", "protection".
    pub name: Name,
    /// What follows the name.
    pub argument: KeywordArgument,
}

/// What a keyword takes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum KeywordArgument {
    /// Nothing: "flying".
    None,
    /// A number: "bushido 2", "bushido X, where X is".
    Number(Quantity),
    /// A cost: "ninjutsu {1}{U}{B}", "ward—Pay 2 life".
    Cost(Cost),
    /// A number and a cost: "suspend 3—{U}".
    NumberCost(Quantity, Cost),
    /// A quality: "protection from red", "hexproof from black", "enchant creature", "affinity for artifacts".
    Quality(Box<Noun>),
    /// A subtype: "swampwalk" is landwalk with Swamp, "swampcycling {2}" typecycling.
    Subtype(Name),
    /// A subtype or quality with a cost: "swampcycling {2}", "equip legendary creature {3}".
    QualityCost(Box<Noun>, Cost),
    /// A card by its name: "partner with NAME" (CR 702.124).
    Card(Name),
    /// Another keyword: "can't have or gain".
    Keyword(Box<Keyword>),
}
