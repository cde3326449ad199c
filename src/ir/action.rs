//! Actions: what effects do and costs demand (CR 701 and the actions the rules name elsewhere).

use super::{
    ability::Ability,
    card::PtValue,
    condition::Condition,
    effect::Duration,
    noun::{Filter, Noun, Shared},
    quantity::Quantity,
    statics::Modification,
};
use crate::vocab::{
    Color, ColorSet, ManaCost, ManaSymbol, Name, Step, SupertypeSet, TypeSet, Zone,
};

/// The kind of a counter: a name that a pack declares; +1/+1 and its kin are names too ("+1/+1").
pub type CounterKind = Name;

/// What is added to a die roll, or subtracted from it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RollModifier {
    /// "And subtract".
    pub subtract: bool,
    /// How much.
    pub amount: Quantity,
}

/// What is doubled.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Doubled {
    /// Counters of a kind; of each kind without one.
    Counters(Option<CounterKind>),
    /// A player's life total.
    Life,
}

/// A verb with its objects. Who does it is the `who` of [`super::Effect::Act`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Action {
    /// CR 701.8.
    Destroy { what: Noun, no_regeneration: bool },
    /// CR 701.13, with "face down" and "until" (CR 610.3).
    Exile {
        what: Noun,
        face_down: bool,
        until: Option<Duration>,
        counters: Option<(Quantity, CounterKind)>,
    },
    /// CR 701.21.
    Sacrifice(Noun),
    /// Return or put something somewhere: one action for all destinations that a card can name.
    Move {
        what: Noun,
        to: Placement,
        verb: MoveVerb,
    },
    /// CR 121.
    Draw(Quantity),
    /// CR 701.9.
    Discard(Noun),
    /// CR 701.17.
    Mill(Quantity),
    /// CR 701.22.
    Scry(Quantity),
    /// CR 701.25.
    Surveil(Quantity),
    /// CR 701.23: search a zone for cards; the found cards are the result.
    Search {
        zones: Vec<Noun>,
        what: Noun,
        reveal: bool,
        /// "If you search your library this way, shuffle": the library may be left out, and is shuffled if it is not.
        shuffles_if: bool,
    },
    /// CR 701.24.
    Shuffle(Option<Noun>),
    /// CR 701.20.
    Reveal(Noun),
    /// CR 701.20e... look at cards.
    LookAt(Noun),
    /// "Reveal cards from the top of your library until you reveal a land card".
    RevealUntil {
        from: Noun,
        until: Noun,
        exile: bool,
    },
    /// CR 120: the source deals damage. Divided as you choose when `divided` (CR 601.2d).
    DealDamage {
        source: Noun,
        amount: Quantity,
        to: Noun,
        divided: bool,
    },
    /// CR 701.14.
    Fight(Noun, Noun),
    /// CR 702.110b: said by the definition of exploit of the creature that was sacrificed.
    Exploit(Noun, Noun),
    /// CR 615: prevent damage.
    Prevent {
        amount: Option<Quantity>,
        to: Option<Noun>,
        by: Option<Noun>,
        combat: bool,
        duration: Duration,
    },
    /// CR 119.3.
    GainLife(Quantity),
    /// CR 119.3.
    LoseLife(Quantity),
    /// CR 119.5.
    SetLife(Quantity),
    /// "Double the number of +1/+1 counters on it", "double your life total" (CR 701.10).
    Double(Doubled, Noun),
    /// Pay life (CR 119.4), as a cost or in an effect.
    PayLife(Quantity),
    /// Pay mana, in "unless" and "may pay".
    PayMana(ManaCost),
    /// CR 106.3.
    AddMana(ManaOutput),
    /// CR 701.7.
    Create {
        count: Quantity,
        token: TokenSpec,
        tapped: bool,
        attacking: bool,
    },
    /// CR 707: create a token that's a copy; copy a spell.
    Copy {
        what: Noun,
        count: Quantity,
        as_token: bool,
        new_targets: bool,
        except: Vec<Modification>,
        tapped: bool,
        attacking: bool,
    },
    /// CR 701.6.
    Counter {
        what: Noun,
        /// "If that spell is countered this way, exile it instead of putting it into its owner's graveyard".
        to: Option<Box<Placement>>,
    },
    /// CR 115.7.
    ChangeTargets { of: Noun, all: bool },
    /// CR 701.26a.
    Tap(Noun),
    /// CR 701.26b.
    Untap(Noun),
    /// CR 122.1: put counters on objects or players.
    PutCounters {
        count: Quantity,
        kind: CounterKind,
        on: Noun,
        distributed: bool,
    },
    /// Remove counters; all of them without a count.
    RemoveCounters {
        count: Option<Quantity>,
        kind: Option<CounterKind>,
        from: Noun,
    },
    /// Move counters.
    MoveCounters {
        count: Option<Quantity>,
        kind: Option<CounterKind>,
        from: Noun,
        to: Noun,
    },
    /// CR 701.3.
    Attach { what: Noun, to: Noun },
    /// CR 701.3d.
    Unattach(Noun),
    /// CR 701.12: exchange control, life totals...
    ExchangeControl(Noun, Noun),
    /// CR 701.12c.
    ExchangeLife(Noun, Noun),
    /// CR 701.27.
    Transform(Noun),
    /// CR 701.19.
    Regenerate(Noun),
    /// CR 701.36.
    Proliferate,
    /// CR 701.40... named keyword actions that need no more than their subject and a number.
    KeywordAction {
        name: Name,
        what: Option<Noun>,
        count: Option<Quantity>,
    },
    /// Choose objects or players and do nothing else; they are the result.
    Choose(Noun),
    /// Choose a color, type, name, number (CR 607.2d).
    ChooseValue(Shared, Option<Filter>),
    /// Cast or play cards, perhaps without paying.
    Cast {
        /// Which.
        what: Noun,
        /// "Play": lands too.
        play: bool,
        /// "Transformed": with its back face up (CR 712.11a).
        transformed: bool,
        /// "Without paying its mana cost".
        free: bool,
        /// "By paying ... rather than paying its mana cost".
        instead: Option<Cost>,
    },
    /// CR 500.7.
    ExtraTurn,
    /// CR 500.8.
    ExtraPhase { combat: bool, main: bool },
    /// CR 500.11.
    Skip { step: Step, next: bool },
    /// CR 104.2.
    WinGame,
    /// CR 104.3.
    LoseGame,
    /// "The game is a draw".
    DrawGame,
    /// CR 723.
    EndTurn,
    /// CR 114: get an emblem.
    Emblem(Vec<Ability>),
    /// Get counters or designations as a player: energy, poison, the monarch, the city's blessing.
    GetDesignation(Name),
    /// "It becomes renowned": an object gets a designation.
    Designate(Noun, Name),
    /// CR 701.38: each player, starting with you, votes for one of these words.
    Vote(Vec<Name>),
    /// CR 705.
    FlipCoin,
    /// CR 706: a die, with what the instruction adds to the roll or subtracts from it (CR 706.2).
    RollDie {
        sides: u32,
        modifier: Option<RollModifier>,
    },
    /// CR 506.4: remove from combat.
    RemoveFromCombat(Noun),
    /// CR 710.2.
    Flip(Noun),
    /// "Remove all damage marked on it" (CR 120.6).
    Heal(Noun),
    /// "It enters with a +1/+1 counter on it", of what is about to enter (CR 614.1c).
    EnterWith(Vec<(Quantity, CounterKind)>),
    /// CR 702.26.
    PhaseOut(Noun),
    /// CR 708: turn face up or down.
    TurnFace { what: Noun, up: bool },
    /// CR 701.15.
    Goad(Noun),
    /// CR 701.43.
    Exert(Noun),
    /// Separate into piles.
    Piles { what: Noun, count: u32 },
    /// Do nothing; the canonical form of an instruction without effect.
    Nothing,
}

