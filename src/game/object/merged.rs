//! Merged permanents (CR 730): what represents them.

use super::characteristics::CopiableValues;
use crate::game::{
    ids::{Entity, ObjectId, Timestamp},
    object::Object,
    state::{ChosenValue, Game},
};
use serde::{Deserialize, Serialize};

/// A card, token or copy that represents a merged permanent together with others (CR 730.2).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Component {
    /// The permanent or spell that it was by itself.
    pub id: ObjectId,
    /// The record of that, as it was before it merged.
    pub object: Object,
    /// What it is by itself, after copy effects of its own.
    pub values: CopiableValues,
}

/// What represents a merged permanent.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Merged {
    /// From the topmost to the lowest.
    pub components: Vec<Component>,
    /// When it last merged (CR 730.2a).
    pub at: Timestamp,
}

impl Game {
    /// What represents a permanent, if it is, or was when it left, a merged one.
    #[must_use]
    pub fn merged(&self, id: ObjectId) -> Option<&Merged> {
        self.chosen.iter().find_map(|(of, value)| match value {
            ChosenValue::Merged(merged) if *of == id => Some(&**merged),
            _ => None,
        })
    }

    /// What represents a merged permanent, to change it.
    pub fn merged_mut(&mut self, id: ObjectId) -> Option<&mut Merged> {
        self.chosen.iter_mut().find_map(|(of, value)| match value {
            ChosenValue::Merged(merged) if *of == id => Some(&mut **merged),
            _ => None,
        })
    }

    /// An object with the others that the same merged permanent became (CR 730.3c).
    pub fn with_those_beside(&self, first: ObjectId) -> impl Iterator<Item = Entity> + '_ {
        // Each of them is newer than the one before, so this ends.
        let next = |id: &ObjectId| {
            let beside = self.object(*id)?.beside;
            beside.filter(|other| other > id)
        };
        std::iter::successors(Some(first), next).map(Entity::Object)
    }
}
