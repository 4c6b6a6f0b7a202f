//! Which of two lower bounds serves the general search better, found by trying both.
//!
//! Start at [`is_better`].

use permutant_search::guide::Guide;
use permutant_search::ida_star::IdaStar;
use permutant_search::limits::{Control, Limits};
use permutant_search::pruning::PruningTable;
use permutant_search::puzzle_space::{PackedState, PuzzleSpace};
use permutant_search::sequences::Sequences;
use permutant_search::space::{MoveId, Space};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// Nodes of all searches with one of the bounds: some hundredths of a second.
const MOST_NODES: u64 = 1 << 17;

/// The number of nodes of a guided search that take as long as one with a table, with its share of the work of filling the table.
const NODES_FOR_ONE: u64 = 3;

/// Memory of the table, which is more than so many nodes fill.
const MEMORY: u64 = 1 << 24;

/// Positions of each length.
const POSITIONS: usize = 3;

/// The greatest length of random sequences.
const LONGEST: usize = 40;

/// A bound is better if the other takes this many times its nodes.
const CLEARLY: u64 = 2;

/// Whether searches by a heuristic visit clearly fewer nodes than those by a table, or clearly more, on positions after random sequences of one
/// length after the other; `None` if neither is clear once one of them has used up its nodes. The answer is the same on each machine.
pub(super) fn is_better(space: &PuzzleSpace, sequences: &Sequences, guide: &Guide) -> Option<bool> {
    let mut dice = ChaCha8Rng::seed_from_u64(0);
    let mut table = PruningTable::new(space, MEMORY);
    let mut none = PruningTable::new(space, 0);
    let (mut guided, mut by_table) = (0, 0);
    let most_by_table = MOST_NODES / NODES_FOR_ONE;
    for length in 1..=LONGEST {
        for _ in 0..POSITIONS {
            let start = after_random_moves(space, sequences, length, &mut dice);
            guided += nodes(space, sequences, &mut none, &start, MOST_NODES - guided, Some(guide));
            by_table += nodes(space, sequences, &mut table, &start, most_by_table - by_table, None);
        }
        if guided == MOST_NODES || by_table == most_by_table {
            let by_table = NODES_FOR_ONE * by_table;
            let is_clear = guided.max(by_table) >= CLEARLY * guided.min(by_table);
            return is_clear.then_some(guided < by_table);
        }
    }
    None
}

/// The nodes of a search for a shortest solution, `most` if these do not suffice.
fn nodes(
    space: &PuzzleSpace,
    sequences: &Sequences,
    table: &mut PruningTable,
    start: &PackedState,
    most: u64,
    guide: Option<&Guide>,
) -> u64 {
    let limits = Limits { max_nodes: Some(most), max_solutions: Some(1), ..Limits::default() };
    let mut search = IdaStar::new(space, sequences, table, start, &limits, Control::new());
    if let Some(guide) = guide {
        search = search.with_guide(guide);
    }
    if search.next().is_none() { most } else { search.nodes() }
}

/// The state after a random sequence that no rule of the automaton shortens.
fn after_random_moves(
    space: &PuzzleSpace,
    sequences: &Sequences,
    length: usize,
    dice: &mut ChaCha8Rng,
) -> PackedState {
    let (mut state, mut next) = (space.goals()[0].clone(), space.goals()[0].clone());
    let mut node = sequences.start();
    let (mut made, mut tries) = (0, 0);
    // Where no move may follow, the sequence ends.
    while made < length && tries < 64 * length {
        tries += 1;
        let m = MoveId((dice.next_u64() % space.move_count() as u64) as u16);
        if let Some(after) = sequences.after(node, m)
            && space.apply(m, &state, &mut next)
        {
            std::mem::swap(&mut state, &mut next);
            (node, made) = (after, made + 1);
        }
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;
    use permutant_puzzle::catalog;
    use permutant_puzzle::metric::Metric;
    use permutant_search::guide::Adjacency;

    /// Puzzles on which the mean bound and the depth of a table are close to each other. Searches of 9 to 11 moves took 10 to 60 times as long with
    /// the worse of the two.
    #[test]
    fn the_better_bound_is_found() {
        for (name, expected) in
            [("kilominx", true), ("big chop", true), ("starminx", false), ("globe:3,4", false)]
        {
            let puzzle = catalog::find(name).unwrap().puzzle;
            let (metric, solved) = (Metric::htm(), [puzzle.solved().clone()]);
            let turns = puzzle.search_turns(&metric);
            let space = PuzzleSpace::new(&puzzle, &turns, &metric, &solved).unwrap();
            let space = space.with_symmetry(&puzzle, &turns, &solved);
            let guide = Guide::Adjacency(Adjacency::find(&space).unwrap());
            assert_eq!(is_better(&space, &Sequences::new(&space), &guide), Some(expected), "{name}");
        }
    }
}
