//! Noun phrases (CR 109, 115): what is meant, and how it is picked out.

use super::{
    context::{Lower, Lowered, Problem, all, child, find, has},
    discourse::{Kind, Meant, Referent, is_player},
    words,
};
use crate::diag::Code;
use crate::ir::{
    Binding, Count, Filter, Head, Noun, Predicate, Quantifier, Quantity, Role, Word,
    noun::{Participle, Shared},
};
use crate::vocab::Zone;
use spellwright_grammar::{Node, Rule};

/// What kind of thing a pronoun must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Want {
    Object,
    Player,
    Any,
}

impl Lower<'_> {
    /// A `noun` or `subject`: items joined by a conjunction.
    pub fn noun(&mut self, node: Node<'_>) -> Lowered<Noun> {
        self.noun_wanting(node, Want::Any)
    }

    /// A noun in a place that takes objects or players only.
    pub fn noun_wanting(&mut self, node: Node<'_>, want: Want) -> Lowered<Noun> {
        if !matches!(node.rule(), Rule::noun | Rule::subject) {
            return self.item(node, want);
        }
        let mut items = Vec::new();
        let mut or = false;
        let before = self.said.referents.len();
        for part in node.children() {
            if part.rule() == Rule::conj {
                or = part.text() == "or";
            } else {
                items.push(self.item(part, want)?);
            }
        }
        if items.len() > 1 && !or {
            let parts = node.children().filter(|part| part.rule() != Rule::conj);
            let words = parts.map(|part| part.text().to_owned()).collect();
            self.said.side_by_side(before, words);
        }
        match (items.len(), or) {
            (0, _) => self.not_understood(node),
            (1, _) => Ok(items.remove(0)),
            (_, true) => Ok(Noun::Either(items)),
            (_, false) => Ok(Noun::All(items)),
        }
    }

    /// One item of a noun phrase.
    pub fn item(&mut self, node: Node<'_>, want: Want) -> Lowered<Noun> {
        match node.rule() {
            Rule::noun | Rule::subject => self.noun_wanting(node, want),
            Rule::np_given | Rule::poss_given => self.given(node),
            Rule::np_self | Rule::poss_self => {
                if self.said.referents.last().map(|r| &r.meant) != Some(&Meant::Noun(Noun::This)) {
                    self.said.push(Referent {
                        meant: Meant::Noun(Noun::This),
                        kind: Kind::Object,
                        plural: false,
                        filter: None,
                        done: None,
                    });
                }
                Ok(Noun::This)
            }
            Rule::np_you | Rule::poss_your => Ok(Noun::You),
            Rule::np_pronoun => match node.children().next().map(Node::rule) {
                Some(Rule::pro_it) => self.it(node),
                _ => self.they(node, want),
            },
            Rule::poss_its => self.it(node),
            Rule::poss_their | Rule::pm_they => self.they(node, want),
            Rule::possessor => self.possessor(node),
            Rule::np_any_target => self.any_target(node),
            Rule::np_related | Rule::pm_related | Rule::poss_related => self.related(node),
            Rule::np_part | Rule::poss_part | Rule::np_the_player => self.part(node),
            Rule::np_attached | Rule::np_attached_bare => {
                let core = self.need(node, Rule::np_core)?;
                let (filter, _) = self.bare_filter(core)?;
                if !self.bearer.attachable() {
                    return Err(self.problem(
                        Code::DanglingReference,
                        node,
                        format!(
                            "`{}` needs an ability of an Aura, Equipment or Fortification",
                            node.text()
                        ),
                    ));
                }
                self.said.push(Referent {
                    meant: Meant::Noun(Noun::Attached(filter.clone())),
                    kind: Kind::Object,
                    plural: false,
                    filter: Some(filter.clone()),
                    done: None,
                });
                Ok(Noun::Attached(filter))
            }
            Rule::np_that | Rule::np_that_bare | Rule::np_that_player | Rule::poss_that => {
                self.that(node)
            }
            Rule::poss_that_a => match node.children().next() {
                Some(inner) => self.item(inner, want),
                None => self.not_understood(node),
            },
            Rule::np_the | Rule::np_the_bare => self.the(node),
            Rule::np_chosen => {
                let found = self
                    .said
                    .referents
                    .iter()
                    .rev()
                    .find(|r| r.kind == Kind::Object)
                    .cloned();
                match found {
                    Some(found) => self.refer(node, &found, Word::Pronoun),
                    None => self.dangling(node),
                }
            }
            Rule::np_top => self.top(node),
            Rule::np_zone => self.zone_noun(node),
            Rule::np_rest => {
                let found = self
                    .said
                    .referents
                    .iter()
                    .rev()
                    .find(|r| r.plural && r.kind == Kind::Object)
                    .cloned();
                match found.and_then(|r| self.said.binding(&r.meant)) {
                    Some(binding) => Ok(Noun::Rest(binding)),
                    None => self.dangling(node),
                }
            }
            Rule::np_among => self.among(node),
            Rule::np_desc | Rule::fe_other => self.described(node),
            Rule::pm_desc => self.player_description(node),
            Rule::poss_desc => self.described(node),
            _ => self.not_understood(node),
        }
    }

    /// A thing that a ruling names: what was captured under its number. Card text has no such words.
    fn given(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let number = node.text().trim_start_matches('@').parse::<u8>().ok();
        match number.filter(|_| self.bearer.scenario) {
            Some(number) => Ok(Noun::Ref {
                to: Binding::Result(number),
                word: Word::Pronoun,
            }),
            None => self.not_understood(node),
        }
    }

    pub(super) fn dangling<T>(&self, node: Node<'_>) -> Lowered<T> {
        Err(self.problem(
            Code::DanglingReference,
            node,
            format!("nothing before `{}` is what it could mean", node.text()),
        ))
    }

    fn refer(&mut self, node: Node<'_>, referent: &Referent, word: Word) -> Lowered<Noun> {
        if let Meant::Noun(noun) = &referent.meant {
            return Ok(noun.clone());
        }
        match self.said.binding(&referent.meant) {
            Some(to) => Ok(Noun::Ref { to, word }),
            None => self.dangling(node),
        }
    }

    /// "It": the newest single object, else the object with the ability.
    pub(super) fn it(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let objects = || {
            self.said
                .referents
                .iter()
                .enumerate()
                .rev()
                .filter(|(_, r)| r.kind == Kind::Object)
        };
        let found = objects()
            .find(|(_, r)| !r.plural)
            .or_else(|| objects().next())
            .map(|(index, found)| (index, found.clone()));
        if let Some((index, _)) = &found
            && self.said.rivals(*index).is_some()
        {
            return Err(self.ambiguous(node, *index));
        }
        match found {
            Some((_, found)) => self.refer(node, &found, Word::Pronoun),
            None => Ok(Noun::This),
        }
    }

    /// The problem of a word that can mean several things that were introduced side by side.
    fn ambiguous(&self, node: Node<'_>, index: usize) -> Box<Problem> {
        let rivals = self.said.rivals(index).unwrap_or_default();
        let rivals: Vec<String> = rivals.iter().map(|words| format!("`{words}`")).collect();
        let message = format!(
            "`{}` can mean {} equally well",
            node.text(),
            rivals.join(" or ")
        );
        let mut problem = self.problem(Code::AmbiguousReference, node, message);
        let help = "say it in a way that fits only one, such as `that land`";
        problem.help.push(help.into());
        problem
    }

    /// "They", "them", "their": the newest set of objects, or the newest player.
    pub(super) fn they(&mut self, node: Node<'_>, want: Want) -> Lowered<Noun> {
        let fits = |r: &&Referent| match want {
            Want::Object => r.kind == Kind::Object && r.plural,
            Want::Player => r.kind == Kind::Player,
            Want::Any => r.kind == Kind::Player || r.plural,
        };
        let found = self
            .said
            .referents
            .iter()
            .rev()
            .find(fits)
            .or_else(|| {
                self.said
                    .referents
                    .iter()
                    .rev()
                    .find(|r| r.kind == Kind::Player || r.plural)
            })
            .or_else(|| self.said.referents.last())
            .cloned();
        match found {
            Some(found) => self.refer(node, &found, Word::Pronoun),
            None => self.dangling(node),
        }
    }

    /// Who has something: "your", "its", "target opponent's".
    pub fn possessor(&mut self, node: Node<'_>) -> Lowered<Noun> {
        self.possessor_wanting(node, Want::Any)
    }

    /// Whose zone, life, turn: a player.
    pub fn whose(&mut self, node: Node<'_>) -> Lowered<Noun> {
        self.possessor_wanting(node, Want::Player)
    }

    fn possessor_wanting(&mut self, node: Node<'_>, want: Want) -> Lowered<Noun> {
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
            Rule::poss_its if want == Want::Player => {
                // "Its" of a player's thing is an object's only if there is an object; a player is "their".
                self.it(inner)
            }
            _ => self.item(inner, want),
        }
    }

    fn any_target(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let count = match child(node, Rule::target_count) {
            Some(count) => self.target_count(count)?,
            None => Count::One,
        };
        let mut predicates = Vec::new();
        if node.text().contains("other target") {
            predicates.push(Predicate::OtherThan(Box::new(self.other_than(true))));
        }
        let filter = Filter {
            head: Head::AnyTarget,
            predicates,
        };
        self.announce(node, count, filter)
    }

    /// A target phrase: it gets the next number.
    fn announce(&mut self, node: Node<'_>, count: Count, filter: Filter) -> Lowered<Noun> {
        if !self.may_target {
            return Err(self.problem(Code::BadTarget, node, "targets cannot be chosen here"));
        }
        let number = self.said.targets;
        self.said.targets = number.saturating_add(1);
        self.said.push(Referent {
            meant: Meant::Binding(Binding::Target(number)),
            kind: if is_player(filter.head) {
                Kind::Player
            } else {
                Kind::Object
            },
            plural: !matches!(count, Count::One | Count::UpTo(Quantity::Number(1))),
            filter: Some(filter.clone()),
            done: None,
        });
        if filter.head == Head::AnyTarget {
            // "That player" and "that permanent" can both be meant.
            let number = Meant::Binding(Binding::Target(number));
            let player = Referent {
                meant: number,
                kind: Kind::Player,
                plural: false,
                filter: None,
                done: None,
            };
            let at = self.said.referents.len().saturating_sub(1);
            self.said.referents.insert(at, player);
        }
        Ok(Noun::Described {
            quantifier: Quantifier::Target(count),
            filter,
        })
    }

    fn related(&mut self, node: Node<'_>) -> Lowered<Noun> {
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

    fn part(&mut self, node: Node<'_>) -> Lowered<Noun> {
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

    fn that(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let node = if node.rule() == Rule::poss_that {
            self.need(node, Rule::np_that_bare)?
        } else {
            node
        };
        if has(node, Rule::the_way) || has(node, Rule::that_other) {
            return self.not_understood(node);
        }
        let (filter, plural) = match child(node, Rule::np_core) {
            Some(core) => self.bare_filter(core)?,
            None => {
                let head = if node.text().contains("opponent") {
                    Head::Opponent
                } else {
                    Head::Player
                };
                (
                    Filter {
                        head,
                        predicates: Vec::new(),
                    },
                    node.text().starts_with("those"),
                )
            }
        };
        let plural = plural || node.text().starts_with("those");
        self.lookup(node, &filter, plural, None, Word::That(filter.clone()))
    }

    fn the(&mut self, node: Node<'_>) -> Lowered<Noun> {
        if has(node, Rule::the_way) {
            return self.not_understood(node);
        }
        let Some(participle) = child(node, Rule::participle) else {
            let text = child(node, Rule::the_plain).map_or("", Node::text);
            let head = match text.trim_end_matches('s') {
                "player" => Head::Player,
                "card" => Head::Card,
                "spell" => Head::Spell,
                "token" => Head::Token,
                "creature" | "permanent" => Head::Permanent,
                _ => Head::Object,
            };
            let mut predicates = Vec::new();
            if text.starts_with("creature") {
                predicates.push(Predicate::Type(crate::vocab::CardType::Creature));
            }
            let filter = Filter { head, predicates };
            let plural = text.ends_with('s') || text == "copies";
            return self.lookup(node, &filter, plural, None, Word::That(filter.clone()));
        };
        let done = match participle.text() {
            "sacrificed" => Participle::Sacrificed,
            "discarded" => Participle::Discarded,
            "exiled" => Participle::Exiled,
            "revealed" => Participle::Revealed,
            "milled" => Participle::Milled,
            "tapped" => Participle::Tapped,
            "returned" => Participle::Returned,
            "chosen" => Participle::Chosen,
            "created" => Participle::Created,
            "destroyed" => Participle::Destroyed,
            _ => Participle::Copied,
        };
        let core = self.need(node, Rule::np_core)?;
        let (filter, plural) = self.bare_filter(core)?;
        self.lookup(
            node,
            &filter,
            plural,
            Some(done),
            Word::The(done, filter.clone()),
        )
    }

    /// The newest thing introduced that fits a noun, preferring one that was described so.
    fn lookup(
        &mut self,
        node: Node<'_>,
        filter: &Filter,
        plural: bool,
        done: Option<Participle>,
        word: Word,
    ) -> Lowered<Noun> {
        let kind = if is_player(filter.head) {
            Kind::Player
        } else {
            Kind::Object
        };
        let described = |r: &Referent| {
            r.filter.as_ref().is_some_and(|f| {
                (f.head == filter.head
                    || filter.head == Head::Object
                    || filter.head == Head::Permanent)
                    && filter.predicates.iter().all(|p| mentions(&f.predicates, p))
            })
        };
        let score = |r: &Referent| {
            u8::from(r.plural == plural) * 4
                + u8::from(done.is_some() && r.done == done) * 8
                + u8::from(described(r)) * 2
        };
        let mut best: Option<(u8, usize)> = None;
        for (index, referent) in self.said.referents.iter().enumerate() {
            if referent.kind == kind && best.is_none_or(|(s, _)| score(referent) >= s) {
                best = Some((score(referent), index));
            }
        }
        if let Some((most, index)) = best
            && self.said.rivals(index).is_some()
        {
            let rivals = self.said.beside(index);
            if rivals
                .filter(|r| r.kind == kind && score(r) == most)
                .count()
                > 1
                && !plural
            {
                return Err(self.ambiguous(node, index));
            }
        }
        let found = best.and_then(|(_, index)| self.said.referents.get(index).cloned());
        match found {
            Some(found) => self.refer(node, &found, word),
            None if done == Some(Participle::Exiled) => Ok(Noun::Ref {
                to: Binding::Linked,
                word,
            }),
            None => self.dangling(node),
        }
    }

    fn top(&mut self, node: Node<'_>) -> Lowered<Noun> {
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
    fn last_library(&mut self, _node: Node<'_>) -> Lowered<Noun> {
        Ok(Noun::You)
    }

    fn zone_noun(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let Some(zone) = find(node, Rule::zone_word).and_then(|z| words::zone_word(z.text()))
        else {
            return self.not_understood(node);
        };
        let whose = match child(node, Rule::possessor) {
            Some(possessor) => self.whose(possessor)?,
            None if node.text().starts_with("all") || node.text().starts_with("each") => players(),
            None => return self.not_understood(node),
        };
        Ok(Noun::Zone(zone, Box::new(whose)))
    }

    fn among(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let count_node = self.need(node, Rule::among_count)?;
        let count = match child(count_node, Rule::num) {
            Some(n) if has(count_node, Rule::up_to) => Count::UpTo(self.number(n)?),
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
        Ok(Noun::Among(Quantifier::Choose(count), filter, Box::new(of)))
    }

    /// A player by a short description before "controls".
    fn player_description(&mut self, node: Node<'_>) -> Lowered<Noun> {
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
            "a" | "an" => Quantifier::Any,
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

    /// "Target creature an opponent controls": quantifier, description, modifiers.
    pub fn described(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let core = self.need(node, Rule::np_core)?;
        let quant = child(node, Rule::np_quant);
        let other = quant.is_some_and(|q| {
            has(q, Rule::qt_other) || has(q, Rule::qt_another) || has(q, Rule::qt_other_target)
        }) || has(node, Rule::qt_other);
        let targeted =
            quant.is_some_and(|q| has(q, Rule::qt_target) || has(q, Rule::qt_other_target));
        let (mut filters, plural) = self.filters(core)?;
        let mut random = false;
        let mut among = None;
        for modifier in node
            .children()
            .skip_while(|n| n.rule() != Rule::np_core)
            .skip(1)
        {
            match modifier.rule() {
                Rule::pm_random => random = true,
                Rule::pm_choice if self.own_choice(modifier) => {}
                Rule::pm_with if has(modifier, Rule::with_extreme) => {
                    let extreme = self.with_extreme(modifier)?;
                    filters
                        .iter_mut()
                        .for_each(|f| f.predicates.push(extreme.clone()));
                }
                Rule::pm_zone if super::context::find(modifier, Rule::zr_them).is_some() => {
                    let found = self
                        .said
                        .referents
                        .iter()
                        .rev()
                        .find(|r| r.kind == Kind::Object)
                        .cloned();
                    match found {
                        Some(found) => {
                            among = Some(self.refer(modifier, &found, Word::Pronoun)?);
                        }
                        None => return self.dangling(modifier),
                    }
                }
                Rule::pm_among => {
                    let Some(set) = modifier.children().next() else {
                        return self.not_understood(modifier);
                    };
                    among = Some(self.item(set, Want::Object)?);
                }
                _ => {
                    let heads: Vec<Head> = filters.iter().map(|f| f.head).collect();
                    let new =
                        self.modifier(modifier, heads.first().copied().unwrap_or(Head::Object))?;
                    for filter in &mut filters {
                        if is_player(filter.head) && !heads.iter().all(|h| is_player(*h)) {
                            continue;
                        }
                        filter.predicates.extend(new.iter().cloned());
                    }
                }
            }
        }
        if other {
            let except = if filters.iter().all(|f| is_player(f.head)) {
                Noun::You
            } else {
                self.other_than(targeted)
            };
            for filter in &mut filters {
                filter
                    .predicates
                    .insert(0, Predicate::OtherThan(Box::new(except.clone())));
            }
        }
        for filter in &mut filters {
            super::filter::order(&mut filter.predicates);
        }
        let quantifier = self.quantifier(node, quant, plural, random)?;
        if let Some(of) = among {
            let Some(filter) = filters.into_iter().next() else {
                return self.not_understood(node);
            };
            return Ok(Noun::Among(quantifier, filter, Box::new(of)));
        }
        if let Quantifier::Target(count) = quantifier {
            let before = self.said.targets;
            let mut nouns = Vec::new();
            for filter in filters {
                self.said.targets = before;
                nouns.push(self.announce(node, count.clone(), filter)?);
            }
            return Ok(if nouns.len() == 1 {
                nouns.remove(0)
            } else {
                Noun::Either(nouns)
            });
        }
        let mut nouns: Vec<Noun> = filters
            .into_iter()
            .map(|filter| Noun::Described {
                quantifier: quantifier.clone(),
                filter,
            })
            .collect();
        Ok(if nouns.len() == 1 {
            nouns.remove(0)
        } else {
            Noun::Either(nouns)
        })
    }

    /// "Of your choice": the player who acts chooses anyway.
    fn own_choice(&self, modifier: Node<'_>) -> bool {
        matches!(
            modifier.text(),
            "of your choice"
                | "of their choice"
                | "of his or her choice"
                | "you choose"
                | "they choose"
        )
    }

    /// What "other" excepts: the target before it, else the object with the ability.
    fn other_than(&self, targeted: bool) -> Noun {
        let earlier = self
            .said
            .referents
            .iter()
            .rev()
            .find_map(|r| match r.meant {
                Meant::Binding(Binding::Target(n)) if r.kind == Kind::Object => Some(n),
                _ => None,
            });
        match earlier {
            Some(n) if targeted => Noun::Ref {
                to: Binding::Target(n),
                word: Word::Pronoun,
            },
            _ => Noun::This,
        }
    }

    fn target_count(&mut self, node: Node<'_>) -> Lowered<Count> {
        if has(node, Rule::tc_any) {
            return Ok(Count::AnyNumber);
        }
        if let Some(range) = child(node, Rule::tc_range) {
            return self.range(range);
        }
        let n = match (child(node, Rule::num), child(node, Rule::q_that)) {
            (Some(n), _) => self.number(n)?,
            (None, Some(that)) => self.that_amount(that)?,
            _ => return self.not_understood(node),
        };
        Ok(match (has(node, Rule::up_to), n) {
            (true, n) => Count::UpTo(n),
            (false, Quantity::Number(1)) => Count::One,
            (false, n) => Count::Exactly(n),
        })
    }

    fn range(&mut self, node: Node<'_>) -> Lowered<Count> {
        let mut numbers = Vec::new();
        for n in all(node, Rule::num) {
            numbers.push(self.plain_number(n)?);
        }
        match (numbers.first(), numbers.last()) {
            (Some(low), Some(high)) => Ok(Count::Range(*low, *high)),
            _ => self.not_understood(node),
        }
    }

    fn quantifier(
        &mut self,
        node: Node<'_>,
        quant: Option<Node<'_>>,
        plural: bool,
        random: bool,
    ) -> Lowered<Quantifier> {
        let one = |w: &Self| {
            if w.any {
                Quantifier::Any
            } else {
                Quantifier::Choose(Count::One)
            }
        };
        let Some(quant) = quant else {
            return if random {
                Ok(Quantifier::Random(Count::One))
            } else if plural {
                Ok(Quantifier::All)
            } else if node.rule() == Rule::fe_other || self.any {
                Ok(Quantifier::Any)
            } else {
                let words = node.text();
                let article = if words.starts_with(['a', 'e', 'i', 'o', 'u']) {
                    "an"
                } else {
                    "a"
                };
                let mut problem = self.problem(
                    Code::MissingDeterminer,
                    node,
                    format!("`{words}` does not say which or how many"),
                );
                problem
                    .help
                    .push(format!("write `{article} {words}` or `target {words}`"));
                Err(problem)
            };
        };
        if has(quant, Rule::qt_target) || has(quant, Rule::qt_other_target) {
            let count = match child(quant, Rule::target_count) {
                Some(count) => self.target_count(count)?,
                None => Count::One,
            };
            let single = matches!(count, Count::One | Count::UpTo(Quantity::Number(1)));
            self.agree(node, single, plural)?;
            return Ok(Quantifier::Target(count));
        }
        let Some(first) = quant.children().next() else {
            return self.not_understood(quant);
        };
        let count = match first.rule() {
            Rule::qt_each => return Ok(Quantifier::Each),
            Rule::qt_all => return Ok(Quantifier::All),
            Rule::qt_no => return Ok(Quantifier::No),
            Rule::qt_any => return Ok(Quantifier::Any),
            Rule::qt_the => return Ok(Quantifier::The),
            Rule::qt_possessive if node.text().starts_with("your opponents") => {
                return Ok(Quantifier::All);
            }
            // "Two or more creatures" of which no one chooses any: so many there are.
            Rule::qt_one_or_more | Rule::qt_at_least
                if self.any && !quant.text().starts_with("one or more") =>
            {
                let n = match find(first, Rule::num) {
                    Some(n) => self.number(n)?,
                    None => return self.not_understood(quant),
                };
                let comparison = if quant.text().contains("or fewer") {
                    crate::ir::Comparison::AtMost
                } else {
                    crate::ir::Comparison::AtLeast
                };
                return Ok(Quantifier::Counted(comparison, n));
            }
            Rule::qt_other => {
                return Ok(if plural {
                    Quantifier::All
                } else {
                    Quantifier::Any
                });
            }
            Rule::qt_a | Rule::qt_another => {
                self.agree(node, true, plural)?;
                if random {
                    return Ok(Quantifier::Random(Count::One));
                }
                return Ok(one(self));
            }
            Rule::qt_any_number => Count::AnyNumber,
            Rule::qt_one_or_more if quant.text().starts_with("one or more") => {
                if self.any {
                    return Ok(Quantifier::Any);
                }
                Count::OneOrMore
            }
            Rule::qt_up_to => match (find(first, Rule::num), find(first, Rule::q_that)) {
                (Some(n), _) => Count::UpTo(self.number(n)?),
                (None, Some(that)) => Count::UpTo(self.that_amount(that)?),
                _ => return self.not_understood(quant),
            },
            Rule::qt_range => self.range(first)?,
            Rule::qt_that_many => {
                let amount = self.last_amount(first)?;
                Count::Exactly(if first.text().starts_with("twice") {
                    Quantity::Times(2, Box::new(amount))
                } else {
                    amount
                })
            }
            Rule::qt_num => {
                let n = self.need(first, Rule::num)?;
                match self.number(n)? {
                    Quantity::Number(1) => {
                        self.agree(node, true, plural)?;
                        Count::One
                    }
                    n => {
                        self.agree(node, false, plural)?;
                        Count::Exactly(n)
                    }
                }
            }
            _ => return self.not_understood(quant),
        };
        Ok(if random {
            Quantifier::Random(count)
        } else {
            Quantifier::Choose(count)
        })
    }

    /// A number and its noun agree.
    fn agree(&self, node: Node<'_>, single: bool, plural: bool) -> Lowered<()> {
        if single == plural && single {
            return Err(self.problem(
                Code::Agreement,
                node,
                format!("`{}`: the noun should be singular", node.text()),
            ));
        }
        if !single
            && !plural
            && !node.text().contains("target")
            && !node.text().contains('x')
            && !node.text().starts_with("n ")
        {
            return Err(self.problem(
                Code::Agreement,
                node,
                format!("`{}`: the noun should be plural", node.text()),
            ));
        }
        Ok(())
    }
}

/// All players.
pub(super) fn players() -> Noun {
    Noun::Described {
        quantifier: Quantifier::All,
        filter: Filter {
            head: Head::Player,
            predicates: Vec::new(),
        },
    }
}

/// Whether a description says so, alone or among alternatives.
fn mentions(predicates: &[Predicate], wanted: &Predicate) -> bool {
    predicates.iter().any(|p| {
        p == wanted
            || match p {
                Predicate::AnyOf(alternatives) => alternatives.iter().any(|a| mentions(a, wanted)),
                _ => false,
            }
    })
}

/// What a word for a shared or chosen property means.
pub(super) fn shared(text: &str) -> Option<Shared> {
    Some(match text.trim_end_matches('s') {
        "color" => Shared::Color,
        "creature type" | "type" => Shared::CreatureType,
        "card type" | "permanent type" => Shared::CardType,
        "land type" | "basic land type" => Shared::LandType,
        "name" | "card name" => Shared::Name,
        "number" => Shared::Number,
        "player" | "opponent" => Shared::Player,
        _ => return None,
    })
}

/// A zone reference and whose it is.
pub(super) type ZoneOf = (Zone, Option<Box<Noun>>);
