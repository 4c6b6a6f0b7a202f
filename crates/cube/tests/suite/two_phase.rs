//! The two-phase solver as its callers see it. Every solution is replayed on the stickers' side: by the pieces of a cube
//! read back from its facelet string.

use permutant_cube::coordinates::coordinate;
use permutant_cube::model::cubie::{Corners, CubieCube};
use permutant_cube::model::facelet::{self, FaceCube};
use permutant_cube::model::moves::{Algorithm, Face, Move, inverse};
use permutant_cube::model::phases::Phases;
use permutant_cube::model::random_state::random_cube;
use permutant_cube::model::solution::Solution;
use permutant_cube::model::symmetry::Symmetry;
use permutant_cube::two_phase::{EXACT_LENGTH, Solver};
use permutant_search::limits::{Control, Limits, Outcome, StopReason};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use std::ops::ControlFlow;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

static SOLVER: LazyLock<Solver> = LazyLock::new(Solver::new);

fn check(cube: &CubieCube, solution: &Solution) {
    let read = facelet::read(&FaceCube::from(cube).to_string()).unwrap();
    assert_eq!(read.after(&solution.moves), CubieCube::SOLVED, "{}", Algorithm(&solution.moves));
    assert!(solution.lower_bound <= solution.length());
    if let Some(phases) = &solution.phases {
        check_phases(cube, solution, phases);
    }
}

/// Phase 1 ends where the cube enters G1 along the axis of the phases, and phase 2 stays there; seen from the end, if the inverse cube was
/// solved.
fn check_phases(cube: &CubieCube, solution: &Solution, phases: &Phases) {
    let parts = [phases.phase_1(), phases.phase_2(), phases.pre_moves()];
    assert_eq!(parts.iter().sum::<usize>(), solution.moves.len());
    let is_upright = |by: &Symmetry| {
        let turn = Move::new(phases.axis(), 1).unwrap();
        matches!(by.of_move(turn).face(), Face::U | Face::D)
    };
    let upright = [0, 1, 2].map(Symmetry::third_turn).into_iter().find(is_upright).unwrap();
    let (start, moves) = match phases.is_inverse() {
        true => (cube.inverse(), inverse(&solution.moves)),
        false => (*cube, solution.moves.clone()),
    };
    let leaves = |turn: &Move| {
        turn.quarters() != 2 && ![phases.axis(), phases.axis().opposite()].contains(&turn.face())
    };
    let (first, rest) = moves.split_at(parts[0]);
    let (second, last) = rest.split_at(parts[1]);
    assert!(first.last().is_none_or(leaves) && !second.iter().any(leaves), "{phases}");
    // The pre-moves are undone by the other side of the cube: without them, phase 1 enters G1.
    let before = CubieCube::SOLVED.after(last).then(&start);
    let entered = upright.of_cube(&before.after(first));
    for coordinate in [coordinate::TWIST, coordinate::FLIP, coordinate::SLICE] {
        assert_eq!((coordinate.of)(&entered), 0, "{phases}");
    }
}

fn solve(cube: &CubieCube, limits: &Limits) -> Outcome<Solution> {
    let outcome = SOLVER.solve(cube, limits, &Control::new());
    if let Outcome::Found(solution) = &outcome {
        check(cube, solution);
    }
    outcome
}

fn found(cube: &CubieCube) -> Solution {
    solve(cube, &Limits::default()).found().unwrap()
}

fn random_turns(rng: &mut ChaCha8Rng, count: usize) -> Vec<Move> {
    std::iter::repeat_with(|| Move::ALL[rng.next_u32() as usize % 18]).take(count).collect()
}

fn turns(names: &str) -> Vec<Move> {
    let turn = |name: &str| Move::ALL.into_iter().find(|turn| turn.to_string() == name).unwrap();
    names.split_whitespace().map(turn).collect()
}

