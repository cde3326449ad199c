//! From parse trees to the IR: names, determiners, referents, durations, kinds of abilities.
//!
//! **Takes** normalised lines and items of `syntax` with a [`Vocabulary`]; **gives** `ir` values or diagnostics. May import
//! `syntax`, `ir`, `vocab`, `diag`, `source`. A rule of the grammar that has no meaning here is an error, never dropped.

mod ability;
mod activation;
mod clause;
mod context;
mod discourse;
mod explain;
mod item;
mod keyword;
mod phrase;
mod static_line;
#[cfg(test)]
mod tests;
mod vocabulary;
mod words;

pub use item::{
    action_definition, card, counter, face_head, keyword_definition, layout, parameter, subtype,
    token, word,
};
pub use vocabulary::Vocabulary;

use crate::diag::{Code, Diagnostic, Sink};
use crate::ir::{Ability, AbilityKind, Condition, Noun};
use crate::syntax::Line;
use crate::vocab::{CardType, Name, TypeSet};
use context::{Lower, Problem};
use explain::Cause;
use spellwright_grammar::{Node, Rule, accepts, parse};

/// What has the abilities of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bearer {
    /// Its name.
    pub name: Name,
    /// Whether its lines are those of a permanent, rather than instructions of an instant or sorcery.
    pub permanent: bool,
    /// Its card types and subtypes, if it is a card or token whose face is known.
    types: Option<(TypeSet, Vec<Name>)>,
    /// Whether it can be attached, so that "enchanted creature" means something.
    attached: bool,
    /// The lines of the spell before the one that is read.
    before: Vec<String>,
    /// The kinds of types that its lines let a player choose.
    chosen_types: Vec<crate::ir::noun::Shared>,
    /// Whether it is a ruling, whose words `@0`, `@1` ... stand for the things it names.
    scenario: bool,
    /// The number of its first result: a keyword action is done within an effect that has results of its own.
    results_from: u8,
}

static TOKEN: Bearer = Bearer {
    name: Name::new_static("~"),
    permanent: true,
    types: None,
    attached: true,
    before: Vec::new(),
    chosen_types: Vec::new(),
    scenario: false,
    results_from: 0,
};

impl Bearer {
    /// A face of a card or token.
    #[must_use]
    pub fn new(name: impl Into<Name>, types: TypeSet, subtypes: &[Name]) -> Self {
        let spell = types.contains(CardType::Instant) || types.contains(CardType::Sorcery);
        let attached = subtypes
            .iter()
            .any(|s| matches!(s.as_str(), "Aura" | "Equipment" | "Fortification" | "Role"))
            // With bestow it is an Aura at times (CR 702.103b).
            || types.contains(CardType::Enchantment) && types.contains(CardType::Creature);
        Self {
            name: name.into(),
            permanent: !spell,
            types: Some((types, subtypes.to_vec())),
            attached,
            before: Vec::new(),
            chosen_types: Vec::new(),
            scenario: false,
            results_from: 0,
        }
    }

    /// An object whose card types are not known: in keyword, counter and quoted abilities.
    #[must_use]
    pub fn any(name: impl Into<Name>) -> Self {
        Self {
            name: name.into(),
            permanent: true,
            types: None,
            attached: true,
            before: Vec::new(),
            chosen_types: Vec::new(),
            scenario: false,
            results_from: 0,
        }
    }

    /// What has a line of a keyword: a spell, where the line says what is done if a cost of the spell was paid (CR 702.113a).
    #[must_use]
    pub fn of_keyword(name: impl Into<Name>, line: &Line) -> Self {
        let spell =
            line.text.starts_with("if this spell's ") && line.text.contains(" cost was paid, ");
        Self {
            permanent: !spell,
            ..Self::any(name)
        }
    }

    /// What a keyword action is defined for: whatever does it.
    #[must_use]
    pub fn of_action(name: impl Into<Name>) -> Self {
        Self {
            permanent: false,
            results_from: crate::ir::ACTION_RESULTS,
            ..Self::any(name)
        }
    }

    /// The same for one of its lines: that of a spell speaks of what the lines before it do, that of a permanent of what another
    /// lets a player choose (CR 607.2d).
    #[must_use]
    pub fn at(mut self, line: &Line, lines: &[Line]) -> Self {
        use crate::ir::noun::Shared;
        if !self.permanent {
            let before = lines_before(line, lines).iter();
            self.before = before.map(|line| line.text.clone()).collect();
            return self;
        }
        let chooses = |what: &str| {
            let ways = [format!("choose {what}"), format!("chooses {what}")];
            lines
                .iter()
                .any(|line| ways.iter().any(|way| line.text.contains(way.as_str())))
        };
        let kinds = [
            ("a creature type", Shared::CreatureType),
            ("a card type", Shared::CardType),
            ("a basic land type", Shared::LandType),
        ];
        let chosen = kinds.iter().filter(|(words, _)| chooses(words));
        self.chosen_types = chosen.map(|(_, what)| *what).collect();
        self
    }

