//! IR and the text it prints, in tables: the text is what cards print today.

mod abilities;
mod phrases;
mod replacements;
mod spells;
mod triggers;

use super::*;
use crate::ir::{action::*, condition::TurnPart, effect::*, noun::*, quantity::*, statics::*, *};
use crate::vocab::*;

fn ty(t: CardType) -> Predicate {
    Predicate::Type(t)
}
fn sub(name: &str) -> Predicate {
    Predicate::Subtype(name.into())
}
fn not(p: Predicate) -> Predicate {
    Predicate::Not(Box::new(p))
}
fn yours() -> Predicate {
    Predicate::ControlledBy(Box::new(Noun::You))
}
fn opponents_control() -> Predicate {
    Predicate::ControlledBy(Box::new(described(
        Quantifier::Choose(Count::One),
        Head::Opponent,
        [],
    )))
}
fn other() -> Predicate {
    Predicate::OtherThan(Box::new(Noun::This))
}
fn kw(name: &str) -> Keyword {
    Keyword {
        name: name.into(),
        argument: KeywordArgument::None,
    }
}
fn keyword(name: &str) -> Ability {
    line(AbilityKind::Keyword(kw(name)))
}
fn with_argument(name: &str, argument: KeywordArgument) -> AbilityKind {
    AbilityKind::Keyword(Keyword {
        name: name.into(),
        argument,
    })
}
fn line(kind: AbilityKind) -> Ability {
    Ability {
        word: None,
        kind,
        zones: None,
    }
}
fn filter_of<const N: usize>(head: Head, predicates: [Predicate; N]) -> Filter {
    Filter {
        head,
        predicates: predicates.into(),
    }
}
fn described<const N: usize>(
    quantifier: Quantifier,
    head: Head,
    predicates: [Predicate; N],
) -> Noun {
    Noun::Described {
        quantifier,
        filter: filter_of(head, predicates),
    }
}
fn target<const N: usize>(head: Head, predicates: [Predicate; N]) -> Noun {
    described(Quantifier::Target(Count::One), head, predicates)
}
fn a<const N: usize>(head: Head, predicates: [Predicate; N]) -> Noun {
    described(Quantifier::Choose(Count::One), head, predicates)
}
fn any<const N: usize>(head: Head, predicates: [Predicate; N]) -> Noun {
    described(Quantifier::Any, head, predicates)
}
fn all<const N: usize>(head: Head, predicates: [Predicate; N]) -> Noun {
    described(Quantifier::All, head, predicates)
}
fn each<const N: usize>(head: Head, predicates: [Predicate; N]) -> Noun {
    described(Quantifier::Each, head, predicates)
}
fn creature() -> Predicate {
    ty(CardType::Creature)
}
fn it(to: Binding) -> Noun {
    Noun::Ref {
        to,
        word: Word::Pronoun,
    }
}
fn that<const N: usize>(to: Binding, head: Head, predicates: [Predicate; N]) -> Noun {
    Noun::Ref {
        to,
        word: Word::That(filter_of(head, predicates)),
    }
}
fn n(n: i64) -> Quantity {
    Quantity::Number(n)
}
fn act(who: Noun, action: Action) -> Effect {
    Effect::Act {
        who,
        action,
        bind: None,
    }
}
fn bound(who: Noun, action: Action, bind: u8) -> Effect {
    Effect::Act {
        who,
        action,
        bind: Some(bind),
    }
}
fn you(action: Action) -> Effect {
    act(Noun::You, action)
}
fn counters(what: Noun) -> Action {
    Action::Counter { what, to: None }
}
fn destroy(what: Noun) -> Effect {
    you(Action::Destroy {
        what,
        no_regeneration: false,
    })
}
fn exile(what: Noun) -> Action {
    Action::Exile {
        what,
        face_down: false,
        until: None,
        counters: None,
    }
}
fn deal(amount: Quantity, to: Noun) -> Effect {
    you(Action::DealDamage {
        source: Noun::This,
        amount,
        to,
        divided: false,
    })
}
fn holds<const N: usize>(subject: Noun, modifications: [Modification; N]) -> Statement {
    Statement {
        subject,
        modifications: modifications.into(),
        condition: None,
    }
}
fn holds_if<const N: usize>(
    subject: Noun,
    modifications: [Modification; N],
    condition: Condition,
) -> Statement {
    Statement {
        condition: Some(condition),
        ..holds(subject, modifications)
    }
}
fn until_end<const N: usize>(subject: Noun, modifications: [Modification; N]) -> Effect {
    Effect::Continuous {
        statements: vec![holds(subject, modifications)],
        duration: Duration::EndOfTurn,
    }
}
fn pump(power: i64, toughness: i64) -> Modification {
    Modification::Pump(n(power), n(toughness))
}
fn gain(name: &str) -> Modification {
    Modification::Gain(vec![keyword(name)])
}
fn happens(verb: EventVerb, subject: Noun) -> Event {
    Event {
        verb,
        subject: Some(subject),
        object: None,
        batch: false,
    }
}
fn happens_to(verb: EventVerb, subject: Noun, object: Noun) -> Event {
    Event {
        object: Some(object),
        ..happens(verb, subject)
    }
}
fn enters() -> EventVerb {
    EventVerb::Enters { from: None }
}
fn when(word: TriggerWord, event: Event, effect: Effect) -> AbilityKind {
    when_if(word, event, None, effect)
}
fn when_if(
    word: TriggerWord,
    event: Event,
    condition: Option<Condition>,
    effect: Effect,
) -> AbilityKind {
    AbilityKind::Triggered {
        trigger: Trigger { word, event },
        condition,
        effect,
        limit: None,
    }
}
fn begins(part: TurnPart, whose: Whose) -> Event {
    Event {
        verb: EventVerb::Begins(part, whose),
        subject: None,
        object: None,
        batch: false,
    }
}
fn mana(text: &str) -> CostPart {
    CostPart::Mana(ManaCost::parse(text).unwrap())
}
fn cost_of<const N: usize>(parts: [CostPart; N]) -> Cost {
    Cost(parts.into())
}
fn activated<const N: usize>(parts: [CostPart; N], effect: Effect) -> AbilityKind {
    AbilityKind::Activated {
        cost: cost_of(parts),
        effect,
        rules: Vec::new(),
    }
}
fn spell(effect: Effect) -> AbilityKind {
    AbilityKind::Spell(effect)
}
fn statics<const N: usize>(statements: [Statement; N]) -> AbilityKind {
    AbilityKind::Static(statements.into())
}
fn token(
    pt: (i64, i64),
    color: Option<Color>,
    subtype: &str,
    types: &[CardType],
    abilities: Vec<Ability>,
) -> TokenSpec {
    TokenSpec::Described {
        pt: Some((PtValue::Number(pt.0), PtValue::Number(pt.1))),
        colors: color.map_or(ColorSet::EMPTY, ColorSet::of),
        supertypes: SupertypeSet::EMPTY,
        types: types.iter().copied().collect(),
        subtypes: vec![subtype.into()],
        name: None,
        abilities,
    }
}
fn create(count: Quantity, token: TokenSpec) -> Effect {
    you(Action::Create {
        count,
        token,
        tapped: false,
        attacking: false,
    })
}
fn put_counters(count: i64, on: Noun) -> Action {
    Action::PutCounters {
        count: n(count),
        kind: "+1/+1".into(),
        on,
        distributed: false,
    }
}
fn of(attribute: Attribute, noun: Noun) -> Quantity {
    Quantity::Of(attribute, Box::new(noun))
}
fn exist(noun: Noun, least: i64) -> Condition {
    Condition::Exist(noun, Comparison::AtLeast, n(least))
}
fn may(effect: Effect, bind: u8) -> Effect {
    Effect::May {
        who: Noun::You,
        effect: Box::new(effect),
        bind: Some(bind),
    }
}
fn guarded(condition: Condition, then: Effect) -> Effect {
    Effect::If {
        condition,
        then: Box::new(then),
        otherwise: None,
        instead: false,
    }
}
fn instead(event: Event, effect: Effect) -> AbilityKind {
    AbilityKind::Replacement(Replacement::Instead {
        event,
        condition: None,
        effect: Box::new(effect),
    })
}
fn entering<const N: usize>(
    what: Noun,
    condition: Option<Condition>,
    changes: [EntersChange; N],
) -> AbilityKind {
    AbilityKind::Replacement(Replacement::Entering {
        what,
        condition,
        changes: changes.into(),
    })
}
fn hand(whose: Noun) -> Predicate {
    Predicate::InZone(Zone::Hand, Some(Box::new(whose)))
}
fn graveyard(whose: Noun) -> Predicate {
    Predicate::InZone(Zone::Graveyard, Some(Box::new(whose)))
}

/// Prints each ability in `context` and compares; all differences are shown at once.
fn check(context: &Context, table: Vec<(&str, AbilityKind)>) {
    let mut wrong = String::new();
    for (expected, kind) in table {
        let printed = ability(&line(kind), context);
        if printed != expected {
            wrong.push_str(&format!("\nexpected {expected}\nprinted  {printed}\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
