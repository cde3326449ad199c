//! Where things are moved to and from: placements in zones, searches (CR 400.7, 701.23).

use crate::ir::{
    Action, Effect, Noun, Placement, Quantifier,
    action::{Arrangement, Attacking, MoveVerb, Position},
};
use crate::lower::{
    clause::action::shape,
    context::{Lower, Lowered, all, child},
    phrase::noun::Want,
    words,
};
use crate::vocab::Zone;
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    pub(in crate::lower) fn put(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        let mut effects = Vec::new();
        for part in all(node, Rule::put_part) {
            effects.push(self.moved(part, who, MoveVerb::Put, None)?);
        }
        match effects.len() {
            // "Put them back in any order": on top of the library.
            0 => {}
            1 => return Ok(effects.remove(0)),
            _ => return Ok(Effect::Sequence(effects)),
        }
        let Some(noun) = node.children().next() else {
            return self.not_understood(node);
        };
        let what = self.item(noun, Want::Object)?;
        let to = Placement {
            position: Position::Top,
            order: if node.says("in any order") || node.says("back in any order") {
                Arrangement::Any
            } else {
                Arrangement::Owner
            },
            ..Placement::into_zone(Zone::Library)
        };
        Ok(self.act(
            who,
            Action::Move {
                what,
                to,
                verb: MoveVerb::Put,
            },
        ))
    }

    /// Something goes to where the destination says.
    pub(in crate::lower) fn moved(
        &mut self,
        node: Node<'_>,
        who: &Noun,
        verb: MoveVerb,
        done: Option<crate::ir::noun::Participle>,
    ) -> Lowered<Effect> {
        let what = self.object_noun(node)?;
        let dest = self.need(node, Rule::dest)?;
        let what = self.taken_from(dest, what)?;
        let to = self.placement_of(dest, &what)?;
        let action = Action::Move {
            what: what.clone(),
            to,
            verb,
        };
        Ok(self.moving(who, &what, action, done))
    }

    /// "A card from it": the hand or library that was revealed or looked at.
    pub(in crate::lower) fn zone_shown(&mut self, zone: Zone, of: &Noun) {
        let of = match of {
            // The target is announced once; from here on it is referred to.
            of if of.is_target() => Noun::Ref {
                to: crate::ir::Binding::Target(self.said.targets.saturating_sub(1)),
                word: crate::ir::Word::Pronoun,
            },
            other => other.clone(),
        };
        self.said.push(crate::lower::discourse::Referent {
            meant: crate::lower::discourse::Meant::Noun(Noun::Zone(zone, Box::new(of))),
            kind: crate::lower::discourse::Kind::Object,
            plural: false,
            filter: None,
            done: None,
        });
    }

    /// A thing with the zone that it is taken from, which stands behind it.
    pub(in crate::lower) fn taken_from(&mut self, node: Node<'_>, what: Noun) -> Lowered<Noun> {
        let Some(from) = child(node, Rule::zone_ref) else {
            return Ok(what);
        };
        let (zone, whose) = self.zone_ref(from)?;
        match what {
            // CR 113.6m: an ability that moves its own card from a zone functions there.
            Noun::This if whose.as_deref().is_none_or(|whose| *whose == Noun::You) => {
                if self.functions.is_some_and(|known| known != zone) {
                    return self.not_understood(from);
                }
                self.functions = Some(zone);
                Ok(Noun::This)
            }
            Noun::Described {
                quantifier,
                mut filter,
            } if !matches!(quantifier, Quantifier::Target(_)) => {
                filter
                    .predicates
                    .push(crate::ir::Predicate::InZone(zone, whose));
                crate::lower::phrase::filter::order(&mut filter.predicates);
                Ok(Noun::Described { quantifier, filter })
            }
            _ => self.not_understood(from),
        }
    }

    /// A destination of something that is chosen as it is moved: "its owner's hand" is that thing's owner's (CR 400.3).
    pub(in crate::lower) fn placement_of(
        &mut self,
        node: Node<'_>,
        what: &Noun,
    ) -> Lowered<Placement> {
        let chosen = match what {
            Noun::Described { quantifier, .. } => !matches!(quantifier, Quantifier::Target(_)),
            Noun::All(nouns) | Noun::Either(nouns) => nouns.iter().all(|noun| {
                matches!(noun, Noun::Described { quantifier, .. } if !matches!(quantifier, Quantifier::Target(_)))
            }),
            _ => false,
        };
        let (_, filter) = shape(what);
        let plural = matches!(
            what,
            Noun::All(_)
                | Noun::Described {
                    quantifier: Quantifier::All,
                    ..
                }
        );
        let several = matches!(what, Noun::All(_));
        let named = chosen || several;
        if named {
            self.said.push(crate::lower::discourse::Referent {
                meant: crate::lower::discourse::Meant::Noun(what.clone()),
                kind: crate::lower::discourse::Kind::Object,
                plural,
                filter,
                done: None,
            });
        }
        // "Its owner" is the owner of what is moved, whatever else was spoken of.
        let before = self.said.referents.len();
        let again = match what {
            Noun::Ref { to, .. } => self.moved_again(*to),
            _ => 0,
        };
        let mut to = self.placement(node)?;
        self.said
            .referents
            .drain(before..before.saturating_add(again));
        if named {
            let own = |whose: &Noun| matches!(whose, Noun::Related(crate::ir::Role::Owner, of) if **of == *what);
            // The owner was introduced only for this.
            self.said.referents.retain(|r| match &r.meant {
                crate::lower::discourse::Meant::Noun(noun) => noun != what && !own(noun),
                _ => true,
            });
            if to.whose.as_deref().is_some_and(own) {
                if to.zone != Zone::Battlefield {
                    to.whose = None;
                } else if several && !chosen {
                    // Each would be under the control of its own owner.
                    return self.not_understood(node);
                }
            }
        }
        Ok(to)
    }

    /// Takes note of a thing that is named again, as what was spoken of last; with how many referents.
    fn moved_again(&mut self, to: crate::ir::Binding) -> usize {
        use crate::lower::discourse::{Kind, Meant, Referent};
        let meant = Meant::Binding(to);
        let known = self.said.bound(to).cloned();
        // How many a linked ability or a cost put away is not known.
        let numbers: &[bool] = match &known {
            Some(known) if known.plural => &[true],
            Some(_) => &[false],
            None => &[true, false],
        };
        for plural in numbers {
            self.said.referents.push(Referent {
                meant: meant.clone(),
                kind: Kind::Object,
                plural: *plural,
                filter: known.as_ref().and_then(|r| r.filter.clone()),
                done: None,
            });
        }
        numbers.len()
    }

    /// A destination.
    pub(in crate::lower) fn placement(&mut self, node: Node<'_>) -> Lowered<Placement> {
        // Where it comes from is said of the noun.
        let place = self.need(node, Rule::place)?;
        let mut to = self.place(place)?;
        for how in all(node, Rule::dest_mod) {
            self.arrives(how, &mut to)?;
        }
        Ok(to)
    }

    /// A place to which something goes, without how it arrives there.
    fn place(&mut self, node: Node<'_>) -> Lowered<Placement> {
        if let Some(zone) = child(node, Rule::zone_ref) {
            let (zone, whose) = self.zone_ref(zone)?;
            return Ok(Placement {
                whose,
                ..Placement::into_zone(zone)
            });
        }
        if node.says("the battlefield") {
            return Ok(Placement::into_zone(Zone::Battlefield));
        }
        let whose = match child(node, Rule::possessor) {
            Some(whose) => Some(Box::new(self.whose(whose)?)),
            None => None,
        };
        if node.says("hands") {
            return Ok(Placement {
                whose,
                ..Placement::into_zone(Zone::Hand)
            });
        }
        let ordinal = child(node, Rule::ordinal).map(|o| words::ordinal(o.text()));
        let position = match (ordinal, node.says("top"), node.says("bottom")) {
            (Some(Some(n)), ..) => Position::FromTop(n),
            (None, true, true) => Position::TopOrBottom,
            (None, true, false) => Position::Top,
            (None, false, true) => Position::Bottom,
            _ => return self.not_understood(node),
        };
        Ok(Placement {
            whose,
            position,
            ..Placement::into_zone(Zone::Library)
        })
    }

    /// How something arrives: tapped, face down, under whose control, with what counters.
    fn arrives(&mut self, node: Node<'_>, to: &mut Placement) -> Lowered<()> {
        if let Some(counters) = child(node, Rule::counters) {
            to.counters.push(self.some_counters(counters)?);
            return Ok(());
        }
        if let Some(whose) = child(node, Rule::possessor) {
            to.whose = Some(Box::new(self.whose(whose)?));
            return Ok(());
        }
        if let Some(noun) = node.children().next() {
            if node.says("under the control of") {
                to.whose = Some(Box::new(self.item(noun, Want::Player)?));
            } else if node.says("attached to") {
                to.attached_to = Some(Box::new(self.item(noun, Want::Any)?));
            } else {
                // "Attacking the same player, planeswalker, or battle as that creature".
                to.tapped = node.says("tapped and attacking");
                let noun = self.item(noun, Want::Object)?;
                to.attacking = Attacking::SameAs(Box::new(noun));
            }
            return Ok(());
        }
        match node.text().trim_start() {
            "tapped" => to.tapped = true,
            "attacking" | "tapped and attacking" => {
                to.tapped = node.says("tapped");
                to.attacking = Attacking::Chosen;
            }
            "face down" => to.face_down = true,
            "transformed" | "converted" => to.transformed = true,
            "in any order" => to.order = Arrangement::Any,
            "in a random order" => to.order = Arrangement::Random,
            _ => return self.not_understood(node),
        }
        Ok(())
    }

    pub(in crate::lower) fn search(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        // Both are searched, or either may be left out; "or" says neither.
        let or = |piece: &str| piece.trim_matches([' ', ',']) == "or";
        if node.own().any(or) {
            return self.not_understood(node);
        }
        let mut zones = Vec::new();
        let mut whose = None;
        for part in node.children() {
            match part.rule() {
                Rule::possessor => whose = Some(self.whose(part)?),
                Rule::zone_word => match (words::zone_word(part.text()), &whose) {
                    (Some(zone), Some(owner)) => {
                        zones.push(Noun::Zone(zone, Box::new(owner.clone())));
                        // A target is announced once.
                        whose = self.announced(whose.as_ref()).or(whose);
                    }
                    _ => return self.not_understood(part),
                },
                _ => break,
            }
        }
        let what = self.object_noun(node)?;
        let reveal = node.says("reveal") || node.says("reveals");
        let (plural, filter) = shape(&what);
        let effect = self.act(
            who,
            Action::Search {
                zones,
                what,
                reveal,
                shuffles_if: false,
            },
        );
        self.result(plural, filter, None);
        Ok(effect)
    }
}
