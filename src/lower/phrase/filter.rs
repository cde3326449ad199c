//! Descriptions: adjectives, heads and modifiers (CR 109.2, 205).

use crate::diag::Code;
use crate::ir::{
    Binding, Filter, Head, Predicate,
    event::Window,
    noun::{AbilityClass, Shared},
};
use crate::lower::{
    context::{Lower, Lowered, all, child, find, has},
    phrase::{
        noun::{Want, ZoneOf, players, shared},
        quantifier::determiner,
    },
    words,
};
use crate::vocab::{Name, Zone};
use spellwright_grammar::{Node, Rule};

/// A chain of adjectives and a head.
struct Chain {
    head: Option<Head>,
    predicates: Vec<Predicate>,
    plural: bool,
}

impl Lower<'_> {
    /// A description without modifiers; alternatives must share their head.
    pub fn bare_filter(&mut self, core: Node<'_>) -> Lowered<(Filter, bool)> {
        let (mut filters, plural) = self.filters(core)?;
        // "That spell or ability" is one thing that is either.
        if let [first, second] = filters.as_slice()
            && (first.head, second.head) == (Head::Spell, Head::Ability)
            && first.predicates.is_empty()
            && second.predicates.is_empty()
        {
            let filter = Filter {
                head: Head::SpellOrAbility,
                predicates: Vec::new(),
            };
            return Ok((filter, plural));
        }
        if filters.len() != 1 {
            return self.not_understood(core);
        }
        let mut filter = filters.remove(0);
        order(&mut filter.predicates);
        Ok((filter, plural))
    }

    /// A description: one filter for each head, with the predicates of a head's chains as alternatives.
    pub fn filters(&mut self, core: Node<'_>) -> Lowered<(Vec<Filter>, bool)> {
        let mut chains = Vec::new();
        for chain in all(core, Rule::np_chain) {
            chains.push(self.core_chain(chain)?);
        }
        let plural = chains.last().is_some_and(|c| c.plural);
        let last = chains.last().and_then(|c| c.head);
        // "Instant or sorcery card": the last head is that of all chains without one, if it is a general word.
        let shared = last.filter(|h| {
            matches!(
                h,
                Head::Card
                    | Head::Spell
                    | Head::Token
                    | Head::Source
                    | Head::Ability
                    | Head::Permanent
            )
        });
        // "Artifact, enchantment, or token": a token is one of the alternatives, not the head of the others.
        let several = chains.len() > 1;
        let token = chains
            .last_mut()
            .filter(|c| several && c.head == Some(Head::Token) && c.predicates.is_empty());
        let shared = match token {
            Some(last) => {
                last.head = Some(Head::Permanent);
                last.predicates.push(Predicate::IsToken);
                Some(Head::Permanent)
            }
            None => shared,
        };
        let mut filters: Vec<(Head, Vec<Vec<Predicate>>)> = Vec::new();
        for mut chain in chains {
            let head = chain.head.or(shared).unwrap_or(Head::Permanent);
            order(&mut chain.predicates);
            match filters.iter_mut().find(|(h, _)| *h == head) {
                Some((_, alternatives)) => alternatives.push(chain.predicates),
                None => filters.push((head, vec![chain.predicates])),
            }
        }
        let filters = filters
            .into_iter()
            .map(|(head, mut alternatives)| Filter {
                head,
                predicates: if alternatives.len() == 1 {
                    alternatives.remove(0)
                } else {
                    vec![Predicate::AnyOf(alternatives)]
                },
            })
            .collect::<Vec<_>>();
        if filters.is_empty() {
            return self.not_understood(core);
        }
        Ok((filters, plural))
    }

    fn core_chain(&mut self, node: Node<'_>) -> Lowered<Chain> {
        let mut chain = Chain {
            head: None,
            predicates: Vec::new(),
            plural: false,
        };
        for part in node.children() {
            match part.rule() {
                Rule::np_adj => self.adjective(part, &mut chain.predicates)?,
                Rule::adj_head => chain.predicates.push(self.plain_adjective(part)?),
                Rule::card_type => {
                    let Some(kind) = words::card_type(part) else {
                        return self.not_understood(part);
                    };
                    chain.predicates.push(Predicate::Type(kind));
                    chain.plural = words::is_plural(part.text());
                }
                Rule::head_name => chain.plural = self.names(part, &mut chain.predicates)?,
                _ => {
                    let Some(head) = head(part.text()) else {
                        return self.not_understood(part);
                    };
                    chain.head = Some(head);
                    if part.text().starts_with("commander") {
                        chain.predicates.push(Predicate::Commander);
                    }
                    chain.plural = words::is_plural(part.text());
                }
            }
        }
        Ok(chain)
    }

    pub(in crate::lower) fn plain_adjective(&self, node: Node<'_>) -> Lowered<Predicate> {
        if let Some(color) = words::color(node) {
            return Ok(Predicate::Color(color));
        }
        Ok(match node.text() {
            "colorless" => Predicate::Colorless,
            "multicolored" => Predicate::Multicolored,
            "monocolored" => Predicate::Monocolored,
            "tapped" => Predicate::Tapped,
            "untapped" => Predicate::Not(Box::new(Predicate::Tapped)),
            "attacking" => Predicate::Attacking(None),
            "blocking" => Predicate::Blocking(None),
            "blocked" => Predicate::Blocked(None),
            "unblocked" => Predicate::Unblocked,
            "enchanted" => Predicate::Enchanted,
            "equipped" => Predicate::Equipped,
            "face-down" | "face down" => Predicate::FaceDown,
            "face-up" | "face up" => Predicate::Not(Box::new(Predicate::FaceDown)),
            "modified" => Predicate::Modified,
            "kicked" => Predicate::Paid("kicker".into()),
            "exiled" => Predicate::InZone(Zone::Exile, None),
            "token" => Predicate::IsToken,
            "permanent" => Predicate::PermanentType,
            word => match crate::vocab::Supertype::from_word(word) {
                Some(supertype) => Predicate::Supertype(supertype),
                None if self.vocab.has_word(word) => Predicate::Word(Name::from(word)),
                None => return self.not_understood(node),
            },
        })
    }

    pub(in crate::lower) fn adjective(
        &mut self,
        node: Node<'_>,
        out: &mut Vec<Predicate>,
    ) -> Lowered<()> {
        let Some(inner) = node.children().next() else {
            let mut words = Vec::new();
            for word in node.text().split(" or ") {
                words.push(match word {
                    "activated" => Predicate::AbilityKind(AbilityClass::Activated),
                    "triggered" => Predicate::AbilityKind(AbilityClass::Triggered),
                    "mana" => Predicate::AbilityKind(AbilityClass::Mana),
                    "loyalty" => Predicate::AbilityKind(AbilityClass::Loyalty),
                    _ => self.plain_adjective(node)?,
                });
            }
            either(words, out);
            return Ok(());
        };
        match inner.rule() {
            Rule::adj_state => {
                let mut states = Vec::new();
                for state in node.children() {
                    states.push(self.plain_adjective(state)?);
                }
                either(states, out);
            }
            Rule::adj_not_name => {
                let not = |p| Predicate::Not(Box::new(p));
                if let Some(word) = inner.children().next() {
                    let predicate = match word.rule() {
                        Rule::color => words::color(word).map(Predicate::Color),
                        Rule::card_type => words::card_type(word).map(Predicate::Type),
                        Rule::supertype => words::supertype(word).map(Predicate::Supertype),
                        _ => None,
                    };
                    match predicate {
                        Some(p) => out.push(not(p)),
                        None => {
                            let mut names = Vec::new();
                            self.name_predicates(word, word.text(), &mut names)?;
                            out.extend(names.into_iter().map(not));
                        }
                    }
                } else if inner.text().ends_with("token") {
                    out.push(not(Predicate::IsToken));
                } else {
                    return self.not_understood(inner);
                }
            }
            Rule::color => {
                let colors = node.children().filter_map(words::color);
                let colors: Vec<Predicate> = colors.map(Predicate::Color).collect();
                // "White and/or blue": either will do, or both.
                if node.says("or") {
                    either(colors, out);
                } else {
                    out.extend(colors);
                }
            }
            Rule::card_type => match words::card_type(inner) {
                Some(kind) => out.push(Predicate::Type(kind)),
                None => return self.not_understood(inner),
            },
            Rule::name_word => {
                self.name_predicates(inner, inner.text(), out)?;
            }
            Rule::pt => {
                use crate::ir::PtValue;
                match self.pt(inner)? {
                    (PtValue::Number(p), PtValue::Number(t)) => {
                        out.push(Predicate::PowerToughness(p, t));
                    }
                    _ => return self.not_understood(inner),
                }
            }
            _ => out.push(self.plain_adjective(inner)?),
        }
        Ok(())
    }

    pub(in crate::lower) fn names(
        &mut self,
        node: Node<'_>,
        out: &mut Vec<Predicate>,
    ) -> Lowered<bool> {
        self.name_predicates(node, node.text(), out)
    }

    /// Words of open vocabulary: subtypes and declared adjectives. Whether the last is a plural.
    pub fn name_predicates(
        &mut self,
        node: Node<'_>,
        text: &str,
        out: &mut Vec<Predicate>,
    ) -> Lowered<bool> {
        if let Some((name, _, plural)) = self.vocab.subtype(text) {
            out.push(Predicate::Subtype(name));
            return Ok(plural);
        }
        if text == "quality" {
            // The hole of a keyword definition.
            out.push(Predicate::Parameter);
            return Ok(false);
        }
        if self.vocab.has_word(text) {
            out.push(Predicate::Word(Name::from(text)));
            return Ok(false);
        }
        let words: Vec<&str> = text.split(' ').collect();
        let mut plural = false;
        let mut rest = words.as_slice();
        while !rest.is_empty() {
            // The longest declared name first: "time lord".
            let found = (1..=rest.len()).rev().find_map(|n| {
                let (head, tail) = rest.split_at_checked(n)?;
                let joined = head.join(" ");
                if let Some((name, _, p)) = self.vocab.subtype(&joined) {
                    return Some((Predicate::Subtype(name), p, tail));
                }
                self.vocab
                    .has_word(&joined)
                    .then(|| (Predicate::Word(Name::from(joined.as_str())), false, tail))
            });
            match found {
                Some((predicate, p, tail)) => {
                    out.push(predicate);
                    plural = p;
                    rest = tail;
                }
                None => {
                    return Err(self.unknown_subtype(node, rest.first().copied().unwrap_or(text)));
                }
            }
        }
        Ok(plural)
    }

    /// The problem of a word that should be a subtype.
    pub fn unknown_subtype(
        &self,
        node: Node<'_>,
        word: &str,
    ) -> Box<crate::lower::context::Problem> {
        self.problem(
            Code::UnknownSubtype,
            node,
            format!("unknown subtype `{word}`"),
        )
    }

    /// What follows the head.
    pub fn modifier(&mut self, node: Node<'_>, head: Head) -> Lowered<Vec<Predicate>> {
        Ok(match node.rule() {
            Rule::pm_control => {
                let Some(who) = node.children().next() else {
                    return self.not_understood(node);
                };
                if has(node, Rule::window) {
                    return self.not_understood(node);
                }
                let who = Box::new(self.item(who, Want::Player)?);
                let said = node.said();
                let (not, verb) = match said.split_once(' ') {
                    Some(("don't" | "doesn't" | "didn't", verb)) => (true, verb),
                    _ => (false, said.as_str()),
                };
                let out = match verb {
                    "cast" | "casts" => vec![Predicate::CastBy(who)],
                    "own" | "owns" => vec![Predicate::OwnedBy(who)],
                    "protect" | "protects" => vec![Predicate::ProtectedBy(who)],
                    "own and control" | "both own and control" => {
                        vec![
                            Predicate::OwnedBy(who.clone()),
                            Predicate::ControlledBy(who),
                        ]
                    }
                    _ => vec![Predicate::ControlledBy(who)],
                };
                if not { none(out) } else { out }
            }
            Rule::pm_zone => {
                let zone = self.need(node, Rule::zone_ref)?;
                let (zone, whose) = self.zone_ref(zone)?;
                vec![Predicate::InZone(zone, whose)]
            }
            Rule::pm_with => self.with(node)?,
            Rule::pm_that => self.relative(node, head)?,
            Rule::pm_named => {
                let name = match (child(node, Rule::card_name), has(node, Rule::np_self)) {
                    (Some(name), _) => self
                        .vocab
                        .card(name.text())
                        .unwrap_or_else(|| crate::lower::title(name.text())),
                    (None, true) => self.bearer.name.clone(),
                    _ => return self.not_understood(node),
                };
                let named = Predicate::Named(name);
                vec![if node.says("not") {
                    Predicate::Not(Box::new(named))
                } else {
                    named
                }]
            }
            Rule::pm_chosen => match find(node, Rule::shared_word).and_then(|w| shared(w.text())) {
                Some(what) if node.says("your choice") => vec![Predicate::OfChoice(what)],
                // "Of that color": the one that was chosen.
                Some(what)
                    if !node.text().starts_with("of that") || self.said.valued.contains(&what) =>
                {
                    vec![Predicate::OfChosen(what)]
                }
                None => vec![Predicate::OfChosen(self.chosen_type(node)?)],
                _ => return self.not_understood(node),
            },
            Rule::pm_relation => vec![self.relation(node)?],
            Rule::pm_past => self.past_modifier(node, head)?,
            _ => return self.not_understood(node),
        })
    }

    /// "Of the chosen type": of the kind that these instructions, or another line of the object, have let a player choose
    /// (CR 607.2d).
    pub(in crate::lower) fn chosen_type(&self, node: Node<'_>) -> Lowered<Shared> {
        let is_type = |what: &&Shared| {
            matches!(
                what,
                Shared::CreatureType | Shared::CardType | Shared::LandType
            )
        };
        if node.text().ends_with("type")
            && let Some(what) = self.said.valued.iter().rev().find(is_type)
        {
            return Ok(*what);
        }
        match self.bearer.chosen_types.as_slice() {
            [what] if node.text().ends_with("the chosen type") => Ok(*what),
            _ => self.not_understood(node),
        }
    }

    /// "Attached to it", "attacking you", "blocked by", "other than".
    pub fn relation(&mut self, node: Node<'_>) -> Lowered<Predicate> {
        if has(node, Rule::window) {
            return self.not_understood(node);
        }
        let Some(noun) = node.children().next() else {
            return self.not_understood(node);
        };
        let said = node.said();
        match said.as_str() {
            "other than" | "except for" => {
                let other = self.anything(|w| w.item(noun, Want::Object))?;
                return Ok(Predicate::OtherThan(Box::new(other)));
            }
            "exiled with" | "exiled by" => {
                return match noun.rule() {
                    Rule::np_self | Rule::np_pronoun => Ok(Predicate::In(Binding::Linked)),
                    _ => self.not_understood(node),
                };
            }
            _ => {}
        }
        if node.text().contains("planeswalker") {
            return self.not_understood(node);
        }
        // One is attached to one, not to each of several.
        if child(noun, Rule::np_quant)
            .is_some_and(|quant| matches!(determiner(quant), "each" | "every"))
        {
            return self.not_understood(noun);
        }
        let noun = Box::new(self.anything(|w| w.item(noun, Want::Any))?);
        Ok(match said.as_str() {
            "attached to" => Predicate::AttachedTo(noun),
            "attacking" => Predicate::Attacking(Some(noun)),
            "blocking" => Predicate::Blocking(Some(noun)),
            "blocked by" => Predicate::Blocked(Some(noun)),
            "blocking or blocked by" => Predicate::AnyOf(vec![
                vec![Predicate::Blocking(Some(noun.clone()))],
                vec![Predicate::Blocked(Some(noun))],
            ]),
            _ => return self.not_understood(node),
        })
    }

    /// A zone and its player.
    pub fn zone_ref(&mut self, node: Node<'_>) -> Lowered<ZoneOf> {
        Ok(match node.text() {
            "the battlefield" => (Zone::Battlefield, None),
            "exile" => (Zone::Exile, None),
            "outside the game" => (Zone::Nowhere, None),
            "the stack" => (Zone::Stack, None),
            "the command zone" => (Zone::Command, None),
            text => {
                let word = self.need(node, Rule::zone_word)?;
                let Some(zone) = words::zone_word(word.text()) else {
                    return self.not_understood(node);
                };
                let whose = match child(node, Rule::possessor) {
                    Some(possessor) => Some(Box::new(self.whose(possessor)?)),
                    None if text.starts_with("a single ") => {
                        Some(Box::new(crate::ir::noun::one_player()))
                    }
                    None if text.starts_with("a ") || text.starts_with("any ") => None,
                    None if text.starts_with("all ") || text.starts_with("each ") => {
                        Some(Box::new(players()))
                    }
                    None => return self.not_understood(node),
                };
                (zone, whose)
            }
        })
    }
}

