//! Effects as sentences: how clauses are joined, who is named, what stands in front.

use crate::english::sequence::{flatten, is_then, same_actor};
use crate::english::{
    Writer,
    action::{Actor, has_own_subject, says_you},
    discourse::Referent,
    noun::Subject,
    words,
};
use crate::ir::action::Position;
use crate::ir::{
    Action, Binding, Condition, Effect, Modification, Noun, Predicate, Quantifier, Quantity,
    Replacement, Word, effect::shared_amount,
};

/// Effects inside each other that are looked through; those of cards are far fewer.
const DEEPEST: usize = 200;

/// The nouns that a quantity speaks of.
pub(in crate::english) fn nouns_of<'q>(
    quantity: &'q Quantity,
    into: &mut Vec<&'q Noun>,
    depth: u32,
) {
    if depth > 8 {
        return;
    }
    match quantity {
        Quantity::Of(_, noun) | Quantity::CountOf(noun) | Quantity::Counters(_, noun) => {
            into.push(noun);
        }
        Quantity::Sum(a, b) | Quantity::Difference(a, b) => {
            nouns_of(a, into, depth + 1);
            nouns_of(b, into, depth + 1);
        }
        Quantity::Times(_, of) | Quantity::Half(of, _) => nouns_of(of, into, depth + 1),
        _ => {}
    }
}

/// Whether a noun is a target that has not been announced yet, or what belongs to one.
pub(in crate::english) fn is_ahead(noun: &Noun, announced: usize) -> bool {
    match noun {
        Noun::Ref {
            to: Binding::Target(n),
            ..
        } => usize::from(*n) >= announced,
        Noun::Related(_, of) | Noun::Zone(_, of) => is_ahead(of, announced),
        Noun::Described { filter, .. } => filter.predicates.iter().any(|p| match p {
            Predicate::ControlledBy(who)
            | Predicate::OwnedBy(who)
            | Predicate::ProtectedBy(who) => is_ahead(who, announced),
            _ => false,
        }),
        _ => false,
    }
}

/// Whether a condition speaks of a target that only the effect announces: it stands behind then.
pub(in crate::english) fn speaks_of_target(condition: &Condition, announced: usize) -> bool {
    let mut nouns = Vec::new();
    match condition {
        Condition::Is(noun, _)
        | Condition::CameUnderControl(noun)
        | Condition::DesignatedEarlier(noun, _)
        | Condition::Designated(noun, _)
        | Condition::Paid(_, noun)
        | Condition::KickedWith(noun, _)
        | Condition::WasCast(noun, ..)
        | Condition::Exist(noun, ..) => nouns.push(noun),
        Condition::Compare(left, _, right) => {
            nouns_of(left, &mut nouns, 0);
            nouns_of(right, &mut nouns, 0);
        }
        Condition::MoreThan(more, _, less) => nouns.extend([&**more, &**less]),
        Condition::Not(inner) => return speaks_of_target(inner, announced),
        _ => {}
    }
    nouns.iter().any(|noun| is_ahead(noun, announced))
}

/// What is tapped or untapped, if that is the choice.
fn tap_or_untap(effects: &[Effect]) -> Option<&Noun> {
    match effects {
        [
            Effect::Act {
                action: Action::Tap(what),
                ..
            },
            Effect::Act {
                action: Action::Untap(_),
                ..
            },
        ] => Some(what),
        _ => None,
    }
}

/// Adds a sentence to a text; the rows of a table stand in lines of their own.
fn go_on(text: &mut String, sentence: &str) {
    if !text.is_empty() && !sentence.starts_with('\n') {
        text.push(' ');
    }
    // Blanks in front of the first row are none of a sentence's.
    text.push_str(&words::sentence(sentence));
}

/// What is said of a library that a search may leave out.
fn shuffles_if(effect: &Effect) -> Option<String> {
    let search = |effect: &Effect| {
        matches!(
            effect,
            Effect::Act {
                action: Action::Search {
                    shuffles_if: true,
                    ..
                },
                ..
            }
        )
    };
    effect
        .any(&search)
        .then(|| "if you search your library this way, shuffle".to_owned())
}

