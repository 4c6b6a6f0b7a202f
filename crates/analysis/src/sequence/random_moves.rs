//! Random moves, one after the other, from any position.
//!
//! Start at [`RandomMoves`] and [`mixed`]. All turns are equally likely, except those that would merely merge with an earlier one: two
//! turns of the same move do not follow each other, even with commuting turns between them, if another turn can be made. Moves that
//! pieces block are not made.

use permutant_group::random::below;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_puzzle::transformation::Transformation;
use permutant_search::limits::{Control, Progress, StopReason};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// After this number of consecutive turns that are not possible the walk ends: then no turn is.
const MOST_REFUSED: u32 = 1000;

/// A walk of random moves.
#[derive(Debug)]
pub struct RandomMoves<'p> {
    puzzle: &'p Puzzle,
    choices: Vec<(Turn, Transformation)>,
    /// By two choices, in rows: whether they commute, once this has been determined.
    commuting: Vec<Option<bool>>,
    /// The choices that were made.
    made: Vec<usize>,
    state: State,
}

impl<'p> RandomMoves<'p> {
    /// A walk that starts in a state of the puzzle.
    pub fn new(puzzle: &'p Puzzle, start: State) -> Self {
        let turns = puzzle.search_turns(&Metric::htm()).into_iter();
        let choices: Vec<(Turn, Transformation)> = turns
            .map(|turn| {
                let does = turn.transformation();
                (turn, does)
            })
            .collect();
        let commuting = vec![None; choices.len() * choices.len()];
        RandomMoves { puzzle, choices, commuting, made: Vec::new(), state: start }
    }

    /// The current state of the walk.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Makes the next move; `None` if none is possible. O(slots that it moves) if few turns commute.
    pub fn step(&mut self, rng: &mut impl Rng) -> Option<&Turn> {
        if self.choices.is_empty() {
            return None;
        }
        // If pieces block all other moves, as in the corners of a bandaged cube, a turn may merge with the preceding one.
        for attempt in 0..2 * MOST_REFUSED {
            let choice = below(rng, self.choices.len() as u64) as usize;
            if (attempt < MOST_REFUSED || !self.puzzle.is_restricted()) && self.merges(choice) {
                continue;
            }
            let (turn, does) = &self.choices[choice];
            if self.puzzle.is_restricted() && !self.puzzle.is_possible(&self.state, turn) {
                continue;
            }
            self.state.apply(does);
            self.made.push(choice);
            return Some(&self.choices[choice].0);
        }
        None
    }

    /// Whether a turn meets another turn of the same move, across turns that commute with it.
    fn merges(&mut self, choice: usize) -> bool {
        for at in (0..self.made.len()).rev() {
            let other = self.made[at];
            if self.choices[other].0.base().name == self.choices[choice].0.base().name {
                return true;
            }
            let pair = other * self.choices.len() + choice;
            let commute = *self.commuting[pair]
                .get_or_insert_with(|| self.choices[other].1.commutes_with(&self.choices[choice].1));
            if !commute {
                return false;
            }
        }
        false
    }
}

/// Number of moves between two checks of the control.
const AT_ONCE: u32 = 1000;

/// The result of a walk of the given number of random moves, or of fewer if no further one is possible. The same seed leads to the same
/// position on every machine.
///
/// # Errors
///
/// If the control stops the walk.
pub fn mixed(
    puzzle: &Puzzle,
    start: State,
    moves: u32,
    seed: u64,
    control: &Control<'_>,
) -> Result<State, StopReason> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut walk = RandomMoves::new(puzzle, start);
    for made in 0..moves {
        if made % AT_ONCE == 0 {
            control.interrupted().map_or(Ok(()), Err)?;
            let (done, total) = (u64::from(made), u64::from(moves));
            control.report(Progress::Part { name: "random moves", done, total });
        }
        if walk.step(&mut rng).is_none() {
            break;
        }
    }
    Ok(walk.state)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_puzzles::{defined, named};
    use permutant_puzzle::algorithm;

    /// If a turn led to a position in which only the same move is possible, the walk goes back.
    #[test]
    fn walks_of_a_bandaged_cube_go_on() {
        let puzzle = named("bicube");
        for seed in 0..10 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut walk = RandomMoves::new(&puzzle, puzzle.solved().clone());
            let turns: Vec<Turn> = (0..60).map_while(|_| walk.step(&mut rng).cloned()).collect();
            assert_eq!(turns.len(), 60);
            let mut state = puzzle.solved().clone();
            for turn in turns {
                assert!(puzzle.is_possible(&state, &turn));
                turn.make(&mut state);
            }
        }
    }

    #[test]
    fn walks_can_be_made_and_nothing_in_them_merges() {
        for (name, count) in [("3x3x3", 400), ("torus:6x6", 300), ("slide:4x4", 300), ("skewb", 300)] {
            let puzzle = named(name);
            let mut rng = ChaCha8Rng::seed_from_u64(3);
            let mut walk = RandomMoves::new(&puzzle, puzzle.solved().clone());
            let turns: Vec<Turn> = (0..count).map_while(|_| walk.step(&mut rng).cloned()).collect();
            assert_eq!(turns.len(), count, "{name}");
            let end =
                turns.iter().fold(puzzle.solved().clone(), |state, turn| state.after(&turn.transformation()));
            assert_eq!(&end, walk.state(), "{name}");
            assert_eq!(algorithm::simplify(&puzzle, &turns), turns, "{name}");
        }
    }

    #[test]
    fn a_puzzle_without_another_move_ends_the_walk() {
        let puzzle = defined("name = \"one\"\npositions = 3\n[[move]]\nname = \"A\"\ncycles = [[1, 2, 3]]\n");
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut walk = RandomMoves::new(&puzzle, puzzle.solved().clone());
        assert!(walk.step(&mut rng).is_some());
        assert!(walk.step(&mut rng).is_none());
    }
}
