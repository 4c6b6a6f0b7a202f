//! Reads one position or algorithm from a line, including results of this program: the lines of JSON that `scramble`,
//! `solve`, `apply` and others print.
//!
//! Start at [`Printed::of`]. A scramble, or a result of `apply`, denotes a position. A solution denotes the position
//! that it leads to, which is solved if the solution is correct. `verify` reads the two parts separately.

use crate::exit::Failure;
use permutant::algorithm;
use permutant::model::Model;
use permutant::position::line_kind;
use permutant::position::{self, Position};
use permutant::puzzle::formats::kpuzzle;
use permutant::puzzle::moves::Turn;
use permutant::puzzle::state::State;
use serde_json::{Map, Value};
use std::path::Path;

/// Reads one position from a line; for a result of this program in JSON, the position that it leads to.
pub(crate) fn position(model: &Model, text: &str, faces: Option<&str>) -> Result<Position, Failure> {
    if let Some(result) = Printed::of(text) {
        return result.position(model);
    }
    position::read(model, text, faces).map_err(|fault| {
        let ends = Path::new(text).extension().is_some_and(|ending| ending.len() <= 8);
        let is_name =
            ends && !text.contains(char::is_whitespace) && fault.message.starts_with("unknown move");
        let failure = Failure::in_text("position", text, fault);
        if is_name { failure.help(format!("there is no file `{text}` either")) } else { failure }
    })
}

/// Reads an algorithm that is applied to a state; `origin` is the name of the text in messages. Positions are not
/// accepted.
pub(crate) fn turns(model: &Model, start: &State, origin: &str, text: &str) -> Result<Vec<Turn>, Failure> {
    line_kind::want_algorithm(model, text)
        .and_then(|()| algorithm::read_from(&model.puzzle, start, text))
        .map_err(|fault| Failure::in_text(origin, text, fault))
}

/// The position after an algorithm, and its turns. Positions are not accepted.
pub(crate) fn after(
    model: &Model,
    start: &State,
    origin: &str,
    text: &str,
) -> Result<(Position, Vec<Turn>), Failure> {
    line_kind::want_algorithm(model, text)
        .and_then(|()| position::after_text(model, start, text))
        .map_err(|fault| Failure::in_text(origin, text, fault))
}

/// A line of JSON that contains a result.
pub(crate) struct Printed(Map<String, Value>);

/// The keys of algorithms that solve the input.
const SOLUTIONS: [&str; 1] = ["solution"];

impl Printed {
    /// The result in a line; `None` for any other text, including KPuzzle patterns.
    pub(crate) fn of(text: &str) -> Option<Self> {
        if !text.trim_start().starts_with('{') {
            return None;
        }
        let Ok(Value::Object(map)) = serde_json::from_str(text) else { return None };
        let is_result =
            ["input", "scramble", "error"].iter().any(|&key| map.get(key).is_some_and(Value::is_string));
        is_result.then_some(Printed(map))
    }

    fn text(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.as_str()
    }

    /// The position in the input and the solution, if the result has both.
    pub(crate) fn solved(&self, model: &Model) -> Result<Option<(Position, &str)>, Failure> {
        self.check(model)?;
        let solution = SOLUTIONS.iter().find_map(|key| self.text(key));
        let Some((input, solution)) = self.text("input").zip(solution) else { return Ok(None) };
        // The input may itself have been a result.
        Ok(Some((position(model, input, None)?, solution)))
    }

    /// The position that it describes.
    pub(crate) fn position(&self, model: &Model) -> Result<Position, Failure> {
        if let Some((start, solution)) = self.solved(model)? {
            let (after, _) = after(model, &start.state, "solution", solution)?;
            return Ok(Position { goal: start.goal, ..after });
        }
        if let Some(scramble) = self.text("scramble") {
            let read = position::read_algorithm(model, scramble);
            return read.map_err(|fault| Failure::in_text("scramble", scramble, fault));
        }
        if let Some(pattern @ Value::Object(_)) = self.0.get("pattern") {
            let text = pattern.to_string();
            let read = kpuzzle::read_pattern(&text, model.puzzle.definition());
            return read.map(Position::new).map_err(|fault| Failure::in_text("pattern", &text, fault));
        }
        // An incomplete position has no pattern.
        if let Some(facelets) = self.text("facelets") {
            let read = position::read_facelets(model, facelets, None);
            return read.map_err(|fault| Failure::in_text("facelets", facelets, fault));
        }
        Err(Failure::bad_input("this result contains no position")
            .help("results of scramble, solve and apply contain one"))
    }

    /// Checks that it is not a failure and belongs to the same puzzle.
    fn check(&self, model: &Model) -> Result<(), Failure> {
        if let Some(error) = self.text("error") {
            return Err(Failure::bad_input(format!("the previous command found no answer: {error}")));
        }
        match self.text("puzzle") {
            Some(puzzle) if !puzzle.eq_ignore_ascii_case(model.puzzle.name()) => {
                Err(Failure::bad_input(format!("a result for {puzzle}, not for {}", model.puzzle.name())))
            }
            _ => Ok(()),
        }
    }
}
