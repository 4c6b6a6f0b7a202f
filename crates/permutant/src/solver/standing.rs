//! Whether a position can be solved at all, before anything is searched.
//!
//! Start at [`Solver::standing`]. What moves keep is asked first, then the group, where pieces are told apart and it is small.

use super::dispatch::Solver;
use super::request::{Request, SolveFault};
use crate::position::Position;
use permutant_puzzle::state::State;

/// Whether a position can be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It can: it was looked up in the group.
    Solvable,
    /// Nothing is known against it.
    Open,
    /// It cannot, and why.
    Unsolvable(String),
}

impl Solver<'_> {
    /// What can be said of a position without searching. The position is one of the puzzle. O(moves × slots), and once the
    /// chain of the group where it has up to 128 points.
    pub fn standing(&self, position: &Position) -> Standing {
        let puzzle = &self.model.puzzle;
        let request = Request::new(position);
        if puzzle.is_restricted() {
            return if self.goals(&request).contains(&position.state) {
                Standing::Solvable
            } else {
                Standing::Open
            };
        }
        let goals = match self.reachable_goals(&request, &puzzle.search_turns(&request.metric)) {
            Ok(goals) => goals,
            Err(SolveFault::Unsolvable(why)) => return Standing::Unsolvable(why),
            Err(_) => return Standing::Open,
        };
        let sifted = |goal: &State| self.sifted(&position.state, goal, &[]);
        let mut reason = None;
        for goal in &goals {
            match sifted(goal) {
                Some(Ok(())) => return Standing::Solvable,
                Some(Err(fault)) => reason = Some(fault),
                None => return Standing::Open,
            }
        }
        reason.map_or(Standing::Open, |fault| {
            Standing::Unsolvable(format!("it is outside the group of the puzzle ({fault})"))
        })
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
        assert_eq!(standing("4x4x4", swapped(1)), Standing::Open);
        assert_eq!(standing("slide:3x3", swapped(0)), Standing::Open);
    }
}
