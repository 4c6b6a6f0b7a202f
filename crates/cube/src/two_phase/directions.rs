//! The starting points of a search: the directions from which a cube is seen, and the pre-moves on its other side.
//!
//! Start at [`Direction`] and [`Start`].

use crate::model::cubie::CubieCube;
use crate::model::move_masks::{LEAVING, NO_FACE, SUCCESSORS, bits};
use crate::model::moves::{self, Move};
use crate::model::phases::Phases;
use crate::model::quarter_turns::QuarterTurns;
use crate::model::symmetry::Symmetry;
use std::sync::LazyLock;

/// A direction from which the cube is seen: an axis, and the normal or the inverse cube.
pub(super) struct Direction {
    axis: Symmetry,
    inverse: bool,
    pub(super) cube: CubieCube,
}

impl Direction {
    /// All six.
    pub(super) fn all(cube: &CubieCube) -> Vec<Direction> {
        let axes = [0, 1, 2].map(Symmetry::third_turn);
        let directions = [false, true].into_iter().flat_map(|inverse| {
            let start = if inverse { cube.inverse() } else { *cube };
            axes.map(|axis| Direction { axis, inverse, cube: axis.of_cube(&start) })
        });
        directions.collect()
    }
}

/// The directions that are not the image of an earlier one under a symmetry that preserves the axis. The others lead to symmetric
/// duplicates.
pub(super) fn distinct(directions: &[Direction]) -> Vec<usize> {
    let is_image = |cube: &CubieCube, other: &CubieCube| {
        Symmetry::UD_AXIS.iter().any(|symmetry| {
            // S · cube = other · S, first for the places of some edges: a further check is rarely needed.
            let frame = symmetry.edges().e;
            let agrees =
                |&at: &usize| frame[usize::from(cube.edges.e[at])] == other.edges.e[usize::from(frame[at])];
            [0, 4, 8].iter().all(agrees) && symmetry.of_cube(cube) == *other
        })
    };
    let mut distinct: Vec<usize> = Vec::with_capacity(directions.len());
    for (n, direction) in directions.iter().enumerate() {
        if !distinct.iter().any(|&other| is_image(&direction.cube, &directions[other].cube)) {
            distinct.push(n);
        }
    }
    distinct
}

/// Converts a solution of a direction's cube to one of the cube in its given position.
pub(super) fn as_it_lies(direction: &Direction, moves: &[Move]) -> Vec<Move> {
    let moves = if direction.inverse { moves::inverse(moves) } else { moves.to_vec() };
    let back = direction.axis.inverse();
    moves::merge(&moves.into_iter().map(|turn| back.of_move(turn)).collect::<Vec<_>>())
}

/// The phases of a solution made by [`as_it_lies`], with pre-moves at the end of what it was made of.
pub(super) fn phases(solution: &[Move], direction: &Direction, pre_moves: &PreMoves) -> Option<Phases> {
    Phases::of(solution, direction.axis, direction.inverse, &pre_moves.moves)
}

/// The quarter turns of the words that become words with these by [`as_it_lies`], after the pre-moves.
pub(super) fn as_seen(quarters: QuarterTurns, direction: &Direction, pre_moves: &PreMoves) -> QuarterTurns {
    let back = direction.axis.inverse();
    let image = |turn: Move| back.of_move(if direction.inverse { turn.inverse() } else { turn });
    quarters.before(image).without(QuarterTurns::of(&pre_moves.moves))
}

/// Pre-moves: turns that are made on the other side of a cube first.
pub(super) struct PreMoves {
    pub(super) moves: Vec<Move>,
    pub(super) cube: CubieCube,
}

/// All sequences of pre-moves whose first turn leaves G1, by length. A turn that stays in G1 could be part of phase 2.
pub(super) static PRE_MOVES: LazyLock<[Vec<PreMoves>; 4]> = LazyLock::new(|| {
    let longer = |shorter: &Vec<PreMoves>| {
        let mut longer = Vec::new();
        for PreMoves { moves, cube } in shorter {
            let turns = match moves.last() {
                Some(last) => SUCCESSORS[last.face().index()],
                None => SUCCESSORS[NO_FACE] & LEAVING,
            };
            longer.extend(bits(turns).map(|turn| Move::ALL[turn]).map(|turn| PreMoves {
                moves: [&moves[..], &[turn]].concat(),
                cube: cube.then(CubieCube::of_move(turn)),
            }));
        }
        longer
    };
    let none = vec![PreMoves { moves: Vec::new(), cube: CubieCube::SOLVED }];
    let one = longer(&none);
    let two = longer(&one);
    let three = longer(&two);
    [none, one, two, three]
});

/// A cube of a direction after some pre-moves: if v · cube · u is solved, so is cube · u · v.
pub(super) struct Start<At> {
    pub(super) direction: usize,
    pub(super) pre_moves: &'static PreMoves,
    /// The quarter turns that a solution makes from here, if they matter.
    pub(super) quarters: Option<QuarterTurns>,
    pub(super) at: At,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_that_symmetry_makes_alike_are_searched_once() {
        let count = |names: &str| {
            let turn = |name| Move::ALL.into_iter().find(|turn: &Move| turn.to_string() == name).unwrap();
            let cube = CubieCube::SOLVED.after(&names.split(' ').map(turn).collect::<Vec<_>>());
            distinct(&Direction::all(&cube)).len()
        };
        assert_eq!(count("R U2 F' D B2 L"), 6);
        // Its own inverse.
        assert_eq!(count("R U F D2 F' U' R'"), 3);
        // The superflip, which all symmetries preserve.
        assert_eq!(count("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"), 1);
    }
}
