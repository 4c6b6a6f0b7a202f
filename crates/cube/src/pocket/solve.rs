//! Shortest solutions of the 2x2x2 in its given position.
//!
//! Start at [`Pocket::solve`]. Turning R and turning L differ only by a rotation of the whole cube, so a solution of n turns
//! has 2^n variants of the same length, and there may be several solutions. They leave the cube in different positions. A
//! solution that ends with every colour on its own face is preferred.

use super::table::Pocket;
use crate::model::cubie::Corners;
use crate::model::moves::Move;
use crate::model::solvability::NotSolvable;
use std::collections::HashSet;

/// A shortest solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Turns of the faces, in the given position, that make each face one colour.
    pub moves: Vec<Move>,
    /// Length in the metric of the table.
    pub length: u32,
    /// Whether each colour ends on its own face. Otherwise the whole cube must be rotated for that, and no solution of this
    /// length avoids the rotation.
    pub ends_at_home: bool,
}

impl Pocket {
    /// A shortest solution of some corners, replayed before it is returned. The search follows shortest paths only and visits at
    /// most some thousands of nodes.
    ///
    /// ```
    /// use permutant_cube::model::moves::{Algorithm, Metric};
    /// use permutant_cube::pocket::{Pocket, facelets};
    /// // After R U.
    /// let corners = facelets::read("UUFF UBRR RRFD DBDB FDLL LLUB").unwrap();
    /// let solution = Pocket::new(Metric::HalfTurn).solve(&corners).unwrap();
    /// assert_eq!(Algorithm(&solution.moves).to_string(), "U' R'");
    /// assert!(solution.ends_at_home);
    /// ```
    pub fn solve(&self, corners: &Corners) -> Result<Solution, NotSolvable> {
        if let Some(twist) = corners.unsolvable_twist() {
            return Err(NotSolvable { twist: Some(twist), ..NotSolvable::default() });
        }
        let length = self.distance(self.index(corners));
        let mut moves = Vec::new();
        let ends_at_home = self.descend(corners, length, true, &mut HashSet::new(), &mut moves);
        if !ends_at_home {
            let is_solved = self.descend(corners, length, false, &mut HashSet::new(), &mut moves);
            assert!(is_solved, "one turn leads nearer from each state");
        }
        let end = moves.iter().fold(*corners, |corners, &turn| corners.then(Corners::of_move(turn)));
        assert!(
            self.index(&end) == 0 && ends_at_home == (end == Corners::SOLVED),
            "a solution must solve the cube"
        );
        Ok(Solution { length, moves, ends_at_home })
    }

    /// Depth-first along shortest ways; `dead` are the states from which none ends as it should.
    fn descend(
        &self,
        corners: &Corners,
        left: u32,
        at_home: bool,
        dead: &mut HashSet<Corners>,
        moves: &mut Vec<Move>,
    ) -> bool {
        if left == 0 {
            return !at_home || *corners == Corners::SOLVED;
        }
        if dead.contains(corners) {
            return false;
        }
        for turn in Move::ALL {
            let next = corners.then(Corners::of_move(turn));
            let cost = self.metric().cost(turn);
            if cost <= left && self.distance(self.index(&next)) == left - cost {
                moves.push(turn);
                if self.descend(&next, left - cost, at_home, dead, moves) {
                    return true;
                }
                moves.pop();
            }
        }
        dead.insert(*corners);
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::moves::Metric;
    use crate::model::random_state::random_corners;
    use crate::model::symmetry::Symmetry;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    #[test]
    fn random_cubes_are_solved_as_they_lie() {
        let mut rng = ChaCha8Rng::seed_from_u64(21);
        for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
            let pocket = Pocket::new(metric);
            let mut home = 0;
            for _ in 0..200 {
                let corners = random_corners(&mut rng);
                let solution = pocket.solve(&corners).unwrap();
                assert_eq!(metric.length(&solution.moves), solution.length);
                assert_eq!(solution.length, pocket.distance(pocket.index(&corners)));
                let end = solution.moves.iter().fold(corners, |at, &turn| at.then(Corners::of_move(turn)));
                let rotations: Vec<Corners> = Symmetry::rotations().map(Symmetry::rotated_corners).collect();
                assert!(rotations.contains(&end));
                home += u32::from(solution.ends_at_home);
            }
            assert!(home > 0);
        }
    }

    #[test]
    fn a_scramble_that_keeps_the_frame_is_undone_in_it() {
        let pocket = Pocket::new(Metric::HalfTurn);
        for first in Move::ALL {
            for second in Move::ALL.into_iter().filter(|m| m.index() % 9 / 3 != first.index() % 9 / 3) {
                let corners = Corners::of_move(first).then(Corners::of_move(second));
                let solution = pocket.solve(&corners).unwrap();
                assert!(solution.ends_at_home);
                assert_eq!(solution.moves, [second.inverse(), first.inverse()]);
            }
        }
    }

    #[test]
    fn a_turned_solved_cube_needs_nothing() {
        let pocket = Pocket::new(Metric::HalfTurn);
        for rotation in Symmetry::rotations() {
            let solution = pocket.solve(&rotation.rotated_corners()).unwrap();
            assert_eq!(solution.moves, []);
            assert_eq!(solution.ends_at_home, rotation.index() == 0);
        }
    }

    #[test]
    fn a_twisted_corner_is_named() {
        let corners = Corners::new([0, 1, 2, 3, 4, 5, 6, 7], [0, 2, 0, 0, 0, 0, 0, 0]).unwrap();
        let reason = Pocket::new(Metric::HalfTurn).solve(&corners).unwrap_err();
        assert_eq!(reason.to_string(), "one corner is twisted counterclockwise (UFL)");
    }
}
