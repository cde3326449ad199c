//! Reading and writing parts of the game by id, without any way to panic.

use super::{
    ids::{Entity, ObjectId, PlayerId, TeamId, Timestamp},
    object::characteristics::Characteristics,
    object::{Object, Status},
    player::{Player, Team},
    state::{ChosenValue, Game},
};
use crate::bytecode::CounterId;
use crate::vocab::Zone;

impl Game {
    /// An object.
    #[must_use]
    pub fn object(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(id.0 as usize)
    }

    /// An object, to change it.
    pub fn object_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        self.objects.get_mut(id.0 as usize)
    }

    /// A player.
    #[must_use]
    pub fn player(&self, id: PlayerId) -> Option<&Player> {
        self.players.get(usize::from(id.0))
    }

    /// A player, to change them.
    pub fn player_mut(&mut self, id: PlayerId) -> Option<&mut Player> {
        self.players.get_mut(usize::from(id.0))
    }

    /// A team.
    #[must_use]
    pub fn team(&self, id: TeamId) -> Option<&Team> {
        self.teams.get(usize::from(id.0))
    }

    /// The team of a player.
    #[must_use]
    pub fn team_of(&self, player: PlayerId) -> Option<&Team> {
        self.player(player).and_then(|p| self.team(p.team))
    }

    /// The team of a player, to change it.
    pub fn team_of_mut(&mut self, player: PlayerId) -> Option<&mut Team> {
        let team = self.player(player)?.team;
        self.teams.get_mut(usize::from(team.0))
    }

    /// The life total of a player (CR 119.1), which is their team's (CR 810.9).
    #[must_use]
    pub fn life(&self, player: PlayerId) -> i64 {
        self.team_of(player).map_or(0, |team| team.life)
    }

    /// Where an object is; [`Zone::Nowhere`] for one that does not exist.
    #[must_use]
    pub fn zone(&self, id: ObjectId) -> Zone {
        self.object(id).map_or(Zone::Nowhere, |o| o.zone)
    }

    /// Whether the object has this status.
    #[must_use]
    pub fn has_status(&self, id: ObjectId, status: Status) -> bool {
        self.object(id).is_some_and(|o| o.status.has(status))
    }

    /// How many counters of a kind are on an object or player.
    #[must_use]
    pub fn counter_count(&self, on: impl Into<Entity>, kind: CounterId) -> u32 {
        let on = on.into();
        self.counters
            .iter()
            .find(|entry| entry.on == on && entry.kind == kind)
            .map_or(0, |entry| entry.count)
    }

    /// The protector of a battle (CR 310.8).
    #[must_use]
    pub fn protector(&self, battle: ObjectId) -> Option<PlayerId> {
        self.chosen.iter().find_map(|(id, value)| match value {
            ChosenValue::Protector(player) if *id == battle => Some(*player),
            _ => None,
        })
    }

    /// Characteristics as last computed; `None` if they have not been since something changed.
    #[must_use]
    pub fn cached(&self, id: ObjectId) -> Option<&Characteristics> {
        self.cache.0.get(id.0 as usize)?.as_deref()
    }

    /// A new timestamp, later than every other (CR 613.7).
    pub fn stamp(&mut self) -> Timestamp {
        let stamp = self.next_timestamp;
        self.next_timestamp = Timestamp(stamp.0.saturating_add(1));
        stamp
    }
}
