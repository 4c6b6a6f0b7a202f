//! Random small puzzles against brute force: every feature of a definition, alone and together.
//!
//! The brute force knows only what the definition says: states as rows, moves slot by slot, restrictions as written.
//! A failure prints the seed; a puzzle that once failed is kept below as a case of its own.

use crate::random_definition::{Dice, Sizes, is_possible, random_definition};
use permutant_puzzle::definition::{Action, Definition, Generator, Illegal, MoveLimit, Role};
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::orbit::Orbit;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_puzzle::transformation::{OrbitTransformation, Transformation};
use permutant_search::ida_star::IdaStar;
use permutant_search::limits::{Control, Limits, Outcome};
use permutant_search::pruning::PruningTable;
use permutant_search::puzzle_space::{Patterns, PuzzleSpace, SpaceError};
use permutant_search::sequences::Sequences;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::collections::HashMap;

/// Longest solutions that are compared.
const DEPTH: u32 = 5;

/// A puzzle of one or two orbits of up to six pieces, perhaps with symmetry, forbidden pairs and limits.
fn random_puzzle(dice: &mut Dice) -> Definition {
    let mut definition = random_definition(dice, &Sizes { orbits: 2, pieces: 4, moves: 2 });
    if dice.one_in(4) && definition.generators.len() > 1 {
        let name = |dice: &mut Dice, definition: &Definition| {
            definition.generators[dice.roll(definition.generators.len() as u64)].name.clone()
        };
        let pair = (name(dice, &definition), name(dice, &definition));
        definition.restrictions.forbidden_pairs.push(pair);
    }
    if dice.one_in(2) {
        add_images(dice, &mut definition);
    }
    if dice.one_in(6) && !definition.generators.is_empty() {
        let name = &definition.generators[dice.roll(definition.generators.len() as u64)].name;
        let moves = if dice.one_in(2) { name.clone() } else { format!("{name}*") };
        definition.restrictions.move_limits.push(MoveLimit { moves, most: dice.roll(3) as u32 });
    }
    definition
}

/// One to three sets of pieces for exact tables.
fn random_patterns(dice: &mut Dice, goal: &State) -> Patterns {
    let pieces: Vec<(usize, u16)> = (goal.orbits.iter().enumerate())
        .flat_map(|(orbit, row)| row.pieces.iter().map(move |&piece| (orbit, piece)))
        .collect();
    let sets = (0..1 + dice.roll(3)).map(|_| pieces.iter().copied().filter(|_| dice.one_in(2)).collect());
    Patterns::Pieces(sets.collect())
}

/// Makes a puzzle with symmetry: the first generator, carried around by a relabelling of slots.
fn add_images(dice: &mut Dice, definition: &mut Definition) {
    let Some(Action::Given(first)) = definition.generators.first().map(|first| first.action.clone()) else {
        return;
    };
    let relabelling: Vec<(usize, OrbitTransformation)> = (definition.orbits.iter().enumerate())
        .map(|(index, orbit)| {
            let count = usize::from(orbit.pieces);
            let mut rows: Vec<u16> = (0..orbit.pieces).collect();
            let shift = 1 + dice.roll(2);
            rows.rotate_left(shift.min(count - 1));
            (index, OrbitTransformation::new(orbit, rows, vec![0; count]).unwrap())
        })
        .collect();
    let relabelling = Transformation::from_parts(relabelling);
    definition.generators.truncate(1);
    definition.restrictions = Default::default();
    let mut image = first.clone();
    for number in 1..3u8 {
        image = relabelling.inverse().then(&image).then(&relabelling);
        if image == first {
            break;
        }
        let action = Action::Given(image.clone());
        let name = char::from(b'W' + number).to_string();
        definition.generators.push(Generator { name, role: Role::Turn, action });
    }
}

