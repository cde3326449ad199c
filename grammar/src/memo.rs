//! The memo: what a rule read at a position, so that no alternative reads it again (packrat parsing).

use crate::tree::Entry;

/// What is remembered of a rule at a position.
#[derive(Debug, Clone, Copy)]
pub enum Seen {
    /// It does not match.
    Failed,
    /// It matches up to `end`. It was read in a look-ahead or inside a word, so its entries are not known.
    Ahead { end: u32 },
    /// It matches up to `end`; its entries are kept.
    Matched { end: u32, from: u32, count: u32 },
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    key: u32,
    epoch: u32,
    seen: Seen,
}

const UNUSED: Slot = Slot {
    key: 0,
    epoch: 0,
    seen: Seen::Failed,
};

/// Slots for a short text; there are more for a long one.
const LEAST_BITS: u32 = 12;
/// A text of this many bytes has all the slots it can get.
const MOST_BITS: u32 = 16;
const PROBES: usize = 8;
/// Entries are copied for each rule around them; beyond this many, matches are read again and not remembered.
const MOST_ENTRIES: usize = 1 << 18;

/// A small hash table that is emptied by counting up an epoch. A full neighbourhood overwrites: a memo may forget.
#[derive(Debug, Default)]
pub struct Memo {
    slots: Vec<Slot>,
    bits: u32,
    epoch: u32,
    entries: Vec<Entry>,
}

impl Memo {
    /// Forgets everything, and makes room for a text of some bytes.
    pub fn clear(&mut self, length: usize) {
        self.entries.clear();
        self.bits = (usize::BITS - length.leading_zeros())
            .saturating_add(4)
            .clamp(LEAST_BITS, MOST_BITS);
        let wanted = 1 << self.bits;
        if self.slots.len() < wanted {
            self.slots.resize(wanted, UNUSED);
        }
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.slots.fill(UNUSED);
            self.epoch = 1;
        }
    }

    /// The places where a key can be.
    fn places(&self, key: u32) -> impl Iterator<Item = usize> + use<> {
        let start = (key.wrapping_mul(0x9e37_79b9) >> (32 - self.bits)) as usize;
        let mask = (1 << self.bits) - 1;
        (0..PROBES).map(move |probe| (start + probe) & mask)
    }

    /// What is remembered under the key.
    pub fn get(&self, key: u32) -> Option<Seen> {
        for place in self.places(key) {
            let slot = self.slots.get(place)?;
            if slot.epoch != self.epoch {
                return None;
            }
            if slot.key == key {
                return Some(slot.seen);
            }
        }
        None
    }

    /// Remembers what was seen.
    pub fn put(&mut self, key: u32, seen: Seen) {
        let free = self.places(key).find(|place| {
            self.slots
                .get(*place)
                .is_some_and(|slot| slot.epoch != self.epoch || slot.key == key)
        });
        let place = free.or_else(|| self.places(key).next()).unwrap_or_default();
        if let Some(slot) = self.slots.get_mut(place) {
            *slot = Slot {
                key,
                epoch: self.epoch,
                seen,
            };
        }
    }

    /// Remembers a match with its entries, whose offsets are absolute.
    pub fn put_match(&mut self, key: u32, end: u32, entries: &[Entry]) {
        if self.entries.len().saturating_add(entries.len()) > MOST_ENTRIES {
            return;
        }
        let from = self.entries.len() as u32;
        self.entries.extend_from_slice(entries);
        self.put(
            key,
            Seen::Matched {
                end,
                from,
                count: entries.len() as u32,
            },
        );
    }

    /// The kept entries of a match.
    pub fn entries(&self, from: u32, count: u32) -> &[Entry] {
        self.entries
            .get(from as usize..(from as usize).saturating_add(count as usize))
            .unwrap_or_default()
    }
}
