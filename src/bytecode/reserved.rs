//! Keywords that change how spells are cast, how games are set up or how turns go, and that the engine does not play yet.

/// Their names in packs. A keyword may be declared with one, so that cards are read; they are refused as not executable.
pub const RESERVED: &[&str] = &[
    "assist",
    "aura swap",
    "awaken",
    "backup",
    "banding",
    "bargain",
    "bestow",
    "blitz",
    "casualty",
    "cipher",
    "cleave",
    "commander ninjutsu",
    "companion",
    "conspire",
    "craft",
    "daybound",
    "demonstrate",
    "disguise",
    "disturb",
    "dredge",
    "embalm",
    "emerge",
    "encore",
    "enlist",
    "epic",
    "eternalize",
    "forecast",
    "foretell",
    "freerunning",
    "gift",
    "gravestorm",
    "haunt",
    "impending",
    "increment",
    "mayhem",
    "melee",
    "miracle",
    "more than meets the eye",
    "multikicker",
    "mutate",
    "nightbound",
    "ninjutsu",
    "offspring",
    "overload",
    "partner with",
    "plot",
    "prototype",
    "prowl",
    "read ahead",
    "reconfigure",
    "replicate",
    "ripple",
    "saddle",
    "sneak",
    "solved",
    "soulbond",
    "space sculptor",
    "splice",
    "split second",
    "squad",
    "storm",
    "sunburst",
    "tiered",
    "toxic",
    "tribute",
    "ward",
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