impl Writer<'_> {
    /// An effect as a paragraph of sentences.
    pub(in crate::english) fn paragraph(&mut self, effect: &Effect) -> String {
        if let Effect::Modal(modes) = effect {
            return words::capital(&self.modal(modes));
        }
        let mut sentences = self.sentences(effect);
        sentences.extend(shuffles_if(effect));
        let mut text = String::new();
        for sentence in &sentences {
            go_on(&mut text, sentence);
        }
        text
    }

    /// An effect behind a trigger condition or a condition: the first sentence goes on.
    pub(in crate::english) fn continued(&mut self, effect: &Effect) -> String {
        if let Effect::Modal(modes) = effect {
            return self.modal(modes);
        }
        let mut sentences = self.sentences(effect);
        sentences.extend(shuffles_if(effect));
        let mut text = String::new();
        for (i, sentence) in sentences.iter().enumerate() {
            if i == 0 {
                text.push_str(&finished(sentence));
            } else {
                go_on(&mut text, sentence);
            }
        }
        text
    }

    /// The sentences of an effect, without capital letter and period.
    pub(in crate::english) fn sentences(&mut self, effect: &Effect) -> Vec<String> {
        if self.depth >= crate::english::MAX_DEPTH {
            return vec!["…".into()];
        }
        // What is nested too deeply is not written to its end, and is not walked through either.
        if !effect.deeper_than(DEEPEST) {
            let mut plain = effect.clone();
            if self.kept(&mut plain) {
                return self.sentences(&plain);
            }
        }
        self.depth += 1;
        let sentences = match effect {
            Effect::Sequence(_) => self.sequence(effect),
            Effect::If {
                condition,
                then,
                otherwise,
                instead: true,
            } => self.instead(condition, then, otherwise.as_deref()),
            Effect::If {
                condition,
                then,
                otherwise,
                ..
            } => self.guarded(condition, then, otherwise.as_deref()),
            Effect::Modal(modes) => vec![self.modal(modes)],
            Effect::Table(rows) => vec![self.table(rows)],
            Effect::Where { x, effect } => {
                let mut sentences = self.sentences(effect);
                let x = self.value(x);
                let at = sentences.iter().position(|s| mentions_x(s)).unwrap_or(0);
                if let Some(sentence) = sentences.get_mut(at) {
                    sentence.push_str(&format!(", where X is {x}"));
                }
                sentences
            }
            Effect::ForEach { over, effect } => self.for_each(over, effect),
            Effect::Repeat { times, effect } => {
                let mut sentences = self.sentences(effect);
                let times = match times {
                    Quantity::Number(2) => "repeat this process once".to_owned(),
                    Quantity::Number(n) => {
                        format!(
                            "repeat this process {} more times",
                            words::number(n.saturating_sub(1))
                        )
                    }
                    other => format!("repeat this process {} times", self.number_word(other)),
                };
                sentences.push(times);
                sentences
            }
            other => {
                let text = self.single(other, None);
                vec![self.settle_x(text)]
            }
        };
        self.depth -= 1;
        sentences
    }

    /// Sets that later words name again are written like others; whether there are any.
    fn kept(&mut self, effect: &mut Effect) -> bool {
        let mut any = false;
        for set in effect.sets_mut() {
            if let Noun::Kept(noun, number) = set {
                let many = Referent {
                    plural: true,
                    ..Referent::THING
                };
                self.said.result(*number, many);
                *set = (**noun).clone();
                any = true;
            }
        }
        for part in effect.parts_mut() {
            any |= self.kept(part);
        }
        any
    }

    /// An effect as one clause; several sentences are joined by "and".
    pub(in crate::english) fn clause(&mut self, effect: &Effect) -> String {
        let sentences = self.sentences(effect);
        words::list(&sentences, "and")
    }

    /// One effect as a clause. `shared` is the effect whose subject and verb it goes on with.
    pub(in crate::english) fn single(
        &mut self,
        effect: &Effect,
        shared: Option<&Effect>,
    ) -> String {
        match effect {
            Effect::Act { who, action, bind } => {
                let text = self.act(who, action, shared);
                if let Some(n) = bind {
                    self.said.done_by(who, action, *n);
                    self.said.order(*n, *who == Noun::You);
                }
                text
            }
            Effect::Together(parts) => self.together(parts),
            Effect::May { who, effect, bind } => {
                if let Some(n) = bind {
                    self.said.offer(*n, *who == Noun::You);
                    if is_any(who) {
                        self.said.offer_to_any(*n);
                    }
                    // "It" after "you may sacrifice a creature" is that creature.
                    if let Effect::Act { action, .. } = &**effect {
                        self.said.done_by(who, action, *n);
                    }
                }
                if let Effect::Act { bind: Some(n), .. } = &**effect {
                    self.said.offer(*n, *who == Noun::You);
                }
                let outer = std::mem::replace(&mut self.said.one_sentence, true);
                let text = self.offered(who, effect);
                self.said.one_sentence = outer;
                text
            }
            Effect::MayPay { who, cost, bind } => {
                if let Some(n) = bind {
                    self.said.offer(*n, *who == Noun::You);
                }
                let who = self.actor(who);
                let cost = self.cost_clause(cost);
                format!("{} may {cost}", who.text)
            }
            Effect::Unless { who, cost, effect } => {
                let text = self.clause(effect);
                // "Each opponent sacrifices a permanent unless they pay {1}".
                let each = matches!(&**effect, Effect::Act { who, .. } if is_each(who));
                if each {
                    self.said.enter_each(Referent {
                        player: true,
                        ..Referent::THING
                    });
                }
                let payment = self.payment(who, cost);
                if each {
                    self.said.leave_each();
                }
                // Where a countered spell goes is a sentence of its own.
                match text.split_once(". ") {
                    Some((first, rest)) => format!("{first} unless {payment}. {rest}"),
                    None => format!("{text} unless {payment}"),
                }
            }
            Effect::Delayed {
                trigger,
                effect,
                once,
                duration,
            } => self.delayed(trigger, effect, *once, duration.as_ref()),
            Effect::Continuous {
                statements,
                duration,
            } => self.continuous(statements, duration),
            Effect::Replace {
                replacement,
                duration,
            } => {
                let once = *duration == crate::ir::Duration::NextUse;
                let outer = std::mem::replace(&mut self.next_time, once);
                let duration = if once {
                    "this turn".to_owned()
                } else if matches!(**replacement, Replacement::Produces { .. }) {
                    // It stands first in the sentence.
                    self.duration(duration)
                } else {
                    self.short_duration(duration)
                };
                let text = self.replacement_for(replacement, &duration);
                self.next_time = outer;
                text
            }
            Effect::Either(effects) if tap_or_untap(effects).is_some() => {
                let what = tap_or_untap(effects).map_or_else(String::new, |what| self.object(what));
                format!("tap or untap {what}")
            }
            Effect::Either(effects) => {
                let items: Vec<String> = effects.iter().map(|e| self.clause(e)).collect();
                words::list(&items, "or")
            }
            Effect::Named(name) => name.to_string(),
            Effect::Sequence(_)
            | Effect::If { .. }
            | Effect::Modal(_)
            | Effect::Table(_)
            | Effect::ForEach { .. }
            | Effect::Repeat { .. }
            | Effect::Where { .. } => self.clause(effect),
        }
    }

    /// Parts of one instruction: one verb with several objects.
    fn together(&mut self, parts: &[Effect]) -> String {
        let mut items: Vec<String> = Vec::new();
        let last = parts.len().saturating_sub(1);
        if let [first, second, ..] = parts {
            // "X damage to target creature and X damage to you".
            self.shared_x = shared_amount(first, second).cloned();
        }
        for (i, part) in parts.iter().enumerate() {
            let Effect::Act { who, action, bind } = part else {
                items.push(self.clause(part));
                continue;
            };
            let text = match (i, action) {
                (
                    1..,
                    Action::DealDamage {
                        source,
                        amount,
                        to,
                        divided,
                    },
                ) => self.damage(source, amount, to, *divided),
                (
                    1..,
                    Action::Create {
                        count,
                        token,
                        tapped,
                        attacking,
                    },
                ) => self.tokens(count, token, *tapped, *attacking),
                (0, Action::PutCounters { count, kind, .. }) => {
                    let counters = self.counted(count, &format!("{kind} counter"));
                    // What they are put on is said behind the last.
                    let before = self.said.clone();
                    let text = self.act(who, action, None);
                    self.said = before;
                    match text.split_once(&format!("{counters} on ")) {
                        Some((front, _)) => format!("{front}{counters}"),
                        None => text,
                    }
                }
                (i, Action::PutCounters { count, kind, .. }) => {
                    let counters = self.counted(count, &format!("{kind} counter"));
                    match parts.first() {
                        Some(Effect::Act {
                            action: Action::PutCounters { on, .. },
                            ..
                        }) if i == last => format!("{counters} on {}", self.object(on)),
                        _ => counters,
                    }
                }
                _ => self.act(who, action, None),
            };
            if let Some(n) = bind {
                let known = self.said.action(action);
                self.said.result(*n, known);
            }
            items.push(text);
        }
        self.shared_x = None;
        words::list(&items, "and")
    }

    /// An action with its subject: none in the imperative, or when it is the subject before.
    fn act(&mut self, who: &Noun, action: &Action, shared: Option<&Effect>) -> String {
        if has_own_subject(action) {
            return self.deeper(|w| w.action(&Actor::YOU, action));
        }
        if let Action::SetLife(n) = action {
            let whose = self.possessive(who);
            return format!("{whose} life total becomes {}", self.value(n));
        }
        if self
            .offered_to
            .as_ref()
            .is_some_and(|offered| same_actor(offered, who))
        {
            let you = *who == Noun::You;
            return self.deeper(|w| w.action(&Actor { you, plural: true }, action));
        }
        let goes_on = match shared {
            Some(Effect::Act { who: before, .. }) => same_actor(before, who),
            _ => false,
        };
        if let (
            true,
            Some(Effect::Act {
                action: Action::Move { verb: before, .. },
                ..
            }),
            Action::Move {
                what: what @ Noun::Rest(_),
                to,
                verb,
            },
        ) = (goes_on, shared, action)
            && before == verb
            // "Then shuffle the rest into your library" has a verb of its own.
            && !(to.zone == crate::vocab::Zone::Library && to.position == Position::Unstated)
        {
            // "Put one of them into your hand and the rest on the bottom of your library".
            let text = self.movement(&actor_of(who), what, to, *verb);
            return text
                .split_once(' ')
                .map_or(text.clone(), |(_, rest)| rest.to_owned());
        }
        let each = is_each(who);
        if each {
            self.said.enter_each(Referent {
                player: true,
                ..Referent::THING
            });
        }
        let text = match who {
            Noun::You => {
                let text = self.deeper(|w| w.action(&Actor::YOU, action));
                if says_you(action) {
                    format!("you {text}")
                } else {
                    text
                }
            }
            _ if goes_on => {
                let plural = matches!(
                    who,
                    Noun::Described {
                        quantifier: Quantifier::All,
                        ..
                    }
                );
                self.deeper(|w| w.action(&Actor { you: false, plural }, action))
            }
            _ => {
                let subject = self.actor(who);
                let actor = Actor {
                    you: false,
                    plural: subject.plural,
                };
                let text = self.deeper(|w| w.action(&actor, action));
                format!("{} {text}", subject.text)
            }
        };
        let text = match self.each_of.take() {
            Some(Quantity::Each(_, of)) => format!("{text} for {}", self.for_each_of(&of)),
            Some(Quantity::ForEach(_, over)) => format!("{text} for {}", self.each(&over)),
            _ => text,
        };
        if each {
            self.said.leave_each();
        }
        text
    }

    /// "Each player discards their hand, then draws seven cards"; "for each opponent, ...".
    fn for_each(&mut self, over: &Noun, effect: &Effect) -> Vec<String> {
        let known = self.said.noun(over);
        let player = known.player;
        self.said.enter_each(Referent {
            plural: false,
            player,
            done: "chosen",
        });
        let mut steps = Vec::new();
        flatten(effect, &mut steps, 0);
        let acts = player
            && steps.iter().all(|s| {
                matches!(s, Effect::Act { who: Noun::Ref { to: Binding::Each, word: Word::Pronoun }, action, .. } if !has_own_subject(action))
                    || matches!(s, Effect::May { who: Noun::Ref { to: Binding::Each, word: Word::Pronoun }, .. })
            });
        let sentences = if acts {
            let subject = self.each(over);
            let mut text = String::new();
            let each = Noun::Ref {
                to: Binding::Each,
                word: Word::Pronoun,
            };
            for (i, step) in steps.iter().enumerate() {
                let clause = match step {
                    Effect::Act { action, bind, .. } => {
                        let clause = self.deeper(|w| {
                            w.action(
                                &Actor {
                                    you: false,
                                    plural: false,
                                },
                                action,
                            )
                        });
                        if let Some(n) = bind {
                            let known = self.said.action(action);
                            self.said.result(*n, known);
                        }
                        clause
                    }
                    other => {
                        let clause = self.single(other, None);
                        clause
                            .strip_prefix("they ")
                            .map_or(clause.clone(), str::to_owned)
                    }
                };
                match (i, steps.get(i.wrapping_sub(1)).copied()) {
                    (0, _) | (_, None) => text = format!("{subject} {clause}"),
                    (_, Some(before)) => {
                        let joined = match (before, step) {
                            (Effect::Act { action: a, .. }, Effect::Act { action: b, .. })
                                if is_then(a, b) =>
                            {
                                ", then "
                            }
                            _ => " and ",
                        };
                        text.push_str(joined);
                        text.push_str(&clause);
                    }
                }
            }
            let _ = each;
            vec![self.settle_x(text)]
        } else {
            let subject = self.each(over);
            let clause = self.clause(effect);
            vec![format!("for {subject}, {clause}")]
        };
        self.said.leave_each();
        for result in effect.results() {
            self.said.many(result);
        }
        sentences
    }
}

