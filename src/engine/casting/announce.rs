//! What is announced for a spell or ability (CR 601.2b–d): modes, optional costs, X, targets, division.

use crate::bytecode::{AbilityKind, Body, BodyPart, CostPart, Primitive, Program};
use crate::engine::{
    casting::{self, Flow, sync},
    costs,
    mana::Available,
    targets::{self, Phrase},
};
use crate::game::{
    About, Answer, CastStage, Casting, Context, Decision, Entity, Fault, Game, StackItem,
    StackKind, Status,
    decision::{Choice, OptionLabel},
};
use crate::vm;
use smallvec::SmallVec;

/// Asks the controller of what is being put on the stack.
pub(in crate::engine) fn ask(game: &mut Game, item: &StackItem, choice: Choice, about: About) {
    game.decision = Some(Decision {
        player: item.controller,
        choice,
        about,
        source: Some(item.source),
        ability: item.ability,
    });
}

/// Reports an answer of another kind.
fn wrong(what: &str) -> Fault {
    Fault::State(format!("{what} was answered with something else"))
}

/// The parts of a body that were chosen, in printed order (CR 700.2a, 608.2c).
pub fn chosen_parts<'p>(
    program: &'p Program,
    item: &StackItem,
    body: Option<&'p Body>,
) -> impl Iterator<Item = &'p BodyPart> + use<'p> {
    let chosen: SmallVec<[u8; 2]> = if body.is_some_and(|body| body.modes.is_some()) {
        item.modes.clone()
    } else {
        SmallVec::from_iter([0])
    };
    let own = chosen
        .into_iter()
        .filter_map(move |mode| body?.parts.get(usize::from(mode)));
    let added = item.added.clone().into_iter();
    // CR 702.47b: what the spell itself says is done first.
    own.chain(added.filter_map(|id| match &program.ability(id)?.kind {
        AbilityKind::Spell(body) => body.parts.first(),
        _ => None,
    }))
}

/// Modes that could be chosen: those with enough legal targets (CR 700.2a...).
///
/// # Errors
/// Faults of the code of targets.
pub fn possible_modes(
    game: &Game,
    program: &Program,
    body: &Body,
    context: &Context,
) -> Result<SmallVec<[u8; 4]>, Fault> {
    let mut possible = SmallVec::new();
    for (at, part) in body.parts.iter().enumerate() {
        let mut all = true;
        for spec in &part.targets {
            if !targets::enough(game, program, spec, context)? {
                all = false;
                break;
            }
        }
        if all && let Ok(mode) = u8::try_from(at) {
            possible.push(mode);
        }
    }
    Ok(possible)
}

/// How far a choice on announcement is.
pub(in crate::engine) enum Chosen {
    /// It is made.
    All,
    /// A player was asked just now.
    Asked,
    /// There is no legal choice.
    Impossible,
}

/// Chooses the modes of a spell or ability (CR 601.2b, 603.3c, 700.2); `all` if all of them can be chosen, whatever their
/// greatest number is.
pub(in crate::engine) fn choose_modes(
    game: &mut Game,
    program: &Program,
    item: &mut StackItem,
    all: bool,
) -> Result<Chosen, Fault> {
    let body = casting::body(program, item)?;
    let Some((body, modes)) = body.and_then(|b| Some((b, b.modes.as_ref()?))) else {
        return Ok(Chosen::All);
    };
    let context = casting::context_of(item, true);
    let possible = possible_modes(game, program, body, &context)?;
    if let Some(answer) = game.answer.take() {
        let Answer::Options(chosen) = answer else {
            return Err(wrong("the choice of modes"));
        };
        item.modes = chosen
            .iter()
            .filter_map(|i| possible.get(*i as usize).copied())
            .collect();
        // CR 700.2: the modes are followed in printed order.
        item.modes.sort_unstable();
        return Ok(Chosen::All);
    }
    let least = bound(vm::number(game, program, modes.min, &context, None)?);
    let most = bound(vm::number(game, program, modes.max, &context, None)?);
    let count = u32::try_from(possible.len()).unwrap_or(u32::MAX);
    let most = match (all && possible.len() == body.parts.len(), modes.repeats) {
        (true, _) => count,
        (false, true) if count > 0 => most,
        (false, _) => most.min(count),
    };
    if least > most || most == 0 && least > 0 {
        return Ok(Chosen::Impossible);
    }
    if most == 0 {
        return Ok(Chosen::All);
    }
    if body.parts.len() == least as usize && count == least && !modes.repeats {
        // Both halves of a fused spell (CR 702.102d).
        item.modes = possible.iter().copied().collect();
        return Ok(Chosen::All);
    }
    let options = possible.iter().map(|m| OptionLabel::Mode(*m)).collect();
    let choice = Choice::Options {
        options,
        min: least,
        max: most,
        repeats: modes.repeats,
    };
    ask(game, item, choice, About::Modes);
    Ok(Chosen::Asked)
}

