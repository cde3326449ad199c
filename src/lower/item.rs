//! Items: cards, keywords, counters, tokens, words.

use super::{Bearer, Vocabulary, ability_line};
use crate::diag::{Code, Diagnostic, Sink};
use crate::ir::{
    Ability, AbilityKind, ActionDefinition, Card, CounterDefinition, Face, Filter,
    KeywordDefinition, Layout, Noun, Parameter, PtValue, SubtypeDefinition, TokenDefinition,
    TypeLine, WordDefinition,
};
use crate::syntax::Line;
use crate::syntax::ast::{
    self, CardItem, CounterItem, FaceItem, KeywordItem, Mark, SubtypeItem, TokenItem, WordItem,
};
use crate::vocab::{CardType, ColorSet, Name};

/// The abilities of lines; every line's problems are reported.
fn lines(
    lines: &[Line],
    bearer: &Bearer,
    vocab: &Vocabulary,
    sink: &mut Sink,
) -> Option<Vec<Ability>> {
    let mut out = Some(Vec::new());
    for line in lines {
        let bearer = bearer.clone().at(line, lines);
        match (ability_line(line, &bearer, vocab, sink), &mut out) {
            (Some(abilities), Some(all)) => all.extend(abilities),
            (None, _) => out = None,
            (Some(_), None) => {}
        }
    }
    out
}

fn pt_value(text: &str) -> Option<PtValue> {
    if text == "*" {
        return Some(PtValue::Star);
    }
    if let Some(n) = text.strip_suffix("+*").or_else(|| text.strip_prefix("*+")) {
        return n.parse().ok().map(PtValue::StarPlus);
    }
    if text == "X" {
        return Some(PtValue::Quantity(Box::new(crate::ir::Quantity::X)));
    }
    text.parse().ok().map(PtValue::Number)
}

/// A face of a card or token, and the color words of its type line.
fn face(item: &FaceItem, vocab: &Vocabulary, sink: &mut Sink) -> Option<(Face, Option<ColorSet>)> {
    let head = face_head(item, vocab, sink);
    let types = item.types.as_ref()?;
    let subtypes = head.as_ref().map(|face| face.types.subtypes.as_slice());
    let bearer = Bearer::new(
        item.name.value.clone(),
        types.types,
        subtypes.unwrap_or_default(),
    );
    let abilities = lines(&item.lines, &bearer, vocab, sink);
    let mut face = head?;
    face.abilities = abilities?;
    face.overloaded = super::overloaded(&item.lines, &face.abilities, &bearer, vocab);
    Some((face, types.colors))
}

/// A face without its abilities.
pub fn face_head(item: &FaceItem, vocab: &Vocabulary, sink: &mut Sink) -> Option<Face> {
    let types = item.types.as_ref()?;
    let mut subtypes = Vec::new();
    for subtype in &types.subtypes {
        match vocab.subtype(&subtype.value) {
            Some((name, _, _)) => subtypes.push(name),
            None => {
                let mut diagnostic = Diagnostic::error(
                    Code::UnknownSubtype,
                    subtype.span,
                    format!("unknown subtype `{}`", subtype.value),
                );
                let near = if sink.is_crowded() {
                    None
                } else {
                    vocab.nearest_subtype(&subtype.value)
                };
                diagnostic = match near {
                    Some(near) => diagnostic
                        .label(format!("did you mean `{near}`?"))
                        .fix(subtype.span, near.as_str()),
                    None => {
                        let kind = types.types.iter().next().map_or("creature", CardType::word);
                        diagnostic.label("no pack declares it").help(format!(
                            "declare it: `subtype {}: {}`",
                            kind.to_lowercase(),
                            subtype.value
                        ))
                    }
                };
                sink.push(diagnostic);
            }
        }
    }
    let (mut pt, mut loyalty, mut defense) = (None, None, None);
    check_mark(types, &subtypes, sink);
    if let Some(mark) = &types.mark {
        match &mark.value {
            Mark::PowerToughness(p, t) => match (pt_value(p), pt_value(t)) {
                (Some(p), Some(t)) => pt = Some((p, t)),
                _ => {
                    sink.push(Diagnostic::error(
                        Code::BadValue,
                        mark.span,
                        "power and toughness are numbers, or `*`",
                    ));
                    return None;
                }
            },
            Mark::Bracket(n) => {
                let Some(value) = pt_value(n) else {
                    sink.push(Diagnostic::error(
                        Code::BadValue,
                        mark.span,
                        format!("`{n}` is not a number"),
                    ));
                    return None;
                };
                if types.types.contains(CardType::Battle) {
                    defense = Some(value)
                } else {
                    loyalty = Some(value)
                }
            }
        }
    }
    Some(Face {
        name: item.name.value.clone(),
        cost: item.cost.as_ref().map(|c| c.value.clone()),
        indicator: item.indicator,
        types: TypeLine {
            supertypes: types.supertypes,
            types: types.types,
            subtypes,
        },
        pt,
        loyalty,
        defense,
        abilities: Vec::new(),
        overloaded: Vec::new(),
    })
}

