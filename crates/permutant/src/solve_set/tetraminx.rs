//! The professor tetraminx among listed puzzles, for its solver.
//!
//! Start at [`ListedTetraminx::of`].

use super::alphabet::{Alphabet, Step};
use super::set::Task;
use permutant_others::tetraminx::{Move, Position, Recognised};
use std::collections::HashMap;

/// A listed puzzle that is a professor tetraminx.
#[derive(Debug)]
pub(super) struct ListedTetraminx {
    recognised: Recognised,
}

impl ListedTetraminx {
    /// The puzzle as a professor tetraminx; `None` if it is none. O(places · moves).
    pub(super) fn of(alphabet: &Alphabet) -> Option<Self> {
        let lists: Vec<&[u16]> = alphabet.letters.iter().map(|letter| &letter.list[..]).collect();
        Recognised::of(&lists).map(|recognised| ListedTetraminx { recognised })
    }

    /// The position of a state; `None` if places share labels, or pieces were taken apart.
    pub(super) fn position(&self, task: &Task) -> Option<Position> {
        let homes: HashMap<u16, usize> = task.goal.iter().copied().zip(0..).collect();
        if homes.len() != task.goal.len() {
            return None;
        }
        let contents: Option<Vec<usize>> = task.start.iter().map(|label| homes.get(label).copied()).collect();
        self.recognised.position(&contents?)
    }

    /// All centres differ.
    pub(super) fn looks() -> [u16; 12] {
        std::array::from_fn(|centre| centre as u16)
    }

    /// Turns as steps.
    pub(super) fn steps(&self, turns: &[Move]) -> Vec<Step> {
        let step = |&turn: &Move| {
            let (number, backwards) = self.recognised.step(turn);
            Step { number: number as u16, backwards }
        };
        turns.iter().map(step).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;
    use permutant_others::tetraminx::Layer;
    use permutant_puzzle::formats::puzzle_set::ListedPuzzle;
    use permutant_puzzle::points::Points;

    #[test]
    fn states_are_positions_and_turns_are_steps() {
        let puzzle = Model::find("professor tetraminx").unwrap().puzzle;
        let points = Points::new(puzzle.orbits()).unwrap();
        let list = |name: &str| {
            let moved = points.permutation(&puzzle.turn(name).unwrap().transformation());
            let list = (0..points.degree() as u32).map(|point| moved.image(point) as u16).collect();
            (name.to_string(), list)
        };
        let names = "U 2U 2D R 2R 2F L 2L 2BR B 2B 2BL";
        let moves: Vec<(String, Vec<u16>)> = names.split(' ').map(list).collect();
        let of = |moves: &[(String, Vec<u16>)]| {
            let puzzle = ListedPuzzle { name: "listed".into(), moves: moves.to_vec(), solved: None };
            let alphabet = Alphabet::new(&puzzle);
            ListedTetraminx::of(&alphabet).map(|listed| (listed, alphabet))
        };
        assert!(of(&moves[1..]).is_none());
        let (listed, alphabet) = of(&moves).unwrap();
        let turns: Vec<Move> = (0..60_usize)
            .map(|at| Move {
                layer: Layer::ALL[at * at % 7 % 3],
                corner: (at * at * at % 11 % 4) as u8,
                backwards: at % 3 == 0,
            })
            .collect();
        let goal: Vec<u16> = (0..64).map(|place| 100 + place).collect();
        let mut start = goal.clone();
        listed.steps(&turns).into_iter().for_each(|step| alphabet.make(step, &mut start));
        let mut task = Task { id: String::new(), puzzle: 0, start, goal, wildcards: 0, best_known: None };
        let position = turns.iter().fold(Position::SOLVED, |position, &turn| position.after(turn));
        assert_eq!(listed.position(&task), Some(position));
        task.goal[5] = task.goal[6];
        assert_eq!(listed.position(&task), None, "labels do not tell which piece is where");
    }
}