/// Lowest cost from every state that is within `DEPTH` of being solved, by plain relaxation over (state, last turn).
fn brute_force(puzzle: &Puzzle, turns: &[Turn], metric: &Metric, start: &State) -> Option<u32> {
    let forbidden = &puzzle.definition().restrictions.forbidden_pairs;
    // Whether two turns of a move make up nothing, or a turn that costs no more.
    let merge = |a: &Turn, b: &Turn| {
        let sum = Turn::new(a.base().clone(), a.amount() + b.amount());
        let is_turn = turns.contains(&sum) && metric.cost(&sum) <= metric.cost(a) + metric.cost(b);
        a.base() == b.base() && (sum.amount() == 0 || is_turn)
    };
    let follows = |last: Option<usize>, next: usize| {
        last.is_none_or(|last| {
            !forbidden.iter().any(|(a, b)| turns[last].to_string() == *a && turns[next].to_string() == *b)
                && !merge(&turns[last], &turns[next])
        })
    };
    let limits = &puzzle.definition().restrictions.move_limits;
    let counted = |limit: &MoveLimit, turn: &Turn| match limit.moves.strip_suffix('*') {
        Some(base) => turn.base().name == base,
        None => turn.to_string() == limit.moves,
    };
    type Reached = (State, Option<usize>, Vec<u32>);
    let mut levels: Vec<HashMap<Reached, ()>> = vec![HashMap::new(); DEPTH as usize + 1];
    levels[0].insert((start.clone(), None, vec![0; limits.len()]), ());
    for cost in 0..=DEPTH as usize {
        let here: Vec<_> = levels[cost].keys().cloned().collect();
        if here.iter().any(|(state, ..)| puzzle.is_solved(state)) {
            return Some(cost as u32);
        }
        for (state, last, made) in here {
            for (next, turn) in turns.iter().enumerate() {
                let sum = cost + metric.cost(turn) as usize;
                let made: Vec<u32> = (limits.iter().zip(&made))
                    .map(|(limit, made)| made + u32::from(counted(limit, turn)))
                    .collect();
                if limits.iter().zip(&made).any(|(limit, made)| *made > limit.most) {
                    continue;
                }
                if sum <= DEPTH as usize && follows(last, next) && is_possible(puzzle, &state, turn) {
                    levels[sum].insert((state.after(&turn.transformation()), Some(next), made), ());
                }
            }
        }
    }
    None
}

fn check(seed: u64) -> bool {
    let mut dice = Dice(ChaCha8Rng::seed_from_u64(seed));
    let definition = random_puzzle(&mut dice);
    let puzzle = Puzzle::new(definition).unwrap();
    let metric = if dice.one_in(3) { Metric::qtm() } else { Metric::htm() };
    let mut turns = puzzle.search_turns(&metric);
    // Some of the powers, with their inverses: then two of a move may make up one that is not there.
    let mut chosen = Dice(ChaCha8Rng::seed_from_u64(!seed));
    let rules = &puzzle.definition().restrictions;
    if chosen.one_in(4) && rules.forbidden_pairs.is_empty() && rules.move_limits.is_empty() {
        let left_out: Vec<Turn> = turns.iter().filter(|_| chosen.one_in(4)).cloned().collect();
        turns.retain(|turn| !left_out.contains(turn) && !left_out.contains(&turn.inverse()));
    }
    if turns.len() > 24 {
        // Moves of high order have many powers; brute force takes seconds with so many.
        return false;
    }
    let goal = puzzle.solved().clone();
    let space = match PuzzleSpace::new(&puzzle, &turns, &metric, std::slice::from_ref(&goal)) {
        Ok(space) => space,
        Err(SpaceError::NoMoves | SpaceError::Unsupported(_)) => return false,
        Err(other) => panic!("seed {seed}: {other}"),
    };
    let sequences = Sequences::new(&space);
    let mut table = PruningTable::new(&space, 1 << (8 + dice.roll(12)));
    let mut start = goal.clone();
    for _ in 0..2 + dice.roll(6) {
        let turn = &turns[dice.roll(turns.len() as u64)];
        if is_possible(&puzzle, &start, turn) {
            turn.make(&mut start);
        }
    }
    let packed = space.pack(&puzzle, &start, &goal).unwrap();
    let limits = Limits { max_length: Some(DEPTH), ..Limits::default() };
    let mut search = IdaStar::new(&space, &sequences, &mut table, &packed, &limits, Control::new());
    let found = search.next();
    let expected = brute_force(&puzzle, &turns, &metric, &start);
    assert_eq!(
        found.as_ref().map(|solution| solution.cost),
        expected,
        "seed {seed}: {:#?}",
        puzzle.definition()
    );
    if found.is_none() {
        assert_ne!(search.end(), Some(&Outcome::Found(())), "seed {seed}");
    }
    let symmetric = space.clone().with_symmetry(&puzzle, &turns, std::slice::from_ref(&goal));
    // Sets that are too large are refused.
    let patterned = symmetric.clone().with_patterns(&random_patterns(&mut dice, &goal), 1 << 20);
    let patterned = patterned.unwrap_or_else(|_| symmetric.clone());
    let bytes = 1 << (8 + dice.roll(12));
    let most = dice.one_in(2).then(|| 1 + dice.roll(3) as u64);
    let nodes = dice.one_in(3).then(|| 1 + dice.roll(300) as u64);
    let limits = Limits { max_solutions: most, max_nodes: nodes, ..limits };
    let mut results = Vec::new();
    for (space, threads) in [(&space, 1), (&space, 3), (&symmetric, 1), (&symmetric, 2)] {
        let mut table = PruningTable::new(space, bytes);
        let search = IdaStar::new(space, &sequences, &mut table, &packed, &limits, Control::new());
        let mut search = search.with_threads(threads);
        let found: Vec<_> = search.by_ref().collect();
        results.push((found, search.nodes(), search.end().cloned()));
    }
    if nodes.is_none() {
        let mut table = PruningTable::new(&patterned, bytes);
        let search = IdaStar::new(&patterned, &sequences, &mut table, &packed, &limits, Control::new());
        let mut search = search.with_threads(1 + seed as usize % 2);
        let found: Vec<_> = search.by_ref().collect();
        let first = found.first().map(|solution| solution.cost);
        assert_eq!(first, expected, "seed {seed}: patterns");
        assert!(most == Some(1) || found == results[2].0, "seed {seed}: all solutions with patterns");
    }
    assert_eq!(results[0], results[1], "seed {seed}: threads");
    assert_eq!(results[2], results[3], "seed {seed}: threads, with symmetry");
    if nodes.is_none() {
        let first = |at: usize| results[at].0.first().map(|solution| solution.cost);
        assert_eq!((first(0), first(2)), (expected, expected), "seed {seed}: symmetry");
        // After any of them come those that come after it.
        let found = &results[0].0;
        if !found.is_empty() && most != Some(1) {
            let at = dice.roll(found.len() as u64);
            let mut table = PruningTable::new(&symmetric, bytes);
            let search = IdaStar::new(&symmetric, &sequences, &mut table, &packed, &limits, Control::new());
            let search = search.after(&found[at].moves).with_threads(1 + dice.roll(2));
            let rest: Vec<_> = search.take(found.len() - at - 1).collect();
            assert_eq!(rest, found[at + 1..], "seed {seed}: after {at}");
        }
        // One solution may be another with symmetry; several are all there are, in order.
        if most != Some(1) {
            assert_eq!(results[0].0, results[2].0, "seed {seed}: all solutions");
        }
    }
    true
}

