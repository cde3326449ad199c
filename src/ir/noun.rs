//! Noun phrases: which objects or players are meant. One grammar for targets, costs, triggers, counts and statics.

use super::{
    ability::Keyword,
    action::CounterKind,
    condition::Comparison,
    event::{Event, Window},
    quantity::{Attribute, Quantity},
};
use crate::vocab::{CardType, Color, Name, Supertype, Zone};

/// A noun phrase.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Noun {
    /// The object that has the ability: its own name, "this creature", "it" where that is meant (CR 201.5, 113.7).
    This,
    /// The controller of the ability (CR 109.5).
    You,
    /// A quantified description: "target creature", "each opponent", "creatures you control", "two cards".
    Described {
        /// How many, and whether they are targets, chosen or all.
        quantifier: Quantifier,
        /// What they are.
        filter: Filter,
    },
    /// Something named before: "it", "that creature", "those cards", "that player", "the sacrificed creature".
    Ref {
        /// What it stands for.
        to: Binding,
        /// The word that refers: a pronoun, or the noun after "that".
        word: Word,
    },
    /// What a noun that picks out the same thing every time has named, named again by a word: "they" and "that player"
    /// after "its controller", "that creature" after "enchanted creature".
    Again(Box<Noun>, Word),
    /// In an ability that another object gets, the object that gives it: its name there (CR 201.5a).
    Giver,
    /// A player in a relation to an object: "its controller", "that card's owner".
    Related(Role, Box<Noun>),
    /// A player by their part in the game: "defending player", "the active player".
    Part(Role),
    /// "Enchanted creature", "equipped creature": what the object with the ability is attached to (CR 303.4, 301.5).
    Attached(Filter),
    /// "The top three cards of your library".
    Top {
        /// How many cards.
        count: Quantity,
        /// Whose library: players.
        of: Box<Noun>,
        /// From the bottom instead.
        bottom: bool,
    },
    /// Nouns joined by "and": all of them.
    All(Vec<Noun>),
    /// Nouns joined by "or": whichever fits.
    Either(Vec<Noun>),
    /// A whole zone: "your hand", "target player's library", "all graveyards".
    Zone(Zone, Box<Noun>),
    /// The part of a set that was not taken: "the rest", "the other".
    Rest(Binding),
    /// "One of them", "two of those cards": a choice out of another noun.
    Among(Quantifier, Filter, Box<Noun>),
    /// A set that later words name again, found once and kept under the number of a result: "creatures you control", before "those
    /// creatures".
    Kept(Box<Noun>, u8),
}

impl Noun {
    /// Whether it is a description of targets (CR 115.1).
    #[must_use]
    pub const fn is_target(&self) -> bool {
        matches!(
            self,
            Self::Described {
                quantifier: Quantifier::Target(_),
                ..
            }
        )
    }

    /// Whether it describes several things of which each is meant.
    #[must_use]
    pub const fn is_each(&self) -> bool {
        matches!(
            self,
            Self::Described {
                quantifier: Quantifier::Each,
                ..
            }
        )
    }

    /// The noun itself, whether or not what it means is kept.
    #[must_use]
    pub const fn plain(&self) -> &Self {
        match self {
            Self::Kept(noun, _) => noun,
            other => other,
        }
    }

    /// Whether it certainly is players.
    #[must_use]
    pub fn is_player(&self) -> bool {
        match self {
            Self::You | Self::Part(_) | Self::Related(..) => true,
            Self::Again(noun, _) | Self::Kept(noun, _) => noun.is_player(),
            Self::Described { filter, .. }
            | Self::Ref {
                word: Word::That(filter),
                ..
            } => filter.head.is_player(),
            Self::Ref {
                to: Binding::Each, ..
            } => true,
            Self::Either(nouns) | Self::All(nouns) => nouns.iter().all(Self::is_player),
            _ => false,
        }
    }
}

/// Whoever it is, but one player for all: "a single graveyard".
#[must_use]
pub const fn one_player() -> Noun {
    Noun::Described {
        quantifier: Quantifier::Counted(Comparison::Equal, Quantity::Number(1)),
        filter: Filter {
            head: Head::Player,
            predicates: Vec::new(),
        },
    }
}

impl Head {
    /// Whether it is a word for players.
    #[must_use]
    pub const fn is_player(self) -> bool {
        matches!(self, Self::Player | Self::Opponent | Self::Teammate)
    }
}

