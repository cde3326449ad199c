//! Restrictions on a whole declaration of blockers, and requirements to block (CR 509.1b–c).

use crate::bytecode::Program;
use crate::engine::{illegal::Illegal, statements};
use crate::game::{Entity, Fault, Game, ObjectId, decision::AssignItem};

/// Declarations to look at before giving up; a declaration with this many alternatives is taken to be the best.
const SEARCH: u32 = 50_000;

/// What matters about an attacker.
#[derive(Debug, Clone)]
struct Attacker {
    id: ObjectId,
    /// It can't be blocked by fewer, if at all.
    at_least: u32,
    /// It can't be blocked by more.
    at_most: u32,
    /// Requirements that it be blocked.
    must: u32,
    /// Blockers that were declared by other defending players.
    already: u32,
}

/// What matters about a possible blocker.
#[derive(Debug, Clone)]
struct Blocker {
    id: ObjectId,
    cant_alone: bool,
    /// How many requirements are obeyed by blocking an attacker, for each that it can block.
    must: Vec<(ObjectId, u32)>,
}

/// Restrictions and requirements that look at the whole declaration.
#[derive(Debug, Clone)]
pub(in crate::engine) struct Rules {
    attackers: Vec<Attacker>,
    blockers: Vec<Blocker>,
}

impl Rules {
    /// Collects what applies to these possible blockers and to all attackers.
    pub(in crate::engine) fn collect(
        game: &Game,
        program: &Program,
        items: &[AssignItem],
    ) -> Result<Self, Fault> {
        let mut attackers = Vec::new();
        for attack in game.combat.iter().flat_map(|c| c.attacks.iter()) {
            let (at_least, at_most) = statements::blockers_allowed(game, program, attack.attacker)?;
            attackers.push(Attacker {
                id: attack.attacker,
                at_least,
                at_most,
                must: statements::requirements_to_be_blocked(game, program, attack.attacker)?,
                already: u32::try_from(
                    crate::engine::combat::blockers_of(game, attack.attacker).count(),
                )
                .unwrap_or(u32::MAX),
            });
        }
        let mut blockers = Vec::with_capacity(items.len());
        for item in items {
            let mut must = Vec::with_capacity(item.options.len());
            for attacker in item.options.iter().filter_map(|o| o.object()) {
                must.push((
                    attacker,
                    statements::block_requirements(game, program, item.item, attacker)?,
                ));
            }
            blockers.push(Blocker {
                id: item.item,
                cant_alone: statements::cant_block_alone(game, program, item.item)?,
                must,
            });
        }
        Ok(Self {
            attackers,
            blockers,
        })
    }

    /// Whether anything requires a block.
    pub(in crate::engine) fn has_requirements(&self) -> bool {
        self.attackers.iter().any(|a| a.must > 0)
            || self
                .blockers
                .iter()
                .any(|b| b.must.iter().any(|(_, n)| *n > 0))
    }

    /// The restriction that a declaration breaks, if any.
    pub(in crate::engine) fn restriction_broken(
        &self,
        pairs: &[(ObjectId, ObjectId)],
    ) -> Option<Illegal> {
        for attacker in &self.attackers {
            let count = pairs.iter().filter(|(_, a)| *a == attacker.id).count();
            let count = u32::try_from(count)
                .unwrap_or(u32::MAX)
                .saturating_add(attacker.already);
            if count > 0 && count < attacker.at_least {
                return Some(Illegal::new(
                    "509.1b",
                    format!(
                        "it can't be blocked by fewer than {} creatures",
                        attacker.at_least
                    ),
                ));
            }
            if count > attacker.at_most {
                return Some(Illegal::new(
                    "509.1b",
                    format!(
                        "it can't be blocked by more than {} creatures",
                        attacker.at_most
                    ),
                ));
            }
        }
        let mut blocking: Vec<ObjectId> = pairs.iter().map(|(b, _)| *b).collect();
        blocking.dedup();
        if let [only] = blocking.as_slice()
            && self.blockers.iter().any(|b| b.id == *only && b.cant_alone)
        {
            return Some(Illegal::new("509.1b", "it can't block alone"));
        }
        None
    }

    /// How many requirements a declaration obeys.
    fn obeyed(&self, pairs: &[(ObjectId, ObjectId)]) -> u32 {
        let by_blockers: u32 = pairs
            .iter()
            .filter_map(|(blocker, attacker)| {
                let blocker = self.blockers.iter().find(|b| b.id == *blocker)?;
                blocker
                    .must
                    .iter()
                    .find(|(a, _)| a == attacker)
                    .map(|(_, n)| *n)
            })
            .fold(0, u32::saturating_add);
        let by_attackers: u32 = self
            .attackers
            .iter()
            .filter(|a| a.already > 0 || pairs.iter().any(|(_, id)| *id == a.id))
            .fold(0, |sum, a| sum.saturating_add(a.must));
        by_blockers.saturating_add(by_attackers)
    }

    /// Whether some legal declaration obeys more requirements than this one.
    pub(in crate::engine) fn more_is_possible(
        &self,
        items: &[AssignItem],
        pairs: &[(ObjectId, ObjectId)],
    ) -> Result<bool, Fault> {
        let target = self.obeyed(pairs);
        let mut search = Search {
            rules: self,
            items,
            target,
            left: SEARCH,
            pairs: Vec::new(),
        };
        Ok(search.better(0))
    }
}

/// A bounded search for a declaration that obeys more requirements.
struct Search<'a> {
    rules: &'a Rules,
    items: &'a [AssignItem],
    target: u32,
    left: u32,
    pairs: Vec<(ObjectId, ObjectId)>,
}

impl Search<'_> {
    /// Tries every choice of the blockers from `at` on.
    fn better(&mut self, at: usize) -> bool {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return false;
        }
        let Some(item) = self.items.get(at) else {
            return self.rules.obeyed(&self.pairs) > self.target
                && self.rules.restriction_broken(&self.pairs).is_none();
        };
        let options: Vec<ObjectId> = item
            .options
            .iter()
            .filter_map(|o: &Entity| o.object())
            .collect();
        self.subsets(at, item.item, &options, 0, item.max)
    }

    /// Tries every set of at most `room` attackers from `from` on for one blocker.
    fn subsets(
        &mut self,
        at: usize,
        blocker: ObjectId,
        options: &[ObjectId],
        from: usize,
        room: u32,
    ) -> bool {
        if room > 0 {
            for (index, attacker) in options.iter().enumerate().skip(from) {
                self.pairs.push((blocker, *attacker));
                let found = self.subsets(
                    at,
                    blocker,
                    options,
                    index.saturating_add(1),
                    room.saturating_sub(1),
                );
                self.pairs.pop();
                if found || self.left == 0 {
                    return found;
                }
            }
        }
        self.better(at.saturating_add(1))
    }
}
