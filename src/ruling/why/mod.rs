//! Explanations of a state in the middle of a ruling: why a permanent is what it is, why an action is illegal, why an ability
//! did or did not trigger.

mod probe;
mod table;

pub use probe::Probe;
pub use table::size_notes;

use super::expect;
use super::names::{Names, Seek};
use super::play::{self, Play, Ran};
use super::report::Failure;
use super::script::{Deed, Doing, Mention, Ruling};
use crate::bytecode::Program;
use crate::diag::Code;
use crate::game::{Choice, Entity, Game};
use crate::source::Span;
use std::fmt::Write;

/// What kind of question is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asks {
    /// Why a permanent is what it is.
    Permanent,
    /// Why an action is illegal.
    Action,
    /// Why an ability did or did not trigger.
    Trigger,
}

/// A question about a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    /// Why something is what it is.
    Permanent(Mention),
    /// Whether an action is legal, and if not, why.
    Action(Doing),
    /// Which events the triggered abilities of something looked at.
    Trigger(Mention),
}

/// The answer to a question about a ruling after so many of its steps.
///
/// # Errors
/// The given state could not be set up, or what is asked about is not there.
pub fn answer(
    ruling: &Ruling,
    program: &Program,
    steps: usize,
    question: &Question,
    span: Span,
) -> Ran<String> {
    let probe = match question {
        Question::Trigger(mention) => Some(Probe::new(mention.clone())),
        _ => None,
    };
    let (mut play, failure) = play::until(ruling, program, steps, probe)?;
    crate::engine::layers::refresh(&mut play.game, program);
    let mut out = String::new();
    if let Some(failure) = failure {
        let _ = writeln!(out, "the ruling stops here: {}", failure.message);
        if !failure.found.is_empty() {
            let _ = writeln!(out, "  {}", failure.found);
        }
        out.push('\n');
    }
    let _ = writeln!(out, "{}\n", moment(&play));
    match question {
        Question::Permanent(mention) => {
            let id = play
                .names
                .object(mention, Seek::InPlay, &play.game, program)
                .map_err(|why| unknown(mention.span, why))?;
            out.push_str(&table::text(&play, id, span)?);
        }
        Question::Action(doing) => match expect::legality(&play, doing, span)? {
            None => out.push_str("it is legal\n"),
            Some(why) => {
                let _ = writeln!(out, "it is illegal (CR {}): {}", why.rule, why.reason);
                out.push_str(&about_the_actor(&play, doing));
            }
        },
        Question::Trigger(mention) => {
            let name = mention_text(&play, mention);
            match play.probe.take() {
                Some(probe) => out.push_str(&probe.text(&name, program)),
                None => out.push_str("nothing was watched\n"),
            }
        }
    }
    Ok(out)
}

fn unknown(span: Span, why: String) -> Box<Failure> {
    Box::new(Failure::new(Code::UnknownName, span, why))
}

fn mention_text(play: &Play<'_>, mention: &Mention) -> String {
    let found = play
        .names
        .resolve(mention, Seek::InPlay, &play.game, play.program);
    found.map_or_else(
        |_| "it".to_owned(),
        |found| play.names.list(&found, &play.game, play.program),
    )
}

/// Whose turn it is, and which step.
fn step_of(game: &Game, names: &Names, program: &Program) -> String {
    let active = names.of(Entity::Player(game.turn.active), game, program);
    let whose = if active == "you" {
        "your".to_owned()
    } else {
        format!("{active}'s")
    };
    format!("{whose} {}", game.turn.step.words())
}

/// When it is, who has priority, and what is on the stack.
fn moment(play: &Play<'_>) -> String {
    let game = &play.game;
    let mut text = step_of(game, &play.names, play.program);
    match &game.decision {
        Some(decision) if decision.choice == Choice::Priority => {
            let who = play.called(Entity::Player(decision.player));
            let verb = if who == "you" { "have" } else { "has" };
            let _ = write!(text, "; {who} {verb} priority");
        }
        Some(decision) => {
            let _ = write!(text, "; {}", play.question(decision));
        }
        None => text.push_str("; nobody is asked anything"),
    }
    let stack: Vec<Entity> = game
        .stack
        .iter()
        .rev()
        .map(|item| Entity::Object(item.object))
        .collect();
    if stack.is_empty() {
        text.push_str("; the stack is empty");
    } else {
        let names: Vec<String> = stack.iter().map(|e| play.called(*e)).collect();
        let _ = write!(text, "; on the stack, top first: {}", names.join(", "));
    }
    text
}

/// What is known about the object of an action that is illegal: where it is, and in which state.
fn about_the_actor(play: &Play<'_>, doing: &Doing) -> String {
    let (mention, seek) = match &doing.deed {
        Deed::Cast(mention, _) | Deed::Play(mention) => (mention, Seek::ToPlay),
        Deed::Activate(mention, _)
        | Deed::TurnUp(mention)
        | Deed::Attack(mention, _)
        | Deed::Block(mention, _) => (mention, Seek::InPlay),
        Deed::Concede => return String::new(),
    };
    let Ok(id) = play.names.object(mention, seek, &play.game, play.program) else {
        return String::new();
    };
    let name = play.called(Entity::Object(id));
    format!("  {name}: {}\n", table::state(play, id))
}