/// What a head is: "card", "spells".
fn head(word: &str) -> Option<Head> {
    Some(match word {
        "card" | "cards" => Head::Card,
        "spell" | "spells" => Head::Spell,
        "permanent" | "permanents" | "commander" | "commanders" => Head::Permanent,
        "token" | "tokens" => Head::Token,
        "player" | "players" => Head::Player,
        "opponent" | "opponents" => Head::Opponent,
        "source" | "sources" => Head::Source,
        "ability" | "abilities" => Head::Ability,
        "emblem" | "emblems" => Head::Emblem,
        "object" | "objects" | "one" | "ones" | "copy" | "copies" => Head::Object,
        _ => return None,
    })
}

/// None of the predicates.
pub(in crate::lower) fn none(predicates: Vec<Predicate>) -> Vec<Predicate> {
    let not = |p| Predicate::Not(Box::new(p));
    predicates.into_iter().map(not).collect()
}

/// One predicate as it is, several as alternatives.
fn either(mut predicates: Vec<Predicate>, out: &mut Vec<Predicate>) {
    if predicates.len() > 1 {
        let alternatives = predicates.into_iter().map(|p| vec![p]);
        out.push(Predicate::AnyOf(alternatives.collect()));
    } else {
        out.append(&mut predicates);
    }
}

/// A stretch of time by its words.
pub(in crate::lower) fn window(text: &str) -> Option<Window> {
    Some(match text {
        "this turn" => Window::ThisTurn,
        "last turn" => Window::LastTurn,
        "this combat" => Window::ThisCombat,
        "this step" => Window::ThisStep,
        "this game" => Window::ThisGame,
        "since your last turn" => Window::SinceYourLastTurn,
        _ => return None,
    })
}

/// Combat damage, noncombat damage, or either.
pub(in crate::lower) fn combat(node: Node<'_>) -> Option<bool> {
    words::text_of(node, Rule::combat_kind).map(|t| t == "combat")
}

/// The order in which English prints predicates; modifiers keep theirs.
pub(in crate::lower) fn order(predicates: &mut [Predicate]) {
    predicates.sort_by_key(Predicate::place);
}
