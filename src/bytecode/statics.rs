//! Compiled statements: continuous effects by layer (CR 613), restrictions, permissions, replacement effects (CR 614).

use super::{
    AbilityId, CodeId, CounterId, KeywordId, StaticId, StringId, SubtypeId, ability::Cost,
};
use crate::game::EventKindSet;
use crate::vocab::{ColorSet, ManaCost, Step, SupertypeSet, TypeSet, Zone, ZoneSet};
use serde::{Deserialize, Serialize};

/// A compiled statement.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Static {
    /// What it is about.
    pub subject: Subject,
    /// While this holds: pure `Bool`.
    pub condition: Option<CodeId>,
    /// What it does.
    pub kind: StaticKind,
    /// Pure `Int` code whose values are fixed when an effect of a resolved spell or ability begins (CR 608.2h);
    /// in that case the changes below read them by `Op`s for captured values.
    pub captured: Vec<CodeId>,
}

/// What a statement is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Subject {
    /// The object with the ability.
    This,
    /// Objects in these zones that fit: pure `Bool` over a candidate.
    Matching { zones: ZoneSet, filter: CodeId },
    /// Exactly these: pure `Set` (targets, what it is attached to, players).
    Set(CodeId),
    /// The rules of the game as a whole.
    Game,
}

/// What a statement does.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum StaticKind {
    /// Changes to characteristics and control, each in its layer; one effect with one timestamp.
    Continuous(Vec<ChangePart>),
    /// Something can't happen (CR 101.2).
    Cant(Restriction),
    /// Something must happen if able (CR 508.1d, 509.1c).
    Must(Restriction),
    /// Something may happen.
    May(Permission),
    /// CR 614, 615.
    Replacement(Replacement),
    /// Costs change (CR 601.2f): mana symbols by which, more or less, times a pure `Int`.
    CostChange {
        /// Less instead of more.
        less: bool,
        /// By how much.
        mana: ManaCost,
        /// How often: pure `Int`; once without.
        times: Option<CodeId>,
        /// Abilities instead of spells: their keyword, if limited to one.
        abilities: Option<Option<KeywordId>>,
    },
    /// An additional cost (CR 118.8).
    AdditionalCost {
        /// What.
        cost: Cost,
        /// The player may decline it.
        optional: bool,
        /// It may be paid any number of times.
        repeated: bool,
    },
    /// One of several additional costs, as the player announces (CR 118.8, 601.2b).
    EitherCost {
        /// The costs.
        costs: Vec<Cost>,
        /// Their words, as a list of options of the program's pool.
        options: u32,
    },
    /// An alternative cost (CR 118.9).
    AlternativeCost {
        /// What is paid instead of the mana cost, or besides it.
        cost: Cost,
        /// It allows casting from this zone, and counts only there.
        from: Option<Zone>,
        /// The mana cost is paid too.
        besides: bool,
    },
    /// A player's maximum hand size; `None` is no maximum.
    HandSize(Option<CodeId>),
    /// What it affects is in exile until the effect ends, and then returns to the battlefield (CR 610.3).
    HeldInExile,
    /// A creature assigns combat damage equal to its toughness.
    AssignsByToughness,
    /// A creature assigns no combat damage.
    AssignsNone,
    /// A player's maximum hand size is so much greater, or less: pure `Int`.
    HandSizeBy {
        /// Less instead of more.
        less: bool,
        /// By how much.
        by: CodeId,
    },
    /// Its subject can attack, block or be blocked only if this is paid for it (CR 508.1h, 509.1d).
    CombatCost {
        /// What is paid for.
        what: InCombat,
        /// Attacking or blocking only this: pure `Bool`, the candidate is what is attacked, or the attacker.
        whom: Option<CodeId>,
        /// What, for each creature.
        cost: Cost,
        /// How often, for each creature: pure `Int`; once without.
        times: Option<CodeId>,
    },
    /// This `Effect` code runs before the first turn, of a card in an opening hand (CR 103.6).
    Opening(CodeId),
    /// This `Effect` code runs as its subject attacks: an optional cost to attack (CR 508.1g).
    AsAttacks(CodeId),
    /// The spell can be cast only while this holds (CR 601.3): pure `Bool`.
    CastOnly(CodeId),
    /// What is different about copies that something makes (CR 707.9); it is about no object until then.
    Exceptions(Vec<Exception>),
}

/// What a creature does in combat at a cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum InCombat {
    /// Attack.
    Attack,
    /// Block.
    Block,
    /// Be blocked: the cost is for each creature that blocks it.
    BeBlocked,
}

