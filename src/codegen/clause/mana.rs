//! Mana that is added, and what is produced instead (CR 106).

use crate::bytecode::{CodeId, CodeType, ManaChange, Op};
use crate::codegen::{Emitted, Missing, emitter::Emitter, phrase::filter::brief};
use crate::game::EventKind;
use crate::ir::action::Spending;
use crate::ir::statics::{InsteadOf, OtherMana, OtherType};
use crate::ir::{
    Binding, EventRole, Filter, Head, ManaOutput, Noun, Predicate, Quantifier, Quantity,
};
use crate::vocab::{ColorSet, ManaCost, ManaKind, ManaSymbol, Zone};

/// Every type of mana, as bits by [`ManaKind::index`].
const EVERY: u8 = (1 << ManaKind::ALL.len()) - 1;

const fn bit(kind: ManaKind) -> u8 {
    1 << kind.index()
}

/// Whether a property is one that a card has wherever it is.
fn of_itself(predicate: &Predicate) -> bool {
    match predicate {
        Predicate::Type(_)
        | Predicate::Subtype(_)
        | Predicate::Supertype(_)
        | Predicate::Color(_)
        | Predicate::Colorless
        | Predicate::Multicolored
        | Predicate::Monocolored
        | Predicate::OfChosen(_) => true,
        Predicate::Not(inner) => of_itself(inner),
        Predicate::AnyOf(alternatives) => alternatives.iter().flatten().all(of_itself),
        _ => false,
    }
}

impl Emitter<'_, '_> {
    /// Whether mana may be spent on casting a spell, which need not be on the stack yet, or on activating an ability of a source.
    fn spent_only(&mut self, uses: &[Spending]) -> Result<CodeId, Missing> {
        self.inner(CodeType::Bool, |emitter| {
            let mut done = Vec::new();
            for (at, one) in uses.iter().enumerate() {
                let (kind, noun) = match one {
                    Spending::Cast(noun) => (EventKind::Cast, Some(noun)),
                    Spending::Activate(noun) => (EventKind::Activate, noun.as_ref()),
                };
                emitter.emit(Op::EventIs(kind));
                if let Some(noun) = noun {
                    let other = emitter.jump(Op::AndThen);
                    emitter.spent_on(noun, kind)?;
                    emitter.land(other);
                }
                if at + 1 < uses.len() {
                    done.push(emitter.jump(Op::OrElse));
                }
            }
            done.into_iter().for_each(|jump| emitter.land(jump));
            Ok(())
        })
    }

    /// Whether the candidate is what a description says, as far as that does not depend on where it is.
    fn spent_on(&mut self, noun: &Noun, kind: EventKind) -> Emitted {
        let filters: Vec<&Filter> = match noun {
            Noun::Described { filter, .. } => vec![filter],
            Noun::Either(nouns) => {
                let each = nouns.iter().map(|noun| match noun {
                    Noun::Described { filter, .. } => Ok(filter),
                    other => Err(format!("mana for {}", brief(other))),
                });
                each.collect::<Result<_, _>>()?
            }
            other => return Err(format!("mana for {}", brief(other))),
        };
        let mut done = Vec::new();
        for (at, filter) in filters.iter().enumerate() {
            let spell = kind == EventKind::Cast;
            if spell != (filter.head == Head::Spell) || !spell && filter.head != Head::Permanent {
                return Err(format!("mana for {}", brief(filter)));
            }
            if !filter.predicates.iter().all(of_itself) {
                return Err(format!("mana for {}", brief(filter)));
            }
            let mut jumps = Vec::new();
            // An ability of an artifact is one of an artifact on the battlefield (CR 109.2).
            self.emit(if spell {
                Op::Bool(true)
            } else {
                Op::InZone(Zone::Battlefield)
            });
            for predicate in &filter.predicates {
                jumps.push(self.jump(Op::AndThen));
                self.predicate(predicate)?;
            }
            jumps.into_iter().for_each(|jump| self.land(jump));
            if at + 1 < filters.len() {
                done.push(self.jump(Op::OrElse));
            }
        }
        done.into_iter().for_each(|jump| self.land(jump));
        Ok(())
    }

