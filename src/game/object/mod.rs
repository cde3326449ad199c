//! Objects (CR 109): flat records; what only few have is in side tables of the game.

pub mod characteristics;
pub mod derived;
pub mod merged;

use crate::bytecode::{AbilityId, CounterId, FaceId};
use crate::game::ids::{Entity, ObjectId, PlayerId, Timestamp};
use crate::vocab::Zone;
use serde::{Deserialize, Serialize};

/// What an object is (CR 109.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ObjectKind {
    /// A card, or the spell or permanent that it is.
    Card,
    /// A token (CR 111).
    Token,
    /// A copy of a spell (CR 707.10) or of a card.
    Copy,
    /// An activated or triggered ability on the stack (CR 113.1c); `source` is in its stack item.
    Ability(AbilityId),
    /// An emblem (CR 114); its abilities are those of its face.
    Emblem,
}

/// Yes-or-no status of an object, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Status(pub u32);

impl Status {
    /// CR 110.5.
    pub const TAPPED: Self = Self(1);
    /// CR 110.5.
    pub const FLIPPED: Self = Self(1 << 1);
    /// CR 110.5, 708.
    pub const FACE_DOWN: Self = Self(1 << 2);
    /// CR 110.5, 702.26.
    pub const PHASED_OUT: Self = Self(1 << 3);
    /// The back face is up (CR 712.8).
    pub const TRANSFORMED: Self = Self(1 << 4);
    /// It was dealt damage by a source with deathtouch since the last check (CR 704.5h).
    pub const DEATHTOUCHED: Self = Self(1 << 5);
    /// It is a commander (CR 903.3); a property of the card, so it moves along.
    pub const COMMANDER: Self = Self(1 << 6);
    /// It phased out with what it is attached to, and phases in with that only (CR 702.26g).
    pub const PHASED_WITH_HOST: Self = Self(1 << 7);
    /// It was cast (as opposed to put) when it entered or is on the stack.
    pub const CAST: Self = Self(1 << 8);
    /// Its kicker or another optional additional cost was paid.
    pub const KICKED: Self = Self(1 << 9);
    /// It was cast for its flashback cost: it is exiled as it leaves the stack (CR 702.34a).
    pub const FLASHBACK: Self = Self(1 << 11);
    /// Its buyback cost was paid: it returns to its owner's hand as it resolves (CR 702.27a).
    pub const BUYBACK: Self = Self(1 << 12);
    /// It was revealed to all players.
    pub const REVEALED: Self = Self(1 << 10);
    /// It was manifested: it can be turned face up for its mana cost (CR 701.40b).
    pub const MANIFESTED: Self = Self(1 << 13);
    /// Its adventure has been had: it can be cast from exile (CR 715.3d).
    pub const ON_ADVENTURE: Self = Self(1 << 14);
    /// It was cast bestowed: it is an Aura until it becomes unattached (CR 702.103b, 702.103f).
    pub const BESTOWED: Self = Self(1 << 15);
    /// It was cast for its mutate cost and has not ceased to be a mutating creature spell (CR 702.140a).
    pub const MUTATING: Self = Self(1 << 16);

    /// It is a commander that came to a graveyard or to exile since state-based actions were last checked (CR 903.9a).
    pub const ARRIVED: Self = Self(1 << 11);

    /// Whether every bit of `bits` is set.
    #[must_use]
    pub const fn has(self, bits: Self) -> bool {
        self.0 & bits.0 == bits.0
    }

    /// Sets or clears the bits.
    pub const fn set(&mut self, bits: Self, on: bool) {
        if on {
            self.0 |= bits.0;
        } else {
            self.0 &= !bits.0;
        }
    }
}

/// An object in a zone, or one that has left it and is still remembered (zone [`Zone::Nowhere`], `became` says where to).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Object {
    /// What it is.
    pub kind: ObjectKind,
    /// Its printed (copiable, CR 707.2) characteristics. For double-faced objects, the face that is up.
    pub face: FaceId,
    /// CR 108.3.
    pub owner: PlayerId,
    /// Its controller before continuous effects: who put it there (CR 110.2). In zones without controllers, the owner.
    pub base_controller: PlayerId,
    /// Where it is.
    pub zone: Zone,
    /// Status bits.
    pub status: Status,
    /// When it entered its zone or became attached, transformed... (CR 613.7d–g).
    pub timestamp: Timestamp,
    /// The number of the turn since whose start its controller has controlled it, for summoning sickness (CR 302.6): the
    /// turn count when it came under control. It is sick while that is not before its controller's most recent turn.
    pub since_turn: u32,
    /// Damage marked (CR 120.6).
    pub damage: u32,
    /// What it is attached to (CR 303.4, 301.5).
    pub attached_to: Option<Entity>,
    /// X of the spell that became it, or of itself on the stack (CR 107.3m).
    pub x: u32,
    /// The object that it became when it left this zone (CR 400.7).
    pub became: Option<ObjectId>,
    /// The next one of the objects that the same merged permanent became when it left the battlefield (CR 730.3).
    pub beside: Option<ObjectId>,
    /// How often loyalty abilities of it were activated this turn (CR 606.3).
    pub loyalty_uses: u8,
}

impl Object {
    /// A new object that is nowhere yet, with nothing done to it.
    #[must_use]
    pub const fn new(
        kind: ObjectKind,
        face: FaceId,
        owner: PlayerId,
        controller: PlayerId,
        timestamp: Timestamp,
    ) -> Self {
        Self {
            kind,
            face,
            owner,
            base_controller: controller,
            zone: Zone::Nowhere,
            status: Status(0),
            timestamp,
            since_turn: 0,
            damage: 0,
            attached_to: None,
            x: 0,
            became: None,
            beside: None,
            loyalty_uses: 0,
        }
    }
}

/// So many counters of a kind on an object or player (CR 122.1). Entries are sorted by bearer, then kind, and never 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CounterEntry {
    /// What they are on.
    pub on: Entity,
    /// Their kind.
    pub kind: CounterId,
    /// How many.
    pub count: u32,
    /// When counters of this kind were last put on it (CR 613.7c).
    pub timestamp: Timestamp,
}
