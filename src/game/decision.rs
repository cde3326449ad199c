//! Decisions: everything that a player is asked. A handful of general kinds; each says what it is about.

use super::ids::{Entity, ObjectId, PlayerId};
use crate::bytecode::AbilityId;
use crate::vocab::{ManaCost, ManaKind, Name};
use serde::{Deserialize, Serialize};

/// A question to a player. The game waits until it is answered.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Decision {
    /// Who decides.
    pub player: PlayerId,
    /// What is asked, and the legal answers.
    pub choice: Choice,
    /// What it is about.
    pub about: About,
    /// The object whose effect, cost or trigger asks, if any.
    pub source: Option<ObjectId>,
    /// The ability that asks, if any.
    pub ability: Option<AbilityId>,
}

/// The kinds of questions.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Choice {
    /// Act or pass with priority (CR 117). The legal actions are enumerated on demand by the engine.
    Priority,
    /// Choose between `min` and `max` of these, in any order.
    Some {
        from: Vec<Entity>,
        min: u32,
        max: u32,
    },
    /// Choose between `min` and `max` of these options, each at most once unless `repeats`.
    Options {
        options: Vec<OptionLabel>,
        min: u32,
        max: u32,
        repeats: bool,
    },
    /// Choose a number.
    Number { min: i64, max: i64 },
    /// Put these in an order: the first is put on the stack, top of library... first.
    Order { items: Vec<OptionLabel> },
    /// Divide an amount; each gets at least the minimum that stands with it. Further constraints are the engine's to check.
    Divide {
        amount: i64,
        among: Vec<(Entity, i64)>,
    },
    /// Yes or no.
    YesNo,
    /// Assign each item to at most `max` of its options: attackers to what they attack, blockers to attackers.
    Assign { items: Vec<AssignItem> },
    /// Pay this mana: mana abilities may be activated (CR 601.2g); then the payment is made.
    PayMana { cost: ManaCost, x: u32 },
}

/// An item of an assignment.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AssignItem {
    /// The attacker or blocker.
    pub item: ObjectId,
    /// What it can be assigned to.
    pub options: Vec<Entity>,
    /// To how many at most; `u32::MAX` for any number.
    pub max: u32,
}

/// What an option is, for people and scripts.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum OptionLabel {
    /// A mode by its printed index.
    Mode(u8),
    /// An object or player.
    Entity(Entity),
    /// An ability of an object: a trigger to order, a replacement effect to apply.
    Ability(AbilityId, ObjectId),
    /// A type of mana.
    Mana(ManaKind),
    /// Mana as a run of symbols.
    Symbols(ManaCost),
    /// A card type, subtype, color, name or other word.
    Word(Name),
}

/// What a decision is about: the rule that asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum About {
    /// CR 117.1.
    Priority,
    /// CR 601.2c.
    Targets(u8),
    /// CR 601.2b.
    Modes,
    /// CR 601.2b.
    ValueOfX,
    /// CR 601.2b: optional or alternative costs.
    Costs,
    /// CR 601.2d.
    Division,
    /// CR 702.51, 702.66, 702.126: what is tapped or exiled instead of mana.
    Help,
    /// CR 601.2h.
    Payment,
    /// CR 603.3b.
    TriggerOrder,
    /// CR 616.1.
    ReplacementChoice,
    /// CR 615.7: which of several sources' damage is prevented or dealt to another first.
    Shield,
    /// CR 508.1.
    Attackers,
    /// CR 702.22c: which creatures attack in a band with one.
    Band,
    /// CR 509.1.
    Blockers,
    /// CR 510.1.
    CombatDamage,
    /// "You may".
    May,
    /// An object or player that an effect or cost lets the player choose.
    Effect,
    /// CR 704.5j.
    LegendRule,
    /// CR 502.3: which permanents stay tapped.
    Untap,
    /// CR 514.1.
    CleanupDiscard,
    /// CR 103.5.
    Mulligan,
    /// An order of cards in a library or graveyard.
    CardOrder,
    /// CR 903.9a.
    CommanderZone,
    /// CR 903.9b.
    CommanderReturns,
    /// CR 702.140c: whether a spell is put over or under the creature that it merges with.
    Merge,
    /// CR 310.10: the protector of a battle.
    Protector,
    /// CR 303.4f: what an Aura enchants that wasn't cast.
    Enchanted,
    /// CR 605.3: the mana that an ability produces.
    ManaChoice,
}

/// What a player can do with priority (CR 117.1), and while paying (CR 605.3a).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Action {
    /// Pass priority (CR 117.4).
    Pass,
    /// Cast this card (CR 601); `face` for cards with several castable faces, `alternative` for an alternative cost.
    Cast {
        card: ObjectId,
        face: u8,
        alternative: Option<AbilityId>,
    },
    /// Play this land (CR 305).
    PlayLand { card: ObjectId, face: u8 },
    /// Activate the n-th ability, in the order of its current abilities, of this object (CR 602).
    Activate { object: ObjectId, ability: u8 },
    /// Turn a permanent face up (CR 116.2b).
    TurnFaceUp(ObjectId),
    /// Concede (CR 104.3a).
    Concede,
}

impl Decision {
    /// In which order cards lie that come to one place of a library, the first nearest to the top (CR 401.4).
    #[must_use]
    pub fn card_order(player: PlayerId, cards: &[ObjectId], source: Option<ObjectId>) -> Self {
        let items = cards.iter().map(|id| OptionLabel::Entity((*id).into()));
        Self {
            player,
            choice: Choice::Order {
                items: items.collect(),
            },
            about: About::CardOrder,
            source,
            ability: None,
        }
    }
}

/// An answer to a decision; the engine refuses what does not fit it, with the rule.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Answer {
    /// With priority, or a mana ability while paying.
    Act(Action),
    /// Chosen objects or players.
    Some(Vec<Entity>),
    /// Chosen options by index.
    Options(Vec<u32>),
    /// A number.
    Number(i64),
    /// Items by index, in order.
    Order(Vec<u32>),
    /// Amounts, parallel to what is divided among.
    Divide(Vec<i64>),
    /// Yes or no.
    YesNo(bool),
    /// For each assigned item, its options.
    Assign(Vec<(ObjectId, Vec<Entity>)>),
    /// Make the payment: automatically from the pool, and from mana abilities if needed.
    PayAutomatically,
}
