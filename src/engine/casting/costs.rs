//! Costs of spells and abilities (CR 118, 601.2f): what is printed, what is added, what it comes to.

use crate::bytecode::{
    AbilityId, AbilityKind, CodeId, Cost, Primitive, Program, StaticId, StaticKind,
};
use crate::engine::{casting, layers, statements};
use crate::game::{
    Besides, Casting, Entity, Fault, Game, ObjectId, StackItem, StackKind, Status, TotalCost,
};
use crate::vm;
use crate::vocab::{ManaCost, ManaKind, ManaSymbol, Zone};
use smallvec::SmallVec;
use std::borrow::Cow;

/// The mana cost or alternative cost of a spell, or the activation cost of an ability, before anything changes it.
pub(in crate::engine) fn printed(
    game: &Game,
    program: &Program,
    casting: &Casting,
) -> Result<Cost, Fault> {
    let item = &casting.item;
    if casting.face_up {
        return super::face_up::cost(game, program, item.object, casting.alternative)
            .ok_or_else(|| Fault::State("nothing says what turning it face up costs".into()));
    }
    if let (StackKind::Activated, Some(id)) = (item.kind, item.ability) {
        let ability = program.ability(id).ok_or(Fault::Ability(id))?;
        return match &ability.kind {
            AbilityKind::Activated { cost, .. } => Ok(cost.clone()),
            _ => Err(Fault::Ability(id)),
        };
    }
    if casting.free {
        return Ok(Cost::default());
    }
    if let Some(mana) = &casting.instead {
        return Ok(Cost {
            mana: Some(mana.clone()),
            ..Cost::default()
        });
    }
    if let Some(id) = casting.alternative {
        let way = way(program, id).ok_or(Fault::Ability(id))?;
        let mut cost = way.cost.into_owned();
        if way.besides {
            let mut mana = mana_cost(game, program, item.object).unwrap_or_default();
            mana.0.extend(cost.mana.into_iter().flat_map(|m| m.0));
            cost.mana = Some(mana);
        }
        return Ok(cost);
    }
    Ok(Cost {
        mana: mana_cost(game, program, item.object),
        ..Cost::default()
    })
}

/// The mana cost of an object's face (CR 202.1); `None` can't be paid (CR 118.6).
#[must_use]
pub fn mana_cost(game: &Game, program: &Program, object: ObjectId) -> Option<ManaCost> {
    program.face(game.object(object)?.face)?.cost.clone()
}

/// Another way to cast a spell than for its mana cost from a hand (CR 118.9, 601.3).
pub struct Way<'p> {
    /// What is paid.
    pub cost: Cow<'p, Cost>,
    /// The mana cost is paid too.
    pub besides: bool,
    /// It allows casting from this zone, and only from there.
    pub from: Option<Zone>,
    /// Only if: pure `Bool`.
    pub condition: Option<CodeId>,
}

impl<'p> Way<'p> {
    const fn new(cost: Cow<'p, Cost>) -> Self {
        Self {
            cost,
            besides: false,
            from: None,
            condition: None,
        }
    }
}

/// The way to cast its card that an ability gives: a statement of its own, or a keyword with a cost.
#[must_use]
pub fn way(program: &Program, id: AbilityId) -> Option<Way<'_>> {
    if casts_face_down(program, id) {
        // CR 702.37a.
        return Some(Way::new(Cow::Owned(Cost {
            mana: Some(ManaCost(SmallVec::from_iter([ManaSymbol::Generic(3)]))),
            ..Cost::default()
        })));
    }
    match &program.ability(id)?.kind {
        AbilityKind::Static(statements) => statements.iter().find_map(|id| {
            let statement = program.statics.get(id.index())?;
            match &statement.kind {
                StaticKind::AlternativeCost {
                    cost,
                    from,
                    besides,
                } => Some(Way {
                    besides: *besides,
                    from: *from,
                    condition: statement.condition,
                    ..Way::new(Cow::Borrowed(cost))
                }),
                _ => None,
            }
        }),
        AbilityKind::Primitive {
            primitive: Primitive::Flashback,
            cost: Some(cost),
            ..
        } => Some(Way {
            from: Some(Zone::Graveyard),
            ..Way::new(Cow::Borrowed(cost))
        }),
        AbilityKind::Primitive {
            primitive:
                Primitive::Bestow
                | Primitive::Mutate
                | Primitive::Overload
                | Primitive::Emerge
                | Primitive::Prowl,
            cost: Some(cost),
            ..
        } => Some(Way::new(Cow::Borrowed(cost))),
        _ => None,
    }
}

