//! Breadth-first search: the number of states at each distance from the solved states.
//!
//! Start at [`levels`]. This simple implementation serves as a check of the optimized ones: it keeps whole states in
//! hash sets, uses neither canonical sequences nor pruning, and counts each state once.

use crate::limits::{Control, Limits, Outcome, Progress, StopReason};
use crate::space::Space;
use std::collections::HashSet;

/// Number of states by distance in moves (every move counting as one), and how the count ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels<S> {
    /// Number of states at distance 0, 1, …
    pub counts: Vec<u64>,
    /// The states of the last completed level.
    pub last: Vec<S>,
    /// Found: every state was reached. Otherwise the limit that ended the count; the levels counted so far are
    /// complete.
    pub outcome: Outcome<()>,
}

/// Counts states by distance from the solved states, to the end or up to the limits' `max_length`.
///
/// Needs the memory of three levels; `max_memory` bounds it by a rough estimate of the size of a set of states.
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
