//! Both methods against distances that are found one by one.

use super::by_distances::{self, by_distances};
use super::by_search::by_search;
use super::instance::Coset;
use super::request::{Aim, CosetError, Listed, Report, Request};
use super::run;
use crate::group::subgroup::{SubgroupError, elements};
use crate::sequence::move_choice;
use crate::test_puzzles::{after, defined, named};
use permutant_puzzle::metric::Metric;
use permutant_puzzle::points::Points;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::replay::replay;
use permutant_puzzle::state::State;
use permutant_search::limits::{Control, StopReason};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

/// The distances of all states of a puzzle, breadth first, from the states alone.
fn distances(puzzle: &Puzzle, metric: &Metric, most: u64) -> HashMap<State, u64> {
    let turns = puzzle.search_turns(metric);
    let mut known = HashMap::from([(puzzle.solved().clone(), 0)]);
    let mut levels = vec![vec![puzzle.solved().clone()]];
    for distance in 0..most {
        let mut levels_after: Vec<(State, u64)> = Vec::new();
        for state in levels.get(distance as usize).into_iter().flatten() {
            for turn in &turns {
                let next = state.after(&turn.transformation());
                levels_after.push((next, distance + u64::from(metric.cost(turn))));
            }
        }
        for (state, cost) in levels_after {
            if known.get(&state).is_none_or(|&least| cost < least) {
                known.insert(state.clone(), cost);
                levels.resize(levels.len().max(cost as usize + 1), Vec::new());
                levels[cost as usize].push(state);
            }
        }
    }
    known
}

struct Case {
    puzzle: Puzzle,
    metric: Metric,
    position: State,
    subgroup: Vec<permutant_puzzle::moves::Turn>,
}

impl Case {
    fn new(puzzle: Puzzle, metric: &str, scramble: &str, subgroup: &str) -> Case {
        let metric = Metric::parse(metric).unwrap();
        let names: Vec<String> = subgroup.split(',').map(String::from).collect();
        let subgroup = move_choice::turns(&puzzle, &metric, &names).unwrap();
        let position = after(&puzzle, scramble);
        Case { puzzle, metric, position, subgroup }
    }

    fn request(&self, aim: Aim) -> Request<'_> {
        Request {
            metric: &self.metric,
            position: &self.position,
            subgroup: &self.subgroup,
            aim,
            solution: &|| None,
            threads: 2,
            max_memory: 1 << 28,
        }
    }

    /// All positions of the coset: an element, then the position.
    fn positions(&self) -> Vec<State> {
        let points = Points::new(self.puzzle.orbits()).unwrap();
        let solved = self.puzzle.solved();
        let position = points.between(solved, &self.position).unwrap();
        let all = elements(&self.puzzle, &self.subgroup, 1 << 20).unwrap();
        all.iter().map(|element| element.after(&position)).collect()
    }

    fn searched(&self, aim: Aim, listed: &mut Vec<Listed>) -> Report {
        let request = self.request(aim);
        let coset = Coset::new(&self.puzzle, &request).unwrap();
        let mut on_listed = |one| {
            listed.push(one);
            ControlFlow::Continue(())
        };
        by_search(&coset, &Control::new(), Some(&mut on_listed)).unwrap()
    }

    fn looked_up(&self, aim: Aim, listed: &mut Vec<Listed>) -> Report {
        let request = self.request(aim);
        let coset = Coset::new(&self.puzzle, &request).unwrap();
        let Ok(oracle) = by_distances(&coset, &Control::new()) else { panic!("few states") };
        let mut on_listed = |one| {
            listed.push(one);
            ControlFlow::Continue(())
        };
        by_distances::count(&coset, &oracle, &Control::new(), Some(&mut on_listed))
    }
}

/// A puzzle with few states, whose parts depend on each other.
const SMALL: &str = "Set A 4 3\nSet B 4 1\nSolved\nA\n1 2 3 4\nB\n1 2 3 4\nEnd\n\
                     Move X\nA\n2 3 1 4\n1 0 2 0\nB\n2 1 3 4\nEnd\nMove Y\nA\n1 3 4 2\n0 0 1 2\nB\n1 3 4 2\nEnd\n";

