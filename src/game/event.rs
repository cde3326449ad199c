//! Events: everything that happens in a game (CR 603, 614, 700.1).
//!
//! An event has one flat form with named participants, so that triggers, replacements, history and traces look at
//! all kinds in the same way.

use super::ids::{Entity, ObjectId, PlayerId};
use super::object::characteristics::CopiableValues;
use crate::bytecode::{CounterId, FaceId, StaticId, StringId};
use crate::vocab::{Step, Zone};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Declares the kinds of events and the list of all of them.
macro_rules! event_kinds {
    ($($(#[$doc:meta])* $kind:ident,)*) => {
        /// The kind of an event.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[repr(u8)]
        pub enum EventKind {
            $($(#[$doc])* $kind,)*
        }

        impl EventKind {
            /// Every kind.
            pub const ALL: &[Self] = &[$(Self::$kind,)*];
        }
    };
}

event_kinds! {
    /// Subject (object) moves `from` → `to`; object: the new object once committed; cause says why.
    ZoneChange,
    /// Source deals `amount` to subject (object or player).
    Damage,
    /// Damage dealt by one source at once, for lifelink and "deals damage" triggers: amount is the sum.
    DamageDealtBySource,
    /// Subject (player) gains `amount` life because of source (CR 119.9).
    GainLife,
    /// Subject (player) loses `amount` life.
    LoseLife,
    /// Subject (player) draws a card; object: the drawn card once committed.
    Draw,
    /// Subject (permanent) becomes tapped.
    Tap,
    /// Subject (permanent) becomes untapped.
    Untap,
    /// `amount` counters of `counter` are put on subject; source puts them.
    AddCounters,
    /// `amount` counters of `counter` are removed from subject.
    RemoveCounters,
    /// Subject (player) creates tokens: amount; each token then enters.
    CreateToken,
    /// Subject (player) casts object (spell) (CR 601.2i).
    Cast,
    /// Subject (player) plays object (land).
    PlayLand,
    /// Subject (player) activates object (ability on the stack, or the source of a mana ability).
    Activate,
    /// Subject (creature) is declared as an attacker of object (CR 508.3a).
    Attack,
    /// Subject (player) attacks with one or more creatures; amount: how many.
    AttackWith,
    /// Subject (creature) is declared as a blocker; once for each blocker (CR 509.3a).
    Block,
    /// Subject (blocker) blocks object (attacker); once for each pair (CR 509.3b).
    BlockCreature,
    /// Subject (attacker) becomes blocked; once (CR 509.3c).
    BecomeBlocked,
    /// Subject (attacker) becomes blocked by object (blocker); once for each pair (CR 509.3d).
    BecomeBlockedBy,
    /// Subject (attacker) isn't blocked (CR 509.3g).
    Unblocked,
    /// `step` begins; subject: the active player.
    BeginStep,
    /// Subject becomes the target of object (spell or ability on the stack).
    BecomeTarget,
    /// Subject (permanent) is tapped for mana by object (player) (CR 106.12a), once the ability has produced it: `amount` of
    /// the types in `mana`.
    TapForMana,
    /// Subject (player) gets mana.
    AddMana,
    /// Subject becomes attached to object.
    Attach,
    /// Subject becomes unattached from object.
    Unattach,
    /// Subject transforms.
    Transform,
    /// Subject is turned face up.
    TurnFaceUp,
    /// Subject (permanent) changes control to object (player).
    ChangeControl,
    /// Subject (spell or ability) is countered by source.
    Counter,
    /// Subject (player) loses the game.
    LoseGame,
    /// Subject (player) wins the game.
    WinGame,
    /// Subject (player) searches object's library.
    Search,
    /// Subject (player) shuffles.
    Shuffle,
    /// Subject (player) scries `amount`.
    Scry,
    /// Subject (player) surveils `amount`.
    Surveil,
    /// Subject (permanent) would be destroyed by source (CR 701.8); commits as a zone change.
    Destroy,
    /// Subject (player) discards object; commits as a zone change with cause discard.
    Discard,
    /// Subject (player) sacrifices object; commits as a zone change with cause sacrifice.
    Sacrifice,
    /// Subject (player) mills object; commits as a zone change with cause mill.
    Mill,
    /// Subject reveals object.
    Reveal,
    /// Subject (object or player) gets `designation`.
    Designate,
    /// Subject phases in or out (amount 1 in, 0 out).
    Phase,
    /// Subject (player) begins a turn.
    BeginTurn,
    /// Subject fights object.
    Fight,
    /// Subject (player) cycles object.
    Cycle,
    /// Subject (player) proliferates.
    Proliferate,
    /// Subject regenerates.
    Regenerate,
    /// Subject (creature) is removed from combat.
    RemoveFromCombat,
    /// Subject (player) copies object (spell).
    CopySpell,
    /// Subject (player) flips a coin; amount 1 is won.
    FlipCoin,
    /// Subject (player) rolls a die; amount is the result.
    RollDie,
    /// Subject (stack object) resolved.
    Resolve,
    /// Subject (creature) exploits object (CR 702.110b).
    Exploit,
    /// Subject (player) exerts object (CR 701.43a).
    Exert,
    /// An ability of source, which subject (player) controls, has triggered (CR 603.2); only in logs.
    Trigger,
    /// Object (a mutating creature spell) merges with subject; amount 1 over it, 0 under it (CR 702.140c).
    Mutate,
}

/// A set of kinds, to index triggers and replacements by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct EventKindSet(pub u64);

impl EventKindSet {
    /// The set of one kind.
    #[must_use]
    pub const fn of(kind: EventKind) -> Self {
        Self(1 << kind as u8)
    }
    /// Whether the kind is in the set.
    #[must_use]
    pub const fn contains(self, kind: EventKind) -> bool {
        self.0 & (1 << kind as u8) != 0
    }
    /// The kinds in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Why an event happens.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub enum Cause {
    /// An effect or rule without a keyword action of its own.
    #[default]
    Other,
    /// CR 701.8.
    Destroy,
    /// CR 701.21.
    Sacrifice,
    /// CR 701.9.
    Discard,
    /// CR 701.17.
    Mill,
    /// CR 121.
    Draw,
    /// CR 601.2a.
    Cast,
    /// CR 305.
    PlayLand,
    /// A spell's resolution (CR 608.3).
    Resolve,
    /// A state-based action (CR 704).
    StateBased,
    /// Countered (CR 701.6).
    Countered,
    /// Paying a cost (CR 118).
    Cost,
    /// A turn-based action (CR 703).
    TurnBased,
    /// A player left the game (CR 800.4a).
    LeftGame,
    /// Cycling (CR 702.29).
    Cycling,
}

/// Yes-or-no properties of an event, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct EventFlags(pub u8);

impl EventFlags {
    /// Combat damage (CR 120.2a).
    pub const COMBAT: Self = Self(1);
    /// It can't be regenerated (CR 701.19c).
    pub const NO_REGENERATION: Self = Self(1 << 1);
    /// The damage can't be prevented (CR 615.12).
    pub const UNPREVENTABLE: Self = Self(1 << 2);
    /// It happens while paying a cost.
    pub const COST: Self = Self(1 << 3);
    /// The subject attacks alone (CR 506.5).
    pub const ALONE: Self = Self(1 << 4);
    /// Mana of a color that the player chooses is all of the same color.
    pub const ONE_COLOR: Self = Self(1 << 5);
    /// A permanent was tapped for the mana (CR 106.12): an ability with {T} in its cost is producing it.
    pub const TAPPED_FOR: Self = Self(1 << 6);

    /// Whether every bit of `bits` is set.
    #[must_use]
    pub const fn has(self, bits: Self) -> bool {
        self.0 & bits.0 == bits.0
    }
    /// With the bits of `bits` too.
    #[must_use]
    pub const fn with(self, bits: Self) -> Self {
        Self(self.0 | bits.0)
    }
}

/// How an object enters or arrives; only zone changes that say something special have one.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Entry {
    /// Under whose control it enters the battlefield; `None` is the owner, or the caster for a resolving spell.
    pub controller: Option<PlayerId>,
    /// Tapped.
    pub tapped: bool,
    /// Attacking this (CR 508.4).
    pub attacking: Option<Entity>,
    /// Face down.
    pub face_down: bool,
    /// Manifested (CR 701.40a).
    pub manifested: bool,
    /// With its back face up.
    pub transformed: bool,
    /// Attached to this.
    pub attached_to: Option<Entity>,
    /// It is said to what, which may be nothing by then (CR 303.4i).
    pub attaches: bool,
    /// With these counters.
    pub counters: SmallVec<[(CounterId, u32); 1]>,
    /// In a library: so many cards above it; `u32::MAX` is the bottom.
    pub depth: u32,
    /// The cards that go to the same place of a library with it are shuffled among themselves.
    pub random: bool,
    /// Who arranges the cards that go to the same place of a library with it; `None` is their owner (CR 401.4).
    pub arranger: Option<PlayerId>,
    /// It enters as a copy with these values (CR 614.1c, 707.5).
    pub copy: Option<CopiableValues>,
    /// The face of a token or emblem that is created.
    pub token: Option<FaceId>,
    /// Of a merged permanent, the commander goes to the command zone instead (CR 903.9c).
    pub commander_apart: bool,
    /// Who protects the battle (CR 310.8a).
    pub protector: Option<PlayerId>,
    /// What stands for a token while choices are made for it before it is created (CR 614.12a).
    pub stands_for: Option<ObjectId>,
}

/// Something that happens or would happen. Participants that a kind does not have are `None`, 0 or the default.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Event {
    /// What happens.
    pub kind: EventKind,
    /// Why.
    pub cause: Cause,
    /// Further properties.
    pub flags: EventFlags,
    /// Who or what it happens to, or who does it.
    pub subject: Entity,
    /// The other participant.
    pub object: Option<Entity>,
    /// The source of damage or of the effect.
    pub source: Option<ObjectId>,
    /// How much.
    pub amount: i64,
    /// Of a zone change.
    pub from: Zone,
    /// Of a zone change.
    pub to: Zone,
    /// Of counters.
    pub counter: Option<CounterId>,
    /// Of a step.
    pub step: Option<Step>,
    /// Types of mana, as bits by `ManaKind::index`: of several, the player chooses.
    pub mana: u8,
    /// Details of a zone change.
    pub entry: Option<Box<Entry>>,
    /// Of a copy of a spell: what is different about it (CR 707.9).
    pub except: Option<StaticId>,
    /// The designation that the subject gets.
    pub designation: Option<StringId>,
}

impl Event {
    /// An event of a kind about a subject, everything else empty.
    #[must_use]
    pub fn new(kind: EventKind, subject: impl Into<Entity>) -> Self {
        Self {
            kind,
            cause: Cause::Other,
            flags: EventFlags::default(),
            subject: subject.into(),
            object: None,
            source: None,
            amount: 0,
            from: Zone::Nowhere,
            to: Zone::Nowhere,
            counter: None,
            step: None,
            mana: 0,
            entry: None,
            except: None,
            designation: None,
        }
    }
}
