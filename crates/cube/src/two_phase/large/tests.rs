//! Tests of the large tables against the small ones and against their own neighbours, and of the solver that uses them.

use super::build::tests::TABLES;
use super::tables::{Large, LargeTables};
use super::{TABLE_BYTES, build};
use crate::model::cubie::CubieCube;
use crate::model::move_masks::NO_FACE;
use crate::model::move_masks::PHASE_2_MOVES;
use crate::model::moves::Move;
use crate::model::quarter_turns::CubeWithCentres;
use crate::model::random_state::random_cube;
use crate::model::solution::Solution;
use crate::tables::{PHASE_1, Phase2Table};
use crate::two_phase::near_cubes::NearCubes;
use crate::two_phase::profile::{Children, Profile, Turns};
use crate::two_phase::search::run;
use crate::two_phase::small::Small;
use crate::two_phase::subgroup::{Permutations, Subgroup};
use crate::two_phase::{EXACT_LENGTH, Solver};
use permutant_search::limits::{Control, Limits, Outcome, StopReason};
use permutant_search::table::Memory;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

fn memory() -> Memory {
    Box::new(TABLES.as_slice())
}

fn random_turns(rng: &mut ChaCha8Rng, count: u32) -> Vec<Move> {
    (0..count).map(|_| Move::ALL[rng.next_u32() as usize % 18]).collect()
}

#[test]
fn bytes_of_another_number_and_builds_that_are_stopped_give_no_tables() {
    let fault = Solver::large(Box::new(vec![0; 5])).unwrap_err();
    assert_eq!(fault.to_string(), "the large tables of the two-phase solver have 619436520 bytes, not 5");
    assert_eq!(TABLE_BYTES, 619_436_520);
    let stop = AtomicBool::new(true);
    assert_eq!(build(1, &Control::new().with_cancel(&stop)), Err(StopReason::Cancelled));
}

/// The search of the large profile on the small tables: as many pre-moves, layers, and the same order.
struct OnSmallTables(Small);

impl Profile for OnSmallTables {
    type At = <Small as Profile>::At;
    type Trail = <Small as Profile>::Trail;

    const SOON: u32 = Large::SOON;
    const IN_CACHE: u32 = Large::IN_CACHE;
    const ONE_BY_ONE: u32 = Large::ONE_BY_ONE;
    const PRE_MOVES: usize = Large::PRE_MOVES;
    const TURNS_AFTER_PRE_MOVES: u32 = Large::TURNS_AFTER_PRE_MOVES;

    fn at(&self, cube: &CubieCube) -> Self::At {
        self.0.at(cube)
    }

    fn is_within(&self, at: Self::At, turns: u32) -> bool {
        self.0.is_within(at, turns)
    }

    fn after(&self, at: Self::At, turn: Move) -> Self::At {
        self.0.after(at, turn)
    }

    fn expand(&self, at: Self::At, turns: Turns, left: u32, next: &mut Children<Self::At>) {
        self.0.expand(at, turns, left, next);
    }

    fn trail(&self, cube: &CubieCube) -> Self::Trail {
        self.0.trail(cube)
    }

    fn enter(&self, trail: &mut Self::Trail, path: &[Move], most: u32) -> Option<Permutations> {
        self.0.enter(trail, path, most)
    }

    fn group(&self) -> &Subgroup {
        self.0.group()
    }