/// How a described noun is picked out.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// "All creatures", or a bare plural: one action on the whole set.
    All,
    /// "Each creature": an action for each.
    Each,
    /// "A creature", "two creatures", "up to one creature" that a player chooses while the effect or cost happens.
    Choose(Count),
    /// "Target creature", "up to two target creatures": chosen on announcement (CR 115).
    Target(Count),
    /// "Any", in conditions and restrictions: at least one, no choice.
    Any,
    /// "The" in a description that fits just one thing.
    The,
    /// "No creatures".
    No,
    /// "A card at random".
    Random(Count),
    /// "Two or more creatures", in conditions and events: so many, without choice.
    Counted(Comparison, Quantity),
}

/// A number of things to choose.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Count {
    /// "A", "one": exactly one.
    One,
    /// "Two", "X".
    Exactly(Quantity),
    /// "Up to two".
    UpTo(Quantity),
    /// "One or two".
    Range(u32, u32),
    /// "Any number of".
    AnyNumber,
    /// "One or more".
    OneOrMore,
}

/// What kind of thing a noun describes, and what must hold of it. All predicates must hold.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Filter {
    /// The head noun.
    pub head: Head,
    /// Adjectives and modifiers, in the canonical order of English.
    pub predicates: Vec<Predicate>,
}

impl Filter {
    /// The description without what is said in some of its predicates.
    #[must_use]
    pub fn without(&self, left_out: impl Fn(&Predicate) -> bool) -> Self {
        let kept = self.predicates.iter().filter(|p| !left_out(p));
        Self {
            head: self.head,
            predicates: kept.cloned().collect(),
        }
    }
}

/// The head of a noun phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Head {
    /// An object on the battlefield; also when only a type is printed ("creature", CR 109.2).
    Permanent,
    /// "Card": an object in another zone, not a token (CR 108.2, 109.2a).
    Card,
    /// "Spell" (CR 112).
    Spell,
    /// "Ability" on the stack (CR 113.3).
    Ability,
    /// "Spell or ability".
    SpellOrAbility,
    /// "Source" (CR 109.2c, 609.7).
    Source,
    /// "Token" (CR 111).
    Token,
    /// Any object: "it", "one", "copy".
    Object,
    /// "Player".
    Player,
    /// "Opponent" (CR 102.2, 102.3).
    Opponent,
    /// "Teammate" (CR 102.4).
    Teammate,
    /// "Any target": creature, player, planeswalker or battle (CR 115.4).
    AnyTarget,
    /// "Emblem" (CR 114).
    Emblem,
}

/// A property of an object or player.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Predicate {
    /// "Creature".
    Type(CardType),
    /// "Goblin".
    Subtype(Name),
    /// "Legendary".
    Supertype(Supertype),
    /// "Red".
    Color(Color),
    /// "Colorless".
    Colorless,
    /// "Monocolored".
    Monocolored,
    /// "Multicolored".
    Multicolored,
    /// A word that a pack declares, as "historic".
    Word(Name),
    /// "Tapped"; negated: "untapped".
    Tapped,
    /// "Attacking", also "attacking you".
    Attacking(Option<Box<Noun>>),
    /// "Blocking", also "blocking it".
    Blocking(Option<Box<Noun>>),
    /// "Blocked", "blocked by".
    Blocked(Option<Box<Noun>>),
    /// "Unblocked" (CR 509.1h).
    Unblocked,
    /// "Token" as an adjective; negated: "nontoken".
    IsToken,
    /// "Face-down".
    FaceDown,
    /// "Enchanted".
    Enchanted,
    /// "Equipped".
    Equipped,
    /// "Attached to".
    AttachedTo(Box<Noun>),
    /// "Another", "other": not the object with the ability, or not the one meant.
    OtherThan(Box<Noun>),
    /// "You control".
    ControlledBy(Box<Noun>),
    /// "You own".
    OwnedBy(Box<Noun>),
    /// "You protect" (CR 310.8e).
    ProtectedBy(Box<Noun>),
    /// "You cast".
    CastBy(Box<Noun>),
    /// "In your graveyard", "from exile".
    InZone(Zone, Option<Box<Noun>>),
    /// "With flying"; negated: "without flying".
    Has(Keyword),
    /// "With power 3 or less", "with mana value X".
    Stat(Attribute, Comparison, Quantity),
    /// "With the greatest power", among the other things of the filter.
    Extreme(Attribute, Extreme),
    /// "With a +1/+1 counter on it".
    Counters(Option<CounterKind>, Comparison, Quantity),
    /// "Named".
    Named(Name),
    /// "With the same name as", "that shares a color with".
    Shares(Shared, Box<Noun>),
    /// "With total power 6 or greater": of a set, all of it together.
    Total(Attribute, Comparison, Quantity),
    /// "With different names": of a set, no two of which have it in common.
    AllDifferent(Shared),
    /// "Of the creature type of your choice": chosen as the effect begins.
    OfChoice(Shared),
    /// "1/1": base or not, with exactly that power and toughness.
    PowerToughness(i64, i64),
    /// "Of the chosen color", "of the chosen type", "with the chosen name".
    OfChosen(Shared),
    /// "That was dealt damage this turn", "that attacked this turn": it took part in an event.
    Did(Box<Event>, Window),
    /// "Activated", "triggered" or "mana", before "ability".
    AbilityKind(AbilityClass),
    /// "That targets you".
    Targets(Box<Noun>),
    /// "With a single target".
    SingleTarget,
    /// "Kicked" and the like: paid for that keyword.
    Paid(Name),
    /// One of the set that a binding holds: "exiled this way", "exiled with".
    In(Binding),
    /// "Permanent", before "card" or "spell" (CR 110.4a, 110.4b).
    PermanentType,
    /// What the keyword whose definition this stands in was given: "QUALITY".
    Parameter,
    /// "Renowned", "monstrous", "foretold": a designation of the object.
    Designated(Name),
    /// The commander designation (CR 903.3).
    Commander,
    /// "Modified" (CR 700.9).
    Modified,
    /// Both or either of several, for "or" lists that share a head.
    AnyOf(Vec<Vec<Predicate>>),
    /// "Non-", "without", "that isn't".
    Not(Box<Predicate>),
}

