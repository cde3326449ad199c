//! A hash of what matters of a state, to find that it recurs (CR 104.4b, 732).
//!
//! A loop makes new objects all the time: each triggered ability on the stack is one. So objects count by when they first
//! occur in the state, not by their ids: the state is written down by its own serialisation, with each id replaced by the
//! number of its first occurrence, then the records of the objects that occurred. Timestamps are left out, as lists are in
//! their order.

use crate::game::{Game, ObjectId};
use serde::ser::{self, Serialize};
use std::collections::BTreeMap;
use std::hash::Hasher;

/// Whether life totals count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Totals {
    /// They do: only the very same state recurs (CR 104.4b).
    Count,
    /// They don't: the same actions are repeated, with another result each time (CR 732.1).
    Ignore,
}

/// The hash of a state.
#[must_use]
pub fn hash(game: &Game, totals: Totals) -> u64 {
    let mut writer = Writer::default();
    for player in &game.players {
        writer.put(&(&player.library, &player.hand, &player.graveyard));
        writer.put(&(&player.mana, player.in_game, player.lands_played));
    }
    if totals == Totals::Count {
        writer.put(&game.teams);
    }
    writer.put(&(&game.battlefield, &game.exile, &game.command));
    writer.put(&(&game.stack, &game.turn, &game.combat));
    writer.put(&(&game.effects, &game.delayed, &game.waiting));
    writer.put(&(&game.counters, &game.linked, &game.chosen, &game.random));
    // Records may name further objects, which are written after them.
    let mut next = 0;
    while let Some(id) = writer.order.get(next).copied() {
        if let Some(object) = game.object(ObjectId(id)) {
            let mut record = *object;
            record.became = None;
            record.beside = None;
            writer.put(&record);
        }
        next = next.saturating_add(1);
    }
    writer.hasher.finish()
}

/// Hashes what is serialised to it.
#[derive(Default)]
struct Writer {
    hasher: rustc_hash::FxHasher,
    numbers: BTreeMap<u32, u32>,
    order: Vec<u32>,
    /// The number that comes next is an object's id, or a timestamp.
    next: Next,
}

#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Next {
    #[default]
    Plain,
    Object,
    Nothing,
}

impl Writer {
    fn put<T: Serialize>(&mut self, value: &T) {
        // Serialising to a hash cannot fail.
        let _ = value.serialize(&mut *self);
    }

    fn number(&mut self, value: u64) {
        match std::mem::take(&mut self.next) {
            Next::Plain => self.hasher.write_u64(value),
            Next::Nothing => {}
            Next::Object => {
                let id = u32::try_from(value).unwrap_or(u32::MAX);
                let fresh = u32::try_from(self.order.len()).unwrap_or(u32::MAX);
                let number = *self.numbers.entry(id).or_insert(fresh);
                if number == fresh {
                    self.order.push(id);
                }
                self.hasher.write_u32(number);
            }
        }
    }
}

/// Serialising to a hash never fails; the type is needed all the same.
#[derive(Debug)]
struct Never;

impl std::fmt::Display for Never {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a state could not be hashed")
    }
}

impl std::error::Error for Never {}

impl ser::Error for Never {
    fn custom<T: std::fmt::Display>(_: T) -> Self {
        Self
    }
}

macro_rules! numbers {
    ($($name:ident: $type:ty),+ $(,)?) => {
        $(fn $name(self, v: $type) -> Result<(), Never> {
            self.number(v as u64);
            Ok(())
        })+
    };
}

impl ser::Serializer for &mut Writer {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    numbers! {
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_char: char,
    }

    fn serialize_f32(self, v: f32) -> Result<(), Never> {
        self.number(u64::from(v.to_bits()));
        Ok(())
    }
    fn serialize_f64(self, v: f64) -> Result<(), Never> {
        self.number(v.to_bits());
        Ok(())
    }
    fn serialize_str(self, v: &str) -> Result<(), Never> {
        self.serialize_bytes(v.as_bytes())
    }
    fn serialize_bytes(self, v: &[u8]) -> Result<(), Never> {
        self.hasher.write(v);
        self.hasher.write_usize(v.len());
        Ok(())
    }
    fn serialize_none(self) -> Result<(), Never> {
        self.hasher.write_u8(0);
        Ok(())
    }
    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<(), Never> {
        self.hasher.write_u8(1);
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<(), Never> {
        Ok(())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Never> {
        Ok(())
    }
    fn serialize_unit_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
    ) -> Result<(), Never> {
        self.hasher.write_u32(index);
        Ok(())
    }
    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        self.next = match name {
            "ObjectId" => Next::Object,
            "Timestamp" => Next::Nothing,
            _ => Next::Plain,
        };
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        self.hasher.write_u32(index);
        value.serialize(self)
    }
    fn serialize_seq(self, length: Option<usize>) -> Result<Self, Never> {
        self.hasher.write_usize(length.unwrap_or(0));
        Ok(self)
    }
    fn serialize_tuple(self, _: usize) -> Result<Self, Never> {
        Ok(self)
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Never> {
        Ok(self)
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Never> {
        self.hasher.write_u32(index);
        Ok(self)
    }
    fn serialize_map(self, length: Option<usize>) -> Result<Self, Never> {
        self.hasher.write_usize(length.unwrap_or(0));
        Ok(self)
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Never> {
        Ok(self)
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Never> {
        self.hasher.write_u32(index);
        Ok(self)
    }
}

macro_rules! elements {
    ($($trait:ident :: $method:ident),+ $(,)?) => {
        $(impl ser::$trait for &mut Writer {
            type Ok = ();
            type Error = Never;
            fn $method<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), Never> {
                value.serialize(&mut **self)
            }
            fn end(self) -> Result<(), Never> {
                Ok(())
            }
        })+
    };
}

elements! {
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field,
}

macro_rules! fields {
    ($($trait:ident),+ $(,)?) => {
        $(impl ser::$trait for &mut Writer {
            type Ok = ();
            type Error = Never;
            fn serialize_field<T: ?Sized + Serialize>(&mut self, _: &'static str, value: &T) -> Result<(), Never> {
                value.serialize(&mut **self)
            }
            fn end(self) -> Result<(), Never> {
                Ok(())
            }
        })+
    };
}

fields! { SerializeStruct, SerializeStructVariant }

impl ser::SerializeMap for &mut Writer {
    type Ok = ();
    type Error = Never;
    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<(), Never> {
        key.serialize(&mut **self)
    }
    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), Never> {
        value.serialize(&mut **self)
    }
    fn end(self) -> Result<(), Never> {
        Ok(())
    }
}
