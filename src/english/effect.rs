//! Effects as sentences: how clauses are joined, who is named, what stands in front.

use super::{
    Writer,
    action::{Actor, has_own_subject, is_search_tail, says_you},
    discourse::Referent,
    noun::Subject,
    words,
};
use crate::ir::{
    Action, Binding, Condition, Duration, Effect, Event, EventVerb, Modes, Modification, Noun,
    Quantifier, Quantity, Statement, Trigger, TriggerWord, Word,
};
use crate::vocab::Zone;

/// How a clause is joined to the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Join {
    /// A new sentence.
    Sentence,
    /// ", then".
    Then,
    /// "And".
    And,
    /// ",", inside a search.
    Comma,
}

impl Writer<'_> {
    /// An effect as a paragraph of sentences.
    pub(super) fn paragraph(&mut self, effect: &Effect) -> String {
        if let Effect::Modal(modes) = effect {
            return words::capital(&self.modal(modes));
        }
        let sentences = self.sentences(effect);
        let sentences: Vec<String> = sentences.iter().map(|s| words::sentence(s)).collect();
        sentences.join(" ")
    }

    /// An effect behind a trigger condition or a condition: the first sentence goes on.
    pub(super) fn continued(&mut self, effect: &Effect) -> String {
        if let Effect::Modal(modes) = effect {
            return self.modal(modes);
        }
        let sentences = self.sentences(effect);
        let mut text = String::new();
        for (i, sentence) in sentences.iter().enumerate() {
            if i == 0 {
                text.push_str(&finished(sentence));
            } else {
                text.push(' ');
                text.push_str(&words::sentence(sentence));
            }
        }
        text
    }

    /// The sentences of an effect, without capital letter and period.
    pub(super) fn sentences(&mut self, effect: &Effect) -> Vec<String> {
        if self.depth >= super::MAX_DEPTH {
            return vec!["…".into()];
        }
        self.depth += 1;
        let sentences = match effect {
            Effect::Sequence(_) => self.sequence(effect),
            Effect::If {
                condition,
                then,
                otherwise,
            } => self.guarded(condition, then, otherwise.as_deref()),
            Effect::Modal(modes) => vec![self.modal(modes)],
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

    /// An effect as one clause; several sentences are joined by "and".
    pub(super) fn clause(&mut self, effect: &Effect) -> String {
        let sentences = self.sentences(effect);
        words::list(&sentences, "and")
    }

    fn sequence(&mut self, effect: &Effect) -> Vec<String> {
        let mut steps = Vec::new();
        flatten(effect, &mut steps, 0);
        let mut sentences: Vec<String> = Vec::new();
        let mut previous: Option<&Effect> = None;
        let mut depth_of_join = 0_u32;
        for (i, step) in steps.iter().enumerate() {
            let join = match previous {
                Some(before) => join(before, step, steps.get(i + 1).copied(), depth_of_join),
                None => Join::Sentence,
            };
            depth_of_join = if join == Join::Sentence {
                0
            } else {
                depth_of_join + 1
            };
            let shared = if join == Join::Sentence {
                None
            } else {
                previous
            };
            if join == Join::Sentence && !is_simple(step) {
                sentences.extend(self.sentences(step));
                previous = Some(step);
                continue;
            }
            let mut text = self.single(step, shared);
            // "You draw a card and you lose 1 life": the first clause says "you" when the second must.
            if join == Join::Sentence && next_says_you(step, steps.get(i + 1).copied()) {
                text = format!("you {text}");
            }
            match (join, sentences.last_mut()) {
                (Join::Then, Some(sentence)) => sentence.push_str(&format!(", then {text}")),
                (Join::And, Some(sentence)) => sentence.push_str(&format!(" and {text}")),
                (Join::Comma, Some(sentence)) => sentence.push_str(&format!(", {text}")),
                _ => {
                    self.settle_last(&mut sentences);
                    sentences.push(text);
                }
            }
            previous = Some(step);
        }
        self.settle_last(&mut sentences);
        sentences
    }

    fn settle_last(&mut self, sentences: &mut [String]) {
        if let Some(last) = sentences.last_mut() {
            let text = std::mem::take(last);
            *last = self.settle_x(text);
        }
    }

    /// One effect as a clause. `shared` is the effect whose subject and verb it goes on with.
    fn single(&mut self, effect: &Effect, shared: Option<&Effect>) -> String {
        match effect {
            Effect::Act { who, action, bind } => {
                let text = self.act(who, action, shared);
                if let Some(n) = bind {
                    let known = self.said.action(action);
                    self.said.result(*n, known);
                }
                text
            }
            Effect::May { who, effect, bind } => {
                if let Some(n) = bind {
                    self.said.offer(*n, *who == Noun::You);
                    // "It" after "you may sacrifice a creature" is that creature.
                    if let Effect::Act { action, .. } = &**effect {
                        let known = self.said.action(action);
                        self.said.result(*n, known);
                    }
                }
                self.offered(who, effect)
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
                let who = self.actor(who);
                let cost = self.cost_clause(cost);
                let cost = self.agree(&cost, &who);
                format!("{text} unless {} {cost}", who.text)
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
                let duration = self.short_duration(duration);
                self.replacement_for(replacement, &duration)
            }
            Effect::Either(effects) => {
                let items: Vec<String> = effects.iter().map(|e| self.clause(e)).collect();
                words::list(&items, "or")
            }
            Effect::Named(name) => name.to_string(),
            Effect::Sequence(_)
            | Effect::If { .. }
            | Effect::Modal(_)
            | Effect::ForEach { .. }
            | Effect::Repeat { .. }
            | Effect::Where { .. } => self.clause(effect),
        }
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
        let goes_on = match shared {
            Some(Effect::Act { who: before, .. }) => same_actor(before, who, &self.said),
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
        {
            // "Put one of them into your hand and the rest on the bottom of your library".
            let text = self.movement(&actor_of(who), what, to, *verb);
            return text
                .split_once(' ')
                .map_or(text.clone(), |(_, rest)| rest.to_owned());
        }
        let each = matches!(
            who,
            Noun::Described {
                quantifier: Quantifier::Each,
                ..
            }
        );
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
        if each {
            self.said.leave_each();
        }
        text
    }

    /// "You may draw a card", "its controller may search their library".
    fn offered(&mut self, who: &Noun, effect: &Effect) -> String {
        let subject = self.actor(who);
        let each = matches!(
            who,
            Noun::Described {
                quantifier: Quantifier::Each,
                ..
            }
        );
        if each {
            self.said.enter_each(Referent {
                player: true,
                ..Referent::THING
            });
        }
        let text = match effect {
            // "You may have this creature deal 1 damage": the acting thing is not the player.
            Effect::Act { action, .. } if has_own_subject(action) => {
                let text = self.clause(effect);
                let text = base_form(&text);
                format!("have {text}")
            }
            Effect::Act {
                who: actor,
                action,
                bind,
            } if same_actor(who, actor, &self.said) => {
                let text = self.deeper(|w| {
                    w.action(
                        &Actor {
                            you: *who == Noun::You,
                            plural: true,
                        },
                        action,
                    )
                });
                if let Some(n) = bind {
                    let known = self.said.action(action);
                    self.said.result(*n, known);
                }
                text
            }
            other => {
                let text = self.clause(other);
                text.strip_prefix("you ")
                    .map_or(text.clone(), str::to_owned)
            }
        };
        if each {
            self.said.leave_each();
        }
        format!("{} may {text}", subject.text)
    }

    /// "If C, A", "B. If C, A instead", "if C, A. Otherwise, B".
    fn guarded(
        &mut self,
        condition: &Condition,
        then: &Effect,
        otherwise: Option<&Effect>,
    ) -> Vec<String> {
        match otherwise {
            Some(otherwise) if same_verb(then, otherwise) => {
                let mut sentences = self.sentences(otherwise);
                let condition = self.condition(condition);
                let then = self.clause(then);
                sentences.push(format!("if {condition}, {then} instead"));
                sentences
            }
            _ => {
                let condition = self.condition(condition);
                let then = self.clause(then);
                let mut sentences = vec![format!("if {condition}, {then}")];
                if let Some(otherwise) = otherwise {
                    let otherwise = self.clause(otherwise);
                    sentences.push(format!("otherwise, {otherwise}"));
                }
                sentences
            }
        }
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
        sentences
    }

    /// "When you do, ...", "sacrifice it at the beginning of the next end step".
    fn delayed(
        &mut self,
        trigger: &Trigger,
        effect: &Effect,
        once: bool,
        duration: Option<&Duration>,
    ) -> String {
        let clause = self.trigger_clause(trigger);
        let duration = duration
            .map(|d| self.short_duration(d))
            .filter(|d| !d.is_empty());
        let clause = match duration {
            Some(duration) => format!("{clause} {duration}"),
            None => clause,
        };
        let _ = once;
        let text = self.clause(effect);
        let trailing = trigger.word == TriggerWord::At
            && matches!(effect, Effect::Act { who: Noun::You, action, .. } if !says_you(action));
        if trailing {
            format!("{text} {clause}")
        } else {
            format!("{clause}, {text}")
        }
    }

    /// "When this creature dies", "whenever you gain life", "at the beginning of your upkeep".
    pub(super) fn trigger_clause(&mut self, trigger: &Trigger) -> String {
        let word = match trigger.word {
            TriggerWord::When => "when",
            TriggerWord::Whenever => "whenever",
            TriggerWord::At => "at",
        };
        let event = self.trigger_event(&trigger.event);
        format!("{word} {event}")
    }

    fn trigger_event(&mut self, event: &Event) -> String {
        match (&event.verb, event.subject.as_ref()) {
            // "Whenever this creature or another Elf you control enters": one verb, two subjects.
            (EventVerb::State(condition), _) => self.condition(condition),
            _ => self.event(event, super::event::Tense::Present),
        }
    }

    /// A continuous effect with its duration.
    fn continuous(&mut self, statements: &[Statement], duration: &Duration) -> String {
        let only = match statements {
            [one] => match one.modifications.as_slice() {
                [only] => Some((one, only)),
                _ => None,
            },
            _ => None,
        };
        // "Attacks this turn if able": the time stands before "if able".
        if let Some((statement, Modification::Must(restriction))) = only
            && statement.condition.is_none()
        {
            let when = self.short_duration(duration);
            return self.obligation(&statement.subject, restriction, &when);
        }
        let restricted = statements
            .iter()
            .flat_map(|s| &s.modifications)
            .all(|m| matches!(m, Modification::Cant(_) | Modification::Must(_)))
            || matches!(
                only,
                Some((_, Modification::May(crate::ir::Permission::ExtraLands(_))))
            );
        let quoted = statements
            .iter()
            .flat_map(|s| &s.modifications)
            .any(|m| match m {
                Modification::Gain(abilities) => abilities
                    .iter()
                    .any(|a| !matches!(a.kind, crate::ir::AbilityKind::Keyword(_))),
                Modification::May(crate::ir::Permission::ExtraLands(_)) => false,
                Modification::May(_) => *duration != Duration::ThisTurn,
                _ => false,
            });
        let text = self.statements(statements, true);
        let when = if restricted {
            self.short_duration(duration)
        } else {
            self.duration(duration)
        };
        if when.is_empty() {
            return text;
        }
        let several = statements.len() > 1;
        if quoted || (several && !restricted) || matches!(duration, Duration::EndOfYourNextTurn) {
            return format!("{when}, {text}");
        }
        // A definition of X and a further sentence come after the duration.
        let (head, tail) = match text.split_once(". ") {
            Some((head, tail)) => (head.to_owned(), format!(". {tail}")),
            None => (text, String::new()),
        };
        // "Gets +1/+0 until end of turn for each attacking creature" is printed in this order.
        match head.split_once(" for each ") {
            Some((front, each)) if !restricted => format!("{front} {when} for each {each}{tail}"),
            _ => format!("{head} {when}{tail}"),
        }
    }

    fn modal(&mut self, modes: &Modes) -> String {
        let count = i64::try_from(modes.modes.len()).unwrap_or(i64::MAX);
        let number = |n: &Quantity| match n {
            Quantity::Number(n) => Some(*n),
            _ => None,
        };
        let how_many = match (number(&modes.min), number(&modes.max)) {
            (Some(a), Some(b)) if a == b => words::number(a),
            (Some(1), Some(2)) if count == 2 => "one or both".into(),
            (Some(1), Some(b)) if b >= count => "one or more".into(),
            (Some(0), Some(b)) if b >= count => "any number".into(),
            (Some(0), Some(b)) => format!("up to {}", words::number(b)),
            (Some(a), Some(b)) => format!("{} or {}", words::number(a), words::number(b)),
            _ if modes.min == modes.max => self.number_word(&modes.max),
            _ => format!("up to {}", self.number_word(&modes.max)),
        };
        let mut text = match &modes.chooser {
            None => format!("choose {how_many}"),
            Some(who) => {
                let who = self.actor(who);
                let verb = self.agree("choose", &who);
                format!("{} {verb} {how_many}", who.text)
            }
        };
        if modes.repeats {
            text.push_str(". You may choose the same mode more than once.");
        } else if let Some(condition) = &modes.both_if {
            let condition = self.condition(condition);
            let all = if count == 2 { "both" } else { "any number" };
            text.push_str(&format!(". If {condition}, you may choose {all} instead."));
        } else {
            text.push_str(" —");
        }
        for (name, effect) in &modes.modes {
            // Modes don't know of each other: each goes on from what was said before the list.
            let before = self.said.clone();
            let paragraph = self.deeper(|w| w.paragraph(effect));
            self.said = before;
            match name {
                Some(name) => text.push_str(&format!("\n• {name} — {paragraph}")),
                None => text.push_str(&format!("\n• {paragraph}")),
            }
        }
        text
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

fn flatten<'e>(effect: &'e Effect, into: &mut Vec<&'e Effect>, depth: u32) {
    match effect {
        Effect::Sequence(effects) if depth < super::MAX_DEPTH => {
            for effect in effects {
                flatten(effect, into, depth + 1);
            }
        }
        other => into.push(other),
    }
}

/// Whether an effect is written as one clause.
fn is_simple(effect: &Effect) -> bool {
    !matches!(
        effect,
        Effect::If { .. }
            | Effect::Modal(_)
            | Effect::ForEach { .. }
            | Effect::Repeat { .. }
            | Effect::Where { .. }
    )
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

/// Whether the second clause's subject is the first's: the same noun, or a pronoun for it.
fn same_actor(before: &Noun, who: &Noun, _said: &super::discourse::Discourse) -> bool {
    if before == who {
        return true;
    }
    match (before, who) {
        (
            Noun::Described {
                quantifier: Quantifier::Target(_),
                ..
            },
            Noun::Ref {
                to: Binding::Target(_),
                word: Word::Pronoun,
            },
        ) => true,
        (
            Noun::Described {
                quantifier: Quantifier::Each,
                ..
            },
            Noun::Ref {
                to: Binding::Each,
                word: Word::Pronoun,
            },
        ) => true,
        (
            Noun::Ref { to: a, .. },
            Noun::Ref {
                to: b,
                word: Word::Pronoun,
            },
        ) => a == b,
        _ => false,
    }
}

/// Whether a first "draw" must say "you", because the next clause is "you lose 1 life".
fn next_says_you(step: &Effect, next: Option<&Effect>) -> bool {
    match (step, next) {
        (
            Effect::Act {
                who: Noun::You,
                action: Action::Draw(_),
                ..
            },
            Some(Effect::Act {
                who: Noun::You,
                action: b,
                ..
            }),
        ) => matches!(b, Action::GainLife(_) | Action::LoseLife(_)),
        _ => false,
    }
}

fn join(before: &Effect, step: &Effect, after: Option<&Effect>, joined: u32) -> Join {
    let (
        Effect::Act {
            who: who_a,
            action: a,
            ..
        },
        Effect::Act {
            who: who_b,
            action: b,
            ..
        },
    ) = (before, step)
    else {
        return Join::Sentence;
    };
    let same = who_a == who_b || same_actor(who_a, who_b, &super::discourse::Discourse::default());
    // The parts of a search are one sentence up to the shuffle.
    if same
        && (matches!(a, Action::Search { .. }) || (joined > 0 && is_search_tail(a)))
        && is_search_tail(b)
    {
        if matches!(b, Action::Shuffle(_)) {
            return Join::Then;
        }
        let more = matches!(after, Some(Effect::Act { action, .. }) if is_search_tail(action));
        if more || matches!(a, Action::Search { .. }) {
            return Join::Comma;
        }
    }
    if joined > 1 {
        return Join::Sentence;
    }
    match (a, b) {
        (Action::LoseLife(_) | Action::DealDamage { .. }, Action::GainLife(_))
            if *who_b == Noun::You && *who_a != *who_b
                || matches!(
                    (a, who_b, b),
                    (Action::DealDamage { .. }, Noun::You, Action::GainLife(_))
                ) =>
        {
            Join::And
        }
        (Action::Draw(_), Action::GainLife(_) | Action::LoseLife(_))
            if same && *who_a == Noun::You =>
        {
            Join::And
        }
        (
            _,
            Action::Move {
                what: Noun::Rest(_),
                ..
            },
        ) if same && matches!(a, Action::Move { .. }) => Join::And,
        _ if same && is_then(a, b) => Join::Then,
        (
            Action::Tap(_),
            Action::PutCounters {
                on: Noun::Ref { .. },
                ..
            },
        ) if same => Join::And,
        _ if same && *who_a != Noun::You && !has_own_subject(a) && !has_own_subject(b) => Join::And,
        _ => Join::Sentence,
    }
}

/// Whether cards print ", then" between two actions of one player.
fn is_then(a: &Action, b: &Action) -> bool {
    match (a, b) {
        (Action::Draw(_), Action::Discard(_))
        | (Action::Discard(_), Action::Draw(_))
        | (Action::Scry(_) | Action::Surveil(_), Action::Draw(_))
        | (Action::Shuffle(_), Action::Draw(_) | Action::Reveal(_)) => true,
        (Action::Draw(_), Action::Move { what, to, .. }) => {
            to.zone == Zone::Library && !matches!(what, Noun::Ref { .. } | Noun::This)
        }
        (
            Action::Exile { .. },
            Action::Move {
                what: Noun::Ref { .. },
                to,
                ..
            },
        ) => to.zone == Zone::Battlefield,
        (Action::Mill(_), Action::Move { .. }) => true,
        _ => false,
    }
}

/// Whether two effects are the same action with other numbers or objects: the second replaces the first ("instead").
fn same_verb(a: &Effect, b: &Effect) -> bool {
    match (a, b) {
        (Effect::Act { action: a, .. }, Effect::Act { action: b, .. }) => {
            std::mem::discriminant(a) == std::mem::discriminant(b)
        }
        (Effect::Continuous { .. }, Effect::Continuous { .. }) => true,
        _ => false,
    }
}

fn mentions_x(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|w| w == "X")
}

/// "This creature deals 1 damage" after "have": the base form of its verb.
fn base_form(text: &str) -> String {
    for (third, base) in [
        (" deals ", " deal "),
        (" fights ", " fight "),
        (" phases out", " phase out"),
    ] {
        if let Some((front, rest)) = text.split_once(third) {
            return format!("{front}{base}{rest}");
        }
    }
    text.to_owned()
}

/// The subject of a clause that a caller has already written.
pub(super) fn subject(text: &str, plural: bool) -> Subject {
    Subject {
        text: text.to_owned(),
        plural,
    }
}
