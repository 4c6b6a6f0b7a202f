//! Turns that solve corners, middle edges and fixed centres, with which a word begins.
//!
//! Start at [`base`].

use crate::model::geometry::Cell;
use crate::model::held::held_fast;
use crate::model::pieces::{Reason, Unsolvable, outer, seen_from_centres};
use crate::model::stickers::Stickers;
use crate::model::turn::Turn;
use crate::reduction::solver::ReductionError;
use permutant_cube::model::cubie::{CubieCube, Edges};
use permutant_cube::model::moves::Move;
use permutant_cube::two_phase;
use permutant_search::limits::{Control, Limits, Outcome};
use std::ops::ControlFlow;

/// Nodes of the search for a short word.
const NODES: u64 = 200_000;

/// Turns of single layers that bring corners, middle edges and fixed centres of a cube to the faces of their colours, which are numbers of
/// faces. Where the cube is held matters: its centres come to their own faces by turns of the middle layers.
///
/// # Errors
///
/// [`ReductionError`]: these pieces cannot be solved, or `control` stopped the search.
pub fn base(
    cube: &Stickers<u8>,
    last: &two_phase::Solver,
    control: &Control<'_>,
) -> Result<Vec<Turn>, ReductionError> {
    let size = cube.size();
    let lines = [0, size / 2, size - 1];
    let pieces = outer(&seen_from_centres(cube)?)?;
    // Where no edge is in the middle, any two may be exchanged.
    let pieces = if pieces.check_solvable().is_ok() { pieces } else { with_two_edges_exchanged(pieces) };
    let turns = face_turns(&pieces, last, control)?;
    let lifted = |turns: Vec<Turn>| {
        let layer =
            |turn: Turn| Turn::layer(usize::from(turn.axis), lines[usize::from(turn.from)], turn.amount);
        turns.into_iter().map(layer).collect()
    };
    if size.is_multiple_of(2) {
        return Ok(lifted(turns));
    }
    // The fixed centres alone say how the cube is held in the end.
    let middle = |face: usize| cube.get(Cell { face, row: size / 2, column: size / 2 });
    let shown = std::array::from_fn(middle);
    held_fast(3, &turns, shown).map(lifted).ok_or(ReductionError::Refused)
}

fn with_two_edges_exchanged(pieces: CubieCube) -> CubieCube {
    let mut edges = pieces.edges.permutation();
    edges.swap(0, 1);
    Edges::new(edges, pieces.edges.flips()).map_or(pieces, |edges| CubieCube { edges, ..pieces })
}

/// Turns of the faces of a 3x3x3 that solve it.
fn face_turns(
    pieces: &CubieCube,
    last: &two_phase::Solver,
    control: &Control<'_>,
) -> Result<Vec<Turn>, ReductionError> {
    pieces.check_solvable().map_err(|reason| Unsolvable::Laws(Reason(reason)))?;
    let limits = Limits { max_nodes: Some(NODES), ..Limits::default() };
    match last.improve(pieces, &limits, &control.without_progress(), |_| ControlFlow::Continue(())) {
        Outcome::Found(solution) => {
            let turn = |turn: &Move| Turn::face(3, turn.face().index(), turn.quarters());
            Ok(solution.moves.iter().map(turn).collect())
        }
        Outcome::LimitReached(reason) => Err(ReductionError::Stopped(reason)),
        Outcome::ProvenNone => Err(ReductionError::Refused),
    }
}
