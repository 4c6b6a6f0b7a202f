//! Breadth-first search: how many states there are at each distance from the solved ones.
//!
//! Start at [`levels`]. This is the plain half that checks the clever ones: it keeps whole states in hash sets,
//! knows nothing of canonical sequences or pruning, and counts each state once.

use crate::limits::{Control, Limits, Outcome, Progress, StopReason};
use crate::space::Space;
use std::collections::HashSet;

/// States by distance in moves (every move counting as one), and how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels<S> {
    /// Number of states at distance 0, 1, …
    pub counts: Vec<u64>,
    /// The states of the last level that was completed.
    pub last: Vec<S>,
    /// Found: every state was reached. Otherwise the limit that ended it; the counts are right as far as they go.
    pub outcome: Outcome<()>,
}

/// Counts states by distance from the solved states, to the end or to the limits' `max_length`.
///
/// Takes the memory of three levels; `max_memory` bounds it by a rough estimate of the size of a set of states.
pub fn levels<S: Space>(space: &S, limits: &Limits, control: &Control<'_>) -> Levels<S::State> {
    let mut before = HashSet::new();
    let mut level: HashSet<S::State> = space.goals().iter().cloned().collect();
    let mut counts = vec![level.len() as u64];
    let mut nodes = 0u64;
    let mut to = space.goals()[0].clone();
    let most = limits.max_memory / (2 * size_of::<S::State>() as u64 + 32);
    let stop = loop {
        control.report(Progress::Depth { length: counts.len() as u32 - 1, nodes });
        if limits.max_length.is_some_and(|length| counts.len() as u64 > u64::from(length)) {
            break Some(StopReason::Length);
        }
        let mut next = HashSet::new();
        let mut stop = None;
        for state in &level {
            for m in space.moves() {
                nodes += 1;
                if space.apply(m, state, &mut to) && !before.contains(&to) && !level.contains(&to) {
                    // Cloned only if new: most of the time the state is known.
                    if !next.contains(&to) {
                        next.insert(to.clone());
                    }
                }
            }
            if nodes.is_multiple_of(256) {
                stop = stop.or(control.interrupted());
            }
            if limits.max_nodes.is_some_and(|most| nodes > most) {
                stop = Some(StopReason::Nodes);
            }
            if (before.len() + level.len() + next.len()) as u64 > most {
                stop = Some(StopReason::Memory);
            }
            if stop.is_some() {
                break;
            }
        }
        if stop.is_some() || next.is_empty() {
            break stop;
        }
        counts.push(next.len() as u64);
        before = std::mem::replace(&mut level, next);
    };
    let outcome = stop.map_or(Outcome::Found(()), Outcome::LimitReached);
    Levels { counts, last: level.into_iter().collect(), outcome }
}