#[test]
fn every_position_has_the_distance_that_all_states_have() {
    let cases = [
        (defined(SMALL), "htm", "X Y X Y", "X"),
        (defined(SMALL), "qtm", "X Y X", "Y2"),
        (defined(SMALL), "X=2,Y=3", "X Y Y X", "Y"),
        (named("pancake:6"), "htm", "f4 f6 f3", "f2,f3,f4"),
        (named("pancake:6"), "htm", "f4 f6 f3", "f6"),
    ];
    for (puzzle, metric, scramble, subgroup) in cases {
        let case = Case::new(puzzle, metric, scramble, subgroup);
        let name = format!("{} {metric} {scramble} {subgroup}", case.puzzle.name());
        let known = distances(&case.puzzle, &case.metric, 60);
        let positions = case.positions();
        let mut counts: Vec<u64> = Vec::new();
        for position in &positions {
            let distance = known[position] as usize;
            counts.resize(counts.len().max(distance + 1), 0);
            counts[distance] += 1;
        }
        let mut reports = Vec::new();
        let mut lists: Vec<Vec<Listed>> = vec![Vec::new()];
        reports.push(case.searched(Aim::Optimal, &mut lists[0]));
        if case.metric.cost(&case.puzzle.search_turns(&case.metric)[0]) == 1 {
            let mut list = Vec::new();
            reports.push(case.looked_up(Aim::Optimal, &mut list));
            lists.push(list);
        }
        for (report, list) in reports.iter().zip(&lists) {
            assert_eq!(report.exact, counts, "{name}");
            assert_eq!((report.left, report.stopped, report.within.len()), (0, None, 0), "{name}");
            assert_eq!(report.positions, positions.len() as u64, "{name}");
            // Each position once, with a solution of its distance.
            let mut left: HashSet<&State> = positions.iter().collect();
            for Listed { distance, solution } in list {
                let mut state = case.puzzle.solved().clone();
                solution.iter().rev().for_each(|turn| turn.inverse().make(&mut state));
                assert!(left.remove(&state), "{name}");
                assert_eq!((known[&state], case.metric.length(solution)), (*distance, *distance), "{name}");
                let end = replay(&case.puzzle, &state, solution, &case.metric).state;
                assert_eq!(end, *case.puzzle.solved(), "{name}");
            }
            assert!(left.is_empty(), "{name}");
        }
        // Levels up to a depth are the same.
        let depth = counts.len() as u32 / 2;
        let shallow = case.searched(Aim::Depth(depth), &mut Vec::new());
        assert_eq!(shallow.exact, counts[..=depth as usize], "{name}");
        // Bounds hold, and every position has one.
        for nodes in [0, 10, 1000] {
            let bounds = case.searched(Aim::Bounds(nodes), &mut Vec::new());
            let (mut found, mut there) = (0, 0);
            for (length, &count) in bounds.exact.iter().chain(&bounds.within).enumerate() {
                found += count;
                there += counts.get(length).copied().unwrap_or(0);
                assert!(found <= there, "{name}");
            }
            if bounds.stopped.is_none() {
                assert_eq!((found, bounds.left), (total(&counts), 0), "{name}");
            }
        }
    }
}

/// The two methods share nothing but the numbers of the elements.
#[test]
fn a_search_finds_what_is_looked_up() {
    for (name, metric, scramble, subgroup, count) in [
        ("2x2x2", "htm", "R U F", "U2,R2,F2", 24),
        ("2x2x2", "qtm", "R U' F2 R F", "U", 4),
        ("skewb", "htm", "R U' L B", "R", 3),
        ("ivy cube", "htm", "UFL DFR'", "UFL,UBR", 540),
    ] {
        let case = Case::new(named(name), metric, scramble, subgroup);
        let (mut searched, mut looked_up) = (Vec::new(), Vec::new());
        let reports =
            [case.searched(Aim::Optimal, &mut searched), case.looked_up(Aim::Optimal, &mut looked_up)];
        assert_eq!(reports[0].exact, reports[1].exact, "{name}");
        assert_eq!((reports[0].positions, reports[1].left), (count, 0), "{name}");
        assert_eq!(searched.len(), looked_up.len());
    }
}

