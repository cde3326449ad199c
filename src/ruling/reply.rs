//! From what a script says to an answer that the engine takes.

use super::names::{Names, Seek};
use super::script::{Mention, Reply, Said};
use crate::bytecode::{AbilityKind, Program};
use crate::engine::layers;
use crate::game::{
    About, Action, Answer, Choice, Decision, Entity, Game, ObjectId, decision::OptionLabel,
};
use crate::vocab::ManaKind;

/// The answer that a reply gives to a question.
///
/// # Errors
/// What does not fit, as a sentence.
pub fn answer(
    reply: &Reply,
    decision: &Decision,
    names: &Names,
    game: &Game,
    program: &Program,
) -> Result<Answer, String> {
    let things = |mentions: &[Mention]| -> Result<Vec<Entity>, String> {
        let mut all = Vec::new();
        for mention in mentions {
            all.extend(among(mention, decision, names, game, program)?);
        }
        Ok(all)
    };
    match (&decision.choice, &reply.what) {
        // "Tapping A" names what is tapped to pay mana or another cost.
        (Choice::Some { .. }, Said::Things(mentions) | Said::Pay(mentions)) => {
            Ok(Answer::Some(things(mentions)?))
        }
        (Choice::Some { .. }, Said::Nothing) => Ok(Answer::Some(Vec::new())),
        // "You may" choose the only thing there is, or nothing.
        (Choice::Some { from, min: 0, .. }, Said::Yes(yes)) if from.len() == 1 => Ok(Answer::Some(
            from.iter().filter(|_| *yes).copied().collect(),
        )),
        (Choice::Options { .. }, Said::Nothing) => Ok(Answer::Options(Vec::new())),
        (Choice::Options { options, .. }, said) => {
            options_of(said, options, decision, names, game, program).map(Answer::Options)
        }
        (Choice::Number { .. }, Said::Number(n)) => Ok(Answer::Number(*n)),
        (Choice::Number { .. }, Said::Nothing) => Ok(Answer::Number(0)),
        (Choice::YesNo, Said::Yes(yes)) => Ok(Answer::YesNo(*yes)),
        (Choice::Order { items }, Said::Order(order)) => {
            ordered(order, items, decision, names, game, program).map(Answer::Order)
        }
        (Choice::Divide { among, .. }, Said::Divide(amounts)) => {
            divided(amounts, among, decision, names, game, program).map(Answer::Divide)
        }
        (Choice::PayMana { .. }, Said::Pay(mentions)) => {
            let first = mentions.first().ok_or("nothing is named to pay with")?;
            let id = names.object(first, Seek::InPlay, game, program)?;
            let ability = mana_ability(id, game, program)
                .ok_or_else(|| "it has no mana ability".to_owned())?;
            Ok(Answer::Act(Action::Activate {
                object: id,
                ability,
            }))
        }
        (Choice::PayMana { .. }, Said::Yes(true)) => Ok(Answer::PayAutomatically),
        (Choice::PayMana { .. }, Said::Yes(false)) => Ok(Answer::Act(Action::Pass)),
        _ => Err(format!(
            "the question is {}",
            kind_of(&decision.choice, decision.about)
        )),
    }
}

