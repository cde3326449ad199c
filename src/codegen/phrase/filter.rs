//! Filters: truth values about a candidate.

use crate::bytecode::operand::{Chosen, Spent};
use crate::bytecode::{CodeId, CodeType, Compare, Fold, Kinds, Op, Stat};
use crate::codegen::{Emitted, Missing, ability::MAX_DEPTH, emitter::Emitter};
use crate::ir::noun::{AbilityClass, Extreme, Shared};
use crate::ir::{
    Attribute, Binding, Comparison, Count, Filter, Head, Noun, Predicate, Quantifier, Quantity,
    Window, Word,
};
use crate::vocab::CardType;

impl Emitter<'_, '_> {
    /// A code object that says whether its candidate fits.
    pub fn filter_code(&mut self, filter: &Filter) -> Result<CodeId, Missing> {
        let filter = self.hoisted(filter)?;
        self.inner(CodeType::Bool, |emitter| emitter.fits(&filter))
    }

    /// A description whose target ("each creature target player controls") has been announced: it is chosen once, before
    /// anything is described by it (CR 601.2c).
    fn hoisted(&mut self, filter: &Filter) -> Result<Filter, Missing> {
        let mut filter = filter.clone();
        if self.pure || !self.env.targets_allowed {
            return Ok(filter);
        }
        for predicate in &mut filter.predicates {
            let (Predicate::ControlledBy(of)
            | Predicate::OwnedBy(of)
            | Predicate::ProtectedBy(of)
            | Predicate::AttachedTo(of)
            | Predicate::OtherThan(of)
            | Predicate::Shares(_, of)
            | Predicate::InZone(_, Some(of))) = predicate
            else {
                continue;
            };
            if let Noun::Described {
                quantifier: Quantifier::Target(count),
                filter,
            } = of.as_ref()
            {
                self.hoisted = true;
                let number = self.announce(count, &[filter])?;
                **of = Noun::Ref {
                    to: self.said_target(number),
                    word: Word::Pronoun,
                };
            }
        }
        Ok(filter)
    }

    /// Emits whether the candidate fits. `[] -> [Bool]`
    pub fn fits(&mut self, filter: &Filter) -> Emitted {
        let mut jumps = Vec::new();
        let zoned = filter
            .predicates
            .iter()
            .any(|p| matches!(p, Predicate::InZone(..)));
        self.head(filter.head, zoned)?;
        for predicate in &filter.predicates {
            jumps.push(self.jump(Op::AndThen));
            match predicate {
                Predicate::Extreme(attribute, extreme) => {
                    self.extreme(filter, *attribute, *extreme)?;
                }
                predicate => self.predicate(predicate)?,
            }
        }
        jumps.into_iter().for_each(|jump| self.land(jump));
        Ok(())
    }

    fn head(&mut self, head: Head, zoned: bool) -> Emitted {
        match head {
            Head::Permanent if zoned => self.emit(Op::IsPermanentType),
            Head::Permanent => self.emit(Op::IsPermanent),
            Head::Card => self.emit(Op::IsCard),
            Head::Spell => self.emit(Op::IsSpell),
            Head::Ability => self.emit(Op::IsAbility(None)),
            Head::SpellOrAbility => {
                self.emit(Op::IsSpell);
                let jump = self.jump(Op::OrElse);
                self.emit(Op::IsAbility(None));
                self.land(jump);
            }
            Head::Token => self.emit(Op::IsToken),
            Head::Object | Head::Source | Head::Emblem => self.emit(Op::Bool(true)),
            Head::Player => self.emit(Op::IsPlayer),
            Head::Opponent | Head::Teammate => {
                // Asked from the candidate's side, who may have left the game.
                self.emit(Op::Candidate);
                self.emit(if head == Head::Opponent {
                    Op::Opponents
                } else {
                    Op::Teammates
                });
                self.emit(Op::You);
                self.emit(Op::Meets);
            }
            // CR 115.4: a creature, player, planeswalker or battle.
            Head::AnyTarget => {
                self.emit(Op::IsPlayer);
                for kind in [CardType::Creature, CardType::Planeswalker, CardType::Battle] {
                    let jump = self.jump(Op::OrElse);
                    self.emit(Op::IsType(kind));
                    self.land(jump);
                }
            }
        }
        Ok(())
    }

