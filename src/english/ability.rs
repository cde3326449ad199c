//! Abilities as printed lines, and keywords.

use super::{Writer, words};
use crate::ir::{
    Ability, AbilityKind, ActivationRule, CostPart, Filter, Head, Keyword, KeywordArgument, Level,
    Noun, Predicate, Quantity,
};
use crate::vocab::Zone;

impl Writer<'_> {
    /// An ability as printed.
    pub(super) fn ability(&mut self, ability: &Ability) -> String {
        // One zone other than the usual ones is named where the bearer is moved from it.
        self.functions_in = ability.zones.and_then(|zones| {
            let mut named = zones.iter().filter(|z| {
                matches!(
                    z,
                    Zone::Graveyard | Zone::Hand | Zone::Exile | Zone::Command
                )
            });
            match (named.next(), named.next()) {
                (Some(zone), None) if zone != Zone::Hand => Some(zone),
                _ => None,
            }
        });
        self.in_hand = ability.zones == Some(crate::vocab::ZoneSet::of(Zone::Hand));
        let text = match (&ability.kind, ability.word.as_deref()) {
            // The keyword says when it can be activated (CR 702.57a, 702.142a, 702.177a).
            (
                AbilityKind::Activated { cost, effect, .. },
                Some("boast" | "forecast" | "exhaust"),
            ) => {
                let cost = self.cost(cost);
                format!("{cost}: {}", self.paragraph(effect))
            }
            (kind, _) => self.deeper(|w| w.ability_kind(kind)),
        };
        match &ability.word {
            Some(word) => format!("{} — {text}", words::capital(word)),
            None => text,
        }
    }

    fn ability_kind(&mut self, kind: &AbilityKind) -> String {
        match kind {
            AbilityKind::Spell(effect) => self.paragraph(effect),
            AbilityKind::Activated {
                cost,
                effect,
                rules,
            } => {
                let cost = self.cost(cost);
                let mut text = format!("{cost}: {}", self.paragraph(effect));
                // A results table stands below the rules.
                let row = |at: &usize| {
                    let below = text.get(at.saturating_add(1)..).unwrap_or("");
                    below.starts_with(|c: char| c.is_ascii_digit())
                };
                let table = text.find('\n').filter(row).map(|at| text.split_off(at));
                for sentence in self.activation_rules(rules) {
                    text.push(' ');
                    text.push_str(&sentence);
                }
                text.push_str(&table.unwrap_or_default());
                text
            }
            AbilityKind::Triggered {
                trigger,
                condition,
                effect,
                limit,
            } => {
                let mut text = words::capital(&self.trigger_clause(trigger));
                if let Some(condition) = condition {
                    let condition = self.condition(condition);
                    text.push_str(&format!(", if {condition}"));
                }
                let mut steps = Vec::new();
                crate::english::sequence::flatten(effect, &mut steps, 0);
                self.trailing_if = condition.is_none()
                    && matches!(steps.first(), Some(crate::ir::Effect::If { .. }));
                let effect = self.continued(effect);
                text.push_str(&format!(", {effect}"));
                if let Some(limit) = limit {
                    let times = match limit {
                        Quantity::Number(1) => "only once each turn".to_owned(),
                        Quantity::Number(2) => "only twice each turn".to_owned(),
                        other => format!("only {} times each turn", self.number_word(other)),
                    };
                    text.push_str(&format!(" This ability triggers {times}."));
                }
                text
            }
            AbilityKind::Static(statements) => {
                let text = self.statements(statements, false);
                words::sentence(&text)
            }
            AbilityKind::Replacement(replacement) => {
                let text = self.replacement(replacement);
                words::sentence(&text)
            }
            AbilityKind::Keyword(keyword) => {
                let text = words::capital(&self.keyword_mention(keyword));
                if takes_period(keyword) {
                    words::sentence(&text)
                } else {
                    text
                }
            }
            AbilityKind::Chapter(chapters, effect) => {
                let numerals: Vec<String> = chapters.iter().map(|n| roman(*n)).collect();
                format!("{} — {}", numerals.join(", "), self.paragraph(effect))
            }
            AbilityKind::Level(Level::Counters { from, to, pt }) => {
                let mut text = match to {
                    Some(to) => format!("LEVEL {from}-{to}"),
                    None => format!("LEVEL {from}+"),
                };
                if let Some((power, toughness)) = pt {
                    text.push_str(&format!(" {power}/{toughness}"));
                }
                text
            }
            AbilityKind::Level(Level::Class { cost, level }) => {
                format!("{}: Level {level}", self.cost(cost))
            }
            AbilityKind::ExertAttack(effect) => {
                let this = self.this();
                let mut text = format!("You may exert {this} as it attacks.");
                if let Some(effect) = effect {
                    let effect = self.continued(effect);
                    text.push_str(&format!(" When you do, {effect}"));
                }
                text
            }
            AbilityKind::OutsideTheGame(name) => {
                let this = self.this();
                let text = match name.as_str() {
                    "opening hand" => format!(
                        "if {this} is in your opening hand, you may begin the game with it on the battlefield"
                    ),
                    "any number in a deck" => {
                        format!("a deck can have any number of cards named {this}")
                    }
                    "commander" => format!("{this} can be your commander"),
                    "ante" => format!(
                        "remove {this} from your deck before playing if you're not playing for ante"
                    ),
                    other => other.to_owned(),
                };
                words::sentence(&text)
            }
        }
    }

    /// "Cast this spell only during combat".
    pub(super) fn cast_only(&mut self, rules: &[ActivationRule]) -> String {
        let text = self.activation_rules(rules).join(" ");
        let text = text.trim_end_matches('.').to_owned();
        match text.strip_prefix("Activate ") {
            Some(rest) => format!("cast this spell {rest}"),
            None => text,
        }
    }

    /// "Activate only as a sorcery and only once each turn."
    fn activation_rules(&mut self, rules: &[ActivationRule]) -> Vec<String> {
        let mut sentences = Vec::new();
        let mut limits: Vec<String> = Vec::new();
        for rule in rules {
            match rule {
                ActivationRule::Sorcery => limits.push("only as a sorcery".into()),
                ActivationRule::CouldCast => {
                    limits.push("only if you could begin to cast this card".into());
                }
                ActivationRule::Special => sentences.push("This is a special action.".into()),
                ActivationRule::Instant => limits.push("only as an instant".into()),
                ActivationRule::TimesEachTurn(1) => limits.push("only once each turn".into()),
                ActivationRule::TimesEachTurn(2) => {
                    limits.push("no more than twice each turn".into())
                }
                ActivationRule::TimesEachTurn(n) => {
                    limits.push(format!(
                        "no more than {} times each turn",
                        words::number((*n).into())
                    ));
                }
                ActivationRule::Once => limits.push("only once".into()),
                ActivationRule::If(condition) => {
                    let condition = self.condition(condition);
                    limits.push(format!("only if {condition}"));
                }
                ActivationRule::During(whose, part) => {
                    let time = self.time(whose.as_ref(), *part);
                    let during = if time.starts_with("before")
                        || time.starts_with("after")
                        || time.starts_with("any time")
                    {
                        ""
                    } else {
                        "during "
                    };
                    limits.push(format!("only {during}{time}"));
                }
                ActivationRule::Turn(whose) => {
                    let turn = self.turn_of(whose);
                    limits.push(format!("only during {turn}"));
                }
                ActivationRule::AnyPlayer => {
                    sentences.push("Any player may activate this ability.".into())
                }
                ActivationRule::OnlyBy(noun) => {
                    let who = self.actor(noun);
                    sentences.push(words::sentence(&format!(
                        "Only {} may activate this ability",
                        who.text
                    )));
                }
                ActivationRule::XNotZero => sentences.push("X can't be 0.".into()),
                ActivationRule::Exhaust => {}
            }
        }
        if !limits.is_empty() {
            // "Only during your turn, before attackers are declared": one stretch of time.
            let limits = limits
                .join(" and ")
                .replace(" and only before ", ", before ");
            if rules.first() == Some(&ActivationRule::AnyPlayer) && sentences.len() == 1 {
                // Whose turn it is, is said of that player.
                let limits = limits
                    .replace("its turn", "their turn")
                    .replace("its draw", "their draw");
                return vec![format!(
                    "Any player may activate this ability but {limits}."
                )];
            }
            sentences.insert(0, format!("Activate {limits}."));
        }
        sentences
    }

    /// A keyword with its argument, in lower case: "flying", "protection from red", "ward {2}".
    pub(super) fn keyword_mention(&mut self, keyword: &Keyword) -> String {
        let name = keyword.name.as_str();
        match &keyword.argument {
            KeywordArgument::None => name.to_owned(),
            KeywordArgument::Number(n) => match n {
                Quantity::Number(_) | Quantity::X | Quantity::Parameter => {
                    format!("{name} {}", self.value(n))
                }
                other => {
                    let value = self.value(other);
                    format!("{name} X, where X is {value}")
                }
            },
            KeywordArgument::Cost(cost) => {
                let text = self.cost(cost);
                if Self::is_mana(cost) {
                    format!("{name} {text}")
                } else {
                    format!("{name}—{text}")
                }
            }
            KeywordArgument::NumberCost(n, cost) => {
                let n = self.value(n);
                format!("{name} {n}—{}", self.cost(cost))
            }
            KeywordArgument::Quality(noun) => self.quality(name, noun),
            KeywordArgument::Subtype(subtype) => with_subtype(name, subtype),
            KeywordArgument::QualityCost(noun, cost) => {
                let quality = self.quality_of(noun, false);
                let cost_text = self.cost(cost);
                let dash = if Self::is_mana(cost) { " " } else { "—" };
                match compound(name) {
                    // "Swampcycling {2}", "basic landcycling {1}{G}".
                    Some(stem) => format!("{}{stem}{dash}{cost_text}", joined_quality(&quality)),
                    None if name == "splice" => {
                        format!("{name} onto {quality}{dash}{cost_text}")
                    }
                    None => format!("{name} {quality}{dash}{cost_text}"),
                }
            }
            KeywordArgument::Card(card) => format!("{name} {card}"),
            KeywordArgument::Keyword(inner) => {
                let inner = self.deeper(|w| w.keyword_mention(inner));
                format!("{name} {inner}")
            }
        }
    }

    fn quality(&mut self, name: &str, noun: &Noun) -> String {
        match name {
            // The one that is exiled is chosen (CR 702.72a).
            "champion" => format!("{name} {}", self.object(noun)),
            "protection" | "hexproof" => {
                let qualities = match noun {
                    Noun::All(nouns) | Noun::Either(nouns) => {
                        nouns.iter().map(|n| self.quality_of(n, true)).collect()
                    }
                    Noun::Described { filter, .. } => match filter.predicates.as_slice() {
                        [] if !matches!(filter.head, Head::Player | Head::Opponent) => {
                            vec!["everything".to_owned()]
                        }
                        [Predicate::AnyOf(alternatives)] => alternatives
                            .iter()
                            .map(|a| {
                                let filter = Filter {
                                    head: filter.head,
                                    predicates: a.clone(),
                                };
                                self.quality_words(&filter, true)
                            })
                            .collect(),
                        _ => vec![self.quality_of(noun, true)],
                    },
                    other => vec![self.quality_of(other, true)],
                };
                let qualities: Vec<String> =
                    qualities.iter().map(|q| format!("from {q}")).collect();
                format!("{name} {}", words::list(&qualities, "and"))
            }
            "affinity" => format!("{name} for {}", self.quality_of(noun, true)),
            _ => match compound(name) {
                Some(stem) => format!("{}{stem}", joined_quality(&self.quality_of(noun, false))),
                None => format!("{name} {}", self.quality_of(noun, false)),
            },
        }
    }

    /// A quality: colors and other adjectives alone, types as nouns.
    fn quality_of(&mut self, noun: &Noun, plural: bool) -> String {
        match noun {
            Noun::Described { filter, .. } => self.quality_words(filter, plural),
            Noun::Either(nouns) => {
                let items: Vec<String> = nouns.iter().map(|n| self.quality_of(n, plural)).collect();
                words::list(&items, "or")
            }
            other => self.object(other),
        }
    }

    fn quality_words(&mut self, filter: &Filter, plural: bool) -> String {
        match filter.predicates.as_slice() {
            [Predicate::Not(inner)] if **inner == Predicate::Colorless => {
                return "each color".into();
            }
            [Predicate::OfChoice(shared)] => {
                let word = crate::english::modifier::choice_word(*shared);
                return format!("the {word} of your choice");
            }
            [Predicate::OfChosen(shared)] => {
                return crate::english::phrase::possession::chosen(*shared);
            }
            [] if filter.head == Head::Opponent => return "your opponents".into(),
            _ => {}
        }
        let adjective = |p: &Predicate| {
            matches!(
                p,
                Predicate::Color(_)
                    | Predicate::Colorless
                    | Predicate::Monocolored
                    | Predicate::Multicolored
            )
        };
        let text = self.filter(filter, super::filter::Form::number(plural));
        let any_head = matches!(filter.head, Head::Permanent | Head::Source | Head::Object);
        if any_head && !filter.predicates.is_empty() && filter.predicates.iter().all(adjective) {
            let head = text
                .rsplit_once(' ')
                .map_or(text.as_str(), |(front, _)| front);
            return head.to_owned();
        }
        text
    }
}