impl Action {
    /// The set of objects that it is done to, if they stay what they are.
    pub fn set_mut(&mut self) -> Option<&mut Noun> {
        match self {
            Self::Tap(what) | Self::Untap(what) | Self::PutCounters { on: what, .. } => Some(what),
            _ => None,
        }
    }
}

/// Where something is put.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The zone.
    pub zone: Zone,
    /// Whose zone; `None` where the owner is understood. For the battlefield: under whose control.
    pub whose: Option<Box<Noun>>,
    /// Where in a library.
    pub position: Position,
    /// How several cards that come to the same place of a library lie.
    pub order: Arrangement,
    /// "Tapped".
    pub tapped: bool,
    /// "Attacking" (CR 508.4).
    pub attacking: Attacking,
    /// "Face down".
    pub face_down: bool,
    /// "Transformed".
    pub transformed: bool,
    /// "With a +1/+1 counter on it".
    pub counters: Vec<(Quantity, CounterKind)>,
    /// "Attached to".
    pub attached_to: Option<Box<Noun>>,
}

impl Placement {
    /// Into a zone, and no more is said.
    #[must_use]
    pub const fn into_zone(zone: Zone) -> Self {
        Self {
            zone,
            whose: None,
            position: Position::Unstated,
            order: Arrangement::Owner,
            tapped: false,
            attacking: Attacking::No,
            face_down: false,
            transformed: false,
            counters: Vec::new(),
            attached_to: None,
        }
    }
}

