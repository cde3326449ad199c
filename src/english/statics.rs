//! Statements of continuous effects: subject, modifications, condition.

use super::{Context, Writer, discourse::Focus, noun::Subject, words};
use crate::ir::{
    Condition, Modification, Noun, Permission, Quantity, Restriction, Statement, Whose,
    statics::{AsThough, CostAmount},
};
use crate::vocab::{CardType, ColorSet};

impl Writer<'_> {
    /// Statements as one sentence, without capital letter and period. `temporary` is an effect with a duration: things
    /// "gain" and "become" rather than "have" and "are".
    pub(super) fn statements(&mut self, statements: &[Statement], temporary: bool) -> String {
        let items: Vec<String> = statements
            .iter()
            .map(|s| {
                let text = self.statement(s, temporary);
                self.settle_x(text)
            })
            .collect();
        match items.as_slice() {
            [a, b] if !temporary => format!("{a}, and {b}"),
            _ => words::list(&items, "and"),
        }
    }

    fn statement(&mut self, statement: &Statement, temporary: bool) -> String {
        let Some(condition) = &statement.condition else {
            return self.assertion(&statement.subject, &statement.modifications, temporary);
        };
        let rates_cost = statement.modifications.iter().all(|m| {
            matches!(
                m,
                Modification::CostChange { .. }
                    | Modification::AlternativeCost { .. }
                    | Modification::AdditionalCost { .. }
            )
        });
        let permits = statement.modifications.iter().all(|m| {
            matches!(
                m,
                Modification::AsThough(AsThough::HadFlash) | Modification::AlternativeCost { .. }
            )
        });
        if permits {
            let condition = self.condition(condition);
            let text = self.assertion(&statement.subject, &statement.modifications, temporary);
            return format!("if {condition}, {text}");
        }
        if rates_cost {
            let text = self.assertion(&statement.subject, &statement.modifications, temporary);
            let condition = self.condition(condition);
            return format!("{text} if {condition}");
        }
        match condition {
            Condition::Turn(Whose::Yours) => {
                let text = self.assertion(&statement.subject, &statement.modifications, temporary);
                format!("during your turn, {text}")
            }
            Condition::Turn(whose) => {
                let turn = self.turn_of(whose);
                let turn = turn
                    .replace("an opponent's turn", "each opponent's turn")
                    .replace("a player's turn", "each player's turn");
                let text = self.assertion(&statement.subject, &statement.modifications, temporary);
                format!("during {turn}, {text}")
            }
            Condition::Not(inner) if **inner == Condition::Turn(Whose::Yours) => {
                let text = self.assertion(&statement.subject, &statement.modifications, temporary);
                format!("during turns other than yours, {text}")
            }
            Condition::Not(inner)
                if statement
                    .modifications
                    .iter()
                    .all(|m| matches!(m, Modification::Cant(_) | Modification::DoesntUntap)) =>
            {
                let text = self.assertion(&statement.subject, &statement.modifications, temporary);
                let condition = self.condition(inner);
                format!("{text} unless {condition}")
            }
            Condition::During(whose, part) => {
                let time = self.time(whose.as_ref(), *part);
                let text = self.assertion(&statement.subject, &statement.modifications, temporary);
                format!("during {time}, {text}")
            }
            _ if speaks_of_this(condition) => {
                let condition = self.condition(condition);
                let text = self.assertion(&statement.subject, &statement.modifications, temporary);
                format!("as long as {condition}, {text}")
            }
            _ => {
                let text = self.assertion(&statement.subject, &statement.modifications, temporary);
                let text = self.settle_x(text);
                let condition = self.condition(condition);
                format!("{text} as long as {condition}")
            }
        }
    }

    /// A subject and what holds of it.
    fn assertion(
        &mut self,
        subject: &Noun,
        modifications: &[Modification],
        temporary: bool,
    ) -> String {
        if let [only] = modifications
            && let Some(text) = self.whole_clause(subject, only, temporary)
        {
            return text;
        }
        // A clause with an order of its own among others stands first.
        if let [first, rest @ ..] = modifications
            && !rest.is_empty()
            && let Some(text) = self.whole_clause(subject, first, temporary)
        {
            let subject = Noun::clone(subject);
            let known = self.said.noun(&subject);
            let pronoun = if known.plural { "they" } else { "it" };
            let rest = self.modifications(
                &super::effect::subject(pronoun, known.plural),
                rest,
                temporary,
            );
            return format!("{text} and {pronoun} {rest}");
        }
        let spell = matches!(subject, Noun::This)
            && modifications
                .iter()
                .all(|m| matches!(m, Modification::Cant(Restriction::BeCountered)));
        let who = if spell {
            self.said.focus = Focus::This;
            super::effect::subject("this spell", false)
        } else {
            self.theme(subject)
        };
        let text = self.modifications(&who, modifications, temporary);
        format!("{} {text}", who.text)
    }

    /// Verb phrases of several modifications, joined.
    pub(super) fn modifications(
        &mut self,
        who: &Subject,
        modifications: &[Modification],
        temporary: bool,
    ) -> String {
        let mut items: Vec<String> = Vec::new();
        let mut after = String::new();
        let mut i = 0;
        while let Some(modification) = modifications.get(i) {
            i += 1;
            match modification {
                Modification::Pump(power, toughness) => {
                    let (change, each) = self.pump(power, toughness);
                    let verb = self.agree("get", who);
                    items.push(format!("{verb} {change}"));
                    // "Gets +1/+1 for each Elf and has reach" would attach wrongly only for a reader, not for the grammar.
                    match items.last_mut() {
                        Some(last) if !each.is_empty() => last.push_str(&each),
                        _ => after.push_str(&each),
                    }
                }
                Modification::Cant(first) => {
                    let mut restrictions = vec![first];
                    while let Some(Modification::Cant(next)) = modifications.get(i) {
                        if !is_verbal(next) || !is_verbal(first) {
                            break;
                        }
                        restrictions.push(next);
                        i += 1;
                    }
                    items.push(self.restrictions(who, &restrictions));
                }
                Modification::Become { .. } => {
                    let mut text = self.become_clause(who, modification, temporary);
                    // "Becomes a 3/3 Elemental creature with haste".
                    if let Some(Modification::Gain(abilities)) = modifications.get(i)
                        && temporary
                    {
                        i += 1;
                        let granted = self.granted(abilities, &Context::this("creature"));
                        text = insert_with(&text, &granted);
                    }
                    items.push(text);
                }
                other => items.push(self.modification(who, other, temporary)),
            }
        }
        let text = words::list(&items, "and");
        format!("{text}{after}")
    }

    fn modification(
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
                    verb(if temporary { "gain" } else { "have" })
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
            Modification::CopyOf(what, except) => {
                let be = self.be(who, temporary);
                let what = self.object(what);
                let except = self.exceptions(except, false);
                if who.plural {
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
                    format!("{dont} during its controller's next untap step")
                } else if who.text.starts_with("this ") || self.said.focus == Focus::This {
                    format!("{dont} during your untap step")
                } else {
                    format!("{dont} during its controller's untap step")
                }
            }
            Modification::CostChange { less, amount } => self.cost_change(who, *less, amount),
            Modification::HandSize(None) => verb("have no maximum hand size"),
            Modification::HandSize(Some(n)) => format!(
                "{} a maximum hand size of {}",
                verb("have"),
                self.number_word(n)
            ),
            Modification::AssignsByToughness => {
                let assign = verb("assign");
                format!("{assign} combat damage equal to {its} toughness rather than {its} power")
            }
            Modification::Skips(step) => format!("{} {its} {}", verb("skip"), step.words()),
            Modification::PlayRevealed => {
                format!(
                    "{} with the top card of {its} library revealed",
                    verb("play")
                )
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
            Modification::AlternativeCost { cost } => {
                let cost = self.cost_clause(cost);
                format!("{} an alternative cost: {cost}", verb("have"))
            }
        }
    }

    /// Modifications whose clause is not "subject, verb, rest".
    fn whole_clause(
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
                let who = super::effect::subject("this spell", false);
                format!("this spell {}", self.cost_change(&who, *less, amount))
            }
            Modification::AdditionalCost { cost, optional } => {
                let spell = self.spell(subject);
                let may = if *optional { "you may " } else { "" };
                let cost = self.cost_clause(cost);
                format!("as an additional cost to cast {spell}, {may}{cost}")
            }
            Modification::AlternativeCost { cost } => {
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
            Modification::PlayRevealed if *subject == Noun::You => {
                "play with the top card of your library revealed".into()
            }
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

    fn be(&self, who: &Subject, temporary: bool) -> String {
        match (temporary, who.plural) {
            (true, true) => "become".into(),
            (true, false) => "becomes".into(),
            (false, true) => "are".into(),
            (false, false) => "is".into(),
        }
    }

    /// "Becomes a 3/3 Elemental creature", "is an artifact in addition to its other types", "is red".
    fn become_clause(
        &mut self,
        who: &Subject,
        modification: &Modification,
        temporary: bool,
    ) -> String {
        let Modification::Become {
            pt,
            colors,
            supertypes,
            types,
            subtypes,
            additional,
            name,
            chosen,
        } = modification
        else {
            return String::new();
        };
        let be = self.be(who, temporary);
        if let Some(chosen) = chosen {
            let mut text = format!("{be} {}", super::noun::chosen(*chosen));
            if *additional {
                text.push_str(" in addition to its other types");
            }
            return text;
        }
        let color = colors.map(|set| {
            if set == ColorSet::all() {
                "all colors".to_owned()
            } else {
                words::colors(set, "and")
            }
        });
        if pt.is_none() && supertypes.is_empty() && types.is_empty() && subtypes.is_empty() {
            let mut text = format!("{be} {}", color.unwrap_or_default());
            if *additional && colors.is_some() {
                text.push_str(if who.plural {
                    " in addition to their other colors"
                } else {
                    " in addition to its other colors"
                });
            }
            return text;
        }
        let mut parts: Vec<String> = supertypes.iter().map(|s| s.word().to_owned()).collect();
        if let Some((power, toughness)) = pt {
            parts.push(format!(
                "{}/{}",
                self.pt_value(power),
                self.pt_value(toughness)
            ));
        }
        parts.extend(color);
        let mut nouns: Vec<String> = subtypes.iter().map(ToString::to_string).collect();
        nouns.extend(types.iter().map(|t| t.word().to_owned()));
        if who.plural
            && let Some(last) = nouns.last_mut()
        {
            *last = words::plural(last);
        }
        parts.extend(nouns);
        let phrase = parts.join(" ");
        let plain = types.is_empty() && subtypes.is_empty();
        let mut text = if who.plural || plain {
            format!("{be} {phrase}")
        } else {
            format!("{be} {}", words::with_article(&phrase))
        };
        if let Some(name) = name {
            text.push_str(&format!(" named {name}"));
        }
        if *additional {
            let land = temporary
                && matches!(&self.cx.this, super::SelfName::This(kind) if kind == "land")
                && pt.is_some();
            if land {
                text.push_str(". It's still a land");
            } else {
                text.push_str(if who.plural {
                    " in addition to their other types"
                } else {
                    " in addition to its other types"
                });
            }
        }
        text
    }

    fn cost_change(&mut self, who: &Subject, less: bool, amount: &CostAmount) -> String {
        let word = if less { "less" } else { "more" };
        let cost = if who.plural { "cost" } else { "costs" };
        match amount {
            CostAmount::Mana(mana) => format!("{cost} {mana} {word} to cast"),
            CostAmount::Generic(Quantity::ForEach(n, noun)) => {
                let each = self.each(noun);
                format!("{cost} {{{n}}} {word} to cast for {each}")
            }
            CostAmount::Generic(Quantity::Each(n, of)) => {
                let each = self.for_each_of(of);
                format!("{cost} {{{n}}} {word} to cast for {each}")
            }
            CostAmount::Generic(Quantity::Number(n)) => format!("{cost} {{{n}}} {word} to cast"),
            CostAmount::Generic(Quantity::X) => format!("{cost} {{X}} {word} to cast"),
            CostAmount::Generic(other) => {
                let value = self.value(other);
                format!("{cost} {{X}} {word} to cast, where X is {value}")
            }
            CostAmount::ManaForEach(mana, of) => {
                let each = self.for_each_of(of);
                format!("{cost} {mana} {word} to cast for {each}")
            }
            CostAmount::Other(other) => {
                let other = self.cost_clause(other);
                format!("{cost} an additional \u{201c}{other}\u{201d} to cast")
            }
        }
    }

    fn as_though(&mut self, who: &Subject, as_though: &AsThough) -> String {
        let it = if who.text == "you" {
            "it"
        } else if who.plural {
            "they"
        } else {
            "it"
        };
        match as_though {
            AsThough::NoDefender => format!("can attack as though {it} didn't have defender"),
            AsThough::Unblocked => {
                format!("can assign combat damage as though {it} weren't blocked")
            }
            AsThough::HadFlash => format!("can be cast as though {it} had flash"),
            AsThough::HadHaste => {
                format!("can activate abilities of creatures as though {it} had haste")
            }
            AsThough::AnyColorMana => "may spend mana as though it were mana of any color".into(),
            AsThough::NoHexproof => format!(
                "can be the targets of spells and abilities as though {it} didn't have hexproof"
            ),
            AsThough::HadReach => format!("can block as though {it} had reach"),
            AsThough::NoLandwalk(land) => format!(
                "can be blocked as though {it} didn't have {}walk",
                land.to_lowercase()
            ),
        }
    }

    /// A quantity where only a number or X fits.
    fn short_value(&mut self, quantity: &Quantity) -> String {
        if is_short(quantity) {
            return self.value(quantity);
        }
        let value = self.value(quantity);
        self.owe_x(value)
    }

    fn permission(&mut self, who: &Subject, permission: &Permission, temporary: bool) -> String {
        match permission {
            Permission::Play {
                what,
                from,
                play,
                free,
            } => {
                let verb = if *play { "play" } else { "cast" };
                let plural = self.said.noun(what).plural;
                let what = self.bare(what);
                let from = from.map(|z| {
                    let zone = self.zone(z, Some(&Noun::You), false);
                    format!(" from {zone}")
                });
                let free = match (free, plural) {
                    (false, _) => "",
                    (true, true) => " without paying their mana costs",
                    (true, false) => " without paying its mana cost",
                };
                format!("may {verb} {what}{}{free}", from.unwrap_or_default())
            }
            Permission::ExtraLands(n) => {
                let lands = match n {
                    Quantity::Number(1) => "an additional land".to_owned(),
                    other => format!("{} additional lands", self.number_word(other)),
                };
                if temporary {
                    format!("may play {lands}")
                } else if who.text == "you" {
                    format!("may play {lands} on each of your turns")
                } else {
                    format!("may play {lands} on each of their turns")
                }
            }
            Permission::BlockMore(None) => "can block any number of creatures".into(),
            Permission::BlockMore(Some(n)) => {
                let creatures = match n {
                    Quantity::Number(1) => "an additional creature".to_owned(),
                    other => format!("an additional {} creatures", self.number_word(other)),
                };
                if temporary {
                    format!("can block {creatures}")
                } else {
                    format!("can block {creatures} each combat")
                }
            }
            Permission::LookAt(what) => format!("may look at {} any time", self.object(what)),
            Permission::NotUntap => "may remain tapped during the untap step".into(),
            Permission::SpendAny => "may spend mana as though it were mana of any color".into(),
            Permission::ActivateAsInstant => {
                "may be activated any time you could cast an instant".into()
            }
            Permission::AssignAsUnblocked => "may assign combat damage as though unblocked".into(),
        }
    }
}

