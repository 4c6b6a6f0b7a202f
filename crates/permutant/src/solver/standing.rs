//! Whether a position can be solved at all, before anything is searched.
//!
//! Start at [`Solver::standing`]. What moves keep is asked first, which gives the reason, then the group. Where moves are not
//! always possible, that is the group of the walks from one shape back to it. Pieces that look alike stand for each other
//! ([`crate::alike`]).

use super::dispatch::Solver;
use super::request::{Request, SolveFault};
use crate::alike::Alike;
use crate::position::Position;
use crate::words::VertexGroup;
use permutant_puzzle::invariants::Invariants;
use permutant_puzzle::state::State;
use permutant_puzzle::transformation::Transformation;

/// Memory for walks, in bytes.
const MEMORY: usize = 64 << 20;

/// Whether a position can be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It can: the group of the puzzle, or that of its walks, has what it takes.
    Solvable,
    /// Nothing is known against it, and the group is not known well enough to tell.
    Open,
    /// It cannot, and why.
    Unsolvable(String),
}

impl Solver<'_> {
    /// What can be said of a position without searching. The position is one of the puzzle. Milliseconds where the order of the
    /// group is found without a chain ([`crate::group_order::order`]), as for cubes; about a second at most elsewhere, for each
    /// way to hold the solved puzzle.
    pub fn standing(&self, position: &Position) -> Standing {
        let puzzle = &self.model.puzzle;
        let request = Request::new(position);
        if puzzle.is_restricted() {
            return self.standing_by_walks(&position.state, &self.goals(&request));
        }
        let goals = match self.reachable_goals(&request, &puzzle.search_turns(&request.metric)) {
            Ok(goals) => goals,
            Err(SolveFault::Unsolvable(why)) => return Standing::Unsolvable(why),
            Err(_) => return Standing::Open,
        };
        let moves: Vec<Transformation> =
            puzzle.generators().map(|base| base.transformation.clone()).collect();
        self.standing_in(&moves, &position.state, &goals)
    }

    /// What the group of some changes says of a state and goals that no invariant keeps it from, at least one.
    fn standing_in(&self, changes: &[Transformation], start: &State, goals: &[State]) -> Standing {
        let mut is_open = false;
        for goal in goals {
            let alike = Alike::new(self.model.puzzle.orbits(), changes.to_vec(), goal);
            match alike.and_then(|alike| alike.reaches(start)) {
                Some(true) => return Standing::Solvable,
                Some(false) => {}
                None => is_open = true,
            }
        }
        match is_open {
            true => Standing::Open,
            false => Standing::Unsolvable(
                "it is outside the group of the puzzle: with a move that makes it, there would be more positions"
                    .into(),
            ),
        }
    }

    /// The same where moves are not always possible.
    fn standing_by_walks(&self, start: &State, goals: &[State]) -> Standing {
        if goals.contains(start) {
            return Standing::Solvable;
        }
        let puzzle = &self.model.puzzle;
        let Some(group) = VertexGroup::new(puzzle, MEMORY) else { return Standing::Open };
        let Some(start) = group.brought(start) else {
            return Standing::Unsolvable(
                "no moves bring its pieces to where those must stand on which other moves depend".into(),
            );
        };
        let invariants = Invariants::new(puzzle.orbits(), group.generators().to_vec());
        let (mut near, mut reason) = (Vec::new(), None);
        for goal in goals.iter().filter_map(|goal| group.brought(goal)) {
            match invariants.violation(&start, &goal) {
                None => near.push(goal),
                Some(violation) => reason = Some(violation.to_string()),
            }
        }
        match reason {
            Some(reason) if near.is_empty() => Standing::Unsolvable(reason),
            _ => self.standing_in(group.generators(), &start, &near),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;
    use crate::position;

    fn standing(name: &str, change: impl Fn(&mut State)) -> Standing {
        let model = Model::find(name).unwrap();
        let mut position = position::read(&model, if name == "m12" { "a b c" } else { "" }, None).unwrap();
        change(&mut position.state);
        Solver::new(&model).standing(&position)
    }

    #[test]
    fn exchanged_and_turned_pieces_are_told() {
        let swapped = |orbit: usize| move |state: &mut State| state.orbits[orbit].pieces.swap(0, 1);
        for name in ["2x2x2", "3x3x3", "skewb", "m12"] {
            assert_eq!(standing(name, |_| {}), Standing::Solvable, "{name}");
        }
        let Standing::Unsolvable(why) = standing("3x3x3", swapped(0)) else { panic!() };
        assert!(why.contains("exchange") || why.contains("swap") || why.contains("parit"), "{why}");
        // The Mathieu group has no cycle of three, which is even like all its elements.
        let three = |state: &mut State| state.orbits[0].pieces[..3].rotate_left(1);
        let Standing::Unsolvable(why) = standing("m12", three) else { panic!() };
        assert!(why.contains("outside the group"), "{why}");
    }

    /// Pieces that look alike are exchanged at will, and any two of a slide are not.
    #[test]
    fn large_and_restricted_puzzles_are_told() {
        for (name, orbit) in [("4x4x4", 1), ("7x7x7", 2), ("torus:6x6", 0), ("topspin:20,4", 0), ("fto", 1)] {
            assert_eq!(standing(name, |_| {}), Standing::Solvable, "{name}");
            let swap = |state: &mut State| {
                let row = &mut state.orbits[orbit].pieces;
                let other = row.iter().position(|piece| *piece != row[0]).unwrap();
                row.swap(0, other);
            };
            let found = standing(name, swap);
            assert_ne!(found, Standing::Open, "{name}");
        }
        assert_eq!(standing("slide:4x4", |_| {}), Standing::Solvable);
        let Standing::Unsolvable(why) = standing("slide:4x4", |state| state.orbits[0].pieces.swap(0, 1))
        else {
            panic!()
        };
        assert!(why.contains("odd parity"), "{why}");
        assert_eq!(
            standing("slide:4x4", |state| state.orbits[0].pieces[..3].rotate_left(1)),
            Standing::Solvable
        );
    }
}
