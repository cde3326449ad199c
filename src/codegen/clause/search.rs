//! Code for searches (CR 701.23): in whose zones, for how much of what, with what was looked through kept for "the rest".

use crate::bytecode::{CodeId, Op};
use crate::codegen::{Emitted, emitter::Emitter};
use crate::ir::{Count, Filter, Noun, Quantifier, Quantity};
use crate::vocab::Zone;

impl Emitter<'_, '_> {
    /// "Search your library for a Forest card and a Plains card": one of each, if there is one and it is wanted (CR 701.23b).
    fn search_for_each(
        &mut self,
        who: &Noun,
        zones: &[Noun],
        parts: &[Noun],
        reveal: bool,
    ) -> Emitted {
        if *who != Noun::You {
            return Err("a search of others for several things".to_owned());
        }
        let mut filters = Vec::new();
        for part in parts {
            match part {
                Noun::Described {
                    quantifier: Quantifier::Choose(Count::One),
                    filter,
                } if !filter.predicates.is_empty() => filters.push(self.filter_code(filter)?),
                _ => {
                    return Err("a search for several things, one of them in any number".to_owned());
                }
            }
        }
        let outer = self.env.clone();
        let found = self.loop_registers();
        let one = found.saturating_add(2);
        self.actor();
        self.emit(Op::Search);
        self.emit(Op::Empty);
        self.emit(Op::Store(found));
        for filter in filters {
            self.actor();
            self.fitting_in(zones, filter)?;
            self.emit(Op::Load(found));
            self.emit(Op::Minus);
            self.emit(Op::Int(0));
            self.emit(Op::Int(1));
            self.emit(Op::Choose);
            self.emit(Op::Store(one));
            self.emit(Op::Load(found));
            self.emit(Op::Load(one));
            self.emit(Op::Union);
            self.emit(Op::Store(found));
        }
        if reveal {
            self.emit(Op::Load(found));
            self.emit(Op::Reveal);
        }
        self.emit(Op::Load(found));
        self.keep();
        self.leave(outer);
        Ok(())
    }

    /// "Search for all cards with that name": those in public zones are found, of those in hidden ones as many as the player likes
    /// (CR 701.23b).
    fn search_for_all(
        &mut self,
        who: &Noun,
        zones: &[Noun],
        filter: &Filter,
        reveal: bool,
    ) -> Emitted {
        if *who != Noun::You || reveal || filter.predicates.is_empty() {
            return Err("a search for all of something by others".to_owned());
        }
        let filter = self.filter_code(filter)?;
        let outer = self.env.clone();
        let found = self.loop_registers();
        self.actor();
        self.emit(Op::Search);
        let (public, hidden): (Vec<&Noun>, Vec<&Noun>) = zones
            .iter()
            .partition(|zone| matches!(zone, Noun::Zone(Zone::Graveyard, _)));
        self.fitting_in(public, filter)?;
        self.emit(Op::Store(found));
        self.emit(Op::Load(found));
        self.actor();
        self.fitting_in(hidden, filter)?;
        self.emit(Op::Int(0));
        self.emit(Op::Int(i32::MAX));
        self.emit(Op::Choose);
        self.emit(Op::Union);
        self.emit(Op::Store(0));
        self.leave(outer);
        self.emit(Op::Load(0));
        self.keep();
        Ok(())
    }

    /// "Search your library and/or graveyard": whether the library is among them is chosen first, and it is shuffled if it is.
    pub(in crate::codegen) fn search_some(
        &mut self,
        who: &Noun,
        zones: &[Noun],
        what: &Noun,
        reveal: bool,
    ) -> Emitted {
        let library = |zone: &&Noun| matches!(zone, Noun::Zone(Zone::Library, _));
        let others: Vec<Noun> = zones.iter().filter(|z| !library(z)).cloned().collect();
        let Noun::Described {
            quantifier: Quantifier::Choose(Count::One),
            filter,
        } = what
        else {
            return Err("a search of some zones for several things".to_owned());
        };
        if *who != Noun::You || others.len() == zones.len() || filter.predicates.is_empty() {
            return Err("a search of some zones by others".to_owned());
        }
        let filter = self.filter_code(filter)?;
        let outer = self.env.clone();
        let found = self.loop_registers();
        self.may(who)?;
        let spared = self.jump(Op::JumpUnless);
        self.actor();
        self.emit(Op::Search);
        self.choose_found(zones, filter, found)?;
        self.player(who)?;
        self.emit(Op::Shuffle);
        let done = self.jump(Op::Jump);
        self.land(spared);
        self.choose_found(&others, filter, found)?;
        self.land(done);
        if reveal {
            self.emit(Op::Load(found));
            self.emit(Op::Reveal);
        }
        self.emit(Op::Load(found));
        self.leave(outer);
        self.keep();
        Ok(())
    }