/// CR 601.2b: modes of a spell or activated ability.
pub(in crate::engine) fn modes(
    game: &mut Game,
    program: &Program,
    casting: &mut Casting,
) -> Result<Flow, Fault> {
    // CR 702.42a: all the modes, for the entwine cost.
    let entwine =
        casting::printed_primitive(game, program, casting.item.object, Primitive::Entwine)
            .filter(|_| casting.item.kind == StackKind::Spell);
    match choose_modes(game, program, &mut casting.item, entwine.is_some())? {
        Chosen::All => {}
        Chosen::Asked => return Ok(Flow::On),
        Chosen::Impossible => return Ok(Flow::TakeBack),
    }
    casting.stage = CastStage::AnnounceCosts;
    let Some(id) = entwine else {
        return Ok(Flow::On);
    };
    let body = casting::body(program, &casting.item)?;
    if let Some((body, modes)) = body.and_then(|b| Some((b, b.modes.as_ref()?))) {
        let context = casting::context_of(&casting.item, true);
        let most = bound(vm::number(game, program, modes.max, &context, None)?);
        if casting.item.modes.len() > most as usize {
            // Nothing in between.
            if casting.item.modes.len() < body.parts.len() {
                return Ok(Flow::TakeBack);
            }
            casting.additional.push(id);
        }
    }
    Ok(Flow::On)
}

/// A number of choices.
fn bound(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}

/// CR 601.2b: which of several additional costs is paid, if there are any.
fn either_cost(game: &mut Game, program: &Program, casting: &mut Casting) -> Result<Chosen, Fault> {
    let Some((costs, list)) = costs::either(game, program, &casting.item) else {
        return Ok(Chosen::All);
    };
    let mut open = Vec::new();
    for at in (0_u8..).take(costs.len()) {
        let mut tried = casting.clone();
        tried.either = Some(at);
        if costs::could_pay(game, program, &tried)? {
            open.push(at);
        }
    }
    if let Some(answer) = game.answer.take() {
        let Answer::Options(chosen) = answer else {
            return Err(wrong("the choice of costs"));
        };
        let chosen = chosen.first().and_then(|at| open.get(*at as usize));
        casting.either = chosen.copied();
        return Ok(if casting.either.is_some() {
            Chosen::All
        } else {
            Chosen::Impossible
        });
    }
    if open.is_empty() {
        return Ok(Chosen::Impossible);
    }
    if let [only] = open.as_slice() {
        casting.either = Some(*only);
        return Ok(Chosen::All);
    }
    let words = program.options.get(list as usize);
    let label = |at: &u8| {
        let word = words.and_then(|words| words.get(usize::from(*at)));
        OptionLabel::Word(word.cloned().unwrap_or_default())
    };
    let choice = Choice::Options {
        options: open.iter().map(label).collect(),
        min: 1,
        max: 1,
        repeats: false,
    };
    ask(game, &casting.item, choice, About::Costs);
    Ok(Chosen::Asked)
}

