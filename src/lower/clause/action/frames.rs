//! Frames that many verbs share: with a noun, with a number, or said in full. Each is a table from the verb to the action.

use crate::ir::{Action, Effect, Noun, Quantifier, action::Doubled, noun::Participle};
use crate::lower::clause::action::shape;
use crate::lower::context::{Lower, Lowered, child};
use spellwright_grammar::{Node, Rule};

/// The verb of a frame in which it is one word.
pub(in crate::lower) fn verb(node: Node<'_>) -> &str {
    node.text().split(' ').next().unwrap_or("")
}

/// Whether a predicate is "gain control of ...", which says what holds rather than what is done.
pub(in crate::lower) fn gains_control(predicate: Node<'_>) -> bool {
    predicate.rule() == Rule::vp_object
        && (predicate.says("gain control of") || predicate.says("gains control of"))
}

impl Lower<'_> {
    /// "Destroy target creature": a verb that takes nothing but a noun.
    pub(in crate::lower) fn with_object(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        let what = self.object_noun(node)?;
        let verb = node.own().next().unwrap_or("");
        Ok(match verb {
            "destroy" | "destroys" => {
                let no_regeneration = false;
                let effect = self.act(
                    who,
                    Action::Destroy {
                        what,
                        no_regeneration,
                    },
                );
                self.amount_result();
                effect
            }
            "sacrifice" | "sacrifices" => {
                let action = Action::Sacrifice(what.clone());
                self.moving(who, &what, action, Some(Participle::Sacrificed))
            }
            "tap" | "taps" => self.tapped(who, what, Action::Tap),
            "untap" | "untaps" => self.tapped(who, what, Action::Untap),
            "tap or untap" | "taps or untaps" | "untap or tap" => self.tap_or_untap(who, what),
            "counter" | "counters" => self.act(who, Action::Counter { what, to: None }),
            "regenerate" | "regenerates" => self.act(who, Action::Regenerate(what)),
            "fight" | "fights" => self.act(&Noun::You, Action::Fight(who.clone(), what)),
            "exploit" | "exploits" => self.act(&Noun::You, Action::Exploit(who.clone(), what)),
            "goad" | "goads" => self.act(who, Action::Goad(what)),
            "exert" | "exerts" => self.act(who, Action::Exert(what)),
            "unattach" | "unattaches" => self.act(who, Action::Unattach(what)),
            "change the target of" => {
                let (of, all) = (what, false);
                self.act(who, Action::ChangeTargets { of, all })
            }
            "change the target or targets of" | "choose new targets for" => {
                let (of, all) = (what, true);
                self.act(who, Action::ChangeTargets { of, all })
            }
            _ => return self.not_understood(node),
        })
    }

    /// Tapping and untapping (CR 701.26): what was chosen for it is known to later words.
    fn tapped(&mut self, who: &Noun, what: Noun, action: impl Fn(Noun) -> Action) -> Effect {
        let (plural, filter) = shape(&what);
        let chosen = matches!(
            &what,
            Noun::Described {
                quantifier: Quantifier::Choose(_),
                ..
            }
        );
        let what = self.kept(who, what);
        let effect = self.act(who, action(what));
        if chosen {
            self.result(plural, filter, Some(Participle::Tapped));
        }
        effect
    }

    /// What one player does something to, which later words may name again.
    pub(in crate::lower) fn kept(&mut self, who: &Noun, what: Noun) -> Noun {
        match who {
            Noun::Described { .. } => what,
            _ => self.said.keep(what),
        }
    }

    fn tap_or_untap(&mut self, who: &Noun, what: Noun) -> Effect {
        let tap = self.act(who, Action::Tap(what.clone()));
        // The target is announced only once.
        let meant = self.said.referents.last().map(|r| r.meant.clone());
        let again = meant.and_then(|meant| self.said.binding(&meant));
        let again = again.map_or(what, |to| Noun::Ref {
            to,
            word: crate::ir::Word::Pronoun,
        });
        let untap = self.act(who, Action::Untap(again));
        Effect::Either(vec![tap, untap])
    }

    /// "Scry 2": a verb with a number.
    pub(in crate::lower) fn with_number(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        let Some(number) = node.children().next() else {
            return self.not_understood(node);
        };
        let n = self.quantity(number)?;
        Ok(match verb(node) {
            "scry" | "scries" => self.act(who, Action::Scry(n)),
            "surveil" | "surveils" => self.act(who, Action::Surveil(n)),
            _ => return self.not_understood(node),
        })
    }

    /// "Lose 2 life": a verb with an amount of life (CR 119.3, 119.4).
    pub(in crate::lower) fn with_life(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        let n = self.life(node)?;
        let effect = match verb(node) {
            "gain" | "gains" => self.act(who, Action::GainLife(n)),
            "lose" | "loses" => self.act(who, Action::LoseLife(n)),
            _ => self.act(who, Action::PayLife(n)),
        };
        self.amount_result();
        Ok(effect)
    }

    /// A predicate that is said in full.
    pub(in crate::lower) fn said_in_full(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        let action = match node.text() {
            "proliferate" | "proliferates" => Action::Proliferate,
            "win the game" | "wins the game" => Action::WinGame,
            "lose the game" | "loses the game" => Action::LoseGame,
            "the game is a draw" => Action::DrawGame,
            "end the turn" => Action::EndTurn,
            // Designations of players (CR 702.131, 725, 726).
            "become the monarch" | "becomes the monarch" => {
                Action::GetDesignation("monarch".into())
            }
            "take the initiative" | "takes the initiative" => {
                Action::GetDesignation("initiative".into())
            }
            "get the city's blessing" | "gets the city's blessing" => {
                Action::GetDesignation("city's blessing".into())
            }
            "phase out" | "phases out" => {
                return Ok(self.act(&Noun::You, Action::PhaseOut(who.clone())));
            }
            "after this phase, there is an additional combat phase"
            | "there is an additional combat phase after this phase" => {
                let (combat, main) = (true, false);
                return Ok(self.act(&Noun::You, Action::ExtraPhase { combat, main }));
            }
            "after this main phase, there is an additional combat phase followed by an additional main phase" =>
            {
                let (combat, main) = (true, true);
                return Ok(self.act(&Noun::You, Action::ExtraPhase { combat, main }));
            }
            _ => return self.not_understood(node),
        };
        Ok(self.act(who, action))
    }

    /// Doubling counters or life (CR 701.10).
    pub(in crate::lower) fn double(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        if node.says("life total") {
            let whose = self.need(node, Rule::possessor)?;
            let whose = self.whose(whose)?;
            return Ok(self.act(who, Action::Double(Doubled::Life, whose)));
        }
        let kind = match child(node, Rule::counter_kind) {
            Some(kind) => Some(self.counter_kind(kind)?),
            None if node.says("each kind of counter on") => None,
            None => return self.not_understood(node),
        };
        let on = self.object_noun(node)?;
        Ok(self.act(who, Action::Double(Doubled::Counters(kind), on)))
    }
}
