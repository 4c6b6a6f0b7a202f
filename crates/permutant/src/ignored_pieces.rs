//! Pieces, or only their orientations, that a user excludes from the goal.
//!
//! Start at [`LeftOut`]. An ignored piece may end in any position. A piece whose orientation is ignored must reach its solved slot, in
//! any orientation.

use crate::model::Model;
use crate::position::Position;
use permutant_puzzle::state::OrbitState;
use std::collections::BTreeSet;

/// The ignored pieces, by orbit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    pieces: Vec<BTreeSet<u16>>,
    orientations: Vec<BTreeSet<u16>>,
}

/// The reason why a piece cannot be ignored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IgnoredPiecesError {
    /// Nothing has this name.
    #[error("{puzzle} has no piece '{name}'; expected {known}")]
    Unknown {
        /// Name of the puzzle.
        puzzle: String,
        /// The text that was read as a piece.
        name: String,
        /// The names that exist.
        known: String,
    },
    /// The position of a piece determines which moves are possible.
    #[error("no piece of {puzzle} can be ignored, because its moves depend on the places of the pieces")]
    Restricted {
        /// Name of the puzzle.
        puzzle: String,
    },
    /// The position already has unspecified slots.
    #[error("the position itself leaves pieces unspecified; leave the others unspecified there too")]
    Open,
}

impl LeftOut {
    /// Finds pieces by name: an orbit (`CORNERS`) for all of it, one of its pieces by its solved slot, from 1 (`CORNERS:3`), several in
    /// a row (`EDGES:1-4`), or the faces of its solved slot (`URF`, in any order) if facelets have letters.
    pub fn new(
        model: &Model,
        pieces: &[String],
        orientations: &[String],
    ) -> Result<Self, IgnoredPiecesError> {
        if !pieces.is_empty() && model.puzzle.is_restricted() {
            return Err(IgnoredPiecesError::Restricted { puzzle: model.puzzle.name().to_string() });
        }
        let find = |names: &[String]| {
            let mut found = vec![BTreeSet::new(); model.puzzle.orbits().len()];
            for name in names {
                let (orbit, slots) = slots(model, name)?;
                let solved = &model.puzzle.solved().orbits[orbit].pieces;
                found[orbit].extend(slots.into_iter().map(|slot| solved[slot]));
            }
            Ok(found)
        };
        Ok(LeftOut { pieces: find(pieces)?, orientations: find(orientations)? })
    }

    /// The position with a goal that ignores these pieces.
    pub fn position(&self, model: &Model, position: &Position) -> Result<Position, IgnoredPiecesError> {
        let any_piece = self.pieces.iter().any(|pieces| !pieces.is_empty());
        if any_piece && position.goal.is_some() {
            return Err(IgnoredPiecesError::Open);
        }
        let solved = model.puzzle.solved();
        let mut state = position.state.clone();
        let mut goal = position.goal.clone().unwrap_or_else(|| solved.clone());
        for (orbit, (pieces, orientations)) in self.pieces.iter().zip(&self.orientations).enumerate() {
            // Pieces without a slot have the number after the last one.
            let open = solved.orbits[orbit].pieces.iter().max().map_or(0, |&piece| piece + 1);
            for rows in [&mut state.orbits[orbit], &mut goal.orbits[orbit]] {
                leave_out(rows, pieces, orientations, open);
            }
        }
        Ok(Position { state, goal: Some(goal) })
    }
}

fn leave_out(rows: &mut OrbitState, pieces: &BTreeSet<u16>, orientations: &BTreeSet<u16>, open: u16) {
    for (slot, piece) in rows.pieces.iter_mut().enumerate() {
        let place = pieces.contains(piece);
        if place || orientations.contains(piece) {
            (rows.orientations[slot], rows.moduli[slot]) = (0, 1);
        }
        if place {
            *piece = open;
        }
    }
}

/// The pieces denoted by these names, each with its orbit. The names are those of [`LeftOut::new`].
pub fn named_pieces(model: &Model, names: &[&str]) -> Result<Vec<(usize, u16)>, IgnoredPiecesError> {
    let mut pieces = BTreeSet::new();
    for name in names {
        let (orbit, slots) = slots(model, name)?;
        let solved = &model.puzzle.solved().orbits[orbit].pieces;
        pieces.extend(slots.into_iter().map(|slot| (orbit, solved[slot])));
    }
    Ok(pieces.into_iter().collect())
}

/// The slots denoted by a name, with their orbit.
fn slots(model: &Model, name: &str) -> Result<(usize, Vec<usize>), IgnoredPiecesError> {
    let orbits = model.puzzle.orbits();
    let (orbit_name, number) =
        name.split_once(':').map_or((name, None), |(orbit, number)| (orbit, Some(number)));
    if let Some(orbit) = orbits.iter().position(|orbit| orbit.name.eq_ignore_ascii_case(orbit_name)) {
        let count = usize::from(orbits[orbit].pieces);
        let slot = |number: &str| number.parse::<usize>().ok().filter(|slot| (1..=count).contains(slot));
        let range = |numbers: &str| {
            let (from, to) = numbers.split_once('-').unwrap_or((numbers, numbers));
            let (from, to) = slot(from).zip(slot(to))?;
            (from <= to).then(|| (from - 1..to).collect::<Vec<usize>>())
        };
        match number.map(range) {
            None => return Ok((orbit, (0..count).collect())),
            Some(Some(slots)) => return Ok((orbit, slots)),
            Some(None) => {}
        }
    }
    let sorted = |text: &str| {
        let mut letters: Vec<char> = text.chars().map(|letter| letter.to_ascii_uppercase()).collect();
        letters.sort_unstable();
        letters
    };
    if let Some(layout) = &model.facelets {
        for (at, orbit) in orbits.iter().enumerate() {
            let found = (0..orbit.pieces).find(|&slot| sorted(&layout.slot_name(at, slot)) == sorted(name));
            if let Some(slot) = found {
                return Ok((at, vec![slot.into()]));
            }
        }
    }
    let orbits = orbits.iter().map(|orbit| orbit.name.as_str()).collect::<Vec<_>>().join(", ");
    let faces = if model.facelets.is_some() { ", or the faces of a piece as in URF" } else { "" };
    let known = format!("one of {orbits}, with :N for its Nth piece or :N-M for several{faces}");
    Err(IgnoredPiecesError::Unknown {
        puzzle: model.puzzle.name().to_string(),
        name: name.to_string(),
        known,
    })
}
