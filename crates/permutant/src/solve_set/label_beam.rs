//! A beam search by labels: for puzzles with few moves whose places share few labels, such as wreaths.
//!
//! Start at [`solve`]. Of the states on each level those are kept that have fewest places with a wrong label. It stops at the first state
//! with no more of them than may be left, so places that may differ make answers shorter. Where labels are few, groups of permutations
//! tell too much apart: the many elements that lead to one goal have words of very different lengths.

use super::alphabet::{Alphabet, Step};
use super::set::Task;
use permutant_search::limits::Control;
use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

/// The greatest number of labels and of moves for which a beam by labels is worth its time.
const FEW_LABELS: usize = 4;
const FEW_MOVES: usize = 4;

/// Whether places share few labels, and there are few moves.
pub(super) fn suits(alphabet: &Alphabet, task: &Task) -> bool {
    let labels: HashSet<u16> = task.goal.iter().copied().collect();
    labels.len() <= FEW_LABELS && alphabet.letters.len() <= FEW_MOVES
}

/// The steps of a beam of this width to a goal, fewer than `most`; `None` if it finds none. O(width · moves · places · steps).
pub(super) fn solve(
    alphabet: &Alphabet,
    task: &Task,
    width: usize,
    most: usize,
    control: &Control<'_>,
) -> Option<Vec<Step>> {
    let numbers = 0..alphabet.letters.len() as u16;
    let steps: Vec<Step> =
        numbers.flat_map(|number| [false, true].map(|backwards| Step { number, backwards })).collect();
    // A hash stands for a state that was reached, and decides between states with equally many wrong places.
    let hashing = BuildHasherDefault::<DefaultHasher>::default();
    let mut known: HashSet<u64> = HashSet::from([hashing.hash_one(&task.start)]);
    let mut level = vec![task.start.clone()];
    // By level and state: the state before and the step.
    let mut ways: Vec<Vec<(usize, Step)>> = Vec::new();
    while ways.len() + 1 < most && control.interrupted().is_none() {
        let mut next = Vec::new();
        for (before, state) in level.iter().enumerate() {
            for &step in &steps {
                let mut state = state.clone();
                alphabet.make(step, &mut state);
                let hash = hashing.hash_one(&state);
                if known.insert(hash) {
                    next.push((task.wrong(&state), hash, (before, step), state));
                }
            }
        }
        next.sort_unstable_by_key(|(wrong, hash, ..)| (*wrong, *hash));
        next.truncate(width);
        let is_solved = next.first()?.0 <= task.wildcards;
        ways.push(next.iter().map(|(_, _, way, _)| *way).collect());
        if is_solved {
            let mut at = 0;
            let mut way: Vec<Step> = Vec::with_capacity(ways.len());
            for level in ways.iter().rev() {
                let (before, step) = level[at];
                way.push(step);
                at = before;
            }
            way.reverse();
            return Some(way);
        }
        level = next.into_iter().map(|(.., state)| state).collect();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use permutant_puzzle::formats::puzzle_set::ListedPuzzle;

    #[test]
    fn a_beam_of_all_states_finds_a_shortest_answer() {
        // Two rings of four that share two places.
        let moves =
            vec![("l".to_string(), vec![1, 2, 3, 0, 4, 5]), ("r".to_string(), vec![3, 1, 2, 5, 0, 4])];
        let alphabet = Alphabet::new(&ListedPuzzle { name: "rings".into(), moves, solved: None });
        let goal = vec![0, 0, 0, 0, 1, 1];
        let mut start = goal.clone();
        let step = |number, backwards| Step { number, backwards };
        let made = [step(0, false), step(1, false), step(0, true), step(1, true), step(1, true)];
        made.iter().for_each(|&step| alphabet.make(step, &mut start));
        let task = Task { id: String::new(), puzzle: 0, start, goal, wildcards: 0, best_known: None };
        assert!(suits(&alphabet, &task));
        let found = solve(&alphabet, &task, 1000, 20, &Control::new()).unwrap();
        let mut state = task.start.clone();
        found.iter().for_each(|&step| alphabet.make(step, &mut state));
        assert_eq!(state, task.goal);
        assert!(found.len() <= made.len());
        assert!(solve(&alphabet, &task, 1000, found.len(), &Control::new()).is_none());
        let lenient = Task { wildcards: 6, ..task };
        assert_eq!(solve(&alphabet, &lenient, 10, 20, &Control::new()).unwrap().len(), 1);
    }
}
