//! Heuristics that are found from the moves, against breadth-first search over all states.

use crate::random_definition::{Dice, Sizes, random_definition};
use permutant_puzzle::catalog;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::puzzle::Puzzle;
use permutant_search::guide::{Additive, Adjacency, Guide, Sets, Sliding};
use permutant_search::ida_star::IdaStar;
use permutant_search::limits::{Control, Limits, Outcome, StopReason};
use permutant_search::pruning::PruningTable;
use permutant_search::puzzle_space::{PackedState, PuzzleSpace};
use permutant_search::sequences::Sequences;
use permutant_search::space::{MoveId, Space};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::collections::{HashMap, HashSet};

fn space_of(puzzle: &Puzzle) -> Option<PuzzleSpace> {
    let metric = Metric::htm();
    PuzzleSpace::new(puzzle, &puzzle.search_turns(&metric), &metric, &[puzzle.solved().clone()]).ok()
}

fn named(name: &str) -> PuzzleSpace {
    space_of(&catalog::find(name).unwrap().puzzle).unwrap()
}

/// The distances of all states from the solved one, all moves costing one; `None` if there are more than `most`.
fn distances(space: &PuzzleSpace, most: usize) -> Option<HashMap<PackedState, u32>> {
    let goal = space.goals()[0].clone();
    let mut distances = HashMap::from([(goal.clone(), 0)]);
    let (mut rim, mut next) = (vec![goal.clone()], goal);
    while !rim.is_empty() && distances.len() <= most {
        let mut further = Vec::new();
        for state in &rim {
            let here = distances[state];
            for m in space.moves() {
                if space.apply(m, state, &mut next) && !distances.contains_key(&next) {
                    distances.insert(next.clone(), here + 1);
                    further.push(next.clone());
                }
            }
        }
        rim = further;
    }
    (distances.len() <= most).then_some(distances)
}

fn additive(space: &PuzzleSpace, entries: u64) -> (Guide, Vec<usize>) {
    let sliding = Sliding::of(space).unwrap();
    let sets = Sets::within(&sliding, entries, 1 << 30).unwrap();
    let built = sets.build(&sliding, 2, 1 << 30, &Control::new()).unwrap();
    assert_eq!(built.len() as u64, sets.entries(&sliding));
    assert!(Additive::new(sliding.clone(), &sets, &built[1..]).is_none());
    (Guide::Additive(Additive::new(sliding, &sets, &built).unwrap()), sets.sizes())
}

/// No bound exceeds the distance, on any state; with all pieces in one set, the bound is the distance wherever the blank matters not.
#[test]
fn sums_of_distances_are_bounds() {
    for (name, entries, sizes) in [
        ("slide:3x3", 10, vec![1; 8]),
        ("slide:3x3", 100, vec![2; 4]),
        ("slide:3x3", 600, vec![3, 3, 2]),
        ("slide:3x3", 1 << 20, vec![8]),
        ("slide:2x4", 1700, vec![4, 3]),
        ("moebius:2x3", 120, vec![3, 2]),
    ] {
        let space = named(name);
        let (guide, found) = additive(&space, entries);
        assert_eq!(found, sizes, "{name}");
        let (mut sum, mut all) = (0, 0);
        for (state, distance) in distances(&space, 200_000).unwrap() {
            let bound = guide.bound(&state);
            assert!(bound <= distance, "{name} {state:?}: {bound} > {distance}");
            // Each move of a piece changes the parity.
            sum += bound;
            all += distance;
        }
        // One set knows everything but the moves of the blank that come last.
        assert!(10 * sum > all * if found.len() == 1 { 9 } else { 4 }, "{name}: {sum} of {all}");
    }
}

/// The bound changes by at most the cost of a move, and no bound exceeds the distance.
fn check_adjacency(space: &PuzzleSpace, name: &str) -> Option<f64> {
    let distances = distances(space, 50_000)?;
    let found = Adjacency::find(space)?;
    let mean = found.mean();
    let guide = Guide::Adjacency(found);
    let mut next = space.goals()[0].clone();
    for (state, &distance) in &distances {
        let bound = guide.bound(state);
        assert!(bound <= distance, "{name} {state:?}: {bound} > {distance}");
        for m in space.moves() {
            space.apply(m, state, &mut next);
            assert!(guide.bound(&next).abs_diff(bound) <= space.cost(m), "{name} {state:?}");
        }
    }
    Some(mean)
}

#[test]
fn separated_neighbours_are_bounds() {
    for (name, least) in [("pancake:7", 4.5), ("pancake:8", 5.5), ("topspin:7,4", 3.0), ("topspin:8,4", 4.0)]
    {
        let mean = check_adjacency(&named(name), name).unwrap();
        assert!(mean > least, "{name}: {mean}");
    }
    // The bound of pancakes is that of their gaps.
    let space = named("pancake:16");
    let mean = Adjacency::find(&space).unwrap().mean();
    assert!((13.0..15.0).contains(&mean), "{mean}");
    assert!(Adjacency::find(&named("slide:3x3")).is_none());
}

