//! Actions as verb phrases: the verb in agreement with who acts, and its objects.

use crate::english::{Writer, words};
use crate::ir::parts::{Part, contains};
use crate::ir::{
    Action, Noun, Predicate, Quantifier, Quantity, action::Position, effect::Duration, noun::Shared,
};
use crate::vocab::Zone;

/// Who acts, as far as the verb phrase needs to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::english) struct Actor {
    /// The controller of the ability, or an imperative.
    pub you: bool,
    /// Takes the base form of the verb.
    pub plural: bool,
}

impl Actor {
    pub(in crate::english) const YOU: Self = Self {
        you: true,
        plural: true,
    };

    /// The verb phrase in agreement.
    pub(in crate::english) fn verb(self, base: &str) -> String {
        if self.plural {
            base.to_owned()
        } else {
            words::third(base)
        }
    }

    /// "Your", "their".
    pub(in crate::english) fn whose(self) -> &'static str {
        if self.you { "your" } else { "their" }
    }
}

impl Writer<'_> {
    /// The verb phrase of an action: "draws two cards", "destroy target creature".
    pub(in crate::english) fn action(&mut self, actor: &Actor, action: &Action) -> String {
        let verb = |base: &str| actor.verb(base);
        match action {
            Action::Destroy { what, no_regeneration } => {
                let plural = self.said.noun(what).plural;
                let what = self.object(what);
                let text = format!("{} {what}", verb("destroy"));
                if *no_regeneration {
                    let they = if plural { "They" } else { "It" };
                    return format!("{text}. {they} can't be regenerated");
                }
                text
            }
            Action::Exile { what, face_down, until, counters } => {
                let plural = self.said.noun(what).plural;
                let from = self.functions_in.or(self.in_hand.then_some(Zone::Hand));
                let text = match (what, from) {
                    (Noun::This, Some(zone)) if self.said.focus != crate::english::discourse::Focus::This => {
                        self.said.focus = crate::english::discourse::Focus::This;
                        format!("this card from your {}", zone.word())
                    }
                    _ => self.taken(what),
                };
                let mut text = format!("{} {text}", verb("exile"));
                if *face_down {
                    text.push_str(" face down");
                }
                if let Some((n, kind)) = counters {
                    let counters = self.counted(n, &format!("{kind} counter"));
                    text.push_str(&format!(" with {counters} on {}", if plural { "them" } else { "it" }));
                }
                if let Some(until) = until {
                    let until = self.duration(until);
                    text.push_str(&format!(" {until}"));
                }
                text
            }
            Action::Sacrifice(what) => {
                let text = self.object(what);
                // "Among creatures they control": it is theirs of which there is a greatest.
                if let Noun::Described { filter, .. } = what
                    && filter.predicates.iter().any(|p| matches!(p, Predicate::Extreme(..)))
                {
                    let control = if actor.you { "you control" } else { "they control" };
                    return format!("{} {text} {control}", verb("sacrifice"));
                }
                // CR 701.21a leaves the choice to the one who sacrifices; cards say so for anyone but you.
                let choice = if actor.you || !matches!(what, Noun::Described { quantifier: Quantifier::Choose(_), .. }) {
                    ""
                } else {
                    " of their choice"
                };
                format!("{} {text}{choice}", verb("sacrifice"))
            }
            Action::Move { what, to, verb } => self.movement(actor, what, to, *verb),
            Action::Draw(n) => {
                let cards = self.counted(n, "card");
                self.said.focus = crate::english::discourse::Focus::Other;
                format!("{} {cards}", verb("draw"))
            }
            Action::Discard(what) => {
                let what = self.card_object(what);
                format!("{} {what}", verb("discard"))
            }
            Action::Mill(n) => format!("{} {}", verb("mill"), self.counted(n, "card")),
            Action::Scry(n) => self.numbered(&verb("scry"), n),
            Action::Surveil(n) => self.numbered(&verb("surveil"), n),
            Action::Search { zones, what, reveal, .. } => {
                let places = self.searched(zones);
                let plural = self.said.noun(what).plural;
                let text = self.unplaced(what);
                let mut text = format!("{} {places} for {text}", verb("search"));
                if *reveal {
                    text.push_str(&format!(", {} {}", verb("reveal"), if plural { "them" } else { "it" }));
                }
                text
            }
            Action::Shuffle(None) => verb("shuffle"),
            Action::Shuffle(Some(what)) => format!("{} {}", verb("shuffle"), self.object(what)),
            Action::Reveal(what) => {
                let text = match what {
                    Noun::This if self.in_hand => {
                        self.said.focus = crate::english::discourse::Focus::This;
                        "this card from your hand".into()
                    }
                    Noun::This if self.functions_in == Some(Zone::Command) => {
                        self.said.focus = crate::english::discourse::Focus::This;
                        "this card from the command zone".into()
                    }
                    _ => self.taken(what),
                };
                format!("{} {text}", verb("reveal"))
            }
            Action::LookAt(what) => format!("{} {}", verb("look at"), self.object(what)),
            Action::RevealUntil { from, until, exile } => {
                let what = if *exile { "exile" } else { "reveal" };
                let library = self.object(from);
                let until = self.unplaced(until);
                let who = if actor.you { "you" } else { "they" };
                format!("{} cards from the top of {library} until {who} {what} {until}", verb(what))
            }
            Action::DealDamage { source, amount, to, divided } => {
                let subject = self.actor(source);
                let deals = self.agree("deal", &subject);
                format!("{} {deals} {}", subject.text, self.damage(source, amount, to, *divided))
            }
            Action::Fight(a, b) => {
                let a = self.actor(a);
                let fights = self.agree("fight", &a);
                format!("{} {fights} {}", a.text, self.object(b))
            }
            Action::Exploit(who, what) => {
                let who = self.actor(who);
                let exploits = self.agree("exploit", &who);
                format!("{} {exploits} {}", who.text, self.object(what))
            }
            Action::Prevent { amount, to, by, combat, duration } => {
                let combat = if *combat { "combat " } else { "" };
                let mut text = match amount {
                    None => format!("{} all {combat}damage that would be dealt", verb("prevent")),
                    Some(n) => {
                        let n = match n {
                            Quantity::Number(_) | Quantity::X | Quantity::Parameter => self.value(n),
                            other => self.owe_x(other),
                        };
                        format!("{} the next {n} {combat}damage that would be dealt", verb("prevent"))
                    }
                };
                if let Some(to) = to {
                    text.push_str(&format!(" to {}", self.object(to)));
                }
                if *duration != Duration::Permanent {
                    let duration = self.short_duration(duration);
                    text.push_str(&format!(" {duration}"));
                }
                if let Some(by) = by {
                    text.push_str(&format!(" by {}", self.object(by)));
                }
                text
            }
            Action::GainLife(n) => format!("{} {}", verb("gain"), self.amount(n, "life")),
            Action::LoseLife(n) => format!("{} {}", verb("lose"), self.amount(n, "life")),
            Action::PayLife(n) => format!("{} {}", verb("pay"), self.amount(n, "life")),
            Action::PayMana(cost) => format!("{} {cost}", verb("pay")),
            Action::Double(crate::ir::action::Doubled::Life, who) => {
                format!("{} {} life total", verb("double"), self.possessive(who))
            }
            Action::Double(crate::ir::action::Doubled::Counters(kind), on) => {
                let what = match kind {
                    Some(kind) => format!("the number of {kind} counters on"),
                    None => "the number of each kind of counter on".to_owned(),
                };
                format!("{} {what} {}", verb("double"), self.object(on))
            }
            Action::SetLife(n) => format!("life total becomes {}", self.value(n)),
            Action::AddMana(output) => format!("{} {}", verb("add"), self.mana(output)),
            Action::Create { count, token, tapped, attacking } => {
                let tokens = self.tokens(count, token, *tapped, *attacking);
                self.said.focus = crate::english::discourse::Focus::Other;
                format!("{} {tokens}", verb("create"))
            }
            Action::Copy { as_token: true, what, count, except, tapped, attacking, .. } => {
                self.copy_tokens(actor, what, count, except, (*tapped, *attacking))
            }
            Action::Copy { what, count, new_targets, except, .. } => {
                self.copy(actor, what, count, *new_targets, except)
            }
            Action::Counter { what, to: None } => format!("{} {}", verb("counter"), self.object(what)),
            Action::Counter { what, to: Some(to) } => {
                let text = format!("{} {}", verb("counter"), self.object(what));
                let library = match to.position {
                    Position::Top => "put it on top of its owner's library",
                    Position::TopOrBottom => "put it on the top or bottom of its owner's library",
                    Position::Bottom => "put it on the bottom of its owner's library",
                    _ if to.zone == Zone::Hand => "put it into its owner's hand",
                    _ => "exile it",
                };
                format!("{text}. If that spell is countered this way, {library} instead of putting it into its owner's graveyard")
            }
            Action::ChangeTargets { of, all } => {
                let of = self.object(of);
                if *all {
                    format!("{} new targets for {of}", verb("choose"))
                } else {
                    format!("{} the target of {of}", verb("change"))
                }
            }
            Action::Tap(what) => format!("{} {}", verb("tap"), self.object(what)),
            Action::Untap(what) => format!("{} {}", verb("untap"), self.object(what)),
            Action::PutCounters { count, kind, on, distributed } => {
                if let Some(text) = self.player_gets(count, kind, on) {
                    return text;
                }
                let before = self.said.clone();
                let counters = self.counted(count, &format!("{kind} counter"));
                if *distributed {
                    return format!("{} {counters} among {}", verb("distribute"), self.object(on));
                }
                let (each, long) = (counters.contains(" for each "), counters.contains(" equal to "));
                let long = long && *on != Noun::This;
                if !each && !long {
                    return format!("{} {counters} on {}", verb("put"), self.object(on));
                }
                // What they are counted by stands behind what they are put on, and is said after it.
                self.said = before;
                let on = self.object(on);
                if long {
                    let x = self.owe_x(count);
                    return format!("{} {x} {kind} counters on {on}", verb("put"));
                }
                let counters = self.counted(count, &format!("{kind} counter"));
                let (head, each) = counters.split_once(" for each ").unwrap_or((&counters, ""));
                format!("{} {head} on {on} for each {each}", verb("put"))
            }
            // CR 107.14: {E} is paid by removing an energy counter from oneself.
            Action::RemoveCounters { count: Some(Quantity::Number(n @ 1..=10)), kind: Some(kind), from }
                if kind == "energy" && self.said.noun(from).player =>
            {
                format!("{} {}", verb("pay"), "{E}".repeat(usize::try_from(*n).unwrap_or(1)))
            }
            Action::RemoveCounters { count, kind, from } => {
                let counter = kind.as_ref().map_or_else(|| "counter".to_owned(), |k| format!("{k} counter"));
                let counters = match count {
                    Some(n @ (Quantity::CountOf(_) | Quantity::Of(..) | Quantity::Counters(..))) => {
                        format!("{} {}", self.owe_x(n), words::plural(&counter))
                    }
                    Some(n) => self.counted(n, &counter),
                    None => format!("all {}", words::plural(&counter)),
                };
                self.said.this_way = Some(format!("{counter} removed"));
                format!("{} {counters} from {}", verb("remove"), self.object(from))
            }
            Action::MoveCounters { count, kind, from, to } => {
                let counter = kind.as_ref().map_or_else(|| "counter".to_owned(), |k| format!("{k} counter"));
                let counters = match count {
                    Some(n) => self.counted(n, &counter),
                    None => format!("all {}", words::plural(&counter)),
                };
                let from = self.object(from);
                format!("{} {counters} from {from} onto {}", verb("move"), self.object(to))
            }
            Action::Attach { what, to } => {
                let what = self.object(what);
                format!("{} {what} to {}", verb("attach"), self.object(to))
            }
            Action::Unattach(what) => format!("{} {}", verb("unattach"), self.object(what)),
            Action::ExchangeControl(a, b) => {
                let a = self.object(a);
                format!("{} control of {a} and {}", verb("exchange"), self.object(b))
            }
            Action::ExchangeLife(a, b) => {
                if *a == Noun::You {
                    return format!("{} life totals with {}", verb("exchange"), self.object(b));
                }
                let a = self.object(a);
                format!("{a} and {} exchange life totals", self.object(b))
            }
            Action::Transform(what) => format!("{} {}", verb("transform"), self.object(what)),
            Action::Regenerate(what) => format!("{} {}", verb("regenerate"), self.object(what)),
            Action::Proliferate => verb("proliferate"),
            Action::KeywordAction { name, what, count } => {
                let (subject, verb) = match what {
                    Some(what) if acts_itself(name) => {
                        let who = self.actor(what);
                        (format!("{} ", who.text), self.agree(name, &who))
                    }
                    _ => (String::new(), verb(name)),
                };
                let mut text = match count {
                    Some(n @ (Quantity::Each(1, _) | Quantity::ForEach(1, _))) => {
                        self.each_of = Some(n.clone());
                        format!("{subject}{verb}")
                    }
                    Some(n) => self.numbered(&format!("{subject}{verb}"), n),
                    None => format!("{subject}{verb}"),
                };
                if let Some(what) = what
                    && !acts_itself(name)
                {
                    text.push_str(&format!(" {}", self.object(what)));
                }
                text
            }
            // What is chosen stays where it is.
            Action::Choose(what @ Noun::Described { quantifier: Quantifier::Choose(_) | Quantifier::Target(_), .. }) => format!("{} {}", verb("choose"), self.object(what)),
            Action::Choose(what) => format!("{} {}", verb("choose"), self.taken(what)),
            Action::ChooseValue(shared, filter) => {
                let what = match (shared, filter) {
                    (Shared::Player, Some(filter)) => {
                        words::with_article(&self.filter(filter, crate::english::filter::Form::one()))
                    }
                    // "A nonland card name".
                    (Shared::Name, Some(filter)) => {
                        let filter = self.filter(filter, crate::english::filter::Form::one());
                        words::with_article(&format!("{filter} name"))
                    }
                    (_, Some(filter)) => {
                        let filter = self.filter(filter, crate::english::filter::Form::one());
                        words::with_article(&format!("{filter} {}", crate::english::modifier::choice_word(*shared)))
                    }
                    (Shared::Player, None) => "a player".into(),
                    (shared, None) => words::with_article(crate::english::modifier::choice_word(*shared)),
                };
                format!("{} {what}", verb("choose"))
            }
            Action::Cast {
                what,
                play,
                transformed,
                free,
                instead,
            } => {
                let plural = self.said.noun(what).plural;
                let what = self.taken(what);
                let base = if *play { "play" } else { "cast" };
                let cost = match (free, plural) {
                    (false, _) => "",
                    (true, false) => " without paying its mana cost",
                    (true, true) => " without paying their mana costs",
                };
                let clause = instead.as_ref().map(|cost| self.cost_clause(cost));
                let cost = match &clause {
                    Some(clause) => {
                        let paid = clause.strip_prefix("pay ").unwrap_or(clause);
                        let whose = if plural { "their mana costs" } else { "its mana cost" };
                        format!(" by paying {paid} rather than paying {whose}")
                    }
                    None => cost.to_owned(),
                };
                let turned = if *transformed { " transformed" } else { "" };
                format!("{} {what}{turned}{cost}", verb(base))
            }
            Action::ExtraTurn => format!("{} an extra turn after this one", verb("take")),
            Action::ExtraPhase { combat, main } => match (combat, main) {
                (true, true) => "after this main phase, there is an additional combat phase followed by an additional main phase".into(),
                (true, false) => "after this phase, there is an additional combat phase".into(),
                (false, _) => "after this phase, there is an additional main phase".into(),
            },
            Action::Skip { step, next } => {
                let next = if *next { "next " } else { "" };
                format!("{} {} {next}{}", verb("skip"), actor.whose(), step.words())
            }
            Action::WinGame => verb("win the game"),
            Action::LoseGame => verb("lose the game"),
            Action::DrawGame => "the game is a draw".into(),
            Action::EndTurn => verb("end the turn"),
            Action::Emblem(abilities) => {
                let granted = self.granted(abilities, &crate::english::Context::this("emblem"));
                format!("{} an emblem with {granted}", verb("get"))
            }
            Action::Designate(what, name) => {
                let thing = self.actor(what);
                let become_word = if thing.plural { "become" } else { "becomes" };
                format!("{} {become_word} {name}", thing.text)
            }
            Action::Flip(what) => format!("{} {}", verb("flip"), self.object(what)),
            Action::Heal(what) => {
                format!("{} all damage marked on {}", verb("remove"), self.object(what))
            }
            Action::EnterWith(counters) => {
                let thing = self.actor(&Noun::This);
                let parts: Vec<String> = counters
                    .iter()
                    .map(|(n, kind)| self.counted(n, &format!("{kind} counter")))
                    .collect();
                let enters = if thing.plural { "enter" } else { "enters" };
                let counters = parts.join(" and ");
                let (head, each) = counters.split_once(" for each ").unwrap_or((&counters, ""));
                let each = if each.is_empty() { String::new() } else { format!(" for each {each}") };
                format!("{} {enters} with {head} on it{each}", thing.text)
            }
            Action::GetDesignation(name) => match name.as_str() {
                "monarch" => verb("become the monarch"),
                "initiative" => verb("take the initiative"),
                "city's blessing" => verb("get the city's blessing"),
                other => format!("{} {other}", verb("get")),
            },
            Action::Vote(words) => {
                let words: Vec<String> = words.iter().map(ToString::to_string).collect();
                let words = crate::english::words::list(&words, "or");
                format!("starting with you, each player votes for {words}")
            }
            Action::FlipCoin => verb("flip a coin"),
            Action::RollDie { sides, modifier } => {
                let roll = format!("{} a d{sides}", verb("roll"));
                match modifier {
                    Some(modifier) => {
                        let how = if modifier.subtract { "subtract" } else { "add" };
                        format!("{roll} and {how} {}", self.value(&modifier.amount))
                    }
                    None => roll,
                }
            }
            Action::RemoveFromCombat(what) => format!("{} {} from combat", verb("remove"), self.object(what)),
            Action::PhaseOut(what) => {
                let what = self.actor(what);
                format!("{} {}", what.text, self.agree("phase out", &what))
            }
            Action::TurnFace { what, up } => {
                let face = if *up { "face up" } else { "face down" };
                format!("{} {} {face}", verb("turn"), self.object(what))
            }
            Action::Goad(what) => format!("{} {}", verb("goad"), self.object(what)),
            Action::Exert(what) => format!("{} {}", verb("exert"), self.object(what)),
            Action::Piles { what, count } => {
                format!("{} {} into {} piles", verb("separate"), self.object(what), words::number((*count).into()))
            }
            Action::Nothing => "nothing happens".into(),
        }
    }

    /// "You get {E}{E}", "target player gets a poison counter": players get counters (CR 122.1).
    fn player_gets(&mut self, count: &Quantity, kind: &str, on: &Noun) -> Option<String> {
        if !self.said.noun(on).player {
            return None;
        }
        let who = self.actor(on);
        let get = self.agree("get", &who);
        let counters = match (kind, count) {
            // CR 107.14: the energy symbol stands for one energy counter.
            ("energy", Quantity::Number(n @ 1..=10)) => {
                "{E}".repeat(usize::try_from(*n).unwrap_or(1))
            }
            ("energy", Quantity::ForEach(n @ 1..=10, of)) => {
                let each = self.each(of);
                let symbols = "{E}".repeat(usize::try_from(*n).unwrap_or(1));
                format!("{symbols} for {each}")
            }
            _ => self.counted(count, &format!("{kind} counter")),
        };
        Some(format!("{} {get} {counters}", who.text))
    }

    /// "Scry 2", and "scry X, where X is ..." for anything longer.
    fn numbered(&mut self, verb: &str, n: &Quantity) -> String {
        match n {
            Quantity::Number(n) => format!("{verb} {n}"),
            Quantity::X | Quantity::Parameter => format!("{verb} {}", self.value(n)),
            other => {
                format!("{verb} {}", self.owe_x(other))
            }
        }
    }

    /// "3 damage to any target", "damage equal to its power to target creature".
    pub(in crate::english) fn damage(
        &mut self,
        source: &Noun,
        amount: &Quantity,
        to: &Noun,
        divided: bool,
    ) -> String {
        if divided {
            let amount = self.amount(amount, "damage");
            let to = self.divided_targets(to);
            return format!("{amount} divided as you choose among {to}");
        }
        let before = self.said.clone();
        let quantity = amount;
        let each = self.said.noun(to);
        let of_each = contains(quantity, Part::Each) && !matches!(source, Noun::Described { .. });
        if of_each {
            self.said.enter_each(each);
        }
        let mut amount = self.amount(quantity, "damage");
        let behind = |amount: &str| {
            amount.contains(" for each ")
                || ["damage equal to the ", "damage equal to twice the "]
                    .iter()
                    .any(|start| amount.starts_with(start))
        };
        let announced = before.announced();
        let mut nouns = Vec::new();
        crate::english::effect::nouns_of(quantity, &mut nouns, 0);
        // Its measure may be of what is named first as what is damaged.
        let ahead = of_each
            || nouns
                .iter()
                .any(|noun| crate::english::effect::is_ahead(noun, announced));
        let last = behind(&amount) || ahead;
        if last {
            // What stands behind is said after what the damage is dealt to.
            self.said = before;
        }
        let to = if is_itself(source, to) {
            "itself".to_owned()
        } else {
            self.object(to)
        };
        if last {
            if of_each {
                self.said.enter_each(each);
            }
            amount = self.amount(quantity, "damage");
            if of_each {
                self.said.leave_each();
            }
        }
        if let Some((head, each)) = amount.split_once(" for each ") {
            return format!("{head} to {to} for each {each}");
        }
        match amount.strip_prefix("damage equal to ") {
            // A short measure stays with its noun; a long one comes last.
            Some(measure)
                if ahead || measure.starts_with("the ") || measure.starts_with("twice the ") =>
            {
                format!("damage to {to} equal to {measure}")
            }
            _ => format!("{amount} to {to}"),
        }
    }

    /// The zones that are searched: whose they are is said once.
    fn searched(&mut self, zones: &[Noun]) -> String {
        let whose = match crate::english::phrase::possession::same_owner(zones) {
            Some(whose) if zones.len() > 1 => whose.clone(),
            _ => {
                let places: Vec<String> = zones.iter().map(|z| self.object(z)).collect();
                return words::list(&places, "and/or");
            }
        };
        let whose = self.possessive(&whose);
        let words: Vec<String> = zones
            .iter()
            .filter_map(|noun| match noun {
                Noun::Zone(zone, _) => Some(zone.word().to_owned()),
                _ => None,
            })
            .collect();
        // In one's own zones one need not look.
        let joint = if whose == "your" { "and/or" } else { "and" };
        format!("{whose} {}", words::list(&words, joint))
    }

    fn divided_targets(&mut self, to: &Noun) -> String {
        self.object(to)
    }

    /// "Create a tapped token that's a copy of that creature, except it has haste".
    fn copy_tokens(
        &mut self,
        actor: &Actor,
        what: &Noun,
        count: &Quantity,
        except: &[crate::ir::Modification],
        (tapped, attacking): (bool, bool),
    ) -> String {
        // "A token that's a copy of it for each ...": so many of them.
        let (count, each) = match count {
            Quantity::ForEach(unit, noun) => (&Quantity::Number(*unit), Some(self.each(noun))),
            Quantity::Each(unit, of) => (&Quantity::Number(*unit), Some(self.for_each_of(of))),
            other => (other, None),
        };
        let many = *count != Quantity::Number(1);
        let what = self.object(what);
        let how = match (tapped, attacking) {
            (true, true) => "tapped and attacking ",
            (true, false) => "tapped ",
            (false, true) => "attacking ",
            (false, false) => "",
        };
        let tokens = self.counted(count, &format!("{how}token"));
        let be = if many {
            "that are copies of"
        } else {
            "that's a copy of"
        };
        let except = self.exceptions(except, &[], many);
        let each = each.map_or_else(String::new, |each| format!(" for {each}"));
        format!(
            "{} {tokens} {be} {what}{except}{each}",
            actor.verb("create")
        )
    }

    fn copy(
        &mut self,
        actor: &Actor,
        what: &Noun,
        count: &Quantity,
        new_targets: bool,
        except: &[crate::ir::Modification],
    ) -> String {
        let many = *count != Quantity::Number(1);
        let object = self.object(what);
        let what = self.spell_name(what, &object);
        let mut text = format!("{} {what}", actor.verb("copy"));
        if many {
            let times = match count {
                Quantity::ForEach(1, noun) => format!(" for {}", self.each(noun)),
                Quantity::Each(1, of) => format!(" for {}", self.for_each_of(of)),
                Quantity::Number(2) => " twice".to_owned(),
                other => format!(" {} times", self.number_word(other)),
            };
            text.push_str(&times);
        }
        text.push_str(&self.exceptions(except, &[], many));
        if new_targets {
            let copies = if many { "copies" } else { "copy" };
            let who = if actor.you { "You" } else { "They" };
            text.push_str(&format!(". {who} may choose new targets for the {copies}"));
        }
        text
    }
}

