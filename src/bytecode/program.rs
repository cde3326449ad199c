//! A program: every definition that a pack and its dependencies make.

use super::{
    AbilityId, CodeId, CounterId, FaceId, KeywordId, StaticId, StringId, SubtypeId,
    ability::Ability,
    op::Code,
    statics::{Exception, Static, StaticKind},
};
use crate::vocab::{CardType, ColorSet, ManaCost, Name, SupertypeSet, TypeSet};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Bounds of a run (DESIGN promise 6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Limits {
    /// Instructions that one frame may execute.
    pub fuel: u32,
    /// Tasks on the task stack.
    pub depth: u32,
    /// Objects in a game.
    pub objects: u32,
    /// Steps of the task loop between two decisions.
    pub steps: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            fuel: 100_000,
            depth: 512,
            objects: 250_000,
            steps: 5_000_000,
        }
    }
}

/// A compiled pack with its dependencies.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Program {
    /// Cards.
    pub cards: Vec<CardDefinition>,
    /// Faces of cards, tokens and emblems.
    pub faces: Vec<Face>,
    /// Abilities.
    pub abilities: Vec<Ability>,
    /// Statements of static abilities and continuous effects.
    pub statics: Vec<Static>,
    /// Code objects.
    pub code: Vec<Code>,
    /// Strings: English of abilities, for traces and explanations.
    pub strings: Vec<String>,
    /// Declared subtypes.
    pub subtypes: Vec<Subtype>,
    /// Declared keywords.
    pub keywords: Vec<Keyword>,
    /// Declared counters.
    pub counters: Vec<CounterDefinition>,
    /// Declared tokens by name.
    pub tokens: Vec<(Name, FaceId)>,
    /// Costs of mana that code refers to.
    pub mana: Vec<ManaCost>,
    /// Lists of options that players choose from.
    pub options: Vec<Vec<Name>>,
}

impl Program {
    /// The intrinsic abilities that a subtype gives to an object of these types: those it is declared with, or those of the
    /// basic land of its name (CR 305.6).
    #[must_use]
    pub fn intrinsic_abilities(&self, subtype: SubtypeId, types: TypeSet) -> &[AbilityId] {
        let Some(subtype) = self.subtypes.get(subtype.index()) else {
            return &[];
        };
        let of = match subtype.kind {
            SubtypeKind::Of(kind) if types.contains(kind) => kind,
            _ => return &[],
        };
        if of != crate::vocab::CardType::Land {
            return &subtype.abilities;
        }
        let mut faces = self.faces.iter();
        faces
            .find(|face| {
                face.supertypes.contains(crate::vocab::Supertype::Basic)
                    && face.name == subtype.name
            })
            .map_or(&[], |face| &face.abilities)
    }

    /// The names of all cards with these and without those card types, in order.
    #[must_use]
    pub fn card_names(&self, with: TypeSet, without: TypeSet) -> Vec<&Name> {
        let fits = |face: &&Face| {
            let types = face.types;
            face.card.is_some()
                && with.iter().all(|kind| types.contains(kind))
                && !without.iter().any(|kind| types.contains(kind))
        };
        let names = self.faces.iter().filter(fits).map(|face| &face.name);
        let names: std::collections::BTreeSet<&Name> = names.collect();
        names.into_iter().collect()
    }

    /// A face.
    #[must_use]
    pub fn face(&self, id: FaceId) -> Option<&Face> {
        self.faces.get(id.index())
    }
    /// An ability.
    #[must_use]
    pub fn ability(&self, id: AbilityId) -> Option<&Ability> {
        self.abilities.get(id.index())
    }
    /// What a statement says is different about copies (CR 707.9).
    #[must_use]
    pub fn exceptions(&self, id: StaticId) -> &[Exception] {
        match self
            .statics
            .get(id.index())
            .map(|statement| &statement.kind)
        {
            Some(StaticKind::Exceptions(exceptions)) => exceptions,
            _ => &[],
        }
    }

    /// The name of what face-down objects with disguise have.
    pub const DISGUISED: &str = "The Disguised";

    /// What face-down objects with disguise have (CR 702.168a), if there is any card with it.
    #[must_use]
    pub fn disguised(&self) -> &[AbilityId] {
        let is = |face: &&Face| face.name == Self::DISGUISED && face.types.is_empty();
        let face = self.faces.iter().find(is);
        face.map_or(&[], |face| &face.abilities)
    }

    /// The name of what has the inherent abilities of the monarch.
    pub const MONARCH: &str = "The Monarch";