    /// Emits whether a predicate holds of the candidate. `[] -> [Bool]`
    pub(in crate::codegen) fn predicate(&mut self, predicate: &Predicate) -> Emitted {
        match predicate {
            Predicate::Type(kind) => self.emit(Op::IsType(*kind)),
            Predicate::Subtype(name) => {
                let subtype = self.compiler.subtype(name)?;
                self.emit(Op::IsSubtype(subtype));
            }
            Predicate::Supertype(supertype) => self.emit(Op::IsSupertype(*supertype)),
            Predicate::Color(color) => self.emit(Op::IsColor(*color)),
            Predicate::Colorless => self.colors(Compare::Equal, 0),
            Predicate::Monocolored => self.colors(Compare::Equal, 1),
            Predicate::Multicolored => self.colors(Compare::AtLeast, 2),
            Predicate::Word(name) => return self.word(name),
            Predicate::Tapped => self.emit(Op::IsTapped),
            Predicate::Attacking(None) => self.emit(Op::IsAttacking),
            Predicate::Attacking(Some(whom)) => {
                self.emit(Op::Candidate);
                self.emit(Op::Defenders);
                self.noun(whom)?;
                self.emit(Op::Meets);
            }
            Predicate::Blocking(Some(whom)) => {
                self.emit(Op::Candidate);
                self.emit(Op::Blocking);
                return self.is_among(whom);
            }
            Predicate::Blocked(Some(by)) => {
                self.emit(Op::Candidate);
                self.emit(Op::Blockers);
                return self.is_among(by);
            }
            Predicate::Enchanted => return self.has_attached("Aura"),
            Predicate::Equipped => return self.has_attached("Equipment"),
            Predicate::Blocking(None) => self.emit(Op::IsBlocking),
            Predicate::Blocked(None) => self.emit(Op::IsBlocked),
            Predicate::Unblocked => self.emit(Op::IsUnblocked),
            Predicate::IsToken => self.emit(Op::IsToken),
            Predicate::FaceDown => self.emit(Op::IsFaceDown),
            Predicate::Commander => self.emit(Op::IsCommander),
            Predicate::AttachedTo(to) => {
                self.emit(Op::Candidate);
                self.emit(Op::Hosts);
                self.noun(to)?;
                self.emit(Op::Meets);
            }
            Predicate::OtherThan(noun) => {
                self.emit(Op::Candidate);
                self.noun(noun)?;
                self.emit(Op::Meets);
                self.emit(Op::Not);
            }
            Predicate::ControlledBy(who) => self.related(Op::Controllers, who)?,
            Predicate::OwnedBy(who) => self.related(Op::Owners, who)?,
            Predicate::ProtectedBy(who) => self.related(Op::Protectors, who)?,
            Predicate::CastBy(who) => self.related(Op::Controllers, who)?,
            Predicate::InZone(_, Some(whose)) if **whose == crate::ir::noun::one_player() => {
                return Err("things that are all in one player's zone".to_owned());
            }
            Predicate::InZone(zone, whose) => {
                self.emit(Op::InZone(*zone));
                if let Some(whose) = whose {
                    let jump = self.jump(Op::AndThen);
                    self.related(Op::Owners, whose)?;
                    self.land(jump);
                }
            }
            Predicate::Has(keyword) => {
                // "With enchant creature" asks for more than enchant.
                if keyword.argument != crate::ir::KeywordArgument::None {
                    return Err(format!("whether it has {} of a quality", keyword.name));
                }
                let id = self.compiler.keyword(&keyword.name)?;
                self.emit(Op::HasKeyword(id));
            }
            Predicate::Stat(attribute, comparison, quantity) => {
                self.emit(Op::Candidate);
                self.attribute(*attribute)?;
                return self.compare(*comparison, quantity);
            }
            Predicate::Counters(kind, comparison, quantity) => {
                let kind = self.compiler.counter_if_named(kind.as_ref())?;
                self.emit(Op::Candidate);
                self.emit(Op::Counters(kind));
                return self.compare(*comparison, quantity);
            }
            Predicate::Named(name) => {
                let name = self.name(name);
                self.emit(Op::IsNamed(name));
            }
            Predicate::AbilityKind(AbilityClass::Activated) => self.emit(Op::IsAbility(Some(true))),
            Predicate::AbilityKind(AbilityClass::Triggered) => {
                self.emit(Op::IsAbility(Some(false)))
            }
            Predicate::Did(event, window) => {
                let mut event = (**event).clone();
                let candidate = Noun::Ref {
                    to: Binding::Candidate,
                    word: crate::ir::Word::Pronoun,
                };
                match (&event.subject, &event.object) {
                    (None, _) => event.subject = Some(candidate),
                    (Some(_), None) => event.object = Some(candidate),
                    (Some(_), Some(_)) => {
                        return Err("a past event between two other things".to_owned());
                    }
                }
                let filter = self.event_filter(&event)?.1;
                self.times(filter, *window)?;
                self.emit(Op::Int(1));
                self.emit(Op::Compare(Compare::AtLeast));
            }
            Predicate::Paid(name) if name == "kicker" || name == "kicked" => {
                self.emit(Op::IsKicked)
            }
            Predicate::In(binding) if self.all_shown(*binding).is_some() => {
                return Err("one of the cards revealed until another".to_owned());
            }
            Predicate::In(binding) => {
                self.emit(Op::Candidate);
                self.noun(&Noun::Ref {
                    to: *binding,
                    word: crate::ir::Word::Pronoun,
                })?;
                self.emit(Op::Meets);
            }
            Predicate::AnyOf(branches) => {
                let mut jumps = Vec::new();
                for (index, branch) in branches.iter().enumerate() {
                    let mut inner = Vec::new();
                    if branch.is_empty() {
                        self.emit(Op::Bool(true));
                    }
                    for (n, predicate) in branch.iter().enumerate() {
                        self.predicate(predicate)?;
                        if n + 1 < branch.len() {
                            inner.push(self.jump(Op::AndThen));
                        }
                    }
                    inner.into_iter().for_each(|jump| self.land(jump));
                    if index + 1 < branches.len() {
                        jumps.push(self.jump(Op::OrElse));
                    }
                }
                if branches.is_empty() {
                    self.emit(Op::Bool(false));
                }
                jumps.into_iter().for_each(|jump| self.land(jump));
            }
            Predicate::Targets(noun) => {
                self.emit(Op::Candidate);
                self.emit(Op::TargetsOf);
                return self.is_among(noun);
            }
            Predicate::SingleTarget => {
                self.emit(Op::Candidate);
                self.emit(Op::TargetsOf);
                self.emit(Op::Count);
                self.emit(Op::Int(1));
                self.emit(Op::Compare(Compare::Equal));
            }
            Predicate::Shares(what, noun) => {
                let kinds = match what {
                    Shared::Color => Kinds::Colors,
                    Shared::CardType => Kinds::CardTypes,
                    Shared::CreatureType => Kinds::CreatureTypes,
                    Shared::LandType => Kinds::BasicLandTypes,
                    Shared::Name => Kinds::Names,
                    Shared::ManaValue => Kinds::ManaValues,
                    Shared::Player | Shared::Number | Shared::Option => {
                        return Err("something of that kind in common".to_owned());
                    }
                };
                if noun.is_each() {
                    return Err("what is shared with each of several".to_owned());
                }
                self.emit(Op::Candidate);
                self.noun(&any_of_them(noun))?;
                self.emit(Op::Share(kinds));
            }
            Predicate::PowerToughness(power, toughness) => {
                let stat = |attribute, n: &i64| {
                    Predicate::Stat(attribute, Comparison::Equal, Quantity::Number(*n))
                };
                self.predicate(&stat(Attribute::Power, power))?;
                let jump = self.jump(Op::AndThen);
                self.predicate(&stat(Attribute::Toughness, toughness))?;
                self.land(jump);
            }
            Predicate::Parameter => return self.parameter(),
            Predicate::OfChosen(what) => {
                // What was chosen belongs to the object that says so (CR 607.2d), and an ability that it gives is another's.
                if self.env.granted {
                    return Err("what was chosen for another object".to_owned());
                }
                self.emit(Op::IsChosen(match what {
                    Shared::Color => Chosen::Color,
                    Shared::CreatureType | Shared::LandType => Chosen::Subtype,
                    Shared::CardType => Chosen::Type,
                    Shared::Name => Chosen::Name,
                    other => return Err(format!("of the chosen {}", brief(other))),
                }));
            }
            Predicate::OfChoice(what) => {
                let Some(choice) = self.env.choice.filter(|choice| choice.what == *what) else {
                    return Err("the description `OfChoice`".to_owned());
                };
                self.emit(if self.env.captured && !choice.local {
                    Op::Captured(choice.register)
                } else {
                    Op::Load(choice.register)
                });
                self.emit(Op::HasOption(choice.list));
            }
            Predicate::Designated(name) => {
                let name = self.name(name);
                self.emit(Op::IsDesignated(name));
            }
            Predicate::PermanentType => self.emit(Op::IsPermanentType),
            Predicate::Not(inner) => {
                self.predicate(inner)?;
                self.emit(Op::Not);
            }
            other => return Err(format!("the description {}", brief(other))),
        }
        Ok(())
    }