/// Whether what deals damage deals it to itself.
fn is_itself(source: &Noun, to: &Noun) -> bool {
    use crate::ir::{Binding, Word};
    match (source, to) {
        (Noun::This, Noun::This) => true,
        (
            Noun::Described { quantifier, .. },
            Noun::Ref {
                to,
                word: Word::Pronoun,
            },
        ) => match quantifier {
            Quantifier::Each => *to == Binding::Each,
            Quantifier::Target(_) => matches!(to, Binding::Target(_)),
            _ => false,
        },
        (
            Noun::Ref { to: source, .. },
            Noun::Ref {
                to,
                word: Word::Pronoun,
            },
        ) => source == to,
        _ => false,
    }
}

/// Keyword actions that the object itself performs: "this creature explores" (CR 701.44, 701.50, 701.63).
fn acts_itself(name: &str) -> bool {
    matches!(name, "explore" | "connive" | "endure")
}

/// Whether the imperative of an action is printed with "you": "you gain 3 life", not "gain 3 life".
pub(in crate::english) fn says_you(action: &Action) -> bool {
    matches!(
        action,
        Action::GainLife(_)
            | Action::LoseLife(_)
            | Action::WinGame
            | Action::LoseGame
            | Action::Emblem(_)
            | Action::GetDesignation(_)
    )
}

/// Whether an action's clause has a subject of its own and never shows who acts.
pub(in crate::english) fn has_own_subject(action: &Action) -> bool {
    match action {
        Action::DealDamage { .. }
        | Action::Fight(..)
        | Action::Exploit(..)
        | Action::PhaseOut(_)
        | Action::ExtraPhase { .. }
        | Action::DrawGame
        | Action::EnterWith(_)
        | Action::Vote(_)
        | Action::Nothing => true,
        Action::PutCounters { on, .. } => on.is_player(),
        Action::KeywordAction { name, what, .. } => what.is_some() && acts_itself(name),
        Action::ExchangeLife(a, _) => *a != Noun::You,
        _ => false,
    }
}

/// Whether an action puts cards back among others in a library: what follows a search.
pub(in crate::english) fn is_search_tail(action: &Action) -> bool {
    match action {
        Action::Shuffle(_) => true,
        Action::Move { to, .. } => {
            to.zone != Zone::Library
                || matches!(
                    to.position,
                    Position::Top | Position::Unstated | Position::FromTop(_)
                )
        }
        Action::Exile { .. } | Action::Reveal(_) => true,
        _ => false,
    }
}
