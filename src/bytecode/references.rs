//! What the parts of a program refer to, found in one walk: the verifier checks it, the listing prints it.

use super::{
    Ability, AbilityId, AbilityKind, ActivationRule, Body, Change, CodeId, CodeType, Cost,
    CostPart, CounterId, EntersChange, Exception, Face, FaceId, KeywordId, Op, Permission,
    Primitive, Replacement, Restriction, Static, StaticId, StaticKind, StringId, Subject,
    SubtypeId,
};

/// A reference into a pool of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reference {
    /// Code of a type, and what it is for.
    Code(CodeId, CodeType, &'static str),
    /// An ability.
    Ability(AbilityId),
    /// A triggered ability.
    Trigger(AbilityId),
    /// A statement.
    Static(StaticId),
    /// A face.
    Face(FaceId),
    /// A string.
    String(StringId),
    /// A subtype.
    Subtype(SubtypeId),
    /// A keyword.
    Keyword(KeywordId),
    /// A kind of counter.
    Counter(CounterId),
    /// A list of options.
    Options(u32),
    /// A cost of mana.
    Mana(u32),
}

use Reference::Code;

/// Visits what an instruction refers to.
pub fn of_op(op: Op, visit: &mut dyn FnMut(Reference)) {
    match op {
        Op::Select(_, code) | Op::Filter(code) | Op::Any(code) | Op::All(code) => {
            visit(Code(code, CodeType::Bool, "filter"));
        }
        Op::OnlyFor(code) => visit(Code(code, CodeType::Bool, "what mana is for")),
        Op::Happened(code)
        | Op::HappenedLastTurn(code)
        | Op::HappenedThisCombat(code)
        | Op::HappenedAmount(code)
        | Op::HappenedBefore(code) => {
            visit(Code(code, CodeType::Bool, "event filter"));
        }
        Op::IsSubtype(subtype) => visit(Reference::Subtype(subtype)),
        Op::AddOneOf(first, count) => {
            (0..u32::from(count)).for_each(|n| visit(Reference::Mana(first.saturating_add(n))));
        }
        Op::HasKeyword(keyword) | Op::IsPaid(keyword) | Op::TimesPaid(keyword) => {
            visit(Reference::Keyword(keyword))
        }
        Op::Pay(cost) | Op::PayX(cost) | Op::PayTimes(cost) | Op::AddSymbols(cost) => {
            visit(Reference::Mana(cost))
        }
        Op::Pick(options) | Op::Note(options) | Op::HasOption(options) | Op::ChosenAt(options) => {
            visit(Reference::Options(options))
        }
        Op::Cast {
            instead: Some(super::operand::Instead::Mana(cost)),
            ..
        } => visit(Reference::Mana(cost)),
        Op::IsDesignated(name) | Op::IsKickedWith(name) | Op::Designate(name) | Op::Crown(name) => {
            visit(Reference::String(name))
        }
        Op::IsNamed(name) | Op::EventDesignation(name) => visit(Reference::String(name)),
        Op::Counters(Some(kind))
        | Op::EventCounter(kind)
        | Op::AddCounters(kind)
        | Op::RemoveAll(Some(kind))
        | Op::DoubleCounters(Some(kind))
        | Op::MoveCounters(Some(kind))
        | Op::MoveWith(_, _, kind)
        | Op::EnterWith(kind)
        | Op::RemoveCounters(kind) => visit(Reference::Counter(kind)),
        Op::CreateToken(face, _) | Op::CreateTokenOf(face, _) | Op::Emblem(face) => {
            visit(Reference::Face(face))
        }
        Op::Begin(statement, _)
        | Op::CopyToken(_, statement)
        | Op::CopySpell(statement)
        | Op::EnterAsCopy(statement) => visit(Reference::Static(statement)),
        Op::Delay(ability, ..) => visit(Reference::Trigger(ability)),
        _ => {}
    }
}

