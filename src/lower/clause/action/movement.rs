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
        if !effects.is_empty() {
            return Ok(Effect::Sequence(effects));
        }
        if let Some(back) = child(node, Rule::put_back) {
            let Some(noun) = back.children().next() else {
                return self.not_understood(back);
            };
            let what = self.item(noun, Want::Object)?;
            let to = Placement {
                position: Position::Top,
                order: if back.text().ends_with(" in any order") {
                    Arrangement::Any
                } else {
                    Arrangement::Owner
                },
                ..Placement::into_zone(Zone::Library)
            };
            return Ok(self.act(
                who,
                Action::Move {
                    what,
                    to,
                    verb: MoveVerb::Put,
                },
            ));
        }
        self.moved(node, who, MoveVerb::Put, None)
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
        let mut to: Option<Placement> = None;
        for part in node.children() {
            match part.rule() {
                // Where it comes from is said of the noun.
                Rule::zone_ref => {}
                Rule::dest_onto => to = Some(Placement::into_zone(Zone::Battlefield)),
                Rule::dest_to | Rule::dest_into => {
                    if let Some(zone) = child(part, Rule::zone_ref) {
                        let (zone, whose) = self.zone_ref(zone)?;
                        to = Some(Placement {
                            whose,
                            ..Placement::into_zone(zone)
                        });
                    } else {
                        let whose = self.need(part, Rule::possessor)?;
                        let whose = self.whose(whose)?;
                        to = Some(Placement {
                            whose: Some(Box::new(whose)),
                            ..Placement::into_zone(Zone::Hand)
                        });
                    }
                }
                Rule::dest_top | Rule::dest_bottom | Rule::dest_bottom_top | Rule::dest_nth => {
                    let whose = child(part, Rule::possessor)
                        .map(|p| self.whose(p))
                        .transpose()?;
                    let position = match part.rule() {
                        Rule::dest_top => Position::Top,
                        Rule::dest_bottom => Position::Bottom,
                        Rule::dest_bottom_top => Position::TopOrBottom,
                        _ => {
                            match child(part, Rule::ordinal).and_then(|o| words::ordinal(o.text()))
                            {
                                Some(n) => Position::FromTop(n),
                                None => return self.not_understood(part),
                            }
                        }
                    };
                    to = Some(Placement {
                        whose: whose.map(Box::new),
                        position,
                        ..Placement::into_zone(Zone::Library)
                    });
                }
                Rule::dest_mod => {
                    let (Some(to), Some(inner)) = (&mut to, part.children().next()) else {
                        return self.not_understood(part);
                    };
                    match inner.rule() {
                        Rule::dm_tapped => to.tapped = true,
                        Rule::dm_attacking | Rule::dm_tapped_attacking => {
                            to.tapped = inner.rule() == Rule::dm_tapped_attacking;
                            to.attacking = match child(inner, Rule::dm_same) {
                                None => Attacking::Chosen,
                                Some(same) => {
                                    let Some(noun) = same.children().next() else {
                                        return self.not_understood(inner);
                                    };
                                    let noun = self.item(noun, Want::Object)?;
                                    Attacking::SameAs(Box::new(noun))
                                }
                            };
                        }
                        Rule::dm_face_down => to.face_down = true,
                        Rule::dm_transformed => to.transformed = true,
                        Rule::dm_any_order => to.order = Arrangement::Any,
                        Rule::dm_random => to.order = Arrangement::Random,
                        Rule::dm_under => {
                            let Some(whose) = inner.children().next() else {
                                return self.not_understood(inner);
                            };
                            let whose = if whose.rule() == Rule::possessor {
                                self.whose(whose)?
                            } else {
                                self.item(whose, Want::Player)?
                            };
                            to.whose = Some(Box::new(whose));
                        }
                        Rule::dm_counters => {
                            let counters = self.some_counters(inner)?;
                            to.counters.push(counters);
                        }
                        Rule::dm_attached => match inner.children().next() {
                            Some(noun) => {
                                to.attached_to = Some(Box::new(self.item(noun, Want::Any)?))
                            }
                            None => return self.not_understood(inner),
                        },
                        _ => return self.not_understood(inner),
                    }
                }
                _ => return self.not_understood(part),
            }
        }
        match to {
            Some(to) => Ok(to),
            None => self.not_understood(node),
        }
    }

    pub(in crate::lower) fn search(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        let zones_node = self.need(node, Rule::search_zones)?;
        let mut zones = Vec::new();
        let mut whose = None;
        for part in zones_node.children() {
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
                _ => return self.not_understood(part),
            }
        }
        let what = self.object_noun(node)?;
        let reveal = child(node, Rule::found_reveal).is_some();
        let (plural, filter) = shape(&what);
        let effect = self.act(
            who,
            Action::Search {
                zones,
                what,
                reveal,
            },
        );
        self.result(plural, filter, None);
        Ok(effect)
    }
}
