//! The phases of a solution of the two-phase method: which of its turns lead into G1 = ⟨U, D, R2, F2, L2, B2⟩, and which stay there.
//!
//! Start at [`Phases`]. A solution may have been found for the inverse cube, and with pre-moves on its other side; it then has its phases
//! in another order. Turns of opposite faces commute and may have changed places where two parts meet, and turns may have merged with
//! pre-moves, so the parts are read off the finished solution: phase 1 and pre-moves end where the last turn is that leaves G1.

use super::move_masks::LEAVING;
use super::moves::{self, Face, Move};
use super::symmetry::Symmetry;
use std::fmt;

/// The parts of a solution in the order in which they are made. Turns of phase 2 stay in G1 along an axis, that is, in the subgroup of
/// all turns of its two faces and half turns of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phases {
    axis: Face,
    is_inverse: bool,
    /// Phase 1, phase 2, pre-moves.
    lengths: [usize; 3],
}

impl Phases {
    /// The phases of a solution that was found along an axis, given by the symmetry that carries it to the axis of U and D, for the
    /// cube or its inverse and after pre-moves. `None` if a turn of phase 1 has merged with one of the pre-moves, so that no boundary
    /// is left.
    pub(crate) fn of(
        solution: &[Move],
        axis: Symmetry,
        is_inverse: bool,
        pre_moves: &[Move],
    ) -> Option<Self> {
        let solution = match is_inverse {
            true => moves::inverse(solution),
            false => solution.to_vec(),
        };
        let seen: Vec<Move> = solution.iter().map(|&turn| axis.of_move(turn)).collect();
        let leaves = |turn: &Move| LEAVING >> turn.index() & 1 == 1;
        let leaving: Vec<usize> = (0..seen.len()).filter(|&at| leaves(&seen[at])).collect();
        let of_pre_moves = pre_moves.iter().filter(|turn| leaves(turn)).count();
        let of_phase_1 = leaving.len().checked_sub(of_pre_moves)?;
        let end = leaving.get(of_phase_1).copied().unwrap_or(seen.len());
        let middle = leaving[..of_phase_1].last().map_or(0, |&last| last + 1);
        let axis = axis.inverse().of_move(Move::ALL[0]).face();
        Some(Phases {
            axis: axis.min(axis.opposite()),
            is_inverse,
            lengths: [middle, end - middle, seen.len() - end],
        })
    }

    /// The number of turns of phase 1.
    pub fn phase_1(&self) -> usize {
        self.lengths[0]
    }

    /// The number of turns of phase 2.
    pub fn phase_2(&self) -> usize {
        self.lengths[1]
    }

    /// The number of turns on the other side of the cube, before phase 1 or, in the solution, after phase 2.
    pub fn pre_moves(&self) -> usize {
        self.lengths[2]
    }

    /// The face U, R or F on the axis whose quarter turns are in G1.
    pub fn axis(&self) -> Face {
        self.axis
    }

    /// Whether the inverse cube was solved: the solution then consists of the pre-moves, phase 2 and phase 1.
    pub fn is_inverse(&self) -> bool {
        self.is_inverse
    }

    /// G1 by its generators, as `⟨U, R2, F2, D, L2, B2⟩`.
    pub fn subgroup(&self) -> String {
        let turns = Face::ALL.map(|face| match face == self.axis || face == self.axis.opposite() {
            true => face.to_string(),
            false => format!("{face}2"),
        });
        format!("⟨{}⟩", turns.join(", "))
    }

    /// The numbers of turns of the parts, in the order of the solution.
    pub fn in_order(&self) -> [usize; 3] {
        let [first, second, third] = self.lengths;
        if self.is_inverse { [third, second, first] } else { self.lengths }
    }
}

impl fmt::Display for Phases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, third] = self.lengths;
        let turns = |count: usize| if count == 1 { "1 turn".to_string() } else { format!("{count} turns") };
        write!(f, "phase 1 of {} into {}, phase 2 of {}", turns(first), self.subgroup(), turns(second))?;
        if third > 0 {
            write!(f, ", {} on the other side", turns(third))?;
        }
        if self.is_inverse { write!(f, ", found for the inverse cube: read from the end") } else { Ok(()) }
    }
}
