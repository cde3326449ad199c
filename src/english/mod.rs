//! English: the canonical template of any IR, in the wording that cards are printed with today.
//!
//! **Takes** any value of [`crate::ir`] and a [`Context`] that says what the bearer is called; **gives** the text of a
//! line, face, card or phrase. Imports `ir` and `vocab` only. Used by `explain`, `fmt`, exports, traces, and the round
//! trip law: reading the text gives the same IR, and its words are the words of the source up to [`synonyms`].
//!
//! Everything is written by one `Writer`, which keeps a `discourse` record while it goes along the text: what has
//! been mentioned, whether it is one or many, object or player. Pronouns and verb forms follow from that record.

mod ability;
mod card;
mod clause;
mod discourse;
mod meaningless;
mod phrase;
mod same_words;
pub mod synonyms;
#[cfg(test)]
mod tests;
mod words;

use crate::ir;
use crate::vocab::{CardType, Name, Supertype};
use clause::{action, becoming, effect, sequence};
use discourse::Discourse;
use phrase::{condition, description, event, filter, modifier, noun};

pub use meaningless::{INDIFFERENT, MEANINGLESS, Meaningless, reason as meaningless};
pub use same_words::{LostWord, same_words};

/// What the object with the ability is called in its own text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SelfName {
    /// By name: legends (the part before the comma), instants and sorceries (CR 201.5).
    Name(Name),
    /// "This creature", "this Equipment": the noun after "this".
    This(Name),
}

/// What a line of text is printed on: it decides how [`ir::Noun::This`] and [`ir::Noun::Attached`] are called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Context {
    /// What the object is called.
    pub this: SelfName,
    /// Whether it is an instant or sorcery.
    pub spell: bool,
    /// "Enchanted", "equipped", "fortified": the participle of what it is attached to.
    pub attached: &'static str,
    /// Its name, for abilities that it gives to others (CR 201.5a).
    pub name: Name,
    /// The name of what gives the ability, of a quoted one.
    pub giver: Name,
}

impl Default for Context {
    /// An unknown permanent, "this permanent".
    fn default() -> Self {
        Self::this("permanent")
    }
}

impl Context {
    /// An object that calls itself "this `kind`".
    #[must_use]
    pub fn this(kind: &str) -> Self {
        Self {
            this: SelfName::This(kind.into()),
            spell: false,
            attached: "enchanted",
            name: "~".into(),
            giver: "~".into(),
        }
    }

    /// An object that calls itself by name.
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self {
            this: SelfName::Name(name.into()),
            spell: false,
            attached: "enchanted",
            name: "~".into(),
            giver: "~".into(),
        }
    }

    /// The same context with `~` for the name, as lines stand in the source after their own name was replaced.
    #[must_use]
    pub fn tilde(self) -> Self {
        let this = match self.this {
            SelfName::Name(_) => SelfName::Name("~".into()),
            kind @ SelfName::This(_) => kind,
        };
        Self {
            this,
            name: "~".into(),
            ..self
        }
    }

    /// The context of a face of a card.
    #[must_use]
    pub fn of(face: &ir::Face) -> Self {
        let types = &face.types;
        let has = |subtype: &str| types.subtypes.iter().any(|s| s == subtype);
        let spell = [CardType::Instant, CardType::Sorcery]
            .iter()
            .any(|t| types.types.contains(*t));
        let attached = if has("Equipment") {
            "equipped"
        } else if has("Fortification") {
            "fortified"
        } else {
            "enchanted"
        };
        let this = if spell {
            SelfName::Name(face.name.clone())
        } else if types.supertypes.contains(Supertype::Legendary) {
            SelfName::Name(short_name(&face.name))
        } else {
            SelfName::This(kind_word(&face.types))
        };
        Self {
            this,
            spell,
            attached,
            name: face.name.clone(),
            giver: "~".into(),
        }
    }
}

/// A legend's name up to its epithet.
fn short_name(name: &Name) -> Name {
    name.split_once(',')
        .map_or_else(|| name.clone(), |(front, _)| front.into())
}

/// The noun after "this": a subtype that printed cards prefer, or the card type.
fn kind_word(types: &ir::TypeLine) -> Name {
    const SUBTYPES: [&str; 10] = [
        "Aura",
        "Equipment",
        "Fortification",
        "Vehicle",
        "Saga",
        "Siege",
        "Class",
        "Case",
        "Room",
        "Spacecraft",
    ];
    // A creature is "this creature" whatever else it is.
    if types.types.contains(CardType::Creature) {
        return "creature".into();
    }
    if let Some(subtype) = SUBTYPES
        .iter()
        .find(|s| types.subtypes.iter().any(|t| t == *s))
    {
        return (*subtype).into();
    }
    [
        CardType::Land,
        CardType::Artifact,
        CardType::Enchantment,
        CardType::Planeswalker,
        CardType::Battle,
    ]
    .into_iter()
    .find(|t| types.types.contains(*t))
    .map_or_else(|| "permanent".into(), |t| t.word().into())
}

