//! Definitions: cards, tokens, counters and keywords with what is printed on them.

use super::{
    Definitions, Describe, Missing, Unsupported,
    emitter::{Compiler, Env},
};
use crate::bytecode::program::Layout;
use crate::bytecode::{
    AbilityId, AbilityKind, Body, CardDefinition, CardId, CounterDefinition, Face, FaceId, Keyword,
    Primitive, Program, Subtype,
};
use crate::ir::{self, Effect, PtValue, TokenSpec};
use crate::vocab::{ColorSet, ManaCost, ManaSymbol, Name, ZoneSet};

/// The keywords that a counter can give by its name (CR 122.1b).
const KEYWORD_COUNTERS: &[&str] = &[
    "flying",
    "first strike",
    "double strike",
    "deathtouch",
    "decayed",
    "exalted",
    "haste",
    "hexproof",
    "indestructible",
    "lifelink",
    "menace",
    "reach",
    "shadow",
    "trample",
    "vigilance",
];

/// Compiles everything; what is not supported is reported, and its card is not in the program, nor are those that are
/// withheld.
#[must_use]
pub fn program(definitions: &Definitions, describe: Describe<'_>) -> (Program, Vec<Unsupported>) {
    let mut compiler = Compiler {
        definitions,
        describe,
        program: Program::default(),
        depth: 0,
        broken: Vec::new(),
    };
    let mut unsupported = Vec::new();
    compiler.declare();
    compiler.counters(&mut unsupported);
    compiler.tokens(&mut unsupported);
    let refused = |card: &&ir::Card| {
        let mut faces = card.faces.iter();
        faces.any(|face| definitions.withheld.contains(&face.name))
    };
    for card in definitions.cards.iter().filter(|card| !refused(card)) {
        compiler.card(card, &mut unsupported);
    }
    compiler.subtypes(&mut unsupported);
    // Now that all basic lands are known.
    compiler.intrinsic(0);
    (compiler.program, unsupported)
}

