//! Questions that filters ask about their candidate.

use super::{characteristics, eval::Scope};
use crate::bytecode::{AbilityKind, Op, Primitive};
use crate::game::{
    Characteristics, Entity, Game, Object, ObjectId, ObjectKind, StackKind, Status,
    state::ChosenValue,
};
use crate::vocab::Zone;

/// The answer to a question about the candidate; `None` if the instruction is no such question.
pub fn question(scope: &Scope<'_>, op: Op) -> Option<bool> {
    let game = scope.game;
    let object = scope.candidate.and_then(Entity::object);
    let is = |test: &dyn Fn(&Characteristics) -> bool| {
        Some(
            object
                .and_then(|id| characteristics(game, scope.program, id, |c| test(c)))
                .unwrap_or(false),
        )
    };
    let record = |test: &dyn Fn(&Object) -> bool| {
        Some(
            object
                .and_then(|id| last_record(game, id))
                .is_some_and(|o| test(&o)),
        )
    };
    let status = |bits: Status| record(&|object| object.status.has(bits));
    match op {
        Op::IsPlayer => Some(
            scope
                .candidate
                .is_some_and(|candidate| candidate.player().is_some()),
        ),
        // What has left the battlefield is still called a permanent by what looks back at it (CR 603.10).
        Op::IsPermanent => record(&|object| object.zone == Zone::Battlefield),
        Op::IsSpell => record(&|object| {
            object.zone == Zone::Stack && !matches!(object.kind, ObjectKind::Ability(_))
        }),
        Op::IsAbility(activated) => Some(object.is_some_and(|id| {
            game.stack.iter().any(|item| {
                item.object == id
                    && match item.kind {
                        StackKind::Spell => false,
                        StackKind::Activated => activated != Some(false),
                        StackKind::Triggered => activated != Some(true),
                    }
            })
        })),
        Op::IsCard => record(&|object| object.kind == ObjectKind::Card),
        Op::IsToken => record(&|object| object.kind == ObjectKind::Token),
        Op::IsType(kind) => is(&|c| c.types.contains(kind)),
        Op::IsPermanentType => is(&|c| c.types.is_permanent()),
        Op::IsSubtype(subtype) => is(&|c| c.has_subtype(scope.program, subtype)),
        Op::IsSupertype(supertype) => is(&|c| c.supertypes.contains(supertype)),
        Op::IsColor(color) => is(&|c| c.colors.contains(color)),
        Op::HasKeyword(keyword) => is(&|c| c.has_keyword(keyword)),
        Op::IsNamed(name) => {
            let name = scope.program.string(name);
            // CR 709.4a: a split card has two names.
            is(&|c| c.name(scope.program).split(" // ").any(|own| own == name))
        }
        Op::IsTapped => status(Status::TAPPED),
        Op::IsFaceDown => status(Status::FACE_DOWN),
        Op::IsCommander => status(Status::COMMANDER),
        Op::IsChosen(what) => is(&|c| super::values::has_chosen(scope, c, what)),
        Op::IsPaid(keyword) => Some(object.is_some_and(|id| {
            game.chosen.iter().any(|(of, value)| {
                *of == id
                    && matches!(value, ChosenValue::Paid(ability, _)
                        if scope.program.ability(*ability).and_then(|a| a.keyword) == Some(keyword))
            })
        })),
        Op::IsKickedWith(cost) => {
            let cost = scope.program.string(cost);
            let of_cost = |id: crate::bytecode::AbilityId| {
                let kind = scope.program.ability(id).map(|ability| &ability.kind);
                matches!(kind, Some(AbilityKind::Primitive { primitive: Primitive::Kicker, cost: Some(kicker), .. })
                    if kicker.mana.as_ref().is_some_and(|mana| mana.to_string() == cost))
            };
            Some(object.is_some_and(|id| {
                game.chosen.iter().any(|(of, value)| {
                    *of == id && matches!(value, ChosenValue::Paid(ability, _) if of_cost(*ability))
                })
            }))
        }
        Op::IsDesignated(name) => {
            let name = scope.program.string(name);
            let of_player = scope
                .candidate
                .and_then(|entity| entity.player())
                .and_then(|player| game.player(player))
                .is_some_and(|player| player.designations.iter().any(|own| own == name));
            let of_object = object.is_some_and(|id| {
                game.chosen.iter().any(|(of, value)| {
                    *of == id && matches!(value, ChosenValue::Designation(n) if n == name)
                })
            });
            Some(of_player || of_object)
        }
        Op::IsOlder => record(&|object| object.since_turn < game.turn.number),
        Op::IsNew => record(&|object| {
            let controller = is_controlled_by(scope, object);
            game.player(controller)
                .is_some_and(|player| object.since_turn >= player.turn_before_began)
        }),
        Op::WasCast(by_you, from) => {
            let how = object.and_then(|id| super::how_cast(game, id));
            Some(how.is_some_and(|how| {
                (!by_you || how.by == scope.context.you) && from.is_none_or(|from| from == how.from)
            }))
        }
        Op::IsKicked => status(Status::KICKED),
        Op::InZone(zone) => Some(object.is_some_and(|id| game.zone(id) == zone)),
        Op::IsAttacking => combat(game, object, |game, id| attack(game, id).is_some()),
        Op::IsBlocked => combat(game, object, |game, id| {
            attack(game, id) == Some(Some(true))
        }),
        Op::IsUnblocked => combat(game, object, |game, id| {
            attack(game, id) == Some(Some(false))
        }),
        Op::IsBlocking => combat(game, object, |game, id| {
            game.combat
                .as_ref()
                .is_some_and(|combat| combat.blocks.iter().any(|block| block.blocker == id))
        }),
        _ => None,
    }
}

/// Who controls an object, from its record.
fn is_controlled_by(scope: &Scope<'_>, object: &Object) -> crate::game::PlayerId {
    let id = scope.candidate.and_then(Entity::object);
    id.and_then(|id| characteristics(scope.game, scope.program, id, |c| c.controller))
        .unwrap_or(object.base_controller)
}

/// The record of an object; if it has left its zone, as it last was there.
fn last_record(game: &Game, id: ObjectId) -> Option<Object> {
    let now = *game.object(id)?;
    if now.zone != Zone::Nowhere {
        return Some(now);
    }
    game.last_known
        .iter()
        .rev()
        .find(|(object, _)| *object == id)
        .map(|(_, last)| last.object)
        .or(Some(now))
}

fn combat(
    game: &Game,
    object: Option<ObjectId>,
    test: impl Fn(&Game, ObjectId) -> bool,
) -> Option<bool> {
    Some(object.is_some_and(|id| test(game, id)))
}

/// Whether it attacks, and whether it is blocked. What has left combat no longer does either.
fn attack(game: &Game, id: ObjectId) -> Option<Option<bool>> {
    let combat = game.combat.as_ref()?;
    combat
        .attacks
        .iter()
        .find(|attack| attack.attacker == id)
        .map(|attack| attack.blocked)
}