    /// Emits the cards of some zones that fit. `[] -> [Set]`
    fn fitting_in<'z>(
        &mut self,
        zones: impl IntoIterator<Item = &'z Noun>,
        filter: CodeId,
    ) -> Emitted {
        self.emit(Op::Empty);
        for zone in zones {
            self.noun(zone)?;
            self.emit(Op::Union);
        }
        self.emit(Op::Filter(filter));
        Ok(())
    }

    /// Up to one card of some zones that fits, kept in a register.
    fn choose_found(&mut self, zones: &[Noun], filter: CodeId, found: u8) -> Emitted {
        self.actor();
        self.fitting_in(zones, filter)?;
        self.emit(Op::Int(0));
        self.emit(Op::Int(1));
        self.emit(Op::Choose);
        self.emit(Op::Store(found));
        Ok(())
    }

    pub(in crate::codegen) fn search(
        &mut self,
        who: &Noun,
        zones: &[Noun],
        what: &Noun,
        reveal: bool,
    ) -> Emitted {
        if let Noun::All(parts) = what {
            return self.search_for_each(who, zones, parts, reveal);
        }
        if let Noun::Described {
            quantifier: Quantifier::All,
            filter,
        } = what
        {
            return self.search_for_all(who, zones, filter, reveal);
        }
        let Noun::Described {
            quantifier: Quantifier::Choose(count),
            filter,
        } = what
        else {
            return Err("a search for something that isn't chosen".to_owned());
        };
        let most = match count {
            Count::One => Quantity::Number(1),
            Count::Exactly(n) | Count::UpTo(n) => n.clone(),
            Count::Range(_, most) => Quantity::Number(i64::from(*most)),
            Count::AnyNumber | Count::OneOrMore => Quantity::Number(i64::from(i32::MAX)),
        };
        // CR 701.23b: cards with a stated quality need not be found. CR 701.23d: a mere number of cards must be.
        let least = match count {
            Count::One | Count::Exactly(_) if filter.predicates.is_empty() => most.clone(),
            Count::OneOrMore if filter.predicates.is_empty() => Quantity::Number(1),
            _ => Quantity::Number(0),
        };
        let filter = self.filter_code(filter)?;
        let find = |emitter: &mut Self| -> Emitted {
            emitter.actor();
            emitter.emit(Op::Search);
            emitter.actor();
            emitter.fitting_in(zones, filter)?;
            emitter.quantity(&least)?;
            emitter.quantity(&most)?;
            emitter.emit(Op::Choose);
            Ok(())
        };
        if *who == Noun::You {
            find(self)?;
            self.emit(Op::Store(0));
        } else {
            // Each of them in turn order (CR 101.4).
            let outer = self.env.clone();
            let all = self.loop_registers();
            let one = all.saturating_add(2);
            self.emit(Op::Empty);
            self.emit(Op::Store(all));
            self.each_player(who, |emitter| {
                find(emitter)?;
                emitter.emit(Op::Store(one));
                emitter.emit(Op::Load(all));
                emitter.emit(Op::Load(one));
                emitter.emit(Op::Union);
                emitter.emit(Op::Store(all));
                Ok(())
            })?;
            self.leave(outer);
            self.emit(Op::Load(all));
            self.emit(Op::Store(0));
        }
        if reveal {
            let env = self.env.clone();
            let found = self.loop_registers();
            self.emit(Op::Load(0));
            self.emit(Op::Store(found));
            self.emit(Op::Load(found));
            self.emit(Op::Reveal);
            self.emit(Op::Load(found));
            self.emit(Op::Store(0));
            self.env = env;
        }
        self.emit(Op::Load(0));
        self.keep();
        Ok(())
    }
}
