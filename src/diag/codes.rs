//! The stable codes of diagnostics, each with what it means. Codes go by stage: E00 layout, E01 sentences, E02 names, E03
//! references and targets, E04 values and costs, E05 understood but not executable, E06 rulings, E09 packs.

use std::fmt;

/// What a code means, for `spellwright explain`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Explanation {
    /// In a few words.
    pub title: &'static str,
    /// Why it is an error, and what to do.
    pub text: &'static str,
}

macro_rules! codes {
    ($($variant:ident = $code:literal, $title:literal, $text:literal;)+) => {
        /// A stable code of a diagnostic.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $(#[doc = $title] $variant),+ }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
            /// The code as printed.
            #[must_use]
            pub const fn name(self) -> &'static str { match self { $(Self::$variant => $code),+ } }
            /// The code that is printed so, in any case.
            #[must_use]
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|code| code.name().eq_ignore_ascii_case(name))
            }
            /// What it means.
            #[must_use]
            pub const fn explanation(self) -> Explanation {
                match self { $(Self::$variant => Explanation { title: $title, text: $text }),+ }
            }
        }
    };
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

codes! {
    UnknownItem = "E0001", "unknown item", "An item begins in the first column with one of the item words: card, keyword, token, counter, word, subtype, ruling.";
    StrayIndentation = "E0002", "stray indentation", "The body of an item is indented by two spaces or more, and belongs to the item above it. An indented line needs an item before it, and tabs and spaces are not mixed.";
    UnclosedQuote = "E0003", "unclosed quote", "A quoted ability ends with a closing quote on the same line.";
    UnclosedParenthesis = "E0004", "unclosed parenthesis", "Reminder text ends with a closing parenthesis on the same line.";
    UnclosedSymbol = "E0005", "unclosed symbol", "A symbol such as {T} or {2}{W} needs both braces.";
    TooLong = "E0006", "line too long", "A line of a card holds one ability. Lines over 4,000 bytes are refused so that reading stays fast.";
    BadHeader = "E0007", "header not understood", "The first line of an item names what is defined, as in `card Name {2}{B}` or `keyword Bushido N`.";
    TooDeep = "E0008", "nested too deeply", "Quotes and parentheses inside one another are read up to a fixed depth.";
    Syntax = "E0101", "sentence not understood", "The line could be read up to the underlined word. What could stand there instead is listed.";
    MisspeltWord = "E0102", "unknown word", "The underlined word is not in the vocabulary of card text. If a known word is near, it is suggested.";
    MissingPeriod = "E0103", "missing period", "Every sentence of an ability ends with a period; only keyword lines have none.";
    MissingDeterminer = "E0104", "missing `a` or `target`", "A noun says how many are meant and who picks them: `target creature`, `a creature`, `each creature`, `all creatures`.";
    Agreement = "E0105", "words do not agree", "Number words, nouns and verbs agree: `two cards`, `1 life`, `creatures you control get`.";
    TypeLine = "E0106", "type line not understood", "The type line is supertypes, card types, a dash and subtypes: `Legendary Creature — Vampire Cleric 1/3`.";
    UnknownSubtype = "E0201", "unknown subtype", "Subtypes are declared by packs (`subtype creature: ...`). The subtypes of the rules are in the core pack.";
    UnknownKeyword = "E0202", "unknown keyword", "Keywords are declared by packs (`keyword Name ... means`).";
    UnknownCounter = "E0203", "unknown counter", "Kinds of counters are declared by packs (`counter name`).";
    UnknownToken = "E0204", "unknown token", "Tokens that are created by name are declared by packs (`token Name`).";
    UnknownCard = "E0205", "unknown card", "No card of this name is in the pack or its dependencies.";
    Duplicate = "E0206", "defined twice", "A name is defined once among a pack and its dependencies.";
    UnknownPrimitive = "E0207", "unknown primitive", "A `primitive` names one of the keywords that the engine itself implements.";
    AmbiguousReference = "E0301", "ambiguous reference", "`it`, `that creature` and the like mean the newest thing of the right kind. If two fit equally well, name the one that is meant.";
    DanglingReference = "E0302", "reference to nothing", "`it`, `that creature`, `that much` need something before them that they can mean.";
    BadTarget = "E0303", "target not possible here", "Targets are chosen when a spell is cast or an ability is put on the stack, so costs, static abilities and trigger conditions have none.";
    BadSymbol = "E0401", "unknown symbol", "Mana symbols are {W}, {U}, {B}, {R}, {G}, {C}, {S}, {X}, numbers, hybrids such as {W/U} and {2/W}, and Phyrexian {W/P}.";
    MissingPt = "E0402", "missing power and toughness", "A creature has power and toughness after its types, as in `Creature — Bear 2/2`.";
    UnexpectedPt = "E0403", "power and toughness not possible here", "Only creatures and Vehicles have power and toughness.";
    MissingArgument = "E0404", "keyword without its argument", "This keyword takes a number, a cost or a quality, as its definition says.";
    UnexpectedArgument = "E0405", "keyword with an argument it does not take", "The keyword's definition says what may follow it.";
    MissingLoyalty = "E0406", "missing loyalty", "A planeswalker has a starting loyalty in brackets: `Legendary Planeswalker — Jace [4]`.";
    BadValue = "E0407", "value not possible", "The number is out of range, or not one that can stand here.";
    NotExecutable = "E0501", "understood but not executable yet", "Every word was read and understood, but the machine has no code for this part yet. The card is refused so that it never does less than it says.";
    NotUnderstood = "E0502", "read but not understood", "The sentence has the right shape, but its meaning in this place is not known yet. The card is refused so that it never does less than it says.";
    LostWord = "E0503", "word without effect", "The word was read but does not change what the card means; the card is refused so that it never does less than it says.";
    RulingSyntax = "E0601", "step not understood", "A step of a ruling is an action, an answer, a move to another step, or an expectation.";
    UnknownName = "E0602", "name of nothing in the ruling", "Names in a ruling are players, cards and tokens that `given` put there, or names given with `named`.";
    AmbiguousName = "E0603", "name of several things", "Give the things names of their own with `named`.";
    Unanswered = "E0604", "decision without an answer", "A ruling answers every decision. The question and its legal answers are listed.";
    LeftOver = "E0605", "answer without a question", "An answer was given, but the question was never asked.";
    Illegal = "E0606", "illegal action", "The rules do not allow the action at this moment.";
    Uncited = "E0607", "ruling without a citation", "A ruling cites the rules it shows: `cites 119.9, 510.2`.";
    NotExpected = "E0608", "expectation not met", "The ruling expects something that is not so. What is so instead is said at the words.";
    Stuck = "E0609", "the run cannot go on", "A limit was reached, a step is never reached, or the engine does not do something yet.";
    Undecided = "E0610", "not every line of play was explored", "The budget of the exploration was used up, so nothing is proved. Answer more of the questions in the script.";
    Trace = "E0611", "trace differs", "The ruling holds, but what happened on the way is not what was reviewed. `spellwright review` shows the difference.";
    Manifest = "E0901", "pack.toml not understood", "A pack.toml has `name`, `version`, `rules` and an optional table `dependencies` with paths.";
    Cycle = "E0902", "dependency cycle", "Packs cannot depend on each other in a circle.";
    MissingPack = "E0903", "dependency not found", "The path of a dependency leads to a folder with a pack.toml.";
    CardFile = "E0905", "card file not understood", "A card file is JSON or JSON Lines with the fields that Scryfall uses: `name`, `mana_cost`, `type_line`, `oracle_text` and so on.";
    Io = "E0904", "file not readable", "The file could not be read as UTF-8 text.";
}
