//! Whether a noun that refers agrees with what it would refer to: "that spell" is no creature on the battlefield, "that artifact"
//! nothing that was called a land (CR 109.2, 109.2a, 109.2b).

use crate::ir::{Filter, Head, Predicate};
use crate::lower::phrase::noun::mentions;
use crate::vocab::CardType;

/// Whether what was described in one way can be what another noun names.
pub(super) fn agrees(described: &Filter, word: &Filter) -> bool {
    // A spell is a creature only if it was called one.
    let open = |predicate: &Predicate| {
        !matches!(
            predicate,
            Predicate::Type(_)
                | Predicate::Subtype(_)
                | Predicate::AnyOf(_)
                | Predicate::PermanentType
        )
    };
    if described.head == Head::Spell
        && word.head == Head::Permanent
        && described.predicates.iter().all(open)
    {
        return false;
    }
    // A card becomes a spell as it is cast, which is said of instants and sorceries.
    let cast = [CardType::Instant, CardType::Sorcery];
    if described.head == Head::Card && word.head == Head::Spell {
        return cast
            .iter()
            .any(|of| mentions(&described.predicates, &Predicate::Type(*of)));
    }
    heads_agree(described.head, word.head)
        && word.predicates.iter().all(|predicate| match predicate {
            Predicate::Type(wanted) => can_have(&described.predicates, *wanted),
            _ => true,
        })
}

/// Whether an object of one kind can be named as another: cards become spells and permanents, and the other way about; what is
/// on the battlefield is never a spell, and an ability is nothing else.
const fn heads_agree(described: Head, word: Head) -> bool {
    match word {
        Head::Spell => matches!(
            described,
            Head::Spell | Head::SpellOrAbility | Head::Source | Head::Object
        ),
        Head::Ability => matches!(
            described,
            Head::Ability | Head::SpellOrAbility | Head::Source | Head::Object
        ),
        Head::SpellOrAbility => matches!(
            described,
            Head::Spell | Head::Ability | Head::SpellOrAbility | Head::Object
        ),
        Head::Permanent => !matches!(
            described,
            Head::Ability | Head::SpellOrAbility | Head::Emblem
        ),
        Head::Card => !matches!(described, Head::Ability | Head::Token | Head::Emblem),
        Head::Token => matches!(described, Head::Token | Head::Object | Head::Permanent),
        _ => true,
    }
}

/// Whether something that was described so can have a card type: it was called by that type, or by none.
fn can_have(described: &[Predicate], wanted: CardType) -> bool {
    let mut named = false;
    for predicate in described {
        let has = match predicate {
            Predicate::Type(of) => *of == wanted,
            Predicate::AnyOf(branches) => branches.iter().any(|branch| can_have(branch, wanted)),
            _ => continue,
        };
        if has {
            return true;
        }
        named = true;
    }
    !named
}
