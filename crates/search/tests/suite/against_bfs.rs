//! The two halves against each other: IDA* with its automaton and table, and plain breadth-first search; and
//! both against published distributions.

use permutant_group::UBig;
use permutant_puzzle::catalog;
use permutant_puzzle::formats::tws;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::puzzle::Puzzle;
use permutant_search::bfs::{Levels, levels};
use permutant_search::ida_star::IdaStar;
use permutant_search::limits::{Control, Limits, Outcome, StopReason};
use permutant_search::pruning::PruningTable;
use permutant_search::puzzle_space::{PackedState, PuzzleSpace};
use permutant_search::sequences::Sequences;
use permutant_search::space::{MoveId, Space};
use std::collections::HashMap;
use std::sync::LazyLock;

fn space(name: &str, metric: &Metric) -> (Puzzle, PuzzleSpace) {
    let puzzle = catalog::find(name).unwrap().puzzle;
    let turns = puzzle.search_turns(metric);
    let goals = [puzzle.solved().clone()];
    let space =
        PuzzleSpace::new(&puzzle, &turns, metric, &goals).unwrap().with_symmetry(&puzzle, &turns, &goals);
    (puzzle, space)
}

fn distribution(name: &str, depth: Option<u32>) -> Vec<u64> {
    let space = space(name, &Metric::htm()).1;
    levels(&space, &Limits { max_length: depth, ..Limits::default() }, &Control::new()).counts
}

/// All levels of the tetraminx, the last one with its states: counted once for all tests.
static TETRAMINX: LazyLock<(PuzzleSpace, Levels<PackedState>)> = LazyLock::new(|| {
    let space = space("tetraminx", &Metric::htm()).1;
    let levels = levels(&space, &Limits::default(), &Control::new());
    (space, levels)
});

/// Distances published by twsearch for the same puzzles.
#[test]
fn distributions_are_the_published_ones() {
    let whole = [1, 8, 48, 288, 1728, 9896, 51808, 220111, 480467, 166276, 2457, 32];
    assert_eq!(TETRAMINX.1.counts, whole);
    for (name, depth, expected) in [
        ("2x2x2", Some(6), "1 9 54 321 1847 9992 50136"),
        ("skewb", Some(6), "1 8 48 288 1728 10248 59304"),
        ("pyraminx", Some(4), "1 16 136 896 5456"),
        ("3x3x3", Some(4), "1 18 243 3240 43239"),
    ] {
        let expected: Vec<u64> = expected.split(' ').map(|count| count.parse().unwrap()).collect();
        assert_eq!(distribution(name, depth), expected, "{name}");
    }
}

#[test]
#[ignore = "long: whole distributions of millions of states"]
fn whole_distributions_are_the_published_ones() {
    for (name, expected) in [
        ("2x2x2", "1 9 54 321 1847 9992 50136 227536 870072 1887748 623800 2644"),
        ("skewb", "1 8 48 288 1728 10248 59304 315198 1225483 1455856 81028 90"),
    ] {
        let expected: Vec<u64> = expected.split(' ').map(|count| count.parse().unwrap()).collect();
        assert_eq!(distribution(name, None), expected, "{name}");
    }
}

fn shortest<S: Space>(space: &S, table: &mut PruningTable, start: &S::State) -> u32 {
    let sequences = Sequences::new(space);
    let mut search = IdaStar::new(space, &sequences, table, start, &Limits::default(), Control::new());
    let solution = search.next().expect("every state of the level has a solution");
    let (mut state, mut to) = (start.clone(), start.clone());
    for &m in &solution.moves {
        assert!(space.apply(m, &state, &mut to));
        std::mem::swap(&mut state, &mut to);
    }
    assert!(space.is_goal(&state));
    solution.cost
}

#[test]
fn ida_star_agrees_with_breadth_first_search() {
    for (name, depth, step) in [("2x2x2", 4, 1), ("tetraminx", 4, 1), ("skewb", 4, 1), ("3x3x3", 4, 37)] {
        let space = space(name, &Metric::htm()).1;
        let mut table = PruningTable::new(&space, 1 << 20);
        for length in 0..=depth {
            let limits = Limits { max_length: Some(length), ..Limits::default() };
            let level = levels(&space, &limits, &Control::new());
            assert_eq!(level.outcome, Outcome::LimitReached(StopReason::Length));
            for state in level.last.iter().step_by(if length == depth { step } else { 1 }) {
                assert_eq!(shortest(&space, &mut table, state), length, "{name}");
            }
        }
    }
}