    /// Whether something of a subtype is attached to the candidate (CR 303.4, 301.5).
    fn has_attached(&mut self, subtype: &str) -> Emitted {
        let subtype = self.compiler.subtype(subtype)?;
        let kind = self.inner(CodeType::Bool, |emitter| {
            emitter.emit(Op::IsSubtype(subtype));
            Ok(())
        })?;
        self.emit(Op::Candidate);
        self.emit(Op::Attachments);
        self.emit(Op::Any(kind));
        Ok(())
    }

    /// What the keyword was given, as a description.
    fn parameter(&mut self) -> Emitted {
        use crate::ir::KeywordArgument as Given;
        match self.env.argument.clone() {
            Some(Given::Quality(noun) | Given::QualityCost(noun, _)) => match *noun {
                // The noun that the word stands before says what kind of thing it is.
                Noun::Described { filter, .. } => self.fits(&Filter {
                    head: Head::Object,
                    predicates: filter.predicates,
                }),
                _ => Err("a quality that is not a description".to_owned()),
            },
            Some(Given::Subtype(name)) => self.predicate(&Predicate::Subtype(name)),
            _ => Err("a quality outside of a keyword's definition".to_owned()),
        }
    }

    /// Whether the candidate's number is the greatest or least among the things of its description.
    fn extreme(&mut self, filter: &Filter, attribute: Attribute, extreme: Extreme) -> Emitted {
        let stat = stat_of(attribute)?;
        let others = filter.without(|p| matches!(p, Predicate::Extreme(..)));
        self.emit(Op::Candidate);
        self.emit(Op::Stat(stat, Fold::Sum));
        self.select(&others)?;
        self.emit(Op::Stat(
            stat,
            match extreme {
                Extreme::Greatest => Fold::Max,
                Extreme::Least => Fold::Min,
            },
        ));
        self.emit(Op::Compare(Compare::Equal));
        Ok(())
    }