/// The things that a mention means as an answer: of several with the name, those that can be chosen.
fn among(
    mention: &Mention,
    decision: &Decision,
    names: &Names,
    game: &Game,
    program: &Program,
) -> Result<Vec<Entity>, String> {
    let offered: Vec<Entity> = match &decision.choice {
        Choice::Some { from, .. } => from.clone(),
        Choice::Divide { among, .. } => among.iter().map(|(e, _)| *e).collect(),
        _ => Vec::new(),
    };
    let found = names.resolve(mention, Seek::InPlay, game, program);
    if let Ok(found) = &found
        && found.iter().all(|e| offered.contains(e))
    {
        return Ok(found.clone());
    }
    // "Swamp" among cards in hand: what can be chosen is what is meant.
    let super::script::Named::Object { name, .. } = &mention.what else {
        return found;
    };
    let called = |e: &&Entity| {
        let own = names.of(**e, game, program);
        own == name.as_str() || super::parse::names_of(&own).any(|n| n == name.as_str()) || {
            e.object().is_some_and(|id| {
                layers::characteristics(game, program, id)
                    .map(|c| c.name(program).to_owned())
                    .is_some_and(|full| super::parse::names_of(&full).any(|n| n == name.as_str()))
            })
        }
    };
    let fitting: Vec<Entity> = offered.iter().filter(called).copied().collect();
    match (fitting.as_slice(), mention.which) {
        ([], _) => found,
        (all, super::script::Which::Each) => Ok(all.to_vec()),
        ([only], super::script::Which::Again(_)) => Ok(vec![*only]),
        (all, super::script::Which::Nth(n) | super::script::Which::Again(n)) => all
            .get(n.saturating_sub(1))
            .map(|e| vec![*e])
            .ok_or_else(|| format!("there are not so many of `{name}`")),
        ([first, ..], super::script::Which::Only) => Ok(vec![*first]),
    }
}

/// The first mana ability of a permanent, by its place among all its abilities.
fn mana_ability(id: ObjectId, game: &Game, program: &Program) -> Option<u8> {
    let seen = layers::characteristics(game, program, id)?;
    let at = seen.abilities.iter().position(|instance| {
        program
            .ability(instance.ability)
            .is_some_and(|a| matches!(a.kind, AbilityKind::Activated { mana: true, .. }))
    })?;
    u8::try_from(at).ok()
}

fn options_of(
    said: &Said,
    options: &[OptionLabel],
    decision: &Decision,
    names: &Names,
    game: &Game,
    program: &Program,
) -> Result<Vec<u32>, String> {
    let texts: Vec<String> = options
        .iter()
        .map(|label| label_text(label, decision, names, game, program))
        .collect();
    // The object calls itself by its kind; a script may call it by its name.
    let own = decision
        .source
        .and_then(|id| game.object(id))
        .and_then(|object| program.face(object.face))
        .map(|face| face.name.to_lowercase())
        .unwrap_or_default();
    let plain = |text: &str| {
        let text = text.to_lowercase();
        let short = own.split(',').next().unwrap_or_default();
        let mut out = text.replace("this permanent", "this spell");
        for name in [own.as_str(), short] {
            if !name.is_empty() {
                out = out.replace(name, "this spell");
            }
        }
        out
    };
    let index = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let find = |wanted: &str| -> Result<u32, String> {
        let wanted = plain(wanted);
        let exact = texts.iter().position(|t| plain(t) == wanted);
        let begins = || texts.iter().position(|t| plain(t).starts_with(&wanted));
        // Words from the middle do if only one option has them.
        let within = || {
            let mut all = texts
                .iter()
                .enumerate()
                .filter(|(_, t)| plain(t).contains(&wanted));
            all.next()
                .filter(|_| all.next().is_none())
                .map(|(at, _)| at)
        };
        exact
            .or_else(begins)
            .or_else(within)
            .map(index)
            .ok_or_else(|| format!("`{wanted}` is not one of the options: {}", texts.join("; ")))
    };
    match said {
        Said::Words(words) => words.iter().map(|w| find(w)).collect(),
        Said::Color(color) => {
            let mana = OptionLabel::Mana(ManaKind::Colored(*color));
            match options.iter().position(|o| *o == mana) {
                Some(at) => Ok(vec![index(at)]),
                None => find(color.word()).map(|at| vec![at]),
            }
        }
        Said::Number(n) => {
            let at = usize::try_from(n.saturating_sub(1)).ok();
            at.filter(|at| *at < options.len())
                .map(|at| vec![index(at)])
                .ok_or_else(|| format!("there are {} options", options.len()))
        }
        Said::Yes(yes) => match options {
            [_] if *yes => Ok(vec![0]),
            [_] => Ok(Vec::new()),
            _ => Err("one of several options must be named".to_owned()),
        },
        Said::Things(mentions) => mentions
            .iter()
            .map(|mention| {
                // A creature type may be the name of something too.
                if let super::script::Named::Object { name, .. } = &mention.what
                    && let Some(at) = options
                        .iter()
                        .position(|o| matches!(o, OptionLabel::Word(word) if word == name))
                {
                    return Ok(index(at));
                }
                let wanted = names.resolve(mention, Seek::InPlay, game, program)?;
                options
                    .iter()
                    .position(|o| match o {
                        OptionLabel::Entity(e) => wanted.contains(e),
                        OptionLabel::Ability(_, id) => wanted.contains(&Entity::Object(*id)),
                        _ => false,
                    })
                    .map(index)
                    .ok_or_else(|| "that is not one of the options".to_owned())
            })
            .collect(),
        _ => Err("an option is asked for".to_owned()),
    }
}

