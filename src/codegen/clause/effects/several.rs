//! What several players do, each as they choose: options and payments are decided in turn order, then all of it happens at once
//! (CR 101.4, 608.2e).

use crate::bytecode::{CodeType, Compare, Op};
use crate::codegen::{
    Emitted, Missing,
    clause::{action::chooses, movement::is_result},
    emitter::Emitter,
};
use crate::ir::parts::{Part, contains};
use crate::ir::{
    Action, Binding, Cost, Effect, Head, Noun, Placement, Predicate, Quantifier, Quantity, Word,
};
use crate::vocab::Step;

/// The players of a decision, while what they decided on is done.
const THOSE: Noun = Noun::Ref {
    to: Binding::Each,
    word: Word::Pronoun,
};

impl Emitter<'_, '_> {
    /// Whether what is done is another thing for each of the players who do it, or for each of the sources of damage.
    pub(in crate::codegen) fn of_each(&self, who: &Noun, action: &Action) -> bool {
        let mentions = contains(action, Part::Each);
        let actor = several_things(who)
            || matches!(action, Action::DealDamage { source, to, .. }
                if several_things(source) || self.several(to));
        mentions && self.env.each.is_none() && actor
    }

    /// What each of several does, one after the other in the order of choices, and all at once (CR 101.4).
    pub(in crate::codegen) fn each_at_once(&mut self, who: &Noun, action: &Action) -> Emitted {
        let env = self.env.clone();
        if let Action::DealDamage {
            source,
            amount,
            to,
            divided: false,
        } = action
        {
            // "Each creature deals damage equal to its power", "deals damage to each player equal to their life total".
            let dealt_to_each = !several_things(source);
            let rest = self.loop_registers();
            self.noun(if dealt_to_each { to } else { source })?;
            self.emit(Op::Store(rest));
            self.emit(Op::Hold);
            let start = self.here();
            let end = self.jump(|target| Op::Next(rest, target));
            self.env.each = Some(rest + 2);
            self.env.each_local = true;
            if dealt_to_each {
                self.noun(source)?;
                self.emit(Op::Load(rest + 2));
            } else {
                self.emit(Op::Load(rest + 2));
                self.noun(to)?;
            }
            self.quantity(amount)?;
            self.emit(Op::Damage);
            self.emit(Op::Jump(start));
            self.land(end);
            self.emit(Op::Release);
            self.leave(env);
            return Ok(());
        }
        // What each reveals is revealed at once.
        if let Action::Reveal(what) | Action::LookAt(what) = action {
            let all = self.loop_registers();
            self.of_each_player(who, all, |emitter| emitter.noun(what))?;
            self.leave(env);
            self.emit(Op::Load(all));
            if matches!(action, Action::Reveal(_)) {
                self.emit(Op::Reveal);
            } else {
                self.keep();
            }
            return Ok(());
        }
        let simple = matches!(
            action,
            Action::LoseLife(_)
                | Action::GainLife(_)
                | Action::Draw(_)
                | Action::Mill(_)
                | Action::Sacrifice(_)
                | Action::Discard(_)
                | Action::Move { .. }
                | Action::Shuffle(Some(_))
                | Action::Create {
                    attacking: false,
                    ..
                }
                | Action::Destroy { .. }
                | Action::Tap(_)
                | Action::Untap(_)
                | Action::Exile {
                    until: None,
                    counters: None,
                    ..
                }
        );
        if !simple {
            return Err("an action of several players, another one for each".to_owned());
        }
        self.emit(Op::Hold);
        self.each_player(who, |emitter| emitter.action(&Noun::You, action))?;
        self.emit(Op::Release);
        Ok(())
    }

    /// Emits what an action is done to; what is chosen, each of the players chooses in turn order (CR 101.4). `[] -> [Set]`
    pub(in crate::codegen) fn things(&mut self, who: &Noun, what: &Noun) -> Emitted {
        if *who == Noun::You || !chooses(what) {
            return self.noun(what);
        }
        let env = self.env.clone();
        let all = self.loop_registers();
        self.of_each_player(who, all, |emitter| emitter.noun(what))?;
        self.leave(env);
        self.emit(Op::Load(all));
        Ok(())
    }