fn total(counts: &[u64]) -> u64 {
    counts.iter().sum()
}

/// The squares group of the 3x3x3 has 663 552 elements, of which 1, 6, 27, 120, … are so many half turns away.
#[test]
fn the_squares_group_is_a_coset_of_itself() {
    let case = Case::new(named("3x3x3"), "htm", "", "U2,D2,R2,L2,F2,B2");
    let report = case.searched(Aim::Depth(3), &mut Vec::new());
    assert_eq!((report.positions, &report.exact[..]), (663_552, &[1, 6, 27, 120][..]));
    assert_eq!(report.left, 663_552 - 154);
    // With a known solution every position is bounded, if only by half turns: none needs more than 15.
    let request = Request { solution: &|| Some(0), ..case.request(Aim::Bounds(0)) };
    let report = run(&case.puzzle, &request, &Control::new(), None).unwrap();
    assert_eq!((report.left, report.stopped), (0, None));
    let all: Vec<u64> = report.exact.iter().chain(&report.within).copied().collect();
    assert_eq!(all[..6], [1, 6, 27, 120, 519, 1932]);
    assert_eq!((all.len(), all.iter().sum::<u64>()), (16, 663_552));
}

/// A position that is held in another way has the same distances, by tables of all states and by searches.
#[test]
fn how_a_position_is_held_does_not_matter() {
    for (name, plain, held, aim) in [
        ("2x2x2", "U", "D", Aim::Optimal),
        ("2x2x2", "R U' F", "y R U' F", Aim::Optimal),
        ("3x3x3", "R U' F", "x y R U' F", Aim::Depth(5)),
    ] {
        let [one, other] = [plain, held].map(|alg| {
            let case = Case::new(named(name), "htm", alg, "U");
            run(&case.puzzle, &case.request(aim), &Control::new(), None).unwrap()
        });
        assert_eq!(one, other, "{name}: {held}");
    }
}

#[test]
fn what_has_no_answer_is_refused() {
    let case = Case::new(named("2x2x2"), "htm", "R", "U");
    let refused = |request: &Request<'_>| run(&case.puzzle, request, &Control::new(), None).unwrap_err();
    let small = Request { max_memory: 3, ..case.request(Aim::Optimal) };
    assert!(matches!(refused(&small), CosetError::Memory { .. }));
    let mut twisted = case.position.clone();
    let twist = &mut twisted.orbits[0].orientations[0];
    *twist = (*twist + 1) % 3;
    let twisted = Request { position: &twisted, ..case.request(Aim::Optimal) };
    assert_eq!(refused(&twisted), CosetError::Unreachable);
    // D moves the corner that a search holds still.
    let d = [case.puzzle.turn("D").unwrap()];
    let held = Request { subgroup: &d, ..case.request(Aim::Optimal) };
    assert!(matches!(refused(&held), CosetError::Subgroup(SubgroupError::Held { .. })));
    let none = Request { subgroup: &[], ..case.request(Aim::Optimal) };
    assert_eq!(refused(&none), CosetError::Trivial);
    let alike = Case::new(named("tetraminx"), "htm", "", "R");
    let report = run(&alike.puzzle, &alike.request(Aim::Optimal), &Control::new(), None);
    assert_eq!(report.unwrap().exact, [1, 2]);
    let alike = Case::new(named("4x4x4"), "htm", "", "R");
    let error = run(&alike.puzzle, &alike.request(Aim::Optimal), &Control::new(), None).unwrap_err();
    assert!(matches!(error, CosetError::Subgroup(SubgroupError::LookAlike(_))), "{error}");
}

#[test]
fn a_count_can_be_stopped() {
    let case = Case::new(named("3x3x3"), "htm", "R U F", "U,R");
    let is_up = || true;
    let control = Control::new().with_deadline(&is_up);
    let report = run(&case.puzzle, &case.request(Aim::Optimal), &control, None).unwrap();
    assert_eq!((report.stopped, report.left), (Some(StopReason::Time), 73_483_200));
}
