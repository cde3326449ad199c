//! Compiled abilities (CR 113, 602, 603).

use super::{CodeId, KeywordId, StaticId, StringId};
use crate::game::EventKindSet;
use crate::vocab::{ManaCost, ZoneSet};
use serde::{Deserialize, Serialize};

/// A compiled ability.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ability {
    /// What it is.
    pub kind: AbilityKind,
    /// The zones it functions in (CR 113.6).
    pub zones: ZoneSet,
    /// The keyword it belongs to.
    pub keyword: Option<KeywordId>,
    /// Its English, for traces, decisions and explanations.
    pub text: StringId,
    /// Of a chapter ability: its chapter number (CR 714.2d).
    pub chapter: Option<u32>,
}

/// The kind of an ability (CR 113.3).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AbilityKind {
    /// The instructions of an instant or sorcery (CR 113.3a).
    Spell(Body),
    /// CR 602.
    Activated {
        /// What it costs.
        cost: Cost,
        /// What it does.
        body: Body,
        /// When it may be activated.
        rules: Vec<ActivationRule>,
        /// A mana ability (CR 605.1a).
        mana: bool,
        /// A loyalty ability (CR 606).
        loyalty: bool,
    },
    /// CR 603.
    Triggered {
        /// When it triggers.
        trigger: Trigger,
        /// The intervening if (CR 603.4): pure `Bool`.
        condition: Option<CodeId>,
        /// What it does.
        body: Body,
        /// At most so often each turn.
        limit: Option<u32>,
        /// A triggered mana ability (CR 605.1b).
        mana: bool,
    },
    /// CR 604: its statements, replacement effects among them.
    Static(Vec<StaticId>),
    /// A keyword that the engine itself knows; `argument` is pure `Bool` over a candidate (protection from, enchant).
    Primitive {
        /// Which.
        primitive: super::Primitive,
        /// The quality, if it takes one.
        argument: Option<CodeId>,
        /// The cost, if it takes one.
        cost: Option<Cost>,
    },
}

/// What a spell or ability does when it resolves, with what is chosen on announcement.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Body {
    /// Modes (CR 700.2); without, `parts` has one part that always applies.
    pub modes: Option<Modes>,
    /// One part for each mode in printed order.
    pub parts: Vec<BodyPart>,
}

/// The targets and instructions of a mode.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BodyPart {
    /// Target phrases in order.
    pub targets: Vec<TargetSpec>,
    /// The instructions: `Effect` code.
    pub code: CodeId,
    /// An amount divided among the targets of this phrase (CR 601.2d): phrase, pure `Int`.
    pub divided: Option<(u8, CodeId)>,
}

/// How many modes are chosen.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Modes {
    /// At least: pure `Int`.
    pub min: CodeId,
    /// At most: pure `Int`.
    pub max: CodeId,
    /// The same mode may be chosen more than once (CR 700.2d).
    pub repeats: bool,
}

/// A target phrase (CR 115, 601.2c).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TargetSpec {
    /// At least: pure `Int`.
    pub min: CodeId,
    /// At most: pure `Int`.
    pub max: CodeId,
    /// Zones in which objects are looked for; empty for players only.
    pub zones: ZoneSet,
    /// Whether players are looked at.
    pub players: bool,
    /// Whether a candidate fits: pure `Bool`.
    pub filter: CodeId,
    /// Whether what fits depends on X, which is announced before (CR 601.2b).
    pub of_x: bool,
    /// Its English, for decisions.
    pub text: StringId,
}

/// Which of several events at the same time are one occurrence for a trigger (CR 603.2c); their amounts are added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Together {
    /// None: each event is one.
    Each,
    /// None, and an event is as many as it puts counters: "a counter is put on".
    EachCounter,
    /// Those that happen to the same object or player.
    BySubject,
    /// All of them: "one or more".
    All,
}

/// When a triggered ability triggers.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trigger {
    /// Kinds of events to look at.
    pub kinds: EventKindSet,
    /// Whether the event fits: pure `Bool`; the event is in the context.
    pub filter: CodeId,
    /// Which events at the same time trigger it once.
    pub together: Together,
    /// It looks back in time (CR 603.10a): leaves-the-battlefield and the like.
    pub looks_back: bool,
    /// A state trigger (CR 603.8): the filter is looked at whenever a player would get priority.
    pub state: bool,
}

/// A cost (CR 118).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Cost {
    /// The mana part.
    pub mana: Option<ManaCost>,
    /// The other parts in printed order.
    pub parts: Vec<CostPart>,
    /// Whether a part that is an action has an X, which is announced (CR 107.3a).
    pub x: bool,
}

impl Cost {
    /// Whether the value of X is announced as it is paid (CR 107.3a).
    #[must_use]
    pub fn announces_x(&self) -> bool {
        let in_mana = self.mana.as_ref().is_some_and(|mana| mana.count_x() > 0);
        in_mana || self.x || self.parts.contains(&CostPart::Loyalty(None))
    }
}

/// A part of a cost other than mana.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CostPart {
    /// {T} (CR 107.5).
    Tap,
    /// {Q} (CR 107.6).
    Untap,
    /// A loyalty symbol (CR 606.4); `None` is −X.
    Loyalty(Option<i32>),
    /// An action: `can` is pure `Bool` (whether it can be paid now, CR 118.3), `code` is `Effect` code that pays it.
    Act {
        /// Whether it can be paid.
        can: CodeId,
        /// Pays it.
        code: CodeId,
        /// Whether what was used for it is enough, once that is known: pure `Bool`.
        enough: Option<CodeId>,
        /// Its English, for refusals.
        text: StringId,
    },
}

/// A rule on activating (CR 602.5).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ActivationRule {
    /// "Activate only as a sorcery" (CR 602.5d).
    Sorcery,
    /// "Only if you could begin to cast this card" (CR 702.62a).
    CouldCast,
    /// It is a special action and doesn't use the stack (CR 116.1).
    Special,
    /// At most so often each turn.
    TimesEachTurn(u32),
    /// Only once.
    Once,
    /// Only if: pure `Bool`.
    If(CodeId),
    /// Any player may activate it.
    AnyPlayer,
}
