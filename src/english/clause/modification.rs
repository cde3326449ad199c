//! Modifications as verb phrases, and those whose clause has an order of its own.

use crate::english::{Context, Writer, discourse::Focus, noun::Subject, words};
use crate::ir::{Modification, Noun, Permission, Quantity, Restriction, statics::AsThough};
use crate::vocab::CardType;

impl Writer<'_> {
    pub(in crate::english) fn modification(
        &mut self,
        who: &Subject,
        modification: &Modification,
        temporary: bool,
    ) -> String {
        let verb = |base: &str| {
            if who.plural {
                base.to_owned()
            } else {
                words::third(base)
            }
        };
        let its = if who.text == "you" {
            "your"
        } else if who.plural {
            "their"
        } else {
            "its"
        };
        match modification {
            Modification::Pump(power, toughness) => {
                let (change, each) = self.pump(power, toughness);
                format!("{} {change}{each}", verb("get"))
            }
            Modification::SetBase(power, toughness) => {
                let have = verb("have");
                match (power, toughness) {
                    (Some(p), Some(t)) => {
                        let (p, t) = (self.short_value(p), self.short_value(t));
                        format!("{have} base power and toughness {p}/{t}")
                    }
                    (Some(p), None) => format!("{have} base power {}", self.short_value(p)),
                    (None, Some(t)) => format!("{have} base toughness {}", self.short_value(t)),
                    (None, None) => format!("{have} no base power or toughness"),
                }
            }
            Modification::Gain(abilities) => {
                let bearer = bearer_of(who);
                let granted = self.granted(abilities, &bearer);
                format!(
                    "{} {granted}",
                    verb(if temporary && !self.has {
                        "gain"
                    } else {
                        "have"
                    })
                )
            }
            Modification::Lose(keywords) => {
                let keywords: Vec<String> =
                    keywords.iter().map(|k| self.keyword_mention(k)).collect();
                format!("{} {}", verb("lose"), words::list(&keywords, "and"))
            }
            Modification::LoseAll => verb("lose all abilities"),
            Modification::CantHave(keywords) => {
                let keywords: Vec<String> =
                    keywords.iter().map(|k| self.keyword_mention(k)).collect();
                format!("can't have or gain {}", words::list(&keywords, "or"))
            }
            Modification::BecomeChoice(what) => {
                let what = match what {
                    crate::ir::noun::Shared::Color => "color",
                    crate::ir::noun::Shared::LandType => "basic land type",
                    _ => "creature type",
                };
                format!("{} the {what} of your choice", verb("become"))
            }
            Modification::Goaded => format!("{} goaded", self.be(who, temporary)),
            Modification::DoublePower { .. } => "has its power doubled".into(),
            Modification::BecomeColors => {
                format!("{} the color or colors of your choice", verb("become"))
            }
            Modification::NotType(types) => {
                let types: Vec<String> = types.iter().map(|t| t.word().to_owned()).collect();
                let types = words::list(&types, "or");
                if who.plural {
                    format!("aren't {}", words::plural(&types))
                } else {
                    format!("isn't {}", words::with_article(&types))
                }
            }
            Modification::LoseTypes(types) => {
                if types.contains(CardType::Creature) && types.len() == 1 {
                    verb("lose all creature types")
                } else {
                    verb("lose all other card types")
                }
            }
            Modification::EveryCreatureType => {
                let be = self.be(who, temporary);
                format!("{be} every creature type")
            }
            Modification::NotSupertypes(supertypes) => {
                let words: Vec<String> = supertypes.iter().map(|s| s.word().to_owned()).collect();
                let be = if who.plural { "aren't" } else { "isn't" };
                format!("{be} {}", words::list(&words, "or"))
            }
            Modification::NoManaCost => verb("have no mana cost"),
            Modification::GainThis => verb("have this ability"),
            Modification::CopyOf(what, except) => {
                let be = self.be(who, temporary);
                let what = self.object(what);
                let except = self.exceptions(except, &[], false);
                if who.many {
                    format!("{be} copies of {what}{except}")
                } else {
                    format!("{be} a copy of {what}{except}")
                }
            }
            Modification::Cant(restriction) => self.restrictions(who, &[restriction]),
            Modification::Must(restriction) => self.obliged(who, restriction, "each combat"),
            Modification::May(permission) => self.permission(who, permission, temporary),
            Modification::DoesntUntap => {
                let dont = verb("don't untap");
                if who.plural {
                    format!("{dont} during their controllers' untap steps")
                } else if temporary {
                    format!("{dont} during its controller's untap step")
                } else if who.text.starts_with("this ") || self.said.focus == Focus::This {
                    format!("{dont} during your untap step")
                } else {
                    format!("{dont} during its controller's untap step")
                }
            }
            Modification::CostChange { less, amount } => self.cost_change(who, *less, amount),
            Modification::HandSize(None) => verb("have no maximum hand size"),
            Modification::HandSizeBy { less, amount } => {
                let how = if *less { "reduced" } else { "increased" };
                format!(
                    "{its} maximum hand size is {how} by {}",
                    self.number_word(amount)
                )
            }
            Modification::HandSize(Some(n)) => format!(
                "{} a maximum hand size of {}",
                verb("have"),
                self.number_word(n)
            ),
            Modification::AssignsByToughness => {
                let assign = verb("assign");
                format!("{assign} combat damage equal to {its} toughness rather than {its} power")
            }
            Modification::AssignsNone => format!("{} no combat damage", verb("assign")),
            Modification::Skips(step) => format!("{} {its} {}", verb("skip"), step.words()),
            Modification::KeepsOneLife => String::new(),
            Modification::PlayRevealed(zone) => {
                let zone = if who.plural && who.text != "you" {
                    words::plural(zone.word())
                } else {
                    zone.word().to_owned()
                };
                let top = if zone.starts_with("librar") {
                    "the top card of "
                } else {
                    ""
                };
                // Whoever the player is.
                let whose = if who.text == "you" { "your" } else { "their" };
                format!("{} with {top}{whose} {zone} revealed", verb("play"))
            }
            Modification::AsThoughHad(keyword) => {
                let keyword = self.keyword_mention(keyword);
                format!(
                    "{} damage as though {} had {keyword}",
                    verb("deal"),
                    if who.plural { "they" } else { "it" }
                )
            }
            Modification::AsThough(as_though) => self.as_though(who, as_though),
            Modification::Become { .. } => self.become_clause(who, modification, temporary),
            Modification::Define(power, toughness) => {
                let value = power.as_ref().or(toughness.as_ref()).map(|q| self.value(q));
                let what = match (power, toughness) {
                    (Some(_), Some(_)) => "power and toughness each",
                    (Some(_), None) => "power",
                    _ => "toughness",
                };
                format!(
                    "{} {what} equal to {}",
                    verb("have"),
                    value.unwrap_or_default()
                )
            }
            Modification::Switch => format!("{} {its} power and toughness", verb("switch")),
            Modification::Control(by) => {
                let by = self.object(by);
                format!("{} under {by} control", self.be(who, temporary))
            }
            Modification::AdditionalCost { cost, .. } => {
                let cost = self.cost_clause(cost);
                format!("{} an additional cost: {cost}", verb("have"))
            }
            Modification::CastOnly(rules) => self.cast_only(rules),
            Modification::AlternativeCost { cost, .. } => {
                let cost = self.cost_clause(cost);
                format!("{} an alternative cost: {cost}", verb("have"))
            }
        }
    }

    /// Modifications whose clause is not "subject, verb, rest".
    pub(in crate::english) fn whole_clause(
        &mut self,
        subject: &Noun,
        modification: &Modification,
        temporary: bool,
    ) -> Option<String> {
        Some(match modification {
            Modification::Define(power, toughness) => {
                let whose = self.possessive(subject);
                let value = power.as_ref().or(toughness.as_ref())?;
                let value = self.value(value);
                match (power, toughness) {
                    (Some(p), Some(t)) if p == t => {
                        format!("{whose} power and toughness are each equal to {value}")
                    }
                    (Some(_), Some(t)) => {
                        let t = self.value(t);
                        // "Its toughness is equal to that number plus 1" (CR 208.2b).
                        match t.strip_prefix(&value) {
                            Some(rest) => format!(
                                "{whose} power is equal to {value} and its toughness is equal to that number{rest}"
                            ),
                            None => format!(
                                "{whose} power is equal to {value} and its toughness is equal to {t}"
                            ),
                        }
                    }
                    (Some(_), None) => format!("{whose} power is equal to {value}"),
                    _ => format!("{whose} toughness is equal to {value}"),
                }
            }
            Modification::SetBase(Some(power), Some(toughness))
                if temporary && !is_short(power) =>
            {
                let whose = self.possessive(subject);
                let value = match (power, toughness) {
                    (Quantity::Of(_, a), Quantity::Of(_, b)) if a == b => {
                        format!("{} power and toughness", self.possessive(a))
                    }
                    _ => {
                        let (p, t) = (self.value(power), self.value(toughness));
                        if p == t { p } else { format!("{p} and {t}") }
                    }
                };
                format!("change {whose} base power and toughness to {value}")
            }
            Modification::DoublePower { toughness } => {
                let what = if *toughness {
                    "power and toughness"
                } else {
                    "power"
                };
                match subject {
                    Noun::Described { .. } => {
                        format!("double the {what} of {}", self.object(subject))
                    }
                    _ => format!("double {} {what}", self.possessive(subject)),
                }
            }
            Modification::HandSizeBy { less, amount } => {
                let whose = self.possessive(subject);
                let how = if *less { "reduced" } else { "increased" };
                format!(
                    "{whose} maximum hand size is {how} by {}",
                    self.number_word(amount)
                )
            }
            Modification::HandSize(Some(n)) => {
                let whose = self.possessive(subject);
                match n {
                    Quantity::Number(_) => {
                        format!("{whose} maximum hand size is {}", self.number_word(n))
                    }
                    n => format!("{whose} maximum hand size is equal to {}", self.value(n)),
                }
            }
            Modification::Switch => {
                format!("switch {} power and toughness", self.possessive(subject))
            }
            Modification::Control(by) => match (&**by, temporary) {
                (Noun::You, true) => format!("gain control of {}", self.object(subject)),
                (by, true) => {
                    let by = self.actor(by);
                    let gain = self.agree("gain", &by);
                    format!("{} {gain} control of {}", by.text, self.object(subject))
                }
                (by, false) => {
                    let by = self.actor(by);
                    let control = self.agree("control", &by);
                    format!("{} {control} {}", by.text, self.object(subject))
                }
            },
            Modification::Must(restriction) => self.obligation(subject, restriction, "each combat"),
            Modification::Cant(Restriction::Activate { except_mana }) => {
                let who = self.said.noun(subject);
                let whose = match subject {
                    Noun::Described { .. } => {
                        let things = self.theme(subject);
                        let unless = if *except_mana {
                            " unless they're mana abilities"
                        } else {
                            ""
                        };
                        return Some(format!(
                            "activated abilities of {} can't be activated{unless}",
                            things.text
                        ));
                    }
                    _ => self.possessive(subject),
                };
                let _ = who;
                let unless = if *except_mana {
                    " unless they're mana abilities"
                } else {
                    ""
                };
                format!("{whose} activated abilities can't be activated{unless}")
            }
            Modification::KeepsOneLife => {
                "damage that would reduce your life total to less than 1 reduces it to 1 instead"
                    .into()
            }
            Modification::Cant(Restriction::DamagePrevented) => match subject {
                Noun::Described { filter, .. } if filter.predicates.is_empty() => {
                    "damage can't be prevented".into()
                }
                other => {
                    let who = self.theme(other);
                    format!(
                        "damage that would be dealt by {} can't be prevented",
                        who.text
                    )
                }
            },
            Modification::May(Permission::NotUntap) => {
                format!(
                    "you may choose not to untap {} during your untap step",
                    self.object(subject)
                )
            }
            Modification::May(Permission::AssignAsUnblocked) => {
                let who = self.theme(subject);
                let (its, werent) = if who.plural {
                    ("their", "they weren't")
                } else {
                    ("its", "it weren't")
                };
                format!(
                    "you may have {} assign {its} combat damage as though {werent} blocked",
                    who.text
                )
            }
            Modification::CostChange { less, amount } if *subject == Noun::This => {
                self.said.focus = Focus::This;
                let who = crate::english::effect::subject("this spell", false);
                format!("this spell {}", self.cost_change(&who, *less, amount))
            }
            Modification::AdditionalCost {
                cost,
                optional,
                repeated,
            } => {
                let spell = self.spell(subject);
                let may = if *optional { "you may " } else { "" };
                let cost = self.cost_clause(cost);
                let often = if *repeated {
                    " any number of times"
                } else {
                    ""
                };
                format!("as an additional cost to cast {spell}, {may}{cost}{often}")
            }
            Modification::CastOnly(rules) => self.cast_only(rules),
            Modification::AlternativeCost {
                cost,
                from,
                besides,
            } if from.is_some() || *besides => {
                let clause = self.cost_clause(cost);
                let from = match from {
                    Some(crate::vocab::Zone::Exile) => " from exile",
                    Some(_) => " from your graveyard",
                    None => "",
                };
                // "Pay", "discard": the verb stands first.
                match (clause.strip_prefix("pay "), clause.strip_prefix("discard ")) {
                    (Some(rest), _) if !besides => format!(
                        "you may cast this card{from} by paying {rest} rather than paying its mana cost"
                    ),
                    (_, Some(rest)) => format!(
                        "you may cast this card{from} by discarding {rest} as an additional cost to cast it"
                    ),
                    _ => format!("you may cast this card{from} for {clause}"),
                }
            }
            Modification::AlternativeCost { cost, .. } => {
                let cost = self.cost_clause(cost);
                match subject {
                    Noun::This => {
                        let free = cost.is_empty();
                        if free {
                            "you may cast this spell without paying its mana cost".into()
                        } else {
                            format!("you may {cost} rather than pay this spell's mana cost")
                        }
                    }
                    other => {
                        let spells = self.theme(other);
                        format!(
                            "you may {cost} rather than pay the mana cost for {}",
                            spells.text
                        )
                    }
                }
            }
            Modification::AsThough(AsThough::HadFlash) => {
                let spell = match subject {
                    Noun::This => self.spell(subject),
                    other => self.theme(other).text,
                };
                let they = if self.said.noun(subject).plural {
                    "they"
                } else {
                    "it"
                };
                let spell = spell.replace(" you cast", "");
                format!("you may cast {spell} as though {they} had flash")
            }
            Modification::AsThoughHad(keyword) => match subject {
                Noun::Described { filter, .. } if filter.predicates.is_empty() => {
                    format!(
                        "all damage is dealt as though its source had {}",
                        self.keyword_mention(keyword)
                    )
                }
                _ => return None,
            },
            Modification::PlayRevealed(zone) if *subject == Noun::You => match zone {
                crate::vocab::Zone::Library => {
                    "play with the top card of your library revealed".into()
                }
                zone => format!("play with your {} revealed", zone.word()),
            },
            Modification::Skips(step) if *subject == Noun::You => {
                format!("skip your {}", step.words())
            }
            _ => return None,
        })
    }

    /// "This spell", or the spells that a statement is about.
    fn spell(&mut self, noun: &Noun) -> String {
        match noun {
            Noun::This => {
                self.said.focus = Focus::This;
                "this spell".into()
            }
            other => self.theme(other).text,
        }
    }

    pub(in crate::english) fn be(&self, who: &Subject, temporary: bool) -> String {
        match (temporary, who.plural) {
            (true, true) => "become".into(),
            (true, false) => "becomes".into(),
            (false, true) => "are".into(),
            (false, false) => "is".into(),
        }
    }

    /// A quantity where only a number or X fits.
    fn short_value(&mut self, quantity: &Quantity) -> String {
        if is_short(quantity) {
            return self.value(quantity);
        }
        self.owe_x(quantity)
    }
}

fn is_short(quantity: &Quantity) -> bool {
    matches!(
        quantity,
        Quantity::Number(_) | Quantity::X | Quantity::Parameter
    )
}

/// What the bearer of a granted ability calls itself.
fn bearer_of(who: &Subject) -> Context {
    let text = who.text.to_lowercase();
    for kind in [
        "land",
        "artifact",
        "enchantment",
        "planeswalker",
        "permanent",
        "token",
        "card",
        "spell",
    ] {
        let noun = text
            .split_whitespace()
            .any(|w| w.trim_end_matches('s') == kind);
        if noun && !text.contains("creature") {
            return Context::this(kind);
        }
    }
    Context::this("creature")
}