/// The words of an option.
pub fn label_text(
    label: &OptionLabel,
    decision: &Decision,
    names: &Names,
    game: &Game,
    program: &Program,
) -> String {
    match label {
        OptionLabel::Mode(n) => decision
            .ability
            .and_then(|id| program.ability(id))
            .map(|a| program.string(a.text))
            .and_then(|text| {
                text.split('•')
                    .nth(usize::from(*n).saturating_add(1))
                    .map(|mode| mode.trim().to_owned())
            })
            .unwrap_or_else(|| format!("mode {}", u32::from(*n).saturating_add(1))),
        OptionLabel::Entity(entity) => names.of(*entity, game, program),
        OptionLabel::Ability(ability, source) => {
            let keyword = program
                .ability(*ability)
                .and_then(|a| a.keyword)
                .and_then(|k| program.keywords.get(k.index()))
                .map(|k| k.name.to_string());
            let source = names.of(Entity::Object(*source), game, program);
            // CR 702.33b: of two kicker abilities the cost tells which.
            let cost = program.ability(*ability).map(|a| &a.kind);
            let cost = match (cost, decision.about) {
                (Some(AbilityKind::Primitive { cost, .. }), About::Costs) => cost.as_ref(),
                _ => None,
            };
            let cost = cost.and_then(|cost| cost.mana.as_ref());
            let several =
                matches!(&decision.choice, Choice::Options { options, .. } if options.len() > 1);
            let keyword = match (keyword, cost.filter(|_| several)) {
                (Some(keyword), Some(cost)) => Some(format!("{keyword} {cost}")),
                (keyword, _) => keyword,
            };
            keyword.unwrap_or_else(|| format!("{source}'s ability"))
        }
        OptionLabel::Mana(kind) => format!("{{{}}}", kind.letter()),
        OptionLabel::Symbols(cost) => cost.to_string(),
        OptionLabel::Word(word) => word.to_string(),
    }
}

