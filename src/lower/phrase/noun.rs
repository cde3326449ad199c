//! Noun phrases (CR 109, 115): what is meant, and how it is picked out.

use crate::diag::Code;
use crate::ir::{
    Binding, Count, Filter, Head, Noun, Place, Predicate, Quantifier, Quantity, Word, noun::Shared,
};
use crate::lower::{
    context::{Lower, Lowered, child, has},
    discourse::{Kind, Meant, Referent},
    phrase::quantifier::excepts,
};
use crate::vocab::{CardType, TypeSet, Zone};
use spellwright_grammar::{Node, Rule};

/// What kind of thing a pronoun must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::lower) enum Want {
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
        let mut and_or = None;
        let before = self.said.referents.len();
        let last = node.children().filter(|n| n.rule() != Rule::conj).last();
        for part in node.children() {
            if part.rule() == Rule::conj {
                or = part.text() == "or";
                if part.text() == "and/or" {
                    and_or = Some(part);
                }
                continue;
            }
            // "Instant and sorcery cards": the last description has what all of them need.
            let shares = last.is_some_and(|l| {
                l.start() > part.start() && l.rule() == Rule::np_desc && !has(l, Rule::np_quant)
            });
            let bare = self.bare;
            self.bare |= shares;
            // "Each opponent and each creature they control": whoever was named first.
            let named = self.said.referents.len();
            if let Some(
                noun @ Noun::Described {
                    quantifier: Quantifier::Each,
                    filter,
                },
            ) = items.last()
                && filter.head.is_player()
            {
                let referent = Referent {
                    meant: Meant::Noun(noun.clone()),
                    kind: Kind::Player,
                    plural: false,
                    filter: Some(filter.clone()),
                    done: None,
                };
                self.said.push(referent);
            }
            let pushed = self.said.referents.len() > named;
            let item = self.item(part, want);
            if pushed {
                self.said.referents.remove(named);
            }
            self.bare = bare;
            items.push(item?);
        }
        // "A creature card and/or a land card" lets a player leave one out; sets leave nothing out.
        let set = |noun: &Noun| {
            matches!(
                noun,
                Noun::Described {
                    quantifier: Quantifier::All | Quantifier::Each | Quantifier::Any,
                    ..
                } | Noun::You
            )
        };
        if let Some(and_or) = and_or
            && !items.iter().all(set)
        {
            return self.not_understood(and_or);
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
            (_, false) => {
                if last.is_some_and(|l| l.rule() == Rule::np_desc && !has(l, Rule::np_quant)) {
                    distribute(&mut items);
                }
                Ok(Noun::All(items))
            }
        }
    }

    /// The object or objects spoken of last.
    fn newest_object(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let mut newest = self.said.referents.iter().rev();
        match newest.find(|r| r.kind == Kind::Object).cloned() {
            Some(found) => self.refer(node, &found, Word::Pronoun),
            None => self.dangling(node),
        }
    }

    /// One item of a noun phrase.
    pub fn item(&mut self, node: Node<'_>, want: Want) -> Lowered<Noun> {
        match node.rule() {
            Rule::noun | Rule::subject => self.noun_wanting(node, want),
            Rule::np_given => self.given(node),
            // "Itself" is the thing that the sentence is about, not always the one with the ability.
            Rule::np_self if node.text() == "itself" => self.it(node),
            // CR 201.5a.
            Rule::np_self if self.given && self.named && self.depth == 1 && node.says("~") => {
                self.said.push(Referent {
                    meant: Meant::Noun(Noun::Giver),
                    ..Referent::this()
                });
                Ok(Noun::Giver)
            }
            Rule::np_self => {
                self.own_kind(node)?;
                if self.said.referents.last().map(|r| &r.meant) != Some(&Meant::Noun(Noun::This)) {
                    self.said.push(Referent::this());
                }
                Ok(Noun::This)
            }
            Rule::np_you => Ok(Noun::You),
            Rule::np_pronoun | Rule::poss_word => match node.text() {
                "your" => Ok(Noun::You),
                "they" | "them" | "themselves" | "those" | "their" | "his or her" => {
                    self.they(node, want)
                }
                _ => self.it(node),
            },
            Rule::possessor => self.possessor(node),
            Rule::np_any_target => self.any_target(node),
            Rule::np_related => self.related(node),
            Rule::np_or_controller => {
                let mut either = Vec::new();
                for one in node.children() {
                    either.push(self.item(one, Want::Player)?);
                }
                Ok(Noun::Either(either))
            }
            Rule::np_part => self.part(node),
            Rule::np_attached => {
                let core = self.need(node, Rule::np_core)?;
                let (filter, _) = self.bare_filter(core)?;
                if !attaches_to(node.text(), &filter) {
                    let message = format!("`{}` is nothing that can be attached to", node.text());
                    return Err(self.problem(Code::DanglingReference, node, message));
                }
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
            Rule::np_that | Rule::np_that_player => self.that(node),
            Rule::np_the => self.the(node),
            Rule::np_top => self.top(node),
            Rule::np_zone => self.zone_noun(node),
            // The rest of the cards that some were picked from.
            Rule::np_rest if self.said.parted.is_some() => match self.said.parted {
                Some(binding) => Ok(Noun::Rest(binding)),
                None => self.dangling(node),
            },
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
            Rule::np_desc | Rule::poss_desc | Rule::fe_other => self.described(node),
            Rule::pm_desc => self.player_description(node),
            _ => self.not_understood(node),
        }
    }

    /// "This creature" is said by a creature: the noun fits the card that the line is on. What has a quoted ability, or that of
    /// a keyword, can be anything.
    fn own_kind(&self, node: Node<'_>) -> Lowered<()> {
        // CR 201.5a: in an ability that is given to another object, a name means the one that gives it.
        if self.given && self.depth > 0 && node.text().starts_with('~') {
            let message = "in an ability that is given to something else, a name is that of what gives it, which is not known there yet";
            let mut problem = self.problem(Code::NotUnderstood, node, message);
            let help = "say `this creature` or `this permanent` for what has the ability";
            problem.help.push(help.into());
            return Err(problem);
        }
        let Some(types) = self.bearer.types.as_ref().filter(|_| self.depth == 0) else {
            return Ok(());
        };
        let word = node.text().strip_prefix("this ").unwrap_or("");
        let word = word.trim_end_matches("'s");
        let fits = match CardType::from_word(word) {
            Some(kind) => types.0.contains(kind),
            None => match self.vocab.subtype(word) {
                Some((subtype, ..)) => types.1.contains(&subtype),
                None => word != "permanent" || self.bearer.permanent,
            },
        };
        if fits {
            return Ok(());
        }
        let message = format!("`{}` is not what this card is", node.text());
        Err(self.problem(Code::DanglingReference, node, message))
    }

    pub(in crate::lower) fn any_target(&mut self, node: Node<'_>) -> Lowered<Noun> {
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
    pub(in crate::lower) fn announce(
        &mut self,
        node: Node<'_>,
        count: Count,
        filter: Filter,
    ) -> Lowered<Noun> {
        if !self.may_target {
            return Err(self.problem(Code::BadTarget, node, "targets cannot be chosen here"));
        }
        let number = self.said.targets;
        self.said.targets = number.saturating_add(1);
        self.said.push(Referent {
            meant: Meant::Binding(Binding::Target(number)),
            kind: Kind::of(filter.head),
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

    /// "Target creature an opponent controls": quantifier, description, modifiers.
    pub fn described(&mut self, node: Node<'_>) -> Lowered<Noun> {
        let core = self.need(node, Rule::np_core)?;
        let quant = child(node, Rule::np_quant);
        let other = node.says("other") || quant.is_some_and(excepts);
        let targeted = quant.is_some_and(|quant| quant.says("target"));
        let (mut filters, plural) = self.filters(core)?;
        let mut random = false;
        let mut chosen = false;
        let mut among = None;
        for modifier in node
            .children()
            .skip_while(|n| n.rule() != Rule::np_core)
            .skip(1)
        {
            match modifier.rule() {
                Rule::pm_choice if modifier.text() == "at random" => random = true,
                Rule::pm_control
                    if modifier.text() == "you have"
                        && filters.iter().all(|f| f.head == Head::Opponent) => {}
                Rule::pm_choice if self.own_choice(modifier) => chosen = true,
                Rule::pm_with if has(modifier, Rule::with_extreme) => {
                    let (extreme, yours) = self.with_extreme(modifier)?;
                    for filter in &mut filters {
                        let missing = yours
                            .iter()
                            .filter(|yours| !filter.predicates.contains(yours));
                        let missing: Vec<Predicate> = missing.cloned().collect();
                        filter.predicates.extend(missing);
                        filter.predicates.push(extreme.clone());
                    }
                }
                Rule::pm_zone
                    if child(modifier, Rule::zone_ref)
                        .is_some_and(|zone| matches!(zone.text(), "it" | "them")) =>
                {
                    among = Some(self.newest_object(modifier)?);
                }
                Rule::pm_relation if modifier.says("from among") => {
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
                        if filter.head.is_player() && !heads.iter().all(|h| h.is_player()) {
                            continue;
                        }
                        filter.predicates.extend(new.iter().cloned());
                    }
                }
            }
        }
        if quant.is_some_and(|quant| quant.text() == "your")
            && !node.text().starts_with("your opponents")
        {
            for filter in &mut filters {
                let predicates = &mut filter.predicates;
                let at = predicates.iter().position(|p| *p == Predicate::Commander);
                let owned = Predicate::OwnedBy(Box::new(Noun::You));
                predicates.insert(at.map_or(predicates.len(), |at| at + 1), owned);
            }
        }
        if other {
            let except = if filters.iter().all(|f| f.head.is_player()) {
                Noun::You
            } else if filters.iter().all(|f| f.head == Head::Card)
                && let Some(card) = self.card_spoken_of()
            {
                // "Return each other card": other than the one that was spoken of.
                self.refer(node, &card, Word::Pronoun)?
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
            crate::lower::phrase::filter::order(&mut filter.predicates);
        }
        let quantifier = match self.quantifier(node, quant, plural, random)? {
            // "A source of your choice would deal damage": the choice is made as the effect begins (CR 609.7a).
            Quantifier::Any if chosen => Quantifier::Choose(Count::One),
            quantifier => quantifier,
        };
        if let Some(of) = among {
            let Some(filter) = filters.into_iter().next() else {
                return self.not_understood(node);
            };
            self.picked_from(&of);
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
        if quantifier == Quantifier::The
            && !plural
            && let [filter] = filters.as_slice()
            && !only_one(filter)
        {
            return self.the_one(node, filter);
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
    pub(in crate::lower) fn own_choice(&self, modifier: Node<'_>) -> bool {
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
    /// The newest single card, if one was spoken of.
    fn card_spoken_of(&self) -> Option<Referent> {
        let newest = self
            .said
            .referents
            .iter()
            .rev()
            .find(|r| r.kind == Kind::Object)?;
        let card = newest.filter.as_ref().is_some_and(|f| f.head == Head::Card);
        (card && !newest.plural).then(|| newest.clone())
    }

    pub(in crate::lower) fn other_than(&self, targeted: bool) -> Noun {
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
}

/// Whether something with such a description can be enchanted, equipped or fortified (CR 301.5, 301.6, 303.4).
fn attaches_to(text: &str, filter: &Filter) -> bool {
    let is = |kind| {
        filter
            .predicates
            .iter()
            .any(|p| *p == Predicate::Type(kind))
    };
    match text.split(' ').next() {
        Some("equipped") => is(CardType::Creature),
        Some("fortified") => is(CardType::Land),
        _ => {
            filter.head == Head::Permanent
                && filter.predicates.iter().all(|p| match p {
                    Predicate::Type(kind) => TypeSet::of(*kind).is_permanent(),
                    _ => true,
                })
        }
    }
}

/// All players.
pub(in crate::lower) fn players() -> Noun {
    Noun::Described {
        quantifier: Quantifier::All,
        filter: Filter {
            head: Head::Player,
            predicates: Vec::new(),
        },
    }
}

/// Whether a description says so, alone or among alternatives.
pub(in crate::lower) fn mentions(predicates: &[Predicate], wanted: &Predicate) -> bool {
    predicates.iter().any(|p| {
        p == wanted
            || match p {
                Predicate::AnyOf(alternatives) => alternatives.iter().any(|a| mentions(a, wanted)),
                _ => false,
            }
    })
}

/// What a word for a shared or chosen property means.
pub(in crate::lower) fn shared(text: &str) -> Option<Shared> {
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
pub(in crate::lower) type ZoneOf = (Zone, Option<Box<Noun>>);

/// "Artifacts and Humans you control": whose the last ones are holds for all that one determiner serves.
fn distribute(items: &mut [Noun]) {
    let Some((Noun::Described { filter: last, .. }, before)) = items.split_last_mut() else {
        return;
    };
    let whose = last.predicates.iter().filter(|p| p.says_whose()).cloned();
    let whose: Vec<Predicate> = whose.collect();
    let bare = |noun: &Noun| match noun {
        Noun::Described { filter, .. } => {
            !filter.predicates.iter().any(|p| p.place() == Place::After)
        }
        _ => false,
    };
    if !before.iter().all(bare) {
        return;
    }
    for noun in before {
        if let Noun::Described { filter, .. } = noun {
            filter.predicates.extend(whose.iter().cloned());
        }
    }
}

/// Whether a description fits no more than one thing, so that "the" needs nothing that was said before.
fn only_one(filter: &Filter) -> bool {
    filter.predicates.iter().any(|predicate| {
        matches!(
            predicate,
            Predicate::Extreme(..) | Predicate::Commander | Predicate::In(_) | Predicate::Enchanted
        )
    })
}