impl Compiler<'_> {
    fn declare(&mut self) {
        let definitions = self.definitions;
        let subtypes = definitions.subtypes.iter().map(|(name, kind)| Subtype {
            name: name.clone(),
            kind: *kind,
            abilities: Vec::new(),
        });
        self.program.subtypes = subtypes.collect();
        let primitive = |keyword: &ir::KeywordDefinition| {
            keyword.primitive.as_deref().and_then(Primitive::named)
        };
        let keywords = definitions.keywords.iter().map(|k| Keyword {
            name: k.name.clone(),
            primitive: primitive(k),
            rule: k.rule.clone(),
        });
        self.program.keywords = keywords.collect();
        let counters = definitions
            .counters
            .iter()
            .map(|counter| CounterDefinition {
                name: counter.name.clone(),
                pt: plus(&counter.name),
                keyword: None,
                abilities: Vec::new(),
            });
        self.program.counters = counters.collect();
    }

    fn counters(&mut self, unsupported: &mut Vec<Unsupported>) {
        let definitions = self.definitions;
        for (index, counter) in definitions.counters.iter().enumerate() {
            let before = unsupported.len();
            let gives_keyword =
                counter.means.is_empty() && KEYWORD_COUNTERS.contains(&counter.name.as_str());
            if gives_keyword {
                let keyword = ir::Keyword {
                    name: counter.name.clone(),
                    argument: ir::KeywordArgument::None,
                };
                let ability = ir::Ability {
                    word: None,
                    kind: ir::AbilityKind::Keyword(keyword),
                    zones: None,
                };
                match self.ability(&ability, &Env::default(), None) {
                    Ok(ids) => {
                        if let Some(slot) = self.program.counters.get_mut(index) {
                            slot.keyword = ids.first().copied();
                            slot.abilities = ids.into_iter().skip(1).collect();
                        }
                    }
                    Err(what) => unsupported.push(Unsupported::of(counter.name.clone(), 0, what)),
                }
            } else if let Some(ids) =
                self.abilities(&counter.name, &counter.means, &[], unsupported)
                && let Some(slot) = self.program.counters.get_mut(index)
            {
                slot.abilities = ids;
            }
            if unsupported.len() > before {
                self.broken.push(counter.name.clone());
            }
        }
    }

    /// Tokens get their places first, since one may create another. One that fails takes those along that create it.
    fn tokens(&mut self, unsupported: &mut Vec<Unsupported>) {
        let definitions = self.definitions;
        for token in &definitions.tokens {
            match self.face(&token.face, None) {
                Ok(face) => {
                    if let Ok(id) = self.push_face(face) {
                        self.program.tokens.push((token.name.clone(), id));
                    }
                }
                Err(what) => unsupported.push(Unsupported::of(token.name.clone(), 0, what)),
            }
        }
        loop {
            let before = self.program.tokens.len();
            for token in &definitions.tokens {
                let Some((_, id)) = self
                    .program
                    .tokens
                    .iter()
                    .find(|(name, _)| *name == token.name)
                    .cloned()
                else {
                    continue;
                };
                match self.abilities(&token.name, &token.face.abilities, &[], unsupported) {
                    Some(ids) => {
                        if let Some(face) = self.program.faces.get_mut(id.index()) {
                            face.abilities = ids;
                        }
                    }
                    None => self.program.tokens.retain(|(name, _)| *name != token.name),
                }
            }
            if self.program.tokens.len() == before {
                return;
            }
        }
    }

    fn card(&mut self, card: &ir::Card, unsupported: &mut Vec<Unsupported>) {
        let Some(name) = card.faces.first().map(|face| face.name.clone()) else {
            return;
        };
        let Ok(id) = u32::try_from(self.program.cards.len()).map(CardId) else {
            return;
        };
        let mut faces = Vec::new();
        let mut whole = true;
        for (n, printed) in (0_u8..=u8::MAX).zip(&card.faces) {
            let before = unsupported.len();
            let abilities =
                self.abilities(&name, &printed.abilities, &printed.overloaded, unsupported);
            for missing in unsupported.iter_mut().skip(before) {
                missing.face = usize::from(n);
            }
            // CR 709.4: a split card has both halves combined as its front.
            let place = match card.layout {
                ir::Layout::Split => n.saturating_add(1),
                _ => n,
            };
            match self.face(printed, Some((id, place))) {
                Ok(face) => faces.push(Face {
                    abilities: abilities.clone().unwrap_or_default(),
                    ..face
                }),
                Err(what) => {
                    unsupported.push(Unsupported {
                        on: name.clone(),
                        face: usize::from(n),
                        ability: 0,
                        what,
                    });
                    whole = false;
                }
            }
            whole &= abilities.is_some();
        }
        if !whole || faces.len() != card.faces.len() {
            return;
        }
        // CR 710.1c: flipping changes neither color nor mana cost.
        if card.layout == ir::Layout::Flip
            && let [top, bottom] = faces.as_mut_slice()
        {
            (bottom.cost, bottom.colors) = (top.cost.clone(), top.colors);
        }
        if card.layout == ir::Layout::Split {
            match self.combined(&faces, id) {
                Ok(both) => faces.insert(0, both),
                Err(what) => {
                    return unsupported.push(Unsupported::of(name, 0, what));
                }
            }
        }
        let mut ids = smallvec::SmallVec::new();
        for face in faces {
            match self.push_face(face) {
                Ok(face) => ids.push(face),
                Err(what) => {
                    return unsupported.push(Unsupported::of(name, 0, what));
                }
            }
        }
        let layout = match card.layout {
            ir::Layout::Normal => Layout::Normal,
            ir::Layout::Split => Layout::Split,
            ir::Layout::Flip => Layout::Flip,
            ir::Layout::Transform => Layout::Transform,
            ir::Layout::ModalDoubleFaced => Layout::ModalDoubleFaced,
            ir::Layout::Adventure => Layout::Adventure,
        };
        self.program
            .cards
            .push(CardDefinition { layout, faces: ids });
    }

    /// A face that is of no card, with its abilities.
    pub fn whole_face(&mut self, face: &ir::Face) -> Result<FaceId, Missing> {
        let mut unsupported = Vec::new();
        let abilities = self.abilities(
            &face.name,
            &face.abilities,
            &face.overloaded,
            &mut unsupported,
        );
        if let Some(missing) = unsupported.pop() {
            return Err(missing.what);
        }
        let printed = self.face(face, None)?;
        self.push_face(Face {
            abilities: abilities.unwrap_or_default(),
            ..printed
        })
    }

    /// The abilities of one object; `None` if one of them has no code. The lines of a spell become one ability.
    fn abilities(
        &mut self,
        on: &Name,
        abilities: &[ir::Ability],
        overloaded: &[ir::Ability],
        unsupported: &mut Vec<Unsupported>,
    ) -> Option<Vec<AbilityId>> {
        let mut ids = Vec::new();
        let mut whole = true;
        let mut lines: Vec<&Effect> = Vec::new();
        let mut text = Vec::new();
        let mut place = None;
        // The parts of a text box that are of a level, each with its abilities (CR 711.2, 716.2).
        let mut levels: Vec<(usize, Vec<AbilityId>)> = Vec::new();
        for (n, ability) in abilities.iter().enumerate() {
            if let ir::AbilityKind::Level(_) = &ability.kind {
                levels.push((n, Vec::new()));
                continue;
            }
            if let ir::AbilityKind::Spell(effect) = &ability.kind {
                lines.push(effect);
                text.push((self.describe)(ability));
                place.get_or_insert((n, ids.len()));
                continue;
            }
            let more = self
                .ability(ability, &Env::default(), None)
                .and_then(|mut more| {
                    let unpaid = costs_paid_with(abilities) != 1;
                    more.extend(self.overload(ability, abilities, overloaded, unpaid)?);
                    Ok(more)
                });
            match more {
                Ok(more) => levels
                    .last_mut()
                    .map_or(&mut ids, |(_, of_level)| of_level)
                    .extend(more),
                Err(what) => {
                    unsupported.push(Unsupported::of(on.clone(), n, what));
                    whole = false;
                }
            }
        }
        if abilities.iter().any(is_chapter) {
            ids.extend(self.first_chapter());
        }
        for (n, of_level) in levels {
            let Some(heading) = abilities.get(n) else {
                continue;
            };
            match self.level(heading, of_level) {
                Ok(more) => ids.extend(more),
                Err(what) => {
                    unsupported.push(Unsupported::of(on.clone(), n, what));
                    whole = false;
                }
            }
        }
        if let Some((n, at)) = place {
            match self.spell(&lines, &text.join("\n"), costs_paid_with(abilities) != 1) {
                Ok(id) => ids.insert(at.min(ids.len()), id),
                Err(what) => {
                    unsupported.push(Unsupported::of(on.clone(), n, what));
                    whole = false;
                }
            }
        }
        whole.then_some(ids)
    }

    /// What a spell says if its overload cost is paid (CR 702.96a); nothing for other keywords.
    fn overload(
        &mut self,
        keyword: &ir::Ability,
        abilities: &[ir::Ability],
        overloaded: &[ir::Ability],
        unpaid: bool,
    ) -> Result<Option<AbilityId>, Missing> {
        let ir::AbilityKind::Keyword(known) = &keyword.kind else {
            return Ok(None);
        };
        if known.name != "overload" {
            return Ok(None);
        }
        let effect = |ability: &'_ ir::Ability| matches!(ability.kind, ir::AbilityKind::Spell(_));
        let count = abilities.iter().filter(|ability| effect(ability)).count();
        let lines: Vec<&Effect> = overloaded
            .iter()
            .filter_map(|ability| match &ability.kind {
                ir::AbilityKind::Spell(effect) => Some(effect),
                _ => None,
            })
            .collect();
        if count == 0 || lines.len() != count {
            return Err("a text with `each` for `target`".to_owned());
        }
        let text: Vec<String> = overloaded
            .iter()
            .map(|ability| (self.describe)(ability))
            .collect();
        let id = self.spell(&lines, &text.join("\n"), unpaid)?;
        let of = self.keyword(&known.name)?;
        if let Some(ability) = self.program.abilities.get_mut(id.index()) {
            ability.keyword = Some(of);
        }
        Ok(Some(id))
    }

    fn spell(&mut self, lines: &[&Effect], text: &str, unpaid: bool) -> Result<AbilityId, Missing> {
        let body = match lines {
            [one] => self.body(
                one,
                &Env {
                    unpaid,
                    ..Env::default()
                },
            )?,
            lines => {
                if lines.iter().any(|line| matches!(line, Effect::Modal(_))) {
                    return Err("modes beside other lines of a spell".to_owned());
                }
                let lines = one_text(lines)?;
                let lines: Vec<&Effect> = lines.iter().collect();
                let env = Env {
                    unpaid,
                    targets_allowed: true,
                    ..Env::default()
                };
                Body {
                    modes: None,
                    parts: vec![self.body_part(&lines, &env)?],
                }
            }
        };
        let zones = ZoneSet::of(crate::vocab::Zone::Stack);
        self.push_ability(AbilityKind::Spell(body), zones, None, text)
    }

    /// Printed characteristics, without abilities.
    fn face(&mut self, face: &ir::Face, card: Option<(CardId, u8)>) -> Result<Face, Missing> {
        let mut subtypes = face
            .types
            .subtypes
            .iter()
            .map(|name| self.subtype(name))
            .collect::<Result<smallvec::SmallVec<[_; 4]>, _>>()?;
        subtypes.sort_unstable();
        let number = |value: &PtValue| match value {
            PtValue::Number(n) => Ok(*n),
            // CR 208.2a: a defining ability says what it is.
            PtValue::Star => Ok(0),
            PtValue::StarPlus(n) => Ok(*n),
            PtValue::Quantity(_) => Err("a printed number that isn't one".to_owned()),
        };
        let pt = face.pt.as_ref();
        Ok(Face {
            name: face.name.clone(),
            cost: face.cost.clone(),
            // CR 202.2, 204.1: an indicator, or the symbols of the cost.
            colors: face.indicator.unwrap_or_else(|| {
                face.cost
                    .as_ref()
                    .map_or(ColorSet::EMPTY, |cost| cost.colors())
            }),
            supertypes: face.types.supertypes,
            types: face.types.types,
            subtypes,
            power: pt.map(|(power, _)| number(power)).transpose()?,
            toughness: pt.map(|(_, toughness)| number(toughness)).transpose()?,
            loyalty: face.loyalty.as_ref().map(number).transpose()?,
            defense: face.defense.as_ref().map(number).transpose()?,
            abilities: Vec::new(),
            card,
        })
    }

    pub fn push_face(&mut self, face: Face) -> Result<FaceId, Missing> {
        let id =
            u32::try_from(self.program.faces.len()).map_err(|_| "too many faces".to_owned())?;
        self.program.faces.push(face);
        Ok(FaceId(id))
    }

    /// The face of a token to create.
    pub fn token(&mut self, token: &TokenSpec, env: &Env) -> Result<FaceId, Missing> {
        match token {
            TokenSpec::Those(described) => self.token(described, env),
            TokenSpec::Named(name) => {
                let known = self.program.tokens.iter().find(|(known, _)| known == name);
                known
                    .map(|(_, face)| *face)
                    .ok_or_else(|| format!("the token `{name}`"))
            }
            TokenSpec::Described {
                pt,
                colors,
                supertypes,
                types,
                subtypes,
                name,
                abilities,
            } => {
                // CR 111.4: without a name of its own, its subtypes and "Token".
                let own = || Name::from(format!("{} Token", subtypes.join(" ")));
                let printed = ir::Face {
                    name: name.clone().unwrap_or_else(own),
                    cost: None,
                    indicator: Some(*colors),
                    types: ir::TypeLine {
                        supertypes: *supertypes,
                        types: *types,
                        subtypes: subtypes.clone(),
                    },
                    pt: pt.clone(),
                    loyalty: None,
                    defense: None,
                    abilities: Vec::new(),
                    overloaded: Vec::new(),
                };
                let printed = ir::Face {
                    pt: printed.pt.map(|(power, toughness)| {
                        // What is counted is known only when it is created.
                        let known = |value| match value {
                            PtValue::Quantity(_) => PtValue::Number(0),
                            other => other,
                        };
                        (known(power), known(toughness))
                    }),
                    ..printed
                };
                let mut face = self.face(&printed, None)?;
                face.abilities = self.given(abilities, env)?;
                self.push_face(face)
            }
        }
    }

    /// What has the inherent abilities of the monarch (CR 725.2): like an emblem, which changes hands.
    pub fn monarch(&mut self) -> Result<(), Missing> {
        let known = |face: &Face| face.name == Program::MONARCH && face.types.is_empty();
        if self.program.faces.iter().any(known) {
            return Ok(());
        }
        let keyword = ir::Ability {
            word: None,
            zones: None,
            kind: ir::AbilityKind::Keyword(ir::Keyword {
                name: Name::new_static("monarch"),
                argument: ir::KeywordArgument::None,
            }),
        };
        // Its own abilities make monarchs: it is known before they are compiled.
        let mut face = self.emblem_face(Program::MONARCH)?;
        let id = self.push_face(face.clone())?;
        let abilities = self.in_command(&[keyword], &Env::default())?;
        face.abilities = abilities;
        if let Some(place) = self.program.faces.get_mut(id.index()) {
            *place = face;
        }
        Ok(())
    }

    /// What face-down objects with disguise have: ward {2} (CR 702.168a).
    pub fn disguised(&mut self) -> Result<(), Missing> {
        let known = |face: &Face| face.name == Program::DISGUISED && face.types.is_empty();
        if self.program.faces.iter().any(known) {
            return Ok(());
        }
        let two = ManaSymbol::Generic(2);
        let cost = ir::Cost(vec![ir::CostPart::Mana(ManaCost(
            std::iter::once(two).collect(),
        ))]);
        let ward = ir::Ability {
            word: None,
            zones: None,
            kind: ir::AbilityKind::Keyword(ir::Keyword {
                name: Name::new_static("ward"),
                argument: ir::KeywordArgument::Cost(cost),
            }),
        };
        let mut face = self.emblem_face(Program::DISGUISED)?;
        face.abilities = self.given(&[ward], &Env::default())?;
        self.push_face(face).map(|_| ())
    }

    /// The face of an emblem (CR 114).
    pub fn emblem(&mut self, abilities: &[ir::Ability], env: &Env) -> Result<FaceId, Missing> {
        let mut face = self.emblem_face("Emblem")?;
        face.abilities = self.in_command(abilities, env)?;
        self.push_face(face)
    }

    /// A face without anything but a name.
    fn emblem_face(&mut self, name: &'static str) -> Result<Face, Missing> {
        let printed = ir::Face {
            name: Name::new_static(name),
            cost: None,
            indicator: None,
            types: ir::TypeLine::default(),
            pt: None,
            loyalty: None,
            defense: None,
            abilities: Vec::new(),
            overloaded: Vec::new(),
        };
        self.face(&printed, None)
    }

    /// CR 114.4: abilities of emblems function in the command zone.
    fn in_command(
        &mut self,
        abilities: &[ir::Ability],
        env: &Env,
    ) -> Result<Vec<AbilityId>, Missing> {
        let given = self.given(abilities, env)?;
        for id in &given {
            if let Some(ability) = self.program.abilities.get_mut(id.index()) {
                ability.zones = ZoneSet::of(crate::vocab::Zone::Command);
            }
        }
        Ok(given)
    }

    /// Abilities that a token, an emblem or a copy is given: of their own, except for the argument of a keyword.
    pub(super) fn given(
        &mut self,
        abilities: &[ir::Ability],
        env: &Env,
    ) -> Result<Vec<AbilityId>, Missing> {
        let plain = Env {
            argument: env.argument.clone(),
            ..Env::default()
        };
        let mut ids = Vec::new();
        for ability in abilities {
            ids.extend(self.ability(ability, &plain, None)?);
        }
        Ok(ids)
    }
}