#[test]
fn random_cubes_are_solved_in_21_turns() {
    let mut rng = ChaCha8Rng::seed_from_u64(100);
    for _ in 0..300 {
        let cube = random_cube(&mut rng);
        let solution = found(&cube);
        assert!(solution.length() <= 21);
        assert!(solution.lower_bound > EXACT_LENGTH);
        assert!(solution.phases.is_some());
    }
}

#[test]
fn the_small_profile_takes_less_than_four_megabytes() {
    assert!(SOLVER.bytes() < 4_000_000, "{}", SOLVER.bytes());
}

#[test]
fn a_short_scramble_never_gets_a_longer_solution() {
    let mut rng = ChaCha8Rng::seed_from_u64(101);
    assert_eq!(found(&CubieCube::SOLVED), Solution { moves: vec![], lower_bound: 0, nodes: 1, phases: None });
    for turn in Move::ALL {
        assert_eq!(found(&CubieCube::SOLVED.after(&[turn])).moves, [turn.inverse()]);
    }
    for length in 1..=10 {
        for _ in 0..100 {
            let scramble = random_turns(&mut rng, length);
            let solution = found(&CubieCube::SOLVED.after(&scramble));
            assert!(solution.length() as usize <= length, "{}", Algorithm(&scramble));
            assert!(solution.is_optimal());
        }
    }
}

#[test]
fn scrambles_inside_the_subgroups_are_short_too() {
    // The distances to G1 are 0 along one axis, or, for half turns, along all three, so the bound says nothing.
    let mut rng = ChaCha8Rng::seed_from_u64(102);
    let half: Vec<Move> = Move::ALL.into_iter().filter(|turn| turn.quarters() == 2).collect();
    for free in [None, Some(Face::U), Some(Face::R), Some(Face::F)] {
        let in_group = |turn: &Move| {
            turn.quarters() == 2
                || free.is_some_and(|face| turn.face() == face || turn.face() == face.opposite())
        };
        let turns: Vec<Move> = Move::ALL.into_iter().filter(in_group).collect();
        for length in 1..=14 {
            let scramble: Vec<Move> =
                (0..length).map(|_| turns[rng.next_u32() as usize % turns.len()]).collect();
            let solution = found(&CubieCube::SOLVED.after(&scramble));
            assert!(solution.length() <= length, "{}", Algorithm(&scramble));
        }
    }
    let far: Vec<Move> = (0..40).map(|_| half[rng.next_u32() as usize % half.len()]).collect();
    assert!(found(&CubieCube::SOLVED.after(&far)).length() <= 15); // the diameter of that group
    let pons_asinorum = turns("R2 L2 U2 D2 F2 B2");
    assert_eq!(found(&CubieCube::SOLVED.after(&pons_asinorum)).length(), 6);
}

#[test]
fn solutions_get_shorter_and_never_shorter_than_optimal() {
    // Scrambles with their length in an optimal solver (cube48opt5 and vcube112).
    for (scramble, optimal) in [
        ("R2 U' F2 D R' F2 D B U D2 B2 U2 R' D2 F2 B2 R' U2 L' U2", 15),
        ("L' U L2 B' D2 B2 L U2 F' B' R2 F R2 L2 F L2 D2 F2 L' F'", 15),
    ] {
        let cube = CubieCube::SOLVED.after(&turns(scramble));
        let mut last = u32::MAX;
        let limits = Limits { max_nodes: Some(100_000), ..Limits::default() };
        let best = SOLVER
            .improve(&cube, &limits, &Control::new(), |solution| {
                check(&cube, solution);
                assert!(solution.length() < last);
                last = solution.length();
                ControlFlow::Continue(())
            })
            .found()
            .unwrap();
        assert_eq!(best.length(), last);
        assert!(best.lower_bound <= optimal && optimal <= last && last <= 19, "{last}");
    }
}