/// Whether a condition is about the bearer: then it stands in front, so that the clause goes on with "it".
fn speaks_of_this(condition: &Condition) -> bool {
    match condition {
        Condition::Is(noun, _) | Condition::Designated(noun, _) => *noun == Noun::This,
        Condition::Compare(Quantity::Of(_, noun) | Quantity::Counters(_, noun), ..) => {
            **noun == Noun::This
        }
        Condition::Not(inner) => speaks_of_this(inner),
        Condition::All(conditions) | Condition::Any(conditions) => {
            conditions.iter().any(speaks_of_this)
        }
        _ => false,
    }
}

/// Whether a restriction continues "can't" with a verb of the same subject.
fn is_verbal(restriction: &Restriction) -> bool {
    !matches!(
        restriction,
        Restriction::Activate { .. }
            | Restriction::DamagePrevented
            | Restriction::AbleToBlockDoSo
            | Restriction::Unless(..)
    )
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

/// Puts "with haste" before what else the phrase says ("in addition to", "It's still a land").
fn insert_with(text: &str, granted: &str) -> String {
    for mark in [" in addition to ", ". It's still"] {
        if let Some((front, _)) = text.split_once(mark) {
            let rest = text.get(front.len()..).unwrap_or_default();
            return format!("{front} with {granted}{rest}");
        }
    }
    format!("{text} with {granted}")
}