/// Whether a keyword line ends like a sentence: its cost is words after a dash.
fn takes_period(keyword: &Keyword) -> bool {
    match &keyword.argument {
        KeywordArgument::Cost(cost) | KeywordArgument::QualityCost(_, cost) => cost
            .0
            .iter()
            .any(|p| !matches!(p, CostPart::Mana(_) | CostPart::Parameter)),
        KeywordArgument::NumberCost(_, cost) => cost
            .0
            .iter()
            .any(|p| matches!(p, CostPart::Act(_) | CostPart::Either(_))),
        KeywordArgument::Number(n) => {
            !matches!(n, Quantity::Number(_) | Quantity::X | Quantity::Parameter)
        }
        _ => false,
    }
}

/// Whether a keyword shares a line with its neighbors.
pub(super) fn is_bare(ability: &Ability) -> bool {
    match &ability.kind {
        AbilityKind::Keyword(keyword) if ability.word.is_none() => match &keyword.argument {
            KeywordArgument::None => true,
            KeywordArgument::Subtype(_) => true,
            KeywordArgument::Quality(_) => matches!(
                keyword.name.as_str(),
                "protection" | "hexproof" | "landwalk"
            ),
            _ => false,
        },
        _ => false,
    }
}

/// "Swampwalk", "Swampcycling", "Goblin offering": a keyword that is named with a subtype.
fn with_subtype(name: &str, subtype: &str) -> String {
    match compound(name) {
        Some(stem) => format!("{}{stem}", joined_quality(subtype)),
        None if name.ends_with("offering") => format!("{subtype} {name}"),
        None => format!("{name} {subtype}"),
    }
}

/// The part of a compound keyword that follows its quality (CR 702.14a, 702.29e).
fn compound(name: &str) -> Option<&'static str> {
    match name {
        "landwalk" => Some("walk"),
        "typecycling" | "landcycling" => Some("cycling"),
        _ => None,
    }
}

/// A quality as the front of a compound: the last word is joined, "basic land" + "cycling".
fn joined_quality(quality: &str) -> String {
    quality.trim_end_matches(" card").to_lowercase()
}

fn roman(n: u32) -> String {
    const DIGITS: [(u32, &str); 5] = [(10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")];
    let mut rest = n.min(399);
    let mut text = String::new();
    for (value, digit) in DIGITS {
        while rest >= value {
            text.push_str(digit);
            rest -= value;
        }
    }
    text
}