    /// Emits that players add mana. `[] -> []`
    pub fn mana(&mut self, who: &Noun, output: &ManaOutput) -> Emitted {
        match output {
            ManaOutput::Only(output, uses) => {
                let only = self.spent_only(uses)?;
                self.emit(Op::OnlyFor(only));
                self.mana(who, output)?;
                self.emit(Op::ForAnything);
            }
            ManaOutput::Symbols(symbols) => self.symbols(who, symbols)?,
            ManaOutput::OneOf(choices) => self.one_of(who, choices)?,
            ManaOutput::AnyColor { count, same, among } => {
                let colors = among.unwrap_or_else(ColorSet::all);
                self.by(who, count, Op::AddManaOf(colors, false, *same))?;
            }
            ManaOutput::Repeated(ManaSymbol::Mana(kind), count) => {
                self.by(who, count, Op::AddMana(*kind))?;
            }
            ManaOutput::CouldProduce {
                count,
                colors_only,
                of,
            } => {
                self.player(who)?;
                self.quantity(count)?;
                self.those_that_could(of)?;
                self.emit(Op::CouldProduce);
                self.emit(Op::Load(1));
                self.emit(Op::AddManaOfTypes {
                    colors_only: *colors_only,
                });
            }
            ManaOutput::Produced { count, by } => {
                let subject = Binding::Event(EventRole::Subject);
                if !matches!(&**by, Noun::Ref { to, .. } if *to == subject) && **by != Noun::This {
                    return Err("mana that something else produced".to_owned());
                }
                self.player(who)?;
                self.quantity(count)?;
                self.emit(Op::EventManaTypes);
                self.emit(Op::AddManaOfTypes { colors_only: false });
            }
            ManaOutput::ColorsOf(count, of) => {
                self.player(who)?;
                self.quantity(count)?;
                self.noun(of)?;
                self.emit(Op::ColorsAsMana);
                self.emit(Op::AddManaOfTypes { colors_only: true });
            }
            ManaOutput::Chosen(count, crate::ir::noun::Shared::Color) => {
                if self.env.granted {
                    return Err("a color chosen for another object".to_owned());
                }
                self.player(who)?;
                self.quantity(count)?;
                self.emit(Op::ChosenAsMana);
                self.emit(Op::AddManaOfTypes { colors_only: true });
            }
            other => return Err(format!("mana as {}", brief(other))),
        }
        Ok(())
    }

    /// "{R}{W}": all at once, so that what replaces the production sees it whole (CR 106.12b).
    fn symbols(&mut self, who: &Noun, symbols: &[ManaSymbol]) -> Emitted {
        if let Some(ManaSymbol::Mana(kind)) = symbols.first()
            && symbols.iter().all(|s| *s == ManaSymbol::Mana(*kind))
        {
            let count = Quantity::Number(symbols.len() as i64);
            return self.by(who, &count, Op::AddMana(*kind));
        }
        let cost = self.compiler.mana(run(symbols)?)?;
        self.player(who)?;
        self.emit(Op::AddSymbols(cost));
        Ok(())
    }

    /// "{R} or {G}", "{W}{W}, {W}{U}, or {U}{U}".
    fn one_of(&mut self, who: &Noun, choices: &[Vec<ManaSymbol>]) -> Emitted {
        let mut colors = ColorSet::EMPTY;
        let mut colorless = false;
        let count = choices.first().map_or(0, Vec::len);
        let mut alike = true;
        for choice in choices {
            match choice.first() {
                Some(first @ ManaSymbol::Mana(kind))
                    if choice.len() == count && choice.iter().all(|s| s == first) =>
                {
                    match kind {
                        ManaKind::Colored(color) => colors.insert(*color),
                        ManaKind::Colorless => colorless = true,
                    }
                }
                _ => alike = false,
            }
        }
        if alike {
            let count = Quantity::Number(count as i64);
            return self.by(who, &count, Op::AddManaOf(colors, colorless, true));
        }
        let runs = choices
            .iter()
            .map(|choice| run(choice))
            .collect::<Result<Vec<_>, _>>()?;
        let number = u8::try_from(runs.len()).map_err(|_| "so many choices of mana".to_owned())?;
        let first = self.compiler.mana_runs(&runs)?;
        self.player(who)?;
        self.emit(Op::AddOneOf(first, number));
        Ok(())
    }

    /// The permanents of "that a land you control could produce": any of them counts, none is chosen.
    fn those_that_could(&mut self, of: &Noun) -> Emitted {
        match of {
            noun if noun.is_target() => Err("mana that a target could produce".to_owned()),
            Noun::Described { filter, .. } => self.noun(&Noun::Described {
                quantifier: Quantifier::All,
                filter: filter.clone(),
            }),
            other => self.noun(other),
        }
    }
}

/// Symbols that can be added (CR 106.8–106.11).
fn run(symbols: &[ManaSymbol]) -> Result<ManaCost, Missing> {
    let undefined = |s: &ManaSymbol| matches!(s, ManaSymbol::X | ManaSymbol::GenericHybrid(..));
    if symbols.iter().any(undefined) {
        return Err("mana of a symbol whose amount is open".to_owned());
    }
    Ok(ManaCost(symbols.iter().copied().collect()))
}

/// What a production event becomes.
pub fn change(output: &OtherMana) -> Result<ManaChange, Missing> {
    let OtherMana::Of { what, instead_of } = output else {
        let OtherMana::Times(times) = output else {
            return Err("mana instead".to_owned());
        };
        return Ok(ManaChange::Times(*times));
    };
    let into = match what {
        OtherType::Kind(kind) => bit(*kind),
        OtherType::AnyColor => EVERY & !bit(ManaKind::Colorless),
        OtherType::ChosenColor => return Err("mana of a chosen color instead".to_owned()),
    };
    let of = match instead_of {
        InsteadOf::AnyType | InsteadOf::AnyTypeAndAmount => EVERY,
        InsteadOf::AnyColor => EVERY & !bit(ManaKind::Colorless),
        InsteadOf::Kind(kind) => bit(*kind),
    };
    Ok(ManaChange::Types {
        into,
        of,
        amount: *instead_of == InsteadOf::AnyTypeAndAmount,
    })
}
