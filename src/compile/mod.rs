//! From packs to a program: every stage in its order.
//!
//! **Takes** loaded packs; **gives** a [`Compiled`] pack set and reports everything that is wrong. May import every stage above
//! it in the pipeline. A card that was read but lost a word, or has a part without code, is refused (E05xx), so that a card
//! never does less than it says.

mod faithful;

pub use faithful::{Loss, definition_loss, english_of, loss, loss_of, spell_before, word_loss};

use crate::bytecode::{Primitive, Program, SubtypeKind, verify};
use crate::codegen::{self, Definitions};
use crate::diag::{Code, Diagnostic, Severity, Sink, nearest};
use crate::ir;
use crate::lower::{self, Bearer, Vocabulary};
use crate::pack::Pack;
use crate::source::Span;
use crate::syntax::{Item, Line, RulingItem};
use crate::vocab::{CardType, Name};
use crate::{bytecode, english};
use std::collections::BTreeMap;

/// Packs after every stage.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// The names that the packs declare.
    pub vocabulary: Vocabulary,
    /// Their definitions in the intermediate representation.
    pub definitions: Definitions,
    /// The program. Cards that are refused are not in it; it can be run only if the packs are [`sound`](Self::sound).
    pub program: Program,
    /// Whether nothing is wrong but cards, which the program then lacks.
    pub sound: bool,
    /// The rulings of the packs that were asked for.
    pub rulings: Vec<RulingItem>,
    /// Names of the cards of the packs that were asked for, in order.
    pub requested: Vec<Name>,
}

/// Compiles packs, dependencies first.
pub fn packs(packs: &[Pack], sink: &mut Sink) -> Compiled {
    // What was wrong before this stage is a card's if it stands in one.
    let unread: Vec<Span> = errors(sink).collect();
    let cards: Vec<Span> = packs
        .iter()
        .flat_map(|pack| &pack.items)
        .filter_map(place_of)
        .collect();
    let mut sound = unread
        .iter()
        .all(|place| cards.iter().any(|card| card.holds(*place)));
    let vocabulary = vocabulary(packs, sink);
    let mut definitions = Definitions::default();
    let mut rulings = Vec::new();
    let mut requested = Vec::new();
    let mut places: BTreeMap<Name, Vec<Span>> = BTreeMap::new();
    for pack in packs {
        for item in &pack.items {
            if pack.requested {
                match item {
                    Item::Card(card) => {
                        requested.extend(card.faces.first().map(|face| face.name.value.clone()))
                    }
                    Item::Ruling(ruling) => rulings.push(ruling.clone()),
                    _ => {}
                }
            }
            let before = sink.errors();
            define_at(item, &vocabulary, &mut definitions, &mut places, sink);
            let wrong = sink.errors() > before;
            match item {
                Item::Card(card) => {
                    if wrong || unread.iter().any(|place| card.span.holds(*place)) {
                        let faces = card.faces.iter().map(|face| face.name.value.clone());
                        definitions.withheld.extend(faces);
                    }
                }
                _ => sound &= !wrong,
            }
        }
    }
    let describe = |ability: &ir::Ability| english::ability(ability, &english::Context::default());
    let (program, unsupported) = codegen::program(&definitions, &describe);
    for missing in unsupported {
        if definitions
            .cards
            .iter()
            .any(|card| card.faces.iter().any(|face| face.name == missing.on))
        {
            definitions.withheld.insert(missing.on.clone());
        } else {
            sound = false;
        }
        let lines = places.get(&missing.on);
        let span = lines
            .and_then(|lines| lines.get(missing.ability).or(lines.first()))
            .copied()
            .unwrap_or_default();
        let message = format!(
            "`{}` needs {}, which has no code yet",
            missing.on, missing.what
        );
        sink.push(
            Diagnostic::error(Code::NotExecutable, span, message)
                .label("understood, but not executable yet"),
        );
    }
    if sound && let Err(errors) = verify::program(&program) {
        // A fault of the compiler, not of the pack; it is refused all the same.
        sound = false;
        for error in errors {
            let message = format!("the compiled program is not valid: {error}");
            sink.push(Diagnostic::error(
                Code::NotExecutable,
                Span::default(),
                message,
            ));
        }
    }
    Compiled {
        vocabulary,
        definitions,
        program,
        sound,
        rulings,
        requested,
    }
}

/// Where the errors are.
fn errors(sink: &Sink) -> impl Iterator<Item = Span> {
    let errors = sink.all().iter();
    errors
        .filter(|found| found.severity == Severity::Error)
        .map(|found| found.primary.span)
}