/// CR 601.2b: optional additional costs.
pub(in crate::engine) fn optional_costs(
    game: &mut Game,
    program: &Program,
    casting: &mut Casting,
) -> Result<Flow, Fault> {
    if casting.either.is_none() {
        match either_cost(game, program, casting)? {
            Chosen::All => {}
            Chosen::Asked => return Ok(Flow::On),
            Chosen::Impossible => return Ok(Flow::TakeBack),
        }
    }
    let options = costs::optional(game, program, &casting.item)?;
    if options.is_empty() {
        casting.stage = CastStage::Splice;
        return Ok(Flow::On);
    }
    let often = options.iter().any(|id| costs::is_repeated(program, *id));
    if let Some(answer) = game.answer.take() {
        let Answer::Options(chosen) = answer else {
            return Err(wrong("the choice of costs"));
        };
        for id in chosen.iter().filter_map(|i| options.get(*i as usize)) {
            // The others are paid once.
            if casting.additional.contains(id) && !costs::is_repeated(program, *id) {
                return Ok(Flow::TakeBack);
            }
            casting.additional.push(*id);
        }
        casting.stage = CastStage::Splice;
        sync(game, program, casting);
        return Ok(Flow::On);
    }
    let object = casting.item.object;
    let count = u32::try_from(options.len()).unwrap_or(u32::MAX);
    let choice = Choice::Options {
        max: if often {
            let on = crate::engine::mana::Use::of(casting);
            let mana = crate::engine::payment::most(game, program, casting.item.controller, on)?;
            costs::most_payments(program, &options, mana).max(count)
        } else {
            count
        },
        min: 0,
        repeats: often,
        options: options
            .iter()
            .map(|id| OptionLabel::Ability(*id, object))
            .collect(),
    };
    ask(game, &casting.item, choice, About::Costs);
    Ok(Flow::On)
}

/// CR 601.2b, 107.3a: the value of X.
pub(in crate::engine) fn x(
    game: &mut Game,
    program: &Program,
    casting: &mut Casting,
) -> Result<Flow, Fault> {
    if let Some(answer) = game.answer.take() {
        let Answer::Number(x) = answer else {
            return Err(wrong("the value of X"));
        };
        casting.item.x = bound(x);
        casting.stage = CastStage::Targets;
        sync(game, program, casting);
        return Ok(Flow::On);
    }
    let printed = costs::printed(game, program, casting)?;
    let in_mana = printed.mana.as_ref().map_or(0, |m| m.count_x());
    let minus_x = printed
        .parts
        .iter()
        .any(|p| matches!(p, CostPart::Loyalty(None)));
    let announced = printed.x || costs::adds_x(game, program, casting)?;
    casting.stage = CastStage::Targets;
    if in_mana == 0 && !minus_x && !announced {
        return Ok(Flow::On);
    }
    // CR 107.3b: without paying the mana cost, X is 0.
    if !announced && (casting.free || (casting.alternative.is_some() && in_mana == 0)) {
        return Ok(Flow::On);
    }
    let max = if minus_x {
        program
            .counter_named("loyalty")
            .map_or(0, |kind| game.counter_count(casting.item.source, kind))
    } else if in_mana > 0 {
        let on = crate::engine::mana::Use::of(casting);
        let available = Available::of(game, program, casting.item.controller, None)?;
        let total = available.only(game, program, on)?.total();
        let fixed = printed.mana.as_ref().map_or(0, |m| m.mana_value(0));
        total
            .saturating_sub(fixed)
            .checked_div(in_mana)
            .unwrap_or(0)
    } else {
        // X of another part of the cost; whether it can be paid is seen when it is.
        i32::MAX.unsigned_abs()
    };
    casting.stage = CastStage::AnnounceX;
    let choice = Choice::Number {
        min: 0,
        max: i64::from(max),
    };
    ask(game, &casting.item, choice, About::ValueOfX);
    Ok(Flow::On)
}