    /// Stores what `pick` finds for each of several players, together. `[] -> []`
    pub(in crate::codegen) fn of_each_player(
        &mut self,
        who: &Noun,
        all: u8,
        pick: impl FnOnce(&mut Self) -> Emitted,
    ) -> Emitted {
        self.emit(Op::Empty);
        self.emit(Op::Store(all));
        self.each_player(who, |emitter| {
            emitter.emit(Op::Load(all));
            pick(emitter)?;
            emitter.emit(Op::Union);
            emitter.emit(Op::Store(all));
            Ok(())
        })
    }

    /// Emits a loop over players, each of whom acts and chooses in it.
    pub(in crate::codegen) fn each_player(
        &mut self,
        who: &Noun,
        body: impl FnOnce(&mut Self) -> Emitted,
    ) -> Emitted {
        let env = self.env.clone();
        let rest = self.loop_registers();
        self.noun(who)?;
        self.emit(Op::Store(rest));
        let start = self.here();
        let end = self.jump(|target| Op::Next(rest, target));
        self.env.actor = Some(rest + 2);
        self.env.each = Some(rest + 2);
        self.env.each_local = true;
        self.env.those = false;
        body(self)?;
        self.emit(Op::Jump(start));
        self.land(end);
        self.leave(env);
        Ok(())
    }

    /// Whether a noun means players of whom each acts.
    pub(in crate::codegen) fn several(&self, who: &Noun) -> bool {
        match who {
            Noun::Described { quantifier, filter } => {
                matches!(quantifier, Quantifier::All | Quantifier::Each)
                    && matches!(filter.head, Head::Player | Head::Opponent | Head::Teammate)
            }
            who => *who == THOSE && self.env.those,
        }
    }

    /// The result of what each of several players did that says how much each of them does now: "each player discards their
    /// hand, then draws that many cards".
    pub(in crate::codegen) fn shared_result(&self, who: &Noun, action: &Action) -> Option<u8> {
        if !self.several(who) {
            return None;
        }
        let results = self.env.shares.iter().map(|(result, _)| *result);
        let of = |result: &u8| contains(action, Part::Of(Binding::Result(*result)));
        let amounts = contains(action, Part::ResultAmount);
        results.rev().find(of).filter(|_| amounts)
    }

    /// Each of several players does something by their own part of a result, in turn order (CR 101.4).
    pub(in crate::codegen) fn each_by_their_share(
        &mut self,
        who: &Noun,
        action: &Action,
        bind: Option<u8>,
        result: u8,
    ) -> Emitted {
        let known = self.env.shares.iter().find(|(known, _)| *known == result);
        if known.is_none_or(|(_, part)| part.is_none()) {
            return Err("an amount for each of several players".to_owned());
        }
        if bind.is_some() {
            return Err("a word for what each of several players did by their own part".to_owned());
        }
        self.each_player(who, |emitter| {
            emitter.env.sharer = emitter.env.each;
            emitter.action(&THOSE, action)
        })
    }

    /// Emits how much of a result was a player's part. `[] -> [Int]`
    pub(in crate::codegen) fn share(&mut self, result: u8, player: u8) -> Result<bool, Missing> {
        let known = self.env.shares.iter().find(|(known, _)| *known == result);
        let Some((_, Some(part))) = known.copied() else {
            return Ok(false);
        };
        let register = self.result(result);
        self.emit(Op::Load(register));
        let code = self.inner(CodeType::Bool, |emitter| {
            emitter.emit(Op::Candidate);
            emitter.emit(part);
            emitter.emit(Op::Load(player));
            emitter.emit(Op::Meets);
            Ok(())
        })?;
        self.emit(Op::Filter(code));
        self.emit(Op::Count);
        Ok(true)
    }

    /// Whether things are certainly those that each player who acts has themselves, or found in their own library.
    pub(in crate::codegen) fn of_their_own(&self, what: &Noun) -> bool {
        match what {
            Noun::Ref { .. } => is_result(what),
            Noun::Described { filter, .. } => filter.predicates.iter().any(|p| match p {
                Predicate::In(Binding::Result(_)) => true,
                Predicate::InZone(_, Some(whose)) => **whose == THOSE,
                _ => false,
            }),
            _ => false,
        }
    }

