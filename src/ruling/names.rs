//! What names mean in a game, and what things are called in traces.

use super::parse::names_of;
use super::script::{Mention, Named, Which};
use crate::bytecode::Program;
use crate::engine::{layers, seats};
use crate::game::{Entity, Game, ObjectId, ObjectKind, PlayerId, StackKind};
use crate::vocab::{Name, Zone};

/// Names that a ruling has given to objects, with the object that each was when it got the name.
#[derive(Debug, Clone, Default)]
pub struct Names {
    labels: Vec<(Name, ObjectId)>,
}

/// Where things are looked for first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seek {
    /// Permanents and what is on the stack, then the other zones.
    InPlay,
    /// Hands and other zones from which cards are cast or played, then the rest.
    ToPlay,
}

impl Names {
    /// Gives a name to an object.
    pub fn give(&mut self, name: Name, object: ObjectId) {
        self.labels.push((name, object));
    }

    /// The things that a mention means.
    ///
    /// # Errors
    /// What is wrong, as a sentence: there is none, or there are several.
    pub fn resolve(
        &self,
        mention: &Mention,
        seek: Seek,
        game: &Game,
        program: &Program,
    ) -> Result<Vec<Entity>, String> {
        let Named::Object {
            name,
            player,
            zone,
            ability,
        } = &mention.what
        else {
            let Named::Player(player) = mention.what else {
                return Err("nothing is named".to_owned());
            };
            return Ok(vec![Entity::Player(player)]);
        };
        let mut found = self.objects(name, *player, *zone, seek, game, program);
        if *ability {
            found = abilities_of(&found, game);
            if found.is_empty() {
                return Err(format!("no ability of `{name}` is on the stack"));
            }
        }
        if found.is_empty() {
            return Err(format!("there is no `{name}`"));
        }
        match mention.which {
            Which::Each => {}
            Which::Again(_) if found.len() == 1 => {}
            Which::Nth(n) | Which::Again(n) => {
                let count = found.len();
                found = found
                    .into_iter()
                    .skip(n.saturating_sub(1))
                    .take(1)
                    .collect();
                if found.is_empty() {
                    return Err(format!("there are only {count} of `{name}`"));
                }
            }
            Which::Only if found.len() > 1 && !alike(&found, game) => {
                return Err(format!(
                    "`{name}` names {} things; say which, as in `the first {name}` or `each {name}`",
                    found.len()
                ));
            }
            Which::Only => found.truncate(1),
        }
        Ok(found.into_iter().map(Entity::Object).collect())
    }

    /// The one object that a mention means.
    ///
    /// # Errors
    /// What is wrong, as a sentence.
    pub fn object(
        &self,
        mention: &Mention,
        seek: Seek,
        game: &Game,
        program: &Program,
    ) -> Result<ObjectId, String> {
        let found = self.resolve(mention, seek, game, program)?;
        match found.as_slice() {
            [Entity::Object(id)] => Ok(*id),
            [Entity::Player(_)] => Err("a player is named where an object is needed".to_owned()),
            _ => Err("several objects are named where one is needed".to_owned()),
        }
    }

