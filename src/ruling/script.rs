//! A ruling as it will be run: what is given, then steps in order, with the place of each in the source.

use crate::bytecode::{CodeId, CounterId, FaceId};
use crate::game::{Format, ManaUnit, PlayerId};
use crate::source::Span;
use crate::vocab::{Color, ManaCost, Name, Step, Zone};

/// A ruling, ready to be run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    /// Its title.
    pub title: Name,
    /// Where the title stands.
    pub span: Span,
    /// The rules that it shows.
    pub cites: Vec<Name>,
    /// The state that it begins with.
    pub given: Given,
    /// What happens.
    pub steps: Vec<ScriptStep>,
}

/// Whether a title holds these words, in any case.
#[must_use]
pub fn is_titled(title: &str, words: &str) -> bool {
    title.to_lowercase().contains(&words.to_lowercase())
}

/// The state that a ruling begins with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// The variant of the game.
    pub format: Format,
    /// The players by seat; the first is "you".
    pub players: Vec<Name>,
    /// The face of cards that the ruling says nothing about, in libraries.
    pub blank: FaceId,
    /// What is put where, in order.
    pub parts: Vec<Part>,
}

/// A part of the given state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Objects in a zone.
    Objects(Placed),
    /// A life total.
    Life(PlayerId, i64),
    /// Poison counters.
    Poison(PlayerId, u32),
    /// Mana in a pool.
    Mana(PlayerId, Vec<ManaUnit>),
    /// The library of this player holds nothing but what is listed.
    ListedLibrary(PlayerId),
    /// Something about an object that was placed before.
    About(Mention, Property),
}

/// Objects that are put into a zone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// What is printed on them.
    pub face: FaceId,
    /// Whether they are tokens.
    pub token: bool,
    /// How many.
    pub count: u32,
    /// Who controls them, or in whose zone they are.
    pub player: PlayerId,
    /// Who owns them.
    pub owner: PlayerId,
    /// Where.
    pub zone: Zone,
    /// A name of their own.
    pub label: Option<Name>,
    /// What else is true of each.
    pub properties: Vec<Property>,
}

/// Something that is true of an object at the beginning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Property {
    /// Tapped.
    Tapped,
    /// With its back face up.
    Transformed,
    /// Face down.
    FaceDown,
    /// It came under its controller's control this turn (CR 302.6).
    Sick,
    /// It entered this turn.
    Entered,
    /// With so many counters.
    Counters(u32, CounterId),
    /// With so much damage marked on it.
    Damage(u32),
    /// Attached to something.
    AttachedTo(Mention),
    /// It is its owner's commander.
    Commander,
    /// This player protects the battle (CR 310.8).
    Protector(PlayerId),
}

/// A word or phrase that names players or objects; what it names is looked up when it is needed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// Where it stands.
    pub span: Span,
    /// What is looked for.
    pub what: Named,
    /// Which of the things found.
    pub which: Which,
}

/// What a mention names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Named {
    /// A player.
    Player(PlayerId),
    /// Objects by their own or printed name, of a player if one is said, in a zone if one is said.
    Object {
        name: Name,
        player: Option<PlayerId>,
        zone: Option<Zone>,
        /// An ability of it on the stack is meant.
        ability: bool,
    },
}

/// Which of several things.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// The only one.
    Only,
    /// All of them.
    Each,
    /// The n-th, counted from 1 in the order in which they came.
    Nth(usize),
    /// Named for the n-th time in a list: the n-th, or the same again if there is only one.
    Again(usize),
}

/// A step of the script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptStep {
    /// Where it stands.
    pub span: Span,
    /// As it is written.
    pub text: Name,
    /// What it is.
    pub kind: StepKind,
}

/// What a step of the script does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepKind {
    /// "On your turn": go to the next turn of this player, to this step of it.
    Turn {
        player: PlayerId,
        step: Step,
        /// "On your next turn": not the present one.
        next: bool,
    },
    /// "Go to the end step": go to the next such step.
    Go(Step),
    /// A player acts.
    Act(Doing),
    /// A player passes priority.
    Pass(PlayerId),
    /// Everybody passes until this much of the stack has resolved.
    Resolve(Resolve),
    /// Go to the declaration of attackers, and declare these.
    Attack(Vec<(Mention, Mention)>),
    /// Go to the declaration of blockers, and declare these.
    Block(Vec<(Mention, Vec<Mention>)>),
    /// Go to a combat damage step, and assign damage so.
    Damage {
        /// The step of first and double strike.
        first: bool,
        assigned: Vec<(Mention, Vec<(i64, Mention)>)>,
    },
    /// A player answers a question.
    Answer(PlayerId, Reply),
    /// From here on, questions that the script does not answer are answered in the plainest way.
    Automatic,
    /// Something must be true.
    Expect(Vec<Expectation>),
    /// Something must be true at the end of every, or of some, way in which open questions can be answered until the step
    /// before is done.
    Explore {
        /// Every, rather than some.
        every: bool,
        expect: Vec<Expectation>,
    },
}

