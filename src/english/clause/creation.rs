//! What actions make and where they put it: tokens, mana, places in zones.

use crate::english::{Context, Writer, action::Actor, words};
use crate::ir::{
    Ability, AbilityKind, ManaOutput, Modification, Noun, Placement, PtValue, Quantifier, Quantity,
    TokenSpec,
    action::{Arrangement, Attacking, CounterKind, MoveVerb, Position, Spending},
};
use crate::vocab::{ManaSymbol, Supertype, Zone};

impl Writer<'_> {
    /// "A 1/1 white Soldier creature token with vigilance", "two tapped Treasure tokens".
    pub(in crate::english) fn tokens(
        &mut self,
        count: &Quantity,
        token: &TokenSpec,
        tapped: bool,
        attacking: bool,
    ) -> String {
        let (description, after, proper) = match token {
            TokenSpec::Those(_) => {
                let count = match count {
                    Quantity::Number(n) => words::number(*n),
                    other => self.number_word(other),
                };
                return format!("{count} of those tokens");
            }
            TokenSpec::Named(name) => (format!("{name} token"), String::new(), None),
            TokenSpec::Described {
                pt,
                colors,
                supertypes,
                types,
                subtypes,
                name,
                abilities,
            } => {
                let mut parts: Vec<String> = Vec::new();
                // A legend is created by its name: "create NAME, a legendary 3/3 ...".
                let proper = name
                    .clone()
                    .filter(|_| supertypes.contains(Supertype::Legendary));
                parts.extend(supertypes.iter().map(|s| s.word().to_owned()));
                if let Some((power, toughness)) = pt {
                    parts.push(format!(
                        "{}/{}",
                        self.pt_value(power),
                        self.pt_value(toughness)
                    ));
                }
                parts.push(words::colors(*colors, "and"));
                parts.extend(subtypes.iter().map(ToString::to_string));
                parts.extend(types.iter().map(|t| t.word().to_owned()));
                parts.push("token".into());
                let named = match (name, &proper) {
                    (Some(name), None) => format!(" named {name}"),
                    _ => String::new(),
                };
                let abilities = if abilities.is_empty() {
                    String::new()
                } else {
                    format!(" with {}", self.granted(abilities, &Context::this("token")))
                };
                (parts.join(" "), format!("{named}{abilities}"), proper)
            }
        };
        let tapped_word = if tapped && !attacking { "tapped " } else { "" };
        let many = *count != Quantity::Number(1);
        let mut text = match proper {
            Some(name) => format!(
                "{name}, {}",
                words::with_article(&format!("{tapped_word}{description}"))
            ),
            None => {
                let counted = self.counted(count, &format!("{tapped_word}{description}"));
                match counted.split_once(" for each ") {
                    // The description comes before what is counted.
                    Some((head, each)) => {
                        return format!(
                            "{head}{after}{} for each {each}",
                            attacking_clause(tapped, attacking, many)
                        );
                    }
                    None => counted,
                }
            }
        };
        text.push_str(&after);
        text.push_str(attacking_clause(tapped, attacking, many));
        text
    }

    /// A printed or computed power or toughness.
    pub(in crate::english) fn pt_value(&mut self, value: &PtValue) -> String {
        match value {
            PtValue::Number(n) => n.to_string(),
            PtValue::Star => "*".into(),
            PtValue::StarPlus(n) => format!("{n}+*"),
            PtValue::Quantity(quantity) => match &**quantity {
                Quantity::Number(_) | Quantity::X | Quantity::Parameter => self.value(quantity),
                other => self.owe_x(other),
            },
        }
    }

    /// Abilities that something has or gains: keywords in a list, others in quotes.
    pub(in crate::english) fn granted(
        &mut self,
        abilities: &[Ability],
        bearer: &Context,
    ) -> String {
        let items: Vec<String> = abilities
            .iter()
            .map(|ability| match &ability.kind {
                AbilityKind::Keyword(keyword) if ability.word.is_none() => {
                    self.keyword_mention(keyword)
                }
                _ => {
                    let text = self.deeper_ability(ability, bearer);
                    format!("“{text}”")
                }
            })
            .collect();
        let quoted = items.iter().any(|i| i.starts_with('“'));
        match items.as_slice() {
            [a, b] if quoted && !a.starts_with('“') => format!("{a} and {b}"),
            _ => words::list(&items, "and"),
        }
    }

    /// A quoted ability: a text of its own, with a discourse of its own.
    fn deeper_ability(&mut self, ability: &Ability, bearer: &Context) -> String {
        if self.depth >= crate::english::MAX_DEPTH {
            return "…".into();
        }
        let bearer = Context {
            giver: self.cx.name.clone(),
            ..bearer.clone()
        };
        let mut inner = Writer::new(&bearer);
        inner.depth = self.depth + 1;
        inner.ability(ability)
    }

    /// What mana may be spent on: "cast creature spells", "activate an ability of an Elemental".
    fn spending(&mut self, one: &Spending) -> String {
        match one {
            Spending::Cast(spells) => format!("cast {}", self.spent_on(spells)),
            Spending::Activate(None) => "activate abilities".into(),
            Spending::Activate(Some(of)) => {
                let several = self.said.noun(of).plural;
                let of = self.spent_on(of);
                let abilities = if several { "abilities" } else { "an ability" };
                format!("activate {abilities} of {of}")
            }
        }
    }

    /// A set by its bare description, anything else with its determiner.
    fn spent_on(&mut self, noun: &Noun) -> String {
        match noun {
            Noun::Described {
                quantifier: Quantifier::All,
                filter,
            } => self.filter(filter, crate::english::filter::Form::number(true)),
            other => self.bare(other),
        }
    }

    /// The mana after "add".
    pub(in crate::english) fn mana(&mut self, output: &ManaOutput) -> String {
        match output {
            ManaOutput::Symbols(symbols) => symbols.iter().map(ToString::to_string).collect(),
            ManaOutput::OneOf(options) => {
                let items: Vec<String> = options
                    .iter()
                    .map(|o| o.iter().map(ToString::to_string).collect())
                    .collect();
                words::list(&items, "or")
            }
            ManaOutput::AnyColor { count, same, among } => {
                let one = *count == Quantity::Number(1);
                let (n, after) = self.mana_count(count);
                let kind = match among {
                    Some(colors) => {
                        let symbols: Vec<String> = colors
                            .iter()
                            .map(|c| format!("{{{}}}", c.letter()))
                            .collect();
                        format!("in any combination of {}", words::list(&symbols, "and/or"))
                    }
                    None if one => "of any color".into(),
                    None if *same => "of any one color".into(),
                    None => "in any combination of colors".into(),
                };
                format!("{n} mana {kind}{after}")
            }
            ManaOutput::Repeated(symbol, quantity) => self.repeated_mana(*symbol, quantity),
            ManaOutput::CouldProduce {
                count,
                colors_only,
                of,
            } => {
                let (n, after) = self.mana_count(count);
                let kind = if *colors_only { "color" } else { "type" };
                let of = self.object(of);
                format!("{n} mana of any {kind} that {of} could produce{after}")
            }
            ManaOutput::Produced { count, by } => {
                let (n, after) = self.mana_count(count);
                let by = self.object(by);
                format!("{n} mana of any type {by} produced{after}")
            }
            ManaOutput::Chosen(count, shared) => {
                let (n, after) = self.mana_count(count);
                format!(
                    "{n} mana of {}{after}",
                    crate::english::phrase::possession::chosen(*shared)
                )
            }
            ManaOutput::Only(output, uses) => {
                let mana = self.mana(output);
                let mana = self.settle_x(mana);
                let uses: Vec<String> = uses.iter().map(|one| self.spending(one)).collect();
                format!("{mana}. Spend this mana only to {}", uses.join(" or "))
            }
            ManaOutput::ColorsOf(count, of) => {
                let (n, after) = self.mana_count(count);
                let whose = self.possessive(of);
                format!("{n} mana of any of {whose} colors{after}")
            }
        }
    }

    /// "Two", "X", "an amount of ... equal to".
    fn mana_count(&mut self, count: &Quantity) -> (String, String) {
        match count {
            Quantity::ForEach(n, noun) => {
                let each = self.each(noun);
                (words::number(*n), format!(" for {each}"))
            }
            Quantity::Each(n, of) => {
                let each = self.for_each_of(of);
                (words::number(*n), format!(" for {each}"))
            }
            other => (self.number_word(other), String::new()),
        }
    }

    fn repeated_mana(&mut self, symbol: ManaSymbol, quantity: &Quantity) -> String {
        match quantity {
            Quantity::ForEach(n, noun) => {
                let symbols = symbol
                    .to_string()
                    .repeat(usize::try_from(*n).unwrap_or(1).min(16));
                let each = self.each(noun);
                format!("{symbols} for {each}")
            }
            Quantity::Each(n, of) => {
                let symbols = symbol
                    .to_string()
                    .repeat(usize::try_from(*n).unwrap_or(1).min(16));
                let each = self.for_each_of(of);
                format!("{symbols} for {each}")
            }
            Quantity::X => format!("X mana of {symbol}").replace("X mana of ", "X "),
            Quantity::Amount(_) => format!("that much {symbol}"),
            other => format!("an amount of {symbol} equal to {}", self.value(other)),
        }
    }

    /// "Return it to its owner's hand", "put that card onto the battlefield tapped under your control".
    pub(in crate::english) fn movement(
        &mut self,
        actor: &Actor,
        what: &Noun,
        to: &Placement,
        verb: MoveVerb,
    ) -> String {
        let back = verb == MoveVerb::Return;
        let verb = match verb {
            MoveVerb::Return => "return",
            // Into a library at no place: the cards are shuffled into it.
            MoveVerb::Put if to.zone == Zone::Library && to.position == Position::Unstated => {
                "shuffle"
            }
            MoveVerb::Put => "put",
        };
        let plural = self.said.noun(what).plural;
        let text = match what {
            Noun::This => self.this_from_zone(to.zone),
            _ => self.taken(what),
        };
        let place = self.place(actor, what, to, back, plural);
        let verb = actor.verb(verb);
        format!("{verb} {text} {place}")
    }

    /// The bearer as it is moved: "this card from your graveyard" when its ability works there.
    fn this_from_zone(&mut self, to: Zone) -> String {
        if to == Zone::Nowhere {
            return self.this();
        }
        if self.said.focus == crate::english::discourse::Focus::This {
            return match self.functions_in {
                Some(zone @ (Zone::Graveyard | Zone::Hand)) => {
                    format!("it from your {}", zone.word())
                }
                _ => self.this(),
            };
        }
        match self.functions_in {
            // Said already, as it was revealed there.
            Some(Zone::Command) => "this card".into(),
            Some(zone) => {
                self.said.focus = crate::english::discourse::Focus::This;
                if zone == Zone::Exile {
                    return "this card from exile".into();
                }
                format!("this card from your {}", zone.word())
            }
            None => self.this(),
        }
    }

    pub(in crate::english) fn place(
        &mut self,
        actor: &Actor,
        what: &Noun,
        to: &Placement,
        back: bool,
        plural: bool,
    ) -> String {
        let owner = |w: &mut Self| match &to.whose {
            Some(whose) => match &**whose {
                // The moved things themselves are not named again.
                Noun::Related(crate::ir::Role::Owner, of)
                    if **of == *what && *what != Noun::This =>
                {
                    if plural {
                        "their owners'".into()
                    } else {
                        "its owner's".into()
                    }
                }
                whose => w.possessive(whose),
            },
            None => {
                // A card that was in one of your zones goes to yours; anything else to its owner's.
                if w.functions_in.is_some() && *what == Noun::This || actor.you && is_yours(what) {
                    "your".into()
                } else if plural {
                    "their owners'".into()
                } else {
                    "its owner's".into()
                }
            }
        };
        let zones = |one: &str| {
            if plural {
                words::plural(one)
            } else {
                one.to_owned()
            }
        };
        let mut text = match to.zone {
            Zone::Hand => {
                let owner = owner(self);
                let zone = if owner.ends_with("owners'") {
                    zones("hand")
                } else {
                    "hand".into()
                };
                if back {
                    format!("to {owner} {zone}")
                } else {
                    format!("into {owner} {zone}")
                }
            }
            Zone::Graveyard => {
                let owner = owner(self);
                let zone = if owner.ends_with("owners'") {
                    zones("graveyard")
                } else {
                    "graveyard".into()
                };
                if back {
                    format!("to {owner} {zone}")
                } else {
                    format!("into {owner} {zone}")
                }
            }
            Zone::Battlefield => {
                if back {
                    "to the battlefield".into()
                } else {
                    "onto the battlefield".into()
                }
            }
            Zone::Exile => "into exile".into(),
            Zone::Stack => "onto the stack".into(),
            Zone::Command => "into the command zone".into(),
            Zone::Nowhere => "outside the game".into(),
            // "Shuffle and put that card on top": whose library it is has been said.
            Zone::Library
                if to.whose.is_none()
                    && matches!(what, Noun::Ref { .. } | Noun::Again(..))
                    && matches!(to.position, Position::Top | Position::Bottom) =>
            {
                let place = match to.position {
                    Position::Top => "on top",
                    _ => "on the bottom",
                };
                format!("{place}{}", arranged(to.order))
            }
            Zone::Library => {
                let owner = owner(self);
                let library = if owner.ends_with("owners'") {
                    zones("library")
                } else {
                    "library".into()
                };
                let order = arranged(to.order);
                match &to.position {
                    Position::Unstated => format!("into {owner} {library}"),
                    Position::Top => format!("on top of {owner} {library}{order}"),
                    Position::Bottom => format!("on the bottom of {owner} {library}{order}"),
                    Position::FromTop(n) => {
                        format!("into {owner} {library} {} from the top", words::ordinal(*n))
                    }
                    Position::TopOrBottom => {
                        format!("on the top or bottom of {owner} {library}")
                    }
                }
            }
        };
        if to.face_down {
            text.push_str(" face down");
        }
        let attacking = to.attacking != Attacking::No;
        if to.tapped && attacking {
            text.push_str(" tapped and attacking");
        } else if to.tapped {
            text.push_str(" tapped");
        } else if attacking {
            text.push_str(" attacking");
        }
        if let Attacking::SameAs(creature) = &to.attacking {
            let creature = self.object(creature);
            text.push_str(&format!(
                " the same player, planeswalker, or battle as {creature}"
            ));
        }
        if to.transformed {
            text.push_str(" transformed");
        }
        if to.zone == Zone::Battlefield
            && let Some(whose) = &to.whose
        {
            let whose = match &**whose {
                Noun::Related(crate::ir::Role::Owner, of)
                    if self.said.noun(of).plural || plural =>
                {
                    "their owners'".to_owned()
                }
                Noun::Related(crate::ir::Role::Owner, _) => "its owner's".to_owned(),
                other => self.possessive(other),
            };
            text.push_str(&format!(" under {whose} control"));
        }
        if !to.counters.is_empty() {
            let counters: Vec<String> = to
                .counters
                .iter()
                .map(|(n, kind)| self.counted(n, &format!("{kind} counter")))
                .collect();
            let on = if plural { "them" } else { "it" };
            text.push_str(&format!(" with {} on {on}", words::list(&counters, "and")));
        }
        if let Some(host) = &to.attached_to {
            let host = self.object(host);
            text.push_str(&format!(" attached to {host}"));
        }
        text
    }

    /// ", except it has haste": the exceptions of a copy (CR 707.2, 707.9), a clause each.
    pub(in crate::english) fn exceptions(
        &mut self,
        except: &[Modification],
        counters: &[(Quantity, CounterKind)],
        plural: bool,
    ) -> String {
        let subject = crate::english::noun::Subject {
            text: if plural { "they".into() } else { "it".into() },
            plural,
            many: plural,
        };
        let mut clauses = Vec::new();
        for modification in except {
            let what = self.modifications(&subject, std::slice::from_ref(modification), false);
            clauses.push(match modification {
                Modification::Become {
                    name: Some(name), ..
                } => format!("its name is {name}"),
                _ => match what.strip_prefix("is ").or(what.strip_prefix("are ")) {
                    Some(rest) if plural => format!("they're {rest}"),
                    Some(rest) => format!("it's {rest}"),
                    None => format!("{} {what}", subject.text),
                },
            });
        }
        for (count, kind) in counters {
            let counters = self.counted(count, &format!("additional {kind} counter"));
            clauses.push(format!("{} enters with {counters} on it", subject.text));
        }
        if clauses.is_empty() {
            return String::new();
        }
        format!(", except {}", words::list(&clauses, "and"))
    }
}

fn attacking_clause(tapped: bool, attacking: bool, many: bool) -> &'static str {
    match (tapped, attacking, many) {
        (true, true, false) => " that's tapped and attacking",
        (true, true, true) => " that are tapped and attacking",
        (false, true, false) => " that's attacking",
        (false, true, true) => " that are attacking",
        (_, false, _) => "",
    }
}

/// Whether a noun names cards of yours, which go to your own zones.
fn is_yours(noun: &Noun) -> bool {
    use crate::ir::Predicate;
    let yours = |p: &Predicate| match p {
        Predicate::InZone(_, Some(who)) => **who == Noun::You,
        _ => false,
    };
    match noun {
        Noun::Described { filter, .. } => filter.predicates.iter().any(yours),
        Noun::Top { of, .. } => **of == Noun::You,
        Noun::Zone(_, of) => **of == Noun::You,
        Noun::Among(_, _, of) => is_yours(of),
        _ => false,
    }
}

/// What is said of the order of several cards.
const fn arranged(order: Arrangement) -> &'static str {
    match order {
        Arrangement::Owner => "",
        Arrangement::Any => " in any order",
        Arrangement::Random => " in a random order",
    }
}