    /// A ruling: `@0`, `@1` ... are the things that it names.
    #[must_use]
    pub fn ruling() -> Self {
        Self {
            scenario: true,
            ..Self::any("~")
        }
    }

    fn token() -> &'static Self {
        &TOKEN
    }

    fn emblem() -> &'static Self {
        &TOKEN
    }

    const fn attachable(&self) -> bool {
        self.attached
    }
}

/// The lines of a spell before one of them; none if they are more than a spell has.
#[must_use]
pub fn lines_before<'l>(line: &Line, lines: &'l [Line]) -> &'l [Line] {
    /// Lines further on are read each by itself.
    const MOST_LINES: usize = 12;
    let first = lines.iter().take(MOST_LINES.saturating_add(1));
    let place = first.into_iter().position(|other| other.span == line.span);
    place
        .and_then(|place| lines.get(..place))
        .unwrap_or_default()
}

/// Why a line was not read.
#[derive(Debug, Clone)]
pub struct Stop {
    /// What is told to the designer.
    pub diagnostic: Diagnostic,
    /// The construction that is missing, for counting: the first words of what has no meaning yet, or the words around the place
    /// where reading stopped.
    pub construct: String,
}

/// The abilities of a line, or `None` after reporting why not, with what could be written instead.
pub fn ability_line(
    line: &Line,
    bearer: &Bearer,
    vocab: &Vocabulary,
    sink: &mut Sink,
) -> Option<Vec<Ability>> {
    entry(
        Rule::ability_line,
        line,
        bearer,
        vocab,
        sink,
        |lower, root| lower.line(root),
    )
}

/// The abilities of a line, or why it has none: quickly, without looking for what could be written instead.
pub fn read_ability_line(
    line: &Line,
    bearer: &Bearer,
    vocab: &Vocabulary,
) -> Result<Vec<Ability>, Box<Stop>> {
    let read = attempt(
        Rule::ability_line,
        &line.text,
        bearer,
        vocab,
        |lower, root| lower.line(root),
    );
    read.map_err(|cause| {
        Box::new(Stop {
            diagnostic: explain::brief(line, &cause),
            construct: construct(&line.text, &cause),
        })
    })
}

/// What the lines of a spell with overload say when "target" is replaced by "each" (CR 702.96a): its spell abilities, as
/// far as they can be read so.
#[must_use]
pub fn overloaded(
    lines: &[Line],
    abilities: &[Ability],
    bearer: &Bearer,
    vocab: &Vocabulary,
) -> Vec<Ability> {
    let overload = |ability: &Ability| matches!(&ability.kind, AbilityKind::Keyword(keyword) if keyword.name == "overload");
    let mut found = Vec::new();
    if !abilities.iter().any(overload) {
        return found;
    }
    for line in lines {
        let words = line.text.split(' ').map(|word| match word {
            "target" => "each",
            other => other,
        });
        let text = words.collect::<Vec<_>>().join(" ");
        let read = attempt(Rule::ability_line, &text, bearer, vocab, |lower, root| {
            lower.line(root)
        });
        let spells = read.into_iter().flatten();
        found.extend(spells.filter(|ability| matches!(ability.kind, AbilityKind::Spell(_))));
    }
    found
}

/// A condition in a ruling or elsewhere.
pub fn condition(
    line: &Line,
    bearer: &Bearer,
    vocab: &Vocabulary,
    sink: &mut Sink,
) -> Option<Condition> {
    entry(Rule::condition, line, bearer, vocab, sink, |lower, root| {
        lower.condition(root)
    })
}

/// A noun in a ruling or elsewhere.
pub fn noun(line: &Line, bearer: &Bearer, vocab: &Vocabulary, sink: &mut Sink) -> Option<Noun> {
    entry(Rule::noun, line, bearer, vocab, sink, |lower, root| {
        lower.quality_of(|w| w.noun(root))
    })
}

/// The deepest nesting of phrases that is understood; printed cards have less than half of it.
const DEEPEST: usize = 100;

