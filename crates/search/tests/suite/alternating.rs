//! Rings of which turns alternate with an involution, against breadth-first search and the search by separated neighbours.

use permutant_puzzle::catalog;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::puzzle::Puzzle;
use permutant_search::alternating::{Alternating, DoubleCosets, Shortest, shortest};
use permutant_search::guide::{Adjacency, Guide};
use permutant_search::ida_star::{IdaStar, Solution};
use permutant_search::limits::{Control, Limits, Outcome, StopReason};
use permutant_search::pruning::PruningTable;
use permutant_search::puzzle_space::{PackedState, PuzzleSpace};
use permutant_search::sequences::Sequences;
use permutant_search::space::{MoveId, Space};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use std::collections::HashMap;
use std::sync::RwLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

fn space_in(puzzle: &Puzzle, metric: &Metric) -> PuzzleSpace {
    PuzzleSpace::new(puzzle, &puzzle.search_turns(metric), metric, &[puzzle.solved().clone()]).unwrap()
}

fn space(name: &str) -> PuzzleSpace {
    space_in(&catalog::find(name).unwrap().puzzle, &Metric::htm())
}

/// The costs of all states, in order of cost.
fn distances(space: &PuzzleSpace) -> HashMap<PackedState, u32> {
    let goal = space.goals()[0].clone();
    let mut next = goal.clone();
    let mut distances = HashMap::from([(goal.clone(), 0)]);
    let mut rims = vec![vec![goal]];
    let mut cost = 0;
    while cost < rims.len() {
        for state in std::mem::take(&mut rims[cost]) {
            if distances[&state] < cost as u32 {
                continue;
            }
            for m in space.moves() {
                let further = cost as u32 + space.cost(m);
                space.apply(m, &state, &mut next);
                if distances.get(&next).is_none_or(|&known| known > further) {
                    distances.insert(next.clone(), further);
                    rims.resize(rims.len().max(further as usize + 1), Vec::new());
                    rims[further as usize].push(next.clone());
                }
            }
        }
        cost += 1;
    }
    distances
}

/// Checks that a solution solves a state and costs what it says.
fn replay(space: &PuzzleSpace, state: &PackedState, solution: &Solution) {
    let (mut here, mut next) = (state.clone(), state.clone());
    for &m in &solution.moves {
        assert!(space.apply(m, &here, &mut next));
        std::mem::swap(&mut here, &mut next);
    }
    assert!(space.is_goal(&here), "{solution:?}");
    assert_eq!(solution.cost, solution.moves.iter().map(|&m| space.cost(m)).sum::<u32>());
}

/// A search with a table that is not kept.
fn alone(alternating: &Alternating, state: &PackedState, limits: &Limits, threads: usize) -> Shortest {
    let table = RwLock::new(DoubleCosets::new(alternating));
    shortest(alternating, &table, state, limits, [threads, threads], &Control::new()).unwrap()
}

/// The state after so many random turns of the ring, each followed by the involution, the last of the moves.
fn scrambled(space: &PuzzleSpace, seed: u64, involutions: usize) -> PackedState {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut state = space.goals()[0].clone();
    let mut next = state.clone();
    let turns = space.move_count() as u32 - 1;
    for _ in 0..involutions {
        for m in [rng.next_u32() % turns, turns] {
            space.apply(MoveId(m as u16), &state, &mut next);
            std::mem::swap(&mut state, &mut next);
        }
    }
    state
}

/// The costs of a turn and of the involution, whatever their amounts.
fn costing(puzzle: &Puzzle, [turn, involution]: [u32; 2]) -> Metric {
    let turns = puzzle.search_turns(&Metric::htm());
    let cost = |name: &str| if name.starts_with('t') { involution } else { turn };
    Metric::weights("weighted", turns.iter().map(|turn| (turn.to_string(), cost(&turn.to_string())))).unwrap()
}

/// Every state of small puzzles, where the involution costs as much as a turn, and where it costs more.
#[test]
fn all_states_of_small_puzzles() {
    for (name, states) in [
        ("topspin:5,4", 10),
        ("topspin:6,3", 72),
        ("topspin:7,4", 2520),
        ("topspin:7,2", 5040),
        ("topspin:8,4", 40_320),
        ("topspin:8,5", 576),
        ("topspin:9,4", 181_440),
    ] {
        let puzzle = catalog::find(name).unwrap().puzzle;
        let most = if states > 10_000 { 2 } else { 4 };
        for costs in [[1, 1], [1, 2], [2, 3], [1, 5]].into_iter().take(most) {
            let space = space_in(&puzzle, &costing(&puzzle, costs));
            let alternating = Alternating::of(&space).unwrap();
            let limits = Limits::default();
            let table = RwLock::new(DoubleCosets::new(&alternating));
            let all = distances(&space);
            assert_eq!(all.len(), states, "{name}");
            for (state, &distance) in &all {
                let found = shortest(&alternating, &table, state, &limits, [1, 1], &Control::new()).unwrap();
                assert_eq!(found.lower_bound, distance, "{name} {costs:?} {state:?}");
                let solution = found.end.found().unwrap();
                assert_eq!(solution.cost, distance, "{name} {costs:?} {state:?}");
                replay(&space, state, &solution);
            }
        }
    }
}

