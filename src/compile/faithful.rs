//! The round trip: the English of what a line means has the words of the line, and reads back as the same.

use crate::diag::Sink;
use crate::english::{self, same_words};
use crate::ir;
use crate::lower::{self, Bearer, Vocabulary};
use crate::source::Span;
use crate::syntax::{self, Line};

/// A line that is read but not faithful.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// The word that got lost; `None` if all words are there but the English does not read back as the same.
    pub word: Option<String>,
    /// The word is not in the line but in its meaning.
    pub added: bool,
    /// Where it is.
    pub span: Span,
    /// What the line was understood as.
    pub english: String,
}

/// The English of the abilities of one line of a face.
#[must_use]
pub fn english_of(abilities: &[ir::Ability], before: &[ir::Ability], face: &ir::Face) -> String {
    if let ([one], false) = (abilities, before.is_empty())
        && matches!(one.kind, ir::AbilityKind::Spell(_))
    {
        return english::ability_after(before, one, &english::Context::of(face));
    }
    // Field by field: a face can have thousands of other abilities, which are no news here.
    let one_line = ir::Face {
        name: face.name.clone(),
        cost: face.cost.clone(),
        indicator: face.indicator,
        types: face.types.clone(),
        pt: face.pt.clone(),
        loyalty: face.loyalty.clone(),
        defense: face.defense.clone(),
        abilities: abilities.to_vec(),
        overloaded: Vec::new(),
    };
    let keywords = abilities
        .iter()
        .all(|ability| matches!(ability.kind, ir::AbilityKind::Keyword(_)));
    if keywords && abilities.len() > 1 {
        // Keywords with arguments may share a line too (CR 702.1).
        let context = english::Context::of(&one_line);
        let words: Vec<String> = abilities
            .iter()
            .map(|ability| english::ability(ability, &context))
            .collect();
        if abilities.iter().all(is_kicker) {
            // CR 702.33b.
            return words
                .join(" and/or ")
                .replace(" and/or Kicker ", " and/or ");
        }
        return words.join(", ");
    }
    english::face_lines(&one_line).join("\n")
}

fn is_kicker(ability: &ir::Ability) -> bool {
    matches!(&ability.kind, ir::AbilityKind::Keyword(keyword) if keyword.name == "kicker")
}

/// Whether a line loses something on its way through the IR. A line that does not lower loses nothing: that is reported
/// elsewhere.
#[must_use]
pub fn loss(line: &Line, lines: &[Line], face: &ir::Face, vocabulary: &Vocabulary) -> Option<Loss> {
    let bearer = Bearer::new(face.name.clone(), face.types.types, &face.types.subtypes);
    let bearer = bearer.at(line, lines);
    let abilities = lower::read_ability_line(line, &bearer, vocabulary).ok()?;
    loss_of(line, lines, &abilities, face, vocabulary)
}

/// Whether a line loses something on its way to the abilities that it was read as.
#[must_use]
pub fn loss_of(
    line: &Line,
    lines: &[Line],
    abilities: &Vec<ir::Ability>,
    face: &ir::Face,
    vocabulary: &Vocabulary,
) -> Option<Loss> {
    let bearer = Bearer::new(face.name.clone(), face.types.types, &face.types.subtypes);
    let before = spell_before(line, lines, &bearer, vocabulary);
    let bearer = bearer.at(line, lines);
    let read = |line: &Line| lower::read_ability_line(line, &bearer, vocabulary).ok();
    let english = english_of(abilities, &before, face);
    let legendary = face
        .types
        .supertypes
        .contains(crate::vocab::Supertype::Legendary);
    let own = syntax::Bearer::new(&face.name, legendary);
    compare(line, english, &own, abilities, read)
}

/// What the lines of a spell before one of them say.
#[must_use]
pub fn spell_before(
    line: &Line,
    lines: &[Line],
    bearer: &Bearer,
    vocabulary: &Vocabulary,
) -> Vec<ir::Ability> {
    if bearer.permanent {
        return Vec::new();
    }
    lower::lines_before(line, lines)
        .iter()
        .filter_map(|earlier| {
            let bearer = bearer.clone().at(earlier, lines);
            lower::read_ability_line(earlier, &bearer, vocabulary).ok()
        })
        .flatten()
        .filter(ir::Ability::leads_on)
        .collect()
}

/// Whether a line of a keyword or counter loses something. What has its abilities can be anything.
#[must_use]
pub fn definition_loss(line: &Line, bearer: &Bearer, vocabulary: &Vocabulary) -> Option<Loss> {
    let read = |line: &Line| lower::read_ability_line(line, bearer, vocabulary).ok();
    let abilities = read(line)?;
    let context = english::Context::default();
    let english: Vec<String> = abilities
        .iter()
        .map(|ability| english::ability(ability, &context))
        .collect();
    let own = syntax::Bearer::default();
    compare(line, english.join(", "), &own, &abilities, read)
}

/// Whether the description that a word means loses something.
#[must_use]
pub fn word_loss(line: &Line, name: &str, vocabulary: &Vocabulary) -> Option<Loss> {
    let bearer = Bearer::any(name);
    let read = |line: &Line| lower::noun(line, &bearer, vocabulary, &mut Sink::default());
    let noun = read(line)?;
    let english = english::noun(&noun, &english::Context::default());
    compare(line, english, &syntax::Bearer::default(), &noun, read)
}

/// Holds the English of a line's meaning to the words of the line, and to being read as that meaning.
fn compare<T: PartialEq>(
    line: &Line,
    english: String,
    own: &syntax::Bearer,
    meaning: &T,
    read: impl Fn(&Line) -> Option<T>,
) -> Option<Loss> {
    let lost = |word, added, span| {
        Some(Loss {
            word,
            added,
            span,
            english: english.clone(),
        })
    };
    let mut sink = Sink::default();
    let Some(again) = Line::detached(&english, line.span.file, own, &mut sink) else {
        return lost(None, false, line.span);
    };
    // Reading depends on nothing but the text: the same text has the same words and the same meaning.
    if again.text == line.text {
        return None;
    }
    if let Err(word) = same_words(&line.text, &again.text) {
        let end = word.offset.saturating_add(word.word.len());
        return if word.offset < line.text.len() {
            let span = line.span_of(word.offset, end.min(line.text.len()));
            lost(Some(word.word), false, span)
        } else {
            lost(Some(word.word), true, difference(line, &again))
        };
    }
    if read(&again).as_ref() != Some(meaning) {
        return lost(None, false, line.span);
    }
    None
}

/// The first word of a line that is another in its English.
fn difference(line: &Line, english: &Line) -> Span {
    let words = |text: &str| {
        let mut found: Vec<(usize, usize, String)> = Vec::new();
        let mut at = 0;
        for word in text.split(' ') {
            let end = at + word.len();
            let bare = word.trim_end_matches(['.', ',', ':', '"']);
            found.push((at, at + bare.len(), bare.to_owned()));
            at = end + 1;
        }
        found
    };
    let (mine, other) = (words(&line.text), words(&english.text));
    let same = mine
        .iter()
        .zip(&other)
        .take_while(|((_, _, a), (_, _, b))| a == b)
        .count();
    mine.get(same)
        .map_or(line.span, |(start, end, _)| line.span_of(*start, *end))
}
