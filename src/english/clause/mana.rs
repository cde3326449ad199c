//! The mana that is produced instead (CR 106.12b).

use crate::english::words;
use crate::ir::statics::{InsteadOf, OtherMana, OtherType};
use crate::vocab::ManaKind;

/// "Twice as much of that mana instead", "{B} instead of any other type".
pub(super) fn instead(output: OtherMana) -> String {
    let (what, of) = match output {
        OtherMana::Times(2) => return "twice as much of that mana instead".into(),
        OtherMana::Times(n) => {
            let n = words::number(i64::from(n));
            return format!("{n} times as much of that mana instead");
        }
        OtherMana::Of { what, instead_of } => (what, instead_of),
    };
    let one = if of == InsteadOf::AnyTypeAndAmount {
        "one "
    } else {
        ""
    };
    let what = match what {
        OtherType::Kind(ManaKind::Colorless) if one.is_empty() => "colorless mana".into(),
        OtherType::Kind(kind) => format!("{{{}}}", kind.letter()),
        OtherType::AnyColor => format!("{one}mana of a color of your choice"),
        OtherType::ChosenColor => format!("{one}mana of the chosen color"),
    };
    let of = match of {
        InsteadOf::AnyType => "any other type".into(),
        InsteadOf::AnyTypeAndAmount => "any other type and amount".into(),
        InsteadOf::AnyColor => "any other color".into(),
        InsteadOf::Kind(ManaKind::Colored(color)) => format!("{} mana", color.word()),
        InsteadOf::Kind(ManaKind::Colorless) => "colorless mana".into(),
    };
    format!("{what} instead of {of}")
}
