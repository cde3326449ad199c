//! What static abilities and continuous effects say: modifications, restrictions, permissions, replacements
//! (CR 604, 611, 613, 614).

use super::{
    ability::{Ability, Keyword},
    action::{Action, Cost, CounterKind},
    card::PtValue,
    condition::Condition,
    effect::Effect,
    event::Event,
    noun::{Filter, Noun, Quantifier, Shared},
    quantity::Quantity,
};
use crate::vocab::{ColorSet, ManaCost, ManaKind, Name, Step, SupertypeSet, TypeSet, Zone};

/// A statement of a continuous effect: what holds of a noun, perhaps under a condition.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Statement {
    /// What it is about.
    pub subject: Noun,
    /// What holds of it. Several for one subject ("gets +1/+1 and has flying") are one effect with one timestamp.
    pub modifications: Vec<Modification>,
    /// "As long as", "during your turn", leading "if".
    pub condition: Option<Condition>,
}

/// What a continuous effect does to its subject. The layer of each follows from its kind (CR 613.1).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Modification {
    /// "Gets +1/+1" (layer 7c).
    Pump(Quantity, Quantity),
    /// "Has base power and toughness 3/3", "change its base power and toughness to" (layer 7b).
    SetBase(Option<Quantity>, Option<Quantity>),
    /// "Its power is equal to", of the object itself: characteristic-defining (layer 7a, CR 604.3).
    Define(Option<Quantity>, Option<Quantity>),
    /// "Switch its power and toughness" (layer 7d).
    Switch,
    /// "Has", "gains" abilities (layer 6).
    Gain(Vec<Ability>),
    /// "Loses flying" (layer 6).
    Lose(Vec<Keyword>),
    /// "Loses all abilities" (layer 6).
    LoseAll,
    /// "Can't have or gain" (layer 6).
    CantHave(Vec<Keyword>),
    /// "Is a 3/4 Ninja creature", "becomes an artifact in addition to its other types" (layers 4, 5 and 7b).
    Become {
        /// Base power and toughness.
        pt: Option<(PtValue, PtValue)>,
        /// Colors it becomes; `None` leaves them.
        colors: Option<ColorSet>,
        /// Supertypes.
        supertypes: SupertypeSet,
        /// Card types.
        types: TypeSet,
        /// Subtypes.
        subtypes: Vec<Name>,
        /// "In addition to its other types" (CR 205.1b), or "still".
        additional: bool,
        /// "In addition to its other colors": otherwise the colors replace those it has (CR 105.3).
        more_colors: bool,
        /// A name it gets.
        name: Option<Name>,
        /// "Is the chosen type / color".
        chosen: Option<Shared>,
    },
    /// "Becomes the color of your choice": chosen as it begins.
    BecomeChoice(Shared),
    /// "Is goaded" (CR 701.15).
    Goaded,
    /// "Double its power", "double its power and toughness" (CR 701.10a).
    DoublePower { toughness: bool },
    /// "Becomes the color or colors of your choice".
    BecomeColors,
    /// "Isn't a creature" (layer 4).
    NotType(TypeSet),
    /// "Loses all other card types", "loses all creature types".
    LoseTypes(TypeSet),
    /// "Is all colors", "is the chosen color": `Become` covers the rest.
    EveryCreatureType,
    /// "You control enchanted creature", "gain control of" (layer 2).
    Control(Box<Noun>),
    /// "Is a copy of" (layer 1).
    CopyOf(Box<Noun>, Vec<Modification>),
    /// "Isn't legendary", of a copy (CR 707.9b).
    NotSupertypes(SupertypeSet),
    /// "Has no mana cost", of a copy.
    NoManaCost,
    /// "Has this ability", of a copy that the ability makes (CR 707.9a).
    GainThis,
    /// Something can't happen to or by the subject.
    Cant(Restriction),
    /// Something must happen.
    Must(Restriction),
    /// Something may be done that could not.
    May(Permission),
    /// "Doesn't untap during its controller's untap step".
    DoesntUntap,
    /// "Costs {1} less to cast" or more; negative is less.
    CostChange { less: bool, amount: CostAmount },
    /// "As an additional cost to cast this spell": CR 601.2b, 601.2f.
    AdditionalCost {
        /// What.
        cost: Cost,
        /// "You may".
        optional: bool,
        /// "Any number of times".
        repeated: bool,
    },
    /// "Cast this spell only during combat" (CR 601.3).
    CastOnly(Vec<super::ability::ActivationRule>),
    /// "Rather than pay this spell's mana cost" (CR 118.9).
    AlternativeCost {
        /// What is paid instead, or besides.
        cost: Cost,
        /// "From your graveyard": it allows casting from there, and only from there.
        from: Option<Zone>,
        /// "As an additional cost": the mana cost is paid too.
        besides: bool,
    },
    /// "Have no maximum hand size", "maximum hand size is reduced".
    HandSize(Option<Quantity>),
    /// "Your maximum hand size is reduced by three": by how much, more or less.
    HandSizeBy { less: bool, amount: Quantity },
    /// "Assigns combat damage equal to its toughness rather than its power".
    AssignsByToughness,
    /// "Assigns no combat damage".
    AssignsNone,
    /// "Skips your draw step".
    Skips(Step),
    /// "Plays with the top card of their library revealed", or with their hand revealed (CR 701.20d is about the same cards
    /// being shown for a while).
    PlayRevealed(Zone),
    /// "Damage that would reduce your life total to less than 1 reduces it to 1 instead".
    KeepsOneLife,
    /// "All damage is dealt as though its source had infect".
    AsThoughHad(Keyword),
    /// "Attacks as though it didn't have defender".
    AsThough(AsThough),
}