#[test]
fn the_proof_that_a_length_is_shortest_holds() {
    // The proof is compared with a search to one turn less.
    let mut rng = ChaCha8Rng::seed_from_u64(103);
    for _ in 0..3 {
        let cube = CubieCube::SOLVED.after(&random_turns(&mut rng, 11));
        let limits = Limits { max_nodes: Some(2_000_000), ..Limits::default() };
        let best =
            SOLVER.improve(&cube, &limits, &Control::new(), |_| ControlFlow::Continue(())).found().unwrap();
        check(&cube, &best);
        assert!(best.length() <= 11 && best.is_optimal(), "{best:?}");
        if let Some(shorter) = best.length().checked_sub(1) {
            let limits = Limits { max_length: Some(shorter), ..Limits::default() };
            assert_eq!(solve(&cube, &limits), Outcome::LimitReached(StopReason::Length));
        }
    }
}

#[test]
fn a_limit_never_leaves_a_cube_without_any_solution() {
    let mut rng = ChaCha8Rng::seed_from_u64(104);
    for nodes in [0, 1, 10, 100, 1000] {
        for _ in 0..10 {
            let cube = random_cube(&mut rng);
            let solution =
                solve(&cube, &Limits { max_nodes: Some(nodes), ..Limits::default() }).found().unwrap();
            assert!(solution.length() <= 28);
            let time_is_up = || true;
            let control = Control::new().with_deadline(&time_is_up);
            check(&cube, &SOLVER.solve(&cube, &Limits::default(), &control).found().unwrap());
        }
    }
}

#[test]
fn limits_are_kept() {
    let cube = random_cube(&mut ChaCha8Rng::seed_from_u64(105));
    let limited = |limits: Limits| solve(&cube, &limits);
    let length = |max_length| Limits { max_length: Some(max_length), ..Limits::default() };
    assert_eq!(limited(length(9)), Outcome::LimitReached(StopReason::Length));
    assert_eq!(
        limited(Limits { max_nodes: Some(50), ..length(20) }),
        Outcome::LimitReached(StopReason::Nodes)
    );
    assert_eq!(
        limited(Limits { max_memory: 1 << 20, ..Limits::default() }),
        Outcome::LimitReached(StopReason::Memory)
    );
    assert_eq!(
        limited(Limits { min_length: 31, ..Limits::default() }),
        Outcome::LimitReached(StopReason::Length)
    );
    assert_eq!(limited(Limits { min_length: 12, ..length(11) }), Outcome::LimitReached(StopReason::Length));
    for min_length in [20, 21, 22, 25, 30] {
        let long = limited(Limits { min_length, ..Limits::default() }).found().unwrap();
        assert!(long.length() >= min_length && long.length() <= min_length.max(21), "{min_length}: {long:?}");
    }
    assert!(limited(length(1_000_000)).found().unwrap().length() <= 30);
    let once = solve(&CubieCube::SOLVED, &Limits { min_length: 4, ..Limits::default() }).found().unwrap();
    assert!(once.length() >= 4);

    let mut given = 0;
    let limits = Limits { max_solutions: Some(2), ..Limits::default() };
    let best = SOLVER.improve(&cube, &limits, &Control::new(), |_| {
        given += 1;
        ControlFlow::Continue(())
    });
    assert!(best.found().is_some());
    assert_eq!(given, 2);
}

#[test]
fn cancelling_stops_at_once() {
    let cube = random_cube(&mut ChaCha8Rng::seed_from_u64(106));
    let cancel = AtomicBool::new(true);
    let control = Control::new().with_cancel(&cancel);
    assert_eq!(
        SOLVER.solve(&cube, &Limits::default(), &control),
        Outcome::LimitReached(StopReason::Cancelled)
    );
}

#[test]
fn unsolvable_cubes_have_no_solution() {
    let twisted = Corners::new([0, 1, 2, 3, 4, 5, 6, 7], [2, 0, 0, 0, 0, 0, 0, 0]).unwrap();
    let cube = CubieCube { corners: twisted, ..CubieCube::SOLVED };
    assert_eq!(solve(&cube, &Limits::default()), Outcome::ProvenNone);
}