/// Writes phrases in one context. A fresh writer starts a fresh discourse.
pub(crate) struct Writer<'c> {
    cx: &'c Context,
    said: Discourse,
    /// What the sentence being written owes ", where X is ..." for. It is written when all before it has been said.
    where_x: Option<ir::Quantity>,
    /// What "for each" at the end of the clause counts: how many of a noun in it there are.
    each_of: Option<ir::Quantity>,
    /// What several clauses of the sentence being written have for an amount: X in each of them.
    shared_x: Option<ir::Quantity>,
    /// A condition of the first sentence stands behind it: in front it would be an intervening "if" (CR 603.4).
    trailing_if: bool,
    /// The zone that the ability being written functions in, when it is not where CR 113.6 says.
    functions_in: Option<crate::vocab::Zone>,
    /// The subject of the clause before, which the one that is written goes on with.
    unsaid: Option<crate::ir::Noun>,
    /// It functions in its owner's hand only.
    in_hand: bool,
    /// An effect that is used up by the next event is being written: "the next time".
    next_time: bool,
    /// What is written happens once damage was prevented: life and cards are "equal to the damage prevented this way".
    prevented: bool,
    /// What things get for a time is said as what they have: of a token just made, and for as long as something holds.
    has: bool,
    /// Who was offered the clauses being written: "you may draw a card and gain 1 life" names no one again.
    offered_to: Option<ir::Noun>,
    /// The next subject takes the base form of its verb: after "have".
    infinitive: bool,
    /// Nested quotes and effects; a bound against hostile depth.
    depth: u32,
}

/// Deeper IR than this is cut with an ellipsis: no reader would accept it, and the native stack is finite.
const MAX_DEPTH: u32 = 40;

impl<'c> Writer<'c> {
    fn new(cx: &'c Context) -> Self {
        Self {
            cx,
            said: Discourse::default(),
            where_x: None,
            each_of: None,
            shared_x: None,
            trailing_if: false,
            next_time: false,
            prevented: false,
            functions_in: None,
            unsaid: None,
            in_hand: false,
            has: false,
            offered_to: None,
            infinitive: false,
            depth: 0,
        }
    }

    /// Runs `write` one level deeper, or gives an ellipsis when too deep.
    fn deeper(&mut self, write: impl FnOnce(&mut Self) -> String) -> String {
        if self.depth >= MAX_DEPTH {
            return "…".into();
        }
        self.depth += 1;
        let text = write(self);
        self.depth -= 1;
        text
    }
}

/// The text of an ability as printed: one line, or several when it is modal.
#[must_use]
pub fn ability(ability: &ir::Ability, context: &Context) -> String {
    Writer::new(context).ability(ability)
}

/// A line of a spell, which goes on with the targets of the lines before it.
#[must_use]
pub fn ability_after(before: &[ir::Ability], ability: &ir::Ability, context: &Context) -> String {
    let mut writer = Writer::new(context);
    for earlier in before {
        let _ = writer.ability(earlier);
        writer = Writer {
            said: writer.said.next_line(),
            ..Writer::new(context)
        };
    }
    writer.ability(ability)
}

/// The lines of a face's text box; consecutive bare keywords share a line.
#[must_use]
pub fn face_lines(face: &ir::Face) -> Vec<String> {
    card::face_lines(face)
}

/// The `card` item of a card, as `fmt` writes it.
#[must_use]
pub fn card(card: &ir::Card) -> String {
    card::card(card)
}

/// The `keyword` item of a definition.
#[must_use]
pub fn keyword_definition(definition: &ir::KeywordDefinition) -> String {
    card::keyword_definition(definition)
}

/// A noun phrase, as the object of a verb.
#[must_use]
pub fn noun(noun: &ir::Noun, context: &Context) -> String {
    Writer::new(context).object(noun)
}

/// A description without a determiner, in the singular: "tapped creature you control".
#[must_use]
pub fn filter(filter: &ir::Filter, context: &Context) -> String {
    Writer::new(context).filter(filter, filter::Form::one())
}

/// A quantity by itself: "the number of creatures you control".
#[must_use]
pub fn quantity(quantity: &ir::Quantity, context: &Context) -> String {
    Writer::new(context).value(quantity)
}

/// A condition without its "if".
#[must_use]
pub fn condition(condition: &ir::Condition, context: &Context) -> String {
    Writer::new(context).condition(condition)
}

/// An event in the present tense, without its "whenever".
#[must_use]
pub fn event(event: &ir::Event, context: &Context) -> String {
    Writer::new(context).event(event, event::Tense::Present)
}

/// A cost as it stands before a colon.
#[must_use]
pub fn cost(cost: &ir::Cost, context: &Context) -> String {
    Writer::new(context).cost(cost)
}

/// An effect as sentences.
#[must_use]
pub fn effect(effect: &ir::Effect, context: &Context) -> String {
    Writer::new(context).paragraph(effect)
}

/// A statement of a static ability as a sentence.
#[must_use]
pub fn statement(statement: &ir::Statement, context: &Context) -> String {
    let text = Writer::new(context).statements(std::slice::from_ref(statement), false);
    words::sentence(&text)
}

/// A replacement effect as a sentence.
#[must_use]
pub fn replacement(replacement: &ir::Replacement, context: &Context) -> String {
    let text = Writer::new(context).replacement(replacement);
    words::sentence(&text)
}

/// A duration: "until end of turn".
#[must_use]
pub fn duration(duration: &ir::Duration, context: &Context) -> String {
    Writer::new(context).duration(duration)
}