/// The lines of a spell in order (CR 608.2c), with what a line says instead of the line before it.
fn one_text(lines: &[&Effect]) -> Result<Vec<Effect>, Missing> {
    let mut text: Vec<Effect> = Vec::new();
    for line in lines {
        let (first, rest) = match line {
            Effect::Sequence(steps) => match steps.split_first() {
                Some((first, rest)) => (first, rest),
                None => continue,
            },
            one => (*one, [].as_slice()),
        };
        if let Effect::If {
            condition,
            then,
            otherwise: None,
            instead: true,
        } = first
        {
            let before = text.pop().map_or_else(Vec::new, |before| vec![before]);
            let replaced =
                crate::ir::replaced::replaced(before, condition.clone(), (**then).clone());
            text.extend(replaced.ok_or("a line that is said instead of another")?);
            text.extend(rest.iter().cloned());
        } else {
            text.push((*line).clone());
        }
    }
    Ok(text)
}

fn is_chapter(ability: &ir::Ability) -> bool {
    matches!(ability.kind, ir::AbilityKind::Chapter(..))
}

/// What a counter of a name like "+1/+1" adds (CR 122.1a).
fn plus(name: &str) -> Option<(i32, i32)> {
    let (power, toughness) = name.split_once('/')?;
    let signed = |text: &str| {
        let number = text.replace('−', "-");
        number
            .starts_with(['+', '-'])
            .then(|| number.parse().ok())
            .flatten()
    };
    Some((signed(power)?, signed(toughness)?))
}