/// Which end of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Extreme {
    /// "The greatest".
    Greatest,
    /// "The least".
    Least,
}

/// What two objects have in common, or what was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shared {
    /// A color.
    Color,
    /// A creature type.
    CreatureType,
    /// A card type.
    CardType,
    /// A basic land type, land type.
    LandType,
    /// The name.
    Name,
    /// A player.
    Player,
    /// A number.
    Number,
    /// A mode word.
    Option,
    /// The mana value.
    ManaValue,
}

/// A class of abilities on the stack (CR 113.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AbilityClass {
    /// CR 602.
    Activated,
    /// CR 603.
    Triggered,
    /// CR 605.
    Mana,
    /// CR 606.
    Loyalty,
}

/// A player's relation to an object, or part in the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// CR 108.4.
    Controller,
    /// CR 108.3.
    Owner,
    /// The player an attacking creature is attacking (CR 508.5).
    DefendingPlayer,
    /// CR 102.1.
    ActivePlayer,
    /// The controller of the attacking creatures.
    AttackingPlayer,
    /// "Enchanted player".
    EnchantedPlayer,
    /// "The chosen player".
    ChosenPlayer,
    /// The player who cast it.
    Caster,
    /// CR 103.1.
    StartingPlayer,
    /// CR 725.
    Monarch,
}

/// What a referring word stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Binding {
    /// The n-th target phrase of the ability, counted from 0 in the order of announcement.
    Target(u8),
    /// A participant of the event that triggered or is replaced.
    Event(EventRole),
    /// What the n-th recorded action of the ability did: the objects it moved, made or chose, or its amount.
    Result(u8),
    /// What the n-th part of the ability's cost used.
    Cost(u8),
    /// The current thing of an "each" that encloses the noun.
    Each,
    /// The thing that the enclosing filter is about ("creatures whose controller ...").
    Candidate,
    /// What was chosen for the object with the ability (CR 607.2d).
    Chosen(Shared),
    /// Cards that the object with the ability put away by its linked ability ("exiled with this creature", CR 607).
    Linked,
}

/// A participant of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EventRole {
    /// What the event happened to, or who did it: the creature that died, the player who gained life, the attacker.
    Subject,
    /// The other object: what was blocked, damaged, cast, discarded, targeted.
    Object,
    /// The source or cause.
    Source,
    /// The number: damage, life, cards.
    Amount,
}

/// The word with which something is referred to. It limits what can be meant and is kept because it does.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Word {
    /// "It", "them", "they".
    Pronoun,
    /// "That creature", "those cards", "that player": a demonstrative and a noun.
    That(Filter),
    /// "The sacrificed creature", "the exiled card": by what happened to it.
    The(Participle, Filter),
}

/// What happened to a thing, said before its noun.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Participle {
    /// Nothing: it is told apart by the rest of its description, "the creature you control".
    None,
    /// "Sacrificed".
    Sacrificed,
    /// "Discarded".
    Discarded,
    /// "Exiled".
    Exiled,
    /// "Revealed".
    Revealed,
    /// "Milled".
    Milled,
    /// "Tapped".
    Tapped,
    /// "Returned".
    Returned,
    /// "Chosen".
    Chosen,
    /// "Created".
    Created,
    /// "Destroyed".
    Destroyed,
    /// "Enchanted".
    Enchanted,
    /// "Copied".
    Copied,
}