/// Visits what a face refers to.
pub fn of_face(face: &Face, visit: &mut dyn FnMut(Reference)) {
    face.subtypes
        .iter()
        .for_each(|subtype| visit(Reference::Subtype(*subtype)));
    face.abilities
        .iter()
        .for_each(|ability| visit(Reference::Ability(*ability)));
}

/// Visits what an ability refers to.
pub fn of_ability(ability: &Ability, visit: &mut dyn FnMut(Reference)) {
    visit(Reference::String(ability.text));
    if let Some(keyword) = ability.keyword {
        visit(Reference::Keyword(keyword));
    }
    match &ability.kind {
        AbilityKind::Spell(body) => of_body(body, visit),
        AbilityKind::Activated {
            cost, body, rules, ..
        } => {
            of_cost(cost, visit);
            for rule in rules {
                if let ActivationRule::If(code) = rule {
                    visit(Code(*code, CodeType::Bool, "only if"));
                }
            }
            of_body(body, visit);
        }
        AbilityKind::Triggered {
            trigger,
            condition,
            body,
            ..
        } => {
            visit(Code(trigger.filter, CodeType::Bool, "trigger"));
            optional(*condition, CodeType::Bool, "if", visit);
            of_body(body, visit);
        }
        AbilityKind::Static(statements) => statements
            .iter()
            .for_each(|statement| visit(Reference::Static(*statement))),
        AbilityKind::Primitive {
            primitive,
            argument,
            cost,
        } => {
            match primitive {
                Primitive::Toxic => optional(*argument, CodeType::Int, "number", visit),
                _ => optional(*argument, CodeType::Bool, "quality", visit),
            }
            cost.iter().for_each(|cost| of_cost(cost, visit));
        }
    }
}

fn of_body(body: &Body, visit: &mut dyn FnMut(Reference)) {
    if let Some(modes) = &body.modes {
        visit(Code(modes.min, CodeType::Int, "modes at least"));
        visit(Code(modes.max, CodeType::Int, "modes at most"));
    }
    for part in &body.parts {
        for target in &part.targets {
            visit(Code(target.min, CodeType::Int, "targets at least"));
            visit(Code(target.max, CodeType::Int, "targets at most"));
            visit(Code(target.filter, CodeType::Bool, "target"));
            visit(Reference::String(target.text));
        }
        if let Some((_, amount)) = part.divided {
            visit(Code(amount, CodeType::Int, "divided"));
        }
        visit(Code(part.code, CodeType::Effect, "do"));
    }
}

/// Visits what a cost refers to.
pub fn of_cost(cost: &Cost, visit: &mut dyn FnMut(Reference)) {
    for part in &cost.parts {
        if let CostPart::Act {
            can,
            code,
            enough,
            text,
        } = part
        {
            visit(Reference::String(*text));
            optional(*enough, CodeType::Bool, "enough", visit);
            visit(Code(*can, CodeType::Bool, "payable"));
            visit(Code(*code, CodeType::Effect, "pay"));
        }
    }
}

