//! Cards of card files are served when something names them: what stands in the way of others is nobody's concern.

use super::is_card_file;
use crate::diag::Sink;
use crate::pack::Pack;
use crate::source::Span;
use crate::syntax::{Item, Mentions};
use crate::vocab::Name;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Keeps of card files only the cards that rulings of the packs name, and what was said of those. The names of the others
/// stay known. If only card files are asked for, all stay.
pub fn serve_named(packs: &mut [Pack], asked: &[PathBuf], sink: &mut Sink) {
    if asked.iter().all(|path| is_card_file(path)) {
        return;
    }
    let items = packs.iter().flat_map(|pack| &pack.items);
    let mut mentions = Mentions::of(items.filter_map(|item| match item {
        Item::Ruling(ruling) => Some(ruling),
        _ => None,
    }));
    let own = |names: BTreeSet<&str>| -> BTreeSet<String> {
        names.into_iter().map(str::to_owned).collect()
    };
    let full = own(mentions.take(card_names(packs)));
    // What a card is called for short, unless it is said in full.
    let short = |name: &str| name.split_once(',').map(|(short, _)| short.to_owned());
    let taken = |short: &str| {
        let rest = full.iter().filter_map(|name| name.strip_prefix(short));
        rest.into_iter().any(|rest| rest.starts_with([',', ' ']))
    };
    let mut names: BTreeSet<String> = card_names(packs).filter_map(short).collect();
    names.retain(|name| !taken(name));
    let brief = own(mentions.take(names.iter().map(String::as_str)));
    serve(packs, sink, |name| {
        full.contains(name) || short(name).is_some_and(|short| brief.contains(&short))
    });
}

/// Keeps of card files only the cards that are wanted by a name of theirs, and what was said of those. A card that a pack
/// declares is that of the pack. The names of the others stay known.
pub fn serve(packs: &mut [Pack], sink: &mut Sink, wanted: impl Fn(&str) -> bool) {
    let of_packs = packs.iter().filter(|pack| !is_card_file(&pack.path));
    let declared: BTreeSet<Name> = of_packs
        .flat_map(|pack| &pack.items)
        .flat_map(names)
        .cloned()
        .collect();
    let mut left_out: Vec<Span> = Vec::new();
    for pack in packs.iter_mut().filter(|pack| is_card_file(&pack.path)) {
        let (items, known) = (&mut pack.items, &mut pack.known);
        items.retain(|item| {
            let Item::Card(card) = item else { return true };
            let keep = names(item).any(|name| wanted(name) && !declared.contains(name));
            if !keep {
                left_out.push(card.span);
                known.extend(
                    names(item)
                        .filter(|name| !declared.contains(*name))
                        .cloned(),
                );
            }
            keep
        });
    }
    left_out.sort();
    sink.retain(|place| {
        let at = left_out.partition_point(|card| card <= &place);
        let before = at.checked_sub(1).and_then(|at| left_out.get(at));
        !before.is_some_and(|card| card.holds(place))
    });
}

fn card_names(packs: &[Pack]) -> impl Iterator<Item = &str> {
    let items = packs.iter().flat_map(|pack| &pack.items);
    items.flat_map(names).map(Name::as_str)
}

/// The names of the faces of a card.
fn names(item: &Item) -> impl Iterator<Item = &Name> {
    let faces = match item {
        Item::Card(card) => card.faces.as_slice(),
        _ => &[],
    };
    faces.iter().map(|face| &face.name.value)
}
