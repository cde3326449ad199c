//! Whose a thing is, and the things that are named by whose they are: zones, players, cards of a library (CR 108.3, 109.5, 400).

use crate::diag::Code;
use crate::ir::{Count, Filter, Head, Noun, Quantifier, Quantity, Role};
use crate::lower::phrase::noun::Want;
use crate::lower::phrase::noun::players;
use crate::lower::{
    context::{Lower, Lowered, child, find, has},
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
            _ if has(node, Rule::np_role) => self.related(node),
            // A zone is a player's; what is called "it" is an object.
            Rule::poss_word
                if want == Want::Player && matches!(inner.text(), "its" | "his" | "her") =>
            {
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
        let role = self.need(node, Rule::np_role)?;
        let role = if role.text().starts_with("controller") {
            Role::Controller
        } else {
            Role::Owner
        };
        let of = match node.children().find(|n| n.rule() != Rule::np_role) {
            Some(possessor) => self.item(possessor, Want::Object)?,
            None => return self.not_understood(node),
        };
        // Objects have owners and controllers, players have none (CR 108.3, 109.4).
        if matches!(&of, Noun::Described { filter, .. } if filter.head.is_player()) {
            return self.not_understood(node);
        }
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
        let role = match node.text() {
            "defending player" => Role::DefendingPlayer,
            "the active player" => Role::ActivePlayer,
            "the attacking player" | "attacking player" => Role::AttackingPlayer,
            "the chosen player" | "the last chosen player" => Role::ChosenPlayer,
            "the monarch" => Role::Monarch,
            "enchanted player" | "enchanted opponent" => Role::EnchantedPlayer,
            "one of your opponents" if self.any => {
                return Ok(Noun::Described {
                    quantifier: Quantifier::Any,
                    filter: Filter {
                        head: Head::Opponent,
                        predicates: Vec::new(),
                    },
                });
            }
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
        let bottom = node.says("the bottom");
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
        let count = match (node.said().as_str(), child(node, Rule::num)) {
            ("up to of", Some(n)) => Count::UpTo(self.number(n)?),
            ("any number of", None) => Count::AnyNumber,
            ("or more of", Some(one)) if one.text() == "one" => Count::OneOrMore,
            ("of", Some(one)) if one.text() == "one" => Count::One,
            ("of", Some(n)) => Count::Exactly(self.number(n)?),
            _ => return self.not_understood(node),
        };
        let Some(of) = node.children().find(|n| n.rule() != Rule::num) else {
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
