//! The two phases in several metrics and with forbidden faces. Solutions are read step by step on whole cubes whose centres
//! move, by code of its own; lengths are compared with breadth-first search.

use permutant_cube::model::cubie::CubieCube;
use permutant_cube::model::moves::{Face, Move};
use permutant_cube::model::random_state::random_cube;
use permutant_cube::two_phase::weighted::{Costs, Slice, Step, WeightedSolution, WeightedSolver};
use permutant_search::limits::{Control, Limits, Outcome, StopReason};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::LazyLock;

static QUARTER: LazyLock<WeightedSolver> = LazyLock::new(|| WeightedSolver::new(Costs::quarter_turns()));
static SLICE: LazyLock<WeightedSolver> = LazyLock::new(|| WeightedSolver::new(Costs::slice_turns()));
static NO_DOWN: LazyLock<WeightedSolver> = LazyLock::new(|| {
    let costs = Costs::new(|turn| (turn.face() != Face::D).then_some(1), |_, _| None);
    WeightedSolver::new(costs.unwrap())
});

fn turn(face: Face, quarters: u8) -> Move {
    Move::new(face, quarters).unwrap()
}

/// The turns of faces, named by their centres, that steps are. A slice is both its neighbours the other way, after which the
/// whole cube has turned.
fn by_centres(steps: &[Step]) -> Vec<Move> {
    // Which centre is at U, R, F, D, L, B.
    let mut centres = Face::ALL;
    let mut moves = Vec::new();
    for &step in steps {
        match step {
            Step::Face(at) => moves.push(turn(centres[at.face().index()], at.quarters())),
            Step::Slice(slice, quarters) => {
                let (like, row) = match slice {
                    Slice::E => (Face::D, [Face::F, Face::R, Face::B, Face::L]),
                    Slice::M => (Face::L, [Face::F, Face::D, Face::B, Face::U]),
                    Slice::S => (Face::F, [Face::U, Face::R, Face::D, Face::L]),
                };
                moves.push(turn(centres[like.index()], 4 - quarters));
                moves.push(turn(centres[like.opposite().index()], quarters));
                for _ in 0..quarters {
                    let last = centres[row[3].index()];
                    for n in (1..4).rev() {
                        centres[row[n].index()] = centres[row[n - 1].index()];
                    }
                    centres[row[0].index()] = last;
                }
            }
        }
    }
    moves
}

fn check(cube: &CubieCube, solution: &WeightedSolution) {
    assert_eq!(cube.after(&by_centres(&solution.steps)), CubieCube::SOLVED);
    assert!(solution.lower_bound <= solution.cost);
}

fn best(solver: &WeightedSolver, cube: &CubieCube, limits: &Limits) -> WeightedSolution {
    let mut last = u32::MAX;
    let found = solver.improve(cube, limits, &Control::new(), |solution| {
        check(cube, solution);
        assert!(solution.cost < last);
        last = solution.cost;
        ControlFlow::Continue(())
    });
    found.found().unwrap()
}

fn nodes(max_nodes: u64) -> Limits {
    Limits { max_nodes: Some(max_nodes), ..Limits::default() }
}

#[test]
fn random_cubes_are_solved_in_few_quarter_turns() {
    let mut rng = ChaCha8Rng::seed_from_u64(201);
    let mut total = 0;
    for _ in 0..4 {
        let cube = random_cube(&mut rng);
        let solution = best(&QUARTER, &cube, &nodes(200_000));
        let count = |step: &Step| match step {
            Step::Face(turn) if turn.quarters() == 2 => 2,
            Step::Face(_) => 1,
            Step::Slice(..) => panic!("a slice is no quarter turn"),
        };
        let count: u32 = solution.steps.iter().map(count).sum();
        assert_eq!(count, solution.cost);
        total += count;
    }
    // The mean of the shortest is about 21.
    assert!(total <= 4 * 28, "{total}");
}

#[test]
fn slices_make_solutions_shorter_and_forbidden_faces_never_turn() {
    let mut rng = ChaCha8Rng::seed_from_u64(202);
    let (mut slices, mut total) = (0, [0, 0]);
    for _ in 0..4 {
        let cube = random_cube(&mut rng);
        let solution = best(&SLICE, &cube, &nodes(100_000));
        assert_eq!(solution.cost as usize, solution.steps.len());
        slices += solution.steps.iter().filter(|step| matches!(step, Step::Slice(..))).count();
        total[0] += solution.cost;
        let solution = best(&NO_DOWN, &cube, &nodes(100_000));
        assert!(solution.steps.iter().all(|step| matches!(step, Step::Face(t) if t.face() != Face::D)));
        assert_eq!(solution.cost as usize, solution.steps.len());
        total[1] += solution.cost;
    }
    assert!(slices > 4 && total[0] <= 4 * 21 && total[1] <= 4 * 24, "{slices} {total:?}");
}

