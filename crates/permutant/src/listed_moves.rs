//! Puzzles made of lists: each move a permutation of points, as in collections of data.
//!
//! Start at [`model`]. The puzzle has one set of pieces, [`SET`], without orientations.

use crate::algorithm;
use crate::model::Model;
use permutant_puzzle::definition::{Action, Alias, Definition, Generator, Role};
use permutant_puzzle::diagnostic::Diagnostic;
use permutant_puzzle::formats::puzzle_set::{self, Contents, ListedPuzzle};
use permutant_puzzle::orbit::Orbit;
use permutant_puzzle::puzzle_error::PuzzleError;
use permutant_puzzle::state::{OrbitState, State};
use permutant_puzzle::transformation::{OrbitTransformation, Transformation};
use std::collections::HashMap;

/// The name of the set of pieces.
pub const SET: &str = "POINTS";

/// How the list of a move is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// After the move, point i holds what was at the point of entry i.
    ReplacedBy,
    /// The content of point i goes to the point of entry i.
    MovedTo,
}

/// The reason why lists are not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ListError {
    /// There is no list.
    #[error("a puzzle has at least one move")]
    NoMoves,
    /// There are too few or too many points.
    #[error("{0} points; expected 1 to 65535")]
    Points(usize),
    /// The solved puzzle has another number of points than the first move.
    #[error("{labels} labels for {points} points")]
    Labels {
        /// The points of the solved puzzle.
        labels: usize,
        /// The points of the move.
        points: usize,
    },
    /// A list is not a permutation of the points.
    #[error("the move '{name}': {reason}")]
    Move {
        /// The name of the move.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The moves are not a puzzle.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// The name of a move cannot be read in algorithms.
    #[error(
        "'{0}' cannot be the name of a move in algorithms; begin it with a letter, and use letters, digits and _"
    )]
    Name(String),
}

/// A state of a puzzle made of lists: its piece by point.
pub fn state(pieces: Vec<u16>) -> State {
    let count = pieces.len();
    State { orbits: vec![OrbitState { pieces, orientations: vec![0; count], moduli: vec![1; count] }] }
}

/// The puzzle with these moves and this piece by point when it is solved; points with the same piece look the same. A move that is the
/// inverse of an earlier one is that move backwards; its name can be read, if algorithms can contain it. O(points · moves).
///
/// ```
/// use permutant::listed_moves::{self, Reading};
///
/// let moves = [("l".into(), vec![1, 2, 0, 3]), ("r".into(), vec![0, 2, 3, 1])];
/// let model = listed_moves::model("custom", &moves, vec![0, 1, 2, 3], Reading::ReplacedBy)?;
/// assert_eq!(model.puzzle.generators().count(), 2);
/// # Ok::<(), listed_moves::ListError>(())
/// ```
///
/// # Errors
///
/// If a list is not a permutation of the same points, or a name cannot occur in algorithms.
pub fn model(
    name: &str,
    moves: &[(String, Vec<u16>)],
    solved: Vec<u16>,
    reading: Reading,
) -> Result<Model, ListError> {
    let (_, first) = moves.first().ok_or(ListError::NoMoves)?;
    let points = first.len();
    let count = u16::try_from(points).ok().filter(|&points| points > 0).ok_or(ListError::Points(points))?;
    if solved.len() != points {
        return Err(ListError::Labels { labels: solved.len(), points });
    }
    let orbit = Orbit { name: SET.into(), pieces: count, orientations: 1 };
    let mut definition = Definition::new(name, vec![orbit]);
    definition.solved = state(solved);
    let mut known: HashMap<Vec<u16>, &str> = HashMap::new();
    for (name, list) in moves {
        let part = OrbitTransformation::new(&definition.orbits[0], list.clone(), vec![0; list.len()]);
        let part = part.map_err(|fault| ListError::Move { name: name.clone(), reason: fault.to_string() })?;
        let whole = Transformation::from_parts([(0, part)]);
        let whole = if reading == Reading::MovedTo { whole.inverse() } else { whole };
        let images = |whole: &Transformation| -> Vec<u16> {
            let solved = State::identity(&definition.orbits).after(whole);
            solved.orbits.into_iter().flat_map(|orbit| orbit.pieces).collect()
        };
        let (forwards, backwards) = (images(&whole), images(&whole.inverse()));
        match known.get(&backwards).map(|earlier| format!("{earlier}'")) {
            // Algorithms can say that without a name.
            Some(stands_for) if stands_for == *name => continue,
            Some(stands_for) if forwards != backwards => {
                definition.aliases.push(Alias { name: name.clone(), stands_for });
                continue;
            }
            _ => {}
        }
        known.insert(forwards, name);
        definition.generators.push(Generator {
            name: name.clone(),
            role: Role::Turn,
            action: Action::Given(whole),
        });
    }
    let model = Model::from_definition(definition)?;
    for base in model.puzzle.generators() {
        let is_read = algorithm::read(&model.puzzle, &base.name).is_ok_and(
            |turns| matches!(&turns[..], [turn] if turn.base().name == base.name && turn.amount() == 1),
        );
        if !is_read {
            return Err(ListError::Name(base.name.clone()));
        }
    }
    Ok(model)
}

/// Labels, of which fewer than 65 536 differ, numbered from 0 as they occur, and the numbers.
pub(crate) fn numbered(labels: &[String]) -> (Vec<u16>, HashMap<&str, u16>) {
    let mut numbers: HashMap<&str, u16> = HashMap::new();
    let mut found = Vec::with_capacity(labels.len());
    for label in labels {
        let next = numbers.len() as u16;
        found.push(*numbers.entry(label).or_insert(next));
    }
    (found, numbers)
}