    fn objects(
        &self,
        name: &Name,
        player: Option<PlayerId>,
        zone: Option<Zone>,
        seek: Seek,
        game: &Game,
        program: &Program,
    ) -> Vec<ObjectId> {
        let labelled: Vec<ObjectId> = self
            .labels
            .iter()
            .filter(|(label, _)| label == name)
            .map(|(_, id)| newest(game, *id))
            .collect();
        let fits = |id: ObjectId| {
            let Some(object) = game.object(id) else {
                return false;
            };
            zone.is_none_or(|z| object.zone == z)
                && player.is_none_or(|p| whose(game, program, id) == Some(p))
        };
        if !labelled.is_empty() {
            return labelled.into_iter().filter(|id| fits(*id)).collect();
        }
        let tiers: [&[Zone]; 4] = match seek {
            Seek::InPlay => [
                &[Zone::Battlefield, Zone::Stack],
                &[Zone::Hand, Zone::Graveyard, Zone::Exile, Zone::Command],
                &[Zone::Library],
                &[Zone::Nowhere],
            ],
            Seek::ToPlay => [
                &[Zone::Hand],
                &[Zone::Command, Zone::Graveyard, Zone::Exile],
                &[Zone::Library],
                &[Zone::Battlefield, Zone::Stack],
            ],
        };
        for zones in tiers {
            let found: Vec<ObjectId> = (0..game.objects.len())
                .filter_map(|at| u32::try_from(at).ok().map(ObjectId))
                .filter(|id| {
                    let Some(object) = game.object(*id) else {
                        return false;
                    };
                    !matches!(object.kind, ObjectKind::Ability(_))
                        && zones.contains(&object.zone)
                        && object.became.is_none()
                        && is_called(game, program, *id, name)
                        && fits(*id)
                })
                .collect();
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    /// What a thing is called: its own name, or its printed one, with a number if several go by it.
    pub fn of(&self, entity: Entity, game: &Game, program: &Program) -> String {
        let id = match entity {
            Entity::Player(player) => {
                return game
                    .player(player)
                    .map_or_else(|| "a player".to_owned(), |p| p.name.to_string());
            }
            Entity::Object(id) => id,
        };
        let now = newest(game, id);
        if let Some((label, _)) = self
            .labels
            .iter()
            .find(|(_, first)| newest(game, *first) == now)
        {
            return label.to_string();
        }
        let Some(object) = game.object(id) else {
            return "nothing".to_owned();
        };
        if let ObjectKind::Ability(ability) = object.kind {
            let source = game
                .stack
                .iter()
                .find(|item| item.object == id)
                .map(|item| self.of(Entity::Object(item.source), game, program));
            let text = program
                .ability(ability)
                .map_or("", |a| program.string(a.text));
            return match source {
                Some(source) => format!("{source}'s ability"),
                None => format!("the ability \"{text}\""),
            };
        }
        let full = program
            .face(object.face)
            .map_or_else(|| Name::new("an object"), |f| f.name.clone());
        let short = names_of(&full).last().unwrap_or(&full).to_owned();
        let like = self.objects(&Name::new(&short), None, None, Seek::InPlay, game, program);
        match like.iter().position(|other| *other == now) {
            Some(at) if like.len() > 1 => format!("{short} {}", at.saturating_add(1)),
            _ => short,
        }
    }

    /// Several things.
    pub fn list(&self, entities: &[Entity], game: &Game, program: &Program) -> String {
        let names: Vec<String> = entities
            .iter()
            .map(|e| self.of(*e, game, program))
            .collect();
        match names.as_slice() {
            [] => "nothing".to_owned(),
            [only] => only.clone(),
            [all @ .., last] => format!("{} and {last}", all.join(", ")),
        }
    }
}

/// The newest object that an object has become (CR 400.7).
pub fn newest(game: &Game, id: ObjectId) -> ObjectId {
    let mut now = id;
    // Each object becomes a later one, so this ends.
    while let Some(next) = game.object(now).and_then(|o| o.became) {
        if next <= now {
            break;
        }
        now = next;
    }
    now
}

/// Who controls an object, or whose zone it is in.
pub fn whose(game: &Game, program: &Program, id: ObjectId) -> Option<PlayerId> {
    let object = game.object(id)?;
    match object.zone {
        Zone::Battlefield | Zone::Stack => seats::controller(game, program, id),
        _ => Some(object.owner),
    }
}

fn is_called(game: &Game, program: &Program, id: ObjectId, name: &str) -> bool {
    let printed = game.object(id).map(|o| o.face);
    let shown = layers::characteristics(game, program, id);
    let shown = shown.map(|seen| seen.name(program).to_owned());
    let printed = printed.and_then(|face| program.face(face));
    let printed = printed.map(|face| face.name.to_string());
    let called = |full: &str| names_of(full).any(|n| n == name);
    if [shown, printed]
        .into_iter()
        .flatten()
        .any(|full| called(&full))
    {
        return true;
    }
    // A card that is neither a spell nor a permanent is called by any of its faces.
    let object = game.object(id);
    let card = object
        .filter(|o| !matches!(o.zone, Zone::Battlefield | Zone::Stack | Zone::Nowhere))
        .and_then(|o| program.face(o.face)?.card)
        .and_then(|(card, _)| program.cards.get(card.index()));
    let mut faces = card.iter().flat_map(|card| card.faces.iter());
    faces.any(|face| program.face(*face).is_some_and(|face| called(&face.name)))
}

/// Abilities on the stack whose source is one of these objects, or was one of them before it moved.
fn abilities_of(sources: &[ObjectId], game: &Game) -> Vec<ObjectId> {
    game.stack
        .iter()
        .filter(|item| item.kind != StackKind::Spell)
        .filter(|item| {
            sources
                .iter()
                .any(|source| *source == item.source || newest(game, item.source) == *source)
        })
        .map(|item| item.object)
        .collect()
}

/// Whether objects can't be told apart, so that naming any of them is enough: cards outside the battlefield with the same
/// face and counters. Permanents are told apart even if alike: which one is meant matters for combat.
fn alike(objects: &[ObjectId], game: &Game) -> bool {
    let key = |id: ObjectId| {
        let o = game.object(id).filter(|o| o.zone != Zone::Battlefield)?;
        let counters: Vec<_> = game
            .counters
            .iter()
            .filter(|entry| entry.on == Entity::Object(id))
            .map(|entry| (entry.kind, entry.count))
            .collect();
        Some((
            (o.face, o.owner, o.base_controller, o.zone, o.status),
            counters,
        ))
    };
    let first = objects.first().and_then(|id| key(*id));
    first.is_some() && objects.iter().all(|id| key(*id) == first)
}