    /// "Each player may": each decides in turn order, then those who will do it together.
    pub(in crate::codegen) fn may_each(
        &mut self,
        who: &Noun,
        effect: &Effect,
    ) -> Result<(usize, Op), Missing> {
        let first = match effect {
            Effect::Sequence(parts) => parts.first(),
            other => Some(other),
        };
        // CR 608.2d: an option that is impossible can't be chosen.
        let needs = match first {
            Some(Effect::Act { action, .. })
                if matches!(
                    action,
                    Action::Sacrifice(_)
                        | Action::Discard(_)
                        | Action::PayLife(_)
                        | Action::Exile { .. }
                ) =>
            {
                Some(action.clone())
            }
            _ => None,
        };
        self.those_who(who, effect, |emitter| {
            let possible = match &needs {
                Some(action) => {
                    emitter.payable(action)?;
                    Some(emitter.jump(Op::AndThen))
                }
                None => None,
            };
            emitter.actor();
            emitter.emit(Op::May);
            if let Some(jump) = possible {
                emitter.land(jump);
            }
            Ok(emitter.jump(Op::JumpUnless))
        })
    }

    /// "Each opponent sacrifices a permanent unless they pay": each pays or not in turn order, then the others do it together.
    pub(in crate::codegen) fn unless_each_pays(
        &mut self,
        who: &Noun,
        cost: &Cost,
        effect: &Effect,
    ) -> Result<(usize, Op), Missing> {
        self.those_who(who, effect, |emitter| {
            emitter.offer(cost)?;
            let no = emitter.jump(Op::JumpUnless);
            emitter.pay(cost)?;
            let paid = emitter.jump(Op::Jump);
            emitter.land(no);
            Ok(paid)
        })
    }

    /// Each of the players decides, then those who did not jump away do it together; the jump past it if there are none.
    fn those_who(
        &mut self,
        who: &Noun,
        effect: &Effect,
        decides: impl Fn(&mut Self) -> Result<(usize, Op), Missing>,
    ) -> Result<(usize, Op), Missing> {
        let effect = of_those(effect, who)?;
        let those = self.loop_registers();
        self.emit(Op::Empty);
        self.emit(Op::Store(those));
        self.each_player(who, |emitter| {
            let not = decides(emitter)?;
            emitter.emit(Op::Load(those));
            emitter.actor();
            emitter.emit(Op::Union);
            emitter.emit(Op::Store(those));
            emitter.land(not);
            Ok(())
        })?;
        self.done_by(those, &effect)
    }

    /// Emits what the players of a register do, and the jump past it if there are none.
    fn done_by(&mut self, those: u8, effect: &Effect) -> Result<(usize, Op), Missing> {
        self.emit(Op::Load(those));
        self.emit(Op::Count);
        self.emit(Op::Int(1));
        self.emit(Op::Compare(Compare::AtLeast));
        let none = self.jump(Op::JumpUnless);
        self.env.each = Some(those);
        self.env.each_local = true;
        self.env.those = true;
        self.effect(effect)?;
        self.env.those = false;
        Ok(none)
    }

    /// "Each opponent skips their next untap step": each once.
    pub(in crate::codegen) fn skip_next(&mut self, who: &Noun, step: Step) -> Emitted {
        let outer = self.env.clone();
        let players = self.loop_registers();
        let one = players.saturating_add(2);
        self.player(who)?;
        self.emit(Op::Store(players));
        let env = self.env.later();
        let id = self.compiler.skip(one, step, &env)?;
        let start = self.here();
        let end = self.jump(|target| Op::Next(players, target));
        self.emit(Op::Begin(id, crate::bytecode::Ending::Once));
        self.emit(Op::Jump(start));
        self.land(end);
        self.leave(outer);
        Ok(())
    }
}

/// Whether a noun describes all of several things or players.
const fn several_things(noun: &Noun) -> bool {
    matches!(noun, Noun::Described { quantifier, .. }
        if matches!(quantifier, Quantifier::All | Quantifier::Each))
}

