//! Whose a thing is, and the things that are named by whose they are: zones, players, cards of a library (CR 108.3, 109.5, 400).

use crate::diag::Code;
use crate::ir::{Count, Filter, Head, Noun, Quantifier, Quantity, Role};
use crate::lower::phrase::noun::Want;
use crate::lower::phrase::noun::players;
use crate::lower::{
    context::{Lower, Lowered, child, find},
    discourse::{Kind, Meant, Referent},
    words,
};
use crate::vocab::Zone;
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    /// Who has something: "your", "its", "target opponent's".
    pub fn possessor(&mut self, node: Node<'_>) -> Lowered<Noun> {
        self.possessor_wanting(node, Want::Any)
    }

    /// Whose zone, life, turn: a player.
    pub fn whose(&mut self, node: Node<'_>) -> Lowered<Noun> {
        self.possessor_wanting(node, Want::Player)
    }

    pub(in crate::lower) fn possessor_wanting(
        &mut self,
        node: Node<'_>,
        want: Want,
    ) -> Lowered<Noun> {
        let Some(inner) = node.children().next() else {
            return self.not_understood(node);
        };
        match inner.rule() {
            Rule::poss_noun | Rule::possessor => match inner.children().next() {
                Some(part)
                    if part.rule() == Rule::part_defending || part.rule() == Rule::part_active =>
                {
                    self.part(inner)
                }
                Some(part) => self.item(part, want),
                None => self.not_understood(node),
            },
            // A zone is a player's; what is called "it" is an object.
            Rule::poss_its if want == Want::Player => {
                let mut problem = self.problem(
                    Code::DanglingReference,
                    inner,
                    format!("`{}` is an object's, and this is a player's", inner.text()),
                );
                problem
                    .help
                    .push("write `its owner's` or `its controller's`".into());
                Err(problem)
            }
            _ => self.item(inner, want),
        }
    }

    pub(in crate::lower) fn related(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let controller = node.text().contains("controller");
        let role = if controller {
            Role::Controller
        } else {
            Role::Owner
        };
        let of = match node.children().find(|n| n.rule() != Rule::np_role) {
            Some(possessor) => self.item(possessor, Want::Object)?,
            None => return self.not_understood(node),
        };
        let noun = Noun::Related(role, Box::new(of));
        self.said.push(Referent {
            meant: Meant::Noun(noun.clone()),
            kind: Kind::Player,
            plural: false,
            filter: None,
            done: None,
        });
        Ok(noun)
    }

    pub(in crate::lower) fn part(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let role = match node.children().next().map(Node::rule) {
            Some(Rule::part_defending) => Role::DefendingPlayer,
            Some(Rule::part_active) => Role::ActivePlayer,
            Some(Rule::part_attacking) => Role::AttackingPlayer,
            Some(Rule::part_chosen) => Role::ChosenPlayer,
            Some(Rule::part_monarch) => Role::Monarch,
            Some(Rule::part_enchanted) => Role::EnchantedPlayer,
            _ if node.text().starts_with("enchanted player") => Role::EnchantedPlayer,
            _ => return self.not_understood(node),
        };
        self.said.push(Referent {
            meant: Meant::Noun(Noun::Part(role)),
            kind: Kind::Player,
            plural: false,
            filter: None,
            done: None,
        });
        Ok(Noun::Part(role))
    }

    pub(in crate::lower) fn top(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let count = match (child(node, Rule::num), child(node, Rule::q_that)) {
            (Some(n), _) => self.number(n)?,
            (None, Some(that)) => self.that_amount(that)?,
            _ => Quantity::Number(1),
        };
        let of = match child(node, Rule::possessor) {
            Some(possessor) => self.whose(possessor)?,
            None => self.last_library(node)?,
        };
        let bottom = child(node, Rule::end_of).is_some_and(|e| e.text() == "bottom");
        Ok(Noun::Top {
            count,
            of: Box::new(of),
            bottom,
        })
    }

    /// "The top card", where a library has just been spoken of: that of the player who shuffled, or yours.
    pub(in crate::lower) fn last_library(&mut self, _node: Node<'_>) -> Lowered<Noun> {
        Ok(Noun::You)
    }

    pub(in crate::lower) fn zone_noun(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let Some(zone) = find(node, Rule::zone_word).and_then(|z| words::zone_word(z.text()))
        else {
            return self.not_understood(node);
        };
        let whose = match child(node, Rule::possessor) {
            Some(possessor) => self.whose(possessor)?,
            None if node.text().starts_with("all") || node.text().starts_with("each") => players(),
            None => return self.not_understood(node),
        };
        let zones = crate::lower::context::all(node, Rule::zone_word);
        let zones: Vec<Zone> = zones.filter_map(|z| words::zone_word(z.text())).collect();
        if let [first, second] = zones.as_slice() {
            let of = |zone: &Zone| Noun::Zone(*zone, Box::new(whose.clone()));
            return Ok(Noun::All(vec![of(first), of(second)]));
        }
        Ok(Noun::Zone(zone, Box::new(whose)))
    }

    pub(in crate::lower) fn among(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let count_node = self.need(node, Rule::among_count)?;
        let count = match child(count_node, Rule::num) {
            Some(n) if count_node.says("up to") => Count::UpTo(self.number(n)?),
            Some(_) if count_node.text() == "one" => Count::One,
            Some(n) if !count_node.text().contains("or more") => Count::Exactly(self.number(n)?),
            _ => match count_node.text() {
                "one" => Count::One,
                "one or more" => Count::OneOrMore,
                "any number" => Count::AnyNumber,
                _ => return self.not_understood(node),
            },
        };
        let Some(of) = node.children().find(|n| n.rule() != Rule::among_count) else {
            return self.not_understood(node);
        };
        let of = self.item(of, Want::Object)?;
        let filter = Filter {
            head: Head::Object,
            predicates: Vec::new(),
        };
        self.picked_from(&of);
        Ok(Noun::Among(Quantifier::Choose(count), filter, Box::new(of)))
    }

    /// Takes note of the cards that some are picked from, for "the rest".
    pub(in crate::lower) fn picked_from(&mut self, of: &Noun) {
        if let Noun::Ref { to, .. } = of {
            self.said.parted = Some(*to);
        }
    }

    /// A player by a short description before "controls".
    pub(in crate::lower) fn player_description(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let text = node.text();
        let head = if text.contains("opponent") {
            Head::Opponent
        } else if text.contains("player") {
            Head::Player
        } else {
            return self.not_understood(node);
        };
        let filter = |predicates| Filter { head, predicates };
        let first = text.split(' ').next().unwrap_or("");
        let quantifier = match first {
            "target" => return self.announce(node, Count::One, filter(Vec::new())),
            "a" | "an" | "any" => Quantifier::Any,
            "each" => Quantifier::Each,
            "your" => Quantifier::All,
            "no" => Quantifier::No,
            _ => return self.not_understood(node),
        };
        Ok(Noun::Described {
            quantifier,
            filter: filter(Vec::new()),
        })
    }
}