/// Ends a sentence that goes on from a comma.
fn finished(text: &str) -> String {
    let capital = words::sentence(text);
    // Only the end is wanted; the first letter stays as it was.
    match (text.chars().next(), capital.chars().next()) {
        (Some(first), Some(upper)) => {
            let rest = capital.get(upper.len_utf8()..).unwrap_or_default();
            format!("{first}{rest}")
        }
        _ => capital,
    }
}

fn actor_of(who: &Noun) -> Actor {
    if *who == Noun::You {
        Actor::YOU
    } else {
        Actor {
            you: false,
            plural: false,
        }
    }
}

/// Whether the last sentence of an effect says what is done instead of the one before it.
pub(in crate::english) fn replaces_within(effect: &Effect) -> bool {
    match effect {
        Effect::If { instead, .. } => *instead,
        Effect::Sequence(effects) => effects.last().is_some_and(replaces_within),
        _ => false,
    }
}

/// Whether the first thing that is done has a subject of its own, when a player may have it done.
pub(in crate::english) fn names_another(who: &Noun, effect: &Effect) -> bool {
    match effect {
        Effect::Act {
            who: actor, action, ..
        } => has_own_subject(action) || !same_actor(who, actor),
        Effect::Continuous { statements, .. } => statements.first().is_some_and(|statement| {
            !matches!(statement.modifications.first(), Some(Modification::Switch))
                && !matches!(
                    statement.modifications.first(),
                    Some(Modification::Control(by)) if **by == Noun::You || same_actor(who, by)
                )
                && !changes_base(&statement.modifications)
        }),
        Effect::Sequence(effects) | Effect::Together(effects) => effects
            .first()
            .is_some_and(|first| names_another(who, first)),
        Effect::Unless { effect, .. }
        | Effect::Where { effect, .. }
        | Effect::Delayed { effect, .. } => names_another(who, effect),
        Effect::If { then, .. } => names_another(who, then),
        _ => false,
    }
}

/// Whether it is "change its base power and toughness to ...".
fn changes_base(modifications: &[Modification]) -> bool {
    matches!(
        modifications,
        [Modification::SetBase(Some(power), _)] if matches!(power, Quantity::Of(..))
    )
}

/// Whether a noun is of each of some: a pronoun after it is for one of them.
pub(in crate::english) fn is_each(who: &Noun) -> bool {
    matches!(
        who,
        Noun::Described {
            quantifier: Quantifier::Each,
            ..
        }
    )
}

/// "Any player": each of them may.
pub(in crate::english) fn is_any(who: &Noun) -> bool {
    matches!(who, Noun::Described { quantifier: Quantifier::Any, filter } if filter.head.is_player())
}

fn mentions_x(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|w| w == "X")
}

/// The subject of a clause that a caller has already written.
pub(in crate::english) fn subject(text: &str, plural: bool) -> Subject {
    Subject {
        text: text.to_owned(),
        plural,
        many: plural,
    }
}
