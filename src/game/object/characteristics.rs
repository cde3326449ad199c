//! Characteristics (CR 109.3) as computed by the layers (CR 613), cached by the game.

use super::{Object, ObjectKind, Status};
use crate::bytecode::{
    AbilityId, AbilityKind, Exception, FaceId, KeywordId, Primitive, Program, StaticId, SubtypeId,
    SubtypeKind,
};
use crate::game::ids::{ObjectId, PlayerId, Timestamp};
use crate::vocab::{CardType, ColorSet, ManaCost, SupertypeSet, TypeSet};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// An ability that an object has now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AbilityInstance {
    /// The compiled ability.
    pub ability: AbilityId,
    /// Its keyword, if it is part of one: "loses flying" takes it away.
    pub keyword: Option<KeywordId>,
    /// The object whose effect gave it, for granted abilities with values of their own; `None` if printed.
    pub granted_by: Option<ObjectId>,
    /// When it was printed or granted.
    pub timestamp: Timestamp,
}

/// What a copy of an object copies (CR 707.2): where its characteristics come from before any effect but copy effects.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CopiableValues {
    /// The face.
    pub face: FaceId,
    /// What is different from it: statements with exceptions, in the order in which the copies were made (CR 707.9).
    pub except: SmallVec<[StaticId; 1]>,
    /// Abilities that made a copy and are kept by it (CR 707.9a).
    pub kept: SmallVec<[AbilityId; 1]>,
    /// Abilities of what it has merged with (CR 702.140e), and after how many of the exceptions.
    pub merged: SmallVec<[(u8, AbilityId); 1]>,
    /// Power and toughness, if what made the token counted them (CR 111.3).
    pub pt: Option<(i64, i64)>,
}

impl CopiableValues {
    /// Those of a face, without anything else.
    #[must_use]
    pub fn plain(face: FaceId) -> Self {
        Self {
            face,
            except: SmallVec::new(),
            kept: SmallVec::new(),
            merged: SmallVec::new(),
            pt: None,
        }
    }

    /// Whether they are just those of the face.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.except.is_empty()
            && self.kept.is_empty()
            && self.merged.is_empty()
            && self.pt.is_none()
    }
}

/// What an object is now.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Characteristics {
    /// The face with its name and mana cost, after copy effects.
    pub face: FaceId,
    /// What is different from that face (CR 707.9), by statement.
    pub except: SmallVec<[StaticId; 1]>,
    /// Abilities that made it a copy and that it has besides (CR 707.9a).
    pub kept: SmallVec<[AbilityId; 1]>,
    /// Abilities of what it has merged with (CR 702.140e), and after how many of the exceptions.
    pub merged: SmallVec<[(u8, AbilityId); 1]>,
    /// Its copiable power and toughness, if they are not those of the face.
    pub pt: Option<(i64, i64)>,
    /// CR 108.4.
    pub controller: PlayerId,
    /// CR 105.2.
    pub colors: ColorSet,
    /// CR 205.2.
    pub types: TypeSet,
    /// CR 205.4.
    pub supertypes: SupertypeSet,
    /// CR 205.3, sorted.
    pub subtypes: SmallVec<[SubtypeId; 4]>,
    /// It is every creature type (CR 702.73).
    pub every_creature_type: bool,
    /// CR 208; meaningful for creatures (and vehicles).
    pub power: i64,
    /// CR 208.
    pub toughness: i64,
    /// Power and toughness after layer 7b, for "base power".
    pub base: (i64, i64),
    /// Abilities in order: printed, then granted by timestamp.
    pub abilities: SmallVec<[AbilityInstance; 4]>,
    /// Primitive keywords that it has, as bits by the program's primitive index.
    pub primitives: u64,
}

impl Characteristics {
    /// The printed, copiable characteristics of an object (CR 707.2), before any effect.
    #[must_use]
    pub fn printed(program: &Program, object: &Object) -> Self {
        let mut out = Self {
            face: object.face,
            except: SmallVec::new(),
            kept: SmallVec::new(),
            merged: SmallVec::new(),
            pt: None,
            controller: object.base_controller,
            colors: ColorSet::EMPTY,
            types: TypeSet::EMPTY,
            supertypes: SupertypeSet::EMPTY,
            subtypes: SmallVec::new(),
            every_creature_type: false,
            power: 0,
            toughness: 0,
            base: (0, 0),
            abilities: SmallVec::new(),
            primitives: 0,
        };
        if matches!(object.kind, ObjectKind::Ability(_)) {
            return out;
        }
        if object.status.has(Status::FACE_DOWN) || object.face == FaceId::NONE {
            out.turn_face_down();
            let disguised = |id: &AbilityId| {
                matches!(program.ability(*id).map(|ability| &ability.kind),
                    Some(AbilityKind::Primitive { primitive, .. }) if *primitive == Primitive::Disguise)
            };
            // CR 702.168a: with ward {2}, unless it was put there face down by something else.
            if !object.status.has(Status::MANIFESTED)
                && program
                    .face(object.face)
                    .is_some_and(|face| face.abilities.iter().any(disguised))
            {
                for id in program.disguised() {
                    out.add_ability(program, *id, None, object.timestamp);
                }
            }
            return out;
        }
        // CR 710.2.
        if object.status.has(Status::FLIPPED)
            && let Some(flipped) = program.flipped(object.face)
        {
            out.face = flipped;
        }
        let Some(face) = program.face(out.face) else {
            return out;
        };
        out.colors = face.colors;
        out.types = face.types;
        out.supertypes = face.supertypes;
        out.subtypes.clone_from(&face.subtypes);
        out.power = face.power.unwrap_or(0);
        out.toughness = face.toughness.unwrap_or(0);
        out.base = (out.power, out.toughness);
        for ability in &face.abilities {
            out.add_ability(program, *ability, None, object.timestamp);
        }
        if object.status.has(Status::BESTOWED) {
            out.bestow(program);
        }
        out
    }

