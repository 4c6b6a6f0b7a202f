//! Random states of globes of several sizes, solved and replayed by the moves' own lists.

use super::*;
use permutant_search::limits::Control;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

fn below(rng: &mut ChaCha8Rng, bound: usize) -> usize {
    rng.next_u32() as usize % bound
}

fn make(globe: Globe, state: &mut Vec<u16>, step: Step) {
    *state = globe.list(step).iter().map(|&from| state[usize::from(from)]).collect();
}

fn scrambled(globe: Globe, goal: &[u16], rng: &mut ChaCha8Rng) -> Vec<u16> {
    let mut state = goal.to_vec();
    for _ in 0..20 * globe.places() {
        let step = match below(rng, 2) {
            0 => Step::Turn { row: below(rng, globe.rows) as u16, backwards: below(rng, 2) == 0 },
            _ => Step::Flip(below(rng, globe.columns()) as u16),
        };
        make(globe, &mut state, step);
    }
    state
}

/// Solves a random state of a globe whose places have this many labels, and replays what is found; the number of moves.
fn solved(globe: Globe, labels: usize, width: usize, rng: &mut ChaCha8Rng) -> Option<usize> {
    let goal: Vec<u16> = (0..globe.places()).map(|place| (place * labels / globe.places()) as u16).collect();
    let start = scrambled(globe, &goal, rng);
    let case = Case { globe, start: &start, goal: &goal, wildcards: 0 };
    let steps = solve(&case, width, &Control::new())?;
    let mut state = start.clone();
    steps.iter().for_each(|&step| make(globe, &mut state, step));
    assert_eq!(state, goal, "{globe:?} {labels}");
    Some(steps.len())
}

#[test]
fn random_globes_are_solved() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for (rows, half) in [(2, 8), (2, 5), (3, 6), (4, 4), (5, 5), (7, 4), (4, 9), (6, 6)] {
        let globe = Globe { rows, half };
        for labels in [2 * half, 3] {
            assert!(solved(globe, labels, 4, &mut rng).is_some(), "{globe:?} {labels}");
        }
    }
}

#[test]
fn globes_whose_pieces_all_differ_are_solved() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for (rows, half) in [(2, 8), (2, 5), (3, 6), (4, 4), (4, 9)] {
        let globe = Globe { rows, half };
        assert!(solved(globe, globe.places(), 4, &mut rng).is_some(), "{globe:?}");
    }
}

#[test]
fn solutions_are_short() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for (rows, half, labels, most) in [(2, 8, 8, 45), (4, 4, 8, 29)] {
        let globe = Globe { rows, half };
        let length = solved(globe, labels, 16, &mut rng).unwrap();
        assert!(length <= most, "{globe:?} {length}");
    }
}

#[test]
fn places_that_may_differ_shorten_solutions() {
    let globe = Globe { rows: 3, half: 4 };
    let goal: Vec<u16> = (0..24).collect();
    let mut start = goal.clone();
    make(globe, &mut start, Step::Turn { row: 1, backwards: false });
    let steps = |wildcards| {
        let case = Case { globe, start: &start, goal: &goal, wildcards };
        solve(&case, 4, &Control::new()).map(|steps| steps.len())
    };
    assert_eq!(steps(0), Some(1));
    start.swap(0, 1);
    let case = Case { globe, start: &start, goal: &goal, wildcards: 10 };
    assert!(solve(&case, 4, &Control::new()).is_some_and(|steps| steps.len() <= 1));
    let case = Case { globe, start: &start[1..], goal: &goal, wildcards: 0 };
    assert_eq!(solve(&case, 4, &Control::new()), None);
}

#[test]
fn units_that_are_rebuilt_shorten_solutions() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let globe = Globe { rows: 7, half: 6 };
    let goal: Vec<u16> = (0..globe.places()).map(|place| (place / 6) as u16).collect();
    let start = scrambled(globe, &goal, &mut rng);
    let case = Case { globe, start: &start, goal: &goal, wildcards: 0 };
    let solution = solve(&case, 4, &Control::new()).unwrap();
    let looks = AtomicUsize::new(0);
    let is_late = || looks.fetch_add(1, Ordering::Relaxed) > 4000;
    let mut lengths = vec![solution.len()];
    improve(&case, (&solution, 4), &Control::new().with_deadline(&is_late), &mut |steps| {
        let mut state = start.clone();
        steps.iter().for_each(|&step| make(globe, &mut state, step));
        assert_eq!(state, goal);
        lengths.push(steps.len());
        ControlFlow::Continue(())
    });
    assert!(lengths.is_sorted_by(|one, next| one > next), "{lengths:?}");
    assert!(20 * lengths[lengths.len() - 1] < 19 * lengths[0], "{lengths:?}");
}
