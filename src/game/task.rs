//! Tasks: what the game is in the middle of, as a stack of plain data. The top one is worked on until it is done, pushes
//! another or asks a decision; so a game can be saved in the middle of a resolution and go on from there.

use super::{
    event::Event,
    frame::Frame,
    ids::{Entity, ObjectId, PlayerId},
    stack::StackItem,
};
use crate::bytecode::AbilityId;
use crate::vocab::Step;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;

/// Something the game is in the middle of.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Task {
    /// The turn structure (CR 500): begin this step, do its turn-based actions, give priority, end it.
    Step { step: Step, stage: StepStage },
    /// Players take actions with cards in their opening hands (CR 103.6).
    Opening,
    /// Players get priority in turn order until all pass (CR 117.3–4); `passes` in succession so far.
    Priority { holder: PlayerId, passes: u8 },
    /// State-based actions and waiting triggers, before a player gets priority (CR 117.5, 704.3).
    Settle,
    /// The top of the stack resolves (CR 608): how far it is.
    Resolve { item: Box<StackItem>, stage: u8 },
    /// A code object runs.
    Frame(Box<Frame>),
    /// Simultaneous events (CR 700.1, 616): replacement effects are applied to each in turn, then all are committed.
    Batch(Box<Batch>),
    /// A spell is being cast or an ability activated (CR 601.2, 602.2); the game before it, to undo (CR 733.1).
    Cast(Box<Casting>),
    /// Cards are being cast or played, one after the other, because an effect says so (CR 608.2g).
    CastNow(Box<CastNow>),
    /// Mana is being paid.
    Payment(Box<Payment>),
    /// The types of mana that these permanents could produce are found (CR 106.7), for the frame below.
    CouldProduce(SmallVec<[Entity; 2]>),
    /// The results of a batch, for the frame below, kept while something is done after it.
    Results(Vec<super::frame::Value>),
    /// A card that was drawn may be revealed, so that this triggers (CR 702.94a).
    Miracle(Box<StackItem>),
    /// What is above happens in a copy of the game, to see what mana there would be; nothing follows.
    Trial(Box<Trial>),
    /// A player orders and puts waiting triggers on the stack (CR 603.3b).
    PutTriggers { order: Vec<PlayerId>, next: u8 },
    /// One waiting trigger is put on the stack: modes and targets are chosen (CR 603.3c–d).
    PutTrigger { item: Box<StackItem>, stage: u8 },
    /// New targets are chosen for copies on the stack (CR 707.10c), the next one last: for which phrase, what has been chosen
    /// for those before it.
    Retarget(Box<Retarget>),
    /// Combat damage is assigned and dealt (CR 510).
    CombatDamage {
        first_strike: bool,
        assigned: Vec<Assignment>,
        next: u32,
    },
}

/// How far a step is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum StepStage {
    /// It begins: turn-based actions (CR 703).
    Begin,
    /// A turn-based decision (attackers, blockers, discard) is open.
    Choosing,
    /// In an untap step: what phases in and out has done so (CR 502.1), and as many of the active players have untapped.
    Untapping(u8),
    /// Priority was given.
    Priority,
    /// In a cleanup step: players have discarded; damage and effects end (CR 514.2).
    Cleaning,
    /// In a cleanup step: priority was given, so that another one follows (CR 514.3a).
    Again,
    /// It ends (CR 500.4...).
    End,
}

/// Events that happen at once.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Batch {
    /// The proposed events, each with the replacement effects that were already applied to it (CR 614.5).
    pub events: Vec<(Event, SmallVec<[ReplacementKey; 1]>)>,
    /// Which one is being worked on.
    pub next: u32,
    /// Where the results go: the frame below on the task stack reads them from `Game::results`.
    pub report: bool,
    /// Effects that apply the next time only, and have applied to damage of this batch, by timestamp: they are used up when it
    /// has happened.
    pub used: SmallVec<[u32; 1]>,
    /// What is done immediately after it, because damage was prevented (CR 615.5).
    pub after: Vec<After>,
}

