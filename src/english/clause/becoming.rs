//! What things become, what they cost, what they may do.

use crate::english::{Writer, noun::Subject, words};
use crate::ir::{
    Modification, Noun, Permission, Quantity,
    statics::{AsThough, CostAmount},
};
use crate::vocab::ColorSet;

impl Writer<'_> {
    /// "Becomes a 3/3 Elemental creature", "is an artifact in addition to its other types", "is red".
    pub(in crate::english) fn become_clause(
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
            more_colors,
            name,
            chosen,
        } = modification
        else {
            return String::new();
        };
        let be = self.be(who, temporary);
        if let Some(chosen) = chosen {
            let mut text = format!(
                "{be} {}",
                crate::english::phrase::possession::chosen(*chosen)
            );
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
            if *more_colors {
                text.push_str(if who.many {
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
        if who.many
            && let Some(last) = nouns.last_mut()
        {
            *last = words::plural(last);
        }
        // "A Mountain, Forest, and Plains".
        let land = |name: &String| {
            matches!(
                name.as_str(),
                "Plains" | "Island" | "Swamp" | "Mountain" | "Forest"
            )
        };
        if nouns.iter().all(land) {
            parts.push(words::list(&nouns, "and"));
        } else {
            parts.extend(nouns);
        }
        let phrase = parts.join(" ");
        let plain = types.is_empty() && subtypes.is_empty();
        let mut text = if who.many || plain {
            format!("{be} {phrase}")
        } else {
            format!("{be} {}", words::with_article(&phrase))
        };
        if let Some(name) = name {
            text.push_str(&format!(" named {name}"));
        }
        if *additional {
            let land = temporary
                && matches!(&self.cx.this, crate::english::SelfName::This(kind) if kind == "land")
                && pt.is_some();
            if land {
                text.push_str(". It's still a land");
            } else {
                let whose = if who.many { "their" } else { "its" };
                let what = if *more_colors {
                    "colors and types"
                } else {
                    "types"
                };
                text.push_str(&format!(" in addition to {whose} other {what}"));
            }
        }
        text
    }

    pub(in crate::english) fn cost_change(
        &mut self,
        who: &Subject,
        less: bool,
        amount: &CostAmount,
    ) -> String {
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
                let each = match of {
                    Quantity::ForEach(1, noun) => self.each(noun),
                    Quantity::Each(1, of) => self.for_each_of(of),
                    of => self.for_each_of(of),
                };
                format!("{cost} {mana} {word} to cast for {each}")
            }
            CostAmount::Other(other) => {
                let other = self.cost_clause(other);
                format!("{cost} an additional \u{201c}{other}\u{201d} to cast")
            }
        }
    }

    pub(in crate::english) fn as_though(&mut self, who: &Subject, as_though: &AsThough) -> String {
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

    pub(in crate::english) fn permission(
        &mut self,
        who: &Subject,
        permission: &Permission,
        temporary: bool,
    ) -> String {
        match permission {
            Permission::Play {
                what,
                from,
                play,
                free,
            } => {
                let verb = if *play { "play" } else { "cast" };
                let plural = self.said.noun(what).plural;
                let what = self.bare(what).replace(" in your ", " from your ");
                let from = from.map(|z| {
                    if z == crate::vocab::Zone::Library {
                        return " from the top of your library".to_owned();
                    }
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
            Permission::SpendAny { types, on } => {
                let kind = if *types { "type" } else { "color" };
                let text = format!("may spend mana as though it were mana of any {kind}");
                match on {
                    None => text,
                    // The card that may be cast is the spell.
                    Some(on @ Noun::Ref { .. }) => {
                        let plural = self.said.noun(on).plural;
                        let spell = if plural { "those spells" } else { "that spell" };
                        format!("{text} to cast {spell}")
                    }
                    Some(on) => format!("{text} to cast {}", self.bare(on)),
                }
            }
            Permission::ActivateAsInstant => {
                "may be activated any time you could cast an instant".into()
            }
            Permission::AssignAsUnblocked => "may assign combat damage as though unblocked".into(),
        }
    }
}

/// Puts "with haste" before what else the phrase says ("in addition to", "It's still a land").
pub(in crate::english) fn insert_with(text: &str, granted: &str) -> String {
    for mark in [" in addition to ", ". It's still"] {
        if let Some((front, _)) = text.split_once(mark) {
            let rest = text.get(front.len()..).unwrap_or_default();
            return format!("{front} with {granted}{rest}");
        }
    }
    format!("{text} with {granted}")
}