/// How many additional costs of a spell are paid with objects: which of them "the sacrificed creature" was for is clear with one.
fn costs_paid_with(abilities: &[ir::Ability]) -> usize {
    let statements = abilities
        .iter()
        .filter_map(|ability| match &ability.kind {
            ir::AbilityKind::Static(statements) => Some(statements),
            _ => None,
        })
        .flatten();
    statements
        .flat_map(|statement| &statement.modifications)
        .filter_map(|modification| match modification {
            ir::Modification::AdditionalCost { cost, .. } => Some(cost),
            _ => None,
        })
        .flat_map(|cost| &cost.0)
        .filter(|part| matches!(part, ir::CostPart::Act(_) | ir::CostPart::Either(_)))
        .count()
}

impl Compiler<'_> {
    /// The intrinsic abilities of subtypes.
    fn subtypes(&mut self, unsupported: &mut Vec<Unsupported>) {
        let definitions = self.definitions;
        for subtype in &definitions.intrinsic {
            let ids = self.abilities(&subtype.name, &subtype.means, &[], unsupported);
            let mut known = self.program.subtypes.iter_mut();
            if let (Some(ids), Some(slot)) = (ids, known.find(|known| known.name == subtype.name)) {
                slot.abilities = ids;
            }
        }
    }

    /// Gives faces from a number on the intrinsic abilities of their subtypes, besides what is printed: the mana abilities of
    /// basic land types (CR 305.6), those of Sieges (CR 310.11b).
    pub fn intrinsic(&mut self, from: usize) {
        for at in from..self.program.faces.len() {
            let Some(face) = self.program.faces.get(at) else {
                return;
            };
            let own: Vec<AbilityId> = face
                .subtypes
                .iter()
                .flat_map(|subtype| self.program.intrinsic_abilities(*subtype, face.types))
                .copied()
                .filter(|ability| !face.abilities.contains(ability))
                .collect();
            if let Some(face) = self.program.faces.get_mut(at) {
                face.abilities.extend(own);
            }
        }
    }
}
