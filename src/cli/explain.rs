//! `explain`.

use super::Exit;
use crate::diag::{Code, nearest};

/// Prints what a code means, or the list of all codes.
pub fn run(code: Option<&str>) -> Exit {
    let Some(wanted) = code else {
        for code in Code::ALL {
            println!("{code}  {}", code.explanation().title);
        }
        return Exit::Fine;
    };
    if let Some(code) = Code::named(wanted) {
        let explanation = code.explanation();
        println!("{code}: {}\n\n{}", explanation.title, explanation.text);
        return Exit::Fine;
    }
    let near = nearest(wanted, Code::ALL.iter().map(|code| code.name()));
    let hint = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
    eprintln!("`{wanted}` is not a code of a diagnostic{hint}");
    Exit::Usage
}