    /// Whether a set holds what a noun means or describes. `[Set] -> [Bool]`
    fn is_among(&mut self, noun: &Noun) -> Emitted {
        match noun {
            Noun::Described { quantifier, filter }
                if !matches!(
                    quantifier,
                    Quantifier::Target(_) | Quantifier::No | Quantifier::Counted(..)
                ) =>
            {
                let code = self.filter_code(filter)?;
                self.emit(Op::Any(code));
            }
            Noun::Either(parts)
                if !parts
                    .iter()
                    .any(|part| matches!(part, Noun::Described { .. })) =>
            {
                self.noun(noun)?;
                self.emit(Op::Meets);
            }
            Noun::Described { .. } | Noun::Either(_) | Noun::All(_) => {
                return Err("targets of several kinds".to_owned());
            }
            other => {
                self.noun(other)?;
                self.emit(Op::Meets);
            }
        }
        Ok(())
    }

    /// How often events of a stretch of time fit. `[] -> [Int]`
    pub fn times(&mut self, filter: CodeId, window: Window) -> Emitted {
        self.emit(match window {
            Window::ThisTurn => Op::Happened(filter),
            Window::LastTurn => Op::HappenedLastTurn(filter),
            Window::ThisCombat => Op::HappenedThisCombat(filter),
            Window::ThisStep | Window::ThisGame | Window::SinceYourLastTurn => {
                return Err("what happened longer ago".to_owned());
            }
        });
        Ok(())
    }

    fn colors(&mut self, how: crate::bytecode::Compare, count: i32) {
        self.emit(Op::Candidate);
        self.emit(Op::Stat(Stat::Colors, Fold::Sum));
        self.emit(Op::Int(count));
        self.emit(Op::Compare(how));
    }

    /// Whether a player in a relation to the candidate is among others.
    fn related(&mut self, relation: Op, who: &Noun) -> Emitted {
        self.emit(Op::Candidate);
        self.emit(relation);
        self.noun(&any_of_them(who))?;
        self.emit(Op::Meets);
        Ok(())
    }