/// Random puzzles, also with pieces that are twisted or alike.
#[test]
fn bounds_of_random_puzzles() {
    let mut checked = 0;
    for seed in 0..300 {
        let mut dice = Dice(ChaCha8Rng::seed_from_u64(seed));
        let definition = random_definition(&mut dice, &Sizes { orbits: 2, pieces: 5, moves: 3 });
        let Ok(puzzle) = Puzzle::new(definition) else { continue };
        let Some(space) = space_of(&puzzle) else { continue };
        checked += usize::from(check_adjacency(&space, &format!("seed {seed}")).is_some());
    }
    assert!(checked > 10, "{checked}");
}

/// All solutions, sorted, and how the search ended.
pub(crate) fn all_solutions(
    (space, sequences): (&PuzzleSpace, &Sequences),
    start: &PackedState,
    limits: &Limits,
    guide: Option<&Guide>,
    threads: usize,
) -> (Vec<Vec<MoveId>>, Option<Outcome<()>>) {
    let mut table = PruningTable::new(space, 1 << 20);
    let search = IdaStar::new(space, sequences, &mut table, start, limits, Control::new());
    let mut search = search.with_threads(threads);
    if let Some(guide) = guide {
        search = search.with_guide(guide);
    }
    let mut found: Vec<_> = search.by_ref().map(|solution| solution.moves).collect();
    found.sort_unstable();
    (found, search.end().cloned())
}

/// Searches with and without a heuristic find the same solutions, on any number of threads. Boards that are not square have one division of their
/// pieces only.
#[test]
fn guided_searches_find_the_same_solutions() {
    let puzzles =
        [("slide:3x3", 40), ("slide:3x2", 40), ("slide:2x4", 60), ("pancake:8", 12), ("topspin:8,4", 12)];
    for (name, words) in puzzles {
        let space = named(name);
        let guide = match Sliding::of(&space) {
            Some(_) => additive(&space, 600).0,
            None => Guide::Adjacency(Adjacency::find(&space).unwrap()),
        };
        let sequences = Sequences::new(&space);
        for seed in 0..12u64 {
            let mut dice = Dice(ChaCha8Rng::seed_from_u64(seed));
            let (mut state, mut next) = (space.goals()[0].clone(), space.goals()[0].clone());
            for _ in 0..words {
                let m = MoveId(dice.roll(space.move_count() as u64) as u16);
                if space.apply(m, &state, &mut next) {
                    std::mem::swap(&mut state, &mut next);
                }
            }
            let limits = Limits { shortest_only: true, ..Limits::default() };
            let all = |guide, threads| all_solutions((&space, &sequences), &state, &limits, guide, threads);
            let expected = all(None, 1);
            assert_eq!(all(Some(&guide), 1), expected, "{name} {seed}");
            assert_eq!(all(Some(&guide), 3), expected, "{name} {seed}");
        }
        // A limit on nodes is kept to the node.
        let start = {
            let mut farthest: Vec<_> = distances(&space, 200_000).unwrap().into_iter().collect();
            farthest.sort_unstable_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
            farthest[0].0.clone()
        };
        let few = Limits { max_nodes: Some(20), max_solutions: Some(1), ..Limits::default() };
        let mut table = PruningTable::new(&space, 0);
        let mut search =
            IdaStar::new(&space, &sequences, &mut table, &start, &few, Control::new()).with_guide(&guide);
        assert!(search.next().is_none());
        assert_eq!(search.end(), Some(&Outcome::LimitReached(StopReason::Nodes)), "{name}");
        assert_eq!(search.nodes(), 20);
    }
}

/// Without duplicate words, every state is still reached from every other at its distance, in fewer ways.
#[test]
fn duplicate_words_are_not_needed() {
    for (name, most_states, most_nodes) in [
        ("slide:3x3", 2_000, 1 << 13),
        ("slide:3x3", 20_000, 40),
        ("slide:2x4", 9_000, 1 << 13),
        ("moebius:2x3", 100_000, 1 << 13),
    ] {
        let space = named(name);
        let all = Sequences::new(&space);
        let fewer = Sliding::of(&space).unwrap().duplicates(most_states, most_nodes);
        assert!((2..=most_nodes).contains(&fewer.node_count()), "{name}: {}", fewer.node_count());
        let distances = distances(&space, 200_000).unwrap();
        let ways = |sequences: &Sequences| {
            // By level: the ways to each state and node of the automaton, along shortest sequences only.
            let mut ways = HashMap::from([((space.goals()[0].clone(), sequences.start()), 1u64)]);
            let (mut reached, mut total) = (0, 0);
            for level in 1.. {
                let states: HashSet<&PackedState> = ways.keys().map(|(state, _)| state).collect();
                reached += states.len();
                total += ways.values().sum::<u64>();
                let mut next: HashMap<_, u64> = HashMap::new();
                for ((state, node), count) in &ways {
                    let mut after = state.clone();
                    for m in space.moves() {
                        let Some(node) = sequences.after(*node, m) else { continue };
                        if space.apply(m, state, &mut after) && distances[&after] == level {
                            *next.entry((after.clone(), node)).or_default() += count;
                        }
                    }
                }
                if next.is_empty() {
                    return (reached, total);
                }
                ways = next;
            }
            unreachable!()
        };
        let (reached, total) = ways(&fewer);
        assert_eq!(reached, distances.len(), "{name}");
        let (_, with_duplicates) = ways(&all);
        assert!(total < with_duplicates, "{name}: {total} of {with_duplicates}");
    }
}