/// Visits what a statement refers to.
pub fn of_static(statement: &Static, visit: &mut dyn FnMut(Reference)) {
    match &statement.subject {
        Subject::This | Subject::Game => {}
        Subject::Matching { filter, .. } => visit(Code(*filter, CodeType::Bool, "about")),
        Subject::Set(code) => visit(Code(*code, CodeType::Set, "about")),
    }
    optional(statement.condition, CodeType::Bool, "while", visit);
    for code in &statement.captured {
        visit(Code(*code, CodeType::Int, "fixed"));
    }
    match &statement.kind {
        StaticKind::Continuous(parts) => {
            parts.iter().for_each(|part| of_change(&part.change, visit));
        }
        StaticKind::Cant(restriction) | StaticKind::Must(restriction) => {
            of_restriction(restriction, visit);
        }
        StaticKind::May(permission) => of_permission(permission, visit),
        StaticKind::Replacement(replacement) => of_replacement(replacement, visit),
        StaticKind::CostChange {
            times, abilities, ..
        } => {
            optional(*times, CodeType::Int, "times", visit);
            if let Some(Some(keyword)) = abilities {
                visit(Reference::Keyword(*keyword));
            }
        }
        StaticKind::AdditionalCost { cost, .. } | StaticKind::AlternativeCost { cost, .. } => {
            of_cost(cost, visit);
        }
        StaticKind::HandSize(size) => optional(*size, CodeType::Int, "hand size", visit),
        StaticKind::AssignsByToughness | StaticKind::AssignsNone | StaticKind::HeldInExile => {}
        StaticKind::HandSizeBy { by, .. } => visit(Code(*by, CodeType::Int, "hand size")),
        StaticKind::EitherCost { costs, options } => {
            costs.iter().for_each(|cost| of_cost(cost, visit));
            visit(Reference::Options(*options));
        }
        StaticKind::CombatCost {
            whom, cost, times, ..
        } => {
            optional(*whom, CodeType::Bool, "whom", visit);
            of_cost(cost, visit);
            optional(*times, CodeType::Int, "times", visit);
        }
        StaticKind::Opening(code) => visit(Code(*code, CodeType::Effect, "in an opening hand")),
        StaticKind::AsAttacks(code) => visit(Code(*code, CodeType::Effect, "as it attacks")),
        StaticKind::CastOnly(code) => visit(Code(*code, CodeType::Bool, "only if")),
        StaticKind::Exceptions(exceptions) => {
            for exception in exceptions {
                of_exception(exception, visit);
            }
        }
    }
}

fn of_exception(exception: &Exception, visit: &mut dyn FnMut(Reference)) {
    match exception {
        Exception::Name(name) => visit(Reference::String(*name)),
        Exception::Types { subtypes, .. } => subtypes
            .iter()
            .for_each(|subtype| visit(Reference::Subtype(*subtype))),
        Exception::Abilities(abilities) => abilities
            .iter()
            .for_each(|ability| visit(Reference::Ability(*ability))),
        Exception::NoManaCost
        | Exception::Pt(..)
        | Exception::NotSupertypes(_)
        | Exception::Colors { .. }
        | Exception::ThisAbility => {}
    }
}

fn of_change(change: &Change, visit: &mut dyn FnMut(Reference)) {
    match change {
        Change::Pump(power, toughness) => {
            visit(Code(*power, CodeType::Int, "power"));
            visit(Code(*toughness, CodeType::Int, "toughness"));
        }
        Change::SetBase(power, toughness) => {
            optional(*power, CodeType::Int, "power", visit);
            optional(*toughness, CodeType::Int, "toughness", visit);
        }
        Change::Gain(abilities) => abilities
            .iter()
            .for_each(|ability| visit(Reference::Ability(*ability))),
        Change::Lose(keywords) | Change::CantHave(keywords) => keywords
            .iter()
            .for_each(|keyword| visit(Reference::Keyword(*keyword))),
        Change::Types { subtypes, .. } => subtypes
            .iter()
            .for_each(|subtype| visit(Reference::Subtype(*subtype))),
        Change::Control(code) => visit(Code(*code, CodeType::Set, "controller")),
        Change::Picked(code, list) => {
            visit(Code(*code, CodeType::Int, "choice"));
            visit(Reference::Options(*list));
        }
        Change::Copy(code, except) => {
            visit(Code(*code, CodeType::Set, "copy of"));
            visit(Reference::Static(*except));
        }
        Change::Switch
        | Change::LoseAll
        | Change::RemoveTypes(_)
        | Change::ChosenSubtype
        | Change::EveryCreatureType
        | Change::Colors { .. }
        | Change::ChosenColor => {}
    }
}

