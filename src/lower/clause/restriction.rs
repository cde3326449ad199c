//! What can't, must and can be done (CR 101.2, 508.1c-d, 509.1b-c).

use crate::ir::{
    Modification, Noun, Permission, Predicate, Quantity, Restriction, statics::AsThough,
};
use crate::lower::{
    context::{Lower, Lowered, child},
    phrase::quantity::set,
    words,
};
use crate::vocab::CardType;
use spellwright_grammar::{Node, Rule};

impl Lower<'_> {
    /// One of the things that a subject can't do or that can't be done to it.
    pub(super) fn cant(&mut self, node: Node<'_>) -> Lowered<Vec<Modification>> {
        let restriction = match node.frame().as_str() {
            "attack or block" => {
                return Ok(vec![
                    Modification::Cant(Restriction::Attack(None)),
                    Modification::Cant(Restriction::Block(None)),
                ]);
            }
            "have or gain _" => {
                let list = self.need(node, Rule::keyword_list)?;
                return Ok(vec![Modification::CantHave(self.keyword_list(list)?)]);
            }
            "attack alone" => alone(true, false),
            "block alone" => alone(false, true),
            "attack or block alone" => alone(true, true),
            "attack" | "attack _" => Restriction::Attack(self.optional_whom(node)?),
            "block" | "block _" => Restriction::Block(self.optional_any(node)?),
            "be blocked" | "be blocked by _" | "be blocked _ by _" => Restriction::BeBlocked {
                by: self.optional_any(node)?,
                except: None,
            },
            "be blocked except by _" | "be blocked _ except by _" => Restriction::BeBlocked {
                by: None,
                except: self.optional_any(node)?,
            },
            "be blocked by more than _ creature" | "be blocked by more than _ creatures" => {
                Restriction::BlockedByCount {
                    at_least: None,
                    at_most: self.printed_number(node)?,
                }
            }
            "be blocked except by _ or more creatures" => Restriction::BlockedByCount {
                at_least: self.printed_number(node)?,
                at_most: None,
            },
            "be the target of _" | "be the targets of _" | "be targeted by _" => {
                Restriction::BeTargeted(self.optional_any(node)?.map(set))
            }
            "be enchanted by _" | "be equipped by _" => {
                let noun = self.need(node, Rule::noun)?;
                Restriction::BeAttached(self.anything(|w| w.noun(noun))?)
            }
            "be countered" => Restriction::BeCountered,
            "be regenerated" => Restriction::BeRegenerated,
            "be sacrificed" => Restriction::BeSacrificed,
            "be activated" => Restriction::Activate { except_mana: false },
            "be activated unless they're mana abilities" => {
                Restriction::Activate { except_mana: true }
            }
            "be prevented" => Restriction::DamagePrevented,
            "be dealt damage" => Restriction::BeDealtDamage,
            "gain life" => Restriction::GainLife,
            "lose life" => Restriction::LoseLife,
            "lose the game" => Restriction::LoseGame,
            "win the game" => Restriction::WinGame,
            "cast _" => {
                let noun = self.need(node, Rule::noun)?;
                Restriction::Cast {
                    what: set(self.anything(|w| w.noun(noun))?),
                    limit: None,
                }
            }
            "cast more than _ _ each turn" => {
                // "More than one spell": the number is the determiner.
                let noun = self.need(node, Rule::noun)?;
                let what = set(self.quality_of(|w| w.noun(noun))?);
                let most = self.need(node, Rule::num)?;
                Restriction::Cast {
                    what,
                    limit: Some(self.number(most)?),
                }
            }
            "play _" => {
                let noun = self.need(node, Rule::noun)?;
                Restriction::Play(set(self.anything(|w| w.noun(noun))?))
            }
            "draw cards" => Restriction::Draw(None),
            "draw more than _ card each turn" | "draw more than _ cards each turn" => {
                let most = self.need(node, Rule::num)?;
                Restriction::Draw(Some(self.number(most)?))
            }
            "search libraries" | "search library" => Restriction::Search,
            "untap" => Restriction::Untap,
            "enter" | "enter the battlefield" => Restriction::Enter,
            "have counters put on it" | "have counters put on them" => {
                Restriction::GetCounters(None)
            }
            _ => return self.not_understood(node),
        };
        Ok(vec![Modification::Cant(restriction)])
    }

    /// The number in a node, printed as one.
    fn printed_number(&mut self, node: Node<'_>) -> Lowered<Option<u32>> {
        let number = self.need(node, Rule::num)?;
        self.plain_number(number).map(Some)
    }

    /// What a subject must do, or must have done to it, if able.
    pub(super) fn must(&mut self, node: Node<'_>) -> Lowered<Restriction> {
        let frame = node.frame();
        let verb = frame.strip_prefix("must ").unwrap_or(&frame);
        Ok(match verb.split(' ').next() {
            Some("be") => Restriction::BeBlocked {
                by: None,
                except: None,
            },
            Some("attack" | "attacks") => Restriction::Attack(self.optional_whom(node)?),
            _ => Restriction::Block(self.optional_any(node)?),
        })
    }

    /// What a subject can do that the rules alone would not let it.
    pub(super) fn can(&mut self, node: Node<'_>) -> Lowered<Modification> {
        let frame = node.frame();
        Ok(match frame.as_str() {
            "can block only _" => {
                // CR 509.1b: the others can't be blocked by it.
                let noun = self.need(node, Rule::noun)?;
                let Noun::Described {
                    quantifier,
                    mut filter,
                } = self.anything(|w| w.noun(noun))?
                else {
                    return self.not_understood(node);
                };
                match filter.predicates.pop() {
                    Some(has @ Predicate::Has(_))
                        if filter.predicates == [Predicate::Type(CardType::Creature)] =>
                    {
                        filter.predicates.push(Predicate::Not(Box::new(has)));
                    }
                    _ => return self.not_understood(node),
                }
                let others = Noun::Described { quantifier, filter };
                Modification::Cant(Restriction::Block(Some(others)))
            }
            "can block any number of creatures" => Modification::May(Permission::BlockMore(None)),
            _ if frame.starts_with("can block an additional ") => {
                let more = match child(node, Rule::num) {
                    Some(n) => self.number(n)?,
                    None => Quantity::Number(1),
                };
                Modification::May(Permission::BlockMore(Some(more)))
            }
            _ if frame.ends_with(" didn't have defender") => {
                Modification::AsThough(AsThough::NoDefender)
            }
            _ => {
                let land = words::text_of(node, Rule::landwalk_word)
                    .and_then(|word| word.strip_suffix("walk"))
                    .and_then(|stem| self.vocab.subtype(stem));
                match land {
                    Some((land, ..)) => Modification::AsThough(AsThough::NoLandwalk(land)),
                    None => return self.not_understood(node),
                }
            }
        })
    }

    fn optional_any(&mut self, node: Node<'_>) -> Lowered<Option<Noun>> {
        child(node, Rule::noun)
            .map(|n| self.anything(|w| w.noun(n)))
            .transpose()
    }

    fn optional_whom(&mut self, node: Node<'_>) -> Lowered<Option<Noun>> {
        child(node, Rule::attack_whom)
            .map(|n| self.attack_whom(n))
            .transpose()
    }
}

const fn alone(attack: bool, block: bool) -> Restriction {
    Restriction::Alone { attack, block }
}