/// A target phrase with its bounds.
struct Wanted {
    phrase: Phrase,
    min: u32,
    max: u32,
}

/// The n-th target phrase of what was announced; `None` after the last.
fn wanted(
    game: &Game,
    program: &Program,
    item: &StackItem,
    context: &Context,
    at: usize,
) -> Result<Option<Wanted>, Fault> {
    let body = casting::body(program, item)?;
    if body.is_some() {
        let Some(spec) = chosen_parts(program, item, body)
            .flat_map(|part| part.targets.iter())
            .nth(at)
        else {
            return Ok(None);
        };
        return Ok(Some(Wanted {
            phrase: Phrase::of(spec),
            min: bound(vm::number(game, program, spec.min, context, None)?),
            max: bound(vm::number(game, program, spec.max, context, None)?),
        }));
    }
    // CR 303.4a: an Aura spell targets what it enchants.
    if at > 0 {
        return Ok(None);
    }
    Ok(of_permanent(game, program, item).map(|phrase| Wanted {
        phrase,
        min: 1,
        max: 1,
    }))
}

/// What a permanent spell targets: what its enchant ability says, or what its mutate ability does.
pub(in crate::engine) fn of_permanent(
    game: &Game,
    program: &Program,
    item: &StackItem,
) -> Option<Phrase> {
    let mutates = game.has_status(item.object, Status::MUTATING);
    // CR 702.103b: a spell cast bestowed enchants what its bestow ability says.
    let wanted = if mutates {
        Primitive::Mutate
    } else if game.has_status(item.object, Status::BESTOWED) {
        Primitive::Bestow
    } else {
        Primitive::Enchant
    };
    let id = casting::printed_primitive(game, program, item.object, wanted)?;
    match &program.ability(id)?.kind {
        AbilityKind::Primitive { argument, .. } => argument.map(|filter| Phrase {
            // CR 702.140a: a creature.
            players: !mutates,
            ..Phrase::enchant(filter)
        }),
        _ => None,
    }
}

/// The target phrases of what was announced, in order.
///
/// # Errors
/// The ability does not exist or can't be on the stack.
pub fn phrases(
    game: &Game,
    program: &Program,
    item: &StackItem,
) -> Result<SmallVec<[Phrase; 2]>, Fault> {
    Ok(match casting::body(program, item)? {
        Some(body) => chosen_parts(program, item, Some(body))
            .flat_map(|part| part.targets.iter().map(Phrase::of))
            .collect(),
        None => of_permanent(game, program, item).into_iter().collect(),
    })
}

/// The context in which the n-th target phrase is looked at: the code of a part numbers its own phrases from 0.
///
/// # Errors
/// The ability does not exist or can't be on the stack.
pub fn context_of_phrase(program: &Program, item: &StackItem, at: usize) -> Result<Context, Fault> {
    let mut context = casting::context_of(item, true);
    let body = casting::body(program, item)?;
    let mut first = 0_usize;
    for part in chosen_parts(program, item, body).filter(|_| body.is_some()) {
        let next = first.saturating_add(part.targets.len());
        if at < next {
            context.targets = context.targets.into_iter().skip(first).collect();
            break;
        }
        first = next;
    }
    Ok(context)
}

/// Chooses targets for each phrase in order (CR 601.2c, 603.3d).
pub(in crate::engine) fn choose_targets(
    game: &mut Game,
    program: &Program,
    item: &mut StackItem,
) -> Result<Chosen, Fault> {
    if let Some(answer) = game.answer.take() {
        let Answer::Some(chosen) = answer else {
            return Err(wrong("the choice of targets"));
        };
        item.targets.push(chosen.into_iter().collect());
        show(game, item);
    }
    loop {
        let at = item.targets.len();
        let context = context_of_phrase(program, item, at)?;
        let Some(wanted) = wanted(game, program, item, &context, at)? else {
            return Ok(Chosen::All);
        };
        let from = targets::candidates(game, program, wanted.phrase, &context)?;
        let count = u32::try_from(from.len()).unwrap_or(u32::MAX);
        if wanted.min > count {
            return Ok(Chosen::Impossible);
        }
        let max = wanted.max.min(count);
        if max == 0 {
            item.targets.push(SmallVec::new());
            continue;
        }
        let about = About::Targets(u8::try_from(at).unwrap_or(u8::MAX));
        let choice = Choice::Some {
            from,
            min: wanted.min,
            max,
        };
        ask(game, item, choice, about);
        return Ok(Chosen::Asked);
    }
}