fn ordered(
    order: &[(Mention, Option<Mention>)],
    items: &[OptionLabel],
    decision: &Decision,
    names: &Names,
    game: &Game,
    program: &Program,
) -> Result<Vec<u32>, String> {
    // CR 603.3b: the waiting triggers of the player, in the order of the items.
    let waiting: Vec<_> = game
        .waiting
        .iter()
        .filter(|w| w.item.controller == decision.player && !w.on_trigger)
        .collect();
    let mut chosen: Vec<u32> = Vec::new();
    for (mention, about) in order {
        let wanted = names
            .resolve(mention, Seek::InPlay, game, program)
            .unwrap_or_default();
        let concerned = match about {
            Some(about) => names.resolve(about, Seek::InPlay, game, program)?,
            None => Vec::new(),
        };
        let super::script::Named::Object { name, .. } = &mention.what else {
            return Err("a player is no ability".to_owned());
        };
        let at = items.iter().enumerate().position(|(at, item)| {
            let index = u32::try_from(at).unwrap_or(u32::MAX);
            if chosen.contains(&index) {
                return false;
            }
            let of = match item {
                OptionLabel::Ability(_, id) => Entity::Object(*id),
                OptionLabel::Entity(e) => *e,
                _ => return false,
            };
            let fits = wanted.contains(&of) || names.of(of, game, program) == name.as_str();
            let about_fits = concerned.is_empty()
                || waiting.get(at).is_some_and(|w| {
                    w.item.event.as_ref().is_some_and(|event| {
                        concerned.contains(&event.subject)
                            || event.object.is_some_and(|o| concerned.contains(&o))
                    })
                });
            fits && about_fits
        });
        match at {
            Some(at) => chosen.push(u32::try_from(at).unwrap_or(u32::MAX)),
            None => return Err(format!("`{name}` is not among what is ordered")),
        }
    }
    // In any order: as they are. One that is not named is the last if it is the only one.
    if order.is_empty() {
        return Ok((0..items.len())
            .filter_map(|i| u32::try_from(i).ok())
            .collect());
    }
    if chosen.len().saturating_add(1) == items.len() {
        let left = (0..items.len())
            .filter_map(|i| u32::try_from(i).ok())
            .find(|i| !chosen.contains(i));
        chosen.extend(left);
    }
    Ok(chosen)
}

fn divided(
    amounts: &[(i64, Mention)],
    among_all: &[(Entity, i64)],
    decision: &Decision,
    names: &Names,
    game: &Game,
    program: &Program,
) -> Result<Vec<i64>, String> {
    let mut out = vec![0_i64; among_all.len()];
    for (amount, mention) in amounts {
        for entity in among(mention, decision, names, game, program)? {
            let slot = among_all
                .iter()
                .position(|(e, _)| *e == entity)
                .and_then(|at| out.get_mut(at));
            match slot {
                Some(slot) => *slot = slot.saturating_add(*amount),
                None => {
                    return Err(format!(
                        "nothing can be divided to {}",
                        names.of(entity, game, program)
                    ));
                }
            }
        }
    }
    Ok(out)
}

/// What kind of question it is, for messages.
pub fn kind_of(choice: &Choice, about: About) -> &'static str {
    match (choice, about) {
        (_, About::Targets(_)) => "which targets to choose",
        (_, About::Help) => "what to tap or exile instead of paying mana",
        (_, About::Modes) => "which modes to choose",
        (_, About::ValueOfX) => "what X is",
        (_, About::Costs) => "which optional costs to pay",
        (_, About::TriggerOrder) => "in which order to put triggered abilities on the stack",
        (_, About::Shield) => "whose damage a shield is for first",
        (_, About::ReplacementChoice) => "which replacement effect to apply first",
        (_, About::Attackers) => "which creatures attack",
        (_, About::Band) => "which creatures attack in a band with another",
        (_, About::Blockers) => "which creatures block",
        (_, About::CombatDamage) => "how to assign combat damage",
        (_, About::Division) => "how to divide an amount",
        (_, About::LegendRule) => "which legendary permanent to keep",
        (_, About::Untap) => "which permanents not to untap",
        (_, About::CleanupDiscard) => "which cards to discard",
        (_, About::ManaChoice) => "which mana to add",
        (_, About::Merge) => "whether to put a spell over or under the creature",
        (_, About::Protector) => "which player protects a battle",
        (_, About::Enchanted) => "what an Aura enchants",
        (_, About::CommanderZone | About::CommanderReturns) => {
            "whether to move a commander to the command zone"
        }
        (Choice::YesNo, _) => "yes or no",
        (Choice::Number { .. }, _) => "a number",
        (Choice::Options { .. }, _) => "an option",
        (Choice::Order { .. }, _) => "an order",
        (Choice::Divide { .. }, _) => "how to divide an amount",
        (Choice::PayMana { .. }, _) => "a payment of mana",
        (Choice::Assign { .. }, _) => "an assignment",
        (Choice::Some { .. }, _) => "which things to choose",
        (Choice::Priority, _) => "what to do with priority",
    }
}
