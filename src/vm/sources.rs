//! What can be chosen as a source of damage (CR 609.7a).

use super::{eval::Scope, sets};
use crate::bytecode::StaticKind;
use crate::game::{Entity, Event, Game, ObjectId, ObjectKind, Status, Value};
use crate::vocab::Zone;

/// Everything that can be chosen.
pub(super) fn all(scope: &Scope<'_>) -> Value {
    let game = scope.game;
    let mut found = super::Set::new();
    for id in sets::in_zone(game, Zone::Battlefield) {
        super::insert(&mut found, id.into());
    }
    // Abilities are no sources, but what they are abilities of may be (CR 113.7a).
    for item in &game.stack {
        referred(game, &mut found, item.object.into());
        referred(game, &mut found, item.source.into());
        for target in item.targets.iter().flatten() {
            referred(game, &mut found, *target);
        }
        item.event
            .iter()
            .for_each(|event| of_event(game, &mut found, event));
    }
    for effect in &game.effects {
        let replaces = scope
            .program
            .statics
            .get(effect.what.index())
            .is_some_and(|what| matches!(what.kind, StaticKind::Replacement(_)));
        if replaces {
            referred(game, &mut found, effect.context.this.into());
            of_values(game, &mut found, &effect.context.captured);
        }
    }
    for delayed in &game.delayed {
        referred(game, &mut found, delayed.context.this.into());
        of_values(game, &mut found, &delayed.context.captured);
    }
    for id in &game.command {
        if !game.has_status(*id, Status::FACE_DOWN) {
            super::insert(&mut found, (*id).into());
        }
    }
    Value::Set(found)
}

fn of_values(game: &Game, found: &mut super::Set, values: &[Value]) {
    for value in values {
        if let Value::Set(set) = value {
            set.iter().for_each(|entity| referred(game, found, *entity));
        }
    }
}

fn of_event(game: &Game, found: &mut super::Set, event: &Event) {
    referred(game, found, event.subject);
    if let Some(object) = event.object {
        referred(game, found, object);
    }
    if let Some(source) = event.source {
        referred(game, found, source.into());
    }
}

/// Adds an object that is referred to, whether or not it is still where it was; nothing that is hidden.
fn referred(game: &Game, found: &mut super::Set, entity: Entity) {
    let Some(id) = entity.object() else {
        return;
    };
    let ability = |id: ObjectId| {
        game.object(id)
            .is_none_or(|object| matches!(object.kind, ObjectKind::Ability(_)))
    };
    if !ability(id) && !matches!(game.zone(id), Zone::Hand | Zone::Library) {
        super::insert(found, entity);
    }
}
