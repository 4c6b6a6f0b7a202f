//! The data of the space itself.
//!
//! It is built in `compile.rs`; the step of a search is in `step.rs`.

use super::character::Character;
use super::inverses::Inverses;
use super::packed_move::PackedMove;
use super::rows::{PackedOrbit, PackedState};
use crate::pruning::Projection;
use crate::space::MoveId;
use crate::symmetry::{PairSums, Representatives};
use permutant_puzzle::moves::Turn;
use std::collections::HashSet;

/// Pieces that are glued together.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) contents: Vec<u16>,
    /// The number of slots that these fill in every state.
    pub(super) slots: usize,
}

/// A puzzle, a metric, a set of turns and a set of solved states, ready to be searched.
#[derive(Clone, Debug)]
pub struct PuzzleSpace {
    pub(super) orbits: Vec<PackedOrbit>,
    pub(super) moves: Vec<PackedMove>,
    /// `commutes[a * moves + b]`.
    pub(super) commutes: Vec<bool>,
    /// Moves of the same class that combine neither into nothing nor into a move that costs no more.
    pub(super) apart: HashSet<(MoveId, MoveId)>,
    /// Pairs that must not follow each other.
    pub(super) forbidden: Vec<(MoveId, MoveId)>,
    pub(super) goals: Vec<PackedState>,
    pub(super) width: usize,
    pub(super) illegal: Vec<(usize, Vec<u16>)>,
    pub(super) blocks: Vec<Block>,
    /// The characters whose total gives the parity of the cost of a sequence.
    pub(super) parity: Option<Vec<Character>>,
    /// Limits on the number of occurrences of some moves together.
    pub(super) limits: Vec<(Vec<MoveId>, u32)>,
    pub(super) representatives: Option<Representatives>,
    /// Present if there are representatives and pairs suffice.
    pub(super) sums: Option<PairSums>,
    pub(super) inverses: Option<Inverses>,
    /// Sets of parts for which the user wants exact tables.
    pub(super) given_parts: Option<Vec<Vec<Projection>>>,
}

impl PuzzleSpace {
    /// The name of a move for the user: one turn, or several if repeating is cheaper.
    pub fn turns(&self, m: MoveId) -> &[Turn] {
        &self.moves[m.index()].turns
    }
}
