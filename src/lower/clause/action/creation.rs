//! Tokens (CR 111), and what things become (CR 205.1, 613.1d).

use crate::diag::Code;
use crate::ir::{
    Action, Effect, Filter, Head, Modification, Noun, Predicate, PtValue, Quantity, TokenSpec,
    noun::Participle,
};
use crate::lower::{
    context::{Lower, Lowered, all, child, has},
    discourse::{Kind, Meant, Referent},
    words,
};
use crate::vocab::{CardType, ColorSet, Name, SupertypeSet, TypeSet};
use spellwright_grammar::{Node, Rule};

/// Characteristics collected from words in any order.
#[derive(Debug, Clone, Default)]
pub(in crate::lower) struct Looks {
    pub pt: Option<(PtValue, PtValue)>,
    pub colors: ColorSet,
    pub colorless: bool,
    pub supertypes: SupertypeSet,
    pub types: TypeSet,
    pub subtypes: Vec<Name>,
}

impl Lower<'_> {
    /// Adds a word's characteristic.
    fn look(&mut self, node: Node<'_>, looks: &mut Looks) -> Lowered<()> {
        match node.rule() {
            Rule::pt => looks.pt = Some(self.pt(node)?),
            Rule::color => looks.colors.extend_with(words::color(node)),
            Rule::colors if node.text() == "colorless" => looks.colorless = true,
            Rule::supertype => {
                if let Some(s) = words::supertype(node) {
                    looks.supertypes.insert(s);
                }
            }
            Rule::card_type => match words::card_type(node) {
                Some(t) => looks.types.insert(t),
                None => return self.not_understood(node),
            },
            Rule::name_word | Rule::bw_name => match self.vocab.subtype(node.text()) {
                Some((name, _, _)) => looks.subtypes.push(name),
                None => return Err(self.unknown_subtype(node, node.text())),
            },
            _ => return self.not_understood(node),
        }
        Ok(())
    }

    /// "3/4", "X/X", "*/*".
    pub fn pt(&mut self, node: Node<'_>) -> Lowered<(PtValue, PtValue)> {
        let mut values = node.text().split('/').map(|value| match value {
            "*" => Some(PtValue::Star),
            "x" => Some(PtValue::Quantity(Box::new(
                self.x.clone().unwrap_or(Quantity::X),
            ))),
            "n" => Some(PtValue::Quantity(Box::new(Quantity::Parameter))),
            text => text.parse().ok().map(PtValue::Number),
        });
        match (values.next().flatten(), values.next().flatten()) {
            (Some(power), Some(toughness)) => Ok((power, toughness)),
            _ => self.not_understood(node),
        }
    }

    /// "Create ...".
    pub fn create(&mut self, node: Node<'_>, who: &Noun) -> Lowered<Effect> {
        let mut effects = Vec::new();
        let each = child(node, Rule::q_for_each);
        if let Some(copy) = child(node, Rule::token_copy) {
            let mut tapped = copy.says("tapped");
            let mut attacking = copy.says("tapped and attacking");
            if let Some(how) = child(copy, Rule::token_mod) {
                if !how.text().ends_with("attacking") {
                    return self.not_understood(how);
                }
                (tapped, attacking) = (true, true);
            }
            let amount = self.need(copy, Rule::amount)?;
            let mut count = self.amount(amount)?;
            let noun = self.need(copy, Rule::noun)?;
            if noun.text().starts_with("one of ") {
                return self.not_understood(copy);
            }
            let what = self.noun(noun)?;
            let except = self.copy_values(copy)?;
            if let Some(each) = each {
                let Quantity::Number(unit) = count else {
                    return self.not_understood(copy);
                };
                count = self.for_each(each, unit)?;
            }
            let plural = count != Quantity::Number(1);
            self.said.copied = true;
            let effect = self.act(
                who,
                Action::Copy {
                    what,
                    count,
                    as_token: true,
                    new_targets: false,
                    except,
                    tapped,
                    attacking,
                },
            );
            self.created(plural, Vec::new());
            return Ok(effect);
        }
        for token in all(node, Rule::token) {
            let mut count = match child(token, Rule::amount) {
                Some(amount) => self.amount(amount)?,
                None => match child(token, Rule::q_equal) {
                    Some(equal) => self.quantity(equal)?,
                    None => return self.not_understood(token),
                },
            };
            if let Some(each) = each {
                let Quantity::Number(unit) = count else {
                    return self.not_understood(token);
                };
                count = self.for_each(each, unit)?;
            }
            effects.push(self.create_one(token, who, count)?);
        }
        match effects.len() {
            0 => self.not_understood(node),
            1 => Ok(effects.remove(0)),
            _ => Ok(Effect::Together(effects)),
        }
    }

    fn created(&mut self, plural: bool, predicates: Vec<Predicate>) {
        if let Some(id) = self.said.actions.checked_sub(1) {
            self.said.push(Referent {
                meant: Meant::Result(id),
                kind: Kind::Object,
                plural,
                filter: Some(Filter {
                    head: Head::Token,
                    predicates,
                }),
                done: Some(Participle::Created),
            });
        }
    }

    fn create_one(&mut self, node: Node<'_>, who: &Noun, count: Quantity) -> Lowered<Effect> {
        // A name in front: "create Boo, a legendary 1/1 red Hamster creature token".
        if has(node, Rule::card_name) {
            return self.not_understood(node);
        }
        if node.says("of those tokens") {
            return self.create_again(node, who, count);
        }
        let mut looks = Looks::default();
        let what = self.need(node, Rule::token_looks)?;
        let words_only: Vec<Node<'_>> = what.children().collect();
        let single = what.says("token");
        if (count == Quantity::Number(1)) != single && matches!(count, Quantity::Number(_)) {
            return Err(self.problem(
                Code::Agreement,
                what,
                "the number of tokens and their noun do not agree",
            ));
        }
        let mut attacking = node.says("tapped and attacking");
        let mut tapped = node.says("tapped");
        let mut abilities = Vec::new();
        let mut name = None;
        for modifier in all(node, Rule::token_mod) {
            if let Some(list) = child(modifier, Rule::ability_list) {
                abilities = self.giving(true, |w| {
                    w.ability_list(list, crate::lower::Bearer::token())
                })?;
            } else if let Some(text) = words::text_of(modifier, Rule::card_name) {
                name = Some(crate::lower::title(text));
            } else if modifier.text().ends_with("tapped and attacking") {
                (tapped, attacking) = (true, true);
            } else if modifier.text().ends_with("tapped") {
                tapped = true;
            } else {
                return self.not_understood(modifier);
            }
        }
        // A lone name is that of a token which a pack declares.
        let text = words_only
            .iter()
            .map(|n| n.text())
            .collect::<Vec<_>>()
            .join(" ");
        let token = match self.vocab.token(&text) {
            Some(declared) if abilities.is_empty() && name.is_none() => TokenSpec::Named(declared),
            _ => {
                for word in &words_only {
                    self.look(*word, &mut looks)?;
                }
                if looks.pt.is_none() && looks.types.is_empty() {
                    return Err(self.problem(
                        Code::UnknownToken,
                        what,
                        format!("no token named `{text}` is declared"),
                    ));
                }
                TokenSpec::Described {
                    pt: looks.pt.clone(),
                    colors: looks.colors,
                    supertypes: looks.supertypes,
                    types: looks.types,
                    subtypes: looks.subtypes.clone(),
                    name,
                    abilities,
                }
            }
        };
        let mut predicates: Vec<Predicate> = looks
            .subtypes
            .iter()
            .cloned()
            .map(Predicate::Subtype)
            .collect();
        predicates.extend(looks.types.iter().map(Predicate::Type));
        let plural = count != Quantity::Number(1);
        self.said.tokens = Some((token.clone(), tapped, attacking));
        let effect = self.act(
            who,
            Action::Create {
                count,
                token,
                tapped,
                attacking,
            },
        );
        self.created(plural, predicates);
        Ok(effect)
    }

    /// "Create two of those tokens", of such as were described before.
    fn create_again(&mut self, node: Node<'_>, who: &Noun, count: Quantity) -> Lowered<Effect> {
        let Some((token, tapped, attacking)) = self.said.tokens.clone() else {
            return self.dangling(node);
        };
        let plural = count != Quantity::Number(1);
        let effect = self.act(
            who,
            Action::Create {
                count,
                token: TokenSpec::Those(Box::new(token)),
                tapped,
                attacking,
            },
        );
        self.created(plural, Vec::new());
        Ok(effect)
    }

    /// "A 3/4 Ninja creature with flying in addition to its other types".
    pub fn become_what(&mut self, node: Node<'_>) -> Lowered<Vec<Modification>> {
        if node.says("and loses all other") {
            return self.not_understood(node);
        }
        let word_list = self.need(node, Rule::become_words)?;
        if ["token", "tokens", "permanent", "permanents"]
            .iter()
            .any(|word| word_list.says(word))
        {
            return self.not_understood(word_list);
        }
        let mut looks = Looks::default();
        for word in word_list.children() {
            self.look(word, &mut looks)?;
        }
        if word_list.says("all colors") {
            looks.colors = ColorSet::all();
        }
        let mut out = Vec::new();
        let mut pt = looks.pt;
        if let Some(base) = child(node, Rule::pt) {
            pt = Some(self.pt(base)?);
        } else if has(node, Rule::q_expr) {
            return self.not_understood(node);
        }
        let gained = match child(node, Rule::ability_list) {
            Some(list) => self.ability_list(list, self.bearer)?,
            None => Vec::new(),
        };
        let name = child(node, Rule::card_name).map(|name| crate::lower::title(name.text()));
        // CR 205.1b: "in addition to its other creature types" is said of creature types.
        for (kind, words) in [
            (CardType::Creature, "creature types"),
            (CardType::Land, "land types"),
        ] {
            let of_another = |subtype: &Name| self.vocab.subtype_kind(subtype) != Some(kind);
            if node.says("in addition to")
                && node.says(words)
                && looks.subtypes.iter().any(of_another)
            {
                return self.not_understood(node);
            }
        }
        let in_addition = |to: &str| node.says("in addition to") && node.text().contains(to);
        let additional = in_addition("types") || has(node, Rule::bw_still);
        let more_colors = in_addition("other colors");
        let colors = if looks.colorless || !looks.colors.is_empty() {
            Some(looks.colors)
        } else {
            None
        };
        out.push(Modification::Become {
            pt,
            colors,
            supertypes: looks.supertypes,
            types: looks.types,
            subtypes: looks.subtypes,
            additional,
            more_colors,
            name,
            chosen: None,
        });
        if !gained.is_empty() {
            out.push(Modification::Gain(gained));
        }
        Ok(out)
    }
}

/// Adding what may be missing.
trait ExtendWith {
    fn extend_with(&mut self, color: Option<crate::vocab::Color>);
}

impl ExtendWith for ColorSet {
    fn extend_with(&mut self, color: Option<crate::vocab::Color>) {
        if let Some(color) = color {
            self.insert(color);
        }
    }
}
