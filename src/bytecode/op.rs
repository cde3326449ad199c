//! Instructions and code objects of the machine.
//!
//! A typed stack machine with three types of values: numbers, truth values, and sets of objects and players. Each
//! instruction says in brackets what it takes from the stack and, after the arrow, what it leaves. Registers come in pairs: an
//! even register holds a set, the odd one after it a number; the pair 0, 1 is what the last action did.

use super::operand::{
    Chosen, Compare, Ending, Fold, Instead, Kinds, Manner, Participant, Spent, Stat,
};
use super::{AbilityId, CodeId, CounterId, FaceId, KeywordId, StaticId, StringId, SubtypeId};
use crate::game::{Cause, EventKind};
use crate::vocab::{CardType, Color, ColorSet, ManaKind, Step, Supertype, TypeSet, Zone, ZoneSet};
use serde::{Deserialize, Serialize};

/// Registers that a frame has at most. The captured values of a lasting effect are the registers of the frame that made
/// it, padded to this number, and after them the values of its `captured` code.
pub const FRAME_REGISTERS: usize = 32;

/// Evaluations inside one another at most: a filter that asks a filter.
pub const MAX_NESTING: u32 = 32;

/// The type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Type {
    /// A number.
    Int,
    /// A truth value.
    Bool,
    /// Objects and players.
    Set,
}

