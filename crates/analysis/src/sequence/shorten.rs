//! Shorter algorithms by replacing windows of them with shorter equal sequences.
//!
//! Start at [`shorten`]. For increasing lengths n, the search looks for a replacement of length n for every window that costs more: a
//! shortest sequence with the same effect, with all pieces distinguished. The result therefore has exactly the effect of the original
//! algorithm. Long windows are tried first, since they save most (the order of twsearch's shortening).

use crate::state::position_symmetry::rotation_words;
use permutant_puzzle::algorithm;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_puzzle::transformation::Transformation;
use permutant_search::ida_star::IdaStar;
use permutant_search::limits::{Control, Limits};
use permutant_search::pruning::PruningTable;
use permutant_search::puzzle_space::{PuzzleSpace, SpaceError};
use permutant_search::sequences::Sequences;

/// Memory for the pruning table.
const TABLE_BYTES: u64 = 1 << 26;

/// Replaces windows by equal sequences of a cost of at most `depth`, until no replacement gains. If interrupted, it returns the result
/// so far. A window that only turns the puzzle as a whole becomes rotations. It searches once for each window: O(turns²) searches of depth
/// `depth`, most of which the pruning table ends immediately.
pub fn shorten(
    puzzle: &Puzzle,
    turns: &[Turn],
    metric: &Metric,
    depth: u32,
    control: &Control<'_>,
) -> Result<Vec<Turn>, SpaceError> {
    // All pieces are distinguished: a window must not exchange identical pieces, so that the effect of the whole stays the same.
    let told_apart = State::identity(puzzle.orbits());
    let search_turns = puzzle.search_turns(metric);
    let space = PuzzleSpace::new(puzzle, &search_turns, metric, std::slice::from_ref(&told_apart))?;
    let sequences = Sequences::new(&space);
    let mut table = PruningTable::new(&space, TABLE_BYTES);

    // A search makes no rotations, though a sequence such as M R' L of a cube is one.
    let rotations = if puzzle.is_restricted() { Vec::new() } else { rotation_words(puzzle) };
    let mut best = algorithm::simplify(puzzle, turns);
    let mut cost = 0;
    while cost <= depth && control.interrupted().is_none() {
        let limits =
            Limits { min_length: cost, max_length: Some(cost), max_solutions: Some(1), ..Limits::default() };
        let mut equal = |window: &[Turn]| -> Option<Vec<Turn>> {
            let done =
                window.iter().fold(Transformation::identity(), |all, turn| all.then(&turn.transformation()));
            let is_rotation = |(effect, word): &&(Transformation, Vec<Turn>)| {
                metric.length(word) == u64::from(cost) && *effect == done
            };
            if let Some((_, word)) = rotations.iter().find(is_rotation) {
                return Some(word.clone());
            }
            // A sequence that solves the result of the inverse has the same effect as the window.
            let state = told_apart.after(&done.inverse());
            let packed = space.pack(puzzle, &state, &told_apart).ok()?;
            let mut search = IdaStar::new(&space, &sequences, &mut table, &packed, &limits, *control);
            Some(search.next()?.moves.iter().flat_map(|&m| space.turns(m).iter().cloned()).collect())
        };
        let windows = (1..=best.len())
            .rev()
            .flat_map(|size| (0..=best.len() - size).map(move |start| start..start + size));
        let dearer = |window: &std::ops::Range<usize>| metric.length(&best[window.clone()]) > u64::from(cost);
        let gained =
            (windows.filter(dearer)).find_map(|window| Some((window.clone(), equal(&best[window])?)));
        match gained {
            Some((window, shorter)) => {
                best.splice(window, shorter);
                best = algorithm::simplify(puzzle, &best);
                cost = 0;
            }
            None => cost += 1,
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_puzzles::named;

    #[test]
    fn windows_are_replaced_by_shorter_ones() {
        for (name, text, length) in [
            // Five repetitions of the commutator of order six are its inverse.
            ("3x3x3", "(R U R' U')5", 4),
            ("3x3x3", "R U R' U' R U R' U'", 8),
            ("3x3x3", "F (R U R' U')6 B M2 D2 M2", 5),
            ("tetraminx", "(U L)15", 0),
            ("3x3x3", "M R' L", 1),
            ("3x3x3", "U M R' L x F", 2),
        ] {
            let puzzle = named(name);
            let turns = algorithm::read(&puzzle, text).unwrap();
            let short = shorten(&puzzle, &turns, &Metric::htm(), 5, &Control::new()).unwrap();
            assert!(short.len() <= length, "{text}: {}", algorithm::write(&short));
            let product = |turns: &[Turn]| {
                turns.iter().fold(Transformation::identity(), |all, turn| all.then(&turn.transformation()))
            };
            assert_eq!(product(&short), product(&turns), "{text}");
        }
    }
}