/// Whether what stands at the end of a type line is what its card types have (CR 208.1, 301.7a, 306.5, 310.4).
fn check_mark(types: &ast::TypeLine, subtypes: &[Name], sink: &mut Sink) {
    let is = |kind| types.types.contains(kind);
    let battles = is(CardType::Creature)
        || subtypes
            .iter()
            .any(|subtype| matches!(subtype.as_str(), "Vehicle" | "Spacecraft"));
    let counted = is(CardType::Planeswalker) || is(CardType::Battle);
    let last = types.subtypes.last();
    let last = last.map_or(types.span, |subtype| subtype.span);
    let problem = match types.mark.as_ref().map(|mark| (&mark.value, mark.span)) {
        None if battles => Diagnostic::error(
            Code::MissingPt,
            last,
            "a creature needs power and toughness",
        )
        .label("write them after the types, as in `2/2`")
        .rule("208.1"),
        None if is(CardType::Planeswalker) => {
            Diagnostic::error(Code::MissingLoyalty, last, "a planeswalker needs loyalty")
                .label("write it after the types, as in `[4]`")
                .rule("306.5a")
        }
        None if is(CardType::Battle) => {
            Diagnostic::error(Code::MissingLoyalty, last, "a battle needs defense")
                .label("write it after the types, as in `[4]`")
                .rule("310.4a")
        }
        Some((Mark::PowerToughness(..), span)) if !battles => Diagnostic::error(
            Code::UnexpectedPt,
            span,
            "only creatures and Vehicles have power and toughness",
        )
        .label("leave it out, or add the type `Creature`")
        .rule("208.1"),
        Some((Mark::Bracket(_), span)) if !counted => Diagnostic::error(
            Code::UnexpectedPt,
            span,
            "only planeswalkers have loyalty, and only battles defense",
        )
        .label("leave it out")
        .rule("306.5"),
        _ => return,
    };
    sink.push(problem);
}

/// How the faces of a card belong together.
pub fn layout(item: &CardItem, sink: &mut Sink) -> Option<Layout> {
    Some(
        match item.layout.as_ref().map(|l| (l.value.as_str(), l.span)) {
            None => Layout::Normal,
            Some(("transform", _)) => Layout::Transform,
            Some(("modal", _)) => Layout::ModalDoubleFaced,
            Some(("split", _)) => Layout::Split,
            Some(("flip", _)) => Layout::Flip,
            Some(("adventure", _)) => Layout::Adventure,
            Some((other, span)) => {
                sink.push(
                    Diagnostic::error(Code::BadHeader, span, format!("unknown layout `{other}`"))
                        .help("layouts are transform, modal, split, flip and adventure"),
                );
                return None;
            }
        },
    )
}

/// A card.
pub fn card(item: &CardItem, vocab: &Vocabulary, sink: &mut Sink) -> Option<Card> {
    let layout = layout(item, sink)?;
    let faces: Vec<Option<(Face, Option<ColorSet>)>> =
        item.faces.iter().map(|f| face(f, vocab, sink)).collect();
    let faces = faces
        .into_iter()
        .map(|f| f.map(|(face, _)| face))
        .collect::<Option<Vec<_>>>()?;
    Some(Card { layout, faces })
}

/// A token that is created by name.
pub fn token(item: &TokenItem, vocab: &Vocabulary, sink: &mut Sink) -> Option<TokenDefinition> {
    let (mut face, colors) = face(&item.face, vocab, sink)?;
    // A token's color words stand where a card has a color indicator (CR 111.3, 204).
    face.indicator = face.indicator.or(colors);
    Some(TokenDefinition {
        name: face.name.clone(),
        face,
    })
}

/// What a keyword's parameter words declare.
#[must_use]
pub fn parameter(item: &KeywordItem) -> Option<Parameter> {
    let words: Vec<&str> = item.parameters.iter().map(|p| p.value.as_str()).collect();
    Some(match words.as_slice() {
        [] => Parameter::None,
        ["N"] => Parameter::Number,
        ["COST"] => Parameter::Cost,
        ["QUALITY"] => Parameter::Quality,
        ["SUBTYPE"] => Parameter::Subtype,
        ["N", "COST"] => Parameter::NumberCost,
        ["QUALITY", "COST"] => Parameter::QualityCost,
        _ => return None,
    })
}

