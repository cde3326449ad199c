//! What instructions take and leave, for the verifier.

use super::op::{Op, Type};

impl Op {
    /// What the instruction takes, the top of the stack last, and what it leaves. Control, `Load` and `Store` have rules of
    /// their own in the verifier.
    #[must_use]
    pub const fn signature(self) -> (&'static [Type], &'static [Type]) {
        use Type::{Bool, Int, Set};
        match self {
            Self::Int(_)
            | Self::EventAmount
            | Self::EventManaTypes
            | Self::ChosenAt(_)
            | Self::ChosenAsMana
            | Self::X
            | Self::PaidAmount(_)
            | Self::Captured(_)
            | Self::Happened(_)
            | Self::HappenedLastTurn(_)
            | Self::HappenedThisCombat(_)
            | Self::HappenedAmount(_)
            | Self::HappenedBefore(_) => (&[], &[Int]),
            Self::This
            | Self::You
            | Self::Candidate
            | Self::Target(_)
            | Self::Event(_)
            | Self::Paid(_)
            | Self::CapturedSet(_)
            | Self::Empty
            | Self::Players
            | Self::Seats
            | Self::Attackable
            | Self::Affected
            | Self::Giver
            | Self::ChosenPlayer
            | Self::ActivePlayer
            | Self::Sources
            | Self::Select(..)
            | Self::Linked => (&[], &[Set]),
            Self::Opponents
            | Self::InTurnOrder
            | Self::Teammates
            | Self::Controllers
            | Self::Owners
            | Self::Protectors
            | Self::Hosts
            | Self::Attachments
            | Self::TargetsOf
            | Self::Defenders
            | Self::Attacked
            | Self::Blocking
            | Self::Blockers
            | Self::Filter(_)
            | Self::Cards(_)
            | Self::Former
            | Self::Became => (&[Set], &[Set]),
            Self::Union | Self::Intersect | Self::Minus => (&[Set, Set], &[Set]),
            Self::Fewest(_) => (&[Set, Int], &[Int]),
            Self::ControlledByEach(_) => (&[Set, Set], &[Int]),
            Self::Top | Self::Random => (&[Set, Int], &[Set]),
            Self::Count
            | Self::Pick(_)
            | Self::Stat(..)
            | Self::Counters(_)
            | Self::Different(_)
            | Self::TimesPaid(_)
            | Self::CastAfter
            | Self::ColorsAsMana
            | Self::Spent(_)
            | Self::Party
            | Self::Devotion(_) => (&[Set], &[Int]),
            Self::Add | Self::Subtract | Self::Multiply => (&[Int, Int], &[Int]),
            Self::Half(_) | Self::Natural => (&[Int], &[Int]),
            Self::Compare(_) => (&[Int, Int], &[Bool]),
            Self::Not => (&[Bool], &[Bool]),
            Self::HasOption(_) => (&[Int], &[Bool]),
            Self::Meets | Self::Share(_) => (&[Set, Set], &[Bool]),
            Self::Any(_) | Self::All(_) | Self::IsActive | Self::May => (&[Set], &[Bool]),
            Self::Bool(_)
            | Self::InStep(_)
            | Self::IsPlayer
            | Self::IsPermanent
            | Self::IsSpell
            | Self::IsAbility(_)
            | Self::IsCard
            | Self::IsToken
            | Self::IsType(_)
            | Self::IsPermanentType
            | Self::IsSubtype(_)
            | Self::IsSupertype(_)
            | Self::IsColor(_)
            | Self::IsTapped
            | Self::IsAttacking
            | Self::IsBlocking
            | Self::IsBlocked
            | Self::IsUnblocked
            | Self::IsFaceDown
            | Self::IsCommander
            | Self::InZone(_)
            | Self::HasKeyword(_)
            | Self::IsNamed(_)
            | Self::IsKicked
            | Self::IsChosen(_)
            | Self::IsPaid(_)
            | Self::IsKickedWith(_)
            | Self::IsDesignated(_)
            | Self::IsNew
            | Self::IsOlder
            | Self::WasCast(..)
            | Self::EventIs(_)
            | Self::EventFrom(_)
            | Self::EventTo(_)
            | Self::EventCause(_)
            | Self::EventCombat
            | Self::EventMana(_)
            | Self::EventNoncombat
            | Self::EventCounter(_)
            | Self::EventDesignation(_)
            | Self::EventStep(_)
            | Self::EventAlone => (&[], &[Bool]),
            Self::Choose => (&[Set, Set, Int, Int], &[Set]),
            Self::Arrange(_) => (&[Set, Set], &[]),
            Self::GainLife
            | Self::LoseLife
            | Self::PayLife
            | Self::SetLife
            | Self::Draw
            | Self::Mill
            | Self::AddCounters(_)
            | Self::RemoveCounters(_)
            | Self::PayTimes(_)
            | Self::CreateToken(..)
            | Self::EnterWith(_)
            | Self::AddMana(_)
            | Self::AddManaOf(..)
            | Self::Scry
            | Self::RollDie(_)
            | Self::Surveil => (&[Set, Int], &[]),
            Self::Discard
            | Self::Sacrifice
            | Self::DamageDivided
            | Self::ChangeTargets(_)
            | Self::Fight
            | Self::Happens(_)
            | Self::Move(..)
            | Self::Cast { .. }
            | Self::Attach => (&[Set, Set], &[]),
            Self::MoveAttached(_) => (&[Set, Set, Set], &[]),
            Self::Damage
            | Self::MoveCounters(_)
            | Self::MoveWith(..)
            | Self::CopyToken(..)
            | Self::CopySpell(_) => (&[Set, Set, Int], &[]),
            Self::AddManaOfTypes { .. } => (&[Set, Int, Int], &[]),
            Self::CreateTokenOf(..) => (&[Set, Int, Int, Int], &[]),
            Self::Pay(_)
            | Self::AddSymbols(_)
            | Self::AddOneOf(..)
            | Self::CouldProduce
            | Self::PayX(_)
            | Self::Proliferate
            | Self::RemoveAll(_)
            | Self::DoubleCounters(_)
            | Self::PhaseOut
            | Self::Designate(_)
            | Self::Crown(_)
            | Self::Flip
            | Self::Heal
            | Self::FlipCoin
            | Self::NotePlayer
            | Self::ChooseName(..)
            | Self::Destroy(_)
            | Self::Tap
            | Self::Untap
            | Self::Counter
            | Self::CounterTo(..)
            | Self::Unattach
            | Self::Regenerate
            | Self::Transform
            | Self::RemoveFromCombat
            | Self::Search
            | Self::Shuffle
            | Self::Reveal
            | Self::Emblem(_)
            | Self::MoveDeep(_)
            | Self::ExtraTurn
            | Self::Copied(_)
            | Self::EnterAsCopy(_)
            | Self::Win
            | Self::Lose => (&[Set], &[]),
            Self::ExtraPhase { .. }
            | Self::Begin(..)
            | Self::Delay(..)
            | Self::Hold
            | Self::NotReplaced
            | Self::OnlyFor(_)
            | Self::ForAnything
            | Self::Release
            | Self::Jump(_)
            | Self::Next(..)
            | Self::Load(_)
            | Self::Store(_)
            | Self::Drop
            | Self::Return => (&[], &[]),
            Self::Note(_) => (&[Int], &[]),
            Self::ChooseNumber => (&[Set, Int, Int], &[Int]),
            Self::PickCounter => (&[Set, Set], &[Int]),
            Self::RemovePicked => (&[Set, Int], &[]),
            Self::JumpUnless(_) => (&[Bool], &[]),
            Self::AndThen(_) | Self::OrElse(_) => (&[Bool], &[]),
        }
    }

    /// Whether the instruction may change the game or ask a decision.
    #[must_use]
    pub const fn is_effect(self) -> bool {
        let first_effect = matches!(
            self,
            Self::Choose
                | Self::Random
                | Self::May
                | Self::Pick(_)
                | Self::ChooseNumber
                | Self::PickCounter
        );
        let (_, leaves) = self.signature();
        let pure_without_result = matches!(
            self,
            Self::Jump(_)
                | Self::JumpUnless(_)
                | Self::AndThen(_)
                | Self::OrElse(_)
                | Self::Next(..)
                | Self::Load(_)
                | Self::Store(_)
                | Self::Drop
                | Self::Return
        );
        first_effect || leaves.is_empty() && !pure_without_result
    }
}