/// Where a card stands.
fn place_of(item: &Item) -> Option<Span> {
    match item {
        Item::Card(card) => Some(card.span),
        _ => None,
    }
}

/// What the packs declare.
pub fn vocabulary(packs: &[Pack], sink: &mut Sink) -> Vocabulary {
    let mut vocabulary = Vocabulary::default();
    let mut seen: BTreeMap<(&'static str, Name), Span> = BTreeMap::new();
    let mut declare = |kind: &'static str, name: &Name, span: Span| {
        let key = (kind, Name::new(name.to_lowercase()));
        if let Some(first) = seen.get(&key) {
            let message = format!("the {kind} `{name}` is defined twice");
            sink.push(
                Diagnostic::error(Code::Duplicate, span, message)
                    .label("defined again here")
                    .also(*first, "first defined here"),
            );
        } else {
            seen.insert(key, span);
        }
    };
    for name in packs.iter().flat_map(|pack| &pack.known) {
        vocabulary.add_card(name);
    }
    for item in packs.iter().flat_map(|pack| &pack.items) {
        match item {
            Item::Card(card) => {
                for face in &card.faces {
                    declare("card", &face.name.value, face.name.span);
                    vocabulary.add_card(&face.name.value);
                }
            }
            Item::Keyword(keyword) => {
                declare("keyword", &keyword.name.value, keyword.name.span);
                if let Some(parameter) = lower::parameter(keyword) {
                    vocabulary.add_keyword(&keyword.name.value, parameter);
                }
            }
            Item::Action(action) => {
                // "Connive" and "connive N" are two (CR 701.50e).
                let kind = if action.parameters.is_empty() {
                    "action"
                } else {
                    "action with a number"
                };
                declare(kind, &action.name.value, action.name.span);
                vocabulary.add_action(action);
            }
            Item::Counter(counter) => {
                declare("counter", &counter.name.value, counter.name.span);
                vocabulary.add_counter(&counter.name.value);
            }
            Item::Token(token) => {
                declare("token", &token.face.name.value, token.face.name.span);
                vocabulary.add_token(&token.face.name.value);
            }
            Item::Word(word) => {
                declare("word", &word.name.value, word.name.span);
                if word.means.is_some() {
                    vocabulary.add_word(&word.name.value);
                } else {
                    vocabulary.add_ability_word(&word.name.value);
                }
            }
            Item::Subtype(subtype) => {
                let kind = CardType::from_word(&subtype.kind.value.to_lowercase());
                for (name, plural) in &subtype.names {
                    vocabulary.add_subtype(&name.value, kind, plural.as_deref());
                }
            }
            Item::Ruling(_) => {}
        }
    }
    vocabulary
}

/// Defines an item, and remembers the places of its lines for what the code generator says about it.
fn define_at(
    item: &Item,
    vocabulary: &Vocabulary,
    definitions: &mut Definitions,
    places: &mut BTreeMap<Name, Vec<Span>>,
    sink: &mut Sink,
) {
    let (name, spans) = match item {
        Item::Card(card) => {
            for face in &card.faces {
                let spans = face.lines.iter().map(|line| line.span).collect();
                places.insert(face.name.value.clone(), spans);
            }
            return define(item, vocabulary, definitions, sink);
        }
        Item::Keyword(keyword) => (&keyword.name.value, keyword.name.span),
        Item::Action(action) => (&action.name.value, action.name.span),
        Item::Counter(counter) => (&counter.name.value, counter.name.span),
        Item::Token(token) => (&token.face.name.value, token.face.name.span),
        _ => return define(item, vocabulary, definitions, sink),
    };
    places.insert(name.clone(), vec![spans]);
    define(item, vocabulary, definitions, sink);
}

