//! Copies (CR 707): what is copied, and what is different about the copy.

use crate::ir::{Modification, Quantity, action::CounterKind, statics::EntersChange};
use crate::lower::{
    context::{Lower, Lowered, all, child, has},
    phrase::noun::Want,
    words,
};
use crate::vocab::{Supertype, SupertypeSet};
use spellwright_grammar::{Node, Rule};

/// What is different about a copy: of its copiable values (CR 707.9b), and the counters that it enters with (CR 707.9f).
#[derive(Default)]
pub(in crate::lower) struct Except {
    pub values: Vec<Modification>,
    pub counters: Vec<(Quantity, CounterKind)>,
}

impl Lower<'_> {
    /// ", except it's a 4/4 black Zombie and it has haste" in a node, if there is such a thing.
    pub(in crate::lower) fn copy_except(&mut self, node: Node<'_>) -> Lowered<Except> {
        let mut out = Except::default();
        let Some(except) = child(node, Rule::copy_except) else {
            return Ok(out);
        };
        let mut first = true;
        for clause in all(except, Rule::ce_clause) {
            let verb = clause.text().split(' ').next().unwrap_or("");
            let continues = matches!(verb, "is" | "isn't" | "are" | "aren't" | "has" | "have");
            // The first exception says what it is of.
            if std::mem::take(&mut first) && continues {
                return self.not_understood(clause);
            }
            self.copy_clause(clause, &mut out)?;
        }
        Ok(out)
    }

    /// The same where it can say nothing of counters.
    pub(in crate::lower) fn copy_values(&mut self, node: Node<'_>) -> Lowered<Vec<Modification>> {
        let except = self.copy_except(node)?;
        match child(node, Rule::copy_except) {
            Some(node) if !except.counters.is_empty() => self.not_understood(node),
            _ => Ok(except.values),
        }
    }

    fn copy_clause(&mut self, clause: Node<'_>, out: &mut Except) -> Lowered<()> {
        if clause.says("name is") {
            let name = match words::text_of(clause, Rule::card_name) {
                Some(text) if text != "~" => crate::lower::title(text),
                _ => return self.not_understood(clause),
            };
            out.values.push(Modification::Become {
                pt: None,
                colors: None,
                supertypes: SupertypeSet::EMPTY,
                types: crate::vocab::TypeSet::EMPTY,
                subtypes: Vec::new(),
                additional: false,
                more_colors: false,
                name: Some(name),
                chosen: None,
            });
        } else if let Some(kind) = child(clause, Rule::counter_kind) {
            let kind = self.counter_kind(kind)?;
            let amount = self.need(clause, Rule::counter_amount)?;
            if has(clause, Rule::q_for_each) || has(clause, Rule::q_equal) {
                return self.not_understood(clause);
            }
            let amount = match child(amount, Rule::num) {
                Some(number) if number.text() == amount.text() => self.number(number)?,
                None if matches!(amount.text(), "a" | "an") => Quantity::Number(1),
                _ => return self.not_understood(amount),
            };
            out.counters.push((amount, kind));
        } else if clause.says("no mana cost") {
            out.values.push(Modification::NoManaCost);
        } else if clause.says("this ability") {
            out.values.push(Modification::GainThis);
        } else if clause.says("legendary") {
            let legendary = SupertypeSet::of(Supertype::Legendary);
            out.values.push(Modification::NotSupertypes(legendary));
        } else if let Some(list) = child(clause, Rule::ability_list) {
            let abilities = self.ability_list(list, self.bearer)?;
            out.values.push(Modification::Gain(abilities));
        } else {
            let what = self.need(clause, Rule::become_what)?;
            let values = self.become_what(what)?;
            let is = clause.own().next().unwrap_or_default();
            let verb = if is.ends_with("'s") || is.ends_with(" is") {
                "is"
            } else {
                "are"
            };
            self.one_of_a_kind(verb, what, &values)?;
            out.values.extend(values);
        }
        Ok(())
    }

    /// "As a copy of any creature on the battlefield": how something enters.
    pub(in crate::lower) fn enters_as_copy(
        &mut self,
        copy: Node<'_>,
        optional: bool,
    ) -> Lowered<EntersChange> {
        let noun = self.need(copy, Rule::noun)?;
        // CR 707.5: what is copied is chosen as the object enters, when nothing can be targeted.
        let may_target = std::mem::replace(&mut self.may_target, false);
        let what = self.noun_wanting(noun, Want::Object);
        self.may_target = may_target;
        let what = what?;
        if let crate::ir::Noun::Described {
            quantifier: crate::ir::Quantifier::Each | crate::ir::Quantifier::All,
            ..
        } = &what
        {
            // It is a copy of one thing.
            return self.not_understood(noun);
        }
        let except = self.copy_except(copy)?;
        Ok(EntersChange::Copy {
            what,
            optional,
            except: except.values,
            counters: except.counters,
        })
    }
}