/// How much of the stack resolves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resolve {
    /// All of it, and what is added on the way.
    All,
    /// The top items.
    Top(u32),
}

/// An action with the choices that it asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doing {
    /// Who acts.
    pub player: PlayerId,
    /// What is done.
    pub deed: Deed,
    /// Answers to the questions that it asks, in order.
    pub replies: Vec<Reply>,
}

/// What a player does with priority.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deed {
    /// Cast a card, for an alternative cost of this keyword if one is said; "face down" by whatever allows it, "fused" for both halves.
    Cast(Mention, Option<Name>),
    /// Play a land.
    Play(Mention),
    /// Activate an ability.
    Activate(Mention, Pick),
    /// Turn a permanent face up.
    TurnUp(Mention),
    /// Concede.
    Concede,
    /// Attack with something; only in expectations.
    Attack(Mention, Option<Mention>),
    /// Block something; only in expectations.
    Block(Mention, Mention),
}

/// Which activated ability of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pick {
    /// The only one.
    Only,
    /// The n-th activated ability, from 1.
    Nth(usize),
    /// The one whose text begins so.
    Quoted(Name),
    /// The one of a keyword.
    Keyword(Name),
}

/// An answer to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// Where it stands.
    pub span: Span,
    /// What it says.
    pub what: Said,
}

/// What an answer says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// These objects and players.
    Things(Vec<Mention>),
    /// Nothing.
    Nothing,
    /// A number.
    Number(i64),
    /// A color.
    Color(Color),
    /// A word: a mode's first words, a type, a keyword.
    Words(Vec<Name>),
    /// Yes or no.
    Yes(bool),
    /// Things in order; of abilities of the same source, what each is about tells them apart.
    Order(Vec<(Mention, Option<Mention>)>),
    /// Amounts for things.
    Divide(Vec<(i64, Mention)>),
    /// Pay with the mana abilities of these.
    Pay(Vec<Mention>),
}

/// Something that a ruling expects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expectation {
    /// Where it stands.
    pub span: Span,
    /// What is expected.
    pub what: Expected,
}

/// What is expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// A condition of card text, with the things that it names.
    Condition(CodeId, Vec<Mention>),
    /// Power and toughness.
    Size(Mention, i64, i64),
    /// A life total.
    Life(PlayerId, i64),
    /// So many cards in a zone of a player.
    Cards(PlayerId, Zone, u32),
    /// So many counters on something.
    Counters(Mention, u32, CounterId),
    /// Damage marked.
    Damage(Mention, u32),
    /// Something is in a zone, of a player if one is said.
    Where(Mention, Zone, Option<PlayerId>),
    /// Something is in none of the places where the ruling could find it: it has ceased to exist (CR 704.5d).
    Gone(Mention),
    /// So many abilities of something, or in all, are on the stack, or about to be.
    OnStack(Option<Mention>, Count),
    /// How often something happened since the ruling began.
    Times(Happening, Count),
    /// How much of it there was, all in all: life, damage.
    Total(Happening, u32),
    /// Something is attached to something (CR 301.5, 303.4).
    Attached(Mention, Mention),
    /// A player has won.
    Won(PlayerId),
    /// A player has lost.
    Lost(PlayerId),
    /// The game is a draw.
    Draw,
    /// The game is not over.
    GoesOn,
    /// A loop was seen (CR 732): the same actions again and again.
    Loop,
    /// A player is asked something; the number of legal answers among things, if said.
    Asked(PlayerId, Vec<Mention>),
    /// An action is legal.
    Legal(Doing),
    /// An action is illegal, for this rule if one is said.
    Illegal(Doing, Option<Name>),
    /// It is the step of the turn.
    Step(Step),
    /// Mana in a player's pool.
    Mana(PlayerId, ManaCost),
    /// Not so.
    Not(Box<Expected>),
}

/// A number that is expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// Exactly so many.
    Exactly(u32),
    /// So many or more.
    AtLeast(u32),
}

/// What is counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Happening {
    /// An ability of something triggered.
    Triggered(Mention),
    /// A player gained life.
    GainedLife(PlayerId),
    /// A player lost life.
    LostLife(PlayerId),
    /// A player drew a card.
    Drew(PlayerId),
    /// A player discarded a card (CR 701.9).
    Discarded(PlayerId),
    /// Something was dealt damage.
    WasDealtDamage(Mention),
    /// Something dealt damage, to something if that is said.
    DealtDamage(Mention, Option<Mention>),
    /// Something died (CR 700.4).
    Died(Mention),
    /// Something left the battlefield.
    Left(Mention),
    /// Something was revealed (CR 701.20).
    WasRevealed(Mention),
}