/// Deviations from a rule that "as though" names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum AsThough {
    /// Attacks without regard to defender.
    NoDefender,
    /// Damage as though unblocked.
    Unblocked,
    /// Cast as though it had flash.
    HadFlash,
    /// Haste for its abilities.
    HadHaste,
    /// Mana of any color.
    AnyColorMana,
    /// Not hexproof.
    NoHexproof,
    /// Blocks as though it had reach.
    HadReach,
    /// No landwalk.
    NoLandwalk(Name),
}

/// An amount by which a cost changes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum CostAmount {
    /// Mana.
    Mana(ManaCost),
    /// So much generic mana, counted.
    Generic(Quantity),
    /// An amount of mana for each of something.
    ManaForEach(ManaCost, Quantity),
    /// Another cost.
    Other(Cost),
}

/// What can't or must be done. The subject is the statement's; verbs in the passive name who in the noun.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Restriction {
    /// Attack, whom if said.
    Attack(Option<Noun>),
    /// Block, which if said.
    Block(Option<Noun>),
    /// Be blocked, by which; "except by".
    BeBlocked {
        by: Option<Noun>,
        except: Option<Noun>,
    },
    /// Be blocked by more than, or except by N or more creatures (CR 702.111 menace).
    BlockedByCount {
        at_least: Option<u32>,
        at_most: Option<u32>,
    },
    /// Attack or block alone.
    Alone { attack: bool, block: bool },
    /// Be the target of.
    BeTargeted(Option<Noun>),
    /// Be countered.
    BeCountered,
    /// Be destroyed by damage or effects; be regenerated.
    BeRegenerated,
    /// Be sacrificed.
    BeSacrificed,
    /// Be enchanted, equipped by.
    BeAttached(Noun),
    /// Have counters put on it.
    GetCounters(Option<CounterKind>),
    /// Untap.
    Untap,
    /// Transform, phase out ...
    Transform,
    /// A player gains life.
    GainLife,
    /// A player loses life.
    LoseLife,
    /// A player draws cards, more than so many each turn.
    Draw(Option<Quantity>),
    /// A player casts spells that fit; more than so many each turn.
    Cast { what: Noun, limit: Option<Quantity> },
    /// A player plays lands, cards.
    Play(Noun),
    /// Abilities of the subject can't be activated, unless mana abilities.
    Activate { except_mana: bool },
    /// A player searches libraries.
    Search,
    /// A player loses or wins the game.
    LoseGame,
    /// A player wins the game.
    WinGame,
    /// Damage is prevented.
    DamagePrevented,
    /// Be dealt damage.
    BeDealtDamage,
    /// Enter the battlefield.
    Enter,
    /// Attack or block "each combat if able" is `Must(Attack)`; blocked if able.
    AbleToBlockDoSo,
    /// Spend mana only on.
    Cycle,
    /// Condition-bound: "can't attack unless defending player controls an Island".
    Unless(Box<Restriction>, Condition),
}

