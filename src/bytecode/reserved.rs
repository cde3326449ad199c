//! Keywords that change how spells are cast, how games are set up or how turns go, and that the engine does not play yet.

/// Their names in packs. A keyword may be declared with one, so that cards are read; they are refused as not executable.
pub const RESERVED: &[&str] = &[
    "aura swap",
    "backup",
    "cipher",
    "cleave",
    "companion",
    "craft",
    "daybound",
    "disturb",
    "enlist",
    "epic",
    "forecast",
    "freerunning",
    "gift",
    "gravestorm",
    "haunt",
    "increment",
    "mayhem",
    "melee",
    "more than meets the eye",
    "nightbound",
    "plot",
    "prototype",
    "read ahead",
    "saddle",
    "sneak",
    "solved",
    "soulbond",
    "space sculptor",
    "tiered",
    "tribute",
    "warp",
    "web-slinging",
];

#[cfg(test)]
mod tests {
    use super::RESERVED;
    use crate::bytecode::Primitive;

    #[test]
    fn what_is_played_is_not_reserved() {
        assert!(RESERVED.is_sorted());
        assert!(RESERVED.iter().all(|name| Primitive::named(name).is_none()));
    }
}
