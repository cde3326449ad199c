//! Votes, and what follows from them (CR 701.38).

use crate::ir::{Action, Condition, Effect, Noun, Quantifier, Quantity};
use crate::lower::context::{Lower, Lowered, all, child};
use crate::vocab::Name;
use spellwright_grammar::{Node, Rule};

/// Whether a choice is a vote.
pub(in crate::lower) fn votes(choice: Node<'_>) -> bool {
    choice.rule() == Rule::vp_choose && (choice.says("votes for") || choice.says("vote for"))
}

impl Lower<'_> {
    /// "Each player votes for death or taxes", behind "starting with you".
    pub(in crate::lower) fn vote(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        let each = matches!(who, Noun::Described { quantifier: Quantifier::Each, filter }
            if filter.head == crate::ir::Head::Player && filter.predicates.is_empty());
        let words: Vec<Name> = all(node, Rule::name_word)
            .map(|word| Name::from(word.text()))
            .collect();
        let (Some(first), Some(second)) = (words.first(), words.get(1)) else {
            return self.not_understood(node);
        };
        if !each || !self.from_you || first == second {
            return self.not_understood(node);
        }
        self.said.votes.clone_from(&words);
        Ok(self.act(&Noun::You, Action::Vote(words)))
    }

    /// "Death gets more votes or the vote is tied".
    pub(in crate::lower) fn more_votes(&mut self, node: Node<'_>) -> Lowered<Condition> {
        let tied = node.says("or the vote is tied");
        Ok(Condition::MoreVotes(self.voted_for(node)?, tied))
    }

    /// "For each death vote".
    pub(in crate::lower) fn each_vote(&mut self, node: Node<'_>) -> Lowered<Quantity> {
        Ok(Quantity::Votes(self.voted_for(node)?))
    }

    /// A word that players could vote for.
    fn voted_for(&mut self, node: Node<'_>) -> Lowered<Name> {
        let word = self.need(node, Rule::name_word)?;
        let name = Name::from(word.text());
        if child(node, Rule::name_word).is_some() && self.said.votes.contains(&name) {
            Ok(name)
        } else {
            self.dangling(word)
        }
    }
}
