//! Random states of globes of several sizes, solved and replayed by the moves' own lists.

use super::*;
use permutant_search::limits::Control;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

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

/// Solves a random state of a globe whose places have this many labels, and replays what is found.
fn is_solved(globe: Globe, labels: usize, rng: &mut ChaCha8Rng) -> bool {
    let goal: Vec<u16> = (0..globe.places()).map(|place| (place * labels / globe.places()) as u16).collect();
    let start = scrambled(globe, &goal, rng);
    let case = Case { globe, start: &start, goal: &goal, wildcards: 0 };
    let Some(steps) = solve(&case, 4, &Control::new()) else { return false };
    let mut state = start.clone();
    steps.iter().for_each(|&step| make(globe, &mut state, step));
    assert_eq!(state, goal, "{globe:?} {labels}");
    true
}

#[test]
fn random_globes_are_solved() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for (rows, half) in [(2, 8), (2, 5), (3, 6), (4, 4), (5, 5), (7, 4), (4, 9), (6, 6)] {
        let globe = Globe { rows, half };
        for labels in [2 * half, 3] {
            assert!(is_solved(globe, labels, &mut rng), "{globe:?} {labels}");
        }
    }
}

#[test]
fn globes_whose_pieces_all_differ_are_solved() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for (rows, half) in [(2, 8), (2, 5), (3, 6), (4, 4), (4, 9)] {
        let globe = Globe { rows, half };
        assert!(is_solved(globe, globe.places(), &mut rng), "{globe:?}");
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
