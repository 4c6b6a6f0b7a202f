//! Puzzles made of lists: each move a permutation of points, as in collections of data.
//!
//! Start at [`puzzle()`]. A list is read "replaced by" unless the caller says otherwise: after the move, point i holds what was at point
//! `list[i]`. Points may have labels; points with the same label look the same.

use crate::errors::unsupported;
use permutant::listed_moves::{self, Reading};
use permutant::model::Model;
use permutant::puzzle::state::State;
use pyo3::prelude::*;
use pyo3::types::PyMapping;
use std::collections::HashMap;

/// Labels of points.
#[derive(Clone, Debug)]
pub(crate) struct Labels {
    /// Number of points.
    pub(crate) points: usize,
    /// Their names, by number of the piece.
    pub(crate) names: Vec<String>,
    /// The value in arrays for each piece: the label itself if labels are numbers, otherwise its number.
    values: Vec<u16>,
    /// The pieces by value.
    pieces: HashMap<u16, u16>,
    /// Whether labels are numbers.
    are_numbers: bool,
}

/// A label as given.
#[derive(Clone, Debug, PartialEq, Eq, Hash, FromPyObject)]
enum Label {
    Number(u16),
    Name(String),
}

impl std::fmt::Display for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Label::Number(number) => write!(f, "{number}"),
            Label::Name(name) => f.write_str(name),
        }
    }
}

fn labels_of(object: &Bound<'_, PyAny>) -> PyResult<Vec<Label>> {
    let given = object.try_iter().and_then(|items| items.map(|item| item?.extract()).collect());
    given.map_err(|_| unsupported("labels are a list of texts, or of whole numbers from 0 to 65535"))
}

impl Labels {
    /// Pieces are numbered in the order in which their labels first occur.
    fn new(solved: &[Label]) -> PyResult<(Self, Vec<u16>)> {
        let are_numbers = solved.iter().all(|label| matches!(label, Label::Number(_)));
        let mut known: Vec<&Label> = Vec::new();
        let mut numbers: HashMap<&Label, u16> = HashMap::new();
        let pieces = solved.iter().map(|label| {
            *numbers.entry(label).or_insert_with(|| {
                known.push(label);
                (known.len() - 1) as u16
            })
        });
        let pieces: Vec<u16> = pieces.collect();
        let names: Vec<String> = known.iter().map(ToString::to_string).collect();
        let value = |(at, label): (usize, &&Label)| match label {
            Label::Number(number) if are_numbers => *number,
            _ => at as u16,
        };
        let values: Vec<u16> = known.iter().enumerate().map(value).collect();
        let by_value = values.iter().enumerate().map(|(piece, value)| (*value, piece as u16)).collect();
        let labels = Labels { points: solved.len(), names, values, pieces: by_value, are_numbers };
        Ok((labels, pieces))
    }

    /// A row of values from a list of labels.
    pub(crate) fn read(&self, given: &Bound<'_, PyAny>) -> PyResult<Vec<u16>> {
        let value = |label: Label| match label {
            Label::Number(number) if self.are_numbers => Ok(number),
            label => {
                let name = label.to_string();
                let piece = self.names.iter().position(|known| *known == name);
                let piece = piece.ok_or_else(|| {
                    unsupported(&format!("'{name}' is not a label; the labels are {}", self.names.join(", ")))
                })?;
                Ok(self.values[piece])
            }
        };
        labels_of(given)?.into_iter().map(value).collect()
    }

    /// The state that a row shows.
    pub(crate) fn state(&self, model: &Model, row: &[u16]) -> PyResult<State> {
        let piece = |(at, value): (usize, &u16)| {
            self.pieces
                .get(value)
                .copied()
                .ok_or_else(|| unsupported(&format!("point {at} has no label {value}")))
        };
        let pieces = row.iter().enumerate().map(piece).collect::<PyResult<Vec<_>>>()?;
        model.puzzle.admit(listed_moves::state(pieces)).map_err(|fault| unsupported(&fault))
    }

    /// The row of a state.
    pub(crate) fn row(&self, state: &State) -> Vec<u16> {
        let pieces = state.orbits.iter().flat_map(|orbit| &orbit.pieces);
        pieces.map(|&piece| self.values.get(usize::from(piece)).copied().unwrap_or(piece)).collect()
    }
}

/// The puzzle with these moves.
pub(crate) fn puzzle(
    name: &str,
    moves: &Bound<'_, PyMapping>,
    solved: Option<&Bound<'_, PyAny>>,
    reading: &str,
) -> PyResult<(Model, Labels)> {
    let reading = match reading {
        "replaced by" => Reading::ReplacedBy,
        "moved to" => Reading::MovedTo,
        _ => {
            return Err(unsupported(&format!(
                "reading is '{reading}'; expected 'replaced by' or 'moved to'"
            )));
        }
    };
    let mut given: Vec<(String, Vec<u16>)> = Vec::new();
    for item in moves.items()? {
        let (name, list): (String, Bound<'_, PyAny>) = item.extract()?;
        let items = list.try_iter().and_then(|items| items.map(|item| item?.extract()).collect());
        let permutation: Vec<u16> = items.map_err(|_| {
            unsupported(&format!("the move '{name}' is not a list of points from 0, at most 65535 of them"))
        })?;
        given.push((name, permutation));
    }
    let solved = match solved {
        Some(labels) => labels_of(labels)?,
        None => {
            let points = given.first().map_or(0, |(_, first)| first.len());
            (0..=u16::MAX).take(points).map(Label::Number).collect()
        }
    };
    let (labels, pieces) = Labels::new(&solved)?;
    let model = listed_moves::model(name, &given, pieces, reading).map_err(|fault| unsupported(&fault))?;
    Ok((model, labels))
}