/// Reads a text as a rule and finds its meaning.
fn attempt<T>(
    rule: Rule,
    text: &str,
    bearer: &Bearer,
    vocab: &Vocabulary,
    f: impl Fn(&mut Lower<'_>, Node<'_>) -> Result<T, Box<Problem>>,
) -> Result<T, Cause> {
    let tree = parse(rule, text).map_err(Cause::Syntax)?;
    if tree.depth() > DEEPEST {
        return Err(Cause::Meaning(Box::new(Problem {
            code: Code::TooDeep,
            start: 0,
            end: text.len(),
            message: "the parts of the line are nested too deeply".into(),
            rule,
            help: Vec::new(),
        })));
    }
    // Every rule that is read has a node.
    let root = tree.root().ok_or_else(|| {
        Cause::Meaning(Box::new(Problem {
            code: Code::NotUnderstood,
            start: 0,
            end: text.len(),
            message: "the line has no words".into(),
            rule,
            help: Vec::new(),
        }))
    })?;
    let mut lower = Lower::new(vocab, bearer);
    // Other abilities of a spell stand by themselves.
    let of_text = root.children().any(|n| {
        matches!(
            n.rule(),
            Rule::ab_effect | Rule::ab_modal | Rule::ab_additional_cost
        )
    });
    if rule == Rule::ability_line && of_text {
        lower.go_on_from(&bearer.before);
    }
    f(&mut lower, root).map_err(Cause::Meaning)
}

impl Lower<'_> {
    /// Takes up what the lines of a spell before the present one have announced.
    fn go_on_from(&mut self, lines: &[String]) {
        for line in lines {
            let Ok(tree) = parse(Rule::ability_line, line) else {
                continue;
            };
            let Some(root) = tree.root().filter(|_| tree.depth() <= DEEPEST) else {
                continue;
            };
            let mut one = Lower::new(self.vocab, self.bearer);
            one.said = self.said.clone();
            one.line = self.line;
            let Ok(abilities) = one.line(root) else {
                continue;
            };
            if abilities.iter().all(Ability::leads_on) {
                self.said = one.said.next_line();
                let spell = |a: &Ability| matches!(a.kind, crate::ir::AbilityKind::Spell(_));
                self.line += usize::from(abilities.iter().any(spell));
            }
        }
    }
}

/// Reads a line that failed once more, with a change.
struct Again<'a, F> {
    rule: Rule,
    bearer: &'a Bearer,
    vocab: &'a Vocabulary,
    f: F,
}

impl<T, F: Fn(&mut Lower<'_>, Node<'_>) -> Result<T, Box<Problem>>> explain::Again
    for Again<'_, F>
{
    fn accepts(&self, text: &str) -> bool {
        accepts(self.rule, text)
    }

    fn read(&self, text: &str) -> Result<(), Cause> {
        attempt(self.rule, text, self.bearer, self.vocab, &self.f).map(|_| ())
    }
}

fn entry<T>(
    rule: Rule,
    line: &Line,
    bearer: &Bearer,
    vocab: &Vocabulary,
    sink: &mut Sink,
    f: impl Fn(&mut Lower<'_>, Node<'_>) -> Result<T, Box<Problem>>,
) -> Option<T> {
    match attempt(rule, &line.text, bearer, vocab, &f) {
        Ok(value) => Some(value),
        Err(cause) => {
            let again = Again {
                rule,
                bearer,
                vocab,
                f,
            };
            explain::report(line, cause, &again, bearer, vocab, sink);
            None
        }
    }
}

/// The construction that is missing.
fn construct(text: &str, cause: &Cause) -> String {
    match cause {
        Cause::Syntax(failure) => around(text, failure.at),
        Cause::Meaning(problem) if problem.code == Code::NotUnderstood => {
            format!("`{}` without a meaning", beginning(text, problem))
        }
        Cause::Meaning(problem) => problem.message.clone(),
    }
}

/// The first words of what a problem is with.
fn beginning(text: &str, problem: &Problem) -> String {
    /// Words that tell one construction from another.
    const WORDS: usize = 3;
    let words = text.get(problem.start..problem.end).unwrap_or("");
    let first: Vec<&str> = words.split_whitespace().take(WORDS).collect();
    first.join(" ")
}

/// The two words before a place and the one at it.
fn around(text: &str, at: usize) -> String {
    let start = text
        .get(..at)
        .and_then(|before| before.rfind(' '))
        .filter(|_| !text.get(..at).unwrap_or("").ends_with(' '))
        .map_or(
            if text.get(..at).is_some_and(|t| t.ends_with(' ')) {
                at
            } else {
                0
            },
            |n| n + 1,
        );
    let before = text.get(..start).unwrap_or("");
    let mut words: Vec<&str> = before.split_whitespace().rev().take(2).collect();
    words.reverse();
    let word = text.get(start..).unwrap_or("").split_whitespace().next();
    format!("{} >{}", words.join(" "), word.unwrap_or("(end)"))
        .trim()
        .to_owned()
}

/// A name with the capitals that names have.
fn title(text: &str) -> Name {
    let mut out = String::new();
    for (i, word) in text.split(' ').enumerate() {
        if i > 0 {
            out.push(' ');
        }
        if i > 0
            && matches!(
                word,
                "of" | "the" | "and" | "in" | "to" | "a" | "for" | "from"
            )
        {
            out.push_str(word);
        } else {
            let mut letters = word.chars();
            out.extend(letters.next().into_iter().flat_map(char::to_uppercase));
            out.push_str(letters.as_str());
        }
    }
    out.into()
}