#[test]
fn the_same_cube_gets_the_same_solution_in_every_thread() {
    let mut rng = ChaCha8Rng::seed_from_u64(107);
    let cubes: Vec<CubieCube> = std::iter::repeat_with(|| random_cube(&mut rng)).take(20).collect();
    let expected: Vec<Solution> = cubes.iter().map(found).collect();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            let solver = SOLVER.clone();
            let (cubes, expected) = (&cubes, &expected);
            scope.spawn(move || {
                for (cube, expected) in cubes.iter().zip(expected) {
                    let solution = solver.solve(cube, &Limits::default(), &Control::new()).found();
                    assert_eq!(solution.as_ref(), Some(expected));
                }
            });
        }
    });
}

#[test]
fn threads_that_share_a_cube_find_what_one_finds() {
    let solver = &*SOLVER;
    let mut rng = ChaCha8Rng::seed_from_u64(26);
    for n in 0..12 {
        let cube = random_cube(&mut rng);
        // Also lengths that only other ways in and pre-moves make, so that solutions come from all parts.
        let limits = Limits { min_length: 18 * (n % 3 / 2), max_length: Some(22), ..Limits::default() };
        let solutions = |threads| {
            let mut found = Vec::new();
            let end =
                solver.clone().with_threads(threads).improve(&cube, &limits, &Control::new(), |solution| {
                    found.push((solution.moves.clone(), solution.lower_bound));
                    if solution.length() <= 20 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
            check(&cube, &end.found().unwrap());
            found
        };
        let alone = solutions(1);
        assert_eq!(solutions(2), alone);
        assert_eq!(solutions(5), alone);
    }
    // A limit on nodes means the same on any number of threads.
    let limits = Limits { max_nodes: Some(20_000), ..Limits::default() };
    let cube = random_cube(&mut rng);
    let best = |threads| {
        solver
            .clone()
            .with_threads(threads)
            .improve(&cube, &limits, &Control::new(), |_| ControlFlow::Continue(()))
    };
    assert_eq!(best(1), best(4));
}

#[test]
fn from_one_cube_to_another() {
    let mut rng = ChaCha8Rng::seed_from_u64(108);
    for _ in 0..10 {
        let (from, to) = (random_cube(&mut rng), random_cube(&mut rng));
        let way = SOLVER.solve_to(&from, &to, &Limits::default(), &Control::new()).found().unwrap();
        assert_eq!(from.after(&way.moves), to);
    }
    let from = random_cube(&mut rng);
    let scramble = turns("R U F");
    let way =
        SOLVER.solve_to(&from.after(&scramble), &from, &Limits::default(), &Control::new()).found().unwrap();
    assert_eq!(way.moves, inverse(&scramble));
}

#[test]
fn the_superflip_is_solved() {
    // Needs 20 turns (Reid, 1995), and looks the same in all six directions.
    let superflip = CubieCube::SOLVED.after(&turns("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"));
    let solution = found(&superflip);
    assert!((20..=21).contains(&solution.length()));
}

#[test]
fn a_turned_cube_is_solved_as_it_lies() {
    // The whole cube turned so that R is up: its centres name the colours, and the turns are of the faces as they lie.
    let scrambled =
        CubieCube::SOLVED.after(&[Move::new(Face::R, 1).unwrap(), Move::new(Face::U, 2).unwrap()]);
    let text: String = FaceCube::from(&scrambled)
        .to_string()
        .chars()
        .map(|c| match c {
            'U' => 'R',
            'R' => 'D',
            'D' => 'L',
            'L' => 'U',
            other => other,
        })
        .collect();
    assert_eq!(found(&facelet::read(&text).unwrap()).moves, turns("U2 R'"));
}