/// Whether what is put onto the battlefield is attacking, and what (CR 508.4).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum Attacking {
    /// It is not.
    #[default]
    No,
    /// What its controller chooses.
    Chosen,
    /// The same player, planeswalker, or battle as another creature.
    SameAs(Box<Noun>),
}

/// The place within a library.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Position {
    /// Not a library, or not said.
    Unstated,
    /// "On top".
    Top,
    /// "On the bottom".
    Bottom,
    /// "Third from the top".
    FromTop(u32),
    /// "On the top or bottom", as the player chooses.
    TopOrBottom,
}

/// How several cards lie that are put into the same place of a library at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Arrangement {
    /// Not said: their owner arranges them (CR 401.4).
    #[default]
    Owner,
    /// "In any order": whoever puts them there arranges them.
    Any,
    /// "In a random order".
    Random,
}

/// "Return" or "put": only where a thing was before tells them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MoveVerb {
    /// "Return".
    Return,
    /// "Put".
    Put,
}

/// The mana that an ability adds (CR 106.1, 106.5).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ManaOutput {
    /// "{G}{G}".
    Symbols(Vec<ManaSymbol>),
    /// "{R} or {G}".
    OneOf(Vec<Vec<ManaSymbol>>),
    /// "Two mana of any one color", "one mana of any color", "in any combination of colors".
    AnyColor {
        count: Quantity,
        same: bool,
        among: Option<ColorSet>,
    },
    /// "An amount of {G} equal to", "{G} for each".
    Repeated(ManaSymbol, Quantity),
    /// "One mana of any color that a land an opponent controls could produce" (CR 106.7).
    CouldProduce {
        count: Quantity,
        colors_only: bool,
        of: Box<Noun>,
    },
    /// "One mana of any type that land produced": of the event (CR 106.12a).
    Produced { count: Quantity, by: Box<Noun> },
    /// "One mana of the chosen color".
    Chosen(Quantity, Shared),
    /// "Of any of the exiled card's colors", "among its colors".
    ColorsOf(Quantity, Box<Noun>),
    /// "Spend this mana only to" (CR 106.6).
    Only(Box<ManaOutput>, Vec<Spending>),
}

/// What mana may be spent on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Spending {
    /// "To cast creature spells".
    Cast(Noun),
    /// "To activate abilities of artifacts", or of anything.
    Activate(Option<Noun>),
}

/// A token to create (CR 111.3, 111.4, 111.10).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TokenSpec {
    /// A token that a pack declares by name, as Treasure.
    Named(Name),
    /// "Of those tokens": as it was described before.
    Those(Box<TokenSpec>),
    /// A token described in place.
    Described {
        /// `None` for tokens without power and toughness.
        pt: Option<(PtValue, PtValue)>,
        /// Colors; empty is colorless.
        colors: ColorSet,
        /// Supertypes.
        supertypes: SupertypeSet,
        /// Card types.
        types: TypeSet,
        /// Subtypes in printed order.
        subtypes: Vec<Name>,
        /// A name of its own ("named ...").
        name: Option<Name>,
        /// Abilities it has.
        abilities: Vec<Ability>,
    },
}

/// A cost (CR 118): its parts in printed order.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Cost(pub Vec<CostPart>);

/// A part of a cost.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum CostPart {
    /// Mana (CR 118.3a).
    Mana(ManaCost),
    /// Mana so many times: "{1} for each card in your hand", "{X}, where X is your devotion to blue".
    ManaTimes(ManaCost, Quantity),
    /// The parameter COST, so many times over.
    ParameterTimes(Quantity),
    /// {T} (CR 107.5).
    Tap,
    /// {Q} (CR 107.6).
    Untap,
    /// A loyalty symbol (CR 107.7, 606.4): +n or −n; `None` is −X.
    Loyalty(Option<i32>),
    /// An action that the player performs: sacrifice, discard, pay life, exile, tap others, remove counters...
    Act(Action),
    /// The parameter COST of the keyword definition that is being read; replaced when it is instantiated.
    Parameter,
    /// "Either or" costs.
    Either(Vec<Cost>),
    /// A cost that is only due if a condition holds.
    If(Condition, Box<Cost>),
}

/// A color choice word, for "the color of your choice".
pub type ColorChoice = Option<Color>;
