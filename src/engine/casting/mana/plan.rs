//! A payment that is looked for: which mana abilities, units in the pool and life pay for which symbols.

use super::{Available, From, Kinds, Plan, kind_bit};
use crate::game::PlannedMana;
use crate::vocab::{Color, ManaKind, ManaSymbol};
use smallvec::SmallVec;

/// How many types of mana can pay for a symbol; the fewer, the earlier it is paid for.
pub(super) const fn choices(symbol: ManaSymbol) -> u8 {
    match symbol {
        ManaSymbol::Snow => 0,
        ManaSymbol::Mana(_) => 1,
        ManaSymbol::Hybrid(..) => 2,
        ManaSymbol::Phyrexian(_) => 3,
        ManaSymbol::HybridPhyrexian(..) => 4,
        ManaSymbol::GenericHybrid(..) => 5,
        ManaSymbol::Generic(_) | ManaSymbol::X => 6,
    }
}

/// The types of mana that pay for a symbol.
const fn paid_by(symbol: ManaSymbol) -> Kinds {
    const fn color(color: Color) -> Kinds {
        kind_bit(ManaKind::Colored(color))
    }
    match symbol {
        ManaSymbol::Mana(kind) | ManaSymbol::GenericHybrid(_, kind) => kind_bit(kind),
        ManaSymbol::Hybrid(a, b) => kind_bit(a) | kind_bit(b),
        ManaSymbol::Phyrexian(c) => color(c),
        ManaSymbol::HybridPhyrexian(a, b) => color(a) | color(b),
        ManaSymbol::Snow | ManaSymbol::Generic(_) | ManaSymbol::X => Kinds::MAX,
    }
}

/// A bounded search for a payment.
pub(super) struct Search<'a> {
    pub(super) available: &'a Available,
    pub(super) usable: &'a mut Vec<bool>,
    /// Pieces used so far, with the types each is wanted for.
    pub(super) chosen: Vec<(usize, Kinds)>,
    /// How many pieces of each source are used.
    pub(super) committed: Vec<u32>,
    pub(super) life: i64,
    pub(super) left: u32,
}

