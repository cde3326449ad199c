//! Closed words: numbers, colors, zones, steps.

use super::context::{Lower, Lowered, child};
use crate::diag::Code;
use crate::ir::Quantity;
use crate::vocab::numbers::cardinal_value;
pub(super) use crate::vocab::numbers::ordinal_value as ordinal;
use crate::vocab::{CardType, Color, ManaCost, Step, Supertype, Zone};
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    /// A printed number, X or N (CR 107).
    pub fn number(&self, node: Node<'_>) -> Lowered<Quantity> {
        match node.text() {
            "x" | "y" => Ok(self.x.clone().unwrap_or(Quantity::X)),
            "n" => Ok(Quantity::Parameter),
            word => match cardinal_value(word) {
                Some(n) => Ok(Quantity::Number(n)),
                None => Err(self.problem(
                    Code::BadValue,
                    node,
                    format!("`{}` is not a number that can stand here", node.text()),
                )),
            },
        }
    }

    /// A number that must be printed as such.
    pub fn plain_number(&self, node: Node<'_>) -> Lowered<u32> {
        match self.number(node)? {
            Quantity::Number(n) => u32::try_from(n).or_else(|_| self.not_understood(node)),
            _ => self.not_understood(node),
        }
    }

    /// Mana symbols (CR 107.4).
    pub fn mana(&self, node: Node<'_>) -> Lowered<ManaCost> {
        ManaCost::parse(node.text()).ok_or_else(|| {
            self.problem(
                Code::BadSymbol,
                node,
                format!("`{}` is not a mana cost", node.text()),
            )
        })
    }
}

/// A color word.
pub(super) fn color(node: Node<'_>) -> Option<Color> {
    Color::from_word(node.text())
}

/// A card type, in the singular or plural.
pub(super) fn card_type(node: Node<'_>) -> Option<CardType> {
    match node.text() {
        "sorceries" => Some(CardType::Sorcery),
        "tribal" => Some(CardType::Kindred),
        text => CardType::from_word(text).or_else(|| CardType::from_word(text.strip_suffix('s')?)),
    }
}

/// Whether a card type is printed in the plural.
pub(super) fn is_plural(text: &str) -> bool {
    text.ends_with('s') && !text.ends_with("ss")
}

/// A supertype.
pub(super) fn supertype(node: Node<'_>) -> Option<Supertype> {
    Supertype::from_word(node.text())
}

/// A zone that belongs to a player.
pub(super) fn zone_word(text: &str) -> Option<Zone> {
    match text {
        "library" | "libraries" | "librar" => Some(Zone::Library),
        "hand" | "hands" => Some(Zone::Hand),
        "graveyard" | "graveyards" => Some(Zone::Graveyard),
        _ => None,
    }
}

/// A step by its printed words.
pub(super) fn step(text: &str) -> Option<Step> {
    let one = text
        .strip_suffix('s')
        .filter(|t| t.ends_with("step") || t.ends_with("upkeep"))
        .unwrap_or(text);
    match one {
        "upkeep step" => Some(Step::Upkeep),
        "first main phase" => Some(Step::PrecombatMain),
        "second main phase" => Some(Step::PostcombatMain),
        _ => Step::ALL.iter().copied().find(|s| s.words() == one),
    }
}

/// The frame of a predicate with its verb in the infinitive: "becomes blocked by a creature" is `become blocked by _`.
pub(super) fn frame(node: Node<'_>) -> String {
    let said = node.frame();
    let (verb, rest) = match said.find(' ') {
        Some(blank) => said.split_at(blank),
        None => (said.as_str(), ""),
    };
    format!("{}{rest}", infinitive(verb))
}

/// A verb as it stands after "can't" or "would".
fn infinitive(verb: &str) -> std::borrow::Cow<'_, str> {
    match verb {
        "is" | "are" | "'s" | "'re" => "be".into(),
        "has" | "had" => "have".into(),
        "dies" => "die".into(),
        _ => match (verb.strip_suffix("ies"), verb.strip_suffix("ches")) {
            (Some(stem), _) => format!("{stem}y").into(),
            (_, Some(stem)) => format!("{stem}ch").into(),
            _ => verb.strip_suffix('s').unwrap_or(verb).into(),
        },
    }
}

/// The first word of a kind under a node.
pub(super) fn text_of(node: Node<'_>, rule: Rule) -> Option<&str> {
    child(node, rule).map(Node::text)
}
