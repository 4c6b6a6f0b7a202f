//! The elements of a subgroup, numbered without gaps.
//!
//! Start at [`Elements::new`]. The numbers are those of a perfect index of the states that the moves of the subgroup reach. That it is
//! perfect is known from the order of the group. The index says nothing certain about other states, so a stabilizer chain decides
//! which states are elements.

use super::request::CosetError;
use permutant_group::{StabilizerChain, UBig};
use permutant_puzzle::points::Points;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_puzzle::transformation::Transformation;
use permutant_search::god::factors;
use permutant_search::reachable::move_set::MoveSet;
use permutant_search::reachable::move_symmetry::SymmetryUse;
use permutant_search::reachable::numbering::{Numbering, NumberingOptions};
use permutant_search::reachable::rows::Rows;
use std::sync::Arc;

/// A subgroup, its moves, and numbers for its elements.
pub(super) struct Elements {
    moves: MoveSet,
    group: StabilizerChain,
    index: Numbering,
    rows: Arc<Rows>,
}

impl Elements {
    /// Fails if the index and a byte for each element do not fit into the memory.
    pub(super) fn new(
        puzzle: &Puzzle,
        moves: MoveSet,
        group: StabilizerChain,
        max_memory: u64,
        threads: usize,
    ) -> Result<Elements, CosetError> {
        let order = group.order();
        let too_large =
            || CosetError::Memory { positions: order.clone(), needed: order.clone(), allowed: max_memory };
        if order > UBig::from(max_memory) {
            return Err(too_large());
        }
        let most_rows = Numbering::most_rows(&moves, max_memory);
        let options = NumberingOptions { most_rows, symmetry: SymmetryUse::None, exact: true, threads };
        let index = factors::whole(puzzle, puzzle.solved(), &moves, options).map_err(|_| too_large())?.index;
        let needed = index.size().saturating_add(index.bytes());
        if UBig::from(index.size()) != order || needed > max_memory {
            return Err(CosetError::Memory { positions: order, needed: needed.into(), allowed: max_memory });
        }
        let rows = index.rows();
        Ok(Elements { moves, group, index, rows })
    }

    /// How many there are.
    pub(super) fn count(&self) -> u64 {
        self.index.size()
    }

    /// Bytes that the numbers take.
    pub(super) fn bytes(&self) -> u64 {
        self.index.bytes()
    }

    /// The moves of the subgroup.
    pub(super) fn moves(&self) -> &MoveSet {
        &self.moves
    }

    /// The number of the identity.
    pub(super) fn identity(&self) -> usize {
        self.number(self.rows.solved())
    }

    fn number(&self, (row, place): (usize, usize)) -> usize {
        row * self.rows.width() + place
    }

    /// The number of an element; that of some element, or none, for a state that is none.
    pub(super) fn candidate(&self, state: &State) -> Option<usize> {
        self.index.find(state).map(|at| self.number(at))
    }

    /// Whether a transformation is an element.
    pub(super) fn contains(&self, points: &Points, transformation: &Transformation) -> bool {
        self.group.contains(&points.permutation(transformation))
    }

    /// The number of the element after a move of the subgroup.
    pub(super) fn after(&self, number: usize, m: usize) -> usize {
        let width = self.rows.width();
        self.number(self.rows.after((number / width, number % width), m).0)
    }
}
