//! Items as they are written.

use super::line::Line;
use crate::source::{Span, Spanned};
use crate::vocab::{ColorSet, ManaCost, Name, SupertypeSet, TypeSet};

/// An item of a `.rules` file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// `card`
    Card(CardItem),
    /// `keyword`
    Keyword(KeywordItem),
    /// `action`: a keyword action, written like a keyword.
    Action(KeywordItem),
    /// `counter`
    Counter(CounterItem),
    /// `token`
    Token(TokenItem),
    /// `word`
    Word(WordItem),
    /// `subtype`
    Subtype(SubtypeItem),
    /// `ruling`
    Ruling(RulingItem),
}

/// `card NAME COST`, with one or more faces. Further faces begin with `face NAME COST` in the body's indentation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardItem {
    /// How the faces belong together, from a line `layout WORD`; the word is one of `transform`, `modal`, `split`, `flip`,
    /// `adventure`.
    pub layout: Option<Spanned<Name>>,
    /// The faces, front first.
    pub faces: Vec<FaceItem>,
    /// From its first word to the end of its last line.
    pub span: Span,
}

/// A face of a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaceItem {
    /// Its name.
    pub name: Spanned<Name>,
    /// Its mana cost.
    pub cost: Option<Spanned<ManaCost>>,
    /// `color indicator blue`.
    pub indicator: Option<ColorSet>,
    /// Its type line; absent if it could not be read, which has been reported.
    pub types: Option<TypeLine>,
    /// Its ability lines.
    pub lines: Vec<Line>,
}

/// A type line: `Legendary Creature — Vampire Cleric 1/3`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeLine {
    /// All of it.
    pub span: Span,
    /// Supertypes.
    pub supertypes: SupertypeSet,
    /// Card types.
    pub types: TypeSet,
    /// Color words before the types, for tokens.
    pub colors: Option<ColorSet>,
    /// Subtypes as written.
    pub subtypes: Vec<Spanned<Name>>,
    /// Power, toughness, loyalty, defense: what stands at the end.
    pub mark: Option<Spanned<Mark>>,
}

/// The number at the end of a type line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mark {
    /// `1/3`, `*/1+*`: as written on each side.
    PowerToughness(Name, Name),
    /// `[4]`: loyalty or defense.
    Bracket(Name),
}

/// `keyword NAME PARAMETER` with `means` or `primitive`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeywordItem {
    /// Its name, as written.
    pub name: Spanned<Name>,
    /// What it takes: words `N`, `COST`, `QUALITY`, `SUBTYPE` in order.
    pub parameters: Vec<Spanned<Name>>,
    /// `primitive NAME`.
    pub primitive: Option<Spanned<Name>>,
    /// The lines after `means`.
    pub means: Vec<Line>,
    /// `cites`.
    pub cites: Vec<Spanned<Name>>,
}

/// `counter NAME` with or without `means`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CounterItem {
    /// Its name.
    pub name: Spanned<Name>,
    /// The lines after `means`.
    pub means: Vec<Line>,
    /// `cites`.
    pub cites: Vec<Spanned<Name>>,
}

/// `token NAME` with a type line and abilities.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenItem {
    /// Its characteristics.
    pub face: FaceItem,
}

/// `word NAME` with `means NOUN`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordItem {
    /// The word.
    pub name: Spanned<Name>,
    /// What follows `means`; `None` for an ability word, which means nothing (CR 207.2c).
    pub means: Option<Line>,
}

/// `subtype KIND: Name, Name` with more names in the body, or `subtype KIND: Name` with `means`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubtypeItem {
    /// The card type, or `spell`.
    pub kind: Spanned<Name>,
    /// The subtypes; `Name (plural Names)` gives an irregular plural.
    pub names: Vec<(Spanned<Name>, Option<Name>)>,
    /// The intrinsic abilities of what has it: the lines after `means`.
    pub means: Vec<Line>,
    /// `cites`.
    pub cites: Vec<Spanned<Name>>,
}

/// `ruling "title"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulingItem {
    /// The title between the quotes.
    pub title: Spanned<Name>,
    /// The rule numbers of `cites`.
    pub cites: Vec<Spanned<Name>>,
    /// Every other line of the body, nested by indentation.
    pub lines: Vec<RulingLine>,
}

/// A line of a ruling with the lines indented under it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulingLine {
    /// The line.
    pub line: Line,
    /// Lines indented under it.
    pub children: Vec<RulingLine>,
}
