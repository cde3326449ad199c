//! Parts of text boxes: chapters of Sagas (CR 714.2), levels of levelers (CR 711.2) and Classes (CR 716.2). Each is what its rule
//! says in text, put together from the same statements and abilities as any text.

use super::{
    Missing,
    emitter::{Compiler, Env},
};
use crate::bytecode::{
    AbilityId, AbilityKind, Change, ChangePart, CodeType, Layer, Static, StaticKind, Subject,
};
use crate::ir::{
    self, Action, Binding, Comparison, Condition, Effect, Event, EventRole, EventVerb, Filter,
    Head, Level, Noun, Predicate, Quantity, statics::EntersChange,
};
use crate::vocab::{Name, Zone, ZoneSet};

/// The counters of Sagas (CR 714.3).
const LORE: Name = Name::new_static("lore");
/// The counters of levelers (CR 702.87a).
const LEVEL: Name = Name::new_static("level");

/// The designation of a permanent that has reached a level (CR 716.2b).
pub fn reached(level: u32) -> Name {
    format!("level {level}").into()
}

fn counted(kind: Name) -> Quantity {
    Quantity::Counters(Some(kind), Box::new(Noun::This))
}

fn number(n: u32) -> Quantity {
    Quantity::Number(n.into())
}

fn has_reached(level: u32) -> Condition {
    let filter = Filter {
        head: Head::Object,
        predicates: vec![Predicate::Designated(reached(level))],
    };
    Condition::Is(Noun::This, filter)
}

impl Compiler<'_> {
    /// A chapter ability, once for each of its numbers (CR 714.2b, 714.2c).
    pub fn chapters(
        &mut self,
        numbers: &[u32],
        effect: &Effect,
        text: &str,
        env: &Env,
    ) -> Result<Vec<AbilityId>, Missing> {
        let mut ids = Vec::new();
        for n in numbers {
            let put = Event {
                verb: EventVerb::CountersPut(Some(LORE)),
                subject: Some(Noun::This),
                object: None,
                batch: true,
            };
            let before = Quantity::Difference(
                Box::new(counted(LORE)),
                Box::new(Quantity::Amount(Binding::Event(EventRole::Amount))),
            );
            let became = Condition::All(vec![
                Condition::Compare(before, Comparison::Less, number(*n)),
                Condition::Compare(counted(LORE), Comparison::AtLeast, number(*n)),
            ]);
            let trigger = ir::Trigger {
                word: ir::TriggerWord::When,
                event: Event {
                    verb: EventVerb::While(Box::new(put), Box::new(became)),
                    subject: None,
                    object: None,
                    batch: true,
                },
            };
            let kind = self.triggered(&trigger, None, effect, None, env)?;
            let id = self.push_ability(kind, ZoneSet::of(Zone::Battlefield), None, text)?;
            if let Some(ability) = self.program.abilities.get_mut(id.index()) {
                ability.chapter = Some(*n);
            }
            ids.push(id);
        }
        Ok(ids)
    }

    /// "This Saga enters with a lore counter on it" (CR 714.3a).
    pub fn first_chapter(&mut self) -> Result<AbilityId, Missing> {
        let enters = ir::Replacement::Entering {
            what: Noun::This,
            condition: None,
            changes: vec![EntersChange::Counters(Quantity::Number(1), LORE)],
        };
        let id = self.replacement(&enters, &Env::default())?;
        let text = "This Saga enters with a lore counter on it.";
        self.push_ability(AbilityKind::Static(vec![id]), ZoneSet::all(), None, text)
    }

    /// A level symbol or class level bar with the abilities that are printed in its part of the text box.
    pub fn level(
        &mut self,
        heading: &ir::Ability,
        abilities: Vec<AbilityId>,
    ) -> Result<Vec<AbilityId>, Missing> {
        let ir::AbilityKind::Level(level) = &heading.kind else {
            return Ok(abilities);
        };
        let text = (self.describe)(heading);
        let env = Env::default();
        let mut ids = Vec::new();
        let (condition, mut parts) = match level {
            Level::Counters { from, to, pt } => {
                let mut all = vec![Condition::Compare(
                    counted(LEVEL),
                    Comparison::AtLeast,
                    number(*from),
                )];
                all.extend(to.map(|most| {
                    Condition::Compare(counted(LEVEL), Comparison::AtMost, number(most))
                }));
                let base = pt
                    .map(|(power, toughness)| self.base(power, toughness, &env))
                    .transpose()?;
                (Condition::All(all), base.into_iter().collect())
            }
            Level::Class { cost, level } => {
                // CR 716.2a, 716.2d: without a level it is level 1.
                let mut before = vec![Condition::Not(Box::new(has_reached(*level)))];
                if *level > 2 {
                    before.push(has_reached(level.saturating_sub(1)));
                }
                let rules = [
                    ir::ActivationRule::If(Condition::All(before)),
                    ir::ActivationRule::Sorcery,
                ];
                let gain = Effect::Act {
                    who: Noun::You,
                    action: Action::Designate(Noun::This, reached(*level)),
                    bind: None,
                };
                let kind = self.activated(cost, &gain, &rules, &env)?;
                let zones = ZoneSet::of(Zone::Battlefield);
                ids.push(self.push_ability(kind, zones, None, &text)?);
                (has_reached(*level), Vec::new())
            }
        };
        if !abilities.is_empty() {
            parts.insert(
                0,
                ChangePart {
                    layer: Layer::Ability,
                    change: Change::Gain(abilities),
                },
            );
        }
        if parts.is_empty() {
            return Ok(ids);
        }
        let condition = self.condition(&condition, &env)?;
        let what = self.push(Static {
            subject: Subject::This,
            condition: Some(condition),
            kind: StaticKind::Continuous(parts),
            captured: Vec::new(),
        })?;
        let kind = AbilityKind::Static(vec![what]);
        let zones = ZoneSet::of(Zone::Battlefield);
        ids.push(self.push_ability(kind, zones, None, &text)?);
        Ok(ids)
    }

    fn base(&mut self, power: i64, toughness: i64, env: &Env) -> Result<ChangePart, Missing> {
        let mut code = |n| {
            self.code(CodeType::Int, env, |emitter| {
                emitter.quantity(&Quantity::Number(n))
            })
        };
        let change = Change::SetBase(Some(code(power)?), Some(code(toughness)?));
        Ok(ChangePart {
            layer: Layer::SetPt,
            change,
        })
    }
}