/// Whether an ability allows its card to be cast face down (CR 702.37a–b, 702.168a).
#[must_use]
pub fn casts_face_down(program: &Program, id: AbilityId) -> bool {
    matches!(
        program.ability(id).map(|ability| &ability.kind),
        Some(AbilityKind::Primitive {
            primitive: Primitive::Morph | Primitive::Megamorph | Primitive::Disguise,
            ..
        })
    )
}

/// How often at most a cost that may be paid any number of times is paid.
pub(in crate::engine) const MOST_PAYMENTS: u32 = 100;

/// How often in all the optional costs of a spell could be paid with so much mana.
pub(in crate::engine) fn most_payments(program: &Program, options: &[AbilityId], mana: u32) -> u32 {
    let repeated = options.iter().filter(|id| is_repeated(program, **id));
    let value = |id: &AbilityId| {
        let cost = optional_cost(program, *id)?;
        cost.mana.as_ref().map(|mana| mana.mana_value(0))
    };
    // One that asks for no mana is not bounded by it.
    let least = repeated.map(|id| value(id).unwrap_or(0)).min().unwrap_or(0);
    let times = mana.checked_div(least).unwrap_or(MOST_PAYMENTS);
    let once = u32::try_from(options.len()).unwrap_or(u32::MAX);
    times.min(MOST_PAYMENTS).saturating_add(once)
}

/// Whether the optional additional cost of an ability may be paid any number of times (CR 702.33c, 702.56a).
pub(in crate::engine) fn is_repeated(program: &Program, id: AbilityId) -> bool {
    let repeated = |id: &StaticId| {
        let kind = program.statics.get(id.index()).map(|known| &known.kind);
        matches!(
            kind,
            Some(StaticKind::AdditionalCost { repeated: true, .. })
        )
    };
    matches!(program.ability(id).map(|ability| &ability.kind),
        Some(AbilityKind::Static(statements)) if statements.iter().any(repeated))
}

/// The optional additional cost that an ability gives.
fn optional_cost(program: &Program, id: AbilityId) -> Option<&Cost> {
    match &program.ability(id)?.kind {
        AbilityKind::Static(statements) => {
            statements
                .iter()
                .find_map(|id| match &program.statics.get(id.index())?.kind {
                    StaticKind::AdditionalCost {
                        cost,
                        optional: true,
                        ..
                    } => Some(cost),
                    _ => None,
                })
        }
        AbilityKind::Primitive {
            primitive: Primitive::Kicker | Primitive::Buyback | Primitive::Entwine,
            cost,
            ..
        } => cost.as_ref(),
        _ => None,
    }
}

/// Abilities of a spell that give an optional additional cost (CR 601.2b).
pub(in crate::engine) fn optional(
    game: &Game,
    program: &Program,
    item: &StackItem,
) -> Result<SmallVec<[AbilityId; 2]>, Fault> {
    if item.kind != StackKind::Spell {
        return Ok(SmallVec::new());
    }
    // CR 708.2: a face-down spell has no text.
    let Some(object) = game
        .object(item.object)
        .filter(|object| !object.status.has(Status::FACE_DOWN))
    else {
        return Ok(SmallVec::new());
    };
    let face = program.face(object.face).ok_or(Fault::Face(object.face))?;
    Ok(face
        .abilities
        .iter()
        .copied()
        .filter(|id| {
            // CR 702.42a: entwine is chosen with the modes.
            optional_cost(program, *id).is_some()
                && !casting::is_primitive(program, *id, Primitive::Entwine)
        })
        .collect())
}

/// The additional costs of a spell of which its player pays one, and their words.
pub(in crate::engine) fn either<'p>(
    game: &Game,
    program: &'p Program,
    item: &StackItem,
) -> Option<(&'p [Cost], u32)> {
    let object = game
        .object(item.object)
        .filter(|object| item.kind == StackKind::Spell && !object.status.has(Status::FACE_DOWN))?;
    let face = program.face(object.face)?;
    face.abilities.iter().find_map(|id| {
        let AbilityKind::Static(statements) = &program.ability(*id)?.kind else {
            return None;
        };
        statements
            .iter()
            .find_map(|id| match &program.statics.get(id.index())?.kind {
                StaticKind::EitherCost { costs, options } => Some((costs.as_slice(), *options)),
                _ => None,
            })
    })
}