/// An instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Op {
    // Constants and context.
    /// `[] -> [Int]`
    Int(i32),
    /// `[] -> [Bool]`
    Bool(bool),
    /// `[] -> [Set]` The object with the ability.
    This,
    /// `[] -> [Set]` The controller of the ability (CR 109.5).
    You,
    /// `[] -> [Set]` What a filter is being asked about.
    Candidate,
    /// `[] -> [Set]` The legal targets of the n-th target phrase.
    Target(u8),
    /// `[] -> [Set]` A participant of the event.
    Event(Participant),
    /// `[] -> [Int]` The amount of the event.
    EventAmount,
    /// `[] -> [Set]` What the n-th part of the cost used.
    Paid(u8),
    /// `[] -> [Int]` X.
    X,
    /// `[] -> [Int]` The n-th value that was fixed when the effect began (CR 608.2h).
    Captured(u8),
    /// `[] -> [Set]` The n-th set that was fixed when the delayed trigger was made.
    CapturedSet(u8),
    /// `[] -> [Set | Int]` A register: even ones hold sets, odd ones numbers.
    Load(u8),
    /// `[Set | Int] -> []`
    Store(u8),

    // Sets.
    /// `[] -> [Set]`
    Empty,
    /// `[] -> [Set]` Every player in the game.
    Players,
    /// `[Set] -> [Set]` Every player in the game, in turn order from the first of these on (CR 101.4).
    InTurnOrder,
    /// `[Set Int] -> [Int]` The fewest of these whose numbers add up to so much; all of them if they do not.
    Fewest(Stat),
    /// `[] -> [Set]` What creatures can attack now: defending players, their planeswalkers, and battles that they protect
    /// (CR 506.2, 508.4); nothing outside of combat.
    Attackable,
    /// `[Set] -> [Set]` What attacking creatures are attacking; of one that has left, what it was.
    Attacked,
    /// `[Set] -> [Set]` The attacking creatures that these block.
    Blocking,
    /// `[Set] -> [Set]` The creatures that block these.
    Blockers,
    /// `[] -> [Set]` The player chosen for the object (CR 607.2d).
    ChosenPlayer,
    /// `[] -> [Set]` What the code as a whole is asked about, however deep filters ask about other things inside it.
    Affected,
    /// `[] -> [Set]`: every player of the game, those who have left it too, for what looks back (CR 608.2i).
    Seats,
    /// `[] -> [Set]` CR 102.1.
    ActivePlayer,
    /// `[] -> [Set]` What a player may choose as a source of damage (CR 609.7a).
    Sources,
    /// `[Set] -> [Set]` The opponents of these players (CR 102.2, 102.3).
    Opponents,
    /// `[Set] -> [Set]` The teammates of these players.
    Teammates,
    /// `[Set Set] -> [Set]`
    Union,
    /// `[Set Set] -> [Set]` In the order of the first.
    Intersect,
    /// `[Set Set] -> [Set]` The first without the second.
    Minus,
    /// `[Set] -> [Set]` Controllers of objects (CR 108.4); players stay.
    Controllers,
    /// `[] -> [Set]` What gives the ability (CR 201.5a).
    Giver,
    /// `[Set] -> [Set]` Owners of objects (CR 108.3); players stay.
    Owners,
    /// `[Set] -> [Set]` The players who protect battles (CR 310.8e).
    Protectors,
    /// `[Set] -> [Set]` What these are attached to.
    Hosts,
    /// `[Set] -> [Set]` What is attached to these.
    Attachments,
    /// `[Set] -> [Set]` The targets of these spells and abilities.
    TargetsOf,
    /// `[Set] -> [Set]` The players (or what else) that these creatures attack.
    Defenders,
    /// `[] -> [Set]` Objects in the zones that fit.
    Select(ZoneSet, CodeId),
    /// `[Set] -> [Set]` Those that fit.
    Filter(CodeId),
    /// `[Set Int] -> [Set]` The top cards of these players' libraries.
    Top,
    /// `[Set] -> [Set]` All cards of these players in the zone.
    Cards(Zone),
    /// `[Set] -> [Set]` What these objects became when they last changed zones, if they are in a public zone (CR 400.7).
    Became,
    /// `[Set] -> [Set]` What these cards were on the battlefield or the stack, if they have just left it: what is asked about them is
    /// as it was there (CR 608.2h).
    Former,
    /// `[] -> [Set]` Cards put away by the object's linked ability (CR 607).
    Linked,

    // Numbers.
    /// `[Set] -> [Int]`
    Count,
    /// `[Set] -> [Int]` A number of the members, folded.
    Stat(Stat, Fold),
    /// `[Set, Set] -> [Int]` How many of the objects below each of the players on top controls, folded.
    ControlledByEach(Fold),
    /// `[Set] -> [Int]` Counters on the members; of any kind without one.
    Counters(Option<CounterId>),
    /// `[Set] -> [Int]` Different kinds among the members.
    Different(Kinds),
    /// `[Set] -> [Int]` The mana that was spent to cast these (CR 400.7d, 601.2h).
    Spent(Spent),
    /// `[Set] -> [Int]` The number of creatures in the party of the player (CR 700.8).
    Party,
    /// `[Set] -> [Int]` Devotion of the player to the colors (CR 700.5).
    Devotion(ColorSet),
    /// `[] -> [Int]` The types of mana of the event, as bits by `ManaKind::index`.
    EventManaTypes,
    /// `[] -> [Int]` The color chosen for the object as a type of mana, as a bit by `ManaKind::index`; none without one.
    ChosenAsMana,
    /// `[Set] -> [Int]` The colors of the members as types of mana.
    ColorsAsMana,
    /// `[Int Int] -> [Int]`
    Add,
    /// `[Int Int] -> [Int]`
    Subtract,
    /// `[Int Int] -> [Int]`
    Multiply,
    /// `[Int] -> [Int]` Half, rounded up or down (CR 107.1a).
    Half(bool),
    /// `[Int] -> [Int]` At least 0 (CR 107.1b).
    Natural,
    /// `[] -> [Int]` How many events of this turn fit.
    Happened(CodeId),
    /// `[] -> [Int]` How many events of the turn before fit.
    HappenedLastTurn(CodeId),
    /// `[] -> [Int]` How many events since this combat phase began fit; none if there is no combat.
    HappenedThisCombat(CodeId),
    /// `[] -> [Int]` The amounts of the events of this turn that fit, together.
    HappenedAmount(CodeId),
    /// `[] -> [Int]` How many events of this turn that came before the event of the context fit.
    HappenedBefore(CodeId),

    // Truth values.
    /// `[Int Int] -> [Bool]`
    Compare(Compare),
    /// `[Bool] -> [Bool]`
    Not,
    /// `[Set Set] -> [Bool]` Whether they share a member.
    Meets,
    /// `[Set Set] -> [Bool]` Whether a member of each has this in common.
    Share(Kinds),
    /// `[Set] -> [Bool]` Whether a member fits.
    Any(CodeId),
    /// `[Set] -> [Bool]` Whether there are members and all of them fit.
    All(CodeId),
    /// `[Set] -> [Bool]` Whether one of the players is active (CR 102.1).
    IsActive,
    /// `[] -> [Bool]` Whether this is the current step.
    InStep(Step),

    // Questions about the candidate: `[] -> [Bool]`.
    /// A player.
    IsPlayer,
    /// A permanent (CR 110.1).
    IsPermanent,
    /// A spell (CR 112.1).
    IsSpell,
    /// An ability on the stack: activated if true, triggered if false; either without.
    IsAbility(Option<bool>),
    /// A card (CR 108.2b).
    IsCard,
    /// A token.
    IsToken,
    /// A card type.
    IsType(CardType),
    /// A permanent card or spell (CR 110.4b).
    IsPermanentType,
    /// A subtype.
    IsSubtype(SubtypeId),
    /// A supertype.
    IsSupertype(Supertype),
    /// A color.
    IsColor(Color),
    /// Tapped.
    IsTapped,
    /// Attacking.
    IsAttacking,
    /// Blocking.
    IsBlocking,
    /// Blocked (CR 509.1h).
    IsBlocked,
    /// Unblocked (CR 509.1h).
    IsUnblocked,
    /// Face down.
    IsFaceDown,
    /// A commander.
    IsCommander,
    /// In a zone.
    InZone(Zone),
    /// Has a keyword.
    HasKeyword(KeywordId),
    /// Has the name.
    IsNamed(StringId),
    /// `[] -> [Int]` The place of what was chosen for the object among the options of the program's pool; -1 if it is none.
    ChosenAt(u32),
    /// `[Int] -> [Bool]` Has the color or type that this is the place of, in the options of the program's pool.
    HasOption(u32),
    /// Has what was chosen for the object with the ability: a color, type or name (CR 607.2d).
    IsChosen(Chosen),
    /// Has the designation (CR 701.37b, 702.112b, 702.143b).
    IsDesignated(StringId),
    /// A cost of this keyword was paid as it was cast.
    IsPaid(KeywordId),
    /// A kicker cost of this mana was paid as it was cast (CR 702.33f).
    IsKickedWith(StringId),
    /// Has been where it is since an earlier turn.
    IsOlder,
    /// Came under its controller's control since their last upkeep before this one began (CR 702.30a).
    IsNew,
    /// Was cast: by the controller of the ability if so, from this zone if one is given.
    WasCast(bool, Option<Zone>),
    /// Was cast with its optional cost paid.
    IsKicked,

    // Numbers of how objects were cast: `[Set] -> [Int]`.
    /// How often costs of this keyword were paid for them.
    TimesPaid(KeywordId),
    /// How many spells were cast before them in the same turn.
    CastAfter,

    // Questions about the event: `[] -> [Bool]`.
    /// Of this kind.
    EventIs(EventKind),
    /// From this zone.
    EventFrom(Zone),
    /// To this zone.
    EventTo(Zone),
    /// For this cause.
    EventCause(Cause),
    /// Combat damage.
    EventCombat,
    /// `[] -> [Bool]` Any mana of the event is of one of these types, as bits by `ManaKind::index`.
    EventMana(u8),
    /// Damage, but no combat damage.
    EventNoncombat,
    /// Counters of this kind.
    EventCounter(CounterId),
    /// The designation that is got.
    EventDesignation(StringId),
    /// The beginning of this step.
    EventStep(Step),
    /// An attack alone (CR 506.5).
    EventAlone,

    // Control.
    /// `[] -> []` Goes on at this instruction.
    Jump(u32),
    /// `[Bool] -> []` Goes on at this instruction if false.
    JumpUnless(u32),
    /// `[Bool] -> [Bool]` Goes on at this instruction if false, keeping the value; else takes it.
    AndThen(u32),
    /// `[Bool] -> [Bool]` Goes on at this instruction if true, keeping the value; else takes it.
    OrElse(u32),
    /// `[] -> []` Moves the first member of the even register into the even register after it and goes on; if there is none,
    /// goes on at the instruction.
    Next(u8, u32),
    /// `[T] -> []`
    Drop,
    /// `[...] -> result` Ends the code object.
    Return,

    // Decisions. Only in `Effect` code.
    /// `[Set Set Int Int] -> [Set]` The player chooses between so many and so many of the set.
    Choose,
    /// `[Set Int] -> [Set]` So many of the set at random.
    Random,
    /// `[Set] -> [Bool]` The player may.
    May,
    /// `[Set] -> [Int]` The player chooses one of the options of the program's pool; the number is its place.
    Pick(u32),
    /// `[] -> []` From here on what is added may be spent only where this code, asked about a spell or the source of an ability and
    /// the event of casting or activating it, says so (CR 106.6).
    OnlyFor(CodeId),
    /// `[] -> []` What is added from here on may be spent on anything.
    ForAnything,
    /// `[] -> [Int]` How much a part of the cost came to.
    PaidAmount(u8),
    /// `[Int] -> []` The object remembers what was chosen of the options (CR 607.2d).
    Note(u32),
    /// `[Set] -> []` The player chooses the name of a card with these and without those card types, which the object remembers
    /// (CR 201.4, 607.2d).
    ChooseName(TypeSet, TypeSet),
    /// `[Set Int Int] -> [Int]` The player chooses a number between these.
    ChooseNumber,
    /// `[Set Set] -> [Int]` The player chooses a kind of the counters on the object: its place among them.
    PickCounter,
    /// `[Set Int] -> []` A counter of the kind in this place is removed from the object.
    RemovePicked,
    /// `[Set] -> []` The object remembers the player who was chosen (CR 607.2d).
    NotePlayer,
    /// The event that this runs instead of happens all the same (CR 614.1a): the player who may replace it doesn't.
    NotReplaced,

    // Actions. Only in `Effect` code. What they did is in registers 0 and 1.
    /// `[Set Int] -> []` Players gain life.
    GainLife,
    /// `[Set Int] -> []` Players lose life.
    LoseLife,
    /// `[Set Int] -> []` Players pay life (CR 119.4).
    PayLife,
    /// `[Set Int] -> []` As `Pay`, so many times that mana at once.
    PayTimes(u32),
    /// `[Set] -> []` The player may pay the mana of the program's pool (CR 118.12); the number of the result is 1 if so.
    Pay(u32),
    /// `[Set] -> []` As `Pay`, where X is that of the ability.
    PayX(u32),
    /// `[Set Int] -> []` Players' life totals become the number (CR 119.5).
    SetLife,
    /// `[Set Int] -> []` Players draw cards.
    Draw,
    /// `[Set Int] -> []` Players mill cards.
    Mill,
    /// `[Set Set] -> []` Players discard the cards.
    Discard,
    /// `[Set Set] -> []` Players sacrifice the permanents.
    Sacrifice,
    /// `[Set Set Int] -> []` The first (sources) deal damage to each of the second.
    Damage,
    /// `[Set Set] -> []` The first deals damage to the second as it was divided (CR 601.2d).
    DamageDivided,
    /// `[Set Set] -> []` Each of the first and the second deals damage equal to its power to the other (CR 701.14).
    Fight,
    /// `[Set] -> []` Destroys; without regeneration if so.
    Destroy(bool),
    /// `[Set Set] -> []` Puts objects (first) into the zone; onto the battlefield under the control of the second, or of
    /// their owners if it is empty. Attacking, what they attack follows in the second.
    Move(Zone, Manner),
    /// `[Set] -> []`
    Tap,
    /// `[Set] -> []`
    Untap,
    /// `[Set Int] -> []`
    AddCounters(CounterId),
    /// `[Set Int] -> []`
    RemoveCounters(CounterId),
    /// `[Set Set Int] -> []` Moves at most so many counters from one object onto another (CR 122.5); of each kind without one.
    MoveCounters(Option<CounterId>),
    /// `[] -> []` What is proposed from here on waits, so that it happens at once (CR 608.2f).
    Hold,
    /// `[] -> []` What was held happens, as one batch.
    Release,
    /// `[Set] -> []` Removes every counter of the kind, or of all kinds.
    RemoveAll(Option<CounterId>),
    /// `[Set] -> []` As many more counters of the kind, or of each kind, as there are (CR 701.10e).
    DoubleCounters(Option<CounterId>),
    /// `[Set] -> []` These get the designation.
    Designate(StringId),
    /// `[Set] -> []` The first of these players gets the designation that only one player has: the monarch (CR 725).
    Crown(StringId),
    /// `[Set Set] -> []` It happens of each of the first, with what is in the second, and changes nothing: something triggers on it.
    Happens(EventKind),
    /// `[Set] -> []` Permanents are flipped (CR 710.2).
    Flip,
    /// `[Set] -> []` All damage marked on these is removed (CR 120.6).
    Heal,
    /// `[Set] -> []` Permanents phase out (CR 702.26).
    PhaseOut,
    /// `[Set] -> []` Each player flips a coin (CR 705); the number of the result says how many were won.
    FlipCoin,
    /// `[Set Int] -> []` Each player rolls a die with so many sides and adds the number (CR 706); the number of the result is the sum
    /// of what they rolled.
    RollDie(u32),
    /// `[Set] -> []` Another counter of each kind that is already there (CR 701.34).
    Proliferate,
    /// `[Set Set Int] -> []` As `Move`, with so many counters.
    MoveWith(Zone, Manner, CounterId),
    /// `[Set Set Set] -> []` As `Move` to the battlefield, attached to what is in the last set (CR 303.4i).
    MoveAttached(Manner),
    /// `[Set Int] -> []` Players create tokens.
    CreateToken(FaceId, Manner),
    /// `[Set Int Int Int] -> []` As `CreateToken`, with this power and toughness.
    CreateTokenOf(FaceId, Manner),
    /// `[Set Set Int] -> []` Players create so many tokens that are copies of each of the objects, with these exceptions
    /// (CR 707.2, 707.9).
    CopyToken(Manner, StaticId),
    /// `[Set Set Int] -> []` Players copy each of the spells and abilities so often, with these exceptions (CR 707.10).
    CopySpell(StaticId),
    /// `[Set] -> []` These copies on the stack have been made; if so, their controllers may choose new targets for them
    /// (CR 707.10c).
    Copied(bool),
    /// `[Set] -> []` What is about to enter the battlefield enters as a copy of this object, if there is one, with these
    /// exceptions (CR 614.1c, 707.5).
    EnterAsCopy(StaticId),
    /// `[Set Set] -> []` The first player changes the target of each of these spells and abilities (CR 115.7a), or may choose new
    /// targets for them if so (CR 115.7d).
    ChangeTargets(bool),
    /// `[Set Int] -> []` It enters with so many counters, if there is something in the set (CR 707.9f).
    EnterWith(CounterId),
    /// `[Set Int] -> []` Players add so much mana of the kind.
    AddMana(ManaKind),
    /// `[Set Int] -> []` Each player adds so much mana of one of these colors (`true`: also colorless), as they choose; the same color for
    /// all if so.
    AddManaOf(ColorSet, bool, bool),
    /// `[Set Int Int] -> []` Players add so much mana of one of the types in the last number (bits by `ManaKind::index`), as they
    /// choose; only colors if so. Of no type they add none (CR 106.5).
    AddManaOfTypes {
        /// Colorless is left out.
        colors_only: bool,
    },
    /// `[Set] -> []` Players add the mana of these symbols, all at once.
    AddSymbols(u32),
    /// `[Set] -> []` The first player chooses one of so many runs of symbols, the first of which is here, and the players add it.
    AddOneOf(u32, u8),
    /// `[Set] -> []` Finds the types of mana that these permanents could produce (CR 106.7); as bits in register 1.
    CouldProduce,
    /// `[Set] -> []` Counters spells and abilities (CR 701.6).
    Counter,
    /// `[Set] -> []` As `Counter`, but a countered spell is put into this zone; of a library, on the bottom if so.
    CounterTo(Zone, bool),
    /// `[Set Set] -> []` Attaches the first to the second (CR 701.3).
    Attach,
    /// `[Set] -> []` Unattaches.
    Unattach,
    /// `[Set] -> []` Regenerates (CR 701.19).
    Regenerate,
    /// `[Set] -> []` Transforms (CR 701.27).
    Transform,
    /// `[Set] -> []` Removes from combat (CR 506.4).
    RemoveFromCombat,
    /// `[Set] -> []` Players search (CR 701.23); what they find is chosen by `Choose`.
    Search,
    /// `[Set] -> []` Players shuffle their libraries.
    Shuffle,
    /// `[Set Set] -> []` The first player puts cards that stay in their library back, on top or on the bottom, in an order of
    /// their choice.
    Arrange(bool),
    /// `[Set Int] -> []` Players scry (CR 701.22).
    Scry,
    /// `[Set Int] -> []` Players surveil (CR 701.25).
    Surveil,
    /// `[Set] -> []` Reveals cards.
    Reveal,
    /// `[] -> []` Begins a continuous effect; values and affected objects are fixed now (CR 611.2c, 608.2h).
    Begin(StaticId, Ending),
    /// `[] -> []` Makes a delayed triggered ability (CR 603.7), for once if so; it waits until then.
    Delay(AbilityId, bool, Ending),
    /// `[Set Set] -> []` The first player casts the cards of the second one after the other, or plays those that are lands if so
    /// (CR 608.2g); without paying their mana costs if free, or for the mana of the program's pool instead.
    Cast {
        /// Lands may be played too.
        play: bool,
        /// With their back faces up (CR 712.11a).
        transformed: bool,
        /// What is paid instead of the mana cost.
        instead: Option<Instead>,
    },
    /// `[Set] -> []` Players get an emblem (CR 114.1).
    Emblem(FaceId),
    /// `[Set] -> []` Puts objects into their owners' libraries with so many cards above them.
    MoveDeep(u32),
    /// `[] -> []` After this phase there is an additional combat phase, then an additional main phase if so (CR 500.8).
    ExtraPhase {
        /// A combat phase.
        combat: bool,
        /// A main phase, after it.
        main: bool,
    },
    /// `[Set] -> []` Players take an extra turn (CR 500.7).
    ExtraTurn,
    /// `[Set] -> []` Players win (CR 104.2b).
    Win,
    /// `[Set] -> []` Players lose (CR 104.3e).
    Lose,
}

/// What a code object leaves on the stack, and whether it may change the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CodeType {
    /// Pure, a number.
    Int,
    /// Pure, a truth value.
    Bool,
    /// Pure, a set of objects and players.
    Set,
    /// Instructions: may change the game and ask decisions; leaves nothing.
    Effect,
}

impl CodeType {
    /// The type of what is left, if anything.
    #[must_use]
    pub const fn result(self) -> Option<Type> {
        match self {
            Self::Int => Some(Type::Int),
            Self::Bool => Some(Type::Bool),
            Self::Set => Some(Type::Set),
            Self::Effect => None,
        }
    }
}

/// A code object.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Code {
    /// What it leaves.
    pub result: CodeType,
    /// Its instructions; every path ends in `Return`.
    pub ops: Vec<Op>,
    /// How many registers it uses; an even number.
    pub registers: u16,
}