impl Search<'_> {
    /// Pays for the remaining symbols and the generic part.
    pub(super) fn pay(&mut self, need: &[ManaSymbol], generic: u32) -> bool {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return false;
        }
        let Some((symbol, rest)) = need.split_first() else {
            return self.pay_generic(generic);
        };
        let kinds = paid_by(*symbol);
        let snow = *symbol == ManaSymbol::Snow;
        for at in self.candidates(kinds, snow) {
            self.take(at, kinds);
            if self.pay(rest, generic) {
                return true;
            }
            self.give_back();
        }
        match symbol {
            ManaSymbol::GenericHybrid(n, _) => self.pay(rest, generic.saturating_add(*n)),
            ManaSymbol::Phyrexian(_) | ManaSymbol::HybridPhyrexian(..) => {
                // CR 107.4f, 119.4: 2 life, if there is so much.
                if self.available.life < self.life.saturating_add(2) {
                    return false;
                }
                self.life = self.life.saturating_add(2);
                let paid = self.pay(rest, generic);
                if !paid {
                    self.life = self.life.saturating_sub(2);
                }
                paid
            }
            _ => false,
        }
    }

    /// Pays the generic part with whatever is left, the least useful first.
    fn pay_generic(&mut self, generic: u32) -> bool {
        let before = self.chosen.len();
        for _ in 0..generic {
            let Some(at) = self.candidates(Kinds::MAX, false).into_iter().next() else {
                while self.chosen.len() > before {
                    self.give_back();
                }
                return false;
            };
            self.take(at, Kinds::MAX);
        }
        true
    }

    /// Pieces that can pay for such a symbol: from the pool, from sources tapped anyway, from the least flexible sources.
    fn candidates(&self, kinds: Kinds, snow: bool) -> SmallVec<[usize; 16]> {
        let mut found: SmallVec<[(u32, usize); 16]> = SmallVec::new();
        let mut tried: SmallVec<[(Kinds, bool, u32); 8]> = SmallVec::new();
        for (at, piece) in self.available.pieces.iter().enumerate() {
            let fits = piece.kinds & kinds != 0 && (!snow || piece.snow);
            if !fits || !self.usable.get(at).copied().unwrap_or(false) {
                continue;
            }
            let rank = match piece.from {
                From::Pool(_) => 0,
                From::Source(source) => {
                    if self.excluded(source) {
                        continue;
                    }
                    let started = self.committed.get(source).is_some_and(|n| *n > 0);
                    let dear = self.available.sources.get(source).is_some_and(|s| s.dear);
                    match (started, dear) {
                        (true, _) => 0,
                        (false, false) => piece.kinds.count_ones(),
                        (false, true) => piece.kinds.count_ones().saturating_add(16),
                    }
                }
            };
            // Pieces that are alike need no second try.
            let single = !self.shares_source(at);
            if single && piece.rider.is_none() {
                if tried.contains(&(piece.kinds, piece.snow, rank)) {
                    continue;
                }
                tried.push((piece.kinds, piece.snow, rank));
            }
            found.push((rank, at));
        }
        // What may be spent on less is spent first.
        let free = |at: usize| {
            self.available
                .pieces
                .get(at)
                .is_none_or(|p| p.rider.is_none())
        };
        found.sort_by_key(|(rank, at)| (*rank, free(*at), *at));
        found.into_iter().map(|(_, at)| at).collect()
    }

    /// Whether the source of a piece gives other pieces, or its permanent has other abilities.
    fn shares_source(&self, at: usize) -> bool {
        let Some(From::Source(source)) = self.available.pieces.get(at).map(|p| p.from) else {
            return false;
        };
        let id = self.available.sources.get(source).map(|s| s.id);
        let neighbours = [at.wrapping_sub(1), at.saturating_add(1)];
        neighbours.iter().any(|n| {
            self.available.pieces.get(*n).is_some_and(|p| match p.from {
                From::Source(other) => self.available.sources.get(other).map(|s| s.id) == id,
                From::Pool(_) => false,
            })
        })
    }

    /// Whether another ability of the same permanent is used already.
    fn excluded(&self, source: usize) -> bool {
        let Some(id) = self.available.sources.get(source).map(|s| s.id) else {
            return true;
        };
        self.available
            .sources
            .iter()
            .zip(&self.committed)
            .enumerate()
            .any(|(other, (s, used))| other != source && s.id == id && *used > 0)
    }

    fn take(&mut self, at: usize, kinds: Kinds) {
        self.mark(at, false);
        self.chosen.push((at, kinds));
    }

    fn give_back(&mut self) {
        if let Some((at, _)) = self.chosen.pop() {
            self.mark(at, true);
        }
    }

    fn mark(&mut self, at: usize, free: bool) {
        if let Some(usable) = self.usable.get_mut(at) {
            *usable = free;
        }
        if let Some(From::Source(source)) = self.available.pieces.get(at).map(|p| p.from)
            && let Some(count) = self.committed.get_mut(source)
        {
            *count = if free {
                count.saturating_sub(1)
            } else {
                count.saturating_add(1)
            };
        }
    }

    /// The payment that was found.
    pub(super) fn into_plan(self) -> Plan {
        let mut plan = Plan {
            life: self.life,
            ..Plan::default()
        };
        for (at, kinds) in &self.chosen {
            let Some(piece) = self.available.pieces.get(*at) else {
                continue;
            };
            match piece.from {
                From::Pool(unit) => plan.spend.push(unit),
                From::Source(source) => {
                    let Some(source) = self.available.sources.get(source) else {
                        continue;
                    };
                    let wanted = piece.kinds & kinds;
                    let kind = ManaKind::ALL
                        .into_iter()
                        .find(|k| wanted & kind_bit(*k) != 0)
                        .unwrap_or(ManaKind::Colorless);
                    match plan.activate.iter_mut().find(|p| p.source == source.id) {
                        Some(planned) => planned.kinds.push(kind),
                        None => plan.activate.push(PlannedMana {
                            source: source.id,
                            ability: source.ability,
                            kinds: SmallVec::from_iter([kind]),
                            started: false,
                        }),
                    }
                }
            }
        }
        plan.spend.sort_unstable();
        plan
    }
}
