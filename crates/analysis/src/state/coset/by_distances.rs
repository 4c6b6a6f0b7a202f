//! The positions of a coset looked up among the distances of all states.
//!
//! Start at [`by_distances`], which counts all states once, and [`count`], which walks through the subgroup depth first, so that each
//! position is one move from one before.

use super::instance::Coset;
use super::request::{Aim, Listed, Method, OnListed, Report};
use permutant_puzzle::moves::Turn;
use permutant_search::god::oracle::{NoOracle, Oracle};
use permutant_search::limits::{Control, StopReason};

/// Greatest number of states that are counted: a minute.
const MOST_STATES: u64 = 1 << 27;

/// Positions looked up between two looks at the control.
const AT_ONCE: u64 = 1 << 10;

/// Why the method does not apply.
pub(super) enum Refused {
    /// There are too many states, or moves have different costs.
    TooLarge,
    /// The count of all states was stopped.
    Stopped(StopReason),
}

/// The distances of all states from the solved one.
pub(super) fn by_distances(coset: &Coset<'_>, control: &Control<'_>) -> Result<Oracle, Refused> {
    let request = coset.request;
    let memory = request.max_memory.saturating_sub(coset.elements.bytes() + coset.elements.count());
    // In the worst case, rows and maps take a few bytes a state.
    let most = MOST_STATES.min(memory / 8);
    if coset.moves.largest_cost() > 1 {
        return Err(Refused::TooLarge);
    }
    let (puzzle, threads) = (coset.puzzle, request.threads);
    Oracle::new(puzzle, puzzle.solved(), &coset.moves, most, threads, control).map_err(|none| match none {
        NoOracle::TooLarge => Refused::TooLarge,
        NoOracle::Stopped(reason) => Refused::Stopped(reason),
    })
}

/// Counts the positions, all of them unless it is stopped; lists those within the depth, if one was given.
pub(super) fn count(
    coset: &Coset<'_>,
    oracle: &Oracle,
    control: &Control<'_>,
    mut on_listed: Option<OnListed<'_>>,
) -> Report {
    let elements = &coset.elements;
    let mut report = Report {
        positions: elements.count(),
        exact: Vec::new(),
        within: Vec::new(),
        left: elements.count(),
        stopped: None,
        method: Method::Distances,
    };
    let depth = match coset.request.aim {
        Aim::Depth(depth) => u64::from(depth),
        _ => u64::MAX,
    };
    let mut counts: Vec<u64> = Vec::new();
    let mut seen = vec![false; elements.count() as usize];
    let moves = elements.moves().moves();
    // Of the element s: p⁻¹ s, whose solution is the inverse of one of s⁻¹ p.
    let mut state = coset.puzzle.solved().after(&coset.position.inverse());
    // Elements on the path, with the next move of each to be tried and the move that led to it.
    let mut path = vec![(elements.identity(), 0, usize::MAX)];
    seen[elements.identity()] = true;
    let (mut is_new, mut looked_up) = (true, 0u64);
    while let Some(&mut (number, ref mut next, by)) = path.last_mut() {
        if std::mem::take(&mut is_new) {
            looked_up += 1;
            if looked_up.is_multiple_of(AT_ONCE) {
                report.stopped = control.interrupted();
            }
            let Some(way) = oracle.solution(&state) else {
                report.stopped = Some(StopReason::Fault);
                break;
            };
            let solution: Vec<Turn> = way.iter().rev().map(Turn::inverse).collect();
            let distance = coset.request.metric.length(&solution);
            if distance <= depth {
                let at = distance as usize;
                counts.resize(counts.len().max(at + 1), 0);
                counts[at] += 1;
                report.left -= 1;
                if let Some(on_listed) = &mut on_listed
                    && on_listed(Listed { distance, solution }).is_break()
                {
                    report.stopped = Some(StopReason::Cancelled);
                }
            }
            if report.stopped.is_some() {
                break;
            }
        }
        if *next == moves.len() {
            path.pop();
            if let Some(m) = moves.get(by) {
                state.undo(&m.change);
            }
            continue;
        }
        let m = *next;
        *next += 1;
        let to = elements.after(number, m);
        if !std::mem::replace(&mut seen[to], true) {
            state.apply(&moves[m].change);
            path.push((to, 0, m));
            is_new = true;
        }
    }
    // Positions come in no order of distance, so nothing is exact before all are known.
    match report.stopped {
        None => report.exact = counts,
        Some(_) => report.left = elements.count(),
    }
    report
}