    fn word(&mut self, name: &str) -> Emitted {
        let definitions = self.compiler.definitions;
        let definition = definitions.words.iter().find(|word| word.name == name);
        let Some(word) = definition else {
            return Err(format!("the undeclared word `{name}`"));
        };
        if self.compiler.depth >= MAX_DEPTH {
            return Err("words defined by one another".to_owned());
        }
        self.compiler.depth += 1;
        let done = self.any_of(&word.means);
        self.compiler.depth -= 1;
        done
    }

    /// Emits whether one of the meanings of a word holds. The noun that the word stands before says what kind of thing it
    /// is; the word adds only its properties.
    fn any_of(&mut self, means: &[Filter]) -> Emitted {
        let mut jumps = Vec::new();
        for (index, filter) in means.iter().enumerate() {
            self.fits(&Filter {
                head: Head::Object,
                predicates: filter.predicates.clone(),
            })?;
            if index + 1 < means.len() {
                jumps.push(self.jump(Op::OrElse));
            }
        }
        jumps.into_iter().for_each(|jump| self.land(jump));
        Ok(())
    }

    /// Emits a comparison of the number on the stack. `[Int] -> [Bool]`
    pub fn compare(&mut self, comparison: Comparison, quantity: &Quantity) -> Emitted {
        let how = compared(comparison)?;
        self.quantity(quantity)?;
        self.emit(Op::Compare(how));
        Ok(())
    }

    /// Emits a number of the things on the stack, together. `[Set] -> [Int]`
    pub fn attribute(&mut self, attribute: Attribute) -> Emitted {
        match attribute {
            Attribute::ColorsSpent => {
                self.emit(Op::Spent(Spent::Colors));
                return Ok(());
            }
            Attribute::ManaSpent => {
                self.emit(Op::Spent(Spent::All));
                return Ok(());
            }
            _ => {}
        }
        let stat = stat_of(attribute)?;
        self.emit(Op::Stat(stat, Fold::Sum));
        Ok(())
    }
}

/// "A", "an" in a description chooses nothing: whichever fits makes it true ("from an opponent's graveyard").
fn any_of_them(noun: &Noun) -> Noun {
    match noun {
        Noun::Described {
            quantifier: Quantifier::Choose(Count::One),
            filter,
        } => Noun::Described {
            quantifier: Quantifier::Any,
            filter: filter.clone(),
        },
        other => other.clone(),
    }
}

/// The machine's name of a comparison.
pub fn compared(comparison: Comparison) -> Result<Compare, Missing> {
    Ok(match comparison {
        Comparison::Equal => Compare::Equal,
        Comparison::NotEqual => Compare::NotEqual,
        Comparison::Less => Compare::Less,
        Comparison::AtMost => Compare::AtMost,
        Comparison::Greater => Compare::Greater,
        Comparison::AtLeast => Compare::AtLeast,
        Comparison::Odd | Comparison::Even => return Err("odd and even numbers".to_owned()),
    })
}

/// The machine's name of an attribute.
pub fn stat_of(attribute: Attribute) -> Result<Stat, Missing> {
    Ok(match attribute {
        Attribute::Power => Stat::Power,
        Attribute::Toughness => Stat::Toughness,
        Attribute::ManaValue => Stat::ManaValue,
        Attribute::Loyalty => Stat::Loyalty,
        Attribute::Defense => Stat::Defense,
        Attribute::LifeTotal => Stat::Life,
        Attribute::StartingLifeTotal => Stat::StartingLife,
        Attribute::HandSize => Stat::HandSize,
        Attribute::Damage => Stat::Damage,
        Attribute::Poison => Stat::Poison,
        Attribute::BasePower => Stat::BasePower,
        Attribute::BaseToughness => Stat::BaseToughness,
        Attribute::Colors => Stat::Colors,
        Attribute::TotalPowerAndToughness => return Err("power and toughness together".to_owned()),
        Attribute::ColorsSpent => {
            return Err("the colors of mana spent to cast something".to_owned());
        }
        Attribute::ManaSpent => return Err("the mana spent to cast something".to_owned()),
    })
}

/// The name of a variant, without what is in it.
pub fn brief(value: &impl std::fmt::Debug) -> String {
    let text = format!("{value:?}");
    let end = text
        .find(|c: char| !c.is_alphanumeric())
        .unwrap_or(text.len());
    format!("`{}`", text.get(..end).unwrap_or(""))
}