/// Whether what is being cast could be paid for, as far as that is known before targets are (CR 118.3).
pub(in crate::engine) fn could_pay(
    game: &Game,
    program: &Program,
    casting: &Casting,
) -> Result<bool, Fault> {
    let cost = total(game, program, casting)?;
    if parts_refused(game, program, &casting.item, &cost)?.is_some() {
        return Ok(false);
    }
    let player = casting.item.controller;
    crate::engine::mana::Available::of(game, program, player, None)?.can_pay(
        game,
        program,
        &cost.mana,
        crate::engine::mana::Use::of(casting),
    )
}

/// Whether an additional cost of a spell has an X that is announced (CR 107.3a).
pub(in crate::engine) fn adds_x(
    game: &Game,
    program: &Program,
    casting: &Casting,
) -> Result<bool, Fault> {
    let chosen = casting.additional.iter();
    if chosen
        .filter_map(|id| optional_cost(program, *id))
        .any(Cost::announces_x)
    {
        return Ok(true);
    }
    let item = &casting.item;
    if item.kind != StackKind::Spell {
        return Ok(false);
    }
    let with_x = |kind: &StaticKind| matches!(kind, StaticKind::AdditionalCost { cost, optional: false, .. } if cost.announces_x());
    statements::each(game, program, Some(item.source), with_x, |statement| {
        statement.applies(game, program, item.object.into())
    })
}

/// Whether a statement changes what something costs.
const fn changes(kind: &StaticKind) -> bool {
    matches!(
        kind,
        StaticKind::CostChange { .. }
            | StaticKind::AdditionalCost {
                optional: false,
                ..
            }
    )
}

/// The escalate cost of a spell.
fn escalation<'p>(game: &Game, program: &'p Program, item: &StackItem) -> Option<&'p Cost> {
    if item.kind != StackKind::Spell {
        return None;
    }
    let id = casting::printed_primitive(game, program, item.object, Primitive::Escalate)?;
    match &program.ability(id)?.kind {
        AbilityKind::Primitive { cost, .. } => cost.as_ref(),
        _ => None,
    }
}

