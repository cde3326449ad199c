//! Votes (CR 701.38).

use crate::bytecode::{Compare, Op};
use crate::codegen::{Emitted, Missing, emitter::Emitter};
use crate::vocab::Name;

impl Emitter<'_, '_> {
    /// Each player, starting with you, picks one of two words; how often each was picked is kept for later words.
    pub fn vote(&mut self, words: &[Name]) -> Emitted {
        let [first, second] = words else {
            return Err("a vote for more than two words".to_owned());
        };
        let list = self.options(words.to_vec())?;
        let tally = self.loop_registers();
        let votes = vec![
            (first.clone(), tally.saturating_add(1)),
            (second.clone(), tally.saturating_add(3)),
        ];
        for (_, register) in &votes {
            self.emit(Op::Int(0));
            self.emit(Op::Store(*register));
        }
        let outer = self.env.clone();
        let players = self.loop_registers();
        self.emit(Op::You);
        self.emit(Op::InTurnOrder);
        self.emit(Op::Store(players));
        let start = self.here();
        let end = self.jump(|target| Op::Next(players, target));
        self.emit(Op::Load(players.saturating_add(2)));
        self.emit(Op::Pick(list));
        self.emit(Op::Store(players.saturating_add(1)));
        for (at, (_, register)) in votes.iter().enumerate() {
            self.emit(Op::Load(players.saturating_add(1)));
            self.emit(Op::Int(i32::try_from(at).unwrap_or(i32::MAX)));
            self.emit(Op::Compare(Compare::Equal));
            let other = self.jump(Op::JumpUnless);
            self.emit(Op::Load(*register));
            self.emit(Op::Int(1));
            self.emit(Op::Add);
            self.emit(Op::Store(*register));
            self.land(other);
        }
        self.emit(Op::Jump(start));
        self.land(end);
        self.leave(outer);
        self.env.votes = votes;
        Ok(())
    }

    /// How many players voted for a word. `[] -> [Int]`
    pub fn votes(&mut self, word: &Name) -> Emitted {
        let vote = self.env.votes.iter().find(|(other, _)| other == word);
        let Some((_, register)) = vote else {
            return Err("a vote of another effect".to_owned());
        };
        let register = *register;
        self.emit(if self.env.captured {
            Op::Captured(register)
        } else {
            Op::Load(register)
        });
        Ok(())
    }

    /// What else players could vote for.
    pub fn other_votes(&self, word: &Name) -> Result<Name, Missing> {
        let mut others = self.env.votes.iter().filter(|(other, _)| other != word);
        match (others.next(), others.next()) {
            (Some((other, _)), None) => Ok(other.clone()),
            _ => Err("a vote of another effect".to_owned()),
        }
    }
}