#[test]
fn both_faces_of_an_axis_at_once_count_one() {
    let solver = WeightedSolver::new(Costs::axial_turns());
    let cube = random_cube(&mut ChaCha8Rng::seed_from_u64(203));
    let solution = best(&solver, &cube, &nodes(50_000));
    let axis = |step: &Step| match step {
        Step::Face(turn) => turn.face().index() % 3,
        Step::Slice(..) => panic!("slices are written as faces"),
    };
    let axes: Vec<usize> = solution.steps.iter().map(axis).collect();
    let changes = axes.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert_eq!(changes + 1, solution.cost as usize);
    assert!(solution.cost <= 21, "{}", solution.cost);
}

/// Distances of all cubes near home, by breadth-first search with the turns themselves.
fn near(turns: &[(Vec<Move>, u32)], most: u32) -> HashMap<CubieCube, u32> {
    let mut known = HashMap::from([(CubieCube::SOLVED, 0)]);
    let mut layers = vec![Vec::new(); most as usize + 1];
    layers[0].push(CubieCube::SOLVED);
    for distance in 0..=most {
        for cube in std::mem::take(&mut layers[distance as usize]) {
            for (turn, cost) in turns {
                let (next, length) = (cube.after(turn), distance + cost);
                if length <= most && known.get(&next).is_none_or(|&other| length < other) {
                    known.insert(next, length);
                    layers[length as usize].push(next);
                }
            }
        }
    }
    known
}

#[test]
fn short_lengths_are_those_of_breadth_first_search() {
    let faces = |cost: fn(Move) -> Option<u32>| -> Vec<(Vec<Move>, u32)> {
        Move::ALL.into_iter().filter_map(|turn| Some((vec![turn], cost(turn)?))).collect()
    };
    let quarter = faces(|turn| (turn.quarters() != 2).then_some(1));
    let no_down = faces(|turn| (turn.face() != Face::D).then_some(1));
    let mut slice = faces(|_| Some(1));
    for face in [Face::U, Face::R, Face::F] {
        slice.extend((1..4).map(|q| (vec![turn(face, q), turn(face.opposite(), 4 - q)], 1)));
    }
    let mut rng = ChaCha8Rng::seed_from_u64(204);
    for (solver, turns, most) in [(&*QUARTER, quarter, 5), (&*NO_DOWN, no_down, 4), (&*SLICE, slice, 3)] {
        let known = near(&turns, most);
        for n in 0..150 {
            let mut cube = CubieCube::SOLVED;
            for _ in 0..n % (most as usize + 1) {
                cube = cube.after(&turns[rng.next_u32() as usize % turns.len()].0);
            }
            let Some(&length) = known.get(&cube) else { panic!("not found: {cube:?}") };
            let first =
                solver.improve(&cube, &Limits::default(), &Control::new(), |_| ControlFlow::Break(()));
            let first = first.found().unwrap();
            check(&cube, &first);
            assert_eq!((first.cost, first.lower_bound), (length, length));
        }
    }
}

#[test]
fn proofs_hold_and_limits_are_kept() {
    let mut rng = ChaCha8Rng::seed_from_u64(205);
    for _ in 0..2 {
        let turns: Vec<Move> = (0..9).map(|_| Move::ALL[rng.next_u32() as usize % 18]).collect();
        let cube = CubieCube::SOLVED.after(&turns);
        let solution = best(&QUARTER, &cube, &nodes(500_000));
        let made: u32 = turns.iter().map(|turn| if turn.quarters() == 2 { 2 } else { 1 }).sum();
        assert!(solution.cost <= made && (made - solution.cost).is_multiple_of(2));
        if solution.lower_bound == solution.cost && solution.cost > 0 {
            let limits = Limits { max_length: Some(solution.cost - 1), ..Limits::default() };
            let end = QUARTER.improve(&cube, &limits, &Control::new(), |_| ControlFlow::Continue(()));
            assert_eq!(end, Outcome::LimitReached(StopReason::Length));
        }
    }
    let cube = random_cube(&mut rng);
    for max_nodes in [0, 1, 100, 10_000] {
        let (one, two) = (best(&QUARTER, &cube, &nodes(max_nodes)), best(&QUARTER, &cube, &nodes(max_nodes)));
        assert_eq!(one, two);
    }
    let limits = Limits { max_nodes: Some(100), max_length: Some(20), ..Limits::default() };
    let end = QUARTER.improve(&cube, &limits, &Control::new(), |_| ControlFlow::Continue(()));
    assert_eq!(end, Outcome::LimitReached(StopReason::Nodes));
    let solved = best(&SLICE, &CubieCube::SOLVED, &Limits::default());
    assert_eq!((solved.cost, solved.lower_bound), (0, 0));
    let mut unsolvable = CubieCube::SOLVED;
    unsolvable.corners =
        permutant_cube::model::cubie::Corners::new([0, 1, 2, 3, 4, 5, 6, 7], [1, 0, 0, 0, 0, 0, 0, 0])
            .unwrap();
    let end =
        QUARTER.improve(&unsolvable, &Limits::default(), &Control::new(), |_| ControlFlow::Continue(()));
    assert_eq!(end, Outcome::ProvenNone);
}