/// Lets what looks at the stack see the choices made so far.
fn show(game: &mut Game, item: &StackItem) {
    let mut stack = game.stack.iter_mut().rev();
    if let Some(shown) = stack.find(|i| i.object == item.object) {
        shown.clone_from(item);
    }
}

/// CR 601.2c: the targets of a spell or activated ability.
pub(in crate::engine) fn targets(
    game: &mut Game,
    program: &Program,
    casting: &mut Casting,
) -> Result<Flow, Fault> {
    Ok(match choose_targets(game, program, &mut casting.item)? {
        Chosen::All => {
            casting.stage = CastStage::Divide;
            Flow::On
        }
        Chosen::Asked => Flow::On,
        Chosen::Impossible => Flow::TakeBack,
    })
}

/// Divides an amount among the targets (CR 601.2d, 603.3d).
pub(in crate::engine) fn choose_division(
    game: &mut Game,
    program: &Program,
    item: &mut StackItem,
) -> Result<Chosen, Fault> {
    if let Some(answer) = game.answer.take() {
        let Answer::Divide(amounts) = answer else {
            return Err(wrong("a division"));
        };
        item.division = amounts.iter().map(|a| bound(*a)).collect();
        return Ok(Chosen::All);
    }
    let Some((among, amount)) = divided(game, program, item)? else {
        return Ok(Chosen::All);
    };
    match among.as_slice() {
        [] => Ok(Chosen::All),
        [_] => {
            item.division = SmallVec::from_iter([bound(amount)]);
            Ok(Chosen::All)
        }
        several => {
            // Each must receive at least one of whatever is divided.
            if i64::try_from(several.len()).unwrap_or(i64::MAX) > amount {
                return Ok(Chosen::Impossible);
            }
            let choice = Choice::Divide {
                amount,
                among: several.iter().map(|e| (*e, 1)).collect(),
            };
            ask(game, item, choice, About::Division);
            Ok(Chosen::Asked)
        }
    }
}

/// CR 601.2d: how a spell or activated ability divides an amount.
pub(in crate::engine) fn divide(
    game: &mut Game,
    program: &Program,
    casting: &mut Casting,
) -> Result<Flow, Fault> {
    Ok(match choose_division(game, program, &mut casting.item)? {
        Chosen::All => {
            casting.stage = CastStage::TotalCost;
            Flow::On
        }
        Chosen::Asked => Flow::On,
        Chosen::Impossible => Flow::TakeBack,
    })
}

/// Targets, and the amount that is divided among them.
pub type Division = (SmallVec<[Entity; 1]>, i64);

/// The targets among which an amount is divided, and the amount.
pub fn divided(
    game: &Game,
    program: &Program,
    item: &StackItem,
) -> Result<Option<Division>, Fault> {
    let Some(body) = casting::body(program, item)? else {
        return Ok(None);
    };
    let context = casting::context_of(item, true);
    let mut first = 0_usize;
    for part in chosen_parts(program, item, Some(body)) {
        if let Some((phrase, amount)) = part.divided {
            let at = first.saturating_add(usize::from(phrase));
            let among = item.targets.get(at).cloned().unwrap_or_default();
            let amount = vm::number(game, program, amount, &context, None)?;
            return Ok(Some((among, amount)));
        }
        first = first.saturating_add(part.targets.len());
    }
    Ok(None)
}