    /// What has the inherent abilities of the monarch (CR 725.2), if any card makes one.
    #[must_use]
    pub fn monarch(&self) -> Option<FaceId> {
        let is = |face: &Face| face.name == Self::MONARCH && face.types.is_empty();
        let at = self.faces.iter().position(is)?;
        u32::try_from(at).ok().map(FaceId)
    }

    /// What the bottom half of a flip card says, by its top half (CR 710.1b).
    #[must_use]
    pub fn flipped(&self, id: FaceId) -> Option<FaceId> {
        let (card, side) = self.face(id)?.card?;
        let card = self.cards.get(card.index())?;
        let flips = card.layout == Layout::Flip && side == 0;
        card.faces.get(1).copied().filter(|_| flips)
    }
    /// The face that an object has which copies what has this one: a status such as flipped is not copied (CR 707.2).
    #[must_use]
    pub fn unflipped(&self, id: FaceId) -> FaceId {
        let card = self.face(id).and_then(|face| face.card);
        let card = card.and_then(|(card, _)| self.cards.get(card.index()));
        card.filter(|card| card.layout == Layout::Flip)
            .and_then(|card| card.faces.first().copied())
            .unwrap_or(id)
    }
    /// A code object.
    #[must_use]
    pub fn code(&self, id: CodeId) -> Option<&Code> {
        self.code.get(id.index())
    }
    /// A string, empty if there is none.
    #[must_use]
    pub fn string(&self, id: StringId) -> &str {
        self.strings.get(id.index()).map_or("", String::as_str)
    }
    /// The card of this name; names of faces count.
    #[must_use]
    pub fn card_named(&self, name: &str) -> Option<&CardDefinition> {
        self.cards.iter().find(|card| {
            card.faces
                .iter()
                .any(|f| self.face(*f).is_some_and(|f| f.name == name))
        })
    }
    /// The counter of this name.
    #[must_use]
    pub fn counter_named(&self, name: &str) -> Option<CounterId> {
        self.counters
            .iter()
            .position(|c| c.name == name)
            .and_then(|i| u16::try_from(i).ok())
            .map(CounterId)
    }
    /// The subtype of this name.
    #[must_use]
    pub fn subtype_named(&self, name: &str) -> Option<SubtypeId> {
        self.subtypes
            .iter()
            .position(|s| s.name == name)
            .and_then(|i| u16::try_from(i).ok())
            .map(SubtypeId)
    }
    /// The keyword of this name.
    #[must_use]
    pub fn keyword_named(&self, name: &str) -> Option<KeywordId> {
        self.keywords
            .iter()
            .position(|k| k.name == name)
            .and_then(|i| u16::try_from(i).ok())
            .map(KeywordId)
    }
}

/// A card.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CardDefinition {
    /// How its faces belong together.
    pub layout: Layout,
    /// Its faces; the first is the front.
    pub faces: SmallVec<[FaceId; 2]>,
}

/// How the faces of a card belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Layout {
    /// One face.
    Normal,
    /// CR 709: the first face is both halves combined, as the card is but on the stack (CR 709.4); then the halves.
    Split,
    /// CR 710.
    Flip,
    /// CR 712, transforming.
    Transform,
    /// CR 712, modal.
    ModalDoubleFaced,
    /// CR 715.
    Adventure,
}

/// Printed characteristics (CR 109.3): the copiable values (CR 707.2).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Face {
    /// CR 201.
    pub name: Name,
    /// CR 202.
    pub cost: Option<ManaCost>,
    /// CR 105.2, from the mana cost, indicator or token description.
    pub colors: ColorSet,
    /// CR 205.4.
    pub supertypes: SupertypeSet,
    /// CR 205.2.
    pub types: TypeSet,
    /// CR 205.3, sorted.
    pub subtypes: SmallVec<[SubtypeId; 4]>,
    /// CR 208; `*` is 0 with a defining ability.
    pub power: Option<i64>,
    /// CR 208.
    pub toughness: Option<i64>,
    /// CR 209.
    pub loyalty: Option<i64>,
    /// CR 210.
    pub defense: Option<i64>,
    /// Abilities in printed order; those of a keyword bear its id.
    pub abilities: Vec<AbilityId>,
    /// The card it is a face of, and which.
    pub card: Option<(super::CardId, u8)>,
}

/// A declared subtype.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Subtype {
    /// Its name.
    pub name: Name,
    /// Which card type it belongs to.
    pub kind: SubtypeKind,
    /// The intrinsic abilities of what has it (CR 310.11b).
    pub abilities: Vec<AbilityId>,
}

