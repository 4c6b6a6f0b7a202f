//! Random states of wreaths of several sizes, solved and replayed by lists that are made from the definition of a turn.

use super::*;
use permutant_search::limits::Control;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use std::collections::{HashMap, VecDeque};

fn make(wreath: Wreath, state: &mut [u8], Turn { ring, by }: Turn) {
    let length = wreath.lengths[ring];
    let before: Vec<u8> = (0..length).map(|at| state[wreath.place(ring, at)]).collect();
    for at in 0..length {
        state[wreath.place(ring, at)] = before[(at as i32 + by).rem_euclid(length as i32) as usize];
    }
}

fn scrambled(wreath: Wreath, goal: &[u8], rng: &mut ChaCha8Rng) -> Vec<u8> {
    let mut state = goal.to_vec();
    for at in 0..100 {
        let ring = at % 2;
        let by = (rng.next_u32() as usize % wreath.lengths[ring]) as i32;
        make(wreath, &mut state, Turn { ring, by });
    }
    state
}

/// One label for each ring and one for the common places.
fn by_ring(wreath: Wreath) -> Vec<u8> {
    let mut goal = vec![1; wreath.places()];
    goal[..wreath.lengths[0]].fill(0);
    (goal[0], goal[wreath.crossings[0]]) = (2, 2);
    goal
}

/// The number of moves of a solution that solves, if one was found.
fn replayed(case: &Case<'_>, width: usize) -> Option<usize> {
    let turns = solve(case, width, 1000, &Control::new())?;
    let mut state = case.start.to_vec();
    turns.iter().for_each(|&turn| make(case.wreath, &mut state, turn));
    let wrong = state.iter().zip(case.goal).filter(|(held, aim)| held != aim).count();
    assert!(wrong <= case.wildcards, "{case:?}");
    Some(beam::cost(&turns))
}

#[test]
fn random_wreaths_are_solved() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for (lengths, crossings) in
        [([6, 6], [2, 4]), ([12, 9], [3, 8]), ([21, 21], [6, 14]), ([30, 17], [1, 5]), ([26, 26], [7, 19])]
    {
        let wreath = Wreath { lengths, crossings };
        let places = wreath.places();
        let stripes: Vec<u8> = (0..places).map(|place| (5 * place / places) as u8).collect();
        for goal in [by_ring(wreath), stripes] {
            let start = scrambled(wreath, &goal, &mut rng);
            let strict = Case { wreath, start: &start, goal: &goal, wildcards: 0 };
            let all = replayed(&strict, 32).unwrap_or_else(|| panic!("{wreath:?}"));
            let lenient = replayed(&Case { wildcards: places, ..strict }, 32);
            assert_eq!(lenient, Some(0), "{all}");
            assert!(replayed(&Case { wildcards: 4, ..strict }, 32).is_some(), "{wreath:?}");
        }
    }
}

#[test]
fn a_wide_beam_finds_nearly_shortest_words() {
    let wreath = Wreath { lengths: [6, 5], crossings: [2, 3] };
    let goal = by_ring(wreath);
    // All states, breadth first.
    let mut depths: HashMap<Vec<u8>, usize> = HashMap::from([(goal.clone(), 0)]);
    let mut waiting = VecDeque::from([goal.clone()]);
    while let Some(state) = waiting.pop_front() {
        let depth = depths[&state];
        for (ring, by) in [(0, 1), (0, -1), (1, 1), (1, -1)] {
            let mut next = state.clone();
            make(wreath, &mut next, Turn { ring, by });
            depths.entry(next.clone()).or_insert_with(|| {
                waiting.push_back(next);
                depth + 1
            });
        }
    }
    let (mut shortest, mut found) = (0, 0);
    for (start, depth) in depths.iter().filter(|(_, depth)| **depth % 3 == 1) {
        let length = replayed(&Case { wreath, start, goal: &goal, wildcards: 0 }, 300).unwrap();
        assert!(length >= *depth);
        (shortest, found) = (shortest + depth, found + length);
    }
    assert!(10 * found <= 11 * shortest, "{found} {shortest}");
}

#[test]
fn what_is_no_case_has_no_solution() {
    let wreath = Wreath { lengths: [5, 5], crossings: [1, 2] };
    let goal = by_ring(wreath);
    let start = scrambled(wreath, &goal, &mut ChaCha8Rng::seed_from_u64(3));
    let case = Case { wreath, start: &start, goal: &goal, wildcards: 0 };
    let control = Control::new();
    assert!(solve(&case, 10, 100, &control).is_some());
    assert!(solve(&case, 0, 100, &control).is_none());
    assert!(solve(&Case { start: &start[1..], ..case }, 10, 100, &control).is_none());
    assert!(solve(&Case { goal: &[16; 8], ..case }, 10, 100, &control).is_none());
    let other = Wreath { crossings: [0, 2], ..wreath };
    assert!(solve(&Case { wreath: other, ..case }, 10, 100, &control).is_none());
    // Labels that the goal does not have.
    assert!(solve(&Case { start: &[3; 8], ..case }, 10, 100, &control).is_none());
    let is_late = || true;
    assert!(solve(&case, 10, 100, &Control::new().with_deadline(&is_late)).is_none());
}