/// A keyword with what it means.
pub fn keyword_definition(
    item: &KeywordItem,
    vocab: &Vocabulary,
    sink: &mut Sink,
) -> Option<KeywordDefinition> {
    let Some(parameter) = parameter(item) else {
        sink.push(Diagnostic::error(
            Code::BadHeader,
            item.name.span,
            "these parameters cannot stand together",
        ));
        return None;
    };
    let mut means = Some(Vec::new());
    for line in &item.means {
        let bearer = Bearer::of_keyword(item.name.value.clone(), line);
        let more = lines(std::slice::from_ref(line), &bearer, vocab, sink);
        means = means.zip(more).map(|(mut all, more)| {
            all.extend(more);
            all
        });
    }
    let means = means?;
    Some(KeywordDefinition {
        name: Name::from(item.name.value.to_lowercase()),
        parameter,
        means,
        rule: item.cites.first().map(|cite| cite.value.clone()),
        primitive: item.primitive.as_ref().map(|p| p.value.clone()),
    })
}

/// A keyword action with the instructions that it stands for.
pub fn action_definition(
    item: &KeywordItem,
    vocab: &Vocabulary,
    sink: &mut Sink,
) -> Option<ActionDefinition> {
    let number = match parameter(item) {
        Some(Parameter::None) => false,
        Some(Parameter::Number) => true,
        _ => {
            let message = "an action takes N, or nothing";
            sink.push(Diagnostic::error(Code::BadHeader, item.name.span, message));
            return None;
        }
    };
    if item.means.is_empty() || item.primitive.is_some() {
        let message = "an action is defined by what it means, and by nothing else";
        sink.push(Diagnostic::error(Code::BadHeader, item.name.span, message));
        return None;
    }
    let mut means = Vec::new();
    let bearer = Bearer::of_action(item.name.value.clone());
    for ability in lines(&item.means, &bearer, vocab, sink)? {
        let AbilityKind::Spell(effect) = ability.kind else {
            sink.push(Diagnostic::error(
                Code::NotUnderstood,
                item.name.span,
                "an action means instructions",
            ));
            return None;
        };
        means.push(effect);
    }
    Some(ActionDefinition {
        name: Name::from(item.name.value.to_lowercase()),
        number,
        means,
    })
}

/// A counter with what it means.
pub fn counter(
    item: &CounterItem,
    vocab: &Vocabulary,
    sink: &mut Sink,
) -> Option<CounterDefinition> {
    let bearer = Bearer::any(item.name.value.clone());
    Some(CounterDefinition {
        name: item.name.value.clone(),
        means: lines(&item.means, &bearer, vocab, sink)?,
    })
}

/// A subtype with what it means; `None` for a plain one.
pub fn subtype(
    item: &SubtypeItem,
    vocab: &Vocabulary,
    sink: &mut Sink,
) -> Option<SubtypeDefinition> {
    let (name, _) = item.names.first().filter(|_| !item.means.is_empty())?;
    let mut means = Vec::new();
    for line in &item.means {
        let bearer = Bearer::of_keyword(name.value.clone(), line);
        means.extend(lines(std::slice::from_ref(line), &bearer, vocab, sink)?);
    }
    Some(SubtypeDefinition {
        name: name.value.clone(),
        means,
    })
}

/// An adjective with what it means. Ability words mean nothing and have no definition.
pub fn word(item: &WordItem, vocab: &Vocabulary, sink: &mut Sink) -> Option<WordDefinition> {
    let line = item.means.as_ref()?;
    let bearer = Bearer::any(item.name.value.clone());
    let noun = super::noun(line, &bearer, vocab, sink)?;
    let filters = |noun: Noun| -> Option<Vec<Filter>> {
        match noun {
            Noun::Described { filter, .. } => Some(vec![filter]),
            Noun::Either(nouns) => nouns
                .into_iter()
                .map(|n| match n {
                    Noun::Described { filter, .. } => Some(filter),
                    _ => None,
                })
                .collect(),
            _ => None,
        }
    };
    match filters(noun) {
        Some(means) => Some(WordDefinition {
            name: Name::from(item.name.value.to_lowercase()),
            means,
        }),
        None => {
            sink.push(Diagnostic::error(
                Code::NotUnderstood,
                line.span,
                "a word means a description such as `artifact or legendary`",
            ));
            None
        }
    }
}