/// The total cost (CR 601.2f), which is locked in.
pub(in crate::engine) fn total(
    game: &Game,
    program: &Program,
    casting: &Casting,
) -> Result<TotalCost, Fault> {
    let item = &casting.item;
    let printed = printed(game, program, casting)?;
    let mut symbols = printed.mana.map(|m| m.0).unwrap_or_default();
    let mut parts = printed.parts;
    // CR 118.8: additional costs that were chosen, and those that have to be paid.
    for id in &casting.additional {
        let cost = optional_cost(program, *id).ok_or(Fault::Ability(*id))?;
        symbols.extend(cost.mana.iter().flat_map(|m| m.0.iter().copied()));
        parts.extend(cost.parts.iter().cloned());
    }
    if let (Some(chosen), Some((costs, _))) = (casting.either, either(game, program, item)) {
        let cost = costs.get(usize::from(chosen));
        symbols.extend(
            cost.iter()
                .flat_map(|cost| &cost.mana)
                .flat_map(|m| m.0.iter().copied()),
        );
        parts.extend(cost.iter().flat_map(|cost| cost.parts.iter().cloned()));
    }
    // CR 702.120a: for each mode beyond the first.
    if let Some(cost) = escalation(game, program, item) {
        for _ in 1..item.modes.len() {
            symbols.extend(cost.mana.iter().flat_map(|m| m.0.iter().copied()));
            parts.extend(cost.parts.iter().cloned());
        }
    }
    // CR 702.47a: what the splicing costs.
    for (_, id) in &casting.besides.spliced {
        if let Some(AbilityKind::Primitive {
            cost: Some(cost), ..
        }) = program.ability(*id).map(|ability| &ability.kind)
        {
            symbols.extend(cost.mana.iter().flat_map(|m| m.0.iter().copied()));
            parts.extend(cost.parts.iter().cloned());
        }
    }
    let subject = Entity::Object(item.object);
    let mut less = SmallVec::<[ManaSymbol; 4]>::new();
    if let Some(id) = casting.besides.sacrificed {
        // CR 702.119a.
        let value = vm::mana_value(game, program, id);
        less.push(ManaSymbol::Generic(value));
    }
    let spell = item.kind == StackKind::Spell;
    let keyword = item
        .ability
        .and_then(|id| program.ability(id))
        .and_then(|a| a.keyword);
    if !casting.mana_ability && !casting.face_up {
        statements::each(game, program, Some(item.source), changes, |statement| {
            match &statement.what.kind {
                StaticKind::CostChange {
                    less: reduces,
                    mana,
                    times,
                    abilities,
                } => {
                    let fits = match abilities {
                        None => spell,
                        Some(of) => !spell && of.is_none_or(|k| Some(k) == keyword),
                    };
                    let about = if spell {
                        subject
                    } else {
                        Entity::Object(item.source)
                    };
                    if !fits || !statement.applies(game, program, about)? {
                        return Ok(false);
                    }
                    let times = match times {
                        None => 1,
                        Some(code) => {
                            vm::number(game, program, *code, &statement.context, Some(about))?
                        }
                    };
                    // More than that many symbols can neither be paid nor reduced.
                    for _ in 0..times.clamp(0, 1000) {
                        let to = if *reduces { &mut less } else { &mut symbols };
                        to.extend(mana.0.iter().copied());
                    }
                }
                StaticKind::AdditionalCost { cost, .. }
                    if spell && statement.applies(game, program, subject)? =>
                {
                    symbols.extend(cost.mana.iter().flat_map(|m| m.0.iter().copied()));
                    parts.extend(cost.parts.iter().cloned());
                }
                _ => {}
            }
            Ok(false)
        })?;
    }
    let mana = ManaCost(symbols.into_iter().collect()).with_x(item.x);
    let paid_for = if spell { item.object } else { item.source };
    if taps_and_untaps(&parts) && game.has_status(item.source, Status::TAPPED) {
        // CR 601.2h: in any order; in this one it can be paid.
        parts.sort_by_key(|part| !matches!(part, crate::bytecode::CostPart::Untap));
    }
    let mana = reduced(mana, &less);
    let any = if mana
        .0
        .iter()
        .all(|symbol| matches!(symbol, ManaSymbol::Generic(_)))
    {
        None
    } else {
        statements::spends_any(game, program, item.controller, paid_for)?
    };
    Ok(TotalCost {
        mana: match any {
            Some(types) => as_though(mana, types),
            None => mana,
        },
        parts,
        sacrifice: casting.besides.sacrificed,
    })
}

/// A cost that is paid with mana as though it were of any color, or any type if so (CR 609.4b).
fn as_though(cost: ManaCost, types: bool) -> ManaCost {
    let any = |symbol: ManaSymbol| match symbol {
        ManaSymbol::Mana(ManaKind::Colored(_))
        | ManaSymbol::Hybrid(..)
        | ManaSymbol::GenericHybrid(..) => ManaSymbol::Generic(1),
        ManaSymbol::Mana(ManaKind::Colorless) if types => ManaSymbol::Generic(1),
        other => other,
    };
    ManaCost(cost.0.into_iter().map(any).collect())
}

/// Whether {T} and {Q} are both in a cost (CR 107.5, 107.6).
fn taps_and_untaps(parts: &[crate::bytecode::CostPart]) -> bool {
    use crate::bytecode::CostPart::{Tap, Untap};
    parts.iter().any(|part| matches!(part, Tap)) && parts.iter().any(|part| matches!(part, Untap))
}

/// A cost with reductions applied (CR 118.7): generic mana reduces the generic part, colored mana the same symbol and
/// then the generic part (CR 118.7c).
fn reduced(cost: ManaCost, less: &[ManaSymbol]) -> ManaCost {
    if less.is_empty() {
        return cost;
    }
    let mut generic = 0_u32;
    let mut rest: SmallVec<[ManaSymbol; 4]> = SmallVec::new();
    for symbol in cost.0 {
        match symbol {
            ManaSymbol::Generic(n) => generic = generic.saturating_add(n),
            other => rest.push(other),
        }
    }
    for symbol in less {
        match symbol {
            ManaSymbol::Generic(n) => generic = generic.saturating_sub(*n),
            other => match rest.iter().position(|s| s == other) {
                Some(at) => {
                    rest.remove(at);
                }
                None => generic = generic.saturating_sub(1),
            },
        }
    }
    if generic > 0 {
        rest.insert(0, ManaSymbol::Generic(generic));
    }
    ManaCost(rest)
}