/// What may be done.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Permission {
    /// Cast or play cards from a zone; perhaps free, perhaps as though it had flash.
    Play {
        what: Noun,
        from: Option<Zone>,
        play: bool,
        free: bool,
    },
    /// Play so many additional lands.
    ExtraLands(Quantity),
    /// Block more creatures; any number without a quantity.
    BlockMore(Option<Quantity>),
    /// Look at cards any time.
    LookAt(Noun),
    /// Not untap during the untap step.
    NotUntap,
    /// Spend mana as though of any color.
    SpendAny {
        /// Of any type.
        types: bool,
        /// To cast what; for anything without.
        on: Option<Noun>,
    },
    /// Activate abilities more often or at other times.
    ActivateAsInstant,
    /// Have the damage assigned as though unblocked.
    AssignAsUnblocked,
}

/// A replacement or prevention effect (CR 614, 615).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Replacement {
    /// "If ... would ..., ... instead".
    Instead {
        event: Event,
        condition: Option<Condition>,
        effect: Box<Effect>,
    },
    /// "... that much plus 1 instead", "twice that many": the event happens with another amount.
    Amount {
        event: Event,
        condition: Option<Condition>,
        amount: Quantity,
    },
    /// "... this way it's exiled instead": it goes elsewhere.
    Elsewhere {
        event: Event,
        condition: Option<Condition>,
        to: super::action::Placement,
    },
    /// "Enters tapped", "enters with counters", "enters as a copy", "as it enters, choose": CR 614.1c, 614.1d.
    Entering {
        what: Noun,
        condition: Option<Condition>,
        changes: Vec<EntersChange>,
    },
    /// "Prevent all damage": CR 615.
    Prevent {
        event: Event,
        /// All of it without; `Quantity::Amount` of the event is "that damage".
        amount: Option<Quantity>,
        condition: Option<Condition>,
        /// What else is done, once damage was prevented (CR 615.5).
        then: Option<Box<Effect>>,
    },
    /// "That damage is dealt to ... instead" (CR 614.9).
    Redirect {
        event: Event,
        /// Only so much of it.
        amount: Option<Quantity>,
        condition: Option<Condition>,
        to: Noun,
    },
    /// "If ... is tapped for mana, it produces ... instead" (CR 106.12b).
    Produces { event: Event, output: OtherMana },
    /// "Skip" (CR 614.1b).
    Skip { step: Step, whose: Noun },
}

/// What a permanent produces instead (CR 106.12b).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OtherMana {
    /// "Twice as much of that mana".
    Times(u32),
    /// "{B} instead of any other type".
    Of {
        what: OtherType,
        instead_of: InsteadOf,
    },
}

/// The type of mana that is produced instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OtherType {
    /// "{B}", "colorless mana".
    Kind(ManaKind),
    /// "Mana of a color of your choice".
    AnyColor,
    /// "Mana of the chosen color".
    ChosenColor,
}

/// What another type of mana is produced instead of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InsteadOf {
    /// "Any other type".
    AnyType,
    /// "Any other type and amount": one mana in all.
    AnyTypeAndAmount,
    /// "Any other color".
    AnyColor,
    /// "White mana".
    Kind(ManaKind),
}

/// How something enters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum EntersChange {
    /// "Tapped".
    Tapped,
    /// "With so many counters".
    Counters(Quantity, CounterKind),
    /// "As a copy of".
    Copy {
        what: Noun,
        optional: bool,
        except: Vec<Modification>,
        /// Counters that it enters with if it is a copy (CR 707.9f).
        counters: Vec<(Quantity, CounterKind)>,
    },
    /// "As it enters, [do something]".
    As(Box<Effect>),
    /// "You may pay 2 life. If you don't, it enters tapped".
    Unless(Cost, Box<EntersChange>),
    /// "With an additional counter": adds to others.
    Gains(Modification),
    /// An action.
    Act(Action),
}

/// A quantified description, for statements about classes of things.
pub type Described = (Quantifier, Filter);
