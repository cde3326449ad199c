//! What can't and must be done.

use crate::english::{Writer, noun::Subject, words};
use crate::ir::{Head, Noun, Predicate, Quantity, Restriction};
use crate::vocab::CardType;

/// The keyword that creatures need to be blocked, if a restriction on blocking says just that.
fn only_with(restriction: &Restriction) -> Option<&crate::ir::Keyword> {
    let Restriction::Block(Some(Noun::Described { filter, .. })) = restriction else {
        return None;
    };
    match filter.predicates.as_slice() {
        [Predicate::Type(CardType::Creature), Predicate::Not(inner)] => match &**inner {
            Predicate::Has(keyword) => Some(keyword),
            _ => None,
        },
        _ => None,
    }
}

impl Writer<'_> {
    /// "Can't attack or block", "can't be blocked by creatures with power 2 or less".
    pub(in crate::english) fn restrictions(
        &mut self,
        who: &Subject,
        restrictions: &[&Restriction],
    ) -> String {
        if let [only] = restrictions
            && let Some(keyword) = only_with(only)
        {
            // CR 509.1b: that it can't block the others is said of what it can block.
            return format!(
                "can block only creatures with {}",
                self.keyword_mention(keyword)
            );
        }
        let items: Vec<String> = restrictions
            .iter()
            .map(|r| self.restricted(who, r))
            .collect();
        format!("can't {}", words::list(&items, "or"))
    }

    fn restricted(&mut self, who: &Subject, restriction: &Restriction) -> String {
        let it = if who.plural { "them" } else { "it" };
        match restriction {
            Restriction::Attack(None) => "attack".into(),
            Restriction::Attack(Some(whom)) => format!("attack {}", self.bare(whom)),
            Restriction::Block(None) => "block".into(),
            Restriction::Block(Some(which)) => format!("block {}", self.any_kind(which)),
            Restriction::BeBlocked { by, except } => {
                let mut text = "be blocked".to_owned();
                if let Some(by) = by {
                    text.push_str(&format!(" by {}", self.any_kind(by)));
                }
                if let Some(except) = except {
                    text.push_str(&format!(" except by {}", self.only_blockers(except)));
                }
                text
            }
            Restriction::BlockedByCount { at_least, at_most } => {
                let mut text = "be blocked".to_owned();
                if let Some(n) = at_least {
                    text.push_str(&format!(
                        " except by {} or more creatures",
                        words::number((*n).into())
                    ));
                }
                if let Some(n) = at_most {
                    let creatures = if *n == 1 { "creature" } else { "creatures" };
                    text.push_str(&format!(
                        " by more than {} {creatures}",
                        words::number((*n).into())
                    ));
                }
                text
            }
            Restriction::Alone { attack, block } => match (attack, block) {
                (true, true) => "attack or block alone".into(),
                (true, false) => "attack alone".into(),
                (false, _) => "block alone".into(),
            },
            Restriction::BeTargeted(by) => {
                let by = by.as_ref().map_or_else(
                    || "spells or abilities".to_owned(),
                    |noun| self.spells_or_abilities(noun),
                );
                if who.plural {
                    format!("be the targets of {by}")
                } else {
                    format!("be the target of {by}")
                }
            }
            Restriction::BeCountered => "be countered".into(),
            Restriction::BeRegenerated => "be regenerated".into(),
            Restriction::BeSacrificed => "be sacrificed".into(),
            Restriction::BeAttached(by) => format!("be enchanted by {}", self.bare(by)),
            Restriction::GetCounters(kind) => {
                let counters = kind
                    .as_ref()
                    .map_or_else(|| "counters".to_owned(), |k| format!("{k} counters"));
                if who.text == "you" || who.text.contains("player") || who.text.contains("opponent")
                {
                    format!("get {counters}")
                } else {
                    format!("have {counters} put on {it}")
                }
            }
            Restriction::Untap => "untap".into(),
            Restriction::Transform => "transform".into(),
            Restriction::GainLife => "gain life".into(),
            Restriction::LoseLife => "lose life".into(),
            Restriction::Draw(None) => "draw cards".into(),
            Restriction::Draw(Some(n)) => {
                format!("draw more than {} each turn", self.more_than(n, "card"))
            }
            Restriction::Cast { what, limit: None } => format!("cast {}", self.any_kind(what)),
            Restriction::Cast {
                what,
                limit: Some(n),
            } => {
                let spell = match what {
                    Noun::Described { filter, .. } => {
                        self.filter(filter, crate::english::filter::Form::one())
                    }
                    other => self.object(other),
                };
                format!("cast more than {} each turn", self.more_than(n, &spell))
            }
            Restriction::Play(what) => format!("play {}", self.bare(what)),
            Restriction::Activate { except_mana } => {
                let unless = if *except_mana {
                    " unless they're mana abilities"
                } else {
                    ""
                };
                format!(
                    "have {} activated abilities activated{unless}",
                    if who.plural { "their" } else { "its" }
                )
            }
            Restriction::Search => "search libraries".into(),
            Restriction::LoseGame => "lose the game".into(),
            Restriction::WinGame => "win the game".into(),
            Restriction::DamagePrevented => "have the damage it deals prevented".into(),
            Restriction::BeDealtDamage => "be dealt damage".into(),
            Restriction::Enter => "enter the battlefield".into(),
            Restriction::AbleToBlockDoSo => "be left unblocked".into(),
            Restriction::Cycle => "cycle cards".into(),
            Restriction::Unless(inner, condition) => {
                let text = self.deeper(|w| w.restricted(who, inner));
                format!("{text} unless {}", self.condition(condition))
            }
        }
    }

    /// "One card", "two spells" after "more than".
    fn more_than(&mut self, n: &Quantity, noun: &str) -> String {
        match n {
            Quantity::Number(1) => format!("one {noun}"),
            other => self.counted(other, noun),
        }
    }

    /// A whole clause of what must be done: "this creature attacks each combat if able".
    pub(in crate::english) fn obligation(
        &mut self,
        subject: &Noun,
        restriction: &Restriction,
        when: &str,
    ) -> String {
        if matches!(restriction, Restriction::AbleToBlockDoSo) {
            let who = self.object(subject);
            let when = if when == "each combat" {
                String::new()
            } else {
                format!(" {when}")
            };
            return format!("all creatures able to block {who}{when} do so");
        }
        let who = self.theme(subject);
        let text = self.obliged(&who, restriction, when);
        format!("{} {text}", who.text)
    }

    /// The verb phrase of what must be done.
    pub(in crate::english) fn obliged(
        &mut self,
        who: &Subject,
        restriction: &Restriction,
        when: &str,
    ) -> String {
        let when = if when.is_empty() {
            String::new()
        } else {
            format!(" {when}")
        };
        match restriction {
            Restriction::Attack(None) => format!("{}{when} if able", self.agree("attack", who)),
            Restriction::Attack(Some(whom)) => {
                let attack = self.agree("attack", who);
                format!("{attack} {}{when} if able", self.object(whom))
            }
            Restriction::Block(None) => format!("{}{when} if able", self.agree("block", who)),
            Restriction::Block(Some(which)) => {
                let block = self.agree("block", who);
                format!("{block} {}{when} if able", self.object(which))
            }
            Restriction::BeBlocked { .. } => {
                let when = if when == " each combat" { "" } else { &when };
                format!("must be blocked{when} if able")
            }
            Restriction::Unless(inner, condition) => {
                let text = self.deeper(|w| w.obliged(who, inner, when.trim_start()));
                format!("{text} unless {}", self.condition(condition))
            }
            other => format!("must {}", self.restricted(who, other)),
        }
    }

    /// What targets: "spells or abilities" with what is said of both, if it is the same of both.
    fn spells_or_abilities(&mut self, noun: &Noun) -> String {
        if let Noun::All(nouns) = noun
            && let [
                spells @ Noun::Described {
                    filter: of_spells, ..
                },
                Noun::Described {
                    filter: of_abilities,
                    ..
                },
            ] = nouns.as_slice()
            && (of_spells.head, of_abilities.head) == (Head::Spell, Head::Ability)
            && of_spells.predicates == of_abilities.predicates
        {
            let text = self.bare(spells);
            let bare = text.strip_prefix("all ").unwrap_or(&text);
            if let Some(rest) = bare.strip_prefix("spells") {
                return format!("spells or abilities{rest}");
            }
        }
        self.bare(noun)
    }

    /// What none of can be done with or by: "Knights or Walls".
    fn any_kind(&mut self, noun: &Noun) -> String {
        let Noun::Described {
            quantifier: crate::ir::Quantifier::All,
            filter,
        } = noun
        else {
            return self.bare(noun);
        };
        let text = self.filter(filter, crate::english::filter::Form::many());
        if crate::english::filter::has_other(filter) {
            format!("other {text}")
        } else {
            text
        }
    }

    /// What alone can block: any of several kinds (CR 702.36b).
    fn only_blockers(&mut self, noun: &Noun) -> String {
        let kinds = match noun {
            Noun::All(nouns) => nouns.len(),
            Noun::Described { filter, .. } => match filter.predicates.as_slice() {
                [Predicate::AnyOf(kinds)] => kinds.len(),
                _ => 1,
            },
            _ => 1,
        };
        let text = self.bare(noun);
        if kinds != 2 || text.matches(" and ").count() != 1 {
            return text;
        }
        let bare = text.strip_prefix("all ").unwrap_or(&text);
        bare.replacen(" and ", " and/or ", 1)
    }
}