/// Lowers an item and adds it to the definitions; what is wrong with it is reported.
pub fn define(
    item: &Item,
    vocabulary: &Vocabulary,
    definitions: &mut Definitions,
    sink: &mut Sink,
) {
    match item {
        Item::Card(card) => {
            if let Some(lowered) = lower::card(card, vocabulary, sink) {
                for (written, face) in card.faces.iter().zip(&lowered.faces) {
                    refuse_losses(
                        &written.lines,
                        |line| loss(line, &written.lines, face, vocabulary),
                        sink,
                    );
                }
                definitions.cards.push(lowered);
            }
        }
        Item::Keyword(keyword) => {
            if let Some(primitive) = &keyword.primitive
                && Primitive::named(&primitive.value).is_none()
                && !bytecode::RESERVED.contains(&primitive.value.as_str())
            {
                sink.push(unknown_primitive(&primitive.value, primitive.span));
            }
            definitions
                .keywords
                .extend(lower::keyword_definition(keyword, vocabulary, sink));
        }
        Item::Action(action) => {
            let lowered = lower::action_definition(action, vocabulary, sink);
            if lowered.is_some() {
                let bearer = Bearer::of_action(action.name.value.clone());
                let loss = |line: &Line| definition_loss(line, &bearer, vocabulary);
                refuse_losses(&action.means, loss, sink);
            }
            definitions.actions.extend(lowered);
        }
        Item::Counter(counter) => {
            let name = counter.name.value.as_str();
            let lowered = lower::counter(counter, vocabulary, sink);
            if lowered.is_some() {
                let loss = |line: &Line| {
                    definition_loss(line, &Bearer::of_keyword(name, line), vocabulary)
                };
                refuse_losses(&counter.means, loss, sink);
            }
            definitions.counters.extend(lowered);
        }
        Item::Token(token) => {
            let lowered = lower::token(token, vocabulary, sink);
            if let Some(token_face) = lowered.as_ref().map(|token| &token.face) {
                let loss = |line: &Line| loss(line, &[], token_face, vocabulary);
                refuse_losses(&token.face.lines, loss, sink);
            }
            definitions.tokens.extend(lowered);
        }
        Item::Word(word) => {
            let name = word.name.value.as_str();
            let lowered = lower::word(word, vocabulary, sink);
            if lowered.is_some() {
                let loss = |line: &Line| word_loss(line, name, vocabulary);
                refuse_losses(&word.means, loss, sink);
            }
            definitions.words.extend(lowered);
        }
        Item::Subtype(subtype) => {
            let kind = match CardType::from_word(&subtype.kind.value.to_lowercase()) {
                Some(kind) => SubtypeKind::Of(kind),
                None if subtype.kind.value.eq_ignore_ascii_case("spell") => SubtypeKind::Spell,
                None => {
                    let message = format!(
                        "`{}` is not a card type that has subtypes",
                        subtype.kind.value
                    );
                    sink.push(
                        Diagnostic::error(Code::BadHeader, subtype.kind.span, message)
                            .rule("205.3d"),
                    );
                    return;
                }
            };
            let name = subtype.names.first().map_or("", |(name, _)| &name.value);
            let lowered = lower::subtype(subtype, vocabulary, sink);
            if lowered.is_some() {
                let loss = |line: &Line| {
                    definition_loss(line, &Bearer::of_keyword(name, line), vocabulary)
                };
                refuse_losses(&subtype.means, loss, sink);
            }
            definitions.intrinsic.extend(lowered);
            definitions.subtypes.extend(
                subtype
                    .names
                    .iter()
                    .map(|(name, _)| (name.value.clone(), kind)),
            );
        }
        Item::Ruling(_) => {}
    }
}

fn unknown_primitive(name: &str, span: Span) -> Diagnostic {
    let known = Primitive::ALL.iter().map(|primitive| primitive.name());
    let message = format!("the engine has no primitive `{name}`");
    let diagnostic = Diagnostic::error(Code::UnknownPrimitive, span, message);
    match nearest(name, known) {
        Some(near) => diagnostic
            .label(format!("did you mean `{near}`?"))
            .fix(span, near),
        None => diagnostic.help("say what the keyword does with `means` and ability text"),
    }
}

/// Refuses lines whose English has lost a word, or does not read back as the same.
fn refuse_losses<'l>(
    lines: impl IntoIterator<Item = &'l Line>,
    loss: impl Fn(&Line) -> Option<Loss>,
    sink: &mut Sink,
) {
    for loss in lines.into_iter().filter_map(loss) {
        let message = match &loss.word {
            Some(word) if loss.added => {
                format!("what the line means has `{word}`, which is not written here")
            }
            Some(word) => format!("`{word}` was read but is not in what the line means"),
            None => "the line is read, but its meaning does not read back as the same".to_owned(),
        };
        let help = format!("it is understood as: {}", loss.english);
        sink.push(Diagnostic::error(Code::LostWord, loss.span, message).help(help));
    }
}

/// The disassembly of a card.
#[must_use]
pub fn listing(program: &Program, name: &str) -> Option<String> {
    program
        .card_named(name)
        .map(|card| bytecode::listing::card(program, card))
}