#[test]
fn lengths_are_those_of_the_search_by_separated_neighbours() {
    let space = space("topspin:12,4");
    let alternating = Alternating::of(&space).unwrap();
    let guide = Guide::Adjacency(Adjacency::find(&space).unwrap());
    let sequences = Sequences::new(&space);
    let limits = Limits { max_solutions: Some(1), ..Limits::default() };
    let kept = RwLock::new(DoubleCosets::new(&alternating));
    for seed in 0..50 {
        let state = scrambled(&space, seed, 100);
        let mut table = PruningTable::new(&space, 0);
        let search = IdaStar::new(&space, &sequences, &mut table, &state, &limits, Control::new());
        let expected = search.with_guide(&guide).next().unwrap().cost;
        let found = shortest(&alternating, &kept, &state, &limits, [2, 2], &Control::new()).unwrap();
        let solution = found.end.clone().found().unwrap();
        replay(&space, &state, &solution);
        assert_eq!((solution.cost, found.lower_bound), (expected, expected), "seed {seed}");
        // Neither the table nor the number of threads changes the solution.
        if seed < 10 {
            assert_eq!(alone(&alternating, &state, &limits, 1).end, found.end, "seed {seed}");
        }
    }
}

/// The same position in little memory, where the search forwards does more, and with much, where the table does.
#[test]
fn memory_changes_no_solution() {
    let space = space("topspin:16,4");
    let alternating = Alternating::of(&space).unwrap();
    for seed in 0..3 {
        let state = scrambled(&space, seed, 11);
        let [little, much] = [1 << 24, 1 << 28].map(|max_memory| {
            let found = alone(&alternating, &state, &Limits { max_memory, ..Limits::default() }, 2);
            found.end.found().unwrap()
        });
        replay(&space, &state, &little);
        assert_eq!(little, much);
    }
    // A table that was made with more memory than is allowed later is cut down.
    let table = RwLock::new(DoubleCosets::new(&alternating));
    let state = scrambled(&space, 9, 11);
    let found = [1 << 28, 1 << 24, 1 << 28].map(|max_memory| {
        let limits = Limits { max_memory, ..Limits::default() };
        shortest(&alternating, &table, &state, &limits, [1, 1], &Control::new()).unwrap().end
    });
    assert_eq!(found[0], found[1]);
    assert_eq!(found[0], found[2]);
}

#[test]
fn limits_end_a_search() {
    let space = space("topspin:20,4");
    let alternating = Alternating::of(&space).unwrap();
    let state = scrambled(&space, 1, 200);
    let limits = Limits { max_memory: 1 << 26, ..Limits::default() };
    let table = RwLock::new(DoubleCosets::new(&alternating));
    let search = |limits: &Limits, control: &Control<'_>| {
        shortest(&alternating, &table, &state, limits, [2, 2], control).unwrap()
    };
    let cancel = AtomicBool::new(true);
    let cancelled = search(&limits, &Control::new().with_cancel(&cancel));
    assert_eq!(cancelled.end, Outcome::LimitReached(StopReason::Cancelled));
    // In the middle of a search, and in the middle of a table.
    let mut before = 0;
    for most in [3, 30, 300] {
        let asked = AtomicUsize::new(0);
        let time_is_up = || asked.fetch_add(1, Relaxed) > most;
        let stopped = search(&limits, &Control::new().with_deadline(&time_is_up));
        assert_eq!(stopped.end, Outcome::LimitReached(StopReason::Time));
        assert!(stopped.lower_bound >= before, "{} after {before}", stopped.lower_bound);
        before = stopped.lower_bound;
    }
    assert!(before > 15, "{before}");
    let short = search(&Limits { max_length: Some(15), ..limits.clone() }, &Control::new());
    assert_eq!(short.end, Outcome::LimitReached(StopReason::Length));
    assert!(short.lower_bound > 15);
}

/// A state that no moves reach: once all classes are known, that is proven.
#[test]
fn unreachable_states_are_proven_to_be_so() {
    let space = space("topspin:9,4");
    let alternating = Alternating::of(&space).unwrap();
    let mut state = space.goals()[0].clone();
    state.swap(0, 1);
    let found = alone(&alternating, &state, &Limits::default(), 1);
    assert_eq!(found.end, Outcome::ProvenNone);
}