    fn is_farther(&self, at: Permutations, turns: u32) -> bool {
        self.0.is_farther(at, turns)
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

#[test]
fn threads_that_share_a_cube_find_what_one_finds() {
    let (profile, near_cubes) = (OnSmallTables(Small::build()), NearCubes::build());
    let mut rng = ChaCha8Rng::seed_from_u64(84);
    let mut solutions = 0;
    for n in 0..12 {
        let cube = random_cube(&mut rng);
        // Also lengths that only other ways in and pre-moves make, so that solutions come from all parts.
        let limits = Limits { min_length: 18 * (n % 3 / 2), max_length: Some(22), ..Limits::default() };
        let by = |threads| {
            let mut found = Vec::new();
            run(
                &profile,
                &|| &near_cubes,
                &CubeWithCentres { cube, quarters: None },
                &limits,
                threads,
                &Control::new(),
                |solution| {
                    assert_eq!(cube.after(&solution.moves), CubieCube::SOLVED);
                    found.push((solution.moves.clone(), solution.lower_bound));
                    if solution.length() <= 20 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            );
            found
        };
        let alone = by(1);
        assert!(!alone.is_empty());
        assert_eq!(by(2), alone);
        assert_eq!(by(3), alone);
        solutions += alone.len();
    }
    assert!(solutions > 12, "{solutions}");
}

#[test]
#[ignore = "long: half a minute, 800 MB"]
fn entries_tell_the_distance_and_what_every_turn_does_to_it() {
    // Against the table of remainders, which is filled and walked by other code, and against the small profile.
    let large = LargeTables::new(memory()).unwrap();
    let large = large.at_hand();
    let small = Small::build();
    let mut rng = ChaCha8Rng::seed_from_u64(81);
    for n in 0..3000 {
        // Some are looked up as they are, others reached turn by turn.
        let start = if n % 3 == 0 { random_cube(&mut rng) } else { CubieCube::SOLVED };
        let turns = random_turns(&mut rng, n / 3 % 12);
        let cube = start.after(&turns);
        let at = turns.iter().fold(large.at(&start), |at, &turn| large.after(at, turn));
        let distance = PHASE_1.distance(&cube);
        assert!((0..=12).all(|turns| large.is_within(large.at(&cube), turns) == large.is_within(at, turns)));
        assert!(large.is_within(at, distance) && (distance == 0 || !large.is_within(at, distance - 1)));
        let start = small.at(&cube);
        assert!((0..=12).all(|turns| small.is_within(start, turns) || !large.is_within(at, turns)));
        for spare in 0..3 {
            // Turns left after the next one.
            let Some(left) = (distance + spare).checked_sub(1) else { continue };
            let mut found = Children::none(at);
            large.expand(at, Turns { last: NO_FACE, leaving: false }, left, &mut found);
            let mut found: Vec<(Move, u32)> =
                found.as_slice().iter().map(|child| (child.turn, child.distance.into())).collect();
            found.sort_unstable();
            let expected: Vec<(Move, u32)> = Move::ALL
                .into_iter()
                .map(|turn| (turn, PHASE_1.distance(&cube.then(CubieCube::of_move(turn)))))
                .filter(|&(_, distance)| distance <= left)
                .collect();
            assert_eq!(found, expected);
        }
    }
}

#[test]
#[ignore = "long: a minute in a build without checks, 800 MB"]
fn every_entry_agrees_with_its_neighbours() {
    assert_eq!(LargeTables::new(memory()).unwrap().at_hand().first_fault(), None);
}

#[test]
#[ignore = "long: half a minute, 800 MB"]
fn phase_2_is_bounded_by_its_distances() {
    let large = LargeTables::new(memory()).unwrap();
    let large = large.at_hand();
    let table = Phase2Table::build(&Control::new()).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(82);
    for n in 0..3000 {
        let count = if n % 2 == 0 { 60 } else { n % 15 };
        let turns: Vec<Move> = (0..count).map(|_| PHASE_2_MOVES[rng.next_u32() as usize % 10]).collect();
        let cube = CubieCube::SOLVED.after(&turns);
        let at = large.group().of(&cube);
        let is_farther =
            |turns| large.group().quick_bound(at.corners, at.slice) > turns || large.is_farther(at, turns);
        assert!(!is_farther(count));
        let distance = table.distance(&cube).unwrap();
        assert!(distance == 0 || is_farther(distance.min(15) - 1));
        assert_eq!(is_farther(0), cube != CubieCube::SOLVED);
    }
}

#[test]
#[ignore = "long: half a minute, 800 MB"]
fn solutions_solve_get_shorter_and_are_proven_as_those_of_the_small_profile() {
    let (small, large) = (Solver::new(), Solver::large(memory()).unwrap());
    assert!(large.is_large() && !small.is_large());
    let mut rng = ChaCha8Rng::seed_from_u64(83);
    let found = |outcome: Outcome<Solution>, cube: &CubieCube| {
        let solution = outcome.found().unwrap();
        assert_eq!(cube.after(&solution.moves), CubieCube::SOLVED);
        solution
    };
    let solved =
        found(large.solve(&CubieCube::SOLVED, &Limits::default(), &Control::new()), &CubieCube::SOLVED);
    assert!(solved.moves.is_empty());
    for n in 0..500 {
        // Nearly solved: shortest, as the small profile's.
        let cube = CubieCube::SOLVED.after(&random_turns(&mut rng, n % 11));
        let ours = found(large.solve(&cube, &Limits::default(), &Control::new()), &cube);
        let theirs = found(small.solve(&cube, &Limits::default(), &Control::new()), &cube);
        assert!(ours.length() <= n % 11 && n % 11 <= EXACT_LENGTH);
        assert_eq!((ours.length(), ours.is_optimal()), (theirs.length(), theirs.is_optimal()));
    }
    for most in [21, 20, 19] {
        for _ in 0..50 {
            let cube = random_cube(&mut rng);
            let limits = Limits { max_length: Some(most), ..Limits::default() };
            assert!(found(large.solve(&cube, &limits, &Control::new()), &cube).length() <= most);
        }
    }
    for nodes in [0, 1, 100, 100_000] {
        for _ in 0..20 {
            let cube = random_cube(&mut rng);
            let limits = Limits { max_nodes: Some(nodes), ..Limits::default() };
            let improve = || {
                let mut last = u32::MAX;
                let best = large.improve(&cube, &limits, &Control::new(), |solution| {
                    assert!(solution.length() < last && cube.after(&solution.moves) == CubieCube::SOLVED);
                    last = solution.length();
                    ControlFlow::Continue(())
                });
                found(best, &cube)
            };
            // The same each time, and never nothing.
            assert_eq!(improve(), improve());
        }
    }
    for most in [20, 19] {
        // On several threads the solutions are those of one.
        for _ in 0..20 {
            let cube = random_cube(&mut rng);
            let limits = Limits { max_length: Some(most), ..Limits::default() };
            let by = |solver: &Solver| found(solver.solve(&cube, &limits, &Control::new()), &cube).moves;
            assert_eq!(by(&large.clone().with_threads(3)), by(&large));
        }
    }
    for _ in 0..3 {
        // The proof, against that of the small profile.
        let cube = CubieCube::SOLVED.after(&random_turns(&mut rng, 13));
        let limits = Limits { max_nodes: Some(20_000_000), ..Limits::default() };
        let best = |solver: &Solver| {
            found(solver.improve(&cube, &limits, &Control::new(), |_| ControlFlow::Continue(())), &cube)
        };
        let (ours, theirs) = (best(&large), best(&small));
        assert!(ours.is_optimal() && theirs.is_optimal());
        assert_eq!(ours.length(), theirs.length());
    }
    // Equal under a symmetry and its own inverse: the superflip, whose six directions are one.
    let names = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    let turn = |name: &str| Move::ALL.into_iter().find(|turn| turn.to_string() == name).unwrap();
    let superflip = CubieCube::SOLVED.after(&names.split(' ').map(turn).collect::<Vec<_>>());
    let limits = Limits { max_nodes: Some(200_000), ..Limits::default() };
    let best = large.improve(&superflip, &limits, &Control::new(), |_| ControlFlow::Continue(()));
    assert!(found(best, &superflip).length() >= 20);
}