fn of_restriction(restriction: &Restriction, visit: &mut dyn FnMut(Reference)) {
    match restriction {
        Restriction::Attack(filter)
        | Restriction::Block(filter)
        | Restriction::BeBlocked(filter)
        | Restriction::BeTargeted(filter) => optional(*filter, CodeType::Bool, "by", visit),
        Restriction::BeAttached(filter) | Restriction::PlayLand(filter) => {
            visit(Code(*filter, CodeType::Bool, "what"));
        }
        Restriction::GetCounters(Some(kind)) => visit(Reference::Counter(*kind)),
        Restriction::Draw(limit) => visit(Code(*limit, CodeType::Int, "limit")),
        Restriction::Cast { filter, limit } => {
            visit(Code(*filter, CodeType::Bool, "what"));
            optional(*limit, CodeType::Int, "limit", visit);
        }
        Restriction::BlockedByFewer(_)
        | Restriction::BlockedByMore(_)
        | Restriction::AttackAlone
        | Restriction::BlockAlone
        | Restriction::BeCountered
        | Restriction::BeRegenerated
        | Restriction::BeSacrificed
        | Restriction::GetCounters(None)
        | Restriction::UntapInStep
        | Restriction::Untap
        | Restriction::GainLife
        | Restriction::LoseLife
        | Restriction::Activate { .. }
        | Restriction::Search
        | Restriction::LoseGame
        | Restriction::WinGame
        | Restriction::BeBlockedByAll
        | Restriction::DamagePrevented
        | Restriction::LessThanOneLife
        | Restriction::Enter
        | Restriction::Transform => {}
    }
}

fn of_permission(permission: &Permission, visit: &mut dyn FnMut(Reference)) {
    match permission {
        Permission::Play { filter, .. } | Permission::Flash(filter) => {
            visit(Code(*filter, CodeType::Bool, "what"));
        }
        Permission::SpendAny { filter, .. } => optional(*filter, CodeType::Bool, "what", visit),
        Permission::ExtraLands(count) => visit(Code(*count, CodeType::Int, "count")),
        Permission::BlockMore(count) => optional(*count, CodeType::Int, "count", visit),
        Permission::AttackDespiteDefender
        | Permission::AssignAsUnblocked
        | Permission::NotUntap
        | Permission::HasteForAbilities => {}
    }
}

fn of_replacement(replacement: &Replacement, visit: &mut dyn FnMut(Reference)) {
    match replacement {
        Replacement::Instead { filter, code, .. } => {
            visit(Code(*filter, CodeType::Bool, "would"));
            visit(Code(*code, CodeType::Effect, "instead"));
        }
        Replacement::Amount { filter, amount, .. } => {
            visit(Code(*filter, CodeType::Bool, "would"));
            visit(Code(*amount, CodeType::Int, "amount"));
        }
        Replacement::Elsewhere { filter, .. } => visit(Code(*filter, CodeType::Bool, "would")),
        Replacement::Entering { filter, changes } => {
            visit(Code(*filter, CodeType::Bool, "entering"));
            for change in changes {
                match change {
                    EntersChange::Tapped => {}
                    EntersChange::Counters(count, kind) => {
                        visit(Code(*count, CodeType::Int, "counters"));
                        visit(Reference::Counter(*kind));
                    }
                    EntersChange::Copy(code) => visit(Code(*code, CodeType::Effect, "copy of")),
                    EntersChange::As(code) => visit(Code(*code, CodeType::Effect, "as it enters")),
                    EntersChange::TappedUnless(cost) => of_cost(cost, visit),
                }
            }
        }
        Replacement::Prevent {
            filter,
            amount,
            then,
        } => {
            visit(Code(*filter, CodeType::Bool, "would"));
            optional(*amount, CodeType::Int, "amount", visit);
            optional(then.map(|then| then.code), CodeType::Effect, "then", visit);
        }
        Replacement::Redirect { filter, amount, to } => {
            visit(Code(*filter, CodeType::Bool, "would"));
            optional(*amount, CodeType::Int, "amount", visit);
            visit(Code(*to, CodeType::Set, "to"));
        }
        Replacement::Mana { filter, .. } => visit(Code(*filter, CodeType::Bool, "tapped for mana")),
        Replacement::Skip(_) => {}
    }
}

fn optional(
    code: Option<CodeId>,
    result: CodeType,
    role: &'static str,
    visit: &mut dyn FnMut(Reference),
) {
    if let Some(code) = code {
        visit(Code(code, result, role));
    }
}