/// "Any player", as each of them.
pub(in crate::codegen) fn each_of_any(who: &Noun) -> Option<Noun> {
    match who {
        Noun::Described {
            quantifier: Quantifier::Any,
            filter,
        } if filter.head.is_player() => Some(Noun::Described {
            quantifier: Quantifier::Each,
            filter: filter.clone(),
        }),
        _ => None,
    }
}

/// What any of several players may do, done by each of those who want to.
pub(in crate::codegen) fn by_each(
    effect: &Effect,
    any: &Noun,
    each: &Noun,
) -> Result<Effect, Missing> {
    match effect {
        Effect::Sequence(parts) => {
            let parts = parts.iter().map(|part| by_each(part, any, each));
            Ok(Effect::Sequence(parts.collect::<Result<_, _>>()?))
        }
        Effect::Act { who, action, bind } => {
            let has = matches!(action, Action::DealDamage { .. }) && *who == Noun::You;
            if who != any && !has {
                return Err("what any player may have another one do".to_owned());
            }
            Ok(Effect::Act {
                who: each.clone(),
                action: action.clone(),
                bind: *bind,
            })
        }
        _ => Err("what any player may do, and more".to_owned()),
    }
}

/// What is done, by the players who do it.
fn of_those(effect: &Effect, who: &Noun) -> Result<Effect, Missing> {
    Ok(match effect {
        Effect::Sequence(parts) => Effect::Sequence(
            parts
                .iter()
                .map(|part| of_those(part, who))
                .collect::<Result<_, _>>()?,
        ),
        Effect::Act {
            who: acts,
            action,
            bind,
        } if acts == who => {
            let each = |amount: &Quantity| contains(amount, Part::Each);
            let plain = match action {
                Action::Move { .. }
                | Action::Search { .. }
                | Action::Discard(_)
                | Action::Sacrifice(_)
                | Action::Shuffle(None) => true,
                Action::Scry(n)
                | Action::Surveil(n)
                | Action::Draw(n)
                | Action::Mill(n)
                | Action::GainLife(n)
                | Action::LoseLife(n) => !each(n),
                Action::Reveal(what) => is_result(what),
                Action::PayLife(n) => !each(n),
                Action::Exile {
                    until: None,
                    counters: None,
                    face_down: false,
                    ..
                } => true,
                Action::DealDamage {
                    to,
                    amount,
                    divided: false,
                    ..
                } => *to == THOSE && !each(amount),
                _ => false,
            };
            if !plain {
                return Err("an option for several players".to_owned());
            }
            Effect::Act {
                who: THOSE,
                action: action.clone(),
                bind: *bind,
            }
        }
        _ => return Err("an option for several players, and more".to_owned()),
    })
}

/// "They may search their library for a card, put it onto the battlefield, then shuffle": all of it is done by who searches.
pub(in crate::codegen) fn carried_on(effect: &Effect) -> Effect {
    let Effect::Sequence(parts) = effect else {
        return effect.clone();
    };
    let mut parts = parts.clone();
    let mut searching: Option<(Noun, Option<u8>)> = None;
    for part in &mut parts {
        let Effect::Act { who, action, bind } = part else {
            continue;
        };
        if matches!(action, Action::Search { .. }) {
            searching = Some((who.clone(), *bind));
            continue;
        }
        let Some((by, found)) = &searching else {
            continue;
        };
        let of_found = |what: &Noun| matches!((what, found), (Noun::Ref { to: Binding::Result(n), .. }, Some(found)) if n == found);
        let same = match action {
            Action::Move {
                what,
                to: Placement { whose: None, .. },
                ..
            } => of_found(what),
            Action::Reveal(what) => of_found(what),
            Action::Shuffle(None) => true,
            _ => false,
        };
        if same && *who == Noun::You {
            who.clone_from(by);
        }
    }
    Effect::Sequence(parts)
}

/// By what the part of each of several players in what they did is told: whose the things were.
pub(in crate::codegen) const fn whose_part(action: &Action) -> Option<Op> {
    match action {
        Action::Discard(_) | Action::Move { .. } | Action::Exile { .. } | Action::Reveal(_) => {
            Some(Op::Owners)
        }
        Action::Sacrifice(_) | Action::Tap(_) | Action::Untap(_) => Some(Op::Controllers),
        _ => None,
    }
}
