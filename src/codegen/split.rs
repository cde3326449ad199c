//! Split cards (CR 709): both halves combined.

use super::{
    Missing,
    emitter::{Compiler, Env},
};
use crate::bytecode::{AbilityId, AbilityKind, Body, CardId, Face, Modes, Primitive};
use crate::ir::Quantity;
use crate::vocab::{ManaCost, Name, Zone, ZoneSet};

impl Compiler<'_> {
    /// What a split card is in every zone but the stack (CR 709.4), and on the stack if both halves are cast (CR 709.4d).
    pub(super) fn combined(&mut self, halves: &[Face], card: CardId) -> Result<Face, Missing> {
        let [left, right] = halves else {
            return Err("a split card with another number of halves than two".to_owned());
        };
        if halves.iter().any(|half| half.types.is_permanent()) {
            // CR 709.5: each half is unlocked by itself.
            return Err("a split card that is a permanent".to_owned());
        }
        let cost = match (&left.cost, &right.cost) {
            (None, None) => None,
            (one, other) => {
                let symbols = one.iter().chain(other).flat_map(|cost| cost.0.iter());
                Some(ManaCost(symbols.copied().collect()))
            }
        };
        let mut subtypes = left.subtypes.clone();
        subtypes.extend(right.subtypes.iter().copied());
        subtypes.sort_unstable();
        subtypes.dedup();
        let all = || {
            halves
                .iter()
                .flat_map(|half| half.abilities.iter().copied())
        };
        let fused = all().any(|id| self.is_fuse(id));
        let mut abilities: Vec<AbilityId> =
            all().filter(|id| self.spell_body(*id).is_none()).collect();
        if fused {
            abilities.insert(0, self.fused(left, right)?);
        }
        Ok(Face {
            name: Name::new(format!("{} // {}", left.name, right.name)),
            cost,
            colors: left.colors.union(right.colors),
            supertypes: left.supertypes.union(right.supertypes),
            types: left.types.union(right.types),
            subtypes,
            power: None,
            toughness: None,
            loyalty: None,
            defense: None,
            abilities,
            card: Some((card, 0)),
        })
    }

    fn is_fuse(&self, id: AbilityId) -> bool {
        matches!(
            self.program.ability(id).map(|ability| &ability.kind),
            Some(AbilityKind::Primitive {
                primitive: Primitive::Fuse,
                ..
            })
        )
    }

    fn spell_body(&self, id: AbilityId) -> Option<&Body> {
        match &self.program.ability(id)?.kind {
            AbilityKind::Spell(body) => Some(body),
            _ => None,
        }
    }

    /// The instructions of both halves, the left ones first (CR 702.102d): as two modes that are both chosen.
    fn fused(&mut self, left: &Face, right: &Face) -> Result<AbilityId, Missing> {
        let mut parts = Vec::new();
        for half in [left, right] {
            let body = half.abilities.iter().find_map(|id| self.spell_body(*id));
            match body {
                Some(body) if body.modes.is_none() => parts.extend(body.parts.iter().cloned()),
                Some(_) => return Err("fuse with a half that has modes".to_owned()),
                None => return Err("fuse with a half without instructions".to_owned()),
            }
        }
        let env = Env::default();
        let two = self.number(&Quantity::Number(2), &env)?;
        let body = Body {
            modes: Some(Modes {
                min: two,
                max: two,
                repeats: false,
            }),
            parts,
        };
        let zones = ZoneSet::of(Zone::Stack);
        let text = format!("{} and {}", left.name, right.name);
        self.push_ability(AbilityKind::Spell(body), zones, None, &text)
    }
}