/// The total cost that casting or activating would have, with X = 0 and no optional costs, to see whether it can be paid.
pub(in crate::engine) fn expected(
    game: &Game,
    program: &Program,
    item: StackItem,
    alternative: Option<AbilityId>,
    mana_ability: bool,
    instead: Option<ManaCost>,
) -> Result<TotalCost, Fault> {
    let from = game.zone(item.source);
    let spell = item.kind == StackKind::Spell && from != Zone::Stack;
    // CR 601.2f: what changes costs looks at the spell, which is on the stack by then.
    let as_spell =
        spell && statements::each(game, program, Some(item.source), changes, |_| Ok(true))?;
    let mut trial = as_spell.then(|| game.clone());
    if let Some(trial) = &mut trial {
        if let Some(object) = trial.object_mut(item.object) {
            object.zone = Zone::Stack;
            object.base_controller = item.controller;
        }
        trial.stale.0 = true;
        layers::try_refresh(trial, program)?;
    }
    let game = trial.as_ref().unwrap_or(game);
    // CR 702.119a: the sacrifice that makes it cheapest.
    let mut besides = Besides::default();
    if super::added::emerge(program, alternative) {
        let from = super::added::sacrifices(game, program, item.controller)?;
        besides.sacrificed = from
            .into_iter()
            .max_by_key(|id| vm::mana_value(game, program, *id));
    }
    let mut casting = Casting {
        produced: Default::default(),
        spent: Default::default(),
        besides,
        either: None,
        item,
        stage: crate::game::CastStage::TotalCost,
        cost: None,
        next_part: 0,
        before: None,
        mana_ability,
        alternative,
        additional: SmallVec::new(),
        free: instead.as_ref().is_some_and(|cost| cost.0.is_empty()),
        instead,
        from,
        face_up: false,
    };
    if let Some((costs, _)) = either(game, program, &casting.item) {
        // One that could be paid, if there is any.
        for at in (0_u8..).take(costs.len()) {
            casting.either = Some(at);
            if could_pay(game, program, &casting)? {
                break;
            }
        }
        return total(game, program, &casting);
    }
    total(game, program, &casting)
}

/// Whether every part of a cost other than mana can be paid now (CR 118.3); the rule if not.
pub(in crate::engine) fn parts_refused(
    game: &Game,
    program: &Program,
    item: &StackItem,
    cost: &TotalCost,
) -> Result<Option<crate::engine::Illegal>, Fault> {
    use crate::bytecode::CostPart;
    use crate::engine::Illegal;
    for part in &cost.parts {
        let refused = match part {
            // One of them makes the other possible.
            CostPart::Tap | CostPart::Untap if taps_and_untaps(&cost.parts) => None,
            CostPart::Tap => game.has_status(item.source, Status::TAPPED).then(|| {
                Illegal::new(
                    "107.5",
                    "a tapped permanent can't be tapped again to pay the cost",
                )
            }),
            CostPart::Untap => (!game.has_status(item.source, Status::TAPPED)).then(|| {
                Illegal::new(
                    "107.6",
                    "an untapped permanent can't be untapped to pay the cost",
                )
            }),
            CostPart::Loyalty(Some(n)) if *n < 0 => {
                let count = program
                    .counter_named("loyalty")
                    .map_or(0, |kind| game.counter_count(item.source, kind));
                (count < n.unsigned_abs())
                    .then(|| Illegal::new("606.6", "it doesn't have that many loyalty counters"))
            }
            CostPart::Loyalty(_) => None,
            CostPart::Act { can, text, .. } => {
                let context = casting::context_of(item, false);
                (!vm::truth(game, program, *can, &context, None)?).then(|| {
                    let part = program.string(*text);
                    Illegal::new("118.3", format!("a part of the cost can't be paid: {part}"))
                })
            }
        };
        if refused.is_some() {
            return Ok(refused);
        }
    }
    Ok(None)
}