    /// CR 702.103b: an Aura enchantment with enchant creature, and no creature. Its own ability says what it enchants.
    fn bestow(&mut self, program: &Program) {
        self.types = TypeSet::of(CardType::Enchantment);
        self.subtypes = program.subtype_named("Aura").into_iter().collect();
        self.primitives |= Primitive::Enchant.bit();
    }

    /// CR 708.2a: a 2/2 creature with no text, no name, no subtypes and no mana cost.
    fn turn_face_down(&mut self) {
        self.face = FaceId::NONE;
        self.types = TypeSet::of(CardType::Creature);
        (self.power, self.toughness) = (2, 2);
        self.base = (2, 2);
    }

    /// What a copy of it copies (CR 707.2).
    #[must_use]
    pub fn copiable(&self) -> CopiableValues {
        CopiableValues {
            face: self.face,
            except: self.except.clone(),
            kept: self.kept.clone(),
            merged: self.merged.clone(),
            pt: self.pt,
        }
    }

    /// Its exceptions from the face, the newest first.
    fn exceptions<'p>(&self, program: &'p Program) -> impl Iterator<Item = &'p Exception> {
        let statements = self.except.iter().rev();
        statements.flat_map(|id| program.exceptions(*id).iter().rev())
    }

    /// Its name (CR 201.2); empty without one.
    #[must_use]
    pub fn name<'p>(&self, program: &'p Program) -> &'p str {
        let named = |exception: &'p Exception| match exception {
            Exception::Name(name) => Some(program.string(*name)),
            _ => None,
        };
        let other = self.exceptions(program).find_map(named);
        other
            .or_else(|| program.face(self.face).map(|face| face.name.as_str()))
            .unwrap_or("")
    }

    /// Its mana cost (CR 202.1).
    #[must_use]
    pub fn mana_cost<'p>(&self, program: &'p Program) -> Option<&'p ManaCost> {
        let mut exceptions = self.exceptions(program);
        if exceptions.any(|exception| *exception == Exception::NoManaCost) {
            return None;
        }
        program.face(self.face)?.cost.as_ref()
    }

    /// Adds an ability; a primitive keyword also sets its bit.
    pub fn add_ability(
        &mut self,
        program: &Program,
        id: AbilityId,
        granted_by: Option<ObjectId>,
        timestamp: Timestamp,
    ) {
        let Some(ability) = program.ability(id) else {
            return;
        };
        self.abilities.push(AbilityInstance {
            ability: id,
            keyword: ability.keyword,
            granted_by,
            timestamp,
        });
        if let AbilityKind::Primitive { primitive, .. } = &ability.kind {
            self.primitives |= primitive.bit();
        }
    }

    /// Keeps only the abilities that fit.
    pub fn retain_abilities(&mut self, program: &Program, keep: impl Fn(&AbilityInstance) -> bool) {
        self.abilities.retain(|instance| keep(instance));
        self.primitives = self.abilities.iter().fold(0, |bits, instance| {
            match program
                .ability(instance.ability)
                .map(|ability| &ability.kind)
            {
                Some(AbilityKind::Primitive { primitive, .. }) => bits | primitive.bit(),
                _ => bits,
            }
        });
    }

    /// Whether it has the primitive keyword.
    #[must_use]
    pub const fn has(&self, primitive: Primitive) -> bool {
        self.primitives & primitive.bit() != 0
    }

    /// Whether it has the subtype; every creature type counts as having each (CR 702.73a).
    #[must_use]
    pub fn has_subtype(&self, program: &Program, subtype: SubtypeId) -> bool {
        self.subtypes.contains(&subtype)
            || self.every_creature_type
                && program
                    .subtypes
                    .get(subtype.index())
                    .is_some_and(|s| s.kind == SubtypeKind::Of(CardType::Creature))
    }

    /// Whether it has an ability of the keyword.
    #[must_use]
    pub fn has_keyword(&self, keyword: KeywordId) -> bool {
        self.abilities
            .iter()
            .any(|instance| instance.keyword == Some(keyword))
    }
}
