//! A player's party (CR 700.8): the most creatures that can be counted, each for one of the four types.

use super::{Set, characteristics, eval::Scope, sets};
use crate::bytecode::SubtypeId;
use crate::game::ObjectId;
use crate::vocab::{CardType, Zone};

/// The types that a party is made of.
const MEMBERS: [&str; 4] = ["Cleric", "Rogue", "Warrior", "Wizard"];

/// How many creatures are in the party of the first of these players.
pub(super) fn size(scope: &Scope<'_>, of: &Set) -> i64 {
    let Some(player) = of.iter().find_map(|entity| entity.player()) else {
        return 0;
    };
    let kinds: Vec<Option<SubtypeId>> = MEMBERS
        .iter()
        .map(|name| scope.program.subtype_named(name))
        .collect();
    let fits = |id: &ObjectId| {
        let mut bits = 0_u8;
        characteristics(scope.game, scope.program, *id, |seen| {
            if seen.controller != player || !seen.types.contains(CardType::Creature) {
                return;
            }
            for (at, kind) in kinds.iter().enumerate() {
                if kind.is_some_and(|kind| seen.has_subtype(scope.program, kind)) {
                    bits |= 1 << at;
                }
            }
        });
        bits
    };
    let creatures: Vec<u8> = sets::in_zone(scope.game, Zone::Battlefield)
        .iter()
        .map(fits)
        .filter(|bits| *bits != 0)
        .collect();
    i64::from(most(&creatures))
}

/// CR 700.8b: the greatest number of types that can be given to different creatures that have them.
fn most(creatures: &[u8]) -> u32 {
    // Which sets of types can be covered by the creatures so far.
    let mut covered = [false; 16];
    covered[0] = true;
    for bits in creatures {
        let before = covered;
        for set in 0..16_u8 {
            if before.get(usize::from(set)) != Some(&true) {
                continue;
            }
            for kind in 0..4 {
                let one = 1_u8 << kind;
                if bits & one != 0
                    && let Some(slot) = covered.get_mut(usize::from(set | one))
                {
                    *slot = true;
                }
            }
        }
    }
    (0..16_u32)
        .filter(|set| covered.get(*set as usize) == Some(&true))
        .map(u32::count_ones)
        .max()
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::most;

    #[test]
    fn a_creature_counts_once() {
        // A Cleric Wizard and a Wizard are two; two Clerics are one.
        assert_eq!(most(&[0b1001, 0b1000]), 2);
        assert_eq!(most(&[0b1000, 0b1001]), 2);
        assert_eq!(most(&[0b0001, 0b0001]), 1);
        assert_eq!(most(&[0b1111]), 1);
        assert_eq!(most(&[0b1111, 0b1111, 0b0001, 0b0011, 0b0100]), 4);
        assert_eq!(most(&[]), 0);
    }
}