/// Which card type a subtype is correlated with (CR 205.3d).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SubtypeKind {
    /// CR 205.3g–k by card type; creature types are kindred types too (CR 205.3m).
    Of(CardType),
    /// Instants and sorceries (CR 205.3k).
    Spell,
}

/// A declared keyword.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Keyword {
    /// Its name.
    pub name: Name,
    /// What the engine itself does for it.
    pub primitive: Option<Primitive>,
    /// The rule that defines it, for refusals and explanations.
    pub rule: Option<Name>,
}

/// A declared kind of counter.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CounterDefinition {
    /// Its name.
    pub name: Name,
    /// What a +X/+Y counter adds (CR 122.1a, 613.4c).
    pub pt: Option<(i32, i32)>,
    /// The keyword a keyword counter gives (CR 122.1b).
    pub keyword: Option<AbilityId>,
    /// What the counter does to what it is on.
    pub abilities: Vec<AbilityId>,
}

/// Declares the primitives with their names in packs.
macro_rules! primitives {
    ($($(#[$doc:meta])* $variant:ident = $name:literal),+ $(,)?) => {
        /// A keyword whose rules are part of the turn, combat, casting or damage rules themselves. Everything else is text.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[repr(u8)]
        pub enum Primitive { $($(#[$doc])* $variant),+ }

        impl Primitive {
            /// Every primitive.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
            /// Its name in packs.
            #[must_use]
            pub const fn name(self) -> &'static str { match self { $(Self::$variant => $name),+ } }
            /// The primitive of this name.
            #[must_use]
            pub fn named(name: &str) -> Option<Self> { match name { $($name => Some(Self::$variant),)+ _ => None } }
            /// Whether the engine plays it. What it does not play is refused when a card is compiled.
            #[must_use]
            pub const fn is_played(self) -> bool {
                !matches!(self, Self::Partner)
            }
            /// Its bit in `Characteristics::primitives`.
            #[must_use]
            pub const fn bit(self) -> u64 { 1 << self as u8 }
        }
    };
}

primitives! {
    /// CR 702.2.
    Deathtouch = "deathtouch",
    /// CR 702.4.
    DoubleStrike = "double strike",
    /// CR 702.5.
    Enchant = "enchant",
    /// CR 702.7.
    FirstStrike = "first strike",
    /// CR 702.8.
    Flash = "flash",
    /// CR 702.10.
    Haste = "haste",
    /// CR 702.12.
    Indestructible = "indestructible",
    /// CR 702.15.
    Lifelink = "lifelink",
    /// CR 702.16.
    Protection = "protection",
    /// CR 702.19.
    Trample = "trample",
    /// CR 702.20.
    Vigilance = "vigilance",
    /// CR 702.90.
    Infect = "infect",
    /// CR 702.80.
    Wither = "wither",
    /// CR 702.73.
    Changeling = "changeling",
    /// CR 702.114.
    Devoid = "devoid",
    /// CR 702.33.
    Kicker = "kicker",
    /// CR 702.51.
    Convoke = "convoke",
    /// CR 702.126.
    Improvise = "improvise",
    /// CR 702.42.
    Entwine = "entwine",
    /// CR 702.120.
    Escalate = "escalate",
    /// CR 702.66.
    Delve = "delve",
    /// CR 702.34.
    Flashback = "flashback",
    /// CR 702.27.
    Buyback = "buyback",
    /// CR 702.37.
    Morph = "morph",
    /// CR 702.37b.
    Megamorph = "megamorph",
    /// CR 702.102.
    Fuse = "fuse",
    /// CR 702.127.
    Aftermath = "aftermath",
    /// CR 702.103.
    Bestow = "bestow",
    /// CR 702.47.
    Splice = "splice",
    /// CR 702.96.
    Overload = "overload",
    /// CR 702.132.
    Assist = "assist",
    /// CR 702.119.
    Emerge = "emerge",
    /// CR 702.76.
    Prowl = "prowl",
    /// CR 702.94: its trigger, given by text, is asked about as the card is drawn.
    Miracle = "miracle",
    /// CR 702.61.
    SplitSecond = "split second",
    /// CR 702.124.
    Partner = "partner",
    /// CR 702.26.
    Phasing = "phasing",
    /// CR 702.131.
    Ascend = "ascend",
    /// CR 702.22.
    Banding = "banding",
    /// CR 702.140.
    Mutate = "mutate",
    /// CR 702.168.
    Disguise = "disguise",
    /// CR 702.164: its argument is a number.
    Toxic = "toxic",
}
