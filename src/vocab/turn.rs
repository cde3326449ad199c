//! Phases and steps of a turn (CR 500.1).

use serde::{Deserialize, Serialize};

/// A phase (CR 500.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// CR 501.
    Beginning,
    /// CR 505: the first main phase.
    PrecombatMain,
    /// CR 506.
    Combat,
    /// CR 505: each main phase after the first.
    PostcombatMain,
    /// CR 512.
    Ending,
}

/// A step, or a main phase, which has no steps (CR 505.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Step {
    /// CR 502.
    Untap,
    /// CR 503.
    Upkeep,
    /// CR 504.
    Draw,
    /// CR 505: the first main phase.
    PrecombatMain,
    /// CR 507.
    BeginningOfCombat,
    /// CR 508.
    DeclareAttackers,
    /// CR 509.
    DeclareBlockers,
    /// CR 510.4: the combat damage step of first and double strike.
    FirstStrikeDamage,
    /// CR 510.
    CombatDamage,
    /// CR 511.
    EndOfCombat,
    /// CR 505: a main phase after combat.
    PostcombatMain,
    /// CR 513.
    End,
    /// CR 514.
    Cleanup,
}

impl Step {
    /// Every step in turn order.
    pub const ALL: &'static [Self] = &[
        Self::Untap,
        Self::Upkeep,
        Self::Draw,
        Self::PrecombatMain,
        Self::BeginningOfCombat,
        Self::DeclareAttackers,
        Self::DeclareBlockers,
        Self::FirstStrikeDamage,
        Self::CombatDamage,
        Self::EndOfCombat,
        Self::PostcombatMain,
        Self::End,
        Self::Cleanup,
    ];

    /// The phase that the step belongs to.
    #[must_use]
    pub const fn phase(self) -> Phase {
        match self {
            Self::Untap | Self::Upkeep | Self::Draw => Phase::Beginning,
            Self::PrecombatMain => Phase::PrecombatMain,
            Self::BeginningOfCombat
            | Self::DeclareAttackers
            | Self::DeclareBlockers
            | Self::FirstStrikeDamage
            | Self::CombatDamage
            | Self::EndOfCombat => Phase::Combat,
            Self::PostcombatMain => Phase::PostcombatMain,
            Self::End | Self::Cleanup => Phase::Ending,
        }
    }

    /// The printed words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Untap => "untap step",
            Self::Upkeep => "upkeep",
            Self::Draw => "draw step",
            Self::PrecombatMain => "precombat main phase",
            Self::BeginningOfCombat => "beginning of combat step",
            Self::DeclareAttackers => "declare attackers step",
            Self::DeclareBlockers => "declare blockers step",
            Self::FirstStrikeDamage => "first combat damage step",
            Self::CombatDamage => "combat damage step",
            Self::EndOfCombat => "end of combat step",
            Self::PostcombatMain => "postcombat main phase",
            Self::End => "end step",
            Self::Cleanup => "cleanup step",
        }
    }
}