/// Labels that are numbers of points, as they are: positions are written with them.
fn as_numbers(labels: &[String]) -> Option<Vec<u16>> {
    let number = |label: &String| label.parse().ok().filter(|&number| usize::from(number) < labels.len());
    labels.iter().map(number).collect()
}

/// Whether a text is meant as a puzzle made of lists, which [`read`] reads: a JSON object that has moves and labels, but no orbits.
pub fn is_meant(text: &str) -> bool {
    let has = |key: &str| text.contains(&format!("\"{key}\""));
    text.trim_start_matches('\u{feff}').trim_start().starts_with('{')
        && !has("orbits")
        && ["generators", "allowed_moves", "central_state"].into_iter().any(has)
}

/// Reads a JSON object with `name`, `central_state` and `generators`, as the challenges of CayleyPy publish them.
///
/// # Errors
///
/// The place in the text and what is wrong there.
pub fn read(text: &str) -> Result<Model, Diagnostic> {
    let nothing = |message: String| Diagnostic::new(0..text.len().min(1), message);
    let Contents::Puzzles(puzzles) = puzzle_set::read(text)? else {
        return Err(nothing("this is no definition of a puzzle".into()));
    };
    let [ListedPuzzle { name, moves, solved: Some(labels) }] = &puzzles[..] else {
        return Err(nothing("the puzzle has no solved state".into()).expected("the key central_state"));
    };
    let solved = as_numbers(labels).unwrap_or_else(|| numbered(labels).0);
    model(name, moves, solved, Reading::ReplacedBy).map_err(|fault| nothing(fault.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_are_inverse_to_each_other() {
        let cycle = [("a".to_string(), vec![1, 2, 0])];
        let pieces = |reading| {
            let model = model("three", &cycle, vec![0, 1, 2], reading).unwrap();
            let turns = algorithm::read(&model.puzzle, "a").unwrap();
            let mut state = model.puzzle.solved().clone();
            turns[0].make(&mut state);
            state.orbits[0].pieces.clone()
        };
        assert_eq!(pieces(Reading::ReplacedBy), [1, 2, 0]);
        assert_eq!(pieces(Reading::MovedTo), [2, 0, 1]);
    }

    #[test]
    fn an_inverse_is_no_further_move() {
        let moves = [
            ("a".to_string(), vec![1, 2, 0]),
            ("a'".to_string(), vec![2, 0, 1]),
            ("back".to_string(), vec![2, 0, 1]),
        ];
        let model = model("three", &moves, vec![0, 1, 2], Reading::ReplacedBy).unwrap();
        assert_eq!(model.puzzle.generators().count(), 1);
        let state = |text| crate::position::read(&model, text, None).unwrap();
        assert_eq!(state("back"), state("a'"));
    }

    #[test]
    fn definitions_as_json_are_read() {
        let text = r#"{"name": "three", "central_state": ["x", "y", "x"],
            "generators": {"a": [1, 2, 0], "-a": [2, 0, 1]}}"#;
        assert!(is_meant(text) && !is_meant(&text.replace("name", "orbits")));
        let model = read(text).unwrap();
        assert_eq!(model.puzzle.generators().count(), 1);
        assert_eq!(model.puzzle.solved(), &state(vec![0, 1, 0]));
        let wrong = text.replace("[2, 0, 1]", "[1, 2, 0]");
        let fault = read(&wrong).unwrap_err();
        assert_eq!(
            fault.to_string().lines().next(),
            Some("-a is not the inverse of a: expected the list of a backwards, or another name")
        );
        assert!(wrong[fault.span.start..].starts_with("[1, 2, 0]}"));
    }

    #[test]
    fn numbers_of_the_solved_state_are_those_of_positions() {
        for labels in [[1u16, 0, 0, 1], [1, 0, 2, 3]] {
            let text = format!(
                r#"{{"name": "four", "central_state": {labels:?}, "generators": {{"a": [1, 2, 3, 0]}}}}"#
            );
            let model = read(&text).unwrap();
            let held = crate::position::read(&model, &labels.map(|label| label.to_string()).join(" "), None);
            assert_eq!(
                (model.puzzle.solved(), &held.unwrap().state),
                (&state(labels.to_vec()), &state(labels.to_vec()))
            );
        }
    }

    #[test]
    fn what_is_no_puzzle_is_refused() {
        let made = |moves: &[(&str, &[u16])], solved: &[u16]| {
            let moves: Vec<_> = moves.iter().map(|(name, list)| (name.to_string(), list.to_vec())).collect();
            model("custom", &moves, solved.to_vec(), Reading::ReplacedBy).map(|_| ()).unwrap_err().to_string()
        };
        assert_eq!(made(&[], &[]), "a puzzle has at least one move");
        assert_eq!(made(&[("a", &[])], &[]), "0 points; expected 1 to 65535");
        assert_eq!(made(&[("a", &[1, 0])], &[0, 0, 0]), "3 labels for 2 points");
        assert!(made(&[("a", &[1, 1])], &[0, 1]).starts_with("the move 'a': "));
        assert!(made(&[("a", &[1, 0]), ("b", &[1, 2, 0])], &[0, 1]).starts_with("the move 'b': "));
        assert!(made(&[("(", &[1, 0])], &[0, 1]).starts_with("'(' cannot be the name of a move"));
    }
}