#[test]
fn the_deepest_states_of_the_tetraminx_take_eleven_moves() {
    let (space, level) = &*TETRAMINX;
    assert_eq!((level.counts.len(), level.last.len()), (12, 32));
    let mut table = PruningTable::new(space, 1 << 20);
    for state in &level.last {
        assert_eq!(shortest(space, &mut table, state), 11);
    }
}

/// Every solution of a length, by walking all words: the automaton must lose none but reorderings.
#[test]
fn all_solutions_are_found_in_order_of_length() {
    let (puzzle, space) = space("tetraminx", &Metric::htm());
    let start = puzzle.solved().after(&puzzle.turn("U").unwrap().transformation());
    let start = space.pack(&puzzle, &start, puzzle.solved()).unwrap();
    let sequences = Sequences::new(&space);
    let mut table = PruningTable::new(&space, 1 << 16);
    let limits = Limits { max_length: Some(5), ..Limits::default() };
    let mut search = IdaStar::new(&space, &sequences, &mut table, &start, &limits, Control::new());
    let lengths: Vec<u32> = search.by_ref().map(|solution| solution.cost).collect();
    assert_eq!(search.end(), Some(&Outcome::LimitReached(StopReason::Length)));
    assert!(lengths.is_sorted());

    let mut by_walking = vec![0; 6];
    fn walk(
        space: &PuzzleSpace,
        state: &<PuzzleSpace as Space>::State,
        path: &mut Vec<MoveId>,
        found: &mut [u32],
    ) {
        if space.is_goal(state) {
            found[path.len()] += 1;
        }
        if path.len() + 1 == found.len() {
            return;
        }
        let mut to = state.clone();
        for m in space.moves() {
            if path.last().is_some_and(|&last| space.class(last) == space.class(m)) {
                continue;
            }
            space.apply(m, state, &mut to);
            path.push(m);
            walk(space, &to.clone(), path, found);
            path.pop();
        }
    }
    walk(&space, &start, &mut Vec::new(), &mut by_walking);
    for (length, &count) in by_walking.iter().enumerate() {
        let found = lengths.iter().filter(|&&found| found as usize == length).count();
        assert_eq!(found, count as usize, "length {length}"); // no two moves of the tetraminx commute
    }
    assert_eq!(by_walking[1], 1);
}

#[test]
fn canonical_sequences_are_counted_as_twsearch_counts_them() {
    let space_of = space("3x3x3", &Metric::htm()).1;
    let counts = Sequences::new(&space_of).counts(&space_of, 6);
    let expected = [1u32, 18, 243, 3240, 43254, 577368, 7706988];
    assert!(
        counts.iter().zip(expected).all(|(count, expected)| *count == UBig::from(expected)),
        "{counts:?}"
    );
    let big = Sequences::new(&space("20x20x20", &Metric::stm()).1);
    assert!(big.node_count() < 200, "{} nodes", big.node_count());
}

#[test]
fn quarter_turns_and_weights_are_metrics_too() {
    for (metric, scramble, expected) in [
        (Metric::qtm(), "R2 U", 3),
        (Metric::htm(), "R2 U", 2),
        (Metric::parse("R=2,R2=5,U=1").unwrap(), "R2 U'", 5),
        (Metric::parse("R=1,R2=5,U'=9").unwrap(), "R2 U", 4),
    ] {
        let (puzzle, space) = space("2x2x2", &metric);
        let mut state = puzzle.solved().clone();
        for turn in scramble.split(' ') {
            puzzle.turn(turn).unwrap().make(&mut state);
        }
        let start = space.pack(&puzzle, &state, puzzle.solved()).unwrap();
        let mut table = PruningTable::new(&space, 1 << 20);
        let cost = shortest(&space, &mut table, &start);
        assert_eq!(cost, expected, "{} {scramble}", metric.name());
    }
}

