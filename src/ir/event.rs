//! Events as cards speak of them: what an ability triggers on, replaces, or asks whether it happened (CR 603, 614).

use super::{action::CounterKind, condition::TurnPart, noun::Noun};
use crate::vocab::{ManaKind, Zone};

/// A description of an event. A participant that is `None` may be anything.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Event {
    /// What happens.
    pub verb: EventVerb,
    /// Who or what does it, or what it happens to: `EventRole::Subject`.
    pub subject: Option<Noun>,
    /// The other participant: `EventRole::Object`.
    pub object: Option<Noun>,
    /// "One or more": simultaneous events count once (CR 603.2c).
    pub batch: bool,
}

/// What happens in an event. The subject is named first, then the object.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum EventVerb {
    /// The subject enters the battlefield (CR 603.6a); under whose control and from where are predicates or fields.
    Enters {
        /// "From your graveyard".
        from: Option<Zone>,
    },
    /// "Enters tapped", or "untapped" if not.
    EntersTapped(bool),
    /// The subject leaves the battlefield (CR 603.6c).
    Leaves,
    /// The subject (a card) leaves the graveyard of the player in object.
    LeavesGraveyard,
    /// The subject (a spell) leaves the stack.
    LeavesStack,
    /// The subject dies (CR 700.4).
    Dies,
    /// The subject is put into a zone, of the player named by object if given.
    PutInto {
        /// The zone it arrives in.
        to: Zone,
        /// The zone it comes from; `None` is anywhere.
        from: Option<Zone>,
    },
    /// The subject (a spell) is put into a zone as it resolves (CR 608.2n), of the player named by object if given.
    ResolvesInto(Zone),
    /// The subject attacks the object, if given (CR 508.3a).
    Attacks {
        /// "Attacks alone" (CR 506.5).
        alone: bool,
    },
    /// The subject blocks the object, if given.
    Blocks,
    /// The subject becomes blocked, by the object if given (CR 509.3c, 509.3d).
    BecomesBlocked,
    /// The subject blocks or becomes blocked, by the object if given.
    BlocksOrBecomesBlocked,
    /// The subject attacks and isn't blocked (CR 509.3g).
    AttacksUnblocked,
    /// The subject deals damage to the object.
    DealsDamage {
        /// Combat damage only.
        combat: Option<bool>,
    },
    /// The subject is dealt damage, by the object as a source if given.
    IsDealtDamage {
        /// Combat damage only.
        combat: Option<bool>,
    },
    /// The subject (a player) casts the object.
    Casts,
    /// The subject (a player) plays the object.
    Plays,
    /// The subject (a player) activates the object (an ability).
    Activates,
    /// The subject copies the object (a spell).
    Copies,
    /// The subject gains life (CR 119.9).
    GainsLife,
    /// The subject loses life.
    LosesLife,
    /// The subject draws the object; `nth` is "your second card each turn".
    Draws {
        /// The n-th card of a turn.
        nth: Option<u32>,
    },
    /// The subject discards the object.
    Discards,
    /// The subject sacrifices the object.
    Sacrifices,
    /// The subject cycles the object.
    Cycles,
    /// The subject (a permanent) becomes tapped.
    BecomesTapped,
    /// The subject becomes untapped.
    BecomesUntapped,
    /// The subject (a permanent) is tapped for mana (CR 106.12a), by the player in object if given.
    TappedForMana(TappedFor),
    /// The subject becomes the target of the object (a spell or ability).
    BecomesTarget,
    /// Counters are put on the subject.
    CountersPut(Option<CounterKind>),
    /// Counters are removed from the subject.
    CountersRemoved(Option<CounterKind>),
    /// The last counter of a kind is removed from the subject.
    LastCounterRemoved(CounterKind),
    /// A step or phase begins: "at the beginning of". The subject is whose.
    Begins(TurnPart, Whose),
    /// The subject becomes attached to the object.
    BecomesAttached,
    /// The subject becomes unattached.
    BecomesUnattached,
    /// The subject transforms.
    Transforms,
    /// The subject is turned face up.
    TurnedFaceUp,
    /// The subject (a player) loses the game.
    LosesGame,
    /// The subject (a player) searches their library.
    SearchesLibrary,
    /// The subject shuffles.
    Shuffles,
    /// The subject scries.
    Scries,
    /// The subject surveils.
    Surveils,
    /// The subject mills.
    Mills,
    /// The subject creates the object (tokens).
    Creates,
    /// The subject proliferates.
    Proliferates,
    /// The subject explores.
    Explores,
    /// The subject fights.
    Fights,
    /// The subject becomes the monarch.
    BecomesMonarch,
    /// The subject gets a designation: "becomes monstrous", "becomes level 3".
    BecomesDesignated(crate::vocab::Name),
    /// The subject phases in.
    PhasesIn,
    /// The subject phases out.
    PhasesOut,
    /// The subject is destroyed.
    IsDestroyed,
    /// The subject is exiled.
    IsExiled,
    /// The subject would untap during its untap step, or at all.
    Untaps,
    /// The subject (a player) adds mana.
    AddsMana,
    /// The subject's ability or another named action triggers on, by a pack's keyword: "exploits", "mutates".
    KeywordAction(crate::vocab::Name),
    /// An event or another.
    AnyOf(Vec<Event>),
    /// An event during someone's turn.
    During(Box<Event>, Whose),
    /// The first event of its kind in each turn.
    FirstEachTurn(Box<Event>),
    /// The n-th event of its kind in a turn: "your second spell each turn".
    NthEachTurn(u32, Box<Event>),
    /// An event while something holds: "while it's exiled".
    While(Box<Event>, Box<super::Condition>),
    /// An event that something causes: "a spell or ability an opponent controls causes you to discard this card".
    Caused(Box<Event>, Noun),
    /// A state trigger (CR 603.8): "when you control no Islands".
    State(Box<super::Condition>),
}

/// Whose turn, step or phase.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Whose {
    /// "Your".
    Yours,
    /// "Each opponent's".
    Opponents,
    /// "Each player's", "each", "the".
    Each,
    /// The turn of the player that a noun names: "that player's", "enchanted creature's controller's".
    Of(Box<Noun>),
    /// "Your next".
    YourNext,
    /// "The next".
    Next,
    /// "The next turn's".
    NextTurn,
}

/// The stretch of time that is looked back over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Window {
    /// "This turn".
    ThisTurn,
    /// "Last turn".
    LastTurn,
    /// "This combat".
    ThisCombat,
    /// "This step".
    ThisStep,
    /// "This game".
    ThisGame,
    /// "Since your last turn", "since the beginning of your last upkeep".
    SinceYourLastTurn,
}

/// What mana a permanent is tapped for (CR 106.12a).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TappedFor {
    /// "For mana".
    Mana,
    /// "For two or more mana".
    AtLeast(u32),
    /// "For {C}".
    Kind(ManaKind),
    /// "For mana of the chosen color".
    ChosenColor,
}