/// What is done because damage was prevented.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct After {
    /// The effect that prevented it.
    pub by: ReplacementKey,
    /// The code.
    pub code: crate::bytecode::CodeId,
    /// Its context; the amount of the event is how much was prevented.
    pub context: super::frame::Context,
}

/// A replacement effect that was applied: the ability of an object, or an active effect by timestamp.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ReplacementKey {
    /// A static ability on an object.
    Ability(ObjectId, AbilityId, u16),
    /// An active effect.
    Effect(u32),
    /// A rule of the game itself, by a number of the engine's own.
    Rule(u16),
}

impl ReplacementKey {
    /// Another effect runs instead of the event; the event is dropped once that is done.
    pub const REPLACED: Self = Self::Rule(2);
}

/// A spell being cast or ability being activated.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Casting {
    /// What it will be on the stack.
    pub item: StackItem,
    /// How far it is: the letters of CR 601.2.
    pub stage: CastStage,
    /// The total cost, once determined (CR 601.2f).
    pub cost: Option<TotalCost>,
    /// Which cost part is being paid.
    pub next_part: u32,
    /// The game as it was before, to return to if it turns out illegal (CR 733.1).
    pub before: Option<Arc<super::state::Game>>,
    /// Whether it is a mana ability, which does not use the stack (CR 605.3b).
    pub mana_ability: bool,
    /// The alternative cost that was chosen.
    pub alternative: Option<AbilityId>,
    /// Optional additional costs that were chosen, by ability.
    pub additional: SmallVec<[AbilityId; 1]>,
    /// It costs nothing to cast: an effect allows it without paying its mana cost (CR 118.9).
    pub free: bool,
    /// An effect says what is paid instead of its mana cost (CR 118.9).
    pub instead: Option<crate::vocab::ManaCost>,
    /// The zone it is cast or activated from.
    pub from: crate::vocab::Zone,
    /// It is neither cast nor activated: a face-down permanent is being turned face up, which doesn't use the stack
    /// (CR 116.2b).
    pub face_up: bool,
    /// What a mana ability has produced so far (CR 106.12a).
    pub produced: Produced,
    /// The mana that was spent for it.
    pub spent: ManaSpent,
    /// What else was chosen for a spell.
    pub besides: Besides,
    /// Which of several additional costs is paid, once that is announced.
    pub either: Option<u8>,
}

/// Mana that was spent to cast something (CR 400.7d).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct ManaSpent {
    /// How much of each type, by `ManaKind::index`.
    pub kinds: [u32; 6],
    /// How much from snow sources.
    pub snow: u32,
}

impl ManaSpent {
    /// With these units too.
    pub fn add(&mut self, units: &[super::player::ManaUnit]) {
        for unit in units {
            if let Some(count) = self.kinds.get_mut(unit.kind.index()) {
                *count = count.saturating_add(1);
            }
            self.snow = self.snow.saturating_add(u32::from(unit.snow));
        }
    }
}

/// Choices of a few spells (CR 601.2b, 601.2g).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Besides {
    /// Cards in hand whose text it gets, with the abilities that say what that costs (CR 702.47a).
    pub spliced: SmallVec<[(ObjectId, AbilityId); 1]>,
    /// What is sacrificed for its emerge cost (CR 702.119c).
    pub sacrificed: Option<ObjectId>,
    /// Who helps to pay for it (CR 702.132a).
    pub helper: Option<PlayerId>,
}

/// Mana that an ability has produced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Produced {
    /// Its types, as bits by `ManaKind::index`.
    pub kinds: u8,
    /// How much.
    pub amount: i64,
}

/// What a game that only finds out what abilities would produce (CR 106.7) takes to be so.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Trial {
    /// The types of mana, as bits by `ManaKind::index`, that permanents could produce, as far as that is known.
    pub could: Vec<(ObjectId, u8)>,
}