/// Something that is different about a copy, and part of its copiable values (CR 707.9b).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Exception {
    /// Another name.
    Name(StringId),
    /// No mana cost.
    NoManaCost,
    /// This power and toughness.
    Pt(i64, i64),
    /// These types only, or also.
    Types {
        /// Supertypes added.
        supertypes: SupertypeSet,
        /// Card types.
        types: TypeSet,
        /// Subtypes.
        subtypes: Vec<SubtypeId>,
        /// In addition to its other types (CR 205.1b).
        additional: bool,
    },
    /// Not these supertypes.
    NotSupertypes(SupertypeSet),
    /// These colors only, or also.
    Colors {
        /// Which.
        colors: ColorSet,
        /// In addition to its other colors.
        additional: bool,
    },
    /// It also has these abilities (CR 707.9a).
    Abilities(Vec<AbilityId>),
    /// It also has the ability that makes it a copy (CR 707.9a).
    ThisAbility,
}

/// A layer or sublayer (CR 613.1, 613.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Layer {
    /// 1: copy effects and face-down.
    Copy,
    /// 2.
    Control,
    /// 3.
    Text,
    /// 4.
    Type,
    /// 5.
    Color,
    /// 6.
    Ability,
    /// 7a.
    Define,
    /// 7b.
    SetPt,
    /// 7c.
    ModifyPt,
    /// 7d.
    SwitchPt,
}

/// A change in its layer.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ChangePart {
    /// The layer.
    pub layer: Layer,
    /// The change.
    pub change: Change,
}

/// A change to characteristics. Code is pure, in the context of the ability, with the affected object as the candidate.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Change {
    /// 7c: +P/+T.
    Pump(CodeId, CodeId),
    /// 7a or 7b.
    SetBase(Option<CodeId>, Option<CodeId>),
    /// 7d.
    Switch,
    /// 6: these abilities.
    Gain(Vec<AbilityId>),
    /// 6: loses these keywords.
    Lose(Vec<KeywordId>),
    /// 6: loses all abilities.
    LoseAll,
    /// 6: can't have or gain.
    CantHave(Vec<KeywordId>),
    /// 4: becomes these types only, or also.
    Types {
        /// Supertypes added.
        supertypes: SupertypeSet,
        /// Card types.
        types: TypeSet,
        /// Subtypes.
        subtypes: Vec<SubtypeId>,
        /// In addition to its other types (CR 205.1b).
        additional: bool,
    },
    /// 4: loses these card types, with their subtypes (CR 205.1a... 205.3).
    RemoveTypes(TypeSet),
    /// 4: becomes the chosen subtype.
    ChosenSubtype,
    /// 4: every creature type.
    EveryCreatureType,
    /// 5: becomes these colors only, or also.
    Colors {
        /// Which.
        colors: ColorSet,
        /// In addition to its other colors.
        additional: bool,
    },
    /// 5: becomes the chosen color.
    ChosenColor,
    /// 4 or 5: becomes the color or subtype that was chosen among the options of the pool: pure `Int`, its place.
    Picked(CodeId, u32),
    /// 2: control goes to this player: pure `Set`.
    Control(CodeId),
    /// 1: becomes a copy of this object: pure `Set`, with these exceptions.
    Copy(CodeId, StaticId),
}

/// What can't or must happen; the subject of the statement is who or what it is about. Filters are pure `Bool` over a
/// candidate, conditions pure `Bool`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Restriction {
    /// Attack; the candidate is what is attacked, if given.
    Attack(Option<CodeId>),
    /// Block; the candidate is the attacker.
    Block(Option<CodeId>),
    /// Be blocked; the candidate is the blocker.
    BeBlocked(Option<CodeId>),
    /// Be blocked by fewer than so many (2 for menace, CR 702.111).
    BlockedByFewer(u32),
    /// Be blocked by more than so many.
    BlockedByMore(u32),
    /// Attack alone.
    AttackAlone,
    /// Block alone.
    BlockAlone,
    /// Be the target; the candidate is the spell or ability on the stack.
    BeTargeted(Option<CodeId>),
    /// Be countered.
    BeCountered,
    /// Be regenerated.
    BeRegenerated,
    /// Be sacrificed.
    BeSacrificed,
    /// Have this attached; the candidate is the attachment.
    BeAttached(CodeId),
    /// Have counters put on it.
    GetCounters(Option<CounterId>),
    /// Untap during the untap step.
    UntapInStep,
    /// Become untapped at all.
    Untap,
    /// Gain life.
    GainLife,
    /// Lose life.
    LoseLife,
    /// Draw more than so many cards each turn; pure `Int`.
    Draw(CodeId),
    /// Cast; the candidate is the spell; at most so many each turn.
    Cast {
        /// Which spells.
        filter: CodeId,
        /// So many are allowed each turn: pure `Int`.
        limit: Option<CodeId>,
    },
    /// Play lands.
    PlayLand(CodeId),
    /// Have its activated abilities activated, except mana abilities if so.
    Activate {
        /// Mana abilities are still allowed.
        except_mana: bool,
    },
    /// Search libraries.
    Search,
    /// Lose the game.
    LoseGame,
    /// Win the game.
    WinGame,
    /// Not be blocked by a creature that could block it: as a requirement, one for each of them (CR 509.1c).
    BeBlockedByAll,
    /// Have its damage prevented.
    DamagePrevented,
    /// Be reduced to less than 1 life by damage.
    LessThanOneLife,
    /// Enter the battlefield.
    Enter,
    /// Be the object of a phase or transform action.
    Transform,
}