#[test]
fn searches_agree_with_brute_force() {
    let searched = (0..600).filter(|&seed| check(seed)).count();
    assert!(searched > 400, "{searched} of the puzzles were searched");
}

/// Seeds that once failed: 16, glued pieces numbered like the filling behind the last slot of a packed state; 2223, a
/// power that is limited to no occurrence, made of two others around a turn that commutes; 3491, sums over
/// pairs of slots that symmetry changed; 16 373, a level of a table filled by moves of several costs, with sums of another state;
/// 28 076, automorphisms whose products were not among them.
#[test]
fn what_once_failed() {
    assert!([16, 2223, 3491, 16_373, 28_076].into_iter().all(check));
}

/// A piece goes around five places of which it must not stand in one, so that a turn of two or three steps could jump over it.
#[test]
fn in_steps_nothing_jumps_over_a_forbidden_place() {
    let orbit = Orbit { name: "A".into(), pieces: 5, orientations: 1 };
    let mut definition = Definition::new("ring", vec![orbit.clone()]);
    definition.solved.orbits[0].pieces = vec![1, 0, 0, 0, 0];
    let around = OrbitTransformation::new(&orbit, vec![4, 0, 1, 2, 3], vec![0; 5]).unwrap();
    let action = Action::Given(Transformation::from_parts([(0, around)]));
    definition.generators.push(Generator { name: "a".into(), role: Role::Turn, action });
    definition.restrictions.illegal.push(Illegal { orbit: 0, slot: 1, pieces: vec![1] });
    let puzzle = Puzzle::new(definition).unwrap();
    for (metric, expected) in [(Metric::qtm(), 3), (Metric::htm(), 1)] {
        let turns = puzzle.search_turns(&metric);
        let goals = [puzzle.solved().clone()];
        let space = PuzzleSpace::new(&puzzle, &turns, &metric, &goals).unwrap();
        let sequences = Sequences::new(&space);
        let mut table = PruningTable::new(&space, 1 << 10);
        let twice = puzzle.turn("a2").unwrap().transformation();
        let start = space.pack(&puzzle, &goals[0].after(&twice), &goals[0]).unwrap();
        let limits = Limits::default();
        let mut search = IdaStar::new(&space, &sequences, &mut table, &start, &limits, Control::new());
        let solution = search.next().unwrap();
        assert_eq!(solution.cost, expected, "{}", metric.name());
        assert_eq!(solution.moves.len() as u32, expected, "{}", metric.name());
    }
}

#[test]
#[ignore = "long: a hundred thousand random puzzles"]
fn many_searches_agree_with_brute_force() {
    assert!((1000..101_000).filter(|&seed| check(seed)).count() > 50_000);
}