/// Copies on the stack get new targets (CR 707.10c).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Retarget {
    /// The copies that are still to get them, the next one last.
    pub copies: Vec<ObjectId>,
    /// New targets may be chosen; otherwise the copies keep theirs.
    pub may: bool,
    /// What was chosen for the first target phrases of the next copy.
    pub chosen: SmallVec<[SmallVec<[Entity; 1]>; 2]>,
    /// Events of objects that became targets.
    pub targeted: Vec<Event>,
    /// They are no copies that have just been made: this player changes the targets, and has to if so (CR 115.7).
    pub changed_by: Option<(PlayerId, bool)>,
}

/// Cards that an effect lets a player cast or play while it resolves.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CastNow {
    /// Who.
    pub player: PlayerId,
    /// Which are left, the next one first.
    pub cards: Vec<ObjectId>,
    /// Lands may be played too.
    pub play: bool,
    /// With the back face up (CR 712.11a).
    pub transformed: bool,
    /// What is paid instead of the mana cost.
    pub instead: Option<crate::vocab::ManaCost>,
    /// Those that were cast or played, as what they were before.
    pub done: Vec<ObjectId>,
}

/// A payment of mana (CR 601.2g–h, 118.3a), for a spell or ability or because an effect asks for it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Payment {
    /// Who pays.
    pub player: PlayerId,
    /// What; X has been replaced by its value.
    pub cost: crate::vocab::ManaCost,
    /// An effect asks whether it is paid (CR 118.12): the player may decline, and the frame below is told.
    pub optional: bool,
    /// The spell or ability on the stack that is paid for, or the object whose effect asks.
    pub on: ObjectId,
    /// A permanent whose mana abilities the automatic payment leaves alone, as it is tapped for the cost itself.
    pub spared: Option<ObjectId>,
    /// Mana abilities that an automatic payment is still to activate, the next one last; one that is being activated
    /// stays until its mana is there.
    pub planned: Vec<PlannedMana>,
}

/// A mana ability that an automatic payment activates.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PlannedMana {
    /// The permanent.
    pub source: ObjectId,
    /// Its ability, by position in its current abilities.
    pub ability: u8,
    /// The mana it is wanted for, where it gives a choice.
    pub kinds: SmallVec<[crate::vocab::ManaKind; 2]>,
    /// It is being activated.
    pub started: bool,
}

/// The steps of casting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum CastStage {
    /// CR 601.2a.
    Propose,
    /// CR 601.2b.
    Modes,
    /// CR 601.2b.
    AnnounceCosts,
    /// CR 702.47a, 702.119c: cards that are spliced onto it; what is sacrificed for its emerge cost.
    Splice,
    /// CR 601.2b.
    AnnounceX,
    /// CR 601.2c.
    Targets,
    /// CR 601.2d.
    Divide,
    /// CR 601.2e–f.
    TotalCost,
    /// What is tapped or exiled instead of mana is chosen (CR 702.51, 702.66, 702.126).
    Help,
    /// CR 702.132a: another player is chosen, and then says how much of the cost they pay.
    Assist,
    /// CR 601.2g.
    ManaAbilities,
    /// CR 601.2h.
    Pay,
    /// CR 601.2i.
    Finish,
    /// CR 605.3b: a mana ability has resolved.
    Produced,
}

/// A total cost (CR 601.2f).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct TotalCost {
    /// The mana part.
    pub mana: crate::vocab::ManaCost,
    /// The other parts, in the order in which they are paid.
    pub parts: Vec<crate::bytecode::CostPart>,
    /// A permanent that is sacrificed (CR 702.119c).
    pub sacrifice: Option<ObjectId>,
}

/// Damage that a creature assigns (CR 510.1).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Assignment {
    /// The creature.
    pub source: ObjectId,
    /// To whom, how much.
    pub to: Vec<(Entity, i64)>,
}