#[test]
fn limits_end_a_search_and_say_so() {
    let (puzzle, space) = space("skewb", &Metric::htm());
    let mut state = puzzle.solved().clone();
    for turn in "R U L' B R' U L B' R U'".split(' ') {
        puzzle.turn(turn).unwrap().make(&mut state);
    }
    let start = space.pack(&puzzle, &state, puzzle.solved()).unwrap();
    let sequences = Sequences::new(&space);
    let cancelled = std::sync::atomic::AtomicBool::new(true);
    let time_is_up = || true;
    for (limits, control, reason) in [
        (Limits { max_length: Some(2), ..Limits::default() }, Control::new(), StopReason::Length),
        (Limits { max_nodes: Some(10), ..Limits::default() }, Control::new(), StopReason::Nodes),
        (Limits::default(), Control::new().with_cancel(&cancelled), StopReason::Cancelled),
        (Limits::default(), Control::new().with_deadline(&time_is_up), StopReason::Time),
    ] {
        let mut table = PruningTable::new(&space, 1 << 16);
        let mut search = IdaStar::new(&space, &sequences, &mut table, &start, &limits, control);
        assert_eq!(search.next(), None);
        assert_eq!(search.end(), Some(&Outcome::LimitReached(reason)));
    }
}

/// In quarter turns each cost is even or odd as the permutation is: every other length needs no search.
#[test]
fn lengths_of_the_wrong_parity_are_left_out() {
    for (name, metric, known) in
        [("3x3x3", "qtm", true), ("3x3x3", "htm", false), ("2x2x2", "qtm", true), ("skewb", "qtm", false)]
    {
        let (puzzle, space) = space(name, &Metric::parse(metric).unwrap());
        let turns = puzzle.search_turns(&Metric::parse(metric).unwrap());
        let mut state = puzzle.solved().clone();
        for length in 0..12 {
            let packed = space.pack(&puzzle, &state, puzzle.solved()).unwrap();
            let quarters =
                (0..length).map(|step| turns[(5 * step + 2) % turns.len()].amount().unsigned_abs());
            let odd = (quarters.sum::<u64>() % 2) as u32;
            assert_eq!(space.parity(&packed), known.then_some(odd), "{name} {metric}");
            turns[(5 * length + 2) % turns.len()].make(&mut state);
        }
    }
}

/// Where pieces look alike their signs say nothing, but their orientations do.
#[test]
fn orientations_tell_the_parity_too() {
    let set = "Set S 4 2\nSolved\nS\n1 1 2 2\n0 0 0 0\nEnd\n";
    let cycle = "S\n2 3 1 4\n1 0 0 0\n";
    for (other, known) in [("S\n1 3 4 2\n0 0 1 0\n", true), ("S\n1 3 4 2\n0 1 1 0\n", false)] {
        let text = format!("{set}Move A\n{cycle}End\nMove B\n{other}End\n");
        let puzzle = Puzzle::new(tws::read(&text).unwrap()).unwrap();
        let metric = Metric::qtm();
        let (turns, goals) = (puzzle.search_turns(&metric), [puzzle.solved().clone()]);
        let space = PuzzleSpace::new(&puzzle, &turns, &metric, &goals).unwrap();
        // Least costs by relaxation: moves that cost one make all others.
        let ones: Vec<MoveId> = space.moves().filter(|&m| space.cost(m) == 1).collect();
        let mut costs = HashMap::from([(space.goals()[0].clone(), 0)]);
        let mut level: Vec<PackedState> = space.goals().to_vec();
        let mut next = level[0].clone();
        for cost in 1.. {
            let mut reached = Vec::new();
            for state in &level {
                for &m in &ones {
                    assert!(space.apply(m, state, &mut next));
                    if !costs.contains_key(&next) {
                        costs.insert(next.clone(), cost);
                        reached.push(next.clone());
                    }
                }
            }
            level = reached;
            if level.is_empty() {
                break;
            }
        }
        assert!(costs.len() > 20);
        let mut table = PruningTable::new(&space, 1 << 12);
        for (state, &cost) in &costs {
            assert_eq!(space.parity(state), known.then_some(cost % 2), "{other}");
            assert_eq!(shortest(&space, &mut table, state), cost);
        }
    }
}