/// What may be done.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Permission {
    /// Cast or play cards: zones, pure `Bool` over a candidate.
    Play {
        /// From where.
        zones: ZoneSet,
        /// Which.
        filter: CodeId,
        /// Lands too.
        lands: bool,
        /// Without paying the mana cost.
        free: bool,
        /// Only from the top of a library.
        top_only: bool,
    },
    /// Spend mana as though it were of any color (CR 609.4b).
    SpendAny {
        /// Of any type.
        types: bool,
        /// On what: pure `Bool` over a spell; on anything without.
        filter: Option<CodeId>,
    },
    /// As though it had flash: pure `Bool` over a candidate.
    Flash(CodeId),
    /// So many additional lands each turn: pure `Int`.
    ExtraLands(CodeId),
    /// Block so many more attackers; any number without.
    BlockMore(Option<CodeId>),
    /// Attack as though it didn't have defender.
    AttackDespiteDefender,
    /// Assign combat damage as though it weren't blocked.
    AssignAsUnblocked,
    /// Not untap in the untap step.
    NotUntap,
    /// Activate its abilities as though it had haste.
    HasteForAbilities,
}

/// A replacement or prevention effect (CR 614, 615).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Replacement {
    /// The event doesn't happen; this code runs instead, with the event in its context.
    Instead {
        /// Which kinds.
        kinds: EventKindSet,
        /// Which events: pure `Bool`.
        filter: CodeId,
        /// `Effect` code.
        code: CodeId,
    },
    /// The event happens with another amount: pure `Int`.
    Amount {
        /// Which kinds.
        kinds: EventKindSet,
        /// Which events.
        filter: CodeId,
        /// The new amount.
        amount: CodeId,
    },
    /// The object goes elsewhere.
    Elsewhere {
        /// Which zone changes.
        filter: CodeId,
        /// Where to.
        to: Zone,
        /// So many cards above it in a library; `u32::MAX` is the bottom.
        depth: u32,
        /// It is shuffled into the library.
        shuffle: bool,
    },
    /// It enters so: the filter is over the event (CR 614.12: as it would exist).
    Entering {
        /// Which entering objects: pure `Bool` with the object as candidate.
        filter: CodeId,
        /// How.
        changes: Vec<EntersChange>,
    },
    /// Damage is prevented: so much of it (pure `Int`), or all.
    Prevent {
        /// Which damage.
        filter: CodeId,
        /// How much.
        amount: Option<CodeId>,
        /// What else is done immediately afterward (CR 615.5), with how much was prevented as the amount of the event.
        then: Option<Afterward>,
    },
    /// Damage is dealt to another instead (CR 614.9): so much of it (pure `Int`), or all.
    Redirect {
        /// Which damage.
        filter: CodeId,
        /// How much.
        amount: Option<CodeId>,
        /// To whom or what: pure `Set`.
        to: CodeId,
    },
    /// A permanent that is tapped for mana produces other mana (CR 106.12b).
    Mana {
        /// Which production: pure `Bool`; the event is the tapping for mana with its types and amount.
        filter: CodeId,
        /// What it becomes.
        change: ManaChange,
    },
    /// A step is skipped (CR 614.1b) by the players of the subject.
    Skip(Step),
}

/// What is done once damage was prevented.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Afterward {
    /// `Effect` code.
    pub code: CodeId,
    /// Once for each source; otherwise once for all damage that is dealt to the same at once (CR 615.13).
    pub by_source: bool,
}

/// What becomes of mana that is produced (CR 106.12b). Types are bits by `ManaKind::index`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ManaChange {
    /// So many times as much of it.
    Times(u32),
    /// Mana of the types `of` becomes mana of the type `into`, which the player chooses if there are several; with `amount`, the
    /// whole becomes one mana.
    Types { into: u8, of: u8, amount: bool },
}

/// How something enters.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EntersChange {
    /// Tapped.
    Tapped,
    /// With counters: pure `Int`.
    Counters(CodeId, CounterId),
    /// As a copy: `Effect` code that chooses what is copied before it enters, and ends with `EnterAsCopy`.
    Copy(CodeId),
    /// `Effect` code that runs as it enters, before it has entered ("as this enters, choose a color").
    As(CodeId),
    /// Tapped unless the cost is paid.
    TappedUnless(Cost),
}
